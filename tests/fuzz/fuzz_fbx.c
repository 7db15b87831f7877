/* Fuzzes FBX files, binary or text, as a character and as a motion. An accepted file becomes a GLB that our
 * readers accept or refuse with a message. */
#include "core/motion/capture.h"
#include "core/io/fbx/fbx_figure.h"
#include "core/io/surface/gltf_skin.h"

#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)64 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pd_bytes file = {data, size};
    const pd_fbx_options options = {.most_bytes = MOST};
    const pd_motion_capture_options motion = {.most_bytes = MOST};
    pd_fbx_found found;
    pd_buffer glb = {0};
    pd_io_skin skin;
    pd_motion_capture capture;
    pd_error err;

    if (pd_fbx_glb(&glb, &found, file, "fuzz", &options, &err) == PD_OK) {
        if (found.note[sizeof found.note - 1] || found.animations[sizeof found.animations - 1]) abort();
        if (pd_io_skin_read(&skin, (pd_bytes){glb.data, glb.size}, NULL, &err) == PD_OK)
            pd_io_skin_deinit(&skin);
    } else if (err.status == PD_OK || !err.detail[0])
        abort();
    pd_buffer_deinit(&glb);
    if (pd_motion_capture_fbx(&capture, file, "fuzz", &motion, &err) == PD_OK)
        pd_motion_capture_deinit(&capture);
    return 0;
}
