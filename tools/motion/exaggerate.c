#include "tools/motion/exaggerate.h"

#include "core/base/assert.h"
#include "core/ik/job/limit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Returns whether a joint is unchanged: the root and the legs. */
static bool stays(const pd_anim_skeleton *skeleton, int joint)
{
    /* Joints at which legs begin: SMPL's names and the biped's. */
    static const char *const hips[] = {"left_hip", "right_hip", "LHipJoint", "RHipJoint"};

    for (int up = joint; up >= 0; up = skeleton->parents[up])
        for (size_t i = 0; i < sizeof hips / sizeof *hips; i++)
            if (!strcmp(skeleton->names[up], hips[i])) return true;

    return skeleton->parents[joint] < 0;
}

/* Sets range to the joint's range of motion, widened to what the clip uses.
 * Returns false for a joint without a range. */
static bool find_range(pd_ik_limit *range, pd_anim_clip *clip, int joint)
{
    pd_ik_limit_of(range, clip->skeleton.names[joint]);
    if (range->kind != PD_IK_BALL && range->kind != PD_IK_HINGE) return false;

    for (int t = 0; t < clip->frame_count; t++) {
        double angles[3];
        pd_ik_limit_split(angles, range->frame, pd_anim_clip_frame(clip, t)[joint]);
        for (int c = 0; c < 3; c++) {
            range->min[c] = fmin(range->min[c], angles[c]);
            range->max[c] = fmax(range->max[c], angles[c]);
        }
    }

    return true;
}

/* Scales the rotations of a joint by `gain` away from those of `base`, or without a base from their mean,
 * within the joint's range. */
static void exaggerate_joint(pd_anim_clip *clip, const pd_anim_clip *base, int joint, double gain)
{
    PD_ASSERT(joint >= 0 && joint < clip->skeleton.joint_count);

    /* Mean rotation. */
    pd_quat sum = {0, 0, 0, 0};
    for (int t = 0; t < clip->frame_count; t++) sum = pd_q_fma(sum, 1, pd_anim_clip_frame(clip, t)[joint]);
    const pd_quat mean =
        pd_q_dot(sum, sum) > 1e-12 ? pd_q_normalize(sum) : pd_anim_clip_frame(clip, 0)[joint];

    pd_ik_limit range;
    const bool is_bounded = find_range(&range, clip, joint);
    for (int t = 0; t < clip->frame_count; t++) {
        /* Scale the rotation from the middle. */
        pd_quat *q = &pd_anim_clip_frame(clip, t)[joint];
        const pd_quat middle = base ? pd_anim_clip_frame(base, t)[joint] : mean;
        const pd_vec3 away = pd_q_to_rotvec(pd_q_inv_mul(middle, *q));
        *q = pd_q_normalize(pd_q_mul(middle, pd_q_from_rotvec(pd_vec3_scale(away, gain))));
        if (!is_bounded) continue;

        /* Clamp it to the range. */
        double angles[3];
        pd_ik_limit_split(angles, range.frame, *q);
        for (int c = 0; c < 3; c++) angles[c] = fmin(fmax(angles[c], range.min[c]), range.max[c]);
        *q = pd_ik_limit_join(angles, range.frame);
    }
}

pd_status pd_tool_exaggerate(pd_anim_clip *clip, double gain, double seconds, pd_error *err)
{
    pd_anim_clip base;

    if (!(gain >= 0 && gain <= PD_TOOL_EXAGGERATE_MOST))
        return pd_fail(err, PD_ERR_RANGE, "gain", "%g; 0 to %.10g allowed", gain, PD_TOOL_EXAGGERATE_MOST);
    if (!(seconds >= 0)) return pd_fail(err, PD_ERR_RANGE, "seconds", "%g; 0 or more allowed", seconds);

    /* Smoothed motion: rotations are scaled relative to it. */
    pd_status status = pd_anim_clip_cut(&base, clip, 0, clip->frame_count, err);
    if (status != PD_OK) return status;
    status = pd_anim_clip_smooth(&base, seconds * clip->rate, err);

    /* All joints except root and legs. */
    PD_ASSERT(status != PD_OK || base.frame_count == clip->frame_count);
    for (int k = 0; status == PD_OK && k < clip->skeleton.joint_count; k++)
        if (!stays(&clip->skeleton, k)) exaggerate_joint(clip, seconds > 0 ? &base : NULL, k, gain);

    if (status == PD_OK) pd_anim_clip_align_signs(clip);
    pd_anim_clip_deinit(&base);
    return status;
}
