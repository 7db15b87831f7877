/* Tests that the bodies of a fitted take have their places where the residuals of the fit say. */
#include "core/observe/take/bodies.h"

#include "tests/support/takes.h"

/* Where the body has its places: as far from the markers as the residuals of the fit say, and there too where
 * nothing was seen. */
static void places_have_the_distances_that_the_residuals_report(void **state)
{
    pd_smpl_model *model = sight_model();
    pd_observe_bodies bodies;
    double x[TAKES_MARKERS][3];
    pd_error err;
    takes_fit f;
    takes t;

    (void)state;
    takes_open(&t, model, 8, 6);
    for (int c = 0; c < 3; c++) t.file.positions[3 * (5 * TAKES_MARKERS + 9) + c] = NAN;
    takes_fit_open(&f, &t, model, NULL, &pd_executor_serial);
    takes_run(&f, model);
    assert_int_equal(pd_observe_bodies_init(&bodies, &f.take, model, "test", &err), PD_OK);
    for (int frame = 7; frame >= 0; frame--) {
        pd_observe_bodies_places(x, &bodies, frame);
        for (int i = 0; i < TAKES_MARKERS; i++) {
            const size_t at = (size_t)(frame * TAKES_MARKERS + i);
            double square = 0;
            if (isnan(f.take.residuals[at])) continue;
            for (int c = 0; c < 3; c++) square += pow(x[i][c] - (double)f.take.at[3 * at + (size_t)c], 2);
            assert_near(sqrt(square), (double)f.take.residuals[at], 1e-5);
        }
    }
    pd_observe_bodies_places(x, &bodies, 5);
    assert_true(isnan(f.take.residuals[5 * TAKES_MARKERS + 9]));
    const float *before = f.take.at + 3 * (4 * TAKES_MARKERS + 9);
    for (int c = 0; c < 3; c++) assert_near(x[9][c], (double)before[c], 0.05);
    pd_observe_bodies_deinit(&bodies);
    takes_fit_close(&f);
    takes_close(&t);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_the_distances_that_the_residuals_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
