#ifndef PD_TOOLS_CLIENT_RECORDING_MOTION_H
#define PD_TOOLS_CLIENT_RECORDING_MOTION_H
/* Converts a character of a recording to a motion that can be written as a file: core/anim/clip.h and
 * core/anim/track.h.
 *
 *     frame t = tick first + t;   world = root + turn(yaw) local;
 *         missing frames are interpolated (lerp, slerp)
 *
 * Times are the server's, so delays of the network do not appear; interpolated frames are marked `filled`.
 * Needs  the channels joints (for the position of the hips) and rotations.
 * Spaces  as clip.h and track.h: world, metres. Contacts are 0 or 1; the ground is the root's height; there
 *         are no orders.
 * Errors  ERR_FORMAT with the byte, ERR_NOT_FOUND: no such character, ERR_UNSUPPORTED: a channel is missing,
 *         ERR_LIMIT.
 */
#include "core/anim/clip.h"
#include "core/anim/track.h"
#include "core/base/buffer.h"
#include "core/base/size.h"

#include <stdint.h>

#define PD_TOOL_RECORDING_GAP 3600 /* largest number of ticks between two frames */

typedef struct pd_tool_recording_frame {
    uint32_t tick;
    uint64_t seq;
    float phase;
    int gait, filled; /* filled: interpolated between its neighbours */
} pd_tool_recording_frame;

typedef struct pd_tool_recording_motion {
    char model[72];
    uint32_t id;
    pd_anim_clip clip;
    pd_anim_track track;
    pd_tool_recording_frame *frames; /* (T) */
    int filled;
} pd_tool_recording_motion;

/* Reads a character. id 0: the first one. name: of the file, for errors. On failure *out is empty. */
pd_status pd_tool_recording_motion_read(pd_tool_recording_motion *out, pd_bytes bytes, const char *name,
                                        uint32_t id, pd_error *err);
void pd_tool_recording_motion_deinit(pd_tool_recording_motion *motion);
/* Writes JSON with the members rate, joint_names, parents, offsets, and frames of t, tick, root, yaw,
 * translation, rotations, contacts, phase, gait. */
void pd_tool_recording_motion_json(pd_buffer *out, const pd_tool_recording_motion *motion);

#endif
