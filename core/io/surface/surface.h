#ifndef PD_IO_SURFACE_SURFACE_H
#define PD_IO_SURFACE_SURFACE_H
/* The triangles of a mesh file: glTF binary (.glb, .vrm), OBJ or PLY, told apart by their first bytes.
 *
 * GLB   every triangle of the default scene (all nodes where there is none), in the world: x = M_n v, M_n the product of the nodes' matrices.
 *       A part is one primitive of one node, its vertices in the accessor's order. A node with a skin stands as it was bound: M_n is the
 *       first joint's matrix in the world times its inverse bind matrix. Triangles of a matrix that mirrors are turned over.
 *       Positions may be float32 or, by KHR_mesh_quantization, 8 or 16 bits; indices 8, 16 or 32 bits.
 * OBJ, PLY   core/io/surface/mesh_text.h
 *
 * Shapes   V vertices as the file has them (not welded), F triangles. Units and axes are the file's.
 * Limits   PD_IO_SURFACE_VERTICES, PD_IO_SURFACE_FACES; coordinates within 1e6; what a file announces is held against its bytes before
 *          memory is taken.
 * Memory   one owner: pd_io_surface_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_UNSUPPORTED at "byte 12", a pointer into the file's JSON ("/nodes/3/scale") or "line 7".
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_IO_SURFACE_VERTICES 200000
#define PD_IO_SURFACE_FACES    500000

typedef struct pd_io_surface_part {
    int node, mesh, primitive; /* of the glTF file; -1: it is none                          */
    int first_vertex, vertex_count;
    int joint; /* node of the joint whose matrix `place` is of: its skin's first; pd_io_surface_read_moved also: the nearest
                  asked for that it hangs on. -1: none */
    double place[12]; /* rows of [A | t]: of the mesh's vertices in the world      */
} pd_io_surface_part;

typedef struct pd_io_surface {
    float *vertices; /* (V,3) world */
    uint32_t *faces; /* (F,3)       */
    int vertex_count, face_count;
    pd_io_surface_part *parts; /* (part_count), one for OBJ and PLY */
    int part_count;
    bool is_glb, is_skinned; /* the file has a skin already */
} pd_io_surface;

/* json_memory: what a glTF's JSON may become (core/base/json_scan.h); 0: anything. */
pd_status pd_io_surface_read(pd_io_surface *out, pd_bytes file, size_t json_memory, pd_error *err);
/* The same of a glTF binary file, but only the meshes that some joints move: those with a skin that has one of these nodes, and those without a
 * skin that hang on one. Points and lines are left out. nodes (count): numbers of nodes. */
pd_status pd_io_surface_read_moved(pd_io_surface *out, pd_bytes file, size_t json_memory, const int *nodes,
                                   int count, pd_error *err);
void pd_io_surface_deinit(pd_io_surface *surface);
/* The most that reading this file may take while it lasts: the largest surface as it grows (nodes of a glTF share accessors, so its size tells nothing),
 * and the tree of a glTF's JSON. */
size_t pd_io_surface_read_bytes(pd_bytes file, size_t json_memory);

/* For the readers: room for that many more, or ERR_LIMIT, ERR_MEMORY. */
pd_status pd_io_surface_reserve(pd_io_surface *out, size_t vertices, size_t faces, pd_error *err);
/* nodes NULL: all meshes. */
pd_status pd_io_surface_read_glb(pd_io_surface *out, pd_bytes file, size_t json_memory, const int *nodes,
                                 int count, pd_error *err);

#endif
