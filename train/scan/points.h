#ifndef PD_TRAIN_SCAN_POINTS_H
#define PD_TRAIN_SCAN_POINTS_H
/* Reads the vertices of OBJ and PLY files (core/io/surface/mesh_text.h), for registered meshes. Faces,
 * normals and colours are ignored. scan.h reads scans: more formats, normals, and points that are missing.
 *
 * Limits   PD_TRAIN_POINTS_MAX vertices; coordinates within 1e6.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name: line 7" or "name: vertex 3"; the output is then NULL.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_TRAIN_POINTS_MAX 2000000

/* Reads the vertices of a mesh: *points (count,3), malloc'd, in the file's units and axes. Numbers are
 * finite, and there is at least one vertex. ERR_FORMAT, ERR_RANGE, ERR_MEMORY. */
pd_status pd_train_points_read(float **points, int *count, pd_bytes file, const char *name, pd_error *err);

#endif
