#include "core/retarget/character/xr_axes.h"

pd_quat pd_retarget_xr_frame(pd_retarget_xr_axes axes)
{
    /* Columns: +X, +Y and +Z of the frame. */
    static const double frames[][9] = {
        [PD_XR_TRUNK] = {-1, 0, 0, 0, 0, -1, 0, -1, 0},     [PD_XR_VIEWER] = {-1, 0, 0, 0, 1, 0, 0, 0, -1},
        [PD_XR_LEFT_HAND] = {0, 0, -1, 0, 1, 0, 1, 0, 0},   [PD_XR_RIGHT_HAND] = {0, 0, 1, 0, 1, 0, -1, 0, 0},
        [PD_XR_LEFT_GRIP] = {0, -1, 0, -1, 0, 0, 0, 0, -1}, [PD_XR_RIGHT_GRIP] = {0, 1, 0, 1, 0, 0, 0, 0, -1},
        [PD_XR_LEG] = {-1, 0, 0, 0, 0, 1, 0, 1, 0},         [PD_XR_FOOT] = {-1, 0, 0, 0, 1, 0, 0, 0, -1},
    };

    return pd_q_from_matrix(frames[axes]);
}

static pd_retarget_xr_axes axes_of(int bone)
{
    switch (bone) {
    case PD_HUMAN_L_SHOULDER:
    case PD_HUMAN_L_UPPER_ARM:
    case PD_HUMAN_L_LOWER_ARM:
    case PD_HUMAN_L_HAND: return PD_XR_LEFT_HAND;
    case PD_HUMAN_R_SHOULDER:
    case PD_HUMAN_R_UPPER_ARM:
    case PD_HUMAN_R_LOWER_ARM:
    case PD_HUMAN_R_HAND: return PD_XR_RIGHT_HAND;
    case PD_HUMAN_L_UPPER_LEG:
    case PD_HUMAN_L_LOWER_LEG:
    case PD_HUMAN_R_UPPER_LEG:
    case PD_HUMAN_R_LOWER_LEG: return PD_XR_LEG;
    case PD_HUMAN_L_FOOT:
    case PD_HUMAN_L_TOES:
    case PD_HUMAN_R_FOOT:
    case PD_HUMAN_R_TOES: return PD_XR_FOOT;
    default: return PD_XR_TRUNK;
    }
}

void pd_retarget_xr_bones(pd_quat out[PD_ANIM_HUMAN_COUNT], const pd_anim_humanoid *h)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        out[b] = h->joints[b] < 0 ? pd_q_identity()
                                  : pd_q_mul(h->rest_inverse[b], pd_retarget_xr_frame(axes_of(b)));
}
