#ifndef PD_TESTS_STREAM_CLIENT_H
#define PD_TESTS_STREAM_CLIENT_H
/* A client of the stream with a stage that does not tick by itself, no socket, and a time set by the test.
 * The test may change the settings: stream.message_rate is 10, so that twenty messages may come at once. */
#include "server/stream/client.h"

#include "server/base/clock.h"
#include "tests/support/api_host.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

#define START (100 * PD_SRV_SECOND) /* when the stream opens */

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_heap heap;
static pd_srv_client_deps deps;
static pd_srv_client *client;
static char heard[1 << 16];

static inline void stream_client_put_text(void *outbox, const void *text, size_t size)
{
    pd_srv_outbox_text(outbox, text, size);
}

static inline bool stream_client_put_frame(void *outbox, pd_srv_frame *frame)
{
    return pd_srv_outbox_frame(outbox, frame);
}

static inline void stream_client_wake(void *ctx)
{
    (void)ctx;
}

static inline int64_t stream_client_now_us(void *ctx)
{
    (void)ctx;
    return START;
}

static inline void stream_client_sleep_until(void *ctx, int64_t us)
{
    (void)ctx, (void)us;
}

static inline pd_srv_client *open_client(void)
{
    const pd_srv_identity nobody = {0};
    pd_srv_client *c = pd_srv_client_open(&deps, &nobody, "127.0.0.1:5", START);
    assert_non_null(c);
    return c;
}

static inline int stream_client_set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);
    settings = (pd_srv_settings){.limits = api_host_limits,
                                 .cfg = {.stream_tick_rate = 60,
                                         .stream_sessions = 4,
                                         .stream_characters = 4,
                                         .stream_resume_window = 30,
                                         .stream_idle_timeout = 60,
                                         .stream_message_rate = 10}};
    atomic_init(&config.now, &settings);
    deps = (pd_srv_client_deps){.config = &config, .host = &api_host_table, .heap = &heap};
    assert_int_equal(pd_srv_log_open(&deps.log, "/dev/null", 0, PD_SRV_ERROR, &err), PD_OK);
    const pd_srv_stage_deps stage = {
        .config = &config,
        .host = &api_host_table,
        .clock = {NULL, stream_client_now_us, stream_client_sleep_until},
        .sink = {stream_client_put_text, stream_client_put_frame, stream_client_wake, NULL}};
    assert_int_equal(pd_srv_stage_new(&deps.stage, &stage, &err), PD_OK);
    client = open_client();
    return 0;
}

static inline int stream_client_tear_down(void **state)
{
    if (client) pd_srv_client_close(client, START);
    pd_srv_stage_free(deps.stage);
    pd_srv_log_close(deps.log);
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

/* Returns the messages in the client's outbox as text, one per line. */
static inline const char *texts_of(pd_srv_client *c)
{
    pd_buffer texts = {0};
    pd_srv_frame *frame;
    size_t at = 0, size, used = 0;
    pd_srv_outbox_take(&c->outbox, &texts, &frame, 1);
    for (unsigned char *text; (text = pd_srv_text_next(&size, &texts, &at));) {
        assert_true(used + size + 2 < sizeof heard);
        memcpy(heard + used, text, size);
        used += size;
        heard[used++] = '\n';
    }
    heard[used] = 0;
    pd_buffer_deinit(&texts);
    return heard;
}

#endif
