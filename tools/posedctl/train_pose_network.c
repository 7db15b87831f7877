/* posedctl train-pose-network: learns the pose of a whole body from head, hands and feet. */
#include "tools/base/mode.h"
#include "core/kernel/linalg.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "tools/train/pose_network_judge.h"
#include "tools/train/pose_network_set.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE        30 /* frames a second that are learned from */
#define EVALUATIONS 20 /* at the held-out clips while it learns */
#define REPORTS     200

typedef struct training {
    const pd_tool_args *args;
    const pd_executor *executor;
    pd_train_pose_network_options options;
    pd_tool_pose_network_set set;
    pd_error err;
} training;

/* ---- learning */

/* Trains the network and prints its progress. */
static pd_status learn_train_pose_network(training *t, pd_train_pose_network *network,
                                          const pd_train_pose_world *held)
{
    double sum = 0;
    double start = pd_tool_clock_s();
    long since = 0;
    long each = t->options.steps / EVALUATIONS > 0 ? t->options.steps / EVALUATIONS : 1;

    for (long s = 1; s <= t->options.steps; s++) {
        sum += pd_train_pose_network_step(network);
        since++;

        /* Estimate the whole time after the first steps. */
        if (s == REPORTS)
            fprintf(stderr, "%.3f s a step, %.0f s for all\n", (pd_tool_clock_s() - start) / REPORTS,
                    (pd_tool_clock_s() - start) / REPORTS * (double)t->options.steps);
        if (s % each && s < t->options.steps) continue;

        /* Measure the present error on held-out clips, without the solver's refinement by DLS. */
        pd_ik_neural_weights weights;
        pd_ik_neural *built;
        pd_status status = pd_train_pose_network_export(&weights, network, &t->err);
        if (status == PD_OK) status = pd_ik_neural_build(&built, &weights, &t->err);
        if (status != PD_OK) return status;

        fprintf(stderr, "%6ld  cost %.4f  held out:", s, sum / (double)since);
        for (int set = 0; set < 4; set++) {
            pd_tool_pose_glance glance;
            pd_tool_pose_network_glance(&glance, built, held, (pd_train_pose_set)set);
            fprintf(stderr, "  %s %.1f mm %.1f deg", pd_tool_pose_set_names[set], 1000 * glance.metres,
                    glance.degrees);
        }

        fprintf(stderr, "\n");
        pd_ik_neural_release(built);
        sum = 0;
        since = 0;
    }

    fprintf(stderr, "%.0f s\n", pd_tool_clock_s() - start);
    return PD_OK;
}

/* Exports the network with its provenance and credits, and writes it. */
static pd_status save(training *t, const pd_train_pose_network *network)
{
    const char *path = pd_tool_text(t->args, "o");
    const pd_train_pose_network_options *o = &t->options;
    pd_ik_neural_weights weights;
    pd_status status = pd_train_pose_network_export(&weights, network, &t->err);

    if (status != PD_OK) return status;
    pd_ik_neural_weights_round(&weights);

    /* The provenance has every option that the result depends on. */
    pd_model_text *text = &weights.text;
    char how[600];
    snprintf(
        how, sizeof how,
        "Trained on motion capture by: posedctl train-pose-network --data DIR --hidden %d --blocks %d "
        "--steps %ld --rate %g --seed %llu; forward kinematics of captured and mixed poses on bodies of the "
        "shipped models; no data of AMASS or SMPL had any part in it",
        o->hidden, o->blocks, o->steps, o->rate, (unsigned long long)o->seed);
    text->name = strdup("pose-network");
    text->provenance = strdup(how);
    if (!text->name || !text->provenance)
        status = pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");
    else
        status = pd_tool_credits_texts(&text->licence, &text->credits, &t->set.capture.credits,
                                       PD_TOOL_CREDITS_TRAINED, "CC BY 4.0", t->args, &t->err);

    if (status == PD_OK) status = pd_ik_neural_weights_save(&weights, path, &t->err);
    pd_ik_neural_weights_deinit(&weights);
    if (status == PD_OK) pd_tool_note(t->args, "wrote %s", path);

    return status;
}

/* Makes the training data, trains the network and saves it. */
static pd_status train_pose_network(training *t)
{
    const pd_train_pose_noise noise = {
        .swapped = 0.15, .arms = 0.15, .joints = 0.03, .tracker_m = 0.005, .tracker_radians = 0.03};
    pd_train_pose_motion motion = {0}, held_motion = {0};
    pd_train_pose_network *network = NULL;
    pd_status status = pd_tool_pose_network_motion(&motion, &t->set, 0, RATE, &t->err);
    if (status == PD_OK) status = pd_tool_pose_network_motion(&held_motion, &t->set, 1, RATE, &t->err);

    /* Held-out motions are measured without noise and on one body. */
    const pd_train_pose_world world = {
        .motion = &motion, .bodies = t->set.bodies, .body_count = t->set.body_count, .noise = noise};
    const pd_train_pose_world held = {
        .motion = &held_motion, .bodies = t->set.bodies, .body_count = 1, .noise = {0, 0, 0, 0, 0}};
    if (status == PD_OK)
        status = pd_train_pose_network_create(&network, &world, &t->options, t->executor, &t->err);
    if (status == PD_OK) status = learn_train_pose_network(t, network, &held);
    if (status == PD_OK) status = save(t, network);
    pd_train_pose_network_release(network);
    pd_train_pose_motion_deinit(&motion);
    pd_train_pose_motion_deinit(&held_motion);

    return status;
}

/* ---- the command */

/* Compares a network with the other solvers and writes the report. */
static void judge_train_pose_network(training *t, const char *network)
{
    char model[1100];

    snprintf(model, sizeof model, "%s/default.safetensors", pd_tool_text(t->args, "models"));
    const pd_tool_pose_judging judging = {.set = &t->set,
                                          .network = network,
                                          .prior = pd_tool_text(t->args, "prior"),
                                          .report = pd_tool_text(t->args, "report"),
                                          .picture = pd_tool_text(t->args, "picture"),
                                          .model = model,
                                          .executor = t->executor};
    pd_tool_pose_network_judge(&judging, &t->err);
}

static int run_train_pose_network(const pd_tool_args *args)
{
    training t = {.args = args, .options = pd_train_pose_network_defaults()};
    pd_train_pose_network_options *o = &t.options;
    int threads = 0;
    int steps = (int)o->steps;
    int seed = (int)o->seed;
    const char *judged = pd_tool_text(args, "judge");

    if (!pd_tool_int(&threads, args, "threads", 0, 256) ||
        !pd_tool_int(&o->hidden, args, "hidden", 1, PD_IK_NEURAL_HIDDEN) ||
        !pd_tool_int(&o->blocks, args, "blocks", 0, PD_IK_NEURAL_BLOCKS) ||
        !pd_tool_int(&steps, args, "steps", 1, 100000000) ||
        !pd_tool_double(&o->rate, args, "rate", 1e-9, 1) || !pd_tool_int(&seed, args, "seed", 0, 1000000000))
        return 2;
    if (pd_tool_mode(args, "work", judged ? "judge" : "train")) return 2;
    o->steps = steps;
    o->seed = (uint64_t)seed;
    if (!pd_tool_text(args, "data")) return pd_tool_usage(args, "--data DIR is missing");

    /* BLAS stays on one thread, since the pool shares the work. */
    pd_k_blas_serial();
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    t.executor = pool ? pd_tool_pool_executor(pool) : NULL;
    if (!pool)
        pd_fail(&t.err, PD_ERR_MEMORY, "threads", "cannot be started");
    else if (pd_tool_pose_network_set_make(&t.set, pd_tool_text(args, "data"), pd_tool_text(args, "models"),
                                           t.options.seed, t.executor, &t.err) == PD_OK) {
        if (judged)
            judge_train_pose_network(&t, judged);
        else
            train_pose_network(&t);
        pd_tool_pose_network_set_deinit(&t.set);
    }

    pd_tool_pool_release(pool);
    return t.err.status ? pd_tool_fail(args, &t.err) : 0;
}

static const pd_tool_option options_table[] = {
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"models", "DIR", "default, female and male.safetensors, whose bodies wear the trackers", "models"},
    PD_TOOL_CREDITS_OPTIONS,
    {"o", "FILE", "network file to write", "pose-network.safetensors"},
    {"hidden", "N", "units of a hidden layer", "448"},
    {"blocks", "N", "residual layers between the first and the last", "2"},
    {"steps", "N", "training steps of 1024 examples each", "12000"},
    {"rate", "X", "largest learning rate", "0.0015"},
    {"seed", "N", "seed of all random choices; the same seed gives the same file", "1"},
    {"judge", "FILE", "learn nothing: compare this network with the other solvers on the held-out clips",
     NULL},
    {"prior", "FILE", "pose prior of the solver example, which --judge then compares too", NULL},
    {"report", "FILE", "JSON file for every figure of --judge", NULL},
    {"picture", "FILE.png", "picture of some held-out poses of --judge, as captured and as solved", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_pose_network = {
    .name = "train-pose-network",
    .words = "",
    .summary = "Learn the network that estimates a pose from head, hands and feet",
    .details =
        "Trains the network of solver \"neural\" (POST /v1/ik/solve): motion capture gives poses, forward "
        "kinematics on\nbodies of all shapes computes what trackers on head, hands and feet would measure, "
        "and "
        "the network learns\nthe inverse. A fifth of the clips is held out. docs/lab/ik.md has the method "
        "and "
        "the results.\n\n  posedctl train-pose-network --data capture -o models/pose-network.safetensors\n  "
        "posedctl train-pose-network --data capture --judge models/pose-network.safetensors",
    .options = options_table,
    .run = run_train_pose_network,
};
