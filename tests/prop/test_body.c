/* @heavy: takes over five seconds under ASan. */
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
#include "core/math/rotation.h"
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
    pd_smpl_job job = {bodies, count, skinning, NULL};
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
        {.vertices = 610, .pose = PD_FIXTURE_SPARSE, .beta_terms = 2, .soft = 2},
        {.vertices = 520, .pose = PD_FIXTURE_SPARSE, .beta_terms = 1, .dqs = 1},
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

static int same_floats(const float *a, const float *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i] || isnan(a[i])) return 0;
    return 1;
}

static void expect_equal_bodies(const pd_smpl_model *m, const pd_smpl_body *a, const pd_smpl_body *b)
{
    assert_true(same_floats(a->vertices, b->vertices, 3 * m->vertex_count));
    assert_true(same_floats(a->normals, b->normals, 3 * m->vertex_count));
    assert_true(same_floats(a->joints, b->joints, 3 * m->joint_count));
}

static const char *const every_cpu[] = {"ref", "avx2", "avx512", "neon"};

static void a_body_is_the_same_bits_alone_and_in_any_batch(void **state)
{
    (void)state;
    static const int counts[] = {2, 3, 5, 8, 13, 100};
    for (int s = 0; s < 3 * 4; s++) {
        if (pd_k_cpu_init(every_cpu[s / 3], NULL)) continue;
        pd_rng rng;
        pd_rng_init(&rng, seed);
        pd_smpl_model *m = pd_fixture_model(
            &(pd_fixture){.vertices = 300, .soft = 3, .pose = s % 2 ? PD_FIXTURE_SPARSE : 0});
        batch together = batch_make(m, 100, M_PI, &rng);
        pd_rng_init(&rng, seed);
        batch alone = batch_make(m, 100, M_PI, &rng);
        for (int i = 0; i < 100; i += 3) together.bodies[i].ground = alone.bodies[i].ground = 1;
        for (int i = 0; i < 100; i += 7) together.bodies[i].rotations = alone.bodies[i].rotations = NULL;
        for (int i = 0; i < 100; i += 5) together.bodies[i].beta_count = alone.bodies[i].beta_count = 2;
        for (int i = 0; i < 100; i++)
            run(m, alone.bodies + i, 1, (pd_smpl_skinning)(s % 3), &pd_executor_serial);
        for (int c = 0; c < 6; c++) {
            memset(together.bodies[0].vertices, 0, 3 * sizeof(float) * (size_t)m->vertex_count);
            run(m, together.bodies, counts[c], (pd_smpl_skinning)(s % 3), &pd_executor_serial);
            for (int i = 0; i < counts[c]; i++) expect_equal_bodies(m, &alone.bodies[i], &together.bodies[i]);
        }
        batch_free(&together), batch_free(&alone);
        pd_smpl_model_release(m);
    }
    pd_k_cpu_init(NULL, NULL);
}

static void any_executor_gives_the_same_bits(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 9, 70};
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.vertices = 1200});
    for (int c = 0; c < 4; c++)
        for (int s = 0; s < 3; s++) {
            const pd_executor *executors[] = {&pd_executor_serial, &pd_fixture_shuffled, &pd_fixture_threads};
            batch b[3];
            for (int e = 0; e < 3; e++) {
                pd_rng rng;
                pd_rng_init(&rng, seed);
                b[e] = batch_make(m, counts[c], M_PI, &rng);
                for (int i = 0; i < counts[c]; i += 2) b[e].bodies[i].ground = 1;
                run(m, b[e].bodies, counts[c], (pd_smpl_skinning)s, executors[e]);
                for (int i = 0; i < counts[c]; i++) expect_equal_bodies(m, &b[0].bodies[i], &b[e].bodies[i]);
            }
            for (int e = 0; e < 3; e++) batch_free(&b[e]);
        }
    pd_smpl_model_release(m);
}

static void avx2_and_avx512_give_the_same_bits(void **state)
{
    (void)state;
    if (!pd_k_cpu_has(PD_K_CPU_AVX512)) skip();
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.vertices = 700, .joints = 40, .influences = 6});
    for (int s = 0; s < 3; s++) {
        batch b[2];
        for (int v = 0; v < 2; v++) {
            pd_rng rng;
            pd_rng_init(&rng, seed);
            b[v] = batch_make(m, 11, M_PI, &rng);
            assert_int_equal(pd_k_cpu_init(v ? "avx512" : "avx2", NULL), PD_OK);
            run(m, b[v].bodies, 11, (pd_smpl_skinning)s, &pd_executor_serial);
        }
        for (int i = 0; i < 11; i++) expect_equal_bodies(m, &b[0].bodies[i], &b[1].bodies[i]);
        batch_free(&b[0]), batch_free(&b[1]);
    }
    pd_smpl_model_release(m);
    pd_k_cpu_init(NULL, NULL);
}

static void sparse_pose_shapes_equal_dense_ones_of_the_same_numbers(void **state)
{
    (void)state;
    pd_smpl_model *sparse = pd_fixture_model(&(pd_fixture){.vertices = 900, .pose = PD_FIXTURE_SPARSE});
    pd_smpl_model *dense =
        pd_fixture_model(&(pd_fixture){.vertices = 900, .pose = PD_FIXTURE_SPARSE_AS_DENSE});
    batch b[2];
    for (int i = 0; i < 2; i++) {
        pd_rng rng;
        pd_rng_init(&rng, seed);
        b[i] = batch_make(sparse, 10, M_PI, &rng);
        run(i ? dense : sparse, b[i].bodies, 10, PD_SMPL_LBS, &pd_executor_serial);
    }
    for (int i = 0; i < 10; i++) expect_equal_bodies(sparse, &b[0].bodies[i], &b[1].bodies[i]);
    batch_free(&b[0]), batch_free(&b[1]);
    pd_smpl_model_release(sparse), pd_smpl_model_release(dense);
}

static void zero_pose_and_zero_betas_are_the_template(void **state)
{
    (void)state;
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){0});
    float identity[24 * 9] = {0}, *out = malloc(3 * sizeof(float) * (size_t)m->vertex_count);
    for (int i = 0; i < 24 * 3; i++) identity[9 * (i / 3) + 4 * (i % 3)] = 1;
    for (int s = 0; s < 6; s++) {
        pd_smpl_body body = {.rotations = s < 3 ? NULL : identity, .vertices = out};
        double worst = 0;
        run(m, &body, 1, (pd_smpl_skinning)(s % 3), &pd_executor_serial);
        for (int i = 0; i < 3 * m->vertex_count; i++)
            worst = fmax(worst, fabs(out[i] - m->data.v_template[i]));
        assert_true(worst < 1e-6);
    }
    free(out);
    pd_smpl_model_release(m);
}

/* Root rotation R: v -> R (v - J_0) + J_0, then + t. */
static void translation_and_root_rotation_are_rigid_about_the_pelvis(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){0});
    int n = 3 * m->vertex_count;
    for (int s = 0; s < 3; s++) {
        batch b = batch_make(m, 1, 1.5, &rng);
        float still[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, root[9], *rotations = (float *)b.bodies[0].rotations;
        const float *t = b.bodies[0].translation;
        float *before = malloc(sizeof(float) * (size_t)n), pelvis[3];
        memcpy(root, rotations, sizeof root), memcpy(rotations, still, sizeof still);
        b.bodies[0].translation = NULL;
        run(m, b.bodies, 1, (pd_smpl_skinning)s, &pd_executor_serial);
        memcpy(before, b.bodies[0].vertices, sizeof(float) * (size_t)n);
        memcpy(pelvis, b.bodies[0].joints, sizeof pelvis);
        memcpy(rotations, root, sizeof root), b.bodies[0].translation = t;
        run(m, b.bodies, 1, (pd_smpl_skinning)s, &pd_executor_serial);
        double worst = 0;
        for (int v = 0; v < n; v += 3)
            for (int r = 0; r < 3; r++) {
                double x = pelvis[r] + t[r];
                for (int c = 0; c < 3; c++) x += root[3 * r + c] * (double)(before[v + c] - pelvis[c]);
                worst = fmax(worst, fabs(x - b.bodies[0].vertices[v + r]));
            }
        assert_true(worst < 5e-6);
        for (int c = 0; c < 3; c++) assert_true(fabs(b.bodies[0].joints[c] - pelvis[c] - t[c]) < 1e-6);
        free(before), batch_free(&b);
    }
    pd_smpl_model_release(m);
}

static void betas_and_soft_tissue_are_linear(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.soft = 4});
    batch b = batch_make(m, 4, 0, &rng);
    float *x = (float *)b.bodies[0].betas, *y = (float *)b.bodies[1].betas, *sum = (float *)b.bodies[2].betas;
    for (int i = 0; i < 14; i++) sum[i] = 2 * x[i] - 3 * y[i];
    for (int i = 0; i < 4; i++) b.bodies[i].rotations = NULL, b.bodies[i].translation = NULL;
    b.bodies[3].beta_count = b.bodies[3].soft_count = 0;
    run(m, b.bodies, 4, PD_SMPL_LBS, &pd_executor_serial);
    for (int i = 0; i < 3 * m->vertex_count; i++) {
        double origin = b.bodies[3].vertices[i];
        double wanted = 2 * (b.bodies[0].vertices[i] - origin) - 3 * (b.bodies[1].vertices[i] - origin);
        assert_true(fabs(b.bodies[2].vertices[i] - origin - wanted) < 1e-5);
    }
    for (int i = 0; i < 3 * m->joint_count; i++) {
        double origin = b.bodies[3].joints[i];
        double wanted = 2 * (b.bodies[0].joints[i] - origin) - 3 * (b.bodies[1].joints[i] - origin);
        assert_true(fabs(b.bodies[2].joints[i] - origin - wanted) < 1e-5);
    }
    batch_free(&b);
    pd_smpl_model_release(m);
}

static void joints_alone_equal_the_joints_of_the_mesh_and_need_no_scratch(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){0});
    batch b = batch_make(m, 9, M_PI, &rng);
    float joints[9][72];
    run(m, b.bodies, 9, PD_SMPL_DQS, &pd_executor_serial);
    for (int i = 0; i < 9; i++) {
        memcpy(joints[i], b.bodies[i].joints, sizeof joints[i]);
        memset(b.bodies[i].joints, 0, sizeof joints[i]);
        b.bodies[i].vertices = b.bodies[i].normals = NULL;
    }
    assert_int_equal(pd_smpl_job_scratch_bytes(&(pd_smpl_job){b.bodies, 9, 0, NULL}, m), 0);
    run(m, b.bodies, 9, PD_SMPL_DQS, &pd_executor_serial);
    for (int i = 0; i < 9; i++) assert_true(same_floats(joints[i], b.bodies[i].joints, 72));
    batch_free(&b);
    pd_smpl_model_release(m);
}

static void the_ground_puts_the_lowest_vertex_at_zero(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){0});
    batch b = batch_make(m, 10, M_PI, &rng);
    float joints[72];
    for (int i = 0; i < 10; i++) b.bodies[i].ground = 1;
    run(m, b.bodies, 10, PD_SMPL_LBS, &pd_executor_serial);
    for (int i = 0; i < 10; i++) {
        float low = INFINITY;
        for (int v = 0; v < m->vertex_count; v++) low = fminf(low, b.bodies[i].vertices[3 * v + 1]);
        assert_true(low == 0);
    }
    memcpy(joints, b.bodies[3].joints, sizeof joints);
    b.bodies[3].vertices = b.bodies[3].normals = NULL; /* joints still know where the ground is */
    run(m, b.bodies + 3, 1, PD_SMPL_LBS, &pd_executor_serial);
    assert_true(same_floats(joints, b.bodies[3].joints, 72));
    batch_free(&b);
    pd_smpl_model_release(m);
}

static void normals_are_unit_and_point_outward(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++) {
        if (pd_k_cpu_init(every_cpu[c], NULL)) continue;
        pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.vertices = 2001});
        int n = 3 * m->vertex_count;
        float *out = malloc(2 * sizeof(float) * (size_t)n), *normals = out + n;
        pd_smpl_body body = {.vertices = out, .normals = normals};
        run(m, &body, 1, PD_SMPL_LBS, &pd_executor_serial);
        for (int v = 0; v < n; v += 3) {
            const float *a = normals + v, *p = out + v;
            double outward = a[0] * p[0] + a[1] * (p[1] - .85) + a[2] * p[2];
            assert_true(fabs(sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) - 1) < 1e-6);
            assert_true(outward > 0);
        }
        free(out);
        pd_smpl_model_release(m);
    }
    pd_k_cpu_init(NULL, NULL);
}

static void degenerate_faces_never_make_a_nan(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++) {
        if (pd_k_cpu_init(every_cpu[c], NULL)) continue;
        pd_smpl_data data;
        pd_smpl_model *m;
        pd_fixture_data(&data, &(pd_fixture){.vertices = 100});
        for (int i = 0; i < 90; i++) data.v_template[i] = 0.5f; /* faces of no area           */
        for (int i = 0; i < data.face_count; i++)
            data.faces[3 * i] = data.faces[3 * i + 1];                       /* and no corner */
        for (int i = 0; i < 3 * data.face_count / 2; i++) data.faces[i] = 7; /* vertices of no face */
        memset(data.shapedirs, 0, 3000 * sizeof(float));
        assert_int_equal(pd_smpl_model_build(&m, &data, NULL), PD_OK);
        float out[300], normals[300];
        pd_smpl_body body = {.vertices = out, .normals = normals};
        run(m, &body, 1, PD_SMPL_LBS, &pd_executor_serial);
        for (int v = 0; v < 300; v += 3)
            assert_true(normals[v] == 0 && normals[v + 1] == 1 && normals[v + 2] == 0);
        pd_smpl_model_release(m);
    }
    pd_k_cpu_init(NULL, NULL);
}

/* q and -q are one rotation. The root turns to just below pi and every other joint a little further, past pi:
 * there the quaternion with w >= 0 changes its sign.
 * Blending without regard to it would collapse the skin. */
static void neighbours_on_both_sides_of_pi_blend_the_short_way(void **state)
{
    (void)state;
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.pose = PD_FIXTURE_NO_POSE});
    int n = 3 * m->vertex_count;
    float *out = malloc(3 * sizeof(float) * (size_t)n), rotations[24 * 9];
    for (int k = 0; k < 24; k++) {
        double r[3] = {0, k ? 2e-3 : M_PI - 3e-3, 0}, matrix[9];
        pd_rot_from_axis_angle(matrix, r);
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)matrix[i];
    }
    for (int s = 0; s < 3; s++) {
        pd_smpl_body body = {.rotations = rotations, .vertices = out + s * n};
        run(m, &body, 1, (pd_smpl_skinning)s, &pd_executor_serial);
    }
    for (int i = 0; i < n; i++) {
        assert_true(fabsf(out[i] - out[n + i]) < 1e-4f);
        assert_true(fabsf(out[i] - out[2 * n + i]) < 1e-4f);
    }
    free(out);
    pd_smpl_model_release(m);
}

static void weights_that_do_not_sum_to_one_are_normalised(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_smpl_data data;
    pd_smpl_model *scaled, *plain = pd_fixture_model(&(pd_fixture){0});
    pd_fixture_data(&data, &(pd_fixture){0});
    for (int i = 0; i < 500 * 24; i++) data.weights[i] *= 1.0005f;
    assert_int_equal(pd_smpl_model_build(&scaled, &data, NULL), PD_OK);
    batch b = batch_make(plain, 1, 2, &rng);
    float *other = malloc(3 * 500 * sizeof(float)), *own = b.bodies[0].vertices;
    run(plain, b.bodies, 1, PD_SMPL_LBS, &pd_executor_serial);
    b.bodies[0].vertices = other;
    run(scaled, b.bodies, 1, PD_SMPL_LBS, &pd_executor_serial);
    for (int i = 0; i < 1500; i++) assert_true(fabsf(own[i] - other[i]) < 2e-6f);
    free(other), batch_free(&b);
    pd_smpl_model_release(plain), pd_smpl_model_release(scaled);
}

int main(void)
{
    const char *given = getenv("POSED_TEST_SEED");
    if (given) seed = strtoull(given, NULL, 0);
    print_message("seed %llu (POSED_TEST_SEED)\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_is_within_ten_micrometres_of_the_reference),
        cmocka_unit_test(a_body_is_the_same_bits_alone_and_in_any_batch),
        cmocka_unit_test(any_executor_gives_the_same_bits),
        cmocka_unit_test(avx2_and_avx512_give_the_same_bits),
        cmocka_unit_test(sparse_pose_shapes_equal_dense_ones_of_the_same_numbers),
        cmocka_unit_test(zero_pose_and_zero_betas_are_the_template),
        cmocka_unit_test(translation_and_root_rotation_are_rigid_about_the_pelvis),
        cmocka_unit_test(betas_and_soft_tissue_are_linear),
        cmocka_unit_test(joints_alone_equal_the_joints_of_the_mesh_and_need_no_scratch),
        cmocka_unit_test(the_ground_puts_the_lowest_vertex_at_zero),
        cmocka_unit_test(normals_are_unit_and_point_outward),
        cmocka_unit_test(degenerate_faces_never_make_a_nan),
        cmocka_unit_test(neighbours_on_both_sides_of_pi_blend_the_short_way),
        cmocka_unit_test(weights_that_do_not_sum_to_one_are_normalised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
