#ifndef PD_ANIM_CLIP_H
#define PD_ANIM_CLIP_H
/* A piece of motion: a skeleton, and for every frame the local rotation of each joint and the root's place.
 *
 *     world pose of frame t:   pd_anim_skeleton_forward(p, R, &clip->skeleton, rotations_t, roots_t)
 *
 * The root's own offset is zero: roots_t is where it stands. Rotations are of unit length and hemisphere-continuous
 * in time (q_t . q_t-1 >= 0), so that they may be filtered and interpolated number by number.
 *
 * Shapes   T frames, K joints.
 * Spaces   offsets, ends: in the joint's frame, metres. Rotations local to the parent; roots in world space:
 *          right-handed, +Y up, metres. A body that stands at rotation 0 faces +Z, its left at +X.
 * Memory   init / deinit; the struct may not be copied. Functions that make a clip leave *out empty on failure.
 */
#include "core/anim/skeleton.h"

#include <stddef.h>

#define PD_ANIM_MAX_FRAMES 10000000

typedef struct pd_anim_clip {
    pd_anim_skeleton skeleton;
    pd_vec3 ends[PD_ANIM_MAX_JOINTS]; /* tips of joints without children that have one, else zero */
    int frame_count;
    double rate;        /* frames a second */
    pd_quat *rotations; /* (T,K) */
    pd_vec3 *roots;     /* (T)   */
    float *soft;        /* (T,D) soft-tissue coefficients of a body's model (core/smpl/soft), or NULL: none */
    int soft_count;     /* D */
} pd_anim_clip;

/* Room for frame_count frames of the skeleton's rest pose at the origin. The root's offset becomes zero. */
pd_status pd_anim_clip_init(pd_anim_clip *clip, const pd_anim_skeleton *skeleton, int frame_count,
                            double rate, pd_error *err);
/* Adds `count` soft-tissue coefficients a frame, all zero, in place of those that are there. 0: removes them. ERR_MEMORY: there are none. */
pd_status pd_anim_clip_init_soft(pd_anim_clip *clip, int count, pd_error *err);
void pd_anim_clip_deinit(pd_anim_clip *clip);

/* (K) of one frame. */
static inline pd_quat *pd_anim_clip_frame(const pd_anim_clip *clip, int frame)
{
    return clip->rotations + (size_t)frame * (size_t)clip->skeleton.joint_count;
}
/* Joints in world space, (K) each; either output may be NULL. */
void pd_anim_clip_pose(pd_vec3 *positions, pd_quat *rotations, const pd_anim_clip *clip, int frame);
double pd_anim_clip_seconds(const pd_anim_clip *clip); /* (T - 1) / rate */

/* Flips signs so that every quaternion is in the hemisphere of its predecessor. */
void pd_anim_clip_align_signs(pd_anim_clip *clip);
/* Smoothing, another rate and a cut treat soft-tissue coefficients as they treat rotations and places. */

/* Gaussian over time, sigma in frames; ends are held. sigma 0 changes nothing. ERR_MEMORY. */
pd_status pd_anim_clip_smooth(pd_anim_clip *clip, double sigma_frames, pd_error *err);
/* At another rate, from the same first instant. Downwards the clip is low-passed first (sigma = 0.9 of the
 * ratio of the rates, in frames), upwards it goes through a Catmull-Rom spline of the frames. */
pd_status pd_anim_clip_resample(pd_anim_clip *out, const pd_anim_clip *in, double rate, pd_error *err);
/* Frames [first, first + count). ERR_RANGE. */
pd_status pd_anim_clip_cut(pd_anim_clip *out, const pd_anim_clip *in, int first, int count, pd_error *err);

/* mirror (K): the joint of the other side by name (LeftArm and RightArm, left_knee, lfemur, thigh.L ...), itself
 * for what is in the middle. A pair counts only when its parents are a pair too. */
void pd_anim_mirror_table(int *mirror, const pd_anim_skeleton *skeleton);
/* The same motion seen in a mirror at x = 0: left and right change places. Twice is the identity. Soft-tissue coefficients are left out: the
 * directions that they weight have no counterparts on the other side. */
pd_status pd_anim_clip_mirror(pd_anim_clip *out, const pd_anim_clip *in, pd_error *err);

#endif
