#ifndef PD_OBSERVE_LIVE_HUMANOID_H
#define PD_OBSERVE_LIVE_HUMANOID_H
/* The set `humanoid`: rotations of a person's bones, as VRM and programs that animate avatars have them. They
 * are the pose, so nothing is fitted.
 *
 *     rotation of bone b    local, in the frame of the bone above it; the identity in the T-pose of VRM
 *                           (core/anim/humanoid.h). Of the hips: in the world
 *     position              of the hips in the world: x and z as they are, y = floor + s (y - floor),
 *                           s: height of the body / height of the person (1 if that is not given).
 *                           Without a position the body moves as with inertial sensors, so that its lowest
 *                           heels and toes stay where they are (core/observe/take/walk.h)
 *
 * Bones that a sight lacks have the identity, as those that an avatar does not have. Names are those of VRM
 * 1.0.
 *
 * Spaces   +Y up, metres.   Memory  const tables.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/keypoint.h"

/* Places are the joints that the bones move. A sight of this set has orientations,
 * and the point of the hips. */
extern const pd_observe_set pd_observe_humanoid;

#define PD_OBSERVE_HUMANOID_HIPS 0 /* index of the hips in the set */

#endif
