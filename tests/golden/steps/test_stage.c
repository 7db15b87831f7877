/* @heavy: takes over five seconds under ASan. */
/* Golden test of sessions without sockets: messages of clients, the server's messages, and the contents of
 * frames. The clock advances when a thread sleeps on it. The sessions are a small city walk: a scene with
 * hills, walls and a seat; people who follow paths, avoid one another, sit, reach, look and speak; characters
 * of clients; a watcher; sessions that are left and resumed.
 *
 * tests/golden/steps/stage.txt has the messages and the kinds of contents of frames and events, without
 * positions and angles. POSED_GOLDEN=write writes it again. */
#include "server/stage/stage_parts.h"
#include "server/stream/client.h"

#include "clients/c/posed.h"
#include "core/character/load.h"
#include "core/kernel/cpu.h"
#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"
#include "tests/support/golden_text.h"
#include "tests/support/sight.h"
#include "tests/support/stage_clock.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#define FILE_PATH "tests/golden/steps/stage.txt"
#define TOLERANCE 2e-3
enum { CLIENTS = 4, JOINTS = 31, SAMPLES = 12, SMPL_JOINTS = 55, TICK_RATE = 60 };

/* "A {...}": client A says it; "A +": opens it, "A -": its connection is lost; "+60": so many ticks, then
 * what was heard and each client's last frame. "A key NAME": opens it with the key of that name. SESSION and
 * TOKEN stand for A's. */
static const char *const walk[] = {
    "A +",
    "A {\"type\":\"join\",\"scene\":\"street\",\"ref\":\"j\"}",
    "A "
    "{\"type\":\"profile\",\"channels\":[\"root\",\"joints\",\"rotations\",\"contacts\",\"trajectory\","
    "\"smpl\",\"vertices\",\"character\"],\"ref\":\"p\"}",
    "A {\"type\":\"spawn\",\"position\":[0,0],\"facing\":0.5,\"variation\":0,\"ref\":\"plain\"}",
    "A "
    "{\"type\":\"spawn\",\"position\":[2,0],\"variation\":7,\"style\":{\"cmu-07\":0.5},\"body\":{\"betas\":["
    "1.5,-0.5],\"soft\":true,\"breathing\":15},\"ref\":\"body\"}",
    "+2",
    "A {\"type\":\"spawn\",\"position\":[-2,0],\"character\":\"hero\",\"ref\":\"own\"}",
    "A {\"type\":\"spawn\",\"position\":[-4,0],\"body\":{\"model\":\"other\"},\"ref\":\"person\"}",
    "+20",
    "A {\"type\":\"input\",\"id\":1,\"seq\":3,\"move\":[0,1],\"gait\":\"walk\",\"ref\":\"i\"}",
    "A "
    "{\"type\":\"follow\",\"id\":2,\"path\":[[2,0],[2,3],[5,5]],\"gait\":\"walk\",\"space\":1,\"ref\":\"f\"}",
    "A {\"type\":\"follow\",\"id\":3,\"path\":[[-2,0],[3,4]],\"gait\":\"walk\",\"space\":1.5}",
    "A {\"type\":\"follow\",\"id\":4,\"path\":[[-4,0]],\"wander\":3,\"space\":1}",
    "+40",
    "A "
    "{\"type\":\"reach\",\"id\":1,\"joint\":\"right_hand\",\"target\":[-0.3,1.3,0.4],\"anchor\":\"root\","
    "\"seconds\":0.2,\"ref\":\"r\"}",
    "A {\"type\":\"look\",\"id\":2,\"point\":[9,1.5,0],\"seconds\":0.2,\"ref\":\"l\"}",
    "A {\"type\":\"look\",\"id\":1,\"at\":[1,0]}",
    "A {\"type\":\"look\",\"id\":4,\"point\":[2,2.5,-9],\"seconds\":0.2}",
    "A "
    "{\"type\":\"face\",\"id\":4,\"blend_shapes\":{\"mouthSmileLeft\":0.8,\"viseme_aa\":0.3},\"left_hand\":"
    "\"fist\",\"seconds\":0.2,\"ref\":\"h\"}",
    "A {\"type\":\"face\",\"id\":4,\"blend_shapes\":{\"nothing\":1}}",
    "A {\"type\":\"face\",\"id\":2,\"blend_shapes\":{\"jawOpen\":1}}",
    "+30",
    "A {\"type\":\"reach\",\"id\":1,\"joint\":\"right_hand\",\"weight\":0}",
    "A {\"type\":\"look\",\"id\":2}",
    "A "
    "{\"type\":\"input\",\"id\":1,\"seq\":4,\"move\":[0.5,-0.5],\"gait\":\"jog\",\"jump\":true,\"look\":[1,0]"
    ",\"strafe\":1}",
    "B +",
    "B {\"type\":\"join\",\"watch\":\"SESSION\"}",
    "B {\"type\":\"spawn\"}",
    "B {\"type\":\"input\",\"id\":1}",
    "B {\"type\":\"profile\",\"channels\":[\"root\",\"rotations\"],\"divisor\":3,\"quantize\":32}",
    "+60",
    "A {\"type\":\"input\",\"id\":1,\"seq\":5,\"move\":[0,0.5]}",
    "A "
    "{\"type\":\"sit\",\"id\":1,\"seat\":[1,7],\"facing\":3.1416,\"height\":0.45,\"space\":1,\"ref\":\"s\"}",
    "A {\"type\":\"follow\",\"id\":3,\"path\":[[6,8]],\"round\":true}",
    "A {\"type\":\"follow\",\"id\":2,\"path\":[[40,40]],\"round\":true}",
    "+150",
    "A {\"type\":\"sit\",\"id\":1}",
    "A {\"type\":\"despawn\",\"id\":4,\"ref\":\"d\"}",
    "A {\"type\":\"despawn\",\"id\":4}",
    "+60",
    "A -",
    "+30",
    "C +",
    "C {\"type\":\"join\",\"resume\":\"TOKEN\"}",
    "+20",
    "C {\"type\":\"leave\"}",
    "+3",
    "B {\"type\":\"input\",\"id\":1}",
    "B {\"type\":\"leave\"}",
    "+2",
};

/* Messages at and over a session's limits, and messages for objects that do not exist. */
static const char *const limits[] = {
    "A +",
    "A {\"type\":\"join\",\"scene\":\"street\"}",
    "A {\"type\":\"spawn\",\"character\":\"pole\"}",
    "A {\"type\":\"spawn\",\"character\":\"nobody\"}",
    "A {\"type\":\"spawn\",\"body\":{\"model\":\"nobody\"}}",
    "A {\"type\":\"spawn\",\"model\":\"nobody\"}",
    "A {\"type\":\"spawn\",\"position\":[900,0]}",
    "A {\"type\":\"spawn\",\"control\":{\"walk_speed\":1.1}}",
    "A {\"type\":\"spawn\",\"control\":{\"walk_speed\":1.2}}",
    "A {\"type\":\"spawn\",\"control\":{\"walk_speed\":1.3}}",
    "A {\"type\":\"spawn\",\"control\":{\"preset\":\"original\"}}",
    "A {\"type\":\"spawn\",\"control\":{\"walk_speed\":1.5}}",
    "A {\"type\":\"spawn\"}",
    "A {\"type\":\"spawn\"}",
    "A {\"type\":\"spawn\"}",
    "+5",
    "A {\"type\":\"follow\",\"id\":1,\"path\":[[0,0],[0,900]]}",
    "A {\"type\":\"sit\",\"id\":1,\"seat\":[500,1]}",
    "A {\"type\":\"reach\",\"id\":9,\"target\":[0,1,0]}",
    "A {\"type\":\"observe\",\"id\":1,\"points\":{\"nose\":[0,0,0]}}",
    "A {\"type\":\"look\",\"id\":9}",
    "A {\"type\":\"face\",\"id\":9}",
    "A {\"type\":\"follow\",\"id\":9,\"path\":[[0,0]]}",
    "A {\"type\":\"sit\",\"id\":9,\"seat\":[0,0]}",
    "B +",
    "B {\"type\":\"join\",\"watch\":\"0123456789abcdef\"}",
    "B {\"type\":\"join\",\"resume\":\"0123456789abcdef0123456789abcdef\"}",
    "B {\"type\":\"join\",\"scene\":\"nowhere\"}",
    "B {\"type\":\"join\",\"vmc\":\"10.0.0.1:9\"}",
    "B {\"type\":\"join\"}",
    "B {\"type\":\"spawn\",\"ref\":\"b\"}",
    "C key other",
    "C {\"type\":\"join\",\"watch\":\"SESSION\"}",
    "C {\"type\":\"join\",\"resume\":\"TOKEN\"}",
    "C {\"type\":\"join\"}",
    "D +",
    "D {\"type\":\"join\"}",
    "+120",
    "A -",
    "+130",
    "D {\"type\":\"join\",\"resume\":\"TOKEN\"}",
    "D {\"type\":\"join\"}",
    "D {\"type\":\"spawn\"}",
    "+10",
    "B {\"type\":\"input\",\"id\":1,\"move\":[0,1]}",
    "+200",
    "B {\"type\":\"input\",\"id\":1,\"move\":[0,1]}",
    "+70",
    "B {\"type\":\"leave\"}",
    "C {\"type\":\"leave\"}",
    "D {\"type\":\"leave\"}",
    "+2",
};

/* The session's first character is also sent to an avatar by the VMC protocol.
 * VMC stands for the receiver's address. */
static const char *const puppet[] = {
    "A +",
    "A {\"type\":\"join\",\"vmc\":\"VMC\",\"vmc_divisor\":3,\"vmc_upper_chest\":false}",
    "A {\"type\":\"profile\",\"channels\":[\"root\"]}",
    "+3",
    "A {\"type\":\"spawn\",\"position\":[1,2],\"facing\":0.7}",
    "A {\"type\":\"spawn\",\"position\":[-3,0],\"body\":{\"betas\":[2]}}",
    "+2",
    "+8",
    "+1",
    "+1",
    "+1",
    "A {\"type\":\"input\",\"move\":[1,0],\"id\":13}",
    "A {\"type\":\"input\",\"move\":[1,0],\"id\":14}",
    "+30",
    "A {\"type\":\"despawn\",\"id\":13}",
    "+4",
    "+30",
    "A {\"type\":\"despawn\",\"id\":14}",
    "+6",
    "A {\"type\":\"leave\"}",
    "+2",
};

/* Somebody who is seen: "A see KIND ID TIME RAISED" says the keypoints of the shipped body with its left arm
 * RAISED radians, at that time, as a detector of that kind has them. */
static const char *const seen[] = {
    "A +",
    "A {\"type\":\"join\",\"scene\":\"street\"}",
    "A "
    "{\"type\":\"profile\",\"channels\":[\"root\",\"joints\",\"rotations\",\"contacts\",\"smpl\","
    "\"character\"]}",
    "A "
    "{\"type\":\"spawn\",\"position\":[1,2],\"facing\":0.7,\"drive\":\"observe\",\"body\":{\"betas\":[1]},"
    "\"ref\":\"o\"}",
    "A {\"type\":\"spawn\",\"position\":[-2,0],\"drive\":\"observe\",\"character\":\"hero\"}",
    "+2",
    "A see hips 15 10.00 0.2",
    "+2",
    "A see hips 15 10.03 0.3",
    "A see hips 15 10.06 0.4",
    "A see camera 16 3.5 -0.4",
    "+3",
    "A see hips 15 10.10 0.5",
    "A see camera 16 3.53 -0.2",
    "+30",
    "A see mirror 15 10.60 0.6",
    "A see picture 16 4.1 0.1",
    "+8",
    "A see mirror 15 10.65 0.6",
    "A see picture 16 4.14 0.3",
    "+20",
    "A see half 15 10.70 0.6",
    "+10",
    "A see seen 16 4.2 0.2",
    "+60",
    "A see hips 15 9.0 0.6",
    "A see hips 15 8.9 0.6",
    "A see lost 15 12.0 0.6",
    "A {\"type\":\"input\",\"id\":15,\"move\":[1,0]}",
    "A {\"type\":\"reach\",\"id\":15,\"joint\":\"right_hand\",\"target\":[0,1,0]}",
    "A {\"type\":\"sit\",\"id\":15,\"seat\":[0,0]}",
    "A {\"type\":\"look\",\"id\":15,\"point\":[9,1,0]}",
    "+10",
    "A {\"type\":\"despawn\",\"id\":15}",
    "A see hips 15 13 0",
    "+2",
    "A {\"type\":\"leave\"}",
    "+2",
};

/* -- the surroundings -------------------------------------------------------- */

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_heap heap;
static pd_srv_client_deps deps;
static pd_srv_client *clients[CLIENTS];
static char session[PD_SRV_SESSION_ID], token[PD_SRV_TOKEN], receiver_name[32];
static int receiver;

static void put_text(void *outbox, const void *text, size_t size)
{
    pd_srv_outbox_text(outbox, text, size);
}

static bool put_frame(void *outbox, pd_srv_frame *frame)
{
    pd_srv_outbox_frame(outbox, frame);
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

/* Opens the test's socket for datagrams on a free port. */
static void open_receiver(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof at;
    receiver = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(receiver, (struct sockaddr *)&at, size), 0);
    assert_int_equal(getsockname(receiver, (struct sockaddr *)&at, &size), 0);
    snprintf(receiver_name, sizeof receiver_name, "127.0.0.1:%d", ntohs(at.sin_port));
}

static void put(const char *target, const char *type, const void *body, size_t size)
{
    const pd_api_request request = {
        .method = "PUT", .path = target, .content_type = type, .body = {body, size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    const pd_api_reply *reply = api_finish(call);
    if (reply->status != 201)
        fail_msg("%s: %d %.*s", target, reply->status, (int)reply->body.size, (const char *)reply->body.data);
    pd_api_call_release(call);
}

static void put_things(void)
{
    static const char street[] = "{\"ground\":{\"kind\":\"rolling\",\"side\":60,\"seed\":3},\"walls\":[{"
                                 "\"from\":[4,2],\"to\":[4,6]}]}";
    static const char pole[] =
        "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\","
        "\"offset\":[0,1,0]}]}";
    pd_buffer hero = {0};
    put("/v1/scenes/street", "application/json", street, strlen(street));
    put("/v1/skeletons/pole", "application/json", pole, strlen(pole));
    avatar_make(&hero, &(avatar_spec){.turned = 1, .vrm = 2});
    put("/v1/characters/hero", "model/gltf-binary", hero.data, hero.size);
    pd_buffer_deinit(&hero);
}

static int set_up(void **state)
{
    pd_error err = {0};
    if (pd_k_cpu_init("ref", &err) != PD_OK) return -1;
    api_host_setup(state);
    pd_smpl_model_release(api_host_state.tiny);
    pd_smpl_model_release(api_host_state.other);
    if (pd_smpl_model_load(&api_host_state.tiny, "models/default.safetensors", &err) != PD_OK ||
        pd_smpl_model_load(&api_host_state.other, "models/person.safetensors", &err) != PD_OK ||
        pd_ik_prior_load(&api_host_state.prior, "models/pose-prior.safetensors", &err) != PD_OK ||
        pd_character_model_load(&api_host_state.motion, "models/motion.safetensors", &err) != PD_OK)
        return -1;

    static char *const everywhere[] = {(char *)"127.0.0.1:0"};
    open_receiver();
    settings = (pd_srv_settings){.limits = api_host_limits,
                                 .cfg = {.stream_vmc_allow = {(char **)everywhere, 1},
                                         .stream_tick_rate = TICK_RATE,
                                         .stream_sessions = 3,
                                         .stream_characters = 6,
                                         .stream_resume_window = 2,
                                         .stream_input_timeout = 3,
                                         .stream_idle_timeout = 3600,
                                         .stream_message_rate = 1000}};
    atomic_init(&config.now, &settings);
    stage_clock_time.now_us = 1000000;
    deps = (pd_srv_client_deps){.config = &config, .host = &api_host_table, .heap = &heap};
    assert_int_equal(pd_srv_log_open(&deps.log, "/dev/null", 0, PD_SRV_ERROR, &err), PD_OK);
    const pd_srv_stage_deps stage = {.config = &config,
                                     .host = &api_host_table,
                                     .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                     .sink = {put_text, put_frame, wake, NULL}};
    assert_int_equal(pd_srv_stage_new(&deps.stage, &stage, &err), PD_OK);
    put_things();
    return 0;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(deps.stage);
    pd_srv_log_close(deps.log);
    close(receiver);
    pd_pfnn_model_release(api_host_state.motion);
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
    return api_host_teardown(state);
}

/* -- what is heard ------------------------------------------------------------- */

/* Adds an event once, without its numbers: the time and place of a footstep change
 * with the last bit of a roll-out. */
static void add_event(pd_buffer *out, int who, const char *text, size_t size)
{
    enum { KINDS = 64, LENGTH = 400 };
    static char told[KINDS][LENGTH];
    static int count;
    char shape[LENGTH];
    size_t used = 0;
    for (size_t at = 0; at < size && used + 1 < sizeof shape;) {
        const bool begins =
            (at == 0 || strchr(":[,", text[at - 1])) && (isdigit((unsigned char)text[at]) || text[at] == '-');
        shape[used++] = begins ? '#' : text[at++];
        while (begins && at < size && !strchr(",]}", text[at])) at++;
    }
    shape[used] = 0;
    for (int i = 0; i < count; i++)
        if (!strcmp(told[i], shape)) return;
    assert_true(count < KINDS);
    memcpy(told[count++], shape, used + 1);
    pd_buffer_printf(out, "%c: %s\n", 'A' + who, shape);
}

/* Returns the length of a member at `at` whose number depends on the shipped models,
 * up to the colon; else 0. */
static size_t of_models(const char *at, size_t size)
{
    static const char *const members[] = {"\"rms\":", "\"rms_pixels\":", "\"bytes\":"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (size > strlen(members[i]) && !memcmp(at, members[i], strlen(members[i])))
            return strlen(members[i]);
    return 0;
}

/* Adds a text with '#' for numbers that depend on the shipped models, and for the digits and letters of ids
 * and tokens. A's ids and tokens are kept for later requests. */
static void add_text(pd_buffer *out, int who, const char *text, size_t size)
{
    pd_buffer_printf(out, "%c: ", 'A' + who);
    for (size_t at = 0; at < size;) {
        const size_t run = strspn(text + at, "0123456789abcdef");
        const size_t count = run < size - at ? run : size - at, named = strlen(receiver_name);
        if (size - at > named && !memcmp(text + at, receiver_name, named)) {
            pd_buffer_text(out, "VMC");
            at += named;
            continue;
        }
        const size_t member = of_models(text + at, size - at);
        if (member) {
            pd_buffer_add(out, text + at, member);
            pd_buffer_text(out, "#");
            at += member;
            while (at < size && !strchr(",}", text[at])) at++;
            continue;
        }
        if (count + 1 == PD_SRV_SESSION_ID || count + 1 == PD_SRV_TOKEN) {
            char *kept = count + 1 == PD_SRV_TOKEN ? token : session;
            if (who == 0) {
                memcpy(kept, text + at, count);
                kept[count] = 0;
            }
            pd_buffer_text(out, "#");
            at += count;
        } else {
            const size_t step = count ? count : 1;
            pd_buffer_add(out, text + at, step);
            at += step;
        }
    }
    pd_buffer_text(out, "\n");
}

static void expect_unit(const float q[4])
{
    assert_near((double)(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), 1, 2e-3);
}

/* Returns the stage's character with that id, or NULL. */
static const pd_srv_character *shown_by(uint32_t id)
{
    for (const pd_srv_session *s = deps.stage->sessions; s; s = s->next)
        for (const pd_srv_character *a = s->characters; a; a = a->next)
            if (a->id == id && !a->dead) return a;
    return NULL;
}

static void expect_at(const float got[3], pd_vec3 at)
{
    if (fabs((double)got[0] - at.x) + fabs((double)got[1] - at.y) + fabs((double)got[2] - at.z) > 4e-3)
        fail_msg("%g %g %g, and not %g %g %g", (double)got[0], (double)got[1], (double)got[2], at.x, at.y,
                 at.z);
}

static void expect_angle(double got, double angle)
{
    assert_true(fabs(remainder(got - angle, 2 * 3.14159265358979323846)) < 4e-3);
}

/* Checks that a quaternion decoded from 48 or 32 bits is the rotation q. Its sign may differ. */
static void expect_turned(const float got[4], pd_quat q, int bits)
{
    const double cosine =
        fabs((double)got[0] * q.x + (double)got[1] * q.y + (double)got[2] * q.z + (double)got[3] * q.w);
    if (cosine < (bits == 48 ? 1 - 1e-6 : 1 - 1e-4))
        fail_msg("%g %g %g %g, and not %g %g %g %g", (double)got[0], (double)got[1], (double)got[2],
                 (double)got[3], q.x, q.y, q.z, q.w);
}

/* Checks that a frame of the last tick shows its characters as they are. */
static void expect_shown(const posed_character *c, const pd_srv_character *a)
{
    const pd_character_pose *pose = pd_srv_character_pose(a);
    const pd_character_rig *figure = &a->group->figure;
    const pd_quat turned = pd_q_axis_angle((pd_vec3){0, 1, 0}, pose->yaw);
    float v[4], facing;
    expect_at(c->root, pose->root);
    expect_angle((double)c->yaw, pose->yaw);
    expect_angle((double)c->phase, pose->phase);
    for (int k = 0; k < PD_PFNN_GAITS; k++) assert_true(pose->gaits[c->gait] >= pose->gaits[k]);
    for (int k = 0; k < PD_PFNN_CONTACTS; k++)
        assert_int_equal(c->contacts >> k & 1, pose->contacts[k] > 0.5f);
    assert_true(c->seq == a->now_seq);
    for (int j = 0; j < JOINTS && c->joints; j++) {
        posed_joint(v, c, j);
        expect_at(v, pose->joints[j]);
    }
    for (int j = 0; j < JOINTS && c->rotations; j++) {
        posed_rotation(v, c, j);
        expect_turned(v, j ? pose->rotations[j] : pd_q_inv_mul(turned, pose->rotations[j]), c->rotation_bits);
    }
    for (int s = 0; s < SAMPLES && c->trajectory; s++) {
        const pd_character_instant *p = &a->motion.trajectory.frames[s * figure->step];
        posed_sample(v, &facing, c, s);
        const pd_vec3 at = {p->at[0], pd_anim_scene_height(a->scene, p->at[0], p->at[1]), p->at[1]};
        expect_at(v, pd_vec3_scale(at, a->motion.size));
        expect_angle((double)facing, atan2(p->dir[0], p->dir[1]));
    }

    pd_vec3 pelvis;
    const pd_quat *smpl = c->smpl ? pd_retarget_live_body_pose(&pelvis, a->body) : NULL;
    if (smpl) {
        posed_smpl_pelvis(v, c);
        expect_at(v, pelvis);
    }
    for (int j = 0; j < 22 && smpl; j++) {
        posed_smpl_rotation(v, c, j);
        expect_turned(v, j ? smpl[j] : pd_q_inv_mul(turned, smpl[j]), c->rotation_bits);
    }
    assert_true(!c->vertices || c->vertex_count == pd_retarget_live_body_vertex_count(a->body));
    if (!c->nodes) return;

    /* The client's own file has its nodes where its skin has its joints. */
    const pd_retarget_skin *skin = &a->own->skin;
    const pd_retarget_carry *carry = &a->drive->match->carry;
    pd_quat nodes[PD_ANIM_MAX_JOINTS];
    pd_vec3 moved[PD_RETARGET_CARRIED];
    pd_retarget_skin_to_nodes(nodes, skin, a->drive->rotations);
    assert_int_equal(c->node_count, skin->skeleton.joint_count);
    for (int n = 0; n < c->node_count; n++) {
        posed_node_rotation(v, c, n);
        expect_turned(v, nodes[n], c->rotation_bits);
    }
    expect_at(c->node_root,
              pd_retarget_skin_root_translation(
                  skin, pd_vec3_sub(a->drive->root, skin->skeleton.offsets[skin->skeleton.root])));
    pd_retarget_carry_places(moved, carry, &skin->skeleton, a->drive->rotations);
    assert_int_equal(c->translation_count, carry->count);
    for (int i = 0; i < carry->count; i++) {
        posed_node_translation(v, c, i);
        expect_at(v, pd_retarget_skin_translation(skin, carry->joints[i], moved[i]));
    }
}

/* Adds a character of a frame: its id, the number of its last input, its channels and their counts.
 * tests/unit/server/stage and tests/prop check positions and motion; here numbers only have to be finite, and
 * quaternions of unit length. */
static void add_character(pd_buffer *out, const posed_character *c)
{
    float v[4], facing;
    for (int k = 0; k < 3; k++) assert_true(isfinite(c->root[k]));
    for (int j = 0; j < JOINTS && c->joints; j++) {
        posed_joint(v, c, j);
        assert_true(isfinite(v[0] + v[1] + v[2]));
    }
    for (int j = 0; j < JOINTS && c->rotations; j++) {
        posed_rotation(v, c, j);
        expect_unit(v);
    }
    for (int s = 0; s < SAMPLES && c->trajectory; s++) {
        posed_sample(v, &facing, c, s);
        assert_true(isfinite(v[0] + v[1] + v[2] + facing));
    }
    for (int j = 0; j < 22 && c->smpl; j++) {
        posed_smpl_rotation(v, c, j);
        expect_unit(v);
    }
    for (int i = 0; i < c->vertex_count && c->vertices; i++) {
        posed_vertex(v, c, i);
        for (int k = 0; k < 3; k++)
            assert_true(fabs((double)(v[k] - c->root[k])) < 3); /* metres: of a body */
    }
    for (int n = 0; n < c->node_count && c->nodes; n++) {
        posed_node_rotation(v, c, n);
        expect_unit(v);
    }
    pd_buffer_printf(out, "   %u seq %llu gait %d:%s%s%s%s %d vertices, %d nodes\n", c->id,
                     (unsigned long long)c->seq, c->gait, c->joints ? " joints" : "",
                     c->rotations ? " rotations" : "", c->trajectory ? " trajectory" : "",
                     c->smpl ? " smpl" : "", c->vertices ? c->vertex_count : 0, c->nodes ? c->node_count : 0);
}

static int compared; /* characters of frames with the stage's */

static void add_frame(pd_buffer *out, int who, const pd_srv_frame *frame)
{
    posed_frame in;
    posed_character c;
    assert_true(posed_frame_open(&in, frame->bytes + PD_SRV_FRAME_PRE, frame->size));
    pd_buffer_printf(out, "%c~ tick %u time %.3f: %d of %d bits, %zu bytes\n", 'A' + who, in.tick, in.time,
                     in.character_count, in.rotation_bits, frame->size);
    const bool is_now = in.tick == pd_srv_stage_now(deps.stage).tick;
    while (posed_frame_next(&in, &c, (posed_counts){JOINTS, SAMPLES})) {
        const pd_srv_character *a = shown_by(c.id);
        add_character(out, &c);
        if (is_now && a) {
            expect_shown(&c, a);
            compared++;
        }
    }
    assert_int_equal(in.left, 0);
}

/* Adds how many datagrams arrived and the size of the last one. */
static void add_datagrams(pd_buffer *out)
{
    unsigned char bytes[1 << 16];
    int count = 0;
    ssize_t size = 0;
    for (ssize_t n; (n = recv(receiver, bytes, sizeof bytes, 0)) >= 0; count++) size = n;
    if (count) pd_buffer_printf(out, "   %d datagrams, the last of %zd bytes\n", count, size);
}

static void add_heard(pd_buffer *out)
{
    for (int who = 0; who < CLIENTS; who++) {
        pd_srv_client *c = clients[who];
        pd_buffer texts = {0};
        pd_srv_frame *frame = NULL;
        size_t at = 0, size;
        if (!c) continue;
        pd_srv_outbox_take(&c->outbox, &texts, &frame, 0);
        for (unsigned char *text; (text = pd_srv_text_next(&size, &texts, &at));)
            (memmem(text, size, "\"type\":\"event\"", 14) ? add_event : add_text)(out, who,
                                                                                  (const char *)text, size);
        pd_buffer_deinit(&texts);
        if (!frame) pd_srv_outbox_take(&c->outbox, &texts, &frame, 0); /* texts come first */
        if (frame) {
            add_frame(out, who, frame);
            pd_srv_frame_release(frame);
        }
        if (!c->close_code) continue;
        pd_buffer_printf(out, "%c: closed %d %s\n", 'A' + who, c->close_code, c->close_text);
        pd_srv_client_close(c, stage_clock_time.now_us);
        clients[who] = NULL;
    }
}

/* -- what is done ---------------------------------------------------------------- */

static void say(int who, const char *text)
{
    char message[1024];
    const char *at = strstr(text, "SESSION"), *name = session;
    size_t length = strlen("SESSION");
    if (!at) {
        at = strstr(text, "TOKEN");
        name = token;
        length = strlen("TOKEN");
    }
    if (!at) {
        at = strstr(text, "VMC");
        name = receiver_name;
        length = strlen("VMC");
    }
    const int before = at ? (int)(at - text) : (int)strlen(text);
    snprintf(message, sizeof message, "%.*s%s%s", before, text, at ? name : "", at ? at + length : "");
    pd_srv_client_message(clients[who], message, strlen(message), 0, stage_clock_time.now_us);
}

/* row: what follows "see". */
static void say_seen(int who, const char *row)
{
    sight_person person = {0};
    pd_buffer message = {0};
    sight what;
    char kind[16];
    int id;
    double time, raised;

    assert_int_equal(sscanf(row, "%15s %d %lf %lf", kind, &id, &time, &raised), 4);
    const bool in_picture = !strcmp(kind, "picture"), is_camera = !strcmp(kind, "camera");
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        const double v[3] = {k == 4 ? raised : 0, 0, k == 16 ? raised : k == 17 ? 1.2 : 0};
        double r[9];
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) person.rotations[9 * k + i] = (float)r[i];
    }
    if (in_picture) person.translation[2] = -4;
    sight_set(&what, api_host_state.tiny, &person, "mediapipe33", in_picture ? 800 : 0);

    pd_buffer_printf(&message, "{\"type\":\"observe\",\"id\":%d,\"seq\":%d,\"time\":%g,", id,
                     (int)(100 * time), time);
    if (is_camera) pd_buffer_text(&message, "\"axes\":\"camera\",\"noise\":0.01,");
    if (!strcmp(kind, "mirror")) pd_buffer_text(&message, "\"mirror\":true,");
    if (!strcmp(kind, "seen")) pd_buffer_text(&message, "\"root\":\"seen\",");
    if (in_picture)
        pd_buffer_text(&message, "\"camera\":{\"fx\":800,\"fy\":800,\"cx\":500,\"cy\":500,\"width\":1000,"
                                 "\"height\":1000},");
    pd_buffer_text(&message, "\"points\":[");
    for (int i = 0; i < what.count; i++) {
        const double *at = what.seen[i].at, sign = is_camera ? -1 : 1;
        const bool is_lost = !strcmp(kind, "lost") || (!strcmp(kind, "half") && i >= 25);
        if (i) pd_buffer_text(&message, ",");
        if (is_lost)
            pd_buffer_text(&message, "null");
        else if (in_picture)
            pd_buffer_printf(&message, "[%.3f,%.3f]", at[0], at[1]);
        else
            pd_buffer_printf(&message, "[%.5f,%.5f,%.5f]", at[0], sign * at[1], sign * at[2]);
    }
    pd_buffer_text(&message, "]}");
    pd_srv_client_message(clients[who], message.data, message.size, 0, stage_clock_time.now_us);
    pd_buffer_deinit(&message);
}

static void open_as(int who, const char *key)
{
    pd_srv_identity identity = {.scopes = ~0u, .key = *key ? 77 : 0};
    snprintf(identity.name, sizeof identity.name, "%s", key);
    clients[who] = pd_srv_client_open(&deps, &identity, "127.0.0.1:5", stage_clock_time.now_us);
    assert_non_null(clients[who]);
}

static void tick(pd_buffer *out, int count)
{
    for (int i = 0; i < count; i++) pd_srv_stage_step(deps.stage);
    for (int who = 0; who < CLIENTS; who++)
        if (clients[who]) pd_srv_client_poll(clients[who], stage_clock_time.now_us);
    pd_srv_stage_tidy(deps.stage);
    const pd_srv_stage_state now = pd_srv_stage_now(deps.stage);
    const size_t held = atomic_load(&api_host_state.memory.held[PD_API_MEMORY_STREAMS]);
    pd_buffer_printf(out, "+%d: tick %u, %d sessions, %d characters, %llu skipped, %.1f KB held\n", count,
                     now.tick, now.sessions, now.characters, (unsigned long long)now.skipped_ticks,
                     (double)held / 1024);
}

static void play(pd_buffer *out, const char *const *rows, int count)
{
    for (int i = 0; i < count; i++) {
        const char *row = rows[i];
        const int who = row[0] - 'A';
        if (row[0] == '+')
            tick(out, atoi(row + 1));
        else if (row[2] == '+' || !strncmp(row + 2, "key ", 4))
            open_as(who, row[2] == '+' ? "" : row + 6);
        else if (row[2] == '-') {
            pd_srv_client_close(clients[who], stage_clock_time.now_us);
            clients[who] = NULL;
        } else if (clients[who] && !strncmp(row + 2, "see ", 4))
            say_seen(who, row + 6);
        else if (clients[who])
            say(who, row + 2);
        else
            pd_buffer_text(out, "nobody is there: ");
        if (row[0] != '+') pd_buffer_printf(out, "> %s\n", row);
        add_heard(out);
        add_datagrams(out);
    }
    for (int who = 0; who < CLIENTS; who++) assert_null(clients[who]);
}

static void clients_of_a_session_hear_the_same_messages_as_before(void **state)
{
    (void)state;
    pd_buffer out = {0}, metrics = {0};
    play(&out, walk, sizeof walk / sizeof *walk);
    play(&out, limits, sizeof limits / sizeof *limits);
    play(&out, puppet, sizeof puppet / sizeof *puppet);
    play(&out, seen, sizeof seen / sizeof *seen);
    pd_srv_stage_metrics(deps.stage, &metrics);
    pd_buffer_add(&out, metrics.data, metrics.size);
    assert_true(compared > 20);
    golden_text_check(FILE_PATH, &out, TOLERANCE);
    pd_buffer_deinit(&metrics);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        clients_of_a_session_hear_the_same_messages_as_before, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
