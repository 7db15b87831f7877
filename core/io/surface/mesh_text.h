#ifndef PD_IO_SURFACE_MESH_TEXT_H
#define PD_IO_SURFACE_MESH_TEXT_H
/* Reads OBJ, PLY and OFF files and passes each vertex and triangle to callbacks.
 *
 * OBJ   lines v and f; polygons become fans of triangles; negative numbers count from the end.
 * PLY   1.0, ascii, binary_little_endian and binary_big_endian. From the element vertex: x, y, z of any
 *       scalar type, in any order, among other properties; nx, ny, nz when the sink takes normals. From the
 *       element face: the list vertex_index or vertex_indices; polygons become fans. Everything else is
 *       skipped.
 *
 * OFF   OFF, COFF, NOFF, STOFF and combinations, in text: counts, a vertex on each line, a polygon on each
 *       line; colours, normals and texture are skipped. The binary form is refused.
 *
 * A byte-order mark before the text is skipped.
 *
 * Memory   one line at a time is copied; the counts in a header allocate nothing.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "line 7", "byte 12" or "face 3". An error of a callback ends
 *          the reading and is returned.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_io_mesh_sink {
    long most; /* most vertices: the header of a PLY that announces more is refused; 0: no limit */
    pd_status (*vertex)(void *ctx, const double p[3],
                        pd_error *err); /* receives a position as written, which may be NaN or infinite */
    /* receives the normal of a PLY with nx, ny, nz, as written, before its vertex; NULL: skips normals */
    void (*normal)(void *ctx, const double n[3]);
    pd_status (*face)(
        void *ctx, const uint32_t corners[3],
        /* receives three numbers of vertices, not checked against their count; NULL: faces are skipped */
        pd_error *err);
    void *ctx; /* passed to the callbacks */
} pd_io_mesh_sink;

/* Returns whether the file begins as an OFF. */
bool pd_io_mesh_text_is_off(pd_bytes file);
/* Reads a PLY or OFF file; any other file is read as OBJ, whose unknown lines are skipped. */
pd_status pd_io_mesh_text_read(const pd_io_mesh_sink *sink, pd_bytes file, pd_error *err);

#endif
