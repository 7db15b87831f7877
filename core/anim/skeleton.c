#include "core/anim/skeleton.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Fails at a field of a joint. */
static pd_status bad(pd_error *err, int joint, const char *field, const char *detail, const char *value)
{
    char where[64];
    snprintf(where, sizeof where, "/joints/%d/%s", joint, field);
    return pd_fail(err, PD_ERR_INVALID, where, "\"%.40s\" %s", value, detail);
}

static pd_status check_count_skeleton(int count, pd_error *err)
{
    if (count >= 1 && count <= PD_ANIM_MAX_JOINTS) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, "/joints", "%d joints; 1 to %d allowed", count, PD_ANIM_MAX_JOINTS);
}

static pd_status take_name(pd_anim_skeleton *skeleton, int joint, const char *name, pd_error *err)
{
    size_t length = strnlen(name, PD_ANIM_NAME_BYTES);

    if (length == 0 || length == PD_ANIM_NAME_BYTES)
        return bad(err, joint, "name", "is not a name; 1 to 31 bytes allowed", name);
    for (int other = 0; other < joint; other++)
        if (!strcmp(name, skeleton->names[other]))
            return bad(err, joint, "name", "occurs twice; each name is allowed once", name);
    memcpy(skeleton->names[joint], name, length + 1);

    return PD_OK;
}

static pd_status take_offset(pd_anim_skeleton *skeleton, int joint, pd_vec3 offset, pd_error *err)
{
    const bool finite = pd_vec3_finite(offset);

    if (finite && pd_vec3_length(offset) <= 1e6) {
        skeleton->offsets[joint] = offset;
        return PD_OK;
    }

    char value[96];
    snprintf(value, sizeof value, "%g %g %g", offset.x, offset.y, offset.z);

    return bad(err, joint, "offset",
               finite ? "is longer than 1e6 m; at most 1e6 m allowed"
                      : "is not finite; finite numbers allowed",
               value);
}

/* Computes root, depths and the order from the root down, from the parents. */
static pd_status finish_skeleton(pd_anim_skeleton *skeleton, pd_error *err)
{
    const int count = skeleton->joint_count;

    PD_ASSERT(count >= 1 && count <= PD_ANIM_MAX_JOINTS);

    /* The only joint without a parent is the root. */
    skeleton->root = -1;
    for (int j = 0; j < count; j++) {
        if (skeleton->parents[j] >= 0) continue;
        if (skeleton->root >= 0)
            return bad(err, j, "parent", "is a second root; one joint only may have no parent",
                       skeleton->names[j]);
        skeleton->root = j;
    }

    if (skeleton->root < 0)
        return pd_fail(err, PD_ERR_INVALID, "/joints",
                       "no root; exactly one joint without a parent expected");

    /* Depths, by walking up to the root. A walk of more steps than there are joints is in a cycle. */
    for (int j = 0; j < count; j++) {
        int depth = 0;
        for (int up = skeleton->parents[j]; up >= 0; up = skeleton->parents[up])
            if (++depth > count)
                return bad(err, j, "parent", "is its own ancestor; a tree expected", skeleton->names[j]);
        skeleton->depth[j] = depth;
    }

    /* Order by depth: parents come first. */
    int filled = 0;
    for (int depth = 0; filled < count; depth++)
        for (int j = 0; j < count; j++)
            if (skeleton->depth[j] == depth) skeleton->order[filled++] = j;
    PD_ASSERT(filled == count && skeleton->order[0] == skeleton->root);

    return PD_OK;
}

pd_status pd_anim_skeleton_init(pd_anim_skeleton *skeleton, const pd_anim_joint *joints, int count,
                                pd_error *err)
{
    memset(skeleton, 0, sizeof *skeleton);
    pd_status status = check_count_skeleton(count, err);

    /* Names and offsets first, so that parents can be found by name whatever the order. */
    for (int j = 0; status == PD_OK && j < count; j++) {
        status = take_name(skeleton, j, joints[j].name ? joints[j].name : "", err);
        if (status == PD_OK) status = take_offset(skeleton, j, joints[j].offset, err);
        skeleton->joint_count = j + 1;
    }

    /* Parents by their names. */
    for (int j = 0; status == PD_OK && j < count; j++) {
        skeleton->parents[j] = joints[j].parent ? pd_anim_skeleton_find(skeleton, joints[j].parent) : -1;
        if (joints[j].parent && skeleton->parents[j] < 0)
            status = bad(err, j, "parent", "is not the name of a joint", joints[j].parent);
    }

    return status == PD_OK ? finish_skeleton(skeleton, err) : status;
}

static pd_vec3 skeleton_rest_of(const double *rest_model, int joint)
{
    return pd_vec3_make(rest_model[3 * joint], rest_model[3 * joint + 1], rest_model[3 * joint + 2]);
}

pd_status pd_anim_skeleton_from_rest(pd_anim_skeleton *skeleton, const char (*names)[PD_ANIM_NAME_BYTES],
                                     const int *parents, const double *rest_model, int count, pd_error *err)
{
    memset(skeleton, 0, sizeof *skeleton);
    pd_status status = check_count_skeleton(count, err);
    for (int j = 0; status == PD_OK && j < count; j++) {
        int parent = parents[j];
        if (parent < -1 || parent >= count)
            return pd_fail(err, PD_ERR_RANGE, "/joints", "parent %d of joint %d; -1 to %d allowed", parent, j,
                           count - 1);

        pd_vec3 rest = skeleton_rest_of(rest_model, j);
        if (parent >= 0) rest = pd_vec3_sub(rest, skeleton_rest_of(rest_model, parent));
        skeleton->parents[j] = parent;
        status = take_name(skeleton, j, names[j], err);
        if (status == PD_OK) status = take_offset(skeleton, j, rest, err);
        skeleton->joint_count = j + 1;
    }

    return status == PD_OK ? finish_skeleton(skeleton, err) : status;
}

int pd_anim_skeleton_find(const pd_anim_skeleton *skeleton, const char *name)
{
    PD_ASSERT(name);
    for (int j = 0; j < skeleton->joint_count; j++)
        if (!strcmp(skeleton->names[j], name)) return j;
    return -1;
}

int pd_anim_skeleton_common(const pd_anim_skeleton *skeleton, int a, int b)
{
    PD_ASSERT(a >= 0 && a < skeleton->joint_count && b >= 0 && b < skeleton->joint_count);
    while (a != b) {
        PD_DEBUG_ASSERT(a >= 0 && b >= 0);
        if (skeleton->depth[a] >= skeleton->depth[b])
            a = skeleton->parents[a];
        else
            b = skeleton->parents[b];
    }

    return a;
}

void pd_anim_skeleton_forward(pd_vec3 *positions_model, pd_quat *rotations_model,
                              const pd_anim_skeleton *skeleton, const pd_quat *rotations_local,
                              pd_vec3 translation)
{
    pd_vec3 unasked_positions[PD_ANIM_MAX_JOINTS];
    pd_quat unasked_rotations[PD_ANIM_MAX_JOINTS];
    pd_vec3 *p = positions_model ? positions_model : unasked_positions;
    pd_quat *r = rotations_model ? rotations_model : unasked_rotations;

    /* Parents come before their children in `order`. */
    for (int i = 0; i < skeleton->joint_count; i++) {
        int j = skeleton->order[i];
        int up = skeleton->parents[j];
        pd_quat local = rotations_local ? rotations_local[j] : pd_q_identity();
        PD_DEBUG_ASSERT(j >= 0 && j < skeleton->joint_count && up < skeleton->joint_count);
        r[j] = up < 0 ? local : pd_q_mul(r[up], local);
        p[j] = up < 0 ? pd_vec3_add(skeleton->offsets[j], translation)
                      : pd_vec3_add(p[up], pd_q_rotate(r[up], skeleton->offsets[j]));
    }
}

pd_status pd_anim_chain_between(pd_anim_chain *chain, const pd_anim_skeleton *skeleton, int root, int tip,
                                const char *where, pd_error *err)
{
    PD_ASSERT(root >= 0 && root < skeleton->joint_count && tip >= 0 && tip < skeleton->joint_count);
    int up = tip;
    int count = 1;
    for (; up >= 0 && up != root; up = skeleton->parents[up]) count++;
    if (up < 0)
        return pd_fail(err, PD_ERR_INVALID, where, "\"%s\" is not above \"%s\"", skeleton->names[root],
                       skeleton->names[tip]);

    PD_ASSERT(count <= PD_ANIM_MAX_JOINTS);
    chain->count = count;
    for (int j = tip; count > 0; j = skeleton->parents[j]) chain->joints[--count] = j;
    PD_ASSERT(count == 0 && chain->joints[0] == root);

    return PD_OK;
}
