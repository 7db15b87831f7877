/* posed-factory train-tissue: learns a body model's soft tissue from simulated flesh (factory/tissue). */
#include "core/base/hash.h"
#include "core/base/rng.h"
#include "core/smpl/data/encode.h"
#include "factory/body/borrow.h"
#include "factory/tissue/learn.h"
#include "tools/base/report.h"
#include "tools/motion/motion_file.h"
#include "tools/base/progress.h"
#include "tools/motion/script_run.h"
#include "train/model/data_encode.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_BYTES  1024
#define MOST_RUNS   512
#define BUILD_BETAS 16
#define MOST_BETA   2.0

/* Scripts of examples/ for the training, and others for the evaluation. */
static const char *const learned[] = {"random-stick", "jog",         "start-stop-jog", "mixed-flat",
                                      "jump",         "strafe-look", "turn-90-walk",   "walk"};
static const char *const kept[] = {"stop-go", "slalom", "run", "turn-180-walk"};
#define LEARNED ((int)(sizeof learned / sizeof *learned))
#define KEPT    ((int)(sizeof kept / sizeof *kept))

typedef struct one_run {
    char path[PATH_BYTES], key[128];
    float betas[BUILD_BETAS];
    int beta_count;
    bool held_out_motion, held_out_build, is_made;
    pd_tool_motion motion;
    pd_error err;
} one_run;

typedef struct training {
    const pd_tool_args *args;
    pd_tool_local local;
    one_run *runs;
    pd_factory_tissue_run *opened;
    int count, builds, held_out_builds, scripts, held_out_scripts;
    int seed, drawn_betas;
    double seconds;
    pd_factory_tissue_options options;
    pd_tool_progress bar;
    char model_path[PATH_BYTES];
    const char *from;   /* model whose soft tissue is copied, or NULL */
    char from_name[64]; /* its name in the file */
    pd_error err;
} training;

/* ---- who moves how ---- */

/* Build 0 is the mean, 1 and 2 have one end of the first two betas,
 * 3 and 4 the other, the rest are random. */
static int build_of(float betas[BUILD_BETAS], const training *t, int build)
{
    const int most = t->local.model->beta_count < BUILD_BETAS ? t->local.model->beta_count : BUILD_BETAS;
    pd_rng rng;

    memset(betas, 0, BUILD_BETAS * sizeof *betas);
    if (build == 0) return most;
    if (build <= 4) {
        const int k = (build - 1) % 2;
        if (k < most) betas[k] = build <= 2 ? (float)MOST_BETA : (float)-MOST_BETA;
        return most;
    }

    pd_rng_init(&rng, (uint64_t)(t->seed * 1000 + build));
    for (int i = 0; i < most && i < t->drawn_betas; i++) {
        const double b = 1.1 * pd_rng_normal(&rng);
        betas[i] = (float)(b > MOST_BETA ? MOST_BETA : b < -MOST_BETA ? -MOST_BETA : b);
    }

    return most;
}

/* Limits a long script to the seconds that cut_train_tissue() will use of it. */
static int shorten(pd_buffer *body, training *t, const char *path)
{
    const double most = (t->builds + 1) * t->seconds;
    json_t *request = json_loadb((const char *)body->data, body->size, 0, NULL);
    char *text = NULL;

    if (request && json_number_value(json_object_get(request, "seconds")) > most)
        json_object_set_new(request, "seconds", json_real(most));
    if (request) text = json_dumps(request, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(request);
    if (!text) {
        pd_fail(&t->err, PD_ERR_MEMORY, path, "out of memory");
        return pd_tool_fail(t->args, &t->err);
    }

    body->size = 0;
    pd_buffer_text(body, text);
    free(text);

    return 0;
}

/* Rolls the script's motion out on a body of that build. */
static int roll_out(pd_tool_motion *motion, training *t, const char *name, const float *betas, int count)
{
    pd_buffer body = {0}, reply = {0};
    pd_tool_script *script;
    char path[PATH_BYTES];
    pd_error err;

    snprintf(path, sizeof path, "%s/%s.yaml", pd_tool_text(t->args, "scripts"), name);
    if (pd_tool_script_open(&script, path, &err)) return pd_tool_fail(t->args, &err);

    int code = pd_tool_script_request(&body, script, t->args, 0);
    if (!code) code = shorten(&body, t, path);
    if (!code && count) {
        body.size--; /* the closing brace */
        for (int i = 0; i < count; i++)
            pd_buffer_printf(&body, "%s%.9g", i ? "," : ",\"betas\":[", (double)betas[i]);
        pd_buffer_text(&body, "]}");
    }

    if (!code) code = pd_tool_script_ask(&reply, &t->local, t->args, script, &body, "format=npz");
    const pd_motion_amass_options options = {.betas = betas, .beta_count = count};
    if (!code && pd_tool_motion_parse(motion, (pd_bytes){reply.data, reply.size}, path, t->local.model,
                                      &options, &err))
        code = pd_tool_fail(t->args, &err);
    pd_buffer_deinit(&body);
    pd_buffer_deinit(&reply);
    pd_tool_script_close(script);

    return code;
}

/* Cuts the motion of a build from the script. Each build uses a later place, so that a long script gives each
 * a different motion. */
static int cut_train_tissue(pd_tool_motion *motion, const training *t, int place)
{
    const int wanted = (int)(t->seconds * motion->clip.rate + 0.5);
    const int places = motion->clip.frame_count / wanted;
    pd_anim_clip part;
    pd_error err;

    if (places < 1 || wanted == motion->clip.frame_count) return 0;
    if (pd_anim_clip_cut(&part, &motion->clip, place % places * wanted, wanted, &err))
        return pd_tool_fail(t->args, &err);
    pd_anim_clip_deinit(&motion->clip);
    motion->clip = part;

    return 0;
}

static int add_run(training *t, int build, bool held_out_build, const char *name, bool held_out_motion)
{
    one_run *run = &t->runs[t->count];

    run->held_out_build = held_out_build;
    run->held_out_motion = held_out_motion;
    run->beta_count = build_of(run->betas, t, build);
    snprintf(run->path, sizeof run->path, "%s/%02d-%s.safetensors", pd_tool_text(t->args, "work"), build,
             name);

    int code = roll_out(&run->motion, t, name, run->betas, run->beta_count);
    if (!code) code = cut_train_tissue(&run->motion, t, held_out_motion ? 0 : build);
    if (code) return code;

    /* The key identifies the inputs of the run: model, motion, build and version of the simulation. */
    const pd_anim_clip *clip = &run->motion.clip;
    uint64_t hash =
        pd_hash64(clip->rotations,
                  (size_t)clip->frame_count * (size_t)clip->skeleton.joint_count * sizeof *clip->rotations,
                  t->local.model->content_hash);
    hash = pd_hash64(clip->roots, (size_t)clip->frame_count * sizeof *clip->roots, hash);
    hash = pd_hash64(run->betas, sizeof run->betas, hash);
    snprintf(run->key, sizeof run->key, "tissue %d %016llx", PD_FACTORY_TISSUE_VERSION,
             (unsigned long long)hash);
    t->count++;

    return 0;
}

static int plan(training *t)
{
    const int builds = t->builds + t->held_out_builds;
    int code = 0;

    pd_tool_progress_begin(&t->bar, "motions", builds);
    for (int b = 0; b < builds && !code; b++) {
        const bool is_new = b >= t->builds; /* held-out motions are seen on the mean and on held-out builds */

        /* held-out builds are draws, which no other build is */
        const int build = is_new ? 1000 + b : b;
        for (int i = 0; i < t->scripts && !code && !is_new; i++)
            if (!t->from) code = add_run(t, build, false, learned[i], false);
        for (int i = 0; i < t->held_out_scripts && !code && (is_new || b == 0); i++)
            code = add_run(t, build, is_new, kept[i], true);
        pd_tool_progress_step(&t->bar, b + 1);
    }

    pd_tool_progress_leave(&t->bar, code == 0);

    return code;
}

/* ---- flesh ---- */

static void simulate_one(void *arg, int index, int worker)
{
    training *t = arg;
    one_run *run = &t->runs[index];
    (void)worker;

    if (run->is_made) return;
    pd_factory_tissue_run_make(run->path, run->key, t->local.model, run->betas, run->beta_count,
                               &run->motion.clip, &run->err);
}

/* Simulates as many runs at a time as there are workers, to show progress, and to keep finished runs if the
 * training is stopped. */
static pd_status simulate(training *t)
{
    int made = 0;

    for (int r = 0; r < t->count; r++) {
        struct stat file;
        pd_factory_tissue_run run;
        if (stat(t->runs[r].path, &file)) continue;
        if (pd_factory_tissue_run_open(&run, t->runs[r].path, t->runs[r].key, &t->err)) return t->err.status;
        pd_factory_tissue_run_close(&run);
        t->runs[r].is_made = true;
        made++;
    }

    if (made) pd_tool_note(t->args, "%d of %d runs were made before and are used again", made, t->count);

    const int width = t->local.executor->worker_count;
    pd_tool_progress_begin(&t->bar, "flesh", t->count);
    for (int first = 0; first < t->count; first += width) {
        const int last = first + width < t->count ? first + width : t->count;
        training part = *t;
        part.runs = t->runs + first;
        pd_execute(t->local.executor, simulate_one, &part, last - first);
        for (int r = first; r < last; r++)
            if (t->runs[r].err.status) {
                pd_tool_progress_leave(&t->bar, false);
                t->err = t->runs[r].err;
                return t->err.status;
            }
        pd_tool_progress_step(&t->bar, last);
    }

    pd_tool_progress_end(&t->bar);

    return PD_OK;
}

/* ---- the file ---- */

static const char provenance[] =
    " Soft tissue learned by: posedctl train-tissue, from flesh simulated by finite elements under "
    "the skin of these bodies in motions of our own network; no scans of people.";
static const char begin[] = " Soft tissue learned by:",
                  borrowed[] = " Soft tissue learned by: posedctl train-tissue --from %s, whose bodies' "
                               "flesh was simulated by finite elements in motions of our own "
                               "network; no scans of people.";

/* Writes all tensors of the model's file byte for byte, and the new ones. */
static pd_status merge_train_tissue(training *t, const pd_safetensors *source, const pd_safetensors *made,
                                    const char *path)
{
    const int most = source->tensor_count + made->tensor_count;
    pd_safetensor *tensors = calloc((size_t)most + 1, sizeof *tensors);
    pd_safetensors_text *texts = calloc((size_t)source->text_count + 1, sizeof *texts);
    char *story = NULL;
    int count = 0;
    pd_status status = tensors && texts ? PD_OK : pd_fail(&t->err, PD_ERR_MEMORY, path, "out of memory");

    for (int i = 0; i < most && status == PD_OK; i++) {
        const bool is_new = i >= source->tensor_count;
        const pd_safetensor *tensor = is_new ? &made->tensors[i - source->tensor_count] : &source->tensors[i];
        const bool is_soft = !strncmp(tensor->name, "soft", 4);
        if (is_soft == is_new) tensors[count++] = *tensor;
    }

    for (int i = 0; i < source->text_count && status == PD_OK; i++) {
        texts[i] = source->texts[i];
        if (strcmp(texts[i].key, "provenance") != 0) continue;

        /* Replace the sentence of an earlier train-tissue by that of this run. */
        const char *before = texts[i].value ? texts[i].value : "";
        const char *old = strstr(before, begin);
        char own[400];
        if (t->from)
            snprintf(own, sizeof own, borrowed, t->from_name);
        else
            snprintf(own, sizeof own, "%s", provenance);
        if (asprintf(&story, "%.*s%s", old ? (int)(old - before) : (int)strlen(before), before, own) < 0)
            story = NULL;
        if (story) texts[i].value = story;
    }

    if (status == PD_OK)
        status = pd_safetensors_save(
            path,
            &(pd_safetensors_out){
                .tensors = tensors, .tensor_count = count, .texts = texts, .text_count = source->text_count},
            &t->err);
    free(tensors);
    free(texts);
    free(story);

    return status;
}

static pd_status write_model(training *t, const pd_smpl_data *data, const char *path)
{
    pd_safetensors source = {0}, made = {0};
    pd_buffer bytes = {0};
    pd_status status = pd_smpl_data_check(data, &t->err);

    if (status == PD_OK) status = pd_train_data_encode(&bytes, data, 0, &t->err);
    if (status == PD_OK) status = pd_safetensors_open(&source, t->model_path, &t->err);
    if (status == PD_OK) status = pd_safetensors_parse(&made, bytes.data, bytes.size, path, &t->err);
    if (status == PD_OK) status = merge_train_tissue(t, &source, &made, path);
    pd_safetensors_deinit(&source);
    pd_safetensors_deinit(&made);
    pd_buffer_deinit(&bytes);
    if (status == PD_OK) pd_tool_note(t->args, "wrote %s", path);

    return status;
}

/* ---- figures ---- */

static pd_status judge_train_tissue(training *t, const pd_smpl_data *data, json_t *report)
{
    static const struct {
        const char *name;
        pd_factory_tissue_kind held_out;
    } kinds[] = {{"learned", {false, false}},
                 {"motion held out", {true, false}},
                 {"motion and build held out", {true, true}}};
    printf("%-26s %5s %7s %8s %10s %10s", "", "runs", "frames", "rms mm", "explained", "reachable");
    for (int p = 0; p < PD_FACTORY_TISSUE_PARTS; p++) printf(" %11s", pd_factory_tissue_part_names[p]);
    printf("\n");

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        pd_factory_tissue_score s;
        if (pd_factory_tissue_judge(&s, data, t->local.model, t->opened, t->count, kinds[i].held_out,
                                    &t->err))
            return t->err.status;
        if (!s.runs) continue;
        printf("%-26s %5d %7d %8.2f %9.1f%% %9.1f%%", kinds[i].name, s.runs, s.frames, s.rms_mm,
               100 * s.explained, 100 * s.reachable);
        for (int p = 0; p < PD_FACTORY_TISSUE_PARTS; p++)
            printf(" %5.1f %4.0f%%", s.part_rms_mm[p], 100 * s.part_explained[p]);
        printf("\n");

        json_t *parts = json_object();
        json_t *row =
            json_pack("{s:s,s:i,s:i,s:f,s:f,s:f}", "runs_of", kinds[i].name, "runs", s.runs, "frames",
                      s.frames, "rms_mm", s.rms_mm, "explained", s.explained, "reachable", s.reachable);
        for (int p = 0; p < PD_FACTORY_TISSUE_PARTS; p++)
            json_object_set_new(
                parts, pd_factory_tissue_part_names[p],
                json_pack("{s:f,s:f}", "rms_mm", s.part_rms_mm[p], "explained", s.part_explained[p]));
        if (row) json_object_set_new(row, "parts", parts);
        json_array_append_new(report, row);
    }

    for (int m = 0; m < data->soft.mode_count; m++) {
        const float *pole = data->soft.poles + m * (2 + data->soft.beta_terms);
        printf("coefficient %2d: %5.2f Hz, damping %.2f\n", m, (double)pole[0] / (2 * M_PI), (double)pole[1]);
    }

    return PD_OK;
}

/* Takes another model's directions and dynamics instead of learning them;
 * the simulation still judges them. */
static pd_status borrow(training *t, pd_smpl_data *data)
{
    char path[PATH_BYTES];
    pd_smpl_data source;

    pd_tool_model_path(path, sizeof path, t->from);
    if (pd_smpl_data_load(&source, path, &t->err)) return t->err.status;
    snprintf(t->from_name, sizeof t->from_name, "%s", source.text.name ? source.text.name : "");
    pd_factory_borrow_soft_tissue(data, &source, t->options.modes, &t->err);
    pd_smpl_data_deinit(&source);

    return t->err.status;
}

/* Opens the runs that were simulated. */
static pd_status open_runs(training *t)
{
    for (int r = 0; r < t->count; r++) {
        const one_run *run = &t->runs[r];
        if (pd_factory_tissue_run_open(&t->opened[r], run->path, run->key, &t->err)) return t->err.status;
        t->opened[r].held_out_motion = run->held_out_motion;
        t->opened[r].held_out_build = run->held_out_build;
    }

    return PD_OK;
}

static pd_status learn_model(training *t)
{
    const pd_progress progress = {pd_tool_progress_show, &t->bar};
    const char *report = pd_tool_text(t->args, "report");
    const char *path = pd_tool_text(t->args, "o");

    if (simulate(t) || open_runs(t)) return t->err.status;
    pd_smpl_data data = {0};
    if (pd_smpl_data_load(&data, t->model_path, &t->err)) return t->err.status;

    /* Learn soft tissue or copy it from another model, evaluate it, and write the requested files. */
    json_t *figures = json_array();
    pd_status status = t->from ? borrow(t, &data)
                               : pd_factory_tissue_learn(&data, t->local.model, t->opened, t->count,
                                                         &t->options, &progress, &t->err);
    if (status == PD_OK) status = judge_train_tissue(t, &data, figures);
    if (status == PD_OK && path) status = write_model(t, &data, path);
    if (status == PD_OK && report)
        status = pd_tool_report_write(figures, JSON_INDENT(1) | JSON_REAL_PRECISION(6), report, &t->err);
    json_decref(figures);
    pd_smpl_data_deinit(&data);

    return status;
}

static bool read_options(training *t)
{
    const pd_tool_args *args = t->args;

    t->builds = 16;
    t->held_out_builds = 5;
    t->scripts = 8;
    t->held_out_scripts = 4;
    t->seconds = 3;
    t->seed = 1;
    t->drawn_betas = BUILD_BETAS;
    t->options = (pd_factory_tissue_options){.modes = 16, .beta_terms = 4, .frames = 900};

    return pd_tool_int(&t->builds, args, "builds", 1, 24) &&
           pd_tool_int(&t->held_out_builds, args, "held-out-builds", 0, 8) &&
           pd_tool_int(&t->scripts, args, "motions", 1, LEARNED) &&
           pd_tool_int(&t->held_out_scripts, args, "held-out-motions", 0, KEPT) &&
           pd_tool_double(&t->seconds, args, "seconds", 0.2, 30) &&
           pd_tool_int(&t->seed, args, "seed", 1, 1000000) &&
           pd_tool_int(&t->drawn_betas, args, "drawn-betas", 1, BUILD_BETAS) &&
           pd_tool_int(&t->options.modes, args, "modes", 1, PD_SMPL_SOFT_MAX_MODES) &&
           pd_tool_int(&t->options.beta_terms, args, "beta-terms", 0, PD_SMPL_MAX_BETA_TERMS) &&
           pd_tool_double(&t->options.ridge, args, "ridge", 1e-9, 1e9);
}

static int run_train_tissue(const pd_tool_args *args)
{
    training t = {.args = args};
    const char *work = pd_tool_text(args, "work");

    if (!work) return pd_tool_usage(args, "--work DIR is needed: where simulated flesh is kept");
    if (!read_options(&t)) return 2;
    t.from = pd_tool_text(args, "from");
    if (mkdir(work, 0777) && errno != EEXIST) {
        pd_fail(&t.err, PD_ERR_IO, work, "%s", strerror(errno));
        return pd_tool_fail(args, &t.err);
    }

    pd_tool_model_path(t.model_path, sizeof t.model_path, pd_tool_text(args, "body"));
    int code = pd_tool_local_open_motion(&t.local, args, 0);
    if (code) return code;
    t.runs = calloc(MOST_RUNS, sizeof *t.runs);
    t.opened = calloc(MOST_RUNS, sizeof *t.opened);
    if (!t.local.model)
        code = pd_tool_usage(args, "--body MODEL is needed, not none");
    else if (!t.runs || !t.opened)
        pd_fail(&t.err, PD_ERR_MEMORY, "runs", "out of memory");
    else
        code = plan(&t);
    if (!code && !t.err.status) learn_model(&t);

    for (int r = 0; r < t.count; r++) {
        pd_factory_tissue_run_close(&t.opened[r]);
        pd_tool_motion_deinit(&t.runs[r].motion);
    }

    free(t.runs);
    free(t.opened);
    pd_tool_local_close(&t.local);

    return t.err.status ? pd_tool_fail(args, &t.err) : code;
}

static const pd_tool_option options_table[] = {
    {"body", "MODEL", "body model that gets soft tissue: a file, or the name of a shipped one", "default"},
    {"from", "MODEL",
     "take the soft tissue of this model of the same mesh; the simulated flesh of --body then only evaluates "
     "it",
     NULL},
    {"model", "MODEL", "motion network that moves the body", "motion"},
    {"scripts", "DIR", "folder of the motions' scripts (walk.yaml, jog.yaml ...)", "examples"},
    {"work", "DIR", "folder for the simulated flesh, from which a stopped training continues", NULL},
    {"o", "FILE", "model file to write", NULL},
    {"report", "FILE", "also write every figure as JSON", NULL},
    {"builds", "N", "bodies to learn from: the mean, both ends of the first two betas, then random ones",
     "16"},
    {"held-out-builds", "N", "number of held-out bodies for the evaluation", "5"},
    {"motions", "N", "number of scripts to learn from", "8"},
    {"held-out-motions", "N", "number of held-out scripts for the evaluation", "4"},
    {"seconds", "S", "seconds of each motion", "3"},
    {"modes", "N", "soft-tissue coefficients, without breathing", "16"},
    {"beta-terms", "N", "betas in the regression", "4"},
    {"ridge", "X", "strength of the ridge regression", "0.03"},
    {"seed", "N", "seed of the bodies that are drawn", "1"},
    {"drawn-betas", "N", "number of betas of those bodies that are drawn, from the first; the others are 0",
     "16"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_tissue = {
    .name = "train-tissue",
    .words = "",
    .summary = "Learn how soft tissue follows the motion of the body",
    .details =
        "Simulates flesh between bone and skin of several bodies (finite elements) while our motion network "
        "moves them,\ntakes soft-tissue directions and their dynamics from it, judges them by motions and "
        "bodies "
        "that were held out, and\nputs them into the model's file. Nothing else in the file changes. "
        "docs/lab/soft-tissue.md has the method and the results.\n\n  posed-factory train-tissue --work "
        "/tmp/flesh -o "
        "default.safetensors\n  posed-factory train-tissue --body person --from default --modes 4 --work "
        "/tmp/flesh "
        "-o person.safetensors",
    .options = options_table,
    .run = run_train_tissue,
};
