#ifndef PD_IO_SHAPES_SHAPES_H
#define PD_IO_SHAPES_SHAPES_H
/* Adds morph targets, and joints of jaw and eyes, to a glTF 2.0 binary file (.glb, .vrm). Meshes, materials,
 * skins and animations stay as they are.
 *
 *     v' = sum_s w_s W_s B_s (v + sum_t m_t d_t)        d_t = A^-1 e_t, e_t in the world of the surface
 *
 * A: linear part of a part's `place` (surface.h). Targets are appended to those that a mesh has; every
 * primitive of a mesh that moves gets all of them, sparse where few vertices move.
 *
 * Joints   a new node is a child of the head's node, and takes weight that vertices gave to the head. Its
 *          inverse bind matrix is that of the head, moved: B = T(-t) B_head, so nothing moves at rest.
 * VRM      expressions (0.x: blend shape groups), and the bones jaw, leftEye and rightEye, are added to a
 *          file
 *          that has VRM data. A file without becomes VRM 1.0 if a humanoid is given.
 * Replace  pd_io_gltf_shapes_drop removes the targets of all meshes, and VRM's expressions with them.
 *
 * Shapes   V vertices of the surface, S shapes.   Units  those of the file.
 * Memory   appends to out, whose size must be a multiple of 4.   Threads  pure functions.
 * Errors   those of gltf_file.h; ERR_UNSUPPORTED at a mesh whose primitives have different targets.
 */
#include "core/base/buffer.h"
#include "core/io/surface/surface.h"

/* An expression of VRM: a sum of shapes. */
#define PD_IO_SHAPES_BINDS 6
typedef struct pd_io_expression {
    const char *name, *old_name, *old_preset; /* in VRM 1.0; in VRM 0.x; name NULL: a shape by its own name */
    int binds[PD_IO_SHAPES_BINDS];            /* shapes; -1: none */
    double weights[PD_IO_SHAPES_BINDS];
} pd_io_expression;

/* Joints that are added. */
enum { PD_IO_JAW, PD_IO_LEFT_EYE, PD_IO_RIGHT_EYE, PD_IO_FACE_JOINTS };

typedef struct pd_io_gltf_shapes {
    const char *const *names; /* (S) */
    const int *rows;          /* (V) row of a vertex in `moves`; -1: it stays */
    const float *moves;       /* (S,row_count,3) displacements in the surface's world */
    int shape_count, row_count;
    int head;                              /* node of the head; -1: no joints are added */
    bool has_joint[PD_IO_FACE_JOINTS];     /* the joint is added */
    double joint_at[PD_IO_FACE_JOINTS][3]; /* in the surface's world */
    const float
        *shares[PD_IO_FACE_JOINTS];      /* (V) share of the head's weight that the joint takes; NULL: none */
    const pd_io_expression *expressions; /* (expression_count) */
    int expression_count;
    /* (bone_count) VRM's names of bones with their nodes, for a file without VRM data; 0: it gets none */
    const char *const *bones;
    const int *bone_nodes;
    int bone_count;
    size_t json_memory; /* as in pd_io_gltf_open */
} pd_io_gltf_shapes;

/* What was written. */
typedef struct pd_io_gltf_shapes_done {
    int meshes, joints,
        vrm; /* meshes with new targets; new joints; version of VRM: 0 none, 1 for 0.x, 2 for 1.0 */
} pd_io_gltf_shapes_done;

/* Writes the file with the shapes. surface: what pd_io_surface_read returned for the same file. */
pd_status pd_io_gltf_shapes_add(pd_buffer *out, pd_io_gltf_shapes_done *done, pd_bytes file,
                                const pd_io_surface *surface, const pd_io_gltf_shapes *shapes, pd_error *err);
/* Writes the file without morph targets. *count: targets that were removed. */
pd_status pd_io_gltf_shapes_drop(pd_buffer *out, int *count, pd_bytes file, size_t json_memory,
                                 pd_error *err);
/* Writes the share of each vertex of a surface (V) that follows given nodes: follows (nodes of the file). A
 * mesh without a skin follows the nearest node above it. */
pd_status pd_io_gltf_shapes_follow(float *out, pd_bytes file, const pd_io_surface *surface,
                                   const bool *follows, int node_count, size_t json_memory, pd_error *err);

#endif
