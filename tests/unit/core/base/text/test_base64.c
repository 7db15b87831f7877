/* Base64 in both alphabets against the test vectors of RFC 4648, section 10. */
#include "core/base/text/base64.h"
#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Returns whether a text has a form and decodes to these bytes. */
static bool decodes_to(pd_base64_form form, const char *text, const char *bytes)
{
    unsigned char out[64];
    const size_t size = pd_base64_decode(out, sizeof out, text, strlen(text), form);
    return size == strlen(bytes) && !memcmp(out, bytes, size);
}

/* Returns whether a text of `size` characters does not have a form. */
static bool is_refused(pd_base64_form form, const char *text, size_t size)
{
    unsigned char out[64];
    return pd_base64_decode(out, sizeof out, text, size, form) == SIZE_MAX;
}

static void the_vectors_of_the_rfc_decode_in_each_form(void **state)
{
    (void)state;
    static const char *const rows[][3] = {{"", "", ""},
                                          {"Zg==", "Zg", "f"},
                                          {"Zm8=", "Zm8", "fo"},
                                          {"Zm9v", "Zm9v", "foo"},
                                          {"Zm9vYg==", "Zm9vYg", "foob"},
                                          {"Zm9vYmE=", "Zm9vYmE", "fooba"},
                                          {"Zm9vYmFy", "Zm9vYmFy", "foobar"}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        assert_true(decodes_to(PD_BASE64_LENIENT, rows[r][0], rows[r][2]));
        assert_true(decodes_to(PD_BASE64_LENIENT, rows[r][1], rows[r][2]));
        assert_true(decodes_to(PD_BASE64_PADDED, rows[r][0], rows[r][2]));
        assert_true(decodes_to(PD_BASE64_URL, rows[r][1], rows[r][2]));
    }

    /* The two characters that differ, and the example of RFC 7515, appendix C. */
    assert_true(decodes_to(PD_BASE64_PADDED, "//79", "\xff\xfe\xfd"));
    assert_true(decodes_to(PD_BASE64_URL, "__79", "\xff\xfe\xfd"));
    assert_true(decodes_to(PD_BASE64_URL, "A-z_4ME", "\x03\xec\xff\xe0\xc1"));
}

static void the_lenient_form_skips_white_space_and_refuses_other_characters(void **state)
{
    (void)state;
    static const char *const wrong[] = {"Zm9*", "Zm8=v", "Zm8=!", "-_-_"};

    assert_true(decodes_to(PD_BASE64_LENIENT, "Zm\r\n9v Yg==\n", "foob"));
    for (size_t t = 0; t < sizeof wrong / sizeof *wrong; t++)
        assert_true(is_refused(PD_BASE64_LENIENT, wrong[t], strlen(wrong[t])));
    assert_true(is_refused(PD_BASE64_LENIENT, "Zm\0v", 4));
}

static void the_strict_forms_accept_only_the_text_that_an_encoder_writes(void **state)
{
    (void)state;
    static const char *const wrong_url[] = {"Z",    "Zm9vY", "Zg==", "Zm8=", "Zm9v ",  " Zm9v", "Zm\n9v",
                                            "//79", "++79",  "Zh",   "Zm9",  "Zm9vYh", "Zm.v",  "Zm\xc3\xa4"};
    static const char *const wrong_padded[] = {
        "Z", "Zg", "Zg=", "Zm8", "Z===", "====", "Zh==", "Zm9=", "__79", "Zm9v ", "Zg==Zg==", "Zm 9v==="};

    for (size_t t = 0; t < sizeof wrong_url / sizeof *wrong_url; t++)
        if (!is_refused(PD_BASE64_URL, wrong_url[t], strlen(wrong_url[t])))
            fail_msg("\"%s\" was decoded", wrong_url[t]);
    for (size_t t = 0; t < sizeof wrong_padded / sizeof *wrong_padded; t++)
        if (!is_refused(PD_BASE64_PADDED, wrong_padded[t], strlen(wrong_padded[t])))
            fail_msg("\"%s\" was decoded", wrong_padded[t]);
}

static void a_text_longer_than_its_room_is_refused(void **state)
{
    (void)state;
    unsigned char out[3];

    assert_int_equal(pd_base64_decode(out, 3, "Zm9v", 4, PD_BASE64_URL), 3);
    assert_true(pd_base64_decode(out, 2, "Zm9v", 4, PD_BASE64_URL) == SIZE_MAX);
    assert_true(pd_base64_decode(out, 2, "Zm9v", 4, PD_BASE64_LENIENT) == SIZE_MAX);
}

/* All bytes, at every length to 3 times 256, decoded in the text's own place. */
static void encoded_bytes_decode_in_place(void **state)
{
    (void)state;
    static const pd_base64_form forms[] = {PD_BASE64_LENIENT, PD_BASE64_PADDED};
    unsigned char bytes[768];

    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(7 * i + i / 256);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
            pd_buffer text = {0};
            pd_base64_encode(&text, bytes, size);
            assert_int_equal(
                pd_base64_decode(text.data, text.size, (const char *)text.data, text.size, forms[f]), size);
            if (size) assert_memory_equal(text.data, bytes, size);
            pd_buffer_deinit(&text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_the_rfc_decode_in_each_form),
        cmocka_unit_test(the_lenient_form_skips_white_space_and_refuses_other_characters),
        cmocka_unit_test(the_strict_forms_accept_only_the_text_that_an_encoder_writes),
        cmocka_unit_test(a_text_longer_than_its_room_is_refused),
        cmocka_unit_test(encoded_bytes_decode_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
