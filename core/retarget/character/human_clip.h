#ifndef PD_RETARGET_CHARACTER_HUMAN_CLIP_H
#define PD_RETARGET_CHARACTER_HUMAN_CLIP_H
/* Transfers motion from a character's own skeleton to SMPL's 24 joints, whose rest pose is a T-pose: the
 * opposite direction of drive.h.
 *
 *     N_b(t) = F W_b(t) F^-1 A_b^-1        locals N_parent^-1 N_b
 *
 * W_b is the world rotation of the joint that corresponds to bone b (the identity at rest), F the character's
 * facing (match.h), A_b the smallest rotation that takes the direction of an arm or leg at rest, after F, to
 * the T-pose's; hands take the forearm's, all others have none. Bones keep the character's lengths. Bones
 * that the character lacks are placed between its neighbouring bones and move with the one above.
 *
 * Rest    a rest pose that is not that of a person who stands shows in the directions of its bones: the trunk
 *         leans or is twisted by more than 12 degrees, thighs are more than 20 degrees apart in stride, feet
 *         turn outwards, or turn or pitch differently, by more than 20 degrees. Then trunk and feet get an
 *         A_b too, which takes these directions to those of a T-pose, and `note` says it. Rotations about a
 *         bone that the directions do not show (head, hands) stay unknown.
 * Size    a character from 0.6 to 1.6 times a person's leg length keeps its size; any other (a file in
 *         centimetres, a doll) is scaled to a person's, and `note` says it. metres: metres per unit of the
 *         file.
 * Spaces  in: the file's. out: rotations local, frames parallel to the model's at rest; +Y up, facing +Z,
 *         metres.
 * Memory  a plain struct.
 * Threads pure functions.
 * Errors  ERR_UNSUPPORTED: legs of length 0.
 */
#include "core/retarget/character/match.h"
#include "core/anim/source.h"

#define PD_RETARGET_HUMAN_NOTE 416

typedef struct pd_retarget_human_clip {
    pd_anim_skeleton skeleton; /* SMPL's 24 joints; the rest pose is a T-pose. */
    double metres;
    pd_quat facing;
    int joints[PD_ANIM_SMPL_JOINTS]; /* Joints of the character; -1: none. */
    /* Joint whose rotation is taken: the same one, or the IK goal that it carries. */
    int turns[PD_ANIM_SMPL_JOINTS];
    int hips;                          /* joint of the character that is its hips */
    pd_quat undo[PD_ANIM_SMPL_JOINTS]; /* F^-1 A_b^-1                     */
    /* Largest of the angles above, divided by its bound: above 1 the rest pose does not stand. */
    double deviation;
    /* Angle by which the upper arms differ from each other's mirror image,
     * or the larger bend of an elbow, degrees. */
    double arms;
    /* Assumptions about the rest pose and the size, one sentence a line; "" if there are none. */
    char note[PD_RETARGET_HUMAN_NOTE];
} pd_retarget_human_clip;

/* Prepares to transfer motions of the skeleton, whose bones are matched to joints. */
pd_status pd_retarget_human_clip_init(pd_retarget_human_clip *out, const pd_anim_skeleton *skeleton,
                                      const pd_retarget_match *match, pd_error *err);
/* Prepares for a skeleton whose rest pose is a frame of a motion: trunk and feet are taken upright by the
 * directions of the bones in any case. */
pd_status pd_retarget_human_clip_init_posed(pd_retarget_human_clip *out, const pd_anim_skeleton *skeleton,
                                            const pd_retarget_match *match, pd_error *err);
/* Computes local rotations (24) and the position of the pelvis for one frame, from world rotations (K) and
 * the position of the character's hips in the file. */
void pd_retarget_human_clip_frame(pd_quat *locals, pd_vec3 *root, const pd_retarget_human_clip *clip,
                                  const pd_quat *world, pd_vec3 hips);

#endif
