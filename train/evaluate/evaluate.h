#ifndef PD_TRAIN_EVALUATE_EVALUATE_H
#define PD_TRAIN_EVALUATE_EVALUATE_H
/* Measures how well a body model describes held-out people, as in SMPL (Loper et al. 2015, section 6.1):
 *
 *     model generalisation   pose and k betas are fitted to every mesh separately
 *     pose generalisation    k betas are those of a subject's first mesh; for the subject's other meshes the
 *                            pose alone is fitted
 *
 * Both report the mean distance of vertices against k. Several variants of a model (with and without pose
 * blend shapes, LBS and DQS) are compared on the same meshes.
 *
 * The error of shape hides the error of pose. pd_train_body_evaluate_parts separates them with a rest shape
 * of the subject itself, vertex by vertex:
 *
 *     O_m = mean over the subject's other meshes j of   S(beta_j) + (M^T M + 1e-3)^-1 M^T (V_j - v_j)
 *
 * M and v_j are the blended matrices and the skin of the model fitted to mesh j, first by pose and all betas.
 * A shape outside the span of the betas distorts that pose, so poses are fitted again with O_m and O_m is
 * computed again, four times. Then
 *
 *     pose part    the model with O_m in place of its template, pose alone fitted to mesh m
 *     shape part   |O_m - S(mean of beta_j)|: the part of this subject's shape outside the span of all betas
 *
 * Threads  a task is a variant and a subject. The results do not depend on the executor.
 */
#include "core/base/executor.h"
#include "train/evaluate/registration.h"

#define PD_TRAIN_BODY_LADDER_MAX   16
#define PD_TRAIN_BODY_VARIANTS_MAX 8

typedef struct pd_train_body_variant {
    const char *name; /* name of the method, for example "LBS+P" */
    const pd_smpl_model *model;
    pd_smpl_skinning skinning;
} pd_train_body_variant;

typedef struct pd_train_body_meshes {
    int count, vertex_count, subject_count;
    const float *vertices; /* (count,V,3) metres, model axes                        */
    const int *subjects;   /* (count) subject of each mesh: 0 .. subject_count - 1, ascending */
} pd_train_body_meshes;

/* Errors, millimetres: means over meshes of each mesh's mean, and the largest mean of a mesh. */
typedef struct pd_train_body_score {
    double vertex_mm, area_mm, worst_area_mm;
    int meshes;
} pd_train_body_score;

typedef struct pd_train_body_evaluation {
    int ladder[PD_TRAIN_BODY_LADDER_MAX], ladder_count; /* numbers of betas, ascending */
    pd_train_body_score model[PD_TRAIN_BODY_VARIANTS_MAX][PD_TRAIN_BODY_LADDER_MAX];
    pd_train_body_score pose[PD_TRAIN_BODY_VARIANTS_MAX]
                            [PD_TRAIN_BODY_LADDER_MAX]; /* meshes is 0 when no subject has two meshes */
} pd_train_body_evaluation;

/* Progress callback; may be NULL. Called with the number of finished tasks, from any thread. */
typedef struct pd_train_body_watch {
    void (*report)(void *ctx, int done, int total);
    void *ctx;
} pd_train_body_watch;
/* Evaluates all variants on all meshes. The caller sets ladder and ladder_count of *out. ERR_RANGE when the
 * meshes do not fit the models. */
pd_status pd_train_body_evaluate(pd_train_body_evaluation *out, const pd_train_body_variant *variants,
                                 int variant_count, const pd_train_body_meshes *meshes,
                                 const pd_train_body_watch *watch, const pd_executor *executor,
                                 pd_error *err);

/* Makes a model like the variant's with another template (V,3); the regressor gives its joints. */
typedef struct pd_train_body_reshape {
    pd_status (*make)(void *ctx, pd_smpl_model **out, const float *v_template, pd_error *err);
    void *ctx;
} pd_train_body_reshape;

typedef struct pd_train_body_parts {
    pd_train_body_score pose, shape; /* meshes is 0 when no subject has two meshes */
} pd_train_body_parts;

/* Separates pose part and shape part of one variant. ERR_UNSUPPORTED unless it uses LBS. ERR_RANGE as in
 * pd_train_body_evaluate; ERR_MEMORY; errors of `make`. */
pd_status pd_train_body_evaluate_parts(pd_train_body_parts *out, const pd_train_body_variant *variant,
                                       const pd_train_body_reshape *reshape,
                                       const pd_train_body_meshes *meshes, const pd_train_body_watch *watch,
                                       const pd_executor *executor, pd_error *err);

/* Sets the ladder to 1, 2, 4, 8 ... and beta_count itself. */
void pd_train_body_ladder(pd_train_body_evaluation *out, int beta_count);

/* Computes shares (B): the cumulative, area-weighted share of the variance of rest shapes (count,V,3) that
 * the first k = 1 .. B betas of the model explain. The variance is about the shapes' mean; bodies may stand
 * anywhere. ERR_MEMORY only. */
pd_status pd_train_body_variance(double *shares, const pd_smpl_model *model, const float *shapes, int count,
                                 pd_error *err);

#endif
