/* Base64 against the test vectors of RFC 4648, section 10, and against what pd_buffer_base64 writes. */
#include "core/base/text/base64.h"
#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void vectors_of_the_rfc_decode(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"", ""},
                                          {"Zg==", "f"},
                                          {"Zm8=", "fo"},
                                          {"Zm9v", "foo"},
                                          {"Zm9vYg==", "foob"},
                                          {"Zm9vYmE=", "fooba"},
                                          {"Zm9vYmFy", "foobar"},
                                          {"Zm8", "fo"},                /* without padding */
                                          {"Zm\r\n9v Yg==\n", "foob"}}; /* blanks */
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        unsigned char out[16];
        const size_t size = pd_base64_decode(out, rows[r][0], strlen(rows[r][0]));
        assert_int_equal(size, strlen(rows[r][1]));
        assert_memory_equal(out, rows[r][1], size);
    }
}

static void another_character_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"Zm9*", "Zm8=v", "Zm8=!", "-_-_"};
    unsigned char out[16];
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        assert_true(pd_base64_decode(out, texts[t], strlen(texts[t])) == SIZE_MAX);
    assert_true(pd_base64_decode(out, "Zm\0v", 4) == SIZE_MAX);
}

/* All bytes, at every length to 3 times 256, decoded in the text's own place. */
static void encoded_bytes_decode_in_place(void **state)
{
    (void)state;
    unsigned char bytes[768];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(7 * i + i / 256);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        pd_buffer text = {0};
        pd_buffer_base64(&text, bytes, size);
        assert_int_equal(pd_base64_decode(text.data, (const char *)text.data, text.size), size);
        if (size) assert_memory_equal(text.data, bytes, size);
        pd_buffer_deinit(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_of_the_rfc_decode),
                                       cmocka_unit_test(another_character_is_refused),
                                       cmocka_unit_test(encoded_bytes_decode_in_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
