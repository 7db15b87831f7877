#ifndef PD_SMPL_SECTION_H
#define PD_SMPL_SECTION_H
/* Plane sections of a triangle mesh, and girths around them as a tape measures them.
 *
 * A girth is the perimeter of the convex hull of the points where a plane cuts the triangles. The search for
 * the least or greatest girth between two levels cuts many parallel planes. A slab therefore first gathers
 * the triangles between the two levels, and each plane is tested against those only.
 *
 * Shapes   V vertices, F triangles.
 * Spaces   model space, metres; a level is dot(normal, point).
 * Memory   the caller's: triangles and ranges (at least as many as are gathered), points (twice that).
 */
#include <stddef.h>
#include <stdint.h>

typedef struct pd_smpl_slab {
    const float *vertices; /* (V,3)                                                                  */
    const uint32_t *faces; /* (F,3)                                                                  */
    uint32_t *triangles;   /* Numbers of the gathered triangles. */
    float (*ranges)[2];    /* Least and greatest level of the corners of each gathered triangle. */
    double (*points)[2];   /* Points of one section, in the plane's coordinates. */
    int triangle_count, point_count;
    double normal[3]; /* Unit length. */
    /* The plane's own two axes, unit length; with the normal they form a right-handed frame. */
    double across[2][3];
} pd_smpl_slab;

/* Gathers the triangles of `from` (count) that have a corner at or below `high` and one at or above `low`. */
void pd_smpl_slab_gather(pd_smpl_slab *slab, const uint32_t *from, int count, const double normal[3],
                         double low, double high);
/* Intersects the gathered triangles with the plane at `level`: two points each, into slab->points. */
void pd_smpl_slab_cut(pd_smpl_slab *slab, double level);
/* Returns the perimeter of the section's hull at `level`; 0 when the plane meets nothing. */
double pd_smpl_slab_girth(pd_smpl_slab *slab, double level);
/* Returns the least (sign -1) or greatest (sign +1) girth between two levels: 12 planes, then a
 * golden-section search between the neighbours of the best, to 0.004 of the range. *level (may be NULL): the
 * level of the result. */
double pd_smpl_slab_extreme(pd_smpl_slab *slab, double low, double high, int sign, double *level);

/* Returns the perimeter of the convex hull of points; reorders them. */
double pd_smpl_hull_perimeter(double (*points)[2], int count);
/* Returns the length of the lower half of the hull (least second coordinate), from the least to the greatest
 * first coordinate: a tape along a back. Reorders the points. */
double pd_smpl_hull_lower_length(double (*points)[2], int count);

#endif
