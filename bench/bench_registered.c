/* Speed and error of fitting a body to a registered mesh (core/observe/registered.h). 24 bodies have half the
 * usual spread of shapes, any heading, and every joint bent about any axis, by up to 57 degrees unless the
 * row says otherwise. The fitted vertices are drawn evenly over the skin; the error is that of all vertices.
 * fits_per_s: fits in a second of one core's processor time. CSV:
 * row,cpu,vertices,noise_mm,steps,fits_per_s,mean_mm,p99_mm,max_mm.
 *
 *     bench_registered [seconds per row [models' folder]]
 *
 * For comparison the published figures of smplfitter (github.com/isarandi/smplfitter) are printed too.
 */
#include "bench/rates.h"
#include "core/base/rng.h"
#include "core/kernel/cpu.h"
#include "core/math/rotation.h"
#include "core/observe/registered.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 24 };

typedef struct person {
    float *betas, *rotations, translation[3], *vertices;
} person;

typedef struct meter {
    const pd_smpl_model *model;
    pd_observe_registered set;
    pd_observe_state state;
    pd_arena scratch, own;
    person people[BODIES];
    float *seen[BODIES];
    pd_observe_registered_job job;
    int next;
    double rounds;
} meter;

static void forward(float *out, const pd_smpl_model *m, const float *betas, const float *rotations,
                    const float *translation)
{
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = m->beta_count,
                               .rotations = rotations,
                               .translation = translation,
                               .vertices = out};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena arena;
    if (!pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, m))) abort();
    pd_smpl_job_run(&job, m, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);
}

/* Draws a pose: any heading, every limb rotated about every axis by up to its share of `bend` radians,
 * fingers by half of it. */
static void draw(person *p, const pd_smpl_model *m, double bend, uint64_t seed)
{
    static const double share[24] = {0,  .8, .8, .2, .6, .6, .2, .3, .3, .2, .2, .2,
                                     .3, .2, .2, .3, .8, .8, 1,  1,  .4, .4, .2, .2};
    pd_rng rng;
    pd_rng_init(&rng, seed);
    p->betas = calloc((size_t)m->beta_count, sizeof(float));
    p->rotations = calloc(9 * (size_t)m->joint_count, sizeof(float));
    p->vertices = calloc(3 * (size_t)m->vertex_count, sizeof(float));
    for (int b = 0; b < m->beta_count; b++) p->betas[b] = (float)(0.5 * pd_rng_normal(&rng));
    for (int k = 0; k < m->joint_count; k++) {
        double v[3], r[9], length,
            most = bend * (k < 22                ? share[k]
                           : m->joint_count > 24 ? .5
                                                 : share[k < 24 ? k : 23]);
        for (int c = 0; c < 3; c++) v[c] = pd_rng_normal(&rng);
        length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        most *= pd_rng_between(&rng, 0, 1);
        for (int c = 0; c < 3; c++) v[c] *= most / length;
        if (!k) v[0] = v[2] = 0, v[1] = pd_rng_between(&rng, -3, 3);
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = (float)r[i];
    }
    for (int c = 0; c < 3; c++) p->translation[c] = (float)pd_rng_between(&rng, -2, 2);
    forward(p->vertices, m, p->betas, p->rotations, p->translation);
}

static double step(void *arg)
{
    meter *t = arg;
    pd_arena_reset(&t->scratch);
    t->job.seen = t->seen[t->next];
    pd_observe_registered_run(&t->job, &t->set, &t->scratch);
    t->next = (t->next + 1) % BODIES;
    t->rounds += t->job.steps_used;
    return 1;
}

static int run(const pd_smpl_model *m, const char *name, int count, double noise, double bend, double wrong,
               int rounds, int steps, double seconds)
{
    meter t = {.model = m};
    int *vertices = malloc((size_t)count * sizeof *vertices);
    float *room = malloc(3 * (size_t)m->vertex_count * sizeof *room);
    double *off = malloc(BODIES * (size_t)m->vertex_count * sizeof *off), mean = 0;
    size_t offs = 0;
    pd_rng rng;

    pd_observe_registered_chosen(vertices, count, m, room);
    if (pd_observe_registered_init(&t.set, m, vertices, count, NULL)) return 1;
    if (!pd_arena_init(&t.scratch, pd_observe_registered_scratch_bytes(&t.set)) ||
        !pd_arena_init(&t.own, pd_observe_state_bytes(m)) || !pd_observe_state_init(&t.state, m, &t.own))
        return 1;
    pd_rng_init(&rng, 7);
    for (int i = 0; i < BODIES; i++) {
        draw(&t.people[i], m, bend, 100 + (uint64_t)i);
        t.seen[i] = malloc(3 * (size_t)count * sizeof(float));
        for (int v = 0; v < count; v++) {
            const double far = pd_rng_between(&rng, 0, 1) < wrong ? 0.2 : noise;
            for (int c = 0; c < 3; c++)
                t.seen[i][3 * v + c] =
                    t.people[i].vertices[3 * vertices[v] + c] + (float)(far * pd_rng_normal(&rng));
        }
    }
    t.job = (pd_observe_registered_job){
        .state = &t.state, .sigma = 1e-3, .robust = wrong > 0 ? 0.02 : 0, .rounds = rounds, .steps = steps};
    const double rate = bench_rate(step, &t, seconds, CLOCK_THREAD_CPUTIME_ID);

    float *rotations = malloc(9 * (size_t)m->joint_count * sizeof *rotations), betas[1024];
    t.next = 0, t.rounds = 0;
    for (int i = 0; i < BODIES; i++) {
        const float zero[3] = {0, 0, 0};
        step(&t);
        for (int k = 0; k < 9 * m->joint_count; k++) rotations[k] = (float)t.state.rotations[k / 9][k % 9];
        for (int b = 0; b < m->beta_count; b++) betas[b] = (float)t.state.betas[b];
        forward(room, m, betas, rotations, zero);
        for (int v = 0; v < m->vertex_count; v++) {
            double square = 0;
            for (int c = 0; c < 3; c++) {
                const double d = (double)room[3 * v + c] + t.state.translation[c] -
                                 (double)t.people[i].vertices[3 * v + c];
                square += d * d;
            }
            off[offs++] = sqrt(square);
            mean += sqrt(square);
        }
    }
    qsort(off, offs, sizeof *off, bench_by_value);
    printf("%s,%s,%d,%g,%.1f,%.0f,%.3f,%.3f,%.3f\n", name, pd_k_cpu_name(), count, 1e3 * noise,
           t.rounds / BODIES, rate, 1e3 * mean / (double)offs, 1e3 * off[offs * 99 / 100],
           1e3 * off[offs - 1]);
    fflush(stdout);
    for (int i = 0; i < BODIES; i++)
        free(t.people[i].betas), free(t.people[i].rotations), free(t.people[i].vertices), free(t.seen[i]);
    pd_observe_registered_deinit(&t.set);
    pd_arena_deinit(&t.scratch), pd_arena_deinit(&t.own);
    free(vertices), free(room), free(off), free(rotations);
    return 0;
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    const char *folder = argc > 2 ? argv[2] : "models";
    char path[512];
    pd_smpl_model *model, *whole;
    snprintf(path, sizeof path, "%s/default.safetensors", folder);
    if (pd_smpl_model_load(&model, path, NULL)) return 1;
    snprintf(path, sizeof path, "%s/person.safetensors", folder);
    if (pd_smpl_model_load(&whole, path, NULL)) return 1;
    printf("row,cpu,vertices,noise_mm,steps,fits_per_s,mean_mm,p99_mm,max_mm\n");
    /* as published, on other machines and of SMPL's 6,890 vertices */
    printf("smplfitter with NumPy (published),,,,,83,1,,\nsmplfitter with Numba (published),,,,,2600,1,,\n");
    int failed = run(model, "two rounds and a step", 250, 0, 1, 0, 2, 1, seconds);
    failed |= run(model, "two rounds and a step", 250, 1e-3, 1, 0, 2, 1, seconds);
    failed |= run(model, "two rounds and two steps", 300, 0, 1, 0, 2, 2, seconds);
    failed |= run(model, "to the end", 600, 0, 1, 0, 0, 0, seconds);
    failed |= run(model, "to the end", 600, 1e-3, 1, 0, 0, 0, seconds);
    failed |= run(model, "bent up to 110 degrees", 250, 1e-3, 1.92, 0, 2, 1, seconds);
    failed |= run(model, "bent up to 110 degrees to the end", 600, 1e-3, 1.92, 0, 0, 0, seconds);
    failed |= run(model, "2 % elsewhere to the end", 600, 1e-3, 1, .02, 0, 0, seconds);
    failed |= run(whole, "person with hands to the end", 1200, 1e-3, 1, 0, 0, 0, seconds);
    pd_smpl_model_release(whole);
    pd_smpl_model_release(model);
    return failed;
}
