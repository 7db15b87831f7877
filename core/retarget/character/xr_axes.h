#ifndef PD_RETARGET_CHARACTER_XR_AXES_H
#define PD_RETARGET_CHARACTER_XR_AXES_H
/* Orientation of OpenXR's and WebXR's joint frames on a person: right-handed, -Z forward, given for a person
 * in a T-pose who faces +Z with the left at +X and palms down.
 *
 *     viewer       -Z in the direction of view, +Y up                                        WebXR Device API
 *     hand         -Z to the fingers, +Y out of the hand's back WebXR Hand Input, XR_EXT_hand_tracking
 *     grip         -Z to the thumb of a fist, +X out of the right hand's back, the left palm WebXR Device
 *                  API, OpenXR
 *     limb, trunk  -Z along the bone away from the hips, +Y on the side of the hand's back, WebXR Body
 *                  Tracking, which defines -Z and hands;
 *                  of knees and insteps in front, of a trunk's back
 *                      +Y elsewhere is our interpretation
 *
 * A joint whose world rotation relative to the T-pose is D has the frame D F in the world, F one of these.
 *
 * Memory   none.
 * Threads  pure functions.
 */
#include "core/anim/humanoid.h"

typedef enum pd_retarget_xr_axes {
    PD_XR_TRUNK,
    PD_XR_VIEWER,
    PD_XR_LEFT_HAND, /* Hand and arm. */
    PD_XR_RIGHT_HAND,
    PD_XR_LEFT_GRIP,
    PD_XR_RIGHT_GRIP,
    PD_XR_LEG,
    PD_XR_FOOT
} pd_retarget_xr_axes;

/* Returns F. */
pd_quat pd_retarget_xr_frame(pd_retarget_xr_axes axes);
/* Computes for each bone (B) the rotation that turns its joint's world rotation into its WebXR frame when
 * multiplied from the right. Bones without a joint: the identity. */
void pd_retarget_xr_bones(pd_quat out[PD_ANIM_HUMAN_COUNT], const pd_anim_humanoid *humanoid);

#endif
