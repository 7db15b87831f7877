/* Gaits, compared frame by frame with the formulas of gait.h. */
#include "train/motion/gait.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define T 260

typedef struct scene {
    double height[T][PD_PFNN_CONTACTS], root_speed[T], hip_height[T];
    float gaits[T][PD_PFNN_GAITS];
    pd_train_foot_contacts feet;
    pd_character_motion motion;
} scene;

/* Places both toe joints at these heights over the ground, and the ankles 2 m over it. */
static void toes_at(scene *s, int t, double left, double right)
{
    s->height[t][PD_PFNN_LEFT_TOE] = left - PD_ANIM_BIPED_TOE;
    s->height[t][PD_PFNN_RIGHT_TOE] = right - PD_ANIM_BIPED_TOE;
    s->height[t][PD_PFNN_LEFT_HEEL] = s->height[t][PD_PFNN_RIGHT_HEEL] = 2;
}

static void fly(scene *s, int first, int count)
{
    for (int t = first; t < first + count; t++) toes_at(s, t, 0.14, 0.5);
}

static void standing(scene *s)
{
    *s = (scene){0};
    for (int t = 0; t < T; t++) s->hip_height[t] = 0.859, toes_at(s, t, 0.025, 0.9);
    s->feet = (pd_train_foot_contacts){
        .count = T, .height = s->height, .root_speed = s->root_speed, .hip_height = s->hip_height};
    s->motion.gaits = s->gaits;
}

/* Returns the value smoothed by a Gaussian of 8 frames over +-24 with held ends,
 * by the formula of filter.h. */
static double smoothed(const double *curve, int t)
{
    double sum = 0, weights = 0;
    for (int k = -24; k <= 24; k++) {
        int at = t + k < 0 ? 0 : t + k >= T ? T - 1 : t + k;
        double w = exp(-k * k / 128.0);
        sum += w * curve[at], weights += w;
    }
    return sum / weights;
}

static void are_gaits(scene *s, double wanted[PD_PFNN_GAITS][T])
{
    assert_int_equal(pd_train_motion_gait(&s->motion, &s->feet, NULL), PD_OK);
    for (int g = 0; g < PD_PFNN_GAITS; g++)
        for (int t = 0; t < T; t++) assert_near((double)s->gaits[t][g], smoothed(wanted[g], t), 1e-6);
}

static void speeds_and_hips_give_the_parts_that_the_formulas_say(void **state)
{
    (void)state;
    static const double speeds[] = {0, 0.2499, 0.25, 0.2501, 1.2, 1.9999, 2.0, 2.0001, 4};
    static const double hips[] = {0.9, 0.72, 0.70, 0.64, 0.56, 0.50};
    scene s;
    double wanted[PD_PFNN_GAITS][T] = {{0}};
    pd_rng rng;
    pd_rng_init(&rng, 3);
    standing(&s);
    for (int t = 0; t < T; t++) {
        double speed = s.root_speed[t] = speeds[pd_rng_below(&rng, 9)];
        double hip = s.hip_height[t] = hips[pd_rng_below(&rng, 6)];
        double crouch = hip >= 0.72 ? 0 : hip <= 0.56 ? 1 : (0.72 - hip) / (0.72 - 0.56);
        wanted[PD_PFNN_CROUCH][t] = crouch;
        if (speed < 0.25) wanted[PD_PFNN_STAND][t] = 1 - crouch;
        if (speed >= 0.25 && speed <= 2) wanted[PD_PFNN_WALK][t] = 1 - crouch;
        if (speed > 2) wanted[PD_PFNN_JOG][t] = 1 - crouch;
    }
    are_gaits(&s, wanted);
}

static void jumps_are_flights_of_fourteen_frames_with_half_a_second_before_and_less_behind(void **state)
{
    (void)state;
    scene s;
    double wanted[PD_PFNN_GAITS][T] = {{0}};
    standing(&s);
    fly(&s, 20, 14);  /* begins within 30 frames of the clip's first */
    fly(&s, 120, 13); /* too short: a hop   */
    fly(&s, 180, 15);
    for (int t = 0; t < T; t++) {
        wanted[PD_PFNN_STAND][t] = 1;
        wanted[PD_PFNN_JUMP][t] = t < 20 + 14 + 18 || (t >= 180 - 30 && t < 180 + 15 + 18);
    }
    are_gaits(&s, wanted);
}

static void a_flight_of_over_a_second_is_no_jump(void **state)
{
    (void)state;
    for (int longer = 0; longer < 2; longer++) {
        scene s;
        double wanted[PD_PFNN_GAITS][T] = {{0}};
        standing(&s);
        fly(&s, 100, 60 + longer);
        for (int t = 0; t < T; t++) {
            wanted[PD_PFNN_STAND][t] = 1;
            wanted[PD_PFNN_JUMP][t] = !longer && t >= 100 - 30 && t < 160 + 18;
        }
        are_gaits(&s, wanted);
    }
}

static void a_flight_that_the_clip_cuts_is_a_jump_to_its_last_frame(void **state)
{
    (void)state;
    scene s;
    double wanted[PD_PFNN_GAITS][T] = {{0}};
    standing(&s);
    fly(&s, 0, 14);
    fly(&s, T - 14, 14);
    for (int t = 0; t < T; t++) {
        wanted[PD_PFNN_STAND][t] = 1;
        wanted[PD_PFNN_JUMP][t] = t < 14 + 18 || t >= T - 14 - 30;
    }
    are_gaits(&s, wanted);
}

static void one_foot_on_the_ground_is_no_flight(void **state)
{
    (void)state;
    scene s;
    double wanted[PD_PFNN_GAITS][T] = {{0}};
    standing(&s);
    for (int t = 100; t < 160; t++) toes_at(&s, t, t < 130 ? 0.6 : 0.12, t < 130 ? 0.12 : 0.6);
    for (int t = 0; t < T; t++) wanted[PD_PFNN_STAND][t] = 1;
    are_gaits(&s, wanted);
}

static void the_main_gait_is_the_largest_and_jumping_from_one_half_on(void **state)
{
    (void)state;
    static const int ground[] = {PD_PFNN_STAND, PD_PFNN_WALK, PD_PFNN_JOG, PD_PFNN_CROUCH};
    scene s;
    standing(&s);
    for (int i = 0; i < 4; i++) {
        float *g = s.gaits[5];
        memset(g, 0, sizeof s.gaits[5]);
        for (int k = 0; k < 4; k++) g[ground[k]] = k == i ? 0.4F : 0.2F;
        g[PD_PFNN_BUMP] = 1;
        g[PD_PFNN_JUMP] = 0.5F;
        assert_int_equal(pd_train_motion_main_gait(&s.motion, 5), ground[i]);
        g[PD_PFNN_JUMP] = 0.51F;
        assert_int_equal(pd_train_motion_main_gait(&s.motion, 5), PD_PFNN_JUMP);
    }
    memset(s.gaits[5], 0, sizeof s.gaits[5]);
    s.gaits[5][PD_PFNN_WALK] = s.gaits[5][PD_PFNN_JOG] = 0.5F; /* the slower of two that are equal */
    assert_int_equal(pd_train_motion_main_gait(&s.motion, 5), PD_PFNN_WALK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_and_hips_give_the_parts_that_the_formulas_say),
        cmocka_unit_test(jumps_are_flights_of_fourteen_frames_with_half_a_second_before_and_less_behind),
        cmocka_unit_test(a_flight_of_over_a_second_is_no_jump),
        cmocka_unit_test(a_flight_that_the_clip_cuts_is_a_jump_to_its_last_frame),
        cmocka_unit_test(one_foot_on_the_ground_is_no_flight),
        cmocka_unit_test(the_main_gait_is_the_largest_and_jumping_from_one_half_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
