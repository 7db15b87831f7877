/* Tests the hash function with the vectors that its authors published. */
#include "core/base/hash.h"
#include "tests/support/cmocka.h"

#include <string.h>

static uint64_t fnv(const char *text)
{
    uint64_t hash = PD_FNV_BEGIN;
    for (; *text; text++) hash = pd_fnv_add(hash, (unsigned char)*text);
    return hash;
}

/* The vectors that its authors publish. */
static void fnv_of_bytes_is_the_published_one(void **state)
{
    (void)state;
    assert_true(fnv("") == 0xcbf29ce484222325u);
    assert_true(fnv("a") == 0xaf63dc4c8601ec8cu);
    assert_true(fnv("foobar") == 0x85944171f73967e8u);
}

static void every_byte_the_length_and_the_seed_count(void **state)
{
    (void)state;
    unsigned char bytes[100] = {0};
    const uint64_t whole = pd_hash64(bytes, sizeof bytes, 1);

    assert_true(whole == pd_hash64(bytes, sizeof bytes, 1));
    assert_true(whole != pd_hash64(bytes, sizeof bytes, 2));
    for (size_t size = 0; size < sizeof bytes; size++) assert_true(pd_hash64(bytes, size, 1) != whole);
    for (size_t i = 0; i < sizeof bytes; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            assert_true(pd_hash64(bytes, sizeof bytes, 1) != whole);
            bytes[i] ^= (unsigned char)(1 << bit);
        }
}

static void a_pair_is_sixteen_bytes(void **state)
{
    (void)state;
    static const uint64_t pairs[][2] = {
        {0, 0}, {1, 0}, {0, 1}, {0x0123456789abcdefu, ~(uint64_t)0}, {7u << 20, 3}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_true(pd_hash64_pair(pairs[i][0], pairs[i][1]) == pd_hash64(pairs[i], sizeof pairs[i], 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fnv_of_bytes_is_the_published_one),
        cmocka_unit_test(every_byte_the_length_and_the_seed_count),
        cmocka_unit_test(a_pair_is_sixteen_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
