#ifndef PD_IO_MESH_STL_H
#define PD_IO_MESH_STL_H
/* Binary STL: 80 bytes of header text, uint32 count, then per triangle its normal, three corners and two
 * attribute bytes. No shared vertices, no names, no vertex normals: the facet normal is computed, 0 for a
 * triangle without area. Several bodies follow one another; the attribute stays 0 as the format asks.
 */
#include "core/io/mesh/mesh.h"

/* Of a whole file. */
size_t pd_io_stl_bytes(size_t bodies, size_t faces);
pd_status pd_io_stl_write(pd_buffer *out, const pd_io_mesh *mesh, pd_error *err);

#endif
