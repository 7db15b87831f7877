/* Rooms and profiles in snapshots. */
#include "server/stage/room.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIVISOR  1000000
#define MOST_COMPACT  10 /* millimetres */
#define MOST_CHANNELS 0xffffu

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
