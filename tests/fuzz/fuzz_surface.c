/* Fuzzes meshes for rigging. An accepted mesh is finite and in range,
 * and can be written with a skeleton and read again. */
#include "core/io/surface/gltf_rig.h"
#include "core/rig/base/mesh.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static void rig(pd_bytes file, const pd_io_surface *s)
{
    const pd_io_rig_bone bones[2] = {{"hips", true, -1, {0, 1, 0}}, {"spine", true, 0, {0, 2, 0}}};
    uint8_t(*joints)[4] = calloc((size_t)s->vertex_count, sizeof *joints);
    float(*weights)[4] = calloc((size_t)s->vertex_count, sizeof *weights);
    pd_buffer out = {0};
    pd_io_surface again;

    check(joints && weights);
    for (int i = 0; i < s->vertex_count; i++) weights[i][0] = 1;
    const pd_io_rig what = {.bones = bones,
                            .bone_count = 2,
                            .joints = (const uint8_t(*)[4])joints,
                            .weights = (const float(*)[4])weights,
                            .upright = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    if (pd_io_gltf_rig(&out, file, s, &what, NULL) == PD_OK &&
        pd_io_surface_read(&again, (pd_bytes){out.data, out.size}, 0, NULL) == PD_OK) {
        check(again.is_skinned && again.vertex_count == s->vertex_count && again.face_count == s->face_count);
        pd_io_surface_deinit(&again);
    }
    pd_buffer_deinit(&out);
    free(joints), free(weights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const pd_bytes file = {data, size};
    pd_io_surface s;
    pd_rig_mesh mesh;

    if (pd_io_surface_read(&s, file, 64 << 20, NULL) != PD_OK) return 0;
    for (int i = 0; i < 3 * s.vertex_count; i++) check(isfinite(s.vertices[i]));
    for (int i = 0; i < 3 * s.face_count; i++) check(s.faces[i] < (uint32_t)s.vertex_count);
    if (s.is_glb) rig(file, &s);
    if (pd_rig_mesh_init(&mesh, s.vertices, s.vertex_count, s.faces, s.face_count, upright, NULL) == PD_OK) {
        for (int i = 0; i < 3 * mesh.vertex_count; i++)
            check(isfinite(mesh.points[i]) && isfinite(mesh.normals[i]));
        pd_rig_mesh_deinit(&mesh);
    }
    pd_io_surface_deinit(&s);
    return 0;
}
