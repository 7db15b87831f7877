/* The container byte by byte, as glTF 2.0, section 4.4, has it. */
#include "core/io/mesh/glb_container.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void two_parts_are_one_padded_chunk(void **state)
{
    (void)state;
    static const unsigned char whole[] = "glTF\2\0\0\0\x28\0\0\0"
                                         "\x08\0\0\0JSON{\"a\":1} "
                                         "\x04\0\0\0BIN\0xyz";
    const pd_bytes parts[] = {{(const unsigned char *)"xy", 2}, {(const unsigned char *)"z", 1}};
    json_t *root = json_pack("{s:i}", "a", 1);
    pd_buffer out = {0};

    assert_int_equal(pd_io_glb_container_write(&out, root, parts, 2, NULL), PD_OK);
    assert_int_equal(out.size, sizeof whole);
    assert_memory_equal(out.data, whole, sizeof whole); /* the last zero pads */
    pd_buffer_deinit(&out);
    json_decref(root);
}

static void without_bytes_there_is_no_second_chunk(void **state)
{
    (void)state;
    const pd_bytes none = {NULL, 0};
    json_t *root = json_pack("{s:i}", "ab", 1);
    pd_buffer out = {0};

    assert_int_equal(pd_io_glb_container_write(&out, root, &none, 1, NULL), PD_OK);
    assert_int_equal(out.size, 28);
    assert_memory_equal(out.data + 8, "\x1c\0\0\0\x08\0\0\0JSON{\"ab\":1}", 20);
    pd_buffer_deinit(&out);
    json_decref(root);
}

static void four_gibibytes_are_refused_before_anything_is_written(void **state)
{
    (void)state;
    const pd_bytes huge = {(const unsigned char *)"", UINT32_MAX - 20};
    json_t *root = json_object();
    pd_buffer out = {0};
    pd_error err;

    assert_int_equal(pd_io_glb_container_write(&out, root, &huge, 1, &err), PD_ERR_LIMIT);
    assert_int_equal(out.size, 0);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_parts_are_one_padded_chunk),
        cmocka_unit_test(without_bytes_there_is_no_second_chunk),
        cmocka_unit_test(four_gibibytes_are_refused_before_anything_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
