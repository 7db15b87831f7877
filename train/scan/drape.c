#include "train/scan/drape.h"

#include "core/kernel/sparse.h"
#include "core/math/mat3.h"
#include "core/observe/start.h"
#include "core/smpl/surface/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS      12    /* rounds of matching and solving, by default; chosen by hand */
#define NOISE       0.002 /* metres: deviation of the points, by default */
#define REACH_FIRST 0.03  /* metres: of the robust function, in the first round ... */
#define REACH_LAST  0.006 /* ... and the last */
#define STIFF       4.0   /* times the points' weight a vertex: see pd_train_drape_run */
#define STIFF_FIRST 30.0  /* the first round is that much stiffer */
/* weight that keeps vertices in place to which no point pulls, so that the matrix has an inverse */
#define STAY        1e-4
#define SEEN        0.5 /* times the distance between points of an even scan: a vertex so near one is seen */
#define MOST_POINTS 50  /* points a vertex, above which the shape's weight does not grow; chosen by hand */

/* The normal equations as 3x3 blocks: of vertex i with itself
 * and with each neighbour of a higher number, ascending. */
typedef struct blocks {
    int *start, *other; /* (V+1), (start[V]): other[start[i]] is i itself */
    double (*value)[9]; /* rows of the higher vertex, columns of the lower */
    double *rhs;        /* (V,3) */
} blocks;

typedef struct draper {
    pd_train_drape *job;
    const pd_smpl_data *data;
    pd_smpl_surface edges;
    pd_train_nearest skin;
    blocks sum;
    double *rest;      /* (V,3) the fitted body  */
    double (*turn)[9]; /* (V) R                  */
    pd_train_match *matches;
    int *column_start, *row; /* the lower triangle by columns */
    double *value, *scratch, *solution;
    double noise;
} draper;

/* ---- memory and pattern */

static int by_number(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

/* Allocates everything and builds the pattern of the matrix. On failure the caller cleans up. */
static bool prepare_drape(draper *d, const pd_smpl_model *m, pd_error *err)
{
    const size_t v = (size_t)m->vertex_count;
    blocks *sum = &d->sum;
    int count = 0;

    /* Allocate, and keep the rest surface. */
    d->rest = malloc(3 * v * sizeof *d->rest);
    d->turn = malloc(v * sizeof *d->turn);
    d->matches = malloc((size_t)d->job->point_count * sizeof *d->matches);
    d->scratch = malloc(9 * v * sizeof *d->scratch);
    d->solution = malloc(9 * v * sizeof *d->solution);
    if (!d->rest || !d->turn || !d->matches || !d->scratch || !d->solution ||
        !pd_train_nearest_init(&d->skin, d->data))
        return false;

    memcpy(d->rest, d->job->vertices, 3 * v * sizeof *d->rest);

    /* Edge weights are those of the body as it stands; its bones are not used. */
    if (pd_smpl_surface_init(&d->edges, d->data, d->rest, m->joint_template, err) != PD_OK) return false;

    /* Neighbours of every vertex: by edges with both diagonals of a quad,
     * so all corners of any triangle are among them. */
    const pd_smpl_surface *e = &d->edges;
    sum->start = malloc((v + 1) * sizeof *sum->start);
    sum->other = malloc((v + (size_t)e->start[v]) * sizeof *sum->other);
    if (!sum->start || !sum->other) return false;
    for (int i = 0; i < m->vertex_count; i++) {
        sum->start[i] = count;
        sum->other[count++] = i;
        for (int k = e->start[i]; k < e->start[i + 1]; k++)
            if (e->other[k] > i) sum->other[count++] = e->other[k];
        qsort(sum->other + sum->start[i], (size_t)(count - sum->start[i]), sizeof *sum->other, by_number);
    }

    sum->start[v] = count;
    sum->value = malloc((size_t)count * sizeof *sum->value);
    sum->rhs = malloc(3 * v * sizeof *sum->rhs);

    /* Memory for the system of all coordinates. */
    const size_t entries = 9 * (size_t)count;
    d->column_start = malloc((3 * v + 1) * sizeof *d->column_start);
    d->row = malloc(entries * sizeof *d->row);
    d->value = malloc(entries * sizeof *d->value);

    return sum->value && sum->rhs && d->column_start && d->row && d->value;
}

/* Frees all memory of a draper; members may be NULL. */
static void clean_up(draper *d)
{
    free(d->rest);
    free(d->turn);
    free(d->matches);
    free(d->scratch);
    free(d->solution);
    free(d->sum.start);
    free(d->sum.other);
    free(d->sum.value);
    free(d->sum.rhs);
    free(d->column_start);
    free(d->row);
    free(d->value);
    pd_smpl_surface_deinit(&d->edges);
    pd_train_nearest_deinit(&d->skin);
}

/* ---- terms */

/* Returns the block of two vertices, which are neighbours or the same. */
static double *block_of(const blocks *b, int i, int k)
{
    const int low = i < k ? i : k;
    const int high = i < k ? k : i;
    int at = b->start[low];
    while (b->other[at] != high) at++;
    return b->value[at];
}

/* Adds the planes of the points to the system. Corners of a triangle are always neighbours, because both
 * diagonals of every quad are edges. */
static void add_points(draper *d, double reach)
{
    pd_train_drape *job = d->job;
    double squares = 0;

    job->kept = 0;
    for (int i = 0; i < job->point_count; i++) {
        const pd_train_match *match = &d->matches[i];
        const double *n = match->normal;
        const double *p = job->points[i];
        if (match->face < 0 || match->distance > 3 * reach) continue;

        /* At the rim of a hole the nearest place lies aside, and its plane says nothing about the point. */
        const double aside = sqrt(fmax(0, match->distance * match->distance - match->off * match->off));
        if (aside > 0.5 * fabs(match->off) + d->noise) continue;

        /* Robust weight. */
        const double part = 1 / (1 + match->off * match->off / (reach * reach));
        const double w = part * part;
        const uint32_t *corner = d->data->faces + 3 * (size_t)match->face;
        const double level = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
        squares += match->off * match->off;
        job->kept++;

        /* Blocks and right-hand side of the three corners. */
        for (int a = 0; a < 3; a++) {
            const double share = w * match->weights[a];
            for (int c = 0; c < 3; c++) d->sum.rhs[3 * (size_t)corner[a] + (size_t)c] += share * level * n[c];
            for (int b = 0; b <= a; b++) {
                double *block = block_of(&d->sum, (int)corner[a], (int)corner[b]);
                for (int c = 0; c < 9; c++) block[c] += share * match->weights[b] * n[c / 3] * n[c % 3];
            }
        }
    }

    job->rms = job->kept ? sqrt(squares / job->kept) : 0;
}

/* Adds the shape's equations: each edge of the rest surface, turned by the mean rotation of its ends, resists
 * (as-rigid-as-possible, Sorkine and Alexa 2007, equation 9). */
static void add_shape(draper *d, double stiff)
{
    const pd_smpl_surface *e = &d->edges;

    for (int i = 0; i < d->data->vertex_count; i++) {
        double *own = d->sum.value[d->sum.start[i]];
        for (int c = 0; c < 3; c++) {
            own[4 * c] += STAY;
            d->sum.rhs[3 * (size_t)i + (size_t)c] += STAY * d->rest[3 * (size_t)i + (size_t)c];
        }

        for (int k = e->start[i]; k < e->start[i + 1]; k++) {
            const int j = e->other[k];
            const double w = stiff * e->weight[k];
            double edge[3], a[3], b[3];
            for (int c = 0; c < 3; c++)
                edge[c] = d->rest[3 * (size_t)i + (size_t)c] - d->rest[3 * (size_t)j + (size_t)c];
            pd_mat3_apply(a, d->turn[i], edge);
            pd_mat3_apply(b, d->turn[j], edge);
            for (int c = 0; c < 3; c++) {
                own[4 * c] += w;
                d->sum.rhs[3 * (size_t)i + (size_t)c] += 0.5 * w * (a[c] + b[c]);
            }

            if (j < i) continue;
            double *block = block_of(&d->sum, i, j);
            for (int c = 0; c < 3; c++) block[4 * c] -= w;
        }
    }
}

/* Computes R_i of every vertex: the rotation from the edges of the fitted body to the present edges. */
static void turn_parts(draper *d)
{
    const pd_smpl_surface *e = &d->edges;

    for (int i = 0; i < d->data->vertex_count; i++) {
        double s[9] = {0};
        for (int k = e->start[i]; k < e->start[i + 1]; k++) {
            const size_t a = 3 * (size_t)i;
            const size_t b = 3 * (size_t)e->other[k];
            for (size_t c = 0; c < 9; c++)
                s[c] += e->weight[k] * (d->rest[a + c / 3] - d->rest[b + c / 3]) *
                        (d->job->vertices[a + c % 3] - d->job->vertices[b + c % 3]);
        }

        pd_observe_horn(d->turn[i], s);
    }
}

/* ---- one solve */

/* Solves the system, and moves the vertices. */
static bool solve_drape(draper *d)
{
    const int n = 3 * d->data->vertex_count;
    const blocks *b = &d->sum;
    int count = 0;
    pd_k_sparse factor;

    /* Lower triangle of the blocks, column by column. */
    for (int i = 0; i < d->data->vertex_count; i++)
        for (int c = 0; c < 3; c++) {
            d->column_start[3 * i + c] = count;
            for (int at = b->start[i]; at < b->start[i + 1]; at++)
                for (int r = at == b->start[i] ? c : 0; r < 3; r++) {
                    d->row[count] = 3 * b->other[at] + r;
                    d->value[count++] = b->value[at][3 * r + c];
                }
        }
    d->column_start[n] = count;

    /* Factor and solve. The solver takes three right-hand sides; one is used. */
    if (!pd_k_sparse_factor(&factor, n, d->column_start, d->row, d->value)) return false;
    for (int i = 0; i < n; i++) {
        d->solution[3 * i] = d->sum.rhs[i];
        d->solution[3 * i + 1] = d->solution[3 * i + 2] = 0;
    }

    pd_k_sparse_solve3(d->solution, &factor, d->scratch);
    for (int i = 0; i < n; i++) d->job->vertices[i] = d->solution[3 * i];
    pd_k_sparse_deinit(&factor);

    return true;
}

pd_status pd_train_drape_run(pd_train_drape *job, const pd_smpl_model *m, pd_error *err)
{
    const int rounds = job->rounds ? job->rounds : ROUNDS;
    const size_t v = (size_t)m->vertex_count;
    draper d = {.job = job, .data = &m->data, .noise = job->noise > 0 ? job->noise : NOISE};
    bool good = prepare_drape(&d, m, err);

    /* A vertex of an even scan has N / V points, so the weight of the shape grows in proportion. */
    const double points = fmin(MOST_POINTS, (double)job->point_count / m->vertex_count);
    const double stiff = STIFF * points * (job->stiffness > 0 ? job->stiffness : 1);

    /* Rounds with a shrinking reach, and a shape that becomes softer. */
    for (int r = 0; r < rounds && good; r++) {
        /* Matches are searched for a little farther than the reach, because a farther point counts a little
         * too. */
        const double part = rounds > 1 ? (double)r / (rounds - 1) : 1;
        const double reach = REACH_FIRST * pow(REACH_LAST / REACH_FIRST, part);
        good = pd_train_nearest_update(&d.skin, job->vertices);
        if (!good) break;
        pd_train_nearest_find(d.matches, &d.skin, job->points, NULL, job->point_count, 3 * reach + 0.03,
                              job->executor);

        /* Solve for the surface: points pull at it, and the shape resists. */
        turn_parts(&d);
        memset(d.sum.value, 0, (size_t)d.sum.start[v] * sizeof *d.sum.value);
        memset(d.sum.rhs, 0, 3 * v * sizeof *d.sum.rhs);
        add_points(&d, reach);
        add_shape(&d, stiff * pow(STIFF_FIRST, fmax(0, 1 - 2 * part)));
        good = solve_drape(&d);
    }

    /* A vertex counts as seen if a point of the scan is no farther
     * from it than points are from one another. */
    if (good) {
        pd_tree tree = {0};
        double area = 0;
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *corner = m->data.faces + 3 * (size_t)f;
            double u[3], w[3], n[3];
            for (size_t c = 0; c < 3; c++) {
                u[c] = job->vertices[3 * (size_t)corner[1] + c] - job->vertices[3 * (size_t)corner[0] + c];
                w[c] = job->vertices[3 * (size_t)corner[2] + c] - job->vertices[3 * (size_t)corner[0] + c];
            }

            pd_cross3(n, u, w);
            area += 0.5 * pd_length3(n);
        }

        const double within = SEEN * sqrt(area / job->point_count) + 2 * d.noise;
        good = pd_tree_build(&tree, job->points[0], NULL, job->point_count, 0);
        for (size_t i = 0; good && i < v; i++)
            job->seen[i] = pd_tree_nearest(&tree, job->vertices + 3 * i, NULL, within * within) >= 0;
        if (good) pd_tree_deinit(&tree);
    }

    clean_up(&d);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory to move a surface onto it");
}
