#ifndef PD_RETARGET_FIGURE_RETARGET_H
#define PD_RETARGET_FIGURE_RETARGET_H
/* From the skeleton of a capture to SMPL's 24 joints, by world rotations relative to a reference pose:
 *
 *     R_k(t) = G_s(t) G_s(ref)^-1 A_k
 *
 * G_s is the world rotation of the source joint that corresponds to joint k, A_k the smallest rotation that takes the
 * bone's direction in the target's rest pose to its direction in the source's reference pose. Upper and lower
 * limbs have an A of their own; hands take that of the forearm; trunk, head and feet have none, so that
 * what is upright and flat stays so. Feet are rotated in pitch so that the median of the capture's planted feet
 * (both slower than 0.15 m/s and level with the lowest) is flat. Collars are counted from where the clip has them while arms
 * hang (core/retarget/figure/collar.h), from the reference pose when they never do.
 *
 * Then, unless the source's joints are SMPL's own: collars get 15 % of the shoulder's rotation (pd_retarget_collar_share), which brings them
 * down by 12 degrees while arms hang (the body's rest pose is a T); the upper arm is rolled until the elbow bends about its hinge; twist
 * between upper arm and hand is divided between elbow and wrist as 45 to 40. Forearm and hand stay where they are. `clamp` brings spine1,
 * collars, wrists, feet and fingers, where markers are least reliable, into the ranges of ranges.h.
 *
 * Root   pelvis so that the middle of the hip joints is the source's, scaled by the ratio of leg lengths.
 * Spaces rotations local, offsets in the parent's frame, roots in world space; metres.
 * Memory plain structs; const after init: any number of threads.
 */
#include "core/retarget/figure/answer.h"
#include "core/anim/clip.h"
#include "core/anim/source.h"

typedef struct pd_retarget {
    pd_anim_skeleton target;        /* SMPL's names among its joints, in any order; hands may lack */
    int joint[PD_ANIM_SMPL_JOINTS]; /* of the target; by SMPL's order; -1: a hand that lacks   */
    pd_retarget_answer answers[PD_ANIM_SMPL_JOINTS]; /* by SMPL's order                      */
    int source_hips[2];
    double scale;      /* target's leg length by the source's */
    double elbow_tilt; /* radians */
    int is_ours;       /* nothing to repair */
    int clamp;         /* 0 at init */
} pd_retarget;

/* The clip gives skeleton and planted feet. source NULL: found by names; ERR_UNSUPPORTED when there is none,
 * ERR_INVALID when the target lacks one of SMPL's joints. */
pd_status pd_retarget_init(pd_retarget *retarget, const pd_anim_skeleton *target, const pd_anim_clip *clip,
                           const pd_anim_source *source, pd_error *err);
/* rotations (24) local, by the target's own joint numbers; root: where the target's root joint stands. */
void pd_retarget_frame(pd_quat *rotations, pd_vec3 *root, const pd_retarget *retarget,
                       const pd_anim_clip *clip, int frame);
/* The whole clip on the target skeleton, at the same rate. */
pd_status pd_retarget_clip(pd_anim_clip *out, const pd_retarget *retarget, const pd_anim_clip *clip,
                           pd_error *err);

#endif
