#include "core/retarget/legs.h"

#include "core/retarget/skeleton.h"

#include <stdlib.h>

pd_status pd_retarget_legs_of_body(double *leg, const pd_smpl_model *model, const float *betas,
                                   int beta_count, pd_error *err)
{
    static const char *const joints[] = {"left_knee", "left_ankle", "right_knee", "right_ankle"};
    pd_anim_skeleton skeleton;
    double sum = 0;

    *leg = 0;
    pd_status status = pd_retarget_skeleton_of(&skeleton, model, betas, beta_count, err);
    if (status != PD_OK) return status;

    /* Thigh and shank of both legs: the offset of a joint is the bone that ends at it. */
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        const int joint = pd_anim_skeleton_find(&skeleton, joints[i]);
        if (joint < 0)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "/body", "the model has no joint %s", joints[i]);
        sum += pd_vec3_length(skeleton.offsets[joint]);
    }

    *leg = sum / 2;

    return PD_OK;
}

pd_status pd_retarget_legs_ratio(double *ratio, const pd_anim_skeleton *skeleton,
                                 const pd_retarget_match *match, const pd_anim_skeleton *source,
                                 double toe_rest, pd_error *err)
{
    pd_retarget_drive *drive = malloc(sizeof *drive);

    *ratio = 1;
    if (!drive) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory");

    const pd_status status =
        pd_retarget_drive_init(drive, skeleton, match, NAN, PD_RETARGET_OWN_SIZE, source, toe_rest, err);
    if (status == PD_OK) *ratio = drive->scale;
    free(drive);

    return status;
}
