#include "core/anim/leg.h"

#include "core/math/elementary.h"

#define PASSES 6 /* Largest number of iterations of pd_anim_leg_raise. */

double pd_anim_leg_soft(double own, double reach, double stretch)
{
    own = pd_fmin(own, reach);
    return own + stretch * (reach - own);
}

double pd_anim_leg_contrast(double own, double thigh, double shank, double gain)
{
    const double squares = thigh * thigh + shank * shank;
    const double twice = 2 * thigh * shank;
    double cosine = (own * own - squares) / twice;

    if (!(fabs(cosine) < 1)) return own;

    double bend = pd_acos(cosine);
    double more = gain * (bend - PD_ANIM_LEG_MIDDLE);
    bend += more * bend / (bend + gain * PD_ANIM_LEG_MIDDLE);

    return sqrt(squares + twice * pd_cos(pd_fmin(bend, M_PI)));
}

double pd_anim_leg_bend(double own, double thigh, double shank)
{
    const double cosine = (own * own - thigh * thigh - shank * shank) / (2 * thigh * shank);
    return pd_acos(pd_fmin(pd_fmax(cosine, -1), 1));
}

double pd_anim_leg_length(double bend, double thigh, double shank)
{
    return sqrt(pd_fmax(thigh * thigh + shank * shank + 2 * thigh * shank * pd_cos(bend), 0));
}

pd_vec3 pd_anim_leg_heel(pd_vec3 toe, pd_vec3 heel, pd_vec3 along, double foot)
{
    return pd_vec3_fma(toe, foot, pd_vec3_unit_or(pd_vec3_sub(heel, toe), along));
}

pd_vec3 pd_anim_leg_raise(pd_vec3 heel, pd_vec3 toe, pd_vec3 hip, double reach, double foot)
{
    for (int i = 0; i < PASSES; i++) {
        pd_vec3 leg = pd_vec3_sub(heel, hip);
        double over = pd_vec3_length(leg) - reach;
        if (over <= 0) break;
        pd_vec3 nearer = pd_vec3_fma(heel, -over, pd_vec3_unit_or(leg, pd_vec3_make(0, -1, 0)));
        heel = pd_anim_leg_heel(toe, nearer, pd_vec3_sub(heel, toe), foot);
    }

    return heel;
}

double pd_anim_leg_drop(pd_vec3 hip, pd_vec3 heel, double reach)
{
    double x = heel.x - hip.x;
    double z = heel.z - hip.z;
    double flat = x * x + z * z;
    if (flat >= reach * reach) return pd_fmax(hip.y - heel.y, 0);
    return pd_fmax(hip.y - heel.y - sqrt(reach * reach - flat), 0);
}
