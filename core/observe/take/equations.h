#ifndef PD_OBSERVE_TAKE_EQUATIONS_H
#define PD_OBSERVE_TAKE_EQUATIONS_H
/* Builds the normal equations J^T J and J^T r of the terms of one moment without storing the whole J.
 *
 * A marker depends on a few joints, and a joint's range on its own three numbers: only the nonzero entries of
 * each row are multiplied. The pose prior, which couples all joints, has its own formula
 * (pd_observe_prior_normal).
 *
 * A term belongs either to a frame or to what all frames share (shape, camera). Shared terms must be counted
 * only once per take.
 *
 * Memory   init takes everything from the arena.
 * Threads  one thread for each pd_observe_equations.
 * Errors   false: the arena is full.
 */
#include "core/observe/term.h"

/* Number of rows of a term that are multiplied at once: a point has three */
#define PD_OBSERVE_EQUATIONS_TOGETHER 3

typedef struct pd_observe_equations {
    int count, rows;                                /* unknowns; rows of all terms without the prior */
    double *h, *g;                                  /* (count,count) lower triangle, (count) */
    double *block, *r;                              /* (count,rows), (rows) scratch */
    double *prior;                                  /* scratch */
    int *at;                                        /* (count) scratch: indices of the nonzero entries */
    double (*value)[PD_OBSERVE_EQUATIONS_TOGETHER]; /* (count) scratch */
} pd_observe_equations;

/* Returns the bytes of arena. rows: largest number of rows of all terms together without the pose prior. */
size_t pd_observe_equations_bytes(int count, int rows, const pd_observe_prior *prior);
bool pd_observe_equations_init(pd_observe_equations *normal, int count, int rows,
                               const pd_observe_prior *prior, pd_arena *arena);

/* Returns whether a term belongs to the whole take and not to one of its moments. */
bool pd_observe_term_is_shared(pd_observe_term term);
/* Returns the value of the shared terms, or of the others. Adds each term to costs (PD_OBSERVE_TERM_COUNT),
 * unless that is NULL. */
double pd_observe_equations_cost(const pd_observe_problem *p, bool shared, double *costs);
/* Overwrites h and g with the normal equations of the shared terms, or of the others, for the problem's
 * layout (at most as many unknowns as in _init). The body must have been evaluated. Returns the value. */
double pd_observe_equations_make(pd_observe_equations *normal, pd_observe_problem *p, bool shared);

#endif
