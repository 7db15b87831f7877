#ifndef PD_IO_MOCAP_BVH_H
#define PD_IO_MOCAP_BVH_H
/* Reads and writes BVH: Biovision's text format for a skeleton (HIERARCHY) and its motion (MOTION).
 *
 * A joint has an offset from its parent and up to six channels in any order; any joint may have position
 * channels. Its local rotation is the product of its rotation channels in their order in the file, the first
 * one leftmost:
 *
 *     "Zrotation Yrotation Xrotation"     r = Rz Ry Rx        (column vectors)
 *
 * Position channels replace the offset (see pd_bvh_local). An End Site is the tip of a joint without
 * children. Words are separated by blanks, tabs, CR and LF; keywords and channel names in any case.
 *
 * Spaces   offsets and positions: in the parent's frame, in the file's own unit. Angles of the file: degrees.
 * Limits   256 joints, 4096 channels, 10^8 numbers; the declared frame count must be the number of rows.
 * Memory   one owner: pd_bvh_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name:line", with the word that is wrong; ERR_UNSUPPORTED for
 *          XML.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#define PD_BVH_MAX_JOINTS   256
#define PD_BVH_MAX_CHANNELS (6 * PD_BVH_MAX_JOINTS)
#define PD_BVH_NAME_BYTES   32 /* bytes of a name, the closing zero included */

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
    int channel_start, channel_count; /* first column in a row of values; number of columns, up to six */
    unsigned char channels[PD_BVH_CHANNEL_COUNT]; /* pd_bvh_channel of each column                    */
    int has_end;                                  /* 1: the joint has an End Site                     */
    pd_vec3 end;                                  /* offset of the End Site, in the joint's frame     */
} pd_bvh_joint;

typedef struct pd_bvh {
    int joint_count, channel_count, frame_count;
    /* > 0; a rounded reciprocal of a usual rate is the exact one: 1/120 for 0.0083333 */
    double frame_seconds;
    pd_bvh_joint *joints; /* (joint_count) */
    double *values;       /* (frame_count, channel_count) degrees and the file's unit, as written */
} pd_bvh;

/* Parses a file. `name` stands for it in errors. */
pd_status pd_bvh_parse(pd_bvh *out, pd_bytes text, const char *name, pd_error *err);
/* Frees joints and values and zeroes the struct. */
void pd_bvh_deinit(pd_bvh *bvh);
/* Returns the number of the joint with that name, or -1. */
int pd_bvh_find(const pd_bvh *bvh, const char *name);

/* Computes a joint's local rotation in a frame, and its position in the parent's frame: its position
 * channels, and the offset on axes without one. Either output may be NULL. */
void pd_bvh_local(pd_quat *rotation, pd_vec3 *position, const pd_bvh *bvh, int frame, int joint);

/* Appends the text of *bvh; numbers have at most 6 decimals. Names must be single words. */
pd_status pd_bvh_write(pd_buffer *out, const pd_bvh *bvh, pd_error *err);
/* Converts a rotation to degrees about z, y and x, for the channels "Zrotation Yrotation Xrotation". */
void pd_bvh_zyx_deg(double degrees[3], pd_quat rotation);

#endif
