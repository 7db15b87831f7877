#ifndef PD_OBSERVE_TAKE_ARROW_H
#define PD_OBSERVE_TAKE_ARROW_H
/* Solves the normal equations of a take: each frame is coupled only with its neighbours in time and with the
 * unknowns that all frames share.
 *
 *     | D_0  E_1'            C_0' |  |x_0|     |g_0|
 *     | E_1  D_1  E_2'       C_1' |  |x_1|     |g_1|        D (n,n) a frame, E_f couples frame f with frame f
 *                                                           - 1 (smoothness in time)
 *     |      E_2  D_2 ..     C_2' |  |x_2| = - |g_2|        C (m,n) couples shared unknowns with a frame:
 *                                                           betas, marker offsets, scale
 *     |           ..    ..        |  | . |     | . |        S (m,m) shared
 *     | C_0  C_1  C_2   ..   S    |  | s |     | h |
 *
 * by block Cholesky, frame after frame: the remainders of frame f + 1 and of S are Schur complements, so the
 * cost is linear in the number of frames. Without E every frame is eliminated independently, as a task of the
 * executor.
 *
 * E is block diagonal: the three numbers of a joint (or of the translation) are coupled with the same three
 * numbers of the frame before.
 *
 * Shapes   F frames, n = 3 N unknowns a frame, m shared (0: none). Only the lower triangle of symmetric
 *          matrices is read.
 * Memory   init takes everything from the arena; solving allocates nothing.
 * Threads  the same bits for any number of workers: sums over frames are computed in order.
 * Errors   false: the arena is full (_init), or the matrix is not positive definite (_solve).
 */
#include "core/base/arena.h"
#include "core/base/executor.h"

#include <stdbool.h>

typedef struct pd_observe_arrow {
    int frames, n, m;
    bool coupled;        /* true: E is present */
    double *d;           /* (F,n,n) in */
    double (*e)[9];      /* (F,N,3,3) in; that of the first frame is not read */
    double *c;           /* (F,m,n) in */
    double *s;           /* (m,m) in */
    double *g, *h;       /* (F,n), (m) in */
    double *x, *y;       /* (F,n), (m) out */
    double *factor;      /* (F,n,n) scratch: L */
    double *across;      /* (F,n,n) scratch: E L^-T of frame f + 1 */
    double *border;      /* (F,m,n) scratch: C L^-T */
    double *schur;       /* (m,m) scratch */
    unsigned char *good; /* (F) scratch: 1 if the frame's factorization succeeded */
    double lambda;
} pd_observe_arrow;

/* Returns the bytes of arena that _init takes. */
size_t pd_observe_arrow_bytes(int frames, int n, int m, bool coupled);
/* Takes the arrays from the arena without clearing them. Returns false if the arena is full. */
bool pd_observe_arrow_init(pd_observe_arrow *a, int frames, int n, int m, bool coupled, pd_arena *arena);

/* Solves (H + lambda diag H) x = -g for x and y. Returns false if the matrix is not positive definite; x and
 * y are then undefined. */
bool pd_observe_arrow_solve(pd_observe_arrow *a, double lambda, const pd_executor *executor);
/* After a solve with lambda 0: writes sd (m), the standard deviations of the shared unknowns, square roots of
 * the diagonal of H^-1. */
void pd_observe_arrow_shared_sd(double *sd, pd_observe_arrow *a);

#endif
