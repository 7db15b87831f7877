#ifndef PD_IK_TOGETHER_H
#define PD_IK_TOGETHER_H
/* All targets at once: attempts, restarts, the nearest pose where none reaches, and how it ended.
 *
 * 1. From the start pose by the solver that was asked for (AUTO: dls).
 * 2. dls and optimize: while that fails, again from the better of two random configurations inside the limits. The best of
 *    all attempts is kept. With max_turn (tracking) there are no restarts: they would jump.
 * 3. Where none reached: dls, AUTO and optimize end with Levenberg-Marquardt from the best, which settles on the nearest pose.
 * 4. With rest_gain: along the null space to the natural pose, as far as all targets stay reached.
 *
 * Status   REACHED. UNREACHABLE: a target is farther away than its chain is long, or 3. came to rest after restarts.
 *          BUDGET: time or iterations ran out, or max_turn held it back. STALLED: anything else.
 */
#include "core/ik/method.h"

typedef struct pd_ik_report {
    pd_ik_status status;
    pd_ik_solver solver; /* never AUTO                                */
    int iterations;      /* of all attempts                           */
    int attempts;
} pd_ik_report;

/* From problem->q; leaves there the best pose. For callers that solve one problem again and again: set q (or leave the last
 * answer), pd_ik_problem_retarget, this. */
void pd_ik_together_solve(pd_ik_report *report, pd_ik_problem *problem);
/* The whole of a job: rotations, moved, hits, and of the results solver, status, iterations. */
void pd_ik_together_run(pd_ik_job *job, pd_arena *scratch);
/* AUTO, or a solver that can go one by one, but this job needs them together. */
int pd_ik_together_needed(const pd_ik_job *job);

#endif
