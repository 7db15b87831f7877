#include "core/io/mesh/ply.h"

#include <string.h>

pd_status pd_io_ply_write(pd_buffer *out, const pd_io_mesh *mesh, pd_error *err)
{
    pd_status status = pd_io_mesh_check(mesh, err);

    if (status) return status;

    const pd_frame_info *frame = pd_frame_describe(mesh->frame);
    long bodies = mesh->body_count;

    /* The header. */
    pd_buffer_printf(out,
                     "ply\nformat binary_little_endian 1.0\ncomment posed\n"
                     "comment frame: %s (%s-handed, %s up, %s forward, %g m per unit)\n",
                     frame->name, frame->handedness, frame->up, frame->forward, frame->metres_per_unit);
    pd_io_mesh_comment(out, "comment model: ", mesh->model);
    pd_io_mesh_comment(out, "comment licence: ", mesh->licence);
    pd_io_mesh_comment(out, "comment provenance: ", mesh->provenance);
    pd_io_mesh_comment(out, "comment credits: ", mesh->credits);
    pd_buffer_printf(out, "element vertex %ld\nproperty float x\nproperty float y\nproperty float z\n",
                     bodies * mesh->vertex_count);

    if (mesh->bodies[0].normals)
        pd_buffer_text(out, "property float nx\nproperty float ny\nproperty float nz\n");
    if (bodies > 1) pd_buffer_text(out, "property int body\n");
    pd_buffer_printf(out, "element face %ld\nproperty list uchar int vertex_indices\nend_header\n",
                     bodies * mesh->face_count);

    /* The vertices of all bodies; with several bodies each vertex has the number of its body. */
    for (int b = 0; b < mesh->body_count && !pd_cancelled(mesh->cancel); b++) {
        const pd_io_mesh_body *body = &mesh->bodies[b];
        size_t normals = body->normals ? 12 : 0;
        size_t tag = mesh->body_count > 1 ? 4 : 0;
        size_t row = 12 + normals + tag;
        unsigned char *at = pd_buffer_extend(out, row * (size_t)mesh->vertex_count);
        for (size_t i = 0; at && i < (size_t)mesh->vertex_count; i++, at += row) {
            memcpy(at, body->vertices + 3 * i, 12);
            if (normals) memcpy(at + 12, body->normals + 3 * i, 12);
            if (tag) memcpy(at + 12 + normals, &b, 4);
        }
    }

    /* The faces of all bodies. Indices count over the whole file. */
    for (int b = 0; b < mesh->body_count && !pd_cancelled(mesh->cancel); b++) {
        const uint32_t base = (uint32_t)b * (uint32_t)mesh->vertex_count;
        int mirrored = pd_frame_is_mirrored(mesh->frame);
        unsigned char *at = pd_buffer_extend(out, 13 * (size_t)mesh->face_count);
        for (int f = 0; at && f < mesh->face_count; f++, at += 13) {
            uint32_t face[3];
            pd_io_mesh_face(face, mesh, f, mirrored, base);
            at[0] = 3;
            memcpy(at + 1, face, 12);
        }
    }

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the PLY file") : PD_OK;
}
