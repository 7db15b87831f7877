#include "core/kernel/linalg.h"

#include <assert.h>
#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* LAPACK's eigensolver (MRRR), Fortran interface: it is part of libopenblas, LAPACKE is not. */
void dsyevr_(const char *jobz, const char *range, const char *uplo, const int *n, double *a, const int *lda,
             const double *vl, const double *vu, const int *il, const int *iu, const double *abstol, int *m,
             double *w, double *z, const int *ldz, int *isuppz, double *work, const int *lwork, int *iwork,
             const int *liwork, int *info, size_t, size_t, size_t);

void pd_k_blas_serial(void)
{
    openblas_set_num_threads(1);
}

void pd_k_gemm(double *c, const double *a, int transpose_a, const double *b, int transpose_b, int m, int n,
               int k, double alpha, double beta)
{
    cblas_dgemm(CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
                transpose_b ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, transpose_a ? m : k, b,
                transpose_b ? k : n, beta, c, n);
}

void pd_k_gemm_f32(float *c, const float *a, int transpose_a, const float *b, int transpose_b, int m, int n,
                   int k, float alpha, float beta)
{
    cblas_sgemm(CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
                transpose_b ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, transpose_a ? m : k, b,
                transpose_b ? k : n, beta, c, n);
}

void pd_k_gram_add(double *g, const double *x, int n, int k)
{
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0, x, k, 1.0, g, n);
}

void pd_k_mirror(double *g, int n)
{
    for (size_t i = 0; i < (size_t)n; i++)
        for (size_t j = 0; j < i; j++) g[j * (size_t)n + i] = g[i * (size_t)n + j];
}

typedef struct eigen_work {
    double *values, *work;
    int *support, *iwork;
    int work_count, iwork_count;
} eigen_work;

static void work_free(eigen_work *w)
{
    free(w->values);
    free(w->work);
    free(w->support);
    free(w->iwork);
}

static int work_alloc(eigen_work *w, int n)
{
    w->work_count = 40 * n;
    w->iwork_count = 12 * n;
    w->values = malloc((size_t)n * sizeof *w->values);
    w->work = malloc((size_t)w->work_count * sizeof *w->work);
    w->support = malloc(2 * (size_t)n * sizeof *w->support);
    w->iwork = malloc((size_t)w->iwork_count * sizeof *w->iwork);
    return w->values && w->work && w->support && w->iwork;
}

/* LAPACK returns them ascending, one per column of a column-major matrix: one per row of ours. */
static void reverse_rows(double *values, double *vectors, const double *ascending, int n, int count)
{
    for (int i = 0; i < count; i++) values[i] = ascending[count - 1 - i];
    for (int i = 0; i < count / 2; i++)
        cblas_dswap(n, vectors + (size_t)i * (size_t)n, 1, vectors + (size_t)(count - 1 - i) * (size_t)n, 1);
}

int pd_k_syev_top(double *values, double *vectors, double *g, int n, int count)
{
    assert(n >= 1 && count >= 1 && count <= n);
    eigen_work w = {0};
    int first = n - count + 1, found = 0, info = -1;
    double unused = 0, tolerance = 0;
    if (work_alloc(&w, n))
        dsyevr_("V", "I", "U", &n, g, &n, &unused, &unused, &first, &n, &tolerance, &found, w.values, vectors,
                &n, w.support, w.work, &w.work_count, w.iwork, &w.iwork_count, &info, 1, 1, 1);
    int good = info == 0 && found == count;
    if (good) reverse_rows(values, vectors, w.values, n, count);
    work_free(&w);
    return good;
}

int pd_k_cholesky(double *a, int n)
{
    size_t stride = (size_t)n;
    for (int j = 0; j < n; j++) {
        double *row = a + (size_t)j * stride;
        double pivot = row[j] - cblas_ddot(j, row, 1, row, 1);
        if (!(pivot > 1e-13 * fabs(row[j]))) return 0;
        row[j] = sqrt(pivot);
        for (int i = j + 1; i < n; i++) {
            double *below = a + (size_t)i * stride;
            below[j] = (below[j] - cblas_ddot(j, below, 1, row, 1)) / row[j];
        }
    }
    return 1;
}

void pd_k_cholesky_solve(double *b, const double *l, int n)
{
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, l, n, b, 1);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, l, n, b, 1);
}

/* The active-set state: `set` lists the variables that may be positive, in the order they came in. */
typedef struct nnls_state {
    const double *gram, *rhs;
    double *x, *solution, *factor, *set_index; /* set_index: the list, kept as doubles in the scratch */
    int n, set_count;
} nnls_state;

size_t pd_k_nnls_scratch(int n)
{
    return (size_t)n * (size_t)n + 3 * (size_t)n;
}

static int member(const nnls_state *s, int i)
{
    return (int)s->set_index[i];
}

/* solution = inv(G_PP) rhs_P over the set. Returns 0 when the newest member depends on the others. */
static int solve_set(nnls_state *s)
{
    int p = s->set_count;
    for (int i = 0; i < p; i++) {
        for (int j = 0; j <= i; j++)
            s->factor[(size_t)i * (size_t)p + (size_t)j] =
                s->gram[(size_t)member(s, i) * (size_t)s->n + (size_t)member(s, j)];
        s->solution[i] = s->rhs[member(s, i)];
    }
    if (!pd_k_cholesky(s->factor, p)) return 0;
    pd_k_cholesky_solve(s->solution, s->factor, p);
    return 1;
}

static double gradient(const nnls_state *s, int j)
{
    double g = s->rhs[j];
    for (int i = 0; i < s->set_count; i++)
        g -= s->gram[(size_t)j * (size_t)s->n + (size_t)member(s, i)] * s->x[member(s, i)];
    return g;
}

/* The variable outside the set that would lower the error fastest, or -1. barred[j] != 0: not again. */
static int best_candidate(const nnls_state *s, const double *barred, double tolerance)
{
    int best = -1;
    double best_gradient = tolerance;
    for (int j = 0; j < s->n; j++) {
        if (s->x[j] > 0 || barred[j] != 0) continue;
        double g = gradient(s, j);
        if (g > best_gradient) {
            best_gradient = g;
            best = j;
        }
    }
    return best;
}

/* Goes from x towards the solution until the first variable reaches 0, and drops what is 0. */
static void step_to_bound(nnls_state *s)
{
    double step = 1;
    for (int i = 0; i < s->set_count; i++) {
        double from = s->x[member(s, i)], to = s->solution[i];
        if (to <= 0 && from / (from - to) < step) step = from / (from - to);
    }
    int kept = 0;
    for (int i = 0; i < s->set_count; i++) {
        int j = member(s, i);
        s->x[j] += step * (s->solution[i] - s->x[j]);
        if (s->x[j] > 1e-14)
            s->set_index[kept++] = j;
        else
            s->x[j] = 0;
    }
    s->set_count = kept;
}

static int all_positive(const nnls_state *s)
{
    for (int i = 0; i < s->set_count; i++)
        if (s->solution[i] <= 0) return 0;
    return 1;
}

/* Returns 0 when the newest member made the system singular; it has then left the set. */
static int settle(nnls_state *s)
{
    for (;;) {
        if (!solve_set(s)) {
            s->x[member(s, --s->set_count)] = 0;
            return 0;
        }
        if (all_positive(s)) break;
        step_to_bound(s);
    }
    for (int i = 0; i < s->set_count; i++) s->x[member(s, i)] = s->solution[i];
    return 1;
}

int pd_k_nnls(double *x, const double *gram, const double *rhs, int n, double *scratch)
{
    size_t count = (size_t)n;
    nnls_state s = {gram, rhs, x, scratch, scratch + 3 * count, scratch + count, n, 0};
    double *barred = scratch + 2 * count, largest = 0;
    memset(x, 0, count * sizeof *x);
    memset(barred, 0, count * sizeof *barred);
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(rhs[i]));
    for (int round = 0; round < 3 * n; round++) {
        int j = best_candidate(&s, barred, 1e-10 * largest);
        if (j < 0) break;
        s.set_index[s.set_count++] = j;
        int came_in = settle(&s) && x[j] > 0;
        if (!came_in) barred[j] = 1;
    }
    return s.set_count;
}
