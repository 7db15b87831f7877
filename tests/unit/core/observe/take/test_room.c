/* Tests that the arrays of a take have room for all that a fit writes, which ASan checks, and that nothing is
 * left after release. */
#include "core/observe/take/room.h"
#include "tests/support/takes.h"

/* Every array has all that a fit writes (ASan looks), and a take is empty again after it. */
static void a_fit_has_enough_memory_and_frees_all_of_it(void **state)
{
    pd_smpl_model *m = sight_model();
    takes_fit f;
    takes t;

    (void)state;
    takes_open(&t, m, 12, 3);
    takes_fit_open(&f, &t, m, NULL, &pd_executor_serial);
    pd_observe_take_room_free(&f.take);
    assert_null(f.take.rotations);
    assert_true(pd_observe_take_room(&f.take, m));
    takes_run(&f, m);
    assert_int_equal(f.take.status, PD_OBSERVE_TAKE_DONE);
    assert_true(f.take.rms > 0 && f.take.rms < 0.02);
    assert_true(f.take.betas_sd[SIGHT_BETAS - 1] > 0);
    assert_false(isnan(f.take.residuals[12 * TAKES_MARKERS - 1]));
    takes_fit_close(&f);
    takes_close(&t);
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_fit_has_enough_memory_and_frees_all_of_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
