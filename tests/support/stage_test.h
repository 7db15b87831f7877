#ifndef TESTS_SUPPORT_STAGE_TEST_H
#define TESTS_SUPPORT_STAGE_TEST_H
/* The stage without sockets, threads or waiting: the clock advances when a thread sleeps on it, and the sink
 * records messages. */
#include "server/stage/stage.h"
#include "clients/c/posed.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_host.h"
#include "tests/support/api_ask.h"
#include "tests/support/cmocka.h"
#include "tests/support/databases.h"
#include "tests/support/rigs.h"
#include "tests/support/stage_clock.h"
#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PERIOD 10000 /* microseconds: 100 ticks a second */

/* -- the surroundings ------------------------------------------------------------- */
typedef struct {
    int64_t work_us; /* time that passes while a frame is delivered */
    double byte_us;  /* time that a byte of a frame takes           */
} stage_test_delivery_state;
extern stage_test_delivery_state stage_test_delivery;

enum { FRAMES_KEPT = 96 };

/* A subscriber that joined, and the messages that it got. */
typedef struct recorder {
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    int frame_count, character_counts[FRAMES_KEPT];
    uint32_t ticks[FRAMES_KEPT], seqs[FRAMES_KEPT]; /* of frames; seq of the first character */
    double times[FRAMES_KEPT];
    pd_buffer last;  /* the last frame's bytes */
    pd_buffer texts; /* all of them, a line each */
} recorder;

extern int stage_test_wakes;

extern bool stage_test_forgets;

void stage_test_record_text(void *to, const void *text, size_t size);

bool stage_test_record_frame(void *to, pd_srv_frame *frame);

void stage_test_record_wake(void *ctx);

extern pd_srv_settings stage_test_settings;

extern pd_srv_config stage_test_config;

extern pd_srv_stage *stage_test_stage;

static inline int stage_test_set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);

    stage_test_settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 1000000 / PERIOD,
                                                    .stream_sessions = 100,
                                                    .stream_characters = 10,
                                                    .stream_resume_window = 1,
                                                    .stream_input_timeout = 5}};
    atomic_init(&stage_test_config.now, &stage_test_settings);
    memset(&stage_clock_time, 0, sizeof stage_clock_time);
    memset(&stage_test_delivery, 0, sizeof stage_test_delivery);
    stage_clock_time.now_us = 1000000;
    stage_test_wakes = 0;

    const pd_srv_stage_deps deps = {
        .config = &stage_test_config,
        .host = &api_host_table,
        .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
        .sink = {stage_test_record_text, stage_test_record_frame, stage_test_record_wake, &stage_test_wakes}};
    assert_int_equal(pd_srv_stage_new(&stage_test_stage, &deps, &err), PD_OK);
    return 0;
}

static inline int stage_test_tear_down(void **state)
{
    pd_srv_stage_free(stage_test_stage);
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

void stage_test_step(int count);

pd_status stage_test_try_join(recorder *r, const pd_srv_join *wanted, pd_error *err);

void stage_test_join(recorder *r, pd_srv_join wanted);

void stage_test_leave(recorder *r, int for_good);

uint32_t stage_test_spawn(recorder *r);

void stage_test_input(recorder *r, uint32_t id, uint32_t seq, double forward);

void stage_test_set_profile(recorder *r, unsigned channels, int divisor, int bits);

void stage_test_expect_ticks(const recorder *r, int count, const uint32_t *ticks);

int stage_test_said(const recorder *r, const char *words);

enum { WALKERS = 3, WALKED = 250 };

/* -- sharing -------------------------------------------------------------------------- */

/* Joins a session of ten characters with every channel that needs no body,
 * and one of one character with its root. */
void stage_test_crowd_and_neighbour(recorder *dear, recorder *neighbour, double byte_us);

static inline size_t stage_test_held(pd_api_memory_use use)
{
    return atomic_load(&api_host_state.memory.held[use]);
}

#define STAGE_TEST(name) cmocka_unit_test_setup_teardown(name, stage_test_set_up, stage_test_tear_down)

#endif
