#ifndef TESTS_SUPPORT_CLUSTER_TEST_H
#define TESTS_SUPPORT_CLUSTER_TEST_H
/* Daemons that share sessions: clusters over stages in one process, with a Redis of the test on a socket. */
#include "server/cluster/cluster.h"
#include "config/version.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/cluster/redis.h"
#include "server/stage/snapshot.h"
#include "server/stage/stage_parts.h"
#include "server/stream/client.h"
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

#define LEASE 0.5 /* seconds, the least that the configuration allows */

#define CHECKPOINT 0.02 /* seconds, likewise */

#define WINDOW 1.5 /* seconds until a session without connection ends */

#define DAEMONS 4

/* ---- Redis */
extern char cluster_test_folder[64], cluster_test_place_of_redis[128], cluster_test_password_file[96];

extern pid_t cluster_test_redis_pid;

extern redisContext *cluster_test_watcher;

void cluster_test_begin_redis(const char *password);

void cluster_test_end_redis(void);

/* Sends a command to Redis. Returns the answer as text, numbers too, "" for none. */
const char *cluster_test_redis(const char *format, ...);

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

extern daemon_ cluster_test_daemons[DAEMONS], *const cluster_test_a, *const cluster_test_b;

void cluster_test_drop_text(void *to, const void *text, size_t size);

bool cluster_test_drop_frame(void *to, pd_srv_frame *frame);

void cluster_test_wake_nobody(void *ctx);

void cluster_test_note_decision(void *ctx);

extern char cluster_test_model_files[3][96];

/* Visits the models of the host: the motion network and two bodies. */
static inline void cluster_test_each_model(void *ctx, void (*visit)(void *arg, const pd_api_model *model),
                                           void *arg)
{
    static const char *const ids[] = {"motion", "tiny", "other"};
    for (int i = 0; i < 3; i++) {
        pd_api_model model;
        assert_int_equal(api_host_table.acquire(ctx, ids[i], true, &model, NULL), PD_OK);
        if (*cluster_test_model_files[i]) model.file = cluster_test_model_files[i];
        visit(arg, &model);
        pd_api_model_release(&model);
    }
}

static inline void cluster_test_begin_daemon(daemon_ *d, const char *node)
{
    pd_error err = {0};
    d->settings = (pd_srv_settings){.limits = api_host_limits,
                                    .cfg = {.stream_tick_rate = 100,
                                            .stream_sessions = 100,
                                            .stream_characters = 10,
                                            .stream_room_members = 64,
                                            .stream_room_characters = 10,
                                            .stream_resume_window = WINDOW,
                                            .stream_input_timeout = 5,
                                            .limits_json_memory = 64 << 20,
                                            .cluster_redis = cluster_test_place_of_redis,
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
    d->host.each_model = cluster_test_each_model;
    snprintf(d->log_file, sizeof d->log_file, "%s/%s.log", cluster_test_folder, node);
    assert_int_equal(pd_srv_log_open(&d->log, d->log_file, PD_SRV_LOG_TEXT, PD_SRV_INFO, &err), PD_OK);
    const pd_srv_stage_deps deps = {
        .config = &d->config,
        .host = &d->host,
        .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
        .sink = {cluster_test_drop_text, cluster_test_drop_frame, cluster_test_wake_nobody, NULL}};
    assert_int_equal(pd_srv_stage_new(&d->stage, &deps, &err), PD_OK);
    pd_srv_stage_take_snapshots(d->stage, true);
}

void cluster_test_begin_cluster(daemon_ *d);

static inline void cluster_test_begin(daemon_ *d, const char *node)
{
    cluster_test_begin_daemon(d, node);
    cluster_test_begin_cluster(d);
}

void cluster_test_end_cluster(daemon_ *d);

void cluster_test_end(daemon_ *d);

/* Begins a session with a character. */
void cluster_test_play(daemon_ *d, pd_srv_join wanted, pd_srv_spawn spawn);

void cluster_test_step_all(void);

/* Ticks until a condition holds, for at most a minute. */
#define UNTIL(condition)                                                                                     \
    do {                                                                                                     \
        const int64_t until_begun = pd_srv_now_us();                                                         \
        while (!(condition)) {                                                                               \
            if (pd_srv_now_us() - until_begun > 15 * PD_SRV_SECOND) fail_msg("never: %s", #condition);       \
            cluster_test_step_all();                                                                         \
        }                                                                                                    \
    } while (0)

double cluster_test_metric(daemon_ *d, const char *name);

int cluster_test_times_logged(const daemon_ *d, const char *words);

bool cluster_test_is_logged(const daemon_ *d, const char *words);

/* Returns a field, stored in Redis, of the session of a's client. */
const char *cluster_test_stored(const char *field);

/* Returns the number of sessions of a daemon, which its cluster's thread changes too. */
int cluster_test_sessions_of(daemon_ *d);

bool cluster_test_is_stored(void);

/* Takes a session over and waits for the decision. */
pd_srv_takeover_state cluster_test_take_over(daemon_ *d, const char *token, pd_error *err);

void cluster_test_resume(daemon_ *d, const char *token);

static inline int cluster_test_set_up(void **state)
{
    signal(SIGPIPE, SIG_IGN); /* as the daemon does */
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);
    memset(&stage_clock_time, 0, sizeof stage_clock_time);
    stage_clock_time.now_us = 1000000;
    strcpy(cluster_test_folder, "/tmp/posed-cluster-XXXXXX");
    assert_non_null(mkdtemp(cluster_test_folder));
    cluster_test_begin_redis(NULL);
    return 0;
}

static inline int cluster_test_tear_down(void **state)
{
    char command[128];
    for (int i = 0; i < DAEMONS; i++) cluster_test_end(&cluster_test_daemons[i]);
    cluster_test_end_redis();
    snprintf(command, sizeof command, "rm -r %s", cluster_test_folder);
    assert_int_equal(system(command), 0);
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
    return api_host_teardown(state);
}

/* ---- a daemon that stops */

/* Called while a daemon drains: runs its ticks. */
int cluster_test_tick_on(void *arg);

/* ---- a line to Redis that breaks */

/* A proxy between daemons and Redis on its own socket.
 * It closes the connection after a given number of passed pieces. */
typedef struct {
    int listener;
    atomic_int left; /* pieces that are still passed; below 0: all are */
    atomic_bool ends;
    pthread_t thread;
    char place[128];
} cluster_test_cutter_state;
extern cluster_test_cutter_state cluster_test_cutter;

void *cluster_test_pass(void *nothing);

void cluster_test_begin_cutter(void);

void cluster_test_end_cutter(void);

#define CLUSTER_TEST(f) cmocka_unit_test_setup_teardown(f, cluster_test_set_up, cluster_test_tear_down)

#endif
