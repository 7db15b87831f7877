#include "server/outbox.h"

#include "tests/support/cmocka.h"

#include <string.h>

static pd_srv_taken take(pd_srv_outbox *box, char *text, pd_srv_frame **frame, int *more)
{
    pd_buffer out = {0};
    pd_srv_taken taken = pd_srv_outbox_take(box, &out, frame, more, 0);
    if (taken == PD_SRV_TEXT) {
        memcpy(text, out.data + PD_SRV_OUTBOX_PRE, out.size - PD_SRV_OUTBOX_PRE);
        text[out.size - PD_SRV_OUTBOX_PRE] = 0;
    }
    pd_buffer_deinit(&out);
    return taken;
}

static void texts_come_in_order_and_before_the_frame(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_frame *frame;
    char text[16];
    int more;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_frame(&box, pd_srv_frame_new("frame", 5));
    pd_srv_outbox_text(&box, "one", 3);
    pd_srv_outbox_text(&box, "two", 3);
    assert_true(pd_srv_outbox_waiting(&box));
    assert_int_equal(take(&box, text, &frame, &more), PD_SRV_TEXT);
    assert_string_equal(text, "one");
    assert_true(more);
    assert_int_equal(take(&box, text, &frame, &more), PD_SRV_TEXT);
    assert_string_equal(text, "two");
    assert_int_equal(take(&box, text, &frame, &more), PD_SRV_FRAME);
    assert_false(more);
    assert_memory_equal(frame->bytes + PD_SRV_OUTBOX_PRE, "frame", 5);
    pd_srv_frame_release(frame);
    assert_int_equal(take(&box, text, &frame, &more), PD_SRV_NOTHING);
    assert_false(pd_srv_outbox_waiting(&box));
    pd_srv_outbox_deinit(&box);
}

static void a_newer_frame_takes_the_place_of_one_that_was_not_sent(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_frame *frame;
    int more;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_frame(&box, pd_srv_frame_new("old", 3));
    pd_srv_outbox_frame(&box, pd_srv_frame_new("new", 3));
    assert_int_equal(take(&box, NULL, &frame, &more), PD_SRV_FRAME);
    assert_memory_equal(frame->bytes + PD_SRV_OUTBOX_PRE, "new", 3);
    pd_srv_frame_release(frame);
    pd_srv_outbox_counts counts = pd_srv_outbox_counted(&box);
    assert_int_equal(counts.frames, 1);
    assert_int_equal(counts.dropped, 1);
    assert_int_equal(counts.bytes, 3);
    pd_srv_outbox_deinit(&box);
}

static void a_frame_that_is_held_is_still_replaced_and_texts_pass_it(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_frame *frame;
    pd_buffer out = {0};
    int more;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_text(&box, "one", 3);
    pd_srv_outbox_frame(&box, pd_srv_frame_new("old", 3));
    assert_int_equal(pd_srv_outbox_take(&box, &out, &frame, &more, 1), PD_SRV_TEXT);
    assert_false(more); /* nothing that may go: the writer must not spin */
    assert_int_equal(pd_srv_outbox_take(&box, &out, &frame, &more, 1), PD_SRV_NOTHING);
    pd_srv_outbox_frame(&box, pd_srv_frame_new("new", 3));
    assert_int_equal(pd_srv_outbox_take(&box, &out, &frame, &more, 0), PD_SRV_FRAME);
    assert_memory_equal(frame->bytes + PD_SRV_OUTBOX_PRE, "new", 3);
    pd_srv_frame_release(frame);
    pd_buffer_deinit(&out);
    pd_srv_outbox_deinit(&box);
}

static void a_shared_frame_lives_as_long_as_somebody_holds_it(void **state)
{
    (void)state;
    pd_srv_outbox a, b;
    pd_srv_frame *frame = pd_srv_frame_new("x", 1), *got;
    int more;
    pd_srv_outbox_init(&a);
    pd_srv_outbox_init(&b);
    pd_srv_outbox_frame(&a, pd_srv_frame_retain(frame));
    pd_srv_outbox_frame(&b, pd_srv_frame_retain(frame));
    pd_srv_frame_release(frame);
    assert_int_equal(take(&a, NULL, &got, &more), PD_SRV_FRAME);
    assert_ptr_equal(got, frame);
    pd_srv_frame_release(got);
    pd_srv_outbox_deinit(&a);
    assert_int_equal(take(&b, NULL, &got, &more), PD_SRV_FRAME);
    assert_int_equal(got->references, 1);
    pd_srv_frame_release(got);
    pd_srv_outbox_deinit(&b);
}

static void texts_that_nobody_reads_fill_it_and_memory_stays_bounded(void **state)
{
    (void)state;
    static char text[10000];
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    memset(text, 'x', sizeof text);
    for (int i = 0; i < 20; i++) pd_srv_outbox_text(&box, text, sizeof text);
    assert_false(pd_srv_outbox_is_full(&box));
    for (int i = 0; i < 20; i++) pd_srv_outbox_text(&box, text, sizeof text);
    assert_true(pd_srv_outbox_is_full(&box));
    assert_true(box.texts.size <= PD_SRV_OUTBOX_TEXTS + sizeof text);
    pd_srv_outbox_deinit(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_in_order_and_before_the_frame),
        cmocka_unit_test(a_newer_frame_takes_the_place_of_one_that_was_not_sent),
        cmocka_unit_test(a_frame_that_is_held_is_still_replaced_and_texts_pass_it),
        cmocka_unit_test(a_shared_frame_lives_as_long_as_somebody_holds_it),
        cmocka_unit_test(texts_that_nobody_reads_fill_it_and_memory_stays_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
