/* Tests npz files. numpy and Python's zipfile read what is written;
 * cut, changed and inflated files are refused. */
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/base/file.h"
#include "core/io/tensor/npy.h"
#include "core/io/tensor/npz.h"

static pd_buffer npy_of(const char *header, size_t data_bytes)
{
    pd_buffer out = {0};
    pd_buffer_add(&out, "\x93NUMPY\x01\x00", 8);
    size_t length = strlen(header);
    const unsigned char prefix[2] = {(unsigned char)length, (unsigned char)(length >> 8)};
    pd_buffer_add(&out, prefix, 2);
    pd_buffer_text(&out, header);
    unsigned char *p = pd_buffer_extend(&out, data_bytes);
    for (size_t i = 0; i < data_bytes; i++) p[i] = (unsigned char)i;
    return out;
}

static void npy_expect(const char *header, size_t data_bytes, pd_status status, const char *detail)
{
    pd_buffer file = npy_of(header, data_bytes);
    pd_array array;
    pd_error err = {0};
    unsigned char *exact = malloc(file.size);
    memcpy(exact, file.data, file.size);
    if (pd_npy_parse(&array, exact, file.size, "n", &err) != status) fail_msg("%s: %s", header, err.detail);
    if (status && !strstr(err.detail, detail)) fail_msg("%s: %s", header, err.detail);
    if (status && strncmp(err.where, "n:", 2)) fail_msg("%s: %s", header, err.where);
    free(exact);
    pd_buffer_deinit(&file);
}

static void plain_headers_are_read(void **state)
{
    (void)state;
    npy_expect("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }  \n", 48, PD_OK, "");
    npy_expect("{'shape':(),'fortran_order':True,'descr':\">i2\"}", 2, PD_OK, "");
    npy_expect("{'descr': '|b1', 'fortran_order': False, 'shape': (3L,)}", 3, PD_OK, "");
    npy_expect("{'descr': '|S5', 'fortran_order': False, 'shape': (2,)}", 10, PD_OK, "");
    npy_expect("{'descr': '<U3', 'fortran_order': False, 'shape': ()}", 12, PD_OK, "");
    npy_expect("{'descr': '|O', 'fortran_order': False, 'shape': (7,)}", 5, PD_OK, "");
    npy_expect("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3)}", 0, PD_OK, "");
}

static void headers_that_lie_are_errors(void **state)
{
    (void)state;
#define H(descr, order, shape) "{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape "}"
    npy_expect(H("'<f4'", "False", "(3,)"), 11, PD_ERR_FORMAT, "11 bytes of elements; the shape asks for 12");
    npy_expect(H("'<f4'", "False", "(4611686018427387904, 4)"), 8, PD_ERR_RANGE, "product");
    npy_expect(H("'<f4'", "False", "(99999999999999999999,)"), 8, PD_ERR_FORMAT, "64 bits");
    npy_expect(H("'<f4'", "False", "(-1,)"), 8, PD_ERR_FORMAT, "a length");
    npy_expect(H("'<f4'", "False", "(1 1)"), 8, PD_ERR_FORMAT, "comma");
    npy_expect(H("'<f4'", "False", "(1,1,1,1,1,1,1,1,1)"), 8, PD_ERR_UNSUPPORTED, "8 dimensions");
    npy_expect(H("'<f4'", "0", "(1,)"), 4, PD_ERR_FORMAT, "True or False");
    npy_expect(H("'<c8'", "False", "(1,)"), 8, PD_ERR_UNSUPPORTED, "'<c8'");
    npy_expect(H("'<f3'", "False", "(1,)"), 8, PD_ERR_UNSUPPORTED, "'<f3'");
    npy_expect(H("'<f99999999999'", "False", "(1,)"), 8, PD_ERR_UNSUPPORTED, "dtype");
    npy_expect(H("[('a', '<f4')]", "False", "(1,)"), 4, PD_ERR_UNSUPPORTED, "structured");
    npy_expect("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False}", 4, PD_ERR_FORMAT, "each once");
    npy_expect("{'descr': '<f4'}", 4, PD_ERR_FORMAT, "the header is incomplete");
    npy_expect("{'descr': '<f4", 4, PD_ERR_UNSUPPORTED, "dtype");
    npy_expect("", 4, PD_ERR_FORMAT, "dict");
#undef H
}

static void an_npy_cut_anywhere_is_an_error(void **state)
{
    (void)state;
    pd_buffer file = npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }  \n", 48);
    pd_array array;
    for (size_t size = 0; size < file.size; size++) {
        unsigned char *cut = malloc(size ? size : 1);
        memcpy(cut, file.data, size);
        assert_int_not_equal(pd_npy_parse(&array, cut, size, "n", NULL), PD_OK);
        free(cut);
    }
    pd_buffer_deinit(&file);
}

static const float floats[6] = {1, 2, 3, 4, 5, 6};
static const uint32_t indices[3] = {7, 8, 9};

static pd_buffer two_members(void)
{
    static const size_t two[2] = {2, 3}, three = 3;
    pd_buffer out = {0};
    pd_error err = {0};
    pd_array a = pd_array_of(PD_DTYPE_F32, floats, 2, two), b = pd_array_of(PD_DTYPE_U32, indices, 1, &three);
    pd_buffer_text(&out, "!"); /* the zip need not start the buffer */
    pd_npz_writer w = pd_npz_begin(&out);
    pd_npz_add(&w, "vertices", &a);
    pd_npz_add(&w, "faces", &b);
    assert_int_equal(pd_npz_end(&w, &err), PD_OK);
    memmove(out.data, out.data + 1, --out.size);
    return out;
}

static void a_written_npz_reads_back(void **state)
{
    (void)state;
    pd_buffer out = two_members();
    pd_npz npz;
    pd_array array;
    pd_error err = {0};
    if (pd_npz_parse(&npz, out.data, out.size, "z", &err)) fail_msg("%s", err.detail);
    assert_int_equal(npz.member_count, 2);
    assert_true(pd_npz_has(&npz, "faces") && pd_npz_has(&npz, "faces.npy") && !pd_npz_has(&npz, "face"));
    assert_int_equal(pd_npz_read(&array, &npz, "vertices", &err), PD_OK);
    assert_int_equal(array.rank, 2);
    assert_memory_equal(array.data, floats, sizeof floats);
    assert_int_equal(pd_npz_read(&array, &npz, "faces", &err), PD_OK);
    assert_memory_equal(array.data, indices, sizeof indices);
    assert_int_equal(pd_npz_read(&array, &npz, "joints", &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "z: joints");
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
}

/* The reader of others: numpy itself, and Python's zipfile for the CRCs. */
static void numpy_reads_written_files(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-npz-XXXXXX", command[400];
    pd_buffer out = two_members();
    pd_error err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(pd_file_write(path, out.data, out.size, &err), PD_OK);
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c \"import numpy, zipfile; assert zipfile.ZipFile('%s').testzip() is None; "
             "z = numpy.load('%s'); assert z['vertices'].tolist() == [[1, 2, 3], [4, 5, 6]]; "
             "assert z['vertices'].dtype == 'f4' and z['faces'].dtype == 'u4' and z['faces'][2] == 9\"",
             path, path);
    assert_int_equal(system(command), 0);
    unlink(path);
    pd_buffer_deinit(&out);
}

static void a_zip_cut_or_changed_anywhere_never_crashes(void **state)
{
    (void)state;
    pd_buffer out = two_members();
    pd_npz npz;
    pd_array array;
    for (size_t i = 0; i < out.size; i++) {
        unsigned char *cut = malloc(i ? i : 1), was = out.data[i];
        memcpy(cut, out.data, i);
        assert_int_not_equal(pd_npz_parse(&npz, cut, i, "cut", NULL), PD_OK);
        free(cut);
        out.data[i] ^= 0x41;
        if (!pd_npz_parse(&npz, out.data, out.size, "changed", NULL)) {
            for (int m = 0; m < npz.member_count; m++)
                pd_npz_read(&array, &npz, pd_npz_member(&npz, m), NULL);
            pd_npz_deinit(&npz);
        }
        out.data[i] = was;
    }
    pd_buffer_deinit(&out);
}

static void a_wrong_byte_in_the_numbers_is_found_by_its_crc(void **state)
{
    (void)state;
    pd_buffer out = two_members();
    pd_npz npz;
    pd_array array;
    pd_error err = {0};
    unsigned char *at = memmem(out.data, out.size, floats, sizeof floats);
    assert_non_null(at);
    at[5] ^= 1;
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "z", &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "vertices", &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "CRC"));
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
}

static void put32(unsigned char *p, uint32_t value)
{
    for (int i = 0; i < 4; i++) p[i] = (unsigned char)(value >> (8 * i));
}

/* A member that announces 1 GB, stored in a few bytes: local and central header tell the same lie. */
static void a_member_that_claims_too_much_is_refused_before_memory_is_taken(void **state)
{
    (void)state;
    pd_buffer out = two_members();
    pd_npz npz;
    pd_array array;
    pd_error err = {0};
    unsigned char *central = memmem(out.data, out.size, "PK\x01\x02", 4);
    assert_non_null(central);
    out.data[8] = central[10] = 8; /* deflated */
    put32(out.data + 22, 1u << 30);
    put32(central + 24, 1u << 30);
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "z", &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "vertices", &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "claims 1073741824 bytes"));
    pd_npz_deinit(&npz);
    put32(out.data + 22, 0xfffffff0);
    put32(central + 24, 0xfffffff0);
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "z", &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "vertices", &err), PD_ERR_LIMIT);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
}

/* NumPy reads the last of two members of one name. */
static void two_members_of_one_name_are_refused(void **state)
{
    (void)state;
    static const float numbers[2] = {1, 2};
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, numbers, 2);
    pd_buffer out = {0};
    pd_npz npz;
    pd_error err = {0};
    pd_npz_writer w = pd_npz_begin(&out);
    pd_npz_add(&w, "poses", &array);
    pd_npz_add(&w, "trans", &array);
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    for (unsigned char *at = out.data; (at = memmem(at, out.size - (size_t)(at - out.data), "trans", 5));
         at += 5)
        memcpy(at, "poses", 5);
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "z", &err), PD_ERR_FORMAT);
    assert_string_equal(err.detail, "the member \"poses.npy\" is there twice; once expected");
    pd_buffer_deinit(&out);
}

static void the_limit_of_unpacked_bytes_can_be_set(void **state)
{
    (void)state;
    pd_buffer out = two_members();
    pd_npz npz;
    pd_array array;
    pd_error err = {0};
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "z", &err), PD_OK);
    npz.most_bytes = 100;
    assert_int_equal(pd_npz_read(&array, &npz, "vertices", &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "100 allowed in all"));
    npz.most_bytes = 128 + sizeof floats;
    assert_int_equal(pd_npz_read(&array, &npz, "vertices", &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "faces", &err), PD_ERR_LIMIT); /* of both together */
    npz.most_bytes = 1;
    assert_int_equal(pd_npz_read(&array, &npz, "faces", &err), PD_ERR_LIMIT); /* less than there is already */
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
}

static void the_same_arrays_give_the_same_bytes(void **state)
{
    (void)state;
    pd_buffer a = two_members(), b = two_members();
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    pd_buffer_deinit(&a);
    pd_buffer_deinit(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_headers_are_read),
        cmocka_unit_test(headers_that_lie_are_errors),
        cmocka_unit_test(an_npy_cut_anywhere_is_an_error),
        cmocka_unit_test(a_written_npz_reads_back),
        cmocka_unit_test(numpy_reads_written_files),
        cmocka_unit_test(a_zip_cut_or_changed_anywhere_never_crashes),
        cmocka_unit_test(a_wrong_byte_in_the_numbers_is_found_by_its_crc),
        cmocka_unit_test(a_member_that_claims_too_much_is_refused_before_memory_is_taken),
        cmocka_unit_test(the_limit_of_unpacked_bytes_can_be_set),
        cmocka_unit_test(the_same_arrays_give_the_same_bytes),
        cmocka_unit_test(two_members_of_one_name_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
