/* Fuzzes archives of models and .gltf files. A file that is made stays within the limit,
 * and a .gltf becomes a .glb. */
#include "core/io/surface/bundle.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static pd_status find(void *ctx, pd_bytes *out, const char *path, pd_error *err)
{
    (void)ctx, (void)err;
    if (*path == '/') abort();
    for (const char *at = path; (at = strstr(at, "..")); at++)
        if ((at == path || at[-1] == '/') && (!at[2] || at[2] == '/')) abort();
    *out = (pd_bytes){(const unsigned char *)path, strlen(path)};
    return PD_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pd_bytes file = {data, size};
    const pd_io_bundle_options options = {
        .endings = ".obj .ply", .most = MOST, .json_memory = MOST, .find = size % 2 ? find : NULL};
    pd_io_bundle bundle;
    pd_error err;

    (void)pd_io_bundle_bytes(file, MOST);
    if (pd_io_bundle_open(&bundle, file, &options, &err) != PD_OK) return 0;
    if (bundle.made.size > MOST) abort();
    if (!bundle.made.data && bundle.file.data != data && bundle.file.size) abort();
    if (pd_io_bundle_is_gltf(file) && memcmp(bundle.file.data, "glTF\2\0\0", 8) != 0) abort();
    pd_io_bundle_close(&bundle);
    return 0;
}
