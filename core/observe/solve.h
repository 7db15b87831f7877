#ifndef PD_OBSERVE_SOLVE_H
#define PD_OBSERVE_SOLVE_H
/* Levenberg and Marquardt on a problem's terms, all unknowns at once.
 *
 *     (J^T J + lambda diag(J^T J)) d = -J^T r         the step is taken when the value falls, lambda moves by it
 *
 * The prior's component is chosen anew before each linearisation and stands still within a step, so the value never rises.
 *
 * Memory   from the arena at init; solving allocates nothing.   Threads  one; the same bits always.
 */
#include "core/observe/term.h"

typedef struct pd_observe_solver {
    pd_observe_problem *problem;
    int rows;              /* of all terms                       */
    double *block;         /* (n + 1, rows) J^T, then r          */
    double *gram, *factor; /* (n + 1, n + 1), (n, n)             */
    double *step;          /* (n)                                */
    pd_observe_state kept;
} pd_observe_solver;

typedef struct pd_observe_solution {
    double cost; /* nats; INFINITY: it could not start (behind the camera) */
    int iterations;
    bool converged;
} pd_observe_solution;

size_t pd_observe_solver_bytes(const pd_observe_layout *layout, const pd_smpl_model *model, int rows);
bool pd_observe_solver_init(pd_observe_solver *solver, pd_observe_problem *problem, pd_arena *arena);

/* The value of all terms as the problem stands (_update done). costs (PD_OBSERVE_TERM_COUNT) may be NULL. */
double pd_observe_problem_cost(const pd_observe_problem *p, double *costs);

/* From problem->state on, until steps no longer matter; keep_going may be NULL. */
pd_observe_solution pd_observe_solve(pd_observe_solver *solver, int iterations, int (*keep_going)(void *ctx),
                                     void *ctx);

/* After a solve, at blur 1. unseen (K): rotating the joint by 0.1 radians about any axis changes what is seen by less than its noise. */
void pd_observe_solver_unseen(unsigned char *unseen, pd_observe_solver *solver);
/* Standard deviations of the fitted betas: roots of the diagonal of (J^T J)^-1. */
void pd_observe_solver_betas_sd(double *sd, pd_observe_solver *solver);

#endif
