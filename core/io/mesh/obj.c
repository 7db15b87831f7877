#include "core/io/mesh/obj.h"

#include "core/base/text/number.h"

#define NORMAL_DIGITS 4

/* Writes a line for each vector, with `digits` digits after the point. */
static void write_vectors(pd_buffer *out, const char *key, const float *values, int count, int digits)
{
    size_t key_length = 0;

    /* Reserve about as much as is needed, so that the buffer grows once. */
    while (key[key_length]) key_length++;
    if (!pd_buffer_reserve(out, (size_t)count * (key_length + 4 + 3 * 16))) return;

    /* Numbers are formatted in place, which is several times faster than printf. */
    for (int i = 0; i < count; i++) {
        if (!pd_buffer_reserve(out, key_length + 4 + 3 * PD_IO_NUMBER_BYTES)) return;
        char *at = (char *)out->data + out->size;
        for (size_t k = 0; k < key_length; k++) *at++ = key[k];
        for (int c = 0; c < 3; c++) {
            *at++ = ' ';
            at += pd_io_number_fixed(at, values[3 * (size_t)i + (size_t)c], digits);
        }

        *at++ = '\n';
        out->size = (size_t)(at - (char *)out->data);
    }
}

/* Writes a whole number, and returns its end. */
static char *write_index(char *at, uint32_t n)
{
    char text[10];
    int length = 0;

    do text[length++] = (char)('0' + n % 10);
    while (n /= 10);
    while (length) *at++ = text[--length];

    return at;
}

/* Writes the faces, whose indices begin at `base`. */
static void write_faces(pd_buffer *out, const pd_io_mesh *mesh, uint32_t base, int normals)
{
    enum { LINE = 3 * (1 + 2 * 10 + 2) + 2 };
    int mirrored = pd_frame_is_mirrored(mesh->frame);

    /* One line a face; with normals each corner names its normal too. */
    for (int f = 0; f < mesh->face_count; f++) {
        uint32_t face[3];
        if (!pd_buffer_reserve(out, LINE)) return;
        char *at = (char *)out->data + out->size;
        pd_io_mesh_face(face, mesh, f, mirrored, base);
        *at++ = 'f';
        for (int c = 0; c < 3; c++) {
            *at++ = ' ';
            at = write_index(at, face[c]);
            if (!normals) continue;
            *at++ = '/';
            *at++ = '/';
            at = write_index(at, face[c]);
        }

        *at++ = '\n';
        out->size = (size_t)(at - (char *)out->data);
    }
}

pd_status pd_io_obj_write(pd_buffer *out, const pd_io_mesh *mesh, int digits, pd_error *err)
{
    pd_status status = pd_io_mesh_check(mesh, err);

    if (status) return status;
    if (digits < 0 || digits > 9) return pd_fail(err, PD_ERR_RANGE, "/digits", "%d; 0 to 9 allowed", digits);

    /* Write the comments, in the first piece of a file in pieces. */
    if (!mesh->first_body) {
        const pd_frame_info *frame = pd_frame_describe(mesh->frame);
        pd_buffer_printf(out, "# posed\n# frame: %s (%s-handed, %s up, %s forward, %g m per unit)\n",
                         frame->name, frame->handedness, frame->up, frame->forward, frame->metres_per_unit);
        pd_io_mesh_comment(out, "# model: ", mesh->model);
        pd_io_mesh_comment(out, "# licence: ", mesh->licence);
        pd_io_mesh_comment(out, "# provenance: ", mesh->provenance);
        pd_io_mesh_comment(out, "# credits: ", mesh->credits);
    }

    /* Objects of all bodies. OBJ counts vertices from 1 over the whole file. */
    for (int b = 0; b < mesh->body_count && !pd_cancelled(mesh->cancel); b++) {
        const pd_io_mesh_body *body = &mesh->bodies[b];
        char name[24];
        pd_io_mesh_comment(out, "o ", pd_io_mesh_name(mesh, b, name));
        write_vectors(out, "v", body->vertices, mesh->vertex_count, digits);
        if (body->normals) write_vectors(out, "vn", body->normals, mesh->vertex_count, NORMAL_DIGITS);
        write_faces(out, mesh, (uint32_t)(mesh->first_body + b) * (uint32_t)mesh->vertex_count + 1,
                    body->normals != NULL);
    }

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the OBJ text") : PD_OK;
}
