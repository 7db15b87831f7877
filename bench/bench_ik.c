/* Solves per second of inverse kinematics, and the time of a tape.
 *
 *     bench_ik [seconds per row [row]]     one line of CSV a row: name,unit,value,iterations
 *
 * Targets are uniform in the ball of 0.95 of the chain's reach, starts are the rest pose, tolerance 1e-3. The
 * rows solver_* are the bare solvers; solve_* the whole job on 24 joints: forward kinematics, rotations, errors.
 * One thread, in its own processor time. */
#include "core/fit/measurements.h"
#include "core/ik/fabrik.h"
#include "core/ik/solve.h"
#include "core/anim/two_bone.h"
#include "core/base/rng.h"
#include "core/smpl/measure.h"
#include "tests/support/human.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TARGETS = 1024, JOINTS = 10 };
static pd_vec3 targets[TARGETS];
static double seconds_per_row = 1;
static pd_arena arena;

/* One row: how much work one call is, and what it counts. */
typedef struct row {
    const char *name, *unit;
    void (*run)(int index, long *iterations);
} row;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fill_targets(void)
{
    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = 0; i < TARGETS;) {
        pd_vec3 v = {2 * pd_rng_uniform(&rng) - 1, 2 * pd_rng_uniform(&rng) - 1,
                     2 * pd_rng_uniform(&rng) - 1};
        if (pd_vec3_length(v) <= 1) targets[i++] = pd_vec3_scale(v, 0.95);
    }
}

static void run_two_bone(int index, long *iterations)
{
    pd_anim_two_bone_job job = {.middle = {0.52, 0, 0}, .tip = {1, 0, 0}, .target = targets[index]};
    job.bend_axis.y = -1;
    pd_anim_two_bone_run(&job);
    ++*iterations;
}

static void run_fabrik(int index, long *iterations)
{
    pd_vec3 positions[JOINTS];
    double lengths[JOINTS - 1];
    for (int i = 0; i < JOINTS; i++) positions[i] = pd_vec3_make(i / (JOINTS - 1.0), 0, 0);
    for (int i = 0; i < JOINTS - 1; i++) lengths[i] = 1 / (JOINTS - 1.0);
    pd_ik_fabrik_job job = {.positions = positions, .lengths = lengths, .count = JOINTS};
    job.target = targets[index];
    job.tolerance = 1e-3;
    job.iterations = 100;
    pd_ik_fabrik_run(&job);
    *iterations += job.iterations_used;
}

static void solve(int index, long *iterations, const char *tip, const char *root, double reach)
{
    static pd_anim_skeleton sk;
    static pd_vec3 rest[24];
    pd_quat rotations[24];
    pd_ik_result result;
    if (!sk.joint_count) human_init(&sk);
    if (!rest[0].y) pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    pd_ik_target target = {.joint = pd_anim_skeleton_find(&sk, tip), .chain_root = -1, .has_position = 1};
    target.position = pd_vec3_fma(rest[pd_anim_skeleton_find(&sk, root)], reach, targets[index]);
    pd_ik_job job = {.rotations = rotations, .results = &result, .skeleton = &sk, .targets = &target};
    job.target_count = 1;
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &arena);
    *iterations += job.iterations_used;
}

static void run_wrist(int index, long *iterations)
{
    solve(index, iterations, "left_wrist", "left_shoulder", 0.51);
}

static void run_head(int index, long *iterations)
{
    solve(index, iterations, "head", "spine1", 0.5);
}

static pd_smpl_model *model;

static void run_measure(int index, long *iterations)
{
    double values[PD_SMPL_MEASURE_COUNT];
    float beta = (float)targets[index].x;
    pd_smpl_measure_job job = {.values = values, .betas = &beta, .beta_count = 1, .body_count = 1};
    pd_arena_reserve(&arena, pd_smpl_measure_scratch_bytes(model));
    pd_smpl_measure_run(&job, model, &arena);
    ++*iterations;
}

static void fit(int index, long *iterations, int count)
{
    float betas[PD_SMPL_MAX_BETAS];
    const pd_fit_measurement wanted[] = {{PD_SMPL_HEIGHT, 1.7 + 0.15 * targets[index].x},
                                         {PD_SMPL_MASS, 72 + 12 * targets[index].y},
                                         {PD_SMPL_INSIDE_LEG_HEIGHT, 0.81 + 0.07 * targets[index].x},
                                         {PD_SMPL_WAIST_GIRTH, 0.85 + 0.12 * targets[index].y},
                                         {PD_SMPL_HIP_GIRTH, 1.05 + 0.1 * targets[index].y}};
    pd_fit_measurements_job job = {.betas = betas, .targets = wanted, .target_count = count};
    pd_arena_reserve(&arena, pd_fit_measurements_scratch_bytes(&job, model));
    pd_fit_measurements_run(&job, model, &arena);
    *iterations += job.iterations_used;
}

static void run_fit2(int index, long *iterations)
{
    fit(index, iterations, 2);
}

static void run_fit5(int index, long *iterations)
{
    fit(index, iterations, 5);
}

static const row rows[] = {
    {"solver_two_bone", "solves/s", run_two_bone},      {"solver_fabrik_10_joints", "solves/s", run_fabrik},
    {"solve_wrist_two_bone", "solves/s", run_wrist},    {"solve_head_fabrik", "solves/s", run_head},
    {"measure_default_all", "bodies/s", run_measure},   {"fit_default_2_measurements", "fits/s", run_fit2},
    {"fit_default_5_measurements", "fits/s", run_fit5},
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of up to 21 rounds. */
static void measure_row(const row *r)
{
    double rates[21], begin = now();
    long iterations = 0, done = 0;
    int rounds = 0;
    while (rounds < 21 && (rounds < 3 || now() - begin < seconds_per_row)) {
        double start = now(), took;
        long here = 0;
        do {
            r->run((int)((done + here) % TARGETS), &iterations);
            here++;
        } while ((took = now() - start) < seconds_per_row / 21);
        rates[rounds++] = (double)here / took;
        done += here;
    }
    qsort(rates, (size_t)rounds, sizeof *rates, by_value);
    printf("%s,%s,%.4g,%.2f\n", r->name, r->unit, rates[rounds / 2], (double)iterations / (double)done);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : NULL;
    pd_error err;
    if (argc > 1) seconds_per_row = atof(argv[1]);
    if (!pd_arena_init(&arena, 0)) return 1;
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) != PD_OK) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return 1;
    }
    fill_targets();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!only || !strcmp(only, rows[i].name)) measure_row(&rows[i]);
    pd_smpl_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}
