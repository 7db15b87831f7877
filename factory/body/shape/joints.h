#ifndef PD_FACTORY_BODY_SHAPE_JOINTS_H
#define PD_FACTORY_BODY_SHAPE_JOINTS_H
/* Joints of SMPL and SMPL-X on MakeHuman's mesh: names, parents, the rig's cubes and bones that they come
 * from, and their positions.
 *
 * The cubes of the rig are unreliable as joint centres: many targets move the skin and leave the cubes
 * behind, by up to 50 mm. So centres are computed from the skin:
 *
 *     c_j(body) = sum_i A_ji v_i,   A_ji >= 0,  sum_i A_ji = 1
 *
 * A is fitted once to the cubes of a few hundred bodies (regressor.h). From then on A defines the centre, in
 * the space of the skin, metres. Points 0 to 23 are SMPL's joints; 24 to 27, the knuckles of index and little
 * finger, give the direction of the palm; 28 to 60 replace SMPL's hands in SMPL-X. A skeleton is a selection
 * of points.
 */
#include "core/base/error.h"
#include "factory/makehuman/asset.h"

#define PD_FACTORY_JOINT_COUNT 24
#define PD_FACTORY_JOINT_MOST  55
#define PD_FACTORY_POINT_COUNT 61

typedef enum pd_factory_joint {
    PD_FACTORY_PELVIS,
    PD_FACTORY_L_HIP,
    PD_FACTORY_R_HIP,
    PD_FACTORY_SPINE1,
    PD_FACTORY_L_KNEE,
    PD_FACTORY_R_KNEE,
    PD_FACTORY_SPINE2,
    PD_FACTORY_L_ANKLE,
    PD_FACTORY_R_ANKLE,
    PD_FACTORY_SPINE3,
    PD_FACTORY_L_FOOT,
    PD_FACTORY_R_FOOT,
    PD_FACTORY_NECK,
    PD_FACTORY_L_COLLAR,
    PD_FACTORY_R_COLLAR,
    PD_FACTORY_HEAD,
    PD_FACTORY_L_SHOULDER,
    PD_FACTORY_R_SHOULDER,
    PD_FACTORY_L_ELBOW,
    PD_FACTORY_R_ELBOW,
    PD_FACTORY_L_WRIST,
    PD_FACTORY_R_WRIST,
    PD_FACTORY_L_HAND,
    PD_FACTORY_R_HAND,
    PD_FACTORY_L_INDEX,
    PD_FACTORY_R_INDEX,
    PD_FACTORY_L_LITTLE,
    PD_FACTORY_R_LITTLE, /* the four knuckles are points, not joints */
    PD_FACTORY_JAW,
    PD_FACTORY_L_EYE,
    PD_FACTORY_R_EYE,
    PD_FACTORY_L_FINGERS, /* 15 points: index, middle, pinky, ring, thumb, each from the palm outwards */
    PD_FACTORY_R_FINGERS = PD_FACTORY_L_FINGERS + 15
} pd_factory_joint;

#define PD_FACTORY_POINT_CUBES 5

typedef struct pd_factory_joint_row {
    const char *name;
    int parent;                                /* point number; -1 at the root */
    int mirror;                                /* point on the other side; a middle point has itself */
    const char *cubes[PD_FACTORY_POINT_CUBES]; /* cubes whose mean is the start centre */
    /* space-separated; a bone belongs to the row that names it, or that names its nearest ancestor */
    const char *bones;
} pd_factory_joint_row;

extern const pd_factory_joint_row pd_factory_joints[PD_FACTORY_POINT_COUNT];

typedef struct pd_factory_skeleton {
    int joint_count;
    int points[PD_FACTORY_JOINT_MOST]; /* (joint_count) point of each joint; parents come before children */
} pd_factory_skeleton;

extern const pd_factory_skeleton pd_factory_smpl, pd_factory_smplx;
/* Return the joint number of the parent (-1 at the root), and of the joint on the other side. */
int pd_factory_skeleton_parent(const pd_factory_skeleton *skeleton, int joint);
int pd_factory_skeleton_mirror(const pd_factory_skeleton *skeleton, int joint);

/* Start centres as lists of cube corners. */
typedef struct pd_factory_points {
    int corner_count[PD_FACTORY_POINT_COUNT];
    int corners[PD_FACTORY_POINT_COUNT][PD_FACTORY_POINT_CUBES * PD_FACTORY_CUBE_CORNERS];
} pd_factory_points;

/* Finds the corners of all cubes. ERR_FORMAT when the base mesh lacks a cube. */
pd_status pd_factory_points_init(pd_factory_points *points, const pd_factory_asset *asset, pd_error *err);
/* Computes centers (PD_FACTORY_POINT_COUNT,3) from composed vertices, made exactly mirror symmetric. */
void pd_factory_points_get(double *centers, const pd_factory_points *points, const float *vertices);
/* Makes centres (PD_FACTORY_POINT_COUNT,3) symmetric in place:
 * sets x of middle points to 0 and averages pairs. */
void pd_factory_points_symmetrise(double *centers);

#endif
