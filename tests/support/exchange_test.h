#ifndef TESTS_SUPPORT_EXCHANGE_TEST_H
#define TESTS_SUPPORT_EXCHANGE_TEST_H
/* HTTP exchanges over a connected socket, from the bytes to the reply, without the listener and the other
 * parts of the daemon. */
#include "server/http/exchange.h"
#include "api/http/reply_header.h"
#include "api/http/routes.h"
#include "api/avatar/avatars.h"
#include "api/http/assets.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "tests/support/api_ask.h"
#include "tests/support/cmocka.h"
#include "tests/support/collector.h"
#include "tests/support/tokens.h"
#include <jansson.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

extern pd_srv_settings exchange_test_settings;

extern pd_srv_config exchange_test_config;

extern pd_srv_heap exchange_test_heap;

extern atomic_bool exchange_test_draining;

extern pd_srv_http_deps exchange_test_deps;

extern pd_srv_http *exchange_test_http;

extern char exchange_test_answer_text[1 << 17];

void exchange_test_no_keys(void);

/* Makes the keys: "reader" has the key `reading`, "root" the key `ruling`; from number `first` on. */
void exchange_test_keys(pd_srv_auth **out, int first);

void exchange_test_with_keys(void);

static inline int exchange_test_set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    exchange_test_settings = (pd_srv_settings){.limits = api_host_limits,
                                               .cfg = {.limits_connections = 64,
                                                       .limits_head_timeout = 60,
                                                       .limits_body_timeout = 60,
                                                       .limits_idle_timeout = 60}};
    exchange_test_settings.limits.body_bytes = 4000;
    exchange_test_no_keys();
    atomic_init(&exchange_test_config.now, &exchange_test_settings);
    atomic_store(&exchange_test_draining, false);

    exchange_test_deps = (pd_srv_http_deps){.config = &exchange_test_config,
                                            .host = &api_host_table,
                                            .metrics = pd_srv_metrics_new(),
                                            .heap = &exchange_test_heap,
                                            .rate = pd_srv_rate_new(),
                                            .wrong_keys = pd_srv_rate_new(),
                                            .refused = pd_srv_refused_new(),
                                            .not_modified = pd_srv_not_modified_new(),
                                            .replays = pd_srv_replays_new(),
                                            .replies = pd_srv_buffer_cache_new(1 << 20),
                                            .bodies = pd_srv_buffer_cache_new(1 << 20),
                                            .draining = &exchange_test_draining};
    assert_int_equal(pd_srv_log_open(&exchange_test_deps.log, "/dev/null", 0, PD_SRV_ERROR, &err), PD_OK);
    exchange_test_deps.registry =
        pd_srv_registry_new(NULL, 0, exchange_test_deps.log, exchange_test_deps.metrics);
    assert_int_equal(pd_srv_connections_start(&exchange_test_deps.connections, &exchange_test_config,
                                              exchange_test_deps.metrics, NULL, 8192, &err),
                     PD_OK);
    const pd_srv_workers_options options = {
        .threads = 1, .queue = 4, .max_bodies = 16, .metrics = exchange_test_deps.metrics};
    assert_int_equal(pd_srv_workers_start(&exchange_test_deps.workers, &options, &err), PD_OK);
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, &err), PD_OK);
    return 0;
}

static inline int exchange_test_tear_down(void **state)
{
    pd_srv_workers_halt(exchange_test_deps.workers);
    pd_srv_http_stop(exchange_test_http);
    pd_srv_workers_free(exchange_test_deps.workers);
    pd_srv_connections_stop(exchange_test_deps.connections);
    pd_srv_registry_free((pd_srv_registry *)exchange_test_deps.registry);
    pd_srv_rate_free(exchange_test_deps.rate);
    pd_srv_rate_free(exchange_test_deps.wrong_keys);
    pd_srv_refused_free(exchange_test_deps.refused);
    pd_srv_not_modified_free(exchange_test_deps.not_modified);
    pd_srv_replays_free(exchange_test_deps.replays);
    pd_srv_buffer_cache_free(exchange_test_deps.replies);
    pd_srv_buffer_cache_free(exchange_test_deps.bodies);
    pd_srv_metrics_free(exchange_test_deps.metrics);
    pd_srv_log_close(exchange_test_deps.log);
    pd_srv_auth_free(exchange_test_settings.auth);
    exchange_test_settings.auth = NULL;
    return api_host_teardown(state);
}

/* Opens a connection whose other end is HTTP's. */
int exchange_test_dial(void);

void exchange_test_say(int fd, const char *text);

/* Reads one reply into answer_text and returns its status. Content-Length gives the size of the body;
 * head_only: the reply to a HEAD, or a 304, has none. */
int exchange_test_hear(int fd, int head_only);

int exchange_test_ask(const char *request);

int exchange_test_has(const char *words);

#define HOST "Host: here:1\r\n"

void exchange_test_limit_queue(int jobs);

enum { ORIGIN_BYTES = sizeof((pd_srv_reply_context *)0)->origin };

/* Sets the state after the refusal of a body of `bytes`, which counts for a minute. */
void exchange_test_remember_refused(size_t bytes);

/* -- what is noted of a request ---------------------------------------------- */
extern char exchange_test_log_text[1 << 16];

/* Directs the log to a file. */
void exchange_test_log_to(const char *path);

/* Ends all requests, so that everything is logged. Like the daemon it lets requests finish first, because
 * libmicrohttpd would count a reply that was just sent as aborted. */
void exchange_test_finish(void);

/* Restarts HTTP before the settings are changed, so that no request reads them meanwhile. */
void exchange_test_start_again(void);

void exchange_test_read_log(const char *path);

/* Returns the number of log lines that contain all of these words. */
int exchange_test_lines_with(const char *const *words);

#define LINES(...) exchange_test_lines_with((const char *const[]){__VA_ARGS__, NULL})

static inline void exchange_test_wait_for_a_body(void)
{
    while (!atomic_load(&api_host_state.memory.held[PD_API_MEMORY_BODIES])) usleep(1000);
}

#define EXCHANGE_TEST(name)                                                                                  \
    cmocka_unit_test_setup_teardown(name, exchange_test_set_up, exchange_test_tear_down)

#endif
