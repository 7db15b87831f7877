/* posedctl train-poses: the poses that pose blend shapes are learned from (core/train/poses.h). */
#include "core/fit/skeleton.h"
#include "core/io/npz.h"
#include "core/math/rotation.h"
#include "core/train/deform.h"
#include "core/train/poses.h"
#include "tools/capture_list.h"
#include "tools/local.h"
#include "tools/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K PD_TRAIN_POSE_JOINTS

typedef struct work {
    const pd_tool_args *args;
    pd_tool_local local;
    pd_tool_capture_list list;
    pd_anim_skeleton target;
    pd_anim_clip *clips;       /* (list.count) */
    pd_status *status;         /* (list.count) */
    pd_error *errors;          /* (list.count) */
    pd_train_pose_clip *named; /* (list.count) */
    pd_train_deformer *deformer;
    pd_error err;
} work;

static void read_clip(void *arg, int index, int worker)
{
    work *w = arg;
    (void)worker;
    w->status[index] =
        pd_tool_capture_clip(&w->clips[index], &w->list.rows[index], &w->target, &w->errors[index]);
}

static pd_status read_clips(work *w, const char *folder)
{
    pd_status status = pd_tool_capture_list_read(&w->list, folder, &w->err);
    if (status != PD_OK) return status;
    size_t n = (size_t)w->list.count;
    w->clips = calloc(n, sizeof *w->clips);
    w->status = calloc(n, sizeof *w->status);
    w->errors = calloc(n, sizeof *w->errors);
    w->named = calloc(n, sizeof *w->named);
    if (!w->clips || !w->status || !w->errors || !w->named)
        return pd_fail(&w->err, PD_ERR_MEMORY, folder, "no room for %zu clips", n);
    pd_execute(w->local.executor, read_clip, w, w->list.count);
    double seconds = 0;
    for (size_t i = 0; i < n; i++) {
        if (w->status[i] != PD_OK) {
            w->err = w->errors[i];
            return w->status[i];
        }
        w->named[i] = (pd_train_pose_clip){&w->clips[i], w->list.rows[i].name};
        seconds += pd_anim_clip_seconds(&w->clips[i]);
    }
    fprintf(stderr, "%zu clips, %.0f s of motion\n", n, seconds);
    return PD_OK;
}

static double least_det(void *ctx, const float *rotations)
{
    return pd_train_deformer_least_det(ctx, rotations);
}

static void count_kinds(const pd_train_poses *poses)
{
    static const char *const names[] = {"capture", "sweep", "composite"};
    int counts[3][2] = {{0}};
    for (int i = 0; i < poses->count; i++) counts[poses->kinds[i]][poses->held_out[i]]++;
    for (int kind = 0; kind < 3; kind++)
        fprintf(stderr, "%-9s %4d to learn from, %4d held out\n", names[kind], counts[kind][0],
                counts[kind][1]);
}

/* Labels as one text, a line each: npz holds numbers. */
static pd_status encode(pd_buffer *out, const pd_train_poses *poses, pd_error *err)
{
    size_t n = (size_t)poses->count;
    pd_buffer labels = {0};
    float *vectors = malloc(n * 3 * K * sizeof *vectors);
    if (!vectors) return pd_fail(err, PD_ERR_MEMORY, "npz", "no room for %zu poses", n);
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
    if (labels.failed) status = pd_fail(err, PD_ERR_MEMORY, "npz", "no room for the labels");
    pd_buffer_deinit(&labels);
    free(vectors);
    return status;
}

static int read_options(pd_train_pose_options *out, const pd_tool_args *args)
{
    int seed = 1;
    *out = (pd_train_pose_options){0};
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) ||
        !pd_tool_int(&out->capture_count, args, "capture", 1, 100000) ||
        !pd_tool_int(&out->capture_held_out, args, "capture-held-out", 1, 100000) ||
        !pd_tool_int(&out->sweep_steps, args, "steps", 1, 100) ||
        !pd_tool_int(&out->composite_count, args, "composites", 1, 100000) ||
        !pd_tool_int(&out->composite_held_out, args, "composites-held-out", 1, 100000))
        return 0;
    out->seed = (uint64_t)seed;
    return 1;
}

static pd_status make(work *w, pd_train_pose_options *options, pd_buffer *file)
{
    pd_train_poses poses;
    pd_status status = pd_fit_skeleton_of(&w->target, w->local.model, NULL, 0, &w->err);
    if (status == PD_OK) status = read_clips(w, pd_tool_text(w->args, "data"));
    if (status == PD_OK)
        status = pd_train_deformer_build(&w->deformer, w->local.model, NULL, 0, &(pd_train_deform_options){0},
                                         &w->err);
    if (status != PD_OK) return status;
    options->det = least_det;
    options->ctx = w->deformer;
    status = pd_train_poses_init(&poses, w->named, w->list.count, options, &w->err);
    if (status != PD_OK) return status;
    count_kinds(&poses);
    status = encode(file, &poses, &w->err);
    pd_train_poses_deinit(&poses);
    return status;
}

static void deinit(work *w)
{
    for (int i = 0; w->clips && i < w->list.count; i++) pd_anim_clip_deinit(&w->clips[i]);
    free(w->clips), free(w->status), free(w->errors), free(w->named);
    pd_tool_capture_list_deinit(&w->list);
    pd_train_deformer_free(w->deformer);
    pd_tool_local_close(&w->local);
}

static int run(const pd_tool_args *args)
{
    work w = {.args = args};
    pd_train_pose_options options;
    pd_buffer file = {0};
    double start_s = pd_tool_clock_s();
    if (!pd_tool_text(args, "data"))
        return pd_tool_usage(args, "--data DIR is needed: motion capture with an index.csv");
    if (!read_options(&options, args)) return 2;
    int code = pd_tool_local_open(&w.local, args);
    if (code) return code;
    code = make(&w, &options, &file) == PD_OK
               ? pd_tool_write(args, pd_tool_text(args, "o"), file.data, file.size)
               : pd_tool_fail(args, &w.err);
    if (!code) fprintf(stderr, "%.1f s\n", pd_tool_clock_s() - start_s);
    pd_buffer_deinit(&file);
    deinit(&w);
    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"o", "FILE", "where to write the npz; - is standard output", "-"},
    {"seed", "N", "of held-out clips and composites", "1"},
    {"capture", "N", "captured poses to learn from", "240"},
    {"capture-held-out", "N", "captured poses of other clips", "100"},
    {"steps", "N", "of every joint's sweep to each end of its range", "6"},
    {"composites", "N", "random poses to learn from", "120"},
    {"composites-held-out", "N", "other random poses", "50"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_poses = {"train-poses",
                                                 "",
                                                 "choose the poses that pose blend shapes are learned from",
                                                 "Reads every clip that an index.csv below DIR lists, brings "
                                                 "it to the body's joints and writes poses (N,72)\n"
                                                 "axis-angle, kind (0 capture, 1 sweep, 2 composite), "
                                                 "held_out, weight, and labels as UTF-8 bytes, a line each.",
                                                 options_table,
                                                 run};
