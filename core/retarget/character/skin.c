#include "core/retarget/character/skin.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAME_AXES 0.1 /* radians: two rotations that take axes to axes are the same */

_Static_assert((int)PD_ANIM_MAX_JOINTS == (int)PD_IO_SKIN_JOINTS, "every skin is a skeleton");

/* VRM's bones that SMPL has too. */
static const struct bone_row {
    const char *bone, *smpl;
} bone_rows[] = {
    {"hips", "pelvis"},
    {"spine", "spine1"},
    {"chest", "spine2"},
    {"upperChest", "spine3"},
    {"neck", "neck"},
    {"head", "head"},
    {"leftShoulder", "left_collar"},
    {"leftUpperArm", "left_shoulder"},
    {"leftLowerArm", "left_elbow"},
    {"leftHand", "left_wrist"},
    {"leftUpperLeg", "left_hip"},
    {"leftLowerLeg", "left_knee"},
    {"leftFoot", "left_ankle"},
    {"leftToes", "left_foot"},
    {"rightShoulder", "right_collar"},
    {"rightUpperArm", "right_shoulder"},
    {"rightLowerArm", "right_elbow"},
    {"rightHand", "right_wrist"},
    {"rightUpperLeg", "right_hip"},
    {"rightLowerLeg", "right_knee"},
    {"rightFoot", "right_ankle"},
    {"rightToes", "right_foot"},
};

static const char *smpl_name(const char *bone)
{
    for (size_t i = 0; i < sizeof bone_rows / sizeof *bone_rows; i++)
        if (!strcmp(bone, bone_rows[i].bone)) return bone_rows[i].smpl;
    return NULL;
}

/* ---- names ---- */

/* Removes a namespace: "mixamorig:LeftArm" becomes "LeftArm". */
static const char *bare(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon && colon[1] ? colon + 1 : name;
}

/* ---- joints ---- */

/* Returns the rotation that takes axes to axes nearest to q:
 * of the space of the mesh to that of the world. */
static pd_quat nearest_axes(pd_quat q)
{
    pd_quat best = pd_q_identity();
    double least = INFINITY;

    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            const pd_vec3 x = pd_vec3_make(i / 2 == 0, i / 2 == 1, i / 2 == 2);
            const pd_vec3 y = pd_vec3_make(k / 2 == 0, k / 2 == 1, k / 2 == 2);
            if (i / 2 == k / 2) continue;
            const pd_vec3 left = pd_vec3_scale(x, i % 2 ? -1 : 1);
            const pd_vec3 up = pd_vec3_scale(y, k % 2 ? -1 : 1);
            const pd_vec3 front = pd_vec3_cross(left, up);
            const double rows[9] = {left.x, left.y, left.z, up.x, up.y, up.z, front.x, front.y, front.z};
            const pd_quat turn = pd_q_from_matrix(rows);
            const double away = pd_q_angle(turn, q);
            if (!(away < least)) continue;
            least = away;
            best = turn;
        }

    return best;
}

/* Returns the rotation from the world, in which the nodes stand, to the space of the mesh, in which the binds
 * are: of those that take axes to axes, the one that is nearest for most joints. */
static pd_quat mesh_space(const pd_io_skin *file)
{
    pd_quat found[PD_ANIM_MAX_JOINTS], world[PD_ANIM_MAX_JOINTS];
    int count = 0;
    int most = 0;
    pd_quat best = pd_q_identity();

    for (int k = 0; k < file->joint_count; k++) {
        const pd_io_skin_joint *joint = &file->joints[k];
        const pd_quat up = joint->parent < 0 ? pd_q_identity() : world[joint->parent];
        world[k] = pd_q_normalize(pd_q_mul(pd_q_mul(up, joint->above), joint->rotation));
        if (joint->has_bind) found[count++] = nearest_axes(pd_q_mul(joint->bind, pd_q_conjugate(world[k])));
    }

    for (int i = 0; i < count; i++) {
        int same = 0;
        for (int k = 0; k < count; k++) same += pd_q_angle(found[i], found[k]) < SAME_AXES;
        if (same <= most) continue;
        most = same;
        best = found[i];
    }

    return best;
}

/* Computes rest, start and name of each joint, and the skeleton. */
static pd_status take_joints(pd_retarget_skin *skin, const pd_io_skin *file, pd_error *err)
{
    PD_ASSERT(file->joint_count <= PD_ANIM_MAX_JOINTS);
    char names[PD_ANIM_MAX_JOINTS][PD_ANIM_NAME_BYTES];
    pd_anim_joint joints[PD_ANIM_MAX_JOINTS];
    const int most = PD_IO_SKIN_NAME_BYTES - 8;

    /* Rest orientation of each joint and of its parent node, in the world. In a posed file it is that of the
     * bind pose, in the space of the mesh. A joint without a bind stands where its node stands: relative to
     * the joint above it, or, for the root, in the space of the mesh. */
    const pd_quat space = file->posed ? mesh_space(file) : pd_q_identity();
    for (int k = 0; k < file->joint_count; k++) {
        const pd_io_skin_joint *from = &file->joints[k];
        pd_retarget_skin_joint *joint = &skin->joints[k];
        pd_quat up = from->parent < 0 ? pd_q_identity() : skin->joints[from->parent].rest;
        joint->above = pd_q_normalize(pd_q_mul(up, from->above));
        joint->rest = pd_q_normalize(pd_q_mul(joint->above, from->rotation));
        if (file->posed && from->parent < 0) joint->rest = pd_q_mul(space, joint->rest);
        if (file->posed && from->has_bind) joint->rest = from->bind;
        joint->node = from->node;
        joint->own = from->own;
        joint->scale = from->scale;
        joint->uneven = from->uneven;
        joint->sheared = from->sheared;
        memcpy(joint->uneven_name, from->uneven_name, sizeof joint->uneven_name);
        memcpy(joint->uneven_scale, from->uneven_scale, sizeof joint->uneven_scale);
        joint->uneven_matrix = from->uneven_matrix;
    }

    /* Orientations for a character that faces +Z: all nodes except those above the root are rotated by the
     * inverse of the root's turn. */
    pd_quat back = pd_q_conjugate(skin->root_turn);
    for (int k = 0; k < file->joint_count; k++) {
        skin->joints[k].rest = pd_q_mul(back, skin->joints[k].rest);
        if (k) skin->joints[k].above = pd_q_mul(back, skin->joints[k].above);
    }

    /* Rotation of each joint from rest to the file's own pose. */
    for (int k = 0; k < file->joint_count; k++) {
        pd_retarget_skin_joint *joint = &skin->joints[k];
        pd_quat start = pd_q_mul(joint->above, file->joints[k].rotation);
        joint->start = pd_q_normalize(pd_q_mul(start, pd_q_conjugate(joint->rest)));
    }

    /* Names and offsets for the skeleton. */
    for (int k = 0; k < file->joint_count; k++) {
        const pd_io_skin_joint *from = &file->joints[k];
        pd_retarget_skin_joint *joint = &skin->joints[k];
        bool taken = false;

        /* The file's name, or one from the node's index.
         * The index is appended if another joint has this name. */
        if (from->name[0])
            snprintf(joint->name, sizeof joint->name, "%s", from->name);
        else
            snprintf(joint->name, sizeof joint->name, "node_%d", from->node);
        for (int i = 0; i < k; i++) taken |= !strcmp(skin->joints[i].name, joint->name);
        if (taken)
            snprintf(joint->name, sizeof joint->name, "%.*s#%d", most, from->name[0] ? from->name : "node",
                     from->node);
        memcpy(joint->bone, from->bone, sizeof joint->bone);

        /* Inside the skeleton, bones that SMPL has get SMPL's names;
         * in a VRM only bones have meaningful names. */
        const char *smpl = smpl_name(joint->bone);
        taken = false;
        if (smpl)
            snprintf(names[k], PD_ANIM_NAME_BYTES, "%s", smpl);
        else if (skin->vrm)
            snprintf(names[k], PD_ANIM_NAME_BYTES, "#%d", joint->node);
        else
            snprintf(names[k], PD_ANIM_NAME_BYTES, "%.31s", bare(joint->name));
        for (int i = 0; i < k; i++) taken |= !strcmp(names[i], names[k]);
        if (taken)
            snprintf(names[k], PD_ANIM_NAME_BYTES, "%.20s#%d", smpl ? "" : bare(joint->name), joint->node);

        /* Offset from the parent, in the world's orientation at rest. */
        pd_vec3 offset = from->offset;
        if (from->parent >= 0) offset = pd_q_rotate(skin->joints[from->parent].rest, offset);
        joints[k] = (pd_anim_joint){names[k], from->parent < 0 ? NULL : names[from->parent], offset};
    }

    return pd_anim_skeleton_init(&skin->skeleton, joints, file->joint_count, err);
}

pd_status pd_retarget_skin_read(pd_retarget_skin *out, pd_bytes bytes, const pd_io_skin_options *options,
                                pd_error *err)
{
    pd_io_skin file;

    memset(out, 0, sizeof *out);
    pd_status status = pd_io_skin_read(&file, bytes, options, err);
    if (status != PD_OK) return status;

    /* Data of the file and its root. */
    out->joints = calloc((size_t)file.joint_count, sizeof *out->joints);
    out->vrm = file.vrm;
    out->posed = file.posed;
    out->skeleton_count = file.skeleton_count;
    out->other_joints = file.other_joints;
    out->skin_count = file.skin_count;
    out->moved_beside = file.moved_beside;
    memcpy(out->other, file.other, sizeof out->other);
    out->root_at = file.root_at;
    out->root_scale = file.root_scale;
    out->root_above = file.joints[0].above;
    memcpy(out->above, file.above, sizeof out->above);
    out->above_count = file.above_count;
    out->root_turn = file.vrm == 1 ? (pd_quat){0, 1, 0, 0} : pd_q_identity();
    if (out->joints)
        status = take_joints(out, &file, err);
    else
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d joints", file.joint_count);

    pd_io_skin_deinit(&file);
    if (status != PD_OK) pd_retarget_skin_deinit(out);
    return status;
}

void pd_retarget_skin_deinit(pd_retarget_skin *skin)
{
    free(skin->joints);
    memset(skin, 0, sizeof *skin);
}

pd_status pd_retarget_skin_movable(const pd_retarget_skin *skin, int joint, pd_error *err)
{
    PD_ASSERT(joint >= 0 && joint < skin->skeleton.joint_count);
    const pd_retarget_skin_joint *j = skin->joints ? &skin->joints[joint] : NULL;
    return j && j->uneven >= 0
               ? pd_io_skin_uneven(j->uneven, j->uneven_name, j->uneven_scale, j->uneven_matrix, err)
               : PD_OK;
}

int pd_retarget_skin_find(const pd_retarget_skin *skin, const char *name)
{
    int count = skin->skeleton.joint_count;

    for (int k = 0; k < count; k++)
        if (!strcmp(skin->joints[k].name, name)) return k;
    for (int k = 0; k < count && name[0]; k++)
        if (!strcmp(skin->joints[k].bone, name)) return k;

    return pd_anim_skeleton_find(&skin->skeleton, name);
}

void pd_retarget_skin_to_nodes(pd_quat *nodes, const pd_retarget_skin *skin, const pd_quat *locals)
{
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        const pd_retarget_skin_joint *joint = &skin->joints[k];
        nodes[k] = pd_q_normalize(pd_q_mul(pd_q_inv_mul(joint->above, locals[k]), joint->rest));
    }
}

void pd_retarget_skin_from_nodes(pd_quat *locals, const pd_retarget_skin *skin, const pd_quat *nodes)
{
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        const pd_retarget_skin_joint *joint = &skin->joints[k];
        locals[k] = pd_q_mul(pd_q_mul(joint->above, nodes[k]), pd_q_conjugate(joint->rest));
    }
}

pd_vec3 pd_retarget_skin_root_translation(const pd_retarget_skin *skin, pd_vec3 moved)
{
    pd_vec3 at = pd_vec3_add(skin->skeleton.offsets[skin->skeleton.root], moved);
    pd_vec3 from = pd_q_rotate(pd_q_conjugate(skin->root_above), pd_vec3_sub(at, skin->root_at));
    return pd_vec3_scale(from, 1 / skin->root_scale);
}

pd_vec3 pd_retarget_skin_translation(const pd_retarget_skin *skin, int joint, pd_vec3 place)
{
    PD_ASSERT(joint >= 0 && joint < skin->skeleton.joint_count);
    const pd_retarget_skin_joint *j = &skin->joints[joint];
    const pd_vec3 moved = pd_vec3_sub(place, skin->skeleton.offsets[joint]);
    return pd_vec3_fma(j->own, 1 / j->scale, pd_q_rotate(pd_q_conjugate(j->above), moved));
}

pd_status pd_retarget_skin_keys(pd_io_gltf_clip *out, const pd_retarget_skin *skin, pd_bytes file,
                                const pd_io_gltf_clip_options *options, pd_error *err)
{
    int nodes[PD_ANIM_MAX_JOINTS + PD_IO_SKIN_ABOVE];
    const int joints = skin->skeleton.joint_count;
    const int above = joints + skin->above_count <= PD_IO_GLTF_CLIP_NODES ? skin->above_count : 0;

    for (int k = 0; k < joints; k++) nodes[k] = skin->joints[k].node;
    for (int i = 0; i < above; i++) nodes[joints + i] = skin->above[i].node;
    return pd_io_gltf_clip_read(out, file, nodes, joints + above, options, err);
}

/* Moves the joints with the nodes above the root: by A A_0^-1, with A their transform in frame t and A_0 that
 * of the file. */
static void move_above(pd_quat *world, pd_vec3 *at, const pd_retarget_skin *skin, const pd_io_gltf_clip *keys,
                       int t)
{
    const int joints = skin->skeleton.joint_count;
    const int above = keys->node_count - joints;
    pd_quat turn = pd_q_identity();
    pd_vec3 place = pd_vec3_make(0, 0, 0);
    double scale = 1;
    bool is_moved = false;

    for (int i = 0; i < above; i++) {
        const pd_io_skin_above *node = &skin->above[i];
        const int k = joints + i;
        const size_t key = (size_t)t * (size_t)keys->node_count + (size_t)k;
        const pd_vec3 own = keys->moves[k] ? keys->translations[key] : node->at;
        is_moved = is_moved || keys->moves[k] || keys->rotates[k];
        place = pd_vec3_add(place, pd_q_rotate(turn, pd_vec3_scale(own, scale)));
        turn =
            pd_q_mul(turn, keys->rotates[k] ? pd_q_mul(keys->rotations[key], node->half_turn) : node->turn);
        scale *= node->scale;
    }

    if (!is_moved) return;

    const pd_quat by = pd_q_normalize(pd_q_mul(turn, pd_q_conjugate(skin->root_above)));
    for (int k = 0; k < joints; k++) {
        world[k] = pd_q_mul(by, world[k]);
        at[k] = pd_vec3_add(place, pd_q_rotate(by, pd_vec3_sub(at[k], skin->root_at)));
    }
}

void pd_retarget_skin_pose(pd_quat *world, pd_vec3 *at, const pd_retarget_skin *skin,
                           const pd_io_gltf_clip *keys, int t)
{
    PD_ASSERT(t >= 0 && t < keys->frame_count && keys->node_count >= skin->skeleton.joint_count);
    const pd_anim_skeleton *s = &skin->skeleton;

    /* Local rotation and offset of each joint, from keys where the node has them. */
    for (int i = 0; i < s->joint_count; i++) {
        const int k = s->order[i];
        const int up = s->parents[k];
        const size_t key = (size_t)t * (size_t)keys->node_count + (size_t)k;
        const pd_retarget_skin_joint *joint = &skin->joints[k];
        const pd_quat local = keys->rotates[k] ? pd_q_mul(pd_q_mul(joint->above, keys->rotations[key]),
                                                          pd_q_conjugate(joint->rest))
                                               : joint->start;
        pd_vec3 offset = s->offsets[k];

        /* A translated node moves its joint; the scale converts the file's units. */
        if (keys->moves[k]) {
            const double own = pd_vec3_length(keys->rest[k]);
            const double scale =
                up < 0 || own < 1e-9 ? skin->root_scale : pd_vec3_length(s->offsets[k]) / own;
            const pd_vec3 moved = pd_vec3_scale(pd_vec3_sub(keys->translations[key], keys->rest[k]), scale);
            offset = pd_vec3_add(offset, pd_q_rotate(up < 0 ? skin->root_above : joint->above, moved));
        }

        world[k] = up < 0 ? local : pd_q_mul(world[up], local);
        at[k] = up < 0 ? offset : pd_vec3_add(at[up], pd_q_rotate(world[up], offset));
    }

    if (keys->node_count > s->joint_count) move_above(world, at, skin, keys, t);
}
