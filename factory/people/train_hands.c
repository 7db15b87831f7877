/* posed-factory train-hands: principal components of hands, from poses of MakeHuman's rig and the hands that
 * have a name. */
#include "core/base/file.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/part/hand.h"
#include "core/smpl/model.h"
#include "factory/body/part/hand.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/provenance.h"
#include "tools/base/report.h"
#include "train/model/data_encode.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 4200

typedef struct training {
    const pd_tool_args *args;
    char path[PATH_BYTES];
    pd_smpl_data data;    /* to be written      */
    pd_smpl_model *model; /* model whose rest joints are used */
    pd_factory_hands hands;
    pd_factory_hands_report report;
    int components, files;
    pd_error err;
} training;

static pd_status read_pose(training *t, const char *path)
{
    pd_bytes bytes;
    pd_bvh bvh;
    pd_status status = pd_file_map(&bytes, path, &t->err);

    if (status != PD_OK) return status;

    status = pd_bvh_parse(&bvh, bytes, path, &t->err);
    pd_file_unmap(&bytes);
    if (status != PD_OK) return status;
    status = pd_factory_hands_add_pose(&t->hands, &bvh, path, &t->data, t->model->joint_template, &t->err);
    pd_bvh_deinit(&bvh);
    t->files += status == PD_OK;

    return status;
}

/* Reads every .bvh of the folder, in the order of their names. */
static pd_status read_poses(training *t, const char *folder)
{
    struct dirent **found = NULL;
    const int count = scandir(folder, &found, NULL, alphasort);
    pd_status status = count < 0 ? pd_fail(&t->err, PD_ERR_NOT_FOUND, folder, "no such folder") : PD_OK;

    for (int i = 0; i < count; i++) {
        char file[PATH_BYTES];
        const char *dot = strrchr(found[i]->d_name, '.');
        snprintf(file, sizeof file, "%.3900s/%.255s", folder, found[i]->d_name);
        if (status == PD_OK && dot && !strcmp(dot, ".bvh")) status = read_pose(t, file);
        free(found[i]);
    }

    free(found);
    if (status == PD_OK && !t->files)
        status = pd_fail(&t->err, PD_ERR_NOT_FOUND, folder, "the folder has no .bvh with a pose");

    return status;
}

static pd_status write_model(training *t)
{
    static const char mark[] =
        ". Hands' components learned by: posedctl train-hands --poses DIR --components ";
    static const char end[] = " poses by name";

    /* Replace the sentence about hands in the provenance. */
    char sentence[300];
    char *old = t->data.text.provenance;
    char *before = old ? strstr(old, mark) : NULL;
    char *after = before ? strstr(before, end) : NULL;
    if (after) memmove(before, after + strlen(end), strlen(after + strlen(end)) + 1);
    snprintf(sentence, sizeof sentence,
             "%s%d, from %d poses of MakeHuman's assets (CC0 1.0: makehuman-assets, base/poses) and %d%s",
             mark, t->components, t->files, PD_SMPL_HAND_POSE_COUNT, end);
    pd_status status = pd_tool_provenance_add(&t->data.text, sentence, &t->err);

    pd_buffer out = {0};
    const char *path = pd_tool_text(t->args, "o") ? pd_tool_text(t->args, "o") : t->path;
    const unsigned flags = pd_tool_flag(t->args, "exact") ? 0 : PD_SMPL_COMPACT;
    if (status == PD_OK) status = pd_smpl_data_check(&t->data, &t->err);
    if (status == PD_OK) status = pd_train_data_encode(&out, &t->data, flags, &t->err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, &t->err);
    pd_buffer_deinit(&out);
    if (status == PD_OK) fprintf(stderr, "wrote %s\n", path);

    return status;
}

static pd_status write_report(training *t)
{
    json_t *rows = json_array();

    for (int i = 0; i < t->components; i++)
        json_array_append_new(rows, json_pack("{s:i,s:f,s:f}", "components", i + 1, "variance",
                                              t->report.variance[i], "left_out_degrees",
                                              t->report.left_out_deg[i]));
    json_t *report =
        json_pack("{s:i,s:i,s:o}", "poses", t->report.samples, "files", t->files, "by_components", rows);
    const pd_status status = pd_tool_report_write(report, JSON_INDENT(1) | JSON_REAL_PRECISION(5),
                                                  pd_tool_text(t->args, "report"), &t->err);
    json_decref(report);

    return status;
}

static pd_status train_hands(training *t)
{
    pd_smpl_data copy = {0};

    pd_tool_model_path(t->path, sizeof t->path, pd_tool_text(t->args, "model"));
    pd_status status = pd_smpl_data_load(&t->data, t->path, &t->err);
    if (status == PD_OK) status = pd_smpl_data_load(&copy, t->path, &t->err);
    if (status == PD_OK) status = pd_smpl_model_build(&t->model, &copy, &t->err);
    if (status != PD_OK) return status;

    status = read_poses(t, pd_tool_text(t->args, "poses"));
    if (status == PD_OK)
        status = pd_factory_hands_add_named(&t->hands, &t->data, t->model->joint_template, &t->err);
    if (status == PD_OK)
        status = pd_factory_hands_learn(&t->data, &t->report, &t->hands, t->components, &t->err);
    if (status == PD_OK) status = write_model(t);

    return status == PD_OK ? write_report(t) : status;
}

static int run_train_hands(const pd_tool_args *args)
{
    training t = {.args = args};

    if (!pd_tool_text(args, "poses"))
        return pd_tool_usage(args,
                             "--poses DIR is needed: a folder with poses of MakeHuman's default rig (.bvh)");
    if (!pd_tool_int(&t.components, args, "components", 1, PD_SMPL_HAND_ANGLES)) return 2;

    pd_status status = train_hands(&t);
    pd_smpl_data_deinit(&t.data);
    pd_smpl_model_release(t.model);
    pd_factory_hands_deinit(&t.hands);

    return status == PD_OK ? 0 : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options[] = {
    {"poses", "DIR", "poses of MakeHuman's default rig: every .bvh of the folder, its first frame", NULL},
    {"model", "MODEL", "body model with SMPL-X's hands: a file, or the name of a shipped one", "person"},
    {"components", "N", "components for each hand; no more than there are poses", "12"},
    {"o", "FILE", "model file to write; without it, the file that was read", NULL},
    {"report", "FILE",
     "file for the share of the poses that each number of components explains [standard output]", NULL},
    {"exact", NULL, "keep all numbers in single precision", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_hands = {
    .name = "train-hands",
    .words = "",
    .summary = "Learn the principal components of hand poses",
    .details =
        "Gives a model left_hand_pose and right_hand_pose by coefficients, as SMPL-X's have: eigenvectors of "
        "both hands of every\n"
        "pose, mirrored to left ones, and of the hands that have a name, about the relaxed hand. "
        "docs/lab/people.md.",
    .options = options,
    .run = run_train_hands,
};
