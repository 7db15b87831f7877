/* @heavy: plays every script of the examples. */
/* A session that is restored from a snapshot at any tick continues with the same bits. Two stages play every
 * script of examples/; at random ticks the second is discarded and restored from a snapshot of the first. */
#include "server/stage/snapshot.h"

#include "api/motion/motion.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_shipped.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"
#include "tests/support/stage_clock.h"
#include "tools/motion/script_file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PERIOD  16667 /* microseconds; the stage's own period is shorter by less than one */
#define TICKS   1200  /* of a script, at most */
#define SHIPPED "models/motion.safetensors"

/* A stage, the subscriber that owns its session, and the last frame without its time. */
typedef struct side {
    pd_srv_stage *stage;
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    pd_buffer frame, texts;
} side;

static pd_srv_settings settings;
static pd_srv_config config;
static size_t largest, total; /* bytes of a snapshot, and of all */
static int snapshots;

static void record_text(void *to, const void *text, size_t size)
{
    side *s = to;
    pd_buffer_add(&s->texts, text, size);
}

static bool record_frame(void *to, pd_srv_frame *frame)
{
    side *s = to;
    pd_buffer_clear(&s->frame);
    pd_buffer_add(&s->frame, frame->bytes + PD_SRV_FRAME_PRE, frame->size);
    memset(s->frame.data + 12, 0, 8); /* the time, which two clocks may round differently */
    pd_srv_frame_release(frame);
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

static void open_side(side *s)
{
    pd_error err = {0};
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {record_text, record_frame, wake, NULL}};
    memset(s, 0, sizeof *s);
    assert_int_equal(pd_srv_stage_new(&s->stage, &deps, &err), PD_OK);
}

static void join(side *s, const pd_srv_join *wanted)
{
    pd_error err = {0};
    if (pd_srv_stage_join(s->stage, &s->subscriber, &s->joined, s, wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_srv_stage_join_result_deinit(&s->joined);
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_JOINTS |
                                                PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS |
                                                PD_API_CHANNEL_TRAJECTORY | PD_API_CHANNEL_SMPL,
                                    .divisor = 1,
                                    .rotation_bits = 48,
                                    .compact = 0};
    pd_srv_stage_profile(s->stage, s->subscriber, &profile, NULL);
}

static void close_side(side *s)
{
    if (s->subscriber) pd_srv_stage_leave(s->stage, s->subscriber, 1);
    pd_srv_stage_free(s->stage);
    pd_buffer_deinit(&s->frame);
    pd_buffer_deinit(&s->texts);
}

/* The scene of the script, by whatever id. */
static pd_api_scene script_scene;

static pd_api_scene *give_scene(void *ctx, const char *id, const char *revision)
{
    (void)ctx;
    (void)id;
    (void)revision;
    return pd_api_scene_retain(&script_scene);
}

static const pd_srv_snapshot_objects objects = {NULL, give_scene, NULL};

/* Replaces the second stage by one that is restored from a snapshot of the first. */
static void move_over(side *to, const side *from)
{
    pd_error err = {0};
    pd_buffer bytes = {0};
    assert_int_equal(pd_srv_snapshot_write(&bytes, from->stage, from->joined.session, &err), PD_OK);
    if (bytes.size > largest) largest = bytes.size;
    total += bytes.size, snapshots++;
    if (to->stage) close_side(to);
    open_side(to);
    to->stage->next_id = 40; /* as if others had been there */
    if (pd_srv_snapshot_read(to->stage, bytes.data, bytes.size, &objects, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    join(to, &(pd_srv_join){.resume = from->joined.token});
    assert_string_equal(to->joined.session, from->joined.session);
    pd_buffer_deinit(&bytes);
}

/* Checks that the stored state of both stages is equal, byte for byte, except clocks. */
static void expect_same_state(side *a, side *b)
{
    pd_error err = {0};
    pd_buffer x = {0}, y = {0};
    side *sides[] = {a, b};
    pd_buffer *out[] = {&x, &y};
    for (int i = 0; i < 2; i++) {
        pd_srv_stage *stage = sides[i]->stage;
        const double time = stage->sessions->time;
        stage->sessions->time = 0;
        assert_int_equal(pd_srv_snapshot_write(out[i], stage, a->joined.session, &err), PD_OK);
        stage->sessions->time = time;
    }
    assert_int_equal(x.size, y.size);
    assert_memory_equal(x.data, y.data, x.size);
    pd_buffer_deinit(&x);
    pd_buffer_deinit(&y);
}

/* Sends the messages of the script between two times to `count` stages. It is called with the first stage
 * alone before the second is made from it. */
static void send(const pd_character_rollout_job *job, double from, double to, side *const *sides, int count)
{
    for (int i = 0; i < count; i++) {
        pd_srv_stage *stage = sides[i]->stage;
        pd_srv_subscriber *who = sides[i]->subscriber;
        pd_error err = {0};
        pd_status status = PD_OK;
        for (int k = 0; k < job->cue_count && !job->follow; k++)
            if (job->cues[k].time >= from && job->cues[k].time < to)
                status |= pd_srv_stage_input(stage, who, 1, (uint64_t)k, &job->cues[k].input, &err);
        if (job->follow && from <= 0) status |= pd_srv_stage_follow(stage, who, 1, job->follow, &err);
        for (int k = 0; k < job->reach_count; k++)
            if (job->reaches[k].time >= from && job->reaches[k].time < to)
                status |=
                    pd_srv_stage_reach(stage, who, 1, job->reaches[k].hand, &job->reaches[k].request, &err);
        for (int k = 0; k < job->gaze_count; k++)
            if (job->gazes[k].time >= from && job->gazes[k].time < to)
                status |= pd_srv_stage_look(stage, who, 1, NULL, &job->gazes[k].request, &err);
        for (int k = 0; k < job->sit_count; k++)
            if (job->sits[k].time >= from && job->sits[k].time < to)
                status |= pd_srv_stage_sit(stage, who, 1, &job->sits[k].request, &err);
        if (status != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    }
}

/* Asks now and then for a face with all of ARKit's weights and for poses of the hands, in up to a second. */
static void send_face(pd_rng *rng, side *const *sides, int count)
{
    static const char *const visemes_begin = "viseme_PP";
    pd_retarget_face_request request = {.hands = {pd_rng_below(rng, PD_SMPL_HAND_POSE_COUNT + 1) - 1,
                                                  pd_rng_below(rng, PD_SMPL_HAND_POSE_COUNT + 1) - 1},
                                        .seconds = pd_rng_below(rng, 3) * 0.5};
    for (int i = 0; strcmp(pd_retarget_face_names[i], visemes_begin) != 0; i++) {
        snprintf(request.shapes[i].name, sizeof request.shapes[i].name, "%s", pd_retarget_face_names[i]);
        request.shapes[i].weight = (float)pd_rng_uniform(rng);
        request.shape_count = i + 1;
    }
    for (int i = 0; i < count; i++) {
        pd_error err = {0};
        pd_retarget_face_unknown unknown;
        if (pd_srv_stage_face(sides[i]->stage, sides[i]->subscriber, 1, &request, &unknown, &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
    }
}

/* Motion, body and channels with which a script is played. */
typedef struct variant {
    pd_api_motion motion;
    bool has_body, has_face; /* the shipped person; faces are asked for */
} variant;

static void play(pd_api_rollout *rollout, const variant *v, uint64_t seed)
{
    const pd_character_rollout_job *job = &rollout->script.job;
    side a, b = {0};
    side *const sides[] = {&a, &b};
    pd_rng rng;
    pd_error err = {0};
    uint32_t id;
    pd_rng_init(&rng, seed);

    memset(&stage_clock_time, 0, sizeof stage_clock_time);
    stage_clock_time.now_us = 1000000;
    open_side(&a);
    join(&a, &(pd_srv_join){.key = "player", .client = 7});
    script_scene = (pd_api_scene){.references = 1000, .id = "script", .revision = "r1"};
    if (job->scene) {
        script_scene.scene = *job->scene;
        a.stage->sessions->scene = pd_api_scene_retain(&script_scene);
    }
    const pd_srv_spawn spawn = {.motion = v->motion,
                                .position = {job->position[0], job->position[1]},
                                .facing = job->facing,
                                .person = &job->person,
                                .has_variation = 1,
                                .has_body = v->has_body,
                                .is_soft = v->has_body,
                                .breathing = v->has_body ? 14 : 0,
                                .control = &rollout->script.control};
    if (pd_srv_stage_spawn(a.stage, &id, a.subscriber, &spawn, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(id, 1);
    move_over(&b, &a);

    const int ticks = job->seconds * 60 < TICKS ? (int)(job->seconds * 60) : TICKS;
    for (int t = 0, moved = 0; t < ticks; t++) {
        /* Send to both stages, or to the first only and then restore the second from it, before a tick has
         * read the messages. */
        const bool moves = pd_rng_below(&rng, 40) == 0;
        send(job, t / 60.0, (t + 1) / 60.0, sides, moves ? 1 : 2);
        if (v->has_face && pd_rng_below(&rng, 30) == 0) send_face(&rng, sides, moves ? 1 : 2);
        if (moves) move_over(&b, &a), moved = t;

        const int64_t now = stage_clock_time.now_us;
        pd_srv_stage_step(a.stage);
        stage_clock_time.now_us = now;
        pd_srv_stage_step(b.stage);
        if (a.frame.size != b.frame.size || memcmp(a.frame.data, b.frame.data, a.frame.size))
            fail_msg("tick %d of %g s differs; the last move was before tick %d", t, job->seconds, moved);
        assert_int_equal(a.frame.size, b.frame.size);
        assert_memory_equal(a.frame.data, b.frame.data, a.frame.size);
        if (t % 100 == 99) expect_same_state(&a, &b);
        stage_clock_time.now_us = now + PERIOD;
    }
    close_side(&a);
    close_side(&b);
}

/* Decodes an example as a roll-out is decoded, and plays it. */
static void play_file(const char *name, const variant *v, uint64_t seed)
{
    char path[512], reason[2048];
    pd_error err = {0};
    pd_tool_script *script;
    pd_buffer json = {0};
    snprintf(path, sizeof path, "examples/%s", name);
    assert_int_equal(pd_tool_script_open(&script, path, &err), PD_OK);
    assert_int_equal(pd_tool_script_json(&json, script, &err), PD_OK);
    const pd_api_request request = {.method = "POST",
                                    .path = "/v1/motions/rollout",
                                    .query = "format=measure",
                                    .content_type = "application/json",
                                    .body = {json.data, json.size}};
    pd_api_limits limits = api_shipped_limits;
    limits.rollout_seconds = 1000, limits.body_bytes = 64 << 20, limits.json_memory = 256 << 20;
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &limits);
    if (pd_api_call_done(call)) {
        const pd_api_reply *reply = pd_api_call_reply(call);
        snprintf(reason, sizeof reason, "%s: %.*s", name, (int)reply->body.size, (char *)reply->body.data);
        fail_msg("%s", reason);
    }
    pd_api_rollout *rollout = call->job;
    assert_int_equal(pd_api_scene_make_ground(&rollout->script.scene, &rollout->script.ground, &err), PD_OK);
    play(rollout, v, seed);
    pd_api_call_release(call);
    pd_buffer_deinit(&json);
    pd_tool_script_close(script);
}

static int set_up(void **state)
{
    settings =
        (pd_srv_settings){.cfg = {.stream_tick_rate = 60,
                                  .stream_sessions = 100,
                                  .stream_characters = 10,
                                  .stream_resume_window = 30,
                                  .stream_input_timeout = 0}}; /* the two clocks differ by less than a tick */
    atomic_init(&config.now, &settings);
    return access(SHIPPED, R_OK) ? 0 : api_shipped_load(state);
}

static int tear_down(void **state)
{
    return access(SHIPPED, R_OK) ? 0 : api_shipped_unload(state);
}

static int is_script(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 5 && !strcmp(entry->d_name + length - 5, ".yaml");
}

/* Plays every step-th script from first on. */
static void play_all(const variant *v, int first, int step)
{
    struct dirent **entries;
    if (access(SHIPPED, R_OK)) skip();
    const int count = scandir("examples", &entries, is_script, alphasort);
    assert_true(count >= 30);
    largest = total = 0, snapshots = 0;
    for (int i = 0; i < count; i++) {
        if (i % step == first) play_file(entries[i]->d_name, v, (uint64_t)i + 1);
        free(entries[i]);
    }
    free(entries);
    print_message("%d snapshots, %zu bytes on average, at most %zu\n", snapshots, total / (size_t)snapshots,
                  largest);
    assert_true(largest < 9216); /* what the guide promises for a character; its session is in it */
}

static void every_script_continues_on_another_stage_from_a_snapshot(void **state)
{
    (void)state;
    play_all(&(variant){PD_API_BY_NETWORK, false, false}, 0, 1);
}

static void a_restored_snapshot_of_a_whole_body_plays_on_identically(void **state)
{
    (void)state;
    play_all(&(variant){PD_API_BY_NETWORK, true, false}, 0, 5);
    play_all(&(variant){PD_API_BY_NETWORK, true, true}, 0, 5);
}

static void a_restored_snapshot_of_a_database_plays_on_identically(void **state)
{
    (void)state;
    play_all(&(variant){PD_API_BY_AUTO, false, false}, 1, 5);
    play_all(&(variant){PD_API_BY_MATCHING, false, false}, 2, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_script_continues_on_another_stage_from_a_snapshot),
        cmocka_unit_test(a_restored_snapshot_of_a_whole_body_plays_on_identically),
        cmocka_unit_test(a_restored_snapshot_of_a_database_plays_on_identically)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
