/* Tests the ranges of joints: what is within stays, what is beyond comes to the rim, left mirrors right, and
 * the defaults are compared with the anatomical ranges. */
#include "core/anim/ranges.h"
#include "core/anim/source.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#define DEGREE 0.017453292519943295

static pd_quat random_quat(pd_rng *rng)
{
    return pd_q_normalize(
        (pd_quat){pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)});
}

static void every_joint_but_the_pelvis_has_a_range(void **state)
{
    (void)state;
    int side;
    assert_null(pd_anim_range_of("pelvis", &side));
    assert_null(pd_anim_range_of("knee", &side));
    assert_null(pd_anim_range_of("left_spine1", &side));
    for (int k = 1; k < PD_ANIM_SMPL_JOINTS; k++) {
        const pd_anim_range *range = pd_anim_range_of(pd_anim_smpl_names[k], &side);
        assert_non_null(range);
        assert_int_equal(side, strncmp(pd_anim_smpl_names[k], "right_", 6) ? 1 : -1);
        for (int c = 0; c < 3; c++) assert_true(range->min_deg[c] <= 0 && range->max_deg[c] >= 0);
    }
}

static void swing_and_twist_multiply_to_the_rotation(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int i = 0; i < 500; i++) {
        int side;
        const char *name = pd_anim_smpl_names[1 + pd_rng_below(&rng, 23)];
        const pd_anim_range *range = pd_anim_range_of(name, &side);
        double angles[3];
        pd_quat q = random_quat(&rng);
        pd_anim_range_split(angles, range, side, q);
        assert_near(pd_q_angle(pd_anim_range_join(angles, range, side), q), 0, 1e-7);
    }
}

static void rotations_within_their_range_are_unchanged(void **state)
{
    (void)state;
    int side;
    const pd_anim_range *knee = pd_anim_range_of("left_knee", &side);
    pd_quat bent = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 140 * DEGREE);
    assert_near(pd_q_angle(pd_anim_range_clamp(bent, knee, 1, 0), bent), 0, 1e-7);
    assert_near(pd_anim_range_excess(bent, knee, 1), 0, 1e-7);
    const pd_anim_range *shoulder = pd_anim_range_of("left_shoulder", &side);
    pd_quat down = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -89 * DEGREE);
    assert_near(pd_anim_range_excess(down, shoulder, 1), 0, 1e-7);
}

static void rotations_beyond_their_range_are_moved_to_its_border(void **state)
{
    (void)state;
    int side;
    const pd_anim_range *knee = pd_anim_anatomical_of("left_knee", &side);
    pd_quat backward = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -30 * DEGREE);
    assert_near(pd_anim_range_excess(backward, knee, 1), 28 * DEGREE, 1e-7);
    pd_quat slack = pd_anim_range_clamp(backward, knee, 1, 5);
    assert_near(pd_q_angle(slack, pd_q_identity()), 7 * DEGREE, 1e-7);
    const pd_anim_range *hip = pd_anim_anatomical_of("left_hip", &side);
    double angles[3];
    pd_quat far = pd_q_from_rotvec(pd_vec3_make(-120 * DEGREE, 0, 45 * DEGREE));
    pd_anim_range_split(angles, hip, 1, pd_anim_range_clamp(far, hip, 1, 0));
    double x = angles[0] / (120 * DEGREE), z = angles[2] / (45 * DEGREE);
    assert_near(x * x + z * z, 1, 1e-9);
}

static void the_right_side_is_the_mirror_of_the_left(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 4);
    int side;
    const pd_anim_range *range = pd_anim_range_of("right_shoulder", &side);
    for (int i = 0; i < 100; i++) {
        pd_quat q = random_quat(&rng), mirrored = {q.x, -q.y, -q.z, q.w};
        pd_quat left = pd_anim_range_clamp(q, range, 1, 3),
                right = pd_anim_range_clamp(mirrored, range, -1, 3);
        assert_near(pd_q_angle((pd_quat){left.x, -left.y, -left.z, left.w}, right), 0, 1e-7);
    }
}

static void clamping_twice_changes_nothing_more(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 6);
    for (int i = 0; i < 500; i++) {
        int side;
        const pd_anim_range *range = pd_anim_range_of(pd_anim_smpl_names[1 + pd_rng_below(&rng, 23)], &side);
        pd_quat once = pd_anim_range_clamp(random_quat(&rng), range, side, 0);
        assert_near(pd_anim_range_excess(once, range, side), 0, 1e-6);
    }
}

/* The default ranges are the anatomical ones, widened to captured poses: never narrower, and wider by at most
 * twenty degrees. */
static void the_default_ranges_are_wider_than_anatomys_and_no_more_than_twenty_degrees(void **state)
{
    (void)state;
    int wider = 0, rows = 0;
    for (; pd_anim_ranges_anatomical[rows].name; rows++) {
        const pd_anim_range *a = &pd_anim_ranges_anatomical[rows], *b = &pd_anim_ranges[rows];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->twist, b->twist);
        assert_int_equal(a->box, b->box);
        assert_int_equal(a->paired, b->paired);
        for (int c = 0; c < 3; c++) {
            assert_true(b->min_deg[c] <= a->min_deg[c] && b->min_deg[c] >= a->min_deg[c] - 22);
            assert_true(b->max_deg[c] >= a->max_deg[c] && b->max_deg[c] <= a->max_deg[c] + 22);
            wider += b->min_deg[c] < a->min_deg[c] || b->max_deg[c] > a->max_deg[c];
            if (!a->paired && c) assert_true(b->min_deg[c] == -b->max_deg[c]);
        }
    }
    assert_null(pd_anim_ranges[rows].name);
    assert_true(wider > 5);
}

/* Legs that are stretched out are within, legs and arms that bend backwards are not. */
static void knees_and_elbows_do_not_bend_backwards_by_default(void **state)
{
    (void)state;
    int side;
    const pd_anim_range *knee = pd_anim_range_of("right_knee", &side);
    assert_near(pd_anim_range_excess(pd_q_axis_angle(pd_vec3_make(1, 0, 0), -7 * DEGREE), knee, side), 0,
                1e-7);
    assert_true(pd_anim_range_excess(pd_q_axis_angle(pd_vec3_make(1, 0, 0), -20 * DEGREE), knee, side) >
                5 * DEGREE);
    assert_true(pd_anim_range_excess(pd_q_axis_angle(pd_vec3_make(0, 0, 1), 15 * DEGREE), knee, side) >
                5 * DEGREE);
    const pd_anim_range *elbow = pd_anim_range_of("left_elbow", &side);
    assert_true(pd_anim_range_excess(pd_q_axis_angle(pd_vec3_make(0, 1, 0), 20 * DEGREE), elbow, side) >
                5 * DEGREE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_joint_but_the_pelvis_has_a_range),
        cmocka_unit_test(swing_and_twist_multiply_to_the_rotation),
        cmocka_unit_test(rotations_within_their_range_are_unchanged),
        cmocka_unit_test(rotations_beyond_their_range_are_moved_to_its_border),
        cmocka_unit_test(the_default_ranges_are_wider_than_anatomys_and_no_more_than_twenty_degrees),
        cmocka_unit_test(knees_and_elbows_do_not_bend_backwards_by_default),
        cmocka_unit_test(the_right_side_is_the_mirror_of_the_left),
        cmocka_unit_test(clamping_twice_changes_nothing_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
