#include "train/evaluate/motion_quality.h"

#include "train/evaluate/motion_events.h"
#include "core/base/sort.h"
#include "core/math/vec3.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* left and right */
#define SIDES 2

const pd_train_measure_row pd_train_quality_rows[] = {
#define ROW(member, unit, factor, definition)                                                                \
    {#member, unit, definition, factor, (int)offsetof(pd_train_quality, member)},
    PD_TRAIN_QUALITY_TABLE(ROW)
#undef ROW
        {0}};

/* ---- lists of numbers ---- */

typedef struct list {
    double *values;
    long count;
} list;

static double motion_quality_mean_of(double sum, long count)
{
    return count ? sum / (double)count : NAN;
}

/* Returns a percentile, after sorting the list. */
static double percentile(list *l, double part)
{
    pd_sort_doubles(l->values, (size_t)l->count);
    return pd_sorted_percentile(l->values, (size_t)l->count, part);
}

/* ---- feet ---- */

static const float *motion_quality_joint_at(const float *joints, const pd_anim_track *t, int frame, int joint)
{
    return joints + 3 * ((size_t)frame * (size_t)t->joint_count + (size_t)joint);
}

/* Returns the horizontal speed of a joint from the previous frame. */
static double speed_of(const float *joints, const pd_anim_track *t, int frame, int joint)
{
    const float *a = motion_quality_joint_at(joints, t, frame - 1, joint);
    const float *b = motion_quality_joint_at(joints, t, frame, joint);
    return hypot(b[0] - a[0], b[2] - a[2]) * t->rate;
}

static double height_of(const float *joints, const pd_anim_track *t, int frame, int joint, int side)
{
    return motion_quality_joint_at(joints, t, frame, joint)[1] - t->ground[2 * frame + side];
}

static bool toe_planted(const pd_anim_track *t, int frame, int side)
{
    return t->contacts[4 * frame + 2 * side + 1] > PD_ANIM_TRACK_CONTACT;
}

/* Returns the mean horizontal speed of planted toes, m/s. */
static double slide(const float *joints, const pd_anim_track *t, int first)
{
    double sum = 0;
    long count = 0;

    for (int i = first > 0 ? first : 1; i < t->frame_count; i++)
        for (int s = 0; s < SIDES; s++)
            if (toe_planted(t, i, s)) {
                sum += speed_of(joints, t, i, t->toes[s]);
                count++;
            }

    return motion_quality_mean_of(sum, count);
}

/* Returns the height of heels at rest, which a track does not contain: the 5th percentile of their heights.
 * scratch (2 T). */
static double heel_rest_of(const pd_anim_track *t, int first, double *scratch)
{
    list l = {scratch, 0};
    for (int i = first; i < t->frame_count; i++)
        for (int s = 0; s < SIDES; s++) l.values[l.count++] = height_of(t->joints, t, i, t->heels[s], s);
    return percentile(&l, 0.05);
}

/* Returns the mean horizontal speed of the slowest of heels and toes that are near the ground, m/s. heel:
 * height of heels at rest. */
static double support(const pd_anim_track *t, int first, double heel)
{
    double sum = 0;
    long count = 0;

    for (int i = first > 0 ? first : 1; i < t->frame_count; i++) {
        double slowest = INFINITY;
        for (int k = 0; k < 4; k++) {
            const int side = k / 2;
            const int joint = k % 2 ? t->toes[side] : t->heels[side];
            const double rest = k % 2 ? t->toe_rest_height : heel;
            if (height_of(t->joints, t, i, joint, side) < rest + PD_TRAIN_QUALITY_LOW)
                slowest = fmin(slowest, speed_of(t->joints, t, i, joint));
        }

        if (slowest < INFINITY) {
            sum += slowest;
            count++;
        }
    }

    return motion_quality_mean_of(sum, count);
}

/* Measures how often the body is carried while a speed is requested: by contacts, and by heights. */
static void carried(pd_train_quality *out, const pd_anim_track *t, int first, double heel)
{
    long count = 0, uncarried = 0, hovering = 0;

    for (int i = first; i < t->frame_count; i++) {
        bool has_contact = false;
        bool is_low = false;
        if (hypot(t->desired[2 * i], t->desired[2 * i + 1]) < PD_TRAIN_QUALITY_REST) continue;
        for (int k = 0; k < 4; k++) {
            const int joint = k % 2 ? t->toes[k / 2] : t->heels[k / 2];
            const double rest = k % 2 ? t->toe_rest_height : heel;
            has_contact |= t->contacts[4 * i + k] > PD_ANIM_TRACK_CONTACT;
            is_low |= height_of(t->joints, t, i, joint, k / 2) < rest + PD_TRAIN_QUALITY_HOVER;
        }

        count++;
        uncarried += !has_contact;
        hovering += !is_low;
    }

    out->uncarried = motion_quality_mean_of((double)uncarried, count);
    out->hovering = motion_quality_mean_of((double)hovering, count);
}

/* Returns the bend of a knee, radians, from the joints above a heel. */
static double knee_of(const pd_anim_track *t, int frame, int side)
{
    const int knee = t->parents[t->heels[side]];
    const int hip = t->parents[knee];
    const float *a = motion_quality_joint_at(t->joints, t, frame, hip);
    const float *b = motion_quality_joint_at(t->joints, t, frame, knee);
    const float *c = motion_quality_joint_at(t->joints, t, frame, t->heels[side]);
    const pd_vec3 thigh = pd_vec3_make(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    const pd_vec3 shank = pd_vec3_make(c[0] - b[0], c[1] - b[1], c[2] - b[2]);
    const double sine = pd_vec3_length(pd_vec3_cross(thigh, shank));
    return atan2(sine, pd_vec3_dot(thigh, shank));
}

/* Returns how often a second the rate of a knee's angle changes by more than PD_TRAIN_QUALITY_POP. */
static double knee_pops(const pd_anim_track *t, int first)
{
    const double most = PD_TRAIN_QUALITY_POP / t->rate;
    long pops = 0;

    for (int s = 0; s < SIDES; s++) {
        if (t->parents[t->heels[s]] < 0 || t->parents[t->parents[t->heels[s]]] < 0) return NAN;
        for (int i = first; i + 2 < t->frame_count; i++)
            pops += fabs(knee_of(t, i + 2, s) - 2 * knee_of(t, i + 1, s) + knee_of(t, i, s)) > most;
    }

    return t->frame_count > first + 2 ? (double)pops * t->rate / (t->frame_count - first - 2) : NAN;
}

/* scratch (T). */
static double hips_acceleration(const pd_anim_track *t, int first, double *scratch)
{
    list l = {scratch, 0};

    for (int i = first; i + 2 < t->frame_count; i++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double second = (double)motion_quality_joint_at(t->joints, t, i + 2, 0)[c] -
                                  2 * (double)motion_quality_joint_at(t->joints, t, i + 1, 0)[c] +
                                  (double)motion_quality_joint_at(t->joints, t, i, 0)[c];
            square += second * second;
        }

        l.values[l.count++] = sqrt(square) * t->rate * t->rate;
    }

    return percentile(&l, 0.99);
}

/* Returns the mean distance that toes travel from the first to the last frame of a stance, metres. */
static double drift(const pd_anim_track *t, int first)
{
    double sum = 0;
    long count = 0;

    for (int s = 0; s < SIDES; s++)
        for (int i = first, begin = -1; i <= t->frame_count; i++) {
            const bool planted = i < t->frame_count && toe_planted(t, i, s);
            if (planted && begin < 0) begin = i;
            if (planted || begin < 0) continue;
            const float *a = motion_quality_joint_at(t->joints, t, begin, t->toes[s]);
            const float *b = motion_quality_joint_at(t->joints, t, i - 1, t->toes[s]);
            if (i - begin >= PD_TRAIN_QUALITY_STANCE) {
                sum += hypot(b[0] - a[0], b[2] - a[2]);
                count++;
            }

            begin = -1;
        }

    return motion_quality_mean_of(sum, count);
}

/* Returns the depths of both toes below the ground, 0 for those above. scratch (2 T). */
static list depths(double *scratch, const float *joints, const pd_anim_track *t, int first)
{
    list l = {scratch, 0};
    for (int i = first; i < t->frame_count; i++)
        for (int s = 0; s < SIDES; s++)
            l.values[l.count++] = fmax(0, t->toe_rest_height - height_of(joints, t, i, t->toes[s], s));
    return l;
}

/* Returns the longest time that both toes are off the ground, seconds. */
static double flight(const pd_anim_track *t, int first)
{
    int longest = 0;

    for (int i = first, run = 0; i < t->frame_count; i++) {
        const bool is_up = height_of(t->joints, t, i, t->toes[0], 0) > PD_TRAIN_QUALITY_AIRBORNE &&
                           height_of(t->joints, t, i, t->toes[1], 1) > PD_TRAIN_QUALITY_AIRBORNE;
        run = is_up ? run + 1 : 0;
        if (run > longest) longest = run;
    }

    return longest / t->rate;
}

/* ---- the whole body ---- */

/* Returns the mean jerk of all joints in the root's frame, m/s3, by third differences. */
static double jerk(const float *joints, const pd_anim_track *t, int first)
{
    static const double weights[4] = {-1, 3, -3, 1};
    double sum = 0;
    long count = 0;

    for (int i = first; i + 3 < t->frame_count; i++)
        for (int k = 0; k < t->joint_count; k++, count++) {
            double third[3] = {0};
            for (int d = 0; d < 4; d++) {
                /* Convert the joint to the root's frame: x to the left, z ahead. */
                const float *p = motion_quality_joint_at(joints, t, i + d, k);
                const float *r = t->root + 3 * (i + d);
                const float *f = t->facing + 2 * (i + d);
                const double x = p[0] - r[0];
                const double z = p[2] - r[2];
                const double at[3] = {f[1] * x - f[0] * z, p[1] - r[1], f[0] * x + f[1] * z};
                for (int c = 0; c < 3; c++) third[c] += weights[d] * at[c];
            }

            sum += sqrt(third[0] * third[0] + third[1] * third[1] + third[2] * third[2]);
        }

    return motion_quality_mean_of(sum * pow(t->rate, 3), count);
}

static double bone_length(const float *joints, const pd_anim_track *t, int frame, int joint)
{
    const float *a = motion_quality_joint_at(joints, t, frame, t->parents[joint]);
    const float *b = motion_quality_joint_at(joints, t, frame, joint);
    return hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]);
}

/* Measures how much the lengths of bones change, metres: the largest deviation from the median, and the mean
 * deviation before the controller's corrections (joints_pre). */
static void bones(pd_train_quality *out, const pd_anim_track *t, int first, double *scratch)
{
    double sum = 0, most = 0;
    long count = 0;

    /* Compare each bone with its own median length. */
    for (int k = 0; k < t->joint_count; k++) {
        if (t->parents[k] < 0) continue;
        list lengths = {scratch, 0};
        for (int i = first; i < t->frame_count; i++)
            lengths.values[lengths.count++] = bone_length(t->joints, t, i, k);

        const double usual = percentile(&lengths, 0.5);
        for (int i = first; i < t->frame_count; i++) {
            most = fmax(most, fabs(bone_length(t->joints, t, i, k) - usual));
            sum += fabs(bone_length(t->joints_pre, t, i, k) - usual);
            count++;
        }
    }

    out->bone = count ? most : NAN;
    out->bone_pre = motion_quality_mean_of(sum, count);
    if (!t->bone_error) return;

    /* Use the network's own output if the track contains it. */
    sum = 0;
    for (int i = first; i < t->frame_count; i++) sum += t->bone_error[i];
    out->bone_pre = motion_quality_mean_of(sum, t->frame_count - first);
}

/* Compares the velocity with the requested one, in its frame: x to the left, z along it. */
static void travel(pd_train_quality *out, const pd_anim_track *t, int first)
{
    double requested = 0, speed = 0, left = 0, ahead = 0;
    long count = 0;

    for (int i = first > 0 ? first : 1; i < t->frame_count; i++) {
        const float *d = t->desired + 2 * i;
        const float *a = t->root + 3 * (i - 1);
        const float *b = t->root + 3 * i;
        double request = hypot(d[0], d[1]);
        double vx = (b[0] - a[0]) * t->rate;
        double vz = (b[2] - a[2]) * t->rate;
        if (request < PD_TRAIN_QUALITY_REST) continue;
        requested += request;
        speed += hypot(vx, vz);
        count++;
        left += (d[1] * vx - d[0] * vz) / request;
        ahead += (d[0] * vx + d[1] * vz) / request;
    }

    out->speed = motion_quality_mean_of(speed, count);
    out->speed_ratio = count ? speed / requested : NAN;
    out->direction = count ? fabs(atan2(left, ahead)) : NAN;
}

/* ---- all measures ---- */

static bool all_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

/* Fills all measures of a track from frame `first` on. scratch: numbers for two a frame. */
static pd_status measure_motion_quality(pd_train_quality *out, const pd_anim_track *t, int first,
                                        double *scratch, pd_error *err)
{
    /* Measure the feet (slide, support, drift) and the joints (jerk). */
    out->slide = slide(t->joints, t, first);
    out->slide_pre = slide(t->joints_pre, t, first);
    const double heel = heel_rest_of(t, first, scratch);
    out->support = support(t, first, heel);
    carried(out, t, first, heel);
    out->knee_pops = knee_pops(t, first);
    out->hips_acc = hips_acceleration(t, first, scratch);
    out->drift = drift(t, first);
    out->jerk = jerk(t->joints, t, first);
    out->jerk_pre = jerk(t->joints_pre, t, first);

    /* Measure the depth of toes below the ground. */
    list deep = depths(scratch, t->joints, t, first);
    out->pen_p95 = percentile(&deep, 0.95);
    out->pen_max = percentile(&deep, 1);
    deep = depths(scratch, t->joints_pre, t, first);
    out->pen_pre_p95 = percentile(&deep, 0.95);

    /* Measure the height of planted toes above the ground. */
    list high = {scratch, 0};
    for (int i = first; i < t->frame_count; i++)
        for (int s = 0; s < SIDES; s++)
            if (toe_planted(t, i, s))
                high.values[high.count++] =
                    fmax(0, height_of(t->joints, t, i, t->toes[s], s) - t->toe_rest_height);

    out->floating = percentile(&high, 0.95);
    out->flight = flight(t, first);

    bones(out, t, first, scratch);

    /* Find the height of the highest joint above the root. */
    out->top_min = INFINITY;
    out->top_max = -INFINITY;
    for (int i = first; i < t->frame_count; i++) {
        double top = -INFINITY;
        for (int k = 0; k < t->joint_count; k++)
            top = fmax(top, motion_quality_joint_at(t->joints, t, i, k)[1] - t->root[3 * i + 1]);
        out->top_min = fmin(out->top_min, top);
        out->top_max = fmax(out->top_max, top);
    }

    travel(out, t, first);
    out->path = pd_train_path_error(t, first);
    return pd_train_events_measure(out, t, err);
}

pd_status pd_train_quality_of(pd_train_quality *out, const pd_anim_track *track, double skip, pd_error *err)
{
    int first = (int)ceil(skip * track->rate - 1e-9); /* rounding must not skip one frame more */

    pd_train_measure_clear(out, pd_train_quality_rows);

    /* Do not measure a track with a number that is not finite. */
    size_t frames = (size_t)track->frame_count;
    size_t numbers = 3 * frames * (size_t)track->joint_count;
    out->finite = all_finite(track->joints, numbers) && all_finite(track->joints_pre, numbers) &&
                  all_finite(track->ground, 2 * frames) && all_finite(track->contacts, 4 * frames) &&
                  all_finite(track->root, 3 * frames) && all_finite(track->facing, 2 * frames) &&
                  all_finite(track->desired, 2 * frames);

    if (skip < 0 || first >= track->frame_count)
        return pd_fail(err, PD_ERR_RANGE, "skip", "%g s of %g s; some frames are to be left", skip,
                       track->frame_count / track->rate);
    if (!out->finite) return PD_OK;

    double *scratch = malloc(SIDES * (size_t)track->frame_count * sizeof *scratch);
    if (!scratch)
        return pd_fail(err, PD_ERR_MEMORY, "frames", "out of memory for %d frames", track->frame_count);
    pd_status status = measure_motion_quality(out, track, first, scratch, err);
    free(scratch);

    return status;
}
