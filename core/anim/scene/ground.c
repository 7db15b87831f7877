#include "core/anim/scene/ground.h"

#include "core/base/assert.h"
#include "core/base/size.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pd_status refuse_ground(const char *where, const char *field, double value, const char *range,
                               pd_error *err)
{
    return pd_fail(err, PD_ERR_RANGE, where, "%s: %g; %s allowed", field, value, range);
}

pd_status pd_anim_ground_init(pd_anim_ground *ground, pd_anim_ground_grid grid, const char *where,
                              pd_error *err)
{
    const int rows = grid.rows;
    const int columns = grid.columns;

    memset(ground, 0, sizeof *ground);
    if (rows < 2 || rows > PD_ANIM_GROUND_MAX_SIDE)
        return refuse_ground(where, "rows", rows, "2 to 4096", err);
    if (columns < 2 || columns > PD_ANIM_GROUND_MAX_SIDE)
        return refuse_ground(where, "columns", columns, "2 to 4096", err);
    if (!(grid.cell >= 0.001 && grid.cell <= 100))
        return refuse_ground(where, "cell", grid.cell, "0.001 to 100 m", err);
    if (!(fabs(grid.x) <= 1e6)) return refuse_ground(where, "x", grid.x, "-1e6 to 1e6 m", err);
    if (!(fabs(grid.z) <= 1e6)) return refuse_ground(where, "z", grid.z, "-1e6 to 1e6 m", err);

    float *heights = calloc((size_t)rows * (size_t)columns, sizeof *heights);
    if (!heights)
        return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for a ground of %d x %d", rows, columns);
    *ground = (pd_anim_ground){
        .rows = rows, .columns = columns, .x = grid.x, .z = grid.z, .cell = grid.cell, .heights = heights};

    return PD_OK;
}

void pd_anim_ground_deinit(pd_anim_ground *ground)
{
    free(ground->heights);
    memset(ground, 0, sizeof *ground);
}

/* Finds the interval, of count - 1, that contains a coordinate, and the position within it. */
static int interval(double *part, double at, int count)
{
    at = pd_fmin(pd_fmax(at, 0), count - 1);
    int i = (int)at;
    if (i > count - 2) i = count - 2;
    PD_DEBUG_ASSERT(count >= 2 && i >= 0 && i <= count - 2);
    *part = at - i;

    return i;
}

double pd_anim_ground_height(const pd_anim_ground *ground, double x, double z)
{
    if (!ground || !ground->rows) return 0;
    double u, v;
    int j = interval(&u, (x - ground->x) / ground->cell, ground->columns);
    int i = interval(&v, (z - ground->z) / ground->cell, ground->rows);
    const float *near = ground->heights + (size_t)i * (size_t)ground->columns + j;
    const float *far = near + ground->columns;

    return (1 - v) * ((1 - u) * near[0] + u * near[1]) + v * ((1 - u) * far[0] + u * far[1]);
}

pd_vec3 pd_anim_ground_normal(const pd_anim_ground *ground, double x, double z)
{
    if (!ground || !ground->rows) return pd_vec3_make(0, 1, 0);
    double e = ground->cell / 2;
    double dx = pd_anim_ground_height(ground, x + e, z) - pd_anim_ground_height(ground, x - e, z);
    double dz = pd_anim_ground_height(ground, x, z + e) - pd_anim_ground_height(ground, x, z - e);
    return pd_vec3_unit_or(pd_vec3_make(-dx, 2 * e, -dz), pd_vec3_make(0, 1, 0));
}
