#ifndef PD_KERNEL_BODY_RAYS_H
#define PD_KERNEL_BODY_RAYS_H
/* Crossings of parallel rays with the triangles of a surface. core/smpl/surface/inside.h counts with them how
 * often a body winds around points.
 *
 *     e_k(p)   = du_k (v - v_k) - dv_k (u - u_k)            twice the area between the point and edge k; du,
 *                                                           dv: along the edge
 *     crossed    where all three e_k are above 0 (sign +1: the ray leaves the body) or all are below (-1)
 *     height   = sum_k e_k h_k / sum_k e_k                  h_k: the height of the corner opposite edge k
 *
 * (u_k, v_k) is the lower end of edge k, in u and then in v, so that the two triangles that share it agree on
 * which side of it a point is.
 *
 * Rays run along `axis`; u and v are the next two axes in turn. Points are sorted by the cells of a grid over
 * u and v: those of cell (i, j) are cell_start[i side[1] + j] .. cell_start[i side[1] + j + 1] - 1. A
 * triangle meets only points of cells that its bounding box covers.
 *
 * Order    triangles from the first to the last, each product and sum rounded by itself: every version gives
 *          the same bits.
 * Shapes   F triangles; rows of `box` are as long as F rounded up to PD_K_RAYS_LANES, and what stands after F
 *          is not used. N points.
 * Memory   nothing is allocated.   Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stddef.h>
#include <stdint.h>

#define PD_K_RAYS_LANES     16
#define PD_K_RAYS_CROSSINGS 14 /* Crossings of a ray that are stored at most. */

/* Crossings in their order along the ray. */
typedef struct pd_k_rays_crossings {
    int count;
    float distance[PD_K_RAYS_CROSSINGS];   /* Distances along the ray, metres. */
    signed char sign[PD_K_RAYS_CROSSINGS]; /* +1: the ray leaves the body; -1: it enters. */
} pd_k_rays_crossings;

typedef struct pd_k_rays {
    const float *vertices; /* (V,3) */
    const uint32_t *faces; /* (F,3) */
    const float *box;      /* (6,F) Bounding boxes: least x, y, z, then largest. */
    int face_count, axis;
    /* The grid: its low corner, cells a metre, cells along u and v. */
    float low[2], per[2];
    int side[2];
    const int *cell_start;          /* (side[0] * side[1] + 1) */
    const float *u, *v;             /* (N) Sorted; PD_K_RAYS_LANES more can be read. */
    const float *height;            /* (N) Along the ray; as many more can be read. */
    const int *index;               /* (N) Which ray: its place in the results. */
    signed char *winding;           /* (N) In and out: the sign of each crossing above its point is added. */
    pd_k_rays_crossings *crossings; /* (N) In and out: crossings are inserted; NULL: they are not stored. */
    int *sums;                      /* (N) Scratch; as many more can be written. */
} pd_k_rays;

/* Work of one call: numbers of what was compared. */
typedef struct pd_k_rays_work {
    long rows;   /* rows of cells, each with one triangle */
    long points; /* points with a triangle near them */
} pd_k_rays_work;

typedef pd_k_rays_work pd_k_rays_cross(const pd_k_rays *rays);
extern pd_k_rays_cross pd_k_rays_cross_ref, pd_k_rays_cross_avx2;

/* Returns the version for the processor that pd_k_cpu_init chose. */
pd_k_rays_cross *pd_k_rays_get(void);

#endif
