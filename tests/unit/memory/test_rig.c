/* @heavy: takes over five seconds under ASan. */
/* Rigging of a person when an allocation fails, be it for joints, the second opinion, weights or fingers: the
 * failure is reported. */
#include "tests/support/failing_memory.h"
#include "tests/support/rig_person.h"

enum { STRIDE = 5 };

/* Lets the n-th last allocation fail, for n from `first` to `last`. Blocks are counted where CHOLMOD, whose
 * allocations are not, has made no factor. */
static void fail_each(bool no_fingers, int first, int last, bool counts_blocks)
{
    rig_person p = rig_person_make(0.3, 0);
    pd_rig_job job = rig_person_job(&p);
    pd_rig_result rig;
    pd_error err;
    job.up = PD_RIG_Y, job.facing = PD_RIG_Z, job.no_fingers = no_fingers;

    failing_memory_begin(false);
    failing_memory_now.is_on = true;
    assert_int_equal(pd_rig_run(&rig, &job, &err), PD_OK);
    failing_memory_now.is_on = false;
    const long all = failing_memory_now.count;
    pd_rig_deinit(&rig);

    for (long n = all - first; n <= all - last; n += STRIDE) {
        const long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .fails_at = n};
        const pd_status status = pd_rig_run(&rig, &job, &err);
        failing_memory_now.is_on = false;
        if (status != PD_ERR_MEMORY) fail_msg("allocation %ld of %ld failed: status %d", n, all, (int)status);
        assert_non_null(strstr(err.detail, "out of memory"));
        if (counts_blocks) assert_int_equal(failing_memory_blocks(), blocks);
    }
    rig_person_free(&p);
}

/* The last few allocations are for the factor of the heat equation; without it the heat weights fail. */
static void failed_allocations_are_reported(void **state)
{
    (void)state;
    fail_each(true, 60, 10, true);
}

/* The last few allocations are those for the last hand. */
static void failed_allocations_for_fingers_are_reported(void **state)
{
    (void)state;
    fail_each(false, 34, 6, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failed_allocations_are_reported),
                                       cmocka_unit_test(failed_allocations_for_fingers_are_reported)};
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
