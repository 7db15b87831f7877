#ifndef TESTS_SUPPORT_PERSON_JOB_H
#define TESTS_SUPPORT_PERSON_JOB_H
/* IK jobs of a person: all arrays that a job writes to, an initial job, and running it with checks of what always holds. Include cmocka first. */
#include "core/base/rng.h"
#include "core/ik/search/solve.h"
#include "core/ik/search/simultaneous.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;
static pd_ik_limit limits[24];
/* not every test needs them */
static pd_ik_limit own_limits[24] __attribute__((unused));
static pd_quat rotations[24], begin[24];
static pd_vec3 positions[24], moved;
static pd_ik_result results[PD_IK_MAX_TARGETS];
static unsigned char hits[24];
static pd_arena arena;
static pd_rng rng __attribute__((unused));

static const pd_ik_solver all_solvers[] = {PD_IK_DLS, PD_IK_PINV,   PD_IK_TRANSPOSE,
                                           PD_IK_CCD, PD_IK_FABRIK, PD_IK_OPTIMIZE};

static int joint(const char *name)
{
    return pd_anim_skeleton_find(&sk, name);
}

static pd_ik_job job_of(const pd_ik_target *targets, int count, pd_ik_solver solver)
{
    for (int j = 0; j < 24; j++) begin[j] = pd_q_identity();
    return (pd_ik_job){.rotations = rotations,
                       .positions = positions,
                       .results = results,
                       .skeleton = &sk,
                       .start = begin,
                       .targets = targets,
                       .target_count = count,
                       .solver = solver,
                       .limits = limits,
                       .limits_hit = hits,
                       .moved = &moved};
}

static void run(pd_ik_job *job)
{
    pd_error err = {0};
    if (pd_ik_job_check(job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(job));
    pd_ik_job_run(job, &arena);
    assert_int_equal(arena.used, 0);
    for (int j = 0; j < sk.joint_count; j++) assert_true(pd_q_finite(rotations[j]));
}

static double excess(const pd_ik_job *job)
{
    double worst = 0;
    for (int j = 0; j < sk.joint_count && job->limits; j++)
        worst = fmax(worst, pd_ik_limit_excess(&job->limits[j], rotations[j]));
    return worst;
}

static inline int person_job_set_up(void **state)
{
    (void)state;
    human_init(&sk);
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);
    return !pd_arena_init(&arena, 0);
}

static inline int person_job_tear_down(void **state)
{
    (void)state;
    pd_arena_deinit(&arena);
    return 0;
}

#endif
