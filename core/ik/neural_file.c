/* Pose networks as safetensors: docs/ik.md lists every tensor. */
#include "core/ik/neural.h"

#include "core/io/file.h"
#include "core/io/safetensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS_MAX (PD_IK_NEURAL_BLOCKS + 2)

typedef struct decoding {
    pd_ik_neural_weights *out;
    const pd_safetensors *file;
    pd_error *err;
} decoding;

/* ---- reading */

static pd_status fail_shape(const decoding *d, const char *name, const pd_array *is, const pd_array *wanted)
{
    char a[96], b[96];
    return pd_fail(d->err, PD_ERR_FORMAT, name, "its shape is %s; %s expected",
                   pd_array_shape_text(is, a, sizeof a), pd_array_shape_text(wanted, b, sizeof b));
}

/* out (first, second), or (first) where second is 0. */
static pd_status read_floats(float *out, const decoding *d, const char *name, size_t first, size_t second)
{
    const size_t shape[2] = {first, second};
    const pd_array wanted = pd_array_of(PD_DTYPE_F32, NULL, second ? 2 : 1, shape);
    const pd_array *array = pd_safetensors_find(d->file, name);
    if (!array) return pd_fail(d->err, PD_ERR_FORMAT, name, "missing: a pose network needs it");
    if (array->rank != wanted.rank || array->shape[0] != first || (second && array->shape[1] != second))
        return fail_shape(d, name, array, &wanted);
    return pd_array_f32(out, array, name, d->err);
}

static pd_status read_layer(const decoding *d, int l)
{
    pd_ik_neural_layer layer = pd_ik_neural_layer_of(d->out->hidden, d->out->blocks, l);
    const char weights[] = {'W', (char)('0' + l), 0}, bias[] = {'b', (char)('0' + l), 0};
    pd_status s =
        read_floats(d->out->params + layer.weights, d, weights, (size_t)layer.out, (size_t)layer.in);
    return s ? s : read_floats(d->out->params + layer.bias, d, bias, (size_t)layer.out, 0);
}

static pd_status check_kind(const decoding *d)
{
    const char *kind = pd_safetensors_get(d->file, "kind"), *version = pd_safetensors_get(d->file, "version");
    char *end = NULL;
    long major = version ? strtol(version, &end, 10) : 0;
    if (!kind || strcmp(kind, PD_IK_NEURAL_KIND))
        return pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/kind", "\"%.40s\"; \"%s\" expected",
                       kind ? kind : "", PD_IK_NEURAL_KIND);
    if (major < 1 || !end || *end != '.')
        return pd_fail(d->err, PD_ERR_FORMAT, "__metadata__/version", "\"%.40s\"; like \"%s\" expected",
                       version ? version : "", PD_IK_NEURAL_VERSION);
    if (major > strtol(PD_IK_NEURAL_VERSION, NULL, 10))
        return pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/version",
                       "\"%.40s\" was written by a newer posed; this one reads up to %s", version,
                       PD_IK_NEURAL_VERSION);
    return PD_OK;
}

/* Sizes come from b0 and the number of biases; everything else must agree with them. */
static pd_status take_arrays(const decoding *d)
{
    const pd_array *first = pd_safetensors_find(d->file, "b0");
    int layers = 0;
    for (char name[] = "b0"; layers < LAYERS_MAX + 1 && pd_safetensors_find(d->file, name); name[1]++)
        layers++;
    if (!first || first->rank != 1 || layers < 2)
        return pd_fail(d->err, PD_ERR_FORMAT, "b0",
                       "b0, b1, ... of two layers at least are missing: a pose network needs them");
    int hidden = first->count > PD_IK_NEURAL_HIDDEN ? PD_IK_NEURAL_HIDDEN + 1 : (int)first->count;
    return pd_ik_neural_weights_init(d->out, hidden, layers - 2, d->err);
}

static pd_status read_text(char **out, const decoding *d, const char *key)
{
    const char *text = pd_safetensors_get(d->file, key);
    if (!text) return PD_OK;
    *out = strdup(text);
    return *out ? PD_OK : pd_fail(d->err, PD_ERR_MEMORY, key, "no memory for its text");
}

static pd_status read_texts(const decoding *d)
{
    pd_ik_neural_text *text = &d->out->text;
    pd_status s = read_text(&text->name, d, "name");
    if (!s) s = read_text(&text->licence, d, "licence");
    if (!s) s = read_text(&text->provenance, d, "provenance");
    return s ? s : read_text(&text->credits, d, "credits");
}

static pd_status decode(const decoding *d)
{
    pd_status s = check_kind(d);
    if (!s) s = take_arrays(d);
    for (int l = 0; !s && l < d->out->blocks + 2; l++) s = read_layer(d, l);
    if (!s) s = read_floats(d->out->x_mean, d, "x_mean", PD_IK_NEURAL_INPUTS, 0);
    if (!s) s = read_floats(d->out->x_std, d, "x_std", PD_IK_NEURAL_INPUTS, 0);
    if (!s) s = read_texts(d);
    return s ? s : pd_ik_neural_weights_check(d->out, d->err);
}

static pd_status place_error(pd_status s, const char *file, pd_error *err)
{
    char prefix[136];
    if (!s || !err) return s;
    snprintf(prefix, sizeof prefix, "%.120s: ", file);
    if (!strncmp(err->where, prefix, strlen(prefix) - 2)) return s;
    return pd_error_prefix(err, prefix);
}

pd_status pd_ik_neural_weights_parse(pd_ik_neural_weights *weights, const void *bytes, size_t size,
                                     const char *name, pd_error *err)
{
    pd_safetensors file;
    *weights = (pd_ik_neural_weights){0};
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    s = decode(&(decoding){weights, &file, err});
    pd_safetensors_deinit(&file);
    if (s) pd_ik_neural_weights_deinit(weights);
    return place_error(s, name, err);
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
    return s ? s : place_error(pd_ik_neural_build(out, &weights, err), path, err);
}

/* ---- writing */

typedef struct plan {
    pd_safetensor tensors[2 * LAYERS_MAX + 2];
    pd_safetensors_text texts[8];
    char names[LAYERS_MAX][2][3];
    int tensor_count, text_count;
    uint16_t *halves; /* (param_count), or NULL: some number is no half */
} plan;

static void add(plan *p, const char *name, const pd_ik_neural_weights *w, size_t at, size_t first,
                size_t second)
{
    const size_t shape[2] = {first, second};
    const void *data = p->halves ? (const void *)(p->halves + at) : (const void *)(w->params + at);
    p->tensors[p->tensor_count++] = (pd_safetensor){
        name, pd_array_of(p->halves ? PD_DTYPE_F16 : PD_DTYPE_F32, data, second ? 2 : 1, shape)};
}

static void add_text(plan *p, const char *key, const char *value)
{
    if (value && *value) p->texts[p->text_count++] = (pd_safetensors_text){key, value};
}

static void add_layers(plan *p, const pd_ik_neural_weights *w)
{
    for (int l = 0; l < w->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
        memcpy(p->names[l][0], (char[]){'W', (char)('0' + l), 0}, 3);
        memcpy(p->names[l][1], (char[]){'b', (char)('0' + l), 0}, 3);
        add(p, p->names[l][0], w, layer.weights, (size_t)layer.out, (size_t)layer.in);
        add(p, p->names[l][1], w, layer.bias, (size_t)layer.out, 0);
    }
}

/* NULL where a number would be lost, or memory is short. */
static uint16_t *halves_of(const pd_ik_neural_weights *w)
{
    size_t count = pd_ik_neural_param_count(w->hidden, w->blocks), i = 0;
    uint16_t *halves = malloc(count * sizeof *halves);
    for (; halves && i < count; i++) {
        halves[i] = pd_half_from_float(w->params[i]);
        if (pd_half_to_float(halves[i]) != w->params[i]) break;
    }
    if (halves && i == count) return halves;
    free(halves);
    return NULL;
}

pd_status pd_ik_neural_weights_encode(pd_buffer *out, const pd_ik_neural_weights *w, pd_error *err)
{
    static const size_t inputs[1] = {PD_IK_NEURAL_INPUTS};
    plan p = {.tensor_count = 0};
    pd_status s = pd_ik_neural_weights_check(w, err);
    if (s) return s;
    p.halves = halves_of(w);
    add_layers(&p, w);
    p.tensors[p.tensor_count++] = (pd_safetensor){"x_mean", pd_array_of(PD_DTYPE_F32, w->x_mean, 1, inputs)};
    p.tensors[p.tensor_count++] = (pd_safetensor){"x_std", pd_array_of(PD_DTYPE_F32, w->x_std, 1, inputs)};
    add_text(&p, "kind", PD_IK_NEURAL_KIND);
    add_text(&p, "version", PD_IK_NEURAL_VERSION);
    add_text(&p, "units", "statures, radians");
    add_text(&p, "name", w->text.name);
    add_text(&p, "licence", w->text.licence);
    add_text(&p, "provenance", w->text.provenance);
    add_text(&p, "credits", w->text.credits);
    s = pd_safetensors_write(out, &(pd_safetensors_out){p.tensors, p.tensor_count, p.texts, p.text_count},
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
