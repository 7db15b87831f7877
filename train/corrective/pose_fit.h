#ifndef PD_TRAIN_CORRECTIVE_POSE_FIT_H
#define PD_TRAIN_CORRECTIVE_POSE_FIT_H
/* Fits and measures pose blend shapes for one body model:
 *
 *     pose -> target (deform.h) -> correction for LBS and for DQS (unpose.h) -> sums (pose_sums.h)
 *          -> P, sparse or dense (pose_shapes.h) -> model -> error on the targets of held-out poses
 *
 * Training poses are processed in batches and not kept. Several bodies may add to the same sums; P then
 * learns how it depends on the first betas.
 *
 * Shapes   V vertices, K joints, N poses.
 * Errors   in pd_train_pose_error are in millimetres, because people read them.
 * Spaces   vertices in model space, rotations local to the parent.
 * Memory   about 70 MB of sums (times 1 + beta_terms) and 160 KB a goal for the default body.
 * Threads  the same bits for any executor.
 */
#include "core/smpl/body.h"
#include "train/corrective/deform.h"
#include "train/corrective/pose_shapes.h"
#include "train/corrective/poses.h"
#include "core/base/executor.h"
#include "core/base/progress.h"

#define PD_TRAIN_FIT_BETAS 32
#define PD_TRAIN_DAMPING   0.02

enum { PD_TRAIN_FIT_LBS, PD_TRAIN_FIT_DQS, PD_TRAIN_FIT_COUNT };

/* Poses by pointer: rotations (count) of (K,3,3) each. */
typedef struct pd_train_pose_list {
    const float **rotations;
    int count;
} pd_train_pose_list;

/* Selects from the held-out poses (held_out 1) or from the others (0): every step-th, beginning with number
 * `first`. The poses must outlive the list. */
pd_status pd_train_pose_list_init(pd_train_pose_list *list, const pd_train_poses *poses, int held_out,
                                  int first, int step, pd_error *err);
void pd_train_pose_list_deinit(pd_train_pose_list *list);

typedef struct pd_train_pose_fit_options {
    double damping;   /* damping of the LBS correction (unpose.h); 0 selects PD_TRAIN_DAMPING */
    double least_det; /* poses whose smallest determinant (deform.h) is lower are left out; 0 selects 0.1 */
    int beta_terms;   /* G: number of betas that P may depend on */
    double most_volume_m; /* most_volume_m of the deformer (deform.h); 0 selects its default */
} pd_train_pose_fit_options;

typedef struct pd_train_pose_fit {
    pd_smpl_model *model; /* used for skinning only: its own pose blend shapes are ignored */
    pd_train_pose_fit_options options;
    pd_train_pose_sums sums[PD_TRAIN_FIT_COUNT];
    int trained, left_out; /* numbers of poses */
} pd_train_pose_fit;

/* Starts a fit with empty sums. Retains the model. options may be NULL. */
pd_status pd_train_pose_fit_init(pd_train_pose_fit *fit, const pd_smpl_model *model,
                                 const pd_train_pose_fit_options *options, pd_error *err);
void pd_train_pose_fit_deinit(pd_train_pose_fit *fit);
/* Adds these poses of the body with these betas. May be called any number of times. */
pd_status pd_train_pose_fit_add(pd_train_pose_fit *fit, const pd_train_pose_list *poses, const float *betas,
                                int beta_count, const pd_executor *executor, const pd_progress *progress,
                                pd_error *err);

/* Goals: poses of one body with their target surfaces. */
typedef struct pd_train_goals {
    int count;
    float *rotations;                /* (count,K,3,3) */
    float *targets;                  /* (count,V,3)   */
    float betas[PD_TRAIN_FIT_BETAS]; /* (beta_count) betas of the body */
    int beta_count;
} pd_train_goals;

/* Inputs of pd_train_goals_init. */
typedef struct pd_train_goals_job {
    const pd_smpl_model *model;
    const pd_train_pose_list *poses;
    const float *betas; /* (beta_count) betas of the body */
    int beta_count;
    double least_det;     /* poses whose smallest determinant (deform.h) is lower are left out */
    double most_volume_m; /* most_volume_m of the deformer (deform.h); 0 selects its default */
} pd_train_goals_job;

/* Computes the target surface of each pose. The caller frees it with pd_train_goals_deinit. */
pd_status pd_train_goals_init(pd_train_goals *goals, const pd_train_goals_job *job,
                              const pd_executor *executor, pd_error *err);
void pd_train_goals_deinit(pd_train_goals *goals);

/* Copies the model's data, with a copy of these pose blend shapes (NULL: none) in place of its own, and
 * without soft tissue: a resident model has moved both into the layouts that its kernels read.
 * pd_train_pose_model makes a model of that copy. */
pd_status pd_train_pose_data(pd_smpl_data *out, const pd_smpl_model *model, const pd_smpl_sparse_dirs *dirs,
                             pd_error *err);
pd_status pd_train_pose_model(pd_smpl_model **out, const pd_smpl_model *model,
                              const pd_smpl_sparse_dirs *dirs, pd_error *err);

/* Distances of a model's skin from targets, millimetres. area: mean weighted by skin area; vertex: plain
 * mean; joint: over vertices that no single joint holds with weight 0.995. Percentiles are over vertices and
 * poses, not weighted. */
typedef struct pd_train_pose_error {
    int pose_count;
    double vertex_mm, area_mm, p95_mm, p99_mm, max_mm, joint_mm, joint_p95_mm;
    int worst_pose;
} pd_train_pose_error;

/* Measures how far the model's skin is from the goals. */
pd_status pd_train_pose_measure(pd_train_pose_error *out, const pd_smpl_model *model,
                                pd_smpl_skinning skinning, const pd_train_goals *goals,
                                const pd_executor *executor, pd_error *err);

#endif
