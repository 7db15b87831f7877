/* Load of the stage: late ticks, lowered sessions, turns, quotas, limits and their metrics. */
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

/* Frames that each wake finds, and characters of them. */
static int woken_frames[8];

static void record_woken(void *ctx)
{
    (void)ctx;
    if (stage_test_wakes < 8) woken_frames[stage_test_wakes] = (int)stage_test_stage->frames;
    stage_test_wakes++;
}

static void frames_leave_when_a_batch_of_characters_is_done(void **state)
{
    (void)state;
    enum { SESSIONS = 16, EACH = 4, FIRST = PD_SRV_BATCH / EACH };
    static recorder all[SESSIONS];
    for (int i = 0; i < SESSIONS; i++) {
        stage_test_join(&all[i], (pd_srv_join){.client = (uint64_t)i + 1});
        for (int k = 0; k < EACH; k++) stage_test_spawn(&all[i]);
    }
    for (pd_srv_session *s = stage_test_stage->sessions; s; s = s->next) s->slot = 0;
    memset(stage_test_stage->slot_sessions, 0, sizeof stage_test_stage->slot_sessions);
    stage_test_stage->slot_sessions[0] = SESSIONS;
    stage_test_wakes = 0;
    stage_test_stage->deps.sink.wake = record_woken;
    stage_test_step(1);
    stage_test_stage->deps.sink.wake = stage_test_record_wake;

    /* 64 characters in two batches: 24 and 40. A third batch of the last 16 would be too small. */
    assert_int_equal(stage_test_wakes, 2);
    assert_int_equal(woken_frames[0], FIRST);
    assert_int_equal(woken_frames[1], SESSIONS);
    for (int i = 0; i < SESSIONS; i++) stage_test_leave(&all[i], 1);
}

/* Four characters of one client request routes before one of another client.
 * A route takes 20 ms; a tick has 10. */
static void share_ways(bool in_two_slots)
{
    enum { MANY = 4, GREEDY = 7, OTHER = 3 };
    recorder greedy, other;
    uint32_t ids[MANY], id;
    pd_error err = {0};
    const pd_character_follow round = {.points = {{0, 5}}, .count = 1, .round = true};
    stage_test_join(&other, (pd_srv_join){.client = OTHER});
    stage_test_join(&greedy, (pd_srv_join){.client = GREEDY});
    for (int i = 0; i < MANY; i++) ids[i] = stage_test_spawn(&greedy);
    id = stage_test_spawn(&other);
    if (in_two_slots) {
        for (pd_srv_session *s = stage_test_stage->sessions; s; s = s->next) s->slot = s->client == OTHER;
        stage_test_stage->slot_sessions[0] = stage_test_stage->slot_sessions[1] = 1;
    }
    stage_test_stage->way_slot = 5, stage_test_stage->way_client = GREEDY - 1;
    stage_test_step(1);

    for (int i = 0; i < MANY; i++)
        assert_int_equal(pd_srv_stage_follow(stage_test_stage, greedy.subscriber, ids[i], &round, &err),
                         PD_OK);
    assert_int_equal(pd_srv_stage_follow(stage_test_stage, other.subscriber, id, &round, &err), PD_OK);
    stage_clock_time.look_us = 20000;
    int found[2] = {0};
    for (int tick = 1; tick <= 60; tick++) {
        const int before = found[0] + found[1];
        stage_test_step(1);
        found[0] = found[1] = 0;
        for (const pd_srv_session *s = stage_test_stage->sessions; s; s = s->next)
            for (const pd_srv_character *a = s->characters; a; a = a->next)
                found[s->client == OTHER] += a->follow && a->follow->has_way;
        assert_in_range(found[0] + found[1], before, before + 1);
        if (found[0] + found[1] == 2) assert_int_equal(found[1], 1);
    }
    stage_clock_time.look_us = 0;
    assert_int_equal(found[0] + found[1], 3); /* a tenth of the time: one in twenty ticks */
    stage_test_leave(&greedy, 1);
    stage_test_leave(&other, 1);
}

static void ways_take_a_tenth_of_the_time_and_clients_have_theirs_in_turns(void **state)
{
    (void)state;
    share_ways(false);
}

static void slots_have_their_ways_in_turns(void **state)
{
    (void)state;
    share_ways(true);
}

/* -- lateness -------------------------------------------------------------------------- */
static void a_late_stage_skips_ticks_and_keeps_its_beat(void **state)
{
    (void)state;
    recorder r;
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_spawn(&r);
    stage_test_step(1);
    stage_clock_time.oversleep_us = 3 * PERIOD + PERIOD / 2;
    stage_test_step(1);
    stage_clock_time.oversleep_us = 0;
    stage_test_step(2);

    stage_test_expect_ticks(&r, 4, (const uint32_t[]){1, 2, 3, 4}); /* numbers have no gaps */
    const int due[] = {1, 2, 5, 6};                                 /* due times have: 3 and 4 were over */
    for (int i = 0; i < 4; i++) assert_near(r.times[i], 1 + 1e-6 * PERIOD * due[i], 1e-9);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).skipped_ticks, 2);
    stage_test_leave(&r, 1);
}

static void less_than_a_tick_late_skips_nothing(void **state)
{
    (void)state;
    stage_clock_time.oversleep_us = PERIOD;
    stage_test_step(10);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).skipped_ticks, 0);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).tick, 10);
    assert_near(pd_srv_stage_now(stage_test_stage).late_ms, 10 * (1 - pow(0.95, 10)), 1e-9); /* smoothed */
}

/* A quarter of each tick is worked: the part is shown smoothed, a twentieth of the difference a tick. */
static void load_is_the_part_of_its_time_that_a_tick_takes(void **state)
{
    (void)state;
    recorder r;
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_spawn(&r);
    stage_test_delivery.work_us = PERIOD / 4;
    double wanted = pd_srv_stage_now(stage_test_stage).load;
    for (int i = 0; i < 40; i++) {
        stage_test_step(1);
        wanted += 0.05 * (0.25 - wanted);
        assert_near(pd_srv_stage_now(stage_test_stage).load, wanted, 1e-9);
    }
    stage_test_leave(&r, 1);
}

/* At 85 % of the ticks' time a client with less than half of all characters may have more,
 * one with half may not. */
static void a_client_with_half_of_all_characters_gets_no_more(void **state)
{
    (void)state;
    recorder two, three;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    stage_test_join(&two, (pd_srv_join){.client = 2});
    stage_test_join(&three, (pd_srv_join){.client = 3});
    for (int i = 0; i < 2; i++) stage_test_spawn(&two);
    for (int i = 0; i < 3; i++) stage_test_spawn(&three);
    stage_test_stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, three.subscriber, &wanted, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "85 %"));
    stage_test_stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, two.subscriber, &wanted, &err),
                     PD_OK); /* 2 of 5 */
    stage_test_stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, two.subscriber, &wanted, &err),
                     PD_ERR_BUSY); /* 3 of 6 */
    stage_test_stage->motion_load = 0.95;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, three.subscriber, &wanted, &err), PD_ERR_BUSY);
    stage_test_stage->motion_load = 0;
    stage_test_leave(&two, 1);
    stage_test_leave(&three, 1);
}

/* Prometheus' histograms are cumulative: each bucket counts the values up
 * to its bound, and the last one counts all. */
static void lateness_is_reported_as_a_histogram(void **state)
{
    (void)state;
    static const int late_us[] = {0, 300, 700, 700, 1500, 3000, 3000, 6000, 9000};
    enum { COUNT = sizeof late_us / sizeof *late_us };
    int sum_us = 0, buckets = 0, seen = 0;
    for (int i = 0; i < COUNT; i++) {
        stage_clock_time.oversleep_us = late_us[i];
        stage_test_step(1);
        sum_us += late_us[i];
    }
    pd_buffer text = {0};
    pd_srv_stage_metrics(stage_test_stage, &text);
    pd_buffer_add(&text, "", 1);
    double last = 0;
    for (char *line = strtok((char *)text.data, "\n"); line; line = strtok(NULL, "\n")) {
        double bound, value;
        if (sscanf(line, "posed_tick_late_seconds_sum %lf", &value) == 1) {
            assert_near(value, 1e-6 * sum_us, 1e-9);
            seen++;
        }
        if (sscanf(line, "posed_tick_late_seconds_count %lf", &value) == 1) {
            assert_near(value, COUNT, 0);
            seen++;
        }
        if (sscanf(line, "posed_tick_late_seconds_bucket{le=\"%lf\"} %lf", &bound, &value) != 2) continue;
        int within = 0;
        for (int i = 0; i < COUNT; i++) within += 1e-6 * late_us[i] <= bound;
        assert_near(value, within, 0);
        assert_true(bound > last);
        last = bound;
        buckets++;
    }
    assert_int_equal(seen, 2);
    assert_true(buckets >= 6 && isinf(last));
    pd_buffer_deinit(&text);
}

static void every_number_of_the_stage_has_its_own_metric(void **state)
{
    (void)state;
    static const char *const lines[] = {"posed_sessions 2",
                                        "posed_characters 3",
                                        "posed_stage_load 0.5",
                                        "posed_ticks_total 7",
                                        "posed_ticks_left_out_total 11",
                                        "posed_spawns_refused_total 13",
                                        "posed_frames_total 17",
                                        "posed_frames_postponed_total 19",
                                        "posed_vertices_missed_total 23",
                                        "posed_observations_total 29",
                                        "posed_observations_missed_total 31",
                                        "posed_observe_seconds_total 0.370000",
                                        "posed_vmc_datagrams_total 41",
                                        "posed_vmc_dropped_total 43"};
    const struct pd_srv_stage kept = *stage_test_stage;
    stage_test_stage->session_count = 2, stage_test_stage->character_count = 3,
    stage_test_stage->state.load = 0.5, stage_test_stage->ticks = 7;
    stage_test_stage->state.skipped_ticks = 11, stage_test_stage->refused = 13, stage_test_stage->frames = 17,
    stage_test_stage->postponed_frames = 19;
    stage_test_stage->missed_vertices = 23, stage_test_stage->observations = 29,
    stage_test_stage->missed_observations = 31;
    stage_test_stage->observe_seconds = 0.37, stage_test_stage->datagrams = 41,
    stage_test_stage->datagrams_dropped = 43;
    pd_buffer text = {0};
    pd_srv_stage_metrics(stage_test_stage, &text);
    pd_buffer_add(&text, "", 1);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[96];
        snprintf(line, sizeof line, "\n%s\n", lines[i]);
        if (!strstr((char *)text.data, line)) fail_msg("%s is not in %s", lines[i], (char *)text.data);
    }
    pd_buffer_deinit(&text);
    stage_test_stage->session_count = kept.session_count,
    stage_test_stage->character_count = kept.character_count;
}

static void a_busy_stage_refuses_characters_and_keeps_those_it_has(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_spawn(&r);
    stage_clock_time.look_us =
        PERIOD / 100; /* characters take a part of each tick, however their frames are shared out */
    for (int i = 0; i < 20; i++) stage_test_step(20), r.frame_count = 0;
    assert_true(stage_test_stage->motion_load > 0 && stage_test_stage->motion_load < 0.9);
    stage_test_spawn(&r);

    stage_clock_time.look_us = PERIOD * 95 / 100;
    for (int i = 0; i < 20; i++) stage_test_step(20), r.frame_count = 0;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r.subscriber, &wanted, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "no more are accepted now"));
    stage_clock_time.look_us = 0;
    for (int i = 0; i < 2 && !r.frame_count; i++) stage_test_step(1);
    assert_int_equal(r.character_counts[0], 2);

    pd_buffer text = {0};
    pd_srv_stage_metrics(stage_test_stage, &text);
    pd_buffer_add(&text, "", 1);
    assert_non_null(strstr((char *)text.data, "\nposed_spawns_refused_total 1\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_characters 2\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_sessions 1\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_ticks_total 80"));
    pd_buffer_deinit(&text);
    stage_test_leave(&r, 1);
}

static void a_dear_session_is_lowered_and_its_neighbour_is_not(void **state)
{
    (void)state;
    recorder dear, neighbour;
    stage_test_crowd_and_neighbour(&dear, &neighbour, 2);
    assert_false(stage_test_said(&dear, "\"lowered\""));

    stage_test_set_profile(
        &dear, PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_TRAJECTORY, 1, 48);
    stage_test_step(60); /* all frames would take 10 x 500 bytes x 2 us: a whole tick each */
    assert_int_equal(neighbour.frame_count, 60);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).skipped_ticks, 0);
    assert_true(dear.frame_count > 20 && dear.frame_count < 45);
    assert_int_equal(dear.character_counts[5], 10); /* whole, though fewer */
    assert_true(stage_test_said(&dear, "{\"type\":\"lowered\",\"asked\":1,\"divisor\":"));
    assert_false(stage_test_said(&neighbour, "\"lowered\""));
    stage_test_leave(&dear, 1);
    stage_test_leave(&neighbour, 1);
}

static void a_session_that_asks_for_less_gets_all_frames_again_at_once(void **state)
{
    (void)state;
    recorder dear, neighbour;
    stage_test_crowd_and_neighbour(&dear, &neighbour, 2);
    stage_test_set_profile(&dear, PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS, 1, 48);
    stage_test_step(50);
    assert_true(dear.frame_count < 45 && stage_test_said(&dear, "\"lowered\""));
    dear.frame_count = neighbour.frame_count = 0;
    stage_test_delivery.byte_us = 0.1;
    for (int i = 0; i < 8; i++) stage_test_step(50), dear.frame_count = neighbour.frame_count = 0;
    stage_test_step(50);
    assert_int_equal(dear.frame_count, 50);
    assert_true(stage_test_said(&dear, "\"divisor\":1.00,\"detail\":\"as asked again\""));
    stage_test_leave(&dear, 1);
    stage_test_leave(&neighbour, 1);
}

static void every_profile_of_a_session_has_its_turn(void **state)
{
    (void)state;
    enum { WATCHERS = 30 };
    recorder owner, neighbour, watchers[WATCHERS];
    stage_test_crowd_and_neighbour(&owner, &neighbour, 2);
    for (int i = 0; i < WATCHERS; i++) {
        stage_test_join(&watchers[i], (pd_srv_join){.watch = owner.joined.session});
        stage_test_set_profile(&watchers[i], 1 + (unsigned)i, 1, 48);
    }
    stage_test_step(60);
    assert_int_equal(neighbour.frame_count, 60);
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].frame_count < 2 || watchers[i].frame_count > 30)
            fail_msg("watcher %d has %d frames", i, watchers[i].frame_count);
        stage_test_leave(&watchers[i], 1);
    }
    stage_test_leave(&owner, 1);
    stage_test_leave(&neighbour, 1);
}

static void a_stage_says_when_its_last_tick_ended(void **state)
{
    (void)state;
    assert_int_equal(pd_srv_stage_stepped_us(stage_test_stage), 1000000); /* when it was made */
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_stepped_us(stage_test_stage), stage_clock_time.now_us);
    stage_clock_time.now_us += 5 * PERIOD;
    assert_true(pd_srv_stage_stepped_us(stage_test_stage) < stage_clock_time.now_us);
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_stepped_us(stage_test_stage), stage_clock_time.now_us);
}

static void characters_their_bodies_and_frames_are_counted(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    uint32_t id;
    stage_test_join(&r, (pd_srv_join){.client = 7});
    assert_int_equal(stage_test_held(PD_API_MEMORY_STREAMS), 0);
    stage_test_spawn(&r);
    const size_t without = stage_test_held(PD_API_MEMORY_STREAMS);
    assert_in_range(without, sizeof(pd_srv_character), 2 * sizeof(pd_srv_character));

    const size_t kept = 4096;
    pd_srv_frame *frame = pd_srv_frame_new(&api_host_table, (char[4096]){0}, kept);
    pd_srv_frame_retain(frame);
    assert_in_range(stage_test_held(PD_API_MEMORY_STREAMS) - without, kept, kept + 128);
    pd_srv_frame_release(frame);
    assert_true(stage_test_held(PD_API_MEMORY_STREAMS) > without); /* one still has it */
    pd_srv_frame_release(frame);
    assert_int_equal(stage_test_held(PD_API_MEMORY_STREAMS), without);

    /* no memory, no character; a body that there is not takes none either */
    pd_srv_memory *memory = &api_host_state.memory;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    const size_t rest = PD_SRV_MEMORY_LEAST - without;
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, rest);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r.subscriber, &(pd_srv_spawn){0}, &err),
                     PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "limits.memory"));
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, rest);
    pd_srv_memory_limit(memory, SIZE_MAX);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r.subscriber,
                                        &(pd_srv_spawn){.has_body = 1, .body = "nobody"}, &err),
                     PD_ERR_NOT_FOUND);
    assert_int_equal(stage_test_held(PD_API_MEMORY_STREAMS), without);

    stage_test_leave(&r, 1);
    stage_test_step(2);
    assert_int_equal(stage_test_held(PD_API_MEMORY_STREAMS), 0);
}

static void the_last_part_of_the_time_is_for_other_clients(void **state)
{
    (void)state;
    recorder dear, other;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    stage_test_join(&dear, (pd_srv_join){.client = 7});
    stage_test_join(&other, (pd_srv_join){.client = 8});
    stage_test_spawn(&dear);
    stage_test_stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, dear.subscriber, &wanted, &err), PD_ERR_BUSY);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, other.subscriber, &wanted, &err), PD_OK);
    stage_test_stage->motion_load = 0.95;
    stage_test_leave(&dear, 1);
    stage_test_leave(&other, 1);
}

static void sessions_and_characters_are_limited(void **state)
{
    (void)state;
    recorder a, b, c;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    stage_test_settings.cfg.stream_sessions = 2;
    stage_test_settings.cfg.stream_characters = 2;
    stage_test_join(&a, (pd_srv_join){0});
    stage_test_join(&b, (pd_srv_join){0});
    assert_int_equal(stage_test_try_join(&c, &(pd_srv_join){0}, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "stream.sessions"));

    uint32_t first = stage_test_spawn(&a), second = stage_test_spawn(&a);
    assert_true(first && second && first != second);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &wanted, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "stream.characters"));
    stage_test_spawn(&b); /* each session has its own */

    /* in the same tick, but not for ever */
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, a.subscriber, first, &err), PD_OK);
    first = stage_test_spawn(&a);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, a.subscriber, first, &err), PD_OK);
    first = stage_test_spawn(&a);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, a.subscriber, first, &err), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &wanted, &err), PD_ERR_LIMIT);
    stage_test_step(1);
    stage_test_spawn(&a);
    stage_test_leave(&a, 1);
    stage_test_step(1);
    stage_test_join(&c, (pd_srv_join){0});
    stage_test_leave(&b, 1);
    stage_test_leave(&c, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(frames_leave_when_a_batch_of_characters_is_done),
        STAGE_TEST(ways_take_a_tenth_of_the_time_and_clients_have_theirs_in_turns),
        STAGE_TEST(slots_have_their_ways_in_turns),
        STAGE_TEST(a_late_stage_skips_ticks_and_keeps_its_beat),
        STAGE_TEST(less_than_a_tick_late_skips_nothing),
        STAGE_TEST(load_is_the_part_of_its_time_that_a_tick_takes),
        STAGE_TEST(a_client_with_half_of_all_characters_gets_no_more),
        STAGE_TEST(lateness_is_reported_as_a_histogram),
        STAGE_TEST(every_number_of_the_stage_has_its_own_metric),
        STAGE_TEST(a_busy_stage_refuses_characters_and_keeps_those_it_has),
        STAGE_TEST(a_dear_session_is_lowered_and_its_neighbour_is_not),
        STAGE_TEST(a_session_that_asks_for_less_gets_all_frames_again_at_once),
        STAGE_TEST(every_profile_of_a_session_has_its_turn),
        STAGE_TEST(a_stage_says_when_its_last_tick_ended),
        STAGE_TEST(characters_their_bodies_and_frames_are_counted),
        STAGE_TEST(the_last_part_of_the_time_is_for_other_clients),
        STAGE_TEST(sessions_and_characters_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
