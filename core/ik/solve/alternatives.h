#ifndef PD_IK_SOLVE_ALTERNATIVES_H
#define PD_IK_SOLVE_ALTERNATIVES_H
/* Other poses that reach the same targets: inverse kinematics has many answers, and a pose prior says how likely each is.
 *
 *     r_1, r_2, ...  with e(r_i) = 0 and, for every pair, a bone whose directions differ by `apart` at least
 *
 * The job is solved again from other starts: solver EXAMPLE from the components of its prior, those whose tips are nearest to the targets
 * first; every other solver from poses whose free joints are drawn from the prior and within their limits by turns. Of all that reach, the
 * most likely is taken, then the most likely of those that are apart from it and from the job's own answer, and so on. Without a prior,
 * nearness to the start (sum of squared rotations) stands for likelihood. Bensadoun et al., Neural Inverse Kinematics (2023), and NIKI
 * (Li et al., CVPR 2023) use networks for this.
 *
 * Shapes   K joints of the skeleton, N alternatives at most.
 * Spaces   as the job's.
 * Memory   scratch from the arena (_bytes, beside pd_ik_job_scratch_bytes); outputs are the caller's.
 * Threads  as a job's. The same job gives the same bits.
 * Errors   _check: a solver with one answer, a job that follows. Where fewer than N are found `count` says so.
 */
#include "core/ik/solve/solve.h"

#define PD_IK_MAX_ALTERNATIVES 32
#define PD_IK_DEFAULT_APART    0.35 /* radians: 20 degrees */

typedef struct pd_ik_alternatives {
    pd_quat *rotations;        /* out (N,K) local, most likely first                                */
    pd_vec3 *positions;        /* out (N,K) model space                                             */
    pd_vec3 *moved;            /* out (N) translation of each                                       */
    double *apart_by;          /* out (N) radians: the largest angle of a bone to the nearest before it */
    double *log_likelihood;    /* out (N) nats; 0 without a prior                                   */
    double own_log_likelihood; /* out: of the job's own answer                                      */
    int count;                 /* out: how many there are                                           */
    int wanted;                /* N: 1 .. PD_IK_MAX_ALTERNATIVES                                    */
    double apart;              /* 0.01 .. 3.1 radians; zero is the default                          */
    const struct pd_ik_prior *prior; /* whose joints the skeleton has, or NULL                   */
    int style;                       /* 1 + the prior's number of it; 0: any                     */
} pd_ik_alternatives;

/* Of a job that pd_ik_job_check takes. */
pd_status pd_ik_alternatives_check(const pd_ik_alternatives *alternatives, const pd_ik_job *job,
                                   pd_error *err);
size_t pd_ik_alternatives_bytes(const pd_ik_alternatives *alternatives, const pd_ik_job *job);
/* How often the job is solved again, at most; 0 where none are wanted. */
int pd_ik_alternatives_tries(const pd_ik_alternatives *alternatives, const pd_ik_job *job);
/* After pd_ik_job_run of the same job. Where that did not reach, there are none: count is 0. */
void pd_ik_alternatives_run(pd_ik_alternatives *alternatives, const pd_ik_job *job, pd_arena *scratch);

#endif
