#include "core/character/action/overlay.h"

const pd_character_input *pd_character_overlay_drive(pd_character_overlay *overlay,
                                                     const pd_character_input *input, pd_character *character,
                                                     const pd_character_rig *rig)
{
    const pd_character_input *own = pd_character_sit_drive(&overlay->sit, input, character, rig);
    return pd_character_play_drive(&overlay->play, own, pd_character_overlay_sits(overlay), character);
}

static void update_joints(pd_character_pose *pose, const pd_character_rig *rig)
{
    pd_anim_skeleton_forward(pose->joints, NULL, &rig->skeleton, pose->rotations, pose->translation);
}

void pd_character_overlay_step(pd_character_overlay *overlay, pd_character *character,
                               const pd_character_rig *rig, const pd_anim_scene *scene,
                               const pd_character_overlay_talk *talk)
{
    pd_character_pose *pose = &character->pose;

    pd_character_sit_step(&overlay->sit, pose, rig);
    const bool is_borne = talk && pd_character_bearing_step(talk->bearing, pose, &talk->input, rig);
    if (is_borne) update_joints(pose, rig); /* of which clips and hands begin */
    pd_character_play_step(&overlay->play, character, pd_character_overlay_sits(overlay), rig, scene);
    bool is_moved = pd_character_twist_step(&overlay->twist, pose, &overlay->gaze, overlay->hands, rig);
    pd_character_gaze_step(&overlay->gaze, pose, rig);
    is_moved |= overlay->gaze.looking;
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        pd_character_reach_step(&overlay->hands[hand], (pd_character_hand)hand, pose, rig);
        is_moved |= overlay->hands[hand].has_arm;
    }

    if (is_moved) update_joints(pose, rig);
}
