/* Tests principal components on bodies made of three known directions: the directions are found again, and
 * betas have variance one. */
#include "core/base/rng.h"
#include "factory/body/shape/pca.h"
#include "tests/support/cmocka.h"
#include "factory/tests/support/egg.h"

#include <stdlib.h>

/* Bodies that are the egg plus known directions: taller, thicker, wider at the top. */
enum { BODIES = 60, TRUE_COUNT = 3 };

typedef struct world {
    egg e;
    pd_factory_mesh mesh;
    double areas[EGG_VERTICES], scores[BODIES][TRUE_COUNT];
    float *bodies;
    int chosen[BODIES];
} world;

static double direction(const egg *e, int i, int c, int d)
{
    const float *v = e->vertices + 3 * i;
    if (d == 0) return c == 1 ? 0.08 * v[1] : 0;
    if (d == 1) return c == 2 ? 0.12 * v[2] : 0;
    return c == 0 ? 0.1 * v[0] * v[1] : 0;
}

static void make_world(world *w, int directions)
{
    pd_rng rng;
    pd_rng_init(&rng, 11);
    egg_mesh(&w->mesh, &w->e);
    pd_factory_areas(w->areas, w->e.vertices, &w->mesh);
    w->bodies = malloc(BODIES * 3 * EGG_VERTICES * sizeof *w->bodies);
    for (int s = 0; s < BODIES; s++) {
        w->chosen[s] = s;
        for (int d = 0; d < TRUE_COUNT; d++) w->scores[s][d] = d < directions ? pd_rng_normal(&rng) : 0;
        for (int i = 0; i < 3 * EGG_VERTICES; i++) {
            double x = w->e.vertices[i];
            for (int d = 0; d < directions; d++) x += w->scores[s][d] * direction(&w->e, i / 3, i % 3, d);
            w->bodies[s * 3 * EGG_VERTICES + i] = (float)x;
        }
        pd_factory_symmetrise(w->bodies + s * 3 * EGG_VERTICES, &w->mesh);
    }
}

static void free_world(world *w)
{
    free(w->bodies);
    pd_factory_mesh_deinit(&w->mesh);
}

static pd_status fit(pd_factory_pca *pca, const world *w, int count, int components, pd_error *err)
{
    pd_factory_pca_data data = {&w->mesh, w->areas, w->bodies, w->chosen, count, {0}, "shapes"};
    return pd_factory_pca_fit(pca, &data, components, err);
}

static void a_known_three_dimensional_family_is_recovered(void **state)
{
    (void)state;
    world w;
    pd_factory_pca pca;
    make_world(&w, TRUE_COUNT);
    assert_int_equal(fit(&pca, &w, BODIES, 5, NULL), PD_OK);
    assert_near(pca.shares[0] + pca.shares[1] + pca.shares[2], 1, 1e-9);
    for (int s = 0; s < BODIES; s++) {
        const float *body = w.bodies + s * 3 * EGG_VERTICES;
        static float shaped[3 * EGG_VERTICES];
        double right[5], betas[5], scratch[25];
        pd_factory_pca_correlate(right, &pca, w.areas, body);
        pd_factory_pca_project(betas, &pca, 3, right, scratch);
        pd_factory_pca_shape(shaped, &pca, 3, betas);
        for (int i = 0; i < 3 * EGG_VERTICES; i++) assert_near(shaped[i], body[i], 2e-6);
    }
    pd_factory_pca_deinit(&pca);
    free_world(&w);
}

static void betas_of_the_training_bodies_are_uncorrelated_with_variance_one(void **state)
{
    (void)state;
    world w;
    pd_factory_pca pca;
    double moments[3][3] = {{0}}, largest[3] = {0};
    make_world(&w, TRUE_COUNT);
    assert_int_equal(fit(&pca, &w, BODIES, 3, NULL), PD_OK);
    for (int s = 0; s < BODIES; s++) {
        double right[3], betas[3], scratch[9];
        pd_factory_pca_correlate(right, &pca, w.areas, w.bodies + s * 3 * EGG_VERTICES);
        pd_factory_pca_project(betas, &pca, 3, right, scratch);
        for (int a = 0; a < 3; a++) {
            largest[a] = fmax(largest[a], fabs(betas[a]));
            for (int b = 0; b < 3; b++) moments[a][b] += betas[a] * betas[b] / BODIES;
        }
    }
    for (int a = 0; a < 3; a++) {
        assert_near(pca.limits[a], largest[a], 1e-3);
        for (int b = 0; b < 3; b++) assert_near(moments[a][b], a == b, 1e-3);
    }
    pd_factory_pca_deinit(&pca);
    free_world(&w);
}

static void the_third_beta_leaves_the_volume_and_the_first_two_add_to_it(void **state)
{
    (void)state;
    world w;
    pd_factory_pca pca;
    static double gradient[3 * EGG_VERTICES];
    double slopes[3] = {0};
    make_world(&w, TRUE_COUNT);
    assert_int_equal(fit(&pca, &w, BODIES, 3, NULL), PD_OK);
    pd_factory_volume_gradient(gradient, pca.mean, &w.mesh);
    for (int i = 0; i < 3 * EGG_VERTICES; i++)
        for (int d = 0; d < 3; d++) slopes[d] += gradient[i] * pca.directions[3 * i + d];
    assert_true(slopes[0] > 0.00125 && slopes[1] > 0.00125);
    assert_near(slopes[2], 0, 1e-7);
    pd_factory_pca_deinit(&pca);
    free_world(&w);
}

static void mean_and_directions_mirror_to_the_last_bit(void **state)
{
    (void)state;
    world w;
    pd_factory_pca pca;
    make_world(&w, TRUE_COUNT);
    assert_int_equal(fit(&pca, &w, BODIES, 4, NULL), PD_OK);
    for (int i = 0; i < EGG_VERTICES; i++)
        for (int c = 0; c < 3; c++) {
            int m = w.mesh.mirror[i];
            float sign = c == 0 ? -1.0f : 1.0f;
            assert_true(pca.mean[3 * i + c] == sign * pca.mean[3 * m + c]);
            for (int d = 0; d < 4; d++)
                assert_true(pca.directions[(3 * i + c) * 4 + d] ==
                            sign * pca.directions[(3 * m + c) * 4 + d]);
        }
    pd_factory_pca_deinit(&pca);
    free_world(&w);
}

static void too_few_bodies_are_refused(void **state)
{
    (void)state;
    world w;
    pd_factory_pca pca;
    pd_error err = {0};
    make_world(&w, 1);
    assert_int_equal(fit(&pca, &w, 5, 5, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "at least 6"));
    assert_null(pca.mean);
    free_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_three_dimensional_family_is_recovered),
        cmocka_unit_test(betas_of_the_training_bodies_are_uncorrelated_with_variance_one),
        cmocka_unit_test(the_third_beta_leaves_the_volume_and_the_first_two_add_to_it),
        cmocka_unit_test(mean_and_directions_mirror_to_the_last_bit),
        cmocka_unit_test(too_few_bodies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
