#include "core/io/tensor/safetensors.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/io/json/json_blocks.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DATA_ALIGN 64

/* Largest elements first: every tensor then stands on a multiple of its element. */
static int by_element(const void *a, const void *b)
{
    const pd_safetensor *x = a;
    const pd_safetensor *y = b;
    if (x->array.item_bytes != y->array.item_bytes) return x->array.item_bytes > y->array.item_bytes ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Returns NULL if memory is short, if a name comes twice, or if a name is not UTF-8. */
static char *header_text(const pd_safetensors_out *what)
{
    json_t *root = json_object();
    json_t *texts = json_object();
    size_t at = 0;
    size_t keys = (size_t)what->tensor_count + (what->text_count > 0);

    /* Texts, if there are any. */
    for (int i = 0; i < what->text_count; i++)
        json_object_set_new(texts, what->texts[i].key, json_string(what->texts[i].value));
    bool whole = json_object_size(texts) == (size_t)what->text_count;
    if (what->text_count) json_object_set(root, "__metadata__", texts);
    json_decref(texts);

    /* Tensors, one behind the other. */
    for (int i = 0; i < what->tensor_count; i++) {
        const pd_array *array = &what->tensors[i].array;
        json_t *shape = json_array();
        for (int d = 0; d < array->rank; d++)
            json_array_append_new(shape, json_integer((json_int_t)array->shape[d]));
        json_object_set_new(root, what->tensors[i].name,
                            json_pack("{s:s, s:o, s:[I, I]}", "dtype", pd_dtype_name(array->dtype), "shape",
                                      shape, "data_offsets", (json_int_t)at,
                                      (json_int_t)(at + array->data_bytes)));
        at += array->data_bytes;
    }

    /* A missing key means that a name came twice or was refused. */
    whole &= json_object_size(root) == keys;
    char *text = whole ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);

    return text;
}

pd_status pd_safetensors_write(pd_buffer *out, const pd_safetensors_out *what, pd_error *err)
{
    /* The format holds row-major little-endian numbers only. */
    for (int i = 0; i < what->tensor_count; i++) {
        const pd_array *array = &what->tensors[i].array;
        if (array->dtype > PD_DTYPE_BOOL || (array->fortran && array->rank > 1) || array->big_endian)
            return pd_fail(err, PD_ERR_UNSUPPORTED, what->tensors[i].name,
                           "another order of elements or bytes; row-major little-endian numbers expected");
    }

    /* Larger elements first, so that all of them are aligned. */
    if (what->tensor_count)
        qsort(what->tensors, (size_t)what->tensor_count, sizeof *what->tensors, by_element);
    char *text = header_text(what);
    if (!text)
        return pd_fail(err, PD_ERR_INVALID, "header",
                       "a name is given twice or is not UTF-8; unique UTF-8 names expected");

    /* The length of the header in 8 bytes, the header, and blanks up to where the data are aligned. */
    size_t length = strlen(text);
    size_t padded = (8 + length + DATA_ALIGN - 1) / DATA_ALIGN * DATA_ALIGN - 8;
    unsigned char *p = pd_buffer_extend(out, 8 + padded);
    for (int i = 0; p && i < 8; i++) p[i] = (unsigned char)((uint64_t)padded >> (8 * i));
    if (p) {
        memcpy(p + 8, text, length);
        memset(p + 8 + length, ' ', padded - length);
    }

    pd_json_text_free(text);

    PD_ASSERT((8 + padded) % DATA_ALIGN == 0 && padded >= length);
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
