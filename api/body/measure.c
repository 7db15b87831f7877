#include "api/body/measure.h"

#include "api/body/body.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct measure_values {
    const json_t *betas, *bodies;
    pd_api_people_values people;
    double density;
    int lines;
} measure_values;

#define AT(member) offsetof(measure_values, member)

static const pd_api_field betas_fields[] = {
    PD_API_BETAS_FIELD(AT(betas), "Shape coefficients of the body, in standard deviations. Any count up to "
                                  "the model's is allowed; missing ones are 0."),
    PD_API_PEOPLE_FIELDS(AT(people)),
    {0},
};

const pd_api_field pd_api_measure_fields[] = {
    PD_API_BETAS_FIELD(AT(betas), "Shape coefficients of the body, in standard deviations. Any count up to "
                                  "the model's is allowed; missing ones are 0."),
    PD_API_PEOPLE_FIELDS(AT(people)),
    {.name = "density",
     .type = PD_API_NUMBER,
     .offset = AT(density),
     .min = 500,
     .max = 2000,
     .preset = "1000",
     .doc = "Density in kg/m3 by which the volume is multiplied to give the mass."},
    {.name = "lines",
     .type = PD_API_BOOLEAN,
     .offset = AT(lines),
     .preset = "false",
     .doc = "True adds the path of the tape measure of each measurement to the reply, as points on the "
            "surface that keep their place in any pose. Only for a request of one body."},
    {0},
};

const pd_api_field pd_api_measure_bodies_fields[] = {
    {.name = "bodies",
     .type = PD_API_OBJECTS,
     .is_batch = 1,
     .offset = AT(bodies),
     .rows = betas_fields,
     .example = "[{\"betas\":[1]},{\"betas\":[-1]}]",
     .doc = "Bodies of a request that measures several, each with its own betas."},
    {0},
};

/* A measure call that waits: betas padded to the model's count, so that one job holds all bodies. */
typedef struct measure_job {
    float *betas;                 /* (count,B) */
    const pd_api_person **people; /* (count) NULL: betas were given */
    int count;
    double density;
    bool lines; /* count is 1 */
} measure_job;

/* Betas of one object, by number or of a person; both left alone when it has neither. */
static bool read_shape_measure(float *out, const pd_api_person **person, const measure_values *values,
                               pd_api_call *call, const char *pointer)
{
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    char at[64];

    snprintf(at, sizeof at, "%s/betas", pointer);
    if (!pd_api_people_given(&values->people)) {
        if (!values->betas) return true;
        memset(out, 0, (size_t)model->beta_count * sizeof *out);
        *person = NULL;
        const int count =
            pd_api_numbers_read(out, values->betas, (pd_api_count){0, model->beta_count, "the model's betas"},
                                pd_api_field_named(betas_fields, "betas"), at, &call->problems);
        if (count > 0) pd_api_warn_betas(&call->problems, out, count, at);
        return count >= 0;
    }

    if (values->betas)
        return pd_api_note(&call->problems, PD_ERR_INVALID, at,
                           "betas given together with random, gender, age, height, weight, percentile or "
                           "population; only one of the two ways allowed");
    *person = pd_api_people_find(&values->people, model, &call->pool, pointer, &call->problems);
    for (int b = 0; *person && b < (*person)->beta_count; b++) out[b] = (*person)->betas[b];

    return *person != NULL;
}

static bool read_measure(measure_job *job, const measure_values *values, pd_api_call *call)
{
    static const pd_api_field *const tables[] = {betas_fields, NULL};
    const size_t given = values->bodies ? json_array_size(values->bodies) : 1;
    const size_t betas = (size_t)pd_api_model_body(&call->model)->beta_count;

    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/bodies", "empty; 1 to %d expected",
                           call->limits->batch);
    if (!pd_api_batch_check("bodies", given, call->limits, &call->problems)) return false;

    /* Room for all bodies. */
    job->betas = pd_api_pool_take(&call->pool, given * betas, sizeof *job->betas);
    job->people = pd_api_pool_take(&call->pool, given, sizeof *job->people);
    if (!job->betas || !job->people) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    job->count = call->weight = (int)given;
    job->density = values->density;
    job->lines = values->lines;
    if (values->lines && values->bodies)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/lines",
                           "true; allowed only for one body, without bodies");

    /* The request's own shape is the default of all bodies. */
    read_shape_measure(job->betas, job->people, values, call, "");
    for (size_t i = 1; i < given; i++) {
        memcpy(job->betas + i * betas, job->betas, betas * sizeof *job->betas);
        job->people[i] = job->people[0];
    }

    /* Each body may have a shape of its own instead. */
    for (size_t i = 0; values->bodies && i < given; i++) {
        measure_values own = {.people = PD_API_NOBODY};
        char pointer[48];
        snprintf(pointer, sizeof pointer, "/bodies/%d", (int)i);
        if (!pd_api_fields_json(&own, json_array_get(values->bodies, i), tables, pointer, &call->problems))
            continue;
        if (pd_api_people_given(&own.people)) pd_api_people_inherit(&own.people, &values->people);
        read_shape_measure(job->betas + i * betas, job->people + i, &own, call, pointer);
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
#define POINT_BYTES   48 /* {"vertices":[123456,567890],"t":0.123456}, or a joint with a name of 32 bytes */

static size_t measure_bytes(const pd_api_call *call, int threads)
{
    const measure_job *own = call->job;
    const size_t values = (size_t)own->count * PD_SMPL_MEASURE_COUNT;
    const size_t reply =
        PD_API_MEASURE_REPLY_BYTES + values * MEASURE_BYTES +
        (size_t)own->count * (16 * (size_t)pd_api_model_body(&call->model)->beta_count + 64) +
        (own->lines ? values * PD_SMPL_LINE_MOST * POINT_BYTES : 0);
    (void)threads;

    return pd_arena_bytes(values, sizeof(double)) +
           (own->lines ? pd_arena_bytes(values, sizeof(pd_smpl_line)) : 0) +
           pd_smpl_measure_scratch_bytes(pd_api_model_body(&call->model)) +
           (call->coding == PD_API_IDENTITY ? reply : reply + reply / 2);
}

/* Writes a point of a line: a place on an edge of the mesh, or a joint. */
static void line_point_json(pd_buffer *out, const pd_smpl_line_point *p, const pd_smpl_model *model)
{
    if (p->b >= 0) {
        pd_buffer_printf(out, "{\"vertices\":[%d,%d],\"t\":%.6g}", p->a, p->b, (double)p->t);
        return;
    }

    PD_ASSERT(p->a >= 0 && p->a < model->joint_count);
    pd_buffer_text(out, "{\"joint\":");
    pd_api_json_text(out, model->data.joint_names[p->a]);
    pd_buffer_text(out, "}");
}

/* Writes ,"lines":{"chest_girth":{"closed":true,"points":[...]},...} for the measures that have a line. */
static void write_lines(pd_buffer *out, const pd_smpl_line *lines, const pd_smpl_model *model)
{
    int members = 0;

    pd_buffer_text(out, ",\"lines\":{");
    for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++) {
        const pd_smpl_line *line = lines + m;
        PD_ASSERT(line->count >= 0 && line->count <= PD_SMPL_LINE_MOST);
        if (!line->count) continue;

        pd_buffer_printf(out, "%s\"%s\":{\"closed\":%s,\"points\":[", members++ ? "," : "",
                         pd_smpl_measures[m].name, line->is_closed ? "true" : "false");
        for (int i = 0; i < line->count; i++) {
            if (i) pd_buffer_text(out, ",");
            line_point_json(out, line->points + i, model);
        }

        pd_buffer_text(out, "]}");
    }

    pd_buffer_text(out, "}");
}

static void run_measure(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const measure_job *own = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t count = (size_t)own->count * PD_SMPL_MEASURE_COUNT;
    const size_t values_bytes = pd_arena_bytes(count, sizeof(double)) +
                                (own->lines ? pd_arena_bytes(count, sizeof(pd_smpl_line)) : 0);
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

    job.values = pd_arena_take(scratch, count, sizeof *job.values);
    if (own->lines) job.lines = pd_arena_take(scratch, count, sizeof *job.lines);
    pd_smpl_measure_run(&job, model, scratch);

    pd_api_measure_begin(call, own->density);
    pd_buffer *out = &call->reply.body;
    pd_buffer_text(out, ",\"bodies\":[");
    for (int i = 0; i < own->count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_measures(out, job.values + i * PD_SMPL_MEASURE_COUNT);
    }

    pd_buffer_text(out, "]");
    if (own->lines) write_lines(out, job.lines, model);

    /* ,"people":[{"betas":[...],"person":{...}},null], where anybody was asked for */
    int asked = 0;
    for (int i = 0; i < own->count; i++) asked += own->people[i] != NULL;
    if (asked) pd_buffer_text(out, ",\"people\":[");
    for (int i = 0; asked && i < own->count; i++) {
        pd_buffer_text(out, i ? "," : "");
        if (!own->people[i]) {
            pd_buffer_text(out, "null");
            continue;
        }

        pd_buffer_text(out, "{");
        pd_api_json_person(out, own->people[i], "betas");
        pd_buffer_text(out, "}");
    }

    if (asked) pd_buffer_text(out, "]");

    pd_buffer_text(out, ",\"definitions\":");
    pd_api_json_definitions(out);
    pd_api_json_warnings(out, &call->problems);
    pd_buffer_text(out, "}\n");
}

void pd_api_handle_measure(pd_api_call *call, const pd_api_request *request)
{
    measure_values values = {.people = PD_API_NOBODY};
    pd_api_documents documents = {0};
    measure_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    pd_error err;
    int good;

    if (!pd_api_take_body_model(call, call->id)) return;
    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    good = pd_api_decode_fields(&values, &documents, call, request);
    if (!call->done)
        good &= read_measure(job, &values,
                             call); /* even after errors, so that all of them are reported together */
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const pd_smpl_measure_job asked = {.betas = job->betas,
                                       .beta_count = model->beta_count,
                                       .body_count = job->count,
                                       .density = job->density};
    if (good && pd_smpl_measure_check(&asked, model, &err) != PD_OK)
        good = pd_api_note_error(&call->problems, "", &err);
    pd_api_documents_release(&documents);
    call->job = job;
    call->run = run_measure;
    call->run_bytes = measure_bytes;

    if (!good || strcmp(call->route->method, "GET")) return;

    pd_api_hash hash = pd_api_reply_hash(call, "measure");

    pd_api_hash_int(&hash, (long long)model->content_hash);
    pd_api_hash_int(&hash, (int)call->coding);
    pd_api_hash_add(&hash, &job->density, sizeof job->density);
    pd_api_hash_int(&hash, job->lines);
    pd_api_hash_add(&hash, job->betas, (size_t)model->beta_count * sizeof *job->betas);
    pd_api_person_hash(&hash, job->people[0]);
    pd_api_cacheable(call, request, hash, 300);
}

#define COST_MEASURE 4.0 /* milliseconds a body, on one core of a Xeon (bench/bench_reply.c) */

double pd_api_measure_cost(const pd_api_call *call)
{
    return ((const measure_job *)call->job)->count * COST_MEASURE;
}
