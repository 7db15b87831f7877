#include "core/observe/take/arrow.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <string.h>

#define STIFFNESS 1e-9 /* added to every diagonal */

size_t pd_observe_arrow_bytes(int frames, int n, int m, bool coupled)
{
    const size_t f = (size_t)frames;
    const size_t a = (size_t)n;
    const size_t b = (size_t)m;
    const size_t real = sizeof(double);

    return 2 * pd_arena_bytes(f * a * a, real) + 2 * pd_arena_bytes(f * b * a + 1, real) +
           2 * pd_arena_bytes(b * b + 1, real) + 2 * pd_arena_bytes(f * a, real) +
           2 * pd_arena_bytes(b + 1, real) + pd_arena_bytes(f, 1) +
           (coupled ? pd_arena_bytes(f * a / 3, 9 * real) + pd_arena_bytes(f * a * a, real) : 0);
}

bool pd_observe_arrow_init(pd_observe_arrow *a, int frames, int n, int m, bool coupled, pd_arena *arena)
{
    const size_t f = (size_t)frames;
    const size_t u = (size_t)n;
    const size_t b = (size_t)m;

    *a = (pd_observe_arrow){.frames = frames, .n = n, .m = m, .coupled = coupled};
    a->d = pd_arena_take(arena, f * u * u, sizeof *a->d);
    a->factor = pd_arena_take(arena, f * u * u, sizeof *a->factor);
    a->c = pd_arena_take(arena, f * b * u + 1, sizeof *a->c);
    a->border = pd_arena_take(arena, f * b * u + 1, sizeof *a->border);
    a->s = pd_arena_take(arena, b * b + 1, sizeof *a->s);
    a->schur = pd_arena_take(arena, b * b + 1, sizeof *a->schur);
    a->g = pd_arena_take(arena, f * u, sizeof *a->g);
    a->x = pd_arena_take(arena, f * u, sizeof *a->x);
    a->h = pd_arena_take(arena, b + 1, sizeof *a->h);
    a->y = pd_arena_take(arena, b + 1, sizeof *a->y);
    a->good = pd_arena_take(arena, f, 1);
    if (coupled) a->e = pd_arena_take(arena, f * u / 3, sizeof *a->e);
    if (coupled) a->across = pd_arena_take(arena, f * u * u, sizeof *a->across);

    return a->d && a->factor && a->c && a->border && a->s && a->schur && a->g && a->x && a->h && a->y &&
           a->good && (!coupled || (a->e && a->across));
}

/* Sets factor and x of a frame to D + lambda diag D and -g. */
static void begin_frame(pd_observe_arrow *a, size_t f)
{
    const size_t n = (size_t)a->n;
    const double *d = a->d + f * n * n;
    double *l = a->factor + f * n * n;

    memcpy(l, d, n * n * sizeof *l);
    for (size_t i = 0; i < n; i++) {
        l[i * n + i] = d[i * n + i] * (1 + a->lambda) + STIFFNESS;
        a->x[f * n + i] = -a->g[f * n + i];
    }

    memcpy(a->border + f * (size_t)a->m * n, a->c + f * (size_t)a->m * n,
           (size_t)a->m * n * sizeof *a->border);
}

/* Computes L of the frame, its border C L^-T and x = L^-1 x.
 * Returns false if the block is not positive definite. */
static bool eliminate(pd_observe_arrow *a, size_t f)
{
    const size_t n = (size_t)a->n;
    double *l = a->factor + f * n * n;

    if (!pd_k_cholesky(l, a->n)) return false;
    if (a->m) pd_k_lower_solve_rows(a->border + f * (size_t)a->m * n, l, a->m, a->n);
    pd_k_lower_solve_rows(a->x + f * n, l, 1, a->n);

    return true;
}

static void eliminate_task(void *arg, int frame, int worker)
{
    pd_observe_arrow *a = arg;
    (void)worker;
    begin_frame(a, (size_t)frame);
    a->good[frame] = eliminate(a, (size_t)frame);
}

bool pd_observe_arrow_solve(pd_observe_arrow *a, double lambda, const pd_executor *executor)
{
    const size_t n = (size_t)a->n;
    const size_t m = (size_t)a->m;

    /* Eliminate the frames. Coupled frames depend on the one before and go in order;
     * others go in parallel. */
    a->lambda = lambda;
    if (a->coupled) {
        begin_frame(a, 0);
        for (size_t f = 0; f < (size_t)a->frames; f++) {
            if (!eliminate(a, f)) return false;
            if (f + 1 == (size_t)a->frames) break;

            /* Contribution of frame f to frame f + 1, through the block that couples them. */
            double *across = a->across + f * n * n;
            begin_frame(a, f + 1);
            memset(across, 0, n * n * sizeof *across);
            for (size_t b = 0; b < n / 3; b++)
                for (size_t r = 0; r < 3; r++)
                    for (size_t c = 0; c < 3; c++)
                        across[(3 * b + r) * n + 3 * b + c] = a->e[(f + 1) * (n / 3) + b][3 * r + c];
            pd_k_lower_solve_rows(across, a->factor + f * n * n, a->n, a->n);
            pd_k_gram_subtract(a->factor + (f + 1) * n * n, across, a->n, a->n);
            pd_k_gemm(a->x + (f + 1) * n, a->x + f * n, 0, across, 1, 1, a->n, a->n, -1, 1);
            if (m)
                pd_k_gemm(a->border + (f + 1) * m * n, a->border + f * m * n, 0, across, 1, a->m, a->n, a->n,
                          -1, 1);
        }
    } else {
        pd_execute(executor, eliminate_task, a, a->frames);

        for (int f = 0; f < a->frames; f++)
            if (!a->good[f]) return false;
    }

    /* Solve for the shared unknowns: S and h minus the Schur complements of all frames. The order of
     * frames is fixed, so that any number of workers gives the same bits. */
    if (m) {
        memcpy(a->schur, a->s, m * m * sizeof *a->schur);
        for (size_t i = 0; i < m; i++) {
            a->schur[i * m + i] = a->s[i * m + i] * (1 + a->lambda) + STIFFNESS;
            a->y[i] = -a->h[i];
        }

        for (size_t f = 0; f < (size_t)a->frames; f++) {
            pd_k_gram_subtract(a->schur, a->border + f * m * n, a->m, a->n);
            pd_k_gemm(a->y, a->x + f * n, 0, a->border + f * m * n, 1, 1, a->m, a->n, -1, 1);
        }

        if (!pd_k_cholesky(a->schur, a->m)) return false;
        pd_k_cholesky_solve(a->y, a->schur, a->m);
    }

    /* Substitute back, from the last frame to the first. A result that is not finite is a failure. */
    for (size_t f = (size_t)a->frames; f-- > 0;) {
        double *x = a->x + f * n;
        if (a->coupled && f + 1 < (size_t)a->frames)
            pd_k_gemm(x, x + n, 0, a->across + f * n * n, 0, 1, a->n, a->n, -1, 1);
        if (m) pd_k_gemm(x, a->y, 0, a->border + f * m * n, 0, 1, a->n, a->m, -1, 1);
        pd_k_lower_solve_back(x, a->factor + f * n * n, a->n);
        for (size_t i = 0; i < n; i++)
            if (!isfinite(x[i])) return false;
    }

    for (size_t i = 0; i < m; i++)
        if (!isfinite(a->y[i])) return false;

    return true;
}

void pd_observe_arrow_shared_sd(double *sd, pd_observe_arrow *a)
{
    for (int i = 0; i < a->m; i++) {
        memset(a->y, 0, (size_t)a->m * sizeof *a->y);
        a->y[i] = 1;
        pd_k_cholesky_solve(a->y, a->schur, a->m);
        sd[i] = sqrt(fmax(a->y[i], 0));
    }
}
