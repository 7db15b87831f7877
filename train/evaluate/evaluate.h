#ifndef PD_TRAIN_EVALUATE_EVALUATE_H
#define PD_TRAIN_EVALUATE_EVALUATE_H
/* How well a body model describes people it was not learned from, as in SMPL (Loper et al. 2015, section 6.1):
 *
 *     model generalisation   pose and k betas are fitted to every mesh of its own
 *     pose generalisation    k betas from the first mesh of a subject; for its other meshes the pose alone is fitted
 *
 * and of both the mean distance of vertices against k. Several variants of a model (with and without pose blend
 * shapes, LBS and DQS) are compared on the same meshes.
 *
 * What shape leaves hides what poses do. So the two can be told apart (pd_train_body_evaluate_parts): a subject's own rest shape, vertex by vertex,
 *
 *     O_m = mean over the subject's other meshes j of   S(beta_j) + (M^T M + 1e-3)^-1 M^T (V_j - v_j)
 *
 * M and v_j: the blended matrices and the skin of the model fitted to mesh j, first by pose and all betas; a shape that betas do not span bends that
 * pose, so poses are fitted again by O_m and O_m is taken again, four times. Then
 *
 *     pose part    the model with O_m in place of its template, pose alone fitted to mesh m
 *     shape part   |O_m - S(mean of beta_j)|: what all betas do not span of this subject
 *
 * Threads  a task is a variant and a subject. The results do not depend on the executor.
 */
#include "core/base/executor.h"
#include "train/evaluate/registration.h"

#define PD_TRAIN_BODY_LADDER_MAX   16
#define PD_TRAIN_BODY_VARIANTS_MAX 8

typedef struct pd_train_body_variant {
    const char *name; /* "LBS+P" */
    const pd_smpl_model *model;
    pd_smpl_skinning skinning;
} pd_train_body_variant;

typedef struct pd_train_body_meshes {
    int count, vertex_count, subject_count;
    const float *vertices; /* (count,V,3) metres, model axes                        */
    const int *subjects;   /* (count) 0 .. subject_count - 1, ascending             */
} pd_train_body_meshes;

/* Millimetres: means over meshes of their means, and the greatest mesh. */
typedef struct pd_train_body_score {
    double vertex_mm, area_mm, worst_area_mm;
    int meshes;
} pd_train_body_score;

typedef struct pd_train_body_evaluation {
    int ladder[PD_TRAIN_BODY_LADDER_MAX], ladder_count; /* numbers of betas, ascending */
    pd_train_body_score model[PD_TRAIN_BODY_VARIANTS_MAX][PD_TRAIN_BODY_LADDER_MAX];
    pd_train_body_score pose[PD_TRAIN_BODY_VARIANTS_MAX]
                            [PD_TRAIN_BODY_LADDER_MAX]; /* meshes 0: no subject has two meshes */
} pd_train_body_evaluation;

/* ladder and ladder_count are in. progress (may be NULL) is called with the number of finished tasks, from any thread. ERR_RANGE when the
 * meshes do not fit the models. */
typedef struct pd_train_body_watch {
    void (*report)(void *ctx, int done, int total);
    void *ctx;
} pd_train_body_watch;
pd_status pd_train_body_evaluate(pd_train_body_evaluation *out, const pd_train_body_variant *variants,
                                 int variant_count, const pd_train_body_meshes *meshes,
                                 const pd_train_body_watch *watch, const pd_executor *executor,
                                 pd_error *err);

/* The variant's model with another template (V,3), its joints those that the regressor finds there. */
typedef struct pd_train_body_reshape {
    pd_status (*make)(void *ctx, pd_smpl_model **out, const float *v_template, pd_error *err);
    void *ctx;
} pd_train_body_reshape;

typedef struct pd_train_body_parts {
    pd_train_body_score pose, shape; /* meshes 0: no subject has two */
} pd_train_body_parts;

/* Of one variant that is skinned by LBS (ERR_UNSUPPORTED: another). ERR_RANGE as pd_train_body_evaluate; ERR_MEMORY; what make says. */
pd_status pd_train_body_evaluate_parts(pd_train_body_parts *out, const pd_train_body_variant *variant,
                                       const pd_train_body_reshape *reshape,
                                       const pd_train_body_meshes *meshes, const pd_train_body_watch *watch,
                                       const pd_executor *executor, pd_error *err);

/* 1, 2, 4, 8 ... and beta_count itself. */
void pd_train_body_ladder(pd_train_body_evaluation *out, int beta_count);

/* Cumulative share of the variance of rest shapes (count,V,3) about their mean place that the first k = 1 .. B
 * betas of the model explain, by area; bodies may stand anywhere. shares (B). ERR_MEMORY only. */
pd_status pd_train_body_variance(double *shares, const pd_smpl_model *model, const float *shapes, int count,
                                 pd_error *err);

#endif
