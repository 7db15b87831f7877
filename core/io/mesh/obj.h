#ifndef PD_IO_MESH_OBJ_H
#define PD_IO_MESH_OBJ_H
/* Wavefront OBJ: text, 1-based indices; one `o` object per body, indices running on over the whole file.
 *
 *     o body_0 / v x y z / vn x y z / f a//a b//b c//c        (f a b c without normals)
 */
#include "core/io/mesh/mesh.h"

/* digits: decimals of positions (0 to 9); normals get at most 4 (their error is then below 0.003 degrees). */
pd_status pd_io_obj_write(pd_buffer *out, const pd_io_mesh *mesh, int digits, pd_error *err);

#endif
