/* KHR_draco_mesh_compression: primitives whose attributes and indices are one compressed stream. */
#include "core/io/surface/gltf_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define DRACO "KHR_draco_mesh_compression"

static const json_t *draco_of(const json_t *primitive)
{
    return json_object_get(json_object_get(primitive, "extensions"), DRACO);
}

/* Returns whether the file also has the primitive's numbers in plain accessors,
 * as a fallback for readers without Draco. */
static bool has_fallback(const json_t *accessors, const json_t *primitive)
{
    const json_t *names = json_object_get(draco_of(primitive), "attributes");
    const char *name;
    json_t *id;
    long index = pd_io_gltf_integer(primitive, "indices", -1);

    if (!json_object_get(json_array_get(accessors, (size_t)index), "bufferView")) return false;
    json_object_foreach((json_t *)(uintptr_t)names, name, id)
    {
        index = pd_io_gltf_integer(json_object_get(primitive, "attributes"), name, -1);
        if (!json_object_get(json_array_get(accessors, (size_t)index), "bufferView")) return false;
    }

    return true;
}

#ifdef PD_WITH_DRACO
#include "core/io/surface/draco.h"

typedef struct decoding {
    pd_io_gltf_file *file;
    const json_t *accessors, *primitive;
    pd_io_draco_mesh *mesh;
    size_t left;   /* bytes that may still be decoded */
    long *streams; /* (decoded_count) view from which an accessor was decoded; -1: none */
    long stream;
    char at[64];
} decoding;

static pd_status refuse_gltf_draco(const decoding *d, pd_status status, const char *name, const char *why)
{
    char where[128];
    snprintf(where, sizeof where, "%s%s%.32s", d->at, *name ? "/" : "", name);
    return pd_fail(d->file->err, status, where, "%s", why);
}

/* Returns the accessor of an attribute or of the indices. Its type and count must be those of the stream.
 * Returns NULL if it was refused. */
static const json_t *accessor_of(const decoding *d, long index, const char *name, size_t count)
{
    const json_t *accessor = json_array_get(d->accessors, (size_t)index);
    char why[128];

    if (index < 0 || !pd_io_gltf_element_bytes(accessor)) {
        refuse_gltf_draco(d, PD_ERR_FORMAT, name,
                          "compressed by Draco; an accessor with count, componentType and type expected");
        return NULL;
    }

    const long announced = pd_io_gltf_integer(accessor, "count", 0);
    if ((size_t)announced == count) return accessor;
    snprintf(why, sizeof why,
             "%zu elements in its Draco stream, %ld in its accessor; the same number expected", count,
             announced);
    refuse_gltf_draco(d, PD_ERR_FORMAT, name, why);

    return NULL;
}

/* Allocates the elements of an accessor that no stream has filled yet. Returns NULL if it was refused. */
static void *room_for(decoding *d, long index, const char *name)
{
    const json_t *accessor = json_array_get(d->accessors, (size_t)index);
    const size_t size = pd_io_gltf_element_bytes(accessor) * (size_t)pd_io_gltf_integer(accessor, "count", 0);
    pd_io_gltf_unpacked *to = &d->file->decoded[index];
    char why[96];

    /* Refuse a second stream for the accessor, and more memory than a file may ask for in all. */
    if (to->data) {
        refuse_gltf_draco(d, PD_ERR_FORMAT, name,
                          "two Draco streams have the same accessor; one accessor for each stream expected");
        return NULL;
    }

    if (size > d->left) {
        snprintf(why, sizeof why, "%zu bytes more; at most %d MiB decoded by Draco allowed in all", size,
                 PD_IO_GLTF_UNPACKED >> 20);
        refuse_gltf_draco(d, PD_ERR_LIMIT, name, why);
        return NULL;
    }

    to->data = malloc(size ? size : 1);
    if (!to->data) {
        refuse_gltf_draco(d, PD_ERR_MEMORY, name, "out of memory");
        return NULL;
    }

    to->size = size;
    d->left -= size;
    d->streams[index] = d->stream;

    return to->data;
}

static pd_status fill_indices(decoding *d, long index)
{
    const pd_io_draco_counts counts = pd_io_draco_counts_of(d->mesh);
    const size_t count = 3 * (size_t)counts.faces;
    const json_t *accessor = accessor_of(d, index, "indices", count);

    /* Indices must be unsigned integers that are wide enough for every vertex. */
    if (!accessor) return d->file->err ? d->file->err->status : PD_ERR_FORMAT;

    const size_t bytes = pd_io_gltf_element_bytes(accessor);
    const long component = pd_io_gltf_integer(accessor, "componentType", 0);
    if ((component != 5121 && component != 5123 && component != 5125) ||
        bytes != (component == 5121   ? 1u
                  : component == 5123 ? 2u
                                      : 4u) ||
        (bytes < 4 && counts.points > 1u << 8 * bytes))
        return refuse_gltf_draco(
            d, PD_ERR_FORMAT, "indices",
            "the accessor is too small or of another type; SCALAR unsigned integers large enough "
            "for every vertex expected");

    /* Decode to 32 bits, then write as many bytes of each index as the accessor has. */
    unsigned char *to = room_for(d, index, "indices");
    uint32_t *faces = malloc((count ? count : 1) * sizeof *faces);
    if (to && faces) {
        pd_io_draco_faces(faces, d->mesh);
        for (size_t i = 0; i < count; i++)
            for (size_t b = 0; b < bytes; b++) to[bytes * i + b] = (unsigned char)(faces[i] >> 8 * b);
    }

    free(faces);
    if (to && faces) return PD_OK;

    return to             ? refuse_gltf_draco(d, PD_ERR_MEMORY, "indices", "out of memory")
           : d->file->err ? d->file->err->status
                          : PD_ERR_FORMAT;
}

static pd_status fill_attribute(decoding *d, const char *name, long id)
{
    const long index = pd_io_gltf_integer(json_object_get(d->primitive, "attributes"), name, -1);
    const json_t *accessor = accessor_of(d, index, name, pd_io_draco_counts_of(d->mesh).points);

    if (!accessor) return d->file->err ? d->file->err->status : PD_ERR_FORMAT;

    const int width = pd_io_draco_width(d->mesh, (uint32_t)id);
    const int component = (int)pd_io_gltf_integer(accessor, "componentType", 0);
    const size_t bytes = component == 5120 || component == 5121 ? 1 : component < 5124 ? 2 : 4;
    if (id < 0 || !width || (size_t)width * bytes != pd_io_gltf_element_bytes(accessor))
        return refuse_gltf_draco(
            d, PD_ERR_FORMAT, name,
            "the Draco stream has no such attribute; an attribute of the accessor's type expected");
    void *to = room_for(d, index, name);
    if (!to) return d->file->err ? d->file->err->status : PD_ERR_FORMAT;
    if (pd_io_draco_values(to, d->mesh, (uint32_t)id, component)) return PD_OK;

    return refuse_gltf_draco(
        d, PD_ERR_FORMAT, name,
        "a value of the Draco stream is out of the range of the componentType; a value within it expected");
}

/* Finds the bytes of the primitive's stream. */
static pd_status stream_of(pd_bytes *out, const decoding *d)
{
    const pd_io_gltf_file *file = d->file;
    const json_t *view = json_array_get(json_object_get(file->root, "bufferViews"), (size_t)d->stream);
    const size_t from = (size_t)pd_io_gltf_integer(view, "byteOffset", 0);
    const size_t size = (size_t)pd_io_gltf_integer(view, "byteLength", 0);
    char why[128];

    /* The view must be in the file's own chunk. */
    if (d->stream < 0 || !json_is_object(view))
        return refuse_gltf_draco(d, PD_ERR_FORMAT, "extensions/" DRACO,
                                 "no bufferView; the number of one expected");
    if (pd_io_gltf_integer(view, "buffer", -1) ||
        json_object_get(json_array_get(json_object_get(file->root, "buffers"), 0), "uri"))
        return refuse_gltf_draco(
            d, PD_ERR_UNSUPPORTED, "extensions/" DRACO,
            "its bytes are not in the file itself; a .glb with all of them in itself expected");
    if (from > file->bin.size || size > file->bin.size - from) {
        snprintf(why, sizeof why, "%zu bytes from %zu on; %zu are there", size, from, file->bin.size);
        return refuse_gltf_draco(d, PD_ERR_RANGE, "extensions/" DRACO, why);
    }

    *out = (pd_bytes){file->bin.data + from, size};

    return PD_OK;
}

static pd_status decode_primitive(decoding *d)
{
    const json_t *names = json_object_get(draco_of(d->primitive), "attributes");
    const long indices = pd_io_gltf_integer(d->primitive, "indices", -1);
    const long positions = pd_io_gltf_integer(json_object_get(d->primitive, "attributes"), "POSITION", -1);
    const pd_io_draco_counts most = {
        (uint32_t)pd_io_gltf_integer(json_array_get(d->accessors, (size_t)positions), "count", 0),
        (uint32_t)pd_io_gltf_integer(json_array_get(d->accessors, (size_t)indices), "count", 0) / 3};
    char why[PD_IO_DRACO_WHY_BYTES], text[PD_IO_DRACO_WHY_BYTES + 24];
    const char *name;
    json_t *id;
    pd_bytes stream;

    /* Draco's extension needs all of these. */
    if (indices < 0 || positions < 0 || !json_is_object(names))
        return refuse_gltf_draco(d, PD_ERR_FORMAT, "",
                                 "compressed by Draco; POSITION, indices and Draco's attributes expected");

    /* Several nodes or primitives may show one stream; it is decoded once. */
    d->stream = pd_io_gltf_integer(draco_of(d->primitive), "bufferView", -1);
    if ((size_t)indices < d->file->decoded_count && d->file->decoded[indices].data &&
        d->streams[indices] == d->stream)
        return PD_OK;

    /* Decode the stream, then fill the accessors of indices and attributes. */
    pd_status status = stream_of(&stream, d);
    if (status != PD_OK) return status;
    d->mesh = pd_io_draco_open(stream, most, why);
    if (!d->mesh) {
        snprintf(text, sizeof text, "compressed by Draco: %s", why);
        return refuse_gltf_draco(d, PD_ERR_FORMAT, "extensions/" DRACO, text);
    }

    status = fill_indices(d, indices);
    json_object_foreach((json_t *)(uintptr_t)names, name, id)
    {
        if (status != PD_OK) break;
        status = fill_attribute(d, name, pd_io_gltf_integer(names, name, -1));
    }

    pd_io_draco_close(d->mesh);

    return status;
}

static pd_status decode_gltf_draco(decoding *d)
{
    const size_t count = json_array_size(d->accessors);

    if (!d->file->decoded) {
        d->file->decoded = calloc(count + 1, sizeof *d->file->decoded);
        d->streams = malloc((count + 1) * sizeof *d->streams);
        if (!d->file->decoded || !d->streams) return refuse_gltf_draco(d, PD_ERR_MEMORY, "", "out of memory");
        for (size_t i = 0; i < count; i++) d->streams[i] = -1;
        d->file->decoded_count = count;
    }

    return decode_primitive(d);
}
#else
typedef struct decoding {
    pd_io_gltf_file *file;
    const json_t *accessors, *primitive;
    size_t left;
    long *streams;
    char at[64];
} decoding;

static pd_status decode_gltf_draco(const decoding *d)
{
    return pd_fail(d->file->err, PD_ERR_UNSUPPORTED, d->at,
                   "compressed by Draco, which this posed was built without (libdraco-dev); plain or by "
                   "EXT_meshopt_compression expected");
}
#endif

pd_status pd_io_gltf_unpack_draco(pd_io_gltf_file *file)
{
    const json_t *meshes = json_object_get(file->root, "meshes");
    const json_t *mesh, *primitive;
    decoding d = {
        .file = file, .accessors = json_object_get(file->root, "accessors"), .left = PD_IO_GLTF_UNPACKED};
    pd_status status = PD_OK;
    size_t m, i;

    /* Decode the primitives that need it. Those with uncompressed data as well are read from these. */
    json_array_foreach(meshes, m, mesh)
    {
        json_array_foreach(json_object_get(mesh, "primitives"), i, primitive)
        {
            if (status != PD_OK || !draco_of(primitive) || has_fallback(d.accessors, primitive)) continue;
            snprintf(d.at, sizeof d.at, "/meshes/%zu/primitives/%zu", m, i);
            d.primitive = primitive;
            status = decode_gltf_draco(&d);
        }
    }

    free(d.streams);

    return status;
}
