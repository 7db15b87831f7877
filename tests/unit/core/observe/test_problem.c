/* Tests that a problem holds all fields of its job, and needs exactly the memory that is announced. */
#include "core/observe/problem.h"
#include "tests/support/sight.h"

static void a_problem_has_the_values_of_its_job(void **state)
{
    pd_smpl_model *model = sight_model();
    sight_person person;
    sight what;
    pd_arena arena;
    pd_observe_problem p;

    (void)state;
    sight_draw(&person, 1, 1, 1);
    sight_set(&what, model, &person, "mediapipe33", 0);
    pd_observe_job job = {
        .seen = what.seen, .seen_count = what.count, .has_floor = true, .floor = 0.5, .robust_space = 0.2};
    job.weights[PD_OBSERVE_TERM_SHAPE] = -1;
    job.weights[PD_OBSERVE_TERM_BEND] = 3;

    /* exactly the room that was asked for */
    assert_true(pd_arena_init(&arena, pd_observe_problem_bytes(&job, model)));
    assert_true(pd_observe_problem_init(&p, &job, model, &arena));
    assert_int_equal(arena.used, arena.size);
    arena.size -= 64;
    pd_arena_reset(&arena);
    assert_false(pd_observe_problem_init(&p, &job, model, &arena));
    arena.size += 64;
    pd_arena_reset(&arena);
    assert_true(pd_observe_problem_init(&p, &job, model, &arena));

    assert_near(p.weights[PD_OBSERVE_TERM_SHAPE], 0, 0);
    assert_near(p.weights[PD_OBSERVE_TERM_BEND], 3, 0);
    assert_near(p.weights[PD_OBSERVE_TERM_POINTS], 1, 0);
    assert_near(p.robust_space, 0.2, 0);
    assert_true(isinf(p.robust_picture));
    assert_int_equal(p.floor_count, PD_OBSERVE_FLOOR_POINTS);
    for (int b = 0; b < PD_OBSERVE_BENDS; b++)
        assert_true(strstr(model->data.joint_names[p.bends[b]], b < 2 ? "knee" : "elbow"));
    assert_near(p.camera.rotation[4], -1, 0); /* the default looks along -z with y down */
    assert_near(p.camera.rotation[8], -1, 0);
    assert_int_equal(p.places[0].part_count, 1);
    assert_non_null(p.places[0].compiled[0]); /* the nose is a vertex */
    assert_null(p.places[11].compiled[0]);    /* the shoulder a joint */
    assert_int_equal(p.layout.count, 3 * 24 + 3 + 16);
    job.keep_betas = true;
    assert_int_equal(pd_observe_job_layout(&job, model).count, 75);

    pd_arena_deinit(&arena);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_problem_has_the_values_of_its_job)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
