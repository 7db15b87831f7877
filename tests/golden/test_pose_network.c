/* Distances of joints from the true pose for the shipped pose network, with five and three trackers of four
 * poses of the person of tests/support/human.h. Skipped without models/pose-network.safetensors. */
#include "tests/support/cmocka.h"

#include "core/ik/methods/neural.h"
#include "core/ik/search/solve.h"
#include "tests/support/human.h"

#include <stdlib.h>

#define MODEL "models/pose-network.safetensors"
#define K     PD_IK_NEURAL_JOINTS
#define POSES 4

typedef struct turned {
    int joint;
    double x, y, z; /* rotation vector */
} turned;

static const struct {
    const char *name;
    double height, five, three; /* of the pelvis; how far off joints may be in the mean, metres */
    turned turns[8];
} poses[POSES] = {{"standing, arms hanging",
                   0.95,
                   0.03,
                   0.05,
                   {{16, 0, 0, -1.25}, {17, 0, 0, 1.25}, {18, 0, -0.2, 0}, {19, 0, 0.2, 0}}},
                  {"reaching forward",
                   0.95,
                   0.03,
                   0.05,
                   {{16, 0, -1.2, 0}, {17, 0, 1.2, 0}, {18, 0, -0.4, 0}, {19, 0, 0.4, 0}}},
                  {"squatting",
                   0.62,
                   0.05,
                   0.12,
                   {{1, -1.35, 0, 0},
                    {2, -1.35, 0, 0},
                    {4, 1.75, 0, 0},
                    {5, 1.75, 0, 0},
                    {7, -0.4, 0, 0},
                    {8, -0.4, 0, 0},
                    {16, 0, -1.0, -0.6},
                    {17, 0, 1.0, 0.6}}},
                  {"a step",
                   0.92,
                   0.04,
                   0.12,
                   {{1, -0.5, 0, 0},
                    {2, 0.3, 0, 0},
                    {4, 0.4, 0, 0},
                    {5, 0.3, 0, 0},
                    {16, 0.3, 0, -1.2},
                    {17, -0.3, 0, 1.2},
                    {18, 0, -0.5, 0},
                    {19, 0, 0.5, 0}}}};

static pd_ik_neural *network;
static pd_anim_skeleton sk;

static void solve(pd_vec3 *got, const pd_vec3 *at, const pd_quat *frames, int count)
{
    static const int joints[5] = {15, 20, 21, 7, 8};
    pd_ik_target targets[5];
    pd_ik_result results[5];
    pd_quat rotations[K];
    pd_vec3 moved;
    pd_arena arena;
    for (int t = 0; t < count; t++)
        targets[t] = (pd_ik_target){.joint = joints[t],
                                    .chain_root = -1,
                                    .has_position = 1,
                                    .has_orientation = 1,
                                    .position = at[joints[t]],
                                    .orientation = frames[joints[t]]};
    pd_ik_job job = {.rotations = rotations,
                     .positions = got,
                     .results = results,
                     .skeleton = &sk,
                     .targets = targets,
                     .target_count = count,
                     .solver = PD_IK_NEURAL,
                     .moved = &moved,
                     .neural.network = network};
    assert_int_equal(pd_ik_job_check(&job, NULL), PD_OK);
    assert_int_equal(pd_arena_init(&arena, pd_ik_job_scratch_bytes(&job)), 1);
    pd_ik_job_run(&job, &arena);
    pd_arena_deinit(&arena);
}

static void make(pd_vec3 got[2][K], pd_vec3 *at, int pose)
{
    pd_quat local[K], frames[K];
    for (int k = 0; k < K; k++) local[k] = pd_q_identity();
    for (int i = 0; i < 8 && poses[pose].turns[i].joint; i++) {
        const turned *t = &poses[pose].turns[i];
        local[t->joint] = pd_q_from_rotvec(pd_vec3_make(t->x, t->y, t->z));
    }
    pd_anim_skeleton_forward(at, frames, &sk, local, pd_vec3_make(0, poses[pose].height - 0.95, 0));
    solve(got[0], at, frames, 5);
    solve(got[1], at, frames, 3);
}

static double off(const pd_vec3 *a, const pd_vec3 *b)
{
    double sum = 0;
    for (int k = 0; k < K; k++) sum += pd_vec3_distance(a[k], b[k]) / K;
    return sum;
}

static void poses_are_near_the_requested_ones(void **state)
{
    (void)state;
    if (!network) skip();
    for (int p = 0; p < POSES; p++) {
        pd_vec3 got[2][K], at[K];
        make(got, at, p);
        printf("%s: five trackers %.1f mm off, three %.1f mm\n", poses[p].name, 1000 * off(got[0], at),
               1000 * off(got[1], at));
        assert_true(off(got[0], at) < poses[p].five);
        assert_true(off(got[1], at) < poses[p].three);
    }
}

static int set_up(void **state)
{
    (void)state;
    human_init(&sk);
    pd_ik_neural_load(&network, MODEL, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_ik_neural_release(network);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_near_the_requested_ones),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
