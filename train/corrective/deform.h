#ifndef PD_TRAIN_CORRECTIVE_DEFORM_H
#define PD_TRAIN_CORRECTIVE_DEFORM_H
/* Deformer: computes the surface that a body should have in a pose. Pose blend shapes are trained on these
 * targets.
 *
 * Linear blend skinning loses volume where joints bend. The deformer keeps the surface as rigid as possible
 * (Sorkine, Alexa 2007) with smooth rotations (Levi, Gotsman 2015), ties it to the bones with springs, and
 * restores the volume that is still missing:
 *
 *     E = sum_ij w_ij |(p'_i - p'_j) - R_i (p_i - p_j)|^2              edges; cotangent weights
 *       + beta sum_ij s_i |R_i - R_j|^2                                neighbours rotate alike
 *       + sum_i mu_i |(p'_i - b'_i) - R_i (p_i - b_i)|^2
 *           spring to b_i, the nearest point of one of the vertex's bones; b'_i = b_i carried by LBS
 *     p'_i = M_i p_i (LBS) where the skin is rigid: one joint's weight over .995, three rings from any softer
 *     vertex
 *
 * minimised by alternation, starting from LBS: rotations by iterated extraction (Mueller et al. 2016), then
 * positions by one sparse solve whose matrix depends on the rest shape alone (factored once). The volume step
 * follows. Where LBS shrinks (det M_i < 1, M_i the blended matrix) the surface moves along its normals, by
 * most_volume_m at most, until each joint has back the volume that its bend has lost:
 *
 *     lost_k = sum_faces sum_corners s_ik (column_f at rest - column_f) / 3
 *         gain_k = sum_i m_i s_ik |dV/dp_i|
 *     p'_i  += m_i sum_k s_ik lost_k / gain_k along dV/dp_i m_i: how far LBS shrinks, 0 to 1
 *
 * column_f is the volume between face f and its corners' points b'_i. All columns together are the body
 * except what those points enclose; the loss of that part is divided in proportion to gain_k. s_ik is the
 * share of joint k in vertex i: w_ik w_i,parent(k), smoothed over neighbours, with sum
 * 1. So a bent knee keeps its own volume whatever the trunk does.
 *
 * Contact is last: in several rounds, overlapping skin in the folds of the limbs is moved apart (fold.h),
 * inverted triangles turn back until they show 35 % of their area (uninvert.h), neighbours take over half of
 * the displacement, and volume is restored again. Overlaps between parts of the body that are not joined
 * (thigh in thigh, arm in trunk) stay as the pose has them.
 *
 * Shapes   V vertices, K joints. Space: model space, metres.
 * Memory   the deformer is const after build: any number of threads, each with its own scratch.
 */
#include "core/base/arena.h"
#include "core/smpl/model.h"

typedef struct pd_train_deform_options {
    double spring;        /* mu_i as a fraction of the sum of the vertex's edge weights; 0 selects 0.3 */
    double smooth;        /* beta; 0 selects 0.5 */
    int rounds;           /* alternations of rotations and positions; 0 selects 18 */
    double most_volume_m; /* largest displacement by the volume step, metres; 0 selects 0.013 */
    int no_volume;        /* 1: leaves out the volume step */
    int no_contact;       /* 1: skin may overlap; P can learn only this (pose_fit.h) */
} pd_train_deform_options;

typedef struct pd_train_deformer pd_train_deformer;

/* Builds the deformer of the body with these betas; missing ones are 0. Retains the model. */
pd_status pd_train_deformer_build(pd_train_deformer **out, const pd_smpl_model *model, const float *betas,
                                  int beta_count, const pd_train_deform_options *options, pd_error *err);
void pd_train_deformer_free(pd_train_deformer *deformer); /* NULL is allowed */

/* Returns the scratch bytes that _run needs for one body. */
size_t pd_train_deform_scratch_bytes(const pd_train_deformer *deformer);
/* Computes vertices (V,3), the target, and lbs (V,3), plain skinning of the same body without pose blend
 * shapes; lbs may be NULL. rotations (K,3,3): local to the parent, as in pd_smpl_body. */
void pd_train_deform_run(float *vertices, float *lbs, const pd_train_deformer *deformer,
                         const float *rotations, pd_arena *scratch);

/* Return the body's rest shape (V,3), metres, with betas, and the volume it encloses, cubic metres. */
const double *pd_train_deformer_rest(const pd_train_deformer *deformer);
double pd_train_deformer_rest_volume(const pd_train_deformer *deformer);
/* Returns the volume, in cubic metres, enclosed by vertices (V,3) of the model's topology. */
double pd_train_deformer_volume(const pd_train_deformer *deformer, const float *vertices);
/* Returns the smallest determinant of the blended matrices M_i in this pose. Below 0.1 LBS collapses, and P
 * could not correct it. */
double pd_train_deformer_least_det(const pd_train_deformer *deformer, const float *rotations);

#endif
