#include "core/character/action/follow.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ARRIVAL    0.3  /* metres from the end of the path within which the character has arrived */
#define BRAKING    0.9  /* metres before the end from which on the push of the stick falls */
#define LEAST      0.5  /* least push of the stick while braking */
#define WALK_AHEAD 0.75 /* default of `ahead` when walking, metres ... */
#define JOG_AHEAD  1.2  /* ... and when jogging */
#define JOG_SPEED  2.0  /* m/s: speed from which on it counts as jogging */
#define MAX_SPAN   1e5  /* metres: largest coordinate of a point */
#define THERE      0.8  /* metres from a place of wandering within which a new one is drawn */
#define PATIENCE   12.0 /* seconds after which a new place is drawn in any case */
#define SLOWEST    0.8  /* least push of the stick while wandering */

pd_status pd_character_follow_check(const pd_character_follow *f, pd_error *err)
{
    char where[64];

    /* Check each number. */
    if (f->count < 1 || f->count > PD_CHARACTER_FOLLOW_POINTS)
        return pd_fail(err, f->count < 1 ? PD_ERR_RANGE : PD_ERR_LIMIT, "/path", "%d points; 1 to %d allowed",
                       f->count, PD_CHARACTER_FOLLOW_POINTS);
    if (!(f->speed >= 0 && f->speed <= PD_CHARACTER_MAX_SPEED))
        return pd_fail(err, PD_ERR_RANGE, "/speed", "%g; 0 to %.10g allowed", f->speed,
                       PD_CHARACTER_MAX_SPEED);
    if (!(f->ahead == 0 || (f->ahead >= 0.1 && f->ahead <= 10)))
        return pd_fail(err, PD_ERR_RANGE, "/lookahead", "%g; 0, or 0.1 to 10 allowed", f->ahead);
    if ((unsigned)f->gait >= PD_CHARACTER_WANT_COUNT)
        return pd_fail(err, PD_ERR_INVALID, "/gait", "%d; auto, walk, jog, run and crouch allowed",
                       (int)f->gait);

    if (!(f->wander >= 0 && f->wander <= PD_CHARACTER_WANDER_MOST))
        return pd_fail(err, PD_ERR_RANGE, "/wander", "%g; 0 to %.10g allowed", f->wander,
                       PD_CHARACTER_WANDER_MOST);

    /* Check fields that exclude each other. */
    if (f->wander > 0 && f->count > 1)
        return pd_fail(err, PD_ERR_INVALID, "/path",
                       "%d points; 1 expected with wander, the centre of the area", f->count);
    if (f->round && (f->count > 1 || f->closed || f->wander > 0))
        return pd_fail(err, PD_ERR_INVALID, "/round", "true with %s; one point expected, the goal",
                       f->count > 1 ? "more than one point"
                       : f->closed  ? "a closed path"
                                    : "wander");
    if (f->wander > 0 && f->closed)
        return pd_fail(err, PD_ERR_INVALID, "/closed",
                       "true given with wander; not allowed, because wander has no path to close");
    if (f->ahead > 0 && f->count == 1 && !f->round)
        return pd_fail(err, PD_ERR_INVALID, "/lookahead",
                       "%g for a path of one point; allowed only with two points or more, or with round",
                       f->ahead);

    if (!(f->space >= 0 && f->space <= PD_CHARACTER_SPACE_MOST))
        return pd_fail(err, PD_ERR_RANGE, "/space", "%g; 0 to %.10g allowed", f->space,
                       PD_CHARACTER_SPACE_MOST);

    /* Check the points. */
    for (int i = 0; i < f->count; i++)
        for (int c = 0; c < 2; c++) {
            if (fabs(f->points[i][c]) <= MAX_SPAN) continue;
            snprintf(where, sizeof where, "/path/%d/%d", i, c);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; %.10g to %.10g allowed", f->points[i][c], -MAX_SPAN,
                           MAX_SPAN);
        }

    return PD_OK;
}

/* ---- along the path */

static int segments(const pd_character_follow *f)
{
    return f->closed && f->count > 2 ? f->count : f->count - 1;
}

static double segment_length(const pd_character_follow *f, int i)
{
    PD_DEBUG_ASSERT(i >= 0 && i < f->count);
    const double *a = f->points[i];
    const double *b = f->points[(i + 1) % f->count];
    const double d[2] = {b[0] - a[0], b[1] - a[1]};
    return pd_plane_length(d);
}

/* Returns the metres from (x, z) to segment i. part: position of the nearest point on the segment, 0 to 1. */
static double off_segment(double *part, const pd_character_follow *f, int i, double x, double z)
{
    PD_DEBUG_ASSERT(i >= 0 && i < f->count);
    const double *a = f->points[i];
    const double *b = f->points[(i + 1) % f->count];
    double d[2] = {b[0] - a[0], b[1] - a[1]};
    double to[2] = {x - a[0], z - a[1]};
    double square = pd_plane_dot(d, d);
    *part = square > 0 ? pd_plane_clamp(pd_plane_dot(to, d) / square, 0, 1) : 0;

    return pd_hypot(to[0] - *part * d[0], to[1] - *part * d[1]);
}

/* Finds the nearest point of the path that is at most `window` metres beyond f->done. Returns its distance
 * along the path, metres. */
static double nearest(const pd_character_follow *f, double x, double z, double window, double total)
{
    int count = segments(f);
    double best = INFINITY;
    double at = f->done;
    double start = f->closed && total > 0 ? total * floor(f->done / total) : 0;

    for (int i = 0; i < (f->closed ? 2 : 1) * count && start <= f->done + window; i++) {
        double part;
        double length = segment_length(f, i % count);
        double from = start;
        start += length;
        if (start < f->done) continue;

        double off = off_segment(&part, f, i % count, x, z);
        double along = from + part * length;
        if (along < f->done || along > f->done + window || off >= best) continue;
        best = off;
        at = along;
    }

    return at;
}

double pd_character_follow_distance(const pd_character_follow *f, double x, double z)
{
    double best = pd_hypot(x - f->points[0][0], z - f->points[0][1]);
    double part;
    for (int i = 0; i < segments(f); i++) best = pd_fmin(best, off_segment(&part, f, i, x, z));
    return best;
}

void pd_character_follow_plan(pd_character_follow *f, pd_character *character, const pd_character_rig *rig,
                              const pd_anim_scene *scene, pd_arena *scratch)
{
    const double *at = character->trajectory.frames[rig->frames / 2].at;

    if (!pd_character_follow_needs_way(f)) return;

    pd_anim_route way;
    pd_anim_route_job job = {.scene = scene, .keep = PD_ANIM_ROUTE_KEEP, .tight = PD_ANIM_ROUTE_TIGHT};
    memcpy(job.from, at, sizeof job.from);
    memcpy(job.to, f->points[0], sizeof job.to);
    f->has_way = true;
    if (!pd_anim_route_find(&way, &job, scratch)) {
        f->arrived = 1; /* it does not move */
        character->pending |= PD_CHARACTER_UNREACHABLE;
        return;
    }

    PD_ASSERT(way.count >= 0 && 1 + way.count <= (int)(sizeof f->points / sizeof *f->points));
    memcpy(f->points[0], at, sizeof f->points[0]);
    memcpy(f->points[1], way.points, (size_t)way.count * sizeof *way.points);
    f->count = 1 + way.count;
}

/* Sets the stick to wander, and draws a new place when one is due. */
static void wander(pd_character_input *out, pd_character_follow *f, const pd_character *character,
                   const double at[2])
{
    double to[2] = {f->place[0] - at[0], f->place[1] - at[1]};
    bool is_blocked = character->pose.events & PD_CHARACTER_BLOCKED;

    f->left -= 1 / PD_CHARACTER_RATE;
    if (f->pace <= 0) pd_rng_init(&f->rng, f->seed);
    if (f->pace <= 0 || f->left <= 0 || is_blocked || pd_plane_length(to) < THERE) {
        double r = f->wander * sqrt(pd_rng_uniform(&f->rng));
        double angle = pd_rng_between(&f->rng, 0, 2 * M_PI);
        f->place[0] = f->points[0][0] + r * pd_sin(angle);
        f->place[1] = f->points[0][1] + r * pd_cos(angle);
        f->pace = pd_rng_between(&f->rng, SLOWEST, 1);
        f->left = PATIENCE;
        for (int c = 0; c < 2; c++) to[c] = f->place[c] - at[c];
    }

    pd_plane_unit(out->move, to);
    for (int c = 0; c < 2; c++) out->move[c] *= f->pace;
}

int pd_character_follow_step(pd_character_input *out, pd_character_follow *f, pd_character *character,
                             const pd_character_rig *rig)
{
    const double *at = character->trajectory.frames[rig->frames / 2].at;
    double total = 0;
    double to[2];

    if (pd_character_follow_needs_way(f)) {
        *out = (pd_character_input){.gait = f->gait, .speed = f->speed};
        return 0;
    }

    if (f->wander > 0) {
        *out = (pd_character_input){.gait = f->gait, .speed = f->speed};
        wander(out, f, character, at);
        return 0;
    }

    for (int i = 0; i < segments(f); i++) total += segment_length(f, i);

    bool fast = f->speed >= JOG_SPEED ||
                (f->speed <= 0 && (f->gait == PD_CHARACTER_WANT_JOG || f->gait == PD_CHARACTER_WANT_RUN));
    double ahead = f->ahead > 0 ? f->ahead : fast ? JOG_AHEAD : WALK_AHEAD;

    /* Advance to the nearest point, and find the point `ahead` metres beyond it. A closed path continues at
     * its first point. */
    f->done = nearest(f, at[0], at[1], 2 * ahead, total);
    double along = f->closed ? f->done + ahead : pd_fmin(f->done + ahead, total);
    if (f->closed && total > 0) along = fmod(along, total);
    int i = 0;
    int count = segments(f);
    for (; i < count - 1 && along > segment_length(f, i); i++) along -= segment_length(f, i);
    PD_ASSERT(i < f->count);
    double length = count > 0 ? segment_length(f, i) : 0;
    const double *a = f->points[i];
    const double *b = f->points[(i + 1) % f->count];
    pd_plane_mix(to, a, b, length > 0 ? pd_plane_clamp(along / length, 0, 1) : 0);

    /* Report the arrival once, and stand from then on. */
    double left = pd_hypot(to[0] - at[0], to[1] - at[1]);
    double rest = f->closed ? INFINITY : total - f->done + left;
    *out = (pd_character_input){.gait = f->gait, .speed = f->speed};

    bool end = !f->closed && f->done + ahead >= total && left < ARRIVAL;
    bool arrived = end && !f->arrived;
    f->arrived |= end;
    if (arrived) character->pending |= PD_CHARACTER_ARRIVED;
    if (f->arrived || left < 1e-6) return arrived;

    /* Point the stick there, with less push near the end. */
    double size = !f->closed && rest < 2 * BRAKING ? pd_fmax(LEAST, pd_fmin(1, left / BRAKING)) : 1;
    out->move[0] = size * (to[0] - at[0]) / left;
    out->move[1] = size * (to[1] - at[1]) / left;

    return arrived;
}
