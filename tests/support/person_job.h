#ifndef TESTS_SUPPORT_PERSON_JOB_H
#define TESTS_SUPPORT_PERSON_JOB_H
/* IK jobs of a person: all arrays that a job writes to, an initial job,
 * and running it with checks of what always holds. */
#include "core/base/rng.h"
#include "core/ik/search/simultaneous.h"
#include "core/ik/search/solve.h"

enum { PERSON_JOINTS = 24, PERSON_SOLVERS = 6 };

/* What the jobs of one test read and write. person_job_set_up fills the skeleton and its limits. */
typedef struct person_job_arrays {
    pd_anim_skeleton skeleton;
    pd_ik_limit limits[PERSON_JOINTS];
    pd_ik_limit own_limits[PERSON_JOINTS]; /* of the test */
    pd_quat rotations[PERSON_JOINTS];      /* result */
    pd_quat begin[PERSON_JOINTS];          /* start pose */
    pd_vec3 positions[PERSON_JOINTS];      /* result */
    pd_vec3 moved;                         /* result: translation of the root */
    pd_ik_result results[PD_IK_MAX_TARGETS];
    unsigned char hits[PERSON_JOINTS]; /* result: joints at their limits */
    pd_arena arena;
    pd_rng rng;
} person_job_arrays;
extern person_job_arrays person;
extern const pd_ik_solver person_all_solvers[PERSON_SOLVERS];

/* Returns the index of a joint by its name, or -1. */
int person_joint(const char *name);
/* Returns a job from the rest pose. */
pd_ik_job person_job_of(const pd_ik_target *targets, int count, pd_ik_solver solver);
/* Checks and runs a job; fails the test when the job is refused or a rotation is not finite. */
void person_job_run(pd_ik_job *job);
/* Returns the largest angle by which a joint exceeds its limit, in radians. */
double person_excess(const pd_ik_job *job);
int person_job_set_up(void **state);
int person_job_tear_down(void **state);

#endif
