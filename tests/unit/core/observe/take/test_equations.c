/* Compares the normal equations of a moment with a dense J^T J and J^T r of all rows. */
#include "core/observe/problem.h"
#include "core/observe/take/equations.h"
#include "tests/support/priors.h"
#include "tests/support/sight.h"

enum { UNKNOWNS = 128, ROWS = 512 };

/* Computes J^T J and J^T r of all terms of a person whose joints and keypoints are beside where they are, as
 * dense matrices. Returns the cost. */
static double dense(double *h, double *g, pd_observe_problem *p, bool shared)
{
    static double r[ROWS], jt[UNKNOWNS * ROWS];
    const int n = p->layout.count;
    double value = 0;

    memset(h, 0, UNKNOWNS * UNKNOWNS * sizeof *h);
    memset(g, 0, UNKNOWNS * sizeof *g);
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) {
        const pd_observe_term term = (pd_observe_term)t;
        const int rows = pd_observe_term_rows(p, term);
        if (pd_observe_term_is_shared(term) != shared || !rows) continue;
        assert_true(rows <= ROWS);
        memset(jt, 0, sizeof jt);
        value += pd_observe_term_run(p, term, r, jt, rows);
        for (int i = 0; i < n; i++) {
            for (int row = 0; row < rows; row++) g[i] += jt[i * rows + row] * r[row];
            for (int k = 0; k <= i; k++)
                for (int row = 0; row < rows; row++) h[i * n + k] += jt[i * rows + row] * jt[k * rows + row];
        }
    }
    return value;
}

static void normal_equations_are_those_of_all_rows(void **state)
{
    static double h[UNKNOWNS * UNKNOWNS], g[UNKNOWNS];
    pd_smpl_model *model = sight_model();
    pd_ik_prior *source = priors_built(6, 4, 3);
    pd_observe_prior prior;
    pd_observe_problem p;
    pd_observe_equations normal;
    pd_arena arena;
    sight_person person;
    sight what;

    (void)state;
    assert_int_equal(pd_observe_prior_init(&prior, source, model, NULL), PD_OK);
    sight_draw(&person, 1, 1, 4);
    sight_set(&what, model, &person, "mediapipe33", 0);
    pd_observe_job job = {.seen = what.seen,
                          .seen_count = what.count,
                          .prior = &prior,
                          .robust_space = 0.2,
                          .has_floor = true,
                          .floor = -1.2,
                          .fit_scale = true};
    job.weights[PD_OBSERVE_TERM_POSE] = 0.7;
    assert_true(pd_arena_init(&arena, pd_observe_problem_bytes(&job, model) +
                                          pd_observe_equations_bytes(UNKNOWNS, ROWS, &prior)));
    assert_true(pd_observe_problem_init(&p, &job, model, &arena));
    assert_true(pd_observe_equations_init(&normal, UNKNOWNS, ROWS, &prior, &arena));
    for (int k = 0; k < SIGHT_JOINTS; k++) { /* beside where it is, knees bent too far */
        double r[9], v[3] = {k == 4 ? -1.6 : 0.05, -0.1, 0.07}, by[9];
        for (int i = 0; i < 9; i++) r[i] = (double)person.rotations[9 * k + i];
        pd_rot_from_axis_angle(by, v);
        pd_rot_mul(p.state.rotations[k], r, by);
    }
    for (int b = 0; b < SIGHT_BETAS; b++) p.state.betas[b] = (double)person.betas[b] + 0.1;
    p.state.log_scale = 0.05;
    pd_observe_problem_update(&p, false);
    pd_observe_body_slopes(&p.body, &p.layout);

    for (int shared = 0; shared < 2; shared++) {
        double costs[PD_OBSERVE_TERM_COUNT] = {0}, sum = 0, size = 1;
        const int n = p.layout.count;
        const double value = dense(h, g, &p, shared);
        assert_near(pd_observe_equations_cost(&p, shared, costs), value, 1e-9 * value);
        for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) sum += costs[t];
        assert_near(sum, value, 1e-9 * value);

        assert_true(pd_observe_equations_make(&normal, &p, shared) ==
                    pd_observe_equations_cost(&p, shared, NULL));
        for (int i = 0; i < n * n; i++) size = fmax(size, fabs(h[i]));
        for (int i = 0; i < n; i++) {
            assert_near(normal.g[i], g[i], 1e-9 * size);
            for (int k = 0; k <= i; k++) assert_near(normal.h[i * n + k], h[i * n + k], 1e-9 * size);
        }
    }
    pd_arena_deinit(&arena);
    pd_ik_prior_release(source);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(normal_equations_are_those_of_all_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
