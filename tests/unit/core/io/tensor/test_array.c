#include "tests/support/cmocka.h"

#include "core/io/tensor/array.h"

static void every_half_float_reads_and_rounds_back(void **state)
{
    (void)state;
    for (unsigned h = 0; h < 65536; h++) {
        float value = pd_half_to_float((uint16_t)h);
        if (isnan(value))
            assert_true(isnan(pd_half_to_float(pd_half_from_float(value))));
        else
            assert_int_equal(pd_half_from_float(value), h);
    }
}

static void halves_round_to_the_nearest_and_ties_to_even(void **state)
{
    (void)state;
    assert_int_equal(pd_half_from_float(1.0f + 0x1p-11f), 0x3c00);     /* tie: down to even  */
    assert_int_equal(pd_half_from_float(1.0f + 3 * 0x1p-11f), 0x3c02); /* tie: up to even    */
    assert_int_equal(pd_half_from_float(1.0f + 0x1.002p-11f), 0x3c01); /* just above the tie */
    assert_int_equal(pd_half_from_float(2.0f - 0x1p-12f), 0x4000);     /* carries            */
    assert_int_equal(pd_half_from_float(65519.0f), 0x7bff);
    assert_int_equal(pd_half_from_float(65520.0f), 0x7c00);
    assert_int_equal(pd_half_from_float(-0x1p-24f), 0x8001); /* smallest subnormal */
    assert_int_equal(pd_half_from_float(0x1p-26f), 0);
}

static void elements_are_read_in_any_order(void **state)
{
    (void)state;
    /* [[1, 2, 3], [4, 5, 6]] as big-endian int16 in Fortran order */
    static const unsigned char bytes[] = {0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0xff, 0xfa};
    const size_t shape[2] = {2, 3};
    pd_array array = pd_array_of(PD_DTYPE_I16, bytes, 2, shape);
    float f[6];
    double d[6];
    int64_t i[6];
    array.big_endian = array.fortran = 1;
    assert_int_equal(pd_array_f32(f, &array, "a", NULL), PD_OK);
    assert_int_equal(pd_array_f64(d, &array, "a", NULL), PD_OK);
    assert_int_equal(pd_array_i64(i, &array, "a", NULL), PD_OK);
    for (int k = 0; k < 6; k++) {
        int want = k < 5 ? k + 1 : -6;
        assert_int_equal((int)f[k], want);
        assert_int_equal((int)d[k], want);
        assert_int_equal(i[k], want);
    }
}

static void numbers_that_do_not_fit_are_named(void **state)
{
    (void)state;
    const double values[] = {1, 1e300, 0.5};
    const uint64_t huge[] = {UINT64_MAX};
    const size_t three = 3, one = 1;
    pd_array array = pd_array_of(PD_DTYPE_F64, values, 1, &three);
    float f[3];
    int64_t i[3];
    pd_error err = {0};
    assert_int_equal(pd_array_f32(f, &array, "weights", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "weights[1]");
    assert_int_equal(pd_array_i64(i, &array, "f", &err), PD_ERR_RANGE);
    array = pd_array_of(PD_DTYPE_F64, values + 2, 1, &one);
    assert_int_equal(pd_array_i64(i, &array, "f", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "f[0]");
    array = pd_array_of(PD_DTYPE_U64, huge, 1, &one);
    assert_int_equal(pd_array_i64(i, &array, "f", &err), PD_ERR_RANGE);
    array.dtype = PD_DTYPE_OBJECT;
    assert_int_equal(pd_array_i64(i, &array, "f", &err), PD_ERR_FORMAT);
}

static void brain_floats_and_booleans_are_numbers(void **state)
{
    (void)state;
    static const unsigned char bf16[] = {0x80, 0x3f, 0x20, 0xc0}, flags[] = {1, 0};
    const size_t two = 2;
    float f[2];
    pd_array array = pd_array_of(PD_DTYPE_BF16, bf16, 1, &two);
    assert_int_equal(pd_array_f32(f, &array, "a", NULL), PD_OK);
    assert_true(f[0] == 1.0f && f[1] == -2.5f);
    array = pd_array_of(PD_DTYPE_BOOL, flags, 1, &two);
    assert_int_equal(pd_array_f32(f, &array, "a", NULL), PD_OK);
    assert_true(f[0] == 1.0f && f[1] == 0.0f);
}

static void a_shape_that_wraps_is_found_out(void **state)
{
    (void)state;
    pd_array array = {.dtype = PD_DTYPE_F64, .item_bytes = 8, .rank = 2, .shape = {SIZE_MAX / 2, 3}};
    assert_false(pd_array_measure(&array));
    array.shape[1] = 1;
    assert_false(pd_array_measure(&array)); /* the product fits, its bytes do not */
    array.shape[0] = 3;
    assert_true(pd_array_measure(&array));
    assert_int_equal(array.data_bytes, 24);
}

static void fixed_length_texts_become_utf8(void **state)
{
    (void)state;
    static const uint32_t wide[] = {'f', 0xe9, 0x4e2d, 0};
    static const char narrow[] = {'m', 'a', 'l', 'e', 0, 0};
    char text[16];
    pd_array array = pd_array_of(PD_DTYPE_UTF32, wide, 0, NULL);
    array.item_bytes = array.data_bytes = sizeof wide;
    assert_int_equal(pd_array_text(text, sizeof text, &array, "a", NULL), PD_OK);
    assert_string_equal(text, "f\xc3\xa9\xe4\xb8\xad");
    assert_int_equal(pd_array_text(text, 5, &array, "a", NULL), PD_OK);
    assert_string_equal(text, "f\xc3\xa9");
    array = pd_array_of(PD_DTYPE_CHARS, narrow, 0, NULL);
    array.item_bytes = array.data_bytes = sizeof narrow;
    assert_int_equal(pd_array_text(text, sizeof text, &array, "a", NULL), PD_OK);
    assert_string_equal(text, "male");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_float_reads_and_rounds_back),
        cmocka_unit_test(halves_round_to_the_nearest_and_ties_to_even),
        cmocka_unit_test(elements_are_read_in_any_order),
        cmocka_unit_test(numbers_that_do_not_fit_are_named),
        cmocka_unit_test(brain_floats_and_booleans_are_numbers),
        cmocka_unit_test(a_shape_that_wraps_is_found_out),
        cmocka_unit_test(fixed_length_texts_become_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
