#include "core/avatar/lod.h"

#include "core/base/assert.h"
#include "core/io/coarse/under.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

#define ERROR_MOST 1.0f /* of the extent: the count decides, not the error */
#define ROUNDS     4
#define LEVELS     (PD_AVATAR_LOD_MOST + 1)

static const int budgets[LEVELS] = {0, 20000, 10000, 4000}; /* triangles; 0: all */
#define FAR          3   /* from this level on nothing is looked at from near: */
#define FAR_SKIN     4.5 /* detail of the skin there */
#define TOO_MANY     1.5 /* times what was wanted: then by clusters of vertices */
#define UNCOVER_FROM 2

/* Triangles of the mouth's inside at each level, of both jaws together. */
static const struct {
    const char *role;
    int most[LEVELS];
} caps[] = {{"teeth", {2200, 1200, 500, 0}}, {"tongue", {448, 240, 120, 0}}};

/* Whether open borders of the piece meet another piece or the skin, so that a moved border shows. */
static bool keeps_border(const pd_avatar_piece *p, bool is_far)
{
    return pd_avatar_piece_is(p, "skin") || (pd_avatar_piece_is(p, "outfit") && !is_far);
}

static double area_of(const pd_avatar_figure *f, const pd_avatar_piece *p)
{
    double sum = 0;
    for (size_t i = 0; i + 2 < p->corner_count; i += 3) {
        const float *a = f->positions + 3 * p->corners[i], *b = f->positions + 3 * p->corners[i + 1],
                    *c = f->positions + 3 * p->corners[i + 2];
        double u[3], v[3];
        for (int k = 0; k < 3; k++) u[k] = (double)b[k] - a[k], v[k] = (double)c[k] - a[k];
        sum += 0.5 *
               hypot(hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]), u[0] * v[1] - u[1] * v[0]);
    }
    return sum;
}

/* Simplifies a piece to the wanted number of corners, or a little more. */
static bool thin_out(pd_avatar_figure *f, pd_avatar_piece *p, size_t wanted, bool is_far)
{
    if (wanted >= p->corner_count) return true;
    if (!wanted) {
        p->corner_count = 0;
        return true;
    }
    uint32_t *own = malloc(2 * p->corner_count * sizeof *own), *fewer = own + p->corner_count;
    if (!own) return false;

    /* The simplifier takes the piece's own vertices. It knows seams of texture coordinates: vertices at one place. */
    const uint32_t first = (uint32_t)p->first_vertex;
    for (size_t i = 0; i < p->corner_count; i++) own[i] = p->corners[i] - first;
    const float *points = f->positions + 3 * (size_t)first;
    size_t left =
        meshopt_simplify(fewer, own, p->corner_count, points, (size_t)p->vertex_count, 12, wanted, ERROR_MOST,
                         keeps_border(p, is_far) ? meshopt_SimplifyLockBorder : 0, NULL);
    if (is_far && !keeps_border(p, is_far) && (double)left > TOO_MANY * (double)wanted)
        left = meshopt_simplifySloppy(fewer, own, p->corner_count, points, (size_t)p->vertex_count, 12,
                                      wanted, ERROR_MOST, NULL);
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

/* Thins out the mouth's inside, whose pieces share their number of triangles by their own numbers. */
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
            if (!thin_out(f, piece, 3 * (size_t)(share * caps[i].most[level]), level >= FAR)) return false;
        }
    }
    return true;
}

/* Removes triangles under other pieces. */
static bool uncover(pd_avatar_figure *f, const pd_io_glb *glb)
{
    const int count = f->piece_count;
    pd_io_under *meshes = calloc((size_t)count, sizeof *meshes);
    bool good = meshes != NULL;
    for (int p = 0; good && p < count; p++) {
        pd_avatar_piece *piece = &f->pieces[p];
        meshes[p] = (pd_io_under){.points = f->positions,
                                  .corners = piece->corners,
                                  .vertex_count = f->vertex_count,
                                  .corner_count = piece->corner_count,
                                  .covers = glb->materials[piece->material].alpha == PD_IO_GLB_OPAQUE,
                                  .under = calloc(piece->corner_count / 3 + 1, 1)};
        good = meshes[p].under != NULL;
    }
    good = good && pd_io_under_run(meshes, count);
    for (int p = 0; good && p < count; p++) {
        pd_avatar_piece *piece = &f->pieces[p];
        size_t kept = 0;
        for (size_t t = 0; t < piece->corner_count / 3; t++)
            if (!meshes[p].under[t])
                memmove(piece->corners + 3 * kept++, piece->corners + 3 * t, 3 * sizeof *piece->corners);
        piece->corner_count = 3 * kept;
    }
    for (int p = 0; meshes && p < count; p++) free(meshes[p].under);
    free(meshes);
    return good;
}

/* From afar the skin, that is face and hands, has a larger share of the few triangles than what is small. */
static double detail_of(const pd_avatar_piece *p, int level)
{
    return level >= FAR && pd_avatar_piece_is(p, "skin") ? FAR_SKIN : p->detail;
}

/* wanted (piece_count): corners of each piece. A piece with fewer than its share leaves the rest to the others. */
static void share_out(size_t *wanted, const double *weights, const pd_avatar_figure *f, int level)
{
    for (int p = 0; p < f->piece_count; p++)
        wanted[p] = cap_of(&f->pieces[p], level) >= 0 || weights[p] <= 0 ? f->pieces[p].corner_count : 0;
    for (int round = 0; round < ROUNDS; round++) {
        double sum = 0, left = budgets[level];
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

pd_status pd_avatar_lod_run(pd_avatar_figure *f, const pd_io_glb *glb, int level, pd_error *err)
{
    PD_ASSERT(level >= 0 && level <= PD_AVATAR_LOD_MOST);
    bool good = thin_mouth(f, level);
    if (good && budgets[level]) {
        if (level >= UNCOVER_FROM) good = uncover(f, glb);
        size_t *wanted = malloc((size_t)f->piece_count * sizeof *wanted);
        double *weights = malloc((size_t)f->piece_count * sizeof *weights);
        good = good && wanted && weights;
        for (int p = 0; good && p < f->piece_count; p++)
            weights[p] = detail_of(&f->pieces[p], level) * area_of(f, &f->pieces[p]);

        /* First what may not become as coarse as wanted (borders that are kept, cards of hair), then the skin with what is left. */
        for (int round = 0; good && round < 2; round++) {
            share_out(wanted, weights, f, level);
            for (int p = 0; good && p < f->piece_count; p++) {
                if (pd_avatar_piece_is(&f->pieces[p], "skin") != round || cap_of(&f->pieces[p], level) >= 0)
                    continue;
                good = thin_out(f, &f->pieces[p], wanted[p], level >= FAR);
                weights[p] = 0;
            }
        }
        free(wanted), free(weights);
    }
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "lod", "out of memory");
}
