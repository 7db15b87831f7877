/* Objects of torch.save, joblib.dump and pickle.dump, from bytes written here
 * by the opcodes of PEP 307 and 3154. */
#include "core/io/python/stored.h"

#include "tests/support/cmocka.h"

#include <string.h>

/* The bytes of a text without its closing zero, which may hold zeros. */
#define BYTES(text)                                                                                          \
    (pd_bytes)                                                                                               \
    {                                                                                                        \
        (const unsigned char *)(text), sizeof(text) - 1                                                      \
    }

/* {'a': [1.5, 2], 'b': {...}}, where b is an OrderedDict by REDUCE and SETITEMS. */
static void dicts_of_every_kind_have_keys(void **state)
{
    (void)state;
    const pd_bytes file = BYTES("\x80\x02}(X\x01\x00\x00\x00"
                                "a](G\x3f\xf8\x00\x00\x00\x00\x00\x00K\x02"
                                "eX\x01\x00\x00\x00"
                                "bccollections\nOrderedDict\n)R(K\x07K\x05K\x08K\x06uu.");
    pd_stored stored;
    pd_npz_floats f;
    char key[16];

    assert_true(pd_stored_is(file));
    assert_int_equal(pd_stored_parse(&stored, file, "file", NULL), PD_OK);
    assert_int_equal(pd_stored_floats(&f, &stored, pd_stored_get(stored.root, "a"), "a", NULL), PD_OK);
    assert_int_equal(f.rank, 1);
    assert_int_equal(f.count, 2);
    assert_true(f.values[0] == 1.5F && f.values[1] == 2);
    pd_npz_floats_deinit(&f);

    const pd_pickle_value *b = pd_stored_dict(pd_stored_get(stored.root, "b"));
    assert_non_null(b);
    assert_int_equal(b->item_count, 4);
    assert_true(pd_stored_key(key, sizeof key, b->items[2]));
    assert_string_equal(key, "8");
    assert_null(pd_stored_dict(pd_stored_get(stored.root, "a")));
    assert_null(pd_stored_get(stored.root, "c"));
    pd_stored_deinit(&stored);
}

/* A tensor whose storage is not there: (storage, torch.FloatStorage, '0', 'cpu', 4) as a persistent id. */
static const char persistent[] = "\x80\x02(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x00"
                                 "0X\x03\x00\x00\x00"
                                 "cpuK\x04tQ.";

static void persistent_ids_are_of_files_of_arrays_alone(void **state)
{
    (void)state;
    pd_pickle pickle;
    pd_error err;
    assert_int_equal(pd_pickle_parse(&pickle, persistent, sizeof persistent - 1, "file", &err),
                     PD_ERR_UNSUPPORTED);
    assert_int_equal(pd_pickle_parse_objects(&pickle, persistent, sizeof persistent - 1, "file", &err),
                     PD_OK);
    assert_int_equal(pickle.root->kind, PD_PICKLE_PERSISTENT);
    assert_int_equal(pickle.size, sizeof persistent - 1);
    pd_pickle_deinit(&pickle);
}

/* joblib's array of two int16 behind its description: shape (2,), dtype i2, padding of 3 bytes, then 1 and
 * -2. `tail`: elements. */
static size_t joblib_array(unsigned char *out, const void *tail, size_t tail_bytes)
{
    static const char head[] = "\x80\x04"
                               "cjoblib.numpy_pickle\nNumpyArrayWrapper\n)\x81}("
                               "X\x05\x00\x00\x00shapeK\x02\x85"
                               "X\x05\x00\x00\x00order\x8c\x01"
                               "C"
                               "X\x05\x00\x00\x00"
                               "dtypecnumpy\ndtype\n\x8c\x02"
                               "i2\x89\x88\x87R(K\x03\x8c\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
                               "\x8c\x1bnumpy_array_alignment_bytesK\x10"
                               "ub"
                               "\x03\xff\xff\xff";
    memcpy(out, head, sizeof head - 1);
    memcpy(out + sizeof head - 1, tail, tail_bytes);
    return sizeof head - 1 + tail_bytes;
}

static void an_array_of_joblib_is_read_from_the_stream(void **state)
{
    (void)state;
    unsigned char bytes[512];
    const size_t size = joblib_array(bytes, "\x01\x00\xfe\xff.", 5);
    pd_stored stored;
    pd_npz_floats f;
    assert_int_equal(pd_stored_parse(&stored, (pd_bytes){bytes, size}, "file", NULL), PD_OK);
    assert_int_equal(pd_stored_floats(&f, &stored, stored.root, "it", NULL), PD_OK);
    assert_int_equal(f.count, 2);
    assert_true(f.values[0] == 1 && f.values[1] == -2);
    pd_npz_floats_deinit(&f);
    pd_stored_deinit(&stored);
}

static void an_array_of_joblib_that_is_cut_off_is_refused(void **state)
{
    (void)state;
    unsigned char bytes[512];
    const size_t size = joblib_array(bytes, "\x01\x00\xfe", 3);
    pd_stored stored;
    pd_error err;
    assert_int_equal(pd_stored_parse(&stored, (pd_bytes){bytes, size}, "file", &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "needs 4 bytes; at most the 3 bytes"));
}

/* Names that a model may not use are refused for these files too, unless they are torch's or joblib's. */
static void other_names_are_refused(void **state)
{
    (void)state;
    pd_stored stored;
    pd_error err;
    assert_int_equal(pd_stored_parse(&stored,
                                     BYTES("\x80\x02"
                                           "cos\nsystem\nX\x01\x00\x00\x00x\x85R."),
                                     "file", &err),
                     PD_ERR_UNSUPPORTED);
    assert_string_equal(err.detail, "\"os.system\" is none of the globals that a file of arrays may name");
}

static void a_list_needs_arrays_of_one_shape(void **state)
{
    (void)state;
    pd_stored stored;
    pd_npz_floats f;
    pd_error err;

    /* [1, [2]] */
    assert_int_equal(pd_stored_parse(&stored,
                                     BYTES("\x80\x02](K\x01](K\x02"
                                           "ee."),
                                     "file", &err),
                     PD_OK);
    assert_int_equal(pd_stored_floats(&f, &stored, stored.root, "it", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "file: it");
    assert_null(f.values);
    pd_stored_deinit(&stored);
}

/* A list of lists of numbers is a table, in a pickle and in JSON. */
static void nested_lists_are_arrays(void **state)
{
    (void)state;
    const pd_bytes files[] = {BYTES("\x80\x02](](K\x01K\x02K\x03"
                                    "e](K\x04K\x05K\x06"
                                    "ee."),
                              BYTES(" [[1, 2, 3], [4, 5, 6]]")};
    for (size_t i = 0; i < 2; i++) {
        pd_stored stored;
        pd_npz_floats f;
        size_t shape[PD_ARRAY_MAX_RANK];
        int rank;
        assert_int_equal(pd_stored_parse(&stored, files[i], "file", NULL), PD_OK);
        assert_true(pd_stored_shape(shape, &rank, stored.root));
        assert_int_equal(rank, 2);
        assert_int_equal(shape[0], 2);
        assert_int_equal(shape[1], 3);
        assert_int_equal(pd_stored_floats(&f, &stored, stored.root, "it", NULL), PD_OK);
        assert_int_equal(f.count, 6);
        for (int k = 0; k < 6; k++) assert_near((double)f.values[k], k + 1, 0);
        pd_npz_floats_deinit(&f);
        pd_stored_deinit(&stored);
    }
}

static void json_is_read_as_the_objects_of_python(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\": {\"b\": [1, 2.5]}, \"c\": \"t\", \"d\": [1, \"x\"], \"e\": null, \"f\": true}";
    pd_stored stored;
    pd_npz_floats f;
    pd_error err;
    assert_int_equal(pd_stored_parse(&stored, BYTES(text), "file", NULL), PD_OK);
    assert_int_equal(
        pd_stored_floats(&f, &stored, pd_stored_get(pd_stored_get(stored.root, "a"), "b"), "b", NULL), PD_OK);
    assert_near((double)f.values[1], 2.5, 0);
    pd_npz_floats_deinit(&f);
    assert_true(pd_pickle_is(pd_stored_get(stored.root, "c"), "t"));
    assert_int_equal(pd_stored_get(stored.root, "d")->kind, PD_PICKLE_LIST);
    assert_int_equal(pd_stored_get(stored.root, "e")->kind, PD_PICKLE_NONE);
    assert_int_equal(pd_stored_get(stored.root, "f")->integer, 1);
    pd_stored_deinit(&stored);
    assert_int_equal(pd_stored_parse(&stored, BYTES("{\"a\": }"), "file", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "file:1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dicts_of_every_kind_have_keys),
        cmocka_unit_test(persistent_ids_are_of_files_of_arrays_alone),
        cmocka_unit_test(an_array_of_joblib_is_read_from_the_stream),
        cmocka_unit_test(nested_lists_are_arrays),
        cmocka_unit_test(json_is_read_as_the_objects_of_python),
        cmocka_unit_test(an_array_of_joblib_that_is_cut_off_is_refused),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(a_list_needs_arrays_of_one_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
