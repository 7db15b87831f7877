#include "server/stage/room.h"

#include "core/base/assert.h"
#include "server/base/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BURST_SECONDS 2 /* a member may save the messages of this time (stream.room_messages) */

pd_status pd_srv_room_new(pd_srv_room **out, const pd_srv_stage *stage, const pd_srv_join *wanted,
                          pd_error *err)
{
    const int most = pd_srv_stage_cfg(stage)->stream_room_members;

    *out = NULL;
    if (!wanted->room) return PD_OK;
    if (wanted->capacity > most)
        return pd_fail(err, PD_ERR_LIMIT, "/capacity", "%d; at most %d allowed (stream.room_members)",
                       wanted->capacity, most);

    pd_srv_room *room = calloc(1, sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    snprintf(room->name, sizeof room->name, "%s", wanted->room);
    room->capacity = wanted->capacity ? wanted->capacity : most;
    room->has_secret = wanted->secret != NULL;
    if (wanted->secret) pd_srv_sha256(room->secret_hash, wanted->secret, strlen(wanted->secret));
    *out = room;

    return PD_OK;
}

pd_srv_session *pd_srv_room_find(const pd_srv_stage *stage, const char *name)
{
    for (pd_srv_session *s = stage->sessions; s; s = s->next)
        if (!s->dead && s->room && !strcmp(s->room->name, name)) return s;
    return NULL;
}

/* Reports whether the client gave the room's secret, or none for a room without one. The comparison takes the
 * same time for every secret. */
static bool knows_secret(const pd_srv_room *room, const char *secret)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];

    if (!room->has_secret || !secret) return room->has_secret == (secret != NULL);
    pd_srv_sha256(hash, secret, strlen(secret));

    return pd_srv_equal_bytes(room->secret_hash, hash, sizeof hash);
}

pd_status pd_srv_room_admit(const pd_srv_session *s, const pd_srv_join *wanted, pd_error *err)
{
    const pd_srv_room *room = s->room;
    const char *scene = s->scene ? s->scene->id : "";

    /* A client without the secret learns nothing else of the room. */
    if (!knows_secret(room, wanted->secret))
        return pd_fail(err, PD_ERR_FORBIDDEN, "/secret", "the room \"%.64s\" does not admit this client",
                       room->name);
    if (wanted->has_key && s->client != wanted->client) {
        const pd_status status =
            pd_api_access_check(wanted->access, PD_API_OBJECT_SESSIONS, s->key, "/room", err);
        if (status != PD_OK) return status;
    }

    /* Options of the beginning may be repeated, since players of a game send the same message. */
    if (wanted->capacity && wanted->capacity != room->capacity)
        return pd_fail(err, PD_ERR_INVALID, "/capacity",
                       "%d; the room was begun with %d, which cannot change: leave it out", wanted->capacity,
                       room->capacity);
    if (wanted->scene && strcmp(wanted->scene, scene) != 0)
        return pd_fail(err, PD_ERR_INVALID, "/scene",
                       "\"%.64s\"; the room was begun with \"%.64s\", which cannot change: leave it out",
                       wanted->scene, scene);
    if (pd_srv_room_count(s) >= room->capacity)
        return pd_fail(err, PD_ERR_LIMIT, "/room", "the room \"%.64s\" is full: it has %d members",
                       room->name, room->capacity);

    return PD_OK;
}

int pd_srv_room_count(const pd_srv_session *s)
{
    int count = 0;
    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) count += v->member != 0;
    return count;
}

int pd_srv_room_members(pd_api_member **out, const pd_srv_session *s)
{
    const int most = pd_srv_room_count(s);
    int count = 0;

    *out = calloc((size_t)most + 1, sizeof **out);
    for (const pd_srv_subscriber *v = s->subscribers; v && *out; v = v->next) {
        if (!v->member) continue;
        PD_ASSERT(count < most);
        (*out)[count].member = v->member;
        memcpy((*out)[count++].name, v->name, sizeof v->name);
    }

    return count;
}

/* Sends a text to the member `to`, or with to 0 to all members except `from`. Returns the number of receivers.
 */
static int send_members(const pd_srv_stage *stage, const pd_srv_session *s, const pd_buffer *text,
                        uint32_t from, uint32_t to)
{
    int count = 0;

    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        if (!v->member || (to ? v->member != to : v->member == from)) continue;
        stage->deps.sink.text(v->to, text->failed ? NULL : text->data, text->size);
        count++;
    }

    return count;
}

void pd_srv_room_enter(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *subscriber,
                       const char *name)
{
    pd_buffer text = {0};

    PD_ASSERT(s->room && !subscriber->member);
    subscriber->member = ++s->room->last_member;
    snprintf(subscriber->name, sizeof subscriber->name, "%s", name ? name : "");
    subscriber->sends = BURST_SECONDS * pd_srv_stage_cfg(stage)->stream_room_messages;
    subscriber->sent_us = pd_srv_stage_clock_us(stage);

    pd_api_write_entered(&text, subscriber->member, subscriber->name);
    send_members(stage, s, &text, subscriber->member, 0);
    pd_buffer_deinit(&text);
}

pd_srv_subscriber *pd_srv_room_leave(const pd_srv_stage *stage, pd_srv_session *s,
                                     const pd_srv_subscriber *gone)
{
    pd_buffer text = {0};

    /* The tick frees the characters. */
    for (pd_srv_character *a = s->characters; a; a = a->next)
        if (a->member == gone->member) a->dead = 1;

    pd_api_write_left(&text, gone->member);
    if (!s->dead) send_members(stage, s, &text, gone->member, 0);
    pd_buffer_deinit(&text);

    pd_srv_subscriber *next = s->owner == gone ? s->subscribers : s->owner;
    while (next && !next->member) next = next->next;

    return next;
}

pd_srv_subscriber *pd_srv_room_owner_of(const pd_srv_session *s, const pd_srv_character *a)
{
    pd_srv_subscriber *v = s->subscribers;

    if (!s->room) return s->owner;
    while (v && v->member != a->member) v = v->next;

    return v;
}

/* Takes one message of a member's rate. */
static pd_status take_message(const pd_srv_stage *stage, pd_srv_subscriber *v, pd_error *err)
{
    const double rate = pd_srv_stage_cfg(stage)->stream_room_messages;
    const int64_t now_us = pd_srv_stage_clock_us(stage);
    const double most = BURST_SECONDS * rate;

    v->sends += (double)(now_us - v->sent_us) * 1e-6 * rate;
    if (v->sends > most) v->sends = most;
    v->sent_us = now_us;
    if (v->sends < 1)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "more messages than %g a second of one member (stream.room_messages)", rate);
    v->sends -= 1;

    return PD_OK;
}

/* Sends a member's text. Under the lock. */
static pd_status send_said(const pd_srv_stage *stage, pd_srv_subscriber *from, const char *said, uint32_t to,
                           pd_error *err)
{
    const pd_srv_session *s = from->session;

    if (!s || s->dead) return pd_fail(err, PD_ERR_INVALID, "", "the session has ended");
    if (!from->member)
        return pd_fail(err, PD_ERR_INVALID, "/type",
                       "this connection is in no room; only members of a room send messages");
    const pd_status status = take_message(stage, from, err);
    if (status != PD_OK) return status;

    pd_buffer text = {0};
    pd_api_write_message(&text, from->member, from->name, said);
    const int count = send_members(stage, s, &text, from->member, to);
    pd_buffer_deinit(&text);
    if (to && !count)
        return pd_fail(err, PD_ERR_NOT_FOUND, "/to", "%u; the number of a member of this room expected", to);

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

int pd_srv_stage_rooms(pd_api_room **out, pd_srv_stage *stage)
{
    int count = 0;

    pthread_mutex_lock(&stage->lock);
    *out = calloc((size_t)stage->session_count + 1, sizeof **out);
    for (const pd_srv_session *s = stage->sessions; s && *out; s = s->next) {
        if (s->dead || !s->room) continue;
        pd_api_room *room = &(*out)[count++];
        memcpy(room->id, s->room->name, sizeof room->id);
        room->members = pd_srv_room_count(s);
        room->capacity = s->room->capacity;
        room->has_secret = s->room->has_secret;
    }

    pthread_mutex_unlock(&stage->lock);

    return count;
}
