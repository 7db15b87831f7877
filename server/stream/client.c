#include "server/stream/client.h"

#include "server/stream/client_binary.h"
#include "server/stream/client_talk.h"
#include "api/stream/message.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/stream/relay.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATS_US   (5 * PD_SRV_SECOND)
#define PING_US    (5 * PD_SRV_SECOND)
/* Least number of pings within stream.idle_timeout, so that a client that only listens answers in time. */
#define PINGS      3
#define GREET_US   (10 * PD_SRV_SECOND) /* time within which a client must join */
/* A client that is silent for READS_US gets a ping. It must answer within ANSWER_US and two round trips of at
 * most TRIP_US each. */
#define READS_US   (PD_SRV_SECOND * 15 / 100)
#define ANSWER_US  (PD_SRV_SECOND * 13 / 100)
#define TRIP_US    (PD_SRV_SECOND * 4 / 10)
#define ERRORS     100               /* a client with this many wrong messages is disconnected */
#define HELD_BYTES ((size_t)1 << 20) /* largest total size of messages that wait for a model */

enum {
    NORMAL = 1000,
    GOING_AWAY = 1001,
    NOT_UTF8 = 1007,
    POLICY = 1008,
    RESTART = 1012,
    TRY_LATER = 1013
}; /* RFC 6455, 7.4, and IANA */

/* Returns the present configuration. */
static const pd_cfg *config_of(const pd_srv_client *client)
{
    return &pd_srv_settings_now(client->deps->config)->cfg;
}

pd_srv_client *pd_srv_client_open(const pd_srv_client_deps *deps, const pd_srv_identity *who,
                                  const char *address, int64_t now_us)
{
    pd_srv_client *client = calloc(1, sizeof *client);

    if (!client) return NULL;
    client->deps = deps;
    client->who = *who;
    snprintf(client->address, sizeof client->address, "%s", address);
    pd_srv_outbox_init(&client->outbox);
    client->opened_us = client->heard_us = client->received_us = client->pinged_us = client->counted_us =
        now_us;
    client->allowance = 2 * config_of(client)->stream_message_rate;
    pd_srv_log_write(deps->log, PD_SRV_INFO, "stream opened", "address=%s key=%s", client->address,
                     client->who.name);

    return client;
}

void pd_srv_client_close(pd_srv_client *client, int64_t now_us)
{
    pd_srv_outbox_counts counts = pd_srv_outbox_counted(&client->outbox);

    PD_ASSERT(client->opened_us <= now_us);
    if (client->subscriber) pd_srv_stage_leave(client->deps->stage, client->subscriber, 0);
    pd_srv_relays_leave(client);
    pd_srv_takeover_release(client->takeover);
    pd_buffer_deinit(&client->held);
    pd_srv_log_write(client->deps->log, PD_SRV_INFO, "stream closed",
                     "address=%s reason=%s seconds=%.1f messages=%lld frames=%lld dropped=%lld bytes=%lld",
                     client->address, *client->close_text ? client->close_text : "gone",
                     (double)(now_us - client->opened_us) * 1e-6, (long long)client->messages,
                     (long long)counts.frames, (long long)counts.dropped, (long long)counts.bytes);
    pd_srv_outbox_deinit(&client->outbox);
    free(client);
}

/* -- answers ------------------------------------------------------------------------ */

/* Queues a text message and frees it. A message that could not be allocated is queued as NULL,
 * which ends the stream. */
static void send_text(pd_srv_client *client, pd_buffer *text)
{
    pd_srv_outbox_text(&client->outbox, text->failed ? NULL : text->data, text->size);
    pd_buffer_deinit(text);
}

void pd_srv_client_bye(pd_srv_client *client, int close_code, const char *reason, double come_back,
                       const char *detail)
{
    pd_buffer out = {0};

    if (client->close_code) return;
    PD_ASSERT(close_code >= 1000 && close_code < 5000); /* RFC 6455, 7.4 */
    client->close_code = close_code;
    snprintf(client->close_text, sizeof client->close_text, "%s", reason);
    pd_api_write_bye(&out, reason, come_back, detail);
    send_text(client, &out);
}

/* Returns whether the client's session has moved to another daemon. */
static bool has_moved(const pd_srv_client *client)
{
    return client->subscriber &&
           pd_srv_stage_is_taken(client->deps->stage, client->subscriber) == PD_SRV_TAKEN_MOVED;
}

static void say_moved(pd_srv_client *client)
{
    pd_srv_client_bye(client, RESTART, "moved", 0,
                      "the session goes on on another machine; reconnect with its token");
}

/* Returns whether the client watches a session that has moved to another daemon
 * or was there from the beginning. */
static bool is_moved_watcher(const pd_srv_client *client)
{
    pd_srv_moved moved;
    return client->watcher ||
           (client->subscriber && pd_srv_stage_moved(&moved, client->deps->stage, client->subscriber) &&
            moved.is_watcher);
}

bool pd_srv_client_hears_later(const pd_srv_client *client)
{
    pd_srv_cluster *cluster = client->deps->cluster ? *client->deps->cluster : NULL;
    return cluster && pd_srv_cluster_is_draining(cluster) && !client->who.is_peer && is_moved_watcher(client);
}

/* Relays a session that has moved to another daemon to its watcher. Returns false when that is not possible:
 * the client owns the session, or there are no relays. */
static bool relay_moved(pd_srv_client *client, int64_t now_us)
{
    pd_srv_moved moved;

    if (!client->deps->relays || client->who.is_peer || !config_of(client)->cluster_relays) return false;
    if (!pd_srv_stage_moved(&moved, client->deps->stage, client->subscriber) || !moved.is_watcher)
        return false;
    pd_srv_stage_leave(client->deps->stage, client->subscriber, 0);
    client->subscriber = NULL;

    return pd_srv_relays_follow(client->deps->relays, client, &moved, now_us, NULL) == PD_OK;
}

void pd_srv_client_follow(pd_srv_client *client, int64_t now_us)
{
    if (client->close_code || !has_moved(client)) return;
    if (!relay_moved(client, now_us) && !pd_srv_client_hears_later(client)) say_moved(client);
}

/* Sends an error message with all problems. Its code is the status name in lower case: "ERR_NOT_FOUND"
 * becomes "not_found". */
static void send_problems(pd_srv_client *client, const char *ref, const pd_api_problems *problems)
{
    pd_buffer out = {0};
    char code[32];

    snprintf(code, sizeof code, "%s",
             problems->count ? pd_status_name(problems->items[0].status) + 4 : "INTERNAL");
    for (char *c = code; *c; c++) *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    pd_api_write_error(&out, ref, code, problems);
    send_text(client, &out);
    if (++client->errors >= ERRORS && !client->who.is_peer)
        pd_srv_client_bye(client, POLICY, "too_many_errors", -1, "100 messages could not be understood");
}

/* Sends an error message. If the session has moved to another daemon, sends `moved` instead: the client can
 * repeat its request there. */
void pd_srv_client_refuse(pd_srv_client *client, const char *ref, const pd_error *err)
{
    pd_api_problems problems = {0};

    if (has_moved(client)) {
        say_moved(client);
        return;
    }

    pd_api_note_error(&problems, "", err);
    send_problems(client, ref, &problems);
}

static const char *const type_names[] = {
#define TYPE_NAME(id, type, doc) type,
    PD_API_MESSAGE_TABLE(TYPE_NAME)
#undef TYPE_NAME
};

/* -- requests of clients --------------------------------------------------------------- */

/* Confirms a message that was carried out, if the client gave a `ref`. */
static void confirm(pd_srv_client *client, const pd_api_message *m)
{
    pd_buffer out = {0};

    if (!*m->ref) return;
    pd_api_write_done(&out, m->ref, type_names[m->type]);
    send_text(client, &out);
}

/* Returns NULL for an empty text. */
static const char *or_null(const char *text)
{
    return *text ? text : NULL;
}

/* Starts the takeover of a session or room that another daemon may have. Returns true when it was started;
 * the answer to the client then waits for it. */
static bool begin_takeover(pd_srv_client *client, const pd_api_message *m)
{
    pd_srv_cluster *cluster = client->deps->cluster ? *client->deps->cluster : NULL;

    if (!cluster || client->takeover) return false;
    if (*m->join.room && pd_srv_cluster_is_connected(cluster))
        client->takeover = pd_srv_cluster_take_room(cluster, m->join.room);
    else if (strlen(m->join.resume) == PD_SRV_TOKEN - 1)
        client->takeover = pd_srv_cluster_take_over(cluster, m->join.resume);
    client->waiting = m->join;
    snprintf(client->ref, sizeof client->ref, "%s", m->ref);

    return client->takeover != NULL;
}

/* Returns the arguments of pd_srv_stage_join: the client's request and the limits of its key. */
static pd_srv_join wanted_by(const pd_srv_client *client, const pd_api_message *m)
{
    return (pd_srv_join){.resume = or_null(m->join.resume),
                         .watch = or_null(m->join.watch),
                         .scene = or_null(m->join.scene),
                         .room = or_null(m->join.room),
                         .secret = or_null(m->join.secret),
                         .name = or_null(m->join.name),
                         .capacity = m->join.capacity,
                         .has_rewind = *m->join.room && m->join.rewind >= 0,
                         .rewind = m->join.rewind,
                         .role = m->join.role,
                         .client = client->owner,
                         .has_key = client->who.name[0] != 0,
                         .is_admin = pd_srv_identity_may(&client->who, PD_API_ADMIN),
                         .is_shared = m->join.is_shared,
                         .key = client->who.name,
                         .access = &client->who.access,
                         .sessions_most = client->who.quota.sessions,
                         .profile = client->profile.divisor ? &client->profile : NULL,
                         .vmc = {or_null(m->join.vmc), m->join.vmc_divisor, m->join.vmc_upper_chest}};
}

/* Writes `welcome`: the limits that the client must keep, and the characters that the session already has.
 * Releases the result. */
static void write_welcome(pd_buffer *out, const pd_srv_client *client, const char *ref,
                          pd_srv_join_result *result)
{
    const pd_cfg *cfg = config_of(client);
    const pd_api_welcome w = {
        .ref = ref,
        .session = result->session,
        .token = result->token,
        .vmc = result->vmc,
        .resumed = result->resumed,
        .tick = result->tick,
        .tick_rate = cfg->stream_tick_rate,
        .resume_window = cfg->stream_resume_window,
        .input_timeout = cfg->stream_input_timeout,
        .characters = (int)pd_srv_quota_least(cfg->stream_characters, client->who.quota.characters),
        .message_bytes = cfg->stream_message_bytes,
        .there = result->there,
        .there_count = result->there_count,
        .room = result->room,
        .member = result->member,
        .host = result->host,
        .members = result->members,
        .objects = result->objects,
        .member_count = result->member_count,
        .object_count = result->object_count,
        .rewind = result->rewind,
        .access = *result->token ? &client->who.access : NULL};
    pd_api_write_welcome(out, &w, client->deps->host);
    pd_srv_stage_join_result_deinit(result);
}

/* Answers a further `join` of another daemon, which sends one for each of its watchers. */
static pd_status welcome_again(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    pd_srv_join_result result;
    const pd_status status = pd_srv_stage_describe(client->deps->stage, client->subscriber, &result, err);

    if (status != PD_OK) return status;
    pd_buffer out = {0};
    write_welcome(&out, client, m->ref, &result);
    send_text(client, &out);

    return PD_OK;
}

/* Joins, resumes or watches a session and sends `welcome`. may_take_over: if the session is not here, it may
 * be taken over from another daemon or watched there; the answer then waits. */
static pd_status client_enter(pd_srv_client *client, const pd_api_message *m, bool may_take_over,
                              pd_error *err)
{
    pd_srv_join_result result;

    if (client->who.is_peer && !*m->join.watch)
        return pd_fail(err, PD_ERR_FORBIDDEN, "", "a connection of another daemon may only watch sessions");
    if (client->who.is_peer && client->subscriber) return welcome_again(client, m, err);
    if (client->subscriber || client->takeover || client->watcher)
        return pd_fail(err, PD_ERR_INVALID, "", "this connection has joined already; one join allowed");

    /* `welcome` describes all models that move characters, so they have to be in memory. */
    if (pd_api_welcome_models(client->deps->host, err) == PD_ERR_WAIT) return PD_ERR_WAIT;

    /* A scene that another daemon may have put is fetched first. */
    const pd_api_host *host = client->deps->host;
    if (*m->join.scene && host->fetch_later &&
        host->fetch_later(host->ctx, PD_API_STORED_SCENES, m->join.scene))
        return pd_fail(err, PD_ERR_WAIT, "/scene", "the scene is being fetched");

    /* A room is begun only when no other daemon has it. */
    if (*m->join.room && may_take_over && !pd_srv_stage_has_room(client->deps->stage, m->join.room) &&
        begin_takeover(client, m))
        return PD_OK;

    const pd_srv_join wanted = wanted_by(client, m);
    pd_status status =
        pd_srv_stage_join(client->deps->stage, &client->subscriber, &result, &client->outbox, &wanted, err);
    if (status == PD_ERR_NOT_FOUND && wanted.resume && may_take_over && begin_takeover(client, m))
        return PD_OK;

    /* Relay a session of another daemon, unless this client is a daemon that relays itself. */
    if (status == PD_ERR_NOT_FOUND && wanted.watch && client->deps->relays && !client->who.is_peer &&
        config_of(client)->cluster_relays) {
        *err = (pd_error){0};
        return pd_srv_relays_watch(client->deps->relays, client, wanted.watch, m->ref, client->heard_us, err);
    }

    if (status != PD_OK) return status;
    PD_ASSERT(client->subscriber);

    pd_buffer out = {0};
    write_welcome(&out, client, m->ref, &result);
    send_text(client, &out);

    return status;
}

pd_status pd_srv_client_may_watch(const pd_srv_client *client, const char *session,
                                  const pd_srv_watchable *watchable, pd_error *err)
{
    static const pd_api_message none;
    pd_srv_join wanted = wanted_by(client, &none);
    wanted.watch = session;
    return pd_srv_join_may_watch(&wanted, watchable, err);
}

pd_status pd_srv_client_come_home(pd_srv_client *client, const char *session, const char *ref,
                                  const pd_api_profile *profile, pd_buffer *welcome, pd_error *err)
{
    static const pd_api_message none;
    pd_srv_join_result result;

    PD_ASSERT(!client->subscriber);
    if (pd_api_welcome_models(client->deps->host, err) == PD_ERR_WAIT) return PD_ERR_WAIT;
    pd_srv_join wanted = wanted_by(client, &none);
    wanted.watch = session;
    wanted.profile = profile;
    const pd_status status =
        pd_srv_stage_join(client->deps->stage, &client->subscriber, &result, &client->outbox, &wanted, err);
    if (status == PD_OK) write_welcome(welcome, client, ref, &result);

    return status;
}

static pd_status join_client(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return client_enter(client, m, true, err);
}

/* Spawns a character. The stage sends the answer `spawned`. */
static pd_status spawn(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    const pd_srv_spawn wanted = {.ref = m->ref,
                                 .model = or_null(m->spawn.model),
                                 .motion = m->spawn.motion,
                                 .position = {m->spawn.position[0], m->spawn.position[1]},
                                 .facing = m->spawn.facing,
                                 .person = &m->spawn.person,
                                 .has_variation = m->spawn.has_variation,
                                 .has_body = m->spawn.has_body,
                                 .body = or_null(m->spawn.body),
                                 .betas = m->spawn.betas,
                                 .beta_count = m->spawn.beta_count,
                                 .is_soft = m->spawn.is_soft,
                                 .breathing = m->spawn.breathing,
                                 .takes_orders = m->spawn.takes_orders,
                                 .character = or_null(m->spawn.character),
                                 .drive = m->spawn.drive,
                                 .control = m->spawn.has_control ? &m->spawn.control : NULL,
                                 .access = &client->who.access,
                                 .characters_most = client->who.quota.characters};
    uint32_t id;

    return pd_srv_stage_spawn(client->deps->stage, &id, client->subscriber, &wanted, err);
}

/* Answers a ping of the protocol with the server's time and tick. */
static pd_status pong(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    const pd_srv_stage_state now = pd_srv_stage_now(client->deps->stage);
    pd_buffer out = {0};
    (void)err;

    pd_api_write_pong(&out, m->ref, m->time, (double)client->heard_us * 1e-6, now.tick);
    send_text(client, &out);
    return PD_OK;
}

/* Ends the session, or the place in a room, at once, without a time in which it could be resumed. With
 * `member` the host of a room removes another member. */
static pd_status leave(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    if (m->member) {
        if (!client->subscriber)
            return pd_fail(err, PD_ERR_INVALID, "/member", "this connection is no member of a room");
        const pd_status status = pd_srv_stage_remove(client->deps->stage, client->subscriber, m->member, err);
        if (status == PD_OK) confirm(client, m);
        return status;
    }

    if (client->subscriber) pd_srv_stage_leave(client->deps->stage, client->subscriber, 1);
    client->subscriber = NULL;
    pd_srv_relays_leave(client);
    pd_srv_client_bye(client, NORMAL, "left", -1, "the session has ended");

    return PD_OK;
}

static pd_status profile(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    if (client->watcher) return pd_srv_relays_profile(client->deps->relays, client, &m->profile, err);
    if (!client->who.is_peer || client->subscriber)
        return pd_srv_stage_profile(client->deps->stage, client->subscriber, &m->profile, err);

    /* A daemon sends the profile before `join`, so that its first frame has that profile. */
    client->profile = m->profile;

    return PD_OK;
}

static pd_status input(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    if (!m->has_tick)
        return pd_srv_stage_input(client->deps->stage, client->subscriber, m->id, m->seq, &m->input, err);
    const pd_character_stamped stamped = {m->tick, m->seq, m->input};

    return pd_srv_stage_input_at(client->deps->stage, client->subscriber, m->id, &stamped, err);
}

static pd_status predict(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_predict(client->deps->stage, client->subscriber, m->id, m->predict.every,
                                m->predict.stops, err);
}

static pd_status follow_client(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_follow(client->deps->stage, client->subscriber, m->id, &m->follow, err);
}

static pd_status look_client(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    const double *at = m->look.has_at ? m->look.at : NULL;
    return pd_srv_stage_look(client->deps->stage, client->subscriber, m->id, at, &m->look.gaze, err);
}

/* Reports values that look like mistakes, for the first message of each type alone: inputs are repeated many
 * times a second. */
static void send_warnings(pd_srv_client *client, const pd_api_message *m, const pd_api_problems *problems)
{
    const unsigned bit = 1u << m->type;
    pd_buffer out = {0};

    if (client->warned & bit) return;

    client->warned |= bit;
    pd_api_write_warned(&out, type_names[m->type], m->id, problems);
    send_text(client, &out);
}

/* Sets a face. The answer names the shapes that it lacks; without a `ref` they are warned of once. */
static pd_status face(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    pd_retarget_face_unknown unknown;
    const pd_status status =
        pd_srv_stage_face(client->deps->stage, client->subscriber, m->id, &m->face, &unknown, err);

    if (status != PD_OK) return status;
    if (*m->ref) {
        pd_buffer out = {0};
        pd_api_write_faced(&out, m->ref, &m->face, &unknown);
        send_text(client, &out);
    } else if (unknown.count) {
        pd_api_problems problems = {0};
        for (int i = 0; i < unknown.count; i++)
            pd_api_warn(&problems, "/blend_shapes", "no blend shape \"%s\": it is left out",
                        m->face.shapes[unknown.items[i]].name);
        send_warnings(client, m, &problems);
    }

    return PD_OK;
}

static pd_status reach_client(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_reach(client->deps->stage, client->subscriber, m->id, m->reach.hand,
                              &m->reach.request, err);
}

static pd_status play(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_play(client->deps->stage, client->subscriber, m->id, &m->play, &client->who.access,
                             err);
}

static pd_status sit(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_sit(client->deps->stage, client->subscriber, m->id, &m->sit, err);
}

static pd_status observe(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    if (m->face_sight.count)
        return pd_srv_stage_observe_face(client->deps->stage, client->subscriber, m->id, &m->face_sight,
                                         &client->who.access, err);
    return pd_srv_stage_observe(client->deps->stage, client->subscriber, m->id, m->seq, &m->sight, err);
}

static pd_status despawn(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_despawn(client->deps->stage, client->subscriber, m->id, err);
}

static pd_status send_client(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_send(client->deps->stage, client->subscriber, m->send.text, m->send.to, err);
}

static pd_status take_object(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_take(client->deps->stage, client->subscriber, m->take.object, m->take.releases, err);
}

/* Casts rays. `hits` or an error comes later. */
static pd_status cast_client(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_cast(client->deps->stage, client->subscriber, &m->cast, m->ref, client->round_trip,
                             err);
}

/* Handlers of the types of messages. */
static const struct {
    pd_status (*run)(pd_srv_client *client, const pd_api_message *m, pd_error *err);
    bool before_join; /* true: allowed before `join` */
    bool answers;     /* true: the handler sends its own answer, so no `done` is sent */
    bool may_watcher; /* true: allowed for a watcher of another daemon's session */
} rows[PD_API_MESSAGE_COUNT] = {
    [PD_API_MESSAGE_JOIN] = {.run = join_client, .before_join = true, .answers = true, .may_watcher = true},
    [PD_API_MESSAGE_SPAWN] = {.run = spawn, .answers = true},
    [PD_API_MESSAGE_INPUT] = {.run = input},
    [PD_API_MESSAGE_PREDICT] = {.run = predict},
    [PD_API_MESSAGE_FOLLOW] = {.run = follow_client},
    [PD_API_MESSAGE_LOOK] = {.run = look_client},
    [PD_API_MESSAGE_FACE] = {.run = face, .answers = true},
    [PD_API_MESSAGE_SPEAK] = {.run = pd_srv_client_speak},
    [PD_API_MESSAGE_HEAR] = {.run = pd_srv_client_hear},
    [PD_API_MESSAGE_FEEL] = {.run = pd_srv_client_feel},
    [PD_API_MESSAGE_SOUND] = {.run = pd_srv_client_sound},
    [PD_API_MESSAGE_REACH] = {.run = reach_client},
    [PD_API_MESSAGE_PLAY] = {.run = play},
    [PD_API_MESSAGE_SIT] = {.run = sit},
    [PD_API_MESSAGE_OBSERVE] = {.run = observe},
    [PD_API_MESSAGE_DESPAWN] = {.run = despawn},
    [PD_API_MESSAGE_PROFILE] = {.run = profile, .may_watcher = true},
    [PD_API_MESSAGE_SEND] = {.run = send_client},
    [PD_API_MESSAGE_TAKE] = {.run = take_object},
    [PD_API_MESSAGE_CAST] = {.run = cast_client, .answers = true},
    [PD_API_MESSAGE_PING] = {.run = pong, .before_join = true, .answers = true, .may_watcher = true},
    [PD_API_MESSAGE_LEAVE] = {.run = leave, .before_join = true, .answers = true, .may_watcher = true},
};

/* Handles a message that was decoded, and confirms it if the client gave a `ref`. */
static pd_status carry_out(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    const bool is_peers_profile = client->who.is_peer && m->type == PD_API_MESSAGE_PROFILE;

    if (!client->subscriber && !client->watcher && !rows[m->type].before_join && !is_peers_profile)
        return pd_fail(err, PD_ERR_INVALID, "/type", "the first message has to be join");
    if (client->watcher && !rows[m->type].may_watcher)
        return pd_fail(err, PD_ERR_INVALID, "", "a watcher may not move characters");

    const pd_status status = rows[m->type].run(client, m, err);
    if (status == PD_OK && !rows[m->type].answers) confirm(client, m);

    return status;
}

/* Handles a binary message. */
static void take_binary(pd_srv_client *client, const void *bytes, size_t size)
{
    pd_error err = {0};
    pd_status status;

    if (!client->subscriber)
        status = pd_fail(&err, PD_ERR_INVALID, "",
                         client->watcher ? "a watcher may not move characters"
                                         : "the first message has to be join");
    else
        status = pd_srv_client_binary(client, bytes, size, &err);
    if (status != PD_OK) pd_srv_client_refuse(client, "", &err);
}

/* Counts a message against the rates of this stream and of the client's streams together. Returns false when
 * either is exceeded; the stream then ends. */
static bool hear(pd_srv_client *client, size_t size, int64_t now_us)
{
    const pd_cfg *cfg = config_of(client);

    client->heard_us = client->who.is_peer ? now_us : client->heard_us;
    if (client->who.is_peer) return !client->close_code; /* a daemon sends the messages of many watchers */

    /* A token bucket fills at stream.message_rate and holds two seconds of it. A long message counts as
     * several, because it takes longer to read. */
    const double rate = cfg->stream_message_rate;
    client->allowance += (double)(now_us - client->heard_us) * 1e-6 * rate;
    if (client->allowance > 2 * rate) client->allowance = 2 * rate;
    const size_t messages = 1 + size / PD_SRV_MESSAGE_BYTES;
    client->allowance -= (double)messages;
    const bool may = client->allowance >= 0;
    client->heard_us = now_us;
    if (!may)
        pd_srv_client_bye(client, POLICY, "flood", 5,
                          "more messages, fragments and control frames came than stream.message_rate allows");
    if (client->close_code) return false;

    /* All streams of one client share a bucket of bytes. */
    const double owner_rate =
        pd_srv_quota_least((double)cfg->stream_owner_message_bytes, client->who.quota.message_bytes);
    const double bytes = (double)(size > PD_SRV_MESSAGE_LEAST ? size : PD_SRV_MESSAGE_LEAST);
    if (pd_srv_rate_take_amount(client->deps->messages, client->owner, bytes, owner_rate, 2 * owner_rate,
                                now_us))
        pd_srv_client_bye(client, POLICY, "flood", 5,
                          "more messages of all your streams together than stream.owner_message_bytes, or "
                          "posed.message_bytes "
                          "of the token, allows");

    return !client->close_code;
}

/* Handles a message that was counted. Returns false if it needs a model that is being loaded:
 * then nothing was done. */
static bool handle(pd_srv_client *client, const void *bytes, size_t size, bool is_binary)
{
    if (is_binary)
        take_binary(client, bytes, size);
    else if (!pd_api_is_utf8(bytes, size))
        pd_srv_client_bye(client, NOT_UTF8, "not_utf8", 1, "a text message is not UTF-8");
    else {
        /* Decode the message, then handle it. Either may produce an error for the client. */
        pd_api_message m;
        pd_api_problems problems = {0};
        pd_error err = {0};
        const pd_api_limits *limits = &pd_srv_settings_now(client->deps->config)->limits;

        const int good = pd_api_message_decode(&m, (pd_bytes){bytes, size}, limits, &problems);
        pd_srv_heap_parsed(client->deps->heap, size);

        const pd_status status = good ? carry_out(client, &m, &err) : PD_OK;
        pd_api_message_deinit(&m);
        if (status == PD_ERR_WAIT) return false;
        if (!good)
            send_problems(client, m.ref, &problems);
        else if (status != PD_OK)
            pd_srv_client_refuse(client, m.ref, &err);
        else if (problems.warning_count && m.type != PD_API_MESSAGE_SPAWN) /* `spawned` has its own */
            send_warnings(client, &m, &problems);
    }

    return true;
}

/* Precedes the bytes of a message in client->held. */
typedef struct held_head {
    size_t size;
    bool is_binary;
} held_head;

/* Keeps a message that has to wait. */
static void hold_client(pd_srv_client *client, const void *bytes, size_t size, bool is_binary)
{
    const held_head head = {size, is_binary};

    pd_buffer_add(&client->held, &head, sizeof head);
    pd_buffer_add(&client->held, bytes, size);
    if (!client->held.failed && client->held.size <= HELD_BYTES) return;
    pd_buffer_deinit(&client->held);
    pd_srv_client_bye(client, TRY_LATER, "too_slow", 1, "too many messages while a model is loaded");
}

/* Handles the messages that waited, until one has to wait again. */
static void handle_held(pd_srv_client *client)
{
    size_t done = 0;

    while (done < client->held.size && !client->close_code) {
        held_head head;
        PD_ASSERT(client->held.size - done >= sizeof head);
        memcpy(&head, client->held.data + done, sizeof head);
        if (!handle(client, client->held.data + done + sizeof head, head.size, head.is_binary)) break;
        done += sizeof head + head.size;
    }

    /* Move what still waits to the front. */
    if (done && done < client->held.size)
        memmove(client->held.data, client->held.data + done, client->held.size - done);
    if (client->held.size) client->held.size -= done;
    if (client->close_code || !client->held.size) pd_buffer_deinit(&client->held);
}

void pd_srv_client_message(pd_srv_client *client, const void *bytes, size_t size, int is_binary,
                           int64_t now_us)
{
    client->messages++;
    if (!hear(client, size, now_us)) return;
    if (client->held.size || !handle(client, bytes, size, is_binary))
        hold_client(client, bytes, size, is_binary);
}

void pd_srv_client_frame(pd_srv_client *client, int64_t now_us)
{
    hear(client, 0, now_us);
}

void pd_srv_client_pong(pd_srv_client *client, double round_trip, int64_t now_us)
{
    if (hear(client, 0, now_us)) client->round_trip = round_trip;
}

int pd_srv_client_reads(pd_srv_client *client, int64_t now_us, int *ping)
{
    int64_t trip = pd_srv_seconds_us(client->round_trip);

    *ping = 0;
    if (now_us - client->heard_us < READS_US) return 1;

    /* Ask once with a ping, and wait for the answer. */
    if (client->asked_us <= client->heard_us) {
        *ping = 1;
        client->asked_us = client->pinged_us = now_us;
    }

    return now_us - client->asked_us < ANSWER_US + 2 * (trip < TRIP_US ? trip : TRIP_US);
}

/* -- sessions of other daemons ---------------------------------------------------------------- */

void pd_srv_client_go_on(pd_srv_client *client)
{
    pd_error err = {0};

    if (client->held.size && !client->close_code) handle_held(client);
    if (!client->takeover || client->close_code) return;
    const pd_srv_takeover_state state = pd_srv_takeover_get(client->takeover, &err);
    if (state == PD_SRV_TAKEOVER_WAITS) return;
    pd_srv_takeover_release(client->takeover);
    client->takeover = NULL;

    /* After a successful takeover repeat the `join`, which now finds the session here. A room that no daemon
     * has is begun. Otherwise send the error. */
    static const pd_api_message none;
    const bool is_new_room = *client->waiting.room && err.status == PD_ERR_NOT_FOUND;
    pd_api_message *m = malloc(sizeof *m);
    if (!m)
        pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
    else if (state == PD_SRV_TAKEOVER_DONE || is_new_room) {
        err = (pd_error){0};
        *m = none;
        m->type = PD_API_MESSAGE_JOIN;
        m->join = client->waiting;
        snprintf(m->ref, sizeof m->ref, "%s", client->ref);
        client_enter(client, m, false, &err);
    } else if (*client->waiting.room)
        snprintf(err.where, sizeof err.where, "/room");

    free(m);
    if (err.status != PD_OK) pd_srv_client_refuse(client, client->ref, &err);
}

/* -- once a second -------------------------------------------------------------------------- */

/* Reports whether the client's key is still valid. A reload may have removed it, or it may have expired. */
static bool may_stay(pd_srv_client *client)
{
    const pd_srv_settings *settings = pd_srv_settings_now(client->deps->config);
    const int64_t wall_s =
        client->who.until_s || client->keys_serial != settings->serial ? pd_srv_wall_s() : 0;

    if (client->keys_serial == settings->serial) return !client->who.until_s || wall_s < client->who.until_s;

    client->keys_serial = settings->serial;
    return pd_srv_auth_holds(settings->auth, &client->who, PD_API_STREAM, wall_s);
}

void pd_srv_client_farewell(pd_srv_client *client)
{
    if (has_moved(client) || client->watcher) /* a watcher's session is on another daemon */
        say_moved(client);
    else
        pd_srv_client_bye(client, GOING_AWAY, "shutting_down", 1, "the server is stopping");
}

/* Ends the stream with the first reason that applies. */
static void check_end(pd_srv_client *client, int64_t now_us, int64_t idle_us)
{
    /* Bytes that the library hides, such as pings, show that the client is alive too. */
    const int64_t last_us = client->heard_us > client->received_us ? client->heard_us : client->received_us;

    if (!may_stay(client)) {
        /* A client with an expired token may reconnect with a new one.
         * A client without its key must not reconnect. */
        if (client->who.is_token && pd_srv_wall_s() >= client->who.until_s)
            pd_srv_client_bye(client, POLICY, "expired", 0,
                              "the token has expired; come back with a new one");
        else
            pd_srv_client_bye(client, POLICY, "revoked", -1, "the key was removed or has expired");
    } else if (now_us - last_us > idle_us) {
        pd_srv_client_bye(client, POLICY, "idle", 1, "no message came for the time of stream.idle_timeout");
        client->is_idle = true;
    } else if (!client->subscriber && !client->takeover && !client->held.size && !client->watcher &&
               now_us - client->opened_us > GREET_US)
        pd_srv_client_bye(client, POLICY, "no_join", 1, "no message join came within 10 seconds");
    else if (has_moved(client))
        pd_srv_client_follow(client, now_us);
    else if (client->subscriber &&
             pd_srv_stage_is_taken(client->deps->stage, client->subscriber) == PD_SRV_TAKEN_REMOVED)
        pd_srv_client_bye(client, NORMAL, "removed", -1, "the host of the room has removed this client");
    else if (client->subscriber && pd_srv_stage_is_taken(client->deps->stage, client->subscriber))
        pd_srv_client_bye(client, NORMAL, "taken_over", -1,
                          "the session was resumed elsewhere, or has ended");
    else if (pd_srv_outbox_is_full(&client->outbox))
        pd_srv_client_bye(client, TRY_LATER, "too_slow", 1,
                          "the client did not read its messages fast enough");
}

/* Sends the counts of this stream and the state of the stage. */
static void send_stats(pd_srv_client *client)
{
    pd_buffer out = {0};
    pd_srv_outbox_counts counts = pd_srv_outbox_counted(&client->outbox);
    pd_srv_stage_state now = pd_srv_stage_now(client->deps->stage);
    const pd_api_stats stats = {.tick = now.tick,
                                .sent = counts.frames,
                                .dropped = counts.dropped,
                                .bytes = counts.bytes,
                                .ticks_left_out = now.skipped_ticks,
                                .round_trip = client->round_trip,
                                .late_ms = now.late_ms,
                                .load = now.load,
                                .characters = now.characters,
                                .sessions = now.sessions};

    pd_api_write_stats(&out, &stats);
    send_text(client, &out);
}

bool pd_srv_client_poll(pd_srv_client *client, int64_t now_us)
{
    if (client->close_code) return false;
    pd_srv_client_go_on(client);
    const int64_t idle_us = pd_srv_seconds_us(config_of(client)->stream_idle_timeout);
    check_end(client, now_us, idle_us);

    /* Statistics every STATS_US. */
    const bool is_served =
        client->subscriber || (client->watcher && pd_srv_watcher_is_served(client->watcher));
    if (is_served && now_us - client->counted_us >= STATS_US) {
        client->counted_us = now_us;
        send_stats(client);
    }

    /* A ping is due every PING_US, and more often when stream.idle_timeout is short. */
    if (now_us - client->pinged_us < (PING_US < idle_us / PINGS ? PING_US : idle_us / PINGS)) return false;
    client->pinged_us = now_us;

    return true;
}
