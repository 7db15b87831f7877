#ifndef PD_ANIM_CLIP_H
#define PD_ANIM_CLIP_H
/* A motion clip: a skeleton, and for every frame the local rotation of each joint and the position of the
 * root.
 *
 *     world pose of frame t:   pd_anim_skeleton_forward(p, R, &clip->skeleton, rotations_t, roots_t)
 *
 * The root's own offset is zero: roots_t is the root's position. Rotations have unit length and are
 * hemisphere-continuous in time (q_t . q_t-1 >= 0), so that filters and interpolation may treat each number
 * separately.
 *
 * Shapes   T frames, K joints, D soft-tissue coefficients.
 * Spaces   offsets, ends: in the joint's frame, metres. Rotations local to the parent; roots in world space:
 *          right-handed, +Y up, metres. A body at rotation 0 faces +Z, with its left at +X.
 * Memory   init / deinit; the struct may not be copied. Functions that make a clip leave *out empty on
 *          failure.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_ANIM_MAX_FRAMES 10000000

typedef struct pd_anim_clip {
    pd_anim_skeleton skeleton;
    /* Tips of joints without children, in the joint's frame, metres; zero where unknown. */
    pd_vec3 ends[PD_ANIM_MAX_JOINTS];
    int frame_count;
    double rate;        /* Frames per second. */
    pd_quat *rotations; /* (T,K) Local rotations, unit length. */
    pd_vec3 *roots;     /* (T) Positions of the root joint, world. */
    float *soft;        /* (T,D) Soft-tissue coefficients of a body's model (core/smpl/soft), or NULL. */
    int soft_count;     /* D, 0 without soft tissue. */
} pd_anim_clip;

/* Allocates frame_count frames of the skeleton's rest pose with the root at the origin.
 * The root's offset becomes zero. */
pd_status pd_anim_clip_init(pd_anim_clip *clip, const pd_anim_skeleton *skeleton, int frame_count,
                            double rate, pd_error *err);
/* Replaces the clip's soft-tissue coefficients by `count` zeros per frame; count 0 removes them. On
 * ERR_MEMORY the clip has none. */
pd_status pd_anim_clip_init_soft(pd_anim_clip *clip, int count, pd_error *err);
void pd_anim_clip_deinit(pd_anim_clip *clip);

/* Returns the (K) rotations of one frame. */
static inline pd_quat *pd_anim_clip_frame(const pd_anim_clip *clip, int frame)
{
    return clip->rotations + (size_t)frame * (size_t)clip->skeleton.joint_count;
}
/* Returns whether a body that moves by `way` metres between two frames, at `rate` frames per second, jumps
 * from place to place: by more than 0.5 m and faster than 20 m/s. No person runs faster than 12.4 m/s. */
static inline bool pd_anim_is_jump(double way, double rate)
{
    return way > 0.5 && way * rate > 20;
}
/* Computes the joints' positions and rotations (K) in world space; either output may be NULL. */
void pd_anim_clip_pose(pd_vec3 *positions, pd_quat *rotations, const pd_anim_clip *clip, int frame);
double pd_anim_clip_seconds(const pd_anim_clip *clip); /* Duration in seconds, (T - 1) / rate. */

/* Flips the signs of quaternions so that each is in the hemisphere of its predecessor in time. */
void pd_anim_clip_align_signs(pd_anim_clip *clip);
/* The next three functions treat soft-tissue coefficients as rotations and positions. */

/* Smooths in place with a Gaussian over time, sigma in frames; the first and the last frame are repeated
 * beyond the ends. sigma 0 changes nothing. ERR_MEMORY. */
pd_status pd_anim_clip_smooth(pd_anim_clip *clip, double sigma_frames, pd_error *err);
/* Resamples to another rate, from the same first instant to the last one. Rates may be rounded by 1e-4 of
 * their value: a last frame that such a difference alone would cut off is in the result. To a lower rate the
 * clip is low-passed first (sigma = 0.9 of the ratio of the rates, in frames); to a higher one it is
 * interpolated by Catmull-Rom splines. */
pd_status pd_anim_clip_resample(pd_anim_clip *out, const pd_anim_clip *in, double rate, pd_error *err);
/* Copies frames [first, first + count). ERR_RANGE when the clip does not have them. */
pd_status pd_anim_clip_cut(pd_anim_clip *out, const pd_anim_clip *in, int first, int count, pd_error *err);

/* Writes to mirror (K) each joint's counterpart on the other side, found by name (LeftArm and RightArm,
 * left_knee, lfemur, thigh.L ...); a joint without counterpart gets its own number. Two joints are a pair
 * only when their parents are a pair or the same joint. */
void pd_anim_mirror_table(int *mirror, const pd_anim_skeleton *skeleton);
/* Reflects the motion at x = 0: left and right are exchanged. Doing so twice is the identity. Soft-tissue
 * coefficients are omitted, because their directions have no counterparts on the other side. */
pd_status pd_anim_clip_mirror(pd_anim_clip *out, const pd_anim_clip *in, pd_error *err);

#endif
