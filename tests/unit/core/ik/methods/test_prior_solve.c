/* Tests the solver `example`: targets are met, and no small turn that leaves them
 * where they are makes the pose likelier. */
#include "core/anim/biped.h"
#include "core/base/rng.h"
#include "core/ik/search/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"
#include "tests/support/priors.h"

#include <math.h>
#include <stdlib.h>

#define K 24

typedef struct scene {
    pd_anim_skeleton sk;
    pd_ik_limit limits[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_vec3 positions[PD_ANIM_MAX_JOINTS], moved;
    pd_ik_result results[8];
    unsigned char hits[PD_ANIM_MAX_JOINTS];
    pd_arena arena;
    pd_ik_job job;
} scene;

static pd_ik_prior *prior;

static int setup(void **state)
{
    (void)state;
    prior = priors_built(6, 4, 11);
    return !prior;
}

static int teardown(void **state)
{
    (void)state;
    pd_ik_prior_release(prior);
    return 0;
}

static void open(scene *s, const pd_ik_target *targets, int count)
{
    memset(s, 0, sizeof *s);
    human_init(&s->sk);
    for (int j = 0; j < K; j++) pd_ik_limit_of(&s->limits[j], s->sk.names[j]);
    pd_arena_init(&s->arena, 0);
    s->job = (pd_ik_job){.rotations = s->rotations,
                         .positions = s->positions,
                         .results = s->results,
                         .limits_hit = s->hits,
                         .skeleton = &s->sk,
                         .targets = targets,
                         .target_count = count,
                         .solver = PD_IK_EXAMPLE,
                         .example.prior = prior,
                         .moved = &s->moved};
}

static void solve(scene *s)
{
    pd_error err = {0};
    if (pd_ik_job_check(&s->job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_reserve(&s->arena, pd_ik_job_scratch_bytes(&s->job)));
    pd_ik_job_run(&s->job, &s->arena);
}

static pd_ik_target hand_at(double x, double y, double z)
{
    return (pd_ik_target){.joint = 20, .chain_root = -1, .has_position = 1, .position = {x, y, z}};
}

static double likely(const pd_quat *q, int style)
{
    double x[PD_IK_PRIOR_MAX_DIM];
    pd_ik_prior_features(x, prior, q);
    return pd_ik_prior_log(prior, x, style);
}

/* Makes targets from a pose that is sampled near the prior's, so that they are within reach. */
static void sample_targets(pd_ik_target *targets, const pd_anim_skeleton *sk, pd_rng *rng)
{
    static const int tips[5] = {20, 21, 7, 8, 15};
    pd_quat q[K];
    pd_vec3 at[K];
    for (int k = 0; k < K; k++)
        q[k] =
            pd_q_from_rotvec(pd_vec3_make(0.5 * pd_rng_uniform(rng) - 0.25, 0.5 * pd_rng_uniform(rng) - 0.25,
                                          0.5 * pd_rng_uniform(rng) - 0.25));
    q[0] = pd_q_identity();
    pd_anim_skeleton_forward(at, NULL, sk, q, pd_vec3_make(0, 0, 0));
    for (int t = 0; t < 5; t++)
        targets[t] =
            (pd_ik_target){.joint = tips[t], .chain_root = -1, .has_position = 1, .position = at[tips[t]]};
}

static void targets_are_met_and_the_pose_is_likelier_than_that_of_dls(void **state)
{
    (void)state;
    scene s;
    pd_rng rng;
    pd_ik_target targets[5];
    int reached = 0, likelier = 0;
    pd_rng_init(&rng, 4);
    for (int i = 0; i < 40; i++) {
        open(&s, targets, 5);
        sample_targets(targets, &s.sk, &rng);
        solve(&s);
        reached += s.job.status == PD_IK_REACHED;
        for (int t = 0; t < 5; t++) {
            pd_vec3 to = targets[t].position;
            assert_true(pd_vec3_distance(s.positions[targets[t].joint], to) < 1e-3 || s.job.status);
            assert_int_equal(s.results[t].solver, PD_IK_EXAMPLE);
        }
        double mine = likely(s.rotations, -1);
        s.job.solver = PD_IK_DLS;
        solve(&s);
        likelier += mine > likely(s.rotations, -1);
        pd_arena_deinit(&s.arena);
    }
    assert_int_equal(reached, 40);
    assert_int_equal(likelier, 40);
}

/* No small turn of any joint that leaves the hand where it is makes the pose likelier:
 * g is a sum of rows of J. */
static void the_solution_is_a_maximum_under_the_target(void **state)
{
    (void)state;
    scene s;
    const pd_ik_target hand = hand_at(0.35, 1.25, 0.3);
    open(&s, &hand, 1);
    s.job.tolerance = 1e-6;
    solve(&s);
    assert_int_equal(s.job.status, PD_IK_REACHED);
    double g[3 * K], j[3][3 * K], step = 1e-4;
    for (int i = 3; i < 3 * K; i++) {
        double value[2];
        pd_vec3 tip[2], at[K];
        for (int end = 0; end < 2; end++) {
            pd_quat q[K];
            memcpy(q, s.rotations, sizeof q);
            pd_vec3 turn = {0, 0, 0};
            *(i % 3 == 0 ? &turn.x : i % 3 == 1 ? &turn.y : &turn.z) = end ? step : -step;
            q[i / 3] = pd_q_mul(pd_q_from_rotvec(turn), q[i / 3]);
            value[end] = likely(q, -1);
            pd_anim_skeleton_forward(at, NULL, &s.sk, q, pd_vec3_make(0, 0, 0));
            tip[end] = at[20];
        }
        g[i] = (value[1] - value[0]) / (2 * step);
        pd_vec3 way = pd_vec3_scale(pd_vec3_sub(tip[1], tip[0]), 0.5 / step);
        j[0][i] = way.x, j[1][i] = way.y, j[2][i] = way.z;
    }
    /* what of g is no sum of rows: Gram-Schmidt */
    double before = 0, left = 0;
    for (int i = 3; i < 3 * K; i++) before += g[i] * g[i];
    for (int r = 0; r < 3; r++) {
        double length = 0, along = 0;
        for (int b = 0; b < r; b++) {
            double dot = 0;
            for (int i = 3; i < 3 * K; i++) dot += j[r][i] * j[b][i];
            for (int i = 3; i < 3 * K; i++) j[r][i] -= dot * j[b][i];
        }
        for (int i = 3; i < 3 * K; i++) length += j[r][i] * j[r][i];
        for (int i = 3; i < 3 * K; i++) j[r][i] /= sqrt(length), along += j[r][i] * g[i];
        for (int i = 3; i < 3 * K; i++) g[i] -= along * j[r][i];
    }
    for (int i = 3; i < 3 * K; i++) left += g[i] * g[i];
    if (!(sqrt(left) < 0.05 * sqrt(before) + 0.5)) fail_msg("%g of %g left", sqrt(left), sqrt(before));
    pd_arena_deinit(&s.arena);
}

static void styles_bend_their_own_joints(void **state)
{
    (void)state;
    scene s;
    const pd_ik_target head = {.joint = 15, .chain_root = -1, .has_position = 1, .position = {0, 1.53, 0.03}};
    double knee[2];
    for (int style = 0; style < 2; style++) {
        open(&s, &head, 1);
        s.job.example.style = 1 + style;
        solve(&s);
        assert_int_equal(s.job.status, PD_IK_REACHED);
        knee[style] = pd_q_angle(s.rotations[4], pd_q_identity());
        assert_true(likely(s.rotations, style) > likely(s.rotations, !style));
        pd_arena_deinit(&s.arena);
    }
    assert_true(knee[0] < 0.3);
    assert_true(knee[1] > 0.8);
}

static void limits_hold_also_where_the_prior_would_go_beyond(void **state)
{
    (void)state;
    scene s;
    const pd_ik_target hand = hand_at(0.35, 1.3, 0.25);
    open(&s, &hand, 1);
    s.job.example.style = 2;
    s.job.limits = s.limits;
    s.limits[4] = (pd_ik_limit){.kind = PD_IK_HINGE, .frame = {0, 0, 0, 1}, .min = {0}, .max = {0.3}};
    s.limits[5].kind = PD_IK_LOCKED;
    solve(&s);
    assert_int_equal(s.job.status, PD_IK_REACHED);
    for (int j = 1; j < K; j++) assert_true(pd_ik_limit_excess(&s.limits[j], s.rotations[j]) < 1e-4);
    assert_true(pd_q_angle(s.rotations[4], pd_q_identity()) > 0.25); /* as far as it may */
    assert_true(s.hits[4] & PD_IK_HIT_TWIST);
    assert_true(pd_q_angle(s.rotations[5], pd_q_identity()) < 1e-9);
    pd_arena_deinit(&s.arena);
}

static void only_the_named_chains_turn(void **state)
{
    (void)state;
    scene s;
    pd_ik_target hand = hand_at(0.5, 1.3, 0.2);
    hand.chain_root = 16;
    open(&s, &hand, 1);
    s.job.example.style = 2; /* wants bent knees */
    solve(&s);
    assert_int_equal(s.job.status, PD_IK_REACHED);
    for (int j = 0; j < K; j++)
        if (j != 16 && j != 18) assert_true(pd_q_angle(s.rotations[j], pd_q_identity()) < 1e-9);
    pd_arena_deinit(&s.arena);
}

/* The tolerance is the remainder after a last step that gains 0.1 nat. */
static void a_root_that_may_move_turns_and_goes_with_its_targets(void **state)
{
    (void)state;
    scene s, t;
    pd_rng rng;
    pd_ik_target targets[5], moved[5];
    const pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 2.2);
    const pd_vec3 way = {3, 0.1, -2};
    pd_rng_init(&rng, 9);
    open(&s, targets, 5);
    sample_targets(targets, &s.sk, &rng);
    memcpy(moved, targets, sizeof moved);
    for (int i = 0; i < 5; i++) moved[i].position = pd_vec3_add(way, pd_q_rotate(turn, targets[i].position));
    s.job.move_root = 1;
    solve(&s);
    open(&t, moved, 5);
    t.job.move_root = 1;
    solve(&t);
    assert_int_equal(s.job.status, PD_IK_REACHED);
    assert_int_equal(t.job.status, PD_IK_REACHED);
    for (int j = 1; j < K; j++) assert_true(pd_q_angle(s.rotations[j], t.rotations[j]) < 0.01);
    for (int j = 0; j < K; j++)
        assert_true(pd_vec3_distance(pd_vec3_add(way, pd_q_rotate(turn, s.positions[j])), t.positions[j]) <
                    5e-3);
    pd_arena_deinit(&s.arena);
    pd_arena_deinit(&t.arena);
}

static void the_same_job_gives_the_same_bits(void **state)
{
    (void)state;
    scene s, t;
    const pd_ik_target hand = hand_at(0.3, 1.1, 0.35);
    open(&s, &hand, 1);
    open(&t, &hand, 1);
    solve(&s);
    solve(&t);
    assert_memory_equal(s.rotations, t.rotations, K * sizeof *s.rotations);
    pd_arena_deinit(&s.arena);
    pd_arena_deinit(&t.arena);
}

static void a_target_out_of_reach_is_reported(void **state)
{
    (void)state;
    scene s;
    const pd_ik_target hand = hand_at(3, 1.3, 0);
    open(&s, &hand, 1);
    solve(&s);
    assert_int_equal(s.job.status, PD_IK_UNREACHABLE);
    assert_true(s.positions[20].x > 0.5);
    for (int j = 0; j < K; j++) assert_true(pd_q_finite(s.rotations[j]));
    pd_arena_deinit(&s.arena);
}

static void a_followed_target_turns_no_joint_faster_than_it_may(void **state)
{
    (void)state;
    scene s;
    pd_ik_target hand = hand_at(0.35, 1.25, 0.3);
    pd_quat start[K];
    open(&s, &hand, 1);
    solve(&s);
    for (int frame = 1; frame < 30; frame++) {
        memcpy(start, s.rotations, sizeof start);
        s.job.start = start;
        s.job.max_rotation = 0.08;
        hand.position = pd_vec3_make(0.35, 1.25 + 0.008 * frame, 0.3);
        solve(&s);
        for (int j = 0; j < K; j++) assert_true(pd_q_angle(start[j], s.rotations[j]) < 0.081);
        assert_true(s.results[0].position_error < 0.01);
    }
    pd_arena_deinit(&s.arena);
}

static void the_second_level_does_not_disturb_the_first(void **state)
{
    (void)state;
    scene s;
    pd_ik_target both[2] = {hand_at(0.35, 1.25, 0.3), hand_at(0.35, 1.45, 0.3)};
    both[1].joint = 22; /* the hand higher than the wrist can be under it */
    both[1].priority = 2;
    open(&s, both, 2);
    solve(&s);
    assert_true(s.results[0].position_error < 1e-3);
    pd_arena_deinit(&s.arena);
}

static void the_prior_poses_the_motion_skeleton(void **state)
{
    (void)state;
    scene s;
    pd_ik_target hand = {.chain_root = -1, .has_position = 1, .position = {0.3, 0.3, 0.3}};
    open(&s, &hand, 1);
    pd_anim_biped_skeleton(&s.sk);
    hand.joint = PD_BIPED_L_HAND;
    s.job.example.style = 2;
    solve(&s);
    assert_int_equal(s.job.status, PD_IK_REACHED);
    assert_true(pd_q_angle(s.rotations[PD_BIPED_L_SHIN], pd_q_identity()) > 0.8);
    pd_arena_deinit(&s.arena);
}

static void expect_refused(scene *s, const char *where, const char *detail)
{
    pd_error err = {0};
    assert_int_not_equal(pd_ik_job_check(&s->job, &err), PD_OK);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("\"%s\" is not in \"%s\"", detail, err.detail);
}

static void an_example_based_job_without_its_prior_is_refused_by_the_name_of_the_part(void **state)
{
    (void)state;
    scene s;
    const pd_ik_target tip = {.joint = 2, .chain_root = -1, .has_position = 1, .position = {0.3, 1.5, 0}};
    open(&s, &tip, 1);
    s.job.example.prior = NULL;
    expect_refused(&s, "/solver", "no pose prior is loaded");
    s.job.example.prior = prior;
    s.job.example.style = 3;
    expect_refused(&s, "/style", "0 to 2 allowed");
    s.job.example.style = 0;
    const pd_anim_joint joints[] = {
        {"base", NULL, {0, 0, 0}}, {"middle", "base", {0, 1, 0}}, {"tip", "middle", {0, 1, 0}}};
    pd_anim_skeleton_init(&s.sk, joints, 3, NULL);
    expect_refused(&s, "/skeleton", "23 of the 24 joints of the pose prior are missing: left_hip, right_hip");
    pd_arena_deinit(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_met_and_the_pose_is_likelier_than_that_of_dls),
        cmocka_unit_test(the_solution_is_a_maximum_under_the_target),
        cmocka_unit_test(styles_bend_their_own_joints),
        cmocka_unit_test(limits_hold_also_where_the_prior_would_go_beyond),
        cmocka_unit_test(only_the_named_chains_turn),
        cmocka_unit_test(a_root_that_may_move_turns_and_goes_with_its_targets),
        cmocka_unit_test(the_same_job_gives_the_same_bits),
        cmocka_unit_test(a_target_out_of_reach_is_reported),
        cmocka_unit_test(a_followed_target_turns_no_joint_faster_than_it_may),
        cmocka_unit_test(the_second_level_does_not_disturb_the_first),
        cmocka_unit_test(the_prior_poses_the_motion_skeleton),
        cmocka_unit_test(an_example_based_job_without_its_prior_is_refused_by_the_name_of_the_part),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
