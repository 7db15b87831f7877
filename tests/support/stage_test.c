/* The stage without sockets, threads or waiting: the clock advances when a thread sleeps on it, and the sink
 * records messages (stage_test.h). */
#include "tests/support/stage_test.h"

stage_test_delivery_state stage_test_delivery;

int stage_test_wakes;

bool stage_test_forgets; /* frames of a stage that runs as fast as it can */

void stage_test_record_text(void *to, const void *text, size_t size)
{
    recorder *r = to;
    pd_buffer_add(&r->texts, text, size);
    pd_buffer_add(&r->texts, "\n", 2); /* with a zero, which the next text replaces */
    if (!r->texts.failed) r->texts.size--;
}

bool stage_test_record_frame(void *to, pd_srv_frame *frame)
{
    recorder *r = to;
    posed_frame in;
    if (stage_test_forgets) {
        pd_srv_frame_release(frame);
        return true;
    }
    posed_character who = {0};

    assert_true(posed_frame_open(&in, frame->bytes + PD_SRV_FRAME_PRE, frame->size));
    assert_true(r->frame_count < FRAMES_KEPT);
    posed_frame_next(&in, &who, (posed_counts){31, 12});
    r->ticks[r->frame_count] = in.tick;
    r->times[r->frame_count] = in.time;
    r->seqs[r->frame_count] = who.seq;
    r->character_counts[r->frame_count++] = in.character_count;
    pd_buffer_clear(&r->last);
    pd_buffer_add(&r->last, frame->bytes + PD_SRV_FRAME_PRE, frame->size);

    stage_clock_time.now_us +=
        stage_test_delivery.work_us + (int64_t)(stage_test_delivery.byte_us * (double)frame->size);
    pd_srv_frame_release(frame);
    return true;
}

void stage_test_record_wake(void *ctx)
{
    ++*(int *)ctx;
}

pd_srv_settings stage_test_settings;

pd_srv_config stage_test_config;

pd_srv_stage *stage_test_stage;

void stage_test_step(int count)
{
    for (int i = 0; i < count; i++) pd_srv_stage_step(stage_test_stage);
}

pd_status stage_test_try_join(recorder *r, const pd_srv_join *wanted, pd_error *err)
{
    memset(r, 0, sizeof *r);
    *err = (pd_error){0};
    return pd_srv_stage_join(stage_test_stage, &r->subscriber, &r->joined, r, wanted, err);
}

void stage_test_join(recorder *r, pd_srv_join wanted)
{
    pd_error err;
    if (stage_test_try_join(r, &wanted, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
}

void stage_test_leave(recorder *r, int for_good)
{
    if (r->subscriber) pd_srv_stage_leave(stage_test_stage, r->subscriber, for_good);
    r->subscriber = NULL;
    pd_srv_stage_join_result_deinit(&r->joined);
    pd_buffer_deinit(&r->last);
    pd_buffer_deinit(&r->texts);
}

uint32_t stage_test_spawn(recorder *r)
{
    uint32_t id = 0;
    pd_error err = {0};
    const pd_srv_spawn wanted = {.facing = 0.5};
    if (pd_srv_stage_spawn(stage_test_stage, &id, r->subscriber, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

void stage_test_input(recorder *r, uint32_t id, uint32_t seq, double forward)
{
    pd_error err = {0};
    const pd_character_input in = {.move = {0, forward}};
    assert_int_equal(pd_srv_stage_input(stage_test_stage, r->subscriber, id, seq, &in, &err), PD_OK);
}

void stage_test_set_profile(recorder *r, unsigned channels, int divisor, int bits)
{
    const pd_api_profile profile = {
        .channels = channels, .divisor = divisor, .rotation_bits = bits, .compact = 0};
    pd_srv_stage_profile(stage_test_stage, r->subscriber, &profile, NULL);
}

void stage_test_expect_ticks(const recorder *r, int count, const uint32_t *ticks)
{
    assert_int_equal(r->frame_count, count);
    for (int i = 0; i < count; i++) assert_int_equal(r->ticks[i], ticks[i]);
}

int stage_test_said(const recorder *r, const char *words)
{
    return r->texts.size && memmem(r->texts.data, r->texts.size, words, strlen(words)) != NULL;
}

void stage_test_crowd_and_neighbour(recorder *dear, recorder *neighbour, double byte_us)
{
    stage_test_join(dear, (pd_srv_join){0});
    stage_test_join(neighbour, (pd_srv_join){0});
    for (int i = 0; i < 10; i++) stage_test_spawn(dear);
    stage_test_spawn(neighbour);
    stage_test_set_profile(dear, PD_API_CHANNEL_ROOT, 1, 48);
    stage_test_set_profile(neighbour, PD_API_CHANNEL_ROOT, 1, 48);
    stage_test_delivery.byte_us = byte_us;
    for (int i = 0; i < 4; i++)
        stage_test_step(60),
            dear->frame_count = neighbour->frame_count = 0; /* what a byte takes is learned */
}
