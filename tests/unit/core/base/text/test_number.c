/* Tests how numbers are written and read. Fixed numbers are compared with printf on random bits; shortest
 * numbers must read back to the same bits, and no shorter text may. */
#include "core/base/text/number.h"
#include "core/base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *fixed(float value, int digits)
{
    static char text[PD_IO_NUMBER_BYTES + 1];
    text[pd_io_number_fixed(text, value, digits)] = 0;
    return text;
}

static const char *shortest(float value)
{
    static char text[PD_IO_NUMBER_BYTES + 1];
    text[pd_io_number_shortest(text, value)] = 0;
    return text;
}

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void fixed_numbers_drop_trailing_zeros(void **state)
{
    (void)state;
    assert_string_equal(fixed(1.5f, 6), "1.5");
    assert_string_equal(fixed(2, 6), "2");
    assert_string_equal(fixed(100, 6), "100");
    assert_string_equal(fixed(0.001f, 6), "0.001");
    assert_string_equal(fixed(-0.25f, 1), "-0.2");
    assert_string_equal(fixed(123456.789f, 3), "123456.789");
    assert_string_equal(fixed(0.1f, 9), "0.100000001");
    assert_string_equal(fixed(9.96f, 1), "10");
    assert_string_equal(fixed(7.5f, 0), "8");
}

static void a_negative_zero_loses_its_sign_in_fixed_and_keeps_it_in_shortest(void **state)
{
    (void)state;
    assert_string_equal(fixed(-0.0f, 6), "0");
    assert_string_equal(fixed(-1e-9f, 6), "0");
    assert_string_equal(shortest(-0.0f), "-0");
    assert_true(signbit(strtof(shortest(-0.0f), NULL)));
}

static void huge_fixed_numbers_are_whole(void **state)
{
    (void)state;
    assert_string_equal(fixed(3.4028235e38f, 6), "340282346638528859811704183484516925440");
    assert_string_equal(fixed(-1e10f, 6), "-10000000000");
}

/* The expected text is that of printf without its trailing zeros. */
static void fixed_numbers_equal_printf_over_random_bits(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = 0; i < 400000; i++) {
        float value = from_bits((uint32_t)pd_rng_next(&rng));
        if (i & 1) value = (float)(4 * pd_rng_uniform(&rng) - 2);
        if (!isfinite(value)) continue;
        int digits = pd_rng_below(&rng, 10);
        char want[80];
        snprintf(want, sizeof want, "%.*f", digits, (double)value);
        if (strchr(want, '.')) {
            char *end = want + strlen(want);
            while (end[-1] == '0') *--end = 0;
            if (end[-1] == '.') end[-1] = 0;
        }
        if (!strcmp(want, "-0")) memcpy(want, "0", 2);
        assert_string_equal(fixed(value, digits), want);
    }
}

static void shortest_numbers_look_as_expected(void **state)
{
    (void)state;
    assert_string_equal(shortest(0), "0");
    assert_string_equal(shortest(0.1f), "0.1");
    assert_string_equal(shortest(-1.5f), "-1.5");
    assert_string_equal(shortest(120), "120");
    assert_string_equal(shortest(16777216), "16777216");
    assert_string_equal(shortest(1e-5f), "0.00001");
    assert_string_equal(shortest(1e-6f), "1e-6");
    assert_string_equal(shortest(1.5e20f), "1.5e20");
    assert_string_equal(shortest(3.4028235e38f), "3.4028235e38");
    assert_string_equal(shortest(1.1754944e-38f), "1.1754944e-38");
    assert_string_equal(shortest(1e-45f), "1e-45");
    assert_string_equal(shortest(0.33333334f), "0.33333334");
    assert_string_equal(shortest(123456789), "123456790");
}

/* Returns the number of significant digits of a text. */
static int significant(const char *text)
{
    int count = 0, zeros = 0, started = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9') continue;
        started |= *text != '0';
        if (started) zeros = *text == '0' ? zeros + 1 : 0, count++;
    }
    return count - zeros;
}

static void shortest_numbers_read_back_to_the_same_bits_and_none_shorter_does(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 12);
    for (int i = 0; i < 400000; i++) {
        uint32_t bits = (uint32_t)pd_rng_next(&rng);
        if (i < 512) bits = (uint32_t)i << 23; /* powers of two: uneven neighbours */
        float value = from_bits(bits);
        if (!isfinite(value)) continue;
        const char *text = shortest(value);
        float again = strtof(text, NULL);
        assert_memory_equal(&again, &value, sizeof value);
        int digits = significant(text);
        if (digits < 2) continue;
        char shorter[40];
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, (double)value);
        assert_true(strtof(shorter, NULL) != value);
    }
}

static void arrays_are_separated_and_long_ones_cross_runs(void **state)
{
    (void)state;
    pd_buffer out = {0};
    float values[1500];
    for (int i = 0; i < 1500; i++) values[i] = (float)i;
    assert_int_equal(pd_io_numbers_fixed(&out, values, 1500, 6, ',', "/x", NULL), PD_OK);
    pd_buffer_add(&out, "", 1);
    char *at = (char *)out.data;
    for (int i = 0; i < 1500; i++, at++) assert_int_equal(strtol(at, &at, 10), i);
    pd_buffer_clear(&out);
    assert_int_equal(pd_io_numbers_shortest(&out, values, 0, ',', "/x", NULL), PD_OK);
    assert_int_equal(out.size, 0);
    pd_buffer_deinit(&out);
}

static void nan_and_infinity_are_refused_with_their_index(void **state)
{
    (void)state;
    pd_buffer out = {0};
    pd_error err;
    float values[700] = {0};
    values[600] = NAN;
    assert_int_equal(pd_io_numbers_fixed(&out, values, 700, 6, ',', "/vertices", &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/vertices/600");
    values[3] = -INFINITY;
    assert_int_equal(pd_io_numbers_shortest(&out, values, 700, ',', "/betas", &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/betas/3");
    assert_int_equal(pd_io_numbers_fixed(&out, values, 1, 10, ',', "/x", &err), PD_ERR_RANGE);
    assert_int_equal(out.size, 0);
    pd_buffer_deinit(&out);
}

static void json_strings_escape_forbidden_characters(void **state)
{
    (void)state;
    pd_buffer out = {0};
    pd_io_json_string(&out, "a\"b\\c\n\xc3\xa9");
    pd_buffer_add(&out, "", 1);
    assert_string_equal((char *)out.data, "\"a\\\"b\\\\c\\u000a\xc3\xa9\"");
    pd_buffer_deinit(&out);
}

static void numbers_are_read_up_to_the_first_that_is_none(void **state)
{
    (void)state;
    double out[3] = {7, 7, 7};
    assert_int_equal(pd_io_numbers_read(out, 3, " 1 -2.5\t3e2 4"), 3);
    assert_true(out[0] == 1 && out[1] == -2.5 && out[2] == 300);
    assert_int_equal(pd_io_numbers_read(out, 3, "5 x 6"), 1);
    assert_true(out[0] == 5);
    assert_int_equal(pd_io_numbers_read(out, 3, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_numbers_drop_trailing_zeros),
        cmocka_unit_test(a_negative_zero_loses_its_sign_in_fixed_and_keeps_it_in_shortest),
        cmocka_unit_test(huge_fixed_numbers_are_whole),
        cmocka_unit_test(fixed_numbers_equal_printf_over_random_bits),
        cmocka_unit_test(shortest_numbers_look_as_expected),
        cmocka_unit_test(shortest_numbers_read_back_to_the_same_bits_and_none_shorter_does),
        cmocka_unit_test(arrays_are_separated_and_long_ones_cross_runs),
        cmocka_unit_test(nan_and_infinity_are_refused_with_their_index),
        cmocka_unit_test(json_strings_escape_forbidden_characters),
        cmocka_unit_test(numbers_are_read_up_to_the_first_that_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
