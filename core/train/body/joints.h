#ifndef PD_TRAIN_BODY_JOINTS_H
#define PD_TRAIN_BODY_JOINTS_H
/* The 24 SMPL joints on this mesh: names, parents, which cubes and bones they come from, and where they are.
 *
 * The rig's cubes are not trustworthy as joint centres, since many targets move the skin and leave them (up to
 * 50 mm). So centres come from the skin:
 *
 *     c_j(body) = sum_i A_ji v_i,   A_ji >= 0,  sum_i A_ji = 1
 *
 * with A fitted once to the cubes of a few hundred bodies (regressor.h), and from then on the value of A is the
 * centre, in the space of the skin, metres. Four more points, the knuckles of index and little finger, give the direction of the palm.
 */
#include "core/base/error.h"
#include "core/train/body/asset.h"

#define PD_TRAIN_JOINT_COUNT 24
#define PD_TRAIN_POINT_COUNT 28 /* the joints and 4 knuckles */

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
    PD_TRAIN_R_LITTLE /* points, not joints */
} pd_train_joint;

#define PD_TRAIN_POINT_CUBES 5

typedef struct pd_train_joint_row {
    const char *name;
    int parent;                              /* -1 at the root */
    int mirror;                              /* the point on the other side, itself in the middle */
    const char *cubes[PD_TRAIN_POINT_CUBES]; /* their mean is the start centre */
    const char *bones; /* space-separated: a bone belongs to the row that names it or its nearest ancestor */
} pd_train_joint_row;

extern const pd_train_joint_row pd_train_joints[PD_TRAIN_POINT_COUNT];

/* The start centres as lists of cube corners. */
typedef struct pd_train_points {
    int corner_count[PD_TRAIN_POINT_COUNT];
    int corners[PD_TRAIN_POINT_COUNT][PD_TRAIN_POINT_CUBES * PD_TRAIN_CUBE_CORNERS];
} pd_train_points;

/* ERR_FORMAT when the base mesh lacks a cube. */
pd_status pd_train_points_init(pd_train_points *points, const pd_train_asset *asset, pd_error *err);
/* centers (PD_TRAIN_POINT_COUNT,3) from composed vertices, made exactly mirror symmetric. */
void pd_train_points_get(double *centers, const pd_train_points *points, const float *vertices);
/* x of middle points 0, pairs averaged: (PD_TRAIN_POINT_COUNT,3) in place. */
void pd_train_points_symmetrise(double *centers);

#endif
