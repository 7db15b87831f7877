/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "train/evaluate/registration.h"
#include "core/math/rotation.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Returns the degrees between two rotations. */
static double apart(const float *a, const float *b)
{
    double m[9], r[3], at[9], bd[9];
    for (int c = 0; c < 9; c++) at[c] = (double)a[3 * (c % 3) + c / 3], bd[c] = (double)b[c];
    pd_rot_mul(m, at, bd);
    pd_rot_to_axis_angle(r, m);
    return 57.29578 * sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

static void compare(const pd_train_body_registration *fit, const person *p, double degrees, double beta)
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
        pd_train_body_registration fit;
        assert_int_equal(pd_train_body_registration_init(&fit, model, (pd_smpl_skinning)skinning, &err),
                         PD_OK);
        for (uint64_t seed = 1; seed <= 2; seed++) {
            person p = some_person(seed);
            make_mesh(&p, (pd_smpl_skinning)skinning);
            memset(fit.betas, 0, 16 * sizeof *fit.betas);
            pd_train_body_registration_start(&fit, mesh);
            pd_train_body_registration_solve(&fit, mesh, 16, 0);
            pd_train_body_distance d = pd_train_body_registration_distance(&fit, mesh);
            print_message("%s: %.3g mm apart; ", pd_smpl_skinning_name(fit.skinning), 1000 * d.area);
            assert_true(d.area < 1e-5 && d.vertex < 1e-5);
            compare(&fit, &p, 0.1, 0.01);
        }
        pd_train_body_registration_deinit(&fit);
    }
}

/* The start alone: a body that was rotated and moved as a whole gets one rotation, at the root. Joints
 * without vertices (here three, one of them below the root) keep the rotation of their parent. */
static void the_start_lays_a_rigid_body_on_its_place(void **state)
{
    (void)state;
    static const int empty[] = {1, 4, 20};
    pd_smpl_data data;
    pd_smpl_model *body;
    pd_train_body_registration fit;
    pd_rng rng;
    pd_rng_init(&rng, 31);
    pd_fixture_data(&data, &(pd_fixture){.vertices = 400, .pose = PD_FIXTURE_NO_POSE, .seed = 6});
    for (int v = 0; v < 400; v++)
        for (int k = 0; k < 3; k++) {
            float *w = data.weights + 24 * v;
            w[0] += w[empty[k]], w[empty[k]] = 0;
        }
    assert_int_equal(pd_smpl_model_build(&body, &data, NULL), PD_OK);
    assert_int_equal(pd_train_body_registration_init(&fit, body, PD_SMPL_LBS, NULL), PD_OK);

    for (int trial = 0; trial < 5; trial++) {
        float turn[9], place[3], target[3 * 400];
        pd_fixture_rotations(turn, 1, 2.5, &rng);
        pd_fixture_normals(place, 3, 3, &rng);
        for (int v = 0; v < 400; v++)
            for (int c = 0; c < 3; c++) {
                const float *x = body->data.v_template + 3 * v;
                target[3 * v + c] =
                    turn[3 * c] * x[0] + turn[3 * c + 1] * x[1] + turn[3 * c + 2] * x[2] + place[c];
            }
        pd_train_body_registration_start(&fit, target);
        assert_true(apart(fit.rotations, turn) < 0.05);
        float unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        for (int k = 0; k < 3; k++) assert_true(apart(fit.rotations + 9 * empty[k], unit) < 0.05);
        for (int k = 1; k < 24; k++) assert_true(apart(fit.rotations + 9 * k, unit) < 1);
        pd_train_body_distance d = pd_train_body_registration_distance(&fit, target);
        assert_true(d.vertex < 1e-3 && d.area < 1e-3);
    }
    pd_train_body_registration_deinit(&fit);
    pd_smpl_model_release(body);
}

/* Means of known distances: every vertex 3-4-12 cm away, then one vertex a metre. */
static void a_distance_is_a_mean_over_vertices_and_over_area(void **state)
{
    (void)state;
    pd_smpl_model *body =
        pd_fixture_model(&(pd_fixture){.vertices = 300, .pose = PD_FIXTURE_NO_POSE, .seed = 6});
    pd_train_body_registration fit;
    float target[3 * 300], far[3 * 300];
    assert_int_equal(pd_train_body_registration_init(&fit, body, PD_SMPL_LBS, NULL), PD_OK);
    memcpy(target, body->data.v_template, sizeof target);
    pd_train_body_registration_start(&fit, target);
    memcpy(target, fit.vertices, sizeof target);
    memcpy(far, target, sizeof far);
    for (int i = 0; i < 900; i++) far[i] += i % 3 == 0 ? 0.03f : i % 3 == 1 ? -0.04f : 0.12f;
    pd_train_body_distance d = pd_train_body_registration_distance(&fit, far);
    assert_near(d.vertex, 0.13, 1e-6);
    assert_near(d.area, 0.13, 1e-6);

    double area[300] = {0}, sum = 0;
    for (int f = 0; f < body->face_count; f++) {
        const uint32_t *t = body->data.faces + 3 * f;
        const float *a = body->data.v_template + 3 * t[0], *b = body->data.v_template + 3 * t[1],
                    *c = body->data.v_template + 3 * t[2];
        double e[3], g[3], n[3];
        for (int k = 0; k < 3; k++) e[k] = (double)b[k] - (double)a[k], g[k] = (double)c[k] - (double)a[k];
        for (int k = 0; k < 3; k++) n[k] = e[(k + 1) % 3] * g[(k + 2) % 3] - e[(k + 2) % 3] * g[(k + 1) % 3];
        double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) area[t[k]] += size;
        sum += 3 * size;
    }
    for (int v = 0; v < 300; v += 37) {
        memcpy(far, target, sizeof far);
        far[3 * v + 1] += 1;
        d = pd_train_body_registration_distance(&fit, far);
        assert_near(d.vertex, 1 / 300.0, 1e-7);
        assert_near(d.area, area[v] / sum, 1e-6);
        assert_near(fit.areas[v], area[v] / sum, 1e-9);
    }
    pd_train_body_registration_deinit(&fit);
    pd_smpl_model_release(body);
}

/* With noise of 2 mm a coordinate the remaining distance is the noise, whose mean length is 2 sqrt(8 / pi) =
 * 3.19 mm. 91 parameters reduce 40,140 numbers hardly. */
static void the_residual_of_a_noisy_mesh_is_the_noise(void **state)
{
    (void)state;
    pd_train_body_registration fit;
    person p = some_person(3);
    pd_rng rng;
    float *noise = malloc(3 * (size_t)vertex_count * sizeof *noise);
    pd_rng_init(&rng, 4);
    make_mesh(&p, PD_SMPL_LBS);
    pd_fixture_normals(noise, 3 * vertex_count, 0.002, &rng);
    for (int i = 0; i < 3 * vertex_count; i++) mesh[i] += noise[i];
    assert_int_equal(pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, NULL), PD_OK);
    pd_train_body_registration_start(&fit, mesh);
    pd_train_body_registration_solve(&fit, mesh, 16, 0);
    pd_train_body_distance d = pd_train_body_registration_distance(&fit, mesh);
    print_message("%.3f mm by vertex, %.3f by area; ", 1000 * d.vertex, 1000 * d.area);
    assert_near(1000 * d.vertex, 3.19, 0.02);
    compare(&fit, &p, 1.4,
            0.1); /* which joint the noise turns most is chance: here a collar; other noise .7 to 1.6 */
    pd_train_body_registration_deinit(&fit);
    free(noise);
}

static void betas_that_are_kept_stay(void **state)
{
    (void)state;
    pd_train_body_registration fit;
    person p = some_person(5);
    make_mesh(&p, PD_SMPL_LBS);
    assert_int_equal(pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, NULL), PD_OK);
    memcpy(fit.betas, p.betas, sizeof p.betas);
    pd_train_body_registration_start(&fit, mesh);
    pd_train_body_registration_solve(&fit, mesh, 16, 1);
    assert_memory_equal(fit.betas, p.betas, sizeof p.betas);
    compare(&fit, &p, 0.1, 0);
    pd_train_body_registration_deinit(&fit);
}

static void fewer_betas_leave_the_others_at_zero_and_more_fit_better(void **state)
{
    (void)state;
    pd_train_body_registration fit;
    person p = some_person(6);
    double before = 1;
    make_mesh(&p, PD_SMPL_LBS);
    assert_int_equal(pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, NULL), PD_OK);
    pd_train_body_registration_start(&fit, mesh);
    for (int k = 1; k <= 16; k *= 4) {
        pd_train_body_registration_solve(&fit, mesh, k, 0);
        for (int b = k; b < 16; b++) assert_true(fit.betas[b] == 0);
        double now = pd_train_body_registration_distance(&fit, mesh).area;
        print_message("%d betas: %.3f mm\n", k, 1000 * now);
        assert_true(now < before);
        before = now;
    }
    pd_train_body_registration_deinit(&fit);
}

/* A body that is only turned and moved is found by the start alone: every part has the same rotation. */
static void a_turned_body_is_found_before_the_first_step(void **state)
{
    (void)state;
    pd_error err;
    pd_train_body_registration fit;
    assert_int_equal(pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, &err), PD_OK);
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
        pd_train_body_registration_start(&fit, mesh);
        assert_true(pd_train_body_registration_distance(&fit, mesh).vertex < 1e-4);
        for (int k = 0; k < 24; k++) assert_true(apart(fit.rotations + 9 * k, p.rotations + 9 * k) < 0.1);
    }
    pd_train_body_registration_deinit(&fit);
}

static void the_distance_is_the_mean_of_all_vertices_and_the_mean_over_the_skin(void **state)
{
    (void)state;
    pd_error err;
    pd_train_body_registration fit;
    assert_int_equal(pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, &err), PD_OK);
    person p = some_person(3);
    make_mesh(&p, PD_SMPL_LBS);
    pd_train_body_registration_start(&fit, mesh);
    double areas = 0;
    for (int i = 0; i < vertex_count; i++) areas += fit.areas[i];
    assert_near(areas, 1, 1e-6);
    for (int one = 0; one < vertex_count; one += vertex_count / 7) { /* one vertex off by 3 cm */
        memcpy(mesh, fit.vertices, 3 * (size_t)vertex_count * sizeof *mesh);
        mesh[3 * one] += 0.01f, mesh[3 * one + 1] -= 0.02f, mesh[3 * one + 2] += 0.02f;
        pd_train_body_distance d = pd_train_body_registration_distance(&fit, mesh);
        assert_near(d.vertex * vertex_count, 0.03, 1e-5);
        assert_near(d.area, 0.03 * fit.areas[one], 1e-7);
    }
    pd_train_body_registration_deinit(&fit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_of_the_model_is_found_again),
        cmocka_unit_test(the_start_lays_a_rigid_body_on_its_place),
        cmocka_unit_test(a_distance_is_a_mean_over_vertices_and_over_area),
        cmocka_unit_test(the_residual_of_a_noisy_mesh_is_the_noise),
        cmocka_unit_test(betas_that_are_kept_stay),
        cmocka_unit_test(fewer_betas_leave_the_others_at_zero_and_more_fit_better),
        cmocka_unit_test(a_turned_body_is_found_before_the_first_step),
        cmocka_unit_test(the_distance_is_the_mean_of_all_vertices_and_the_mean_over_the_skin),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
