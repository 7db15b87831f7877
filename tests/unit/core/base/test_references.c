/* Reference counts: whoever gives the last reference back is told so, and nobody else. */
#include "core/base/references.h"

#include <pthread.h>

#include "tests/support/cmocka.h"

enum { THREADS = 4, TURNS = 10000 };

typedef struct shared {
    int references;
    int lasts; /* drops that were the last one */
} shared;

static void the_last_drop_is_told_so(void **state)
{
    (void)state;
    int references = 1;
    pd_references_add(&references);
    pd_references_add(&references);
    assert_false(pd_references_drop(&references));
    assert_false(pd_references_drop(&references));
    assert_true(pd_references_drop(&references));
}

static void *add_and_drop(void *arg)
{
    shared *s = arg;

    for (int i = 0; i < TURNS; i++) {
        pd_references_add(&s->references);
        if (pd_references_drop(&s->references)) __atomic_add_fetch(&s->lasts, 1, __ATOMIC_RELAXED);
    }

    /* The thread's own reference. */
    if (pd_references_drop(&s->references)) __atomic_add_fetch(&s->lasts, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void exactly_one_of_several_threads_drops_the_last(void **state)
{
    (void)state;
    shared s = {.references = THREADS};
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, add_and_drop, &s), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_int_equal(s.lasts, 1);
    assert_int_equal(s.references, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_drop_is_told_so),
        cmocka_unit_test(exactly_one_of_several_threads_drops_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
