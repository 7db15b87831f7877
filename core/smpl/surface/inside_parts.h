#ifndef PD_SMPL_INSIDE_PARTS_H
#define PD_SMPL_INSIDE_PARTS_H
/* Parts of finding vertices inside the surface. Only inside*.c include this header; inside.h describes the
 * search.
 *
 *     inside        memory, boxes and normals of a surface that changes, windings about points
 *     inside_depth  orders the triangles near the vertices that are inside, and finds the depth of these
 *
 * Spaces   metres, any space.
 * Memory   the arrays of pd_smpl_inside.
 * Threads  a pd_smpl_inside is scratch of one thread.
 * Errors   none.
 */
#include "core/math/triangle.h"
#include "core/smpl/surface/inside.h"

#include <math.h>
#include <stdbool.h>

/* Metres above its vertex that a point is tested.
 * Tuned with contact.c's constants, and measured with them (there). */
#define PD_SMPL_INSIDE_LIFT     1e-4f
#define PD_SMPL_INSIDE_BINS_MAX (1 << 15) /* largest number of cubes of triangles */

/* Nanoseconds of work: least squares of the relative error over 376 bodies, exact and smooth contact, with
 * betas of up to 10, all but 30 in random poses, on one core of a Xeon (Emerald Rapids class) with others at
 * work beside it, each the least of two to five runs. The estimate is 0.77 to 1.18 of what a body took for
 * nine of ten, exact contact, and 0.69 to 1.12, smooth contact. Costs that rise together were kept in the
 * proportion in which perf found them. */
#define PD_SMPL_INSIDE_COMPARE_NS  2    /* a vertex with a triangle near it */
#define PD_SMPL_INSIDE_REACH_NS    2    /* a vertex with a box around triangles */
#define PD_SMPL_INSIDE_VERTEX_NS   1500 /* a vertex that is inside: its bound, guess and nearest points */
#define PD_SMPL_INSIDE_CROSSING_NS 2    /* a ray with a triangle */
#define PD_SMPL_INSIDE_ROW_NS      12   /* a triangle with a row of cells */
#define PD_SMPL_INSIDE_BOX_NS      2.3  /* a triangle with the grid of all rays */
#define PD_SMPL_INSIDE_DIRTY_NS    14   /* normals and box of a triangle */
/* plane, centre, place and block of a triangle, and memory beyond caches */
#define PD_SMPL_INSIDE_NEAR_NS     150

/* Returns the k-th corner of a triangle. */
static inline const float *pd_smpl_inside_corner(const pd_smpl_inside *s, size_t face, int k)
{
    return s->p + 3 * (size_t)s->data->faces[3 * face + (size_t)k];
}

/* Scales a vector to length 1; a vector of length 0 stays. */
static inline void pd_smpl_inside_make_unit(float n[3])
{
    float length = sqrtf(pd_dot3f(n, n));
    float scale = length > 0 ? 1 / length : 0;
    for (int c = 0; c < 3; c++) n[c] *= scale;
}

/* Returns a number of triangles, rounded up to whole vectors of the ray kernel. */
static inline size_t pd_smpl_inside_padded(int face_count)
{
    return ((size_t)face_count + PD_K_RAYS_LANES - 1) / PD_K_RAYS_LANES * PD_K_RAYS_LANES;
}

#endif
