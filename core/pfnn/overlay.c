#include "core/pfnn/overlay.h"

void pd_pfnn_overlay_step(pd_pfnn_overlay *overlay, pd_pfnn_pose *pose, const pd_pfnn_figure *figure)
{
    pd_pfnn_gaze_step(&overlay->gaze, pose, figure);
    for (int hand = 0; hand < PD_PFNN_HANDS; hand++)
        pd_pfnn_reach_step(&overlay->hands[hand], (pd_pfnn_hand)hand, pose, figure);
}
