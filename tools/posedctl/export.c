/* posedctl export: writes a body model in the published layout, or a motion network as the files of the
 * original training and demo. */
#include "core/base/file.h"
#include "train/model/network_export.h"
#include "train/model/publish.h"
#include "tools/base/local.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int export_network(const pd_tool_args *args, const char *path, const char *folder)
{
    struct stat there;
    pd_pfnn_network network;
    pd_error err = {0};
    bool is_folder = !stat(path, &there) && S_ISDIR(there.st_mode);
    pd_status status =
        is_folder ? pd_pfnn_import(&network, NULL, path, &err) : pd_pfnn_network_load(&network, path, &err);

    if (status) return pd_tool_model_fail(args, pd_tool_model_word(args), &err);

    if (mkdir(folder, 0777) && errno != EEXIST)
        status = pd_fail(&err, PD_ERR_IO, folder, "cannot be made: %s", strerror(errno));
    if (!status) status = pd_train_export_slices(&network, folder, &err);
    if (!status)
        pd_tool_note(args, "wrote %s (%d inputs, %d hidden, %d outputs; %d slices)", folder, network.x_dim,
                     network.h_dim, network.y_dim, PD_PFNN_IMPORT_SLICES);

    pd_pfnn_network_deinit(&network);
    return status ? pd_tool_fail(args, &err) : 0;
}

static int export_body(const pd_tool_args *args, const char *path, const char *to, pd_train_published format)
{
    pd_smpl_data data;
    pd_buffer file = {0};
    pd_error err = {0};

    if (pd_smpl_data_load(&data, path, &err)) return pd_tool_model_fail(args, pd_tool_model_word(args), &err);

    pd_status status = pd_train_publish(&file, &data, format, &err);
    if (!status) status = pd_file_write(to, file.data, file.size, &err);
    if (!status) {
        pd_tool_note(args, "wrote %s (%d vertices, %d joints, %d betas, %d expressions, %zu bytes)", to,
                     data.vertex_count, data.joint_count, data.beta_count, data.expression_count, file.size);

        /* the published layout has no place for these */
        if (data.sparse.beta_terms)
            pd_tool_note(args, "left out: how pose blend shapes grow with the first %d betas",
                         data.sparse.beta_terms);
        if (data.sparse.values_dqs) pd_tool_note(args, "left out: pose blend shapes for dual quaternions");
    }

    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&data);
    return status ? pd_tool_fail(args, &err) : 0;
}

static bool ends_in(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t end = strlen(ending);
    return length > end && !strcmp(text + length - end, ending);
}

static int run_export(const pd_tool_args *args)
{
    const char *to = pd_tool_text(args, "o");
    char path[4096];

    if (args->word_count > 1) return pd_tool_usage(args, "%d models; one allowed", args->word_count);
    if (!to) return pd_tool_usage(args, "-o FILE.npz, FILE.pkl or FOLDER is missing");

    pd_tool_model_path(path, sizeof path, pd_tool_model_word(args));
    if (ends_in(to, ".npz")) return export_body(args, path, to, PD_TRAIN_PUBLISHED_NPZ);
    if (ends_in(to, ".pkl")) return export_body(args, path, to, PD_TRAIN_PUBLISHED_PKL);

    return export_network(args, path, to);
}

static const pd_tool_option options[] = {
    {"o", "FILE|FOLDER",
     "FILE.npz or FILE.pkl of a body model; the folder of a motion network, made when it is not there", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_export = {
    .name = "export",
    .words = "[MODEL]",
    .summary =
        "Export a body model as SMPL's .npz or .pkl, or a motion network as the 50 slices of the original",
    .details =
        "A body model goes into the layout of the published files, which smplx and others read: .pkl for "
        "SMPL, "
        ".npz\n"
        "for SMPL-H and SMPL-X. What that has no place for is left out and named. posedctl import, and posed "
        "itself,\n"
        "read it back to the bit.\n"
        "A motion network becomes 304 files of float32: Xmean.bin, Xstd.bin, Ymean.bin, Ystd.bin and "
        "W0_000.bin "
        "to\n"
        "b2_049.bin, as the original training writes them and its demo reads them. Names of joints, bones "
        "and "
        "texts\n"
        "have no place there and are left out.\n\n"
        "  posedctl export default -o SMPL_NEUTRAL.pkl\n"
        "  posedctl export person -o SMPLX_NEUTRAL.npz\n"
        "  posedctl export motion -o network/pfnn",
    .options = options,
    .run = run_export,
};
