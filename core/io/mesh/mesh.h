#ifndef PD_IO_MESH_MESH_H
#define PD_IO_MESH_MESH_H
/* The input of every mesh encoder: bodies of one topology, borrowed arrays.
 *
 * Shapes   body_count bodies, each V vertices and, when given, V normals; F triangles shared by all,
 *          counter-clockwise from outside in a right-handed frame. float32, row-major, dense.
 * Spaces   the frame that `frame` names; vertices are already in it (pd_frame_points). Encoders write
 *          faces the other way round when it is left-handed. glTF has a frame of its own: pd_io_glb_write
 *          refuses any other.
 * Pieces   OBJ and STL may be written in several calls, bodies in their order: with file_bodies > 0 the bodies given are those from
 *          first_body on of that many. The first piece has the file's head; names and indices go on where the one before ended.
 * Memory   nothing is kept or copied; text may be NULL.
 */
#include "core/base/buffer.h"
#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/math/frame.h"

#include <stdint.h>

typedef struct pd_io_mesh_body {
    const char *name;      /* object name; NULL: body_0, body_1 ...                    */
    const float *vertices; /* (V,3)                                                    */
    const float *normals;  /* (V,3) unit, or NULL; all bodies of a mesh have them or none */
} pd_io_mesh_body;

typedef struct pd_io_mesh {
    const pd_io_mesh_body *bodies;
    int body_count, vertex_count, face_count;
    int first_body, file_bodies;                /* 0 and 0: bodies are the whole file */
    const uint32_t *faces;                      /* (F,3) */
    pd_frame frame;                             /* zero is gltf                                    */
    const char *model;                          /* model id or name                                */
    const char *licence, *provenance, *credits; /* travel in comments and extras, newlines flattened */
    const pd_cancel
        *cancel; /* looked at before each body: when set, a writer may leave the rest out; NULL: never */
} pd_io_mesh;

/* Counts, indices in range, finite vertices and normals: ERR_RANGE or ERR_INVALID naming body and index.
 * Every writer calls it. */
pd_status pd_io_mesh_check(const pd_io_mesh *mesh, pd_error *err);
/* Bodies of the file. */
static inline int pd_io_mesh_file_bodies(const pd_io_mesh *mesh)
{
    return mesh->file_bodies ? mesh->file_bodies : mesh->body_count;
}
/* The body's name, or body_N written into storage. */
const char *pd_io_mesh_name(const pd_io_mesh *mesh, int body, char storage[24]);
/* What a file's comment says: text (may be NULL) with control characters as spaces, at most 2000 bytes. */
void pd_io_mesh_comment(pd_buffer *out, const char *label, const char *text);
/* Triangle f as it is written: wound for the mesh's frame, base added to each index. */
static inline void pd_io_mesh_face(uint32_t out[3], const pd_io_mesh *mesh, int f, int mirrored,
                                   uint32_t base)
{
    const uint32_t *face = mesh->faces + 3 * (long)f;
    out[0] = face[0] + base;
    out[1] = face[mirrored ? 2 : 1] + base;
    out[2] = face[mirrored ? 1 : 2] + base;
}

#endif
