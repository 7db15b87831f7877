#ifndef PD_TRAIN_CORRECTIVE_POSE_SUMS_H
#define PD_TRAIN_CORRECTIVE_POSE_SUMS_H
/* Sums over poses from which ridge regression solves P. Poses are added one by one, and the memory does not
 * grow with their number.
 *
 *     f    = vec(R_k - I), k = 1 .. K-1
 *         9(K-1) features; with G terms of betas followed by the features times beta_1, .. times beta_G: N =
 *         9(K-1)(1+G)
 *     D    = correction of the rest shape (unpose.h)          (V,3)
 *     G    = sum f f^T       (N,N)
 *     F^T D = sum D f^T       (V,3,N)
 *
 * Each pose is added a second time as its mirror image, because the mirror image of a body is also a valid
 * body. Entry (r,c) of a joint's features becomes s_r s_c times that of the joint on the other side, s =
 * (-1,1,1), and D goes to the mirrored vertex. The solution is then symmetric, so only one vertex of each
 * pair is kept, and those on the axis.
 *
 * Spaces   corrections in model space, metres; rotations local to the parent.
 * Threads  sums go in the order of the poses and of the vertices: the same bits for any executor.
 */
#include "core/base/executor.h"
#include "core/smpl/data/half.h"

typedef struct pd_train_pose_sums {
    int vertex_count, joint_count;
    int beta_terms;    /* G: number of betas that P may depend on */
    int feature_count; /* N: number of features */
    int row_count;     /* number of added poses, mirror images included */
    int half_count;    /* H: number of vertices that are kept */
    int *half;         /* (H) vertices with vertex <= its mirror                   */
    int *mirror;       /* (V) partner of each vertex; NULL: no symmetry, `half` then holds every vertex */
    int *joint_mirror; /* (K) joint on the other side */
    double *gram;      /* (N,N) G of the equation */
    double *moment;    /* (H,3,N) F^T D of the equation */
} pd_train_pose_sums;

/* Computes the features out (9(K-1)) of rotations (K,3,3). */
void pd_train_pose_features(float *out, const float *rotations, int joint_count);
/* Computes the features out of the mirror image of a pose from its features. */
void pd_train_mirror_features(float *out, const float *features, const int *joint_mirror, int joint_count);

/* Starts empty sums. beta_terms 0 .. PD_SMPL_MAX_BETA_TERMS. */
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

/* Adds the poses of one body and their mirror images. ERR_MEMORY only. */
pd_status pd_train_pose_sums_add(pd_train_pose_sums *sums, const pd_train_pose_batch *batch,
                                 const pd_executor *executor, pd_error *err);

#endif
