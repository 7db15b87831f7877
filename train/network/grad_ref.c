/* The equations of grad.h, row by row in double: the reference for the fast version. */
#include "train/network/grad.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The layers of one row: h_0 .. h_2, y, slopes s ELU'(z), deltas. */
typedef struct row_ref {
    const pd_pfnn_network *network;
    double c[PD_PFNN_MAX_CONTROLS];
    double *h[PD_PFNN_LAYERS + 1], *slope[PD_PFNN_LAYERS], *delta[PD_PFNN_LAYERS];
    double *said[PD_PFNN_LAYERS]; /* (K,out) by each set of weights alone */
    pd_pfnn_gate_run gate;
    double *memory;
} row_ref;

/* Allocates the layers of a row as one block of doubles and cuts it: h_0 (x); h, slope, delta (h each) of
 * both hidden layers; y and its delta (y each); then each expert's output (K,h) (K,h) (K,y). Returns false
 * when out of memory. */
static bool row_init(row_ref *r, const pd_pfnn_network *n)
{
    size_t x = (size_t)n->x_dim;
    size_t h = (size_t)n->h_dim;
    size_t y = (size_t)n->y_dim;
    size_t k = (size_t)n->controls;

    *r = (row_ref){.network = n, .memory = calloc(x + 6 * h + 2 * y + k * (2 * h + y), sizeof(double))};
    double *at = r->memory;
    if (!at) return false;
    r->h[0] = at;
    at += x;
    for (int l = 0; l < 2; l++) {
        r->h[l + 1] = at;
        r->slope[l] = at + h;
        r->delta[l] = at + 2 * h;
        at += 3 * h;
    }

    r->h[3] = at;
    r->delta[2] = at + y;
    at += 2 * y;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) r->said[l] = at + (size_t)l * k * h;

    return true;
}

/* Computes h_l+1 = s ELU(z), z = sum_k c_k (W_k h_l + b_k), and the slope s ELU'(z) for the way back.
 * max(z,0) + exp(min(z,0)) - 1 is ELU without a branch. scale: dropout s of each output; NULL for the last
 * layer, which has neither ELU nor dropout. */
static void forward_layer(row_ref *r, int l, const double *scale)
{
    const pd_pfnn_layer *layer = &r->network->layers[l];

    for (int o = 0; o < layer->out; o++) {
        double z = 0;
        for (int k = 0; k < r->network->controls; k++) {
            size_t row = (size_t)k * (size_t)layer->out + (size_t)o;
            double sum = layer->bias[row];
            for (int i = 0; i < layer->in; i++)
                sum += layer->weights[row * (size_t)layer->in + i] * r->h[l][i];
            r->said[l][row] = sum;
            z += r->c[k] * sum;
        }

        r->h[l + 1][o] = scale ? scale[o] * (fmax(z, 0) + exp(fmin(z, 0)) - 1) : z;
        if (scale) r->slope[l][o] = scale[o] * exp(fmin(z, 0));
    }
}

/* Adds the gradient of layer l to `out`, and writes d_l-1 = (W^T d_l) s ELU'(z) for the layer below. */
static void backward_layer(pd_train_grad_plain *out, row_ref *r, int l)
{
    const pd_pfnn_layer *layer = &r->network->layers[l];

    for (int i = 0; l > 0 && i < layer->in; i++) r->delta[l - 1][i] = 0;
    for (int k = 0; k < r->network->controls; k++)
        for (int o = 0; o < layer->out; o++) {
            size_t row = (size_t)k * (size_t)layer->out + (size_t)o;
            double d = r->c[k] * r->delta[l][o];
            out->bias[l][row] += d;
            for (int i = 0; i < layer->in; i++) {
                size_t at = row * (size_t)layer->in + (size_t)i;
                out->weights[l][at] += d * r->h[l][i];
                if (l > 0) r->delta[l - 1][i] += d * layer->weights[at];
            }
        }

    for (int i = 0; l > 0 && i < layer->in; i++) r->delta[l - 1][i] *= r->slope[l - 1][i];
}

/* Adds cost and gradient of one row of a group (equations in grad.h). scale has room for the hidden layer's
 * dropout. */
static void one_row(pd_train_grad_plain *out, row_ref *r, double *scale, const pd_train_batch *b,
                    const pd_train_cost *cost, int group, int row)
{
    const pd_pfnn_network *n = r->network;
    size_t at = (size_t)group * (size_t)b->group_rows + (size_t)row;
    long total = b->total_rows ? b->total_rows : (long)b->group_count * b->group_rows;

    /* Copy inputs and blend weights of the row. */
    for (int i = 0; i < n->x_dim; i++) r->h[0][i] = b->x[at * (size_t)n->x_dim + (size_t)i];
    if (n->gate.input_count) {
        pd_pfnn_gate_weights(&r->gate, &n->gate, b->x + at * (size_t)n->x_dim);
        memcpy(r->c, r->gate.c, sizeof r->c);
    }

    for (int l = 0; l < 2; l++) {
        /* Copy the dropout scale of one row's hidden layer. */
        float block[64 * PD_TRAIN_PANEL];
        for (int p = 0; p * PD_TRAIN_PANEL < n->h_dim; p++) {
            pd_train_dropout(block, b->group_rows, cost->dropout, b->seed, l, b->first_group + group, p);
            for (int o = 0; o < PD_TRAIN_PANEL && p * PD_TRAIN_PANEL + o < n->h_dim; o++)
                scale[p * PD_TRAIN_PANEL + o] = block[row * PD_TRAIN_PANEL + o];
        }

        forward_layer(r, l, scale);
    }

    forward_layer(r, 2, NULL);

    /* Compute the loss of the row, and its gradient at the outputs. */
    const float *t = b->t + at * (size_t)n->y_dim;
    const double share = 1.0 / ((double)total * n->y_dim);
    double sum = 0;
    for (int o = 0; o < n->y_dim; o++) {
        double e = r->h[3][o] - t[o];
        double own = share * (cost->emphasis ? (double)cost->emphasis[o] : 1);
        sum += own * (cost->loss == PD_TRAIN_MSE ? e * e : fabs(e));
        r->delta[2][o] = own * (cost->loss == PD_TRAIN_MSE ? 2 * e : (e > 0) - (e < 0));
    }

    /* Add the loss of the spans. */
    for (int i = 0; i < cost->span_count; i++) {
        const pd_train_span *span = &cost->spans[i];
        double *d = r->delta[2];
        double is[3], was[3];
        for (int c = 0; c < 3; c++) {
            is[c] = r->h[3][span->b + c] - r->h[3][span->a + c] + (double)span->offset[c];
            was[c] = (double)t[span->b + c] - (double)t[span->a + c] + (double)span->offset[c];
        }

        double length = sqrt(is[0] * is[0] + is[1] * is[1] + is[2] * is[2]);
        double e = length - sqrt(was[0] * was[0] + was[1] * was[1] + was[2] * was[2]);
        sum += share * span->weight * fabs(e);
        for (int c = 0; c < 3; c++) {
            double turned = share * span->weight * ((e > 0) - (e < 0)) * is[c] / length;
            d[span->b + c] += turned;
            d[span->a + c] -= turned;
        }
    }

    out->loss += sum;

    /* Propagate back through the layers, then through the gate. */
    for (int l = 2; l >= 0; l--) backward_layer(out, r, l);
    if (!n->gate.input_count) return;

    double slope[PD_PFNN_MAX_CONTROLS] = {0};
    for (int l = 0; l < PD_PFNN_LAYERS; l++)
        for (int k = 0; k < n->controls; k++)
            for (int o = 0; o < n->layers[l].out; o++)
                slope[k] += r->said[l][k * n->layers[l].out + o] * r->delta[l][o];
    pd_pfnn_gate_back(out->gate, &n->gate, &r->gate, slope);
}

pd_status pd_train_grad_ref(pd_train_grad_plain *out, const pd_pfnn_network *network,
                            const pd_train_batch *batch, const pd_train_cost *cost, pd_error *err)
{
    row_ref r;
    double *scale = calloc((size_t)network->h_dim, sizeof *scale);
    int good = row_init(&r, network) && scale;

    /* Gradients start at 0. */
    out->loss = 0;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t rows = (size_t)network->controls * (size_t)network->layers[l].out;
        memset(out->weights[l], 0, rows * (size_t)network->layers[l].in * sizeof(double));
        memset(out->bias[l], 0, rows * sizeof(double));
    }

    if (network->gate.input_count)
        memset(out->gate, 0, pd_pfnn_gate_count(&network->gate) * sizeof *out->gate);

    /* Add the rows of each group, at the phase of the group. */
    for (int g = 0; good && g < batch->group_count; g++) {
        if (!network->gate.input_count) pd_pfnn_phase_weights(r.c, batch->cycle[g]);
        for (int row = 0; row < batch->group_rows; row++) one_row(out, &r, scale, batch, cost, g, row);
    }

    /* Add the gradient of the term on the weights. */
    if (good) {
        for (int l = 0; l < PD_PFNN_LAYERS; l++) {
            const pd_pfnn_layer *layer = &network->layers[l];
            size_t count = (size_t)network->controls * (size_t)layer->out * (size_t)layer->in;
            for (size_t i = 0; i < count; i++) {
                float w = layer->weights[i];
                out->weights[l][i] += cost->gamma / PD_PFNN_LAYERS / (double)count * ((w > 0) - (w < 0));
            }
        }
    }

    free(r.memory);
    free(scale);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for a row");
}
