#include "core/io/surface/gltf_skin_tree.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Scales that differ by less than this fraction of the largest count as equal; rounding by exporters moves a
 * hand by less than 2 mm. */
#define SAME_SCALE 5e-3
#define AS_BOUND   PD_IO_SKIN_AS_BOUND

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

    return pd_fail(err, PD_ERR_FORMAT, "/nodes",
                   "%d of the %d nodes are descendants of themselves; a tree is expected", tree->count - done,
                   tree->count);
}

/* ---- one root ---- */

static int depth_of(const pd_io_skin_tree *tree, int node)
{
    PD_ASSERT(node < tree->count);
    int depth = 0;
    for (; node >= 0; node = tree->nodes[node].parent) depth++;
    return depth;
}

static int common(const pd_io_skin_tree *tree, int a, int b)
{
    PD_ASSERT(a < tree->count && b < tree->count);
    int deep_a = depth_of(tree, a);
    int deep_b = depth_of(tree, b);
    for (; deep_a > deep_b; deep_a--) a = tree->nodes[a].parent;
    for (; deep_b > deep_a; deep_b--) b = tree->nodes[b].parent;
    while (a != b && a >= 0 && b >= 0) {
        a = tree->nodes[a].parent;
        b = tree->nodes[b].parent;
    }

    return a == b ? a : -1;
}

static int joint_above(const pd_io_skin_tree *tree, int node)
{
    PD_ASSERT(node >= 0 && node < tree->count);
    int up = tree->nodes[node].parent;
    while (up >= 0 && !tree->nodes[up].is_joint) up = tree->nodes[up].parent;
    return up;
}

/* ---- one of several skeletons ---- */

typedef struct skeleton {
    int root, first, joints,
        bones; /* a node without a parent, its first joint, how many; those that VRM names */
} skeleton;

static int root_of(const pd_io_skin_tree *tree, int node)
{
    while (tree->nodes[node].parent >= 0) node = tree->nodes[node].parent;
    return node;
}

static bool is_before(const skeleton *a, const skeleton *b)
{
    if (a->bones != b->bones) return a->bones > b->bones;
    return a->joints > b->joints;
}

/* Collects the skeletons, one for each root of the file with joints below it.
 * found: (PD_IO_SKIN_SKINS + 1). */
static pd_status find_skeletons(skeleton *found, int *out_count, const pd_io_skin_tree *tree, pd_error *err)
{
    int count = 0;

    /* Joints are counted for the root above them. */
    for (int n = 0; n < tree->count; n++) {
        const int i = tree->order[n];
        if (!tree->nodes[i].is_joint) continue;
        const int root = root_of(tree, i);
        int k = 0;
        while (k < count && found[k].root != root) k++;
        if (k == PD_IO_SKIN_SKINS + 1)
            return pd_fail(err, PD_ERR_LIMIT, "/skins",
                           "joints below more than the allowed %d nodes without a parent",
                           PD_IO_SKIN_SKINS + 1);
        if (k == count) found[count++] = (skeleton){.root = root, .first = i};
        found[k].joints++;
        found[k].bones += tree->nodes[i].bone[0] != 0;
    }

    *out_count = count;

    return PD_OK;
}

/* Chooses one skeleton. Joints below different roots of the file are different skeletons; those of the
 * others are no longer marked as joints. */
static pd_status choose_gltf_skin_tree(pd_io_skin *out, pd_io_skin_tree *tree, int which, pd_error *err)
{
    skeleton found[PD_IO_SKIN_SKINS + 1], chosen;
    int count = 0;

    /* Find the skeletons; the number asked for must exist. */
    const pd_status status = find_skeletons(found, &count, tree, err);
    if (status != PD_OK) return status;
    if (!count)
        return pd_fail(err, PD_ERR_FORMAT, "/skins", "the skins have no joints; at least one is expected");
    if (which < 0 || which >= count)
        return pd_fail(err, PD_ERR_RANGE, "/skins", "skeleton %d; 0 to %d allowed", which, count - 1);

    /* Sort them: those with VRM's bones first, then by the number of joints;
     * equal ones stay in the file's order. */
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && is_before(&found[k], &found[k - 1]); k--) {
            const skeleton moved = found[k];
            found[k] = found[k - 1];
            found[k - 1] = moved;
        }
    chosen = found[which];
    if (count > 1 && found[0].bones && found[1].bones)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/skins",
                       "VRM's bones in several trees, \"%.32s\" (node %d) and \"%.32s\" (node %d), without a "
                       "node above all; one skeleton is expected",
                       tree->nodes[found[0].first].name, found[0].first, tree->nodes[found[1].first].name,
                       found[1].first);

    /* Describe the other skeletons, and unmark their joints. */
    out->skeleton_count = count;
    for (int i = 0; count > 1 && i < count; i++) out->other_joints += i == which ? 0 : found[i].joints;
    if (count > 1) {
        const char *name = tree->nodes[found[which ? 0 : 1].first].name;
        memcpy(out->other, name, sizeof out->other);
    }

    for (int i = 0; count > 1 && i < tree->count; i++)
        if (tree->nodes[i].is_joint && root_of(tree, i) != chosen.root) tree->nodes[i].is_joint = 0;

    return PD_OK;
}

/* If joints form several trees, the nearest node above all of them becomes a joint. */
static void join_trees(pd_io_skin_tree *tree)
{
    int root = -1;
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].is_joint && joint_above(tree, i) < 0) root = root < 0 ? i : common(tree, root, i);
    PD_ASSERT(root >= 0); /* choose leaves joints below one node */
    tree->nodes[root].is_joint = 1;
}

/* ---- the world ---- */

static bool is_even(const pd_io_skin_node *node)
{
    const double *s = node->scale;
    const double most = fmax(s[0], fmax(s[1], s[2]));
    const double least = fmin(s[0], fmin(s[1], s[2]));
    return !node->sheared && least > 0 && most - least <= SAME_SCALE * most;
}

pd_status pd_io_skin_uneven(int node, const char *name, const double scale[3], int is_matrix, pd_error *err)
{
    char where[48];

    snprintf(where, sizeof where, "/nodes/%d/%s", node, is_matrix ? "matrix" : "scale");
    if (is_matrix)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, where,
            "node \"%.64s\": no rotation with a scale that is positive and the same on all axes; above a "
            "joint that is moved it has to be: apply the transforms in the program that the file comes from",
            name);

    return pd_fail(
        err, PD_ERR_UNSUPPORTED, where,
        "node \"%.64s\": %g %g %g; above a joint that is moved the same positive scale on all axes "
        "is expected: apply the scale in the program that the file comes from",
        name, scale[0], scale[1], scale[2]);
}

/* A scale that is negative on two axes, (-1 -1 1), is a half turn about the third: makes it part of the
 * node's rotation. Joints keep theirs, because writers replace the rotations of joints. */
static void take_half_turn(pd_io_skin_node *node)
{
    double *s = node->scale;
    const int negative = (s[0] < 0) + (s[1] < 0) + (s[2] < 0);

    node->half_turn = pd_q_identity();
    if (node->is_joint || negative != 2) return;
    node->half_turn = s[0] > 0   ? (pd_quat){1, 0, 0, 0}
                      : s[1] > 0 ? (pd_quat){0, 1, 0, 0}
                                 : (pd_quat){0, 0, 1, 0};
    node->turn = pd_q_mul(node->turn, node->half_turn);
    for (int c = 0; c < 3; c++) s[c] = fabs(s[c]);
}

/* Computes world positions, rotations and scales of joints and of the nodes above them. */
static pd_status place_gltf_skin_tree(pd_io_skin_tree *tree, pd_error *err)
{
    /* From the leaves up: mark the nodes above joints. Other nodes need no world transform. */
    for (int i = tree->count - 1; i >= 0; i--) {
        pd_io_skin_node *node = &tree->nodes[tree->order[i]];
        if (node->parent >= 0 && (node->is_joint || node->above_joint))
            tree->nodes[node->parent].above_joint = 1;
    }

    /* From the roots down: parents come first in the order, so theirs are known. */
    for (int i = 0; i < tree->count; i++) {
        pd_io_skin_node *node = &tree->nodes[tree->order[i]];
        node->uneven = -1;
        if (!node->is_joint && !node->above_joint) continue;
        const pd_io_skin_node *up = node->parent < 0 ? NULL : &tree->nodes[node->parent];
        take_half_turn(node);
        node->turn_world = up ? pd_q_normalize(pd_q_mul(up->turn_world, node->turn)) : node->turn;
        node->scale_world = (up ? up->scale_world : 1) * fabs(node->scale[0]);
        if (up) {
            const double *m = up->matrix;
            const double *t = (const double[]){node->at.x, node->at.y, node->at.z};
            double product[9];
            node->at = pd_vec3_add(up->at, pd_vec3_make(m[0] * t[0] + m[1] * t[1] + m[2] * t[2],
                                                        m[3] * t[0] + m[4] * t[1] + m[5] * t[2],
                                                        m[6] * t[0] + m[7] * t[1] + m[8] * t[2]));
            for (int k = 0; k < 9; k++)
                product[k] = m[k / 3 * 3] * node->matrix[k % 3] + m[k / 3 * 3 + 1] * node->matrix[k % 3 + 3] +
                             m[k / 3 * 3 + 2] * node->matrix[k % 3 + 6];
            memcpy(node->matrix, product, sizeof product);
            node->uneven = is_even(up) ? up->uneven : node->parent;
        }

        if (!pd_vec3_finite(node->at) || pd_vec3_length(node->at) > 1e6)
            return pd_fail(err, PD_ERR_RANGE, "/nodes", "node %d is at %g %g %g; within 1e6 m allowed",
                           tree->order[i], node->at.x, node->at.y, node->at.z);
    }

    return PD_OK;
}

/* Fills in a joint of the result from its node. */
/* ---- joints ---- */

static void fill_gltf_skin_tree(pd_io_skin *out, pd_io_skin_tree *tree, int index)
{
    pd_io_skin_node *node = &tree->nodes[index];
    pd_io_skin_joint *joint = &out->joints[out->joint_count];
    int above = joint_above(tree, index);

    PD_ASSERT(above < 0 || (tree->nodes[above].joint >= 0 && tree->nodes[above].joint < out->joint_count));
    const pd_io_skin_node *up = node->parent < 0 ? NULL : &tree->nodes[node->parent];
    pd_quat parent_turn = up ? up->turn_world : pd_q_identity();

    /* Names, rotation and bind pose of the joint. */
    *joint = (pd_io_skin_joint){.node = index, .parent = above < 0 ? -1 : tree->nodes[above].joint};
    memcpy(joint->name, node->name, sizeof joint->name);
    memcpy(joint->bone, node->bone, sizeof joint->bone);
    joint->rotation = node->turn;
    joint->bind = node->bind;
    joint->has_bind = node->has_bind && node->uneven < 0; /* else the matrix is not of a rotation */
    joint->uneven = node->uneven;
    joint->sheared = node->sheared;

    /* A node above with uneven scale is reported, because its effect cannot be kept. */
    if (node->uneven >= 0) {
        memcpy(joint->uneven_scale, tree->nodes[node->uneven].scale, sizeof joint->uneven_scale);
        memcpy(joint->uneven_name, tree->nodes[node->uneven].name, sizeof joint->uneven_name);
        joint->uneven_matrix = tree->nodes[node->uneven].is_matrix;
    }

    /* Offset and rotation from the joint above; for the root, from the world. */
    joint->offset = node->at;
    joint->above = parent_turn;
    joint->own = node->own;
    joint->scale = up ? up->scale_world : 1;

    if (above >= 0) {
        pd_quat frame = tree->nodes[above].turn_world;
        joint->offset = pd_q_rotate(pd_q_conjugate(frame), pd_vec3_sub(node->at, tree->nodes[above].at));
        joint->above = pd_q_normalize(pd_q_inv_mul(frame, parent_turn));
    } else {
        out->root_at = up ? up->at : pd_vec3_make(0, 0, 0);
        out->root_scale = up ? up->scale_world : 1;
    }

    /* Children refer to the joint by this number. */
    node->joint = out->joint_count++;
}

/* Returns the angle of q from the nearest of the 24 rotations that take axes to axes, in radians. */
static double off_axes(pd_quat q)
{
    /* Their quaternions have, up to signs and order, the components (1 0 0 0), (1 1 0 0) / sqrt 2 and (1 1 1
     * 1) / 2. */
    double a[] = {fabs(q.w), fabs(q.x), fabs(q.y), fabs(q.z)};

    for (int i = 0; i < 2; i++)
        for (int k = i + 1; k < 4; k++)
            if (a[k] > a[i]) {
                const double larger = a[k];
                a[k] = a[i];
                a[i] = larger;
            }
    const double half =
        fmax(a[0], fmax((a[0] + a[1]) * 0.70710678118654752, 0.5 * (a[0] + a[1] + a[2] + a[3])));

    return 2 * acos(fmin(1, half));
}

/* Rotation from the bind space of a joint to the world in the pose of the file's nodes. */
static pd_quat bind_off(const pd_io_skin *out, const pd_io_skin_tree *tree, int joint)
{
    return pd_q_mul(tree->nodes[out->joints[joint].node].turn_world, pd_q_conjugate(out->joints[joint].bind));
}

/* Brings the binds of skins that share no joint into one space, that of the first joint with a bind. A group
 * of skins is turned if its joints are posed as they were bound, and the joints of the first group too: then
 * both spaces differ by one rotation. Of a single joint that is known only
 * if the rotation is made of right angles. */
static void join_binds(pd_io_skin *out, const pd_io_skin_tree *tree)
{
    int first = -1;

    for (int k = 0; k < out->joint_count; k++) {
        if (!out->joints[k].has_bind) continue;
        const int group = tree->nodes[out->joints[k].node].bind_group;
        if (first < 0) first = k;

        /* Only at the first joint of each group: the others are turned with it. */
        const int first_group = tree->nodes[out->joints[first].node].bind_group;
        bool is_new = group != first_group;
        bool is_posed = false;
        int count = 0;
        for (int i = 0; i < k && is_new; i++)
            is_new = !out->joints[i].has_bind || tree->nodes[out->joints[i].node].bind_group != group;
        if (!is_new) continue;

        const pd_quat off = bind_off(out, tree, k);
        const pd_quat base = bind_off(out, tree, first);
        for (int i = 0; i < out->joint_count; i++) {
            if (!out->joints[i].has_bind) continue;
            const int its = tree->nodes[out->joints[i].node].bind_group;
            if (its == group) is_posed |= pd_q_angle(off, bind_off(out, tree, i)) > AS_BOUND;
            if (its == first_group) is_posed |= pd_q_angle(base, bind_off(out, tree, i)) > AS_BOUND;
            count += its == group;
        }

        const pd_quat turn = pd_q_mul(pd_q_conjugate(base), off);
        if (is_posed || 2 * acos(fmin(1, fabs(turn.w))) < AS_BOUND ||
            (count == 1 && off_axes(turn) > AS_BOUND))
            continue;
        for (int i = 0; i < out->joint_count; i++)
            if (out->joints[i].has_bind && tree->nodes[out->joints[i].node].bind_group == group)
                out->joints[i].bind = pd_q_mul(turn, out->joints[i].bind);
    }
}

/* Returns whether the joints are posed: Q_k bind_k^-1 differs between them, or it is one rotation that is not
 * made of right angles, as in a file that was written in the middle of an animation, with a turned root. */
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

    return off_axes(first) > AS_BOUND;
}

pd_status pd_io_skin_tree_joints(pd_io_skin *out, pd_io_skin_tree *tree, int which, pd_error *err)
{
    int count = 0;

    /* Choose the skeleton, and count its joints. */
    pd_status status = choose_gltf_skin_tree(out, tree, which, err);
    if (status != PD_OK) return status;
    for (int i = 0; i < tree->count; i++) count += tree->nodes[i].is_joint;
    if (count > PD_IO_SKIN_JOINTS)
        return pd_fail(err, PD_ERR_LIMIT, "/skins",
                       "%d joints; 1 to %d allowed (one skin, or the humanoid's bones alone, are fewer)",
                       count, PD_IO_SKIN_JOINTS);

    /* Several roots get a common one, then all get world transforms. */
    join_trees(tree);
    status = place_gltf_skin_tree(tree, err);
    if (status != PD_OK) return status;

    count++; /* node above all joints */
    out->joints = calloc((size_t)count, sizeof *out->joints);
    if (!out->joints) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d joints", count);

    /* Parents come first, as children refer to them. */
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[tree->order[i]].is_joint) fill_gltf_skin_tree(out, tree, tree->order[i]);
    PD_ASSERT(out->joint_count <= count);

    if (out->joint_count > PD_IO_SKIN_JOINTS)
        return pd_fail(err, PD_ERR_LIMIT, "/skins", "%d joints with the node above all; 1 to %d allowed",
                       out->joint_count, PD_IO_SKIN_JOINTS);

    /* Nodes above the root, from the top down. */
    int chain[PD_IO_SKIN_ABOVE];
    int up = tree->nodes[out->joints[0].node].parent;
    for (; up >= 0 && out->above_count < PD_IO_SKIN_ABOVE && is_even(&tree->nodes[up]);
         up = tree->nodes[up].parent)
        chain[out->above_count++] = up;
    if (up >= 0) out->above_count = 0;
    for (int i = 0; i < out->above_count; i++) {
        const pd_io_skin_node *node = &tree->nodes[chain[out->above_count - 1 - i]];
        out->above[i] = (pd_io_skin_above){.node = chain[out->above_count - 1 - i],
                                           .turn = node->turn,
                                           .half_turn = node->half_turn,
                                           .at = node->own,
                                           .scale = node->scale[0]};
    }

    /* Count the bones of VRM, and check whether the file's pose differs from the bind pose. */
    for (int k = 0; k < out->joint_count; k++) out->humanoid += out->joints[k].bone[0] != 0;
    join_binds(out, tree);
    out->posed = is_posed(out, tree);

    return PD_OK;
}
