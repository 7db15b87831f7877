#include "core/math/up.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stddef.h>

#define HALF_TURN 0.70710678118654752440 /* sine and cosine of 45 degrees */

const char *const pd_up_names[PD_UP_COUNT + 1] = {
#define UP_NAME(name, text) [PD_UP_##name] = text,
    PD_UP_TABLE(UP_NAME)
#undef UP_NAME
        [PD_UP_COUNT] = NULL,
};

/* A row by row: the axis of the file and its sign that each of our axes is. */
static const struct {
    int axis[3];
    int sign[3];
} ups[PD_UP_COUNT] = {
    [PD_UP_X] = {{1, 0, 2}, {-1, 1, 1}},        [PD_UP_Y] = {{0, 1, 2}, {1, 1, 1}},
    [PD_UP_Z] = {{0, 2, 1}, {1, 1, -1}},        [PD_UP_MINUS_X] = {{1, 0, 2}, {1, -1, 1}},
    [PD_UP_MINUS_Y] = {{0, 1, 2}, {1, -1, -1}}, [PD_UP_MINUS_Z] = {{0, 2, 1}, {1, -1, 1}},
};

pd_quat pd_up_turn(pd_up up)
{
    static const pd_quat turns[PD_UP_COUNT] = {
        [PD_UP_X] = {0, 0, HALF_TURN, HALF_TURN},
        [PD_UP_Y] = {0, 0, 0, 1},
        [PD_UP_Z] = {-HALF_TURN, 0, 0, HALF_TURN},
        [PD_UP_MINUS_X] = {0, 0, -HALF_TURN, HALF_TURN},
        [PD_UP_MINUS_Y] = {1, 0, 0, 0},
        [PD_UP_MINUS_Z] = {HALF_TURN, 0, 0, HALF_TURN},
    };

    PD_ASSERT((unsigned)up < PD_UP_COUNT);
    return turns[up];
}

void pd_up_point(double out[3], const double in[3], pd_up up)
{
    const double p[3] = {in[0], in[1], in[2]};

    PD_ASSERT((unsigned)up < PD_UP_COUNT);
    for (int c = 0; c < 3; c++) out[c] = ups[up].sign[c] * p[ups[up].axis[c]];
}

void pd_up_point_float(float out[3], const float in[3], pd_up up)
{
    const float p[3] = {in[0], in[1], in[2]};

    PD_ASSERT((unsigned)up < PD_UP_COUNT);
    for (int c = 0; c < 3; c++) out[c] = ups[up].sign[c] < 0 ? -p[ups[up].axis[c]] : p[ups[up].axis[c]];
}

void pd_up_point_back(double out[3], const double in[3], pd_up up)
{
    const double p[3] = {in[0], in[1], in[2]};

    PD_ASSERT((unsigned)up < PD_UP_COUNT);
    for (int c = 0; c < 3; c++) out[ups[up].axis[c]] = ups[up].sign[c] * p[c];
}

pd_quat pd_up_rotation(pd_quat q, pd_up up)
{
    const double v[3] = {q.x, q.y, q.z};
    double turned[3];

    pd_up_point(turned, v, up);
    return (pd_quat){turned[0], turned[1], turned[2], q.w};
}

double pd_up_heading(pd_up up)
{
    double axis[3] = {0, 0, 0};

    axis[((int)up % 3 + 1) % 3] = 1;
    pd_up_point(axis, axis, up);
    return pd_atan2(axis[0], axis[2]);
}
