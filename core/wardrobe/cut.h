#ifndef PD_WARDROBE_CUT_H
#define PD_WARDROBE_CUT_H
/* Cuts an item along a line: keeps the part of its surface where a field is not negative.
 *
 *     f(p) = (1 - t) f_a + t f_b on an edge a, b;  the cut goes through f = 0
 *
 * Triangles that the line crosses are clipped (Sutherland and Hodgman 1974). A new vertex takes everything
 * from the two ends of its edge by linear interpolation, so that it lies on the surface of the uncut item on
 * every body: template, directions, texture coordinates, joints (the four largest weights) and anchors (the
 * three largest, scaled to sum 1).
 *
 * Spaces   those of the item.
 * Memory   _cut allocates the arrays of *out.
 * Threads  pure function.
 * Errors   ERR_MEMORY; ERR_LIMIT: nothing is
 * left, or more vertices than an item may have.
 */
#include "core/wardrobe/wardrobe.h"

/* Vertices up to this far outside of the line stay, which avoids slivers. */
#define PD_WARDROBE_CUT_SNAP 0.001f

/* Makes *out from the kept part of `in`. field (in->vertex_count).
 * Names, texts and hides are copied. Empty on failure. */
pd_status pd_wardrobe_cut(pd_wardrobe_item *out, const pd_wardrobe_item *in, const float *field,
                          pd_error *err);

#endif
