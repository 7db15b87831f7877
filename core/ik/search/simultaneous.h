#ifndef PD_IK_SEARCH_SIMULTANEOUS_H
#define PD_IK_SEARCH_SIMULTANEOUS_H
/* Solves all targets together: attempts, restarts, the nearest pose if none reaches, and the status of the
 * search.
 *
 * 0. Reachability test: a target is unreachable if it is farther from the first joint of its chain than all
 *    bones together are long, or nearer than the longest bone less all others. This is the only proof that no
 *    pose reaches.
 * 1. One attempt from the start pose by the solver of the job (AUTO: dls).
 * 2. dls, optimize and example: until an attempt reaches, further attempts start from the better of two
 *    random configurations inside the limits. With a start pose the configurations begin near it and move
 *    farther away. Each of the first three poses that reach is moved back towards the start along the null
 *    space; the pose whose largest rotation from the start is smallest is the answer. With max_rotation
 *    (tracking), an attempt without that bound comes first, and the answer moves towards the pose found as
 *    far as the bound allows; the next frame continues from there.
 * 3. If no attempt reached: dls, AUTO, optimize and example end with Levenberg-Marquardt from the best pose.
 *    So does every solver if step 0 showed that no pose reaches; Levenberg-Marquardt then also starts from
 *    the middle of the ranges and from the start pose, and the nearest pose is the answer.
 * 4. dls, AUTO and example with limits: if that does not reach either, further restarts begin at bounds, and
 *    every second one uses Levenberg-Marquardt.
 * 5. With rest_gain or smoothness: the pose moves along the null space towards the natural and the previous
 *    pose while all targets stay reached.
 *
 * Status   REACHED; UNREACHABLE if step 0 proves it; BUDGET if time or iterations ran out or max_rotation
 *          limited the motion; otherwise STALLED.
 * Memory   the problem's own (problem.h).
 * Threads  one thread for each problem.
 * Errors   none: the job was checked.
 */
#include "core/ik/methods/method.h"

#include <stdbool.h>

typedef struct pd_ik_report {
    pd_ik_status status;
    pd_ik_solver solver; /* solver that ran, never AUTO */
    int iterations;      /* sum over all attempts */
} pd_ik_report;

/* Solves from problem->q and leaves the best pose there. To solve one problem repeatedly: set q (or keep the
 * last answer), call pd_ik_problem_retarget, then this function. */
void pd_ik_simultaneous_solve(pd_ik_report *report, pd_ik_problem *problem);
/* Solves a whole job: writes rotations, moved and limits_hit, and the solver,
 * status and iterations of each result. */
void pd_ik_simultaneous_run(pd_ik_job *job, pd_arena *scratch);
/* Returns true if the solver is AUTO or one that can solve chains one by one, but this job needs all targets
 * solved together. */
bool pd_ik_simultaneous_needed(const pd_ik_job *job);

#endif
