#ifndef PD_TRAIN_CORRECTIVE_POSE_SHAPES_H
#define PD_TRAIN_CORRECTIVE_POSE_SHAPES_H
/* Pose blend shapes by ridge regression on the sums of all poses (pose_sums.h), vertex by vertex:
 *
 *     P_v = argmin sum_poses |P f_S - D_v|^2 + lambda |P|^2 = (F^T D)_vS inverse(G_SS + lambda I)
 *     subject to |P_v,entry| <= most                                   if there is a bound
 *
 * What the poses hardly excite (the twist of a collar) is held by lambda alone and may come out large: a bound keeps it small where it
 * costs nothing, and entries that poses do excite do not come near it.
 *
 * (with features times betas as well where P depends on them). S is the vertex's pattern: the joints that may move it. Sparse patterns follow the tree: joint k acts on a vertex
 * that carries weight over 0.005 of k or of a neighbour of k in the tree, and on three rings around those;
 * skin that is held by one joint alone (surface.h) gets none. The dense P of SMPL is one pattern of all joints.
 *
 * P is exactly symmetric: the half that was solved is mirrored, what lies on the axis is averaged with its own
 * mirror image. pd_train_pose_round puts all numbers on one grid of 16 bits, so that the file, the wide and the
 * narrow rows of the kernels (core/smpl/skin/tiles.h) hold the same ones, and so do both sides of the body.
 *
 * Shapes   V vertices, K joints. Spaces: the rest shape, model space, metres.
 */
#include "core/smpl/model.h"
#include "train/corrective/pose_sums.h"

typedef struct pd_train_pattern_options {
    int dense;                   /* all joints everywhere                                    */
    const unsigned char *joints; /* (K) those that may act; NULL: all                        */
    const unsigned char *acts;   /* (V,K) what acts on what, in place of all that; NULL: by the tree */
} pd_train_pattern_options;

/* Patterns without values. options may be NULL. Free with pd_train_pose_dirs_deinit. */
pd_status pd_train_pose_patterns(pd_smpl_sparse_dirs *out, const pd_smpl_model *model,
                                 const pd_train_pattern_options *options, pd_error *err);
void pd_train_pose_dirs_deinit(pd_smpl_sparse_dirs *dirs);

/* Numbers of values: (1+G) value_count. */
size_t pd_train_pose_numbers(const pd_smpl_sparse_dirs *dirs);
typedef struct pd_train_pose_ridge {
    double lambda; /* > 0                                                       */
    double most_m; /* of any number of P, metres; 0: no bound                   */
} pd_train_pose_ridge;

/* Fills *values, which is taken when NULL: it becomes dirs->values or dirs->values_dqs. dirs->beta_terms, which the caller sets, is at most
 * that of the sums. */
pd_status pd_train_pose_solve(float **values, const pd_smpl_sparse_dirs *dirs, const pd_train_pose_sums *sums,
                              const pd_train_pose_ridge *ridge, const pd_executor *executor, pd_error *err);
/* Clears the entries (27 numbers of a vertex and a joint) that move it by less than least_m whatever the joint does,
 *     2 sqrt(2) |P_vk|_F < least_m
 * since what is zero in 16 neighbouring vertices costs no time (core/smpl/skin/tiles.h). Returns how many were not zero. */
size_t pd_train_pose_prune(float *values, size_t count, double least_m);
/* Returns the grid's step: the least power of two with |value| <= 32767 steps everywhere. */
float pd_train_pose_round(float *values, size_t count);
/* Largest |value|, metres. */
float pd_train_pose_largest(const float *values, size_t count);
/* Largest difference between P and its mirror image; 0 when exact. The data must have a mirror. */
float pd_train_pose_mirror_error(const pd_smpl_data *data);

#endif
