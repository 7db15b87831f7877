#include "core/face/close.h"

#include "core/face/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS      5
#define PULL        20.0 /* M */
#define HELD        1e-4 /* how firmly vertices stay, near the rims and beyond the reach */
#define HELD_FAR    100.0
#define LID_OVERLAP 0.0006 /* metres: how far the upper lid goes beyond the lower one */
#define LIP_OVERLAP 0.0003
#define SPREAD      0.010 /* metres: distance over the surface at which a correction ends */
#define SPREAD_MORE 2.5   /* and in corrections, if that is more */
#define SPREAD_MOST 0.030
#define SHUT_DEEP   0.001  /* metres: how far lips that are shut may be apart in depth */
#define LID_SKIN    0.0004 /* metres: thickness of a lid over the eyeball */
#define SCAN_STEP   0.0001 /* metres between rays of the measure */
#define SCAN_MORE   0.004  /* metres that they go beyond the rims */
#define SCAN_DEEP   0.0045 /* metres: skin that lies deeper behind the lips is inside the mouth */
#define EDGE        0.06   /* share of an opening's width at each corner that is left out of the measure */

/* One side of an opening: how far each vertex is from its rim, and which column is nearest. */
typedef struct close_side {
    double *way; /* (N) metres over the surface; INFINITY: far */
    int *column; /* (N) */
} close_side;

/* Measures the ways from a rim by label correction, up to `most`. */
static void measure_side(close_side *side, int *open, const pd_face_mesh *m, const pd_face_rim *rim,
                         bool is_upper, double most)
{
    int used = 0, done = 0;
    const int room = 8 * m->count;

    for (int v = 0; v < m->count; v++) side->way[v] = INFINITY;
    for (int i = 0; i < rim->count; i++) {
        const pd_face_rim_point *p = is_upper ? &rim->upper[i] : &rim->lower[i];
        for (int k = 0; k < 3; k++) {
            const int v = m->faces[p->face][k];
            double d = 0;
            for (int x = 0; x < 3; x++) d += (m->at[v][x] - p->at[x]) * (m->at[v][x] - p->at[x]);
            if (sqrt(d) >= side->way[v]) continue;
            side->way[v] = sqrt(d);
            side->column[v] = i;
            if (used < room) open[used++] = v;
        }
    }
    while (done < used) {
        const int v = open[done++];
        for (int k = m->near_start[v]; k < m->near_start[v + 1]; k++) {
            const int u = m->near[k];
            double d = 0;
            for (int x = 0; x < 3; x++) d += (m->at[v][x] - m->at[u][x]) * (m->at[v][x] - m->at[u][x]);
            const double way = side->way[v] + sqrt(d);
            if (way >= side->way[u] || way > most) continue;
            side->way[u] = way;
            side->column[u] = side->column[v];
            if (used < room) open[used++] = u;
        }
    }
}

/* The two sides of an opening. */
typedef struct close_sides {
    close_side upper, lower;
    int *open;
} close_sides;

static bool make_sides(close_sides *out, const pd_face_mesh *m, const pd_face_rim *rim, double most)
{
    const size_t n = (size_t)m->count + 1;

    *out = (close_sides){{malloc(n * sizeof(double)), malloc(n * sizeof(int))},
                         {malloc(n * sizeof(double)), malloc(n * sizeof(int))},
                         malloc(8 * n * sizeof(int))};
    if (!out->upper.way || !out->upper.column || !out->lower.way || !out->lower.column || !out->open)
        return false;
    measure_side(&out->upper, out->open, m, rim, true, most);
    measure_side(&out->lower, out->open, m, rim, false, most);

    return true;
}

static void free_sides(close_sides *sides)
{
    free(sides->upper.way);
    free(sides->upper.column);
    free(sides->lower.way);
    free(sides->lower.column);
    free(sides->open);
}

/* Writes where a point of a rim is with a sum of shapes. */
static void moved_point(double out[3], const pd_face_rim_point *p, const pd_face_mesh *m,
                        double (*const shapes[2])[3])
{
    for (int x = 0; x < 3; x++) {
        out[x] = p->at[x];
        for (int k = 0; k < 3; k++)
            for (int s = 0; s < 2 && shapes[s]; s++)
                out[x] += p->weights[k] * shapes[s][m->faces[p->face][k]][x];
    }
}

/* Makes the system of a correction c: minimise M sum_rims |c(p_i) - g_i|^2 + sum_edges |c_i - c_j|^2, with c
 * = 0
 * at the reach. */
static bool make_correction(pd_face_system *system, const pd_face_mesh *m, const pd_face_rim *rim,
                            const close_sides *sides, double reach)
{
    if (!pd_face_system_make(system, m)) return false;
    for (int v = 0; v < m->count; v++) {
        const double way = fmin(sides->upper.way[v], sides->lower.way[v]);
        pd_face_system_add(system, v, v, way < reach ? HELD * (1 + pow(way / reach, 4) / HELD) : HELD_FAR);
        for (int k = m->near_start[v]; k < m->near_start[v + 1]; k++)
            if (m->near[k] > v) pd_face_system_spring(system, v, m->near[k], 1);
    }
    for (int i = 0; i < 2 * rim->count; i++) {
        const pd_face_rim_point *p = i % 2 ? &rim->lower[i / 2] : &rim->upper[i / 2];
        for (int j = 0; j < 3; j++)
            for (int k = 0; k <= j; k++)
                pd_face_system_add(system, m->faces[p->face][j], m->faces[p->face][k],
                                   PULL * p->weights[j] * p->weights[k]);
    }

    return pd_face_system_factor(system);
}

/* Closes an opening at a sum of shapes by changing the first of them. lower_share: what the lower side does;
 * ball: the eyeball before which lids stay; NULL: lips. */
static bool close_opening(double (*const shapes[2])[3], const pd_face_mesh *m, const pd_face_rim *rim,
                          double lower_share, double overlap, const double *ball, double radius)
{
    const bool is_lid = ball != NULL;
    double(*b)[3] = malloc(((size_t)m->count + 1) * sizeof *b), widest = 0;
    pd_face_system system = {0};
    close_sides sides;

    /* How far the correction spreads: by the widest gap. */
    for (int i = 0; i < rim->count; i++) {
        double u[3], l[3];
        moved_point(u, &rim->upper[i], m, shapes);
        moved_point(l, &rim->lower[i], m, shapes);
        for (int x = 1; x < 3; x++) widest = fmax(widest, fabs(u[x] - l[x]));
    }
    const double reach = fmin(SPREAD_MOST, fmax(SPREAD, SPREAD_MORE * widest));
    bool good = make_sides(&sides, m, rim, reach) && b && make_correction(&system, m, rim, &sides, reach);

    for (int round = 0; good && round < ROUNDS; round++) {
        /* Gaps of the columns. Lips that are shut at rest keep what they overlap there. */
        memset(b, 0, (size_t)m->count * sizeof *b);
        for (int i = 0; i < rim->count; i++) {
            const double *up = rim->upper[i].at, *down = rim->lower[i].at;
            double u[3], l[3], gap[3];
            moved_point(u, &rim->upper[i], m, shapes);
            moved_point(l, &rim->lower[i], m, shapes);
            gap[0] = is_lid ? 0 : u[0] - l[0] - (up[0] - down[0]);
            gap[1] = u[1] - l[1] - fmin(0, up[1] - down[1]) + overlap;
            gap[2] = u[2] - l[2] - (is_lid ? overlap : fmin(SHUT_DEEP, fmax(-SHUT_DEEP, up[2] - down[2])));
            for (int k = 0; k < 3; k++)
                for (int x = 0; x < 3; x++) {
                    b[m->faces[rim->upper[i].face][k]][x] +=
                        PULL * rim->upper[i].weights[k] * (lower_share - 1) * gap[x];
                    b[m->faces[rim->lower[i].face][k]][x] +=
                        PULL * rim->lower[i].weights[k] * lower_share * gap[x];
                }
        }
        pd_face_system_solve(b, &system);
        for (int v = 0; v < m->count; v++)
            for (int x = 0; x < 3; x++) shapes[0][v][x] += b[v][x];

        /* Lids slide over the eyeball. */
        for (int v = 0; is_lid && radius > 0 && v < m->count; v++) {
            double p[3], length = 0, rest = 0;
            if (fmin(sides.upper.way[v], sides.lower.way[v]) >= reach) continue;
            for (int x = 0; x < 3; x++) {
                p[x] = m->at[v][x] + shapes[0][v][x] - ball[x];
                length += p[x] * p[x];
                rest += (m->at[v][x] - ball[x]) * (m->at[v][x] - ball[x]);
            }
            length = sqrt(length);
            const double least = fmin(radius + LID_SKIN, sqrt(rest));
            if (length >= least || p[2] <= 0) continue;
            for (int x = 0; x < 3; x++) shapes[0][v][x] += p[x] * (least / length - 1);
        }
    }
    free(b);
    free_sides(&sides);
    pd_face_system_deinit(&system);

    return good;
}

bool pd_face_close(pd_face_carried *carried, const pd_face_parts *parts, const pd_face_found *found,
                   const pd_face_mesh *mesh)
{
    static const char *const blinks[2] = {"eyeBlinkLeft", "eyeBlinkRight"};
    const size_t n = (size_t)mesh->count;
    const pd_face_rim *mouth = &found->rims[PD_FACE_MOUTH];
    bool good = true;

    for (int e = 0; good && e < 2; e++) {
        double(*const shapes[2])[3] = {carried->shapes + (size_t)pd_face_shape_find(blinks[e]) * n, NULL};
        const pd_face_rim *rim = &found->rims[PD_FACE_LEFT_EYE + e];
        if (rim->count)
            good = close_opening(shapes, mesh, rim, 0.1, LID_OVERLAP, parts->eyes[e], parts->radius[e]);
    }
    if (good && mouth->count) {
        double(*const press[2])[3] = {carried->shapes + (size_t)pd_face_shape_find("viseme_PP") * n, NULL};
        double(*const jaw[2])[3] = {carried->shapes + (size_t)pd_face_shape_find("mouthClose") * n,
                                    carried->shapes + (size_t)pd_face_shape_find("jawOpen") * n};
        good = close_opening(press, mesh, mouth, 0.5, LIP_OVERLAP, NULL, 0) &&
               close_opening(jaw, mesh, mouth, 0.5, LIP_OVERLAP, NULL, 0);
    }

    return good;
}

/* ---- the measure ---- */

/* Measures the widest part of the columns that is open at a sum of shapes. */
static bool measure_opening(double *out, pd_face_mesh *m, const pd_face_rim *rim, const pd_face_found *found,
                            double (*const shapes[2])[3], bool is_mouth)
{
    const size_t n = (size_t)m->count;
    double(*rest)[3] = malloc(n * sizeof *rest);
    pd_face_rays rays = {0};

    *out = -1;
    if (!rest) return false;
    if (!rim->count) {
        free(rest);
        return true;
    }
    memcpy(rest, m->at, n * sizeof *rest);
    for (size_t v = 0; v < n; v++)
        for (int x = 0; x < 3; x++)
            for (int s = 0; s < 2 && shapes[s]; s++) m->at[v][x] += shapes[s][v][x];
    const bool good = pd_face_rays_make(&rays, m, found->is_skin);

    *out = 0;
    const int edge = (int)ceil(EDGE * rim->count);
    for (int i = edge; good && i < rim->count - edge; i++) {
        double u[3], l[3];
        double(*const none[2])[3] = {NULL, NULL};
        pd_face_rim_point up = rim->upper[i], low = rim->lower[i];
        memset(up.at, 0, sizeof up.at);
        memset(low.at, 0, sizeof low.at);
        moved_point(u, &up, m, none);
        moved_point(l, &low, m, none);
        for (int x = 0; x < 3; x++)
            for (int k = 0; k < 3; k++) {
                u[x] += up.weights[k] * m->at[m->faces[up.face][k]][x];
                l[x] += low.weights[k] * m->at[m->faces[low.face][k]][x];
            }
        const double x = (u[0] + l[0]) / 2, front = fmax(u[2], l[2]);
        double run = 0;
        for (double y = fmax(u[1], l[1]) + SCAN_MORE; y > fmin(u[1], l[1]) - SCAN_MORE; y -= SCAN_STEP) {
            double z = 0;
            const int hit = pd_face_rays_front(&z, &rays, x, y, front + 0.03);
            const bool is_open = hit < 0 || z < front - SCAN_DEEP;
            run = is_open ? run + SCAN_STEP : 0;
            *out = fmax(*out, run);
        }
    }
    (void)is_mouth;
    memcpy(m->at, rest, n * sizeof *rest);
    pd_face_rays_deinit(&rays);
    free(rest);

    return good;
}

bool pd_face_close_measure(pd_face_closed *out, pd_face_mesh *mesh, const pd_face_carried *carried,
                           const pd_face_found *found)
{
    const size_t n = (size_t)mesh->count;
    double(*const left[2])[3] = {carried->shapes + (size_t)pd_face_shape_find("eyeBlinkLeft") * n, NULL};
    double(*const right[2])[3] = {carried->shapes + (size_t)pd_face_shape_find("eyeBlinkRight") * n, NULL};
    double(*const press[2])[3] = {carried->shapes + (size_t)pd_face_shape_find("viseme_PP") * n, NULL};
    double(*const jaw[2])[3] = {carried->shapes + (size_t)pd_face_shape_find("mouthClose") * n,
                                carried->shapes + (size_t)pd_face_shape_find("jawOpen") * n};

    return measure_opening(&out->lids[0], mesh, &found->rims[PD_FACE_LEFT_EYE], found, left, false) &&
           measure_opening(&out->lids[1], mesh, &found->rims[PD_FACE_RIGHT_EYE], found, right, false) &&
           measure_opening(&out->press, mesh, &found->rims[PD_FACE_MOUTH], found, press, true) &&
           measure_opening(&out->jaw, mesh, &found->rims[PD_FACE_MOUTH], found, jaw, true);
}
