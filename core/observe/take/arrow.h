#ifndef PD_OBSERVE_TAKE_ARROW_H
#define PD_OBSERVE_TAKE_ARROW_H
/* Normal equations of a take: frames are coupled with their neighbours in time and with what all share, and not otherwise.
 *
 *     | D_0  E_1'            C_0' |  |x_0|     |g_0|
 *     | E_1  D_1  E_2'       C_1' |  |x_1|     |g_1|        D (n,n) a frame, E_f frame f by frame f - 1 (smoothness in time)
 *     |      E_2  D_2 ..     C_2' |  |x_2| = - |g_2|        C (m,n) shared by frame: betas, marker offsets, scale
 *     |           ..    ..        |  | . |     | . |        S (m,m) shared
 *     | C_0  C_1  C_2   ..   S    |  | s |     | h |
 *
 * solved by Cholesky frame after frame: what is left of frame f + 1 and of S are Schur complements, so that the cost grows with the number
 * of frames and not with its cube. Without E frames are eliminated apart from one another, each a task of the executor.
 *
 * E is block diagonal: the three numbers of a joint (or of the place) are coupled with the same three of the frame before.
 *
 * Shapes   F frames, n = 3 N unknowns a frame, m shared (0: none). Symmetric matrices: the lower triangle alone is read.
 * Memory   init takes all of it from the arena; solving allocates nothing.
 * Threads  the same bits for any number: sums over frames are made in their order.
 */
#include "core/base/arena.h"
#include "core/base/executor.h"

#include <stdbool.h>

typedef struct pd_observe_arrow {
    int frames, n, m;
    bool coupled;        /* E is there                                             */
    double *d;           /* (F,n,n) in                                             */
    double (*e)[9];      /* (F,N,3,3) in; the first frame's is not read            */
    double *c;           /* (F,m,n) in                                             */
    double *s;           /* (m,m) in                                               */
    double *g, *h;       /* (F,n), (m) in                                          */
    double *x, *y;       /* (F,n), (m) out                                         */
    double *factor;      /* (F,n,n) scratch: L                                     */
    double *across;      /* (F,n,n) scratch: E L^-T, of frame f + 1                */
    double *border;      /* (F,m,n) scratch: C L^-T                                */
    double *schur;       /* (m,m) scratch                                          */
    unsigned char *good; /* (F) scratch                                         */
    double lambda;
} pd_observe_arrow;

size_t pd_observe_arrow_bytes(int frames, int n, int m, bool coupled);
/* false: the arena is full. Nothing is cleared. */
bool pd_observe_arrow_init(pd_observe_arrow *a, int frames, int n, int m, bool coupled, pd_arena *arena);

/* x, y from (H + lambda diag H) x = -g; false when that is not positive definite, then they are undefined. */
bool pd_observe_arrow_solve(pd_observe_arrow *a, double lambda, const pd_executor *executor);
/* After a solve with lambda 0: sd (m), the standard deviations of what is shared, roots of the diagonal of H^-1. */
void pd_observe_arrow_shared_sd(double *sd, pd_observe_arrow *a);

#endif
