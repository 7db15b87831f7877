#ifndef PD_IK_SEARCH_ALTERNATIVES_H
#define PD_IK_SEARCH_ALTERNATIVES_H
/* Finds further poses that reach the same targets, most likely pose first.
 *
 *     r_1, r_2, ...  with e(r_i) = 0 and, for every pair, a bone whose directions differ by at least `apart`
 *
 * The job is solved again from other starts. Solver EXAMPLE starts from the components of its prior,
 * beginning with those whose tips are nearest to the targets. Every other solver starts alternately from
 * poses whose free joints are drawn from the prior and from poses drawn within the limits. Of all poses that
 * reach, the most likely is taken first, then the most likely of those that differ enough from it and from
 * the job's own answer, and so on. Without a prior, the sum of squared rotations from the start replaces the
 * likelihood. Bensadoun et al., Neural Inverse Kinematics (2023), and NIKI (Li et al., CVPR 2023) use
 * networks for this purpose.
 *
 * Shapes   K joints of the skeleton, at most N alternatives.
 * Spaces   those of the job (job.h).
 * Memory   scratch from the arena (_bytes, in addition to pd_ik_job_scratch_bytes); the caller owns the
 *          outputs.
 * Threads  one thread for each job. The same job gives the same bits.
 * Errors   _check refuses a solver that has only one answer, and a job with max_rotation. Finding fewer than
 *          N is no error: see `count`.
 */
#include "core/ik/search/solve.h"

#define PD_IK_MAX_ALTERNATIVES 32
#define PD_IK_DEFAULT_APART    0.35 /* radians: 20 degrees */

typedef struct pd_ik_alternatives {
    pd_quat *rotations; /* out (N,K) local rotations, most likely pose first */
    pd_vec3 *positions; /* out (N,K) positions in model space */
    pd_vec3 *moved;     /* out (N) translation of the root in each pose */
    /* out (N) radians: largest angle between bones of this pose and of the nearest pose before it */
    double *apart_by;
    double *log_likelihood;    /* out (N) nats; 0 without a prior */
    double own_log_likelihood; /* out: log likelihood of the job's own answer, nats */
    int count;                 /* out: number of alternatives found, 0 .. N */
    int wanted;                /* N, the number requested: 1 .. PD_IK_MAX_ALTERNATIVES */
    double apart; /* smallest difference of two poses, 0.01 .. 3.1 radians; zero is PD_IK_DEFAULT_APART */
    const struct pd_ik_prior *prior; /* pose prior whose joints the skeleton has, or NULL */
    int style;                       /* 1 + index of a style of the prior; 0: all styles */
} pd_ik_alternatives;

/* Checks the options for a job that pd_ik_job_check accepted. */
pd_status pd_ik_alternatives_check(const pd_ik_alternatives *alternatives, const pd_ik_job *job,
                                   pd_error *err);
/* Returns the bytes of scratch that _run takes in addition to those of the job. */
size_t pd_ik_alternatives_bytes(const pd_ik_alternatives *alternatives, const pd_ik_job *job);
/* Returns how often the job is solved again at most; 0 if `wanted` is 0. */
int pd_ik_alternatives_tries(const pd_ik_alternatives *alternatives, const pd_ik_job *job);
/* Finds the alternatives. Call it after pd_ik_job_run of the same job. If that job did not reach its targets,
 * count is 0. */
void pd_ik_alternatives_run(pd_ik_alternatives *alternatives, const pd_ik_job *job, pd_arena *scratch);

#endif
