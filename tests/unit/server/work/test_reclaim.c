/* Tests that memory is freed on another thread in the order in which it was given, and at once where there is
 * no such thread. */
#include "server/work/reclaim.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define ITEMS 100

typedef struct thing {
    pthread_t freed_by;
    int place; /* in the order of freeing, from 1; 0: not yet */
} thing;

static atomic_int freed;
static atomic_bool is_held;

static void release(void *item)
{
    thing *t = item;
    while (atomic_load(&is_held)) sched_yield();
    t->freed_by = pthread_self();
    t->place = atomic_fetch_add(&freed, 1) + 1;
}

static int setup(void **state)
{
    (void)state;
    atomic_store(&freed, 0);
    atomic_store(&is_held, false);
    return 0;
}

static void objects_are_freed_in_order_by_another_thread(void **state)
{
    (void)state;
    pd_srv_reclaim *reclaim;
    thing things[ITEMS] = {0};
    pd_error err;

    assert_int_equal(pd_srv_reclaim_start(&reclaim, &err), PD_OK);
    atomic_store(&is_held, true); /* whoever gives does not wait for it */
    for (int i = 0; i < ITEMS; i++) pd_srv_reclaim_give(reclaim, release, &things[i]);
    assert_int_equal(atomic_load(&freed), 0);
    atomic_store(&is_held, false);
    pd_srv_reclaim_stop(reclaim); /* frees what waits first */

    for (int i = 0; i < ITEMS; i++) {
        assert_int_equal(things[i].place, i + 1);
        assert_false(pthread_equal(things[i].freed_by, pthread_self()));
    }
}

static void without_a_thread_objects_are_freed_at_once(void **state)
{
    (void)state;
    thing one = {0};

    pd_srv_reclaim_give(NULL, release, &one);
    pd_srv_reclaim_give(NULL, release, NULL);
    assert_int_equal(one.place, 1);
    assert_true(pthread_equal(one.freed_by, pthread_self()));
    pd_srv_reclaim_stop(NULL);
}

static void the_thread_rests_and_frees_again(void **state)
{
    (void)state;
    pd_srv_reclaim *reclaim;
    thing first = {0}, second = {0};
    pd_error err;

    assert_int_equal(pd_srv_reclaim_start(&reclaim, &err), PD_OK);
    pd_srv_reclaim_give(reclaim, release, &first);
    while (atomic_load(&freed) < 1) sched_yield();
    pd_srv_reclaim_give(reclaim, release, &second);
    while (atomic_load(&freed) < 2) sched_yield();
    pd_srv_reclaim_give(reclaim, release, NULL); /* is nothing */
    pd_srv_reclaim_stop(reclaim);
    assert_int_equal(atomic_load(&freed), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(objects_are_freed_in_order_by_another_thread, setup),
        cmocka_unit_test_setup(without_a_thread_objects_are_freed_at_once, setup),
        cmocka_unit_test_setup(the_thread_rests_and_frees_again, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
