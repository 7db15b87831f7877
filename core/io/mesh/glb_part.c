#include "core/io/mesh/glb_internal.h"

#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/kernel/bytes/vertex_code.h"

#include <float.h>
#include <meshoptimizer.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC      0x46546c67u /* "glTF" */
#define CHUNK_JSON 0x4e4f534au
#define CHUNK_BIN  0x004e4942u
#define HEAD_BYTES 12
#define CHUNK_HEAD 8

void pd_io_glb_file_init(pd_io_glb_file *file, pd_buffer *bin, int compress)
{
    *file = (pd_io_glb_file){.bin = bin, .bin_start = bin->size, .compress = compress};
}

void pd_io_glb_file_deinit(pd_io_glb_file *file)
{
    pd_buffer_deinit(&file->accessors);
    pd_buffer_deinit(&file->views);
    pd_buffer_deinit(&file->stage);
}

bool pd_io_glb_failed(const pd_io_glb_file *file)
{
    return file->bin->failed || file->accessors.failed || file->views.failed || file->stage.failed;
}

void pd_io_glb_comma(pd_buffer *json, int index)
{
    if (index) pd_buffer_text(json, ",");
}

void pd_io_glb_text(pd_buffer *json, const char *key, const char *text)
{
    if (!text || !*text) return;
    pd_buffer_printf(json, ",\"%s\":", key);
    pd_io_json_string(json, text);
}

void pd_io_glb_asset(pd_buffer *json, const pd_io_mesh *mesh)
{
    pd_buffer_text(json, "\"asset\":{\"version\":\"2.0\",\"generator\":\"posed\"");
    pd_io_glb_text(json, "copyright", mesh->licence);
    pd_buffer_text(json, ",\"extras\":{\"frame\":\"gltf\",\"units\":\"m\"");
    pd_io_glb_text(json, "model", mesh->model);
    pd_io_glb_text(json, "licence", mesh->licence);
    pd_io_glb_text(json, "provenance", mesh->provenance);
    pd_io_glb_text(json, "credits", mesh->credits);
    pd_buffer_text(json, "}}");
}

void pd_io_glb_floats(pd_buffer *json, const float *values, int count)
{
    PD_ASSERT(count >= 0);
    pd_buffer_text(json, "[");
    pd_io_numbers_shortest(json, values, (size_t)count, ',', "", NULL);
    pd_buffer_text(json, "]");
}

/* Returns whether the present array is compressed.
 * Compression does not pay for a few rows or for matrices. */
static bool is_compressed(const pd_io_glb_file *file)
{
    return file->compress && file->count >= 16 && file->format.stride <= 16;
}

void *pd_io_glb_begin(pd_io_glb_file *file, const pd_io_glb_format *format, int count)
{
    PD_ASSERT(count >= 0 && format->width >= 1 && format->stride >= format->width);
    file->format = *format;
    file->count = count;
    pd_buffer *to = is_compressed(file) ? &file->stage : file->bin;
    pd_buffer_clear(&file->stage);

    /* Align relative to the start of the chunk; bin_start is a multiple of 4 from the start of the file. */
    while ((to->size - (to == file->bin ? file->bin_start : 0)) % 4 && !to->failed) pd_buffer_add(to, "", 1);
    file->row_start = to->size;
    file->row_bytes = is_compressed(file) && format->use == PD_IO_GLB_INDEX ? 4 : format->stride;

    return pd_buffer_extend(to, (size_t)count * (size_t)file->row_bytes);
}

void pd_io_glb_widen(float *low, float *high, const float *values, size_t count, int width)
{
    /* Process blocks of 48 numbers, a multiple of every width,
     * so that lane i always has component i % width. */
    enum { LANES = 48 };

    PD_ASSERT(width >= 1 && width <= 4 && count % (size_t)width == 0);
    float least[LANES], most[LANES];
    for (int i = 0; i < LANES; i++) {
        least[i] = low[i % width];
        most[i] = high[i % width];
    }

    size_t at = 0;
    for (; at + LANES <= count; at += LANES) {
        float in[LANES];
        memcpy(in, values + at, sizeof in);
        for (int i = 0; i < LANES; i++) least[i] = in[i] < least[i] ? in[i] : least[i];
        for (int i = 0; i < LANES; i++) most[i] = in[i] > most[i] ? in[i] : most[i];
    }

    /* The rest, then the lanes of each component. */
    for (size_t i = 0; at < count; at++, i++) {
        least[i] = values[at] < least[i] ? values[at] : least[i];
        most[i] = values[at] > most[i] ? values[at] : most[i];
    }

    for (int i = 0; i < LANES; i++) {
        low[i % width] = least[i] < low[i % width] ? least[i] : low[i % width];
        high[i % width] = most[i] > high[i % width] ? most[i] : high[i % width];
    }
}

/* Finds the bounds of rows of int16, which have three numbers and a 0. */
static void bounds_short(float low[4], float high[4], const unsigned char *rows, size_t count)
{
    enum { LANES = 32 };
    int16_t least[LANES], most[LANES], in[LANES];

    for (int i = 0; i < LANES; i++) {
        least[i] = INT16_MAX;
        most[i] = INT16_MIN;
    }

    for (size_t at = 0; at < count; at += LANES / 4, rows += sizeof in) {
        const size_t some = count - at < LANES / 4 ? count - at : LANES / 4;

        /* Repeat the first row in the last block. */
        for (size_t i = some; i < LANES / 4; i++) memcpy(in + 4 * i, rows, 8);
        memcpy(in, rows, 8 * some);
        for (int i = 0; i < LANES; i++) least[i] = in[i] < least[i] ? in[i] : least[i];
        for (int i = 0; i < LANES; i++) most[i] = in[i] > most[i] ? in[i] : most[i];
    }

    for (int i = 0; i < LANES; i++) {
        low[i % 4] = least[i] < low[i % 4] ? least[i] : low[i % 4];
        high[i % 4] = most[i] > high[i % 4] ? most[i] : high[i % 4];
    }
}

/* Writes min and max of each component. Rows are packed floats or padded int16,
 * the types that positions and times have. */
static void write_bounds(pd_io_glb_file *file, const unsigned char *rows)
{
    const pd_io_glb_format *format = &file->format;
    float low[4] = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
    float high[4] = {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX};

    PD_ASSERT(format->width >= 1 && format->width <= 4);
    if (format->component == PD_IO_GLB_SHORT) {
        PD_ASSERT(format->width == 3 && format->stride == 8);
        bounds_short(low, high, rows, (size_t)file->count);
    } else {
        PD_ASSERT(format->stride == 4 * format->width && (uintptr_t)rows % sizeof(float) == 0);
        pd_io_glb_widen(low, high, (const float *)(const void *)rows,
                        (size_t)file->count * (size_t)format->width, format->width);
    }

    /* Write the bounds as JSON. */
    pd_buffer_text(&file->accessors, ",\"min\":");
    pd_io_glb_floats(&file->accessors, low, format->width);
    pd_buffer_text(&file->accessors, ",\"max\":");
    pd_io_glb_floats(&file->accessors, high, format->width);
}

/* Appends the encoded rows to bin. Returns their size, or 0 after a failure. The version of the triangle
 * encoder is a process-wide setting, but every caller sets the one that the extension prescribes. */
static size_t compress_rows(pd_io_glb_file *file, const unsigned char *rows)
{
    size_t count = (size_t)file->count;
    size_t stride = (size_t)file->format.stride;
    size_t length;
    bool index = file->format.use == PD_IO_GLB_INDEX;

    PD_ASSERT(index ? count % 3 == 0 : stride % 4 == 0);
    size_t bound = index ? meshopt_encodeIndexBufferBound(count, INT32_MAX)
                         : meshopt_encodeVertexBufferBound(count, stride);

    /* Reserve the largest size that the encoder may need. */
    while ((file->bin->size - file->bin_start) % 4 && !file->bin->failed) pd_buffer_add(file->bin, "", 1);
    unsigned char *to = pd_buffer_extend(file->bin, bound);
    if (!to) return 0;

    /* Encode, and give back what was not needed. */
    if (index) {
        meshopt_encodeIndexVersion(1);
        length = meshopt_encodeIndexBuffer(to, bound, (const unsigned int *)(const void *)rows, count);
    } else {
        length = pd_k_vertex_code_get()->encode(to, rows, count, (int)stride);
    }

    PD_ASSERT(length <= bound);
    file->bin->size -= bound - length;
    if (!length) file->bin->failed = 1;

    return length;
}

/* Writes offset, size and target of a view. Only views of vertex attributes may have a stride. */
static void write_view_place(pd_io_glb_file *file, int buffer, size_t offset, size_t bytes)
{
    pd_buffer *json = &file->views;

    PD_ASSERT((buffer == 0 || buffer == 1) && offset % 4 == 0);
    if (file->view_count++) pd_buffer_text(json, ",");
    pd_buffer_printf(json, "{\"buffer\":%d,\"byteOffset\":%zu,\"byteLength\":%zu", buffer, offset, bytes);
    if (file->format.use == PD_IO_GLB_VERTEX)
        pd_buffer_printf(json, ",\"byteStride\":%d,\"target\":34962", file->format.stride);
    if (file->format.use == PD_IO_GLB_INDEX) pd_buffer_text(json, ",\"target\":34963");
}

/* Writes the beginning of an accessor, which refers to the next view. */
static void begin_accessor(pd_io_glb_file *file)
{
    pd_buffer *json = &file->accessors;
    if (file->accessor_count) pd_buffer_text(json, ",");
    pd_buffer_printf(json, "{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"",
                     file->view_count, file->format.component, file->count, file->format.type);
    if (file->format.normalized) pd_buffer_text(json, ",\"normalized\":true");
}

/* Writes a compressed view: a range of the fallback buffer,
 * with the last `size` bytes of bin in its extension. */
static void write_packed_view(pd_io_glb_file *file, size_t size)
{
    const size_t bytes = (size_t)file->count * (size_t)file->format.stride;

    file->fallback_bytes = (file->fallback_bytes + 3) / 4 * 4;
    write_view_place(file, 1, file->fallback_bytes, bytes);
    pd_buffer_printf(&file->views,
                     ",\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":%zu,"
                     "\"byteLength\":%zu,\"byteStride\":%d,\"count\":%d,\"mode\":\"%s\"}}}",
                     file->bin->size - size - file->bin_start, size, file->format.stride, file->count,
                     file->format.use == PD_IO_GLB_INDEX ? "TRIANGLES" : "ATTRIBUTES");
    file->fallback_bytes += bytes;
}

int pd_io_glb_end(pd_io_glb_file *file)
{
    if (pd_io_glb_failed(file)) {
        file->bin->failed = 1; /* the stage's own flag is cleared with it */
        return 0;
    }

    bool packed = is_compressed(file);
    PD_ASSERT(file->row_start + (size_t)file->count * (size_t)file->row_bytes <=
              (packed ? file->stage.size : file->bin->size));
    const unsigned char *rows = (packed ? file->stage.data : file->bin->data) + file->row_start;

    /* The accessor, and the number of the view that is written below. */
    begin_accessor(file);
    if (file->format.bounds) write_bounds(file, rows);
    pd_buffer_text(&file->accessors, "}");

    /* The view: of the rows themselves, or of the encoded rows. */
    if (packed) {
        write_packed_view(file, compress_rows(file, rows));
    } else {
        write_view_place(file, 0, file->row_start - file->bin_start, file->bin->size - file->row_start);
        pd_buffer_text(&file->views, "}");
    }

    return file->accessor_count++;
}

pd_io_glb_packed *pd_io_glb_pack(const uint32_t *corners, size_t corner_count)
{
    /* Encode. */
    const size_t bound = meshopt_encodeIndexBufferBound(corner_count, INT32_MAX);
    unsigned char *encoded = malloc(bound + 1);

    if (!encoded) return NULL;
    meshopt_encodeIndexVersion(1);
    const size_t bytes = meshopt_encodeIndexBuffer(encoded, bound, corners, corner_count);

    uint32_t largest = 0;
    for (size_t i = 0; i < corner_count; i++) largest = corners[i] > largest ? corners[i] : largest;
    const bool is_small = largest <= UINT16_MAX;

    /* One block: the encoded bytes, then the 16-bit indices on an even address. */
    const size_t narrow_at = (bytes + 1) / 2 * 2;
    const size_t narrow_bytes = is_small ? 2 * corner_count : 0;
    pd_io_glb_packed *packed = malloc(sizeof *packed + narrow_at + narrow_bytes);
    if (packed) {
        uint16_t *narrow = (uint16_t *)(void *)(packed->bytes + narrow_at);
        *packed = (pd_io_glb_packed){.corners = corners,
                                     .corner_count = corner_count,
                                     .byte_count = bytes,
                                     .largest = largest,
                                     .narrow = is_small ? narrow : NULL};
        memcpy(packed->bytes, encoded, bytes);
        for (size_t i = 0; is_small && i < corner_count; i++) narrow[i] = (uint16_t)corners[i];
    }

    free(encoded);

    return packed;
}

int pd_io_glb_packed_indices(pd_io_glb_file *file, const pd_io_glb_format *format,
                             const pd_io_glb_packed *packed)
{
    PD_ASSERT(file->compress && format->use == PD_IO_GLB_INDEX && packed->corner_count >= 16);
    file->format = *format;
    file->count = (int)packed->corner_count;
    begin_accessor(file);
    pd_buffer_text(&file->accessors, "}");
    while ((file->bin->size - file->bin_start) % 4 && !file->bin->failed) pd_buffer_add(file->bin, "", 1);
    pd_buffer_add(file->bin, packed->bytes, packed->byte_count);
    write_packed_view(file, packed->byte_count);

    return file->accessor_count++;
}

int pd_io_glb_zeros(pd_io_glb_file *file, const pd_io_glb_format *format, int count)
{
    PD_ASSERT(count >= 1 && format->width >= 1 && format->width <= 4);
    static const float zeros[4] = {0};
    pd_buffer *json = &file->accessors;

    /* Write an accessor without a view, whose elements are zeros in glTF. */
    if (file->accessor_count) pd_buffer_text(json, ",");
    pd_buffer_printf(json, "{\"componentType\":%d,\"count\":%d,\"type\":\"%s\"", format->component, count,
                     format->type);
    if (format->normalized) pd_buffer_text(json, ",\"normalized\":true");
    if (format->bounds) {
        pd_buffer_text(json, ",\"min\":");
        pd_io_glb_floats(json, zeros, format->width);
        pd_buffer_text(json, ",\"max\":");
        pd_io_glb_floats(json, zeros, format->width);
    }

    pd_buffer_text(json, "}");

    return file->accessor_count++;
}

/* Adds min and max over the rows of a sparse accessor and the zeros between them. */
static void write_sparse_bounds(pd_io_glb_file *file, const pd_io_glb_format *format, bool has_zeros, int own,
                                const void *rows)
{
    float low[4], high[4];

    for (int c = 0; c < format->width; c++) {
        low[c] = has_zeros ? 0 : FLT_MAX;
        high[c] = has_zeros ? 0 : -FLT_MAX;
        for (size_t i = (size_t)c; i < (size_t)own * (size_t)format->width; i += (size_t)format->width) {
            const float value = format->component == PD_IO_GLB_SHORT ? (float)((const int16_t *)rows)[i]
                                                                     : ((const float *)rows)[i];
            low[c] = value < low[c] ? value : low[c];
            high[c] = value > high[c] ? value : high[c];
        }
    }

    pd_buffer_text(&file->accessors, ",\"min\":");
    pd_io_glb_floats(&file->accessors, low, format->width);
    pd_buffer_text(&file->accessors, ",\"max\":");
    pd_io_glb_floats(&file->accessors, high, format->width);
}

int pd_io_glb_sparse(pd_io_glb_file *file, const pd_io_glb_format *format, int count, int own,
                     const uint32_t *numbers, const void *rows)
{
    PD_ASSERT(own >= 1 && own <= count &&
              (format->component == PD_IO_GLB_SHORT || format->component == PD_IO_GLB_FLOAT));
    const bool small = count <= 65535;
    const size_t row_bytes =
        (size_t)format->width * (format->component == PD_IO_GLB_SHORT ? sizeof(int16_t) : sizeof(float));
    uint16_t *narrow = small ? malloc((size_t)own * sizeof *narrow) : NULL;
    if (small && !narrow) {
        file->bin->failed = 1;
        return 0;
    }

    for (int i = 0; small && i < own; i++) narrow[i] = (uint16_t)numbers[i];

    /* The two views, and the accessor that names them. */
    const int first = pd_io_glb_blob(file, small ? (const void *)narrow : (const void *)numbers,
                                     (size_t)own * (small ? sizeof *narrow : sizeof *numbers));
    const int second = pd_io_glb_blob(file, rows, (size_t)own * row_bytes);
    free(narrow);
    pd_buffer *json = &file->accessors;
    if (file->accessor_count) pd_buffer_text(json, ",");
    pd_buffer_printf(json, "{\"componentType\":%d,\"count\":%d,\"type\":\"%s\"", format->component, count,
                     format->type);
    if (format->bounds) write_sparse_bounds(file, format, own < count, own, rows);
    pd_buffer_printf(json,
                     ",\"sparse\":{\"count\":%d,\"indices\":{\"bufferView\":%d,\"componentType\":%d},"
                     "\"values\":{\"bufferView\":%d}}}",
                     own, first, small ? PD_IO_GLB_USHORT : PD_IO_GLB_UINT, second);

    return file->accessor_count++;
}

int pd_io_glb_blob(pd_io_glb_file *file, const void *bytes, size_t size)
{
    while ((file->bin->size - file->bin_start) % 4 && !file->bin->failed) pd_buffer_add(file->bin, "", 1);
    if (file->view_count) pd_buffer_text(&file->views, ",");
    pd_buffer_printf(&file->views, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
                     file->bin->size - file->bin_start, size);
    pd_buffer_add(file->bin, bytes, size);

    return file->view_count++;
}

static void put_u32(unsigned char **at, size_t value)
{
    uint32_t word = (uint32_t)value;
    memcpy(*at, &word, sizeof word);
    *at += sizeof word;
}

pd_status pd_io_glb_close(pd_io_glb_file *file, const pd_buffer *json, pd_error *err)
{
    pd_buffer *out = file->bin;
    const size_t start = file->bin_start;
    const size_t bin = out->size - start;
    const size_t front = HEAD_BYTES + CHUNK_HEAD + json->size + CHUNK_HEAD;

    PD_ASSERT(json->failed || (bin % 4 == 0 && json->size % 4 == 0) || pd_io_glb_failed(file));

    /* The arrays lie at the end of out already; the heads and the JSON are put before them. */
    if (!json->failed && !pd_io_glb_failed(file) && pd_buffer_extend(out, front)) {
        unsigned char *at = out->data + start;
        memmove(at + front, at, bin);
        put_u32(&at, MAGIC);
        put_u32(&at, 2);
        put_u32(&at, front + bin);
        put_u32(&at, json->size);
        put_u32(&at, CHUNK_JSON);
        memcpy(at, json->data, json->size);
        at += json->size;
        put_u32(&at, bin);
        put_u32(&at, CHUNK_BIN);
    }

    if (json->failed || pd_io_glb_failed(file))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the GLB file");
    const size_t bytes = out->size - start;

    return bytes <= UINT32_MAX
               ? PD_OK
               : pd_fail(err, PD_ERR_LIMIT, "", "%zu bytes; less than 4 GiB allowed in a .glb", bytes);
}
