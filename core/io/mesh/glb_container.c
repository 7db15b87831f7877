#include "core/io/mesh/glb_container.h"
#include "core/base/assert.h"
#include "core/io/json/json_blocks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t padded(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

static void put_u32(pd_buffer *out, size_t value)
{
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    pd_buffer_add(out, bytes, 4);
}

static void put_chunk_head(pd_buffer *out, size_t size, const char *type)
{
    put_u32(out, padded(size));
    pd_buffer_add(out, type, 4);
}

pd_status pd_io_glb_container_write(pd_buffer *out, const json_t *root, const pd_bytes *parts, int part_count,
                                    pd_error *err)
{
    static const unsigned char zeros[4] = {0};
    size_t bin = 0;

    /* Write the JSON as text first, because the header contains the size of the whole file. */
    for (int i = 0; i < part_count; i++) bin += parts[i].size;

    char *json = json_dumps(root, JSON_COMPACT);
    if (!json) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    const size_t size = strlen(json);
    const size_t whole = 12 + 8 + padded(size) + (bin ? 8 + padded(bin) : 0);
    if (whole > UINT32_MAX) {
        pd_json_text_free(json);
        return pd_fail(err, PD_ERR_LIMIT, "", "%zu bytes; less than 4 GiB allowed in a .glb", whole);
    }

    /* Header and JSON chunk, padded with spaces as glTF requires. */
    const size_t start = out->size;
    pd_buffer_add(out, "glTF\2\0\0", 8);
    put_u32(out, whole);
    put_chunk_head(out, size, "JSON");
    pd_buffer_add(out, json, size);
    pd_buffer_add(out, "   ", padded(size) - size);
    pd_json_text_free(json);

    /* Binary chunk, padded with zeros. */
    if (bin) put_chunk_head(out, bin, "BIN");
    for (int i = 0; i < part_count; i++)
        if (parts[i].size) pd_buffer_add(out, parts[i].data, parts[i].size);
    pd_buffer_add(out, zeros, padded(bin) - bin);
    PD_ASSERT(out->failed || out->size - start == whole);

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu bytes", whole) : PD_OK;
}
