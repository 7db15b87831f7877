#include "core/retarget/skeleton.h"

#include <math.h>
#include <stdio.h>

_Static_assert((int)PD_ANIM_MAX_JOINTS == (int)PD_SMPL_MAX_JOINTS, "every model is a skeleton");
_Static_assert((int)PD_ANIM_NAME_BYTES == (int)PD_SMPL_NAME_BYTES, "with the same names");

pd_status pd_retarget_skeleton_of(pd_anim_skeleton *skeleton, const pd_smpl_model *model, const float *betas,
                                  int beta_count, pd_error *err)
{
    double rest[3 * PD_SMPL_MAX_JOINTS];

    if (beta_count < 0 || beta_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", beta_count,
                       model->beta_count);
    for (int b = 0; b < beta_count; b++) {
        if (isfinite(betas[b])) continue;
        char where[32];
        snprintf(where, sizeof where, "/betas/%d", b);
        return pd_fail(err, PD_ERR_RANGE, where, "%g; finite numbers allowed", betas[b]);
    }

    if (!model->data.joint_names)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/skeleton",
                       "the model's joints have no names; a model with joint names is needed");
    for (int c = 0; c < 3 * model->joint_count; c++) {
        const double *row = model->joint_shapedirs + (size_t)c * (size_t)model->beta_count;
        rest[c] = model->joint_template[c];
        for (int b = 0; b < beta_count; b++) rest[c] += row[b] * betas[b];
    }

    return pd_anim_skeleton_from_rest(skeleton, (const char(*)[PD_ANIM_NAME_BYTES])model->data.joint_names,
                                      model->data.parents, rest, model->joint_count, err);
}
