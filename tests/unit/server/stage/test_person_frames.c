/* Frames of a character with a body that has a face, read by the C client: plain and compact frames have the
 * body's pose, face and fingers. */
#include "clients/c/posed.h"
#include "server/stage/manner.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"
#include "tests/support/checked_locks.h"
#include "tests/support/stage_clock.h"

#include <math.h>
#include <string.h>

#define PERIOD   10000 /* microseconds: 100 ticks a second */
#define CHANNELS (PD_API_CHANNEL_ROOT | PD_API_CHANNEL_SMPL | PD_API_CHANNEL_FACE)
enum { SMPL = 24 };

/* A connection and the first character of its newest frame. */
typedef struct line {
    pd_srv_subscriber *subscriber;
    pd_srv_join_result joined;
    posed_wire reader; /* of compact frames */
    double memory[4096];
    bool is_compact, has_one;
    pd_srv_frame *last;
    posed_character who;
} line;

static void drop_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

static bool read_frame(void *to, pd_srv_frame *frame)
{
    line *l = to;
    const uint8_t *bytes = frame->bytes + PD_SRV_FRAME_PRE;
    posed_frame plain;
    pd_srv_frame_release(l->last);
    l->last = frame;
    if (l->is_compact)
        l->has_one = posed_wire_read(&l->reader, bytes, frame->size) && posed_wire_next(&l->reader, &l->who);
    else
        l->has_one = posed_frame_open(&plain, bytes, frame->size) &&
                     posed_frame_next(&plain, &l->who, (posed_counts){.joints = 31, .samples = 12});
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
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 1000000 / PERIOD,
                                         .stream_sessions = 100,
                                         .stream_characters = 10,
                                         .stream_resume_window = 1,
                                         .stream_input_timeout = 5}};
    atomic_init(&config.now, &settings);
    stage_clock_time.now_us = 1000000;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {drop_text, read_frame, wake, NULL}};
    return pd_srv_stage_new(&stage, &deps, NULL) != PD_OK;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    return api_shipped_unload(state);
}

static void open_line(line *l, const char *watch, int compact)
{
    memset(l, 0, sizeof *l);
    l->is_compact = compact > 0;
    posed_wire_init(&l->reader, l->memory, sizeof l->memory);
    assert_int_equal(
        pd_srv_stage_join(stage, &l->subscriber, &l->joined, l, &(pd_srv_join){.watch = watch}, NULL), PD_OK);
    pd_srv_stage_join_result_deinit(&l->joined);
}

static pd_status ask_channels(const line *l, unsigned channels, pd_error *err)
{
    return pd_srv_stage_profile(
        stage, l->subscriber,
        &(pd_api_profile){.channels = channels, .divisor = 1, .rotation_bits = 48, .compact = l->is_compact},
        err);
}

static uint32_t spawn(const line *l, const char *body)
{
    uint32_t id;
    pd_error err = {0};
    const pd_srv_spawn wanted = {.has_body = body != NULL, .body = body};
    if (pd_srv_stage_spawn(stage, &id, l->subscriber, &wanted, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

/* Returns the angle between a rotation of the body and that of a frame. */
static double turn_between(const pd_quat *of, const float q[4])
{
    return pd_q_angle(*of, (pd_quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]});
}

/* Returns the largest distance between a joint of the body and that of a frame, metres. The frame's rotations
 * are relative to that of the pelvis. */
static double joints_apart(const line *l, const pd_retarget_live_body *body, const pd_quat *pose)
{
    static const int parents[SMPL] = {
        -1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
        9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21}; /* SMPL, Loper et al. 2015 */
    pd_vec3 rest[SMPL], places[2][SMPL] = {0};
    pd_quat world[2][SMPL] = {{pd_q_identity()}, {pd_q_identity()}};
    double most = 0;
    pd_retarget_live_body_rest(rest, body);
    for (int k = 1; k < SMPL; k++) {
        const int up = parents[k];
        float q[4];
        posed_smpl_rotation(q, &l->who, k);
        const pd_quat told = {(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
        for (int i = 0; i < 2; i++) {
            places[i][k] = pd_vec3_add(places[i][up], pd_q_rotate(world[i][up], rest[k]));
            world[i][k] = pd_q_mul(world[i][up], i ? told : pose[k]);
        }
        most = fmax(most, pd_vec3_distance(places[0][k], places[1][k]));
    }
    return most;
}

/* Checks that a frame has the body of the first character, within tolerances
 * in radians, metres and units of a weight. */
static void is_told(const line *l, double angle, double place, double weight)
{
    const pd_retarget_live_body *body = stage->sessions->characters->body;
    pd_vec3 pelvis;
    const pd_quat *pose = pd_retarget_live_body_pose(&pelvis, body);
    float weights[PD_RETARGET_FACE_NAMES], q[4], at[3];
    pd_quat fingers[PD_ANIM_ALIVE_FINGERS];
    pd_retarget_live_body_face(weights, fingers, body);
    assert_true(l->has_one);
    assert_int_equal(l->who.channels & (POSED_SMPL | POSED_FACE), POSED_SMPL | POSED_FACE);
    assert_int_equal(l->who.weight_count, PD_RETARGET_FACE_NAMES);
    assert_int_equal(l->who.finger_count, PD_ANIM_ALIVE_FINGERS);
    posed_smpl_pelvis(at, &l->who);
    for (int c = 0; c < 3; c++)
        assert_near((double)at[c], ((const double[]){pelvis.x, pelvis.y, pelvis.z})[c], place);
    for (int k = 0; k < SMPL; k++) { /* the first one in the frame of the character's root */
        const pd_quat back =
            pd_q_axis_angle(pd_vec3_make(0, 1, 0), -stage->sessions->characters->motion.pose.yaw);
        const pd_quat wanted = k ? pose[k] : pd_q_mul(back, pose[0]);
        posed_smpl_rotation(q, &l->who, k);
        assert_true(turn_between(&wanted, q) < angle);
    }
    const double apart = joints_apart(l, body, pose);
    if (apart > 2 * place) fail_msg("%g", apart);
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        assert_near((double)posed_weight(&l->who, i), (double)weights[i], weight);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        posed_finger_rotation(q, &l->who, i);
        assert_true(turn_between(&fingers[i], q) < angle);
    }
}

static void frames_tell_the_pose_the_face_and_the_fingers(void **state)
{
    (void)state;
    static line plain, compact;
    open_line(&plain, NULL, 0);
    open_line(&compact, plain.joined.session, 1);
    const uint32_t id = spawn(&plain, "tiny");
    assert_int_equal(ask_channels(&plain, CHANNELS, NULL), PD_OK);
    assert_int_equal(ask_channels(&compact, CHANNELS, NULL), PD_OK);
    pd_retarget_face_unknown unknown;
    pd_retarget_face_request face = {.hands = {-1, -1}, .seconds = 0.05, .shape_count = 2};
    strcpy(face.shapes[0].name, "jawOpen"), face.shapes[0].weight = 0.5f;
    strcpy(face.shapes[1].name, "mouthSmileLeft"), face.shapes[1].weight = 0.75f;
    assert_int_equal(pd_srv_stage_face(stage, plain.subscriber, id, &face, &unknown, NULL), PD_OK);
    assert_int_equal(
        pd_srv_stage_input(stage, plain.subscriber, id, 1, &(pd_character_input){.move = {0, 1}}, NULL),
        PD_OK);

    for (int i = 0; i < 100; i++) {
        pd_srv_stage_step(stage);
        is_told(&plain, 1e-3, 5e-4, 1e-2);
        is_told(&compact, 0.02, 5e-3, 2e-2);
    }
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++) {
        if (!strcmp(posed_face_name(i), "jawOpen"))
            assert_near((double)posed_weight(&plain.who, i), 0.5, 1e-2);
        if (!strcmp(posed_face_name(i), "mouthSmileLeft"))
            assert_near((double)posed_weight(&plain.who, i), 0.75, 1e-2);
    }
    pd_srv_stage_leave(stage, compact.subscriber, 1), pd_srv_frame_release(compact.last);
    pd_srv_stage_leave(stage, plain.subscriber, 1), pd_srv_frame_release(plain.last);
}

/* The channel `face` is accepted in a session that has no character yet, or one with a face. */
static void a_face_is_refused_where_nobody_has_one(void **state)
{
    (void)state;
    static line l;
    pd_error err = {0};
    open_line(&l, NULL, 0);
    assert_int_equal(ask_channels(&l, CHANNELS, &err), PD_OK);
    spawn(&l, NULL);
    const uint32_t second = spawn(&l, "other"); /* a body without a face */
    assert_int_equal(ask_channels(&l, CHANNELS, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/channels");
    assert_non_null(strstr(err.detail, "face: none of the 2 characters has a body with eyes and fingers"));
    assert_int_equal(ask_channels(&l, CHANNELS & ~(unsigned)PD_API_CHANNEL_FACE, &err), PD_OK);

    /* A despawned character does not count. */
    assert_int_equal(pd_srv_stage_despawn(stage, l.subscriber, second, &err), PD_OK);
    assert_int_equal(ask_channels(&l, CHANNELS, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "face: none of the 1 characters"));
    spawn(&l, "tiny");
    assert_int_equal(ask_channels(&l, CHANNELS, &err), PD_OK);
    pd_srv_stage_leave(stage, l.subscriber, 1), pd_srv_frame_release(l.last);
}

/* A listener looks at its partner for most of the time, thinking away from it, and neither at one that has
 * gone nor where the client wants it to look elsewhere. */
static void who_talks_looks_at_its_partner_until_it_has_gone(void **state)
{
    (void)state;
    static line l;
    pd_error err = {0};
    open_line(&l, NULL, 0);
    const uint32_t one = spawn(&l, "tiny");
    const pd_srv_spawn wanted = {.has_body = true, .body = "tiny", .position = {0.4, 2}};
    uint32_t two;
    assert_int_equal(pd_srv_stage_spawn(stage, &two, l.subscriber, &wanted, &err), PD_OK);
    const pd_srv_character *a = stage->sessions->characters->next;
    assert_int_equal(a->id, one);

    /* Partners that are none. */
    pd_api_feel feel = {.partner = 999, .request = {.liveliness = 0.5}};
    assert_int_equal(pd_srv_stage_feel(stage, l.subscriber, one, &feel, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/partner");
    feel.partner = one;
    assert_int_equal(pd_srv_stage_feel(stage, l.subscriber, one, &feel, &err), PD_ERR_INVALID);

    feel = (pd_api_feel){.partner = two, .part = PD_API_PART_LISTENING, .request = {.liveliness = 0.5}};
    assert_int_equal(pd_srv_stage_feel(stage, l.subscriber, one, &feel, &err), PD_OK);
    int at = 0;
    for (int t = 0; t < 3000; t++) {
        pd_srv_stage_step(stage);
        if (!a->manner->looks) continue;
        const pd_vec3 to = a->manner->point;
        at += fabs(to.x - 0.4) < 0.15 && fabs(to.z - 2) < 0.15 && to.y > 1;
    }
    assert_true(at > 3000 * 0.55 && at < 3000 * 0.95);
    assert_true(a->overlay.gaze.request.weight > 0.5);

    /* A point of the client comes first. */
    const pd_character_gaze_request look = {.point = {5, 1, 5}, .weight = 1, .seconds = 0.1};
    assert_int_equal(pd_srv_stage_look(stage, l.subscriber, one, NULL, &look, &err), PD_OK);
    for (int t = 0; t < 20; t++) pd_srv_stage_step(stage);
    assert_true(!a->manner->looks && a->overlay.gaze.request.point.x > 4);
    const pd_character_gaze_request none = {.weight = 0, .seconds = 0.1};
    assert_int_equal(pd_srv_stage_look(stage, l.subscriber, one, NULL, &none, &err), PD_OK);
    for (int t = 0; t < 20; t++) pd_srv_stage_step(stage);
    assert_true(a->manner->looks);

    /* Its partner goes. */
    assert_int_equal(pd_srv_stage_despawn(stage, l.subscriber, two, &err), PD_OK);
    for (int t = 0; t < 20; t++) pd_srv_stage_step(stage);
    assert_true(!a->manner->partner && !a->manner->looks && a->overlay.gaze.request.weight == 0);
    pd_srv_stage_leave(stage, l.subscriber, 1), pd_srv_frame_release(l.last);
}

/* Hands rise while somebody speaks, in the pose that every client gets, and hang again afterwards; without
 * `feel` they do not. */
static void hands_of_a_speaker_rise_and_sink(void **state)
{
    (void)state;
    static line l;
    pd_error err = {0};
    open_line(&l, NULL, 0);
    const uint32_t one = spawn(&l, "tiny");
    const pd_srv_character *a = stage->sessions->characters;
    const int wrist = a->group->figure.arms[0].wrist, other = a->group->figure.arms[1].wrist;
    const pd_speech_source source = {
        .kind = PD_SPEECH_TEXT_ALONE,
        .text = "The big hall on the left was built long ago, and nobody knows who paid for all of it.",
        .speed = 1};
    double rise[2] = {0, 0}, end = 0;
    for (int feels = 0; feels < 2; feels++) {
        const pd_api_feel feel = {.request = {.liveliness = 0.5}};
        pd_speech_track *track;
        if (feels) assert_int_equal(pd_srv_stage_feel(stage, l.subscriber, one, &feel, &err), PD_OK);
        for (int t = 0; t < 120; t++) pd_srv_stage_step(stage);
        const double low = pd_srv_character_pose(a)->joints[wrist].y;

        assert_int_equal(pd_speech_track_make(&track, &source, &err), PD_OK);
        const int ticks = (int)(60 * track->seconds);
        assert_int_equal(pd_srv_stage_speak(stage, l.subscriber, one, track, "", 0, false, &err), PD_OK);
        pd_speech_track_release(track);
        for (int t = 0; t < ticks + 90; t++) {
            pd_srv_stage_step(stage);
            const pd_vec3 *joints = pd_srv_character_pose(a)->joints;
            rise[feels] = fmax(rise[feels], fmax(joints[wrist].y, joints[other].y) - low);
            end = joints[wrist].y - low;
        }
    }
    assert_true(rise[0] < 0.05);
    assert_true(rise[1] > 0.1);
    assert_true(fabs(end) < 0.05);
    pd_srv_stage_leave(stage, l.subscriber, 1), pd_srv_frame_release(l.last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_tell_the_pose_the_face_and_the_fingers),
        cmocka_unit_test(a_face_is_refused_where_nobody_has_one),
        cmocka_unit_test(who_talks_looks_at_its_partner_until_it_has_gone),
        cmocka_unit_test(hands_of_a_speaker_rise_and_sink),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
