/* physics.h on motions with known gravity and curvature. */
#include "core/character/pose/physics.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT (1 / PD_CHARACTER_RATE)

/* Makes a skeleton of a root and a head 0.7 m over it. */
static void small_rig(pd_character_rig *rig)
{
    memset(rig, 0, sizeof *rig);
    rig->skeleton.joint_count = 2;
    rig->skeleton.root = 0;
    rig->skeleton.parents[0] = -1;
    rig->skeleton.parents[1] = 0;
    rig->control = pd_character_control_default();
}

/* Member `level` of the frames of fall_of: 1 on level ground, 0 on a hill. */
static double level = 1;

/* Hips that bounce with `amplitude` at `steps` a second; in the upper half of a bounce both feet are in the
 * air. Returns the mean acceleration of the corrected hips in flights of the last second. */
static double fall_of(double amplitude, double steps, double jump, const pd_character_rig *rig, double *most)
{
    pd_character_physics physics = {0};
    double heights[600], fall = 0;
    int count = 0;
    *most = 0;
    for (int t = 0; t < 600; t++) {
        const double wave = cos(2 * M_PI * steps * t * DT);
        pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
        pd_vec3 joints[2] = {{0, 0.9 + amplitude * wave, 0}, {0, 1.6 + amplitude * wave, 0}};
        const pd_character_physics_frame frame = {.clearance = wave > 0 ? 0.05 : 0,
                                                  .jog = 1 - jump,
                                                  .jump = jump,
                                                  .level = level,
                                                  .even = 1,
                                                  .rate = 1,
                                                  .velocity = {0, 2.5}};
        pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        heights[t] = joints[0].y;
        assert_near(joints[1].y - joints[0].y, 0.7, 1e-9);
        if (t < 540) continue;
        *most = fmax(*most, heights[t]);
        if (wave > 0 && cos(2 * M_PI * steps * (t - 2) * DT) > 0) { /* three heights of one flight */
            fall -= (heights[t] - 2 * heights[t - 1] + heights[t - 2]) / (DT * DT);
            count++;
        }
    }
    return fall / count;
}

static void hips_in_flight_fall_with_gravity(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    assert_non_null(rig);
    small_rig(rig);
    const double jogs[][2] = {{0.043, 2.6}, {0.037, 2.8}, {0.05, 2.4}};
    for (size_t i = 0; i < sizeof jogs / sizeof *jogs; i++) {
        double most, before, top;
        rig->control.gravity = 0;
        before = fall_of(jogs[i][0], jogs[i][1], 0, rig, &top);
        rig->control.gravity = 1;
        const double after = fall_of(jogs[i][0], jogs[i][1], 0, rig, &most);

        assert_true(before < 9.2);
        assert_near(after, 9.81, 0.6);
        assert_true(most > top);
    }
    free(rig);
}

/* On slopes and hills the correction is smaller, because feet skate more. */
static void hips_in_flight_over_hills_fall_with_most_of_gravity(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    double most;
    assert_non_null(rig);
    small_rig(rig);
    level = 0;
    const double after = fall_of(0.037, 2.8, 0, rig, &most);
    rig->control.gravity = 0;
    const double before = fall_of(0.037, 2.8, 0, rig, &most);
    level = 1;
    print_message("%.2f m/s2, %.2f without\n", after, before);
    assert_true(after > before + 0.5 * (9.81 - before) && after < 9.9);
    free(rig);
}

/* A bounce that would have to grow by more than 1.4 is not blown up any further:
 * people's bob is 8 to 12 cm. */
static void the_bounce_of_a_stride_grows_by_at_most_1_4(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    double most;
    assert_non_null(rig);
    small_rig(rig);
    fall_of(0.02, 2.6, 0, rig, &most);
    assert_near(most, 0.9 + 1.4 * 0.02, 2e-3);
    free(rig);
}

static void hips_that_fall_too_fast_are_slowed(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    double most;
    assert_non_null(rig);
    small_rig(rig);
    assert_near(fall_of(0.06, 2.6, 0, rig, &most), 9.81, 0.8);
    free(rig);
}

static void a_walk_keeps_its_heights(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    pd_character_physics physics = {0};
    assert_non_null(rig);
    small_rig(rig);
    for (int t = 0; t < 120; t++) {
        const double height = 0.9 + 0.02 * sin(0.2 * t);
        pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
        pd_vec3 joints[2] = {{0, height, 0}, {0, height + 0.7, 0}};
        const pd_character_physics_frame frame = {.level = 1, .even = 1, .rate = 1, .velocity = {0, 1.2}};
        pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        assert_near(joints[0].y, height, 0);
        assert_near(joints[1].x, 0, 0);
    }
    free(rig);
}

/* On hills the height over the root follows the ground, so it does not show flights and is not corrected. */
static void hills_keep_the_heights_of_the_network(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    pd_character_physics physics = {0};
    assert_non_null(rig);
    small_rig(rig);
    for (int t = 0; t < 240; t++) {
        const double height = 0.9 + 0.04 * sin(0.27 * t) + 0.1 * sin(0.05 * t);
        pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
        pd_vec3 joints[2] = {{0, height, 0}, {0, height + 0.7, 0}};
        const pd_character_physics_frame frame = {
            .clearance = 0.05 * sin(0.27 * t), .jog = 1, .rate = 1, .velocity = {0, 2.5}};
        pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        assert_near(joints[0].y, height, 1e-12);
    }
    assert_near(physics.gains[0], 1.1, 1e-12); /* no flight on hills changes it */
    free(rig);
}

/* v2 / r to the left or the right, the head over the hips: it moves to the side of the curve by `share` of
 * atan(a / g). */
static void a_body_leans_into_a_curve_by_its_share(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    assert_non_null(rig);
    small_rig(rig);
    for (int side = -1; side <= 1; side += 2) {
        for (int jogs = 0; jogs <= 1; jogs++) {
            const double speed = jogs ? 2.8 : 1.2, radius = 3;
            pd_character_physics physics = {0};
            pd_vec3 joints[2];
            double yaw = 0;
            for (int t = 0; t < 240; t++) {
                yaw += side * speed / radius * DT;
                pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
                joints[0] = pd_vec3_make(0, 0.9, 0), joints[1] = pd_vec3_make(0, 1.6, 0);
                const double inwards = side * speed * speed / radius;
                const pd_character_physics_frame frame = {
                    .jog = jogs,
                    .level = 1,
                    .even = 1,
                    .rate = 1,
                    .velocity = {speed * sin(yaw), speed * cos(yaw)},
                    .acceleration = {inwards * cos(yaw), -inwards * sin(yaw)}};
                pd_character_physics_run(&physics, rotations, joints, &frame, rig);
            }

            /* the smoothed direction of motion is behind the true one:
             * the centre of the circle is square to it */
            const double lag = yaw - side * speed / radius * 0.25;
            const double left = joints[1].x * cos(lag) - joints[1].z * sin(lag);
            const double share = rig->control.lean * (jogs ? 1 : 0.7);
            const double wanted = side * share * atan(speed * speed / radius / 9.81);
            assert_near(atan2(left, joints[1].y), wanted, 0.15 * fabs(wanted));
            assert_near(pd_vec3_length(joints[1]), 1.6, 1e-9);
        }
    }
    free(rig);
}

/* A slalom whose side changes .3 times a second. A network that leans by .55 of the angle with a lag of half
 * a second has .29 of it at the right time. With the part added at once the body has .59,
 * with the late part .67. */
static void a_body_leans_in_time_in_a_slalom(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    assert_non_null(rig);
    small_rig(rig);
    pd_character_physics physics = {0};
    double network = 0, alone = 0, both = 0, squares = 0;
    for (int t = 0; t < 1200; t++) {
        pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
        pd_vec3 joints[2] = {{0, 0.9, 0}, {0, 1.6, 0}};
        const double left = 1.5 * sin(2 * M_PI * 0.3 * t * DT), wanted = atan(left / 9.81);
        const pd_character_physics_frame frame = {
            .level = 1, .even = 1, .rate = 1, .velocity = {0, 1.2}, .acceleration = {left, 0}};
        pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        network += DT / 0.5 * (0.55 * wanted - network);
        if (t < 400) continue;
        alone += wanted * network, both += wanted * (network + physics.lean), squares += wanted * wanted;
    }
    assert_near(alone / squares, 0.29, 0.02);
    assert_true(both / squares > 0.64 && both / squares < 0.8);
    free(rig);
}

/* At a wall the way of the root turns round within a few frames, and its curve with it. The body follows as
 * fast as LEAN_CHANGE lets it: hips .9 m over the root are moved with 8 rad/s2 at most, and lean as asked
 * before the way turns round again. */
static void hips_lean_smoothly_where_the_way_turns_round(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    assert_non_null(rig);
    small_rig(rig);
    pd_character_physics physics = {0};
    double x[2] = {0}, most = 0, leans = 0;
    for (int t = 0; t < 600; t++) {
        pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
        pd_vec3 joints[2] = {{0, 0.9, 0}, {0, 1.6, 0}};
        const int way = t / 60 % 2 ? -1 : 1;
        const pd_character_physics_frame frame = {.jog = 1,
                                                  .level = 1,
                                                  .even = 1,
                                                  .rate = 1,
                                                  .velocity = {0, 0.9 * way},
                                                  .acceleration = {7.0 * way, 0}};
        pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        most = fmax(most, fabs(joints[0].x - 2 * x[1] + x[0]) / (DT * DT));
        leans = fmax(leans, fabs(joints[0].x));
        x[0] = x[1], x[1] = joints[0].x;
    }
    print_message("at most %.1f m/s2, hips %.2f m aside\n", most, leans);
    assert_true(most < 9);
    assert_true(leans > 0.2);
    free(rig);
}

/* A motion that is played k times as fast has k^2 times the acceleration of the network's own. The network
 * leans by 0.37 of atan(a / g) of its own acceleration. With the correction the body leans by 0.37 + lean of
 * the shown acceleration, at any rate. */
static void a_faster_playback_leans_for_the_shown_acceleration(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    assert_non_null(rig);
    small_rig(rig);
    const double rates[] = {1, 1.28, 1.6}, own = 1.6, network = 0.37;
    for (int i = 0; i < 3; i++) {
        pd_character_physics physics = {0};
        for (int t = 0; t < 240; t++) {
            pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
            pd_vec3 joints[2] = {{0, 0.9, 0}, {0, 1.6, 0}};
            const pd_character_physics_frame frame = {.jog = 1,
                                                      .level = 1,
                                                      .even = 1,
                                                      .rate = rates[i],
                                                      .velocity = {0, 2.2},
                                                      .acceleration = {own, 0}};
            pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        }
        const double shown = atan(rates[i] * rates[i] * own / 9.81);
        assert_near(physics.lean + network * atan(own / 9.81), (network + rig->control.lean) * shown, 1e-3);
    }
    free(rig);
}

/* A gain that has changed by 0.5 while the hips are 6 cm off their mean would move them by 3 cm at once. */
static void a_new_gain_comes_smoothly(void **state)
{
    (void)state;
    pd_character_rig *rig = malloc(sizeof *rig);
    pd_character_physics physics = {0};
    double before = 0, most = 0;
    assert_non_null(rig);
    small_rig(rig);
    for (int t = 0; t < 120; t++) {
        pd_quat rotations[2] = {pd_q_identity(), pd_q_identity()};
        pd_vec3 joints[2] = {{0, t ? 0.96 : 0.9, 0}, {0, 1.6, 0}};
        const pd_character_physics_frame frame = {
            .jog = 1, .level = 1, .even = 1, .rate = 1, .velocity = {0, 2.5}};
        if (t == 10) physics.gains[0] += 0.5;
        pd_character_physics_run(&physics, rotations, joints, &frame, rig);
        if (t >= 2) most = fmax(most, fabs(joints[0].y - before));
        before = joints[0].y;
    }
    assert_true(most < 0.003);
    free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_faster_playback_leans_for_the_shown_acceleration),
        cmocka_unit_test(a_new_gain_comes_smoothly),
        cmocka_unit_test(hips_in_flight_fall_with_gravity),
        cmocka_unit_test(hips_in_flight_over_hills_fall_with_most_of_gravity),
        cmocka_unit_test(the_bounce_of_a_stride_grows_by_at_most_1_4),
        cmocka_unit_test(hips_that_fall_too_fast_are_slowed),
        cmocka_unit_test(a_walk_keeps_its_heights),
        cmocka_unit_test(hills_keep_the_heights_of_the_network),
        cmocka_unit_test(a_body_leans_into_a_curve_by_its_share),
        cmocka_unit_test(a_body_leans_in_time_in_a_slalom),
        cmocka_unit_test(hips_lean_smoothly_where_the_way_turns_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
