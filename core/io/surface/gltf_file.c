#include "core/io/surface/gltf_file.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/io/json/json.h"
#include "core/io/mesh/glb_container.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC          0x46546c67u /* glTF */
#define CHUNK_JSON     0x4e4f534au
#define CHUNK_BIN      0x004e4942u
#define DEEPEST        64
/* Lengths of a quaternion that may come from rounding, and tolerance of the last row of a matrix. */
#define ROTATION_LEAST 0.9
#define ROTATION_MOST  1.1
#define AFFINE         1e-5
#define PATH_BYTES     128 /* longer pointers are cut */

static uint32_t u32_at(pd_bytes bytes, size_t at)
{
    const unsigned char *b = bytes.data + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* ---- opening ---- */

/* Finds the first JSON chunk and the first binary chunk. */
static pd_status find_chunks(pd_io_gltf_file *out, pd_bytes *json, pd_bytes file)
{
    pd_error *err = out->err;

    /* The header: magic, version, length. A .gltf is text, which deserves an error of its own. */
    const pd_bytes text = pd_text_unmarked(file);
    if (text.size && text.data[0] == '{')
        return pd_fail(err, PD_ERR_FORMAT, "byte 0",
                       "JSON, as a .gltf is; a glTF binary (.glb, .vrm) expected");
    if (file.size < 20 || u32_at(file, 0) != MAGIC)
        return pd_fail(err, PD_ERR_FORMAT, "byte 0",
                       "not a glTF binary (.glb, .vrm); \"glTF\" expected at its beginning");
    if (u32_at(file, 4) != 2)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "byte 4", "glTF version %u; version 2 is expected",
                       u32_at(file, 4));
    const size_t end = u32_at(file, 8);
    if (end > file.size)
        return pd_fail(err, PD_ERR_FORMAT, "byte 8",
                       "%zu bytes announced; at most the %zu bytes of the file allowed", end, file.size);

    /* The chunks, each padded to a multiple of 4. */
    for (size_t at = 12; at + 8 <= end;) {
        const size_t size = u32_at(file, at);
        const size_t left = end - at - 8;
        const uint32_t kind = u32_at(file, at + 4);
        char where[32];
        snprintf(where, sizeof where, "byte %zu", at);
        if (size > left)
            return pd_fail(err, PD_ERR_FORMAT, where,
                           "a chunk of %zu bytes; at most the %zu bytes of the rest of the file allowed",
                           size, left);
        const pd_bytes chunk = {file.data + at + 8, size};
        if (kind == CHUNK_JSON && !json->data) *json = chunk;
        if (kind == CHUNK_BIN && !out->bin.data) out->bin = chunk;
        at += 8 + size + (4 - size % 4) % 4;
    }

    if (!json->data)
        return pd_fail(err, PD_ERR_FORMAT, "byte 12", "the file has no JSON chunk; one is expected");

    return PD_OK;
}

pd_status pd_io_gltf_read_json(json_t **out, pd_bytes json, size_t most, const char *where, pd_error *err)
{
    pd_json_extent extent;
    json_error_t error;
    bool is_out_of_memory;

    /* Scan the text first, because parsing takes more memory than the text. */
    *out = NULL;
    pd_json_scan(&extent, json, NULL, most);
    if (extent.depth > DEEPEST)
        return pd_fail(err, PD_ERR_LIMIT, where, "JSON nested %d deep; at most %d allowed", extent.depth,
                       DEEPEST);
    if (extent.memory > most)
        return pd_fail(err, PD_ERR_LIMIT, where,
                       "JSON that takes %.1f MiB of memory and more; at most %.1f MiB allowed",
                       (double)extent.memory / 0x1p20, (double)most / 0x1p20);

    /* Parse. */
    json_t *root = pd_json_load(json, 0, &error, &is_out_of_memory);
    if (is_out_of_memory) return pd_fail(err, PD_ERR_MEMORY, where, "out of memory");
    if (!root)
        return pd_fail(err, PD_ERR_FORMAT, where, "no JSON at its byte %d: %s", error.position, error.text);
    if (!json_is_object(root)) {
        json_decref(root);
        return pd_fail(err, PD_ERR_FORMAT, where, "not a JSON object; one is expected");
    }

    *out = root;

    return PD_OK;
}

/* ---- whole numbers ---- */

/* Members of glTF that are whole numbers from 0 on, or arrays of such. All members of `attributes` and
 * `targets` are, too. */
static const char *const whole_members[] = {
    "accessor",   "buffer", "bufferView", "byteLength",    "byteOffset",
    "byteStride", "camera", "children",   "count",         "indices",
    "input",      "joints", "material",   "mesh",          "mode",
    "node",       "nodes",  "output",     "sampler",       "scene",
    "skeleton",   "skin",   "source",     "componentType", "inverseBindMatrices"};

static bool is_whole(const char *name, const char *parent)
{
    if (!strcmp(parent, "attributes") || !strcmp(parent, "targets")) return true;
    for (size_t i = 0; i < sizeof whole_members / sizeof *whole_members; i++)
        if (!strcmp(name, whole_members[i])) return true;
    return false;
}

/* Returns a number as an integer, a new reference; NULL with an error if it is none. glTF allows 3.0 for 3,
 * but readers look for integers. */
static json_t *whole_of(const json_t *value, const char *path, pd_error *err)
{
    const double number = json_number_value(value);

    if (json_is_number(value) && number >= 0 && number <= INT32_MAX && number == floor(number)) {
        json_t *out = json_integer((json_int_t)number);
        if (!out) pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
        return out;
    }

    char *text = json_dumps(value, JSON_ENCODE_ANY);
    pd_fail(err, PD_ERR_RANGE, path, "%.40s; a whole number from 0 to 2147483647 expected",
            text ? text : "no number");
    free(text);

    return NULL;
}

/* Makes integers of the whole numbers in an object or array, and refuses other values where glTF has whole
 * numbers. Extensions (is_own false) may give the names other meanings: in them numbers like 3.0 are
 * converted and nothing is refused. name: that of the value or of the array around it;
 * path (PATH_BYTES): its pointer. */
static pd_status make_whole(json_t *value, const char *name, bool is_own, char *path, pd_error *err)
{
    const size_t length = strlen(path);
    pd_error refusal = {0};
    json_t *item;
    size_t i;

    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char *member = json_object_iter_key(at);
        item = json_object_iter_value(at);
        if (!strcmp(member, "extras")) continue;
        snprintf(path + length, PATH_BYTES - length, "/%.40s", member);
        if (json_is_object(item) || json_is_array(item)) {
            const pd_status status =
                make_whole(item, member, is_own && strcmp(member, "extensions") != 0, path, err);
            if (status != PD_OK) return status;
        } else if (is_whole(member, name) && (is_own || json_is_real(item))) {
            json_t *whole = whole_of(item, path, &refusal);
            if (whole)
                json_object_iter_set_new(value, at, whole);
            else if (is_own)
                return pd_fail(err, refusal.status, path, "%s", refusal.detail);
        }
    }

    json_array_foreach(value, i, item)
    {
        snprintf(path + length, PATH_BYTES - length, "/%zu", i);
        if (json_is_object(item) || json_is_array(item)) {
            const pd_status status = make_whole(item, name, is_own, path, err);
            if (status != PD_OK) return status;
        } else if (is_own && is_whole(name, "")) {
            json_t *whole = whole_of(item, path, &refusal);
            if (!whole) return pd_fail(err, refusal.status, path, "%s", refusal.detail);
            json_array_set_new(value, i, whole);
        }
    }

    path[length] = 0;

    return PD_OK;
}

/* ---- what readers would read differently ---- */

/* Checks the version of glTF that the file states. */
static pd_status check_version(const json_t *root, pd_error *err)
{
    const json_t *asset = json_object_get(root, "asset");
    const char *version = json_string_value(json_object_get(asset, "version"));
    const char *least = json_string_value(json_object_get(asset, "minVersion"));

    if (version && strncmp(version, "2.", 2) != 0)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/asset/version", "\"%.20s\"; 2.0 expected", version);
    if (least && strcmp(least, "2.0") != 0)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/asset/minVersion", "\"%.20s\"; at most 2.0 is supported",
                       least);

    return PD_OK;
}

/* Checks that a node has one transform: a rotation of length 1, or a matrix that is affine and stands alone.
 * Types and counts are left to the readers of nodes. */
static pd_status check_transform(const json_t *node, int index, pd_error *err)
{
    static const char *const parts[] = {"translation", "rotation", "scale"};
    static const double last_row[4] = {0, 0, 0, 1};
    const json_t *matrix = json_object_get(node, "matrix");
    const json_t *rotation = json_object_get(node, "rotation");
    char where[64];
    double square = 0;

    for (size_t i = 0; i < json_array_size(rotation); i++) {
        const double x = json_number_value(json_array_get(rotation, i));
        square += x * x;
    }

    snprintf(where, sizeof where, "/nodes/%d/rotation", index);
    if (square > 0 && !(square > ROTATION_LEAST * ROTATION_LEAST && square < ROTATION_MOST * ROTATION_MOST))
        return pd_fail(err, PD_ERR_RANGE, where, "a quaternion of length %.3g; %.10g to %.10g allowed",
                       sqrt(square), ROTATION_LEAST, ROTATION_MOST);

    for (int i = 0; i < 3 && matrix; i++) {
        if (!json_object_get(node, parts[i])) continue;
        snprintf(where, sizeof where, "/nodes/%d/%s", index, parts[i]);
        return pd_fail(
            err, PD_ERR_FORMAT, where,
            "the node has a matrix too, and programs differ in which of both they read; one expected");
    }

    for (size_t c = 0; c < 4 && json_array_size(matrix) == 16; c++) {
        const double x = json_number_value(json_array_get(matrix, 4 * c + 3));
        if (fabs(x - last_row[c]) <= AFFINE) continue;
        snprintf(where, sizeof where, "/nodes/%d/matrix", index);
        return pd_fail(err, PD_ERR_RANGE, where,
                       "number %zu is %.6g; %g expected, in the last row of a transform", 4 * c + 3, x,
                       last_row[c]);
    }

    return PD_OK;
}

pd_status pd_io_gltf_open(pd_io_gltf_file *out, pd_bytes file, size_t json_memory, pd_error *err)
{
    pd_bytes json = {NULL, 0};

    *out = (pd_io_gltf_file){.err = err};
    pd_status status = find_chunks(out, &json, file);
    if (status != PD_OK) return status;
    status = pd_io_gltf_read_json(&out->root, json, json_memory ? json_memory : SIZE_MAX, "byte 20", err);
    if (status != PD_OK) return status;
    char path[PATH_BYTES] = "";
    status = make_whole(out->root, "", true, path, err);
    if (status == PD_OK) status = check_version(out->root, err);
    const json_t *nodes = json_object_get(out->root, "nodes");
    for (size_t i = 0; status == PD_OK && i < json_array_size(nodes); i++)
        status = check_transform(json_array_get(nodes, i), (int)i, err);

    return status == PD_OK ? pd_io_gltf_unpack(out) : status;
}

void pd_io_gltf_close(pd_io_gltf_file *file)
{
    for (size_t i = 0; i < file->unpacked_count; i++) free(file->unpacked[i].data);
    free(file->unpacked);
    for (size_t i = 0; i < file->decoded_count; i++) free(file->decoded[i].data);
    free(file->decoded);
    json_decref(file->root);
    pd_buffer_deinit(&file->added);
    memset(file, 0, sizeof *file);
}

long pd_io_gltf_integer(const json_t *object, const char *name, long otherwise)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value)) return otherwise;
    const json_int_t number = json_integer_value(value);
    return number >= 0 && number <= INT32_MAX ? (long)number : otherwise;
}

json_t *pd_io_gltf_array(json_t *object, const char *name)
{
    json_t *array = json_object_get(object, name);
    if (!array && !json_object_set_new(object, name, json_array())) array = json_object_get(object, name);
    return json_is_array(array) ? array : NULL;
}

/* ---- accessors ---- */

static int component_bytes(long component)
{
    return component == 5120 || component == 5121   ? 1
           : component == 5122 || component == 5123 ? 2
           : component == 5125 || component == 5126 ? 4
                                                    : 0;
}

static int width_of(const char *type)
{
    static const struct {
        const char *name;
        int width;
    } rows[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    for (size_t i = 0; type && i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, type)) return rows[i].width;

    return 0;
}

size_t pd_io_gltf_element_bytes(const json_t *accessor)
{
    return (size_t)width_of(json_string_value(json_object_get(accessor, "type"))) *
           (size_t)component_bytes(pd_io_gltf_integer(accessor, "componentType", 0));
}

/* Finds the bytes of a buffer view, in the file's own chunk or unpacked. */
static pd_status bytes_of(pd_bytes *out, size_t *stride, const pd_io_gltf_file *file, long number,
                          const char *where)
{
    const json_t *view = json_array_get(json_object_get(file->root, "bufferViews"), (size_t)number);
    const size_t from = (size_t)pd_io_gltf_integer(view, "byteOffset", 0);
    const size_t length = (size_t)pd_io_gltf_integer(view, "byteLength", 0);

    *stride = (size_t)pd_io_gltf_integer(view, "byteStride", 0);
    if (number < 0 || !json_is_object(view))
        return pd_fail(file->err, PD_ERR_FORMAT, where,
                       "the accessor is incomplete; bufferView, count, componentType and type expected");

    /* Unpacked views have memory of their own. */
    if (file->unpacked && file->unpacked[number].data) {
        *out = (pd_bytes){file->unpacked[number].data, file->unpacked[number].size};
        return PD_OK;
    }

    /* Anything else must lie uncompressed in the file's own chunk. */
    if (json_object_get(view, "extensions"))
        return pd_fail(
            file->err, PD_ERR_UNSUPPORTED, where,
            "its bytes are compressed by other than EXT_meshopt_compression; a plain .glb expected");
    if (pd_io_gltf_integer(view, "buffer", -1))
        return pd_fail(file->err, PD_ERR_UNSUPPORTED, where,
                       "its bytes are not in the file itself; a .glb with all of them in itself expected");
    if (json_object_get(json_array_get(json_object_get(file->root, "buffers"), 0), "uri"))
        return pd_fail(file->err, PD_ERR_UNSUPPORTED, where,
                       "its bytes are at the uri of /buffers/0; a .glb with all of them in itself expected");
    if (from > file->bin.size || length > file->bin.size - from)
        return pd_fail(file->err, PD_ERR_RANGE, where,
                       "a view of %zu bytes at offset %zu; at most the %zu bytes of the buffer allowed",
                       length, from, file->bin.size);

    /* A file without a chunk has views of no bytes, and no address to add to. */
    *out = (pd_bytes){file->bin.data ? file->bin.data + from : NULL, length};

    return PD_OK;
}

/* count elements of so many bytes at an offset of a view. */
static pd_status elements_of(const unsigned char **out, size_t *stride, const pd_io_gltf_file *file,
                             const json_t *object, size_t count, size_t packed, const char *where)
{
    const size_t offset = (size_t)pd_io_gltf_integer(object, "byteOffset", 0);
    pd_bytes bytes = {NULL, 0};
    const pd_status status =
        bytes_of(&bytes, stride, file, pd_io_gltf_integer(object, "bufferView", -1), where);

    if (status != PD_OK) return status;

    if (!*stride) *stride = packed;
    if (*stride < packed || offset + (count - 1) * *stride + packed > bytes.size)
        return pd_fail(file->err, PD_ERR_RANGE, where,
                       "%zu elements of %zu bytes; at most the %zu bytes of the view allowed", count, *stride,
                       bytes.size);
    *out = bytes.data + offset;

    return PD_OK;
}

static uint32_t whole_at(const unsigned char *at, int component, size_t i)
{
    at += i * (size_t)component_bytes(component);
    return component == 5121   ? at[0]
           : component == 5123 ? (uint32_t)(at[0] | at[1] << 8)
                               : u32_at((pd_bytes){at, 4}, 0);
}

static pd_status open_sparse(pd_io_gltf_view *view, const pd_io_gltf_file *file, const json_t *sparse,
                             const char *where)
{
    const json_t *indices = json_object_get(sparse, "indices");
    const json_t *values = json_object_get(sparse, "values");
    const size_t count = (size_t)pd_io_gltf_integer(sparse, "count", 0);
    const size_t packed = (size_t)view->width * (size_t)component_bytes(view->component);
    const long component = pd_io_gltf_integer(indices, "componentType", 0);
    size_t stride[2] = {0, 0};

    /* Count and type of the indices of the elements that are replaced. */
    if (!count || count > view->count || (component != 5121 && component != 5123 && component != 5125))
        return pd_fail(
            file->err, PD_ERR_FORMAT, where,
            "%zu sparse elements; at most the %zu elements of the accessor, with unsigned indices, allowed",
            count, view->count);

    /* Arrays of the indices and of the values that replace elements, both packed. */
    pd_status status =
        elements_of(&view->rows, &stride[0], file, indices, count, (size_t)component_bytes(component), where);
    if (status == PD_OK) status = elements_of(&view->others, &stride[1], file, values, count, packed, where);
    if (status != PD_OK) return status;
    if (stride[0] != (size_t)component_bytes(component) || stride[1] != packed)
        return pd_fail(file->err, PD_ERR_FORMAT, where, "sparse, of views with a byteStride; none expected");

    /* Indices must grow, because readers search them. */
    for (size_t i = 0; i < count; i++) {
        const uint32_t row = whole_at(view->rows, (int)component, i);
        if (row < view->count && (!i || row > whole_at(view->rows, (int)component, i - 1))) continue;
        return pd_fail(file->err, PD_ERR_RANGE, where, "sparse index %u; growing ones to %zu allowed", row,
                       view->count - 1);
    }

    view->other_count = count;
    view->row_component = (int)component;

    return PD_OK;
}

pd_status pd_io_gltf_view_of(pd_io_gltf_view *out, const pd_io_gltf_file *file, long accessor)
{
    static const unsigned char zeros[64];
    const json_t *a = json_array_get(json_object_get(file->root, "accessors"), (size_t)accessor);
    char where[48];

    *out = (pd_io_gltf_view){0};
    snprintf(where, sizeof where, "/accessors/%ld", accessor);
    if (accessor < 0 || !json_is_object(a))
        return pd_fail(file->err, PD_ERR_RANGE, where,
                       "the accessor does not exist; the number of an accessor of the file expected");

    /* Count, component type and width. */
    const size_t count = (size_t)pd_io_gltf_integer(a, "count", 0);
    const long component = pd_io_gltf_integer(a, "componentType", 0);
    const int width = width_of(json_string_value(json_object_get(a, "type")));
    const int bytes = component_bytes(component);
    if (!count || !width || !bytes)
        return pd_fail(file->err, PD_ERR_FORMAT, where,
                       "the accessor is incomplete; bufferView, count, componentType and type expected");

    /* Without data of its own an accessor is all zeros, as glTF says. */
    pd_io_gltf_view view = {.data = zeros,
                            .count = count,
                            .component = (int)component,
                            .width = width,
                            .is_normalized = json_is_true(json_object_get(a, "normalized"))};
    pd_status status = PD_OK;

    /* Decoded by Draco, in a buffer view, or neither;
     * then a limit keeps a small file from asking for much memory. */
    if (file->decoded && file->decoded[accessor].data) {
        PD_ASSERT(file->decoded[accessor].size == count * (size_t)(width * bytes));
        view.data = file->decoded[accessor].data;
        view.stride = (size_t)(width * bytes);
        *out = view;
        return PD_OK;
    }

    if (json_object_get(a, "bufferView"))
        status = elements_of(&view.data, &view.stride, file, a, count, (size_t)(width * bytes), where);
    else if (count > PD_IO_GLTF_UNSAID)
        status = pd_fail(file->err, PD_ERR_RANGE, where,
                         "%zu elements without a bufferView; at most %d allowed", count, PD_IO_GLTF_UNSAID);

    /* Sparse elements replace some of those. */
    if (status == PD_OK && json_object_get(a, "sparse"))
        status = open_sparse(&view, file, json_object_get(a, "sparse"), where);
    if (status == PD_OK) *out = view;

    return status;
}

/* Element i: among the replaced ones of a sparse accessor (binary search), or in its place. */
static const unsigned char *element_at(const pd_io_gltf_view *view, size_t i)
{
    size_t low = 0;
    size_t high = view->other_count;

    while (low < high) {
        const size_t half = (low + high) / 2;
        const uint32_t row = whole_at(view->rows, view->row_component, half);
        if (row == i)
            return view->others + half * (size_t)view->width * (size_t)component_bytes(view->component);
        if (row < i)
            low = half + 1;
        else
            high = half;
    }

    return view->data + i * view->stride;
}

double pd_io_gltf_number(const pd_io_gltf_view *view, size_t i, int c)
{
    PD_ASSERT(c >= 0 && c < view->width);
    const unsigned char *at = element_at(view, i) + (size_t)c * (size_t)component_bytes(view->component);
    const double unit = view->is_normalized ? 1 : 0;
    float f;
    uint32_t u = 0;

    switch (view->component) {
    case 5120: return (double)(int8_t)at[0] / (unit != 0 ? 127 : 1);
    case 5121: return (double)at[0] / (unit != 0 ? 255 : 1);
    case 5122: return (double)(int16_t)(uint16_t)(at[0] | at[1] << 8) / (unit != 0 ? 32767 : 1);
    case 5123: return (double)(at[0] | at[1] << 8) / (unit != 0 ? 65535 : 1);
    case 5125: memcpy(&u, at, 4); return (double)u;
    default: memcpy(&f, at, 4); return (double)f;
    }
}

/* ---- writing ---- */

pd_status pd_io_gltf_append(pd_io_gltf_file *file)
{
    json_t *buffers = pd_io_gltf_array(file->root, "buffers");
    json_t *first = json_array_get(buffers, 0);

    if (!buffers) return pd_fail(file->err, PD_ERR_FORMAT, "/buffers", "not an array; an array expected");
    if (!first && !file->bin.data) {
        json_array_append_new(buffers, json_pack("{s:i}", "byteLength", 0));
    } else if (!first || !file->bin.data || json_object_get(first, "uri")) {
        return pd_fail(file->err, PD_ERR_UNSUPPORTED, "/buffers/0",
                       "the buffer is a separate file; a buffer in the .glb itself is needed");
    }

    const unsigned char zero[4] = {0};
    if (file->bin.size % 4) pd_buffer_add(&file->added, zero, 4 - file->bin.size % 4);

    return PD_OK;
}

int pd_io_gltf_add(pd_io_gltf_file *file, const pd_io_gltf_numbers *n)
{
    json_t *views = pd_io_gltf_array(file->root, "bufferViews");
    json_t *accessors = pd_io_gltf_array(file->root, "accessors");

    if (!views || !accessors) return -1;

    /* View and accessor of the numbers. */
    json_t *view =
        json_pack("{s:i,s:I,s:I}", "buffer", 0, "byteOffset", (json_int_t)(file->bin.size + file->added.size),
                  "byteLength", (json_int_t)n->size);
    if (n->target) json_object_set_new(view, "target", json_integer(n->target));
    json_t *accessor =
        json_pack("{s:i,s:i,s:I,s:s}", "bufferView", (int)json_array_size(views), "componentType",
                  n->component, "count", (json_int_t)n->count, "type", n->type);

    /* The numbers, padded to a multiple of 4. */
    pd_buffer_add(&file->added, n->bytes, n->size);
    const unsigned char zero[4] = {0};
    if (n->size % 4) pd_buffer_add(&file->added, zero, 4 - n->size % 4);
    if (json_array_append_new(views, view) || json_array_append_new(accessors, accessor)) return -1;

    return (int)json_array_size(accessors) - 1;
}

pd_status pd_io_gltf_write(pd_buffer *out, pd_io_gltf_file *file)
{
    const pd_bytes parts[] = {file->bin, {file->added.data, file->added.size}};
    if (file->added.failed) return pd_fail(file->err, PD_ERR_MEMORY, "", "out of memory");

    json_object_set_new(json_array_get(json_object_get(file->root, "buffers"), 0), "byteLength",
                        json_integer((json_int_t)(file->bin.size + file->added.size)));
    return pd_io_glb_container_write(out, file->root, parts, 2, file->err);
}
