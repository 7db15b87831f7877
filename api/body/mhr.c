#include "api/body/mhr.h"

#include "api/body/mesh_encode.h"
#include "core/base/assert.h"
#include "core/mhr/body.h"
#include "core/wardrobe/borrow.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAR_BYTES ((size_t)96 << 20) /* memory of the garments and of the fit of their model */

/* mesh comes first: pd_api_mesh_of finds it. */
typedef struct mhr_job {
    pd_api_mesh mesh;
    pd_mhr_body *bodies; /* (mesh.count) inputs set */
} mhr_job;

#define AT(member) offsetof(pd_api_mesh_given, mhr.member)

const pd_api_field pd_api_mhr_fields[] = {
    {.name = "model_parameters",
     .type = PD_API_ANY,
     .offset = AT(parameters),
     .schema = "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"number\"}},{\"type\":\"object\","
               "\"additionalProperties\":{\"type\":\"number\"}}]}",
     .example = "{\"l_elbow_bend\":0.5,\"scale_uplegs\":0.2,...}",
     .doc = "Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then "
            "lengths), or an object by parameter name; rotations in radians, lengths in the model's own "
            "form. Missing ones are 0. Only for MHR."},
    {.name = "identity_coeffs",
     .type = PD_API_NUMBERS,
     .offset = AT(identity),
     .min = -PD_MHR_LARGEST,
     .max = PD_MHR_LARGEST,
     .is_conditional = true,
     .preset = "[]",
     .example = "[1.5,-0.5,...]",
     .doc = "Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the "
            "hands; missing ones are 0. Only for MHR."},
    {.name = "face_expr_coeffs",
     .type = PD_API_NUMBERS,
     .offset = AT(expression),
     .min = -PD_MHR_LARGEST,
     .max = PD_MHR_LARGEST,
     .is_conditional = true,
     .preset = "[]",
     .example = "[0,0.3,...]",
     .doc = "Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR."},
    {.name = "sam3d",
     .type = PD_API_ANY,
     .offset = AT(sam3d),
     .schema = "{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"array\",\"items\":{\"type\":\"object\"}}]}",
     .example = "{\"mhr_model_params\":[0,0,0,...],\"shape_params\":[...],\"expr_params\":[...]}",
     .doc = "Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of "
            "model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are "
            "ignored. Only for MHR."},
    {.name = "in_camera",
     .type = PD_API_BOOLEAN,
     .offset = AT(in_camera),
     .is_conditional = true,
     .preset = "false",
     .doc = "True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at "
            "the origin that looks along -Z. Only for MHR."},
    {.name = "without_correctives",
     .type = PD_API_BOOLEAN,
     .offset = AT(without_correctives),
     .is_conditional = true,
     .preset = "false",
     .doc = "True leaves out the pose correctives of a model that has them. Only for MHR."},
    {0},
};

static const pd_api_field place_fields[] = {
    {.name = "random",
     .type = PD_API_SEED,
     .offset = AT(random),
     .min = 0,
     .max = 999999,
     .example = "7",
     .doc = PD_API_RANDOM_DOC},
    PD_API_TRANSLATION_FIELD(AT(translation), "Translation of the MHR body in metres: x, y, z."),
    {0},
};

/* ---- run ---- */

/* Makes the garments of the body, whose skin is at `vertices`, and gives them to the mesh. */
static pd_status dress(pd_wardrobe_statue *out, mhr_job *job, const float *vertices, pd_api_call *call,
                       pd_error *err)
{
    const pd_mhr *mhr = pd_api_model_mhr(&call->model);
    pd_api_wear *wear = &job->mesh.wear;
    const pd_wardrobe *from = wear->wardrobe;
    pd_mhr_body body = job->bodies[0];
    pd_mhr_convert_wrap wrap;
    pd_arena work = {0};

    /* The joints, which the file does not need. */
    body.vertices = body.normals = NULL;
    body.joints = malloc(3 * (size_t)mhr->joint_count * sizeof *body.joints);
    if (!body.joints || !pd_arena_init(&work, pd_mhr_body_scratch_bytes(mhr))) {
        free(body.joints);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the joints");
    }

    pd_mhr_body_run(&body, mhr, &work);
    pd_arena_deinit(&work);

    pd_status status = pd_mhr_convert_wrap_init(&wrap, mhr, wear->own, err);
    if (!status) {
        status =
            pd_wardrobe_statue_make(out, from, wear->own, &wrap, vertices, body.joints, &wear->outfit, err);
        pd_mhr_convert_wrap_deinit(&wrap);
    }

    free(body.joints);
    if (status) return status;
    pd_api_header_add(&call->reply, "Posed-Warning",
                      "the garments were made for %s and transferred by a fit, after which the two skins are "
                      "%.1f mm apart on average and %.0f mm at most",
                      from->model, 1e3 * out->garments->mean, 1e3 * out->garments->largest);
    wear->wardrobe = &out->garments->wardrobe;
    wear->outfit = out->outfit;
    wear->surface = out->model;
    wear->own = NULL;

    return PD_OK;
}

static void run_bodies(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    mhr_job *job = call->job;
    const pd_api_mesh *mesh = &job->mesh;
    const pd_mhr *mhr = pd_api_model_mhr(&call->model);
    const pd_api_surface surface = pd_api_mesh_surface(call);
    pd_api_made made = {.call = call, .mesh = mesh};
    pd_arena work = {0};

    (void)executor;
    if (!pd_api_mesh_reserve_bin(call) || !pd_arena_reserve(scratch, pd_api_made_bytes(call)) ||
        !pd_arena_init(&work, pd_mhr_body_scratch_bytes(mhr))) {
        pd_api_refuse(call, 503, NULL, "out of memory for this many bodies");
        return;
    }

    pd_api_made_take(&made, scratch);
    float *bin = mesh->format == PD_API_FORMAT_BIN ? (float *)(void *)call->reply.body.data : NULL;

    for (size_t i = 0; i < (size_t)mesh->count && !pd_cancelled(call->cancel); i++) {
        pd_mhr_body body = job->bodies[i];
        if (made.vertices) body.vertices = made.vertices + i * pd_api_part_floats(&surface, PD_API_VERTICES);
        if (made.joints) body.joints = made.joints + i * pd_api_part_floats(&surface, PD_API_JOINTS);
        if (made.normals) body.normals = made.normals + i * pd_api_part_floats(&surface, PD_API_NORMALS);
        for (int k = 0; bin && k < mesh->include.count; k++) {
            const pd_api_part part = (pd_api_part)mesh->include.order[k];
            if (part == PD_API_FACES) continue;
            if (part == PD_API_VERTICES) body.vertices = bin;
            if (part == PD_API_JOINTS) body.joints = bin;
            if (part == PD_API_NORMALS) body.normals = bin;
            bin += pd_api_part_floats(&surface, part);
        }

        pd_arena_reset(&work);
        pd_mhr_body_run(&body, mhr, &work);
    }

    pd_arena_deinit(&work);
    if (pd_cancelled(call->cancel)) return;

    /* Clothes, on the body as it is posed. A run that is cancelled begins again,
     * with what the request asks for. */
    const pd_api_wear asked = mesh->wear;
    pd_wardrobe_statue statue = {0};
    pd_error err = {0};
    if (mesh->wear.wardrobe && dress(&statue, job, made.vertices, call, &err) != PD_OK)
        pd_api_refuse(call, pd_status_http(err.status), "/wear", "%s", err.detail);
    else {
        pd_api_mesh_encode(&made);
        pd_api_finish(call);
    }

    job->mesh.wear = asked;
    pd_wardrobe_statue_deinit(&statue);
}

static size_t bytes_of_run(const pd_api_call *call, int threads)
{
    (void)threads;
    return pd_api_made_bytes(call) + pd_api_mesh_reply_bytes(call) +
           pd_mhr_body_scratch_bytes(pd_api_model_mhr(&call->model)) +
           (pd_api_mesh_of(call)->wear.wardrobe ? WEAR_BYTES : 0);
}

static void hash_bodies(pd_api_hash *hash, const pd_api_call *call)
{
    const mhr_job *job = call->job;

    for (int i = 0; i < job->mesh.count; i++) {
        const pd_mhr_body *b = &job->bodies[i];
        const float *const lists[] = {b->parameters, b->identity, b->expression, b->translation};
        const int counts[] = {b->parameter_count, b->identity_count, b->expression_count, 3};
        for (int l = 0; l < 4; l++) {
            pd_api_hash_int(hash, counts[l]);
            pd_api_hash_add(hash, lists[l], (size_t)counts[l] * sizeof(float));
        }

        pd_api_hash_int(hash, b->is_plain);
        pd_api_person_hash(hash, job->mesh.people[i]);
    }
}

/* ---- read ---- */

typedef struct reading {
    const pd_mhr *mhr;
    pd_api_call *call;
    const char *pointer; /* JSON pointer of the object: "" or "/bodies/3" */
} reading;

static const char *mhr_at(char out[96], const reading *r, const char *member)
{
    snprintf(out, 96, "%s/%s", r->pointer, member);
    return out;
}

/* Reads a list of at most `most` numbers. Returns false after an error. */
static bool read_list_mhr(const float **out, int *count, const json_t *array, int most, const char *name,
                          const char *reason, const reading *r)
{
    char pointer[96];
    const pd_api_field field = {
        .name = name, .type = PD_API_NUMBERS, .min = -PD_MHR_LARGEST, .max = PD_MHR_LARGEST};
    if (!array) return true;
    mhr_at(pointer, r, name);
    if (!json_is_array(array))
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, pointer,
                           "%s; an array of at most %d numbers expected", pd_api_json_kind(array), most);

    float *values = pd_api_pool_take(&r->call->pool, (size_t)most + 1, sizeof *values);
    if (!values) return pd_api_note(&r->call->problems, PD_ERR_MEMORY, "", "out of memory");
    const int found = pd_api_numbers_read(values, array, (pd_api_count){0, most, reason}, &field, pointer,
                                          &r->call->problems);
    if (found < 0) return false;
    *out = values;
    *count = found;

    return true;
}

/* Reads numbers by name, as in {"l_elbow_bend": 0.5}. */
static bool read_named(const float **out, int *count, const json_t *object, const reading *r)
{
    const pd_mhr *m = r->mhr;
    pd_api_problems *problems = &r->call->problems;
    float *values = pd_api_pool_take(&r->call->pool, (size_t)m->parameter_count, sizeof *values);
    const char *name;
    json_t *value;

    if (!values) return pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");

    const int before = problems->count;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        char pointer[96], hint[PD_API_HINT_BYTES];
        const int p = pd_mhr_parameter(m, name);
        snprintf(pointer, sizeof pointer, "%s/model_parameters/%.40s", r->pointer, name);
        if (p >= 0 && json_is_number(value) && fabs(json_number_value(value)) <= PD_MHR_LARGEST) {
            values[p] = (float)json_number_value(value);
            continue;
        }

        if (p >= 0) {
            if (json_is_number(value))
                pd_api_note(problems, PD_ERR_RANGE, pointer, "%.10g; -%.10g to %.10g allowed",
                            json_number_value(value), PD_MHR_LARGEST, PD_MHR_LARGEST);
            else
                pd_api_note(problems, PD_ERR_INVALID, pointer, "%s; a number from -%.10g to %.10g expected",
                            pd_api_json_kind(value), PD_MHR_LARGEST, PD_MHR_LARGEST);
            continue;
        }

        pd_edit_distance_search search = pd_edit_distance_begin(name);
        for (int i = 0; i < m->parameter_count && !pd_api_problems_full(problems); i++)
            pd_edit_distance_offer(&search, m->parameter_names[i]);
        pd_api_hint(hint, &search);
        pd_api_note(problems, PD_ERR_INVALID, pointer,
                    "the model has no such parameter%s%s parameter_names of GET /v1/models/{id} lists %d",
                    hint, *hint ? "" : ";", m->parameter_count);
    }

    *out = values;
    *count = m->parameter_count;

    return problems->count == before;
}

static bool read_body(pd_mhr_body *out, const pd_api_person **person, const pd_api_mhr_values *v,
                      const reading *r)
{
    const pd_mhr *m = r->mhr;
    const int named = json_is_object(v->parameters);
    char pointer[96];
    bool good = named ? read_named(&out->parameters, &out->parameter_count, v->parameters, r)
                      : read_list_mhr(&out->parameters, &out->parameter_count, v->parameters,
                                      m->parameter_count, "model_parameters", "the model's parameters", r);

    good &= read_list_mhr(&out->identity, &out->identity_count, v->identity, m->identity_count,
                          "identity_coeffs", "the model's identity", r);
    if (v->random.seed >= 0 && v->identity)
        good = pd_api_note(&r->call->problems, PD_ERR_INVALID, mhr_at(pointer, r, "random"),
                           "random and identity_coeffs given; only one of the two allowed");
    else if (v->random.seed >= 0) {
        *person = pd_api_people_draw(v->random.seed, m->identity_count, &r->call->pool,
                                     mhr_at(pointer, r, "random"), &r->call->problems);
        if (!*person) return false;
        out->identity = (*person)->betas;
        out->identity_count = (*person)->beta_count;
    } else if (v->identity)
        *person = NULL;
    good &= read_list_mhr(&out->expression, &out->expression_count, v->expression, m->expression_count,
                          "face_expr_coeffs", "the model's expressions", r);

    const float *place = NULL;
    int count = 0;
    if (!read_list_mhr(&place, &count, v->translation, 3, "translation", "x, y, z", r))
        good = false;
    else if (place && count != 3)
        good = pd_api_note(&r->call->problems, PD_ERR_RANGE, mhr_at(pointer, r, "translation"),
                           "%d numbers; 3 expected", count);
    else if (place)
        memcpy(out->translation, place, 3 * sizeof *out->translation);
    if (v->without_correctives) out->is_plain = true;

    return good;
}

/* Reads one answer of SAM 3D Body. Each list must be complete, because an answer with fewer numbers belongs
 * to another model. */
static bool read_answer(pd_mhr_body *out, const json_t *answer, const pd_api_mhr_values *v, const reading *r)
{
    const pd_mhr *m = r->mhr;
    const struct {
        const char *name;
        const float **values;
        int *count, all;
    } rows[] = {{"mhr_model_params", &out->parameters, &out->parameter_count, m->parameter_count},
                {"shape_params", &out->identity, &out->identity_count, m->identity_count},
                {"expr_params", &out->expression, &out->expression_count, m->expression_count}};
    char pointer[96];
    bool good = true;

    for (int i = 0; i < 3; i++) {
        const json_t *array = json_object_get(answer, rows[i].name);
        mhr_at(pointer, r, rows[i].name);
        if (!array) {
            good = pd_api_note(&r->call->problems, PD_ERR_INVALID, pointer, "missing; %d numbers expected",
                               rows[i].all);
            continue;
        }

        if (!read_list_mhr(rows[i].values, rows[i].count, array, rows[i].all, rows[i].name, "the model's", r))
            good = false;
        else if (*rows[i].count != rows[i].all)
            good = pd_api_note(&r->call->problems, PD_ERR_RANGE, pointer, "%d numbers; %d expected",
                               *rows[i].count, rows[i].all);
    }

    if (!v->in_camera || !good) return good;

    const float *camera = NULL;
    int count = 0;
    if (!read_list_mhr(&camera, &count, json_object_get(answer, "pred_cam_t"), 3, "pred_cam_t", "x, y, z", r))
        return false;
    if (count != 3)
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, mhr_at(pointer, r, "pred_cam_t"),
                           "%d numbers; with in_camera 3 expected", count);
    out->translation[0] += camera[0];
    out->translation[1] -= camera[1]; /* the camera's y and z point down and ahead */
    out->translation[2] -= camera[2];

    return true;
}

static bool check_body(const pd_mhr_body *body, const reading *r)
{
    pd_error err;
    if (pd_mhr_body_check(body, r->mhr, &err) == PD_OK) return true;
    return pd_api_note_error(&r->call->problems, r->pointer, &err);
}

/* Reads body i from `bodies` or from the answers, or the only body. */
static bool read_one(pd_mhr_body *body, const pd_api_person **person, const pd_api_mhr_values *values,
                     const json_t *bodies, const json_t *answers, int i, pd_api_call *call)
{
    PD_ASSERT(i >= 0);
    static const pd_api_field *const tables[] = {pd_api_mhr_fields, place_fields, NULL};
    char pointer[32] = "";
    reading r = {pd_api_model_mhr(&call->model), call, pointer};
    pd_api_mesh_given fields = PD_API_MESH_NOTHING_GIVEN;
    const pd_api_mhr_values *own = &fields.mhr;
    bool good = true;

    if (bodies) {
        snprintf(pointer, sizeof pointer, "/bodies/%d", i);
        good =
            pd_api_fields_json(&fields, json_array_get(bodies, (size_t)i), tables, pointer, &call->problems);
        if (good && own->sam3d)
            good = json_is_object(own->sam3d)
                       ? read_answer(body, own->sam3d, own->in_camera ? own : values, &r)
                       : pd_api_note(&call->problems, PD_ERR_INVALID, pointer,
                                     "sam3d is %s; one answer of SAM 3D Body expected",
                                     pd_api_json_kind(own->sam3d));
        return good && read_body(body, person, own, &r) && check_body(body, &r);
    }

    if (json_is_array(answers))
        snprintf(pointer, sizeof pointer, "/sam3d/%d", i);
    else if (answers)
        snprintf(pointer, sizeof pointer, "/sam3d");
    const json_t *answer = json_is_array(answers) ? json_array_get(answers, (size_t)i) : answers;
    if (answer && !json_is_object(answer))
        return pd_api_note(&call->problems, PD_ERR_INVALID, pointer, "%s; an answer of SAM 3D Body expected",
                           pd_api_json_kind(answer));
    if (answer) good = read_answer(body, answer, values, &r);

    return good && check_body(body, &r);
}

/* Refuses the values of shared fields that MHR lacks. Notes all of them at once. */
static bool check_fields(pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const struct {
        const pd_api_field *table;
        const char *name;
        int value;
        bool is_wrong;
        const char *allowed;
    } rows[] = {
        {pd_api_output_fields, "skinning", mesh->skinning, mesh->skinning > PD_SMPL_LBS,
         "only lbs is allowed for MHR"},
        {pd_api_mesh_fields, "contact", mesh->contact, mesh->contact > PD_SMPL_CONTACT_NONE,
         "only none is allowed for MHR"},
        {pd_api_mesh_fields, "stage", mesh->stage, mesh->stage != PD_SMPL_POSED,
         "only posed is allowed for MHR"},
        {pd_api_output_fields, "keypoints", mesh->keypoints, mesh->keypoints != PD_SMPL_KEYPOINTS_NONE,
         "not allowed for MHR, which has no keypoints"},
        {pd_api_mesh_query_fields, "rig", mesh->rig, mesh->rig == 1,
         "not allowed for MHR, whose files have no skeleton"},
        {pd_api_mesh_fields, "sculpts", mesh->sculpts, mesh->sculpts >= 0,
         "not allowed for MHR, which has no sculpts"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char pointer[32], value[32];
        if (!rows[i].is_wrong) continue;
        snprintf(pointer, sizeof pointer, "/%s", rows[i].name);
        pd_api_value_text(value, sizeof value, pd_api_field_named(rows[i].table, rows[i].name),
                          rows[i].value);
        pd_api_note(&call->problems, PD_ERR_INVALID, pointer, "%s; %s", value, rows[i].allowed);
    }

    return call->problems.count == 0;
}

/* Reads the bodies of the request. Fields beside `bodies` apply to all of them. */
static bool read_bodies(pd_api_call *call)
{
    mhr_job *job = call->job;
    const pd_api_mhr_values *values = &job->mesh.given.mhr;
    const json_t *bodies = job->mesh.given.bodies;
    const json_t *answers = values->sam3d;
    const size_t given = bodies                   ? json_array_size(bodies)
                         : json_is_array(answers) ? json_array_size(answers)
                                                  : 1;
    const reading outside = {pd_api_model_mhr(&call->model), call, ""};
    pd_mhr_body shared = {0};

    if (answers &&
        (bodies || values->parameters || values->identity || values->expression || values->random.seed >= 0))
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/sam3d",
                           "given together with bodies, model_parameters, identity_coeffs, face_expr_coeffs "
                           "or random; only one of the two ways allowed");
    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, bodies ? "/bodies" : "/sam3d",
                           "empty; 1 to %d expected", call->limits->batch);
    if (!pd_api_batch_check(bodies ? "bodies" : "sam3d", given, call->limits, &call->problems)) return false;
    job->bodies = pd_api_pool_take(&call->pool, given, sizeof *job->bodies);
    job->mesh.people = pd_api_pool_take(&call->pool, given, sizeof *job->mesh.people);
    if (!job->bodies || !job->mesh.people)
        return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory for %zu bodies", given);
    job->mesh.count = job->mesh.all = call->weight = (int)given;

    const pd_api_person *shared_person = NULL;
    bool good = read_body(&shared, &shared_person, values, &outside);
    for (size_t i = 0; i < given && good; i++) {
        job->bodies[i] = shared;
        job->mesh.people[i] = shared_person;
        good = read_one(&job->bodies[i], &job->mesh.people[i], values, bodies, answers, (int)i, call);
    }

    return good;
}

static bool read_request(pd_api_call *call)
{
    return check_fields(call) && read_bodies(call);
}

/* ---- the kind ---- */

static pd_api_surface surface_of_mhr(const pd_api_call *call)
{
    const pd_mhr *mhr = pd_api_model_mhr(&call->model);

    return (pd_api_surface){
        .vertex_count = mhr->vertex_count,
        .joint_count = mhr->joint_count,
        .face_count = mhr->face_count,
        .point_count = mhr->joint_count,
        .faces = mhr->faces,
        .content_hash = mhr->content_hash,
        .licence = mhr->text.licence,
        .provenance = mhr->text.provenance,
        .credits = mhr->text.credits,
    };
}

static pd_smpl_skinning skinning_of_mhr(const pd_api_call *call)
{
    (void)call;
    return PD_SMPL_LBS;
}

static pd_smpl_contact_kind no_contact(const pd_api_call *call)
{
    (void)call;
    return PD_SMPL_CONTACT_NONE;
}

static bool refuse_avatar(pd_api_call *call)
{
    if (!pd_api_avatar_given(&pd_api_mesh_of(call)->given.avatar)) return true;
    return pd_api_note(&call->problems, PD_ERR_INVALID, "/profile",
                       "given; allowed only for body models, because MHR has no avatar");
}

/* Chooses what the body wears. */
static bool take_wear(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const char *lacks = mesh->format == PD_API_FORMAT_GLB ? NULL : "format glb";

    if (!pd_api_wear_read(&mesh->wear, &mesh->given.wear, -1, -1, NULL, call, lacks)) return false;

    return !mesh->wear.wardrobe || mesh->count == 1 ||
           pd_api_note(&call->problems, PD_ERR_INVALID, "/wear",
                       "given with %d bodies; only 1 body of MHR can wear clothes", mesh->count);
}

const pd_api_mesh_kind pd_api_mesh_of_mhr = {
    .fields = pd_api_mhr_fields,
    .more = place_fields,
    .others = pd_api_body_fields,
    .shape_name = "identity_coeffs",
    .job_bytes = sizeof(mhr_job),
    .run = run_bodies,
    .run_bytes = bytes_of_run,
    .surface = surface_of_mhr,
    .skinning = skinning_of_mhr,
    .read = read_request,
    .contact = no_contact,
    .take_avatar = refuse_avatar,
    .complete = take_wear,
    .hash = hash_bodies,
};
