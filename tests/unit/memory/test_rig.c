/* Memory that fails while a person is rigged: it is said, whether it was for joints, the second opinion or weights. */
#include "tests/support/failing_memory.h"
#include "tests/support/rig_person.h"

/* The last allocations are the second opinion's and those of the weights; without memory for heat's factor, the last few, nothing is heated. */
enum { FIRST = 60, LAST = 10, STRIDE = 5 };

static void memory_that_fails_is_said(void **state)
{
    rig_person p = rig_person_make(0.3, 0);
    pd_rig_job job = rig_person_job(&p);
    pd_rig_result rig;
    pd_error err;
    (void)state;
    job.up = PD_RIG_Y, job.facing = PD_RIG_Z;

    failing_memory_begin(false);
    failing_memory_now.is_on = true;
    assert_int_equal(pd_rig_run(&rig, &job, &err), PD_OK);
    failing_memory_now.is_on = false;
    const long all = failing_memory_now.count;
    pd_rig_deinit(&rig);

    for (long n = all - FIRST; n <= all - LAST; n += STRIDE) {
        const long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .fails_at = n};
        const pd_status status = pd_rig_run(&rig, &job, &err);
        failing_memory_now.is_on = false;
        if (status != PD_ERR_MEMORY) fail_msg("allocation %ld of %ld failed: status %d", n, all, (int)status);
        assert_non_null(strstr(err.detail, "out of memory"));
        assert_int_equal(failing_memory_blocks(), blocks);
    }
    rig_person_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_that_fails_is_said)};
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
