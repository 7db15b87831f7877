#include "train/evaluate/kinematics.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "train/evaluate/dynamics.h"

#include <stddef.h>
#include <stdlib.h>

/* seconds: a shorter time between two steps of a foot is no gait cycle */
#define CYCLE_LEAST_S 0.4
/* seconds: a longer time is a stop between two steps */
#define CYCLE_MOST_S  3.0
#define SWING_LEAST   8  /* frames of the shortest swing that is measured; chosen by hand */
#define CYCLE_PARTS   32 /* number of phases of a cycle at which knees are compared */
/* cycles of a clip that are kept; later ones are left out */
#define CYCLES_MOST   4096

const pd_train_measure_row pd_train_kinematics_rows[] = {
#define ROW(member, unit, factor, definition)                                                                \
    {#member, unit, definition, factor, (int)offsetof(pd_train_kinematics, member)},
    PD_TRAIN_KINEMATICS_TABLE(ROW)
#undef ROW
        {0}};

/* A measured track, and the frames that count. */
typedef struct subject {
    const pd_train_curves *c;
    const pd_anim_track *t;
    const unsigned char *counts;
    int value;
    double *scratch; /* (2 T) */
} subject;

/* Returns whether all frames first .. last count. */
static bool counts(const subject *s, int first, int last)
{
    if (first < 0 || last >= s->c->frame_count) return false;
    for (int t = first; s->counts && t <= last; t++)
        if (s->counts[t] != s->value) return false;
    return true;
}

/* Returns a percentile, after sorting the values. */
static double percentile(double *values, long count, double part)
{
    PD_ASSERT(part >= 0 && part <= 1);
    pd_sort_doubles(values, (size_t)count);
    return pd_sorted_percentile(values, (size_t)count, part);
}

static double kinematics_mean_of(double sum, double count)
{
    return count > 0 ? sum / count : NAN;
}

/* ---- angles ---- */

/* Returns the 99th percentile of the rates of one or two curves. *peak: the largest rate. */
static double speed_of(double *peak, const subject *s, pd_train_curve first)
{
    long count = 0;

    for (int side = 0; side < 2; side++) {
        const double *a = s->c->curves[first + side];
        for (int t = 1; t < s->c->frame_count; t++)
            if (counts(s, t - 1, t)) s->scratch[count++] = fabs(a[t] - a[t - 1]) * s->c->rate;
    }

    double value = percentile(s->scratch, count, 0.99);
    if (peak) *peak = count ? s->scratch[count - 1] : NAN;

    return value;
}

/* Returns the range of a curve between its 2nd and 98th percentile, the mean of the sides. low, high: the
 * mean ends of the range. */
static double range_of(double *low, double *high, const subject *s, pd_train_curve first, int sides)
{
    double sum = 0, lowest = 0, highest = 0;

    for (int side = 0; side < sides; side++) {
        long count = 0;
        for (int t = 0; t < s->c->frame_count; t++)
            if (counts(s, t, t)) s->scratch[count++] = s->c->curves[first + side][t];
        double below = percentile(s->scratch, count, 0.02);
        double above = percentile(s->scratch, count, 0.98);
        sum += above - below;
        lowest += below;
        highest += above;
    }

    if (low) *low = lowest / sides;
    if (high) *high = highest / sides;

    return sum / sides;
}

/* Returns in how many frames the angular velocity of a curve changes by more than PD_TRAIN_POP_DEG_S. */
static long pops_of_angle(const subject *s, pd_train_curve curve)
{
    const double *a = s->c->curves[curve];
    const double limit = PD_TRAIN_POP_DEG_S * M_PI / 180;
    long count = 0;

    for (int t = 1; t + 1 < s->c->frame_count; t++)
        if (counts(s, t - 1, t + 1)) count += fabs(a[t + 1] - 2 * a[t] + a[t - 1]) * s->c->rate > limit;

    return count;
}

/* Returns the angular velocity of a direction from frame t - 1 to t. */
static pd_vec3 rate_of(const pd_vec3 *u, int t, double rate)
{
    PD_ASSERT(t > 0);
    pd_vec3 axis = pd_vec3_cross(u[t - 1], u[t]);
    double sine = pd_vec3_length(axis);
    double angle = atan2(sine, pd_vec3_dot(u[t - 1], u[t]));
    return sine > 1e-12 ? pd_vec3_scale(axis, rate * angle / sine) : pd_vec3_make(0, 0, 0);
}

/* Counts the frames in which the rate of a bone's direction changes by more than PD_TRAIN_POP_DEG_S degrees a
 * second. */
static long pops_of_bone(const subject *s, pd_train_bone bone)
{
    const double limit = PD_TRAIN_POP_DEG_S * M_PI / 180;
    long count = 0;

    for (int t = 1; t + 1 < s->c->frame_count; t++)
        if (counts(s, t - 1, t + 1))
            count += pd_vec3_distance(rate_of(s->c->bones[bone], t + 1, s->c->rate),
                                      rate_of(s->c->bones[bone], t, s->c->rate)) > limit;

    return count;
}

/* Counts sudden changes (pops) of knees, ankles, hips, arms, hands and trunk, per second. */
static void pops(pd_train_kinematics *out, const subject *s)
{
    double seconds = 0;

    for (int t = 1; t + 1 < s->c->frame_count; t++) seconds += counts(s, t - 1, t + 1) / s->c->rate;

    long knees = 0, ankles = 0, hips = 0, arms = 0, hands = 0;
    long trunk;
    trunk = pops_of_bone(s, PD_BONE_TRUNK) + pops_of_bone(s, PD_BONE_HEAD);
    for (int side = 0; side < 2; side++) {
        knees += pops_of_angle(s, PD_CURVE_L_KNEE + side);
        ankles += pops_of_angle(s, PD_CURVE_L_ANKLE + side);
        hips += pops_of_bone(s, PD_BONE_L_THIGH + side);
        arms += pops_of_bone(s, PD_BONE_L_ARM + side) + pops_of_angle(s, PD_CURVE_L_ELBOW + side);
        hands += pops_of_bone(s, PD_BONE_L_HAND + side);
    }

    out->knee_pops = kinematics_mean_of((double)knees, seconds);
    out->ankle_pops = kinematics_mean_of((double)ankles, seconds);
    out->hip_pops = kinematics_mean_of((double)hips, seconds);
    if (!s->c->has_arms) return;
    out->trunk_pops = kinematics_mean_of((double)trunk, seconds);
    out->arm_pops = kinematics_mean_of((double)arms, seconds);
    out->hand_pops = kinematics_mean_of((double)hands, seconds);
}

/* Returns the mean jerk of the knees' angles, rad/s3, by third differences. */
static double knee_jerk(const subject *s)
{
    double sum = 0;
    long count = 0;

    for (int side = 0; side < 2; side++) {
        const double *a = s->c->curves[PD_CURVE_L_KNEE + side];
        for (int t = 0; t + 3 < s->c->frame_count; t++)
            if (counts(s, t, t + 3)) {
                sum += fabs(a[t + 3] - 3 * a[t + 2] + 3 * a[t + 1] - a[t]);
                count++;
            }
    }

    return kinematics_mean_of(sum * pow(s->c->rate, 3), (double)count);
}

/* ---- feet ---- */

static bool planted(const pd_anim_track *t, int frame, int side)
{
    return t->contacts[4 * frame + 2 * side + 1] > PD_ANIM_TRACK_CONTACT;
}

/* Returns the height of a toe, from the joints of the curves. */
static double toe_height(const subject *s, int frame, int side)
{
    PD_ASSERT(side == 0 || side == 1);
    size_t at = (size_t)frame * (size_t)s->c->joint_count + (size_t)s->t->toes[side];
    return s->c->local[at].y - s->t->ground[2 * frame + side] - s->t->toe_rest_height;
}

/* Measures stance and swing: bend of the knee at toe-off, clearance of the toe in mid-swing, share of
 * contact, and planted toes that float. */
static void feet(pd_train_kinematics *out, const subject *s)
{
    const int count = s->c->frame_count;
    double knee = 0, clear = 0;
    long offs = 0, swings = 0, frames = 0, contacts = 0, floats = 0;

    for (int side = 0; side < 2; side++) {
        int swing = -1; /* the first frame of a swing that began with a toe-off */
        for (int t = 0; t < count; t++) {
            const bool down = planted(s->t, t, side);
            if (counts(s, t, t)) {
                frames++;
                contacts += down;
                floats += down && toe_height(s, t, side) > PD_TRAIN_KINEMATICS_FLOAT;
            }

            /* Toe-off. */
            if (t && !down && planted(s->t, t - 1, side)) {
                if (counts(s, t - 1, t - 1)) {
                    knee += s->c->curves[PD_CURVE_L_KNEE + side][t - 1];
                    offs++;
                }

                swing = t;
            }

            /* End of a swing: lowest toe in its middle half. Swings of less than SWING_LEAST frames are noise
             * of the labels. */
            if (down && swing >= 0) {
                if (t - swing >= SWING_LEAST && counts(s, swing, t)) {
                    double least = INFINITY;
                    for (int i = swing + (t - swing) / 4; i <= t - (t - swing) / 4; i++)
                        least = fmin(least, toe_height(s, i, side));
                    clear += least;
                    swings++;
                }

                swing = -1;
            }
        }
    }

    out->toe_off_knee = kinematics_mean_of(knee, (double)offs);
    out->clearance = kinematics_mean_of(clear, (double)swings);
    out->duty = kinematics_mean_of((double)contacts, (double)frames);
    out->floating = kinematics_mean_of((double)floats, (double)contacts);
}

/* Returns the share of frames in which neither foot touches the ground. */
static double unsupported(const subject *s)
{
    /* A track does not contain the height of heels at rest: use the 5th percentile of their heights. */
    long count = 0;

    for (int side = 0; side < 2; side++)
        for (int t = 0; t < s->c->frame_count; t++) {
            size_t at = (size_t)t * (size_t)s->t->joint_count + (size_t)(s->t->heels[side]);
            s->scratch[count++] = s->t->joints[3 * at + 1] - s->t->ground[2 * t + side];
        }
    const double rest = percentile(s->scratch, count, 0.05);

    long frames = 0, up = 0;
    for (int t = 0; t < s->c->frame_count; t++) {
        if (!counts(s, t, t)) continue;
        bool is_up = true;
        for (int side = 0; side < 2; side++) {
            size_t heel = (size_t)t * (size_t)s->c->joint_count + (size_t)s->t->heels[side];
            double over = s->c->local[heel].y - s->t->ground[2 * t + side] - rest;
            is_up = is_up && toe_height(s, t, side) > PD_TRAIN_KINEMATICS_FLOAT &&
                    over > PD_TRAIN_KINEMATICS_FLOAT;
        }

        frames++;
        up += is_up;
    }

    return kinematics_mean_of((double)up, (double)frames);
}

/* Measures the distance of the ankles: its first percentile, and the share of frames in which they are
 * close. */
static void ankles(pd_train_kinematics *out, const subject *s)
{
    long count = 0, close = 0;

    for (int t = 0; t < s->c->frame_count; t++) {
        if (!counts(s, t, t)) continue;
        const pd_vec3 *p = s->c->local + (size_t)t * (size_t)s->c->joint_count;
        double gap = pd_vec3_distance(p[s->t->heels[0]], p[s->t->heels[1]]);
        close += gap < PD_TRAIN_KINEMATICS_CLOSE;
        s->scratch[count++] = gap;
    }

    out->ankles_close = kinematics_mean_of((double)close, (double)count);
    out->ankle_gap = percentile(s->scratch, count, 0.01);
}

/* ---- cycles ---- */

typedef struct cycle {
    int first, last; /* frames of two consecutive plantings */
} cycle;

static double knee_at(const subject *s, int side, const cycle *c, int part)
{
    const double *a = s->c->curves[PD_CURVE_L_KNEE + side];
    const double place = c->first + (double)part / CYCLE_PARTS * (c->last - c->first);
    const int below = (int)place;
    return a[below] + (place - below) * (a[below + 1] - a[below]);
}

/* Measures how gait cycles differ: mean period, its deviation, and the deviation of the knee at equal parts
 * of the cycle. cycles: room for CYCLES_MOST. */
static void variation(pd_train_kinematics *out, const subject *s, cycle *cycles)
{
    double squares = 0, freedom = 0, length = 0, length_squares = 0, length_freedom = 0;
    long count = 0;

    for (int side = 0; side < 2; side++) {
        /* List the cycles, from planting to planting. */
        int n = 0, before = -1;
        for (int t = 1; t < s->c->frame_count; t++) {
            if (!planted(s->t, t, side) || planted(s->t, t - 1, side)) continue;
            const double seconds = before < 0 ? 0 : (t - before) / s->c->rate;
            if (seconds >= CYCLE_LEAST_S && seconds <= CYCLE_MOST_S && counts(s, before, t) &&
                n < CYCLES_MOST)
                cycles[n++] = (cycle){before, t};
            if (seconds >= CYCLE_LEAST_S || before < 0) before = t;
        }

        /* Periods. The deviations of both sides are pooled: their degrees of freedom (n - 1 each) add. */
        double mean = 0;
        for (int i = 0; i < n; i++) mean += (cycles[i].last - cycles[i].first) / s->c->rate / n;
        length += mean * n;
        count += n;
        if (n < 2) continue;

        for (int i = 0; i < n; i++)
            length_squares += pow((cycles[i].last - cycles[i].first) / s->c->rate - mean, 2);
        length_freedom += n - 1;

        /* Knees at the same part of each cycle. */
        for (int part = 0; part < CYCLE_PARTS; part++) {
            double knee = 0;
            for (int i = 0; i < n; i++) knee += knee_at(s, side, &cycles[i], part) / n;
            for (int i = 0; i < n; i++) squares += pow(knee_at(s, side, &cycles[i], part) - knee, 2);
            freedom += n - 1;
        }
    }

    out->period = kinematics_mean_of(length, (double)count);
    out->period_spread = sqrt(kinematics_mean_of(length_squares, length_freedom));
    out->knee_spread = sqrt(kinematics_mean_of(squares, freedom));
}

/* ---- the whole body ---- */

/* Returns the mean jerk of all joints in the body's frame, m/s3: third differences p3 - 3 p2 + 3 p1 - p0. */
static double jerk(const subject *s)
{
    const size_t joints = (size_t)s->c->joint_count;
    double sum = 0;
    long count = 0;

    for (int t = 0; t + 3 < s->c->frame_count; t++) {
        if (!counts(s, t, t + 3)) continue;
        const pd_vec3 *p = s->c->local + (size_t)t * joints;
        for (size_t k = 0; k < joints; k++, count++) {
            pd_vec3 ends = pd_vec3_sub(p[3 * joints + k], p[k]);
            pd_vec3 middle = pd_vec3_sub(p[joints + k], p[2 * joints + k]);
            sum += pd_vec3_length(pd_vec3_fma(ends, 3, middle));
        }
    }

    return kinematics_mean_of(sum * pow(s->c->rate, 3), (double)count);
}

/* Returns the 99th percentile of the acceleration of the hips, m/s2, by second differences. */
static double hips_acceleration(const subject *s)
{
    const pd_vec3 *h = s->c->hips;
    long count = 0;

    for (int t = 1; t + 1 < s->c->frame_count; t++)
        if (counts(s, t - 1, t + 1))
            s->scratch[count++] = pd_vec3_length(pd_vec3_fma(pd_vec3_add(h[t + 1], h[t - 1]), -2, h[t])) *
                                  s->c->rate * s->c->rate;

    return percentile(s->scratch, count, 0.99);
}

pd_status pd_train_kinematics_of(pd_train_kinematics *out, const pd_train_curves *curves,
                                 const pd_anim_track *track, const unsigned char *frames, int value,
                                 pd_error *err)
{
    pd_train_measure_clear(out, pd_train_kinematics_rows);
    subject s = {.c = curves,
                 .t = track,
                 .counts = frames,
                 .value = value,
                 .scratch = malloc(2 * (size_t)curves->frame_count * sizeof(double))};
    cycle *cycles = malloc(CYCLES_MOST * sizeof *cycles);
    if (!s.scratch || !cycles) {
        free(s.scratch);
        free(cycles);
        return pd_fail(err, PD_ERR_MEMORY, "frames", "out of memory for %d frames", curves->frame_count);
    }

    /* Measures that any track has. */
    out->seconds = 0;
    for (int t = 0; t < curves->frame_count; t++) out->seconds += counts(&s, t, t) / curves->rate;
    out->knee_speed = speed_of(&out->knee_peak, &s, PD_CURVE_L_KNEE);
    out->ankle_speed = speed_of(NULL, &s, PD_CURVE_L_ANKLE);
    out->knee_jerk = knee_jerk(&s);
    out->knee_range = range_of(&out->knee_low, &out->knee_high, &s, PD_CURVE_L_KNEE, 2);
    out->ankle_range = range_of(NULL, NULL, &s, PD_CURVE_L_ANKLE, 2);
    out->sway = range_of(NULL, NULL, &s, PD_CURVE_SWAY, 1);
    out->bob = range_of(NULL, NULL, &s, PD_CURVE_BOB, 1);
    pops(out, &s);
    feet(out, &s);
    out->unsupported = unsupported(&s);
    ankles(out, &s);
    variation(out, &s, cycles);
    out->jerk = jerk(&s);
    out->hips_acc = hips_acceleration(&s);

    /* Measures of arms and trunk. */
    if (curves->has_arms) {
        long count = 0;
        for (int side = 0; side < 2; side++)
            for (int t = 1; t < curves->frame_count; t++)
                if (counts(&s, t - 1, t))
                    s.scratch[count++] =
                        pd_vec3_length(rate_of(curves->bones[PD_BONE_L_HAND + side], t, curves->rate));
        out->finger_speed = percentile(s.scratch, count, 0.99);
        out->finger_peak = count ? s.scratch[count - 1] : NAN;

        out->upper_arm = range_of(NULL, NULL, &s, PD_CURVE_L_ARM, 2);
        out->elbow = range_of(NULL, NULL, &s, PD_CURVE_L_ELBOW, 2);
        out->shoulder_yaw = range_of(NULL, NULL, &s, PD_CURVE_SHOULDER_YAW, 1);
        out->pelvis_yaw = range_of(NULL, NULL, &s, PD_CURVE_PELVIS_YAW, 1);
        out->pelvis_roll = range_of(NULL, NULL, &s, PD_CURVE_PELVIS_ROLL, 1);
        out->shoulder_roll = range_of(NULL, NULL, &s, PD_CURVE_SHOULDER_ROLL, 1);
        out->head_pitch = range_of(NULL, NULL, &s, PD_CURVE_HEAD_PITCH, 1);
    }

    free(s.scratch);
    free(cycles);

    return pd_train_dynamics_of(out, curves, track, frames, value, err);
}
