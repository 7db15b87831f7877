#include "core/io/surface/gltf_skin_tree.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAME_SCALE 1e-3 /* of the largest */
#define AS_BOUND   1e-2 /* radians        */

/* ---- order ---- */

pd_status pd_io_skin_tree_link(pd_io_skin_tree *tree, pd_error *err)
{
    int done = 0;
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].parent < 0) tree->order[done++] = i;
    for (int i = 0; i < done; i++)
        for (int child = tree->nodes[tree->order[i]].first; child >= 0; child = tree->nodes[child].next)
            tree->order[done++] = child;
    if (done == tree->count) return PD_OK;
    return pd_fail(err, PD_ERR_FORMAT, "/nodes", "%d of %d nodes are below themselves", tree->count - done,
                   tree->count);
}

/* ---- one root ---- */

static int depth_of(const pd_io_skin_tree *tree, int node)
{
    int depth = 0;
    for (; node >= 0; node = tree->nodes[node].parent) depth++;
    return depth;
}

static int common(const pd_io_skin_tree *tree, int a, int b)
{
    int deep_a = depth_of(tree, a), deep_b = depth_of(tree, b);
    for (; deep_a > deep_b; deep_a--) a = tree->nodes[a].parent;
    for (; deep_b > deep_a; deep_b--) b = tree->nodes[b].parent;
    while (a != b && a >= 0 && b >= 0) a = tree->nodes[a].parent, b = tree->nodes[b].parent;
    return a == b ? a : -1;
}

static int joint_above(const pd_io_skin_tree *tree, int node)
{
    int up = tree->nodes[node].parent;
    while (up >= 0 && !tree->nodes[up].is_joint) up = tree->nodes[up].parent;
    return up;
}

/* If joints form several trees, the nearest node above all of them becomes a joint. */
static pd_status join_trees(pd_io_skin_tree *tree, pd_error *err)
{
    int root = -2, tops = 0, first = -1;
    for (int i = 0; i < tree->count; i++) {
        if (!tree->nodes[i].is_joint || joint_above(tree, i) >= 0) continue;
        first = tops ? first : i;
        root = tops++ ? common(tree, root, i) : i;
        if (root == -1)
            return pd_fail(
                err, PD_ERR_UNSUPPORTED, "/skins",
                "joints of several trees, \"%.32s\" (node %d) and \"%.32s\" (node %d), without a node above "
                "all; one skeleton is expected",
                tree->nodes[first].name, first, tree->nodes[i].name, i);
    }
    if (root == -2) return pd_fail(err, PD_ERR_FORMAT, "/skins", "no joints");
    tree->nodes[root].is_joint = 1;
    return PD_OK;
}

/* ---- the world ---- */

static pd_status check_scale(const pd_io_skin_node *node, int index, pd_error *err)
{
    char where[48];
    const double *s = node->scale, most = fmax(s[0], fmax(s[1], s[2])), least = fmin(s[0], fmin(s[1], s[2]));
    if (!node->sheared && least > 0 && most - least <= SAME_SCALE * most) return PD_OK;

    snprintf(where, sizeof where, "/nodes/%d/%s", index, node->sheared ? "matrix" : "scale");
    if (node->sheared)
        return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                       "no rotation with a scale; above a joint it has to be");
    return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                   "%g %g %g; above a joint the same positive scale on all axes is expected", node->scale[0],
                   node->scale[1], node->scale[2]);
}

/* World positions, rotations and scales of joints and of the nodes above them. */
static pd_status place(pd_io_skin_tree *tree, pd_error *err)
{
    for (int i = tree->count - 1; i >= 0; i--) {
        pd_io_skin_node *node = &tree->nodes[tree->order[i]];
        if (node->parent >= 0 && (node->is_joint || node->above_joint))
            tree->nodes[node->parent].above_joint = 1;
    }

    for (int i = 0; i < tree->count; i++) {
        pd_io_skin_node *node = &tree->nodes[tree->order[i]];
        if (!node->is_joint && !node->above_joint) continue;
        if (node->above_joint && check_scale(node, tree->order[i], err) != PD_OK) return PD_ERR_UNSUPPORTED;
        const pd_io_skin_node *up = node->parent < 0 ? NULL : &tree->nodes[node->parent];
        pd_vec3 local = up ? pd_q_rotate(up->turn_world, pd_vec3_scale(node->at, up->scale_world)) : node->at;
        node->turn_world = up ? pd_q_normalize(pd_q_mul(up->turn_world, node->turn)) : node->turn;
        node->scale_world = (up ? up->scale_world : 1) * node->scale[0];
        node->at = up ? pd_vec3_add(up->at, local) : local;
        if (!pd_vec3_finite(node->at) || pd_vec3_length(node->at) > 1e6)
            return pd_fail(err, PD_ERR_RANGE, "/nodes", "node %d is at %g %g %g; within 1e6 m allowed",
                           tree->order[i], node->at.x, node->at.y, node->at.z);
    }

    return PD_OK;
}

/* ---- joints ---- */

static void fill(pd_io_skin *out, pd_io_skin_tree *tree, int index)
{
    pd_io_skin_node *node = &tree->nodes[index];
    pd_io_skin_joint *joint = &out->joints[out->joint_count];
    int above = joint_above(tree, index);
    const pd_io_skin_node *up = node->parent < 0 ? NULL : &tree->nodes[node->parent];
    pd_quat parent_turn = up ? up->turn_world : pd_q_identity();

    *joint = (pd_io_skin_joint){.node = index, .parent = above < 0 ? -1 : tree->nodes[above].joint};
    memcpy(joint->name, node->name, sizeof joint->name);
    memcpy(joint->bone, node->bone, sizeof joint->bone);
    joint->rotation = node->turn;
    joint->bind = node->bind;
    joint->has_bind = node->has_bind;
    joint->offset = node->at;
    joint->above = parent_turn;

    if (above >= 0) {
        pd_quat frame = tree->nodes[above].turn_world;
        joint->offset = pd_q_rotate(pd_q_conjugate(frame), pd_vec3_sub(node->at, tree->nodes[above].at));
        joint->above = pd_q_normalize(pd_q_inv_mul(frame, parent_turn));
    } else {
        out->root_at = up ? up->at : pd_vec3_make(0, 0, 0);
        out->root_scale = up ? up->scale_world : 1;
    }

    node->joint = out->joint_count++;
}

/* Whether Q_k bind_k^-1 differs between joints. */
static bool is_posed(const pd_io_skin *out, const pd_io_skin_tree *tree)
{
    pd_quat first = pd_q_identity();
    int any = 0;
    for (int k = 0; k < out->joint_count; k++) {
        const pd_io_skin_joint *joint = &out->joints[k];
        if (!joint->has_bind) continue;
        pd_quat off = pd_q_mul(tree->nodes[joint->node].turn_world, pd_q_conjugate(joint->bind));
        if (any++ && pd_q_angle(first, off) > AS_BOUND) return true;
        if (any == 1) first = off;
    }
    return false;
}

pd_status pd_io_skin_tree_joints(pd_io_skin *out, pd_io_skin_tree *tree, pd_error *err)
{
    int count = 0;

    for (int i = 0; i < tree->count; i++) count += tree->nodes[i].is_joint;
    if (count > PD_IO_SKIN_JOINTS)
        return pd_fail(err, PD_ERR_LIMIT, "/skins",
                       "%d joints; 1 to %d allowed (one skin, or the humanoid's bones alone, are fewer)",
                       count, PD_IO_SKIN_JOINTS);

    pd_status status = join_trees(tree, err);
    if (status == PD_OK) status = place(tree, err);
    if (status != PD_OK) return status;

    count++; /* the node above all */
    out->joints = calloc((size_t)count, sizeof *out->joints);
    if (!out->joints) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d joints", count);

    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[tree->order[i]].is_joint) fill(out, tree, tree->order[i]);

    if (out->joint_count > PD_IO_SKIN_JOINTS)
        return pd_fail(err, PD_ERR_LIMIT, "/skins", "%d joints with the node above all; 1 to %d allowed",
                       out->joint_count, PD_IO_SKIN_JOINTS);

    for (int k = 0; k < out->joint_count; k++) out->humanoid += out->joints[k].bone[0] != 0;
    out->posed = is_posed(out, tree);
    return PD_OK;
}
