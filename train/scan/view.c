#include "train/scan/view.h"

#include "core/base/rng.h"
#include "core/base/sort.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/tree.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE       6000 /* points that viewpoints are judged by                            */
#define NORMALS      3000 /* points that have a normal                                       */
#define AROUND       24   /* points about a point that its normal is of                      */
#define BULGE        40   /* points about a point that its curvature is of                   */
#define VIEWS        400  /* viewpoints all around                                           */
#define CLOSER       80   /* and about the best of them                                      */
#define REFINED      60   /* and about that one, at several distances, once normals are oriented */
#define WIDE         0.10 /* of a hemisphere: how far about it (26 degrees)                  */
#define GRAZING      0.25 /* cosine: a surface that faces the camera so little is seldom seen */
#define STEEP        0.5  /* |cosine| from which a normal faces the camera for certain       */
#define LEVEL        0.05 /* of |cosine| between two rounds of orienting                     */
#define NEIGHBOURS   12   /* points that orient the normal of another                        */
#define STANDS       2.6  /* metres: how far a depth camera stands that says nothing of it   */
/* metres: longest side of a scan to which the next two belong;
 * less in smaller ones, whose limbs are thinner */
#define ADULT        1.7
#define SMALLEST     0.4      /* of an adult: from there on they do not get less                 */
#define BEHIND       0.06     /* metres: so far behind another point it is hidden                */
#define LEAST_CELL   0.02     /* metres: a cell of the picture in which points hide others       */
#define ONE_SIDE     0.19     /* share of the surface hidden, at most: see docs/lab/fit.md          */
#define EVEN         8        /* points about a point that the surface it stands for is of       */
#define DENSE        0.66     /* quantile of the areas, above which all points count alike           */
#define CELL         0.015    /* metres: a cell of the picture, at least                        */
#define MARGIN       0.6      /* metres of picture around the points                             */
#define MOST_CELLS   400      /* along a side                                                    */
#define GOLDEN_ANGLE 2.399963 /* radians: turn between neighbours of a Fibonacci lattice on a sphere */
#define PLANES       400      /* tried for a floor                                               */
#define THICK        0.015    /* metres: half of a floor's thickness                            */
#define LEAST        300      /* points that have to be left without it                           */
#define FLAT         0.75     /* of the points near a floor face along its normal                 */

/* ---- from where */

/* Computes the tangents of a point's direction, and its depth. */
static double look_view(double tangent[2], const double axes[9], const double camera[3], const double x[3])
{
    double from[3], in[3];

    for (int c = 0; c < 3; c++) from[c] = x[c] - camera[c];
    pd_mat3_apply(in, axes, from);
    tangent[0] = in[0] / in[2];
    tangent[1] = in[1] / in[2];

    return in[2];
}

/* Computes the axes right, down and away for a direction towards the camera. */
static void set_axes(double axes[9], const double towards[3])
{
    double helper[3] = {0, 0, 0};
    int least = 0;

    for (int c = 1; c < 3; c++)
        if (fabs(towards[c]) < fabs(towards[least])) least = c;
    helper[least] = 1;
    for (int c = 0; c < 3; c++) axes[6 + c] = -towards[c];
    pd_cross3(axes, helper, axes + 6);
    const double length = pd_length3(axes);
    for (int c = 0; c < 3; c++) axes[c] /= length;
    pd_cross3(axes + 3, axes + 6, axes);
}

typedef struct sample {
    const double (*points)[3];
    double (*normals)[3]; /* (normal_count) */
    bool *is_given;       /* (normal_count) the normal is the file's */
    bool is_oriented;     /* the normals all lie on one side of the surface */
    int count, normal_count;
    float *areas;                   /* (SAMPLE) share of the surface that each point stands for, at most 1 */
    double middle[3], behind, cell; /* metres */
    float *front;                   /* (MOST_CELLS^2) */
} sample;

/* Returns the longest side of the box around the sampled points, metres. */
static double longest_side(const sample *s)
{
    double longest = 0;

    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < s->count; i++) {
            low = fmin(low, s->points[i][c]);
            high = fmax(high, s->points[i][c]);
        }

        longest = fmax(longest, high - low);
    }

    return longest;
}

/* Returns the share of the sampled surface that is hidden from a camera. *facing: mean cosine between normal
 * and line of sight, unsigned until the normals are oriented. *grazing: mean shortfall of the cosine below
 * GRAZING, relative to it. */
static double judge_view(double *facing, double *grazing, const sample *s, const double camera[3])
{
    double axes[9], towards[3], tangent[2];

    /* Frame of the camera. */
    for (int c = 0; c < 3; c++) towards[c] = camera[c] - s->middle[c];
    const double away = pd_length3(towards);
    const double cell = s->cell / away;
    for (int c = 0; c < 3; c++) towards[c] /= away;
    set_axes(axes, towards);

    /* Depth picture: the nearest point of each cell, then the points that lie behind it. */
    for (int i = 0; i < MOST_CELLS * MOST_CELLS; i++) s->front[i] = INFINITY;
    double hidden = 0, all = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->count; i++) {
            const double depth = look_view(tangent, axes, camera, s->points[i]);
            const int x = (int)floor(tangent[0] / cell) + MOST_CELLS / 2;
            const int y = (int)floor(tangent[1] / cell) + MOST_CELLS / 2;
            if (depth < 0.1 || x < 0 || y < 0 || x >= MOST_CELLS || y >= MOST_CELLS) {
                hidden += pass ? (double)s->areas[i] : 0;
                continue;
            }

            float *front = &s->front[y * MOST_CELLS + x];
            if (!pass && (float)depth < *front) *front = (float)depth;
            if (pass && depth > (double)*front + s->behind) hidden += (double)s->areas[i];
        }
    for (int i = 0; i < s->count; i++) all += (double)s->areas[i];

    /* Mean cosine between the normals and the direction to the camera, and the mean of the part by which it
     * falls below GRAZING. */
    double sum = 0, below = 0;
    for (int i = 0; i < s->normal_count; i++) {
        double ray[3];
        for (int c = 0; c < 3; c++) ray[c] = camera[c] - s->points[i][c];
        double cosine = pd_dot3(ray, s->normals[i]) / pd_length3(ray);
        if (!s->is_oriented) cosine = fabs(cosine);
        sum += cosine;
        below += fmax(0, GRAZING - cosine) / GRAZING;
    }

    *facing = sum / s->normal_count;
    *grazing = below / s->normal_count;

    return hidden / all;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Sets the areas: the square of the distance to the point number EVEN of the nearest. The vertices of a mesh
 * lie close together in hands and head, which are so thin that their back is not hidden; counted by number, a
 * whole body would look like one side. sorted (SAMPLE) is scratch. */
static void set_areas(sample *s, float *sorted, const pd_tree *tree)
{
    for (int i = 0; i < s->count; i++) {
        int near[EVEN];
        double square[EVEN];
        const int found = pd_tree_several(near, square, EVEN, tree, s->points[i], NULL);
        s->areas[i] = sorted[i] = found ? (float)square[found - 1] : 0;
    }

    /* Points of the sparser third count alike: edges that the camera grazes are sparse,
     * and strays lie alone. */
    qsort(sorted, (size_t)s->count, sizeof *sorted, by_size);
    const float unit = fmaxf(sorted[(int)(DENSE * s->count)], FLT_MIN);
    for (int i = 0; i < s->count; i++) s->areas[i] = fminf(fmaxf(s->areas[i] / unit, 0.01f), 1);
}

/* Takes the normals that came with the first points, unless they are no normals of this surface. Returns
 * whether it took them. */
static bool take_normals(sample *s, const double (*given)[3])
{
    int known = 0, alike = 0;

    for (int i = 0; i < s->normal_count; i++) {
        s->is_given[i] = pd_dot3(given[i], given[i]) > 0.5;
        known += s->is_given[i];
        alike += s->is_given[i] && fabs(pd_dot3(given[i], s->normals[i])) > M_SQRT1_2;
    }

    const bool is_good = known > s->normal_count / 2 && 2 * alike > known;
    for (int i = 0; i < s->normal_count; i++)
        if (!is_good)
            s->is_given[i] = false;
        else if (s->is_given[i])
            memcpy(s->normals[i], given[i], sizeof s->normals[i]);

    return is_good;
}

/* Normals of the first points as the least axis of what lies about them, and how thick that is
 * (thickness_count). */
static bool find_normals(double *thickness, int thickness_count, sample *s, const pd_tree *tree)
{
    for (int i = 0; i < s->normal_count; i++) {
        int near[AROUND];
        double square[AROUND];
        double middle[3] = {0}, spread[9] = {0};
        double values[3], vectors[9];
        const int found = pd_tree_several(near, square, AROUND, tree, s->points[i], NULL);

        for (int k = 0; k < found; k++)
            for (int c = 0; c < 3; c++) middle[c] += s->points[near[k]][c] / found;
        for (int k = 0; k < found; k++)
            for (int c = 0; c < 9; c++)
                spread[c] +=
                    (s->points[near[k]][c / 3] - middle[c / 3]) * (s->points[near[k]][c % 3] - middle[c % 3]);
        if (!pd_k_syev_top(values, vectors, spread, 3, 3)) return false;
        if (i < thickness_count) thickness[i] = sqrt(fmax(0, values[2]) / (found > 0 ? found : 1));
        pd_cross3(s->normals[i], vectors, vectors + 3);
    }

    return true;
}

/* Returns the share of the surface that bulges towards `camera`,
 * by a paraboloid through the points around each point. */
static double bulge(const sample *s, const pd_tree *tree, const double camera[3])
{
    double towards = 0, all = 0;

    for (int i = 0; i < s->normal_count; i += 2) {
        int near[BULGE];
        double square[BULGE], ray[3], axes[9];
        double gram[16] = {0}, b[4] = {0};
        const int found = pd_tree_several(near, square, BULGE, tree, s->points[i], NULL);

        /* Frame with the normal towards the camera. */
        for (int c = 0; c < 3; c++) ray[c] = camera[c] - s->points[i][c];
        const double facing = pd_dot3(ray, s->normals[i]);
        const double sign = facing < 0 ? -1 : 1;
        double normal[3];
        for (int c = 0; c < 3; c++) normal[c] = sign * s->normals[i][c];
        set_axes(axes, normal);

        /* height = b_0 + b_1 x + b_2 y + b_3 (x^2 + y^2), with lengths scaled to about 1. */
        for (int k = 0; k < found; k++) {
            double off[3], in[3];
            for (int c = 0; c < 3; c++) off[c] = (s->points[near[k]][c] - s->points[i][c]) / s->cell;
            pd_mat3_apply(in, axes, off);
            const double row[4] = {1, in[0], in[1], in[0] * in[0] + in[1] * in[1]};
            for (int r = 0; r < 4; r++) {
                b[r] -= row[r] * in[2];
                for (int c = 0; c < 4; c++) gram[4 * r + c] += row[r] * row[c];
            }
        }

        /* A negative curvature bulges towards the camera. */
        for (int r = 0; r < 4; r++) gram[5 * r] *= 1 + 1e-9;
        if (!pd_k_cholesky(gram, 4)) continue;
        pd_k_cholesky_solve(b, gram, 4);

        /* The fit is scaled by the cell, so that b_3 is a curvature in 1 / cells. A strong one counts as 0.3:
         * it is an edge or noise. */
        const double curved = fmin(fabs(b[3]), 0.3);
        all += curved;
        towards += b[3] < 0 ? curved : 0;
    }

    return all > 0 ? towards / all : 0.5;
}

/* Sets the camera and what is hidden from there. Returns whether it is the origin of the scan's axes. */
static bool find_camera(pd_train_view *v, const sample *s, const pd_tree *tree, const double origin[3])
{
    double best = INFINITY;
    double facing, grazing;

    /* Judge viewpoints all around, then more about the best. The cost weighs the share that is hidden against
     * how well the rest faces the camera; 0.3 is chosen by hand. */
    for (int pass = 0; pass < 2; pass++) {
        double about[3];
        memcpy(about, v->towards, sizeof about);
        for (int i = 0; i < (pass ? CLOSER : VIEWS); i++) {
            /* Fibonacci's sphere; then a cap of it, of 2 % of the sphere */
            const int n = pass ? CLOSER : VIEWS;
            const double part = (i + 0.5) / n;
            const double z = pass ? 1 - 0.04 * part : 1 - 2 * part;
            const double turn = GOLDEN_ANGLE * i;
            const double in[3] = {sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z};
            double axes[9];
            double way[3] = {in[0], in[1], in[2]};
            double camera[3];
            if (pass) {
                set_axes(axes, about);
                for (int c = 0; c < 3; c++)
                    way[c] = in[0] * axes[c] + in[1] * axes[3 + c] - in[2] * axes[6 + c];
            }

            for (int c = 0; c < 3; c++) camera[c] = s->middle[c] + STANDS * way[c];
            const double hidden = judge_view(&facing, &grazing, s, camera);
            const double cost = hidden + 0.3 * (1 - facing);
            if (cost >= best) continue;
            best = cost;
            v->hidden = hidden;
            memcpy(v->towards, way, sizeof way);
            memcpy(v->camera, camera, sizeof camera);
        }
    }

    /* A camera opposite to it hides the same points. Take the side towards which most of the surface
     * bulges. */
    double other[3];
    for (int c = 0; c < 3; c++) other[c] = s->middle[c] - STANDS * v->towards[c];
    if (bulge(s, tree, v->camera) < 0.5) {
        memcpy(v->camera, other, sizeof other);
        v->hidden = judge_view(&facing, &grazing, s, other);
    }

    /* A depth camera's own axes: it stands at their origin, 1 to 8 metres away, and on the side that was
     * found (within 32 degrees, cosine 0.85), and from there hardly more is hidden. */
    double way[3], found[3];
    for (int c = 0; c < 3; c++) {
        way[c] = origin[c] - s->middle[c];
        found[c] = v->camera[c] - s->middle[c];
    }

    const double away = pd_length3(way);
    bool is_at_origin = false;
    if (away > 1 && away < 8 && pd_dot3(way, found) > 0.85 * away * STANDS) {
        const double hidden = judge_view(&facing, &grazing, s, origin);
        if (hidden <= v->hidden + 0.01) {
            memcpy(v->camera, origin, sizeof v->camera);
            v->hidden = hidden;
            is_at_origin = true;
        }
    }

    v->is_one_sided = v->hidden < ONE_SIDE;

    return v->is_one_sided && is_at_origin;
}

/* Orients the normals towards the camera. The sign of a normal is certain where the camera looks steeply
 * at the surface. The others follow, the least grazing first: each takes the side on which most of its
 * decided neighbours agree, because the camera is known to some 20 degrees only (Hoppe et al. 1992 spread
 * the side over a graph in a similar way). Returns false if out of memory. */
static bool orient_normals(sample *s, const pd_train_view *v)
{
    const int count = s->normal_count;
    pd_tree tree = {0};
    double *cosines = malloc((size_t)count * sizeof *cosines);
    double given = 0;
    const bool good = cosines && pd_tree_build(&tree, s->points[0], NULL, count, 0);

    /* Cosine of each normal to the line of sight. */
    for (int i = 0; i < count && good; i++) {
        double ray[3];
        for (int c = 0; c < 3; c++) ray[c] = v->camera[c] - s->points[i][c];
        cosines[i] = pd_dot3(ray, s->normals[i]) / pd_length3(ray);
        if (s->is_given[i]) given += cosines[i];
    }

    /* Normals of the file all face the camera, or all face away. */
    for (int i = 0; i < count && good; i++) {
        const bool is_turned = s->is_given[i] ? given < 0 : cosines[i] < 0;
        for (int c = 0; c < 3 && is_turned; c++) s->normals[i][c] *= -1;
        cosines[i] = s->is_given[i] ? 1 : fabs(cosines[i]);
    }

    /* Decide level by level, from steep to grazing. */
    for (double level = STEEP; level > 0 && good; level -= LEVEL)
        for (int i = 0; i < count; i++) {
            int near[NEIGHBOURS];
            double square[NEIGHBOURS];
            double vote = 0;
            if (cosines[i] > level || !(cosines[i] > level - LEVEL || level - LEVEL <= 0)) continue;
            const int found = pd_tree_several(near, square, NEIGHBOURS, &tree, s->points[i], NULL);
            for (int n = 0; n < found; n++) {
                const double along = pd_dot3(s->normals[i], s->normals[near[n]]);
                if (cosines[near[n]] > level) vote += along * fabs(along);
            }

            for (int c = 0; c < 3 && vote < 0; c++) s->normals[i][c] *= -1;
        }
    s->is_oriented |= good;
    free(cosines);
    pd_tree_deinit(&tree);

    return good;
}

/* Moves the camera to where oriented normals face it best and least is hidden. */
static void refine_camera(pd_train_view *v, const sample *s)
{
    static const double distances[] = {1.6, 2.1, 2.8, 3.8}; /* metres */
    double best = INFINITY;
    double facing, grazing;
    double axes[9], about[3];

    for (int c = 0; c < 3; c++) about[c] = v->camera[c] - s->middle[c];
    const double away = pd_length3(about);
    for (int c = 0; c < 3; c++) about[c] /= away;
    set_axes(axes, about);

    /* A cap of a Fibonacci lattice about the camera that was found, at several distances. */
    for (int i = 0; i < REFINED; i++)
        for (size_t d = 0; d < sizeof distances / sizeof *distances; d++) {
            const double part = (double)i / REFINED;
            const double z = 1 - WIDE * part;
            const double turn = GOLDEN_ANGLE * i;
            const double in[2] = {sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn)};
            double camera[3];
            for (int c = 0; c < 3; c++)
                camera[c] =
                    s->middle[c] + distances[d] * (in[0] * axes[c] + in[1] * axes[3 + c] - z * axes[6 + c]);
            const double hidden = judge_view(&facing, &grazing, s, camera);
            const double cost = hidden + 0.3 * (1 - facing + grazing);
            if (cost >= best) continue;
            best = cost;
            v->hidden = hidden;
            memcpy(v->camera, camera, sizeof camera);
        }
}

/* ---- a floor or a wall */

/* Returns 1 or -1: the side of the plane through point `first`, along its normal, on which the points lie
 * that are farther than 2 THICK from it. */
static double side_of(const sample *s, int first)
{
    int ahead = 0, behind = 0;
    const double at = pd_dot3(s->normals[first], s->points[first]);

    for (int i = 0; i < s->normal_count; i++) {
        const double off = pd_dot3(s->normals[first], s->points[i]) - at;
        ahead += off > 2 * THICK;
        behind += off < -2 * THICK;
    }

    return ahead < behind ? -1 : 1;
}

/* Finds a plane n x = level that points share, with all others before it: on the side of the camera, or of
 * most points if camera is NULL. Returns false if there is none. */
static bool find_plane(double n[3], double *level, const sample *s, const double *camera)
{
    const int count = s->normal_count;
    int most = 0;
    pd_rng rng;

    /* Draw planes through a point, along its normal (RANSAC). Any seed would do. */
    pd_rng_init(&rng, 5);
    for (int attempt = 0; attempt < PLANES; attempt++) {
        const int first = pd_rng_below(&rng, count);
        double on = 0, middle[3] = {0}, spread = 0, sign = 1;
        int shared = 0, near = 0, behind = 0;
        double normal[3];
        memcpy(normal, s->normals[first], sizeof normal);
        double at = pd_dot3(normal, s->points[first]);
        if (!camera)
            sign = side_of(s, first);
        else if (pd_dot3(normal, camera) < at)
            sign = -1;
        for (int c = 0; c < 3; c++) normal[c] *= sign;
        at *= sign;

        /* Count the points on the plane (that face along its normal, cosine 0.9), near it and behind it. */
        for (int i = 0; i < count; i++) {
            const double off = pd_dot3(normal, s->points[i]) - at;
            behind += off < -2 * THICK;
            near += fabs(off) < 2 * THICK;
            if (fabs(off) > THICK || fabs(pd_dot3(normal, s->normals[i])) < 0.9) continue;
            shared++;
            on += off;
            for (int c = 0; c < 3; c++) middle[c] += s->points[i][c];
        }

        /* What is flat faces one way; where limbs stand in one plane, their sides are near it too. A floor
         * has at least a 25th of the points, and at most a 50th lies behind it. */
        if (shared <= most || shared < count / 25 || behind > count / 50 || shared < FLAT * near) continue;

        /* A floor is wider than any flat part of a body: deviation of at least 0.15 m about its middle. */
        for (int c = 0; c < 3; c++) middle[c] /= shared;
        for (int i = 0; i < count; i++) {
            const double off = pd_dot3(normal, s->points[i]) - at;
            if (fabs(off) <= THICK && fabs(pd_dot3(normal, s->normals[i])) >= 0.9)
                spread += pd_square_distance3(middle, s->points[i]) / shared;
        }

        if (spread < 0.15 * 0.15) continue;
        most = shared;
        memcpy(n, normal, sizeof normal);
        *level = at + on / shared;
    }

    return most > 0;
}

/* Leaves the points of a floor or a wall out. camera: as for find_plane. Returns false if there is none. */
static bool leave_out(double n[3], pd_train_view *v, sample *s, const double *camera)
{
    double level;
    int kept = 0, kept_normals = 0, left = 0;

    if (!find_plane(n, &level, s, camera)) return false;
    for (int i = 0; i < v->point_count; i++) left += pd_dot3(n, v->points[i]) >= level + THICK;
    if (left < LEAST) return false;
    for (int i = 0; i < v->point_count; i++) {
        if (pd_dot3(n, v->points[i]) < level + THICK) continue;
        if (i < s->normal_count) {
            s->is_given[kept_normals] = s->is_given[i];
            memcpy(s->normals[kept_normals++], s->normals[i], sizeof s->normals[i]);
        }

        memmove(v->points[kept++], v->points[i], sizeof v->points[i]);
    }

    v->left_out += v->point_count - kept;
    v->point_count = kept;
    s->normal_count = kept_normals;
    s->count = kept < SAMPLE ? kept : SAMPLE;

    return true;
}

/* ---- the picture */

/* Gives each cell of the picture the nearest filled cell, by sweeps (a distance transform; Danielsson
 * 1980). */
static void spread_nearest(pd_train_view *v)
{
    static const int way[2][4][2] = {{{-1, 0}, {0, -1}, {-1, -1}, {1, -1}},
                                     {{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

    /* twice there and back: each cell takes its neighbours' nearest when it is nearer */
    for (int pass = 0; pass < 4; pass++)
        for (int k = 0; k < v->width * v->height; k++) {
            const int at = pass % 2 ? v->width * v->height - 1 - k : k;
            const int x = at % v->width;
            const int y = at / v->width;
            for (int w = 0; w < 4; w++) {
                const int a = x + way[pass % 2][w][0];
                const int b = y + way[pass % 2][w][1];
                if (a < 0 || b < 0 || a >= v->width || b >= v->height) continue;
                const int other = v->nearest[b * v->width + a];
                const int own = v->nearest[at];
                if (other < 0) continue;
                const int ox = other % v->width - x;
                const int oy = other / v->width - y;
                const int dx = own % v->width - x;
                const int dy = own / v->width - y;
                if (own < 0 || ox * ox + oy * oy < dx * dx + dy * dy) v->nearest[at] = other;
            }
        }
}

/* Draws the depth picture of the scan, which tells where nothing is. Returns false if out of memory. */
static bool draw_picture(pd_train_view *v, double spacing)
{
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};
    double tangent[2];
    double middle[3] = {0};
    double longest = 0;

    /* Centre, direction of sight, and the frame of the picture. */
    for (int i = 0; i < v->point_count; i++)
        for (int c = 0; c < 3; c++) middle[c] += v->points[i][c] / v->point_count;
    for (int c = 0; c < 3; c++) v->towards[c] = v->camera[c] - middle[c];
    v->distance = pd_length3(v->towards);
    for (int c = 0; c < 3; c++) v->towards[c] /= v->distance;
    set_axes(v->axes, v->towards);

    /* Extent of the points, with a margin, and the size of a cell. */
    for (int i = 0; i < v->point_count; i++) {
        look_view(tangent, v->axes, v->camera, v->points[i]);
        for (int c = 0; c < 2; c++) {
            low[c] = fmin(low[c], tangent[c]);
            high[c] = fmax(high[c], tangent[c]);
        }
    }

    for (int c = 0; c < 2; c++) {
        low[c] -= MARGIN / v->distance;
        high[c] += MARGIN / v->distance;
        longest = fmax(longest, high[c] - low[c]);
    }

    v->cell = fmax(fmax(CELL, 1.5 * spacing) / v->distance, longest / MOST_CELLS);
    memcpy(v->corner, low, sizeof low);
    v->width = (int)ceil((high[0] - low[0]) / v->cell);
    v->height = (int)ceil((high[1] - low[1]) / v->cell);

    /* Nearest depth of each cell. */
    const int cells = v->width * v->height;
    v->front = malloc((size_t)cells * sizeof *v->front);
    v->nearest = malloc((size_t)cells * sizeof *v->nearest);
    float *raw = malloc((size_t)cells * sizeof *raw);
    if (!v->front || !v->nearest || !raw) {
        free(raw);
        return false;
    }

    for (int i = 0; i < cells; i++) raw[i] = INFINITY;
    for (int i = 0; i < v->point_count; i++) {
        const double depth = look_view(tangent, v->axes, v->camera, v->points[i]);
        const int x = (int)((tangent[0] - low[0]) / v->cell);
        const int y = (int)((tangent[1] - low[1]) / v->cell);
        float *front = &raw[y * v->width + x];
        if ((float)depth < *front) *front = (float)depth;
    }

    /* A cell without points between two that have some, on opposite sides, counts as filled, because scans
     * are sampled unevenly. */
    for (int y = 0; y < v->height; y++)
        for (int x = 0; x < v->width; x++) {
            const int at = y * v->width + x;
            v->front[at] = raw[at];
            if (isfinite(raw[at]) || !x || !y || x == v->width - 1 || y == v->height - 1) continue;
            static const int pairs[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
            for (int p = 0; p < 4; p++) {
                const float a = raw[at + pairs[p][0] + pairs[p][1] * v->width];
                const float b = raw[at - pairs[p][0] - pairs[p][1] * v->width];
                if (isfinite(a) && isfinite(b)) v->front[at] = fminf(v->front[at], fmaxf(a, b));
            }
        }

    /* The nearest filled cell of every cell. */
    free(raw);
    for (int i = 0; i < cells; i++) v->nearest[i] = isfinite(v->front[i]) ? i : -1;
    spread_nearest(v);

    return true;
}

pd_train_off pd_train_view_conflict(const pd_train_view *v, const double x[3])
{
    pd_train_off out = {0};
    double tangent[2];
    const double depth = look_view(tangent, v->axes, v->camera, x);
    const double margin = MARGIN / v->distance;
    double at[2] = {(tangent[0] - v->corner[0]) / v->cell, (tangent[1] - v->corner[1]) / v->cell};
    const int limit[2] = {v->width, v->height};

    /* A point at or behind the camera has to move forward. */
    if (depth < 0.1) {
        out.metres = 0.1 - depth;
        for (int c = 0; c < 3; c++) out.way[c] = v->axes[6 + c];
        return out;
    }

    /* Cell of the point, and whether it is beyond the margin. */
    int cell[2];
    for (int c = 0; c < 2; c++) {
        out.is_beyond |=
            at[c] * v->cell < margin - v->cell || at[c] * v->cell > limit[c] * v->cell - margin + v->cell;
        cell[c] = (int)fmax(0, fmin(limit[c] - 1, floor(at[c])));
    }

    const int own = cell[1] * v->width + cell[0];
    const int near = v->nearest[own];

    /* Before a surface: nothing can be there, so it has to move back to it. */
    if (near == own) {
        out.is_beyond = false;
        const double before = (double)v->front[own] - depth;
        if (before <= 0) return out;
        out.metres = before;
        double length = 0;
        for (int c = 0; c < 3; c++) out.way[c] = x[c] - v->camera[c];
        length = pd_length3(out.way);
        for (int c = 0; c < 3; c++) out.way[c] /= length;
        return out;
    }

    /* Beside the surface: move to the rim of the nearest filled cell, across the line of sight. */
    const int column = near % v->width;
    const int row = near / v->width;
    double across[2] = {column + 0.5 - at[0], row + 0.5 - at[1]};
    const double cells = hypot(across[0], across[1]);
    out.metres = fmax(0, (cells - 0.5) * v->cell * depth);
    out.is_beside = true;
    for (int c = 0; c < 3; c++) out.way[c] = (across[0] * v->axes[c] + across[1] * v->axes[3 + c]) / cells;

    return out;
}

void pd_train_view_visible(unsigned char *visible, float *scratch, const pd_train_view *v,
                           const double *vertices, const double *normals, int count)
{
    double tangent[2];

    /* First draw the nearest depth of each cell, then call a vertex visible that faces the camera (cosine
     * over 0.1) and is at most 4 cm behind it. Vertices nearer than 0.1 m are outside of the picture. */
    for (int i = 0; i < v->width * v->height; i++) scratch[i] = INFINITY;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            const double depth = look_view(tangent, v->axes, v->camera, vertices + 3 * i);
            const double px = floor((tangent[0] - v->corner[0]) / v->cell);
            const double py = floor((tangent[1] - v->corner[1]) / v->cell);
            const bool inside = depth > 0.1 && px >= 0 && py >= 0 && px < v->width && py < v->height;
            float *front = inside ? &scratch[(int)py * v->width + (int)px] : NULL;
            if (!pass) {
                if (front && (float)depth < *front) *front = (float)depth;
                continue;
            }

            double ray[3];
            for (int c = 0; c < 3; c++) ray[c] = v->camera[c] - vertices[3 * i + c];
            visible[i] = pd_dot3(ray, normals + 3 * i) > 0.1 * pd_length3(ray) &&
                         (!front || depth < (double)*front + 0.04);
        }
}

/* ---- all of it */

bool pd_train_view_init(pd_train_view *v, const double (*points)[3], const double (*normals)[3], int count,
                        const double origin[3])
{
    sample s = {.points = points, .count = count < SAMPLE ? count : SAMPLE};
    pd_tree tree = {0}, all = {0};
    double gaps[500];
    const int gap_count = count < 500 ? count : 500;

    /* Memory, search trees and normals. */
    *v = (pd_train_view){.point_count = count};
    s.normal_count = s.count < NORMALS ? s.count : NORMALS;
    v->points = malloc((size_t)count * sizeof *v->points);
    s.normals = v->normals = malloc((size_t)s.normal_count * sizeof *v->normals);
    s.is_given = calloc((size_t)s.normal_count + 1, sizeof *s.is_given);
    s.front = malloc(sizeof *s.front * MOST_CELLS * MOST_CELLS);
    s.areas = malloc(2 * SAMPLE * sizeof *s.areas); /* and scratch */
    bool good = v->points && v->normals && s.is_given && s.front && s.areas &&
                pd_tree_build(&tree, points[0], NULL, s.count, 0) &&
                pd_tree_build(&all, points[0], NULL, count, 0) &&
                find_normals(gaps, gap_count < s.normal_count ? gap_count : s.normal_count, &s, &tree);

    /* Normals of the file replace computed ones. */
    if (good && normals) v->uses_normals = take_normals(&s, normals);
    if (good) {
        /* Noise, and the distances between points in the sample and in all. */
        double apart[2];
        pd_sort_doubles(gaps, (size_t)(gap_count < s.normal_count ? gap_count : s.normal_count));
        v->noise = pd_sorted_percentile(
            gaps, (size_t)(gap_count < s.normal_count ? gap_count : s.normal_count), 0.5);
        for (int t = 0; t < 2; t++) {
            for (int i = 0; i < gap_count; i++) {
                int near[2];
                double square[2];
                const int found = pd_tree_several(near, square, 2, t ? &all : &tree, points[i], NULL);
                gaps[i] = found > 1 ? sqrt(square[1]) : 0;
            }

            pd_sort_doubles(gaps, (size_t)gap_count);
            apart[t] = pd_sorted_percentile(gaps, (size_t)gap_count, 0.9);
        }

        s.behind = BEHIND;
        s.cell = fmax(LEAST_CELL, 1.5 * apart[0]);
        memcpy(v->points, points, (size_t)count * sizeof *points);
        s.points = (const double(*)[3])v->points;

        /* A floor tells where up is. The camera is found better without it,
         * so leave out planes and search again. */
        double floors[3][3];
        int planes = 0;
        bool is_at_origin = false;
        for (;;) {
            memset(s.middle, 0, sizeof s.middle);
            for (int i = 0; i < s.count; i++)
                for (int c = 0; c < 3; c++) s.middle[c] += s.points[i][c] / s.count;
            good = planes == 0 || pd_tree_build(&tree, s.points[0], NULL, s.count, 0);
            if (!good) break;
            set_areas(&s, s.areas + SAMPLE, &tree);
            is_at_origin = find_camera(v, &s, &tree, origin);
            if (planes == 3 || !leave_out(floors[planes], v, &s, v->is_one_sided ? v->camera : NULL)) break;
            planes++;
        }

        /* Limbs of a child are thinner than BEHIND: judge a small scan again by its own size. */
        const double size = fmax(SMALLEST, fmin(1, longest_side(&s) / ADULT));
        if (good && v->is_one_sided && size < 1) {
            s.behind = size * BEHIND;
            s.cell = fmax(size * LEAST_CELL, 1.5 * apart[0]);
            is_at_origin = find_camera(v, &s, &tree, origin);
        }

        /* Orient the normals, refine the camera, and draw the picture. */
        if (good && v->is_one_sided) {
            good = orient_normals(&s, v);
            if (good && !is_at_origin) refine_camera(v, &s);
            double towards[3];
            for (int c = 0; c < 3; c++) towards[c] = v->camera[c] - s.middle[c];
            for (int p = 0; p < planes; p++) {
                if (fabs(pd_dot3(floors[p], towards)) > 0.75 * pd_length3(towards)) continue;
                v->has_floor = true;
                memcpy(v->floor_up, floors[p], sizeof floors[p]);
            }

            v->normal_count = s.normal_count;
            good = good && draw_picture(v, apart[1]);
        }
    }

    /* Release what only the search needed. */
    free(s.front);
    free(s.is_given);
    free(s.areas);
    pd_tree_deinit(&tree);
    pd_tree_deinit(&all);
    if (!good) pd_train_view_deinit(v);

    return good;
}

void pd_train_view_deinit(pd_train_view *v)
{
    free(v->points);
    free(v->normals);
    free(v->front);
    free(v->nearest);
    *v = (pd_train_view){0};
}
