#ifndef PD_OBSERVE_TAKE_NORMAL_H
#define PD_OBSERVE_TAKE_NORMAL_H
/* The terms of one moment as normal equations, J^T J and J^T r, without J in full.
 *
 * A marker moves with a handful of joints, a joint's range with its own three numbers: of each row only what is not zero is multiplied out.
 * The pose prior, which couples all joints, has a formula of its own (pd_observe_prior_normal).
 *
 * Terms are of a frame, or of what frames share (shape, camera): the latter may be counted but once.
 *
 * Memory   from the arena at init.   Threads  one a pd_observe_normal.
 */
#include "core/observe/term.h"

#define PD_OBSERVE_NORMAL_TOGETHER 3 /* rows of a term that are multiplied out at once: a point has so many */

typedef struct pd_observe_normal {
    int count, rows;                             /* unknowns; rows of all terms but the prior's */
    double *h, *g;                               /* (count,count) lower triangle, (count)       */
    double *block, *r;                           /* (count,rows), (rows) scratch                */
    double *prior;                               /* scratch                                     */
    int *at;                                     /* (count)                                     */
    double (*value)[PD_OBSERVE_NORMAL_TOGETHER]; /* (count) scratch                                     */
} pd_observe_normal;

/* rows: the most that all terms may have together, but the pose prior's. */
size_t pd_observe_normal_bytes(int count, int rows, const pd_observe_prior *prior);
bool pd_observe_normal_init(pd_observe_normal *normal, int count, int rows, const pd_observe_prior *prior,
                            pd_arena *arena);

bool pd_observe_term_is_shared(pd_observe_term term);
/* The value of the terms that are shared, or of those that are not; costs (PD_OBSERVE_TERM_COUNT) is added to, or NULL. */
double pd_observe_normal_cost(const pd_observe_problem *p, bool shared, double *costs);
/* h and g of the same, written over, for the problem's layout (its count at most the one of init). The body is worked out. Returns the value. */
double pd_observe_normal_make(pd_observe_normal *normal, pd_observe_problem *p, bool shared);

#endif
