#ifndef PD_TRAIN_CORRECTIVE_POSES_H
#define PD_TRAIN_CORRECTIVE_POSES_H
/* The poses that pose blend shapes are learned from, and those that they are judged by.
 *
 * capture     farthest-point choice among frames of motion capture, by the sum over joints of |R - R'|^2 and
 *             blind to mirroring; the held-out ones come from clips of which no other frame is used
 * sweep       one joint at a time, in steps to each end of its range (core/anim/ranges.h); left and middle
 *             joints, and only one of two ends that mirror each other
 * composite   all joints at random within their ranges; the held-out ones from another seed
 *
 * Mirrored poses are not in the set: who learns mirrors the features (pd_train_pose_mirror).
 *
 * Shapes   N poses, K = 24 joints in SMPL's order. Spaces: rotations local to the parent; the root's is the identity.
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
    float *rotations;                          /* (N,24,3,3) */
    float *weights;                            /* (N) of the pose in the fit; 1 */
    unsigned char *kinds;                      /* (N) pd_train_pose_kind        */
    unsigned char *held_out;                   /* (N)                          */
    char (*labels)[PD_TRAIN_POSE_LABEL_BYTES]; /* "cmu/bvh/02_01 120", "left_knee +x 3/6" */
} pd_train_poses;

/* Retargeted clips (24 joints, SMPL's order) and the names that labels and the choice of held-out clips go by. */
typedef struct pd_train_pose_clip {
    const pd_anim_clip *clip;
    const char *name;
} pd_train_pose_clip;

/* Zero means the default. */
typedef struct pd_train_pose_options {
    uint64_t seed;
    int capture_count, capture_held_out;     /* 240, 100 */
    int sweep_steps;                         /* 6        */
    int composite_count, composite_held_out; /* 120, 50  */
    double candidate_seconds;                /* between candidates of a clip: 0.25                    */
    /* The smallest determinant of the blended skinning matrix that a pose (24,3,3) gives, or NULL: not asked.
     * Poses below least_det (0.1) are left out: LBS has collapsed there and no P can repair it. */
    double (*det)(void *ctx, const float *rotations);
    void *ctx;
    double least_det;
} pd_train_pose_options;

pd_status pd_train_poses_init(pd_train_poses *poses, const pd_train_pose_clip *clips, int clip_count,
                              const pd_train_pose_options *options, pd_error *err);
/* Whether a clip is held out, by its name and the seed alone: a fifth of all are. */
bool pd_train_pose_is_held_out(const char *name, uint64_t seed);
/* Is a joint of the pose, local rotations (24), so far beyond its range that a marker must have been lost? */
bool pd_train_pose_has_lost_marker(const pd_quat *q);
void pd_train_poses_deinit(pd_train_poses *poses);
/* out (24,3,3) is the pose in the mirror; not in place. */
void pd_train_pose_mirror(float *out, const float *rotations);

#endif
