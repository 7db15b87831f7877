#ifndef PD_IK_SOLVE_SIMULTANEOUS_H
#define PD_IK_SOLVE_SIMULTANEOUS_H
/* All targets at once: attempts, restarts, the nearest pose where none reaches, and how it ended.
 *
 * 1. From the start pose by the solver that was asked for (AUTO: dls).
 * 2. dls, optimize and example: while that fails, again from the better of two random configurations inside the limits, until one reaches.
 *    With a start pose the configurations begin beside it and go farther and farther away; of the first three that reach, each brought
 *    back towards the start along the null space, the one whose largest rotation from the start is the smallest is taken.
 *    With max_rotation (tracking) an attempt without the bound comes first, and the answer goes towards the pose that was found as far as
 *    the bound allows: the next frame goes on from there.
 * 3. Where none reached: dls, AUTO, optimize and example end with Levenberg-Marquardt from the best, and so does every solver where 0. has
 *    shown that no pose reaches: then from the middle of the ranges and the start too, and the nearest pose counts.
 * 4. dls, AUTO and example with limits: where that does not reach either, further restarts begin at bounds, and every second one goes by
 *    Levenberg-Marquardt.
 * 5. With rest_gain and smoothness: along the null space to the natural and the previous pose, as far as all targets stay reached.
 *
 * 0. is the one proof that there is: a target farther from its chain's first joint than the bones are long, or nearer than the longest bone
 * less all others.
 *
 * Status   REACHED. UNREACHABLE: 0. shows it. BUDGET: time or iterations ran out, or max_rotation held it back. STALLED: anything else.
 */
#include "core/ik/solver/method.h"

#include <stdbool.h>

typedef struct pd_ik_report {
    pd_ik_status status;
    pd_ik_solver solver; /* never AUTO                                */
    int iterations;      /* of all attempts                           */
} pd_ik_report;

/* From problem->q; leaves there the best pose. For callers that solve one problem again and again: set q (or leave the last
 * answer), pd_ik_problem_retarget, this. */
void pd_ik_simultaneous_solve(pd_ik_report *report, pd_ik_problem *problem);
/* The whole of a job: rotations, moved, hits, and of the results solver, status, iterations. */
void pd_ik_simultaneous_run(pd_ik_job *job, pd_arena *scratch);
/* AUTO, or a solver that can go one by one, but this job needs them together. */
bool pd_ik_simultaneous_needed(const pd_ik_job *job);

#endif
