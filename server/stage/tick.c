/* The tick: reads inputs, runs networks, sends frames; and the life of a stage. */
#include "server/stage/stage.h"

#include "api/stream/message.h"
#include "core/base/assert.h"
#include "core/character/action/size_requests.h"
#include "core/character/size.h"
#include "server/base/metrics.h"
#include "server/base/process.h"
#include "server/stage/figure.h"
#include "server/stage/manner.h"
#include "server/stage/mimic.h"
#include "server/stage/observer.h"
#include "server/stage/cast.h"
#include "server/stage/compact.h"
#include "server/stage/events.h"
#include "server/stage/interest.h"
#include "server/stage/plan.h"
#include "server/stage/room.h"
#include "server/stage/share.h"
#include "server/stage/stage_parts.h"
#include "server/stage/vmc.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMOOTH    0.05 /* weight of the newest tick in the smoothed load and delay      */
#define WAYS_PART 0.1  /* largest fraction of the time for finding ways round obstacles */
static const double late_bounds[PD_SRV_LATE_BUCKETS] = {.0005, .001, .002, .004, .008, .016, .033, .1};

double pd_srv_stage_worked_us(const pd_srv_stage *stage)
{
    const pd_srv_clock *clock = &stage->deps.clock;
    return clock->worked_ns ? 1e-3 * (double)clock->worked_ns(clock->ctx) : (double)clock->now_us(clock->ctx);
}

/* -- one update of a slot ------------------------------------------------------------- */

void pd_srv_character_read_mailbox(pd_srv_character *a, int64_t now_us, int64_t timeout_us)
{
    if (a->coming || a->stop_following) {
        free(a->follow);
        a->follow = NULL;
    }

    /* Requests are in metres; the motion has the character's own unit. */
    const pd_character_rig *figure = &a->group->figure;
    const double size = a->motion.size;

    if (a->coming) {
        a->follow = a->coming;
        pd_character_size_follow(a->follow, size, figure);
    }

    a->coming = NULL;
    a->stop_following = 0;
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++)
        if (a->has_reach[hand]) {
            pd_character_size_reach(&a->reaches[hand], size);
            pd_character_reach_set(&a->overlay.hands[hand], &a->reaches[hand]);
        }
    if (a->has_gaze) {
        pd_character_size_gaze(&a->gaze, size);
        pd_character_gaze_set(&a->overlay.gaze, &a->gaze);
    }

    if (a->has_sit) {
        pd_character_size_sit(&a->sit, size);
        pd_character_sit_set(&a->overlay.sit, &a->sit);
    }

    pd_srv_stage_take_speech(a);
    pd_srv_stage_take_clips(a);
    pd_srv_mimic_read_face(a, now_us);
    a->now = a->input;
    a->now_seq = a->seq;
    const bool is_old = timeout_us > 0 && now_us - a->input_us > timeout_us;
    if (is_old) a->now.move[0] = a->now.move[1] = 0;
    if (a->predicted) pd_srv_predicted_hold(a, is_old);
    pd_character_size_input(&a->now, size, figure);
    memset(a->has_reach, 0, sizeof a->has_reach);
    a->has_gaze = a->has_sit = 0;
}

/* Returns true once observations move the character. Its network moves it before the first pose. Under the
 * lock, because a pose may arrive at any time. */
static bool is_seen(const pd_srv_character *a)
{
    return a->observed && (a->observed->stand.is_there || a->observed->has_pose);
}

/* Lists the characters of a batch that move now, and reads their mailboxes. Under the lock. */
static void gather_tick(pd_srv_stage *stage, const pd_srv_plan *plan, const pd_srv_batch *batch)
{
    int64_t now = pd_srv_stage_clock_us(stage);
    int64_t timeout = pd_srv_seconds_us(pd_srv_stage_cfg(stage)->stream_input_timeout);

    stage->playing_count = stage->input_count = 0;

    /* Without memory for the lists no character moves in this tick. */
    if (stage->character_count > stage->playing_capacity) {
        int capacity = stage->character_count + stage->character_count / 2 + 16;
        void *playing = realloc(stage->playing, (size_t)capacity * sizeof *stage->playing);
        if (playing) stage->playing = playing;
        void *shown = playing ? realloc(stage->shown, (size_t)capacity * sizeof *stage->shown) : NULL;
        if (!shown) return;
        stage->shown = shown;
        stage->playing_capacity = capacity;
    }

    /* Whom the characters talk to, which other characters of their session are, and inputs of this tick. */
    for (int i = batch->session_begin; i < batch->session_end; i++)
        for (pd_srv_character *a = plan->sessions[i]->characters; a; a = a->next) {
            if (a->manner && !a->dead) pd_srv_manner_take(a, plan->sessions[i]);
            if (a->predicted && !a->dead) pd_srv_predicted_take(a, plan->sessions[i]->tick, now);
        }

    /* Characters that networks move, sorted by group. */
    PD_ASSERT(plan->character_count <= stage->playing_capacity);
    for (int i = batch->begin; i < batch->end; i++) {
        pd_srv_character *a = plan->characters[i];
        if (is_seen(a)) continue;
        pd_srv_character_read_mailbox(a, now, timeout);
        stage->playing[stage->playing_count++] = a;
    }

    /* Then the observed ones, which no network moves. */
    stage->input_count = stage->playing_count;
    for (int i = batch->observed_begin; i < batch->observed_end; i++) {
        pd_srv_character *a = plan->observed[i];
        if (!is_seen(a)) continue;
        pd_srv_observed_take(a->observed, a, now);
        pd_srv_stage_take_speech(a);
        pd_srv_mimic_read_face(a, now);
        stage->playing[stage->playing_count++] = a;
    }

    PD_ASSERT(stage->playing_count <= batch->end - batch->begin);
}

/* Runs one network for its n characters. */
static void play_group(pd_srv_stage *stage, pd_srv_character **characters, int n)
{
    PD_ASSERT(n > 0);
    const pd_character_rig *figure = &characters[0]->group->figure;
    pd_character_tick tick = {.count = n};
    size_t bytes = pd_arena_bytes((size_t)n, sizeof(void *)) * 3 +
                   pd_character_tick_scratch_bytes(&tick, figure, &pd_executor_serial);
    if (!pd_arena_reserve(&stage->scratch, bytes)) return; /* without memory nobody moves in this tick */

    double start = pd_srv_stage_worked_us(stage);

    pd_character **motions = pd_arena_take(&stage->scratch, (size_t)n, sizeof *motions);
    const pd_character_input **inputs = pd_arena_take(&stage->scratch, (size_t)n, sizeof *inputs);
    const pd_anim_scene **scenes = pd_arena_take(&stage->scratch, (size_t)n, sizeof *scenes);
    for (int i = 0; i < n; i++) {
        pd_srv_character *a = characters[i];
        PD_ASSERT(a->group == characters[0]->group && a->steering.input);
        motions[i] = &a->motion;
        inputs[i] = a->steering.input;
        scenes[i] = a->scene;
    }

    tick.characters = motions;
    tick.inputs = inputs;
    tick.scenes = scenes;
    pd_character_tick_run(&tick, figure, &stage->scratch, &pd_executor_serial);

    pd_srv_stage_learn(stage, &characters[0]->group->cost, pd_srv_stage_worked_us(stage) - start, n);

    for (int i = 0; i < n; i++)
        if (characters[i]->has_arrived) motions[i]->pose.events |= PD_CHARACTER_ARRIVED;
}

/* Returns the speed of a full stick in the world, m/s. */
static double stick_speed(const pd_srv_character *a)
{
    const pd_character_input *input = a->steering.input;
    const pd_character_rig *figure = &a->group->figure;
    const double own =
        input->speed > 0 ? input->speed : pd_character_gait_speed(&figure->control, input->gait);
    return own * pd_character_size_speed(a->motion.size, figure);
}

/* Sets the plan of a character that keeps a distance; other characters avoid it by its plan. */
static void set_plan(pd_character_neighbour *who, const pd_srv_character *a)
{
    const pd_srv_steering *s = &a->steering;
    for (int k = 0; k < 2; k++) {
        who->wanted[k] = who->yields ? stick_speed(a) * s->kept->move[k] : 0;
        who->drive[k] = s->kept->drive[k];
    }
}

/* Steers characters that follow a path, wander or walk to a chair round the others of their session, if they
 * keep a distance. */
static void keep_apart(pd_srv_stage *stage)
{
    int n = stage->playing_count;
    int steered = stage->input_count;
    int keeping = 0;

    for (int i = 0; i < steered; i++) keeping += stage->playing[i]->steering.space > 0;
    if (!keeping) return;

    size_t bytes =
        pd_arena_bytes((size_t)n, sizeof(pd_character_neighbour)) + pd_character_neighbours_bytes(n);
    if (!pd_arena_reserve(&stage->scratch, bytes))
        return; /* without memory no one avoids others in this tick */

    /* Positions and velocities of all characters, observed ones without a velocity. */
    pd_character_neighbour *people = pd_arena_take(&stage->scratch, (size_t)n, sizeof *people);
    pd_character_neighbours all;
    for (int i = 0; i < n; i++) {
        const pd_srv_character *a = stage->playing[i];
        const pd_character_pose *pose = pd_srv_character_pose(a);
        people[i] = (pd_character_neighbour){.at = {pose->root.x, pose->root.z}, .company = a->company};
        if (i >= steered) continue; /* observed */

        const pd_character_trajectory *t = &a->motion.trajectory;
        const double *at = t->frames[a->group->figure.frames / 2].at;
        const double size = a->motion.size;
        const double rate = t->goal.rate * pd_character_size_speed(size, &a->group->figure);
        double velocity[2];
        pd_character_trajectory_velocity(velocity, t, &a->group->figure);
        for (int k = 0; k < 2; k++) {
            people[i].at[k] = size * at[k];
            people[i].velocity[k] = people[i].wanted[k] = people[i].drive[k] = rate * velocity[k];
            people[i].own[k] = rate * (t->step[k] - PD_CHARACTER_RATE * t->pushed[k]);
        }

        people[i].yields = a->steering.space > 0 && pd_character_input_push(a->steering.input) > 0;
        if (a->steering.space > 0) set_plan(&people[i], a);
    }

    pd_character_neighbours_init(&all, people, n, &stage->scratch);

    /* Change the inputs of those that keep a distance. */
    for (int i = 0; i < steered; i++) {
        pd_srv_character *a = stage->playing[i];
        const pd_srv_steering *s = &a->steering;
        if (s->space <= 0) continue;
        pd_character_space_step(s->input, s->kept, &all, i, s->space, stick_speed(a));
        set_plan(&people[i], a);
        double *push = a->motion.trajectory.push;
        pd_character_space_push(push, &all, i, s->space);
        a->steering.evades = n > 1;
        for (int k = 0; k < 2; k++) push[k] /= a->motion.size;
    }
}

/* Finds a way round obstacles for one character of the slot. A search takes a few milliseconds at most; all
 * searches together get WAYS_PART of the time. Slots take turns, and so do the clients of a slot. A character
 * that waits for its way stands still. */
static void find_way(pd_srv_stage *stage, int slot)
{
    /* The first character that needs a way, of the client that follows
     * the last one in the order of numbers. */
    pd_srv_character *a = NULL;
    uint64_t client = 0;
    uint64_t least = UINT64_MAX;

    pthread_mutex_lock(&stage->lock);
    for (const pd_srv_session *s = stage->sessions; s; s = s->next) {
        const uint64_t turn =
            s->client - stage->way_client - 1; /* modulo 2^64: the last one's own comes last */
        if (s->dead || s->slot != slot || (a && turn >= least)) continue;
        for (pd_srv_character *c = s->characters; c; c = c->next) {
            if (c->dead || is_seen(c)) continue;
            if (!pd_character_sit_needs_way(&c->overlay.sit) &&
                !(c->follow && pd_character_follow_needs_way(c->follow)))
                continue;
            a = c;
            least = turn;
            client = s->client;
            break;
        }
    }

    pthread_mutex_unlock(&stage->lock);

    /* Earlier searches are not paid off yet, or another slot is next. */
    stage->awaits_way[slot] = a != NULL;
    if (!a || stage->way_us > 0) return;
    for (int next = (stage->way_slot + 1) % PD_SRV_SLOTS; next != slot; next = (next + 1) % PD_SRV_SLOTS)
        if (stage->awaits_way[next]) return; /* that slot is searched before this one */
    if (!pd_arena_reserve(&stage->scratch, pd_anim_route_bytes())) return;

    const double start = pd_srv_stage_worked_us(stage);
    const pd_character_rig *figure = &a->group->figure;
    pd_character_sit_plan(&a->overlay.sit, &a->motion, figure, a->scene, &stage->scratch);
    if (a->follow) pd_character_follow_plan(a->follow, &a->motion, figure, a->scene, &stage->scratch);
    stage->way_slot = slot;
    stage->way_client = client;
    const double took = pd_srv_stage_worked_us(stage) - start;
    stage->way_us += took;
    stage->played_us += took;
}

/* Moves the characters that were gathered, and measures the cost. */
static void play(pd_srv_stage *stage)
{
    int64_t began = pd_srv_stage_clock_us(stage);

    PD_ASSERT(stage->input_count >= 0 && stage->input_count <= stage->playing_count);

    /* Set the input of each character: from the chair to which it walks,
     * from its path, or from its client. */
    for (int i = 0; i < stage->input_count; i++) {
        pd_srv_character *a = stage->playing[i];
        const pd_character_rig *figure = &a->group->figure;
        a->has_arrived = a->follow && pd_character_follow_step(&a->now, a->follow, &a->motion, figure);

        pd_character_sit_state *sit = &a->overlay.sit;
        if (pd_character_sit_drive(sit, &a->now, &a->motion, figure) != &a->now)
            a->steering =
                (pd_srv_steering){.input = &sit->input,
                                  .kept = &sit->kept,
                                  .space = a->motion.size * pd_character_sit_space(sit, &a->motion, figure)};
        else if (a->follow)
            a->steering =
                (pd_srv_steering){.input = &a->now, .kept = &a->follow->kept, .space = a->follow->space};
        else
            a->steering = (pd_srv_steering){.input = &a->now};

        /* A clip for the whole body replaces all of these. */
        pd_character_play_state *clip = &a->overlay.play;
        const bool is_sitting = pd_character_overlay_sits(&a->overlay);
        if (pd_character_play_drive(clip, a->steering.input, is_sitting, &a->motion) == &clip->input)
            a->steering = (pd_srv_steering){.input = &clip->input};
    }

    keep_apart(stage);

    /* Run each network once, for the characters of its group. */
    for (int first = 0, i = 1; i <= stage->input_count; i++) {
        if (i < stage->input_count && stage->playing[i]->group == stage->playing[first]->group) continue;
        play_group(stage, stage->playing + first, i - first);
        first = i;
    }

    /* Overlays (reaching, looking, sitting) and bodies. */
    double start = pd_srv_stage_worked_us(stage);
    int bodies = 0;
    for (int i = 0; i < stage->playing_count; i++) {
        pd_srv_character *a = stage->playing[i];
        const bool is_observed = i >= stage->input_count;
        pd_character_overlay_talk talk;
        if (is_observed)
            pd_srv_observed_move(a->observed, a, pd_srv_stage_clock_us(stage), 1 / stage->rate);
        else
            pd_character_overlay_step(&a->overlay, &a->motion, &a->group->figure, a->scene,
                                      pd_srv_manner_talk(&talk, a));
        pd_srv_figure_show(a);
        pd_srv_figure_move(a, is_observed);
        bodies += a->body || a->drive;
    }

    pd_srv_stage_learn(stage, &stage->body_cost, pd_srv_stage_worked_us(stage) - start, bodies);
    stage->played_us += (double)(pd_srv_stage_clock_us(stage) - began);
}

/* -- frames and events ------------------------------------------------------------------ */

static void encode_character(pd_buffer *out, size_t frame, const pd_srv_character *a,
                             const pd_api_profile *profile)
{
    const pd_character_pose *pose = pd_srv_character_pose(a);
    pd_vec3 samples[PD_CHARACTER_RIG_FRAMES];
    double facings[PD_CHARACTER_RIG_FRAMES];

    /* The channels that need no computation. The gait is the strongest one. */
    PD_ASSERT(a->group->figure.layout.samples <= PD_CHARACTER_RIG_FRAMES);
    int gait = 0;
    for (int i = 1; i < PD_PFNN_GAITS; i++)
        if (pose->gaits[i] > pose->gaits[gait]) gait = i;
    pd_api_frame_character c = {.id = a->id,
                                .seq = a->now_seq,
                                .gait = gait,
                                .phase = pose->phase,
                                .root = pose->root,
                                .yaw = pose->yaw,
                                .joint_count = a->group->figure.skeleton.joint_count,
                                .joints = pose->joints,
                                .rotations = pose->rotations,
                                .samples = samples,
                                .facings = facings};

    for (int i = 0; i < PD_PFNN_CONTACTS; i++) c.contacts |= (pose->contacts[i] > 0.5f ? 1u : 0u) << i;

    /* The trajectory's samples in the world. */
    const pd_character_rig *figure = &a->group->figure;
    const bool has_samples = profile->channels & PD_API_CHANNEL_TRAJECTORY;
    for (int i = 0; has_samples && i < figure->layout.samples; i++) {
        const pd_character_instant *p = &a->motion.trajectory.frames[i * figure->step];
        const double height = pd_anim_scene_height(a->scene, p->at[0], p->at[1]);
        samples[i] = pd_vec3_scale(pd_vec3_make(p->at[0], height, p->at[1]), a->motion.size);
        facings[i] = atan2(p->dir[0], p->dir[1]);
    }

    c.sample_count = figure->layout.samples;

    /* Pose of the body, and of the client's own character. */
    if (a->body) c.smpl = pd_retarget_live_body_pose(&c.pelvis, a->body);
    pd_quat nodes[PD_ANIM_MAX_JOINTS];
    pd_vec3 moved[PD_RETARGET_CARRIED];
    if (a->drive && profile->channels & PD_API_CHANNEL_CHARACTER) {
        const pd_retarget_skin *skin = &a->own->skin;
        PD_ASSERT(skin->skeleton.joint_count <= PD_ANIM_MAX_JOINTS);
        pd_retarget_skin_to_nodes(nodes, skin, a->drive->rotations);
        c.nodes = nodes;
        c.node_count = skin->skeleton.joint_count;
        c.node_root = pd_retarget_skin_root_translation(
            skin, pd_vec3_sub(a->drive->root, skin->skeleton.offsets[skin->skeleton.root]));

        /* Feet and hands whose parents in the client's skeleton are not their limbs. */
        const pd_retarget_carry *carry = &a->drive->match->carry;
        PD_ASSERT(carry->count >= 0 && carry->count <= PD_RETARGET_CARRIED);
        pd_retarget_carry_places(moved, carry, &skin->skeleton, a->drive->rotations);
        for (int i = 0; i < carry->count; i++)
            moved[i] = pd_retarget_skin_translation(skin, carry->joints[i], moved[i]);
        c.moved = moved;
        c.moved_count = carry->count;
    }

    /* Face and fingers of the body, or the face of the client's own character. */
    pd_srv_shown_face face;
    if (profile->channels & PD_API_CHANNEL_FACE && pd_srv_character_face(&face, a)) {
        c.weights = face.weights;
        c.weight_count = face.weight_count;
        c.fingers = face.fingers;
        c.finger_count = face.finger_count;
    }

    if (a->body && profile->channels & PD_API_CHANNEL_SOFT)
        c.soft_count = pd_retarget_live_body_soft(&c.soft, a->body);
    c.vertices = a->vertices;
    c.vertex_count = a->vertices ? pd_retarget_live_body_vertex_count(a->body) : 0;
    pd_api_frame_add(out, frame, &c, profile);
}

/* Returns true if a subscriber's frames are those of an encoder. */
static bool has_code(const pd_srv_subscriber *v, const pd_srv_compact *code)
{
    return pd_api_profile_same(&v->profile, &code->profile) && v->profile.divisor == code->profile.divisor &&
           v->offset % (uint32_t)code->profile.divisor == code->phase;
}

/* Encodes the compact frame for the subscribers that `first` leads. *code receives the encoder; its
 * subscribers get the frame. Returns true if the frame follows the one before. */
static bool encode_compact(pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *first, int count,
                           uint32_t tick, double time, pd_srv_compact **code)
{
    *code = pd_srv_compact_for(&s->codes, &first->profile, first->offset);
    if (!*code) {
        stage->frame.failed = true;
        return false;
    }

    /* A subscriber without the last frame cannot read the next one, so it needs a key frame. */
    bool needs_key = false;
    for (const pd_srv_subscriber *v = first; v; v = v->next)
        needs_key |= v->granted && v->serial != (*code)->serial && has_code(v, *code);
    const bool expensive = s->is_expensive;
    if (expensive) pthread_mutex_unlock(&stage->lock);
    const bool follows = pd_srv_compact_encode(*code, &stage->frame, &stage->compact, stage->shown, count,
                                               tick, time, stage->rate, needs_key);
    if (expensive) pthread_mutex_lock(&stage->lock);

    return follows;
}

/* Frees the encoders of compact frames for which no subscriber is left. */
static void sweep_codes(pd_srv_session *s)
{
    for (pd_srv_compact **at = &s->codes; *at;) {
        pd_srv_compact *code = *at;
        bool is_used = false;
        for (const pd_srv_subscriber *v = s->subscribers; v && !is_used; v = v->next)
            is_used = has_code(v, code);
        if (is_used) {
            at = &code->next;
            continue;
        }

        *at = code->next;
        code->next = NULL;
        pd_srv_compact_free(code);
    }
}

/* Encodes and sends the granted frames of a session, once for all subscribers with the same profile. For an
 * expensive session the lock is released while encoding. Returns the number of bytes encoded. A compact frame
 * counts four times its size, which is about the size of the same frame uncompressed. */
static size_t send_frames(pd_srv_stage *stage, pd_srv_session *s, uint32_t tick, double time)
{
    bool expensive = s->is_expensive;

    /* Frames show the characters that have moved. They stay valid without the lock,
     * because only the tick frees them. */
    int count = 0;
    PD_ASSERT(s->character_count <= stage->character_count);
    for (pd_srv_character *a = s->characters; a && count < stage->playing_capacity; a = a->next)
        if (!a->dead && a->motion.ticks) stage->shown[count++] = a;
    if (s->codes) sweep_codes(s);

    size_t encoded = pd_srv_interest_send(stage, s, count, tick, time, encode_character);
    for (pd_srv_subscriber *v = s->subscribers; v;) {
        if (!v->granted || v->profile.budget) {
            v = v->next;
            continue;
        }

        const pd_api_profile profile = v->profile;
        pd_srv_compact *code = NULL;
        uint64_t before = 0;
        bool follows = false;
        pd_buffer_clear(&stage->frame);
        if (profile.compact) {
            follows = encode_compact(stage, s, v, count, tick, time, &code);
            if (code) {
                before = code->serial;
                code->serial = ++stage->serial;
            }

            encoded += 4 * stage->frame.size;
        } else {
            if (expensive) pthread_mutex_unlock(&stage->lock);
            size_t at = pd_api_frame_begin(&stage->frame, &profile, tick, time);
            for (int i = 0; i < count; i++) encode_character(&stage->frame, at, stage->shown[i], &profile);
            if (expensive) pthread_mutex_lock(&stage->lock);
            encoded += stage->frame.size;
        }

        pd_srv_frame *frame = stage->frame.failed
                                  ? NULL
                                  : pd_srv_frame_new(stage->deps.host, stage->frame.data, stage->frame.size);
        if (frame) frame->follows = follows;

        /* Give the frame to all granted subscribers with this profile,
         * which may have changed while the lock was released. */
        for (v = s->subscribers; v; v = v->next) {
            if (!v->granted || !pd_api_profile_same(&v->profile, &profile)) continue;
            if (code && !has_code(v, code)) continue;
            v->granted = false;
            if (!frame || (follows && v->serial != before)) continue; /* it waits for the next key frame */
            const bool has_frame = stage->deps.sink.frame(v->to, pd_srv_frame_retain(frame));
            if (code) v->serial = has_frame ? code->serial : 0;
            v->shown = s->characters != NULL;
            stage->frames++;
        }

        pd_srv_frame_release(frame);
        v = s->subscribers; /* some may have come or gone meanwhile */
    }

    return encoded;
}

/* Skins the bodies whose vertices were granted. */
static void skin_bodies(pd_srv_stage *stage)
{
    const double start = pd_srv_stage_worked_us(stage);
    int vertices = 0;

    for (int i = 0; i < stage->playing_count; i++) {
        pd_srv_character *a = stage->playing[i];
        if (!a->body || !(a->wanted & PD_API_CHANNEL_VERTICES)) continue;
        PD_ASSERT(a->vertex_count > 0); /* only characters with a body are granted vertices */
        a->vertices = pd_retarget_live_body_vertices(a->body);
        vertices += a->vertex_count;
    }

    if (!vertices) return;
    pd_srv_stage_learn(stage, &stage->vertex_cost, pd_srv_stage_worked_us(stage) - start, vertices);
}

/* Sends datagrams, events, reports and frames of the sessions of a batch. Returns the number of bytes of
 * frames. Under the lock. */
static size_t send_batch(pd_srv_stage *stage, const pd_srv_plan *plan, const pd_srv_batch *batch)
{
    size_t encoded = 0;

    for (int i = batch->session_begin; i < batch->session_end; i++) {
        pd_srv_session *s = plan->sessions[i];
        if (s->dead) continue;
        if (s->room) pd_srv_caster_note(stage, s);
        if (!s->subscribers) continue;
        if (s->vmc) {
            pd_srv_vmc_send(s->vmc, s->characters, pd_srv_settings_now(stage->deps.config), s->tick, s->time);
            pd_srv_vmc_counts counts = pd_srv_vmc_take_counts(s->vmc);
            stage->datagrams += counts.sent;
            stage->datagrams_dropped += counts.dropped;
        }

        pd_srv_stage_send_events(stage, s);
        pd_srv_predicted_tell(stage, s);
        encoded += send_frames(stage, s, s->tick, s->time);
    }

    return encoded;
}

/* Computes one slot of a tick in batches of sessions, and sends the frames of each batch as soon as it is
 * computed; expensive sessions come last. Ways are searched after that, for the next tick. */
static void update_slot(pd_srv_stage *stage, int slot, uint32_t tick, double time)
{
    PD_ASSERT(slot >= 0 && slot < PD_SRV_SLOTS);
    pthread_mutex_lock(&stage->lock);
    pd_srv_stage_share(stage, slot, tick);
    const pd_srv_plan *plan = pd_srv_plan_update(stage, slot);
    for (int i = 0; i < plan->session_count; i++)
        pd_srv_session_count(plan->sessions[i], tick, time, stage->rate);
    pd_srv_stage_hear_sounds(stage, plan);

    for (int i = 0; i < plan->batch_count; i++) {
        const pd_srv_batch *batch = &plan->batches[i];
        gather_tick(stage, plan, batch);
        pthread_mutex_unlock(&stage->lock);
        play(stage);
        skin_bodies(stage);

        pthread_mutex_lock(&stage->lock);
        const double start = pd_srv_stage_worked_us(stage);
        const size_t encoded = send_batch(stage, plan, batch);
        pd_srv_unit_cost_learn(&stage->byte_cost, pd_srv_stage_worked_us(stage) - start, (double)encoded);
        if (!stage->playing_count && !encoded) continue;
        pthread_mutex_unlock(&stage->lock);
        stage->deps.sink.wake(stage->deps.sink.ctx);
        pthread_mutex_lock(&stage->lock);
    }

    pthread_mutex_unlock(&stage->lock);
    find_way(stage, slot);
}

/* -- the clock ------------------------------------------------------------------------------ */

static int slot_is_used(pd_srv_stage *stage, int slot)
{
    pthread_mutex_lock(&stage->lock);
    int used = stage->slot_sessions[slot] > 0;
    pthread_mutex_unlock(&stage->lock);
    return used;
}

/* Makes a slot of the tick a trace of its own, if it is sampled. */
static void trace_slot(const pd_srv_stage *stage, int slot, int characters, int64_t begin_us, int64_t end_us)
{
    pd_srv_span span = {.kind = PD_SRV_SPAN_INTERNAL, .begin_us = begin_us, .end_us = end_us};

    pd_srv_trace_begin(&span.context, stage->deps.tracer, NULL);
    if (!span.context.is_sampled) return;
    snprintf(span.name, sizeof span.name, "tick");
    pd_srv_span_number(&span, "posed.slot", slot);
    pd_srv_span_number(&span, "posed.characters", characters);
    pd_srv_trace_end(stage->deps.tracer, &span);
}

void pd_srv_stage_step(pd_srv_stage *stage)
{
    PD_ASSERT(stage->rate > 0 && stage->due_number >= 0);
    double period = 1e6 / stage->rate;
    uint32_t tick = ++stage->tick;

    /* Without an observer's thread fits are computed here. */
    while (!stage->is_observing && pd_srv_observer_step(stage)) continue;
    while (!stage->is_casting && stage->castings && pd_srv_caster_step(stage)) continue;
    stage->latest_us = stage->played_us = 0;
    if (!stage->due_number) stage->start_us = pd_srv_stage_clock_us(stage);

    /* Due time on the absolute clock, however long earlier ticks took. */
    const int64_t due_us = stage->start_us + (int64_t)llrint((double)++stage->due_number * period);
    const int64_t period_us = (int64_t)period;
    int64_t worked = 0;
    stage->way_us = fmax(0, stage->way_us - WAYS_PART * (double)period_us);
    for (int slot = 0; slot < PD_SRV_SLOTS; slot++) {
        if (slot && !slot_is_used(stage, slot)) {
            stage->awaits_way[slot] = false;
            continue;
        }

        /* The time of a frame is the due time of its slot, because inputs are read then. */
        const int64_t due = due_us + slot * period_us / PD_SRV_SLOTS;
        atomic_store_explicit(&stage->next_us, due, memory_order_relaxed);
        stage->deps.clock.sleep_until(stage->deps.clock.ctx, due);
        const int64_t start = pd_srv_stage_clock_us(stage);
        if (stage->takes_snapshots) pthread_mutex_lock(&stage->moving);
        update_slot(stage, slot, tick, (double)due * 1e-6);
        if (stage->takes_snapshots) pthread_mutex_unlock(&stage->moving);
        const int64_t end = pd_srv_stage_clock_us(stage);
        worked += end - start;

        /* Statistics of the delay. */
        pthread_mutex_lock(&stage->lock);
        const double late = (double)(start - due) * 1e-6;
        int bucket = 0;
        while (bucket < PD_SRV_LATE_BUCKETS && late > late_bounds[bucket]) bucket++;
        stage->late[bucket]++;
        stage->late_sum += late;
        stage->state.late_ms += SMOOTH * (1e3 * late - stage->state.late_ms);
        stage->latest_us = fmax(stage->latest_us, (double)(start - due));
        const int characters = stage->character_count;
        pthread_mutex_unlock(&stage->lock);
        trace_slot(stage, slot, characters, start, end);
    }

    /* Skip the ticks that are already over, update the statistics, and free what is dead. */
    const int64_t now = pd_srv_stage_clock_us(stage);
    const int64_t behind = (now - due_us) / period_us - 1; /* whole ticks that are over already */
    pthread_mutex_lock(&stage->lock);
    if (behind > 0) {
        stage->due_number += behind;
        stage->state.skipped_ticks += (uint64_t)behind;
    }

    stage->ticks++;
    stage->state.tick = tick;
    stage->state.time = (double)due_us * 1e-6;
    stage->state.load += SMOOTH * ((double)worked / period - stage->state.load);
    stage->motion_load += SMOOTH * (stage->played_us / period - stage->motion_load);
    pd_srv_stage_adapt(stage, stage->latest_us, behind);
    pd_srv_stage_tell(stage, tick);
    pd_srv_stage_sweep(stage, now);
    pd_srv_stage_balance(stage);
    pthread_mutex_unlock(&stage->lock);
    atomic_store_explicit(&stage->stepped_us, now, memory_order_relaxed);
}

int64_t pd_srv_stage_stepped_us(const pd_srv_stage *stage)
{
    return atomic_load_explicit(&((pd_srv_stage *)stage)->stepped_us, memory_order_relaxed);
}

static void *stage_main(void *arg)
{
    pd_srv_stage *stage = arg;
    pthread_setname_np(pthread_self(), "posed-stage");
    while (!atomic_load(&stage->stopping)) pd_srv_stage_step(stage);
    return NULL;
}

pd_status pd_srv_stage_new(pd_srv_stage **out, const pd_srv_stage_deps *deps, pd_error *err)
{
    *out = NULL;
    pd_srv_stage *stage = calloc(1, sizeof *stage);
    if (!stage || !pd_arena_init(&stage->scratch, 1 << 16)) {
        free(stage);
        return pd_fail(err, PD_ERR_MEMORY, "stream", "out of memory");
    }

    stage->deps = *deps;
    stage->rate = pd_srv_settings_now(deps->config)->cfg.stream_tick_rate;
    stage->pressure = 1;
    atomic_init(&stage->stepped_us, pd_srv_stage_clock_us(stage));
    stage->body_cost = (pd_srv_unit_cost){50, 1};
    stage->vertex_cost = (pd_srv_unit_cost){200, 10000};
    stage->byte_cost = (pd_srv_unit_cost){20, 4000};
    stage->hear_cost = (pd_srv_unit_cost){25, 1};
    pthread_mutex_init(&stage->lock, NULL);
    pthread_mutex_init(&stage->moving, NULL);
    pthread_cond_init(&stage->observe_asked, NULL);
    pthread_cond_init(&stage->cast_asked, NULL);
    *out = stage;

    return PD_OK;
}

void pd_srv_stage_take_snapshots(pd_srv_stage *stage, bool takes)
{
    PD_ASSERT(!stage->started);
    stage->takes_snapshots = takes;
}

pd_status pd_srv_stage_start(pd_srv_stage *stage, pd_error *err)
{
    if (pd_srv_observer_start(stage, err) != PD_OK || pd_srv_caster_start(stage, err) != PD_OK)
        return err->status;
    if (pthread_create(&stage->thread, NULL, stage_main, stage))
        return pd_srv_thread_error(err, "stream", "the stage");
    stage->started = 1;
    return PD_OK;
}

void pd_srv_stage_halt(pd_srv_stage *stage)
{
    if (!stage) return;
    atomic_store(&stage->stopping, 1);
    if (stage->started) pthread_join(stage->thread, NULL);
    stage->started = 0;
    pd_srv_observer_halt(stage);
    pd_srv_caster_halt(stage);
}

void pd_srv_stage_free(pd_srv_stage *stage)
{
    if (!stage) return;
    pd_srv_stage_halt(stage);
    for (pd_srv_session *s = stage->sessions; s; s = s->next) s->dead = 1;
    pd_srv_stage_sweep(stage, pd_srv_stage_clock_us(stage));
    PD_ASSERT(!stage->sessions && !stage->session_count && !stage->character_count && !stage->observed);
    pd_srv_stage_tidy(stage);
    pd_observe_face_shapes_release(stage->face_shapes);
    free(stage->left_scenes);
    for (int slot = 0; slot < PD_SRV_SLOTS; slot++) pd_srv_plan_deinit(&stage->plans[slot]);
    pd_arena_deinit(&stage->scratch);
    pd_buffer_deinit(&stage->frame);
    pd_buffer_deinit(&stage->state_bytes);
    pd_fields_writer_deinit(&stage->state_writer);
    free(stage->playing);
    free(stage->shown);
    pd_srv_compact_scratch_free(stage->compact);
    if (stage->interest) pd_srv_interest_scratch_deinit(stage->interest);
    free(stage->interest);
    free(stage->costs);
    free(stage->clients);
    pthread_cond_destroy(&stage->observe_asked);
    pthread_cond_destroy(&stage->cast_asked);
    pd_arena_deinit(&stage->cast_scratch);
    pthread_mutex_destroy(&stage->lock);
    pthread_mutex_destroy(&stage->moving);
    free(stage);
}

/* -- state and metrics -------------------------------------------------------------------------- */

pd_srv_stage_state pd_srv_stage_now(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
    pd_srv_stage_state state = stage->state;
    state.sessions = stage->session_count;
    state.characters = stage->character_count;
    pthread_mutex_unlock(&stage->lock);

    return state;
}

void pd_srv_stage_metrics(pd_srv_stage *stage, pd_buffer *out)
{
    pthread_mutex_lock(&stage->lock);
    pd_srv_metrics_gauge(out, "posed_sessions", "Sessions of the stream.", stage->session_count);
    int rooms = 0, members = 0;
    for (const pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->dead || !s->room) continue;
        rooms++;
        members += pd_srv_room_count(s->room);
    }
    pd_srv_metrics_gauge(out, "posed_rooms", "Rooms of the stream.", rooms);
    pd_srv_metrics_gauge(out, "posed_room_members", "Members of all rooms.", members);
    pd_srv_metrics_counter(out, "posed_rays_total", "Rays that were cast in rooms.", stage->rays);
    pd_srv_metrics_gauge(out, "posed_characters", "Characters on the stage.", stage->character_count);
    pd_srv_metrics_gauge(out, "posed_stage_load",
                         "Processing time of a tick as a fraction of the tick interval, smoothed.",
                         stage->state.load);
    pd_srv_metrics_counter(out, "posed_ticks_total", "Ticks of the stage.", stage->ticks);
    pd_srv_metrics_counter(out, "posed_ticks_left_out_total",
                           "Ticks that were skipped because the stage was late.", stage->state.skipped_ticks);
    pd_srv_metrics_counter(out, "posed_spawns_refused_total",
                           "Characters that were refused because ticks take too long.", stage->refused);
    pd_srv_metrics_counter(out, "posed_frames_total", "Frames put into the outboxes of connections.",
                           stage->frames);
    pd_srv_metrics_counter(out, "posed_frames_postponed_total",
                           "Frames that were sent at a later tick, for sessions with a lowered frame rate.",
                           stage->postponed_frames);
    pd_srv_metrics_counter(
        out, "posed_vertices_missed_total",
        "Bodies whose vertices were left out of a frame, for sessions with a lowered frame rate.",
        stage->missed_vertices);
    pd_srv_metrics_counter(out, "posed_observations_total",
                           "Observations received for characters that follow an observed person.",
                           stage->observations);
    pd_srv_metrics_counter(out, "posed_observations_missed_total",
                           "Observations that were replaced by a newer one before they were fitted.",
                           stage->missed_observations);
    pd_srv_metrics_head(out, "posed_observe_seconds_total", "counter",
                        "Processor time of the fits to observations.");
    pd_buffer_printf(out, "posed_observe_seconds_total %.6f\n", stage->observe_seconds);
    pd_srv_metrics_counter(out, "posed_vmc_datagrams_total", "Datagrams sent to VRM applications.",
                           stage->datagrams);
    pd_srv_metrics_counter(out, "posed_vmc_dropped_total",
                           "Datagrams to VRM applications that the socket did not accept.",
                           stage->datagrams_dropped);

    uint64_t sum = 0;
    pd_srv_metrics_head(out, "posed_tick_late_seconds", "histogram", "Delay of the start of a tick.");
    for (int i = 0; i < PD_SRV_LATE_BUCKETS; i++) {
        sum += stage->late[i];
        pd_buffer_printf(out, "posed_tick_late_seconds_bucket{le=\"%g\"} %llu\n", late_bounds[i],
                         (unsigned long long)sum);
    }
    sum += stage->late[PD_SRV_LATE_BUCKETS];
    pd_buffer_printf(out,
                     "posed_tick_late_seconds_bucket{le=\"+Inf\"} %llu\nposed_tick_late_seconds_sum %.6f\n"
                     "posed_tick_late_seconds_count %llu\n",
                     (unsigned long long)sum, stage->late_sum, (unsigned long long)sum);
    pthread_mutex_unlock(&stage->lock);
}
