/* Meshes per second of the forward pass, compared with the limits of this processor. CSV:
 * row,cpu,bodies,threads,per_s
 *
 *     bench_body [seconds per row [row]]
 *
 * Shapes: SMPL's 6890/24/10/207 dense, and the default body's 13380/24/16 with sparse pose blend shapes.
 * Models are synthetic (tests/support/fixture.h): a random model of the same shapes takes the same time.
 * resident_* is the default model's file, run from the project's folder. The kernels are POSED_KERNELS (ref,
 * avx2, avx512, neon) or the best. Time is the processor time of the process divided by its number of
 * threads. It includes the time that threads wait for each other, and excludes time that other processes
 * take. On an idle machine it equals wall-clock time. Each figure is the median of twenty rounds. */
#include "bench/rates.h"
#include "core/kernel/body/body.h"
#include "core/kernel/cpu.h"
#include "core/kernel/linalg.h"
#include "core/smpl/contact.h"
#include "tests/support/fixture.h"

#include <cblas.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RESIDENT_FILE "models/default.safetensors"

static double seconds_per_row = 1;
/* Two workers that stay: the caller and one thread that spins for work. */
typedef struct crew {
    pd_task *task;
    void *arg;
    int count, next, busy, stop, round;
} crew;

static void work(crew *c, int worker)
{
    int i;
    while ((i = __atomic_fetch_add(&c->next, 1, __ATOMIC_RELAXED)) < c->count) c->task(c->arg, i, worker);
}

static void *second_worker(void *arg)
{
    crew *c = arg;
    for (int seen = 0; !__atomic_load_n(&c->stop, __ATOMIC_ACQUIRE);) {
        if (__atomic_load_n(&c->round, __ATOMIC_ACQUIRE) == seen) {
            sched_yield();
            continue;
        }
        seen++;
        work(c, 1);
        __atomic_store_n(&c->busy, 0, __ATOMIC_RELEASE);
    }
    return NULL;
}

static void run_crew(void *ctx, pd_task *task, void *arg, int count)
{
    crew *c = ctx;
    c->task = task, c->arg = arg, c->count = count;
    __atomic_store_n(&c->next, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&c->busy, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&c->round, 1, __ATOMIC_RELEASE);
    work(c, 0);
    while (__atomic_load_n(&c->busy, __ATOMIC_ACQUIRE)) sched_yield();
}

typedef struct scene {
    pd_smpl_model *model;
    pd_smpl_body *bodies;
    float *numbers;
    pd_arena arena;
    pd_smpl_job job;
    const pd_executor *executor;
} scene;

static int scene_init(scene *s, const pd_fixture *fixture, int bodies, int normals)
{
    pd_error err;
    if (fixture->vertices)
        s->model = pd_fixture_model(fixture);
    else if (pd_smpl_model_load(&s->model, RESIDENT_FILE, &err))
        return 0;

    int b = s->model->beta_count, k = s->model->joint_count, v = s->model->vertex_count;
    size_t each = (size_t)(b + 9 * k + 6 * v);
    pd_rng rng;
    pd_rng_init(&rng, 1);
    s->bodies = calloc((size_t)bodies, sizeof *s->bodies);
    s->numbers = calloc((size_t)bodies * each, sizeof *s->numbers);
    for (int i = 0; i < bodies; i++) {
        float *at = s->numbers + (size_t)i * each;
        pd_fixture_normals(at, b, 1, &rng);
        pd_fixture_rotations(at + b, k, 1, &rng);
        s->bodies[i] =
            (pd_smpl_body){.betas = at, .beta_count = b, .rotations = at + b, .vertices = at + b + 9 * k};
        if (normals) s->bodies[i].normals = s->bodies[i].vertices + 3 * v;
    }

    s->job = (pd_smpl_job){.bodies = s->bodies, .body_count = bodies};
    return 1;
}

static double one_job(void *arg)
{
    scene *s = arg;
    pd_smpl_job_run(&s->job, s->model, &s->arena, s->executor);
    return s->job.body_count;
}

/* T + B_S + B_P of a job's bodies by one sgemm of OpenBLAS: coefficients (bodies,N) times directions (N,3V),
 * added to the template. N is 10 betas and 207 pose features. The features are ready, so that this is the
 * least that BLAS would take. */
typedef struct product {
    float *coefficients, *directions, *template, *out;
    int bodies, count, numbers;
} product;

static double by_cblas(void *arg)
{
    product *p = arg;
    for (int b = 0; b < p->bodies; b++)
        memcpy(p->out + (size_t)b * (size_t)p->numbers, p->template, (size_t)p->numbers * sizeof *p->out);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, p->bodies, p->numbers, p->count, 1,
                p->coefficients, p->count, p->directions, p->numbers, 1, p->out, p->numbers);
    return p->bodies;
}

static double measure(double (*step)(void *arg), void *arg)
{
    return bench_rate(step, arg, seconds_per_row, CLOCK_PROCESS_CPUTIME_ID);
}

/* Limits of this processor: multiply-adds of 8 bodies on a tile that stays in the first-level cache (24
 * independent sums of fused multiply-adds), and repeated reading of 18 MB,
 * the size of SMPL's blend shapes. */
#define HOT_ROWS 100
#define COLD     (18 << 20)

typedef struct limits {
    float *hot, *coefs, *out;
    unsigned char *cold;
} limits;

static double multiply_adds(void *arg)
{
    limits *l = arg;
    pd_k_run run = {.rows = l->hot + PD_K_TILE, .count = HOT_ROWS};
    for (int i = 0; i < 100; i++)
        pd_k_body_get()->blend(l->out, l->hot, &run, 1, l->coefs, PD_K_GROUP, (const char *)l->hot);
    return 100 * 2e-9 * PD_K_TILE * PD_K_GROUP * HOT_ROWS;
}

static double read_bytes(void *arg)
{
    typedef long long wide __attribute__((vector_size(16)));
    const wide *at = (const wide *)(const void *)((limits *)arg)->cold, *end = at + COLD / sizeof *at;
    wide a = {0}, b = {0}, c = {0}, d = {0};
    for (; at < end; at += 4) a |= at[0], b |= at[1], c |= at[2], d |= at[3];
    *(volatile long long *)(void *)((limits *)arg)->out = (a | b | c | d)[0];
    return COLD * 1e-9;
}

static void print_limits(const char *only)
{
    limits l = {aligned_alloc(64, (HOT_ROWS + 1) * PD_K_TILE * 4),
                aligned_alloc(64, HOT_ROWS * PD_K_GROUP * 4), aligned_alloc(64, PD_K_GROUP * PD_K_TILE * 4),
                aligned_alloc(64, COLD)};
    if (!l.hot || !l.coefs || !l.out || !l.cold) exit(1);
    memset(l.hot, 0, (HOT_ROWS + 1) * PD_K_TILE * 4);
    memset(l.coefs, 0, HOT_ROWS * PD_K_GROUP * 4);
    memset(l.cold, 1, COLD);
    if (!only || !strcmp(only, "limit_gflops"))
        printf("limit_gflops,%s,,1,%.1f\n", pd_k_cpu_name(), measure(multiply_adds, &l));
    if (!only || !strcmp(only, "limit_read_gb"))
        printf("limit_read_gb,%s,,1,%.1f\n", pd_k_cpu_name(), measure(read_bytes, &l));
    free(l.hot), free(l.coefs), free(l.out), free(l.cold);
}

typedef struct row {
    const char *name;
    pd_fixture fixture;
    int bodies, threads;
    pd_smpl_skinning skinning;
    int normals, contact;
} row;

#define SMPL                                                                                                 \
    {                                                                                                        \
        .vertices = 6890                                                                                     \
    }
#define DEFAULT                                                                                              \
    {                                                                                                        \
        .vertices = 13380, .betas = 16, .pose = PD_FIXTURE_SPARSE                                            \
    }

#define RESIDENT                                                                                             \
    {                                                                                                        \
        .vertices = 0                                                                                        \
    } /* models/default.safetensors, where it is there */

static const row rows[] = {
    {"smpl_one", SMPL, 1, 1, PD_SMPL_LBS, 0, 0},
    {"smpl_batch2", SMPL, 2, 1, PD_SMPL_LBS, 0, 0},
    {"smpl_batch4", SMPL, 4, 1, PD_SMPL_LBS, 0, 0},
    {"smpl_batch8", SMPL, 8, 1, PD_SMPL_LBS, 0, 0},
    {"smpl_batch64", SMPL, 64, 1, PD_SMPL_LBS, 0, 0},
    {"smpl_batch64_dqs", SMPL, 64, 1, PD_SMPL_DQS, 0, 0},
    {"smpl_batch64_sbs", SMPL, 64, 1, PD_SMPL_SBS, 0, 0},
    {"smpl_batch64_normals", SMPL, 64, 1, PD_SMPL_LBS, 1, 0},
    {"default_one", DEFAULT, 1, 1, PD_SMPL_LBS, 0, 0},
    {"default_batch8", DEFAULT, 8, 1, PD_SMPL_LBS, 0, 0},
    {"default_batch64", DEFAULT, 64, 1, PD_SMPL_LBS, 0, 0},
    {"resident_one", RESIDENT, 1, 1, PD_SMPL_LBS, 0, 0},
    {"resident_one_contact", RESIDENT, 1, 1, PD_SMPL_LBS, 0, 1},
    {"resident_batch64", RESIDENT, 64, 1, PD_SMPL_LBS, 0, 0},
    {"smpl_one_two_threads", SMPL, 1, 2, PD_SMPL_LBS, 0, 0},
    {"smpl_batch64_two_threads", SMPL, 64, 2, PD_SMPL_LBS, 0, 0},
    {"default_one_two_threads", DEFAULT, 1, 2, PD_SMPL_LBS, 0, 0},
    {"default_batch64_two_threads", DEFAULT, 64, 2, PD_SMPL_LBS, 0, 0},
};

static int print_row(const row *r)
{
    crew c = {0};
    pthread_t thread;
    const pd_executor two = {run_crew, &c, 2};
    scene s = {0};
    if (!scene_init(&s, &r->fixture, r->bodies, r->normals)) return 1; /* no such file: no such row */
    s.job.skinning = r->skinning;
    if (r->contact && !(s.job.contact = pd_smpl_model_contact(s.model, PD_SMPL_CONTACT_EXACT, NULL)))
        return 0;

    s.executor = r->threads == 2 ? &two : &pd_executor_serial;
    if (!pd_arena_reserve(&s.arena, pd_smpl_job_scratch_bytes(&s.job, s.model))) return 0;
    if (r->threads == 2 && pthread_create(&thread, NULL, second_worker, &c)) return 0;

    printf("%s,%s,%d,%d,%.0f\n", r->name, pd_k_cpu_name(), r->bodies, r->threads,
           r->threads * measure(one_job, &s));
    fflush(stdout);
    __atomic_store_n(&c.stop, 1, __ATOMIC_RELEASE);
    if (r->threads == 2) pthread_join(thread, NULL);

    pd_smpl_model_release(s.model);
    pd_arena_deinit(&s.arena);
    free(s.bodies), free(s.numbers);

    return 1;
}

/* The blend shapes of SMPL alone, dense: ours (a job that ends before skinning,
 * features included) and OpenBLAS's. */
static int print_blend(int bodies, const char *only)
{
    char name[2][40];
    pd_fixture fixture = SMPL;
    scene s = {0};
    snprintf(name[0], sizeof name[0], "blend_batch%d", bodies);
    snprintf(name[1], sizeof name[1], "blend_batch%d_cblas", bodies);
    if (only && strcmp(name[0], only) != 0 && strcmp(name[1], only) != 0) return 1;

    /* Ours. */
    if (!scene_init(&s, &fixture, bodies, 0)) return 0;
    for (int i = 0; i < bodies; i++) s.bodies[i].stage = PD_SMPL_CORRECTED;
    s.executor = &pd_executor_serial;
    if (!pd_arena_reserve(&s.arena, pd_smpl_job_scratch_bytes(&s.job, s.model))) return 0;
    printf("%s,%s,%d,1,%.0f\n", name[0], pd_k_cpu_name(), bodies, measure(one_job, &s));

    /* OpenBLAS's, with random numbers: their values do not matter for the time. */
    const int numbers = 3 * s.model->vertex_count, count = s.model->beta_count + s.model->pose_feature_count;
    const size_t all = (size_t)numbers * (size_t)(count + 1 + bodies) + (size_t)(bodies * count);
    float *block = malloc(all * sizeof *block);
    pd_rng rng;
    if (!block) return 0;
    pd_rng_init(&rng, 2);
    for (size_t i = 0; i < all; i++) block[i] = (float)pd_rng_between(&rng, -1, 1);
    product p = {.directions = block,
                 .template = block + (size_t)numbers * (size_t)count,
                 .out = block + (size_t)numbers * (size_t)(count + 1),
                 .coefficients = block + (size_t)numbers * (size_t)(count + 1 + bodies),
                 .bodies = bodies,
                 .count = count,
                 .numbers = numbers};
    printf("%s,%s,%d,1,%.0f\n", name[1], pd_k_cpu_name(), bodies, measure(by_cblas, &p));
    fflush(stdout);

    free(block);
    pd_smpl_model_release(s.model);
    pd_arena_deinit(&s.arena);
    free(s.bodies), free(s.numbers);
    return 1;
}

int main(int argc, char **argv)
{
    static const int batches[] = {1, 8, 64, 256};
    const char *only = argc > 2 ? argv[2] : NULL;
    pd_error err;

    /* Read when the library is loaded; on processors with AVX-512 it is faster here than its own choice. */
    if (!getenv("OPENBLAS_CORETYPE") && pd_k_cpu_has(PD_K_CPU_AVX2)) {
        setenv("OPENBLAS_CORETYPE", "Haswell", 1);
        execv("/proc/self/exe", argv);
    }
    pd_k_blas_serial();
    if (argc > 1) seconds_per_row = atof(argv[1]);
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }
    print_limits(only);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((!only || !strcmp(rows[i].name, only)) && !print_row(&rows[i])) return 1;
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++)
        if (!print_blend(batches[i], only)) return 1;
    return 0;
}
