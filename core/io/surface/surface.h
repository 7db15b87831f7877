#ifndef PD_IO_SURFACE_SURFACE_H
#define PD_IO_SURFACE_SURFACE_H
/* Reads all triangles of a mesh file as one surface: glTF binary (.glb, .vrm), OBJ or PLY, recognised by
 * their first bytes. Auto-rigging and the measuring of characters begin with it.
 *
 * GLB   the triangles of the default scene, in world space: x = M_n v, where M_n is the product of the
 *       matrices of node n and its ancestors. If the default scene has no mesh, a file is refused if another
 *       scene has one; otherwise the triangles of all nodes are read. Each primitive of each node is a part;
 *       its vertices keep the order of the accessor. A skinned mesh is read in its bind pose: M_n is then the
 *       world matrix of the skin's first joint times that joint's inverse bind matrix. Triangles under a
 *       mirroring matrix are wound the other way. Positions are float32, or 8 or 16 bits
 *       (KHR_mesh_quantization); indices are 8, 16 or 32 bits.
 * OBJ, PLY   see core/io/surface/mesh_text.h
 *
 * Shapes   V vertices as in the file (not merged), F triangles.
 * Units    and axes are those of the file.
 * Limits   PD_IO_SURFACE_VERTICES, PD_IO_SURFACE_FACES; coordinates within 1e6. Announced counts are checked
 *          against the file's size before memory is allocated.
 * Memory   one owner: pd_io_surface_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_UNSUPPORTED at "byte 12", a pointer into the file's JSON
 *          ("/nodes/3/scale") or "line 7".
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_IO_SURFACE_VERTICES 200000
#define PD_IO_SURFACE_FACES    500000

typedef struct pd_io_surface_part {
    /* numbers in the glTF file; -1 for OBJ and PLY */
    int node, mesh, primitive;
    /* range of the part's vertices */
    int first_vertex, vertex_count;
    /* number of the joint's node whose matrix is in `place`: the first joint of the mesh's skin. After
     * pd_io_surface_read_moved, for a mesh without a skin:
     * the nearest of the given nodes above it. -1: none */
    int joint;
    bool has_skin;    /* the mesh follows the joints of a skin */
    double place[12]; /* M_n: rows of [A | t], from the mesh's vertices to the world */
} pd_io_surface_part;

typedef struct pd_io_surface {
    float *vertices; /* (V,3) world space                                   */
    uint32_t *faces; /* (F,3) vertices of each triangle, below V             */
    int vertex_count, face_count;
    pd_io_surface_part *parts; /* (part_count) one part for OBJ and PLY      */
    int part_count;
    bool is_glb;     /* the file is a glTF binary                            */
    bool is_skinned; /* the file has a mesh with a skin                      */
    int most_points; /* set by pd_io_surface_read_points: limit of the vertices; no faces are read */
} pd_io_surface;

/* Reads a file. json_memory limits the bytes that the tree of a glTF's JSON may take (core/io/json/json.h);
 * 0: no limit. */
pd_status pd_io_surface_read(pd_io_surface *out, pd_bytes file, size_t json_memory, pd_error *err);
/* Joints of a glTF binary file, and where they are at rest. */
typedef struct pd_io_surface_joints {
    /* (count) numbers of the joints' nodes; a node that is no joint counts as the nearest joint above it, or
     * as joint 0 */
    const int *nodes;
    const bool *is_wanted; /* (count) the meshes that this joint moves are read */
    /* (count) R_k: rows of [A | t], from the pose of the file's nodes to the rest pose */
    const double (*rest)[12];
    int count; /* 1 or more */
} pd_io_surface_joints;

/* Reads only those meshes of a glTF binary file that wanted joints move: meshes whose skin has one of them,
 * and meshes without a skin on or below one of them. Points and lines are skipped. All vertices are in the
 * rest pose of the joints: x = sum_k w_k R_k W_k B_k v for a skin (gltf_bound.h),
 * and R_k M_n v for a mesh without one. */
pd_status pd_io_surface_read_moved(pd_io_surface *out, pd_bytes file, size_t json_memory,
                                   const pd_io_surface_joints *joints, pd_error *err);
/* Reads the vertices of a glTF binary file alone: of its triangles, strips and fans, and of clouds of points;
 * up to `most`. */
pd_status pd_io_surface_read_points(pd_io_surface *out, pd_bytes file, int most, pd_error *err);
/* Frees the arrays and zeroes the struct. */
void pd_io_surface_deinit(pd_io_surface *surface);
/* Returns the largest number of bytes that reading this file can allocate at a time: the largest allowed
 * surface while its arrays grow (nodes of a glTF share accessors, so the file's size gives no bound), and the
 * tree of a glTF's JSON. */
size_t pd_io_surface_read_bytes(pd_bytes file, size_t json_memory);

/* Used by the readers: makes room for that many more vertices and faces. ERR_LIMIT, ERR_MEMORY. */
pd_status pd_io_surface_reserve(pd_io_surface *out, size_t vertices, size_t faces, pd_error *err);
/* Used by the functions above (surface_glb.c): reads a glTF binary file;
 * `joints` NULL: all meshes, as above. */
pd_status pd_io_surface_read_glb(pd_io_surface *out, pd_bytes file, size_t json_memory,
                                 const pd_io_surface_joints *joints, pd_error *err);

#endif
