#ifndef PD_IO_MESH_POINTS_H
#define PD_IO_MESH_POINTS_H
/* The vertices of a mesh file from outside, for registered meshes: OBJ's v lines, or x, y, z of
 * PLY's vertex element. Faces, normals and colours are ignored.
 *
 * OBJ   text; numbers after the third of a v line are ignored.
 * PLY   ascii, binary_little_endian and binary_big_endian 1.0; x, y, z of any scalar type, in any order and
 *       between other scalars. Elements before the vertices may not have lists.
 * Which of the two it is shows in the bytes ("ply" stands first).
 *
 * Limits   PD_IO_POINTS_MAX vertices; a count that the file cannot hold is refused before memory is taken.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name:line" or "name: vertex N"; the output is then NULL.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_IO_POINTS_MAX 2000000

/* *points (count,3) is malloc'd; finite numbers, at least one vertex. */
pd_status pd_io_points_read(float **points, int *count, pd_bytes file, const char *name, pd_error *err);

#endif
