#ifndef PD_MHR_CONVERT_FIT_H
#define PD_MHR_CONVERT_FIT_H
/* Fits a body model to a body of another model: core/observe with the joints and the points of a wrap.
 *
 *     min over betas, pose, translation   sum_j |X_j - z_j|^2 / 2 s_j^2 + sum_i |X_i - y_i|^2 / 2 s^2 +
 *                                         observe's other terms
 *
 * Spaces   model axes, metres.
 * Memory   _init allocates all of it, _deinit frees it; one fit belongs to one thread.
 */
#include "core/mhr/convert/wrap.h"
#include "core/smpl/body.h"

typedef struct pd_mhr_convert_fit {
    const pd_mhr_convert_wrap *wrap;
    float *betas, *rotations; /* (B), (K,3,3) The current fit. */
    float translation[3];
    float *vertices, *normals; /* (V,3) Vertices and normals of the current fit. */
    pd_observe_seen *seen;
    pd_observe_part *joint_parts;
    pd_arena scratch;
} pd_mhr_convert_fit;

/* Settings of one round: standard deviations of joints and points, metres, and the start. */
typedef struct pd_mhr_convert_round {
    double sigma_joints, sigma_points;
    bool warm; /* True: start from the current fit. */
} pd_mhr_convert_round;

/* Prepares to fit the body model of a wrap. The wrap is borrowed and must outlive the fit. ERR_MEMORY. */
pd_status pd_mhr_convert_fit_init(pd_mhr_convert_fit *fit, const pd_mhr_convert_wrap *wrap, pd_error *err);
void pd_mhr_convert_fit_deinit(pd_mhr_convert_fit *fit);
/* Fits to vertices and joints of the other model. apart: distances of the points; points farther than three
 * sigma (at least 3 cm) are ignored. NULL: all points are used. */
pd_status pd_mhr_convert_fit_run(pd_mhr_convert_fit *fit, const pd_mhr_convert_seen *seen,
                                 const double *apart, pd_mhr_convert_round round, pd_error *err);

#endif
