/* Steps of training of a motion network, in rows a second. CSV: row,cpu,hidden,group_rows,threads,rows_per_s
 *
 *     bench_train [seconds per row [row]]
 *
 * 512 rows of 342 inputs and 311 outputs in groups of one phase: forward, L1, backward, Adam, with dropout
 * .1; rows are random, and sampling them is left out, as in bench/peers/pfnn_torch.py, which does the same
 * step. Times are processor time of all threads, so that rows_per_s is what one core does; each figure is the
 * median of five rounds. The kernels are POSED_KERNELS or the best. */
#include "core/kernel/cpu.h"
#include "train/network/adam.h"
#include "train/network/grad.h"
#include "tools/base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5
#define X      342
#define Y      311
#define ROWS   512

typedef struct setting {
    const char *name;
    int hidden, group_rows, threads;
} setting;

typedef struct learner {
    pd_train_params params;
    float *m, *v, *x, *t;
    double cycle[ROWS];
    pd_train_step *step;
} learner;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void take(void *ctx, const float *gradient, size_t first, size_t count)
{
    learner *l = ctx;
    pd_train_adam(l->params.values + first, l->m + first, l->v + first, gradient, count, 1e-4, 100);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int learner_init(learner *l, const setting *s)
{
    pd_rng rng;
    pd_rng_init(&rng, 1);
    memset(l, 0, sizeof *l);
    if (pd_train_params_init(&l->params, X, s->hidden, Y, NULL)) return 0;
    pd_train_params_random(&l->params, 1);
    l->m = pd_train_params_like(&l->params), l->v = pd_train_params_like(&l->params);
    l->x = malloc(ROWS * X * sizeof *l->x), l->t = malloc(ROWS * Y * sizeof *l->t);
    if (!l->m || !l->v || !l->x || !l->t) return 0;
    for (int i = 0; i < ROWS * X; i++) l->x[i] = (float)pd_rng_normal(&rng);
    for (int i = 0; i < ROWS * Y; i++) l->t[i] = (float)pd_rng_normal(&rng);
    for (int g = 0; g < ROWS / s->group_rows; g++) l->cycle[g] = pd_rng_uniform(&rng);
    return !pd_train_step_create(&l->step, &l->params, ROWS / s->group_rows, s->group_rows, s->threads, NULL);
}

static double measure(learner *l, const setting *s, const pd_executor *executor, double seconds)
{
    const pd_train_cost cost = {.loss = PD_TRAIN_L1, .dropout = 0.1, .gamma = 0.01};
    const pd_train_batch batch = {.group_count = ROWS / s->group_rows,
                                  .group_rows = s->group_rows,
                                  .x = l->x,
                                  .t = l->t,
                                  .cycle = l->cycle};
    double rates[ROUNDS];

    pd_train_step_run(l->step, &l->params, &batch, &cost, (pd_train_grad_sink){take, l}, executor);
    for (int r = 0; r < ROUNDS; r++) {
        double start = now();
        long rows = 0;
        for (; now() - start < seconds / ROUNDS; rows += ROWS)
            pd_train_step_run(l->step, &l->params, &batch, &cost, (pd_train_grad_sink){take, l}, executor);
        rates[r] = (double)rows / (now() - start);
    }

    qsort(rates, ROUNDS, sizeof *rates, by_value);
    return rates[ROUNDS / 2];
}

static void row(const setting *s, double seconds)
{
    learner l;
    pd_tool_pool *pool = pd_tool_pool_create(s->threads);
    if (pool && learner_init(&l, s))
        printf("%s,%s,%d,%d,%d,%.0f\n", s->name, pd_k_cpu_name(), s->hidden, s->group_rows, s->threads,
               measure(&l, s, pd_tool_pool_executor(pool), seconds));
    fflush(stdout);

    pd_train_params_deinit(&l.params);
    pd_train_step_release(l.step);
    free(l.m), free(l.v), free(l.x), free(l.t);

    pd_tool_pool_release(pool);
}

int main(int argc, char **argv)
{
    static const setting settings[] = {{"step_512", 512, 64, 1}, {"step_512", 512, 64, 2},
                                       {"step_512", 512, 32, 1}, {"step_256", 256, 64, 1},
                                       {"step_256", 256, 64, 2}, {"step_256", 256, 32, 1}};
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    pd_error err;

    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }

    printf("row,cpu,hidden,group_rows,threads,rows_per_s\n");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (argc < 3 || !strcmp(argv[2], settings[i].name)) row(&settings[i], seconds > 0 ? seconds : 1);
    return 0;
}
