#ifndef PD_TRAIN_CORRECTIVE_POSES_H
#define PD_TRAIN_CORRECTIVE_POSES_H
/* Poses for training and evaluating pose blend shapes.
 *
 * capture     farthest-point selection among frames of motion capture, by the sum over joints of |R - R'|^2,
 *             where a pose and its mirror image have distance 0; held-out poses come from clips of which no
 *             other frame is used
 * sweep       one joint at a time, in steps to each end of its range (core/anim/ranges.h); left and middle
 *             joints only, and only one of two ends that mirror each other
 * composite   all joints at random within their ranges; held-out poses use another seed
 *
 * The set contains no mirrored poses: the training mirrors the features (pose_sums.h).
 *
 * Shapes   N poses, K = 24 joints in SMPL's order. Spaces: rotations local to the parent; the root's is the
 *          identity.
 * Memory   init / deinit. The same seed and clips give the same bits.
 */
#include "core/anim/clip.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_TRAIN_POSE_JOINTS      24
#define PD_TRAIN_POSE_LABEL_BYTES 64

typedef enum pd_train_pose_kind {
    PD_TRAIN_POSE_CAPTURE,
    PD_TRAIN_POSE_SWEEP,
    PD_TRAIN_POSE_COMPOSITE
} pd_train_pose_kind;

typedef struct pd_train_poses {
    int count;
    float *rotations;        /* (N,24,3,3) */
    float *weights;          /* (N) weight of the pose in the fit; 1 */
    unsigned char *kinds;    /* (N) pd_train_pose_kind        */
    unsigned char *held_out; /* (N) 1: used for evaluation only */
    /* (N) labels, for example "cmu/bvh/02_01 120" and "left_knee +x 3/6" */
    char (*labels)[PD_TRAIN_POSE_LABEL_BYTES];
} pd_train_poses;

/* A retargeted clip (24 joints, SMPL's order). Labels and the choice of held-out clips use its name. */
typedef struct pd_train_pose_clip {
    const pd_anim_clip *clip;
    const char *name;
} pd_train_pose_clip;

/* Options; zero selects the default given beside each field. */
typedef struct pd_train_pose_options {
    uint64_t seed;
    int capture_count, capture_held_out;     /* 240, 100 */
    int sweep_steps;                         /* 6        */
    int composite_count, composite_held_out; /* 120, 50  */
    double candidate_seconds;                /* time between two candidate frames of a clip, seconds: 0.25 */
    /* Returns the smallest determinant of the blended skinning matrices in a pose (24,3,3); NULL: not used.
     * Poses below least_det (0.1) are left out: LBS has collapsed there and no P can repair it. */
    double (*det)(void *ctx, const float *rotations);
    void *ctx;
    double least_det;
} pd_train_pose_options;

/* Selects the poses of clips (clip_count). On failure *poses is empty. */
pd_status pd_train_poses_init(pd_train_poses *poses, const pd_train_pose_clip *clips, int clip_count,
                              const pd_train_pose_options *options, pd_error *err);
/* Returns whether a clip is held out. A fifth of all clips are, selected by a hash of name and seed. */
bool pd_train_pose_is_held_out(const char *name, uint64_t seed);
/* Returns whether a joint of the pose, local rotations (24), is so far beyond its range that the capture must
 * have lost a marker. */
bool pd_train_pose_has_lost_marker(const pd_quat *q);
void pd_train_poses_deinit(pd_train_poses *poses);
/* Computes the mirror image of the pose: out (24,3,3), which must not overlap rotations. */
void pd_train_pose_mirror(float *out, const float *rotations);

#endif
