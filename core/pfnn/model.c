#include "core/pfnn/model.h"

#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/io/tensor/array.h"
#include "core/kernel/motion/pfnn.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PANEL PD_K_PFNN_PANEL

static int panels_of(int out)
{
    return (out + PANEL - 1) / PANEL;
}

static size_t layer_floats(const pd_pfnn_layer *layer, int controls)
{
    return (size_t)panels_of(layer->out) * (size_t)controls * PANEL * (size_t)(1 + layer->in);
}

/* Packs the blocks of a layer: rows (1 + in, 64) for each control point and 64 outputs. Unused outputs of the
 * last panel remain zero. */
static void pack_layer(pd_pfnn_packed_layer *packed, float *rows, const pd_pfnn_layer *layer, int controls)
{
    size_t in = (size_t)layer->in;
    size_t out = (size_t)layer->out;
    size_t block = PANEL * (1 + in);

    *packed = (pd_pfnn_packed_layer){.in = layer->in,
                                     .panel_count = panels_of(layer->out),
                                     .block = block,
                                     .rows = rows,
                                     .halves = NULL,
                                     .out = layer->out};

    for (int p = 0; p < packed->panel_count; p++) {
        int first = p * PANEL;
        int count = layer->out - first < PANEL ? layer->out - first : PANEL;
        for (int k = 0; k < controls; k++, rows += block)
            for (int o = 0; o < count; o++) {
                size_t row = (size_t)k * out + (size_t)(first + o);
                rows[o] = layer->bias[row];
                for (size_t i = 0; i < in; i++)
                    rows[(1 + i) * PANEL + (size_t)o] = layer->weights[row * in + i];
            }
    }
}

static uint64_t hash_names(const pd_model_name *names, int count, uint64_t hash)
{
    for (int i = 0; names && i < count; i++) hash = pd_hash64(names[i], strlen(names[i]) + 1, hash);
    return hash;
}

/* Hashes the weights and everything that gives them their meaning:
 * layout of the rows, bones, styles and names. */
static uint64_t hash_of(const pd_pfnn_network *n)
{
    const int counts[] = {n->joint_count, n->sample_count, n->sample_step, n->gait_count, n->style_count};
    const size_t joints = (size_t)n->joint_count;
    const size_t styles = (size_t)n->style_count;
    uint64_t hash = pd_hash64(counts, sizeof counts, 0);

    /* Layout of the rows, bones, styles and names. */
    hash = pd_hash64(&n->frame_rate, sizeof n->frame_rate, hash);
    if (n->parents) hash = pd_hash64(n->parents, joints * sizeof *n->parents, hash);
    if (n->offsets) hash = pd_hash64(n->offsets, joints * 3 * sizeof *n->offsets, hash);
    if (n->style_default) hash = pd_hash64(n->style_default, 2 * styles * sizeof *n->style_default, hash);
    if (n->style_run) hash = pd_hash64(n->style_run, styles * sizeof *n->style_run, hash);
    if (n->style_seconds) hash = pd_hash64(n->style_seconds, 2 * styles * sizeof *n->style_seconds, hash);
    hash = hash_names((const pd_model_name *)n->joint_names, n->joint_count, hash);
    hash = hash_names((const pd_model_name *)n->gait_names, n->gait_count, hash);
    hash = hash_names((const pd_model_name *)n->style_names, n->style_count, hash);

    /* The layers, the gate where the network has one, then the scales of the rows. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t rows = (size_t)n->controls * (size_t)n->layers[l].out;
        hash = pd_hash64(n->layers[l].weights, rows * (size_t)n->layers[l].in * sizeof(float), hash);
        hash = pd_hash64(n->layers[l].bias, rows * sizeof(float), hash);
    }

    if (n->gate.input_count) {
        const pd_pfnn_gate *g = &n->gate;
        const size_t inputs = (size_t)g->input_count;
        hash = pd_hash64(g->inputs, inputs * sizeof *g->inputs, hash);
        hash = pd_hash64(g->scales, inputs * sizeof *g->scales, hash);
        hash = pd_hash64(g->values, pd_pfnn_gate_count(g) * sizeof *g->values, hash);
    }

    hash = pd_hash64(n->x_mean, (size_t)n->x_dim * sizeof(float), hash);
    hash = pd_hash64(n->x_std, (size_t)n->x_dim * sizeof(float), hash);
    hash = pd_hash64(n->y_mean, (size_t)n->y_dim * sizeof(float), hash);

    return pd_hash64(n->y_std, (size_t)n->y_dim * sizeof(float), hash);
}

/* Packs the weights of all layers into panels, and also in half precision if this is exact. Frees the
 * network's own weights. */
static pd_status pack_model(pd_pfnn_model *m, pd_error *err)
{
    const bool half = pd_pfnn_network_is_half(&m->network);
    size_t total = 0, half_count = 0;

    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        total += layer_floats(&m->network.layers[l], m->network.controls);

    /* Allocate the panels; padding must be zero, because kernels read whole panels. */
    m->packed = aligned_alloc(64, total * sizeof(float));
    m->x_scale = malloc((size_t)m->x_dim * sizeof(float));
    if (!m->packed || !m->x_scale)
        return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for %zu packed weights", total);

    memset(m->packed, 0, total * sizeof(float));

    /* Release each layer as soon as it is packed, so that the peak of memory is low. */
    float *rows = m->packed;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_layer *layer = &m->network.layers[l];
        pack_layer(&m->layers[l], rows, layer, m->network.controls);
        rows += layer_floats(layer, m->network.controls);
        free(layer->weights);
        free(layer->bias);
        layer->weights = layer->bias = NULL;
    }

    /* Multiplying by the reciprocal is faster than dividing in each tick. */
    for (int i = 0; i < m->x_dim; i++) m->x_scale[i] = 1 / m->network.x_std[i];
    m->resident_bytes = sizeof *m + (total + 4 * (size_t)m->x_dim + 2 * (size_t)m->y_dim +
                                     pd_pfnn_gate_count(&m->network.gate)) *
                                        sizeof(float);
    if (!half) return PD_OK;

    /* Half precision omits the biases, which begin each block. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        half_count +=
            (size_t)m->layers[l].panel_count * (size_t)m->network.controls * (m->layers[l].block - PANEL);
    uint16_t *halves = m->halves = aligned_alloc(64, half_count * sizeof *halves);
    if (!halves)
        return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for %zu packed weights", half_count);

    /* Convert the rows of each block. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_packed_layer *layer = &m->layers[l];
        const float *from = layer->rows;
        layer->halves = halves;
        for (int b = 0; b < layer->panel_count * m->network.controls; b++, from += layer->block)
            for (size_t i = PANEL; i < layer->block; i++) *halves++ = pd_half_from_float(from[i]);
    }

    m->resident_bytes += half_count * sizeof *halves;

    return PD_OK;
}

pd_status pd_pfnn_model_build(pd_pfnn_model **out, pd_pfnn_network *network, pd_error *err)
{
    *out = NULL;

    /* Refuse networks that do not fit together. The network is freed in any case,
     * since the caller gives it away. */
    pd_status s = pd_pfnn_network_check(network, err);
    pd_pfnn_model *m = s ? NULL : calloc(1, sizeof *m);
    if (!s && !m) s = pd_fail(err, PD_ERR_MEMORY, "network", "out of memory");

    if (s) {
        pd_pfnn_network_deinit(network);
        return s;
    }

    /* Take over the network. A row of scratch must have room for inputs, hidden units or outputs. */
    m->network = *network;
    *network = (pd_pfnn_network){0};
    const pd_pfnn_network *n = &m->network;
    int widest = n->x_dim > n->h_dim ? n->x_dim : n->h_dim;
    if (n->y_dim > widest) widest = n->y_dim;
    m->x_dim = n->x_dim;
    m->y_dim = n->y_dim;
    m->row =
        panels_of(widest) * PANEL + 16; /* an odd number of cache lines, so that rows are in different sets */
    m->references = 1;

    /* Hash before packing, which frees the weights. */
    m->content_hash = hash_of(n);

    s = pack_model(m, err);
    if (s)
        pd_pfnn_model_release(m);
    else
        *out = m;

    return s;
}

static char *copy_of(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* Fills in the description of a network for a database: joints, layout and texts. */
static pd_status set_outside(pd_pfnn_network *n, const pd_matching_database *d, pd_error *err)
{
    const pd_model_text *text = &d->text;
    pd_status s =
        pd_pfnn_network_describe(n, d->joint_count, (const pd_model_name *)d->joint_names, d->parents, err);

    if (s) return s;

    size_t offsets = (size_t)d->joint_count * 3 * sizeof *n->offsets;
    n->offsets = malloc(offsets);
    n->x_dim = pd_pfnn_x_dim(n->sample_count, n->gait_count, n->joint_count);
    n->y_dim = pd_pfnn_y_dim(n->sample_count, n->joint_count);
    n->text = (pd_model_text){.name = copy_of(text->name),
                              .licence = copy_of(text->licence),
                              .provenance = copy_of(text->provenance),
                              .credits = copy_of(text->credits)};
    bool good = n->offsets && !n->text.name == !text->name && !n->text.licence == !text->licence &&
                !n->text.provenance == !text->provenance && !n->text.credits == !text->credits;
    if (!good) return pd_fail(err, PD_ERR_MEMORY, "database", "out of memory");
    memcpy(n->offsets, d->offsets, offsets);

    return PD_OK;
}

pd_status pd_pfnn_model_match(pd_pfnn_model **out, pd_matching_model *matching, pd_error *err)
{
    pd_pfnn_model *m = *out = calloc(1, sizeof *m);

    if (!m) {
        pd_matching_model_release(matching);
        return pd_fail(err, PD_ERR_MEMORY, "database", "out of memory");
    }

    m->references = 1;
    m->matching = matching;
    m->content_hash = matching->content_hash;
    m->resident_bytes = sizeof *m + matching->resident_bytes;
    pd_status s = set_outside(&m->network, &matching->database, err);
    m->x_dim = m->network.x_dim;
    m->y_dim = m->network.y_dim;
    if (s) {
        pd_pfnn_model_release(m);
        *out = NULL;
    }

    return s;
}

pd_pfnn_model *pd_pfnn_model_retain(pd_pfnn_model *model)
{
    pd_references_add(&model->references);
    return model;
}

void pd_pfnn_model_release(pd_pfnn_model *model)
{
    if (!model || !pd_references_drop(&model->references)) return;

    pd_pfnn_network_deinit(&model->network);
    pd_matching_model_release(model->matching);
    free(model->packed);
    free(model->x_scale);
    free(model->halves);
    free(model->start);
    free(model);
}
