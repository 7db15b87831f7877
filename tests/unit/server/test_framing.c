#include "server/framing.h"

#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIN 0x80

/* Adds a client's frame. */
static void add(pd_buffer *out, int first, const void *payload, size_t size)
{
    static const unsigned char mask[4] = {0x12, 0xfe, 0, 0x77};
    unsigned char head[PD_SRV_HEAD_BYTES];
    size_t bytes = pd_srv_frame_head(head, PD_SRV_TEXT_FRAME, size);
    head[0] = (unsigned char)first;
    head[1] |= 0x80;
    pd_buffer_add(out, head, bytes);
    pd_buffer_add(out, mask, 4);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = ((const unsigned char *)payload)[i] ^ mask[i & 3];
        pd_buffer_add(out, &c, 1);
    }
}

static void add_text(pd_buffer *out, int first, const char *text)
{
    add(out, first, text, strlen(text));
}

/* What comes out when it goes in by pieces of so many bytes: a line for each thing got. */
static void read_all(pd_buffer *told, const pd_buffer *in, size_t piece, size_t limit)
{
    pd_srv_reader r = {.limit = limit};
    pd_buffer_clear(told);
    for (size_t from = 0; from < in->size && !r.wrong; from += piece) {
        const unsigned char *at = in->data + from,
                            *end = at + (in->size - from < piece ? in->size - from : piece);
        for (pd_srv_got got; !r.wrong && (got = pd_srv_reader_take(&r, &at, end)) != PD_SRV_GOT_NOTHING;) {
            const void *bytes = got <= PD_SRV_GOT_BINARY ? r.message.data : r.control;
            size_t size = got <= PD_SRV_GOT_BINARY ? r.message.size : r.control_size;
            if (got == PD_SRV_GOT_TOO_LONG) size = 0;
            if (got == PD_SRV_GOT_WRONG) bytes = r.wrong, size = strlen(r.wrong);
            pd_buffer_printf(told, "%d:", (int)got);
            pd_buffer_add(told, bytes, size);
            pd_buffer_text(told, ";");
        }
        if (!r.wrong) assert_ptr_equal(at, end);
    }
    pd_srv_reader_deinit(&r);
}

static void told_is(const pd_buffer *in, const char *wanted)
{
    pd_buffer told = {0};
    for (size_t piece = in->size; piece > 0; piece /= 2) {
        read_all(&told, in, piece, 100);
        pd_buffer_add(&told, "", 1);
        assert_string_equal(told.data, wanted);
    }
    pd_buffer_deinit(&told);
}

static void messages_come_whole_whatever_the_pieces_and_controls_between(void **state)
{
    (void)state;
    pd_buffer in = {0};
    add_text(&in, FIN | 1, "one");
    add_text(&in, FIN | 2, "");
    add_text(&in, 1, "be");
    add_text(&in, FIN | 9, "ping");
    add_text(&in, 0, "");
    add_text(&in, FIN | 10, "");
    add_text(&in, FIN | 0, "gun");
    add(&in, FIN | 8, "\3\351gone", 6);
    told_is(&in, "1:one;2:;3:ping;4:;1:begun;5:\3\351gone;");
    pd_buffer_deinit(&in);
}

static void heads_of_all_lengths_are_read_as_they_are_written(void **state)
{
    (void)state;
    static char text[70000];
    static const size_t sizes[] = {0, 1, 125, 126, 127, 65535, 65536, 70000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pd_buffer in = {0};
        pd_srv_reader r = {.limit = sizeof text};
        for (size_t j = 0; j < sizes[i]; j++) text[j] = (char)(j * 7);
        add(&in, FIN | 2, text, sizes[i]);
        const unsigned char *at = in.data, *end = at + in.size;
        assert_int_equal(pd_srv_reader_take(&r, &at, end), PD_SRV_GOT_BINARY);
        assert_int_equal(r.message.size, sizes[i]);
        if (sizes[i]) assert_memory_equal(r.message.data, text, sizes[i]);
        assert_int_equal(pd_srv_reader_take(&r, &at, end), PD_SRV_GOT_NOTHING);
        assert_true(r.message.capacity < 8192); /* a long one leaves no room behind */
        pd_srv_reader_deinit(&r);
        pd_buffer_deinit(&in);
    }
}

static void a_message_too_long_is_told_once_and_the_next_one_is_read(void **state)
{
    (void)state;
    char long_one[101];
    pd_buffer in = {0};
    memset(long_one, 'x', sizeof long_one);
    add(&in, FIN | 1, long_one, sizeof long_one);
    add(&in, 1, long_one, 60);
    add(&in, 0, long_one, 60);
    add(&in, FIN | 9, "p", 1);
    add(&in, FIN | 0, long_one, 60);
    add_text(&in, FIN | 1, "short");
    told_is(&in, "6:;6:;3:p;1:short;");
    pd_buffer_deinit(&in);
}

static void what_rfc_6455_forbids_is_wrong_and_nothing_is_read_after_it(void **state)
{
    (void)state;
    char big[126] = {0};
    static const struct {
        int before, first;
        const char *payload;
        size_t size;
        const char *wanted;
    } cases[] = {
        {0, FIN | 0x41, "zip", 3, "reserved"}, {0, FIN | 3, "", 0, "opcode"},
        {0, FIN | 11, "", 0, "opcode"},        {0, 9, "", 0, "control"},
        {0, FIN | 0, "", 0, "continuation"},   {1, FIN | 1, "", 0, "within"},
        {0, FIN | 8, "x", 1, "close"},         {0, FIN | 8, "\3\355", 2, "close"}, /* 1005 */
        {0, FIN | 8, "\0\1", 2, "close"},      {0, FIN | 9, NULL, 126, "control"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_buffer in = {0}, told = {0};
        if (cases[i].before) add_text(&in, cases[i].before, "begun");
        add(&in, cases[i].first, cases[i].payload ? cases[i].payload : big, cases[i].size);
        add_text(&in, FIN | 1, "unheard");
        read_all(&told, &in, 3, 100);
        pd_buffer_add(&told, "", 1);
        assert_non_null(strstr((char *)told.data, cases[i].wanted));
        assert_null(strstr((char *)told.data, "unheard"));
        pd_buffer_deinit(&in);
        pd_buffer_deinit(&told);
    }
}

static void what_is_not_masked_or_longer_than_the_world_is_wrong(void **state)
{
    (void)state;
    static const unsigned char bare[] = {0x81, 2, 'h', 'i'};
    static const unsigned char endless[] = {0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4};
    pd_srv_reader r = {.limit = 100};
    const unsigned char *at = bare;
    assert_int_equal(pd_srv_reader_take(&r, &at, bare + sizeof bare), PD_SRV_GOT_WRONG);
    assert_non_null(strstr(r.wrong, "masked"));
    pd_srv_reader_deinit(&r);
    r = (pd_srv_reader){.limit = SIZE_MAX};
    at = endless;
    assert_int_equal(pd_srv_reader_take(&r, &at, endless + sizeof endless), PD_SRV_GOT_WRONG);
    pd_srv_reader_deinit(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_whole_whatever_the_pieces_and_controls_between),
        cmocka_unit_test(heads_of_all_lengths_are_read_as_they_are_written),
        cmocka_unit_test(a_message_too_long_is_told_once_and_the_next_one_is_read),
        cmocka_unit_test(what_rfc_6455_forbids_is_wrong_and_nothing_is_read_after_it),
        cmocka_unit_test(what_is_not_masked_or_longer_than_the_world_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
