/* The network: allocates its weights, packs them and evaluates it. */
#include "core/ik/methods/neural.h"

#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/io/tensor/array.h"
#include "core/kernel/motion/pfnn.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PANEL    PD_K_PFNN_PANEL
#define INPUTS   PD_IK_NEURAL_INPUTS
#define OUTPUTS  PD_IK_NEURAL_OUTPUTS
#define FARTHEST 6 /* deviations: largest distance of a feature from its mean; training has no data beyond */

/* ---- weights */

pd_ik_neural_layer pd_ik_neural_layer_of(int hidden, int blocks, int l)
{
    pd_ik_neural_layer layer = {
        .in = l ? hidden : INPUTS, .out = l > blocks ? OUTPUTS : hidden, .weights = 0, .bias = 0};
    size_t h = (size_t)hidden;
    size_t first = h * (INPUTS + 1);
    size_t block = h * (h + 1);
    layer.weights = l ? first + (size_t)(l - 1) * block : 0;
    layer.bias = layer.weights + (size_t)layer.in * (size_t)layer.out;

    return layer;
}

size_t pd_ik_neural_param_count(int hidden, int blocks)
{
    return pd_ik_neural_layer_of(hidden, blocks, blocks + 1).bias + OUTPUTS;
}

/* Checks the sizes of a network. */
static pd_status check_sizes(int hidden, int blocks, pd_error *err)
{
    if (hidden < 1 || hidden > PD_IK_NEURAL_HIDDEN)
        return pd_fail(err, PD_ERR_RANGE, "hidden", "%d; 1 to %d allowed", hidden, PD_IK_NEURAL_HIDDEN);
    if (blocks < 0 || blocks > PD_IK_NEURAL_BLOCKS)
        return pd_fail(err, PD_ERR_RANGE, "blocks", "%d; 0 to %d allowed", blocks, PD_IK_NEURAL_BLOCKS);
    return PD_OK;
}

pd_status pd_ik_neural_weights_init(pd_ik_neural_weights *w, int hidden, int blocks, pd_error *err)
{
    *w = (pd_ik_neural_weights){.hidden = hidden, .blocks = blocks};
    pd_status status = check_sizes(hidden, blocks, err);
    if (status != PD_OK) return status;
    w->params = calloc(pd_ik_neural_param_count(hidden, blocks), sizeof *w->params);
    w->x_mean = calloc(INPUTS, sizeof *w->x_mean);
    w->x_std = calloc(INPUTS, sizeof *w->x_std);
    if (!w->params || !w->x_mean || !w->x_std) {
        pd_ik_neural_weights_deinit(w);
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d units", hidden);
    }

    for (int i = 0; i < INPUTS; i++) w->x_std[i] = 1;

    return PD_OK;
}

void pd_ik_neural_weights_deinit(pd_ik_neural_weights *w)
{
    free(w->params);
    free(w->x_mean);
    free(w->x_std);
    pd_model_text_free(&w->text);
    *w = (pd_ik_neural_weights){0};
}

/* Checks that all numbers are finite, and with `positive` at least 1e-6. */
static pd_status check_numbers(const float *values, size_t count, int positive, const char *name,
                               pd_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]) || (positive && !(values[i] >= 1e-6f)))
            return pd_fail(err, PD_ERR_RANGE, name, "%g at %zu; %s allowed", (double)values[i], i,
                           positive ? "finite numbers from 1e-6 on" : "finite numbers");
    return PD_OK;
}

pd_status pd_ik_neural_weights_check(const pd_ik_neural_weights *w, pd_error *err)
{
    pd_status status = check_sizes(w->hidden, w->blocks, err);

    if (status == PD_OK) status = check_numbers(w->x_mean, INPUTS, 0, "x_mean", err);
    if (status == PD_OK) status = check_numbers(w->x_std, INPUTS, 1, "x_std", err);
    for (int l = 0; status == PD_OK && l < w->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
        char name[] = {'W', (char)('0' + l), 0};
        status = check_numbers(w->params + layer.weights, (size_t)layer.in * (size_t)layer.out, 0, name, err);
        name[0] = 'b';
        if (status == PD_OK) status = check_numbers(w->params + layer.bias, (size_t)layer.out, 0, name, err);
    }

    return status;
}

void pd_ik_neural_weights_round(pd_ik_neural_weights *w)
{
    size_t count = pd_ik_neural_param_count(w->hidden, w->blocks);
    for (size_t i = 0; i < count; i++) w->params[i] = pd_half_to_float(pd_half_from_float(w->params[i]));
}

/* ---- packing */

static int panels_of(int out)
{
    return (out + PANEL - 1) / PANEL;
}

/* Packs one layer into panels. Rows after the last output remain zero. */
static float *pack_layer(float *rows, const pd_ik_neural_layer *layer, const float *params)
{
    const float *w = params + layer->weights;
    const float *b = params + layer->bias;
    size_t in = (size_t)layer->in;

    for (int first = 0; first < layer->out; first += PANEL, rows += PANEL * (1 + in)) {
        int count = layer->out - first < PANEL ? layer->out - first : PANEL;
        for (int o = 0; o < count; o++) {
            rows[o] = b[first + o];
            for (size_t i = 0; i < in; i++)
                rows[(1 + i) * PANEL + (size_t)o] = w[(size_t)(first + o) * in + i];
        }
    }

    return rows;
}

/* Packs the weights into panels, also in half precision if this is exact. */
static pd_status pack_neural(pd_ik_neural *n, const pd_ik_neural_weights *w, pd_error *err)
{
    /* Half precision is used only if it is exact for all weights. */
    size_t count = pd_ik_neural_param_count(w->hidden, w->blocks);
    size_t floats = 0;
    bool half = true;

    for (size_t i = 0; half && i < count; i++)
        half = pd_half_to_float(pd_half_from_float(w->params[i])) == w->params[i];
    for (int l = 0; l < w->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
        floats += (size_t)panels_of(layer.out) * PANEL * (size_t)(1 + layer.in);
    }

    /* Pad with zeros, because kernels read whole panels. */
    n->rows = aligned_alloc(64, floats * sizeof *n->rows);
    n->halves = half ? aligned_alloc(64, floats * sizeof *n->halves) : NULL;
    if (!n->rows || (half && !n->halves))
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu packed weights", floats);

    memset(n->rows, 0, floats * sizeof *n->rows);
    float *rows = n->rows;
    uint16_t *halves = n->halves;

    for (int l = 0; l < w->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
        const float *block = rows;
        rows = pack_layer(rows, &layer, w->params);

        /* Pack the rows in half precision, without the biases. */
        for (; half && block < rows; block += PANEL * (1 + (size_t)layer.in))
            for (size_t i = PANEL; i < PANEL * (1 + (size_t)layer.in); i++)
                *halves++ = pd_half_from_float(block[i]);
    }

    /* Size and hash for the list of models. */
    n->resident_bytes = sizeof *n + floats * (half ? 6 : 4) + 2 * INPUTS * sizeof(float);
    n->content_hash = pd_hash64(w->params, count * sizeof(float), 0);
    n->content_hash = pd_hash64(w->x_mean, INPUTS * sizeof(float), n->content_hash);
    n->content_hash = pd_hash64(w->x_std, INPUTS * sizeof(float), n->content_hash);

    return PD_OK;
}

pd_status pd_ik_neural_build(pd_ik_neural **out, pd_ik_neural_weights *w, pd_error *err)
{
    *out = NULL;

    pd_status status = pd_ik_neural_weights_check(w, err);
    pd_ik_neural *n = status == PD_OK ? calloc(1, sizeof *n) : NULL;
    if (status == PD_OK && !n) status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory");

    /* Pack the weights. Take over the statistics and texts from the caller. */
    if (status == PD_OK) {
        int widest = w->hidden > OUTPUTS ? w->hidden : OUTPUTS;
        *n = (pd_ik_neural){.hidden = w->hidden, .blocks = w->blocks, .references = 1};
        n->row = panels_of(widest > INPUTS ? widest : INPUTS) * PANEL;
        status = pack_neural(n, w, err);
        n->x_mean = w->x_mean;
        n->x_scale = w->x_std;
        n->text = w->text;
        for (int i = 0; i < INPUTS; i++) n->x_scale[i] = 1 / n->x_scale[i];
        w->x_mean = w->x_std = NULL;
        w->text = (pd_model_text){0};
    }

    /* Packing has copied the weights, so they are released in any case. */
    pd_ik_neural_weights_deinit(w);
    if (status != PD_OK)
        pd_ik_neural_release(n);
    else
        *out = n;

    return status;
}

pd_ik_neural *pd_ik_neural_retain(pd_ik_neural *n)
{
    pd_references_add(&n->references);
    return n;
}

void pd_ik_neural_release(pd_ik_neural *n)
{
    if (!n || !pd_references_drop(&n->references)) return;

    free(n->rows);
    free(n->halves);
    free(n->x_mean);
    free(n->x_scale);
    pd_model_text_free(&n->text);
    free(n);
}

/* ---- evaluation */

size_t pd_ik_neural_scratch_floats(const pd_ik_neural *n)
{
    return 3 * (size_t)n->row;
}

/* Position of the next layer in the packed weights. */
typedef struct cursor {
    const pd_k_pfnn *kernel;
    const float *rows;
    const uint16_t *halves;
} cursor;

/* Computes out = W in + b, padded to whole panels. Advances to the next layer. */
static void run_layer(float *out, const float *in, int in_count, int out_count, cursor *w)
{
    static const int who = 0;
    static const float one = 1;

    memset(out, 0, (size_t)panels_of(out_count) * PANEL * sizeof *out);
    for (int first = 0; first < out_count; first += PANEL) {
        size_t weights = PANEL * (size_t)in_count;
        const pd_k_pfnn_term term = {.out = out + first,
                                     .in = in,
                                     .start = w->rows,
                                     .rows = w->rows + PANEL,
                                     .halves = w->halves,
                                     .who = &who,
                                     .coefs = &one,
                                     .out_stride = PANEL,
                                     .in_stride = in_count,
                                     .in_count = in_count,
                                     .count = 1};
        w->kernel->add(&term);
        w->rows += PANEL + weights;

        if (w->halves) w->halves += weights;
    }
}

void pd_ik_neural_run(float *y, const float *x, const pd_ik_neural *n, float *scratch)
{
    cursor w = {pd_k_pfnn_get(), n->rows, n->halves};
    float *h = scratch;
    float *z = scratch + n->row;
    float *in = scratch + 2 * n->row;
    long padded = panels_of(n->hidden) * PANEL;

    for (int i = 0; i < INPUTS; i++)
        in[i] = fmaxf(-FARTHEST, fminf(FARTHEST, (x[i] - n->x_mean[i]) * n->x_scale[i]));

    run_layer(h, in, INPUTS, n->hidden, &w);
    w.kernel->elu(h, padded);
    for (int b = 0; b < n->blocks; b++) {
        run_layer(z, h, n->hidden, n->hidden, &w);
        w.kernel->elu(z, padded);
        for (int i = 0; i < n->hidden; i++) h[i] += z[i];
    }

    run_layer(z, h, n->hidden, OUTPUTS, &w);
    memcpy(y, z, OUTPUTS * sizeof *y);
}
