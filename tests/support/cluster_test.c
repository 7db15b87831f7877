/* Daemons that share sessions: clusters over stages in one process, with a Redis of the test on a socket
 * (cluster_test.h). */
#include "tests/support/cluster_test.h"

char cluster_test_folder[64], cluster_test_place_of_redis[128], cluster_test_password_file[96];

pid_t cluster_test_redis_pid;

redisContext *cluster_test_watcher;

void cluster_test_begin_redis(const char *password)
{
    char socket_path[96];
    snprintf(socket_path, sizeof socket_path, "%s/redis.sock", cluster_test_folder);
    snprintf(cluster_test_place_of_redis, sizeof cluster_test_place_of_redis, "unix:%s", socket_path);
    unlink(socket_path);
    cluster_test_redis_pid = fork();
    if (!cluster_test_redis_pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is killed leaves no Redis */
        if (!freopen("/dev/null", "w", stdout)) _exit(126);
        execlp("redis-server", "redis-server", "--port", "0", "--unixsocket", socket_path, "--save", "",
               "--appendonly", "no", "--dir", cluster_test_folder, password ? "--requirepass" : (char *)NULL,
               password, (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 2000; i++) {
        if (waitpid(cluster_test_redis_pid, NULL, WNOHANG) == cluster_test_redis_pid)
            fail_msg("redis-server does not start");
        cluster_test_watcher = redisConnectUnix(socket_path);
        redisReply *reply = cluster_test_watcher && !cluster_test_watcher->err
                                ? redisCommand(cluster_test_watcher, "PING")
                                : NULL;
        const bool answers = reply && (reply->type == REDIS_REPLY_STATUS || password);
        if (reply) freeReplyObject(reply);
        if (answers) break;
        if (cluster_test_watcher) redisFree(cluster_test_watcher);
        cluster_test_watcher = NULL;
        usleep(5000);
    }
    assert_non_null(cluster_test_watcher);
    if (password) freeReplyObject(redisCommand(cluster_test_watcher, "AUTH %s", password));
}

void cluster_test_end_redis(void)
{
    if (cluster_test_watcher) redisFree(cluster_test_watcher);
    cluster_test_watcher = NULL;
    if (cluster_test_redis_pid > 0)
        kill(cluster_test_redis_pid, SIGKILL), waitpid(cluster_test_redis_pid, NULL, 0);
    cluster_test_redis_pid = 0;
}

const char *cluster_test_redis(const char *format, ...)
{
    static char texts[8][4096];
    static int next;
    char *text = texts[next++ % 8];
    va_list arguments;
    va_start(arguments, format);
    redisReply *reply = redisvCommand(cluster_test_watcher, format, arguments);
    va_end(arguments);
    assert_non_null(reply);
    if (reply->type == REDIS_REPLY_INTEGER)
        snprintf(text, sizeof *texts, "%lld", reply->integer);
    else
        snprintf(text, sizeof *texts, "%.4000s", reply->str ? reply->str : "");
    freeReplyObject(reply);
    return text;
}

daemon_ cluster_test_daemons[DAEMONS], *const cluster_test_a = &cluster_test_daemons[0],
                                              *const cluster_test_b = &cluster_test_daemons[1];

void cluster_test_drop_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

bool cluster_test_drop_frame(void *to, pd_srv_frame *frame)
{
    (void)to;
    pd_srv_frame_release(frame);
    return true;
}

void cluster_test_wake_nobody(void *ctx)
{
    (void)ctx;
}

void cluster_test_note_decision(void *ctx)
{
    daemon_ *d = ctx;
    atomic_fetch_add(&d->decided, 1);
}

char cluster_test_model_files[3][96]; /* "": the model has no file */

void cluster_test_begin_cluster(daemon_ *d)
{
    pd_error err = {0};
    const pd_srv_cluster_deps deps = {.config = &d->config,
                                      .host = &d->host,
                                      .log = d->log,
                                      .stage = d->stage,
                                      .url = "http://127.0.0.1:1",
                                      .wake = cluster_test_note_decision,
                                      .ctx = d};
    assert_int_equal(pd_srv_cluster_start(&d->cluster, &deps, &err), PD_OK);
}

void cluster_test_end_cluster(daemon_ *d)
{
    pd_srv_cluster_stop(d->cluster);
    d->cluster = NULL;
}

void cluster_test_end(daemon_ *d)
{
    if (!d->stage) return;
    cluster_test_end_cluster(d);
    if (d->subscriber) pd_srv_stage_leave(d->stage, d->subscriber, 1);
    pd_srv_stage_free(d->stage);
    pd_srv_log_close(d->log);
    memset(d, 0, sizeof *d);
}

void cluster_test_play(daemon_ *d, pd_srv_join wanted, pd_srv_spawn spawn)
{
    pd_error err = {0};
    uint32_t id;
    if (pd_srv_stage_join(d->stage, &d->subscriber, &d->joined, d, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_srv_stage_join_result_deinit(&d->joined);
    if (pd_srv_stage_spawn(d->stage, &id, d->subscriber, &spawn, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

void cluster_test_step_all(void)
{
    stage_clock_time.now_us += 10000;
    for (int i = 0; i < DAEMONS; i++)
        if (cluster_test_daemons[i].stage && !cluster_test_daemons[i].stands)
            pd_srv_stage_step(cluster_test_daemons[i].stage);
    usleep(2000);
}

double cluster_test_metric(daemon_ *d, const char *name)
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

int cluster_test_times_logged(const daemon_ *d, const char *words)
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

bool cluster_test_is_logged(const daemon_ *d, const char *words)
{
    return cluster_test_times_logged(d, words) > 0;
}

const char *cluster_test_stored(const char *field)
{
    return cluster_test_redis("HGET t:session:%s %s", cluster_test_a->joined.session, field);
}

int cluster_test_sessions_of(daemon_ *d)
{
    pthread_mutex_lock(&d->stage->lock);
    const int count = d->stage->session_count;
    pthread_mutex_unlock(&d->stage->lock);
    return count;
}

bool cluster_test_is_stored(void)
{
    return !strcmp(cluster_test_redis("EXISTS t:session:%s", cluster_test_a->joined.session), "1");
}

pd_srv_takeover_state cluster_test_take_over(daemon_ *d, const char *token, pd_error *err)
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

void cluster_test_resume(daemon_ *d, const char *token)
{
    pd_error err = {0};
    if (pd_srv_stage_join(d->stage, &d->subscriber, &d->joined, d, &(pd_srv_join){.resume = token}, &err) !=
        PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(d->joined.resumed, 1);
    pd_srv_stage_join_result_deinit(&d->joined);
}

int cluster_test_tick_on(void *arg)
{
    (void)arg;
    cluster_test_step_all();
    return 0;
}

cluster_test_cutter_state cluster_test_cutter;

void *cluster_test_pass(void *nothing)
{
    enum { MOST = 16 };
    struct pollfd ends[2 * MOST + 1];
    int count = 0; /* connections: ends 1 + 2 i is the daemon's, 2 + 2 i Redis' */
    char redis_path[96], bytes[1 << 16];
    snprintf(redis_path, sizeof redis_path, "%s/redis.sock", cluster_test_folder);
    (void)nothing;
    while (!atomic_load(&cluster_test_cutter.ends)) {
        ends[0] = (struct pollfd){.fd = count < MOST ? cluster_test_cutter.listener : -1, .events = POLLIN};
        if (poll(ends, (nfds_t)(1 + 2 * count), 20) <= 0) continue;
        for (int i = 0; i < 2 * count; i++) {
            if (!(ends[1 + i].revents & (POLLIN | POLLHUP | POLLERR))) continue;
            const ssize_t got = recv(ends[1 + i].fd, bytes, sizeof bytes, 0);
            bool is_cut = got <= 0;
            if (!is_cut && i % 2 == 0 && atomic_load(&cluster_test_cutter.left) >= 0)
                is_cut = atomic_fetch_sub(&cluster_test_cutter.left, 1) == 0;
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
            const int from = accept(cluster_test_cutter.listener, NULL, NULL),
                      there = socket(AF_UNIX, SOCK_STREAM, 0);
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

void cluster_test_begin_cutter(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s/cut.sock", cluster_test_folder);
    snprintf(cluster_test_cutter.place, sizeof cluster_test_cutter.place, "unix:%s", at.sun_path);
    cluster_test_cutter.listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(cluster_test_cutter.listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(cluster_test_cutter.listener, 8), 0);
    atomic_store(&cluster_test_cutter.left, -1);
    atomic_store(&cluster_test_cutter.ends, false);
    assert_int_equal(pthread_create(&cluster_test_cutter.thread, NULL, cluster_test_pass, NULL), 0);
}

void cluster_test_end_cutter(void)
{
    atomic_store(&cluster_test_cutter.ends, true);
    pthread_join(cluster_test_cutter.thread, NULL);
    close(cluster_test_cutter.listener);
}
