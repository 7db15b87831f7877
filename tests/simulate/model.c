/* Model of the server's state, derived from the messages to it: sessions by token, and the newest input of
 * each character. One character in WATCHED_OF is moved a second time without a stage (its twin), for
 * WATCHED_TICKS, then the next one. Any difference ends the simulation. */
#include "tests/simulate/simulate.h"

#include "core/character/action/size_requests.h"
#include "core/character/size.h"
#include "core/base/hash.h"
#include "server/stage/room.h"
#include "server/stage/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* client.h: a client that is silent for 150 ms gets a ping. It gets frames for another 130 ms and two round
 * trips of at most 400 ms each. */
#define SILENT_US (PD_SRV_SECOND * 15 / 100)
#define ASKED_US  (PD_SRV_SECOND * 94 / 100)
#define BYE_POLLS 25 /* 2 s for its bye to be read, in polls */

#define MOST_MOVES    64 /* twins of a batch */
#define WATCHED_OF    8  /* characters have a twin that moves, at a time */
#define WATCHED_TICKS 64 /* ticks: then others are watched               */

/* A session as long as one server lives. Of a room there is one for each place; all of them have the id of
 * the room's session. */
typedef struct model_session {
    struct model_session *next;
    char id[PD_SRV_SESSION_ID];
    unsigned char token_hash[PD_SRV_SHA256_BYTES];
    sim_line *owner; /* NULL: nobody */
    bool ended;      /* for good     */
    int64_t left_us; /* without an owner */
    unsigned channels;
    int divisor;
} model_session;

/* A second copy of a character, moved without a stage by the messages to it. */
typedef struct twin {
    pd_character motion;
    pd_character_overlay overlay;
    pd_character_input input;
    int64_t input_us;
    pd_character_follow follow, coming;
    bool follows, is_coming, stops;
    pd_character_reach_request reaches[PD_CHARACTER_HANDS];
    pd_character_gaze_request gaze;
    bool has_reach[PD_CHARACTER_HANDS], has_gaze;
    pd_character_input moved; /* of this tick */
    bool arrives;
    bool is_watched; /* it moves; else it begins from its character again before it does */
} twin;

typedef struct model_character {
    uint64_t seq;
    model_session *session;
    bool dead;
    twin *twin;      /* NULL: gone from the stage */
    uint32_t paid;   /* ticks of it that have taken their time */
    bool is_skinned; /* its vertices of this tick have         */
} model_character;

static model_session *sessions;
static model_character *characters; /* by id - 1 */
static uint32_t character_count, character_capacity;

/* Data that all twins share: the rig and the scratch memory. */
static struct {
    bool has_rig;
    pd_character_rig rig;
    pd_arena arena;
} alone;

static int64_t dear_us; /* the slot whose dear frames have been put */

void sim_model_reset(void)
{
    for (model_session *s = sessions, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    sessions = NULL;
    for (uint32_t i = 0; i < character_count; i++) free(characters[i].twin);
    character_count = 0;
    dear_us = 0;
}

void sim_model_free(void)
{
    sim_model_reset();
    free(characters);
    characters = NULL;
    character_capacity = 0;
    pd_arena_deinit(&alone.arena);
    alone.has_rig = false;
}

/* -- what was said ------------------------------------------------------------------------ */

static model_session *session_of_token(const char *token)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];
    pd_srv_sha256(hash, token, strlen(token));
    for (model_session *s = sessions; s; s = s->next)
        if (!memcmp(s->token_hash, hash, sizeof hash)) return s;
    return NULL;
}

static model_session *session_of_id(const char *id)
{
    for (model_session *s = sessions; s; s = s->next)
        if (!strcmp(s->id, id)) return s;
    return NULL;
}

static const pd_srv_session *real_session(const sim_line *line)
{
    const pd_srv_subscriber *subscriber = line->connection->client->subscriber;
    return subscriber ? subscriber->session : NULL;
}

static struct {
    bool was_joined, failing;
    uint32_t next_id;
    uint64_t failed, tellings;
} before;

void sim_model_before(sim_line *line, const sim_said *said)
{
    (void)said;
    before.was_joined = line->connection->client->subscriber != NULL;
    before.next_id = sim_stage->next_id;
    before.failed = sim_counted.failed_allocations;
    before.tellings = line->tellings;
}

/* Expects a frame with the next tick for a client that joins, resumes or watches.
 * Its divisor is counted from that tick. */
static void expect_first_frame(sim_line *line)
{
    line->from_tick = line->connection->client->subscriber->offset;
    line->put_tick = 0;
    line->is_first = true;
}

static void after_join(sim_line *line, const sim_said *said)
{
    const pd_srv_session *real = real_session(line);
    bool joined = line->connection->client->subscriber != NULL;
    bool memory_failed = before.failed != sim_counted.failed_allocations;
    int64_t window = pd_srv_seconds_us(sim_settings.cfg.stream_resume_window);

    for (const pd_srv_character *a = real ? real->characters : NULL; a; a = a->next)
        sim_model_announced(line, a->id); /* they are in the welcome */
    if (*said->token && !said->watch) {
        model_session *s = session_of_token(said->token);
        bool is_due = s && !s->ended && (s->owner || sim_now_us - s->left_us <= window);
        bool is_over = !s || s->ended || (!s->owner && sim_swept_us - s->left_us > window);
        if (is_due && !joined && !memory_failed)
            sim_fail("a session died within its window: %.3f s of %.3f after its line",
                     s->owner ? 0 : (double)(sim_now_us - s->left_us) * 1e-6, (double)window * 1e-6);
        if (is_over && joined) sim_fail("a token resumes a session that is over, or another's");
        if (!s || !joined || !real) return;
        if (s->owner) {
            s->owner->owns = false;
            s->owner->session = NULL;
            sim_counted.takeovers++;
        }
        s->owner = line;
        line->session = s;
        line->owns = true;
        line->channels = s->channels;
        line->divisor = s->divisor;
        expect_first_frame(line);
        if (strcmp(real->id, s->id) != 0) sim_fail("a token resumes another session");
        return;
    }
    if (!joined || !real) return;

    expect_first_frame(line);
    line->channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS;
    line->divisor = 1;
    if (said->watch) {
        line->session = session_of_id(real->id);
        return;
    }
    model_session *s = calloc(1, sizeof *s);
    if (!s) abort();
    memcpy(s->id, real->id, sizeof s->id);
    const pd_srv_member *place = line->connection->client->subscriber->place;
    memcpy(s->token_hash, place ? place->token_hash : real->token_hash, sizeof s->token_hash);
    sim_counted.places += place != NULL;
    s->channels = line->channels;
    s->divisor = line->divisor;
    s->owner = line;
    s->next = sessions;
    sessions = s;
    line->session = s;
    line->owns = true;
}

static model_character *character(uint32_t id)
{
    return id && id <= character_count ? &characters[id - 1] : NULL;
}

static const pd_srv_character *real_character(uint32_t id)
{
    for (const pd_srv_session *s = sim_stage->sessions; s; s = s->next)
        for (const pd_srv_character *a = s->characters; a; a = a->next)
            if (a->id == id) return a;
    return NULL;
}

/* Returns whether the character has a twin in that tick. Every character has its turn, which does not depend
 * on other characters. */
static bool is_watched_in(uint32_t id, uint32_t tick)
{
    return (id + tick / WATCHED_TICKS) % WATCHED_OF == 0;
}

/* Starts a twin from the stage's present character and its unread messages.
 * From here on the twin moves independently. */
static void begin_twin(model_character *c, const pd_srv_character *real)
{
    pd_error err = {0};
    if (!alone.has_rig) {
        if (pd_character_rig_init(&alone.rig, real->group->model, &err) != PD_OK) abort();
        alone.has_rig = true;
    }
    if (!c->twin) c->twin = calloc(1, sizeof *c->twin);
    if (!c->twin) abort();

    twin *t = c->twin;
    c->paid = real->motion.ticks;
    t->is_watched = is_watched_in(real->id, sim_stage->tick + 1);
    t->motion = real->motion;
    t->overlay = real->overlay;
    t->input = real->input;
    t->input_us = real->input_us;
    t->follows = real->follow != NULL;
    t->is_coming = real->coming != NULL;
    t->stops = real->stop_following;
    t->gaze = real->gaze;
    t->has_gaze = real->has_gaze;
    t->arrives = false;
    if (real->follow) t->follow = *real->follow;
    if (real->coming) t->coming = *real->coming;
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        t->reaches[hand] = real->reaches[hand];
        t->has_reach[hand] = real->has_reach[hand];
    }
}

static void after_spawn(sim_line *line)
{
    uint32_t id = sim_stage->next_id;
    if (id == before.next_id) return;
    if (id > character_capacity) {
        character_capacity = id + 256;
        characters = realloc(characters, character_capacity * sizeof *characters);
        if (!characters) abort();
    }
    for (; character_count < id; character_count++)
        characters[character_count] = (model_character){.session = line->session};
    if (real_character(id)) begin_twin(&characters[id - 1], real_character(id));
    if (!line->owns) sim_fail("who does not own a session spawns in it");
}

/* Passes a request to the twin in the form that the stage has decoded.
 * The twin computes its effect itself. */
static void after_request(sim_line *line, const sim_said *said, bool memory_failed)
{
    model_character *c = character(said->id);
    const pd_srv_character *real = real_character(said->id);
    if (!c || !c->twin || c->dead || !real || !line->owns || c->session != line->session) return;

    twin *t = c->twin;
    if (memory_failed) { /* it may have been refused */
        begin_twin(c, real);
        return;
    }
    if (said->meaning == SIM_FOLLOW && real->coming) {
        t->coming = *real->coming;
        t->is_coming = true;
        t->stops = false;
    }
    if (said->meaning == SIM_LOOK) {
        t->gaze = real->gaze;
        t->has_gaze = true;
        t->input.has_look = real->input.has_look;
        memcpy(t->input.look, real->input.look, sizeof t->input.look);
        t->input_us = sim_now_us;
    }
    for (int hand = 0; hand < PD_CHARACTER_HANDS && said->meaning == SIM_REACH; hand++)
        if (real->has_reach[hand]) {
            t->reaches[hand] = real->reaches[hand];
            t->has_reach[hand] = true;
        }
}

/* Takes the characters of a session from where they are, because nonsense may be a request by chance. */
static void after_garbage(const sim_line *line)
{
    const pd_srv_session *s = real_session(line);
    for (const pd_srv_character *a = s ? s->characters : NULL; a; a = a->next)
        if (character(a->id) && character(a->id)->twin) begin_twin(character(a->id), a);
}

/* Ends the places of a room that its host has removed. */
static void after_remove(const sim_line *line)
{
    const pd_srv_session *real = real_session(line);
    if (!real || !real->room) return;

    for (model_session *s = sessions; s; s = s->next) {
        if (s->ended || strcmp(s->id, real->id) != 0 || pd_srv_room_by_token(real->room, s->token_hash))
            continue;
        sim_counted.removed += s->owner != NULL;
        if (s->owner) {
            s->owner->owns = false;
            s->owner->session = NULL;
        }
        s->owner = NULL;
        s->ended = true;
    }
}

void sim_model_interrupted(sim_line *line)
{
    const pd_srv_subscriber *subscriber = line->connection ? line->connection->client->subscriber : NULL;
    after_garbage(line);
    line->put_tick = 0;
    if (subscriber) line->from_tick = subscriber->offset;
}

void sim_model_after(sim_line *line, const sim_said *said, bool was_heard)
{
    const pd_srv_client *client = line->connection->client;
    bool heard = was_heard && (!client->close_code || said->meaning == SIM_LEAVE);
    model_character *c;
    /* if an allocation failed the request may have been refused: the stage's state decides */
    bool memory_failed = before.failed != sim_counted.failed_allocations;
    if (!heard) return;

    switch (said->meaning) {
    case SIM_JOIN:
        if (!before.was_joined) after_join(line, said);
        break;
    case SIM_SPAWN: after_spawn(line); break;
    case SIM_INPUT:
        c = character(said->input.id);
        if (!c || c->dead || !line->owns || c->session != line->session) break;
        c->seq = said->input.seq;
        sim_counted.inputs++;
        if (!c->twin) break;
        c->twin->input = (pd_character_input){.move = {said->input.move[0], said->input.move[1]},
                                              .speed = said->input.speed,
                                              .gait = (pd_character_want)said->input.gait,
                                              .jump = said->input.jump};
        c->twin->input_us = sim_now_us;
        c->twin->stops = true;
        c->twin->is_coming = false;
        break;
    case SIM_FOLLOW:
    case SIM_LOOK:
    case SIM_REACH: after_request(line, said, memory_failed); break;
    case SIM_GARBAGE: after_garbage(line); break;
    case SIM_DESPAWN:
        c = character(said->id);
        if (!c || !line->owns || c->session != line->session) break;
        if (memory_failed && (!real_character(said->id) || !real_character(said->id)->dead)) break;
        c->dead = true;
        break;
    case SIM_PROFILE:
        if (!line->session || (memory_failed && (client->subscriber->profile.channels != said->channels ||
                                                 client->subscriber->profile.divisor != said->divisor)))
            break;
        line->channels = said->channels;
        line->divisor = said->divisor;
        line->put_tick = 0;
        if (line->tellings == before.tellings) /* else it was told in between, of this profile */
            line->is_told = false;
        line->untold_us = 0;
        line->from_tick = pd_srv_stage_now(sim_stage).tick + 1;
        if (!line->owns) break;
        line->session->channels = said->channels;
        line->session->divisor = said->divisor;
        break;
    case SIM_REMOVE: after_remove(line); break;
    case SIM_LEAVE:
        if (memory_failed && client->subscriber) break;
        if (line->owns) {
            line->session->ended = true;
            line->session->owner = NULL;
        }
        line->session = NULL;
        line->owns = false;
        break;
    default: break;
    }
}

void sim_model_closed(sim_line *line)
{
    if (line->owns) {
        line->session->owner = NULL;
        line->session->left_us = sim_now_us;
    }
    line->session = NULL;
    line->owns = false;
}

/* -- what comes of it ------------------------------------------------------------------------ */

#define LITTLE 0.5 /* of an equal part: what else was due in the tick that is judged is not known */

/* Returns the encoding time of all frames of the line's session, divided by the session's equal part of the
 * smallest time that a tick keeps for frames on any machine (share.h). 0: it is in no session. */
static double parts_asked(const sim_line *line)
{
    const pd_srv_session *s = real_session(line);
    size_t bytes = 0;
    int used = 0;

    if (!s || !sim_stage->slot_sessions[s->slot]) return 0;
    for (const sim_line *l = sim_lines; l; l = l->next)
        if (l->connection && real_session(l) == s) bytes += l->put_size;
    for (int i = 0; i < PD_SRV_SLOTS; i++) used += sim_stage->slot_sessions[i] > 0;
    const double least = PD_SRV_FRAMES_LEAST * sim_tick_us() / used;
    return sim_encoding_us(bytes) * sim_stage->slot_sessions[s->slot] / least;
}

/* Returns whether the line asks for so little that its frame rate may never be lowered. The rate of others
 * may be lowered on a slow machine. */
static bool asks_for_little(const sim_line *line)
{
    return !line->is_greedy && parts_asked(line) <= LITTLE;
}

int64_t sim_model_gap_us(const sim_line *line)
{
    return line->connection && sim_stage ? (int64_t)(parts_asked(line) * sim_tick_us()) : 0;
}

void sim_model_frame(sim_line *line, const unsigned char *bytes, size_t size)
{
    posed_frame frame;
    posed_character who;
    if (!line) {
        sim_fail("a frame is put for a connection that is gone");
        return;
    }
    if (!posed_frame_open(&frame, bytes, size)) {
        sim_fail("a frame cannot be read");
        return;
    }
    line->put++;
    line->newest = frame.tick;
    if (line == sim_in_flight) return; /* it may show the message already, or not */
    for (posed_frame all = frame; posed_frame_next(&all, &who, (posed_counts){31, 12});)
        if (who.id > line->told && !pd_srv_outbox_is_full(&line->connection->client->outbox))
            sim_fail("character %u is in a frame before its client was told of it", who.id);
    if (!line->session) {
        sim_fail("a frame for who has left, or lost the session");
        return;
    }
    if (fabs(frame.time - (double)sim_due_us * 1e-6) > 1e-6)
        sim_fail("a frame's time is %.6f; its slot was due at %.6f", frame.time, (double)sim_due_us * 1e-6);
    /* A client that asks for little gets all its frames, in time and before those of clients that ask for
     * much. The latter may get fewer frames, and a message that says so. */
    line->put_size = size;
    const bool asks_little = asks_for_little(line), excused = sim_stage_is_excused();
    bool is_low = line->put_tick && frame.tick - line->put_tick != (uint32_t)line->divisor;
    double late_us = (double)(sim_server_now_us() - sim_due_us);
    if (!line->is_greedy && !excused && late_us > sim_tick_us())
        sim_fail("tick %u's frame is ready %.1f ms late; a tick has %.1f", frame.tick, late_us * 1e-3,
                 sim_tick_us() * 1e-3);
    if (is_low && asks_little && !excused && sim_memory_failed_us < line->put_us)
        sim_fail("tick %u's frame comes after tick %u's; every %d. was asked for", frame.tick, line->put_tick,
                 line->divisor);
    if ((frame.tick - line->from_tick) % (uint32_t)line->divisor && !line->is_first && asks_little &&
        !excused)
        sim_fail("tick %u has a frame; every %d. from %u on was asked for", frame.tick, line->divisor,
                 line->from_tick);
    bool memory_failed = sim_memory_failed_us >= line->put_us;
    /* dear by share.h: more than a twentieth of the tick, as all slots have it */
    bool is_large = line->is_greedy && size > 2000 && (!sim_bytes_are_dear || sim_slowness > 3);
    if (asks_little && !excused && dear_us == sim_due_us)
        sim_fail("tick %u's frame comes after the dear ones of its slot", frame.tick);
    if (is_large) dear_us = sim_due_us;
    line->put_us = sim_now_us;
    line->put_tick = frame.character_count && !line->is_first ? frame.tick : 0;
    line->is_first = false;

    bool is_ahead = sim_in_flight && real_session(line) == real_session(sim_in_flight);
    while (posed_frame_next(&frame, &who, (posed_counts){31, 12})) {
        if (is_ahead) continue; /* who watches it sees the message before it has been answered */
        const model_character *c = character(who.id);
        if (!c || !c->session || strcmp(c->session->id, line->session->id) != 0) {
            sim_fail("character %u is in the frame of another's session", who.id);
            return;
        }
        if (who.seq != c->seq &&
            sim_memory_failed_us < sim_due_us) /* without memory mailboxes are not read */
            sim_fail("tick %u: character %u follows input %llu; %llu was the last that came", frame.tick,
                     who.id, (unsigned long long)who.seq, (unsigned long long)c->seq);
        unsigned missing = line->channels & ~who.channels;
        is_low |= missing == PD_API_CHANNEL_VERTICES;
        const unsigned own = who.seq > UINT32_MAX ? PD_API_CHANNEL_SEQ : 0; /* not asked for */
        if (who.channels & ~(line->channels | own) || missing & ~(unsigned)PD_API_CHANNEL_VERTICES)
            sim_fail("a frame has channels %u; %u were asked for", who.channels, line->channels);
    }
    if (frame.left) sim_fail("a frame is cut short");

    uint32_t windows = 2 * (uint32_t)(sim_settings.cfg.stream_tick_rate + 2 * line->divisor);
    if (is_low) line->low_tick = frame.tick;
    if (is_low && !line->is_told && !line->untold_us && !memory_failed) line->untold_us = sim_now_us;
    if (line->is_told && frame.tick - line->low_tick > windows && !excused)
        sim_fail("frames come as asked again for %u ticks, and nobody says so", frame.tick - line->low_tick);
}

void sim_model_announced(sim_line *line, uint32_t id)
{
    if (line && line->told < id) line->told = id;
}

void sim_model_lowered(sim_line *line, bool is_whole)
{
    if (!line) return;
    line->untold_us = 0;
    line->is_told = !is_whole;
    line->tellings++;
    line->low_tick = sim_stage->tick;
    if (is_whole)
        sim_counted.raised++;
    else
        sim_counted.lowered++;
    if (!is_whole && asks_for_little(line) && !sim_stage_is_excused())
        sim_fail("who asks for little is told that it is lowered");
}

void sim_model_write(sim_line *line, const unsigned char *bytes, size_t size)
{
    posed_frame frame;
    if (!posed_frame_open(&frame, bytes, size))
        sim_fail("bytes that are no frame are written");
    else if (frame.tick != line->newest)
        sim_fail("tick %u's frame is written; %u's is the newest", frame.tick, line->newest);
    else if (sim_now_us - line->heard_us >= SILENT_US && sim_now_us - line->pinged_us > ASKED_US)
        sim_fail("a frame is written to who was not heard for %.3f s, nor pinged for %.3f",
                 (double)(sim_now_us - line->heard_us) * 1e-6, (double)(sim_now_us - line->pinged_us) * 1e-6);
}

static bool are_equal(const pd_character *a, const pd_character *b)
{
    const pd_character_pose *p = &a->pose, *q = &b->pose;
    return a->ticks == b->ticks && a->phase == b->phase && p->yaw == q->yaw && p->events == q->events &&
           !memcmp(&p->root, &q->root, sizeof p->root) &&
           !memcmp(&p->translation, &q->translation, sizeof p->translation) &&
           !memcmp(p->joints, q->joints, sizeof p->joints) &&
           !memcmp(p->rotations, q->rotations, sizeof p->rotations) &&
           !memcmp(a->positions, b->positions, sizeof a->positions);
}

/* Whether an input is too old when the stage reads it: dear characters are read after the others have moved,
 * at a time between the tick's and that of its work's end;
 * where it grows too old in between, either is right. */
static bool is_stale(const twin *t, const pd_srv_character *real)
{
    const int64_t timeout = pd_srv_seconds_us(sim_settings.cfg.stream_input_timeout);
    if (timeout <= 0 || sim_server_now_us() - t->input_us <= timeout) return false;
    if (sim_now_us - t->input_us > timeout) return true;
    return real->now.move[0] == 0 && real->now.move[1] == 0;
}

/* Does the part of the stage's work on a character in a tick that comes before it moves. */
static void begin_move(twin *t, const pd_srv_character *real, bool moves)
{
    const double size = t->motion.size;

    if (t->is_coming || t->stops) t->follows = false;
    if (t->is_coming) {
        t->follow = t->coming;
        pd_character_size_follow(&t->follow, size, &alone.rig);
        t->follows = true;
    }
    t->is_coming = t->stops = false;
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        if (t->has_reach[hand]) {
            pd_character_size_reach(&t->reaches[hand], size);
            pd_character_reach_set(&t->overlay.hands[hand], &t->reaches[hand]);
        }
        t->has_reach[hand] = false;
    }
    if (t->has_gaze) {
        pd_character_size_gaze(&t->gaze, size);
        pd_character_gaze_set(&t->overlay.gaze, &t->gaze);
    }
    t->has_gaze = false;
    t->arrives = false;
    if (!moves) return;

    t->moved = t->input;
    pd_character_size_input(&t->moved, size, &alone.rig);
    if (is_stale(t, real)) t->moved.move[0] = t->moved.move[1] = 0;
    t->arrives = t->follows && pd_character_follow_step(&t->moved, &t->follow, &t->motion, &alone.rig);
}

/* ... the motion itself, of several ... */
static void move_twins(twin *const *twins, int count)
{
    pd_character *motions[MOST_MOVES];
    const pd_character_input *inputs[MOST_MOVES];
    const pd_character_tick tick = {.characters = motions, .inputs = inputs, .count = count};
    for (int i = 0; i < count; i++) motions[i] = &twins[i]->motion, inputs[i] = &twins[i]->moved;
    if (!count) return;

    if (!pd_arena_reserve(&alone.arena,
                          pd_character_tick_scratch_bytes(&tick, &alone.rig, &pd_executor_serial)))
        abort();
    pd_character_tick_run(&tick, &alone.rig, &alone.arena, &pd_executor_serial);
}

/* Does the part of the stage's work on a character in a tick that comes after it has moved. */
static void end_move(twin *t)
{
    if (t->arrives) t->motion.pose.events |= PD_CHARACTER_ARRIVED;
    pd_character_overlay_step(&t->overlay, &t->motion, &alone.rig, NULL, NULL);
}

/* A character of its session, as the stage has it. */
static bool is_shown_to(const pd_srv_character *real, const sim_line *line)
{
    const pd_srv_session *s = real_session(line);
    const pd_srv_character *a = s ? s->characters : NULL;
    while (a && a != real) a = a->next;
    return a != NULL;
}

void sim_model_work(int *moves, int *vertices)
{
    *moves = *vertices = 0;
    for (int i = 0; sim_stage && i < sim_stage->playing_count; i++) {
        const pd_srv_character *real = sim_stage->playing[i];
        model_character *c = character(real->id);
        if (!c) continue;
        *moves += (int)(real->motion.ticks - c->paid);
        c->paid = real->motion.ticks;
        if (real->vertices && !c->is_skinned) *vertices += real->vertex_count;
        c->is_skinned = real->vertices != NULL;
    }
    sim_counted.moves += (uint64_t)*moves;
}

void sim_model_tick(void)
{
    /* one twin alone, a different one each time; the others in batches in the reverse of the stage's order */
    twin *batch[MOST_MOVES], *single = NULL;
    int count = 0, turn = sim_stage->playing_count ? (int)(sim_stage->tick % sim_stage->playing_count) : 0;
    for (int i = sim_stage->playing_count - 1; i >= 0; i--) {
        const pd_srv_character *real = sim_stage->playing[i];
        model_character *c = character(real->id);
        if (sim_in_flight && is_shown_to(real, sim_in_flight)) continue;
        if (!c || !c->twin) {
            sim_fail("character %u moves, which nobody made", real->id);
            return;
        }
        if (!c->twin->is_watched) continue;

        /* A frame takes ticks of the network or comes nearer to the last one; else the stage had no memory.
         * */
        const bool moves = real->motion.ticks != c->twin->motion.ticks ||
                           fabs(real->motion.playback.behind - c->twin->motion.playback.behind) > 0;
        begin_move(c->twin, real, moves);
        if (!moves) continue;
        if (i == turn) {
            single = c->twin;
            continue;
        }
        batch[count++] = c->twin;
        if (count == MOST_MOVES) move_twins(batch, count), count = 0;
    }
    move_twins(batch, count);
    if (single) move_twins(&single, 1);

    for (int i = 0; i < sim_stage->playing_count; i++) {
        const pd_srv_character *real = sim_stage->playing[i];
        model_character *c = character(real->id);
        if (sim_in_flight && is_shown_to(real, sim_in_flight)) continue;
        const bool stays = is_watched_in(real->id, sim_stage->tick + 1);
        if (c->twin->is_watched) {
            end_move(c->twin);
            sim_counted.compared++;
            if (!are_equal(&real->motion, &c->twin->motion))
                sim_fail("character %u moves otherwise than without a stage, by the same inputs", real->id);
        }
        if (stays && !c->twin->is_watched) begin_twin(c, real);
        c->twin->is_watched = stays;
        /* a sum, independent of order: costly characters move last,
         * and which are costly depends on the machine */
        const size_t joints = (size_t)real->group->figure.skeleton.joint_count;
        sim_stage_hash += pd_hash64(real->motion.pose.joints, joints * sizeof *real->motion.pose.joints,
                                    (uint64_t)sim_stage->tick << 32 | real->id);
    }
}

/* -- bounds ------------------------------------------------------------------------------------ */

static void check_queues(sim_line *line)
{
    pd_srv_ws_connection *c = line->connection;
    const pd_srv_outbox *outbox = &c->client->outbox;
    uint64_t settled = outbox->counts.frames + outbox->counts.dropped + (uint64_t)outbox->frame_count;
    if (c->client->close_code && ++line->bye_polls > BYE_POLLS)
        sim_fail("a connection is still open %d polls after its bye", line->bye_polls);
    if (outbox->texts.size > PD_SRV_OUTBOX_TEXTS) sim_fail("%zu bytes of texts wait", outbox->texts.size);
    if (c->message.size > sim_settings.cfg.stream_message_bytes)
        sim_fail("%zu bytes of a message are kept", c->message.size);
    if (line->down.bytes > line->capacity + line->wsi.size)
        sim_fail("%zu bytes lie behind a socket of %zu", line->down.bytes, line->capacity);
    if (line->untold_us && !sim_stage_is_excused() && sim_memory_failed_us < line->untold_us &&
        sim_now_us - line->untold_us > 2 * PD_SRV_SECOND)
        sim_fail("frames come more rarely than asked for %.1f s, and nobody says so",
                 (double)(sim_now_us - line->untold_us) * 1e-6);
    if (settled != line->put)
        sim_fail("of %llu frames %llu were sent, replaced or wait", (unsigned long long)line->put,
                 (unsigned long long)settled);
}

/* Checks what holds for the room of a session between any two messages. */
static void check_room(const pd_srv_session *s)
{
    const pd_srv_room *room = s->room;
    uint32_t last = 0;
    bool has_host = false, is_connected = false;

    for (const pd_srv_member *m = room->members; m; last = m->number, m = m->next) {
        has_host |= m->number == room->host;
        is_connected |= m->connection != NULL;
        if (m->number <= last || m->number > room->last_member)
            sim_fail("a member has the number %u after %u; %u was the last to enter", m->number, last,
                     room->last_member);
        if (m->connection && (m->connection->place != m || m->connection->session != s))
            sim_fail("the connection of the member %u is elsewhere", m->number);
    }

    if (!room->members && !s->dead) sim_fail("a room without members goes on");
    if (room->members && !has_host) sim_fail("the host %u is no member", room->host);
    if (pd_srv_room_count(room) > room->capacity) sim_fail("a room has more members than its capacity");
    if (is_connected != (s->owner != NULL) || (s->owner && !s->owner->place))
        sim_fail("a room's owner is none of its connected members");
    for (const pd_srv_character *a = s->characters; a; a = a->next)
        if (!a->dead && !pd_srv_room_member(room, a->member))
            sim_fail("character %u has no member, but lives", a->id);
    for (const pd_srv_room_object *o = room->objects; o; o = o->next)
        if (!pd_srv_room_member(room, o->member)) sim_fail("the object %s has no member", o->name);
}

/* Frees the twins of characters that ended with their sessions. */
static void drop_twins(void)
{
    for (uint32_t i = 0; i < character_count; i++)
        if (characters[i].twin && !real_character(i + 1)) {
            free(characters[i].twin);
            characters[i].twin = NULL;
        }
}

void sim_model_poll(void)
{
    if (!sim_stage) return;
    pd_srv_stage_state now = pd_srv_stage_now(sim_stage);
    int characters_there = 0, session_count = 0;
    for (const pd_srv_session *s = sim_stage->sessions; s; s = s->next, session_count++)
        for (const pd_srv_character *a = s->characters; a; a = a->next) characters_there++;
    for (const pd_srv_session *s = sim_stage->sessions; s; s = s->next)
        if (s->room && !s->dead) check_room(s);
    drop_twins();
    if (now.sessions != session_count || now.characters != characters_there)
        sim_fail("%d sessions and %d characters are counted; %d and %d are there", now.sessions,
                 now.characters, session_count, characters_there);
    if (now.sessions > sim_settings.cfg.stream_sessions) sim_fail("%d sessions", now.sessions);
    sim_server_each(check_queues);
}
