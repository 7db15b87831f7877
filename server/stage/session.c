/* Sessions and subscribers: joining, leaving, and freeing what the tick no longer needs. */
#include "core/base/assert.h"
#include "server/base/digest.h"
#include "server/stage/compact.h"
#include "server/stage/cast.h"
#include "server/stage/interest.h"
#include "server/stage/room.h"
#include "server/stage/share.h"
#include "server/stage/stage_parts.h"
#include "server/stage/vmc.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const pd_api_profile default_profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS |
                                                           PD_API_CHANNEL_CONTACTS,
                                               .divisor = 1,
                                               .rotation_bits = 48,
                                               .compact = 0};

static void lock(pd_srv_stage *stage)
{
    pthread_mutex_lock(&stage->lock);
}

static void unlock(pd_srv_stage *stage)
{
    pthread_mutex_unlock(&stage->lock);
}

static bool random_digits(char *out, int digits)
{
    unsigned char bytes[32];
    PD_ASSERT(digits > 0 && digits % 2 == 0 && (size_t)digits / 2 <= sizeof bytes);
    if (getrandom(bytes, (size_t)digits / 2, 0) != digits / 2) return false;
    pd_srv_hex_encode(out, bytes, (size_t)digits / 2);
    return true;
}

/* -- sessions ------------------------------------------------------------------ */

#define BUCKETS 1024 /* hash buckets of clients; two clients in one bucket count as one */

static unsigned bucket_of(uint64_t client)
{
    return (unsigned)(client ^ client >> 32) % BUCKETS;
}

/* Makes room for a new session of the client. quota: pd_srv_join.sessions_most. When there are too many
 * sessions, one that waits to be resumed is ended. */
static pd_status make_room(pd_srv_stage *stage, uint64_t client, int quota, pd_error *err)
{
    const pd_cfg *cfg = pd_srv_stage_cfg(stage);

    /* Count all sessions, the client's own, and the waiting ones of each client. */
    int all = 0, own = 0, waiting[BUCKETS] = {0};
    pd_srv_session *own_oldest = NULL, *oldest = NULL;
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->dead) continue;
        all++;
        own += s->client == client;
        if (s->owner) continue;
        waiting[bucket_of(s->client)]++;
        if (s->client == client && (!own_oldest || s->left_us < own_oldest->left_us)) own_oldest = s;
    }

    PD_ASSERT(own <= all && all <= stage->session_count);

    const int own_most = (int)pd_srv_quota_least(cfg->stream_owner_sessions, quota);
    bool is_own_full = own_most && own >= own_most;
    bool is_full = all >= cfg->stream_sessions;
    if (!is_own_full && !is_full) return PD_OK;

    /* The client's own waiting session goes first. */
    if (own_oldest) {
        own_oldest->dead = 1; /* the tick frees it */
        return PD_OK;
    }

    if (is_own_full)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "this client has %d sessions; at most %d allowed for each client (%s)", own, own_most,
                       own_most == cfg->stream_owner_sessions ? "stream.owner_sessions"
                                                              : "the token's posed.max_sessions");

    /* Otherwise the longest-waiting session of the client with most of them.
     * The only waiting session of a client stays. */
    unsigned most = 0;
    for (unsigned i = 1; i < BUCKETS; i++)
        if (waiting[i] > waiting[most]) most = i;
    for (pd_srv_session *s = stage->sessions; s && waiting[most] > 1; s = s->next)
        if (!s->dead && !s->owner && bucket_of(s->client) == most &&
            (!oldest || s->left_us < oldest->left_us))
            oldest = s;
    if (!oldest)
        return pd_fail(err, PD_ERR_BUSY, "",
                       "the server has %d sessions, as many as are allowed (stream.sessions)",
                       cfg->stream_sessions);
    oldest->dead = 1;

    return PD_OK;
}

pd_status pd_srv_session_enter(pd_srv_stage *stage, pd_srv_session *s, int quota, pd_error *err)
{
    pd_status status = make_room(stage, s->client, quota, err);

    if (status != PD_OK) return status;
    pd_srv_stage_place(stage, s);
    pd_srv_plan_outdate(stage, s->slot);
    s->next = stage->sessions;
    stage->sessions = s;
    stage->session_count++;

    return PD_OK;
}

void pd_srv_session_count(pd_srv_session *s, uint32_t tick, double time, double rate)
{
    if (s->is_restored) {
        s->tick_ahead = s->tick + 1 - tick;
        s->time_ahead = s->time + 1 / rate - time;
        s->is_restored = false;
    }

    s->tick = tick + s->tick_ahead;
    s->time = time + s->time_ahead;
}

/* Adds an empty session with a random id, and with a random token, which is written to `token`. */
static pd_srv_session *new_session(char token[PD_SRV_TOKEN], pd_srv_stage *stage, uint64_t client, int quota,
                                   pd_error *err)
{
    pd_srv_session *s = calloc(1, sizeof *s);

    if (!s || !random_digits(s->id, PD_SRV_SESSION_ID - 1) || !random_digits(token, PD_SRV_TOKEN - 1)) {
        pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        free(s);
        return NULL;
    }

    s->client = client;
    s->profile = default_profile;
    s->tick = stage->state.tick;
    s->time = stage->ticks ? stage->state.time : 1e-6 * (double)pd_srv_stage_clock_us(stage);
    pd_srv_sha256(s->token_hash, token, PD_SRV_TOKEN - 1);
    if (pd_srv_session_enter(stage, s, quota, err) == PD_OK) return s;
    free(s);

    return NULL;
}

/* Takes a subscriber out of its session, for the reason `why`. A session without owner waits to be resumed
 * from now on, and so does the place of a member of a room. */
static void detach(const pd_srv_stage *stage, pd_srv_subscriber *subscriber, pd_srv_taken why)
{
    pd_srv_session *s = subscriber->session;

    if (!s) return;
    pd_srv_subscriber **at = &s->subscribers;
    while (*at && *at != subscriber) at = &(*at)->next;
    PD_ASSERT(*at == subscriber); /* a subscriber with a session is in its list */
    *at = subscriber->next;
    const bool owned = s->owner == subscriber;
    if (subscriber->place)
        pd_srv_room_disconnect(stage, s, subscriber);
    else if (owned)
        s->owner = NULL;
    if (owned && !s->owner) s->left_us = pd_srv_stage_clock_us(stage);

    subscriber->session = NULL;
    subscriber->next = NULL;
    atomic_store(&subscriber->taken, s->has_moved ? PD_SRV_TAKEN_MOVED : why);
}

/* Returns true when a living session sends datagrams to the destination. */
static bool sends_to(const pd_srv_session *s, const char *destination)
{
    return !s->dead && s->vmc && !strcmp(pd_srv_vmc_destination(s->vmc), destination);
}

/* Ends the sending of other sessions to a destination that a new session takes over. */
static void stop_others(pd_srv_stage *stage, const char *destination)
{
    for (pd_srv_session *other = stage->sessions; other; other = other->next) {
        if (!sends_to(other, destination)) continue;
        pd_srv_vmc_close(other->vmc);
        other->vmc = NULL;
    }
}

/* Opens the sender of a new session; *out stays NULL when none is requested. */
static pd_status open_vmc(pd_srv_vmc **out, pd_srv_stage *stage, const pd_srv_vmc_request *request,
                          pd_error *err)
{
    *out = NULL;
    if (!request->destination) return PD_OK;
    pd_status status = pd_srv_vmc_open(out, request, pd_srv_stage_cfg(stage), err);
    if (status != PD_OK) return status;

    /* A session that waits to be resumed loses its destination; a session with an owner keeps it. */
    const char *destination = pd_srv_vmc_destination(*out);
    for (const pd_srv_session *s = stage->sessions; s && status == PD_OK; s = s->next)
        if (s->owner && sends_to(s, destination))
            status = pd_fail(err, PD_ERR_BUSY, "/vmc",
                             "another session sends to %s; one session at a time allowed", destination);
    if (status == PD_OK) return PD_OK;
    pd_srv_vmc_close(*out);
    *out = NULL;

    return status;
}

/* Finds and retains the scene of a new session; *out stays NULL when none is requested. */
static pd_status find_scene(pd_api_scene **out, const pd_srv_stage *stage, const pd_srv_join *wanted,
                            pd_error *err)
{
    char hint[PD_API_HINT_BYTES];
    pd_error denied = {0};

    *out = NULL;
    if (!wanted->scene) return PD_OK;

    *out = pd_api_reach_scene(stage->deps.host, wanted->access, wanted->scene, &denied);
    if (denied.status == PD_ERR_FORBIDDEN)
        return pd_fail(err, PD_ERR_FORBIDDEN, "/scene", "%s", denied.detail);
    if (*out) return PD_OK;
    pd_api_id_hint(hint, stage->deps.host, wanted->access, PD_API_IDS_SCENES, wanted->scene);

    return pd_fail(err, PD_ERR_NOT_FOUND, "/scene", "no scene \"%.64s\"%s%s GET /v1/scenes lists them",
                   wanted->scene, hint, *hint ? "" : ";");
}

/* Creates a session in the requested scene, with the requested sender. Writes its resume token. */
static pd_srv_session *create_session(char token[PD_SRV_TOKEN], pd_srv_stage *stage,
                                      const pd_srv_join *wanted, pd_error *err)
{
    pd_api_scene *scene;
    pd_srv_vmc *vmc;
    pd_srv_room *room;

    if (pd_srv_room_new(&room, stage, wanted, err) != PD_OK) return NULL;
    if (find_scene(&scene, stage, wanted, err) != PD_OK) {
        pd_srv_room_free(room);
        return NULL;
    }

    if (open_vmc(&vmc, stage, &wanted->vmc, err) != PD_OK) {
        pd_srv_room_free(room);
        pd_api_scene_release(scene);
        return NULL;
    }

    pd_srv_session *s = new_session(token, stage, wanted->client, wanted->sessions_most, err);
    if (!s) {
        pd_srv_room_free(room);
        pd_srv_vmc_close(vmc);
        pd_api_scene_release(scene);
        return NULL;
    }

    /* Other sessions lose the destination only now, when nothing can fail any more. */
    if (vmc) stop_others(stage, pd_srv_vmc_destination(vmc));
    s->scene = scene;
    s->vmc = vmc;
    s->room = room;
    s->is_shared = room ? !room->has_secret : wanted->is_shared;
    snprintf(s->key, sizeof s->key, "%s", wanted->key ? wanted->key : "");

    return s;
}

/* Finds a living session by its token, or by that of a place in it; sessions store only hashes. The
 * comparison takes the same time for every token of the right length. */
static pd_srv_session *find_by_token(pd_srv_member **place, const pd_srv_stage *stage, const char *token)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];

    *place = NULL;
    if (strlen(token) != PD_SRV_TOKEN - 1) return NULL;
    pd_srv_sha256(hash, token, PD_SRV_TOKEN - 1);
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->dead) continue;
        if (!s->room && pd_srv_equal_bytes(s->token_hash, hash, sizeof hash)) return s;
        *place = s->room ? pd_srv_room_by_token(s->room, hash) : NULL;
        if (*place) return s;
    }

    return NULL;
}

pd_srv_session *pd_srv_session_find(const pd_srv_stage *stage, const char *id)
{
    for (pd_srv_session *s = stage->sessions; s; s = s->next)
        if (!s->dead && !strcmp(s->id, id)) return s;
    return NULL;
}

/* Returns the session to resume. Another key's session counts as missing. Without keys the token alone
 * decides, because clients change addresses. */
static pd_srv_session *resume_session(pd_srv_member **place, const pd_srv_stage *stage,
                                      const pd_srv_join *wanted, pd_error *err)
{
    pd_srv_session *s = find_by_token(place, stage, wanted->resume);

    if (s && !(wanted->has_key && (*place ? (*place)->client : s->client) != wanted->client)) return s;
    pd_fail(err, PD_ERR_NOT_FOUND, "/resume",
            "no session has this token; a session ends %g s after its last connection (stream.resume_window)",
            pd_srv_stage_cfg(stage)->stream_resume_window);

    return NULL;
}

pd_status pd_srv_join_may_watch(const pd_srv_join *wanted, const pd_srv_watchable *s, pd_error *err)
{
    /* Another key's session counts as missing unless it is shared or the client is an admin. */
    const bool is_others = s && wanted->has_key && s->client != wanted->client;

    if (!s || (is_others && !s->is_shared && !wanted->is_admin))
        return pd_fail(err, PD_ERR_NOT_FOUND, "/watch", "no session \"%.20s\"%s", wanted->watch,
                       wanted->has_key ? " of this key, nor one that another key shares" : "");

    /* The keys file may limit the sessions that a key reaches. */
    if (!is_others) return PD_OK;
    return pd_api_access_check(wanted->access, PD_API_OBJECT_SESSIONS, s->key, "/watch", err);
}

/* Returns the session to watch. */
static pd_srv_session *watched_session(const pd_srv_stage *stage, const pd_srv_join *wanted, pd_error *err)
{
    pd_srv_session *s = pd_srv_session_find(stage, wanted->watch);
    pd_srv_watchable watchable;

    if (s) {
        watchable = (pd_srv_watchable){.client = s->client, .is_shared = s->is_shared};
        memcpy(watchable.key, s->key, sizeof watchable.key);
    }

    return pd_srv_join_may_watch(wanted, s ? &watchable : NULL, err) == PD_OK ? s : NULL;
}

/* Returns the session that a join requests: a new one, one to resume, or one to watch. Writes the token of
 * one that the client owns. *place receives the place in a room that is resumed, or else NULL. */
static pd_srv_session *session_for(char token[PD_SRV_TOKEN], pd_srv_member **place, pd_srv_stage *stage,
                                   const pd_srv_join *wanted, pd_error *err)
{
    *place = NULL;

    if (!!wanted->resume + !!wanted->watch + !!wanted->scene > 1) {
        pd_fail(err, PD_ERR_INVALID, "", "more than one of resume, watch and scene given; only one allowed");
        return NULL;
    }

    /* A room is joined when it is there, and begun otherwise. */
    if (wanted->room) {
        pd_srv_session *s = pd_srv_room_find(stage, wanted->room);
        if (s) return pd_srv_room_admit(s, wanted, err) == PD_OK ? s : NULL;
    }

    if (wanted->vmc.destination && (wanted->resume || wanted->watch)) {
        pd_fail(
            err, PD_ERR_INVALID, "/vmc",
            "given with resume; allowed only for a new session, because a resumed one keeps its destination");
        return NULL;
    }

    if (wanted->watch) return watched_session(stage, wanted, err);
    if (!wanted->resume) return create_session(token, stage, wanted, err);
    snprintf(token, PD_SRV_TOKEN, "%s", wanted->resume);

    return resume_session(place, stage, wanted, err);
}

/* -- joining and leaving ------------------------------------------------------------- */

/* Lists the characters that the session already has: frames show them,
 * and no other message describes them to the client. */
static pd_status list_characters(pd_srv_join_result *result, const pd_srv_session *s, pd_error *err)
{
    *result = (pd_srv_join_result){.there = NULL};
    if (!s->character_count) return PD_OK;
    result->there = calloc((size_t)s->character_count, sizeof *result->there);
    if (!result->there) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        if (a->dead) continue;
        pd_api_who *who = &result->there[result->there_count++];
        pd_srv_character_describe(who, a);
        if (who->character) pd_api_skeleton_retain(who->character);
    }

    PD_ASSERT(result->there_count <= s->character_count);

    return PD_OK;
}

pd_status pd_srv_stage_describe(pd_srv_stage *stage, const pd_srv_subscriber *subscriber,
                                pd_srv_join_result *result, pd_error *err)
{
    lock(stage);
    const pd_srv_session *s = subscriber->session;
    pd_status status = s ? list_characters(result, s, err)
                         : pd_fail(err, PD_ERR_NOT_FOUND, "/watch", "the session has ended");
    if (status == PD_OK) {
        result->tick = s->tick;
        memcpy(result->session, s->id, sizeof result->session);
    }

    unlock(stage);

    return status;
}

void pd_srv_stage_join_result_deinit(pd_srv_join_result *result)
{
    for (int i = 0; i < result->there_count; i++) pd_api_skeleton_release(result->there[i].character);
    free(result->there);
    free(result->members);
    free(result->objects);
    result->there = NULL;
    result->members = result->objects = NULL;
    result->there_count = result->member_count = result->object_count = 0;
}

/* Adds the subscriber to the session. An owner replaces the one before,
 * whose connection has died without closing. */
static void attach(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *subscriber, bool owns)
{
    PD_ASSERT(!subscriber->session && !s->dead);
    if (owns && s->owner) detach(stage, s->owner, PD_SRV_TAKEN);
    subscriber->session = s;
    subscriber->next = s->subscribers;
    s->subscribers = subscriber;
    if (owns) s->owner = subscriber;
}

/* Makes the subscriber the connection of a place in the room: of `fresh`, which becomes a new place, or of
 * `kept`, whose connection before has died without closing. */
static void attach_place(const pd_srv_stage *stage, pd_srv_session *s, pd_srv_subscriber *subscriber,
                         pd_srv_member *kept, pd_srv_member *fresh, const pd_srv_join *wanted)
{
    if (fresh) pd_srv_room_enter(stage, s, fresh, wanted);
    if (kept && kept->connection) detach(stage, kept->connection, PD_SRV_TAKEN);
    attach(stage, s, subscriber, false);
    pd_srv_room_connect(s, kept ? kept : fresh, subscriber);
}

/* Makes a place in a room and its token; both stay empty for a join that needs none. */
static pd_status new_place(pd_srv_member **out, char token[PD_SRV_TOKEN], const pd_srv_join *wanted,
                           pd_error *err)
{
    *out = NULL;
    if (!wanted->room || wanted->role == PD_API_ROLE_WATCHER) return PD_OK;
    *out = calloc(1, sizeof **out);
    if (*out && random_digits(token, PD_SRV_TOKEN - 1)) {
        pd_srv_sha256((*out)->token_hash, token, PD_SRV_TOKEN - 1);
        return PD_OK;
    }

    free(*out);
    *out = NULL;
    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
}

pd_status pd_srv_stage_join(pd_srv_stage *stage, pd_srv_subscriber **out, pd_srv_join_result *result,
                            void *to, const pd_srv_join *wanted, pd_error *err)
{
    const bool resumes = wanted->resume != NULL;
    const bool watches = wanted->watch || (wanted->room && wanted->role == PD_API_ROLE_WATCHER);
    pd_error mine = {0};
    char token[PD_SRV_TOKEN] = "", place_token[PD_SRV_TOKEN] = "";
    pd_srv_member *kept, *fresh;

    *out = NULL;

    pd_srv_subscriber *subscriber = calloc(1, sizeof *subscriber);
    if (!subscriber) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    subscriber->to = to;
    subscriber->profile = default_profile;
    if (new_place(&fresh, place_token, wanted, err) != PD_OK) {
        free(subscriber);
        return err ? err->status : PD_ERR_MEMORY;
    }

    lock(stage);
    pd_srv_session *s = session_for(token, &kept, stage, wanted, &mine);
    if (s && list_characters(result, s, &mine) != PD_OK) s = NULL; /* not of a session begun just now */
    if (!s) {
        unlock(stage);
        free(fresh);
        free(subscriber);
        if (err) *err = mine;
        return mine.status;
    }

    /* No step below can fail. */
    if (resumes) subscriber->profile = kept ? kept->profile : s->profile;
    subscriber->is_owed = true; /* the first frame comes with the next tick, whatever the divisor */
    subscriber->offset = stage->state.tick + 1;
    if (watches && wanted->profile) subscriber->profile = *wanted->profile;
    if (fresh || kept)
        attach_place(stage, s, subscriber, kept, fresh, wanted);
    else
        attach(stage, s, subscriber, !watches);
    if (s->room) pd_srv_room_describe(result, s->room, subscriber->place);

    /* Watchers learn neither the token nor the destination. */
    result->resumed = resumes;
    result->tick = s->tick;
    memcpy(result->session, s->id, sizeof result->session);
    if (!watches) memcpy(result->token, fresh ? place_token : token, sizeof result->token);
    if (!watches && s->vmc) snprintf(result->vmc, sizeof result->vmc, "%s", pd_srv_vmc_destination(s->vmc));
    unlock(stage);

    *out = subscriber;
    return PD_OK;
}

void pd_srv_stage_leave(pd_srv_stage *stage, pd_srv_subscriber *subscriber, int for_good)
{
    lock(stage);
    pd_srv_session *s = subscriber->session;
    pd_srv_member *place = s ? subscriber->place : NULL;
    const bool owned = s && s->owner == subscriber;
    const bool ends = for_good || pd_srv_stage_cfg(stage)->stream_resume_window <= 0;
    pd_srv_caster_forget(stage, subscriber);
    detach(stage, subscriber, PD_SRV_TAKEN);
    if (ends && place && !s->dead)
        pd_srv_room_end_place(stage, s, place);
    else if (ends && owned)
        s->dead = 1;
    unlock(stage);

    pd_srv_interest_free(subscriber->interest);
    free(subscriber);
}

/* Ends another member's place for the host. Under the lock. */
static pd_status remove_member(const pd_srv_stage *stage, const pd_srv_subscriber *host, uint32_t number,
                               pd_error *err)
{
    pd_srv_session *s = host->session;

    if (!s || s->dead || !host->place)
        return pd_fail(err, PD_ERR_INVALID, "/member", "this connection is no member of a room");
    if (s->room->host != host->place->number)
        return pd_fail(err, PD_ERR_FORBIDDEN, "/member",
                       "only the host may remove members; it is the member %u", s->room->host);
    if (number == host->place->number)
        return pd_fail(err, PD_ERR_INVALID, "/member", "%u is this client itself; leave without `member`",
                       number);
    pd_srv_member *member = pd_srv_room_member(s->room, number);
    if (!member)
        return pd_fail(err, PD_ERR_NOT_FOUND, "/member", "%u; the number of a member of this room expected",
                       number);

    if (member->connection) detach(stage, member->connection, PD_SRV_TAKEN_REMOVED);
    pd_srv_room_end_place(stage, s, member);

    return PD_OK;
}

pd_status pd_srv_stage_remove(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t member,
                              pd_error *err)
{
    lock(stage);
    const pd_status status = remove_member(stage, subscriber, member, err);
    unlock(stage);

    return status;
}

pd_srv_taken pd_srv_stage_is_taken(pd_srv_stage *stage, const pd_srv_subscriber *subscriber)
{
    (void)stage;
    return (pd_srv_taken)atomic_load(&((pd_srv_subscriber *)subscriber)->taken);
}

bool pd_srv_stage_moved(pd_srv_moved *out, pd_srv_stage *stage, const pd_srv_subscriber *subscriber)
{
    if (pd_srv_stage_is_taken(stage, subscriber) != PD_SRV_TAKEN_MOVED) return false;
    lock(stage);
    *out = subscriber->moved;
    out->profile = subscriber->profile;
    unlock(stage);

    return true;
}

/* Refuses the channel `face` if the session has characters and none of them has a face. */
static pd_status check_face(const pd_srv_session *s, const pd_api_profile *profile, pd_error *err)
{
    int living = 0;

    if (!s || !(profile->channels & PD_API_CHANNEL_FACE)) return PD_OK;
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        if (a->dead) continue;
        if (pd_srv_character_has_body_face(a) || pd_srv_character_has_own_face(a)) return PD_OK;
        living++;
    }

    if (!living) return PD_OK;

    return pd_fail(err, PD_ERR_UNSUPPORTED, "/channels",
                   "face: none of the %d characters has a body with eyes and fingers, or a file with blend "
                   "shapes; spawn "
                   "one with \"body\": {\"model\": \"person\"}",
                   living);
}

/* Refuses the channel `soft` if the session has characters and none of them has soft tissue. */
static pd_status check_soft(const pd_srv_session *s, const pd_api_profile *profile, pd_error *err)
{
    int living = 0;

    if (!s || !(profile->channels & PD_API_CHANNEL_SOFT)) return PD_OK;
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        const float *soft;
        if (a->dead) continue;
        if (a->body && pd_retarget_live_body_soft(&soft, a->body)) return PD_OK;
        living++;
    }

    if (!living) return PD_OK;

    return pd_fail(err, PD_ERR_UNSUPPORTED, "/channels",
                   "soft: none of the %d characters has a body with soft tissue; spawn one with \"body\": "
                   "{\"soft\": true}",
                   living);
}

pd_status pd_srv_stage_profile(pd_srv_stage *stage, pd_srv_subscriber *subscriber,
                               const pd_api_profile *profile, pd_error *err)
{
    lock(stage);
    pd_status status = check_face(subscriber->session, profile, err);
    if (status == PD_OK) status = check_soft(subscriber->session, profile, err);
    if (status != PD_OK) {
        unlock(stage);
        return status;
    }

    subscriber->profile = *profile;
    pd_srv_interest_free(subscriber->interest);
    subscriber->interest = NULL;
    subscriber->offset = stage->state.tick + 1;
    subscriber->serial = 0;
    subscriber->is_owed = subscriber->granted = false;
    subscriber->frames_due = subscriber->frames_given = 0;
    subscriber->is_lowered = false;
    if (subscriber->place)
        subscriber->place->profile = *profile;
    else if (subscriber->session && subscriber->session->owner == subscriber)
        subscriber->session->profile = *profile;
    unlock(stage);

    return PD_OK;
}

/* -- sweeping --------------------------------------------------------------------- */

/* Frees the dead characters of a session, or all of them. */
static void sweep_characters(pd_srv_stage *stage, pd_srv_session *s, bool all)
{
    for (pd_srv_character **at = &s->characters; *at;) {
        pd_srv_character *a = *at;
        if (!all && !a->dead) {
            at = &a->next;
            continue;
        }

        *at = a->next;
        pd_srv_plan_outdate(stage, s->slot);
        a->group->characters--;
        s->character_count--;
        stage->character_count--;
        stage->body_count -= a->body || a->drive;
        PD_ASSERT(a->group->characters >= 0 && s->character_count >= 0);
        PD_ASSERT(stage->body_count >= 0 && stage->character_count >= stage->body_count);
        pd_srv_character_free(stage, a);
    }
}

#define LARGE_SCENE ((size_t)1 << 20) /* bytes */

/* Releases the scene of an ended session. A large one is left to pd_srv_stage_tidy: freeing 67 MB of heights
 * would take the tick 5 ms. */
static void leave_scene(pd_srv_stage *stage, pd_api_scene *scene)
{
    if (!scene || scene->held < LARGE_SCENE) {
        pd_api_scene_release(scene);
        return;
    }

    if (stage->left_count == stage->left_capacity) {
        const int capacity = 2 * stage->left_capacity + 16;
        pd_api_scene **grown = realloc(stage->left_scenes, (size_t)capacity * sizeof *grown);
        if (!grown) {
            pd_api_scene_release(scene);
            return;
        }

        stage->left_scenes = grown;
        stage->left_capacity = capacity;
    }

    PD_ASSERT(stage->left_count < stage->left_capacity);
    stage->left_scenes[stage->left_count++] = scene;
}

void pd_srv_stage_tidy(pd_srv_stage *stage)
{
    lock(stage);
    pd_api_scene **scenes = stage->left_scenes;
    const int count = stage->left_count;
    stage->left_scenes = NULL;
    stage->left_count = stage->left_capacity = 0;
    unlock(stage);

    for (int i = 0; i < count; i++) pd_api_scene_release(scenes[i]);
    free(scenes);
}

/* Frees a session that is in the list no more and has no characters. */
static void free_session(pd_srv_stage *stage, pd_srv_session *s)
{
    PD_ASSERT(!s->characters && !s->character_count);
    while (s->subscribers) detach(stage, s->subscribers, PD_SRV_TAKEN);
    PD_ASSERT(!s->owner);
    pd_srv_plan_outdate(stage, s->slot);
    stage->departures++;
    stage->session_count--;
    stage->slot_sessions[s->slot]--;
    PD_ASSERT(stage->session_count >= 0 && stage->slot_sessions[s->slot] >= 0);
    leave_scene(stage, s->scene);
    pd_srv_vmc_close(s->vmc);
    pd_srv_room_free(s->room);
    pd_srv_compact_free(s->codes);
    free(s);
}

void pd_srv_session_discard(pd_srv_stage *stage, pd_srv_session *s)
{
    sweep_characters(stage, s, true);
    pd_api_scene_release(s->scene);
    pd_srv_vmc_close(s->vmc);
    pd_srv_room_free(s->room);
    free(s);
}

/* Frees the groups that have no characters any more. */
static void sweep_groups(pd_srv_stage *stage)
{
    for (pd_srv_model_group **at = &stage->groups; *at;) {
        pd_srv_model_group *group = *at;
        PD_ASSERT(group->characters >= 0);
        if (group->characters) {
            at = &group->next;
            continue;
        }

        *at = group->next;
        pd_pfnn_model_release(group->model);
        free(group);
    }
}

void pd_srv_stage_sweep(pd_srv_stage *stage, int64_t now_us)
{
    const int64_t window = pd_srv_seconds_us(pd_srv_stage_cfg(stage)->stream_resume_window);

    for (pd_srv_session **at = &stage->sessions; *at;) {
        pd_srv_session *s = *at;
        if (s->room && !s->dead) pd_srv_room_sweep(stage, s, now_us, window);
        const bool is_over = s->dead || (!s->room && !s->owner && now_us - s->left_us > window);
        sweep_characters(stage, s, is_over);
        if (!is_over) {
            at = &s->next;
            continue;
        }

        *at = s->next;
        free_session(stage, s);
    }

    sweep_groups(stage);
}
