#include "train/motion/kind.h"

#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIGMA      9.0          /* frames */
#define STILL      0.3          /* below this speed a start begins and a stop ends, m/s */
#define SLOW       0.25         /* below this speed the body stands, m/s */
#define GOING      0.7          /* above this speed a start ends and a stop begins, m/s */
#define CHANGE     120          /* largest number of frames between STILL and GOING */
#define AROUND     30           /* frames before and after a change that belong to it */
#define DEGREES    (180 / M_PI) /* degrees of a radian */
/* beyond this angle between facing and motion the body goes backwards */
#define BACK_DEG   130.0
#define SIDE_DEG   50.0 /* beyond this angle it goes sideways */
#define TURN_STAND 30.0 /* degrees per second */
#define TURN_WALK  30.0 /* degrees per second: faster ones are turns */
#define TURN_RUN   45.0 /* the same for runs */
#define GAIN_WALK  0.5  /* m/s2 */
#define GAIN_RUN   1.0  /* the same for runs */

static const char *const names[] = {
#define KIND_NAME(id, name, share) name,
    PD_TRAIN_KIND_TABLE(KIND_NAME)
#undef KIND_NAME
};
static const double shares[] = {
#define KIND_SHARE(id, name, share) share,
    PD_TRAIN_KIND_TABLE(KIND_SHARE)
#undef KIND_SHARE
};

const char *pd_train_kind_name(pd_train_kind kind)
{
    return names[kind];
}

double pd_train_kind_share(pd_train_kind kind)
{
    return shares[kind];
}

/* Velocities of one frame. */
typedef struct going {
    double x, z, yaw;   /* velocity, m/s; yaw rate, rad/s */
    double speed, gain; /* m/s, m/s2               */
    double aside_deg;   /* angle between motion and facing */
} going;

/* Computes velocities by central differences, smoothed. */
static pd_status movement(going *out, const pd_train_path *path, pd_error *err)
{
    int frames = path->frame_count;
    double *values = malloc((size_t)frames * 3 * sizeof *values);
    double scale = PD_CHARACTER_MOTION_RATE / 2;

    if (!values) return pd_fail(err, PD_ERR_MEMORY, "kinds", "out of memory for %d frames", frames);

    for (int t = 0; t < frames; t++) {
        const pd_train_path_point *before = pd_train_path_at(path, t - 1);
        const pd_train_path_point *after = pd_train_path_at(path, t + 1);
        values[3 * t] = (after->x - before->x) * scale;
        values[3 * t + 1] = (after->z - before->z) * scale;
        values[3 * t + 2] = atan2(before->facing_z * after->facing_x - before->facing_x * after->facing_z,
                                  before->facing_x * after->facing_x + before->facing_z * after->facing_z) *
                            scale;
    }

    pd_status status = PD_OK;
    for (int c = 0; c < 3 && status == PD_OK; c++)
        status = pd_train_gaussian(values + c, frames, 3, SIGMA, err);
    for (int t = 0; t < frames; t++)
        out[t] = (going){.x = values[3 * t], .z = values[3 * t + 1], .yaw = values[3 * t + 2]};
    free(values);
    if (status != PD_OK) return status;

    /* Speed, and the angle between facing and motion. */
    for (int t = 0; t < frames; t++) {
        const pd_train_path_point *at = pd_train_path_at(path, t);
        going *g = &out[t];
        g->speed = hypot(g->x, g->z);
        double along = g->x * at->facing_x + g->z * at->facing_z;
        double across = g->x * at->facing_z - g->z * at->facing_x;
        g->aside_deg = fabs(atan2(across, along)) * DEGREES;
    }

    for (int t = 0; t < frames; t++) {
        int before = t > 0 ? t - 1 : t;
        int after = t < frames - 1 ? t + 1 : t;
        if (after > before)
            out[t].gain =
                (out[after].speed - out[before].speed) * PD_CHARACTER_MOTION_RATE / (after - before);
    }

    return PD_OK;
}

static void mark_kind(unsigned char *changing, int frames, int from, int to)
{
    PD_ASSERT(frames > 0);
    from = from < 0 ? 0 : from;
    for (int t = from; t <= to && t < frames; t++) changing[t] = 1;
}

/* Returns the kind of a frame by its gaits and movement; the first rule that applies counts. changing: it
 * starts or stops. */
static pd_train_kind motion_kind_of(const going *g, const float *gaits, int changing)
{
    double yaw_rate = fabs(g->yaw) * DEGREES;
    double gain = fabs(g->gain);

    if (gaits[PD_PFNN_JUMP] > 0.5F) return PD_TRAIN_KIND_JUMP;
    if (gaits[PD_PFNN_CROUCH] > 0.5F)
        return g->speed < SLOW ? PD_TRAIN_KIND_CROUCH_STILL : PD_TRAIN_KIND_CROUCH;
    if (changing) return PD_TRAIN_KIND_START_STOP;
    if (g->speed < SLOW && yaw_rate < TURN_STAND) return PD_TRAIN_KIND_STAND;
    if (gaits[PD_PFNN_JOG] > 0.5F)
        return yaw_rate > TURN_RUN || gain > GAIN_RUN || g->aside_deg > SIDE_DEG ? PD_TRAIN_KIND_RUN_TURN
                                                                                 : PD_TRAIN_KIND_RUN;
    if (g->speed > STILL && g->aside_deg > SIDE_DEG)
        return g->aside_deg > BACK_DEG ? PD_TRAIN_KIND_BACK : PD_TRAIN_KIND_SIDE;

    return yaw_rate > TURN_WALK || gain > GAIN_WALK ? PD_TRAIN_KIND_WALK_TURN : PD_TRAIN_KIND_WALK;
}

pd_status pd_train_kinds_of(unsigned char *kinds, const pd_train_path *path, pd_error *err)
{
    int frames = path->frame_count;
    going *g = malloc((size_t)frames * sizeof *g);
    unsigned char *changing = malloc((size_t)frames);
    pd_status status = g && changing
                           ? movement(g, path, err)
                           : pd_fail(err, PD_ERR_MEMORY, "kinds", "out of memory for %d frames", frames);

    if (status == PD_OK) {
        /* Compute changing (T): 1 around starts and stops, in which the speed goes from one threshold to the
         * other within CHANGE frames. */
        int still = -1, moving = -1; /* last frames below STILL and above GOING */
        memset(changing, 0, (size_t)frames);
        for (int t = 0; t < frames; t++) {
            if (g[t].speed > GOING) {
                if (still > moving && still >= 0 && t - still <= CHANGE)
                    mark_kind(changing, frames, still - AROUND, t + AROUND);
                moving = t;
            } else if (g[t].speed < STILL) {
                if (moving > still && moving >= 0 && t - moving <= CHANGE)
                    mark_kind(changing, frames, moving - AROUND, t + AROUND);
                still = t;
            }
        }

        for (int t = 0; t < frames; t++)
            kinds[t] = (unsigned char)motion_kind_of(&g[t], pd_train_path_at(path, t)->gaits, changing[t]);
    }

    free(g);
    free(changing);
    return status;
}

static void write_line(pd_buffer *out, const char *name, const pd_train_kind_sum *sum)
{
    pd_buffer_printf(out, "%-28s %9ld %9ld %6ld %9.1f %6.3f\n", name, sum->rows, sum->held_out,
                     sum->discontinuous, sum->seconds, sum->share);
}

void pd_train_kind_write(pd_buffer *out, const pd_train_kind_sum *sums)
{
    pd_train_kind_sum total = {0};

    pd_buffer_printf(out, "%-28s %9s %9s %6s %9s %6s\n", "kind", "rows", "held out", "torn", "seconds",
                     "share");
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) {
        write_line(out, names[k], &sums[k]);
        total.rows += sums[k].rows;
        total.held_out += sums[k].held_out;
        total.discontinuous += sums[k].discontinuous;
        total.seconds += sums[k].seconds;
        total.share += sums[k].share;
    }

    write_line(out, "all", &total);
}
