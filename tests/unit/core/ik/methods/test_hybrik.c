/* Tests HybrIK: forward kinematics of a random pose gives positions and twists, from which the solver must
 * find the pose again. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/methods/hybrik.h"
#include "core/ik/job/limit.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;
static pd_ik_limit limits[24];
static pd_rng rng;

/* Makes a random pose inside the limits; end joints stay at rest. */
static void random_pose(pd_quat *pose)
{
    for (int j = 0; j < 24; j++) {
        double angles[3];
        int leaf = 1;
        for (int k = 0; k < 24; k++) leaf &= sk.parents[k] != j;
        pose[j] = pd_q_identity();
        if (!j)
            pose[j] =
                pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), 1});
        if (leaf || limits[j].kind == PD_IK_FREE) continue;
        for (int c = 0; c < 3; c++)
            angles[c] = limits[j].min[c] + (limits[j].max[c] - limits[j].min[c]) * pd_rng_uniform(&rng);
        pd_ik_limit_clamp(angles, &limits[j]);
        pose[j] = pd_ik_limit_join(angles, limits[j].frame);
    }
}

static pd_ik_hybrik_job solve(pd_quat *out, const pd_vec3 *positions, const double *twists, int naive)
{
    for (int j = 0; j < 24; j++) out[j] = pd_q_identity();
    pd_ik_hybrik_job job = {
        .rotations = out, .skeleton = &sk, .positions = positions, .twists = twists, .naive = naive};
    pd_ik_hybrik_run(&job);
    return job;
}

static void the_pose_is_recovered_from_positions_and_twists(void **state)
{
    (void)state;
    double turned = 0, away = 0;
    for (int trial = 0; trial < 500; trial++) {
        pd_quat pose[24], got[24];
        pd_vec3 at[24], back[24];
        double twists[24];
        pd_vec3 way = {0.3, -0.1, 2};
        random_pose(pose);
        pd_anim_skeleton_forward(at, NULL, &sk, pose, way);
        pd_ik_hybrik_twists(twists, &sk, pose);
        pd_ik_hybrik_job job = solve(got, at, twists, trial % 2);
        assert_near(pd_vec3_distance(job.translation, way), 0, 1e-12);
        pd_anim_skeleton_forward(back, NULL, &sk, got, job.translation);
        for (int j = 0; j < 24; j++) {
            away = fmax(away, pd_vec3_distance(at[j], back[j]));
            turned = fmax(turned, pd_q_angle(pose[j], got[j]));
        }
    }
    printf("positions and twists to a pose: joints at most %.2g m, rotations %.2g rad off\n", away, turned);
    assert_true(away < 1e-5);
    assert_true(turned < 1e-4);
}

static void without_twists_the_joint_positions_are_met(void **state)
{
    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        pd_quat pose[24], got[24];
        pd_vec3 at[24], back[24];
        random_pose(pose);
        pd_anim_skeleton_forward(at, NULL, &sk, pose, pd_vec3_make(0, 0, 0));
        pd_ik_hybrik_job job = solve(got, at, NULL, 0);
        pd_anim_skeleton_forward(back, NULL, &sk, got, job.translation);
        for (int j = 0; j < 24; j++) assert_near(pd_vec3_distance(at[j], back[j]), 0, 1e-5);
    }
}

/* Joint positions from a network have errors of some centimetres, so the distances between them differ from
 * the skeleton's bone lengths. */
static void the_adaptive_method_corrects_errors_that_the_naive_one_sums_up(void **state)
{
    (void)state;
    double mean[2] = {0, 0};
    enum { TRIALS = 500 };
    for (int trial = 0; trial < TRIALS; trial++) {
        pd_quat pose[24], got[24];
        pd_vec3 at[24], noisy[24], back[24];
        double twists[24];
        random_pose(pose);
        pd_anim_skeleton_forward(at, NULL, &sk, pose, pd_vec3_make(0, 0, 0));
        pd_ik_hybrik_twists(twists, &sk, pose);
        for (int j = 0; j < 24; j++)
            noisy[j] = pd_vec3_add(at[j], pd_vec3_scale(pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng),
                                                                     pd_rng_normal(&rng)),
                                                        0.02));
        for (int naive = 0; naive < 2; naive++) {
            pd_ik_hybrik_job job = solve(got, noisy, twists, naive);
            pd_anim_skeleton_forward(back, NULL, &sk, got, job.translation);
            for (int j = 0; j < 24; j++) mean[naive] += pd_vec3_distance(noisy[j], back[j]) / (24 * TRIALS);
        }
    }
    printf("noise of 20 mm an axis: the pose is off what was given by %.1f mm adaptive, %.1f mm naive\n",
           1e3 * mean[0], 1e3 * mean[1]);
    assert_true(mean[0] < 0.9 * mean[1]);
}

static void joints_on_one_spot_turn_nothing_into_nan(void **state)
{
    (void)state;
    pd_vec3 at[24];
    pd_quat got[24];
    for (int j = 0; j < 24; j++) at[j] = pd_vec3_make(1, 1, 1);
    for (int naive = 0; naive < 2; naive++) {
        solve(got, at, NULL, naive);
        for (int j = 0; j < 24; j++) assert_true(pd_q_finite(got[j]));
    }
}

static int set_up(void **state)
{
    (void)state;
    human_init(&sk);
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);
    pd_rng_init(&rng, 9);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pose_is_recovered_from_positions_and_twists),
        cmocka_unit_test(without_twists_the_joint_positions_are_met),
        cmocka_unit_test(the_adaptive_method_corrects_errors_that_the_naive_one_sums_up),
        cmocka_unit_test(joints_on_one_spot_turn_nothing_into_nan),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
