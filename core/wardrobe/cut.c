#include "core/wardrobe/cut.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SUM 0.2f /* of weights that may be negative: below it their scaled values would be large */

/* A vertex or corner of the result: between two of the item, or one of them (a == b). */
typedef struct mix {
    int a, b;
    float t;    /* share of b */
    int vertex; /* of a corner: vertex of the result */
} mix;

/* Found by the pair of ends: open addressing, a power of two. */
typedef struct mix_list {
    mix *mixes;
    int count, capacity;
    int *slots; /* (slot_count) index of a mix, -1: free */
    unsigned slot_count;
} mix_list;

typedef struct cutting {
    const pd_wardrobe_item *in;
    const float *field;
    mix_list vertices, corners;
    uint16_t *faces;
    int face_count;
} cutting;

static bool list_init(mix_list *list, size_t most)
{
    list->slot_count = 16;
    while (list->slot_count < 2 * most) list->slot_count *= 2;
    list->capacity = (int)most;
    list->mixes = malloc(most * sizeof *list->mixes);
    list->slots = malloc(list->slot_count * sizeof *list->slots);
    for (unsigned s = 0; list->slots && s < list->slot_count; s++) list->slots[s] = -1;

    return list->mixes && list->slots;
}

static void list_deinit(mix_list *list)
{
    free(list->mixes);
    free(list->slots);
}

/* Returns the index of the mix of two ends in the list, which grows if it is new (*is_new). */
static int list_take(mix_list *list, bool *is_new, int a, int b, float t)
{
    unsigned slot = ((unsigned)a * 2654435761u ^ (unsigned)b * 2246822519u) & (list->slot_count - 1);

    *is_new = false;
    for (; list->slots[slot] >= 0; slot = (slot + 1) & (list->slot_count - 1)) {
        const mix *m = &list->mixes[list->slots[slot]];
        if (m->a == a && m->b == b) return list->slots[slot];
    }

    PD_ASSERT(list->count < list->capacity);
    list->mixes[list->count] = (mix){.a = a, .b = b, .t = t, .vertex = -1};
    *is_new = true;

    return list->slots[slot] = list->count++;
}

/* Corner of the result on the way from the kept corner a to b, at share t; a == b: the corner itself. */
static int take_corner(cutting *c, int a, int b, float t)
{
    bool is_new;
    const int corner = list_take(&c->corners, &is_new, a, b, t);

    if (is_new)
        c->corners.mixes[corner].vertex =
            list_take(&c->vertices, &is_new, c->in->corners[a], c->in->corners[b], t);

    return corner;
}

static float field_at(const cutting *c, int corner)
{
    return c->field[c->in->corners[corner]];
}

/* Corner where the line crosses the edge from a kept corner to one that is cut off. */
static int take_crossing(cutting *c, int kept, int lost)
{
    const float from = fmaxf(field_at(c, kept), 0);
    const float to = field_at(c, lost);
    PD_DEBUG_ASSERT(to < 0);
    return take_corner(c, kept, lost, from / (from - to));
}

/* Appends what is left of a triangle: none, one or two triangles. */
static void cut_clip(cutting *c, const uint16_t face[3])
{
    int polygon[4];
    int count = 0;

    for (int k = 0; k < 3; k++) {
        const int here = face[k];
        const int next = face[(k + 1) % 3];
        const bool is_kept = field_at(c, here) >= -PD_WARDROBE_CUT_SNAP;
        const bool is_next = field_at(c, next) >= -PD_WARDROBE_CUT_SNAP;
        if (is_kept) polygon[count++] = take_corner(c, here, here, 0);
        if (is_kept && !is_next) polygon[count++] = take_crossing(c, here, next);
        if (!is_kept && is_next) polygon[count++] = take_crossing(c, next, here);
    }

    PD_ASSERT(count == 0 || count == 3 || count == 4);
    for (int k = 2; k < count; k++) {
        uint16_t *out = c->faces + 3 * (size_t)c->face_count++;
        out[0] = (uint16_t)polygon[0];
        out[1] = (uint16_t)polygon[k - 1];
        out[2] = (uint16_t)polygon[k];
    }
}

/* Adds a weighted index to a short list, or its weight to the same index there. */
static void gather_cut(int *indices, float *weights, int *count, int index, float weight)
{
    int at = 0;

    if (weight == 0) return;
    while (at < *count && indices[at] != index) at++;
    if (at == *count) {
        indices[(*count)++] = index;
        weights[at] = 0;
    }

    weights[at] += weight;
}

/* Moves the `kept` largest weights to the front and scales them to sum 1. Returns how many there are; 0 when
 * they nearly cancel out. */
static int keep_largest(int *indices, float *weights, int count, int kept)
{
    float sum = 0;

    for (int i = 0; i < kept && i < count; i++) {
        int best = i;
        for (int j = i + 1; j < count; j++)
            if (fabsf(weights[j]) > fabsf(weights[best])) best = j;
        const int index = indices[i];
        const float weight = weights[i];
        indices[i] = indices[best];
        weights[i] = weights[best];
        indices[best] = index;
        weights[best] = weight;
        sum += weights[i];
    }

    if (fabsf(sum) < LEAST_SUM) return 0;
    for (int i = 0; i < kept && i < count; i++) weights[i] /= sum;

    return count < kept ? count : kept;
}

/* Fills a vertex of the result from the two ends of its edge. */
static void fill_vertex(pd_wardrobe_item *out, size_t i, const pd_wardrobe_item *in, const mix *m)
{
    const size_t ends[2] = {(size_t)m->a, (size_t)m->b};
    const size_t dirs = 3 * (size_t)in->dir_count;
    const float shares[2] = {1 - m->t, m->t};
    int anchors[6], joints[8];
    int anchor_count = 0, joint_count = 0;
    float anchor_weights[6], weights[8];

    for (size_t c = 0; c < 3; c++)
        out->rest[3 * i + c] = shares[0] * in->rest[3 * ends[0] + c] + shares[1] * in->rest[3 * ends[1] + c];
    for (size_t d = 0; d < dirs; d++)
        out->dirs[i * dirs + d] =
            shares[0] * in->dirs[ends[0] * dirs + d] + shares[1] * in->dirs[ends[1] * dirs + d];

    /* Anchors and joints of both ends. */
    for (int e = 0; e < 2; e++) {
        for (size_t k = 0; k < 3; k++)
            gather_cut(anchors, anchor_weights, &anchor_count, in->anchors[3 * ends[e] + k],
                       shares[e] * in->anchor_weights[3 * ends[e] + k]);
        for (size_t k = 0; k < 4; k++)
            gather_cut(joints, weights, &joint_count, in->joints[4 * ends[e] + k],
                       shares[e] * in->weights[4 * ends[e] + k]);
    }

    anchor_count = keep_largest(anchors, anchor_weights, anchor_count, 3);
    joint_count = keep_largest(joints, weights, joint_count, 4);
    for (int k = 0; k < 3; k++) {
        out->anchors[3 * i + (size_t)k] = (uint16_t)anchors[k < anchor_count ? k : 0];
        out->anchor_weights[3 * i + (size_t)k] = k < anchor_count ? anchor_weights[k] : 0;
    }

    const size_t nearer = 3 * ends[m->t > 0.5f];
    if (!anchor_count) {
        memcpy(out->anchors + 3 * i, in->anchors + nearer, 3 * sizeof *out->anchors);
        memcpy(out->anchor_weights + 3 * i, in->anchor_weights + nearer, 3 * sizeof *out->anchor_weights);
    }

    for (size_t k = 0; k < 4; k++) {
        out->joints[4 * i + k] = (uint8_t)((int)k < joint_count ? joints[k] : 0);
        out->weights[4 * i + k] = (int)k < joint_count ? weights[k] : 0;
    }
}

/* Allocates the result and fills it. */
static pd_status fill_cut(pd_wardrobe_item *out, const cutting *c, const pd_wardrobe_part *parts,
                          int part_count, pd_error *err)
{
    const pd_wardrobe_item *in = c->in;

    *out = *in;
    out->is_shared = false;
    out->vertex_count = c->vertices.count;
    out->corner_count = c->corners.count;
    out->face_count = c->face_count;
    out->part_count = part_count;
    out->rest = out->dirs = out->anchor_weights = out->weights = out->uvs = out->places = NULL;
    out->anchors = out->corners = out->faces = out->hides = NULL;
    out->joints = NULL;
    out->parts = NULL;
    if (!pd_wardrobe_item_alloc(out) || (in->places && !pd_wardrobe_item_place(out))) {
        pd_wardrobe_item_deinit(out);
        *out = (pd_wardrobe_item){0};
        return pd_fail(err, PD_ERR_MEMORY, in->name, "out of memory for its cut");
    }

    for (int i = 0; i < out->vertex_count; i++) fill_vertex(out, (size_t)i, in, &c->vertices.mixes[i]);
    for (size_t i = 0; i < (size_t)out->corner_count; i++) {
        const mix *m = &c->corners.mixes[i];
        out->corners[i] = (uint16_t)m->vertex;
        for (size_t k = 0; k < 2; k++)
            out->uvs[2 * i + k] =
                (1 - m->t) * in->uvs[2 * (size_t)m->a + k] + m->t * in->uvs[2 * (size_t)m->b + k];
        for (size_t k = 0; in->places && k < 2; k++)
            out->places[2 * i + k] =
                (1 - m->t) * in->places[2 * (size_t)m->a + k] + m->t * in->places[2 * (size_t)m->b + k];
    }

    memcpy(out->faces, c->faces, 3 * (size_t)out->face_count * sizeof *out->faces);
    memcpy(out->parts, parts, (size_t)part_count * sizeof *parts);
    memcpy(out->hides, in->hides, (size_t)in->hide_count * sizeof *in->hides);

    return PD_OK;
}

pd_status pd_wardrobe_cut(pd_wardrobe_item *out, const pd_wardrobe_item *in, const float *field,
                          pd_error *err)
{
    const size_t faces = (size_t)in->face_count;
    cutting c = {.in = in, .field = field};
    pd_wardrobe_part parts[PD_WARDROBE_PARTS_MAX];
    int part_count = 0;

    *out = (pd_wardrobe_item){0};

    /* A triangle adds at most two vertices and one triangle. */
    size_t crossed = 0;
    for (size_t f = 0; f < faces; f++) {
        int kept = 0;
        for (int k = 0; k < 3; k++)
            kept += field_at(&c, in->faces[3 * f + (size_t)k]) >= -PD_WARDROBE_CUT_SNAP;
        crossed += kept == 1 || kept == 2;
    }

    c.faces = malloc(3 * (faces + crossed + 1) * sizeof *c.faces);
    const bool has_room = list_init(&c.vertices, (size_t)in->vertex_count + 2 * crossed + 1) &&
                          list_init(&c.corners, (size_t)in->corner_count + 2 * crossed + 1) && c.faces;

    /* Clip, part after part; a part of which nothing is left is dropped. */
    for (int p = 0; has_room && p < in->part_count; p++) {
        const pd_wardrobe_part *part = &in->parts[p];
        const int first = c.face_count;
        for (int f = part->first_face; f < part->first_face + part->face_count; f++)
            cut_clip(&c, in->faces + 3 * (size_t)f);
        if (c.face_count == first) continue;
        parts[part_count] = *part;
        parts[part_count].first_face = first;
        parts[part_count++].face_count = c.face_count - first;
    }

    pd_status status = PD_OK;
    if (!has_room)
        status = pd_fail(err, PD_ERR_MEMORY, in->name, "out of memory for its cut");
    else if (!part_count || c.corners.count > PD_WARDROBE_VERTICES_MAX ||
             c.face_count > PD_WARDROBE_FACES_MAX)
        status =
            pd_fail(err, PD_ERR_LIMIT, in->name, "%d triangles with %d corners left; 1 to %d and %d allowed",
                    c.face_count, c.corners.count, PD_WARDROBE_FACES_MAX, PD_WARDROBE_VERTICES_MAX);
    else
        status = fill_cut(out, &c, parts, part_count, err);
    list_deinit(&c.vertices);
    list_deinit(&c.corners);
    free(c.faces);

    return status;
}
