/* Orders of other programs to characters of a room: what they do, and who may give them. */
#include "api/stream/order.h"
#include "core/speech/track.h"
#include "server/queue/speaker.h"
#include "server/stage/manner.h"
#include "server/stage/snapshot.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"
#include "tests/support/checked_locks.h"
#include "tests/support/stage_clock.h"

#include <string.h>

/* A connection. */
typedef struct line {
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    int speeches; /* messages `speech` */
} line;

static void count_speech(void *to, const void *text, size_t size)
{
    line *l = to;
    l->speeches += size > 16 && !memcmp(text, "{\"type\":\"speech\"", 16);
}

static bool drop_frame(void *to, pd_srv_frame *frame)
{
    (void)to;
    pd_srv_frame_release(frame);
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
    api_shipped_load(state);
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 60,
                                         .stream_sessions = 10,
                                         .stream_characters = 100,
                                         .stream_room_members = 4,
                                         .stream_room_characters = 100,
                                         .stream_room_messages = 5,
                                         .stream_resume_window = 1}};
    atomic_init(&config.now, &settings);
    stage_clock_time.now_us = 1000000;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {count_speech, drop_frame, wake, NULL}};
    return pd_srv_stage_new(&stage, &deps, NULL) != PD_OK;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    return api_shipped_unload(state);
}

static void join(line *l, const char *room, const char *secret)
{
    const pd_srv_join wanted = {.room = room, .secret = secret};
    pd_error err = {0};
    memset(l, 0, sizeof *l);
    if (pd_srv_stage_join(stage, &l->subscriber, &l->joined, l, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static void leave(line *l)
{
    pd_srv_stage_join_result_deinit(&l->joined);
    pd_srv_stage_leave(stage, l->subscriber, 1);
}

static uint32_t spawn(const line *l, pd_srv_spawn wanted)
{
    uint32_t id = 0;
    pd_error err = {0};
    if (pd_srv_stage_spawn(stage, &id, l->subscriber, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

static const pd_srv_character *character(uint32_t id)
{
    for (const pd_srv_character *a = stage->sessions->characters; a; a = a->next)
        if (a->id == id) return a;
    fail_msg("no character %u", id);
    return NULL;
}

static void gives(pd_api_order order, pd_api_message *message, pd_status status, const char *where)
{
    pd_error err = {0};
    order.message = message;
    assert_int_equal(pd_srv_stage_order(stage, &order, &err), status);
    assert_string_equal(err.where, where);
    assert_int_equal(!*err.detail, status == PD_OK);
}

static pd_api_message speak_of(uint32_t id, pd_speech_track *track)
{
    pd_api_message m = {.type = PD_API_MESSAGE_SPEAK, .id = id};
    m.speak.track = track;
    return m;
}

static pd_speech_track *track_of(const char *text)
{
    const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = text, .speed = 1};
    pd_speech_track *track;
    assert_int_equal(pd_speech_track_make(&track, &source, NULL), PD_OK);
    return track;
}

static void orders_do_what_the_messages_do(void **state)
{
    (void)state;
    line l;
    join(&l, "plaza", NULL);
    const uint32_t id = spawn(&l, (pd_srv_spawn){.has_body = true, .body = "tiny", .takes_orders = true});
    const uint32_t other = spawn(&l, (pd_srv_spawn){.has_body = true, .body = "tiny", .position = {0, 2}});
    const pd_api_order order = {.room = "plaza"};
    const pd_srv_character *a = character(id);

    /* It speaks, and its clients hear of it. */
    pd_speech_track *track = track_of("Hello, Ada.");
    pd_api_message m = speak_of(id, track);
    gives(order, &m, PD_OK, "");
    pd_speech_track_release(track);
    for (int t = 0; t < 240; t++) pd_srv_stage_step(stage);
    assert_true(l.speeches >= 3); /* its start, two words, its end */

    /* It looks, and feels. */
    m = (pd_api_message){.type = PD_API_MESSAGE_LOOK, .id = id};
    m.look.gaze = (pd_character_gaze_request){.point = {5, 1, 5}, .weight = 1, .seconds = 0.1};
    gives(order, &m, PD_OK, "");
    m = (pd_api_message){.type = PD_API_MESSAGE_FEEL, .id = id};
    m.feel = (pd_api_feel){.partner = other, .request = {.liveliness = 0.5}};
    gives(order, &m, PD_OK, "");
    for (int t = 0; t < 5; t++) pd_srv_stage_step(stage);
    assert_true(a->overlay.gaze.request.point.x > 4);
    assert_int_equal(a->manner->feel.partner, other);
    m.feel.partner = id;
    gives(order, &m, PD_ERR_INVALID, "/partner");

    /* It stops a clip that does not play. */
    m = (pd_api_message){.type = PD_API_MESSAGE_PLAY, .id = id};
    m.play.stops = true;
    gives(order, &m, PD_OK, "");
    leave(&l);
}

static void strangers_and_characters_that_take_no_orders_refuse(void **state)
{
    (void)state;
    line l;
    pd_speech_track *track = track_of("Hello.");
    join(&l, "plaza", "sesame");
    const uint32_t takes = spawn(&l, (pd_srv_spawn){.has_body = true, .body = "tiny", .takes_orders = true});
    const uint32_t bare = spawn(&l, (pd_srv_spawn){.takes_orders = true});
    const uint32_t none = spawn(&l, (pd_srv_spawn){.has_body = true, .body = "tiny"});
    pd_api_order order = {.room = "nowhere"};
    pd_api_message m = speak_of(takes, track);

    /* The room and its secret. */
    gives(order, &m, PD_ERR_NOT_FOUND, "");
    order.room = "plaza";
    gives(order, &m, PD_ERR_FORBIDDEN, "/secret");
    order.secret = "open";
    gives(order, &m, PD_ERR_FORBIDDEN, "/secret");
    order.secret = "sesame";
    gives(order, &m, PD_OK, "");

    /* The character. */
    m.id = 999;
    gives(order, &m, PD_ERR_NOT_FOUND, "/character");
    m.id = none;
    gives(order, &m, PD_ERR_FORBIDDEN, "/character");
    m.id = bare;
    gives(order, &m, PD_ERR_UNSUPPORTED, "/character"); /* it has no mouth */

    /* One that has left. */
    assert_int_equal(pd_srv_stage_despawn(stage, l.subscriber, takes, NULL), PD_OK);
    m.id = takes;
    gives(order, &m, PD_ERR_NOT_FOUND, "/character");
    pd_speech_track_release(track);
    leave(&l);
}

/* The stage itself restores it, as another daemon would. */
static void a_snapshot_keeps_who_takes_orders(void **state)
{
    (void)state;
    line l;
    pd_buffer bytes = {0};
    pd_error err = {0};
    join(&l, "plaza", NULL);
    const uint32_t takes = spawn(&l, (pd_srv_spawn){.takes_orders = true});
    const uint32_t none = spawn(&l, (pd_srv_spawn){.position = {1, 1}});
    for (int t = 0; t < 5; t++) pd_srv_stage_step(stage);
    if (pd_srv_snapshot_take(&bytes, stage, l.joined.session, &err) != PD_OK) fail_msg("%s", err.detail);
    pd_srv_stage_step(stage);
    if (pd_srv_snapshot_read(stage, bytes.data, bytes.size, NULL, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_true(character(takes)->recipe.takes_orders);
    assert_false(character(none)->recipe.takes_orders);
    pd_buffer_deinit(&bytes);
    leave(&l);
}

#define ORDER_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ORDER_TEST(orders_do_what_the_messages_do),
        ORDER_TEST(strangers_and_characters_that_take_no_orders_refuse),
        ORDER_TEST(a_snapshot_keeps_who_takes_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
