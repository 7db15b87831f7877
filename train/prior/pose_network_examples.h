#ifndef PD_TRAIN_PRIOR_POSE_NETWORK_EXAMPLES_H
#define PD_TRAIN_PRIOR_POSE_NETWORK_EXAMPLES_H
/* Examples for a pose network (core/ik/solver/neural.h): a captured pose on some body, what trackers on it would say, and the answer.
 *
 * Motion   frames of clips of SMPL's 24 joints. The floor of a clip is where its feet are low (5th percentile); a pose is
 *          placed on any body with its lower foot as high over the floor, in statures, as it was.
 * Sampling a clip with a chance of seconds^0.7, a frame of it, its mirror image half of the time; the upper half of another
 *          frame in a part of them, arms anywhere in their ranges in another, a little noise on all joints; a body.
 * Trackers five (head, two hands, two feet), three (head, hands), six (with the pelvis), or any; with or without orientations;
 *          a hand is seen at the wrist or at the hand, a foot at the ankle or at the foot. Noise on half of them. Where feet are
 *          seen the floor is wrong at times, so that the network does not rely on it.
 *
 * Memory   init / deinit; clips are copied.   Threads  const after init; an example is a function of its generator alone.
 */
#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "core/ik/solver/neural.h"

typedef struct pd_train_pose_motion {
    int frame_count, clip_count;
    float (*rotations)[PD_IK_NEURAL_JOINTS][4]; /* (F) local, the pelvis' in the world   */
    float *clearance;                           /* (F) of the lower foot, statures       */
    int *first;                                 /* (clip_count + 1) frames of a clip     */
    double *chance;                             /* (clip_count) summed up, the last is 1 */
} pd_train_pose_motion;

/* Clips of SMPL's joints, thinned to at most `rate` frames a second. ERR_INVALID names a clip that lacks a joint. */
pd_status pd_train_pose_motion_init(pd_train_pose_motion *motion, const pd_anim_clip *const *clips, int count,
                                    double rate, pd_error *err);
void pd_train_pose_motion_deinit(pd_train_pose_motion *motion);

/* Pelvis height over the floor of a body in that pose, metres. */
double pd_train_pose_height(const pd_ik_neural_body *body, const pd_quat *rotations, double clearance);
/* Joints in model space (24), frames (24); the pelvis stands at `pelvis`. */
void pd_train_pose_forward(pd_vec3 *positions, pd_quat *frames, const pd_ik_neural_body *body,
                           const pd_quat *rotations, pd_vec3 pelvis);

typedef struct pd_train_pose_noise {
    double swapped, arms, joints;      /* parts of the examples: .15, .15; radians: .03 */
    double tracker_m, tracker_radians; /* .005, .03 on half of the examples             */
} pd_train_pose_noise;

/* Which trackers are there. */
typedef enum pd_train_pose_set {
    PD_TRAIN_POSE_FIVE,
    PD_TRAIN_POSE_FIVE_POINTS, /* positions only */
    PD_TRAIN_POSE_THREE,
    PD_TRAIN_POSE_THREE_POINTS,
    PD_TRAIN_POSE_SIX,
    PD_TRAIN_POSE_ANY,
    PD_TRAIN_POSE_SETS
} pd_train_pose_set;

/* What is learned: numbers of the frame of neural.h. */
typedef struct pd_train_pose_answer {
    double local[PD_IK_NEURAL_JOINTS][9], frame[PD_IK_NEURAL_JOINTS][9];        /* rotations               */
    double place[PD_IK_NEURAL_JOINTS][3];                                       /* joints, statures        */
    double offset[PD_IK_NEURAL_JOINTS][3];                                      /* of the body, statures   */
    double seen_place[PD_IK_NEURAL_JOINTS], seen_rotation[PD_IK_NEURAL_JOINTS]; /* 1: there is a tracker */
} pd_train_pose_answer;

typedef struct pd_train_pose_world {
    const pd_train_pose_motion *motion;
    const pd_ik_neural_body *bodies; /* (body_count) */
    int body_count;
    pd_train_pose_noise noise;
} pd_train_pose_world;

/* Trackers of a set on joints that are where they are; no noise. deep: hands and feet in place of wrists and ankles. */
void pd_train_pose_see(pd_ik_neural_tracker *trackers, pd_train_pose_set set, int deep,
                       const pd_vec3 *positions, const pd_quat *frames, pd_rng *rng);
/* One example: x (inputs) and its answer. */
void pd_train_pose_example(float *x, pd_train_pose_answer *answer, const pd_train_pose_world *world,
                           pd_rng *rng);

#endif
