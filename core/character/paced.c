#include "core/character/paced.h"

#include "core/character/finish_pose.h"
#include "core/math/elementary.h"

#include <string.h>

static double ground_height(const void *scene, double x, double z)
{
    return pd_anim_scene_height(scene, x, z);
}

void pd_character_paced_show(pd_character *c, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    pd_character_pose *p = &c->pose;
    const pd_matching_root root = pd_character_matched_root(&c->trajectory, rig);
    const pd_matching_stand stand = {&root, ground_height, scene};
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];

    pd_matching_pacer_pose(rotations, p->joints, &c->matched.pacer, &stand, rig->paces);
    for (int j = 0; j < rig->layout.joints; j++) {
        c->velocities[j] = pd_vec3_sub(p->joints[j], c->positions[j]);
        c->positions[j] = p->joints[j];
    }

    const double yaw = root.yaw;
    const pd_character_root_frame frame = {.at = {root.at[0], c->trajectory.height, root.at[1]},
                                           .dir = {pd_sin(yaw), pd_cos(yaw)},
                                           .yaw = yaw,
                                           .rotation = {0, pd_sin(yaw / 2), 0, pd_cos(yaw / 2)}};
    pd_character_finish_pose(c, rotations, rig, scene, &frame);
}
