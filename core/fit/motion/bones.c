#include "core/fit/motion/bones.h"

#include "core/io/mesh/glb.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CORNERS 6 /* of an octahedron */
#define FACES   8
#define WAIST   0.15 /* where it is thickest, of its length */
#define GIRTH   0.09 /* how thick, of its length            */

/* What is written: everything in one block. */
typedef struct bones {
    int joint_count, count; /* count: of bones that have a length */
    float *vertices, *weights, *joints, *times, *roots, *quaternions;
    uint32_t *faces;
    int parents[PD_ANIM_MAX_JOINTS];
} bones;

static void put(float *out, pd_vec3 v)
{
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

/* From a to b; the near point, four around the waist, the far point. */
static void put_bone(float *vertices, uint32_t *faces, int bone, pd_vec3 a, pd_vec3 b)
{
    static const uint32_t corners[FACES][3] = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4},
                                               {5, 1, 2}, {5, 2, 3}, {5, 3, 4}, {5, 4, 1}};
    double length = pd_vec3_distance(a, b);
    pd_vec3 along = pd_vec3_scale(pd_vec3_sub(b, a), 1 / length), side = pd_vec3_perpendicular(along);
    pd_vec3 other = pd_vec3_cross(along, side), waist = pd_vec3_fma(a, WAIST * length, along);
    float *v = vertices + 3 * CORNERS * (size_t)bone;

    put(v, a);
    put(v + 15, b);
    for (int i = 0; i < 4; i++) {
        double s = i % 2 ? 0 : i ? -1 : 1, o = i % 2 ? (i == 1 ? 1 : -1) : 0;
        put(v + 3 + 3 * i,
            pd_vec3_fma(pd_vec3_fma(waist, s * GIRTH * length, side), o * GIRTH * length, other));
    }

    for (int f = 0; f < 3 * FACES; f++)
        faces[3 * FACES * (size_t)bone + (size_t)f] = corners[f / 3][f % 3] + (uint32_t)(CORNERS * bone);
}

/* A bone for each joint that stands apart from its parent. Returns the block, or NULL: out of memory. */
static float *make(bones *b, const pd_anim_clip *clip)
{
    const pd_anim_skeleton *s = &clip->skeleton;
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    size_t joints = (size_t)s->joint_count, frames = (size_t)clip->frame_count;
    size_t corners = CORNERS * joints;
    float *block =
        calloc(3 * corners + corners * joints + 3 * joints + frames * (4 + 4 * joints), sizeof *block);

    b->faces = calloc(3 * FACES * joints, sizeof *b->faces);
    b->joint_count = (int)joints;
    if (!block || !b->faces) {
        free(block), free(b->faces);
        return NULL;
    }

    b->vertices = block;
    b->weights = b->vertices + 3 * corners;
    b->joints = b->weights + corners * joints;
    b->times = b->joints + 3 * joints;
    b->roots = b->times + frames;
    b->quaternions = b->roots + 3 * frames;

    pd_anim_skeleton_forward(rest, NULL, s, NULL, pd_vec3_make(0, 0, 0));
    b->count = 0;
    for (int k = 0; k < s->joint_count; k++) {
        b->parents[k] = s->parents[k];
        put(b->joints + 3 * k, rest[k]);
        if (s->parents[k] < 0 || !(pd_vec3_length(s->offsets[k]) > 1e-4)) continue;
        put_bone(b->vertices, b->faces, b->count, rest[s->parents[k]], rest[k]);
        for (int c = 0; c < CORNERS; c++)
            b->weights[(size_t)(CORNERS * b->count + c) * (size_t)s->joint_count + (size_t)s->parents[k]] = 1;
        b->count++;
    }

    for (int t = 0; t < clip->frame_count; t++) {
        b->times[t] = (float)(t / clip->rate);
        put(b->roots + 3 * (size_t)t, clip->roots[t]);
        for (size_t k = 0; k < joints; k++) {
            pd_quat q = pd_anim_clip_frame(clip, t)[k];
            float *to = b->quaternions + 4 * ((size_t)t * joints + k);
            to[0] = (float)q.x, to[1] = (float)q.y, to[2] = (float)q.z, to[3] = (float)q.w;
        }
    }
    return block;
}

pd_status pd_fit_bones_glb(pd_buffer *out, const pd_anim_clip *clip, const char *name, pd_error *err)
{
    bones b = {0};
    float *block = make(&b, clip);
    if (!block) return pd_fail(err, PD_ERR_MEMORY, "glb", "out of memory for the motion");

    const pd_io_mesh_body body = {.name = "bones"};
    const pd_io_mesh mesh = {.bodies = &body,
                             .body_count = 1,
                             .vertex_count = CORNERS * b.count,
                             .face_count = FACES * b.count,
                             .faces = b.faces};
    const pd_io_glb_rig rig = {.joint_count = b.joint_count,
                               .parents = b.parents,
                               .names = (const char(*)[32])clip->skeleton.names,
                               .weights = b.weights};
    const pd_io_glb_pose pose = {.rest = b.vertices, .rest_joints = b.joints, .root = b.roots};
    const pd_io_glb_clip motion = {.name = name,
                                   .frame_count = clip->frame_count,
                                   .times = b.times,
                                   .quaternions = b.quaternions,
                                   .root = b.roots};
    const pd_io_glb glb = {.mesh = &mesh, .rig = &rig, .poses = &pose, .clips = &motion, .clip_count = 1};
    const pd_status status = pd_io_glb_write(out, &glb, err);

    free(block), free(b.faces);
    return status;
}
