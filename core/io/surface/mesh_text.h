#ifndef PD_IO_SURFACE_MESH_TEXT_H
#define PD_IO_SURFACE_MESH_TEXT_H
/* Readers of OBJ and PLY that hand vertices and triangles to a sink.
 *
 * OBJ   v and f lines; polygons become fans; negative numbers count from the end.
 * PLY   x, y, z of the element vertex, of any scalar type, in any order and between others; the list vertex_index or vertex_indices of the element face,
 *       polygons become fans; ascii, binary_little_endian and binary_big_endian 1.0; nx, ny, nz of the element vertex for a sink that asks for
 *       normals. Anything else is skipped.
 *
 * Memory   lines are taken into a buffer of their own; nothing is allocated for what a header announces.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "line 7", "byte 12" or "face 3"; what a sink returns ends the reading.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_io_mesh_sink {
    long most; /* vertices: a PLY that announces more is refused at its header; 0: any */
    pd_status (*vertex)(void *ctx, const double p[3],
                        pd_error *err); /* p as written: it may be no finite number */
    void (*normal)(
        void *ctx,
        const double n[3]); /* NULL: skipped. Of a PLY with nx, ny, nz: as written, before each vertex */
    pd_status (*face)(
        void *ctx, const uint32_t corners[3],
        pd_error *err); /* NULL: faces are skipped. Corners may be vertices that are not there */
    void *ctx;
} pd_io_mesh_sink;

/* Whether the file begins with "ply". */
bool pd_io_is_ply(pd_bytes file);
/* A PLY, or anything else as OBJ, in which lines that it does not know are skipped. */
pd_status pd_io_mesh_text_read(const pd_io_mesh_sink *sink, pd_bytes file, pd_error *err);

#endif
