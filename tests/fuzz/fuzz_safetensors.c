/* Fuzzes safetensors files. An accepted file writes and reads back to the same; as a body model it passes the
 * check or is refused. */
#include "core/io/tensor/safetensors.h"
#include "core/smpl/data/encode.h"
#include "train/model/data_encode.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_same(const pd_safetensors *a, const pd_safetensors *b)
{
    if (a->tensor_count != b->tensor_count || a->text_count != b->text_count) abort();
    for (int i = 0; i < a->tensor_count; i++) {
        const pd_array *x = &a->tensors[i].array, *y = pd_safetensors_find(b, a->tensors[i].name);
        if (!y || x->dtype != y->dtype || x->data_bytes != y->data_bytes) abort();
        if (x->data_bytes && memcmp(x->data, y->data, x->data_bytes)) abort();
    }
}

static void write_and_read(const pd_safetensors *file)
{
    pd_buffer out = {0};
    pd_safetensors again;
    pd_error err;
    pd_safetensor *tensors = malloc(((size_t)file->tensor_count + 1) * sizeof *tensors);
    memcpy(tensors, file->tensors, (size_t)file->tensor_count * sizeof *tensors);
    pd_safetensors_out what = {tensors, file->tensor_count, file->texts, file->text_count};
    if (pd_safetensors_write(&out, &what, &err)) abort();
    if (pd_safetensors_parse(&again, out.data, out.size, "again", &err)) abort();
    expect_same(file, &again);
    pd_safetensors_deinit(&again);
    pd_buffer_deinit(&out);
    free(tensors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_safetensors file;
    pd_smpl_data model, again;
    pd_buffer out = {0};
    pd_error err;
    if (!pd_safetensors_parse(&file, data, size, "fuzz", &err)) {
        write_and_read(&file);
        pd_safetensors_deinit(&file);
    }
    if (pd_smpl_data_parse(&model, data, size, "fuzz", &err)) return 0;
    if (pd_train_data_encode(&out, &model, 0, &err)) abort();
    if (pd_smpl_data_parse(&again, out.data, out.size, "again", &err)) abort();
    pd_smpl_data_deinit(&again);
    pd_smpl_data_deinit(&model);
    pd_buffer_deinit(&out);
    return 0;
}
