#include "server/stage/room.h"

#include "core/base/assert.h"
#include "server/base/digest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIVISOR  1000000 /* in snapshots */
#define MOST_COMPACT  10      /* millimetres */
#define MOST_CHANNELS 0xffffu
#define BURST_SECONDS 2    /* a member may save the messages of this time (stream.room_messages) */
#define SEAT_NEAR     0.35 /* metres: two seats that are nearer than this are one */

/* -- begin and end ------------------------------------------------------------------ */

/* Returns whether the client may take the role of the host from another member: its key lists the room as one
 * of its own (`hosts=`), or is an admin's. */
static bool is_born_host(const pd_srv_join *wanted)
{
    const pd_api_access *access = wanted->access;

    if (wanted->is_admin && wanted->has_key) return true;
    return access && *access->lists[PD_API_OBJECT_HOSTS] &&
           pd_api_access_allows(access, PD_API_OBJECT_HOSTS, wanted->room);
}

/* Checks that the client may have the role that it asks for. */
static pd_status check_role(const pd_srv_join *wanted, const pd_srv_room *room, pd_error *err)
{
    if (wanted->role == PD_API_ROLE_WATCHER) return PD_OK;
    pd_status status = pd_api_access_check(wanted->access, PD_API_OBJECT_ROOMS, wanted->room, "/room", err);
    if (status != PD_OK || wanted->role != PD_API_ROLE_HOST) return status;

    /* Where nobody is host, a client becomes it unless its key has a list that lacks the room. */
    if (is_born_host(wanted)) return PD_OK;
    status = pd_api_access_check(wanted->access, PD_API_OBJECT_HOSTS, wanted->room, "/role", err);
    if (status != PD_OK || !room || !room->host) return status;

    return pd_fail(
        err, PD_ERR_FORBIDDEN, "/role",
        "the member %u is the host of \"%.64s\"; a key with the scope admin or with hosts=%.64s may "
        "take its place",
        room->host, room->name, room->name);
}

pd_status pd_srv_room_new(pd_srv_room **out, const pd_srv_stage *stage, const pd_srv_join *wanted,
                          pd_error *err)
{
    const int most = pd_srv_stage_cfg(stage)->stream_room_members;

    *out = NULL;
    if (!wanted->room) return PD_OK;
    if (wanted->role == PD_API_ROLE_WATCHER)
        return pd_fail(err, PD_ERR_NOT_FOUND, "/room",
                       "no room \"%.64s\"; a watcher cannot begin one (GET /v1/rooms lists them)",
                       wanted->room);
    const pd_status status = check_role(wanted, NULL, err);
    if (status != PD_OK) return status;
    if (wanted->capacity > most)
        return pd_fail(err, PD_ERR_LIMIT, "/capacity", "%d; at most %d allowed (stream.room_members)",
                       wanted->capacity, most);

    pd_srv_room *room = calloc(1, sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    snprintf(room->name, sizeof room->name, "%s", wanted->room);
    room->capacity = wanted->capacity ? wanted->capacity : most;
    room->rewind = wanted->has_rewind ? wanted->rewind : pd_srv_stage_cfg(stage)->stream_room_rewind;
    room->has_secret = wanted->secret != NULL;
    if (wanted->secret) pd_srv_sha256(room->secret_hash, wanted->secret, strlen(wanted->secret));
    *out = room;

    return PD_OK;
}

void pd_srv_room_free(pd_srv_room *room)
{
    if (!room) return;
    for (pd_srv_member *m = room->members, *next; m; m = next) {
        next = m->next;
        PD_ASSERT(!m->connection);
        free(m);
    }

    for (pd_srv_room_object *o = room->objects, *next; o; o = next) {
        next = o->next;
        free(o);
    }

    free(room);
}

/* -- who may join -------------------------------------------------------------------- */

pd_srv_session *pd_srv_room_find(const pd_srv_stage *stage, const char *name)
{
    for (pd_srv_session *s = stage->sessions; s; s = s->next)
        if (!s->dead && s->room && !strcmp(s->room->name, name)) return s;
    return NULL;
}

/* Returns whether the client gave the room's secret, or none for a room without one. The comparison takes the
 * same time for every secret. */
static bool knows_secret(const pd_srv_room *room, const char *secret)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];

    if (!room->has_secret || !secret) return room->has_secret == (secret != NULL);
    pd_srv_sha256(hash, secret, strlen(secret));

    return pd_srv_equal_bytes(room->secret_hash, hash, sizeof hash);
}

pd_status pd_srv_room_may_look(const pd_srv_session *s, const char *secret, uint64_t client,
                               const pd_api_access *access, pd_error *err)
{
    /* A client without the secret learns nothing else of the room. */
    if (!knows_secret(s->room, secret))
        return pd_fail(err, PD_ERR_FORBIDDEN, "/secret", "the room \"%.64s\" does not admit this client",
                       s->room->name);
    if (s->client == client) return PD_OK;

    return pd_api_access_check(access, PD_API_OBJECT_SESSIONS, s->key, "/room", err);
}

pd_status pd_srv_room_admit(const pd_srv_session *s, const pd_srv_join *wanted, pd_error *err)
{
    const pd_srv_room *room = s->room;
    const char *scene = s->scene ? s->scene->id : "";
    const pd_api_access *access = wanted->has_key ? wanted->access : NULL;

    pd_status status = pd_srv_room_may_look(s, wanted->secret, wanted->client, access, err);
    if (status == PD_OK) status = check_role(wanted, room, err);
    if (status != PD_OK) return status;

    /* Options of the beginning may be repeated, since players of a game send the same message. */
    if (wanted->capacity && wanted->capacity != room->capacity)
        return pd_fail(err, PD_ERR_INVALID, "/capacity",
                       "%d; the room was begun with %d, which cannot change: leave it out", wanted->capacity,
                       room->capacity);
    if (wanted->has_rewind && fabs(wanted->rewind - room->rewind) > 1e-9)
        return pd_fail(err, PD_ERR_INVALID, "/rewind",
                       "%g; the room was begun with %g, which cannot change: leave it out", wanted->rewind,
                       room->rewind);
    if (wanted->scene && strcmp(wanted->scene, scene) != 0)
        return pd_fail(err, PD_ERR_INVALID, "/scene",
                       "\"%.64s\"; the room was begun with \"%.64s\", which cannot change: leave it out",
                       wanted->scene, scene);
    if (wanted->role != PD_API_ROLE_WATCHER && pd_srv_room_count(room) >= room->capacity)
        return pd_fail(err, PD_ERR_LIMIT, "/room", "the room \"%.64s\" is full: it has %d members",
                       room->name, room->capacity);

    return PD_OK;
}

/* -- members ------------------------------------------------------------------------- */

int pd_srv_room_count(const pd_srv_room *room)
{
    int count = 0;
    for (const pd_srv_member *m = room->members; m; m = m->next) count++;
    return count;
}

pd_srv_member *pd_srv_room_by_token(const pd_srv_room *room, const unsigned char hash[PD_SRV_SHA256_BYTES])
{
    for (pd_srv_member *m = room->members; m; m = m->next)
        if (pd_srv_equal_bytes(m->token_hash, hash, PD_SRV_SHA256_BYTES)) return m;
    return NULL;
}

pd_srv_member *pd_srv_room_member(const pd_srv_room *room, uint32_t number)
{
    pd_srv_member *m = room->members;
    while (m && m->number != number) m = m->next;
    return m;
}

void pd_srv_room_describe(pd_srv_join_result *result, const pd_srv_room *room, const pd_srv_member *own)
{
    int objects = 0;

    memcpy(result->room, room->name, sizeof result->room);
    result->member = own ? own->number : 0;
    result->host = room->host;
    result->rewind = room->rewind;

    result->members = calloc((size_t)pd_srv_room_count(room) + 1, sizeof *result->members);
    for (const pd_srv_member *m = room->members; m && result->members; m = m->next) {
        pd_api_member *told = &result->members[result->member_count++];
        told->member = m->number;
        memcpy(told->name, m->name, sizeof told->name);
    }

    for (const pd_srv_room_object *o = room->objects; o; o = o->next) objects++;
    result->objects = calloc((size_t)objects + 1, sizeof *result->objects);
    for (const pd_srv_room_object *o = room->objects; o && result->objects; o = o->next) {
        pd_api_member *told = &result->objects[result->object_count++];
        told->member = o->member;
        memcpy(told->name, o->name, sizeof told->name);
    }
}

/* Sends a text to all connections of the room except those of the member `but` (0: to all). */
static void tell_all(const pd_srv_stage *stage, const pd_srv_session *s, const pd_buffer *text, uint32_t but)
{
    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next)
        if (!v->place || v->place->number != but)
            stage->deps.sink.text(v->to, text->failed ? NULL : text->data, text->size);
}

/* Makes a member the host. The room counts as a session of its client from now on. */
static void set_host(pd_srv_session *s, const pd_srv_member *member)
{
    s->room->host = member->number;
    s->client = member->client;
    memcpy(s->key, member->key, sizeof s->key);
}

void pd_srv_room_enter(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_member *member,
                       const pd_srv_join *wanted)
{
    pd_srv_room *room = s->room;
    pd_srv_member **last = &room->members;
    pd_buffer text = {0};

    /* The place. */
    while (*last) last = &(*last)->next;
    *last = member;
    member->number = ++room->last_member;
    snprintf(member->name, sizeof member->name, "%s", wanted->name ? wanted->name : "");
    snprintf(member->key, sizeof member->key, "%s", wanted->key ? wanted->key : "");
    member->client = wanted->client;
    member->profile = s->profile;
    member->sends = BURST_SECONDS * pd_srv_stage_cfg(stage)->stream_room_messages;
    member->sent_us = pd_srv_stage_clock_us(stage);

    /* The host is the first that may be it, or one that asks and may take it from another. */
    member->may_host = is_born_host(wanted) || !wanted->access ||
                       pd_api_access_allows(wanted->access, PD_API_OBJECT_HOSTS, room->name);
    if (member->may_host && (!room->host || wanted->role == PD_API_ROLE_HOST)) set_host(s, member);

    pd_api_write_entered(&text, member->number, member->name, room->host);
    tell_all(stage, s, &text, 0);
    pd_buffer_deinit(&text);
}

void pd_srv_room_connect(pd_srv_session *s, pd_srv_member *member, pd_srv_subscriber *subscriber)
{
    PD_ASSERT(s->room && !member->connection && !subscriber->place);
    member->connection = subscriber;
    subscriber->place = member;
    if (!s->owner) s->owner = subscriber;
}

void pd_srv_room_disconnect(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *subscriber)
{
    pd_srv_member *place = subscriber->place;

    PD_ASSERT(s->room && place && place->connection == subscriber);
    place->connection = NULL;
    place->left_us = pd_srv_stage_clock_us(stage);
    subscriber->place = NULL;
    if (s->owner != subscriber) return;

    s->owner = NULL;
    for (const pd_srv_member *m = s->room->members; m && !s->owner; m = m->next) s->owner = m->connection;
}

/* Tells everybody who holds an object; member 0: nobody. */
static void tell_taken(const pd_srv_stage *stage, const pd_srv_session *s, const char *object,
                       uint32_t member)
{
    pd_buffer text = {0};
    pd_api_write_taken(&text, object, member);
    tell_all(stage, s, &text, 0);
    pd_buffer_deinit(&text);
}

void pd_srv_room_end_place(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_member *member)
{
    pd_srv_room *room = s->room;
    const uint32_t number = member->number;
    pd_srv_member **at = &room->members;
    pd_buffer text = {0};

    PD_ASSERT(!member->connection);
    while (*at != member) at = &(*at)->next;
    *at = member->next;
    free(member);

    /* The tick frees the characters. */
    for (pd_srv_character *a = s->characters; a; a = a->next)
        if (a->member == number) a->dead = 1;
    for (pd_srv_room_object **o = &room->objects; *o;) {
        pd_srv_room_object *object = *o;
        if (object->member != number) {
            o = &object->next;
            continue;
        }

        *o = object->next;
        tell_taken(stage, s, object->name, 0);
        free(object);
    }

    /* The next member that may be host follows, one with a connection first. */
    if (room->host == number) {
        const pd_srv_member *next = NULL;
        room->host = 0;
        for (const pd_srv_member *m = room->members; m; m = m->next)
            if (m->may_host && (!next || (m->connection && !next->connection))) next = m;
        if (next) set_host(s, next);
    }

    pd_api_write_left(&text, number, room->host);
    tell_all(stage, s, &text, 0);
    pd_buffer_deinit(&text);
    if (!room->members) s->dead = 1;
}

void pd_srv_room_sweep(const pd_srv_stage *stage, pd_srv_session *s, int64_t now_us, int64_t window_us)
{
    for (pd_srv_member *m = s->room->members, *next; m; m = next) {
        next = m->next;
        if (!m->connection && now_us - m->left_us > window_us) pd_srv_room_end_place(stage, s, m);
    }
}

/* -- characters and seats ------------------------------------------------------------- */

pd_srv_subscriber *pd_srv_room_owner_of(const pd_srv_session *s, const pd_srv_character *a)
{
    if (!s->room) return s->owner;
    const pd_srv_member *m = pd_srv_room_member(s->room, a->member);
    return m ? m->connection : NULL;
}

/* Returns the seat on which a character sits or to which it walks; NULL: none. */
static const pd_character_sit_request *seat_of(const pd_srv_character *a)
{
    const pd_character_sit_state *state = &a->overlay.sit;

    if (a->has_sit) return a->sit.sit ? &a->sit : NULL;
    if (state->has_next) return state->next.sit ? &state->next : NULL;
    if (state->stage == PD_CHARACTER_SIT_NOT || !state->request.sit) return NULL;

    return &state->request;
}

pd_status pd_srv_room_check_seat(const pd_srv_session *s, const pd_srv_character *a,
                                 const pd_character_sit_request *request, pd_error *err)
{
    if (!s->room || !request->sit) return PD_OK;
    for (const pd_srv_character *other = s->characters; other; other = other->next) {
        const pd_character_sit_request *seat = other == a || other->dead ? NULL : seat_of(other);
        if (!seat) continue;
        const double away = hypot(seat->seat[0] - request->seat[0], seat->seat[1] - request->seat[1]);
        if (away < SEAT_NEAR)
            return pd_fail(err, PD_ERR_BUSY, "/seat",
                           "the character %u of the member %u has this seat; a free one expected", other->id,
                           other->member);
    }

    return PD_OK;
}

/* -- requests of members -------------------------------------------------------------- */

/* Returns the subscriber's place, or NULL with an error for those who have none. */
static pd_srv_member *place_of(const pd_srv_subscriber *v, pd_error *err)
{
    if (v->session && !v->session->dead && v->place) return v->place;
    pd_fail(err, PD_ERR_INVALID, "/type", "%s",
            !v->session || v->session->dead ? "the session has ended"
            : v->session->room              ? "a watcher is no member of the room"
                                            : "this connection is in no room");
    return NULL;
}

/* Takes one message of a member's rate. */
static pd_status take_message(const pd_srv_stage *stage, pd_srv_member *m, pd_error *err)
{
    const double rate = pd_srv_stage_cfg(stage)->stream_room_messages;
    const int64_t now_us = pd_srv_stage_clock_us(stage);

    m->sends = fmin(m->sends + (double)(now_us - m->sent_us) * 1e-6 * rate, BURST_SECONDS * rate);
    m->sent_us = now_us;
    if (m->sends < 1)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "more messages than %g a second of one member (stream.room_messages)", rate);
    m->sends -= 1;

    return PD_OK;
}

/* Sends a member's text to one member or to all others. Under the lock. */
static pd_status send_said(const pd_srv_stage *stage, const pd_srv_subscriber *from, const char *said,
                           uint32_t to, pd_error *err)
{
    const pd_srv_session *s = from->session;
    pd_srv_member *sender = place_of(from, err);
    pd_buffer text = {0};

    if (!sender) return err->status;
    const pd_status status = take_message(stage, sender, err);
    if (status != PD_OK) return status;
    const pd_srv_member *receiver = to ? pd_srv_room_member(s->room, to) : NULL;
    if (to && !receiver)
        return pd_fail(err, PD_ERR_NOT_FOUND, "/to", "%u; the number of a member of this room expected", to);
    if (receiver && !receiver->connection)
        return pd_fail(err, PD_ERR_BUSY, "/to", "the member %u has lost its connection", to);

    pd_api_write_message(&text, sender->number, sender->name, said);
    if (receiver)
        stage->deps.sink.text(receiver->connection->to, text.failed ? NULL : text.data, text.size);
    else
        tell_all(stage, s, &text, sender->number);
    pd_buffer_deinit(&text);

    return PD_OK;
}

pd_status pd_srv_stage_send(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const char *text, uint32_t to,
                            pd_error *err)
{
    pthread_mutex_lock(&stage->lock);
    const pd_status status = send_said(stage, subscriber, text, to, err);
    pthread_mutex_unlock(&stage->lock);

    return status;
}

/* Takes or releases an object. Taking what one holds, and releasing what nobody holds,
 * change nothing. Under the lock. */
static pd_status take_object(const pd_srv_stage *stage, const pd_srv_subscriber *v, const char *name,
                             bool releases, pd_error *err)
{
    const pd_srv_session *s = v->session;
    pd_srv_member *member = place_of(v, err);
    int count = 0;

    /* Find the object, and count the others. */
    if (!member) return err->status;
    pd_status status = take_message(stage, member, err);
    if (status != PD_OK) return status;
    pd_srv_room_object **at = &s->room->objects;
    for (; *at && strcmp((*at)->name, name) != 0; at = &(*at)->next) count++;
    pd_srv_room_object *object = *at;
    if (object && object->member != member->number)
        return pd_fail(err, PD_ERR_BUSY, "/object", "the member %u has \"%.64s\"", object->member, name);
    if (!object == releases) return PD_OK;

    if (releases) {
        *at = object->next;
        free(object);
    } else {
        if (count >= PD_SRV_ROOM_OBJECTS)
            return pd_fail(err, PD_ERR_LIMIT, "/object", "the members hold %d objects; at most %d allowed",
                           count, PD_SRV_ROOM_OBJECTS);
        object = calloc(1, sizeof *object);
        if (!object) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        snprintf(object->name, sizeof object->name, "%s", name);
        object->member = member->number;
        *at = object;
    }

    tell_taken(stage, s, name, releases ? 0 : member->number);

    return PD_OK;
}

pd_status pd_srv_stage_take(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const char *object,
                            bool releases, pd_error *err)
{
    pthread_mutex_lock(&stage->lock);
    const pd_status status = take_object(stage, subscriber, object, releases, err);
    pthread_mutex_unlock(&stage->lock);

    return status;
}

/* -- lists ---------------------------------------------------------------------------- */

bool pd_srv_stage_has_room(pd_srv_stage *stage, const char *name)
{
    pthread_mutex_lock(&stage->lock);
    const bool has_room = pd_srv_room_find(stage, name) != NULL;
    pthread_mutex_unlock(&stage->lock);

    return has_room;
}

int pd_srv_stage_rooms(pd_api_room **out, pd_srv_stage *stage)
{
    int count = 0;

    pthread_mutex_lock(&stage->lock);
    *out = calloc((size_t)stage->session_count + 1, sizeof **out);
    for (const pd_srv_session *s = stage->sessions; s && *out; s = s->next) {
        if (s->dead || !s->room) continue;
        pd_api_room *room = &(*out)[count++];
        memcpy(room->id, s->room->name, sizeof room->id);
        memcpy(room->session, s->id, sizeof s->id);
        room->members = pd_srv_room_count(s->room);
        room->capacity = s->room->capacity;
        room->has_secret = s->room->has_secret;
    }

    pthread_mutex_unlock(&stage->lock);

    return count;
}

/* -- rooms and profiles in snapshots ------------------------------------------------------- */

void pd_srv_profile_put(pd_fields_writer *w, const pd_api_profile *profile)
{
    pd_fields_put_u64(w, profile->channels);
    pd_fields_put_u64(w, (uint64_t)profile->divisor);
    pd_fields_put_u64(w, (uint64_t)profile->rotation_bits);
    pd_fields_put_u64(w, (uint64_t)profile->compact);
    pd_fields_put_u64(w, (uint64_t)profile->budget);
    pd_fields_put_u64(w, profile->has_view);
    pd_fields_put_f64(w, profile->view, 2);
    pd_fields_put_f64(w, &profile->radius, 1);
}

void pd_srv_profile_get(pd_api_profile *out, pd_fields_reader *r)
{
    out->channels = (unsigned)pd_fields_get_u64(r, MOST_CHANNELS, "channels");
    out->divisor = (int)pd_fields_get_u64(r, MOST_DIVISOR, "divisor");
    out->rotation_bits = (int)pd_fields_get_u64(r, 48, "rotation_bits");
    out->compact = (int)pd_fields_get_u64(r, MOST_COMPACT, "compact");
    out->budget = (int)pd_fields_get_u64(r, 1000000000, "budget");
    out->has_view = pd_fields_get_u64(r, 1, "view") != 0;
    pd_fields_get_f64(r, out->view, 2, "view");
    pd_fields_get_f64(r, &out->radius, 1, "radius");
    if (out->budget && (out->budget < PD_API_BUDGET_LEAST || !(out->radius >= 1 && out->radius <= 1e5)))
        pd_fields_fail(r, "budget");
    for (int i = 0; i < 2; i++)
        if (!(fabs(out->view[i]) <= PD_ANIM_SCENE_MAX_SPAN)) pd_fields_fail(r, "view");
    if (out->divisor < 1) pd_fields_fail(r, "divisor");
    if (out->rotation_bits != 48 && out->rotation_bits != 32) pd_fields_fail(r, "rotation_bits");
}

/* Lists every field of a room, so that none is forgotten: a new field does not compile until it is listed
 * here. All are written below except the lists' pointers, connections,
 * and the rate of messages, which begins anew. */
/* clang-format off */
#define MEMBER(X, T) /* put_member */ \
    X(T, SKIP, next) X(T, SKIP, number) X(T, SKIPS, name) X(T, SKIPS, token_hash) X(T, SKIP, client) \
    X(T, SKIPS, key) X(T, SKIP, may_host) X(T, SKIP, connection) X(T, SKIP, left_us) X(T, SKIPS, profile) \
    X(T, SKIP, sends) X(T, SKIP, sent_us) X(T, SKIP, rays) X(T, SKIP, cast_us)
PD_FIELDS(pd_srv_member, MEMBER)
#define OBJECT(X, T) X(T, SKIP, next) X(T, SKIPS, name) X(T, SKIP, member)
PD_FIELDS(pd_srv_room_object, OBJECT)
#define ROOM(X, T) /* pd_srv_room_put */ \
    X(T, SKIPS, name) X(T, SKIP, has_secret) X(T, SKIPS, secret_hash) X(T, SKIP, capacity) \
    X(T, SKIP, rewind) \
    X(T, SKIP, last_member) X(T, SKIP, host) X(T, SKIP, members) X(T, SKIP, objects)
PD_FIELDS(pd_srv_room, ROOM)
/* clang-format on */

static void put_member(pd_fields_writer *w, const pd_srv_member *m)
{
    pd_fields_put_u64(w, m->number);
    pd_fields_put_text(w, m->name);
    pd_fields_put_bytes(w, m->token_hash, sizeof m->token_hash);
    pd_fields_put_u64(w, m->client);
    pd_fields_put_text(w, m->key);
    pd_fields_put_u64(w, m->may_host);
    pd_srv_profile_put(w, &m->profile);
}

void pd_srv_room_put(pd_fields_writer *w, const pd_srv_room *room)
{
    static const pd_fields *const listed[] = {&pd_srv_member_fields, &pd_srv_room_object_fields,
                                              &pd_srv_room_fields};
    int objects = 0;

    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) PD_ASSERT(pd_fields_are_ordered(listed[i]));
    pd_fields_put_text(w, room->name);
    pd_fields_put_u64(w, room->has_secret);
    pd_fields_put_bytes(w, room->secret_hash, sizeof room->secret_hash);
    pd_fields_put_u64(w, (uint64_t)room->capacity);
    pd_fields_put_u64(w, (uint64_t)llrint(1e6 * room->rewind));
    pd_fields_put_u64(w, room->last_member);
    pd_fields_put_u64(w, room->host);

    pd_fields_put_u64(w, (uint64_t)pd_srv_room_count(room));
    for (const pd_srv_member *m = room->members; m; m = m->next) put_member(w, m);
    for (const pd_srv_room_object *o = room->objects; o; o = o->next) objects++;
    pd_fields_put_u64(w, (uint64_t)objects);
    for (const pd_srv_room_object *o = room->objects; o; o = o->next) {
        pd_fields_put_text(w, o->name);
        pd_fields_put_u64(w, o->member);
    }
}

static pd_srv_member *get_member(pd_fields_reader *r, const pd_srv_room *room, int64_t now_us)
{
    pd_srv_member *m = calloc(1, sizeof *m);

    if (!m) return NULL;
    m->number = (uint32_t)pd_fields_get_u64(r, room->last_member, "member");
    pd_fields_get_text(r, m->name, sizeof m->name, "name");
    pd_fields_get_bytes(r, m->token_hash, sizeof m->token_hash, "token");
    m->client = pd_fields_get_u64(r, UINT64_MAX, "client");
    pd_fields_get_text(r, m->key, sizeof m->key, "key");
    m->may_host = pd_fields_get_u64(r, 1, "may_host") != 0;
    pd_srv_profile_get(&m->profile, r);
    m->left_us = m->sent_us = now_us;
    if (!m->number || pd_srv_room_member(room, m->number)) pd_fields_fail(r, "member");

    return m;
}

pd_srv_room *pd_srv_room_get(pd_fields_reader *r, int64_t now_us)
{
    pd_srv_room *room = calloc(1, sizeof *room);

    if (!room) return NULL;
    pd_fields_get_text(r, room->name, sizeof room->name, "room");
    room->has_secret = pd_fields_get_u64(r, 1, "secret") != 0;
    pd_fields_get_bytes(r, room->secret_hash, sizeof room->secret_hash, "secret");
    room->capacity = (int)pd_fields_get_u64(r, PD_SRV_ROOM_MEMBERS, "capacity");
    room->rewind = 1e-6 * (double)pd_fields_get_u64(r, 1000000, "rewind");
    room->last_member = (uint32_t)pd_fields_get_u64(r, UINT32_MAX, "last_member");
    room->host = (uint32_t)pd_fields_get_u64(r, room->last_member, "host");
    if (!pd_cfg_id_valid(room->name)) pd_fields_fail(r, "room");

    const int members = (int)pd_fields_get_u64(r, PD_SRV_ROOM_MEMBERS, "members");
    pd_srv_member **member = &room->members;
    for (int i = 0; i < members && !r->wrong; i++) {
        *member = get_member(r, room, now_us);
        if (!*member) break;
        member = &(*member)->next;
    }

    const int objects = r->wrong ? 0 : (int)pd_fields_get_u64(r, PD_SRV_ROOM_OBJECTS, "objects");
    pd_srv_room_object **object = &room->objects;
    for (int i = 0; i < objects && !r->wrong; i++) {
        *object = calloc(1, sizeof **object);
        if (!*object) break;
        pd_fields_get_text(r, (*object)->name, sizeof(*object)->name, "object");
        (*object)->member = (uint32_t)pd_fields_get_u64(r, room->last_member, "object");
        if (!pd_srv_room_member(room, (*object)->member)) pd_fields_fail(r, "object");
        object = &(*object)->next;
    }

    /* A room has members, and its host is one of them. */
    if (!room->members || (room->host && !pd_srv_room_member(room, room->host))) pd_fields_fail(r, "members");
    if (!r->wrong) return room;
    pd_srv_room_free(room);

    return NULL;
}
