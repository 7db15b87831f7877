#ifndef PD_MHR_CONVERT_CONVERT_H
#define PD_MHR_CONVERT_CONVERT_H
/* MHR, or a body model, to a body model of SMPL's joints, and from one to MHR: the same person in the same pose, surface to surface.
 *
 *     to a body   betas, pose and place by core/observe: joints and points of the wrap (wrap.h) where the other model has them; then, where
 *                 more of its surface was seen than its vertices, nearest points of that
 *     to MHR      min over p, a   sum_i |M_i(p, a) - y_i|^2 / 2 s^2 + sum_j |J_j(p) - z_j|^2 / 2 s_j^2 + |a|^2 / 2 + ...
 *
 * y_i is the point of the body's surface that is vertex i of MHR, z_j its joints; beside the shape's, terms for parameters of pose (1 rad) and of
 * length (half their range) and for exceeding limits. Parameters whose limits are equal stay there. Levenberg and Marquardt with
 * Jacobians from differences: a pass of the smallest level is a tenth of a millisecond. Expressions are not converted: they stay 0.
 *
 * Spaces   model axes, metres; parameters as the models have them.
 * Memory   allocates what it needs and frees it; outputs are the caller's.
 * Errors   ERR_MEMORY; all else was checked when the wrap was made and the body was read.
 */
#include "core/mhr/convert/wrap.h"
#include "core/mhr/body.h"
#include "core/smpl/body.h"

typedef struct pd_mhr_convert_distance {
    double mean,
        largest; /* metres, to the body's surface from the other model's vertices, or from the surface that was seen */
} pd_mhr_convert_distance;

/* betas (B), rotations (K,3,3), translation (3) of the body model for the other model's body. */
pd_status pd_mhr_convert_to_body(float *betas, float *rotations, float translation[3],
                                 pd_mhr_convert_distance *apart, const pd_mhr_convert_wrap *wrap,
                                 const pd_mhr_convert_seen *seen, pd_error *err);
/* betas (B) of `body` for the person that `from` makes of its betas `of` (of_count): at rest. */
pd_status pd_mhr_convert_betas(float *betas, pd_mhr_convert_distance *apart, const pd_smpl_model *body,
                               const pd_smpl_model *from, const float *of, int of_count, pd_error *err);
/* parameters (P), identity (N) of the wrap's MHR from a body: its betas, rotations and translation; outputs of *body are not looked at. */
pd_status pd_mhr_convert_to_mhr(float *parameters, float *identity, pd_mhr_convert_distance *apart,
                                const pd_mhr_convert_wrap *wrap, const pd_smpl_body *body, pd_error *err);

#endif
