#include "core/retarget/character/rest_axes.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHORT_BONE 1e-4 /* metres: a shorter bone has no direction */

/* Direction of X, for a left and for a right bone. FOLLOW:
 * by the smallest rotation from the parent's axes. */
typedef enum side_axis { LEFT, RIGHT, BACK_FRONT, FOLLOW } side_axis;

/* A bone: the joint at its end, or a direction of any length. '%' is the side. */
typedef struct bone {
    const char *name, *end;
    double toward[3];
    side_axis x;
} bone;

/* clang-format off */
static const bone bones[] = {
    {"pelvis", NULL, {0, 1, 0}, LEFT},
    {"spine1", NULL, {0, .991, -.134}, LEFT},
    {"spine2", NULL, {0, .991, -.134}, LEFT},
    {"spine3", NULL, {0, .998, -.061}, LEFT},
    {"neck", NULL, {0, .998, -.061}, LEFT},
    {"head", NULL, {0, .998, -.061}, LEFT},
    {"jaw", NULL, {0, .998, -.061}, LEFT},
    {"%_eye_smplhf", NULL, {0, 0, 1}, RIGHT},
    {"%_collar", NULL, {.977, -.048, -.206}, BACK_FRONT},
    {"%_shoulder", "%_elbow", {1, 0, 0}, BACK_FRONT},
    {"%_elbow", "%_wrist", {1, 0, 0}, BACK_FRONT},
    {"%_wrist", "%_middle1", {1, 0, 0}, BACK_FRONT},
    {"%_hand", NULL, {1, 0, 0}, BACK_FRONT},
    {"%_hip", "%_knee", {0, -1, 0}, RIGHT},
    {"%_knee", "%_ankle", {0, -1, 0}, RIGHT},
    {"%_ankle", NULL, {0, -.632, .775}, RIGHT},
    {"%_foot", NULL, {0, 0, 1}, RIGHT},
    {"%_thumb1", "%_thumb2", {0}, FOLLOW}, {"%_thumb2", "%_thumb3", {0}, FOLLOW}, {"%_thumb3", NULL, {0},
        FOLLOW},
    {"%_index1", "%_index2", {0}, FOLLOW}, {"%_index2", "%_index3", {0}, FOLLOW}, {"%_index3", NULL, {0},
        FOLLOW},
    {"%_middle1", "%_middle2", {0}, FOLLOW}, {"%_middle2", "%_middle3", {0}, FOLLOW}, {"%_middle3", NULL,
        {0}, FOLLOW},
    {"%_ring1", "%_ring2", {0}, FOLLOW}, {"%_ring2", "%_ring3", {0}, FOLLOW}, {"%_ring3", NULL, {0}, FOLLOW},
    {"%_pinky1", "%_pinky2", {0}, FOLLOW}, {"%_pinky2", "%_pinky3", {0}, FOLLOW}, {"%_pinky3", NULL, {0},
        FOLLOW},
};
/* clang-format on */

static void named(char out[PD_ANIM_NAME_BYTES], const char *pattern, const char *side)
{
    if (*pattern == '%')
        snprintf(out, PD_ANIM_NAME_BYTES, "%s%s", side, pattern + 1);
    else
        snprintf(out, PD_ANIM_NAME_BYTES, "%s", pattern);
}

static const bone *bone_of(const char **side, const char *joint)
{
    static const char *const sides[] = {"left", "right"};
    char name[PD_ANIM_NAME_BYTES];

    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++)
        for (int s = 0; s < 2; s++) {
            *side = sides[s];
            named(name, bones[i].name, *side);
            if (!strcmp(name, joint)) return &bones[i];
        }

    return NULL;
}

static pd_vec3 rest_axes_joint_at(const float *joints, int k)
{
    return (pd_vec3){(double)joints[3 * k], (double)joints[3 * k + 1], (double)joints[3 * k + 2]};
}

static void put_axes(float out[9], pd_vec3 x, pd_vec3 y, pd_vec3 z)
{
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    for (int i = 0; i < 9; i++) out[i] = (float)m[i];
}

/* Computes axes with this Y, and X as near to `hint` as possible. */
static void axes_by_hint(float out[9], pd_vec3 y, pd_vec3 hint)
{
    const pd_vec3 x = pd_vec3_unit_or(pd_vec3_reject(hint, y), pd_vec3_perpendicular(y));
    put_axes(out, x, y, pd_vec3_cross(x, y));
}

/* Rotates the parent's axes by the smallest rotation that takes its Y to y: v' = v + w x v + w x (w x v) / (1
 * + c), w = a x y, c = a . y. */
static void axes_by_parent(float out[9], const float parent[9], pd_vec3 y)
{
    const pd_vec3 a = {(double)parent[1], (double)parent[4], (double)parent[7]};
    const pd_vec3 w = pd_vec3_cross(a, y);
    const double c = pd_vec3_dot(a, y);
    pd_vec3 axes[3];

    for (int i = 0; i < 3; i++) {
        const pd_vec3 v = {(double)parent[i], (double)parent[3 + i], (double)parent[6 + i]};
        const pd_vec3 once = pd_vec3_cross(w, v);
        const pd_vec3 twice = pd_vec3_cross(w, once);
        axes[i] = c > -0.999 ? pd_vec3_add(pd_vec3_add(v, once), pd_vec3_scale(twice, 1 / (1 + c))) : v;
    }

    put_axes(out, axes[0], axes[1], axes[2]);
}

/* Computes the direction of joint k's bone: to its end, otherwise by the table,
 * otherwise that of its parent. */
static pd_vec3 rest_axes_direction(const bone *b, const char *side, const char (*names)[PD_ANIM_NAME_BYTES],
                                   const float *joints, int joint_count, int k, const float *parent)
{
    char end[PD_ANIM_NAME_BYTES];

    if (b->end) {
        named(end, b->end, side);
        for (int i = 0; i < joint_count; i++) {
            const pd_vec3 way = pd_vec3_sub(rest_axes_joint_at(joints, i), rest_axes_joint_at(joints, k));
            if (!strcmp(names[i], end) && pd_vec3_length(way) > SHORT_BONE)
                return pd_vec3_scale(way, 1 / pd_vec3_length(way));
        }
    }

    const double sign = b->x == BACK_FRONT && *side == 'r' ? -1 : 1;
    if (b->x != FOLLOW)
        return pd_vec3_unit_or((pd_vec3){sign * b->toward[0], b->toward[1], b->toward[2]},
                               (pd_vec3){0, 1, 0});

    return (pd_vec3){(double)parent[1], (double)parent[4], (double)parent[7]};
}

bool pd_retarget_rest_axes(float *out, const char (*names)[PD_ANIM_NAME_BYTES], const int *parents,
                           const float *rest_joints, int joint_count, pd_retarget_names set)
{
    static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

    if (set != PD_NAMES_MIXAMO) return false;

    for (int k = 0; k < joint_count; k++) {
        PD_ASSERT(parents[k] < k);
        const float *parent = parents[k] < 0 ? identity : out + 9 * (size_t)parents[k];
        const char *side;
        const bone *b = bone_of(&side, names[k]);
        float *own = out + 9 * (size_t)k;

        /* A joint without a row follows its parent. */
        if (!b) {
            memcpy(own, parent, sizeof identity);
            continue;
        }

        const pd_vec3 y = rest_axes_direction(b, side, names, rest_joints, joint_count, k, parent);
        const double front = *side == 'r' ? 1 : -1;
        const pd_vec3 hint = b->x == LEFT    ? (pd_vec3){1, 0, 0}
                             : b->x == RIGHT ? (pd_vec3){-1, 0, 0}
                                             : (pd_vec3){0, 0, front};
        if (b->x == FOLLOW)
            axes_by_parent(own, parent, y);
        else
            axes_by_hint(own, y, hint);
    }

    return true;
}
