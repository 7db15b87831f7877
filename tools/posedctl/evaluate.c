/* posedctl evaluate: how well a model describes people it was not learned from,
 * how fast, and what breaks at its joints. */
#include "tools/base/mode.h"
#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "core/smpl/data/import.h"
#include "train/corrective/pose_fit.h"
#include "tools/learn/paper.h"
#include "tools/train/evaluate_people.h"
#include "tools/train/evaluation.h"
#include "tools/train/limits.h"
#include "tools/base/local.h"
#include "tools/train/meshes.h"
#include "tools/draw/posture.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BATCH   64
#define TIMED_S 0.15 /* duration of a measurement, seconds */

typedef struct evaluate {
    const pd_tool_args *args;
    pd_tool_local local;
    pd_smpl_model *plain, *dqs; /* without pose blend shapes; with those for DQS, or NULL */
    pd_train_body_variant variants[PD_TRAIN_BODY_VARIANTS_MAX];
    int variant_count;
    pd_tool_meshes meshes;
    pd_tool_evaluation found;
    pd_tool_progress progress;
    pd_error err;
} evaluate;

/* --- variants --- */

/* Reports whether the name is in --variants. Without that option every variant is wanted. */
static bool is_wanted(const evaluate *e, const char *name)
{
    const char *list = pd_tool_text(e->args, "variants");
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (!strncasecmp(at, name, length) && (!at[length] || at[length] == ',')) return true;
    return !list;
}

/* Adds a way to compute the body to the comparison, if it is wanted. */
static void add_variant(evaluate *e, const char *name, const pd_smpl_model *model, pd_smpl_skinning skinning)
{
    PD_ASSERT(e->variant_count < PD_TRAIN_BODY_VARIANTS_MAX);
    if (!is_wanted(e, name)) return;
    e->found.variants[e->variant_count] = name;
    e->variants[e->variant_count++] = (pd_train_body_variant){name, model, skinning};
    e->found.variant_count = e->variant_count;
}

/* Reports an error if --variants leaves nothing to compare. */
static pd_status check_variants(evaluate *e)
{
    PD_ASSERT(e->variant_count >= 0 && e->variant_count <= PD_TRAIN_BODY_VARIANTS_MAX);
    if (e->variant_count) return PD_OK;
    return pd_fail(
        &e->err, PD_ERR_RANGE, "variants", "'%s': none of LBS, DQS%s", pd_tool_text(e->args, "variants"),
        e->local.model->pose_feature_count ? ", LBS+P, DQS+P" : "; the model has no pose blend shapes");
}

/* Chooses the variants: each skinning method with and without pose blend shapes. */
static pd_status load_variants(evaluate *e)
{
    const char *dqs = pd_tool_text(e->args, "dqs-model");
    char path[4096];
    const pd_smpl_model *model = e->local.model;

    if (pd_train_pose_model(&e->plain, model, NULL, &e->err)) return e->err.status;

    /* Variants of the model itself. */
    add_variant(e, "LBS", e->plain, PD_SMPL_LBS);
    add_variant(e, "DQS", e->plain, PD_SMPL_DQS);
    if (model->pose_feature_count) add_variant(e, "LBS+P", model, PD_SMPL_LBS);
    if (!dqs && model->pose_feature_count) add_variant(e, "DQS+P", model, PD_SMPL_DQS);
    if (!dqs) return check_variants(e);

    /* A separate model with pose blend shapes for DQS; it must have the same mesh and skeleton. */
    pd_tool_model_path(path, sizeof path, dqs);
    if (pd_tool_load_body(&e->dqs, path, &e->err)) return e->err.status;

    if (e->dqs->vertex_count != model->vertex_count || e->dqs->joint_count != model->joint_count ||
        e->dqs->beta_count != model->beta_count)
        return pd_fail(&e->err, PD_ERR_RANGE, dqs,
                       "%d vertices, %d joints and %d betas; %d, %d and %d expected, as the model has",
                       e->dqs->vertex_count, e->dqs->joint_count, e->dqs->beta_count, model->vertex_count,
                       model->joint_count, model->beta_count);

    add_variant(e, "DQS+P", e->dqs, PD_SMPL_DQS);
    return check_variants(e);
}

/* --- meshes --- */

/* Progress callback of the fits. */
static void watch_fits(void *ctx, int done, int total)
{
    evaluate *e = ctx;
    (void)total;
    static int shown;

    /* Any worker thread may call this. If another thread is drawing, this report is skipped. */
    if (__atomic_exchange_n(&shown, 1, __ATOMIC_ACQUIRE)) return;
    pd_tool_progress_step(&e->progress, done);
    __atomic_store_n(&shown, 0, __ATOMIC_RELEASE);
}

/* The variant's model with another template. A resident model has its pose blend shapes packed only, so the
 * file is read again. */
typedef struct reshaping {
    const evaluate *e;
    const pd_smpl_model *model;
} reshaping;

/* Builds the variant's model with another template. */
static pd_status reshape(void *ctx, pd_smpl_model **out, const float *v_template, pd_error *err)
{
    const reshaping *r = ctx;
    pd_smpl_data data;
    pd_status status = r->model == r->e->plain ? pd_train_pose_data(&data, r->model, NULL, err)
                                               : pd_smpl_data_load(&data, r->e->local.path, err);

    if (status != PD_OK) return status;
    memcpy(data.v_template, v_template, 3 * (size_t)data.vertex_count * sizeof *v_template);

    return pd_smpl_model_build(out, &data, err);
}

/* Measures how far the fitted model is from each mesh, for each variant. */
static pd_status judge_meshes(evaluate *e)
{
    const char *folder = pd_tool_text(e->args, "registrations");

    if (!folder) return PD_OK;

    /* Read the registrations. */
    snprintf(e->found.meshes, sizeof e->found.meshes, "%.250s", folder);
    if (pd_tool_meshes_read(&e->meshes, folder, e->plain->vertex_count, &e->err)) return e->err.status;

    /* Fit every variant to every mesh. */
    const pd_train_body_meshes *set = &e->meshes.set;
    const pd_train_body_watch watch = {watch_fits, e};
    pd_tool_progress_begin(&e->progress, "fitting", (double)e->variant_count * set->subject_count);

    pd_status status = pd_train_body_evaluate(&e->found.figures, e->variants, e->variant_count, set, &watch,
                                              e->local.executor, &e->err);
    pd_tool_progress_leave(&e->progress, status == PD_OK);
    e->found.mesh_count = set->count;
    e->found.subject_count = set->subject_count;
    if (!pd_tool_flag(e->args, "parts")) return status;

    /* With --parts the errors of shape and pose are measured separately. */
    for (int v = 0; v < e->variant_count && status == PD_OK; v++) {
        reshaping r = {e, e->variants[v].model};
        const pd_train_body_reshape made = {reshape, &r};
        if (e->variants[v].skinning != PD_SMPL_LBS) continue;
        pd_tool_progress_begin(&e->progress, "shape and pose apart", set->subject_count);
        status = pd_train_body_evaluate_parts(&e->found.parts[v], &e->variants[v], &made, set, &watch,
                                              e->local.executor, &e->err);
        pd_tool_progress_leave(&e->progress, status == PD_OK);
    }

    return status;
}

/* --- run time --- */

/* The least time of a body over rounds of `count`: other work on the machine only adds. */
static double time_ms(const pd_train_body_variant *v, pd_smpl_body *bodies, int count, pd_arena *scratch)
{
    PD_ASSERT(count > 0 && count <= BATCH);
    const pd_smpl_job job = {.bodies = bodies, .body_count = count, .skinning = v->skinning, .contact = NULL};
    double begin_s = pd_tool_clock_s();
    double least_s = 1e9;
    for (int round = 0; round < 3 || pd_tool_clock_s() - begin_s < TIMED_S; round++) {
        double start_s = pd_tool_clock_s();
        pd_arena_reset(scratch);
        pd_smpl_job_run(&job, v->model, scratch, &pd_executor_serial);
        double took_s = pd_tool_clock_s() - start_s;
        if (took_s < least_s) least_s = took_s;
    }

    return 1e3 * least_s / count;
}

/* Measures the time of one body and of a batch, for each variant and number of betas. */
static pd_status measure_time(evaluate *e)
{
    const pd_smpl_model *m = e->local.model;
    const pd_smpl_job most = {.bodies = NULL, .body_count = BATCH, .skinning = PD_SMPL_DQS, .contact = NULL};
    size_t b = (size_t)m->beta_count;
    size_t k = 9 * (size_t)m->joint_count;
    float *betas = malloc((b + k + 3 * (size_t)m->vertex_count * BATCH) * sizeof *betas);
    pd_arena scratch = {0};

    /* Memory for a batch, including scratch of the method that needs the most. */
    if (!betas || !pd_arena_init(&scratch, 2 * pd_smpl_job_scratch_bytes(&most, m))) {
        free(betas);
        return pd_fail(&e->err, PD_ERR_MEMORY, "run time", "out of memory for %d bodies", BATCH);
    }

    /* Use a body that is not the mean and not at rest, so that kernels cannot skip work. Skeletons with other
     * joint names get identity rotations. */
    float *rotations = betas + b;
    float *vertices = betas + b + k;
    for (size_t i = 0; i < b; i++) betas[i] = 0.5f;
    pd_status status = pd_tool_posture_read(rotations, m, pd_tool_poses[7].text, &e->err);
    for (size_t i = 0; status != PD_OK && i < k; i++) rotations[i] = (i % 9) % 4 == 0; /* other joint names */
    e->err = (pd_error){0};

    /* All bodies of the batch have the same input but their own output. */
    pd_smpl_body bodies[BATCH];
    for (int i = 0; i < e->variant_count; i++) {
        const pd_train_body_variant *v = &e->variants[i];
        size_t numbers = 3 * (size_t)v->model->vertex_count;
        for (int s = 0; s < e->found.figures.ladder_count; s++) {
            for (int n = 0; n < BATCH; n++)
                bodies[n] = (pd_smpl_body){.betas = betas,
                                           .beta_count = e->found.figures.ladder[s],
                                           .rotations = rotations,
                                           .vertices = vertices + numbers * (size_t)n};
            e->found.one_ms[i][s] = time_ms(v, bodies, 1, &scratch);
            e->found.batch_ms[i][s] = time_ms(v, bodies, BATCH, &scratch);
        }
    }

    e->found.time_count = e->found.figures.ladder_count;

    pd_arena_deinit(&scratch);
    free(betas);
    return PD_OK;
}

/* --- all --- */

/* Chooses the numbers of betas to evaluate, from --betas or by default. */
static pd_status choose_ladder(evaluate *e)
{
    float counts[PD_TRAIN_BODY_LADDER_MAX];
    int count = 0;
    int most = e->local.model->beta_count;
    pd_train_body_evaluation *f = &e->found.figures;

    if (!pd_tool_floats(counts, &count, e->args, "betas", PD_TRAIN_BODY_LADDER_MAX)) return PD_ERR_INVALID;

    if (!count) pd_train_body_ladder(f, most);
    for (int s = 0; s < count; s++) {
        f->ladder[s] = (int)counts[s];
        if (!(counts[s] >= 0 && counts[s] <= (float)most) || (float)f->ladder[s] != counts[s] ||
            (s && counts[s] <= counts[s - 1]))
            return pd_fail(&e->err, PD_ERR_RANGE, "betas", "%g; ascending whole numbers of 0 to %d allowed",
                           (double)counts[s], most);
        f->ladder_count = s + 1;
    }

    return f->ladder_count
               ? PD_OK
               : pd_fail(&e->err, PD_ERR_RANGE, "betas", "the model has no betas; at least 1 expected");
}

static int run_evaluate(const pd_tool_args *args)
{
    static evaluate e;
    const char *folder = pd_tool_text(args, "registrations");

    if (!folder && !pd_tool_flag(args, "time") && !pd_tool_flag(args, "quality") &&
        !pd_tool_text(args, "people") && !pd_tool_text(args, "paper"))
        return pd_tool_usage(
            args, "nothing to do: --registrations, --people, --paper, --time or --quality is needed");
    if (pd_tool_text(args, "people") && folder)
        return pd_tool_usage(args, "--people and --registrations; only one of them allowed");
    if (pd_tool_flag(args, "parts") && !folder) return pd_tool_usage(args, "--parts needs --registrations");

    /* Check that the given options fit the work. */
    const char *work = pd_tool_text(args, "paper")    ? "paper"
                       : pd_tool_text(args, "people") ? "people"
                       : folder                       ? "meshes"
                                                      : "model";
    if (pd_tool_mode(args, "work", work) ||
        pd_tool_mode(args, "model", pd_tool_text(args, "paper") ? "not read" : "read"))
        return 2;

    /* The comparison for the paper loads its own models. */
    if (pd_tool_text(args, "paper"))
        return pd_tool_paper(args, pd_tool_text(args, "paper"), pd_tool_text(args, "learned"),
                             pd_tool_text(args, "o"));

    e = (evaluate){.args = args};
    int code = pd_tool_local_open(&e.local, args);
    if (code) return code;

    if (pd_tool_text(args, "people")) {
        code = pd_tool_evaluate_people(args, &e.local);
        pd_tool_local_close(&e.local);
        return code;
    }

    /* Evaluate, in the order in which the report shows it. */
    snprintf(e.found.model, sizeof e.found.model, "%.250s", e.local.path);
    if (choose_ladder(&e)) code = e.err.status ? pd_tool_fail(args, &e.err) : 2;

    if (!code) {
        pd_tool_limits limits = {.variants = e.variants};
        pd_status status = load_variants(&e);
        limits.variant_count = e.variant_count;
        limits.no_target = !is_wanted(&e, "target");
        const pd_train_body_variant touched = {e.local.model->pose_feature_count ? "LBS+P" : "LBS",
                                               e.local.model, PD_SMPL_LBS};
        limits.touched = is_wanted(&e, "contact") ? &touched : NULL;
        if (status == PD_OK) status = judge_meshes(&e);
        if (status == PD_OK && pd_tool_flag(args, "time")) status = measure_time(&e);
        if (status == PD_OK && pd_tool_flag(args, "quality"))
            status = pd_tool_limits_check(&e.found, &limits, e.local.executor, &e.err);
        if (status != PD_OK) code = pd_tool_fail(args, &e.err);
    }

    /* Write and print the report. */
    const char *out = pd_tool_text(args, "o");
    if (!code && out && pd_tool_evaluation_write(&e.found, out, &e.err)) code = pd_tool_fail(args, &e.err);
    if (!code) {
        pd_buffer text = {0};
        if (pd_tool_flag(args, "json"))
            pd_tool_evaluation_json(&text, &e.found);
        else
            pd_tool_evaluation_markdown(&text, &e.found);
        fwrite(text.data, 1, text.size, stdout);
        pd_buffer_deinit(&text);
    }

    pd_tool_meshes_deinit(&e.meshes);
    pd_smpl_model_release(e.plain);
    pd_smpl_model_release(e.dqs);
    pd_tool_local_close(&e.local);

    return code;
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"dqs-model", "FILE", "model with the same mesh whose pose blend shapes are for DQS", NULL},
    {"registrations", "DIR", "registered meshes: SUBJECT/*.obj, .ply, or SUBJECT.npz with vertices (N,V,3)",
     NULL},
    {"betas", "LIST", "numbers of betas to fit with, ascending [1, 2, 4 ... all]", NULL},
    {"variants", "LIST",
     "variants to compare: some of LBS, DQS, LBS+P, DQS+P, and for --quality contact and target [all]", NULL},
    {"parts", NULL,
     "also measure errors of shape and of pose separately: the rest shape comes from a subject's other "
     "meshes",
     NULL},
    {"time", NULL, "also measure the run time of each variant", NULL},
    {"quality", NULL, "look for inverted triangles and self-penetration at joint limits", NULL},
    {"people", "PATH",
     "tape measures of people, a CSV with ANSUR II's columns or a folder of them: betas are fitted", NULL},
    {"paper", "DIR",
     "make the paper's comparisons on the registrations in DIR and on those in DIR/new-people", NULL},
    {"learned", "DIR",
     "paper: folder that posedctl learn wrote; if it is missing, learn runs first [DIR/learned]", NULL},
    {"lambdas", "LIST",
     "paper: the weights Y, U, J, P, W and the factor of P per bone with which learn ran "
     "[100,100,100,25,1,1]",
     NULL},
    {"gender", "NAME", "people: all, male or female", "all"},
    {"count", "N", "people: largest number of people to fit, spread evenly over the rows", "500"},
    {"o", "FOLDER", "tables (md, csv, json) and charts (svg, png)", NULL},
    {"json", NULL, "print JSON", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_evaluate = {
    .name = "evaluate",
    .words = "",
    .summary = "Measure how well a model describes people from whom it was not learned",
    .details =
        "Model generalisation: pose and betas are fitted to each registered mesh. Pose generalisation: betas "
        "from a "
        "subject's\n"
        "first mesh, for its others the pose alone is fitted. Both for LBS and DQS, with and without pose "
        "blend "
        "shapes;\n"
        "mean distance of vertices against the number of betas. Meshes have the model's topology, metres, +Y "
        "up.\n\n"
        "  posedctl evaluate --model smpl.pkl --registrations dyna --betas 1,2,4,8,10 --json\n"
        "  posedctl evaluate --quality\n"
        "  posedctl evaluate --paper people -o paper\n"
        "  posedctl evaluate --model male --people ansur --gender male",
    .options = options,
    .run = run_evaluate,
};
