#include "core/observe/solve.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <string.h>

#define LAMBDA_FIRST 1e-3 /* damping of Levenberg and Marquardt at the start */
#define LAMBDA_LEAST 1e-9 /* least damping after good steps */
#define ATTEMPTS     10   /* trials of a step, with growing damping */
#define ENOUGH       1e-4 /* relative decrease of the cost that ends the iterations */
#define STILL        1e-5 /* largest step, in radians and metres, that ends them */
#define STIFFNESS    1e-9 /* added to every diagonal                           */
#define UNSEEN_TURN  0.1  /* radians */

/* ---- memory */

size_t pd_observe_solver_bytes(const pd_observe_layout *layout, const pd_smpl_model *model, int most_rows)
{
    const size_t n = (size_t)layout->count;
    return pd_arena_bytes((n + 1) * (size_t)(most_rows + 1), sizeof(double)) +
           pd_arena_bytes((n + 1) * (n + 1), sizeof(double)) + pd_arena_bytes(n * n, sizeof(double)) +
           pd_arena_bytes(n, sizeof(double)) + pd_observe_state_bytes(model);
}

void pd_observe_solver_count_rows(pd_observe_solver *s)
{
    s->rows = 0;
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++)
        s->rows += pd_observe_term_rows(s->problem, (pd_observe_term)t);
    PD_ASSERT(s->rows <= s->most_rows);
}

bool pd_observe_solver_init(pd_observe_solver *s, pd_observe_problem *problem, int most_rows, pd_arena *arena)
{
    const size_t n = (size_t)problem->layout.count;

    s->problem = problem;
    s->most_rows = most_rows;
    pd_observe_solver_count_rows(s);
    s->block = pd_arena_take(arena, (n + 1) * (size_t)(most_rows + 1), sizeof *s->block);
    s->gram = pd_arena_take(arena, (n + 1) * (n + 1), sizeof *s->gram);
    s->factor = pd_arena_take(arena, n * n, sizeof *s->factor);
    s->step = pd_arena_take(arena, n, sizeof *s->step);

    return s->block && s->gram && s->factor && s->step &&
           pd_observe_state_init(&s->kept, problem->model, arena);
}

/* ---- normal equations */

double pd_observe_problem_cost(const pd_observe_problem *p, double *costs)
{
    double sum = 0;

    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) {
        const double own = pd_observe_term_run(p, (pd_observe_term)t, NULL, NULL, 0);
        if (costs) costs[t] = own;
        sum += own;
    }

    return sum;
}

void pd_observe_solver_linearise(pd_observe_solver *s, int first, int last)
{
    PD_ASSERT(first >= 0 && first < last && last <= PD_OBSERVE_TERM_COUNT);
    pd_observe_problem *p = s->problem;
    const size_t n = (size_t)p->layout.count;
    const size_t rows = (size_t)s->rows;
    double *r = s->block + n * rows;
    int row = 0;

    /* Rows of all terms, one below the other. */
    pd_observe_body_slopes(&p->body, &p->layout);
    memset(s->block, 0, (n + 1) * rows * sizeof *s->block);
    for (int t = first; t < last; t++) {
        const int own = pd_observe_term_rows(p, (pd_observe_term)t);
        PD_ASSERT(row + own <= s->rows);
        pd_observe_term_run(p, (pd_observe_term)t, r + row, s->block + row, s->rows);
        row += own;
    }

    /* Compute the Gram matrix of the columns. */
    memset(s->gram, 0, (n + 1) * (n + 1) * sizeof *s->gram);
    pd_k_gram_add(s->gram, s->block, (int)n + 1, s->rows);
}

/* Solves step = -(H + lambda diag H)^-1 g. Returns false if the matrix is not positive definite. */
static bool find_step_solve(pd_observe_solver *s, double lambda)
{
    const size_t n = (size_t)s->problem->layout.count;

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k <= i; k++) s->factor[i * n + k] = s->gram[i * (n + 1) + k];
        s->factor[i * n + i] = s->factor[i * n + i] * (1 + lambda) + STIFFNESS;
        s->step[i] = -s->gram[n * (n + 1) + i];
    }

    if (!pd_k_cholesky(s->factor, (int)n)) return false;

    pd_k_cholesky_solve(s->step, s->factor, (int)n);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(s->step[i])) return false;

    return true;
}

bool pd_observe_solver_factor(pd_observe_solver *s)
{
    return find_step_solve(s, 0);
}

/* ---- the solver */

pd_observe_solution pd_observe_solve(pd_observe_solver *s, int iterations, int (*keep_going)(void *ctx),
                                     void *ctx)
{
    pd_observe_problem *p = s->problem;
    double lambda = LAMBDA_FIRST;

    /* Cost of the start. */
    pd_observe_problem_update(p, false);
    pd_observe_solution out = {.cost = pd_observe_problem_cost(p, NULL)};
    if (!isfinite(out.cost)) return out;

    for (; out.iterations < iterations && !out.converged; out.iterations++) {
        if (keep_going && !keep_going(ctx)) return out;
        pd_observe_solver_linearise(s, 0, PD_OBSERVE_TERM_COUNT);
        pd_observe_state_copy(&s->kept, &p->state, p->model);

        /* Try steps with growing damping until one does not cost more. */
        double now = INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS && !(now <= out.cost); attempt++) {
            if (attempt) lambda = fmax(10 * lambda, LAMBDA_FIRST);
            if (!find_step_solve(s, lambda)) continue;
            pd_observe_state_copy(&p->state, &s->kept, p->model);
            pd_observe_state_move(&p->state, &p->layout, s->step);
            pd_observe_problem_update(p, true);
            now = pd_observe_problem_cost(p, NULL);
        }

        /* If none is found, this is the minimum to the precision of rounding. */
        if (!(now <= out.cost)) {
            pd_observe_state_copy(&p->state, &s->kept, p->model);
            pd_observe_problem_update(p, false);
            out.converged = true;
            break;
        }

        /* A small gain or a small step ends the search. For that, costs are compared with the same
         * component of the prior; afterwards the nearest component is chosen anew. */
        double longest = 0;
        for (int i = 0; i < p->layout.beta; i++) longest = fmax(longest, fabs(s->step[i]));
        lambda = fmax(lambda / 10, LAMBDA_LEAST);
        out.converged = out.cost - now <= ENOUGH * now || longest < STILL;
        pd_observe_problem_update(p, false);
        out.cost = pd_observe_problem_cost(p, NULL);
    }

    return out;
}

/* ---- uncertainty of the result */

void pd_observe_solver_unseen(unsigned char *unseen, pd_observe_solver *s)
{
    const size_t wide = (size_t)s->problem->layout.count + 1;

    pd_observe_solver_linearise(s, PD_OBSERVE_TERM_POINTS, PD_OBSERVE_TERM_PICTURE + 1);
    for (size_t k = 0; k < (size_t)s->problem->layout.joints; k++) {
        double most = 0;
        for (size_t i = 3 * k; i < 3 * k + 3; i++) most = fmax(most, s->gram[i * wide + i]);
        unseen[k] = most * UNSEEN_TURN * UNSEEN_TURN < 1;
    }
}

void pd_observe_solver_betas_sd(double *sd, pd_observe_solver *s)
{
    const pd_observe_layout *l = &s->problem->layout;

    pd_observe_solver_linearise(s, 0, PD_OBSERVE_TERM_COUNT);
    if (!find_step_solve(s, 0)) return;
    for (int b = 0; b < l->betas; b++) {
        memset(s->step, 0, (size_t)l->count * sizeof *s->step);
        s->step[l->beta + b] = 1;
        pd_k_cholesky_solve(s->step, s->factor, l->count);
        sd[b] = sqrt(fmax(s->step[l->beta + b], 0));
    }
}
