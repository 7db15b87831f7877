/* posed-factory train-body: learns the default body models from MakeHuman's CC0 data. */
#include "core/base/file.h"
#include "core/smpl/data/encode.h"
#include "factory/body/body.h"
#include "factory/body/borrow.h"
#include "tools/base/command.h"
#include "tools/base/pool.h"
#include "tools/base/progress.h"
#include "factory/corrective/part_shapes.h"
#include "factory/body/train_report.h"
#include "train/model/data_encode.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES 1024

/* Shows a progress bar for each step of training, and keeps its time. */
typedef struct watch {
    pd_tool_progress bar;
    pd_tool_step_times times;
    double start_s;
} watch;

/* Progress callback: shows a bar for each step and keeps its time. */
static void report_step(void *ctx, const char *step, int done, int total)
{
    watch *w = ctx;
    if (done == 0) w->start_s = pd_tool_clock_s();
    pd_tool_progress_show(&w->bar, step, done, total);
    if (done > 0 && done >= total && w->times.count < PD_TOOL_STEPS_MAX)
        w->times.steps[w->times.count++] = (pd_tool_step_time){step, pd_tool_clock_s() - w->start_s};
}

/* Writes every model of the result. */
static pd_status write_models(const pd_factory_result *result, const char *folder, bool person, pd_error *err)
{
    for (int m = 0; m < PD_FACTORY_MODEL_COUNT; m++) {
        const pd_smpl_data *model = &result->models[m];
        char path[PATH_BYTES];
        pd_status status;
        snprintf(path, sizeof path, "%s/%s.safetensors", folder, model->text.name);

        /* Person models are stored in half precision, since they have five times
         * as many directions as the default body. */
        if (person) {
            pd_buffer out = {0};
            status = pd_smpl_data_check(model, err);
            if (status == PD_OK) status = pd_train_data_encode(&out, model, PD_SMPL_COMPACT, err);
            if (status == PD_OK) status = pd_file_write(path, out.data, out.size, err);
            pd_buffer_deinit(&out);
        } else {
            status = pd_train_data_save(model, path, err);
        }

        if (status != PD_OK) return status;
        fprintf(stderr, "wrote %s\n", path);
    }

    return PD_OK;
}

/* Takes over the pose blend shapes of the default, female and male model in a folder. */
static pd_status borrow(pd_factory_result *result, const char *folder, pd_error *err)
{
    static const char *const names[PD_FACTORY_MODEL_COUNT] = {"default", "female", "male"};
    pd_status status = PD_OK;

    for (int m = 0; m < PD_FACTORY_MODEL_COUNT && status == PD_OK; m++) {
        char path[PATH_BYTES];
        pd_smpl_data source = {0};
        snprintf(path, sizeof path, "%s/%s.safetensors", folder, names[m]);
        status = pd_smpl_data_load(&source, path, err);
        if (status == PD_OK) status = pd_factory_borrow_pose_shapes(&result->models[m], &source, err);
        pd_smpl_data_deinit(&source);
    }

    return status;
}

/* Learns the models, adds pose blend shapes and writes everything. */
static int train_body(const pd_tool_args *args, const pd_factory_options *options,
                      const pd_executor *executor)
{
    const char *folder = pd_tool_text(args, "o");
    const char *lender =
        options->person ? pd_tool_text(args, "pose-shapes") : NULL; /* train-person alone has it */
    pd_error err = {0};
    pd_factory_result result;
    watch w = {0};
    double start_s = pd_tool_clock_s();

    /* Check the output folder before the work, which takes minutes. */
    struct stat info;
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode) || access(folder, W_OK) != 0) {
        pd_fail(&err, PD_ERR_IO, folder, "not a folder that can be written to");
        pd_tool_fail(args, &err);
        return 1;
    }

    /* Learn the bodies. */
    pd_progress progress = {report_step, &w};
    if (pd_factory_body(&result, options, executor, progress, &err) != PD_OK) return pd_tool_fail(args, &err);

    /* Add pose blend shapes of other models, then write the files. */
    pd_status status = PD_OK;
    if (lender) status = borrow(&result, lender, &err);
    if (status == PD_OK) status = write_models(&result, folder, options->person, &err);

    /* The borrowed shapes lack fingers, jaw and eyes: learn those here. */
    for (int m = 0; lender && m < PD_FACTORY_MODEL_COUNT && status == PD_OK; m++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s.safetensors", folder, result.models[m].text.name);
        const pd_tool_part_shapes job = {
            .data = pd_tool_text(args, "data"), .from = path, .to = path, .executor = executor};
        status = pd_tool_part_shapes_learn(&job, NULL, &err);
    }

    /* Print and write the report. */
    w.times.total_s = pd_tool_clock_s() - start_s;
    pd_tool_train_report_print(&result.report, &w.times);
    if (status == PD_OK && pd_tool_text(args, "report"))
        status = pd_tool_train_report_json(&result.report, &w.times, pd_tool_text(args, "report"), &err);
    pd_factory_result_deinit(&result);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static int run_train_body(const pd_tool_args *args, bool person)
{
    pd_factory_options options = {
        .person = person, .proportions = person, .data_folder = pd_tool_text(args, "data")};
    int threads = 0, seed = 0;
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    if (!options.data_folder)
        return pd_tool_usage(args,
                             "--data DIR is needed: the makehuman folder with 3dobjs/, rigs/ and targets/");
    if (!pd_tool_int(&seed, args, "seed", 0, 1000000) ||
        !pd_tool_int(&options.subject_count, args, "subjects", 100, 10000) ||
        !pd_tool_int(&options.held_out_count, args, "held-out", 20, 10000) ||
        !pd_tool_int(&options.beta_count, args, "betas", 1, PD_FACTORY_COMPONENTS))
        return 2;
    options.seed = (uint64_t)seed;

    /* Train on a pool of threads. */
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) {
        pd_error err = {0};
        pd_fail(&err, PD_ERR_MEMORY, "threads", "cannot be started");
        return pd_tool_fail(args, &err);
    }

    int code = train_body(args, &options, pd_tool_pool_executor(pool));
    pd_tool_pool_release(pool);

    return code;
}

static int run_body(const pd_tool_args *args)
{
    return run_train_body(args, false);
}

static int run_person(const pd_tool_args *args)
{
    return run_train_body(args, true);
}

#define OPTIONS(files)                                                                                       \
    {"data", "DIR", "the makehuman folder: 3dobjs/, rigs/ and targets/ are below it", NULL},                 \
        {"o", "DIR", "folder for " files, "models"},                                                         \
        {"report", "FILE", "also write every figure as JSON", NULL},                                         \
        {"seed", "N", "seed of the random bodies; the same seed gives the same bytes", "1"},                 \
        {"subjects", "N", "bodies to learn from, half of them men", "2400"},                                 \
        {"held-out", "N", "other bodies to measure on", "400"},                                              \
        {"betas", "N", "shape parameters to keep", "16"},                                                    \
    {                                                                                                        \
        "threads", "N", "worker threads; 0: one per core; the result is the same for any number", "0"        \
    }

static const pd_tool_option body_options[] = {OPTIONS("default, female and male.safetensors"), PD_TOOL_END};
static const pd_tool_option person_options[] = {
    OPTIONS("person, person-female and person-male.safetensors"),
    {"pose-shapes", "DIR",
     "take the pose blend shapes of default, female and male.safetensors there, and learn those of fingers, "
     "jaw and eyes",
     NULL},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_train_body = {
    .name = "train-body",
    .words = "",
    .summary = "Learn the default body models from MakeHuman's CC0 data",
    .details =
        "Samples adults with the statistics of people, takes joint centres from their skin, turns them to "
        "the "
        "T-pose and\n"
        "learns shape, skin weights and joint regressor; then measures the result on bodies it has not seen "
        "and\n"
        "prints the figures beside their targets. docs/lab/body-model.md has the method and the results.",
    .options = body_options,
    .run = run_body,
};

const pd_tool_command pd_tool_cmd_train_person = {
    .name = "train-person",
    .words = "",
    .summary = "Learn the model `person`, which has fingers, jaw, eyes and a face",
    .details = "As train-body, with SMPL-X's 55 joints, the sliders of the face, and further betas that are "
               "components "
               "of what those of\n"
               "the body leave of the head. docs/lab/person.md has the method and the results.",
    .options = person_options,
    .run = run_person,
};
