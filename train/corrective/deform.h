#ifndef PD_TRAIN_CORRECTIVE_DEFORM_H
#define PD_TRAIN_CORRECTIVE_DEFORM_H
/* The target that pose blend shapes are learned from: what the skin of a body should do in a pose.
 *
 * Linear blend skinning loses volume where joints bend. The deformer keeps the surface as rigid as possible
 * (Sorkine, Alexa 2007) with smooth rotations (Levi, Gotsman 2015), hangs it on the bones by springs, and gives
 * back the volume that is still missing:
 *
 *     E = sum_ij w_ij |(p'_i - p'_j) - R_i (p_i - p_j)|^2              edges; cotangent weights
 *       + beta sum_ij s_i |R_i - R_j|^2                                neighbours turn alike
 *       + sum_i mu_i |(p'_i - b'_i) - R_i (p_i - b_i)|^2               spring to b_i, the nearest point of an own
 *                                                                      bone; b'_i = b_i carried by LBS
 *     p'_i = M_i p_i (LBS) where the skin is rigid: one joint's weight over .995, three rings from anything softer
 *
 * minimised by turns: rotations by iterated extraction (Mueller et al. 2016), then positions by one sparse solve
 * whose matrix depends on the rest shape alone (factored once). It starts from LBS. Last, the volume step: where
 * LBS shrinks (det M_i < 1, M_i the blended matrix) the surface moves along its normals, by most_volume_m at most, until each
 * joint has back what its bend has lost:
 *
 *     lost_k = sum_faces sum_corners s_ik (column_f at rest - column_f) / 3        gain_k = sum_i m_i s_ik |dV/dp_i|
 *     p'_i  += m_i sum_k s_ik lost_k / gain_k  along dV/dp_i                       m_i: how far LBS shrinks, 0 to 1
 *
 * column_f is what lies between face f and its corners' points b'_i: all columns together are the body except what those points
 * enclose, whose loss is divided in proportion to gain_k. s_ik is the share of joint k in vertex i: w_ik w_i,parent(k), smoothed over neighbours,
 * of sum 1. So a bent knee keeps its own volume whatever the trunk does. Then contact: rounds in which overlapping skin is moved apart in the
 * folds of the limbs (fold.h), triangles inside out turn back until they show 35 % of their area (uninvert.h),
 * neighbours take over half of it, and volume is restored again. One part of the body in another that its joint
 * does not carry (thigh in thigh, arm in trunk) stays as the pose says.
 *
 * Shapes   V vertices, K joints. Space: model space, metres.
 * Memory   the deformer is const after build: any number of threads, each with its own scratch.
 */
#include "core/base/arena.h"
#include "core/smpl/model.h"

typedef struct pd_train_deform_options {
    double spring;        /* mu_i in parts of the vertex's edge weights; 0: 0.3  */
    double smooth;        /* beta; 0: 0.5                                        */
    int rounds;           /* 0: 18                                               */
    double most_volume_m; /* 0: 0.013                                            */
    int no_volume;        /* leave the volume step out                           */
    int no_contact;       /* skin may overlap: what P can learn (pose_fit.h) */
} pd_train_deform_options;

typedef struct pd_train_deformer pd_train_deformer;

/* Of the body with these betas (missing ones are 0). The model is retained. */
pd_status pd_train_deformer_build(pd_train_deformer **out, const pd_smpl_model *model, const float *betas,
                                  int beta_count, const pd_train_deform_options *options, pd_error *err);
void pd_train_deformer_free(pd_train_deformer *deformer); /* NULL is fine */

size_t pd_train_deform_scratch_bytes(const pd_train_deformer *deformer);
/* vertices (V,3): the target. lbs (V,3): plain skinning of the same body, without pose blend shapes, or NULL.
 * rotations (K,3,3): local, as pd_smpl_body. */
void pd_train_deform_run(float *vertices, float *lbs, const pd_train_deformer *deformer,
                         const float *rotations, pd_arena *scratch);

/* The body's rest shape (V,3), with betas, and what it encloses, in cubic metres. */
const double *pd_train_deformer_rest(const pd_train_deformer *deformer);
double pd_train_deformer_rest_volume(const pd_train_deformer *deformer);
/* Cubic metres enclosed by any vertices (V,3) of the model's topology. */
double pd_train_deformer_volume(const pd_train_deformer *deformer, const float *vertices);
/* Smallest determinant of the blended matrices M_i in this pose: under 0.1 LBS collapses, and so would P. */
double pd_train_deformer_least_det(const pd_train_deformer *deformer, const float *rotations);

#endif
