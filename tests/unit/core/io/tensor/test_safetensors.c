/* Tests safetensors files: headers that lie are refused, what is written is read back, and a failed write
 * leaves the old file. */
#include "tests/support/cmocka.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file.h"
#include "core/io/tensor/safetensors.h"

/* Makes a file of this header and so many bytes of data. */
static pd_buffer file_of(const char *header, size_t data_bytes)
{
    pd_buffer out = {0};
    unsigned char *p = pd_buffer_extend(&out, 8);
    uint64_t n = strlen(header);
    for (int i = 0; i < 8; i++) p[i] = (unsigned char)(n >> (8 * i));
    pd_buffer_text(&out, header);
    p = pd_buffer_extend(&out, data_bytes);
    for (size_t i = 0; i < data_bytes; i++) p[i] = (unsigned char)i;
    return out;
}

static void expect(const char *header, size_t data_bytes, pd_status status, const char *where,
                   const char *detail)
{
    pd_buffer file = file_of(header, data_bytes);
    pd_safetensors out;
    pd_error err = {0};
    /* Exactly sized, so that the sanitizer sees a step too far. */
    unsigned char *exact = malloc(file.size);
    memcpy(exact, file.data, file.size);
    if (pd_safetensors_parse(&out, exact, file.size, "x", &err) != status)
        fail_msg("%s: %s: %s", header, err.where, err.detail);
    if (status) {
        if (strncmp(err.where, where, strlen(where))) fail_msg("%s: where is %s", header, err.where);
        if (!strstr(err.detail, detail)) fail_msg("%s: detail is %s", header, err.detail);
        assert_null(out.tensors);
    }
    pd_safetensors_deinit(&out);
    free(exact);
    pd_buffer_deinit(&file);
}

static void a_plain_file_is_read(void **state)
{
    (void)state;
    expect("{}", 0, PD_OK, "", "");
    expect("{\"a\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1]}}   ", 1, PD_OK, "", "");
    expect("{\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[1,9]},\"__metadata__\":{\"k\":\"v\"},"
           "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
           9, PD_OK, "", "");
    expect("{\"a\":{\"dtype\":\"F32\",\"shape\":[0,3],\"data_offsets\":[0,0]}}", 0, PD_OK, "", "");
}

static void a_quote_behind_a_backslash_does_not_end_a_string(void **state)
{
    (void)state;
#define TEN "[[[[[[[[[["
    expect("{\"__metadata__\":{\"k\":\"a\\\"" TEN "\"}}", 0, PD_OK, "", "");
    expect("{\"__metadata__\":{\"\\\\\\\"" TEN "\":\"\\\\\"}}", 0, PD_OK, "", "");
    /* outside strings they are brackets still, after a backslash that is one, too */
    expect("{\"a\\\\\":" TEN "]]]]]]]]]]}", 0, PD_ERR_FORMAT, "x:8",
           "the header's JSON is nested too deeply");
#undef TEN
}

static void offsets_and_shapes_that_lie_are_errors(void **state)
{
    (void)state;
#define A(dtype, shape, offsets)                                                                             \
    "{\"a\":{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}}"
    expect(A("F32", "[1]", "[0,4]"), 3, PD_ERR_FORMAT, "x: a", "4 bytes apart and within the file's 3");
    expect(A("F32", "[2]", "[0,4]"), 4, PD_ERR_FORMAT, "x: a", "8 bytes apart");
    expect(A("U8", "[4]", "[4,0]"), 4, PD_ERR_FORMAT, "x: a", "data_offsets");
    expect(A("U8", "[4]", "[-4,0]"), 4, PD_ERR_FORMAT, "x: a", "data_offsets");
    expect(A("U8", "[4]", "[0,4,4]"), 4, PD_ERR_FORMAT, "x: a", "data_offsets");
    expect(A("U8", "[4]", "[0.0,4.0]"), 4, PD_ERR_FORMAT, "x: a", "data_offsets");
    expect(A("U8", "[-1]", "[0,4]"), 4, PD_ERR_FORMAT, "x: a", "shape");
    expect(A("U8", "[4611686018427387904,4]", "[0,0]"), 0, PD_ERR_FORMAT, "x: a", "fits in memory");
    expect(A("F64", "[4611686018427387904]", "[0,0]"), 0, PD_ERR_FORMAT, "x: a", "fits in memory");
    expect(A("U8", "[1,1,1,1,1,1,1,1,1]", "[0,1]"), 1, PD_ERR_FORMAT, "x: a", "at most 8");
    expect(A("F8", "[1]", "[0,1]"), 1, PD_ERR_FORMAT, "x: a", "the dtype is unknown");
    expect(A("OBJECT", "[1]", "[0,1]"), 1, PD_ERR_FORMAT, "x: a", "the dtype is unknown");
    expect("{\"a\":{\"dtype\":\"U8\",\"shape\":[1]}}", 1, PD_ERR_FORMAT, "x: a", "data_offsets expected");
    expect("{\"a\":[]}", 0, PD_ERR_FORMAT, "x: a", "an object");
    expect("{\"__metadata__\":{\"k\":1}}", 0, PD_ERR_FORMAT, "x: __metadata__", "strings");
#undef A
}

static void overlaps_holes_and_left_over_bytes_are_errors(void **state)
{
    (void)state;
#define TWO(first, second)                                                                                   \
    "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":" first "},"                                    \
    "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":" second "}}"
    expect(TWO("[0,2]", "[2,4]"), 4, PD_OK, "", "");
    expect(TWO("[0,2]", "[1,3]"), 3, PD_ERR_FORMAT, "x: b", "overlaps");
    expect(TWO("[0,2]", "[0,2]"), 2, PD_ERR_FORMAT, "x: ", "overlaps");
    expect(TWO("[0,2]", "[3,5]"), 5, PD_ERR_FORMAT, "x: b", "unused bytes");
    expect(TWO("[0,2]", "[2,4]"), 6, PD_ERR_FORMAT, "x:", "unused bytes after the last tensor");
#undef TWO
}

static void headers_that_are_no_plain_json_are_errors(void **state)
{
    (void)state;
    pd_safetensors out;
    pd_error err = {0};
    expect("", 0, PD_ERR_FORMAT, "x:8", "");
    expect("[]", 0, PD_ERR_FORMAT, "x:8", "not a JSON object; one is expected");
    expect("{\"a\":", 0, PD_ERR_FORMAT, "x:", "");
    expect("{\"__metadata__\":{\"a\":\"b\",\"a\":\"c\"}}", 0, PD_ERR_FORMAT,
           "x:", "stands twice in one object");
    expect("{\"a\":[[[[[[[[[[[]]]]]]]]]]]}", 0, PD_ERR_FORMAT, "x:8", "nested");
    assert_int_equal(pd_safetensors_parse(&out, "\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10, "x", &err),
                     PD_ERR_FORMAT);
    assert_string_equal(err.where, "x:0");
    assert_int_equal(pd_safetensors_parse(&out, "\1\0\0", 3, "x", &err), PD_ERR_FORMAT);
}

static void a_header_nested_a_million_deep_is_refused(void **state)
{
    (void)state;
    size_t depth = 1000000;
    char *deep = malloc(depth + 8);
    memcpy(deep, "{\"a\":", 5);
    memset(deep + 5, '[', depth);
    deep[depth + 5] = 0;
    expect(deep, 0, PD_ERR_FORMAT, "x:8", "nested");
    free(deep);
}

static void written_tensors_are_aligned_and_read_back(void **state)
{
    (void)state;
    static const float f[3] = {1, 2, 3};
    static const double d[1] = {4};
    static const uint8_t b[3] = {5, 6, 7};
    const size_t three = 3, one = 1;
    pd_safetensor tensors[] = {{"b", pd_array_of(PD_DTYPE_U8, b, 1, &three)},
                               {"f", pd_array_of(PD_DTYPE_F32, f, 1, &three)},
                               {"d", pd_array_of(PD_DTYPE_F64, d, 1, &one)}};
    const pd_safetensors_text texts[] = {{"licence", "CC0 \"quoted\" \xc3\xa9"}};
    pd_buffer file = {0};
    pd_safetensors out;
    pd_error err = {0};
    assert_int_equal(pd_safetensors_write(&file, &(pd_safetensors_out){tensors, 3, texts, 1}, &err), PD_OK);
    assert_int_equal(pd_safetensors_parse(&out, file.data, file.size, "x", &err), PD_OK);
    assert_int_equal((pd_safetensors_find(&out, "d")->data - file.data) % 64, 0);
    assert_int_equal((pd_safetensors_find(&out, "f")->data - file.data) % 4, 0);
    assert_memory_equal(pd_safetensors_find(&out, "f")->data, f, sizeof f);
    assert_memory_equal(pd_safetensors_find(&out, "b")->data, b, sizeof b);
    assert_null(pd_safetensors_find(&out, "nothing"));
    assert_string_equal(pd_safetensors_get(&out, "licence"), texts[0].value);
    assert_null(pd_safetensors_get(&out, "nothing"));
    pd_safetensors_deinit(&out);
    pd_buffer_deinit(&file);

    /* without a text */
    assert_int_equal(pd_safetensors_write(&file, &(pd_safetensors_out){tensors, 3, NULL, 0}, &err), PD_OK);
    assert_int_equal(pd_safetensors_parse(&out, file.data, file.size, "x", &err), PD_OK);
    assert_memory_equal(pd_safetensors_find(&out, "f")->data, f, sizeof f);
    assert_null(pd_safetensors_get(&out, "licence"));
    pd_safetensors_deinit(&out);
    pd_buffer_deinit(&file);
}

static void the_same_name_twice_is_not_written(void **state)
{
    (void)state;
    static const uint8_t b[1] = {0};
    const size_t one = 1;
    pd_safetensor tensors[] = {{"b", pd_array_of(PD_DTYPE_U8, b, 1, &one)},
                               {"b", pd_array_of(PD_DTYPE_U8, b, 1, &one)}};
    pd_buffer file = {0};
    pd_error err = {0};
    assert_int_equal(pd_safetensors_write(&file, &(pd_safetensors_out){tensors, 2, NULL, 0}, &err),
                     PD_ERR_INVALID);
    pd_buffer_deinit(&file);
}

/* As on a full disk: no file may grow beyond 1000 bytes. */
static pd_status write_without_room(const char *path, pd_error *err)
{
    static const char bytes[5000];
    struct rlimit was, small;
    getrlimit(RLIMIT_FSIZE, &was);
    small = was;
    small.rlim_cur = 1000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    pd_status status = pd_file_write(path, bytes, sizeof bytes, err);
    setrlimit(RLIMIT_FSIZE, &was);
    signal(SIGXFSZ, handler);
    return status;
}

static void a_file_that_cannot_be_written_leaves_the_old_one(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-file-XXXXXX", path[64];
    pd_bytes file;
    pd_error err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/model", folder);
    assert_int_equal(pd_file_write(path, "old", 3, &err), PD_OK);
    assert_int_equal(pd_file_write(path, "newer", 5, &err), PD_OK);
    assert_int_equal(write_without_room(path, &err), PD_ERR_IO);
    assert_string_equal(err.where, path);
    assert_int_equal(pd_file_map(&file, path, &err), PD_OK);
    assert_int_equal(file.size, 5);
    assert_memory_equal(file.data, "newer", 5);
    pd_file_unmap(&file);
    assert_int_equal(pd_file_write("/proc/self/model", "x", 1, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/proc/self/model");
    assert_int_equal(pd_file_map(&file, folder, &err), PD_ERR_IO);
    assert_string_equal(err.detail, "not a regular file");
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing was left beside it */
}

static void a_header_is_read_alone_with_texts_and_shapes(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-file-XXXXXX", path[64];
    static const float numbers[6] = {1, 2, 3, 4, 5, 6};
    pd_safetensor tensor = {"numbers", PD_ARRAY(PD_DTYPE_F32, numbers, 2, 3)};
    const pd_safetensors_text text = {"kind", "sums"};
    pd_safetensors out;
    pd_error err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/model", folder);
    assert_int_equal(pd_safetensors_save(path, &(pd_safetensors_out){&tensor, 1, &text, 1}, &err), PD_OK);

    assert_int_equal(pd_safetensors_peek(&out, path, &err), PD_OK);
    assert_string_equal(pd_safetensors_get(&out, "kind"), "sums");
    const pd_array *found = pd_safetensors_find(&out, "numbers");
    assert_non_null(found);
    assert_int_equal(found->shape[1], 3);
    assert_null(found->data);
    pd_safetensors_deinit(&out);

    /* The size of the whole file is checked although its data are not read,
     * and a header that is cut is an error. */
    pd_bytes file;
    assert_int_equal(pd_file_map(&file, path, &err), PD_OK);
    assert_int_equal(truncate(path, (off_t)file.size - 1), 0);
    assert_int_equal(pd_safetensors_peek(&out, path, &err), PD_ERR_FORMAT);
    assert_int_equal(truncate(path, 20), 0);
    assert_int_equal(pd_safetensors_peek(&out, path, &err), PD_ERR_FORMAT);
    assert_int_equal(truncate(path, 3), 0);
    assert_int_equal(pd_safetensors_peek(&out, path, &err), PD_ERR_FORMAT);
    unlink(path);
    assert_int_equal(pd_safetensors_peek(&out, path, &err), PD_ERR_NOT_FOUND);
    pd_file_unmap(&file);
    rmdir(folder);
}

static void an_empty_file_and_a_pipe_are_no_trouble(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-file-XXXXXX", path[64];
    pd_bytes file;
    pd_safetensors out;
    pd_error err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/empty", folder);
    assert_int_equal(pd_file_write(path, NULL, 0, &err), PD_OK);
    assert_int_equal(pd_file_map(&file, path, &err), PD_OK);
    assert_int_equal(file.size, 0);
    pd_file_unmap(&file);
    assert_int_equal(pd_safetensors_open(&out, path, &err), PD_ERR_FORMAT);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pd_file_map(&file, path, &err), PD_ERR_IO);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file_is_read),
        cmocka_unit_test(a_header_is_read_alone_with_texts_and_shapes),
        cmocka_unit_test(a_quote_behind_a_backslash_does_not_end_a_string),
        cmocka_unit_test(offsets_and_shapes_that_lie_are_errors),
        cmocka_unit_test(overlaps_holes_and_left_over_bytes_are_errors),
        cmocka_unit_test(headers_that_are_no_plain_json_are_errors),
        cmocka_unit_test(a_header_nested_a_million_deep_is_refused),
        cmocka_unit_test(written_tensors_are_aligned_and_read_back),
        cmocka_unit_test(the_same_name_twice_is_not_written),
        cmocka_unit_test(a_file_that_cannot_be_written_leaves_the_old_one),
        cmocka_unit_test(an_empty_file_and_a_pipe_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
