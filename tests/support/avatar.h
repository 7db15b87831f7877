#ifndef PD_TESTS_AVATAR_H
#define PD_TESTS_AVATAR_H
/* A person as in glTF and VRM files: 19 bones in a T-pose under an armature that is rotated and scaled, nodes
 * with any rotation, a node between the arm's two bones that is not a joint, inverse bind matrices. */
#include "core/base/buffer.h"
#include "core/base/rng.h"
#include "core/math/quat.h"

#include <string.h>

enum { AVATAR_BONES = 19, AVATAR_NODES = AVATAR_BONES + 2, AVATAR_HELPER = AVATAR_NODES - 1 };

typedef struct avatar_bone {
    const char *bone;
    int up;
    pd_vec3 at; /* world, looking along +Z */
} avatar_bone;

static const avatar_bone avatar_bones[AVATAR_BONES] = {
    {"hips", -1, {0, 1.0, 0}},
    {"spine", 0, {0, 1.1, 0}},
    {"chest", 1, {0, 1.25, 0}},
    {"neck", 2, {0, 1.5, 0}},
    {"head", 3, {0, 1.6, 0}},
    {"leftShoulder", 2, {0.04, 1.45, 0}},
    {"leftUpperArm", 5, {0.16, 1.45, 0}},
    {"leftLowerArm", 6, {0.42, 1.45, 0}},
    {"leftHand", 7, {0.67, 1.45, 0}},
    {"rightShoulder", 2, {-0.04, 1.45, 0}},
    {"rightUpperArm", 9, {-0.16, 1.45, 0}},
    {"rightLowerArm", 10, {-0.42, 1.45, 0}},
    {"rightHand", 11, {-0.67, 1.45, 0}},
    {"leftUpperLeg", 0, {0.1, 0.95, 0}},
    {"leftLowerLeg", 13, {0.1, 0.52, 0}},
    {"leftFoot", 14, {0.1, 0.1, 0}},
    {"rightUpperLeg", 0, {-0.1, 0.95, 0}},
    {"rightLowerLeg", 16, {-0.1, 0.52, 0}},
    {"rightFoot", 17, {-0.1, 0.1, 0}},
};

typedef struct avatar_spec {
    int vrm;       /* 0 none, 1 for 0.x: it looks along -Z, 2 for 1.0        */
    int turned;    /* nodes have any frames                                  */
    int posed;     /* the left arm hangs; the inverse bind matrices know better */
    int backwards; /* the hips are turned by half; the inverse bind matrices know better */
    int without_bind;
    int belly; /* a skinned box about hips and chest, 0.25 m thick in front of the joints and 0.1 m behind */
    double scale;      /* of the armature; 0: 1                                  */
    const char *extra; /* more members of node 0, as ",\"scale\":[1,2,1]"        */
} avatar_spec;

static inline pd_quat avatar_turn(pd_rng *rng)
{
    pd_vec3 v = {pd_rng_uniform(rng) - 0.5, pd_rng_uniform(rng) - 0.5, pd_rng_uniform(rng) - 0.5};
    return pd_q_from_rotvec(pd_vec3_scale(v, 5));
}

/* Returns the position of bone i in world space at rest. */
static inline pd_vec3 avatar_rest(int i, int vrm)
{
    pd_vec3 at = avatar_bones[i].at;
    return vrm == 1 ? pd_vec3_make(-at.x, at.y, -at.z) : at;
}

static inline void avatar_node(pd_buffer *json, const char *name, pd_quat q, pd_vec3 t, const char *more)
{
    pd_buffer_printf(
        json,
        ",{\"name\":\"%s\",\"rotation\":[%.17g,%.17g,%.17g,%.17g],\"translation\":[%.17g,%.17g,%.17g]%s",
        name, q.x, q.y, q.z, q.w, t.x, t.y, t.z, more);
}

static inline void avatar_children(pd_buffer *json, int bone)
{
    int count = 0;
    for (int i = 0; i < AVATAR_BONES; i++) {
        if (avatar_bones[i].up != bone) continue;
        int node = !strcmp(avatar_bones[i].bone, "leftLowerArm") ? AVATAR_HELPER : i + 1;
        pd_buffer_printf(json, count++ ? ",%d" : ",\"children\":[%d", node);
    }
    pd_buffer_text(json, count ? "]}" : "}");
}

static inline void avatar_nodes(pd_buffer *json, pd_quat *rest, const avatar_spec *spec)
{
    double scale = spec->scale > 0 ? spec->scale : 1;
    pd_quat armature = pd_q_identity(), helper = pd_q_identity();
    pd_rng rng;
    pd_rng_init(&rng, 7);
    if (spec->turned) armature = avatar_turn(&rng), helper = avatar_turn(&rng);
    for (int i = 0; i < AVATAR_BONES; i++) rest[i] = spec->turned ? avatar_turn(&rng) : pd_q_identity();
    pd_buffer_printf(
        json,
        "\"nodes\":[{\"name\":\"Armature\",\"rotation\":[%.17g,%.17g,%.17g,%.17g],\"scale\":[%g,%g,%g]"
        ",\"children\":[1]%s}",
        armature.x, armature.y, armature.z, armature.w, scale, scale, scale, spec->extra ? spec->extra : "");
    for (int i = 0; i < AVATAR_BONES; i++) {
        int up = avatar_bones[i].up;
        pd_quat frame = up < 0 ? armature : rest[up], above = up < 0 ? armature : rest[up];
        pd_vec3 from = up < 0 ? pd_vec3_make(0, 0, 0) : avatar_rest(up, spec->vrm);
        pd_vec3 t = pd_q_rotate(pd_q_conjugate(frame), pd_vec3_sub(avatar_rest(i, spec->vrm), from));
        t = pd_vec3_scale(t, 1 / scale);
        if (!strcmp(avatar_bones[i].bone, "leftLowerArm")) {
            above = pd_q_mul(above, helper);
            t = pd_q_rotate(pd_q_conjugate(helper), t);
        }
        pd_quat q = pd_q_inv_mul(above, rest[i]);
        if (spec->posed && !strcmp(avatar_bones[i].bone, "leftUpperArm"))
            q = pd_q_inv_mul(above, pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 0, 1), -1.2), rest[i]));
        if (spec->backwards && i == 0)
            q = pd_q_inv_mul(above, pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), M_PI), rest[i]));
        avatar_node(json, avatar_bones[i].bone, q, t, "");
        avatar_children(json, i);
    }
    avatar_node(json, "helper", helper, pd_vec3_make(0, 0, 0), ",\"children\":[8]}");
    pd_buffer_text(json, spec->belly ? ",{\"mesh\":0,\"skin\":0}]" : "]");
}

static inline void avatar_vrm(pd_buffer *json, int vrm)
{
    pd_buffer_printf(json, ",\"extensions\":{\"%s\":{\"humanoid\":{\"humanBones\":%s",
                     vrm == 1 ? "VRM" : "VRMC_vrm", vrm == 1 ? "[" : "{");
    for (int i = 0; i < AVATAR_BONES; i++)
        pd_buffer_printf(json, vrm == 1 ? "%s{\"bone\":\"%s\",\"node\":%d}" : "%s\"%s\":{\"node\":%d}",
                         i ? "," : "", avatar_bones[i].bone, i + 1);
    pd_buffer_printf(json, "%s}}}", vrm == 1 ? "]" : "}");
}

static inline void avatar_chunk(pd_buffer *out, uint32_t kind, const void *bytes, size_t size, char fill)
{
    uint32_t head[2] = {(uint32_t)((size + 3) / 4 * 4), kind};
    pd_buffer_add(out, head, sizeof head);
    pd_buffer_add(out, bytes, size);
    for (; size % 4; size++) pd_buffer_add(out, &fill, 1);
}

/* Makes a .glb file of that JSON and those floats; out is empty before. */
static inline void avatar_pack(pd_buffer *out, const char *json, const float *floats, size_t count)
{
    uint32_t head[3] = {0x46546c67, 2, 0};
    pd_buffer_add(out, head, sizeof head);
    avatar_chunk(out, 0x4e4f534a, json, strlen(json), ' ');
    if (count) avatar_chunk(out, 0x004e4942, floats, count * sizeof *floats, 0);
    uint32_t size = (uint32_t)out->size;
    if (!out->failed) memcpy(out->data + 8, &size, 4);
}

static inline void avatar_make(pd_buffer *out, const avatar_spec *spec)
{
    pd_buffer json = {0};
    pd_quat rest[AVATAR_BONES];
    enum { BINDS = 16 * AVATAR_BONES, CORNERS = 36, CORNER = 3 + 2 + 4 };
    float binds[BINDS + CORNER * CORNERS] = {0}; /* then places, joints (all 0: the hips) and weights */
    const int bytes = (int)sizeof *binds * (spec->belly ? BINDS + CORNER * CORNERS : BINDS);
    pd_buffer_text(&json, "{\"asset\":{\"version\":\"2.0\"},");
    avatar_nodes(&json, rest, spec);
    pd_buffer_text(&json, ",\"skins\":[{\"joints\":[");
    for (int i = 0; i < AVATAR_BONES; i++) pd_buffer_printf(&json, i ? ",%d" : "%d", i + 1);
    pd_buffer_text(&json, spec->without_bind ? "]}]" : "],\"inverseBindMatrices\":0}]");
    if (!spec->without_bind)
        pd_buffer_printf(
            &json,
            ",\"buffers\":[{\"byteLength\":%d}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,"
            "\"byteLength\":%d}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%d,"
            "\"type\":\"MAT4\"}",
            bytes, bytes, AVATAR_BONES);
    if (spec->belly)
        pd_buffer_printf(
            &json,
            ",{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},"
            "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5123,\"count\":%d,\"type\":\"VEC4\"},"
            "{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"VEC4\"}],"
            "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1,\"JOINTS_0\":2,\"WEIGHTS_0\":3}}]}"
            "]",
            4 * BINDS, CORNERS, 4 * (BINDS + 3 * CORNERS), CORNERS, 4 * (BINDS + 5 * CORNERS), CORNERS);
    else if (!spec->without_bind)
        pd_buffer_text(&json, "]");
    if (spec->vrm) avatar_vrm(&json, spec->vrm);
    pd_buffer_add(&json, "}", 2);
    for (int i = 0; i < AVATAR_BONES; i++) { /* inv(translate rest): columns after columns */
        double m[9];
        pd_q_to_matrix(m, pd_q_conjugate(rest[i]));
        pd_vec3 at = pd_q_rotate(pd_q_conjugate(rest[i]), avatar_rest(i, spec->vrm));
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) binds[16 * i + 4 * c + r] = (float)m[3 * r + c];
        binds[16 * i + 12] = (float)-at.x, binds[16 * i + 13] = (float)-at.y,
                       binds[16 * i + 14] = (float)-at.z;
        binds[16 * i + 15] = 1;
    }
    for (int i = 0; i < CORNERS; i++) { /* of a box's 12 triangles, as bits of x, y, z */
        static const char corners[CORNERS + 1] = "013032467475045051237276026064157173";
        const int c = corners[i] - '0', back = spec->vrm == 1 ? -1 : 1;
        float *at = binds + BINDS + 3 * i, *weights = binds + BINDS + 5 * CORNERS + 4 * i;
        at[0] = c & 1 ? 0.15f : -0.15f, at[1] = c & 2 ? 1.45f : 0.95f;
        at[2] = (float)back * (c & 4 ? 0.25f : -0.1f), weights[0] = 1;
    }
    avatar_pack(out, (const char *)json.data, binds, spec->without_bind ? 0 : (size_t)bytes / sizeof *binds);
    pd_buffer_deinit(&json);
}

#endif
