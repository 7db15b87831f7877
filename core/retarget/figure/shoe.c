#include "core/retarget/figure/shoe.h"

#include "core/base/assert.h"

/* A point seen from the side: along the foot from the ankle, and up. */
typedef struct side_point {
    double along, up;
} side_point;

/* Returns the height of the line through two points at `along`. */
static double height_at(side_point a, side_point b, double along)
{
    return a.up + (b.up - a.up) * (along - a.along) / (b.along - a.along);
}

bool pd_retarget_shoe_measure(pd_retarget_shoe *out, const float *points, const float *bends, int count,
                              pd_vec3 ankle, pd_vec3 toe)
{
    PD_ASSERT(count >= 0);
    const pd_vec3 ahead =
        pd_vec3_unit_or(pd_vec3_make(toe.x - ankle.x, 0, toe.z - ankle.z), pd_vec3_make(0, 0, 1));
    const double half = 0.5 * hypot(toe.x - ankle.x, toe.z - ankle.z);
    side_point heel = {0, INFINITY};
    side_point ball = {0, INFINITY};
    *out = (pd_retarget_shoe){.turn = pd_q_identity()};

    /* Find the edge of the lower hull at `half`: of all pairs of a point behind and a point before it, the
     * pair whose line is lowest there. Starting from any pair, replace an end by any point that lowers the
     * line, until neither end can be improved. */
    bool is_better = true;
    for (int round = 0; is_better && round < 64; round++) {
        is_better = false;
        for (int i = 0; i < count; i++) {
            const pd_vec3 p = {(double)points[3 * (size_t)i], (double)points[3 * (size_t)i + 1],
                               (double)points[3 * (size_t)i + 2]};
            if (p.x * ankle.x <= 0 || !(p.y < ankle.y)) continue;
            const side_point s = {(p.x - ankle.x) * ahead.x + (p.z - ankle.z) * ahead.z, p.y - ankle.y};
            side_point *end = s.along < half ? &heel : &ball;
            const side_point other = s.along < half ? ball : heel;

            /* While the other end is unknown, take the lowest point. */
            const bool is_lower = !isfinite(end->up) ? true
                                  : !isfinite(other.up)
                                      ? s.up < end->up
                                      : height_at(s, other, half) < height_at(*end, other, half) - 1e-9;
            if (!is_lower || s.along == half) continue;
            *end = s;
            is_better = true;
        }
    }

    if (!isfinite(heel.up) || !isfinite(ball.up)) return false;

    /* Rotate about the axis across the foot until that edge is level: the toes rise by the angle by which it
     * falls towards the ball. */
    const double angle = atan2(heel.up - ball.up, ball.along - heel.along);
    const pd_vec3 across = pd_vec3_cross(pd_vec3_make(0, 1, 0), ahead);
    out->turn = pd_q_axis_angle(across, -angle);

    /* Compute the heights above the edge, which is now level. */
    const pd_vec3 to_ball =
        pd_q_rotate(out->turn, pd_vec3_fma(pd_vec3_scale(ahead, ball.along), ball.up, pd_vec3_make(0, 1, 0)));
    const pd_vec3 to_toe = pd_q_rotate(out->turn, pd_vec3_sub(toe, ankle));
    out->ankle_rest = -to_ball.y;
    out->toe_rest = to_toe.y - to_ball.y;

    /* Keep the points that can be the lowest in some pose,
     * each in the frame of the joint with the larger weight. */
    for (int i = 0; i < count; i++) {
        const pd_vec3 p = {(double)points[3 * (size_t)i], (double)points[3 * (size_t)i + 1],
                           (double)points[3 * (size_t)i + 2]};
        if (p.x * ankle.x <= 0 || !(p.y < ankle.y)) continue;
        const bool bent = bends[i] > 0.5F;
        pd_retarget_sole_add(bent ? &out->toes : &out->foot, pd_vec3_sub(p, bent ? toe : ankle));
    }

    pd_retarget_sole_finish(&out->foot);
    pd_retarget_sole_finish(&out->toes);

    return true;
}
