#include "core/io/surface/gltf_skin.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_file.h"
#include "core/io/surface/gltf_meant.h"
#include "core/io/surface/gltf_skin_tree.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLOAT    5126
#define APART    0.05 /* of the way between two joints: least distance of a bone between them from both */
/* Least volume spanned by a bind matrix's columns, relative to the product of their lengths. */
#define FLATTEST 1e-6

typedef struct reading {
    pd_io_gltf_file file;
    const pd_io_skin_options *options;
    pd_io_skin_tree tree;
    pd_io_skin *out;
    pd_error *err;
} reading;

/* ---- nodes ---- */

/* Reads an array of `count` finite numbers. Leaves `out` as it is if the array is absent. */
static pd_status gltf_skin_numbers(double *out, const json_t *object, const char *name, size_t count,
                                   const char *at, pd_error *err)
{
    const json_t *array = json_object_get(object, name);
    char where[80];

    if (!array) return PD_OK;
    snprintf(where, sizeof where, "%s/%s", at, name);
    if (json_array_size(array) != count)
        return pd_fail(err, PD_ERR_FORMAT, where, "%zu numbers; %zu expected", json_array_size(array), count);

    /* Check that each is a number of sensible size. */
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(array, i);
        out[i] = json_number_value(number);
        if (!json_is_number(number) || !isfinite(out[i]) || fabs(out[i]) > 1e9)
            return pd_fail(err, PD_ERR_RANGE, where, "number %zu is out of range; -1e9 to 1e9 allowed", i);
    }

    return PD_OK;
}

/* Splits a column-major matrix into translation, rotation and scale (the first is negative when it mirrors),
 * or marks the node as sheared. */
static void from_matrix(pd_io_skin_node *node, const double m[16])
{
    double turn[9];

    /* Lengths of the columns, and the columns without them. */
    for (int c = 0; c < 3; c++)
        node->scale[c] =
            sqrt(m[4 * c] * m[4 * c] + m[4 * c + 1] * m[4 * c + 1] + m[4 * c + 2] * m[4 * c + 2]);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 3; i++) turn[3 * i + c] = node->scale[c] > 0 ? m[4 * c + i] / node->scale[c] : 0;
    pd_vec3 x = {turn[0], turn[3], turn[6]};
    pd_vec3 y = {turn[1], turn[4], turn[7]};
    pd_vec3 z = {turn[2], turn[5], turn[8]};

    /* Columns that are not at right angles are sheared. A negative volume means a mirror. */
    const double worst =
        fmax(fabs(pd_vec3_dot(x, y)), fmax(fabs(pd_vec3_dot(y, z)), fabs(pd_vec3_dot(z, x))));
    const double volume = pd_vec3_dot(pd_vec3_cross(x, y), z);
    node->sheared = !(worst < 1e-3) || fabs(volume) < 0.5;
    if (volume < 0) {
        node->scale[0] = -node->scale[0];
        for (int i = 0; i < 3; i++) turn[3 * i] = -turn[3 * i];
    }

    /* Rotation, whole matrix and position. */
    if (!pd_q_unit(&node->turn, pd_q_from_matrix(turn))) node->turn = pd_q_identity();
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 3; i++) node->matrix[3 * i + c] = m[4 * c + i];
    node->at = pd_vec3_make(m[12], m[13], m[14]);
}

static pd_status read_node(reading *r, int index, const json_t *object)
{
    PD_ASSERT(index >= 0 && index < r->tree.count);
    pd_io_skin_node *node = &r->tree.nodes[index];
    double at[3] = {0, 0, 0};
    double q[4] = {0, 0, 0, 1};
    double m[16];
    char where[48];

    snprintf(where, sizeof where, "/nodes/%d", index);
    if (!json_is_object(object))
        return pd_fail(r->err, PD_ERR_FORMAT, where, "not an object; an object expected");

    /* Read the node's members. Missing ones keep their defaults. */
    node->scale[0] = node->scale[1] = node->scale[2] = 1;
    const char *name = json_string_value(json_object_get(object, "name"));
    snprintf(node->name, sizeof node->name, "%s", name ? name : "");
    pd_status status = gltf_skin_numbers(at, object, "translation", 3, where, r->err);
    if (status == PD_OK) status = gltf_skin_numbers(q, object, "rotation", 4, where, r->err);
    if (status == PD_OK) status = gltf_skin_numbers(node->scale, object, "scale", 3, where, r->err);
    if (status == PD_OK) status = gltf_skin_numbers(m, object, "matrix", 16, where, r->err);
    if (status != PD_OK) return status;

    /* Position and unit rotation. */
    node->at = pd_vec3_make(at[0], at[1], at[2]);
    if (!pd_q_unit(&node->turn, (pd_quat){q[0], q[1], q[2], q[3]})) {
        strcat(where, "/rotation");
        return pd_fail(r->err, PD_ERR_RANGE, where, "a quaternion of length 0; length 1 expected");
    }

    /* A matrix replaces them; otherwise the matrix is made from them. */
    node->own = node->at;
    if (json_object_get(object, "matrix")) {
        from_matrix(node, m);
        node->is_matrix = 1;
        node->own = node->at;
    } else {
        pd_q_to_matrix(node->matrix, node->turn);
        for (int i = 0; i < 9; i++) node->matrix[i] *= node->scale[i % 3];
    }

    return PD_OK;
}

/* Returns the index of a node in an array of nodes, or -1 with an error. */
static int node_number(reading *r, const json_t *value, const char *where)
{
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    if (number >= 0 && number < r->tree.count) return (int)number;
    pd_fail(r->err, PD_ERR_RANGE, where, "not the number of a node; 0 to %d allowed", r->tree.count - 1);
    return -1;
}

static pd_status read_nodes(reading *r)
{
    const json_t *array = json_object_get(r->file.root, "nodes");
    size_t count = json_array_size(array);

    /* Limit the number of nodes, and allocate them. */
    if (!count || count > PD_IO_SKIN_NODES)
        return pd_fail(r->err, count ? PD_ERR_LIMIT : PD_ERR_FORMAT, "/nodes", "%zu nodes; 1 to %d allowed",
                       count, PD_IO_SKIN_NODES);

    r->tree.nodes = calloc(count, sizeof *r->tree.nodes);
    r->tree.order = calloc(count, sizeof *r->tree.order);
    if (!r->tree.nodes || !r->tree.order)
        return pd_fail(r->err, PD_ERR_MEMORY, "/nodes", "out of memory for %zu", count);

    /* No node has relatives yet. */
    r->tree.count = (int)count;
    for (int i = 0; i < r->tree.count; i++)
        r->tree.nodes[i].parent = r->tree.nodes[i].first = r->tree.nodes[i].next = r->tree.nodes[i].joint =
            -1;

    /* Read each node on its own. */
    pd_status status = PD_OK;
    for (int i = 0; status == PD_OK && i < r->tree.count; i++)
        status = read_node(r, i, json_array_get(array, (size_t)i));
    if (status != PD_OK) return status;

    /* Link children to parents, the last child first, so that each list is in the file's order. */
    for (int i = 0; i < r->tree.count; i++) {
        const json_t *children = json_object_get(json_array_get(array, (size_t)i), "children");
        char where[64];

        for (size_t c = json_array_size(children); c-- > 0;) {
            snprintf(where, sizeof where, "/nodes/%d/children/%zu", i, c);
            int child = node_number(r, json_array_get(children, c), where);
            if (child < 0) return PD_ERR_RANGE;
            pd_io_skin_node *below = &r->tree.nodes[child];
            if (below->parent >= 0)
                return pd_fail(r->err, PD_ERR_FORMAT, where,
                               "node %d has two parents, nodes %d and %d; at most one is allowed", child,
                               below->parent, i);
            below->parent = i;
            below->next = r->tree.nodes[i].first;
            r->tree.nodes[i].first = child;
        }
    }

    /* Find the order in which parents come first. */
    return pd_io_skin_tree_link(&r->tree, r->err);
}

/* ---- skins ---- */

/* Matrices of a skin, one for each joint. data NULL: there are none, and all are the identity. */
static pd_status open_binds(pd_io_gltf_view *out, const reading *r, int index, const json_t *skin,
                            size_t count)
{
    const json_t *number = json_object_get(skin, "inverseBindMatrices");
    char where[64];

    *out = (pd_io_gltf_view){0};
    if (!number) return PD_OK;
    const pd_status status =
        pd_io_gltf_view_of(out, &r->file, pd_io_gltf_integer(skin, "inverseBindMatrices", -1));
    if (status != PD_OK) return status;
    if (out->width == 16 && out->component == FLOAT && out->count >= count) return PD_OK;
    snprintf(where, sizeof where, "/skins/%d/inverseBindMatrices", index);

    return pd_fail(r->err, PD_ERR_FORMAT, where, "%zu elements of %d numbers; %zu MAT4 of floats expected",
                   out->count, out->width, count);
}

/* Reads the rotation that an inverse bind matrix undoes: R for R^T s.
 * *has: false if the matrix mirrors or shears. */
static pd_status read_bind(pd_quat *bind, bool *has, const pd_io_gltf_view *view, size_t row, int skin,
                           pd_error *err)
{
    pd_io_skin_node inverse = {.scale = {1, 1, 1}};
    double m[16];
    char where[80];

    /* All numbers must be finite. */
    snprintf(where, sizeof where, "/skins/%d/inverseBindMatrices: matrix %zu", skin, row);
    for (int i = 0; i < 16; i++) {
        m[i] = pd_io_gltf_number(view, row, i);
        if (!isfinite(m[i]))
            return pd_fail(err, PD_ERR_RANGE, where, "number %d is not finite; finite numbers expected", i);
    }

    /* Refuse a singular matrix. The measure is the determinant over the product of the columns' lengths,
     * which is independent of scale. */
    const pd_vec3 x = {m[0], m[1], m[2]};
    const pd_vec3 y = {m[4], m[5], m[6]};
    const pd_vec3 z = {m[8], m[9], m[10]};
    const double sides = pd_vec3_length(x) * pd_vec3_length(y) * pd_vec3_length(z);
    const double volume = sides > 0 ? fabs(pd_vec3_dot(pd_vec3_cross(x, y), z)) / sides : 0;
    if (!(volume > FLATTEST))
        return pd_fail(
            err, PD_ERR_RANGE, where,
            "it is singular (determinant %.3g of the product of its columns' lengths); over %.10g allowed",
            volume, FLATTEST);

    /* Take the rotation. */
    from_matrix(&inverse, m);
    *has = !inverse.sheared && inverse.scale[0] >= 0;
    *bind = pd_q_conjugate(inverse.turn);

    return PD_OK;
}

/* Reads the binds of a skin. Each skin has the space of its own mesh, so that binds of one joint may differ
 * between skins (a head modelled in another program). The first joint that an earlier skin has too tells the
 * rotation between both spaces; the binds are stored in the earlier one.
 * is_meant (count): see gltf_meant.h. */
static pd_status read_binds(reading *r, const pd_io_gltf_view *view, const json_t *joints, int skin,
                            const bool *is_meant)
{
    const size_t count = json_array_size(joints);
    pd_quat into = pd_q_identity();
    pd_quat bind = pd_q_identity();
    bool has = false, is_known = false;
    int group = skin;
    pd_status status = PD_OK;

    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; status == PD_OK && k < count; k++) {
            pd_io_skin_node *node = &r->tree.nodes[json_integer_value(json_array_get(joints, k))];
            if (!is_meant[k]) continue;
            status = read_bind(&bind, &has, view, k, skin, r->err);
            if (status != PD_OK || !has) continue;
            if (!pass && node->has_bind && !is_known) {
                is_known = true;
                group = node->bind_group;
                if (pd_q_angle(node->bind, bind) > PD_IO_SKIN_AS_BOUND)
                    into = pd_q_mul(node->bind, pd_q_conjugate(bind));
            }

            if (!pass || node->has_bind) continue; /* The first skin of a joint decides. */
            node->bind = pd_q_mul(into, bind);
            node->has_bind = 1;
            node->bind_group = group;
        }

    return status;
}

/* Reads the binds of a skin that are meant. */
static pd_status read_meant_binds(reading *r, const pd_io_gltf_view *view, const json_t *joints, int skin)
{
    const size_t count = json_array_size(joints);
    int *nodes = malloc((count ? count : 1) * sizeof *nodes);
    bool *is_meant = malloc((count ? count : 1) * sizeof *is_meant);
    pd_status status = nodes && is_meant
                           ? PD_OK
                           : pd_fail(r->err, PD_ERR_MEMORY, "/skins", "out of memory for %zu joints", count);

    for (size_t k = 0; k < count && status == PD_OK; k++)
        nodes[k] = (int)json_integer_value(json_array_get(joints, k));
    const pd_io_gltf_skin_binds job = {
        .file = &r->file, .tree = &r->tree, .view = view, .nodes = nodes, .count = count, .skin = skin};
    if (status == PD_OK) status = pd_io_gltf_binds_meant(is_meant, &job);
    if (status == PD_OK) status = read_binds(r, view, joints, skin, is_meant);
    free(is_meant);
    free(nodes);

    return status;
}

/* Returns whether a channel of an animation turns or moves its node; *node: the node, or -1. */
static bool moves_node(long *node, const reading *r, const json_t *channel)
{
    const json_t *target = json_object_get(channel, "target");
    const char *path = json_string_value(json_object_get(target, "path"));

    *node = pd_io_gltf_integer(target, "node", -1);

    return path && (!strcmp(path, "rotation") || !strcmp(path, "translation")) && *node >= 0 &&
           *node < r->tree.count;
}

/* Marks the nodes above joints. */
static void mark_above(pd_io_skin_tree *tree)
{
    for (int n = tree->count - 1; n >= 0; n--) {
        const pd_io_skin_node *node = &tree->nodes[tree->order[n]];
        if (node->parent >= 0 && (node->is_joint || node->above_joint))
            tree->nodes[node->parent].above_joint = 1;
    }
}

/* Returns how many nodes animations turn or move that are neither joints nor above one. */
static int count_moved(reading *r)
{
    const json_t *animation, *channel;
    int count = 0;
    size_t i, k;
    long node;

    mark_above(&r->tree);
    json_array_foreach(json_object_get(r->file.root, "animations"), i, animation)
        json_array_foreach(json_object_get(animation, "channels"), k,
                           channel) if (moves_node(&node, r, channel) && !r->tree.nodes[node].is_joint &&
                                        !r->tree.nodes[node].above_joint) count++;

    return count;
}

/* Returns whether a node is something that a skeleton carries: a mesh, a camera, a light. */
static bool is_thing(const json_t *own)
{
    return json_object_get(own, "mesh") || json_object_get(own, "camera") ||
           json_object_get(json_object_get(own, "extensions"), "KHR_lights_punctual");
}

/* Marks the nodes that animations move as joints, and what hangs together with them. */
static void mark_moved(reading *r)
{
    const json_t *nodes = json_object_get(r->file.root, "nodes");
    const json_t *animation, *channel;
    size_t i, k;
    long moved;

    /* Nodes that an animation moves. */
    json_array_foreach(json_object_get(r->file.root, "animations"), i, animation)
        json_array_foreach(json_object_get(animation, "channels"), k,
                           channel) if (moves_node(&moved, r, channel)) r->tree.nodes[moved]
            .is_joint = 1;

    /* The trees in which something moves: every node above a joint, then every node below such a root. */
    mark_above(&r->tree);
    for (int n = 0; n < r->tree.count; n++) {
        pd_io_skin_node *node = &r->tree.nodes[r->tree.order[n]];
        const json_t *own = json_array_get(nodes, (size_t)r->tree.order[n]);
        if (node->is_joint || is_thing(own)) continue;
        node->is_joint = node->above_joint || (node->parent >= 0 && r->tree.nodes[node->parent].is_joint);
    }
}

/* Marks the nodes of all trees that have a mesh as joints. A mesh without children at the place of the node
 * above it is a part of that node. */
static void mark_nodes(reading *r)
{
    const json_t *nodes = json_object_get(r->file.root, "nodes");
    pd_io_skin_tree *tree = &r->tree;

    /* Find the trees: mark the nodes above meshes, then what is below them. */
    for (int n = 0; n < tree->count; n++) {
        pd_io_skin_node *node = &tree->nodes[n];
        if (json_object_get(json_array_get(nodes, (size_t)n), "mesh")) node->above_joint = 1;
    }

    mark_above(tree);
    for (int n = 0; n < tree->count; n++) {
        pd_io_skin_node *node = &tree->nodes[tree->order[n]];
        const json_t *own = json_array_get(nodes, (size_t)tree->order[n]);
        const bool has_tree = node->above_joint || (node->parent >= 0 && tree->nodes[node->parent].is_joint);
        const bool has_mesh = json_object_get(own, "mesh") != NULL;
        const bool is_part = has_mesh && node->first < 0 && pd_vec3_length(node->at) <= 0;
        const bool is_skinned = json_object_get(own, "skin") != NULL;
        if (node->is_joint || is_skinned || is_part || (is_thing(own) && !has_mesh)) continue;
        node->is_joint = has_tree;
    }

    /* Only meshes that were joints make what is above them so. */
    for (int n = 0; n < tree->count; n++) tree->nodes[n].above_joint = 0;
}

/* Fails if no node is a joint. */
static pd_status check_joints(const reading *r)
{
    for (int n = 0; n < r->tree.count; n++)
        if (r->tree.nodes[n].is_joint) return PD_OK;

    return r->options->take == PD_IO_TAKE_NODES
               ? pd_fail(r->err, PD_ERR_UNSUPPORTED, "/nodes",
                         "the file has neither a skin nor a tree of nodes with meshes; a rigged file is "
                         "expected (POST /v1/rig makes a rig for a mesh)")
               : pd_fail(r->err, PD_ERR_UNSUPPORTED, "/animations",
                         "the file has neither a skin nor an animation of nodes; a rigged or animated file "
                         "is expected");
}

static pd_status read_skins(reading *r)
{
    const json_t *skins = json_object_get(r->file.root, "skins");
    int count = (int)json_array_size(skins);
    int only = r->options->skin;
    pd_status status = PD_OK;

    /* A file without a skin has no skeleton unless VRM names the bones. */
    r->out->skin_count = count;
    if (!count && !r->out->vrm && r->options->take == PD_IO_TAKE_BOUND)
        return pd_fail(
            r->err, PD_ERR_UNSUPPORTED, "/skins",
            "the file has no skin and so no skeleton; a rigged file is expected (POST /v1/rig makes "
            "a rig for a mesh)");
    if (count > PD_IO_SKIN_SKINS)
        return pd_fail(r->err, PD_ERR_LIMIT, "/skins", "%d skins; at most %d allowed", count,
                       PD_IO_SKIN_SKINS);
    if (only >= count)
        return pd_fail(r->err, PD_ERR_RANGE, "/skins", "skin %d; 0 to %d allowed", only, count - 1);

    /* Mark the joints of the skins that are asked for, and read their bind matrices. */
    for (int i = 0; status == PD_OK && i < count; i++) {
        if (only >= 0 && only != i) continue;
        const json_t *skin = json_array_get(skins, (size_t)i);
        const json_t *joints = json_object_get(skin, "joints");
        const size_t joint_count = json_array_size(joints);
        pd_io_gltf_view binds;
        status = open_binds(&binds, r, i, skin, joint_count);
        if (status != PD_OK) return status;

        for (size_t k = 0; k < joint_count; k++) {
            char where[64];
            snprintf(where, sizeof where, "/skins/%d/joints/%zu", i, k);
            int node = node_number(r, json_array_get(joints, k), where);
            if (node < 0) return PD_ERR_RANGE;
            if (!r->options->humanoid_only) r->tree.nodes[node].is_joint = 1;
        }

        if (status == PD_OK && binds.data) status = read_meant_binds(r, &binds, joints, i);
    }

    return status;
}

/* Marks nodes between two joints as joints too: bones that no vertex follows, which some exporters leave out
 * of the skins, as the clavicles of a figure with one mesh and one skin for each part. A node at the place of
 * the joint above or below it, as a pivot is, is not a bone. */
static void add_joints_between(pd_io_skin_tree *tree)
{
    for (int n = tree->count - 1; n >= 0; n--) {
        const int end = tree->order[n];
        if (!tree->nodes[end].is_joint) continue;

        /* Length of the path from this joint to the one above it. */
        double whole = 0;
        int above = end;
        do {
            whole += pd_vec3_length(tree->nodes[above].at);
            above = tree->nodes[above].parent;
        } while (above >= 0 && !tree->nodes[above].is_joint);
        if (above < 0) continue;

        /* Nodes on it that stand apart from both neighbours. */
        for (int below = end, k = tree->nodes[end].parent; k != above; below = k, k = tree->nodes[k].parent)
            tree->nodes[k].is_joint = pd_vec3_length(tree->nodes[k].at) > APART * whole &&
                                      pd_vec3_length(tree->nodes[below].at) > APART * whole &&
                                      !tree->nodes[k].sheared;
    }
}

/* ---- VRM ---- */

/* Gives a node the name of a bone. A bone without a node, or with -1 as older exporters write it, is one that
 * the figure does not have. Of two bones of one node the first counts. */
static pd_status name_bone(reading *r, const char *bone, const json_t *node, const char *where)
{
    if (!node || json_is_null(node) || (json_is_integer(node) && json_integer_value(node) == -1))
        return PD_OK;
    int number = node_number(r, node, where);
    if (number < 0) return PD_ERR_RANGE;
    pd_io_skin_node *named = &r->tree.nodes[number];
    if (r->options->skin < 0 || r->options->humanoid_only) named->is_joint = 1;
    if (!named->bone[0]) snprintf(named->bone, sizeof named->bone, "%s", bone ? bone : "");

    return PD_OK;
}

/* Reads VRM's names of bones. In version 0.x: [{"bone","node"}]; in 1.0: {"hips":{"node"}}. */
static pd_status read_vrm(reading *r)
{
    const json_t *extensions = json_object_get(r->file.root, "extensions");
    const json_t *row;
    const json_t *old = json_object_get(extensions, "VRM");
    const json_t *new = json_object_get(extensions, "VRMC_vrm");
    const json_t *bones = json_object_get(json_object_get(new ? new : old, "humanoid"), "humanBones");
    const char *bone;
    char where[96];
    size_t i;

    /* The form of the list depends on the version. */
    r->out->vrm = json_is_object(bones) ? 2 : json_is_array(bones) ? 1 : 0;
    json_array_foreach(bones, i, row)
    {
        snprintf(where, sizeof where, "/extensions/VRM/humanoid/humanBones/%zu/node", i);
        const char *name = json_string_value(json_object_get(row, "bone"));
        if (name_bone(r, name, json_object_get(row, "node"), where) != PD_OK) return PD_ERR_RANGE;
    }

    /* Version 1.0. */
    json_object_foreach((json_t *)(uintptr_t)(r->out->vrm == 2 ? bones : NULL), bone, row)
    {
        snprintf(where, sizeof where, "/extensions/VRMC_vrm/humanoid/humanBones/%.31s/node", bone);
        if (name_bone(r, bone, json_object_get(row, "node"), where) != PD_OK) return PD_ERR_RANGE;
    }

    /* Only VRM tells which bones are a humanoid's. */
    if (r->options->humanoid_only && !r->out->vrm)
        return pd_fail(
            r->err, PD_ERR_UNSUPPORTED, "/extensions",
            "humanoid_only, but the file has no VRM extension; a VRM file with humanoid bones is needed");

    return PD_OK;
}

/* ---- all of it ---- */

pd_status pd_io_skin_read(pd_io_skin *out, pd_bytes file, const pd_io_skin_options *options, pd_error *err)
{
    static const pd_io_skin_options all = {.skin = -1};
    reading r = {.options = options ? options : &all, .out = out, .err = err};

    memset(out, 0, sizeof *out);
    pd_status status = pd_io_gltf_open(&r.file, file, r.options->json_memory, err);
    if (status == PD_OK) status = read_nodes(&r);
    if (status == PD_OK) status = read_vrm(&r);
    if (status == PD_OK) status = read_skins(&r);
    if (status == PD_OK) out->moved_beside = count_moved(&r);
    if (status == PD_OK && r.options->take == PD_IO_TAKE_MOVED) mark_moved(&r);
    if (status == PD_OK && r.options->take == PD_IO_TAKE_NODES) mark_nodes(&r);
    if (status == PD_OK && r.options->take != PD_IO_TAKE_BOUND) status = check_joints(&r);
    if (status == PD_OK && !out->vrm && r.options->skin < 0) add_joints_between(&r.tree);
    if (status == PD_OK) status = pd_io_skin_tree_joints(out, &r.tree, r.options->skeleton, err);
    pd_io_gltf_close(&r.file);
    free(r.tree.nodes);
    free(r.tree.order);
    if (status != PD_OK) pd_io_skin_deinit(out);

    return status;
}

void pd_io_skin_deinit(pd_io_skin *skin)
{
    free(skin->joints);
    memset(skin, 0, sizeof *skin);
}
