#ifndef PD_TRAIN_LEARN_MEASURE_H
#define PD_TRAIN_LEARN_MEASURE_H
/* Measures a trained model on held-out meshes: other poses of the same people. The people's T, J, W and P
 * stay fixed and only the pose is fitted (pose generalisation of the paper's section 6.1, with the subject's
 * own shape). Training meshes keep the poses that training gave them.
 *
 * Space    the meshes' own; results in millimetres, because people read them. Joints are compared where the
 *          meshes contain their positions. */
#include "train/learn/learn.h"

typedef struct pd_learn_measure {
    int meshes;
    /* mean over meshes of each mesh's mean distance over vertices; worst: the mesh with the largest mean */
    double mean_mm, worst_mm;
    double p95_mm;                         /* 95th percentile over vertices and meshes */
    int worst_mesh;                        /* index of the mesh with the largest mean, -1: none */
    int with_joints;                       /* 1: the joint errors below are measured */
    double joint_mm;                       /* mean distance over joints and meshes */
    double joints_mm[PD_LEARN_JOINTS_MAX]; /* (K) mean distance of each joint */
} pd_learn_measure;

/* Measures the training or the held-out meshes of the set. ERR_MEMORY only. */
pd_status pd_learn_measure_poses(pd_learn_measure *out, const pd_learn_problem *problem,
                                 const pd_learn_state *state, const pd_learn_meshes *meshes, pd_error *err);

#endif
