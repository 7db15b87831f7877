/* The triangles of a glTF binary file. */
#include "core/io/surface/gltf_file.h"
#include "core/io/surface/surface.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NODES 65536
#define MOST_PARTS 4096
#define FLOAT      5126
#define TRIANGLES  4

typedef struct matrix {
    double m[12]; /* rows of [A | t] */
} matrix;

typedef struct node {
    const json_t *json;
    int parent;
    bool is_placed, is_shown;
    matrix world;
} node;

typedef struct reader {
    pd_io_gltf_file file;
    pd_io_surface *out;
    node *nodes;
    int *order, node_count;
    pd_error *err;
} reader;

static matrix product(const matrix *a, const matrix *b)
{
    matrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            double sum = c == 3 ? a->m[4 * r + 3] : 0;
            for (int k = 0; k < 3; k++) sum += a->m[4 * r + k] * b->m[4 * k + c];
            out.m[4 * r + c] = sum;
        }
    return out;
}

static double determinant(const matrix *a)
{
    const double *m = a->m;
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/* ---- nodes ---- */

/* count finite numbers of an array; absent: out as it was. */
static pd_status numbers(double *out, const json_t *object, const char *name, size_t count, int index,
                         pd_error *err)
{
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
            return pd_fail(err, PD_ERR_RANGE, where, "number %zu is none within 1e9", i);
    }
    return PD_OK;
}

static pd_status local_matrix(matrix *out, const json_t *object, int index, pd_error *err)
{
    double t[3] = {0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1}, m[16];
    char where[64];

    if (json_object_get(object, "matrix")) {
        if (numbers(m, object, "matrix", 16, index, err) != PD_OK) return err ? err->status : PD_ERR_FORMAT;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) out->m[4 * r + c] = m[4 * c + r];
    } else {
        pd_status status = numbers(t, object, "translation", 3, index, err);
        if (status == PD_OK) status = numbers(q, object, "rotation", 4, index, err);
        if (status == PD_OK) status = numbers(s, object, "scale", 3, index, err);
        if (status != PD_OK) return status;
        const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(length > 1e-9)) {
            snprintf(where, sizeof where, "/nodes/%d/rotation", index);
            return pd_fail(err, PD_ERR_RANGE, where, "a quaternion of length %g; 1 expected", length);
        }
        const double x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
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

static pd_status read_nodes(reader *r)
{
    const json_t *array = json_object_get(r->file.root, "nodes");
    const size_t count = json_array_size(array);

    if (!count || count > MOST_NODES)
        return pd_fail(r->err, PD_ERR_LIMIT, "/nodes", "%zu nodes; 1 to %d allowed", count, MOST_NODES);
    r->nodes = calloc(count, sizeof *r->nodes);
    r->order = calloc(count, sizeof *r->order);
    if (!r->nodes || !r->order)
        return pd_fail(r->err, PD_ERR_MEMORY, "/nodes", "out of memory for %zu", count);

    r->node_count = (int)count;
    for (int i = 0; i < r->node_count; i++)
        r->nodes[i] = (node){.json = json_array_get(array, (size_t)i), .parent = -1};

    for (int i = 0; i < r->node_count; i++) {
        const json_t *children = json_object_get(r->nodes[i].json, "children");
        char where[64];

        for (size_t c = 0; c < json_array_size(children); c++) {
            const json_t *child = json_array_get(children, c);
            const json_int_t number = json_is_integer(child) ? json_integer_value(child) : -1;
            snprintf(where, sizeof where, "/nodes/%d/children/%zu", i, c);
            if (number < 0 || number >= r->node_count)
                return pd_fail(r->err, PD_ERR_RANGE, where, "no node's number; 0 to %d are there",
                               r->node_count - 1);
            if (r->nodes[number].parent >= 0)
                return pd_fail(r->err, PD_ERR_FORMAT, where, "node %d has two parents, %d and %d",
                               (int)number, r->nodes[number].parent, i);
            r->nodes[number].parent = i;
        }
    }

    /* Parents first; what is below itself has no place in the order. */
    int done = 0;
    for (int i = 0; i < r->node_count; i++)
        if (r->nodes[i].parent < 0) r->order[done++] = i;
    for (int i = 0; i < done; i++) {
        const json_t *children = json_object_get(r->nodes[r->order[i]].json, "children");
        for (size_t c = 0; c < json_array_size(children); c++)
            r->order[done++] = (int)json_integer_value(json_array_get(children, c));
    }
    if (done != r->node_count)
        return pd_fail(r->err, PD_ERR_FORMAT, "/nodes", "%d of %d nodes are below themselves",
                       r->node_count - done, r->node_count);

    pd_status status = PD_OK;
    for (int i = 0; status == PD_OK && i < r->node_count; i++) {
        node *n = &r->nodes[r->order[i]];
        matrix local;
        status = local_matrix(&local, n->json, r->order[i], r->err);
        if (status == PD_OK) n->world = n->parent < 0 ? local : product(&r->nodes[n->parent].world, &local);
    }
    if (status != PD_OK) return status;

    /* The scene shows what is below its roots, or everything where it has none. */
    const json_t *scenes = json_object_get(r->file.root, "scenes");
    const long number = pd_io_gltf_integer(r->file.root, "scene", 0);
    const json_t *roots = json_object_get(json_array_get(scenes, (size_t)number), "nodes");
    const bool is_all = !json_array_size(roots);

    for (size_t i = 0; i < json_array_size(roots); i++) {
        const json_int_t root = json_integer_value(json_array_get(roots, i));
        if (root >= 0 && root < r->node_count) r->nodes[root].is_shown = true;
    }
    for (int i = 0; i < r->node_count; i++) {
        node *n = &r->nodes[r->order[i]];
        n->is_shown = is_all || n->is_shown || (n->parent >= 0 && r->nodes[n->parent].is_shown);
    }

    return PD_OK;
}

/* ---- meshes ---- */

/* Of a skinned node: its first joint's matrix times the inverse bind matrix. */
static pd_status skin_matrix(matrix *out, const reader *r, long skin_number)
{
    const json_t *skin = json_array_get(json_object_get(r->file.root, "skins"), (size_t)skin_number);
    const json_t *first = json_array_get(json_object_get(skin, "joints"), 0);
    const json_int_t joint = json_is_integer(first) ? json_integer_value(first) : -1;
    const long binds = pd_io_gltf_integer(skin, "inverseBindMatrices", -1);
    char where[48];

    snprintf(where, sizeof where, "/skins/%ld/joints", skin_number);
    if (joint < 0 || joint >= r->node_count) return pd_fail(r->err, PD_ERR_FORMAT, where, "no joints");
    *out = r->nodes[joint].world;
    if (binds < 0) return PD_OK;

    pd_io_gltf_view view;
    matrix bind;
    const pd_status status = pd_io_gltf_view_of(&view, &r->file, binds);
    if (status != PD_OK) return status;
    if (view.width != 16 || view.component != FLOAT)
        return pd_fail(r->err, PD_ERR_FORMAT, where, "inverse bind matrices are no MAT4 of floats");
    for (int row = 0; row < 3; row++)
        for (int c = 0; c < 4; c++) bind.m[4 * row + c] = pd_io_gltf_number(&view, 0, 4 * c + row);
    *out = product(out, &bind);
    return PD_OK;
}

static pd_status read_primitive(reader *r, int node_number, int mesh, int index, const json_t *primitive,
                                const matrix *place)
{
    const json_t *attributes = json_object_get(primitive, "attributes"),
                 *extensions = json_object_get(primitive, "extensions");
    const long indices = pd_io_gltf_integer(primitive, "indices", -1);
    pd_io_surface *out = r->out;
    pd_io_gltf_view positions, list = {0};
    char where[64];

    snprintf(where, sizeof where, "/meshes/%d/primitives/%d", mesh, index);
    if (pd_io_gltf_integer(primitive, "mode", TRIANGLES) != TRIANGLES)
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, where, "mode %ld; 4, triangles, is read",
                       pd_io_gltf_integer(primitive, "mode", -1));
    if (json_object_get(extensions, "KHR_draco_mesh_compression"))
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, where, "compressed by Draco; a plain .glb expected");

    pd_status status =
        pd_io_gltf_view_of(&positions, &r->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    if (status == PD_OK && indices >= 0) status = pd_io_gltf_view_of(&list, &r->file, indices);
    if (status != PD_OK) return status;
    if (positions.width != 3 || (list.data && (list.width != 1 || list.component == FLOAT)))
        return pd_fail(r->err, PD_ERR_FORMAT, where, "POSITION is VEC3 and indices are SCALAR integers");
    if (out->part_count == MOST_PARTS)
        return pd_fail(r->err, PD_ERR_LIMIT, where, "more than %d primitives", MOST_PARTS);

    status =
        pd_io_surface_reserve(out, positions.count, (list.data ? list.count : positions.count) / 3, r->err);
    if (status != PD_OK) return status;
    pd_io_surface_part *part = &out->parts[out->part_count++];
    *part = (pd_io_surface_part){.node = node_number,
                                 .mesh = mesh,
                                 .primitive = index,
                                 .first_vertex = out->vertex_count,
                                 .vertex_count = (int)positions.count};
    memcpy(part->place, place->m, sizeof part->place);

    for (size_t i = 0; i < positions.count; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = pd_io_gltf_number(&positions, i, c);
        float *to = out->vertices + 3 * (size_t)out->vertex_count++;
        for (int c = 0; c < 3; c++) {
            const double *m = place->m + 4 * c;
            const double x = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
            to[c] = fabs(x) <= 1e6 ? (float)x : INFINITY;
        }
    }

    const bool is_mirrored = determinant(place) < 0;
    const size_t faces = (list.data ? list.count : positions.count) / 3;

    for (size_t f = 0; f < faces; f++) {
        uint32_t corner[3];
        for (size_t c = 0; c < 3; c++) {
            const double at = list.data ? pd_io_gltf_number(&list, 3 * f + c, 0) : (double)(3 * f + c);
            if (!(at >= 0 && at < (double)positions.count)) /* signed components are read too */
                return pd_fail(r->err, PD_ERR_RANGE, where, "index %.0f; 0 to %zu are there", at,
                               positions.count - 1);
            corner[c] = (uint32_t)part->first_vertex + (uint32_t)at;
        }
        uint32_t *face = out->faces + 3 * (size_t)out->face_count++;
        face[0] = corner[0], face[1] = corner[is_mirrored ? 2 : 1], face[2] = corner[is_mirrored ? 1 : 2];
    }
    return PD_OK;
}

static pd_status read_mesh(reader *r, int index)
{
    const json_t *json = r->nodes[index].json;
    const long mesh = pd_io_gltf_integer(json, "mesh", -1), skin = pd_io_gltf_integer(json, "skin", -1);
    const json_t *primitives =
        json_object_get(json_array_get(json_object_get(r->file.root, "meshes"), (size_t)mesh), "primitives");
    matrix place = r->nodes[index].world;
    char where[48];

    if (mesh < 0) return PD_OK;
    snprintf(where, sizeof where, "/nodes/%d", index);
    if (json_object_get(json_object_get(json, "extensions"), "EXT_mesh_gpu_instancing"))
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, where, "instanced; one mesh a node expected");
    if (skin >= 0) {
        const pd_status status = skin_matrix(&place, r, skin);
        if (status != PD_OK) return status;
        r->out->is_skinned = true;
    }
    const double size = determinant(&place);
    if (!(fabs(size) > 1e-18))
        return pd_fail(r->err, PD_ERR_RANGE, where,
                       "its scale is 0 along an axis (determinant %.3g); a mesh of three dimensions expected",
                       size);
    for (size_t i = 0; i < json_array_size(primitives); i++) {
        const pd_status status =
            read_primitive(r, index, (int)mesh, (int)i, json_array_get(primitives, i), &place);
        if (status != PD_OK) return status;
    }
    return PD_OK;
}

pd_status pd_io_surface_read_glb(pd_io_surface *out, pd_bytes file, size_t json_memory, pd_error *err)
{
    reader r = {.out = out, .err = err};

    out->is_glb = true;
    pd_status status = pd_io_gltf_open(&r.file, file, json_memory, err);
    if (status == PD_OK) status = read_nodes(&r);
    if (status == PD_OK) {
        out->parts = calloc(MOST_PARTS, sizeof *out->parts);
        if (!out->parts) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }
    for (int i = 0; status == PD_OK && i < r.node_count; i++)
        if (r.nodes[i].is_shown) status = read_mesh(&r, i);
    pd_io_gltf_close(&r.file);
    free(r.nodes);
    free(r.order);
    return status;
}
