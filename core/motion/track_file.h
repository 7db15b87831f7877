#ifndef PD_MOTION_TRACK_FILE_H
#define PD_MOTION_TRACK_FILE_H
/* Reads and writes tracks (core/anim/track.h) as npz, for measuring with other tools:
 *
 *     fps ()  joints (T,J,3) as shown joints_pre (T,J,3) before foot IK parents (J) foot_idx (2) toes, left
 *             and right
 *     heel_idx (2)  ground (T,2) under the toes  contacts (T,4) left heel, left toe, right heel, right toe
 *     toe_rest_height ()  root (T,3)  facing (T,2)  desired_vel (T,2)
 *     path (P,2), path_closed ()  or  events (E,3): time, kind (0 turn, 1 start, 2 stop), value
 *     heading (T) of the facing, radians about +Y from +Z, unwrapped;
 *         turns (N,6): time, heading at the order, ordered heading,
 *     seconds from the order to 10 % and 90 % of the turn, and to 90 % by the body's own shoulders and hips;
 *     NaN: never
 *
 * Units    metres, seconds, radians, world space, +Y up. Floats are float32, indices int32, scalars float64.
 * Reading  joints_pre, contacts, ground, facing, desired_vel, path and events may be missing. They default to
 *          joints, no contacts, flat at 0, +Z, 0, none and none. heading and turns are not read, because they
 *          follow from the rest.
 * Errors   name the array.
 */
#include "core/anim/track.h"
#include "core/base/buffer.h"
#include "core/base/size.h"

/* Appends a track as npz. ERR_MEMORY. */
pd_status pd_motion_track_write(pd_buffer *out, const pd_anim_track *track, pd_error *err);
/* Reads a track. On failure *out is empty. name: of the file, for messages. */
pd_status pd_motion_track_read(pd_anim_track *out, pd_bytes bytes, const char *name, pd_error *err);

#endif
