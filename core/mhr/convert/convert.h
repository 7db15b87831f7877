#ifndef PD_MHR_CONVERT_CONVERT_H
#define PD_MHR_CONVERT_CONVERT_H
/* Converts bodies between models by their surfaces: from MHR, or from a body model, to a body model with
 * SMPL's joints; and from a body model to MHR. The result is the same person in the same pose.
 *
 *     to a body   core/observe fits betas, pose and translation to the joints, and to the points of the wrap
 *                 (wrap.h) at the other model's positions; then, where the other surface is given by more
 *                 points than its vertices, to the nearest points of that
 *     to MHR      min over p, a   sum_i |M_i(p, a) - y_i|^2 / 2 s^2 + sum_j |J_j(p) - z_j|^2 / 2 s_j^2 +
 *                                 |a|^2 / 2 + ...
 *
 * y_i is the point of the body's surface that corresponds to vertex i of MHR, z_j the joints. Besides the
 * shape term |a|^2 there are terms for pose parameters (1 rad), for lengths (half their range) and for
 * exceeding limits. Parameters whose two limits are equal are constant. Levenberg-Marquardt with numerical
 * Jacobians: one evaluation of the smallest level of detail takes 0.1 ms. Expressions are not converted; they
 * are 0.
 *
 * Spaces   model axes, metres; parameters as in the models.
 * Memory   allocates what it needs and frees it; outputs are the caller's.
 * Errors   ERR_MEMORY; all others were reported when the wrap was made and the body was read.
 */
#include "core/mhr/convert/wrap.h"
#include "core/mhr/body.h"
#include "core/smpl/body.h"

typedef struct pd_mhr_convert_distance {
    double mean,
        /* Distances from the other model's vertices, or from the surface points given,
         * to the body's surface, metres. */
        largest;
} pd_mhr_convert_distance;

/* Computes betas (B), rotations (K,3,3) and translation (3) of the body model
 * from a body of the other model. */
pd_status pd_mhr_convert_to_body(float *betas, float *rotations, float translation[3],
                                 pd_mhr_convert_distance *apart, const pd_mhr_convert_wrap *wrap,
                                 const pd_mhr_convert_seen *seen, pd_error *err);
/* Computes betas (B) of `body` for the person that the model `from` makes
 * of the betas `of` (of_count); at rest. */
pd_status pd_mhr_convert_betas(float *betas, pd_mhr_convert_distance *apart, const pd_smpl_model *body,
                               const pd_smpl_model *from, const float *of, int of_count, pd_error *err);
/* Computes parameters (P) and identity (N) of the wrap's MHR from a body: its betas, rotations and
 * translation. Outputs of *body are not used. */
pd_status pd_mhr_convert_to_mhr(float *parameters, float *identity, pd_mhr_convert_distance *apart,
                                const pd_mhr_convert_wrap *wrap, const pd_smpl_body *body, pd_error *err);

#endif
