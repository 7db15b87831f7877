/* Tests numbers of arrays in every type and byte order at the ends of their ranges,
 * half floats, and texts as UTF-8. */
#include "tests/support/cmocka.h"

#include "core/io/tensor/array.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

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

/* As numpy writes it, cut to any room without a byte beyond. */
static void shapes_are_written_as_tuples(void **state)
{
    (void)state;
    static const struct {
        int rank;
        size_t shape[4];
        const char *text;
    } rows[] = {{0, {0}, "()"},
                {1, {6890}, "(6890,)"},
                {2, {6890, 3}, "(6890, 3)"},
                {4, {2, 0, 3, 12345678901}, "(2, 0, 3, 12345678901)"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_array array = pd_array_of(PD_DTYPE_F32, NULL, rows[i].rank, rows[i].shape);
        char text[64];
        assert_string_equal(pd_array_shape_text(&array, text, sizeof text), rows[i].text);
        for (size_t room = 1; room <= strlen(rows[i].text); room++) {
            memset(text, '#', sizeof text);
            pd_array_shape_text(&array, text, room);
            assert_int_equal(strlen(text), room - 1);
            assert_memory_equal(text, rows[i].text, room - 1);
            for (size_t k = room; k < sizeof text; k++) assert_int_equal(text[k], '#');
        }
    }
}

/* Every length of UTF-8 at both of its ends; what is no character ends the text,
 * and so does a room that is too small. */
static void code_points_become_utf8_of_their_length(void **state)
{
    (void)state;
    static const struct {
        uint32_t code;
        const char *utf8;
    } rows[] = {{0x1, "\x01"},
                {0x7f, "\x7f"},
                {0x80, "\xc2\x80"},
                {0x7ff, "\xdf\xbf"},
                {0x800, "\xe0\xa0\x80"},
                {0xd7ff, "\xed\x9f\xbf"},
                {0xe000, "\xee\x80\x80"},
                {0xffff, "\xef\xbf\xbf"},
                {0x10000, "\xf0\x90\x80\x80"},
                {0x10ffff, "\xf4\x8f\xbf\xbf"},
                {0xd800, ""},
                {0xdfff, ""},
                {0x110000, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t codes[3] = {rows[i].code, 'z', 0};
        pd_array array = {.dtype = PD_DTYPE_UTF32,
                          .count = 1,
                          .item_bytes = 12,
                          .data = (const unsigned char *)codes,
                          .data_bytes = 12};
        char text[8], expected[8];
        assert_int_equal(pd_array_text(text, sizeof text, &array, "t", NULL), PD_OK);
        snprintf(expected, sizeof expected, "%s%s", rows[i].utf8, *rows[i].utf8 ? "z" : "");
        assert_string_equal(text, expected);
        size_t length = strlen(rows[i].utf8);
        if (!length) continue;
        assert_int_equal(pd_array_text(text, length + 1, &array, "t", NULL), PD_OK);
        assert_string_equal(text, rows[i].utf8);
        assert_int_equal(pd_array_text(text, length, &array, "t", NULL), PD_OK);
        assert_string_equal(text, "");
    }
}

/* Numbers of every kind, at the ends of what it holds, as integers and as floats. */
static void the_ends_of_every_kind_are_read(void **state)
{
    (void)state;
    static const double whole[] = {0, -1, 0x1p61, -0x1p61, 4611686018427387000.0};
    static const double none[] = {0x1p62, -0x1p62, 0.5, -1e-9, 1e300, INFINITY, NAN};
    pd_error err;
    int64_t out;
    double value;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        pd_array array = pd_array_of(PD_DTYPE_F64, &whole[i], 0, NULL);
        assert_int_equal(pd_array_i64(&out, &array, "n", &err), PD_OK);
        assert_true((double)out == whole[i]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        pd_array array = pd_array_of(PD_DTYPE_F64, &none[i], 0, NULL);
        assert_int_equal(pd_array_i64(&out, &array, "n", &err), PD_ERR_RANGE);
    }

    static const struct {
        pd_dtype dtype;
        uint64_t bits;
        bool fits;
        int64_t integer;
    } rows[] = {{PD_DTYPE_I64, 0x8000000000000000, true, INT64_MIN},
                {PD_DTYPE_I64, INT64_MAX, true, INT64_MAX},
                {PD_DTYPE_U64, INT64_MAX, true, INT64_MAX},
                {PD_DTYPE_U64, 0x8000000000000000, false, 0},
                {PD_DTYPE_I32, 0x80000000, true, INT32_MIN},
                {PD_DTYPE_U32, 0x80000000, true, 0x80000000},
                {PD_DTYPE_I16, 0x8000, true, INT16_MIN},
                {PD_DTYPE_U16, 0xffff, true, 65535},
                {PD_DTYPE_I8, 0x80, true, -128},
                {PD_DTYPE_I8, 0x7f, true, 127},
                {PD_DTYPE_U8, 0xff, true, 255},
                {PD_DTYPE_BOOL, 1, true, 1},
                {PD_DTYPE_F16, 0x3c00, true, 1},
                {PD_DTYPE_BF16, 0x4000, true, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_array array = pd_array_of(rows[i].dtype, &rows[i].bits, 0, NULL);
        assert_int_equal(pd_array_i64(&out, &array, "n", &err), rows[i].fits ? PD_OK : PD_ERR_RANGE);
        if (rows[i].fits) assert_true(out == rows[i].integer);
        if (!rows[i].fits) continue;
        float f;
        assert_int_equal(pd_array_f64(&value, &array, "n", &err), PD_OK);
        assert_true(value == (double)rows[i].integer);
        assert_int_equal(pd_array_f32(&f, &array, "n", &err), PD_OK);
        assert_true(f == (float)rows[i].integer);
    }
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
        cmocka_unit_test(shapes_are_written_as_tuples),
        cmocka_unit_test(code_points_become_utf8_of_their_length),
        cmocka_unit_test(the_ends_of_every_kind_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
