/* Tests what waits for a client of the stream: texts keep their order, a newer frame replaces an older one,
 * and a client that does not read cannot fill the memory. */
#include "server/stream/outbox.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Checks the texts and the frame that are taken, one after the other. */
static void taken_is(pd_srv_outbox *box, int hold, const char *wanted)
{
    pd_buffer texts = {0}, all = {0};
    pd_srv_frame *frame;
    pd_srv_outbox_take(box, &texts, &frame, hold);

    size_t at = 0, size;
    unsigned char *text;
    while ((text = pd_srv_text_next(&size, &texts, &at))) {
        memset(text - PD_SRV_OUTBOX_PRE, 0xff, PD_SRV_OUTBOX_PRE); /* as the library writes its header */
        pd_buffer_add(&all, text, size);
    }
    if (frame) pd_buffer_add(&all, frame->bytes + PD_SRV_OUTBOX_PRE, frame->size);
    pd_buffer_add(&all, "", 1);
    assert_string_equal(all.data, wanted);

    pd_srv_frame_release(frame);
    pd_buffer_deinit(&texts);
    pd_buffer_deinit(&all);
}

static void texts_come_in_order_and_before_the_frame(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_frame(&box, pd_srv_frame_new(NULL, "frame", 5));
    pd_srv_outbox_text(&box, "one ", 4);
    pd_srv_outbox_text(&box, "two ", 4);
    assert_true(pd_srv_outbox_waiting(&box));
    taken_is(&box, 0, "one two ");
    assert_true(pd_srv_outbox_waiting(&box));
    taken_is(&box, 0, "frame");
    assert_false(pd_srv_outbox_waiting(&box));
    taken_is(&box, 0, "");
    pd_srv_outbox_deinit(&box);
}

static void a_newer_frame_takes_the_place_of_one_that_was_not_sent(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_frame(&box, pd_srv_frame_new(NULL, "old", 3));
    pd_srv_outbox_frame(&box, pd_srv_frame_new(NULL, "new", 3));
    taken_is(&box, 0, "new");
    pd_srv_outbox_counts counts = pd_srv_outbox_counted(&box);
    assert_int_equal(counts.frames, 1);
    assert_int_equal(counts.dropped, 1);
    assert_int_equal(counts.bytes, 3 + 2);
    pd_srv_outbox_deinit(&box);
}

static void a_frame_that_is_held_is_still_replaced_and_texts_pass_it(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_text(&box, "one", 3);
    pd_srv_outbox_frame(&box, pd_srv_frame_new(NULL, "old", 3));
    taken_is(&box, 1, "one");
    taken_is(&box, 1, "");
    pd_srv_outbox_frame(&box, pd_srv_frame_new(NULL, "new", 3));
    taken_is(&box, 0, "new");
    pd_srv_outbox_deinit(&box);
}

static pd_srv_frame *frame_of(const char *text, bool follows)
{
    pd_srv_frame *frame = pd_srv_frame_new(NULL, text, strlen(text));
    frame->follows = follows;
    return frame;
}

static void frames_that_follow_each_other_wait_in_order_until_they_are_too_many(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    assert_true(pd_srv_outbox_frame(&box, frame_of("key", false)));
    assert_true(pd_srv_outbox_frame(&box, frame_of("one", true)));
    taken_is(&box, 0, "key");
    assert_true(pd_srv_outbox_frame(&box, frame_of("two", true)));
    taken_is(&box, 0, "one");
    assert_true(pd_srv_outbox_waiting(&box));
    taken_is(&box, 0, "two");
    assert_false(pd_srv_outbox_waiting(&box));

    /* One frame too many in a chain: none of them is usable, and no later one,
     * until a frame that depends on no other. */
    for (int i = 0; i < PD_SRV_OUTBOX_CHAIN; i++) assert_true(pd_srv_outbox_frame(&box, frame_of("x", true)));
    assert_false(pd_srv_outbox_frame(&box, frame_of("y", true)));
    assert_false(pd_srv_outbox_waiting(&box));
    assert_false(pd_srv_outbox_frame(&box, frame_of("z", true)));
    taken_is(&box, 0, "");
    assert_int_equal(pd_srv_outbox_counted(&box).dropped, PD_SRV_OUTBOX_CHAIN + 2);
    assert_true(pd_srv_outbox_frame(&box, frame_of("key", false)));
    assert_true(pd_srv_outbox_frame(&box, frame_of("one", true)));
    taken_is(&box, 0, "key");
    taken_is(&box, 0, "one");

    /* A key frame replaces all that wait. */
    pd_srv_outbox_frame(&box, frame_of("a", true));
    pd_srv_outbox_frame(&box, frame_of("b", true));
    assert_true(pd_srv_outbox_frame(&box, frame_of("key", false)));
    taken_is(&box, 0, "key");
    taken_is(&box, 0, "");
    pd_srv_outbox_deinit(&box);
}

static void bytes_are_counted_with_their_headers(void **state)
{
    (void)state;
    static char long_text[70000];
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    memset(long_text, 'x', sizeof long_text);
    const size_t sizes[] = {125, 126, 65535, 65536}, heads[] = {2, 4, 4, 10};
    uint64_t wanted = 0;
    for (int i = 0; i < 4; i++) {
        pd_buffer texts = {0};
        pd_srv_frame *frame;
        pd_srv_outbox_text(&box, long_text, sizes[i]);
        pd_srv_outbox_frame(&box, pd_srv_frame_new(NULL, long_text, sizes[i]));
        pd_srv_outbox_take(&box, &texts, &frame, 0);
        assert_null(frame);
        pd_buffer_clear(&texts);
        pd_srv_outbox_take(&box, &texts, &frame, 0);
        pd_srv_frame_release(frame);
        pd_buffer_deinit(&texts);
        wanted += 2 * (sizes[i] + heads[i]);
        assert_int_equal(pd_srv_outbox_counted(&box).bytes, wanted);
    }
    pd_srv_outbox_deinit(&box);
}

static void a_shared_frame_lives_as_long_as_somebody_holds_it(void **state)
{
    (void)state;
    pd_srv_outbox a, b;
    pd_srv_frame *frame = pd_srv_frame_new(NULL, "x", 1);
    pd_srv_outbox_init(&a);
    pd_srv_outbox_init(&b);
    pd_srv_outbox_frame(&a, pd_srv_frame_retain(frame));
    pd_srv_outbox_frame(&b, pd_srv_frame_retain(frame));
    pd_srv_frame_release(frame);
    taken_is(&a, 0, "x");
    pd_srv_outbox_deinit(&a);
    assert_int_equal(frame->references, 1);
    taken_is(&b, 0, "x");
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

static void an_outbox_is_full_after_a_text_that_could_not_be_allocated(void **state)
{
    (void)state;
    pd_srv_outbox box;
    pd_srv_outbox_init(&box);
    pd_srv_outbox_text(&box, "a", 1);
    pd_srv_outbox_text(&box, NULL, 0);
    assert_true(pd_srv_outbox_is_full(&box));
    pd_srv_outbox_text(&box, "b", 1); /* nothing comes behind what is missing */
    taken_is(&box, 0, "a");
    pd_srv_outbox_deinit(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_in_order_and_before_the_frame),
        cmocka_unit_test(a_newer_frame_takes_the_place_of_one_that_was_not_sent),
        cmocka_unit_test(a_frame_that_is_held_is_still_replaced_and_texts_pass_it),
        cmocka_unit_test(frames_that_follow_each_other_wait_in_order_until_they_are_too_many),
        cmocka_unit_test(bytes_are_counted_with_their_headers),
        cmocka_unit_test(a_shared_frame_lives_as_long_as_somebody_holds_it),
        cmocka_unit_test(texts_that_nobody_reads_fill_it_and_memory_stays_bounded),
        cmocka_unit_test(an_outbox_is_full_after_a_text_that_could_not_be_allocated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
