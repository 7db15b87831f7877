#ifndef TESTS_SUPPORT_CAMERAS_H
#define TESTS_SUPPORT_CAMERAS_H
/* Cameras in a ring around people, and their projections of points,
 * by formulas independent of the library. */
#include "core/base/rng.h"
#include "core/observe/term.h"
#include "tests/support/cmocka.h"

/* Makes `count` cameras 4 m from the y axis, 1 m to 2 m high, evenly over `arc` radians from the front, with
 * 1000 pixels of focal length. */
static inline void cameras_ring(pd_observe_camera *out, int count, double arc)
{
    for (int i = 0; i < count; i++) {
        const double yaw = count > 1 ? arc * i / (count - 1) : 0, height = 1 + 0.5 * (i % 3);
        const double place[3] = {4 * sin(yaw), height, 4 * cos(yaw)};
        const double length = sqrt(16 + (height - 1) * (height - 1));
        const double z[3] = {-place[0] / length, (1 - height) / length,
                             -place[2] / length}; /* to (0, 1, 0) */
        const double x[3] = {cos(yaw), 0, -sin(yaw)};
        const double y[3] = {z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]};
        const double *rows[3] = {x, y, z};
        out[i] = (pd_observe_camera){.fx = 1000, .fy = 1000, .cx = 960, .cy = 540};
        for (int r = 0; r < 3; r++) {
            memcpy(out[i].rotation + 3 * r, rows[r], sizeof x);
            out[i].translation[r] = -(rows[r][0] * place[0] + rows[r][1] * place[1] + rows[r][2] * place[2]);
        }
    }
}

static inline void cameras_see(double pixel[2], const pd_observe_camera *c, const double x[3], double noise,
                               pd_rng *rng)
{
    double at[3];
    for (int r = 0; r < 3; r++)
        at[r] = c->rotation[3 * r] * x[0] + c->rotation[3 * r + 1] * x[1] + c->rotation[3 * r + 2] * x[2] +
                c->translation[r];
    assert_true(at[2] > 0.5);
    pixel[0] = c->fx * at[0] / at[2] + c->cx + (noise > 0 ? noise * pd_rng_normal(rng) : 0);
    pixel[1] = c->fy * at[1] / at[2] + c->cy + (noise > 0 ? noise * pd_rng_normal(rng) : 0);
}

#endif
