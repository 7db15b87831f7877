#ifndef PD_IK_CONSTRAINT_ERRORS_H
#define PD_IK_CONSTRAINT_ERRORS_H
/* The errors of every target in a finished pose, from its forward kinematics alone: they are those of the pose that the caller gets, whatever
 * solver made it. Metres, radians. */
#include "core/ik/constraint/job.h"

typedef struct pd_ik_errors {
    const pd_vec3 *positions; /* (K) model space, of the finished pose                        */
    const pd_quat *rotations; /* (K) model space                                              */
    bool is_sequential;       /* chains one after the other: pole errors do not count              */
    pd_quat *kept;            /* (2 PD_IK_MAX_TARGETS) where keep's joints stood: filled by _start */
} pd_ik_errors;

/* Before the solver: job->rotations is the start. */
void pd_ik_errors_start(pd_ik_errors *errors, const pd_ik_job *job);
/* results[index]: errors, and REACHED when all are within the tolerance and no coupling is broken; job->status becomes the worst. */
void pd_ik_errors_measure(const pd_ik_errors *errors, pd_ik_job *job, int index);

#endif
