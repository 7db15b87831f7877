/* Meshes per second of the forward pass, beside the limits of this processor.
 *
 *     bench_body [seconds per row [row]]   one line of CSV a row: name,cpu,bodies,threads,meshes_per_s
 *
 * Shapes: SMPL's 6890/24/10/207 dense, and the default body's 13380/24/16 with sparse pose blend shapes. Models
 * are synthetic (tests/support/fixture.h). The cpu is POSED_KERNELS or the best. */
#include "core/kernel/cpu.h"
#include "tests/support/fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_per_row = 1;

/* One thread is timed in its own processor time, two by the clock on the wall: neighbours take time slices. */
static clockid_t timer = CLOCK_MONOTONIC;

static double now(void)
{
    struct timespec t;
    clock_gettime(timer, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Two workers that stay: the caller and one thread that spins for work. */
typedef struct pair {
    pd_task *task;
    void *arg;
    int count, next, busy, stop, round;
} pair;

static void work(pair *p, int worker)
{
    int i;
    while ((i = __atomic_fetch_add(&p->next, 1, __ATOMIC_RELAXED)) < p->count) p->task(p->arg, i, worker);
}

static void *helper(void *arg)
{
    pair *p = arg;
    for (int seen = 0; !__atomic_load_n(&p->stop, __ATOMIC_ACQUIRE);) {
        if (__atomic_load_n(&p->round, __ATOMIC_ACQUIRE) == seen) continue;
        seen++;
        work(p, 1);
        __atomic_store_n(&p->busy, 0, __ATOMIC_RELEASE);
    }
    return NULL;
}

static void run_pair(void *ctx, pd_task *task, void *arg, int count)
{
    pair *p = ctx;
    p->task = task, p->arg = arg, p->count = count;
    __atomic_store_n(&p->next, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&p->busy, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&p->round, 1, __ATOMIC_RELEASE);
    work(p, 0);
    while (__atomic_load_n(&p->busy, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
}

typedef struct scene {
    pd_smpl_model *model;
    pd_smpl_body *bodies;
    float *numbers;
    pd_arena arena;
} scene;

static scene scene_make(const pd_fixture *fixture, int bodies, int normals)
{
    scene s = {.model = pd_fixture_model(fixture)};
    int b = s.model->beta_count, k = s.model->joint_count, v = s.model->vertex_count;
    size_t each = (size_t)(b + 9 * k + 6 * v);
    pd_rng rng;
    pd_rng_init(&rng, 1);
    s.bodies = calloc((size_t)bodies, sizeof *s.bodies);
    s.numbers = calloc((size_t)bodies * each, sizeof *s.numbers);
    for (int i = 0; i < bodies; i++) {
        float *at = s.numbers + (size_t)i * each;
        pd_fixture_normals(at, b, 1, &rng);
        pd_fixture_rotations(at + b, k, 1, &rng);
        s.bodies[i] =
            (pd_smpl_body){.betas = at, .beta_count = b, .rotations = at + b, .vertices = at + b + 9 * k};
        if (normals) s.bodies[i].normals = s.bodies[i].vertices + 3 * v;
    }
    return s;
}

static void scene_free(scene *s)
{
    pd_smpl_model_release(s->model);
    pd_arena_deinit(&s->arena);
    free(s->bodies), free(s->numbers);
}

/* Median over rounds of about a tenth of the row's time. */
static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double measure(scene *s, int bodies, pd_smpl_skinning skinning, const pd_executor *executor)
{
    pd_smpl_job job = {s->bodies, bodies, skinning};
    double rates[101], begin = now();
    int rounds = 0;
    pd_arena_reserve(&s->arena, pd_smpl_job_scratch_bytes(&job, s->model));
    pd_smpl_job_run(&job, s->model, &s->arena, executor);
    while (rounds < 101 && (rounds < 3 || now() - begin < seconds_per_row)) {
        double start = now(), took;
        int meshes = 0;
        do {
            pd_smpl_job_run(&job, s->model, &s->arena, executor);
            meshes += bodies;
        } while ((took = now() - start) < seconds_per_row / 20);
        rates[rounds++] = meshes / took;
    }
    qsort(rates, (size_t)rounds, sizeof *rates, by_value);
    return rates[rounds / 2];
}

typedef struct row {
    const char *name;
    pd_fixture fixture;
    int bodies, threads;
    pd_smpl_skinning skinning;
    int normals;
} row;

#define SMPL                                                                                                 \
    {                                                                                                        \
        .vertices = 6890                                                                                     \
    }
#define DEFAULT                                                                                              \
    {                                                                                                        \
        .vertices = 13380, .betas = 16, .pose = PD_FIXTURE_SPARSE                                            \
    }

static const row rows[] = {
    {"smpl_one", SMPL, 1, 1, PD_SMPL_LBS, 0},
    {"smpl_batch2", SMPL, 2, 1, PD_SMPL_LBS, 0},
    {"smpl_batch4", SMPL, 4, 1, PD_SMPL_LBS, 0},
    {"smpl_batch8", SMPL, 8, 1, PD_SMPL_LBS, 0},
    {"smpl_batch64", SMPL, 64, 1, PD_SMPL_LBS, 0},
    {"smpl_one_two_threads", SMPL, 1, 2, PD_SMPL_LBS, 0},
    {"smpl_batch64_two_threads", SMPL, 64, 2, PD_SMPL_LBS, 0},
    {"smpl_batch64_dqs", SMPL, 64, 1, PD_SMPL_DQS, 0},
    {"smpl_batch64_sbs", SMPL, 64, 1, PD_SMPL_SBS, 0},
    {"smpl_batch64_normals", SMPL, 64, 1, PD_SMPL_LBS, 1},
    {"default_one", DEFAULT, 1, 1, PD_SMPL_LBS, 0},
    {"default_batch64", DEFAULT, 64, 1, PD_SMPL_LBS, 0},
    {"default_batch64_two_threads", DEFAULT, 64, 2, PD_SMPL_LBS, 0},
    {"default_one_two_threads", DEFAULT, 1, 2, PD_SMPL_LBS, 0},
};

int main(int argc, char **argv)
{
    pair p = {0};
    pthread_t thread;
    pd_executor two = {run_pair, &p, 2};
    pd_error err;
    const char *only = argc > 2 ? argv[2] : NULL;
    if (argc > 1) seconds_per_row = atof(argv[1]);
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        if (only && strcmp(r->name, only)) continue;
        scene s = scene_make(&r->fixture, r->bodies, r->normals);
        p.stop = p.round = 0;
        if (r->threads == 2 && pthread_create(&thread, NULL, helper, &p)) return 1;
        timer = r->threads == 2 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
        double rate = measure(&s, r->bodies, r->skinning, r->threads == 2 ? &two : &pd_executor_serial);
        __atomic_store_n(&p.stop, 1, __ATOMIC_RELEASE);
        if (r->threads == 2) pthread_join(thread, NULL);
        printf("%s,%s,%d,%d,%.0f\n", r->name, pd_k_cpu_name(), r->bodies, r->threads, rate);
        fflush(stdout);
        scene_free(&s);
    }
    return 0;
}
