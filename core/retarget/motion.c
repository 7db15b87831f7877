#include "core/retarget/motion.h"

void pd_retarget_motion_rotations(float *rotations, const pd_retarget_motion *motion, int frame)
{
    const pd_quat *q = pd_anim_clip_frame(&motion->clip, frame);

    for (int k = 0; k < motion->clip.skeleton.joint_count; k++) {
        double m[9];
        pd_q_to_matrix(m, q[k]);
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)m[i];
    }
}
