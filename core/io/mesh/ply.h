#ifndef PD_IO_MESH_PLY_H
#define PD_IO_MESH_PLY_H
/* PLY 1.0, binary little-endian: vertices (x y z, with normals also nx ny nz; float32), then faces (uchar
 * count 3, int indices). PLY has no objects: several bodies follow one another, and vertices carry an int
 * property `body` with the body's number. Comments name frame, model and licence.
 */
#include "core/io/mesh/mesh.h"

pd_status pd_io_ply_write(pd_buffer *out, const pd_io_mesh *mesh, pd_error *err);

#endif
