/* Cameras from somebody who walks before them: a stick figure, whose bones the calibration is told. */
#include "tests/support/camera_room.h"

/* Mean distance between every two places of a frame, against the truth's:
 * no axes are compared. worst: of a length. */
static double shape_error(const pd_observe_views *v)
{
    double sum = 0;
    int pairs = 0;

    for (int f = 0; f < F; f += 7) {
        double x[P][3];
        bool there[P];
        for (int p = 0; p < P; p++) {
            pd_observe_ray rays[MOST];
            double rms;
            for (int c = 0; c < v->camera_count; c++) {
                const float *at = pixels + 3 * ((f * v->camera_count + c) * P + p);
                rays[c] = (pd_observe_ray){&cameras[c], {(double)at[0], (double)at[1]}, isnan(at[0]) ? 0 : 1};
            }
            there[p] = pd_observe_triangulate(x[p], &rms, rays, v->camera_count, 0) > 0;
        }
        for (int i = 0; i < P; i++)
            for (int k = 0; k < i; k++) {
                double mine = 0, theirs = 0;
                if (!there[i] || !there[k]) continue;
                for (int a = 0; a < 3; a++)
                    mine += pow(x[i][a] - x[k][a], 2), theirs += pow(space[f][i][a] - space[f][k][a], 2);
                sum += fabs(sqrt(mine) - sqrt(theirs)), pairs++;
            }
    }
    return sum / pairs;
}

static void the_room_is_found_from_the_people_walking_in_it(void **state)
{
    pd_error err;

    (void)state;
    for (int count = 2; count <= MOST; count++) {
        walk(count, 0.9 * (count - 1), 2, (uint64_t)count);
        pd_observe_views v = views_of(count, NULL);
        assert_int_equal(pd_observe_views_check(&v, &err), PD_OK);
        assert_int_equal(pd_observe_views_run(&v, &err), PD_OK);
        const double error = shape_error(&v);
        print_message("%d cameras: %.1f mm, %.2f pixels\n", count, 1000 * error, off[0]);
        assert_true(error < 0.015);
        assert_true(v.points > 400);
        for (int c = 0; c < count; c++) assert_true(off[c] > 0.7 && off[c] < 3.2);

        /* it stands: every camera as high as it is, and the first looks along -Z */
        for (int c = 0; c < count; c++) {
            const pd_observe_camera *k = &cameras[c];
            const double height = -(k->rotation[1] * k->translation[0] + k->rotation[4] * k->translation[1] +
                                    k->rotation[7] * k->translation[2]);
            assert_near(height, 1 + 0.5 * (c % 3), 0.12);
        }
        assert_near(cameras[0].rotation[6], 0, 1e-6);
        assert_true(cameras[0].rotation[8] < -0.9);
    }
}

static void a_focal_length_that_was_guessed_is_found(void **state)
{
    const bool guessed[MOST] = {true, true, true, true};
    pd_error err;

    (void)state;
    walk(3, 1.8, 0.5, 5);
    pd_observe_views v = views_of(3, guessed);
    for (int c = 0; c < 3; c++) cameras[c].fx = cameras[c].fy = 1150;
    v.noise = 1;
    assert_int_equal(pd_observe_views_run(&v, &err), PD_OK);
    for (int c = 0; c < 3; c++) assert_near(cameras[c].fx, 1000, 60);
    assert_true(shape_error(&v) < 0.02);
}

static void a_calibration_with_too_few_cameras_or_points_is_refused_with_the_reason(void **state)
{
    pd_error err;

    (void)state;
    walk(3, 1.8, 1, 6);
    pd_observe_views v = views_of(3, NULL);
    v.camera_count = 1;
    assert_int_equal(pd_observe_views_check(&v, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "2 to 16"));
    v = views_of(3, NULL);
    cameras[1].fx = -1;
    assert_int_equal(pd_observe_views_check(&v, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/views/1/camera");

    /* the third is a film of another time */
    v = views_of(3, NULL);
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int f = 0; f < F; f++)
        for (int i = 0; i < 3 * P; i++)
            pixels[3 * P * (3 * f + 2) + i] = (float)pd_rng_between(&rng, 0, 1000);
    assert_int_equal(pd_observe_views_run(&v, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/views/2");
    assert_non_null(strstr(err.detail, "too few points in common"));

    for (int f = 0; f < F; f++)
        for (int i = 0; i < 6 * P; i++) pixels[3 * P * (3 * f + 1) + i] = NAN;
    v = views_of(3, NULL);
    assert_int_equal(pd_observe_views_run(&v, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "at least 40"));
}

static bool stop(void *ctx)
{
    return ++*(int *)ctx < 3;
}

static void a_calibration_can_be_stopped(void **state)
{
    pd_error err;
    int asked = 0;

    (void)state;
    walk(3, 1.8, 1, 7);
    pd_observe_views v = views_of(3, NULL);
    v.keep_going = stop, v.ctx = &asked;
    assert_int_equal(pd_observe_views_run(&v, &err), PD_OK);
    assert_true(v.stopped);
    assert_int_equal(asked, 3);
}

static void either_all_cameras_have_a_pose_or_none(void **state)
{
    pd_observe_camera stand[3] = {{.fx = 1}, {.fx = 1}, {.fx = 1}};
    bool guessed[3] = {false, true, false}, placed = true;
    pd_error err;

    (void)state;
    assert_int_equal(pd_observe_views_placed(&placed, stand, guessed, 3, &err), PD_OK);
    assert_false(placed);
    stand[0].rotation[0] = 1;
    assert_int_equal(pd_observe_views_placed(&placed, stand, guessed, 3, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "1 of 3 cameras"));
    stand[1].rotation[0] = stand[2].rotation[0] = 1;
    assert_int_equal(pd_observe_views_placed(&placed, stand, guessed, 3, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/1");
    guessed[1] = false;
    assert_int_equal(pd_observe_views_placed(&placed, stand, guessed, 3, &err), PD_OK);
    assert_true(placed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_room_is_found_from_the_people_walking_in_it),
        cmocka_unit_test(a_focal_length_that_was_guessed_is_found),
        cmocka_unit_test(a_calibration_with_too_few_cameras_or_points_is_refused_with_the_reason),
        cmocka_unit_test(a_calibration_can_be_stopped),
        cmocka_unit_test(either_all_cameras_have_a_pose_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
