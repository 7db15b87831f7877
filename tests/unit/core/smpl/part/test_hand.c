/* Tests poses of the hand by name, on a hand whose joints lie on straight lines. */
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#include "core/math/quat.h"
#include "core/smpl/part/hand.h"

enum { JOINTS = 16 };

static double rest[3 * JOINTS];
static int parents[JOINTS];

/* Lays out a hand: joint 0 is the wrist; fingers lie along x, side by side in z, palm down.
 * side -1: the right hand. */
static void lay_out(int side)
{
    static const double z[5] = {0.03, 0.01, -0.03, -0.01, 0.05}; /* index, middle, pinky, ring, thumb */
    memset(rest, 0, sizeof rest);
    parents[0] = -1;
    for (int f = 0; f < 5; f++)
        for (int i = 0; i < 3; i++) {
            const int k = 1 + 3 * f + i;
            parents[k] = i ? k - 1 : 0;
            rest[3 * k] = side * (f == 4 ? 0.03 + 0.03 * i : 0.09 + 0.03 * i);
            rest[3 * k + 2] = z[f] + (f == 4 ? 0.01 * i : 0);
        }
}

/* Computes the position of the last joint of a finger. */
static pd_vec3 tip(const float *angles, int finger)
{
    pd_quat world = pd_q_identity();
    pd_vec3 at = pd_vec3_make(rest[3 * (1 + 3 * finger)], rest[3 * (1 + 3 * finger) + 1],
                              rest[3 * (1 + 3 * finger) + 2]);
    for (int i = 0; i < 2; i++) {
        const int k = 1 + 3 * finger + i;
        const float *a = angles + 9 * finger + 3 * i;
        world = pd_q_mul(world, pd_q_from_rotvec(pd_vec3_make(a[0], a[1], a[2])));
        const pd_vec3 bone = pd_vec3_make(rest[3 * k + 3] - rest[3 * k], rest[3 * k + 4] - rest[3 * k + 1],
                                          rest[3 * k + 5] - rest[3 * k + 2]);
        at = pd_vec3_add(at, pd_q_rotate(world, bone));
    }
    return at;
}

static void fingers_of_both_hands_bend_towards_the_palm(void **state)
{
    (void)state;
    for (int side = -1; side < 2; side += 2) {
        float angles[45];
        lay_out(side);
        pd_smpl_hand_pose_angles(angles, rest, parents, 1, PD_SMPL_HAND_FIST);
        for (int f = 0; f < 4; f++) {
            const pd_vec3 t = tip(angles, f);
            assert_true(t.y < -0.02);              /* below the palm */
            assert_true(side * t.x < 0.09 + 0.03); /* and back towards it */
        }
        /* The thumb moves across the palm, towards the little finger. */
        assert_true(tip(angles, 4).z < rest[3 * 15 + 2] - 0.01);

        pd_smpl_hand_pose_angles(angles, rest, parents, 1, PD_SMPL_HAND_POINT);
        assert_true(tip(angles, 0).y > 0);
        assert_true(tip(angles, 1).y < -0.02);
    }
}

/* The first joint of the index finger rotates by 10 degrees about its own axis
 * and by 6 towards the middle finger. */
static void relaxed_fingers_move_towards_the_middle_finger(void **state)
{
    (void)state;
    float relaxed[45];
    lay_out(1);
    pd_smpl_hand_pose_angles(relaxed, rest, parents, 1, PD_SMPL_HAND_RELAXED);
    assert_true(tip(relaxed, 0).z < rest[3 * 3 + 2] - 0.002);
    assert_true(tip(relaxed, 2).z > rest[3 * 9 + 2] + 0.002);
    assert_float_equal(relaxed[3 * 1 + 2], -16 * M_PI / 180, 1e-6); /* PIP of the index finger, about -z */
}

static void open_is_the_rest_pose_and_poses_are_found_by_name(void **state)
{
    (void)state;
    float angles[45], zero[45] = {0};
    lay_out(1);
    pd_smpl_hand_pose_angles(angles, rest, parents, 1, PD_SMPL_HAND_OPEN);
    for (int a = 0; a < 45; a++) assert_float_equal(angles[a], zero[a], 0);
    for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++)
        assert_int_equal(pd_smpl_hand_pose_find(pd_smpl_hand_pose_name((pd_smpl_hand_pose)p)), p);
    assert_int_equal(pd_smpl_hand_pose_find("wave"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingers_of_both_hands_bend_towards_the_palm),
        cmocka_unit_test(relaxed_fingers_move_towards_the_middle_finger),
        cmocka_unit_test(open_is_the_rest_pose_and_poses_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
