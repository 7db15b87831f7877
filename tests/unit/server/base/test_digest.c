/* SHA-256 against FIPS 180-4's examples, hexadecimal text, and the comparison of secrets. */
#include "server/base/digest.h"

#include "tests/support/cmocka.h"

#include <string.h>

static void the_digest_is_that_of_the_standard(void **state)
{
    (void)state;
    unsigned char digest[PD_SRV_SHA256_BYTES];
    char text[2 * PD_SRV_SHA256_BYTES + 1];

    pd_srv_sha256(digest, "abc", 3);
    pd_srv_hex_encode(text, digest, sizeof digest);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    pd_srv_sha256(digest, "", 0);
    pd_srv_hex_encode(text, digest, sizeof digest);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void hexadecimal_text_of_either_case_decodes_and_any_other_text_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",       "00f",    "00ff7",   "00ff7 ",
                                        "00ff7g", "0x00ff", "00ff7f0", " 0ff7f"};
    unsigned char bytes[3];

    assert_true(pd_srv_hex_decode(bytes, 3, "00fF7a"));
    assert_memory_equal(bytes, "\x00\xff\x7a", 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(pd_srv_hex_decode(bytes, 3, wrong[i]));
}

static void bytes_are_compared_to_the_last(void **state)
{
    (void)state;
    assert_true(pd_srv_equal_bytes("abcd", "abcd", 4));
    assert_false(pd_srv_equal_bytes("abcd", "abce", 4));
    assert_true(pd_srv_equal_bytes("abcd", "abce", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_digest_is_that_of_the_standard),
        cmocka_unit_test(hexadecimal_text_of_either_case_decodes_and_any_other_text_is_refused),
        cmocka_unit_test(bytes_are_compared_to_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
