/* How a foot stands in a shoe: against the arithmetic of shapes that are known. */
#include "tests/support/cmocka.h"

#include "core/retarget/figure/shoe.h"

#include <math.h>

static const pd_vec3 ankle = {.1, .08, 0}, toe = {.1, .02, .12};
static const float rigid[60]; /* no point follows the toe joint */

/* A flat sole 3 cm below the bare one: the joints are so much higher, and the foot is not rotated. */
static void a_flat_sole_raises_the_foot_by_its_thickness(void **state)
{
    (void)state;
    const float sole[] = {.1f, -.03f, -.05f, .1f, -.03f, .1f, .1f, -.03f, .16f, .1f, .01f, .05f};
    pd_retarget_shoe shoe;
    assert_true(pd_retarget_shoe_measure(&shoe, sole, rigid, 4, ankle, toe));
    assert_near(pd_q_angle(shoe.turn, pd_q_identity()), 0, 1e-6);
    assert_near(shoe.ankle_rest, .11, 1e-6);
    assert_near(shoe.toe_rest, .05, 1e-6);
}

/* A heel of 4 cm more over 16 cm of sole: the foot is rotated by atan(4/16), toes down, until both ends of
 * the sole are level. */
static void a_high_heel_is_stood_on_with_its_whole_sole(void **state)
{
    (void)state;
    const float sole[] = {.1f, -.05f, -.06f, .1f, -.01f, .1f, .1f, .04f, .18f};
    pd_retarget_shoe shoe;
    assert_true(pd_retarget_shoe_measure(&shoe, sole, rigid, 3, ankle, toe));
    assert_near(pd_q_angle(shoe.turn, pd_q_identity()), atan2(.04, .16), 1e-6);

    /* Both ends are as far below the ankle as it is high; the tip of the toes is higher. */
    double low[3];
    for (int i = 0; i < 3; i++) {
        const pd_vec3 p = {(double)sole[3 * i], (double)sole[3 * i + 1], (double)sole[3 * i + 2]};
        low[i] = pd_q_rotate(shoe.turn, pd_vec3_sub(p, ankle)).y;
    }
    assert_near(low[0], -shoe.ankle_rest, 1e-6);
    assert_near(low[1], -shoe.ankle_rest, 1e-6);
    assert_true(low[2] > -shoe.ankle_rest);
    assert_near(shoe.toe_rest, shoe.ankle_rest + pd_q_rotate(shoe.turn, pd_vec3_sub(toe, ankle)).y, 1e-6);
}

/* Of many points on a round sole, no point is below the plane on which it stands. */
static void no_point_of_a_round_sole_is_below_the_ground(void **state)
{
    (void)state;
    enum { POINTS = 60 };
    float sole[3 * POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double z = -.07 + .24 * i / (POINTS - 1);
        sole[3 * i] = .1f, sole[3 * i + 1] = (float)(.02 * cos(25 * z) - .05 + .2 * z),
                 sole[3 * i + 2] = (float)z;
    }
    pd_retarget_shoe shoe;
    assert_true(pd_retarget_shoe_measure(&shoe, sole, rigid, POINTS, ankle, toe));
    double lowest = INFINITY;
    for (int i = 0; i < POINTS; i++) {
        const pd_vec3 p = {(double)sole[3 * i], (double)sole[3 * i + 1], (double)sole[3 * i + 2]};
        lowest = fmin(lowest, pd_q_rotate(shoe.turn, pd_vec3_sub(p, ankle)).y);
    }
    assert_near(lowest, -shoe.ankle_rest, 1e-6);
}

/* Points that follow the toe joint are kept relative to it, the others relative to the ankle. */
static void a_sole_has_a_part_for_each_joint(void **state)
{
    (void)state;
    const float sole[] = {.1f, -.03f, -.05f, .1f, -.03f, .1f, .1f, -.02f, .16f}, bends[] = {0, .4f, .6f};
    pd_retarget_shoe shoe;
    assert_true(pd_retarget_shoe_measure(&shoe, sole, bends, 3, ankle, toe));
    assert_int_equal(shoe.foot.count, 2);
    assert_int_equal(shoe.toes.count, 1);
    assert_near(shoe.toes.points[0].y, -.04, 1e-6);
    assert_near(shoe.toes.points[0].z, .04, 1e-6);
    assert_near(pd_retarget_sole_lowest(&shoe.foot, pd_q_identity(), 1), -.11, 1e-6);
}

/* The other foot's shoe, laces above the ankle, and a heel alone. */
static void an_item_without_a_sole_is_not_a_shoe(void **state)
{
    (void)state;
    pd_retarget_shoe shoe;
    const float other[] = {-.1f, -.03f, -.05f, -.1f, -.03f, .1f}, laces[] = {.1f, .2f, -.05f, .1f, .2f, .1f},
                heel[] = {.1f, -.03f, -.05f};
    assert_false(pd_retarget_shoe_measure(&shoe, other, rigid, 2, ankle, toe));
    assert_false(pd_retarget_shoe_measure(&shoe, laces, rigid, 2, ankle, toe));
    assert_false(pd_retarget_shoe_measure(&shoe, heel, rigid, 1, ankle, toe));
    assert_false(pd_retarget_shoe_measure(&shoe, heel, rigid, 0, ankle, toe));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_sole_raises_the_foot_by_its_thickness),
        cmocka_unit_test(a_high_heel_is_stood_on_with_its_whole_sole),
        cmocka_unit_test(no_point_of_a_round_sole_is_below_the_ground),
        cmocka_unit_test(a_sole_has_a_part_for_each_joint),
        cmocka_unit_test(an_item_without_a_sole_is_not_a_shoe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
