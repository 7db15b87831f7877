#include "train/network/experts.h"

#include "core/anim/biped.h"
#include "core/base/assert.h"
#include "train/kernel/train.h"
#include "train/network/grad_internal.h"

#include <string.h>

#define MASKED 1e-3F /* joint weights below it are of joints that repeat others */

/* ---- what the gate sees */

/* Adds an input of the network to the gate's. */
static void add_input(pd_pfnn_gate *g, int input, double weight)
{
    g->inputs[g->input_count] = input;
    g->scales[g->input_count++] = (float)(1 / weight);
}

void pd_train_experts_inputs(pd_pfnn_gate *g, const pd_pfnn_layout *l, const float *joint_weights)
{
    static const int ends[] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE,  PD_BIPED_R_FOOT,
                               PD_BIPED_R_TOE,  PD_BIPED_L_HAND, PD_BIPED_R_HAND};
    const int now = l->samples / 2;
    const int last = l->samples - 1;

    /* Choose the gate's inputs: velocities of hands and feet, gaits now, and the end of the trajectory. */
    g->input_count = 0;
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
        if (ends[e] >= l->joints || joint_weights[ends[e]] < MASKED) continue;
        double deviation = 0.1 * (double)joint_weights[ends[e]]; /* of these inputs: rows.h */
        for (int c = 0; c < 3; c++) add_input(g, l->in_velocities + 3 * ends[e] + c, deviation);
    }

    for (int i = 0; i < l->gaits && i < PD_PFNN_GAITS; i++)
        add_input(g, l->in_gaits + i * l->samples + now, 1);
    add_input(g, l->in_x + last, 1);
    add_input(g, l->in_z + last, 1);
}

/* ---- memory */

int pd_train_experts_pieces(void)
{
    return PD_PFNN_LAYERS + 4;
}

void pd_train_experts_take(pd_train_step *s, const pd_train_params *params)
{
    const pd_pfnn_gate *g = &params->gate;
    size_t rows = (size_t)s->group_count * (size_t)s->group_rows;
    size_t sets = (size_t)params->controls;

    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        s->experts[l] = pd_train_step_take(s, sets * rows * pd_train_step_width(s, l), sizeof(float));
    s->mix = pd_train_step_take(s, sets * rows, sizeof(float));
    s->runs = pd_train_step_take(s, rows, sizeof *s->runs);
    s->gate_gradients =
        pd_train_step_take(s, (size_t)s->group_count * pd_pfnn_gate_count(g), sizeof *s->gate_gradients);
    s->gate_gradient = pd_train_step_take(s, params->gate_floats, sizeof *s->gate_gradient);
}

/* Returns the output of expert k alone for a group's rows (R, width). */
static float *said_by(const pd_train_step *s, int l, int k, int group)
{
    PD_ASSERT(k >= 0 && group >= 0);
    size_t rows = (size_t)s->group_rows;
    size_t groups = (size_t)s->group_count;
    return s->experts[l] + ((size_t)k * groups + (size_t)group) * rows * pd_train_step_width(s, l);
}

/* Returns c_k of a group's rows (R). */
static float *mix_of(const pd_train_step *s, int k, int group)
{
    size_t rows = (size_t)s->group_rows;
    return s->mix + ((size_t)k * (size_t)s->group_count + (size_t)group) * rows;
}

/* ---- forward */

/* Computes the gate's weights for the rows of a group. */
static void mix_group(void *arg, int group, int worker)
{
    (void)worker;
    pd_train_step *s = arg;
    const pd_pfnn_gate gate = pd_train_params_gate(s->params);
    size_t first = (size_t)group * (size_t)s->group_rows;

    for (int r = 0; r < s->group_rows; r++) {
        pd_pfnn_gate_run *run = &s->runs[first + (size_t)r];
        pd_pfnn_gate_weights(run, &gate, s->batch->x + (first + (size_t)r) * (size_t)s->x_dim);
        for (int k = 0; k < gate.experts; k++) mix_of(s, k, group)[r] = (float)run->c[k];
    }
}

void pd_train_experts_mix(pd_train_step *s, const pd_executor *executor)
{
    pd_execute(executor, mix_group, s, s->batch->group_count);
}

void pd_train_experts_forward(pd_train_step *s, pd_train_workspace *w, int panel, int group, const float *in,
                              long row)
{
    PD_ASSERT(panel >= 0 && group >= 0 && row >= 0);
    const pd_train_params_layer *layer = &s->params->layers[s->layer];
    const float *block =
        s->params->values + layer->first + (size_t)panel * (size_t)s->params->controls * layer->block;
    size_t width = pd_train_step_width(s, s->layer);

    /* Each expert's output is kept for the gate's gradient; their weighted sum goes on. */
    memset(w->square, 0, SQUARE * sizeof(float));
    for (int k = 0; k < s->params->controls; k++, block += layer->block) {
        float *said = said_by(s, s->layer, k, group) + panel * PANEL;
        const float *c = mix_of(s, k, group);
        for (int r = 0; r < s->group_rows; r++) memset(said + (size_t)r * width, 0, PANEL * sizeof *said);
        pd_train_step_multiply(s, (pd_k_pfnn_term){.out = said,
                                                   .out_stride = (long)width,
                                                   .in = in,
                                                   .in_stride = row,
                                                   .in_count = layer->in,
                                                   .start = block,
                                                   .rows = block + PANEL,
                                                   .count = s->group_rows});
        for (int r = 0; r < s->group_rows; r++)
            for (int o = 0; o < PANEL; o++)
                w->square[r * PANEL + o] += c[r] * said[(size_t)r * width + (size_t)o];
    }
}

/* ---- back */

void pd_train_experts_back(pd_train_step *s, pd_train_workspace *w, int panel)
{
    const pd_train_params_layer *layer = &s->params->layers[s->layer];
    size_t stride = pd_train_step_width(s, s->layer);
    size_t below = (size_t)s->hidden;
    float *delta = s->delta[s->layer - 1] + (size_t)(panel * PANEL);
    int rows = s->batch->group_count * s->group_rows;
    int input = panel * PANEL;
    int count = layer->in - input < PANEL ? layer->in - input : PANEL;

    for (int r = 0; r < rows; r++) memset(delta + (size_t)r * below, 0, PANEL * sizeof *delta);
    for (int k = 0; k < s->params->controls; k++) {
        /* W_k^T of the panel's 64 inputs */
        const float *weights =
            s->params->values + layer->first + (size_t)k * layer->block + (size_t)(1 + input) * PANEL;
        for (int p = 0; p < layer->panel_count; p++) {
            memcpy(w->square, weights, (size_t)(count * PANEL) * sizeof *weights);
            memset(w->square + count * PANEL, 0, (size_t)(PANEL - count) * PANEL * sizeof *weights);
            pd_k_train_get()->transpose(w->transposed + (size_t)p * SQUARE, PANEL, w->square, PANEL, PANEL);
            weights += (size_t)s->params->controls * layer->block;
        }

        /* Each row's delta, weighted by the expert's share in that row. */
        for (int g = 0; g < s->batch->group_count; g++) {
            size_t first = (size_t)g * (size_t)s->group_rows;
            pd_train_step_multiply(s, (pd_k_pfnn_term){.out = delta + first * below,
                                                       .out_stride = (long)below,
                                                       .in = s->delta[s->layer] + first * stride,
                                                       .in_stride = (long)stride,
                                                       .in_count = layer->out,
                                                       .start = s->zeros,
                                                       .rows = w->transposed,
                                                       .coefs = mix_of(s, k, g),
                                                       .count = s->group_rows});
        }
    }
}

/* ---- gradient */

void pd_train_experts_gradient(const pd_train_step *s, pd_train_workspace *w, int l, int panel, int group)
{
    PD_ASSERT(l >= 0 && panel >= 0 && group >= 0);
    const pd_train_params_layer *layer = &s->params->layers[l];
    size_t stride = pd_train_step_width(s, l);
    size_t rows = (size_t)s->group_rows;
    const float *delta = s->delta[l] + (size_t)group * rows * stride + (size_t)(panel * PANEL);
    const float *h = pd_train_step_transposed(s, l, group);

    /* The weight of the expert scales the deltas of its rows. */
    for (int k = 0; k < s->params->controls; k++) {
        const float *c = mix_of(s, k, group);
        for (size_t r = 0; r < rows; r++)
            for (size_t o = 0; o < PANEL; o++) w->square[r * PANEL + o] = c[r] * delta[r * stride + o];
        for (int i = 0; i < 1 + layer->in; i += CHUNK) {
            int count = 1 + layer->in - i < CHUNK ? 1 + layer->in - i : CHUNK;
            pd_train_step_multiply(
                s, (pd_k_pfnn_term){.out = w->blocks + (size_t)k * layer->block + (size_t)i * PANEL,
                                    .out_stride = PANEL,
                                    .in = h + (size_t)i * rows,
                                    .in_stride = (long)rows,
                                    .in_count = s->group_rows,
                                    .start = s->zeros,
                                    .rows = w->square,
                                    .count = count});
        }
    }
}

/* Returns the dot product with eight partial sums, which compilers vectorise in a fixed order. */
static double experts_dot(const float *a, const float *b, size_t count)
{
    double sums[8] = {0};
    for (size_t i = 0; i < count; i += 8) /* widths are whole panels */
        for (size_t j = 0; j < 8; j++) sums[j] += (double)(a[i + j] * b[i + j]);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/* Adds up the gate's gradient over a group. */
static void gate_group(void *arg, int group, int worker)
{
    (void)worker;
    pd_train_step *s = arg;
    const pd_pfnn_gate gate = pd_train_params_gate(s->params);
    size_t first = (size_t)group * (size_t)s->group_rows;
    size_t count = pd_pfnn_gate_count(&gate);
    double *gradient = s->gate_gradients + (size_t)group * count;

    memset(gradient, 0, count * sizeof *gradient);

    /* dE/dc_k: the expert's output times the delta, over all layers. */
    for (int r = 0; r < s->group_rows; r++) {
        double slope[PD_PFNN_MAX_CONTROLS] = {0};
        for (int k = 0; k < gate.experts; k++)
            for (int l = 0; l < PD_PFNN_LAYERS; l++) {
                size_t width = pd_train_step_width(s, l);
                slope[k] += experts_dot(said_by(s, l, k, group) + (size_t)r * width,
                                        s->delta[l] + (first + (size_t)r) * width, width);
            }
        pd_pfnn_gate_back(gradient, &gate, &s->runs[first + (size_t)r], slope);
    }
}

void pd_train_experts_gate(pd_train_step *s, const pd_executor *executor)
{
    size_t count = pd_pfnn_gate_count(&s->params->gate);

    pd_execute(executor, gate_group, s, s->batch->group_count);

    /* Sum of the groups in a fixed order. */
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (int g = 0; g < s->batch->group_count; g++) sum += s->gate_gradients[(size_t)g * count + i];
        s->gate_gradient[i] = (float)sum;
    }

    s->sink.take(s->sink.ctx, s->gate_gradient, s->params->gate_first, s->params->gate_floats);
}
