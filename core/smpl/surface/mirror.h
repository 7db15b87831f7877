#ifndef PD_SMPL_SURFACE_MIRROR_H
#define PD_SMPL_SURFACE_MIRROR_H
/* Left and right of a surface: what is done to one triangle or vertex after another is done to mirror images at once, so that a
 * mirrored body gets the mirrored result.
 *
 * Order    each one is followed by its mirror image, where it has another; else in the order of their numbers.
 * Shapes   V vertices, F triangles.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

/* face_mirror (F): the triangle whose corners mirror its own; itself across the middle; -1: there is none, as in a model without `mirror`.
 * false: out of memory. */
bool pd_smpl_mirror_faces(int *face_mirror, const pd_smpl_data *data);
/* order (count): 0 .. count-1 by pairs. mirror (count): places or -1; NULL: none has one. */
void pd_smpl_mirror_order(int *order, const int *mirror, int count);

#endif
