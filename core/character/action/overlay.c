#include "core/character/action/overlay.h"

const pd_character_input *pd_character_overlay_drive(pd_character_overlay *overlay,
                                                     const pd_character_input *input, pd_character *character,
                                                     const pd_character_rig *rig)
{
    const pd_character_input *own = pd_character_sit_drive(&overlay->sit, input, character, rig);
    return pd_character_play_drive(&overlay->play, own, pd_character_overlay_sits(overlay), character);
}

void pd_character_overlay_step(pd_character_overlay *overlay, pd_character *character,
                               const pd_character_rig *rig, const pd_anim_scene *scene)
{
    pd_character_pose *pose = &character->pose;

    pd_character_sit_step(&overlay->sit, pose, rig);
    pd_character_play_step(&overlay->play, character, pd_character_overlay_sits(overlay), rig, scene);
    bool is_moved = pd_character_twist_step(&overlay->twist, pose, &overlay->gaze, overlay->hands, rig);
    pd_character_gaze_step(&overlay->gaze, pose, rig);
    is_moved |= overlay->gaze.looking;
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        pd_character_reach_step(&overlay->hands[hand], (pd_character_hand)hand, pose, rig);
        is_moved |= overlay->hands[hand].has_arm;
    }

    if (is_moved)
        pd_anim_skeleton_forward(pose->joints, NULL, &rig->skeleton, pose->rotations, pose->translation);
}
