/* Repair of FBX files: records without an end of list get one, classes of blend shapes are corrected, and
 * valid parts stay unchanged. */
#include "tools/character/fbx_mend.h"
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

/* Objects with a shape, a layer without records, and a number;
 * as assimp writes them, or as they should be. */
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
        if (pd_tool_fbx_mend(&again, (pd_bytes){file.data, file.size}, NULL, 0, &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        assert_true(again.size > right.size);
        assert_memory_equal(again.data, right.data, right.size);
        assert_int_equal(again.data[again.size - 1], 0x0b); /* the footer */
        pd_buffer_deinit(&file);
    }
    pd_buffer_deinit(&right), pd_buffer_deinit(&again);
}

/* Adds a property of 8 bytes to a list of properties, "P" with the name, two texts, a flag and the number. */
static void add_time(pd_buffer *out, const char *name, uint64_t value)
{
    unsigned char p[64];
    size_t n = 0;
    p[n++] = 'S', p[n++] = (unsigned char)strlen(name), p[n++] = 0, p[n++] = 0, p[n++] = 0;
    memcpy(p + n, name, strlen(name)), n += strlen(name);
    memcpy(p + n, "S\5\0\0\0KTimeS\4\0\0\0TimeS\0\0\0\0L", 25), n += 25;
    for (int i = 0; i < 8; i++) p[n++] = (unsigned char)(value >> 8 * i);
    const size_t record = begin(out, "P", 5, (const char *)p, n);
    finish(out, record, false);
}

/* Makes a file of two animation stacks, which end at these ticks. */
static void make_stacks(pd_buffer *out, const uint64_t stops[2])
{
    memset(out, 0, sizeof *out);
    pd_buffer_add(out, "Kaydara FBX Binary  \0\x1a\0", 23);
    put(out, 7500, 4);
    const size_t objects = begin(out, "Objects", 0, NULL, 0);
    for (int i = 0; i < 2; i++) {
        const size_t stack = begin(out, "AnimationStack", 1, "L\3\0\0\0\0\0\0\0", 9);
        const size_t list = begin(out, "Properties70", 0, NULL, 0);
        add_time(out, "LocalStart", 7);
        add_time(out, "LocalStop", stops[i]);
        add_time(out, "ReferenceStop", stops[i]);
        finish(out, list, true);
        finish(out, stack, true);
    }
    finish(out, objects, true);
    zeros(out, HEAD);
}

static void animations_end_where_their_last_keys_are(void **state)
{
    (void)state;
    const double ends[] = {2.5};
    const uint64_t whole[] = {46186158000, 92372316000}, right[] = {115465395000, 92372316000};
    pd_buffer file, expected, out = {0};
    pd_error err;
    make_stacks(&file, whole), make_stacks(&expected, right);
    assert_int_equal(pd_tool_fbx_mend(&out, (pd_bytes){file.data, file.size}, ends, 1, &err), PD_OK);
    assert_memory_equal(out.data, expected.data, expected.size);
    pd_buffer_deinit(&file), pd_buffer_deinit(&expected), pd_buffer_deinit(&out);
}

static void records_that_do_not_lie_within_one_another_are_refused(void **state)
{
    pd_buffer file, out = {0};
    pd_error err;
    (void)state;
    make(&file, false);
    for (size_t size = 0; size < file.size; size++) {
        pd_buffer_clear(&out);
        assert_int_equal(pd_tool_fbx_mend(&out, (pd_bytes){file.data, size}, NULL, 0, &err), PD_ERR_FORMAT);
    }
    for (size_t at = START; at < file.size;
         at++) { /* any byte another: an end or an error, and nothing is read beyond */
        const unsigned char was = file.data[at];
        file.data[at] ^= 0xff;
        pd_buffer_clear(&out);
        pd_tool_fbx_mend(&out, (pd_bytes){file.data, file.size}, NULL, 0, &err);
        file.data[at] = was;
    }
    file.data[23] = 0;
    assert_int_equal(pd_tool_fbx_mend(&out, (pd_bytes){file.data, file.size}, NULL, 0, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "7500"));
    pd_buffer_deinit(&file), pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_values_are_added_and_correct_ones_kept),
        cmocka_unit_test(animations_end_where_their_last_keys_are),
        cmocka_unit_test(records_that_do_not_lie_within_one_another_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
