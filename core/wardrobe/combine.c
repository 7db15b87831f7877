#include "core/wardrobe/combine.h"

#include "core/base/assert.h"
#include "core/math/tree.h"
#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"
#include "core/wardrobe/cut.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTORS   48
#define SAMPLES   6 /* points of an edge of a triangle that are looked at */
#define TURN      6.2831853f
#define REACH     0.05f  /* metres: how far the other half is looked for along a normal */
#define SINK_MOST 0.008f /* metres: how far a vertex of the bottom is moved in; the skin is below it */
#define BLUR      3      /* rounds that spread a displacement to its neighbours */
#define NONE      UINT16_MAX
#define WAIST_CUT 0.02f /* metres below the highest vertices at which a waist is cut: teeth are that high */

/* Half of an item while it is combined. */
typedef struct half_work {
    const pd_wardrobe_item *item; /* NULL: none */
    pd_wardrobe_half half;
    bool *has;           /* (face_count) triangles of this half that stay */
    uint16_t *vertex;    /* (vertex_count) number in the result, or NONE */
    uint16_t *corner;    /* (corner_count) likewise */
    float *rest;         /* (vertex_count,3) */
    float *normals;      /* (vertex_count,3) of all triangles of this half */
    float edge[SECTORS]; /* hem of a top, waist of a bottom, height; NAN: none */
} half_work;

/* ---- halves ---- */

/* Finds the lowest and the highest vertex of triangles of an item. */
static void heights_of(float *low, float *high, const pd_wardrobe_item *item, int first, int count)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 3 * first; i < 3 * (first + count); i++) {
        const float y = item->rest[3 * (size_t)item->corners[item->faces[i]] + 1];
        *low = fminf(*low, y);
        *high = fmaxf(*high, y);
    }
}

/* Returns the half of a part; COUNT if it is a part of both. */
static pd_wardrobe_half half_of(const pd_wardrobe_item *item, int part, float top)
{
    float low, high;

    if (item->half) return (pd_wardrobe_half)(item->half - 1);
    heights_of(&low, &high, item, item->parts[part].first_face, item->parts[part].face_count);
    if (high < top - PD_WARDROBE_HALF_BELOW) return PD_WARDROBE_HALF_BOTTOM;

    return high - low > PD_WARDROBE_HALF_MOST ? PD_WARDROBE_HALF_COUNT : PD_WARDROBE_HALF_TOP;
}

void pd_wardrobe_measure(pd_wardrobe_item *item)
{
    bool has[PD_WARDROBE_HALF_COUNT] = {false, false};
    bool is_one_piece = item->slot != PD_WARDROBE_OUTFIT || item->half;
    float low, top;

    item->low = INFINITY;
    item->wide = 0;
    for (size_t v = 0; v < (size_t)item->vertex_count; v++) {
        item->low = fminf(item->low, item->rest[3 * v + 1]);
        item->wide = fmaxf(item->wide, fabsf(item->rest[3 * v]));
    }

    /* An outfit of parts that are of the top or of the bottom. */
    heights_of(&low, &top, item, 0, item->face_count);
    for (int p = 0; p < item->part_count && !is_one_piece; p++) {
        if (!item->parts[p].face_count) continue;
        const pd_wardrobe_half own = half_of(item, p, top);
        is_one_piece = own == PD_WARDROBE_HALF_COUNT;
        if (!is_one_piece) has[own] = true;
    }

    item->has_halves = !is_one_piece && has[0] && has[1];
}

bool pd_wardrobe_has_half(const pd_wardrobe_item *item, pd_wardrobe_half half)
{
    return item->half ? item->half - 1 == (int)half : item->has_halves;
}

/* Returns whether a texture shows one colour, that of its part. */
static bool is_plain_texture(const char *name)
{
    static const char *const plain[] = {"cloth", "pattern-knit", "pattern-rib", "pattern-herringbone",
                                        "pattern-pinstripe"};

    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(name, plain[i])) return true;
    return false;
}

void pd_wardrobe_color_half(pd_wardrobe_item *item, const pd_wardrobe *w, pd_wardrobe_half half,
                            const float color[3], bool is_plain)
{
    float low, top, before[3];
    int largest = -1;

    /* The largest part of the half. */
    heights_of(&low, &top, item, 0, item->face_count);
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        if (!part->face_count || (half != PD_WARDROBE_HALF_COUNT && half_of(item, p, top) != half)) continue;
        if (largest < 0 || part->face_count > item->parts[largest].face_count) largest = p;
    }

    if (largest < 0) return;
    const int texture = item->parts[largest].texture;
    if (is_plain && texture >= 0 && !is_plain_texture(w->textures[texture].name)) return;

    /* It, and what has its colour. */
    memcpy(before, item->parts[largest].color, sizeof before);
    for (int p = 0; p < item->part_count; p++) {
        pd_wardrobe_part *part = &item->parts[p];
        if (!part->face_count || (half != PD_WARDROBE_HALF_COUNT && half_of(item, p, top) != half)) continue;
        if (!memcmp(part->color, before, sizeof before)) memcpy(part->color, color, 3 * sizeof *color);
    }
}

/* ---- edges by direction ---- */

static int sector_of(const float p[3])
{
    const float at = atan2f(p[0], p[2]) / TURN * SECTORS + SECTORS;
    return (int)at % SECTORS;
}

/* Finds the hem of a top, or the waist of a bottom, in each direction. Directions without a vertex get that
 * of a neighbour. */
static void find_edge(half_work *h)
{
    const bool is_top = h->half == PD_WARDROBE_HALF_TOP;

    for (int s = 0; s < SECTORS; s++) h->edge[s] = NAN;
    for (size_t i = 0; i < 3 * (size_t)h->item->face_count; i++) {
        if (!h->has[i / 3]) continue;
        const float *a = h->rest + 3 * (size_t)h->item->corners[h->item->faces[i]];
        const float *b = h->rest + 3 * (size_t)h->item->corners[h->item->faces[i - i % 3 + (i + 1) % 3]];
        for (int k = 0; k < SAMPLES; k++) {
            const float t = (float)k / SAMPLES;
            const float p[3] = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])};
            float *edge = &h->edge[sector_of(p)];
            *edge = isnan(*edge) ? p[1] : is_top ? fminf(*edge, p[1]) : fmaxf(*edge, p[1]);
        }
    }

    for (int round = 0; round < SECTORS; round++)
        for (int s = 0; s < SECTORS; s++)
            if (isnan(h->edge[s])) h->edge[s] = h->edge[(s + (round % 2 ? 1 : SECTORS - 1)) % SECTORS];
}

/* ---- one half ---- */

static void half_deinit(half_work *h)
{
    free(h->has);
    free(h->vertex);
    free(h->corner);
    free(h->rest);
    free(h->normals);
}

/* Computes the normals of the triangles of the half at its vertices. */
static void half_normals(half_work *h)
{
    const size_t count = (size_t)h->item->vertex_count;

    memset(h->normals, 0, 3 * count * sizeof *h->normals);
    for (size_t f = 0; f < (size_t)h->item->face_count; f++) {
        if (!h->has[f]) continue;
        const float *p[3];
        float n[3];
        size_t at[3];
        for (size_t k = 0; k < 3; k++) {
            at[k] = h->item->corners[h->item->faces[3 * f + k]];
            p[k] = h->rest + 3 * at[k];
        }

        pd_triangle_normal(n, p[0], p[1], p[2]);
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) h->normals[3 * at[k] + c] += n[c];
    }

    for (size_t v = 0; v < count; v++) {
        float *n = h->normals + 3 * v;
        const float length = sqrtf(pd_dot3f(n, n));
        for (size_t c = 0; c < 3 && length > 0; c++) n[c] /= length;
    }
}

/* Takes the triangles of a half. */
static pd_status half_init(half_work *h, const pd_wardrobe_item *item, pd_wardrobe_half half, pd_error *err)
{
    float low, top;

    *h = (half_work){.item = item,
                     .half = half,
                     .has = calloc((size_t)item->face_count + 1, sizeof *h->has),
                     .vertex = malloc((size_t)item->vertex_count * sizeof *h->vertex),
                     .corner = malloc((size_t)item->corner_count * sizeof *h->corner),
                     .rest = malloc(3 * (size_t)item->vertex_count * sizeof *h->rest),
                     .normals = malloc(3 * (size_t)item->vertex_count * sizeof *h->normals)};
    if (!h->has || !h->vertex || !h->corner || !h->rest || !h->normals)
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    if (!pd_wardrobe_has_half(item, half))
        return pd_fail(err, PD_ERR_INVALID, item->name, "it is one piece and has no %s of its own",
                       half == PD_WARDROBE_HALF_TOP ? "top" : "bottom");

    heights_of(&low, &top, item, 0, item->face_count);
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        if (part->face_count && half_of(item, p, top) == half)
            for (int f = part->first_face; f < part->first_face + part->face_count; f++) h->has[f] = true;
    }

    memcpy(h->rest, item->rest, 3 * (size_t)item->vertex_count * sizeof *h->rest);
    find_edge(h);

    return PD_OK;
}

/* ---- the overlap ---- */

/* Leaves out triangles of the bottom that lie under the top, away from its hem. */
static void leave_out_covered(half_work *bottom, const half_work *top)
{
    for (size_t f = 0; f < (size_t)bottom->item->face_count; f++) {
        int under = 0;
        if (!bottom->has[f]) continue;
        for (size_t k = 0; k < 3; k++) {
            const float *p = bottom->rest + 3 * (size_t)bottom->item->corners[bottom->item->faces[3 * f + k]];
            under += p[1] > top->edge[sector_of(p)] + PD_WARDROBE_HALF_UNDER;
        }

        if (under == 3) bottom->has[f] = false;
    }
}

/* The triangles of a half, in a tree. */
typedef struct half_tree {
    float *triangles; /* (face_count,9) */
    pd_triangle_tree tree;
} half_tree;

static void half_tree_deinit(half_tree *t)
{
    pd_triangle_tree_deinit(&t->tree);
    free(t->triangles);
}

static bool half_tree_init(half_tree *t, const half_work *h)
{
    size_t count = 0;

    *t = (half_tree){.triangles = malloc((9 * (size_t)h->item->face_count + 1) * sizeof *t->triangles)};
    if (!t->triangles) return false;
    for (size_t f = 0; f < (size_t)h->item->face_count; f++) {
        if (!h->has[f]) continue;
        for (size_t k = 0; k < 3; k++)
            memcpy(t->triangles + 9 * count + 3 * k,
                   h->rest + 3 * (size_t)h->item->corners[h->item->faces[3 * f + k]], 3 * sizeof *h->rest);
        count++;
    }

    return pd_triangle_tree_build(&t->tree, t->triangles, (int)count);
}

/* Returns where the line from p along the unit normal n meets a half, farthest out within REACH; -INFINITY:
 * nowhere. */
static float meets_half(const half_tree *t, const float p[3], const float n[3])
{
    float far;
    const pd_triangle_line inwards = {.from = {p[0] + REACH * n[0], p[1] + REACH * n[1], p[2] + REACH * n[2]},
                                      .along = {-n[0], -n[1], -n[2]},
                                      .farthest = 2 * REACH};

    return pd_triangle_tree_meet(&far, &t->tree, &inwards) < 0 ? -INFINITY : REACH - far;
}

/* Spreads displacements (vertex_count) to the vertices beside: each becomes at least a share of its
 * neighbours'. */
static void spread_half(float *by, const half_work *h)
{
    for (int round = 0; round < BLUR; round++)
        for (size_t i = 0; i < 3 * (size_t)h->item->face_count; i++) {
            if (!h->has[i / 3]) continue;
            const uint16_t a = h->item->corners[h->item->faces[i]];
            const uint16_t b = h->item->corners[h->item->faces[i - i % 3 + (i + 1) % 3]];
            by[a] = fmaxf(by[a], 0.6f * by[b]);
            by[b] = fmaxf(by[b], 0.6f * by[a]);
        }
}

/* ---- a waist that is seen ---- */

/* Computes the height at which a waist is cut in each direction: below its highest vertices there and beside
 * it, smoothed. */
static void cut_heights(float at[SECTORS], const half_work *bottom)
{
    float least[SECTORS];

    for (int s = 0; s < SECTORS; s++) {
        least[s] = bottom->edge[s];
        for (int d = -1; d <= 1; d++) least[s] = fminf(least[s], bottom->edge[(s + d + SECTORS) % SECTORS]);
    }

    for (int s = 0; s < SECTORS; s++) {
        at[s] = 0;
        for (int d = -3; d <= 3; d++) at[s] += least[(s + d + SECTORS) % SECTORS] / 7;
        at[s] -= WAIST_CUT;
    }
}

/* Cuts an item whose waist the top leaves open. *is_cut: whether *out was made. */
static pd_status cut_waist(pd_wardrobe_item *out, bool *is_cut, const half_work *top, const half_work *bottom,
                           pd_error *err)
{
    const pd_wardrobe_item *item = bottom->item;
    float at[SECTORS];
    int open = 0;

    *is_cut = false;
    for (int s = 0; s < SECTORS; s++) open += top->edge[s] > bottom->edge[s] - 0.01f;
    if (open < SECTORS / 2) return PD_OK;
    float *field = malloc((size_t)item->vertex_count * sizeof *field);
    if (!field) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");

    /* Vertices of the other half stay. */
    cut_heights(at, bottom);
    for (int v = 0; v < item->vertex_count; v++) field[v] = 1;
    for (size_t i = 0; i < 3 * (size_t)item->face_count; i++) {
        if (!bottom->has[i / 3]) continue;
        const uint16_t v = item->corners[item->faces[i]];
        const float *p = bottom->rest + 3 * (size_t)v;
        field[v] = at[sector_of(p)] - p[1];
    }

    const pd_status status = pd_wardrobe_cut(out, item, field, err);
    *is_cut = status == PD_OK;
    free(field);

    return status;
}

/* Moves the top out of the bottom. by (vertex_count of the top): zeros to begin. */
static void move_top_out(half_work *top, float *by, const half_work *bottom, const half_tree *of_bottom)
{
    const size_t count = (size_t)top->item->vertex_count;

    half_normals(top);
    for (size_t v = 0; v < count; v++) {
        const float *p = top->rest + 3 * v, *n = top->normals + 3 * v;
        if (!(pd_dot3f(n, n) > 0.5f) || p[1] > bottom->edge[sector_of(p)] + 0.02f) continue;
        by[v] = fmaxf(0, meets_half(of_bottom, p, n) + PD_WARDROBE_HALF_APART);
    }

    spread_half(by, top);
    for (size_t v = 0; v < count; v++)
        for (size_t c = 0; c < 3; c++) top->rest[3 * v + c] += by[v] * top->normals[3 * v + c];
}

/* Moves what of the bottom is still outside of the top in. */
static void move_bottom_in(half_work *bottom, const half_work *top, const half_tree *of_top)
{
    half_normals(bottom);
    for (size_t v = 0; v < (size_t)bottom->item->vertex_count; v++) {
        float *p = bottom->rest + 3 * v;
        const float *n = bottom->normals + 3 * v;
        if (!(pd_dot3f(n, n) > 0.5f) || p[1] < top->edge[sector_of(p)] - 0.01f) continue;
        const float at = meets_half(of_top, p, n);
        if (!(at < PD_WARDROBE_HALF_APART) || at < -0.03f) continue;
        const float in = fminf(SINK_MOST, PD_WARDROBE_HALF_APART - at);
        for (int c = 0; c < 3; c++) p[c] -= in * n[c];
    }
}

/* Parts the halves where they overlap. */
static pd_status part_halves(half_work *top, half_work *bottom, pd_error *err)
{
    half_tree of_bottom = {0}, of_top = {0};
    float *by = calloc((size_t)top->item->vertex_count, sizeof *by);
    bool good = by && half_tree_init(&of_bottom, bottom);

    if (good) {
        move_top_out(top, by, bottom, &of_bottom);
        good = half_tree_init(&of_top, top);
    }

    if (good) move_bottom_in(bottom, top, &of_top);
    half_tree_deinit(&of_bottom);
    half_tree_deinit(&of_top);
    free(by);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, top->item->name, "out of memory");
}

/* ---- the skin ---- */

/* Builds the tree of the vertices of a half (is_own), or of the rest of its outfit. Returns false when out of
 * memory. */
static bool vertex_tree(pd_tree *out, const half_work *h, bool is_own)
{
    const pd_wardrobe_item *item = h->item;
    bool *has = calloc((size_t)item->vertex_count, sizeof *has);
    double *points = malloc(3 * (size_t)item->vertex_count * sizeof *points);
    bool good = has && points;
    float low, top;
    int count = 0;

    heights_of(&low, &top, item, 0, item->face_count);
    for (int p = 0; good && p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        if (!part->face_count || (half_of(item, p, top) == h->half) != is_own) continue;
        for (int i = 3 * part->first_face; i < 3 * (part->first_face + part->face_count); i++)
            has[item->corners[item->faces[i]]] = true;
    }

    for (size_t v = 0; good && v < (size_t)item->vertex_count; v++) {
        if (!has[v]) continue;
        for (size_t c = 0; c < 3; c++) points[3 * (size_t)count + c] = (double)item->rest[3 * v + c];
        count++;
    }

    good = good && pd_tree_build(out, points, NULL, count, 0);
    free(points);
    free(has);

    return good;
}

/* Marks the skin that a half hides, (V): that which the half is nearer to than the rest of its own outfit. */
static pd_status hide_half(bool *hides, const half_work *h, const float *skin, pd_error *err)
{
    const pd_wardrobe_item *item = h->item;
    const bool is_top = h->half == PD_WARDROBE_HALF_TOP;
    pd_tree own = {0}, other = {0};
    const bool good = vertex_tree(&own, h, true) && vertex_tree(&other, h, false);

    for (int i = 0; good && i < item->hide_count; i++) {
        const float *p = skin + 3 * (size_t)item->hides[i];
        const float edge = h->edge[sector_of(p)];
        const bool is_inside =
            is_top ? p[1] > edge + PD_WARDROBE_HALF_EDGE : p[1] < edge - PD_WARDROBE_HALF_EDGE;
        if (!is_inside) continue;
        const double at[3] = {(double)p[0], (double)p[1], (double)p[2]};
        double nearest = (double)INFINITY;
        int found;
        pd_tree_several(&found, &nearest, 1, &own, at, NULL);
        hides[item->hides[i]] |= pd_tree_nearest(&other, at, NULL, nearest) < 0;
    }

    pd_tree_deinit(&own);
    pd_tree_deinit(&other);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
}

/* ---- the result ---- */

/* Numbers the vertices and corners that stay, from the given counts on. Returns the number of triangles. */
static int number_half(half_work *h, int *vertices, int *corners, int *parts)
{
    const pd_wardrobe_item *item = h->item;
    int faces = 0;

    for (int v = 0; v < item->vertex_count; v++) h->vertex[v] = NONE;
    for (int c = 0; c < item->corner_count; c++) h->corner[c] = NONE;
    for (int p = 0; p < item->part_count; p++) {
        const int before = faces;
        for (int f = item->parts[p].first_face; f < item->parts[p].first_face + item->parts[p].face_count;
             f++) {
            if (!h->has[f]) continue;
            faces++;
            for (int k = 0; k < 3; k++) {
                const uint16_t c = item->faces[3 * f + k];
                if (h->corner[c] == NONE) h->corner[c] = (uint16_t)(*corners)++;
                if (h->vertex[item->corners[c]] == NONE)
                    h->vertex[item->corners[c]] = (uint16_t)(*vertices)++;
            }
        }

        *parts += faces > before;
    }

    return faces;
}

/* Copies a half into the result. */
static void copy_half(pd_wardrobe_item *out, const half_work *h, int *faces, int *parts)
{
    const pd_wardrobe_item *item = h->item;
    const size_t dirs = (size_t)out->dir_count, own = (size_t)item->dir_count;

    for (size_t v = 0; v < (size_t)item->vertex_count; v++) {
        if (h->vertex[v] == NONE) continue;
        const size_t to = h->vertex[v];
        memcpy(out->rest + 3 * to, h->rest + 3 * v, 3 * sizeof *out->rest);
        memcpy(out->anchors + 3 * to, item->anchors + 3 * v, 3 * sizeof *out->anchors);
        memcpy(out->anchor_weights + 3 * to, item->anchor_weights + 3 * v, 3 * sizeof *out->anchor_weights);
        memcpy(out->joints + 4 * to, item->joints + 4 * v, 4 * sizeof *out->joints);
        memcpy(out->weights + 4 * to, item->weights + 4 * v, 4 * sizeof *out->weights);
        for (size_t c = 0; c < 3 && own; c++)
            memcpy(out->dirs + (3 * to + c) * dirs, item->dirs + (3 * v + c) * own, own * sizeof *out->dirs);
    }

    for (size_t c = 0; c < (size_t)item->corner_count; c++) {
        if (h->corner[c] == NONE) continue;
        const size_t to = h->corner[c];
        out->corners[to] = h->vertex[item->corners[c]];
        memcpy(out->uvs + 2 * to, item->uvs + 2 * c, 2 * sizeof *out->uvs);
        if (item->places) memcpy(out->places + 2 * to, item->places + 2 * c, 2 * sizeof *out->places);
    }

    for (int p = 0; p < item->part_count; p++) {
        const int first = *faces;
        for (int f = item->parts[p].first_face; f < item->parts[p].first_face + item->parts[p].face_count;
             f++) {
            if (!h->has[f]) continue;
            for (int k = 0; k < 3; k++) out->faces[3 * *faces + k] = h->corner[item->faces[3 * f + k]];
            (*faces)++;
        }

        if (*faces == first) continue;
        out->parts[*parts] = item->parts[p];
        out->parts[*parts].first_face = first;
        out->parts[(*parts)++].face_count = *faces - first;
    }
}

/* Fills the result with both halves and the hidden skin. */
static pd_status join_halves(pd_wardrobe_item *out, half_work *halves, int count, const bool *hides,
                             const pd_wardrobe *w, pd_error *err)
{
    int faces = 0, parts = 0;

    *out = (pd_wardrobe_item){.slot = PD_WARDROBE_OUTFIT, .base = -1};
    snprintf(out->name, sizeof out->name, "%.15s%s%.15s", halves[0].item->name, count > 1 ? "+" : "",
             count > 1 ? halves[1].item->name : "");
    for (int i = 0; i < count; i++) {
        if (halves[i].item->dir_count > out->dir_count) out->dir_count = halves[i].item->dir_count;
        out->face_count += number_half(&halves[i], &out->vertex_count, &out->corner_count, &out->part_count);
    }

    for (int v = 0; v < w->skin_vertex_count; v++) out->hide_count += hides[v];
    if (out->corner_count >= PD_WARDROBE_VERTICES_MAX || out->part_count > PD_WARDROBE_PARTS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, out->name, "%d vertices and %d parts; at most %d and %d allowed",
                       out->corner_count, out->part_count, PD_WARDROBE_VERTICES_MAX - 1,
                       PD_WARDROBE_PARTS_MAX);

    bool has_places = false;
    for (int i = 0; i < count; i++) has_places |= halves[i].item->places != NULL;
    if (!pd_wardrobe_item_alloc(out) || (has_places && !pd_wardrobe_item_place(out))) {
        pd_wardrobe_item_deinit(out);
        *out = (pd_wardrobe_item){0};
        return pd_fail(err, PD_ERR_MEMORY, halves[0].item->name, "out of memory");
    }

    for (int i = 0; i < count; i++) copy_half(out, &halves[i], &faces, &parts);
    PD_ASSERT(faces == out->face_count && parts == out->part_count);
    int hidden = 0;
    for (int v = 0; v < w->skin_vertex_count; v++)
        if (hides[v]) out->hides[hidden++] = (uint16_t)v;
    pd_wardrobe_measure(out);

    return PD_OK;
}

pd_status pd_wardrobe_combine(pd_wardrobe_item *out, const pd_wardrobe *w, const float *skin,
                              const int halves[PD_WARDROBE_HALF_COUNT], pd_error *err)
{
    half_work work[PD_WARDROBE_HALF_COUNT] = {{0}};
    pd_wardrobe_item cut = {0};
    bool is_cut = false;
    int count = 0;
    bool *hides = calloc((size_t)w->skin_vertex_count + 1, sizeof *hides);
    pd_status status = hides ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* The halves. */
    *out = (pd_wardrobe_item){0};
    for (int h = 0; status == PD_OK && h < PD_WARDROBE_HALF_COUNT; h++) {
        if (halves[h] < 0) continue;
        PD_ASSERT(halves[h] < w->item_count);
        status = half_init(&work[count++], &w->items[halves[h]], (pd_wardrobe_half)h, err);
    }

    PD_ASSERT(count > 0 || status != PD_OK);

    /* A waist that is seen. */
    const bool is_mixed = count == 2 && work[0].item != work[1].item;
    if (status == PD_OK && is_mixed) status = cut_waist(&cut, &is_cut, &work[0], &work[1], err);
    if (is_cut) {
        pd_wardrobe_measure(&cut);
        half_deinit(&work[1]);
        status = half_init(&work[1], &cut, PD_WARDROBE_HALF_BOTTOM, err);
    }

    /* The skin below both. */
    for (int i = 0; status == PD_OK && i < count; i++) status = hide_half(hides, &work[i], skin, err);

    /* Their overlap, unless they are those of one outfit, which fit as they are. */
    if (status == PD_OK && is_mixed) {
        leave_out_covered(&work[1], &work[0]);
        status = part_halves(&work[0], &work[1], err);
    }

    if (status == PD_OK) status = join_halves(out, work, count, hides, w, err);
    for (int i = 0; i < count; i++) half_deinit(&work[i]);
    if (is_cut) pd_wardrobe_item_deinit(&cut);
    free(hides);

    return status;
}
