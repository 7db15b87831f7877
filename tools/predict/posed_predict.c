/* Prediction for programs in C: clients/c/posed_predict.h by tools/predict/predictor.h. */
#include "clients/c/posed_predict.h"

#include "core/base/text/base64.h"
#include "core/character/load.h"
#include "tools/predict/lead.h"
#include "tools/predict/predictor.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPEAT     15   /* ticks after which an input is sent again */
#define AHEAD      4    /* ticks by which the first state is left behind, beyond a round trip */
#define CALM       20   /* hashes that have to agree after a correction before they come seldom again */
#define SEEN       0.01 /* metres of a correction that counts */
#define MOST       40   /* corrections within WINDOW seconds after which the server's frames are drawn */
#define WINDOW     10.0
#define TEXT_BYTES 160

struct posed_predictor {
    pd_pfnn_model *model;
    pd_character_rig rig;
    pd_tool_predictor predictor;
    pd_tool_lead lead;
    posed_predict_send send;
    void *arg;
    uint32_t id, sent; /* sent: tick of the last input */
    uint64_t seq;
    double rate, round_trip;
    posed_input stick;
    bool is_new, has_sent, is_asking, is_on;
    int every, calm;
    char reason[32];
    int corrections, recent;
    double largest, recent_from, again; /* again: time of the next attempt; 0: none */
};

posed_predictor *posed_predictor_new(const char *model, posed_predict_send send, void *arg,
                                     char error[POSED_TEXT_MAX])
{
    posed_predictor *p = calloc(1, sizeof *p);
    pd_error err = {.where = "", .detail = "out of memory"};

    if (!p || pd_character_model_load(&p->model, model, &err) != PD_OK ||
        pd_character_rig_init(&p->rig, p->model, &err) != PD_OK ||
        pd_tool_predictor_init(&p->predictor, &p->rig, NULL, &err) != PD_OK) {
        snprintf(error, POSED_TEXT_MAX, "%.60s: %.60s", err.where, err.detail);
        posed_predictor_free(p);
        return NULL;
    }

    p->send = send;
    p->arg = arg;
    snprintf(p->reason, sizeof p->reason, "begin");

    return p;
}

void posed_predictor_free(posed_predictor *p)
{
    if (!p) return;
    if (p->predictor.rig) pd_tool_predictor_deinit(&p->predictor);
    pd_pfnn_model_release(p->model);
    free(p);
}

/* Asks for a state, and for hashes; with stop for nothing more. */
static void ask_predict(posed_predictor *p, bool stops)
{
    char text[TEXT_BYTES];
    const int size =
        stops ? snprintf(text, sizeof text, "{\"type\":\"predict\",\"id\":%u,\"stop\":true}", p->id)
              : snprintf(text, sizeof text, "{\"type\":\"predict\",\"id\":%u,\"every\":%d}", p->id, p->every);
    p->is_asking = !stops;
    p->send(p->arg, text, (size_t)size, 0);
}

/* Draws the server's frames from now on. */
static void leave_to_server(posed_predictor *p, const char *reason, double again)
{
    pd_tool_predictor_forget(&p->predictor);
    p->is_on = p->has_sent = p->is_asking = false;
    p->every = PD_TOOL_PREDICT_EVERY;
    p->calm = p->recent = 0;
    p->again = again;
    snprintf(p->reason, sizeof p->reason, "%s", reason);
}

void posed_predictor_begin(posed_predictor *p, uint32_t id, double tick_rate, double round_trip, double now)
{
    (void)now;
    leave_to_server(p, "begin", 0);
    p->id = id;
    p->rate = tick_rate;
    p->round_trip = round_trip;
    ask_predict(p, false);
}

static void give_up(posed_predictor *p, const char *reason, double again)
{
    leave_to_server(p, reason, again);
    ask_predict(p, true);
}

/* ---- what the server tells */

static void take_hash(posed_predictor *p, uint32_t tick, const char *hash)
{
    const uint64_t wanted = strtoull(hash, NULL, 16);
    const pd_tool_agreement agreement = pd_tool_predictor_check(&p->predictor, tick, wanted);

    if (!p->is_on || p->is_asking) return;
    if (agreement == PD_TOOL_DIFFERS) {
        p->every = PD_TOOL_PREDICT_GRAIN;
        p->calm = 0;
        ask_predict(p, false);
    } else if (agreement == PD_TOOL_AGREES && p->every != PD_TOOL_PREDICT_EVERY && ++p->calm >= CALM) {
        p->every = PD_TOOL_PREDICT_EVERY;
        ask_predict(p, false);
    }
}

/* Counts a correction. */
static void count_correction(posed_predictor *p, double distance, double now)
{
    if (distance <= SEEN) return;
    p->corrections++;
    p->largest = fmax(p->largest, distance);
    if (now - p->recent_from > WINDOW) {
        p->recent_from = now;
        p->recent = 0;
    }
    if (++p->recent > MOST) give_up(p, "differs", now + WINDOW);
}

static void take_state(posed_predictor *p, uint32_t tick, uint64_t seq, const char *base64, double now)
{
    const size_t most = strlen(base64);
    unsigned char *bytes = malloc(most + 1);
    pd_tool_correction done = {0};
    pd_error err;

    if (!bytes) return;
    const size_t size = pd_base64_decode(bytes, most, base64, most, PD_BASE64_PADDED);
    const int ahead = (int)(p->round_trip * p->rate) + AHEAD;
    const bool is_good = size != SIZE_MAX && pd_tool_predictor_restore(&p->predictor, &done, tick, seq, ahead,
                                                                       bytes, size, &err) == PD_OK;
    free(bytes);
    p->is_asking = false;
    if (!is_good) {
        give_up(p, "snapshot", now + WINDOW);
        return;
    }

    if (p->is_on) {
        count_correction(p, done.distance, now);
        return;
    }
    p->is_on = true;
    p->again = 0;
    *p->reason = 0;
    pd_tool_lead_begin(&p->lead, p->rate, now);
}

int posed_predictor_text(posed_predictor *p, const char *text, size_t size, double now)
{
    json_t *message = json_loadb(text, size, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    const bool is_mine = type && !strcmp(type, "predicted") && p->id &&
                         json_integer_value(json_object_get(message, "id")) == (json_int_t)p->id;

    if (is_mine) {
        const uint32_t tick = (uint32_t)json_integer_value(json_object_get(message, "tick"));
        const uint64_t seq = (uint64_t)json_integer_value(json_object_get(message, "seq"));
        const json_t *early = json_object_get(message, "early");
        const char *reason = json_string_value(json_object_get(message, "reason"));
        const char *hash = json_string_value(json_object_get(message, "hash"));
        const char *state = json_string_value(json_object_get(message, "snapshot"));
        const char *network = json_string_value(json_object_get(message, "network"));

        if (early && p->is_on) {
            const int most = PD_TOOL_LEAD_MOST;
            const json_int_t ticks = json_integer_value(early);
            const int within = ticks < -most ? -most : ticks > most ? most : (int)ticks;
            int ahead = pd_tool_lead_report(&p->lead, within, p->round_trip);
            for (; ahead > 0; ahead--) pd_tool_predictor_step(&p->predictor);
        }

        if (reason)
            leave_to_server(p, reason, 0);
        else if (hash)
            take_hash(p, tick, hash);
        else if (state && (!network || strtoull(network, NULL, 16) != p->model->content_hash))
            give_up(p, "model", 0);
        else if (state && json_object_get(message, "scene"))
            give_up(p, "scene", 0);
        else if (state)
            take_state(p, tick, seq, state, now);
    }
    json_decref(message);

    return is_mine;
}

/* ---- ticks */

int posed_predictor_input(posed_predictor *p, const posed_input *stick)
{
    p->is_new = true;
    p->stick = *stick;
    p->stick.id = p->id;
    return p->is_on;
}

/* Returns the input as the server reads it from its bytes. */
static pd_character_input input_of_bytes(const uint8_t *bytes)
{
    float floats[3];
    int16_t parts[3];
    uint16_t strafe;

    memcpy(floats, bytes + 12, 2 * sizeof *floats);
    memcpy(floats + 2, bytes + 28, sizeof *floats);
    memcpy(parts, bytes + 20, sizeof parts);
    memcpy(&strafe, bytes + 26, sizeof strafe);

    return (pd_character_input){.move = {(double)floats[0], (double)floats[1]},
                                .look = {fmax(parts[0] / 32767.0, -1), fmax(parts[1] / 32767.0, -1)},
                                .camera_yaw = fmax(parts[2] / 32767.0, -1) * M_PI,
                                .strafe = strafe / 65535.0,
                                .speed = (double)floats[2],
                                .gait = (pd_character_want)bytes[2],
                                .axes = (pd_character_axes)bytes[3],
                                .jump = (bytes[1] & 1) != 0,
                                .responsive = (bytes[1] & 2) != 0,
                                .has_look = (bytes[1] & 4) != 0};
}

/* Sends the stick for the next tick, and lets the prediction have it. */
static void send_stick(posed_predictor *p)
{
    uint8_t bytes[POSED_INPUT_BYTES];
    pd_error err;

    if (p->is_new) p->seq++;
    p->stick.id = p->id;
    p->stick.seq = p->seq;
    p->stick.has_tick = 1;
    p->stick.tick = p->predictor.tick + 1;
    p->is_new = false;
    const size_t size = posed_input_write(bytes, &p->stick);
    const pd_character_input input = input_of_bytes(bytes);
    if (pd_character_input_check(&input, &err) != PD_OK) return; /* the server refuses it, too */
    p->sent = pd_tool_predictor_input(&p->predictor, &input, p->seq);
    p->has_sent = true;
    p->send(p->arg, bytes, size, 1);
}

void posed_predictor_advance(posed_predictor *p, double now)
{
    if (p->again > 0 && now >= p->again) {
        p->again = 0;
        ask_predict(p, false);
    }
    if (!p->is_on) return;

    const int due = pd_tool_lead_due(&p->lead, now);
    if (due < 0) { /* the program was stopped */
        leave_to_server(p, "begin", 0);
        ask_predict(p, false);
    }
    for (int i = 0; i < due; i++) {
        if (p->is_new || !p->has_sent || p->predictor.tick - p->sent >= REPEAT) send_stick(p);
        pd_tool_predictor_step(&p->predictor);
    }
}

/* ---- what is drawn */

const char *posed_predictor_reason(const posed_predictor *p)
{
    return p->reason;
}

int posed_predictor_corrections(const posed_predictor *p, double *largest)
{
    if (largest) *largest = p->largest;
    return p->corrections;
}

int posed_predictor_pose(posed_predictor *p, posed_pose *out)
{
    pd_character_pose pose;

    if (!p->is_on || !p->predictor.has_pose) return 0;
    pd_tool_predictor_shown(&pose, &p->predictor);
    out->tick = p->predictor.tick;
    out->yaw = (float)pose.yaw;
    const double root[3] = {pose.root.x, pose.root.y, pose.root.z};
    for (int k = 0; k < 3; k++) out->root[k] = (float)root[k];
    out->joint_count = p->rig.skeleton.joint_count;
    for (int j = 0; j < out->joint_count && j < POSED_PREDICT_JOINTS; j++) {
        const double at[3] = {pose.joints[j].x, pose.joints[j].y, pose.joints[j].z};
        const pd_quat q = pose.rotations[j];
        const double turn[4] = {q.x, q.y, q.z, q.w};
        for (int k = 0; k < 3; k++) out->joints[j][k] = (float)at[k];
        for (int k = 0; k < 4; k++) out->rotations[j][k] = (float)turn[k];
    }

    return 1;
}
