/* Writes the tangents of a surface whose material has a normal map. */
#include "core/base/assert.h"
#include "core/io/mesh/glb_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const pd_io_glb_format tangents_f = {"VEC4", PD_IO_GLB_FLOAT, 4, 16, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format tangents_q = {"VEC4", PD_IO_GLB_BYTE, 4, 4, 1, 0, PD_IO_GLB_VERTEX};

static float glb_tangent_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Scales v to length 1. Returns false, and does not change v, if its length is 0 or not finite. */
static bool normalize(float v[3])
{
    const float length = sqrtf(glb_tangent_dot(v, v));
    if (!(length > 1e-12f) || !isfinite(length)) return false;
    for (int c = 0; c < 3; c++) v[c] /= length;
    return true;
}

/* Adds the directions of growing u and v of a triangle to the sums of its corners,
 * weighted by the angle at each. */
static void add_triangle(float (*sums)[2][3], const float *vertices, const float *uvs,
                         const uint32_t corners[3])
{
    const float *p[3], *t[3];
    float a[3], b[3], along[2][3];

    for (int k = 0; k < 3; k++) {
        p[k] = vertices + 3 * (size_t)corners[k];
        t[k] = uvs + 2 * (size_t)corners[k];
    }

    for (int c = 0; c < 3; c++) {
        a[c] = p[1][c] - p[0][c];
        b[c] = p[2][c] - p[0][c];
    }

    const float au = t[1][0] - t[0][0];
    const float av = t[1][1] - t[0][1];
    const float bu = t[2][0] - t[0][0];
    const float bv = t[2][1] - t[0][1];
    const float sign = au * bv - bu * av < 0 ? -1.0f : 1.0f;
    for (int c = 0; c < 3; c++) {
        along[0][c] = sign * (bv * a[c] - av * b[c]);
        along[1][c] = sign * (au * b[c] - bu * a[c]);
    }

    if (!normalize(along[0]) || !normalize(along[1])) return;

    for (int k = 0; k < 3; k++) {
        float to[2][3];
        for (int c = 0; c < 3; c++) {
            to[0][c] = p[(k + 1) % 3][c] - p[k][c];
            to[1][c] = p[(k + 2) % 3][c] - p[k][c];
        }

        if (!normalize(to[0]) || !normalize(to[1])) continue;
        const float angle = acosf(fmaxf(-1, fminf(1, glb_tangent_dot(to[0], to[1]))));
        for (int d = 0; d < 2; d++)
            for (int c = 0; c < 3; c++) sums[corners[k]][d][c] += angle * along[d][c];
    }
}

/* Computes the tangent of a vertex from its sums: across the normal, in the direction of growing u. The
 * fourth number is the side of the bitangent, which runs against v. */
static void tangent_of(float out[4], const float sums[2][3], const float normal[3])
{
    static const float up[3] = {0, 1, 0};
    const float *n = glb_tangent_dot(normal, normal) > 0.5f ? normal : up; /* as NORMAL is written */
    const float height = glb_tangent_dot(sums[0], n);

    for (int c = 0; c < 3; c++) out[c] = sums[0][c] - height * n[c];
    if (!normalize(out)) {
        /* The texture has no direction here: take any direction across the normal. */
        const float other[3] = {fabsf(n[0]) < 0.7f, fabsf(n[0]) >= 0.7f, 0};
        const float along = glb_tangent_dot(other, n);
        for (int c = 0; c < 3; c++) out[c] = other[c] - along * n[c];
        normalize(out);
    }

    const float across[3] = {n[1] * out[2] - n[2] * out[1], n[2] * out[0] - n[0] * out[2],
                             n[0] * out[1] - n[1] * out[0]};
    out[3] = glb_tangent_dot(across, sums[1]) > 0 ? -1.0f : 1.0f;
}

/* Writes the tangents of `count` vertices from their sums. */
static int glb_tangent_write(pd_io_glb_scene *scene, float (*sums)[2][3], const float *normals, size_t count)
{
    const bool is_packed = scene->glb->quantize;
    void *rows = pd_io_glb_begin(&scene->file, is_packed ? &tangents_q : &tangents_f, (int)count);

    for (size_t i = 0; rows && i < count; i++) {
        float tangent[4];
        tangent_of(tangent, (const float(*)[3])sums[i], normals + 3 * i);
        if (!is_packed) memcpy((float *)rows + 4 * i, tangent, sizeof tangent);
        for (size_t c = 0; c < 4 && is_packed; c++)
            ((int8_t *)rows)[4 * i + c] = (int8_t)lrintf(127 * tangent[c]);
    }

    return pd_io_glb_end(&scene->file);
}

int pd_io_glb_add_tangents(pd_io_glb_scene *scene, const float *vertices, const float *normals)
{
    const pd_io_glb *glb = scene->glb;
    const size_t count = (size_t)scene->mesh->vertex_count;
    const bool has_map = glb->material_count > 0 && glb->materials[0].normal_map != 0;

    if (!has_map || !glb->uvs || !normals || !scene->mesh->face_count) return -1;

    float(*sums)[2][3] = calloc(count + 1, sizeof *sums);
    if (!sums) {
        scene->file.accessors.failed = 1;
        return -1;
    }

    for (int f = 0; f < scene->mesh->face_count; f++)
        add_triangle(sums, vertices, glb->uvs, scene->mesh->faces + 3 * (size_t)f);
    const int number = glb_tangent_write(scene, sums, normals, count);
    free(sums);

    return number;
}

int pd_io_glb_add_layer_tangents(pd_io_glb_scene *scene, const pd_io_glb_layer *layer,
                                 const pd_io_glb_worn *worn)
{
    bool has_map = false;

    for (int p = 0; p < layer->part_count; p++)
        has_map |= scene->glb->materials[layer->parts[p].material].fold_map != 0;
    if (!has_map || !worn->normals) return -1;

    float(*sums)[2][3] = calloc((size_t)layer->corner_count + 1, sizeof *sums);
    if (!sums) {
        scene->file.accessors.failed = 1;
        return -1;
    }

    for (int p = 0; p < layer->part_count; p++)
        for (int f = 0; f < layer->parts[p].face_count; f++) {
            const uint16_t *face = layer->faces + 3 * (size_t)(layer->parts[p].first_face + f);
            const uint32_t corners[3] = {face[0], face[1], face[2]};
            add_triangle(sums, worn->vertices, layer->places, corners);
        }

    const int number = glb_tangent_write(scene, sums, worn->normals, (size_t)layer->corner_count);
    free(sums);

    return number;
}
