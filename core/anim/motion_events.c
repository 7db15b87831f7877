#include "core/anim/motion_events.h"

#include <math.h>

#define WATCH_SECONDS  4.0
#define STEADY_SECONDS 1.0

/* A mean that knows when it is empty. */
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

static double mean_of(const mean *m)
{
    return m->count ? m->sum / m->count : NAN;
}

/* Frames [first, last) that an event is watched in. */
typedef struct window {
    const pd_anim_track *track;
    int first, last;
    double time; /* of the order */
} window;

static window window_of(const pd_anim_track *track, int event)
{
    const pd_anim_event *e = &track->events[event];
    double end = e->time + WATCH_SECONDS;
    if (event + 1 < track->event_count) end = fmin(end, track->events[event + 1].time);
    window w = {track, (int)ceil(e->time * track->rate - 1e-9), (int)ceil(end * track->rate - 1e-9), e->time};
    if (w.first < 1) w.first = 1;
    if (w.last > track->frame_count) w.last = track->frame_count;
    return w;
}

static double speed_at(const pd_anim_track *t, int frame)
{
    const float *a = t->root + 3 * (frame - 1), *b = t->root + 3 * frame;
    return hypot(b[0] - a[0], b[2] - a[2]) * t->rate;
}

static double since(const window *w, int frame)
{
    return frame / w->track->rate - w->time;
}

/* ---- turns of the character ---- */

typedef struct turn {
    double t10, t90, most; /* seconds; part of the requested angle */
} turn;

static double facing_angle(const pd_anim_track *t, int frame)
{
    return atan2(t->facing[2 * frame], t->facing[2 * frame + 1]);
}

static turn watch_turn(const window *w, double requested)
{
    turn out = {NAN, NAN, 0};
    double angle = 0, before = facing_angle(w->track, w->first - 1);

    for (int i = w->first; i < w->last && requested != 0; i++) {
        double now = facing_angle(w->track, i);
        angle += remainder(now - before, 2 * M_PI);
        before = now;

        double part = angle / requested;
        if (isnan(out.t10) && part >= 0.1) out.t10 = since(w, i);
        if (isnan(out.t90) && part >= 0.9) out.t90 = since(w, i);
        out.most = fmax(out.most, part);
    }
    return out;
}

/* ---- starts and stops ---- */

/* When the character first goes at 0.9 of the mean speed of the window's last second. */
static double watch_start(const window *w)
{
    const int count = (int)(STEADY_SECONDS * w->track->rate);
    const int first = w->last - count < w->first ? w->first : w->last - count;
    double sum = 0;
    for (int i = first; i < w->last; i++) sum += speed_at(w->track, i);

    const double reached = 0.9 * (w->last > first ? sum / (w->last - first) : 0);
    for (int i = w->first; i < w->last && reached > PD_ANIM_QUALITY_REST; i++)
        if (speed_at(w->track, i) >= reached) return since(w, i);
    return NAN;
}

static double watch_stop(const window *w, double *distance)
{
    double travelled = 0;

    for (int i = w->first; i < w->last; i++) {
        double speed = speed_at(w->track, i);
        travelled += speed / w->track->rate;
        *distance = travelled;
        if (speed < PD_ANIM_QUALITY_REST) return since(w, i);
    }
    return *distance = NAN;
}

void pd_anim_events_measure(pd_anim_quality *out, const pd_anim_track *track)
{
    mean rise = {0}, t90 = {0}, over = {0}, start = {0}, rest = {0}, covered = {0};

    for (int e = 0; e < track->event_count; e++) {
        window w = window_of(track, e);
        double value = track->events[e].value, distance = NAN;
        switch (track->events[e].kind) {
        case PD_ANIM_EVENT_TURN: {
            turn t = watch_turn(&w, value);
            mean_add(&rise, t.t90 - t.t10);
            mean_add(&t90, t.t90);
            mean_add(&over, fmax(0, t.most - 1) * fabs(value));
            break;
        }
        case PD_ANIM_EVENT_START: mean_add(&start, watch_start(&w)); break;
        case PD_ANIM_EVENT_STOP:
            mean_add(&rest, watch_stop(&w, &distance));
            mean_add(&covered, distance);
            break;
        }
    }

    out->turn_rise = mean_of(&rise), out->turn_t90 = mean_of(&t90), out->turn_overshoot = mean_of(&over);
    out->start_t90 = mean_of(&start), out->stop_rest = mean_of(&rest), out->stop_distance = mean_of(&covered);
}

/* ---- path ---- */

static double distance_to(const float *a, const float *b, double x, double z)
{
    double dx = b[0] - a[0], dz = b[1] - a[1], length = dx * dx + dz * dz;
    double along = length > 0 ? ((x - a[0]) * dx + (z - a[1]) * dz) / length : 0;
    along = fmin(1, fmax(0, along));
    return hypot(a[0] + along * dx - x, a[1] + along * dz - z);
}

double pd_anim_path_error(const pd_anim_track *track, int first)
{
    mean error = {0};
    int segments = track->path_closed ? track->path_count : track->path_count - 1;
    for (int i = first; i < track->frame_count && segments > 0; i++) {
        double nearest = INFINITY;
        for (int s = 0; s < segments; s++)
            nearest = fmin(nearest,
                           distance_to(track->path + 2 * s, track->path + 2 * ((s + 1) % track->path_count),
                                       track->root[3 * i], track->root[3 * i + 2]));
        mean_add(&error, nearest);
    }
    return mean_of(&error);
}
