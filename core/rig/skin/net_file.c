/* Reads and writes networks of learned weights as safetensors. */
#include "core/rig/skin/net.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/references.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ALL     ((size_t)PD_RIG_NET_NUMBERS)
#define LARGEST 100.0f /* limit of numbers, so that no score overflows */

/* Describes the kind of file for model_file.h. */
static pd_model_file net_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_RIG_NET_KIND,
                           .version = PD_RIG_NET_VERSION,
                           .called = "a network of weights",
                           .err = err};
}

/* ---- reading ---- */

pd_status pd_rig_net_parse(pd_rig_net *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    pd_safetensors file;

    memset(out, 0, sizeof *out);
    pd_status status = pd_safetensors_parse(&file, bytes, size, name, err);
    if (status != PD_OK) return status;

    /* Read all tensors, with numbers in their range. */
    const pd_model_file own = net_file_own_file(&file, err);
    status = pd_rig_net_init(out, err);
    if (status == PD_OK) status = pd_model_file_check(&own);
    for (int t = 0; status == PD_OK && t < PD_RIG_NET_TENSORS; t++) {
        const pd_rig_net_row *row = &pd_rig_net_rows[t];
        const size_t shape[2] = {(size_t)row->rows, (size_t)row->columns};
        status = pd_model_file_floats(out->tensors[t], &own, row->name, 2, shape);
        for (size_t i = 0; status == PD_OK && i < shape[0] * shape[1]; i++)
            if (!(fabsf(out->tensors[t][i]) <= LARGEST))
                status = pd_fail(err, PD_ERR_RANGE, row->name, "number %zu is %g; -%.10g to %.10g allowed", i,
                                 (double)out->tensors[t][i], (double)LARGEST, (double)LARGEST);
    }

    if (status == PD_OK) status = pd_model_file_texts(&out->text, &own);
    if (status == PD_OK) out->content_hash = pd_hash64(out->all, ALL * sizeof(float), 0);
    pd_safetensors_deinit(&file);
    if (status != PD_OK) pd_rig_net_deinit(out);

    return pd_model_file_place(status, name, err);
}

pd_status pd_rig_net_load(pd_rig_net **out, const char *path, pd_error *err)
{
    pd_bytes file;

    *out = NULL;
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;
    pd_rig_net *net = malloc(sizeof *net);
    status = net ? pd_rig_net_parse(net, file.data, file.size, path, err)
                 : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    pd_file_unmap(&file);
    if (status == PD_OK)
        *out = net;
    else
        free(net);

    return status;
}

pd_rig_net *pd_rig_net_retain(pd_rig_net *net)
{
    pd_references_add(&net->references);
    return net;
}

void pd_rig_net_release(pd_rig_net *net)
{
    if (!net || !pd_references_drop(&net->references)) return;

    pd_rig_net_deinit(net);
    free(net);
}

/* ---- writing ---- */

pd_status pd_rig_net_encode(pd_buffer *out, const pd_rig_net *net, pd_error *err)
{
    pd_safetensors_text texts[PD_MODEL_FILE_TEXTS];
    pd_safetensor tensors[PD_RIG_NET_TENSORS];
    const pd_model_file own = net_file_own_file(NULL, err);

    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) {
        const pd_rig_net_row *row = &pd_rig_net_rows[t];
        tensors[t] = (pd_safetensor){
            row->name, PD_ARRAY(PD_DTYPE_F32, net->tensors[t], (size_t)row->rows, (size_t)row->columns)};
    }

    const pd_safetensors_out what = {.tensors = tensors,
                                     .tensor_count = PD_RIG_NET_TENSORS,
                                     .texts = texts,
                                     .text_count = pd_model_file_add_texts(texts, 0, &own, NULL, &net->text)};

    return pd_safetensors_write(out, &what, err);
}

pd_status pd_rig_net_save(const pd_rig_net *net, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status status = pd_rig_net_encode(&out, net, err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return status;
}
