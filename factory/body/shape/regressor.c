#include "factory/body/shape/regressor.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTIONS     64
#define PER_DIRECTION  6
#define CANDIDATES_MAX (2 * DIRECTIONS * PER_DIRECTION)
#define NEAR_FACTOR    1.6  /* times the 35th percentile of the candidates' distances */
#define NEAR_AT_LEAST  0.04 /* m */
#define SUM_WEIGHT     30.0
#define ROW_MAX        40 /* entries, partners counted */
#define GOLDEN_ANGLE   2.399963229728653

/* One point's row while it is fitted. */
typedef struct row {
    int count, failed;
    int vertex[CANDIDATES_MAX];
    double weight[CANDIDATES_MAX];
} row;

typedef struct fit_job {
    const pd_factory_regressor_data *data;
    float *mean_body;
    double mean_centers[3 * PD_FACTORY_POINT_COUNT];
    row *rows; /* (point_count) */
} fit_job;

/* ---- candidates ---- */

typedef struct candidate {
    double distance;
    int vertex;
} candidate;

static int by_distance(const void *a, const void *b)
{
    const candidate *l = a;
    const candidate *r = b;
    if (l->distance != r->distance) return l->distance < r->distance ? -1 : 1;
    return (l->vertex > r->vertex) - (l->vertex < r->vertex);
}

static int by_number(const void *a, const void *b)
{
    int l = *(const int *)a;
    int r = *(const int *)b;
    return (l > r) - (l < r);
}

/* Lists candidate vertices in rising order: skin near the joint, on all sides of it. In the middle of the
 * body takes one of each mirror pair. */
static int choose_candidates(int *out, const fit_job *job, int point)
{
    const double *center = job->mean_centers + 3 * point;
    const float *body = job->mean_body;
    const int *mirror = job->data->mesh->mirror;
    const int middle = pd_factory_joints[point].mirror == point;
    double directions[DIRECTIONS][3];
    candidate near[DIRECTIONS][PER_DIRECTION], all[DIRECTIONS * PER_DIRECTION];
    int count = 0, kept = 0, unique = 0;

    for (int i = 0; i < DIRECTIONS; i++) { /* spread evenly over the sphere along a golden spiral */
        const double y = 1 - (2 * i + 1.0) / DIRECTIONS;
        const double r = sqrt(1 - y * y);
        directions[i][0] = r * cos(GOLDEN_ANGLE * i);
        directions[i][1] = y;
        directions[i][2] = r * sin(GOLDEN_ANGLE * i);
    }

    for (int k = 0; k < DIRECTIONS * PER_DIRECTION; k++)
        near[k / PER_DIRECTION][k % PER_DIRECTION] = (candidate){1e9, -1};

    /* Each vertex belongs to the direction it is nearest to;
     * a direction keeps its nearest PER_DIRECTION, sorted. */
    for (int i = 0; i < job->data->mesh->vertex_count; i++) {
        double d[3];
        double distance2 = 0;
        double best_dot = -1e9;
        for (int c = 0; c < 3; c++) {
            d[c] = body[3 * i + c] - center[c];
            distance2 += d[c] * d[c];
        }

        if (distance2 > 0.25) continue; /* half a metre */

        int best = 0;
        int at = PER_DIRECTION - 1;
        for (int k = 0; k < DIRECTIONS; k++) {
            double dot = directions[k][0] * d[0] + directions[k][1] * d[1] + directions[k][2] * d[2];
            if (dot > best_dot) {
                best_dot = dot;
                best = k;
            }
        }

        const double distance = sqrt(distance2);
        if (distance >= near[best][at].distance) continue;
        for (; at > 0 && distance < near[best][at - 1].distance; at--) near[best][at] = near[best][at - 1];
        near[best][at] = (candidate){distance, i};
    }

    /* List all candidates, nearest first. */
    for (int k = 0; k < DIRECTIONS * PER_DIRECTION; k++)
        if (near[k / PER_DIRECTION][k % PER_DIRECTION].vertex >= 0)
            all[count++] = near[k / PER_DIRECTION][k % PER_DIRECTION];
    qsort(all, (size_t)count, sizeof *all, by_distance);

    /* Leave out distant skin, and keep one of each mirrored pair in the middle. */
    double limit = count ? fmax(NEAR_FACTOR * all[count * 35 / 100].distance, NEAR_AT_LEAST) : 0;
    for (int i = 0; i < count && all[i].distance <= limit; i++) {
        int v = all[i].vertex;
        out[kept++] = middle && mirror[v] < v ? mirror[v] : v;
    }

    /* Sort the vertices, and remove repetitions. */
    qsort(out, (size_t)kept, sizeof *out, by_number);
    for (int i = 0; i < kept; i++)
        if (i == 0 || out[i] != out[unique - 1]) out[unique++] = out[i];

    return unique;
}

/* ---- the least squares problem ---- */

/* Weights x >= 0 of the candidates; the weakest is dropped and the rest
 * solved again until at most `most` are left. */
static bool solve_row(double *x, const double *columns, int rows, int n, int most)
{
    PD_ASSERT(n > 0 && rows > 0);
    const size_t square = (size_t)n * (size_t)n * sizeof(double);
    double *gram = malloc(square);
    double *rhs = malloc((size_t)n * sizeof *rhs);
    double *part = malloc(square);
    double *scratch = malloc(pd_k_nnls_scratch(n) * sizeof *scratch);
    double solution[DIRECTIONS * PER_DIRECTION];
    int kept[DIRECTIONS * PER_DIRECTION];
    int count = n;
    int entries = 0;
    const bool has_memory = gram && rhs && part && scratch;

    /* Build the normal equations; the added constant makes the weights sum to about 1. */
    if (has_memory) {
        pd_k_gemm(gram, columns, 1, columns, 0, n, n, rows, 1, 0);
        for (int i = 0; i < n * n; i++) gram[i] += SUM_WEIGHT * SUM_WEIGHT;
        for (int i = 0; i < n; i++) rhs[i] = SUM_WEIGHT * SUM_WEIGHT;
    }

    /* Drop the weakest candidate until few enough are left. */
    for (int i = 0; i < n; i++) kept[i] = i;
    while (has_memory) {
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) part[a * count + b] = gram[kept[a] * n + kept[b]];
        entries = pd_k_nnls(solution, part, rhs, count, scratch);
        memset(x, 0, (size_t)n * sizeof *x);
        for (int a = 0; a < count; a++) x[kept[a]] = solution[a];
        if (entries <= most) break;

        int weakest = -1;
        count = 0;
        for (int i = 0; i < n; i++) {
            if (x[i] <= 0) continue;
            if (weakest < 0 || x[i] < x[kept[weakest]]) weakest = count;
            kept[count++] = i;
        }

        PD_ASSERT(weakest >= 0 && weakest < count); /* `entries` of x are positive */
        memmove(kept + weakest, kept + weakest + 1, (size_t)(count - weakest - 1) * sizeof *kept);
        count--;
    }

    free(gram);
    free(rhs);
    free(part);
    free(scratch);

    return entries > 0;
}

/* Fits the row of one joint. */
static void fit_point(void *arg, int point, int worker)
{
    (void)worker;
    fit_job *job = arg;
    row *r = &job->rows[point];

    if (pd_factory_joints[point].mirror < point) return; /* made from its partner's row afterwards */

    /* Choose the candidates, and allocate their distances. */
    const pd_factory_regressor_data *d = job->data;
    const int *mirror = d->mesh->mirror;
    int vertices[DIRECTIONS * PER_DIRECTION];
    int n = choose_candidates(vertices, job, point);
    int middle = pd_factory_joints[point].mirror == point;
    int rows = 3 * d->count;
    double *columns = malloc((size_t)rows * (size_t)(n + 1) * sizeof *columns);
    double x[DIRECTIONS * PER_DIRECTION];

    /* (3 count, n): what each candidate is away from the centre, body by body. In the middle a column is the
     * mean of a vertex and its partner, whose x is 0. */
    for (int b = 0; columns && n && b < d->count; b++) {
        const float *body = d->bodies + 3 * (size_t)d->mesh->vertex_count * (size_t)b;
        const double *center = d->centers + 3 * (size_t)(PD_FACTORY_POINT_COUNT * b + point);
        for (int c = 0; c < 3; c++) {
            double *out = columns + (size_t)(3 * b + c) * (size_t)n;
            for (int i = 0; i < n; i++)
                out[i] = middle && c == 0 ? 0 : body[3 * (size_t)vertices[i] + (size_t)c] - center[c];
        }
    }

    /* Solve for the weights of the candidates. */
    r->failed = !columns || !n || !solve_row(x, columns, rows, n, middle ? ROW_MAX / 2 : ROW_MAX);
    free(columns);
    if (r->failed) return;

    /* Keep the weights that are not zero, add the mirrored partners, and scale all to sum 1. */
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) {
        double share = x[i] / sum;
        if (share < 1e-6) continue;
        int pair = middle && mirror[vertices[i]] != vertices[i];
        r->vertex[r->count] = vertices[i];
        r->weight[r->count++] = pair ? share / 2 : share;
        if (!pair) continue;
        r->vertex[r->count] = mirror[vertices[i]];
        r->weight[r->count++] = share / 2;
    }
}

/* ---- putting it together ---- */

typedef struct entry {
    int vertex;
    double weight;
} entry;

static int by_vertex(const void *a, const void *b)
{
    return ((const entry *)a)->vertex - ((const entry *)b)->vertex;
}

/* Puts the rows together; rows of the other side are mirrored. */
static pd_status gather_regressor(pd_factory_regressor *out, fit_job *job, pd_error *err)
{
    const int points = job->data->point_count;
    const int *mirror = job->data->mesh->mirror;
    int total = 1; /* one more, so that it is never 0 */

    /* Mirror the rows, and count all entries. */
    for (int p = 0; p < points; p++) {
        int m = pd_factory_joints[p].mirror;
        row *r = &job->rows[p];
        if (m < p) {
            *r = job->rows[m];
            for (int i = 0; i < r->count; i++) r->vertex[i] = mirror[r->vertex[i]];
        }

        if (r->failed)
            return pd_fail(err, PD_ERR_INTERNAL, pd_factory_joints[p].name,
                           "no skin round the joint to regress it from");
        total += r->count;
    }

    out->vertex = malloc((size_t)total * sizeof *out->vertex);
    out->weight = malloc((size_t)total * sizeof *out->weight);
    if (!out->vertex || !out->weight)
        return pd_fail(err, PD_ERR_MEMORY, "regressor", "out of memory for %d weights", total);

    /* Sort the entries of each row by vertex. */
    for (int p = 0; p < points; p++) {
        const row *r = &job->rows[p];
        const int start = out->start[p];
        entry sorted[CANDIDATES_MAX];
        out->start[p + 1] = start + r->count;
        if (r->count == 0) continue;

        for (int i = 0; i < r->count; i++) sorted[i] = (entry){r->vertex[i], r->weight[i]};
        qsort(sorted, (size_t)r->count, sizeof *sorted, by_vertex);
        for (int i = 0; i < r->count; i++) {
            out->vertex[start + i] = sorted[i].vertex;
            out->weight[start + i] = sorted[i].weight;
        }
    }

    return PD_OK;
}

pd_status pd_factory_regressor_fit(pd_factory_regressor *out, const pd_factory_regressor_data *data,
                                   pd_error *err)
{
    memset(out, 0, sizeof *out);
    fit_job job = {.data = data};
    job.mean_body = malloc(3 * (size_t)data->mesh->vertex_count * sizeof *job.mean_body);
    job.rows = calloc((size_t)data->point_count, sizeof *job.rows);

    pd_status status = PD_ERR_MEMORY;
    if (job.mean_body && job.rows) {
        /* Compute the mean body and the mean centres, by which candidates are chosen. */
        const pd_factory_regressor_data *d = job.data;
        size_t numbers = 3 * (size_t)d->mesh->vertex_count;
        for (size_t i = 0; i < numbers; i++) {
            double sum = 0;
            for (int b = 0; b < d->count; b++) sum += d->bodies[numbers * (size_t)b + i];
            job.mean_body[i] = (float)(sum / d->count);
        }

        for (int i = 0; i < 3 * PD_FACTORY_POINT_COUNT; i++) {
            double sum = 0;
            for (int b = 0; b < d->count; b++) sum += d->centers[3 * PD_FACTORY_POINT_COUNT * b + i];
            job.mean_centers[i] = sum / d->count;
        }

        /* Points are independent of each other. */
        pd_execute(data->executor, fit_point, &job, data->point_count);
        status = gather_regressor(out, &job, err);
    } else {
        pd_fail(err, status, "regressor", "out of memory for the means");
    }

    free(job.mean_body);
    free(job.rows);
    if (status != PD_OK) pd_factory_regressor_deinit(out);

    return status;
}

void pd_factory_regressor_deinit(pd_factory_regressor *regressor)
{
    free(regressor->vertex);
    free(regressor->weight);
    memset(regressor, 0, sizeof *regressor);
}

void pd_factory_regressor_apply(double *centers, const pd_factory_regressor *regressor, int point_count,
                                const float *body)
{
    PD_ASSERT(point_count > 0);
    for (int p = 0; p < point_count; p++) {
        double *c = centers + 3 * p;
        c[0] = c[1] = c[2] = 0;
        for (int i = regressor->start[p]; i < regressor->start[p + 1]; i++)
            for (int k = 0; k < 3; k++)
                c[k] += regressor->weight[i] * body[3 * (size_t)regressor->vertex[i] + (size_t)k];
    }
}
