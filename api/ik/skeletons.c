/* Routes of skeletons. Body models (with bone lengths by their betas) and motion networks have skeletons too;
 * clients put others. */
#include "core/base/assert.h"
#include "api/http/reply_header.h"
#include "api/http/upload.h"
#include "api/ik/skeletons.h"

#include "api/body/body.h"
#include "api/http/json_write.h"
#include "config/config.h"
#include "core/anim/ranges.h"
#include "core/retarget/skeleton.h"
#include "core/wardrobe/own.h"
#include "core/character/control/rig.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct skeleton_values {
    const json_t *betas;
} skeleton_values;

const pd_api_field pd_api_skeleton_query_fields[] = {
    PD_API_BETAS_FIELD(offsetof(skeleton_values, betas),
                       "Shape coefficients; any count up to the model's, missing ones are 0."),
    {0},
};

typedef struct list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} list;

/* Appends the skeleton of a model to the list, if the key may use it. */
static void list_one_skeletons(void *arg, const pd_api_model *model)
{
    list *l = arg;

    const int joints = pd_api_model_body(model)     ? pd_api_model_body(model)->joint_count
                       : pd_api_model_motion(model) ? pd_api_model_motion(model)->network.joint_count
                                                    : 0;
    const bool waits =
        !model->resident && (pd_api_model_moves(model) || model->kind == &pd_api_kinds[PD_API_KIND_BODY]);
    if ((!joints && !waits) || !pd_api_access_allows(l->access, PD_API_OBJECT_MODELS, model->id)) return;
    pd_buffer_text(l->out, l->count++ ? ",{\"id\":" : "{\"id\":");
    pd_api_json_text(l->out, model->id);
    pd_buffer_printf(l->out, ",\"kind\":\"%s\",\"default\":%s", model->kind->name,
                     model->is_default ? "true" : "false");
    if (joints) pd_buffer_printf(l->out, ",\"joint_count\":%d", joints);
    pd_buffer_text(l->out, "}");
}

/* Appends a client's skeleton to the list, if the key may use it. */
static void list_kept(void *arg, const char *id, const void *item)
{
    const pd_api_skeleton *skeleton = item;
    list *l = arg;

    if (skeleton->garment || !pd_api_access_allows(l->access, PD_API_OBJECT_SKELETONS, id)) return;
    pd_buffer_text(l->out, l->count++ ? ",{\"id\":" : "{\"id\":");
    pd_api_json_text(l->out, id);
    pd_buffer_printf(l->out, ",\"kind\":\"%s\",\"default\":false,\"joint_count\":%d}", skeleton->kind,
                     skeleton->skin.skeleton.joint_count);
}

void pd_api_handle_skeletons(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), call->access, 0};

    (void)request;
    pd_api_fetch(call, PD_API_STORED_SKELETONS, NULL);
    pd_buffer_text(l.out, "{\"skeletons\":[");
    call->host->each_model(call->host->ctx, list_one_skeletons, &l);
    if (call->host->each_skeleton) call->host->each_skeleton(call->host->ctx, list_kept, &l);
    pd_buffer_text(l.out, "]}\n");
}

/* Members of the joints of a glTF file: the node, its rotation at rest, the name of the bone in VRM. */
static void node_json(pd_buffer *out, const pd_retarget_skin *skin, int k)
{
    PD_ASSERT(k >= 0 && k < skin->skeleton.joint_count);
    pd_quat rest[PD_ANIM_MAX_JOINTS];

    for (int j = 0; j < skin->skeleton.joint_count; j++) rest[j] = pd_q_identity();
    rest[skin->skeleton.root] = skin->root_turn;
    pd_retarget_skin_to_nodes(rest, skin, rest);
    const double q[] = {rest[k].x, rest[k].y, rest[k].z, rest[k].w};
    pd_buffer_printf(out, ",\"node\":%d,\"rotation\":", skin->joints[k].node);
    pd_api_json_doubles(out, q, 4);
    if (!skin->joints[k].bone[0]) return;
    pd_buffer_text(out, ",\"bone\":");
    pd_api_json_text(out, skin->joints[k].bone);
}

/* Writes the default range of the joint of that name, if it has one. A joint of the right side has the
 * mirrored range of the left. */
static void range_json(pd_buffer *out, const char *name)
{
    static const char axes[] = "xyz";
    int side;
    const pd_anim_range *r = pd_anim_range_of(name, &side);
    double min[3], max[3];

    if (!r) r = pd_anim_range_of_biped(name, &side);
    if (!r) return;
    for (int i = 0; i < 3; i++) {
        int mirrored = side < 0 && i > 0;
        min[i] = mirrored ? 0 - r->max_deg[i] : r->min_deg[i];
        max[i] = mirrored ? 0 - r->min_deg[i] : r->max_deg[i];
    }

    pd_buffer_printf(out, ",\"range\":{\"twist\":\"%c\",\"box\":%s,\"min\":", axes[r->twist],
                     r->box ? "true" : "false");
    pd_api_json_doubles(out, min, 3);
    pd_buffer_text(out, ",\"max\":");
    pd_api_json_doubles(out, max, 3);
    pd_buffer_text(out, "}");
}

/* Writes the joints of a skeleton. `names` is the client's skeleton whose names are used, or NULL for the
 * names of the skeleton itself. */
static void joints_json(pd_buffer *out, const pd_anim_skeleton *s, const pd_api_skeleton *names)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    pd_quat turns[PD_ANIM_MAX_JOINTS];

    /* Positions at rest. The root of a glTF may be rotated at rest. */
    for (int k = 0; k < s->joint_count; k++) turns[k] = pd_q_identity();
    if (names && names->skin.joints) turns[s->root] = names->skin.root_turn;
    pd_anim_skeleton_forward(rest, NULL, s, turns, (pd_vec3){0});

    pd_buffer_text(out, ",\"frame\":\"gltf\",\"joints\":[");
    for (int k = 0; k < s->joint_count; k++) {
        const double offset[] = {s->offsets[k].x, s->offsets[k].y, s->offsets[k].z};
        const double at[] = {rest[k].x, rest[k].y, rest[k].z};
        const int up = s->parents[k];

        if (k) pd_buffer_text(out, ",");
        pd_buffer_text(out, "{\"name\":");
        pd_api_json_text(out, names ? pd_api_skeleton_joint_name(names, k) : s->names[k]);
        pd_buffer_text(out, ",\"parent\":");
        if (up < 0)
            pd_buffer_text(out, "null");
        else
            pd_api_json_text(out, names ? pd_api_skeleton_joint_name(names, up) : s->names[up]);
        pd_buffer_text(out, ",\"offset\":");
        pd_api_json_doubles(out, offset, 3);
        pd_buffer_text(out, ",\"rest\":");
        pd_api_json_doubles(out, at, 3);
        range_json(out, s->names[k]);
        if (names && names->skin.joints) node_json(out, &names->skin, k);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]");
}

/* Answers with the skeleton of a model. */
static void skeleton_json(pd_api_call *call, const pd_anim_skeleton *skeleton)
{
    pd_buffer *out = pd_api_answer(call, 200, "application/json");

    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, call->model.id);
    joints_json(out, skeleton, NULL);
    pd_api_json_warnings(out, &call->problems);
    pd_buffer_text(out, "}\n");
}

void pd_api_skeleton_joints_json(pd_buffer *out, const pd_api_skeleton *skeleton)
{
    joints_json(out, &skeleton->skin.skeleton, skeleton);
}

/* Writes a client's skeleton. */
static void kept_json(pd_buffer *out, const pd_api_skeleton *kept)
{
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, kept->id);
    pd_buffer_printf(out, ",\"kind\":\"%s\"", kept->kind);
    if (kept->skin.joints) pd_buffer_printf(out, ",\"posed\":%s", kept->skin.posed ? "true" : "false");
    if (kept->note[0]) {
        pd_buffer_text(out, ",\"note\":");
        pd_api_json_text(out, kept->note);
    }

    joints_json(out, &kept->skin.skeleton, kept);
    pd_buffer_text(out, "}\n");
}

/* Reads the query of a skeleton whose bones have their lengths: betas are an error. Returns false when the
 * call has one. */
static bool has_no_betas(pd_api_call *call, const pd_api_request *request)
{
    skeleton_values values = {0};
    pd_api_documents documents = {0};
    const bool good = pd_api_decode_fields(&values, &documents, call, request);
    const bool given = values.betas != NULL;

    pd_api_documents_release(&documents);
    if (good && given)
        pd_api_note(&call->problems, PD_ERR_INVALID, "/betas",
                    "has no effect, because only the skeletons of body models have betas");

    return good && !given;
}

/* Answers with the skeleton of a motion network. */
static void motion_skeleton(pd_api_call *call)
{
    pd_character_rig *rig = pd_api_pool_take(&call->pool, 1, sizeof *rig);
    pd_error err = {.status = PD_ERR_MEMORY};

    if (rig && pd_character_rig_init(rig, pd_api_model_motion(&call->model), &err) == PD_OK)
        skeleton_json(call, &rig->skeleton);
    else
        pd_api_note_error(&call->problems, "", &err);
}

void pd_api_handle_skeleton(pd_api_call *call, const pd_api_request *request)
{
    pd_anim_skeleton skeleton;
    pd_smpl_body body = {0};
    char hint[PD_API_HINT_BYTES];
    pd_error err;

    if (!pd_api_take_model(call, call->id, &call->model)) {
        /* Access to a model of this id was denied; the id may still be that of a client's skeleton. */
        const pd_error denied = call->denied;
        call->denied = (pd_error){0};
        pd_api_skeleton *kept = pd_api_take_skeleton(call, call->id);
        if (kept) {
            if (has_no_betas(call, request) && !pd_api_revised(call, request, kept->revision, "skeleton"))
                kept_json(pd_api_answer(call, 200, "application/json"), kept);
            pd_api_skeleton_release(kept);
            return;
        }

        if (call->denied.status == PD_OK) call->denied = denied;
        pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_MODELS | PD_API_IDS_SKELETONS, call->id);
        pd_api_refuse(call, 404, NULL, "no model or skeleton \"%.64s\"%s%s GET /v1/skeletons lists them",
                      call->id, hint, *hint ? "" : ";");
        return;
    }

    /* Motion networks and other models. */
    if (pd_api_model_motion(&call->model)) {
        if (has_no_betas(call, request)) motion_skeleton(call);
        return;
    }

    if (!pd_api_model_body(&call->model)) {
        pd_api_refuse(call, 409, NULL, "\"%.64s\" is a %s model without a skeleton", call->id,
                      call->model.kind->name);
        return;
    }

    /* Bone lengths of a body follow from its betas. */
    skeleton_values values = {0};
    pd_api_documents documents = {0};
    int good = pd_api_decode_fields(&values, &documents, call, request);
    if (good) {
        pd_api_body_values shape = PD_API_NO_BODY_VALUES;
        shape.betas = values.betas;
        good = pd_api_body_read(&body, NULL, &shape, pd_api_model_body(&call->model), &call->pool, "",
                                &call->problems);
    }

    pd_api_documents_release(&documents);
    if (!good) return;

    if (pd_retarget_skeleton_of(&skeleton, pd_api_model_body(&call->model), body.betas, body.beta_count,
                                &err) == PD_OK)
        skeleton_json(call, &skeleton);
    else
        pd_api_note_error(&call->problems, "", &err);
}

void pd_api_handle_skeleton_delete(pd_api_call *call, const pd_api_request *request)
{
    char hint[PD_API_HINT_BYTES];

    if (!pd_api_fetch(call, PD_API_STORED_SKELETONS, call->id)) return;
    pd_api_skeleton *there = call->host->skeleton ? call->host->skeleton(call->host->ctx, call->id) : NULL;
    const char *what = there && there->file ? "character" : "skeleton";
    pd_api_skeleton_release(there);
    int gone = call->host->skeleton_delete
                   ? call->host->skeleton_delete(call->host->ctx, call->id, &request->owner, &call->condition)
                   : 0;
    if (pd_api_answer_deleted(call, gone, what)) return;

    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_SKELETONS, call->id);
    pd_api_refuse(call, 404, NULL, "no uploaded skeleton \"%.64s\"%s%s GET /v1/skeletons lists them",
                  call->id, hint, *hint ? "" : ";");
}

/* -- putting ---------------------------------------------------------------------------- */

typedef struct put_values {
    double metres_per_unit;
    int skin, bones;
} put_values;

const pd_api_field pd_api_skeleton_put_query_fields[] = {
    PD_API_SKIN_FIELD(offsetof(put_values, skin)),
    PD_API_BONES_FIELD(offsetof(put_values, bones)),
    {.name = "metres_per_unit",
     .type = PD_API_NUMBER,
     .offset = offsetof(put_values, metres_per_unit),
     .min = 1e-6,
     .max = 1000,
     .doc = "Metres per unit of the BVH file. Without it the usual unit of the file's kind is used."},
    {0},
};

/* Compares a content type without its parameters. */
static bool is_type(const char *given, const char *type)
{
    const size_t size = given ? strcspn(given, "; \t") : 0;

    return size == strlen(type) && !strncasecmp(given, type, size);
}

/* Reads the skeleton of a PUT by the type of its body. Returns NULL after noting the problems. */
static pd_api_skeleton *read_put(pd_api_call *call, const pd_api_request *request)
{
    put_values v = {.skin = -1};
    pd_api_problems *problems = &call->problems;

    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    int good = query && pd_api_fields_json(&v, query, call->route->query, "", problems);
    const char *type = pd_api_upload_type(request);
    const bool is_glb = pd_api_upload_is_bundle(request) || is_type(type, "model/gltf-binary");
    const bool is_bvh = is_type(type, "application/x-bvh");
    const pd_api_idle idle[] = {{"skin", !is_glb, "Content-Type model/gltf-binary"},
                                {"bones", !is_glb, "Content-Type model/gltf-binary"},
                                {"metres_per_unit", !is_bvh, "Content-Type application/x-bvh"},
                                {NULL, false, NULL}};
    good = good && pd_api_idle_check(query, idle, call->route->query, "", problems);
    problems->in_query = 0;
    json_decref(query);
    if (!good) return NULL;

    /* Read the file by its type; any other type is JSON. */
    if (is_glb) {
        pd_io_bundle bundle;
        if (!pd_api_open_bundle(&bundle, call, request->body, NULL)) return NULL;
        pd_api_skeleton *made = pd_api_skeleton_of_glb(
            bundle.file,
            &(pd_io_skin_options){
                .skin = v.skin, .humanoid_only = v.bones, .json_memory = call->limits->json_memory},
            "", problems);
        pd_io_bundle_close(&bundle);
        return made;
    }

    if (is_bvh) return pd_api_skeleton_of_bvh(request->body, v.metres_per_unit, "", problems);

    json_t *document = NULL;
    pd_api_skeleton *made = NULL;
    if (pd_api_json_parse(&document, NULL, request->body, NULL, call->limits, problems))
        made = pd_api_skeleton_read(document, "", call->limits, &call->pool, problems);
    json_decref(document);

    return made;
}

/* A model with the same id would hide the skeleton, so such an id is refused. */
bool pd_api_skeleton_may_be_put(pd_api_call *call)
{
    pd_api_model model = {0};

    if (!pd_api_take_new_id(call)) return false;
    const pd_status taken = call->host->acquire(call->host->ctx, call->id, false, &model, NULL);
    if (taken != PD_ERR_NOT_FOUND) { /* whoever may reach it, in memory or not */
        if (taken == PD_OK) pd_api_model_release(&model);
        pd_api_refuse(call, 409, NULL, "\"%.64s\" is the id of a model; another id expected", call->id);
        return false;
    }

    /* skeleton_put checks the owner and the conditions once more, because another request may put the
     * skeleton meanwhile. */
    if (!pd_api_fetch(call, PD_API_STORED_SKELETONS, call->id)) return false;
    if (call->condition.request && call->condition.request->restores) return true; /* it was put before */
    pd_api_skeleton *now = call->host->skeleton ? call->host->skeleton(call->host->ctx, call->id) : NULL;
    if (now && now->owner != call->owner.id)
        pd_api_refuse(call, 403, NULL, "the %s \"%.64s\" belongs to another client",
                      now->file ? "character" : "skeleton", call->id);
    else
        pd_api_refuse_condition(call, now && now->file ? "the character" : "the skeleton",
                                now ? now->revision : NULL);
    pd_api_skeleton_release(now);

    return !call->done;
}

int pd_api_skeleton_keep(pd_api_call *call, pd_api_skeleton *made)
{
    const size_t joints = (size_t)made->skin.skeleton.joint_count;
    const size_t bytes = sizeof *made + joints * (sizeof *made->limits + sizeof *made->skin.joints) +
                         (made->match ? sizeof *made->match : 0) +
                         (made->creature ? sizeof *made->creature : 0) +
                         (made->face ? sizeof *made->face + pd_io_gltf_face_bytes(&made->face->shapes) : 0) +
                         (made->garment ? pd_wardrobe_own_bytes(made->garment) : 0) + made->file_bytes;
    pd_error err = {0};
    int is_new = 0;

    if (!pd_api_hold_for(call, PD_API_MEMORY_SKELETONS, bytes)) return 0;
    if (call->host->memory_take) {
        made->host = call->host;
        made->held = bytes;
    }

    snprintf(made->id, sizeof made->id, "%s", call->id);
    made->owner = call->owner.id;
    memcpy(made->revision, call->revision, sizeof made->revision);
    if (call->host->skeleton_put(call->host->ctx, pd_api_skeleton_retain(made), &call->condition, &is_new,
                                 &err) == PD_OK)
        return is_new ? 201 : 200;
    pd_api_refuse(call,
                  is_new == -2 ? 412
                  : is_new < 0 ? 403
                               : pd_status_http(err.status),
                  NULL, "%s", err.detail);

    return 0;
}

void pd_api_judge_skeleton_put(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    if (!call->host->skeleton_put)
        pd_api_refuse(call, 404, NULL, "this server stores no skeletons");
    else
        pd_api_skeleton_may_be_put(call);
}

void pd_api_handle_skeleton_put(pd_api_call *call, const pd_api_request *request)
{
    pd_api_judge_skeleton_put(call, request);
    if (call->done || call->denied.status != PD_OK) return;
    pd_api_skeleton *made = read_put(call, request);
    if (!made) {
        if (!call->done) pd_api_refuse_all(call);
        return;
    }

    const int status = pd_api_skeleton_keep(call, made);
    if (status) {
        kept_json(pd_api_answer(call, status, "application/json"), made);
        pd_api_etag_of_stored(&call->reply, made->revision, "skeleton");
    }

    pd_api_skeleton_release(made);
}
