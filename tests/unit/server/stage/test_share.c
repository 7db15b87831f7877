/* Division of a tick's time among sessions. The sessions are made by hand,
 * the expected shares by arithmetic. */
#include "server/stage/share.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double sum_capped(const double *costs, int count, double cap)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += fmin(costs[i], cap);
    return sum;
}

static void the_cap_is_the_largest_that_fits(void **state)
{
    (void)state;
    static const struct {
        double costs[5], budget, cap;
        int count;
    } rows[] = {
        {{1, 2, 3}, 10, 10, 3},          /* all fit */
        {{100}, 10, 10, 1},              /* one that does not */
        {{1, 1, 100}, 10, 8, 3},         /* the small ones are whole */
        {{1, 1, 100, 100}, 10, 4, 4},    /* the dear ones are equal */
        {{1, 3, 4, 100, 100}, 16, 4, 5}, /* exactly at the cap */
        {{5, 5, 5, 5, 5}, 10, 2, 5},
        {{0}, 10, 10, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double cap = pd_srv_share_cap(rows[i].costs, rows[i].count, rows[i].budget);
        assert_near(cap, rows[i].cap, 1e-12);
        assert_true(sum_capped(rows[i].costs, rows[i].count, cap) <= rows[i].budget + 1e-12);
    }
}

static void a_cost_is_learned_within_half_a_second_and_old_ones_fade(void **state)
{
    (void)state;
    pd_srv_unit_cost cost = {200, 10000}; /* the guess: 0.02 us */
    pd_srv_unit_cost_learn(&cost, 0, 0);
    assert_near(pd_srv_unit_cost_us(&cost), 0.02, 1e-12); /* nothing was done: nothing is learned */
    for (int i = 0; i < 30; i++) pd_srv_unit_cost_learn(&cost, 1000, 10000);
    assert_true(pd_srv_unit_cost_us(&cost) > 0.09);
    for (int i = 0; i < 200; i++) pd_srv_unit_cost_learn(&cost, 500, 10000);
    assert_near(pd_srv_unit_cost_us(&cost), 0.05, 1e-3);
}

static void lateness_shrinks_the_part_at_once_and_it_grows_again_slowly(void **state)
{
    (void)state;
    pd_srv_stage stage = {.rate = 60, .pressure = 1};
    pd_srv_stage_adapt(&stage, 1000, 0);
    assert_true(stage.pressure == 1);
    pd_srv_stage_adapt(&stage, 12000, 0);
    assert_true(stage.pressure < 0.9);
    double before = stage.pressure;
    pd_srv_stage_adapt(&stage, 0, 2);
    assert_true(stage.pressure < before);
    for (int i = 0; i < 100; i++) pd_srv_stage_adapt(&stage, 0, 2);
    assert_near(stage.pressure, 0.1, 1e-12); /* never nothing */
    for (int i = 0; i < 300; i++) pd_srv_stage_adapt(&stage, 0, 0);
    assert_near(stage.pressure, 1, 1e-12);
}

enum { BODIES = 100, VERTICES = 10000 };

/* A session of bodies whose vertices one subscriber asks for; each takes 250 us. */
typedef struct scene_of_bodies {
    pd_srv_stage stage;
    pd_srv_model_group group;
    pd_srv_session session;
    pd_srv_subscriber subscriber;
    pd_srv_character characters[BODIES];
} scene_of_bodies;

static void set_scene(scene_of_bodies *o, int bodies)
{
    memset(o, 0, sizeof *o);
    o->stage = (pd_srv_stage){.rate = 60, .pressure = 1, .sessions = &o->session, .session_count = 1};
    o->stage.slot_sessions[0] = 1;
    o->stage.vertex_cost = (pd_srv_unit_cost){0.019 * VERTICES, VERTICES};
    o->stage.byte_cost = (pd_srv_unit_cost){1, 1000};
    o->session.subscribers = &o->subscriber;
    o->subscriber.session = &o->session;
    o->subscriber.profile = (pd_api_profile){.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_VERTICES,
                                             .divisor = 1,
                                             .rotation_bits = 48,
                                             .compact = 0};
    o->session.characters = o->characters;
    for (int i = 0; i < bodies; i++) {
        o->characters[i] = (pd_srv_character){.group = &o->group, .vertex_count = VERTICES};
        if (i + 1 < bodies) o->characters[i].next = &o->characters[i + 1];
    }
}

static void free_shares(pd_srv_stage *stage)
{
    free(stage->costs);
    free(stage->clients);
}

static int count_vertices(const scene_of_bodies *o)
{
    int count = 0;
    for (int i = 0; i < BODIES; i++) count += (o->characters[i].wanted & PD_API_CHANNEL_VERTICES) != 0;
    return count;
}

static void all_vertices_that_fit_are_sent(void **state)
{
    (void)state;
    static scene_of_bodies o;
    set_scene(&o, 20); /* 5 ms of 10 */
    for (uint32_t tick = 0; tick < 3; tick++) {
        pd_srv_stage_share(&o.stage, 0, tick);
        assert_true(o.subscriber.granted && count_vertices(&o) == 20);
    }
    free_shares(&o.stage);
}

static void bodies_take_turns_with_their_vertices_in_frames_that_all_come(void **state)
{
    (void)state;
    static scene_of_bodies o;
    int times[BODIES] = {0};
    set_scene(&o, BODIES); /* 25 ms where 10 are given */
    for (uint32_t tick = 0; tick < 100; tick++) {
        assert_true(pd_srv_stage_share(&o.stage, 0, tick)); /* it is dear */
        assert_true(o.subscriber.granted);
        int now = count_vertices(&o);
        if (now < 38 || now > 41) fail_msg("tick %u: vertices of %d bodies", tick, now);
        for (int i = 0; i < BODIES; i++) times[i] += (o.characters[i].wanted & PD_API_CHANNEL_VERTICES) != 0;
    }
    for (int i = 0; i < BODIES; i++)
        if (times[i] < 38 || times[i] > 41) fail_msg("body %d: %d of 100 ticks", i, times[i]);
    free_shares(&o.stage);
}

/* Sixteen sessions of one client together get the part of one session of another client. Half of the due work
 * fits into the tick. */
static void many_sessions_of_one_client_share_the_part_of_one(void **state)
{
    (void)state;
    enum { MANY = 16, EACH = 6 };
    static scene_of_bodies many[MANY], one;
    static pd_srv_stage stage;
    for (int i = 0; i < MANY; i++) {
        set_scene(&many[i], EACH); /* 1.5 ms */
        many[i].session.client = 7;
        many[i].session.next = i + 1 < MANY ? &many[i + 1].session : &one.session;
    }
    set_scene(&one, 3 * EACH); /* 4.5 ms: three times one of those, and less than half of what is given */
    one.session.client = 8;
    stage = many[0].stage;
    stage.session_count = stage.slot_sessions[0] = MANY + 1;

    int neighbours = 0, others = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        assert_true(pd_srv_stage_share(&stage, 0, tick));
        neighbours += count_vertices(&one);
        for (int i = 0; i < MANY; i++) others += count_vertices(&many[i]);
        assert_true(one.subscriber.granted);
    }
    assert_int_equal(neighbours, 60 * 3 * EACH); /* all of it, always */
    assert_in_range(others, 60 * 20, 60 * 24);   /* 5.5 of 10 ms at 250 us */
    assert_true(one.session.is_expensive && many[3].session.is_expensive);
    for (int i = 1; i < MANY; i++) { /* among themselves they are equal */
        assert_int_equal(many[i].subscriber.frames_given, 60);
        assert_near(many[i].session.vertices_given, many[0].session.vertices_given, 4);
    }
    free_shares(&stage);
}

/* A client with one costly session has small ones too. They do not count as costly, unless there are so many
 * that their sum is. */
static void small_sessions_count_as_costly_when_they_are_many(void **state)
{
    (void)state;
    enum { SMALL = 4 };
    static scene_of_bodies small[SMALL], dear;
    static pd_srv_stage stage;
    set_scene(&dear, BODIES);
    dear.session.next = &small[0].session;
    for (int i = 0; i < SMALL; i++) {
        set_scene(&small[i], 1); /* 250 us; 5 % of the tick are 833 */
        small[i].session.next = i + 1 < SMALL ? &small[i + 1].session : NULL;
    }
    stage = dear.stage;
    stage.session_count = stage.slot_sessions[0] = 1 + SMALL;
    assert_true(pd_srv_stage_share(&stage, 0, 0));
    for (int i = 0; i < SMALL; i++) {
        assert_true(small[i].session.is_expensive); /* 1 ms together */
        assert_int_equal(count_vertices(&small[i]), 1);
    }

    small[SMALL - 1].session.client = 8;
    assert_true(pd_srv_stage_share(&stage, 0, 1));
    assert_true(dear.session.is_expensive);
    for (int i = 0; i < SMALL; i++) assert_false(small[i].session.is_expensive);
    free_shares(&stage);
}

static void a_part_that_costs_more_than_the_cap_is_sent_after_some_ticks(void **state)
{
    (void)state;
    for (int divisor = 1; divisor <= 3; divisor++) {
        static scene_of_bodies o;
        int ticks = 0;
        set_scene(&o, 2);
        o.subscriber.profile.divisor = divisor;
        o.stage.vertex_cost.us *= 400; /* 76 ms a body: eight ticks' worth */
        for (uint32_t tick = 0; tick < 80; tick++) {
            pd_srv_stage_share(&o.stage, 0, tick);
            ticks += tick % (uint32_t)divisor == 0 && count_vertices(&o) > 0;
        }
        if (ticks < 8 / divisor || ticks > 12) fail_msg("divisor %d: vertices in %d ticks", divisor, ticks);
        free_shares(&o.stage);
    }
}

static void characters_count_before_they_have_run(void **state)
{
    (void)state;
    static scene_of_bodies o;
    set_scene(&o, 0);
    o.group.cost = (pd_srv_unit_cost){100, 1};
    o.group.characters = 100;
    o.stage.groups = &o.group;
    assert_near(pd_srv_stage_motion_load(&o.stage, &o.group, false), 101 * 100 * 60e-6, 1e-9);
    o.stage.body_cost = (pd_srv_unit_cost){50, 1};
    o.stage.body_count = 100;
    assert_near(pd_srv_stage_motion_load(&o.stage, &o.group, true), 101 * 150 * 60e-6, 1e-9);
}

/* With its network's time; one that is shown in a body takes the body's too. */
static void motion_takes_its_part_before_frames_do(void **state)
{
    (void)state;
    for (int with_body = 0; with_body < 2; with_body++) {
        static scene_of_bodies o;
        set_scene(&o, 3);
        o.group.cost = (pd_srv_unit_cost){100, 1};
        o.stage.body_cost = (pd_srv_unit_cost){50, 1};
        if (with_body) o.characters[1].drive = (void *)&o;
        pd_srv_stage_share(&o.stage, 0, 0);
        assert_near(o.session.work_us - o.session.due_us, with_body ? 350 : 300, 1e-9);
        assert_true(o.session.due_us > 0);
        o.characters[1].drive = NULL;
        free_shares(&o.stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cap_is_the_largest_that_fits),
        cmocka_unit_test(a_cost_is_learned_within_half_a_second_and_old_ones_fade),
        cmocka_unit_test(lateness_shrinks_the_part_at_once_and_it_grows_again_slowly),
        cmocka_unit_test(all_vertices_that_fit_are_sent),
        cmocka_unit_test(bodies_take_turns_with_their_vertices_in_frames_that_all_come),
        cmocka_unit_test(many_sessions_of_one_client_share_the_part_of_one),
        cmocka_unit_test(small_sessions_count_as_costly_when_they_are_many),
        cmocka_unit_test(a_part_that_costs_more_than_the_cap_is_sent_after_some_ticks),
        cmocka_unit_test(characters_count_before_they_have_run),
        cmocka_unit_test(motion_takes_its_part_before_frames_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
