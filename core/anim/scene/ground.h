#ifndef PD_ANIM_SCENE_GROUND_H
#define PD_ANIM_SCENE_GROUND_H
/* The ground a character stands on: a heightfield over the xz plane, interpolated bilinearly.
 *
 *     h(x, z) = lerp(lerp(H_ij, H_i,j+1, u), lerp(H_i+1,j, H_i+1,j+1, u), v)
 *     u = (x - x0)/cell - j,   v = (z - z0)/cell - i,   i, j integers, 0 <= u, v <= 1
 *
 * H is row-major: row i runs along +z, column j along +x. Beyond the edges the ground continues at the height
 * of the nearest edge point. A ground without heights (rows 0) is flat at y = 0, so a zeroed struct is a
 * valid ground.
 *
 * Units    metres, world space, +Y up.
 * Memory   heights belong to the struct: init / deinit. Const once filled: any number of threads.
 * Limits   2 to 4096 rows and columns each, cell from 1 mm to 100 m, |height| to 10 km; ERR_RANGE names the
 *          field.
 */
#include "core/base/error.h"
#include "core/math/vec3.h"

#define PD_ANIM_GROUND_MAX_SIDE 4096

typedef struct pd_anim_ground {
    int rows, columns; /* Numbers of heights along z and along x; 0: flat ground. */
    double x, z;       /* Position of H_00. */
    double cell;       /* Distance between neighbouring heights. */
    float *heights;    /* (rows, columns) Heights H. */
} pd_anim_ground;

/* The layout of a ground without its heights; fields as in pd_anim_ground. */
typedef struct pd_anim_ground_grid {
    int rows, columns;
    double x, z, cell;
} pd_anim_ground_grid;

/* Allocates a ground with all heights 0. where: JSON pointer such as "/scene/ground", put before the field's
 * name in an error. */
pd_status pd_anim_ground_init(pd_anim_ground *ground, pd_anim_ground_grid grid, const char *where,
                              pd_error *err);
void pd_anim_ground_deinit(pd_anim_ground *ground);

/* Returns the height at (x, z), which must be finite. A NULL ground is flat. */
double pd_anim_ground_height(const pd_anim_ground *ground, double x, double z);
/* Returns the unit normal, pointing up, from central differences over half a cell. */
pd_vec3 pd_anim_ground_normal(const pd_anim_ground *ground, double x, double z);

#endif
