/* Tests the reader of OSC with bytes written by hand from the specification, and with damaged ones. */
#include "core/io/mocap/osc.h"
#include "tools/client/osc_read.h"
#include "tests/support/cmocka.h"

#include <stdio.h>

/* Keeps what was read as a line of text for each message. */
static char heard[512];

static void hear(void *ctx, const pd_tool_osc_message *m)
{
    (void)ctx;
    size_t at = strlen(heard);
    at += (size_t)snprintf(heard + at, sizeof heard - at, "%s", m->address);
    for (int i = 0; i < m->count; i++) {
        if (m->types[i] == 'i')
            at += (size_t)snprintf(heard + at, sizeof heard - at, " %d", m->arguments[i].number);
        if (m->types[i] == 'f')
            at += (size_t)snprintf(heard + at, sizeof heard - at, " %g", (double)m->arguments[i].real);
        if (m->types[i] == 's')
            at += (size_t)snprintf(heard + at, sizeof heard - at, " \"%s\"", m->arguments[i].text);
    }
    snprintf(heard + at, sizeof heard - at, "\n");
}

static pd_status read_osc(const void *bytes, size_t size, pd_error *err)
{
    heard[0] = 0;
    return pd_tool_osc_read((pd_bytes){(unsigned char *)(uintptr_t)bytes, size}, hear, NULL, err);
}

/* The examples of OSC 1.0: one float, and a message of five arguments. */
static void the_specifications_messages_are_read(void **state)
{
    (void)state;
    static const char one[] = "/oscillator/4/frequency\0,f\0\0\x43\xdc\0";
    static const char five[] =
        "/foo\0\0\0\0,iisff\0\0\0\0\x03\xe8\xff\xff\xff\xffhello\0\0\0\x3f\x9d\xf3\xb6\x40\xb5"
        "\xb2\x2d";
    assert_int_equal(read_osc(one, sizeof one, NULL), PD_OK);
    assert_string_equal(heard, "/oscillator/4/frequency 440\n");
    assert_int_equal(read_osc(five, sizeof five - 1, NULL), PD_OK);
    assert_string_equal(heard, "/foo 1000 -1 \"hello\" 1.234 5.678\n");
}

static void bundles_within_bundles_are_read_in_order(void **state)
{
    (void)state;
    pd_buffer out = {0};
    pd_osc_bundle(&out);
    for (int i = 0; i < 2; i++) {
        const size_t opened = pd_osc_open(&out, "/a", "is");
        pd_osc_int(&out, i);
        pd_osc_text(&out, "x");
        pd_osc_close(&out, opened);
    }

    /* The same bundle as an element of another one. */
    pd_buffer outer = {0};
    pd_osc_bundle(&outer);
    const unsigned char size[4] = {0, 0, 0, (unsigned char)out.size};
    pd_buffer_add(&outer, size, 4);
    pd_buffer_add(&outer, out.data, out.size);
    assert_int_equal(read_osc(outer.data, outer.size, NULL), PD_OK);
    assert_string_equal(heard, "/a 0 \"x\"\n/a 1 \"x\"\n");
    pd_buffer_deinit(&out);
    pd_buffer_deinit(&outer);
}

static void damaged_datagrams_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *where, *words;
    } rows[] = {
        {"", 0, "byte 0", "an address that begins with /"},
        {"abc\0,\0\0\0", 8, "byte 0", "an address that begins with /"},
        {"/ab", 3, "byte 0", "an address that begins with /"},
        {"/ab\0f\0\0\0", 8, "byte 8", "types that begin with a comma"},
        {"/ab\0,f\0\0\0\0", 10, "byte 8", "ends within a number"},
        {"/ab\0,s\0\0abcd", 12, "byte 8", "a text without its end"},
        {"/ab\0,b\0\0\0\0\0\0", 12, "byte 8", "an argument of another type"},
        {"/ab\0,iiiiiiiiiiiiiiiii\0\0", 24, "byte 24", "more than 16 arguments"},
        {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\x0c", 20, "byte 16", "larger than the bundle"},
        {"#bundle\0\0\0\0\0\0\0\0\1\0\0", 18, "byte 16", "ends within a size"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        assert_int_equal(read_osc(rows[i].bytes, rows[i].size, &err), PD_ERR_FORMAT);
        assert_string_equal(err.where, rows[i].where);
        if (!strstr(err.detail, rows[i].words)) fail_msg("%zu: %s", i, err.detail);
    }
}

static void bundles_nested_without_end_are_refused(void **state)
{
    (void)state;
    unsigned char bytes[6 * 20] = {0};
    pd_error err = {0};
    for (size_t i = 0; i < 6; i++) {
        memcpy(bytes + 20 * i, "#bundle", 8);
        bytes[20 * i + 19] = (unsigned char)(sizeof bytes - 20 * (i + 1));
    }
    assert_int_equal(read_osc(bytes, sizeof bytes, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_specifications_messages_are_read),
        cmocka_unit_test(bundles_within_bundles_are_read_in_order),
        cmocka_unit_test(damaged_datagrams_are_refused_with_their_place),
        cmocka_unit_test(bundles_nested_without_end_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
