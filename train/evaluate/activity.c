#include "train/evaluate/activity.h"

#include "core/base/assert.h"
#include "train/motion/gaussian.h"

#include <stdlib.h>
#include <string.h>

#define SIGMA         9.0  /* smoothing of the speed, frames at 60 Hz */
#define STILL         0.3  /* below this speed a start begins and a stop ends, m/s */
#define SLOW          0.25 /* below this speed the body stands, m/s */
#define GOING         0.7  /* above this speed a start ends and a stop begins, m/s */
#define JOGGING       2.0  /* least speed of jogging, m/s */
#define CHANGE_S      2.0  /* longest time between STILL and GOING, seconds */
#define AROUND_S      0.5  /* time before and after a change that belongs to it, seconds */
#define FLIGHT_HEIGHT 0.13 /* least height of both toes in a flight, metres */
/* least length of a flight that is a jump, frames at 60 Hz: runs have shorter ones */
#define FLIGHT_FRAMES 14
/* seconds before a flight that belong to the jump, in which the knees bend */
#define JUMP_BEFORE_S 0.5
#define JUMP_AFTER_S  0.3 /* seconds after a flight that belong to the jump: the landing */
#define LOW_HIPS      0.8 /* least height of standing hips as a fraction of the leg */
/* beyond this angle between facing and motion the body goes sideways, radians */
#define SIDE          (50 * M_PI / 180)
#define BACK          (130 * M_PI / 180) /* beyond this angle it goes backwards, radians */
#define TURN_WALK     (30 * M_PI / 180)  /* rad/s */
#define TURN_JOG      (45 * M_PI / 180)  /* the same for jogging */
#define GAIN_WALK     0.5                /* m/s2 */
#define GAIN_JOG      1.0                /* the same for jogging */

const char *const pd_train_activity_names[PD_ACTIVITY_COUNT] = {
#define NAME(id, name) name,
    PD_TRAIN_ACTIVITY_TABLE(NAME)
#undef NAME
};

typedef struct going {
    double vx, vz, yaw_rate;
} going;

static int activity_clamp(int frame, int count)
{
    return frame < 0 ? 0 : frame >= count ? count - 1 : frame;
}

/* Computes velocity (m/s) and yaw rate (rad/s) of the hips in each frame by central differences, smoothed
 * over SIGMA frames. Returns false when out of memory. */
static bool find_going(going *g, const pd_train_curves *c)
{
    const int count = c->frame_count;

    for (int t = 0; t < count; t++) {
        int a = activity_clamp(t - 1, count);
        int b = activity_clamp(t + 1, count);
        double scale = b > a ? c->rate / (b - a) : 0;
        const double *f = c->facing[a];
        const double *h = c->facing[b];
        g[t] = (going){(c->hips[b].x - c->hips[a].x) * scale, (c->hips[b].z - c->hips[a].z) * scale,
                       atan2(f[1] * h[0] - f[0] * h[1], f[0] * h[0] + f[1] * h[1]) * scale};
    }

    return pd_train_gaussian_curve(&g->vx, count, 3, SIGMA) &&
           pd_train_gaussian_curve(&g->vz, count, 3, SIGMA) &&
           pd_train_gaussian_curve(&g->yaw_rate, count, 3, SIGMA);
}

static void mark_activity(unsigned char *out, int count, int from, int to, pd_train_activity activity)
{
    PD_ASSERT(count > 0);
    for (int t = activity_clamp(from, count); t <= to && t < count; t++)
        if (activity == PD_ACTIVITY_JUMP || (out[t] != PD_ACTIVITY_OTHER && out[t] != PD_ACTIVITY_JUMP))
            out[t] = (unsigned char)activity;
}

/* Returns what a frame shows that is no start, stop or jump: standing, or walking or jogging ahead, aside,
 * back, or with a turn or a change of speed. */
static pd_train_activity steady(const going *g, const pd_train_curves *c, int t)
{
    const int a = activity_clamp(t - 1, c->frame_count);
    const int b = activity_clamp(t + 1, c->frame_count);
    const double speed = hypot(g[t].vx, g[t].vz);
    const double turn = fabs(g[t].yaw_rate);
    const double *f = c->facing[t];
    const double gain =
        b > a ? fabs(hypot(g[b].vx, g[b].vz) - hypot(g[a].vx, g[a].vz)) * c->rate / (b - a) : 0;
    const double aside = fabs(atan2(g[t].vx * f[1] - g[t].vz * f[0], g[t].vx * f[0] + g[t].vz * f[1]));

    if (speed < SLOW && turn < TURN_WALK) return PD_ACTIVITY_STAND;
    if (speed > STILL && aside > SIDE) return aside > BACK ? PD_ACTIVITY_BACK : PD_ACTIVITY_SIDE;
    if (speed > JOGGING) return turn > TURN_JOG || gain > GAIN_JOG ? PD_ACTIVITY_JOG_TURN : PD_ACTIVITY_JOG;

    return turn > TURN_WALK || gain > GAIN_WALK ? PD_ACTIVITY_WALK_TURN : PD_ACTIVITY_WALK;
}

pd_status pd_train_activities(unsigned char *out, const pd_train_curves *curves, const pd_anim_track *track,
                              pd_error *err)
{
    const int count = curves->frame_count;
    going *g = malloc((size_t)count * sizeof *g);

    if (!g || !find_going(g, curves)) {
        free(g);
        return pd_fail(err, PD_ERR_MEMORY, "frames", "out of memory for %d frames", count);
    }

    memset(out, PD_ACTIVITY_COUNT, (size_t)count); /* not yet classified */
    for (int t = 0; t < count; t++)
        if (curves->hip_height[t] < LOW_HIPS * curves->leg) out[t] = PD_ACTIVITY_OTHER;

    /* Mark the frames around a flight, in which both toes are high for long. */
    const int before = (int)(JUMP_BEFORE_S * track->rate);
    const int after = (int)(JUMP_AFTER_S * track->rate);
    for (int t = 0, run = 0; t <= track->frame_count; t++) {
        bool is_up = t < track->frame_count;
        for (int s = 0; s < 2 && is_up; s++) {
            size_t toe = (size_t)t * (size_t)track->joint_count + (size_t)track->toes[s];
            is_up = track->joints[3 * toe + 1] - track->ground[2 * t + s] > FLIGHT_HEIGHT;
        }

        if (!is_up && run >= FLIGHT_FRAMES)
            mark_activity(out, track->frame_count, t - run - before, t - 1 + after, PD_ACTIVITY_JUMP);
        run = is_up ? run + 1 : 0;
    }

    const int change = (int)(CHANGE_S * curves->rate);
    const int around = (int)(AROUND_S * curves->rate);
    int still = -1, moving = -1; /* last frames below STILL and above GOING */
    for (int t = 0; t < curves->frame_count; t++) {
        double speed = hypot(g[t].vx, g[t].vz);
        if (speed > GOING) {
            if (still > moving && still >= 0 && t - still <= change)
                mark_activity(out, curves->frame_count, still - around, t + around, PD_ACTIVITY_START_STOP);
            moving = t;
        } else if (speed < STILL) {
            if (moving > still && moving >= 0 && t - moving <= change)
                mark_activity(out, curves->frame_count, moving - around, t + around, PD_ACTIVITY_START_STOP);
            still = t;
        }
    }

    for (int t = 0; t < count; t++)
        if (out[t] == PD_ACTIVITY_COUNT) out[t] = (unsigned char)steady(g, curves, t);
    free(g);

    return PD_OK;
}
