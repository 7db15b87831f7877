#include "core/kernel/linalg.h"

#include "core/base/assert.h"

#include <cblas.h>
#include <dlfcn.h>
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* LAPACK's eigensolver (MRRR), Fortran interface: it is part of libopenblas, LAPACKE is not. */
void dsyevr_(const char *jobz, const char *range, const char *uplo, const int *n, double *a, const int *lda,
             const double *vl, const double *vu, const int *il, const int *iu, const double *abstol, int *m,
             double *w, double *z, const int *ldz, int *isuppz, double *work, const int *lwork, int *iwork,
             const int *liwork, int *info, size_t, size_t, size_t);

/* Replaces OpenBLAS's function of this name, which it calls while it is loaded to find how many threads to
 * start. Each of those wants 128 MiB of address space, retries without end if there is none, and is waited
 * for at exit. */
int openblas_num_threads_env(void);
int openblas_num_threads_env(void)
{
    return 1;
}

/* OpenBLAS keeps a list of work buffers. A call takes a free one, or has another one made; when there is no
 * memory for it, OpenBLAS tries again without end, under a lock that every other thread then waits for. The
 * two functions below replace OpenBLAS's, which calls them for every buffer, and let it make one only if
 * there is room. Otherwise the thread waits until another one gives its buffer back. */
#define BUFFER_BYTES ((size_t)128 << 20)
#define SPARE_BYTES  ((size_t)16 << 20) /* room that is left to everything else */

static atomic_int taken, made; /* number of buffers in use, and of those there are */
static atomic_flag making = ATOMIC_FLAG_INIT;

static bool has_room(void)
{
    void *place =
        mmap(NULL, BUFFER_BYTES + SPARE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return place != MAP_FAILED && !munmap(place, BUFFER_BYTES + SPARE_BYTES);
}

/* Takes one of the buffers there are. OpenBLAS uses the first free one of its list, so it makes none as long
 * as one of them is free. */
static bool take_made(void)
{
    int count = atomic_load(&taken);
    while (count < atomic_load(&made))
        if (atomic_compare_exchange_weak(&taken, &count, count + 1)) return true;
    return false;
}

/* Takes a buffer that is made now. Threads do this one after the other. */
static bool take_new(bool is_first)
{
    if (atomic_flag_test_and_set(&making)) return false;
    const bool good = is_first || has_room();
    if (good) {
        atomic_fetch_add(&taken, 1);
        atomic_fetch_add(&made, 1);
    }

    atomic_flag_clear(&making);

    return good;
}

/* The functions of OpenBLAS that those of this file replace, once they were found. */
static _Atomic(void *) own_alloc, own_free;

static void *replaced(_Atomic(void *) *kept, const char *name)
{
    void *found = atomic_load(kept);
    if (!found) atomic_store(kept, found = dlsym(RTLD_NEXT, name));
    return found;
}

void *blas_memory_alloc(int position);
void *blas_memory_alloc(int position)
{
    void *(*take)(int);
    *(void **)&take = replaced(&own_alloc, "blas_memory_alloc");

    /* Without any buffer there is nothing to wait for: pd_k_blas_reserve was not called, or not heeded. */
    while (!take_made() && !take_new(!atomic_load(&made))) sched_yield();
    return take(position);
}

void blas_memory_free(void *buffer);
void blas_memory_free(void *buffer)
{
    void (*give)(void *);
    *(void **)&give = replaced(&own_free, "blas_memory_free");
    give(buffer);
    atomic_fetch_sub(&taken, 1);
}

bool pd_k_blas_reserve(void)
{
    /* Another BLAS has no such buffers. */
    if (!replaced(&own_alloc, "blas_memory_alloc") || !replaced(&own_free, "blas_memory_free")) return true;
    if (!atomic_load(&made) && !has_room()) return false;
    blas_memory_free(blas_memory_alloc(0));
    return true;
}

void pd_k_blas_serial(void)
{
    openblas_set_num_threads(1);
}

void pd_k_gemm(double *c, const double *a, int transpose_a, const double *b, int transpose_b, int m, int n,
               int k, double alpha, double beta)
{
    PD_ASSERT(c != a && c != b && m >= 0 && n >= 0 && k >= 0);
    cblas_dgemm(CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
                transpose_b ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, transpose_a ? m : k, b,
                transpose_b ? k : n, beta, c, n);
}

void pd_k_gemm_f32(float *c, const float *a, int transpose_a, const float *b, int transpose_b, int m, int n,
                   int k, float alpha, float beta)
{
    PD_ASSERT(c != a && c != b && m >= 0 && n >= 0 && k >= 0);
    cblas_sgemm(CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
                transpose_b ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, transpose_a ? m : k, b,
                transpose_b ? k : n, beta, c, n);
}

void pd_k_gemv_f32(float *y, const float *a, int transpose, const float *x, int m, int k)
{
    PD_ASSERT(y != x);
    PD_ASSERT(m >= 0 && k >= 0);
    cblas_sgemv(CblasRowMajor, transpose ? CblasTrans : CblasNoTrans, m, k, 1, a, k, x, 1, 0, y, 1);
}

void pd_k_gram_add(double *g, const double *x, int n, int k)
{
    PD_ASSERT(g != x && n >= 0 && k >= 0);
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0, x, k, 1.0, g, n);
}

void pd_k_gram_subtract(double *g, const double *x, int n, int k)
{
    PD_ASSERT(g != x && n >= 0 && k >= 0);
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, -1.0, x, k, 1.0, g, n);
}

void pd_k_mirror(double *g, int n)
{
    PD_ASSERT(n >= 0);
    for (size_t i = 0; i < (size_t)n; i++)
        for (size_t j = 0; j < i; j++) g[j * (size_t)n + i] = g[i * (size_t)n + j];
}

int pd_k_syev_top(double *values, double *vectors, double *g, int n, int count)
{
    PD_ASSERT(n >= 1 && count >= 1 && count <= n);
    const int first = n - count + 1;
    const int work_count = 40 * n;
    const int iwork_count = 12 * n;
    const double unused = 0, tolerance = 0;
    int found = 0, info = -1;

    /* Work space, more than the 26 n numbers and 10 n integers that LAPACK requires. */
    double *ascending = malloc((size_t)n * sizeof *ascending);
    double *work = malloc((size_t)work_count * sizeof *work);
    int *support = malloc(2 * (size_t)n * sizeof *support);
    int *iwork = malloc((size_t)iwork_count * sizeof *iwork);
    if (ascending && work && support && iwork)
        dsyevr_("V", "I", "U", &n, g, &n, &unused, &unused, &first, &n, &tolerance, &found, ascending,
                vectors, &n, support, work, &work_count, iwork, &iwork_count, &info, 1, 1, 1);
    const int good = info == 0 && found == count;

    /* LAPACK returns them ascending, one per column of a column-major matrix: one per row of ours */
    for (int i = 0; good && i < count; i++) values[i] = ascending[count - 1 - i];
    for (int i = 0; good && i < count / 2; i++)
        cblas_dswap(n, vectors + (size_t)i * (size_t)n, 1, vectors + (size_t)(count - 1 - i) * (size_t)n, 1);

    free(ascending);
    free(work);
    free(support);
    free(iwork);

    return good;
}

bool pd_k_cholesky(double *a, int n)
{
    PD_ASSERT(n >= 0);
    size_t stride = (size_t)n;

    /* Column by column. A pivot that lost nearly all of its value means that the matrix is singular. */
    for (int j = 0; j < n; j++) {
        double *row = a + (size_t)j * stride;
        double pivot = row[j] - cblas_ddot(j, row, 1, row, 1);
        if (!(pivot > 1e-13 * fabs(row[j]))) return false;

        row[j] = sqrt(pivot);
        for (int i = j + 1; i < n; i++) {
            double *below = a + (size_t)i * stride;
            below[j] = (below[j] - cblas_ddot(j, below, 1, row, 1)) / row[j];
        }
    }

    return true;
}

void pd_k_cholesky_solve(double *b, const double *l, int n)
{
    PD_ASSERT(b != l && n >= 0);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, l, n, b, 1);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, l, n, b, 1);
}

void pd_k_lower_solve_rows(double *x, const double *l, int rows, int n)
{
    PD_ASSERT(x != l && rows >= 0 && n >= 0);
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rows, n, 1.0, l, n, x, n);
}

void pd_k_lower_solve_back(double *x, const double *l, int n)
{
    PD_ASSERT(x != l && n >= 0);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, l, n, x, 1);
}

/* The active set: the variables that may be positive, in the order they came in. */
typedef struct nnls_state {
    const double *gram, *rhs;
    double *x;                 /* (n)                                                    */
    double *factor, *solution; /* (n,n), (n): of the system over the set                 */
    int *set;                  /* (set_count)                                            */
    int *barred;               /* (n) never again: it did not stay                       */
    int n, set_count;
} nnls_state;

size_t pd_k_nnls_scratch(int n)
{
    const size_t count = (size_t)n;
    return count * count + count + (2 * count * sizeof(int) + sizeof(double) - 1) / sizeof(double);
}

/* Solves solution = inv(G_PP) rhs_P over the set P.
 * Returns false if the newest member depends on the others. */
static bool solve_set(nnls_state *s)
{
    const int p = s->set_count;

    PD_ASSERT(p >= 0 && p <= s->n);

    /* Gather rows and right-hand side of the set. */
    for (int i = 0; i < p; i++) {
        PD_DEBUG_ASSERT(s->set[i] >= 0 && s->set[i] < s->n);
        const double *row = s->gram + (size_t)s->set[i] * (size_t)s->n;
        for (int j = 0; j <= i; j++) s->factor[(size_t)i * (size_t)p + (size_t)j] = row[s->set[j]];
        s->solution[i] = s->rhs[s->set[i]];
    }

    if (!pd_k_cholesky(s->factor, p)) return false;
    pd_k_cholesky_solve(s->solution, s->factor, p);
    return true;
}

/* Returns the variable outside the set that would lower the error fastest, or -1. */
static int best_candidate(const nnls_state *s, double tolerance)
{
    int best = -1;
    double steepest = tolerance;

    /* Slope of the error along each variable that may enter the set. */
    for (int j = 0; j < s->n; j++) {
        if (s->x[j] > 0 || s->barred[j]) continue;
        double g = s->rhs[j];
        for (int i = 0; i < s->set_count; i++)
            g -= s->gram[(size_t)j * (size_t)s->n + (size_t)s->set[i]] * s->x[s->set[i]];
        if (g > steepest) {
            steepest = g;
            best = j;
        }
    }

    return best;
}

/* Brings x to the solution over the set. Variables that reach 0 on the way leave the set. Returns false if
 * the newest member made the system singular; it has left then. */
static bool settle_linalg(nnls_state *s)
{
    for (;;) {
        if (!solve_set(s)) {
            PD_ASSERT(s->set_count > 0); /* an empty set is always solved */
            s->x[s->set[--s->set_count]] = 0;
            return false;
        }

        /* Find the largest step towards the solution at which no variable is below 0. */
        bool is_positive = true;
        double step = 1;
        for (int i = 0; i < s->set_count; i++) {
            const double from = s->x[s->set[i]];
            const double to = s->solution[i];
            if (!(to <= 0)) continue;
            is_positive = false;
            if (from / (from - to) < step) step = from / (from - to);
        }

        if (is_positive) break;

        /* Take it. Variables that become 0 leave the set. */
        int kept = 0;
        for (int i = 0; i < s->set_count; i++) {
            const int j = s->set[i];
            s->x[j] += step * (s->solution[i] - s->x[j]);
            if (s->x[j] > 1e-14)
                s->set[kept++] = j;
            else
                s->x[j] = 0;
        }

        s->set_count = kept;
    }

    /* All variables are positive: the solution holds. */
    for (int i = 0; i < s->set_count; i++) s->x[s->set[i]] = s->solution[i];
    return true;
}

int pd_k_nnls(double *x, const double *gram, const double *rhs, int n, double *scratch)
{
    const size_t count = (size_t)n;
    int *ints = (int *)(void *)(scratch + count * count + count);
    nnls_state s = {.gram = gram,
                    .rhs = rhs,
                    .x = x,
                    .factor = scratch,
                    .solution = scratch + count * count,
                    .set = ints,
                    .barred = ints + count,
                    .n = n};
    double largest = 0;

    PD_ASSERT(n >= 0 && x != rhs);

    /* Begin with x = 0. The largest right-hand side sets the scale of the tolerance. */
    memset(x, 0, count * sizeof *x);
    memset(s.barred, 0, count * sizeof *s.barred);
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(rhs[i]));

    /* Add the variable that reduces the error most. One that cannot become positive is not tried again. */
    for (int round = 0; round < 3 * n; round++) {
        const int j = best_candidate(&s, 1e-10 * largest);
        if (j < 0) break;
        PD_ASSERT(s.set_count < n);
        s.set[s.set_count++] = j;
        if (!settle_linalg(&s) || !(x[j] > 0)) s.barred[j] = 1;
    }

    PD_ASSERT(s.set_count >= 0 && s.set_count <= n);

    return s.set_count;
}
