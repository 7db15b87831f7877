#ifndef PD_TRAIN_CORRECTIVE_POSE_FIT_H
#define PD_TRAIN_CORRECTIVE_POSE_FIT_H
/* From poses to pose blend shapes, for one body model:
 *
 *     pose -> target (deform.h) -> correction for LBS and for DQS (unpose.h) -> sums (pose_sums.h)
 *          -> P, sparse or dense (pose_shapes.h) -> model -> error on the targets of poses that were held out
 *
 * Training poses go through in batches and nothing of them is kept. Several bodies may add to the same sums: then P
 * learns how it changes with the first betas.
 *
 * Shapes   V vertices, K joints, N poses. Millimetres in pd_train_pose_error: it is for people.
 * Spaces   vertices in model space, rotations local to the parent.
 * Memory   about 70 MB of sums (times 1 + beta_terms) and 160 KB a goal for the default body.
 * Threads  the same bits whatever the executor.
 */
#include "core/smpl/body.h"
#include "train/corrective/deform.h"
#include "train/corrective/pose_shapes.h"
#include "train/corrective/poses.h"
#include "train/body/sample.h"

#define PD_TRAIN_FIT_BETAS 32
#define PD_TRAIN_DAMPING   0.02

enum { PD_TRAIN_FIT_LBS, PD_TRAIN_FIT_DQS, PD_TRAIN_FIT_COUNT };

/* Poses by pointer: rotations (count), each (K,3,3). */
typedef struct pd_train_pose_list {
    const float **rotations;
    int count;
} pd_train_pose_list;

/* Of those held out or of those not: every step'th, from the first'th on. The poses must outlive the list. */
pd_status pd_train_pose_list_init(pd_train_pose_list *list, const pd_train_poses *poses, int held_out,
                                  int first, int step, pd_error *err);
void pd_train_pose_list_deinit(pd_train_pose_list *list);

typedef struct pd_train_pose_fit_options {
    double damping;       /* of the LBS correction; 0: PD_TRAIN_DAMPING                     */
    double least_det;     /* poses where LBS collapses further are left out; 0: 0.1         */
    int beta_terms;       /* G: P may depend on so many betas                               */
    double most_volume_m; /* of the deformer (deform.h); 0: its own                     */
} pd_train_pose_fit_options;

typedef struct pd_train_pose_fit {
    pd_smpl_model *model; /* skinning only: its own pose blend shapes, if any, play no part */
    pd_train_pose_fit_options options;
    pd_train_pose_sums sums[PD_TRAIN_FIT_COUNT];
    int trained, left_out; /* poses */
} pd_train_pose_fit;

/* The model is retained. options may be NULL. */
pd_status pd_train_pose_fit_init(pd_train_pose_fit *fit, const pd_smpl_model *model,
                                 const pd_train_pose_fit_options *options, pd_error *err);
void pd_train_pose_fit_deinit(pd_train_pose_fit *fit);
/* Adds these poses of the body with these betas. Any number of times. */
pd_status pd_train_pose_fit_add(pd_train_pose_fit *fit, const pd_train_pose_list *poses, const float *betas,
                                int beta_count, const pd_executor *executor,
                                const pd_train_progress *progress, pd_error *err);

/* Poses of one body with the skin that they should have. */
typedef struct pd_train_goals {
    int count;
    float *rotations;                /* (count,K,3,3) */
    float *targets;                  /* (count,V,3)   */
    float betas[PD_TRAIN_FIT_BETAS]; /* of the body   */
    int beta_count;
} pd_train_goals;

/* What goals are made from. */
typedef struct pd_train_goals_job {
    const pd_smpl_model *model;
    const pd_train_pose_list *poses;
    const float *betas; /* (beta_count) of the body */
    int beta_count;
    double least_det;     /* poses in which LBS collapses further are left out */
    double most_volume_m; /* of the deformer (deform.h); 0: its own */
} pd_train_goals_job;

/* Free with pd_train_goals_deinit. */
pd_status pd_train_goals_init(pd_train_goals *goals, const pd_train_goals_job *job,
                              const pd_executor *executor, pd_error *err);
void pd_train_goals_deinit(pd_train_goals *goals);

/* A copy of the model's data with these pose blend shapes (copied; NULL: none) in place of its own, and without soft tissue: a resident
 * model has moved both into the layouts that its kernels read. */
pd_status pd_train_pose_data(pd_smpl_data *out, const pd_smpl_model *model, const pd_smpl_sparse_dirs *dirs,
                             pd_error *err);
pd_status pd_train_pose_model(pd_smpl_model **out, const pd_smpl_model *model,
                              const pd_smpl_sparse_dirs *dirs, pd_error *err);

/* Distances of a model's skin from targets. area: weighted by the skin's area; vertex: the plain mean; joint: of
 * the vertices that no joint holds by 0.995. Percentiles are over vertices and poses, not weighted. */
typedef struct pd_train_pose_error {
    int pose_count;
    double vertex_mm, area_mm, p95_mm, p99_mm, max_mm, joint_mm, joint_p95_mm;
    int worst_pose;
} pd_train_pose_error;

pd_status pd_train_pose_measure(pd_train_pose_error *out, const pd_smpl_model *model,
                                pd_smpl_skinning skinning, const pd_train_goals *goals,
                                const pd_executor *executor, pd_error *err);

#endif
