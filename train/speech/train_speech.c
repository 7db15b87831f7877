#include "train/speech/train_speech.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sizes of a step. U, B, V, X: units, bands, shapes and inputs of a frame (core/speech/net.h). */
enum {
    U = PD_SPEECH_UNITS,
    B = PD_SPEECH_BANDS,
    V = PD_SPEECH_VISEMES,
    X = PD_SPEECH_CONTEXT * PD_SPEECH_BANDS,
    CROPS = 32,                                     /* sequences of a step */
    T = 150,                                        /* frames of a sequence */
    F = T + PD_SPEECH_CONTEXT - 1,                  /* frames of features of a sequence */
    N = CROPS * T,                                  /* rows of a step, in order of time */
    SAMPLES = F * PD_SPEECH_HOP + PD_SPEECH_WINDOW, /* of a crop */
    TAPS = 50,                                      /* echoes of a room */
    COUNT = (int)((sizeof(pd_speech_weights) - 2 * B * sizeof(float)) / sizeof(float)) /* that are learned */
};

#define SMOOTHING 0.05f /* of labels (Szegedy et al. 2016): this part of a label is spread over all shapes */
#define EXPONENT  0.2   /* of the weights of classes; chosen by hand, like all probabilities of crops */
#define RATE      2e-3  /* highest learning rate */
#define WARM      50    /* steps in which the rate rises */
#define RATE_LAST 0.02  /* part of the rate that is left at the end */
#define CLIP      1.0   /* largest norm of a step's gradient */
#define NONSENSE  1e6   /* squared norm of a gradient from which a step is left out */
#define BETA1     0.9   /* Adam (Kingma and Ba 2015): decay of the first moment */
#define BETA2     0.999 /* decay of the second moment */

/* What a step computes. */
typedef struct step_memory {
    float x[N * X], a[N * U];
    unsigned char labels[N];
    struct {
        float in[N * 3 * U], r[N * U], z[N * U], n[N * U], s[N * U]; /* s: U_n h + c */
        float h[(N + CROPS) * U]; /* state before each row's time; row N: after the last */
    } units[PD_SPEECH_LAYERS];
    float p[N * V];
    float da[N * U], dh[N * U], d_in[N * 3 * U], d_state[N * 3 * U];
    float recurrent[CROPS * 3 * U], back[CROPS * U];
    pd_speech_weights gradient, first, second; /* first, second: moments of Adam */
    float class_weights[V];
    /* of the crop that is made */
    float raw[SAMPLES], wet[SAMPLES];
} step_memory;

/* ---- crops ---- */

/* Copies a stretch of a clip that is played `speed` times as fast; 0 beyond its ends. */
static void copy_stretch(float *out, int count, const pd_train_speech_clip *clip, double from, double speed,
                         float gain)
{
    for (int i = 0; i < count; i++) {
        const double at = from + i * speed;
        const long k = (long)floor(at);
        const float share = (float)(at - (double)k);
        if (k < 0 || k + 1 >= clip->count) continue;
        out[i] += gain * (clip->samples[k] * (1 - share) + clip->samples[k + 1] * share);
    }
}

/* Returns the mean square of the samples, at least a little more than 0, by which callers divide. */
static double power_of(const float *x, int count)
{
    double sum = 1e-12;
    for (int i = 0; i < count; i++) sum += (double)x[i] * (double)x[i];
    return sum / count;
}

/* Returns a random clip with or without speech; NULL if 10000 draws find none, as in a set without noise. */
static const pd_train_speech_clip *any_clip(const pd_train_speech_set *set, bool is_noise, pd_rng *rng)
{
    for (int i = 0; i < 10000; i++) {
        const pd_train_speech_clip *clip = &set->clips[pd_rng_below(rng, set->count)];
        if (clip->is_noise == is_noise) return clip;
    }

    return NULL;
}

/* Returns a number near the standard normal distribution, cheaply: the sum of four bytes, minus its mean 510
 * = 4 * 127.5, divided by its deviation 147.8 = sqrt(4 (256^2 - 1) / 12). One random number of 64 bits in
 * *bits gives two; *left counts those that are left. */
static float rough_normal(pd_rng *rng, uint64_t *bits, int *left)
{
    if (!*left) {
        *bits = pd_rng_next(rng);
        *left = 2;
    }

    const uint32_t w = (uint32_t)*bits;
    *bits >>= 32;
    --*left;
    const int sum = (int)(w & 255) + (int)(w >> 8 & 255) + (int)(w >> 16 & 255) + (int)(w >> 24);
    return (float)(sum - 510) / 147.8f;
}

/* Changes a crop: room, tilt, band, level, noise. */
static void change_crop(step_memory *m, pd_rng *rng)
{
    float *x = m->raw;
    uint64_t bits = 0;
    int left = 0;

    /* A room: echoes that decay. */
    if (pd_rng_uniform(rng) < 0.35) {
        /* Samples in which the echoes fall by exp(-5), which is 43 dB; at least 20 samples after the
         * sound. */
        const double decay = pd_rng_between(rng, 0.08, 0.35) * PD_SPEECH_RATE;
        const double strength = pd_rng_between(rng, 0.05, 0.3);
        memcpy(m->wet, x, sizeof m->wet);
        for (int k = 0; k < TAPS; k++) {
            const int delay = 20 + pd_rng_below(rng, (int)decay);
            const float gain = (float)(strength * pd_rng_normal(rng) * exp(-5.0 * delay / decay));
            for (int i = delay; i < SAMPLES; i++) m->wet[i] += gain * x[i - delay];
        }

        memcpy(x, m->wet, sizeof m->wet);
    }

    /* A tilt: x_i + a x_(i-1) weakens high or low frequencies. */
    if (pd_rng_uniform(rng) < 0.5) {
        const float a = (float)pd_rng_between(rng, -0.5, 0.5);
        for (int i = SAMPLES - 1; i > 0; i--) x[i] += a * x[i - 1];
    }

    /* A band of frequencies. */
    if (pd_rng_uniform(rng) < 0.25) {
        /* One pole against frequencies under 80 to 300 Hz, two against those over 2.5 to 7 kHz, as of a
         * telephone. */
        const float high = (float)exp(-2 * M_PI * pd_rng_between(rng, 80, 300) / PD_SPEECH_RATE);
        const float low = (float)(1 - exp(-2 * M_PI * pd_rng_between(rng, 2500, 7000) / PD_SPEECH_RATE));
        float y = 0, before = 0, l = 0, l2 = 0;
        for (int i = 0; i < SAMPLES; i++) {
            y = high * (y + x[i] - before);
            before = x[i];
            l += low * (y - l);
            l2 += low * (l - l2);
            x[i] = l2;
        }
    }

    /* A level of -36 to -14 dB of full scale, and noise from white to brown. */
    const double level = pow(10, pd_rng_between(rng, -36, -14) / 20);
    const float gain = (float)(level / sqrt(power_of(x, SAMPLES) + 1e-6));
    for (int i = 0; i < SAMPLES; i++) x[i] *= gain;
    if (pd_rng_uniform(rng) < 0.7) {
        /* Noise of one pole: c = 0 is white, c near 1 falls off with frequency. It is 5 to 40 dB under the
         * crop. */
        const float c = (float)pd_rng_between(rng, 0, 0.95);
        float e = 0;
        for (int i = 0; i < SAMPLES; i++) m->wet[i] = e = c * e + rough_normal(rng, &bits, &left);
        const double ratio = pow(10, -pd_rng_between(rng, 5, 40) / 20);
        const float loud = (float)(ratio * level / sqrt(power_of(m->wet, SAMPLES)));
        for (int i = 0; i < SAMPLES; i++) x[i] += loud * m->wet[i];
    }

    /* The noise floor of a microphone, -95 to -70 dB of full scale. */
    const float floor_level = (float)pow(10, -pd_rng_between(rng, 70, 95) / 20);
    for (int i = 0; i < SAMPLES; i++)
        x[i] = fminf(fmaxf(x[i] + floor_level * rough_normal(rng, &bits, &left), -1), 1);
}

/* Makes crop number c: features in the rows of its times, and labels. */
static void make_crop(step_memory *m, int c, const pd_train_speech_set *set, const pd_speech_weights *w,
                      pd_rng *rng)
{
    static const double noise_share = 0.12;
    const pd_train_speech_clip *clip = any_clip(set, pd_rng_uniform(rng) < noise_share, rng);
    float features[F][B];

    /* The stretch, which may begin up to 0.3 s before the clip and end as much behind it. */
    if (!clip) clip = any_clip(set, false, rng);
    PD_ASSERT(clip);
    const double speed = pd_rng_between(rng, 0.8, 1.25);
    const double slack = 0.3 * PD_SPEECH_RATE;
    const double from = pd_rng_between(rng, -slack, fmax(slack, clip->count - SAMPLES * speed + slack));
    memset(m->raw, 0, sizeof m->raw);
    copy_stretch(m->raw, SAMPLES, clip, from, speed, 1);

    /* Sounds behind speech in one of five crops, 8 to 30 dB under it. */
    if (!clip->is_noise && pd_rng_uniform(rng) < 0.2) {
        const pd_train_speech_clip *behind = any_clip(set, true, rng);
        const double ratio = pow(10, -pd_rng_between(rng, 8, 30) / 20);
        if (behind)
            copy_stretch(
                m->raw, SAMPLES, behind, pd_rng_between(rng, 0, fmax(1, behind->count - SAMPLES)), 1,
                (float)(ratio * sqrt(power_of(m->raw, SAMPLES) / power_of(behind->samples, behind->count))));
    }

    change_crop(m, rng);

    /* Features; frame t of the sequence sees t to t + 4 of these, and its centre is t + 1. */
    for (int t = 0; t < F; t++) {
        pd_speech_net_features(features[t], m->raw + t * PD_SPEECH_HOP);
        for (int b = 0; b < B; b++) features[t][b] = (features[t][b] - w->mean[b]) * w->scale[b];
    }

    for (int t = 0; t < T; t++) {
        const int row = t * CROPS + c;
        memcpy(m->x + (size_t)row * X, features[t], X * sizeof(float));
        const double centre =
            from + speed * ((t + 1) * PD_SPEECH_HOP + PD_SPEECH_BEFORE + 0.5 * PD_SPEECH_HOP);
        const long frame = (long)floor(centre / PD_SPEECH_HOP);
        m->labels[row] = frame >= 0 && frame < clip->frames ? clip->labels[frame] : PD_SPEECH_SIL;
    }
}

/* ---- forward ---- */

/* Runs layer l, a gated recurrent unit, on x (N,U), and keeps what backward_unit needs. With s = U_n h + c:
 * r, z = sigmoid(W x + b + U h), n = tanh(W_n x + b_n + r s), h' = (1 - z) n + z h (Cho et al. 2014, with the
 * reset after the product). Rows are in order of time, so that each time takes one product for all crops. */
static void forward_unit(step_memory *m, const pd_speech_weights *w, int l, const float *x)
{
    float *in = m->units[l].in, *h = m->units[l].h;

    for (int row = 0; row < N; row++)
        memcpy(in + (size_t)row * 3 * U, w->units[l].bias, sizeof w->units[l].bias);
    pd_k_gemm_f32(in, x, 0, w->units[l].input, 0, N, 3 * U, U, 1, 1);
    memset(h, 0, CROPS * U * sizeof *h);
    for (int t = 0; t < T; t++) {
        const float *before = h + (size_t)t * CROPS * U;
        pd_k_gemm_f32(m->recurrent, before, 0, w->units[l].state, 0, CROPS, 3 * U, U, 1, 0);
        for (int c = 0; c < CROPS; c++) {
            const size_t row = (size_t)t * CROPS + (size_t)c;
            const float *a = in + row * 3 * U, *b = m->recurrent + (size_t)c * 3 * U;
            for (int i = 0; i < U; i++) {
                const float r = 1 / (1 + expf(-(a[i] + b[i])));
                const float z = 1 / (1 + expf(-(a[U + i] + b[U + i])));
                const float s = b[2 * U + i] + w->units[l].state_bias[i];
                const float n = tanhf(a[2 * U + i] + r * s);
                m->units[l].r[row * U + i] = r;
                m->units[l].z[row * U + i] = z;
                m->units[l].n[row * U + i] = n;
                m->units[l].s[row * U + i] = s;
                h[(row + CROPS) * U + i] = (1 - z) * n + z * before[(size_t)c * U + i];
            }
        }
    }
}

/* Computes the probabilities of a step. */
static void forward_step(step_memory *m, const pd_speech_weights *w)
{
    for (int row = 0; row < N; row++) memcpy(m->a + (size_t)row * U, w->conv_bias, sizeof w->conv_bias);
    pd_k_gemm_f32(m->a, m->x, 0, w->conv, 0, N, U, X, 1, 1);
    for (int i = 0; i < N * U; i++) m->a[i] = fmaxf(m->a[i], 0);
    forward_unit(m, w, 0, m->a);
    forward_unit(m, w, 1, m->units[0].h + CROPS * U);

    for (int row = 0; row < N; row++) memcpy(m->p + (size_t)row * V, w->out_bias, sizeof w->out_bias);
    pd_k_gemm_f32(m->p, m->units[1].h + CROPS * U, 0, w->out, 0, N, V, U, 1, 1);
    for (int row = 0; row < N; row++) {
        float *p = m->p + (size_t)row * V;
        float most = p[0], sum = 0;
        for (int v = 1; v < V; v++) most = fmaxf(most, p[v]);
        for (int v = 0; v < V; v++) sum += p[v] = expf(p[v] - most);
        for (int v = 0; v < V; v++) p[v] /= sum;
    }
}

/* ---- backward ---- */

/* Adds rows (count,width) to sum (width): the gradient by a bias. */
static void sum_rows(float *sum, const float *rows, int count, int width)
{
    memset(sum, 0, (size_t)width * sizeof *sum);
    for (int row = 0; row < count; row++)
        for (int i = 0; i < width; i++) sum[i] += rows[(size_t)row * (size_t)width + (size_t)i];
}

/* Backward pass of a gated recurrent unit (Cho et al. 2014) through the T frames of a crop:
 *   h_t = (1 - z) n + z h_(t-1),  n = tanh(a + r s),  r and z: the reset and the update gate,
 * where a is the product of the input and s that of the state with the weights of n, each with its bias.
 * m->dh: gradient of the loss by the states. out (N,U): gradient by the input x (N,U). The gradients by the
 * weights are written to m->gradient. */
static void backward_unit(float *out, step_memory *m, const pd_speech_weights *w, int l, const float *x)
{
    memset(m->back, 0, sizeof m->back);
    for (int t = T - 1; t >= 0; t--) {
        /* Gradients by the sums of r, z and n before their activations. d_state differs from d_in in n only,
         * where r stands before the product with the state. */
        for (int c = 0; c < CROPS; c++) {
            const size_t row = (size_t)t * CROPS + (size_t)c;
            float *in = m->d_in + row * 3 * U, *state = m->d_state + row * 3 * U,
                  *back = m->back + (size_t)c * U;
            for (int i = 0; i < U; i++) {
                const size_t k = row * U + (size_t)i;
                const float r = m->units[l].r[k], z = m->units[l].z[k], n = m->units[l].n[k];
                const float dh = m->dh[k] + back[i];
                const float dn = dh * (1 - z) * (1 - n * n);
                in[i] = state[i] = dn * m->units[l].s[k] * r * (1 - r);
                in[U + i] = state[U + i] = dh * (m->units[l].h[k] - n) * z * (1 - z);
                in[2 * U + i] = dn;
                state[2 * U + i] = dn * r;
                back[i] = dh * z;
            }
        }

        /* Carry the gradient to the state of the frame before. */
        pd_k_gemm_f32(m->back, m->d_state + (size_t)t * CROPS * 3 * U, 0, w->units[l].state, 1, CROPS, U,
                      3 * U, 1, 1);
    }

    /* Sum the gradients by the weights and biases over all frames, and compute that by the input. Biases of
     * r and z stand beside those of the input, that of n has one for the state too. */
    pd_k_gemm_f32(m->gradient.units[l].input, x, 1, m->d_in, 0, U, 3 * U, N, 1, 0);
    pd_k_gemm_f32(m->gradient.units[l].state, m->units[l].h, 1, m->d_state, 0, U, 3 * U, N, 1, 0);
    sum_rows(m->gradient.units[l].bias, m->d_in, N, 3 * U);
    float sums[3 * U];
    sum_rows(sums, m->d_state, N, 3 * U);
    memcpy(m->gradient.units[l].state_bias, sums + 2 * U, sizeof m->gradient.units[l].state_bias);
    pd_k_gemm_f32(out, m->d_in, 0, w->units[l].input, 1, N, U, 3 * U, 1, 0);
}

/* Computes the loss and the gradient. */
static double backward_step(step_memory *m, const pd_speech_weights *w)
{
    double loss = 0, total = 0;

    /* Gradient by the scores before the softmax: p - q, weighed by class; q is the smoothed label. */
    for (int row = 0; row < N; row++) total += (double)m->class_weights[m->labels[row]];
    for (int row = 0; row < N; row++) {
        float *p = m->p + (size_t)row * V;
        const int label = m->labels[row];
        const float weight = m->class_weights[label] / (float)total;
        loss -= (double)weight * log((double)p[label] + 1e-9);
        for (int v = 0; v < V; v++)
            p[v] = weight * (p[v] - (SMOOTHING / V + (v == label ? 1 - SMOOTHING : 0)));
    }

    /* The last layer, then the recurrent ones from the top down, then the convolution with its ReLU. */
    const float *top = m->units[1].h + CROPS * U;
    pd_k_gemm_f32(m->gradient.out, top, 1, m->p, 0, U, V, N, 1, 0);
    sum_rows(m->gradient.out_bias, m->p, N, V);
    pd_k_gemm_f32(m->dh, m->p, 0, w->out, 1, N, U, V, 1, 0);

    backward_unit(m->da, m, w, 1, m->units[0].h + CROPS * U);
    memcpy(m->dh, m->da, sizeof m->dh);
    backward_unit(m->da, m, w, 0, m->a);
    for (int i = 0; i < N * U; i++)
        if (!(m->a[i] > 0)) m->da[i] = 0;
    pd_k_gemm_f32(m->gradient.conv, m->x, 1, m->da, 0, X, U, N, 1, 0);
    sum_rows(m->gradient.conv_bias, m->da, N, U);

    return loss;
}

/* Does one step of Adam on all parameters that are learned: the first COUNT floats of pd_speech_weights, from
 * `conv` on (mean and scale, behind them, are fixed). The gradient is shortened to CLIP first. */
static void adam_step(pd_speech_weights *w, step_memory *m, int step, double rate)
{
    float *x = w->conv, *g = m->gradient.conv, *a = m->first.conv, *b = m->second.conv;
    double norm = 0;

    for (int i = 0; i < COUNT; i++) norm += (double)g[i] * (double)g[i];
    if (!(norm < NONSENSE)) return; /* also if it is not a number */
    const float shrink = (float)fmin(1, CLIP / sqrt(norm + 1e-12));
    const float r = (float)(rate * sqrt(1 - pow(BETA2, step)) / (1 - pow(BETA1, step)));
    for (int i = 0; i < COUNT; i++) {
        const float d = shrink * g[i];
        a[i] = 0.9f * a[i] + 0.1f * d;
        b[i] = 0.999f * b[i] + 0.001f * d * d;
        x[i] -= r * a[i] / (sqrtf(b[i]) + 1e-8f);
    }
}

/* ---- all ---- */

/* Sets weights at random, and the means of the features. */
static void begin_weights(pd_speech_weights *w, const pd_train_speech_set *set, pd_rng *rng)
{
    double sums[B] = {0}, squares[B] = {0};
    long frames = 0;

    memset(w, 0, sizeof *w);

    /* He et al. 2015 for the convolution, which has a ReLU; uniform within 1 / sqrt(U) for the rest. */
    for (int i = 0; i < X * U; i++) w->conv[i] = (float)(pd_rng_normal(rng) * sqrt(2.0 / X));
    for (int l = 0; l < PD_SPEECH_LAYERS; l++)
        for (int i = 0; i < U * 3 * U; i++) {
            w->units[l].input[i] = (float)(pd_rng_between(rng, -1, 1) / sqrt(U));
            w->units[l].state[i] = (float)(pd_rng_between(rng, -1, 1) / sqrt(U));
        }
    for (int i = 0; i < U * V; i++) w->out[i] = (float)(pd_rng_between(rng, -1, 1) / sqrt(U));

    /* Means and deviations of the features, over every fifth frame of 200 random clips at a root mean square
     * of 0.06, which is usual speech (-24 dB), with a little noise so that no band is silent. */
    for (int k = 0; k < 200; k++) {
        const pd_train_speech_clip *clip = &set->clips[pd_rng_below(rng, set->count)];
        const float gain = (float)(0.06 / sqrt(power_of(clip->samples, clip->count)));
        for (int t = 0; t + 3 < clip->frames; t += 5) {
            float window[PD_SPEECH_WINDOW], features[B];
            for (int i = 0; i < PD_SPEECH_WINDOW; i++)
                window[i] =
                    gain * clip->samples[t * PD_SPEECH_HOP + i] + (float)(1e-3 * pd_rng_between(rng, -1, 1));
            pd_speech_net_features(features, window);
            for (int b = 0; b < B; b++) {
                sums[b] += (double)features[b];
                squares[b] += (double)features[b] * (double)features[b];
            }

            frames++;
        }
    }

    for (int b = 0; b < B; b++) {
        const double mean = sums[b] / (double)frames;
        w->mean[b] = (float)mean;
        w->scale[b] = (float)(1 / sqrt(squares[b] / (double)frames - mean * mean + 1e-3));
    }
}

/* Weighs each class by (all frames / its frames)^EXPONENT, so that rare sounds count for more than common
 * ones, but not so much that they are heard everywhere. */
static void weigh_classes(step_memory *m, const pd_train_speech_set *set)
{
    double counts[V] = {0}, total = 0;

    for (int c = 0; c < set->count; c++)
        for (int t = 0; t < set->clips[c].frames; t++) counts[set->clips[c].labels[t]]++;
    for (int v = 0; v < V; v++) total += counts[v];
    for (int v = 0; v < V; v++) m->class_weights[v] = (float)pow(total / (counts[v] + 1), EXPONENT);
}

pd_status pd_train_speech_run(pd_speech_weights *weights, bool goes_on, const pd_train_speech_set *set,
                              const pd_train_speech_options *options, pd_error *err)
{
    step_memory *m = calloc(1, sizeof *m);
    pd_rng rng;

    if (!m) {
        free(m);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the training");
    }

    pd_rng_init(&rng, options->seed);
    if (!goes_on) begin_weights(weights, set, &rng);
    weigh_classes(m, set);

    const double start = options->clock();
    double shown = 0;
    for (int step = 1;; step++) {
        const double seconds = options->clock() - start;
        if (seconds >= options->seconds) break;
        for (int c = 0; c < CROPS; c++) make_crop(m, c, set, weights, &rng);
        forward_step(m, weights);
        const double loss = backward_step(m, weights);
        shown += loss < 1e3 ? loss : 0; /* infinite or no number: left out */

        /* The rate falls as a cosine over the time that is left. */
        const double fall = 0.5 + 0.5 * cos(M_PI * seconds / options->seconds);
        adam_step(weights, m, step,
                  RATE * fmin(1, step / (double)WARM) * (RATE_LAST + (1 - RATE_LAST) * fall));
        if (step % 100) continue;
        if (options->tell) options->tell(options->ctx, step, shown / 100, seconds, weights);
        shown = 0;
    }

    free(m);
    return PD_OK;
}
