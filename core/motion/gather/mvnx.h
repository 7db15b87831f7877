#ifndef PD_MOTION_GATHER_MVNX_H
#define PD_MOTION_GATHER_MVNX_H
/* Reads MVNX, the XML of Xsens MVN, as a take of positions of joints, and writes its members as an npz.
 *
 *     joints        (T,S,3) the origins of the S segments in frames of the type "normal", metres
 *     joint_names   (S) labels of the segments: Pelvis, L5, ..., RightUpperArm, ...
 *     mocap_framerate, up_axis   frameRate of the subject; z, MVN's world
 *
 * A segment's origin is its joint with the segment before it: that of RightForeArm is the elbow.
 * Orientations of segments, sensors and calibration poses are not read.
 *
 * Limits   PD_MVNX_SEGMENTS segments.
 * Errors   where is "name" or "name: frame 3". ERR_FORMAT, ERR_LIMIT, ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_MVNX_SEGMENTS 64

/* Returns whether the bytes begin as an MVNX. */
bool pd_motion_mvnx_is(pd_bytes file);
/* Appends the npz to out. notes (notes_bytes): what is read. */
pd_status pd_motion_mvnx_npz(pd_buffer *out, char *notes, size_t notes_bytes, pd_bytes file, const char *name,
                             pd_error *err);

#endif
