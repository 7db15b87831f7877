#ifndef PD_IO_SURFACE_DRACO_H
#define PD_IO_SURFACE_DRACO_H
/* Decodes a triangle mesh that was compressed by Draco (bitstream 2.2, sequential or edgebreaker), with
 * Google's library.
 *
 * The implementation, draco.cc, is the project's only C++ file: the library has no C interface. Its
 * exceptions do not leave draco.cc. It is compiled where libdraco-dev is installed (PD_WITH_DRACO); callers
 * without it must not refer to these functions.
 *
 * Trust    the bytes may be hostile. A few bytes can announce a mesh of gigabytes, so the counts in the
 *          stream are compared with the limits below after each header, before memory for them is allocated.
 * Units    those of the stream: numbers are dequantised and otherwise unchanged.
 * Memory   one owner: pd_io_draco_close.   Threads  pure.
 */
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PD_IO_DRACO_MEMORY    (192 << 20) /* most bytes that decoding one mesh may take */
#define PD_IO_DRACO_WHY_BYTES 160

typedef struct pd_io_draco_mesh pd_io_draco_mesh;

typedef struct pd_io_draco_counts {
    uint32_t points, faces;
} pd_io_draco_counts;

/* Decodes a mesh of at most `most` points and faces. On failure returns NULL, and `why` holds the reason. */
pd_io_draco_mesh *pd_io_draco_open(pd_bytes stream, pd_io_draco_counts most, char why[PD_IO_DRACO_WHY_BYTES]);
void pd_io_draco_close(pd_io_draco_mesh *mesh);

/* Returns the numbers of points and faces, which give the sizes of the outputs below. */
pd_io_draco_counts pd_io_draco_counts_of(const pd_io_draco_mesh *mesh);
/* Writes 3 numbers of points for each face: out (faces,3). */
void pd_io_draco_faces(uint32_t *out, const pd_io_draco_mesh *mesh);
/* Components of the attribute with that unique id; 0: there is none. */
int pd_io_draco_width(const pd_io_draco_mesh *mesh, uint32_t id);
/* Writes the attribute of every point, densely packed, as glTF's component type (5120 int8 .. 5126 float32):
 * out (points,width). false: a value does not fit into that type. */
bool pd_io_draco_values(void *out, const pd_io_draco_mesh *mesh, uint32_t id, int component);

#ifdef __cplusplus
}
#endif
#endif
