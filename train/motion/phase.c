#include "train/motion/phase.h"

#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SAME_FOOT   27 /* least frames between two onsets of one foot; nearer ones do not count */
/* Least frames between two onsets of one foot above QUICK_SPEED, if the other foot came down in between
 * (braking runners). */
#define QUICK_FOOT  18
#define QUICK_SPEED 1.0  /* m/s */
#define OTHER_FOOT  9    /* least frames between onsets of both feet; nearer ones are one landing on both */
#define STAND_RATE  0.9  /* cycles per second */
#define JOG_RATE    1.43 /* cycles per second: median of captured jogs */
#define JOG_SPEED   2.0  /* m/s */
#define BEYOND      60   /* frames from an end of the clip to the knot outside it */
#define LONG_END    1.5  /* an end without onset that is longer than this many steps counts as standing */

static int is_down(const pd_character_motion *motion, int t, int right)
{
    PD_ASSERT(t >= 0 && t < motion->clip.frame_count);
    const unsigned char *c = motion->contacts[t];
    return right ? c[PD_PFNN_RIGHT_HEEL] || c[PD_PFNN_RIGHT_TOE]
                 : c[PD_PFNN_LEFT_HEEL] || c[PD_PFNN_LEFT_TOE];
}

static bool comes_down(const pd_character_motion *motion, int t, int right)
{
    return is_down(motion, t, right) && !is_down(motion, t - 1, right);
}

/* Adds a footstep at frame t, unless it is too near to the last ones. last: frames of the last counted onsets
 * of left and right. */
static void take_phase(pd_train_footsteps *steps, int last[2], int t, int right, double speed)
{
    int is_quick = speed > QUICK_SPEED && last[!right] > last[right];
    if (t - last[right] < (is_quick ? QUICK_FOOT : SAME_FOOT) || t - last[!right] < OTHER_FOOT) return;
    last[right] = t;
    steps->items[steps->count++] = (pd_train_footstep){.frame = t, .right = right};
}

static double seconds(int frames)
{
    return frames / PD_CHARACTER_MOTION_RATE;
}

/* Returns the rate beyond the outermost step a, cycles per second.
 * b: the next step inwards, or a if there is none. */
static double end_rate(const pd_train_footstep *a, const pd_train_footstep *b, int end_frames, double alone)
{
    int frames = abs(b->frame - a->frame);
    if (frames == 0) return alone;
    double rate = fabs(b->phase - a->phase) / seconds(frames);
    double step = 0.5 / rate; /* time from one foot to the other, seconds */
    return seconds(end_frames) > LONG_END * step ? STAND_RATE : rate;
}

/* Interpolates the phase between the footsteps (a monotone cubic), and shifts it so that it begins in [0,
 * 1). */
static pd_status set_phase(pd_character_motion *motion, pd_train_footsteps *steps,
                           const pd_train_foot_contacts *feet, pd_error *err)
{
    size_t capacity = (size_t)steps->count + 4;
    double *x = malloc(2 * capacity * sizeof *x);

    if (!x) return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %zu knots", capacity);

    /* Rate of a clip without footsteps, cycles a second. */
    double speeds = 0;
    for (int t = 0; t < feet->count; t++) speeds += feet->root_speed[t];
    double alone = speeds / feet->count > JOG_SPEED ? JOG_RATE : STAND_RATE;

    /* Use the steps as knots, and on each side one at the end of the clip and one beyond it, so that the
     * curve is straight there. */
    double *y = x + capacity;
    const pd_train_footstep *s = steps->items;
    const pd_train_footstep none = {0};
    int count = steps->count;
    int k = 0;
    int last = feet->count - 1;
    const pd_train_footstep *a = count ? s : &none;
    const pd_train_footstep *z = count ? s + count - 1 : &none;
    double first_rate = end_rate(a, count > 1 ? a + 1 : a, a->frame, alone);
    double last_rate = end_rate(z, count > 1 ? z - 1 : z, last - z->frame, alone);
    for (int beyond = BEYOND; beyond >= 0; beyond -= BEYOND) {
        x[k] = -beyond;
        y[k++] = a->phase - seconds(a->frame + beyond) * first_rate;
    }

    for (int i = 0; i < count; i++) {
        x[k] = s[i].frame;
        y[k++] = s[i].phase;
    }

    for (int end = z->frame == last ? last + BEYOND : last; end <= last + BEYOND; end += BEYOND) {
        x[k] = end;
        y[k++] = z->phase + seconds(end - z->frame) * last_rate;
    }

    pd_status status = pd_train_pchip(motion->phase, feet->count, x, y, k, err);
    free(x);
    if (status != PD_OK) return status;

    /* Shift the phase. */
    double whole = floor(motion->phase[0]);
    for (int t = 0; t < feet->count; t++) motion->phase[t] -= whole;
    for (int i = 0; i < steps->count; i++) steps->items[i].phase -= whole;

    return PD_OK;
}

pd_status pd_train_motion_phase(pd_character_motion *motion, pd_train_footsteps *steps,
                                const pd_train_foot_contacts *feet, pd_error *err)
{
    int n = motion->clip.frame_count;
    int last[2] = {-SAME_FOOT, -SAME_FOOT};
    pd_train_footsteps own = {.items = calloc((size_t)(n / OTHER_FOOT) + 2, sizeof *own.items)};

    if (!own.items) return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for its footsteps");

    /* Find the footsteps. The list has room for both feet at the rate of OTHER_FOOT. */
    for (int t = 1; t < n; t++) {
        /* If both land in one frame, the foot that did not land last goes first. */
        int right = last[1] <= last[0];
        if (comes_down(motion, t, right)) take_phase(&own, last, t, right, feet->root_speed[t]);
        if (comes_down(motion, t, !right)) take_phase(&own, last, t, !right, feet->root_speed[t]);
    }

    /* Phase of each footstep: a right foot lands at a whole phase, a left one at a half. Between two of them
     * half a cycle passes, a whole one if the same foot lands again, and whole cycles more if the time allows
     * (standing). */
    pd_train_footstep *s = own.items;
    if (own.count) s[0].phase = s[0].right ? 0 : 0.5;
    for (int i = 1; i < own.count; i++) {
        double least = s[i].right == s[i - 1].right ? 1 : 0.5;
        double whole = round(STAND_RATE * seconds(s[i].frame - s[i - 1].frame) - least);
        s[i].stood = whole > 0;
        s[i].phase = s[i - 1].phase + least + fmax(0, whole);
    }

    const pd_status status = set_phase(motion, &own, feet, err);
    if (status == PD_OK && steps)
        *steps = own;
    else
        pd_train_footsteps_deinit(&own);

    return status;
}

pd_status pd_train_motion_phase_straighten(pd_character_motion *motion, pd_error *err)
{
    const int n = motion->clip.frame_count;
    double *p = motion->phase;
    double *at = malloc(2 * (size_t)n * sizeof *at + 1);

    if (!at) return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for the times of its steps");

    /* Find the times, in frames, at which the phase passes multiples of half a cycle. There may be several
     * between two frames. */
    double *phase = at + n;
    int count = 0;
    for (int t = 1; t < n; t++)
        for (double half = floor(2 * p[t - 1]) + 1; half <= floor(2 * p[t]) && count < n; half++) {
            at[count] = t - 1 + (half / 2 - p[t - 1]) / (p[t] - p[t - 1]);
            phase[count++] = half / 2;
        }

    /* Interpolate linearly between them. */
    for (int i = 0; i + 1 < count; i++)
        for (int t = (int)ceil(at[i]); t <= at[i + 1]; t++)
            p[t] = phase[i] + (phase[i + 1] - phase[i]) * (t - at[i]) / (at[i + 1] - at[i]);

    free(at);
    return PD_OK;
}

void pd_train_footsteps_deinit(pd_train_footsteps *steps)
{
    free(steps->items);
    memset(steps, 0, sizeof *steps);
}
