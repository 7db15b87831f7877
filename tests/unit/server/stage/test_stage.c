/* The ticks of the stage and its thread. */
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

/* Ticks of the characters of two sessions at each time when finished frames are sent. */
static struct {
    uint32_t small, dear;
} moves[4];

static void record_moves(void *ctx)
{
    int *count = ctx;
    for (const pd_srv_session *s = stage_test_stage->sessions; s; s = s->next)
        *(s->character_count > 1 ? &moves[*count].dear : &moves[*count].small) = s->characters->motion.ticks;
    ++*count;
}

static void characters_of_a_client_with_many_move_after_the_others(void **state)
{
    (void)state;
    enum { MANY = 10 };
    recorder dear, small;
    stage_test_join(&dear, (pd_srv_join){.client = 7});
    stage_test_join(&small, (pd_srv_join){.client = 3});
    for (int i = 0; i < MANY; i++) stage_test_spawn(&dear);
    stage_test_spawn(&small);
    stage_test_step(3);
    stage_test_stage->deps.sink.wake = record_moves;

    stage_test_stage->groups->cost =
        (pd_srv_unit_cost){.us = 0.04 * PERIOD, .count = 10}; /* ten move for 4 % of a tick */
    stage_test_wakes = 0;
    stage_test_step(1);
    assert_int_equal(stage_test_wakes, 1);
    stage_test_stage->groups->cost = (pd_srv_unit_cost){.us = 0.06 * PERIOD, .count = 10};
    stage_test_wakes = 0;
    stage_test_step(1);
    assert_int_equal(stage_test_wakes, 2);
    assert_int_equal(moves[0].small, moves[0].dear + 1); /* neighbour's frame goes out first */
    assert_int_equal(moves[1].small, moves[1].dear);
    stage_test_stage->deps.sink.wake = stage_test_record_wake;
    stage_test_leave(&dear, 1);
    stage_test_leave(&small, 1);
}

static void a_session_that_leaves_frees_its_time_with_the_next_tick(void **state)
{
    (void)state;
    recorder dear, other;
    const unsigned channels = PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS;
    stage_test_crowd_and_neighbour(&dear, &other, 1.2); /* of one of them 4.9 ms a tick of 10 */
    for (int i = 1; i < 10; i++) stage_test_spawn(&other);
    stage_test_set_profile(&dear, channels, 1, 48);
    stage_test_set_profile(&other, channels, 1, 48);
    stage_test_step(20);
    assert_true(dear.frame_count < 15 && other.frame_count < 15); /* both lowered, both equal */
    assert_true(abs(dear.frame_count - other.frame_count) <= 1);

    stage_test_leave(&dear, 1);
    stage_test_step(1);
    int before = other.frame_count;
    stage_test_step(20);
    assert_int_equal(other.frame_count - before, 20);
    stage_test_leave(&other, 1);
}

static void a_started_stage_ticks_on_its_own_thread(void **state)
{
    (void)state;
    pd_error err = {0};
    assert_int_equal(pd_srv_stage_start(stage_test_stage, &err), PD_OK);
    while (pd_srv_stage_now(stage_test_stage).tick < 10) continue; /* time flies: sleeping costs none */
    pd_srv_stage_halt(stage_test_stage);
    const pd_srv_stage_state halted = pd_srv_stage_now(stage_test_stage);
    assert_true(halted.tick >= 10);
    assert_near(halted.time, 1 + 1e-6 * PERIOD * halted.tick,
                1e-9); /* none was skipped: no time passes but in sleep */
}

/* For TSan: the tick reads data that clients change, and clients read data that the tick changes. */
static void clients_come_and_go_while_it_ticks(void **state)
{
    (void)state;
    recorder r, watcher;
    pd_error err = {0};
    stage_test_forgets = true;
    stage_test_delivery.byte_us = 0;
    assert_int_equal(pd_srv_stage_start(stage_test_stage, &err), PD_OK);
    for (int i = 0; i < 30; i++) {
        stage_test_join(&r, (pd_srv_join){.client = (uint64_t)i % 3});
        uint32_t id = stage_test_spawn(&r);
        stage_test_spawn(&r);
        stage_test_join(&watcher, (pd_srv_join){.watch = r.joined.session});
        stage_test_set_profile(&watcher, PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS, 1 + i % 3, 48);
        uint32_t tick = pd_srv_stage_now(stage_test_stage).tick;
        while (pd_srv_stage_now(stage_test_stage).tick < tick + 2) continue;
        assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, id, &err), PD_OK);
        pd_srv_stage_leave(stage_test_stage, watcher.subscriber, 1);
        pd_srv_stage_leave(stage_test_stage, r.subscriber, i % 2);
        pd_srv_stage_join_result_deinit(&r.joined);
        pd_srv_stage_join_result_deinit(&watcher.joined);
        pd_buffer_deinit(&r.texts);
        pd_buffer_deinit(&watcher.texts);
    }
    pd_srv_stage_halt(stage_test_stage);
    stage_test_forgets = false;
    assert_true(pd_srv_stage_now(stage_test_stage).sessions <= 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(characters_of_a_client_with_many_move_after_the_others),
        STAGE_TEST(a_session_that_leaves_frees_its_time_with_the_next_tick),
        STAGE_TEST(a_started_stage_ticks_on_its_own_thread),
        STAGE_TEST(clients_come_and_go_while_it_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
