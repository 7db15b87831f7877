#ifndef PD_IO_MESH_MESH_H
#define PD_IO_MESH_MESH_H
/* Input of the mesh writers (OBJ, PLY, STL, glTF): bodies of one topology in borrowed arrays.
 *
 * Shapes   body_count bodies, each V vertices and, when given, V normals; F triangles shared by all,
 *          counter-clockwise from outside in a right-handed frame. float32, row-major, dense.
 * Spaces   vertices are already in the frame named by `frame` (pd_frame_points). Writers reverse the winding
 *          of faces when that frame is left-handed. pd_io_glb_write accepts only glTF's frame.
 * Pieces   OBJ and STL can be written in several calls, bodies in their order. With file_bodies > 0, the
 *          bodies given are number first_body and following of file_bodies in all. The first piece also has
 *          the file's header; names and indices continue those of the piece before.
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
    int first_body, file_bodies; /* 0 and 0: bodies are the whole file */
    const uint32_t *faces;       /* (F,3) */
    pd_frame frame;              /* zero is gltf                                    */
    const char *model;           /* model id or name                                */
    /* texts for comments (OBJ, PLY; STL has the licence only) or extras (GLB); newlines become spaces */
    const char *licence, *provenance, *credits;
    /* read before each body: when it is set, a writer may leave out the rest; NULL: never set */
    const pd_cancel *cancel;
} pd_io_mesh;

/* Checks counts, the range of indices, and that vertices and normals are finite. ERR_RANGE and ERR_INVALID
 * name body and index. Every writer calls it. */
pd_status pd_io_mesh_check(const pd_io_mesh *mesh, pd_error *err);
/* Returns how many bodies the whole file has. */
static inline int pd_io_mesh_file_bodies(const pd_io_mesh *mesh)
{
    return mesh->file_bodies ? mesh->file_bodies : mesh->body_count;
}
/* Returns the name of a body; when it has none, writes body_N to storage and returns that. */
const char *pd_io_mesh_name(const pd_io_mesh *mesh, int body, char storage[24]);
/* Appends label and text for a comment of the file: control characters become spaces, and the text is cut to
 * 2000 bytes. `text` may be NULL. */
void pd_io_mesh_comment(pd_buffer *out, const char *label, const char *text);
/* Writes the corners of triangle f to out, reversed when `mirrored`, with `base` added to each index. */
static inline void pd_io_mesh_face(uint32_t out[3], const pd_io_mesh *mesh, int f, int mirrored,
                                   uint32_t base)
{
    const uint32_t *face = mesh->faces + 3 * (long)f;
    out[0] = face[0] + base;
    out[1] = face[mirrored ? 2 : 1] + base;
    out[2] = face[mirrored ? 1 : 2] + base;
}

#endif
