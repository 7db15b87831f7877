/* Tests the account of limits.memory: what is admitted, what never fits and what does not fit now. The
 * expected sums are computed by hand. */
#include "server/base/memory.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define MIB ((size_t)1 << 20)

static size_t resident_bytes;

static size_t resident(void)
{
    return resident_bytes;
}

/* Returns an account with 100 MiB resident and 260 allowed: 160 for clients. */
static pd_srv_memory account(void)
{
    pd_srv_memory memory;

    resident_bytes = 100 * MIB;
    pd_srv_memory_init(&memory, resident);
    pd_srv_memory_limit(&memory, 260 * MIB);
    return memory;
}

static void memory_of_resident_and_held_models_stays_under_the_limit(void **state)
{
    (void)state;
    pd_srv_memory memory = account();

    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 100 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 41 * MIB), 0);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_BODIES, 40 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_BODIES, 1), 0);
    pd_srv_memory_give(&memory, PD_API_MEMORY_CALLS, 100 * MIB);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 41 * MIB), 1);
    assert_int_equal(atomic_load(&memory.refused), 2);
    assert_int_equal(atomic_load(&memory.most), 140 * MIB);
}

static void light_requests_go_on_in_the_last_eighth(void **state)
{
    (void)state;
    pd_srv_memory memory = account();
    int light = 0;

    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 140 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LARGE), 0);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_BODIES, 100),
                     0); /* they grow by little: no way in */
    while (light < 100 && pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, MIB / 2) == 1) light++;
    assert_int_equal(light, 40); /* 20 MiB, and no more */
}

static void a_request_that_never_fits_is_distinguished_from_one_that_must_wait(void **state)
{
    (void)state;
    pd_srv_memory memory = account();

    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 141 * MIB), -1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, SIZE_MAX), -1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 140 * MIB), 1);
}

static void scenes_skeletons_and_jobs_take_half_together(void **state)
{
    (void)state;
    pd_srv_memory memory = account();

    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_SCENES, 60 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_SKELETONS, 21 * MIB), 0);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_JOBS, 81 * MIB), -1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_JOBS, 21 * MIB), 0);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_JOBS, 10 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_SKELETONS, 10 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_SCENES, 1), 0);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_SCENES, 81 * MIB), -1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 60 * MIB),
                     1); /* the other half is there */
}

static void memory_that_no_account_knows_of_counts_too(void **state)
{
    (void)state;
    pd_srv_memory memory = account();

    resident_bytes = 220 * MIB; /* held by nobody, and not there at the start */
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 41 * MIB), 0);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, 40 * MIB), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, MIB / 2),
                     1);                     /* a light one does not look */
    pd_srv_memory_limit(&memory, 300 * MIB); /* a reload: it is the base now, but for what is held */
    assert_int_equal(atomic_load(&memory.base), 220 * MIB - 40 * MIB - MIB / 2);
}

static void a_limit_below_the_models_leaves_a_little_for_clients(void **state)
{
    (void)state;
    pd_srv_memory memory = account();

    pd_srv_memory_limit(&memory, MIB);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST / 8 * 7), 1);
    assert_int_equal(pd_srv_memory_take(&memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST), -1);
}

static void without_a_limit_most_of_the_machine_or_the_control_group_is_one(void **state)
{
    (void)state;
    pd_srv_memory memory = account();
    pd_buffer text = {0};

    pd_srv_memory_limit(&memory, 0);
    assert_true(pd_srv_memory_of_machine() > 64 * MIB);
    assert_int_equal(atomic_load(&memory.limit), pd_srv_memory_of_machine() / 10 * 9);

    pd_srv_memory_add(&memory, PD_API_MEMORY_SCENES, 7);
    pd_srv_memory_write(&memory, &text);
    pd_buffer_add(&text, "", 1);
    assert_non_null(strstr((char *)text.data, "\nposed_memory_held_bytes{use=\"scenes\"} 7\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_memory_limit_bytes "));
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_of_resident_and_held_models_stays_under_the_limit),
        cmocka_unit_test(light_requests_go_on_in_the_last_eighth),
        cmocka_unit_test(a_request_that_never_fits_is_distinguished_from_one_that_must_wait),
        cmocka_unit_test(scenes_skeletons_and_jobs_take_half_together),
        cmocka_unit_test(memory_that_no_account_knows_of_counts_too),
        cmocka_unit_test(a_limit_below_the_models_leaves_a_little_for_clients),
        cmocka_unit_test(without_a_limit_most_of_the_machine_or_the_control_group_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
