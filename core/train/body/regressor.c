#include "core/train/body/regressor.h"

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
    const pd_train_regressor_data *data;
    float *mean_body;
    double mean_centers[3 * PD_TRAIN_POINT_COUNT];
    row *rows; /* (point_count) */
} fit_job;

/* ---- candidates ---- */

typedef struct candidate {
    double distance;
    int vertex;
} candidate;

static int by_distance(const void *a, const void *b)
{
    const candidate *l = a, *r = b;
    if (l->distance != r->distance) return l->distance < r->distance ? -1 : 1;
    return (l->vertex > r->vertex) - (l->vertex < r->vertex);
}

static int by_number(const void *a, const void *b)
{
    int l = *(const int *)a, r = *(const int *)b;
    return (l > r) - (l < r);
}

static int nearest_direction(double (*directions)[3], const double d[3])
{
    int best = 0;
    double best_dot = -1e9;
    for (int k = 0; k < DIRECTIONS; k++) {
        double dot = directions[k][0] * d[0] + directions[k][1] * d[1] + directions[k][2] * d[2];
        if (dot > best_dot) best_dot = dot, best = k;
    }
    return best;
}

/* Keeps the nearest PER_DIRECTION of a direction, sorted. */
static void offer(candidate *kept, candidate c)
{
    if (c.distance >= kept[PER_DIRECTION - 1].distance) return;
    int at = PER_DIRECTION - 1;
    for (; at > 0 && c.distance < kept[at - 1].distance; at--) kept[at] = kept[at - 1];
    kept[at] = c;
}

static int collect(candidate *out, const double center[3], const float *body, int vertex_count)
{
    double directions[DIRECTIONS][3];
    candidate kept[DIRECTIONS][PER_DIRECTION];
    for (int i = 0; i < DIRECTIONS; i++) { /* spread evenly over the sphere along a golden spiral */
        const double y = 1 - (2 * i + 1.0) / DIRECTIONS, r = sqrt(1 - y * y);
        directions[i][0] = r * cos(GOLDEN_ANGLE * i);
        directions[i][1] = y;
        directions[i][2] = r * sin(GOLDEN_ANGLE * i);
    }

    for (int k = 0; k < DIRECTIONS * PER_DIRECTION; k++)
        kept[k / PER_DIRECTION][k % PER_DIRECTION] = (candidate){1e9, -1};

    for (int i = 0; i < vertex_count; i++) {
        double d[3], distance2 = 0;
        for (int c = 0; c < 3; c++) d[c] = body[3 * i + c] - center[c], distance2 += d[c] * d[c];
        if (distance2 > 0.25) continue; /* half a metre */
        offer(kept[nearest_direction(directions, d)], (candidate){sqrt(distance2), i});
    }

    int count = 0;
    for (int k = 0; k < DIRECTIONS * PER_DIRECTION; k++)
        if (kept[k / PER_DIRECTION][k % PER_DIRECTION].vertex >= 0)
            out[count++] = kept[k / PER_DIRECTION][k % PER_DIRECTION];

    return count;
}

/* Candidate vertices ascending; in the middle of the body one of each mirror pair. */
static int choose_candidates(int *out, const fit_job *job, int point)
{
    candidate all[DIRECTIONS * PER_DIRECTION];
    const int *mirror = job->data->mesh->mirror;
    int middle = pd_train_joints[point].mirror == point, kept = 0, unique = 0;
    int count = collect(all, job->mean_centers + 3 * point, job->mean_body, job->data->mesh->vertex_count);

    qsort(all, (size_t)count, sizeof *all, by_distance);
    double limit = count ? fmax(NEAR_FACTOR * all[count * 35 / 100].distance, NEAR_AT_LEAST) : 0;
    for (int i = 0; i < count && all[i].distance <= limit; i++) {
        int v = all[i].vertex;
        out[kept++] = middle && mirror[v] < v ? mirror[v] : v;
    }

    qsort(out, (size_t)kept, sizeof *out, by_number);
    for (int i = 0; i < kept; i++)
        if (i == 0 || out[i] != out[unique - 1]) out[unique++] = out[i];
    return unique;
}

/* ---- the least squares problem ---- */

/* The least squares problem of one row: gram and rhs of the candidates, and room to solve parts of it. */
typedef struct problem {
    int n;
    double *gram, *rhs, *part, *scratch;
} problem;

static bool problem_init(problem *p, const double *columns, int rows, int n)
{
    size_t square = (size_t)n * (size_t)n * sizeof(double);
    *p = (problem){n, malloc(square), malloc((size_t)n * sizeof(double)), malloc(square),
                   malloc(pd_k_nnls_scratch(n) * sizeof(double))};
    if (!p->gram || !p->rhs || !p->part || !p->scratch) return false;
    pd_k_gemm(p->gram, columns, 1, columns, 0, n, n, rows, 1, 0);
    for (int i = 0; i < n * n; i++) p->gram[i] += SUM_WEIGHT * SUM_WEIGHT;
    for (int i = 0; i < n; i++) p->rhs[i] = SUM_WEIGHT * SUM_WEIGHT;
    return true;
}

/* x over the kept candidates only, 0 elsewhere. */
static int solve_part(double *x, const problem *p, const int *kept, int count)
{
    double solution[DIRECTIONS * PER_DIRECTION];
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) p->part[a * count + b] = p->gram[kept[a] * p->n + kept[b]];
    int entries = pd_k_nnls(solution, p->part, p->rhs, count, p->scratch);
    memset(x, 0, (size_t)p->n * sizeof *x);
    for (int a = 0; a < count; a++) x[kept[a]] = solution[a];
    return entries;
}

/* The candidates that count, less the weakest of them. */
static int drop_weakest(int *kept, const double *x, int n)
{
    int count = 0, weakest = -1;
    for (int i = 0; i < n; i++) {
        if (x[i] <= 0) continue;
        if (weakest < 0 || x[i] < x[kept[weakest]]) weakest = count;
        kept[count++] = i;
    }
    memmove(kept + weakest, kept + weakest + 1, (size_t)(count - weakest - 1) * sizeof *kept);
    return count - 1;
}

/* Solves, and again without the weakest until at most `most` are left. */
static bool solve_row(double *x, const double *columns, int rows, int n, int most)
{
    problem p;
    int kept[DIRECTIONS * PER_DIRECTION], count = n, entries = 0;
    for (int i = 0; i < n; i++) kept[i] = i;
    if (problem_init(&p, columns, rows, n))
        while ((entries = solve_part(x, &p, kept, count)) > most) count = drop_weakest(kept, x, n);

    free(p.gram);
    free(p.rhs);
    free(p.part);
    free(p.scratch);

    return entries > 0;
}

/* Non-zeros, with the partners back in, scaled to sum 1. */
static void keep_row(row *out, const double *x, const int *vertices, int n, const int *mirror, int middle)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) {
        double share = x[i] / sum;
        if (share < 1e-6) continue;
        int pair = middle && mirror[vertices[i]] != vertices[i];
        out->vertex[out->count] = vertices[i];
        out->weight[out->count++] = pair ? share / 2 : share;
        if (!pair) continue;
        out->vertex[out->count] = mirror[vertices[i]];
        out->weight[out->count++] = share / 2;
    }
}

static void fit_point(void *arg, int point, int worker)
{
    (void)worker;
    fit_job *job = arg;
    row *r = &job->rows[point];
    if (pd_train_joints[point].mirror < point) return;

    int vertices[DIRECTIONS * PER_DIRECTION], n = choose_candidates(vertices, job, point);
    int middle = pd_train_joints[point].mirror == point, rows = 3 * job->data->count;
    double *columns = malloc((size_t)rows * (size_t)(n + 1) * sizeof *columns), x[DIRECTIONS * PER_DIRECTION];
    if (columns && n) {
        /* (3 count, n): what each candidate is away from the centre, body by body. In the middle a column is the mean of
         * a vertex and its partner, whose x is 0. */
        const pd_train_regressor_data *d = job->data;
        for (int b = 0; b < d->count; b++) {
            const float *body = d->bodies + 3 * (size_t)d->mesh->vertex_count * (size_t)b;
            const double *center = d->centers + 3 * (size_t)(PD_TRAIN_POINT_COUNT * b + point);
            for (int c = 0; c < 3; c++) {
                double *out = columns + (size_t)(3 * b + c) * (size_t)n;
                for (int i = 0; i < n; i++)
                    out[i] = middle && c == 0 ? 0 : body[3 * (size_t)vertices[i] + (size_t)c] - center[c];
            }
        }
    }

    if (columns && n && solve_row(x, columns, rows, n, middle ? ROW_MAX / 2 : ROW_MAX))
        keep_row(r, x, vertices, n, job->data->mesh->mirror, middle);
    else
        r->failed = 1;

    free(columns);
}

/* ---- putting it together ---- */

static void mirror_row(row *out, const row *in, const int *mirror)
{
    *out = *in;
    for (int i = 0; i < in->count; i++) out->vertex[i] = mirror[in->vertex[i]];
}

typedef struct entry {
    int vertex;
    double weight;
} entry;

static int by_vertex(const void *a, const void *b)
{
    return ((const entry *)a)->vertex - ((const entry *)b)->vertex;
}

static void append_row(pd_train_regressor *out, int point, const row *r)
{
    entry sorted[CANDIDATES_MAX];
    out->start[point + 1] = out->start[point] + r->count;
    if (r->count == 0) return;
    for (int i = 0; i < r->count; i++) sorted[i] = (entry){r->vertex[i], r->weight[i]};
    qsort(sorted, (size_t)r->count, sizeof *sorted, by_vertex);
    for (int i = 0; i < r->count; i++) {
        out->vertex[out->start[point] + i] = sorted[i].vertex;
        out->weight[out->start[point] + i] = sorted[i].weight;
    }
}

static pd_status gather(pd_train_regressor *out, fit_job *job, pd_error *err)
{
    int total = 1, points = job->data->point_count; /* one more, so that it is never 0 */
    for (int p = 0; p < points; p++) {
        int m = pd_train_joints[p].mirror;
        if (m < p) mirror_row(&job->rows[p], &job->rows[m], job->data->mesh->mirror);
        if (job->rows[p].failed)
            return pd_fail(err, PD_ERR_INTERNAL, pd_train_joints[p].name,
                           "no skin round the joint to regress it from");
        total += job->rows[p].count;
    }

    out->vertex = malloc((size_t)total * sizeof *out->vertex);
    out->weight = malloc((size_t)total * sizeof *out->weight);
    if (!out->vertex || !out->weight)
        return pd_fail(err, PD_ERR_MEMORY, "regressor", "out of memory for %d weights", total);

    for (int p = 0; p < points; p++) append_row(out, p, &job->rows[p]);
    return PD_OK;
}

pd_status pd_train_regressor_fit(pd_train_regressor *out, const pd_train_regressor_data *data, pd_error *err)
{
    memset(out, 0, sizeof *out);
    fit_job job = {.data = data};
    job.mean_body = malloc(3 * (size_t)data->mesh->vertex_count * sizeof *job.mean_body);
    job.rows = calloc((size_t)data->point_count, sizeof *job.rows);

    pd_status status = PD_ERR_MEMORY;
    if (job.mean_body && job.rows) {
        const pd_train_regressor_data *d = job.data;
        size_t numbers = 3 * (size_t)d->mesh->vertex_count;
        for (size_t i = 0; i < numbers; i++) {
            double sum = 0;
            for (int b = 0; b < d->count; b++) sum += d->bodies[numbers * (size_t)b + i];
            job.mean_body[i] = (float)(sum / d->count);
        }
        for (int i = 0; i < 3 * PD_TRAIN_POINT_COUNT; i++) {
            double sum = 0;
            for (int b = 0; b < d->count; b++) sum += d->centers[3 * PD_TRAIN_POINT_COUNT * b + i];
            job.mean_centers[i] = sum / d->count;
        }

        pd_execute(data->executor, fit_point, &job, data->point_count);
        status = gather(out, &job, err);
    } else {
        pd_fail(err, status, "regressor", "out of memory for the means");
    }

    free(job.mean_body);
    free(job.rows);
    if (status != PD_OK) pd_train_regressor_deinit(out);
    return status;
}

void pd_train_regressor_deinit(pd_train_regressor *regressor)
{
    free(regressor->vertex);
    free(regressor->weight);
    memset(regressor, 0, sizeof *regressor);
}

void pd_train_regressor_apply(double *centers, const pd_train_regressor *regressor, int point_count,
                              const float *body)
{
    for (int p = 0; p < point_count; p++) {
        double *c = centers + 3 * p;
        c[0] = c[1] = c[2] = 0;
        for (int i = regressor->start[p]; i < regressor->start[p + 1]; i++)
            for (int k = 0; k < 3; k++)
                c[k] += regressor->weight[i] * body[3 * (size_t)regressor->vertex[i] + (size_t)k];
    }
}
