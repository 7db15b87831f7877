#include "tests/support/cmocka.h"

#include "core/fit/evaluate.h"
#include "tests/support/fixture.h"

#include <stdlib.h>

enum { SUBJECTS = 2, POSES = 3, MESHES = SUBJECTS * POSES, BETAS = 4 };

/* A small body, with and without pose blend shapes, and meshes that the one with them made. */
static pd_smpl_model *full, *plain;
static float *meshes;
static int subjects[MESHES], vertex_count;

static void make_mesh(int mesh, pd_rng *rng, const float *betas)
{
    float rotations[9 * 24], place[3];
    pd_fixture_rotations(rotations, 24, 0.7, rng);
    pd_fixture_normals(place, 3, 1, rng);
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = BETAS,
                               .rotations = rotations,
                               .translation = place,
                               .vertices = meshes + 3 * (size_t)vertex_count * (size_t)mesh};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, full)));
    pd_smpl_job_run(&job, full, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static int setup(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 11);
    full = pd_fixture_model(&(pd_fixture){.vertices = 600, .betas = BETAS, .seed = 3});
    plain = pd_fixture_model(
        &(pd_fixture){.vertices = 600, .betas = BETAS, .pose = PD_FIXTURE_NO_POSE, .seed = 3});
    vertex_count = full->vertex_count;
    meshes = malloc(MESHES * 3 * (size_t)vertex_count * sizeof *meshes);
    for (int s = 0, m = 0; s < SUBJECTS; s++) {
        float betas[BETAS];
        pd_fixture_normals(betas, BETAS, 1, &rng);
        for (int p = 0; p < POSES; p++, m++) {
            subjects[m] = s;
            make_mesh(m, &rng, betas);
        }
    }
    return !meshes;
}

static int teardown(void **state)
{
    (void)state;
    free(meshes);
    pd_smpl_model_release(full);
    pd_smpl_model_release(plain);
    return 0;
}

static pd_fit_evaluation evaluate(const pd_fit_variant *variants, int count, const pd_executor *executor)
{
    const pd_fit_meshes set = {MESHES, vertex_count, SUBJECTS, meshes, subjects};
    pd_fit_evaluation found = {.ladder = {1, BETAS}, .ladder_count = 2};
    pd_error err = {0};
    if (pd_fit_evaluate(&found, variants, count, &set, NULL, executor, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return found;
}

static void a_model_describes_its_own_meshes_and_less_of_it_does_not(void **state)
{
    (void)state;
    const pd_fit_variant variants[] = {{"LBS+P", full, PD_SMPL_LBS}, {"LBS", plain, PD_SMPL_LBS}};
    pd_fit_evaluation found = evaluate(variants, 2, &pd_executor_serial);
    for (int v = 0; v < 2; v++)
        for (int s = 0; s < 2; s++)
            print_message("%s, %d betas: model %.4f mm, pose %.4f mm\n", variants[v].name, found.ladder[s],
                          found.model[v][s].area_mm, found.pose[v][s].area_mm);
    assert_true(found.model[0][1].area_mm < 0.01 && found.pose[0][1].area_mm < 0.01);
    assert_true(found.model[0][0].area_mm > 1);   /* one beta is too few */
    assert_true(found.model[1][1].area_mm > 0.5); /* pose blend shapes are missing */
    assert_true(found.pose[1][1].area_mm > 0.5 && found.pose[0][0].area_mm > 1);
    assert_int_equal(found.model[0][0].meshes, MESHES);
    assert_int_equal(found.pose[0][0].meshes, MESHES - SUBJECTS);
    assert_true(found.model[0][0].worst_area_mm >= found.model[0][0].area_mm);
}

/* Bit for bit; the struct has padding, so not byte for byte. */
static void same_scores(const pd_fit_score *a, const pd_fit_score *b, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(a[i].vertex_mm == b[i].vertex_mm && a[i].area_mm == b[i].area_mm);
        assert_true(a[i].worst_area_mm == b[i].worst_area_mm);
        assert_int_equal(a[i].meshes, b[i].meshes);
    }
}

static void the_figures_do_not_depend_on_the_executor(void **state)
{
    (void)state;
    const pd_fit_variant variants[] = {{"LBS", plain, PD_SMPL_LBS}};
    pd_fit_evaluation a = evaluate(variants, 1, &pd_executor_serial),
                      b = evaluate(variants, 1, &pd_fixture_shuffled);
    same_scores(a.model[0], b.model[0], 2);
    same_scores(a.pose[0], b.pose[0], 2);
}

/* Bodies of the model with random betas: the first k betas explain the squares of their directions. */
static void the_betas_explain_the_variance_that_they_made(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    size_t numbers = 3 * (size_t)vertex_count;
    float *shapes = malloc(COUNT * numbers * sizeof *shapes);
    double shares[BETAS];
    pd_rng rng;
    pd_rng_init(&rng, 12);
    for (size_t s = 0; s < COUNT; s++) {
        float betas[BETAS], place = (float)pd_rng_normal(&rng);
        pd_fixture_normals(betas, BETAS, 1, &rng);
        for (size_t i = 0; i < numbers; i++) {
            shapes[s * numbers + i] = plain->data.v_template[i] + place;
            for (size_t k = 0; k < BETAS; k++)
                shapes[s * numbers + i] += plain->data.shapedirs[i * BETAS + k] * betas[k];
        }
    }
    assert_int_equal(pd_fit_variance(shares, plain, shapes, COUNT, NULL), PD_OK);
    print_message("shares %.3f %.3f %.3f %.5f\n", shares[0], shares[1], shares[2], shares[3]);
    for (int k = 1; k < BETAS; k++) assert_true(shares[k] > shares[k - 1]);
    assert_near(shares[BETAS - 1], 1, 1e-4);
    assert_true(shares[0] > 0.3 && shares[0] < 0.95);
    free(shapes);
}

static void meshes_of_another_topology_are_refused(void **state)
{
    (void)state;
    const pd_fit_variant variant = {"LBS", plain, PD_SMPL_LBS};
    const pd_fit_meshes set = {1, vertex_count - 1, 1, meshes, subjects},
                        none = {0, vertex_count, 0, meshes, subjects};
    pd_fit_evaluation found = {.ladder = {1}, .ladder_count = 1};
    pd_error err;
    assert_int_equal(pd_fit_evaluate(&found, &variant, 1, &set, NULL, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "the model has"));
    assert_int_equal(pd_fit_evaluate(&found, &variant, 1, &none, NULL, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
}

static void the_ladder_doubles_up_to_all_betas(void **state)
{
    (void)state;
    pd_fit_evaluation f;
    pd_fit_ladder(&f, 10);
    assert_int_equal(f.ladder_count, 5);
    assert_int_equal(f.ladder[3], 8);
    assert_int_equal(f.ladder[4], 10);
    pd_fit_ladder(&f, 16);
    assert_int_equal(f.ladder_count, 5);
    pd_fit_ladder(&f, 0);
    assert_int_equal(f.ladder_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_describes_its_own_meshes_and_less_of_it_does_not),
        cmocka_unit_test(the_figures_do_not_depend_on_the_executor),
        cmocka_unit_test(the_betas_explain_the_variance_that_they_made),
        cmocka_unit_test(meshes_of_another_topology_are_refused),
        cmocka_unit_test(the_ladder_doubles_up_to_all_betas),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
