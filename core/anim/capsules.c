#include "core/anim/capsules.h"

#include "core/base/assert.h"

#include <stddef.h>

#define THIGH        0.3941 /* metres: thigh of the biped */
#define OTHER_RADIUS 0.06   /* metres: radius about a bone of an unknown skeleton */
#define LEAST_BONE   0.02   /* metres: shorter bones of an unknown skeleton have none */

/* Joints of the biped and those of bodies; radii in metres, about those of an adult. */
static const struct {
    const char *from[2], *to[2];
    double reach[2], radius;
} rows[] = {
    {{"Hips", "pelvis"}, {"Spine1", "spine3"}, {1, 1}, 0.13},
    {{"Spine1", "spine3"}, {"Neck1", "neck"}, {1, 1}, 0.12},
    {{"LeftArm", "left_shoulder"}, {"RightArm", "right_shoulder"}, {1, 1}, 0.075},
    {{"Neck1", "neck"}, {"Head", "head"}, {2.1, 1.8}, 0.095},
    {{"LeftUpLeg", "left_hip"}, {"LeftLeg", "left_knee"}, {1, 1}, 0.08},
    {{"RightUpLeg", "right_hip"}, {"RightLeg", "right_knee"}, {1, 1}, 0.08},
    {{"LeftLeg", "left_knee"}, {"LeftFoot", "left_ankle"}, {1, 1}, 0.055},
    {{"RightLeg", "right_knee"}, {"RightFoot", "right_ankle"}, {1, 1}, 0.055},
    {{"LeftFoot", "left_ankle"}, {"LeftToeBase", "left_foot"}, {1.6, 1.3}, 0.04},
    {{"RightFoot", "right_ankle"}, {"RightToeBase", "right_foot"}, {1.6, 1.3}, 0.04},
    {{"LeftArm", "left_shoulder"}, {"LeftForeArm", "left_elbow"}, {1, 1}, 0.05},
    {{"RightArm", "right_shoulder"}, {"RightForeArm", "right_elbow"}, {1, 1}, 0.05},
    {{"LeftForeArm", "left_elbow"}, {"LeftHand", "left_wrist"}, {1, 1}, 0.04},
    {{"RightForeArm", "right_elbow"}, {"RightHand", "right_wrist"}, {1, 1}, 0.04},
    {{"LeftHand", "left_elbow"}, {"LeftHandIndex1", "left_wrist"}, {1, 1.5}, 0.035},
    {{"RightHand", "right_elbow"}, {"RightHandIndex1", "right_wrist"}, {1, 1.5}, 0.035},
};

void pd_anim_capsules_init(pd_anim_capsules *out, const pd_anim_skeleton *skeleton)
{
    const int is_body = pd_anim_skeleton_find(skeleton, "pelvis") >= 0;
    const int knee = pd_anim_skeleton_find(skeleton, is_body ? "left_knee" : "LeftLeg");
    const double size = knee < 0 ? 1 : pd_vec3_length(skeleton->offsets[knee]) / THIGH;

    out->count = 0;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const int from = pd_anim_skeleton_find(skeleton, rows[r].from[is_body]);
        const int to = pd_anim_skeleton_find(skeleton, rows[r].to[is_body]);
        if (from >= 0 && to >= 0)
            out->each[out->count++] =
                (pd_anim_capsule){from, to, rows[r].reach[is_body], size * rows[r].radius};
    }

    /* Another skeleton: a capsule about each bone. */
    const bool has_rows = out->count > 0;
    for (int j = 0; j < skeleton->joint_count && !has_rows && out->count < PD_ANIM_CAPSULES; j++) {
        const int parent = skeleton->parents[j];
        if (parent >= 0 && pd_vec3_length(skeleton->offsets[j]) > LEAST_BONE)
            out->each[out->count++] = (pd_anim_capsule){parent, j, 1, OTHER_RADIUS};
    }

    PD_ASSERT(out->count <= PD_ANIM_CAPSULES);
}

bool pd_anim_capsules_meet(pd_anim_capsule_hit *out, const pd_anim_capsules *capsules, const pd_vec3 *joints,
                           const pd_ray *ray)
{
    const pd_anim_capsule *met = NULL;
    pd_vec3 ends[2] = {{0}};

    out->distance = INFINITY;
    for (int i = 0; i < capsules->count; i++) {
        const pd_anim_capsule *c = &capsules->each[i];
        const pd_vec3 a = joints[c->from];
        const pd_vec3 b = pd_vec3_fma(a, c->reach, pd_vec3_sub(joints[c->to], a));
        const double at = pd_ray_capsule(ray, a, b, c->radius);
        if (!(at < out->distance)) continue;
        out->distance = at;
        met = c;
        ends[0] = a;
        ends[1] = b;
    }

    if (!met) return false;

    /* The nearest point of the axis, and from there to the surface. */
    const pd_vec3 centre = pd_ray_at(ray, out->distance), axis = pd_vec3_sub(ends[1], ends[0]);
    const double along =
        pd_vec3_dot(pd_vec3_sub(centre, ends[0]), axis) / pd_fmax(pd_vec3_dot(axis, axis), 1e-12);
    const pd_vec3 foot = pd_vec3_fma(ends[0], pd_fmin(pd_fmax(along, 0), 1), axis);
    out->joint = met->from;
    out->normal = pd_vec3_unit_or(pd_vec3_sub(centre, foot), pd_vec3_scale(ray->along, -1));
    out->point = pd_vec3_fma(foot, met->radius, out->normal);

    return true;
}
