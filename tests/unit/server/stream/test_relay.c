/* Relays without sockets and without Redis: the test gives the place of the session and acts as the daemon
 * that owns it. */
#include "server/stream/relay.h"

#include "api/stream/message.h"
#include "api/stream/peer.h"
#include "tests/support/stream_client.h"

#include <math.h>

#define SESSION "0123456789abcdef"
#define JOIN    "{\"type\":\"join\",\"watch\":\"" SESSION "\",\"ref\":\"%s\"}"
#define WELCOME "{\"type\":\"welcome\",\"ref\":\"%s\",\"session\":\"" SESSION "\",\"characters\":[%s]}"
#define ONE     "{\"id\":1,\"model\":\"motion\"}"
#define TWO     "{\"id\":2,\"model\":\"motion\"}"

/* Answers that the test gives to the relays, and records of their calls. */
static pd_srv_search_state where;
static pd_srv_location place;
static pd_srv_relay *lines[8]; /* relay of each connection that was opened; NULL: it was closed */
static int opened;
static bool refuses; /* connections cannot be opened */
static pd_srv_relays *relays;
static int64_t now;
static pd_srv_client *watchers[4];
static const char *wanted;      /* the session that is looked for */
static int looks;               /* searches                       */
static pd_srv_locator *locator; /* what asks for searches that wait; NULL: none do */

static pd_srv_search_state look(void *ctx, pd_srv_search **search, pd_srv_location *out, const char *session)
{
    (void)ctx;
    if (locator && !*search) assert_non_null(*search = pd_srv_locator_ask(locator, session));
    assert_string_equal(session, wanted);
    looks++;
    *out = place;
    return where;
}

static void *open_line(void *ctx, pd_srv_relay *relay, const pd_srv_location *to)
{
    (void)ctx;
    assert_string_equal(to->node, place.node);
    if (refuses) return NULL;
    assert_true(opened < 8);
    lines[opened] = relay;
    return &lines[opened++];
}

static void wake_line(void *ctx, void *line)
{
    (void)ctx;
    assert_non_null(*(pd_srv_relay **)line);
}

static void close_line(void *ctx, void *line)
{
    (void)ctx;
    *(pd_srv_relay **)line = NULL;
}

static int set_up(void **state)
{
    static const pd_srv_relay_ops ops = {look, open_line, wake_line, close_line, NULL};
    stream_client_set_up(state);
    settings.cfg.cluster_relays = 4;
    settings.cfg.cluster_lease = 3;
    settings.cfg.stream_message_rate = 1000;
    where = PD_SRV_SEARCH_THERE;
    place = (pd_srv_location){.node = "a", .host = "127.0.0.1", .port = 1, .secret = "s"};
    opened = 0, looks = 0, refuses = false, now = START, wanted = SESSION;
    relays = pd_srv_relays_new(&deps, &ops);
    deps.relays = relays;
    for (int i = 0; i < 4; i++) watchers[i] = open_client();
    return 0;
}

static int tear_down(void **state)
{
    for (int i = 0; i < 4; i++)
        if (watchers[i]) pd_srv_client_close(watchers[i], now);
    pd_srv_relays_free(relays);
    return stream_client_tear_down(state);
}

static void say(pd_srv_client *c, const char *text)
{
    pd_srv_client_message(c, text, strlen(text), 0, now);
}

static void watch(pd_srv_client *c, const char *ref)
{
    char text[128];
    snprintf(text, sizeof text, JOIN, ref);
    say(c, text);
}

static void poll_after(double seconds)
{
    now += pd_srv_seconds_us(seconds);
    pd_srv_relays_poll(relays, now);
}

static void tell(int line, const char *text)
{
    assert_non_null(lines[line]);
    pd_srv_relay_text(lines[line], (pd_bytes){(const unsigned char *)text, strlen(text)}, now);
}

static void welcome(int line, const char *ref, const char *characters)
{
    char text[512];
    snprintf(text, sizeof text, WELCOME, ref, characters);
    tell(line, text);
}

/* Returns the messages that the relay of a connection has sent to the owner, one a line. */
static const char *sent(int line)
{
    static char all[4096];
    pd_buffer texts = {0};
    pd_srv_frame *frame;
    size_t at = 0, size, used = 0;
    pd_srv_outbox_take(pd_srv_relay_out(lines[line]), &texts, &frame, 1);
    for (unsigned char *text; (text = pd_srv_text_next(&size, &texts, &at));) {
        memcpy(all + used, text, size);
        used += size;
        all[used++] = '\n';
    }
    all[used] = 0;
    pd_buffer_deinit(&texts);
    return all;
}

/* Returns the frame that waits for a client as text, "" without one. */
static const char *frame_of(pd_srv_client *c)
{
    static char bytes[64];
    pd_buffer texts = {0};
    pd_srv_frame *frame;
    pd_srv_outbox_take(&c->outbox, &texts, &frame, 0);
    assert_int_equal(texts.size, 0);
    snprintf(bytes, sizeof bytes, "%.*s", frame ? (int)frame->size : 0,
             frame ? (const char *)frame->bytes + PD_SRV_FRAME_PRE : "");
    pd_srv_frame_release(frame);
    return bytes;
}

static void send_frame(int line, const char *text)
{
    pd_srv_relay_frame(lines[line], (pd_bytes){(const unsigned char *)text, strlen(text)}, now);
}

/* Serves the first watcher over connection 0. */
static void serve_first(const char *characters)
{
    watch(watchers[0], "r0");
    assert_int_equal(opened, 1);
    pd_srv_relay_opened(lines[0], now);
    welcome(0, "r0", characters);
    assert_non_null(strstr(texts_of(watchers[0]), "\"ref\":\"r0\""));
    assert_true(pd_srv_watcher_is_served(watchers[0]->watcher));
    sent(0);
}

static void watchers_of_one_session_share_a_connection_and_get_their_own_welcome(void **state)
{
    (void)state;
    watch(watchers[0], "r0");
    watch(watchers[1], "");
    assert_int_equal(opened, 1);
    pd_srv_relay_opened(lines[0], now);
    watch(watchers[2], "r2");
    assert_int_equal(opened, 1);
    assert_string_equal(
        sent(0), "{\"type\":\"profile\",\"channels\":[\"root\",\"rotations\",\"contacts\"],\"divisor\":1,"
                 "\"quantize\":48}\n"
                 "{\"type\":\"join\",\"watch\":\"" SESSION "\",\"ref\":\"r0\"}\n"
                 "{\"type\":\"join\",\"watch\":\"" SESSION "\"}\n"
                 "{\"type\":\"join\",\"watch\":\"" SESSION "\",\"ref\":\"r2\"}\n");

    /* Answers come in the order of the requests.
     * No watcher gets another's answer, or a frame before its own. */
    send_frame(0, "early");
    welcome(0, "r0", ONE);
    welcome(0, "x1", ONE);
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"welcome\",\"ref\":\"r0\",\"session\":\"" SESSION
                                               "\",\"characters\":[" ONE "]}\n");
    assert_non_null(strstr(texts_of(watchers[1]), "x1"));
    assert_string_equal(texts_of(watchers[2]), "");
    send_frame(0, "frame");
    assert_string_equal(frame_of(watchers[0]), "frame");
    assert_string_equal(frame_of(watchers[1]), "frame");
    assert_string_equal(frame_of(watchers[2]), "");
    tell(0, "{\"type\":\"event\",\"event\":\"land\"}");
    assert_string_equal(texts_of(watchers[1]), "{\"type\":\"event\",\"event\":\"land\"}\n");
    tell(0, "{\"type\":\"stats\"}"); /* of the connection between the daemons */
    assert_string_equal(texts_of(watchers[1]), "");
}

static void the_connection_ends_with_its_last_watcher(void **state)
{
    (void)state;
    serve_first(ONE);
    watch(watchers[1], "r1");
    pd_srv_client_close(watchers[0], now), watchers[0] = NULL;
    poll_after(0.1);
    assert_non_null(lines[0]);
    welcome(0, "r1", ONE);
    say(watchers[1], "{\"type\":\"leave\"}");
    assert_non_null(strstr(texts_of(watchers[1]), "\"left\""));
    poll_after(0.1);
    assert_null(lines[0]);
}

static void wake_nobody(void *ctx)
{
    (void)ctx;
}

/* A search that is undecided when the last watcher leaves is released,
 * or the leak sanitizer would report it. */
static void a_search_ends_with_its_last_watcher(void **state)
{
    (void)state;
    const pd_srv_locator_deps asks = {{"127.0.0.1:1", "", "", 0}, "posed", "a", wake_nobody, NULL};
    locator = pd_srv_locator_start(&asks);
    assert_non_null(locator);
    where = PD_SRV_SEARCH_WAITS;
    watch(watchers[0], "r0");
    poll_after(0.1);
    assert_int_equal(looks, 2);
    assert_string_equal(texts_of(watchers[0]), "");
    pd_srv_client_close(watchers[0], now), watchers[0] = NULL;
    poll_after(0.1);
    assert_int_equal(looks, 2); /* nobody is looked for any more */
    pd_srv_locator_stop(locator);
    locator = NULL;
}

static void an_answer_to_one_that_has_left_goes_to_nobody(void **state)
{
    (void)state;
    serve_first("");
    watch(watchers[1], "r1");
    watch(watchers[2], "r2");
    pd_srv_client_close(watchers[1], now), watchers[1] = NULL;
    welcome(0, "r1", "");
    assert_string_equal(texts_of(watchers[2]), "");
    welcome(0, "r2", "");
    assert_non_null(strstr(texts_of(watchers[2]), "\"r2\""));
}

/* The answer may have been written before the character came,
 * and be sent after the text that announces it. */
static void a_character_that_comes_with_the_welcome_is_announced_once(void **state)
{
    (void)state;
    serve_first(ONE);
    watch(watchers[1], "r1");
    watch(watchers[2], "r2");
    tell(0, "{\"type\":\"spawned\",\"id\":2,\"model\":\"motion\"}");
    welcome(0, "r1", ONE);
    welcome(0, "r2", TWO "," ONE);
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"spawned\",\"id\":2,\"model\":\"motion\"}\n");
    assert_non_null(strstr(texts_of(watchers[1]), "{\"type\":\"spawned\",\"id\":2"));
    assert_null(strstr(texts_of(watchers[2]), "spawned"));
    tell(0, "{\"type\":\"spawned\",\"id\":2,\"model\":\"motion\"}"); /* again */
    assert_string_equal(texts_of(watchers[1]), "");
}

static void a_profile_has_a_connection_of_its_own_and_frames_do_not_stop_meanwhile(void **state)
{
    (void)state;
    serve_first(ONE);
    say(watchers[0], "{\"type\":\"profile\",\"channels\":[\"root\"],\"divisor\":3,\"ref\":\"p\"}");
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"done\",\"ref\":\"p\",\"of\":\"profile\"}\n");
    poll_after(0.01);
    assert_int_equal(opened, 2);
    send_frame(0, "before");
    assert_string_equal(frame_of(watchers[0]), "before");
    pd_srv_relay_opened(lines[1], now);
    assert_non_null(strstr(sent(1), "\"channels\":[\"root\"],\"divisor\":3"));
    welcome(1, "r0", ONE "," TWO);
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"spawned\",\"id\":2,\"model\":\"motion\"}\n");
    send_frame(1, "after");
    assert_string_equal(frame_of(watchers[0]), "after");
    poll_after(0.01);
    assert_null(lines[0]);

    /* Compact frames follow each other: a watcher that comes later could not read them. */
    say(watchers[0], "{\"type\":\"profile\",\"channels\":[\"root\"],\"compact\":2,\"ref\":\"c\"}");
    assert_non_null(strstr(texts_of(watchers[0]), "\"code\":\"invalid\",\"pointer\":\"/compact\""));

    /* An equal profile changes nothing. */
    say(watchers[0], "{\"type\":\"profile\",\"channels\":[\"root\"],\"divisor\":3}");
    poll_after(0.01);
    assert_int_equal(opened, 2);
}

static void watchers_follow_a_session_that_moves_and_hear_only_what_is_new(void **state)
{
    (void)state;
    serve_first(ONE);
    tell(0, "{\"type\":\"bye\",\"reason\":\"moved\",\"come_back\":true}");
    assert_null(lines[0]);
    assert_string_equal(texts_of(watchers[0]), "");
    snprintf(place.node, sizeof place.node, "c");
    poll_after(0.01);
    assert_int_equal(opened, 2);
    pd_srv_relay_opened(lines[1], now);
    assert_non_null(strstr(sent(1), "{\"type\":\"join\",\"watch\":\"" SESSION "\"}\n"));
    welcome(1, "", TWO "," ONE);
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"spawned\",\"id\":2,\"model\":\"motion\"}\n");
    send_frame(1, "again");
    assert_string_equal(frame_of(watchers[0]), "again");

    /* Another character under a number that was used before. */
    pd_srv_relay_lost(lines[1], now);
    poll_after(0.1);
    pd_srv_relay_opened(lines[2], now);
    welcome(2, "", ONE ",{\"id\":2,\"model\":\"other\"}");
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"spawned\",\"id\":2,\"model\":\"other\"}\n");
    assert_int_equal(watchers[0]->close_code, 0);
}

static void a_lost_owner_is_looked_for_until_it_is_back(void **state)
{
    (void)state;
    serve_first(ONE);
    pd_srv_relay_lost(lines[0], now);
    where = PD_SRV_SEARCH_LOST;
    for (int i = 0; i < 600; i++) poll_after(0.1);
    where = PD_SRV_SEARCH_AWAY;
    for (int i = 0; i < 600; i++) poll_after(0.1);
    assert_int_equal(watchers[0]->close_code, 0);
    assert_int_equal(opened, 1);
    where = PD_SRV_SEARCH_THERE;
    poll_after(0.1);
    assert_int_equal(opened, 2);
}

static void a_silent_connection_is_left_when_redis_names_another_owner(void **state)
{
    (void)state;
    serve_first(ONE);
    snprintf(place.node, sizeof place.node, "c");
    poll_after(0.9);
    send_frame(0, "x");
    poll_after(0.9);
    assert_non_null(lines[0]); /* it is not asked for while frames come */
    poll_after(0.2);
    assert_null(lines[0]);
    assert_int_equal(opened, 2);
}

/* Rates of look-ups in Redis when the relay is polled a hundred times a second: one a second while a
 * connection is silent. Without a connection there are fifty in the first second, in which the session may be
 * moving, then twenty a second. */
static void redis_is_asked_as_often_as_the_wait_asks(void **state)
{
    (void)state;
    serve_first(ONE);
    looks = 0;
    for (int i = 0; i < 500; i++) poll_after(0.01);
    assert_in_range(looks, 4, 5); /* silent from the first second on */
    for (int i = 0; i < 500; i++) {
        send_frame(0, "x");
        poll_after(0.01);
    }
    assert_in_range(looks, 4, 5); /* not silent: not asked */

    static const struct {
        pd_srv_search_state state;
        int looks;
    } rows[] = {{PD_SRV_SEARCH_LOST, 50}, {PD_SRV_SEARCH_LOST, 20}, {PD_SRV_SEARCH_AWAY, 20}};
    pd_srv_relay_lost(lines[0], now);
    for (int k = 0; k < 3; k++) {
        where = rows[k].state, looks = 0;
        for (int i = 0; i < 100; i++) poll_after(0.01);
        assert_in_range(looks, rows[k].looks - 1, rows[k].looks + 1);
    }
}

/* A connection that failed to open is tried again after a twentieth of a second, not with each poll. */
static void a_connection_that_cannot_be_opened_is_tried_again_later(void **state)
{
    (void)state;
    refuses = true;
    watch(watchers[0], "");
    looks = 0;
    for (int i = 0; i < 200; i++) poll_after(0.01);
    assert_in_range(looks, 39, 41);
    assert_int_equal(opened, 0);
    refuses = false;
    poll_after(0.05);
    assert_int_equal(opened, 1);
}

/* Checks the numbers of the metrics, in this order: open connections, attempts to open one, frames, bytes,
 * texts, refusals? */
static void expect_metrics(const double numbers[6])
{
    static const char *const names[6] = {"relays",
                                         "relay_connects_total",
                                         "relayed_frames_total",
                                         "relayed_bytes_total",
                                         "relayed_texts_total",
                                         "relay_refusals_total"};
    pd_buffer out = {0};
    pd_srv_relays_metrics(relays, &out);
    pd_buffer_add(&out, "", 1);
    for (int i = 0; i < 6; i++) {
        char line[64];
        snprintf(line, sizeof line, "\nposed_cluster_%s ", names[i]);
        const char *at = strstr((const char *)out.data, line);
        if (!at) fail_msg("no %s", names[i]);
        if (fabs(strtod(at + strlen(line), NULL) - numbers[i]) > 0.5)
            fail_msg("%.40s, %g expected", at + 1, numbers[i]);
    }
    pd_buffer_deinit(&out);
}

static void relayed_bytes_are_counted(void **state)
{
    (void)state;
    expect_metrics((const double[6]){0});
    serve_first(ONE);
    expect_metrics((const double[6]){1, 1, 0, 0, 1, 0});
    send_frame(0, "four");
    send_frame(0, "seven77");
    expect_metrics((const double[6]){1, 1, 2, 11, 1, 0});
    pd_srv_relay_lost(lines[0], now);
    expect_metrics((const double[6]){0, 1, 2, 11, 1, 0});
    poll_after(0.1);
    expect_metrics((const double[6]){1, 2, 2, 11, 1, 0});
    pd_srv_client_close(watchers[0], now);
    watchers[0] = NULL;
    poll_after(0.1);
    expect_metrics((const double[6]){0, 2, 2, 11, 1, 0});
    where = PD_SRV_SEARCH_NONE;
    watch(watchers[1], "");
    for (int i = 0; i < 10; i++) poll_after(0.1);
    expect_metrics((const double[6]){0, 2, 2, 11, 1, 1});
}

static void a_connection_that_does_not_open_is_given_up(void **state)
{
    (void)state;
    watch(watchers[0], "");
    poll_after(1.9);
    assert_non_null(lines[0]);
    poll_after(0.2);
    assert_null(lines[0]);
    assert_int_equal(opened, 2);
}

static void an_unknown_session_is_refused(void **state)
{
    (void)state;
    where = PD_SRV_SEARCH_NONE;
    watch(watchers[0], "r0");
    poll_after(0.2);
    assert_string_equal(texts_of(watchers[0]), ""); /* it may be new, and not in Redis yet */
    poll_after(0.2);
    assert_non_null(
        strstr(texts_of(watchers[0]), "\"ref\":\"r0\",\"code\":\"not_found\",\"pointer\":\"/watch\""));
    assert_null(watchers[0]->watcher);
    say(watchers[1], "{\"type\":\"join\",\"watch\":\"../x\"}");
    assert_non_null(strstr(texts_of(watchers[1]), "not_found"));
    watch(watchers[0], "again");
    assert_non_null(watchers[0]->watcher);
}

static void a_new_watcher_is_told_that_redis_or_the_owner_is_missing(void **state)
{
    (void)state;
    where = PD_SRV_SEARCH_AWAY;
    watch(watchers[0], "r0");
    assert_non_null(strstr(texts_of(watchers[0]), "\"code\":\"busy\""));
    where = PD_SRV_SEARCH_LOST;
    watch(watchers[1], "r1");
    for (int i = 0; i < 39; i++) poll_after(0.1);
    assert_string_equal(texts_of(watchers[1]), "");
    for (int i = 0; i < 2; i++) poll_after(0.1);
    assert_non_null(strstr(texts_of(watchers[1]), "\"code\":\"busy\"")); /* the lease and a second are over */
}

static void watchers_hear_that_the_session_has_ended(void **state)
{
    (void)state;
    serve_first(ONE);
    tell(0, "{\"type\":\"bye\",\"reason\":\"taken_over\",\"come_back\":false}");
    where = PD_SRV_SEARCH_NONE;
    poll_after(0.1);
    assert_non_null(strstr(texts_of(watchers[0]), "\"reason\":\"taken_over\",\"come_back\":false"));
    assert_int_equal(watchers[0]->close_code, 1000);
}

static void an_emptied_redis_ends_nobody_before_it_is_filled_again(void **state)
{
    (void)state;
    serve_first(ONE);
    where = PD_SRV_SEARCH_NONE;
    poll_after(1.5);
    assert_non_null(lines[0]); /* the open connection counts for more */
    pd_srv_relay_lost(lines[0], now);
    for (int i = 0; i < 49; i++) poll_after(0.1);
    assert_int_equal(watchers[0]->close_code, 0);
    for (int i = 0; i < 2; i++) poll_after(0.1);
    assert_int_equal(watchers[0]->close_code, 1000);
}

static void a_watcher_without_the_right_is_refused_before_the_relay(void **state)
{
    (void)state;
    place.watchable = (pd_srv_watchable){.client = 7, .key = "ann"};
    snprintf(watchers[0]->who.name, sizeof watchers[0]->who.name, "bob");
    snprintf(watchers[1]->who.name, sizeof watchers[1]->who.name, "ann");
    watchers[0]->owner = 8, watchers[1]->owner = 7;
    watch(watchers[0], "r0");
    assert_non_null(strstr(texts_of(watchers[0]), "of this key, nor one that another key shares"));
    assert_int_equal(opened, 0);
    watch(watchers[1], "r1");
    assert_int_equal(opened, 1);

    /* Also over a connection that is open, and not a session that is shared. */
    pd_srv_relay_opened(lines[0], now);
    watch(watchers[0], "r0");
    assert_non_null(strstr(texts_of(watchers[0]), "not_found"));
    assert_null(strstr(sent(0), "r0"));
    pd_srv_client_close(watchers[1], now), watchers[1] = NULL;
    poll_after(0.1);
    place.watchable.is_shared = true;
    watch(watchers[0], "r0");
    assert_non_null(watchers[0]->watcher);
}

static void connections_are_limited(void **state)
{
    (void)state;
    settings.cfg.cluster_relays = 1;
    serve_first(ONE);
    watch(watchers[1], "r1"); /* shares it */
    assert_non_null(watchers[1]->watcher);
    say(watchers[0], "{\"type\":\"profile\",\"divisor\":2}");
    poll_after(0.1);
    send_frame(0, "old"); /* what it had goes on */
    texts_of(watchers[0]);
    assert_string_equal(frame_of(watchers[0]), "old");
    pd_srv_relay_lost(lines[0], now);
    refuses = true;
    poll_after(0.1);
    assert_int_equal(opened, 1);
    settings.cfg.cluster_relays = 0;
    watch(watchers[2], "r2");
    assert_non_null(strstr(texts_of(watchers[2]), "not_found"));
}

static void a_watcher_may_not_move_characters(void **state)
{
    (void)state;
    static const unsigned char binary[PD_API_INPUT_BYTES] = {0};
    serve_first(ONE);
    say(watchers[0], "{\"type\":\"input\",\"id\":1}");
    assert_non_null(strstr(texts_of(watchers[0]), "a watcher may not move characters"));
    say(watchers[0], "{\"type\":\"spawn\"}");
    assert_non_null(strstr(texts_of(watchers[0]), "a watcher may not move characters"));
    say(watchers[0], "{\"type\":\"join\"}");
    assert_non_null(strstr(texts_of(watchers[0]), "this connection has joined already; one join allowed"));
    say(watchers[0], "{\"type\":\"ping\",\"time\":1}");
    assert_non_null(strstr(texts_of(watchers[0]), "pong"));
    pd_srv_client_message(watchers[0], binary, sizeof binary, 1, now);
    assert_non_null(strstr(texts_of(watchers[0]), "error"));
    pd_srv_client_farewell(watchers[0]);
    assert_non_null(strstr(texts_of(watchers[0]), "\"moved\""));
}

/* Returns the id of the session that a client opens. */
static const char *session_of(pd_srv_client *c)
{
    static char id[PD_SRV_SESSION_ID];
    say(c, "{\"type\":\"join\"}");
    const char *at = strstr(texts_of(c), "\"session\":\"");
    assert_non_null(at);
    snprintf(id, sizeof id, "%s", at + 11);
    return id;
}

/* A new watcher of a session that is on this daemon when it is looked for joins the stage,
 * with the answer to its `join`. */
static void watchers_come_home_to_a_session_that_is_here(void **state)
{
    (void)state;
    char id[PD_SRV_SESSION_ID], text[160];
    pd_error err = {0};
    snprintf(id, sizeof id, "%s", session_of(client));
    say(client, "{\"type\":\"spawn\"}");
    wanted = id, where = PD_SRV_SEARCH_HERE;
    place.watchable.is_shared = true;
    assert_int_equal(pd_srv_relays_watch(relays, watchers[0], id, "r0", now, &err), PD_OK);
    snprintf(text, sizeof text, "{\"type\":\"welcome\",\"ref\":\"r0\",\"session\":\"%s\"", id);
    if (strncmp(texts_of(watchers[0]), text, strlen(text))) fail_msg("%s", heard);
    assert_non_null(strstr(heard, "\"characters\":[{\"id\":1,"));
    assert_null(watchers[0]->watcher);
    assert_non_null(watchers[0]->subscriber);
    assert_int_equal(opened, 0);
    say(watchers[0], "{\"type\":\"input\",\"id\":1}");
    assert_non_null(strstr(texts_of(watchers[0]), "watch")); /* it moves nobody */

    /* A watcher that was served over a connection gets only the descriptions that it does not have: here one
     * character of two. */
    where = PD_SRV_SEARCH_THERE;
    assert_int_equal(pd_srv_relays_watch(relays, watchers[1], id, "r1", now, &err), PD_OK);
    pd_srv_relay_opened(lines[0], now);
    welcome(0, "r1", "{\"id\":7,\"model\":\"motion\"}");
    texts_of(watchers[1]);
    pd_srv_relay_lost(lines[0], now);
    where = PD_SRV_SEARCH_HERE;
    poll_after(0.1);
    assert_null(watchers[1]->watcher);
    assert_non_null(watchers[1]->subscriber);
    if (strncmp(texts_of(watchers[1]), "{\"type\":\"spawned\",\"id\":1,", 25)) fail_msg("%s", heard);
    assert_null(strstr(heard, "welcome"));

    /* A session that has gone again meanwhile is waited for. */
    pd_srv_client_close(watchers[0], now), watchers[0] = NULL;
    wanted = SESSION;
    watch(watchers[2], "r2");
    assert_non_null(watchers[2]->watcher);
    assert_string_equal(texts_of(watchers[2]), "");
}

/* A watcher of a session that has moved away is served over a connection. It keeps its profile except
 * `compact`, and gets the descriptions of new characters. */
static void watchers_follow_a_session_that_leaves_this_daemon(void **state)
{
    (void)state;
    pd_srv_moved moved = {
        .session = SESSION, .is_watcher = true, .last_id = 1, .profile = {PD_API_CHANNEL_ROOT, 2, 48, 3}};
    assert_int_equal(pd_srv_relays_follow(relays, watchers[0], &moved, now, NULL), PD_OK);
    assert_true(pd_srv_watcher_is_served(watchers[0]->watcher));
    poll_after(0.1);
    assert_int_equal(opened, 1);
    pd_srv_relay_opened(lines[0], now);
    assert_string_equal(sent(0),
                        "{\"type\":\"profile\",\"channels\":[\"root\"],\"divisor\":2,\"quantize\":48}\n"
                        "{\"type\":\"join\",\"watch\":\"" SESSION "\"}\n");
    welcome(0, "", ONE "," TWO);
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"spawned\",\"id\":2,\"model\":\"motion\"}\n");

    /* A second one of the same profile asks over the open connection; 1 was known to it until its answer. */
    moved.profile.compact = 0, moved.last_id = 2;
    assert_int_equal(pd_srv_relays_follow(relays, watchers[1], &moved, now, NULL), PD_OK);
    assert_string_equal(sent(0), "{\"type\":\"join\",\"watch\":\"" SESSION "\"}\n");
    welcome(0, "", ONE "," TWO ",{\"id\":3,\"model\":\"motion\"}");
    assert_string_equal(texts_of(watchers[0]), "{\"type\":\"spawned\",\"id\":3,\"model\":\"motion\"}\n");
    assert_string_equal(texts_of(watchers[1]), "{\"type\":\"spawned\",\"id\":3,\"model\":\"motion\"}\n");
    send_frame(0, "frame");
    assert_string_equal(frame_of(watchers[1]), "frame");

    /* It is counted from the move: five seconds without a session end it, not before. */
    moved.profile.divisor = 5;
    assert_int_equal(pd_srv_relays_follow(relays, watchers[2], &moved, now, NULL), PD_OK);
    where = PD_SRV_SEARCH_NONE;
    poll_after(4.9);
    assert_int_equal(watchers[2]->close_code, 0);
    poll_after(0.2);
    assert_int_equal(watchers[2]->close_code, 1000);
}

/* Each text that came before an answer is announced behind it, in order and once. */
static void all_characters_that_come_before_the_answer_are_announced(void **state)
{
    (void)state;
    serve_first("");
    watch(watchers[1], "r1");
    tell(0, "{\"type\":\"spawned\",\"id\":1,\"model\":\"motion\"}");
    tell(0, "{\"type\":\"spawned\",\"id\":2,\"model\":\"a longer name of a model\"}");
    tell(0, "{\"type\":\"spawned\",\"id\":3,\"model\":\"motion\"}");
    welcome(0, "r1", "");
    const char *at = texts_of(watchers[1]);
    for (int i = 1; i <= 3; i++) {
        char id[40];
        snprintf(id, sizeof id, "{\"type\":\"spawned\",\"id\":%d,", i);
        assert_non_null(at = strstr(at, id));
        assert_null(strstr(at + 1, id));
    }

    /* They are forgotten with the last answer. */
    watch(watchers[2], "r2");
    welcome(0, "r2", "");
    assert_null(strstr(texts_of(watchers[2]), "spawned"));
}

/* The daemon that has the session answers each `join` of another daemon, whose profile it knows from the
 * first frame on. */
static void the_owner_answers_another_daemon_as_often_as_it_asks(void **state)
{
    (void)state;
    char join[128];
    snprintf(join, sizeof join, "{\"type\":\"join\",\"watch\":\"%s\",\"ref\":\"a\"}", session_of(client));
    say(client, "{\"type\":\"spawn\"}");
    pd_srv_client *peer = watchers[0];
    peer->who.is_peer = true;
    say(peer, "{\"type\":\"profile\",\"channels\":[\"root\"],\"divisor\":2}");
    for (int i = 0; i < 3000; i++) { /* no rate holds for it */
        say(peer, join);
        assert_non_null(strstr(texts_of(peer), "{\"type\":\"welcome\",\"ref\":\"a\""));
        assert_non_null(strstr(heard, "\"characters\":[{\"id\":1"));
    }
    assert_int_equal(peer->close_code, 0);
    pd_srv_client *second = watchers[1];
    second->who.is_peer = true;
    say(second, "{\"type\":\"join\"}");
    assert_non_null(strstr(texts_of(second), "a connection of another daemon may only watch sessions"));
    watch(second, "r"); /* it is not relayed to yet another daemon */
    assert_non_null(strstr(texts_of(second), "not_found"));
    assert_int_equal(opened, 0);
}

static void a_described_character_is_read_from_welcome_and_spawned_alike(void **state)
{
    (void)state;
    static const char
        welcome_text[] = "{\"type\":\"welcome\",\"characters\":[" ONE "," TWO "]}",
        spawned[] = "{\"type\":\"spawned\",\"ref\":\"x\",\"model\":\"motion\",\"id\":2,\"warnings\":[]}";
    pd_api_described *all, *one;
    assert_int_equal(
        pd_api_described_read(&all, (pd_bytes){(const unsigned char *)welcome_text, sizeof welcome_text - 1}),
        2);
    assert_int_equal(
        pd_api_described_read(&one, (pd_bytes){(const unsigned char *)spawned, sizeof spawned - 1}), 1);
    assert_int_equal(one->id, 2);
    assert_true(one->hash == all[1].hash && all[0].hash != all[1].hash);
    pd_api_described_free(all, 2), pd_api_described_free(one, 1);
    static const char *const wrong[] = {
        "",
        "{",
        "{\"type\":\"welcome\"}",
        "{\"type\":\"welcome\",\"characters\":3}",
        "{\"type\":\"welcome\",\"characters\":[{\"id\":0},{\"id\":-1},7,{\"id\":4294967296}]}",
        "{\"type\":\"spawned\"}",
        "{\"type\":\"spawned\",\"id\":\"1\"}",
        "{\"type\":\"error\",\"id\":1}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(
            pd_api_described_read(&all, (pd_bytes){(const unsigned char *)wrong[i], strlen(wrong[i])}), 0);
}

static void a_profile_is_read_as_it_was_written(void **state)
{
    (void)state;
    for (unsigned names = 1; names < 512; names += 5)
        for (int bits = 32; bits <= 48; bits += 16) {
            const unsigned channels = pd_api_frame_channels(names);
            const pd_api_profile profile = {
                .channels = channels, .divisor = 1 + (int)names, .rotation_bits = bits, .compact = 0};
            pd_buffer text = {0};
            pd_api_message m;
            pd_api_problems problems = {0};
            pd_api_write_profile(&text, &profile);
            assert_int_equal(
                pd_api_message_decode(&m, (pd_bytes){text.data, text.size}, &api_host_limits, &problems), 1);
            assert_true(m.profile.channels == channels && m.profile.divisor == profile.divisor);
            assert_int_equal(m.profile.rotation_bits, bits);
            pd_buffer_deinit(&text);
        }
}

#define RELAY_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELAY_TEST(watchers_of_one_session_share_a_connection_and_get_their_own_welcome),
        RELAY_TEST(the_connection_ends_with_its_last_watcher),
        RELAY_TEST(a_search_ends_with_its_last_watcher),
        RELAY_TEST(an_answer_to_one_that_has_left_goes_to_nobody),
        RELAY_TEST(a_character_that_comes_with_the_welcome_is_announced_once),
        RELAY_TEST(a_profile_has_a_connection_of_its_own_and_frames_do_not_stop_meanwhile),
        RELAY_TEST(watchers_follow_a_session_that_moves_and_hear_only_what_is_new),
        RELAY_TEST(a_lost_owner_is_looked_for_until_it_is_back),
        RELAY_TEST(a_silent_connection_is_left_when_redis_names_another_owner),
        RELAY_TEST(redis_is_asked_as_often_as_the_wait_asks),
        RELAY_TEST(a_connection_that_cannot_be_opened_is_tried_again_later),
        RELAY_TEST(relayed_bytes_are_counted),
        RELAY_TEST(a_connection_that_does_not_open_is_given_up),
        RELAY_TEST(an_unknown_session_is_refused),
        RELAY_TEST(a_new_watcher_is_told_that_redis_or_the_owner_is_missing),
        RELAY_TEST(watchers_hear_that_the_session_has_ended),
        RELAY_TEST(an_emptied_redis_ends_nobody_before_it_is_filled_again),
        RELAY_TEST(a_watcher_without_the_right_is_refused_before_the_relay),
        RELAY_TEST(connections_are_limited),
        RELAY_TEST(a_watcher_may_not_move_characters),
        RELAY_TEST(watchers_come_home_to_a_session_that_is_here),
        RELAY_TEST(watchers_follow_a_session_that_leaves_this_daemon),
        RELAY_TEST(all_characters_that_come_before_the_answer_are_announced),
        RELAY_TEST(the_owner_answers_another_daemon_as_often_as_it_asks),
        RELAY_TEST(a_described_character_is_read_from_welcome_and_spawned_alike),
        RELAY_TEST(a_profile_is_read_as_it_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
