#include "core/anim/motion_events.h"

#include "core/anim/biped.h"

#include <math.h>
#include <stdlib.h>

#define WATCH_SECONDS  4.0
#define STEADY_SECONDS 1.0
#define EITHER_WAY     (5 * M_PI / 6) /* from here on a turn may be made the other way round too */

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
    const double count = track->frame_count; /* an order after the end of the track gets no frames */
    window w = {track, (int)fmin(ceil(e->time * track->rate - 1e-9), count),
                (int)fmin(ceil(end * track->rate - 1e-9), count), e->time};
    if (w.first < 1) w.first = 1;
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

static double facing_angle(const pd_anim_track *t, int frame)
{
    return atan2(t->facing[2 * frame], t->facing[2 * frame + 1]);
}

/* Of the body itself: at right angles to its hips, and to its shoulders where the tree is the biped's. */
static double body_angle(const pd_anim_track *t, int frame)
{
    double x = 0, z = 0;
    for (int side = 0; side < 2; side++) {
        const int knee = t->parents[t->heels[side]], hip = knee < 0 ? -1 : t->parents[knee];
        const int joints[2] = {hip, side ? PD_BIPED_R_ARM : PD_BIPED_L_ARM};
        for (int k = 0; k < (pd_anim_track_is_biped(t) ? 2 : 1); k++) {
            if (joints[k] < 0) return NAN;
            const float *p = t->joints + 3 * ((size_t)frame * (size_t)t->joint_count + (size_t)joints[k]);
            x += side ? -p[0] : p[0], z += side ? -p[2] : p[2];
        }
    }
    return atan2(-z, x);
}

void pd_anim_headings(float *out, const pd_anim_track *track)
{
    double heading = facing_angle(track, 0);
    for (int i = 0; i < track->frame_count; i++) {
        heading += remainder(facing_angle(track, i) - heading, 2 * M_PI);
        out[i] = (float)heading;
    }
}

/* Seconds from the order until `part` of the angle is turned; *most the largest part. */
static double time_of(double *most, const window *w, double angle, double part,
                      double (*angle_at)(const pd_anim_track *, int))
{
    double turned = 0, before = angle_at(w->track, w->first - 1), time = NAN;
    *most = 0;
    for (int i = w->first; i < w->last && angle != 0; i++) {
        double now = angle_at(w->track, i);
        turned += remainder(now - before, 2 * M_PI);
        before = now;
        if (isnan(time) && turned / angle >= part) time = since(w, i);
        *most = fmax(*most, turned / angle);
    }
    return time;
}

int pd_anim_heading_changes(pd_anim_heading_change *out, const pd_anim_track *track)
{
    int count = 0;
    for (int e = 0; e < track->event_count; e++) {
        if (track->events[e].kind != PD_ANIM_EVENT_TURN) continue;
        const window w = window_of(track, e);
        pd_anim_heading_change *turn = &out[count++];
        double angle = track->events[e].value, most, unused;

        /* a turn by nearly 180 degrees may be made the other way round, and is not slower for that */
        const double other = angle - copysign(2 * M_PI, angle);
        if (fabs(angle) >= EITHER_WAY && isnan(time_of(&unused, &w, angle, 0.5, facing_angle)) &&
            !isnan(time_of(&unused, &w, other, 0.5, facing_angle)))
            angle = other;

        *turn =
            (pd_anim_heading_change){.time = w.time, .t10 = time_of(&unused, &w, angle, 0.1, facing_angle)};
        turn->t90 = time_of(&most, &w, angle, 0.9, facing_angle);
        turn->t90_body = time_of(&unused, &w, angle, 0.9, body_angle);
        turn->overshoot = fmax(0, most - 1) * fabs(angle);
        for (int i = 0; i < w.first; i++)
            turn->from += remainder(facing_angle(track, i) - turn->from, 2 * M_PI);
        turn->to = turn->from + angle;
    }
    return count;
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

pd_status pd_anim_events_measure(pd_anim_quality *out, const pd_anim_track *track, pd_error *err)
{
    mean rise = {0}, t90 = {0}, t90_body = {0}, over = {0}, start = {0}, rest = {0}, covered = {0};
    pd_anim_heading_change *turns = malloc((size_t)track->event_count * sizeof *turns + 1);
    if (!turns) return pd_fail(err, PD_ERR_MEMORY, "events", "out of memory for %d", track->event_count);

    const int turn_count = pd_anim_heading_changes(turns, track);
    for (int i = 0; i < turn_count; i++) {
        mean_add(&rise, turns[i].t90 - turns[i].t10);
        mean_add(&t90, turns[i].t90);
        mean_add(&t90_body, turns[i].t90_body);
        mean_add(&over, turns[i].overshoot);
    }
    free(turns);

    for (int e = 0; e < track->event_count; e++) {
        window w = window_of(track, e);
        double distance = NAN;
        if (track->events[e].kind == PD_ANIM_EVENT_START) mean_add(&start, watch_start(&w));
        if (track->events[e].kind != PD_ANIM_EVENT_STOP) continue;
        mean_add(&rest, watch_stop(&w, &distance));
        mean_add(&covered, distance);
    }

    out->turn_rise = mean_of(&rise), out->turn_t90 = mean_of(&t90), out->turn_overshoot = mean_of(&over);
    out->turn_t90_body = mean_of(&t90_body);
    out->start_t90 = mean_of(&start), out->stop_rest = mean_of(&rest), out->stop_distance = mean_of(&covered);
    return PD_OK;
}

/* ---- path ---- */

double pd_anim_path_error(const pd_anim_track *track, int first)
{
    mean error = {0};
    int segments = track->path_closed ? track->path_count : track->path_count - 1;
    for (int i = first; i < track->frame_count && segments > 0; i++) {
        double nearest = INFINITY, x = track->root[3 * i], z = track->root[3 * i + 2];
        for (int s = 0; s < segments; s++) { /* the distance to a segment a-b */
            const float *a = track->path + 2 * s, *b = track->path + 2 * ((s + 1) % track->path_count);
            double dx = b[0] - a[0], dz = b[1] - a[1], length = dx * dx + dz * dz;
            double along = length > 0 ? ((x - a[0]) * dx + (z - a[1]) * dz) / length : 0;
            along = fmin(1, fmax(0, along));
            nearest = fmin(nearest, hypot(a[0] + along * dx - x, a[1] + along * dz - z));
        }
        mean_add(&error, nearest);
    }
    return mean_of(&error);
}
