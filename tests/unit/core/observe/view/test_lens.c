/* By hand, and undoing what was done. */
#include "core/observe/view/lens.h"
#include "tests/support/cmocka.h"

static const pd_observe_camera camera = {.fx = 1100, .fy = 1090, .cx = 960, .cy = 540};

static void undoing_a_lens_brings_the_pixel_back(void **state)
{
    const pd_observe_lens lens = {-0.28, 0.09, 0.001, -0.0007, -0.01};

    (void)state;
    for (int x = 0; x <= 1920; x += 160)
        for (int y = 0; y <= 1080; y += 120) {
            const double pixel[2] = {x, y};
            double bent[2], back[2];
            pd_observe_lens_apply(bent, &lens, &camera, pixel);
            assert_true(pd_observe_lens_undo(back, &lens, &camera, bent));
            assert_near(back[0], x, 1e-4);
            assert_near(back[1], y, 1e-4);
        }
}

/* By hand: x = 0.5, y = 0, r^2 = 0.25: x (1 + 0.25 k1) + p2 (0.25 + 0.5), y: p1 0.25. */
static void the_distortion_is_browns_formula(void **state)
{
    const pd_observe_lens lens = {.k1 = 0.2, .p1 = 0.01, .p2 = 0.02};
    const double pixel[2] = {960 + 550, 540};
    double bent[2];

    (void)state;
    pd_observe_lens_apply(bent, &lens, &camera, pixel);
    assert_near(bent[0], 960 + 1100 * (0.525 + 0.02 * 0.75), 1e-9);
    assert_near(bent[1], 540 + 1090 * 0.01 * 0.25, 1e-9);
    assert_true(pd_observe_lens_is_none(&(pd_observe_lens){0}) && !pd_observe_lens_is_none(&lens));
}

/* x (1 - 0.5 x^2) is largest at x = 0.816: 0.544. */
static void pixels_beyond_the_fold_of_a_lens_are_refused(void **state)
{
    const pd_observe_lens lens = {.k1 = -0.5};
    const double in[2] = {960 + 1100 * 0.53, 540}, out[2] = {960 + 1100 * 0.56, 540};
    double back[2];

    (void)state;
    assert_true(pd_observe_lens_undo(back, &lens, &camera, in));
    assert_true(back[0] < 960 + 1100 * 0.82);
    assert_false(pd_observe_lens_undo(back, &lens, &camera, out));
}

/* Two rows of three points, the columns from 1 on: what is not seen and what stands before them stays. */
static void rows_of_a_take_are_brought_back(void **state)
{
    const pd_observe_lens lens = {.k1 = -0.1}, folds = {.k1 = -0.5};
    float at[18], before[18], confidence[6] = {1, 1, 0, 1, 1, 1};
    const pd_observe_strip two = {
        .at = at + 3, .confidence = confidence + 1, .column_count = 2, .frames = 2, .row = 3};
    const pd_observe_strip sure = {.at = at + 3, .column_count = 1, .frames = 2, .row = 3};
    double bad[2], one[2];

    (void)state;
    for (int i = 0; i < 18; i++) at[i] = before[i] = (float)(960 + 100 * (i % 5));
    at[15] = before[15] = NAN;
    assert_int_equal(pd_observe_lens_undo_rows(bad, &two, &lens, &camera), -1);
    for (int k = 0; k < 6; k++) {
        const double pixel[2] = {(double)before[3 * k], (double)before[3 * k + 1]};
        const bool moves = k == 1 || k == 4;
        assert_true(!moves || pd_observe_lens_undo(one, &lens, &camera, pixel));
        for (int c = 0; c < 2 && k != 5; c++)
            assert_true(at[3 * k + c] == (moves ? (float)one[c] : before[3 * k + c]));
        assert_true(k == 5 || at[3 * k + 2] == before[3 * k + 2]);
    }

    at[3] = 960, at[4] = at[13] = 540, at[12] = 960 + 1100 * 0.6F;
    assert_int_equal(pd_observe_lens_undo_rows(bad, &sure, &folds, &camera), 1);
    assert_near(bad[0], 960 + 1100 * 0.6, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undoing_a_lens_brings_the_pixel_back),
        cmocka_unit_test(the_distortion_is_browns_formula),
        cmocka_unit_test(pixels_beyond_the_fold_of_a_lens_are_refused),
        cmocka_unit_test(rows_of_a_take_are_brought_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
