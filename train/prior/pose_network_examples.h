#ifndef PD_TRAIN_PRIOR_POSE_NETWORK_EXAMPLES_H
#define PD_TRAIN_PRIOR_POSE_NETWORK_EXAMPLES_H
/* Makes training examples for the pose network (core/ik/methods/neural.h): draws a captured pose and a body,
 * simulates trackers on that body, and returns the network's inputs together with the pose that it has to
 * predict.
 *
 * A pose is placed by its lower foot, since bodies differ in height:
 *
 *     pelvis height = clearance * stature - (y of the lower foot relative to the pelvis)
 *     clearance     height of the lower foot above the floor in the capture, divided by the stature
 *     floor         5th percentile of the feet's heights over the clip
 *
 * One example draws
 *     pose      a clip with probability proportional to seconds^0.7, a frame of it, mirrored in half of the
 *               examples; in a fraction `swapped` the upper half of another frame; in a fraction `arms`
 *               random arm angles within their ranges; Gaussian noise on all joints
 *     body      one of the world's bodies
 *     trackers  five (head, two hands, two feet), three (head, hands), six (five and the pelvis) or a random
 *               subset; with or without orientations. A hand is tracked at the wrist or at the hand, a foot
 *               at the ankle or at the foot. Half of the examples have tracker noise. Where feet are tracked,
 *               the floor height is sometimes wrong, so that the network does not rely on it
 *
 * Shapes   F frames of all clips; 24 = PD_IK_NEURAL_JOINTS joints of SMPL.
 * Spaces   rotations are local to the parent, the pelvis' is in the world. World: metres, +Y up.
 * Memory   _init copies the clips, _deinit frees. Everything else writes to the caller's storage.
 * Threads  the motion is const after _init: any number of threads, each with its own generator. Equal
 *          generators give equal examples.
 * Errors   only _init has any.
 */
#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "core/ik/methods/neural.h"

typedef struct pd_train_pose_motion {
    int frame_count, clip_count;                /* F, clips                              */
    float (*rotations)[PD_IK_NEURAL_JOINTS][4]; /* (F,24) quaternions                    */
    float *clearance;                           /* (F) see above; in statures            */
    int *first;                                 /* (clip_count + 1) first frame of a clip */
    double *chance;                             /* (clip_count) cumulated probability; the last is 1 */
} pd_train_pose_motion;

/* Copies the clips, at most `rate` frames of each second. ERR_INVALID names a clip that lacks one of SMPL's
 * 24 joints; ERR_MEMORY. */
pd_status pd_train_pose_motion_init(pd_train_pose_motion *motion, const pd_anim_clip *const *clips, int count,
                                    double rate, pd_error *err);
void pd_train_pose_motion_deinit(pd_train_pose_motion *motion);

/* Returns the pelvis height above, in metres, of `body` in the pose `rotations` (24). */
double pd_train_pose_height(const pd_ik_neural_body *body, const pd_quat *rotations, double clearance);
/* Forward kinematics: writes positions (24) and orientations `frames` (24) of the joints in the world, with
 * the pelvis at `pelvis`. */
void pd_train_pose_forward(pd_vec3 *positions, pd_quat *frames, const pd_ik_neural_body *body,
                           const pd_quat *rotations, pd_vec3 pelvis);

typedef struct pd_train_pose_noise {
    double swapped, arms; /* fractions of the examples, 0 to 1; 0.15 each in training               */
    double joints;        /* standard deviation of the noise on each joint, radians; 0.03            */
    double tracker_m,
        tracker_radians; /* standard deviation of tracker noise; 0.005 and 0.03, in half of them    */
} pd_train_pose_noise;

/* Sets of trackers that a person may wear. */
typedef enum pd_train_pose_set {
    PD_TRAIN_POSE_FIVE,        /* head, hands, feet: positions and orientations */
    PD_TRAIN_POSE_FIVE_POINTS, /* the same, positions only */
    PD_TRAIN_POSE_THREE,       /* head, hands */
    PD_TRAIN_POSE_THREE_POINTS,
    PD_TRAIN_POSE_SIX, /* head, hands, feet, pelvis */
    PD_TRAIN_POSE_ANY, /* a random subset of the ten joints of neural.h */
    PD_TRAIN_POSE_SETS
} pd_train_pose_set;

/* Values that the network has to predict, in the frame that neural.h defines from the trackers. */
typedef struct pd_train_pose_answer {
    double local[PD_IK_NEURAL_JOINTS][9],
        frame[PD_IK_NEURAL_JOINTS][9];     /* rotations: local, in the frame    */
    double place[PD_IK_NEURAL_JOINTS][3];  /* joint positions, statures         */
    double offset[PD_IK_NEURAL_JOINTS][3]; /* bones of the body, statures       */
    double seen_place[PD_IK_NEURAL_JOINTS],
        seen_rotation[PD_IK_NEURAL_JOINTS]; /* 1 where a tracker gives it, else 0 */
} pd_train_pose_answer;

/* Source of the examples: motion, bodies and noise. */
typedef struct pd_train_pose_world {
    const pd_train_pose_motion *motion;
    const pd_ik_neural_body *bodies; /* (body_count) */
    int body_count;
    pd_train_pose_noise noise;
} pd_train_pose_world;

/* Sets `trackers` to what the trackers of `set` measure on these joints, without noise. `deep`: bit 0 tracks
 * hands instead of wrists, bit 1 feet instead of ankles. PD_TRAIN_POSE_ANY ignores it and draws its subset
 * from `rng`; the other sets draw nothing. */
void pd_train_pose_see(pd_ik_neural_tracker *trackers, pd_train_pose_set set, int deep,
                       const pd_vec3 *positions, const pd_quat *frames, pd_rng *rng);
/* Draws one example: x (PD_IK_NEURAL_INPUTS) and the answer to it. */
void pd_train_pose_example(float *x, pd_train_pose_answer *answer, const pd_train_pose_world *world,
                           pd_rng *rng);

#endif
