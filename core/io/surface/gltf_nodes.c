#include "core/io/surface/gltf_nodes.h"

#include "core/base/assert.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_NODES 65536

pd_io_gltf_matrix pd_io_gltf_product(const pd_io_gltf_matrix *a, const pd_io_gltf_matrix *b)
{
    pd_io_gltf_matrix out;

    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            double sum = c == 3 ? a->m[4 * r + 3] : 0;
            for (int k = 0; k < 3; k++) sum += a->m[4 * r + k] * b->m[4 * k + c];
            out.m[4 * r + c] = sum;
        }

    return out;
}

double pd_io_gltf_determinant(const pd_io_gltf_matrix *a)
{
    const double *m = a->m;
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/* count finite numbers of an array; absent: out as it was. */
static pd_status gltf_nodes_numbers(double *out, const json_t *object, const char *name, size_t count,
                                    int index, pd_error *err)
{
    PD_ASSERT(count > 0 && index >= 0);
    const json_t *array = json_object_get(object, name);
    char where[64];

    if (!array) return PD_OK;
    snprintf(where, sizeof where, "/nodes/%d/%s", index, name);
    if (json_array_size(array) != count)
        return pd_fail(err, PD_ERR_FORMAT, where, "%zu numbers; %zu expected", json_array_size(array), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(array, i);
        out[i] = json_number_value(number);
        if (!json_is_number(number) || !(fabs(out[i]) <= 1e9))
            return pd_fail(err, PD_ERR_RANGE, where, "number %zu is out of range; -1e9 to 1e9 allowed", i);
    }

    return PD_OK;
}

static pd_status local_matrix(pd_io_gltf_matrix *out, const json_t *object, int index, pd_error *err)
{
    PD_ASSERT(index >= 0);
    double t[3] = {0};
    double q[4] = {0, 0, 0, 1};
    double s[3] = {1, 1, 1};
    double m[16];
    char where[64];

    /* A node has a matrix, or translation, rotation and scale. */
    if (json_object_get(object, "matrix")) {
        if (gltf_nodes_numbers(m, object, "matrix", 16, index, err) != PD_OK)
            return err ? err->status : PD_ERR_FORMAT;

        /* glTF stores columns. */
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) out->m[4 * r + c] = m[4 * c + r];
    } else {
        pd_status status = gltf_nodes_numbers(t, object, "translation", 3, index, err);
        if (status == PD_OK) status = gltf_nodes_numbers(q, object, "rotation", 4, index, err);
        if (status == PD_OK) status = gltf_nodes_numbers(s, object, "scale", 3, index, err);
        if (status != PD_OK) return status;
        const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(length > 1e-9)) {
            snprintf(where, sizeof where, "/nodes/%d/rotation", index);
            return pd_fail(err, PD_ERR_RANGE, where, "a quaternion of length %g; 1 expected", length);
        }

        /* Rotation matrix of the unit quaternion; scale is applied first. */
        const double x = q[0] / length;
        const double y = q[1] / length;
        const double z = q[2] / length;
        const double w = q[3] / length;
        const double turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                                2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                                2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) out->m[4 * r + c] = turn[3 * r + c] * s[c];
            out->m[4 * r + 3] = t[r];
        }
    }

    return PD_OK;
}

/* Sets the parent of each node from the lists of children. */
static pd_status link_parents(pd_io_gltf_nodes *out, pd_error *err)
{
    for (int i = 0; i < out->count; i++) {
        const json_t *children = json_object_get(out->items[i].json, "children");
        char where[64];

        /* Each child is a node of the file and has one parent. */
        for (size_t c = 0; c < json_array_size(children); c++) {
            const json_t *child = json_array_get(children, c);
            const json_int_t number = json_is_integer(child) ? json_integer_value(child) : -1;
            snprintf(where, sizeof where, "/nodes/%d/children/%zu", i, c);
            if (number < 0 || number >= out->count)
                return pd_fail(err, PD_ERR_RANGE, where, "not the number of a node; 0 to %d allowed",
                               out->count - 1);
            if (out->items[number].parent >= 0)
                return pd_fail(err, PD_ERR_FORMAT, where,
                               "node %d has two parents, nodes %d and %d; at most one is allowed",
                               (int)number, out->items[number].parent, i);
            out->items[number].parent = i;
        }
    }

    return PD_OK;
}

/* Fills the order, parents first. Nodes that are below themselves are reached
 * from no root and so are missing from it. */
static pd_status order_nodes(pd_io_gltf_nodes *out, pd_error *err)
{
    int done = 0;

    for (int i = 0; i < out->count; i++)
        if (out->items[i].parent < 0) out->order[done++] = i;
    for (int i = 0; i < done; i++) {
        const json_t *children = json_object_get(out->items[out->order[i]].json, "children");
        for (size_t c = 0; c < json_array_size(children); c++)
            out->order[done++] = (int)json_integer_value(json_array_get(children, c));
    }

    PD_ASSERT(done <= out->count); /* each node has one parent, so it is reached once */
    if (done == out->count) return PD_OK;

    return pd_fail(err, PD_ERR_FORMAT, "/nodes",
                   "%d of the %d nodes are descendants of themselves; a tree is expected", out->count - done,
                   out->count);
}

static pd_status find_worlds(pd_io_gltf_nodes *out, pd_error *err)
{
    for (int i = 0; i < out->count; i++) {
        pd_io_gltf_node *n = &out->items[out->order[i]];
        pd_io_gltf_matrix local;
        const pd_status status = local_matrix(&local, n->json, out->order[i], err);
        if (status != PD_OK) return status;
        n->world = n->parent < 0 ? local : pd_io_gltf_product(&out->items[n->parent].world, &local);
    }

    return PD_OK;
}

static pd_status read_nodes(pd_io_gltf_nodes *out, const pd_io_gltf_file *file, pd_error *err)
{
    const json_t *array = json_object_get(file->root, "nodes");
    const size_t count = json_array_size(array);

    /* Limit the number of nodes, and allocate them. */
    if (!count || count > MOST_NODES)
        return pd_fail(err, count ? PD_ERR_LIMIT : PD_ERR_FORMAT, "/nodes", "%zu nodes; 1 to %d allowed",
                       count, MOST_NODES);
    out->items = calloc(count, sizeof *out->items);
    out->order = calloc(count, sizeof *out->order);
    if (!out->items || !out->order)
        return pd_fail(err, PD_ERR_MEMORY, "/nodes", "out of memory for %zu", count);

    /* Nodes without a parent so far. */
    out->count = (int)count;
    for (int i = 0; i < out->count; i++)
        out->items[i] = (pd_io_gltf_node){.json = json_array_get(array, (size_t)i), .parent = -1};

    /* Hierarchy, order with parents first, and world transforms. */
    pd_status status = link_parents(out, err);
    if (status != PD_OK) return status;
    status = order_nodes(out, err);
    if (status != PD_OK) return status;

    return find_worlds(out, err);
}

pd_status pd_io_gltf_nodes_read(pd_io_gltf_nodes *out, const pd_io_gltf_file *file, pd_error *err)
{
    *out = (pd_io_gltf_nodes){0};
    const pd_status status = read_nodes(out, file, err);
    if (status != PD_OK) pd_io_gltf_nodes_deinit(out);
    return status;
}

void pd_io_gltf_nodes_deinit(pd_io_gltf_nodes *nodes)
{
    free(nodes->items);
    free(nodes->order);
    *nodes = (pd_io_gltf_nodes){0};
}

/* Marks the roots of a scene and everything below them; all nodes if scene is -1.
 * Returns whether one of them is wanted. */
static bool mark_shown(pd_io_gltf_nodes *out, const json_t *scenes, int scene, bool skinned)
{
    const json_t *roots = json_object_get(json_array_get(scenes, (size_t)scene), "nodes");
    bool has = false;

    for (int i = 0; i < out->count; i++) out->items[i].is_shown = scene < 0;
    for (size_t i = 0; i < json_array_size(roots); i++)
        out->items[json_integer_value(json_array_get(roots, i))].is_shown = true;
    for (int i = 0; i < out->count; i++) {
        pd_io_gltf_node *n = &out->items[out->order[i]];
        n->is_shown = n->is_shown || (n->parent >= 0 && out->items[n->parent].is_shown);
        has = has || (n->is_shown && json_object_get(n->json, "mesh") &&
                      (!skinned || json_object_get(n->json, "skin")));
    }

    return has;
}

/* Checks that a scene names nodes of the file. */
static pd_status check_scene(const json_t *scenes, int scene, int node_count, pd_error *err)
{
    const json_t *roots = json_object_get(json_array_get(scenes, (size_t)scene), "nodes");
    const json_t *root;
    char where[64];
    size_t i;

    json_array_foreach(roots, i, root)
    {
        const json_int_t number = json_is_integer(root) ? json_integer_value(root) : -1;
        if (number >= 0 && number < node_count) continue;
        snprintf(where, sizeof where, "/scenes/%d/nodes/%zu", scene, i);
        return pd_fail(err, PD_ERR_RANGE, where, "not the number of a node; 0 to %d allowed", node_count - 1);
    }

    return PD_OK;
}

pd_status pd_io_gltf_nodes_show(pd_io_gltf_shown *out, pd_io_gltf_nodes *nodes, const pd_io_gltf_file *file,
                                bool skinned, pd_error *err)
{
    const json_t *scenes = json_object_get(file->root, "scenes");
    const json_t *first = json_object_get(file->root, "scene");
    const int count = (int)json_array_size(scenes);

    *out = (pd_io_gltf_shown){.scene = -1,
                              .first = (int)pd_io_gltf_integer(file->root, "scene", first ? -1 : 0)};

    /* The scenes must exist, and so must their nodes. */
    if (first && (out->first < 0 || out->first >= count))
        return pd_fail(err, PD_ERR_RANGE, "/scene", "not the number of a scene; the file has %d scene%s",
                       count, count == 1 ? "" : "s");
    for (int s = 0; s < count; s++) {
        const pd_status status = check_scene(scenes, s, nodes->count, err);
        if (status != PD_OK) return status;
    }

    /* The scene that is shown first, then the others in their order. */
    for (int s = -1; s < count && out->scene < 0; s++) {
        const int scene = s < 0 ? out->first : s;
        if (scene < count && mark_shown(nodes, scenes, scene, skinned)) out->scene = scene;
    }

    /* If no scene has a wanted node, all nodes are shown if one is wanted; otherwise what is shown first. */
    if (out->scene >= 0 || mark_shown(nodes, scenes, -1, skinned)) return PD_OK;
    const json_t *roots = json_object_get(json_array_get(scenes, (size_t)out->first), "nodes");
    if (json_array_size(roots)) {
        out->scene = out->first;
        mark_shown(nodes, scenes, out->scene, skinned);
    }

    return PD_OK;
}
