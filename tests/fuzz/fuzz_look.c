/* Fuzzes what a glTF shows: an accepted file has finite vertices, triangles within them, and pictures of the
 * allowed size. */
#include "core/base/assert.h"
#include "core/io/surface/gltf_look.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int moving[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const pd_io_look_node nodes[2] = {{.node = 0, .rotation = {0, 0.6, 0, 0.8}, .has_translation = true},
                                      {.node = 2, .rotation = {0, 0, 0, 1}}};
    pd_io_gltf_face face = {0};
    float weights[PD_IO_GLTF_FACE_SHAPES];
    pd_io_look look;
    pd_error err;

    for (int i = 0; i < PD_IO_GLTF_FACE_SHAPES; i++) weights[i] = 0.5f;
    const pd_bytes file = {data, size};
    const bool has_face = pd_io_gltf_face_read(&face, file, 1 << 22, &err) == PD_OK;
    const pd_io_look_job job = {.nodes = nodes,
                                .node_count = 2,
                                .moving = moving,
                                .moving_count = 8,
                                .marked = 1,
                                .face = has_face ? &face : NULL,
                                .weights = weights,
                                .side_most = 64,
                                .json_memory = 1 << 22};
    if (pd_io_look_read(&look, file, &job, &err) == PD_OK) {
        for (int i = 0; i < look.part_count; i++) {
            const pd_io_look_part *part = &look.parts[i];
            for (int k = 0; k < 3 * part->vertex_count; k++)
                check(isfinite(part->vertices[k]) && fabsf(part->normals[k]) < 1.01f);
            for (int k = 0; k < 3 * part->face_count; k++)
                check(part->faces[k] < (uint32_t)part->vertex_count);
            check(part->material.albedo < look.picture_count);
        }
        for (int i = 0; i < look.picture_count; i++)
            check(look.pictures[i].width <= 64 && look.pictures[i].height <= 64);
        pd_io_look_deinit(&look);
    }
    pd_io_gltf_face_deinit(&face);

    return 0;
}
