/* The stage without sockets, threads or waiting: the clock advances when a thread sleeps on it, and the sink records messages. */
#include "server/stage/stage.h"

#include "clients/c/posed.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_host.h"
#include "tests/support/checked_locks.h"
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

static struct {
    int64_t work_us; /* time that passes while a frame is delivered */
    double byte_us;  /* time that a byte of a frame takes           */
} delivery;

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

static int wakes;
static bool forgets; /* frames of a stage that runs as fast as it can */

static void record_text(void *to, const void *text, size_t size)
{
    recorder *r = to;
    pd_buffer_add(&r->texts, text, size);
    pd_buffer_add(&r->texts, "\n", 1);
}

static bool record_frame(void *to, pd_srv_frame *frame)
{
    recorder *r = to;
    posed_frame in;
    if (forgets) {
        pd_srv_frame_release(frame);
        return true;
    }
    posed_character who = {0};

    assert_true(posed_frame_open(&in, frame->bytes + PD_SRV_FRAME_PRE, frame->size));
    assert_true(r->frame_count < FRAMES_KEPT);
    posed_frame_next(&in, &who, (posed_counts){31, 12});
    r->ticks[r->frame_count] = in.tick;
    r->times[r->frame_count] = in.time;
    r->seqs[r->frame_count] = who.seq;
    r->character_counts[r->frame_count++] = in.character_count;
    pd_buffer_clear(&r->last);
    pd_buffer_add(&r->last, frame->bytes + PD_SRV_FRAME_PRE, frame->size);

    stage_clock_time.now_us += delivery.work_us + (int64_t)(delivery.byte_us * (double)frame->size);
    pd_srv_frame_release(frame);
    return true;
}

static void record_wake(void *ctx)
{
    ++*(int *)ctx;
}

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_stage *stage;

static int set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);

    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 1000000 / PERIOD,
                                         .stream_sessions = 100,
                                         .stream_characters = 10,
                                         .stream_resume_window = 1,
                                         .stream_input_timeout = 5}};
    atomic_init(&config.now, &settings);
    memset(&stage_clock_time, 0, sizeof stage_clock_time);
    memset(&delivery, 0, sizeof delivery);
    stage_clock_time.now_us = 1000000;
    wakes = 0;

    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {NULL, stage_clock_now, stage_clock_sleep},
                                    .sink = {record_text, record_frame, record_wake, &wakes}};
    assert_int_equal(pd_srv_stage_new(&stage, &deps, &err), PD_OK);
    return 0;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

static void step(int count)
{
    for (int i = 0; i < count; i++) pd_srv_stage_step(stage);
}

static pd_status try_join(recorder *r, const pd_srv_join *wanted, pd_error *err)
{
    memset(r, 0, sizeof *r);
    *err = (pd_error){0};
    return pd_srv_stage_join(stage, &r->subscriber, &r->joined, r, wanted, err);
}

static void join(recorder *r, pd_srv_join wanted)
{
    pd_error err;
    if (try_join(r, &wanted, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
}

static void leave(recorder *r, int for_good)
{
    if (r->subscriber) pd_srv_stage_leave(stage, r->subscriber, for_good);
    r->subscriber = NULL;
    free(r->joined.there);
    r->joined.there = NULL;
    pd_buffer_deinit(&r->last);
    pd_buffer_deinit(&r->texts);
}

static uint32_t spawn(recorder *r)
{
    uint32_t id = 0;
    pd_error err = {0};
    const pd_srv_spawn wanted = {.facing = 0.5};
    if (pd_srv_stage_spawn(stage, &id, r->subscriber, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

static pd_status try_spawn_at(recorder *r, uint32_t *id, double walk_speed, pd_error *err)
{
    pd_character_control control = pd_character_control_default();
    control.walk_speed = walk_speed;
    const pd_srv_spawn wanted = {.control = &control};
    return pd_srv_stage_spawn(stage, id, r->subscriber, &wanted, err);
}

static void input(recorder *r, uint32_t id, uint32_t seq, double forward)
{
    pd_error err = {0};
    const pd_character_input in = {.move = {0, forward}};
    assert_int_equal(pd_srv_stage_input(stage, r->subscriber, id, seq, &in, &err), PD_OK);
}

static void set_profile(recorder *r, unsigned channels, int divisor, int bits)
{
    const pd_api_profile profile = {channels, divisor, bits, 0};
    pd_srv_stage_profile(stage, r->subscriber, &profile, NULL);
}

static void expect_ticks(const recorder *r, int count, const uint32_t *ticks)
{
    assert_int_equal(r->frame_count, count);
    for (int i = 0; i < count; i++) assert_int_equal(r->ticks[i], ticks[i]);
}

static int said(const recorder *r, const char *words)
{
    return r->texts.size && memmem(r->texts.data, r->texts.size, words, strlen(words)) != NULL;
}

/* -- frames ------------------------------------------------------------------------- */

static void every_tick_gives_a_frame_at_its_due_time(void **state)
{
    (void)state;
    recorder r;
    join(&r, (pd_srv_join){0});
    assert_false(r.joined.resumed);
    assert_int_equal(strlen(r.joined.session), PD_SRV_SESSION_ID - 1);
    assert_int_equal(strlen(r.joined.token), PD_SRV_TOKEN - 1);
    step(2);
    assert_int_equal(r.frame_count, 0); /* nobody is there yet */
    assert_int_equal(wakes, 0);

    spawn(&r);
    step(3);
    expect_ticks(&r, 3, (const uint32_t[]){3, 4, 5});
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r.character_counts[i], 1);
        assert_near(r.times[i], 1 + 1e-6 * PERIOD * (3 + i), 1e-9);
    }
    assert_int_equal(wakes, 3);
    leave(&r, 1);
}

static void frames_come_with_the_divisor_from_where_it_was_set(void **state)
{
    (void)state;
    recorder r;
    join(&r, (pd_srv_join){0});
    spawn(&r);
    step(3);
    r.frame_count = 0;
    set_profile(&r, PD_API_CHANNEL_ROOT, 3, 48);
    step(9);
    expect_ticks(&r, 3, (const uint32_t[]){4, 7, 10});
    leave(&r, 1);
}

static void equal_profiles_share_bytes_and_others_get_their_own(void **state)
{
    (void)state;
    recorder owner, same, fewer, rare;
    join(&owner, (pd_srv_join){0});
    spawn(&owner);
    step(1);
    const pd_srv_join watch = {.watch = owner.joined.session};
    join(&same, watch);
    join(&fewer, watch);
    join(&rare, watch);
    assert_string_equal(same.joined.token, ""); /* a watcher cannot take it over */
    assert_int_equal(same.joined.there_count, 1);
    set_profile(&fewer, PD_API_CHANNEL_ROOT, 1, 48);
    set_profile(&rare, PD_API_CHANNEL_ROOT, 2, 48);
    step(2);

    assert_int_equal(same.last.size, owner.last.size);
    assert_memory_equal(same.last.data, owner.last.data, owner.last.size);
    assert_true(fewer.last.size < owner.last.size);
    assert_int_equal(same.frame_count, 2);
    assert_int_equal(fewer.frame_count, 2);
    assert_int_equal(rare.frame_count, 1);

    recorder *all[] = {&rare, &fewer, &same, &owner};
    for (int i = 0; i < 4; i++) leave(all[i], 1);
}

static void one_empty_frame_tells_that_the_last_character_has_gone(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    join(&r, (pd_srv_join){0});
    uint32_t id = spawn(&r);
    step(1);
    assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, id, &err), PD_OK);
    step(4);
    assert_int_equal(r.frame_count, 3); /* with it, while it is dead, without */
    assert_int_equal(r.character_counts[0], 1);
    assert_int_equal(r.character_counts[1], 0);
    assert_int_equal(r.character_counts[2], 0);
    assert_int_equal(pd_srv_stage_now(stage).characters, 0);
    leave(&r, 1);
}

static void a_subscriber_to_every_third_frame_gets_the_frame_without_characters(void **state)
{
    (void)state;
    for (int early = 0; early < 3; early++) { /* wherever among three ticks it goes */
        recorder r;
        pd_error err = {0};
        join(&r, (pd_srv_join){0});
        uint32_t id = spawn(&r);
        set_profile(&r, PD_API_CHANNEL_ROOT, 3, 48);
        step(4 + early);
        assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, id, &err), PD_OK);
        step(6);
        assert_int_equal(r.character_counts[0], 1);
        assert_int_equal(r.character_counts[r.frame_count - 1], 0);
        int frames = r.frame_count;
        step(6);
        assert_int_equal(r.frame_count, frames);
        leave(&r, 1);
    }
}

/* Plays the frames of a session, whatever its neighbours are. */
static void play_beside(pd_buffer *out, int neighbours)
{
    recorder r, others[20];
    join(&r, (pd_srv_join){0});
    uint32_t first = spawn(&r);
    for (int i = 0; i < neighbours; i++) {
        join(&others[i], (pd_srv_join){0});
        input(&others[i], spawn(&others[i]), 9, -1);
    }
    set_profile(&r, 0x1f, 1, 48);
    input(&r, first, 1, 1);
    step(20);
    pd_buffer_clear(out);
    pd_buffer_add(out, r.last.data, r.last.size);
    for (int i = 0; i < neighbours; i++) leave(&others[i], 1);
    leave(&r, 1);
}

static void neighbours_do_not_change_a_frame(void **state)
{
    pd_buffer alone = {0}, among = {0};
    play_beside(&alone, 0);
    tear_down(state); /* ids and ticks from the beginning */
    set_up(state);
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
    settings.cfg.stream_sessions = SESSIONS;
    for (int i = 0; i < SESSIONS; i++) {
        join(&all[i], (pd_srv_join){0});
        if (i < PD_SRV_BATCH - 1) assert_int_equal(stage->sessions->slot, 0);
        if (i == PD_SRV_BATCH) assert_int_equal(stage->sessions->slot, SECOND);
    }
    spawn(&all[0]);
    spawn(&all[PD_SRV_BATCH]);
    step(1);
    assert_near(all[0].times[0], 1 + 1e-6 * PERIOD, 1e-9);
    assert_near(all[PD_SRV_BATCH].times[0], 1 + 1e-6 * (PERIOD + SECOND * PERIOD / PD_SRV_SLOTS), 1e-9);
    assert_int_equal(all[0].ticks[0], all[PD_SRV_BATCH].ticks[0]);

    for (const pd_srv_session *s = stage->sessions; s; s = s->next) of_slot[s->slot]++;
    for (int i = 0; i < PD_SRV_SLOTS; i++) {
        assert_true(of_slot[i] >= PD_SRV_BATCH);
        assert_int_equal(of_slot[i], stage->slot_sessions[i]);
    }
    for (int i = 0; i < SESSIONS; i++) leave(&all[i], 1);
    step(1);
    for (int i = 0; i < PD_SRV_SLOTS; i++) assert_int_equal(stage->slot_sessions[i], 0);
}

/* Sessions of one to 13 characters, which all joined before any was spawned. */
static void slots_have_as_many_characters_each_however_they_are_spread_over_sessions(void **state)
{
    (void)state;
    enum { SESSIONS = 13, CHARACTERS = SESSIONS * (SESSIONS + 1) / 2, OPEN = 1 + CHARACTERS / PD_SRV_BATCH };
    static recorder all[SESSIONS];
    settings.cfg.stream_sessions = settings.cfg.stream_characters = SESSIONS;
    for (int i = 0; i < SESSIONS; i++) join(&all[i], (pd_srv_join){0});
    for (int i = 0; i < SESSIONS; i++)
        for (int k = 0; k <= i; k++) spawn(&all[i]);
    step(1);
    stage->groups->cost = (pd_srv_unit_cost){.us = 1e9, .count = 1e9 / 20}; /* 20 us a character */
    step(60);

    int characters[PD_SRV_SLOTS] = {0}, sessions[PD_SRV_SLOTS] = {0}, wrong = 0;
    for (const pd_srv_session *s = stage->sessions; s; s = s->next) {
        characters[s->slot] += s->character_count;
        sessions[s->slot]++;
    }
    for (int i = 0; i < PD_SRV_SLOTS; i++) {
        if (sessions[i]) assert_in_range(characters[i], CHARACTERS / OPEN - 6, CHARACTERS / OPEN + 6);
        assert_int_equal(sessions[i], stage->slot_sessions[i]);
    }

    /* A session that moves to another slot misses no tick, and has none twice. */
    for (int i = 0; i < SESSIONS; i++)
        for (int k = 1; k < all[i].frame_count; k++) wrong += all[i].ticks[k] != all[i].ticks[k - 1] + 1;
    assert_int_equal(wrong, 0);
    assert_int_equal(all[0].frame_count, 61);

    /* Once even, they stay where they are. */
    int before[SESSIONS], k = 0;
    for (const pd_srv_session *s = stage->sessions; s; s = s->next) before[k++] = s->slot;
    step(20);
    k = 0;
    for (const pd_srv_session *s = stage->sessions; s; s = s->next) assert_int_equal(s->slot, before[k++]);
    for (int i = 0; i < SESSIONS; i++) leave(&all[i], 1);
}

/* Frames that each wake finds, and characters of them. */
static int woken_frames[8];

static void record_woken(void *ctx)
{
    (void)ctx;
    if (wakes < 8) woken_frames[wakes] = (int)stage->frames;
    wakes++;
}

static void frames_leave_when_a_batch_of_characters_is_done(void **state)
{
    (void)state;
    enum { SESSIONS = 16, EACH = 4, FIRST = PD_SRV_BATCH / EACH };
    static recorder all[SESSIONS];
    for (int i = 0; i < SESSIONS; i++) {
        join(&all[i], (pd_srv_join){.client = (uint64_t)i + 1});
        for (int k = 0; k < EACH; k++) spawn(&all[i]);
    }
    for (pd_srv_session *s = stage->sessions; s; s = s->next) s->slot = 0;
    memset(stage->slot_sessions, 0, sizeof stage->slot_sessions);
    stage->slot_sessions[0] = SESSIONS;
    wakes = 0;
    stage->deps.sink.wake = record_woken;
    step(1);
    stage->deps.sink.wake = record_wake;

    /* 64 characters in two batches: 24 and 40. A third batch of the last 16 would be too small. */
    assert_int_equal(wakes, 2);
    assert_int_equal(woken_frames[0], FIRST);
    assert_int_equal(woken_frames[1], SESSIONS);
    for (int i = 0; i < SESSIONS; i++) leave(&all[i], 1);
}

/* -- inputs -------------------------------------------------------------------------- */

static void an_input_holds_until_the_next_and_frames_tell_which_it_was(void **state)
{
    (void)state;
    recorder r;
    join(&r, (pd_srv_join){0});
    uint32_t id = spawn(&r);
    input(&r, id, 7, 1);
    step(2);
    input(&r, id, 8, 1);
    input(&r, id, 9, 0.5); /* the newest one counts */
    step(2);
    const uint32_t seqs[] = {7, 7, 9, 9};
    for (int i = 0; i < 4; i++) assert_int_equal(r.seqs[i], seqs[i]);
    assert_near(stage->sessions->characters->now.move[1], 0.5, 0);
    leave(&r, 1);
}

static int group_count(void)
{
    int count = 0;
    for (const pd_srv_model_group *g = stage->groups; g; g = g->next) count++;
    return count;
}

static void characters_of_one_session_have_constants_of_their_own(void **state)
{
    (void)state;
    recorder r;
    uint32_t ids[2];
    pd_error err = {0};
    join(&r, (pd_srv_join){0});
    for (int i = 0; i < 2; i++) assert_int_equal(try_spawn_at(&r, &ids[i], i ? 1.6 : 0.8, &err), PD_OK);
    for (int i = 0; i < 2; i++) input(&r, ids[i], 1, 1);
    step(2);

    const pd_srv_character *fast = stage->sessions->characters, *slow = fast->next;
    /* each character has its own pace */
    assert_near(fast->motion.trajectory.goal.asked[1], 2 * slow->motion.trajectory.goal.asked[1], 0.1);
    assert_int_equal(group_count(), 2);
    leave(&r, 1);
    step(2);
    assert_int_equal(group_count(), 0);
}

static void a_session_has_four_sets_of_constants_besides_the_usual_one(void **state)
{
    (void)state;
    recorder r;
    uint32_t id;
    pd_error err = {0};
    join(&r, (pd_srv_join){0});
    spawn(&r);
    for (int i = 0; i < 4; i++) assert_int_equal(try_spawn_at(&r, &id, 1 + 0.125 * i, &err), PD_OK);
    assert_int_equal(try_spawn_at(&r, &id, 1.25, &err), PD_OK);
    assert_int_equal(try_spawn_at(&r, &id, 1.2, &err), PD_OK); /* the usual one */
    assert_int_equal(try_spawn_at(&r, &id, 0.5, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/control");
    assert_int_equal(group_count(), 5);
    leave(&r, 1);
}

/* A session that comes from another daemon brings its sets along, also more than are allowed here: it gets no more. */
static void a_session_that_brought_five_sets_gets_no_sixth(void **state)
{
    (void)state;
    recorder r;
    uint32_t id;
    pd_error err = {0};
    join(&r, (pd_srv_join){0});
    for (int i = 0; i < 4; i++) assert_int_equal(try_spawn_at(&r, &id, 1 + 0.125 * i, &err), PD_OK);
    spawn(&r);
    for (pd_srv_character *a = stage->sessions->characters; a; a = a->next)
        if (a->id == id + 1) a->group->figure.control.walk_speed = 0.75; /* the usual one until now */
    assert_int_equal(try_spawn_at(&r, &id, 0.75, &err), PD_OK);
    assert_int_equal(try_spawn_at(&r, &id, 0.5, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/control");
    leave(&r, 1);
}

/* However many characters share a set, and whichever comes first. */
static void a_set_of_constants_counts_once(void **state)
{
    (void)state;
    for (int first = 0; first < 3; first++) {
        recorder r;
        uint32_t id;
        pd_error err = {0};
        join(&r, (pd_srv_join){0});
        for (int i = 0; i < 5; i++) {
            const int set = i < first ? i : i < first + 3 ? first : i - 2; /* `first` three times */
            assert_int_equal(try_spawn_at(&r, &id, 1 + 0.125 * set, &err), PD_OK);
        }
        assert_int_equal(try_spawn_at(&r, &id, 0.5, &err), PD_OK); /* the fourth set */
        assert_int_equal(try_spawn_at(&r, &id, 0.625, &err), PD_ERR_LIMIT);
        assert_non_null(strstr(err.detail, "at most 4"));
        leave(&r, 1);
        step(2);
    }
}

static double move_after(double timeout, int ticks)
{
    recorder r;
    settings.cfg.stream_input_timeout = timeout;
    join(&r, (pd_srv_join){0});
    uint32_t id = spawn(&r);
    input(&r, id, 1, 1);
    step(ticks);
    double move = stage->sessions->characters->now.move[1];
    leave(&r, 1);
    return move;
}

static void a_character_stands_still_after_the_input_timeout(void **state)
{
    (void)state;
    assert_near(move_after(0.05, 5), 1, 0); /* its age is the timeout */
    assert_near(move_after(0.05, 6), 0, 0);
}

static void a_character_without_an_input_timeout_moves_for_ever(void **state)
{
    (void)state;
    assert_near(move_after(0, 40), 1, 0);
}

static void an_input_ends_a_path_that_was_asked_for_in_the_same_tick(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    const pd_character_follow follow = {.points = {{0, 5}}, .count = 1};
    join(&r, (pd_srv_join){0});
    uint32_t id = spawn(&r);
    assert_int_equal(pd_srv_stage_follow(stage, r.subscriber, id, &follow, &err), PD_OK);
    input(&r, id, 1, 1);
    step(1);
    assert_null(stage->sessions->characters->follow);

    input(&r, id, 2, 1);
    assert_int_equal(pd_srv_stage_follow(stage, r.subscriber, id, &follow, &err), PD_OK);
    step(1);
    assert_non_null(stage->sessions->characters->follow);
    leave(&r, 1);
}

static void a_path_is_followed_to_its_end_which_everybody_hears(void **state)
{
    (void)state;
    recorder r, watcher;
    pd_error err = {0};
    const pd_character_follow follow = {.points = {{0, 0}}, .count = 1};
    join(&r, (pd_srv_join){0});
    join(&watcher, (pd_srv_join){.watch = r.joined.session});
    uint32_t id = spawn(&r);
    assert_int_equal(pd_srv_stage_follow(stage, r.subscriber, id, &follow, &err), PD_OK);
    step(3);
    assert_true(said(&r, "\"arrived\""));
    assert_true(said(&watcher, "\"arrived\""));
    assert_non_null(stage->sessions->characters->follow);
    input(&r, id, 1, 1); /* ends the path */
    step(1);
    assert_null(stage->sessions->characters->follow);
    leave(&watcher, 1);
    leave(&r, 1);
}

enum { WALKERS = 3, WALKED = 250 };

/* Records the stick (x, z) of three characters that walk through each other's places, in a room that is turned about the vertical by quarter
 * turns. `space`: their distance. */
static void walk_in_turned_room(double out[WALKERS][WALKED][2], int quarters, double space)
{
    static const double from[WALKERS][2] = {{0, 0}, {0.2, 2.5}, {-1.5, 1}},
                        to[WALKERS][2] = {{0.1, 6}, {0, -4}, {5, 1.2}};
    const double c = quarters == 0   ? 1
                     : quarters == 2 ? -1
                                     : 0,
                 s = quarters == 1   ? 1
                     : quarters == 3 ? -1
                                     : 0;
    recorder r;
    pd_error err = {0};
    uint32_t ids[WALKERS];
    api_host_state.matching = databases_mover(30);
    join(&r, (pd_srv_join){0});
    for (int i = 0; i < WALKERS; i++) {
        const double facing = atan2(to[i][0] - from[i][0], to[i][1] - from[i][1]);
        const pd_srv_spawn wanted = {
            .motion = PD_API_BY_MATCHING,
            .position = {c * from[i][0] + s * from[i][1], c * from[i][1] - s * from[i][0]},
            .facing = facing + quarters * M_PI / 2};
        assert_int_equal(pd_srv_stage_spawn(stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
        const pd_character_follow follow = {
            .points = {{c * to[i][0] + s * to[i][1], c * to[i][1] - s * to[i][0]}},
            .count = 1,
            .space = space};
        assert_int_equal(pd_srv_stage_follow(stage, r.subscriber, ids[i], &follow, &err), PD_OK);
    }
    forgets = true;
    for (int t = 0; t < WALKED; t++) {
        step(1);
        for (const pd_srv_character *a = stage->sessions->characters; a; a = a->next)
            for (int i = 0; i < WALKERS; i++) {
                if (a->id != ids[i]) continue;
                const double x = a->now.move[0], z = a->now.move[1];
                out[i][t][0] = c * x - s * z, out[i][t][1] = c * z + s * x; /* turned back */
            }
    }
    forgets = false;
    leave(&r, 1);
    tear_down(NULL);
    pd_pfnn_model_release(api_host_state.matching);
    set_up(NULL); /* each room has a stage of its own */
}

/* Which way is north does not matter to who keeps a distance from whom: in a room that is turned everybody steers the turned way. */
static void those_who_keep_apart_do_so_whichever_way_they_walk(void **state)
{
    (void)state;
    static double straight[WALKERS][WALKED][2], turned[WALKERS][WALKED][2], heedless[WALKERS][WALKED][2];
    walk_in_turned_room(straight, 0, 1.2);
    walk_in_turned_room(heedless, 0, 0);
    double yields[2] = {0};
    for (int i = 0; i < WALKERS; i++)
        for (int t = 0; t < WALKED; t++)
            for (int k = 0; k < 2; k++)
                yields[k] = fmax(yields[k], fabs(straight[i][t][k] - heedless[i][t][k]));
    assert_true(yields[0] > 0.5 && yields[1] > 0.5);
    for (int quarters = 1; quarters < 4; quarters++) {
        walk_in_turned_room(turned, quarters, 1.2);
        for (int i = 0; i < WALKERS; i++)
            for (int t = 0; t < WALKED; t++)
                for (int k = 0; k < 2; k++)
                    if (fabs(turned[i][t][k] - straight[i][t][k]) > 0.02)
                        fail_msg("%d %d %d %g %g", i, t, k, turned[i][t][k], straight[i][t][k]);
    }
}

/* By core/character/action/space.h two characters may cover their distance beyond 0.6 m no faster than within 0.25 s. Two walk into each other; the
 * push of each tick keeps this limit. */
static void a_pushed_character_comes_no_nearer_than_allowed(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    uint32_t ids[2];
    api_host_state.matching = databases_mover(30);
    join(&r, (pd_srv_join){0});
    for (int i = 0; i < 2; i++) {
        const pd_srv_spawn wanted = {
            .motion = PD_API_BY_MATCHING, .position = {0, 0.8 * i}, .facing = i * M_PI};
        assert_int_equal(pd_srv_stage_spawn(stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
        const pd_character_follow follow = {.points = {{0, i ? -6 : 6}}, .count = 1, .space = 1};
        assert_int_equal(pd_srv_stage_follow(stage, r.subscriber, ids[i], &follow, &err), PD_OK);
    }
    forgets = true;
    double before = 0;
    int pushes = 0;
    for (int t = 0; t < 60; t++) { /* then they turn to pass each other */
        step(1);
        const pd_srv_character *a = stage->sessions->characters, *b = a->next;
        const double apart = hypot(a->motion.pose.root.x - b->motion.pose.root.x,
                                   a->motion.pose.root.z - b->motion.pose.root.z);
        const double speed = (before - apart) * PD_CHARACTER_RATE, allowed = (before - 0.6) / 0.25;
        const bool is_pushed = a->motion.trajectory.pushed[1] < 0 || a->motion.trajectory.pushed[1] > 0;
        if (is_pushed && speed > allowed + 0.01) fail_msg("%d: %g m/s, %g allowed", t, speed, allowed);
        pushes += is_pushed;
        before = apart;
    }
    assert_true(pushes > 20);
    forgets = false;
    leave(&r, 1);
    tear_down(NULL);
    pd_pfnn_model_release(api_host_state.matching);
    set_up(NULL);
}

/* A wall all round where it stands. */
static void a_character_sent_to_an_unreachable_place_says_so_and_stays(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    int is_new;
    pd_anim_scene pen;
    assert_int_equal(pd_anim_scene_init(&pen, 4, 0, 0, 0, "", &err), PD_OK);
    for (int i = 0; i < 4; i++) {
        const double corners[5][2] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}, {-2, -2}};
        pen.walls[i] =
            (pd_anim_wall){{corners[i][0], corners[i][1]}, {corners[i + 1][0], corners[i + 1][1]}, 0.1};
    }
    pd_api_scene *scene = pd_api_scene_new("pen", &pen);
    assert_int_equal(api_host_table.scene_put(api_host_table.ctx, scene, NULL, &is_new, &err), PD_OK);
    join(&r, (pd_srv_join){.scene = "pen"});
    uint32_t id = spawn(&r);
    step(1);

    const pd_character_sit_request far = {.sit = true, .seat = {0, 5}, .height = 0.45, .seconds = 1.7};
    const pd_character_sit_request near = {
        .sit = true, .seat = {0, 1}, .facing = 3, .height = 0.45, .seconds = 1.7};
    const pd_character_follow round = {.points = {{0, 5}}, .count = 1, .round = true};
    assert_int_equal(pd_srv_stage_sit(stage, r.subscriber, id, &near, &err), PD_OK);
    step(3);
    assert_false(said(&r, "\"unreachable\""));
    assert_int_equal(stage->sessions->characters->overlay.sit.stage, PD_CHARACTER_SIT_COMING);
    assert_int_equal(pd_srv_stage_sit(stage, r.subscriber, id, &far, &err), PD_OK);
    step(3);
    assert_true(said(&r, "\"unreachable\""));
    assert_int_equal(stage->sessions->characters->overlay.sit.stage, PD_CHARACTER_SIT_NOT);

    assert_int_equal(pd_srv_stage_follow(stage, r.subscriber, id, &round, &err), PD_OK);
    step(3);
    const pd_srv_character *a = stage->sessions->characters;
    assert_true(a->follow->has_way && a->follow->arrived);
    assert_near(pd_character_input_push(&a->now), 0, 0);
    leave(&r, 1);
}

/* Four characters of one client request routes before one of another client. A route takes 20 ms; a tick has 10. */
static void share_ways(bool in_two_slots)
{
    enum { MANY = 4, GREEDY = 7, OTHER = 3 };
    recorder greedy, other;
    uint32_t ids[MANY], id;
    pd_error err = {0};
    const pd_character_follow round = {.points = {{0, 5}}, .count = 1, .round = true};
    join(&other, (pd_srv_join){.client = OTHER});
    join(&greedy, (pd_srv_join){.client = GREEDY});
    for (int i = 0; i < MANY; i++) ids[i] = spawn(&greedy);
    id = spawn(&other);
    if (in_two_slots) {
        for (pd_srv_session *s = stage->sessions; s; s = s->next) s->slot = s->client == OTHER;
        stage->slot_sessions[0] = stage->slot_sessions[1] = 1;
    }
    stage->way_slot = 5, stage->way_client = GREEDY - 1;
    step(1);

    for (int i = 0; i < MANY; i++)
        assert_int_equal(pd_srv_stage_follow(stage, greedy.subscriber, ids[i], &round, &err), PD_OK);
    assert_int_equal(pd_srv_stage_follow(stage, other.subscriber, id, &round, &err), PD_OK);
    stage_clock_time.look_us = 20000;
    int found[2] = {0};
    for (int tick = 1; tick <= 60; tick++) {
        const int before = found[0] + found[1];
        step(1);
        found[0] = found[1] = 0;
        for (const pd_srv_session *s = stage->sessions; s; s = s->next)
            for (const pd_srv_character *a = s->characters; a; a = a->next)
                found[s->client == OTHER] += a->follow && a->follow->has_way;
        assert_in_range(found[0] + found[1], before, before + 1);
        if (found[0] + found[1] == 2) assert_int_equal(found[1], 1);
    }
    stage_clock_time.look_us = 0;
    assert_int_equal(found[0] + found[1], 3); /* a tenth of the time: one in twenty ticks */
    leave(&greedy, 1);
    leave(&other, 1);
}

/* Ticks of the characters of two sessions at each time when finished frames are sent. */
static struct {
    uint32_t small, dear;
} moves[4];

static void record_moves(void *ctx)
{
    int *count = ctx;
    for (const pd_srv_session *s = stage->sessions; s; s = s->next)
        *(s->character_count > 1 ? &moves[*count].dear : &moves[*count].small) = s->characters->motion.ticks;
    ++*count;
}

static void characters_of_a_client_with_many_move_after_the_others(void **state)
{
    (void)state;
    enum { MANY = 10 };
    recorder dear, small;
    join(&dear, (pd_srv_join){.client = 7});
    join(&small, (pd_srv_join){.client = 3});
    for (int i = 0; i < MANY; i++) spawn(&dear);
    spawn(&small);
    step(3);
    stage->deps.sink.wake = record_moves;

    stage->groups->cost =
        (pd_srv_unit_cost){.us = 0.04 * PERIOD, .count = 10}; /* ten move for 4 % of a tick */
    wakes = 0;
    step(1);
    assert_int_equal(wakes, 1);
    stage->groups->cost = (pd_srv_unit_cost){.us = 0.06 * PERIOD, .count = 10};
    wakes = 0;
    step(1);
    assert_int_equal(wakes, 2);
    assert_int_equal(moves[0].small, moves[0].dear + 1); /* neighbour's frame goes out first */
    assert_int_equal(moves[1].small, moves[1].dear);
    stage->deps.sink.wake = record_wake;
    leave(&dear, 1);
    leave(&small, 1);
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

static void a_look_keeps_the_stick_and_starts_its_timeout_anew(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    const double at[2] = {3, 4};
    const pd_character_gaze_request gaze = {0};
    join(&r, (pd_srv_join){0});
    uint32_t id = spawn(&r);
    settings.cfg.stream_input_timeout = 0.05;
    input(&r, id, 1, 1);
    step(4);
    assert_int_equal(pd_srv_stage_look(stage, r.subscriber, id, at, &gaze, &err), PD_OK);
    step(4);
    const pd_srv_character *a = stage->sessions->characters;
    assert_true(a->now.has_look && a->now.look[0] == 3 && a->now.look[1] == 4);
    assert_near(a->now.move[1], 1, 0);
    assert_int_equal(pd_srv_stage_look(stage, r.subscriber, id, NULL, &gaze, &err), PD_OK);
    step(1);
    assert_false(stage->sessions->characters->now.has_look);
    leave(&r, 1);
}

/* -- lateness -------------------------------------------------------------------------- */

static void a_late_stage_skips_ticks_and_keeps_its_beat(void **state)
{
    (void)state;
    recorder r;
    join(&r, (pd_srv_join){0});
    spawn(&r);
    step(1);
    stage_clock_time.oversleep_us = 3 * PERIOD + PERIOD / 2;
    step(1);
    stage_clock_time.oversleep_us = 0;
    step(2);

    expect_ticks(&r, 4, (const uint32_t[]){1, 2, 3, 4}); /* numbers have no gaps */
    const int due[] = {1, 2, 5, 6};                      /* due times have: 3 and 4 were over */
    for (int i = 0; i < 4; i++) assert_near(r.times[i], 1 + 1e-6 * PERIOD * due[i], 1e-9);
    assert_int_equal(pd_srv_stage_now(stage).skipped_ticks, 2);
    leave(&r, 1);
}

static void less_than_a_tick_late_skips_nothing(void **state)
{
    (void)state;
    stage_clock_time.oversleep_us = PERIOD;
    step(10);
    assert_int_equal(pd_srv_stage_now(stage).skipped_ticks, 0);
    assert_int_equal(pd_srv_stage_now(stage).tick, 10);
    assert_near(pd_srv_stage_now(stage).late_ms, 10 * (1 - pow(0.95, 10)), 1e-9); /* smoothed */
}

/* A quarter of each tick is worked: the part is shown smoothed, a twentieth of the difference a tick. */
static void load_is_the_part_of_its_time_that_a_tick_takes(void **state)
{
    (void)state;
    recorder r;
    join(&r, (pd_srv_join){0});
    spawn(&r);
    delivery.work_us = PERIOD / 4;
    double wanted = pd_srv_stage_now(stage).load;
    for (int i = 0; i < 40; i++) {
        step(1);
        wanted += 0.05 * (0.25 - wanted);
        assert_near(pd_srv_stage_now(stage).load, wanted, 1e-9);
    }
    leave(&r, 1);
}

/* At 85 % of the ticks' time a client with less than half of all characters may have more, one with half may not. */
static void a_client_with_half_of_all_characters_gets_no_more(void **state)
{
    (void)state;
    recorder two, three;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    join(&two, (pd_srv_join){.client = 2});
    join(&three, (pd_srv_join){.client = 3});
    for (int i = 0; i < 2; i++) spawn(&two);
    for (int i = 0; i < 3; i++) spawn(&three);
    stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage, &id, three.subscriber, &wanted, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "85 %"));
    stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage, &id, two.subscriber, &wanted, &err), PD_OK); /* 2 of 5 */
    stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage, &id, two.subscriber, &wanted, &err), PD_ERR_BUSY); /* 3 of 6 */
    stage->motion_load = 0.95;
    assert_int_equal(pd_srv_stage_spawn(stage, &id, three.subscriber, &wanted, &err), PD_ERR_BUSY);
    stage->motion_load = 0;
    leave(&two, 1);
    leave(&three, 1);
}

/* Prometheus' histograms are cumulative: each bucket counts the values up to its bound, and the last one counts all. */
static void lateness_is_reported_as_a_histogram(void **state)
{
    (void)state;
    static const int late_us[] = {0, 300, 700, 700, 1500, 3000, 3000, 6000, 9000};
    enum { COUNT = sizeof late_us / sizeof *late_us };
    int sum_us = 0, buckets = 0, seen = 0;
    for (int i = 0; i < COUNT; i++) {
        stage_clock_time.oversleep_us = late_us[i];
        step(1);
        sum_us += late_us[i];
    }
    pd_buffer text = {0};
    pd_srv_stage_metrics(stage, &text);
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
    const struct pd_srv_stage kept = *stage;
    stage->session_count = 2, stage->character_count = 3, stage->state.load = 0.5, stage->ticks = 7;
    stage->state.skipped_ticks = 11, stage->refused = 13, stage->frames = 17, stage->postponed_frames = 19;
    stage->missed_vertices = 23, stage->observations = 29, stage->missed_observations = 31;
    stage->observe_seconds = 0.37, stage->datagrams = 41, stage->datagrams_dropped = 43;
    pd_buffer text = {0};
    pd_srv_stage_metrics(stage, &text);
    pd_buffer_add(&text, "", 1);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[96];
        snprintf(line, sizeof line, "\n%s\n", lines[i]);
        if (!strstr((char *)text.data, line)) fail_msg("%s is not in %s", lines[i], (char *)text.data);
    }
    pd_buffer_deinit(&text);
    stage->session_count = kept.session_count, stage->character_count = kept.character_count;
}

static void a_busy_stage_refuses_characters_and_keeps_those_it_has(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    join(&r, (pd_srv_join){0});
    spawn(&r);
    stage_clock_time.look_us =
        PERIOD / 100; /* characters take a part of each tick, however their frames are shared out */
    for (int i = 0; i < 20; i++) step(20), r.frame_count = 0;
    assert_true(stage->motion_load > 0 && stage->motion_load < 0.9);
    spawn(&r);

    stage_clock_time.look_us = PERIOD * 95 / 100;
    for (int i = 0; i < 20; i++) step(20), r.frame_count = 0;
    assert_int_equal(pd_srv_stage_spawn(stage, &id, r.subscriber, &wanted, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "no more are accepted now"));
    stage_clock_time.look_us = 0;
    for (int i = 0; i < 2 && !r.frame_count; i++) step(1);
    assert_int_equal(r.character_counts[0], 2);

    pd_buffer text = {0};
    pd_srv_stage_metrics(stage, &text);
    pd_buffer_add(&text, "", 1);
    assert_non_null(strstr((char *)text.data, "\nposed_spawns_refused_total 1\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_characters 2\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_sessions 1\n"));
    assert_non_null(strstr((char *)text.data, "\nposed_ticks_total 80"));
    pd_buffer_deinit(&text);
    leave(&r, 1);
}

/* -- sharing -------------------------------------------------------------------------- */

/* Joins a session of ten characters with every channel that needs no body, and one of one character with its root. */
static void crowd_and_neighbour(recorder *dear, recorder *neighbour, double byte_us)
{
    join(dear, (pd_srv_join){0});
    join(neighbour, (pd_srv_join){0});
    for (int i = 0; i < 10; i++) spawn(dear);
    spawn(neighbour);
    set_profile(dear, PD_API_CHANNEL_ROOT, 1, 48);
    set_profile(neighbour, PD_API_CHANNEL_ROOT, 1, 48);
    delivery.byte_us = byte_us;
    for (int i = 0; i < 4; i++)
        step(60), dear->frame_count = neighbour->frame_count = 0; /* what a byte takes is learned */
}

static void a_dear_session_is_lowered_and_its_neighbour_is_not(void **state)
{
    (void)state;
    recorder dear, neighbour;
    crowd_and_neighbour(&dear, &neighbour, 2);
    assert_false(said(&dear, "\"lowered\""));

    set_profile(&dear, PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_TRAJECTORY, 1, 48);
    step(60); /* all frames would take 10 x 500 bytes x 2 us: a whole tick each */
    assert_int_equal(neighbour.frame_count, 60);
    assert_int_equal(pd_srv_stage_now(stage).skipped_ticks, 0);
    assert_true(dear.frame_count > 20 && dear.frame_count < 45);
    assert_int_equal(dear.character_counts[5], 10); /* whole, though fewer */
    assert_true(said(&dear, "{\"type\":\"lowered\",\"asked\":1,\"divisor\":"));
    assert_false(said(&neighbour, "\"lowered\""));
    leave(&dear, 1);
    leave(&neighbour, 1);
}

static void a_session_that_asks_for_less_gets_all_frames_again_at_once(void **state)
{
    (void)state;
    recorder dear, neighbour;
    crowd_and_neighbour(&dear, &neighbour, 2);
    set_profile(&dear, PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS, 1, 48);
    step(50);
    assert_true(dear.frame_count < 45 && said(&dear, "\"lowered\""));
    dear.frame_count = neighbour.frame_count = 0;
    delivery.byte_us = 0.1;
    for (int i = 0; i < 8; i++) step(50), dear.frame_count = neighbour.frame_count = 0;
    step(50);
    assert_int_equal(dear.frame_count, 50);
    assert_true(said(&dear, "\"divisor\":1.00,\"detail\":\"as asked again\""));
    leave(&dear, 1);
    leave(&neighbour, 1);
}

static void a_session_that_leaves_frees_its_time_with_the_next_tick(void **state)
{
    (void)state;
    recorder dear, other;
    const unsigned channels = PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS;
    crowd_and_neighbour(&dear, &other, 1.2); /* of one of them 4.9 ms a tick of 10 */
    for (int i = 1; i < 10; i++) spawn(&other);
    set_profile(&dear, channels, 1, 48);
    set_profile(&other, channels, 1, 48);
    step(20);
    assert_true(dear.frame_count < 15 && other.frame_count < 15); /* both lowered, both equal */
    assert_true(abs(dear.frame_count - other.frame_count) <= 1);

    leave(&dear, 1);
    step(1);
    int before = other.frame_count;
    step(20);
    assert_int_equal(other.frame_count - before, 20);
    leave(&other, 1);
}

static void every_profile_of_a_session_has_its_turn(void **state)
{
    (void)state;
    enum { WATCHERS = 30 };
    recorder owner, neighbour, watchers[WATCHERS];
    crowd_and_neighbour(&owner, &neighbour, 2);
    for (int i = 0; i < WATCHERS; i++) {
        join(&watchers[i], (pd_srv_join){.watch = owner.joined.session});
        set_profile(&watchers[i], 1 + (unsigned)i, 1, 48);
    }
    step(60);
    assert_int_equal(neighbour.frame_count, 60);
    for (int i = 0; i < WATCHERS; i++) {
        if (watchers[i].frame_count < 2 || watchers[i].frame_count > 30)
            fail_msg("watcher %d has %d frames", i, watchers[i].frame_count);
        leave(&watchers[i], 1);
    }
    leave(&owner, 1);
    leave(&neighbour, 1);
}

/* -- sessions --------------------------------------------------------------------------- */

static void a_session_waits_for_its_token_as_long_as_the_window(void **state)
{
    (void)state;
    recorder r, again, late;
    pd_error err;
    join(&r, (pd_srv_join){0});
    uint32_t id = spawn(&r);
    set_profile(&r, PD_API_CHANNEL_ROOT, 2, 32);
    char token[PD_SRV_TOKEN];
    memcpy(token, r.joined.token, sizeof token);
    leave(&r, 0);
    step(100); /* exactly the window of one second */

    join(&again, (pd_srv_join){.resume = token});
    assert_true(again.joined.resumed);
    assert_int_equal(again.joined.tick, 100);
    assert_int_equal(again.joined.there_count, 1);
    assert_int_equal(again.joined.there[0].id, id);
    assert_string_equal(again.joined.there[0].model, "motion");
    step(4);
    assert_int_equal(again.frame_count, 2); /* with the profile that it had */
    input(&again, id, 1, 1);
    leave(&again, 0);

    step(101);
    assert_int_equal(pd_srv_stage_now(stage).sessions, 0);
    assert_int_equal(pd_srv_stage_now(stage).characters, 0);
    assert_int_equal(try_join(&late, &(pd_srv_join){.resume = token}, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/resume");
    assert_null(late.subscriber);
}

static void every_character_of_a_token_counts(void **state)
{
    (void)state;
    recorder r, other;
    pd_error err;
    join(&r, (pd_srv_join){0});
    char token[PD_SRV_TOKEN];
    memcpy(token, r.joined.token, sizeof token);
    assert_int_equal(strlen(token), PD_SRV_TOKEN - 1);
    assert_int_equal(strspn(token, "0123456789abcdef"), PD_SRV_TOKEN - 1);
    leave(&r, 0);

    for (int i = 0; i < PD_SRV_TOKEN - 1; i++) {
        token[i] ^= 1;
        if (try_join(&other, &(pd_srv_join){.resume = token}, &err) != PD_ERR_NOT_FOUND)
            fail_msg("character %d of the token does not count", i);
        token[i] ^= 1;
    }
    join(&other, (pd_srv_join){.resume = token});
    assert_true(other.joined.resumed);
    leave(&other, 1);
}

static void a_stage_says_when_its_last_tick_ended(void **state)
{
    (void)state;
    assert_int_equal(pd_srv_stage_stepped_us(stage), 1000000); /* when it was made */
    step(1);
    assert_int_equal(pd_srv_stage_stepped_us(stage), stage_clock_time.now_us);
    stage_clock_time.now_us += 5 * PERIOD;
    assert_true(pd_srv_stage_stepped_us(stage) < stage_clock_time.now_us);
    step(1);
    assert_int_equal(pd_srv_stage_stepped_us(stage), stage_clock_time.now_us);
}

static void a_session_that_was_left_for_good_cannot_be_resumed(void **state)
{
    (void)state;
    recorder r, watcher, late;
    pd_error err;
    join(&r, (pd_srv_join){0});
    join(&watcher, (pd_srv_join){.watch = r.joined.session});
    char token[PD_SRV_TOKEN];
    memcpy(token, r.joined.token, sizeof token);
    leave(&r, 1);
    assert_int_equal(try_join(&late, &(pd_srv_join){.resume = token}, &err), PD_ERR_NOT_FOUND);
    assert_false(pd_srv_stage_is_taken(stage, watcher.subscriber));
    step(1);
    assert_true(pd_srv_stage_is_taken(stage, watcher.subscriber)); /* its session has ended */
    leave(&watcher, 1);

    settings.cfg.stream_resume_window = 0; /* then every end is for good */
    join(&r, (pd_srv_join){0});
    leave(&r, 0);
    step(1);
    assert_int_equal(pd_srv_stage_now(stage).sessions, 0);
}

static void a_watcher_leaves_the_session_as_it_is(void **state)
{
    (void)state;
    recorder r, watcher;
    join(&r, (pd_srv_join){0});
    join(&watcher, (pd_srv_join){.watch = r.joined.session});
    leave(&watcher, 1);
    step(200);
    assert_int_equal(pd_srv_stage_now(stage).sessions, 1);
    assert_false(pd_srv_stage_is_taken(stage, r.subscriber));
    leave(&r, 1);
}

static void a_token_takes_the_session_from_a_connection_that_still_has_it(void **state)
{
    (void)state;
    recorder old, fresh;
    pd_error err = {0};
    const pd_character_input in = {0};
    join(&old, (pd_srv_join){0});
    uint32_t id = spawn(&old);
    step(1);
    join(&fresh, (pd_srv_join){.resume = old.joined.token});
    assert_string_equal(fresh.joined.session, old.joined.session);
    assert_true(pd_srv_stage_is_taken(stage, old.subscriber));
    assert_false(pd_srv_stage_is_taken(stage, fresh.subscriber));

    step(1);
    assert_int_equal(old.frame_count, 1);
    assert_int_equal(fresh.frame_count, 1);
    assert_int_equal(pd_srv_stage_input(stage, old.subscriber, id, 1, &in, &err), PD_ERR_INVALID);
    leave(&old, 1); /* and its end does not end what it no longer has */
    step(1);
    assert_int_equal(fresh.frame_count, 2);
    leave(&fresh, 1);
}

static void parts_that_cannot_be_joined_are_reported(void **state)
{
    (void)state;
    recorder r;
    pd_error err;
    char token[PD_SRV_TOKEN] = "00000000000000000000000000000000";
    static const struct {
        pd_srv_join join;
        pd_status status;
        const char *where;
    } rows[] = {
        {{.resume = "short"}, PD_ERR_NOT_FOUND, "/resume"},
        {{.watch = "0123456789abcdef"}, PD_ERR_NOT_FOUND, "/watch"},
        {{.scene = "nowhere"}, PD_ERR_NOT_FOUND, "/scene"},
        {{.watch = "0123456789abcdef", .scene = "nowhere"}, PD_ERR_INVALID, ""},
        {{.resume = "a", .watch = "b"}, PD_ERR_INVALID, ""},
        {{.watch = "b", .vmc = {"127.0.0.1:1", 1, 1}}, PD_ERR_INVALID, "/vmc"},
        {{.vmc = {"127.0.0.1:1", 1, 1}}, PD_ERR_INVALID, "/vmc"}, /* nothing is permitted */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(try_join(&r, &rows[i].join, &err), rows[i].status);
        assert_string_equal(err.where, rows[i].where);
        assert_null(r.subscriber);
    }
    assert_int_equal(try_join(&r, &(pd_srv_join){.resume = token}, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(pd_srv_stage_now(stage).sessions, 0);
}

static void a_session_stands_in_its_scene_also_when_that_is_put_anew(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    int is_new;
    pd_anim_scene high = {0}, low = {0};
    assert_int_equal(pd_anim_scene_init(&high, 0, 0, 0, 0, "", &err), PD_OK);
    assert_int_equal(pd_anim_scene_init(&low, 0, 0, 0, 0, "", &err), PD_OK);
    pd_api_scene *first = pd_api_scene_new("here", &high), *second = pd_api_scene_new("here", &low);
    assert_int_equal(api_host_table.scene_put(api_host_table.ctx, first, NULL, &is_new, &err), PD_OK);
    join(&r, (pd_srv_join){.scene = "here"});
    assert_int_equal(api_host_table.scene_put(api_host_table.ctx, second, NULL, &is_new, &err), PD_OK);
    spawn(&r);
    step(1);
    assert_ptr_equal(stage->sessions->scene, first);
    assert_ptr_equal(stage->sessions->characters->scene, &first->scene);
    assert_int_equal(first->references, 1);
    leave(&r, 1);
}

/* -- clients ------------------------------------------------------------------------------- */

static void the_oldest_waiting_session_of_a_client_with_too_many_ends(void **state)
{
    (void)state;
    recorder lives, first, second, third, again;
    pd_error err = {0};
    settings.cfg.stream_owner_sessions = 3;
    const pd_srv_join mine = {.client = 7};
    join(&lives, mine);
    join(&first, mine);
    join(&second, mine);
    leave(&first, 0);
    step(1);
    leave(&second, 0);
    step(1);
    join(&third, mine); /* first ends */
    step(1);
    assert_int_equal(try_join(&again, &(pd_srv_join){.resume = first.joined.token, .client = 7}, &err),
                     PD_ERR_NOT_FOUND);
    join(&again, (pd_srv_join){.resume = second.joined.token, .client = 7});

    assert_int_equal(try_join(&first, &mine, &err), PD_ERR_LIMIT); /* none waits */
    assert_string_equal(
        err.detail, "this client has 3 sessions; at most 3 allowed for each client (stream.owner_sessions)");
    join(&first, (pd_srv_join){.client = 8}); /* others are not touched */
    leave(&lives, 1);
    leave(&first, 1);
    leave(&third, 1);
    leave(&again, 1);
}

static void a_client_that_joins_and_drops_shuts_no_other_out(void **state)
{
    (void)state;
    recorder r, victim, other;
    settings.cfg.stream_sessions = 20;
    join(&victim, (pd_srv_join){.client = 8});
    leave(&victim, 0); /* its one waiting session stays, however many others have */
    for (int i = 0; i < 100; i++) {
        join(&r, (pd_srv_join){.client = 7});
        leave(&r, 0);
    }
    join(&other, (pd_srv_join){.client = 9});
    step(1);
    assert_true(pd_srv_stage_now(stage).sessions <= 20);
    join(&r, (pd_srv_join){.resume = victim.joined.token});
    leave(&r, 1);
    leave(&other, 1);
}

static void a_session_is_its_keys(void **state)
{
    (void)state;
    recorder owner, other;
    pd_error err = {0};
    join(&owner, (pd_srv_join){.client = 7, .has_key = true});
    char id[PD_SRV_SESSION_ID], token[PD_SRV_TOKEN];
    memcpy(id, owner.joined.session, sizeof id);
    memcpy(token, owner.joined.token, sizeof token);
    assert_int_equal(try_join(&other, &(pd_srv_join){.resume = token, .client = 8, .has_key = true}, &err),
                     PD_ERR_NOT_FOUND);
    assert_int_equal(try_join(&other, &(pd_srv_join){.watch = id, .client = 8, .has_key = true}, &err),
                     PD_ERR_NOT_FOUND);
    assert_int_equal(pd_srv_stage_is_taken(stage, owner.subscriber), 0);
    join(&other, (pd_srv_join){.watch = id, .client = 8, .has_key = true, .is_admin = true});
    leave(&other, 1);
    join(&other, (pd_srv_join){.watch = id, .client = 7, .has_key = true});
    leave(&other, 1);
    join(&other, (pd_srv_join){.watch = id, .client = 9}); /* where no keys are asked for, the id is enough */
    leave(&other, 1);
    leave(&owner, 1);

    join(&owner, (pd_srv_join){.client = 7, .has_key = true, .is_shared = true});
    memcpy(id, owner.joined.session, sizeof id);
    memcpy(token, owner.joined.token, sizeof token);
    join(&other, (pd_srv_join){.watch = id, .client = 8, .has_key = true});
    leave(&other, 1);
    assert_int_equal(try_join(&other, &(pd_srv_join){.resume = token, .client = 8, .has_key = true}, &err),
                     PD_ERR_NOT_FOUND); /* shared to be watched, not to be taken */
    leave(&owner, 1);
}

static size_t held(pd_api_memory_use use)
{
    return atomic_load(&api_host_state.memory.held[use]);
}

static void characters_their_bodies_and_frames_are_counted(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    uint32_t id;
    join(&r, (pd_srv_join){.client = 7});
    assert_int_equal(held(PD_API_MEMORY_STREAMS), 0);
    spawn(&r);
    const size_t without = held(PD_API_MEMORY_STREAMS);
    assert_in_range(without, sizeof(pd_srv_character), 2 * sizeof(pd_srv_character));

    const size_t kept = 4096;
    pd_srv_frame *frame = pd_srv_frame_new(&api_host_table, (char[4096]){0}, kept);
    pd_srv_frame_retain(frame);
    assert_in_range(held(PD_API_MEMORY_STREAMS) - without, kept, kept + 128);
    pd_srv_frame_release(frame);
    assert_true(held(PD_API_MEMORY_STREAMS) > without); /* one still has it */
    pd_srv_frame_release(frame);
    assert_int_equal(held(PD_API_MEMORY_STREAMS), without);

    /* no memory, no character; a body that there is not takes none either */
    pd_srv_memory *memory = &api_host_state.memory;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    const size_t rest = PD_SRV_MEMORY_LEAST - without;
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, rest);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, r.subscriber, &(pd_srv_spawn){0}, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "limits.memory"));
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, rest);
    pd_srv_memory_limit(memory, SIZE_MAX);
    assert_int_equal(
        pd_srv_stage_spawn(stage, &id, r.subscriber, &(pd_srv_spawn){.has_body = 1, .body = "nobody"}, &err),
        PD_ERR_NOT_FOUND);
    assert_int_equal(held(PD_API_MEMORY_STREAMS), without);

    leave(&r, 1);
    step(2);
    assert_int_equal(held(PD_API_MEMORY_STREAMS), 0);
}

/* A large scene is freed by the tidying thread, because freeing in the tick would delay frames. */
static void a_large_scene_is_freed_by_tidying(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    int is_new;
    for (int large = 0; large < 2; large++) {
        pd_anim_scene flat = {0};
        pd_api_scene *scene = pd_api_scene_new("field", &flat);
        scene->held = large ? 2 << 20 : 1000;
        scene->host = &api_host_table;
        pd_srv_memory_add(&api_host_state.memory, PD_API_MEMORY_SCENES, scene->held);
        assert_int_equal(api_host_table.scene_put(api_host_table.ctx, scene, NULL, &is_new, &err), PD_OK);
        join(&r, (pd_srv_join){.scene = "field"});
        assert_int_equal(
            api_host_table.scene_delete(api_host_table.ctx, "field", &(pd_api_owner){.is_admin = 1}, NULL),
            1);
        leave(&r, 1);
        step(2);
        assert_int_equal(held(PD_API_MEMORY_SCENES), large ? 2 << 20 : 0);
        pd_srv_stage_tidy(stage);
        assert_int_equal(held(PD_API_MEMORY_SCENES), 0);
    }
}

static void a_key_reaches_what_its_lists_name(void **state)
{
    (void)state;
    recorder owner, other;
    pd_error err = {0};
    uint32_t id;
    pd_api_access access = {.key = "crowd"};
    assert_int_equal(pd_api_access_parse(&access, "models=others", "", &err), PD_OK);
    assert_int_equal(pd_api_access_parse(&access, "sessions=game*", "", &err), PD_OK);
    assert_int_equal(pd_api_access_parse(&access, "scenes=lobby", "", &err), PD_OK);

    join(&owner, (pd_srv_join){.client = 7, .has_key = true, .key = "crowd", .access = &access});
    const pd_srv_spawn wanted = {.access = &access};
    assert_int_equal(pd_srv_stage_spawn(stage, &id, owner.subscriber, &wanted, &err), PD_ERR_FORBIDDEN);
    assert_string_equal(err.where, "/model");
    assert_non_null(strstr(err.detail, "(models=others)"));
    leave(&owner, 1);
    assert_int_equal(try_join(&other, &(pd_srv_join){.scene = "yard", .client = 7, .access = &access}, &err),
                     PD_ERR_FORBIDDEN);
    assert_string_equal(err.where, "/scene");

    static const char *const keys[] = {"gamble", "game-1"};
    for (int i = 0; i < 2; i++) {
        join(&owner,
             (pd_srv_join){.client = (uint64_t)(20 + i), .has_key = true, .key = keys[i], .is_shared = true});
        const pd_srv_join watching = {
            .watch = owner.joined.session, .client = 7, .has_key = true, .key = "crowd", .access = &access};
        if (i) {
            join(&other, watching);
            leave(&other, 1);
        } else {
            assert_int_equal(try_join(&other, &watching, &err), PD_ERR_FORBIDDEN);
            assert_string_equal(
                err.detail, "the key \"crowd\" is not for the session of key \"gamble\" (sessions=game*)");
        }
        leave(&owner, 1);
    }
}

static void the_last_part_of_the_time_is_for_other_clients(void **state)
{
    (void)state;
    recorder dear, other;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    join(&dear, (pd_srv_join){.client = 7});
    join(&other, (pd_srv_join){.client = 8});
    spawn(&dear);
    stage->motion_load = 0.85;
    assert_int_equal(pd_srv_stage_spawn(stage, &id, dear.subscriber, &wanted, &err), PD_ERR_BUSY);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, other.subscriber, &wanted, &err), PD_OK);
    stage->motion_load = 0.95;
    leave(&dear, 1);
    leave(&other, 1);
}

/* -- limits ------------------------------------------------------------------------------- */

static void the_quota_of_a_token_counts_where_it_is_smaller(void **state)
{
    (void)state;
    recorder a, b, c;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_join few = {.client = 7, .sessions_most = 1}, many = {.client = 8, .sessions_most = 9};
    const pd_srv_spawn one = {.characters_most = 1}, more = {.characters_most = 9};
    settings.cfg.stream_owner_sessions = 1;
    settings.cfg.stream_characters = 2;
    join(&a, few);
    assert_int_equal(try_join(&c, &few, &err), PD_ERR_LIMIT);
    join(&b, many);
    assert_int_equal(try_join(&c, &many, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 1 allowed for each client (stream.owner_sessions)"));
    settings.cfg.stream_owner_sessions = 0; /* no limit but the quota */
    assert_int_equal(try_join(&c, &few, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 1 allowed for each client (the token's posed.max_sessions)"));

    assert_int_equal(pd_srv_stage_spawn(stage, &id, a.subscriber, &one, &err), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, a.subscriber, &one, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 1 allowed (the token's posed.max_characters)"));
    assert_int_equal(pd_srv_stage_spawn(stage, &id, a.subscriber, &more, &err), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, a.subscriber, &more, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 2 allowed (stream.characters)"));
    leave(&a, 1);
    leave(&b, 1);
}

static void sessions_and_characters_are_limited(void **state)
{
    (void)state;
    recorder a, b, c;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    settings.cfg.stream_sessions = 2;
    settings.cfg.stream_characters = 2;
    join(&a, (pd_srv_join){0});
    join(&b, (pd_srv_join){0});
    assert_int_equal(try_join(&c, &(pd_srv_join){0}, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "stream.sessions"));

    uint32_t first = spawn(&a), second = spawn(&a);
    assert_true(first && second && first != second);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, a.subscriber, &wanted, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "stream.characters"));
    spawn(&b); /* each session has its own */

    /* in the same tick, but not for ever */
    assert_int_equal(pd_srv_stage_despawn(stage, a.subscriber, first, &err), PD_OK);
    first = spawn(&a);
    assert_int_equal(pd_srv_stage_despawn(stage, a.subscriber, first, &err), PD_OK);
    first = spawn(&a);
    assert_int_equal(pd_srv_stage_despawn(stage, a.subscriber, first, &err), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage, &id, a.subscriber, &wanted, &err), PD_ERR_LIMIT);
    step(1);
    spawn(&a);
    leave(&a, 1);
    step(1);
    join(&c, (pd_srv_join){0});
    leave(&b, 1);
    leave(&c, 1);
}

/* -- another program's avatar -------------------------------------------------------- */

/* Reads the position of "root" from the newest datagrams at fd, x first. Returns false if no avatar is in them. */
static bool avatar_root(int fd, double out[3])
{
    static const char head[] = "/VMC/Ext/Root/Pos\0\0\0,sfffffff\0\0\0root\0\0\0\0";
    unsigned char bytes[2048];
    bool is_there = false, has_root = false;
    for (ssize_t n; (n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;) {
        const unsigned char *at = memmem(bytes, (size_t)n, head, sizeof head - 1);
        has_root |= at != NULL;
        for (int c = 0; at && c < 3; c++) {
            const unsigned char *b = at + sizeof head - 1 + 4 * c;
            const uint32_t bits = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
            float number;
            memcpy(&number, &bits, 4);
            out[c] = number;
        }
        if (!memmem(bytes, (size_t)n, "/VMC/Ext/OK", 11)) continue; /* which ends a tick */
        is_there = has_root;
        has_root = false;
    }
    return is_there;
}

static void an_avatar_elsewhere_moves_as_the_first_character_that_lives(void **state)
{
    (void)state;
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof in;
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&in, size) || getsockname(fd, (struct sockaddr *)&in, &size),
                     0);
    char to[32], *allowed[] = {to};
    snprintf(to, sizeof to, "127.0.0.1:%d", ntohs(in.sin_port));
    settings.cfg.stream_vmc_allow.items = allowed;
    settings.cfg.stream_vmc_allow.count = 1;

    recorder r;
    uint32_t ids[2];
    double at[3];
    pd_error err = {0};
    join(&r, (pd_srv_join){.client = 1, .vmc = {to, 1, 1}});
    step(2);
    assert_false(avatar_root(fd, at));
    for (int i = 0; i < 2; i++) {
        const pd_srv_spawn wanted = {.position = {1, i ? -6 : 6}};
        assert_int_equal(pd_srv_stage_spawn(stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
    }
    step(3);
    assert_true(avatar_root(fd, at));
    assert_near(at[2], 6, 1);    /* a step of a centimetre a frame */
    assert_near(at[0], -1, 0.5); /* Unity's x is the other way */
    assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, ids[0], &err), PD_OK);
    step(3);
    assert_true(avatar_root(fd, at));
    assert_near(at[2], -6, 1);
    assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, ids[1], &err), PD_OK);
    step(3);
    assert_false(avatar_root(fd, at));
    leave(&r, 1);
    settings.cfg.stream_vmc_allow.count = 0;
    close(fd);
}

static void a_refused_join_takes_no_destination(void **state)
{
    (void)state;
    recorder waits, lives, late, back;
    pd_error err = {0};
    static char *allowed[] = {"127.0.0.1:39539"};
    settings.cfg.stream_vmc_allow.items = allowed;
    settings.cfg.stream_vmc_allow.count = 1;
    settings.cfg.stream_owner_sessions = 1;
    const pd_srv_join sent = {.client = 1, .vmc = {"127.0.0.1:39539", 1, 1}};
    join(&waits, sent);
    join(&lives, (pd_srv_join){.client = 2});
    assert_int_equal(try_join(&late, &(pd_srv_join){.client = 3, .vmc = sent.vmc}, &err),
                     PD_ERR_BUSY); /* its client is there */
    leave(&waits, 0);
    step(1);

    assert_int_equal(try_join(&late, &(pd_srv_join){.client = 2, .vmc = sent.vmc}, &err), PD_ERR_LIMIT);
    join(&back, (pd_srv_join){.resume = waits.joined.token, .client = 1});
    assert_string_equal(back.joined.vmc, "127.0.0.1:39539");
    leave(&back, 0);
    step(1);
    join(&late, (pd_srv_join){.client = 3, .vmc = sent.vmc}); /* from one that waits it is taken */
    join(&back, (pd_srv_join){.resume = waits.joined.token, .client = 1});
    assert_string_equal(back.joined.vmc, "");

    leave(&late, 1);
    leave(&lives, 1);
    leave(&back, 1);
    settings.cfg.stream_vmc_allow.count = 0;
}

static void only_the_owner_moves_characters_and_only_its_own(void **state)
{
    (void)state;
    recorder a, b, watcher;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    const pd_character_input in = {0};
    const pd_character_gaze_request gaze = {0};
    const pd_character_reach_request reach = {0};
    const pd_character_sit_request sit = {0};
    const pd_character_follow follow = {.count = 1};
    join(&a, (pd_srv_join){0});
    join(&b, (pd_srv_join){0});
    join(&watcher, (pd_srv_join){.watch = a.joined.session});
    const pd_srv_spawn asked = {.ref = "s1"};
    uint32_t of_a = 0;
    assert_int_equal(pd_srv_stage_spawn(stage, &of_a, a.subscriber, &asked, &err), PD_OK);
    assert_true(said(&watcher, "\"spawned\""));
    assert_false(said(&watcher, "\"s1\""));
    assert_true(
        said(&a, "\"s1\"")); /* by the stage, so that no frame or event of the character comes before it */
    assert_false(said(&b, "\"spawned\""));

    const struct {
        pd_srv_subscriber *who;
        pd_status status;
        const char *where;
    } rows[] = {{watcher.subscriber, PD_ERR_INVALID, ""}, {b.subscriber, PD_ERR_NOT_FOUND, "/id"}};
    for (int i = 0; i < 2; i++) {
        pd_srv_subscriber *who = rows[i].who;
        const pd_status seen[] = {pd_srv_stage_input(stage, who, of_a, 1, &in, &err),
                                  pd_srv_stage_look(stage, who, of_a, NULL, &gaze, &err),
                                  pd_srv_stage_follow(stage, who, of_a, &follow, &err),
                                  pd_srv_stage_reach(stage, who, of_a, 0, &reach, &err),
                                  pd_srv_stage_sit(stage, who, of_a, &sit, &err),
                                  pd_srv_stage_despawn(stage, who, of_a, &err)};
        for (int k = 0; k < 6; k++) assert_int_equal(seen[k], rows[i].status);
        assert_string_equal(err.where, rows[i].where);
    }
    assert_int_equal(pd_srv_stage_spawn(stage, &id, watcher.subscriber, &wanted, &err), PD_ERR_INVALID);
    leave(&watcher, 1);
    leave(&b, 1);
    leave(&a, 1);
}

static void a_failed_spawn_is_reported(void **state)
{
    (void)state;
    recorder r;
    uint32_t id;
    static const struct {
        pd_srv_spawn spawn;
        pd_status status;
        const char *where;
    } rows[] = {
        {{.model = "nobody"}, PD_ERR_NOT_FOUND, "/model"},
        {{.model = "tiny"}, PD_ERR_INVALID, "/model"}, /* a body's */
        {{.has_body = 1, .body = "nobody"}, PD_ERR_NOT_FOUND, "/body/model"},
        {{.has_body = 1, .body = "walk"}, PD_ERR_INVALID, "/body/model"}, /* a network's */
        {{.character = "nobody"}, PD_ERR_NOT_FOUND, "/character"},
    };
    join(&r, (pd_srv_join){0});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        assert_int_equal(pd_srv_stage_spawn(stage, &id, r.subscriber, &rows[i].spawn, &err), rows[i].status);
        assert_string_equal(err.where, rows[i].where);
    }
    assert_int_equal(pd_srv_stage_now(stage).characters, 0);
    leave(&r, 1);
}

/* Stores an object at this path, which must be new. */
static void put(const char *target, const char *body)
{
    pd_api_call *call = api_ask("PUT", target, body);
    assert_int_equal(api_status(call), 201);
    pd_api_call_release(call);
}

/* Ids in spawn and join: if an unknown id differs from an existing one by a letter, the error names the existing one; otherwise it names none. */
static void an_id_beside_another_is_hinted_at(void **state)
{
    (void)state;
    static const char skeleton[] = "{\"joints\":[{\"name\":\"root\",\"offset\":[0,0,0]},"
                                   "{\"name\":\"tip\",\"parent\":\"root\",\"offset\":[0,1,0]}]}";
    static const struct {
        pd_srv_spawn near, far;
        const char *hint;
    } spawns[] = {
        {{.model = "wolk"}, {.model = "xyzxyzxyz"}, "did you mean walk?"},
        {{.has_body = 1, .body = "othar"}, {.has_body = 1, .body = "xyzxyzxyz"}, "did you mean other?"},
        {{.drive = PD_API_DRIVE_OBSERVE, .body = "othar"},
         {.drive = PD_API_DRIVE_OBSERVE, .body = "xyzxyzxyz"},
         "did you mean other?"},
        {{.character = "puppat"}, {.character = "xyzxyzxyz"}, "did you mean puppet?"},
    };
    recorder r;
    uint32_t id;
    put("/v1/skeletons/puppet", skeleton);
    put("/v1/scenes/garden", "{\"walls\":[{\"from\":[-2,4],\"to\":[2,4]}]}");
    join(&r, (pd_srv_join){0});
    for (size_t i = 0; i < sizeof spawns / sizeof *spawns; i++) {
        pd_error err = {0};
        assert_int_equal(pd_srv_stage_spawn(stage, &id, r.subscriber, &spawns[i].near, &err),
                         PD_ERR_NOT_FOUND);
        if (!strstr(err.detail, spawns[i].hint)) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(pd_srv_stage_spawn(stage, &id, r.subscriber, &spawns[i].far, &err),
                         PD_ERR_NOT_FOUND);
        if (strstr(err.detail, "did you mean")) fail_msg("%s: %s", err.where, err.detail);
    }
    leave(&r, 1);

    pd_error err;
    assert_int_equal(try_join(&r, &(pd_srv_join){.scene = "gardan"}, &err), PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.detail, "did you mean garden? GET /v1/scenes"));
    assert_int_equal(try_join(&r, &(pd_srv_join){.scene = "xyzxyzxyz"}, &err), PD_ERR_NOT_FOUND);
    assert_null(strstr(err.detail, "did you mean"));
}

static void a_database_moves_characters_beside_the_network(void **state)
{
    (void)state;
    recorder r;
    uint32_t ids[3];
    pd_error err = {0};
    const pd_character_input walk = {.move = {0, 1}};
    api_host_state.matching = databases_mover(30);
    join(&r, (pd_srv_join){0});
    for (int i = 0; i < 3; i++) {
        const pd_srv_spawn wanted = {.motion = (pd_api_motion)i, .position = {2 * i, 0}};
        assert_int_equal(pd_srv_stage_spawn(stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
    }
    step(5);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pd_srv_stage_input(stage, r.subscriber, ids[i], 1, &walk, &err), PD_OK);
    step(20);

    int groups = 0, by_frames = 0;
    for (const pd_srv_model_group *g = stage->groups; g; g = g->next) groups++;
    for (const pd_srv_character *a = stage->sessions->characters; a; a = a->next)
        by_frames += a->motion.matched.active;
    assert_int_equal(groups, 2);
    assert_int_equal(by_frames, 1); /* that of `matching`; `auto` takes the default network */
    assert_int_equal(r.character_counts[r.frame_count - 1], 3);
    pd_buffer_add(&r.texts, "", 1); /* strstr reads a string */
    assert_true(strstr((const char *)r.texts.data, "\"model\":\"matching\"") != NULL);

    /* of the three characters, only the owner of the one by database gets the warning about missing actions */
    const char *told = strstr((const char *)r.texts.data, "neither crouch nor jump");
    assert_non_null(told);
    assert_null(strstr(told + 1, "neither crouch nor jump"));

    leave(&r, 1);
    step(1);
    assert_null(stage->groups);
    assert_int_equal(api_host_state.matching->references, 1);
    pd_pfnn_model_release(api_host_state.matching);
    api_host_state.matching = NULL;

    join(&r, (pd_srv_join){0});
    const pd_srv_spawn wanted = {.motion = PD_API_BY_MATCHING};
    assert_int_equal(pd_srv_stage_spawn(stage, &ids[0], r.subscriber, &wanted, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/motion");
    leave(&r, 1);
}

static void a_network_is_released_when_no_character_uses_it(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    join(&r, (pd_srv_join){0});
    uint32_t one = spawn(&r), two = spawn(&r);
    assert_int_equal(stage->groups->characters, 2);
    assert_null(stage->groups->next); /* one network, one batch */
    step(1);
    assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, one, &err), PD_OK);
    step(1);
    assert_non_null(stage->groups);
    assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, two, &err), PD_OK);
    step(1);
    assert_null(stage->groups);
    leave(&r, 1);
}

static void a_started_stage_ticks_on_its_own_thread(void **state)
{
    (void)state;
    pd_error err = {0};
    assert_int_equal(pd_srv_stage_start(stage, &err), PD_OK);
    while (pd_srv_stage_now(stage).tick < 10) continue; /* time flies: sleeping costs none */
    pd_srv_stage_halt(stage);
    const pd_srv_stage_state halted = pd_srv_stage_now(stage);
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
    forgets = true;
    delivery.byte_us = 0;
    assert_int_equal(pd_srv_stage_start(stage, &err), PD_OK);
    for (int i = 0; i < 30; i++) {
        join(&r, (pd_srv_join){.client = (uint64_t)i % 3});
        uint32_t id = spawn(&r);
        spawn(&r);
        join(&watcher, (pd_srv_join){.watch = r.joined.session});
        set_profile(&watcher, PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS, 1 + i % 3, 48);
        uint32_t tick = pd_srv_stage_now(stage).tick;
        while (pd_srv_stage_now(stage).tick < tick + 2) continue;
        assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, id, &err), PD_OK);
        pd_srv_stage_leave(stage, watcher.subscriber, 1);
        pd_srv_stage_leave(stage, r.subscriber, i % 2);
        free(r.joined.there);
        free(watcher.joined.there);
        pd_buffer_deinit(&r.texts);
        pd_buffer_deinit(&watcher.texts);
    }
    pd_srv_stage_halt(stage);
    forgets = false;
    assert_true(pd_srv_stage_now(stage).sessions <= 100);
}

#define STAGE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

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
        STAGE_TEST(frames_leave_when_a_batch_of_characters_is_done),
        STAGE_TEST(an_input_holds_until_the_next_and_frames_tell_which_it_was),
        STAGE_TEST(a_character_stands_still_after_the_input_timeout),
        STAGE_TEST(characters_of_one_session_have_constants_of_their_own),
        STAGE_TEST(a_session_has_four_sets_of_constants_besides_the_usual_one),
        STAGE_TEST(a_character_without_an_input_timeout_moves_for_ever),
        STAGE_TEST(an_input_ends_a_path_that_was_asked_for_in_the_same_tick),
        STAGE_TEST(a_path_is_followed_to_its_end_which_everybody_hears),
        STAGE_TEST(those_who_keep_apart_do_so_whichever_way_they_walk),
        STAGE_TEST(a_pushed_character_comes_no_nearer_than_allowed),
        STAGE_TEST(a_character_sent_to_an_unreachable_place_says_so_and_stays),
        STAGE_TEST(characters_of_a_client_with_many_move_after_the_others),
        STAGE_TEST(ways_take_a_tenth_of_the_time_and_clients_have_theirs_in_turns),
        STAGE_TEST(slots_have_their_ways_in_turns),
        STAGE_TEST(a_look_keeps_the_stick_and_starts_its_timeout_anew),
        STAGE_TEST(a_late_stage_skips_ticks_and_keeps_its_beat),
        STAGE_TEST(less_than_a_tick_late_skips_nothing),
        STAGE_TEST(a_session_that_brought_five_sets_gets_no_sixth),
        STAGE_TEST(a_set_of_constants_counts_once),
        STAGE_TEST(load_is_the_part_of_its_time_that_a_tick_takes),
        STAGE_TEST(a_client_with_half_of_all_characters_gets_no_more),
        STAGE_TEST(lateness_is_reported_as_a_histogram),
        STAGE_TEST(every_number_of_the_stage_has_its_own_metric),
        STAGE_TEST(a_busy_stage_refuses_characters_and_keeps_those_it_has),
        STAGE_TEST(a_dear_session_is_lowered_and_its_neighbour_is_not),
        STAGE_TEST(a_session_that_asks_for_less_gets_all_frames_again_at_once),
        STAGE_TEST(a_session_that_leaves_frees_its_time_with_the_next_tick),
        STAGE_TEST(every_profile_of_a_session_has_its_turn),
        STAGE_TEST(a_session_waits_for_its_token_as_long_as_the_window),
        STAGE_TEST(every_character_of_a_token_counts),
        STAGE_TEST(a_stage_says_when_its_last_tick_ended),
        STAGE_TEST(a_session_that_was_left_for_good_cannot_be_resumed),
        STAGE_TEST(a_watcher_leaves_the_session_as_it_is),
        STAGE_TEST(a_token_takes_the_session_from_a_connection_that_still_has_it),
        STAGE_TEST(parts_that_cannot_be_joined_are_reported),
        STAGE_TEST(a_session_stands_in_its_scene_also_when_that_is_put_anew),
        STAGE_TEST(the_oldest_waiting_session_of_a_client_with_too_many_ends),
        STAGE_TEST(a_client_that_joins_and_drops_shuts_no_other_out),
        STAGE_TEST(a_session_is_its_keys),
        STAGE_TEST(a_key_reaches_what_its_lists_name),
        STAGE_TEST(a_large_scene_is_freed_by_tidying),
        STAGE_TEST(characters_their_bodies_and_frames_are_counted),
        STAGE_TEST(the_last_part_of_the_time_is_for_other_clients),
        STAGE_TEST(the_quota_of_a_token_counts_where_it_is_smaller),
        STAGE_TEST(sessions_and_characters_are_limited),
        STAGE_TEST(an_avatar_elsewhere_moves_as_the_first_character_that_lives),
        STAGE_TEST(a_refused_join_takes_no_destination),
        STAGE_TEST(only_the_owner_moves_characters_and_only_its_own),
        STAGE_TEST(a_failed_spawn_is_reported),
        STAGE_TEST(an_id_beside_another_is_hinted_at),
        STAGE_TEST(a_database_moves_characters_beside_the_network),
        STAGE_TEST(a_network_is_released_when_no_character_uses_it),
        STAGE_TEST(a_started_stage_ticks_on_its_own_thread),
        STAGE_TEST(clients_come_and_go_while_it_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
