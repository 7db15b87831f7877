/* The clients: eight that play by clients/c, one that watches, one that takes sessions over, one that says
 * what nobody should. Each checks what comes to it. */
#include "tests/simulate/simulate.h"

#include <stdio.h>
#include <string.h>

#define ACT_US   50000               /* between two looks of a player; an input each */
#define SILENCE  (7 * PD_SRV_SECOND) /* nothing was heard for so long: the line is dead */
#define CONNECTS (5 * PD_SRV_SECOND) /* and it has not opened for so long */
#define FLOWS    PD_SRV_SECOND       /* frames come so soon after the last fault */
#define FOREVER  INT64_MAX

sim_player sim_players[SIM_ALL];

static void connect_later(sim_player *p, double seconds);

static bool plays(const sim_player *p)
{
    return p->role == SIM_PLAYER || p->role == SIM_GREEDY;
}

/* Returns a bound of a message's round trip, microseconds: delays of the line,
 * ticks, and messages that wait before it. */
static int64_t slack_us(const sim_player *p)
{
    double delay = p->line ? p->line->delay + p->line->jitter : 0;
    return sim_us(0.4 + 6 * delay + 2.0 * (p->divisor ? p->divisor : 1) / sim_settings.cfg.stream_tick_rate);
}

void sim_player_excuse(sim_player *p, int64_t until_us)
{
    int64_t must = until_us + FLOWS + slack_us(p);
    if (p->fault_us < must) p->fault_us = must;
}

/* -- what they say ------------------------------------------------------------------------ */

static void say(sim_player *p, const char *text, size_t size, sim_said said)
{
    if (!size) sim_fail("player %d: a text does not fit", p->index);
    sim_trace("player %d says %.*s", p->index, (int)size, text);
    sim_send_up(p->line, SIM_TEXT, text, size, &said);
}

bool sim_has_room;

/* Returns whether the player is in the room. Three of them are, so that it becomes empty now and then. */
static bool is_in_room(const sim_player *p)
{
    return sim_has_room && p->role == SIM_PLAYER && p->index >= 1 && p->index <= 3;
}

static uint32_t next_ref(sim_player *p)
{
    if (p->pending_count == 64) return 0;
    p->pending[p->pending_count++] = ++p->ref;
    return p->ref;
}

static void say_what_the_session_says(sim_player *p)
{
    char out[256];
    for (size_t n; (n = posed_session_say(&p->session, out, sizeof out)) > 0;) {
        sim_said said = {.meaning = SIM_JOIN, .watch = *p->session.watch && !*p->session.token};
        memcpy(said.token, p->session.token, sizeof said.token);
        say(p, out, n, said);
    }
}

static void say_spawn(sim_player *p)
{
    char out[256];
    const float at[2] = {(float)sim_between(-50, 50), (float)sim_between(-50, 50)};
    p->character = 0;
    p->ready_us = FOREVER;
    p->spawned_us = sim_now_us;
    size_t n = posed_write_spawn(out, sizeof out, next_ref(p), NULL, at, (float)sim_between(-3, 3));
    if (p->role == SIM_GREEDY) p->bodies++;
    if (p->role == SIM_GREEDY && n && !sim_bytes_are_dear) { /* a body, which clients/c does not ask for */
        n += (size_t)snprintf(out + n - 1, sizeof out - n + 1, ",\"body\":{}}") - 1;
    }
    say(p, out, n, (sim_said){.meaning = SIM_SPAWN});
}

static void say_profile(sim_player *p)
{
    static const unsigned sets[] = {POSED_ROOT, POSED_ROOT | POSED_ROTATIONS | POSED_CONTACTS,
                                    POSED_ROOT | POSED_JOINTS, POSED_ROOT | POSED_TRAJECTORY};
    char out[256];
    p->channels = sets[sim_bytes_are_dear ? 0 : sim_below(4)];
    if (p->role == SIM_GREEDY)
        p->channels = sim_bytes_are_dear ? POSED_ROOT | POSED_JOINTS | POSED_ROTATIONS | POSED_TRAJECTORY
                                         : POSED_ROOT | POSED_VERTICES;
    p->divisor = sim_chance(0.6) ? 1 : 2 + sim_below(3);
    sim_player_excuse(p, sim_now_us);
    say(p, out,
        posed_write_profile(out, sizeof out, next_ref(p), p->channels, p->divisor, sim_chance(0.5) ? 48 : 32),
        (sim_said){.meaning = SIM_PROFILE, .channels = p->channels, .divisor = p->divisor});
}

/* Returns the first number of inputs. Every other player starts beyond 32 bits. */
static uint64_t first_seq(const sim_player *p)
{
    return p->index % 2 ? UINT64_C(1) << 40 : 0;
}

static void say_input(sim_player *p)
{
    uint8_t out[POSED_INPUT_BYTES];
    sim_said said = {.meaning = SIM_INPUT};
    static const float directions[][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0.6f, 0.6f}, {0, 0}};
    const float *move = directions[sim_below(6)];
    said.input = (posed_input){.id = p->character,
                               .seq = first_seq(p) + ++p->seq,
                               .move = {move[0], move[1]},
                               .speed = (float)sim_below(4),
                               .gait = sim_below(4),
                               .jump = sim_chance(0.02)};
    const size_t size = posed_input_write(out, &said.input);
    sim_send_up(p->line, SIM_BINARY, out, size, &said);
}

static void say_something(sim_player *p)
{
    char out[512];
    const float at[3] = {(float)sim_between(-9, 9), 1, (float)sim_between(-9, 9)};
    const float path[3][2] = {{at[0], at[2]}, {at[2], at[0]}, {0, 0}};
    uint32_t ref = next_ref(p);
    size_t n = 0;
    sim_said said = {.id = p->character};
    const posed_shape smile = {"mouthSmileLeft", (float)sim_between(-2, 2)};
    const posed_face face = {&smile, sim_chance(0.5), NULL, NULL, (float)sim_between(0, 2)};
    const posed_ray ray = {{at[0], 1.2f, -20}, {0, 0, 1}, 40, 0};
    switch (sim_below(is_in_room(p) ? 10 : 6)) {
    case 9:
        /* Often at a tick that is long over. The answer comes after those of later messages, so it has no
         * ref. */
        if (ref) p->pending_count--;
        n = posed_write_cast(out, sizeof out, 0, p->tick - (uint32_t)sim_below(20), 1, sim_between(0, 1),
                             &ray, 1, 0);
        break;
    case 6: n = posed_write_send(out, sizeof out, ref, "hello", 0); break;
    case 7: n = posed_write_take(out, sizeof out, ref, "ball", sim_chance(0.5)); break;
    case 8:
        if (!sim_is_stormy) { /* in a calm everybody is to be there */
            n = posed_write_ping(out, sizeof out, ref, 2);
            break;
        }

        said.meaning = SIM_REMOVE;
        n = posed_write_remove(out, sizeof out, ref, (uint32_t)(1 + sim_below(8)));
        break;
    case 0: n = posed_write_ping(out, sizeof out, ref, (double)sim_now_us * 1e-6); break;
    case 1:
        said.meaning = SIM_FOLLOW;
        n = posed_write_follow(out, sizeof out, ref, p->character, path, 3, sim_chance(0.5));
        break;
    case 2:
        said.meaning = SIM_LOOK;
        n = posed_write_look(out, sizeof out, ref, p->character, sim_chance(0.5) ? at : NULL);
        break;
    case 3:
        said.meaning = SIM_REACH;
        n = posed_write_reach(out, sizeof out, ref, p->character, "left_hand", at, 1, 0.5f);
        break;
    case 4: n = posed_write_face(out, sizeof out, ref, p->character, &face); break;
    default: n = posed_write_ping(out, sizeof out, ref, 1); break;
    }
    say(p, out, n, said);
}

static void say_despawn(sim_player *p)
{
    char out[128];
    say(p, out, posed_write_despawn(out, sizeof out, next_ref(p), p->character),
        (sim_said){.meaning = SIM_DESPAWN, .id = p->character});
    p->bodies--;
    p->character = 0;
    p->empty_us = p->shown == 1 && !is_in_room(p) ? sim_now_us + FLOWS + slack_us(p) : 0;
    p->ready_us = FOREVER;
}

/* -- connecting ------------------------------------------------------------------------------ */

static void begin(sim_player *p)
{
    char token[POSED_TEXT_MAX];
    memcpy(token, p->session.token, sizeof token);
    posed_session_init(&p->session, (uint32_t)pd_rng_next(&sim_rng));
    p->session.log = NULL;
    p->character = 0;
    if (is_in_room(p)) snprintf(p->session.room, sizeof p->session.room, "plaza");
    if (plays(p) && sim_chance(0.5)) memcpy(p->session.token, token, sizeof token);
    if (plays(p) && !*p->session.token && sim_chance(0.1)) /* nobody's */
        snprintf(p->session.token, sizeof p->session.token, "0123456789abcdef0123456789abcdef");
    if (p->role == SIM_WATCHER) {
        memcpy(p->session.watch, sim_players[0].session.session, sizeof p->session.watch);
        if (!*p->session.watch) snprintf(p->session.watch, sizeof p->session.watch, "0123456789abcdef");
    }
    if (p->role == SIM_THIEF)
        memcpy(p->session.token, sim_players[sim_below(SIM_PLAYERS)].session.token, sizeof token);
}

static void connect_now(void *arg)
{
    sim_player *p = arg;
    if (!sim_is_stormy && (p->role == SIM_THIEF || p->role == SIM_VANDAL)) {
        connect_later(p, sim_between(1, 9));
        return;
    }
    sim_trace("player %d connects", p->index);
    p->line = sim_connect(p);
    p->heard_us = sim_now_us;
    p->opened = false;
}

static void connect_later(sim_player *p, double seconds)
{
    sim_at(sim_now_us + sim_us(seconds), false, connect_now, p);
}

void sim_player_opened(sim_player *p)
{
    p->opened = true;
    p->heard_us = p->opened_us = sim_now_us;
    if (p->crowds) /* it comes, and goes with the answer; its session stays for the window */
        say(p, "{\"type\":\"join\"}", 15, (sim_said){.meaning = SIM_JOIN});
    if (p->role == SIM_VANDAL) return;
    posed_session_opened(&p->session);
    say_what_the_session_says(p);
}

void sim_player_closed(sim_player *p)
{
    double wait;
    sim_trace("player %d: closed", p->index);
    p->line = NULL;
    p->opened = false;
    p->pending_count = 0;
    p->ready_us = FOREVER;
    p->empty_us = 0;
    p->shown = 0;
    if (p->role == SIM_VANDAL) {
        connect_later(p, p->crowds ? 0.2 : sim_between(0.5, 3));
    } else if (posed_session_closed(&p->session, &wait)) {
        connect_later(p, wait);
    } else {
        begin(p);
        connect_later(p, p->role == SIM_THIEF ? sim_between(5, 60) : sim_between(0.5, 3));
    }
}

static void hang_up(sim_player *p, bool is_clean, bool is_silent)
{
    sim_hang_up(p->line, is_clean, is_silent);
    sim_player_closed(p);
}

/* -- what they hear ---------------------------------------------------------------------------- */

/* Returns the newest of the player's own characters in a `welcome`; 0: none. In a room others have some too.
 */
static uint32_t own_character(const sim_player *p, const posed_text *welcome, const sim_message *m)
{
    posed_text who;
    uint32_t newest = 0;

    for (int i = 0; i < p->session.own_count; i++) {
        const uint32_t id = p->session.own[i].id;
        if (posed_text_character(&who, (const char *)m->bytes, m->size, id) && who.member == welcome->member)
            newest = id > newest ? id : newest;
    }

    return newest;
}

static void take_welcome(sim_player *p, const posed_text *text, const sim_message *m)
{
    sim_counted.welcomes++;
    sim_counted.resumed += text->resumed != 0;
    if (!plays(p)) return;
    p->character = own_character(p, text, m);
    if (!text->resumed || text->is_new || !p->character) {
        p->bodies = 0;
        say_spawn(p);
        if (!text->resumed || sim_chance(0.5) || p->role == SIM_GREEDY) say_profile(p);
        return;
    }

    p->bodies = p->session.own_count;
    p->ready_us = sim_now_us;
    sim_player_excuse(p, sim_now_us);
    if (sim_chance(0.3)) say_profile(p);
}

static bool memory_failed_lately(void)
{
    return sim_memory_failed_us && sim_now_us - sim_memory_failed_us < 10 * PD_SRV_SECOND;
}

static void answer_came(sim_player *p, uint32_t ref)
{
    if (!ref || !p->pending_count) return;
    if (p->pending[0] != ref)
        sim_fail("player %d: request %u is answered; %u was asked before it", p->index, ref, p->pending[0]);
    memmove(p->pending, p->pending + 1, sizeof p->pending - sizeof *p->pending);
    p->pending_count--;
}

static void take_error(sim_player *p, const posed_text *text)
{
    if (memory_failed_lately()) { /* the message may have been too much to read its ref */
        if (!text->ref && p->pending_count) answer_came(p, p->pending[0]);
        p->empty_us = 0;
        return;
    }
    if (!strcmp(text->pointer, "/resume") || !strcmp(text->pointer, "/watch"))
        return; /* the model judges it */
    if (sim_stage_is_excused() && strstr(text->detail, "of the time of a tick")) return;
    if (strstr(text->detail, " has neither a body nor a face;") || strstr(text->pointer, "/blend_shapes/"))
        return;
    if (!strcmp(text->detail, "the session has ended")) return; /* taken over, and about to hear it */

    /* In a room: the ball is taken, the host is another, the place of before still has its characters. */
    if (is_in_room(p) && (!strcmp(text->pointer, "/object") || !strcmp(text->pointer, "/member") ||
                          !strcmp(text->pointer, "/tick") || !strcmp(text->pointer, "/span") ||
                          !strcmp(text->pointer, "/rays") || !strcmp(text->pointer, "/type") ||
                          strstr(text->detail, "(stream.room_characters)") ||
                          strstr(text->detail, "(stream.characters)") || strstr(text->detail, "in no room")))
        return;
    sim_fail("player %d: an error: %s %s %s", p->index, text->code, text->pointer, text->detail);
}

static void take_bye(sim_player *p, const posed_text *text)
{
    static const char *const always[] = {"shutting_down", "taken_over", "left", "out_of_memory"};
    sim_trace("player %d: bye %s", p->index, text->code);
    if (is_in_room(p) && !strcmp(text->code, "removed")) return;
    for (int i = 0; i < 4; i++)
        if (!strcmp(text->code, always[i])) return;
    if (memory_failed_lately()) return;
    bool had_fault = sim_now_us < p->fault_us;
    if (had_fault &&
        (!strcmp(text->code, "idle") || !strcmp(text->code, "too_slow") ||
         !strcmp(text->code, "too_many_errors") ||
         /* inputs of a session that was taken over, all at once */ !strcmp(text->code, "no_join")))
        return;
    sim_fail("player %d: a bye: %s: %s", p->index, text->code, text->detail);
}

static void take_text(sim_player *p, const sim_message *m)
{
    posed_text text;
    sim_counted.texts++;
    sim_trace("player %d hears %.160s", p->index, m->bytes);
    posed_text_type type = posed_session_text(&p->session, &text, (const char *)m->bytes, m->size);

    switch (type) {
    case POSED_TEXT_OTHER: /* clients/c leaves it to the game */
        if (strstr((const char *)m->bytes, "\"lowered\"")) break;
        /* fall through */
    case POSED_TEXT_BAD: sim_fail("player %d: a text cannot be read: %.100s", p->index, m->bytes); break;
    case POSED_TEXT_WELCOME: take_welcome(p, &text, m); break;
    case POSED_TEXT_SPAWNED:
        if (!text.ref) break; /* another's */
        p->character = text.id;
        p->ready_us = sim_now_us;
        sim_player_excuse(p, sim_now_us);
        if (p->role == SIM_GREEDY && p->bodies < sim_settings.cfg.stream_characters) say_spawn(p);
        break;
    case POSED_TEXT_ERROR: take_error(p, &text); break;
    case POSED_TEXT_BYE: take_bye(p, &text); break;
    default: break;
    }
    answer_came(p, text.ref);
    if (p->session.is_final && p->session.state == POSED_JOINING)
        hang_up(p, true, false); /* it was refused */
    if (p->line) say_what_the_session_says(p);
}

static void take_frame(sim_player *p, const sim_message *m)
{
    posed_frame frame;
    posed_character who;
    sim_counted.frames++;
    if (!posed_frame_open(&frame, m->bytes, m->size)) {
        sim_fail("player %d: a frame cannot be read", p->index);
        return;
    }
    while (posed_session_next(&p->session, &frame, &who)) {
        if (p->role == SIM_PLAYER && !p->session.model_count && !memory_failed_lately())
            sim_fail("player %d knows no skeleton", p->index);
        if (who.id != p->character) continue;
        if (who.seq > first_seq(p) + p->seq)
            sim_fail("player %d: input %llu was never sent", p->index, (unsigned long long)who.seq);
    }
    if (frame.left) sim_fail("player %d: a frame is cut short", p->index);

    if (strcmp(p->tick_session, p->session.session) != 0)
        memcpy(p->tick_session, p->session.session, sizeof p->tick_session);
    else if (frame.tick <= p->tick)
        sim_fail("player %d: tick %u comes after %u", p->index, frame.tick, p->tick);
    p->tick = frame.tick;
    p->frame_us = sim_now_us;
    p->shown = frame.character_count;
    if (!p->shown) p->empty_us = 0;
}

void sim_player_receives(sim_player *p, const sim_message *m)
{
    p->heard_us = sim_now_us;
    switch (m->kind) {
    case SIM_PING: sim_send_up(p->line, SIM_PONG, m->bytes, m->size, NULL); break;
    case SIM_CLOSE: hang_up(p, true, false); break;
    case SIM_TEXT:
        if (p->role != SIM_VANDAL) take_text(p, m);
        break;
    default:
        if (p->role != SIM_VANDAL) take_frame(p, m);
    }
}

/* -- what they do ------------------------------------------------------------------------------- */

static void check(sim_player *p)
{
    if (sim_now_us <= p->fault_us) return;
    bool is_there = p->session.state == POSED_JOINED && p->character && sim_now_us > p->ready_us;
    int64_t since = p->frame_us > p->fault_us - FLOWS ? p->frame_us : p->fault_us - FLOWS;
    const int64_t gap = p->role == SIM_GREEDY && p->line ? sim_model_gap_us(p->line) : 0;
    if (is_there && sim_now_us - since > FLOWS + slack_us(p) + gap)
        sim_fail("player %d: no frame for %.3f s", p->index, (double)(sim_now_us - p->frame_us) * 1e-6);
    if (p->empty_us && sim_now_us > p->empty_us)
        sim_fail("player %d: no frame tells that the character has gone", p->index);
}

static void play(sim_player *p)
{
    if (p->session.state != POSED_JOINED) return;
    if (!p->character) {
        bool lost = !p->pending_count && sim_now_us - p->spawned_us > 5 * PD_SRV_SECOND;
        if (lost && !p->empty_us) say_spawn(p); /* it was despawned, or there was no memory for it */
        return;
    }

    if (sim_chance(0.002)) p->mute_us = sim_now_us + sim_us(sim_between(0, 9));
    if (sim_now_us > p->mute_us && sim_chance(0.6)) say_input(p);
    if (sim_chance(0.01)) say_something(p);
    if (sim_chance(0.002)) say_profile(p);
    if (sim_chance(0.001)) say_despawn(p);
    if (sim_is_stormy && sim_chance(0.0005)) {
        char out[64];
        say(p, out, posed_write_leave(out, sizeof out), (sim_said){.meaning = SIM_LEAVE});
        p->ready_us = FOREVER;
        p->character = 0;
    }
}

static void say_nonsense(sim_player *p)
{
    static const char *const texts[] = {
        "",
        "{",
        "[[[[[[[[[[",
        "{\"type\":\"join\",\"type\":\"join\"}",
        "{\"type\":\"spawn\",\"model\":\"nobody\"}",
        "{\"type\":\"input\",\"id\":1,\"move\":[1e300,0]}",
        "{\"type\":\"watch\"}",
        "null",
        "\xff\xfe",
        "{\"type\":\"reach\",\"id\":1,\"joint\":\"left_hand\",\"target\":[0,0,0]}",
        "{\"type\":\"sit\",\"id\":1,\"seat\":[0,2],\"height\":9}",
        "{\"type\":\"sit\",\"id\":1,\"seat\":[1e7,2]}",
        "{\"type\":\"profile\",\"channels\":[\"vertices\"],\"divisor\":0}",
        "{\"type\":\"despawn\",\"id\":1}"};
    char out[256], big[5000] = {0};
    const char *text = texts[sim_below((int)(sizeof texts / sizeof *texts))];
    sim_said said = {.meaning = SIM_GARBAGE};
    switch (sim_below(8)) {
    case 0: sim_send_up(p->line, SIM_TEXT, big, sizeof big, &said); break;
    case 1: sim_send_up(p->line, SIM_BINARY, big, (size_t)sim_below(64), &said); break;
    case 2:
        said.meaning = SIM_JOIN;
        say(p, "{\"type\":\"join\"}", 15, said);
        break;
    case 3:
        said.meaning = SIM_SPAWN;
        say(p, "{\"type\":\"spawn\"}", 16, said);
        break;
    case 4: /* a token of half of it */
        said.meaning = SIM_JOIN;
        snprintf(said.token, sizeof said.token, "%.16s0123456789abcdef", sim_players[0].session.token);
        say(p, out, (size_t)snprintf(out, sizeof out, "{\"type\":\"join\",\"resume\":\"%s\"}", said.token),
            said);
        break;
    case 5:
        for (int i = sim_chance(0.1) ? 700 : 5; i > 0; i--)
            sim_send_up(p->line, SIM_TEXT, text, strlen(text), &said);
        break;
    default: sim_send_up(p->line, SIM_TEXT, text, strlen(text), &said);
    }
}

static void act(void *arg)
{
    sim_player *p = arg;
    sim_at(sim_now_us + ACT_US + sim_below(2000), false, act, p);
    if (!p->line) return;
    if (sim_now_us - p->heard_us > (p->opened ? SILENCE : CONNECTS)) {
        hang_up(p, false, false);
        return;
    }
    if (!p->opened) return;

    switch (p->role) {
    case SIM_PLAYER:
    case SIM_GREEDY:
        check(p);
        play(p);
        break;
    case SIM_THIEF:
        if (sim_chance(0.02)) hang_up(p, sim_chance(0.5), false);
        break;
    case SIM_VANDAL:
        if (!sim_is_stormy || (p->crowds ? p->heard_us > p->opened_us : sim_chance(0.05)))
            hang_up(p, sim_chance(0.5), false);
        else if (sim_chance(0.5))
            say_nonsense(p);
        break;
    default: break;
    }
}

static void come(void *arg)
{
    sim_player *p = arg;
    begin(p);
    connect_now(p);
}

void sim_players_start(void)
{
    static const sim_role extras[] = {SIM_WATCHER, SIM_THIEF, SIM_VANDAL, SIM_GREEDY};
    memset(sim_players, 0, sizeof sim_players);
    sim_has_room = !sim_is_measured && sim_chance(0.5);
    for (int i = 0; i < (sim_is_measured ? SIM_PLAYERS : SIM_ALL); i++) {
        sim_player *p = &sim_players[i];
        p->index = i;
        p->role = i >= SIM_PLAYERS ? extras[i - SIM_PLAYERS] : SIM_PLAYER;
        p->ready_us = FOREVER;
        p->crowds = p->role == SIM_VANDAL && !sim_bytes_are_dear && sim_chance(0.3);
        sim_at(sim_now_us + sim_below(PD_SRV_SECOND), false, come, p);
        sim_at(sim_now_us + 2 * PD_SRV_SECOND, false, act, p);
    }
}

void sim_player_calm(void)
{
    for (int i = 0; i < SIM_PLAYERS; i++) {
        const sim_player *p = &sim_players[i];
        if (p->session.state != POSED_JOINED && (!p->session.is_final || p->session.state == POSED_JOINING))
            sim_fail("player %d: has not joined after 40 s without a fault", i);
        if (p->pending_count > 8) sim_fail("player %d: %d requests have no answer", i, p->pending_count);
    }
}
