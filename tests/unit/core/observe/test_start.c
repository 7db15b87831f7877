/* Tests the first pose of a fit: parts are laid on their joints, and size and depth are near the truth. */
#include "core/observe/problem.h"
#include "core/observe/registered.h"
#include "core/observe/start.h"
#include "tests/support/sight_group.h"

typedef struct scene {
    sight sight;
    sight_person person;
    pd_observe_job job;
    pd_arena arena;
    pd_observe_problem problem;
} scene;

static void open_problem(scene *s)
{
    s->job.seen = s->sight.seen, s->job.seen_count = s->sight.count;
    s->job.prior = &prior;
    assert_true(pd_arena_init(&s->arena, pd_observe_problem_bytes(&s->job, model)));
    assert_true(pd_observe_problem_init(&s->problem, &s->job, model, &s->arena));
}

/* Returns the mean distance of seen places in space, of the problem as it stands. */
static double away(scene *s)
{
    double sum = 0;
    pd_observe_body_pose(&s->problem.body, &s->problem.state);
    for (int i = 0; i < s->sight.count; i++) {
        double x[3], d2 = 0;
        pd_observe_point(x, &s->problem.body, &s->problem.state, &s->problem.places[i]);
        for (int c = 0; c < 3; c++) d2 += pow(x[c] - s->sight.seen[i].at[c], 2);
        sum += sqrt(d2) / s->sight.count;
    }
    return sum;
}

static void parts_laid_on_their_joints_are_near(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 5; seed++) {
        scene s = {0};
        sight_draw(&s.person, 1, 1, seed);
        memset(s.person.betas, 0, sizeof s.person.betas);
        sight_joints(&s.sight, model, &s.person);
        open_problem(&s);
        pd_observe_start_in_space(&s.problem);
        assert_true(away(&s) < 0.03);
        pd_arena_deinit(&s.arena);
    }
}

static void a_start_in_space_finds_the_size(void **state)
{
    scene s = {0};

    (void)state;
    sight_draw(&s.person, 0.5, 1, 2);
    sight_joints(&s.sight, model, &s.person);
    for (int i = 0; i < s.sight.count; i++)
        for (int c = 0; c < 3; c++) s.sight.seen[i].at[c] *= 1000;
    s.job.fit_scale = true;
    open_problem(&s);
    pd_observe_start_in_space(&s.problem);
    assert_near(exp(s.problem.state.log_scale), 1000, 100);
    pd_arena_deinit(&s.arena);
}

static void a_head_alone_is_laid_by_all_its_points(void **state)
{
    scene s = {0};

    (void)state;
    sight_draw(&s.person, 0, 1, 3);
    sight_set(&s.sight, model, &s.person, "coco17", 0);
    s.sight.count = 5; /* nose, eyes, ears */
    for (int i = 0; i < 5; i++) s.sight.seen[i].mirror = i;
    open_problem(&s);
    pd_observe_start_in_space(&s.problem);
    assert_true(away(&s) < 0.02);
    pd_arena_deinit(&s.arena);
}

static void a_figure_in_a_picture_has_its_side_size_and_depth(void **state)
{
    (void)state;
    for (int side = 0; side < 4; side++) {
        scene s = {0};
        pd_observe_start starts[PD_OBSERVE_STARTS];
        const double turn[3] = {0, M_PI / 2 * side, 0};
        double r[9];
        sight_draw(&s.person, 0, 0, 1);
        memset(s.person.betas, 0, sizeof s.person.betas);
        pd_rot_from_axis_angle(r, turn);
        for (int i = 0; i < 9; i++) s.person.rotations[i] = (float)r[i];
        for (int k = 16; k < 18; k++) { /* arms down */
            const double down[3] = {0, 0, k == 16 ? -1.2 : 1.2};
            pd_rot_from_axis_angle(r, down);
            for (int i = 0; i < 9; i++) s.person.rotations[9 * k + i] = (float)r[i];
        }
        s.person.translation[0] = 0.4f, s.person.translation[1] = 0.1f, s.person.translation[2] = -4;
        sight_set(&s.sight, model, &s.person, "openpose25", 1000);
        s.job.camera = (pd_observe_camera){.fx = 1000, .fy = 1000, .cx = 500, .cy = 500};
        open_problem(&s);
        pd_observe_start_in_picture(starts, &s.problem);
        for (int i = 1; i < PD_OBSERVE_STARTS; i++) {
            assert_true(starts[i - 1].cost <= starts[i].cost);
            assert_true(starts[i].component != starts[i - 1].component ||
                        fabs(remainder(starts[i].yaw - starts[i - 1].yaw, 2 * M_PI)) > 0.9);
        }

        int found = 0;
        for (int i = 0; i < PD_OBSERVE_STARTS; i++)
            found |= fabs(remainder(starts[i].yaw - turn[1], 2 * M_PI)) < 0.6;
        assert_true(found);
        assert_near(1 / starts[0].size, 4, 0.5);

        /* as applied, everything seen is within a tenth of the picture */
        pd_observe_start_apply(&s.problem, &starts[0]);
        pd_observe_body_pose(&s.problem.body, &s.problem.state);
        for (int i = 0; i < s.sight.count; i++) {
            double x[3], pixel[2];
            pd_observe_point(x, &s.problem.body, &s.problem.state, &s.problem.places[i]);
            assert_true(pd_observe_project(pixel, &s.problem, &s.sight.seen[i], x));
            assert_near(pixel[0], s.sight.seen[i].at[0], 60);
            assert_near(pixel[1], s.sight.seen[i].at[1], 60);
        }
        pd_arena_deinit(&s.arena);
    }
}

/* A camera that looks along +x, lying on its side. */
static void start_poses_use_the_axes_of_a_camera_that_lies_on_its_side(void **state)
{
    scene s = {0};
    pd_observe_start starts[PD_OBSERVE_STARTS];
    const double camera[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0};

    (void)state;
    sight_draw(&s.person, 0, 0, 1);
    memset(s.person.betas, 0, sizeof s.person.betas);
    s.person.translation[0] = 4, s.person.translation[1] = 0, s.person.translation[2] = 0;
    sight_set(&s.sight, model, &s.person, "openpose25", 0);
    s.job.camera = (pd_observe_camera){.fx = 1000, .fy = 1000, .cx = 500, .cy = 500};
    memcpy(s.job.camera.rotation, camera, sizeof camera);
    for (int i = 0; i < s.sight.count; i++) {
        double x[3];
        memcpy(x, s.sight.seen[i].at, sizeof x);
        s.sight.seen[i].in_picture = true;
        s.sight.seen[i].sigma = 2;
        s.sight.seen[i].at[0] = 500 + 1000 * x[1] / x[0];
        s.sight.seen[i].at[1] = 500 + 1000 * x[2] / x[0];
    }
    open_problem(&s);
    pd_observe_start_in_picture(starts, &s.problem);
    pd_observe_start_apply(&s.problem, &starts[0]);
    assert_near(s.problem.state.translation[0], 4, 0.5);
    assert_near(s.problem.state.translation[1], 0, 0.2);
    assert_near(s.problem.state.translation[2], 0, 0.2);
    pd_arena_deinit(&s.arena);
}

static void observed_vertices_of_a_registration_have_positions_in_space(void **state)
{
    (void)state;
    enum { N = PD_OBSERVE_REGISTERED_LEAST };
    static const double offset[3] = {0, 0.01, 0}, normal[3] = {0, 1, 0};
    pd_observe_part parts[2] = {{.index = 3, .weight = 1, .is_vertex = true},
                                {.index = 4, .weight = 1, .is_vertex = true}};
    pd_observe_seen seen[N + 1];
    for (int i = 0; i <= N; i++)
        seen[i] = (pd_observe_seen){.parts = parts, .part_count = 1, .confidence = 1, .sigma = 0.01};
    assert_true(pd_observe_start_is_registered(seen, N, false));
    assert_false(pd_observe_start_is_registered(seen, N, true));
    assert_false(pd_observe_start_is_registered(seen, N - 1, false));

    /* one of them otherwise; but who is not seen may be anything */
    pd_observe_part half = {.index = 3, .weight = 0.5, .is_vertex = true}, joint = {.index = 3, .weight = 1};
    const pd_observe_seen other[] = {{.parts = &half, .part_count = 1},
                                     {.parts = &joint, .part_count = 1},
                                     {.parts = parts, .part_count = 2},
                                     {.parts = parts, .part_count = 1, .offset = offset},
                                     {.parts = parts, .part_count = 1, .normal = normal},
                                     {.parts = parts, .part_count = 1, .in_picture = true},
                                     {.parts = parts, .part_count = 1, .is_turn = true}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        seen[1] = other[i];
        assert_true(pd_observe_start_is_registered(seen, N + 1, false));
        seen[1].confidence = 0.5;
        assert_false(pd_observe_start_is_registered(seen, N + 1, false));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_laid_on_their_joints_are_near),
        cmocka_unit_test(a_start_in_space_finds_the_size),
        cmocka_unit_test(a_head_alone_is_laid_by_all_its_points),
        cmocka_unit_test(a_figure_in_a_picture_has_its_side_size_and_depth),
        cmocka_unit_test(start_poses_use_the_axes_of_a_camera_that_lies_on_its_side),
        cmocka_unit_test(observed_vertices_of_a_registration_have_positions_in_space),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
