#ifndef PD_ANIM_POLE_H
#define PD_ANIM_POLE_H
/* A limb between its root and its target can still rotate about the line between the two: the pole fixes that angle. */
#include "core/math/quat.h"

/* The rotation about the unit vector line that brings `side` over to the side where the pole is. Both are seen from
 * the root; side is at right angles to line. The identity when either gives no direction: a pole within 1e-9 m
 * of the line, a side shorter than that. */
pd_quat pd_anim_pole_rotation(pd_vec3 line, pd_vec3 side, pd_vec3 pole);

#endif
