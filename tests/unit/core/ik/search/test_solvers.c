/* The table of solvers, and a solver that is not in it. */
#include "tests/support/cmocka.h"

#include "core/ik/job/rows.h"
#include "tests/support/person_job.h"

#include <string.h>

/* Solves by gradient descent with a backtracking step.
 * It uses only what problem.h provides: q, the pose, the Jacobian. */
static pd_ik_status descend(pd_ik_problem *p, pd_ik_search *search)
{
    double step = 1;

    pd_ik_problem_pose(p);
    for (int here = 0; !p->reached && pd_ik_search_next(search, p, &here);) {
        double before = p->squared;
        memcpy(p->trial, p->q, (size_t)p->n * sizeof *p->q);
        pd_ik_problem_jacobian(p);
        pd_ik_rows_back(p->step, p, 0, p->m, p->e);

        for (int halving = 0; halving < 30; halving++, step *= 0.5) {
            for (int i = 0; i < p->n; i++) p->q[i] = p->trial[i] + step * p->step[i];
            pd_ik_problem_clamp(p);
            pd_ik_problem_pose(p);
            if (p->squared < before) break;
        }
        step *= 3;
    }
    return p->reached ? PD_IK_REACHED : PD_IK_STALLED;
}

static pd_status wants_a_start(const pd_ik_job *job, pd_error *err)
{
    return job->start ? PD_OK : pd_fail(err, PD_ERR_INVALID, "/pose", "descent wants a start");
}

static const pd_ik_solver_row descent = {.name = "descent",
                                         .id = PD_IK_SOLVER_COUNT,
                                         .doc = "gradient descent",
                                         .method = descend,
                                         .check = wants_a_start,
                                         .lacks = PD_IK_LACKS_LOOK};

static void a_solver_from_outside_the_table_solves_a_job(void **state)
{
    (void)state;
    pd_ik_target hand = {.joint = person_joint("left_wrist"),
                         .chain_root = -1,
                         .has_position = 1,
                         .position = {0.4, 1.3, 0.3}};
    pd_ik_job job = person_job_of(&hand, 1, PD_IK_AUTO);
    job.row = &descent;
    job.iterations = 2000;

    person_job_run(&job);

    assert_int_equal(job.status, PD_IK_REACHED);
    assert_int_equal(person.results[0].solver, PD_IK_SOLVER_COUNT);
    assert_true(person.results[0].position_error <= 1.001e-3);
    assert_true(person.results[0].iterations > 1);
    assert_true(person_excess(&job) <= 1e-9);
    assert_ptr_equal(job.row, &descent);
}

static void the_columns_of_a_row_from_outside_are_heeded(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_ik_target hand = {.joint = person_joint("left_wrist"),
                         .chain_root = -1,
                         .has_position = 1,
                         .position = {0.4, 1.3, 0.3}};
    pd_ik_job job = person_job_of(&hand, 1, PD_IK_AUTO);
    job.row = &descent;

    job.start = NULL;
    assert_int_equal(pd_ik_job_check(&job, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/pose");

    job.start = person.begin;
    hand.has_look = 1;
    hand.look_at = pd_vec3_make(0, 1, 1);
    assert_int_equal(pd_ik_job_check(&job, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/targets/0/look_at");
    assert_non_null(strstr(err.detail, "\"descent\""));
}

static void every_row_of_the_table_is_whole(void **state)
{
    (void)state;
    for (int s = 0; s < PD_IK_SOLVER_COUNT; s++) {
        const pd_ik_solver_row *row = &pd_ik_solvers[s];
        assert_int_equal(row->id, s);
        assert_string_equal(row->name, pd_ik_solver_name((pd_ik_solver)s));
        assert_true(row->doc && *row->doc);
        /* all targets at once: by a method, by another row's, or in a way of its own */
        assert_true(row->method || row->run || (row->simultaneous && row->simultaneous->method));
        if (row->wants_all_positions) assert_non_null(row->check);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solver_from_outside_the_table_solves_a_job),
        cmocka_unit_test(the_columns_of_a_row_from_outside_are_heeded),
        cmocka_unit_test(every_row_of_the_table_is_whole),
    };
    return cmocka_run_group_tests(tests, person_job_set_up, person_job_tear_down);
}
