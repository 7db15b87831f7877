#ifndef PD_IO_COLLAPSE_H
#define PD_IO_COLLAPSE_H
/* Simplifies several meshes together to a total number of triangles, for coarser levels of detail. The
 * vertices stay as they are; only the triangles change.
 *
 *     Q_v = w sum_t a_t p_t p_t^T + w B sum_e |e|^2 p_e p_e^T
 *         p = (n, -n.x): planes of the vertex's triangles t of area a_t, and planes at right angles to them
 *         through its open edges e; B = 1; w: of the mesh, times the gain of the triangle
 *     cost(u -> v) = |x_v^T (Q_u + Q_v) x_v|
 *         Garland and Heckbert 1997; x_v = (position of v, 1); u moves to v
 *
 * Each pass collapses edges in the order of their cost over all meshes, so meshes whose shape changes least
 * lose most triangles. The vertices of all triangles around a collapsed edge wait for the next pass, and a
 * collapse that would fold a triangle over is skipped. Topology is not preserved: small separate pieces
 * vanish, and garments, whose pockets and seams are not manifold, are thinned evenly.
 *
 * Spaces   the caller's, the same for all meshes; metres.   Memory  allocates while it runs.   Threads  any.
 * Errors   false: out of memory.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_io_collapse {
    /* (vertex_count,3) */
    const float *points;
    /* in, out (corner_count) three vertices a triangle. Where several vertices have the same position, all
     * triangles must refer to one of them (a shadow index buffer):
     * otherwise every seam counts as open edges */
    uint32_t *corners;
    int vertex_count;
    /* three times the number of triangles; in: of the mesh, out: of the simplified mesh */
    size_t corner_count;
    /* w > 0: importance of this mesh's errors beside those of the others */
    double weight;
    int times; /* how often each triangle counts for `triangles`, at least 1; 2 if it is written twice */
    /* (vertex_count) rank of each vertex: one never moves to another of a lower rank, as those of a seam to
     * those beside it. NULL: all the same */
    const unsigned char *ranks;
    /* out (corner_count / 3) of the mesh that each remaining triangle was. NULL: not wanted */
    uint32_t *origins;
    /* (vertex_count) factor of w at each vertex; a triangle has the mean of its corners. NULL: 1 */
    const float *gains;
} pd_io_collapse;

/* Simplifies `count` meshes until they have at most `triangles` triangles together, each counted `times`
 * times, or until no edge can collapse. Returns false, with the meshes unchanged, when out of memory. */
bool pd_io_collapse_run(pd_io_collapse *meshes, int count, size_t triangles);

#endif
