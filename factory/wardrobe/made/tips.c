#include "factory/wardrobe/made/tips.h"

#include "core/base/assert.h"
#include "core/math/triangle.h"
#include "core/wardrobe/piece.h"
#include "factory/skin/texture.h"
#include "factory/wardrobe/bind/bind.h"
#include "factory/wardrobe/bind/relax.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ACROSS      0.6f   /* cosine of an edge and the strands up to which it lies across them */
#define BAND_SHARE  0.4f   /* of a strand's length that fades at most */
#define ALONG       0.6f   /* range of v between root and tips */
#define ROOT        0.006f /* metres that fade at the root of strands longer than ROOTED */
#define ROOTED      0.02f
#define LEAN_AREA   0.003f /* square metres of a part from which it leans */
#define LEAN_AROUND 0.03f  /* metres around a triangle in which other strands count */
#define TUFT_MOST   8      /* triangles of a card */
#define WRAPS       4.0f   /* of the texture around the head */
#define WRAP_TOP    0.17f  /* v at the top ... */
#define WRAP_LOW    0.60f  /* ... and at the lowest place */

/* Number of triangles at the edge a, b. */
static int triangles_at(const pd_wardrobe_item *h, const int *start, const int *list, int a, int b)
{
    int count = 0;
    for (int i = start[a]; i < start[a + 1]; i++)
        for (int k = 0; k < 3; k++) count += h->corners[h->faces[3 * list[i] + k]] == b;
    return count;
}

/* Direction in which v grows on a triangle, not scaled. Returns false where the texture has no area. */
static bool strand_direction(float out[3], const pd_wardrobe_item *h, int face)
{
    const uint16_t *f = h->faces + 3 * (size_t)face;
    const float *p[3], *t[3];

    for (int k = 0; k < 3; k++) {
        p[k] = h->rest + 3 * (size_t)h->corners[f[k]];
        t[k] = h->uvs + 2 * (size_t)f[k];
    }

    const float au = t[1][0] - t[0][0];
    const float av = t[1][1] - t[0][1];
    const float bu = t[2][0] - t[0][0];
    const float bv = t[2][1] - t[0][1];
    const float area = au * bv - bu * av;
    if (fabsf(area) < 1e-12f) return false;
    for (int c = 0; c < 3; c++) out[c] = (au * (p[2][c] - p[0][c]) - bu * (p[1][c] - p[0][c])) / area;

    return true;
}

static float tips_dot(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Sets the distance of the ends of strands to 0: tips (n) and roots (n), which are INFINITY elsewhere. */
static void find_ends(float *tips, float *roots, const pd_wardrobe_item *h, const int *start, const int *list)
{
    for (int f = 0; f < h->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const int a = h->corners[h->faces[3 * f + k]];
            const int b = h->corners[h->faces[3 * f + (k + 1) % 3]];
            const int c = h->corners[h->faces[3 * f + (k + 2) % 3]];
            float along[3], edge[3], out[3];
            if (triangles_at(h, start, list, a, b) != 1 || !strand_direction(along, h, f)) continue;
            for (int x = 0; x < 3; x++) {
                edge[x] = h->rest[3 * b + x] - h->rest[3 * a + x];
                out[x] = 0.5f * (h->rest[3 * a + x] + h->rest[3 * b + x]) - h->rest[3 * c + x];
            }

            if (fabsf(tips_dot(edge, along)) > ACROSS * sqrtf(tips_dot(edge, edge) * tips_dot(along, along)))
                continue;
            float *ends = tips_dot(out, along) > 0 ? tips : roots;
            ends[a] = ends[b] = 0;
        }
}

/* Spreads distances over the edges until none gets shorter. */
static void spread_tips(float *distances, const pd_wardrobe_item *h, const pd_factory_neighbors *near)
{
    for (bool changes = true; changes;) {
        changes = false;
        for (int i = 0; i < h->vertex_count; i++)
            for (int e = near->start[i]; e < near->start[i + 1]; e++) {
                const float *a = h->rest + 3 * (size_t)i;
                const float *b = h->rest + 3 * (size_t)near->list[e];
                const float d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
                const float by = distances[near->list[e]] + sqrtf(tips_dot(d, d));
                if (by < distances[i] - 1e-6f) {
                    distances[i] = by;
                    changes = true;
                }
            }
    }
}

/* v of a vertex by its distances; height: 0 to 1 from the top of the hair, for what has no tip. */
static float coordinate(float tip, float root, float height)
{
    if (!isfinite(tip)) return PD_WARDROBE_HAIR_TIP_V - ALONG + 0.5f * height;
    if (!isfinite(root)) root = 0.2f;
    const float length = tip + root;
    const float band = fminf(PD_WARDROBE_HAIR_TIP, BAND_SHARE * length);
    float v = tip < band ? 1 - (1 - PD_WARDROBE_HAIR_TIP_V) * tip / band
                         : PD_WARDROBE_HAIR_TIP_V - ALONG * (tip - band) / fmaxf(length - band, 1e-6f);
    if (root < ROOT && length > ROOTED) v *= root / ROOT;

    return v;
}

pd_status pd_factory_tips(pd_wardrobe_item *h, pd_error *err)
{
    const size_t n = (size_t)h->vertex_count;
    const size_t f = (size_t)h->face_count;
    float *tips = malloc(2 * n * sizeof *tips);
    float *roots = tips + n;
    float low = INFINITY, high = -INFINITY;
    int *start = calloc(n + 2, sizeof *start);
    int *list = malloc((3 * f + 1) * sizeof *list);
    pd_factory_neighbors near = {0};
    const bool good = tips && start && list && pd_factory_neighbors_init(&near, h);

    /* Triangles of each vertex; starts are counted one place ahead, and the list moves them on. */
    for (size_t i = 0; good && i < 3 * f; i++) start[h->corners[h->faces[i]] + 2]++;
    for (size_t i = 2; good && i <= n; i++) start[i] += start[i - 1];
    for (size_t i = 0; good && i < 3 * f; i++) list[start[h->corners[h->faces[i]] + 1]++] = (int)(i / 3);

    for (size_t i = 0; good && i < n; i++) {
        tips[i] = roots[i] = INFINITY;
        low = fminf(low, h->rest[3 * i + 1]);
        high = fmaxf(high, h->rest[3 * i + 1]);
    }

    if (good) {
        find_ends(tips, roots, h, start, list);
        spread_tips(tips, h, &near);
        spread_tips(roots, h, &near);
    }

    for (size_t c = 0; good && c < (size_t)h->corner_count; c++) {
        const size_t i = h->corners[c];
        h->uvs[2 * c + 1] =
            coordinate(tips[i], roots[i], (high - h->rest[3 * i + 1]) / fmaxf(high - low, 1e-6f));
    }

    pd_factory_neighbors_deinit(&near);
    free(tips);
    free(start);
    free(list);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, h->name, "out of memory");
}

/* ---- leaning ---- */

/* A triangle of hair: its middle, dp/du, dp/dv and its area. area 0: its texture has none. */
typedef struct strand_face {
    float middle[3], du[3], dv[3], area;
} strand_face;

static void find_strand(strand_face *out, const pd_wardrobe_item *h, int face)
{
    const uint16_t *f = h->faces + 3 * (size_t)face;
    const float *p[3], *t[3];
    float normal[3];

    *out = (strand_face){0};
    for (int k = 0; k < 3; k++) {
        p[k] = h->rest + 3 * (size_t)h->corners[f[k]];
        t[k] = h->uvs + 2 * (size_t)f[k];
    }

    const float au = t[1][0] - t[0][0];
    const float av = t[1][1] - t[0][1];
    const float bu = t[2][0] - t[0][0];
    const float bv = t[2][1] - t[0][1];
    const float area = au * bv - bu * av;
    if (fabsf(area) < 1e-9f) return;
    for (int c = 0; c < 3; c++) {
        const float a = p[1][c] - p[0][c];
        const float b = p[2][c] - p[0][c];
        out->middle[c] = (p[0][c] + p[1][c] + p[2][c]) / 3;
        out->du[c] = (bv * a - av * b) / area;
        out->dv[c] = (au * b - bu * a) / area;
    }

    pd_triangle_normal(normal, p[0], p[1], p[2]);
    out->area = 0.5f * sqrtf(tips_dot(normal, normal));
}

/* Computes the mean direction of strands of other parts around a triangle, weighted by area and distance.
 * Returns false if there are few. */
static bool strands_around(float out[3], const strand_face *faces, const int *part, int count, int face)
{
    float sum[3] = {0}, weights = 0;

    for (int f = 0; f < count; f++) {
        const strand_face *g = &faces[f];
        float off[3];
        float length = sqrtf(tips_dot(g->dv, g->dv));
        for (int c = 0; c < 3; c++) off[c] = g->middle[c] - faces[face].middle[c];
        const float square = tips_dot(off, off) / (LEAN_AROUND * LEAN_AROUND);
        if (part[f] == part[face] || !(g->area > 0) || square > 1 || !(length > 0)) continue;
        const float weight = g->area * (1 - square);
        for (int c = 0; c < 3; c++) sum[c] += weight * g->dv[c] / length;
        weights += weight;
    }

    const float length = sqrtf(tips_dot(sum, sum));
    for (int c = 0; c < 3; c++) out[c] = length > 0 ? sum[c] / length : 0;

    return weights > 0 && length > 0.5f * weights;
}

/* Leans the strands of one part towards those around it: u += s v. */
static void lean_part(pd_wardrobe_item *h, const strand_face *faces, const int *part, int which)
{
    /* s is least squares of the component of dv - s du across the strands around. */
    float across_u = 0, across_v = 0;

    for (int f = 0; f < h->face_count; f++) {
        float around[3], normal[3], side[3];
        const strand_face *g = &faces[f];
        if (part[f] != which || !(g->area > 0) || !strands_around(around, faces, part, h->face_count, f))
            continue;
        const float *u = g->du;
        const float *v = g->dv;
        for (int c = 0; c < 3; c++)
            normal[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
        for (int c = 0; c < 3; c++)
            side[c] = normal[(c + 1) % 3] * around[(c + 2) % 3] - normal[(c + 2) % 3] * around[(c + 1) % 3];
        const float length = sqrtf(tips_dot(side, side));
        if (!(length > 0)) continue;
        const float a = tips_dot(u, side) / length;
        const float b = tips_dot(v, side) / length;
        across_u += g->area * a * a;
        across_v += g->area * a * b;
    }

    if (!(across_u > 0)) return;
    const float s = across_v / across_u;
    unsigned char *seen = calloc((size_t)h->corner_count + 1, 1);
    for (int f = 0; seen && f < h->face_count; f++)
        for (int k = 0; part[f] == which && k < 3; k++) {
            const int corner = h->faces[3 * f + k];
            if (!seen[corner]) h->uvs[2 * corner] += s * h->uvs[2 * corner + 1];
            seen[corner] = 1;
        }
    free(seen);
}

pd_status pd_factory_lean(pd_wardrobe_item *h, pd_error *err)
{
    int *part = malloc((size_t)h->face_count * sizeof *part);
    strand_face *faces = malloc((size_t)h->face_count * sizeof *faces);
    const int parts = part && faces ? pd_factory_components(part, h) : -1;

    for (int f = 0; parts >= 0 && f < h->face_count; f++) find_strand(&faces[f], h, f);

    /* The largest part is what lies on the head. */
    for (int p = 1; p < parts; p++) {
        float area = 0;
        for (int f = 0; f < h->face_count; f++) area += part[f] == p ? faces[f].area : 0;
        if (area >= LEAN_AREA) lean_part(h, faces, part, p);
    }

    free(part);
    free(faces);

    return parts >= 0 ? PD_OK : pd_fail(err, PD_ERR_MEMORY, h->name, "out of memory");
}

/* ---- curls ---- */

/* Returns whether the edge from vertex a to b is inside a card: another triangle of the card has it in the
 * other direction. */
static bool is_inside_card(const pd_wardrobe_item *h, const int *part, int card, int a, int b)
{
    for (int f = 0; f < h->face_count; f++)
        for (int k = 0; part[f] == card && k < 3; k++)
            if (h->corners[h->faces[3 * f + k]] == b && h->corners[h->faces[3 * f + (k + 1) % 3]] == a)
                return true;
    return false;
}

/* Coordinates of a card: along the longest edge of its border, and across. */
static void map_card(pd_wardrobe_item *h, const int *part, int card)
{
    float along[3] = {0};
    float most = 0;
    float low[2] = {1e9f, 1e9f};
    float high[2] = {-1e9f, -1e9f};
    float across[3] = {0};

    for (int f = 0; f < h->face_count; f++)
        for (int k = 0; part[f] == card && k < 3; k++) {
            const int from = h->corners[h->faces[3 * f + k]];
            const int to = h->corners[h->faces[3 * f + (k + 1) % 3]];
            const int third = h->corners[h->faces[3 * f + (k + 2) % 3]];
            const float *a = h->rest + 3 * (size_t)from;
            const float *b = h->rest + 3 * (size_t)to;
            const float *c = h->rest + 3 * (size_t)third;
            float edge[3], other[3];
            for (int x = 0; x < 3; x++) {
                edge[x] = b[x] - a[x];
                other[x] = c[x] - a[x];
            }

            if (tips_dot(edge, edge) <= most || is_inside_card(h, part, card, from, to)) continue;
            most = tips_dot(edge, edge);
            for (int x = 0; x < 3; x++) {
                along[x] = edge[x];
                across[x] = other[x];
            }
        }
    const float share = most > 0 ? tips_dot(across, along) / most : 0;
    for (int x = 0; x < 3; x++) across[x] -= share * along[x];

    for (int round = 0; round < 2; round++)
        for (int f = 0; f < h->face_count; f++)
            for (int k = 0; part[f] == card && k < 3; k++) {
                const int corner = h->faces[3 * f + k];
                const float *p = h->rest + 3 * (size_t)h->corners[corner];
                const float at[2] = {tips_dot(p, along), tips_dot(p, across)};
                for (int c = 0; c < 2; c++) {
                    low[c] = fminf(low[c], at[c]);
                    high[c] = fmaxf(high[c], at[c]);
                    if (!round) continue;
                    const float t = (at[c] - low[c]) / fmaxf(high[c] - low[c], 1e-12f);
                    h->uvs[2 * corner + c] = c ? t * (PD_FACTORY_TUFT_V - 0.004f) : t;
                }
            }
}

pd_status pd_factory_tufts(pd_wardrobe_item *h, pd_error *err)
{
    int *part = malloc((size_t)h->face_count * sizeof *part);
    const int parts = part ? pd_factory_components(part, h) : -1;
    float low = INFINITY, high = -INFINITY;

    if (parts < 0) {
        free(part);
        return pd_fail(err, PD_ERR_MEMORY, h->name, "out of memory");
    }

    for (int i = 0; i < h->vertex_count; i++) {
        low = fminf(low, h->rest[3 * i + 1]);
        high = fmaxf(high, h->rest[3 * i + 1]);
    }

    for (int p = 0; p < parts; p++) {
        int count = 0;
        for (int f = 0; f < h->face_count; f++) count += part[f] == p;
        if (count <= TUFT_MOST) {
            map_card(h, part, p);
            continue;
        }

        for (int f = 0; f < h->face_count; f++)
            for (int k = 0; part[f] == p && k < 3; k++) {
                const int corner = h->faces[3 * f + k];
                const float *at = h->rest + 3 * (size_t)h->corners[corner];
                h->uvs[2 * corner] = WRAPS * fabsf(atan2f(at[0], at[2])) / 6.2831853f;
                h->uvs[2 * corner + 1] =
                    WRAP_TOP + (WRAP_LOW - WRAP_TOP) * (high - at[1]) / fmaxf(high - low, 1e-6f);
            }
    }

    free(part);

    return PD_OK;
}
