#include "api/measure.h"

#include "api/body.h"
#include "config/version.h"
#include "core/fit/measurements.h"
#include "core/io/number.h"
#include "core/kernel/cpu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct measure_values {
    const json_t *betas, *bodies;
    double density;
} measure_values;

#define AT(member) offsetof(measure_values, member)

static const pd_api_field betas_fields[] = {
    {.name = "betas",
     .type = PD_API_NUMBERS,
     .offset = AT(betas),
     .min = -100,
     .max = 100,
     .preset = "[]",
     .doc = "Shape coefficients; any count up to the model's, missing ones are 0."},
    {0},
};

const pd_api_field pd_api_measure_fields[] = {
    {.name = "betas",
     .type = PD_API_NUMBERS,
     .offset = AT(betas),
     .min = -100,
     .max = 100,
     .preset = "[]",
     .doc = "Shape coefficients; any count up to the model's, missing ones are 0."},
    {.name = "density",
     .type = PD_API_NUMBER,
     .offset = AT(density),
     .min = 500,
     .max = 2000,
     .preset = "1000",
     .doc = "kg/m3: the mass is the volume times it."},
    {0},
};

const pd_api_field pd_api_measure_bodies_fields[] = {
    {.name = "bodies",
     .type = PD_API_OBJECTS,
     .offset = AT(bodies),
     .rows = betas_fields,
     .doc = "Many bodies in one request, each with its own betas."},
    {0},
};

/* One field per measurement, into a double[PD_SMPL_MEASURE_COUNT]. */
static const pd_api_field wanted_fields[] = {
#define WANTED_ROW(id, label, iso, unit, least, greatest, definition)                                        \
    {.name = label,                                                                                          \
     .type = PD_API_NUMBER,                                                                                  \
     .offset = PD_SMPL_##id * sizeof(double),                                                                \
     .min = least,                                                                                           \
     .max = greatest,                                                                                        \
     .doc = "In " unit ": " definition "."},
    PD_SMPL_MEASURE_TABLE(WANTED_ROW)
#undef WANTED_ROW
        {0},
};

typedef struct fit_values {
    const json_t *measurements;
    double density;
    int beta_count, iterations;
} fit_values;

const pd_api_field pd_api_fit_fields[] = {
    {.name = "measurements",
     .type = PD_API_OBJECT,
     .offset = offsetof(fit_values, measurements),
     .rows = wanted_fields,
     .doc = "What the body shall measure, at least one. The rest is as likely as it can be."},
    {.name = "beta_count",
     .type = PD_API_INTEGER,
     .offset = offsetof(fit_values, beta_count),
     .min = 0,
     .max = 1024,
     .preset = "0",
     .doc = "How many betas may move; 0 means all of the model's."},
    {.name = "density",
     .type = PD_API_NUMBER,
     .offset = offsetof(fit_values, density),
     .min = 500,
     .max = 2000,
     .preset = "1000",
     .doc = "kg/m3: the mass is the volume times it."},
    {.name = "iterations",
     .type = PD_API_INTEGER,
     .offset = offsetof(fit_values, iterations),
     .min = 1,
     .max = 1000,
     .preset = "30",
     .doc = "Steps of the search, at most."},
    {0},
};

/* What a measure call waits with: betas padded to the model's count, so that one job holds all bodies. */
typedef struct measure_job {
    float *betas; /* (count,B) */
    int count;
    double density;
} measure_job;

typedef struct fit_job {
    pd_fit_measurements_job job;
    pd_fit_measurement targets[PD_SMPL_MEASURE_COUNT];
    double residuals[PD_SMPL_MEASURE_COUNT], values[PD_SMPL_MEASURE_COUNT];
} fit_job;

static int read_betas(float *out, const json_t *array, pd_api_call *call, const char *pointer)
{
    const pd_api_field *field = pd_api_field_named(betas_fields, "betas");

    return !array || pd_api_numbers_read(out, array, 0, call->model.body->beta_count, "the model's betas",
                                         field, pointer, &call->problems) >= 0;
}

static int read_body(float *out, const json_t *object, pd_api_call *call, int index)
{
    static const pd_api_field *const tables[] = {betas_fields, NULL};
    measure_values values = {0};
    char pointer[48];

    snprintf(pointer, sizeof pointer, "/bodies/%d", index);
    if (!pd_api_fields_json(&values, object, tables, pointer, &call->problems)) return 0;
    snprintf(pointer, sizeof pointer, "/bodies/%d/betas", index);
    return read_betas(out, values.betas, call, pointer);
}

static int read_measure(measure_job *job, const measure_values *values, pd_api_call *call)
{
    const size_t given = values->bodies ? json_array_size(values->bodies) : 1;
    const size_t betas = (size_t)call->model.body->beta_count;

    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/bodies", "empty; 1 to %d wanted",
                           call->limits->batch);
    if (given > (size_t)call->limits->batch)
        return pd_api_note(&call->problems, PD_ERR_LIMIT, "/bodies",
                           "%zu bodies; at most %d allowed (limits.batch)", given, call->limits->batch);
    job->betas = pd_api_pool_take(&call->pool, given * betas, sizeof *job->betas);
    if (!job->betas) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    job->count = call->weight = (int)given;
    job->density = values->density;
    for (size_t i = 0; i < given; i++) {
        if (!read_betas(job->betas + i * betas, i ? NULL : values->betas, call, "/betas")) return 0;
        if (i) memcpy(job->betas + i * betas, job->betas, betas * sizeof *job->betas);
    }
    for (size_t i = 0; values->bodies && i < given; i++) {
        const json_t *body = json_array_get(values->bodies, i);
        if (json_object_get(body, "betas")) memset(job->betas + i * betas, 0, betas * sizeof *job->betas);
        read_body(job->betas + i * betas, body, call, (int)i);
    }
    return call->problems.count == 0;
}

static void number_or_null(pd_buffer *out, double value)
{
    if (isfinite(value))
        pd_buffer_printf(out, "%.6g", value);
    else
        pd_buffer_text(out, "null");
}

static void values_json(pd_buffer *out, const double *values)
{
    pd_buffer_text(out, "{");
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        pd_buffer_printf(out, "%s\"%s\":", m ? "," : "", pd_smpl_measures[m].name);
        number_or_null(out, values[m]);
    }
    pd_buffer_text(out, "}");
}

void pd_api_json_definitions(pd_buffer *out)
{
    pd_buffer_text(out, "{");
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[m];
        pd_buffer_printf(out, "%s\"%s\":{\"unit\":\"%s\",\"iso_8559_1\":", m ? "," : "", row->name,
                         row->unit);
        if (row->iso[0])
            pd_api_json_text(out, row->iso);
        else
            pd_buffer_text(out, "null");
        pd_buffer_text(out, ",\"definition\":");
        pd_api_json_text(out, row->definition);
        pd_buffer_text(out, "}");
    }
    pd_buffer_text(out, "}");
}

static void begin_reply(pd_api_call *call, double density)
{
    pd_buffer *out = pd_api_answer(call, 200, "application/json");

    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_printf(out, ",\"pose\":\"T\",\"density\":%.6g", density ? density : PD_SMPL_DENSITY_DEFAULT);
}

static void run_measure(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const measure_job *own = call->job;
    const pd_smpl_model *model = call->model.body;
    const size_t values_bytes = pd_arena_bytes((size_t)own->count * PD_SMPL_MEASURE_COUNT, sizeof(double));
    pd_smpl_measure_job job = {.betas = own->betas,
                               .beta_count = model->beta_count,
                               .body_count = own->count,
                               .density = own->density};

    (void)executor;
    if (!pd_arena_reserve(scratch, values_bytes + pd_smpl_measure_scratch_bytes(model))) {
        pd_api_refuse(call, 503, NULL, "not enough memory");
        return;
    }
    job.values = pd_arena_take(scratch, (size_t)own->count * PD_SMPL_MEASURE_COUNT, sizeof *job.values);
    pd_smpl_measure_run(&job, model, scratch);
    begin_reply(call, own->density);
    pd_buffer_text(&call->reply.body, ",\"bodies\":[");
    for (int i = 0; i < own->count; i++) {
        if (i) pd_buffer_text(&call->reply.body, ",");
        values_json(&call->reply.body, job.values + i * PD_SMPL_MEASURE_COUNT);
    }
    pd_buffer_text(&call->reply.body, "],\"definitions\":");
    pd_api_json_definitions(&call->reply.body);
    pd_buffer_text(&call->reply.body, "}\n");
}

static pd_api_hash measure_hash(const pd_api_call *call)
{
    const measure_job *job = call->job;
    pd_api_hash hash = pd_api_hash_begin();

    pd_api_hash_text(&hash, pd_cfg_version_text());
    pd_api_hash_text(&hash, pd_k_cpu_name());
    pd_api_hash_text(&hash, call->model.id);
    pd_api_hash_text(&hash, "measure");
    pd_api_hash_int(&hash, (long long)call->model.body->content_hash);
    pd_api_hash_int(&hash, (int)call->coding);
    pd_api_hash_add(&hash, &job->density, sizeof job->density);
    pd_api_hash_add(&hash, job->betas, (size_t)call->model.body->beta_count * sizeof *job->betas);
    return hash;
}

static int check_measure(pd_api_call *call, const measure_job *own)
{
    const pd_smpl_measure_job job = {.betas = own->betas,
                                     .beta_count = call->model.body->beta_count,
                                     .body_count = own->count,
                                     .density = own->density};
    pd_error err;

    if (pd_smpl_measure_check(&job, call->model.body, &err) == PD_OK) return 1;
    return pd_api_note_error(&call->problems, "", &err);
}

void pd_api_handle_measure(pd_api_call *call, const pd_api_request *request)
{
    measure_values values = {0};
    pd_api_documents documents = {0};
    measure_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    int good;

    if (!pd_api_take_body_model(call, call->id)) return;
    if (!job) {
        pd_api_refuse(call, 503, NULL, "not enough memory");
        return;
    }
    good = pd_api_decode_fields(&values, &documents, call, request) && read_measure(job, &values, call) &&
           check_measure(call, job);
    pd_api_documents_release(&documents);
    call->job = job;
    call->run = run_measure;
    if (good && !strcmp(call->route->method, "GET")) pd_api_cacheable(call, request, measure_hash(call), 300);
}

static void run_fit(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    fit_job *own = call->job;
    pd_fit_measurements_job *job = &own->job;
    pd_buffer *out;

    (void)executor;
    if (!pd_arena_reserve(scratch, pd_fit_measurements_scratch_bytes(job, call->model.body))) {
        pd_api_refuse(call, 503, NULL, "not enough memory");
        return;
    }
    pd_fit_measurements_run(job, call->model.body, scratch);
    begin_reply(call, job->density);
    out = &call->reply.body;
    pd_buffer_printf(out, ",\"status\":\"%s\",\"iterations\":%d,\"betas\":", pd_fit_status_name(job->status),
                     job->iterations_used);
    pd_api_json_floats(out, job->betas, job->beta_count ? job->beta_count : call->model.body->beta_count);
    pd_buffer_text(out, ",\"residuals\":{");
    for (int i = 0; i < job->target_count; i++) {
        pd_buffer_printf(out, "%s\"%s\":", i ? "," : "", pd_smpl_measures[job->targets[i].measure].name);
        number_or_null(out, job->residuals[i]);
    }
    pd_buffer_text(out, "},\"measurements\":");
    values_json(out, job->values);
    pd_buffer_text(out, "}\n");
}

static int read_targets(fit_job *own, const fit_values *values, pd_api_call *call)
{
    static const pd_api_field *const tables[] = {wanted_fields, NULL};
    double wanted[PD_SMPL_MEASURE_COUNT];
    int count = 0;

    if (!values->measurements)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/measurements",
                           "missing; at least one measurement is wanted");
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) wanted[m] = NAN;
    if (!pd_api_fields_json(wanted, values->measurements, tables, "/measurements", &call->problems)) return 0;
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++)
        if (!isnan(wanted[m])) own->targets[count++] = (pd_fit_measurement){(pd_smpl_measure)m, wanted[m]};
    if (!count)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/measurements",
                           "empty; at least one measurement is wanted");
    own->job = (pd_fit_measurements_job){.residuals = own->residuals,
                                         .values = own->values,
                                         .targets = own->targets,
                                         .target_count = count,
                                         .beta_count = values->beta_count,
                                         .density = values->density,
                                         .iterations = values->iterations};
    return 1;
}

static int check_fit(pd_api_call *call, fit_job *own)
{
    const int betas = call->model.body->beta_count;
    pd_error err;

    if (own->job.beta_count > betas)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/beta_count",
                           "%d; 0 to %d allowed (the model's betas)", own->job.beta_count, betas);
    own->job.betas = pd_api_pool_take(&call->pool, (size_t)betas, sizeof *own->job.betas);
    if (!own->job.betas) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    if (pd_fit_measurements_check(&own->job, call->model.body, &err) == PD_OK) return 1;
    return pd_api_note_error(&call->problems, "", &err);
}

void pd_api_handle_fit(pd_api_call *call, const pd_api_request *request)
{
    fit_values values = {0};
    pd_api_documents documents = {0};
    fit_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);

    if (!pd_api_take_body_model(call, call->id)) return;
    if (!job) {
        pd_api_refuse(call, 503, NULL, "not enough memory");
        return;
    }
    if (pd_api_decode_fields(&values, &documents, call, request) && read_targets(job, &values, call))
        check_fit(call, job);
    pd_api_documents_release(&documents);
    call->job = job;
    call->run = run_fit;
}
