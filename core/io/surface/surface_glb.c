/* Reads the triangles of a glTF binary file. */
#include "core/base/assert.h"
#include "core/io/surface/gltf_bound.h"
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
    const pd_io_surface_joints *joints; /* NULL: all meshes are read, as the file has them */
    int *joint_of; /* (nodes.count) index of the joint at or above each node, or -1; NULL without joints */
    pd_error *err;
} reader;

/* ---- meshes ---- */

/* Finds the matrix of a skinned node in its bind pose: the first joint's world matrix times that joint's
 * inverse bind matrix. */
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

/* Appends the positions in the world. A number that is too large becomes INFINITY; the caller of the reader
 * then refuses the vertex. */
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

/* Appends the triangles of the part that was added last, with reversed winding if its matrix mirrors. list:
 * their indices; without data: vertices in order. */
static pd_status add_faces(reader *r, const pd_io_gltf_view *list, bool is_mirrored, const char *where)
{
    pd_io_surface *out = r->out;

    PD_ASSERT(out->part_count > 0);
    const pd_io_surface_part *part = &out->parts[out->part_count - 1];
    const size_t vertices = (size_t)part->vertex_count;
    const size_t faces = (list->data ? list->count : vertices) / 3;
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
        face[0] = corner[0];
        face[1] = corner[is_mirrored ? 2 : 1];
        face[2] = corner[is_mirrored ? 1 : 2];
    }

    return PD_OK;
}

/* Puts vertices that follow a skin, the last ones of the surface, into the rest pose of the joints. matrices
 * (count): R_k W_k B_k for each joint of the skin. Vertices without weights follow the first joint. */
static pd_status put_at_rest(reader *r, const json_t *attributes, const pd_io_gltf_view *positions,
                             const pd_io_gltf_matrix *matrices, size_t count, const char *where)
{
    float *to = r->out->vertices + 3 * ((size_t)r->out->vertex_count - positions->count);
    pd_io_gltf_weights w;

    const pd_status status = pd_io_gltf_weights_of(&w, &r->file, attributes, positions->count, where);
    if (status != PD_OK) return status;
    for (size_t v = 0; v < positions->count; v++) {
        double p[3];
        double sum[12] = {0};
        double all = 0;
        for (int i = 0; i < 4 * w.sets; i++) {
            const double weight = pd_io_gltf_number(&w.weights[i / 4], v, i % 4);
            if (!(weight > 0)) continue;
            const long joint = (long)pd_io_gltf_number(&w.joints[i / 4], v, i % 4);
            if (joint < 0 || (size_t)joint >= count)
                return pd_io_gltf_weights_fail(&r->file, where, joint, v, count);
            for (int k = 0; k < 12; k++) sum[k] += weight * matrices[joint].m[k];
            all += weight;
        }

        for (int k = 0; k < 12; k++) sum[k] = all > 0 ? sum[k] / all : matrices[0].m[k];
        for (int c = 0; c < 3; c++) p[c] = pd_io_gltf_number(positions, v, c);
        for (int c = 0; c < 3; c++) {
            const double *m = sum + 4 * c;
            const double x = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
            to[3 * v + (size_t)c] = fabs(x) <= 1e6 ? (float)x : INFINITY;
        }
    }

    return PD_OK;
}

/* Returns R_k of the joint at or above a node; the matrix of joint 0 if there is none. */
static pd_io_gltf_matrix surface_glb_rest_of(const reader *r, int node)
{
    pd_io_gltf_matrix rest;
    const int k = node >= 0 && r->joint_of[node] >= 0 ? r->joint_of[node] : 0;
    memcpy(rest.m, r->joints->rest[k], sizeof rest.m);
    return rest;
}

/* Puts the part that was added last, whose mesh has a skin, into the rest pose of the joints. */
static pd_status put_skin_at_rest(reader *r, const json_t *primitive, long skin_number, const char *where)
{
    const json_t *skin = json_array_get(json_object_get(r->file.root, "skins"), (size_t)skin_number);
    const json_t *attributes = json_object_get(primitive, "attributes");
    const size_t count = json_array_size(json_object_get(skin, "joints"));

    PD_ASSERT(count > 0); /* skin_matrix refuses a skin without joints */
    pd_io_gltf_matrix *matrices = malloc(count * sizeof *matrices);
    int *nodes = malloc(count * sizeof *nodes);
    pd_io_gltf_view positions;

    pd_status status = matrices && nodes
                           ? pd_io_gltf_skin_matrices(matrices, nodes, &r->file, &r->nodes, skin, skin_number)
                           : pd_fail(r->err, PD_ERR_MEMORY, "/skins", "out of memory for %zu joints", count);
    for (size_t k = 0; status == PD_OK && k < count; k++) {
        const pd_io_gltf_matrix rest = surface_glb_rest_of(r, nodes[k]);
        matrices[k] = pd_io_gltf_product(&rest, &matrices[k]);
    }

    if (status == PD_OK)
        status = pd_io_gltf_view_of(&positions, &r->file, pd_io_gltf_integer(attributes, "POSITION", -1));
    if (status == PD_OK) status = put_at_rest(r, attributes, &positions, matrices, count, where);
    free(matrices);
    free(nodes);

    return status;
}

static pd_status read_primitive(reader *r, int node_number, int mesh, int index, const json_t *primitive,
                                const pd_io_gltf_matrix *place, int joint)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    const long indices = pd_io_gltf_integer(primitive, "indices", -1);
    pd_io_surface *out = r->out;
    pd_io_gltf_view positions;
    pd_io_gltf_view list = {0};
    char where[64];

    /* Points and lines have no surface: skip them if only some nodes are asked for, refuse them otherwise. */
    const long mode = pd_io_gltf_integer(primitive, "mode", TRIANGLES);
    const bool is_cloud = out->most_points > 0;
    const bool has_points = is_cloud && (mode == POINTS || mode == STRIP || mode == FAN);
    snprintf(where, sizeof where, "/meshes/%d/primitives/%d", mesh, index);
    if (r->joints && mode != TRIANGLES) return PD_OK;
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

/* Returns whether a wanted joint moves a mesh: its skin contains the joint, or without a skin the mesh is
 * below it. *stands_by: joint whose matrix places the mesh; for a skin the first. */
static bool is_moved(int *stands_by, const reader *r, int index, long skin_number)
{
    PD_ASSERT(index >= 0 && index < r->nodes.count);
    const json_t *skin = json_array_get(json_object_get(r->file.root, "skins"), (size_t)skin_number);
    const json_t *joint;
    size_t i;

    const json_t *first = json_array_get(json_object_get(skin, "joints"), 0);
    *stands_by = json_is_integer(first) ? (int)json_integer_value(first) : -1;
    if (!r->joints) return true;
    json_array_foreach(json_object_get(skin, "joints"), i, joint)
    {
        const json_int_t number = json_is_integer(joint) ? json_integer_value(joint) : -1;
        const int k = number >= 0 && number < r->nodes.count ? r->joint_of[number] : -1;
        if (k >= 0 && r->joints->is_wanted[k]) return true;
    }

    const int k = skin_number < 0 ? r->joint_of[index] : -1;
    if (k < 0 || !r->joints->is_wanted[k]) return false;
    *stands_by = r->joints->nodes[k];

    return true;
}

static pd_status read_mesh(reader *r, int index)
{
    PD_ASSERT(index >= 0 && index < r->nodes.count);
    const json_t *json = r->nodes.items[index].json;
    const long mesh = pd_io_gltf_integer(json, "mesh", -1);
    const long skin = pd_io_gltf_integer(json, "skin", -1);
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
    } else if (r->joints) {
        const pd_io_gltf_matrix rest = surface_glb_rest_of(r, joint);
        place = pd_io_gltf_product(&rest, &place);
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
        const json_t *primitive = json_array_get(primitives, i);
        pd_status status = read_primitive(r, index, (int)mesh, (int)i, primitive, &place, joint);
        if (status == PD_OK && r->joints && skin >= 0 && r->out->part_count > before)
            status = put_skin_at_rest(r, primitive, skin, where);
        if (status != PD_OK) return status;
        for (int k = before; k < r->out->part_count; k++) r->out->parts[k].has_skin = skin >= 0;
    }

    return PD_OK;
}

/* Finds the joint at or above each node. */
static pd_status find_joints(reader *r)
{
    r->joint_of = malloc((size_t)r->nodes.count * sizeof *r->joint_of);
    if (!r->joint_of) return pd_fail(r->err, PD_ERR_MEMORY, "", "out of memory");

    for (int i = 0; i < r->nodes.count; i++) r->joint_of[i] = -1;
    for (int k = 0; k < r->joints->count; k++)
        if (r->joints->nodes[k] >= 0 && r->joints->nodes[k] < r->nodes.count)
            r->joint_of[r->joints->nodes[k]] = k;
    for (int i = 0; i < r->nodes.count; i++) {
        const int node = r->nodes.order[i];
        const int up = r->nodes.items[node].parent;
        if (r->joint_of[node] < 0 && up >= 0) r->joint_of[node] = r->joint_of[up];
    }

    return PD_OK;
}

pd_status pd_io_surface_read_glb(pd_io_surface *out, pd_bytes file, size_t json_memory,
                                 const pd_io_surface_joints *joints, pd_error *err)
{
    reader r = {.out = out, .joints = joints, .err = err};
    pd_io_gltf_shown shown;

    /* Open the file, decompress it, and find the nodes. */
    out->is_glb = true;
    pd_status status = pd_io_gltf_open(&r.file, file, json_memory, err);
    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&r.file);
    if (status == PD_OK) status = pd_io_gltf_nodes_read(&r.nodes, &r.file, err);
    if (status == PD_OK) {
        out->parts = calloc(MOST_PARTS, sizeof *out->parts);
        if (!out->parts) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    if (status == PD_OK && joints) status = find_joints(&r);

    /* Read the meshes that the scene shows. Without joints, a file whose first scene has none is refused if
     * another scene has one; with joints the scene of a skinned mesh is read. */
    if (status == PD_OK) status = pd_io_gltf_nodes_show(&shown, &r.nodes, &r.file, joints != NULL, err);
    if (status == PD_OK && !joints && shown.scene >= 0 && shown.scene != shown.first)
        status =
            pd_fail(err, PD_ERR_FORMAT, "/scene",
                    "scene %d, which programs show first, has no mesh; make scene %d, which has one, the "
                    "first",
                    shown.first, shown.scene);
    for (int i = 0; status == PD_OK && i < r.nodes.count; i++)
        if (r.nodes.items[i].is_shown) status = read_mesh(&r, i);
    pd_io_gltf_close(&r.file);
    free(r.joint_of);
    pd_io_gltf_nodes_deinit(&r.nodes);

    return status;
}
