#ifndef PD_IO_COLLAPSE_H
#define PD_IO_COLLAPSE_H
/* Fewer triangles among the same vertices, of several meshes that share one budget: meshes that lose least by it give up most.
 *
 *     Q_v = w sum_t a_t p_t p_t^T + w B sum_e |e|^2 p_e p_e^T        p = (n, -n.x): planes of its triangles, and of the open edges, upright on them
 *     cost(u -> v) = x_v^T (Q_u + Q_v) x_v                           Garland and Heckbert 1997, onto one of the edge's own ends
 *
 * Edges collapse by cost, cheapest of all meshes first, some in each pass, none twice. Topology is not preserved: small separate pieces
 * vanish, and garments, whose pockets and seams are not manifold, are thinned out evenly. A collapse that folds a triangle over is not done.
 *
 * Space    metres. Memory  allocates while it runs. Threads  any.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_io_collapse {
    const float *points; /* (vertex_count,3) */
    uint32_t *corners;   /* (corner_count) in and out: three a triangle; vertices in one place are one */
    int vertex_count;
    size_t corner_count; /* in and out */
    double weight;       /* w: of its errors, above 0 */
    int times;           /* that each triangle counts, at least 1 */
} pd_io_collapse;

/* At most so many triangles of all together, or as few as there can be. False: no memory, and nothing is changed. */
bool pd_io_collapse_run(pd_io_collapse *meshes, int count, size_t triangles);

#endif
