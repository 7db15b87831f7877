/* posedctl sparsify: makes dense pose blend shapes sparse,
 * and measures the change of the skin in millimetres. */
#include "core/base/rng.h"
#include "core/base/assert.h"
#include "core/math/rotation.h"
#include "train/model/sparsify.h"
#include "train/corrective/pose_fit.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "tools/base/progress.h"
#include "train/model/data_encode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE 0.017453292519943295

typedef struct sparsify {
    const pd_tool_args *args;
    const pd_executor *executor;
    pd_train_sparsify_options options;
    pd_train_sparsify_report report;
    pd_train_goals goals; /* the skin of the model as it was */
    pd_train_pose_error error;
    int pose_count, seed;
    double degrees;
    pd_error err;
} sparsify;

/* Samples a pose: every joint except the root turned about a random axis by up to `degrees`. */
static void sample_pose(float *rotations, pd_rng *rng, int joint_count, double degrees)
{
    PD_ASSERT(joint_count > 0 && degrees >= 0);
    for (int k = 0; k < joint_count; k++) {
        double r[3], m[9];
        double length = 0;
        double angle = (k ? 1 : 0) * degrees * DEGREE * pd_rng_uniform(rng);
        for (int c = 0; c < 3; c++) {
            r[c] = pd_rng_normal(rng);
            length += r[c] * r[c];
        }

        for (int c = 0; c < 3; c++) r[c] *= angle / sqrt(length + 1e-300);
        pd_rot_from_axis_angle(m, r);
        for (int c = 0; c < 9; c++) rotations[9 * k + c] = (float)m[c];
    }
}

static pd_status pose_all(sparsify *s, const pd_smpl_model *model)
{
    size_t pose_floats = 9 * (size_t)model->joint_count;
    size_t numbers = 3 * (size_t)model->vertex_count;
    pd_arena scratch;
    pd_smpl_body body = {0};
    pd_smpl_job job = {.bodies = &body, .body_count = 1};

    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&(pd_smpl_job){.body_count = 1}, model)))
        return pd_fail(&s->err, PD_ERR_MEMORY, "poses", "out of memory");

    for (size_t i = 0; i < (size_t)s->goals.count; i++) {
        body = (pd_smpl_body){.rotations = s->goals.rotations + pose_floats * i,
                              .vertices = s->goals.targets + numbers * i};
        pd_smpl_job_run(&job, model, &scratch, s->executor);
        pd_arena_reset(&scratch);
    }

    pd_arena_deinit(&scratch);
    return PD_OK;
}

/* The skin of the model as it is, in random poses. */
static pd_status make_goals(sparsify *s, const char *path)
{
    pd_smpl_model *model;
    pd_rng rng;

    if (pd_smpl_model_load(&model, path, &s->err)) return s->err.status;

    size_t count = (size_t)s->pose_count;
    size_t pose_floats = 9 * (size_t)model->joint_count;
    pd_rng_init(&rng, (uint64_t)s->seed);
    s->goals.count = s->pose_count;
    s->goals.rotations = malloc(count * pose_floats * sizeof *s->goals.rotations);
    s->goals.targets = malloc(count * 3 * (size_t)model->vertex_count * sizeof *s->goals.targets);
    if (s->goals.rotations && s->goals.targets) {
        for (size_t i = 0; i < count; i++)
            sample_pose(s->goals.rotations + pose_floats * i, &rng, model->joint_count, s->degrees);
        pose_all(s, model);
    } else {
        pd_fail(&s->err, PD_ERR_MEMORY, "poses", "out of memory for %zu poses", count);
    }

    pd_smpl_model_release(model);
    return s->err.status;
}

static pd_status make_sparsify(sparsify *s, const char *from, const char *to)
{
    pd_smpl_data data;
    pd_smpl_model *model;

    if (make_goals(s, from) || pd_smpl_data_load(&data, from, &s->err)) return s->err.status;
    if (!pd_train_sparsify(&data, &s->report, &s->options, &s->err)) {
        /* Round all numbers to one grid of 16 bits, which halves the file.
         * The kernels round to 16 bits in any case. */
        pd_train_pose_round(data.sparse.values, pd_train_pose_numbers(&data.sparse));
        if (data.sparse.values_dqs)
            pd_train_pose_round(data.sparse.values_dqs, pd_train_pose_numbers(&data.sparse));
        pd_train_data_save(&data, to, &s->err);
    }

    pd_smpl_data_deinit(&data);
    if (s->err.status || pd_smpl_model_load(&model, to, &s->err)) return s->err.status;
    pd_train_pose_measure(&s->error, model, PD_SMPL_LBS, &s->goals, s->executor, &s->err);
    pd_smpl_model_release(model);

    return s->err.status;
}

static int run_sparsify(const pd_tool_args *args)
{
    sparsify s = {.args = args};
    double threshold_mm = 0;
    const char *to = pd_tool_text(args, "o");

    if (args->word_count > 1) return pd_tool_usage(args, "%d models; one allowed", args->word_count);
    if (!to) return pd_tool_usage(args, "-o FILE.safetensors is missing");

    if (!pd_tool_double(&threshold_mm, args, "threshold", 0, 1000) ||
        !pd_tool_int(&s.options.most_joints, args, "joints", 1, PD_SMPL_MAX_JOINTS) ||
        !pd_tool_int(&s.pose_count, args, "poses", 1, 1000) ||
        !pd_tool_int(&s.seed, args, "seed", 0, 1 << 30) ||
        !pd_tool_double(&s.degrees, args, "degrees", 0, 180))
        return 2;

    s.options.threshold_m = threshold_mm / 1000;
    pd_tool_pool *pool = pd_tool_pool_create(0);
    if (!pool) {
        pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");
        return 1;
    }

    s.executor = pd_tool_pool_executor(pool);
    char from[4096];
    const char *name = pd_tool_model_word(args);
    pd_tool_model_path(from, sizeof from, name);
    int code =
        make_sparsify(&s, from, to)
            ? !strcmp(s.err.where, from) ? pd_tool_model_fail(args, name, &s.err) : pd_tool_fail(args, &s.err)
            : 0;
    const pd_train_sparsify_report *r = &s.report;
    const pd_train_pose_error *e = &s.error;
    if (!code && pd_tool_flag(args, "json")) {
        printf(
            "{\"entries_before\":%zu,\"entries_after\":%zu,\"patterns\":%d,\"most_joints\":%d,\"poses\":%d,"
            "\"mean_mm\":%.4f,\"area_mean_mm\":%.4f,\"p95_mm\":%.4f,\"max_mm\":%.4f,\"bound_mm\":%.4f}\n",
            r->blocks_before, r->blocks_after, r->pattern_count, r->most_joints, e->pose_count, e->vertex_mm,
            e->area_mm, e->p95_mm, e->max_mm, 1000 * r->bound_m);
    } else if (!code) {
        printf(
            "%zu of %zu pairs of vertex and joint kept (%.1f %%), %d patterns, at most %d joints a vertex\n",
            r->blocks_after, r->blocks_before, 100.0 * (double)r->blocks_after / (double)r->blocks_before,
            r->pattern_count, r->most_joints);
        printf("moved in %d poses: mean %.4f mm, by area %.4f mm, p95 %.4f mm, most %.3f mm; never over "
               "%.2f mm\n",
               e->pose_count, e->vertex_mm, e->area_mm, e->p95_mm, e->max_mm, 1000 * r->bound_m);
    }

    pd_train_goals_deinit(&s.goals);
    pd_tool_pool_release(pool);

    return code;
}

static const pd_tool_option options[] = {
    {"o", "FILE", "model file to write (safetensors)", NULL},
    {"threshold", "MM", "a joint that can move a vertex by less is left out", "0.1"},
    {"joints", "N", "at most so many joints a vertex; 4 is SMPL's own sparse variant", NULL},
    {"poses", "N", "random poses to measure the error in", "100"},
    {"degrees", "X", "largest rotation of a joint in these poses, degrees", "60"},
    {"seed", "N", "seed of the poses", "1"},
    {"json", NULL, "print JSON", NULL},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_sparsify = {
    .name = "sparsify",
    .words = "[MODEL]",
    .summary = "Make the dense pose blend shapes of a model sparse",
    .details =
        "Removes pose blend shapes that hardly move vertices far from their joint, and prints how far that\n"
        "moves the skin. MODEL is a file or the name of a shipped model (default: default). Nothing is "
        "trained.\n\n"
        "  posedctl sparsify SMPL_NEUTRAL.npz -o smpl-sparse.safetensors --threshold 0.5\n"
        "  posedctl sparsify SMPL_NEUTRAL.npz -o smpl-four.safetensors --threshold 0 --joints 4",
    .options = options,
    .run = run_sparsify,
};
