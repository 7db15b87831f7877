/* A session's life on the stage when an allocation fails, for each allocation, alone and with all later ones:
 * each step works or is refused by name, and nothing leaks. */
#include "server/stage/stage_parts.h"

#include "tests/support/api_host.h"
#include "tests/support/cmocka.h"
#include "tests/support/failing_memory.h"
#include "tests/support/rigs.h"

static int64_t time_us;

static int64_t now_us(void *ctx)
{
    (void)ctx;
    return time_us;
}

static void sleep_until(void *ctx, int64_t us)
{
    (void)ctx;
    time_us = us;
}

static void take_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

static bool take_frame(void *to, pd_srv_frame *frame)
{
    (void)to;
    pd_srv_frame_release(frame);
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

static pd_srv_settings settings;
static pd_srv_config config;

/* Returns true if the call succeeded, false if it failed with ERR_MEMORY. Fails the test on other errors. */
static bool went_well(pd_status status, const pd_error *err, long n)
{
    if (status != PD_OK && status != PD_ERR_MEMORY)
        fail_msg("allocation %ld fails: %s: %s: %s", n, pd_status_name(status), err->where, err->detail);
    return status == PD_OK;
}

static void live(long n)
{
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {NULL, now_us, sleep_until, NULL},
                                    .sink = {take_text, take_frame, wake, NULL}};
    const pd_srv_spawn plain = {.facing = 1}, with_body = {.has_body = 1};
    const pd_character_follow path = {.count = 2, .points = {{1, 1}, {2, 3}}};
    const pd_character_input input = {.move = {0, 1}};
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_VERTICES,
                                    .divisor = 1,
                                    .rotation_bits = 32,
                                    .compact = 0};
    pd_srv_stage *stage;
    pd_srv_subscriber *owner = NULL, *watcher = NULL;
    pd_srv_join_result joined = {0}, watched = {0};
    pd_error err = {0};
    uint32_t a, b;

    if (!went_well(pd_srv_stage_new(&stage, &deps, &err), &err, n)) return;
    if (went_well(pd_srv_stage_join(stage, &owner, &joined, NULL, &(pd_srv_join){0}, &err), &err, n)) {
        const pd_srv_join watch = {.watch = joined.session};
        bool one = went_well(pd_srv_stage_spawn(stage, &a, owner, &plain, &err), &err, n);
        bool two = went_well(pd_srv_stage_spawn(stage, &b, owner, &with_body, &err), &err, n);
        if (went_well(pd_srv_stage_join(stage, &watcher, &watched, NULL, &watch, &err), &err, n)) {
            assert_int_equal(watched.there_count, one + two);
            pd_srv_stage_profile(stage, watcher, &profile, NULL);
        }
        for (int i = 0; i < 3; i++) pd_srv_stage_step(stage);

        if (one) went_well(pd_srv_stage_follow(stage, owner, a, &path, &err), &err, n);
        if (two) went_well(pd_srv_stage_input(stage, owner, b, 1, &input, &err), &err, n);
        for (int i = 0; i < 3; i++) pd_srv_stage_step(stage);
        if (two) went_well(pd_srv_stage_despawn(stage, owner, b, &err), &err, n);
        pd_srv_stage_step(stage);
    }
    if (watcher) pd_srv_stage_leave(stage, watcher, 0);
    if (owner) pd_srv_stage_leave(stage, owner, 1);
    free(joined.there);
    free(watched.there);
    pd_srv_stage_free(stage);
}

static void a_stage_without_memory_refuses_and_keeps_nothing(void **state)
{
    (void)state;
    live(0); /* what is made once and kept is there */
    for (int goes_on = 0; goes_on < 2; goes_on++) {
        for (long n = 1;; n++) {
            long blocks = failing_memory_blocks();
            failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
            live(n);
            failing_memory_now.is_on = false;
            if (failing_memory_blocks() != blocks)
                fail_msg("allocation %ld fails and %ld blocks are left over", n,
                         failing_memory_blocks() - blocks);
            if (failing_memory_now.failed) continue;
            assert_true(n > 10);
            break;
        }
    }
}

/* Nobody moves in a tick that has no memory for the list of who does,
 * those of the list before least of all. */
static void a_tick_without_memory_moves_no_character(void **state)
{
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {NULL, now_us, sleep_until, NULL},
                                    .sink = {take_text, take_frame, wake, NULL}};
    const pd_srv_spawn plain = {.facing = 1};
    pd_srv_stage *stage;
    pd_srv_subscriber *owner;
    pd_srv_join_result joined = {0};
    uint32_t id;
    (void)state;

    settings.cfg.stream_characters = 40;
    assert_int_equal(pd_srv_stage_new(&stage, &deps, NULL), PD_OK);
    assert_int_equal(pd_srv_stage_join(stage, &owner, &joined, NULL, &(pd_srv_join){0}, NULL), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, owner, &plain, NULL), PD_OK);
    pd_srv_stage_step(stage);
    while (stage->character_count <= stage->playing_capacity)
        assert_int_equal(pd_srv_stage_spawn(stage, &id, owner, &plain, NULL), PD_OK);

    uint64_t before = 0, without = 0, after = 0;
    for (pd_srv_character *a = stage->sessions->characters; a; a = a->next) before += a->motion.ticks;
    failing_memory_now = (failing_memory){.is_on = true, .goes_on = true, .fails_at = 1};
    pd_srv_stage_step(stage);
    failing_memory_now.is_on = false;
    for (pd_srv_character *a = stage->sessions->characters; a; a = a->next) without += a->motion.ticks;
    pd_srv_stage_step(stage);
    for (pd_srv_character *a = stage->sessions->characters; a; a = a->next) after += a->motion.ticks;
    assert_true(before == 1 && without == before);
    assert_int_equal(after, before + (uint64_t)stage->character_count);

    pd_srv_stage_leave(stage, owner, 1);
    free(joined.there);
    pd_srv_stage_free(stage);
    settings.cfg.stream_characters = 4;
}

static int set_up(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(4, 3);
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 60,
                                         .stream_sessions = 4,
                                         .stream_characters = 4,
                                         .stream_resume_window = 1,
                                         .stream_input_timeout = 5}};
    atomic_init(&config.now, &settings);
    failing_memory_begin(false);
    return 0;
}

static int tear_down(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stage_without_memory_refuses_and_keeps_nothing),
        cmocka_unit_test(a_tick_without_memory_moves_no_character),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
