#include "core/io/mesh/mesh.h"

#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/base/size.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COMMENT_MAX 2000
#define RUN         64 /* numbers of a block; the count is fixed, so that -O2 vectorises the loop */

static pd_status check_array(const float *values, size_t count, int body, const char *name, pd_error *err)
{
    char where[64];
    PD_ASSERT(values || !count);
    snprintf(where, sizeof where, "/bodies/%d/%s", body, name);
    return pd_io_numbers_check_finite(values, count, where, err);
}

pd_status pd_io_mesh_check(const pd_io_mesh *mesh, pd_error *err)
{
    size_t all;

    /* Counts, and the range of bodies in the file. */
    if (mesh->body_count < 1)
        return pd_fail(err, PD_ERR_RANGE, "/bodies", "%d bodies; at least 1 expected", mesh->body_count);
    if (mesh->vertex_count < 1 || mesh->face_count < 0)
        return pd_fail(err, PD_ERR_RANGE, "", "%d vertices and %d faces; at least 1 and 0 are needed",
                       mesh->vertex_count, mesh->face_count);
    if (mesh->first_body < 0 || mesh->first_body > pd_io_mesh_file_bodies(mesh) - mesh->body_count)
        return pd_fail(err, PD_ERR_RANGE, "/bodies",
                       "bodies %d to %d; a range within the %d bodies of the file expected", mesh->first_body,
                       mesh->first_body + mesh->body_count - 1, pd_io_mesh_file_bodies(mesh));
    if (!pd_size_mul(&all, (size_t)pd_io_mesh_file_bodies(mesh), (size_t)mesh->vertex_count) ||
        all > INT32_MAX / 4)
        return pd_fail(err, PD_ERR_LIMIT, "/bodies",
                       "%d bodies of %d vertices; at most %d vertices in all allowed",
                       pd_io_mesh_file_bodies(mesh), mesh->vertex_count, INT32_MAX / 4);

    if (mesh->frame < 0 || mesh->frame >= PD_FRAME_COUNT)
        return pd_fail(err, PD_ERR_RANGE, "/frame", "%d; 0 to %d allowed", (int)mesh->frame,
                       PD_FRAME_COUNT - 1);

    /* Vertices and normals. */
    for (int b = 0; b < mesh->body_count; b++) {
        const pd_io_mesh_body *body = &mesh->bodies[b];
        size_t count = 3 * (size_t)mesh->vertex_count;
        if (!body->normals != !mesh->bodies[0].normals)
            return pd_fail(err, PD_ERR_INVALID, "/bodies", "body %d has %s normals and body 0 has %s", b,
                           body->normals ? "its" : "no", body->normals ? "none" : "some");
        if (body->vertices && check_array(body->vertices, count, b, "vertices", err)) return PD_ERR_INVALID;
        if (body->normals && check_array(body->normals, count, b, "normals", err)) return PD_ERR_INVALID;
    }

    /* Check blocks of indices while all are in range, then the rest one by one.
     * An index from 2^31 on is negative here. */
    const size_t corners = 3 * (size_t)mesh->face_count;
    size_t i = 0;
    for (; corners - i >= RUN; i += RUN) {
        int32_t index[RUN];
        int32_t bad = 0;
        memcpy(index, mesh->faces + i, sizeof index);
        for (int n = 0; n < RUN; n++) bad |= (index[n] >= mesh->vertex_count) | (index[n] < 0);
        if (bad) break;
    }

    while (i < corners && mesh->faces[i] < (uint32_t)mesh->vertex_count) i++;
    if (i == corners) return PD_OK;

    /* Name the first index that is out of range. */
    char where[64];
    snprintf(where, sizeof where, "/faces/%zu", i);

    return pd_fail(err, PD_ERR_RANGE, where, "vertex %u; 0 to %d allowed", mesh->faces[i],
                   mesh->vertex_count - 1);
}

const char *pd_io_mesh_name(const pd_io_mesh *mesh, int body, char storage[24])
{
    PD_ASSERT(body >= 0 && body < mesh->body_count);
    if (mesh->bodies[body].name) return mesh->bodies[body].name;
    snprintf(storage, 24, "body_%d", mesh->first_body + body);
    return storage;
}

void pd_io_mesh_comment(pd_buffer *out, const char *label, const char *text)
{
    if (!text || !*text) return;
    pd_buffer_text(out, label);
    size_t length = strnlen(text, COMMENT_MAX);
    char *copy = pd_buffer_extend(out, length);
    for (size_t i = 0; copy && i < length; i++) copy[i] = (unsigned char)text[i] < 0x20 ? ' ' : text[i];
    pd_buffer_text(out, "\n");
}
