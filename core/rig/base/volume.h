#ifndef PD_RIG_VOLUME_H
#define PD_RIG_VOLUME_H
/* A mesh as a solid: the cells that lie inside, and their distance from the outside (the distance field of
 * Baran and Popovic 2007).
 *
 * Inside    along x, y and z the signed crossings of the surface are summed; a cell is inside if at least two
 *           of the three sums are positive. This is robust against holes, open ends and overlapping islands.
 *           Cells that the surface passes through are inside as well, so that parts thinner than a cell are
 *           not lost.
 * Distance  Euclidean and exact between the centres of cells (Felzenszwalb, Huttenlocher 2012), in cells; 0
 *           outside.
 *
 * Spaces   the mesh's present one (mesh.h).   Shapes  (size[2], size[1], size[0]), x innermost.
 * Memory   _init allocates; the owner calls pd_rig_volume_deinit; up to 2.4 million cells of 5 bytes, 12
 *          during _init.
 * Threads  const after _init.
 * Errors   ERR_MEMORY; ERR_INVALID "mesh": so many large triangles that filling would take more than a
 *          billion steps.
 */
#include "core/rig/base/mesh.h"

#include <stdbool.h>

#define PD_RIG_VOLUME_CELLS 112 /* number of cells along the longest side */

typedef struct pd_rig_volume {
    int size[3];
    double low[3], cell; /* centre of cell (0,0,0), and the width of a cell */
    float *distance;     /* distance of each cell, in cells */
} pd_rig_volume;

/* Fills the solid of a mesh. */
pd_status pd_rig_volume_init(pd_rig_volume *out, const pd_rig_mesh *mesh, pd_error *err);
void pd_rig_volume_deinit(pd_rig_volume *volume);

/* Returns the distance of the cell that contains the point, in the mesh's unit; 0: outside. */
double pd_rig_volume_at(const pd_rig_volume *volume, const double point[3]);
/* Returns the smallest distance along a segment, sampled once per cell. */
double pd_rig_volume_along(const pd_rig_volume *volume, const double from[3], const double to[3]);
/* Writes the centre of a cell. */
void pd_rig_volume_middle(double out[3], const pd_rig_volume *volume, int x, int y, int z);

#endif
