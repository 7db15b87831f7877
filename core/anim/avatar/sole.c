#include "core/anim/avatar/sole.h"

#include <assert.h>
#include <math.h>

/* The directions: straight down, then rings of RING at 25, 50, 75 and 90 degrees from there. */
enum { RING = 10, RINGS = 4 };
_Static_assert(PD_ANIM_SOLE_POINTS == 1 + RING * RINGS, "a point for each direction");

#define DEGREE 0.017453292519943295

static pd_vec3 direction(int i)
{
    static const double tilts[RINGS] = {25, 50, 75, 90};
    if (i == 0) return pd_vec3_make(0, -1, 0);
    const double tilt = tilts[(i - 1) / RING] * DEGREE, around = (i - 1) % RING * (360.0 / RING) * DEGREE;
    return pd_vec3_make(sin(tilt) * sin(around), -cos(tilt), sin(tilt) * cos(around));
}

void pd_anim_sole_add(pd_anim_sole_part *part, pd_vec3 at)
{
    if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.z)) return;
    const bool is_first = !part->count;
    part->count = PD_ANIM_SOLE_POINTS;
    for (int i = 0; i < PD_ANIM_SOLE_POINTS; i++) {
        const pd_vec3 way = direction(i);
        if (is_first || pd_vec3_dot(at, way) > pd_vec3_dot(part->points[i], way)) part->points[i] = at;
    }
}

void pd_anim_sole_finish(pd_anim_sole_part *part)
{
    int count = 0;
    for (int i = 0; i < part->count; i++) {
        bool is_kept = false;
        for (int k = 0; k < count; k++) is_kept |= pd_vec3_distance(part->points[k], part->points[i]) == 0;
        if (!is_kept) part->points[count++] = part->points[i];
    }
    part->count = count;
}

double pd_anim_sole_lowest(const pd_anim_sole_part *part, pd_quat turned, double unit)
{
    return -pd_anim_sole_reach(part, turned, unit, pd_vec3_make(0, -1, 0));
}

double pd_anim_sole_reach(const pd_anim_sole_part *part, pd_quat turned, double unit, pd_vec3 way)
{
    const pd_vec3 own = pd_q_rotate(pd_q_conjugate(turned), way); /* the direction as the part sees it */
    double most = -INFINITY;
    assert(part->count >= 0 && part->count <= PD_ANIM_SOLE_POINTS);
    for (int i = 0; i < part->count; i++) most = fmax(most, unit * pd_vec3_dot(part->points[i], own));
    return most;
}
