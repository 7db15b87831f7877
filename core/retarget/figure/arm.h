#ifndef PD_RETARGET_FIGURE_ARM_H
#define PD_RETARGET_FIGURE_ARM_H
/* Rolls captured arms so that elbows bend about their hinge: shared by retargeting to SMPL's joints and to the biped.
 *
 *     elbow = upper^-1 fore = Rx(roll) swing Rx(-roll) twist
 *
 * The roll goes to the upper arm, so that the elbow bends about its hinge; the remaining twist is divided between elbow and wrist as
 * 45 to 40 (ranges.h). Both rotate about their bones: elbow and hand stay where they are. A straight arm does not show its hinge:
 * it gets the source's constant.
 *
 * Spaces  world rotations of joints whose rest frames are parallel to the world's, arms along x.
 */
#include "core/math/quat.h"

typedef struct pd_retarget_arm {
    pd_quat *upper, *fore;           /* in and out                                       */
    pd_quat hand;                    /* stays                                            */
    pd_vec3 upper_along, fore_along; /* the bones in their frames, the way that +x points */
    int side;                        /* 0 left, 1 right                                  */
} pd_retarget_arm;

/* elbow_tilt: of the source (core/anim/source.h), radians. */
void pd_retarget_arm_set(const pd_retarget_arm *arm, double elbow_tilt);

#endif
