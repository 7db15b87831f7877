/* IK jobs of a person (person_job.h). */
#include "tests/support/cmocka.h"

#include "tests/support/human.h"
#include "tests/support/person_job.h"

person_job_arrays person;

const pd_ik_solver person_all_solvers[PERSON_SOLVERS] = {PD_IK_DLS, PD_IK_PINV,   PD_IK_TRANSPOSE,
                                                         PD_IK_CCD, PD_IK_FABRIK, PD_IK_OPTIMIZE};

int person_joint(const char *name)
{
    return pd_anim_skeleton_find(&person.skeleton, name);
}

pd_ik_job person_job_of(const pd_ik_target *targets, int count, pd_ik_solver solver)
{
    for (int j = 0; j < 24; j++) person.begin[j] = pd_q_identity();
    return (pd_ik_job){.rotations = person.rotations,
                       .positions = person.positions,
                       .results = person.results,
                       .skeleton = &person.skeleton,
                       .start = person.begin,
                       .targets = targets,
                       .target_count = count,
                       .solver = solver,
                       .limits = person.limits,
                       .limits_hit = person.hits,
                       .moved = &person.moved};
}

void person_job_run(pd_ik_job *job)
{
    pd_error err = {0};
    if (pd_ik_job_check(job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_reserve(&person.arena, pd_ik_job_scratch_bytes(job));
    pd_ik_job_run(job, &person.arena);
    assert_int_equal(person.arena.used, 0);
    for (int j = 0; j < person.skeleton.joint_count; j++) assert_true(pd_q_finite(person.rotations[j]));
}

double person_excess(const pd_ik_job *job)
{
    double worst = 0;
    for (int j = 0; j < person.skeleton.joint_count && job->limits; j++)
        worst = fmax(worst, pd_ik_limit_excess(&job->limits[j], person.rotations[j]));
    return worst;
}

int person_job_set_up(void **state)
{
    (void)state;
    human_init(&person.skeleton);
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&person.limits[j], person.skeleton.names[j]);
    return !pd_arena_init(&person.arena, 0);
}

int person_job_tear_down(void **state)
{
    (void)state;
    pd_arena_deinit(&person.arena);
    return 0;
}
