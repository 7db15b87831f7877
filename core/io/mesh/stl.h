#ifndef PD_IO_MESH_STL_H
#define PD_IO_MESH_STL_H
/* Writes binary STL: 80 bytes of header text, a uint32 count, then for each triangle its normal, three
 * corners and two attribute bytes.
 *
 * STL has no shared vertices, names or vertex normals. The normal of a triangle is computed, 0 for a triangle
 * without area. Several bodies follow one another. The attribute is 0, as the format requires.
 */
#include "core/io/mesh/mesh.h"

/* Returns the bytes of a file with that many bodies of `faces` triangles each. */
size_t pd_io_stl_bytes(size_t bodies, size_t faces);
/* Appends the file. */
pd_status pd_io_stl_write(pd_buffer *out, const pd_io_mesh *mesh, pd_error *err);

#endif
