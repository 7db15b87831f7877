/* Tests the state that solvers share. The Jacobian is compared with differences of the pose, and clamping
 * with the limits. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/search/solve.h"
#include "core/ik/job/problem.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;
static pd_ik_limit limits[24];
static pd_quat start[24];
static pd_ik_result results[8];
static pd_arena arena;
static pd_rng rng;

static int joint(const char *name)
{
    return pd_anim_skeleton_find(&sk, name);
}

static pd_ik_job job_of(const pd_ik_target *targets, int count)
{
    static pd_vec3 moved;
    for (int j = 0; j < 24; j++) start[j] = pd_q_identity();
    return (pd_ik_job){.rotations = start,
                       .results = results,
                       .skeleton = &sk,
                       .targets = targets,
                       .target_count = count,
                       .limits = limits,
                       .moved = &moved};
}

static void make(pd_ik_problem *p, const pd_ik_job *job)
{
    pd_error err = {0};
    if (pd_ik_job_check(job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_reserve(&arena, pd_ik_problem_bytes(job));
    pd_ik_problem_init(p, job, &arena);
    assert_true(arena.used <= arena.size && p->jacobian);
}

/* Returns the largest difference of J and -de/dq by central differences,
 * over random poses inside the limits. */
static double jacobian_error(pd_ik_problem *p, int poses)
{
    const double h = 1e-6;
    double ahead[64], worst = 0;
    for (int pose = 0; pose < poses; pose++) {
        pd_ik_problem_random(p, &rng);
        for (int i = 0; i < p->n; i++) p->q[i] += 0.01 * pd_rng_normal(&rng);
        pd_ik_problem_pose(p);
        pd_ik_problem_jacobian(p);
        for (int i = 0; i < p->n; i++) {
            double q = p->q[i];
            p->q[i] = q + h;
            pd_ik_problem_pose(p);
            memcpy(ahead, p->e, (size_t)p->m * sizeof *ahead);
            p->q[i] = q - h;
            pd_ik_problem_pose(p);
            p->q[i] = q;
            for (int r = 0; r < p->m; r++) {
                double slope = -(ahead[r] - p->e[r]) / (2 * h), j = p->jacobian[i * p->m + r];
                worst = fmax(worst, fabs(slope - j) / fmax(1, fabs(j)));
            }
        }
    }
    return worst;
}

static void expect_exact(const char *what, const pd_ik_target *targets, int count, int move_root)
{
    pd_ik_problem p;
    pd_ik_job job = job_of(targets, count);
    job.move_root = move_root;
    make(&p, &job);
    double worst = jacobian_error(&p, 20);
    printf("%s: Jacobian and finite differences at most %.2g apart\n", what, worst);
    assert_true(worst < 1e-6);
}

static void the_jacobian_is_the_slope_of_every_kind_of_target(void **state)
{
    (void)state;
    pd_ik_target hand = {.joint = joint("left_hand"), .chain_root = joint("pelvis")};
    pd_ik_target t = hand;
    t.has_position = 1, t.position = pd_vec3_make(0.3, 1.2, 0.4), t.weight = 3;
    expect_exact("position", &t, 1, 0);
    expect_exact("position with a root that moves", &t, 1, 1);
    t.has_frame = 1, t.frame = joint("head");
    expect_exact("position in the head's frame", &t, 1, 0);
    t = (pd_ik_target){.joint = joint("head"), .chain_root = joint("pelvis"), .has_look = 1};
    t.look_at = pd_vec3_make(0.4, 1.3, 2);
    expect_exact("look", &t, 1, 1);
    t = (pd_ik_target){
        .joint = joint("left_wrist"), .chain_root = joint("spine1"), .has_position = 1, .has_pole = 1};
    t.pole = pd_vec3_make(1, -1, 0.3);
    t.position = pd_vec3_make(0.3, 1.2, 0.4);
    expect_exact("pole", &t, 1, 0);
    t = hand;
    t.has_distance = 1, t.distance = 0.2, t.distance_to = joint("right_hand");
    expect_exact("distance", &t, 1, 0);
    t.distance_to = -1, t.distance_point = pd_vec3_make(0, 1, 1);
    expect_exact("distance from a point", &t, 1, 1);
    t = (pd_ik_target){.joint = joint("head"), .chain_root = joint("pelvis"), .has_centre = 1};
    expect_exact("centre", &t, 1, 1);
}

static void rows_of_several_targets_are_stacked_in_one_problem(void **state)
{
    (void)state;
    pd_ik_target targets[3] = {
        {.joint = joint("left_wrist"), .chain_root = joint("pelvis"), .has_position = 1, .priority = 2},
        {.joint = joint("head"), .chain_root = joint("pelvis"), .has_look = 1},
        {.joint = joint("right_wrist"), .chain_root = joint("spine1"), .has_position = 1}};
    pd_ik_job job = job_of(targets, 3);
    pd_ik_problem p;
    make(&p, &job);
    assert_int_equal(p.m, 9);
    assert_int_equal(p.first, 6);
    assert_ptr_equal(p.goals[2].target, &targets[0]);
    assert_true(jacobian_error(&p, 10) < 1e-6);
}

/* The columns of an orientation are the turn's axes: log's own slope is left out on purpose. */
static void orientation_columns_are_angular_velocities(void **state)
{
    (void)state;
    pd_ik_target t = {.joint = joint("left_wrist"), .chain_root = joint("spine1"), .has_orientation = 1};
    t.orientation = pd_q_identity();
    pd_ik_job job = job_of(&t, 1);
    pd_ik_problem p;
    make(&p, &job);
    pd_ik_problem_random(&p, &rng);
    for (int i = 0; i < p.n; i++) {
        pd_quat before[24], after[24], world[2][24];
        pd_vec3 moved;
        for (int j = 0; j < 24; j++) before[j] = after[j] = pd_q_identity();
        pd_ik_problem_pose(&p);
        pd_ik_problem_jacobian(&p);
        pd_ik_problem_write(&p, before, &moved);
        p.q[i] += 1e-6;
        pd_ik_problem_write(&p, after, &moved);
        p.q[i] -= 1e-6;
        pd_anim_skeleton_forward(NULL, world[0], &sk, before, moved);
        pd_anim_skeleton_forward(NULL, world[1], &sk, after, moved);
        pd_vec3 turn = pd_q_to_rotvec(pd_q_mul(world[1][t.joint], pd_q_conjugate(world[0][t.joint])));
        const double *j = p.jacobian + 3 * i;
        assert_near(turn.x * 1e6, j[0], 1e-5);
        assert_near(turn.y * 1e6, j[1], 1e-5);
        assert_near(turn.z * 1e6, j[2], 1e-5);
    }
}

static void the_pose_is_that_of_the_skeleton(void **state)
{
    (void)state;
    pd_ik_target targets[2] = {
        {.joint = joint("left_hand"), .chain_root = joint("spine2"), .has_position = 1, .has_orientation = 1},
        {.joint = joint("right_foot"), .chain_root = -1, .has_position = 1}};
    targets[0].orientation = pd_q_identity();
    pd_ik_job job = job_of(targets, 2);
    for (int j = 0; j < 24; j++) start[j] = pd_q_axis_angle(pd_vec3_make(0.6, 0, 0.8), 0.1);
    job.translation = pd_vec3_make(0.1, 0.2, 0.3);
    pd_ik_problem p;
    make(&p, &job);
    for (int trial = 0; trial < 50; trial++) {
        pd_quat local[24];
        pd_vec3 at[24], moved;
        memcpy(local, start, sizeof local);
        pd_ik_problem_random(&p, &rng);
        pd_ik_problem_pose(&p);
        pd_ik_problem_write(&p, local, &moved);
        pd_anim_skeleton_forward(at, NULL, &sk, local, moved);
        for (int g = 0; g < 2; g++) {
            pd_vec3 tip = at[p.goals[g].target->joint];
            double s = p.goals[g].point_scale;
            const double *e = p.e + p.goals[g].row, *w = p.goals[g].wanted;
            assert_near(w[0] - e[0] / s, tip.x, 1e-12);
            assert_near(w[1] - e[1] / s, tip.y, 1e-12);
            assert_near(w[2] - e[2] / s, tip.z, 1e-12);
        }
    }
}

static void random_configurations_lie_inside_the_limits(void **state)
{
    (void)state;
    pd_ik_target targets[3] = {
        {.joint = joint("left_hand"), .chain_root = joint("pelvis"), .has_position = 1, .has_orientation = 1},
        {.joint = joint("right_foot"), .chain_root = -1, .has_position = 1, .has_orientation = 1},
        {.joint = joint("head"), .chain_root = -1, .has_look = 1}};
    targets[0].orientation = targets[1].orientation = pd_q_identity();
    pd_ik_job job = job_of(targets, 3);
    pd_ik_problem p;
    make(&p, &job);
    double worst = 0;
    for (int trial = 0; trial < 500; trial++) {
        pd_quat local[24];
        pd_vec3 moved;
        for (int j = 0; j < 24; j++) local[j] = pd_q_identity();
        pd_ik_problem_random(&p, &rng);
        for (int i = 0; i < p.n; i++) p.step[i] = 3 * pd_rng_normal(&rng);
        if (trial % 2) pd_ik_problem_move(&p, p.step);
        pd_ik_problem_write(&p, local, &moved);
        for (int j = 0; j < 24; j++) worst = fmax(worst, pd_ik_limit_excess(&limits[j], local[j]));
    }
    assert_true(worst < 1e-7);
}

static void speed_keeps_every_joint_near_its_start(void **state)
{
    (void)state;
    pd_ik_target t = {
        .joint = joint("left_hand"), .chain_root = joint("pelvis"), .has_position = 1, .has_orientation = 1};
    t.orientation = pd_q_identity();
    pd_ik_job job = job_of(&t, 1);
    job.max_rotation = 0.08;
    pd_ik_problem p;
    make(&p, &job);
    for (int trial = 0; trial < 200; trial++) {
        pd_quat local[24];
        pd_vec3 moved;
        memcpy(local, start, sizeof local);
        for (int i = 0; i < p.n; i++) p.q[i] = p.start[i] + pd_rng_normal(&rng);
        pd_ik_problem_clamp(&p);
        pd_ik_problem_write(&p, local, &moved);
        for (int j = 0; j < 24; j++) assert_true(pd_q_angle(local[j], start[j]) <= 0.08 + 1e-9);
    }
}

static int set_up(void **state)
{
    (void)state;
    human_init(&sk);
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);
    pd_rng_init(&rng, 3);
    return !pd_arena_init(&arena, 0);
}

static int tear_down(void **state)
{
    (void)state;
    pd_arena_deinit(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_jacobian_is_the_slope_of_every_kind_of_target),
        cmocka_unit_test(rows_of_several_targets_are_stacked_in_one_problem),
        cmocka_unit_test(orientation_columns_are_angular_velocities),
        cmocka_unit_test(the_pose_is_that_of_the_skeleton),
        cmocka_unit_test(random_configurations_lie_inside_the_limits),
        cmocka_unit_test(speed_keeps_every_joint_near_its_start),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
