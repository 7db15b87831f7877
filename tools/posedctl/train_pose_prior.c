/* posedctl train-pose-prior: learns which poses are likely, for solver "example" of inverse kinematics. */
#include "tools/base/mode.h"
#include "core/retarget/skeleton.h"
#include "train/prior/pose_prior.h"
#include "tools/train/capture_clips.h"
#include "tools/base/local.h"
#include "tools/measure/observe_measure.h"
#include "tools/train/prior_measure.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEASURED 150 /* poses */
#define FITTED   200

typedef struct training {
    const pd_tool_args *args;
    pd_tool_local local;
    pd_train_prior_rows rows;
    pd_tool_credits credits;
    pd_train_prior_options options;
    pd_tool_progress bar;
    pd_error err;
} training;

/* Reads motion capture onto the model's skeleton and makes the rows to learn from. */
static pd_status read_rows_train_pose_prior(training *t)
{
    pd_tool_capture_clips clips = {0};
    pd_anim_skeleton target;
    pd_train_prior_clip *named = NULL;
    pd_status status = pd_retarget_skeleton_of(&target, t->local.model, NULL, 0, &t->err);

    if (status == PD_OK)
        status = pd_tool_capture_clips_read(&clips, pd_tool_text(t->args, "data"), &target, t->local.executor,
                                            &t->err);

    /* Names and descriptions of the clips decide their style. */
    size_t n = (size_t)clips.list.count;
    if (status == PD_OK && !(named = calloc(n, sizeof *named)))
        status = pd_fail(&t->err, PD_ERR_MEMORY, "poses", "out of memory for %zu clips", n);
    for (size_t i = 0; i < n && named; i++)
        named[i] =
            (pd_train_prior_clip){&clips.clips[i], clips.list.rows[i].name, clips.list.rows[i].description};

    if (status == PD_OK) status = pd_train_prior_rows_init(&t->rows, named, (int)n, t->options.seed, &t->err);
    t->credits = clips.credits;
    free(named);
    pd_tool_capture_clips_deinit(&clips);

    return status;
}

/* Progress callback of the learning. */
static void tell_train_pose_prior(void *ctx, int done, int total)
{
    training *t = ctx;
    if (!done) pd_tool_progress_begin(&t->bar, "styles", total);
    pd_tool_progress_step(&t->bar, done);
    if (done == total) pd_tool_progress_end(&t->bar);
}

/* --- comparing --- */

typedef struct contender {
    const char *name;
    int one_style, components, rank;
} contender;

static const contender contenders[] = {{"Gaussian", 1, 1, PD_TRAIN_PRIOR_DIM - 1},
                                       {"PPCA", 1, 1, 16},
                                       {"mixture of Gaussians", 1, 12, PD_TRAIN_PRIOR_DIM - 1},
                                       {"mixture of Gaussians", 1, 32, PD_TRAIN_PRIOR_DIM - 1},
                                       {"mixture of PPCA", 1, 32, 16},
                                       {"mixture of PPCA", 1, 96, 16},
                                       {"mixture of PPCA", 1, 96, 32},
                                       {"styles, one PPCA each", 0, 1, 16},
                                       {"styles, mixtures of PPCA", 0, 24, 40},
                                       {"styles, mixtures of PPCA", 0, 48, 16},
                                       {"styles, mixtures of PPCA", 0, 96, 16},
                                       {"styles, mixtures of PPCA", 0, 96, 32},
                                       {"styles, mixtures of PPCA", 0, 192, 16}};

/* Prints how likely a prior makes the learned and the held-out poses. */
static pd_status judge_train_pose_prior(training *t, const char *name, pd_ik_prior *prior, int styled)
{
    pd_ik_prior *built;
    const pd_executor *executor = t->local.executor;
    size_t bytes = 4 * (size_t)prior->component_count * (size_t)(prior->dim * (prior->rank + 1) + 2);

    if (pd_ik_prior_build(&built, prior, &t->err)) return t->err.status;

    /* Negative log-likelihood of learned and held-out poses, and of held-out ones when the style is given. */
    double learned = pd_train_prior_nll(built, &t->rows, 0, 0, executor);
    double held = pd_train_prior_nll(built, &t->rows, 1, 0, executor);
    double own = NAN;
    if (styled) own = pd_train_prior_nll(built, &t->rows, 1, 1, executor);
    printf("%-28s %4d components %2d directions %7.1f KB  learned %8.2f  held out %8.2f  style known %8.2f\n",
           name, built->component_count, built->rank, (double)bytes / 1e3, learned, held, own);
    fflush(stdout);
    pd_ik_prior_release(built);

    return PD_OK;
}

/* Learns each contender and prints its figures. */
static pd_status train_pose_prior_compare(training *t)
{
    for (size_t i = 0; i < sizeof contenders / sizeof *contenders; i++) {
        pd_ik_prior prior;
        pd_train_prior_options o = t->options;
        o.one_style = contenders[i].one_style;
        o.components = contenders[i].components;
        o.rank = contenders[i].rank;
        o.tell = NULL;
        if (pd_train_prior_learn(&prior, &t->rows, &o, t->local.executor, &t->err)) return t->err.status;
        if (judge_train_pose_prior(t, contenders[i].name, &prior, !o.one_style)) return t->err.status;
    }

    return PD_OK;
}

/* --- learning --- */

/* Learns the prior with the given options and writes it. */
static pd_status learn_train_pose_prior(training *t)
{
    pd_ik_prior prior;
    const char *file = pd_tool_text(t->args, "o");
    pd_status status = pd_train_prior_learn(&prior, &t->rows, &t->options, t->local.executor, &t->err);

    if (status != PD_OK) return status;

    /* The provenance has every option that the result depends on. */
    char how[400];
    snprintf(how, sizeof how,
             "%d poses of motion capture and their mirror images; learned by: posedctl train-pose-prior "
             "--data DIR "
             "--components %d --directions %d --seed %d",
             pd_train_prior_rows_count(&t->rows, -1, 0) / 2, t->options.components, t->options.rank,
             (int)t->options.seed);
    prior.text.name = strdup("posed pose prior");
    prior.text.provenance = strdup(how);
    if (!prior.text.name || !prior.text.provenance)
        status = pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");
    else
        status = pd_tool_credits_texts(&prior.text.licence, &prior.text.credits, &t->credits,
                                       PD_TOOL_CREDITS_TRAINED, "CC BY 4.0", t->args, &t->err);

    if (status == PD_OK) status = pd_ik_prior_save(&prior, file, &t->err);
    if (status != PD_OK) {
        pd_ik_prior_deinit(&prior);
        return status;
    }

    pd_tool_note(t->args, "wrote %s", file);

    return judge_train_pose_prior(t, "styles, mixtures of PPCA", &prior, 1);
}

/* --- measuring --- */

/* Measures the written prior with inverse kinematics, or with fits to observations. */
static pd_status measure_train_pose_prior(training *t)
{
    pd_ik_prior *prior;
    pd_anim_skeleton skeleton;
    pd_status status = pd_ik_prior_load(&prior, pd_tool_text(t->args, "o"), &t->err);

    if (status != PD_OK) return status;
    if (pd_tool_flag(t->args, "measure-fit")) {
        status = pd_tool_observe_measure(prior, &t->rows, t->local.model, FITTED, &t->err);
        pd_ik_prior_release(prior);
        return status;
    }

    status = pd_retarget_skeleton_of(&skeleton, t->local.model, NULL, 0, &t->err);
    if (status == PD_OK) status = pd_tool_prior_measure(prior, &t->rows, &skeleton, MEASURED, &t->err);
    pd_ik_prior_release(prior);

    return status;
}

static int run_train_pose_prior(const pd_tool_args *args)
{
    training t = {.args = args};
    pd_train_prior_options *o = &t.options;
    int seed = 1;
    double start_s = pd_tool_clock_s();

    if (!pd_tool_text(args, "data"))
        return pd_tool_usage(args, "--data DIR is needed: motion capture with an index.csv");
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) ||
        !pd_tool_int(&o->components, args, "components", 1, PD_IK_PRIOR_MAX_COMPONENTS) ||
        !pd_tool_int(&o->rank, args, "directions", 1, PD_TRAIN_PRIOR_DIM - 1) ||
        !pd_tool_int(&o->rounds, args, "rounds", 1, 1000) ||
        !pd_tool_double(&o->noise, args, "noise", 1e-6, 1) ||
        !pd_tool_double(&o->shrink, args, "shrink", 1e-6, 1e6))
        return 2;

    /* Check that the given options fit the work. */
    const bool measures = pd_tool_flag(args, "measure") || pd_tool_flag(args, "measure-fit");
    if (pd_tool_mode(args, "work",
                     pd_tool_flag(args, "compare") ? "compare"
                     : measures                    ? "measure"
                                                   : "train"))
        return 2;
    o->seed = (uint64_t)seed;
    o->tell = tell_train_pose_prior;
    o->ctx = &t;

    int code = pd_tool_local_open(&t.local, args);
    if (code) return code;

    /* Read the poses and print how many there are of each style. */
    pd_status status = read_rows_train_pose_prior(&t);
    if (status == PD_OK) {
        for (int s = 0; s < PD_TRAIN_STYLE_COUNT; s++)
            fprintf(stderr, "%-8s %6d poses to learn from, %5d held out\n",
                    pd_train_style_name((pd_train_style)s), pd_train_prior_rows_count(&t.rows, s, 0),
                    pd_train_prior_rows_count(&t.rows, s, 1));
    }

    if (status == PD_OK)
        status = pd_tool_flag(args, "compare") ? train_pose_prior_compare(&t)
                 : pd_tool_flag(args, "measure") || pd_tool_flag(args, "measure-fit")
                     ? measure_train_pose_prior(&t)
                     : learn_train_pose_prior(&t);

    fprintf(stderr, "%.0f s\n", pd_tool_clock_s() - start_s);
    pd_train_prior_rows_deinit(&t.rows);
    pd_tool_local_close(&t.local);

    return status == PD_OK ? 0 : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"o", "FILE", "prior file to write", "models/pose-prior.safetensors"},
    PD_TOOL_CREDITS_OPTIONS,
    {"components", "N", "mixture components of all styles together", "96"},
    {"directions", "N", "directions of each component", "16"},
    {"rounds", "N", "rounds of EM, at most", "40"},
    {"noise", "X", "least variance beside the directions, of numbers scaled to 1", "0.03"},
    {"shrink", "N", "weight of the style's own spread in each component, as a number of poses", "30"},
    {"seed", "N", "seed of held-out clips and of the components' starts", "1"},
    {"measure", NULL,
     "learn nothing: solve for held-out poses with the prior in FILE, and print how near the solvers come",
     NULL},
    {"measure-fit", NULL,
     "learn nothing: fit bodies to joints and keypoints of held-out poses, and print how near they come",
     NULL},
    {"compare", NULL, "learn priors of many kinds and sizes, print how good each is, and write none", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_pose_prior = {
    .name = "train-pose-prior",
    .words = "",
    .summary = "Learn a prior of likely poses for the inverse kinematics solver `example`",
    .details = "Reads every clip that an index.csv below DIR lists, brings it to the body's joints, finds a "
               "style for "
               "each pose\nand learns for each style a mixture of probabilistic principal component "
               "analysers. Figures "
               "are means of\n-log p, in nats, of the poses learned from and of those of held-out clips. "
               "docs/lab/ik.md "
               "has the method and the results.\n\n  posedctl train-pose-prior --data capture -o "
               "models/pose-prior.safetensors",
    .options = options_table,
    .run = run_train_pose_prior,
};
