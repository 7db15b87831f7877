/* Frames: profiles, divisors, slots and batches. */
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

/* -- frames ------------------------------------------------------------------------- */
static void every_tick_gives_a_frame_at_its_due_time(void **state)
{
    (void)state;
    recorder r;
    stage_test_join(&r, (pd_srv_join){0});
    assert_false(r.joined.resumed);
    assert_int_equal(strlen(r.joined.session), PD_SRV_SESSION_ID - 1);
    assert_int_equal(strlen(r.joined.token), PD_SRV_TOKEN - 1);
    stage_test_step(2);
    assert_int_equal(r.frame_count, 0); /* nobody is there yet */
    assert_int_equal(stage_test_wakes, 0);

    stage_test_spawn(&r);
    stage_test_step(3);
    stage_test_expect_ticks(&r, 3, (const uint32_t[]){3, 4, 5});
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r.character_counts[i], 1);
        assert_near(r.times[i], 1 + 1e-6 * PERIOD * (3 + i), 1e-9);
    }
    assert_int_equal(stage_test_wakes, 3);
    stage_test_leave(&r, 1);
}

static void frames_come_with_the_divisor_from_where_it_was_set(void **state)
{
    (void)state;
    recorder r;
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_spawn(&r);
    stage_test_step(3);
    r.frame_count = 0;
    stage_test_set_profile(&r, PD_API_CHANNEL_ROOT, 3, 48);
    stage_test_step(9);
    stage_test_expect_ticks(&r, 3, (const uint32_t[]){4, 7, 10});
    stage_test_leave(&r, 1);
}

static void equal_profiles_share_bytes_and_others_get_their_own(void **state)
{
    (void)state;
    recorder owner, same, fewer, rare;
    stage_test_join(&owner, (pd_srv_join){0});
    stage_test_spawn(&owner);
    stage_test_step(1);
    const pd_srv_join watch = {.watch = owner.joined.session};
    stage_test_join(&same, watch);
    stage_test_join(&fewer, watch);
    stage_test_join(&rare, watch);
    assert_string_equal(same.joined.token, ""); /* a watcher cannot take it over */
    assert_int_equal(same.joined.there_count, 1);
    stage_test_set_profile(&fewer, PD_API_CHANNEL_ROOT, 1, 48);
    stage_test_set_profile(&rare, PD_API_CHANNEL_ROOT, 2, 48);
    stage_test_step(2);

    assert_int_equal(same.last.size, owner.last.size);
    assert_memory_equal(same.last.data, owner.last.data, owner.last.size);
    assert_true(fewer.last.size < owner.last.size);
    assert_int_equal(same.frame_count, 2);
    assert_int_equal(fewer.frame_count, 2);
    assert_int_equal(rare.frame_count, 1);

    recorder *all[] = {&rare, &fewer, &same, &owner};
    for (int i = 0; i < 4; i++) stage_test_leave(all[i], 1);
}

static void one_empty_frame_tells_that_the_last_character_has_gone(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&r);
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, id, &err), PD_OK);
    stage_test_step(4);
    assert_int_equal(r.frame_count, 3); /* with it, while it is dead, without */
    assert_int_equal(r.character_counts[0], 1);
    assert_int_equal(r.character_counts[1], 0);
    assert_int_equal(r.character_counts[2], 0);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).characters, 0);
    stage_test_leave(&r, 1);
}

static void a_subscriber_to_every_third_frame_gets_the_frame_without_characters(void **state)
{
    (void)state;
    for (int early = 0; early < 3; early++) { /* wherever among three ticks it goes */
        recorder r;
        pd_error err = {0};
        stage_test_join(&r, (pd_srv_join){0});
        uint32_t id = stage_test_spawn(&r);
        stage_test_set_profile(&r, PD_API_CHANNEL_ROOT, 3, 48);
        stage_test_step(4 + early);
        assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, id, &err), PD_OK);
        stage_test_step(6);
        assert_int_equal(r.character_counts[0], 1);
        assert_int_equal(r.character_counts[r.frame_count - 1], 0);
        int frames = r.frame_count;
        stage_test_step(6);
        assert_int_equal(r.frame_count, frames);
        stage_test_leave(&r, 1);
    }
}

/* Plays the frames of a session, whatever its neighbours are. */
static void play_beside(pd_buffer *out, int neighbours)
{
    recorder r, others[20];
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t first = stage_test_spawn(&r);
    for (int i = 0; i < neighbours; i++) {
        stage_test_join(&others[i], (pd_srv_join){0});
        stage_test_input(&others[i], stage_test_spawn(&others[i]), 9, -1);
    }
    stage_test_set_profile(&r, 0x1f, 1, 48);
    stage_test_input(&r, first, 1, 1);
    stage_test_step(20);
    pd_buffer_clear(out);
    pd_buffer_add(out, r.last.data, r.last.size);
    for (int i = 0; i < neighbours; i++) stage_test_leave(&others[i], 1);
    stage_test_leave(&r, 1);
}

static void neighbours_do_not_change_a_frame(void **state)
{
    pd_buffer alone = {0}, among = {0};
    play_beside(&alone, 0);
    stage_test_tear_down(state); /* ids and ticks from the beginning */
    stage_test_set_up(state);
    play_beside(&among, 20);
    assert_int_equal(alone.size, among.size);
    assert_memory_equal(alone.data, among.data, alone.size);
    pd_buffer_deinit(&alone);
    pd_buffer_deinit(&among);
}

static void sessions_are_spread_over_slots_of_the_tick(void **state)
{
    (void)state;
    enum { SESSIONS = PD_SRV_BATCH * (PD_SRV_SLOTS + 1), SECOND = 3 };
    static recorder all[SESSIONS];
    int of_slot[PD_SRV_SLOTS] = {0};
    stage_test_settings.cfg.stream_sessions = SESSIONS;
    for (int i = 0; i < SESSIONS; i++) {
        stage_test_join(&all[i], (pd_srv_join){0});
        if (i < PD_SRV_BATCH - 1) assert_int_equal(stage_test_stage->sessions->slot, 0);
        if (i == PD_SRV_BATCH) assert_int_equal(stage_test_stage->sessions->slot, SECOND);
    }
    stage_test_spawn(&all[0]);
    stage_test_spawn(&all[PD_SRV_BATCH]);
    stage_test_step(1);
    assert_near(all[0].times[0], 1 + 1e-6 * PERIOD, 1e-9);
    assert_near(all[PD_SRV_BATCH].times[0], 1 + 1e-6 * (PERIOD + SECOND * PERIOD / PD_SRV_SLOTS), 1e-9);
    assert_int_equal(all[0].ticks[0], all[PD_SRV_BATCH].ticks[0]);

    for (const pd_srv_session *s = stage_test_stage->sessions; s; s = s->next) of_slot[s->slot]++;
    for (int i = 0; i < PD_SRV_SLOTS; i++) {
        assert_true(of_slot[i] >= PD_SRV_BATCH);
        assert_int_equal(of_slot[i], stage_test_stage->slot_sessions[i]);
    }
    for (int i = 0; i < SESSIONS; i++) stage_test_leave(&all[i], 1);
    stage_test_step(1);
    for (int i = 0; i < PD_SRV_SLOTS; i++) assert_int_equal(stage_test_stage->slot_sessions[i], 0);
}

/* Sessions of one to 13 characters, which all joined before any was spawned. */
static void slots_have_as_many_characters_each_however_they_are_spread_over_sessions(void **state)
{
    (void)state;
    enum { SESSIONS = 13, CHARACTERS = SESSIONS * (SESSIONS + 1) / 2, OPEN = 1 + CHARACTERS / PD_SRV_BATCH };
    static recorder all[SESSIONS];
    stage_test_settings.cfg.stream_sessions = stage_test_settings.cfg.stream_characters = SESSIONS;
    for (int i = 0; i < SESSIONS; i++) stage_test_join(&all[i], (pd_srv_join){0});
    for (int i = 0; i < SESSIONS; i++)
        for (int k = 0; k <= i; k++) stage_test_spawn(&all[i]);
    stage_test_step(1);
    stage_test_stage->groups->cost = (pd_srv_unit_cost){.us = 1e9, .count = 1e9 / 20}; /* 20 us a character */
    stage_test_step(60);

    int characters[PD_SRV_SLOTS] = {0}, sessions[PD_SRV_SLOTS] = {0}, wrong = 0;
    for (const pd_srv_session *s = stage_test_stage->sessions; s; s = s->next) {
        characters[s->slot] += s->character_count;
        sessions[s->slot]++;
    }
    for (int i = 0; i < PD_SRV_SLOTS; i++) {
        if (sessions[i]) assert_in_range(characters[i], CHARACTERS / OPEN - 6, CHARACTERS / OPEN + 6);
        assert_int_equal(sessions[i], stage_test_stage->slot_sessions[i]);
    }

    /* A session that moves to another slot misses no tick, and has none twice. */
    for (int i = 0; i < SESSIONS; i++)
        for (int k = 1; k < all[i].frame_count; k++) wrong += all[i].ticks[k] != all[i].ticks[k - 1] + 1;
    assert_int_equal(wrong, 0);
    assert_int_equal(all[0].frame_count, 61);

    /* Once even, they stay where they are. */
    int before[SESSIONS], k = 0;
    for (const pd_srv_session *s = stage_test_stage->sessions; s; s = s->next) before[k++] = s->slot;
    stage_test_step(20);
    k = 0;
    for (const pd_srv_session *s = stage_test_stage->sessions; s; s = s->next)
        assert_int_equal(s->slot, before[k++]);
    for (int i = 0; i < SESSIONS; i++) stage_test_leave(&all[i], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(every_tick_gives_a_frame_at_its_due_time),
        STAGE_TEST(frames_come_with_the_divisor_from_where_it_was_set),
        STAGE_TEST(equal_profiles_share_bytes_and_others_get_their_own),
        STAGE_TEST(one_empty_frame_tells_that_the_last_character_has_gone),
        STAGE_TEST(a_subscriber_to_every_third_frame_gets_the_frame_without_characters),
        STAGE_TEST(neighbours_do_not_change_a_frame),
        STAGE_TEST(sessions_are_spread_over_slots_of_the_tick),
        STAGE_TEST(slots_have_as_many_characters_each_however_they_are_spread_over_sessions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
