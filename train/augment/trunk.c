#include "train/augment/trunk.h"

#include "core/base/assert.h"
#include "train/motion/path.h"

#include <stdlib.h>

pd_status pd_train_facing(pd_vec3 *facing, const pd_character_motion *motion, pd_error *err)
{
    size_t count = (size_t)motion->clip.frame_count;
    size_t joints = PD_ANIM_BIPED_JOINTS;
    pd_vec3 *positions = malloc(count * joints * sizeof *positions);

    if (!positions) return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %zu frames", count);
    pd_train_motion_pose(positions, NULL, motion);
    pd_status status = pd_train_motion_facing(facing, positions, motion->clip.frame_count, err);
    free(positions);

    return status;
}

void pd_train_frame_set(pd_anim_clip *clip, int frame, const pd_quat *world)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    const pd_anim_skeleton *skeleton = &clip->skeleton;
    pd_quat *local = pd_anim_clip_frame(clip, frame);
    for (int j = 0; j < skeleton->joint_count; j++) {
        int up = skeleton->parents[j];
        pd_quat q = up < 0 ? world[j] : pd_q_inv_mul(world[up], world[j]);
        if (pd_q_dot(q, local[j]) < 0) q = (pd_quat){-q.x, -q.y, -q.z, -q.w};
        local[j] = pd_q_normalize(q);
    }
}

/* Returns the joint's part of the lean, by which it turns in the world: hips a little, the chest all of it,
 * head and arms half, so that people look ahead. Chosen by hand. Joints that are not listed have their
 * parent's. */
static double trunk_share_of(int joint, double parent)
{
    switch (joint) {
    case PD_BIPED_HIPS: return 0.35;
    case PD_BIPED_L_THIGH:
    case PD_BIPED_R_THIGH: return 0;
    case PD_BIPED_SPINE: return 0.7;
    case PD_BIPED_CHEST: return 1;
    case PD_BIPED_HEAD - 1: return 0.75;
    case PD_BIPED_HEAD:
    case PD_BIPED_L_ARM:
    case PD_BIPED_R_ARM: return 0.5;
    default: return parent;
    }
}

void pd_train_trunk_lean(pd_anim_clip *clip, int frame, pd_vec3 facing, double angle)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    const pd_anim_skeleton *skeleton = &clip->skeleton;
    pd_quat world[PD_ANIM_MAX_JOINTS];
    double share[PD_ANIM_MAX_JOINTS];
    pd_vec3 left = {facing.z, 0, -facing.x}; /* up x facing */
    pd_anim_clip_pose(NULL, world, clip, frame);
    for (int i = 0; i < skeleton->joint_count; i++) {
        int j = skeleton->order[i];
        int up = skeleton->parents[j];
        share[j] = trunk_share_of(j, up < 0 ? 0 : share[up]);
        world[j] = pd_q_mul(pd_q_axis_angle(left, share[j] * angle), world[j]);
    }

    pd_train_frame_set(clip, frame, world);
}
