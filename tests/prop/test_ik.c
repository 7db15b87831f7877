#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/solve.h"
#include "tests/support/human.h"

/* Properties over random problems. The seed is printed; run it again with it to see the same problems. */

#define SEED 20261120

static pd_arena arena;
static pd_rng rng;

typedef struct solution {
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_ik_result result;
    pd_ik_job job;
} solution;

static double between(double low, double high)
{
    return low + (high - low) * pd_rng_uniform(&rng);
}

static pd_vec3 random_vector(double size)
{
    return pd_vec3_make(between(-size, size), between(-size, size), between(-size, size));
}

static pd_quat random_rotation(void)
{
    pd_quat q = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)};
    return pd_q_normalize(q);
}

static void solve(solution *s, const pd_anim_skeleton *sk, const pd_ik_target *target, const pd_quat *start,
                  pd_ik_solver solver)
{
    pd_error err = {0};
    s->job = (pd_ik_job){.rotations = s->rotations, .positions = s->positions, .results = &s->result};
    s->job.skeleton = sk;
    s->job.start = start;
    s->job.targets = target;
    s->job.target_count = 1;
    s->job.solver = solver;
    if (pd_ik_job_check(&s->job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_ik_job_run(&s->job, &arena);
}

/* A tree of 2 to 12 joints; some bones have no length. */
static void random_tree(pd_anim_skeleton *sk)
{
    char names[12][8];
    pd_anim_joint joints[12];
    int count = 3 + pd_rng_below(&rng, 10);
    for (int j = 0; j < count; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        pd_vec3 offset = random_vector(pd_rng_below(&rng, 8) ? 0.5 : 0);
        joints[j] =
            (pd_anim_joint){names[j], j ? names[j - 1 - pd_rng_below(&rng, j > 1 ? 2 : 1)] : NULL, offset};
    }
    assert_int_equal(pd_anim_skeleton_init(sk, joints, count, NULL), PD_OK);
}

static pd_ik_target random_target(const pd_anim_skeleton *sk)
{
    pd_ik_target target = {.joint = sk->order[sk->joint_count - 1], .chain_root = -1, .has_position = 1};
    target.position = pd_vec3_add(sk->offsets[sk->root], random_vector(1));
    target.has_pole = pd_rng_below(&rng, 2);
    target.pole = random_vector(2);
    target.has_orientation = pd_rng_below(&rng, 2);
    target.orientation = random_rotation();
    return target;
}

static void bones_keep_their_length_and_errors_are_what_they_say(void **state)
{
    (void)state;
    int by_status[PD_IK_STATUS_COUNT] = {0};
    for (int trial = 0; trial < 3000; trial++) {
        pd_anim_skeleton sk;
        pd_quat start[12];
        solution s;
        random_tree(&sk);
        for (int j = 0; j < sk.joint_count; j++) start[j] = random_rotation();
        pd_ik_target target = random_target(&sk);
        solve(&s, &sk, &target, trial % 2 ? start : NULL, PD_IK_AUTO);
        for (int j = 0; j < sk.joint_count; j++) {
            assert_near(pd_q_dot(s.rotations[j], s.rotations[j]), 1, 1e-12);
            if (j == sk.root) continue;
            double bone = pd_vec3_distance(s.positions[j], s.positions[sk.parents[j]]);
            assert_near(bone, pd_vec3_length(sk.offsets[j]), 1e-9);
        }
        double error = pd_vec3_distance(s.positions[target.joint], target.position);
        assert_near(error, s.result.position_error, 1e-12);
        if (s.result.status == PD_IK_REACHED) assert_true(error <= 1.0001e-3);
        by_status[s.result.status]++;
    }
    printf("seed %d: %d reached, %d unreachable, %d stalled, %d over budget\n", SEED, by_status[0],
           by_status[1], by_status[2], by_status[3]);
    assert_true(by_status[PD_IK_STALLED] + by_status[PD_IK_BUDGET] < 60);
}

/* Whatever solver, a target out of reach leaves the distance that geometry leaves. */
static void an_unreachable_target_is_missed_by_no_more_than_it_must_be(void **state)
{
    (void)state;
    for (int trial = 0; trial < 1000; trial++) {
        pd_anim_skeleton sk;
        solution s;
        random_tree(&sk);
        pd_ik_target target = random_target(&sk);
        target.has_orientation = 0;
        target.position = pd_vec3_add(sk.offsets[sk.root], pd_vec3_scale(random_vector(1), 20));
        double length = 0;
        for (int j = target.joint; j != sk.root; j = sk.parents[j]) length += pd_vec3_length(sk.offsets[j]);
        double distance = pd_vec3_distance(target.position, sk.offsets[sk.root]);
        if (distance < length) continue;
        solve(&s, &sk, &target, NULL, PD_IK_AUTO);
        assert_near(s.result.position_error, distance - length, 1e-9);
    }
}

/* Turning the start pose and the targets about the model's axes turns the answer: no axis is special. */
static void rotating_the_problem_rotates_the_solution(void **state)
{
    (void)state;
    static const char *const tips[] = {"left_wrist", "right_ankle", "head", "left_hand"};
    pd_anim_skeleton sk;
    human_init(&sk);
    sk.offsets[0] = pd_vec3_make(0, 0, 0); /* the root is the point to turn about */
    double worst = 0;
    for (int trial = 0; trial < 500; trial++) {
        pd_quat start[24], turned[24], turn = random_rotation();
        for (int j = 0; j < 24; j++) turned[j] = start[j] = pd_q_from_rotvec(random_vector(0.5));
        turned[0] = pd_q_mul(turn, start[0]);
        pd_ik_target target = {.chain_root = -1, .has_position = 1, .has_pole = trial % 2};
        target.joint = pd_anim_skeleton_find(&sk, tips[trial % 4]);
        target.position = random_vector(0.6);
        target.pole = random_vector(2);
        solution here, there;
        solve(&here, &sk, &target, start, PD_IK_AUTO);
        target.position = pd_q_rotate(turn, target.position);
        target.pole = pd_q_rotate(turn, target.pole);
        solve(&there, &sk, &target, turned, PD_IK_AUTO);
        for (int j = 0; j < 24; j++) {
            pd_vec3 expected = pd_q_rotate(turn, here.positions[j]);
            worst = fmax(worst, pd_vec3_distance(expected, there.positions[j]));
        }
        assert_int_equal(here.result.status, there.result.status);
    }
    printf("rotated problems: answers at most %.2g m apart\n", worst);
    assert_true(worst < 1e-6);
}

/* Mirrored problems have mirrored answers: elbows and knees have no favourite side. */
static void mirroring_the_problem_mirrors_the_solution(void **state)
{
    (void)state;
    pd_anim_skeleton sk;
    human_init(&sk);
    for (int trial = 0; trial < 300; trial++) {
        solution left, right;
        pd_ik_target target = {.chain_root = -1, .has_position = 1};
        target.position = pd_vec3_add(pd_vec3_make(0.2, 1.4, 0.1), random_vector(0.4));
        target.joint = pd_anim_skeleton_find(&sk, trial % 2 ? "left_wrist" : "left_hand");
        solve(&left, &sk, &target, NULL, PD_IK_AUTO);
        target.position.x = -target.position.x;
        target.joint = pd_anim_skeleton_find(&sk, trial % 2 ? "right_wrist" : "right_hand");
        solve(&right, &sk, &target, NULL, PD_IK_AUTO);
        pd_vec3 elbow = left.positions[pd_anim_skeleton_find(&sk, "left_elbow")];
        elbow.x = -elbow.x;
        pd_vec3 other = right.positions[pd_anim_skeleton_find(&sk, "right_elbow")];
        assert_near(pd_vec3_distance(elbow, other), 0, 1e-9);
    }
}

/* A target that moves in small steps, each answer the next start, moves every joint in small steps. */
static void a_moving_target_never_makes_the_limb_jump(void **state)
{
    (void)state;
    enum { STEPS = 2000 };
    const double pi = 3.14159265358979323846;
    pd_anim_skeleton sk;
    human_init(&sk);
    solution s, last;
    pd_vec3 shoulder = {0.19, 1.41, -0.02};
    pd_ik_target target = {
        .joint = pd_anim_skeleton_find(&sk, "left_wrist"), .chain_root = -1, .has_position = 1};
    double worst = 0;
    for (int i = 0; i <= STEPS;
         i++) { /* twice round the shoulder, behind the back too, in and out of reach */
        double a = 4 * pi * i / STEPS, r = 0.42 + 0.12 * sin(7 * a / 2);
        pd_vec3 direction = pd_vec3_unit_or(pd_vec3_make(cos(a), 0.4 * sin(3 * a), sin(a)), shoulder);
        target.position = pd_vec3_fma(shoulder, r, direction);
        solve(&s, &sk, &target, i ? last.rotations : NULL, PD_IK_AUTO);
        for (int j = 0; j < 24 && i > 0; j++)
            worst = fmax(worst, pd_q_angle(s.rotations[j], last.rotations[j]));
        last = s;
    }
    printf("moving target: local rotations change by at most %.3f rad a step (the target by %.3f m)\n", worst,
           4 * pi / STEPS * 0.6);
    assert_true(worst < 0.3);
}

static int set_up(void **state)
{
    (void)state;
    pd_rng_init(&rng, SEED);
    return !pd_arena_init(&arena, 1 << 22);
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
        cmocka_unit_test(bones_keep_their_length_and_errors_are_what_they_say),
        cmocka_unit_test(an_unreachable_target_is_missed_by_no_more_than_it_must_be),
        cmocka_unit_test(rotating_the_problem_rotates_the_solution),
        cmocka_unit_test(mirroring_the_problem_mirrors_the_solution),
        cmocka_unit_test(a_moving_target_never_makes_the_limb_jump),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
