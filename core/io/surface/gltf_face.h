#ifndef PD_IO_SURFACE_GLTF_FACE_H
#define PD_IO_SURFACE_GLTF_FACE_H
/* Reads the names of the blend shapes of a glTF 2.0 binary file, and the expressions that VRM makes of them.
 *
 * A shape is a name with the morph targets that it moves. The names of targets are those of `targetNames`
 * in the extras of a mesh (or of its first primitive). Targets of several meshes that have one name are one
 * shape, as head and teeth both have jawOpen. VRM's expressions (0.x: groups of blendShapeMaster; 1.0:
 * VRMC_vrm.expressions) are shapes too unless a target has that name. Of a VRM 0.x group the preset's name
 * counts, or else its own. Targets without a name are reached by VRM's expressions alone.
 *
 * Limits   PD_IO_GLTF_FACE_SHAPES names, those of the meshes first; `left_out` counts the others.
 *          PD_IO_GLTF_FACE_BINDS targets, 65,536 nodes.
 * Memory   one owner: pd_io_gltf_face_deinit. On failure *out is empty.
 * Errors   those of gltf_file.h; ERR_MEMORY. Members that are not as expected are passed over: a face is no
 *          reason to refuse a file.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_IO_GLTF_FACE_SHAPES     255
#define PD_IO_GLTF_FACE_BINDS      4096
#define PD_IO_GLTF_FACE_NAME_BYTES 64 /* room for a name with its zero; longer names are left out */

/* A target that a shape moves. */
typedef struct pd_io_gltf_face_bind {
    int shape;    /* index of the shape */
    int mesh;     /* index of the mesh node in `nodes` of the face */
    int target;   /* number of the morph target */
    float weight; /* weight of the target at weight 1 of the shape */
} pd_io_gltf_face_bind;

/* A node that shows a mesh with morph targets. */
typedef struct pd_io_gltf_face_node {
    int node, targets; /* number of the node in the file; number of targets */
} pd_io_gltf_face_node;

typedef struct pd_io_gltf_face {
    char (*names)[PD_IO_GLTF_FACE_NAME_BYTES]; /* (count) */
    int count;
    pd_io_gltf_face_bind *binds; /* (bind_count) */
    int bind_count;
    pd_io_gltf_face_node *nodes; /* (node_count) */
    int node_count;
    int left_out; /* names beyond the limits */
} pd_io_gltf_face;

pd_status pd_io_gltf_face_read(pd_io_gltf_face *out, pd_bytes file, size_t json_memory, pd_error *err);
/* Returns the bytes that a face has allocated. */
size_t pd_io_gltf_face_bytes(const pd_io_gltf_face *face);
void pd_io_gltf_face_deinit(pd_io_gltf_face *face);

#endif
