/* Fuzzes scenes and characters from another daemon. An accepted one is written again. */
#include "server/cluster/blob.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_api_scene *scene;
    pd_api_skeleton *character;
    pd_buffer again = {0};
    pd_error err = {0};
    if (pd_srv_blob_read_scene(&scene, (pd_bytes){data, size}, &err) == PD_OK) {
        pd_srv_blob_write_scene(&again, scene);
        if (pd_anim_scene_check(&scene->scene, "", NULL) != PD_OK) abort();
        pd_api_scene_release(scene);
    } else if (!*err.detail)
        abort();
    if (pd_srv_blob_read_character(&character, (pd_bytes){data, size}, 1 << 20, &err) == PD_OK) {
        pd_srv_blob_write_character(&again, character);
        pd_api_skeleton_release(character);
    }
    pd_buffer_deinit(&again);
    return 0;
}
