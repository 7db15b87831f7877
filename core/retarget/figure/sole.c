#include "core/retarget/figure/sole.h"

#include "core/base/assert.h"

#include <math.h>

/* Directions: straight down, then rings of RING directions at 25, 50, 75 and 90 degrees from it. */
enum { RING = 10, RINGS = 4 };
_Static_assert(PD_RETARGET_SOLE_POINTS == 1 + RING * RINGS, "a point for each direction");

static pd_vec3 sole_direction(int i)
{
    PD_ASSERT(i >= 0);

    /* Sine and cosine of the rings' tilts, and of ten steps around a ring. */
    static const double tilts[RINGS][2] = {
        {0.422618262, 0.906307787}, {0.766044443, 0.64278761}, {0.965925826, 0.258819045}, {1, 0}};
    static const double steps[RING][2] = {{0, 1},
                                          {0.587785252, 0.809016994},
                                          {0.951056516, 0.309016994},
                                          {0.951056516, -0.309016994},
                                          {0.587785252, -0.809016994},
                                          {0, -1},
                                          {-0.587785252, -0.809016994},
                                          {-0.951056516, -0.309016994},
                                          {-0.951056516, 0.309016994},
                                          {-0.587785252, 0.809016994}};
    if (i == 0) return pd_vec3_make(0, -1, 0);
    const double *tilt = tilts[(i - 1) / RING];
    const double *step = steps[(i - 1) % RING];

    return pd_vec3_make(tilt[0] * step[0], -tilt[1], tilt[0] * step[1]);
}

void pd_retarget_sole_add(pd_retarget_sole_part *part, pd_vec3 at)
{
    if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.z)) return;
    const bool is_first = !part->count;
    part->count = PD_RETARGET_SOLE_POINTS;
    for (int i = 0; i < PD_RETARGET_SOLE_POINTS; i++) {
        const pd_vec3 way = sole_direction(i);
        if (is_first || pd_vec3_dot(at, way) > pd_vec3_dot(part->points[i], way)) part->points[i] = at;
    }
}

void pd_retarget_sole_finish(pd_retarget_sole_part *part)
{
    int count = 0;

    for (int i = 0; i < part->count; i++) {
        bool is_kept = false;
        for (int k = 0; k < count; k++) is_kept |= pd_vec3_distance(part->points[k], part->points[i]) == 0;
        if (!is_kept) part->points[count++] = part->points[i];
    }

    part->count = count;
}

/* Shares of the toe joint. Below ALONE a point follows the foot alone, above 1 - ALONE the toes alone. From
 * MOSTLY on it counts as a point of the toes. */
#define ALONE  0.05
#define MOSTLY 0.5

void pd_retarget_sole_add_share(pd_retarget_sole *sole, pd_vec3 at, pd_vec3 joint, double share)
{
    if (!(share > ALONE)) {
        pd_retarget_sole_add(&sole->foot, at);
        return;
    }

    if (share > 1 - ALONE) {
        pd_retarget_sole_add(&sole->toes, pd_vec3_sub(at, joint));
        return;
    }

    if (!pd_vec3_finite(at)) return;
    const int group = (int)((share - ALONE) / (1 - 2 * ALONE) * PD_RETARGET_SOLE_SHARES);
    pd_retarget_sole_shared *part =
        &sole->shared[group < PD_RETARGET_SOLE_SHARES ? group : PD_RETARGET_SOLE_SHARES - 1];
    const bool is_first = !part->count;
    part->count = PD_RETARGET_SOLE_POINTS;
    for (int i = 0; i < PD_RETARGET_SOLE_POINTS; i++) {
        const pd_vec3 way = sole_direction(i);
        if (!is_first && pd_vec3_dot(at, way) <= pd_vec3_dot(part->points[i], way)) continue;
        part->points[i] = at;
        part->shares[i] = share;
    }
}

void pd_retarget_sole_close(pd_retarget_sole *sole, pd_vec3 joint)
{
    const pd_retarget_sole_pose rest = {pd_q_identity(), pd_q_identity(), joint};

    pd_retarget_sole_finish(&sole->foot);
    pd_retarget_sole_finish(&sole->toes);
    for (int g = 0; g < PD_RETARGET_SOLE_SHARES; g++) {
        pd_retarget_sole_shared *part = &sole->shared[g];
        int count = 0;
        for (int i = 0; i < part->count; i++) {
            bool is_kept = false;
            for (int k = 0; k < count; k++)
                is_kept |= pd_vec3_distance(part->points[k], part->points[i]) == 0;
            if (is_kept) continue;
            part->points[count] = part->points[i];
            part->shares[count++] = part->shares[i];
        }

        part->count = count;
    }

    sole->low = pd_retarget_sole_lowest_of(sole, &rest, 1);
}

/* Returns the height of a shared point over the ankle. */
static double shared_height(const pd_retarget_sole_pose *pose, pd_vec3 at, double share, double unit)
{
    const double foot = pd_q_rotate(pose->foot, at).y;
    const double joint = pd_q_rotate(pose->foot, pose->joint).y;
    const double toes = joint + pd_q_rotate(pose->toes, pd_vec3_sub(at, pose->joint)).y;
    return unit * ((1 - share) * foot + share * toes);
}

double pd_retarget_sole_lowest_of(const pd_retarget_sole *sole, const pd_retarget_sole_pose *pose,
                                  double unit)
{
    const double joint = unit * pd_q_rotate(pose->foot, pose->joint).y;
    double low = pd_retarget_sole_lowest(&sole->foot, pose->foot, unit);

    low = fmin(low, joint + pd_retarget_sole_lowest(&sole->toes, pose->toes, unit));
    for (int g = 0; g < PD_RETARGET_SOLE_SHARES; g++)
        for (int i = 0; i < sole->shared[g].count; i++)
            low = fmin(low, shared_height(pose, sole->shared[g].points[i], sole->shared[g].shares[i], unit));

    return low;
}

double pd_retarget_sole_front(const pd_retarget_sole *sole, pd_vec3 joint, bool of_toes, double over)
{
    const pd_retarget_sole_part *part = of_toes ? &sole->toes : &sole->foot;
    const pd_vec3 from = of_toes ? joint : pd_vec3_make(0, 0, 0);
    double front = -INFINITY;

    for (int i = 0; i < part->count; i++) {
        const pd_vec3 at = pd_vec3_add(from, part->points[i]);
        if (at.y - sole->low <= over) front = fmax(front, at.z);
    }

    for (int g = 0; g < PD_RETARGET_SOLE_SHARES; g++)
        for (int i = 0; i < sole->shared[g].count; i++) {
            const pd_vec3 at = sole->shared[g].points[i];
            if ((sole->shared[g].shares[i] >= MOSTLY) == of_toes && at.y - sole->low <= over)
                front = fmax(front, at.z);
        }

    return front;
}

double pd_retarget_sole_bend_point(pd_vec3 at, pd_vec3 ahead, double least)
{
    const double along = pd_vec3_dot(at, ahead);
    const double r = hypot(along, at.y);

    /* A point at distance r from the axis and at angle b above the level is at height r sin(a + b) after a
     * rotation by a. Points far behind the axis would only get lower. */
    if (at.y >= least || along <= at.y || r < 1e-9) return 0;

    return fmax(0, asin(fmax(-1, fmin(1, least / r))) - atan2(at.y, along));
}

double pd_retarget_sole_bend(pd_vec3 *axis, const pd_retarget_sole *sole, const pd_retarget_sole_pose *pose,
                             double least, double unit)
{
    /* Find the level axis across the toes, and the level direction in which they point. */
    const pd_vec3 side = pd_q_rotate(pose->toes, pd_vec3_make(1, 0, 0));
    const double flat = hypot(side.x, side.z);
    if (flat < 1e-6) return 0;
    const pd_vec3 ahead = {-side.z / flat, 0, side.x / flat};
    const double joint = unit * pd_q_rotate(pose->foot, pose->joint).y;
    double most = 0;
    *axis = pd_vec3_make(-side.x / flat, 0, -side.z / flat);

    /* Points of the toes. */
    for (int i = 0; i < sole->toes.count; i++) {
        const pd_vec3 at = pd_q_rotate(pose->toes, pd_vec3_scale(sole->toes.points[i], unit));
        most = fmax(most, pd_retarget_sole_bend_point(at, ahead, least - joint));
    }

    /* Points that follow mostly the toes: the foot's part of their height is given. */
    for (int g = 0; g < PD_RETARGET_SOLE_SHARES; g++)
        for (int i = 0; i < sole->shared[g].count; i++) {
            const pd_vec3 p = sole->shared[g].points[i];
            const double share = sole->shared[g].shares[i];
            const pd_vec3 way = pd_vec3_scale(pd_vec3_sub(p, pose->joint), unit);
            const double foot = unit * pd_q_rotate(pose->foot, p).y;
            if (share < MOSTLY) continue;
            most = fmax(most, pd_retarget_sole_bend_point(pd_q_rotate(pose->toes, way), ahead,
                                                          (least - (1 - share) * foot) / share - joint));
        }

    return most;
}

double pd_retarget_sole_lowest(const pd_retarget_sole_part *part, pd_quat turned, double unit)
{
    return -pd_retarget_sole_reach(part, turned, unit, pd_vec3_make(0, -1, 0));
}

double pd_retarget_sole_reach(const pd_retarget_sole_part *part, pd_quat turned, double unit, pd_vec3 way)
{
    const pd_vec3 own = pd_q_rotate(pd_q_conjugate(turned), way); /* direction in the part's frame */
    double most = -INFINITY;
    PD_ASSERT(part->count >= 0 && part->count <= PD_RETARGET_SOLE_POINTS);
    for (int i = 0; i < part->count; i++) most = fmax(most, unit * pd_vec3_dot(part->points[i], own));
    return most;
}
