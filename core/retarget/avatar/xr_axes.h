#ifndef PD_RETARGET_AVATAR_XR_AXES_H
#define PD_RETARGET_AVATAR_XR_AXES_H
/* Which way the frames of OpenXR and WebXR lie on a person: right-handed, -Z forward, written down for somebody in a T-pose who looks along +Z with the
 * left at +X and the palms down.
 *
 *     viewer       -Z where the eyes look, +Y up                                             WebXR Device API
 *     hand         -Z to the fingers, +Y out of the hand's back                              WebXR Hand Input, XR_EXT_hand_tracking
 *     grip         -Z to the thumb of a fist, +X out of the right hand's back, the left palm WebXR Device API, OpenXR
 *     limb, trunk  -Z along the bone away from the hips, +Y on the side of the hand's back:  WebXR Body Tracking, which says so of -Z and of hands;
 *                  knees and insteps in front, a trunk's back                                +Y elsewhere is our reading
 *
 * So a joint that the T-pose turns by D has the frame D F in the world, F one of these.
 *
 * Memory   none.   Threads  pure.
 */
#include "core/anim/humanoid.h"

typedef enum pd_retarget_xr_axes {
    PD_XR_TRUNK,
    PD_XR_VIEWER,
    PD_XR_LEFT_HAND, /* and the arm */
    PD_XR_RIGHT_HAND,
    PD_XR_LEFT_GRIP,
    PD_XR_RIGHT_GRIP,
    PD_XR_LEG,
    PD_XR_FOOT
} pd_retarget_xr_axes;

/* F. */
pd_quat pd_retarget_xr_frame(pd_retarget_xr_axes axes);
/* What a joint's rotation in the world is multiplied with from the right, by bone (B): its WebXR frame. Bones without a joint: the identity. */
void pd_retarget_xr_bones(pd_quat out[PD_ANIM_HUMAN_COUNT], const pd_anim_humanoid *humanoid);

#endif
