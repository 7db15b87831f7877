/* Networks as safetensors: docs/reference/pfnn.md lists every tensor. */
#include "core/base/file.h"

#include "core/base/assert.h"
#include "core/io/tensor/model_file.h"
#include "core/pfnn/blend.h"
#include "core/pfnn/network.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TENSORS_MAX 24
#define TEXTS_MAX   16

static const char *const layer_names[PD_PFNN_LAYERS][2] = {{"W0", "b0"}, {"W1", "b1"}, {"W2", "b2"}};
static const char *const gate_names[PD_PFNN_GATE_LAYERS][2] = {{"V0", "v0"}, {"V1", "v1"}, {"V2", "v2"}};

typedef struct decoding {
    pd_pfnn_network *out;
    const pd_model_file *file;
    pd_error *err;
} decoding;

/* Describes the file of a network. version: that of the network's kind
 * when it is written, the newest when it is read. */
static pd_model_file network_file_own_file(const pd_safetensors *file, const char *version, pd_error *err)
{
    return (pd_model_file){
        .file = file, .kind = "motion", .version = version, .called = "a network", .err = err};
}

/* ---- reading */

static pd_status fail_shape(const decoding *d, const char *name, const pd_array *array, const char *wanted)
{
    char is[128];
    return pd_fail(d->err, PD_ERR_FORMAT, name, "its shape is %s; %s expected",
                   pd_array_shape_text(array, is, sizeof is), wanted);
}

/* Splits "stand,walk,..." into (n) names in memory of their own.
 * Without text n is 0 and the names are NULL. */
static pd_status split_names(pd_model_name **out, int *count, const decoding *d, const char *key, int most)
{
    int n = pd_model_file_name_count(d->file, key);

    if (!n) return PD_OK;
    if (n > most) return pd_fail(d->err, PD_ERR_RANGE, key, "%d names; at most %d allowed", n, most);
    *out = calloc((size_t)n, sizeof **out);
    if (!*out) return pd_fail(d->err, PD_ERR_MEMORY, key, "out of memory for %d names", n);
    *count = n;

    return pd_model_file_names(*out, n, d->file, key);
}

static pd_status read_number_network_file(double *out, const decoding *d, const char *key, double least,
                                          double most)
{
    const char *text = pd_safetensors_get(d->file->file, key);
    char *end = NULL;
    double value = text ? strtod(text, &end) : 0;

    if (!text || end == text || *end || !(value >= least && value <= most))
        return pd_fail(d->err, PD_ERR_FORMAT, key, "\"%.40s\"; a number of %.10g to %.10g expected",
                       text ? text : "", least, most);
    *out = value;

    return PD_OK;
}

static pd_status read_optional(float **out, const decoding *d, const char *name, int rank,
                               const size_t *shape)
{
    if (!pd_safetensors_find(d->file->file, name)) return PD_OK;
    *out = calloc(shape[0] * (rank > 1 ? shape[1] : 1), sizeof **out);
    if (!*out) return pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory for %zu joints", shape[0]);
    return pd_model_file_floats(*out, d->file, name, rank, shape);
}

static pd_status read_skeleton(const decoding *d)
{
    pd_pfnn_network *n = d->out;
    double samples, step, rate;
    pd_status s = split_names(&n->joint_names, &n->joint_count, d, "joint_names", PD_PFNN_MAX_JOINTS);

    if (s || !n->joint_count) return s;

    /* Window and rate. */
    s = split_names(&n->gait_names, &n->gait_count, d, "gaits", 64);
    if (!s) s = read_number_network_file(&samples, d, "window_samples", 2, 1000);
    if (!s) s = read_number_network_file(&step, d, "window_step", 1, 1000);
    if (!s) s = read_number_network_file(&rate, d, "frame_rate", 1, 1000);
    if (s) return s;
    n->sample_count = (int)samples;
    n->sample_step = (int)step;
    n->frame_rate = (float)rate;

    /* Styles, which may be missing. */
    s = split_names(&n->style_names, &n->style_count, d, "styles", PD_PFNN_MAX_STYLES);
    const size_t styles[2] = {2, (size_t)n->style_count};
    if (!s && styles[1]) {
        n->style_default = calloc(2 * styles[1], sizeof *n->style_default);
        n->style_run = calloc(styles[1], sizeof *n->style_run);
        n->style_seconds = calloc(2 * styles[1], sizeof *n->style_seconds);
        if (!n->style_default || !n->style_run || !n->style_seconds)
            s = pd_fail(d->err, PD_ERR_MEMORY, "styles", "out of memory for %zu", styles[1]);
        if (!s) s = pd_model_file_floats(n->style_default, d->file, "style_default", 2, styles);
        if (!s && pd_safetensors_find(d->file->file, "style_run"))
            s = pd_model_file_floats(n->style_run, d->file, "style_run", 1, styles + 1);
        if (!s) s = pd_model_file_floats(n->style_seconds, d->file, "style_seconds", 2, styles);
    }

    if (s) return s;

    /* Parents. One out of range becomes a number that pd_pfnn_network_check refuses. */
    int64_t wide[PD_PFNN_MAX_JOINTS];
    const pd_array *array = pd_safetensors_find(d->file->file, "parents");
    const int count = n->joint_count;
    if (!array)
        return pd_fail(d->err, PD_ERR_FORMAT, "parents", "missing, but joint_names are given; both expected");
    if (array->rank != 1 || array->count != (size_t)count)
        return fail_shape(d, "parents", array, "one number a joint");
    s = pd_array_i64(wide, array, "parents", d->err);
    if (s) return s;
    n->parents = malloc((size_t)count * sizeof(int));
    if (!n->parents) return pd_fail(d->err, PD_ERR_MEMORY, "parents", "out of memory for %d joints", count);
    for (int j = 0; j < count; j++)
        n->parents[j] = wide[j] >= -1 && wide[j] < count ? (int)wide[j] : PD_PFNN_MAX_JOINTS;

    /* Optional arrays. */
    const size_t shape[2] = {(size_t)count, 3};
    s = read_optional(&n->joint_weights, d, "joint_weights", 1, shape);
    if (!s) s = read_optional(&n->offsets, d, "offsets", 2, shape);

    return s;
}

/* Reads the sizes of the gate: its inputs and its hidden units.
 * `experts` is the number of sets of weights in W0. */
static pd_status read_gate_sizes(pd_pfnn_gate *gate, const decoding *d, size_t experts)
{
    int64_t inputs[PD_PFNN_GATE_INPUTS];
    const pd_array *array = pd_safetensors_find(d->file->file, "gate_inputs");
    const pd_array *first = pd_safetensors_find(d->file->file, gate_names[0][1]);

    /* Shapes tell the sizes. */
    if (array->rank != 1 || array->count < 1 || array->count > PD_PFNN_GATE_INPUTS)
        return fail_shape(d, "gate_inputs", array, "1 to 64 numbers");
    if (!first) return pd_fail(d->err, PD_ERR_FORMAT, gate_names[0][1], "missing: a gate needs it");
    if (first->rank != 1 || first->count < 1 || first->count > PD_PFNN_GATE_HIDDEN)
        return fail_shape(d, gate_names[0][1], first, "1 to 128 numbers");
    if (experts < 2 || experts > PD_PFNN_MAX_CONTROLS)
        return pd_fail(d->err, PD_ERR_RANGE, "W0", "%zu experts; 2 to %d allowed", experts,
                       PD_PFNN_MAX_CONTROLS);

    /* Inputs and their scales. */
    pd_status s = pd_array_i64(inputs, array, "gate_inputs", d->err);
    if (!s) s = pd_model_file_floats(gate->scales, d->file, "gate_scales", 1, &array->count);
    if (s) return s;

    /* An input outside of the row becomes an index that the check refuses. */
    gate->input_count = (int)array->count;
    gate->hidden = (int)first->count;
    gate->experts = (int)experts;
    for (size_t i = 0; i < array->count; i++)
        gate->inputs[i] = inputs[i] >= 0 && inputs[i] < PD_PFNN_MAX_DIM ? (int)inputs[i] : PD_PFNN_MAX_DIM;

    return PD_OK;
}

/* Sets the dimensions from W0 and b2. All else must agree with them. W1 (K,h,h) is checked before memory is
 * allocated, so that a small file cannot request much memory. */
static pd_status init_network(const decoding *d)
{
    const pd_array *first = pd_safetensors_find(d->file->file, "W0");
    const pd_array *middle = pd_safetensors_find(d->file->file, "W1");
    const pd_array *last = pd_safetensors_find(d->file->file, "b2");

    /* Tensors and their shapes. */
    if (!middle) return pd_fail(d->err, PD_ERR_FORMAT, "W1", "missing: a network needs it");
    if (first && first->rank == 3 &&
        (middle->rank != 3 || middle->shape[1] != first->shape[1] || middle->shape[2] != first->shape[1]))
        return fail_shape(d, "W1", middle, "(sets, hidden, hidden)");
    if (!first) return pd_fail(d->err, PD_ERR_FORMAT, "W0", "missing: a network needs it");
    if (!last) return pd_fail(d->err, PD_ERR_FORMAT, "b2", "missing: a network needs it");
    if (first->rank != 3) return fail_shape(d, "W0", first, "(sets, hidden, inputs)");
    if (last->rank != 2) return fail_shape(d, "b2", last, "(sets, outputs)");

    /* Dimensions. Without a gate the network is phase-functioned. */
    const size_t dims[3] = {first->shape[2], first->shape[1], last->shape[1]};
    for (int i = 0; i < 3; i++)
        if (dims[i] > PD_PFNN_MAX_DIM)
            return pd_fail(d->err, PD_ERR_RANGE, i < 2 ? "W0" : "b2", "a length of %zu; at most %d allowed",
                           dims[i], PD_PFNN_MAX_DIM);
    if (!pd_safetensors_find(d->file->file, "gate_inputs"))
        return pd_pfnn_network_init(d->out, (int)dims[0], (int)dims[1], (int)dims[2], d->err);

    pd_pfnn_gate gate = {0};
    pd_status s = read_gate_sizes(&gate, d, first->shape[0]);
    if (!s) s = pd_pfnn_network_init_gated(d->out, (int)dims[0], (int)dims[1], (int)dims[2], &gate, d->err);

    return s;
}

/* Reads a network from an open file. */
static pd_status decode_network_file(const decoding *d)
{
    pd_pfnn_network *n = d->out;
    pd_status s = pd_model_file_check(d->file);

    if (!s) s = init_network(d);

    /* Layers and gate. */
    for (int l = 0; !s && l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_layer *layer = &n->layers[l];
        const size_t shape[3] = {(size_t)n->controls, (size_t)layer->out, (size_t)layer->in};
        s = pd_model_file_floats(layer->weights, d->file, layer_names[l][0], 3, shape);
        if (!s) s = pd_model_file_floats(layer->bias, d->file, layer_names[l][1], 2, shape);
    }

    for (int l = 0; !s && n->gate.input_count && l < PD_PFNN_GATE_LAYERS; l++) {
        pd_pfnn_gate_layer at = pd_pfnn_gate_layer_at(&n->gate, l);
        const size_t shape[2] = {(size_t)at.out, (size_t)at.in};
        s = pd_model_file_floats(n->gate.values + at.weights, d->file, gate_names[l][0], 2, shape);
        if (!s) s = pd_model_file_floats(n->gate.values + at.bias, d->file, gate_names[l][1], 1, shape);
    }

    /* Statistics, skeleton and texts, then a check of everything. */
    const size_t x = (size_t)n->x_dim;
    const size_t y = (size_t)n->y_dim;
    if (!s) s = pd_model_file_floats(n->x_mean, d->file, "x_mean", 1, &x);
    if (!s) s = pd_model_file_floats(n->x_std, d->file, "x_std", 1, &x);
    if (!s) s = pd_model_file_floats(n->y_mean, d->file, "y_mean", 1, &y);
    if (!s) s = pd_model_file_floats(n->y_std, d->file, "y_std", 1, &y);
    if (!s) s = read_skeleton(d);
    if (!s) s = pd_model_file_texts(&n->text, d->file);

    return s ? s : pd_pfnn_network_check(n, d->err);
}

pd_status pd_pfnn_network_decode(pd_pfnn_network *network, const pd_safetensors *file, const char *name,
                                 pd_error *err)
{
    const pd_model_file own = network_file_own_file(file, PD_PFNN_FORMAT_VERSION, err);

    *network = (pd_pfnn_network){0};
    const pd_status s = decode_network_file(&(decoding){network, &own, err});
    if (s) pd_pfnn_network_deinit(network);

    return pd_model_file_place(s, name, err);
}

pd_status pd_pfnn_network_parse(pd_pfnn_network *network, const void *bytes, size_t size, const char *name,
                                pd_error *err)
{
    pd_safetensors file;

    *network = (pd_pfnn_network){0};
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    s = pd_pfnn_network_decode(network, &file, name, err);
    pd_safetensors_deinit(&file);

    return s;
}

pd_status pd_pfnn_network_load(pd_pfnn_network *network, const char *path, pd_error *err)
{
    pd_bytes file;

    *network = (pd_pfnn_network){0};
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;
    s = pd_pfnn_network_parse(network, file.data, file.size, path, err);
    pd_file_unmap(&file);

    return s;
}

/* ---- writing */

typedef struct plan {
    pd_safetensor tensors[TENSORS_MAX];
    pd_safetensors_text texts[TEXTS_MAX];
    int tensor_count, text_count;
    char numbers[3][32];
    pd_buffer joints, gaits, styles, halves; /* data of the texts and tensors */
} plan;

/* Adds a tensor of values (shape), whose rank is the number of lengths that are not 0.
 * Adds nothing if values is NULL. */
static void add_network_file(plan *p, const char *name, pd_dtype dtype, const void *values,
                             const size_t shape[3])
{
    PD_ASSERT(p->tensor_count < TENSORS_MAX);
    int rank = 3;
    while (rank > 1 && !shape[rank - 1]) rank--;
    if (values)
        p->tensors[p->tensor_count++] = (pd_safetensor){name, pd_array_of(dtype, values, rank, shape)};
}

static void add_text(plan *p, const char *key, const char *value)
{
    PD_ASSERT(p->text_count < TEXTS_MAX);
    if (value && *value) p->texts[p->text_count++] = (pd_safetensors_text){key, value};
}

/* Lists the tensors of weights. */
static void add_weights(plan *p, const pd_pfnn_network *n)
{
    size_t total = 0;
    size_t controls = (size_t)n->controls;

    /* Half precision is used only if it is exact for all weights. Reserve all memory first, because tensors
     * point into the buffer. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        total += controls * (size_t)n->layers[l].out * (size_t)n->layers[l].in;
    bool half = pd_pfnn_network_is_half(n) && pd_buffer_reserve(&p->halves, total * sizeof(uint16_t));

    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_layer *layer = &n->layers[l];
        size_t in = (size_t)layer->in;
        size_t out = (size_t)layer->out;
        size_t count = controls * out * in;
        if (half) { /* as F16, at the end of the reserved memory */
            uint16_t *halves = pd_buffer_extend(&p->halves, count * sizeof *halves);
            for (size_t i = 0; halves && i < count; i++) halves[i] = pd_half_from_float(layer->weights[i]);
            add_network_file(p, layer_names[l][0], PD_DTYPE_F16, halves, (size_t[]){controls, out, in});
        } else {
            add_network_file(p, layer_names[l][0], PD_DTYPE_F32, layer->weights,
                             (size_t[]){controls, out, in});
        }

        add_network_file(p, layer_names[l][1], PD_DTYPE_F32, layer->bias, (size_t[]){controls, out, 0});
    }

    /* Statistics. */
    add_network_file(p, "x_mean", PD_DTYPE_F32, n->x_mean, (size_t[]){(size_t)n->x_dim, 0, 0});
    add_network_file(p, "x_std", PD_DTYPE_F32, n->x_std, (size_t[]){(size_t)n->x_dim, 0, 0});
    add_network_file(p, "y_mean", PD_DTYPE_F32, n->y_mean, (size_t[]){(size_t)n->y_dim, 0, 0});
    add_network_file(p, "y_std", PD_DTYPE_F32, n->y_std, (size_t[]){(size_t)n->y_dim, 0, 0});

    /* Gate. */
    const pd_pfnn_gate *gate = &n->gate;
    size_t inputs = (size_t)gate->input_count;
    if (!inputs) return;
    add_network_file(p, "gate_inputs", PD_DTYPE_I32, gate->inputs, (size_t[]){inputs, 0, 0});
    add_network_file(p, "gate_scales", PD_DTYPE_F32, gate->scales, (size_t[]){inputs, 0, 0});
    for (int l = 0; l < PD_PFNN_GATE_LAYERS; l++) {
        pd_pfnn_gate_layer at = pd_pfnn_gate_layer_at(gate, l);
        add_network_file(p, gate_names[l][0], PD_DTYPE_F32, gate->values + at.weights,
                         (size_t[]){(size_t)at.out, (size_t)at.in, 0});
        add_network_file(p, gate_names[l][1], PD_DTYPE_F32, gate->values + at.bias,
                         (size_t[]){(size_t)at.out, 0, 0});
    }
}

/* Lists the tensors and texts of the skeleton. */
static void add_skeleton(plan *p, const pd_pfnn_network *n)
{
    size_t joints = (size_t)n->joint_count;

    if (!joints) return;

    /* Skeleton and names. */
    add_network_file(p, "parents", PD_DTYPE_I32, n->parents, (size_t[]){joints, 0, 0});
    add_network_file(p, "joint_weights", PD_DTYPE_F32, n->joint_weights, (size_t[]){joints, 0, 0});
    add_network_file(p, "offsets", PD_DTYPE_F32, n->offsets, (size_t[]){joints, 3, 0});
    add_text(p, "joint_names",
             pd_model_file_join(&p->joints, (const pd_model_name *)n->joint_names, n->joint_count));
    add_text(p, "gaits", pd_model_file_join(&p->gaits, (const pd_model_name *)n->gait_names, n->gait_count));

    /* Styles, if there are any. */
    if (n->style_count) {
        const size_t shape[3] = {2, (size_t)n->style_count, 0};
        add_network_file(p, "style_default", PD_DTYPE_F32, n->style_default, shape);
        add_network_file(p, "style_run", PD_DTYPE_F32, n->style_run, (size_t[]){shape[1], 0, 0});
        add_network_file(p, "style_seconds", PD_DTYPE_F32, n->style_seconds, shape);
        add_text(p, "styles",
                 pd_model_file_join(&p->styles, (const pd_model_name *)n->style_names, n->style_count));
    }

    /* Numbers are stored as texts. */
    snprintf(p->numbers[0], sizeof p->numbers[0], "%d", n->sample_count);
    snprintf(p->numbers[1], sizeof p->numbers[1], "%d", n->sample_step);
    snprintf(p->numbers[2], sizeof p->numbers[2], "%.9g", (double)n->frame_rate);
    add_text(p, "window_samples", p->numbers[0]);
    add_text(p, "window_step", p->numbers[1]);
    add_text(p, "frame_rate", p->numbers[2]);
}

pd_status pd_pfnn_network_encode(pd_buffer *out, const pd_pfnn_network *network, pd_error *err)
{
    plan p = {.tensor_count = 0};
    pd_status s = pd_pfnn_network_check(network, err);

    if (s) return s;

    /* Tensors and texts. */
    add_weights(&p, network);
    add_skeleton(&p, network);
    const pd_model_file own = network_file_own_file(NULL, pd_pfnn_blend_of(network)->version, err);
    p.text_count =
        pd_model_file_add_texts(p.texts, p.text_count, &own, "centimetres, frames", &network->text);

    /* Write, unless memory ran out for one of the texts. */
    PD_ASSERT(p.text_count <= TEXTS_MAX);
    pd_safetensors_out what = {
        .tensors = p.tensors, .tensor_count = p.tensor_count, .texts = p.texts, .text_count = p.text_count};
    if (p.joints.failed || p.gaits.failed || p.styles.failed || p.halves.failed)
        s = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file");
    else
        s = pd_safetensors_write(out, &what, err);

    pd_buffer_deinit(&p.joints);
    pd_buffer_deinit(&p.gaits);
    pd_buffer_deinit(&p.styles);
    pd_buffer_deinit(&p.halves);

    return s;
}

pd_status pd_pfnn_network_save(const pd_pfnn_network *network, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status s = pd_pfnn_network_encode(&out, network, err);
    if (!s) s = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return s;
}
