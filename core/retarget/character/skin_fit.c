#include "core/retarget/character/skin_fit.h"

#include <math.h>
#include <stdio.h>

enum { LIMBS = 8, ENDS = 8 };

#define FEWEST_LIMBS  6
#define FEWEST_POINTS 4 /* least number of points of a bone's skin */
/* of the length of the two bones at a joint: tolerance of its distance from the skin */
#define MARGIN        0.05
#define NEAR_BONE     0.1  /* of a limb's length: tolerance of the distance of its middle from the skin */
#define MISFIT        1.15 /* sizes differ if their ratio is above this or below its inverse */
/* Largest part of the squared distances between bones and skin that may remain after scaling. */
#define EXPLAINED     0.3

static const pd_anim_human limbs[LIMBS][2] = {
    {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM}, {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
    {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM}, {PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND},
    {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG}, {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT},
    {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG}, {PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT}};

void pd_retarget_skin_fit_add(pd_retarget_skin_fit *fit, pd_anim_human bone, pd_vec3 at)
{
    if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.z)) return;
    pd_vec3 *low = &fit->bones[bone].low;
    pd_vec3 *high = &fit->bones[bone].high;
    if (!fit->bones[bone].count++) *low = *high = at;
    *low = pd_vec3_make(fmin(low->x, at.x), fmin(low->y, at.y), fmin(low->z, at.z));
    *high = pd_vec3_make(fmax(high->x, at.x), fmax(high->y, at.y), fmax(high->z, at.z));
}

static bool has_skin(const pd_retarget_skin_fit *fit, pd_anim_human bone)
{
    return fit->bones[bone].count >= FEWEST_POINTS;
}

/* Computes the centres of limbs and of their skin, relative to their means. Returns their number. */
static int find_middles(pd_vec3 *bones, pd_vec3 *skins, const pd_retarget_skin_fit *fit, const pd_vec3 *at,
                        const int *joints)
{
    pd_vec3 bone_mean = {0}, skin_mean = {0};
    int count = 0;

    for (int i = 0; i < LIMBS; i++) {
        const pd_anim_human bone = limbs[i][0];
        const pd_anim_human end = limbs[i][1];
        if (!has_skin(fit, bone) || joints[bone] < 0 || joints[end] < 0) continue;
        bones[count] = pd_vec3_scale(pd_vec3_add(at[joints[bone]], at[joints[end]]), 0.5);
        skins[count] = pd_vec3_scale(pd_vec3_add(fit->bones[bone].low, fit->bones[bone].high), 0.5);
        bone_mean = pd_vec3_add(bone_mean, bones[count]);
        skin_mean = pd_vec3_add(skin_mean, skins[count++]);
    }

    for (int i = 0; i < count; i++) {
        bones[i] = pd_vec3_fma(bones[i], -1.0 / count, bone_mean);
        skins[i] = pd_vec3_fma(skins[i], -1.0 / count, skin_mean);
    }

    return count;
}

/* Returns the number of joints at the ends of limbs that are outside the skin of both adjacent bones. */
static int count_outside(int *looked, const pd_retarget_skin_fit *fit, const pd_vec3 *at, const int *joints)
{
    int outside = 0;

    *looked = 0;
    for (int i = 0; i < LIMBS; i++) {
        const pd_anim_human bone = limbs[i][0];
        const pd_anim_human end = limbs[i][1];
        if (joints[bone] < 0 || joints[end] < 0 || !has_skin(fit, bone) || !has_skin(fit, end)) continue;
        const pd_vec3 a = fit->bones[bone].low;
        const pd_vec3 b = fit->bones[bone].high;
        const pd_vec3 c = fit->bones[end].low;
        const pd_vec3 d = fit->bones[end].high;
        const pd_vec3 x = at[joints[end]];
        const pd_vec3 low = {fmin(a.x, c.x), fmin(a.y, c.y), fmin(a.z, c.z)};
        const pd_vec3 high = {fmax(b.x, d.x), fmax(b.y, d.y), fmax(b.z, d.z)};
        const double by = MARGIN * pd_vec3_distance(low, high);
        ++*looked;
        outside += x.x < low.x - by || x.y < low.y - by || x.z < low.z - by || x.x > high.x + by ||
                   x.y > high.y + by || x.z > high.z + by;
    }

    return outside;
}

/* Returns the number of limbs whose middle is outside the skin that follows them
 * by more than NEAR_BONE of their length. */
static int count_apart(int *looked, const pd_retarget_skin_fit *fit, const pd_vec3 *at, const int *joints)
{
    int apart = 0;

    *looked = 0;
    for (int i = 0; i < LIMBS; i++) {
        const pd_anim_human bone = limbs[i][0];
        const pd_anim_human end = limbs[i][1];
        if (joints[bone] < 0 || joints[end] < 0 || !has_skin(fit, bone)) continue;
        const pd_vec3 a = at[joints[bone]];
        const pd_vec3 b = at[joints[end]];
        const pd_vec3 low = fit->bones[bone].low;
        const pd_vec3 high = fit->bones[bone].high;
        const pd_vec3 x = pd_vec3_scale(pd_vec3_add(a, b), 0.5);
        const pd_vec3 nearest = {fmin(fmax(x.x, low.x), high.x), fmin(fmax(x.y, low.y), high.y),
                                 fmin(fmax(x.z, low.z), high.z)};
        ++*looked;
        apart += pd_vec3_distance(x, nearest) > NEAR_BONE * pd_vec3_distance(a, b);
    }

    return apart;
}

double pd_retarget_skin_fit_factor(int *outside, int *looked, const pd_retarget_skin_fit *fit,
                                   const pd_vec3 *at, const int *joints)
{
    pd_vec3 bones[LIMBS], skins[LIMBS];
    double own = 0, theirs = 0;

    *outside = count_outside(looked, fit, at, joints);
    const int count = find_middles(bones, skins, fit, at, joints);
    for (int i = 0; i < count; i++) {
        own += pd_vec3_dot(bones[i], bones[i]);
        theirs += pd_vec3_dot(skins[i], skins[i]);
    }

    return count >= FEWEST_LIMBS && own > 0 && theirs > 0 ? sqrt(own / theirs) : NAN;
}

bool pd_retarget_skin_fit_is_bare(const pd_retarget_skin_fit *fit, pd_anim_human upper)
{
    static const pd_anim_human ends[LIMBS / 2][3] = {
        {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
        {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND},
        {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT},
        {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT}};
    long all = 0, own = 0;

    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) all += fit->bones[b].count;
    for (int i = 0; i < LIMBS / 2; i++)
        for (int k = 0; k < 3 && ends[i][0] == upper; k++) own += fit->bones[ends[i][k]].count;

    return all > 0 && own == 0;
}

bool pd_retarget_skin_fit_doubt(char text[PD_RETARGET_DOUBT_BYTES], const pd_retarget_skin_fit *fit,
                                const pd_vec3 *at, const int *joints)
{
    pd_vec3 bones[LIMBS], skins[LIMBS];
    int outside, looked;
    const double factor = pd_retarget_skin_fit_factor(&outside, &looked, fit, at, joints);

    /* Different proportions also change the factor. With a difference of scale alone, scaling brings the skin
     * of all limbs to their bones. */
    const int count = find_middles(bones, skins, fit, at, joints);
    double before = 0, after = 0;
    for (int i = 0; i < count && isfinite(factor); i++) {
        const pd_vec3 off = pd_vec3_sub(bones[i], skins[i]);
        const pd_vec3 left = pd_vec3_fma(bones[i], -factor, skins[i]);
        before += pd_vec3_dot(off, off);
        after += pd_vec3_dot(left, left);
    }

    if (isfinite(factor) && fmax(factor, 1 / factor) > MISFIT &&
        (outside > 1 || after < EXPLAINED * before)) {
        snprintf(text, PD_RETARGET_DOUBT_BYTES,
                 "the skeleton is %.3g times the size of its mesh: scale one of them, or bind anew", factor);
        return true;
    }

    if (outside >= 2 && 2 * outside >= looked) {
        snprintf(text, PD_RETARGET_DOUBT_BYTES,
                 "%d of %d knees, ankles, elbows and wrists are outside the skin", outside, looked);
        return true;
    }

    const int apart = count_apart(&looked, fit, at, joints);
    if (looked < FEWEST_LIMBS || 2 * apart < looked) return false;
    snprintf(text, PD_RETARGET_DOUBT_BYTES,
             "%d of %d upper and lower arms and legs are outside the skin that follows them", apart, looked);

    return true;
}
