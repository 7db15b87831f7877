/* Prediction of a character over a simulated line: a server, a client and what is between them, on a virtual
 * clock. The line delays, has jitter and loses packets as TCP shows it: a lost packet comes after it was sent
 * again, and those behind it wait. */
#include "tests/support/cmocka.h"

#include "core/base/hash.h"
#include "core/base/rng.h"
#include "core/character/load.h"
#include "tools/predict/lead.h"
#include "tools/predict/predictor.h"
#include "core/character/rollout/random_stick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE  60.0
#define STEP  (1 / 240.0) /* seconds of the virtual clock */
#define WIRE  4096        /* messages under way in one direction */
#define BYTES 8192        /* most bytes of a state */
#define KEEP  15          /* ticks after which the client repeats an input */
#define SEEN  0.01        /* metres of a correction that counts */
#define FAST  5.0         /* m/s: nobody moves faster */

static pd_pfnn_model *model;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    pd_error err;
    if (pd_character_model_load(&model, "models/motion.safetensors", &err) != PD_OK) return 1;
    return pd_character_rig_init(&rig, model, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

/* ---- the line */

typedef enum kind { INPUT, ASK, HASH, STATE } kind;

typedef struct packet {
    double due;
    kind kind;
    pd_character_stamped input;
    uint32_t tick;
    uint64_t seq, hash;
    int early;
    bool has_early;
    unsigned char bytes[BYTES];
    size_t size;
} packet;

typedef struct line {
    double delay, jitter, loss; /* one way, seconds; loss: share of the packets */
    pd_rng rng;
    packet *packets; /* (WIRE) a ring */
    unsigned first, last;
    double after; /* nothing arrives before what was sent before */
    size_t bytes;
} line;

static void line_begin(line *l, double delay, double jitter, double loss, uint64_t seed)
{
    *l = (line){.delay = delay, .jitter = jitter, .loss = loss};
    l->packets = calloc(WIRE, sizeof *l->packets);
    assert_non_null(l->packets);
    pd_rng_init(&l->rng, seed);
}

/* Returns the packet to be filled in. A packet that was lost is sent again after a round trip and 200 ms, the
 * least time of TCP's timers. */
static packet *line_send(line *l, double now, kind what)
{
    packet *p = &l->packets[l->last++ % WIRE];
    double due = now + l->delay + l->jitter * (2 * pd_rng_uniform(&l->rng) - 1);

    assert_true(l->last - l->first < WIRE);
    while (pd_rng_uniform(&l->rng) < l->loss) due += 2 * l->delay + 0.2;
    memset(p, 0, offsetof(packet, bytes));
    l->after = p->due = fmax(due, l->after);
    p->kind = what;
    p->size = 0;

    return p;
}

static packet *line_receive(line *l, double now)
{
    if (l->first == l->last || l->packets[l->first % WIRE].due > now) return NULL;
    return &l->packets[l->first++ % WIRE];
}

/* ---- the server */

typedef struct server {
    pd_character_state *now;
    const pd_anim_scene *scene;
    pd_arena scratch;
    pd_fields_writer writer;
    pd_buffer bytes;
    pd_character_stamped_list waiting;
    uint32_t tick;
    uint64_t seq;
    int early, late;
    bool has_early, is_asked, is_moved;
    size_t hash_bytes, state_bytes;
    int states;
} server;

static void server_begin(server *s, const pd_anim_scene *scene)
{
    const double at[2] = {0, 0};
    *s = (server){.scene = scene, .tick = 1000};
    s->now = calloc(1, sizeof *s->now);
    assert_non_null(s->now);
    assert_int_equal(pd_character_init(&s->now->motion, &rig, scene, at, 0, NULL), PD_OK);
    assert_int_equal(
        pd_character_set_person(&s->now->motion, &(pd_character_person){.variation = 3}, &rig, NULL), PD_OK);
    assert_true(pd_arena_init(&s->scratch, 1 << 16));
}

static void server_end(server *s)
{
    pd_arena_deinit(&s->scratch);
    pd_fields_writer_deinit(&s->writer);
    pd_buffer_deinit(&s->bytes);
    free(s->now);
}

static void server_hear(server *s, const packet *p)
{
    if (p->kind == ASK) {
        s->is_asked = true;
        return;
    }
    const int early = pd_character_stamped_after(p->input.tick, s->tick + 1);
    if (!s->has_early || early < s->early) s->early = early;
    s->has_early = true;
    if (early < 0) {
        s->is_moved = true;
        s->late++;
    }
    assert_true(pd_character_stamped_add(&s->waiting, &p->input));
}

static void server_tick(server *s, line *down, double now)
{
    pd_character *motion = &s->now->motion;
    pd_character_stamped held;
    bool jumps = false;

    /* The tick, as the stage computes it. */
    s->tick++;
    if (pd_character_stamped_take(&s->waiting, s->tick, &held, &jumps)) {
        s->now->input = held.input;
        s->seq = held.seq;
    }
    pd_character_input input = s->now->input;
    if (jumps) input.jump = 1;
    const pd_character_input *drive = pd_character_overlay_drive(&s->now->overlay, &input, motion, &rig);
    pd_character_tick tick = {.count = 1, .characters = &motion, .inputs = &drive, .scenes = &s->scene};
    assert_true(
        pd_arena_reserve(&s->scratch, pd_character_tick_scratch_bytes(&tick, &rig, &pd_executor_serial)));
    pd_character_tick_run(&tick, &rig, &s->scratch, &pd_executor_serial);
    pd_character_overlay_step(&s->now->overlay, motion, &rig, s->scene, NULL);
    assert_true(pd_arena_reserve(&s->scratch, pd_anim_route_bytes()));

    /* What the client is told, before the way to a seat is found for the next tick. */
    const bool is_due = s->tick % PD_TOOL_PREDICT_EVERY == 0;
    if (is_due || s->is_asked || s->is_moved) {
        packet *p = line_send(down, now, s->is_asked || s->is_moved ? STATE : HASH);
        pd_buffer_clear(&s->bytes);
        pd_character_state_write(&s->bytes, &s->writer, motion, &s->now->overlay, &s->now->input, &rig);
        p->tick = s->tick;
        p->seq = s->seq;
        p->hash = pd_hash64(s->bytes.data, s->bytes.size, 0);
        p->has_early = s->has_early;
        p->early = s->early;
        if (p->kind == STATE) {
            assert_in_range(s->bytes.size, 1, BYTES);
            memcpy(p->bytes, s->bytes.data, s->bytes.size);
            p->size = s->bytes.size;
            s->state_bytes += s->bytes.size;
            s->states++;
        } else
            s->hash_bytes += 8;
        s->has_early = s->is_asked = s->is_moved = false;
    }
    pd_character_sit_plan(&s->now->overlay.sit, motion, &rig, s->scene, &s->scratch);
}

/* ---- the client */

typedef struct client {
    pd_tool_predictor p;
    pd_tool_lead lead;
    uint64_t seq;
    pd_character_input held;
    uint32_t sent;            /* tick of the last input that was sent */
    bool has_sent, is_asking; /* is_asking: a state was asked for and has not come */
    double round_trip;
    int corrections, seen, hashes, differing;
    double worst, last_seen;
    pd_vec3 shown;
    bool has_shown;
    double jump;   /* largest way of the shown root in one tick */
    double answer; /* ticks from a change of the stick to the first tick that used it */
} client;

static void client_hear(client *c, const packet *p, line *up, double now)
{
    pd_tool_correction done;
    pd_error err;

    if (p->has_early) {
        int jump = pd_tool_lead_report(&c->lead, p->early, c->round_trip);
        for (; jump > 0; jump--) pd_tool_predictor_step(&c->p);
    }
    if (p->kind == HASH) {
        c->hashes++;
        if (pd_tool_predictor_check(&c->p, p->tick, p->hash) != PD_TOOL_DIFFERS || c->is_asking) return;
        c->differing++;
        c->is_asking = true;
        line_send(up, now, ASK);
        return;
    }
    const bool is_first = !c->p.has_state;
    const int ahead = (int)(c->round_trip * RATE) + 4;
    if (pd_tool_predictor_restore(&c->p, &done, p->tick, p->seq, ahead, p->bytes, p->size, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    c->is_asking = false;
    if (is_first) {
        pd_tool_lead_begin(&c->lead, RATE, now);
        return;
    }
    c->corrections += done.distance > 1e-9;
    c->worst = fmax(c->worst, done.distance);
    if (done.distance > SEEN) {
        c->seen++;
        c->last_seen = now;
        if (getenv("PREDICT_VERBOSE"))
            printf("%8.3f s: correction of %.3f m, %d ticks again\n", now, done.distance, done.replayed);
    }
}

static void client_frame(client *c, const pd_character_input *stick, line *up, double now)
{
    pd_character_pose pose;

    if (!c->p.has_state) return;
    for (int due = pd_tool_lead_due(&c->lead, now); due > 0; due--) {
        const bool is_new = memcmp(stick, &c->held, sizeof *stick) != 0 || !c->has_sent;
        if (is_new || c->p.tick - c->sent >= KEEP) {
            c->held = *stick;
            c->sent = pd_tool_predictor_input(&c->p, stick, ++c->seq);
            c->has_sent = true;
            line_send(up, now, INPUT)->input = (pd_character_stamped){c->sent, c->seq, *stick};
        }
        pd_tool_predictor_step(&c->p);
        /* The state that was just computed has the stick of this very frame. */
        assert_memory_equal(&c->p.now.input.move, stick->move, sizeof stick->move);
        pd_tool_predictor_shown(&pose, &c->p);
        if (c->has_shown) c->jump = fmax(c->jump, hypot(pose.root.x - c->shown.x, pose.root.z - c->shown.z));
        c->shown = pose.root;
        c->has_shown = true;
    }
}

/* ---- both */

typedef struct world {
    server server;
    client client;
    line up, down;
    pd_character_cue *cues;
    int count;
    double now, next_tick, next_frame;
} world;

static void world_begin(world *w, double seconds, double delay, double jitter, double loss, uint64_t seed)
{
    const int room = pd_character_random_room(seconds);

    *w = (world){.now = 0.0};
    server_begin(&w->server, NULL);
    assert_int_equal(pd_tool_predictor_init(&w->client.p, &rig, NULL, NULL), PD_OK);
    w->client.round_trip = 2 * delay;
    line_begin(&w->up, delay, jitter, loss, seed);
    line_begin(&w->down, delay, jitter, loss, seed + 1);
    w->cues = calloc((size_t)room, sizeof *w->cues);
    assert_non_null(w->cues);
    w->count = pd_character_random_cues(w->cues, room, PD_CHARACTER_RANDOM_PLAY, seed, seconds);
    line_send(&w->up, 0, ASK);
}

static void world_end(world *w)
{
    server_end(&w->server);
    pd_tool_predictor_deinit(&w->client.p);
    free(w->up.packets);
    free(w->down.packets);
    free(w->cues);
}

/* Returns the stick at a time. */
static const pd_character_input *world_stick(const world *w, double now)
{
    int i = 0;
    while (i + 1 < w->count && w->cues[i + 1].time <= now) i++;
    return &w->cues[i].input;
}

static void world_run(world *w, double until)
{
    for (; w->now < until; w->now += STEP) {
        for (const packet *p; (p = line_receive(&w->up, w->now));) server_hear(&w->server, p);
        for (const packet *p; (p = line_receive(&w->down, w->now));)
            client_hear(&w->client, p, &w->up, w->now);
        if (w->now >= w->next_tick) {
            server_tick(&w->server, &w->down, w->now);
            w->next_tick += 1 / RATE;
        }
        if (w->now >= w->next_frame) {
            client_frame(&w->client, world_stick(w, w->now), &w->up, w->now);
            w->next_frame += 1 / 59.0; /* a screen, which has a clock of its own */
        }
    }
}

static void world_report(const world *w, double seconds, const char *what)
{
    const client *c = &w->client;
    if (!getenv("PREDICT_VERBOSE")) return;
    printf("%s: %.0f s, %d hashes (%d differ), %d states of %.0f bytes, %d late inputs, %d corrections, %d "
           "above "
           "1 cm, worst %.3f m, largest step %.3f m, lead %d ticks, %.1f bytes/s down\n",
           what, seconds, c->hashes, c->differing, w->server.states,
           w->server.states ? (double)w->server.state_bytes / w->server.states : 0, w->server.late,
           c->corrections, c->seen, c->worst, c->jump,
           (int)pd_character_stamped_after(c->p.tick, w->server.tick),
           (double)(w->server.state_bytes + w->server.hash_bytes) / seconds);
}

/* Returns how far prediction and server are apart at the server's tick, in metres. */
static double world_gap(const world *w)
{
    const pd_tool_past *past = pd_tool_predictor_past(&w->client.p, w->server.tick);
    const pd_vec3 root = w->server.now->motion.pose.root;
    assert_non_null(past);
    return hypot((double)past->root[0] - root.x, (double)past->root[2] - root.z);
}

static void a_good_line_needs_no_correction(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    world_begin(w, 20, 0.02, 0, 0, 3);
    world_run(w, 20);
    world_report(w, 20, "20 ms");
    assert_int_equal(w->client.differing, 0);
    assert_int_equal(w->client.corrections, 0);
    assert_true(w->client.hashes > 30);
    assert_int_equal(w->server.states, 1);
    world_end(w);
    free(w);
}

static void a_bad_line_has_at_most_one_correction_a_minute_above_a_centimetre(void **state)
{
    (void)state;
    const char *asked = getenv("PREDICT_SECONDS");
    const double seconds = asked ? atof(asked) : 90;
    const int seeds = asked ? 4 : 1;

    for (int seed = 0; seed < seeds; seed++)
        for (int ways = 1; ways <= 2; ways++) {
            world *w = calloc(1, sizeof *w);
            assert_non_null(w);
            /* 150 ms of delay to and fro together, and each way. */
            world_begin(w, seconds, 0.075 * ways, 0.015 * ways, 0.02, 11 + 7 * (uint64_t)seed);
            world_run(w, 30); /* learns the line */
            const int learnt = w->client.seen;
            world_run(w, seconds);
            world_report(w, seconds, ways == 1 ? "150 ms to and fro" : "150 ms each way");
            assert_true(w->client.seen - learnt <= (seconds - 30) / 60);
            assert_true(w->client.jump < FAST / RATE + 0.12 * w->client.worst);
            world_end(w);
            free(w);
        }
}

static void what_else_moves_the_character_is_right_after_one_way(void **state)
{
    (void)state;
    const pd_anim_wall wall = {.from = {-20, 1.5}, .to = {20, 1.5}, .width = 0.1};
    world *w = calloc(1, sizeof *w);
    pd_anim_scene scene;
    assert_non_null(w);

    /* A wall that the client does not know, ahead of a character that walks. */
    assert_int_equal(pd_anim_scene_init(&scene, 1, 0, 0, 0, "", NULL), PD_OK);
    scene.walls[0] = wall;
    world_begin(w, 20, 0.075, 0.015, 0, 5);
    w->server.scene = &scene;
    w->count = 1;
    w->cues[0].input = (pd_character_input){.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK};
    world_run(w, 6);
    world_report(w, 6, "wall");
    assert_true(w->client.corrections > 1);
    assert_true(w->client.p.pose.root.z < 1.5);
    assert_true(w->client.jump < FAST / RATE + 0.12 * w->client.worst);

    /* An order that comes from elsewhere: the server sends the state that has it. */
    const pd_character_sit_request sit = {
        .sit = true, .seat = {-1.2, -1.5}, .facing = 0, .height = 0.45, .seconds = 1.4};
    world_run(w, 8);
    pd_character_sit_set(&w->server.now->overlay.sit, &sit);
    w->server.is_moved = true;
    world_run(w, 8 + 0.075 + 0.015 + 2 / RATE);
    assert_int_equal(w->client.p.now.overlay.sit.stage, w->server.now->overlay.sit.stage);
    world_run(w, 10);
    assert_near(world_gap(w), 0, 1e-6);
    world_run(w, 16);
    assert_near(w->client.p.pose.seated, 1, 1e-6);
    world_report(w, 16, "seat");
    pd_anim_scene_deinit(&scene);
    world_end(w);
    free(w);
}

static void damaged_and_foreign_states_are_refused_and_change_nothing(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    pd_tool_correction done;
    pd_error err;
    pd_rng rng;
    assert_non_null(w);

    world_begin(w, 20, 0.05, 0, 0, 9);
    world_run(w, 2);
    pd_tool_predictor *p = &w->client.p;
    const pd_buffer *good = &w->server.bytes;
    unsigned char *bytes = malloc(good->size + 1);
    const pd_character_state before = p->now;
    const uint32_t tick = p->tick;
    assert_non_null(bytes);
    pd_rng_init(&rng, 4);
    int refused = 0;
    for (size_t size = 0; size < good->size; size += 7) {
        memcpy(bytes, good->data, size);
        assert_int_not_equal(pd_tool_predictor_restore(p, &done, w->server.tick, 0, 0, bytes, size, &err),
                             PD_OK);
        assert_string_equal(err.where, "/snapshot");
        refused++;
    }
    assert_int_equal(pd_tool_predictor_restore(p, &done, tick + 301, 0, 0, good->data, good->size, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "/tick");
    assert_int_equal(pd_tool_predictor_restore(p, &done, tick - 301, 0, 0, good->data, good->size, &err),
                     PD_ERR_RANGE);
    assert_memory_equal(&p->now, &before, sizeof before);
    assert_int_equal(p->tick, tick);
    assert_true(refused > 100);

    /* Bits that are turned over are refused, or give a state with which ticks can go on. */
    for (int i = 0; i < 200; i++) {
        memcpy(bytes, good->data, good->size);
        bytes[pd_rng_below(&rng, (int)good->size)] ^= (unsigned char)(1 << pd_rng_below(&rng, 8));
        pd_tool_predictor_restore(p, &done, w->server.tick, 0, 0, bytes, good->size, &err);
        pd_tool_predictor_step(p);
        p->now = before;
        p->tick = tick;
    }
    free(bytes);
    world_end(w);
    free(w);
}

static void inputs_wait_in_the_order_of_their_ticks(void **state)
{
    (void)state;
    pd_character_stamped_list list = {.count = 0};
    pd_character_stamped held;
    bool jumps;
    const uint32_t base = UINT32_MAX - 3; /* numbers wrap around */

    for (int i = 0; i < PD_CHARACTER_STAMPED_MOST; i++) {
        const pd_character_stamped item = {
            base + (uint32_t)(i * 37 % PD_CHARACTER_STAMPED_MOST), (uint64_t)i, {.jump = i == 5}};
        assert_true(pd_character_stamped_add(&list, &item));
    }
    assert_false(pd_character_stamped_add(&list, &list.items[0]));
    for (int i = 1; i < list.count; i++)
        assert_int_equal(pd_character_stamped_after(list.items[i].tick, list.items[i - 1].tick), 1);
    assert_int_equal(pd_character_stamped_take(&list, base - 1, &held, &jumps), 0);
    assert_int_equal(pd_character_stamped_take(&list, base, &held, &jumps), 1);
    assert_int_equal(held.tick, base);
    assert_int_equal(pd_character_stamped_take(&list, base + 60, &held, &jumps), 60);
    assert_int_equal(held.tick, base + 60);
    assert_true(jumps); /* one of them asked for it: 5 * 37 % 128 = 57 */
    assert_int_equal(list.count, PD_CHARACTER_STAMPED_MOST - 61);
}

static void the_lead_covers_what_comes_late_and_shrinks_when_nothing_does(void **state)
{
    (void)state;
    pd_tool_lead lead;
    int ticks = 0;

    /* Twelve ticks are missing: they are added within twelve ticks / 8 % of the rate, not at once. */
    pd_tool_lead_begin(&lead, RATE, 0);
    assert_int_equal(pd_tool_lead_report(&lead, -10, 0.1), 0);
    for (int i = 1; i <= 240; i++) ticks += pd_tool_lead_due(&lead, i / RATE);
    assert_in_range(ticks, 240 + 11, 240 + 12);

    /* A report of the same moment does not count twice; a worse one adds the difference. */
    pd_tool_lead_begin(&lead, RATE, 0);
    pd_tool_lead_report(&lead, -10, 0.1);
    pd_tool_lead_report(&lead, -10, 0.1);
    assert_near(lead.shift, 12, 1e-9);
    pd_tool_lead_report(&lead, -14, 0.1);
    assert_near(lead.shift, 16, 1e-9);

    /* What is too much goes slowly. */
    pd_tool_lead_begin(&lead, RATE, 0);
    for (int i = 0; i < PD_TOOL_LEAD_REPORTS; i++) {
        pd_tool_lead_due(&lead, 1 + 0.4 * i > 0.5 * i ? 0.5 * i : 0);
        pd_tool_lead_report(&lead, 12, 0.1);
    }
    assert_near(lead.shift, -5, 1e-9);

    /* A program that was stopped begins anew. */
    pd_tool_lead_begin(&lead, RATE, 0);
    assert_int_equal(pd_tool_lead_due(&lead, 0.3), 18);
    assert_int_equal(pd_tool_lead_due(&lead, 1.3), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_wait_in_the_order_of_their_ticks),
        cmocka_unit_test(the_lead_covers_what_comes_late_and_shrinks_when_nothing_does),
        cmocka_unit_test(a_good_line_needs_no_correction),
        cmocka_unit_test(a_bad_line_has_at_most_one_correction_a_minute_above_a_centimetre),
        cmocka_unit_test(what_else_moves_the_character_is_right_after_one_way),
        cmocka_unit_test(damaged_and_foreign_states_are_refused_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
