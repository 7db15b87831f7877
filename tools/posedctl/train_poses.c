/* posedctl train-poses: the poses that pose blend shapes are learned from (train/corrective/poses.h). */
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "train/corrective/poses.h"
#include "tools/base/local.h"
#include "tools/train/pose_set.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K PD_TRAIN_POSE_JOINTS

/* Labels as one text, a line each: npz holds numbers. */
static pd_status encode_train_poses(pd_buffer *out, const pd_train_poses *poses, pd_error *err)
{
    size_t n = (size_t)poses->count;
    pd_buffer labels = {0};
    float *vectors = malloc(n * 3 * K * sizeof *vectors);

    if (!vectors) return pd_fail(err, PD_ERR_MEMORY, "npz", "out of memory for %zu poses", n);

    pd_rot_to_axis_angle_array(vectors, poses->rotations, (int)n * K);
    for (int i = 0; i < poses->count; i++) pd_buffer_printf(&labels, "%s\n", poses->labels[i]);
    pd_array arrays[] = {pd_array_of(PD_DTYPE_F32, vectors, 2, (size_t[]){n, 3 * K}),
                         pd_array_of(PD_DTYPE_U8, poses->kinds, 1, &n),
                         pd_array_of(PD_DTYPE_U8, poses->held_out, 1, &n),
                         pd_array_of(PD_DTYPE_F32, poses->weights, 1, &n),
                         pd_array_of(PD_DTYPE_U8, labels.data, 1, &labels.size)};
    static const char *const names[] = {"poses", "kind", "held_out", "weight", "labels"};

    pd_npz_writer writer = pd_npz_begin(out);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pd_npz_add(&writer, names[i], &arrays[i]);
    pd_status status = pd_npz_end(&writer, err);
    if (labels.failed) status = pd_fail(err, PD_ERR_MEMORY, "npz", "out of memory for the labels");
    pd_buffer_deinit(&labels);
    free(vectors);

    return status;
}

static int run_train_poses(const pd_tool_args *args)
{
    pd_tool_local local;
    pd_train_pose_options options = {0};
    pd_train_poses poses;
    pd_buffer file = {0};
    int seed = 1;
    pd_error err;
    double start_s = pd_tool_clock_s();

    if (!pd_tool_text(args, "data"))
        return pd_tool_usage(args, "--data DIR is needed: motion capture with an index.csv");
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) ||
        !pd_tool_int(&options.capture_count, args, "capture", 1, 100000) ||
        !pd_tool_int(&options.capture_held_out, args, "capture-held-out", 1, 100000) ||
        !pd_tool_int(&options.sweep_steps, args, "steps", 1, 100) ||
        !pd_tool_int(&options.composite_count, args, "composites", 1, 100000) ||
        !pd_tool_int(&options.composite_held_out, args, "composites-held-out", 1, 100000))
        return 2;
    options.seed = (uint64_t)seed;

    int code = pd_tool_local_open(&local, args);
    if (code) return code;

    pd_status status = pd_tool_pose_set_make(&poses, NULL, local.model, pd_tool_text(args, "data"), &options,
                                             local.executor, &err);
    if (status == PD_OK) {
        status = encode_train_poses(&file, &poses, &err);
        pd_train_poses_deinit(&poses);
    }

    code = status == PD_OK ? pd_tool_write_noted(args, pd_tool_text(args, "o"), file.data, file.size,
                                                 "made in %.1f s", pd_tool_clock_s() - start_s)
                           : pd_tool_fail(args, &err);
    pd_buffer_deinit(&file);
    pd_tool_local_close(&local);

    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"o", "FILE", "npz file to write; - is standard output", "-"},
    {"seed", "N", "seed of held-out clips and composites", "1"},
    {"capture", "N", "captured poses to learn from", "240"},
    {"capture-held-out", "N", "captured poses of other clips", "100"},
    {"steps", "N", "steps of every joint's sweep to each end of its range", "6"},
    {"composites", "N", "random poses to learn from", "120"},
    {"composites-held-out", "N", "other random poses", "50"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_poses = {
    .name = "train-poses",
    .words = "",
    .summary = "Choose the poses from which pose blend shapes are learned",
    .details = "Reads every clip that an index.csv below DIR lists, brings "
               "it to the body's joints and writes poses (N,72)\n"
               "axis-angle, kind (0 capture, 1 sweep, 2 composite), "
               "held_out, weight, and labels as UTF-8 bytes, a line each.",
    .options = options_table,
    .run = run_train_poses,
};
