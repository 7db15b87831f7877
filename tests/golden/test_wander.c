/* Personal space on the stage, without sockets, on a clock that advances when a thread sleeps on it: people
 * wander, go to places and change chairs with the shipped network. */
#include "server/stage/stage.h"

#include "server/stage/stage_parts.h"
#include "core/character/load.h"
#include "tests/support/api_host.h"
#include "tests/support/cmocka.h"
#include "tests/support/stage_clock.h"

#include <stdlib.h>
#include <string.h>

#define RATE 60

static void forget_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

static bool forget_frame(void *to, pd_srv_frame *frame)
{
    (void)to;
    pd_srv_frame_release(frame);
    return true;
}

static void forget_wake(void *ctx)
{
    (void)ctx;
}

enum { WANDERERS = 30, MOST = 40 };

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_stage *stage;

static int set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    if (pd_character_model_load(&api_host_state.motion, "models/motion.safetensors", &err) != PD_OK)
        fail_msg("%s", err.detail);

    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = RATE,
                                         .stream_sessions = 1,
                                         .stream_characters = MOST,
                                         .stream_resume_window = 1}};
    atomic_init(&config.now, &settings);
    stage_clock_time.now_us = 1000000;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {forget_text, forget_frame, forget_wake, NULL}};
    assert_int_equal(pd_srv_stage_new(&stage, &deps, &err), PD_OK);
    return 0;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

/* Writes the root of each character to `at`. Returns the smallest distance between two of them, metres. */
static double look(pd_vec3 at[MOST], int people)
{
    int n = 0;
    double nearest = INFINITY;
    for (const pd_srv_character *a = stage->sessions->characters; a; a = a->next)
        at[n++] = a->motion.pose.root;
    assert_int_equal(n, people);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) nearest = fmin(nearest, hypot(at[i].x - at[j].x, at[i].z - at[j].z));
    return nearest;
}

/* Statistics of a run in which people wander. */
typedef struct wandering {
    double nearest;             /* metres that two were apart at least   */
    double speed, standing;     /* m/s; part of the time under .2 m/s     */
    double longest_standing;    /* s, of anybody                          */
    double farthest, least_way; /* m from the middle; m that the laziest went */
} wandering;

static wandering wander_about(int people, double radius, double space, int seconds)
{
    pd_error err = {0};
    pd_srv_subscriber *subscriber = NULL;
    pd_srv_join_result joined = {0};
    assert_int_equal(pd_srv_stage_join(stage, &subscriber, &joined, NULL, &(pd_srv_join){0}, &err), PD_OK);

    for (int i = 0; i < people; i++) {
        uint32_t id = 0;
        const pd_srv_spawn wanted = {
            .position = {1.35 * sqrt(i) * cos(2.4 * i), 1.35 * sqrt(i) * sin(2.4 * i)}, .facing = 2.4 * i};
        const pd_character_follow follow = {
            .count = 1, .gait = PD_CHARACTER_WANT_WALK, .wander = radius, .space = space};
        assert_int_equal(pd_srv_stage_spawn(stage, &id, subscriber, &wanted, &err), PD_OK);
        assert_int_equal(pd_srv_stage_follow(stage, subscriber, id, &follow, &err), PD_OK);
    }

    wandering out = {.nearest = INFINITY, .least_way = INFINITY};
    double way[MOST] = {0}, still[MOST] = {0};
    pd_vec3 before[MOST];
    for (int tick = 0; tick < RATE * seconds; tick++) {
        pd_srv_stage_step(stage);
        pd_vec3 at[MOST];
        out.nearest = fmin(out.nearest, look(at, people));
        for (int i = 0; i < people; i++) {
            out.farthest = fmax(out.farthest, hypot(at[i].x, at[i].z));
            double gone = tick ? hypot(at[i].x - before[i].x, at[i].z - before[i].z) : 0;
            way[i] += gone;
            still[i] = gone < .2 / RATE ? still[i] + 1. / RATE : 0;
            out.standing += gone < .2 / RATE;
            out.longest_standing = fmax(out.longest_standing, still[i]);
        }
        memcpy(before, at, sizeof at);
    }
    for (int i = 0; i < people; i++)
        out.speed += way[i] / people / seconds, out.least_way = fmin(out.least_way, way[i]);
    out.standing /= (double)RATE * seconds * people;
    pd_srv_stage_leave(stage, subscriber, 1);
    free(joined.there);
    return out;
}

/* Returns the length of the run: WANDER_SECONDS or 120 s. Nightly runs have ten minutes. Under a sanitizer it
 * is 0, which skips the test: test_space and test_stage run the same code. */
static int seconds_given(void)
{
    const char *given = getenv("WANDER_SECONDS");
    return given ? atoi(given) : 120;
}

/* Seen in a minute: .79 m, .90 m/s, 1.9 % of the time standing, 3.5 s of it in one piece, 46 m, 9.8 m. */
static void thirty_wander_and_no_two_come_within_half_a_metre(void **state)
{
    (void)state;
    const int seconds = seconds_given();
    if (!seconds) skip();
    const wandering w = wander_about(WANDERERS, 10, 1, seconds);
    print_message(
        "nearest %.2f m, %.2f m/s, %.1f %% standing, %.1f s at most, laziest %.0f m, farthest %.1f m\n",
        w.nearest, w.speed, 100 * w.standing, w.longest_standing, w.least_way, w.farthest);
    assert_true(w.nearest >= .5);

    /* People must not keep their distance by standing or by walking away from everybody. */
    assert_true(w.speed > .75 && w.speed < 1.25);
    assert_true(w.standing < .08 && w.longest_standing < 12);
    assert_true(w.least_way > .5 * seconds);
    assert_true(w.farthest < 12);
}

static void a_character_without_space_walks_through_others(void **state)
{
    (void)state;
    if (!seconds_given()) skip();
    assert_true(wander_about(WANDERERS, 10, 0, 20).nearest < .4);
}

/* ---- on ways that are found */

enum { CHAIRS = 16 };

/* Statistics of a run in which all people go to other chairs or places at once. */
typedef struct crossing {
    double nearest;  /* metres that two were apart at least */
    double seconds;  /* until the last one was there        */
    int there, lost; /* who came to its place; who gave up  */
} crossing;

/* Places sixteen people in a ring before their chairs, with a wall across it that has a gap on each side.
 * Each goes to a chair of the other side, or, without chairs, to the place before it. */
static crossing cross_over(bool to_chairs, double space)
{
    pd_error err = {0};
    pd_srv_subscriber *subscriber = NULL;
    pd_srv_join_result joined = {0};
    pd_anim_wall walls[] = {{{-.8, 0}, {.8, 0}, .1}, {{2.4, 0}, {2.9, 0}, .1}, {{-2.9, 0}, {-2.4, 0}, .1}};
    const pd_anim_scene scene = {.walls = walls, .wall_count = 3};
    assert_int_equal(pd_srv_stage_join(stage, &subscriber, &joined, NULL, &(pd_srv_join){0}, &err), PD_OK);

    uint32_t ids[CHAIRS];
    for (int i = 0; i < CHAIRS; i++) {
        const double angle = 2 * M_PI * (i + .5) / CHAIRS;
        const pd_srv_spawn wanted = {.position = {4 * sin(angle), 4 * cos(angle)}, .facing = angle + M_PI};
        assert_int_equal(pd_srv_stage_spawn(stage, &ids[i], subscriber, &wanted, &err), PD_OK);
    }
    for (pd_srv_character *a = stage->sessions->characters; a; a = a->next) a->scene = &scene;
    for (int i = 0; i < CHAIRS; i++) {
        const double across = 2 * M_PI * ((5 * i + 3) % CHAIRS + .5) / CHAIRS;
        const double reach = to_chairs ? 4.45 : 4;
        const double at[2] = {reach * sin(across), reach * cos(across)};
        const pd_character_follow way = {.points = {{at[0], at[1]}},
                                         .count = 1,
                                         .round = true,
                                         .gait = PD_CHARACTER_WANT_WALK,
                                         .space = space};
        const pd_character_sit_request chair = {.sit = true,
                                                .seat = {at[0], at[1]},
                                                .facing = across + M_PI,
                                                .height = .45,
                                                .seconds = 1.7,
                                                .space = space};
        assert_int_equal(to_chairs ? pd_srv_stage_sit(stage, subscriber, ids[i], &chair, &err)
                                   : pd_srv_stage_follow(stage, subscriber, ids[i], &way, &err),
                         PD_OK);
    }

    crossing out = {.nearest = INFINITY};
    for (int tick = 0; tick < RATE * 40 && out.there + out.lost < CHAIRS; tick++) {
        pd_vec3 at[MOST];
        pd_srv_stage_step(stage);
        out.nearest = fmin(out.nearest, look(at, CHAIRS));
        out.seconds += 1. / RATE;
        for (const pd_srv_character *a = stage->sessions->characters; a; a = a->next) {
            out.there += (a->motion.pose.events & PD_CHARACTER_ARRIVED) != 0;
            out.lost += (a->motion.pose.events & PD_CHARACTER_UNREACHABLE) != 0;
        }
    }
    pd_srv_stage_leave(stage, subscriber, 1);
    free(joined.there);
    return out;
}

/* Seen: places .76 m, 12.2 s; chairs .96 m, 17.3 s. Without space .19 and .20 m. */
static void people_who_go_to_other_chairs_or_places_avoid_one_another(void **state)
{
    (void)state;
    if (!seconds_given()) skip();
    for (int to_chairs = 0; to_chairs < 2; to_chairs++) {
        const crossing c = cross_over(to_chairs, 1);
        print_message("%s: nearest %.2f m, %d there, %d lost, %.1f s\n", to_chairs ? "chairs" : "places",
                      c.nearest, c.there, c.lost, c.seconds);
        assert_true(c.nearest >= .5);
        assert_int_equal(c.there, CHAIRS);
    }
}

static void people_without_space_walk_through_one_another(void **state)
{
    (void)state;
    if (!seconds_given()) skip();
    for (int to_chairs = 0; to_chairs < 2; to_chairs++) {
        const crossing c = cross_over(to_chairs, 0);
        print_message("%s: nearest %.2f m, %d there, %d lost, %.1f s\n", to_chairs ? "chairs" : "places",
                      c.nearest, c.there, c.lost, c.seconds);
        assert_true(c.nearest < .4);
    }
}

/* ---- on straight ways that cross */

/* Start and end of one person's way. */
typedef struct straight_way {
    double from[2], to[2];
} straight_way;

/* Places people on a circle, 1.25 m apart and at least 8 m across, each with the opposite point as goal. */
static straight_way across_the_circle(int i, int people)
{
    const double angle = 2 * M_PI * i / people, half = fmax(4, 0.2 * people);
    const double x = half * sin(angle), z = half * cos(angle);
    return (straight_way){{x, z}, {-x, -z}};
}

/* Places people in two rows, 10 m apart and 1.25 m from person to person,
 * each with the opposite place as goal. */
static straight_way through_the_row(int i, int people)
{
    const double x = 1.25 * (i / 2 - 0.5 * (people / 2 - 1)), z = i % 2 ? 5 : -5;
    return (straight_way){{x, z}, {x, -z}};
}

/* Walks everybody along its way, with space .6, until 2 s after the last one has arrived. seed: of the
 * people's variations. Hips count, not the points of the ground under them. */
static crossing walk_across(straight_way (*way_of)(int i, int people), int people, int seed)
{
    pd_error err = {0};
    pd_srv_subscriber *subscriber = NULL;
    pd_srv_join_result joined = {0};
    assert_int_equal(pd_srv_stage_join(stage, &subscriber, &joined, NULL, &(pd_srv_join){0}, &err), PD_OK);
    for (int i = 0; i < people; i++) {
        uint32_t id = 0;
        const straight_way w = way_of(i, people);
        const pd_character_person person = {.variation = seed * people + i};
        const pd_srv_spawn wanted = {.position = {w.from[0], w.from[1]},
                                     .facing = atan2(w.to[0] - w.from[0], w.to[1] - w.from[1]),
                                     .person = &person,
                                     .has_variation = true};
        const pd_character_follow follow = {.points = {{w.from[0], w.from[1]}, {w.to[0], w.to[1]}},
                                            .count = 2,
                                            .gait = PD_CHARACTER_WANT_WALK,
                                            .space = .6};
        assert_int_equal(pd_srv_stage_spawn(stage, &id, subscriber, &wanted, &err), PD_OK);
        assert_int_equal(pd_srv_stage_follow(stage, subscriber, id, &follow, &err), PD_OK);
    }

    crossing out = {.nearest = INFINITY};
    for (double left = 60; left > 0; left -= 1. / RATE) {
        double at[MOST][2];
        int n = 0;
        pd_srv_stage_step(stage);
        out.seconds += out.there < people ? 1. / RATE : 0;
        if (out.there == people) left = fmin(left, 2);
        for (const pd_srv_character *a = stage->sessions->characters; a; a = a->next) {
            const pd_vec3 hips = a->motion.pose.joints[0];
            at[n][0] = hips.x, at[n++][1] = hips.z;
            out.there += (a->motion.pose.events & PD_CHARACTER_ARRIVED) != 0;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                out.nearest = fmin(out.nearest, hypot(at[i][0] - at[j][0], at[i][1] - at[j][1]));
    }
    pd_srv_stage_leave(stage, subscriber, 1);
    free(joined.there);
    return out;
}

/* The usual tests of reciprocal avoidance (van den Berg, Guy, Lin and Manocha 2011), for numbers of people
 * and for different ones. */
static void people_who_cross_keep_half_a_metre_and_all_arrive(void **state)
{
    (void)state;
    if (!seconds_given()) skip();
    static const struct {
        const char *name;
        straight_way (*way_of)(int i, int people);
        int people, seeds;
    } ways[] = {{"circle", across_the_circle, 2, 1},
                {"circle", across_the_circle, 8, 2},
                {"circle", across_the_circle, 20, 4},
                {"rows", through_the_row, 20, 2},
                {"rows", through_the_row, 40, 1}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (int seed = 0; seed < ways[w].seeds; seed++) {
            const crossing c = walk_across(ways[w].way_of, ways[w].people, seed);
            print_message("%s of %d, seed %d: nearest %.2f m, %d there, %.1f s\n", ways[w].name,
                          ways[w].people, seed, c.nearest, c.there, c.seconds);
            assert_true(c.nearest >= .5);
            assert_int_equal(c.there, ways[w].people);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(thirty_wander_and_no_two_come_within_half_a_metre, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_character_without_space_walks_through_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(people_who_go_to_other_chairs_or_places_avoid_one_another, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(people_without_space_walk_through_one_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(people_who_cross_keep_half_a_metre_and_all_arrive, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
