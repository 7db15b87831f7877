#ifndef PD_ANIM_POLE_H
#define PD_ANIM_POLE_H
/* Rotates a limb so that its middle joint points towards a pole. A limb whose root and target are fixed can
 * still rotate about the line between the two; the pole fixes that angle. */
#include "core/math/quat.h"

/* Returns the rotation about `line` (unit length, from the root to the target) that takes `side` to the side
 * on which the pole is. side (at right angles to line) and pole are vectors from the root, metres. Returns
 * the identity when either gives no direction: a pole within 1e-9 m of the line,
 * or a side shorter than 1e-9 m. */
pd_quat pd_anim_pole_rotation(pd_vec3 line, pd_vec3 side, pd_vec3 pole);

#endif
