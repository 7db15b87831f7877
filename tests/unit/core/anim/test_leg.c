/* Tests the functions that fix legs which are too short for a planted toe.
 * Bends are computed by the law of cosines. */
#include "tests/support/cmocka.h"

#include "core/anim/leg.h"

static const double foot = 0.111, reach = 0.83;

static void a_soft_reach_lies_between_the_own_length_and_the_reach(void **state)
{
    (void)state;
    assert_near(pd_anim_leg_soft(0.73, reach, 0.3), 0.76, 1e-12);
    assert_near(pd_anim_leg_soft(0.73, reach, -0.1), 0.72, 1e-12);
    assert_near(pd_anim_leg_soft(reach, reach, 0.3), reach, 1e-12);
    /* an own length over the reach is the reach */
    assert_near(pd_anim_leg_soft(0.9, reach, 0.3), reach, 1e-12);
}

/* Bends of 20 legs, by the law of cosines, before and after. */
static double bend_of(double own, double thigh, double shank)
{
    return acos((own * own - thigh * thigh - shank * shank) / (2 * thigh * shank));
}

static void knees_bend_and_straighten_by_a_part_more(void **state)
{
    (void)state;
    const double thigh = 0.41, shank = 0.39, gain = 0.14, middle = PD_ANIM_LEG_MIDDLE;
    double last = -1;
    for (int i = 1; i <= 20; i++) {
        const double bend = 0.1 * i;
        const double own = sqrt(thigh * thigh + shank * shank + 2 * thigh * shank * cos(bend));
        const double now = bend_of(pd_anim_leg_contrast(own, thigh, shank, gain), thigh, shank);
        assert_near(now, bend + gain * (bend - middle) * bend / (bend + gain * middle), 1e-6);
        assert_true(now > last && now >= 0);
        last = now;
        assert_near(pd_anim_leg_contrast(own, thigh, shank, 0), own, 1e-12);
    }

    /* a straight leg, and one that is longer than it is, stay as they are */
    assert_near(pd_anim_leg_contrast(thigh + shank, thigh, shank, gain), thigh + shank, 1e-12);
    assert_near(pd_anim_leg_contrast(0.9, thigh, shank, gain), 0.9, 0);
}

static void a_heel_within_reach_is_not_raised(void **state)
{
    (void)state;
    pd_vec3 heel = {0, 0.06, 0}, toe = {0, 0.025, 0.105}, hip = {0, 0.8, 0};
    assert_near(pd_vec3_distance(pd_anim_leg_raise(heel, toe, hip, reach, foot), heel), 0, 0);
}

/* The hip is ahead of a planted toe, as in late stance. */
static void a_heel_out_of_reach_rises_about_its_toe(void **state)
{
    (void)state;
    pd_vec3 toe = {0, 0.025, 0}, hip = {0, 0.8, 0.3};
    pd_vec3 heel = pd_anim_leg_heel(toe, pd_vec3_make(0, 0.06, -0.1), pd_vec3_make(0, 0, -1), foot);
    pd_vec3 risen = pd_anim_leg_raise(heel, toe, hip, reach, foot);

    assert_true(pd_vec3_distance(heel, hip) > reach + 0.01);
    assert_near(pd_vec3_distance(risen, hip), reach, 1e-3);
    assert_near(pd_vec3_distance(risen, toe), foot, 1e-12);
    assert_true(risen.y > heel.y);
}

static void hips_come_down_as_far_as_the_heel_is_out_of_reach(void **state)
{
    (void)state;
    pd_vec3 heel = {0.1, 0.06, 0.2}, hip = {0, 0.95, 0};
    double drop = pd_anim_leg_drop(hip, heel, reach);
    hip.y -= drop;
    assert_true(drop > 0.05);
    assert_near(pd_vec3_distance(hip, heel), reach, 1e-12);

    assert_near(pd_anim_leg_drop(pd_vec3_make(0, 0.8, 0), heel, reach), 0, 0);
    assert_near(pd_anim_leg_drop(pd_vec3_make(2, 0.8, 0), heel, reach), 0.74, 1e-12); /* level with it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_soft_reach_lies_between_the_own_length_and_the_reach),
        cmocka_unit_test(knees_bend_and_straighten_by_a_part_more),
        cmocka_unit_test(a_heel_within_reach_is_not_raised),
        cmocka_unit_test(a_heel_out_of_reach_rises_about_its_toe),
        cmocka_unit_test(hips_come_down_as_far_as_the_heel_is_out_of_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
