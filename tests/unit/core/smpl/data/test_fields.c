/* Tests how arrays of a model file are read: shapes, types, ranges, and the names in errors. */
#include "core/smpl/data/fields.h"

#include "tests/support/cmocka.h"

#include <stdlib.h>

static void an_open_length_of_a_shape_takes_any_value_and_the_others_must_match(void **state)
{
    (void)state;
    static const float values[24];
    const size_t any[3] = {2, PD_SMPL_ANY, 4}, exact[3] = {2, 3, 4}, other[3] = {2, 3, 5};
    pd_array array = pd_array_of(PD_DTYPE_F32, values, 3, exact);
    pd_error err = {0};
    assert_int_equal(pd_smpl_field_shape(&array, "a", 3, any, &err), PD_OK);
    assert_int_equal(pd_smpl_field_shape(&array, "a", 3, exact, &err), PD_OK);
    assert_int_equal(pd_smpl_field_shape(&array, "weights", 3, other, &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "weights");
    assert_string_equal(err.detail, "shape (2, 3, 4); (2, 3, 5) expected");
    assert_int_equal(pd_smpl_field_shape(&array, "a", 2, any, &err), PD_ERR_FORMAT);
    assert_string_equal(err.detail, "shape (2, 3, 4); (2, any) expected");
}

static void numbers_are_read_from_arrays_of_float_double_and_int(void **state)
{
    (void)state;
    static const float values[5] = {0, -3, 7, 2, 5};
    pd_array array = pd_array_of(PD_DTYPE_F32, values, 1, (size_t[]){5});
    float *f = NULL;
    double *d = NULL;
    assert_int_equal(pd_smpl_field_f32(&f, &array, "a", NULL), PD_OK);
    assert_int_equal(pd_smpl_field_f64(&d, &array, "a", NULL), PD_OK);
    for (int i = 0; i < 5; i++) assert_true(f[i] == values[i] && d[i] == (double)values[i]);
    free(f), free(d);
}

static void an_integer_out_of_range_is_refused_with_its_index(void **state)
{
    (void)state;
    const int64_t values[4] = {-2, 0, 9, 4};
    pd_array array = pd_array_of(PD_DTYPE_I64, values, 1, (size_t[]){4});
    int *out = NULL, *kept = out;
    pd_error err = {0};
    assert_int_equal(pd_smpl_field_int(&out, &array, "parents", -2, 9, &err), PD_OK);
    for (int i = 0; i < 4; i++) assert_int_equal(out[i], values[i]);
    free(out), out = kept;
    assert_int_equal(pd_smpl_field_int(&out, &array, "parents", -1, 9, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "parents[0]");
    assert_string_equal(err.detail, "-2; -1 to 9 allowed");
    assert_int_equal(pd_smpl_field_int(&out, &array, "parents", -2, 8, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "parents[2]");
    assert_ptr_equal(out, kept);
}

static void allocated_memory_is_zero_and_not_null_even_for_no_elements(void **state)
{
    (void)state;
    int *p = NULL;
    assert_int_equal(pd_smpl_field_alloc(&p, 0, sizeof *p, "a", NULL), PD_OK);
    assert_non_null(p);
    free(p);
    assert_int_equal(pd_smpl_field_alloc(&p, 100, sizeof *p, "a", NULL), PD_OK);
    for (int i = 0; i < 100; i++) assert_int_equal(p[i], 0);
    free(p);
}

static void a_count_above_its_limit_is_refused(void **state)
{
    (void)state;
    int n = -1;
    pd_error err = {0};
    assert_int_equal(pd_smpl_field_count(&n, 300, 300, "betas", &err), PD_OK);
    assert_int_equal(n, 300);
    assert_int_equal(pd_smpl_field_count(&n, 301, 300, "betas", &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "a length of 301; at most 300 allowed");
    assert_int_equal(n, 300);
}

static void an_error_names_the_file_once_before_the_field(void **state)
{
    (void)state;
    pd_error err = {.status = PD_ERR_FORMAT, .where = "weights"};
    assert_int_equal(pd_smpl_field_place(PD_ERR_FORMAT, "a.npz", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "a.npz: weights");
    assert_int_equal(pd_smpl_field_place(PD_ERR_FORMAT, "a.npz", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "a.npz: weights");
    pd_error whole = {.status = PD_ERR_FORMAT, .where = "a.npz"};
    pd_smpl_field_place(PD_ERR_FORMAT, "a.npz", &whole);
    assert_string_equal(whole.where, "a.npz");
    assert_int_equal(pd_smpl_field_place(PD_OK, "b.npz", &err), PD_OK);
    assert_string_equal(err.where, "a.npz: weights");
    assert_int_equal(pd_smpl_field_place(PD_ERR_MEMORY, "b.npz", NULL), PD_ERR_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_length_of_a_shape_takes_any_value_and_the_others_must_match),
        cmocka_unit_test(numbers_are_read_from_arrays_of_float_double_and_int),
        cmocka_unit_test(an_integer_out_of_range_is_refused_with_its_index),
        cmocka_unit_test(allocated_memory_is_zero_and_not_null_even_for_no_elements),
        cmocka_unit_test(a_count_above_its_limit_is_refused),
        cmocka_unit_test(an_error_names_the_file_once_before_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
