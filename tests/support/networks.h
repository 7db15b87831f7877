#ifndef PD_TESTS_NETWORKS_H
#define PD_TESTS_NETWORKS_H
/* Random motion networks made from a seed, phase-functioned or of experts that a gate mixes. Weights are
 * initialized as in the original training, uniform within sqrt(6 / (in + out)), so that activations have the
 * size of a trained network's. Numbers are in the network's own units; an input is mean + std * noise. */
#include "core/base/rng.h"
#include "core/pfnn/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static inline void networks_fill(float *out, size_t count, double half, pd_rng *rng)
{
    for (size_t i = 0; i < count; i++) out[i] = (float)(half * (2 * pd_rng_uniform(rng) - 1));
}

static inline void networks_fill_all(pd_pfnn_network *n, uint64_t seed)
{
    const int x_dim = n->x_dim, y_dim = n->y_dim;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_layer *layer = &n->layers[l];
        size_t rows = (size_t)n->controls * (size_t)layer->out;
        networks_fill(layer->weights, rows * (size_t)layer->in, sqrt(6.0 / (layer->in + layer->out)), &rng);
        networks_fill(layer->bias, rows, 0.2, &rng);
    }
    for (int i = 0; i < x_dim; i++) {
        n->x_std[i] = (float)exp(pd_rng_normal(&rng));
        n->x_mean[i] = n->x_std[i] * (float)pd_rng_normal(&rng);
    }
    for (int i = 0; i < y_dim; i++) {
        n->y_std[i] = (float)exp(pd_rng_normal(&rng));
        n->y_mean[i] = n->y_std[i] * (float)pd_rng_normal(&rng);
    }
    if (n->gate.input_count) networks_fill(n->gate.values, pd_pfnn_gate_count(&n->gate), 1, &rng);
}

static inline void networks_make(pd_pfnn_network *n, int x_dim, int h_dim, int y_dim, uint64_t seed)
{
    if (pd_pfnn_network_init(n, x_dim, h_dim, y_dim, NULL)) abort();
    networks_fill_all(n, seed);
}

/* Makes a network of experts from a seed. The inputs of its gate are the first,
 * a middle and the last input. */
static inline void networks_make_gated(pd_pfnn_network *n, const int dims[3], int experts, uint64_t seed)
{
    const pd_pfnn_gate gate = {.input_count = 3,
                               .hidden = 7,
                               .experts = experts,
                               .inputs = {0, dims[0] / 2, dims[0] - 1},
                               .scales = {1, 0.5F, 2}};
    if (pd_pfnn_network_init_gated(n, dims[0], dims[1], dims[2], &gate, NULL)) abort();
    networks_fill_all(n, seed);
}

static inline pd_pfnn_model *networks_model(int x_dim, int h_dim, int y_dim, uint64_t seed)
{
    pd_pfnn_network n;
    pd_pfnn_model *model;
    networks_make(&n, x_dim, h_dim, y_dim, seed);
    if (pd_pfnn_model_build(&model, &n, NULL)) abort();
    return model;
}

/* Makes a job of count characters: x (count,x_dim), y (count,y_dim), phase (count), in one block that
 * free(job.y) gives back. */
static inline pd_pfnn_job networks_job(const float *x_mean, const float *x_std, int x_dim, int y_dim,
                                       int count, pd_pfnn_mode mode, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    size_t n = (size_t)count, y = n * (size_t)y_dim;
    float *numbers = calloc(y + n * (size_t)x_dim + n, sizeof *numbers);
    if (!numbers) abort();
    float *x = numbers + y, *phase = x + n * (size_t)x_dim;
    for (size_t i = 0; i < n * (size_t)x_dim; i++) {
        size_t d = i % (size_t)x_dim;
        x[i] = (float)(x_mean[d] + x_std[d] * pd_rng_normal(&rng));
    }
    for (int i = 0; i < count; i++) phase[i] = (float)(6.283185307179586 * pd_rng_uniform(&rng));
    return (pd_pfnn_job){numbers, x, phase, count, mode};
}

/* Writes the 50 slices and the statistics as the original training does, into an existing folder. */
static inline int networks_write(const char *folder, const char *name, int slice, const float *values,
                                 size_t count)
{
    char path[512];
    if (slice < 0)
        snprintf(path, sizeof path, "%s/%s.bin", folder, name);
    else
        snprintf(path, sizeof path, "%s/%s_%03d.bin", folder, name, slice);
    FILE *f = fopen(path, "wb");
    if (!f) return 0;
    size_t written = fwrite(values, sizeof *values, count, f);
    return !fclose(f) && written == count;
}

static inline int networks_write_slices(const char *folder, const char *name, const float *points,
                                        size_t count)
{
    float *slice = malloc(count * sizeof *slice);
    int good = slice != NULL;
    for (int i = 0; good && i < 50; i++) {
        double c[4];
        pd_pfnn_phase_weights(c, i / 50.0);
        for (size_t j = 0; j < count; j++)
            slice[j] = (float)(c[0] * points[j] + c[1] * points[count + j] + c[2] * points[2 * count + j] +
                               c[3] * points[3 * count + j]);
        good = networks_write(folder, name, i, slice, count);
    }
    free(slice);
    return good;
}

static inline int networks_write_folder(const char *folder, const pd_pfnn_network *n)
{
    static const char *const names[3][2] = {{"W0", "b0"}, {"W1", "b1"}, {"W2", "b2"}};
    int good = networks_write(folder, "Xmean", -1, n->x_mean, (size_t)n->x_dim);
    good &= networks_write(folder, "Xstd", -1, n->x_std, (size_t)n->x_dim);
    good &= networks_write(folder, "Ymean", -1, n->y_mean, (size_t)n->y_dim);
    good &= networks_write(folder, "Ystd", -1, n->y_std, (size_t)n->y_dim);
    for (int l = 0; l < 3; l++) {
        size_t out = (size_t)n->layers[l].out, in = (size_t)n->layers[l].in;
        good &= networks_write_slices(folder, names[l][0], n->layers[l].weights, out * in);
        good &= networks_write_slices(folder, names[l][1], n->layers[l].bias, out);
    }
    return good;
}

#endif
