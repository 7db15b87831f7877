/* What the server should be doing, by what was said to it: sessions by token, the newest input of each character, and one character that is
 * moved a second time, alone and without a stage. Whatever differs ends the world. */
#include "tests/simulate/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* client.h: who is silent for 150 ms gets a ping, and frames for 130 ms and two round trips of at most 400 ms each. */
#define SILENT_US (PD_SRV_SECOND * 15 / 100)
#define ASKED_US  (PD_SRV_SECOND * 94 / 100)
#define BYE_POLLS 25 /* 2 s for its bye to be read, in polls */

/* A session as long as one server lives. */
typedef struct model_session {
    struct model_session *next;
    char id[PD_SRV_SESSION_ID], token[PD_SRV_TOKEN];
    sim_line *owner; /* NULL: nobody */
    bool ended;      /* for good     */
    int64_t left_us; /* without an owner */
    unsigned channels;
    int divisor;
} model_session;

typedef struct model_character {
    uint32_t seq;
    model_session *session;
    bool dead;
} model_character;

static model_session *sessions;
static model_character *characters; /* by id - 1 */
static uint32_t character_count, character_capacity;

/* The character that is moved twice; 0: none. */
static struct {
    uint32_t id;
    bool has_rig;
    pd_pfnn_rig rig;
    pd_pfnn_character motion;
    pd_pfnn_overlay overlay;
    pd_pfnn_input input;
    int64_t input_us;
    pd_arena arena;
} twin;

void sim_model_reset(void)
{
    for (model_session *s = sessions, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    sessions = NULL;
    character_count = 0;
    twin.id = 0;
}

void sim_model_free(void)
{
    sim_model_reset();
    free(characters);
    characters = NULL;
    character_capacity = 0;
    pd_arena_deinit(&twin.arena);
    twin.has_rig = false;
}

/* -- what was said ------------------------------------------------------------------------ */

static model_session *session_of_token(const char *token)
{
    for (model_session *s = sessions; s; s = s->next)
        if (!strcmp(s->token, token)) return s;
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
    uint64_t failed;
} before;

void sim_model_before(sim_line *line, const sim_said *said)
{
    (void)said;
    before.was_joined = line->connection->client->subscriber != NULL;
    before.next_id = sim_stage->next_id;
    before.failed = sim_counted.failed_allocations;
}

static void after_join(sim_line *line, const sim_said *said)
{
    const pd_srv_session *real = real_session(line);
    bool joined = line->connection->client->subscriber != NULL;
    bool memory_failed = before.failed != sim_counted.failed_allocations;
    int64_t window = pd_srv_seconds_us(sim_settings.cfg.stream_resume_window);

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
        if (strcmp(real->id, s->id) != 0) sim_fail("a token resumes another session");
        return;
    }
    if (!joined || !real) return;

    line->channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS;
    line->divisor = 1;
    if (said->watch) {
        line->session = session_of_id(real->id);
        return;
    }
    model_session *s = calloc(1, sizeof *s);
    if (!s) abort();
    memcpy(s->id, real->id, sizeof s->id);
    memcpy(s->token, real->token, sizeof s->token);
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

/* Begins with the stage's character as it was made, and goes on by itself. */
static void begin_twin(uint32_t id)
{
    const pd_srv_character *real = real_character(id);
    pd_error err = {0};
    if (!twin.has_rig) {
        if (pd_pfnn_rig_init(&twin.rig, real->group->model, &err) != PD_OK) abort();
        twin.has_rig = true;
    }
    twin.id = id;
    twin.motion = real->motion;
    twin.overlay = (pd_pfnn_overlay){0};
    twin.input = (pd_pfnn_input){0};
    twin.input_us = sim_now_us;
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
    characters[id - 1] = (model_character){.session = line->session};
    character_count = id;
    if (!line->owns) sim_fail("who does not own a session spawns in it");
    if (line->player && line->player->role == SIM_INPUTS_ONLY) begin_twin(id);
}

void sim_model_after(sim_line *line, const sim_said *said, bool was_heard)
{
    const pd_srv_client *client = line->connection->client;
    bool heard = was_heard && (!client->close_code || said->meaning == SIM_LEAVE);
    model_character *c;
    /* without memory it may have been refused: then the stage says what it did */
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
        if (said->input.id != twin.id) break;
        twin.input = (pd_pfnn_input){.move = {said->input.move[0], said->input.move[1]},
                                     .speed = said->input.speed,
                                     .gait = (pd_pfnn_want)said->input.gait,
                                     .jump = said->input.jump};
        twin.input_us = sim_now_us;
        break;
    case SIM_DESPAWN:
        c = character(said->id);
        if (!c || !line->owns || c->session != line->session) break;
        if (memory_failed && (!real_character(said->id) || !real_character(said->id)->dead)) break;
        c->dead = true;
        if (said->id == twin.id) twin.id = 0;
        break;
    case SIM_PROFILE:
        if (!line->session || (memory_failed && (client->subscriber->profile.channels != said->channels ||
                                                 client->subscriber->profile.divisor != said->divisor)))
            break;
        line->channels = said->channels;
        line->divisor = said->divisor;
        line->put_tick = 0;
        line->from_tick = pd_srv_stage_now(sim_stage).tick + 1;
        if (!line->owns) break;
        line->session->channels = said->channels;
        line->session->divisor = said->divisor;
        break;
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
    if (!line->session) sim_fail("a frame for who has left, or lost the session");
    if (fabs(frame.time - (double)sim_due_us * 1e-6) > 1e-6)
        sim_fail("a frame's time is %.6f; its slot was due at %.6f", frame.time, (double)sim_due_us * 1e-6);
    if (line->put_tick && frame.tick - line->put_tick != (uint32_t)line->divisor &&
        sim_memory_failed_us < line->put_us)
        sim_fail("tick %u's frame comes after tick %u's; every %d. was asked for", frame.tick, line->put_tick,
                 line->divisor);
    if ((frame.tick - line->from_tick) % (uint32_t)line->divisor)
        sim_fail("tick %u has a frame; every %d. from %u on was asked for", frame.tick, line->divisor,
                 line->from_tick);
    line->put_us = sim_now_us;
    line->put_tick = frame.character_count ? frame.tick : 0;

    while (posed_frame_next(&frame, &who, (posed_counts){31, 12})) {
        const model_character *c = character(who.id);
        if (!c || c->session != line->session) {
            sim_fail("character %u is in the frame of another's session", who.id);
            return;
        }
        if (who.seq != c->seq)
            sim_fail("tick %u: character %u follows input %u; %u was the last that came", frame.tick, who.id,
                     who.seq, c->seq);
        if (who.channels != line->channels)
            sim_fail("a frame has channels %u; %u were asked for", who.channels, line->channels);
    }
    if (frame.left) sim_fail("a frame is cut short");
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

static bool are_equal(const pd_pfnn_character *a, const pd_pfnn_character *b)
{
    return a->ticks == b->ticks && a->phase == b->phase && a->pose.yaw == b->pose.yaw &&
           a->pose.events == b->pose.events && !memcmp(&a->pose.root, &b->pose.root, sizeof a->pose.root) &&
           !memcmp(a->pose.joints, b->pose.joints, sizeof a->pose.joints) &&
           !memcmp(a->positions, b->positions, sizeof a->positions);
}

void sim_model_tick(void)
{
    const pd_srv_character *real = twin.id ? real_character(twin.id) : NULL;
    if (!real || real->motion.ticks == twin.motion.ticks) return;

    int64_t timeout = pd_srv_seconds_us(sim_settings.cfg.stream_input_timeout);
    pd_pfnn_input input = twin.input, *inputs[] = {&input};
    pd_pfnn_character *characters_of_tick[] = {&twin.motion};
    const pd_pfnn_tick tick = {
        .characters = characters_of_tick, .inputs = (const pd_pfnn_input *const *)inputs, .count = 1};
    if (timeout > 0 && sim_now_us - twin.input_us > timeout) input.move[0] = input.move[1] = 0;
    if (!pd_arena_reserve(&twin.arena, pd_pfnn_tick_scratch_bytes(&tick, &twin.rig, &pd_executor_serial)))
        abort();
    pd_pfnn_tick_run(&tick, &twin.rig, &twin.arena, &pd_executor_serial);
    pd_pfnn_overlay_step(&twin.overlay, &twin.motion.pose, &twin.rig);
    if (!are_equal(&twin.motion, &real->motion))
        sim_fail("character %u moves otherwise than alone, without a stage, by the same inputs", twin.id);
}

/* -- bounds ------------------------------------------------------------------------------------ */

static void check_queues(sim_line *line)
{
    pd_srv_ws_connection *c = line->connection;
    const pd_srv_outbox *outbox = &c->client->outbox;
    uint64_t settled = outbox->counts.frames + outbox->counts.dropped + (outbox->frame != NULL);
    if (c->client->close_code && ++line->bye_polls > BYE_POLLS)
        sim_fail("a connection is still open %d polls after its bye", line->bye_polls);
    if (outbox->texts.size > PD_SRV_OUTBOX_TEXTS) sim_fail("%zu bytes of texts wait", outbox->texts.size);
    if (c->message.size > sim_settings.cfg.stream_message_bytes)
        sim_fail("%zu bytes of a message are kept", c->message.size);
    if (line->down.bytes > line->capacity + line->wsi.size)
        sim_fail("%zu bytes lie behind a socket of %zu", line->down.bytes, line->capacity);
    if (settled != line->put)
        sim_fail("of %llu frames %llu were sent, replaced or wait", (unsigned long long)line->put,
                 (unsigned long long)settled);
}

void sim_model_poll(void)
{
    if (!sim_stage) return;
    pd_srv_stage_state now = pd_srv_stage_now(sim_stage);
    int characters_there = 0, session_count = 0;
    for (const pd_srv_session *s = sim_stage->sessions; s; s = s->next, session_count++)
        for (const pd_srv_character *a = s->characters; a; a = a->next) characters_there++;
    if (now.sessions != session_count || now.characters != characters_there)
        sim_fail("%d sessions and %d characters are counted; %d and %d are there", now.sessions,
                 now.characters, session_count, characters_there);
    if (now.sessions > sim_settings.cfg.stream_sessions) sim_fail("%d sessions", now.sessions);
    sim_server_each(check_queues);
}
