#include "train/evaluate/motion_events.h"

#include "core/anim/headings.h"

#include <math.h>
#include <stdlib.h>

#define STEADY_SECONDS 1.0 /* length of the end of a window that counts as steady motion */

/* A running mean; NaN while it has no values. */
typedef struct mean {
    double sum;
    int count;
} mean;

static void mean_add(mean *m, double value)
{
    if (isnan(value)) return;
    m->sum += value;
    m->count++;
}

static double motion_events_mean_of(const mean *m)
{
    return m->count ? m->sum / m->count : NAN;
}

static double speed_at(const pd_anim_track *t, int frame)
{
    const float *a = t->root + 3 * (frame - 1);
    const float *b = t->root + 3 * frame;
    return hypot(b[0] - a[0], b[2] - a[2]) * t->rate;
}

/* ---- starts and stops ---- */

/* Returns the time at which the character first reaches 0.9 of the mean speed
 * in the last second of the window. */
static double watch_start(const pd_anim_event_window *w)
{
    const int count = (int)(STEADY_SECONDS * w->track->rate);
    const int first = w->last - count < w->first ? w->first : w->last - count;
    double sum = 0;

    for (int i = first; i < w->last; i++) sum += speed_at(w->track, i);

    const double reached = 0.9 * (w->last > first ? sum / (w->last - first) : 0);
    for (int i = w->first; i < w->last && reached > PD_TRAIN_QUALITY_REST; i++)
        if (speed_at(w->track, i) >= reached) return pd_anim_event_since(w, i);

    return NAN;
}

/* Returns the time from a stop's event until the character rests, seconds, and the *distance covered; NaN for
 * both if it never rests. */
static double watch_stop(const pd_anim_event_window *w, double *distance)
{
    double travelled = 0;

    for (int i = w->first; i < w->last; i++) {
        double speed = speed_at(w->track, i);
        travelled += speed / w->track->rate;
        *distance = travelled;
        if (speed < PD_TRAIN_QUALITY_REST) return pd_anim_event_since(w, i);
    }

    return *distance = NAN;
}

pd_status pd_train_events_measure(pd_train_quality *out, const pd_anim_track *track, pd_error *err)
{
    mean rise = {0}, t90 = {0}, t90_body = {0}, over = {0}, start = {0}, rest = {0}, covered = {0};
    pd_anim_heading_change *turns = malloc((size_t)track->event_count * sizeof *turns + 1);

    if (!turns) return pd_fail(err, PD_ERR_MEMORY, "events", "out of memory for %d", track->event_count);

    /* Turns of the heading. */
    const int turn_count = pd_anim_heading_changes(turns, track);
    for (int i = 0; i < turn_count; i++) {
        mean_add(&rise, turns[i].t90 - turns[i].t10);
        mean_add(&t90, turns[i].t90);
        mean_add(&t90_body, turns[i].t90_body);
        mean_add(&over, turns[i].overshoot);
    }

    free(turns);

    /* Starts and stops. */
    for (int e = 0; e < track->event_count; e++) {
        pd_anim_event_window w = pd_anim_event_window_of(track, e);
        double distance = NAN;
        if (track->events[e].kind == PD_ANIM_EVENT_START) mean_add(&start, watch_start(&w));
        if (track->events[e].kind != PD_ANIM_EVENT_STOP) continue;
        mean_add(&rest, watch_stop(&w, &distance));
        mean_add(&covered, distance);
    }

    out->turn_rise = motion_events_mean_of(&rise);
    out->turn_t90 = motion_events_mean_of(&t90);
    out->turn_overshoot = motion_events_mean_of(&over);
    out->turn_t90_body = motion_events_mean_of(&t90_body);
    out->start_t90 = motion_events_mean_of(&start);
    out->stop_rest = motion_events_mean_of(&rest);
    out->stop_distance = motion_events_mean_of(&covered);

    return PD_OK;
}

/* ---- path ---- */

double pd_train_path_error(const pd_anim_track *track, int first)
{
    mean error = {0};
    int segments = track->path_closed ? track->path_count : track->path_count - 1;

    for (int i = first; i < track->frame_count && segments > 0; i++) {
        double nearest = INFINITY;
        double x = track->root[3 * i];
        double z = track->root[3 * i + 2];
        for (int s = 0; s < segments; s++) { /* distance to a segment a-b */
            const float *a = track->path + 2 * s;
            const float *b = track->path + 2 * ((s + 1) % track->path_count);
            double dx = b[0] - a[0];
            double dz = b[1] - a[1];
            double length = dx * dx + dz * dz;
            double along = length > 0 ? ((x - a[0]) * dx + (z - a[1]) * dz) / length : 0;
            along = fmin(1, fmax(0, along));
            nearest = fmin(nearest, hypot(a[0] + along * dx - x, a[1] + along * dz - z));
        }

        mean_add(&error, nearest);
    }

    return motion_events_mean_of(&error);
}
