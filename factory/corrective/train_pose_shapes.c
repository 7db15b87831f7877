/* posed-factory train-pose-shapes: learns how skin deforms with the pose,
 * for body models that are there already. */
#include "factory/corrective/pose_learn.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"
#include "factory/corrective/pose_report.h"
#include "tools/base/report.h"
#include "tools/train/pose_set.h"
#include "tools/base/progress.h"
#include "train/model/data_encode.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 1024
#define MODELS     3

static const char *const names[MODELS] = {"default", "female", "male"};

/* Begins the part of the credits that follows the body's own. */
static const char learned_from[] = "\nPoses that pose blend shapes were learned from: ";

typedef struct training {
    const pd_tool_args *args;
    const pd_executor *executor;
    pd_train_poses poses;
    pd_tool_credits credits; /* credits of the poses' clips; unknown for poses from a file */
    pd_tool_progress bar;
    pd_factory_learn_options options;
    json_t *report;
    pd_error err;
} training;

/* Makes the path of a model in the folder that an option names. */
static void model_path(char path[PATH_BYTES], const training *t, const char *option, int which)
{
    snprintf(path, PATH_BYTES, "%s/%s.safetensors", pd_tool_text(t->args, option), names[which]);
}

/* --- texts --- */

/* Appends to a text. Removes first what an earlier training appended,
 * which begins with the same 23 characters. */
static bool extend_train_pose_shapes(char **text, const char *more)
{
    char *out = NULL;
    char begin[24];

    snprintf(begin, sizeof begin, "%s", more);
    char *old = *text ? strstr(*text, begin) : NULL;
    if (old) *old = 0;
    if (asprintf(&out, "%s%s", *text ? *text : "", more) < 0) return false;
    free(*text);
    *text = out;

    return true;
}

/* Adds texts to the model that tell how its pose blend shapes were learned,
 * and name the sources of motion. */
static pd_status describe_train_pose_shapes(training *t, pd_smpl_data *data)
{
    const char *others = pd_tool_text(t->args, "credits");
    char how[400];
    char options[80] = "";

    /* Leave out default options, so that the text equals that of models from before these options. */
    if (t->options.damping != PD_TRAIN_DAMPING || t->options.most_m > 0)
        snprintf(options, sizeof options, " --damping %g --largest %g", t->options.damping,
                 1000 * t->options.most_m);
    snprintf(how, sizeof how,
             ". Pose blend shapes learned by: posedctl train-pose-shapes --data DIR --beta-terms %d%s, from "
             "targets "
             "that posedctl deform computes; no scans of people",
             data->sparse.beta_terms, options);

    /* Credits of the poses' owners. */
    pd_buffer whose = {0};
    pd_buffer_text(&whose, learned_from);
    if (pd_tool_text(t->args, "poses") && !others)
        pd_buffer_printf(&whose, "those of a file, whose owner is not named");
    else if (pd_tool_text(t->args, "poses"))
        pd_buffer_text(&whose, others);
    pd_tool_credits_write(&whose, &t->credits, PD_TOOL_CREDITS_TRAINED, others);

    const bool is_written = !whose.failed && extend_train_pose_shapes(&data->text.provenance, how) &&
                            extend_train_pose_shapes(&data->text.credits, (const char *)whose.data);
    pd_buffer_deinit(&whose);

    return is_written ? PD_OK : pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");
}

/* Begins what train-tissue adds to the provenance, at its end. */
static const char soft_story[] = " Soft tissue learned by";

/* Keeps the soft tissue of the model's file: its directions are of the rest pose,
 * and do not depend on pose blend shapes. */
static pd_status keep_soft_tissue(training *t, pd_smpl_data *data, const char *from)
{
    pd_smpl_data old;

    if (pd_smpl_data_load(&old, from, &t->err)) return t->err.status;
    data->softdirs = old.softdirs;
    data->soft_count = old.soft_count;
    data->soft = old.soft;
    old.softdirs = NULL;
    old.soft_count = 0;
    old.soft = (pd_smpl_soft_dynamics){0};

    const char *story = old.text.provenance ? strstr(old.text.provenance, soft_story) : NULL;
    if (story && !strstr(data->text.provenance, soft_story) &&
        !extend_train_pose_shapes(&data->text.provenance, story))
        pd_fail(&t->err, PD_ERR_MEMORY, "text", "out of memory");
    pd_smpl_data_deinit(&old);

    return t->err.status;
}

/* --- models --- */

/* Learns the pose blend shapes of one model and writes it. */
static pd_status learn_train_pose_shapes(training *t, int which)
{
    char from[PATH_BYTES], to[PATH_BYTES];
    pd_smpl_model *model;
    pd_smpl_data data = {0};
    pd_factory_learn_report report;
    const pd_progress progress = {pd_tool_progress_show, &t->bar};

    model_path(from, t, "models", which);
    model_path(to, t, pd_tool_text(t->args, "o") ? "o" : "models", which);
    if (pd_smpl_model_load(&model, from, &t->err)) return t->err.status;

    /* Dense shapes are learned for the first model only. */
    fprintf(stderr, "%s\n", from);
    pd_factory_learn_options options = t->options;
    options.dense = options.dense && which == 0;
    const pd_factory_learn_job job = {.model = model,
                                      .poses = &t->poses,
                                      .options = &options,
                                      .executor = t->executor,
                                      .progress = &progress};
    const bool has_soft_tissue = model->soft_count > 0;
    pd_factory_pose_learn(&data, &report, &job, &t->err);
    pd_smpl_model_release(model);
    if (t->err.status) return t->err.status;

    /* Keep the soft tissue of the old file, since it does not depend on these shapes. */
    if (!describe_train_pose_shapes(t, &data) && (!has_soft_tissue || !keep_soft_tissue(t, &data, from)))
        pd_train_data_save(&data, to, &t->err);
    pd_smpl_data_deinit(&data);
    if (t->err.status) return t->err.status;

    pd_tool_note(t->args, "wrote %s", to);
    pd_tool_pose_report_print(names[which], &report);
    json_object_set_new(t->report, names[which], pd_tool_pose_report_json(&report));

    return PD_OK;
}

/* Reads or makes the poses, then learns every model. */
static pd_status train_pose_shapes(training *t)
{
    const char *report = pd_tool_text(t->args, "report");
    const char *only = pd_tool_text(t->args, "only");
    const char *file = pd_tool_text(t->args, "poses");
    double start_s = pd_tool_clock_s();
    pd_status status;

    if (file) {
        status = pd_tool_pose_set_read(&t->poses, file, &t->err);
    } else {
        /* Poses depend on the model only through the limits of its joints: one set, made for the first model,
         * serves all three. */
        const pd_train_pose_options standard = {.seed = 1};
        char path[PATH_BYTES];
        pd_smpl_model *model;
        model_path(path, t, "models", 0);
        status = pd_smpl_model_load(&model, path, &t->err);
        if (!status) {
            status = pd_tool_pose_set_make(&t->poses, &t->credits, model, pd_tool_text(t->args, "data"),
                                           &standard, t->executor, &t->err);
            pd_smpl_model_release(model);
        }
    }

    /* Learn the models, and write the report. */
    for (int m = 0; !status && m < MODELS; m++)
        if (!only || !strcmp(only, names[m])) status = learn_train_pose_shapes(t, m);
    if (!status && report)
        status = pd_tool_report_write(t->report, JSON_INDENT(1) | JSON_REAL_PRECISION(6), report, &t->err);

    pd_train_poses_deinit(&t->poses);
    fprintf(stderr, "%.0f s\n", pd_tool_clock_s() - start_s);

    return status;
}

static int run_train_pose_shapes(const pd_tool_args *args)
{
    static const char *const only[] = {"default", "female", "male", NULL};
    training t = {.args = args, .options = {.beta_terms = -1, .dense = pd_tool_flag(args, "dense")}};
    int threads = 0, which = 0;

    if (!pd_tool_text(args, "data") == !pd_tool_text(args, "poses"))
        return pd_tool_usage(args, "--data DIR (motion capture) or --poses FILE.npz is needed, not both");

    if (!pd_tool_int(&threads, args, "threads", 0, 256) ||
        !pd_tool_int(&t.options.beta_terms, args, "beta-terms", 0, PD_SMPL_MAX_BETA_TERMS) ||
        !pd_tool_double(&t.options.lambda, args, "lambda", 1e-9, 1e9) ||
        !pd_tool_double(&t.options.damping, args, "damping", 1e-6, 1) ||
        !pd_tool_double(&t.options.most_m, args, "largest", 0, 1000) ||
        (pd_tool_text(args, "only") && !pd_tool_choice(&which, args, "only", only)))
        return 2;

    t.options.most_m /= 1000;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    t.report = json_object();
    t.executor = pool ? pd_tool_pool_executor(pool) : NULL;
    if (!pool || !t.report)
        pd_fail(&t.err, PD_ERR_MEMORY, "threads", "cannot be started");
    else
        train_pose_shapes(&t);

    json_decref(t.report);
    pd_tool_pool_release(pool);
    return t.err.status ? pd_tool_fail(args, &t.err) : 0;
}

static const pd_tool_option options_table[] = {
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"poses", "FILE.npz", "poses (N,72) and held_out (N), as train-poses writes, instead of --data", NULL},
    {"credits", "TEXT", "people to credit for poses that are not of the free collections", NULL},
    {"models", "DIR", "default, female and male.safetensors, as train-body writes", "models"},
    {"o", "DIR", "folder of the models to write, if not their own", NULL},
    {"only", "NAME", "learn only this one of the three models", NULL},
    {"beta-terms", "N", "betas on which pose blend shapes depend", "2"},
    {"lambda", "X", "factor of the ridge regression [chosen on held-out poses]", NULL},
    {"damping", "X",
     "damping of the inverse skinning to the rest shape where linear blending is nearly singular", "0.02"},
    {"largest", "MM", "bound on every number of P; 0: none", "0"},
    {"dense", NULL, "measure dense pose blend shapes of the default model as well", NULL},
    {"report", "FILE", "also write every figure as JSON", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_pose_shapes = {
    .name = "train-pose-shapes",
    .words = "",
    .summary = "Learn pose blend shapes: how skin deforms with the pose",
    .details =
        "Poses the mean body and others, asks the deformer (posedctl deform) what their skin should do, and "
        "learns\n"
        "pose blend shapes for LBS and for DQS by ridge regression; then measures them on poses and bodies "
        "that "
        "it\n"
        "has not seen. docs/lab/body-model.md has the method and the results.\n\n"
        "  posed-factory train-pose-shapes --data capture --models models",
    .options = options_table,
    .run = run_train_pose_shapes,
};
