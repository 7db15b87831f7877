#ifndef PD_IO_MOCAP_BVH_H
#define PD_IO_MOCAP_BVH_H
/* BVH: Biovision's text of a skeleton (HIERARCHY) and its motion (MOTION).
 *
 * A joint has an offset from its parent and up to six channels, in any order, positions on any joint. Local
 * rotation is the product of its rotation channels as they are written, the first one outermost:
 *
 *     "Zrotation Yrotation Xrotation"     r = Rz Ry Rx        (column vectors)
 *
 * Position channels take the place of the offset (see pd_bvh_local). End sites are the tips of joints.
 * Words are separated by blanks, tabs, CR and LF; keywords and channel names in any case.
 *
 * Spaces   offsets and positions: in the parent's frame, in the file's own unit. Angles of the file: degrees.
 * Limits   256 joints, 4096 channels, 10^8 numbers; the declared frame count must be the number of rows.
 * Memory   one owner: pd_bvh_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name:line", with the word that is wrong.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#define PD_BVH_MAX_JOINTS   256
#define PD_BVH_MAX_CHANNELS (6 * PD_BVH_MAX_JOINTS)
#define PD_BVH_NAME_BYTES   32 /* with the closing zero */

/* Position and rotation about x, y, z; position + 3 is the rotation about the same axis. */
typedef enum pd_bvh_channel {
    PD_BVH_XPOSITION,
    PD_BVH_YPOSITION,
    PD_BVH_ZPOSITION,
    PD_BVH_XROTATION,
    PD_BVH_YROTATION,
    PD_BVH_ZROTATION,
    PD_BVH_CHANNEL_COUNT
} pd_bvh_channel;

typedef struct pd_bvh_joint {
    char name[PD_BVH_NAME_BYTES];
    int parent; /* a joint before this one; -1 for the root                 */
    pd_vec3 offset;
    int channel_start, channel_count; /* columns of a row; up to six      */
    unsigned char channels[PD_BVH_CHANNEL_COUNT];
    int has_end; /* an End Site stands below it */
    pd_vec3 end; /* from the joint, in its frame */
} pd_bvh_joint;

typedef struct pd_bvh {
    int joint_count, channel_count, frame_count;
    double frame_seconds; /* > 0 */
    pd_bvh_joint *joints; /* (joint_count) */
    double *values;       /* (frame_count, channel_count) degrees and the file's unit, as written */
} pd_bvh;

pd_status pd_bvh_parse(pd_bvh *out, pd_bytes text, const char *name, pd_error *err);
void pd_bvh_deinit(pd_bvh *bvh);
/* The joint's number, or -1. */
int pd_bvh_find(const pd_bvh *bvh, const char *name);

/* A joint's rotation in a frame, and its place in the parent's frame: position channels where it has them
 * (an axis without one keeps the offset's). Either output may be NULL. */
void pd_bvh_local(pd_quat *rotation, pd_vec3 *position, const pd_bvh *bvh, int frame, int joint);

/* Text of *bvh; a sheet of numbers with at most 6 decimals. Names must be words. */
pd_status pd_bvh_write(pd_buffer *out, const pd_bvh *bvh, pd_error *err);
/* Degrees about z, y, x, the channels "Zrotation Yrotation Xrotation" of a rotation. */
void pd_bvh_zyx_deg(double degrees[3], pd_quat rotation);

#endif
