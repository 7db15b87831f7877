#include "api/body/measure.h"

#include "api/body/body.h"
#include "config/version.h"
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
    PD_API_BETAS_FIELD(AT(betas), "Shape coefficients; any count up to the model's, missing ones are 0."),
    {0},
};

const pd_api_field pd_api_measure_fields[] = {
    PD_API_BETAS_FIELD(AT(betas), "Shape coefficients; any count up to the model's, missing ones are 0."),
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
     .is_batch = 1,
     .offset = AT(bodies),
     .rows = betas_fields,
     .example = "[{\"betas\":[1]},{\"betas\":[-1]}]",
     .doc = "Many bodies in one request, each with its own betas."},
    {0},
};

/* What a measure call waits with: betas padded to the model's count, so that one job holds all bodies. */
typedef struct measure_job {
    float *betas; /* (count,B) */
    int count;
    double density;
} measure_job;

static int read_betas(float *out, const json_t *array, pd_api_call *call, const char *pointer)
{
    const pd_api_field *field = pd_api_field_named(betas_fields, "betas");

    if (!array) return 1;
    const int count = pd_api_numbers_read(out, array, 0, pd_api_model_body(&call->model)->beta_count,
                                          "the model's betas", field, pointer, &call->problems);
    if (count > 0) pd_api_warn_betas(&call->problems, out, count, pointer);
    return count >= 0;
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
    const size_t betas = (size_t)pd_api_model_body(&call->model)->beta_count;

    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/bodies", "empty; 1 to %d expected",
                           call->limits->batch);
    if (!pd_api_batch_check("bodies", given, call->limits, &call->problems)) return 0;
    job->betas = pd_api_pool_take(&call->pool, given * betas, sizeof *job->betas);
    if (!job->betas) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    job->count = call->weight = (int)given;
    job->density = values->density;
    read_betas(job->betas, values->betas, call, "/betas");
    for (size_t i = 1; i < given; i++) memcpy(job->betas + i * betas, job->betas, betas * sizeof *job->betas);
    for (size_t i = 0; values->bodies && i < given; i++) {
        const json_t *body = json_array_get(values->bodies, i);
        if (json_object_get(body, "betas")) memset(job->betas + i * betas, 0, betas * sizeof *job->betas);
        read_body(job->betas + i * betas, body, call, (int)i);
    }
    return call->problems.count == 0;
}

void pd_api_json_measure(pd_buffer *out, double value)
{
    if (isfinite(value))
        pd_buffer_printf(out, "%.6g", value);
    else
        pd_buffer_text(out, "null");
}

void pd_api_json_measures(pd_buffer *out, const double *values)
{
    pd_buffer_text(out, "{");
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        pd_buffer_printf(out, "%s\"%s\":", m ? "," : "", pd_smpl_measures[m].name);
        pd_api_json_measure(out, values[m]);
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

void pd_api_measure_begin(pd_api_call *call, double density)
{
    pd_buffer *out = pd_api_answer(call, 200, "application/json");

    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_printf(out, ",\"pose\":\"T\",\"density\":%.6g", density ? density : PD_SMPL_DENSITY_DEFAULT);
}

#define MEASURE_BYTES 32 /* "upper_arm_girth":0.304743, */

static size_t measure_bytes(const pd_api_call *call, int threads)
{
    const measure_job *own = call->job;
    const size_t values = (size_t)own->count * PD_SMPL_MEASURE_COUNT,
                 reply = PD_API_MEASURE_REPLY_BYTES + values * MEASURE_BYTES;
    (void)threads;
    return pd_arena_bytes(values, sizeof(double)) +
           pd_smpl_measure_scratch_bytes(pd_api_model_body(&call->model)) +
           (call->coding == PD_API_IDENTITY ? reply : reply + reply / 2);
}

static void run_measure(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const measure_job *own = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t values_bytes = pd_arena_bytes((size_t)own->count * PD_SMPL_MEASURE_COUNT, sizeof(double));
    pd_smpl_measure_job job = {.betas = own->betas,
                               .beta_count = model->beta_count,
                               .body_count = own->count,
                               .density = own->density,
                               .cancel = call->cancel};

    (void)executor;
    if (!pd_arena_reserve(scratch, values_bytes + pd_smpl_measure_scratch_bytes(model))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }
    job.values = pd_arena_take(scratch, (size_t)own->count * PD_SMPL_MEASURE_COUNT, sizeof *job.values);
    pd_smpl_measure_run(&job, model, scratch);
    pd_api_measure_begin(call, own->density);
    pd_buffer_text(&call->reply.body, ",\"bodies\":[");
    for (int i = 0; i < own->count; i++) {
        if (i) pd_buffer_text(&call->reply.body, ",");
        pd_api_json_measures(&call->reply.body, job.values + i * PD_SMPL_MEASURE_COUNT);
    }
    pd_buffer_text(&call->reply.body, "],\"definitions\":");
    pd_api_json_definitions(&call->reply.body);
    pd_api_json_warnings(&call->reply.body, &call->problems);
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
    pd_api_hash_int(&hash, (long long)pd_api_model_body(&call->model)->content_hash);
    pd_api_hash_int(&hash, (int)call->coding);
    pd_api_hash_add(&hash, &job->density, sizeof job->density);
    pd_api_hash_add(&hash, job->betas,
                    (size_t)pd_api_model_body(&call->model)->beta_count * sizeof *job->betas);
    return hash;
}

static int check_measure(pd_api_call *call, const measure_job *own)
{
    const pd_smpl_measure_job job = {.betas = own->betas,
                                     .beta_count = pd_api_model_body(&call->model)->beta_count,
                                     .body_count = own->count,
                                     .density = own->density};
    pd_error err;

    if (pd_smpl_measure_check(&job, pd_api_model_body(&call->model), &err) == PD_OK) return 1;
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
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }
    good = pd_api_decode_fields(&values, &documents, call, request);
    if (!call->done)
        good &= read_measure(job, &values, call); /* also after errors: all of them are told at once */
    good = good && check_measure(call, job);
    pd_api_documents_release(&documents);
    call->job = job;
    call->run = run_measure;
    call->run_bytes = measure_bytes;
    if (good && !strcmp(call->route->method, "GET")) pd_api_cacheable(call, request, measure_hash(call), 300);
}

#define COST_MEASURE 5.4 /* milliseconds a body, on one core of a Xeon */

double pd_api_measure_cost(const pd_api_call *call)
{
    return ((const measure_job *)call->job)->count * COST_MEASURE;
}
