#include "api/body/mesh_body.h"

#include "api/body/mesh_run.h"
#include "core/base/assert.h"
#include "core/io/json/json_blocks.h"
#include "core/smpl/pose.h"

#include <stdio.h>
#include <string.h>

static pd_api_surface surface_of_model(const pd_api_call *call)
{
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const pd_smpl_keypoints level = (pd_smpl_keypoints)pd_api_mesh_of(call)->keypoints;

    return (pd_api_surface){
        .vertex_count = model->vertex_count,
        .joint_count = model->joint_count,
        .face_count = model->face_count,
        .beta_count = model->beta_count,
        .point_count = model->joint_count + pd_smpl_keypoints_count(&model->data, level),
        .faces = model->data.faces,
        .content_hash = model->content_hash,
        .licence = model->data.text.licence,
        .provenance = model->data.text.provenance,
        .credits = model->data.text.credits,
    };
}

static pd_smpl_skinning skinning_of_model(const pd_api_call *call)
{
    return pd_api_model_body(&call->model)->data.skinning;
}

/* Lets a body that poses only some parts take the poses of its other parts
 * from the fields beside `bodies`. */
static void inherit_parts(pd_api_body_values *own, const pd_api_body_values *outside)
{
    const bool has_left = own->parts[PD_SMPL_PART_LEFT_HAND] || own->parts[PD_SMPL_PART_HAND];

    if (!pd_api_body_has_parts(own)) return;

    if (own->right_hand < 0 && !own->parts[PD_SMPL_PART_RIGHT_HAND]) own->right_hand = outside->right_hand;
    if (own->left_hand < 0 && !has_left) own->left_hand = outside->left_hand;
    for (int part = 0; part < PD_SMPL_PART_COUNT; part++) {
        /* A hand may have its pose by name. The single hand of MANO counts as the left one. */
        const bool is_left = part == PD_SMPL_PART_LEFT_HAND || part == PD_SMPL_PART_HAND;
        const bool is_right = part == PD_SMPL_PART_RIGHT_HAND;
        const bool is_named = (is_right && own->right_hand >= 0) || (is_left && own->left_hand >= 0);
        if (!own->parts[part] && !is_named) own->parts[part] = outside->parts[part];
    }

    if (own->use_pca < 0) own->use_pca = outside->use_pca;
    if (own->flat_hand_mean < 0) own->flat_hand_mean = outside->flat_hand_mean;
}

/* Lets a body with a shape of its own take the person and the features
 * of the face that stand beside `bodies`. */
static void inherit_shape(pd_api_body_values *own, const pd_api_body_values *outside)
{
    if (pd_api_people_given(&own->people)) pd_api_people_inherit(&own->people, &outside->people);

    /* A body without a shape of its own has the features already, with the shared shape. */
    if (!pd_api_people_given(&own->people) && !own->betas) return;
    if (!own->face.face_shape) own->face.face_shape = outside->face.face_shape;
    if (!own->face.ancestry) own->face.ancestry = outside->face.ancestry;
}

/* Reads the fields of body i, which begins with the shared ones.
 * Fields that belong beside `bodies` are refused here. */
static void read_own(pd_api_call *call, size_t i, const json_t *object)
{
    static const pd_api_field *const tables[] = {pd_api_body_fields, NULL};
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    pd_api_body_values own = PD_API_NO_BODY_VALUES;
    char pointer[32];

    snprintf(pointer, sizeof pointer, "/bodies/%zu", i);
    if (!pd_api_fields_json(&own, object, tables, pointer, &call->problems)) return;
    inherit_parts(&own, &mesh->given.body);
    inherit_shape(&own, &mesh->given.body);
    pd_api_body_read(mesh->bodies + i, mesh->people + i, &own, model, &call->pool, pointer, &call->problems);
}

/* Reads row i of arrays that have smplx's first dimension. */
static void read_row(pd_api_call *call, const pd_api_body_spread *spread, const pd_api_body_values *outside,
                     size_t i)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    pd_api_body_values own = pd_api_body_spread_body(spread, i);

    inherit_parts(&own, outside);
    inherit_shape(&own, outside);
    pd_api_body_read(mesh->bodies + i, mesh->people + i, &own, pd_api_model_body(&call->model), &call->pool,
                     "", &call->problems);
}

/* Reads the bodies of the request. Fields beside `bodies` apply to all of them. */
static bool read_bodies(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const json_t *list = mesh->given.bodies;
    pd_api_batch *batch = mesh->given.batch && mesh->given.batch->count ? mesh->given.batch : NULL;
    const bool is_list = batch || list;
    pd_api_body_spread spread;

    /* Bodies are objects of a list, or rows of arrays as smplx has them. */
    if (!pd_api_body_spread_find(&spread, &mesh->given.body, model, "", &call->problems)) return false;
    if (is_list && spread.count > 1)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/bodies",
                           "given together with arrays of %zu bodies; only one of the two allowed",
                           spread.count);
    size_t given = spread.count ? spread.count : 1;
    if (batch)
        given = batch->count;
    else if (list)
        given = json_array_size(list);

    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/bodies", "empty; 1 to %d expected",
                           call->limits->batch);

    /* Check the number before allocating. */
    if (!pd_api_batch_check("bodies", given, call->limits, &call->problems)) return false;
    mesh->bodies = pd_api_pool_take(&call->pool, given, sizeof *mesh->bodies);
    mesh->people = pd_api_pool_take(&call->pool, given, sizeof *mesh->people);
    if (!mesh->bodies || !mesh->people)
        return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory for %zu bodies", given);
    mesh->count = call->weight = (int)given;

    /* Read the shared fields once; each body begins with a copy of the result. */
    const pd_api_body_values shared_values = pd_api_body_spread_shared(&spread);
    const pd_api_body_values *outside = is_list || spread.count < 2 ? &mesh->given.body : &shared_values;
    const pd_api_person *shared_person = NULL;
    pd_smpl_body shared = {0};
    pd_api_body_read(&shared, &shared_person, outside, model, &call->pool, "", &call->problems);
    if (!shared.rotations) pd_api_rest_pose(&shared.rotations, model, &call->pool, &call->problems);

    for (size_t i = 0; i < given; i++) {
        mesh->bodies[i] = shared;
        mesh->people[i] = shared_person;
        if (batch) {
            /* One element after the other, each in the same memory. */
            pd_json_mark mark;
            pd_json_blocks_mark(&mark);
            json_t *element = pd_api_batch_next(batch, i, call->limits, &call->problems);
            if (element) read_own(call, i, element);
            json_decref(element);
            pd_json_blocks_rewind(&mark);
            if (pd_api_problems_full(&call->problems)) break;
        } else if (list) {
            read_own(call, i, json_array_get(list, i));
        } else if (spread.count > 1) {
            read_row(call, &spread, outside, i);
        }
    }

    return call->problems.count == 0;
}

/* Returns the contact of a request that does not choose one: it depends on the format. */
static pd_smpl_contact_kind usual_contact(const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);

    if (mesh->stage != PD_SMPL_POSED) return PD_SMPL_CONTACT_NONE;

    /* A print of one posed body must not overlap itself. */
    if (mesh->format == PD_API_FORMAT_STL && mesh->count == 1 &&
        !pd_smpl_pose_is_rest(mesh->bodies, pd_api_model_body(&call->model)->joint_count))
        return PD_SMPL_CONTACT_EXACT;

    /* A rig is at rest. */
    if (mesh->format == PD_API_FORMAT_GLB && !mesh->rig && !pd_api_avatar_given(&mesh->given.avatar))
        return PD_SMPL_CONTACT_SOFT;

    return PD_SMPL_CONTACT_NONE;
}

/* Makes the file an avatar if a field asks for one: it has a rig then, and the expressions as morph targets
 * as far as it has any. */
static bool take_avatar(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_api_mesh_given *given = &mesh->given;
    const pd_smpl_model *model = pd_api_model_body(&call->model);

    if (!pd_api_avatar_given(&given->avatar)) return true;

    const bool has_pose = given->body.pose || given->body.quaternions || given->body.rotations ||
                          pd_api_body_has_parts(&given->body) || given->bodies;
    const pd_api_avatar_beside beside = {.names = mesh->names,
                                         .face = mesh->face,
                                         .quantize = mesh->quantize,
                                         .levels = given->levels != NULL,
                                         .correctives = mesh->correctives != 0,
                                         .bodies = mesh->count,
                                         .is_glb = mesh->format == PD_API_FORMAT_GLB,
                                         .has_pose = has_pose};
    if (!pd_api_avatar_read(&mesh->avatar, &given->avatar, &beside, model, &call->pool, &call->problems))
        return false;

    mesh->is_avatar = true;
    if (!has_pose) mesh->bodies->rotations = NULL; /* rest pose, without the mean pose of the hands */
    mesh->rig = 1;
    mesh->morphs = mesh->quantize = 0;
    mesh->names = 0;
    mesh->face = model->expression_count > 0 && *model->data.expression_names[0] &&
                 strcmp(mesh->avatar.morphs, "none") != 0;

    return true;
}

/* Shows or leaves out the sculpts that the pose drives. */
static bool take_sculpts(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const int given = mesh->sculpts;

    if (given >= 0 && !pd_api_sculpts_check(model, &call->problems)) return false;
    if (given > 0 && mesh->is_avatar)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/sculpts",
                           "true; not allowed with an avatar, which has no sculpts that the pose drives");

    mesh->sculpts = given != 0;
    for (int i = 0; i < mesh->count; i++) mesh->bodies[i].no_sculpts = !mesh->sculpts;
    if (mesh->is_avatar && model->data.psd.count) pd_api_header_set(&call->reply, "Posed-Omitted", "sculpts");

    return true;
}

/* Checks the requirement of the morph targets of soft tissue: a model that has some. */
static bool check_soft(pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);

    if (!mesh->rig || !mesh->soft) return true;
    if (mesh->is_avatar)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/soft", "true; not allowed with an avatar");
    if (!pd_api_model_body(&call->model)->soft_count)
        return pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, "/soft",
                           "true; the model has no soft-tissue directions");
    return true;
}

/* Checks the requirements of morph targets: expressions for `face`, and the default pose prior, whose poses
 * correctives are fitted to. */
static bool take_prior(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);

    if (!check_soft(call)) return false;
    if (mesh->rig && mesh->face && !pd_api_face_check(pd_api_model_body(&call->model), &call->problems))
        return false;
    if (!mesh->correctives) return true;
    if (!pd_api_correctives_check(mesh->correctives, pd_api_model_body(&call->model), &call->problems))
        return false;
    if (pd_api_take_model(call, PD_API_DEFAULT_PRIOR, &mesh->learned)) return true;

    mesh->learned = (pd_api_model){0};
    return pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, "/correctives",
                       "%d; only 0 allowed on this server, because they are chosen for poses of a pose prior "
                       "and none is loaded",
                       mesh->correctives);
}

/* Reads the sculpts, checks the morph targets, and chooses the garments. */
static bool complete_bodies(pd_api_call *call)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_api_mesh_given *given = &mesh->given;

    if (!take_sculpts(call) || !take_prior(call)) return false;

    /* The seed and the gender of a single body choose its clothes. */
    const bool has_several = given->bodies || mesh->count > 1;
    const int seed = has_several ? -1 : given->body.people.random.seed;
    const int gender = has_several ? -1 : given->body.people.gender;
    const char *lacks = mesh->format == PD_API_FORMAT_GLB ? NULL : "format glb";
    if (!pd_api_wear_read(&mesh->wear, &given->wear, seed, gender, pd_api_model_body(&call->model), call,
                          lacks))
        return false;
    if (!has_several) pd_api_wear_person(&mesh->wear, mesh->people[0], &given->wear);

    return true;
}

static bool check_bodies(pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const pd_smpl_job job = {.bodies = mesh->bodies,
                             .body_count = mesh->count,
                             .skinning = (pd_smpl_skinning)mesh->skinning,
                             .contact = NULL};
    const pd_smpl_keypoints level = (pd_smpl_keypoints)mesh->keypoints;
    pd_error err;

    if (pd_smpl_keypoints_check(&model->data, level, "/keypoints", &err) == PD_OK &&
        pd_smpl_job_check(&job, model, &err) == PD_OK)
        return true;

    return pd_api_note_error(&call->problems, "", &err);
}

/* Adds numbers to a hash, but for zeros at the end:
 * numbers that are missing are 0, so it is the same body. */
static void hash_floats(pd_api_hash *hash, const float *values, int count)
{
    while (count && values[count - 1] == 0) count--;
    pd_api_hash_add(hash, values, (size_t)count * sizeof *values);
}

static void hash_bodies(pd_api_hash *hash, const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const size_t rotation_bytes = (size_t)pd_api_model_body(&call->model)->joint_count * 9 * sizeof(float);

    for (int i = 0; i < mesh->count; i++) {
        const pd_smpl_body *body = mesh->bodies + i;
        hash_floats(hash, body->betas, body->betas ? body->beta_count : 0);
        hash_floats(hash, body->expression, body->expression ? body->expression_count : 0);
        pd_api_hash_add(hash, body->rotations, body->rotations ? rotation_bytes : 0);
        hash_floats(hash, body->translation, body->translation ? 3 : 0);
        hash_floats(hash, body->soft, body->soft ? body->soft_count : 0);
        pd_api_hash_int(hash, body->ground);
    }

    for (int i = 0; i < mesh->count; i++) pd_api_person_hash(hash, mesh->people[i]);
}

const pd_api_mesh_kind pd_api_mesh_of_bodies = {
    .fields = pd_api_body_fields,
    .others = pd_api_mhr_fields,
    .shape_name = "betas",
    .job_bytes = sizeof(pd_api_mesh),
    .run_batch = pd_api_mesh_run,
    .run_bytes = pd_api_mesh_run_bytes,
    .surface = surface_of_model,
    .skinning = skinning_of_model,
    .read = read_bodies,
    .contact = usual_contact,
    .take_avatar = take_avatar,
    .complete = complete_bodies,
    .check = check_bodies,
    .hash = hash_bodies,
    .plan = pd_api_mesh_plan,
};
