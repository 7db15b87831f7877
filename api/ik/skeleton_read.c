/* A client's skeleton: joints with their limits, the hierarchy of a BVH file, the skin of a glTF or VRM. */
#include "api/ik/skeletons.h"

#include "api/ik/read.h"
#include "core/retarget/character.h"
#include "core/motion/capture.h"
#include "core/base/references.h"
#include "core/wardrobe/own.h"
#include "core/base/text/base64.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct joint_values {
    const char *name;
    const json_t *parent, *offset, *limit; /* parent: text or null */
} joint_values;

#define J_AT(member) offsetof(joint_values, member)

static const pd_api_field joint_fields[] = {
    {.name = "name",
     .type = PD_API_TEXT,
     .offset = J_AT(name),
     .example = "\"elbow\"",
     .doc = "Name of the joint, 1 to 31 bytes, unique in the skeleton."},
    {.name = "parent",
     .type = PD_API_ANY,
     .offset = J_AT(parent),
     .schema = "{\"type\":[\"string\",\"null\"]}",
     .example = "\"shoulder\"",
     .doc = "Name of the parent joint; null or absent for the root."},
    {.name = "offset",
     .type = PD_API_NUMBERS,
     .offset = J_AT(offset),
     .min = -1e4,
     .max = 1e4,
     .example = "[0.28,0,0]",
     .doc = "Offset of the joint from its parent at rest in metres: x, y, z."},
    {.name = "limit",
     .type = PD_API_OBJECT,
     .offset = J_AT(limit),
     .rows = pd_api_ik_limit_fields,
     .example = "{\"kind\":\"hinge\",\"axis\":[0,1,0],\"range\":[-2.6,0.1]}",
     .doc = "Limit of the joint's rotation. Without it, a joint that is named like a joint of SMPL has the "
            "default range of that joint, and any other joint is free."},
    {0},
};

typedef struct skeleton_values {
    const json_t *joints;
    const char *bvh, *glb;
    double metres_per_unit;
    int skin, bones;
} skeleton_values;

const pd_api_field pd_api_skeleton_fields[] = {
    {.name = "joints",
     .type = PD_API_OBJECTS,
     .offset = offsetof(skeleton_values, joints),
     .rows = joint_fields,
     .example = "[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":\"shoulder\","
                "\"offset\":[0.28,0,0]}]",
     .doc = "Joints of the skeleton in any order, with exactly one root."},
    {.name = "bvh",
     .type = PD_API_TEXT,
     .offset = offsetof(skeleton_values, bvh),
     .example = "\"HIERARCHY ROOT Hips ...\"",
     .doc = "Text of a BVH file, instead of joints: its hierarchy is the skeleton; its motion is ignored."},
    {.name = "metres_per_unit",
     .type = PD_API_NUMBER,
     .offset = offsetof(skeleton_values, metres_per_unit),
     .min = 1e-6,
     .max = 1000,
     .preset = "0.01",
     .doc = "Metres per unit of the BVH file; 0.01 for centimetres."},
    {.name = "glb",
     .type = PD_API_TEXT,
     .offset = offsetof(skeleton_values, glb),
     .example = "\"Z2xURgIAAAD...\"",
     .doc = "A .glb or .vrm file in base64, instead of joints: its skins are the skeleton. For many problems "
            "on one skeleton, put it once by PUT /v1/skeletons/{id}."},
    PD_API_SKIN_FIELD(offsetof(skeleton_values, skin)),
    PD_API_BONES_FIELD(offsetof(skeleton_values, bones)),
    {0},
};

/* ---- references ---- */

pd_api_skeleton *pd_api_skeleton_new(const char *id, const char *kind, pd_retarget_skin *skin)
{
    const int joints = skin->skeleton.joint_count;
    pd_api_skeleton *made = calloc(1, sizeof *made);
    pd_ik_limit *limits = calloc((size_t)joints, sizeof *limits);

    if (!made || !limits) {
        free(made);
        free(limits);
        pd_retarget_skin_deinit(skin);
        return NULL;
    }

    made->references = 1;
    snprintf(made->id, sizeof made->id, "%s", id);
    made->kind = kind;
    made->limits = limits;
    made->skin = *skin;
    memset(skin, 0, sizeof *skin);
    for (int k = 0; k < joints; k++) pd_ik_limit_of(&limits[k], made->skin.skeleton.names[k]);

    return made;
}

pd_api_skeleton *pd_api_skeleton_retain(pd_api_skeleton *skeleton)
{
    pd_references_add(&skeleton->references);
    return skeleton;
}

void pd_api_skeleton_release(pd_api_skeleton *skeleton)
{
    if (!skeleton || !pd_references_drop(&skeleton->references)) return;

    pd_retarget_skin_deinit(&skeleton->skin);
    free(skeleton->limits);
    free(skeleton->match);
    free(skeleton->creature);
    if (skeleton->face) pd_retarget_own_face_deinit(skeleton->face);
    free(skeleton->face);
    if (skeleton->garment) pd_wardrobe_own_deinit(skeleton->garment);
    free(skeleton->garment);
    free(skeleton->file);
    if (skeleton->held)
        skeleton->host->memory_give(skeleton->host->ctx, PD_API_MEMORY_SKELETONS, skeleton->held);
    free(skeleton);
}

/* ---- joints ---- */

static pd_api_skeleton *without_memory(const char *pointer, pd_api_problems *p)
{
    pd_api_note(p, PD_ERR_MEMORY, pointer, "out of memory");
    return NULL;
}

static pd_api_skeleton *of_joints(const skeleton_values *v, const char *pointer, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {joint_fields, NULL};
    pd_anim_joint joints[PD_ANIM_MAX_JOINTS] = {0};
    const size_t count = json_array_size(v->joints);
    const int before = p->count;
    pd_retarget_skin skin = {0};
    pd_error err;
    size_t i;
    const json_t *row, *limit;
    char at[160];

    if (!count || count > PD_ANIM_MAX_JOINTS) {
        pd_api_note(p, PD_ERR_RANGE, pointer, "%zu joints; 1 to %d allowed", count, PD_ANIM_MAX_JOINTS);
        return NULL;
    }

    json_array_foreach(v->joints, i, row)
    {
        joint_values own = {0};
        snprintf(at, sizeof at, "%s/joints/%zu", pointer, i);
        if (!pd_api_fields_json(&own, row, tables, at, p)) continue;
        joints[i].name = own.name;
        if (!own.name)
            pd_api_note(p, PD_ERR_INVALID, at, "name is missing; a name of 1 to 31 bytes expected");
        else if (own.parent && !json_is_null(own.parent) && !json_is_string(own.parent))
            pd_api_note(p, PD_ERR_INVALID, at, "parent is not a name; a string or null expected");
        else {
            joints[i].parent = json_string_value(own.parent); /* NULL: the root */
            if (own.offset) pd_api_ik_vector(&joints[i].offset, own.offset, joint_fields, "offset", at, p);
        }
    }

    if (p->count != before) return NULL;

    if (pd_anim_skeleton_init(&skin.skeleton, joints, (int)count, &err) != PD_OK) {
        pd_api_note_error(p, pointer, &err);
        return NULL;
    }

    pd_api_skeleton *made = pd_api_skeleton_new("", "joints", &skin);
    if (!made) return without_memory(pointer, p);

    /* limits that joints have of their own: the skeleton has them in the request's order */
    int good = 1;
    json_array_foreach(v->joints, i, row)
    {
        if (!(limit = json_object_get(row, "limit"))) continue;
        snprintf(at, sizeof at, "%s/joints/%zu/limit", pointer, i);
        good &= pd_api_ik_limit_read(&made->limits[i], limit, at, p);
        made->limits_were_given = 1;
    }

    if (good) return made;
    pd_api_skeleton_release(made);

    return NULL;
}

/* ---- files ---- */

pd_api_skeleton *pd_api_skeleton_of_bvh(pd_bytes text, double metres_per_unit, const char *pointer,
                                        pd_api_problems *p)
{
    const pd_motion_capture_options options = {.metres_per_unit = metres_per_unit, .keep_all_frames = 1};
    pd_motion_capture capture;
    pd_retarget_skin skin = {0};
    pd_error err;

    if (pd_motion_capture_bvh(&capture, text, "bvh", &options, &err) != PD_OK) {
        pd_api_note(p, err.status, pointer, "%s: %s", err.where, err.detail);
        return NULL;
    }

    skin.skeleton = capture.clip.skeleton;
    pd_motion_capture_deinit(&capture);
    pd_api_skeleton *made = pd_api_skeleton_new("", "bvh", &skin);

    return made ? made : without_memory(pointer, p);
}

void pd_api_skeleton_note_others(pd_api_skeleton *made)
{
    const size_t have = strlen(made->note);
    if (!made->skin.other_joints) return;
    snprintf(made->note + have, sizeof made->note - have,
             "%s%d joints of another skeleton (\"%.40s\") are not moved", have ? "; " : "",
             made->skin.other_joints, made->skin.other);
}

/* Chooses one of several skeletons of a file: the person's,
 * or the one that has more joints than all others together. */
static pd_status choose_skeleton(pd_retarget_skin *skin, pd_bytes file, const pd_io_skin_options *options,
                                 pd_error *err)
{
    pd_retarget_skin person;
    pd_retarget_match match;
    pd_error none;

    const pd_status found = pd_retarget_character_read(&person, &match, file, options, NULL, 0, &none);
    if (found == PD_OK) {
        pd_retarget_skin_deinit(skin);
        *skin = person;
        return PD_OK;
    }

    pd_retarget_skin_deinit(&person);

    const bool is_clear = skin->skeleton.joint_count > skin->other_joints;
    if (found != PD_ERR_INVALID && is_clear) return PD_OK; /* ERR_INVALID: two people */
    return pd_fail(err, PD_ERR_UNSUPPORTED, "/skins",
                   "the file has %d skeletons in separate trees, among them \"%.32s\" and \"%.32s\", and "
                   "neither is %s; one skeleton expected, or the number of its skin in skin=",
                   skin->skeleton_count, skin->joints[0].name, skin->other,
                   found == PD_ERR_INVALID ? "the only skeleton of a person"
                                           : "the skeleton of a person or larger than all others together");
}

pd_api_skeleton *pd_api_skeleton_of_glb(pd_bytes file, const pd_io_skin_options *options, const char *pointer,
                                        pd_api_problems *p)
{
    pd_retarget_skin skin;
    pd_error err;

    pd_status status = pd_retarget_skin_read(&skin, file, options, &err);
    if (status == PD_OK && skin.skeleton_count > 1 && !skin.vrm)
        status = choose_skeleton(&skin, file, options, &err);
    if (status == PD_OK) status = pd_retarget_skin_movable(&skin, skin.skeleton.root, &err);
    if (status != PD_OK) {
        pd_api_note(p, err.status, pointer, "%s: %s", err.where, err.detail);
        pd_retarget_skin_deinit(&skin);
        return NULL;
    }

    pd_api_skeleton *made = pd_api_skeleton_new("", skin.vrm ? "vrm" : "glb", &skin);
    if (!made) return without_memory(pointer, p);
    pd_api_skeleton_note_others(made);

    return made;
}

static pd_api_skeleton *of_base64(const skeleton_values *v, const char *pointer, const pd_api_limits *limits,
                                  pd_api_pool *pool, pd_api_problems *p)
{
    const pd_io_skin_options options = {
        .skin = v->skin, .humanoid_only = v->bones, .json_memory = limits->json_memory};
    const size_t length = strlen(v->glb);
    unsigned char *bytes = pd_api_pool_take(pool, length + 1, 1);
    if (!bytes) return without_memory(pointer, p);
    const size_t size = pd_base64_decode(bytes, length, v->glb, length, PD_BASE64_LENIENT);

    if (size != SIZE_MAX) {
        pd_api_skeleton *made = pd_api_skeleton_of_glb((pd_bytes){bytes, size}, &options, pointer, p);
        if (made && made->note[0]) pd_api_warn(p, pointer, "%s", made->note);
        return made;
    }

    pd_api_note(p, PD_ERR_INVALID, pointer, "not base64");

    return NULL;
}

pd_api_skeleton *pd_api_skeleton_read(const json_t *object, const char *pointer, const pd_api_limits *limits,
                                      pd_api_pool *pool, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_skeleton_fields, NULL};
    skeleton_values v = {.skin = -1};
    char at[144];

    if (!pd_api_fields_json(&v, object, tables, pointer, p)) return NULL;
    snprintf(at, sizeof at, "%s%s", pointer, v.glb ? "/glb" : v.bvh ? "/bvh" : "");
    if (!!v.joints + !!v.bvh + !!v.glb > 1) {
        pd_api_note(p, PD_ERR_INVALID, at, "given together with %s; only one of joints, bvh and glb allowed",
                    v.joints ? "joints" : "bvh");
        return NULL;
    }

    const pd_api_idle idle[] = {{"skin", !v.glb, "glb"},
                                {"bones", !v.glb, "glb"},
                                {"metres_per_unit", !v.bvh, "bvh"},
                                {NULL, false, NULL}};
    if (!pd_api_idle_check(object, idle, tables, pointer, p)) return NULL;
    if (v.glb) return of_base64(&v, at, limits, pool, p);
    if (v.bvh)
        return pd_api_skeleton_of_bvh((pd_bytes){(const unsigned char *)v.bvh, strlen(v.bvh)},
                                      v.metres_per_unit, at, p);

    return of_joints(&v, pointer, p);
}

const pd_wardrobe_own *pd_api_skeleton_garment(const char **revision, const pd_api_skeleton *skeleton)
{
    *revision = skeleton->revision;
    return skeleton->garment;
}
