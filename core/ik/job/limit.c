#include "core/ik/job/limit.h"

#include "core/anim/ranges.h"

#include <string.h>

#define DEGREE 0.017453292519943295 /* radians */

pd_quat pd_ik_limit_frame(pd_vec3 axis, const pd_vec3 *swing_axis)
{
    pd_vec3 x = pd_vec3_unit_or(axis, pd_vec3_make(1, 0, 0));
    pd_vec3 next = pd_vec3_make(fabs(x.z) > 1 - 1e-12, fabs(x.x) > 1 - 1e-12, fabs(x.y) > 1 - 1e-12);

    if (next.x + next.y + next.z == 0) next = pd_vec3_perpendicular(x);
    if (swing_axis) next = *swing_axis;
    pd_vec3 y = pd_vec3_unit_or(pd_vec3_reject(next, x), pd_vec3_perpendicular(x));
    pd_vec3 z = pd_vec3_cross(x, y);
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};

    return pd_q_from_matrix(m);
}

static bool is_free(const pd_ik_limit *limit, int c)
{
    return limit->max[c] > limit->min[c];
}

void pd_ik_limit_of(pd_ik_limit *limit, const char *name)
{
    /* Look the joint up by name. An unknown name has no limit. */
    int side;
    const pd_anim_range *range = pd_anim_range_of(name, &side);

    if (!range) range = pd_anim_range_of_biped(name, &side);
    memset(limit, 0, sizeof *limit);
    limit->frame = pd_q_identity();
    if (!range) return;

    /* Make a ball from a row of the table, which has angles about x, y, z for the left side. */
    memset(limit, 0, sizeof *limit);
    limit->kind = PD_IK_BALL;
    limit->box = range->box;
    for (int c = 0; c < 3; c++) { /* twist axis, then the next two axes in cyclic order */
        int axis = (range->twist + c) % 3;
        int mirrored = side < 0 && axis > 0;
        limit->min[c] = (mirrored ? -range->max_deg[axis] : range->min_deg[axis]) * DEGREE;
        limit->max[c] = (mirrored ? -range->min_deg[axis] : range->max_deg[axis]) * DEGREE;
    }

    pd_vec3 twist = pd_vec3_make(range->twist == 0, range->twist == 1, range->twist == 2);
    limit->frame = pd_ik_limit_frame(twist, NULL);

    /* Choose the simplest kind with these free angles, because hinges
     * and locked joints have fewer unknowns. */
    bool twists = is_free(limit, 0);
    bool swings_y = is_free(limit, 1);
    bool swings_z = is_free(limit, 2);
    if (!twists && !swings_y && !swings_z) {
        limit->kind = PD_IK_LOCKED;
    } else if (!twists && swings_y != swings_z) { /* a single free swing axis: a hinge about it */
        int c = swings_y ? 1 : 2;
        pd_vec3 axis = pd_q_rotate(limit->frame, pd_vec3_make(0, c == 1, c == 2));
        double from = limit->min[c];
        double to = limit->max[c];
        *limit = (pd_ik_limit){.kind = PD_IK_HINGE, .frame = pd_ik_limit_frame(axis, NULL)};
        limit->min[0] = from;
        limit->max[0] = to;
    }
}

/* Checks the two ends of angle c of a limit, radians. */
static pd_status check_pair(const pd_ik_limit *limit, int c, double most, const char *where, pd_error *err)
{
    double low = limit->min[c];
    double high = limit->max[c];

    if (isfinite(low) && isfinite(high) && low <= high && low >= -most && high <= most) return PD_OK;

    return pd_fail(
        err, PD_ERR_RANGE, where,
        "%.10g to %.10g; two angles in ascending order, each from -%.10g to %.10g radians, allowed", low,
        high, most, most);
}

pd_status pd_ik_limit_check(const pd_ik_limit *limit, pd_error *err)
{
    if (limit->kind == PD_IK_FREE || limit->kind == PD_IK_LOCKED) return PD_OK;
    int hinge = limit->kind == PD_IK_HINGE;
    double length = pd_q_dot(limit->frame, limit->frame);
    if (!(fabs(length - 1) < 1e-6))
        return pd_fail(err, PD_ERR_RANGE, "/axis", "a quaternion of length %g; 1 allowed", sqrt(length));

    pd_status status = check_pair(limit, 0, 2 * M_PI, hinge ? "/range" : "/twist", err);
    for (int c = 1; c < 3 && !hinge && status == PD_OK; c++) {
        status = check_pair(limit, c, M_PI, "/swing", err);
        if (status == PD_OK && !limit->box && (limit->min[c] > 0 || limit->max[c] < 0))
            return pd_fail(err, PD_ERR_RANGE, "/swing", "%.10g to %.10g; a range that includes 0 allowed",
                           limit->min[c], limit->max[c]);
    }

    return status;
}

void pd_ik_limit_split(double angles[3], pd_quat frame, pd_quat local)
{
    pd_quat q = pd_q_mul(pd_q_inv_mul(frame, local), frame);
    double twist =
        q.x * q.x + q.w * q.w < 1e-20 ? 0 : 2 * atan2(q.x, q.w); /* at a swing of pi the twist is arbitrary */
    if (twist > M_PI) twist -= 2 * M_PI;
    if (twist < -M_PI) twist += 2 * M_PI;
    pd_vec3 swing = pd_q_to_rotvec(pd_q_mul(q, pd_q_axis_angle(pd_vec3_make(1, 0, 0), -twist)));
    angles[0] = twist;
    angles[1] = swing.y;
    angles[2] = swing.z;
}

pd_quat pd_ik_limit_join(const double angles[3], pd_quat frame)
{
    pd_quat swing = pd_q_from_rotvec(pd_vec3_make(0, angles[1], angles[2]));
    pd_quat rotation = pd_q_mul(swing, pd_q_axis_angle(pd_vec3_make(1, 0, 0), angles[0]));
    return pd_q_mul(pd_q_mul(frame, rotation), pd_q_conjugate(frame));
}

static double cut_limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* Returns (sy/ay)^2 + (sz/az)^2 of a ball without box; 1 at the rim. */
static double rim_of(const double angles[3], const pd_ik_limit *limit)
{
    double sum = 0;

    for (int c = 1; c < 3; c++) {
        double half = angles[c] < 0 ? -limit->min[c] : limit->max[c];
        if (half > 1e-9) sum += angles[c] * angles[c] / (half * half);
    }

    return sum;
}

void pd_ik_limit_clamp(double angles[3], const pd_ik_limit *limit)
{
    angles[0] = cut_limit(angles[0], limit->min[0], limit->max[0]);
    if (limit->kind == PD_IK_HINGE) {
        angles[1] = angles[2] = 0;
    } else if (limit->box) {
        for (int c = 1; c < 3; c++) angles[c] = cut_limit(angles[c], limit->min[c], limit->max[c]);
    } else {
        for (int c = 1; c < 3; c++) {
            double half = angles[c] < 0 ? -limit->min[c] : limit->max[c];
            if (half <= 1e-9) angles[c] = 0;
        }

        double sum = rim_of(angles, limit);
        if (sum <= 1) return;
        angles[1] /= sqrt(sum);
        angles[2] /= sqrt(sum);
    }
}

/* Computes the angles of `local`. Of the equivalent twists t + 2 pi k, takes the nearest to the range. */
static void split_near(double angles[3], const pd_ik_limit *limit, pd_quat local)
{
    pd_ik_limit_split(angles, limit->frame, local);

    const double middle = 0.5 * (limit->min[0] + limit->max[0]);
    while (angles[0] > middle + M_PI) angles[0] -= 2 * M_PI;
    while (angles[0] < middle - M_PI) angles[0] += 2 * M_PI;
}

bool pd_ik_limit_holds(const pd_ik_limit *limit, pd_quat local)
{
    double angles[3], within[3];

    if (limit->kind == PD_IK_FREE || limit->kind == PD_IK_LOCKED) return true;

    split_near(angles, limit, local);
    memcpy(within, angles, sizeof within);
    pd_ik_limit_clamp(within, limit);

    return within[0] == angles[0] && within[1] == angles[1] && within[2] == angles[2];
}

double pd_ik_limit_excess(const pd_ik_limit *limit, pd_quat local)
{
    double angles[3];
    if (limit->kind == PD_IK_FREE || limit->kind == PD_IK_LOCKED) return 0;

    split_near(angles, limit, local);
    pd_ik_limit_clamp(angles, limit);
    return pd_q_angle(local, pd_ik_limit_join(angles, limit->frame));
}
