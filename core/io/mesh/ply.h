#ifndef PD_IO_MESH_PLY_H
#define PD_IO_MESH_PLY_H
/* Writes PLY 1.0, binary little-endian: vertices (x y z and, with normals, nx ny nz; float32), then faces
 * (uchar count 3, int indices).
 *
 * PLY has no objects: several bodies follow one another, and each vertex has an int property `body`, the
 * number of its body. Comments name frame, model and licence.
 */
#include "core/io/mesh/mesh.h"

/* Appends the file. */
pd_status pd_io_ply_write(pd_buffer *out, const pd_io_mesh *mesh, pd_error *err);

#endif
