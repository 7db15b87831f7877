#include "factory/skin/skin_layout.h"

#include "core/base/assert.h"
#include "factory/makehuman/garment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* An island of MakeHuman's layout, by a box that holds its middle, and where it goes: out = to + scale
 * (turned (in - from)). */
typedef struct island {
    float box[4]; /* left, top, right, bottom */
    float from[2], to[2], scale;
    bool is_turned; /* a quarter clockwise: the face's top, which is left, comes to the top */
} island;

static const island islands[] = {
    {{0.63f, 0.15f, 1.0f, 0.862f}, {0.641f, 0.852f}, {0.0075f, 0.005f}, 1.475f, true}, /* head */
    {{0.10f, 0.02f, 0.64f, 0.83f}, {0.008f, 0.024f}, {0.006f, 0.532f}, 0.552f, false}, /* body and limbs */
    {{0.35f, 0.79f, 0.562f, 1.0f}, {0.357f, 0.800f}, {0.428f, 0.532f}, 1.18f, false},  /* right hand */
    {{0.562f, 0.79f, 0.77f, 1.0f}, {0.565f, 0.800f}, {0.676f, 0.532f}, 1.18f, false},  /* left hand */
    {{0.02f, 0.82f, 0.195f, 1.0f}, {0.021f, 0.826f}, {0.428f, 0.772f}, 1.20f, false},  /* right foot */
    {{0.195f, 0.82f, 0.37f, 1.0f}, {0.196f, 0.826f}, {0.636f, 0.772f}, 1.20f, false},  /* left foot */
    {{0.75f, 0.862f, 0.93f, 1.0f},
     {0.755f, 0.860f},
     {0.846f, 0.772f},
     0.86f,
     false}, /* inside of the mouth */
    {{0.0f, 0.36f, 0.080f, 0.46f}, {0.008f, 0.364f}, {0.930f, 0.532f}, 0.70f, false},  /* right eye socket */
    {{0.080f, 0.36f, 0.16f, 0.46f}, {0.083f, 0.364f}, {0.930f, 0.620f}, 0.70f, false}, /* left eye socket */
};
enum { ISLANDS = sizeof islands / sizeof *islands };

static void move_skin_layout(float uv[2], const island *i)
{
    const float x = uv[0] - i->from[0];
    const float y = uv[1] - i->from[1];
    uv[0] = i->to[0] + i->scale * (i->is_turned ? -y : x);
    uv[1] = i->to[1] + i->scale * (i->is_turned ? x : y);
}

/* Island whose box holds the point; the body's is asked last, because its arms reach far. */
static const island *island_of(const float middle[2])
{
    const island *body = &islands[1];

    for (int i = 0; i < ISLANDS; i++) {
        const float *b = islands[i].box;
        if (&islands[i] != body && middle[0] >= b[0] && middle[0] < b[2] && middle[1] >= b[1] &&
            middle[1] < b[3])
            return &islands[i];
    }

    return body;
}

/* Root of a corner's island, by links that every face makes. */
static int root_of(int *links, int corner)
{
    while (links[corner] != corner) corner = links[corner] = links[links[corner]];
    return corner;
}

/* Moves each connected island by the middle of its box. */
static pd_status pack_skin_layout(pd_factory_skin_layout *l, int face_count, pd_error *err)
{
    const size_t m = (size_t)l->corner_count;
    int *links = malloc(m * sizeof *links);

    float(*boxes)[4] = malloc(m * sizeof *boxes);
    if (!links || !boxes) {
        free(links);
        free(boxes);
        return pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");
    }

    /* Corners that share a face belong together. */
    for (int c = 0; c < l->corner_count; c++) links[c] = c;
    for (int f = 0; f < face_count; f++)
        for (int k = 1; k < 3; k++) {
            const int a = root_of(links, l->faces[3 * f]);
            const int b = root_of(links, l->faces[3 * f + k]);
            links[a > b ? a : b] = a > b ? b : a;
        }

    /* Compute the boxes of the islands, then move each corner with its island. */
    for (size_t c = 0; c < m; c++) {
        boxes[c][0] = boxes[c][1] = 2;
        boxes[c][2] = boxes[c][3] = -1;
    }

    for (int c = 0; c < l->corner_count; c++) {
        float *b = boxes[root_of(links, c)];
        const float *uv = l->uvs + 2 * (size_t)c;
        for (int a = 0; a < 2; a++) {
            if (uv[a] < b[a]) b[a] = uv[a];
            if (uv[a] > b[2 + a]) b[2 + a] = uv[a];
        }
    }

    for (int c = 0; c < l->corner_count; c++) {
        const float *b = boxes[root_of(links, c)];
        const float middle[2] = {0.5f * (b[0] + b[2]), 0.5f * (b[1] + b[3])};
        move_skin_layout(l->uvs + 2 * (size_t)c, island_of(middle));
    }

    free(links);
    free(boxes);

    return PD_OK;
}

/* Finds in quad q (two triangles of the base mesh) the corner of a vertex, or -1. */
static int corner_in(const pd_factory_garment *base, int q, int vertex)
{
    for (int k = 0; k < 6; k++) {
        const int corner = base->faces[6 * q + k];
        if (base->corners[corner] == vertex) return corner;
    }
    return -1;
}

/* Gives each triangle of the model the corners of the quad that it was cut from.
 * found (F,3): corners of the base mesh. */
static pd_status skin_layout_match(int *found, const pd_factory_garment *base, const pd_smpl_data *model,
                                   pd_error *err)
{
    const int vertices = model->vertex_count;
    const int quads = base->face_count / 2;
    int *start = calloc((size_t)vertices + 2, sizeof *start);
    int *list = malloc(6 * (size_t)quads * sizeof *list);
    pd_status status = start && list ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");

    /* List the quads at each vertex. */
    for (int pass = 0; pass < 2 && status == PD_OK; pass++) {
        for (int k = 0; k < 6 * quads; k++) {
            const int v = base->corners[base->faces[k]];
            if (v >= vertices) continue;
            if (pass) list[start[v + 1]] = k / 6;
            start[pass ? v + 1 : v + 2]++;
        }

        for (int v = 0; !pass && v <= vertices; v++) start[v + 1] += start[v];
    }

    /* Find the quad that has all three vertices of the triangle. */
    for (int f = 0; f < model->face_count && status == PD_OK; f++) {
        const uint32_t *face = model->faces + 3 * (size_t)f;
        bool is_found = false;
        for (int i = start[face[0]]; i < start[face[0] + 1] && !is_found; i++) {
            is_found = true;
            for (int k = 0; k < 3; k++) {
                found[3 * f + k] = corner_in(base, list[i], (int)face[k]);
                is_found &= found[3 * f + k] >= 0;
            }
        }

        if (!is_found)
            status = pd_fail(err, PD_ERR_FORMAT, "base.obj", "no quad with the corners of triangle %d", f);
    }

    free(start);
    free(list);

    return status;
}

/* Numbers the corners: first one for each vertex, then the others, in the order of the triangles. */
static pd_status number_corners(pd_factory_skin_layout *out, const int *found, const pd_factory_garment *base,
                                const pd_smpl_data *model, pd_error *err)
{
    const size_t most = (size_t)base->corner_count + (size_t)model->vertex_count;
    const size_t faces = 3 * (size_t)model->face_count;
    int *number = malloc((size_t)base->corner_count * sizeof *number);
    bool *is_taken = calloc((size_t)model->vertex_count, sizeof *is_taken);

    out->corners = malloc(most * sizeof *out->corners);
    out->uvs = calloc(2 * most, sizeof *out->uvs);
    out->pictures = calloc(2 * most, sizeof *out->pictures);
    out->faces = malloc(faces * sizeof *out->faces);
    pd_status status = number && is_taken && out->corners && out->uvs && out->pictures && out->faces
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");

    for (int c = 0; c < base->corner_count && status == PD_OK; c++) number[c] = -1;
    out->corner_count = model->vertex_count;
    for (int v = 0; v < model->vertex_count && status == PD_OK; v++) out->corners[v] = (uint16_t)v;
    for (size_t i = 0; i < faces && status == PD_OK; i++) {
        const int corner = found[i];
        const int vertex = base->corners[corner];
        if (number[corner] < 0) {
            number[corner] = is_taken[vertex] ? out->corner_count++ : vertex;
            is_taken[vertex] = true;
            if (out->corner_count > PD_FACTORY_GARMENT_MAX) {
                status =
                    pd_fail(err, PD_ERR_FORMAT, "base.obj", "more than %d corners", PD_FACTORY_GARMENT_MAX);
                break;
            }

            out->corners[number[corner]] = (uint16_t)vertex;
            memcpy(out->uvs + 2 * (size_t)number[corner], base->uvs + 2 * (size_t)corner,
                   2 * sizeof *out->uvs);
        }

        out->faces[i] = (uint16_t)number[corner];
    }

    free(number);
    free(is_taken);

    return status;
}

pd_status pd_factory_skin_layout_init(pd_factory_skin_layout *out, const pd_smpl_data *model, pd_bytes text,
                                      pd_error *err)
{
    pd_factory_garment base;

    memset(out, 0, sizeof *out);
    pd_status status = pd_factory_garment_parse(&base, text, "base.obj", err);
    if (status != PD_OK) return status;

    int *found = malloc(3 * (size_t)model->face_count * sizeof *found);
    if (!found) status = pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");
    if (status == PD_OK) status = skin_layout_match(found, &base, model, err);
    if (status == PD_OK) status = number_corners(out, found, &base, model, err);
    if (status == PD_OK)
        memcpy(out->pictures, out->uvs, 2 * (size_t)out->corner_count * sizeof *out->pictures);
    if (status == PD_OK) status = pack_skin_layout(out, model->face_count, err);
    free(found);
    pd_factory_garment_deinit(&base);
    if (status != PD_OK) pd_factory_skin_layout_deinit(out);

    return status;
}

void pd_factory_skin_layout_deinit(pd_factory_skin_layout *layout)
{
    free(layout->corners);
    free(layout->uvs);
    free(layout->pictures);
    free(layout->faces);
    memset(layout, 0, sizeof *layout);
}
