#ifndef PD_RETARGET_SKELETON_H
#define PD_RETARGET_SKELETON_H
/* Makes the skeleton of a body: the joints of a model shaped by betas, in the form of core/anim and core/ik.
 *
 *     rest_k = J_template_k + J_shapedirs_k beta        o_k = rest_k - rest_parent(k)
 */
#include "core/anim/skeleton.h"
#include "core/smpl/model.h"

/* beta_count is 0 to the model's, every beta finite; otherwise ERR_RANGE or ERR_INVALID at "/betas". */
pd_status pd_retarget_skeleton_of(pd_anim_skeleton *skeleton, const pd_smpl_model *model, const float *betas,
                                  int beta_count, pd_error *err);

#endif
