#include "tests/support/cmocka.h"

#include "core/fit/registration.h"
#include "core/math/rotation.h"
#include "tests/support/fixture.h"

#include <stdlib.h>

/* The shipped body: parts with weights of their own, real joints. */
static pd_smpl_model *model;
static float *mesh;
static int vertex_count;

static int setup(void **state)
{
    (void)state;
    pd_error err = {0};
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    vertex_count = model->vertex_count;
    mesh = malloc(3 * (size_t)vertex_count * sizeof *mesh);
    return !mesh;
}

static int teardown(void **state)
{
    (void)state;
    free(mesh);
    pd_smpl_model_release(model);
    return 0;
}

/* A person that moves: every joint turned by up to 0.9 rad, shape and place by chance. */
typedef struct person {
    float betas[16], rotations[9 * 24], translation[3];
} person;

static person some_person(uint64_t seed)
{
    person p;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_fixture_rotations(p.rotations, 24, 0.9, &rng);
    pd_fixture_normals(p.betas, 16, 1, &rng);
    pd_fixture_normals(p.translation, 3, 2, &rng);
    return p;
}

static void make_mesh(const person *p, pd_smpl_skinning skinning)
{
    const pd_smpl_body body = {.betas = p->betas,
                               .beta_count = 16,
                               .rotations = p->rotations,
                               .translation = p->translation,
                               .vertices = mesh};
    const pd_smpl_job job = {&body, 1, skinning, NULL};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

/* Degrees between two rotations. */
static double apart(const float *a, const float *b)
{
    double m[9], r[3], at[9], bd[9];
    for (int c = 0; c < 9; c++) at[c] = (double)a[3 * (c % 3) + c / 3], bd[c] = (double)b[c];
    pd_rot_mul(m, at, bd);
    pd_rot_to_axis_angle(r, m);
    return 57.29578 * sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

static void compare(const pd_fit_registration *fit, const person *p, double degrees, double beta)
{
    double worst = 0, worst_beta = 0;
    for (int k = 0; k < 24; k++) worst = fmax(worst, apart(fit->rotations + 9 * k, p->rotations + 9 * k));
    for (int b = 0; b < 16; b++)
        worst_beta = fmax(worst_beta, fabs((double)fit->betas[b] - (double)p->betas[b]));
    print_message("%d rounds: pose %.4f degrees off, betas %.5f\n", fit->rounds, worst, worst_beta);
    assert_true(worst <= degrees);
    assert_true(worst_beta <= beta);
}

static void a_mesh_of_the_model_is_found_again(void **state)
{
    (void)state;
    pd_error err;
    for (int skinning = PD_SMPL_LBS; skinning <= PD_SMPL_DQS; skinning++) {
        pd_fit_registration fit;
        assert_int_equal(pd_fit_registration_init(&fit, model, (pd_smpl_skinning)skinning, &err), PD_OK);
        for (uint64_t seed = 1; seed <= 2; seed++) {
            person p = some_person(seed);
            make_mesh(&p, (pd_smpl_skinning)skinning);
            memset(fit.betas, 0, 16 * sizeof *fit.betas);
            pd_fit_registration_start(&fit, mesh);
            pd_fit_registration_solve(&fit, mesh, 16, 0);
            pd_fit_distance d = pd_fit_registration_distance(&fit, mesh);
            print_message("%s: %.3g mm apart; ", pd_smpl_skinning_name(fit.skinning), 1000 * d.area);
            assert_true(d.area < 1e-5 && d.vertex < 1e-5);
            compare(&fit, &p, 0.1, 0.01);
        }
        pd_fit_registration_deinit(&fit);
    }
}

/* Noise of 2 mm a coordinate: what is left is the noise, whose mean length is 2 sqrt(8 / pi) = 3.19 mm; 91 parameters
 * take next to nothing of 40,140 numbers. */
static void noise_is_what_is_left(void **state)
{
    (void)state;
    pd_fit_registration fit;
    person p = some_person(3);
    pd_rng rng;
    float *noise = malloc(3 * (size_t)vertex_count * sizeof *noise);
    pd_rng_init(&rng, 4);
    make_mesh(&p, PD_SMPL_LBS);
    pd_fixture_normals(noise, 3 * vertex_count, 0.002, &rng);
    for (int i = 0; i < 3 * vertex_count; i++) mesh[i] += noise[i];
    assert_int_equal(pd_fit_registration_init(&fit, model, PD_SMPL_LBS, NULL), PD_OK);
    pd_fit_registration_start(&fit, mesh);
    pd_fit_registration_solve(&fit, mesh, 16, 0);
    pd_fit_distance d = pd_fit_registration_distance(&fit, mesh);
    print_message("%.3f mm by vertex, %.3f by area; ", 1000 * d.vertex, 1000 * d.area);
    assert_near(1000 * d.vertex, 3.19, 0.02);
    compare(&fit, &p, 1.2, 0.1); /* which joint the noise turns most is chance */
    pd_fit_registration_deinit(&fit);
    free(noise);
}

static void betas_that_are_kept_stay(void **state)
{
    (void)state;
    pd_fit_registration fit;
    person p = some_person(5);
    make_mesh(&p, PD_SMPL_LBS);
    assert_int_equal(pd_fit_registration_init(&fit, model, PD_SMPL_LBS, NULL), PD_OK);
    memcpy(fit.betas, p.betas, sizeof p.betas);
    pd_fit_registration_start(&fit, mesh);
    pd_fit_registration_solve(&fit, mesh, 16, 1);
    assert_memory_equal(fit.betas, p.betas, sizeof p.betas);
    compare(&fit, &p, 0.1, 0);
    pd_fit_registration_deinit(&fit);
}

static void fewer_betas_leave_the_others_at_zero_and_more_fit_better(void **state)
{
    (void)state;
    pd_fit_registration fit;
    person p = some_person(6);
    double before = 1;
    make_mesh(&p, PD_SMPL_LBS);
    assert_int_equal(pd_fit_registration_init(&fit, model, PD_SMPL_LBS, NULL), PD_OK);
    pd_fit_registration_start(&fit, mesh);
    for (int k = 1; k <= 16; k *= 4) {
        pd_fit_registration_solve(&fit, mesh, k, 0);
        for (int b = k; b < 16; b++) assert_true(fit.betas[b] == 0);
        double now = pd_fit_registration_distance(&fit, mesh).area;
        print_message("%d betas: %.3f mm\n", k, 1000 * now);
        assert_true(now < before);
        before = now;
    }
    pd_fit_registration_deinit(&fit);
}

/* A body that is only turned and moved is found by the start alone: every part has the same rotation. */
static void a_turned_body_is_found_before_the_first_step(void **state)
{
    (void)state;
    pd_error err;
    pd_fit_registration fit;
    assert_int_equal(pd_fit_registration_init(&fit, model, PD_SMPL_LBS, &err), PD_OK);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        person p = some_person(seed);
        double turn[9], axis[3];
        pd_rng rng;
        pd_rng_init(&rng, seed);
        for (int c = 0; c < 3; c++) axis[c] = 1.2 * pd_rng_normal(&rng);
        pd_rot_from_axis_angle(turn, axis);
        for (int i = 0; i < 24 * 9; i++) p.rotations[i] = i < 9 ? (float)turn[i] : i % 9 % 4 == 0;
        memset(p.betas, 0, sizeof p.betas);
        make_mesh(&p, PD_SMPL_LBS);
        memset(fit.betas, 0, 16 * sizeof *fit.betas);
        pd_fit_registration_start(&fit, mesh);
        assert_true(pd_fit_registration_distance(&fit, mesh).vertex < 1e-4);
        for (int k = 0; k < 24; k++) assert_true(apart(fit.rotations + 9 * k, p.rotations + 9 * k) < 0.1);
    }
    pd_fit_registration_deinit(&fit);
}

static void the_distance_is_the_mean_of_all_vertices_and_the_mean_over_the_skin(void **state)
{
    (void)state;
    pd_error err;
    pd_fit_registration fit;
    assert_int_equal(pd_fit_registration_init(&fit, model, PD_SMPL_LBS, &err), PD_OK);
    person p = some_person(3);
    make_mesh(&p, PD_SMPL_LBS);
    pd_fit_registration_start(&fit, mesh);
    double areas = 0;
    for (int i = 0; i < vertex_count; i++) areas += fit.areas[i];
    assert_near(areas, 1, 1e-6);
    for (int one = 0; one < vertex_count; one += vertex_count / 7) { /* one vertex off by 3 cm */
        memcpy(mesh, fit.vertices, 3 * (size_t)vertex_count * sizeof *mesh);
        mesh[3 * one] += 0.01f, mesh[3 * one + 1] -= 0.02f, mesh[3 * one + 2] += 0.02f;
        pd_fit_distance d = pd_fit_registration_distance(&fit, mesh);
        assert_near(d.vertex * vertex_count, 0.03, 1e-5);
        assert_near(d.area, 0.03 * fit.areas[one], 1e-7);
    }
    pd_fit_registration_deinit(&fit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_of_the_model_is_found_again),
        cmocka_unit_test(noise_is_what_is_left),
        cmocka_unit_test(betas_that_are_kept_stay),
        cmocka_unit_test(fewer_betas_leave_the_others_at_zero_and_more_fit_better),
        cmocka_unit_test(a_turned_body_is_found_before_the_first_step),
        cmocka_unit_test(the_distance_is_the_mean_of_all_vertices_and_the_mean_over_the_skin),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
