#ifndef PD_TRAIN_MOTION_PATH_H
#define PD_TRAIN_MOTION_PATH_H
/* The path of a motion: where its root goes and faces, and how high the ground is beside it.
 *
 *     across = unit(l_arm - r_arm + l_thigh - r_thigh),    facing = unit(G * (across x up)),    up = +Y
 *     root   = (hips.x, hips.z),     yaw = atan2(facing.x, facing.z): positive to the character's left
 *
 * with G a Gaussian over time of 20 frames, ends held (Holden et al. 2017). A row of training looks a second ahead and back, and
 * many clips last little longer: the path goes on for PAD frames beyond both ends with the mean velocity of the last .4 s (0 when
 * that is under .25 m/s: it stands), facing and gaits as at the end, heights from the motion's ground.
 *
 * Shapes   T frames, 31 joints; points of frames -PAD .. T - 1 + PAD.
 * Units    metres, world space, +Y up.
 * Memory   pd_train_path_deinit.
 */
#include "core/pfnn/capture/motion.h"

#define PD_TRAIN_WINDOW  60 /* frames that a row looks ahead and back       */
#define PD_TRAIN_STEP    10 /* frames between two samples of the trajectory */
#define PD_TRAIN_SAMPLES (2 * PD_TRAIN_WINDOW / PD_TRAIN_STEP)
#define PD_TRAIN_PAD     PD_TRAIN_WINDOW

enum { PD_TRAIN_LEFT, PD_TRAIN_MIDDLE, PD_TRAIN_RIGHT, PD_TRAIN_SIDES };

typedef struct pd_train_path_point {
    double x, z;
    double facing_x, facing_z;     /* unit                                                            */
    double ground[PD_TRAIN_SIDES]; /* heights at 25 cm to the left, under the root, 25 cm to the right */
    float gaits[PD_PFNN_GAITS];
} pd_train_path_point;

typedef struct pd_train_path {
    int frame_count;             /* T                    */
    pd_train_path_point *points; /* (PAD + T + PAD)      */
} pd_train_path;

/* positions (T,31): joints in world space, as pd_train_motion_pose gives them. The motion has its gaits. ERR_MEMORY. */
pd_status pd_train_path_build(pd_train_path *path, const pd_pfnn_motion *motion, const pd_vec3 *positions,
                              pd_error *err);
void pd_train_path_deinit(pd_train_path *path);

/* frame in [-PAD, T + PAD). */
static inline const pd_train_path_point *pd_train_path_at(const pd_train_path *path, int frame)
{
    return &path->points[PD_TRAIN_PAD + frame];
}
/* Of the middle samples of the frame's window: the height of its root frame. frame in [0, T). */
double pd_train_path_height(const pd_train_path *path, int frame);

/* positions (T,31) and rotations (T,31) of all joints in world space; either may be NULL. */
void pd_train_motion_pose(pd_vec3 *positions, pd_quat *rotations, const pd_pfnn_motion *motion);
/* facing (T): unit vectors in the xz plane. ERR_MEMORY. */
pd_status pd_train_motion_facing(pd_vec3 *facing, const pd_vec3 *positions, int frame_count, pd_error *err);

#endif
