#include "api/observe/likeness.h"

#include "api/body/face_shape.h"
#include "api/observe/keypoints.h"
#include "core/observe/face/likeness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST     20000.0 /* pixels: most width and height of a picture */
#define AGE_SD      16.0    /* years: error of ages of drawn people (docs/lab/face.md) */
#define CAUTION     8.0     /* by which the evidence is divided, since landmarks slide together */
#define SMALLEST    0.005   /* standard deviations: smaller changes of a feature are left out */
#define COST_SHAPES 30.0    /* milliseconds on one core */
#define COST_FIT    65.0    /* milliseconds a picture and gender */
enum { AGE_LEAST = 18, AGE_MOST = 80 };

typedef struct likeness_values {
    const json_t *pictures;
    int random;
} likeness_values;

typedef struct likeness_picture_values {
    const json_t *points;
    double width, height, focal;
} likeness_picture_values;

#define OF_PICTURE(member) offsetof(likeness_picture_values, member)

static const pd_api_field picture_fields[] = {
    {.name = "width",
     .type = PD_API_NUMBER,
     .offset = OF_PICTURE(width),
     .min = 1,
     .max = LARGEST,
     .example = "1200",
     .doc = "Width of the picture in pixels; the camera looks at its middle."},
    {.name = "height",
     .type = PD_API_NUMBER,
     .offset = OF_PICTURE(height),
     .min = 1,
     .max = LARGEST,
     .example = "1600",
     .doc = "Height of the picture in pixels."},
    {.name = "points",
     .type = PD_API_ANY,
     .offset = OF_PICTURE(points),
     .schema =
         "{\"type\":\"array\",\"items\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"number\"}},"
         "\"maxItems\":478}",
     .example = "[[612.4,803.1],null]",
     .doc = "The 478 landmarks of MediaPipe's face mesh, or the 468 without irises: [x, y] in pixels, null "
            "where not seen."},
    {.name = "focal",
     .type = PD_API_NUMBER,
     .offset = OF_PICTURE(focal),
     .min = 1,
     .max = 100 * LARGEST,
     .doc = "Focal length in pixels. Without it, it is found."},
    {0},
};

const pd_api_field pd_api_likeness_fields[] = {
    {.name = "pictures",
     .type = PD_API_OBJECTS,
     .offset = offsetof(likeness_values, pictures),
     .rows = picture_fields,
     .example = "[{\"width\":1200,\"height\":1600,\"points\":[[612.4,803.1],null]}]",
     .doc = "Landmarks of one person's face in 1 to 8 pictures."},
    {.name = "random",
     .type = PD_API_INTEGER,
     .offset = offsetof(likeness_values, random),
     .min = 0,
     .max = 999999,
     .preset = "0",
     .doc = "Seed of the person whom `face_shape` of the reply changes."},
    {0},
};

typedef struct likeness_job {
    pd_observe_likeness_picture pictures[PD_OBSERVE_LIKENESS_PICTURES];
    int count;
    uint64_t random;
} likeness_job;

/* ---- reading ---- */

/* Reads the landmarks of one picture. Returns false if an error was noted. */
static bool read_likeness_points(pd_observe_likeness_picture *p, const json_t *points, const char *where,
                                 pd_api_problems *problems)
{
    const size_t count = json_array_size(points);
    char at[64];

    if (count != PD_OBSERVE_FACE_SKIN && count != PD_OBSERVE_FACE_LANDMARKS) {
        snprintf(at, sizeof at, "%s/points", where);
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "%zu rows; %d or %d landmarks, [x, y] each, expected", count,
                           PD_OBSERVE_FACE_LANDMARKS, PD_OBSERVE_FACE_SKIN);
    }
    p->has_irises = count == PD_OBSERVE_FACE_LANDMARKS;
    for (size_t l = 0; l < count; l++) {
        double x[3];
        snprintf(at, sizeof at, "%s/points/%zu", where, l);
        const int numbers = pd_api_point_read(x, json_array_get(points, l), 2, at, problems);
        if (numbers < 0) return false;
        if (!numbers) continue;
        if (numbers > 2)
            return pd_api_note(problems, PD_ERR_INVALID, at, "3 numbers; [x, y] in pixels expected");
        p->at[l][0] = x[0];
        p->at[l][1] = x[1];
        p->is_seen[l] = true;
    }

    return true;
}

/* Reads and checks all pictures. Returns false if an error was noted. */
static bool read_likeness(likeness_job *job, const likeness_values *v, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {picture_fields, NULL};
    const size_t count = json_array_size(v->pictures);
    bool good = true;

    if (!count || count > PD_OBSERVE_LIKENESS_PICTURES)
        return pd_api_note(problems, PD_ERR_RANGE, "/pictures", "%zu pictures; 1 to %d allowed", count,
                           PD_OBSERVE_LIKENESS_PICTURES);
    job->count = (int)count;
    job->random = (uint64_t)v->random;
    for (int i = 0; i < job->count; i++) {
        pd_observe_likeness_picture *p = &job->pictures[i];
        likeness_picture_values own = {0};
        pd_error err = {0};
        char where[32];
        snprintf(where, sizeof where, "/pictures/%d", i);
        if (!pd_api_fields_json(&own, json_array_get(v->pictures, (size_t)i), tables, where, problems) ||
            !read_likeness_points(p, own.points, where, problems)) {
            good = false;
            continue;
        }
        p->width = own.width;
        p->height = own.height;
        p->focal = own.focal;
        if (pd_observe_likeness_check(p, where, &err) != PD_OK) good = pd_api_note_error(problems, "", &err);
    }

    return good;
}

/* ---- the fit ---- */

/* Writes the features as changes of the person of the seed. */
static void write_face_shape(pd_buffer *out, const pd_observe_likeness *found, const pd_smpl_person *base,
                             const pd_smpl_model *model)
{
    const int first = model->beta_count - model->data.feature_count;
    bool is_first = true;

    pd_buffer_text(out, ",\"face_shape\":\"");
    for (int f = 0; f < model->data.feature_count; f++) {
        const double most = PD_API_FACE_SHAPE_MOST;
        const double change = fmax(-most, fmin(most, found->betas[first + f] - base->betas[first + f]));
        if (fabs(change) < SMALLEST) continue;
        pd_buffer_printf(out, "%s%s:%.2f", is_first ? "" : ",", model->data.feature_names[f], change);
        is_first = false;
    }
    pd_buffer_text(out, "\"");
}

static void write_likeness(pd_api_call *call, const pd_observe_likeness *found, double women,
                           const pd_smpl_person *base)
{
    const likeness_job *job = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    pd_buffer *out = pd_api_answer(call, 200, "application/json");

    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_printf(out, ",\"random\":%llu,\"age\":%.0f,\"age_sd\":%.0f", (unsigned long long)job->random,
                     base->age, AGE_SD);
    if (!isnan(women)) pd_buffer_printf(out, ",\"sex\":{\"female\":%.3f,\"male\":%.3f}", women, 1 - women);
    write_face_shape(out, found, base, model);
    pd_buffer_text(out, ",\"betas\":[");
    for (int b = 0; b < model->beta_count; b++)
        pd_buffer_printf(out, "%s%.4f", b ? "," : "", found->betas[b]);
    pd_buffer_text(out, "],\"views\":[");
    for (int i = 0; i < job->count; i++) {
        const pd_observe_likeness_view *v = &found->views[i];
        pd_buffer_printf(out,
                         "%s{\"yaw\":%.1f,\"pitch\":%.1f,\"roll\":%.1f,\"distance\":%.3f,\"focal\":%.1f,"
                         "\"rms\":%.5f}",
                         i ? "," : "", v->yaw, v->pitch, v->roll, v->distance, v->focal, 1e-3 * v->rms);
    }
    pd_buffer_text(out, "]}\n");
}

static void run_likeness(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const likeness_job *job = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const pd_smpl_people people = pd_smpl_model_people(model);
    const bool is_neutral = people.gender == PD_SMPL_NEUTRAL;
    pd_observe_face_shapes *shapes = NULL;
    pd_observe_likeness found = {0}, other = {0};
    pd_smpl_person base = {0};
    pd_error err = {0};
    double women = NAN;
    (void)scratch;
    (void)executor;

    /* Without a gender of the model, that of the greater evidence. */
    pd_status status = PD_OK;
    if (!people.numbers)
        status =
            pd_fail(&err, PD_ERR_UNSUPPORTED, "/model", "the body model has no people; \"person\" has them");
    if (status == PD_OK) status = pd_observe_face_shapes_make(&shapes, model, &err);
    if (status == PD_OK)
        status = pd_observe_likeness_find(&found, job->pictures, job->count, shapes, &people,
                                          is_neutral ? PD_SMPL_FEMALE : people.gender, &err);
    if (status == PD_OK && is_neutral)
        status =
            pd_observe_likeness_find(&other, job->pictures, job->count, shapes, &people, PD_SMPL_MALE, &err);
    if (status == PD_OK && is_neutral) {
        women = 1 / (1 + exp((other.evidence - found.evidence) / CAUTION));
        if (women < .5) found = other;
    }

    /* The person whom the features change. */
    if (status == PD_OK) {
        pd_smpl_person_request q = pd_smpl_anybody;
        const double years =
            PD_SMPL_PEOPLE_FACE_AGE + PD_SMPL_PEOPLE_FACE_YEARS * found.betas[people.age_beta];
        q.has_random = true;
        q.random = job->random;
        q.age = round(fmax(AGE_LEAST, fmin(AGE_MOST, years)));
        status = pd_smpl_person_find(&base, &people, &q, &err);
    }
    pd_observe_face_shapes_release(shapes);

    if (status == PD_OK)
        write_likeness(call, &found, women, &base);
    else
        pd_api_refuse(call, status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(status),
                      status == PD_ERR_RANGE ? err.where : NULL, "%s", err.detail);
}

double pd_api_likeness_cost(const pd_api_call *call)
{
    const likeness_job *job = call->job; /* NULL: the request was refused */
    return job ? COST_SHAPES + 2 * COST_FIT * job->count : 0;
}

void pd_api_handle_likeness(pd_api_call *call, const pd_api_request *request)
{
    likeness_values values = {0};
    pd_api_documents documents = {0};

    if (!pd_api_take_body_model(call, call->id)) return;
    likeness_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    const bool good = pd_api_decode_fields(&values, &documents, call, request);
    if (good && !call->done) read_likeness(job, &values, &call->problems);
    pd_api_documents_release(&documents);
    call->job = job;
    call->run = run_likeness;
}
