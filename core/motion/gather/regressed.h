#ifndef PD_MOTION_GATHER_REGRESSED_H
#define PD_MOTION_GATHER_REGRESSED_H
/* Reads files of programs that estimate bodies in films and pictures with networks, and writes each as an npz
 * in AMASS's layout, which amass.h reads. A program is a row of the table in regressed.c.
 * docs/guide/regression.md has the conventions of each.
 *
 *     WHAM        a dict of people: pose_world, trans_world, pose, trans, betas, frame_ids SMPL
 *     GVHMR       smpl_params_global, smpl_params_incam: global_orient, body_pose, transl, betas SMPL-X, 30
 *                 frames per second
 *     PromptHMR   people: smplx_world, smplx_cam: pose, trans, shape; frames SMPL-X
 *     4D-Humans   a dict of pictures: tid, smpl: global_orient, body_pose, betas SMPL, no world
 *     HMR2        pred_smpl_params of one picture: global_orient, body_pose, betas, a row per person SMPL, no
 *                 world
 *     ROMP, BEV   a dict of pictures, or one: smpl_thetas, cam_trans, smpl_betas, a row per person SMPL, no
 *                 world; track_ids
 *
 * World    +Y is up; trans + J0 of the file's body is the pelvis, metres.
 * Camera   x right, y down, z away. If a file has no translation in metres, the pelvis stays in place.
 * Time     by the numbers of frames. Between two frames with the person, rotations are interpolated about one
 *          axis at a constant speed.
 *
 * Errors   where is "name" or "name: member". ERR_FORMAT, ERR_RANGE, ERR_NOT_FOUND (the person, a member),
 *          errors of core/io/python/stored.h.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"
#include "core/io/python/stored.h"

#include <stdbool.h>

#define PD_MOTION_REGRESSED_NOTES 1536

typedef struct pd_motion_regressed_options {
    const char *person; /* id of the person; NULL: the one in most frames */
    bool camera;        /* the estimate in the camera's frame, not the one in the world */
    double rate;        /* frames per second; 0: the file's, otherwise 30 */
    bool is_query; /* messages name options as in a query (person=2), not as on a command line (--person 2) */
    /* Name of an option about axes or units that the caller states, without dashes; a file of a known
     * program, whose axes and units are known, is then refused. NULL: none. */
    const char *stated;
    size_t most_bytes; /* largest memory of an unpacked npz; 0: as in npz.h */
} pd_motion_regressed_options;

/* Number of programs whose files are read, and the name of each. */
int pd_motion_regressed_count(void);
const char *pd_motion_regressed_name(int index);

/* Returns whether one of these programs wrote a file with this root. */
bool pd_motion_regressed_is(const pd_pickle_value *root);
/* Appends the npz to out. notes (PD_MOTION_REGRESSED_NOTES): what was assumed, one sentence per line; "" for
 * nothing. The file must be one of these programs. */
pd_status pd_motion_regressed_npz(pd_buffer *out, char *notes, pd_stored *file,
                                  const pd_motion_regressed_options *options, pd_error *err);

#endif
