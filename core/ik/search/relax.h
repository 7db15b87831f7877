#ifndef PD_IK_SEARCH_RELAX_H
#define PD_IK_SEARCH_RELAX_H
/* Lowers arms that no target uses, so they hang instead of standing out as in the T-pose.
 *
 *     R_shoulder = between(u, d)          u the upper arm at rest; d downwards relative to the trunk,
 *                                         slightly outwards and forwards
 *     R_elbow    = R^-1 exp(a) R          a bends the forearm forwards by 15 degrees; R is R_shoulder
 *
 * A target uses an arm if its joint, or the joint that it is measured from, is in the arm or below it; a
 * coupling uses the arms whose angles it contains. The joints that carry the arm may still move. With limits
 * both rotations are clamped.
 *
 * Arms are found by their names (core/anim/parts.h), on skeletons that face +Z at rest.
 * Threads  one thread for each job.   Memory  none.   Errors  none.
 */
#include "core/ik/job/job.h"

/* Changes job->rotations, whose model-space frames (K) are `frames`. Does nothing if a target sets a centre
 * of mass, because every arm contributes to it. */
void pd_ik_relax(pd_ik_job *job, const pd_quat *frames);

#endif
