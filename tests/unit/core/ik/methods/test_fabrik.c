/* Tests FABRIK on chains: targets within reach, out of reach, at the root and on the chain's line. Bone
 * lengths must stay, and the tip must be where the geometry allows. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/methods/fabrik.h"

#define JOINTS 10

typedef struct chain {
    pd_vec3 positions[JOINTS];
    double lengths[JOINTS - 1];
    pd_ik_fabrik_job job;
} chain;

/* Makes ten joints straight along +X, one metre in all. */
static void lay(chain *c, pd_vec3 target)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < JOINTS; i++) c->positions[i] = pd_vec3_make(i / (JOINTS - 1.0), 0, 0);
    for (int i = 0; i < JOINTS - 1; i++) c->lengths[i] = 1 / (JOINTS - 1.0);
    c->job.positions = c->positions;
    c->job.lengths = c->lengths;
    c->job.count = JOINTS;
    c->job.target = target;
    c->job.tolerance = 1e-3;
    c->job.iterations = 100;
}

static void expect_lengths_kept(const chain *c)
{
    for (int i = 0; i + 1 < c->job.count; i++)
        assert_near(pd_vec3_distance(c->positions[i], c->positions[i + 1]), c->lengths[i], 1e-12);
}

static void a_target_in_reach_is_reached_and_the_root_stays(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0.2, 0.5, -0.3));
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_REACHED);
    assert_true(c.job.error <= 1e-3);
    assert_near(pd_vec3_distance(c.positions[JOINTS - 1], c.job.target), c.job.error, 1e-15);
    assert_near(pd_vec3_length(c.positions[0]), 0, 0);
    expect_lengths_kept(&c);
}

static void an_unreachable_target_is_reached_for_in_a_straight_line(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0, 0, 4));
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_UNREACHABLE);
    assert_int_equal(c.job.iterations_used, 0);
    assert_near(c.job.error, 3, 1e-12);
    assert_near(pd_vec3_distance(c.positions[4], pd_vec3_make(0, 0, 4 / 9.0)), 0, 1e-12);
    expect_lengths_kept(&c);
}

static void a_straight_chain_with_the_target_on_its_line_is_solved(void **state)
{
    (void)state;
    for (int i = -9; i <= 9; i++) {
        chain c;
        lay(&c, pd_vec3_make(i / 10.0, 0, 0));
        pd_ik_fabrik_run(&c.job);
        if (c.job.status != PD_IK_REACHED) fail_msg("target at %g: %g m left", i / 10.0, c.job.error);
        expect_lengths_kept(&c);
    }
}

static void a_straight_chain_bends_in_the_given_direction(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0.6, 0, 0));
    c.job.bend = pd_vec3_make(3, 0, -2);
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_REACHED);
    for (int i = 1; i < JOINTS - 2; i++) assert_true(c.positions[i].z < -0.01);
    assert_near(c.positions[5].y, 0, 1e-12);
}

static void a_target_nearer_than_the_longest_bone_allows_folds_the_chain(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0, 0.1, 0));
    c.job.count = 3;
    c.lengths[0] = 1;
    c.lengths[1] = 0.25;
    c.positions[1] = pd_vec3_make(1, 0, 0);
    c.positions[2] = pd_vec3_make(1.25, 0, 0);
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_UNREACHABLE);
    assert_near(c.job.error, 0.65, 1e-12);
    expect_lengths_kept(&c);
}

static void a_target_at_the_root_is_reached(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0, 0, 0));
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_REACHED);
    expect_lengths_kept(&c);
}

static void targets_are_reached_with_bones_of_length_zero(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0.1, 0.4, 0.2));
    c.lengths[3] = 0;
    c.lengths[8] = 0;
    for (int i = 0; i + 1 < JOINTS; i++)
        c.positions[i + 1] = pd_vec3_fma(c.positions[i], c.lengths[i], pd_vec3_make(1, 0, 0));
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_REACHED);
    expect_lengths_kept(&c);
    lay(&c, pd_vec3_make(0, 1, 0));
    memset(c.lengths, 0, sizeof c.lengths);
    memset(c.positions, 0, sizeof c.positions);
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_UNREACHABLE);
    assert_near(c.job.error, 1, 1e-15);
}

static void the_arch_turns_to_the_pole_and_the_tip_stays(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0.6, 0.1, 0));
    c.job.has_pole = 1;
    c.job.pole = pd_vec3_make(0.3, 0, 7);
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_REACHED);
    assert_true(pd_vec3_distance(c.positions[JOINTS - 1], c.job.target) <= 1e-3);
    pd_vec3 arch = {0, 0, 0}, line = pd_vec3_unit_or(c.positions[JOINTS - 1], pd_vec3_make(1, 0, 0));
    for (int i = 1; i < JOINTS - 1; i++) arch = pd_vec3_add(arch, pd_vec3_reject(c.positions[i], line));
    pd_vec3 wanted = pd_vec3_reject(c.job.pole, line);
    double cosine = pd_vec3_dot(arch, wanted) / (pd_vec3_length(arch) * pd_vec3_length(wanted));
    assert_near(cosine, 1, 1e-9);
    expect_lengths_kept(&c);
}

static int two_more(void *ctx)
{
    return (*(int *)ctx)-- > 0;
}

static void an_interrupted_search_reports_it(void **state)
{
    (void)state;
    chain c;
    lay(&c, pd_vec3_make(0.2, 0.5, -0.3));
    c.job.tolerance = 1e-9;
    c.job.iterations = 1;
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_BUDGET);
    assert_int_equal(c.job.iterations_used, 1);
    int left = 2;
    lay(&c, pd_vec3_make(0.2, 0.5, -0.3));
    c.job.tolerance = 1e-9;
    c.job.keep_going = two_more;
    c.job.ctx = &left;
    pd_ik_fabrik_run(&c.job);
    assert_int_equal(c.job.status, PD_IK_BUDGET);
    assert_int_equal(c.job.iterations_used, 2);
    expect_lengths_kept(&c);
}

static pd_vec3 in_ball(pd_rng *rng, double radius)
{
    for (;;) {
        pd_vec3 v = {2 * pd_rng_uniform(rng) - 1, 2 * pd_rng_uniform(rng) - 1, 2 * pd_rng_uniform(rng) - 1};
        if (pd_vec3_length(v) <= 1) return pd_vec3_scale(v, radius);
    }
}

/* The row of the targets: ten joints, uniform in the ball of 0.95 of the length, straight start, 1e-3. */
static void ten_joints_take_eight_iterations_on_average(void **state)
{
    (void)state;
    enum { TARGETS = 2000 };
    pd_rng rng;
    pd_rng_init(&rng, 11);
    long sum = 0;
    int most = 0, reached = 0;
    for (int i = 0; i < TARGETS; i++) {
        chain c;
        lay(&c, in_ball(&rng, 0.95));
        pd_ik_fabrik_run(&c.job);
        sum += c.job.iterations_used;
        if (c.job.iterations_used > most) most = c.job.iterations_used;
        reached += c.job.status == PD_IK_REACHED;
        expect_lengths_kept(&c);
    }
    printf(
        "fabrik, 10 joints, %d targets in the 0.95 ball, straight start, 1e-3: %.2f iterations, %d at most\n",
        TARGETS, (double)sum / TARGETS, most);
    assert_int_equal(reached, TARGETS);
    assert_true(sum <= 8L * TARGETS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_in_reach_is_reached_and_the_root_stays),
        cmocka_unit_test(an_unreachable_target_is_reached_for_in_a_straight_line),
        cmocka_unit_test(a_straight_chain_with_the_target_on_its_line_is_solved),
        cmocka_unit_test(a_straight_chain_bends_in_the_given_direction),
        cmocka_unit_test(a_target_nearer_than_the_longest_bone_allows_folds_the_chain),
        cmocka_unit_test(a_target_at_the_root_is_reached),
        cmocka_unit_test(targets_are_reached_with_bones_of_length_zero),
        cmocka_unit_test(the_arch_turns_to_the_pole_and_the_tip_stays),
        cmocka_unit_test(an_interrupted_search_reports_it),
        cmocka_unit_test(ten_joints_take_eight_iterations_on_average),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
