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
