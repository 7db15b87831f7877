#include "core/anim/headings.h"

#include "core/base/assert.h"
#include "core/anim/biped.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stddef.h>

#define WATCH_SECONDS 4.0
/* radians: angle from which on a turn may be made in the other direction */
#define EITHER_WAY    (5 * M_PI / 6)

pd_anim_event_window pd_anim_event_window_of(const pd_anim_track *track, int event)
{
    PD_ASSERT(event >= 0 && event < track->event_count);
    const pd_anim_event *e = &track->events[event];
    double end = e->time + WATCH_SECONDS;
    if (event + 1 < track->event_count) end = pd_fmin(end, track->events[event + 1].time);
    const double count = track->frame_count; /* an event after the end of the track has no frames */
    pd_anim_event_window w = {.track = track,
                              .first = (int)pd_fmin(ceil(e->time * track->rate - 1e-9), count),
                              .last = (int)pd_fmin(ceil(end * track->rate - 1e-9), count),
                              .time = e->time};
    if (w.first < 1) w.first = 1;

    return w;
}

double pd_anim_event_since(const pd_anim_event_window *w, int frame)
{
    return frame / w->track->rate - w->time;
}

static double facing_angle(const pd_anim_track *t, int frame)
{
    PD_DEBUG_ASSERT(frame >= 0 && frame < t->frame_count);
    return pd_atan2(t->facing[2 * frame], t->facing[2 * frame + 1]);
}

/* Returns the heading of the body: at right angles to the line of the hips and,
 * on the biped, to the line of the shoulders. */
static double body_angle(const pd_anim_track *t, int frame)
{
    double x = 0, z = 0;

    for (int side = 0; side < 2; side++) {
        const int knee = t->parents[t->heels[side]];
        const int hip = knee < 0 ? -1 : t->parents[knee];
        const int joints[2] = {hip, side ? PD_BIPED_R_ARM : PD_BIPED_L_ARM};
        for (int k = 0; k < (pd_anim_track_is_biped(t) ? 2 : 1); k++) {
            if (joints[k] < 0) return NAN;
            const float *p = t->joints + 3 * ((size_t)frame * (size_t)t->joint_count + (size_t)joints[k]);
            x += side ? -p[0] : p[0];
            z += side ? -p[2] : p[2];
        }
    }

    return pd_atan2(-z, x);
}

void pd_anim_headings(float *out, const pd_anim_track *track)
{
    double heading = facing_angle(track, 0);
    for (int i = 0; i < track->frame_count; i++) {
        heading += remainder(facing_angle(track, i) - heading, 2 * M_PI);
        out[i] = (float)heading;
    }
}

/* Returns the seconds from the request until the fraction `part` of `angle` is turned; NaN: never. *most:
 * largest fraction. */
static double time_of(double *most, const pd_anim_event_window *w, double angle, double part,
                      double (*angle_at)(const pd_anim_track *, int))
{
    PD_ASSERT(w->first >= 1 && w->first <= w->track->frame_count && w->last <= w->track->frame_count);
    double turned = 0;
    double before = angle_at(w->track, w->first - 1);
    double time = NAN;
    *most = 0;
    for (int i = w->first; i < w->last && angle != 0; i++) {
        double now = angle_at(w->track, i);
        turned += remainder(now - before, 2 * M_PI);
        before = now;
        if (isnan(time) && turned / angle >= part) time = pd_anim_event_since(w, i);
        *most = pd_fmax(*most, turned / angle);
    }

    return time;
}

int pd_anim_heading_changes(pd_anim_heading_change *out, const pd_anim_track *track)
{
    int count = 0;

    for (int e = 0; e < track->event_count; e++) {
        if (track->events[e].kind != PD_ANIM_EVENT_TURN) continue;
        const pd_anim_event_window w = pd_anim_event_window_of(track, e);
        pd_anim_heading_change *turn = &out[count++];
        double angle = track->events[e].value;
        double most, unused;

        /* A turn by nearly 180 degrees may be made in the other direction.
         * It is then measured in that direction. */
        const double other = angle - copysign(2 * M_PI, angle);
        if (fabs(angle) >= EITHER_WAY && isnan(time_of(&unused, &w, angle, 0.5, facing_angle)) &&
            !isnan(time_of(&unused, &w, other, 0.5, facing_angle)))
            angle = other;

        /* Measure the times at which fractions of the angle are reached, and the overshoot. */
        *turn =
            (pd_anim_heading_change){.time = w.time, .t10 = time_of(&unused, &w, angle, 0.1, facing_angle)};
        turn->t90 = time_of(&most, &w, angle, 0.9, facing_angle);
        turn->t90_body = time_of(&unused, &w, angle, 0.9, body_angle);
        turn->overshoot = pd_fmax(0, most - 1) * fabs(angle);

        /* Find the heading before the request, unwrapped from the start of the track. */
        for (int i = 0; i < w.first; i++)
            turn->from += remainder(facing_angle(track, i) - turn->from, 2 * M_PI);
        turn->to = turn->from + angle;
    }

    return count;
}
