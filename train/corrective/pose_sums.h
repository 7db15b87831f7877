#ifndef PD_TRAIN_CORRECTIVE_POSE_SUMS_H
#define PD_TRAIN_CORRECTIVE_POSE_SUMS_H
/* What a ridge regression needs to know of all poses, added up pose by pose: nothing grows with their number.
 *
 *     f    = vec(R_k - I), k = 1 .. K-1                      9(K-1) features; with G terms of betas the same again,
 *                                                            times beta_1, .. times beta_G: N = 9(K-1)(1+G)
 *     D    = correction of the rest shape (unpose.h)          (V,3)
 *     G    = sum f f^T       (N,N)
 *     F^T D = sum D f^T       (V,3,N)
 *
 * A mirrored body is a body: every pose is added a second time as its mirror image. Entry (r,c) of a joint's
 * features becomes s_r s_c times that of the joint on the other side, s = (-1,1,1), and D goes to the mirrored
 * vertex. What is learned is then symmetric, so only one vertex of each pair is kept, with those on the axis.
 *
 * Spaces   corrections in model space, metres; rotations local to the parent.
 * Threads  sums go in the order of the poses and of the vertices: the same bits whatever the executor.
 */
#include "core/base/executor.h"
#include "core/smpl/data/half.h"

typedef struct pd_train_pose_sums {
    int vertex_count, joint_count;
    int beta_terms;    /* G                                                        */
    int feature_count; /* N                                                        */
    int row_count;     /* poses added, mirrored ones included                      */
    int half_count;    /* H                                                        */
    int *half;         /* (H) vertices with vertex <= its mirror                   */
    int *mirror;       /* (V) or NULL: no symmetry; then half holds every vertex   */
    int *joint_mirror; /* (K)                                                      */
    double *gram;      /* (N,N)                                                    */
    double *moment;    /* (H,3,N)                                                  */
} pd_train_pose_sums;

/* out (N) from rotations (K,3,3). */
void pd_train_pose_features(float *out, const float *rotations, int joint_count);
/* out (N): those of the mirror image. */
void pd_train_mirror_features(float *out, const float *features, const int *joint_mirror, int joint_count);

/* beta_terms 0 .. PD_SMPL_MAX_BETA_TERMS. */
pd_status pd_train_pose_sums_init(pd_train_pose_sums *sums, const pd_smpl_data *data, int beta_terms,
                                  pd_error *err);
void pd_train_pose_sums_deinit(pd_train_pose_sums *sums);
/* Poses of one body. */
typedef struct pd_train_pose_batch {
    const float *const *rotations; /* (count) pointers to (K,3,3)           */
    const float *corrections;      /* (count,V,3)                           */
    int count;
    const float *betas; /* (beta_count) the body's; missing ones are 0 */
    int beta_count;
} pd_train_pose_batch;

/* ERR_MEMORY only. */
pd_status pd_train_pose_sums_add(pd_train_pose_sums *sums, const pd_train_pose_batch *batch,
                                 const pd_executor *executor, pd_error *err);

#endif
