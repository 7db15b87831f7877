#ifndef PD_IO_UNDER_H
#define PD_IO_UNDER_H
/* Which triangles of several meshes, worn one over the other, lie under another one and are not seen: jeans under a shirt, scalp under hair.
 *
 *     x is under          when the line from x along its normal, PD_IO_UNDER_REACH long, meets another mesh from behind
 *     a triangle is under when its corners and its middle are
 *
 * Space    metres. Memory  allocates while it runs. Threads  any.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_IO_UNDER_REACH 0.04f

typedef struct pd_io_under {
    const float *points;     /* (vertex_count,3) */
    const uint32_t *corners; /* (corner_count): three a triangle */
    int vertex_count;
    size_t corner_count;
    bool covers;          /* opaque */
    unsigned char *under; /* (corner_count / 3) out: 1 or 0 */
} pd_io_under;

/* False: no memory. */
bool pd_io_under_run(pd_io_under *meshes, int count);

#endif
