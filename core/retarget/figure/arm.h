#ifndef PD_RETARGET_FIGURE_ARM_H
#define PD_RETARGET_FIGURE_ARM_H
/* Rolls captured arms so that elbows bend about their hinge; used when retargeting to SMPL's joints and to
 * the biped.
 *
 *     elbow = upper^-1 fore = Rx(roll) swing Rx(-roll) twist
 *
 * The upper arm takes the roll, so that the elbow bends about its hinge. The remaining twist is divided
 * between elbow and wrist as 45 to 40 (ranges.h). Both rotate about their own bones, so elbow and hand keep
 * their positions. In a straight arm the hinge is not visible: there the source's constant is used.
 *
 * Spaces  world rotations of joints whose rest frames are parallel to the world's, arms along x.
 */
#include "core/math/quat.h"

typedef struct pd_retarget_arm {
    pd_quat *upper, *fore;           /* Input and output. */
    pd_quat hand;                    /* Input; not changed. */
    pd_vec3 upper_along, fore_along; /* Bones in their own frames, in the direction of +x. */
    int side;                        /* 0 left, 1 right                                  */
} pd_retarget_arm;

/* elbow_tilt: hinge of the source (core/anim/source.h), radians. */
void pd_retarget_arm_set(const pd_retarget_arm *arm, double elbow_tilt);

#endif
