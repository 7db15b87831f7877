#include "core/io/surface/surface.h"

#include "core/io/surface/draco.h"
#include "core/io/surface/gltf_file.h"
#include "core/io/surface/mesh_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FARTHEST    1e6
#define JSON_GROWTH 80 /* bytes of the JSON tree for one of its text, at most */

pd_status pd_io_surface_reserve(pd_io_surface *out, size_t vertices, size_t faces, pd_error *err)
{
    const size_t v = (size_t)out->vertex_count + vertices;
    const size_t f = (size_t)out->face_count + faces;

    const size_t most = out->most_points ? (size_t)out->most_points : PD_IO_SURFACE_VERTICES;
    if (vertices > most || v > most)
        return pd_fail(err, PD_ERR_LIMIT, "vertices",
                       "%zu vertices and more; at most %zu allowed: simplify the mesh (Decimate in Blender)",
                       v, most);
    if (faces > PD_IO_SURFACE_FACES || f > PD_IO_SURFACE_FACES)
        return pd_fail(err, PD_ERR_LIMIT, "faces",
                       "%zu triangles and more; at most %d allowed: simplify the mesh (Decimate in Blender)",
                       f, PD_IO_SURFACE_FACES);

    float *p = realloc(out->vertices, 3 * (v + 1) * sizeof *p);
    if (p) out->vertices = p;
    uint32_t *q = realloc(out->faces, 3 * (f + 1) * sizeof *q);
    if (q) out->faces = q;
    if (!p || !q) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu vertices", v);

    return PD_OK;
}

static pd_status refuse_place(int vertex, double value, pd_error *err)
{
    char where[48];
    snprintf(where, sizeof where, "vertex %d", vertex);
    return pd_fail(err, PD_ERR_RANGE, where, "%g; -1e6 to 1e6 allowed", isnan(value) ? (double)NAN : value);
}

/* ---- OBJ and PLY ---- */

typedef struct growth {
    pd_io_surface *out;
    size_t vertex_room, face_room;
} growth;

/* Returns how many more elements to reserve: half as many as there are
 * and at least `least`, within the limit. */
static size_t grow_by(size_t room, int count, size_t least, int most)
{
    const size_t more = room / 2 + least;
    const size_t left = (size_t)(most - count);
    return more > left && left ? left : more;
}

static pd_status add_vertex_surface(void *ctx, const double p[3], pd_error *err)
{
    growth *g = ctx;
    pd_io_surface *out = g->out;

    /* Make room, up to the limit. */
    if ((size_t)out->vertex_count == g->vertex_room) {
        const size_t more = grow_by(g->vertex_room, out->vertex_count, 1024, PD_IO_SURFACE_VERTICES);
        const pd_status status =
            pd_io_surface_reserve(out, more, g->face_room - (size_t)out->face_count, err);
        if (status != PD_OK) return status;
        g->vertex_room += more;
    }

    /* Store the vertex, if it is in a sensible place. */
    for (int c = 0; c < 3; c++) {
        if (!(fabs(p[c]) <= FARTHEST)) return refuse_place(out->vertex_count, p[c], err);
        out->vertices[3 * (size_t)out->vertex_count + (size_t)c] = (float)p[c];
    }

    out->vertex_count++;

    return PD_OK;
}

static pd_status add_face(void *ctx, const uint32_t corners[3], pd_error *err)
{
    growth *g = ctx;
    pd_io_surface *out = g->out;

    if ((size_t)out->face_count == g->face_room) {
        const size_t more = grow_by(g->face_room, out->face_count, 2048, PD_IO_SURFACE_FACES);
        const pd_status status =
            pd_io_surface_reserve(out, g->vertex_room - (size_t)out->vertex_count, more, err);
        if (status != PD_OK) return status;
        g->face_room += more;
    }

    memcpy(out->faces + 3 * (size_t)out->face_count++, corners, 3 * sizeof *corners);

    return PD_OK;
}

/* Checks that there is a surface, and that its numbers make sense. */
static pd_status check_surface(const pd_io_surface *s, pd_error *err)
{
    char where[48];

    if (!s->vertex_count || !s->face_count)
        return pd_fail(err, PD_ERR_FORMAT, "faces",
                       "%d vertices and %d triangles; at least one of each expected", s->vertex_count,
                       s->face_count);

    /* Places, then indices. */
    for (size_t i = 0; i < 3 * (size_t)s->vertex_count; i++) {
        if (!(fabsf(s->vertices[i]) <= (float)FARTHEST))
            return refuse_place((int)(i / 3), (double)s->vertices[i], err);
    }

    for (size_t i = 0; i < 3 * (size_t)s->face_count; i++) {
        if (s->faces[i] < (uint32_t)s->vertex_count) continue;
        snprintf(where, sizeof where, "triangle %zu", i / 3);
        return pd_fail(err, PD_ERR_RANGE, where,
                       "refers to vertex %u; 0 to %d allowed, the vertices of the file", s->faces[i],
                       s->vertex_count - 1);
    }

    return PD_OK;
}

/* Bytes of a .glb's JSON: its first chunk. */
static size_t glb_text(pd_bytes file)
{
    size_t bytes = 0;
    if (file.size < 20 || memcmp(file.data, "glTF", 4)) return 0;
    for (int i = 0; i < 4; i++) bytes |= (size_t)file.data[12 + i] << 8 * i;
    return bytes < file.size ? bytes : file.size;
}

size_t pd_io_surface_read_bytes(pd_bytes file, size_t json_memory)
{
    const size_t surface = 3 * sizeof(float) * (PD_IO_SURFACE_VERTICES + (size_t)PD_IO_SURFACE_FACES);
    const size_t tree = glb_text(file) * JSON_GROWTH;
    const bool is_packed = glb_text(file) && memmem(file.data, glb_text(file), "_meshopt_", 9);
    const bool is_draco = glb_text(file) && memmem(file.data, glb_text(file), "_draco_", 7);

    return 5 * surface / 2 + (json_memory && tree > json_memory ? json_memory : tree) +
           (is_packed ? PD_IO_GLTF_UNPACKED : 0) + (is_draco ? PD_IO_GLTF_UNPACKED + PD_IO_DRACO_MEMORY : 0);
}

pd_status pd_io_surface_read(pd_io_surface *out, pd_bytes file, size_t json_memory, pd_error *err)
{
    pd_status status;

    /* The first bytes tell a glTF binary; any other file is text or PLY. */
    memset(out, 0, sizeof *out);
    if (file.size >= 4 && !memcmp(file.data, "glTF", 4)) {
        status = pd_io_surface_read_glb(out, file, json_memory, NULL, err);
    } else {
        growth g = {.out = out};
        const pd_io_mesh_sink sink = {
            .most = PD_IO_SURFACE_VERTICES, .vertex = add_vertex_surface, .face = add_face, .ctx = &g};
        status = pd_io_mesh_text_read(&sink, file, err);
        if (status == PD_OK && !out->vertex_count)
            status = pd_fail(err, PD_ERR_FORMAT, "byte 0",
                             "an unknown format; a glTF binary, PLY or OBJ file with vertices expected");
    }

    /* PLY and OBJ have no parts, so the whole surface is one. */
    if (status == PD_OK && !out->parts) {
        out->parts = calloc(1, sizeof *out->parts);
        if (!out->parts)
            status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        else
            out->parts[0] = (pd_io_surface_part){.joint = -1,
                                                 .node = -1,
                                                 .mesh = -1,
                                                 .primitive = -1,
                                                 .vertex_count = out->vertex_count,
                                                 .place = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
        out->part_count = out->parts != NULL;
    }

    /* Check the indices, and release everything after an error. */
    if (status == PD_OK) status = check_surface(out, err);
    if (status != PD_OK) pd_io_surface_deinit(out);

    return status;
}

pd_status pd_io_surface_read_moved(pd_io_surface *out, pd_bytes file, size_t json_memory,
                                   const pd_io_surface_joints *joints, pd_error *err)
{
    memset(out, 0, sizeof *out);
    pd_status status = pd_io_surface_read_glb(out, file, json_memory, joints, err);
    if (status == PD_OK) status = check_surface(out, err);
    if (status != PD_OK) pd_io_surface_deinit(out);
    return status;
}

pd_status pd_io_surface_read_points(pd_io_surface *out, pd_bytes file, int most, pd_error *err)
{
    memset(out, 0, sizeof *out);
    out->most_points = most;
    pd_status status = pd_io_surface_read_glb(out, file, 0, NULL, err);
    for (int i = 0; status == PD_OK && i < 3 * out->vertex_count; i++)
        if (!(fabs((double)out->vertices[i]) <= FARTHEST))
            status = refuse_place(i / 3, (double)out->vertices[i], err);
    if (status != PD_OK) pd_io_surface_deinit(out);

    return status;
}

void pd_io_surface_deinit(pd_io_surface *surface)
{
    free(surface->vertices);
    free(surface->faces);
    free(surface->parts);
    memset(surface, 0, sizeof *surface);
}
