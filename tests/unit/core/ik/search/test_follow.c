/* Tests effects of a start pose: moving targets are followed, and the solution is near the start pose. */
#include "tests/support/cmocka.h"

#include "tests/support/person_job.h"

/* Sets limits of shoulder and elbow here, so that the test does not depend on the table of ranges. */
static void use_arm_of_four_angles(void)
{
    const double degree = 0.017453292519943295;
    const double shoulder[3][2] = {{-90, 70}, {-115, 40}, {-90, 70}},
                 elbow[3][2] = {{-45, 45}, {-150, 5}, {-3, 3}};
    memcpy(person.own_limits, person.limits, sizeof person.own_limits);
    for (int c = 0; c < 3; c++) {
        person.own_limits[person_joint("left_shoulder")].min[c] = shoulder[c][0] * degree;
        person.own_limits[person_joint("left_shoulder")].max[c] = shoulder[c][1] * degree;
        person.own_limits[person_joint("left_elbow")].min[c] = elbow[c][0] * degree;
        person.own_limits[person_joint("left_elbow")].max[c] = elbow[c][1] * degree;
    }
}

/* Returns the wrist's position when every angle of shoulder and elbow swings within 0.8 of its range. */
static pd_vec3 waved(double t, double phase)
{
    pd_vec3 at[24];
    pd_quat pose[24];
    for (int j = 0; j < 24; j++) pose[j] = pd_q_identity();
    for (int k = 0; k < 2; k++) {
        int j = person_joint(k ? "left_elbow" : "left_shoulder");
        double angles[3];
        for (int c = 0; c < 3; c++) {
            double low = person.own_limits[j].min[c], high = person.own_limits[j].max[c];
            angles[c] = 0.5 * (low + high) +
                        0.4 * (high - low) * sin((1 + (c + k) % 3) * t + 2 * k + c + phase * (1 + c));
        }
        pd_ik_limit_clamp(angles, &person.own_limits[j]);
        pose[j] = pd_ik_limit_join(angles, person.own_limits[j].frame);
    }
    pd_anim_skeleton_forward(at, NULL, &person.skeleton, pose, pd_vec3_make(0, 0, 0));
    return at[person_joint("left_wrist")];
}

typedef struct path_sums {
    int reached, stalled, frames;
    double jump, miss; /* radians and metres, the most */
} path_sums;

/* Follows the path of waved for eight seconds at 60 frames a second, each frame from the answer before it. */
static path_sums follow(double max_rotation, double phase)
{
    enum { FRAMES = 480, SETTLES = 60 };
    path_sums sums = {0};
    pd_quat last[24];
    for (int j = 0; j < 24; j++) last[j] = pd_q_identity();

    for (int i = -SETTLES; i < FRAMES; i++) {
        pd_ik_target t = {.joint = person_joint("left_wrist"),
                          .chain_root = person_joint("left_shoulder"),
                          .has_position = 1};
        t.position = waved(i < 0 ? 0 : 2 * 3.14159265358979 * i / FRAMES, phase);
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        job.limits = person.own_limits;
        job.max_rotation = max_rotation;
        memcpy(person.begin, last, sizeof person.begin);
        person_job_run(&job);
        assert_true(person_excess(&job) < 1e-6);

        for (int j = 0; j < 24 && i >= 0; j++)
            sums.jump = fmax(sums.jump, pd_q_angle(person.rotations[j], last[j]));
        memcpy(last, person.rotations, sizeof last);
        if (i < 0) continue;
        sums.frames++;
        sums.reached += job.status == PD_IK_REACHED;
        sums.stalled += job.status == PD_IK_STALLED;
        sums.miss = fmax(sums.miss, person.results[0].position_error);
    }
    return sums;
}

/* An arm of four angles leaves one free, which runs into its limits where the path goes on:
 * another pose reaches there. */
static void a_hand_that_is_followed_finds_its_way_out_of_a_dead_end(void **state)
{
    (void)state;
    use_arm_of_four_angles();
    for (int path = 0; path < 8; path++) {
        path_sums sums = follow(5.0 / 60, path);
        printf("path %d at 5 rad/s: %d of %d frames reached, %d stalled, off by %.4f m at most, a joint "
               "turns by "
               "%.4f rad at most\n",
               path, sums.reached, sums.frames, sums.stalled, sums.miss, sums.jump);
        assert_true(sums.reached >= sums.frames * 85 / 100);
        assert_int_equal(sums.stalled, 0);
        assert_true(sums.jump <= 5.0 / 60 + 1e-6);
    }
}

static void random_arm(pd_quat *pose, const pd_ik_target *t)
{
    for (int j = t->joint; j >= 0 && person.skeleton.depth[j] >= person.skeleton.depth[t->chain_root];
         j = person.skeleton.parents[j]) {
        double angles[3];
        for (int c = 0; c < 3; c++)
            angles[c] = person.limits[j].min[c] +
                        (person.limits[j].max[c] - person.limits[j].min[c]) * pd_rng_uniform(&person.rng);
        pd_ik_limit_clamp(angles, &person.limits[j]);
        pose[j] = pd_ik_limit_join(angles, person.limits[j].frame);
    }
}

static double most_turned(const pd_quat *from)
{
    double most = 0;
    for (int j = 0; j < 24; j++) most = fmax(most, pd_q_angle(person.rotations[j], from[j]));
    return most;
}

/* Of the poses that reach, one near the start pose is returned,
 * even if the first attempt from the start pose fails. */
static void the_solution_is_one_near_the_start_pose(void **state)
{
    (void)state;
    double sum = 0, least = 0;
    int restarted = 0;
    pd_rng_init(&person.rng, 41);

    for (int i = 0; i < 300; i++) {
        pd_quat from[24], world[24];
        pd_vec3 at[24];
        pd_ik_target t = {.joint = person_joint("left_wrist"), .chain_root = person_joint("spine1")};
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        random_arm(person.begin, &t);
        pd_anim_skeleton_forward(at, world, &person.skeleton, person.begin, pd_vec3_make(0, 0, 0));
        t.has_position = t.has_orientation = 1;
        t.position = at[t.joint];
        t.orientation = world[t.joint];
        random_arm(person.begin, &t);
        memcpy(from, person.begin, sizeof from);
        job.restarts = -1;
        person_job_run(&job);
        if (job.status == PD_IK_REACHED) continue;
        restarted++;

        double nearest = INFINITY; /* of 32 that start anywhere */
        for (int k = 0; k < 32; k++) {
            random_arm(person.begin, &t);
            person_job_run(&job);
            if (job.status == PD_IK_REACHED) nearest = fmin(nearest, most_turned(from));
        }

        job.restarts = 0;
        memcpy(person.begin, from, sizeof from);
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_REACHED);
        sum += most_turned(from);
        least += nearest;
    }
    printf("restarts: %d of 300, %.3f rad from the start on average; the nearest of 32 anywhere %.3f\n",
           restarted, sum / restarted, least / restarted);
    assert_true(restarted >= 10);
    assert_true(sum < 1.06 * least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_that_is_followed_finds_its_way_out_of_a_dead_end),
        cmocka_unit_test(the_solution_is_one_near_the_start_pose),
    };
    return cmocka_run_group_tests(tests, person_job_set_up, person_job_tear_down);
}
