#ifndef PD_OBSERVE_LIVE_WORN_H
#define PD_OBSERVE_LIVE_WORN_H
/* Inertial sensors on a person, moment by moment: from what they read to orientations of joints, as take/sensors.h has them of a take.
 *
 *     G = Y(f) q M                    of the joint in the stage's world      q: what its sensor reads, f: the body's facing on the stage
 *     M = q_0^-1 Y(h) G_0             how it is stuck on                     q_0: in the calibration pose, h: where the person faced in it, G_0: the body's own there
 *
 * M is found anew whenever a sight says what a sensor has read in the calibration pose. Until then sensors are on the bones as the model's joints are: q_0 = G_0.
 *
 * Spaces   +Y up.   Memory  a plain struct.   Threads  pure.
 */
#include "core/observe/live/sight.h"

typedef struct pd_observe_worn {
    pd_quat mount[PD_OBSERVE_BONES]; /* M */
    bool is_mounted[PD_OBSERVE_BONES];
    pd_quat rest[2][PD_OBSERVE_BONES]; /* G_0 in the T-pose, in the N-pose */
} pd_observe_worn;

void pd_observe_worn_init(pd_observe_worn *worn, const pd_smpl_model *model);
/* Orientations of sight <- the joints', of a body that faces `facing` where the sensors' world has +Z. */
void pd_observe_worn_step(pd_observe_worn *worn, pd_observe_sight *sight, double facing);

#endif
