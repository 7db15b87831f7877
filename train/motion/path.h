#ifndef PD_TRAIN_MOTION_PATH_H
#define PD_TRAIN_MOTION_PATH_H
/* Computes the path of a motion: position and facing of its root, and the height of the ground beside it.
 *
 *     across = unit(l_arm - r_arm + l_thigh - r_thigh),    facing = unit(G * (across x up)),    up = +Y
 *     root   = (hips.x, hips.z),     yaw = atan2(facing.x, facing.z): positive to the character's left
 *
 * G is a Gaussian over time of 20 frames; end values are repeated (Holden et al. 2017). A row of training
 * data looks a second ahead and back, and many clips are hardly longer. So the path continues for PAD frames
 * beyond both ends: with the mean velocity of the last .4 s (0 when that is under .25 m/s: the character
 * stands), with facing and gaits of the end frame, and with heights from the motion's ground.
 *
 * Shapes   T frames, 31 joints; points of frames -PAD .. T - 1 + PAD.
 * Units    metres, world space, +Y up.
 * Memory   pd_train_path_deinit frees.
 */
#include "core/character/capture/motion.h"

#define PD_TRAIN_WINDOW  60 /* frames that a row looks ahead, and back */
#define PD_TRAIN_STEP    10 /* frames between two samples of the trajectory */
#define PD_TRAIN_SAMPLES (2 * PD_TRAIN_WINDOW / PD_TRAIN_STEP)
#define PD_TRAIN_PAD     PD_TRAIN_WINDOW

enum { PD_TRAIN_LEFT, PD_TRAIN_MIDDLE, PD_TRAIN_RIGHT, PD_TRAIN_SIDES };

typedef struct pd_train_path_point {
    double x, z;
    double facing_x, facing_z; /* unit vector */
    /* ground heights at 25 cm to the left, under the root, 25 cm to the right */
    double ground[PD_TRAIN_SIDES];
    float gaits[PD_PFNN_GAITS];
} pd_train_path_point;

typedef struct pd_train_path {
    int frame_count;             /* T */
    pd_train_path_point *points; /* (PAD + T + PAD) */
} pd_train_path;

/* Builds the path of a motion with gaits. positions (T,31): joints in world space,
 * from pd_train_motion_pose. ERR_MEMORY. */
pd_status pd_train_path_build(pd_train_path *path, const pd_character_motion *motion,
                              const pd_vec3 *positions, pd_error *err);
void pd_train_path_deinit(pd_train_path *path);

/* Returns the point of a frame in [-PAD, T + PAD). */
static inline const pd_train_path_point *pd_train_path_at(const pd_train_path *path, int frame)
{
    return &path->points[PD_TRAIN_PAD + frame];
}
/* Returns the height of a frame's root frame: the mean of the middle ground samples in its window.
 * frame in [0, T). */
double pd_train_path_height(const pd_train_path *path, int frame);

/* Writes positions (T,31) and rotations (T,31) of all joints in world space; either may be NULL. */
void pd_train_motion_pose(pd_vec3 *positions, pd_quat *rotations, const pd_character_motion *motion);
/* Computes facing (T): unit vectors in the xz plane. ERR_MEMORY. */
pd_status pd_train_motion_facing(pd_vec3 *facing, const pd_vec3 *positions, int frame_count, pd_error *err);

#endif
