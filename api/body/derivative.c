#include "api/body/derivative.h"

#include "api/body/body_npz.h"
#include "api/body/mesh_body.h"
#include "api/http/json_write.h"
#include "core/base/assert.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "core/smpl/derivative.h"

#include <stdio.h>
#include <string.h>

/* Arrays of a direction: of the parameters, and of what they move. */
typedef enum slot {
    BY_BETAS,
    BY_EXPRESSION,
    BY_POSE,
    BY_TRANSLATION,
    PARAMETERS, /* end of the parameters */
    BY_VERTICES = PARAMETERS,
    BY_JOINTS,
    SLOTS
} slot;
static const char *const slot_names[SLOTS] = {"betas",       "expression", "pose",
                                              "translation", "vertices",   "joints"};

typedef struct derivative_job {
    pd_api_mesh mesh;                    /* bodies; first, where its tables expect it */
    const json_t *cotangents, *tangents; /* of the document; empty once it is decoded */
    bool is_reverse;
    bool has_list;        /* the request has `bodies` */
    float *given[SLOTS];  /* (B,size) cotangents or tangents; NULL: zero */
    size_t sizes[SLOTS];  /* numbers for one body */
    double (*vectors)[3]; /* (B,K,3) axis-angle vectors of the pose */
    size_t vector_count;
} derivative_job;

static derivative_job *derivative_of(const pd_api_call *call)
{
    return call->job;
}

/* ---- fields ---- */

#define AT(member) offsetof(derivative_job, member)
#define NUMBERS    "{\"type\":\"array\",\"items\":{}}"

const pd_api_field pd_api_derivative_fields[] = {
    {.name = "cotangents",
     .type = PD_API_OBJECT,
     .offset = AT(cotangents),
     .schema = "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"vertices\":" NUMBERS
               ",\"joints\":" NUMBERS "}}",
     .example = "{\"joints\":[[[0,1,0],[0,0,0],...]]}",
     .doc =
         "Gradient of a number by the points of the bodies: vertices (B,V,3), joints (B,P,3) with P joints "
         "and keypoints; flat or nested, missing ones are 0. The reply has its gradient by betas, "
         "expression, pose and translation. Exactly one of cotangents and tangents is needed."},
    {.name = "tangents",
     .type = PD_API_OBJECT,
     .offset = AT(tangents),
     .schema = "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"betas\":" NUMBERS
               ",\"expression\":" NUMBERS ",\"pose\":" NUMBERS ",\"translation\":" NUMBERS "}}",
     .example = "{\"translation\":[[0,0,1]]}",
     .doc =
         "Direction in which the parameters change: betas (B,n), expression (B,E), pose (B,K,3) as changes "
         "of axis-angle vectors, translation (B,3); flat or nested, missing ones are 0. The reply has the "
         "change of vertices and joints."},
    {.name = "keypoints",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_mesh, keypoints),
     .preset = "\"none\"",
     .choices = "none|body|face|contour",
     .doc = "Points of the skin that follow the joints in `joints`, as for the route of joints."},
    {.name = "sculpts",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(pd_api_mesh, sculpts),
     .is_conditional = true,
     .preset = "true",
     .doc = "False leaves out the sculpted shapes that the pose drives. Only for models that have them."},
    {0},
};

/* ---- reading ---- */

/* Sets the number of numbers that each array has for one body. */
static void measure_slots(derivative_job *job, const pd_smpl_model *model)
{
    const pd_smpl_keypoints level = (pd_smpl_keypoints)job->mesh.keypoints;
    const size_t points = (size_t)model->joint_count + (size_t)pd_smpl_keypoints_count(&model->data, level);

    job->sizes[BY_BETAS] = (size_t)model->beta_count;
    job->sizes[BY_EXPRESSION] = (size_t)model->expression_count;
    job->sizes[BY_POSE] = 3 * (size_t)model->joint_count;
    job->sizes[BY_TRANSLATION] = 3;
    job->sizes[BY_VERTICES] = 3 * (size_t)model->vertex_count;
    job->sizes[BY_JOINTS] = 3 * points;
}

/* Returns whether the array of a slot is given by the request:
 * cotangents of points, or tangents of parameters. */
static bool is_given_slot(const derivative_job *job, slot s)
{
    return (s >= PARAMETERS) == job->is_reverse;
}

/* Returns whether an array may have fewer numbers a body than the model: the others are 0. */
static bool may_be_short(slot s)
{
    return s == BY_BETAS || s == BY_EXPRESSION;
}

/* Appends the numbers of nested arrays to out (most), counts them in *count, and stops when there are too
 * many. Returns false at what is no finite number. */
static bool flatten(float *out, size_t *count, size_t most, const json_t *value)
{
    if (json_is_number(value)) {
        const double x = json_number_value(value);
        if (!(x >= -1e30 && x <= 1e30)) return false;
        if (*count < most) out[*count] = (float)x;
        ++*count;
        return true;
    }

    if (!json_is_array(value)) return false;
    for (size_t i = 0; i < json_array_size(value) && *count <= most; i++)
        if (!flatten(out, count, most, json_array_get(value, i))) return false;

    return true;
}

/* Takes the arrays of `cotangents` or `tangents`. */
static bool read_json_slots(pd_api_call *call)
{
    derivative_job *job = derivative_of(call);
    const char *field = job->is_reverse ? "cotangents" : "tangents";
    const char *name;
    json_t *value;
    bool good = true;

    json_object_foreach((json_t *)(job->is_reverse ? job->cotangents : job->tangents), name, value)
    {
        char at[96];
        int s = 0;
        snprintf(at, sizeof at, "/%s/%.60s", field, name);
        while (s < SLOTS && (!is_given_slot(job, (slot)s) || strcmp(slot_names[s], name) != 0)) s++;
        if (s == SLOTS) {
            good = pd_api_note(&call->problems, PD_ERR_INVALID, at, "unknown member; %s allowed",
                               job->is_reverse ? "vertices and joints"
                                               : "betas, expression, pose and translation");
            continue;
        }

        const size_t most = (size_t)job->mesh.count * job->sizes[s];
        size_t count = 0;
        job->given[s] = pd_api_pool_take(&call->pool, most + 1, sizeof *job->given[s]);
        if (!job->given[s]) return pd_api_note(&call->problems, PD_ERR_MEMORY, at, "out of memory");
        if (!flatten(job->given[s], &count, most, value))
            good = pd_api_note(&call->problems, PD_ERR_INVALID, at,
                               "holds something else than numbers from -1e30 to 1e30 in nested arrays");
        else if (count < most && may_be_short((slot)s) && count % (size_t)job->mesh.count == 0)
            pd_api_rows_widen(job->given[s], (size_t)job->mesh.count, count / (size_t)job->mesh.count,
                              job->sizes[s]);
        else if (count != most)
            good = pd_api_note(&call->problems, PD_ERR_RANGE, at,
                               "%s%zu numbers; %zu expected (%d bodies of %zu)",
                               count > most ? "more than " : "", count > most ? most : count, most,
                               job->mesh.count, job->sizes[s]);
    }

    return good;
}

/* Decides the direction of the derivative. Returns false if the request gives both or none. */
static bool choose_direction(pd_api_call *call, bool has_cotangents, bool has_tangents)
{
    derivative_job *job = derivative_of(call);

    job->is_reverse = has_cotangents;
    if (has_cotangents != has_tangents) return true;

    return pd_api_note(&call->problems, PD_ERR_INVALID, "/cotangents",
                       "%s; exactly one of cotangents and tangents expected",
                       has_cotangents ? "given together with tangents" : "missing, and so is tangents");
}

/* Takes the axis-angle vectors of the pose: those of the field `pose`, which may be longer than half a turn,
 * or those of the rotations. pose: (B,K,3) of an npz, or NULL. */
static bool take_vectors(pd_api_call *call, const float *pose)
{
    derivative_job *job = derivative_of(call);
    const size_t joints = (size_t)pd_api_model_body(&call->model)->joint_count;
    const json_t *shared = job->mesh.given.body.pose;
    const json_t *list = job->mesh.given.bodies;

    job->vector_count = (size_t)job->mesh.count * joints;
    job->vectors = pd_api_pool_take(&call->pool, job->vector_count + 1, sizeof *job->vectors);
    float *flat = pd_api_pool_take(&call->pool, 3 * joints, sizeof *flat);
    if (!job->vectors || !flat) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");

    for (int b = 0; b < job->mesh.count; b++) {
        const json_t *own = list ? json_object_get(json_array_get(list, (size_t)b), "pose") : NULL;
        const float *rotations = job->mesh.bodies[b].rotations;
        double(*out)[3] = job->vectors + (size_t)b * joints;
        const json_t *given = own ? own : shared;
        size_t count = 0;
        bool has_vectors = pose != NULL;
        if (pose) memcpy(flat, pose + 3 * joints * (size_t)b, 3 * joints * sizeof *flat);
        if (!pose && given) has_vectors = flatten(flat, &count, 3 * joints, given) && count == 3 * joints;

        for (size_t k = 0; k < joints; k++) {
            double m[9], vector[3], back[9], apart = 0;
            for (int i = 0; i < 9; i++) m[i] = rotations ? (double)rotations[9 * k + (size_t)i] : i % 4 == 0;
            pd_rot_to_axis_angle(out[k], m);
            if (!has_vectors) continue;

            /* Use the vector as it was sent, if it is the rotation of the joint. */
            for (int c = 0; c < 3; c++) vector[c] = (double)flat[3 * k + (size_t)c];
            pd_rot_from_axis_angle(back, vector);
            for (int i = 0; i < 9; i++) apart = fmax(apart, fabs(back[i] - m[i]));
            if (apart < 1e-4) memcpy(out[k], vector, sizeof vector);
        }
    }

    return true;
}

/* ---- an npz ---- */

/* Notes members of the npz that are no array of this route. */
static void note_unknown_members(pd_api_call *call, const pd_npz *npz)
{
    for (int i = 0; i < npz->member_count; i++) {
        const char *member = pd_npz_member(npz, i);
        const size_t length = strcspn(member, ".");
        bool is_known = false;
        for (int s = 0; s < SLOTS; s++) {
            char name[40];
            snprintf(name, sizeof name, "%s_%s", s < PARAMETERS ? "tangent" : "cotangent", slot_names[s]);
            is_known |= strlen(name) == length && !strncmp(name, member, length);
            is_known |=
                s < PARAMETERS && strlen(slot_names[s]) == length && !strncmp(slot_names[s], member, length);
        }
        if (!is_known)
            pd_api_note(&call->problems, PD_ERR_INVALID, member,
                        "unknown array; betas, expression, pose, translation, cotangent_vertices, "
                        "cotangent_joints, or tangent_ with one of the first four allowed");
    }
}

/* Makes the bodies and the directions from the arrays. */
static bool read_npz_arrays(pd_api_call *call, pd_npz *npz)
{
    derivative_job *job = derivative_of(call);
    const float *pose = NULL;
    size_t rows = 0;
    bool has[2] = {false, false};

    /* Which direction. */
    measure_slots(job, pd_api_model_body(&call->model));
    note_unknown_members(call, npz);
    for (int s = 0; s < SLOTS; s++) {
        char name[40];
        snprintf(name, sizeof name, "%s_%s", s < PARAMETERS ? "tangent" : "cotangent", slot_names[s]);
        has[s >= PARAMETERS] |= pd_npz_has(npz, name);
    }

    if (!choose_direction(call, has[1], has[0])) return false;

    /* The arrays: first those of the bodies, which say how many there are. */
    if (!pd_api_npz_bodies(call, npz, &rows, &pose)) return false;
    for (int s = 0; s < SLOTS; s++) {
        char name[40];
        snprintf(name, sizeof name, "%s_%s", job->is_reverse ? "cotangent" : "tangent", slot_names[s]);
        if (is_given_slot(job, (slot)s))
            job->given[s] = pd_api_npz_rows(call, npz, name, job->sizes[s], may_be_short((slot)s), &rows);
    }

    return !call->problems.count && take_vectors(call, pose);
}

static bool read_npz(pd_api_call *call, const pd_api_request *request)
{
    pd_npz npz;

    if (!pd_api_npz_open(&npz, call, request)) return false;
    const bool good = read_npz_arrays(call, &npz) && !call->problems.count;
    pd_npz_deinit(&npz);

    return good;
}

/* ---- a JSON body ---- */

static bool read_json(pd_api_call *call, const pd_api_request *request)
{
    static const pd_api_field *const no_query[] = {NULL};
    static const pd_api_field *const body[] = {pd_api_body_fields, pd_api_bodies_fields,
                                               pd_api_derivative_fields, NULL};
    derivative_job *job = derivative_of(call);
    pd_api_documents documents = {0};
    bool good = pd_api_decode_tables(job, &documents, call, request, no_query, body);

    if (documents.batch.count)
        good = pd_api_note(&call->problems, PD_ERR_LIMIT, "/bodies",
                           "%zu bodies need more than limits.json_memory; send them as an npz",
                           documents.batch.count);

    /* Read the bodies even after errors, so that all of them are reported together. */
    if (!call->done && !documents.batch.count && !job->mesh.kind->read(call)) good = false;
    if (good) good = choose_direction(call, job->cotangents != NULL, job->tangents != NULL);
    if (good) {
        measure_slots(job, pd_api_model_body(&call->model));
        good = read_json_slots(call) && take_vectors(call, NULL);
    }

    /* These point into the documents, which are released here. */
    job->has_list = job->mesh.given.bodies != NULL;
    job->mesh.given = (pd_api_mesh_given)PD_API_MESH_NOTHING_GIVEN;
    job->cotangents = job->tangents = NULL;
    pd_api_documents_release(&documents);

    return good;
}

/* ---- running ---- */

/* Returns the first slot of the reply, and the slot behind its last in *end. */
static slot reply_slots(slot *end, const derivative_job *job)
{
    *end = job->is_reverse ? PARAMETERS : SLOTS;
    return job->is_reverse ? BY_BETAS : BY_VERTICES;
}

static size_t derivative_bytes(const pd_api_call *call, int threads)
{
    (void)threads;
    const derivative_job *job = derivative_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    size_t numbers = 0;
    slot end;

    for (slot s = reply_slots(&end, job); s < end; s++) numbers += job->sizes[s];
    const size_t arrays =
        pd_arena_bytes((size_t)job->mesh.count * numbers, sizeof(float)) * 2; /* and the text */
    const size_t one = pd_arena_bytes(job->sizes[BY_VERTICES], sizeof(float)) +
                       pd_arena_bytes(job->sizes[BY_BETAS] + job->sizes[BY_EXPRESSION], sizeof(double)) +
                       pd_arena_bytes(job->sizes[BY_POSE], sizeof(double));
    return pd_smpl_derivative_bytes(model) + arrays + one + SLOTS * PD_ARENA_ALIGN +
           (size_t)job->mesh.count * numbers * 8;
}

/* A direction of one body in scratch memory. */
typedef struct one_direction {
    pd_smpl_direction parameters;
    float *pull; /* (V,3) cotangents with those of the keypoints */
} one_direction;

/* Reads the tangents of body b. */
static void take_tangents(pd_smpl_direction *out, const derivative_job *job, size_t b)
{
    for (int s = 0; s < PARAMETERS; s++) {
        const size_t size = job->sizes[s];
        const float *given = job->given[s] ? job->given[s] + b * size : NULL;
        double *to = s == BY_BETAS        ? out->betas
                     : s == BY_EXPRESSION ? out->expression
                     : s == BY_POSE       ? out->turns[0]
                                          : out->translation;
        for (size_t i = 0; i < size; i++) to[i] = given ? (double)given[i] : 0;
    }

    /* Changes of axis-angle vectors become rotations from the left. */
    const size_t joints = job->sizes[BY_POSE] / 3;
    for (size_t k = 0; k < joints; k++) {
        double jacobian[9], turn[3];
        pd_rot_left_jacobian(jacobian, job->vectors[b * joints + k]);
        for (int r = 0; r < 3; r++)
            turn[r] = jacobian[3 * r] * out->turns[k][0] + jacobian[3 * r + 1] * out->turns[k][1] +
                      jacobian[3 * r + 2] * out->turns[k][2];
        memcpy(out->turns[k], turn, sizeof turn);
    }
}

/* Writes the gradient of body b, by axis-angle vectors instead of rotations from the left. */
static void put_gradient(float *const out[SLOTS], const pd_smpl_direction *from, const derivative_job *job,
                         size_t b)
{
    const size_t joints = job->sizes[BY_POSE] / 3;

    for (size_t i = 0; i < job->sizes[BY_BETAS]; i++)
        out[BY_BETAS][b * job->sizes[BY_BETAS] + i] = (float)from->betas[i];
    for (size_t i = 0; i < job->sizes[BY_EXPRESSION]; i++)
        out[BY_EXPRESSION][b * job->sizes[BY_EXPRESSION] + i] = (float)from->expression[i];
    for (size_t c = 0; c < 3; c++) out[BY_TRANSLATION][3 * b + c] = (float)from->translation[c];
    for (size_t k = 0; k < joints; k++) {
        double jacobian[9];
        pd_rot_left_jacobian(jacobian, job->vectors[b * joints + k]);
        for (size_t c = 0; c < 3; c++)
            out[BY_POSE][3 * (b * joints + k) + c] =
                (float)(jacobian[c] * from->turns[k][0] + jacobian[3 + c] * from->turns[k][1] +
                        jacobian[6 + c] * from->turns[k][2]);
    }
}

/* Computes the derivative of body b. */
static void derive_body(float *const out[SLOTS], one_direction *own, const derivative_job *job, size_t b,
                        const pd_smpl_model *model, pd_arena *scratch, const pd_executor *executor)
{
    const pd_smpl_body *body = &job->mesh.bodies[b];
    const pd_smpl_keypoints level = (pd_smpl_keypoints)job->mesh.keypoints;
    const size_t joints = 3 * (size_t)model->joint_count;

    if (!job->is_reverse) {
        float *vertices = out[BY_VERTICES] + b * job->sizes[BY_VERTICES];
        float *points = out[BY_JOINTS] + b * job->sizes[BY_JOINTS];
        take_tangents(&own->parameters, job, b);
        pd_smpl_derivative_forward(vertices, points, body, model, &own->parameters, scratch, executor);
        pd_smpl_keypoints_find(points + joints, &model->data, level, vertices, body->rotations);
        return;
    }

    /* Keypoints are sums of vertices: their cotangents go to the vertices. */
    const float *by_vertices =
        job->given[BY_VERTICES] ? job->given[BY_VERTICES] + b * job->sizes[BY_VERTICES] : NULL;
    const float *by_points = job->given[BY_JOINTS] ? job->given[BY_JOINTS] + b * job->sizes[BY_JOINTS] : NULL;
    if (by_points && job->sizes[BY_JOINTS] > joints) {
        if (by_vertices)
            memcpy(own->pull, by_vertices, job->sizes[BY_VERTICES] * sizeof *own->pull);
        else
            memset(own->pull, 0, job->sizes[BY_VERTICES] * sizeof *own->pull);
        pd_smpl_keypoints_pull(own->pull, &model->data, level, by_points + joints, body->rotations);
        by_vertices = own->pull;
    }

    pd_smpl_derivative_reverse(&own->parameters, body, model, by_vertices, by_points, scratch, executor);
    put_gradient(out, &own->parameters, job, b);
}

/* Returns whether an array has three numbers for each joint or vertex. */
static bool is_of_points(slot s)
{
    return s == BY_POSE || s >= PARAMETERS;
}

/* Writes numbers as a list, or as a list of threes. */
static void put_numbers(pd_buffer *text, const float *numbers, size_t count, bool in_threes)
{
    if (!in_threes) {
        pd_api_json_floats(text, numbers, (int)count);
        return;
    }

    pd_buffer_text(text, "[");
    for (size_t i = 0; i < count; i += 3) {
        if (i) pd_buffer_text(text, ",");
        pd_api_json_floats(text, numbers + i, 3);
    }
    pd_buffer_text(text, "]");
}

/* Writes the reply. */
static void write_derivatives(pd_api_call *call, float *const out[SLOTS])
{
    const derivative_job *job = derivative_of(call);
    const size_t bodies = (size_t)job->mesh.count;
    slot end;

    if (job->mesh.format == PD_API_FORMAT_NPZ) {
        pd_npz_writer writer = pd_npz_begin(pd_api_answer(call, 200, PD_API_NPZ_TYPE));
        pd_error err;
        for (slot s = reply_slots(&end, job); s < end; s++) {
            const size_t shape[3] = {bodies, is_of_points(s) ? job->sizes[s] / 3 : job->sizes[s], 3};
            const pd_array array = pd_array_of(PD_DTYPE_F32, out[s], is_of_points(s) ? 3 : 2, shape);
            pd_npz_add(&writer, slot_names[s], &array);
        }
        if (pd_npz_end(&writer, &err) != PD_OK) pd_api_refuse(call, 503, NULL, "%s", err.detail);
        return;
    }

    pd_buffer *text = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(text, "{\"bodies\":[");
    for (size_t b = 0; b < bodies; b++) {
        pd_buffer_text(text, b ? ",{" : "{");
        const slot first = reply_slots(&end, job);
        for (slot s = first; s < end; s++) {
            pd_buffer_printf(text, "%s\"%s\":", s > first ? "," : "", slot_names[s]);
            put_numbers(text, out[s] + b * job->sizes[s], job->sizes[s], is_of_points(s));
        }
        pd_buffer_text(text, "}");
    }
    pd_buffer_text(text, "]}\n");
}

static void run_derivatives(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const derivative_job *job = derivative_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t bodies = (size_t)job->mesh.count;
    float *out[SLOTS] = {NULL};
    slot end;

    if (!pd_arena_reserve(scratch, derivative_bytes(call, 1))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    for (slot s = reply_slots(&end, job); s < end; s++)
        out[s] = pd_arena_take(scratch, bodies * job->sizes[s] + 1, sizeof *out[s]);
    one_direction own = {
        .parameters = {.betas = pd_arena_take(scratch, job->sizes[BY_BETAS] + 1, sizeof(double)),
                       .expression = pd_arena_take(scratch, job->sizes[BY_EXPRESSION] + 1, sizeof(double)),
                       .turns = pd_arena_take(scratch, job->sizes[BY_POSE] / 3, sizeof(double[3]))},
        .pull = pd_arena_take(scratch, job->sizes[BY_VERTICES], sizeof(float))};
    PD_ASSERT(own.parameters.betas && own.parameters.expression && own.parameters.turns && own.pull);

    for (size_t b = 0; b < bodies && !pd_cancelled(call->cancel); b++)
        derive_body(out, &own, job, b, model, scratch, executor);
    if (!pd_cancelled(call->cancel)) write_derivatives(call, out);
}

/* ---- the route ---- */

void pd_api_handle_derivatives(pd_api_call *call, const pd_api_request *request)
{
    const unsigned formats = 1u << PD_API_FORMAT_JSON | 1u << PD_API_FORMAT_NPZ;

    /* A body model's bodies, in a larger job. */
    if (!pd_api_take_body_model(call, call->id)) return;
    if (!pd_api_mesh_job_new(call, &pd_api_mesh_of_bodies, sizeof(derivative_job))) return;
    derivative_job *job = derivative_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    call->run_batch = NULL;
    call->run = run_derivatives;
    call->run_bytes = derivative_bytes;

    if (!(pd_api_is_npz(request) ? read_npz(call, request) : read_json(call, request))) return;
    if (job->mesh.sculpts >= 0 && !pd_api_sculpts_check(model, &call->problems)) return;
    for (int b = 0; b < job->mesh.count; b++) {
        job->mesh.bodies[b].no_sculpts = !job->mesh.sculpts;
        if (!job->mesh.bodies[b].ground) continue;
        char at[32];
        snprintf(at, sizeof at, job->has_list ? "/bodies/%d/ground" : "/ground", b);
        pd_api_note(&call->problems, PD_ERR_INVALID, at,
                    "true; not allowed here, because the height of the lowest vertex has no derivative");
    }

    /* Refuse what mesh requests of this kind of model refuse too. */
    job->mesh.skinning = PD_SMPL_LBS;
    if (!job->mesh.kind->check(call)) return;
    job->mesh.format = pd_api_choose_format(
        call, request, !request->accept && pd_api_is_npz(request) ? PD_API_FORMAT_NPZ : -1, formats);
}

#define COST_BODY     1.0 /* milliseconds of the shipped person on one core: two to three forward passes */
#define COST_VERTICES 13380.0

double pd_api_derivatives_cost(const pd_api_call *call)
{
    if (!call->job || call->done) return 0;
    const derivative_job *job = derivative_of(call);
    return job->mesh.count * COST_BODY * pd_api_model_body(&call->model)->vertex_count / COST_VERTICES;
}
