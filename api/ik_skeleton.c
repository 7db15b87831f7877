/* A skeleton of the request's own: joints with their limits, or the hierarchy of a BVH file. */
#include "api/ik_read.h"
#include "core/fit/capture.h"

#include <stdio.h>
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
     .doc = "1 to 31 bytes, unique."},
    {.name = "parent",
     .type = PD_API_ANY,
     .offset = J_AT(parent),
     .schema = "{\"type\":[\"string\",\"null\"]}",
     .example = "\"shoulder\"",
     .doc = "The parent's name; null or absent: the root."},
    {.name = "offset",
     .type = PD_API_NUMBERS,
     .offset = J_AT(offset),
     .min = -1e4,
     .max = 1e4,
     .example = "[0.28,0,0]",
     .doc = "From the parent at rest, metres: x, y, z."},
    {.name = "limit",
     .type = PD_API_OBJECT,
     .offset = J_AT(limit),
     .rows = pd_api_ik_limit_fields,
     .example = "{\"kind\":\"hinge\",\"axis\":[0,1,0],\"range\":[-2.6,0.1]}",
     .doc = "What the joint may do. Without it what its name says, and anything for a name that is no "
            "person's."},
    {0},
};

typedef struct skeleton_values {
    const json_t *joints;
    const char *bvh;
    double metres_per_unit;
} skeleton_values;

const pd_api_field pd_api_ik_skeleton_fields[] = {
    {.name = "joints",
     .type = PD_API_OBJECTS,
     .offset = offsetof(skeleton_values, joints),
     .rows = joint_fields,
     .example = "[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":\"shoulder\","
                "\"offset\":[0.28,0,0]}]",
     .doc = "In any order, one root."},
    {.name = "bvh",
     .type = PD_API_TEXT,
     .offset = offsetof(skeleton_values, bvh),
     .example = "\"HIERARCHY ROOT Hips ...\"",
     .doc = "In place of joints: a BVH file's text; its hierarchy is the skeleton, its motion is not looked "
            "at."},
    {.name = "metres_per_unit",
     .type = PD_API_NUMBER,
     .offset = offsetof(skeleton_values, metres_per_unit),
     .min = 1e-6,
     .max = 1000,
     .preset = "0.01",
     .doc = "Of the BVH file; without it what its kind of file has."},
    {0},
};

/* A joint of the request's own skeleton. offset may be absent: zero. */
static int read_joint(pd_anim_joint *out, const json_t *object, const char *at, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {joint_fields, NULL};
    joint_values v = {0};

    if (!pd_api_fields_json(&v, object, tables, at, p)) return 0;
    if (!v.name) return pd_api_note(p, PD_ERR_INVALID, at, "name is missing");
    out->name = v.name;
    if (v.parent && !json_is_null(v.parent)) {
        if (!json_is_string(v.parent))
            return pd_api_note(p, PD_ERR_INVALID, at, "parent is no name; text or null wanted");
        out->parent = json_string_value(v.parent);
    }
    return !v.offset || pd_api_ik_vector(&out->offset, v.offset, joint_fields, "offset", at, p);
}

static int bvh_skeleton(pd_api_ik_problem *out, const skeleton_values *v, pd_api_pool *pool, const char *at)
{
    const pd_bytes text = {(const unsigned char *)v->bvh, strlen(v->bvh)};
    const pd_fit_capture_options options = {.metres_per_unit = v->metres_per_unit, .keep_all_frames = 1};
    pd_fit_capture capture;
    char where[144];
    pd_error err;

    snprintf(where, sizeof where, "%s/bvh", at);
    if (v->joints)
        return pd_api_note(&out->problems, PD_ERR_INVALID, where, "beside joints; one of the two is wanted");
    if (pd_fit_capture_bvh(&capture, text, "bvh", &options, &err) != PD_OK)
        return pd_api_note(&out->problems, err.status, where, "%s: %s", err.where, err.detail);
    out->skeleton = pd_api_pool_take(pool, 1, sizeof *out->skeleton);
    if (out->skeleton) *out->skeleton = capture.clip.skeleton;
    pd_fit_capture_deinit(&capture);
    return out->skeleton || pd_api_note(&out->problems, PD_ERR_MEMORY, where, "out of memory");
}

int pd_api_ik_skeleton(pd_api_ik_problem *out, const json_t *object, pd_api_pool *pool, const char *base)
{
    static const pd_api_field *const tables[] = {pd_api_ik_skeleton_fields, NULL};
    skeleton_values v = {0};
    pd_anim_joint joints[PD_ANIM_MAX_JOINTS] = {0};
    char at[128];
    pd_error err;
    size_t count;

    snprintf(at, sizeof at, "%s/skeleton", base);
    if (!pd_api_fields_json(&v, object, tables, at, &out->problems)) return 0;
    if (v.bvh) return bvh_skeleton(out, &v, pool, at);
    count = json_array_size(v.joints);
    if (!count || count > PD_ANIM_MAX_JOINTS)
        return pd_api_note(&out->problems, PD_ERR_RANGE, at, "%zu joints; 1 to %d allowed", count,
                           PD_ANIM_MAX_JOINTS);
    for (size_t i = 0; i < count; i++) {
        char place[144];
        snprintf(place, sizeof place, "%s/joints/%zu", at, i);
        read_joint(joints + i, json_array_get(v.joints, i), place, &out->problems);
    }
    if (out->problems.count) return 0;
    out->joints = v.joints;
    out->skeleton = pd_api_pool_take(pool, 1, sizeof *out->skeleton);
    if (!out->skeleton) return pd_api_note(&out->problems, PD_ERR_MEMORY, at, "out of memory");
    if (pd_anim_skeleton_init(out->skeleton, joints, (int)count, &err) == PD_OK) return 1;
    return pd_api_note_error(&out->problems, at, &err);
}
