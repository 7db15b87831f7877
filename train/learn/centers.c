#include "train/learn/centers.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CANDIDATES 400  /* most vertices that may determine a joint, without mirror images */
#define SUM_HOLD   30.0 /* metres: weight of "the weights sum to 1" against distances of subjects */
#define LEAST      1e-4 /* of a weight that is kept */

static int by_vertex(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* One row while it is fitted. */
typedef struct row {
    int count, vertex[2 * CANDIDATES];
    double weight[2 * CANDIDATES];
} row;

/* Computes the weights of the candidates for joint k: only nonzero ones, ascending, with sum 1; joints in the
 * middle also have the mirror images. Returns their count; 0: no solution, or no memory. */
static int fit_row(row *out, const pd_learn_template *t, const pd_learn_state *s, int k,
                   const int *candidates, int count)
{
    PD_ASSERT(k >= 0 && k < t->joint_count && count > 0);
    size_t n = (size_t)count;
    size_t rows = 3 * (size_t)s->subject_count;
    size_t v = 3 * (size_t)s->vertex_count;
    double *columns = malloc(rows * n * sizeof *columns);
    double *gram = malloc(n * n * sizeof *gram);
    double *right = malloc(n * sizeof *right);
    double *scratch = malloc(pd_k_nnls_scratch(count) * sizeof *scratch);
    double hold = SUM_HOLD * SUM_HOLD * s->subject_count;
    double x[CANDIDATES];
    int good = columns && gram && right && scratch;
    if (good) {
        /* Least squares: sum_i x_i (v_i - J) = 0 in each coordinate of each subject, and SUM_HOLD (sum_i x_i
         * - 1) = 0, with x at least 0. The 1e-6 on the diagonal makes the solution unique. */
        for (size_t r = 0; r < rows; r++)
            for (size_t i = 0; i < n; i++)
                columns[r * n + i] = s->templates[v * (r / 3) + (size_t)(3 * candidates[i]) + r % 3] -
                                     s->joints[(r / 3 * (size_t)s->joint_count + (size_t)k) * 3 + r % 3];
        pd_k_gemm(gram, columns, 1, columns, 0, count, count, (int)rows, 1, 0);

        for (size_t i = 0; i < n * n; i++) gram[i] += hold + (i % (n + 1) == 0) * 1e-6;
        for (size_t i = 0; i < n; i++) right[i] = hold;
        good = pd_k_nnls(x, gram, right, count, scratch) > 0;
    }

    free(columns);
    free(gram);
    free(right);
    free(scratch);
    if (!good) return 0;

    /* Keep candidates with a weight that matters; in the middle of the body, with their mirror images. */
    int middle = t->mirror && t->joint_mirror[k] == k;
    int kept = 0;
    struct entry {
        int vertex;
        double weight;
    } entries[2 * CANDIDATES];
    double sum = 0;
    for (int i = 0; i < count; i++) sum += x[i];
    for (int i = 0; i < count; i++) {
        if (x[i] < LEAST * sum) continue;
        entries[kept++] = (struct entry){candidates[i], x[i]};
        if (middle) entries[kept++] = (struct entry){t->mirror[candidates[i]], x[i]};
    }

    qsort(entries, (size_t)kept, sizeof *entries, by_vertex);

    /* Normalise to sum 1, and merge an entry that occurs twice. */
    sum = 0;
    out->count = 0;
    for (int i = 0; i < kept; i++) sum += entries[i].weight;
    for (int i = 0; i < kept; i++) {
        if (i && entries[i].vertex == entries[i - 1].vertex) {
            out->weight[out->count - 1] += entries[i].weight / sum;
            continue;
        }

        out->vertex[out->count] = entries[i].vertex;
        out->weight[out->count++] = entries[i].weight / sum;
    }

    return 1;
}

/* Writes the mirror image of a row: weights of the mirrored vertices, ascending. out may be `from`. */
static void mirror_row(row *out, const row *from, const pd_learn_template *t)
{
    double x[2 * CANDIDATES];
    int vertices[2 * CANDIDATES];

    for (int i = 0; i < from->count; i++) {
        vertices[i] = t->mirror[from->vertex[i]];
        x[i] = from->weight[i];
    }

    *out = (row){0};
    for (int i = 0; i < from->count; i++) { /* insertion keeps the vertices ascending */
        int at = out->count++;
        for (; at > 0 && out->vertex[at - 1] > vertices[i]; at--) {
            out->vertex[at] = out->vertex[at - 1];
            out->weight[at] = out->weight[at - 1];
        }

        out->vertex[at] = vertices[i];
        out->weight[at] = x[i];
    }
}

pd_status pd_learn_centers_fit(pd_learn_centers *out, const pd_learn_template *tpl,
                               const pd_learn_state *state, pd_error *err)
{
    int joints = tpl->joint_count;
    int *parts = tpl->parts;
    int candidates[CANDIDATES];
    row *rows = calloc((size_t)joints, sizeof *rows);
    pd_status status = rows ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "joint regressor", "out of memory");

    memset(out, 0, sizeof *out);

    /* Row of each joint; the other side is mirrored. */
    for (int k = 0; k < joints && status == PD_OK; k++) {
        if (tpl->mirror && tpl->joint_mirror[k] < k) {
            mirror_row(&rows[k], &rows[tpl->joint_mirror[k]], tpl);
            continue;
        }

        /* Choose vertices of both parts that meet at the joint, thinned evenly. */
        int near = 0, count = 0, seen = 0;
        for (int i = 0; i < tpl->vertex_count; i++) near += parts[i] == k || parts[i] == tpl->parents[k];
        const int step = 1 + near / CANDIDATES;
        for (int i = 0; i < tpl->vertex_count; i++)
            if ((parts[i] == k || parts[i] == tpl->parents[k]) && seen++ % step == 0 && count < CANDIDATES)
                candidates[count++] = i;

        if (!fit_row(&rows[k], tpl, state, k, candidates, count))
            status = pd_fail(err, PD_ERR_INTERNAL, "joint regressor", "joint %d (%s) has no solution", k,
                             tpl->joint_names[k]);
    }

    /* Put the rows together. */
    int all = 0;
    for (int k = 0; k < joints && status == PD_OK; k++) all += rows[k].count;
    if (status == PD_OK) {
        out->start = malloc(((size_t)joints + 1) * sizeof *out->start);
        out->vertex = malloc(((size_t)all + 1) * sizeof *out->vertex);
        out->weight = malloc(((size_t)all + 1) * sizeof *out->weight);
        if (!out->start || !out->vertex || !out->weight)
            status = pd_fail(err, PD_ERR_MEMORY, "joint regressor", "out of memory for %d numbers", all);
    }

    for (int k = 0, at = 0; k < joints && status == PD_OK; k++) {
        const size_t count = (size_t)rows[k].count;
        memcpy(out->vertex + at, rows[k].vertex, count * sizeof *out->vertex);
        memcpy(out->weight + at, rows[k].weight, count * sizeof *out->weight);
        out->start[k] = at;
        out->start[k + 1] = at += rows[k].count;
    }

    if (status != PD_OK) pd_learn_centers_deinit(out);
    free(rows);
    return status;
}

void pd_learn_centers_deinit(pd_learn_centers *centers)
{
    free(centers->start);
    free(centers->vertex);
    free(centers->weight);
    memset(centers, 0, sizeof *centers);
}

void pd_learn_centers_apply(double *joints, const pd_learn_centers *centers, int joint_count,
                            const double *rest)
{
    PD_ASSERT(joint_count > 0);
    for (int k = 0; k < joint_count; k++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int n = centers->start[k]; n < centers->start[k + 1]; n++)
                sum += centers->weight[n] * rest[3 * centers->vertex[n] + c];
            joints[3 * k + c] = sum;
        }
}
