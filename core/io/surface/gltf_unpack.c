/* EXT_meshopt_compression: views whose bytes are compressed in the file's chunk. */
#include "core/io/surface/gltf_file.h"

#include <jansson.h>
#include <meshoptimizer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACKED "EXT_meshopt_compression"

typedef struct packed_view {
    pd_bytes from;
    size_t count, stride;
    int mode, filter;
} packed_view;

static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES", NULL}, *const filters[] = {
                                                                                     "NONE", "OCTAHEDRAL",
                                                                                     "QUATERNION",
                                                                                     "EXPONENTIAL", NULL};
enum { ATTRIBUTES, TRIANGLES, INDICES };
enum { NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL };

static int choice_of(const json_t *packed, const char *name, const char *const *words, int otherwise)
{
    const char *word = json_string_value(json_object_get(packed, name));
    if (!json_object_get(packed, name)) return otherwise;
    for (int i = 0; word && words[i]; i++)
        if (!strcmp(word, words[i])) return i;
    return -1;
}

/* Returns whether meshoptimizer's decoders accept elements of that size. */
static bool is_sound(const packed_view *p)
{
    if (!p->count || p->mode < 0 || p->filter < 0) return false;
    if (p->mode != ATTRIBUTES)
        return (p->stride == 2 || p->stride == 4) && !p->filter && (p->mode == INDICES || p->count % 3 == 0);
    if (!p->stride || p->stride % 4 || p->stride > 256) return false;

    return p->filter == OCTAHEDRAL   ? p->stride == 4 || p->stride == 8
           : p->filter == QUATERNION ? p->stride == 8
                                     : true;
}

static bool decode_gltf_unpack(unsigned char *out, const packed_view *p)
{
    if (p->mode == TRIANGLES)
        return !meshopt_decodeIndexBuffer(out, p->count, p->stride, p->from.data, p->from.size);
    if (p->mode == INDICES)
        return !meshopt_decodeIndexSequence(out, p->count, p->stride, p->from.data, p->from.size);
    if (meshopt_decodeVertexBuffer(out, p->count, p->stride, p->from.data, p->from.size)) return false;
    if (p->filter == OCTAHEDRAL) meshopt_decodeFilterOct(out, p->count, p->stride);
    if (p->filter == QUATERNION) meshopt_decodeFilterQuat(out, p->count, p->stride);
    if (p->filter == EXPONENTIAL) meshopt_decodeFilterExp(out, p->count, p->stride);

    return true;
}

static pd_status unpack_gltf_unpack(pd_io_gltf_unpacked *out, pd_io_gltf_file *file, const json_t *packed,
                                    size_t left, const char *where)
{
    packed_view p = {.count = (size_t)pd_io_gltf_integer(packed, "count", 0),
                     .stride = (size_t)pd_io_gltf_integer(packed, "byteStride", 0),
                     .mode = choice_of(packed, "mode", modes, -1),
                     .filter = choice_of(packed, "filter", filters, NONE)};
    const size_t from = (size_t)pd_io_gltf_integer(packed, "byteOffset", 0);
    const size_t size = (size_t)pd_io_gltf_integer(packed, "byteLength", 0);

    /* Check everything that the decoder relies on: where the bytes are,
     * the layout, and the size in memory. */
    if (pd_io_gltf_integer(packed, "buffer", -1))
        return pd_fail(file->err, PD_ERR_UNSUPPORTED, where,
                       "its bytes are not in the file itself; a .glb with all of them in itself expected");
    if (from > file->bin.size || size > file->bin.size - from)
        return pd_fail(file->err, PD_ERR_RANGE, where,
                       "%zu bytes at offset %zu; at most the %zu bytes of the buffer allowed", size, from,
                       file->bin.size);
    if (!is_sound(&p))
        return pd_fail(file->err, PD_ERR_FORMAT, where,
                       "%zu elements of %zu bytes, which the compression mode or filter does not allow; "
                       "another size of elements is needed",
                       p.count, p.stride);
    if (p.count > left / p.stride)
        return pd_fail(file->err, PD_ERR_LIMIT, where,
                       "%zu elements of %zu bytes; at most %d MiB unpacked allowed in all", p.count, p.stride,
                       PD_IO_GLTF_UNPACKED >> 20);

    /* Decode. */
    p.from = (pd_bytes){file->bin.data + from, size};
    out->size = p.count * p.stride;
    out->data = malloc(out->size);
    if (!out->data) return pd_fail(file->err, PD_ERR_MEMORY, where, "out of memory");
    if (decode_gltf_unpack(out->data, &p)) return PD_OK;

    return pd_fail(file->err, PD_ERR_FORMAT, where,
                   "%zu compressed bytes do not unpack; bytes of %zu elements expected", size, p.count);
}

pd_status pd_io_gltf_unpack(pd_io_gltf_file *file)
{
    const json_t *views = json_object_get(file->root, "bufferViews");
    const json_t *view;
    size_t i;
    size_t left = PD_IO_GLTF_UNPACKED;
    char where[80];

    /* Unpack each compressed view, within a limit for the whole file. */
    json_array_foreach(views, i, view)
    {
        const json_t *packed = json_object_get(json_object_get(view, "extensions"), PACKED);
        if (!packed) continue;
        if (!file->unpacked) file->unpacked = calloc(json_array_size(views), sizeof *file->unpacked);
        if (!file->unpacked) return pd_fail(file->err, PD_ERR_MEMORY, "/bufferViews", "out of memory");
        snprintf(where, sizeof where, "/bufferViews/%zu/extensions/" PACKED, i);
        file->unpacked_count = json_array_size(views);
        const pd_status status = unpack_gltf_unpack(&file->unpacked[i], file, packed, left, where);
        if (status != PD_OK) return status;
        left -= file->unpacked[i].size;
    }

    return PD_OK;
}
