#include "train/network/rows_reach.h"

#include "core/character/control/control.h"
#include "train/network/rows_internal.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* An eighth of a circle, radians: from one direction of the table to the next. */
#define BIN             (M_PI / 4)
#define AROUND          1 /* samples before and after now */
/* From the distance between the samples before and after now, in the network's centimetres, to metres a
 * second. */
#define METRES_A_SECOND (PD_CHARACTER_MOTION_RATE / (2 * AROUND * PD_TRAIN_STEP * (double)PD_PFNN_UNITS))

static const int shown[] = {PD_PFNN_WALK, PD_PFNN_JOG, PD_PFNN_CROUCH};
static const char *const shown_names[] = {"walk", "jog", "crouch"};
#define SHOWN (int)(sizeof shown / sizeof *shown)

void pd_train_reach_count(pd_train_reach *reach, const pd_train_rows *rows)
{
    const pd_pfnn_layout *l = &rows->layout;
    const int now = l->samples / 2;
    float x[PD_TRAIN_ROW_X], y[PD_TRAIN_ROW_Y];

    memset(reach, 0, sizeof *reach);

    /* Only rows that are trained count. */
    for (long r = 0; r < rows->count / 2; r++) {
        if (rows->held_out[r] || rows->weight[r] == 0) continue;
        pd_train_rows_raw(x, y, rows, r);

        /* Find the bin of speed and direction from the trajectory around now. */
        double vx = (double)(x[l->in_x + now + AROUND] - x[l->in_x + now - AROUND]) * METRES_A_SECOND;
        double vz = (double)(x[l->in_z + now + AROUND] - x[l->in_z + now - AROUND]) * METRES_A_SECOND;
        int speed = (int)(hypot(vx, vz) / PD_TRAIN_REACH_STEP);
        int direction = (int)(fabs(atan2(vx, vz)) / BIN + 0.5);
        if (speed >= PD_TRAIN_REACH_SPEEDS) speed = PD_TRAIN_REACH_SPEEDS - 1;

        /* Find the gait with the largest weight. */
        const float *gaits = x + l->in_gaits + now;
        int gait = 0; /* the one that there is most of now */
        for (int g = 1; g < l->gaits; g++)
            if (gaits[g * l->samples] > gaits[gait * l->samples]) gait = g;
        reach->seconds[gait][direction][speed] += 1 / PD_CHARACTER_MOTION_RATE;
    }
}

/* Returns the highest speed of a gait in a direction, like speed_of of the run time. */
static double most_speed(const pd_character_control *c, double most, int direction)
{
    double ahead = cos(direction * BIN);
    double side = fmin(1 - ahead, 1);
    double aside = c->side_most + fmax(-ahead, 0) * (c->back_own - c->side_most);
    return most + side * (fmin(aside, most) - most);
}

bool pd_train_reach_asked(int gait, int direction, int speed)
{
    pd_character_control c = pd_character_control_default();
    double low = speed * PD_TRAIN_REACH_STEP;
    double high = low + PD_TRAIN_REACH_STEP;
    double most = 0;
    double least = c.speed_least;

    if (gait == PD_PFNN_WALK) most = most_speed(&c, c.walk_most, direction);
    if (gait == PD_PFNN_CROUCH) most = most_speed(&c, c.walk_speed * c.crouch_scale, direction);
    if (gait == PD_PFNN_JOG) {
        most = most_speed(&c, c.run_speed, direction);
        least = c.jog_from;
    }

    return most > least && high > least && low < most;
}

void pd_train_reach_write(pd_buffer *out, const pd_train_reach *reach, double least)
{
    int thin = 0;

    /* Print a table of seconds for each gait. */
    pd_buffer_text(out, "seconds by gait, direction (degrees from facing) and speed (m/s, from)\n");
    for (int i = 0; i < SHOWN; i++) {
        pd_buffer_printf(out, "%-10s", shown_names[i]);
        for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++)
            pd_buffer_printf(out, " %5.2f", s * PD_TRAIN_REACH_STEP);
        pd_buffer_text(out, "\n");
        for (int d = 0; d < PD_TRAIN_REACH_DIRECTIONS; d++) {
            pd_buffer_printf(out, "%7d   ", 45 * d);
            for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++)
                pd_buffer_printf(out, " %5.0f", reach->seconds[shown[i]][d][s]);
            pd_buffer_text(out, "\n");
        }
    }

    /* Bins that can be asked for but have too little data. */
    for (int i = 0; i < SHOWN; i++)
        for (int d = 0; d < PD_TRAIN_REACH_DIRECTIONS; d++)
            for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++) {
                double seconds = reach->seconds[shown[i]][d][s];
                if (seconds >= least || !pd_train_reach_asked(shown[i], d, s)) continue;
                if (!thin++) pd_buffer_printf(out, "asked for, but less than %g s of it:\n", least);
                pd_buffer_printf(out, "  %s %d degrees, %.2f m/s: %.1f s\n", shown_names[i], 45 * d,
                                 s * PD_TRAIN_REACH_STEP, seconds);
            }
}
