#ifndef PD_TRAIN_LEARN_MEASURE_H
#define PD_TRAIN_LEARN_MEASURE_H
/* What was learned against meshes that it was not learned from: other poses of the same people. Their T, J, W and P stay; the pose
 * alone is fitted (the seed's pose generalisation, with the subject's own shape). Meshes learned from keep the poses that training gave them.
 *
 * Space    the meshes' own; results in millimetres: for people. Joints can be compared where the meshes say where they are.
 */
#include "train/learn/learn.h"

typedef struct pd_learn_measure {
    int meshes;
    double mean_mm, worst_mm;              /* of a mesh's mean over its vertices; the mesh that fits worst */
    double p95_mm;                         /* over vertices and meshes                                     */
    int worst_mesh;                        /* its number, -1: none                                         */
    int with_joints;                       /* 1: the next are measured                                     */
    double joint_mm;                       /* mean over joints and meshes                                  */
    double joints_mm[PD_LEARN_JOINTS_MAX]; /* (K) of each joint                                      */
} pd_learn_measure;

/* meshes: of the set, either those learned from or those held out. ERR_MEMORY only. */
pd_status pd_learn_measure_poses(pd_learn_measure *out, const pd_learn_problem *problem,
                                 const pd_learn_state *state, const pd_learn_meshes *meshes, pd_error *err);

#endif
