#include "core/speech/net.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/references.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS  512 /* of the Fourier transform */
#define VERSION "1.0"
#define LARGEST 1000.0f /* of the numbers of a file */

enum { TILE = 32 }; /* columns of a product that are summed at a time */
enum { U = PD_SPEECH_UNITS, B = PD_SPEECH_BANDS, V = PD_SPEECH_VISEMES };

/* Arrays of a file: X(name, member, count of dimensions, shape) */
#define ARRAYS(X)                                                                                            \
    X("mean", mean, 1, {B})                                                                                  \
    X("scale", scale, 1, {B})                                                                                \
    X("conv.weight", conv, 2, {PD_SPEECH_CONTEXT * B COMMA U})                                               \
    X("conv.bias", conv_bias, 1, {U})                                                                        \
    X("unit0.input", units[0].input, 2, {U COMMA 3 * U})                                                     \
    X("unit0.state", units[0].state, 2, {U COMMA 3 * U})                                                     \
    X("unit0.bias", units[0].bias, 1, {3 * U})                                                               \
    X("unit0.state_bias", units[0].state_bias, 1, {U})                                                       \
    X("unit1.input", units[1].input, 2, {U COMMA 3 * U})                                                     \
    X("unit1.state", units[1].state, 2, {U COMMA 3 * U})                                                     \
    X("unit1.bias", units[1].bias, 1, {3 * U})                                                               \
    X("unit1.state_bias", units[1].state_bias, 1, {U})                                                       \
    X("out.weight", out, 2, {U COMMA V})                                                                     \
    X("out.bias", out_bias, 1, {V})
#define COMMA ,
#define ARRAY_ROW(name, member, dimensions, ...)                                                             \
    {name, offsetof(pd_speech_weights, member), dimensions, __VA_ARGS__},
static const struct {
    const char *name;
    size_t offset;
    int dimensions;
    size_t shape[2];
} arrays[] = {ARRAYS(ARRAY_ROW)};
enum { ARRAY_COUNT = sizeof arrays / sizeof *arrays };

/* ---- features ---- */

/* Tables of the transform and of the bands, one of each thread. */
typedef struct band {
    int first, count;
    float weights[64];
} band;

typedef struct feature_tables {
    float hann[PD_SPEECH_WINDOW], cosines[POINTS / 2], sines[POINTS / 2];
    int reversed[POINTS / 2];
    band bands[B];
} feature_tables;

static double mel_of(double hertz)
{
    return 2595 * log10(1 + hertz / 700);
}

static double hertz_of(double mel)
{
    return 700 * (pow(10, mel / 2595) - 1);
}

static void make_tables(feature_tables *t)
{
    for (int i = 0; i < PD_SPEECH_WINDOW; i++)
        t->hann[i] = (float)(0.5 - 0.5 * cos(2 * M_PI * i / (PD_SPEECH_WINDOW - 1)));
    for (int i = 0; i < POINTS / 2; i++) {
        t->cosines[i] = (float)cos(-2 * M_PI * i / POINTS);
        t->sines[i] = (float)sin(-2 * M_PI * i / POINTS);
        int r = 0;
        for (int b = 0; b < 8; b++) r |= ((i >> b) & 1) << (7 - b);
        t->reversed[i] = r;
    }

    /* Triangles between points that are even on the mel scale. */
    const double low = mel_of(60);
    const double step = (mel_of(7600) - low) / (B + 1);
    const double width = (double)PD_SPEECH_RATE / POINTS;
    for (int m = 0; m < B; m++) {
        const double from = hertz_of(low + m * step);
        const double top = hertz_of(low + (m + 1) * step);
        const double to = hertz_of(low + (m + 2) * step);
        band *out = &t->bands[m];
        out->first = (int)ceil(from / width);
        out->count = 0;
        for (int k = out->first; k * width < to && out->count < 64; k++) {
            const double f = k * width;
            out->weights[out->count++] = (float)fmin((f - from) / (top - from), (to - f) / (to - top));
        }
    }
}

/* Fourier transform of 256 complex numbers in place. */
static void transform(float *re, float *im, const feature_tables *t)
{
    const int n = POINTS / 2;

    for (int i = 0; i < n; i++) {
        const int j = t->reversed[i];
        if (j <= i) continue;
        const float r = re[i], m = im[i];
        re[i] = re[j];
        im[i] = im[j];
        re[j] = r;
        im[j] = m;
    }

    for (int l = 2; l <= n; l <<= 1)
        for (int i = 0; i < n; i += l)
            for (int k = 0; k < l / 2; k++) {
                const float c = t->cosines[k * (POINTS / l)], s = t->sines[k * (POINTS / l)];
                const int u = i + k, v = u + l / 2;
                const float r = re[v] * c - im[v] * s, q = re[v] * s + im[v] * c;
                re[v] = re[u] - r;
                im[v] = im[u] - q;
                re[u] += r;
                im[u] += q;
            }
}

static void features_of(float *out, const float *samples, const feature_tables *t)
{
    float re[POINTS / 2] = {0}, im[POINTS / 2] = {0}, power[POINTS / 2 + 1];

    /* Real numbers as the two parts of complex ones, and their transform taken apart. */
    for (int i = 0; i < PD_SPEECH_WINDOW / 2; i++) {
        re[i] = samples[2 * i] * t->hann[2 * i];
        im[i] = samples[2 * i + 1] * t->hann[2 * i + 1];
    }

    transform(re, im, t);
    for (int k = 0; k <= POINTS / 2; k++) {
        const int a = k % (POINTS / 2), b = (POINTS / 2 - k) % (POINTS / 2);
        const float er = 0.5f * (re[a] + re[b]), ei = 0.5f * (im[a] - im[b]);
        const float dr = 0.5f * (im[a] + im[b]), di = -0.5f * (re[a] - re[b]);
        const float c = k < POINTS / 2 ? t->cosines[k] : -1, s = k < POINTS / 2 ? t->sines[k] : 0;
        const float r = er + dr * c - di * s, q = ei + dr * s + di * c;
        power[k] = r * r + q * q;
    }

    for (int m = 0; m < B; m++) {
        const band *in = &t->bands[m];
        float sum = 0;
        for (int i = 0; i < in->count; i++) sum += in->weights[i] * power[in->first + i];
        out[m] = logf(sum + 1e-6f);
    }
}

void pd_speech_net_features(float *out, const float *samples)
{
    static _Thread_local feature_tables tables;
    static _Thread_local bool is_made;

    if (!is_made) make_tables(&tables);
    is_made = true;
    features_of(out, samples, &tables);
}

/* ---- the network ---- */

static float logistic(float x)
{
    return 1 / (1 + expf(-x));
}

/* y (rows,n) += x (rows,m) W (m,n), where the rows of y lie y_step floats apart and those of x x_step. */
typedef struct product {
    int rows, m, n;
    int x_step, y_step;
} product;

/* Adds a row's product in `columns` columns, a constant. The sums stay in registers. Each is of y + x_0 w_0 +
 * x_1 w_1 + ..., so its bits do not depend on the tile. */
static inline __attribute__((always_inline)) void add_tile(float *restrict y, const float *restrict x,
                                                           const float *restrict w, product p, int columns)
{
    float sums[TILE];

    for (int i = 0; i < columns; i++) sums[i] = y[i];
    for (int j = 0; j < p.m; j++) {
        const float *restrict weights = w + (size_t)j * (size_t)p.n;
        for (int i = 0; i < columns; i++) sums[i] += x[j] * weights[i];
    }

    for (int i = 0; i < columns; i++) y[i] = sums[i];
}

static void add_product(float *restrict y, const float *restrict x, const float *restrict w, product p)
{
    int at = 0;

    /* The weights of a tile stay in the first cache for all rows. */
    for (; at + TILE <= p.n; at += TILE)
        for (int r = 0; r < p.rows; r++) add_tile(y + r * p.y_step + at, x + r * p.x_step, w + at, p, TILE);
    for (; at < p.n; at++)
        for (int r = 0; r < p.rows; r++) add_tile(y + r * p.y_step + at, x + r * p.x_step, w + at, p, 1);
}

/* Steps one layer of all ears. x (rows,U) becomes the layer's new states. */
static void step_layer(float *x, pd_speech_ear *const *ears, int rows, const pd_speech_weights *w, int layer)
{
    float a[PD_SPEECH_BATCH * 3 * U], b[PD_SPEECH_BATCH * 3 * U] = {0}, h[PD_SPEECH_BATCH * U];

    /* What the input and the last state add to the gates. */
    for (int r = 0; r < rows; r++) {
        memcpy(a + (size_t)r * 3 * U, w->units[layer].bias, 3 * U * sizeof *a);
        memcpy(b + (size_t)r * 3 * U + 2 * U, w->units[layer].state_bias, U * sizeof *b);
        memcpy(h + (size_t)r * U, ears[r]->states[layer], U * sizeof *h);
    }

    const product gates = {.rows = rows, .m = U, .n = 3 * U, .x_step = U, .y_step = 3 * U};
    add_product(a, x, w->units[layer].input, gates);
    add_product(b, h, w->units[layer].state, gates);

    /* The gates, and the new states. */
    for (int k = 0; k < rows; k++) {
        const float *ak = a + (size_t)k * 3 * U, *bk = b + (size_t)k * 3 * U;
        for (int i = 0; i < U; i++) {
            const float r = logistic(ak[i] + bk[i]);
            const float z = logistic(ak[U + i] + bk[U + i]);
            const float n = tanhf(ak[2 * U + i] + r * bk[2 * U + i]);
            ears[k]->states[layer][i] = x[k * U + i] = (1 - z) * n + z * h[k * U + i];
        }
    }
}

/* Turns the outputs of a row into probabilities. */
static void make_probabilities(float *out)
{
    float most = -1e30f, sum = 0;

    for (int v = 0; v < V; v++) most = fmaxf(most, out[v]);
    for (int v = 0; v < V; v++) {
        out[v] = expf(out[v] - most);
        sum += out[v];
    }

    for (int v = 0; v < V; v++) out[v] /= sum;
}

void pd_speech_ears_step(float *out, pd_speech_ear *const *ears, int count, const pd_speech_net *net)
{
    const pd_speech_weights *w = &net->w;
    float in[PD_SPEECH_BATCH * PD_SPEECH_CONTEXT * B], x[PD_SPEECH_BATCH * U];

    for (int first = 0; first < count; first += PD_SPEECH_BATCH) {
        const int rows = count - first < PD_SPEECH_BATCH ? count - first : PD_SPEECH_BATCH;
        float *to = out + (size_t)first * V;

        /* The first layer. */
        for (int r = 0; r < rows; r++) {
            memcpy(in + r * PD_SPEECH_CONTEXT * B, ears[first + r]->frames, sizeof ears[0]->frames);
            memcpy(x + r * U, w->conv_bias, sizeof w->conv_bias);
            memcpy(to + (size_t)r * V, w->out_bias, sizeof w->out_bias);
        }

        const product context = {
            .rows = rows, .m = PD_SPEECH_CONTEXT * B, .n = U, .x_step = PD_SPEECH_CONTEXT * B, .y_step = U};
        add_product(x, in, w->conv, context);
        for (int i = 0; i < rows * U; i++) x[i] = fmaxf(x[i], 0);

        /* The units and the output. */
        for (int layer = 0; layer < PD_SPEECH_LAYERS; layer++) step_layer(x, ears + first, rows, w, layer);
        add_product(to, x, w->out, (product){.rows = rows, .m = U, .n = V, .x_step = U, .y_step = V});
        for (int r = 0; r < rows; r++) make_probabilities(to + (size_t)r * V);
    }
}

/* Takes the features of the next frame. Returns whether a frame of probabilities can be computed. */
static bool take_frame(pd_speech_ear *ear, const pd_speech_weights *w)
{
    float features[B];

    pd_speech_net_features(features, ear->window);
    for (int m = 0; m < B; m++) features[m] = (features[m] - w->mean[m]) * w->scale[m];

    /* The frame before the first one is like it. */
    const int first = ear->heard ? PD_SPEECH_CONTEXT - 1 : 0;
    memmove(ear->frames[0], ear->frames[1], (PD_SPEECH_CONTEXT - 1) * sizeof *ear->frames);
    for (int k = first; k < PD_SPEECH_CONTEXT; k++) memcpy(ear->frames[k], features, sizeof features);
    ear->heard++;

    return ear->heard > PD_SPEECH_AHEAD;
}

int pd_speech_ear_take(bool *is_due, pd_speech_ear *ear, const pd_speech_net *net, const float *samples,
                       int count)
{
    *is_due = false;

    /* The window of the first frame begins before the sound. */
    if (!ear->heard && !ear->filled) ear->filled = PD_SPEECH_BEFORE;
    for (int i = 0; i < count;) {
        const int room = PD_SPEECH_WINDOW - ear->filled;
        const int taken = count - i < room ? count - i : room;
        memcpy(ear->window + ear->filled, samples + i, (size_t)taken * sizeof *samples);
        ear->filled += taken;
        i += taken;
        if (ear->filled < PD_SPEECH_WINDOW) break;
        *is_due = take_frame(ear, &net->w);
        memmove(ear->window, ear->window + PD_SPEECH_HOP,
                (PD_SPEECH_WINDOW - PD_SPEECH_HOP) * sizeof *ear->window);
        ear->filled = PD_SPEECH_WINDOW - PD_SPEECH_HOP;
        if (*is_due) return i;
    }

    return count;
}

int pd_speech_ear_hear(float *out, int most, pd_speech_ear *ear, const pd_speech_net *net,
                       const float *samples, int count)
{
    int made = 0;

    for (int i = 0; i < count;) {
        bool is_due;
        i += pd_speech_ear_take(&is_due, ear, net, samples + i, count - i);
        if (!is_due) continue;
        PD_ASSERT(made < most);
        pd_speech_ears_step(out + (size_t)made++ * V, &ear, 1, net);
    }

    return made;
}

/* ---- files ---- */

static pd_model_file net_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_SPEECH_NET_KIND,
                           .version = VERSION,
                           .called = "a network that hears speech",
                           .err = err};
}

pd_status pd_speech_net_parse(pd_speech_net **out, pd_bytes bytes, const char *name, pd_error *err)
{
    pd_safetensors file;
    pd_speech_net *net = calloc(1, sizeof *net);

    *out = NULL;
    if (!net) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    pd_status status = pd_safetensors_parse(&file, bytes.data, bytes.size, name, err);
    if (status != PD_OK) {
        free(net);
        return status;
    }

    const pd_model_file own = net_file(&file, err);
    status = pd_model_file_check(&own);
    for (int i = 0; i < ARRAY_COUNT && status == PD_OK; i++) {
        const size_t count = arrays[i].shape[0] * (arrays[i].dimensions == 2 ? arrays[i].shape[1] : 1);
        float *numbers = (float *)(void *)((char *)&net->w + arrays[i].offset);
        status = pd_model_file_floats(numbers, &own, arrays[i].name, arrays[i].dimensions, arrays[i].shape);
        for (size_t k = 0; status == PD_OK && k < count; k++)
            if (!(fabsf(numbers[k]) <= LARGEST))
                status = pd_fail(err, PD_ERR_RANGE, arrays[i].name, "number %zu is %g; -%g to %g allowed", k,
                                 (double)numbers[k], (double)LARGEST, (double)LARGEST);
    }

    if (status == PD_OK) status = pd_model_file_texts(&net->text, &own);
    net->content_hash = pd_hash64(&net->w, sizeof net->w, 0);
    net->resident_bytes = sizeof *net;
    net->references = 1;
    pd_safetensors_deinit(&file);
    if (status != PD_OK) {
        pd_speech_net_release(net);
        return pd_model_file_place(status, name, err);
    }

    *out = net;
    return PD_OK;
}

pd_status pd_speech_net_load(pd_speech_net **out, const char *path, pd_error *err)
{
    pd_bytes file;

    *out = NULL;
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;
    status = pd_speech_net_parse(out, file, path, err);
    pd_file_unmap(&file);

    return status;
}

pd_speech_net *pd_speech_net_of(const pd_speech_weights *weights)
{
    pd_speech_net *net = calloc(1, sizeof *net);

    if (!net) return NULL;
    net->w = *weights;
    net->references = 1;

    return net;
}

pd_speech_net *pd_speech_net_retain(pd_speech_net *net)
{
    pd_references_add(&net->references);
    return net;
}

void pd_speech_net_release(pd_speech_net *net)
{
    if (!net || !pd_references_drop(&net->references)) return;

    pd_model_text_free(&net->text);
    free(net);
}

pd_status pd_speech_net_save(const char *path, const pd_speech_weights *weights, const pd_model_text *text,
                             pd_error *err)
{
    pd_safetensor tensors[ARRAY_COUNT];
    pd_safetensors_text texts[PD_MODEL_FILE_TEXTS];
    const pd_model_file own = net_file(NULL, err);

    for (int i = 0; i < ARRAY_COUNT; i++)
        tensors[i] = (pd_safetensor){arrays[i].name,
                                     pd_array_of(PD_DTYPE_F32, (const char *)weights + arrays[i].offset,
                                                 arrays[i].dimensions, arrays[i].shape)};
    const pd_safetensors_out out = {.tensors = tensors,
                                    .tensor_count = ARRAY_COUNT,
                                    .texts = texts,
                                    .text_count = pd_model_file_add_texts(texts, 0, &own, NULL, text)};

    return pd_safetensors_save(path, &out, err);
}
