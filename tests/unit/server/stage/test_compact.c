/* Compact frames of the stage: which subscribers share them, and recovery of a line that lost some. */
#include "clients/c/posed.h"
#include "core/wire/wire.h"
#include "server/stage/compact.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_ask.h"
#include "tests/support/checked_locks.h"
#include "tests/support/rigs.h"
#include "tests/support/stage_clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PERIOD 10000 /* microseconds: 100 ticks a second */

/* A connection that reads what it gets. */
typedef struct line {
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    posed_wire reader;
    double memory[4096];
    pd_srv_frame *last; /* newest one */
    int frames, keys, unread, characters;
    size_t bytes;
    bool loses; /* its outbox is full */
    float hips[3];
    posed_character who; /* the first of the newest frame */
} line;

static void record_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

static bool record_frame(void *to, pd_srv_frame *frame)
{
    line *l = to;
    if (l->loses) {
        pd_srv_frame_release(frame);
        return false;
    }
    posed_character who;
    pd_srv_frame_release(l->last);
    l->last = frame;
    l->frames++;
    l->bytes += frame->size;
    l->keys += !frame->follows;
    l->unread += !posed_wire_read(&l->reader, frame->bytes + PD_SRV_FRAME_PRE, frame->size);
    l->characters = l->reader.character_count;
    if (posed_wire_next(&l->reader, &who)) posed_hips(l->hips, &who), l->who = who;
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_stage *stage;

static int set_up(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 1000000 / PERIOD,
                                         .stream_sessions = 100,
                                         .stream_characters = 10,
                                         .stream_resume_window = 1,
                                         .stream_input_timeout = 5}};
    atomic_init(&config.now, &settings);
    memset(&stage_clock_time, 0, sizeof stage_clock_time);
    stage_clock_time.now_us = 1000000;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {record_text, record_frame, wake, NULL}};
    return pd_srv_stage_new(&stage, &deps, NULL) != PD_OK;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
    return api_host_teardown(state);
}

static void open_line(line *l, const char *watch, unsigned channels, int divisor, int compact)
{
    pd_error err = {0};
    memset(l, 0, sizeof *l);
    posed_wire_init(&l->reader, l->memory, sizeof l->memory);
    const pd_srv_join wanted = {.watch = watch};
    if (pd_srv_stage_join(stage, &l->subscriber, &l->joined, l, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_srv_stage_join_result_deinit(&l->joined);
    const pd_api_profile profile = {
        .channels = channels, .divisor = divisor, .rotation_bits = 48, .compact = compact};
    assert_int_equal(pd_srv_stage_profile(stage, l->subscriber, &profile, NULL), PD_OK);
}

static void close_line(line *l)
{
    pd_srv_stage_leave(stage, l->subscriber, 1);
    pd_srv_frame_release(l->last);
}

static void step(int ticks)
{
    for (int i = 0; i < ticks; i++) pd_srv_stage_step(stage);
}

static uint32_t spawn(const line *l)
{
    uint32_t id;
    pd_error err = {0};
    if (pd_srv_stage_spawn(stage, &id, l->subscriber, &(pd_srv_spawn){.facing = 0.5}, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    const pd_character_input in = {.move = {0, 1}};
    assert_int_equal(pd_srv_stage_input(stage, l->subscriber, id, 1, &in, NULL), PD_OK);
    return id;
}

#define CHANNELS (PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS)

static void lines_of_a_profile_share_one_encoding(void **state)
{
    (void)state;
    static line a, b, other;
    open_line(&a, NULL, CHANNELS, 1, 1);
    open_line(&b, a.joined.session, CHANNELS, 1, 1);
    open_line(&other, a.joined.session, CHANNELS, 1, 2);
    spawn(&a);
    for (int i = 0; i < 300; i++) {
        step(1);
        assert_ptr_equal(a.last, b.last);
        assert_ptr_not_equal(a.last, other.last);
        assert_memory_equal(a.hips, b.hips, sizeof a.hips);
        for (int k = 0; k < 3; k++) assert_true(fabsf(a.hips[k] - other.hips[k]) < 0.003f);
    }
    assert_int_equal(a.frames, 300);
    assert_int_equal(a.unread + b.unread + other.unread, 0);
    assert_int_equal(a.keys, 1); /* the next one comes after five seconds: 500 ticks */
    step(201);
    assert_int_equal(a.keys, 2);
    assert_int_equal(a.unread, 0);
    close_line(&other);
    close_line(&b);
    close_line(&a);
}

static void a_later_watcher_waits_for_a_key_frame_that_all_get(void **state)
{
    (void)state;
    static line a, b;
    open_line(&a, NULL, CHANNELS, 1, 1);
    spawn(&a);
    step(5);
    open_line(&b, a.joined.session, CHANNELS, 1, 1);
    step(5);
    assert_int_equal(b.frames, 0); /* a key frame came ten frames ago */
    assert_int_equal(a.frames, 10);
    step(10);
    assert_int_equal(a.frames, 20);
    assert_int_equal(a.keys, 2);
    assert_int_equal(b.keys, 1);
    assert_int_equal(b.frames, 20 - PD_SRV_COMPACT_APART);
    assert_int_equal(a.unread + b.unread, 0);
    assert_ptr_equal(a.last, b.last);
    close_line(&b);
    close_line(&a);
}

static void a_line_that_lost_a_frame_gets_the_next_key_frame(void **state)
{
    (void)state;
    static line a, b;
    open_line(&a, NULL, CHANNELS, 1, 1);
    open_line(&b, a.joined.session, CHANNELS, 1, 1);
    spawn(&a);
    step(50);
    b.loses = true;
    step(1);
    b.loses = false;
    const int before = b.frames;
    step(1); /* the frames follow one that it has not: a key frame is due, as the last one is 50 frames old */
    assert_int_equal(b.frames, before + 1);
    assert_false(b.last->follows);
    assert_ptr_equal(a.last, b.last);
    step(20);
    assert_int_equal(a.unread + b.unread, 0);
    assert_int_equal(a.keys, 2);

    /* One that loses all makes the others' frames larger once in PD_SRV_COMPACT_APART frames, no more. */
    b.loses = true;
    a.keys = 0;
    step(10 * PD_SRV_COMPACT_APART);
    assert_in_range(a.keys, 9, 11);
    assert_int_equal(a.unread, 0);
    close_line(&b);
    close_line(&a);
}

static void characters_that_come_and_go_make_a_key_frame(void **state)
{
    (void)state;
    static line a;
    open_line(&a, NULL, CHANNELS, 1, 1);
    spawn(&a);
    step(3);
    const uint32_t second = spawn(&a);
    step(3);
    assert_int_equal(a.keys, 2);
    assert_int_equal(a.characters, 2);
    assert_int_equal(pd_srv_stage_despawn(stage, a.subscriber, second, NULL), PD_OK);
    step(3);
    assert_int_equal(a.keys, 3);
    assert_int_equal(a.characters, 1);
    assert_int_equal(a.unread, 0);
    close_line(&a);
}

static void divisors_and_their_phases_have_encoders_of_their_own(void **state)
{
    (void)state;
    static line a, even, odd;
    open_line(&a, NULL, CHANNELS, 1, 1);
    spawn(&a);
    open_line(&even, a.joined.session, CHANNELS, 2, 1);
    step(1);
    open_line(&odd, a.joined.session, CHANNELS, 2, 1);
    step(100);
    assert_int_equal(a.frames, 101);
    assert_in_range(even.frames, 50, 51);
    assert_in_range(odd.frames, 50, 51);
    assert_int_equal(even.keys + odd.keys, 2);
    assert_int_equal(a.unread + even.unread + odd.unread, 0);

    /* An encoder without lines is freed; another profile begins with a key frame. */
    close_line(&odd);
    const pd_api_profile plain = {.channels = CHANNELS, .divisor = 2, .rotation_bits = 48, .compact = 5};
    even.keys = 0;
    pd_srv_stage_profile(stage, even.subscriber, &plain, NULL);
    step(6);
    assert_int_equal(even.keys, 1);
    int codes = 0;
    for (const pd_srv_compact *c = a.subscriber->session->codes; c; c = c->next) codes++;
    assert_int_equal(codes, 2);
    close_line(&even);
    close_line(&a);
}

static void a_frame_of_a_character_is_a_third_of_a_plain_one(void **state)
{
    (void)state;
    static line a;
    open_line(&a, NULL, CHANNELS, 1, 1);
    spawn(&a);
    step(1);
    a.bytes = 0;
    step(300);
    const pd_api_profile plain = {.channels = CHANNELS, .divisor = 1, .rotation_bits = 32, .compact = 0};
    const double mean = (double)a.bytes / 300;
    assert_true(mean < (double)(24 + pd_api_frame_bytes(&plain, 31, 12, 0)) / 3);
    close_line(&a);
}

/* Compares a decoded character with the first one of the stage, in all members except joints. */
static void is_told(const posed_character *who)
{
    const pd_srv_character *a = stage->sessions->characters;
    const pd_character_pose *pose = &a->motion.pose;
    int gait = 0;
    unsigned contacts = 0;
    for (int i = 0; i < PD_PFNN_CONTACTS; i++)
        if (pose->contacts[i] > 0.5f) contacts |= 1u << i;
    for (int i = 0; i < PD_PFNN_GAITS; i++)
        if (pose->gaits[i] > pose->gaits[gait]) gait = i;
    assert_int_equal(who->id, a->id);
    assert_int_equal(who->seq, a->now_seq);
    assert_int_equal(who->contacts, contacts);
    assert_int_equal(who->gait, gait);
    assert_near(remainder((double)who->phase - (double)pose->phase, 2 * 3.14159265358979), 0,
                0.025); /* a byte */
    assert_near(remainder((double)who->yaw - pose->yaw, 2 * 3.14159265358979), 0, 2e-3);
    const double root[3] = {pose->root.x, pose->root.y, pose->root.z};
    for (int c = 0; c < 3; c++) assert_near((double)who->root[c], root[c], 3e-3);
}

/* Checks the hips and the rotations of all joints, the first one in the frame of the character's root. */
static void joints_are_told(const line *l)
{
    const pd_srv_character *a = stage->sessions->characters;
    const pd_character_pose *pose = &a->motion.pose;
    const double hips[3] = {pose->joints[0].x, pose->joints[0].y, pose->joints[0].z};
    for (int c = 0; c < 3; c++) assert_near((double)l->hips[c], hips[c], 6e-3);
    for (int k = 0; k < a->group->figure.skeleton.joint_count; k++) {
        const pd_quat back = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -pose->yaw);
        const pd_quat wanted = k ? pose->rotations[k] : pd_q_mul(back, pose->rotations[0]);
        float q[4];
        posed_rotation(q, &l->who, k);
        const pd_quat told = {(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
        if (pd_q_angle(wanted, told) > 0.1) fail_msg("joint %d: %g", k, pd_q_angle(wanted, told));
    }
}

static void a_compact_frame_decodes_to_the_values_of_a_plain_one(void **state)
{
    (void)state;
    static line a;
    open_line(&a, NULL, CHANNELS, 1, 1);
    spawn(&a);
    /* The biped's second joint coincides with its hips: it is moved,
     * so that the frame has to tell the hips. */
    stage->sessions->characters->group->figure.skeleton.offsets[1] = pd_vec3_make(0.1, 0, 0);
    for (int i = 0; i < 120; i++) {
        step(1);
        is_told(&a.who);
        joints_are_told(&a);
    }
    assert_true(a.who.seq == 1);
    assert_int_equal(a.unread, 0);
    close_line(&a);
}

int main(void)
{
#define STAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        STAGE_TEST(a_compact_frame_decodes_to_the_values_of_a_plain_one),
        STAGE_TEST(lines_of_a_profile_share_one_encoding),
        STAGE_TEST(a_later_watcher_waits_for_a_key_frame_that_all_get),
        STAGE_TEST(a_line_that_lost_a_frame_gets_the_next_key_frame),
        STAGE_TEST(characters_that_come_and_go_make_a_key_frame),
        STAGE_TEST(divisors_and_their_phases_have_encoders_of_their_own),
        STAGE_TEST(a_frame_of_a_character_is_a_third_of_a_plain_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
