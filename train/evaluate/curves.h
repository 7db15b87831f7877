#ifndef PD_TRAIN_EVALUATE_CURVES_H
#define PD_TRAIN_EVALUATE_CURVES_H
/* Computes angles and positions of a body over time from joint positions alone, so that capture and any
 * generator are measured alike.
 *
 *     across  = unit(l_arm - r_arm + l_thigh - r_thigh), facing = unit(G20 * (across x up)) G20: Gaussian of
 *             20 frames
 *     knee    = angle(knee - hip, ankle - knee), 0 straight; ankle = angle(ankle - knee, toe - ankle); elbow
 *             like the knee
 *     arm     = atan2(forward, down) of shoulder -> elbow, in the facing frame
 *     shoulder yaw, pelvis yaw = atan2(-forward, left) of right -> left;
 *         roll = asin(up) of it; positive: left side up, or back
 *     head    = atan2(forward, up) of neck -> head
 *     sway    = left of (hips - G30 * hips), horizontally;         bob = up of the same
 *
 * Directions, in the facing frame: of thigh, upper arm, hand (wrist -> knuckles), trunk (hips -> chest), head
 * (neck -> head). Knee, ankle, sway and bob need a skeleton with heels and toes; all others need the 31
 * joints of core/anim/biped.h.
 *
 * Shapes   T frames, J joints; sides left, right.
 * Spaces   facing frame: +X to the left, +Y up, +Z where the body faces, origin on the floor under the hips.
 *          Metres, radians.
 * Memory   init / deinit; a zeroed struct is a valid empty one.
 */
#include "core/anim/track.h"
#include "core/math/vec3.h"

#include <stdbool.h>

typedef enum pd_train_curve {
    PD_CURVE_L_KNEE,
    PD_CURVE_R_KNEE,
    PD_CURVE_L_ANKLE,
    PD_CURVE_R_ANKLE,
    PD_CURVE_SWAY,
    PD_CURVE_BOB,
    PD_CURVE_L_ELBOW, /* this and the following curves need has_arms */
    PD_CURVE_R_ELBOW,
    PD_CURVE_L_ARM,
    PD_CURVE_R_ARM,
    PD_CURVE_SHOULDER_YAW,
    PD_CURVE_PELVIS_YAW,
    PD_CURVE_PELVIS_ROLL,
    PD_CURVE_SHOULDER_ROLL,
    PD_CURVE_HEAD_PITCH,
    PD_CURVE_COUNT
} pd_train_curve;

typedef enum pd_train_bone {
    PD_BONE_L_THIGH,
    PD_BONE_R_THIGH,
    PD_BONE_TRUNK, /* this and the following bones need has_arms */
    PD_BONE_HEAD,
    PD_BONE_L_ARM,
    PD_BONE_R_ARM,
    PD_BONE_L_HAND,
    PD_BONE_R_HAND,
    PD_BONE_COUNT
} pd_train_bone;

typedef struct pd_train_curves {
    int frame_count, joint_count;
    double rate;                    /* frames a second                                          */
    bool has_arms;                  /* true: the skeleton is the biped */
    double leg;                     /* length of thigh and shank, metres */
    pd_vec3 *local;                 /* (T,J) joint positions in the facing frame */
    pd_vec3 *hips;                  /* (T) position of joint 0 in the world */
    double *hip_height;             /* (T) height of the midpoint of the hip joints above the ground */
    double (*facing)[2];            /* (T) unit vector, x and z */
    double *curves[PD_CURVE_COUNT]; /* (T) each, radians; sway and bob metres */
    pd_vec3 *bones[PD_BONE_COUNT];  /* (T) each, unit directions in the facing frame */
} pd_train_curves;

/* Computes the curves of a track. before_ik: uses joints_pre. ERR_INVALID at "heel_idx" when a heel has no
 * knee and hip above it, ERR_MEMORY. */
pd_status pd_train_curves_init(pd_train_curves *out, const pd_anim_track *track, bool before_ik,
                               pd_error *err);
void pd_train_curves_deinit(pd_train_curves *curves);

#endif
