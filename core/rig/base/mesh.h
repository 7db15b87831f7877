#ifndef PD_RIG_MESH_H
#define PD_RIG_MESH_H
/* A mesh as rigging sees it: welded, upright, one unit high.
 *
 *     x = s R (v - o)          v in the file's world, R a rotation, s = 1 / height
 *
 * with y = 0 at the lowest vertex, x = z = 0 at the mean of the surface. Vertices nearer than 1e-6 of the height are one (seams of
 * texture and normal); triangles without area or with two corners at one place are left out. Islands are the components connected by edges.
 *
 * Turned       two triangles that share an edge must run along it in opposite directions; where they do not, the side of the smaller connected area is flipped.
 * Inside out   an island whose volume is negative has its triangles flipped; where that is most of the surface the mesh is refused, since
 *              the file as a whole is then inside out. Triangles in mixed winding do not count for that.
 * Shapes   V welded vertices, F triangles, N vertices of the file.
 * Memory   one owner: pd_rig_mesh_deinit.   Threads  const after _init.
 * Errors   ERR_INVALID "mesh": no extent, inside out.
 */
#include "core/base/error.h"

#include <stdint.h>

typedef struct pd_rig_mesh {
    int vertex_count, face_count, source_count; /* V, F, N */
    double *points;                             /* (V,3) */
    double *normals;                            /* (V,3) unit, by area; 0 0 1 where there is no triangle */
    double *areas;                              /* (V) a third of the triangles around                 */
    uint32_t *faces;                            /* (F,3) */
    int *welded;                                /* (N) the vertex that a vertex of the file became     */
    int *
        islands; /* (V) number of its island, the largest area first; island_count and more: in no triangle */
    int island_count;
    double area;
    double upright[12]; /* rows of [R | -R o] : from the file's world, in its units */
    double height;      /* in the file's units                                    */
    /* what was repaired */
    int dropped_faces, turned_faces, turned_islands, merged_vertices, border_edges;
} pd_rig_mesh;

/* vertices (N,3), faces (F,3): as core/io/surface has them. turn: R. */
pd_status pd_rig_mesh_init(pd_rig_mesh *out, const float *vertices, int count, const uint32_t *faces,
                           int face_count, const double turn[9], pd_error *err);
/* Stands the same mesh another way: as _init with this R, without welding it again. On failure (no extent) it is turned and not placed. */
pd_status pd_rig_mesh_turn(pd_rig_mesh *mesh, const double turn[9], pd_error *err);
void pd_rig_mesh_deinit(pd_rig_mesh *mesh);

#endif
