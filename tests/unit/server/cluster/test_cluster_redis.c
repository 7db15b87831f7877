/* The connection to Redis and to other daemons: breaks, refusals, secrets, options. */
#include "tests/support/checked_locks.h"
#include "tests/support/cluster_test.h"

static void an_object_that_is_too_large_is_reported_once_and_not_stored(void **state)
{
    (void)state;
    stage_put_scene("yard");
    cluster_test_begin_daemon(cluster_test_a, "one");
    cluster_test_a->settings.cfg.cluster_blob_bytes = 8;
    cluster_test_begin_cluster(cluster_test_a);
    cluster_test_play(cluster_test_a, (pd_srv_join){.scene = "yard"}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored() && strtol(cluster_test_stored("tick"), NULL, 10) > 20);
    assert_string_equal(cluster_test_stored("blobs"), "");
    UNTIL(cluster_test_is_logged(cluster_test_a, "cluster: an object is too large to be stored"));
    UNTIL(cluster_test_is_logged(cluster_test_a, "cluster.blob_bytes=8"));
}

/* ---- Redis that fails */
static void without_redis_sessions_go_on_and_are_stored_when_it_is_back(void **state)
{
    (void)state;
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    UNTIL(cluster_test_metric(cluster_test_a, "checkpoint_age_seconds") >=
          0); /* it has read Redis' answer, so that there is an age */
    cluster_test_end_redis();
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 0);
    assert_true(cluster_test_metric(cluster_test_a, "troubles_total") >= 1);
    assert_int_equal(cluster_test_take_over(cluster_test_a, "nobody", &err), PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_BUSY);
    assert_string_equal(err.where, "/resume");
    assert_non_null(strstr(err.detail, "sessions of other daemons cannot be reached now: "));
    const uint32_t tick = cluster_test_a->stage->state.tick;
    const double troubles = cluster_test_metric(cluster_test_a, "troubles_total");
    const int64_t begun = pd_srv_now_us();
    UNTIL(pd_srv_now_us() - begun > 2 * PD_SRV_SECOND);
    assert_true(cluster_test_sessions_of(cluster_test_a) == 1 && cluster_test_a->stage->state.tick > tick);
    UNTIL(cluster_test_metric(cluster_test_a, "checkpoint_age_seconds") >
          1.5); /* its thread may be late on a busy machine */

    /* It is tried again four times a second and logged once. */
    const double tries = cluster_test_metric(cluster_test_a, "troubles_total") - troubles;
    assert_true(tries >= 1 && tries <= 10);
    UNTIL(cluster_test_is_logged(cluster_test_a,
                                 "cluster: Redis cannot be used; sessions go on here alone detail="));
    cluster_test_begin_redis(NULL);
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 1);
    UNTIL(cluster_test_is_stored());
    assert_string_equal(cluster_test_stored("node"), "one");
    UNTIL(cluster_test_is_logged(cluster_test_a, "cluster: Redis is back sessions=1"));
    UNTIL(!strcmp(cluster_test_redis("EXISTS t:node:one"), "1"));

    /* An offer of another daemon reaches it again, over a separate connection. */
    cluster_test_redis("HSET t:session:0123456789abcdef epoch 1 node x");
    UNTIL(strcmp(cluster_test_redis("PUBLISH t:to:one x"), "1") == 0);
}

/* A Redis without memory answers but stores nothing. The client of a session is told that it moves once the
 * session is off the stage, so that must not happen here. */
static void a_session_that_redis_cannot_store_stays_where_it_is(void **state)
{
    (void)state;
    cluster_test_begin(cluster_test_a, "one"), cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored() && cluster_test_metric(cluster_test_b, "connected") == 1);
    cluster_test_redis("CONFIG SET maxmemory 1");
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 0);
    UNTIL(cluster_test_is_logged(cluster_test_a,
                                 "cluster: Redis cannot be used; sessions go on here alone detail=\"OOM"));
    pd_srv_cluster_drain(cluster_test_a->cluster, pd_srv_now_us() + PD_SRV_SECOND, cluster_test_tick_on,
                         NULL);
    const double troubles = cluster_test_metric(cluster_test_a, "troubles_total");
    const int64_t begun = pd_srv_now_us();
    UNTIL(cluster_test_metric(cluster_test_a, "troubles_total") >=
          troubles + 8); /* several rounds have tried to move it */
    assert_int_equal(pd_srv_stage_is_taken(cluster_test_a->stage, cluster_test_a->subscriber), 0);
    assert_int_equal(cluster_test_sessions_of(cluster_test_a), 1);
    UNTIL(cluster_test_is_logged(
        cluster_test_a,
        "cluster: sessions that could not be moved end with this daemon sessions=1 redis=away"));

    /* One reason has one line, though Redis names another script and another line of it each time. */
    UNTIL(pd_srv_now_us() - begun > 6 * PD_SRV_SECOND);
    assert_int_equal(cluster_test_times_logged(cluster_test_a, "cluster: Redis cannot be used"), 1);

    /* When Redis accepts writes again, it moves. */
    cluster_test_redis("CONFIG SET maxmemory 0");
    UNTIL(cluster_test_sessions_of(cluster_test_b) == 1);
}

/* The reason in the log is that of now, not only the first one,
 * which is often that the connection was lost. */
static void the_log_has_each_reason_for_which_redis_cannot_be_used(void **state)
{
    (void)state;
    cluster_test_begin(cluster_test_a, "one");
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 1);
    cluster_test_redis("CONFIG SET requirepass secret");
    cluster_test_redis("CLIENT KILL TYPE normal SKIPME yes");
    UNTIL(cluster_test_is_logged(cluster_test_a, "sessions go on here alone detail=\"NOAUTH"));
    cluster_test_redis("CONFIG SET requirepass %s", "");
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 1);
    cluster_test_redis(
        "CLIENT PAUSE 8000 ALL"); /* longer than PD_SRV_REDIS_TIMEOUT and the time between two lines */
    UNTIL(
        cluster_test_is_logged(cluster_test_a, "sessions go on here alone detail=\"no answer within 2 s\""));
}

/* ---- where a session is */
static pd_srv_search_state locate(daemon_ *d, const char *session, pd_srv_location *out)
{
    memset(out, 0, sizeof *out);
    pd_srv_search *search = pd_srv_cluster_locate(d->cluster, session);
    assert_non_null(search);
    UNTIL(pd_srv_search_get(search, out) != PD_SRV_SEARCH_WAITS);
    const pd_srv_search_state state = pd_srv_search_get(search, out);
    pd_srv_search_release(search);
    return state;
}

/* Any daemon finds a session, with the address, the secret and the rights
 * of the entries in Redis, which decide alone. */
static void a_session_is_found_where_its_entry_says(void **state)
{
    (void)state;
    pd_srv_location at;
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a,
                      (pd_srv_join){.key = "anna", .client = 12345678901234567890u, .is_shared = true},
                      (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    UNTIL(strlen(cluster_test_redis("HGET t:node:one secret")) == 32 &&
          strlen(cluster_test_redis("HGET t:node:two secret")) == 32);
    char secret[64], session[64];
    snprintf(secret, sizeof secret, "%s", cluster_test_redis("HGET t:node:one secret"));
    snprintf(session, sizeof session, "%s", cluster_test_a->joined.session);
    assert_string_not_equal(secret, cluster_test_redis("HGET t:node:two secret"));

    assert_int_equal(locate(cluster_test_b, session, &at), PD_SRV_SEARCH_THERE);
    assert_string_equal(at.node, "one");
    assert_string_equal(at.host, "127.0.0.1");
    assert_int_equal(at.port, 1);
    assert_string_equal(at.secret, secret);
    assert_string_equal(at.watchable.key, "anna");
    assert_true(at.watchable.is_shared && at.watchable.client == 12345678901234567890u);
    assert_int_equal(locate(cluster_test_a, session, &at), PD_SRV_SEARCH_HERE);
    assert_string_equal(at.node, "");
    assert_string_equal(at.watchable.key, "anna");
    assert_int_equal(locate(cluster_test_b, "0123456789abcdef", &at), PD_SRV_SEARCH_NONE);

    /* If any part is missing or wrong the session counts as lost; its rights are still returned. */
    cluster_test_a->stands = true;
    cluster_test_end_cluster(cluster_test_a);
    cluster_test_redis("HSET t:session:%s node one client 7 shared 0 key bert", session);
    static const char *const wrong[][3] = {{"HDEL", "address", "secret"},
                                           {"HSET", "address", "http://0.0.0.0:1"},
                                           {"HSET", "address", "nowhere"},
                                           {"HSET", "address", "http://nobody.invalid:1"},
                                           {"HSET", "secret", "short"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cluster_test_redis("DEL t:node:one");
        cluster_test_redis("HSET t:node:one address http://[::1]:77 secret %s", secret);
        assert_int_equal(locate(cluster_test_b, session, &at), PD_SRV_SEARCH_THERE);
        assert_string_equal(at.host, "::1");
        assert_int_equal(at.port, 77);
        assert_true(!at.watchable.is_shared && at.watchable.client == 7);
        cluster_test_redis("%s t:node:one %s %s", wrong[i][0], wrong[i][1], wrong[i][2]);
        if (locate(cluster_test_b, session, &at) != PD_SRV_SEARCH_LOST)
            fail_msg("%s %s", wrong[i][0], wrong[i][2]);
        assert_string_equal(at.watchable.key, "bert");
        assert_string_equal(at.node, "");
    }
    cluster_test_redis("HSET t:session:%s node %s", session, "");
    assert_int_equal(locate(cluster_test_b, session, &at), PD_SRV_SEARCH_LOST);
    assert_string_equal(at.watchable.key, "bert");
    cluster_test_end_redis();
    UNTIL(locate(cluster_test_b, session, &at) == PD_SRV_SEARCH_AWAY);
    cluster_test_begin_redis(NULL);
    UNTIL(locate(cluster_test_b, session, &at) == PD_SRV_SEARCH_NONE);
}

/* Other daemons present the secret of the entry, whole, after the scheme. */
static void a_peer_presents_the_secret_of_the_entry(void **state)
{
    (void)state;
    cluster_test_begin(cluster_test_a, "one");
    UNTIL(strlen(cluster_test_redis("HGET t:node:one secret")) == 32);
    char secret[64], text[96];
    snprintf(secret, sizeof secret, "%s", cluster_test_redis("HGET t:node:one secret"));
    snprintf(text, sizeof text, PD_SRV_PEER_SCHEME "%s", secret);
    assert_true(pd_srv_cluster_is_peer(cluster_test_a->cluster, text));
    for (size_t i = 0; text[i]; i++) { /* every other character */
        text[i] ^= 1;
        assert_false(pd_srv_cluster_is_peer(cluster_test_a->cluster, text));
        text[i] ^= 1;
    }
    for (size_t size = 0; size < strlen(text); size++) { /* every beginning */
        char part[96];
        snprintf(part, sizeof part, "%.*s", (int)size, text);
        assert_false(pd_srv_cluster_is_peer(cluster_test_a->cluster, part));
    }
    strcat(text, "0");
    assert_false(pd_srv_cluster_is_peer(cluster_test_a->cluster, text));
    assert_false(pd_srv_cluster_is_peer(cluster_test_a->cluster, secret));
    assert_false(pd_srv_cluster_is_draining(cluster_test_a->cluster));
}

/* The connection breaks at any point while a session with a scene and a character is stored. Afterwards all
 * of it is stored, and the daemon logs once that Redis was away and once that it is back. */
static void a_line_that_breaks_anywhere_costs_no_session(void **state)
{
    (void)state;
    char direct[128];
    strcpy(direct, cluster_test_place_of_redis);
    stage_put_avatar("mine");
    stage_put_scene("yard");
    cluster_test_begin_cutter();
    for (int n = 0; n < 14; n++) {
        cluster_test_redis("FLUSHALL");
        strcpy(cluster_test_place_of_redis, cluster_test_cutter.place);
        cluster_test_begin_daemon(cluster_test_a, "one");
        cluster_test_play(cluster_test_a, (pd_srv_join){.scene = "yard"},
                          (pd_srv_spawn){.character = "mine"});
        atomic_store(&cluster_test_cutter.left, n);
        cluster_test_begin_cluster(cluster_test_a);
        UNTIL(atomic_load(&cluster_test_cutter.left) < 0); /* broken */
        UNTIL(cluster_test_is_stored() && *cluster_test_stored("blobs"));
        char blobs[512], *next = NULL;
        snprintf(blobs, sizeof blobs, "%s", cluster_test_stored("blobs"));
        for (char *item = strtok_r(blobs, ",", &next); item; item = strtok_r(NULL, ",", &next))
            UNTIL(!strcmp(cluster_test_redis("EXISTS t:blob:%s", strrchr(item, ':') + 1), "1"));
        UNTIL(!strcmp(cluster_test_redis("EXISTS t:node:one"), "1"));
        UNTIL(cluster_test_metric(cluster_test_a, "connected") == 1);
        assert_string_equal(cluster_test_stored("node"), "one");
        assert_int_equal(cluster_test_sessions_of(cluster_test_a), 1);
        if (cluster_test_metric(cluster_test_a, "troubles_total") > 0)
            UNTIL(cluster_test_is_logged(cluster_test_a, "cluster: Redis is back"));
        UNTIL(strcmp(cluster_test_redis("PUBLISH t:to:one x"), "0") != 0); /* it listens */
        const uint32_t tick = (uint32_t)strtoul(cluster_test_stored("tick"), NULL, 10);
        UNTIL((uint32_t)strtoul(cluster_test_stored("tick"), NULL, 10) > tick);
        cluster_test_end(cluster_test_a);
    }
    cluster_test_end_cutter();
    strcpy(cluster_test_place_of_redis, direct);
}

/* The user, the password, the database and the prefix of the configuration are those that Redis hears; its
 * own user may be shut out. */
static void the_configured_user_and_database_are_used(void **state)
{
    (void)state;
    char file[128];
    snprintf(file, sizeof file, "%s/secret", cluster_test_folder);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs("much\n", out);
    fclose(out);
    cluster_test_redis("ACL SETUSER posed on >much ~* &* +@all");
    cluster_test_redis("ACL SETUSER default off");
    static const struct {
        const char *node, *user, *prefix;
        int database;
        bool is_let_in;
    } rows[] = {{"one", "posed", "t", 0, true},
                {"two", "posed", "q", 3, true},
                {"three", "nobody", "t", 0, false},
                {"four", "", "t", 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cluster_test_begin_daemon(cluster_test_a, rows[i].node);
        cluster_test_a->settings.cfg.cluster_user = (char *)(uintptr_t)rows[i].user;
        cluster_test_a->settings.cfg.cluster_prefix = (char *)(uintptr_t)rows[i].prefix;
        cluster_test_a->settings.cfg.cluster_database = rows[i].database;
        cluster_test_a->settings.cfg.cluster_password_file = file;
        cluster_test_begin_cluster(cluster_test_a);
        if (rows[i].is_let_in) {
            cluster_test_redis("SELECT %d", rows[i].database);
            UNTIL(!strcmp(cluster_test_redis("EXISTS %s:node:%s", rows[i].prefix, rows[i].node), "1"));
            cluster_test_redis("SELECT %d", rows[i].database ? 0 : 1);
            assert_string_equal(cluster_test_redis("EXISTS %s:node:%s", rows[i].prefix, rows[i].node), "0");
            cluster_test_redis("SELECT %d", rows[i].database);
        } else {
            UNTIL(cluster_test_is_logged(cluster_test_a, "Redis cannot be used"));
            assert_string_equal(cluster_test_redis("EXISTS t:node:%s", rows[i].node), "0");
        }
        cluster_test_end(cluster_test_a);
        cluster_test_redis("SELECT 0");
    }
}

static void places_and_passwords_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {"redis",  ":6379",     "host:", "host:0",     "host:65536",
                                      "host:x", "host:1x",   "[]:1",  "host:-1",    "",
                                      "http",   "host:1:2x", "a:",    "host:999999"};
    pd_srv_redis r = {.context = NULL};
    char words[160];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pd_error err = {0};
        const pd_srv_redis_place place = {bad[i], "", "", 0};
        if (pd_srv_redis_open(&r, &place, &err) != PD_ERR_INVALID) fail_msg("%s is taken", bad[i]);
        snprintf(words, sizeof words, "\"%s\"; HOST:PORT or unix:PATH expected", bad[i]);
        assert_string_equal(err.detail, words);
        assert_string_equal(err.where, "cluster.redis");
        assert_null(r.context);
    }
    /* These places are valid, but nothing listens there. */
    static const char *const nobody[] = {"127.0.0.1:1", "[::1]:1", "localhost:65535", "unix:/nowhere"};
    for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
        pd_error err = {0};
        const pd_srv_redis_place place = {nobody[i], "", "", 0};
        if (pd_srv_redis_open(&r, &place, &err) != PD_ERR_IO) fail_msg("%s answers", nobody[i]);
        assert_null(r.context);
        assert_string_equal(err.where, "cluster.redis"); /* the reason is the kernel's */
        if (i != 1 && strcmp(err.detail, strerror(i == 3 ? ENOENT : ECONNREFUSED)))
            fail_msg("%s: %s", nobody[i], err.detail);
    }

    /* Another database; a wrong password; only the first line of the file counts. */
    pd_error err = {0};
    redisReply *reply;
    pd_srv_redis_place place = {cluster_test_place_of_redis, "", "", 7};
    assert_int_equal(pd_srv_redis_open(&r, &place, &err), PD_OK);
    assert_int_equal(pd_srv_redis_ask(&reply, &r, &err, "SET", "here", "7", PD_SRV_REDIS_LAST), PD_OK);
    freeReplyObject(reply);
    assert_string_equal(cluster_test_redis("GET here"), "");
    cluster_test_redis("SELECT 7");
    assert_string_equal(cluster_test_redis("GET here"), "7");
    assert_int_equal(pd_srv_redis_ask(&reply, &r, &err, "NONSENSE", PD_SRV_REDIS_LAST), PD_ERR_IO);
    assert_null(reply);
    assert_non_null(strstr(err.detail, "unknown command"));
    assert_non_null(r.context); /* it stays open */
    pd_srv_redis_close(&r);
    assert_int_equal(pd_srv_redis_ask(&reply, &r, &err, "PING", PD_SRV_REDIS_LAST), PD_ERR_IO);
    assert_string_equal(err.detail, "not connected");

    cluster_test_end_redis();
    cluster_test_begin_redis("secret");
    static const struct {
        const char *text, *user;
        pd_status status;
    } files[] = {{"secret\nmore", "", PD_OK},
                 {"secret\r\n", "default", PD_OK},
                 {"secret", "", PD_OK},
                 {"\xEF\xBB\xBF"
                  "secret\r\n",
                  "", PD_OK},
                 {"wrong", "", PD_ERR_IO},
                 {"secret", "nobody", PD_ERR_IO},
                 {"", "", PD_ERR_INVALID},
                 {"\nsecret", "", PD_ERR_INVALID}};
    snprintf(cluster_test_password_file, sizeof cluster_test_password_file, "%s/password",
             cluster_test_folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(cluster_test_password_file, "w");
        fputs(files[i].text, file);
        fclose(file);
        place =
            (pd_srv_redis_place){cluster_test_place_of_redis, files[i].user, cluster_test_password_file, 0};
        if (pd_srv_redis_open(&r, &place, &err) != files[i].status)
            fail_msg("password file %zu: %s: %s", i, err.where, err.detail);
        assert_int_equal(r.context != NULL, files[i].status == PD_OK);
        pd_srv_redis_close(&r);
    }
    for (int length = 511; length <= 512; length++) { /* the longest that is read, and one more */
        FILE *file = fopen(cluster_test_password_file, "w");
        for (int i = 0; i < length; i++) fputc('a', file);
        fclose(file);
        assert_int_equal(pd_srv_redis_open(&r, &place, &err), length == 511 ? PD_ERR_IO : PD_ERR_INVALID);
    }
    assert_string_equal(err.detail, "the first line has 512 bytes; 1 to 511 allowed");
    place.password_file = "/nowhere/password";
    assert_true(pd_srv_redis_open(&r, &place, &err) != PD_OK);
    place.password_file = "";
    assert_int_equal(pd_srv_redis_open(&r, &place, &err), PD_ERR_IO);
    assert_non_null(strstr(err.detail, "NOAUTH"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUSTER_TEST(an_object_that_is_too_large_is_reported_once_and_not_stored),
        CLUSTER_TEST(without_redis_sessions_go_on_and_are_stored_when_it_is_back),
        CLUSTER_TEST(a_session_that_redis_cannot_store_stays_where_it_is),
        CLUSTER_TEST(the_log_has_each_reason_for_which_redis_cannot_be_used),
        CLUSTER_TEST(a_session_is_found_where_its_entry_says),
        CLUSTER_TEST(a_peer_presents_the_secret_of_the_entry),
        CLUSTER_TEST(a_line_that_breaks_anywhere_costs_no_session),
        CLUSTER_TEST(the_configured_user_and_database_are_used),
        CLUSTER_TEST(places_and_passwords_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
