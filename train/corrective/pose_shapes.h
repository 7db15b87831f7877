#ifndef PD_TRAIN_CORRECTIVE_POSE_SHAPES_H
#define PD_TRAIN_CORRECTIVE_POSE_SHAPES_H
/* Solves pose blend shapes P by ridge regression on the sums of all poses (pose_sums.h), vertex by vertex:
 *
 *     P_v = argmin sum_poses |P f_S - D_v|^2 + lambda |P|^2 = (F^T D)_vS inverse(G_SS + lambda I)
 *     subject to |P_v,entry| <= most                                   if there is a bound
 *
 * where f also includes features times betas if P depends on betas. Entries that the poses hardly excite (the
 * twist of a collar) are restrained by lambda alone and may come out large. A bound keeps them small at no
 * cost, because the entries that poses do excite stay far below it.
 *
 * S is the pattern of the vertex: the joints that may move it. Sparse patterns follow the skeleton's tree.
 * Joint k acts on each vertex that has weight over 0.005 of k or of a neighbour of k in the tree, and on
 * three rings around those; skin held by one joint alone (surface.h) gets none. The dense P of SMPL is one
 * pattern of all joints.
 *
 * P is exactly symmetric: the solved half is mirrored, and each vertex on the axis is averaged with its own
 * mirror image. pd_train_pose_round puts all numbers on one 16-bit grid, so that the file, the wide and the
 * narrow rows of the kernels (core/smpl/skin/tiles.h), and both sides of the body hold the same numbers.
 *
 * Shapes   V vertices, K joints. Spaces: the rest shape, model space, metres.
 */
#include "core/smpl/model.h"
#include "train/corrective/pose_sums.h"

typedef struct pd_train_pattern_options {
    int dense;                   /* 1: all joints act everywhere */
    const unsigned char *joints; /* (K) 1: the joint may act; NULL: all */
    /* (V,K) 1: the joint acts on the vertex, replaces the rules above; NULL: patterns by the tree */
    const unsigned char *acts;
} pd_train_pattern_options;

/* Builds patterns without values. options may be NULL. The caller frees them with
 * pd_train_pose_dirs_deinit. */
pd_status pd_train_pose_patterns(pd_smpl_sparse_dirs *out, const pd_smpl_model *model,
                                 const pd_train_pattern_options *options, pd_error *err);
void pd_train_pose_dirs_deinit(pd_smpl_sparse_dirs *dirs);

/* Returns the number of values: (1+G) value_count. */
size_t pd_train_pose_numbers(const pd_smpl_sparse_dirs *dirs);
typedef struct pd_train_pose_ridge {
    double lambda; /* > 0                                                       */
    double most_m; /* bound on each entry of P, metres; 0: no bound */
} pd_train_pose_ridge;

/* Solves P into *values; allocates them when *values is NULL. The caller makes them dirs->values or
 * dirs->values_dqs. The caller sets dirs->beta_terms, which is at most that of the sums. */
pd_status pd_train_pose_solve(float **values, const pd_smpl_sparse_dirs *dirs, const pd_train_pose_sums *sums,
                              const pd_train_pose_ridge *ridge, const pd_executor *executor, pd_error *err);
/* Sets entries (27 numbers of a vertex and a joint) to zero that move the vertex by less than least_m in any
 * rotation of the joint,
 *     2 sqrt(2) |P_vk|_F < least_m
 * because entries that are zero in 16 neighbouring vertices cost no time (core/smpl/skin/tiles.h). Returns
 * the number of entries that were not zero. */
size_t pd_train_pose_prune(float *values, size_t count, double least_m);
/* Rounds the values to a grid. Returns the step of the grid: the smallest power of two with |value| <= 32767
 * steps everywhere. */
float pd_train_pose_round(float *values, size_t count);
/* Returns the largest |value|, metres. */
float pd_train_pose_largest(const float *values, size_t count);
/* Returns the largest difference between P and its mirror image;
 * 0 when exact. The data must have a mirror. */
float pd_train_pose_mirror_error(const pd_smpl_data *data);

#endif
