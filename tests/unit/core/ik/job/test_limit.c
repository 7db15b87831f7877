/* Tests joint limits: a rotation split into swing and twist multiplies back, the default limits are the
 * anatomical table, and bad limits are refused with their values. */
#include "tests/support/cmocka.h"

#include "core/anim/biped.h"
#include "core/anim/ranges.h"
#include "core/base/rng.h"
#include "core/ik/job/limit.h"
#include "tests/support/human.h"

#define DEGREE 0.017453292519943295

static pd_rng rng;

static pd_quat random_rotation(void)
{
    pd_quat q = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)};
    return pd_q_normalize(q);
}

static void splitting_and_joining_give_the_rotation_back(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        pd_vec3 axis = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)};
        pd_quat frame = pd_ik_limit_frame(axis, NULL), q = random_rotation();
        double angles[3];
        pd_ik_limit_split(angles, frame, q);
        assert_near(pd_q_angle(pd_ik_limit_join(angles, frame), q), 0, 1e-7);
        assert_near(pd_vec3_length(pd_vec3_cross(pd_q_rotate(frame, pd_vec3_make(1, 0, 0)),
                                                 pd_vec3_unit_or(axis, axis))),
                    0, 1e-9);
    }
}

/* Two ways to the same limit: the table's own clamp and ours. */
static void the_defaults_are_the_anatomical_table(void **state)
{
    (void)state;
    int checked = 0;
    for (int j = 1; j < 24; j++) {
        int side;
        pd_ik_limit limit;
        const pd_anim_range *range = pd_anim_range_of(human_joints[j].name, &side);
        pd_ik_limit_of(&limit, human_joints[j].name);
        assert_int_equal(pd_ik_limit_check(&limit, NULL), PD_OK);
        assert_int_not_equal(limit.kind, PD_IK_FREE);
        for (int i = 0; i < 50; i++) {
            double angles[3];
            for (int c = 0; c < 3; c++) angles[c] = 2 * pd_rng_normal(&rng);
            pd_ik_limit_clamp(angles, &limit);
            pd_quat inside = pd_ik_limit_join(angles, limit.frame);
            assert_near(pd_anim_range_excess(inside, range, side), 0, 1e-6);
            assert_near(pd_ik_limit_excess(&limit, inside), 0, 1e-6);
            checked++;
        }
    }
    assert_int_equal(checked, 23 * 50);
    pd_ik_limit pelvis;
    pd_ik_limit_of(&pelvis, "pelvis");
    assert_int_equal(pelvis.kind, PD_IK_FREE);
}

static void knees_and_toes_bend_their_way_only(void **state)
{
    (void)state;
    pd_ik_limit foot, knee;
    pd_ik_limit_of(&foot, "left_foot");
    assert_int_equal(foot.kind, PD_IK_HINGE);
    pd_ik_limit_of(&knee, "right_knee");
    pd_quat bent = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 90 * DEGREE);
    assert_near(pd_ik_limit_excess(&knee, bent), 0, 1e-9);
    int side;
    double straight = pd_anim_range_of("right_knee", &side)->min_deg[0];
    assert_true(straight > -15);
    assert_near(pd_ik_limit_excess(&knee, pd_q_conjugate(bent)), (90 + straight) * DEGREE, 1e-9);
    assert_true(pd_ik_limit_holds(&knee, bent) && !pd_ik_limit_holds(&knee, pd_q_conjugate(bent)));
    assert_false(pd_ik_limit_holds(&foot, pd_q_axis_angle(pd_vec3_make(0, 1, 0), DEGREE))); /* not its axis */
}

static void the_biped_has_a_row_for_each_of_its_joints(void **state)
{
    (void)state;
    int free_joints = 0, locked = 0;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_ik_limit limit, mirror;
        pd_ik_limit_of(&limit, pd_anim_biped_joints[j].name);
        pd_ik_limit_of(&mirror, pd_anim_biped_joints[pd_anim_biped_joints[j].mirror].name);
        assert_int_equal(pd_ik_limit_check(&limit, NULL), PD_OK);
        assert_int_equal(limit.kind, mirror.kind);
        free_joints += limit.kind == PD_IK_FREE;
        locked += limit.kind == PD_IK_LOCKED;
        for (int i = 0; i < 20; i++) {
            pd_quat q = random_rotation(), other = {q.x, -q.y, -q.z, q.w};
            if (pd_anim_biped_joints[j].mirror != j)
                assert_near(pd_ik_limit_excess(&limit, q), pd_ik_limit_excess(&mirror, other), 1e-7);
        }
    }
    assert_int_equal(free_joints, 1); /* Hips */
    assert_int_equal(locked, 7);      /* hip joints, Neck, fingers' ends, thumbs */
    pd_ik_limit arm, shoulder;
    pd_ik_limit_of(&arm, "LeftArm");
    pd_ik_limit_of(&shoulder, "left_shoulder");
    assert_memory_equal(arm.max, shoulder.max, sizeof arm.max);
}

static void bad_limits_are_refused_with_their_values(void **state)
{
    (void)state;
    pd_error err;
    pd_ik_limit hinge = {.kind = PD_IK_HINGE, .frame = {0, 0, 0, 1}, .min = {1}, .max = {0.5}};
    assert_int_equal(pd_ik_limit_check(&hinge, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/range");
    assert_non_null(strstr(err.detail, "1 to 0.5"));
    pd_ik_limit ball = {.kind = PD_IK_BALL, .frame = {0, 0, 0, 1}, .min = {-1, 0.1, -1}, .max = {1, 1, 1}};
    assert_int_equal(pd_ik_limit_check(&ball, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/swing");
    assert_non_null(strstr(err.detail, "a range that includes 0"));
    ball.min[1] = NAN;
    assert_int_equal(pd_ik_limit_check(&ball, &err), PD_ERR_RANGE);
    ball.min[1] = -1;
    ball.frame = (pd_quat){0, 0, 0, 0};
    assert_int_equal(pd_ik_limit_check(&ball, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/axis");
}

static int set_up(void **state)
{
    (void)state;
    pd_rng_init(&rng, 12);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitting_and_joining_give_the_rotation_back),
        cmocka_unit_test(the_defaults_are_the_anatomical_table),
        cmocka_unit_test(knees_and_toes_bend_their_way_only),
        cmocka_unit_test(the_biped_has_a_row_for_each_of_its_joints),
        cmocka_unit_test(bad_limits_are_refused_with_their_values),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
