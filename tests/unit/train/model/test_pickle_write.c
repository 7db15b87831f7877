/* A dict of arrays as Python's pickle has it: read back by our own reader here, by Python itself in
 * tests/e2e/smplx.py. */
#include "train/model/pickle_write.h"

#include "core/io/tensor/pickle_numpy.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void arrays_and_texts_come_back(void **state)
{
    (void)state;
    const float floats[6] = {1, -2, 3.5f, 0, 5, 6};
    const double doubles[2] = {0.1, -1e300};
    const uint32_t whole[3] = {0, 7, UINT32_MAX};
    const uint8_t bytes[4] = {0, 1, 254, 255};
    const struct {
        const char *key;
        pd_array array;
    } rows[] = {{"floats", pd_array_of(PD_DTYPE_F32, floats, 2, (const size_t[]){2, 3})},
                {"doubles", pd_array_of(PD_DTYPE_F64, doubles, 1, (const size_t[]){2})},
                {"whole", pd_array_of(PD_DTYPE_U32, whole, 1, (const size_t[]){3})},
                {"bytes", pd_array_of(PD_DTYPE_U8, bytes, 3, (const size_t[]){2, 1, 2})},
                {"none", pd_array_of(PD_DTYPE_F32, floats, 2, (const size_t[]){0, 3})}};
    pd_buffer file = {0};
    pd_error err = {0};
    pd_train_pickle_writer w = pd_train_pickle_begin(&file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        pd_train_pickle_add(&w, rows[i].key, &rows[i].array);
    pd_train_pickle_add_text(&w, "text", "caf\xc3\xa9");
    assert_int_equal(pd_train_pickle_end(&w, &err), PD_OK);

    pd_pickle pickle;
    assert_int_equal(pd_pickle_parse(&pickle, file.data, file.size, "x.pkl", &err), PD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_array got;
        const pd_pickle_value *value = pd_pickle_get(pickle.root, rows[i].key);
        assert_non_null(value);
        assert_int_equal(pd_pickle_array(&got, value, rows[i].key, &err), PD_OK);
        assert_int_equal(got.dtype, rows[i].array.dtype);
        assert_int_equal(got.rank, rows[i].array.rank);
        assert_memory_equal(got.shape, rows[i].array.shape, (size_t)got.rank * sizeof *got.shape);
        assert_int_equal(got.data_bytes, rows[i].array.data_bytes);
        if (got.data_bytes) assert_memory_equal(got.data, rows[i].array.data, got.data_bytes);
    }
    pd_pickle_deinit(&pickle);
    pd_buffer_deinit(&file);
}

static void a_value_that_is_too_large_is_named(void **state)
{
    (void)state;
    const float none[1] = {0};
    pd_buffer file = {0};
    pd_error err = {0};
    pd_array wide = pd_array_of(PD_DTYPE_F32, none, 2, (const size_t[]){(size_t)1 << 31, 0});
    pd_array large = pd_array_of(PD_DTYPE_F32, none, 1, (const size_t[]){1});
    large.data_bytes = (size_t)1 << 32; /* not read */
    for (int i = 0; i < 2; i++) {
        pd_train_pickle_writer w = pd_train_pickle_begin(&file);
        pd_train_pickle_add(&w, i ? "large" : "wide", i ? &large : &wide);
        pd_train_pickle_add(&w, "later", &large);
        assert_int_equal(pd_train_pickle_end(&w, &err), PD_ERR_LIMIT);
        assert_string_equal(err.where, i ? "large" : "wide");
    }
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_and_texts_come_back),
        cmocka_unit_test(a_value_that_is_too_large_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
