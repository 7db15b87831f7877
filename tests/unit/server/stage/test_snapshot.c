/* Snapshots of sessions: their contents, and refused bytes. tests/prop/test_snapshot.c checks that restored
 * sessions continue bit for bit. */
#include "server/stage/snapshot.h"

#include "core/base/hash.h"
#include "core/character/rollout/snapshot.h"
#include "server/stage/stage_parts.h"
#include "server/stage/vmc.h"
#include "tests/support/checked_locks.h"
#include "tests/support/rigs.h"
#include "tests/support/stage_clock.h"
#include "tests/support/stage_put.h"

#include <stdlib.h>
#include <string.h>

#define PERIOD 10000 /* microseconds: 100 ticks a second */

typedef struct side {
    pd_srv_stage *stage;
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    pd_buffer frame, texts;
} side;

static void record_text(void *to, const void *text, size_t size)
{
    side *s = to;
    pd_buffer_add(&s->texts, text, size);
}

static bool record_frame(void *to, pd_srv_frame *frame)
{
    side *s = to;
    pd_buffer_clear(&s->frame);
    pd_buffer_add(&s->frame, frame->bytes + PD_SRV_FRAME_PRE, frame->size);
    memset(s->frame.data + 12, 0, 8); /* time */
    pd_srv_frame_release(frame);
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

static pd_srv_settings settings;
static pd_srv_config config;

/* Called when the tick sleeps until a slot is due. */
static void (*while_it_sleeps)(void);

static void sleep_until(void *ctx, int64_t us)
{
    stage_clock_sleep(ctx, us);
    if (while_it_sleeps) while_it_sleeps();
}

static void open_side(side *s)
{
    pd_error err = {0};
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {NULL, stage_clock_now, sleep_until},
                                    .sink = {record_text, record_frame, wake, NULL}};
    memset(s, 0, sizeof *s);
    assert_int_equal(pd_srv_stage_new(&s->stage, &deps, &err), PD_OK);
}

static void join(side *s, pd_srv_join wanted)
{
    pd_error err = {0};
    if (pd_srv_stage_join(s->stage, &s->subscriber, &s->joined, s, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_srv_stage_join_result_deinit(&s->joined);
    const pd_api_profile profile = {.channels = 0xff & ~(unsigned)PD_API_CHANNEL_VERTICES,
                                    .divisor = 1,
                                    .rotation_bits = 48,
                                    .compact = 0};
    pd_srv_stage_profile(s->stage, s->subscriber, &profile, NULL);
}

static void close_side(side *s)
{
    if (s->subscriber) pd_srv_stage_leave(s->stage, s->subscriber, 1);
    pd_srv_stage_free(s->stage);
    pd_buffer_deinit(&s->frame);
    pd_buffer_deinit(&s->texts);
}

static uint32_t spawn(side *s, pd_srv_spawn wanted)
{
    uint32_t id = 0;
    pd_error err = {0};
    if (pd_srv_stage_spawn(s->stage, &id, s->subscriber, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

static pd_buffer snapshot_of(const side *s)
{
    pd_error err = {0};
    pd_buffer bytes = {0};
    if (pd_srv_snapshot_write(&bytes, s->stage, s->joined.session, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return bytes;
}

static void restore(side *to, const pd_buffer *bytes)
{
    pd_error err = {0};
    open_side(to);
    if (pd_srv_snapshot_read(to->stage, bytes->data, bytes->size, NULL, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

/* Runs ticks of both stages, and checks that their owners get the same frames. */
static void expect_same(side *a, side *b, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        const int64_t now = stage_clock_time.now_us;
        pd_srv_stage_step(a->stage);
        stage_clock_time.now_us = now;
        pd_srv_stage_step(b->stage);
        assert_true(a->frame.size > 0);
        assert_int_equal(a->frame.size, b->frame.size);
        assert_memory_equal(a->frame.data, b->frame.data, a->frame.size);
        stage_clock_time.now_us = now + PERIOD;
    }
}

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
    return 0;
}

static int tear_down(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
    return api_host_teardown(state);
}

/* Everything that a client can ask for, taken by a tick or still in the mailbox. */
static void every_state_of_a_session_continues_from_a_snapshot(void **state)
{
    (void)state;
    side a, b;
    pd_error err = {0};
    stage_put_avatar("mine");
    stage_put_scene("yard");
    open_side(&a);
    join(&a, (pd_srv_join){.scene = "yard", .client = 77, .key = "anna", .is_shared = true});
    const float betas[3] = {1, -2, 0.5f};
    pd_character_control slow = pd_character_control_default();
    slow.walk_speed = 0.9;
    uint32_t ids[4];
    ids[0] = spawn(&a, (pd_srv_spawn){.position = {1, 2}, .facing = 0.5});
    ids[1] = spawn(&a, (pd_srv_spawn){.has_body = 1, .betas = betas, .beta_count = 3, .control = &slow});
    ids[2] = spawn(&a, (pd_srv_spawn){.character = "mine", .position = {-1, 0}});
    ids[3] = spawn(&a, (pd_srv_spawn){.position = {0, -2}});
    const pd_character_follow path = {
        .points = {{0, 0}, {3, 0}, {3, 5}}, .count = 3, .closed = 1, .space = 0.7};
    const pd_character_follow round = {.points = {{1, -3}}, .count = 1, .wander = 4};
    const pd_character_reach_request reach = {
        .target = {0.4, 1.2, 0.4}, .in_root = true, .weight = 1, .seconds = 0.4};
    const pd_character_gaze_request gaze = {.point = {3, 1, 3}, .weight = 1, .seconds = 0.4};
    const pd_character_sit_request sit = {.sit = true, .seat = {2, 2}, .height = 0.45, .seconds = 1};
    const pd_character_input walk = {
        .move = {0.3, 0.8}, .gait = PD_CHARACTER_WANT_JOG, .has_look = 1, .look = {1, 0}};

    for (int round_of_test = 0; round_of_test < 2; round_of_test++) {
        /* In the second round these are still in the mailboxes when the snapshot is taken. */
        pd_srv_stage_input(a.stage, a.subscriber, ids[0], 41, &walk, &err);
        pd_srv_stage_reach(a.stage, a.subscriber, ids[0], PD_CHARACTER_RIGHT_HAND, &reach, &err);
        pd_srv_stage_follow(a.stage, a.subscriber, ids[1], &path, &err);
        pd_srv_stage_look(a.stage, a.subscriber, ids[1], NULL, &gaze, &err);
        pd_srv_stage_sit(a.stage, a.subscriber, ids[2], &sit, &err);
        pd_srv_stage_follow(a.stage, a.subscriber, ids[3], &round, &err);
        assert_int_equal(err.status, PD_OK);
        for (int i = 0; i < 40 && !round_of_test; i++) pd_srv_stage_step(a.stage);

        pd_buffer bytes = snapshot_of(&a);
        restore(&b, &bytes);
        join(&b, (pd_srv_join){.resume = a.joined.token, .client = 77, .has_key = true});
        assert_int_equal(b.joined.tick, a.stage->state.tick);
        assert_string_equal(b.stage->sessions->key, "anna");
        assert_true(b.stage->sessions->is_shared && b.stage->sessions->spawned == 4);
        expect_same(&a, &b, 60);

        /* Later requests to both stages have equal results, and new characters get new ids. */
        pd_srv_stage_follow(a.stage, a.subscriber, ids[0], &round, &err);
        pd_srv_stage_follow(b.stage, b.subscriber, ids[0], &round, &err);
        expect_same(&a, &b, 20);
        assert_int_equal(err.status, PD_OK);
        assert_int_equal(spawn(&b, (pd_srv_spawn){.has_variation = 0}), ids[3] + 1);
        close_side(&b);
        pd_buffer_deinit(&bytes);
    }
    close_side(&a);
}

/* State of the test that makes a snapshot between two slots of a tick. */
static struct {
    side a, b;
    pd_buffer bytes;
    int sleeps, slot_there; /* sleeps of the present tick; slot of the session on the second stage */
} between;

static void snapshot_between(void)
{
    if (++between.sleeps == 2) between.bytes = snapshot_of(&between.a);
}

static void restore_between(void)
{
    pd_error err = {0};
    if (++between.sleeps != 2) return;
    assert_int_equal(
        pd_srv_snapshot_read(between.b.stage, between.bytes.data, between.bytes.size, NULL, &err), PD_OK);
    pd_srv_plan_move(between.b.stage, between.b.stage->sessions, between.slot_there);
    join(&between.b, (pd_srv_join){.resume = between.a.joined.token});
}

/* A snapshot between two slots of a tick has sessions that this tick has moved and others. The frame with a
 * number shows the same pose on both stages, whatever slots the session has there. */
static void a_frame_with_a_number_shows_one_pose(void **state)
{
    (void)state;
    side *const a = &between.a, *const b = &between.b;
    enum { MOST = 64 };
    const pd_character_input walk = {.move = {0, 1}};
    pd_error err = {0};
    for (int slots = 0; slots < 4; slots++) {
        const int slot_here = slots & 1 ? 3 : 0;
        between.slot_there = slots & 2 ? 3 : 0;

        /* Another session makes the tick sleep between the slots 0 and 3. */
        side here, there;
        open_side(a);
        here = there = (side){.stage = a->stage};
        join(&here, (pd_srv_join){0});
        pd_srv_plan_move(a->stage, a->stage->sessions, 3 - slot_here);
        join(a, (pd_srv_join){0});
        pd_srv_plan_move(a->stage, a->stage->sessions, slot_here);
        const uint32_t id = spawn(a, (pd_srv_spawn){.facing = 0});
        pd_srv_stage_input(a->stage, a->subscriber, id, 1, &walk, &err);
        for (int i = 0; i < 40; i++) pd_srv_stage_step(a->stage);

        pd_buffer frames[MOST] = {{0}}; /* by the last digits of their numbers */
        between.sleeps = 0;
        while_it_sleeps = snapshot_between;
        for (int i = 0; i < 10; i++) {
            pd_srv_stage_step(a->stage);
            while_it_sleeps = NULL;
            const uint32_t tick = a->stage->state.tick;
            pd_buffer_add(&frames[tick % MOST], a->frame.data, a->frame.size);
        }

        open_side(b);
        there.stage = b->stage;
        join(&there, (pd_srv_join){0});
        pd_srv_plan_move(b->stage, b->stage->sessions, 3);
        for (int i = 0; i < 3; i++) pd_srv_stage_step(b->stage);
        between.sleeps = 0;
        while_it_sleeps = restore_between;
        int compared = 0;
        for (int i = 0; i < 8; i++) {
            pd_buffer_clear(&b->frame);
            pd_srv_stage_step(b->stage);
            while_it_sleeps = NULL;
            if (!b->frame.size) continue; /* its slot was over */
            uint32_t tick;
            memcpy(&tick, b->frame.data + 8, sizeof tick);
            const pd_buffer *same = &frames[tick % MOST];
            assert_int_equal(b->frame.size, same->size);
            assert_memory_equal(b->frame.data, same->data, same->size);
            compared++;
        }
        assert_int_equal(compared, between.slot_there ? 8 : 7);
        for (int i = 0; i < MOST; i++) pd_buffer_deinit(&frames[i]);
        pd_buffer_deinit(&between.bytes);
        pd_srv_stage_leave(a->stage, here.subscriber, 1);
        pd_srv_stage_leave(b->stage, there.subscriber, 1);
        pd_buffer_deinit(&here.texts), pd_buffer_deinit(&there.texts);
        pd_buffer_deinit(&here.frame), pd_buffer_deinit(&there.frame);
        close_side(a), close_side(b);
    }
}

static void the_age_of_an_input_goes_on(void **state)
{
    (void)state;
    side a, b;
    pd_error err = {0};
    open_side(&a);
    join(&a, (pd_srv_join){0});
    const uint32_t id = spawn(&a, (pd_srv_spawn){.facing = 0});
    const pd_character_input walk = {.move = {0, 1}};
    pd_srv_stage_input(a.stage, a.subscriber, id, 1, &walk, &err);
    stage_clock_time.now_us += 4000000;
    pd_buffer bytes = snapshot_of(&a);
    stage_clock_time.now_us += 100000000; /* the other machine has another clock */
    restore(&b, &bytes);
    assert_int_equal(stage_clock_time.now_us - b.stage->sessions->characters->input_us, 4000000);
    pd_buffer_deinit(&bytes);
    close_side(&a), close_side(&b);
}

static void a_snapshot_names_its_owner_without_being_restored(void **state)
{
    (void)state;
    side a;
    pd_srv_snapshot_head head;
    unsigned char hash[32];
    open_side(&a);
    join(&a, (pd_srv_join){.client = 5, .key = "anna"});
    spawn(&a, (pd_srv_spawn){.facing = 0});
    for (int i = 0; i < 3; i++) pd_srv_stage_step(a.stage);
    pd_buffer bytes = snapshot_of(&a);
    assert_int_equal(pd_srv_snapshot_peek(&head, bytes.data, bytes.size, NULL), PD_OK);
    pd_srv_sha256(hash, a.joined.token, PD_SRV_TOKEN - 1);
    assert_string_equal(head.session, a.joined.session);
    assert_memory_equal(head.token_hash, hash, sizeof hash);
    assert_string_equal(head.key, "anna");
    assert_true(head.client == 5 && head.tick == 3 && head.characters == 1);
    assert_null(
        memmem(bytes.data, bytes.size, a.joined.token, PD_SRV_TOKEN - 1)); /* the token itself is not in it */
    pd_buffer_deinit(&bytes);
    close_side(&a);
}

/* Reads changed bytes, which must be refused with these words, and leaves an empty stage. */
static void expect_refused(const unsigned char *bytes, size_t size, pd_status status, const char *words)
{
    side b;
    pd_error err = {0};
    open_side(&b);
    assert_int_equal(pd_srv_snapshot_read(b.stage, bytes, size, NULL, &err), status);
    if (!strstr(err.detail, words)) fail_msg("\"%s\" has no \"%s\"", err.detail, words);
    assert_true(!b.stage->sessions && !b.stage->session_count && !b.stage->character_count);
    close_side(&b);
}

static void set_sum(pd_buffer *bytes)
{
    const uint64_t sum = pd_hash64(bytes->data, bytes->size - 8, 0);
    for (int i = 0; i < 8; i++) bytes->data[bytes->size - 8 + (size_t)i] = (unsigned char)(sum >> 8 * i);
}

static void other_bytes_are_refused_with_the_reason(void **state)
{
    (void)state;
    side a;
    open_side(&a);
    join(&a, (pd_srv_join){0});
    spawn(&a, (pd_srv_spawn){.has_body = 1});
    pd_srv_stage_step(a.stage);
    pd_buffer bytes = snapshot_of(&a);

    for (size_t size = 0; size < bytes.size; size += 97) expect_refused(bytes.data, size, PD_ERR_FORMAT, "");
    for (size_t i = 20; i < bytes.size; i += 131) {
        bytes.data[i] ^= 1;
        expect_refused(bytes.data, bytes.size, PD_ERR_FORMAT, "is damaged: it states the checksum");
        bytes.data[i] ^= 1;
    }
    bytes.data[0] = 'X';
    expect_refused(bytes.data, bytes.size, PD_ERR_FORMAT, "PSDS");
    bytes.data[0] = 'P';
    bytes.data[4] = 9;
    expect_refused(bytes.data, bytes.size, PD_ERR_UNSUPPORTED, "version 9; this posed reads version 6");
    bytes.data[4] = PD_SRV_SNAPSHOT_VERSION;
    bytes.data[8] ^= 1;
    set_sum(&bytes);
    expect_refused(bytes.data, bytes.size, PD_ERR_UNSUPPORTED, "with fields");
    bytes.data[8] ^= 1;
    set_sum(&bytes);

    /* Another network, another body, too many characters. */
    api_host_state.motion->content_hash++;
    expect_refused(bytes.data, bytes.size, PD_ERR_NOT_FOUND, "\"motion\" has the content");
    api_host_state.motion->content_hash--;
    api_host_state.tiny->content_hash++;
    expect_refused(bytes.data, bytes.size, PD_ERR_NOT_FOUND, "\"tiny\" has the content");
    api_host_state.tiny->content_hash--;
    settings.cfg.stream_characters = 0;
    expect_refused(bytes.data, bytes.size, PD_ERR_LIMIT, "stream.characters");
    settings.cfg.stream_characters = 10;

    /* The session is here already. */
    pd_error err = {0};
    assert_int_equal(pd_srv_snapshot_read(a.stage, bytes.data, bytes.size, NULL, &err), PD_ERR_INVALID);
    assert_int_equal(a.stage->session_count, 1);
    assert_int_equal(a.stage->character_count, 1);
    assert_int_equal(pd_srv_snapshot_write(&bytes, a.stage, "0123456789abcdef", &err), PD_ERR_NOT_FOUND);
    pd_buffer_deinit(&bytes);
    close_side(&a);
}

/* Each byte of a snapshot is changed, with a valid checksum. The snapshot is then read, or refused with the
 * place of the error or for missing objects, and the stage stays unchanged. Many of the changed numbers are
 * out of range; a few snapshots are read. */
static void a_changed_byte_is_read_or_refused_by_its_place(void **state)
{
    (void)state;
    side a;
    int refused = 0, taken = 0, by_place = 0;
    open_side(&a);
    join(&a, (pd_srv_join){.client = 5, .key = "anna"});
    const uint32_t id = spawn(&a, (pd_srv_spawn){.has_body = 1});
    pd_error err = {0};
    const pd_character_reach_request reach = {
        .target = {0.4, 1.2, 0.4}, .in_root = true, .weight = 1, .seconds = 0.4};
    const pd_character_gaze_request gaze = {.point = {3, 1, 3}, .weight = 1, .seconds = 0.4};
    const pd_character_sit_request sit = {.sit = true, .seat = {2, 2}, .height = 0.45, .seconds = 1};
    pd_srv_stage_reach(a.stage, a.subscriber, id, PD_CHARACTER_RIGHT_HAND, &reach, &err);
    pd_srv_stage_look(a.stage, a.subscriber, id, NULL, &gaze, &err);
    pd_srv_stage_sit(a.stage, a.subscriber, id, &sit, &err);
    assert_int_equal(err.status, PD_OK);
    pd_buffer bytes = snapshot_of(&a);
    for (size_t i = 16; i < bytes.size - 8; i++) {
        static const unsigned char masks[] = {0x01, 0x80, 0xff};
        const unsigned char was = bytes.data[i];
        side b;
        bytes.data[i] ^= masks[i % 3];
        set_sum(&bytes);
        open_side(&b);
        err = (pd_error){0};
        const pd_status status = pd_srv_snapshot_read(b.stage, bytes.data, bytes.size, NULL, &err);
        if (status == PD_OK) {
            taken++;
            assert_int_equal(b.stage->session_count, 1);
            pd_srv_stage_step(b.stage);
        } else {
            refused++;
            by_place += strstr(err.detail, " is missing or out of its range") != NULL;
            assert_true(*err.where == '/' && *err.detail);
            assert_true(!b.stage->sessions && !b.stage->session_count && !b.stage->character_count);
        }
        close_side(&b);
        bytes.data[i] = was;
    }
    assert_true(refused > 50 && taken > 50 && by_place > 40);

    /* The id of a session is of hexadecimal digits. */
    unsigned char *id_at = memmem(bytes.data, bytes.size, a.joined.session, PD_SRV_SESSION_ID - 1);
    assert_non_null(id_at);
    *id_at = 'g';
    set_sum(&bytes);
    expect_refused(bytes.data, bytes.size, PD_ERR_FORMAT, "session is missing or out of its range");
    pd_buffer_deinit(&bytes);
    close_side(&a);
}

/* Datagrams go on to the same place at the same pace where the other
 * machine permits it, and end where not. */
static void datagrams_go_on_where_they_are_permitted(void **state)
{
    (void)state;
    static char *allowed[] = {(char *)"127.0.0.1:39539"};
    settings.cfg.stream_vmc_allow = (pd_cfg_list){allowed, 1};
    side a, b;
    open_side(&a);
    join(&a, (pd_srv_join){.vmc = {.destination = "127.0.0.1:39539", .divisor = 3, .upper_chest = 1}});
    spawn(&a, (pd_srv_spawn){.facing = 0});
    assert_non_null(a.stage->sessions->vmc);
    pd_buffer bytes = snapshot_of(&a);
    restore(&b, &bytes);
    const pd_srv_vmc_request *vmc = pd_srv_vmc_request_of(b.stage->sessions->vmc);
    assert_string_equal(vmc->destination, "127.0.0.1:39539");
    assert_true(vmc->divisor == 3 && vmc->upper_chest);
    join(&b, (pd_srv_join){.resume = a.joined.token});
    expect_same(&a, &b, 5);
    close_side(&b);

    settings.cfg.stream_vmc_allow.count = 0;
    restore(&b, &bytes);
    assert_null(b.stage->sessions->vmc);
    assert_int_equal(b.stage->character_count, 1);
    close_side(&b);
    pd_buffer_deinit(&bytes);
    close_side(&a);
}

static void a_scene_or_a_character_that_is_not_there_is_named(void **state)
{
    (void)state;
    side a;
    stage_put_avatar("mine");
    stage_put_scene("yard");
    open_side(&a);
    join(&a, (pd_srv_join){.scene = "yard"});
    pd_buffer with_scene = snapshot_of(&a);
    pd_srv_stage_leave(a.stage, a.subscriber, 1);
    join(&a, (pd_srv_join){0});
    spawn(&a, (pd_srv_spawn){.character = "mine"});
    pd_buffer with_character = snapshot_of(&a);
    pd_api_call_release(api_ask("DELETE", "/v1/scenes/yard", NULL));
    pd_api_call_release(api_ask("DELETE", "/v1/characters/mine", NULL));
    expect_refused(with_scene.data, with_scene.size, PD_ERR_NOT_FOUND, "no scene \"yard\"");
    expect_refused(with_character.data, with_character.size, PD_ERR_NOT_FOUND, "no character \"mine\"");
    pd_buffer_deinit(&with_scene), pd_buffer_deinit(&with_character);
    close_side(&a);
}

static void a_session_that_nobody_resumes_ends_after_its_window(void **state)
{
    (void)state;
    side a, b;
    open_side(&a);
    join(&a, (pd_srv_join){0});
    spawn(&a, (pd_srv_spawn){.facing = 0});
    pd_buffer bytes = snapshot_of(&a);
    restore(&b, &bytes);
    pd_srv_stage_step(b.stage);
    assert_int_equal(b.stage->session_count, 1);
    stage_clock_time.now_us += 1100000;
    pd_srv_stage_step(b.stage);
    assert_int_equal(b.stage->session_count, 0);
    pd_buffer_deinit(&bytes);
    close_side(&a), close_side(&b);
}

static void the_tables_are_in_the_order_of_the_structs(void **state)
{
    (void)state;
    assert_true(pd_character_snapshot_is_ordered());
}

#define STAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {STAGE_TEST(every_state_of_a_session_continues_from_a_snapshot),
                                       STAGE_TEST(a_frame_with_a_number_shows_one_pose),
                                       STAGE_TEST(the_age_of_an_input_goes_on),
                                       STAGE_TEST(a_snapshot_names_its_owner_without_being_restored),
                                       STAGE_TEST(other_bytes_are_refused_with_the_reason),
                                       STAGE_TEST(a_changed_byte_is_read_or_refused_by_its_place),
                                       STAGE_TEST(datagrams_go_on_where_they_are_permitted),
                                       STAGE_TEST(a_scene_or_a_character_that_is_not_there_is_named),
                                       STAGE_TEST(a_session_that_nobody_resumes_ends_after_its_window),
                                       cmocka_unit_test(the_tables_are_in_the_order_of_the_structs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
