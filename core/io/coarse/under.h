#ifndef PD_IO_UNDER_H
#define PD_IO_UNDER_H
/* Finds hidden triangles of meshes that are worn one over another: jeans under a shirt, scalp under hair.
 * Coarse levels of detail leave them out.
 *
 *     a point is covered      when the segment from it along its normal, PD_IO_UNDER_REACH long, meets
 *                             another mesh from behind
 *     a triangle is hidden    when its three corners and its centroid are covered
 *
 * Spaces   the caller's, the same for all meshes; metres.   Memory  allocates while it runs.   Threads  any.
 * Errors   false: out of memory.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_IO_UNDER_REACH 0.04f /* metres: largest distance between a surface and what covers it */

typedef struct pd_io_under {
    const float *points;     /* (vertex_count,3)                                         */
    const uint32_t *corners; /* (corner_count) three vertices a triangle                 */
    int vertex_count;
    size_t corner_count;
    bool covers;          /* the mesh is opaque, so it hides what is under it            */
    unsigned char *under; /* out (corner_count / 3) 1: the triangle is hidden; 0: it is not */
} pd_io_under;

/* Sets `under` of all `count` meshes. Returns false when out of memory. */
bool pd_io_under_run(pd_io_under *meshes, int count);

#endif
