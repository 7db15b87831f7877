#ifndef PD_IK_SOLVE_RELAX_H
#define PD_IK_SOLVE_RELAX_H
/* Arms that no target asks for hang instead of standing out as in the T-pose.
 *
 *     R_shoulder = between(u, d)          u the upper arm at rest, d down as the trunk stands, a little out and ahead of it
 *     R_elbow    = R^-1 exp(a) R          a bends the forearm ahead by 15 degrees, R that of the shoulder
 *
 * A target asks for an arm when its joint, or the joint that it is seen or measured from, is the arm's or below it; so does a coupling of its
 * angles. What carries the arm may move. With limits both rotations are brought inside.
 *
 * Arms are found by their names (core/anim/parts.h) on skeletons that face +Z at rest.
 * Threads  as the job.   Memory  none.   Errors  none.
 */
#include "core/ik/constraint/job.h"

/* Into job->rotations, whose frames in model space (K) are given. Nothing where a centre of mass is wanted, which every arm is part of. */
void pd_ik_relax(pd_ik_job *job, const pd_quat *frames);

#endif
