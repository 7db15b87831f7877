#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernel/cpu.h"
#include "tests/support/fixture.h"

static uint64_t seed = 20261120;

/* A batch of random bodies with everything they point to. */
typedef struct batch {
    pd_smpl_body *bodies;
    float *numbers;
    int count;
} batch;

static batch batch_make(const pd_smpl_model *m, int count, double angle, pd_rng *rng)
{
    int b = m->beta_count, s = m->soft_count, k = m->joint_count, v = m->vertex_count;
    int in = b + s + 9 * k + 3, out = 6 * v + 3 * k;
    batch made = {calloc((size_t)count, sizeof(pd_smpl_body)), calloc((size_t)count * (size_t)(in + out), 4),
                  count};
    for (int i = 0; i < count; i++) {
        float *at = made.numbers + (size_t)i * (size_t)(in + out);
        pd_fixture_normals(at, b, 1.5, rng);
        pd_fixture_normals(at + b, s, 1, rng);
        pd_fixture_rotations(at + b + s, k, angle, rng);
        pd_fixture_normals(at + b + s + 9 * k, 3, 1, rng);
        made.bodies[i] = (pd_smpl_body){.betas = at,
                                        .soft = at + b,
                                        .rotations = at + b + s,
                                        .translation = at + b + s + 9 * k,
                                        .beta_count = b,
                                        .soft_count = s,
                                        .vertices = at + in,
                                        .normals = at + in + 3 * v,
                                        .joints = at + in + 6 * v};
    }
    return made;
}

static void batch_free(batch *b)
{
    free(b->bodies), free(b->numbers);
}

static void run(const pd_smpl_model *model, pd_smpl_body *bodies, int count, pd_smpl_skinning skinning,
                const pd_executor *executor)
{
    pd_smpl_job job = {bodies, count, skinning};
    pd_error err = {0};
    pd_arena arena;
    if (pd_smpl_job_check(&job, model, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &arena, executor);
    assert_true(arena.high <= arena.size);
    assert_int_equal(arena.used, 0);
    pd_arena_deinit(&arena);
}

static double furthest(const float *a, const double *b, int count)
{
    double worst = 0;
    for (int i = 0; i < count; i++) {
        double d = fabs(a[i] - b[i]);
        if (!(d <= worst)) worst = d;
    }
    return worst;
}

static double compare_with_reference(const pd_fixture *fixture, pd_smpl_skinning skinning, int ground)
{
    pd_rng rng;
    pd_smpl_data data;
    pd_rng_init(&rng, seed);
    pd_fixture_data(&data, fixture);
    pd_smpl_model *model = pd_fixture_model(fixture);
    batch b = batch_make(model, 11, M_PI, &rng);
    double *vertices = malloc(3 * sizeof(double) * (size_t)data.vertex_count), worst = 0;
    double *joints = malloc(3 * sizeof(double) * (size_t)data.joint_count);
    for (int i = 0; i < b.count; i++) b.bodies[i].ground = ground;
    run(model, b.bodies, b.count, skinning, &pd_executor_serial);
    for (int i = 0; i < b.count; i++) {
        assert_int_equal(pd_smpl_body_ref(vertices, joints, &data, &b.bodies[i], skinning, NULL), PD_OK);
        worst = fmax(worst, furthest(b.bodies[i].vertices, vertices, 3 * data.vertex_count));
        worst = fmax(worst, furthest(b.bodies[i].joints, joints, 3 * data.joint_count));
    }
    free(vertices), free(joints), batch_free(&b);
    pd_smpl_model_release(model);
    pd_smpl_data_deinit(&data);
    return worst;
}

static void every_kernel_is_within_ten_micrometres_of_the_reference(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    static const pd_fixture fixtures[] = {
        {.vertices = 1003, .soft = 8},
        {.vertices = 777, .pose = PD_FIXTURE_SPARSE},
        {.vertices = 500, .pose = PD_FIXTURE_NO_POSE, .betas = -1},
        {.vertices = 400, .joints = 55, .influences = 11, .betas = 20},
        {.vertices = 333, .joints = 1, .pose = PD_FIXTURE_SPARSE},
    };
    for (int c = 0; c < 4; c++) {
        if (pd_k_cpu_init(cpus[c], NULL)) continue;
        for (int s = 0; s < PD_SMPL_SKINNING_COUNT; s++) {
            double worst = 0;
            for (size_t f = 0; f < sizeof fixtures / sizeof *fixtures; f++)
                worst = fmax(worst, compare_with_reference(&fixtures[f], (pd_smpl_skinning)s, f == 1));
            print_message("%-6s %s: largest difference %.2e m\n", cpus[c],
                          pd_smpl_skinning_name((pd_smpl_skinning)s), worst);
            assert_true(worst < 1e-5);
        }
    }
    pd_k_cpu_init(NULL, NULL);
}

int main(void)
{
    const char *given = getenv("POSED_TEST_SEED");
    if (given) seed = strtoull(given, NULL, 0);
    print_message("seed %llu (POSED_TEST_SEED)\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_is_within_ten_micrometres_of_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
