#include "core/avatar/lod.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/io/coarse/collapse.h"
#include "core/io/coarse/under.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

/* Largest error as a fraction of the extent: only the triangle count limits a simplification. */
#define ERROR_MOST 1.0f
#define ROUNDS     4
#define LEVELS     (PD_AVATAR_LOD_MOST + 1)

static const int budgets[LEVELS] = {0, 20000, 10000, 4000}; /* triangles; 0: all */
#define FAR          2 /* from this level on all pieces share the triangles by their errors */
/* D of the skin at these levels; with 2 or 12 the differences
 * at level 3 (lod.h) change by less than a tenth. */
#define FAR_SKIN     4.5
#define UNCOVER_FROM 2
/* Factor of the errors of skin up to MOUTH metres from the front of the tongue.
 * With 1 lips are polygons of six corners. */
#define MOUTH_GAIN   30.0f
#define MOUTH        0.045f
#define OPEN         0.25f /* radians that the jaw is open while errors are measured */

/* Largest numbers of triangles inside the mouth at each level, both jaws together. */
static const struct {
    const char *role;
    int most[LEVELS];
} caps[] = {{"teeth", {2200, 1200, 500, 0}}, {"tongue", {448, 240, 120, 0}}};

/* Returns whether open borders of the piece must stay, because they meet another piece or the skin. */
static bool keeps_border(const pd_avatar_piece *p)
{
    return pd_avatar_piece_is(p, "skin") || pd_avatar_piece_is(p, "outfit");
}

static double area_of(const pd_avatar_figure *f, const pd_avatar_piece *p)
{
    double sum = 0;

    for (size_t i = 0; i + 2 < p->corner_count; i += 3) {
        const float *a = f->positions + 3 * p->corners[i];
        const float *b = f->positions + 3 * p->corners[i + 1];
        const float *c = f->positions + 3 * p->corners[i + 2];
        double u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = (double)b[k] - a[k];
            v[k] = (double)c[k] - a[k];
        }

        sum += 0.5 *
               hypot(hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]), u[0] * v[1] - u[1] * v[0]);
    }

    return sum;
}

/* Simplifies a piece to the wanted number of corners, or a little more. */
static bool thin_out(pd_avatar_figure *f, pd_avatar_piece *p, size_t wanted)
{
    if (wanted >= p->corner_count) return true;
    if (!wanted) {
        p->corner_count = 0;
        return true;
    }

    uint32_t *own = malloc(2 * p->corner_count * sizeof *own);
    uint32_t *fewer = own + p->corner_count;
    if (!own) return false;

    /* Give the simplifier the piece's own vertices. It recognises seams of texture coordinates by vertices at
     * the same position. */
    const uint32_t first = (uint32_t)p->first_vertex;
    for (size_t i = 0; i < p->corner_count; i++) own[i] = p->corners[i] - first;
    const float *points = f->positions + 3 * (size_t)first;
    const size_t left =
        meshopt_simplify(fewer, own, p->corner_count, points, (size_t)p->vertex_count, 12, wanted, ERROR_MOST,
                         keeps_border(p) ? meshopt_SimplifyLockBorder : 0, NULL);
    for (size_t i = 0; i < left; i++) p->corners[i] = fewer[i] + first;
    p->corner_count = left;
    free(own);

    return true;
}

static int cap_of(const pd_avatar_piece *p, int level)
{
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++)
        if (pd_avatar_piece_is(p, caps[i].role)) return caps[i].most[level];
    return -1;
}

/* Simplifies the pieces inside the mouth. Pieces of one role divide its number of triangles in proportion to
 * their own numbers. */
static bool thin_mouth(pd_avatar_figure *f, int level)
{
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        size_t all = 0;
        for (int p = 0; p < f->piece_count; p++)
            if (pd_avatar_piece_is(&f->pieces[p], caps[i].role)) all += f->pieces[p].corner_count;
        for (int p = 0; all && p < f->piece_count; p++) {
            pd_avatar_piece *piece = &f->pieces[p];
            if (!pd_avatar_piece_is(piece, caps[i].role)) continue;
            const double share = (double)piece->corner_count / (double)all;
            if (!thin_out(f, piece, 3 * (size_t)(share * caps[i].most[level]))) return false;
        }
    }

    return true;
}

/* Removes triangles under other pieces. Pieces inside the mouth neither hide nor are hidden: it opens. */
static bool uncover(pd_avatar_figure *f, const pd_io_glb *glb, int level)
{
    const int count = f->piece_count;
    pd_io_under *meshes = calloc((size_t)count, sizeof *meshes);
    bool good = meshes != NULL;

    for (int p = 0; good && p < count; p++) {
        pd_avatar_piece *piece = &f->pieces[p];
        meshes[p] = (pd_io_under){.points = f->positions,
                                  .corners = piece->corners,
                                  .vertex_count = f->vertex_count,
                                  .corner_count = cap_of(piece, level) < 0 ? piece->corner_count : 0,
                                  .covers = glb->materials[piece->material].alpha == PD_IO_GLB_OPAQUE,
                                  .under = calloc(piece->corner_count / 3 + 1, 1)};
        good = meshes[p].under != NULL;
    }

    good = good && pd_io_under_run(meshes, count);
    for (int p = 0; good && p < count; p++) {
        pd_avatar_piece *piece = &f->pieces[p];
        size_t kept = 0;
        if (cap_of(piece, level) >= 0) continue;
        for (size_t t = 0; t < piece->corner_count / 3; t++)
            if (!meshes[p].under[t])
                memmove(piece->corners + 3 * kept++, piece->corners + 3 * t, 3 * sizeof *piece->corners);
        piece->corner_count = 3 * kept;
    }

    for (int p = 0; meshes && p < count; p++) free(meshes[p].under);
    free(meshes);

    return good;
}

/* Divides the triangles of the level among the pieces. wanted (piece_count): corners of each piece. A piece
 * with fewer than its share leaves the rest to the others. */
static void share_out_lod(size_t *wanted, const double *weights, const pd_avatar_figure *f, int level)
{
    for (int p = 0; p < f->piece_count; p++)
        wanted[p] = cap_of(&f->pieces[p], level) >= 0 || weights[p] <= 0 ? f->pieces[p].corner_count : 0;
    for (int round = 0; round < ROUNDS; round++) {
        double sum = 0;
        double left = budgets[level];
        for (int p = 0; p < f->piece_count; p++) {
            if (wanted[p] == f->pieces[p].corner_count)
                left -= (double)wanted[p] / 3;
            else
                sum += weights[p];
        }

        for (int p = 0; p < f->piece_count && sum > 0; p++) {
            const size_t all = f->pieces[p].corner_count;
            if (wanted[p] == all) continue;
            const size_t own = 3 * (size_t)(fmax(0, left) * weights[p] / sum);
            wanted[p] = own < all ? own : all;
        }
    }
}

/* Simplifies each piece to its share of the triangles. */
static bool thin_all(pd_avatar_figure *f, int level)
{
    size_t *wanted = malloc((size_t)f->piece_count * sizeof *wanted);
    double *weights = malloc((size_t)f->piece_count * sizeof *weights);
    bool good = wanted && weights;

    for (int p = 0; good && p < f->piece_count; p++)
        weights[p] = f->pieces[p].detail * area_of(f, &f->pieces[p]);

    /* First simplify the pieces that may keep more than their share (fixed borders, cards of hair), then the
     * skin with the remaining triangles. */
    for (int round = 0; good && round < 2; round++) {
        share_out_lod(wanted, weights, f, level);
        for (int p = 0; good && p < f->piece_count; p++) {
            if (pd_avatar_piece_is(&f->pieces[p], "skin") != round || cap_of(&f->pieces[p], level) >= 0)
                continue;
            good = thin_out(f, &f->pieces[p], wanted[p]);
            weights[p] = 0;
        }
    }

    free(wanted);
    free(weights);

    return good;
}

/* ---- all pieces together, for the far level ---- */

/* A piece with its vertices merged by position, for the collapse. */
typedef struct merged {
    uint32_t *corners;    /* (corner_count) first vertex at each position */
    uint32_t *origins;    /* (corner_count / 3) original triangle of each triangle */
    uint32_t *next;       /* (vertex_count) next vertex at the same position, cyclic */
    unsigned char *ranks; /* (vertex_count) number of vertices at the position; above 1 on a seam */
} merged;

/* Merges the vertices at the same position. */
static bool merge_lod(merged *out, const pd_avatar_figure *f, const pd_avatar_piece *p)
{
    const size_t vertices = (size_t)p->vertex_count;
    size_t size = 16;

    while (size < 2 * vertices) size *= 2;
    uint32_t *table = malloc(size * sizeof *table);
    uint32_t *first = malloc((vertices + 1) * sizeof *first);
    out->corners = malloc((p->corner_count + 1) * sizeof *out->corners);
    out->origins = malloc((p->corner_count / 3 + 1) * sizeof *out->origins);
    out->next = malloc((vertices + 1) * sizeof *out->next);
    out->ranks = calloc(vertices + 1, 1);
    const bool good = table && first && out->corners && out->origins && out->next && out->ranks;
    const float *points = f->positions + 3 * (size_t)p->first_vertex;
    if (good) memset(table, 255, size * sizeof *table);
    for (uint32_t v = 0; good && v < vertices; v++) {
        size_t at = pd_hash64(points + 3 * (size_t)v, 3 * sizeof *points, 0) & (size - 1);
        while (table[at] != UINT32_MAX && memcmp(points + 3 * (size_t)table[at], points + 3 * (size_t)v, 12))
            at = (at + 1) & (size - 1);

        if (table[at] == UINT32_MAX) {
            table[at] = v;
            out->next[v] = v;
        }

        first[v] = table[at];
        if (first[v] != v) {
            out->next[v] = out->next[first[v]];
            out->next[first[v]] = v;
        }

        if (out->ranks[first[v]] < UINT8_MAX) out->ranks[first[v]]++;
    }

    for (size_t i = 0; good && i < p->corner_count; i++)
        out->corners[i] = first[p->corners[i] - (uint32_t)p->first_vertex];
    free(table);
    free(first);

    return good;
}

/* Returns the vertex at the position of v whose texture coordinates are nearest to `at`. */
static uint32_t nearest(const merged *m, uint32_t v, const float *uvs, const float at[2])
{
    uint32_t best = v;
    uint32_t w = v;
    float least = INFINITY;

    do {
        const float x = uvs[2 * (size_t)w] - at[0];
        const float y = uvs[2 * (size_t)w + 1] - at[1];
        const float far = x * x + y * y;
        if (far < least) {
            least = far;
            best = w;
        }

        w = m->next[w];
    } while (w != v);

    return best;
}

/* Replaces the merged vertices of the remaining triangles by the vertices on their side of the seam. */
static void split_lod(pd_avatar_figure *f, pd_avatar_piece *piece, const merged *m, size_t triangle_count)
{
    const uint32_t first = (uint32_t)piece->first_vertex;

    for (size_t t = 0; t < triangle_count; t++) {
        /* Centre of the original triangle on the texture. Origins ascend, so the original has not been
         * overwritten yet. */
        const uint32_t *was = piece->corners + 3 * (size_t)m->origins[t];
        float at[2] = {0};
        uint32_t corners[3];
        PD_ASSERT(m->origins[t] >= t);
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 2; c++) at[c] += f->uvs[2 * (size_t)was[k] + c] / 3;

        for (size_t k = 0; k < 3; k++)
            corners[k] = first + nearest(m, m->corners[3 * t + k], f->uvs + 2 * (size_t)first, at);
        memcpy(piece->corners + 3 * t, corners, sizeof corners);
    }

    piece->corner_count = 3 * triangle_count;
}

/* Returns the figure's positions (N,3) with the jaw open, so that errors of lips and of the mouth's inside
 * count; NULL when out of memory. */
static float *opened(const pd_avatar_figure *f, const pd_avatar_skeleton *skeleton)
{
    const int jaw = pd_avatar_skeleton_find(skeleton, "jaw");
    float *out = malloc((3 * (size_t)f->vertex_count + 1) * sizeof *out);

    if (!out) return NULL;
    memcpy(out, f->positions, 3 * (size_t)f->vertex_count * sizeof *out);
    for (size_t v = 0; jaw >= 0 && v < (size_t)f->vertex_count; v++)
        for (size_t s = 0; s < 4; s++) {
            const float w = f->weights[4 * v + s];
            const float *at = f->positions + 3 * v;
            const float *o = skeleton->bones[jaw].place;
            if (f->joints[4 * v + s] != jaw || !(w > 0)) continue;
            const float y = at[1] - o[1];
            const float z = at[2] - o[2];
            out[3 * v + 1] += w * ((cosf(OPEN) - 1) * y - sinf(OPEN) * z);
            out[3 * v + 2] += w * (sinf(OPEN) * y + (cosf(OPEN) - 1) * z);
        }

    return out;
}

/* Sets the gains (vertex_count) of the skin. Returns false if there is no tongue. */
static bool set_gains(float *gains, const pd_avatar_figure *f, const pd_avatar_piece *skin)
{
    const float *front = NULL; /* the vertex of the tongue that lies farthest forward */
    for (int p = 0; p < f->piece_count; p++)
        for (size_t i = 0; pd_avatar_piece_is(&f->pieces[p], "tongue") && i < f->pieces[p].corner_count;
             i++) {
            const float *at = f->positions + 3 * (size_t)f->pieces[p].corners[i];
            if (!front || at[2] > front[2]) front = at;
        }
    for (size_t v = 0; front && v < (size_t)skin->vertex_count; v++) {
        const float *at = f->positions + 3 * ((size_t)skin->first_vertex + v);
        const float far = hypotf(hypotf(at[0] - front[0], at[1] - front[1]), at[2] - front[2]);
        gains[v] = far < MOUTH ? MOUTH_GAIN : 1;
    }

    return front != NULL;
}

/* Simplifies all pieces together, except those with a limit of their own,
 * to the remaining triangles of the level. */
static bool collapse_all(pd_avatar_figure *f, const pd_avatar_skeleton *skeleton, int level)
{
    const size_t count = (size_t)f->piece_count;
    merged *pieces = calloc(count + 1, sizeof *pieces);
    pd_io_collapse *meshes = calloc(count + 1, sizeof *meshes);
    float *points = opened(f, skeleton);
    size_t budget = (size_t)budgets[level];
    float *gains = malloc(((size_t)f->vertex_count + 1) * sizeof *gains);
    bool good = pieces && meshes && points && gains;

    for (size_t p = 0; good && p < count; p++) {
        const pd_avatar_piece *piece = &f->pieces[p];
        good = merge_lod(&pieces[p], f, piece);
        meshes[p] = (pd_io_collapse){.points = points + 3 * (size_t)piece->first_vertex,
                                     .corners = pieces[p].corners,
                                     .vertex_count = piece->vertex_count,
                                     .corner_count = piece->corner_count,
                                     .weight = pd_avatar_piece_is(piece, "skin") ? FAR_SKIN : piece->detail,
                                     .times = 1,
                                     .ranks = pieces[p].ranks,
                                     .origins = pieces[p].origins};

        if (pd_avatar_piece_is(piece, "skin") && set_gains(gains, f, piece)) meshes[p].gains = gains;

        /* Skip the pieces inside the mouth, which have limits of their own. */
        if (cap_of(piece, level) < 0) continue;
        const size_t own = piece->corner_count / 3;
        budget -= own < budget ? own : budget;
        meshes[p].corner_count = 0;
    }

    good = good && pd_io_collapse_run(meshes, f->piece_count, budget);
    for (size_t p = 0; good && p < count; p++)
        if (cap_of(&f->pieces[p], level) < 0)
            split_lod(f, &f->pieces[p], &pieces[p], meshes[p].corner_count / 3);

    for (size_t p = 0; pieces && p < count; p++) {
        free(pieces[p].corners);
        free(pieces[p].origins);
        free(pieces[p].next);
        free(pieces[p].ranks);
    }

    free(pieces);
    free(meshes);
    free(points);
    free(gains);

    return good;
}

pd_status pd_avatar_lod_run(pd_avatar_figure *f, const pd_avatar_skeleton *skeleton, const pd_io_glb *glb,
                            int level, pd_error *err)
{
    PD_ASSERT(level >= 0 && level <= PD_AVATAR_LOD_MOST);
    bool good = thin_mouth(f, level);
    if (good && level >= UNCOVER_FROM) good = uncover(f, glb, level);
    if (good && budgets[level]) good = level >= FAR ? collapse_all(f, skeleton, level) : thin_all(f, level);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "lod", "out of memory");
}
