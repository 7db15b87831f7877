/* posedctl train-motion: learns a motion network from a folder of motion capture. */
#include "tools/base/mode.h"
#include "core/base/file.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/train/motion_pipeline.h"
#include "tools/train/motion_training.h"
#include "tools/train/original_set.h"
#include "tools/base/pool.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MOST 12000000 /* largest file of a network that the repository allows */

#define DEFAULT_STYLE "accad-female1=0.3"
#define RUN_STYLE     "cmu-09=0.7"

#define LICENCE "CC BY 4.0" /* licence of a network that was learned only from the free collections */

typedef struct training {
    const pd_tool_args *args;
    pd_tool_pipeline_options pipeline;
    pd_tool_training_options options;
    const pd_executor *executor;
    int is_original; /* the data is a folder of the original's own files */
    double scale;    /* factor from the unit of its BVH files to centimetres */
    pd_tool_credits credits;
    pd_train_rows rows;
    pd_buffer data; /* the pipeline's report */
    pd_tool_training result;
    pd_error err;
} training;

/* ---- options */

/* Reads the options of the network and its training. */
static int read_network(pd_train_network_options *o, const pd_tool_args *args)
{
    static const char *const losses[] = {"l1", "mse", NULL};
    int loss = 0, seed = 1;
    int warm_up = (int)o->warm_up;
    double rows = 0;
    int good = pd_tool_int(&o->hidden, args, "hidden", 1, 4096) &&
               pd_tool_int(&o->experts, args, "experts", 0, PD_PFNN_MAX_CONTROLS) &&
               pd_tool_int(&o->batch_groups, args, "batch-groups", 1, 1024) &&
               pd_tool_int(&o->group_rows, args, "group-rows", 1, PD_TRAIN_GROUP_ROWS) &&
               pd_tool_int(&seed, args, "seed", 0, 1000000000) &&
               pd_tool_int(&warm_up, args, "warm-up", 0, 1000000000) &&
               pd_tool_double(&rows, args, "rows", 1, 1e12) && pd_tool_choice(&loss, args, "loss", losses) &&
               pd_tool_double(&o->cost.dropout, args, "dropout", 0, 0.9) &&
               pd_tool_double(&o->cost.gamma, args, "gamma", 0, 1000) &&
               pd_tool_double(&o->emphasis.root, args, "emphasis-root", 0, 1000) &&
               pd_tool_double(&o->emphasis.feet, args, "emphasis-feet", 0, 1000) &&
               pd_tool_double(&o->emphasis.reach, args, "emphasis-reach", 0, 1000) &&
               pd_tool_double(&o->noise.style, args, "style-drop", 0, 1) &&
               pd_tool_double(&o->noise.dropout, args, "dropout-input", 0, 0.9) &&
               pd_tool_double(&o->rate, args, "rate", 1e-9, 1) &&
               pd_tool_double(&o->rate_last, args, "rate-last", 0, 1) &&
               pd_tool_double(&o->noise.joints, args, "noise-joints", 0, 10) &&
               pd_tool_double(&o->noise.trajectory, args, "noise-trajectory", 0, 10) &&
               pd_tool_double(&o->noise.gait, args, "noise-gait", 0, 10) &&
               pd_tool_double(&o->noise.terrain, args, "noise-terrain", 0, 10);

    o->cost.loss = (pd_train_loss)loss;
    o->seed = (uint64_t)seed;
    o->warm_up = warm_up;
    if (rows > 0) o->rows = (long)rows;

    return good;
}

/* ---- the network's file */

/* Adds name, provenance, licence and credits to the network. */
static pd_status describe_train_motion(training *t, pd_pfnn_network *network)
{
    const pd_train_network_options *o = &t->options.network;
    const pd_train_network *n = t->result.network;
    const pd_train_network_options usual = pd_train_network_defaults();

    /* Write the command that makes the network again from the same clips. */
    char others[192] = "", experts[32] = "", phase[32] = "";
    char *command = NULL;
    if (o->experts) snprintf(experts, sizeof experts, " --experts %d", o->experts);
    if (t->pipeline.phase) snprintf(phase, sizeof phase, " --phase %s", pd_tool_text(t->args, "phase"));
    if (o->group_rows != usual.group_rows || o->noise.dropout != usual.noise.dropout ||
        o->rate_last != usual.rate_last)
        snprintf(others, sizeof others, " --group-rows %d --dropout-input %g --rate-last %g", o->group_rows,
                 o->noise.dropout, o->rate_last);
    if (asprintf(
            &command,
            "posedctl train-motion --hidden %d --rows %ld --seed %llu --batch-groups %d --loss %s --rate "
            "%g "
            "--dropout %g --gamma %g --emphasis-root %g --emphasis-feet %g --emphasis-reach %g "
            "--noise-joints "
            "%g --noise-trajectory %g --noise-gait %g --noise-terrain %g --style-drop %g --default-style "
            "%s --run-style %s%s%s%s",
            o->hidden, pd_train_network_steps_done(n) * pd_train_network_step_rows(n),
            (unsigned long long)o->seed, o->batch_groups, o->cost.loss == PD_TRAIN_MSE ? "mse" : "l1",
            o->rate, o->cost.dropout, o->cost.gamma, o->emphasis.root, o->emphasis.feet, o->emphasis.reach,
            o->noise.joints, o->noise.trajectory, o->noise.gait, o->noise.terrain, o->noise.style,
            pd_tool_text(t->args, "default-style"), pd_tool_text(t->args, "run-style"), experts, phase,
            others) < 0)
        command = NULL;

    /* The provenance says what kind of data it was learned from. */
    pd_model_text *text = &network->text;
    pd_buffer names = {0};
    pd_tool_credits_names(&names, &t->credits);
    if (command && t->is_original &&
        asprintf(&text->provenance, "%s: learned from a folder of the original PFNN's own files; %ld rows",
                 command, t->rows.count) < 0)
        text->provenance = NULL;
    if (command && !t->is_original && !names.failed &&
        asprintf(&text->provenance,
                 "%s: learned from motion capture of %s, retargeted to one skeleton, "
                 "with copies that crouch, turn, slow down and walk on uneven ground; %ld rows and mirror "
                 "images. None "
                 "of the capture is in the file, no weights of others had any part in it",
                 command, (const char *)names.data, t->rows.count) < 0)
        text->provenance = NULL;

    free(command);
    pd_buffer_deinit(&names);
    text->name = strdup("motion");

    if (!text->name || !text->provenance) return pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");
    return pd_tool_credits_texts(&text->licence, &text->credits, &t->credits, PD_TOOL_CREDITS_TRAINED,
                                 LICENCE, t->args, &t->err);
}

/* Reads the weights of styles (S) from an option, "NAME=WEIGHT,...". Unknown names are an error only in a
 * list that somebody gave: the usual one may name styles that the data has not. */
static pd_status read_styles(float *weights, const char *option, const char *usual,
                             const pd_pfnn_network *network, const pd_tool_args *args, pd_error *err)
{
    char list[256];

    snprintf(list, sizeof list, "%.255s", pd_tool_text(args, option));
    const int is_usual = !strcmp(list, usual);

    /* Each entry is a name with a weight. */
    char *rest = list;
    for (char *one = strtok_r(list, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(one, '=');
        char *end = NULL;
        double weight = equals ? strtod(equals + 1, &end) : 1;
        if (equals) *equals = 0;
        int s = 0;
        while (s < network->style_count && strcmp(network->style_names[s], one)) s++;
        if ((end && *end) || !(weight >= 0 && weight <= 1))
            return pd_fail(err, PD_ERR_RANGE, option, "the weight of %s; 0 to 1 allowed", one);
        if (s < network->style_count)
            weights[s] = (float)weight;
        else if (!is_usual)
            return pd_fail(err, PD_ERR_NOT_FOUND, option, "no style is called %s", one);
    }

    return PD_OK;
}

/* Sets the style of characters that ask for none, the same for walking and jogging, and of those who run. */
static pd_status set_styles(pd_pfnn_network *network, const pd_tool_args *args, pd_error *err)
{
    const size_t count = (size_t)network->style_count;
    float *walking = network->style_default;
    pd_status status = read_styles(walking, "default-style", DEFAULT_STYLE, network, args, err);

    if (!status && count) memcpy(walking + count, walking, count * sizeof *walking);
    if (!status) status = read_styles(network->style_run, "run-style", RUN_STYLE, network, args, err);

    return status;
}

/* Exports the network, describes it and writes it. */
static pd_status write_network(training *t)
{
    const char *path = pd_tool_text(t->args, "o");
    pd_pfnn_network network;
    pd_buffer out = {0};
    int best = !pd_tool_flag(t->args, "last");

    if (pd_train_network_export(&network, t->result.network, best, &t->err)) return t->err.status;

    /* Round the weights before the network is described and written. */
    pd_status status = pd_pfnn_network_round(&network, &t->err);
    if (!status) status = set_styles(&network, t->args, &t->err);
    if (!status) status = describe_train_motion(t, &network);
    if (!status) status = pd_pfnn_network_encode(&out, &network, &t->err);
    if (!status) status = pd_file_write(path, out.data, out.size, &t->err);
    if (!status) pd_tool_note(t->args, "wrote %s (%.1f MB)", path, (double)out.size * 1e-6);
    if (!status && out.size > FILE_BYTES_MOST)
        fprintf(stderr, "%s is larger than %d MB, which the repository allows\n", path,
                FILE_BYTES_MOST / 1000000);

    pd_buffer_deinit(&out);
    pd_pfnn_network_deinit(&network);
    return status;
}

/* ---- the whole */

/* Prints how long the training took and its best evaluation. */
static void report_train_motion(const training *t)
{
    int count;
    int best = pd_train_network_best(t->result.network);
    const pd_train_evaluation *evaluations = pd_train_network_evaluations(&count, t->result.network);
    double rows = (double)(pd_train_network_steps_done(t->result.network) - t->result.first_step) *
                  pd_train_network_step_rows(t->result.network);

    fprintf(stderr, "%.0f rows in %.0f s, %.0f s of processor time: %.0f rows/s\n", rows, t->result.seconds,
            t->result.processor_seconds, rows / t->result.seconds);
    if (best >= 0)
        fprintf(stderr, "best evaluation: step %ld, joints %.1f mm, slide %.3f m/s\n", evaluations[best].step,
                1000 * evaluations[best].free.joints, evaluations[best].free.slide);
}

/* Makes the rows, trains the network and writes it with its reports. */
static pd_status train_motion(training *t)
{
    pd_status made =
        t->is_original
            ? pd_tool_original_rows(&t->rows, &t->data, &t->pipeline, t->scale, t->executor, &t->err)
            : pd_tool_motion_pipeline(&t->rows, &t->data, &t->pipeline, t->executor, &t->err);

    if (made) return made;

    /* With --database write only the rows. */
    const char *database = pd_tool_text(t->args, "database");
    if (database) {
        if (pd_tool_original_save(&t->rows, database, &t->err)) return t->err.status;
        pd_tool_note(t->args, "wrote %s (%ld rows)", database, t->rows.count);
        return PD_OK;
    }

    pd_buffer_add(&t->data, "", 1);
    pd_status status = pd_tool_training_run(&t->result, &t->rows, &t->options, t->executor, &t->err);
    if (status) return status;

    /* With several processes, one of them writes the results. */
    if (pd_tool_training_speaks()) {
        report_train_motion(t);

        const char *json = pd_tool_text(t->args, "report");
        const char *plots = pd_tool_text(t->args, "plots");
        pd_status written = write_network(t);
        if (!written && json)
            written = pd_tool_training_json(&t->result, &t->options, &t->rows, (const char *)t->data.data,
                                            json, &t->err);
        if (!written && plots) written = pd_tool_training_plots(&t->result, plots, &t->err);
        status = written;
    }

    pd_tool_training_deinit(&t->result);
    return status;
}

static int run_train_motion(const pd_tool_args *args)
{
    training t = {.args = args, .scale = PD_TRAIN_ORIGINAL_SCALE};
    pd_tool_training_options *o = &t.options;
    const char *data = pd_tool_text(args, "data");
    int threads = 0;

    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;

    o->network = pd_train_network_defaults();
    o->rows_given = pd_tool_text(args, "rows") != NULL;
    o->checkpoint = pd_tool_text(args, "checkpoint");
    o->resume = pd_tool_flag(args, "resume");
    if (!data)
        return pd_tool_usage(args, "--data DIR is needed: folders of motion capture, each with an index.csv");
    if (o->resume && !o->checkpoint) return pd_tool_usage(args, "--resume needs --checkpoint FILE");
    if (o->rows_given && pd_tool_text(args, "minutes"))
        return pd_tool_usage(args, "--rows or --minutes, not both");
    if (!pd_tool_pipeline_parse(&t.pipeline, args) || !read_network(&o->network, args) ||
        !pd_tool_double(&o->minutes, args, "minutes", 0.001, 100000) ||
        !pd_tool_int(&o->evaluate_every, args, "look-every", 1, 1000000000) ||
        !pd_tool_double(&t.scale, args, "scale", 1e-6, 1e6))
        return 2;

    /* The original's files have a pipeline of their own.
     * Check that the given options fit the data and the work. */
    static const char *const phases[] = {"curve", "linear", "none", NULL};
    int phase = PD_TOOL_PHASE_CURVE;
    if (!pd_tool_choice(&phase, args, "phase", phases)) return 2;
    if (o->network.experts && pd_tool_given(args, "phase"))
        return pd_tool_usage(args, "--phase with --experts: experts are mixed without a phase; give one");
    t.pipeline.phase = (pd_tool_phase)phase;
    t.is_original = pd_tool_original_is(data);
    if (t.is_original) pd_tool_credits_add(&t.credits, data, "files of the original");
    if (pd_tool_text(args, "database") && !t.is_original)
        return pd_tool_usage(
            args, "--database needs files of the original PFNN; %s has no .bvh with a .phase beside it",
            data);
    if (pd_tool_mode(args, "clips", t.is_original ? "original" : "capture") ||
        pd_tool_mode(args, "work", pd_tool_text(args, "database") ? "database" : "train") ||
        (!t.is_original && pd_tool_pipeline_mode(&t.pipeline, args)))
        return 2;
    t.pipeline.folder = data;
    t.pipeline.quiet = !pd_tool_training_speaks();
    t.pipeline.augment.seed = o->network.seed;
    t.pipeline.credits = &t.credits;

    /* Train on a pool of threads. */
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    t.executor = pool ? pd_tool_pool_executor(pool) : NULL;
    if (!pool)
        pd_fail(&t.err, PD_ERR_MEMORY, "threads", "cannot be started");
    else
        train_motion(&t);

    pd_train_rows_deinit(&t.rows);
    pd_buffer_deinit(&t.data);
    pd_tool_pool_release(pool);

    return t.err.status ? pd_tool_fail(args, &t.err) : 0;
}

static const pd_tool_option options_table[] = {
    {"data", "DIR", "motion capture: folders of clips, each with an index.csv; or the original's own files",
     NULL},
    {"scale", "X", "factor from the unit of the original's bvh files to centimetres", "5.6444"},
    {"database", "FILE", "only write the rows of the original's files: npz of Xun, Yun, Pun", NULL},
    {"o", "FILE", "network file to write", "models/motion.safetensors"},
    {"rows", "N", "budget: rows to learn from, sampled with replacement; 3.5 million by default", NULL},
    {"minutes", "M", "budget: minutes of processor time on each thread, instead of rows", NULL},
    {"checkpoint", "FILE", "written at every evaluation, and when a signal stops the training", NULL},
    {"resume", NULL, "continue from the checkpoint, with the same course of the learning rate", NULL},
    {"look-every", "N", "steps between evaluations of the free-running network", "1000"},
    {"last", NULL, "write the last network, not the one with the best evaluation", NULL},
    {"default-style", "LIST", "NAME=WEIGHT,...: the style of characters that ask for none", DEFAULT_STYLE},
    {"run-style", "LIST",
     "NAME=WEIGHT,...: weights that every character has in a run; the rest is its own style", RUN_STYLE},
    {"report", "FILE", "also write every figure as JSON", NULL},
    {"plots", "DIR", "also draw loss, free runs and speed (SVG, PNG)", NULL},
    {"seed", "N", "seed of copies, weights, sampling and noise", "1"},
    {"hidden", "N", "units of a hidden layer", "256"},
    {"experts", "K",
     "number of experts, 2 to 16, mixed by how the character moves; 0: a phase function instead", "0"},
    {"batch-groups", "N", "groups of rows of one phase in a step", "8"},
    {"group-rows", "N",
     "rows of a group, 64, 32, .. 1; with 1 each row has its own phase, which is exact and slow", "64"},
    {"phase", "curve|linear|none",
     "phase between two steps: a monotone curve, a straight line as in the original, or none: one set of "
     "weights, a baseline",
     "curve"},
    {"loss", "l1|mse", "mean absolute or mean squared error", "l1"},
    {"rate", "X", "largest learning rate of Adam", "0.002"},
    {"rate-last", "X",
     "learning rate at the end as a fraction of the largest, approached along a cosine; 1: constant",
     "0.005"},
    {"warm-up", "N", "steps of warm-up to that rate", "200"},
    {"dropout", "X", "dropout rate of hidden units", "0.02"},
    {"dropout-input", "X", "dropout rate of inputs", "0"},
    {"gamma", "X", "weight of the L1 penalty on the network's weights", "0"},
    {"emphasis-root", "X", "weight of velocity, turn and change of phase in the loss", "1"},
    {"emphasis-feet", "X", "weight of ankles and toes in the loss", "4"},
    {"emphasis-reach", "X", "weight of the distance from hip to ankle in the loss", "0"},
    {"style-drop", "X", "part of the rows that are learned without their style", "0.25"},
    {"noise-joints", "X", "noise on the inputs of joints, where 0.1 is their standard deviation", "0.02"},
    {"noise-trajectory", "X", "noise on trajectory and facing", "0.12"},
    {"noise-gait", "X", "noise on the gaits", "0.06"},
    {"noise-terrain", "X", "noise on the heights of the ground", "0.02"},
    PD_TOOL_CREDITS_OPTIONS,
    PD_TOOL_PIPELINE_OPTIONS,
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_motion = {
    .name = "train-motion",
    .words = "",
    .summary = "Learn a motion network from free motion capture",
    .details =
        "Reads and labels the clips, adds copies for what the capture lacks, and trains a phase-functioned "
        "network\n"
        "that stays stable when its output is fed back as its input. The same data, options and rows give "
        "the "
        "same file with "
        "any\n"
        "number of threads. docs/lab/motion.md has the method and the results.\n\n"
        "Where --data has .bvh files with .phase, .gait and _footsteps.txt beside them, rows are made from "
        "those "
        "as the\n"
        "original does, number by number, with patches.npz or --heightmaps for ground "
        "(docs/guide/motion-capture.md).\n\n"
        "  posedctl train-motion --data capture -o models/motion.safetensors --minutes 15 --plots .",
    .options = options_table,
    .run = run_train_motion,
};
