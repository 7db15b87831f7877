#include "tests/support/cmocka.h"

#include "core/anim/leg.h"

static const double foot = 0.111, reach = 0.83;

static void a_soft_reach_lies_between_the_own_length_and_the_reach(void **state)
{
    (void)state;
    assert_near(pd_anim_leg_soft(0.73, reach), 0.76, 1e-12);
    assert_near(pd_anim_leg_soft(reach, reach), reach, 1e-12);
    assert_near(pd_anim_leg_soft(0.9, reach), reach, 1e-12); /* an own length over the reach is the reach */
}

static void a_heel_in_reach_stays(void **state)
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
        cmocka_unit_test(a_heel_in_reach_stays),
        cmocka_unit_test(a_heel_out_of_reach_rises_about_its_toe),
        cmocka_unit_test(hips_come_down_as_far_as_the_heel_is_out_of_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
