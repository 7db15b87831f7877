#include "core/io/surface/gltf_follow.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_bound.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

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

static void visit_gltf_follow(reader *r, pd_io_gltf_followed *followed, const bound *b,
                              const pd_io_gltf_view *positions, size_t vertex)
{
    double p[3], x[3];

    for (int c = 0; c < 3; c++) p[c] = pd_io_gltf_number(positions, vertex, c);
    for (int c = 0; c < 3; c++) {
        const double *m = b->place.m + 4 * c;
        x[c] = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
    }

    followed->joint = b->joint;
    followed->at = pd_vec3_make(x[0], x[1], x[2]);
    if (!followed->count) {
        followed->count = 1;
        followed->joints[0] = b->joint;
        followed->weights[0] = 1;
    }

    r->job->visit(r->job->ctx, followed);
}

/* Returns the joint with the largest weight of a vertex, or -1. followed: its joints among the given ones,
 * with their weights. bounds (count): the skin's joints. */
static long heaviest(pd_io_gltf_followed *followed, const pd_io_gltf_weights *w, size_t vertex,
                     const bound *bounds, size_t count)
{
    double most = 0;
    long joint = -1;

    followed->count = 0;

    for (int n = 0; n < w->sets; n++)
        for (int s = 0; s < 4; s++) {
            const double weight = pd_io_gltf_number(&w->weights[n], vertex, s);
            const long one = weight > 0 ? (long)pd_io_gltf_number(&w->joints[n], vertex, s) : -1;
            if (one >= 0 && (size_t)one < count && bounds[one].joint >= 0) {
                followed->joints[followed->count] = bounds[one].joint;
                followed->weights[followed->count++] = weight;
            }

            if (!(weight > most)) continue;
            most = weight;
            joint = one;
        }

    return joint;
}

/* Reads the vertices of a primitive. `bounds` (count) belongs to the mesh's skin, or has one entry for a
 * mesh without a skin. */
static pd_status read_primitive(reader *r, const json_t *primitive, const char *where, const bound *bounds,
                                size_t count, bool is_skinned)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    pd_io_gltf_view positions;
    pd_io_gltf_weights weights = {.sets = 0};

    /* Positions, and the sets of joints and weights of a skinned mesh. */
    pd_status status =
        pd_io_gltf_view_of(&positions, &r->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    if (status == PD_OK && is_skinned)
        status = pd_io_gltf_weights_of(&weights, &r->file, attributes, positions.count, where);
    if (status != PD_OK) return status;
    if (positions.width != 3)
        return pd_fail(r->err, PD_ERR_FORMAT, where, "POSITION has another type; VEC3 expected");

    /* Each vertex counts for its heaviest joint. A limit keeps the time short on large files. */
    for (size_t v = 0; v < positions.count && r->visited < PD_IO_GLTF_FOLLOW_VERTICES; v++, r->visited++) {
        pd_io_gltf_followed followed;
        followed.count = 0;
        const long joint = is_skinned ? heaviest(&followed, &weights, v, bounds, count) : 0;
        if (joint < 0) continue;
        if ((size_t)joint >= count) return pd_io_gltf_weights_fail(&r->file, where, joint, v, count);
        if (bounds[joint].joint >= 0) visit_gltf_follow(r, &followed, &bounds[joint], &positions, v);
    }

    return PD_OK;
}

/* Finds the joints of a skin and the matrices from the mesh's rest position to the world. Fills `bounds`
 * (count), one for each joint of the skin. */
static pd_status read_skin(bound *bounds, size_t count, const reader *r, const json_t *skin, long number)
{
    pd_io_gltf_matrix *matrices = malloc(count * sizeof *matrices);
    int *nodes = malloc(count * sizeof *nodes);
    pd_status status = matrices && nodes
                           ? pd_io_gltf_skin_matrices(matrices, nodes, &r->file, &r->nodes, skin, number)
                           : pd_fail(r->err, PD_ERR_MEMORY, "/skins", "out of memory for %zu joints", count);

    for (size_t k = 0; status == PD_OK && k < count; k++)
        bounds[k] = (bound){r->joints[nodes[k]], matrices[k]};
    free(matrices);
    free(nodes);

    return status;
}

static pd_status read_node(reader *r, int index)
{
    PD_ASSERT(index >= 0 && index < r->nodes.count);
    const pd_io_gltf_node *node = &r->nodes.items[index];
    const long mesh = pd_io_gltf_integer(node->json, "mesh", -1);
    const long skin_number = pd_io_gltf_integer(node->json, "skin", -1);
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
    if (skin) status = read_skin(bounds, count, r, skin, skin_number);
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
        const int node = r->nodes.order[i];
        const int up = r->nodes.items[node].parent;
        if (r->joints[node] < 0 && up >= 0) r->joints[node] = r->joints[up];
    }

    return PD_OK;
}

pd_status pd_io_gltf_follow_run(const pd_io_gltf_follow *job, pd_bytes file, pd_error *err)
{
    reader r = {.job = job, .err = err};
    pd_io_gltf_shown shown;

    pd_status status = pd_io_gltf_open(&r.file, file, job->json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&r.file);
    if (status == PD_OK) status = pd_io_gltf_nodes_read(&r.nodes, &r.file, err);
    if (status == PD_OK) status = pd_io_gltf_nodes_show(&shown, &r.nodes, &r.file, true, err);
    if (status == PD_OK) status = find_joints(&r);
    for (int i = 0; status == PD_OK && i < r.nodes.count; i++)
        if (r.nodes.items[i].is_shown) status = read_node(&r, i);

    free(r.joints);
    pd_io_gltf_nodes_deinit(&r.nodes);
    pd_io_gltf_close(&r.file);

    return status;
}
