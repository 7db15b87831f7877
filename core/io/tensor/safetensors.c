#include "core/io/tensor/safetensors.h"

#include "core/base/file.h"
#include "core/io/json/json.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX_BYTES 8 /* size of the header's length */

typedef struct reading {
    pd_safetensors *out;
    const unsigned char *bytes;
    size_t header_bytes, data_bytes;
    const char *name; /* name of the file */
    pd_error *err;
} reading;

static uint64_t header_length(const unsigned char *p)
{
    uint64_t n = 0;
    for (int i = 0; i < PREFIX_BYTES; i++) n |= (uint64_t)p[i] << (8 * i);
    return n;
}

bool pd_safetensors_sniff(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    return size > PREFIX_BYTES && p[PREFIX_BYTES] == '{' && header_length(p) <= PD_SAFETENSORS_MAX_HEADER;
}

static pd_status fail_at_safetensors(const reading *r, pd_status status, size_t offset, const char *detail)
{
    char where[192];
    snprintf(where, sizeof where, "%.160s:%zu", r->name, offset);
    return pd_fail(r->err, status, where, "%s", detail);
}

static pd_status fail_tensor(const reading *r, const char *tensor, const char *detail)
{
    char where[192];
    int used = snprintf(where, sizeof where, "%.100s: ", r->name);

    /* A name from the file may have only plain characters, because it is written to logs and JSON. */
    for (size_t i = (size_t)used; *tensor && i + 1 < sizeof where; i++, tensor++) {
        where[i] = *tensor < ' ' || *tensor > '~' ? '?' : *tensor;
        where[i + 1] = 0;
    }

    return pd_fail(r->err, PD_ERR_FORMAT, where, "%s", detail);
}

/* jansson's own parser stops at 2048 levels; no header needs more than 3. */
static bool too_deep(const unsigned char *json, size_t size)
{
    int depth = 0, text = 0;

    for (size_t i = 0; i < size; i++) {
        if (text && json[i] == '\\')
            i++;
        else if (json[i] == '"')
            text = !text;
        else if (!text && (json[i] == '{' || json[i] == '[') && ++depth > 8)
            return true;
        else if (!text && (json[i] == '}' || json[i] == ']'))
            depth--;
    }

    return false;
}

static pd_status read_texts(reading *r, json_t *texts)
{
    const char *key;
    json_t *value;

    if (!json_is_object(texts))
        return fail_tensor(r, "__metadata__", "another type; an object of strings expected");
    r->out->texts = calloc(json_object_size(texts) + 1, sizeof *r->out->texts);
    if (!r->out->texts) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory for its texts");
    json_object_foreach(texts, key, value)
    {
        if (!json_is_string(value))
            return fail_tensor(r, "__metadata__", "another type; an object of strings expected");
        r->out->texts[r->out->text_count++] = (pd_safetensors_text){key, json_string_value(value)};
    }

    return PD_OK;
}

static bool read_dtype(pd_array *array, const json_t *dtype)
{
    static const char *const names[PD_DTYPE_COUNT] = {

#define ROW(name, safetensors, letter, bytes) [PD_DTYPE_##name] = safetensors,
        PD_DTYPE_TABLE(ROW)
#undef ROW
    };
    const char *text = json_string_value(dtype);

    for (int i = 0; text && *text && i < PD_DTYPE_COUNT; i++) {
        if (strcmp(text, names[i])) continue;
        array->dtype = (pd_dtype)i;
        array->item_bytes = pd_dtype_bytes(array->dtype);
        return true;
    }

    return false;
}

static int read_shape_safetensors(pd_array *array, const json_t *shape)
{
    if (!json_is_array(shape) || json_array_size(shape) > PD_ARRAY_MAX_RANK) return 0;
    array->rank = (int)json_array_size(shape);
    for (int d = 0; d < array->rank; d++) {
        const json_t *length = json_array_get(shape, (size_t)d);
        if (!json_is_integer(length) || json_integer_value(length) < 0) return 0;
        array->shape[d] = (size_t)json_integer_value(length);
    }

    return pd_array_measure(array);
}

static bool read_offsets(pd_array *array, const json_t *offsets, const reading *r)
{
    const json_t *first = json_array_get(offsets, 0);
    const json_t *end = json_array_get(offsets, 1);

    if (json_array_size(offsets) != 2 || !json_is_integer(first) || !json_is_integer(end)) return false;
    json_int_t a = json_integer_value(first);
    json_int_t b = json_integer_value(end);
    if (a < 0 || b < a || (uint64_t)b > r->data_bytes || (uint64_t)(b - a) != array->data_bytes) return false;
    array->data = r->bytes + PREFIX_BYTES + r->header_bytes + a;

    return true;
}

/* Reads one entry of the header. */
static pd_status read_tensor(reading *r, const char *name, const json_t *entry)
{
    pd_safetensor *tensor = &r->out->tensors[r->out->tensor_count];

    /* Type, shape and place. */
    tensor->name = name;
    if (!json_is_object(entry) || json_object_size(entry) != 3)
        return fail_tensor(r, name,
                           "the tensor is incomplete; an object of dtype, shape and data_offsets expected");
    if (!read_dtype(&tensor->array, json_object_get(entry, "dtype")))
        return fail_tensor(
            r, name, "the dtype is unknown; F64 F32 F16 BF16 I64 I32 I16 I8 U64 U32 U16 U8 or BOOL expected");
    if (!read_shape_safetensors(&tensor->array, json_object_get(entry, "shape")))
        return fail_tensor(r, name,
                           "the shape is not a list or too large; at most 8 lengths with a product that fits "
                           "in memory allowed");

    if (!read_offsets(&tensor->array, json_object_get(entry, "data_offsets"), r)) {
        char detail[128];
        snprintf(detail, sizeof detail, "data_offsets must be %zu bytes apart and within the file's %zu",
                 tensor->array.data_bytes, r->data_bytes);
        return fail_tensor(r, name, detail);
    }

    r->out->tensor_count++;
    return PD_OK;
}

static int by_place(const void *a, const void *b)
{
    const pd_array *x = &((const pd_safetensor *)a)->array;
    const pd_array *y = &((const pd_safetensor *)b)->array;
    if (x->data != y->data) return x->data < y->data ? -1 : 1;
    return x->data_bytes < y->data_bytes ? -1 : x->data_bytes > y->data_bytes;
}

/* Parses the whole file. */
static pd_status parse_safetensors(reading *r, size_t size)
{
    /* Length of the header, in the first 8 bytes. */
    if (size < PREFIX_BYTES)
        return fail_at_safetensors(r, PD_ERR_FORMAT, size,
                                   "the file ends within its header; a whole header expected");
    uint64_t n = header_length(r->bytes);
    char detail[160];
    snprintf(detail, sizeof detail, "a header of %llu bytes; the file has %zu and %d are allowed",
             (unsigned long long)n, size - PREFIX_BYTES, PD_SAFETENSORS_MAX_HEADER);
    if (n > PD_SAFETENSORS_MAX_HEADER || n > size - PREFIX_BYTES)
        return fail_at_safetensors(r, PD_ERR_FORMAT, 0, detail);
    r->header_bytes = (size_t)n;
    r->data_bytes = size - PREFIX_BYTES - (size_t)n;

    /* Parse the header. The depth is checked first, because the parser recurses. */
    const pd_bytes json = {r->bytes + PREFIX_BYTES, r->header_bytes};
    json_error_t error;
    bool is_out_of_memory;
    if (too_deep(json.data, json.size))
        return fail_at_safetensors(r, PD_ERR_FORMAT, PREFIX_BYTES,
                                   "the header's JSON is nested too deeply; at most 8 levels allowed");
    json_t *root = pd_json_load(json, JSON_REJECT_DUPLICATES, &error, &is_out_of_memory);
    r->out->header = root;
    if (is_out_of_memory) return fail_at_safetensors(r, PD_ERR_MEMORY, PREFIX_BYTES, "out of memory");
    if (!root)
        return fail_at_safetensors(r, PD_ERR_FORMAT, PREFIX_BYTES + (size_t)error.position, error.text);
    if (!json_is_object(root))
        return fail_at_safetensors(r, PD_ERR_FORMAT, PREFIX_BYTES,
                                   "the header is not a JSON object; one is expected");

    /* Read the tensors and the texts. */
    size_t count = json_object_size(r->out->header);
    if (count > PD_SAFETENSORS_MAX_TENSORS)
        return fail_at_safetensors(r, PD_ERR_LIMIT, PREFIX_BYTES, "more than the allowed 65536 tensors");
    r->out->tensors = calloc(count + 1, sizeof *r->out->tensors);
    if (!r->out->tensors) return pd_fail(r->err, PD_ERR_MEMORY, r->name, "out of memory for its tensors");

    const char *key;
    json_t *value;
    json_object_foreach(r->out->header, key, value)
    {
        pd_status s = strcmp(key, "__metadata__") ? read_tensor(r, key, value) : read_texts(r, value);
        if (s) return s;
    }

    /* Sort by place, since the header may list tensors in any order. */
    qsort(r->out->tensors, (size_t)r->out->tensor_count, sizeof *r->out->tensors, by_place);

    /* Check that the tensors follow each other without overlap and without gaps. */
    const unsigned char *at = r->bytes + PREFIX_BYTES + r->header_bytes;
    for (int i = 0; i < r->out->tensor_count; i++) {
        const pd_safetensor *tensor = &r->out->tensors[i];
        if (tensor->array.data < at)
            return fail_tensor(r, tensor->name,
                               "the tensor overlaps the one before it; data without overlap expected");
        if (tensor->array.data > at)
            return fail_tensor(r, tensor->name, "unused bytes before the tensor; data without gaps expected");
        at += tensor->array.data_bytes;
    }

    size_t used = (size_t)(at - r->bytes);
    if (used == PREFIX_BYTES + r->header_bytes + r->data_bytes) return PD_OK;

    return fail_at_safetensors(r, PD_ERR_FORMAT, used,
                               "unused bytes after the last tensor; the end of the file expected");
}

pd_status pd_safetensors_parse(pd_safetensors *out, const void *bytes, size_t size, const char *name,
                               pd_error *err)
{
    memset(out, 0, sizeof *out);
    reading r = {.out = out, .bytes = bytes, .name = name ? name : "", .err = err};
    pd_status status = parse_safetensors(&r, size);
    if (status) pd_safetensors_deinit(out);
    return status;
}

pd_status pd_safetensors_open(pd_safetensors *out, const char *path, pd_error *err)
{
    pd_bytes file;

    memset(out, 0, sizeof *out);
    pd_status status = pd_file_map(&file, path, err);
    if (status) return status;
    status = pd_safetensors_parse(out, file.data, file.size, path, err);
    if (status)
        pd_file_unmap(&file);
    else
        out->mapped = file;

    return status;
}

pd_status pd_safetensors_peek(pd_safetensors *out, const char *path, pd_error *err)
{
    /* Read the length of the header, then the header. parse_safetensors() reports a length out of range. */
    pd_bytes head;
    size_t size;

    memset(out, 0, sizeof *out);
    pd_status status = pd_file_map_head(&head, &size, path, PREFIX_BYTES, err);
    if (status) return status;
    const uint64_t n = head.size == PREFIX_BYTES ? header_length(head.data) : 0;
    pd_file_unmap(&head);
    const size_t most = PREFIX_BYTES + (n <= PD_SAFETENSORS_MAX_HEADER ? (size_t)n : 0);
    status = pd_file_map_head(&head, &size, path, most, err);
    if (status) return status;

    /* The size is that of the whole file. Its data are not read. */
    reading r = {.out = out, .bytes = head.data, .name = path, .err = err};
    status = head.size == most || size < most
                 ? parse_safetensors(&r, size)
                 : pd_fail(err, PD_ERR_IO, path,
                           "the file became longer while it was read; an unchanged file is needed");
    for (int i = 0; i < out->tensor_count; i++) out->tensors[i].array.data = NULL;
    pd_file_unmap(&head);
    if (status) pd_safetensors_deinit(out);

    return status;
}

void pd_safetensors_deinit(pd_safetensors *file)
{
    free(file->tensors);
    free(file->texts);
    json_decref(file->header);
    pd_file_unmap(&file->mapped);
    memset(file, 0, sizeof *file);
}

const pd_array *pd_safetensors_find(const pd_safetensors *file, const char *name)
{
    for (int i = 0; i < file->tensor_count; i++)
        if (!strcmp(file->tensors[i].name, name)) return &file->tensors[i].array;
    return NULL;
}

const char *pd_safetensors_get(const pd_safetensors *file, const char *key)
{
    for (int i = 0; i < file->text_count; i++)
        if (!strcmp(file->texts[i].key, key)) return file->texts[i].value;
    return NULL;
}
