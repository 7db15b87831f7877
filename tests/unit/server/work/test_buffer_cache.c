/* Tests the cache of large buffers: what is kept, what goes back to the system, and that a buffer that is
 * taken is empty. */
#include "server/work/buffer_cache.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#define KEPT 64000 /* bytes; one buffer may have a fourth */

/* Returns a buffer of exactly that capacity that contains something. */
static pd_buffer filled(size_t capacity)
{
    pd_buffer buffer = {0};
    assert_true(pd_buffer_reserve(&buffer, capacity));
    buffer.capacity = capacity; /* what it counts as */
    pd_buffer_add(&buffer, "old", 3);
    return buffer;
}

/* Gives a buffer to the cache. Returns 1 if the cache has kept it. */
static int give(pd_srv_buffer_cache *cache, size_t capacity)
{
    pd_buffer buffer = filled(capacity), again;
    const void *memory = buffer.data;
    pd_srv_buffer_cache_give(cache, &buffer);
    assert_null(buffer.data);
    assert_int_equal(buffer.size + buffer.capacity, 0);

    again = pd_srv_buffer_cache_take(cache);
    int kept = again.data == memory && again.data;
    assert_int_equal(again.size, 0);
    pd_srv_buffer_cache_give(cache, &again);
    return kept;
}

static void a_buffer_that_does_not_fit_stays_with_the_caller(void **state)
{
    (void)state;
    pd_srv_buffer_cache *cache = pd_srv_buffer_cache_new(KEPT);
    pd_buffer small = filled(KEPT / 4), large = filled(KEPT / 4 + 1);

    assert_true(pd_srv_buffer_cache_keep(cache, &small));
    assert_null(small.data);
    assert_false(pd_srv_buffer_cache_keep(cache, &large));
    assert_non_null(large.data);
    assert_int_equal(large.size, 0);

    pd_buffer_deinit(&large);
    pd_srv_buffer_cache_free(cache);
}

static void a_buffer_that_was_given_is_taken_again_empty(void **state)
{
    (void)state;
    pd_srv_buffer_cache *cache = pd_srv_buffer_cache_new(KEPT);
    pd_buffer none = pd_srv_buffer_cache_take(cache);
    assert_null(none.data);
    pd_srv_buffer_cache_give(cache, &none); /* is nothing */
    assert_null(pd_srv_buffer_cache_take(cache).data);

    pd_buffer a = filled(1000), b = filled(2000);
    const void *first = a.data, *second = b.data;
    pd_srv_buffer_cache_give(cache, &a);
    pd_srv_buffer_cache_give(cache, &b);
    b = pd_srv_buffer_cache_take(cache); /* the last one given: it is still in the processor's cache */
    a = pd_srv_buffer_cache_take(cache);
    assert_ptr_equal(b.data, second);
    assert_ptr_equal(a.data, first);
    assert_int_equal(a.capacity, 1000);
    pd_buffer_deinit(&a);
    pd_buffer_deinit(&b);
    pd_srv_buffer_cache_free(cache);
    pd_srv_buffer_cache_free(NULL);
}

static void a_buffer_of_more_than_a_fourth_goes_back(void **state)
{
    (void)state;
    pd_srv_buffer_cache *cache = pd_srv_buffer_cache_new(KEPT);
    assert_int_equal(give(cache, KEPT / 4), 1);
    assert_int_equal(give(cache, KEPT / 4 + 1), 0);
    pd_srv_buffer_cache_free(cache);
}

static void no_more_bytes_than_allowed_are_kept(void **state)
{
    (void)state;
    pd_srv_buffer_cache *cache = pd_srv_buffer_cache_new(KEPT);
    pd_buffer taken[8];
    for (int i = 0; i < 6; i++) {
        pd_buffer buffer = filled(KEPT / 5);
        pd_srv_buffer_cache_give(cache, &buffer);
        assert_null(buffer.data);
    }
    for (int i = 0; i < 6; i++) taken[i] = pd_srv_buffer_cache_take(cache);
    for (int i = 0; i < 6; i++) assert_int_equal(taken[i].data != NULL, i < 5);

    taken[5] = filled(KEPT / 5);
    for (int i = 0; i < 6; i++)
        pd_srv_buffer_cache_give(cache, &taken[i]); /* what was taken counts no longer */
    for (int i = 0; i < 6; i++) {
        pd_buffer buffer = pd_srv_buffer_cache_take(cache);
        assert_int_equal(buffer.data != NULL, i < 5);
        pd_buffer_deinit(&buffer);
    }
    pd_srv_buffer_cache_free(cache);
}

static void no_more_buffers_than_slots_are_kept(void **state)
{
    (void)state;
    pd_srv_buffer_cache *cache = pd_srv_buffer_cache_new(KEPT);
    int kept = 0;
    for (int i = 0; i < 100; i++) {
        pd_buffer buffer = filled(16);
        pd_srv_buffer_cache_give(cache, &buffer);
    }
    for (;;) {
        pd_buffer buffer = pd_srv_buffer_cache_take(cache);
        if (!buffer.data) break;
        pd_buffer_deinit(&buffer);
        kept++;
    }
    assert_int_equal(kept, 64);
    pd_srv_buffer_cache_free(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_that_does_not_fit_stays_with_the_caller),
        cmocka_unit_test(a_buffer_that_was_given_is_taken_again_empty),
        cmocka_unit_test(a_buffer_of_more_than_a_fourth_goes_back),
        cmocka_unit_test(no_more_bytes_than_allowed_are_kept),
        cmocka_unit_test(no_more_buffers_than_slots_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
