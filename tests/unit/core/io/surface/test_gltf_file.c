/* Accessors of others' glTF files: dense, sparse, packed by meshopt. */
#include "core/io/surface/gltf_file.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <meshoptimizer.h>

/* Four points, two that replace the second and the last, and which those are (as 16 bits, 1 and 3). */
static const float numbers[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 10, 11, 12, 30, 31, 32, 0};
#define VIEWS                                                                                                \
    "\"buffers\":[{\"byteLength\":76}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},"                   \
    "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24},{\"buffer\":0,\"byteOffset\":72,\"byteLength\":4}]"
#define SPARSE(base, count, more)                                                                            \
    "{" VIEWS ",\"accessors\":[{" base                                                                       \
    "\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":" count                      \
    ",\"indices\":{\"bufferView\":2,\"componentType\":5123" more "},\"values\":{\"bufferView\":1}}}]}"

static void make(pd_buffer *out, const char *json, uint32_t rows)
{
    float floats[19];
    memcpy(floats, numbers, sizeof floats);
    memcpy(floats + 18, &rows, 4);
    pd_buffer_clear(out);
    avatar_pack(out, json, floats, 19);
}

static void sparse_accessors_replace_elements(void **state)
{
    (void)state;
    static const char *const files[] = {SPARSE("\"bufferView\":0,", "2", ""), SPARSE("", "2", "")};
    for (int i = 0; i < 2; i++) {
        const double wanted[4] = {0, 10, i ? 0 : 2, 30};
        pd_buffer file = {0};
        pd_io_gltf_file open;
        pd_io_gltf_view view;
        pd_error err = {0};
        make(&file, files[i], 1 | 3 << 16);
        assert_int_equal(pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err), PD_OK);
        if (pd_io_gltf_view_of(&view, &open, 0) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        for (size_t k = 0; k < 4; k++) assert_near(pd_io_gltf_number(&view, k, 0), wanted[k], 0);
        assert_near(pd_io_gltf_number(&view, 3, 2), 32, 0);
        pd_io_gltf_close(&open);
        pd_buffer_deinit(&file);
    }
}

static void refused(const char *json, uint32_t rows, const char *words)
{
    pd_buffer file = {0};
    pd_io_gltf_file open;
    pd_io_gltf_view view;
    pd_error err = {0};
    make(&file, json, rows);
    pd_status status = pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err);
    if (status == PD_OK) status = pd_io_gltf_view_of(&view, &open, 0);
    if (status == PD_OK || !strstr(err.detail, words))
        fail_msg("wanted %s\ngot %s: %s", words, err.where, err.detail);
    pd_io_gltf_close(&open);
    pd_buffer_deinit(&file);
}

static void sparse_accessors_that_lie_are_refused(void **state)
{
    (void)state;
    refused(SPARSE("\"bufferView\":0,", "2", ""), 3 | 1 << 16, "growing ones to 3");
    refused(SPARSE("\"bufferView\":0,", "2", ""), 1 | 4 << 16, "growing ones to 3");
    refused(SPARSE("\"bufferView\":0,", "5", ""), 1, "5 sparse elements");
    refused(SPARSE("\"bufferView\":0,", "3", ""), 1, "of the view allowed");
    refused(SPARSE("\"bufferView\":0,", "2", ",\"byteOffset\":2"), 1, "of the view allowed");
    refused("{\"accessors\":[{\"componentType\":5126,\"count\":2000000000,\"type\":\"VEC3\"}]}", 0,
            "without a bufferView");
}

#define PACKED(size, count, stride, mode)                                                                    \
    "{\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":1,\"byteLength\":96,\"byteStride\":"   \
    "12,"                                                                                                    \
    "\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":0,\"byteLength\":" size        \
    ",\"byteStride\":" stride ",\"count\":" count ",\"mode\":\"" mode                                        \
    "\"}}}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\"}]}"

static void views_packed_by_meshopt_are_unpacked(void **state)
{
    (void)state;
    float points[8][3], bytes[256] = {0};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) points[i][k] = (float)(i * i + 10 * k);
    const size_t size =
        meshopt_encodeVertexBuffer((unsigned char *)bytes, sizeof bytes, points, 8, sizeof *points);
    assert_true(size > 0);

    static const struct {
        const char *json, *words;
    } rows[] = {
        {PACKED("%zu", "8", "12", "ATTRIBUTES"), NULL},
        {PACKED("%zu", "8", "10", "ATTRIBUTES"), "which the compression mode or filter does not allow"},
        {PACKED("%zu", "8", "12", "TRIANGLES"), "which the compression mode or filter does not allow"},
        {PACKED("%zu", "8", "12", "LINES"), "which the compression mode or filter does not allow"},
        {PACKED("%zu", "900000000", "12", "ATTRIBUTES"), "at most 64 MiB"},
        {PACKED("99%zu", "8", "12", "ATTRIBUTES"), "bytes of the buffer allowed"},
        {PACKED("1%.0zu", "8", "12", "ATTRIBUTES"), "do not unpack"}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        char json[1024];
        pd_buffer file = {0};
        pd_io_gltf_file open;
        pd_io_gltf_view view;
        pd_error err = {0};
        snprintf(json, sizeof json, rows[r].json, sizeof bytes, r == 6 ? (size_t)0 : size);
        avatar_pack(&file, json, bytes, 256);
        const pd_status status = pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err);
        if (rows[r].words) {
            if (status == PD_OK || !strstr(err.detail, rows[r].words))
                fail_msg("%zu: wanted %s\ngot %s: %s", r, rows[r].words, err.where, err.detail);
        } else {
            if (status != PD_OK) fail_msg("%s: %s", err.where, err.detail);
            assert_int_equal(pd_io_gltf_view_of(&view, &open, 0), PD_OK);
            for (size_t i = 0; i < 8; i++)
                for (int k = 0; k < 3; k++)
                    assert_near(pd_io_gltf_number(&view, i, k), (double)points[i][k], 0);
        }
        pd_io_gltf_close(&open);
        pd_buffer_deinit(&file);
    }
}

/* glTF allows 24.0 for 24. Anything else is refused and does not count as a missing member. */
static void a_whole_number_may_have_a_fraction_of_zero_and_nothing_else(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"\"12\"", "\"12\"; a whole number from 0"}, {"12.5", "12.5; a whole number from 0"},
        {"-12", "-12; a whole number from 0"},       {"true", "true; a whole number from 0"},
        {"null", "null; a whole number from 0"},     {"4294967296", "4294967296; a whole number from 0"}};
    static const char json[] =
        "{\"buffers\":[{\"byteLength\":76}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":76}],"
        "\"accessors\":[{\"bufferView\":0.0,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\","
        "\"byteOffset\":%s}],\"extensions\":{\"X\":{\"node\":-1}},\"extras\":{\"mesh\":\"a\"}}";
    pd_buffer file = {0};
    pd_io_gltf_file open;
    pd_io_gltf_view view;
    pd_error err = {0};
    char text[512];

    snprintf(text, sizeof text, json, "12.0");
    make(&file, text, 0);
    if (pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(pd_io_gltf_view_of(&view, &open, 0), PD_OK);
    assert_near(pd_io_gltf_number(&view, 0, 0), 1, 0); /* the second point: byteOffset is not ignored */
    pd_io_gltf_close(&open);
    pd_buffer_deinit(&file);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, json, rows[i][0]);
        refused(text, 0, rows[i][1]);
    }
}

static void what_programs_read_differently_is_refused_at_its_place(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"\"nodes\":[{},{\"rotation\":[0,0,0,2]}]", "/nodes/1/rotation", "length 2; 0.9 to 1.1"},
        {"\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],\"scale\":[1,1,1]}]", "/nodes/0/scale",
         "the node has a matrix too"},
        {"\"nodes\":[{\"matrix\":[1,0,0,0.5,0,1,0,0,0,0,1,0,0,0,0,1]}]", "/nodes/0/matrix",
         "number 3 is 0.5; 0"},
        {"\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}]", "/nodes/0/matrix",
         "number 15 is 2; 1"},
        {"\"asset\":{\"version\":\"1.0\"}", "/asset/version", "\"1.0\"; 2.0 expected"},
        {"\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}", "/asset/minVersion", "at most 2.0"}};
    static const char *const good[] = {
        "\"nodes\":[{\"rotation\":[0,0,0,1.05]},{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,1e-7,0,0,0,1]}]",
        "\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.0\"}"};

    for (size_t i = 0; i < 6 + 2; i++) {
        pd_buffer file = {0};
        pd_io_gltf_file open;
        pd_error err = {0};
        char text[256];
        snprintf(text, sizeof text, "{%s}", i < 6 ? rows[i][0] : good[i - 6]);
        avatar_pack(&file, text, NULL, 0);
        const pd_status status = pd_io_gltf_open(&open, (pd_bytes){file.data, file.size}, 0, &err);
        if (i < 6 ? status == PD_OK || strcmp(err.where, rows[i][1]) != 0 || !strstr(err.detail, rows[i][2])
                  : status != PD_OK)
            fail_msg("%zu: %s: %s", i, err.where, err.detail);
        pd_io_gltf_close(&open);
        pd_buffer_deinit(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_accessors_replace_elements),
        cmocka_unit_test(sparse_accessors_that_lie_are_refused),
        cmocka_unit_test(views_packed_by_meshopt_are_unpacked),
        cmocka_unit_test(a_whole_number_may_have_a_fraction_of_zero_and_nothing_else),
        cmocka_unit_test(what_programs_read_differently_is_refused_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
