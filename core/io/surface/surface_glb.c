/* Reads the triangles of a glTF binary file. */
#include "core/base/assert.h"
#include "core/io/surface/gltf_file.h"
#include "core/io/surface/gltf_nodes.h"
#include "core/io/surface/surface.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PARTS 4096
#define FLOAT      5126
#define POINTS     0
#define TRIANGLES  4
#define STRIP      5
#define FAN        6

typedef struct reader {
    pd_io_gltf_file file;
    pd_io_surface *out;
    pd_io_gltf_nodes nodes;
    char *moves; /* (nodes.count) 1: requested joint; NULL: all meshes are read */
    pd_error *err;
} reader;

/* ---- meshes ---- */

/* Finds the matrix of a skinned node in its bind pose: the first joint's world matrix times that joint's inverse bind matrix. */
static pd_status skin_matrix(pd_io_gltf_matrix *out, const reader *r, long skin_number)
{
    const json_t *skin = json_array_get(json_object_get(r->file.root, "skins"), (size_t)skin_number);
    const json_t *first = json_array_get(json_object_get(skin, "joints"), 0);
    const json_int_t joint = json_is_integer(first) ? json_integer_value(first) : -1;
    const long binds = pd_io_gltf_integer(skin, "inverseBindMatrices", -1);
    char where[48];

    snprintf(where, sizeof where, "/skins/%ld/joints", skin_number);

    /* World matrix of the first joint. */
    if (joint < 0 || joint >= r->nodes.count)
        return pd_fail(r->err, PD_ERR_FORMAT, where, "the skin has no joints; a list of joints expected");
    *out = r->nodes.items[joint].world;
    if (binds < 0) return PD_OK;

    /* Times its inverse bind matrix. Without one this is the identity. */
    pd_io_gltf_view view;
    pd_io_gltf_matrix bind;
    const pd_status status = pd_io_gltf_view_of(&view, &r->file, binds);
    if (status != PD_OK) return status;
    if (view.width != 16 || view.component != FLOAT)
        return pd_fail(r->err, PD_ERR_FORMAT, where,
                       "the inverse bind matrices have another type; MAT4 of floats expected");
    for (int row = 0; row < 3; row++)
        for (int c = 0; c < 4; c++) bind.m[4 * row + c] = pd_io_gltf_number(&view, 0, 4 * c + row);
    *out = pd_io_gltf_product(out, &bind);
    return PD_OK;
}

/* Appends the positions in the world. A number that is too large becomes INFINITY; the caller of the reader then refuses the vertex. */
static void add_vertices(pd_io_surface *out, const pd_io_gltf_view *positions, const pd_io_gltf_matrix *place)
{
    for (size_t i = 0; i < positions->count; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = pd_io_gltf_number(positions, i, c);
        float *to = out->vertices + 3 * (size_t)out->vertex_count++;
        for (int c = 0; c < 3; c++) {
            const double *m = place->m + 4 * c;
            const double x = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
            to[c] = fabs(x) <= 1e6 ? (float)x : INFINITY;
        }
    }
}

/* Appends the triangles of the part that was added last, with reversed winding if its matrix mirrors. list: their indices; without data: vertices
 * in order. */
static pd_status add_faces(reader *r, const pd_io_gltf_view *list, bool is_mirrored, const char *where)
{
    pd_io_surface *out = r->out;
    PD_ASSERT(out->part_count > 0);
    const pd_io_surface_part *part = &out->parts[out->part_count - 1];
    const size_t vertices = (size_t)part->vertex_count, faces = (list->data ? list->count : vertices) / 3;
    PD_ASSERT(vertices > 0); /* pd_io_gltf_view_of refuses accessors without elements */

    for (size_t f = 0; f < faces; f++) {
        uint32_t corner[3];
        for (size_t c = 0; c < 3; c++) {
            const double at = list->data ? pd_io_gltf_number(list, 3 * f + c, 0) : (double)(3 * f + c);
            if (!(at >= 0 && at < (double)vertices)) /* signed components are read too */
                return pd_fail(r->err, PD_ERR_RANGE, where,
                               "refers to vertex %.0f; 0 to %zu allowed, the vertices of the mesh", at,
                               vertices - 1);
            corner[c] = (uint32_t)part->first_vertex + (uint32_t)at;
        }
        uint32_t *face = out->faces + 3 * (size_t)out->face_count++;
        face[0] = corner[0], face[1] = corner[is_mirrored ? 2 : 1], face[2] = corner[is_mirrored ? 1 : 2];
    }
    return PD_OK;
}

static pd_status read_primitive(reader *r, int node_number, int mesh, int index, const json_t *primitive,
                                const pd_io_gltf_matrix *place, int joint)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    const long indices = pd_io_gltf_integer(primitive, "indices", -1);
    pd_io_surface *out = r->out;
    pd_io_gltf_view positions, list = {0};
    char where[64];

    /* Points and lines have no surface: skip them if only some nodes are asked for, refuse them otherwise. */
    const long mode = pd_io_gltf_integer(primitive, "mode", TRIANGLES);
    const bool is_cloud = out->most_points > 0,
               has_points = is_cloud && (mode == POINTS || mode == STRIP || mode == FAN);
    snprintf(where, sizeof where, "/meshes/%d/primitives/%d", mesh, index);
    if (r->moves && mode != TRIANGLES) return PD_OK;
    if (mode != TRIANGLES && !has_points)
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, where, "mode %ld; mode 4 (triangles) is expected", mode);

    /* Positions, and indices if there are any. */
    pd_status status =
        pd_io_gltf_view_of(&positions, &r->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    if (status == PD_OK && indices >= 0 && !is_cloud) status = pd_io_gltf_view_of(&list, &r->file, indices);
    if (status != PD_OK) return status;
    if (positions.width != 3 || (list.data && (list.width != 1 || list.component == FLOAT)))
        return pd_fail(r->err, PD_ERR_FORMAT, where,
                       "POSITION or the indices have another type; VEC3 and SCALAR integers expected");
    if (out->part_count == MOST_PARTS)
        return pd_fail(r->err, PD_ERR_LIMIT, where, "more than the allowed %d primitives", MOST_PARTS);

    /* The part: its place and its range of vertices. */
    const size_t faces = is_cloud ? 0 : (list.data ? list.count : positions.count) / 3;
    status = pd_io_surface_reserve(out, positions.count, faces, r->err);
    if (status != PD_OK) return status;
    pd_io_surface_part *part = &out->parts[out->part_count++];
    *part = (pd_io_surface_part){.node = node_number,
                                 .mesh = mesh,
                                 .primitive = index,
                                 .first_vertex = out->vertex_count,
                                 .vertex_count = (int)positions.count};
    memcpy(part->place, place->m, sizeof part->place);
    part->joint = joint;

    /* Vertices in the scene's place. A mirrored node turns the faces inside out, which add_faces undoes. */
    add_vertices(out, &positions, place);
    PD_ASSERT(out->vertex_count == part->first_vertex + part->vertex_count);
    return is_cloud ? PD_OK : add_faces(r, &list, pd_io_gltf_determinant(place) < 0, where);
}

/* Returns whether a requested joint moves a mesh: its skin contains the joint, or without a skin the mesh is below it. *stands_by: joint whose matrix
 * places the mesh; for a skin the first. */
static bool is_moved(int *stands_by, const reader *r, int index, long skin_number)
{
    PD_ASSERT(index >= 0 && index < r->nodes.count);
    const json_t *skin = json_array_get(json_object_get(r->file.root, "skins"), (size_t)skin_number), *joint;
    size_t i;

    const json_t *first = json_array_get(json_object_get(skin, "joints"), 0);
    *stands_by = json_is_integer(first) ? (int)json_integer_value(first) : -1;
    if (!r->moves) return true;
    json_array_foreach(json_object_get(skin, "joints"), i, joint)
    {
        const json_int_t number = json_is_integer(joint) ? json_integer_value(joint) : -1;
        if (number >= 0 && number < r->nodes.count && r->moves[number]) return true;
    }
    for (int up = skin_number < 0 ? index : -1; up >= 0; up = r->nodes.items[up].parent)
        if (r->moves[up]) return *stands_by = up, true;
    return false;
}

static pd_status read_mesh(reader *r, int index)
{
    PD_ASSERT(index >= 0 && index < r->nodes.count);
    const json_t *json = r->nodes.items[index].json;
    const long mesh = pd_io_gltf_integer(json, "mesh", -1), skin = pd_io_gltf_integer(json, "skin", -1);
    const json_t *primitives =
        json_object_get(json_array_get(json_object_get(r->file.root, "meshes"), (size_t)mesh), "primitives");
    pd_io_gltf_matrix place = r->nodes.items[index].world;
    char where[48];
    int joint;

    /* Skip nodes without a mesh, and those that were not asked for. */
    if (mesh < 0 || !is_moved(&joint, r, index, skin)) return PD_OK;
    snprintf(where, sizeof where, "/nodes/%d", index);
    if (json_object_get(json_object_get(json, "extensions"), "EXT_mesh_gpu_instancing"))
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, where, "instanced; one mesh a node expected");

    /* The joints of a skinned mesh determine its position, not its node. */
    if (skin >= 0) {
        const pd_status status = skin_matrix(&place, r, skin);
        if (status != PD_OK) return status;
        r->out->is_skinned = true;
    }

    /* A flat mesh has no inside, so its winding is kept. */
    const double size = pd_io_gltf_determinant(&place);
    if (!(fabs(size) > 1e-18))
        return pd_fail(r->err, PD_ERR_RANGE, where,
                       "its scale is 0 along an axis (determinant %.3g); a mesh of three dimensions expected",
                       size);

    /* Read all primitives of the mesh. */
    for (size_t i = 0; i < json_array_size(primitives); i++) {
        const int before = r->out->part_count;
        const pd_status status =
            read_primitive(r, index, (int)mesh, (int)i, json_array_get(primitives, i), &place, joint);
        if (status != PD_OK) return status;
        for (int k = before; k < r->out->part_count; k++) r->out->parts[k].has_skin = skin >= 0;
    }
    return PD_OK;
}

pd_status pd_io_surface_read_glb(pd_io_surface *out, pd_bytes file, size_t json_memory, const int *nodes,
                                 int count, pd_error *err)
{
    reader r = {.out = out, .err = err};

    /* Open the file, decompress it, and find the nodes. */
    out->is_glb = true;
    pd_status status = pd_io_gltf_open(&r.file, file, json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&r.file);
    if (status == PD_OK) status = pd_io_gltf_nodes_read(&r.nodes, &r.file, err);
    if (status == PD_OK) {
        out->parts = calloc(MOST_PARTS, sizeof *out->parts);
        if (!out->parts) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    /* Mark the nodes that were asked for; NULL asks for all. */
    if (status == PD_OK && nodes) {
        r.moves = calloc((size_t)r.nodes.count, 1);
        if (!r.moves) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        for (int i = 0; r.moves && i < count; i++)
            if (nodes[i] >= 0 && nodes[i] < r.nodes.count) r.moves[nodes[i]] = 1;
    }

    /* Read the meshes that the scene shows. */
    for (int i = 0; status == PD_OK && i < r.nodes.count; i++)
        if (r.nodes.items[i].is_shown) status = read_mesh(&r, i);
    pd_io_gltf_close(&r.file);
    free(r.moves);
    pd_io_gltf_nodes_deinit(&r.nodes);
    return status;
}
