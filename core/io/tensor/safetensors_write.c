#include "core/io/tensor/safetensors.h"

#include "core/base/file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define DATA_ALIGN 64

/* Largest elements first: every tensor then stands on a multiple of its element. */
static int by_element(const void *a, const void *b)
{
    const pd_safetensor *x = a, *y = b;
    if (x->array.item_bytes != y->array.item_bytes) return x->array.item_bytes > y->array.item_bytes ? -1 : 1;
    return strcmp(x->name, y->name);
}

static json_t *tensor_json(const pd_array *array, size_t first)
{
    json_t *shape = json_array();
    for (int d = 0; d < array->rank; d++)
        json_array_append_new(shape, json_integer((json_int_t)array->shape[d]));
    return json_pack("{s:s, s:o, s:[I, I]}", "dtype", pd_dtype_name(array->dtype), "shape", shape,
                     "data_offsets", (json_int_t)first, (json_int_t)(first + array->data_bytes));
}

static json_t *texts_json(const pd_safetensors_out *what)
{
    json_t *texts = json_object();
    for (int i = 0; i < what->text_count; i++)
        json_object_set_new(texts, what->texts[i].key, json_string(what->texts[i].value));
    return texts;
}

/* NULL when memory is short or a name comes twice or is no UTF-8. */
static char *header_text(const pd_safetensors_out *what)
{
    json_t *root = json_object();
    size_t at = 0, want = (size_t)what->tensor_count + (what->text_count > 0);

    if (what->text_count) json_object_set_new(root, "__metadata__", texts_json(what));
    for (int i = 0; i < what->tensor_count; i++) {
        json_object_set_new(root, what->tensors[i].name, tensor_json(&what->tensors[i].array, at));
        at += what->tensors[i].array.data_bytes;
    }

    int whole = json_object_size(root) == want;
    if (what->text_count)
        whole &= json_object_size(json_object_get(root, "__metadata__")) == (size_t)what->text_count;

    char *text = whole ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    return text;
}

static pd_status check_out(const pd_safetensors_out *what, pd_error *err)
{
    for (int i = 0; i < what->tensor_count; i++) {
        const pd_array *array = &what->tensors[i].array;
        if (array->dtype > PD_DTYPE_BOOL || (array->fortran && array->rank > 1) || array->big_endian)
            return pd_fail(err, PD_ERR_UNSUPPORTED, what->tensors[i].name,
                           "only row-major little-endian numbers are written");
    }
    return PD_OK;
}

static void put_header(pd_buffer *out, const char *text)
{
    size_t length = strlen(text), padded = (8 + length + DATA_ALIGN - 1) / DATA_ALIGN * DATA_ALIGN - 8;
    unsigned char *p = pd_buffer_extend(out, 8 + padded);
    if (!p) return;
    for (int i = 0; i < 8; i++) p[i] = (unsigned char)((uint64_t)padded >> (8 * i));
    memcpy(p + 8, text, length);
    memset(p + 8 + length, ' ', padded - length);
}

pd_status pd_safetensors_write(pd_buffer *out, const pd_safetensors_out *what, pd_error *err)
{
    pd_status status = check_out(what, err);
    if (status) return status;
    if (what->tensor_count)
        qsort(what->tensors, (size_t)what->tensor_count, sizeof *what->tensors, by_element);
    char *text = header_text(what);
    if (!text) return pd_fail(err, PD_ERR_INVALID, "header", "a name comes twice or is no UTF-8");
    put_header(out, text);
    free(text);
    for (int i = 0; i < what->tensor_count; i++)
        pd_buffer_add(out, what->tensors[i].array.data, what->tensors[i].array.data_bytes);
    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file") : PD_OK;
}

pd_status pd_safetensors_save(const char *path, const pd_safetensors_out *what, pd_error *err)
{
    pd_buffer out = {0};
    pd_status status = pd_safetensors_write(&out, what, err);
    if (!status) status = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return status;
}
