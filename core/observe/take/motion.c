#include "core/anim/alive.h"
#include "core/observe/take/motion.h"

#include "core/retarget/skeleton.h"
#include "core/math/rotation.h"

#include <string.h>

pd_status pd_observe_take_motion(pd_retarget_motion *out, const pd_observe_take *take,
                                 const pd_smpl_model *model, pd_error *err)
{
    const size_t joints = (size_t)model->joint_count;
    pd_anim_skeleton skeleton;

    /* Betas, and the skeleton of that shape. */
    memset(out, 0, sizeof *out);
    out->beta_count =
        model->beta_count < PD_RETARGET_MOTION_BETAS ? model->beta_count : PD_RETARGET_MOTION_BETAS;
    memcpy(out->betas, take->betas, (size_t)out->beta_count * sizeof *out->betas);
    pd_status status = pd_retarget_skeleton_of(&skeleton, model, out->betas, out->beta_count, err);
    if (!status) status = pd_anim_clip_init(&out->clip, &skeleton, take->frame_count, take->rate, err);
    if (status) return status;

    /* Rotations and root of each frame. */
    const pd_vec3 rest = skeleton.offsets[skeleton.root];
    for (int f = 0; f < take->frame_count; f++) {
        const float *r = take->rotations + 9 * joints * (size_t)f;
        const float *at = take->translations + 3 * (size_t)f;
        pd_quat *q = pd_anim_clip_frame(&out->clip, f);
        for (size_t k = 0; k < joints; k++) {
            double m[9];
            for (size_t i = 0; i < 9; i++) m[i] = (double)r[9 * k + i];
            q[k] = pd_q_from_matrix(m);
        }

        out->clip.roots[f] =
            (pd_vec3){rest.x + (double)at[0], rest.y + (double)at[1], rest.z + (double)at[2]};
    }

    /* Give quaternions of neighbouring frames the same sign.
     * Fingers without a rotation get the pose of a relaxed hand. */
    pd_anim_clip_align_signs(&out->clip);
    pd_anim_alive_relax(&out->clip,
                        (const float *const[2]){model->data.hands[0].mean, model->data.hands[1].mean});

    return PD_OK;
}
