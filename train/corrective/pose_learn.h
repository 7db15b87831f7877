#ifndef PD_TRAIN_CORRECTIVE_POSE_LEARN_H
#define PD_TRAIN_CORRECTIVE_POSE_LEARN_H
/* Learns the pose blend shapes of one body model, the whole way, and measures them:
 *
 *     the mean body in all training poses and other bodies in some of them -> sums (pose_fit.h)
 *       -> lambda, on held-out poses of the mean body -> P for LBS and P for DQS on one grid of 16 bits -> the model
 *
 * Measured are held-out poses of the mean body, held-out poses of bodies that were not trained on, and volumes in
 * single-joint bends. "Plain" is the same skinning without pose blend shapes.
 *
 * Units    millimetres, millilitres: for people. Shapes and spaces as in pose_fit.h.
 */
#include "train/corrective/pose_fit.h"

#define PD_TRAIN_LAMBDA_COUNT 5
#define PD_TRAIN_BEND_COUNT   9
#define PD_TRAIN_TRIAL_COUNT  7 /* bodies; the first is the mean */

typedef struct pd_train_learn_options {
    double lambda;  /* 0: the largest that is within 1 % of the best                             */
    double damping; /* of the way back to the rest shape (unpose.h); 0: that of pose_fit.h        */
    double most_m;  /* of any number of P, metres (pose_shapes.h); 0: no bound                    */
    int beta_terms; /* -1: 2; at most the model's betas                                          */
    int dense;      /* measure dense P as well (no model can ship it: 16 times the numbers)      */
} pd_train_learn_options;

typedef struct pd_train_kind_report {
    pd_train_pose_error plain, sparse, dense; /* dense.pose_count 0: not measured */
    double largest_m, step_m;                 /* of P: largest number, grid       */
    double bends_plain_ml[PD_TRAIN_BEND_COUNT], bends_ml[PD_TRAIN_BEND_COUNT];   /* change of volume */
    double trial_plain_mm[PD_TRAIN_TRIAL_COUNT], trial_mm[PD_TRAIN_TRIAL_COUNT]; /* area means    */
} pd_train_kind_report;

typedef struct pd_train_learn_report {
    int trained, left_out, held_out, bodies; /* poses; bodies besides the mean */
    int pattern_count;
    double joints_per_vertex, lambda, rest_ml;
    double lambdas[PD_TRAIN_LAMBDA_COUNT], lambda_mm[PD_TRAIN_LAMBDA_COUNT]; /* LBS, area mean */
    double bends_target_ml[PD_TRAIN_BEND_COUNT];
    pd_train_kind_report kinds[PD_TRAIN_FIT_COUNT];
} pd_train_learn_report;

typedef struct pd_train_learn_job {
    const pd_smpl_model *model; /* has 24 joints, named as SMPL's */
    const pd_train_poses *poses;
    const pd_train_learn_options *options; /* NULL: lambda by trial, two betas, nothing dense */
    const pd_executor *executor;
    const pd_train_progress *progress; /* may be NULL */
} pd_train_learn_job;

/* *out is the model's data with P in place of its own. */
pd_status pd_train_pose_learn(pd_smpl_data *out, pd_train_learn_report *report, const pd_train_learn_job *job,
                              pd_error *err);

/* "knee 120" and so on. */
extern const char *const pd_train_bend_names[PD_TRAIN_BEND_COUNT];
/* rotations (24,3,3). */
void pd_train_bend(float *rotations, int bend);
/* "mean", "thin", "obese" ...; their first betas, the rest 0. */
extern const char *const pd_train_trial_names[PD_TRAIN_TRIAL_COUNT];

#endif
