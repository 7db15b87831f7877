#ifndef PD_SMPL_SURFACE_MIRROR_H
#define PD_SMPL_SURFACE_MIRROR_H
/* Mirror pairs of triangles and vertices. Algorithms that treat one element after another treat mirror images
 * together, so that a mirrored body gets the mirrored result.
 *
 * Order    each element is followed by its mirror image where it has a different one; otherwise elements are
 *          in the order of their numbers.
 * Shapes   V vertices, F triangles.
 */
#include "core/smpl/data/data.h"

#include <stdbool.h>

/* Writes face_mirror (F): the triangle whose corners are the mirror images of this one's corners; itself
 * across the middle; -1: none, as in a model without `mirror`. Returns false when out of memory. */
bool pd_smpl_mirror_faces(int *face_mirror, const pd_smpl_data *data);
/* Writes order (count): the numbers 0 .. count-1, mirror pairs adjacent. mirror (count): mirror image of each
 * or -1; NULL: no element has one. */
void pd_smpl_mirror_order(int *order, const int *mirror, int count);

#endif
