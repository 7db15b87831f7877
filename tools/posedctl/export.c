/* posedctl export: a motion network in the files of the original training and demo. */
#include "core/pfnn/network/export.h"
#include "tools/base/local.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int run(const pd_tool_args *args)
{
    const char *folder = pd_tool_text(args, "o");
    char path[4096];
    struct stat there;
    pd_pfnn_network network;
    pd_error err = {0};

    if (args->word_count != 1) return pd_tool_usage(args, "%d networks; 1 needed", args->word_count);
    if (!folder) return pd_tool_usage(args, "-o FOLDER is missing");

    pd_tool_model_path(path, sizeof path, args->words[0]);
    bool is_folder = !stat(path, &there) && S_ISDIR(there.st_mode);
    pd_status status =
        is_folder ? pd_pfnn_import(&network, NULL, path, &err) : pd_pfnn_network_load(&network, path, &err);
    if (status) return pd_tool_model_fail(args, args->words[0], &err);

    if (mkdir(folder, 0777) && errno != EEXIST)
        status = pd_fail(&err, PD_ERR_IO, folder, "cannot be made: %s", strerror(errno));
    if (!status) status = pd_pfnn_export(&network, folder, &err);
    if (!status)
        pd_tool_note(args, "wrote %s (%d inputs, %d hidden, %d outputs; %d slices)", folder, network.x_dim,
                     network.h_dim, network.y_dim, PD_PFNN_IMPORT_SLICES);

    pd_pfnn_network_deinit(&network);
    return status ? pd_tool_fail(args, &err) : 0;
}

static const pd_tool_option options[] = {
    {"o", "FOLDER", "the folder to write; made when it is not there", NULL}, PD_TOOL_END};

const pd_tool_command pd_tool_cmd_export = {"export",
                                            "NETWORK",
                                            "write a motion network as the original's 50 slices",
                                            "304 files of float32: Xmean.bin, Xstd.bin, Ymean.bin, Ystd.bin "
                                            "and W0_000.bin to b2_049.bin, as the original training\n"
                                            "writes them and its demo reads them. Names of joints, bones and "
                                            "texts have no place there and are left out.\n"
                                            "posedctl import FOLDER reads such a folder back.\n\n"
                                            "  posedctl export motion -o network/pfnn",
                                            options,
                                            run};
