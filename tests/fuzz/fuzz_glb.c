/* Fuzzes .glb and .vrm files. An accepted skeleton is a tree, and conversions between its node and joint
 * rotations are inverse to each other. */
#include "core/io/surface/gltf_face.h"
#include "core/retarget/character/skin.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static void turn_there_and_back(const pd_retarget_skin *skin)
{
    pd_quat nodes[PD_ANIM_MAX_JOINTS], back[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    for (int k = 0; k < skin->skeleton.joint_count; k++) back[k] = skin->joints[k].start;
    pd_anim_skeleton_forward(at, NULL, &skin->skeleton, back, pd_vec3_make(0, 0, 0));
    pd_retarget_skin_to_nodes(nodes, skin, back);
    pd_retarget_skin_from_nodes(back, skin, nodes);
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        check(skin->skeleton.parents[k] < k && pd_vec3_finite(at[k]));
        check(pd_q_angle(back[k], skin->joints[k].start) < 1e-5);
        check(pd_retarget_skin_find(skin, skin->joints[k].name) >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const pd_io_skin_options options[] = {{.skin = -1},
                                                 {.skin = 0},
                                                 {.skin = -1, .humanoid_only = 1},
                                                 {.skin = -1, .take = PD_IO_TAKE_MOVED},
                                                 {.skin = -1, .take = PD_IO_TAKE_NODES}};
    for (int i = 0; i < 5; i++) {
        pd_retarget_skin skin;
        if (pd_retarget_skin_read(&skin, (pd_bytes){data, size}, &options[i], NULL) != PD_OK) continue;
        turn_there_and_back(&skin);
        pd_retarget_skin_deinit(&skin);
    }
    pd_io_gltf_face face;
    if (pd_io_gltf_face_read(&face, (pd_bytes){data, size}, 0, NULL) != PD_OK) return 0;
    for (int i = 0; i < face.bind_count; i++) {
        const pd_io_gltf_face_bind *bind = &face.binds[i];
        check(bind->shape >= 0 && bind->shape < face.count && bind->mesh >= 0 &&
              bind->mesh < face.node_count);
        check(bind->target >= 0 && bind->target < face.nodes[bind->mesh].targets);
    }
    pd_io_gltf_face_deinit(&face);
    return 0;
}
