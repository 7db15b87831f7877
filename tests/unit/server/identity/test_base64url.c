/* Tests the decoder of base64url with the vectors of RFC 4648. Texts that no encoder writes are refused. */
#include "server/identity/base64url.h"

#include "tests/support/cmocka.h"

#include <string.h>

static bool decodes_to(const char *text, const char *bytes)
{
    unsigned char out[64];
    size_t size;
    return pd_srv_base64url_decode(out, sizeof out, &size, text, strlen(text)) && size == strlen(bytes) &&
           !memcmp(out, bytes, size);
}

static void the_vectors_of_rfc_4648_decode_without_their_padding(void **state)
{
    (void)state;
    assert_true(decodes_to("", ""));
    assert_true(decodes_to("Zg", "f"));
    assert_true(decodes_to("Zm8", "fo"));
    assert_true(decodes_to("Zm9v", "foo"));
    assert_true(decodes_to("Zm9vYg", "foob"));
    assert_true(decodes_to("Zm9vYmE", "fooba"));
    assert_true(decodes_to("Zm9vYmFy", "foobar"));
    assert_true(decodes_to("__79", "\xff\xfe\xfd")); /* the two characters that differ from base64 */
    assert_true(decodes_to("A-z_4ME", "\x03\xec\xff\xe0\xc1")); /* RFC 7515, appendix C */
}

static void only_the_text_that_an_encoder_writes_is_accepted(void **state)
{
    (void)state;
    static const char *const wrong[] = {"Z",    "Zm9vY", "Zg==", "Zm8=", "Zm9v ",  " Zm9v", "Zm\n9v",
                                        "//79", "++79",  "Zh",   "Zm9",  "Zm9vYh", "Zm.v",  "Zm\xc3\xa4"};
    unsigned char out[64];
    size_t size;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (pd_srv_base64url_decode(out, sizeof out, &size, wrong[i], strlen(wrong[i])))
            fail_msg("\"%s\" was decoded", wrong[i]);
}

static void a_text_longer_than_its_room_is_refused(void **state)
{
    (void)state;
    unsigned char out[3];
    size_t size;
    assert_true(pd_srv_base64url_decode(out, 3, &size, "Zm9v", 4));
    assert_false(pd_srv_base64url_decode(out, 2, &size, "Zm9v", 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_rfc_4648_decode_without_their_padding),
        cmocka_unit_test(only_the_text_that_an_encoder_writes_is_accepted),
        cmocka_unit_test(a_text_longer_than_its_room_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
