#include "core/avatar/bones.h"

#include "core/base/assert.h"
#include "core/retarget/character/rest_axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define A_POSE_DEGREES 45.0
#define PREFIX         "mixamorig:"
#define JOINTS_MOST    256 /* largest number of joints of a pd_io_glb_rig */

static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void multiply_bones(float out[9], const float a[9], const float b[9])
{
    float made[9];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            made[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
    memcpy(out, made, sizeof made);
}

/* Computes out = a^T b. */
static void multiply_back(float out[9], const float a[9], const float b[9])
{
    const float t[9] = {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
    multiply_bones(out, t, b);
}

static void turn_bones(float out[3], const float m[9], const float v[3])
{
    float made[3];
    for (int r = 0; r < 3; r++) made[r] = m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2];
    memcpy(out, made, sizeof made);
}

int pd_avatar_skeleton_find(const pd_avatar_skeleton *s, const char *own_name)
{
    for (int k = 0; k < s->count; k++)
        if (!strcmp(s->bones[k].own_name, own_name)) return k;
    return -1;
}

int pd_avatar_skeleton_add(pd_avatar_skeleton *s, const char *name, int parent, const float place[3])
{
    PD_ASSERT(parent >= 0 && parent < s->count);
    if (s->count == PD_AVATAR_BONES_MOST) return -1;
    pd_avatar_bone *b = &s->bones[s->count];
    const pd_avatar_bone *up = &s->bones[parent];
    float away[3];
    *b = (pd_avatar_bone){.parent = parent};
    snprintf(b->name, sizeof b->name, "%s", name);
    memcpy(b->place, place, sizeof b->place);
    memcpy(b->axes, up->axes, sizeof b->axes);
    memcpy(b->turn, identity, sizeof b->turn);

    /* Offset in the parent's axes. */
    for (int c = 0; c < 3; c++) away[c] = place[c] - up->place[c];
    for (int r = 0; r < 3; r++)
        b->offset[r] = up->axes[r] * away[0] + up->axes[3 + r] * away[1] + up->axes[6 + r] * away[2];

    return s->count++;
}

/* ---- choice of bones ---- */

static bool is_below_wrist(const pd_io_glb_rig *rig, int k)
{
    for (int up = rig->parents[k]; up >= 0; up = rig->parents[up])
        if (!strcmp(rig->names[up], "left_wrist") || !strcmp(rig->names[up], "right_wrist")) return true;
    return false;
}

/* Chooses the joints that become bones. bone_of (K): bone of each joint; a joint without a bone gets that of
 * its nearest ancestor. Returns the number of bones. */
static int choose_bones(int *bone_of, const pd_io_glb_rig *rig, const pd_avatar_rest *rest)
{
    int count = 0;
    for (int k = 0; k < rig->joint_count; k++)
        bone_of[k] = rest->no_fingers && is_below_wrist(rig, k) ? bone_of[rig->parents[k]] : count++;
    return count;
}

/* Replaces the joints of the figure's vertices by bones. Each bone occurs once in a vertex. */
static void rename_joints(pd_avatar_figure *f, const int *bone_of)
{
    for (size_t v = 0; v < (size_t)f->vertex_count; v++) {
        uint8_t *joints = f->joints + 4 * v;
        float *weights = f->weights + 4 * v;
        for (int s = 0; s < 4; s++) {
            joints[s] = (uint8_t)bone_of[joints[s]];
            for (int t = 0; t < s; t++)
                if (weights[s] > 0 && joints[t] == joints[s]) {
                    weights[t] += weights[s];
                    weights[s] = 0;
                }
            if (weights[s] <= 0) joints[s] = 0; /* glTF: a joint without weight is joint 0 */
        }
    }
}

/* ---- rest pose ---- */

/* Computes the rotation R of a joint in the rest pose: in the A-pose the upper arms are turned about Z. */
static void rest_turn(float out[9], const char *own_name, bool is_a_pose)
{
    const bool is_left = !strcmp(own_name, "left_shoulder");

    memcpy(out, identity, sizeof identity);
    if (!is_a_pose || (!is_left && strcmp(own_name, "right_shoulder") != 0)) return;

    const double angle = (is_left ? -1 : 1) * A_POSE_DEGREES * acos(-1) / 180;
    out[0] = out[4] = (float)cos(angle);
    out[1] = (float)-sin(angle);
    out[3] = (float)sin(angle);
}

/* Moves the surface from the T-pose to the rest pose. W (count,3,3), from (count,3): joints in the T-pose. */
static void move_surface(pd_avatar_figure *f, const pd_avatar_skeleton *s, const float *W, const float *from)
{
    for (size_t v = 0; v < (size_t)f->vertex_count; v++) {
        float m[9] = {0}, place[3] = {0};
        float *p = f->positions + 3 * v;
        for (int i = 0; i < 4; i++) {
            const float w = f->weights[4 * v + (size_t)i];
            const size_t k = f->joints[4 * v + (size_t)i];
            float moved[3];
            if (w <= 0) continue;
            for (int c = 0; c < 3; c++) moved[c] = p[c] - from[3 * k + (size_t)c];
            turn_bones(moved, W + 9 * k, moved);
            for (int c = 0; c < 3; c++) place[c] += w * (moved[c] + s->bones[k].place[c]);
            for (int c = 0; c < 9; c++) m[c] += w * W[9 * k + (size_t)c];
        }

        memcpy(p, place, sizeof place);

        /* Normals: restore the length, which the blend of rotations has reduced. */
        float *n = f->normals + 3 * v;
        turn_bones(n, m, n);
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3 && length > 0; c++) n[c] /= length;
        if (f->rows[v] < 0) continue;

        /* Morph targets. */
        const size_t T = (size_t)f->target_count;
        float *moves = f->moves + 3 * (size_t)f->rows[v] * T;
        for (size_t t = 0; t < T; t++) {
            float d[3] = {moves[t], moves[T + t], moves[2 * T + t]};
            turn_bones(d, m, d);
            for (size_t c = 0; c < 3; c++) moves[c * T + t] = d[c];
        }
    }
}

/* ---- floor, direction, ends ---- */

static void bones_stand(pd_avatar_figure *f, pd_avatar_skeleton *s)
{
    float low = INFINITY;

    for (size_t v = 0; v < (size_t)f->vertex_count; v++) low = fminf(low, f->positions[3 * v + 1]);
    if (!isfinite(low)) return;
    for (size_t v = 0; v < (size_t)f->vertex_count; v++) f->positions[3 * v + 1] -= low;
    for (int k = 0; k < s->count; k++) s->bones[k].place[1] -= low;
    s->bones[0].offset[1] -= low;
}

void pd_avatar_skeleton_turn(pd_avatar_skeleton *s, pd_avatar_figure *f)
{
    for (size_t v = 0; v < (size_t)f->vertex_count; v++)
        for (size_t c = 0; c < 3; c += 2) {
            f->positions[3 * v + c] *= -1;
            f->normals[3 * v + c] *= -1;
        }
    const size_t T = (size_t)f->target_count;
    for (size_t r = 0; r < (size_t)f->row_count; r++)
        for (size_t t = 0; t < T; t++)
            for (size_t c = 0; c < 3; c += 2) f->moves[(3 * r + c) * T + t] *= -1;
    for (int k = 0; k < s->count; k++)
        for (int c = 0; c < 3; c += 2) {
            s->bones[k].place[c] *= -1;
            s->bones[k].offset[c] *= -1;
        }
}

/* Returns the largest coordinate along an axis of the vertices whose largest weight is a bone's; that of the
 * bone if there are none. */
static float reach_bones(const pd_avatar_figure *f, const pd_avatar_skeleton *s, int bone, size_t axis)
{
    float most = s->bones[bone].place[axis];
    for (size_t v = 0; v < (size_t)f->vertex_count; v++)
        if (f->joints[4 * v] == bone && f->weights[4 * v] > 0.5f)
            most = fmaxf(most, f->positions[3 * v + axis]);
    return most;
}

/* Adds Mixamo's end joints: top of the head, tips of toes and fingers. */
static bool add_ends(pd_avatar_skeleton *s, const pd_avatar_figure *f, const char *prefix)
{
    static const char *const fingers[][2] = {
        {"thumb", "Thumb"}, {"index", "Index"}, {"middle", "Middle"}, {"ring", "Ring"}, {"pinky", "Pinky"}};
    static const char *const sides[][2] = {{"left", "Left"}, {"right", "Right"}};
    char name[PD_ANIM_NAME_BYTES], own[PD_ANIM_NAME_BYTES];
    bool good = true;
    float place[3];

    const int head = pd_avatar_skeleton_find(s, "head");
    if (head >= 0) {
        memcpy(place, s->bones[head].place, sizeof place);
        place[1] = reach_bones(f, s, head, 1);
        snprintf(name, sizeof name, "%sHeadTop_End", prefix);
        good &= pd_avatar_skeleton_add(s, name, head, place) >= 0;
    }

    for (int side = 0; side < 2; side++) {
        snprintf(own, sizeof own, "%s_foot", sides[side][0]);
        const int foot = pd_avatar_skeleton_find(s, own);
        if (foot >= 0) {
            memcpy(place, s->bones[foot].place, sizeof place);
            place[2] = reach_bones(f, s, foot, 2);
            snprintf(name, sizeof name, "%s%sToe_End", prefix, sides[side][1]);
            good &= pd_avatar_skeleton_add(s, name, foot, place) >= 0;
        }

        for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++) {
            snprintf(own, sizeof own, "%s_%s3", sides[side][0], fingers[i][0]);
            const int last = pd_avatar_skeleton_find(s, own);
            if (last < 0) continue;
            const pd_avatar_bone *b = &s->bones[last];
            const pd_avatar_bone *up = &s->bones[b->parent];
            for (int c = 0; c < 3; c++) place[c] = 2 * b->place[c] - up->place[c];
            snprintf(name, sizeof name, "%s%sHand%s4", prefix, sides[side][1], fingers[i][1]);
            good &= pd_avatar_skeleton_add(s, name, last, place) >= 0;
        }
    }

    return good;
}

/* ---- all of it ---- */

/* Fills the bones of the joints in the rest pose, and the nodes' transforms. W, axes: per joint. */
static void fill_bones(pd_avatar_skeleton *s, float *W, const float *axes, const int *bone_of,
                       const pd_io_glb *glb, const pd_avatar_rest *rest)
{
    const pd_io_glb_rig *rig = glb->rig;
    const pd_io_glb_pose *pose = glb->poses;

    for (int k = 0, b = 0; k < rig->joint_count; k++) {
        if (bone_of[k] != b) continue;
        pd_avatar_bone *bone = &s->bones[b];
        const int up = rig->parents[k];
        float own[9], way[3], node[9];
        *bone = (pd_avatar_bone){.parent = up < 0 ? -1 : bone_of[up], .is_joint = true};
        snprintf(bone->own_name, sizeof bone->own_name, "%.31s", rig->names[k]);

        /* Turn and place in the rest pose. */
        rest_turn(own, rig->names[k], rest->is_a_pose);
        multiply_bones(W + 9 * b, up < 0 ? identity : W + 9 * bone->parent, own);
        for (int c = 0; c < 3; c++)
            way[c] = pose->rest_joints[3 * k + c] - (up < 0 ? 0 : pose->rest_joints[3 * up + c]);
        const float *up_axes = up < 0 ? identity : axes + 9 * (size_t)up;
        for (int r = 0; r < 3; r++)
            bone->offset[r] = up < 0
                                  ? pose->root[r]
                                  : up_axes[r] * way[0] + up_axes[3 + r] * way[1] + up_axes[6 + r] * way[2];
        if (up >= 0) turn_bones(way, W + 9 * bone->parent, way);
        for (int c = 0; c < 3; c++) bone->place[c] = way[c] + (up < 0 ? 0 : s->bones[bone->parent].place[c]);
        multiply_bones(bone->axes, W + 9 * b, axes + 9 * (size_t)k);

        /* The node's rotation: of the requested pose, or of the rest pose. */
        multiply_bones(node, pose->rotations ? pose->rotations + 9 * (size_t)k : own, axes + 9 * (size_t)k);
        multiply_back(bone->turn, up_axes, node);
        b++;
        s->count = b;
    }
}

static void name_bones(pd_avatar_skeleton *s, const pd_avatar_rest *rest)
{
    char own[PD_AVATAR_BONES_MOST][PD_ANIM_NAME_BYTES], named[PD_AVATAR_BONES_MOST][PD_ANIM_NAME_BYTES];

    for (int k = 0; k < s->count; k++) memcpy(own[k], s->bones[k].own_name, sizeof own[k]);
    pd_retarget_joint_names(named, (const char(*)[PD_ANIM_NAME_BYTES])own, s->count, rest->names);
    for (int k = 0; k < s->count; k++) {
        const bool is_cut = rest->is_bare && !strncmp(named[k], PREFIX, strlen(PREFIX));
        snprintf(s->bones[k].name, sizeof s->bones[k].name, "%s", named[k] + (is_cut ? strlen(PREFIX) : 0));
    }
}

pd_status pd_avatar_skeleton_init(pd_avatar_skeleton *out, pd_avatar_figure *figure, const pd_io_glb *glb,
                                  const pd_avatar_rest *rest, pd_error *err)
{
    const pd_io_glb_rig *rig = glb->rig;

    PD_ASSERT(rig && rig->names && rig->joint_count <= JOINTS_MOST);
    int bone_of[JOINTS_MOST];
    *out = (pd_avatar_skeleton){0};
    if (choose_bones(bone_of, rig, rest) > PD_AVATAR_BONES_MOST)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d joints; at most %d allowed", rig->joint_count,
                       PD_AVATAR_BONES_MOST);

    /* Allocate axes in the T-pose, rotations of the rest pose, and positions in the T-pose by bone. */
    const size_t joints = (size_t)rig->joint_count;
    float *axes = malloc((9 + 9 + 3) * joints * sizeof *axes);
    if (!axes) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    float *W = axes + 9 * joints;
    float *from = W + 9 * joints;
    if (!pd_retarget_rest_axes(axes, (const char(*)[PD_ANIM_NAME_BYTES])rig->names, rig->parents,
                               glb->poses->rest_joints, rig->joint_count, rest->names))
        for (size_t k = 0; k < joints; k++) memcpy(axes + 9 * k, identity, sizeof identity);
    fill_bones(out, W, axes, bone_of, glb, rest);
    for (size_t k = joints; k-- > 0;)
        memcpy(from + 3 * bone_of[k], glb->poses->rest_joints + 3 * k, 3 * sizeof *from);

    /* Move the surface to the rest pose. */
    rename_joints(figure, bone_of);
    if (rest->is_a_pose) move_surface(figure, out, W, from);
    free(axes);
    bones_stand(figure, out);
    name_bones(out, rest);

    /* Add end joints. */
    const bool good = !rest->has_ends || rest->names != PD_NAMES_MIXAMO ||
                      add_ends(out, figure, rest->is_bare ? "" : PREFIX);

    return good ? PD_OK
                : pd_fail(err, PD_ERR_LIMIT, "",
                          "the avatar would have more than %d bones; at most as many allowed",
                          PD_AVATAR_BONES_MOST);
}
