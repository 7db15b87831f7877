#ifndef PD_IO_MESH_OBJ_H
#define PD_IO_MESH_OBJ_H
/* Writes Wavefront OBJ: text with one object `o` for each body; indices begin at 1 and continue over the
 * whole file.
 *
 *     o body_0 / v x y z / vn x y z / f a//a b//b c//c        (f a b c without normals)
 */
#include "core/io/mesh/mesh.h"

/* Appends the file. Positions have `digits` decimals (0 to 9);
 * normals have at most 4, with an error below 0.003 degrees. */
pd_status pd_io_obj_write(pd_buffer *out, const pd_io_mesh *mesh, int digits, pd_error *err);

#endif
