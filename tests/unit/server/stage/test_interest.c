/* Frames within a budget of bytes: near characters come often, far ones seldom, none beyond the radius. */
#include "server/stage/interest.h"
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

enum { PEOPLE = 10 };

/* Characters in the frames of a subscriber: how often each came, and how many bytes there were. */
typedef struct count {
    int frames, came[PEOPLE];
    size_t bytes;
    bool is_partial;
} count;

static int set_up_interest(void **state)
{
    const int failed = stage_test_set_up(state);
    stage_test_settings.cfg.stream_room_members = 3;
    stage_test_settings.cfg.stream_room_messages = 1;
    stage_test_settings.cfg.stream_room_characters = 10;
    stage_test_settings.cfg.stream_characters = 40;
    return failed;
}

#define INTEREST_TEST(name) cmocka_unit_test_setup_teardown(name, set_up_interest, stage_test_tear_down)

static uint32_t spawn_at(recorder *r, double x, double z)
{
    uint32_t id;
    const pd_srv_spawn wanted = {.position = {x, z}};
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r->subscriber, &wanted, NULL), PD_OK);
    return id;
}

static void ask(recorder *r, int budget, double radius, const double view[2])
{
    pd_api_profile profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS,
                              .divisor = 1,
                              .rotation_bits = 32,
                              .budget = budget,
                              .radius = radius,
                              .has_view = view != NULL};
    if (view) memcpy(profile.view, view, sizeof profile.view);
    assert_int_equal(pd_srv_stage_profile(stage_test_stage, r->subscriber, &profile, NULL), PD_OK);
}

/* Runs ticks and counts what comes in the frames of a recorder, which must be read whole by the C client. */
static count run(recorder *r, const uint32_t *ids, int ticks)
{
    count c = {0};
    int before = r->frame_count;
    for (int t = 0; t < ticks; t++) {
        r->frame_count = 0;
        stage_test_step(1);
        if (!r->frame_count) continue;
        posed_frame frame;
        posed_character who;
        int found = 0;
        assert_true(posed_frame_open(&frame, r->last.data, r->last.size));
        c.is_partial = (r->last.data[6] & PD_API_FRAME_PARTIAL) != 0;
        const pd_srv_model_group *group = stage_test_stage->groups; /* NULL: nobody is there */
        const posed_counts counts = {.joints = group ? group->figure.skeleton.joint_count : 0,
                                     .samples = group ? group->figure.layout.samples : 0};
        while (posed_frame_next(&frame, &who, counts)) {
            found++;
            for (int i = 0; i < PEOPLE; i++) c.came[i] += who.id == ids[i];
        }
        assert_int_equal(found, frame.character_count);
        c.frames++;
        c.bytes += r->last.size;
    }
    r->frame_count = before;
    return c;
}

static const double distances[PEOPLE] = {0, 2, 4, 7, 9, 15, 18, 30, 50, 70};

/* One's own character at the origin, and those of another member at distances from it. */
static void people(recorder *a, recorder *b, uint32_t *ids)
{
    stage_test_join(a, (pd_srv_join){.room = "plaza"});
    stage_test_join(b, (pd_srv_join){.room = "plaza"});
    stage_test_set_profile(b, PD_API_CHANNEL_ROOT, 60, 32);
    for (int i = 0; i < PEOPLE; i++) ids[i] = spawn_at(i ? b : a, distances[i], 0);
    stage_test_step(2);
}

static void near_characters_come_in_every_tick_and_far_ones_seldom(void **state)
{
    (void)state;
    recorder a, b;
    uint32_t ids[PEOPLE];
    people(&a, &b, ids);
    ask(&a, 1000000, 60, NULL);
    const count c = run(&a, ids, 40);
    static const int expected[PEOPLE] = {40, 40, 40, 20, 20, 10, 10, 4, 4, 0};
    assert_int_equal(c.frames, 40);
    assert_true(c.is_partial);
    for (int i = 0; i < PEOPLE; i++) assert_int_equal(c.came[i], expected[i]);

    /* From a point of its own. The radius leaves out what is beyond. */
    ask(&a, 1000000, 12, (const double[]){70, 0});
    const count far = run(&a, ids, 40);
    assert_int_equal(far.came[9], 40);
    assert_int_equal(far.came[0], 40); /* its own */
    for (int i = 1; i < 9; i++) assert_int_equal(far.came[i], 0);

    /* Without a budget all are in every frame again. */
    stage_test_set_profile(&a, PD_API_CHANNEL_ROOT, 1, 32);
    const count all = run(&a, ids, 10);
    assert_false(all.is_partial);
    for (int i = 0; i < PEOPLE; i++) assert_int_equal(all.came[i], 10);
    stage_test_leave(&a, 0);
    stage_test_leave(&b, 0);
}

static void a_budget_is_kept_and_lowers_every_rate_but_that_of_the_own_character(void **state)
{
    (void)state;
    recorder a, b;
    uint32_t ids[PEOPLE];
    people(&a, &b, ids);
    ask(&a, 1000000, 60, NULL);
    const count rich = run(&a, ids, 200);
    const double spent = (double)rich.bytes / 2; /* 200 ticks are 2 s here */

    ask(&a, (int)(spent / 2), 60, NULL);
    const count poor = run(&a, ids, 200);
    assert_int_equal(poor.frames, 200);
    assert_int_equal(poor.came[0], 200);
    assert_true((double)poor.bytes <=
                spent + spent / 8 + 200); /* a quarter of a second may be saved before */
    assert_true((double)poor.bytes > 0.8 * spent);
    for (int i = 1; i < 9; i++) {
        assert_true(poor.came[i] > 0);
        assert_true(poor.came[i] <= rich.came[i]);
        if (i > 1) assert_true(poor.came[i] <= poor.came[i - 1] + 1); /* the nearer, the more often */
    }

    /* With next to nothing the own character still comes in every tick. */
    ask(&a, PD_API_BUDGET_LEAST, 60, NULL);
    assert_int_equal(run(&a, ids, 50).came[0], 50);
    stage_test_leave(&a, 0);
    stage_test_leave(&b, 0);
}

static void characters_that_come_and_go_are_met_and_forgotten(void **state)
{
    (void)state;
    recorder a, b;
    uint32_t ids[PEOPLE] = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza"});
    stage_test_join(&b, (pd_srv_join){.room = "plaza"});
    stage_test_set_profile(&b, PD_API_CHANNEL_ROOT, 60, 32);
    ask(&a, 100000, 60, NULL);
    for (int round = 0; round < 60; round++) {
        ids[0] = spawn_at(&b, 1 + round % 3, 0);
        const count c = run(&a, ids, 5);
        assert_int_equal(c.came[0], 5);
        assert_int_equal(pd_srv_stage_despawn(stage_test_stage, b.subscriber, ids[0], NULL), PD_OK);
        run(&a, ids, 1);
    }
    stage_test_leave(&a, 0);
    stage_test_leave(&b, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        INTEREST_TEST(near_characters_come_in_every_tick_and_far_ones_seldom),
        INTEREST_TEST(a_budget_is_kept_and_lowers_every_rate_but_that_of_the_own_character),
        INTEREST_TEST(characters_that_come_and_go_are_met_and_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
