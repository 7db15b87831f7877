#ifndef PD_OBSERVE_LIVE_WORN_H
#define PD_OBSERVE_LIVE_WORN_H
/* Live inertial sensors: converts their readings to joint orientations, moment by moment, as sensor/sensors.h
 * does for a take.
 *
 *     G = Y(f) q M                    orientation of the joint in the stage's world q: reading, f: the body's
 *                                     facing on the stage
 *     M = q_0^-1 Y(h) G_0             mounting      q_0: reading in the calibration pose, h: the person's
 *                                                   facing then,
 *                                     G_0: orientation of the body's joint in that pose
 *
 * M is recomputed whenever a sight has readings of the calibration pose. Until then sensors are assumed
 * aligned with the model's joints: q_0 = G_0.
 *
 * Spaces   +Y up.   Memory  a plain struct.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/live/sight.h"

typedef struct pd_observe_worn {
    pd_quat mount[PD_OBSERVE_BONES]; /* M */
    bool is_mounted[PD_OBSERVE_BONES];
    pd_quat rest[2][PD_OBSERVE_BONES]; /* G_0 in the T-pose and in the N-pose */
} pd_observe_worn;

/* Begins with sensors that are aligned with the joints of the model. */
void pd_observe_worn_init(pd_observe_worn *worn, const pd_smpl_model *model);
/* Replaces the orientations of sight by those of the joints, for a body that faces `facing` where the
 * sensors' world has +Z. */
void pd_observe_worn_step(pd_observe_worn *worn, pd_observe_sight *sight, double facing);

#endif
