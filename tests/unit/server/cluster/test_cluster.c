/* Daemons that share sessions: two to four clusters over stages in one process, with the test's own Redis on a socket. The test reads Redis over a
 * separate connection; the keys are those of docs/guide/cluster.md. */
#include "server/cluster/cluster.h"

#include "config/version.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/cluster/redis.h"
#include "server/stage/snapshot.h"
#include "server/stage/stage_parts.h"
#include "server/stream/client.h"
#include "tests/support/checked_locks.h"
#include "tests/support/rigs.h"
#include "tests/support/stage_clock.h"
#include "tests/support/stage_put.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEASE      0.5  /* seconds, the least that the configuration allows */
#define CHECKPOINT 0.02 /* seconds, likewise */
#define WINDOW     1.5  /* seconds until a session without connection ends */
#define DAEMONS    4

/* ---- Redis */

static char folder[64], place_of_redis[128], password_file[96];
static pid_t redis_pid;
static redisContext *watcher;

static void begin_redis(const char *password)
{
    char socket_path[96];
    snprintf(socket_path, sizeof socket_path, "%s/redis.sock", folder);
    snprintf(place_of_redis, sizeof place_of_redis, "unix:%s", socket_path);
    unlink(socket_path);
    redis_pid = fork();
    if (!redis_pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is killed leaves no Redis */
        if (!freopen("/dev/null", "w", stdout)) _exit(126);
        execlp("redis-server", "redis-server", "--port", "0", "--unixsocket", socket_path, "--save", "",
               "--appendonly", "no", "--dir", folder, password ? "--requirepass" : (char *)NULL, password,
               (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 2000; i++) {
        if (waitpid(redis_pid, NULL, WNOHANG) == redis_pid) fail_msg("redis-server does not start");
        watcher = redisConnectUnix(socket_path);
        redisReply *reply = watcher && !watcher->err ? redisCommand(watcher, "PING") : NULL;
        const bool answers = reply && (reply->type == REDIS_REPLY_STATUS || password);
        if (reply) freeReplyObject(reply);
        if (answers) break;
        if (watcher) redisFree(watcher);
        watcher = NULL;
        usleep(5000);
    }
    assert_non_null(watcher);
    if (password) freeReplyObject(redisCommand(watcher, "AUTH %s", password));
}

static void end_redis(void)
{
    if (watcher) redisFree(watcher);
    watcher = NULL;
    if (redis_pid > 0) kill(redis_pid, SIGKILL), waitpid(redis_pid, NULL, 0);
    redis_pid = 0;
}

/* Sends a command to Redis. Returns the answer as text, numbers too, "" for none. */
static const char *redis(const char *format, ...)
{
    static char texts[8][4096];
    static int next;
    char *text = texts[next++ % 8];
    va_list arguments;
    va_start(arguments, format);
    redisReply *reply = redisvCommand(watcher, format, arguments);
    va_end(arguments);
    assert_non_null(reply);
    if (reply->type == REDIS_REPLY_INTEGER)
        snprintf(text, sizeof *texts, "%lld", reply->integer);
    else
        snprintf(text, sizeof *texts, "%.4000s", reply->str ? reply->str : "");
    freeReplyObject(reply);
    return text;
}

/* ---- daemons */

/* A stage and its part of the cluster. */
typedef struct daemon {
    pd_srv_settings settings;
    pd_srv_config config;
    pd_api_host host;
    pd_srv_log *log;
    char log_file[96];
    pd_srv_stage *stage;
    pd_srv_cluster *cluster;
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    atomic_int decided; /* number of takeovers that were */
    bool stands;        /* true: takes no ticks */
} daemon_;

static daemon_ daemons[DAEMONS], *const a = &daemons[0], *const b = &daemons[1];

static void drop_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

static bool drop_frame(void *to, pd_srv_frame *frame)
{
    (void)to;
    pd_srv_frame_release(frame);
    return true;
}

static void wake_nobody(void *ctx)
{
    (void)ctx;
}

static void note_decision(void *ctx)
{
    daemon_ *d = ctx;
    atomic_fetch_add(&d->decided, 1);
}

static char model_files[3][96]; /* "": the model has no file */

/* Visits the models of the host: the motion network and two bodies. */
static void each_model(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg)
{
    static const char *const ids[] = {"motion", "tiny", "other"};
    for (int i = 0; i < 3; i++) {
        pd_api_model model;
        assert_int_equal(api_host_table.acquire(ctx, ids[i], true, &model, NULL), PD_OK);
        if (*model_files[i]) model.file = model_files[i];
        visit(arg, &model);
        pd_api_model_release(&model);
    }
}

static void begin_daemon(daemon_ *d, const char *node)
{
    pd_error err = {0};
    d->settings = (pd_srv_settings){.limits = api_host_limits,
                                    .cfg = {.stream_tick_rate = 100,
                                            .stream_sessions = 100,
                                            .stream_characters = 10,
                                            .stream_resume_window = WINDOW,
                                            .stream_input_timeout = 5,
                                            .limits_json_memory = 64 << 20,
                                            .cluster_redis = place_of_redis,
                                            .cluster_node = (char *)(uintptr_t)node,
                                            .cluster_address = (char *)(uintptr_t) "",
                                            .cluster_prefix = (char *)(uintptr_t) "t",
                                            .cluster_user = (char *)(uintptr_t) "",
                                            .cluster_password_file = (char *)(uintptr_t) "",
                                            .cluster_lease = LEASE,
                                            .cluster_checkpoint = CHECKPOINT,
                                            .cluster_drain_rate = 1000,
                                            .cluster_blob_bytes = 32 << 20}};
    atomic_init(&d->config.now, &d->settings);
    d->host = api_host_table;
    d->host.each_model = each_model;
    snprintf(d->log_file, sizeof d->log_file, "%s/%s.log", folder, node);
    assert_int_equal(pd_srv_log_open(&d->log, d->log_file, PD_SRV_LOG_TEXT, PD_SRV_INFO, &err), PD_OK);
    const pd_srv_stage_deps deps = {.config = &d->config,
                                    .host = &d->host,
                                    .clock = {NULL, stage_clock_now, stage_clock_sleep},
                                    .sink = {drop_text, drop_frame, wake_nobody, NULL}};
    assert_int_equal(pd_srv_stage_new(&d->stage, &deps, &err), PD_OK);
    pd_srv_stage_take_snapshots(d->stage, true);
}

static void begin_cluster(daemon_ *d)
{
    pd_error err = {0};
    const pd_srv_cluster_deps deps = {.config = &d->config,
                                      .host = &d->host,
                                      .log = d->log,
                                      .stage = d->stage,
                                      .url = "http://127.0.0.1:1",
                                      .wake = note_decision,
                                      .ctx = d};
    assert_int_equal(pd_srv_cluster_start(&d->cluster, &deps, &err), PD_OK);
}

static void begin(daemon_ *d, const char *node)
{
    begin_daemon(d, node);
    begin_cluster(d);
}

static void end_cluster(daemon_ *d)
{
    pd_srv_cluster_stop(d->cluster);
    d->cluster = NULL;
}

static void end(daemon_ *d)
{
    if (!d->stage) return;
    end_cluster(d);
    if (d->subscriber) pd_srv_stage_leave(d->stage, d->subscriber, 1);
    pd_srv_stage_free(d->stage);
    pd_srv_log_close(d->log);
    memset(d, 0, sizeof *d);
}

/* Begins a session with a character. */
static void play(daemon_ *d, pd_srv_join wanted, pd_srv_spawn spawn)
{
    pd_error err = {0};
    uint32_t id;
    if (pd_srv_stage_join(d->stage, &d->subscriber, &d->joined, d, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_srv_stage_join_result_deinit(&d->joined);
    if (pd_srv_stage_spawn(d->stage, &id, d->subscriber, &spawn, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static void step_all(void)
{
    stage_clock_time.now_us += 10000;
    for (int i = 0; i < DAEMONS; i++)
        if (daemons[i].stage && !daemons[i].stands) pd_srv_stage_step(daemons[i].stage);
    usleep(2000);
}

/* Ticks until a condition holds, for at most a minute. */
#define UNTIL(condition)                                                                                     \
    do {                                                                                                     \
        const int64_t until_begun = pd_srv_now_us();                                                         \
        while (!(condition)) {                                                                               \
            if (pd_srv_now_us() - until_begun > 15 * PD_SRV_SECOND) fail_msg("never: %s", #condition);       \
            step_all();                                                                                      \
        }                                                                                                    \
    } while (0)

static double metric(daemon_ *d, const char *name)
{
    char line[96];
    pd_buffer text = {0};
    pd_srv_cluster_metrics(d->cluster, &text);
    pd_buffer_add(&text, "", 1);
    snprintf(line, sizeof line, "\nposed_cluster_%s ", name);
    const char *at = strstr((char *)text.data, line);
    if (!at) fail_msg("no metric %s", name);
    const double value = strtod(at + strlen(line), NULL);
    pd_buffer_deinit(&text);
    return value;
}

static int times_logged(const daemon_ *d, const char *words)
{
    static char text[1 << 16];
    FILE *file = fopen(d->log_file, "r");
    int times = 0;
    if (!file) return 0;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (const char *at = text; (at = strstr(at, words)); at++) times++;
    return times;
}

static bool is_logged(const daemon_ *d, const char *words)
{
    return times_logged(d, words) > 0;
}

/* Returns whether the client got the message that its session has moved. */
static bool was_moved(daemon_ *d)
{
    return pd_srv_stage_is_taken(d->stage, d->subscriber) == PD_SRV_TAKEN_MOVED;
}

/* Returns a field, stored in Redis, of the session of a's client. */
static const char *stored(const char *field)
{
    return redis("HGET t:session:%s %s", a->joined.session, field);
}

/* Returns the number of sessions of a daemon, which its cluster's thread changes too. */
static int sessions_of(daemon_ *d)
{
    pthread_mutex_lock(&d->stage->lock);
    const int count = d->stage->session_count;
    pthread_mutex_unlock(&d->stage->lock);
    return count;
}

static bool is_stored(void)
{
    return !strcmp(redis("EXISTS t:session:%s", a->joined.session), "1");
}

/* Reports whether the stored state of the session has these bytes. */
static bool is_state(const pd_buffer *bytes)
{
    redisReply *reply = redisCommand(watcher, "GET t:state:%s", a->joined.session);
    const bool is_same = reply && reply->type == REDIS_REPLY_STRING && (size_t)reply->len == bytes->size &&
                         !memcmp(reply->str, bytes->data, bytes->size);
    freeReplyObject(reply);
    return is_same;
}

/* Takes a session over and waits for the decision. */
static pd_srv_takeover_state take_over(daemon_ *d, const char *token, pd_error *err)
{
    const int before = atomic_load(&d->decided);
    pd_srv_takeover *takeover = pd_srv_cluster_take_over(d->cluster, token);
    assert_non_null(takeover);
    UNTIL(pd_srv_takeover_get(takeover, NULL) != PD_SRV_TAKEOVER_WAITS);
    UNTIL(atomic_load(&d->decided) > before); /* and it was told */
    const pd_srv_takeover_state state = pd_srv_takeover_get(takeover, err);
    pd_srv_takeover_release(takeover);
    return state;
}

static void resume(daemon_ *d, const char *token)
{
    pd_error err = {0};
    if (pd_srv_stage_join(d->stage, &d->subscriber, &d->joined, d, &(pd_srv_join){.resume = token}, &err) !=
        PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(d->joined.resumed, 1);
    pd_srv_stage_join_result_deinit(&d->joined);
}

static int set_up(void **state)
{
    signal(SIGPIPE, SIG_IGN); /* as the daemon does */
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);
    memset(&stage_clock_time, 0, sizeof stage_clock_time);
    stage_clock_time.now_us = 1000000;
    strcpy(folder, "/tmp/posed-cluster-XXXXXX");
    assert_non_null(mkdtemp(folder));
    begin_redis(NULL);
    return 0;
}

static int tear_down(void **state)
{
    char command[128];
    for (int i = 0; i < DAEMONS; i++) end(&daemons[i]);
    end_redis();
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
    return api_host_teardown(state);
}

/* ---- what Redis is told */

static void the_registry_entry_describes_the_daemon_and_ends_with_it(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) { /* of no bytes, and of seven */
        snprintf(model_files[i], sizeof model_files[i], "%s/model%d", folder, i);
        FILE *file = fopen(model_files[i], "w");
        if (i) fputs("seven b", file);
        fclose(file);
    }
    begin(a, "one");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(!strcmp(redis("HGET t:node:one sessions"), "1"));
    assert_string_equal(redis("HGET t:node:one characters"), "1");
    assert_string_equal(redis("HGET t:node:one address"), "http://127.0.0.1:1");
    assert_string_equal(redis("HGET t:node:one version"), pd_cfg_version_text());
    assert_string_equal(redis("HGET t:node:one draining"), "0");
    assert_string_equal(redis("SISMEMBER t:nodes one"), "1");

    /* Every motion or body model with the size of its file, in memory or on disk; -1: it has no file. */
    assert_string_equal(redis("HGET t:node:one models"), "motion=0,tiny=7,other=-1");
    assert_int_equal(strspn(redis("HGET t:node:one models_sum"), "0123456789abcdef"), 16);

    /* It is renewed within the lease, and never lasts longer. */
    for (int i = 0; i < 200; i++) {
        const long left = strtol(redis("PTTL t:node:one"), NULL, 10);
        assert_true(left > 0 && left <= 1000 * LEASE);
        step_all();
    }
    end_cluster(a);
    assert_string_equal(redis("EXISTS t:node:one"), "0");
    memset(model_files, 0, sizeof model_files);
}

static void a_session_is_stored_as_it_stands(void **state)
{
    (void)state;
    unsigned char hash[PD_SRV_SHA256_BYTES];
    char digits[2 * sizeof hash + 1], ticks[16];
    begin(a, "one");
    play(a, (pd_srv_join){.key = "anna"}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    a->stands = true;
    snprintf(ticks, sizeof ticks, "%u", a->stage->state.tick);
    UNTIL(!strcmp(stored("tick"), ticks));

    pd_srv_sha256(hash, a->joined.token, strlen(a->joined.token));
    pd_srv_hex_encode(digits, hash, sizeof hash);
    assert_string_equal(stored("node"), "one");
    assert_string_equal(stored("epoch"), "1");
    assert_string_equal(stored("token"), digits);
    assert_string_equal(stored("key"), "anna");
    assert_string_equal(stored("blobs"), "");
    assert_string_equal(redis("GET t:token:%s", digits), a->joined.session);

    /* The state is the snapshot of that tick and of the time at which it was taken. The session is stored again after 2 s of the real clock, while
     * that of the stage stands. */
    pd_buffer bytes = {0};
    assert_int_equal(pd_srv_snapshot_write(&bytes, a->stage, a->joined.session, NULL), PD_OK);
    for (const int64_t asked = pd_srv_now_us(); !is_state(&bytes); usleep(2000))
        if (pd_srv_now_us() - asked > 15 * PD_SRV_SECOND) fail_msg("another state is stored");

    /* Kept for the resume window, two leases and the 2 s after which a session that stands is stored again; and stored again. */
    const long most = (long)(1000 * (WINDOW + 2 * LEASE + 2));
    for (int i = 0; i < 3; i++) {
        const char *const keys[] = {"session", "state"};
        const long left = strtol(redis("PTTL t:%s:%s", keys[i % 2], a->joined.session), NULL, 10);
        assert_true(left > 0 && left <= most);
    }
    const double before = metric(a, "checkpoints_total");
    const int64_t begun = pd_srv_now_us();
    UNTIL(metric(a, "checkpoints_total") > before);
    assert_true(pd_srv_now_us() - begun > PD_SRV_SECOND / 2); /* not with every look */
    assert_true(strtol(redis("PTTL t:session:%s", a->joined.session), NULL, 10) > most - 1500);

    /* The figures: connected, all checkpoints of the same size, the last a moment ago. */
    assert_true(metric(a, "connected") == 1 && metric(a, "troubles_total") == 0);
    assert_true(metric(a, "checkpoint_bytes_total") >
                0.5 * (double)bytes.size * metric(a, "checkpoints_total"));
    assert_true(metric(a, "checkpoint_bytes_total") <
                2 * (double)bytes.size * metric(a, "checkpoints_total"));
    assert_true(metric(a, "checkpoint_seconds_total") > 0 && metric(a, "checkpoint_seconds_total") < 60);
    UNTIL(metric(a, "checkpoint_age_seconds") >= 0 && metric(a, "checkpoint_age_seconds") < 1);
    pd_buffer_deinit(&bytes);

    /* A session that moves is stored with new ticks. */
    a->stands = false;
    UNTIL(strtoul(stored("tick"), NULL, 10) > strtoul(ticks, NULL, 10) + 2);
}

static void a_session_that_ends_is_deleted(void **state)
{
    (void)state;
    char token[80];
    begin(a, "one");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    snprintf(token, sizeof token, "%s", stored("token"));
    pd_srv_stage_leave(a->stage, a->subscriber, 1);
    a->subscriber = NULL;
    UNTIL(!is_stored());
    assert_string_equal(redis("EXISTS t:state:%s t:token:%s", a->joined.session, token), "0");
    UNTIL(!strcmp(redis("HGET t:node:one sessions"), "0"));
}

static bool exists(const char *session)
{
    return !strcmp(redis("EXISTS t:session:%s", session), "1");
}

/* Sessions have random ids, so their order is random. Each is stored, and when any of them ends its keys are deleted. */
static void each_of_many_sessions_is_stored_and_deleted(void **state)
{
    (void)state;
    enum { SESSIONS = 12 };
    pd_srv_subscriber *subscribers[SESSIONS];
    char ids[SESSIONS][PD_SRV_SESSION_ID];
    begin(a, "one");
    for (int i = 0; i < SESSIONS; i++) {
        play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        subscribers[i] = a->subscriber;
        snprintf(ids[i], sizeof ids[i], "%s", a->joined.session);
        UNTIL(exists(ids[i])); /* one joins those that are held */
    }
    a->subscriber = NULL;
    UNTIL(!strcmp(redis("HGET t:node:one sessions"), "12"));
    for (int k = 0; k < SESSIONS; k++) {
        const int i = k * 5 % SESSIONS;
        pd_srv_stage_leave(a->stage, subscribers[i], 1);
        UNTIL(!exists(ids[i]));
        for (int later = k + 1; later < SESSIONS; later++) assert_true(exists(ids[later * 5 % SESSIONS]));
    }
}

/* ---- takeovers */

static void a_session_of_a_stopped_daemon_continues_on_another(void **state)
{
    (void)state;
    pd_error err = {0};
    begin(a, "one");
    begin(b, "two");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored() && strtol(stored("tick"), NULL, 10) > 20);
    end_cluster(a);
    a->stands = true;
    const long tick = strtol(stored("tick"), NULL, 10);
    if (take_over(b, a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    assert_true(sessions_of(b) == 1 && b->stage->character_count == 1);
    resume(b, a->joined.token);
    assert_true(b->joined.tick >= tick);
    UNTIL(!strcmp(stored("node"), "two"));
    assert_string_equal(stored("epoch"), "2");
    UNTIL(strtol(stored("tick"), NULL, 10) > tick + 5); /* which b stores now */
    assert_string_equal(stored("epoch"), "2");
    assert_true(metric(b, "taken_over_total") == 1 && metric(b, "takeover_failures_total") == 0);
    assert_true(metric(b, "given_total") == 0 && metric(b, "fenced_total") == 0);
    UNTIL(is_logged(b, "cluster: session taken over session="));

    /* The former owner learns with its next checkpoint that it no longer owns the session. */
    begin_cluster(a);
    UNTIL(metric(a, "fenced_total") == 1);
    a->stands = false;
    UNTIL(!sessions_of(a));
    assert_true(was_moved(a));
    UNTIL(is_logged(a, "cluster: another daemon has the session; it ends here session="));
    UNTIL(is_logged(a, "node=two"));
    for (int i = 0; i < 50; i++) step_all();
    assert_true(metric(a, "fenced_total") == 1 && is_stored());
    assert_string_equal(stored("node"), "two");
}

static void a_living_daemon_gives_a_session_that_another_asks_for(void **state)
{
    (void)state;
    pd_error err = {0};
    begin(a, "one");
    begin(b, "two");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    if (take_over(b, a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    UNTIL(!sessions_of(a));
    assert_true(was_moved(a));
    assert_true(metric(a, "given_total") == 1 && metric(a, "fenced_total") == 0 &&
                metric(a, "moved_total") == 0);
    resume(b, a->joined.token);
    UNTIL(!strcmp(stored("node"), "two"));
    for (int i = 0; i < 50; i++) step_all();
    assert_string_equal(stored("epoch"), "2");
    assert_true(is_stored() && metric(a, "fenced_total") == 0);

    /* And back: each takeover raises the epoch. */
    if (take_over(a, a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    assert_true(metric(b, "given_total") == 1 && metric(a, "taken_over_total") == 1);
    assert_string_equal(stored("epoch"), "3");
    assert_string_equal(stored("node"), "one");
}

static void a_token_without_a_session_is_refused(void **state)
{
    (void)state;
    pd_error err = {0};
    begin(a, "one");
    UNTIL(metric(a, "connected") == 1);
    assert_int_equal(take_over(a, "nobody", &err), PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/resume");
    assert_string_equal(
        err.detail,
        "no session has this token; a session ends 1.5 s after its last connection (stream.resume_window)");
    assert_true(metric(a, "takeover_failures_total") == 1 && metric(a, "taken_over_total") == 0);
}

/* 1,024 takeovers wait at a time (TAKEOVERS_MOST): those that are decided make room for others, however many have been. */
static void takeovers_that_are_decided_make_room(void **state)
{
    (void)state;
    enum { BATCH = 700 };
    static pd_srv_takeover *all[BATCH];
    begin(a, "one");
    UNTIL(metric(a, "connected") == 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BATCH; i++) {
            all[i] = pd_srv_cluster_take_over(a->cluster, "nobody");
            assert_non_null(all[i]);
        }
        for (int i = 0; i < BATCH; i++) {
            UNTIL(pd_srv_takeover_get(all[i], NULL) == PD_SRV_TAKEOVER_FAILED);
            pd_srv_takeover_release(all[i]);
        }
    }
    UNTIL(metric(a, "takeover_failures_total") == 3 * BATCH);
}

/* Returns the number of EXISTS commands since the last call. Daemons use EXISTS only to check whether a session can be taken. */
static int looks(void)
{
    const char *line = strstr(redis("INFO commandstats"), "cmdstat_exists:calls=");
    const int count = line ? atoi(line + strlen("cmdstat_exists:calls=")) : 0;
    redis("CONFIG RESETSTAT");
    return count;
}

/* The entry of the daemon is alive but the daemon does not answer. After the lease and one more second the client gets the message to try again.
 * Until then look-ups are frequent only at first: four a second from the start would be seven. */
static void a_daemon_that_does_not_answer_is_named(void **state)
{
    (void)state;
    pd_error err = {0};
    begin(a, "one");
    begin(b, "two");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    end_cluster(a);
    a->stands = true;
    redis("HSET t:node:one address nowhere");
    const int64_t begun = pd_srv_now_us();
    looks();
    assert_int_equal(take_over(b, a->joined.token, &err), PD_SRV_TAKEOVER_FAILED);
    assert_true(pd_srv_now_us() - begun >= (int64_t)((LEASE + 1) * PD_SRV_SECOND));
    assert_true(looks() > 8);
    assert_int_equal(err.status, PD_ERR_BUSY);
    assert_string_equal(err.detail, "the daemon one has the session and does not give it up; try again");
    assert_string_equal(stored("epoch"), "1");
    redis("DEL t:node:one");
    assert_int_equal(take_over(b, a->joined.token, &err), PD_SRV_TAKEOVER_DONE);
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
    begin(a, "one");
    begin(b, "two");
    pd_srv_client *first = begin_client(a, &here), *second = begin_client(b, &there);
    const char *welcome = say(first, "{\"type\":\"join\"}");
    const char *at = strstr(welcome, "\"resume_token\":\"");
    if (!at) fail_msg("%s", welcome);
    snprintf(token, sizeof token, "%s", at + 16);
    say(first, "{\"type\":\"spawn\"}"); /* answered by the stage, which is heard by nobody here */
    UNTIL(!strcmp(redis("HGET t:node:one sessions"), "1"));
    UNTIL(strtol(redis("HGET t:node:one characters"), NULL, 10) == 1);
    for (int i = 0; i < 50; i++) step_all();

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

    /* A text that cannot be a token is refused at once. A token that nobody has is refused after a look-up. */
    pd_srv_client_deps third_deps;
    pd_srv_client *third = begin_client(b, &third_deps);
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
    const int count = pd_srv_snapshot_list(&list, b->stage);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) pd_srv_snapshot_drop(b->stage, list[i].session);
    free(list);
    pd_srv_client_poll(second, pd_srv_now_us());
    assert_string_equal(second->close_text, "moved");
    pd_srv_client_farewell(third);
    assert_string_equal(third->close_text, "moved");
    pd_srv_client_close(first, pd_srv_now_us());
    pd_srv_client_close(second, pd_srv_now_us());
    pd_srv_client_close(third, pd_srv_now_us());
}

/* ---- scenes and characters that clients have put */

static pd_api_scene *no_scene(void *ctx, const char *id)
{
    (void)ctx, (void)id;
    return NULL;
}

static pd_api_skeleton *no_skeleton(void *ctx, const char *id)
{
    (void)ctx, (void)id;
    return NULL;
}

static void scenes_and_characters_go_along(void **state)
{
    (void)state;
    pd_error err = {0};
    stage_put_avatar("mine");
    stage_put_scene("yard");
    begin_daemon(b, "two");
    b->host.scene = no_scene, b->host.skeleton = no_skeleton;
    begin_cluster(b);
    begin(a, "one");
    play(a, (pd_srv_join){.scene = "yard"}, (pd_srv_spawn){.character = "mine"});
    UNTIL(is_stored() && *stored("blobs"));

    /* "scene:REVISION:SHA256,character:REVISION:SHA256,", each with the bytes of which the hash is. */
    char blobs[512], *next = NULL;
    int count = 0;
    snprintf(blobs, sizeof blobs, "%s", stored("blobs"));
    assert_true(!strncmp(blobs, "scene:", 6) && strstr(blobs, ",character:"));
    for (char *item = strtok_r(blobs, ",", &next); item; item = strtok_r(NULL, ",", &next), count++) {
        unsigned char hash[PD_SRV_SHA256_BYTES];
        char digits[2 * sizeof hash + 1];
        const char *sha = strrchr(item, ':') + 1;
        UNTIL(!strcmp(redis("EXISTS t:blob:%s", sha), "1"));
        redisReply *reply = redisCommand(watcher, "GET t:blob:%s", sha);
        pd_srv_sha256(hash, reply->str, reply->len);
        pd_srv_hex_encode(digits, hash, sizeof hash);
        assert_string_equal(digits, sha);
        freeReplyObject(reply);
        assert_true(strtol(redis("PTTL t:blob:%s", sha), NULL, 10) > 0);
    }
    assert_int_equal(count, 2);

    if (take_over(b, a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    resume(b, a->joined.token);
    pd_srv_snapshot_uses uses;
    assert_true(pd_srv_snapshot_uses_of(&uses, b->stage, b->joined.session));
    pd_api_scene *own = api_host_table.scene(api_host_table.ctx, "yard");
    assert_true(uses.scene && uses.count == 1 && uses.scene != own);
    assert_string_equal(uses.scene->revision, own->revision);
    pd_api_scene_release(own);
    pd_srv_snapshot_uses_deinit(&uses);

    /* Redis has lost the bytes: they are stored again. */
    redis("DEL t:blob:%s", strrchr(stored("blobs"), ':') + 1);
    redis("FLUSHALL");
    UNTIL(is_stored() && *stored("blobs"));
    char sha[80];
    snprintf(sha, sizeof sha, "%.64s", strchr(strchr(stored("blobs"), ':') + 1, ':') + 1);
    UNTIL(!strcmp(redis("EXISTS t:blob:%s", sha), "1"));

    /* Other bytes below that name are not taken. */
    end_cluster(b);
    b->stands = true;
    redis("SET t:blob:%s nonsense", sha);
    begin_daemon(&daemons[2], "three");
    daemons[2].host.scene = no_scene, daemons[2].host.skeleton = no_skeleton;
    begin_cluster(&daemons[2]);
    assert_int_equal(take_over(&daemons[2], b->joined.token[0] ? b->joined.token : a->joined.token, &err),
                     PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_NOT_FOUND);
    assert_int_equal(sessions_of(&daemons[2]), 0);
    UNTIL(is_logged(&daemons[2], "cluster: session not taken over session="));
    assert_string_equal(stored("node"), ""); /* another may have what this one lacks */
    assert_true(metric(&daemons[2], "takeover_failures_total") == 1);
    daemons[2].host.scene = api_host_table.scene,
    daemons[2].host.skeleton = api_host_table.skeleton; /* as this one, when the scene has been put here */
    pd_error later = {0};
    if (take_over(&daemons[2], a->joined.token, &later) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", later.where, later.detail);
}

static void an_object_that_is_too_large_is_reported_once_and_not_stored(void **state)
{
    (void)state;
    stage_put_scene("yard");
    begin_daemon(a, "one");
    a->settings.cfg.cluster_blob_bytes = 8;
    begin_cluster(a);
    play(a, (pd_srv_join){.scene = "yard"}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored() && strtol(stored("tick"), NULL, 10) > 20);
    assert_string_equal(stored("blobs"), "");
    UNTIL(is_logged(a, "cluster: an object is too large to be stored"));
    UNTIL(is_logged(a, "cluster.blob_bytes=8"));
}

/* ---- a daemon that stops */

/* Called while a daemon drains: runs its ticks. */
static int tick_on(void *arg)
{
    (void)arg;
    step_all();
    return 0;
}

static void a_daemon_that_stops_spreads_its_sessions(void **state)
{
    (void)state;
    enum { SESSIONS = 6 };
    daemon_ *const c = &daemons[2], *const other = &daemons[3];
    pd_srv_subscriber *subscribers[SESSIONS];
    pd_srv_join_result joined[SESSIONS];
    pd_error err = {0};
    begin(a, "one"), begin(b, "two"), begin(c, "three"), begin(other, "four");
    for (int i = 0; i < SESSIONS; i++) {
        play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        subscribers[i] = a->subscriber, joined[i] = a->joined;
    }
    a->subscriber = NULL;
    UNTIL(!strcmp(redis("HGET t:node:one sessions"), "6") && is_stored());
    UNTIL(!strcmp(redis("SCARD t:nodes"), "4"));
    for (int i = 0; i < 100; i++) step_all();

    /* The fourth has other models, so it gets none. Its entry is not renewed meanwhile. */
    end_cluster(other);
    redis("HSET t:node:four models_sum 0 draining 0 load 0 characters 0");
    redis("SADD t:nodes gone");
    pd_srv_cluster_drain(a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, tick_on, NULL);
    UNTIL(!sessions_of(a));
    UNTIL(sessions_of(b) + sessions_of(c) == SESSIONS);
    assert_int_equal(sessions_of(b), SESSIONS / 2);
    assert_int_equal(sessions_of(c), SESSIONS / 2);
    assert_int_equal(sessions_of(other), 0);
    assert_true(metric(a, "moved_total") == SESSIONS && metric(a, "given_total") == 0);
    assert_true(metric(b, "taken_over_total") == SESSIONS / 2);
    assert_true(metric(b, "takeover_failures_total") == 0);
    UNTIL(is_logged(a, "cluster: sessions moved sessions=6 daemons=2 ms="));
    UNTIL(!strcmp(redis("SISMEMBER t:nodes gone"), "0"));
    UNTIL(!strcmp(redis("HGET t:node:one draining"), "1"));

    /* It takes none itself. */
    assert_int_equal(take_over(a, joined[0].token, &err), PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_BUSY);
    assert_string_equal(err.detail, "the server is stopping");
    for (int i = 0; i < SESSIONS; i++) pd_srv_stage_leave(a->stage, subscribers[i], 1);
}

static int by_session(const void *left, const void *right)
{
    const pd_srv_join_result *l = left, *r = right;
    return strcmp(l->session, r->session);
}

/* Three sessions move in the order of their ids, over half of the time T that is left. The first cannot be stored and stays, so two remain at T/6 and one
 * at T/6 + 5T/24: the last moves at 9T/24, and not before T/3 however late the others were. */
static void a_session_that_stays_does_not_hurry_the_others(void **state)
{
    (void)state;
    enum { SESSIONS = 3, T = 3 * PD_SRV_SECOND / 2 };
    pd_srv_subscriber *subscribers[SESSIONS];
    pd_srv_join_result sorted[SESSIONS];
    begin_daemon(a, "one"), begin_daemon(b, "two");
    a->settings.cfg.cluster_drain_rate = 0.001;
    a->settings.cfg.stream_resume_window = b->settings.cfg.stream_resume_window = 600;
    begin_cluster(a), begin_cluster(b);
    for (int i = 0; i < SESSIONS; i++) {
        play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        subscribers[i] = a->subscriber, sorted[i] = a->joined;
    }
    a->subscriber = NULL;
    qsort(sorted, SESSIONS, sizeof *sorted, by_session);
    UNTIL(!strcmp(redis("HGET t:node:one sessions"), "3") && metric(b, "connected") == 1);
    redis("DEL t:session:%s", sorted[0].session);
    redis("SET t:session:%s x", sorted[0].session); /* no place for its fields */
    const int64_t begun = pd_srv_now_us();
    pd_srv_cluster_drain(a->cluster, begun + T, tick_on, NULL);
    assert_true(
        pd_srv_now_us() - begun >=
        T); /* it does not return before: the daemon ends then, with all sessions that have not moved */
    UNTIL(strcmp(redis("HGET t:session:%s node", sorted[2].session), "one") != 0);
    assert_true(pd_srv_now_us() - begun >= T / 3);
    assert_string_not_equal(redis("HGET t:session:%s node", sorted[1].session), "one");
    UNTIL(sessions_of(b) == 2);
    UNTIL(sessions_of(a) == 1);
    UNTIL(is_logged(a, "cluster: sessions moved sessions=2 daemons=1 ms="));
    for (int i = 0; i < SESSIONS; i++) pd_srv_stage_leave(a->stage, subscribers[i], 1);
}

/* A connection that breaks while the daemon stops is opened again, and the sessions are stored for another daemon. */
static void a_drain_outlives_a_lost_connection(void **state)
{
    (void)state;
    pd_error err = {0};
    begin(a, "one");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    redis("CLIENT KILL TYPE normal SKIPME yes");
    pd_srv_cluster_drain(a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, tick_on, NULL);
    assert_int_equal(sessions_of(a), 0);
    begin(b, "two");
    UNTIL(metric(b, "connected") == 1);
    assert_int_equal(take_over(b, a->joined.token, &err), PD_SRV_TAKEOVER_DONE);
}

/* Starts the second daemon once the first has tried to move the session, and lets Redis accept the session once the second has an entry there: a session
 * that moves earlier is offered to nobody. */
static int tick_until_refused(void *started)
{
    bool *is_started = started;
    step_all();
    if (!*is_started && metric(a, "troubles_total") >= 1) *is_started = true, begin(b, "two");
    if (*is_started && !strcmp(redis("HGET t:node:two sessions"), "0") &&
        !strcmp(redis("TYPE t:session:%s", a->joined.session), "string"))
        redis("DEL t:session:%s", a->joined.session);
    return 0;
}

static void a_drain_finds_daemons_that_start_meanwhile(void **state)
{
    (void)state;
    bool is_started = false;
    begin(a, "one");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    redis("DEL t:session:%s", a->joined.session);
    redis("SET t:session:%s x", a->joined.session); /* no place for its fields */
    pd_srv_cluster_drain(a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, tick_until_refused, &is_started);
    assert_int_equal(sessions_of(a), 0);
    UNTIL(sessions_of(b) == 1);
}

/* The client of an offered session may be faster than the daemon that it was offered to: then the session stays where the client has brought it. */
static void an_offer_that_comes_late_takes_no_session(void **state)
{
    (void)state;
    begin(a, "one"), begin(b, "two");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored() && metric(b, "connected") == 1);
    char offer[64];
    snprintf(offer, sizeof offer, "offer %s -", a->joined.session);
    UNTIL(!strcmp(redis("PUBLISH t:to:two %s", offer), "1"));
    UNTIL(!strcmp(redis("PUBLISH t:to:one %s", offer), "1"));
    const int64_t begun = pd_srv_now_us();
    UNTIL(pd_srv_now_us() - begun > PD_SRV_SECOND);
    assert_true(sessions_of(a) == 1 && sessions_of(b) == 0);
    assert_true(metric(a, "given_total") == 0 && metric(b, "takeover_failures_total") == 0);
    assert_string_equal(stored("epoch"), "1");

    /* A session that no other daemon has taken is taken back. */
    pd_srv_cluster_drain(a->cluster, pd_srv_now_us() + 20 * PD_SRV_SECOND, tick_on, NULL);
    UNTIL(sessions_of(b) == 1);
    assert_string_equal(stored("epoch"), "2");
}

/* ---- Redis that fails */

static void without_redis_sessions_go_on_and_are_stored_when_it_is_back(void **state)
{
    (void)state;
    pd_error err = {0};
    begin(a, "one");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    UNTIL(metric(a, "checkpoint_age_seconds") >= 0); /* it has read Redis' answer, so that there is an age */
    end_redis();
    UNTIL(metric(a, "connected") == 0);
    assert_true(metric(a, "troubles_total") >= 1);
    assert_int_equal(take_over(a, "nobody", &err), PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_BUSY);
    assert_string_equal(err.where, "/resume");
    assert_non_null(strstr(err.detail, "sessions of other daemons cannot be reached now: "));
    const uint32_t tick = a->stage->state.tick;
    const double troubles = metric(a, "troubles_total");
    const int64_t begun = pd_srv_now_us();
    UNTIL(pd_srv_now_us() - begun > 2 * PD_SRV_SECOND);
    assert_true(sessions_of(a) == 1 && a->stage->state.tick > tick);
    UNTIL(metric(a, "checkpoint_age_seconds") > 1.5); /* its thread may be late on a busy machine */

    /* It is tried again four times a second and logged once. */
    const double tries = metric(a, "troubles_total") - troubles;
    assert_true(tries >= 1 && tries <= 10);
    UNTIL(is_logged(a, "cluster: Redis cannot be used; sessions go on here alone detail="));
    begin_redis(NULL);
    UNTIL(metric(a, "connected") == 1);
    UNTIL(is_stored());
    assert_string_equal(stored("node"), "one");
    UNTIL(is_logged(a, "cluster: Redis is back sessions=1"));
    UNTIL(!strcmp(redis("EXISTS t:node:one"), "1"));

    /* An offer of another daemon reaches it again, over a separate connection. */
    redis("HSET t:session:0123456789abcdef epoch 1 node x");
    UNTIL(strcmp(redis("PUBLISH t:to:one x"), "1") == 0);
}

/* A Redis without memory answers but stores nothing. The client of a session is told that it moves once the session is off the stage, so that must not
 * happen here. */
static void a_session_that_redis_cannot_store_stays_where_it_is(void **state)
{
    (void)state;
    begin(a, "one"), begin(b, "two");
    play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored() && metric(b, "connected") == 1);
    redis("CONFIG SET maxmemory 1");
    UNTIL(metric(a, "connected") == 0);
    UNTIL(is_logged(a, "cluster: Redis cannot be used; sessions go on here alone detail=\"OOM"));
    pd_srv_cluster_drain(a->cluster, pd_srv_now_us() + PD_SRV_SECOND, tick_on, NULL);
    const double troubles = metric(a, "troubles_total");
    const int64_t begun = pd_srv_now_us();
    UNTIL(metric(a, "troubles_total") >= troubles + 8); /* several rounds have tried to move it */
    assert_int_equal(pd_srv_stage_is_taken(a->stage, a->subscriber), 0);
    assert_int_equal(sessions_of(a), 1);
    UNTIL(
        is_logged(a, "cluster: sessions that could not be moved end with this daemon sessions=1 redis=away"));

    /* One reason has one line, though Redis names another script and another line of it each time. */
    UNTIL(pd_srv_now_us() - begun > 6 * PD_SRV_SECOND);
    assert_int_equal(times_logged(a, "cluster: Redis cannot be used"), 1);

    /* When Redis accepts writes again, it moves. */
    redis("CONFIG SET maxmemory 0");
    UNTIL(sessions_of(b) == 1);
}

/* The reason in the log is that of now, not only the first one, which is often that the connection was lost. */
static void the_log_has_each_reason_for_which_redis_cannot_be_used(void **state)
{
    (void)state;
    begin(a, "one");
    UNTIL(metric(a, "connected") == 1);
    redis("CONFIG SET requirepass secret");
    redis("CLIENT KILL TYPE normal SKIPME yes");
    UNTIL(is_logged(a, "sessions go on here alone detail=\"NOAUTH"));
    redis("CONFIG SET requirepass %s", "");
    UNTIL(metric(a, "connected") == 1);
    redis("CLIENT PAUSE 8000 ALL"); /* longer than PD_SRV_REDIS_TIMEOUT and the time between two lines */
    UNTIL(is_logged(a, "sessions go on here alone detail=\"no answer within 2 s\""));
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

/* Any daemon finds a session, with the address, the secret and the rights of the entries in Redis, which decide alone. */
static void a_session_is_found_where_its_entry_says(void **state)
{
    (void)state;
    pd_srv_location at;
    begin(a, "one");
    begin(b, "two");
    play(a, (pd_srv_join){.key = "anna", .client = 12345678901234567890u, .is_shared = true},
         (pd_srv_spawn){.facing = 0});
    UNTIL(is_stored());
    UNTIL(strlen(redis("HGET t:node:one secret")) == 32 && strlen(redis("HGET t:node:two secret")) == 32);
    char secret[64], session[64];
    snprintf(secret, sizeof secret, "%s", redis("HGET t:node:one secret"));
    snprintf(session, sizeof session, "%s", a->joined.session);
    assert_string_not_equal(secret, redis("HGET t:node:two secret"));

    assert_int_equal(locate(b, session, &at), PD_SRV_SEARCH_THERE);
    assert_string_equal(at.node, "one");
    assert_string_equal(at.host, "127.0.0.1");
    assert_int_equal(at.port, 1);
    assert_string_equal(at.secret, secret);
    assert_string_equal(at.watchable.key, "anna");
    assert_true(at.watchable.is_shared && at.watchable.client == 12345678901234567890u);
    assert_int_equal(locate(a, session, &at), PD_SRV_SEARCH_HERE);
    assert_string_equal(at.node, "");
    assert_string_equal(at.watchable.key, "anna");
    assert_int_equal(locate(b, "0123456789abcdef", &at), PD_SRV_SEARCH_NONE);

    /* If any part is missing or wrong the session counts as lost; its rights are still returned. */
    a->stands = true;
    end_cluster(a);
    redis("HSET t:session:%s node one client 7 shared 0 key bert", session);
    static const char *const wrong[][3] = {{"HDEL", "address", "secret"},
                                           {"HSET", "address", "http://0.0.0.0:1"},
                                           {"HSET", "address", "nowhere"},
                                           {"HSET", "address", "http://nobody.invalid:1"},
                                           {"HSET", "secret", "short"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        redis("DEL t:node:one");
        redis("HSET t:node:one address http://[::1]:77 secret %s", secret);
        assert_int_equal(locate(b, session, &at), PD_SRV_SEARCH_THERE);
        assert_string_equal(at.host, "::1");
        assert_int_equal(at.port, 77);
        assert_true(!at.watchable.is_shared && at.watchable.client == 7);
        redis("%s t:node:one %s %s", wrong[i][0], wrong[i][1], wrong[i][2]);
        if (locate(b, session, &at) != PD_SRV_SEARCH_LOST) fail_msg("%s %s", wrong[i][0], wrong[i][2]);
        assert_string_equal(at.watchable.key, "bert");
        assert_string_equal(at.node, "");
    }
    redis("HSET t:session:%s node %s", session, "");
    assert_int_equal(locate(b, session, &at), PD_SRV_SEARCH_LOST);
    assert_string_equal(at.watchable.key, "bert");
    end_redis();
    UNTIL(locate(b, session, &at) == PD_SRV_SEARCH_AWAY);
    begin_redis(NULL);
    UNTIL(locate(b, session, &at) == PD_SRV_SEARCH_NONE);
}

/* Other daemons present the secret of the entry, whole, after the scheme. */
static void a_peer_presents_the_secret_of_the_entry(void **state)
{
    (void)state;
    begin(a, "one");
    UNTIL(strlen(redis("HGET t:node:one secret")) == 32);
    char secret[64], text[96];
    snprintf(secret, sizeof secret, "%s", redis("HGET t:node:one secret"));
    snprintf(text, sizeof text, PD_SRV_PEER_SCHEME "%s", secret);
    assert_true(pd_srv_cluster_is_peer(a->cluster, text));
    for (size_t i = 0; text[i]; i++) { /* every other character */
        text[i] ^= 1;
        assert_false(pd_srv_cluster_is_peer(a->cluster, text));
        text[i] ^= 1;
    }
    for (size_t size = 0; size < strlen(text); size++) { /* every beginning */
        char part[96];
        snprintf(part, sizeof part, "%.*s", (int)size, text);
        assert_false(pd_srv_cluster_is_peer(a->cluster, part));
    }
    strcat(text, "0");
    assert_false(pd_srv_cluster_is_peer(a->cluster, text));
    assert_false(pd_srv_cluster_is_peer(a->cluster, secret));
    assert_false(pd_srv_cluster_is_draining(a->cluster));
}

/* ---- a line to Redis that breaks */

/* A proxy between daemons and Redis on its own socket. It closes the connection after a given number of passed pieces. */
static struct {
    int listener;
    atomic_int left; /* pieces that are still passed; below 0: all are */
    atomic_bool ends;
    pthread_t thread;
    char place[128];
} cutter;

static void *pass(void *nothing)
{
    enum { MOST = 16 };
    struct pollfd ends[2 * MOST + 1];
    int count = 0; /* connections: ends 1 + 2 i is the daemon's, 2 + 2 i Redis' */
    char redis_path[96], bytes[1 << 16];
    snprintf(redis_path, sizeof redis_path, "%s/redis.sock", folder);
    (void)nothing;
    while (!atomic_load(&cutter.ends)) {
        ends[0] = (struct pollfd){.fd = count < MOST ? cutter.listener : -1, .events = POLLIN};
        if (poll(ends, (nfds_t)(1 + 2 * count), 20) <= 0) continue;
        for (int i = 0; i < 2 * count; i++) {
            if (!(ends[1 + i].revents & (POLLIN | POLLHUP | POLLERR))) continue;
            const ssize_t got = recv(ends[1 + i].fd, bytes, sizeof bytes, 0);
            bool is_cut = got <= 0;
            if (!is_cut && i % 2 == 0 && atomic_load(&cutter.left) >= 0)
                is_cut = atomic_fetch_sub(&cutter.left, 1) == 0;
            if (!is_cut) is_cut = send(ends[1 + (i ^ 1)].fd, bytes, (size_t)got, MSG_NOSIGNAL) != got;
            if (!is_cut) continue;
            close(ends[1 + i].fd), close(ends[1 + (i ^ 1)].fd);
            memmove(&ends[1 + (i & ~1)], &ends[3 + (i & ~1)],
                    (size_t)(2 * (count - i / 2 - 1)) * sizeof *ends);
            count--;
            break; /* what else there is comes with the next look */
        }
        if (ends[0].revents & POLLIN) {
            struct sockaddr_un to = {.sun_family = AF_UNIX};
            memcpy(to.sun_path, redis_path, strlen(redis_path) + 1);
            const int from = accept(cutter.listener, NULL, NULL), there = socket(AF_UNIX, SOCK_STREAM, 0);
            if (from >= 0 && !connect(there, (struct sockaddr *)&to, sizeof to)) {
                ends[1 + 2 * count] = (struct pollfd){.fd = from, .events = POLLIN};
                ends[2 + 2 * count] = (struct pollfd){.fd = there, .events = POLLIN};
                count++;
            } else
                close(from), close(there);
        }
    }
    for (int i = 0; i < 2 * count; i++) close(ends[1 + i].fd);
    return NULL;
}

static void begin_cutter(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s/cut.sock", folder);
    snprintf(cutter.place, sizeof cutter.place, "unix:%s", at.sun_path);
    cutter.listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(cutter.listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(cutter.listener, 8), 0);
    atomic_store(&cutter.left, -1);
    atomic_store(&cutter.ends, false);
    assert_int_equal(pthread_create(&cutter.thread, NULL, pass, NULL), 0);
}

static void end_cutter(void)
{
    atomic_store(&cutter.ends, true);
    pthread_join(cutter.thread, NULL);
    close(cutter.listener);
}

/* The connection breaks at any point while a session with a scene and a character is stored. Afterwards all of it is stored, and the daemon logs
 * once that Redis was away and once that it is back. */
static void a_line_that_breaks_anywhere_costs_no_session(void **state)
{
    (void)state;
    char direct[128];
    strcpy(direct, place_of_redis);
    stage_put_avatar("mine");
    stage_put_scene("yard");
    begin_cutter();
    for (int n = 0; n < 14; n++) {
        redis("FLUSHALL");
        strcpy(place_of_redis, cutter.place);
        begin_daemon(a, "one");
        play(a, (pd_srv_join){.scene = "yard"}, (pd_srv_spawn){.character = "mine"});
        atomic_store(&cutter.left, n);
        begin_cluster(a);
        UNTIL(atomic_load(&cutter.left) < 0); /* broken */
        UNTIL(is_stored() && *stored("blobs"));
        char blobs[512], *next = NULL;
        snprintf(blobs, sizeof blobs, "%s", stored("blobs"));
        for (char *item = strtok_r(blobs, ",", &next); item; item = strtok_r(NULL, ",", &next))
            UNTIL(!strcmp(redis("EXISTS t:blob:%s", strrchr(item, ':') + 1), "1"));
        UNTIL(!strcmp(redis("EXISTS t:node:one"), "1"));
        UNTIL(metric(a, "connected") == 1);
        assert_string_equal(stored("node"), "one");
        assert_int_equal(sessions_of(a), 1);
        if (metric(a, "troubles_total") > 0) UNTIL(is_logged(a, "cluster: Redis is back"));
        UNTIL(strcmp(redis("PUBLISH t:to:one x"), "0") != 0); /* it listens */
        const uint32_t tick = (uint32_t)strtoul(stored("tick"), NULL, 10);
        UNTIL((uint32_t)strtoul(stored("tick"), NULL, 10) > tick);
        end(a);
    }
    end_cutter();
    strcpy(place_of_redis, direct);
}

/* The connection breaks at any point while another daemon takes the session over. Either the session arrives whole, or the client gets the message
 * to ask again, and then it arrives. */
static void a_takeover_over_a_connection_that_breaks_succeeds_whole_or_is_asked_for_again(void **state)
{
    (void)state;
    char direct[128];
    strcpy(direct, place_of_redis);
    begin_cutter();
    int failed = 0, done = 0;
    /* Other traffic counts too, and may break the connection before the session is asked for: 16 places are tried in turn, until both ends were seen. */
    for (int n = 0; n < 8 || failed == 0 || done == 0; n++) {
        assert_true(n < 200);
        pd_error err = {0};
        redis("FLUSHALL");
        strcpy(place_of_redis, direct);
        begin(a, "one");
        play(a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        UNTIL(is_stored());
        strcpy(place_of_redis, cutter.place);
        begin(b, "two");
        UNTIL(!strcmp(redis("EXISTS t:node:two"), "1"));
        atomic_store(&cutter.left, n % 16);
        pd_srv_takeover_state now = take_over(b, a->joined.token, &err);
        if (now == PD_SRV_TAKEOVER_DONE)
            done++;
        else {
            failed++;
            assert_int_equal(err.status, PD_ERR_BUSY);
            assert_string_equal(err.where, "/resume");
            assert_non_null(strstr(err.detail, "sessions of other daemons cannot be reached now: "));
            UNTIL(metric(b, "connected") == 1);
            atomic_store(&cutter.left, -1);
            now = take_over(b, a->joined.token, &err);
        }
        if (now != PD_SRV_TAKEOVER_DONE) fail_msg("%d: %s: %s", n, err.where, err.detail);
        resume(b, a->joined.token);
        assert_int_equal(sessions_of(b), 1);
        UNTIL(was_moved(a));
        atomic_store(&cutter.left, -1);
        end(b);
        end(a);
    }
    end_cutter();
    strcpy(place_of_redis, direct);
}

/* The user, the password, the database and the prefix of the configuration are those that Redis hears; its own user may be shut out. */
static void the_configured_user_and_database_are_used(void **state)
{
    (void)state;
    char file[128];
    snprintf(file, sizeof file, "%s/secret", folder);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs("much\n", out);
    fclose(out);
    redis("ACL SETUSER posed on >much ~* &* +@all");
    redis("ACL SETUSER default off");
    static const struct {
        const char *node, *user, *prefix;
        int database;
        bool is_let_in;
    } rows[] = {{"one", "posed", "t", 0, true},
                {"two", "posed", "q", 3, true},
                {"three", "nobody", "t", 0, false},
                {"four", "", "t", 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin_daemon(a, rows[i].node);
        a->settings.cfg.cluster_user = (char *)(uintptr_t)rows[i].user;
        a->settings.cfg.cluster_prefix = (char *)(uintptr_t)rows[i].prefix;
        a->settings.cfg.cluster_database = rows[i].database;
        a->settings.cfg.cluster_password_file = file;
        begin_cluster(a);
        if (rows[i].is_let_in) {
            redis("SELECT %d", rows[i].database);
            UNTIL(!strcmp(redis("EXISTS %s:node:%s", rows[i].prefix, rows[i].node), "1"));
            redis("SELECT %d", rows[i].database ? 0 : 1);
            assert_string_equal(redis("EXISTS %s:node:%s", rows[i].prefix, rows[i].node), "0");
            redis("SELECT %d", rows[i].database);
        } else {
            UNTIL(is_logged(a, "Redis cannot be used"));
            assert_string_equal(redis("EXISTS t:node:%s", rows[i].node), "0");
        }
        end(a);
        redis("SELECT 0");
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
    pd_srv_redis_place place = {place_of_redis, "", "", 7};
    assert_int_equal(pd_srv_redis_open(&r, &place, &err), PD_OK);
    assert_int_equal(pd_srv_redis_ask(&reply, &r, &err, "SET", "here", "7", PD_SRV_REDIS_LAST), PD_OK);
    freeReplyObject(reply);
    assert_string_equal(redis("GET here"), "");
    redis("SELECT 7");
    assert_string_equal(redis("GET here"), "7");
    assert_int_equal(pd_srv_redis_ask(&reply, &r, &err, "NONSENSE", PD_SRV_REDIS_LAST), PD_ERR_IO);
    assert_null(reply);
    assert_non_null(strstr(err.detail, "unknown command"));
    assert_non_null(r.context); /* it stays open */
    pd_srv_redis_close(&r);
    assert_int_equal(pd_srv_redis_ask(&reply, &r, &err, "PING", PD_SRV_REDIS_LAST), PD_ERR_IO);
    assert_string_equal(err.detail, "not connected");

    end_redis();
    begin_redis("secret");
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
    snprintf(password_file, sizeof password_file, "%s/password", folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(password_file, "w");
        fputs(files[i].text, file);
        fclose(file);
        place = (pd_srv_redis_place){place_of_redis, files[i].user, password_file, 0};
        if (pd_srv_redis_open(&r, &place, &err) != files[i].status)
            fail_msg("password file %zu: %s: %s", i, err.where, err.detail);
        assert_int_equal(r.context != NULL, files[i].status == PD_OK);
        pd_srv_redis_close(&r);
    }
    for (int length = 511; length <= 512; length++) { /* the longest that is read, and one more */
        FILE *file = fopen(password_file, "w");
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

#define CLUSTER_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUSTER_TEST(the_registry_entry_describes_the_daemon_and_ends_with_it),
        CLUSTER_TEST(a_session_is_stored_as_it_stands),
        CLUSTER_TEST(a_session_that_ends_is_deleted),
        CLUSTER_TEST(each_of_many_sessions_is_stored_and_deleted),
        CLUSTER_TEST(a_session_of_a_stopped_daemon_continues_on_another),
        CLUSTER_TEST(a_living_daemon_gives_a_session_that_another_asks_for),
        CLUSTER_TEST(a_token_without_a_session_is_refused),
        CLUSTER_TEST(takeovers_that_are_decided_make_room),
        CLUSTER_TEST(a_daemon_that_does_not_answer_is_named),
        CLUSTER_TEST(a_client_resumes_on_another_daemon),
        CLUSTER_TEST(scenes_and_characters_go_along),
        CLUSTER_TEST(an_object_that_is_too_large_is_reported_once_and_not_stored),
        CLUSTER_TEST(a_daemon_that_stops_spreads_its_sessions),
        CLUSTER_TEST(a_session_that_stays_does_not_hurry_the_others),
        CLUSTER_TEST(a_drain_outlives_a_lost_connection),
        CLUSTER_TEST(a_drain_finds_daemons_that_start_meanwhile),
        CLUSTER_TEST(an_offer_that_comes_late_takes_no_session),
        CLUSTER_TEST(without_redis_sessions_go_on_and_are_stored_when_it_is_back),
        CLUSTER_TEST(a_session_that_redis_cannot_store_stays_where_it_is),
        CLUSTER_TEST(the_log_has_each_reason_for_which_redis_cannot_be_used),
        CLUSTER_TEST(a_session_is_found_where_its_entry_says),
        CLUSTER_TEST(a_peer_presents_the_secret_of_the_entry),
        CLUSTER_TEST(a_line_that_breaks_anywhere_costs_no_session),
        CLUSTER_TEST(a_takeover_over_a_connection_that_breaks_succeeds_whole_or_is_asked_for_again),
        CLUSTER_TEST(the_configured_user_and_database_are_used),
        CLUSTER_TEST(places_and_passwords_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
