/* posedctl import: converts a published body model, MHR, or a folder
 * of a motion network's slices to safetensors. */
#include "tools/base/mode.h"
#include "core/base/file.h"
#include "core/pfnn/import.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/data/import.h"
#include "core/smpl/soft/modal.h"
#include "tools/base/command.h"
#include "tools/mhr/import_mhr.h"
#include "train/model/data_encode.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Exit code 1: a number out of range in a file is not wrong usage, which would be 2. */
static bool fail_file(const pd_tool_args *args, const pd_error *err)
{
    pd_tool_fail(args, err);
    return true;
}

/* Replaces a text of the model by an option's value, when it is given. */
static bool set_text(char **text, const pd_tool_args *args, const char *option)
{
    const char *value = pd_tool_text(args, option);

    if (!value) return true;
    char *copy = strdup(value);
    if (!copy) return false;
    free(*text);
    *text = copy;

    return true;
}

/* Imports a folder of slices, as the original training of motion networks writes it. */
static int import_network(const pd_tool_args *args, const char *folder)
{
    pd_pfnn_network network;
    pd_pfnn_import_report fit;
    pd_error err = {0};
    const char *path = pd_tool_text(args, "o");

    if (pd_tool_mode(args, "input", "network")) return 2;
    if (pd_pfnn_import(&network, &fit, folder, &err)) return fail_file(args, &err);

    pd_status status = PD_OK;
    if (!set_text(&network.text.name, args, "name") || !set_text(&network.text.licence, args, "licence") ||
        !set_text(&network.text.credits, args, "credits"))
        status = pd_fail(&err, PD_ERR_MEMORY, "network", "out of memory for its texts");
    if (!status && pd_tool_flag(args, "compact")) status = pd_pfnn_network_round(&network, &err);
    if (!status) status = pd_pfnn_network_save(&network, path, &err);
    if (!status)
        pd_tool_note(args, "wrote %s (%d inputs, %d hidden, %d outputs; the slices are a spline to %.2g)",
                     path, network.x_dim, network.h_dim, network.y_dim, fit.most);

    pd_pfnn_network_deinit(&network);
    return status ? fail_file(args, &err) : 0;
}

static int run_import(const pd_tool_args *args)
{
    static const char *const genders[] = {"neutral", "female", "male", NULL};
    const char *path = pd_tool_text(args, "o");
    const char *dmpl = pd_tool_text(args, "dmpl");
    pd_smpl_data data;
    pd_error err = {0};
    int gender;
    int code = 0;

    if (args->word_count != 1) return pd_tool_usage(args, "%d files; 1 needed", args->word_count);
    if (!path) return pd_tool_usage(args, "-o OUT.safetensors is missing");

    /* both names may lead to one file, by links too, and a published file may be the only copy */
    struct stat there, output;
    const bool exists = !stat(args->words[0], &there);
    if (exists && !stat(path, &output) && there.st_dev == output.st_dev && there.st_ino == output.st_ino)
        return pd_tool_usage(args, "-o %s is the file to read; it would be lost", path);
    if (exists && S_ISDIR(there.st_mode)) return import_network(args, args->words[0]);

    if (pd_tool_is_fbx(args->words[0]))
        return pd_tool_mode(args, "input", "mhr") ? 2 : pd_tool_import_mhr(args, args->words[0]);
    if (pd_tool_mode(args, "input", "body") || pd_tool_mode(args, "soft", dmpl ? "given" : "none")) return 2;

    if (!pd_tool_choice(&gender, args, "gender", genders)) return 2;
    if (pd_smpl_data_load(&data, args->words[0], &err)) return fail_file(args, &err);

    int soft_most = 0;
    if (!pd_tool_int(&soft_most, args, "soft", 0, PD_SMPL_MAX_SOFT))
        code = 2;
    else if (dmpl && pd_smpl_import_soft(&data, dmpl, soft_most, &err))
        code = fail_file(args, &err);

    if (!code &&
        (!set_text(&data.text.name, args, "name") || !set_text(&data.text.gender, args, "gender") ||
         !set_text(&data.text.licence, args, "licence") || !set_text(&data.text.credits, args, "credits")))
        code = 1;

    if (!code) {
        pd_buffer file = {0};
        const unsigned flags = pd_tool_flag(args, "compact") ? PD_SMPL_COMPACT : 0;
        pd_status status = pd_smpl_data_check(&data, &err);
        if (!status) status = pd_train_data_encode(&file, &data, flags, &err);
        if (!status) status = pd_file_write(path, file.data, file.size, &err);
        if (!status)
            pd_tool_note(args, "wrote %s (%d vertices, %d joints, %d betas, %d soft, gender %s, %zu bytes)",
                         path, data.vertex_count, data.joint_count, data.beta_count, data.soft_count,
                         *data.text.gender ? data.text.gender : "unknown", file.size);
        if (!status && data.soft_count && !data.soft.mode_count)
            pd_tool_note(args,
                         "soft tissue has no dynamics in the file: soft moves it as oscillators of %.1f Hz, "
                         "damping ratio %.2f",
                         PD_SMPL_SOFT_MODAL_W / (2 * M_PI), PD_SMPL_SOFT_MODAL_ZETA);
        pd_buffer_deinit(&file);

        if (status) code = fail_file(args, &err);
    }

    pd_smpl_data_deinit(&data);
    return code;
}

static const pd_tool_option options[] = {
    {"o", "FILE", "the safetensors file to write", NULL},
    {"dmpl", "FILE", "soft-tissue directions from a DMPL .npz (eigvec)", NULL},
    {"soft", "N", "number of soft-tissue directions to take; 0 takes all", "8"},
    {"definition", "FILE",
     "MHR: file that defines what its parameters move [compact_v6_1.model beside the FBX]", NULL},
    {"activation", "FILE",
     "MHR: first layer of its pose correctives [corrective_activation.npz beside the FBX]", NULL},
    {"blendshapes", "FILE",
     "MHR: second layer of its pose correctives, for the same level of detail "
     "[corrective_blendshapes_lodN.npz beside the FBX]",
     NULL},
    {"identity", "N", "MHR: number of blend shapes that are identity; the others are expression", "45"},
    {"compact", NULL, "half the bytes: blend shapes as float16 or int16, a network's weights as float16",
     NULL},
    {"name", "ID", "name of the model; otherwise made from the file's name", NULL},
    {"gender", "GENDER", "neutral, female or male, where the file does not say", NULL},
    {"licence", "TEXT", "the licence that the model came under", NULL},
    {"credits", "TEXT", "people to credit", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_import = {
    .name = "import",
    .words = "FILE|FOLDER",
    .summary = "Import a body model (SMPL .pkl, SMPL/SMPL-H/SMPL-X/STAR .npz, SUPR .npy, MHR .fbx) or the "
               "slices of a "
               "motion network",
    .details =
        "Pickles are parsed and never executed. posed loads the published files directly as well; the "
        "converted\n"
        "file starts faster and says where it came from. The licence of the source stays in force.\n"
        "A FOLDER has the 50 slices of a motion network as its original training writes them.\n"
        "MHR, any level of detail: the mesh, what its parameters move (.model), its pose correctives (.npz); "
        "what\n"
        "stands beside the mesh under MHR's names is found.\n\n"
        "  posedctl import basicModel_f_lbs_10_207_0_v1.0.0.pkl -o female.safetensors\n"
        "  posedctl import assets/lod1.fbx -o mhr.safetensors",
    .options = options,
    .run = run_import,
};
