/* Connections of relays. Functions of this file replace libwebsockets and the kernel: they give the test's
 * answers and record the calls. The relays are the daemon's; the test gives the place of the session. */
#include "server/stream/relay_line.h"

#include "tests/support/checked_locks.h"
#include "tests/support/notes.h"
#include "tests/support/stream_client.h"

#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#define SESSION "0123456789abcdef"
#define PROFILE                                                                                              \
    "{\"type\":\"profile\",\"channels\":[\"root\",\"rotations\",\"contacts\"],\"divisor\":1,\"quantize\":"   \
    "48}"
#define WELCOME "{\"type\":\"welcome\",\"ref\":\"r0\",\"session\":\"" SESSION "\",\"characters\":[]}"
#define MOST    4096 /* bytes of a message: cluster.relay_bytes */
#define SOCKETS 8

/* -- the library and the kernel ------------------------------------------------- */

struct lws {
    void *opaque;
};

typedef enum outcome { CONNECTS, FAILS, FAILS_AND_IS_DESTROYED, NO_VHOST } outcome;

static struct {
    outcome next; /* of an attempt to connect, or to make the virtual host */
    const struct lws_protocols *protocols;
    struct lws sockets[SOCKETS];
    int count;
    size_t follows;
    bool is_first, is_final, is_binary, write_fails;
    int woken;
} library;

static int number(const struct lws *wsi)
{
    return (int)(wsi - library.sockets);
}

static int report(int socket, enum lws_callback_reasons reason, void *in, size_t size)
{
    return library.protocols[0].callback(&library.sockets[socket], reason, NULL, in, size);
}

struct lws_vhost *lws_create_vhost(struct lws_context *context, const struct lws_context_creation_info *info)
{
    assert_ptr_equal(context, &library);
    assert_int_equal(info->port, CONTEXT_PORT_NO_LISTEN);
    assert_non_null(info->retry_and_idle_policy); /* the library's own pings would end a slow connection */
    assert_int_equal(info->retry_and_idle_policy->secs_since_valid_ping, 0);
    assert_int_equal(info->retry_and_idle_policy->secs_since_valid_hangup, 0);
    assert_string_equal(info->protocols[0].name, "posed.v1");
    assert_null(info->protocols[1].name);
    library.protocols = info->protocols;
    return library.next == NO_VHOST ? NULL : (struct lws_vhost *)&library.protocols;
}

struct lws *lws_client_connect_via_info(const struct lws_client_connect_info *info)
{
    const int socket = library.count++;
    assert_true(socket < SOCKETS);
    assert_ptr_equal(info->context, &library);
    assert_ptr_equal(info->vhost, &library.protocols);
    assert_int_equal(info->ssl_connection, 0);
    note("connect:%s:%d%s %s %s %s %d ", info->address, info->port, info->path, info->host, info->protocol,
         info->local_protocol_name, info->ietf_version_or_minus_one);
    if (library.next == FAILS) return NULL;
    library.sockets[socket].opaque = info->opaque_user_data;
    if (library.next == CONNECTS) return &library.sockets[socket];
    report(socket, LWS_CALLBACK_CLIENT_CONNECTION_ERROR, NULL, 0);
    report(socket, LWS_CALLBACK_WSI_DESTROY, NULL, 0);
    return NULL;
}

void *lws_get_opaque_user_data(const struct lws *wsi)
{
    return wsi->opaque;
}

void lws_set_opaque_user_data(struct lws *wsi, void *data)
{
    wsi->opaque = data;
}

int lws_add_http_header_by_name(struct lws *wsi, const unsigned char *name, const unsigned char *value,
                                int length, unsigned char **at, unsigned char *end)
{
    note("header:%d:%s%.*s:%d ", number(wsi), (const char *)name, length, (const char *)value,
         (int)(end - *at));
    return end - *at < length;
}

lws_sockfd_type lws_get_socket_fd(struct lws *wsi)
{
    return 70 + number(wsi);
}

int setsockopt(int fd, int level, int option, const void *value, socklen_t size)
{
    assert_true(level == IPPROTO_TCP && option == TCP_NODELAY && size == sizeof(int));
    note("nodelay:%d:%d ", fd, *(const int *)value);
    return 0;
}

int lws_callback_on_writable(struct lws *wsi)
{
    note("ask:%d ", number(wsi));
    return 0;
}

int lws_write(struct lws *wsi, unsigned char *bytes, size_t size, enum lws_write_protocol kind)
{
    assert_int_equal(kind, LWS_WRITE_TEXT);
    if (library.write_fails) return -1;
    note("text:%d:%.*s ", number(wsi), (int)size, (const char *)bytes);
    memset(bytes - LWS_PRE, 0xff, LWS_PRE); /* where the library writes its header */
    return (int)size;
}

void lws_set_timeout(struct lws *wsi, enum pending_timeout reason, int seconds)
{
    assert_true(reason != NO_PENDING_TIMEOUT);
    assert_int_equal(seconds, LWS_TO_KILL_ASYNC);
    note("kill:%d ", number(wsi));
}

size_t lws_remaining_packet_payload(struct lws *wsi)
{
    (void)wsi;
    return library.follows;
}

int lws_is_first_fragment(struct lws *wsi)
{
    (void)wsi;
    return library.is_first;
}

int lws_is_final_fragment(struct lws *wsi)
{
    (void)wsi;
    return library.is_final;
}

int lws_frame_is_binary(struct lws *wsi)
{
    (void)wsi;
    return library.is_binary;
}

/* -- what tests begin with ------------------------------------------------------ */

static pd_srv_relay_lines *lines;
static pd_srv_relays *relays;
static pd_srv_cluster *cluster;
static pd_srv_search_state where;

static pd_srv_search_state look(void *ctx, pd_srv_search **search, pd_srv_location *out, const char *session)
{
    (void)ctx, (void)search;
    assert_string_equal(session, SESSION);
    *out = (pd_srv_location){
        .node = "b", .host = "10.0.0.5", .port = 8081, .secret = "00112233445566778899aabbccddeeff"};
    return where;
}

static void wake(void *ctx)
{
    assert_ptr_equal(ctx, &library);
    library.woken++;
}

static void poll_at(int64_t after_us)
{
    pd_srv_relays_poll(relays, pd_srv_now_us() + after_us);
}

static int set_up(void **state)
{
    memset(&library, 0, sizeof library);
    noted();
    if (stream_client_set_up(state)) return -1;
    settings.cfg.cluster_relays = 4;
    settings.cfg.cluster_lease = 3;
    settings.cfg.cluster_relay_bytes = MOST;
    where = PD_SRV_SEARCH_THERE;
    lines = pd_srv_relay_lines_prepare((struct lws_context *)&library, &deps, wake, &library);
    assert_non_null(lines);
    pd_srv_relay_ops ops = pd_srv_relay_lines_ops(lines);
    ops.look = look;
    relays = pd_srv_relays_new(&deps, &ops);
    deps.relays = relays;
    return 0;
}

static int tear_down(void **state)
{
    if (client) pd_srv_client_close(client, pd_srv_now_us());
    client = NULL;
    pd_srv_relays_free(relays);
    for (int i = 0; i < library.count; i++) report(i, LWS_CALLBACK_WSI_DESTROY, NULL, 0);
    pd_srv_relay_lines_free(lines);
    return stream_client_tear_down(state);
}

static void watch(const char *ref)
{
    char text[128];
    snprintf(text, sizeof text, "{\"type\":\"join\",\"watch\":\"" SESSION "\",\"ref\":\"%s\"}", ref);
    pd_srv_client_message(client, text, strlen(text), 0, pd_srv_now_us());
}

/* Delivers a piece of a frame. follows: number of the frame's later bytes. */
static int arrives(const char *piece, bool is_first, size_t follows, bool is_final)
{
    library.is_first = is_first, library.follows = follows, library.is_final = is_final;
    return report(library.count - 1, LWS_CALLBACK_CLIENT_RECEIVE, (void *)(uintptr_t)piece, strlen(piece));
}

static int writable(void)
{
    return report(library.count - 1, LWS_CALLBACK_CLIENT_WRITEABLE, NULL, 0);
}

/* Opens the last connection, and serves the client over it. */
static void serve(void)
{
    watch("r0");
    assert_int_equal(report(library.count - 1, LWS_CALLBACK_CLIENT_ESTABLISHED, NULL, 0), 0);
    assert_int_equal(arrives(WELCOME, true, 0, true), 0);
    assert_string_equal(texts_of(client), WELCOME "\n");
    while (strstr(noted(), "ask")) assert_int_equal(writable(), 0);
}

/* Returns the frame that waits for the client, "" without one. */
static const char *frame_of(void)
{
    static char bytes[64];
    pd_buffer texts = {0};
    pd_srv_frame *frame;
    pd_srv_outbox_take(&client->outbox, &texts, &frame, 0);
    snprintf(bytes, sizeof bytes, "%.*s", frame ? (int)frame->size : 0,
             frame ? (const char *)frame->bytes + PD_SRV_FRAME_PRE : "");
    pd_srv_frame_release(frame);
    pd_buffer_deinit(&texts);
    return bytes;
}

static const char *metrics(void)
{
    static char text[4096];
    pd_buffer out = {0};
    pd_srv_relays_metrics(relays, &out);
    snprintf(text, sizeof text, "%.*s", (int)out.size, (const char *)out.data);
    pd_buffer_deinit(&out);
    return text;
}

/* -- tests ---------------------------------------------------------------------- */

/* docs/guide/cluster.md: an ordinary stream, signed with the secret of the other daemon's entry. */
static void a_connection_asks_for_the_stream_and_signs(void **state)
{
    (void)state;
    unsigned char room[200], *at = room;
    watch("r0");
    assert_string_equal(noted(), "connect:10.0.0.5:8081/v1/stream 10.0.0.5 posed.v1 posed.v1 -1 ");
    assert_int_equal(report(0, LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, &at, sizeof room), 0);
    assert_string_equal(noted(), "header:0:Authorization:Posed-Peer 00112233445566778899aabbccddeeff:200 ");
    assert_int_not_equal(report(0, LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, &at, 20), 0);
    noted();

    /* Texts that wait are written one at a time. */
    assert_int_equal(report(0, LWS_CALLBACK_CLIENT_ESTABLISHED, NULL, 0), 0);
    assert_string_equal(noted(), "nodelay:70:1 ask:0 ask:0 ");
    assert_int_equal(writable(), 0);
    assert_string_equal(noted(), "text:0:" PROFILE " ask:0 ");
    assert_int_equal(writable(), 0);
    assert_string_equal(noted(),
                        "text:0:{\"type\":\"join\",\"watch\":\"" SESSION "\",\"ref\":\"r0\"} ask:0 ");
    assert_int_equal(writable(), 0);
    assert_string_equal(noted(), "");
    assert_int_equal(library.woken, 0);
    assert_int_equal(arrives(WELCOME, true, 0, true), 0);
    assert_int_equal(library.woken, 1);
    assert_string_equal(texts_of(client), WELCOME "\n");

    /* A text of later asks to be written. */
    pd_srv_client *second = open_client();
    const char join[] = "{\"type\":\"join\",\"watch\":\"" SESSION "\"}";
    pd_srv_client_message(second, join, sizeof join - 1, 0, pd_srv_now_us());
    assert_string_equal(noted(), "ask:0 ");
    assert_int_equal(writable(), 0);
    assert_string_equal(noted(), "text:0:{\"type\":\"join\",\"watch\":\"" SESSION "\"} ask:0 ");
    pd_srv_client_close(second, pd_srv_now_us());
}

static void messages_are_put_together_from_their_pieces(void **state)
{
    (void)state;
    serve();
    library.woken = 0;
    assert_int_equal(arrives("{\"type\":\"ev", true, 15, true), 0);
    assert_int_equal(arrives("ent\",", false, 10, true), 0);
    assert_int_equal(library.woken, 0);
    assert_int_equal(arrives("\"event\":\"", false, 0, false), 0); /* another frame of the message follows */
    assert_int_equal(library.woken, 0);
    assert_int_equal(arrives("land\"}", false, 0, true), 0);
    assert_int_equal(library.woken, 1);
    assert_string_equal(texts_of(client), "{\"type\":\"event\",\"event\":\"land\"}\n");
    library.is_binary = true;
    assert_int_equal(arrives("fra", true, 2, true), 0);
    assert_int_equal(arrives("me", false, 0, true), 0);
    assert_string_equal(frame_of(), "frame");
    assert_int_equal(arrives("other", true, 0, true), 0);
    assert_string_equal(frame_of(), "other");
    assert_int_equal(library.woken, 3);
    assert_non_null(strstr(metrics(), "posed_cluster_relayed_frames_total 2\n"));
    assert_non_null(strstr(metrics(), "posed_cluster_relayed_bytes_total 10\n"));
    assert_non_null(strstr(metrics(), "posed_cluster_relayed_texts_total 2\n"));
}

static void a_message_over_the_limit_ends_the_connection(void **state)
{
    (void)state;
    serve();
    library.is_binary = true;
    char piece[MOST / 2 + 1];
    memset(piece, 'x', sizeof piece - 1);
    piece[sizeof piece - 1] = 0;
    assert_int_equal(arrives(piece, true, MOST / 2, true), 0);
    assert_int_equal(arrives(piece, false, 0, true), 0); /* as long as allowed */
    assert_int_equal(arrives(piece, true, MOST / 2 + 1, true), -1);
    assert_int_equal(arrives(piece, true, 0, false), 0);
    assert_int_equal(arrives(piece, false, 1, true), -1);
}

/* The end of a connection is reported once, and the relay connects again. */
static void a_connection_that_has_ended_is_followed_by_another(void **state)
{
    (void)state;
    static const enum lws_callback_reasons ends[] = {
        LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLIENT_CONNECTION_ERROR, LWS_CALLBACK_WSI_DESTROY};
    serve();
    for (int i = 0; i < 3; i++) {
        assert_non_null(strstr(metrics(), "posed_cluster_relays 1\n"));
        library.woken = 0;
        noted();
        assert_int_equal(report(i, ends[i], NULL, 0), 0);
        assert_int_equal(library.woken, 1);
        assert_non_null(strstr(metrics(), "posed_cluster_relays 0\n"));
        assert_int_equal(report(i, LWS_CALLBACK_WSI_DESTROY, NULL, 0), 0);
        assert_null(library.sockets[i].opaque);
        assert_int_equal(report(i, LWS_CALLBACK_CLIENT_WRITEABLE, NULL, 0), 0); /* nobody's */
        assert_int_equal(library.woken, 1);
        poll_at(PD_SRV_SECOND);
        assert_string_equal(noted(), "connect:10.0.0.5:8081/v1/stream 10.0.0.5 posed.v1 posed.v1 -1 ");
        assert_int_equal(library.count, i + 2);
        assert_int_equal(report(i + 1, LWS_CALLBACK_CLIENT_ESTABLISHED, NULL, 0), 0);
    }
}

/* A connection that the relay has closed hears no more of it, and is killed by the library. */
static void a_connection_that_the_relay_closes_is_killed(void **state)
{
    (void)state;
    serve();
    noted();
    assert_int_equal(arrives("{\"type\":\"bye\",\"reason\":\"moved\"}", true, 0, true), -1);
    assert_string_equal(noted(), "kill:0 ");
    library.woken = 0;
    assert_int_equal(report(0, LWS_CALLBACK_CLIENT_WRITEABLE, NULL, 0), -1);
    assert_int_equal(report(0, LWS_CALLBACK_CLIENT_CLOSED, NULL, 0), -1);
    assert_int_equal(report(0, LWS_CALLBACK_WSI_DESTROY, NULL, 0), 0);
    assert_int_equal(library.woken, 0);
    assert_non_null(strstr(metrics(), "posed_cluster_relays 0\n"));

    /* Also when the last watcher leaves. */
    poll_at(PD_SRV_SECOND);
    assert_int_equal(library.count, 2);
    pd_srv_client_close(client, pd_srv_now_us()), client = NULL;
    noted();
    poll_at(PD_SRV_SECOND);
    assert_string_equal(noted(), "kill:1 ");
}

static void a_failed_write_ends_the_connection(void **state)
{
    (void)state;
    static char large[PD_SRV_OUTBOX_TEXTS + 1];
    watch("r0");
    assert_int_equal(report(0, LWS_CALLBACK_CLIENT_ESTABLISHED, NULL, 0), 0);
    library.write_fails = true;
    assert_int_equal(writable(), -1);
    library.write_fails = false;
    assert_int_equal(writable(), 0);

    /* The owner does not read: more waits than an outbox holds. */
    pd_srv_outbox_text(
        pd_srv_relay_out(*(pd_srv_relay **)((char *)library.sockets[0].opaque + sizeof(void *))), large,
        sizeof large);
    assert_int_equal(writable(), -1);
}

static void an_attempt_that_fails_at_once_is_made_again(void **state)
{
    (void)state;
    library.next = FAILS;
    watch("r0");
    assert_non_null(strstr(metrics(), "posed_cluster_relays 0\n"));
    library.next = FAILS_AND_IS_DESTROYED;
    poll_at(PD_SRV_SECOND);
    assert_non_null(strstr(metrics(), "posed_cluster_relays 0\n"));
    assert_non_null(strstr(metrics(), "posed_cluster_relay_connects_total 0\n"));
    assert_int_equal(library.woken, 0);
    library.next = CONNECTS;
    poll_at(2 * PD_SRV_SECOND);
    assert_int_equal(library.count, 3);
    assert_non_null(strstr(metrics(), "posed_cluster_relays 1\n"));
    assert_non_null(strstr(metrics(), "posed_cluster_relay_connects_total 1\n"));
}

static void without_a_virtual_host_there_are_no_lines(void **state)
{
    (void)state;
    library.next = NO_VHOST;
    assert_null(pd_srv_relay_lines_prepare((struct lws_context *)&library, &deps, wake, &library));
    pd_srv_relay_lines_prepare((struct lws_context *)&library, &deps, wake, &library);
}

/* No Redis listens at port 1: searches over the cluster end as AWAY, like those without a cluster. */
static void a_search_that_redis_cannot_answer_ends_as_away(void **state)
{
    (void)state;
    const pd_srv_relay_ops ops = pd_srv_relay_lines_ops(lines);
    pd_srv_search *search = NULL;
    pd_srv_location at = {.port = 5};
    assert_int_equal(ops.look(ops.ctx, &search, &at, SESSION), PD_SRV_SEARCH_AWAY);
    assert_int_equal(at.port, 0);
    deps.cluster = &cluster;
    assert_int_equal(ops.look(ops.ctx, &search, &at, SESSION), PD_SRV_SEARCH_AWAY);

    pd_error err = {0};
    settings.cfg.cluster_redis = (char *)(uintptr_t) "127.0.0.1:1";
    settings.cfg.cluster_prefix = (char *)(uintptr_t) "posed";
    settings.cfg.cluster_node = (char *)(uintptr_t) "a";
    settings.cfg.cluster_address = settings.cfg.cluster_user = settings.cfg.cluster_password_file =
        (char *)(uintptr_t) "";
    const pd_srv_cluster_deps of_cluster = {.config = &config,
                                            .host = &api_host_table,
                                            .log = deps.log,
                                            .stage = deps.stage,
                                            .url = "http://127.0.0.1:1",
                                            .wake = stream_client_wake};
    settings.cfg.cluster_checkpoint = 0.3;
    assert_int_equal(pd_srv_cluster_start(&cluster, &of_cluster, &err), PD_OK);
    pd_srv_search_state found;
    for (int i = 0; i < 60000; i++) {
        at.port = 5;
        found = ops.look(ops.ctx, &search, &at, SESSION);
        if (found != PD_SRV_SEARCH_WAITS) break;
        assert_non_null(search);
        usleep(1000);
    }
    assert_int_equal(found, PD_SRV_SEARCH_AWAY);
    assert_null(search);
    pd_srv_cluster_stop(cluster);
    cluster = NULL;
}

#define LINE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LINE_TEST(a_connection_asks_for_the_stream_and_signs),
        LINE_TEST(messages_are_put_together_from_their_pieces),
        LINE_TEST(a_message_over_the_limit_ends_the_connection),
        LINE_TEST(a_connection_that_has_ended_is_followed_by_another),
        LINE_TEST(a_connection_that_the_relay_closes_is_killed),
        LINE_TEST(a_failed_write_ends_the_connection),
        LINE_TEST(an_attempt_that_fails_at_once_is_made_again),
        LINE_TEST(without_a_virtual_host_there_are_no_lines),
        LINE_TEST(a_search_that_redis_cannot_answer_ends_as_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
