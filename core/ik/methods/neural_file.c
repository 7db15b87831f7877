/* Reads and writes pose networks as safetensors. docs/reference/ik.md lists the tensors. */
#include "core/ik/methods/neural.h"

#include "core/base/file.h"
#include "core/io/tensor/model_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS_MAX (PD_IK_NEURAL_BLOCKS + 2)

typedef struct decoding {
    pd_ik_neural_weights *out;
    const pd_model_file *file;
    pd_error *err;
} decoding;

/* Describes the kind of file for model_file.h. */
static pd_model_file neural_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_IK_NEURAL_KIND,
                           .version = PD_IK_NEURAL_VERSION,
                           .called = "a pose network",
                           .err = err};
}

/* ---- reading */

/* Reads a tensor out (first, second), or (first) if second is 0. */
static pd_status read_floats_neural_file(float *out, const decoding *d, const char *name, size_t first,
                                         size_t second)
{
    const size_t shape[2] = {first, second};
    return pd_model_file_floats(out, d->file, name, second ? 2 : 1, shape);
}

/* Reads the weights from an open file. */
static pd_status decode_neural_file(const decoding *d)
{
    pd_status s = pd_model_file_check(d->file);

    if (s) return s;

    /* The sizes follow from b0 and the number of biases. All else must agree with them. */
    const pd_array *first = pd_safetensors_find(d->file->file, "b0");
    int layers = 0;
    for (char name[] = "b0"; layers < LAYERS_MAX + 1 && pd_safetensors_find(d->file->file, name); name[1]++)
        layers++;
    if (!first || first->rank != 1 || layers < 2)
        return pd_fail(d->err, PD_ERR_FORMAT, "b0",
                       "b0, b1, ... are missing; the biases of at least two layers expected");
    int hidden = first->count > PD_IK_NEURAL_HIDDEN ? PD_IK_NEURAL_HIDDEN + 1 : (int)first->count;

    /* Read the layers, the statistics and the texts. */
    s = pd_ik_neural_weights_init(d->out, hidden, layers - 2, d->err);
    for (int l = 0; !s && l < d->out->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(d->out->hidden, d->out->blocks, l);
        const char weights[] = {'W', (char)('0' + l), 0};
        const char bias[] = {'b', (char)('0' + l), 0};
        size_t in = (size_t)layer.in;
        size_t out = (size_t)layer.out;
        s = read_floats_neural_file(d->out->params + layer.weights, d, weights, out, in);
        if (!s) s = read_floats_neural_file(d->out->params + layer.bias, d, bias, out, 0);
    }

    if (!s) s = read_floats_neural_file(d->out->x_mean, d, "x_mean", PD_IK_NEURAL_INPUTS, 0);
    if (!s) s = read_floats_neural_file(d->out->x_std, d, "x_std", PD_IK_NEURAL_INPUTS, 0);
    if (!s) s = pd_model_file_texts(&d->out->text, d->file);

    return s ? s : pd_ik_neural_weights_check(d->out, d->err);
}

pd_status pd_ik_neural_weights_parse(pd_ik_neural_weights *weights, const void *bytes, size_t size,
                                     const char *name, pd_error *err)
{
    pd_safetensors file;

    *weights = (pd_ik_neural_weights){0};
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    const pd_model_file own = neural_file_own_file(&file, err);
    s = decode_neural_file(&(decoding){weights, &own, err});
    pd_safetensors_deinit(&file);
    if (s) pd_ik_neural_weights_deinit(weights);

    return pd_model_file_place(s, name, err);
}

pd_status pd_ik_neural_load(pd_ik_neural **out, const char *path, pd_error *err)
{
    pd_ik_neural_weights weights;
    pd_bytes file;

    *out = NULL;
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;
    s = pd_ik_neural_weights_parse(&weights, file.data, file.size, path, err);
    pd_file_unmap(&file);

    return s ? s : pd_model_file_place(pd_ik_neural_build(out, &weights, err), path, err);
}

/* ---- writing */

typedef struct plan {
    pd_safetensor tensors[2 * LAYERS_MAX + 2];
    pd_safetensors_text texts[PD_MODEL_FILE_TEXTS];
    char names[LAYERS_MAX][2][3];
    int tensor_count, text_count;
    uint16_t *halves; /* (param_count); NULL: half precision is not exact */
} plan;

/* Lists a tensor of the parameters from number `at` on, in half or single precision. second 0: it has one
 * axis. */
static void add_neural_file(plan *p, const char *name, const pd_ik_neural_weights *w, size_t at, size_t first,
                            size_t second)
{
    const size_t shape[2] = {first, second};
    const void *data = p->halves ? (const void *)(p->halves + at) : (const void *)(w->params + at);
    p->tensors[p->tensor_count++] = (pd_safetensor){
        name, pd_array_of(p->halves ? PD_DTYPE_F16 : PD_DTYPE_F32, data, second ? 2 : 1, shape)};
}

pd_status pd_ik_neural_weights_encode(pd_buffer *out, const pd_ik_neural_weights *w, pd_error *err)
{
    static const size_t inputs[1] = {PD_IK_NEURAL_INPUTS};
    plan p = {.tensor_count = 0};
    pd_status s = pd_ik_neural_weights_check(w, err);

    if (s) return s;

    /* Write half precision if it is exact for all weights. */
    const size_t count = pd_ik_neural_param_count(w->hidden, w->blocks);
    p.halves = malloc(count * sizeof *p.halves);
    bool exact = p.halves != NULL;
    for (size_t i = 0; i < count && exact; i++) {
        p.halves[i] = pd_half_from_float(w->params[i]);
        exact = pd_half_to_float(p.halves[i]) == w->params[i];
    }

    if (!exact) {
        free(p.halves);
        p.halves = NULL;
    }

    /* List the tensors, then the texts, and write them. */
    for (int l = 0; l < w->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
        memcpy(p.names[l][0], (char[]){'W', (char)('0' + l), 0}, 3);
        memcpy(p.names[l][1], (char[]){'b', (char)('0' + l), 0}, 3);
        add_neural_file(&p, p.names[l][0], w, layer.weights, (size_t)layer.out, (size_t)layer.in);
        add_neural_file(&p, p.names[l][1], w, layer.bias, (size_t)layer.out, 0);
    }

    p.tensors[p.tensor_count++] = (pd_safetensor){"x_mean", pd_array_of(PD_DTYPE_F32, w->x_mean, 1, inputs)};
    p.tensors[p.tensor_count++] = (pd_safetensor){"x_std", pd_array_of(PD_DTYPE_F32, w->x_std, 1, inputs)};

    const pd_model_file own = neural_file_own_file(NULL, err);
    p.text_count = pd_model_file_add_texts(p.texts, 0, &own, "statures, radians", &w->text);
    s = pd_safetensors_write(out,
                             &(pd_safetensors_out){.tensors = p.tensors,
                                                   .tensor_count = p.tensor_count,
                                                   .texts = p.texts,
                                                   .text_count = p.text_count},
                             err);
    free(p.halves);

    return s;
}

pd_status pd_ik_neural_weights_save(const pd_ik_neural_weights *w, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status s = pd_ik_neural_weights_encode(&out, w, err);
    if (!s) s = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return s;
}
