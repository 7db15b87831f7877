#ifndef PD_RIG_MESH_H
#define PD_RIG_MESH_H
/* Prepares a mesh for rigging: welded, upright, one unit high.
 *
 *     x = s R (v - o)          v in the file's world, R a rotation, s = 1 / height
 *
 * with y = 0 at the lowest vertex, x = z = 0 at the mean of the surface. Vertices nearer than 1e-6 of the
 * height are merged (seams of texture and normal); triangles without area or with two corners at one place
 * are left out. Islands are the components connected by edges.
 *
 * Turned       two triangles that share an edge must run along it in opposite directions; otherwise the side
 *              with the smaller connected area is flipped.
 * Inside out   the triangles of an island with negative volume are flipped. If that is most of the surface
 *              the mesh is refused, because the whole file is then inside out. Triangles with mixed winding
 *              do not count for this.
 * Shapes   V welded vertices, F triangles, N vertices of the file.
 * Memory   _init allocates; the owner calls pd_rig_mesh_deinit.   Threads  const after _init.
 * Errors   ERR_INVALID "mesh": no extent, inside out; ERR_MEMORY.
 */
#include "core/base/error.h"

#include <stdint.h>

typedef struct pd_rig_mesh {
    int vertex_count, face_count, source_count; /* V, F, N */
    double *points;                             /* (V,3) */
    double *normals; /* (V,3) unit, weighted by area; 0 0 1 for vertices without a triangle */
    double *areas;   /* (V) a third of the area of the adjacent triangles */
    uint32_t *faces; /* (F,3) */
    int *welded;     /* (N) welded vertex of each vertex of the file */
    /* (V) island of each vertex, the largest area first; island_count or more:
     * the vertex is in no triangle */
    int *islands;
    int island_count;
    double area;        /* area of the surface */
    double upright[12]; /* rows of [R | -R o]: from the file's world, in its units */
    double height;      /* height in the file's units */
    /* Counts of repairs: */
    int dropped_faces, turned_faces, turned_islands, merged_vertices, border_edges;
} pd_rig_mesh;

/* Builds the mesh from vertices (N,3) and faces (F,3), as core/io/surface reads them. turn: R. */
pd_status pd_rig_mesh_init(pd_rig_mesh *out, const float *vertices, int count, const uint32_t *faces,
                           int face_count, const double turn[9], pd_error *err);
/* Turns the mesh to another R without welding it again.
 * On failure (no extent) it is turned but not placed. */
pd_status pd_rig_mesh_turn(pd_rig_mesh *mesh, const double turn[9], pd_error *err);
void pd_rig_mesh_deinit(pd_rig_mesh *mesh);

#endif
