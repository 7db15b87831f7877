#ifndef PD_API_STREAM_VMC_H
#define PD_API_STREAM_VMC_H
/* Encodes a character for the Virtual Motion Capture protocol (protocol.vmc.info), which VRM applications
 * receive: OSC over UDP.
 *
 *     /VMC/Ext/Root/Pos  s"root" f*3 position f*4 rotation         position and facing of the character
 *     /VMC/Ext/Bone/Pos  s name  f*3 position f*4 rotation
 *          each bone, relative to its parent (core/anim/humanoid.h), and for a body with fingers each
 *          bone of them (LeftIndexProximal)
 *     /VMC/Ext/Blend/Val s name  f weight
 *          each weight of a body with a face: ARKit's names, and VRM's A, I, U, E, O, Blink_L and Blink_R
 *     /VMC/Ext/Blend/Apply       ends the weights
 *     /VMC/Ext/OK        i 1 i 3 i 0
 *          loaded, calibrated, normal mode; i 0 i 3 i 0: there is no character
 *     /VMC/Ext/T         f seconds                                 time
 *
 * The messages are in this order in several bundles; OK and T are in the last bundle, so that T ends a frame.
 * Each bundle is one datagram that fits into a network packet of 1500 bytes.
 *
 * Spaces   out: axes of Unity, left-handed, +Y up, +Z forward, left at -X; metres; quaternions x, y, z, w.
 */
#include "core/anim/alive.h"
#include "core/anim/humanoid.h"
#include "core/base/buffer.h"
#include "core/retarget/face.h"

/* largest size of a bundle: 1500 less the headers of IPv6 and UDP (48), rounded down */
#define PD_API_VMC_BYTES   1432
#define PD_API_VMC_BUNDLES 10 /* largest number of bundles of one frame */

/* Face and hands of a body. */
typedef struct pd_api_vmc_face {
    float weights[PD_RETARGET_FACE_NAMES];         /* by pd_retarget_face_names */
    pd_quat fingers[PD_ANIM_ALIVE_FINGERS];        /* local rotations, in the order of core/anim/alive.h */
    pd_vec3 finger_offsets[PD_ANIM_ALIVE_FINGERS]; /* from the parent joint at rest, metres */
} pd_api_vmc_face;

/* Appends the bundles of one frame. ends[i] becomes the end of bundle i in `out`, and *count the number of
 * bundles. pose NULL: there is no character. face NULL: the character has none. */
void pd_api_vmc_write(pd_buffer *out, size_t ends[PD_API_VMC_BUNDLES], int *count,
                      const pd_anim_humanoid *humanoid, const pd_anim_human_pose *pose,
                      const pd_api_vmc_face *face, double seconds);

#endif
