#ifndef PD_OBSERVE_SOLVE_H
#define PD_OBSERVE_SOLVE_H
/* Minimises the sum of a problem's terms by Levenberg-Marquardt, for all unknowns at once.
 *
 *     (J^T J + lambda diag(J^T J)) d = -J^T r         a step is kept if the value falls; lambda adapts to it
 *
 * The component of the pose prior is chosen before each linearisation and fixed within a step, so the value
 * never rises.
 *
 * Memory   init takes everything from the arena; solving allocates nothing.
 * Threads  one thread; always the same bits.
 * Errors   false: the arena is full.
 */
#include "core/observe/term.h"

typedef struct pd_observe_solver {
    pd_observe_problem *problem;
    int rows;              /* rows of all terms together, at most most_rows */
    int most_rows;         /* rows that block has room for */
    double *block;         /* (n + 1, rows) J^T, then r */
    double *gram, *factor; /* normal matrix, and its Cholesky factor */
    double *step;          /* (n) */
    /* State before the current step. */
    pd_observe_state kept;
} pd_observe_solver;

typedef struct pd_observe_solution {
    double cost; /* nats; INFINITY: the start is not valid (points behind the camera) */
    int iterations;
    bool converged;
} pd_observe_solution;

/* Returns the bytes that _init takes from the arena for a problem of at most `most_rows` rows. */
size_t pd_observe_solver_bytes(const pd_observe_layout *layout, const pd_smpl_model *model, int most_rows);
bool pd_observe_solver_init(pd_observe_solver *solver, pd_observe_problem *problem, int most_rows,
                            pd_arena *arena);
/* Counts the rows of the problem's terms again. Call it after the confidence
 * or the kind of an observation has changed. */
void pd_observe_solver_count_rows(pd_observe_solver *solver);

/* Returns the value of all terms at the problem's state, after pd_observe_problem_update. costs
 * (PD_OBSERVE_TERM_COUNT) receives each term, or is NULL. */
double pd_observe_problem_cost(const pd_observe_problem *p, double *costs);

/* Solves from problem->state until a step reduces the value by less than the tolerance.
 * keep_going may be NULL. */
pd_observe_solution pd_observe_solve(pd_observe_solver *solver, int iterations, int (*keep_going)(void *ctx),
                                     void *ctx);

/* After a solve at blur 1. Sets unseen (K) to 1 for joints whose rotation by 0.1 radians about any axis
 * changes every observation by less than its noise. */
void pd_observe_solver_unseen(unsigned char *unseen, pd_observe_solver *solver);
/* Computes the solver's gram = [J r]^T [J r] of the terms first to last - 1: J^T J, and in its last row the
 * gradient and |r|^2. */
void pd_observe_solver_linearise(pd_observe_solver *solver, int first, int last);
/* Factors the J^T J that was computed last. Returns false if it is not positive definite. */
bool pd_observe_solver_factor(pd_observe_solver *solver);
/* Computes standard deviations of the fitted betas: square roots of the diagonal of (J^T J)^-1. */
void pd_observe_solver_betas_sd(double *sd, pd_observe_solver *solver);

#endif
