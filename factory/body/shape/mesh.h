#ifndef PD_FACTORY_BODY_SHAPE_MESH_H
#define PD_FACTORY_BODY_SHAPE_MESH_H
/* Fixed topology of the body mesh, and quantities computed on it: volume, areas, centroid, stature.
 *
 * The mesh is exactly mirror symmetric about x = 0: every vertex has a partner at (-x, y, z), bit for bit,
 * and quads map to quads. Everything that is learned is made symmetric with this table, so that the mirror
 * image of a body of the model is also a body of the model.
 *
 * Shapes   V vertices, Q quads, F = 2Q triangles. Vertices are float (V,3).
 * Space    any; metres, x = 0 the plane of symmetry, +Y up.
 * Memory   owned by the struct; const after init.
 */
#include "core/base/error.h"

#include <stdint.h>

typedef struct pd_factory_mesh {
    int vertex_count, quad_count, face_count;
    int (*quads)[4];     /* (Q) counter-clockwise seen from outside */
    int (*faces)[3];     /* (F) triangles: each quad cut along its shorter diagonal */
    int *mirror;         /* (V) partner of each vertex; a vertex on the axis has itself */
    int *neighbor_start; /* (V+1) offsets into neighbors */
    int *neighbors;      /* neighbours along the edges of quads, ascending */
} pd_factory_mesh;

/* Builds the tables. rest (V,3) determines partners and diagonals.
 * ERR_FORMAT when the mesh is not mirror symmetric. */
pd_status pd_factory_mesh_init(pd_factory_mesh *mesh, const float *rest, int vertex_count,
                               const int (*quads)[4], int quad_count, pd_error *err);
void pd_factory_mesh_deinit(pd_factory_mesh *mesh);

/* Replaces v_i by (v_i + M v_mirror(i)) / 2 with M = diag(-1,1,1):
 * exactly symmetric afterwards, also in rounding. */
void pd_factory_symmetrise(float *vertices, const pd_factory_mesh *mesh);

/* Returns the enclosed volume in cubic metres; positive when faces look outward. */
double pd_factory_volume(const float *vertices, const pd_factory_mesh *mesh);
/* Computes d volume / d vertex (V,3), square metres. */
void pd_factory_volume_gradient(double *gradient, const float *vertices, const pd_factory_mesh *mesh);
/* Computes areas (V): a third of each adjacent triangle, square metres; symmetric for symmetric vertices. */
void pd_factory_areas(double *areas, const float *vertices, const pd_factory_mesh *mesh);
/* Computes the area-weighted centroid, sum a_i v_i / sum a_i. */
void pd_factory_centroid(double center[3], const float *vertices, const double *areas, int vertex_count);
/* Returns max y - min y. */
double pd_factory_stature(const float *vertices, int vertex_count);

#endif
