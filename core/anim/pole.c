#include "core/anim/pole.h"

#include "core/math/elementary.h"

#define SAYS_NOTHING 1e-9 /* metres */

pd_quat pd_anim_pole_rotation(pd_vec3 line, pd_vec3 side, pd_vec3 pole)
{
    pd_vec3 wanted = pd_vec3_reject(pole, line);
    if (pd_vec3_length(wanted) <= SAYS_NOTHING || pd_vec3_length(side) <= SAYS_NOTHING)
        return pd_q_identity();
    double sine = pd_vec3_dot(line, pd_vec3_cross(side, wanted));
    return pd_q_axis_angle(line, pd_atan2(sine, pd_vec3_dot(side, wanted)));
}
