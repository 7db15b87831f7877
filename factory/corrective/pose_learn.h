#ifndef PD_FACTORY_CORRECTIVE_POSE_LEARN_H
#define PD_FACTORY_CORRECTIVE_POSE_LEARN_H
/* Learns the pose blend shapes of one body model and measures them:
 *
 *     the mean body in all training poses and other bodies in some of them -> sums (pose_fit.h)
 *       -> lambda, on held-out poses of the mean body -> P for LBS and P for DQS on one grid of 16 bits ->
 *       the model
 *
 * Measures cover held-out poses of the mean body, held-out poses of bodies outside the training set, and
 * volumes in single-joint bends. "Plain" is the same skinning without pose blend shapes.
 *
 * Units    millimetres, millilitres, because people read them. Shapes and spaces are those of pose_fit.h.
 */
#include "train/corrective/pose_fit.h"

#define PD_FACTORY_LAMBDA_COUNT 5
#define PD_FACTORY_BEND_COUNT   9
#define PD_FACTORY_TRIAL_COUNT  7 /* number of trial bodies; the first is the mean */

typedef struct pd_factory_learn_options {
    double lambda;  /* weight of |P|^2; 0 selects the largest value whose error is within 1 % of the best */
    double damping; /* damping of the correction (unpose.h); 0 selects that of pose_fit.h */
    double most_m;  /* bound on each entry of P, metres (pose_shapes.h); 0: no bound */
    int beta_terms; /* number of betas that P depends on, at most the model's; -1 selects 2 */
    int dense;      /* 1: also measures dense P, which no model can ship: it has 16 times the numbers */
} pd_factory_learn_options;

typedef struct pd_factory_kind_report {
    pd_train_pose_error plain, sparse, dense; /* dense.pose_count 0: not measured */
    double largest_m, step_m;                 /* largest entry of P, and step of its grid */
    /* changes of volume in each bend */
    double bends_plain_ml[PD_FACTORY_BEND_COUNT], bends_ml[PD_FACTORY_BEND_COUNT];
    /* area-weighted mean errors of each trial body */
    double trial_plain_mm[PD_FACTORY_TRIAL_COUNT], trial_mm[PD_FACTORY_TRIAL_COUNT];
} pd_factory_kind_report;

typedef struct pd_factory_learn_report {
    int trained, left_out, held_out, bodies; /* numbers of poses; number of bodies besides the mean */
    int pattern_count;
    double joints_per_vertex, lambda, rest_ml;
    /* candidates of lambda, and the area-weighted mean error of each for LBS */
    double lambdas[PD_FACTORY_LAMBDA_COUNT], lambda_mm[PD_FACTORY_LAMBDA_COUNT];
    double bends_target_ml[PD_FACTORY_BEND_COUNT];
    pd_factory_kind_report kinds[PD_TRAIN_FIT_COUNT];
} pd_factory_learn_report;

typedef struct pd_factory_learn_job {
    const pd_smpl_model *model; /* has 24 joints with SMPL's names */
    const pd_train_poses *poses;
    const pd_factory_learn_options *options; /* NULL: selects lambda by trial, two betas, no dense P */
    const pd_executor *executor;
    const pd_progress *progress; /* may be NULL */
} pd_factory_learn_job;

/* Copies the model's data to *out with the learned P in place of its own. */
pd_status pd_factory_pose_learn(pd_smpl_data *out, pd_factory_learn_report *report,
                                const pd_factory_learn_job *job, pd_error *err);

/* Names of the bends: "knee 120" and so on. */
extern const char *const pd_factory_bend_names[PD_FACTORY_BEND_COUNT];
/* Sets rotations (24,3,3) of one bend. */
void pd_factory_bend(float *rotations, int bend);
/* Names of the trial bodies: "mean", "thin", "obese" ...
 * Each is defined by its first betas; the rest are 0. */
extern const char *const pd_factory_trial_names[PD_FACTORY_TRIAL_COUNT];

#endif
