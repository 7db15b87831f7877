#ifndef PD_API_STREAM_VMC_H
#define PD_API_STREAM_VMC_H
/* A character by the Virtual Motion Capture protocol (protocol.vmc.info), as VRM applications receive it: OSC over UDP.
 *
 *     /VMC/Ext/Root/Pos  s"root" f*3 position f*4 rotation         where the character stands, and its facing
 *     /VMC/Ext/Bone/Pos  s name  f*3 position f*4 rotation         each bone, in its parent's frame (core/anim/humanoid.h)
 *     /VMC/Ext/OK        i 1 i 3 i 0                               loaded, calibrated, normal mode; i 0 i 3 i 0: nobody there
 *     /VMC/Ext/T         f seconds
 *
 * Bundles in this order, OK and T in the last one, so that T ends a frame. Each bundle is a datagram that no network of 1500 bytes
 * has to cut.
 *
 * Spaces   out: Unity's, left-handed, +Y up, +Z forward, left at -X: metres; quaternions x, y, z, w.
 */
#include "core/anim/humanoid.h"
#include "core/base/buffer.h"

#define PD_API_VMC_BYTES   1432 /* of a bundle: 1500 less the headers of IPv6 and UDP, rounded down */
#define PD_API_VMC_BUNDLES 4

/* Appends the bundles; ends (count) receives where each of them ends. pose NULL: nobody there. */
void pd_api_vmc_write(pd_buffer *out, size_t ends[PD_API_VMC_BUNDLES], int *count,
                      const pd_anim_humanoid *humanoid, const pd_anim_human_pose *pose, double seconds);

#endif
