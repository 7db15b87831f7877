/* Rays in rooms: against the skin that frames show, at moments between ticks; and what is refused. */
#include "core/math/triangle.h"
#include "server/stage/cast.h"
#include "server/stage/past.h"
#include "server/stage/room.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"
#include "tests/support/checked_locks.h"
#include "tests/support/stage_clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PERIOD 16667 /* microseconds: 60 ticks a second */

/* A connection and the newest of its texts of a type. */
typedef struct line {
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    char text[1 << 16];
    int hits, errors;
} line;

static void keep_text(void *to, const void *text, size_t size)
{
    line *l = to;
    const bool is_hits = size > 14 && !memcmp(text, "{\"type\":\"hits\"", 14);
    const bool is_error = size > 15 && !memcmp(text, "{\"type\":\"error\"", 15);
    if (!is_hits && !is_error) return;
    assert_true(size < sizeof l->text);
    memcpy(l->text, text, size);
    l->text[size] = 0;
    l->hits += is_hits;
    l->errors += is_error;
}

static bool drop_frame(void *to, pd_srv_frame *frame)
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
static pd_srv_stage *stage;

static int set_up(void **state)
{
    api_shipped_load(state);
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 60,
                                         .stream_sessions = 10,
                                         .stream_characters = 100,
                                         .stream_room_members = 4,
                                         .stream_room_characters = 100,
                                         .stream_room_messages = 5,
                                         .stream_room_rewind = 0.25,
                                         .stream_room_rays = 100,
                                         .stream_resume_window = 1}};
    atomic_init(&config.now, &settings);
    stage_clock_time.now_us = 1000000;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {keep_text, drop_frame, wake, NULL}};
    return pd_srv_stage_new(&stage, &deps, NULL) != PD_OK;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    return api_shipped_unload(state);
}

static void join(line *l, pd_srv_join wanted)
{
    pd_error err = {0};
    memset(l, 0, sizeof *l);
    if (!wanted.watch && !wanted.room) wanted.room = "plaza";
    if (pd_srv_stage_join(stage, &l->subscriber, &l->joined, l, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static void leave(line *l)
{
    pd_srv_stage_join_result_deinit(&l->joined);
    pd_srv_stage_leave(stage, l->subscriber, 1);
}

static uint32_t spawn(line *l, const char *body, double x, const float *betas, int beta_count)
{
    uint32_t id = 0;
    pd_error err = {0};
    const pd_srv_spawn wanted = {
        .position = {x, 0}, .has_body = body != NULL, .body = body, .betas = betas, .beta_count = beta_count};
    if (pd_srv_stage_spawn(stage, &id, l->subscriber, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

static void steps(int count)
{
    for (int i = 0; i < count; i++) pd_srv_stage_step(stage);
}

static pd_srv_character *character(uint32_t id)
{
    for (pd_srv_character *a = stage->sessions->characters; a; a = a->next)
        if (a->id == id) return a;
    fail_msg("no character %u", id);
    return NULL;
}

static uint32_t now(void)
{
    return stage->sessions->tick;
}

static pd_status cast(pd_api_hits *out, const pd_api_cast *wanted, pd_error *err)
{
    const pd_api_room_cast room = {.room = "plaza", .cast = wanted};
    *err = (pd_error){0};
    return pd_srv_stage_room_cast(stage, out, &room, err);
}

static pd_ray ray_to(pd_vec3 to, double turn)
{
    const pd_vec3 along = pd_vec3_make(sin(turn), -0.1, cos(turn));
    const pd_vec3 unit = pd_vec3_scale(along, 1 / pd_vec3_length(along));
    return (pd_ray){.from = pd_vec3_fma(to, -4, unit), .along = unit, .length = 20};
}

/* Returns the first triangle of a skin that a ray meets; distance INFINITY: none. */
static int search(double *distance, const float *vertices, const pd_smpl_model *model, const pd_ray *ray)
{
    int found = -1;
    *distance = INFINITY;
    for (int f = 0; f < model->face_count; f++) {
        pd_vec3 at[3];
        for (int c = 0; c < 3; c++) {
            const float *v = vertices + 3 * (size_t)model->data.faces[3 * f + c];
            at[c] = pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
        }
        const double t = pd_ray_triangle(ray, at[0], at[1], at[2], true);
        if (t < *distance) *distance = t, found = f;
    }
    return found;
}

/* What a client draws is the skin of one frame and of the next, mixed. */
static void hits_are_on_the_skin_that_clients_draw_between_two_ticks(const char *body)
{
    enum { RAYS = 40 };
    static const float betas[] = {2, -1.5f, 1, 0.5f};
    static pd_api_hits hits;
    line l;
    pd_error err;
    double worst = 0;
    int met = 0, same = 0, total = 0;
    join(&l, (pd_srv_join){0});
    const uint32_t id = spawn(&l, body, 30, betas, 4);
    pd_srv_character *a = (steps(1), character(id));
    const pd_smpl_model *model;
    pd_retarget_live_shape shape;
    pd_retarget_live_body_shape(&shape, a->body);
    model = shape.model;
    const size_t size = 3 * (size_t)model->vertex_count;
    float *skins[2] = {malloc(size * sizeof(float)), malloc(size * sizeof(float))};

    for (int round = 0; round < 6; round++) {
        const pd_character_input run = {.move = {round % 2 ? 0.6 : -0.3, 1}, .gait = round % 3};
        assert_int_equal(pd_srv_stage_input(stage, l.subscriber, id, 1, &run, &err), PD_OK);
        steps(25);
        memcpy(skins[0], pd_retarget_live_body_vertices(a->body), size * sizeof(float));
        const uint32_t tick = now();
        const int span = 1 + round % 2;
        steps(span);
        memcpy(skins[1], pd_retarget_live_body_vertices(a->body), size * sizeof(float));
        const double fraction = 0.15 * round;
        for (size_t i = 0; i < size; i++) skins[0][i] += (float)fraction * (skins[1][i] - skins[0][i]);
        steps(7);

        pd_api_cast wanted = {.tick = tick, .span = span, .fraction = fraction, .hits = 1, .ray_count = RAYS};
        for (int r = 0; r < RAYS; r++) {
            const float *v =
                skins[0] + 3 * (size_t)model->data.faces[3 * ((r * 677 + round * 91) % model->face_count)];
            wanted.rays[r] =
                ray_to(pd_vec3_make((double)v[0] + 1e-3, (double)v[1] + 1e-3, (double)v[2]), 0.7 * r);
        }
        if (cast(&hits, &wanted, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(hits.tick, now());
        for (int r = 0; r < RAYS; r++) {
            double distance;
            const int face = search(&distance, skins[0], model, &wanted.rays[r]);
            total++;

            /* At the outline of a limb one of the two may just miss. */
            if (face < 0 || !hits.counts[r]) continue;
            const pd_api_hit *hit = &hits.hits[r][0];
            if (fabs(hit->distance - distance) > 0.03) continue;
            assert_int_equal(hit->id, id);
            assert_int_equal(hit->member, 1);
            assert_true(hit->has_face);

            /* The place of the skin that the server names, as the client draws it, and the hit in space. */
            pd_vec3 drawn = pd_vec3_make(0, 0, 0);
            for (int c = 0; c < 3; c++) {
                const float *v = skins[0] + 3 * (size_t)hit->corners[c];
                drawn = pd_vec3_fma(drawn, (double)hit->weights[c],
                                    pd_vec3_make((double)v[0], (double)v[1], (double)v[2]));
            }
            worst = fmax(worst, pd_vec3_distance(drawn, hit->point));
            same += hit->face == face;
            met++;
        }
    }

    print_message("%s: %d of %d rays meet, %d the same triangle, farthest %.2f mm\n", body, met, total, same,
                  1e3 * worst);
    assert_true(met > total * 9 / 10);
    assert_true(worst < 5e-3);
    assert_true(same > met / 2);
    free(skins[0]);
    free(skins[1]);
    leave(&l);
    steps(1);
}

static void hits_are_within_5_mm_of_what_a_client_draws(void **state)
{
    (void)state;
    hits_are_on_the_skin_that_clients_draw_between_two_ticks("default");
    hits_are_on_the_skin_that_clients_draw_between_two_ticks("other");
}

/* A ray along a row of people. */
static pd_api_cast along_x(uint32_t tick)
{
    return (pd_api_cast){
        .tick = tick,
        .span = 1,
        .hits = PD_API_CAST_HITS,
        .ray_count = 1,
        .rays = {{.from = pd_vec3_make(-3, 1.2, 0), .along = pd_vec3_make(1, 0, 0), .length = 100}}};
}

static void a_ray_reports_characters_nearest_first_and_leaves_some_out(void **state)
{
    (void)state;
    static pd_api_hits hits;
    line l;
    pd_error err;
    join(&l, (pd_srv_join){0});
    const uint32_t second = spawn(&l, "default", 2, NULL, 0), first = spawn(&l, NULL, 0, NULL, 0),
                   third = spawn(&l, "default", 4, NULL, 0);
    steps(40);

    pd_api_cast wanted = along_x(now());
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    assert_int_equal(hits.counts[0], 3);
    const uint32_t order[] = {first, second, third};
    for (int i = 0; i < 3; i++) assert_int_equal(hits.hits[0][i].id, order[i]);
    assert_false(hits.hits[0][0].has_face);
    assert_true(hits.hits[0][1].has_face);
    assert_true(hits.hits[0][1].distance > 4.5 && hits.hits[0][1].distance < 5.2);

    wanted.hits = 1;
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    assert_int_equal(hits.counts[0], 1);
    assert_int_equal(hits.hits[0][0].id, first);

    wanted.without[0] = first, wanted.without[1] = second, wanted.without_count = 2;
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    assert_int_equal(hits.hits[0][0].id, third);

    /* Capsules of a body are near its skin. */
    const double skin = hits.hits[0][0].distance;
    wanted.surface = PD_API_SURFACE_CAPSULES;
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    assert_int_equal(hits.hits[0][0].id, third);
    assert_false(hits.hits[0][0].has_face);
    assert_near(hits.hits[0][0].distance, skin, 0.12);
    wanted.surface = PD_API_SURFACE_BONES;
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    assert_near(hits.hits[0][0].distance, skin, 0.03);
    leave(&l);
}

static void moments_outside_of_the_rewind_are_refused(void **state)
{
    (void)state;
    static pd_api_hits hits;
    line l, m;
    pd_error err;
    join(&l, (pd_srv_join){0});
    spawn(&l, NULL, 0, NULL, 0);
    steps(60);
    const uint32_t tick = now();

    /* 0.25 s are 15 ticks. */
    pd_api_cast wanted = along_x(tick - 15);
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    assert_int_equal(hits.counts[0], 1);
    wanted.tick = tick - 16;
    assert_int_equal(cast(&hits, &wanted, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/tick");
    wanted.tick = tick + 1;
    assert_int_equal(cast(&hits, &wanted, &err), PD_ERR_RANGE);
    wanted.tick = tick;
    wanted.fraction = 0.5;
    assert_int_equal(cast(&hits, &wanted, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/span");

    /* A member's line of 20 ms allows 0.22 s: 13 ticks. */
    wanted = along_x(tick - 13);
    assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "a", 0.02, &err), PD_OK);
    wanted.tick = tick - 14;
    assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "b", 0.02, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "the delay of this line"));
    assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "c", 0, &err), PD_OK);
    assert_true(pd_srv_caster_step(stage));
    assert_non_null(strstr(l.text, "\"ref\":\"a\""));
    assert_true(pd_srv_caster_step(stage));
    assert_non_null(strstr(l.text, "\"ref\":\"c\""));
    assert_false(pd_srv_caster_step(stage));
    assert_int_equal(l.hits, 2);

    /* Nobody may cast in a room without rewind; the rewind cannot change. */
    join(&m, (pd_srv_join){.room = "calm", .has_rewind = true});
    steps(1);
    wanted.tick = now();
    assert_int_equal(pd_srv_stage_cast(stage, m.subscriber, &wanted, "", 0, &err), PD_ERR_FORBIDDEN);
    line other;
    memset(&other, 0, sizeof other);
    assert_int_equal(pd_srv_stage_join(stage, &other.subscriber, &other.joined, &other,
                                       &(pd_srv_join){.room = "calm", .has_rewind = true, .rewind = 0.5},
                                       &err),
                     PD_ERR_INVALID);
    assert_string_equal(err.where, "/rewind");
    leave(&m);
    leave(&l);
}

static void strangers_watchers_and_too_many_rays_are_refused(void **state)
{
    (void)state;
    static pd_api_hits hits;
    line l, v, alone;
    pd_error err = {0};
    join(&l, (pd_srv_join){.secret = "sesame"});
    spawn(&l, NULL, 0, NULL, 0);
    steps(20);
    pd_api_cast wanted = along_x(now());

    /* A game's own server needs the secret. */
    pd_api_room_cast room = {.room = "nowhere", .cast = &wanted};
    assert_int_equal(pd_srv_stage_room_cast(stage, &hits, &room, &err), PD_ERR_NOT_FOUND);
    room.room = "plaza";
    assert_int_equal(pd_srv_stage_room_cast(stage, &hits, &room, &err), PD_ERR_FORBIDDEN);
    room.secret = "sesame";
    assert_int_equal(pd_srv_stage_room_cast(stage, &hits, &room, &err), PD_OK);

    join(&v, (pd_srv_join){.watch = l.joined.session});
    assert_int_equal(pd_srv_stage_cast(stage, v.subscriber, &wanted, "", 0, &err), PD_ERR_INVALID);

    /* 100 rays a second, twice that at once. */
    wanted.ray_count = 50;
    for (int r = 1; r < 50; r++) wanted.rays[r] = wanted.rays[0];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "", 0, &err), PD_OK);
    assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "", 0, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/rays");
    steps(31); /* half a second */
    assert_int_equal(l.hits, 4);
    wanted.tick = now();
    assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "", 0, &err), PD_OK);

    /* One that leaves gets no answer, and its request is dropped. */
    leave(&v);
    leave(&l);
    assert_false(pd_srv_caster_step(stage));

    /* A session that is no room. */
    memset(&alone, 0, sizeof alone);
    assert_int_equal(
        pd_srv_stage_join(stage, &alone.subscriber, &alone.joined, &alone, &(pd_srv_join){0}, &err), PD_OK);
    assert_int_equal(pd_srv_stage_cast(stage, alone.subscriber, &wanted, "", 0, &err), PD_ERR_INVALID);
    leave(&alone);
}

/* The threads of a running stage, as a daemon has them. */
static void a_running_stage_answers_members_and_servers(void **state)
{
    (void)state;
    static pd_api_hits hits;
    line l;
    pd_error err = {0};
    stage_clock_time.now_us = 1000000;
    assert_int_equal(pd_srv_caster_start(stage, &err), PD_OK);
    join(&l, (pd_srv_join){0});
    spawn(&l, "default", 0, NULL, 0);
    steps(20);
    const pd_api_cast wanted = along_x(now());
    assert_int_equal(pd_srv_stage_cast(stage, l.subscriber, &wanted, "x", 0, &err), PD_OK);
    assert_int_equal(cast(&hits, &wanted, &err), PD_OK);
    for (bool is_there = false; !is_there;) {
        pthread_mutex_lock(&stage->lock);
        is_there = l.hits == 1;
        pthread_mutex_unlock(&stage->lock);
    }
    assert_int_equal(hits.counts[0], 1);
    leave(&l);
}

#define CAST_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CAST_TEST(hits_are_within_5_mm_of_what_a_client_draws),
        CAST_TEST(a_ray_reports_characters_nearest_first_and_leaves_some_out),
        CAST_TEST(moments_outside_of_the_rewind_are_refused),
        CAST_TEST(strangers_watchers_and_too_many_rays_are_refused),
        CAST_TEST(a_running_stage_answers_members_and_servers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
