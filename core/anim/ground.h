#ifndef PD_ANIM_GROUND_H
#define PD_ANIM_GROUND_H
/* The ground a character stands on: a heightfield over the xz plane, bilinear between its corners.
 *
 *     h(x, z) = lerp(lerp(H_ij, H_i,j+1, u), lerp(H_i+1,j, H_i+1,j+1, u), v)
 *     u = (x - x0)/cell - j,   v = (z - z0)/cell - i,   i, j whole
 *
 * H is row-major: row i runs along +z, column j along +x. Beyond its edges the ground goes on as high as at the edge. A ground
 * without heights (rows 0) is flat at y = 0: a zeroed struct is a valid ground.
 *
 * Units    metres, world space, +Y up.
 * Memory   heights belong to the struct: init / deinit. Const once filled: any number of threads.
 * Limits   2 to 4096 rows and columns each, cell from 1 mm to 100 m, |height| to 10 km; ERR_RANGE names the field.
 */
#include "core/base/error.h"
#include "core/math/vec3.h"

#define PD_ANIM_GROUND_MAX_SIDE 4096

typedef struct pd_anim_ground {
    int rows, columns; /* along z, along x; 0: flat          */
    double x, z;       /* where H_00 is                      */
    double cell;       /* between two corners                */
    float *heights;    /* (rows, columns)                    */
} pd_anim_ground;

/* Where the corners of a ground are: as in pd_anim_ground. */
typedef struct pd_anim_ground_grid {
    int rows, columns;
    double x, z, cell;
} pd_anim_ground_grid;

/* All heights 0. where: "/scene/ground", put before the field in an error. */
pd_status pd_anim_ground_init(pd_anim_ground *ground, pd_anim_ground_grid grid, const char *where,
                              pd_error *err);
void pd_anim_ground_deinit(pd_anim_ground *ground);

/* Also for NULL, which is flat. x and z finite. */
double pd_anim_ground_height(const pd_anim_ground *ground, double x, double z);
/* Unit, upwards: from central differences of half a cell. */
pd_vec3 pd_anim_ground_normal(const pd_anim_ground *ground, double x, double z);

#endif
