/* Poses of a person that inverse kinematics finds for hands, gaze, ankles and pelvis;
 * docs/images/ik-poses.png shows them on a body. */
#include "tests/support/cmocka.h"

#include "core/ik/job/limit.h"
#include "core/ik/search/solve.h"
#include "tests/support/human.h"

#include <stdlib.h>

enum {
    PELVIS = 0,
    LEFT_ANKLE = 7,
    RIGHT_ANKLE = 8,
    HEAD = 15,
    LEFT_WRIST = 20,
    RIGHT_WRIST = 21,
    JOINTS = 24
};

/* Targets of hands and gaze of one pose. The ankles stay; the pelvis has a target. */
static const struct pose {
    const char *name;
    pd_vec3 left, right, look, pelvis;
    pd_ik_solver solver;
} poses[] = {
    {"reads", {0.12, 1.25, 0.35}, {-0.12, 1.25, 0.35}, {0, 1.2, 0.4}, {0, 0, 0}, PD_IK_AUTO},
    {"waves", {0.55, 1.75, 0.1}, {-0.25, 0.85, 0.1}, {1, 1.6, 2}, {0, 0, 0}, PD_IK_AUTO},
    {"lifts a box", {0.18, 0.65, 0.45}, {-0.18, 0.65, 0.45}, {0, 0.5, 0.6}, {0, -0.15, -0.1}, PD_IK_AUTO},
    {"looks back", {0.3, 0.95, 0.15}, {-0.3, 0.95, 0.15}, {3, 1.5, 0.3}, {0, 0, 0}, PD_IK_AUTO},
    {"reads, by optimize", {0.12, 1.25, 0.35}, {-0.12, 1.25, 0.35}, {0, 1.2, 0.4}, {0, 0, 0}, PD_IK_OPTIMIZE},
    {"waves, by pinv", {0.55, 1.75, 0.1}, {-0.25, 0.85, 0.1}, {1, 1.6, 2}, {0, 0, 0}, PD_IK_PINV},
};
enum { POSES = sizeof poses / sizeof *poses };

/* Solves a job and checks that targets are met to the tolerance, the head looks there as far as the hands
 * permit, and joints stay within their limits. */
static void solve(const pd_anim_skeleton *sk, const pd_ik_limit *limits, const struct pose *pose)
{
    pd_quat rotations[JOINTS];
    pd_vec3 rest[JOINTS], positions[JOINTS], moved;
    pd_ik_result results[6];
    pd_anim_skeleton_forward(rest, NULL, sk, NULL, pd_vec3_make(0, 0, 0));
    const pd_ik_target targets[] = {
        {.joint = LEFT_WRIST, .chain_root = 3, .has_position = 1, .position = pose->left},
        {.joint = RIGHT_WRIST, .chain_root = 3, .has_position = 1, .position = pose->right},
        {.joint = HEAD, .chain_root = -1, .has_look = 1, .look_at = pose->look, .priority = 2},
        {.joint = LEFT_ANKLE, .chain_root = -1, .has_position = 1, .position = rest[LEFT_ANKLE]},
        {.joint = RIGHT_ANKLE, .chain_root = -1, .has_position = 1, .position = rest[RIGHT_ANKLE]},
        {.joint = PELVIS,
         .chain_root = 0,
         .has_position = 1,
         .position = pd_vec3_add(rest[PELVIS], pose->pelvis)}};
    pd_ik_job job = {.rotations = rotations, .positions = positions, .results = results, .skeleton = sk};
    job.targets = targets, job.target_count = 6;
    job.limits = limits;
    job.solver = pose->solver;
    job.move_root = 1, job.moved = &moved;
    pd_error err = {0};
    pd_arena arena;
    if (pd_ik_job_check(&job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_init(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    pd_arena_deinit(&arena);
    for (int t = 0; t < 6; t++)
        if (t != 2 && results[t].position_error > 1.1e-3)
            fail_msg("%s: target %d is missed by %g m", pose->name, t, results[t].position_error);
    assert_true(results[2].look_error < 0.5);
    for (int j = 0; j < JOINTS; j++) assert_true(pd_ik_limit_excess(&limits[j], rotations[j]) < 1e-4);
    for (int t = 0; t < 6; t++)
        if (t != 2) assert_true(pd_vec3_distance(positions[targets[t].joint], targets[t].position) < 1.2e-3);
}

static void people_hold_what_they_are_to_hold_within_their_limits(void **state)
{
    (void)state;
    pd_anim_skeleton sk;
    pd_ik_limit limits[JOINTS];
    human_init(&sk);
    for (int j = 0; j < JOINTS; j++) pd_ik_limit_of(&limits[j], sk.names[j]);
    for (int i = 0; i < POSES; i++) solve(&sk, limits, &poses[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_hold_what_they_are_to_hold_within_their_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
