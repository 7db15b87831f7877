/* Tests the cache of replies: the bytes of the whole key, eviction of the least recently used, and entries
 * that are still in use when they are dropped. */
#include "server/http/reply_cache.h"
#include "tests/support/checked_locks.h"
#include "tests/support/reply_key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A memory account that only counts. */
static size_t held;

static void add(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx;
    assert_int_equal(use, PD_API_MEMORY_REPLIES);
    held += bytes;
}

static void give(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx;
    assert_int_equal(use, PD_API_MEMORY_REPLIES);
    assert_true(bytes <= held);
    held -= bytes;
}

static const pd_api_host host = {.memory_add = add, .memory_give = give};

/* Returns a reply of `size` bytes of the value `fill`. */
static pd_api_reply reply_of(size_t size, unsigned char fill)
{
    pd_api_reply reply = {.status = 200, .content_type = "model/gltf-binary"};
    memset(pd_buffer_extend(&reply.body, size), fill, size);
    return reply;
}

/* Stores a reply and ends the caller's use of it. */
static bool keep(pd_srv_reply_cache *cache, const char *name, size_t budget, size_t size, unsigned char fill)
{
    const pd_srv_not_modified_key key = key_of(name, NULL);
    pd_api_reply reply = reply_of(size, fill);
    pd_srv_kept_reply *kept = pd_srv_reply_cache_keep(cache, &key, budget, &reply);
    assert_int_equal(reply.body.size, kept ? 0 : size);
    pd_buffer_deinit(&reply.body);
    pd_srv_kept_reply_release(kept);
    return kept != NULL;
}

static bool has(pd_srv_reply_cache *cache, const char *name)
{
    const pd_srv_not_modified_key key = key_of(name, NULL);
    pd_srv_kept_reply *kept = pd_srv_reply_cache_find(cache, &key);
    pd_srv_kept_reply_release(kept);
    return kept != NULL;
}

static void a_reply_is_found_with_its_bytes_for_its_whole_key_only(void **state)
{
    (void)state;
    pd_srv_reply_cache *cache = pd_srv_reply_cache_new(&host);
    const pd_srv_not_modified_key key = key_of("/a", "b");
    pd_api_reply reply = reply_of(1000, 7);

    pd_srv_kept_reply *stored = pd_srv_reply_cache_keep(cache, &key, 1 << 20, &reply);
    assert_non_null(stored);
    pd_srv_kept_reply *found = pd_srv_reply_cache_find(cache, &key);
    assert_ptr_equal(found, stored);
    const pd_api_reply *read = pd_srv_kept_reply_read(found);
    assert_int_equal(read->status, 200);
    assert_string_equal(read->content_type, "model/gltf-binary");
    assert_int_equal(read->body.size, 1000);
    for (size_t i = 0; i < 1000; i++) assert_int_equal(read->body.data[i], 7);
    pd_srv_kept_reply_release(found);
    pd_srv_kept_reply_release(stored);

    const pd_srv_not_modified_key others[] = {key_of("/a", "c"), key_of("/ab", ""), key_of("/a", NULL),
                                              key_of("/b", "b")};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(pd_srv_reply_cache_find(cache, &others[i]));
    pd_srv_reply_cache_free(cache);
    assert_int_equal(held, 0);
}

static void the_least_recently_used_reply_makes_room(void **state)
{
    (void)state;
    pd_srv_reply_cache *cache = pd_srv_reply_cache_new(&host);

    /* Three replies fit, with their data beside the bytes. "a" is used again, so "b" is evicted first. */
    assert_true(keep(cache, "a", 1 << 20, 25000, 1));
    const size_t one = pd_srv_reply_cache_bytes(cache), budget = 3 * one + one / 2;
    assert_true(one > 25000);
    assert_true(keep(cache, "b", budget, 25000, 2));
    assert_true(keep(cache, "c", budget, 25000, 3));
    assert_true(has(cache, "a"));
    assert_true(keep(cache, "d", budget, 25000, 4));
    assert_true(pd_srv_reply_cache_bytes(cache) <= budget);
    assert_true(has(cache, "a"));
    assert_false(has(cache, "b"));
    assert_true(has(cache, "c"));
    assert_true(has(cache, "d"));
    assert_int_equal(held, pd_srv_reply_cache_bytes(cache));

    /* A second reply with the same key replaces the first. */
    const size_t before = pd_srv_reply_cache_bytes(cache);
    assert_true(keep(cache, "d", budget, 25000, 5));
    assert_int_equal(pd_srv_reply_cache_bytes(cache), before);
    const pd_srv_not_modified_key d = key_of("d", NULL);
    pd_srv_kept_reply *found = pd_srv_reply_cache_find(cache, &d);
    assert_int_equal(pd_srv_kept_reply_read(found)->body.data[0], 5);
    pd_srv_kept_reply_release(found);
    pd_srv_reply_cache_free(cache);
    assert_int_equal(held, 0);
}

static void the_number_of_replies_is_bounded(void **state)
{
    (void)state;
    pd_srv_reply_cache *cache = pd_srv_reply_cache_new(&host);
    char name[16];

    for (int i = 0; i <= PD_SRV_REPLY_CACHE_ENTRIES; i++) {
        snprintf(name, sizeof name, "%d", i);
        assert_true(keep(cache, name, (size_t)1 << 30, 10, 1));
    }
    assert_false(has(cache, "0"));
    assert_true(has(cache, "1"));
    snprintf(name, sizeof name, "%d", PD_SRV_REPLY_CACHE_ENTRIES);
    assert_true(has(cache, name));
    pd_srv_reply_cache_free(cache);
}

static void replies_too_large_or_other_than_200_are_not_stored(void **state)
{
    (void)state;
    pd_srv_reply_cache *cache = pd_srv_reply_cache_new(&host);
    char path[PD_SRV_NOT_MODIFIED_KEY_BYTES + 2];

    assert_false(keep(cache, "large", 100000, 50000, 1)); /* more than half the budget with its entry */
    assert_true(keep(cache, "half", 100000, 40000, 1));
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = 0;
    assert_false(keep(cache, path, 100000, 10, 1));
    assert_false(has(cache, path));

    const pd_srv_not_modified_key key = key_of("part", NULL);
    pd_api_reply part = reply_of(10, 1);
    part.status = 206;
    assert_null(pd_srv_reply_cache_keep(cache, &key, 100000, &part));
    pd_buffer_deinit(&part.body);
    pd_srv_reply_cache_free(cache);
}

static void a_dropped_reply_stays_until_its_last_user_releases_it(void **state)
{
    (void)state;
    pd_srv_reply_cache *cache = pd_srv_reply_cache_new(&host);
    const pd_srv_not_modified_key key = key_of("a", NULL);
    pd_api_reply reply = reply_of(5000, 9);

    pd_srv_kept_reply *kept = pd_srv_reply_cache_keep(cache, &key, 1 << 20, &reply);
    assert_true(pd_srv_reply_cache_clear(cache));
    assert_false(pd_srv_reply_cache_clear(cache));
    assert_false(has(cache, "a"));
    assert_int_equal(pd_srv_reply_cache_bytes(cache), 0);
    assert_true(held > 5000); /* the memory is still in use */
    pd_srv_reply_cache_free(cache);
    assert_int_equal(pd_srv_kept_reply_read(kept)->body.data[4999], 9);
    pd_srv_kept_reply_release(kept);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reply_is_found_with_its_bytes_for_its_whole_key_only),
        cmocka_unit_test(the_least_recently_used_reply_makes_room),
        cmocka_unit_test(the_number_of_replies_is_bounded),
        cmocka_unit_test(replies_too_large_or_other_than_200_are_not_stored),
        cmocka_unit_test(a_dropped_reply_stays_until_its_last_user_releases_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
