#include "core/motion/bones.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb.h"

#include <stdlib.h>

#define CORNERS 6 /* number of an octahedron's vertices */
#define FACES   8
#define WAIST   0.15 /* position of the greatest width, relative to the length */
#define GIRTH   0.09 /* greatest width, relative to the length */

static void put_bones(float *out, pd_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

/* Makes an octahedron from a to b: near point, four points around the waist, far point. */
static void put_bone(float *vertices, uint32_t *faces, int bone, pd_vec3 a, pd_vec3 b)
{
    PD_ASSERT(bone >= 0 && bone < PD_ANIM_MAX_JOINTS);
    static const uint32_t corners[FACES][3] = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4},
                                               {5, 1, 2}, {5, 2, 3}, {5, 3, 4}, {5, 4, 1}};
    double length = pd_vec3_distance(a, b);
    pd_vec3 along = pd_vec3_scale(pd_vec3_sub(b, a), 1 / length);
    pd_vec3 side = pd_vec3_perpendicular(along);
    pd_vec3 other = pd_vec3_cross(along, side);
    pd_vec3 waist = pd_vec3_fma(a, WAIST * length, along);
    float *v = vertices + 3 * CORNERS * (size_t)bone;

    put_bones(v, a);
    put_bones(v + 15, b);
    for (int i = 0; i < 4; i++) {
        double s = i % 2 ? 0 : i ? -1 : 1;
        double o = i % 2 ? (i == 1 ? 1 : -1) : 0;
        put_bones(v + 3 + 3 * i,
                  pd_vec3_fma(pd_vec3_fma(waist, s * GIRTH * length, side), o * GIRTH * length, other));
    }

    for (int f = 0; f < 3 * FACES; f++)
        faces[3 * FACES * (size_t)bone + (size_t)f] = corners[f / 3][f % 3] + (uint32_t)(CORNERS * bone);
}

pd_status pd_motion_bones_glb(pd_buffer *out, const pd_anim_clip *clip, const char *name, pd_error *err)
{
    const pd_anim_skeleton *s = &clip->skeleton;
    const size_t joints = (size_t)s->joint_count;
    const size_t frames = (size_t)clip->frame_count;
    const size_t corners = CORNERS * joints;
    float *block =
        calloc(3 * corners + corners * joints + 3 * joints + frames * (4 + 4 * joints), sizeof *block);
    uint32_t *faces = calloc(3 * FACES * joints, sizeof *faces);

    if (!block || !faces) {
        free(block);
        free(faces);
        return pd_fail(err, PD_ERR_MEMORY, "glb", "out of memory for the motion");
    }

    float *vertices = block;
    float *weights = vertices + 3 * corners;
    float *places = weights + corners * joints;
    float *times = places + 3 * joints;
    float *roots = times + frames;
    float *quaternions = roots + 3 * frames;

    /* A bone for each joint that is not at its parent's position. */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    int parents[PD_ANIM_MAX_JOINTS];
    int count = 0;
    pd_anim_skeleton_forward(rest, NULL, s, NULL, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < s->joint_count; k++) {
        parents[k] = s->parents[k];
        put_bones(places + 3 * k, rest[k]);
        if (s->parents[k] < 0 || !(pd_vec3_length(s->offsets[k]) > 1e-4)) continue;
        put_bone(vertices, faces, count, rest[s->parents[k]], rest[k]);
        for (int c = 0; c < CORNERS; c++)
            weights[(size_t)(CORNERS * count + c) * (size_t)s->joint_count + (size_t)s->parents[k]] = 1;
        count++;
    }

    /* Keys of the motion: times, roots and quaternions. */
    for (int t = 0; t < clip->frame_count; t++) {
        times[t] = (float)(t / clip->rate);
        put_bones(roots + 3 * (size_t)t, clip->roots[t]);
        for (size_t k = 0; k < joints; k++) {
            pd_quat q = pd_anim_clip_frame(clip, t)[k];
            float *to = quaternions + 4 * ((size_t)t * joints + k);
            to[0] = (float)q.x;
            to[1] = (float)q.y;
            to[2] = (float)q.z;
            to[3] = (float)q.w;
        }
    }

    /* Write the bones as a skinned mesh with one animation. */
    const pd_io_mesh_body body = {.name = "bones"};
    const pd_io_mesh mesh = {.bodies = &body,
                             .body_count = 1,
                             .vertex_count = CORNERS * count,
                             .face_count = FACES * count,
                             .faces = faces};
    const pd_io_glb_rig rig = {.joint_count = s->joint_count,
                               .parents = parents,
                               .names = (const char(*)[32])s->names,
                               .weights = weights};
    const pd_io_glb_pose pose = {.rest = vertices, .rest_joints = places, .root = roots};
    const pd_io_glb_clip motion = {.name = name,
                                   .frame_count = clip->frame_count,
                                   .times = times,
                                   .quaternions = quaternions,
                                   .root = roots};
    const pd_io_glb glb = {.mesh = &mesh, .rig = &rig, .poses = &pose, .clips = &motion, .clip_count = 1};
    const pd_status status = pd_io_glb_write(out, &glb, err);

    free(block);
    free(faces);
    return status;
}
