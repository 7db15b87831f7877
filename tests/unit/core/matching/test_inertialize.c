/* Tests the transition between two motions: pose and velocity continue, and the difference decays by the
 * equation of the header. */
#include "core/matching/inertialize.h"
#include "tests/support/databases.h"

#define DT     (1 / 60.0)
#define JOINTS 31

/* Writes the pose of one of two unrelated motions, each of which turns and moves at its own constant rate. */
static void motion(pd_matching_pose *pose, int which, int t)
{
    for (int j = 0; j < JOINTS; j++)
        pose->rotations[j] =
            pd_q_from_rotvec(which ? pd_vec3_make(0.3, -0.02 * t, 0.1) : pd_vec3_make(0.01 * t, 0.2, -0.4));
    pose->hips = which ? pd_vec3_make(0.3, 1, -0.01 * t) : pd_vec3_make(0.02 * t, 0.9, 0);
}

static void position_and_velocity_are_continuous_at_a_transition(void **state)
{
    (void)state;
    pd_matching_inertia in = {0};
    pd_matching_pose pose, before, shown[90];
    for (int t = 0; t < 90; t++) {
        int which = t >= 30;
        motion(&pose, which, t);
        motion(&before, which, t - 1);
        pd_matching_inertialize(&in, &pose, t == 30 ? &before : NULL, JOINTS, DT);
        shown[t] = pose;
    }

    for (int t = 1; t < 30; t++) { /* before: the source itself */
        motion(&pose, 0, t);
        assert_true(pd_vec3_distance(shown[t].hips, pose.hips) == 0);
    }
    for (int t = 3; t < 60; t++) {
        pd_vec3 v = pd_vec3_sub(shown[t].hips, shown[t - 1].hips),
                was = pd_vec3_sub(shown[t - 1].hips, shown[t - 2].hips);
        assert_true(pd_vec3_distance(v, was) < 0.03); /* a jump would be of 0.3 */
        assert_true(pd_q_angle(shown[t].rotations[5], shown[t - 1].rotations[5]) < 0.15);
    }
    /* ten half lives later */
    motion(&pose, 1, 89);
    assert_true(pd_vec3_distance(shown[89].hips, pose.hips) < 2e-3);
    assert_true(pd_q_angle(shown[89].rotations[7], pose.rotations[7]) < 5e-3);
}

/* Between two poses that stand still, on the shorter way: x(t) = x(0) (1 + y t) exp(-y t), whichever signs
 * the quaternions have. */
static void a_difference_fades_by_the_spring_of_the_header(void **state)
{
    (void)state;
    static const double from[][3] = {{0, 2.5, 0}, {2.9, 0.3, -0.2}, {-0.4, 1, 0.2}},
                        to[][3] = {{0.2, -2.5, 0.4}, {-2.9, 0.5, 0.3}, {1, 0.2, -1.3}};
    for (int i = 0; i < 3; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const pd_quat a = pd_q_from_rotvec(pd_vec3_make(from[i][0], from[i][1], from[i][2])),
                          b = pd_q_from_rotvec(pd_vec3_make(to[i][0], to[i][1], to[i][2]));
            const pd_quat signed_b = {sign * b.x, sign * b.y, sign * b.z, sign * b.w};
            const pd_quat apart = pd_q_mul(a, pd_q_conjugate(b));
            const double sine = sqrt(apart.x * apart.x + apart.y * apart.y + apart.z * apart.z);
            const double angle = 2 * atan2(sine, fabs(apart.w)), turn = apart.w < 0 ? -1 : 1;
            pd_matching_inertia in = {0};
            for (int t = 0; t < 30; t++) {
                pd_matching_pose pose = {.hips = {t < 10 ? 0.1 : 0.4, 1, 0}}, before = {.hips = {0.4, 1, 0}};
                for (int j = 0; j < JOINTS; j++)
                    pose.rotations[j] = t < 10 ? a : signed_b, before.rotations[j] = signed_b;
                pd_matching_inertialize(&in, &pose, t == 10 ? &before : NULL, JOINTS, DT);
                const double y = 2 * log(2) / 0.08, past = (t - 9) * DT;
                const double left = t < 10 ? 1 : (1 + y * past) * exp(-y * past),
                             x = left * angle * turn / sine;
                const pd_vec3 away = pd_vec3_make(x * apart.x, x * apart.y, x * apart.z);
                const pd_quat shown = t < 10 ? a : pd_q_mul(pd_q_from_rotvec(away), b);
                assert_true(pd_q_angle(pose.rotations[JOINTS - 1], shown) < 2e-4);
                assert_near(pose.hips.x, t < 10 ? 0.1 : 0.4 - 0.3 * left, 1e-5);
            }
        }
}

static void the_first_pose_is_shown_as_it_is(void **state)
{
    (void)state;
    pd_matching_inertia in = {0};
    pd_matching_pose pose, own;
    motion(&own, 1, 5);
    pose = own;
    pd_matching_inertialize(&in, &pose, &own, JOINTS, DT);
    assert_true(pd_vec3_distance(pose.hips, own.hips) == 0);
    assert_true(pd_q_angle(pose.rotations[3], own.rotations[3]) < 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_and_velocity_are_continuous_at_a_transition),
        cmocka_unit_test(a_difference_fades_by_the_spring_of_the_header),
        cmocka_unit_test(the_first_pose_is_shown_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
