#include "core/io/mesh/stl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD_BYTES     80
#define TRIANGLE_BYTES 50

size_t pd_io_stl_bytes(size_t bodies, size_t faces)
{
    return HEAD_BYTES + sizeof(uint32_t) + TRIANGLE_BYTES * bodies * faces;
}

/* Computes the unit normal of the corners a, b, c, counter-clockwise; 0 if they have no area. In left-handed
 * frames the winding is reversed, so the right-hand rule of the format gives the outside there as well. */
static void facet_normal(float out[3], const float *a, const float *b, const float *c)
{
    double u[3], v[3];

    for (int i = 0; i < 3; i++) {
        u[i] = (double)b[i] - a[i];
        v[i] = (double)c[i] - a[i];
    }

    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++) out[i] = length > 0 ? (float)(n[i] / length) : 0;
}

pd_status pd_io_stl_write(pd_buffer *out, const pd_io_mesh *mesh, pd_error *err)
{
    pd_status status = pd_io_mesh_check(mesh, err);

    if (status) return status;

    /* The first piece has the header and the number of triangles of the whole file. */
    if (!mesh->first_body) {
        const uint32_t triangle_count = (uint32_t)pd_io_mesh_file_bodies(mesh) * (uint32_t)mesh->face_count;
        const pd_frame_info *frame = pd_frame_describe(mesh->frame);
        char head[HEAD_BYTES + 1] = {0};

        /* The header must not begin with "solid", because readers would take the file for a text STL. */
        snprintf(head, sizeof head, "posed STL; frame %s, %g m per unit; %s; %s", frame->name,
                 frame->metres_per_unit, mesh->model ? mesh->model : "", mesh->licence ? mesh->licence : "");
        pd_buffer_add(out, head, HEAD_BYTES);
        pd_buffer_add(out, &triangle_count, sizeof triangle_count);
    }

    /* The triangles, with their normals computed from the corners as they are written. */
    for (int b = 0; b < mesh->body_count && !pd_cancelled(mesh->cancel); b++) {
        int mirrored = pd_frame_is_mirrored(mesh->frame);
        unsigned char *at = pd_buffer_extend(out, TRIANGLE_BYTES * (size_t)mesh->face_count);
        for (int f = 0; at && f < mesh->face_count; f++, at += TRIANGLE_BYTES) {
            uint32_t face[3];
            float rows[12];
            pd_io_mesh_face(face, mesh, f, mirrored, 0);
            for (int c = 0; c < 3; c++)
                memcpy(rows + 3 + 3 * c, mesh->bodies[b].vertices + 3 * (size_t)face[c], 12);
            facet_normal(rows, rows + 3, rows + 6, rows + 9);
            memcpy(at, rows, sizeof rows);
            memset(at + sizeof rows, 0, 2);
        }
    }

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the STL file") : PD_OK;
}
