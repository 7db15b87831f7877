/* Tests the solver of fits: the cost never rises, and deviations are those
 * of the curvature by differences. */
#include "core/observe/problem.h"
#include "core/observe/solve.h"
#include "tests/support/sight.h"

typedef struct scene {
    pd_smpl_model *model;
    sight sight;
    sight_person person;
    pd_observe_job job;
    pd_arena arena;
    pd_observe_problem problem;
    pd_observe_solver solver;
} scene;

static void open_scene(scene *s)
{
    memset(s, 0, sizeof *s);
    s->model = sight_model();
    sight_draw(&s->person, 0.6, 0, 3);
    sight_joints(&s->sight, s->model, &s->person);
    s->job = (pd_observe_job){.seen = s->sight.seen, .seen_count = s->sight.count, .beta_count = 6};
    const pd_observe_layout l = pd_observe_job_layout(&s->job, s->model);
    assert_true(pd_arena_init(&s->arena, pd_observe_problem_bytes(&s->job, s->model) +
                                             pd_observe_solver_bytes(&l, s->model, 300)));
    assert_true(pd_observe_problem_init(&s->problem, &s->job, s->model, &s->arena));
    assert_true(pd_observe_solver_init(&s->solver, &s->problem, 300, &s->arena));
}

static void close_scene(scene *s)
{
    pd_arena_deinit(&s->arena);
    pd_smpl_model_release(s->model);
}

static void the_cost_never_rises_and_ends_where_no_step_helps(void **state)
{
    scene s;
    double before, costs[PD_OBSERVE_TERM_COUNT], sum = 0;

    (void)state;
    open_scene(&s);
    pd_observe_problem_update(&s.problem, false);
    before = pd_observe_problem_cost(&s.problem, NULL);
    for (int i = 0; i < 30; i++) {
        const pd_observe_solution one = pd_observe_solve(&s.solver, 1, NULL, NULL);
        assert_true(one.cost <= before);
        assert_true(one.iterations == 1);
        before = one.cost;
        if (one.converged) break;
    }
    assert_true(pd_observe_solve(&s.solver, 30, NULL, NULL).converged);
    assert_near(pd_observe_problem_cost(&s.problem, costs), before, 0.01 * before);
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) sum += costs[t];
    assert_near(sum, pd_observe_problem_cost(&s.problem, NULL), 1e-9);

    /* only the betas that are fitted moved */
    assert_true(s.problem.state.betas[5] != 0);
    assert_true(s.problem.state.betas[6] == 0);
    close_scene(&s);
}

/* A single beta seen through many joints: its deviation is that
 * of the linearised problem by differences of the cost. */
static void deviations_of_betas_are_those_of_the_curvature(void **state)
{
    scene s;
    double sd[SIGHT_BETAS] = {0}, other[SIGHT_BETAS] = {0};

    (void)state;
    open_scene(&s);
    pd_observe_solve(&s.solver, 60, NULL, NULL);
    pd_observe_solver_betas_sd(sd, &s.solver);
    for (int b = 0; b < 6; b++) assert_true(sd[b] > 0 && sd[b] < 1);

    /* ten times the noise: known less well, never worse than the prior */
    for (int i = 0; i < s.sight.count; i++) s.sight.seen[i].sigma *= 10;
    pd_observe_problem_update(&s.problem, false);
    pd_observe_solver_betas_sd(other, &s.solver);
    for (int b = 0; b < 6; b++) assert_true(other[b] > 1.5 * sd[b] && other[b] <= 1.0001);
    close_scene(&s);
}

static void joints_above_an_observed_point_count_as_observed(void **state)
{
    scene s;
    unsigned char unseen[SIGHT_JOINTS];

    (void)state;
    open_scene(&s);
    for (int i = 0; i < s.sight.count; i++)
        s.sight.seen[i].confidence = i == 0 || i == 20 || i == 16; /* left arm */
    pd_observe_problem_update(&s.problem, false);
    pd_observe_solver_unseen(unseen, &s.solver);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        const int above = k == 0 || k == 3 || k == 6 || k == 9 || k == 13 || k == 16 || k == 18;
        assert_int_equal(unseen[k], !above);
    }
    close_scene(&s);
}

static void an_impossible_start_has_an_infinite_cost(void **state)
{
    scene s;

    (void)state;
    open_scene(&s);
    s.sight.seen[0].in_picture = true;
    s.problem.camera.fx = s.problem.camera.fy = 100;
    s.problem.state.translation[2] = 5;
    const pd_observe_solution none = pd_observe_solve(&s.solver, 5, NULL, NULL);
    assert_true(isinf(none.cost) && none.iterations == 0 && !none.converged);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cost_never_rises_and_ends_where_no_step_helps),
        cmocka_unit_test(deviations_of_betas_are_those_of_the_curvature),
        cmocka_unit_test(joints_above_an_observed_point_count_as_observed),
        cmocka_unit_test(an_impossible_start_has_an_infinite_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
