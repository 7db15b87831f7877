#ifndef PD_IK_JOB_ERRORS_H
#define PD_IK_JOB_ERRORS_H
/* Measures the error of every target in a finished pose and decides which targets are reached.
 *
 * The errors are computed by forward kinematics from the pose that the caller receives, independently of the
 * solver that made it.
 *
 * Shapes   K joints of the skeleton.
 * Units    metres, radians.
 * Memory   the caller owns every pointer.
 * Errors   none.
 */
#include "core/ik/job/job.h"

typedef struct pd_ik_errors {
    const pd_vec3 *positions; /* in (K) model-space positions of the finished pose */
    const pd_quat *rotations; /* in (K) model-space rotations of the finished pose */
    /* true if chains were solved one after the other;
     * pole errors then do not decide whether a target is reached */
    bool is_sequential;
    /* (2 PD_IK_MAX_TARGETS) position and rotation of each `keep` target's joint
     * in the start pose; filled by _start */
    pd_quat *kept;
} pd_ik_errors;

/* Records the start pose of `keep` targets. Call it before the solver,
 * while job->rotations is still the start pose. */
void pd_ik_errors_start(pd_ik_errors *errors, const pd_ik_job *job);
/* Writes the errors of target `index` to job->results[index]. Its status becomes REACHED if every error is
 * within the tolerance and no coupling is broken. job->status becomes the worst status so far. */
void pd_ik_errors_measure(const pd_ik_errors *errors, pd_ik_job *job, int index);

#endif
