#ifndef PD_RETARGET_AVATAR_HUMAN_CLIP_H
#define PD_RETARGET_AVATAR_HUMAN_CLIP_H
/* Transfers motion from a character's own skeleton to SMPL's 24 joints, whose rest pose is a T-pose: the opposite direction of drive.h.
 *
 *     N_b(t) = F W_b(t) F^-1 A_b^-1        locals N_parent^-1 N_b
 *
 * W_b is the world rotation of the joint that corresponds to bone b (the identity at rest), F the character's facing (match.h), A_b the smallest
 * rotation that takes the direction of an arm or leg at rest, after F, to the T-pose's; hands take the forearm's, all others have none. Bones
 * keep the character's lengths. Bones that the character lacks are placed between its neighbouring bones and move with the one above.
 *
 * Size    a character from 0.6 to 1.6 times a person's leg length keeps its size; any other (a file in centimetres, a doll) is scaled to a
 *         person's. metres: metres per unit of the file.
 * Spaces  in: the file's. out: rotations local, frames parallel to the model's at rest; +Y up, facing +Z, metres.
 * Memory  a plain struct.
 * Threads pure functions.
 * Errors  ERR_UNSUPPORTED: legs of length 0.
 */
#include "core/retarget/avatar/match.h"
#include "core/anim/source.h"

typedef struct pd_retarget_human_clip {
    pd_anim_skeleton skeleton; /* SMPL's 24 joints; the rest pose is a T-pose. */
    double metres;
    pd_quat facing;
    int joints[PD_ANIM_SMPL_JOINTS]; /* Joints of the character; -1: none. */
    /* Joint whose rotation is taken: the same one, or the IK goal that it carries. */
    int turns[PD_ANIM_SMPL_JOINTS];
    int hips;                          /* joint of the character that is its hips */
    pd_quat undo[PD_ANIM_SMPL_JOINTS]; /* F^-1 A_b^-1                     */
} pd_retarget_human_clip;

pd_status pd_retarget_human_clip_init(pd_retarget_human_clip *out, const pd_anim_skeleton *skeleton,
                                      const pd_retarget_match *match, pd_error *err);
/* Computes local rotations (24) and the position of the pelvis for one frame, from world rotations (K) and the position of the character's hips
 * in the file. */
void pd_retarget_human_clip_frame(pd_quat *locals, pd_vec3 *root, const pd_retarget_human_clip *clip,
                                  const pd_quat *world, pd_vec3 hips);

#endif
