/* Repair of FBX files: records without an end of list get one, classes of blend shapes are corrected, and valid parts stay unchanged. */
#include "tools/avatar/fbx_mend.h"
#include "tests/support/cmocka.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { HEAD = 25, START = 27 };

static void put(pd_buffer *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        const unsigned char byte = (unsigned char)(value >> 8 * i);
        pd_buffer_add(out, &byte, 1);
    }
}

static void zeros(pd_buffer *out, int count)
{
    for (int i = 0; i < count; i++) pd_buffer_add(out, "", 1);
}

/* Returns where the record begins; finish() sets its end. */
static size_t begin(pd_buffer *out, const char *name, uint64_t count, const void *properties, size_t bytes)
{
    const size_t at = out->size;
    put(out, 0, 8), put(out, count, 8), put(out, bytes, 8), put(out, strlen(name), 1);
    pd_buffer_text(out, name);
    if (bytes) pd_buffer_add(out, properties, bytes);
    return at;
}

static void finish(pd_buffer *out, size_t at, bool has_end)
{
    if (has_end) zeros(out, HEAD);
    for (int i = 0; i < 8; i++) out->data[at + (size_t)i] = (unsigned char)(out->size >> 8 * i);
}

/* Objects with a shape, a layer without records, and a number; as assimp writes them, or as they should be. */
static void make(pd_buffer *out, bool right)
{
    static const char wrong[] = "L\1\0\0\0\0\0\0\0S\15\0\0\0a\0\1BlendshapeS\5\0\0\0Shape",
                      good[] = "L\1\0\0\0\0\0\0\0S\13\0\0\0a\0\1GeometryS\5\0\0\0Shape";
    memset(out, 0, sizeof *out);
    pd_buffer_add(out, "Kaydara FBX Binary  \0\x1a\0", 23);
    put(out, 7500, 4);
    const size_t objects = begin(out, "Objects", 0, NULL, 0);
    const size_t shape =
        begin(out, "Geometry", 3, right ? good : wrong, (right ? sizeof good : sizeof wrong) - 1);
    const size_t number = begin(out, "Version", 1, "I\144\0\0\0", 5);
    finish(out, number, false);
    finish(out, shape, right);
    const size_t layer = begin(out, "AnimationLayer", 1, "L\2\0\0\0\0\0\0\0", 9);
    finish(out, layer, right);
    finish(out, objects, right);
    zeros(out, HEAD);
}

static void missing_values_are_added_and_correct_ones_kept(void **state)
{
    (void)state;
    pd_buffer right, again = {0};
    pd_error err;
    make(&right, true);
    for (int is_right = 0; is_right < 2; is_right++) {
        pd_buffer file;
        pd_buffer_clear(&again);
        make(&file, is_right);
        if (pd_tool_fbx_mend(&again, (pd_bytes){file.data, file.size}, &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        assert_true(again.size > right.size);
        assert_memory_equal(again.data, right.data, right.size);
        assert_int_equal(again.data[again.size - 1], 0x0b); /* the footer */
        pd_buffer_deinit(&file);
    }
    pd_buffer_deinit(&right), pd_buffer_deinit(&again);
}

static void records_that_do_not_lie_within_one_another_are_refused(void **state)
{
    pd_buffer file, out = {0};
    pd_error err;
    (void)state;
    make(&file, false);
    for (size_t size = 0; size < file.size; size++) {
        pd_buffer_clear(&out);
        assert_int_equal(pd_tool_fbx_mend(&out, (pd_bytes){file.data, size}, &err), PD_ERR_FORMAT);
    }
    for (size_t at = START; at < file.size;
         at++) { /* any byte another: an end or an error, and nothing is read beyond */
        const unsigned char was = file.data[at];
        file.data[at] ^= 0xff;
        pd_buffer_clear(&out);
        pd_tool_fbx_mend(&out, (pd_bytes){file.data, file.size}, &err);
        file.data[at] = was;
    }
    file.data[23] = 0;
    assert_int_equal(pd_tool_fbx_mend(&out, (pd_bytes){file.data, file.size}, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "7500"));
    pd_buffer_deinit(&file), pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_values_are_added_and_correct_ones_kept),
        cmocka_unit_test(records_that_do_not_lie_within_one_another_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
