/* Parts with threads when the n-th thread cannot be started, for each n: the part reports it, ends the
 * threads that it had started, and can be freed or started again. A part that hangs or leaks is found by the
 * clock or by the sanitizers. */
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/base/trace.h"
#include "server/cluster/cluster.h"
#include "server/http/connections.h"
#include "server/http/door.h"
#include "server/stage/stage_parts.h"
#include "server/stream/ws.h"
#include "server/work/jobs.h"
#include "server/work/reclaim.h"
#include "server/work/workers.h"
#include "tests/support/api_host.h"
#include "tests/support/cmocka.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* Number of threads that this thread has started, and the one whose start fails (1: the first; 0: none). */
static int started_count, fails_at;
static pthread_t tester;

/* The linker finds this one before glibc's. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "pthread_create");
        memcpy(&real, &found, sizeof real);
    }
    if (fails_at && pthread_equal(tester, pthread_self()) && ++started_count == fails_at) return EAGAIN;
    return real(thread, attributes, run, arg);
}

/* Number of descriptors that this thread has made, and the one that becomes 0 (1: the first; 0: none).
 * Descriptor 0 is free when the daemon is started without standard input. */
static int made_count, zero_at;

static void free_zero(void)
{
    if (zero_at && pthread_equal(tester, pthread_self()) && ++made_count == zero_at) close(0);
}

static void *of_glibc(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    assert_non_null(found);
    return found;
}

int epoll_create1(int flags)
{
    static int (*real)(int);
    if (!real) *(void **)&real = of_glibc("epoll_create1");
    free_zero();
    return real(flags);
}

int eventfd(unsigned value, int flags)
{
    static int (*real)(unsigned, int);
    if (!real) *(void **)&real = of_glibc("eventfd");
    free_zero();
    return real(value, flags);
}

int socket(int domain, int type, int protocol)
{
    static int (*real)(int, int, int);
    if (!real) *(void **)&real = of_glibc("socket");
    free_zero();
    return real(domain, type, protocol);
}

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_metrics *metrics;
static char nowhere[] = "unix:/nowhere", nothing[] = "", node[] = "one", prefix[] = "t";

static void run_nothing(void *ctx, pd_api_job *job)
{
    (void)ctx;
    (void)job;
}

static pd_status workers(pd_error *err)
{
    pd_srv_workers *pool = NULL;
    const pd_srv_workers_options options = {.threads = 2, .queue = 4, .max_bodies = 4, .metrics = metrics};
    const pd_status status = pd_srv_workers_start(&pool, &options, err);
    if (status != PD_OK) {
        assert_null(pool);
        return status;
    }
    pd_srv_workers_halt(pool);
    pd_srv_workers_free(pool);
    return PD_OK;
}

static pd_status jobs(pd_error *err)
{
    pd_srv_jobs *list = NULL;
    const pd_status status = pd_srv_jobs_start(&list, pd_srv_now_us, run_nothing, NULL, err);
    if (status == PD_OK) pd_srv_jobs_stop(list);
    return status;
}

static pd_status reclaim(pd_error *err)
{
    pd_srv_reclaim *thread = NULL;
    const pd_status status = pd_srv_reclaim_start(&thread, err);
    if (status == PD_OK) pd_srv_reclaim_stop(thread);
    return status;
}

static pd_status connections(pd_error *err)
{
    pd_srv_connections *list = NULL;
    const pd_status status = pd_srv_connections_start(&list, &config, metrics, NULL, 8192, err);
    if (status == PD_OK) pd_srv_connections_stop(list);
    return status;
}

static pd_status door(pd_error *err)
{
    pd_srv_door *one = NULL;
    pd_srv_connections *list = NULL;
    const int was = fails_at;
    fails_at = 0;
    assert_int_equal(pd_srv_connections_start(&list, &config, metrics, NULL, 8192, err), PD_OK);
    fails_at = was;
    pd_status status = pd_srv_door_open(&one, &settings.cfg, "127.0.0.1:0", err);
    assert_int_equal(status, PD_OK);
    assert_true(pd_srv_door_port(one) > 0);
    const pd_srv_door_deps deps = {.metrics = metrics, .connections = list};
    status = pd_srv_door_start(one, &deps, err);
    pd_srv_door_free(one);
    pd_srv_connections_stop(list);
    return status;
}

static pd_status tracer(pd_error *err)
{
    pd_srv_tracer *one = NULL;
    const pd_status status =
        pd_srv_tracer_start(&one, &(pd_srv_tracer_options){"http://127.0.0.1:1", 1, "1"}, err);
    if (status == PD_OK) pd_srv_tracer_stop(one);
    return status;
}

static pd_status logs(pd_error *err)
{
    pd_srv_log *log = NULL;
    const pd_status status = pd_srv_log_open(&log, "/dev/null", PD_SRV_LOG_TEXT, PD_SRV_INFO, err);
    if (status == PD_OK) pd_srv_log_close(log);
    return status;
}

static void hear_nothing(void *to, const void *text, size_t size)
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

static int64_t now_us(void *ctx)
{
    (void)ctx;
    return pd_srv_now_us();
}

static void sleep_until(void *ctx, int64_t us)
{
    (void)ctx;
    while (pd_srv_now_us() < us) continue;
}

static pd_srv_stage *new_stage(void)
{
    pd_srv_stage *stage;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {NULL, now_us, sleep_until},
                                    .sink = {hear_nothing, drop_frame, wake_nobody, NULL}};
    assert_int_equal(pd_srv_stage_new(&stage, &deps, NULL), PD_OK);
    return stage;
}

static pd_status stages(pd_error *err)
{
    pd_srv_stage *stage = new_stage();
    const pd_status status = pd_srv_stage_start(stage, err);
    assert_int_equal(stage->started, status == PD_OK);
    pd_srv_stage_halt(stage);
    pd_srv_stage_free(stage);
    return status;
}

static pd_status clusters(pd_error *err)
{
    pd_srv_cluster *cluster = NULL;
    pd_srv_stage *stage = new_stage();
    const pd_srv_cluster_deps deps = {.config = &config,
                                      .host = &api_host_table,
                                      .stage = stage,
                                      .url = "http://127.0.0.1:1",
                                      .wake = wake_nobody};
    const pd_status status = pd_srv_cluster_start(&cluster, &deps, err);
    if (status != PD_OK) assert_null(cluster);
    pd_srv_cluster_stop(cluster);
    pd_srv_stage_free(stage);
    return status;
}

static const struct {
    const char *name;
    pd_status (*run)(pd_error *err);
    int threads;
    const char *words;                                 /* of the error */
} parts[] = {{"workers", workers, 9, "cannot start "}, /* 2 light, 3 medium, 3 heavy, and their watcher */
             {"jobs", jobs, 1, "cannot start their thread"},
             {"reclaim", reclaim, 1, "cannot start its thread"},
             {"connections", connections, 1, "cannot start the watcher"},
             {"door", door, 1, "cannot start the thread"},
             {"tracer", tracer, 1, ""},
             {"log", logs, 1, ""},
             {"stage", stages, 4, "cannot start the "}, /* fitter, observer, caster and the stage */
             {"cluster", clusters, 3, "cannot start the threads"}};

static void a_thread_that_cannot_be_started_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (int n = 1; n <= parts[i].threads + 1; n++) {
            pd_error err = {0};
            started_count = 0, fails_at = n;
            const pd_status status = parts[i].run(&err);
            fails_at = 0;
            if (n > parts[i].threads) {
                if (status != PD_OK) fail_msg("%s: %s: %s", parts[i].name, err.where, err.detail);
                assert_int_equal(started_count, parts[i].threads);
                continue;
            }
            if (status != PD_ERR_MEMORY || !strstr(err.detail, parts[i].words) || !err.detail[0] ||
                !strstr(err.detail, "memory"))
                fail_msg("%s, thread %d: %s, %s", parts[i].name, n, pd_status_name(status), err.detail);
        }
    }
}

/* Descriptor 0 is one as any other: whichever of a part's descriptors it is, the part closes it. */
static void a_descriptor_that_is_0_is_closed(void **state)
{
    (void)state;
    int tried = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int n = 1, made = 1; n <= made; n++) {
            pd_error err = {0};
            made_count = 0, zero_at = n;
            const pd_status status = parts[i].run(&err);
            made = made_count, zero_at = 0;
            if (!made) break;
            const bool is_open = fcntl(0, F_GETFD) >= 0;
            if (!is_open) assert_int_equal(open("/dev/null", O_RDONLY), 0);
            if (status != PD_OK || is_open)
                fail_msg("%s, descriptor %d of %d: %s, %s", parts[i].name, n, made, pd_status_name(status),
                         is_open ? "open" : err.detail);
            tried++;
        }
    assert_true(tried >= 3);
}

static int set_up(void **state)
{
    tester = pthread_self();
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 100,
                                         .stream_sessions = 4,
                                         .stream_characters = 4,
                                         .stream_resume_window = 1,
                                         .limits_connections = 4,
                                         .limits_head_timeout = 1,
                                         .limits_body_timeout = 1,
                                         .limits_idle_timeout = 1,
                                         .cluster_redis = nowhere,
                                         .cluster_node = node,
                                         .cluster_prefix = prefix,
                                         .cluster_address = nothing,
                                         .cluster_user = nothing,
                                         .cluster_password_file = nothing,
                                         .cluster_lease = 1,
                                         .cluster_checkpoint = 1}};
    atomic_init(&config.now, &settings);
    metrics = pd_srv_metrics_new();
    return api_host_setup(state);
}

static int tear_down(void **state)
{
    pd_srv_metrics_free(metrics);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_thread_that_cannot_be_started_is_an_error),
                                       cmocka_unit_test(a_descriptor_that_is_0_is_closed)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
