#ifndef PD_SMPL_SECTION_H
#define PD_SMPL_SECTION_H
/* Plane sections of a triangle mesh and the tape around them.
 *
 * A girth is the perimeter of the convex hull of the points where a plane cuts the triangles. Looking for the
 * least or greatest girth between two levels cuts many parallel planes: a slab first gathers the triangles
 * that lie between the two levels, so that each plane is tested against those only.
 *
 * Spaces   model space, metres; a level is dot(normal, point).
 * Memory   the caller's: triangles and ranges (at least as many as are gathered), points (twice that).
 */
#include <stddef.h>
#include <stdint.h>

typedef struct pd_smpl_slab {
    const float *vertices; /* (V,3)                                                                  */
    const uint32_t *faces; /* (F,3)                                                                  */
    uint32_t *triangles;   /* gathered: numbers of faces                                             */
    float (*ranges)[2];    /* of the gathered: least and greatest level of their corners             */
    double (*points)[2];   /* of one section, in the plane                                           */
    int triangle_count, point_count;
    double normal[3];    /* unit                                                                   */
    double across[2][3]; /* unit, with the normal a right-handed frame: the plane's own two axes   */
} pd_smpl_slab;

/* Gathers those of `from` that have a corner at or below `high` and one at or above `low`. */
void pd_smpl_slab_gather(pd_smpl_slab *slab, const uint32_t *from, int count, const double normal[3],
                         double low, double high);
/* Where the plane at `level` cuts the gathered triangles: two points each, in points. */
void pd_smpl_slab_cut(pd_smpl_slab *slab, double level);
/* Perimeter of the hull of the section at `level`; 0 when the plane meets nothing. */
double pd_smpl_slab_girth(pd_smpl_slab *slab, double level);
/* The least (sign -1) or greatest (sign +1) girth between two levels: 12 planes, then a golden section between
 * the neighbours of the best, to 0.004 of the range. *level (may be NULL) is where. */
double pd_smpl_slab_extreme(pd_smpl_slab *slab, double low, double high, int sign, double *level);

/* Perimeter of the convex hull; reorders the points. */
double pd_smpl_hull_perimeter(double (*points)[2], int count);
/* Length of the lower half of the hull (least second coordinate), from the least to the greatest first one: a
 * tape along a back. Reorders the points. */
double pd_smpl_hull_lower_length(double (*points)[2], int count);

#endif
