#include "core/io/surface/gltf_follow.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_nodes.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define FLOAT 5126
#define SETS  4 /* largest number of sets JOINTS_n and WEIGHTS_n that are read */

/* A joint of a skin: its index in the job's list (-1: none) and its matrix W_k B_k. */
typedef struct bound {
    int joint;
    pd_io_gltf_matrix place;
} bound;

typedef struct reader {
    const pd_io_gltf_follow *job;
    pd_io_gltf_file file;
    pd_io_gltf_nodes nodes;
    int *joints; /* (nodes.count) index in the job's list of the joint at or above a node, or -1 */
    size_t visited;
    pd_error *err;
} reader;

static void visit(reader *r, const bound *b, const pd_io_gltf_view *positions, size_t vertex)
{
    double p[3], x[3];
    for (int c = 0; c < 3; c++) p[c] = pd_io_gltf_number(positions, vertex, c);
    for (int c = 0; c < 3; c++) {
        const double *m = b->place.m + 4 * c;
        x[c] = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
    }
    r->job->visit(r->job->ctx, b->joint, pd_vec3_make(x[0], x[1], x[2]));
}

/* Returns the joint with the largest weight of a vertex, or -1. */
static long heaviest(const pd_io_gltf_view *joints, const pd_io_gltf_view *weights, int sets, size_t vertex)
{
    double most = 0;
    long joint = -1;
    for (int n = 0; n < sets; n++)
        for (int s = 0; s < 4; s++) {
            const double weight = pd_io_gltf_number(&weights[n], vertex, s);
            if (!(weight > most)) continue;
            most = weight;
            joint = (long)pd_io_gltf_number(&joints[n], vertex, s);
        }
    return joint;
}

/* Reads the vertices of a primitive. `bounds` (count) belongs to the mesh's skin, or has one entry for a
 * mesh without a skin. */
static pd_status read_primitive(reader *r, const json_t *primitive, const char *where, const bound *bounds,
                                size_t count, bool is_skinned)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    pd_io_gltf_view positions, joints[SETS], weights[SETS];
    int sets = 0;

    /* Positions, and the sets of joints and weights of a skinned mesh. */
    pd_status status =
        pd_io_gltf_view_of(&positions, &r->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    for (; status == PD_OK && is_skinned && sets < SETS; sets++) {
        char names[2][24];
        snprintf(names[0], sizeof names[0], "JOINTS_%d", sets);
        snprintf(names[1], sizeof names[1], "WEIGHTS_%d", sets);
        if (!json_object_get(attributes, names[0]) || !json_object_get(attributes, names[1])) break;
        status = pd_io_gltf_view_of(&joints[sets], &r->file, pd_io_gltf_integer(attributes, names[0], -1));
        if (status == PD_OK)
            status =
                pd_io_gltf_view_of(&weights[sets], &r->file, pd_io_gltf_integer(attributes, names[1], -1));
        if (status == PD_OK &&
            (joints[sets].width != 4 || weights[sets].width != 4 || joints[sets].count != positions.count ||
             weights[sets].count != positions.count))
            return pd_fail(r->err, PD_ERR_FORMAT, where,
                           "%s or %s has another type or count; a VEC4 for each vertex expected", names[0],
                           names[1]);
    }
    if (status != PD_OK) return status;
    if (positions.width != 3)
        return pd_fail(r->err, PD_ERR_FORMAT, where, "POSITION has another type; VEC3 expected");

    /* Each vertex counts for its heaviest joint. A limit keeps the time short on large files. */
    for (size_t v = 0; v < positions.count && r->visited < PD_IO_GLTF_FOLLOW_VERTICES; v++, r->visited++) {
        const long joint = is_skinned ? heaviest(joints, weights, sets, v) : 0;
        if (joint < 0) continue;
        if ((size_t)joint >= count)
            return pd_fail(r->err, PD_ERR_RANGE, where,
                           "joint %ld at vertex %zu; 0 to %zu allowed, the joints of the skin", joint, v,
                           count - 1);
        if (bounds[joint].joint >= 0) visit(r, &bounds[joint], &positions, v);
    }
    return PD_OK;
}

/* Finds the joints of a skin and the matrices from the mesh's rest position to the world. Fills `bounds`,
 * one for each joint of the skin. */
static pd_status read_skin(bound *bounds, const reader *r, const json_t *skin, long number)
{
    const json_t *joints = json_object_get(skin, "joints");
    const long binds = pd_io_gltf_integer(skin, "inverseBindMatrices", -1);
    pd_io_gltf_view view = {0};
    char where[64];

    snprintf(where, sizeof where, "/skins/%ld", number);

    /* Inverse bind matrices are optional. */
    if (binds >= 0) {
        const pd_status status = pd_io_gltf_view_of(&view, &r->file, binds);
        if (status != PD_OK) return status;
        if (view.width != 16 || view.component != FLOAT || view.count < json_array_size(joints))
            return pd_fail(r->err, PD_ERR_FORMAT, where,
                           "the inverse bind matrices have another type or count; one MAT4 of floats for "
                           "each joint expected");
    }

    /* Each joint must be a node. Its matrix is its node's times its inverse bind matrix. */
    for (size_t k = 0; k < json_array_size(joints); k++) {
        const json_t *item = json_array_get(joints, k);
        const json_int_t node = json_is_integer(item) ? json_integer_value(item) : -1;
        if (node < 0 || node >= r->nodes.count)
            return pd_fail(r->err, PD_ERR_RANGE, where,
                           "joint %zu is not the number of a node; 0 to %d allowed", k, r->nodes.count - 1);

        bounds[k] = (bound){r->joints[node], r->nodes.items[node].world};
        if (!view.data) continue;
        pd_io_gltf_matrix bind;
        for (int row = 0; row < 3; row++)
            for (int c = 0; c < 4; c++) bind.m[4 * row + c] = pd_io_gltf_number(&view, k, 4 * c + row);
        bounds[k].place = pd_io_gltf_product(&bounds[k].place, &bind);
    }
    return PD_OK;
}

static pd_status read_node(reader *r, int index)
{
    PD_ASSERT(index >= 0 && index < r->nodes.count);
    const pd_io_gltf_node *node = &r->nodes.items[index];
    const long mesh = pd_io_gltf_integer(node->json, "mesh", -1),
               skin_number = pd_io_gltf_integer(node->json, "skin", -1);
    const json_t *skin =
        skin_number < 0 ? NULL : json_array_get(json_object_get(r->file.root, "skins"), (size_t)skin_number);
    const json_t *primitives =
        json_object_get(json_array_get(json_object_get(r->file.root, "meshes"), (size_t)mesh), "primitives");
    const size_t count = skin ? json_array_size(json_object_get(skin, "joints")) : 1;
    pd_status status = PD_OK;

    /* A node without a mesh, or with nothing to follow, adds no vertices. */
    if (mesh < 0 || !count || (!skin && r->joints[index] < 0)) return PD_OK;
    bound *bounds = calloc(count, sizeof *bounds);
    if (!bounds) return pd_fail(r->err, PD_ERR_MEMORY, "/skins", "out of memory for %zu joints", count);

    /* Matrices of the joints, or of the node itself without a skin; then the vertices. */
    bounds[0] = (bound){r->joints[index], node->world};
    if (skin) status = read_skin(bounds, r, skin, skin_number);
    for (size_t i = 0; status == PD_OK && i < json_array_size(primitives); i++) {
        char where[64];
        snprintf(where, sizeof where, "/meshes/%ld/primitives/%zu", mesh, i);
        status = read_primitive(r, json_array_get(primitives, i), where, bounds, count, skin != NULL);
    }
    free(bounds);
    return status;
}

/* Finds the joint at or above each node. */
static pd_status find_joints(reader *r)
{
    const int count = r->nodes.count;
    r->joints = malloc((size_t)count * sizeof *r->joints);
    if (!r->joints) return pd_fail(r->err, PD_ERR_MEMORY, "/nodes", "out of memory for %d", count);

    for (int i = 0; i < count; i++) r->joints[i] = -1;
    for (int k = 0; k < r->job->count; k++)
        if (r->job->nodes[k] >= 0 && r->job->nodes[k] < count) r->joints[r->job->nodes[k]] = k;
    for (int i = 0; i < count; i++) {
        const int node = r->nodes.order[i], up = r->nodes.items[node].parent;
        if (r->joints[node] < 0 && up >= 0) r->joints[node] = r->joints[up];
    }
    return PD_OK;
}

pd_status pd_io_gltf_follow_run(const pd_io_gltf_follow *job, pd_bytes file, pd_error *err)
{
    reader r = {.job = job, .err = err};

    pd_status status = pd_io_gltf_open(&r.file, file, job->json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&r.file);
    if (status == PD_OK) status = pd_io_gltf_nodes_read(&r.nodes, &r.file, err);
    if (status == PD_OK) status = find_joints(&r);
    for (int i = 0; status == PD_OK && i < r.nodes.count; i++)
        if (r.nodes.items[i].is_shown) status = read_node(&r, i);

    free(r.joints);
    pd_io_gltf_nodes_deinit(&r.nodes);
    pd_io_gltf_close(&r.file);
    return status;
}
