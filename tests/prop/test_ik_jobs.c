/* @heavy: takes over five seconds under ASan. */
/* Properties of inverse kinematics for random jobs with every option, each solver for a few iterations and
 * until it ends: joints follow from the rotations, errors are those of the pose, joints off the chains do not
 * move, limits and the largest rotation hold, and the same job gives the same bits. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/search/alternatives.h"
#include "core/ik/search/solve.h"
#include "core/ik/job/limit.h"
#include "tests/support/human.h"
#include "tests/support/pose_networks.h"
#include "tests/support/priors.h"

#include <stdlib.h>

#define PROBLEMS 800
#define JOINTS   24

/* A problem with all that its job points to. */
typedef struct problem {
    pd_ik_target targets[PD_IK_MAX_TARGETS];
    pd_ik_result results[PD_IK_MAX_TARGETS];
    pd_quat start[JOINTS], previous[JOINTS], rotations[JOINTS];
    pd_vec3 positions[JOINTS], moved;
    pd_ik_limit limits[JOINTS];
    unsigned char hit[JOINTS];
    double gains[JOINTS], twists[JOINTS];
    pd_ik_coupling couplings[2];
    pd_ik_job job;
} problem;

static pd_anim_skeleton skeleton;
static pd_ik_prior *prior;
static pd_ik_neural *network;

static int chance(pd_rng *rng, double part)
{
    return pd_rng_uniform(rng) < part;
}

static pd_vec3 about(pd_rng *rng, pd_vec3 middle, double size)
{
    pd_vec3 v = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_vec3_fma(middle, size, v);
}

static pd_quat turn(pd_rng *rng, double size)
{
    return pd_q_from_rotvec(about(rng, pd_vec3_make(0, 0, 0), size));
}

static void set_target(pd_ik_target *t, int which, const pd_vec3 *places, const pd_quat *turned, pd_rng *rng)
{
    static const int tips[] = {20, 21, 7, 8, 15, 22, 10, 12};
    int joint = tips[(which + pd_rng_below(rng, 2)) % 8];
    *t = (pd_ik_target){.joint = joint, .chain_root = -1, .weight = chance(rng, 0.3) ? 3 : 0};
    int kind = pd_rng_below(rng, 10);
    t->has_position = kind < 6 || kind == 9;
    t->position = about(rng, places[joint], chance(rng, 0.1) ? 1 : 0.05);
    t->has_orientation = kind == 4 || kind == 5;
    t->orientation = pd_q_mul(turn(rng, 0.2), turned[joint]);
    t->has_look = kind == 6;
    t->look_at = about(rng, pd_vec3_make(0, 1.2, 2), 0.5);
    if (chance(rng, 0.5)) t->look_axis = pd_vec3_make(0.2, 0, 1);
    t->has_distance = kind == 7;
    t->distance = pd_rng_between(rng, 0.1, 0.6);
    t->distance_to = chance(rng, 0.5) ? (joint == 20 ? 21 : 20) : -1;
    t->distance_point = about(rng, places[joint], 0.2);
    t->keep = kind == 8 && chance(rng, 0.5);
    t->has_centre = kind == 8 && !t->keep;
    t->centre = about(rng, places[0], 0.05);
    t->has_pole = t->has_position && chance(rng, 0.2);
    t->pole = about(rng, pd_vec3_make(0, 1, -1), 0.5);
    if (chance(rng, 0.2)) t->chain_root = joint == 15 || joint == 12 ? 3 : joint < 12 ? 0 : 3;
    if (chance(rng, 0.15)) t->priority = 2;
    if (chance(rng, 0.1))
        t->has_frame = 1, t->frame = 3, t->position = about(rng, pd_vec3_make(0.2, 0.2, 0.3), 0.05);
}

static void set_limits(problem *p, pd_rng *rng)
{
    for (int j = 0; j < JOINTS; j++) {
        pd_ik_limit *l = &p->limits[j];
        pd_ik_limit_of(l, skeleton.names[j]);
        if (l->kind == PD_IK_BALL && chance(rng, 0.2)) l->box = 1;
        if (j > 11 && chance(rng, 0.05)) *l = (pd_ik_limit){.kind = PD_IK_LOCKED, .frame = {0, 0, 0, 1}};
        if (chance(rng, 0.05))
            *l = (pd_ik_limit){
                .kind = PD_IK_HINGE, .frame = turn(rng, 1), .min = {-0.4, 0, 0}, .max = {0.7, 0, 0}};
        if (chance(rng, 0.05)) *l = (pd_ik_limit){0};
    }
    p->job.limits = p->limits;
}

/* Makes targets of all joints from a random pose, for HybrIK. */
static void ask_for_all(problem *p, pd_rng *rng)
{
    pd_quat local[JOINTS];
    pd_vec3 places[JOINTS];
    for (int j = 0; j < JOINTS; j++) local[j] = turn(rng, 0.4), p->twists[j] = 0.2 * pd_rng_normal(rng);
    pd_anim_skeleton_forward(places, NULL, &skeleton, local, pd_vec3_make(0.1, 0, 0));
    for (int j = 0; j < JOINTS; j++)
        p->targets[j] = (pd_ik_target){
            .joint = j, .chain_root = -1, .has_position = 1, .position = about(rng, places[j], 0.005)};
    p->job.target_count = JOINTS;
    p->job.hybrik.twists = chance(rng, 0.7) ? p->twists : NULL;
    p->job.hybrik.naive = chance(rng, 0.3);
}

static void make(problem *p, int number)
{
    pd_rng rng;
    pd_vec3 places[JOINTS];
    pd_quat turned[JOINTS];
    pd_rng_init(&rng, (uint64_t)number);
    memset(p, 0, sizeof *p);
    p->job = (pd_ik_job){
        .rotations = p->rotations, .positions = p->positions, .results = p->results, .skeleton = &skeleton};
    p->job.limits_hit = p->hit, p->job.moved = &p->moved, p->job.targets = p->targets;
    p->job.solver = (pd_ik_solver)(number % PD_IK_SOLVER_COUNT);
    for (int j = 0; j < JOINTS; j++)
        p->start[j] = turn(&rng, 0.15), p->previous[j] = pd_q_mul(turn(&rng, 0.05), p->start[j]);
    if (chance(&rng, 0.7)) p->job.start = p->start;
    p->job.translation = chance(&rng, 0.3) ? pd_vec3_make(0.1, 0.05, -0.1) : pd_vec3_make(0, 0, 0);
    pd_anim_skeleton_forward(places, turned, &skeleton, p->job.start, p->job.translation);

    p->job.iterations = 1 + pd_rng_below(&rng, 12);
    p->job.tolerance = chance(&rng, 0.5) ? 1e-6 : 0;
    p->job.restarts = chance(&rng, 0.6) ? -1 : 1 + pd_rng_below(&rng, 3);
    if (chance(&rng, 0.5)) set_limits(p, &rng);
    p->job.target_count = 1 + pd_rng_below(&rng, 4);
    int closed = p->job.solver == PD_IK_TWO_BONE;
    for (int t = 0; t < p->job.target_count; t++) {
        set_target(&p->targets[t], (2 * t + number / PD_IK_SOLVER_COUNT) % 8, places, turned, &rng);
        if (closed)
            p->targets[t] = (pd_ik_target){.joint = t % 2 ? 20 + t / 2 : 7 + t / 2,
                                           .chain_root = -1,
                                           .has_position = 1,
                                           .position = p->targets[t].position,
                                           .has_pole = p->targets[t].has_pole,
                                           .pole = p->targets[t].pole};
    }

    p->job.move_root = !closed && chance(&rng, 0.3);
    p->job.rest_gain = chance(&rng, 0.3) ? 0.5 : 0;
    p->job.natural = (pd_ik_natural)pd_rng_below(&rng, 3);
    for (int j = 0; j < JOINTS; j++) p->gains[j] = pd_rng_uniform(&rng);
    if (chance(&rng, 0.3)) p->job.rest_gains = p->gains;
    if (chance(&rng, 0.2))
        p->job.max_rotation = 0.1, p->job.previous = chance(&rng, 0.5) ? p->previous : NULL;
    p->job.dls.damping = (pd_ik_damping)pd_rng_below(&rng, 3);
    p->job.dls.lambda = chance(&rng, 0.5) ? 0.3 : 0;
    if (p->job.solver == PD_IK_OPTIMIZE && chance(&rng, 0.5)) {
        p->couplings[0] = (pd_ik_coupling){.count = 2, .joint = {4, 5}, .angle = {0, 0}, .factor = {1, -1}};
        p->couplings[1] =
            (pd_ik_coupling){.count = 1, .joint = {18}, .angle = {1}, .factor = {2}, .equals = 0.2};
        p->job.optimize.couplings = p->couplings, p->job.optimize.coupling_count = 2;
    }
    if (p->job.solver == PD_IK_HYBRIK) ask_for_all(p, &rng);
    p->job.example.prior = prior, p->job.example.style = pd_rng_below(&rng, 3);
    p->job.neural.network = network;
}

/* Removes all targets but positions, for solvers that support only these. */
static void simplify(problem *p)
{
    for (int t = 0; t < p->job.target_count; t++) {
        const pd_ik_target all = p->targets[t];
        p->targets[t] = (pd_ik_target){.joint = all.joint,
                                       .chain_root = -1,
                                       .has_position = 1,
                                       .position = all.position,
                                       .weight = all.weight};
    }
}

/* ---- what holds for every job, whatever solver and options */

/* Checks the properties of every answer, reached or not.
 * HybrIK matches positions even beyond the joint limits. */
static void check_answer(const problem *p)
{
    const pd_ik_job *job = &p->job;
    pd_vec3 at[JOINTS];
    pd_quat world[JOINTS];
    bool above[JOINTS] = {false}, has_centre = false, meets = true;

    /* Joints stand where the rotations put them. */
    pd_anim_skeleton_forward(at, world, &skeleton, p->rotations, p->moved);
    for (int j = 0; j < JOINTS; j++) {
        assert_true(pd_q_finite(p->rotations[j]));
        assert_true(pd_vec3_distance(at[j], p->positions[j]) < 1e-9);
    }
    const bool whole = job->solver == PD_IK_HYBRIK || job->solver == PD_IK_NEURAL ||
                       job->solver == PD_IK_EXAMPLE; /* they pose all of the body */
    if (!job->move_root && !whole) assert_true(pd_vec3_distance(p->moved, job->translation) < 1e-12);

    /* Errors are those of the pose; a job is reached when none is larger than the tolerance. */
    const double tolerance = job->tolerance > 0 ? job->tolerance : PD_IK_DEFAULT_TOLERANCE;
    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *want = &p->targets[t];
        const pd_ik_result *r = &p->results[t];
        const double worst =
            fmax(fmax(fmax(r->position_error, r->orientation_error), fmax(r->look_error, r->distance_error)),
                 r->centre_error);
        assert_true(r->solver != PD_IK_AUTO);
        meets = meets && worst <= 1.0001 * tolerance;
        if (r->status == PD_IK_REACHED) assert_true(worst <= 1.0001 * tolerance);
        has_centre = has_centre || want->has_centre;
        for (int j = want->joint; j >= 0; j = skeleton.parents[j]) above[j] = true;
        if (want->has_distance && want->distance_to >= 0)
            for (int j = want->distance_to; j >= 0; j = skeleton.parents[j]) above[j] = true;

        pd_vec3 aim = want->position;
        pd_quat turned = want->orientation;
        if (want->has_frame) {
            aim = pd_vec3_add(at[want->frame], pd_q_rotate(world[want->frame], aim));
            turned = pd_q_mul(world[want->frame], turned);
        }
        assert_near(r->position_error,
                    want->has_position ? pd_vec3_distance(aim, at[want->joint])
                    : want->keep       ? r->position_error
                                       : 0,
                    1e-9);
        if (want->has_orientation)
            assert_near(r->orientation_error, pd_q_angle(world[want->joint], turned), 1e-7);
        if (want->has_look) {
            const pd_vec3 axis =
                pd_vec3_length(want->look_axis) > 0 ? want->look_axis : pd_vec3_make(0, 0, 1);
            const pd_vec3 looks = pd_vec3_unit_or(pd_q_rotate(world[want->joint], axis), axis),
                          to = pd_vec3_unit_or(pd_vec3_sub(want->look_at, at[want->joint]), axis);
            assert_near(r->look_error,
                        atan2(pd_vec3_length(pd_vec3_cross(looks, to)), pd_vec3_dot(looks, to)), 1e-7);
        }
        if (want->has_distance) {
            const pd_vec3 other = want->distance_to >= 0 ? at[want->distance_to] : want->distance_point;
            assert_near(r->distance_error, fabs(pd_vec3_distance(at[want->joint], other) - want->distance),
                        1e-9);
        }
    }
    if (job->status == PD_IK_REACHED) assert_true(meets);

    /* Joints that move no target keep their rotations, limits hold, and no joint turns by more than the
     * largest rotation. */
    for (int j = 0; j < JOINTS; j++) {
        const pd_quat start = job->start ? job->start[j] : pd_q_identity();
        const bool stays = pd_q_angle(p->rotations[j], start) < 1e-7;
        const bool starts_inside = !job->limits || pd_ik_limit_excess(&p->limits[j], start) < 1e-9;
        if (!above[j] && !has_centre && !whole && starts_inside) assert_true(stays);
        if (job->limits && !stays && job->solver != PD_IK_HYBRIK && !(job->max_rotation > 0))
            assert_true(pd_ik_limit_excess(&p->limits[j], p->rotations[j]) < 1e-4);
        if (job->max_rotation > 0 && !job->previous && starts_inside && !whole)
            assert_true(pd_q_angle(p->rotations[j], start) < job->max_rotation + 1e-6);
        if (!job->limits && !(job->max_rotation > 0)) assert_true(!p->hit[j]);
    }
}

static bool solve(problem *p)
{
    pd_arena arena;
    if (pd_ik_job_check(&p->job, NULL) != PD_OK) return false;
    assert_true(pd_arena_init(&arena, pd_ik_job_scratch_bytes(&p->job)));
    pd_ik_job_run(&p->job, &arena);
    assert_int_equal(arena.used, 0);
    pd_arena_deinit(&arena);
    return true;
}

static void an_early_answer_reports_its_residuals_and_keeps_the_limits(void **state)
{
    (void)state;
    int solved = 0;
    problem *p = malloc(sizeof *p), *again = malloc(sizeof *again);
    assert_true(p && again);
    for (int i = 0; i < PROBLEMS; i++) {
        make(p, i), make(again, i);
        if (pd_ik_job_check(&p->job, NULL) != PD_OK) {
            simplify(p), p->job.move_root = 0;
            simplify(again), again->job.move_root = 0;
        }
        if (!solve(p)) continue;
        check_answer(p);
        assert_true(solve(again));
        assert_memory_equal(p->rotations, again->rotations,
                            sizeof p->rotations); /* the same job, the same bits */
        solved++;
    }
    assert_true(solved > 0.9 * PROBLEMS);
    free(p), free(again);
}

/* Makes targets for hands, feet and head, or some of them. */
static void ask_for_tips(problem *p, int number, double size)
{
    static const int tips[5] = {20, 21, 7, 8, 15};
    pd_rng rng;
    pd_vec3 places[JOINTS];
    pd_quat turned[JOINTS];
    pd_rng_init(&rng, 1000 + (uint64_t)number);
    pd_anim_skeleton_forward(places, turned, &skeleton, p->job.start, p->job.translation);
    p->job.target_count = 0;
    for (int t = 0; t < 5; t++) {
        if (number >> 5 & 1 << t) continue;
        p->targets[p->job.target_count++] =
            (pd_ik_target){.joint = tips[t],
                           .chain_root = number % 3 ? -1 : 0,
                           .has_position = 1,
                           .position = about(&rng, places[tips[t]], size),
                           .has_orientation = number % 4 == 1,
                           .orientation = pd_q_mul(turn(&rng, 0.3), turned[tips[t]]),
                           .weight = t == 1 ? 2 : 0};
    }
}

static void a_complete_answer_reports_its_residuals_and_keeps_the_limits(void **state)
{
    int solved = 0;
    problem *p = malloc(sizeof *p);
    (void)state;
    assert_non_null(p);
    for (int i = 0; i < 660; i++) {
        make(p, i);
        if (i % 2 && p->job.solver != PD_IK_HYBRIK) ask_for_tips(p, i, i % 5 ? 0.08 : 0.4);
        if (i % 3) p->job.iterations = i % 3 == 1 ? 0 : 25;
        if (i % 5 == 3) p->job.start = NULL;
        if (i % 7 == 0) p->job.restarts = 0;
        if (pd_ik_job_check(&p->job, NULL) != PD_OK) simplify(p), p->job.move_root = 0;
        if (!solve(p)) continue;
        check_answer(p);
        solved++;
    }
    assert_true(solved > 600);
    free(p);
}

static int set_up(void **state)
{
    (void)state;
    human_init(&skeleton);
    prior = priors_built(4, 3, 1);
    network = pose_networks_built(16, 1, 0.1, 2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_ik_prior_release(prior);
    pd_ik_neural_release(network);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_early_answer_reports_its_residuals_and_keeps_the_limits),
        cmocka_unit_test(a_complete_answer_reports_its_residuals_and_keeps_the_limits)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
