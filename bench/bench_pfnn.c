/* Evaluations of the network per second, compared with other implementations in the same run. CSV:
 * row,cpu,characters,threads,per_s
 *
 *     bench_pfnn [seconds per row [row]]
 *
 * A random network of the original's dimensions, 342-512-512-311 (a random one takes the same time). Peers,
 * in one thread of OpenBLAS (its Haswell kernels unless OPENBLAS_CORETYPE says otherwise):
 *
 *     cblas     all characters at once: one sgemm a layer with the 4 control points stacked, then their
 *               weighted sum; one character: sgemv
 *     demo      the method of the original demo, character by character: blend the weights into one matrix,
 *               then sgemv (cubic); sgemv with one of 50 stored slices (constant)
 *
 * error_* rows give the error of a mode against cubic on random inputs and phases, in standard deviations of
 * the output. The kernels are POSED_KERNELS (ref, avx2, avx512, neon) or the best. Times are processor time
 * of the thread; each figure is the median of twenty rounds. */
#include "bench/rates.h"
#include "core/kernel/linalg.h"
#include "core/kernel/motion/pfnn.h"
#include "tests/support/networks.h"

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define X    342
#define H    512
#define Y    311
#define MOST 512

/* The loops of the other programs are compiled with their authors' options. */
#if defined(__x86_64__) && !defined(__clang__)
#define PEER __attribute__((optimize("O3"), target_clones("avx2", "default")))
#else
#define PEER
#endif

static double seconds_per_row = 1;

/* Data of a row: our model, the plain network for the other programs, and buffers. */
typedef struct scene {
    pd_pfnn_network network;
    pd_pfnn_model *model, *rounded; /* the second with weights of half precision */
    pd_pfnn_job job;
    pd_arena arena;
    float *in, *out, *wide; /* (MOST,H), (MOST,H), (MOST,4H) */
    float *blended;         /* (H,H)                         */
    float *slices[3];       /* (50,out,in)                   */
} scene;

/* A frame later: a walking cycle takes about a second. Otherwise one slice would stay in the cache. */
static void advance(scene *s)
{
    float *phase = (float *)s->job.phase;
    for (int c = 0; c < s->job.count; c++) phase[c] = (float)pd_pfnn_phase_wrap((double)phase[c] + 0.1);
}

static double ours(void *arg)
{
    scene *s = arg;
    advance(s);
    pd_pfnn_job_run(&s->job, s->model, &s->arena, &pd_executor_serial);
    return s->job.count;
}

static double halves(void *arg)
{
    scene *s = arg;
    advance(s);
    pd_pfnn_job_run(&s->job, s->rounded, &s->arena, &pd_executor_serial);
    return s->job.count;
}

/* ---- peers */

static void elu(float *values, long count)
{
    pd_k_pfnn_get()->elu(values, count); /* not what is compared */
}

static void load_input(scene *s, float *row, int c)
{
    const pd_pfnn_network *n = &s->network;
    for (int i = 0; i < X; i++) row[i] = (s->job.x[(long)c * X + i] - n->x_mean[i]) / n->x_std[i];
}

static void store_output(scene *s, const float *row, int c)
{
    const pd_pfnn_network *n = &s->network;
    for (int i = 0; i < Y; i++) s->job.y[(long)c * Y + i] = row[i] * n->y_std[i] + n->y_mean[i];
}

PEER static void combine(float *to, const float *from, const float *bias, const double k[4], int out)
{
    const float a = (float)k[0], b = (float)k[1], d = (float)k[2], e = (float)k[3];
    for (int o = 0; o < out; o++)
        to[o] = a * (from[o] + bias[o]) + b * (from[out + o] + bias[out + o]) +
                d * (from[2 * out + o] + bias[2 * out + o]) + e * (from[3 * out + o] + bias[3 * out + o]);
}

static void cblas_layer(scene *s, const pd_pfnn_layer *layer, int count, int last)
{
    int in = layer->in, out = layer->out, rows = 4 * out;
    if (count == 1)
        cblas_sgemv(CblasRowMajor, CblasNoTrans, rows, in, 1, layer->weights, in, s->in, 1, 0, s->wide, 1);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, count, rows, in, 1, s->in, in, layer->weights,
                    in, 0, s->wide, rows);
    for (int c = 0; c < count; c++) {
        double k[4];
        pd_pfnn_phase_weights(k, pd_pfnn_phase_cycle((double)s->job.phase[c]));
        combine(s->out + (long)c * out, s->wide + (long)c * rows, layer->bias, k, out);
    }
    if (!last) elu(s->out, (long)count * out);
}

static double by_cblas(void *arg)
{
    scene *s = arg;
    advance(s);
    for (int c = 0; c < s->job.count; c++) load_input(s, s->in + (long)c * X, c);
    for (int l = 0; l < 3; l++) {
        cblas_layer(s, &s->network.layers[l], s->job.count, l == 2);
        float *was = s->in;
        s->in = s->out, s->out = was;
    }
    for (int c = 0; c < s->job.count; c++) store_output(s, s->in + (long)c * Y, c);
    return s->job.count;
}

PEER static void blend(float *restrict to, const float *w, long n, const double k[4])
{
    const float a = (float)k[0], b = (float)k[1], d = (float)k[2], e = (float)k[3];
    for (long i = 0; i < n; i++) to[i] = a * w[i] + b * w[n + i] + d * w[2 * n + i] + e * w[3 * n + i];
}

/* One character through one layer, by a matrix that is there or is blended now. */
static void demo_layer(scene *s, int l, double cycle)
{
    const pd_pfnn_layer *layer = &s->network.layers[l];
    long n = (long)layer->in * layer->out;
    const float *matrix = s->blended;
    double k[4];

    pd_pfnn_phase_weights(k, cycle);
    if (s->slices[l])
        matrix = s->slices[l] + n * (int)(50 * cycle);
    else
        blend(s->blended, layer->weights, n, k);

    blend(s->out, layer->bias, layer->out, k);
    cblas_sgemv(CblasRowMajor, CblasNoTrans, layer->out, layer->in, 1, matrix, layer->in, s->in, 1, 1, s->out,
                1);
    if (l < 2) elu(s->out, layer->out);
}

static double by_demo(void *arg)
{
    scene *s = arg;
    advance(s);
    for (int c = 0; c < s->job.count; c++) {
        load_input(s, s->in, c);
        for (int l = 0; l < 3; l++) {
            demo_layer(s, l, pd_pfnn_phase_cycle((double)s->job.phase[c]));
            float *was = s->in;
            s->in = s->out, s->out = was;
        }
        store_output(s, s->in, c);
    }
    return s->job.count;
}

static void make_slices(scene *s)
{
    for (int l = 0; l < 3; l++) {
        const pd_pfnn_layer *layer = &s->network.layers[l];
        size_t n = (size_t)layer->in * (size_t)layer->out;
        float *to = s->slices[l] = malloc(50 * n * sizeof *to);
        if (!to) exit(1);
        for (int i = 0; i < 50; i++) {
            double k[4];
            pd_pfnn_phase_weights(k, i / 50.0);
            for (size_t j = 0; j < n; j++, to++)
                *to = (float)(k[0] * layer->weights[j] + k[1] * layer->weights[n + j] +
                              k[2] * layer->weights[2 * n + j] + k[3] * layer->weights[3 * n + j]);
        }
    }
}

/* ---- rows */

typedef struct row {
    const char *name;
    double (*step)(void *arg);
    int characters;
    pd_pfnn_mode mode;
} row;

static const row rows[] = {
    {"pfnn_one", ours, 1, PD_PFNN_CUBIC},
    {"pfnn_one_halves", halves, 1, PD_PFNN_CUBIC},
    {"pfnn_one_cblas", by_cblas, 1, PD_PFNN_CUBIC},
    {"pfnn_one_demo_cubic", by_demo, 1, PD_PFNN_CUBIC},
    {"pfnn_one_demo_constant", by_demo, 1, PD_PFNN_CONSTANT},
    {"pfnn_batch4", ours, 4, PD_PFNN_CUBIC},
    {"pfnn_batch4_halves", halves, 4, PD_PFNN_CUBIC},
    {"pfnn_batch4_cblas", by_cblas, 4, PD_PFNN_CUBIC},
    {"pfnn_batch16", ours, 16, PD_PFNN_CUBIC},
    {"pfnn_batch16_cblas", by_cblas, 16, PD_PFNN_CUBIC},
    {"pfnn_batch64", ours, 64, PD_PFNN_CUBIC},
    {"pfnn_batch64_cblas", by_cblas, 64, PD_PFNN_CUBIC},
    {"pfnn_batch64_demo_cubic", by_demo, 64, PD_PFNN_CUBIC},
    {"pfnn_batch64_demo_constant", by_demo, 64, PD_PFNN_CONSTANT},
    {"pfnn_batch256", ours, 256, PD_PFNN_CUBIC},
    {"pfnn_batch256_cblas", by_cblas, 256, PD_PFNN_CUBIC},
    {"pfnn_batch512", ours, 512, PD_PFNN_CUBIC},
    {"pfnn_linear512", ours, 512, PD_PFNN_LINEAR},
    {"pfnn_constant512", ours, 512, PD_PFNN_CONSTANT},
};

static void print_row(scene *s, const row *r)
{
    int slices = r->step == by_demo && r->mode == PD_PFNN_CONSTANT;
    s->job = networks_job(s->network.x_mean, s->network.x_std, X, Y, r->characters, r->mode, 3);
    if (!pd_arena_reserve(&s->arena, pd_pfnn_job_scratch_bytes(&s->job, s->model, &pd_executor_serial)))
        exit(1);
    if (slices) make_slices(s);
    printf("%s,%s,%d,1,%.0f\n", r->name, pd_k_cpu_name(), r->characters,
           bench_rate(r->step, s, seconds_per_row, CLOCK_THREAD_CPUTIME_ID));
    fflush(stdout);
    for (int l = 0; l < 3; l++) {
        if (slices) free(s->slices[l]);
        s->slices[l] = NULL;
    }

    free(s->job.y);
}

/* Prints the error of `model` in `mode` against the exact network. */
static void print_error(scene *s, const char *name, const pd_pfnn_model *model, pd_pfnn_mode mode)
{
    double squares = 0, most = 0;
    pd_pfnn_job exact = networks_job(s->network.x_mean, s->network.x_std, X, Y, MOST, PD_PFNN_CUBIC, 5);
    pd_pfnn_job cheap = networks_job(s->network.x_mean, s->network.x_std, X, Y, MOST, mode, 5);

    if (!pd_arena_reserve(&s->arena, pd_pfnn_job_scratch_bytes(&cheap, s->model, &pd_executor_serial)))
        exit(1);
    pd_pfnn_job_run(&exact, s->model, &s->arena, &pd_executor_serial);
    pd_pfnn_job_run(&cheap, model, &s->arena, &pd_executor_serial);
    for (int i = 0; i < MOST * Y; i++) {
        double d = fabs((double)exact.y[i] - cheap.y[i]) / s->network.y_std[i % Y];
        squares += d * d;
        most = fmax(most, d);
    }

    printf("error_%s_rms,%s,%d,1,%.5f\n", name, pd_k_cpu_name(), MOST, sqrt(squares / (MOST * Y)));
    printf("error_%s_most,%s,%d,1,%.5f\n", name, pd_k_cpu_name(), MOST, most);
    free(exact.y), free(cheap.y);
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : NULL;
    scene s = {0};
    pd_pfnn_network rounded;
    pd_error err;

    if (!getenv("OPENBLAS_CORETYPE") && pd_k_cpu_has(PD_K_CPU_AVX2)) {
        setenv("OPENBLAS_CORETYPE", "Haswell",
               1); /* read when the library is loaded; faster here than its AVX-512 */
        execv("/proc/self/exe", argv);
    }

    if (argc > 1) seconds_per_row = atof(argv[1]);
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }

    pd_k_blas_serial();
    networks_make(&s.network, X, H, Y, 1);
    s.model = networks_model(X, H, Y, 1);
    networks_make(&rounded, X, H, Y, 1);
    if (pd_pfnn_network_round(&rounded, &err) || pd_pfnn_model_build(&s.rounded, &rounded, &err)) return 1;

    s.in = aligned_alloc(64, MOST * H * sizeof(float)), s.out = aligned_alloc(64, MOST * H * sizeof(float));
    s.wide = aligned_alloc(64, 4 * MOST * H * sizeof(float)),
    s.blended = aligned_alloc(64, H * H * sizeof(float));
    if (!s.in || !s.out || !s.wide || !s.blended) return 1;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!only || !strcmp(rows[i].name, only)) print_row(&s, &rows[i]);
    for (int mode = 1; !only && mode < PD_PFNN_MODE_COUNT; mode++)
        print_error(&s, pd_pfnn_mode_name((pd_pfnn_mode)mode), s.model, (pd_pfnn_mode)mode);
    if (!only) print_error(&s, "halves", s.rounded, PD_PFNN_CUBIC);
    pd_pfnn_model_release(s.model);
    pd_pfnn_model_release(s.rounded);
    pd_pfnn_network_deinit(&s.network);
    pd_arena_deinit(&s.arena);
    free(s.in), free(s.out), free(s.wide), free(s.blended);

    return 0;
}
