/* Numbers, texts and arrays in the forms in which numpy.savez stores Python's values. Object arrays are
 * written as pickles of protocol 0. */
#include "core/io/tensor/npz_value.h"

#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* numpy's array of objects, of that shape ("(t": 0-d), with these elements, each followed by 'a' */
#define OBJECTS(shape, elements)                                                                             \
    "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n" shape                      \
    "cnumpy\ndtype\n(S'O8'\nI0\nI1\ntR(I3\nS'|'\nNNNI-1\nI-1\nI63\ntbI00\n(l" elements "tb."
#define NUMPY_120                                                                                            \
    "cnumpy.core.multiarray\nscalar\n(cnumpy\ndtype\n(S'f8'\nI0\nI1\ntR(I3\nS'<'\nNNNI-1\nI-1\nI0\ntb"       \
    "S'\\x00\\x00\\x00\\x00\\x00\\x00^@'\ntRa"

typedef struct file {
    pd_buffer bytes;
    pd_npz npz;
} file;

static void make(file *f, const pd_array *array)
{
    *f = (file){0};
    pd_npz_writer w = pd_npz_begin(&f->bytes);
    pd_npz_add(&w, "it", array);
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&f->npz, f->bytes.data, f->bytes.size, "a.npz", NULL), PD_OK);
}

static void end(file *f)
{
    pd_npz_deinit(&f->npz);
    pd_buffer_deinit(&f->bytes);
}

static pd_array objects_of(const char *pickle)
{
    return (pd_array){.dtype = PD_DTYPE_OBJECT,
                      .count = 1,
                      .item_bytes = 8,
                      .data = (const unsigned char *)pickle,
                      .data_bytes = strlen(pickle)};
}

static pd_array chars_of(const char *text, size_t count)
{
    const size_t size = strlen(text);
    return (pd_array){.dtype = PD_DTYPE_CHARS,
                      .rank = count > 1,
                      .shape = {count},
                      .count = count,
                      .item_bytes = size / count,
                      .data = (const unsigned char *)text,
                      .data_bytes = size};
}

static void a_number_is_read_from_every_form(void **state)
{
    (void)state;
    static const double number = 120;
    static const float thrice[3] = {120, 120, 120};
    static const int32_t whole = 120;
    const pd_array forms[] = {
        pd_array_of(PD_DTYPE_F64, &number, 0, NULL),
        PD_ARRAY(PD_DTYPE_I32, &whole, 1),
        PD_ARRAY(PD_DTYPE_F32, thrice, 3), /* one a frame */
        chars_of("120", 1),
        chars_of(" 120.0 ", 1),
        chars_of("b'120'", 1), /* str(b"120") */
        objects_of(OBJECTS("(t", "I120\na")),
        objects_of(OBJECTS("(t", "F120.0\na")),
        objects_of(OBJECTS("(t", "S'120'\na")),
        objects_of(OBJECTS("(t", "V120.0\na")),
        objects_of(OBJECTS("(I1\nt", "F120.0\na")),
        objects_of(OBJECTS("(t", NUMPY_120)),
        objects_of(OBJECTS("(t", "(lI120\naa")), /* [120] */
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        file f;
        double value = 0;
        pd_error err = {0};
        make(&f, &forms[i]);
        if (pd_npz_number(&value, &f.npz, "it", &err)) fail_msg("form %zu: %s: %s", i, err.where, err.detail);
        assert_near(value, 120, 0);
        end(&f);
    }
}

static void a_value_other_than_a_number_is_refused(void **state)
{
    (void)state;
    static const float two[2] = {30, 60};
    static const unsigned char yes[1] = {1};
    const struct {
        pd_array array;
        const char *detail;
    } rows[] = {
        {pd_array_of(PD_DTYPE_BOOL, yes, 0, NULL), "a truth value; a number expected"},
        {chars_of("fast", 1), "the text \"fast\"; a number expected"},
        {PD_ARRAY(PD_DTYPE_F32, two, 2), "2 numbers of shape (2,); one expected"},
        {PD_ARRAY(PD_DTYPE_F32, two, 0), "0 numbers of shape (0,); one expected"},
        {objects_of(OBJECTS("(t", "Na")),
         "a Python object that is not numeric; a number or an array of numbers expected"},
        {objects_of(OBJECTS("(t", "(dS'a'\nI1\nsa")),
         "a Python object that is not numeric; a number or an array of numbers expected"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        file f;
        double value;
        pd_error err = {0};
        make(&f, &rows[i].array);
        assert_int_equal(pd_npz_number(&value, &f.npz, "it", &err), PD_ERR_FORMAT);
        assert_string_equal(err.where, "a.npz: it");
        assert_string_equal(err.detail, rows[i].detail);
        assert_int_equal(pd_npz_number(&value, &f.npz, "other", &err), PD_ERR_NOT_FOUND);
        end(&f);
    }
}

static void a_text_is_read_from_every_form(void **state)
{
    (void)state;
    const pd_array forms[] = {
        chars_of("male", 1),
        chars_of("b'male'", 1),
        chars_of("malemalemale", 3),
        objects_of(OBJECTS("(t", "Vmale\na")),
        objects_of(OBJECTS("(t", "S'male'\na")),
        objects_of(OBJECTS("(I2\nt", "Vmale\naVmale\na")),
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        file f;
        char text[16];
        pd_error err = {0};
        make(&f, &forms[i]);
        if (pd_npz_text(text, sizeof text, &f.npz, "it", &err))
            fail_msg("form %zu: %s: %s", i, err.where, err.detail);
        assert_string_equal(text, "male");
        end(&f);
    }

    const pd_array others[] = {chars_of("malefema", 2), objects_of(OBJECTS("(t", "I1\na")),
                               objects_of(OBJECTS("(I0\nt", ""))};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        file f;
        char text[16];
        make(&f, &others[i]);
        assert_int_equal(pd_npz_text(text, sizeof text, &f.npz, "it", NULL), PD_ERR_FORMAT);
        end(&f);
    }
}

static void arrays_in_objects_have_the_shape_of_their_nesting(void **state)
{
    (void)state;
    static const struct {
        const char *pickle;
        int rank;
        size_t rows, columns;
    } rows[] = {
        {OBJECTS("(t", "(l(lI1\naI2\naI3\naa(lI4\naI5\naI6\naaa"), 2, 2,
         3}, /* [[1, 2, 3], [4, 5, 6]]          */
        {OBJECTS("(I2\nt", "(lI1\naI2\naI3\naa(lI4\naI5\naI6\naa"), 2, 2,
         3}, /* two lists of three              */
        {OBJECTS("(I2\nI3\nt", "I1\naI2\naI3\naI4\naI5\naF6.0\na"), 2, 2,
         3},                                                     /* an array of numbers as objects  */
        {OBJECTS("(t", "(I1\nI2\nI3\nI4\nI5\nI6\nta"), 1, 6, 0}, /* a tuple                         */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        file f;
        pd_npz_floats floats;
        pd_error err = {0};
        const pd_array array = objects_of(rows[i].pickle);
        make(&f, &array);
        if (pd_npz_floats_read(&floats, &f.npz, "it", &err)) fail_msg("row %zu: %s", i, err.detail);
        assert_int_equal(floats.rank, rows[i].rank);
        assert_int_equal(floats.shape[0], rows[i].rows);
        if (rows[i].columns) assert_int_equal(floats.shape[1], rows[i].columns);
        assert_int_equal(floats.count, 6);
        for (int k = 0; k < 6; k++) assert_near((double)floats.values[k], k + 1, 0);
        pd_npz_floats_deinit(&floats);
        end(&f);
    }

    /* of unequal lengths, of unequal depths, and a list that contains itself */
    static const char *const others[] = {OBJECTS("(t", "(l(lI1\naI2\naa(lI4\naa"),
                                         OBJECTS("(t", "(lI1\na(lI4\naaa"), OBJECTS("(t", "(lp9\ng9\naa")};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        file f;
        pd_npz_floats floats;
        const pd_array array = objects_of(others[i]);
        make(&f, &array);
        assert_int_equal(pd_npz_floats_read(&floats, &f.npz, "it", NULL), PD_ERR_FORMAT);
        end(&f);
    }
}

static void truth_values_are_no_numbers(void **state)
{
    (void)state;
    static const unsigned char yes[3] = {1, 0, 0};
    const struct {
        pd_array array;
        const char *detail;
    } rows[] = {{PD_ARRAY(PD_DTYPE_BOOL, yes, 3), "truth values; numbers expected"},
                {objects_of(OBJECTS("(t", "(lI01\naI0\naI0\naa")),
                 "a Python object that is not numeric; a number or an array of numbers expected"}};
    for (size_t i = 0; i < 2; i++) {
        file f;
        pd_npz_floats floats;
        pd_error err = {0};
        make(&f, &rows[i].array);
        assert_int_equal(pd_npz_floats_read(&floats, &f.npz, "it", &err), PD_ERR_FORMAT);
        assert_string_equal(err.where, "a.npz: it");
        assert_string_equal(err.detail, rows[i].detail);
        end(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_read_from_every_form),
        cmocka_unit_test(a_value_other_than_a_number_is_refused),
        cmocka_unit_test(a_text_is_read_from_every_form),
        cmocka_unit_test(arrays_in_objects_have_the_shape_of_their_nesting),
        cmocka_unit_test(truth_values_are_no_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
