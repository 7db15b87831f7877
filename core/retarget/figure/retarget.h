#ifndef PD_RETARGET_FIGURE_RETARGET_H
#define PD_RETARGET_FIGURE_RETARGET_H
/* Retargets from the skeleton of a capture to SMPL's 24 joints, by world rotations relative to a reference
 * pose:
 *
 *     R_k(t) = G_s(t) G_s(ref)^-1 A_k
 *
 * G_s is the world rotation of the source joint that corresponds to joint k, A_k the smallest rotation that
 * takes the bone's direction in the target's rest pose to its direction in the source's reference pose. Each
 * bone of arms and legs has its own A, hands take that of the forearm. Trunk and head have none, so an
 * upright trunk stays upright. The A of feet is a pitch for which the median of the capture's planted feet
 * (ankle and toe slower than 0.15 m/s, and level with the lowest) is flat. Collars are relative to their
 * orientation in the clip while arms hang (core/retarget/figure/collar.h), or to the reference pose when arms
 * never hang.
 *
 * Unless the source's joints are SMPL's own, these steps follow. Collars get 15 % of the shoulder's rotation
 * (pd_retarget_collar_share), which lowers them by 12 degrees while arms hang (the body's rest pose is a T).
 * The upper arm is rolled until the elbow bends about its hinge. Twist between upper arm and hand is divided
 * between elbow and wrist as 45 to 40. Forearm and hand keep their positions. `clamp` limits spine1, collars,
 * wrists, feet and fingers, where markers are least reliable, to the ranges of ranges.h.
 *
 * Root   the pelvis is placed so that the midpoint of the hip joints is the source's, scaled by the ratio of
 *        leg lengths.
 * Spaces rotations local, offsets in the parent's frame, roots in world space; metres.
 * Memory plain structs; const after init: any number of threads.
 */
#include "core/retarget/figure/answer.h"
#include "core/anim/clip.h"
#include "core/anim/source.h"

typedef struct pd_retarget {
    pd_anim_skeleton target; /* Skeleton with joints of SMPL's names, in any order; hands may be missing. */
    int joint[PD_ANIM_SMPL_JOINTS]; /* Joint of the target, in SMPL's order; -1: a missing hand. */
    pd_retarget_answer answers[PD_ANIM_SMPL_JOINTS]; /* In SMPL's order. */
    int source_hips[2];
    double scale;      /* The target's leg length divided by the source's. */
    double elbow_tilt; /* radians */
    int is_ours;       /* 1: the source has SMPL's own joints, and nothing is changed. */
    int clamp;         /* 1: clamp to ranges, see above; 0 after init. */
} pd_retarget;

/* Prepares for a target and a clip. Skeleton and planted feet of the source are taken from the clip. source
 * NULL: found by names. ERR_UNSUPPORTED when no source matches,
 * ERR_INVALID when the target lacks one of SMPL's joints. */
pd_status pd_retarget_init(pd_retarget *retarget, const pd_anim_skeleton *target, const pd_anim_clip *clip,
                           const pd_anim_source *source, pd_error *err);
/* Retargets one frame: rotations (24) local, by the target's own joint numbers; root: position of the
 * target's root joint. */
void pd_retarget_frame(pd_quat *rotations, pd_vec3 *root, const pd_retarget *retarget,
                       const pd_anim_clip *clip, int frame);
/* Retargets a whole clip to the target skeleton, at the same rate. */
pd_status pd_retarget_clip(pd_anim_clip *out, const pd_retarget *retarget, const pd_anim_clip *clip,
                           pd_error *err);

#endif
