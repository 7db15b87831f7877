/* Sessions that move from one daemon to another: resuming, takeovers, the drain. */
#include "tests/support/checked_locks.h"
#include "tests/support/cluster_test.h"

/* Returns whether the client got the message that its session has moved. */
static bool was_moved(daemon_ *d)
{
    return pd_srv_stage_is_taken(d->stage, d->subscriber) == PD_SRV_TAKEN_MOVED;
}

/* ---- takeovers */
static void a_session_of_a_stopped_daemon_continues_on_another(void **state)
{
    (void)state;
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored() && strtol(cluster_test_stored("tick"), NULL, 10) > 20);
    cluster_test_end_cluster(cluster_test_a);
    cluster_test_a->stands = true;
    const long tick = strtol(cluster_test_stored("tick"), NULL, 10);
    if (cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    assert_true(cluster_test_sessions_of(cluster_test_b) == 1 && cluster_test_b->stage->character_count == 1);
    cluster_test_resume(cluster_test_b, cluster_test_a->joined.token);
    assert_true(cluster_test_b->joined.tick >= tick);
    UNTIL(!strcmp(cluster_test_stored("node"), "two"));
    assert_string_equal(cluster_test_stored("epoch"), "2");
    UNTIL(strtol(cluster_test_stored("tick"), NULL, 10) > tick + 5); /* which b stores now */
    assert_string_equal(cluster_test_stored("epoch"), "2");
    assert_true(cluster_test_metric(cluster_test_b, "taken_over_total") == 1 &&
                cluster_test_metric(cluster_test_b, "takeover_failures_total") == 0);
    assert_true(cluster_test_metric(cluster_test_b, "given_total") == 0 &&
                cluster_test_metric(cluster_test_b, "fenced_total") == 0);
    UNTIL(cluster_test_is_logged(cluster_test_b, "cluster: session taken over session="));

    /* The former owner learns with its next checkpoint that it no longer owns the session. */
    cluster_test_begin_cluster(cluster_test_a);
    UNTIL(cluster_test_metric(cluster_test_a, "fenced_total") == 1);
    cluster_test_a->stands = false;
    UNTIL(!cluster_test_sessions_of(cluster_test_a));
    assert_true(was_moved(cluster_test_a));
    UNTIL(cluster_test_is_logged(cluster_test_a,
                                 "cluster: another daemon has the session; it ends here session="));
    UNTIL(cluster_test_is_logged(cluster_test_a, "node=two"));
    for (int i = 0; i < 50; i++) cluster_test_step_all();
    assert_true(cluster_test_metric(cluster_test_a, "fenced_total") == 1 && cluster_test_is_stored());
    assert_string_equal(cluster_test_stored("node"), "two");
}

static void a_living_daemon_gives_a_session_that_another_asks_for(void **state)
{
    (void)state;
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    if (cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    UNTIL(!cluster_test_sessions_of(cluster_test_a));
    assert_true(was_moved(cluster_test_a));
    assert_true(cluster_test_metric(cluster_test_a, "given_total") == 1 &&
                cluster_test_metric(cluster_test_a, "fenced_total") == 0 &&
                cluster_test_metric(cluster_test_a, "moved_total") == 0);
    cluster_test_resume(cluster_test_b, cluster_test_a->joined.token);
    UNTIL(!strcmp(cluster_test_stored("node"), "two"));
    for (int i = 0; i < 50; i++) cluster_test_step_all();
    assert_string_equal(cluster_test_stored("epoch"), "2");
    assert_true(cluster_test_is_stored() && cluster_test_metric(cluster_test_a, "fenced_total") == 0);

    /* And back: each takeover raises the epoch. */
    if (cluster_test_take_over(cluster_test_a, cluster_test_a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    assert_true(cluster_test_metric(cluster_test_b, "given_total") == 1 &&
                cluster_test_metric(cluster_test_a, "taken_over_total") == 1);
    assert_string_equal(cluster_test_stored("epoch"), "3");
    assert_string_equal(cluster_test_stored("node"), "one");
}

/* 1,024 takeovers wait at a time (TAKEOVERS_MOST):
 * those that are decided make room for others, however many have been. */
static void takeovers_that_are_decided_make_room(void **state)
{
    (void)state;
    enum { BATCH = 700 };
    static pd_srv_takeover *all[BATCH];
    cluster_test_begin(cluster_test_a, "one");
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BATCH; i++) {
            all[i] = pd_srv_cluster_take_over(cluster_test_a->cluster, "nobody");
            assert_non_null(all[i]);
        }
        for (int i = 0; i < BATCH; i++) {
            UNTIL(pd_srv_takeover_get(all[i], NULL) == PD_SRV_TAKEOVER_FAILED);
            pd_srv_takeover_release(all[i]);
        }
    }
    UNTIL(cluster_test_metric(cluster_test_a, "takeover_failures_total") == 3 * BATCH);
}

/* ---- clients of the stream */
static pd_srv_heap heap;

/* Returns the texts that wait for a client, one a line. */
static const char *texts_of(pd_srv_client *client)
{
    static char heard[1 << 15];
    pd_buffer texts = {0};
    pd_srv_frame *frame;
    size_t at = 0, size, used = 0;
    pd_srv_outbox_take(&client->outbox, &texts, &frame, 1);
    for (unsigned char *text; (text = pd_srv_text_next(&size, &texts, &at));)
        used += (size_t)snprintf(heard + used, sizeof heard - used, "%.*s\n", (int)size, (char *)text);
    heard[used] = 0;
    pd_buffer_deinit(&texts);
    return heard;
}

static pd_srv_client *begin_client(daemon_ *d, pd_srv_client_deps *deps)
{
    const pd_srv_identity nobody = {.name = ""};
    *deps = (pd_srv_client_deps){.config = &d->config,
                                 .host = &d->host,
                                 .heap = &heap,
                                 .log = d->log,
                                 .stage = d->stage,
                                 .cluster = &d->cluster};
    d->settings.cfg.stream_message_rate = 1000;
    d->settings.cfg.stream_idle_timeout = 60;
    pd_srv_client *client = pd_srv_client_open(deps, &nobody, "127.0.0.1:5", pd_srv_now_us());
    assert_non_null(client);
    return client;
}

static const char *say(pd_srv_client *client, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pd_srv_client_message(client, text, strlen(text), 0, pd_srv_now_us());
    return texts_of(client);
}

/* Lets a client that waits for a session of another daemon go on until it is answered. */
static const char *answer_of(pd_srv_client *client)
{
    const char *heard = "";
    UNTIL((pd_srv_client_go_on(client), *(heard = texts_of(client))));
    return heard;
}

/* A moved client sends its token to another daemon and resumes its session there. */
static void a_client_resumes_on_another_daemon(void **state)
{
    (void)state;
    pd_srv_client_deps here, there;
    char token[PD_SRV_TOKEN];
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_begin(cluster_test_b, "two");
    pd_srv_client *first = begin_client(cluster_test_a, &here),
                  *second = begin_client(cluster_test_b, &there);
    const char *welcome = say(first, "{\"type\":\"join\"}");
    const char *at = strstr(welcome, "\"resume_token\":\"");
    if (!at) fail_msg("%s", welcome);
    snprintf(token, sizeof token, "%s", at + 16);
    say(first, "{\"type\":\"spawn\"}"); /* answered by the stage, which is heard by nobody here */
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one sessions"), "1"));
    UNTIL(strtol(cluster_test_redis("HGET t:node:one characters"), NULL, 10) == 1);
    for (int i = 0; i < 50; i++) cluster_test_step_all();

    /* It waits, and a second join meanwhile is refused; other messages are as before. */
    assert_string_equal(say(second, "{\"type\":\"join\",\"ref\":\"j\",\"resume\":\"%s\"}", token), "");
    assert_non_null(second->takeover);
    assert_non_null(
        strstr(say(second, "{\"type\":\"join\"}"), "this connection has joined already; one join allowed"));
    const char *heard = answer_of(second);
    assert_non_null(strstr(heard, "\"welcome\""));
    assert_non_null(strstr(heard, "\"ref\":\"j\""));
    assert_non_null(strstr(heard, "\"resumed\":true"));
    assert_null(second->takeover);
    pd_srv_client_go_on(second); /* nothing is left to do */
    assert_string_equal(texts_of(second), "");

    /* The first client gets the message once, as the answer to its next message. */
    heard = say(first, "{\"type\":\"spawn\"}");
    assert_non_null(strstr(heard, "\"bye\""));
    assert_non_null(strstr(heard, "\"moved\""));
    assert_non_null(strstr(heard, "the session goes on on another machine; reconnect with its token"));
    assert_non_null(strstr(heard, "\"come_back\":true"));
    assert_int_equal(first->close_code, 1012); /* service restart (IANA, WebSocket close codes) */

    /* A text that cannot be a token is refused at once.
     * A token that nobody has is refused after a look-up. */
    pd_srv_client_deps third_deps;
    pd_srv_client *third = begin_client(cluster_test_b, &third_deps);
    for (int more = -1; more <= 1; more += 2) {
        char wrong[PD_SRV_TOKEN + 2];
        memset(wrong, 'a', sizeof wrong);
        wrong[PD_SRV_TOKEN - 1 + more] = 0;
        assert_non_null(strstr(say(third, "{\"type\":\"join\",\"resume\":\"%s\"}", wrong), "\"error\""));
        assert_null(third->takeover);
    }
    char nobody[PD_SRV_TOKEN];
    memset(nobody, 'a', sizeof nobody);
    nobody[PD_SRV_TOKEN - 1] = 0;
    assert_string_equal(say(third, "{\"type\":\"join\",\"ref\":\"k\",\"resume\":\"%s\"}", nobody), "");
    heard = answer_of(third);
    assert_non_null(strstr(heard, "\"not_found\""));
    assert_non_null(strstr(heard, "\"ref\":\"k\""));
    assert_non_null(strstr(heard, "no session has this token"));
    assert_non_null(strstr(say(third, "{\"type\":\"join\"}"), "\"resumed\":false")); /* it may begin one */

    /* A stream whose session moves hears it with the next look, and when the daemon stops. */
    pd_srv_snapshot_entry *list;
    const int count = pd_srv_snapshot_list(&list, cluster_test_b->stage);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) pd_srv_snapshot_drop(cluster_test_b->stage, list[i].session);
    free(list);
    pd_srv_client_poll(second, pd_srv_now_us());
    assert_string_equal(second->close_text, "moved");
    pd_srv_client_farewell(third);
    assert_string_equal(third->close_text, "moved");
    pd_srv_client_close(first, pd_srv_now_us());
    pd_srv_client_close(second, pd_srv_now_us());
    pd_srv_client_close(third, pd_srv_now_us());
}

static void a_daemon_that_stops_spreads_its_sessions(void **state)
{
    (void)state;
    enum { SESSIONS = 6 };
    daemon_ *const c = &cluster_test_daemons[2], *const other = &cluster_test_daemons[3];
    pd_srv_subscriber *subscribers[SESSIONS];
    pd_srv_join_result joined[SESSIONS];
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one"), cluster_test_begin(cluster_test_b, "two"),
        cluster_test_begin(c, "three"), cluster_test_begin(other, "four");
    for (int i = 0; i < SESSIONS; i++) {
        cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        subscribers[i] = cluster_test_a->subscriber, joined[i] = cluster_test_a->joined;
    }
    cluster_test_a->subscriber = NULL;
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one sessions"), "6") && cluster_test_is_stored());
    UNTIL(!strcmp(cluster_test_redis("SCARD t:nodes"), "4"));
    for (int i = 0; i < 100; i++) cluster_test_step_all();

    /* The fourth has other models, so it gets none. Its entry is not renewed meanwhile. */
    cluster_test_end_cluster(other);
    cluster_test_redis("HSET t:node:four models_sum 0 draining 0 load 0 characters 0");
    cluster_test_redis("SADD t:nodes gone");
    pd_srv_cluster_drain(cluster_test_a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, cluster_test_tick_on,
                         NULL);
    UNTIL(!cluster_test_sessions_of(cluster_test_a));
    UNTIL(cluster_test_sessions_of(cluster_test_b) + cluster_test_sessions_of(c) == SESSIONS);
    assert_int_equal(cluster_test_sessions_of(cluster_test_b), SESSIONS / 2);
    assert_int_equal(cluster_test_sessions_of(c), SESSIONS / 2);
    assert_int_equal(cluster_test_sessions_of(other), 0);
    assert_true(cluster_test_metric(cluster_test_a, "moved_total") == SESSIONS &&
                cluster_test_metric(cluster_test_a, "given_total") == 0);
    assert_true(cluster_test_metric(cluster_test_b, "taken_over_total") == SESSIONS / 2);
    assert_true(cluster_test_metric(cluster_test_b, "takeover_failures_total") == 0);
    UNTIL(cluster_test_is_logged(cluster_test_a, "cluster: sessions moved sessions=6 daemons=2 ms="));
    UNTIL(!strcmp(cluster_test_redis("SISMEMBER t:nodes gone"), "0"));
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one draining"), "1"));

    /* It takes none itself. */
    assert_int_equal(cluster_test_take_over(cluster_test_a, joined[0].token, &err), PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_BUSY);
    assert_string_equal(err.detail, "the server is stopping");
    for (int i = 0; i < SESSIONS; i++) pd_srv_stage_leave(cluster_test_a->stage, subscribers[i], 1);
}

static int by_session(const void *left, const void *right)
{
    const pd_srv_join_result *l = left, *r = right;
    return strcmp(l->session, r->session);
}

/* Three sessions move in the order of their ids, over half of the time T that is left. The first cannot be
 * stored and stays, so two remain at T/6 and one at T/6 + 5T/24: the last moves at 9T/24, and not before T/3
 * however late the others were. */
static void a_session_that_stays_does_not_hurry_the_others(void **state)
{
    (void)state;
    enum { SESSIONS = 3, T = 3 * PD_SRV_SECOND / 2 };
    pd_srv_subscriber *subscribers[SESSIONS];
    pd_srv_join_result sorted[SESSIONS];
    cluster_test_begin_daemon(cluster_test_a, "one"), cluster_test_begin_daemon(cluster_test_b, "two");
    cluster_test_a->settings.cfg.cluster_drain_rate = 0.001;
    cluster_test_a->settings.cfg.stream_resume_window = cluster_test_b->settings.cfg.stream_resume_window =
        600;
    cluster_test_begin_cluster(cluster_test_a), cluster_test_begin_cluster(cluster_test_b);
    for (int i = 0; i < SESSIONS; i++) {
        cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        subscribers[i] = cluster_test_a->subscriber, sorted[i] = cluster_test_a->joined;
    }
    cluster_test_a->subscriber = NULL;
    qsort(sorted, SESSIONS, sizeof *sorted, by_session);
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one sessions"), "3") &&
          cluster_test_metric(cluster_test_b, "connected") == 1);
    cluster_test_redis("DEL t:session:%s", sorted[0].session);
    cluster_test_redis("SET t:session:%s x", sorted[0].session); /* no place for its fields */
    const int64_t begun = pd_srv_now_us();
    pd_srv_cluster_drain(cluster_test_a->cluster, begun + T, cluster_test_tick_on, NULL);
    assert_true(
        pd_srv_now_us() - begun >=
        T); /* it does not return before: the daemon ends then, with all sessions that have not moved */
    UNTIL(strcmp(cluster_test_redis("HGET t:session:%s node", sorted[2].session), "one") != 0);
    assert_true(pd_srv_now_us() - begun >= T / 3);
    assert_string_not_equal(cluster_test_redis("HGET t:session:%s node", sorted[1].session), "one");
    UNTIL(cluster_test_sessions_of(cluster_test_b) == 2);
    UNTIL(cluster_test_sessions_of(cluster_test_a) == 1);
    UNTIL(cluster_test_is_logged(cluster_test_a, "cluster: sessions moved sessions=2 daemons=1 ms="));
    for (int i = 0; i < SESSIONS; i++) pd_srv_stage_leave(cluster_test_a->stage, subscribers[i], 1);
}

/* A connection that breaks while the daemon stops is opened again,
 * and the sessions are stored for another daemon. */
static void a_drain_outlives_a_lost_connection(void **state)
{
    (void)state;
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    cluster_test_redis("CLIENT KILL TYPE normal SKIPME yes");
    pd_srv_cluster_drain(cluster_test_a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, cluster_test_tick_on,
                         NULL);
    assert_int_equal(cluster_test_sessions_of(cluster_test_a), 0);
    cluster_test_begin(cluster_test_b, "two");
    UNTIL(cluster_test_metric(cluster_test_b, "connected") == 1);
    assert_int_equal(cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err),
                     PD_SRV_TAKEOVER_DONE);
}

/* Starts the second daemon once the first has tried to move the session, and lets Redis accept the session
 * once the second has an entry there: a session that moves earlier is offered to nobody. */
static int tick_until_refused(void *started)
{
    bool *is_started = started;
    cluster_test_step_all();
    if (!*is_started && cluster_test_metric(cluster_test_a, "troubles_total") >= 1)
        *is_started = true, cluster_test_begin(cluster_test_b, "two");
    if (*is_started && !strcmp(cluster_test_redis("HGET t:node:two sessions"), "0") &&
        !strcmp(cluster_test_redis("TYPE t:session:%s", cluster_test_a->joined.session), "string"))
        cluster_test_redis("DEL t:session:%s", cluster_test_a->joined.session);
    return 0;
}

static void a_drain_finds_daemons_that_start_meanwhile(void **state)
{
    (void)state;
    bool is_started = false;
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    cluster_test_redis("DEL t:session:%s", cluster_test_a->joined.session);
    cluster_test_redis("SET t:session:%s x", cluster_test_a->joined.session); /* no place for its fields */
    pd_srv_cluster_drain(cluster_test_a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, tick_until_refused,
                         &is_started);
    assert_int_equal(cluster_test_sessions_of(cluster_test_a), 0);
    UNTIL(cluster_test_sessions_of(cluster_test_b) == 1);
}

/* The client of an offered session may be faster than the daemon that it was offered to: then the session
 * stays where the client has brought it. */
static void an_offer_that_comes_late_takes_no_session(void **state)
{
    (void)state;
    cluster_test_begin(cluster_test_a, "one"), cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored() && cluster_test_metric(cluster_test_b, "connected") == 1);
    char offer[64];
    snprintf(offer, sizeof offer, "offer %s -", cluster_test_a->joined.session);
    UNTIL(!strcmp(cluster_test_redis("PUBLISH t:to:two %s", offer), "1"));
    UNTIL(!strcmp(cluster_test_redis("PUBLISH t:to:one %s", offer), "1"));
    const int64_t begun = pd_srv_now_us();
    UNTIL(pd_srv_now_us() - begun > PD_SRV_SECOND);
    assert_true(cluster_test_sessions_of(cluster_test_a) == 1 &&
                cluster_test_sessions_of(cluster_test_b) == 0);
    assert_true(cluster_test_metric(cluster_test_a, "given_total") == 0 &&
                cluster_test_metric(cluster_test_b, "takeover_failures_total") == 0);
    assert_string_equal(cluster_test_stored("epoch"), "1");

    /* A session that no other daemon has taken is taken back. */
    pd_srv_cluster_drain(cluster_test_a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, cluster_test_tick_on,
                         NULL);
    UNTIL(cluster_test_sessions_of(cluster_test_b) == 1);
    assert_string_equal(cluster_test_stored("epoch"), "2");
}

/* The connection breaks at any point while another daemon takes the session over. Either the session arrives
 * whole, or the client gets the message to ask again, and then it arrives. */
static void a_takeover_over_a_connection_that_breaks_succeeds_whole_or_is_asked_for_again(void **state)
{
    (void)state;
    char direct[128];
    strcpy(direct, cluster_test_place_of_redis);
    cluster_test_begin_cutter();
    int failed = 0, done = 0;
    /* Other traffic counts too, and may break the connection before the session is asked for: 16 places are
     * tried in turn, until both ends were seen. */
    for (int n = 0; n < 8 || failed == 0 || done == 0; n++) {
        assert_true(n < 200);
        pd_error err = {0};
        cluster_test_redis("FLUSHALL");
        strcpy(cluster_test_place_of_redis, direct);
        cluster_test_begin(cluster_test_a, "one");
        cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        UNTIL(cluster_test_is_stored());
        strcpy(cluster_test_place_of_redis, cluster_test_cutter.place);
        cluster_test_begin(cluster_test_b, "two");
        UNTIL(!strcmp(cluster_test_redis("EXISTS t:node:two"), "1"));
        atomic_store(&cluster_test_cutter.left, n % 16);
        pd_srv_takeover_state now =
            cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err);
        if (now == PD_SRV_TAKEOVER_DONE)
            done++;
        else {
            failed++;
            assert_int_equal(err.status, PD_ERR_BUSY);
            assert_string_equal(err.where, "/resume");
            assert_non_null(strstr(err.detail, "sessions of other daemons cannot be reached now: "));
            UNTIL(cluster_test_metric(cluster_test_b, "connected") == 1);
            atomic_store(&cluster_test_cutter.left, -1);
            now = cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err);
        }
        if (now != PD_SRV_TAKEOVER_DONE) fail_msg("%d: %s: %s", n, err.where, err.detail);
        cluster_test_resume(cluster_test_b, cluster_test_a->joined.token);
        assert_int_equal(cluster_test_sessions_of(cluster_test_b), 1);
        UNTIL(was_moved(cluster_test_a));
        atomic_store(&cluster_test_cutter.left, -1);
        cluster_test_end(cluster_test_b);
        cluster_test_end(cluster_test_a);
    }
    cluster_test_end_cutter();
    strcpy(cluster_test_place_of_redis, direct);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUSTER_TEST(a_session_of_a_stopped_daemon_continues_on_another),
        CLUSTER_TEST(a_living_daemon_gives_a_session_that_another_asks_for),
        CLUSTER_TEST(takeovers_that_are_decided_make_room),
        CLUSTER_TEST(a_client_resumes_on_another_daemon),
        CLUSTER_TEST(a_daemon_that_stops_spreads_its_sessions),
        CLUSTER_TEST(a_session_that_stays_does_not_hurry_the_others),
        CLUSTER_TEST(a_drain_outlives_a_lost_connection),
        CLUSTER_TEST(a_drain_finds_daemons_that_start_meanwhile),
        CLUSTER_TEST(an_offer_that_comes_late_takes_no_session),
        CLUSTER_TEST(a_takeover_over_a_connection_that_breaks_succeeds_whole_or_is_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
