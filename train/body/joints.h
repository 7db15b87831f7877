#ifndef PD_TRAIN_BODY_JOINTS_H
#define PD_TRAIN_BODY_JOINTS_H
/* Joints of SMPL and SMPL-X on MakeHuman's mesh: names, parents, the rig's cubes and bones that they come from, and their positions.
 *
 * The cubes of the rig are unreliable as joint centres: many targets move the skin and leave the cubes behind, by up to 50 mm. So centres are
 * computed from the skin:
 *
 *     c_j(body) = sum_i A_ji v_i,   A_ji >= 0,  sum_i A_ji = 1
 *
 * A is fitted once to the cubes of a few hundred bodies (regressor.h). From then on A defines the centre, in the space of the skin, metres. Points 0
 * to 23 are SMPL's joints; 24 to 27, the knuckles of index and little finger, give the direction of the palm; 28 to 60 replace SMPL's hands in
 * SMPL-X. A skeleton is a selection of points.
 */
#include "core/base/error.h"
#include "train/makehuman/asset.h"

#define PD_TRAIN_JOINT_COUNT 24
#define PD_TRAIN_JOINT_MOST  55
#define PD_TRAIN_POINT_COUNT 61

typedef enum pd_train_joint {
    PD_TRAIN_PELVIS,
    PD_TRAIN_L_HIP,
    PD_TRAIN_R_HIP,
    PD_TRAIN_SPINE1,
    PD_TRAIN_L_KNEE,
    PD_TRAIN_R_KNEE,
    PD_TRAIN_SPINE2,
    PD_TRAIN_L_ANKLE,
    PD_TRAIN_R_ANKLE,
    PD_TRAIN_SPINE3,
    PD_TRAIN_L_FOOT,
    PD_TRAIN_R_FOOT,
    PD_TRAIN_NECK,
    PD_TRAIN_L_COLLAR,
    PD_TRAIN_R_COLLAR,
    PD_TRAIN_HEAD,
    PD_TRAIN_L_SHOULDER,
    PD_TRAIN_R_SHOULDER,
    PD_TRAIN_L_ELBOW,
    PD_TRAIN_R_ELBOW,
    PD_TRAIN_L_WRIST,
    PD_TRAIN_R_WRIST,
    PD_TRAIN_L_HAND,
    PD_TRAIN_R_HAND,
    PD_TRAIN_L_INDEX,
    PD_TRAIN_R_INDEX,
    PD_TRAIN_L_LITTLE,
    PD_TRAIN_R_LITTLE, /* the four knuckles are points, not joints */
    PD_TRAIN_JAW,
    PD_TRAIN_L_EYE,
    PD_TRAIN_R_EYE,
    PD_TRAIN_L_FINGERS, /* 15 points: index, middle, pinky, ring, thumb, each from the palm outwards */
    PD_TRAIN_R_FINGERS = PD_TRAIN_L_FINGERS + 15
} pd_train_joint;

#define PD_TRAIN_POINT_CUBES 5

typedef struct pd_train_joint_row {
    const char *name;
    int parent;                              /* point number; -1 at the root */
    int mirror;                              /* point on the other side; a middle point has itself */
    const char *cubes[PD_TRAIN_POINT_CUBES]; /* cubes whose mean is the start centre */
    /* space-separated; a bone belongs to the row that names it, or that names its nearest ancestor */
    const char *bones;
} pd_train_joint_row;

extern const pd_train_joint_row pd_train_joints[PD_TRAIN_POINT_COUNT];

typedef struct pd_train_skeleton {
    int joint_count;
    int points[PD_TRAIN_JOINT_MOST]; /* (joint_count) point of each joint; parents come before children */
} pd_train_skeleton;

extern const pd_train_skeleton pd_train_smpl, pd_train_smplx;
/* Return the joint number of the parent (-1 at the root), and of the joint on the other side. */
int pd_train_skeleton_parent(const pd_train_skeleton *skeleton, int joint);
int pd_train_skeleton_mirror(const pd_train_skeleton *skeleton, int joint);

/* Start centres as lists of cube corners. */
typedef struct pd_train_points {
    int corner_count[PD_TRAIN_POINT_COUNT];
    int corners[PD_TRAIN_POINT_COUNT][PD_TRAIN_POINT_CUBES * PD_TRAIN_CUBE_CORNERS];
} pd_train_points;

/* Finds the corners of all cubes. ERR_FORMAT when the base mesh lacks a cube. */
pd_status pd_train_points_init(pd_train_points *points, const pd_train_asset *asset, pd_error *err);
/* Computes centers (PD_TRAIN_POINT_COUNT,3) from composed vertices, made exactly mirror symmetric. */
void pd_train_points_get(double *centers, const pd_train_points *points, const float *vertices);
/* Makes centres (PD_TRAIN_POINT_COUNT,3) symmetric in place: sets x of middle points to 0 and averages pairs. */
void pd_train_points_symmetrise(double *centers);

#endif
