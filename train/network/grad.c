/* The fast version: panels of 64 outputs as tasks, with the kernels of the run time.
 *
 *     forward    a task is an output panel of a layer. For each group: blend its block, multiply, activate,
 *                transpose
 *     back       a task is 64 inputs of a layer: blocks of 64 x 64 are blended and transposed, d_l-1 = W^T
 *                d_l
 *     gradient   a task is an output panel of any layer: for each group h_l^T d_l, scattered over the control
 *                points
 *
 * In a network with experts each row has its own blended weights; experts.c then does all three steps.
 *
 * The 4 control points of a panel (0.5 MB with 512 units) stay in the second-level cache for all groups.
 */
#include "train/network/grad_internal.h"

#include "core/base/assert.h"
#include "train/kernel/train.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory */

#define PIECES 20 /* arrays of a pd_train_step without those of experts and workers */

void *pd_train_step_take(pd_train_step *s, size_t count, size_t bytes)
{
    size_t size = (count * bytes + 63) / 64 * 64;
    void *piece = aligned_alloc(64, size);

    if (piece) memset(piece, 0, size);
    if (!piece) s->short_of_memory = 1;
    s->memory[s->memory_count++] = piece;

    return piece;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

pd_status pd_train_step_create(pd_train_step **out, const pd_train_params *params, int group_count,
                               int group_rows, int worker_count, pd_error *err)
{
    PD_ASSERT(group_count >= 1 && group_rows >= 1 && group_rows <= PANEL && worker_count >= 1);
    pd_train_step *s = *out = calloc(1, sizeof *s);
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "step", "out of memory");

    /* Allocate scratch for all rows of a batch: activations, slopes and deltas of each layer. */
    s->memory = calloc((size_t)(PIECES + pd_train_experts_pieces() + 5 * worker_count), sizeof *s->memory);
    s->group_count = group_count;
    s->group_rows = group_rows;
    s->worker_count = worker_count;
    s->x_dim = params->x_dim;
    s->hidden = params->layers[0].panel_count * PANEL;
    s->outputs = params->layers[2].panel_count * PANEL;
    if (s->memory) {
        size_t rows = (size_t)s->group_count * (size_t)s->group_rows;
        for (int l = 0; l < 2; l++) {
            s->h[l] = pd_train_step_take(s, rows * (size_t)s->hidden, sizeof(float));
            s->slope[l] = pd_train_step_take(s, rows * (size_t)s->hidden, sizeof(float));
            s->delta[l] = pd_train_step_take(s, rows * (size_t)s->hidden, sizeof(float));
        }

        s->delta[2] = pd_train_step_take(s, rows * (size_t)s->outputs, sizeof(float));
        for (int l = 0; l < PD_PFNN_LAYERS; l++)
            s->transposed[l] =
                pd_train_step_take(s, (size_t)(1 + (l ? s->hidden : s->x_dim)) * rows, sizeof(float));
        s->losses = pd_train_step_take(s, (size_t)(s->outputs / PANEL * s->group_count), sizeof *s->losses);
        s->c = pd_train_step_take(s, (size_t)s->group_count, sizeof *s->c);

        /* Allocate the memory that only mixed experts need. */
        if (params->gate.input_count) pd_train_experts_take(s, params);

        /* Fill constant arrays for the kernels, long enough for the widest layer. */
        int count = 1 + most(most(s->x_dim, s->hidden), PANEL);
        s->zeros = pd_train_step_take(s, PANEL, sizeof(float));
        s->ones = pd_train_step_take(s, (size_t)count, sizeof(float));
        s->numbers = pd_train_step_take(s, (size_t)count, sizeof(int));
        s->workspaces = pd_train_step_take(s, (size_t)s->worker_count, sizeof *s->workspaces);

        for (int i = 0; s->ones && s->numbers && i < count; i++) {
            s->ones[i] = 1;
            s->numbers[i] = i;
        }

        /* Allocate one workspace for each worker. */
        for (int w = 0; s->workspaces && w < worker_count; w++) {
            size_t block = PANEL * (size_t)(1 + most(s->x_dim, s->hidden));
            s->workspaces[w].block = pd_train_step_take(s, block, sizeof(float));
            s->workspaces[w].blocks = pd_train_step_take(s, (size_t)params->controls * block, sizeof(float));
            s->workspaces[w].transposed =
                pd_train_step_take(s, PANEL * (size_t)most(s->hidden, s->outputs), sizeof(float));
            s->workspaces[w].square = pd_train_step_take(s, SQUARE, sizeof(float));
            s->workspaces[w].scale = pd_train_step_take(s, SQUARE, sizeof(float));
        }
    }

    /* A failed allocation is noticed here, once for all pieces. */
    if (!s->memory || s->short_of_memory) {
        pd_train_step_release(s);
        *out = NULL;
        return pd_fail(err, PD_ERR_MEMORY, "step", "out of memory for batches of %d x %d rows", group_count,
                       group_rows);
    }

    /* The first transposed input of each layer is the constant 1 of the bias. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        for (int g = 0; g < s->group_count; g++) {
            float *row = s->transposed[l] +
                         (size_t)g * (size_t)(1 + (l ? s->hidden : s->x_dim)) * (size_t)s->group_rows;
            for (int r = 0; r < s->group_rows; r++) row[r] = 1;
        }

    return PD_OK;
}

void pd_train_step_release(pd_train_step *step)
{
    if (!step) return;
    for (int i = 0; step->memory && i < step->memory_count; i++) free(step->memory[i]);
    free(step->memory);
    free(step);
}

/* ---- dropout */

/* Fills scale (rows, 64) with 0 for dropped outputs and 1 / (1 - dropout) for kept ones. */
void pd_train_dropout(float *scale, int rows, double dropout, uint64_t seed, int layer, int group, int panel)
{
    /* A number for the mask that no other (group, layer, panel) of a step has: 2 hidden layers, at most 1024
     * panels. Probabilities are multiples of 1/65536, because one random number of 64 bits decides four
     * units. */
    pd_rng rng;
    uint64_t number = ((uint64_t)(unsigned)group * 2 + (uint64_t)layer) * 1024 + (uint64_t)panel;
    unsigned least = (unsigned)lround(dropout * 65536);
    float kept = (float)(1 / (1 - least / 65536.0));

    /* A seed per layer, group and panel gives the same mask for any number of workers. */
    pd_rng_init(&rng, seed + number * 0x9e3779b97f4a7c15U);
    for (int i = 0; i < rows * PANEL; i += 4) {
        uint64_t bits = pd_rng_next(&rng);
        for (int j = 0; j < 4; j++, bits >>= 16) scale[i + j] = (bits & 65535) < least ? 0 : kept;
    }
}

/* ---- forward */

void pd_train_step_multiply(const pd_train_step *s, pd_k_pfnn_term term)
{
    term.who = s->numbers;
    if (!term.coefs) term.coefs = s->ones;
    pd_k_pfnn_get()->add(&term);
}

float *pd_train_step_transposed(const pd_train_step *s, int layer, int group)
{
    int in = layer ? s->hidden : s->x_dim;
    return s->transposed[layer] + (size_t)group * (size_t)(1 + in) * (size_t)s->group_rows;
}

size_t pd_train_step_width(const pd_train_step *s, int layer)
{
    return (size_t)(layer == PD_PFNN_LAYERS - 1 ? s->outputs : s->hidden);
}

/* square holds z: h, slope and the transposed h come from it. */
static void activate(pd_train_step *s, pd_train_workspace *b, int group, int panel)
{
    int l = s->layer;
    int rows = s->group_rows;
    size_t first = (size_t)group * (size_t)rows * (size_t)s->hidden + (size_t)(panel * PANEL);
    int dropped = s->cost->dropout > 0;
    const pd_k_train *k = pd_k_train_get();

    /* Dropout mask of this panel, the same each time that it is asked for. */
    if (dropped)
        pd_train_dropout(b->scale, rows, s->cost->dropout, s->batch->seed, l, s->batch->first_group + group,
                         panel);

    /* Compute the activation, and its slope for the back pass, both with the mask applied. */
    pd_k_pfnn_get()->elu(b->square, (long)rows * PANEL);
    for (int r = 0; r < rows; r++)
        k->activate(s->h[l] + first + (size_t)r * (size_t)s->hidden,
                    s->slope[l] + first + (size_t)r * (size_t)s->hidden, b->square + r * PANEL,
                    dropped ? b->scale + r * PANEL : s->ones, PANEL);

    /* The gradient of the next layer reads its inputs transposed. */
    float *transposed =
        pd_train_step_transposed(s, l + 1, group) + (size_t)(1 + panel * PANEL) * (size_t)rows;
    k->transpose(transposed, rows, b->square, PANEL, rows);
}

/* Returns the row's sum of e |y - t|; delta of each is its sign times e share. */
static float compare_l1(float *restrict delta, const float *restrict y, const float *restrict t,
                        const float *restrict emphasis, int count, float share)
{
    float sum = 0;

    for (int o = 0; o < count; o++) {
        float e = y[o] - t[o];
        sum += emphasis[o] * fabsf(e);
        delta[o] = share * emphasis[o] * (float)((e > 0) - (e < 0));
    }

    return sum;
}

/* Squared error in place of the absolute one: returns the row's sum of e^2, with its slope in delta. */
static float compare_mse(float *restrict delta, const float *restrict y, const float *restrict t,
                         const float *restrict emphasis, int count, float share)
{
    float sum = 0;

    for (int o = 0; o < count; o++) {
        float e = y[o] - t[o];
        sum += emphasis[o] * e * e;
        delta[o] = 2 * share * emphasis[o] * e;
    }

    return sum;
}

/* square holds y: the loss and delta come from it. Columns beyond the last output stay zero. */
static void grad_compare(pd_train_step *s, const pd_train_workspace *b, int group, int panel)
{
    int y_dim = s->params->y_dim;
    int rows = s->group_rows;
    int first = panel * PANEL;
    int count = y_dim - first < PANEL ? y_dim - first : PANEL;
    int mse = s->cost->loss == PD_TRAIN_MSE;
    long total = s->batch->total_rows ? s->batch->total_rows : (long)s->batch->group_count * rows;
    double sum = 0;
    double share = 1.0 / ((double)total * y_dim);
    const float *emphasis = s->cost->emphasis ? s->cost->emphasis + first : s->ones;

    /* Compute the loss of each output and its slope. */
    for (int r = 0; r < rows; r++) {
        size_t row = (size_t)(group * rows + r);
        const float *t = s->batch->t + row * (size_t)y_dim + first;
        const float *y = b->square + r * PANEL;
        float *delta = s->delta[2] + row * (size_t)s->outputs + first;
        sum += (double)(mse ? compare_mse : compare_l1)(delta, y, t, emphasis, count, (float)share);

        /* Loss of a span's length, the distance between two joints; the span lies in one panel. */
        for (int i = 0; i < s->cost->span_count; i++) {
            const pd_train_span *span = &s->cost->spans[i];
            if (span->a / PANEL != panel) continue;
            int from = span->a % PANEL;
            int to = span->b % PANEL;
            double is[3];
            double square = 0, wanted = 0;
            for (int c = 0; c < 3; c++) {
                double was = (double)(t[to + c] - t[from + c] + span->offset[c]);
                is[c] = (double)(y[to + c] - y[from + c] + span->offset[c]);
                square += is[c] * is[c];
                wanted += was * was;
            }

            /* The slope of |length - wanted| acts along the line between the two joints. */
            double length = sqrt(square);
            double e = length - sqrt(wanted);
            double slope = length > 1e-6 ? share * span->weight * ((e > 0) - (e < 0)) / length : 0;
            for (int c = 0; c < 3; c++) {
                delta[to + c] += (float)(slope * is[c]);
                delta[from + c] -= (float)(slope * is[c]);
            }

            sum += span->weight * fabs(e);
        }
    }

    s->losses[panel * s->group_count + group] = share * sum;
}

/* Computes one panel of 64 outputs of the current layer, for all groups of the batch. */
static void forward(void *arg, int panel, int worker)
{
    pd_train_step *s = arg;
    pd_train_workspace *b = &s->workspaces[worker];
    const pd_train_params_layer *layer = &s->params->layers[s->layer];
    const float *blocks =
        s->params->values + layer->first + (size_t)panel * PD_PFNN_CONTROLS * layer->block; /* of a phase */
    size_t row = (size_t)(s->layer ? s->hidden : s->x_dim);
    const float *in = s->layer ? s->h[s->layer - 1] : s->batch->x;
    const bool gated = s->params->gate.input_count > 0;

    /* Rows of a group have one phase, so the weights are blended once per group. */
    for (int g = 0; g < s->batch->group_count; g++, in += row * (size_t)s->group_rows) {
        if (gated) {
            pd_train_experts_forward(s, b, panel, g, in, (long)row);
        } else {
            pd_k_pfnn_get()->blend(b->block, blocks, (long)layer->block, s->c[g], (long)layer->block);
            memset(b->square, 0, SQUARE * sizeof(float));
            pd_train_step_multiply(s, (pd_k_pfnn_term){.out = b->square,
                                                       .out_stride = PANEL,
                                                       .in = in,
                                                       .in_stride = (long)row,
                                                       .in_count = layer->in,
                                                       .start = b->block,
                                                       .rows = b->block + PANEL,
                                                       .count = s->group_rows});
        }

        /* Hidden layers are activated; the last one is compared with the targets. */
        if (s->layer < 2)
            activate(s, b, g, panel);
        else
            grad_compare(s, b, g, panel);
    }
}

/* Transposes the batch's inputs. */
static void turn_inputs(void *arg, int group, int worker)

{
    (void)worker;
    pd_train_step *s = arg;
    int rows = s->group_rows;
    int x_dim = s->x_dim;
    const float *x = s->batch->x + (size_t)group * (size_t)rows * (size_t)x_dim;
    float *out = pd_train_step_transposed(s, 0, group) + rows;

    /* Strips of 16 inputs keep the rows that are read in the cache. */
    for (int first = 0; first < x_dim; first += 16) {
        int end = first + 16 < x_dim ? first + 16 : x_dim;
        for (int r = 0; r < rows; r++)
            for (int i = first; i < end; i++) out[i * rows + r] = x[r * x_dim + i];
    }
}

/* ---- back */

/* Computes the delta of the layer below for 64 inputs of the layer. Lanes beyond the last input become 0. */
static void back(void *arg, int panel, int worker)
{
    pd_train_step *s = arg;
    pd_train_workspace *b = &s->workspaces[worker];
    const pd_train_params_layer *layer = &s->params->layers[s->layer];
    size_t stride = pd_train_step_width(s, s->layer);
    size_t below = (size_t)s->hidden;
    int left = layer->in - panel * PANEL;
    int count = left < PANEL ? left : PANEL;
    const bool gated = s->params->gate.input_count > 0;

    /* Mixed experts have weights per row and compute the whole panel themselves. */
    if (gated) pd_train_experts_back(s, b, panel);
    for (int g = 0; g < s->batch->group_count; g++) {
        size_t first = (size_t)g * (size_t)s->group_rows;
        float *out = s->delta[s->layer - 1] + first * below + (size_t)(panel * PANEL);
        const float *slope = s->slope[s->layer - 1] + first * below + (size_t)(panel * PANEL);
        if (!gated) {
            /* Blend W^T of the panel's inputs at the phase of the group: (outputs in whole panels, 64). */
            const float *blocks = s->params->values + layer->first + (size_t)(1 + panel * PANEL) * PANEL;
            for (int p = 0; p < layer->panel_count; p++, blocks += PD_PFNN_CONTROLS * layer->block) {
                pd_k_pfnn_get()->blend(b->square, blocks, (long)layer->block, s->c[g], (long)count * PANEL);
                memset(b->square + count * PANEL, 0, (size_t)(PANEL - count) * PANEL * sizeof *b->square);
                pd_k_train_get()->transpose(b->transposed + (size_t)p * SQUARE, PANEL, b->square, PANEL,
                                            PANEL);
            }

            /* Multiply with the deltas of the layer above; there is no bias on the way back. */
            for (int r = 0; r < s->group_rows; r++) memset(out + (size_t)r * below, 0, PANEL * sizeof *out);
            pd_train_step_multiply(s, (pd_k_pfnn_term){.out = out,
                                                       .out_stride = (long)below,
                                                       .in = s->delta[s->layer] + first * stride,
                                                       .in_stride = (long)stride,
                                                       .in_count = layer->out,
                                                       .start = s->zeros,
                                                       .rows = b->transposed,
                                                       .count = s->group_rows});
        }

        /* Multiply by the slope of the activation. */
        for (int r = 0; r < s->group_rows; r++)
            pd_k_train_get()->multiply(out + (size_t)r * below, slope + (size_t)r * below, PANEL);
    }
}

/* ---- gradient */

/* Adds c_k h^T delta of one group to the blocks. */
static void add_group(const pd_train_step *s, pd_train_workspace *b, int l, int panel, int group)
{
    const pd_train_params_layer *layer = &s->params->layers[l];
    size_t stride = pd_train_step_width(s, l);
    const float *delta =
        s->delta[l] + (size_t)group * (size_t)s->group_rows * stride + (size_t)(panel * PANEL);
    const float *h = pd_train_step_transposed(s, l, group);

    /* Copy the deltas of the panel, densely packed. */
    for (int r = 0; r < s->group_rows; r++)
        memcpy(b->square + r * PANEL, delta + (size_t)r * stride, PANEL * sizeof *delta);

    /* Compute h^T delta in chunks of inputs, and add it to the control points by their blend weights. */
    for (int i = 0; i < 1 + layer->in; i += CHUNK) {
        int count = 1 + layer->in - i < CHUNK ? 1 + layer->in - i : CHUNK;
        memset(b->block, 0, (size_t)(count * PANEL) * sizeof *b->block);
        pd_train_step_multiply(s, (pd_k_pfnn_term){.out = b->block,
                                                   .out_stride = PANEL,
                                                   .in = h + (size_t)i * (size_t)s->group_rows,
                                                   .in_stride = s->group_rows,
                                                   .in_count = s->group_rows,
                                                   .start = s->zeros,
                                                   .rows = b->square,
                                                   .count = count});
        pd_k_train_get()->scatter_add(b->blocks + (size_t)i * PANEL, (long)layer->block, b->block,
                                      s->c[group], (long)count * PANEL);
    }
}

/* Computes the gradient of one panel of any layer, and passes it to the sink. */
static void gradient(void *arg, int task, int worker)
{
    pd_train_step *s = arg;
    pd_train_workspace *b = &s->workspaces[worker];
    int panel = task;
    int l = PD_PFNN_LAYERS - 1; /* the largest layers come first */
    for (; l > 0 && panel >= s->params->layers[l].panel_count; l--) panel -= s->params->layers[l].panel_count;

    /* Find the range of the panel's parameters. */
    const pd_train_params_layer *layer = &s->params->layers[l];
    size_t controls = (size_t)s->params->controls;
    size_t count = controls * layer->block;
    size_t first = layer->first + (size_t)panel * count;

    /* Sum over the groups. */
    memset(b->blocks, 0, count * sizeof *b->blocks);
    for (int g = 0; g < s->batch->group_count; g++) {
        if (s->params->gate.input_count)
            pd_train_experts_gradient(s, b, l, panel, g);
        else
            add_group(s, b, l, panel, g);
    }

    /* Add the gradient of gamma times the mean |w|, without the biases. */
    double weights = (double)controls * layer->in * layer->out;
    float l1_size = (float)(s->cost->gamma / PD_PFNN_LAYERS / weights);
    for (size_t k = 0; l1_size > 0 && k < controls; k++)
        pd_k_train_get()->l1_subgradient(b->blocks + k * layer->block + PANEL,
                                         (s->params->values + first) + k * layer->block + PANEL, l1_size,
                                         (long)layer->block - PANEL);

    /* The sink updates or collects this range; no other task writes it. */
    s->sink.take(s->sink.ctx, b->blocks, first, count);
}

/* ---- the step */

double pd_train_step_run(pd_train_step *s, const pd_train_params *params, const pd_train_batch *batch,
                         const pd_train_cost *cost, pd_train_grad_sink sink, const pd_executor *executor)
{
    PD_ASSERT(batch->group_count <= s->group_count && batch->group_rows == s->group_rows);
    PD_ASSERT(executor->worker_count <= s->worker_count);
    int panels = 0;

    /* Blend weights of each group's phase. */
    s->params = params;
    s->batch = batch;
    s->cost = cost;
    s->sink = sink;
    for (int g = 0; g < batch->group_count; g++) {
        double c[PD_PFNN_CONTROLS];
        pd_pfnn_phase_weights(c, batch->cycle[g]);
        for (int k = 0; k < PD_PFNN_CONTROLS; k++) s->c[g][k] = (float)c[k];
    }

    /* Run forward, layer by layer. */
    pd_execute(executor, turn_inputs, s, batch->group_count);
    if (params->gate.input_count) pd_train_experts_mix(s, executor);
    for (s->layer = 0; s->layer < PD_PFNN_LAYERS; s->layer++) {
        pd_execute(executor, forward, s, params->layers[s->layer].panel_count);
        panels += params->layers[s->layer].panel_count;
    }

    /* Propagate back to the first layer, then compute all gradients at once. */
    for (s->layer = 2; s->layer > 0; s->layer--) pd_execute(executor, back, s, s->hidden / PANEL);
    if (params->gate.input_count) pd_train_experts_gate(s, executor);
    pd_execute(executor, gradient, s, panels);

    /* Losses are added in a fixed order, which gives the same bits for any number of workers. */
    double sum = 0;
    for (int p = 0; p < s->outputs / PANEL; p++)
        for (int g = 0; g < s->batch->group_count; g++) sum += s->losses[p * s->group_count + g];

    return sum;
}
