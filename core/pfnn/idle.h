#ifndef PD_PFNN_IDLE_H
#define PD_PFNN_IDLE_H
/* Idle motion: a standing character breathes, sways over its feet and turns its head a little.
 *
 * Standing, the network settles on one pose (its training weighs standing by the mean). On top of that come rotations of hips, trunk,
 * neck, shoulders and head and a shift of the hips that are sums of sines with periods from 4 to 11 s. They are synthetic, but compared
 * with capture: over 10 s of a standing character each joint moves by as much as captured people's do (10 to 90 % of 81 stretches
 * of 10 s; docs/lab/motion.md has the table, tests/unit/core/pfnn/test_settle.c checks it), hips and trunk turn together about every 5 s
 * as theirs do. The bones stay exact; the feet are put back where they stand by the foot lock, which runs afterwards.
 *
 * Spaces   world, metres.   Threads  pure.
 */
#include "core/pfnn/rig.h"

/* rotations and joints (J), in and out. time in seconds, part 0 (nothing) to 1, yaw the character's facing. */
void pd_pfnn_idle_add(pd_quat *rotations, pd_vec3 *joints, double time, double part, double yaw,
                      const pd_pfnn_rig *rig);

#endif
