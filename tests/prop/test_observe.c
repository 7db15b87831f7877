/* Properties of the fit for random observed people. The expected values are the people that the observations
 * were made from. */
#include "tests/support/sight_group.h"

#define PEOPLE 40

static void joints_of_random_people_are_found_to_a_millimetre(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 100 + PEOPLE; seed++) {
        sight_person truth, found = {0};
        sight what;
        pd_observe_job job = {.prior = &prior};
        sight_draw(&truth, 1, 1, seed);
        sight_joints(&what, model, &truth);
        assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
        const double off = sight_distance(model, &truth, &found);
        if (off > 1e-3) fail_msg("seed %d: %.3g mm", (int)seed, 1000 * off);
    }
}

/* The world may stand anywhere and any way up: the same body comes out, rotated with it. */
static void a_moved_world_moves_the_fit_with_it(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 9; seed++) {
        sight_person truth, first = {0}, second = {0};
        sight what;
        pd_observe_job a = {.prior = &prior}, b = {.prior = &prior};
        double r[9], v[3];
        pd_rng rng;
        sight_draw(&truth, 1, 1, seed);
        sight_set(&what, model, &truth, "mediapipe33", 0);
        for (int i = 0; i < what.count; i++) what.seen[i].sigma = 0.005;
        assert_int_equal(sight_fit(&a, model, &first, &what, NULL), PD_OK);

        pd_rng_init(&rng, seed);
        for (int c = 0; c < 3; c++) v[c] = pd_rng_between(&rng, -1.5, 1.5);
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < what.count; i++) {
            double x[3];
            memcpy(x, what.seen[i].at, sizeof x);
            for (int c = 0; c < 3; c++)
                what.seen[i].at[c] = r[3 * c] * x[0] + r[3 * c + 1] * x[1] + r[3 * c + 2] * x[2] + 5;
        }
        assert_int_equal(sight_fit(&b, model, &second, &what, NULL), PD_OK);
        assert_near(a.cost, b.cost, 0.02 * a.cost);
        for (int k = 0; k < SIGHT_BETAS; k++) assert_near(first.betas[k], second.betas[k], 0.1);
        for (int i = 9; i < 9 * SIGHT_JOINTS; i++) assert_near(first.rotations[i], second.rotations[i], 0.06);
    }
}

static void the_same_observation_gives_the_same_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 5; seed++) {
        sight_person truth, first, second;
        sight what;
        sight_draw(&truth, 0.8, 1, seed);
        truth.translation[2] -= 4;
        sight_set(&what, model, &truth, "coco17", 1000);
        pd_observe_job a = {.prior = &prior, .camera = {.fx = 1000, .fy = 1000, .cx = 500, .cy = 500}}, b = a;
        memset(&first, 0, sizeof first);
        memset(&second, 0xff, sizeof second);
        assert_int_equal(sight_fit(&a, model, &first, &what, NULL), PD_OK);
        assert_int_equal(sight_fit(&b, model, &second, &what, NULL), PD_OK);
        assert_memory_equal(&first, &second, sizeof first);
    }
}

/* A keypoint with confidence 0 may have any position, even a number that is not finite. */
static void points_without_confidence_have_no_effect(void **state)
{
    sight_person truth, first = {0}, second = {0};
    sight what;
    pd_observe_job a = {.prior = &prior}, b = {.prior = &prior};

    (void)state;
    sight_draw(&truth, 1, 1, 3);
    sight_joints(&what, model, &truth);
    what.seen[20].confidence = what.seen[7].confidence = 0;
    assert_int_equal(sight_fit(&a, model, &first, &what, NULL), PD_OK);
    for (int c = 0; c < 3; c++) what.seen[20].at[c] = NAN, what.seen[7].at[c] = 1e30;
    what.seen[20].sigma = NAN;
    assert_int_equal(sight_fit(&b, model, &second, &what, NULL), PD_OK);
    assert_memory_equal(&first, &second, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_random_people_are_found_to_a_millimetre),
        cmocka_unit_test(a_moved_world_moves_the_fit_with_it),
        cmocka_unit_test(the_same_observation_gives_the_same_bits),
        cmocka_unit_test(points_without_confidence_have_no_effect),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
