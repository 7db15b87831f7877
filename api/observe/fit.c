/* Betas from measurements, or a whole body from what is seen of it (observe.c). */
#include "core/base/assert.h"
#include "api/http/call.h"
#include "api/body/measure.h"
#include "api/observe/observe_run.h"
#include "api/http/json_write.h"
#include "core/observe/measurements.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* One field per measurement, into a double[PD_SMPL_MEASURE_COUNT]. */
static const pd_api_field wanted_fields[] = {
#define WANTED_ROW(id, label, iso, unit_text, least, greatest, tolerance, definition)                        \
    {.name = label,                                                                                          \
     .type = PD_API_NUMBER,                                                                                  \
     .offset = PD_SMPL_##id * sizeof(double),                                                                \
     .min = least,                                                                                           \
     .max = greatest,                                                                                        \
     .unit = unit_text,                                                                                      \
     .doc = "Wanted " label " in " unit_text ": " definition "."},
    PD_SMPL_MEASURE_TABLE(WANTED_ROW)
#undef WANTED_ROW
        {0},
};

/* One field for the tolerance of each measurement, into a double[PD_SMPL_MEASURE_COUNT]. */
static const pd_api_field tolerance_fields[] = {
#define TOLERANCE_ROW(id, label, iso, unit_text, least, greatest, tolerance, definition)                     \
    {.name = label,                                                                                          \
     .type = PD_API_NUMBER,                                                                                  \
     .offset = PD_SMPL_##id * sizeof(double),                                                                \
     .min = (tolerance) / PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE,                                           \
     .max = (tolerance)*PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE,                                             \
     .unit = unit_text,                                                                                      \
     .preset = #tolerance,                                                                                   \
     .doc = "Tolerance of " label " in " unit_text ", one standard deviation."},
    PD_SMPL_MEASURE_TABLE(TOLERANCE_ROW)
#undef TOLERANCE_ROW
        {0},
};

typedef struct fit_values {
    const json_t *measurements, *tolerances, *observations;
    double density;
    int beta_count, iterations, mesh;
} fit_values;

const pd_api_field pd_api_fit_fields[] = {
    {.name = "measurements",
     .type = PD_API_OBJECT,
     .offset = offsetof(fit_values, measurements),
     .rows = wanted_fields,
     .example = "{\"height\":1.8,\"waist_girth\":0.8}",
     .doc = "Measurements that the body is to have, at least one. In all other respects the most likely body "
            "is chosen."},
    {.name = "observations",
     .type = PD_API_OBJECT,
     .offset = offsetof(fit_values, observations),
     .rows = pd_api_observe_fields,
     .example =
         "{\"joints\":{\"left_hip\":[0.1,0,0],\"left_knee\":[0.1,-0.4,0.1],\"left_ankle\":[0.1,-0.8,0]}}",
     .doc = "Observations of a person at one moment, instead of measurements (docs/guide/fit.md)."},
    {.name = "mesh",
     .type = PD_API_CHOICE,
     .offset = offsetof(fit_values, mesh),
     .choices = "none|glb",
     .preset = "\"none\"",
     .doc = "Mesh of the body that is returned with a fit to observations: none, or glb (a file in base64)."},
    {.name = "tolerances",
     .type = PD_API_OBJECT,
     .offset = offsetof(fit_values, tolerances),
     .rows = tolerance_fields,
     .example = "{\"height\":0.002}",
     .doc = "Tolerances of the measurements, one standard deviation each; only for measurements that are "
            "given."},
    {.name = "beta_count",
     .type = PD_API_INTEGER,
     .offset = offsetof(fit_values, beta_count),
     .min = 0,
     .max = 1024,
     .preset = "0",
     .doc = "Number of betas that are fitted; 0 fits all of the model's."},
    {.name = "density",
     .type = PD_API_NUMBER,
     .offset = offsetof(fit_values, density),
     .min = 500,
     .max = 2000,
     .preset = "1000",
     .doc = "Density in kg/m3 by which the volume is multiplied to give the mass."},
    {.name = "iterations",
     .type = PD_API_INTEGER,
     .offset = offsetof(fit_values, iterations),
     .min = 1,
     .max = 1000,
     .preset = "100",
     .doc = "Largest number of steps of the search."},
    {0},
};

typedef struct fit_job {
    pd_api_observe *observed; /* NULL: from measurements */
    pd_observe_measurements_job job;
    pd_observe_measurements_measurement targets[PD_SMPL_MEASURE_COUNT];
    double residuals[PD_SMPL_MEASURE_COUNT], values[PD_SMPL_MEASURE_COUNT];
} fit_job;

static int is_wanted(void *ctx)
{
    return !pd_cancelled(((const pd_api_call *)ctx)->cancel);
}

/* Returns the memory of a fit: that of the solver's matrices and of the reply. */
static size_t fit_bytes(const pd_api_call *call, int threads)
{
    const fit_job *own = call->job;
    (void)threads;
    if (own->observed) return pd_api_observe_run_bytes(call, own->observed);
    return pd_observe_measurements_scratch_bytes(&own->job, pd_api_model_body(&call->model)) +
           PD_API_MEASURE_REPLY_BYTES;
}

/* Warns of each measurement that the body misses by more than its tolerance, the worst first. */
static void warn_missed(pd_api_call *call, const fit_job *own)
{
    const pd_observe_measurements_job *job = &own->job;
    bool told[PD_SMPL_MEASURE_COUNT] = {false};

    for (;;) {
        /* Find the worst of those that are left. */
        double worst = 1;
        int at = -1, left = 0;
        for (int i = 0; i < job->target_count; i++) {
            const pd_observe_measurements_measurement *t = &job->targets[i];
            const double tolerance = t->tolerance > 0 ? t->tolerance : pd_smpl_measures[t->measure].tolerance;
            const double miss = fabs(job->residuals[i]) / tolerance;
            if (told[i] || !(miss > 1)) continue;
            left++;
            if (miss > worst) {
                worst = miss;
                at = i;
            }
        }

        if (at < 0) return;
        told[at] = true;

        const pd_observe_measurements_measurement *t = &job->targets[at];
        const pd_smpl_measure_row *row = &pd_smpl_measures[t->measure];
        char where[64];
        char more[48] = "";
        if (call->problems.warning_count == PD_API_WARNINGS_MAX - 1 && left > 1)
            snprintf(more, sizeof more, "; %d more measurements are missed", left - 1);
        snprintf(where, sizeof where, "/measurements/%s", row->name);
        pd_api_warn(&call->problems, where,
                    "the body misses %s: %.4g %s wanted, %.4g %s reached, %.3g %s too %s, %.3g times the "
                    "tolerance%s",
                    row->name, t->value, row->unit, t->value + job->residuals[at], row->unit,
                    fabs(job->residuals[at]), row->unit, job->residuals[at] > 0 ? "much" : "little", worst,
                    more);
    }
}

/* Warns of a body that hardly anybody has, with those of its measurements
 * that are not allowed as wanted ones. */
static void warn_rare(pd_api_call *call, const fit_job *own)
{
    const pd_observe_measurements_job *job = &own->job;
    const int count = job->beta_count ? job->beta_count : pd_api_model_body(&call->model)->beta_count;
    char beyond[96] = "";
    size_t used = 0;
    int largest = 0;

    for (int b = 1; b < count; b++)
        if (fabsf(job->betas[b]) > fabsf(job->betas[largest])) largest = b;
    if (fabs((double)job->betas[largest]) <= PD_SMPL_BETA_ADULT) return;

    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[m];
        const bool is_beyond = job->values[m] < row->least || job->values[m] > row->greatest;
        if (!is_beyond || used + 40 > sizeof beyond) continue;
        used += (size_t)snprintf(beyond + used, sizeof beyond - used, "%s %s %.3g %s",
                                 used ? "," : "; it has", row->name, job->values[m], row->unit);
    }

    pd_api_warn(&call->problems, "/measurements",
                "hardly any adult has the body found: its beta %d is %.3g, and betas of adults are between "
                "%g and %g%s",
                largest, (double)job->betas[largest], -PD_SMPL_BETA_ADULT, PD_SMPL_BETA_ADULT, beyond);
}

static void run_fit(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    fit_job *own = call->job;
    pd_observe_measurements_job *job = &own->job;
    pd_buffer *out;

    /* A fit to observations is another job. */
    if (own->observed) {
        pd_api_observe_run(call, own->observed, scratch, executor);
        return;
    }

    /* Fit the measurements. */
    job->keep_going = is_wanted;
    job->ctx = call;
    if (!pd_arena_reserve(scratch,
                          pd_observe_measurements_scratch_bytes(job, pd_api_model_body(&call->model)))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    pd_observe_measurements_run(job, pd_api_model_body(&call->model), scratch);
    warn_rare(call, own);
    warn_missed(call, own);

    /* Write the body, how far each measurement is off, and all measurements of the body. */
    pd_api_measure_begin(call, job->density);
    out = &call->reply.body;
    pd_buffer_printf(out,
                     ",\"status\":\"%s\",\"iterations\":%d,\"distance\":%.4g,\"relaxation\":%.3g,\"betas\":",
                     pd_observe_measurements_status_name(job->status), job->iterations_used, job->distance,
                     job->relaxation);
    pd_api_json_floats(out, job->betas,
                       job->beta_count ? job->beta_count : pd_api_model_body(&call->model)->beta_count);
    pd_buffer_text(out, ",\"residuals\":{");
    for (int i = 0; i < job->target_count; i++) {
        pd_buffer_printf(out, "%s\"%s\":", i ? "," : "", pd_smpl_measures[job->targets[i].measure].name);
        pd_api_json_measure(out, job->residuals[i]);
    }

    pd_buffer_text(out, "},\"tolerances\":{");
    for (int i = 0; i < job->target_count; i++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[job->targets[i].measure];
        const double given = job->targets[i].tolerance;
        pd_buffer_printf(out, "%s\"%s\":%.6g", i ? "," : "", row->name, given > 0 ? given : row->tolerance);
    }

    pd_buffer_text(out, "},\"measurements\":");
    pd_api_json_measures(out, job->values);
    pd_api_json_warnings(out, &call->problems);
    pd_buffer_text(out, "}\n");
}

static bool read_targets(fit_job *own, const fit_values *values, pd_api_call *call)
{
    static const pd_api_field *const tables[] = {wanted_fields, NULL};
    static const pd_api_field *const tolerance_tables[] = {tolerance_fields, NULL};
    double wanted[PD_SMPL_MEASURE_COUNT];
    double tolerances[PD_SMPL_MEASURE_COUNT] = {0};
    int count = 0;

    if (!values->measurements)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/measurements",
                           "missing; at least one measurement is expected, or observations");

    /* Measurements that are not given stay NAN. */
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) wanted[m] = NAN;
    if (!pd_api_fields_json(wanted, values->measurements, tables, "/measurements", &call->problems))
        return false;
    if (values->tolerances &&
        !pd_api_fields_json(tolerances, values->tolerances, tolerance_tables, "/tolerances", &call->problems))
        return false;

    /* Each given measurement is a target. A tolerance without its measurement is refused. */
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[m];
        char where[64];
        snprintf(where, sizeof where, "/tolerances/%s", row->name);
        if (isnan(wanted[m]) && json_object_get(values->tolerances, row->name))
            return pd_api_note(&call->problems, PD_ERR_INVALID, where, "%s is not among the measurements",
                               row->name);
        if (isnan(wanted[m])) continue;
        PD_ASSERT(count < PD_SMPL_MEASURE_COUNT);
        own->targets[count++] =
            (pd_observe_measurements_measurement){(pd_smpl_measure)m, wanted[m], tolerances[m]};
    }

    if (!count)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/measurements",
                           "empty; at least one measurement is expected");

    /* The job. */
    own->job = (pd_observe_measurements_job){.residuals = own->residuals,
                                             .values = own->values,
                                             .targets = own->targets,
                                             .target_count = count,
                                             .beta_count = values->beta_count,
                                             .density = values->density,
                                             .iterations = values->iterations};

    return true;
}

static void release_observed(pd_api_call *call)
{
    const fit_job *own = call->job;
    if (own && own->observed) pd_api_observe_release(own->observed);
}

void pd_api_handle_fit(pd_api_call *call, const pd_api_request *request)
{
    fit_values values = {0};
    pd_api_documents documents = {0};
    fit_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);

    if (!pd_api_take_body_model(call, call->id)) return;
    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    int good = pd_api_decode_fields(&values, &documents, call, request);
    call->job = job;

    /* Checks that depend on the kind of fit. They run after errors too, so that all errors are reported
     * together, unless the body is not JSON. */
    const int betas = pd_api_model_body(&call->model)->beta_count;
    if (documents.body) {
        static const pd_api_field *const tables[] = {pd_api_fit_fields, NULL};
        const bool is_seen = values.observations != NULL;
        const pd_api_idle idle[] = {{"tolerances", is_seen, "measurements"},
                                    {"density", is_seen, "measurements"},
                                    {"mesh", !is_seen, "observations"},
                                    {NULL, false, NULL}};
        good &= pd_api_idle_check(documents.body, idle, tables, "", &call->problems);
    }

    /* Fit from observations, or from measurements. */
    if (!call->done && values.observations) {
        if (values.measurements)
            pd_api_note(&call->problems, PD_ERR_INVALID, "/observations",
                        "given together with measurements; only one of the two allowed");
        else if (values.beta_count > betas)
            pd_api_note(&call->problems, PD_ERR_RANGE, "/beta_count",
                        "%d; 0 to %d allowed (the model's betas)", values.beta_count, betas);
        else
            job->observed = pd_api_observe_read(call, values.observations, values.beta_count,
                                                values.iterations, values.mesh == 1);
        call->deinit = release_observed;
    } else if (!call->done && documents.body) {
        good &= read_targets(job, &values, call);
    }

    /* Measurements give a job that can be checked as a whole. */
    if (good && !values.observations) {
        pd_observe_measurements_job *own = &job->job;
        pd_error err;
        if (own->beta_count > betas)
            pd_api_note(&call->problems, PD_ERR_RANGE, "/beta_count",
                        "%d; 0 to %d allowed (the model's betas)", own->beta_count, betas);
        else if (!(own->betas = pd_api_pool_take(&call->pool, (size_t)betas, sizeof *own->betas)))
            pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
        else if (pd_observe_measurements_check(own, pd_api_model_body(&call->model), &err) != PD_OK)
            pd_api_note_error(&call->problems, "", &err);
    }

    pd_api_documents_release(&documents);
    call->run = run_fit;
    call->run_bytes = fit_bytes;
}

/* Milliseconds on one core of a Xeon for a body of COST_VERTICES, as bench/bench_reply.c measures them: the
 * start and all measurements of the result, and what each measurement beyond the first adds in as many
 * iterations as it usually takes; at most what `iterations` take. The number of betas hardly matters: fewer
 * of them take more iterations. */
#define COST_VERTICES  13380.0
#define COST_START     4.5
#define COST_FURTHER   1.9
#define COST_ITERATION 0.1
#define COST_MEASURED  0.1 /* each measurement of an iteration */

double pd_api_fit_cost(const pd_api_call *call)
{
    const fit_job *own = call->job;

    if (own->observed) return pd_api_observe_cost(own->observed);

    const pd_observe_measurements_job *job = &own->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const double targets = job->target_count;
    const double usual = COST_FURTHER * fmax(targets - 1, 0);
    const double most =
        job->iterations ? (job->iterations + 1) * (COST_ITERATION + COST_MEASURED * targets) : INFINITY;

    return (COST_START + fmin(usual, most)) * model->vertex_count / COST_VERTICES;
}
