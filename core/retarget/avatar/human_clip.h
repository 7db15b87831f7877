#ifndef PD_RETARGET_AVATAR_HUMAN_CLIP_H
#define PD_RETARGET_AVATAR_HUMAN_CLIP_H
/* The other way round than drive.h: from a character's own skeleton in motion to SMPL's 24 joints, whose rest pose is a T-pose.
 *
 *     N_b(t) = F W_b(t) F^-1 A_b^-1        locals N_parent^-1 N_b
 *
 * W_b is the world rotation of the joint that answers to bone b (the identity at rest), F the character's facing (match.h), A_b the smallest
 * rotation that takes an arm's or leg's direction at rest, after F, to the T-pose's; hands have the forearm's, all else none. Bones keep the
 * character's lengths. Bones that it has not stand between those that it has and go along with the one above.
 *
 * Size    a character from .6 to 1.6 times a person's leg length is taken as it is; any other (a file in centimetres, a doll) as large as
 *         a person: metres says what a unit of the file became.
 * Spaces  in: the file's. out: rotations local, frames parallel to the model's at rest; +Y up, facing +Z, metres.
 * Memory  a plain struct.   Threads  pure.   Errors  ERR_UNSUPPORTED: legs of no length.
 */
#include "core/retarget/avatar/match.h"
#include "core/anim/source.h"

typedef struct pd_retarget_human_clip {
    pd_anim_skeleton skeleton; /* SMPL's 24, rest pose a T-pose          */
    double metres;
    pd_quat facing;
    int joints[PD_ANIM_SMPL_JOINTS]; /* of the character; -1: none      */
    int turns[PD_ANIM_SMPL_JOINTS]; /* whose rotation it has: that joint, or the goal of IK that it carries */
    int hips;
    pd_quat undo[PD_ANIM_SMPL_JOINTS]; /* F^-1 A_b^-1                     */
} pd_retarget_human_clip;

pd_status pd_retarget_human_clip_init(pd_retarget_human_clip *out, const pd_anim_skeleton *skeleton,
                                      const pd_retarget_match *match, pd_error *err);
/* locals (24) and the pelvis' place of one frame, from world rotations (K) and where the character's hips are in the file. */
void pd_retarget_human_clip_frame(pd_quat *locals, pd_vec3 *root, const pd_retarget_human_clip *clip,
                                  const pd_quat *world, pd_vec3 hips);

#endif
