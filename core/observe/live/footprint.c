#include "core/observe/live/footprint.h"

#include <math.h>
#include <string.h>

#define REACH      0.22 /* distance from the natural position at which a foot steps, metres */
#define TURN       0.8  /* difference from the natural yaw at which a foot steps, radians */
#define SWING      0.32 /* duration of a step, seconds */
#define LEAD       0.22 /* time by which a step's goal is ahead of the body, seconds */
#define LIFT       0.07 /* height of a step, metres */
#define SMOOTH     0.1  /* time constant of the smoothed speed, seconds */
#define SLOW       0.08 /* a slower body stands still, metres per second */
#define STILL      0.5  /* time of standing still after which the feet are brought together, seconds */
#define STILL_PART 0.35 /* need at which a foot steps when the body stands still */
/* metres: a body that moves by more in a moment has jumped, and the feet are put under it */
#define LEAP       1.0

static double wrapped(double angle)
{
    return remainder(angle, 2 * M_PI);
}

/* Turns (x, z) by a yaw about +Y. */
static void footprint_turned(double out[2], const double v[2], double yaw)
{
    const double c = cos(yaw);
    const double s = sin(yaw);
    const double x = v[0];
    const double z = v[1];

    out[0] = c * x + s * z;
    out[1] = -s * x + c * z;
}

void pd_observe_footprint_point(double out[2], const pd_observe_footprint *foot, const double point[2])
{
    footprint_turned(out, point, foot->yaw);
    for (int c = 0; c < 2; c++) out[c] += foot->at[c];
}

static void goal_of(double out[2], const pd_observe_footprints *p, int side, const double over[2], double yaw)
{
    footprint_turned(out, p->home[side], yaw);
    for (int c = 0; c < 2; c++) out[c] += over[c] + LEAD * p->speed[c];
}

/* Moves a foot along its step. The goal is fixed half way through; place and yaw follow a smooth curve, and
 * the height is half a sine. */
static void swing(pd_observe_footprints *p, int side, const double over[2], double yaw, double seconds)
{
    pd_observe_footprint *f = &p->feet[side];

    f->phase = fmin(f->phase + seconds / SWING, 1);
    if (f->phase < 0.5) {
        goal_of(f->to, p, side, over, yaw);
        f->to_yaw = yaw;
    }

    const double share = f->phase * f->phase * (3 - 2 * f->phase);
    for (int c = 0; c < 2; c++) f->at[c] = f->from[c] + share * (f->to[c] - f->from[c]);
    f->yaw = f->from_yaw + share * wrapped(f->to_yaw - f->from_yaw);
    f->height = f->phase < 1 ? LIFT * sin(M_PI * f->phase) : 0;
    f->is_up = f->phase < 1;
}

void pd_observe_footprints_step(pd_observe_footprints *p, const double over[2], double yaw, double seconds)
{
    double moved[2];
    double most = 0;
    bool apart = false;
    int next = -1;

    /* When the body appears or jumps to another position, put both feet under it. */
    for (int c = 0; c < 2; c++) moved[c] = over[c] - p->before[c];
    if (!p->is_there || hypot(moved[0], moved[1]) > LEAP) {
        memset(p->speed, 0, sizeof p->speed);
        for (int side = 0; side < 2; side++) {
            p->feet[side] = (pd_observe_footprint){.yaw = yaw};
            goal_of(p->feet[side].at, p, side, over, yaw);
        }

        p->is_there = true;
        p->still = 0;
        memcpy(moved, p->speed, sizeof moved);
    }

    /* Smooth the speed, and count how long the body stands still. */
    for (int c = 0; c < 2; c++)
        p->speed[c] += (1 - exp(-seconds / SMOOTH)) * (moved[c] / seconds - p->speed[c]);
    memcpy(p->before, over, sizeof p->before);
    p->still = hypot(p->speed[0], p->speed[1]) < SLOW ? p->still + seconds : 0;

    /* If a foot is in the air, continue its step; the other one stands. */
    for (int side = 0; side < 2; side++)
        if (p->feet[side].is_up) {
            swing(p, side, over, yaw, seconds);
            return;
        }

    /* Find the foot that needs a step most. A body that stands still also brings its feet together. */
    for (int side = 0; side < 2; side++) {
        const pd_observe_footprint *f = &p->feet[side];
        double goal[2];
        goal_of(goal, p, side, over, yaw);
        const double off = hypot(goal[0] - f->at[0], goal[1] - f->at[1]) / REACH;
        const double need = off + fabs(wrapped(yaw - f->yaw)) / TURN;
        apart = apart || (p->still > STILL && off > STILL_PART);
        if (need > most) {
            most = need;
            next = side;
        }
    }

    if (next < 0 || (most < 1 && !apart)) return;

    /* Begin the step. */
    pd_observe_footprint *f = &p->feet[next];
    memcpy(f->from, f->at, sizeof f->from);
    f->from_yaw = f->yaw;
    f->phase = 0;
    f->is_up = true;
    swing(p, next, over, yaw, seconds);
}
