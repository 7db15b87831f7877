#include "train/prior/pose_network.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "train/network/adam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INPUTS          PD_IK_NEURAL_INPUTS
#define OUTPUTS         PD_IK_NEURAL_OUTPUTS
/* parts of a batch; their number is fixed, so that any number of threads gives the same sums */
#define SHARDS          8
#define ROWS            128   /* examples of a shard */
#define WARM_UP         200   /* steps in which the rate rises */
#define RATE_LAST       0.002 /* part of the highest rate that is left at the end */
#define MEAN_OVER       500   /* steps of the moving average that is exported */
#define MOMENT_EXAMPLES 8192  /* examples whose features give mean and deviation */
#define FARTHEST        6     /* as when it runs                                  */

struct pd_train_pose_network {
    const pd_train_pose_world *world;
    const pd_executor *executor;
    pd_train_pose_network_options options;
    pd_ik_neural_weights weights; /* params point to the padded array below */
    size_t count, padded;         /* of parameters; to a multiple of 64     */
    float *m, *v, *mean, *gradient, *shards[SHARDS], *scratch[SHARDS], *x[SHARDS];
    pd_train_pose_answer *answers[SHARDS];
    double cost[SHARDS];
    long step;
};

pd_train_pose_network_options pd_train_pose_network_defaults(void)
{
    return (pd_train_pose_network_options){.hidden = 448,
                                           .blocks = 2,
                                           .steps = 12000,
                                           .rate = 1.5e-3,
                                           .seed = 1,
                                           .cost = pd_train_pose_cost_default()};
}

/* ---- one shard */

size_t pd_train_pose_network_shard_floats(int hidden, int blocks, int rows)
{
    size_t h = (size_t)hidden;
    size_t layers = (size_t)blocks + 1;
    return (size_t)rows * (2 * layers * h + 2 * h + 2 * OUTPUTS);
}

/* z = ELU(z), slope = ELU'(z), both (count). ELU'(z) is 1 above 0, else exp(z) = ELU(z) + 1. */
static void elu(float *slope, float *z, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float e = z[i] > 0 ? z[i] : expm1f(z[i]);
        slope[i] = e > 0 ? 1 : e + 1;
        z[i] = e;
    }
}

/* Computes out (rows, out) = in W^T + b. */
static void layer_forward(float *out, const float *in, const pd_ik_neural_weights *w, int l, int rows)
{
    pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
    for (int r = 0; r < rows; r++)
        memcpy(out + (size_t)r * (size_t)layer.out, w->params + layer.bias, (size_t)layer.out * sizeof *out);
    pd_k_gemm_f32(out, in, 0, w->params + layer.weights, 1, rows, layer.out, layer.in, 1, 1);
}

/* gradient += of W and b; d_in (rows, in) += d_out W unless it is NULL */
static void layer_backward(float *gradient, float *d_in, const float *d_out, const float *in,
                           const pd_ik_neural_weights *w, int l, int rows)
{
    pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
    float *bias = gradient + layer.bias;

    pd_k_gemm_f32(gradient + layer.weights, d_out, 1, in, 0, layer.out, layer.in, rows, 1, 1);
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < layer.out; o++) bias[o] += d_out[(size_t)r * (size_t)layer.out + (size_t)o];
    if (d_in) pd_k_gemm_f32(d_in, d_out, 0, w->params + layer.weights, 0, rows, layer.in, layer.out, 1, 1);
}

double pd_train_pose_network_shard(float *gradient, const pd_ik_neural_weights *w, const float *x,
                                   const pd_train_pose_answer *answers, int rows,
                                   const pd_train_pose_cost *cost, float *scratch)
{
    PD_ASSERT(rows > 0 && w->blocks >= 0 && w->blocks <= PD_IK_NEURAL_BLOCKS);
    size_t size = (size_t)rows * (size_t)w->hidden;
    float *h[PD_IK_NEURAL_BLOCKS + 1], *slope[PD_IK_NEURAL_BLOCKS + 1], *dh, *dz, *y, *dy;
    for (int b = 0; b <= w->blocks; b++) {
        h[b] = scratch + 2 * (size_t)b * size;
        slope[b] = h[b] + size;
    }

    dh = scratch + 2 * ((size_t)w->blocks + 1) * size;
    dz = dh + size;
    y = dz + size;
    dy = y + (size_t)rows * OUTPUTS;

    /* Run forward: the first layer, then residual blocks. */
    layer_forward(h[0], x, w, 0, rows);
    elu(slope[0], h[0], size);
    for (int b = 1; b <= w->blocks; b++) {
        layer_forward(h[b], h[b - 1], w, b, rows);
        elu(slope[b], h[b], size);
        for (size_t i = 0; i < size; i++) h[b][i] += h[b - 1][i];
    }

    /* Compute the answers, their cost and its gradient. */
    layer_forward(y, h[w->blocks], w, w->blocks + 1, rows);
    double sum = 0;
    for (int r = 0; r < rows; r++)
        sum += pd_train_pose_cost_of(dy + (size_t)r * OUTPUTS, y + (size_t)r * OUTPUTS, &answers[r], cost);

    /* Propagate back through the last layer and the blocks, which add to their input. */
    for (size_t i = 0; i < (size_t)rows * OUTPUTS; i++) dy[i] /= (float)rows;
    memset(dh, 0, size * sizeof *dh);
    layer_backward(gradient, dh, dy, h[w->blocks], w, w->blocks + 1, rows);
    for (int b = w->blocks; b > 0; b--) {
        for (size_t i = 0; i < size; i++) dz[i] = dh[i] * slope[b][i];
        layer_backward(gradient, dh, dz, h[b - 1], w, b, rows);
    }

    /* Propagate back through the first layer. */
    for (size_t i = 0; i < size; i++) dz[i] = dh[i] * slope[0][i];
    layer_backward(gradient, NULL, dz, x, w, 0, rows);

    return sum / rows;
}

/* ---- making */

static pd_status check_range(const char *name, double value, double least, double most, pd_error *err)
{
    if (value >= least && value <= most) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%g; %.10g to %.10g allowed", value, least, most);
}

/* Returns zeroed floats, padded to whole cache lines of 64 bytes (16 floats) and aligned to them; NULL when
 * out of memory. */
static float *floats(size_t count)
{
    float *out = aligned_alloc(64, (count + 15) / 16 * 64);
    if (out) memset(out, 0, (count + 15) / 16 * 64);
    return out;
}

/* Allocates parameters, moments and the scratch of all shards. On failure the caller releases `t`. */
static pd_status allocate_pose_network(pd_train_pose_network *t, pd_error *err)
{
    const pd_train_pose_network_options *o = &t->options;
    pd_status status = pd_ik_neural_weights_init(&t->weights, o->hidden, o->blocks, err);

    if (status != PD_OK) return status;

    /* Weights padded to whole cache lines, with moments, mean and gradient of the same size. */
    t->count = pd_ik_neural_param_count(o->hidden, o->blocks);
    t->padded = (t->count + 63) / 64 * 64;
    free(t->weights.params);
    t->weights.params = floats(t->padded);

    float **all[] = {&t->m, &t->v, &t->mean, &t->gradient};
    int good = t->weights.params != NULL;
    for (int i = 0; i < 4; i++) good &= (*all[i] = floats(t->padded)) != NULL;

    /* Allocate gradient, scratch and examples of each shard. */
    for (int s = 0; s < SHARDS; s++) {
        t->shards[s] = floats(t->padded);
        t->scratch[s] = floats(pd_train_pose_network_shard_floats(o->hidden, o->blocks, ROWS));
        t->x[s] = floats((size_t)ROWS * INPUTS);
        t->answers[s] = malloc(ROWS * sizeof *t->answers[s]);
        good &= t->shards[s] && t->scratch[s] && t->x[s] && t->answers[s];
    }

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "hidden", "out of memory for %zu parameters", t->count);
}

pd_status pd_train_pose_network_create(pd_train_pose_network **out, const pd_train_pose_world *world,
                                       const pd_train_pose_network_options *options,
                                       const pd_executor *executor, pd_error *err)
{
    *out = NULL;
    pd_status status = check_range("steps", (double)options->steps, 1, 1e9, err);
    if (status == PD_OK) status = check_range("rate", options->rate, 1e-9, 1, err);
    if (status == PD_OK) status = check_range("bodies", world->body_count, 1, 1e9, err);
    if (status != PD_OK) return status;

    pd_train_pose_network *t = calloc(1, sizeof *t);
    if (!t) return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory");

    t->world = world;
    t->executor = executor;
    t->options = *options;
    status = allocate_pose_network(t, err);
    if (status != PD_OK) {
        pd_train_pose_network_release(t);
        return status;
    }

    /* Means of features and answers. Trackers' features are statures and unit vectors: a least deviation
     * keeps them from being blown up. */
    double sum[INPUTS] = {0}, square[INPUTS] = {0}, y_mean[OUTPUTS] = {0};
    pd_train_pose_answer *a = t->answers[0];
    float *x = t->x[0];
    pd_rng rng;
    pd_rng_init(&rng, t->options.seed ^ 0x5eed);

    /* MOMENT_EXAMPLES examples from a generator of their own (any seed that training does not use) give the
     * sums. An answer's six outputs are the first two columns of the joint's rotation. */
    for (int n = 0; n < MOMENT_EXAMPLES; n++) {
        pd_train_pose_example(x, a, t->world, &rng);
        for (int i = 0; i < INPUTS; i++) {
            sum[i] += x[i];
            square[i] += (double)x[i] * x[i];
        }

        for (int k = 0; k < PD_IK_NEURAL_JOINTS; k++)
            for (int c = 0; c < 6; c++)
                y_mean[6 * k + c] += a->local[k][3 * (c % 3) + c / 3] / MOMENT_EXAMPLES;
        for (int c = 0; c < 3; c++) y_mean[OUTPUTS - 3 + c] += a->place[0][c] / MOMENT_EXAMPLES;
    }

    /* Compute means and deviations of the features. */
    for (int i = 0; i < INPUTS; i++) {
        double mean = sum[i] / MOMENT_EXAMPLES;
        double variance = fmax(square[i] / MOMENT_EXAMPLES - mean * mean, 0);

        /* Least deviations, in statures and unit vectors: 0.1 for trackers, 0.005 for lengths of bones, which
         * differ little between people. Both are chosen by hand. */
        double least = i < INPUTS - PD_IK_NEURAL_BONES ? 0.1 : 0.005;
        t->weights.x_mean[i] = (float)mean;
        t->weights.x_std[i] = (float)fmax(sqrt(variance), least);
    }

    /* He's normal weights; the last layer small about the mean answer, blocks small, so that it begins as a
     * shallow network. */
    int last = t->options.blocks + 1;
    pd_rng_init(&rng, t->options.seed);
    for (int l = 0; l <= last; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(t->options.hidden, t->options.blocks, l);

        /* He et al. 2015: deviation sqrt(2 / in) before ELU in the first layer. 1 / in in the others, times
         * 0.5 in blocks and 0.1 in the last layer (the two factors are chosen by hand). */
        double size = sqrt((l ? 1.0 : 2.0) / layer.in) * (l == last ? 0.1 : l ? 0.5 : 1);
        for (size_t i = 0; i < (size_t)layer.in * (size_t)layer.out; i++)
            t->weights.params[layer.weights + i] = (float)(size * pd_rng_normal(&rng));
        for (int o = 0; l == last && o < OUTPUTS; o++)
            t->weights.params[layer.bias + (size_t)o] = (float)y_mean[o];
    }

    /* The running mean begins with the first weights. */
    memcpy(t->mean, t->weights.params, t->padded * sizeof *t->mean);

    *out = t;
    return PD_OK;
}

void pd_train_pose_network_release(pd_train_pose_network *t)
{
    if (!t) return;
    for (int s = 0; s < SHARDS; s++) {
        free(t->shards[s]);
        free(t->scratch[s]);
        free(t->x[s]);
        free(t->answers[s]);
    }

    free(t->m);
    free(t->v);
    free(t->mean);
    free(t->gradient);
    pd_ik_neural_weights_deinit(&t->weights);
    free(t);
}

/* ---- steps */

/* Draws the examples of a shard and computes its cost and gradient. The key of seed, step and shard makes the
 * examples independent of the number of threads. */
static void run_shard(void *arg, int index, int worker)
{
    pd_train_pose_network *t = arg;
    const uint64_t key[3] = {t->options.seed, (uint64_t)t->step, (uint64_t)index};
    const pd_ik_neural_weights *w = &t->weights;
    pd_rng rng;

    (void)worker;
    pd_rng_init(&rng, pd_hash64(key, sizeof key, 0));

    /* Draw the examples, and normalise their features. */
    for (int r = 0; r < ROWS; r++) {
        float *x = t->x[index] + (size_t)r * INPUTS;
        pd_train_pose_example(x, &t->answers[index][r], t->world, &rng);
        for (int i = 0; i < INPUTS; i++)
            x[i] = fmaxf(-FARTHEST, fminf(FARTHEST, (x[i] - w->x_mean[i]) / w->x_std[i]));
    }

    /* Compute the cost of the shard and its gradient. */
    memset(t->shards[index], 0, t->padded * sizeof *t->shards[index]);
    t->cost[index] = pd_train_pose_network_shard(t->shards[index], w, t->x[index], t->answers[index], ROWS,
                                                 &t->options.cost, t->scratch[index]);
}

#define PIECE 65536 /* parameters of a task */

/* Adds the shards' gradients for PIECE parameters and updates these parameters (task `index` of
 * pd_execute). */
static void add_shards(void *arg, int index, int worker)
{
    pd_train_pose_network *t = arg;
    size_t from = (size_t)index * PIECE;
    size_t to = from + PIECE < t->padded ? from + PIECE : t->padded;
    const pd_train_rate rate = {
        .top = t->options.rate, .last = RATE_LAST, .warm_up = WARM_UP, .steps = t->options.steps};

    (void)worker;

    /* The gradient is the mean of the shards'. */
    for (size_t i = from; i < to; i++) {
        float sum = 0;
        for (int s = 0; s < SHARDS; s++) sum += t->shards[s][i];
        t->gradient[i] = sum / SHARDS;
    }

    /* Do one step of Adam. */
    float *w = t->weights.params;
    pd_train_adam(w + from, t->m + from, t->v + from, t->gradient + from, to - from,
                  pd_train_rate_at(&rate, t->step), t->step);

    /* The mean of the last weights, which is what is exported. */
    float part = 1 / (float)(t->step < MEAN_OVER ? t->step + 1 : MEAN_OVER);
    for (size_t i = from; i < to; i++) t->mean[i] += part * (w[i] - t->mean[i]);
}

double pd_train_pose_network_step(pd_train_pose_network *t)
{
    double sum = 0;

    pd_execute(t->executor, run_shard, t, SHARDS);
    pd_execute(t->executor, add_shards, t, (int)((t->padded + PIECE - 1) / PIECE));
    for (int s = 0; s < SHARDS; s++) sum += t->cost[s] / SHARDS;
    t->step++;

    return sum;
}

pd_status pd_train_pose_network_export(pd_ik_neural_weights *out, const pd_train_pose_network *t,
                                       pd_error *err)
{
    pd_status status = pd_ik_neural_weights_init(out, t->options.hidden, t->options.blocks, err);

    if (status != PD_OK) return status;
    memcpy(out->params, t->mean, t->count * sizeof *out->params);
    memcpy(out->x_mean, t->weights.x_mean, INPUTS * sizeof *out->x_mean);
    memcpy(out->x_std, t->weights.x_std, INPUTS * sizeof *out->x_std);

    return PD_OK;
}
