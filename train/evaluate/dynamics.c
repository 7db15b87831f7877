#include "train/evaluate/dynamics.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "train/evaluate/activity.h"
#include "train/motion/gaussian.h"

#include <math.h>
#include <stdlib.h>

#define GRAVITY       9.81 /* m/s2 */
#define FLIGHT_FRAMES 4    /* shortest flight whose acceleration is fitted: four points and three unknowns */
/* shortest flight of a jump: those of the strides before and after it do not count */
#define JUMP_FRAMES   14
#define SLOWEST       .5               /* metres a second: a slower path has no side to lean to */
#define STRIDE_SIGMA  30.0             /* frames: removes the sway of a stride from the lean */
#define SPEED_SIGMA   6.0              /* frames: removes the steps from the speed of the hips */
#define LEAN_LEAST    (3 * M_PI / 180) /* radians; a path whose expected lean is smaller counts as straight */
/* a planted foot that is turned by more against the pelvis is twisted, radians */
#define TWISTED       (40 * M_PI / 180)
#define SKATE_HEIGHT  0.025 /* metres */
#define SKATE_SPEED   0.5   /* metres a second */

typedef struct subject {
    const pd_train_curves *c;
    const pd_anim_track *t;
    const unsigned char *counts;
    int value;
    double *list; /* (2 T) scratch for percentiles */
} subject;

static bool counts(const subject *s, int t)
{
    PD_ASSERT(t >= 0 && t < s->c->frame_count);
    return !s->counts || s->counts[t] == s->value;
}

/* Returns the position of a joint in the facing frame of frame t. */
static pd_vec3 local(const subject *s, int t, int joint)
{
    return s->c->local[(size_t)t * (size_t)s->c->joint_count + (size_t)joint];
}

/* Returns the vector from the hips to a joint in world axes.
 * In the facing frame left is (fz, -fx) and ahead (fx, fz). */
static pd_vec3 from_hips(const subject *s, int t, int joint)
{
    const double *f = s->c->facing[t];
    pd_vec3 p = local(s, t, joint);
    return pd_vec3_make(f[1] * p.x + f[0] * p.z, p.y, f[1] * p.z - f[0] * p.x);
}

static double toe_height(const subject *s, int t, int side)
{
    return local(s, t, s->t->toes[side]).y - s->t->ground[2 * t + side] - s->t->toe_rest_height;
}

/* Returns the height of the heels at rest above the ground, which a track does not contain: the 5th
 * percentile of their heights. */
static double heel_rest_height(const subject *s)
{
    size_t count = 0;

    for (int t = 0; t < s->c->frame_count; t++)
        for (int side = 0; side < 2; side++)
            s->list[count++] = local(s, t, s->t->heels[side]).y - s->t->ground[2 * t + side];
    pd_sort_doubles(s->list, count);

    return pd_sorted_percentile(s->list, count, .05);
}

/* Returns whether heels and toes of both feet are off the ground. */
static bool is_in_flight(const subject *s, int t, double heel_rest)
{
    for (int side = 0; side < 2; side++) {
        const double heel = local(s, t, s->t->heels[side]).y - s->t->ground[2 * t + side] - heel_rest;
        if (heel <= PD_TRAIN_KINEMATICS_FLOAT || toe_height(s, t, side) <= PD_TRAIN_KINEMATICS_FLOAT)
            return false;
    }

    return true;
}

/* Returns the acceleration of the parabola that fits y (count) best, for samples `rate` times a second. */
static double fitted_acceleration(const pd_vec3 *hips, int count, double rate)
{
    PD_ASSERT(count >= 3);

    /* For samples at x = -m .. m the quadratic x^2 - mean(x^2) is orthogonal to 1 and x, so its coefficient
     * is a quotient of two sums. */
    const double middle = (count - 1) / 2.0;
    double mean = 0, above = 0, below = 0;
    for (int i = 0; i < count; i++) mean += (i - middle) * (i - middle) / count;
    for (int i = 0; i < count; i++) {
        const double q = (i - middle) * (i - middle) - mean;
        above += q * hips[i].y;
        below += q * q;
    }

    return 2 * above / below * rate * rate;
}

/* Measures flights: the median acceleration of the hips in them (gravity, if they obey it), and their mean
 * time. */
static void flights(pd_train_kinematics *out, const subject *s)
{
    const double heel_rest = heel_rest_height(s);
    const int least = s->counts && s->value == PD_ACTIVITY_JUMP ? JUMP_FRAMES : FLIGHT_FRAMES;
    size_t count = 0;
    double frames = 0;

    for (int t = 0, run = 0; t <= s->c->frame_count; t++) {
        if (t < s->c->frame_count && counts(s, t) && is_in_flight(s, t, heel_rest)) {
            run++;
            continue;
        }

        if (run >= least) {
            s->list[count++] = fitted_acceleration(s->c->hips + t - run, run, s->c->rate);
            frames += run;
        }

        run = 0;
    }

    pd_sort_doubles(s->list, count);
    out->fall = pd_sorted_percentile(s->list, count, .5);
    out->flight_time = count ? frames / (double)count / s->c->rate : NAN;
}

/* Positions of the hips, and mean positions of heels and toes, smoothed over strides. */
typedef struct going {
    double hips[3], feet[3];
} going;

/* Measures lean in curves: the slope of the actual lean against the one that balances the acceleration, by
 * least squares. g: hips and feet, smoothed by STRIDE_SIGMA. */
static void leaning(pd_train_kinematics *out, const subject *s, going *g)
{
    double dot = 0, squares = 0;

    for (int t = 1; t + 1 < s->c->frame_count; t++) {
        if (!counts(s, t)) continue;
        const double *a = g[t - 1].hips;
        const double *b = g[t].hips;
        const double *c = g[t + 1].hips;

        /* Compute the velocity along the path, and the lean that its acceleration to the left needs. */
        const double vx = (c[0] - a[0]) * s->c->rate / 2;
        const double vz = (c[2] - a[2]) * s->c->rate / 2;
        const double v = hypot(vx, vz);
        if (v < SLOWEST) continue;
        const double ax = (c[0] - 2 * b[0] + a[0]) * s->c->rate * s->c->rate;
        const double az = (c[2] - 2 * b[2] + a[2]) * s->c->rate * s->c->rate;
        const double wanted = atan((vz * ax - vx * az) / v / GRAVITY);
        if (fabs(wanted) < LEAN_LEAST) continue;

        /* Compute the angle of the line from the feet to the hips, to the left of the path. */
        const double left = (vz * (b[0] - g[t].feet[0]) - vx * (b[2] - g[t].feet[2])) / v;
        dot += wanted * atan2(left, b[1] - g[t].feet[1]);
        squares += wanted * wanted;
    }

    out->lean = squares > 0 ? dot / squares : NAN;
}

/* Measures braking, yaw rate and jerk of the hips. g: hips smoothed by SPEED_SIGMA, used for braking. */
static void changes(pd_train_kinematics *out, const subject *s, const going *g)
{
    const int frames = s->c->frame_count;
    const double rate = s->c->rate;
    size_t count = 0;

    /* Braking: loss of horizontal speed, m/s2. */
    for (int t = 1; t + 1 < frames; t++) {
        if (!counts(s, t)) continue;
        const double *a = g[t - 1].hips;
        const double *b = g[t].hips;
        const double *c = g[t + 1].hips;
        s->list[count++] = (hypot(b[0] - a[0], b[2] - a[2]) - hypot(c[0] - b[0], c[2] - b[2])) * rate * rate;
    }

    pd_sort_doubles(s->list, count);
    out->braking = pd_sorted_percentile(s->list, count, .99);

    /* Yaw rate of the facing, rad/s. */
    count = 0;
    for (int t = 1; t < frames; t++) {
        if (!counts(s, t) || !counts(s, t - 1)) continue;
        const double *f = s->c->facing[t - 1];
        const double *h = s->c->facing[t];
        s->list[count++] = fabs(atan2(f[1] * h[0] - f[0] * h[1], f[0] * h[0] + f[1] * h[1])) * rate;
    }

    pd_sort_doubles(s->list, count);
    out->yaw_rate = pd_sorted_percentile(s->list, count, .99);

    /* Jerk of the hips: third differences h3 - 3 h2 + 3 h1 - h0, m/s3. */
    count = 0;
    for (int t = 0; t + 3 < frames; t++) {
        if (!counts(s, t) || !counts(s, t + 3)) continue;
        const pd_vec3 *h = s->c->hips + t;
        const pd_vec3 ends = pd_vec3_sub(h[3], h[0]);
        const pd_vec3 middle = pd_vec3_sub(h[1], h[2]);
        s->list[count++] = pd_vec3_length(pd_vec3_fma(ends, 3, middle)) * rate * rate * rate;
    }

    pd_sort_doubles(s->list, count);
    out->hips_jerk = pd_sorted_percentile(s->list, count, .99);
}

/* Returns the angle about the vertical from the pelvis to the foot, from -pi to pi. Needs has_arms. */
static double foot_yaw(const subject *s, int t, int side)
{
    const pd_vec3 foot = pd_vec3_sub(local(s, t, s->t->toes[side]), local(s, t, s->t->heels[side]));
    return remainder(atan2(foot.x, foot.z) - s->c->curves[PD_CURVE_PELVIS_YAW][t], 2 * M_PI);
}

/* Measures the feet: their yaw against the pelvis, how long they stay twisted, how often they cross, and how
 * fast toes near the ground slide (kinematics.h has the definitions). */
static void feet(pd_train_kinematics *out, const subject *s)
{
    long frames = 0, crossed = 0, low = 0, skating = 0;
    size_t yaws = 0;
    double skate = 0, longest = 0;
    double twisted[2] = {0, 0}; /* duration of the present twist of each foot, seconds */

    for (int t = 0; t < s->c->frame_count; t++) {
        if (!counts(s, t)) {
            twisted[0] = twisted[1] = 0;
            continue;
        }

        frames++;
        crossed += local(s, t, s->t->heels[0]).x < local(s, t, s->t->heels[1]).x;

        for (int side = 0; side < 2; side++) {
            /* Measure the yaw of planted feet relative to the pelvis. */
            const bool planted = s->t->contacts[4 * t + 2 * side + 1] > PD_ANIM_TRACK_CONTACT;
            const double yaw = s->c->has_arms && planted ? fabs(foot_yaw(s, t, side)) : 0;
            if (s->c->has_arms && planted) s->list[yaws++] = yaw;
            twisted[side] = yaw > TWISTED ? twisted[side] + 1 / s->c->rate : 0;
            longest = fmax(longest, twisted[side]);

            /* Measure the speed of toes near the ground. */
            const double height = fmax(0, toe_height(s, t, side));
            if (!t || !counts(s, t - 1) || height >= SKATE_HEIGHT) continue;
            const pd_vec3 a = from_hips(s, t - 1, s->t->toes[side]);
            const pd_vec3 b = from_hips(s, t, s->t->toes[side]);
            const double speed = s->c->rate * hypot(s->c->hips[t].x + b.x - s->c->hips[t - 1].x - a.x,
                                                    s->c->hips[t].z + b.z - s->c->hips[t - 1].z - a.z);

            /* Weight 2 - 2^(h/H): 1 on the ground, 0 at SKATE_HEIGHT. */
            low++;
            skate += speed * (2 - exp2(height / SKATE_HEIGHT));
            skating += speed > SKATE_SPEED;
        }
    }

    pd_sort_doubles(s->list, yaws);
    out->twist = pd_sorted_percentile(s->list, yaws, .99);
    out->twist_time = yaws ? longest : NAN;
    out->crossed = frames ? (double)crossed / (double)frames : NAN;
    out->skate = low ? skate / (double)low : NAN;
    out->skating = low ? (double)skating / (double)low : NAN;
}

/* Fills g with hips and feet, smoothed over `sigma` frames. The straight line between the ends is subtracted
 * before smoothing, because held ends would bend the path of a clip that travels. */
static bool smooth_dynamics(going *g, const subject *s, double sigma)
{
    const int frames = s->c->frame_count;

    for (int t = 0; t < frames; t++) {
        const pd_vec3 h = s->c->hips[t];
        pd_vec3 sum = {0, 0, 0};
        for (int side = 0; side < 2; side++)
            sum = pd_vec3_add(
                sum, pd_vec3_add(from_hips(s, t, s->t->toes[side]), from_hips(s, t, s->t->heels[side])));
        g[t] = (going){{h.x, h.y, h.z}, {h.x + sum.x / 4, sum.y / 4, h.z + sum.z / 4}};
    }

    double *first = (double *)g;
    const int stride = sizeof *g / sizeof *first;
    for (int k = 0; k < stride; k++) {
        const double begin = first[k];
        const double slope = frames > 1 ? (first[(frames - 1) * stride + k] - begin) / (frames - 1) : 0;
        for (int t = 0; t < frames; t++) first[t * stride + k] -= begin + t * slope;
        if (!pd_train_gaussian_curve(first + k, frames, stride, sigma)) return false;
        for (int t = 0; t < frames; t++) first[t * stride + k] += begin + t * slope;
    }

    return true;
}

pd_status pd_train_dynamics_of(pd_train_kinematics *out, const pd_train_curves *curves,
                               const pd_anim_track *track, const unsigned char *frames, int value,
                               pd_error *err)
{
    const size_t count = (size_t)curves->frame_count;
    subject s = {.c = curves,
                 .t = track,
                 .counts = frames,
                 .value = value,
                 .list = malloc(2 * count * sizeof(double))};
    going *g = malloc(count * sizeof *g);
    bool good = s.list && g;

    if (good) {
        flights(out, &s);
        feet(out, &s);
    }

    good = good && smooth_dynamics(g, &s, SPEED_SIGMA);
    if (good) changes(out, &s, g);
    good = good && smooth_dynamics(g, &s, STRIDE_SIGMA);
    if (good) leaning(out, &s, g);

    free(s.list);
    free(g);
    return good ? PD_OK
                : pd_fail(err, PD_ERR_MEMORY, "frames", "out of memory for %d frames", curves->frame_count);
}
