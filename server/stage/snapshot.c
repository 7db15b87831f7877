#include "server/stage/snapshot.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/io/fields/fields.h"
#include "core/character/control/control_preset.h"
#include "core/character/rollout/snapshot.h"
#include "server/stage/figure.h"
#include "server/stage/manner.h"
#include "server/stage/observer.h"
#include "server/queue/player.h"
#include "server/stage/room.h"
#include "server/stage/stage_parts.h"
#include "server/stage/vmc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_BYTES    20
#define TAIL_BYTES    8
#define USUAL_BYTES   16384
#define USUAL_NUMBERS 4096
#define MOST_DIVISOR  1000000
#define MOST_AGE_US   INT64_C(1000000000000000)
#define CONTROL_COUNT ((int)(sizeof(pd_character_control) / sizeof(double)))

/* -- content of a snapshot ---------------------------------------------------------------- */

/* Lists every field of a recipe, a character and a session, so that none is forgotten: a new field does not
 * compile until it is listed here. If the next tick reads the field, write and read it below (put_session,
 * put_character and the functions that they call). Not written are
 *   of a character   next, dead, group, scene, past, predicted, held, which belong to the stage; now,
 *   now_seq, steering,
 *                    has_arrived, company, wanted, vertices, which every tick sets; speaker and manner,
 *                    which end with the daemon
 *   of a session     the lists, tick_ahead, time_ahead, slot, dead, has_moved, left_us and the share of a
 *                    tick's time, which belong to the stage */
/* clang-format off */
#define RECIPE(X, T) /* put_recipe */ \
    X(T, SKIP, motion) X(T, SKIP, has_body) X(T, SKIPS, body) X(T, SKIP, is_soft) X(T, SKIP, breathing) \
    X(T, SKIP, takes_orders)
PD_FIELDS(pd_srv_recipe, RECIPE)
#define CHARACTER(X, T) /* put_character */ \
    X(T, SKIP, next) X(T, SKIP, id) X(T, SKIP, dead) X(T, SKIP, member) X(T, SKIPS, model) \
    X(T, SKIPS, recipe) X(T, SKIP, group) X(T, SKIP, scene) \
    X(T, SKIPS, input) X(T, SKIP, seq) X(T, SKIP, input_us) X(T, SKIP, coming) X(T, SKIP, stop_following) \
    X(T, SKIPS, reaches) \
    X(T, SKIPS, gaze) X(T, SKIPS, sit) X(T, SKIPS, face) X(T, SKIPS, has_reach) X(T, SKIP, has_gaze) \
    X(T, SKIP, has_sit) X(T, SKIP, has_face) \
    X(T, SKIPS, motion) X(T, SKIP, sized) X(T, SKIP, follow) X(T, SKIP, has_arrived) \
    X(T, SKIP, company) X(T, SKIPS, now) \
    X(T, SKIPS, steering) \
    X(T, SKIP, now_seq) X(T, SKIPS, overlay) X(T, SKIP, body) X(T, SKIP, vertex_count) X(T, SKIP, own) \
    X(T, SKIP, drive) X(T, SKIP, own_face) X(T, SKIP, speaker) X(T, SKIP, manner) \
    X(T, SKIP, player) X(T, SKIP, observed) \
    X(T, SKIP, mimic) X(T, SKIP, past) X(T, SKIP, predicted) \
    X(T, SKIP, held) X(T, SKIP, wanted) X(T, SKIP, vertices)
PD_FIELDS(pd_srv_character, CHARACTER)
#define SESSION(X, T) /* put_session */ \
    X(T, SKIP, next) X(T, SKIPS, id) X(T, SKIPS, token_hash) X(T, SKIP, tick_ahead) X(T, SKIP, time_ahead) \
    X(T, SKIP, tick) X(T, SKIP, time) X(T, SKIP, is_restored) X(T, SKIP, slot) X(T, SKIP, dead) \
    X(T, SKIP, has_moved) X(T, SKIP, client) X(T, SKIPS, key) X(T, SKIP, is_shared) \
    X(T, SKIP, room) X(T, SKIP, vmc) X(T, SKIP, scene) X(T, SKIP, owner) \
    X(T, SKIP, subscribers) X(T, SKIP, characters) X(T, SKIP, character_count) X(T, SKIP, spawned) \
    X(T, SKIP, left_us) X(T, SKIPS, profile) \
    X(T, SKIP, is_expensive) X(T, SKIP, motion_us) X(T, SKIP, work_us) X(T, SKIP, due_us) \
    X(T, SKIP, credit_us) \
    X(T, SKIP, next_frame) X(T, SKIP, next_vertices) \
    X(T, SKIP, vertices_due) X(T, SKIP, vertices_given) X(T, SKIP, codes) X(T, SKIP, next_of_client)
PD_FIELDS(pd_srv_session, SESSION)
/* clang-format on */
static const pd_fields *const listed[] = {&pd_srv_recipe_fields, &pd_srv_character_fields,
                                          &pd_srv_session_fields};

/* Returns the hash of all tables of fields, which does not change while the daemon runs. */
static uint64_t tables_hash(void)
{
    static _Atomic uint64_t known;
    uint64_t hash = atomic_load_explicit(&known, memory_order_relaxed);

    if (hash) return hash;
    hash = pd_character_snapshot_hash();
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) PD_ASSERT(pd_fields_are_ordered(listed[i]));
    hash = hash * 31 + pd_retarget_live_body_fields_hash();
    hash = hash * 31 + pd_retarget_drive_fields_hash();
    hash = hash * 31 + pd_retarget_own_fields_hash();
    hash = hash * 31 + (uint64_t)CONTROL_COUNT;
    atomic_store_explicit(&known, hash, memory_order_relaxed);

    return hash;
}

/* -- bytes ----------------------------------------------------------------------------- */

static bool get_flag(pd_fields_reader *r, const char *name)
{
    return pd_fields_get_u64(r, 1, name) != 0;
}

static void add_number(pd_buffer *out, uint64_t value, int bytes)
{
    unsigned char at[8];
    for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> 8 * i);
    pd_buffer_add(out, at, (size_t)bytes);
}

static uint64_t number_at(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* -- writing ---------------------------------------------------------------------------- */

/* Writes the requests that no tick has taken yet. */
static void put_mailbox(pd_fields_writer *w, const pd_srv_character *a, int64_t now_us)
{
    const int64_t age = now_us - a->input_us;

    pd_character_snapshot_put_input(w, &a->input);
    pd_fields_put_u64(w, a->seq);
    pd_fields_put_u64(w, (uint64_t)(age < 0 ? 0 : age < MOST_AGE_US ? age : MOST_AGE_US));
    pd_fields_put_u64(w, a->stop_following ? 1 : 0);
    pd_fields_put_u64(w, a->coming != NULL);
    if (a->coming) pd_character_snapshot_put_follow(w, a->coming);
    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        pd_fields_put_u64(w, a->has_reach[hand] ? 1 : 0);
        if (a->has_reach[hand]) pd_character_snapshot_put_reach(w, &a->reaches[hand]);
    }

    pd_fields_put_u64(w, a->has_gaze ? 1 : 0);
    if (a->has_gaze) pd_character_snapshot_put_gaze(w, &a->gaze);
    pd_fields_put_u64(w, a->has_sit ? 1 : 0);
    if (a->has_sit) pd_character_snapshot_put_sit(w, &a->sit);
    pd_fields_put_u64(w, a->player != NULL);
    if (a->player) pd_srv_player_put(w, a->player);
    pd_fields_put_u64(w, a->has_face ? 1 : 0);
    if (a->has_face && pd_srv_character_asks_own(a)) pd_retarget_own_goal_put(w, &a->own_face->asked);
    if (a->has_face && !pd_srv_character_asks_own(a)) pd_retarget_live_body_put_goal(w, &a->face);
}

/* Writes the arguments with which the character was created. */
static void put_recipe(pd_fields_writer *w, const pd_srv_character *a)
{
    const pd_srv_model_group *group = a->group;
    const pd_character_control usual = pd_character_control_default();
    const double *own = (const double *)&group->figure.control;
    const double *default_values = (const double *)&usual;
    bool has_control = false;

    for (int i = 0; i < CONTROL_COUNT; i++)
        has_control |= own[i] < default_values[i] || own[i] > default_values[i];
    const pd_character_pose *pose = pd_srv_character_pose(a);

    pd_fields_put_text(w, a->model);
    pd_fields_put_u64(w, a->recipe.motion);
    pd_fields_put_u64(w, a->recipe.takes_orders);
    pd_fields_put_u64(w, group->model ? group->model->content_hash : 0);
    pd_fields_put_u64(w, has_control);
    if (has_control) pd_fields_put_f64(w, own, CONTROL_COUNT);

    pd_fields_put_u64(w, a->recipe.has_body);
    if (a->recipe.has_body) {
        int count;
        const float *betas = pd_retarget_live_body_betas(&count, a->body);
        pd_fields_put_text(w, a->recipe.body);
        pd_fields_put_u64(w, pd_retarget_live_body_content_hash(a->body));
        pd_fields_put_u64(w, (uint64_t)count);
        for (int i = 0; i < count; i++) pd_fields_put_f64(w, &(double){(double)betas[i]}, 1);
        pd_fields_put_u64(w, a->recipe.is_soft);
        pd_fields_put_f64(w, &a->recipe.breathing, 1);
    }

    pd_fields_put_u64(w, a->own != NULL);
    if (a->own) {
        pd_fields_put_text(w, a->own->id);
        pd_fields_put_text(w, a->own->revision);
    }

    /* The fit of an observed character is not written, only its position and heading. */
    pd_fields_put_u64(w, a->observed != NULL);
    if (a->observed) pd_fields_put_f64(w, (const double[]){pose->root.x, pose->root.z, pose->yaw}, 3);
}

static void put_character(pd_fields_writer *w, const pd_srv_character *a, int64_t now_us)
{
    pd_fields_put_u64(w, a->id);
    pd_fields_put_u64(w, a->member);
    put_recipe(w, a);
    put_mailbox(w, a, now_us);
    if (a->observed) return;

    pd_character_snapshot_put_character(w, &a->motion, &a->group->figure);
    /* A gaze of the manner ends with it. */
    pd_character_overlay overlay = a->overlay;
    if (a->manner && a->manner->has_gaze) overlay.gaze.request.weight = 0;
    pd_character_snapshot_put_overlay(w, &overlay);
    pd_fields_put_u64(w, a->follow != NULL);
    if (a->follow) pd_character_snapshot_put_follow(w, a->follow);
    if (a->body) pd_retarget_live_body_put(w, a->body);
    if (a->drive) pd_retarget_drive_put(w, a->drive);
    if (a->own_face) pd_retarget_own_live_put(w, &a->own_face->live);
}

static void put_session(pd_fields_writer *w, const pd_srv_stage *stage, const pd_srv_session *s)
{
    int count = 0;

    for (const pd_srv_character *a = s->characters; a; a = a->next) count += !a->dead;

    /* The head, which pd_srv_snapshot_peek reads too. */
    pd_fields_put_text(w, s->id);
    pd_fields_put_bytes(w, s->token_hash, sizeof s->token_hash);
    pd_fields_put_u64(w, s->client);
    pd_fields_put_text(w, s->key);
    pd_fields_put_u64(w, s->tick);
    pd_fields_put_u64(w, (uint64_t)count);

    /* The room, which pd_srv_snapshot_tokens reads too. */
    pd_fields_put_u64(w, s->room != NULL);
    if (s->room) pd_srv_room_put(w, s->room);

    pd_fields_put_f64(w, &s->time, 1);
    pd_fields_put_u64(w, s->is_shared);
    pd_srv_profile_put(w, &s->profile);
    pd_fields_put_u64(w, s->spawned);
    pd_fields_put_u64(w, s->vmc != NULL);
    if (s->vmc) {
        const pd_srv_vmc_request *vmc = pd_srv_vmc_request_of(s->vmc);
        pd_fields_put_text(w, vmc->destination);
        pd_fields_put_u64(w, (uint64_t)vmc->divisor);
        pd_fields_put_u64(w, vmc->upper_chest ? 1 : 0);
    }

    pd_fields_put_u64(w, s->scene != NULL);
    if (s->scene) {
        pd_fields_put_text(w, s->scene->id);
        pd_fields_put_text(w, s->scene->revision);
    }

    /* From the newest to the oldest, as in the list. */
    const int64_t now = pd_srv_stage_clock_us(stage);
    for (const pd_srv_character *a = s->characters; a; a = a->next)
        if (!a->dead) put_character(w, a, now);
}

/* Ends a session that goes on elsewhere. Its connections know at once; the tick frees it. Under the lock. */
static void end_here(pd_srv_session *s)
{
    s->dead = s->has_moved = 1;
    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        v->moved = (pd_srv_moved){.is_watcher = v != s->owner && !v->place,
                                  .last_id = s->characters ? s->characters->id : 0};
        memcpy(v->moved.session, s->id, sizeof s->id);
        atomic_store(&v->taken, PD_SRV_TAKEN_MOVED);
    }
}

/* Returns the session of an entry, or NULL when it has ended. Under the lock. */
static pd_srv_session *find_listed(pd_srv_stage *stage, const pd_srv_snapshot_entry *e)
{
    if (!e->place || e->departures != stage->departures) return pd_srv_session_find(stage, e->session);
    pd_srv_session *s = (pd_srv_session *)(uintptr_t)e->place;
    PD_ASSERT(!strcmp(s->id, e->session));
    return s->dead ? NULL : s;
}

/* Writes the session that `e` names. ends: the session ends in the same moment. */
static pd_status write_session(pd_buffer *out, pd_fields_writer *w, pd_srv_stage *stage,
                               const pd_srv_snapshot_entry *e, bool ends, pd_error *err)
{
    pd_buffer_clear(out);
    pd_fields_begin(w);

    /* Room for one character, so that the buffers do not grow step by step while the tick waits. */
    pd_buffer_reserve(&w->bytes, USUAL_BYTES);
    pd_buffer_reserve(&w->lengths, USUAL_NUMBERS);
    pd_buffer_reserve(&w->mask, USUAL_NUMBERS / 8);

    /* Wait until no slot is computed, so that all characters of the session are in the same tick. */
    if (stage->takes_snapshots) pthread_mutex_lock(&stage->moving);
    pthread_mutex_lock(&stage->lock);
    pd_srv_session *s = find_listed(stage, e);
    if (s) put_session(w, stage, s);
    if (s && ends) end_here(s);
    pthread_mutex_unlock(&stage->lock);
    if (stage->takes_snapshots) pthread_mutex_unlock(&stage->moving);

    pd_status status = PD_OK;
    if (!s)
        status = pd_fail(err, PD_ERR_NOT_FOUND, "/session", "no session \"%.20s\"", e->session);
    else {
        pd_buffer_add(out, "PSDS", 4);
        add_number(out, PD_SRV_SNAPSHOT_VERSION, 2);
        add_number(out, 0, 2);
        add_number(out, tables_hash(), 8);
        add_number(out, 0, 4);
        pd_fields_end(out, w);
        for (int i = 0; i < 4 && !out->failed; i++)
            out->data[HEAD_BYTES - 4 + i] = (unsigned char)((out->size - HEAD_BYTES) >> 8 * i);
        if (!out->failed) add_number(out, pd_hash64(out->data, out->size, 0), TAIL_BYTES);
        if (out->failed) status = pd_fail(err, PD_ERR_MEMORY, "/session", "out of memory");
    }

    return status;
}

/* Writes the session with an id. */
static pd_status write_named(pd_buffer *out, pd_srv_stage *stage, const char *session, bool ends,
                             pd_error *err)
{
    pd_srv_snapshot_entry e = {.place = NULL};
    pd_fields_writer w = {.counts = {0}};

    snprintf(e.session, sizeof e.session, "%s", session);
    const pd_status status = write_session(out, &w, stage, &e, ends, err);
    pd_fields_writer_deinit(&w);

    return status;
}

pd_status pd_srv_snapshot_write(pd_buffer *out, pd_srv_stage *stage, const char *session, pd_error *err)
{
    return write_named(out, stage, session, false, err);
}

pd_status pd_srv_snapshot_write_listed(pd_buffer *out, pd_fields_writer *writer, pd_srv_stage *stage,
                                       const pd_srv_snapshot_entry *entry, pd_error *err)
{
    return write_session(out, writer, stage, entry, false, err);
}

pd_status pd_srv_snapshot_take(pd_buffer *out, pd_srv_stage *stage, const char *session, pd_error *err)
{
    return write_named(out, stage, session, true, err);
}

void pd_srv_snapshot_drop(pd_srv_stage *stage, const char *session)
{
    pthread_mutex_lock(&stage->lock);
    pd_srv_session *s = pd_srv_session_find(stage, session);
    if (s) end_here(s);
    pthread_mutex_unlock(&stage->lock);
}

/* -- lists -------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    return strcmp(((const pd_srv_snapshot_entry *)a)->session, ((const pd_srv_snapshot_entry *)b)->session);
}

int pd_srv_snapshot_list(pd_srv_snapshot_entry **out, pd_srv_stage *stage)
{
    int count = 0;

    pthread_mutex_lock(&stage->lock);
    pd_srv_snapshot_entry *list = calloc((size_t)stage->session_count + 1, sizeof *list);
    for (const pd_srv_session *s = stage->sessions; s && list; s = s->next) {
        if (s->dead) continue;
        pd_srv_snapshot_entry *e = &list[count++];
        memcpy(e->session, s->id, sizeof e->session);
        e->place = s;
        e->departures = stage->departures;
        e->watchable = (pd_srv_watchable){.client = s->client, .is_shared = s->is_shared};
        memcpy(e->watchable.key, s->key, sizeof e->watchable.key);
        memcpy(e->token_hash, s->token_hash, sizeof e->token_hash);
        e->tick = s->tick;
        e->has_objects = s->scene != NULL;
        e->is_room = s->room != NULL;
        for (const pd_srv_character *a = s->characters; a; a = a->next) {
            e->characters += !a->dead;
            if (!a->dead && a->id > e->newest) e->newest = a->id;
            e->has_objects |= a->own != NULL;
        }
    }

    pthread_mutex_unlock(&stage->lock);
    if (list) qsort(list, (size_t)count, sizeof *list, by_id);
    *out = list;

    return count;
}

bool pd_srv_snapshot_uses_of(pd_srv_snapshot_uses *out, pd_srv_stage *stage, const char *session)
{
    *out = (pd_srv_snapshot_uses){.scene = NULL};
    pthread_mutex_lock(&stage->lock);
    const pd_srv_session *s = pd_srv_session_find(stage, session);
    if (s && s->scene) out->scene = pd_api_scene_retain(s->scene);
    if (s) out->characters = calloc((size_t)s->character_count + 1, sizeof *out->characters);
    for (pd_srv_character *a = s && out->characters ? s->characters : NULL; a; a = a->next)
        if (!a->dead && a->own) out->characters[out->count++] = pd_api_skeleton_retain(a->own);
    pthread_mutex_unlock(&stage->lock);

    return s != NULL;
}

void pd_srv_snapshot_uses_deinit(pd_srv_snapshot_uses *uses)
{
    pd_api_scene_release(uses->scene);
    for (int i = 0; i < uses->count; i++) pd_api_skeleton_release(uses->characters[i]);
    free(uses->characters);
}

/* -- reading ---------------------------------------------------------------------------- */

static pd_status snapshot_wrong(const pd_fields_reader *r, pd_error *err)
{
    return pd_fail(err, PD_ERR_FORMAT, "/snapshot", "the value %s%s%s is missing or out of its range",
                   r->wrong_in ? r->wrong_in : "", r->wrong_in && *r->wrong_in ? "." : "",
                   r->wrong ? r->wrong : "end");
}

/* Checks the header and the checksum, and begins reading the fields. */
static pd_status open_snapshot(pd_fields_reader *r, const unsigned char *bytes, size_t size, pd_error *err)
{
    if (size < HEAD_BYTES + TAIL_BYTES || memcmp(bytes, "PSDS", 4) != 0)
        return pd_fail(err, PD_ERR_FORMAT, "/snapshot",
                       "not a snapshot: its %zu bytes do not begin with PSDS", size);

    /* The version comes first: other versions may enclose their numbers differently. */
    const unsigned version = (unsigned)number_at(bytes + 4, 2);
    if (version != PD_SRV_SNAPSHOT_VERSION)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/snapshot", "version %u; this posed reads version %d",
                       version, PD_SRV_SNAPSHOT_VERSION);
    const size_t inner = (size_t)number_at(bytes + HEAD_BYTES - 4, 4);
    if (inner != size - HEAD_BYTES - TAIL_BYTES)
        return pd_fail(err, PD_ERR_FORMAT, "/snapshot", "%zu bytes; %zu expected, as its head says", size,
                       inner + HEAD_BYTES + TAIL_BYTES);
    const uint64_t sum = number_at(bytes + size - TAIL_BYTES, TAIL_BYTES);
    const uint64_t own = pd_hash64(bytes, size - TAIL_BYTES, 0);
    if (sum != own)
        return pd_fail(err, PD_ERR_FORMAT, "/snapshot",
                       "the snapshot is damaged: it states the checksum %016llx, and its bytes have %016llx",
                       (unsigned long long)sum, (unsigned long long)own);
    const uint64_t hash = number_at(bytes + 8, 8);

    if (hash != tables_hash())
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/snapshot",
                       "version %u with fields %016llx; this posed reads fields %016llx", version,
                       (unsigned long long)hash, (unsigned long long)tables_hash());
    if (pd_fields_open(r, bytes + HEAD_BYTES, inner) != inner) return snapshot_wrong(r, err);

    return PD_OK;
}

static bool is_hex(const char *text, size_t length)
{
    return strlen(text) == length && strspn(text, "0123456789abcdef") == length;
}

static bool get_head(pd_srv_snapshot_head *head, pd_fields_reader *r)
{
    memset(head, 0, sizeof *head);
    if (pd_fields_get_text(r, head->session, sizeof head->session, "session") &&
        !is_hex(head->session, PD_SRV_SESSION_ID - 1))
        pd_fields_fail(r, "session");
    pd_fields_get_bytes(r, head->token_hash, sizeof head->token_hash, "token");
    head->client = pd_fields_get_u64(r, UINT64_MAX, "client");
    pd_fields_get_text(r, head->key, sizeof head->key, "key");
    head->tick = (uint32_t)pd_fields_get_u64(r, UINT32_MAX, "tick");
    head->characters = (int)pd_fields_get_u64(r, PD_SRV_SNAPSHOT_CHARACTERS, "characters");

    return !r->wrong;
}

pd_status pd_srv_snapshot_peek(pd_srv_snapshot_head *head, const unsigned char *bytes, size_t size,
                               pd_error *err)
{
    pd_fields_reader r;
    pd_status status = open_snapshot(&r, bytes, size, err);
    if (status != PD_OK) return status;
    return get_head(head, &r) ? PD_OK : snapshot_wrong(&r, err);
}

void pd_srv_snapshot_room_hash(char out[2 * PD_SRV_SHA256_BYTES + 1], const char *name)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];
    char text[8 + PD_API_REF_BYTES];

    pd_srv_sha256(hash, text, (size_t)snprintf(text, sizeof text, "room %.64s", name));
    pd_srv_hex_encode(out, hash, sizeof hash);
}

pd_status pd_srv_snapshot_tokens(pd_buffer *out, const unsigned char *bytes, size_t size, pd_error *err)
{
    pd_srv_snapshot_head head;
    pd_fields_reader r;
    char text[2 * PD_SRV_SHA256_BYTES + 1];

    const pd_status status = open_snapshot(&r, bytes, size, err);
    if (status != PD_OK) return status;
    if (!get_head(&head, &r)) return snapshot_wrong(&r, err);
    pd_srv_room *room = get_flag(&r, "room") ? pd_srv_room_get(&r, 0) : NULL;
    if (r.wrong) return snapshot_wrong(&r, err);

    if (room)
        pd_srv_snapshot_room_hash(text, room->name);
    else
        pd_srv_hex_encode(text, head.token_hash, sizeof head.token_hash);
    pd_buffer_printf(out, "%s ", text);
    for (const pd_srv_member *m = room ? room->members : NULL; m; m = m->next) {
        pd_srv_hex_encode(text, m->token_hash, sizeof m->token_hash);
        pd_buffer_printf(out, "%s ", text);
    }

    pd_srv_room_free(room);

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "/session", "out of memory") : PD_OK;
}

/* Arguments with which a character is created, as read from the snapshot. */
typedef struct recipe {
    uint32_t id, member;
    char model[PD_API_ID_BYTES], body[PD_API_ID_BYTES], own[PD_API_ID_BYTES];
    char own_revision[PD_API_REVISION_BYTES];
    uint64_t model_hash, body_hash;
    bool has_control, has_own, is_observed;
    pd_character_control control;
    float betas[PD_SRV_SNAPSHOT_BETAS];
    pd_srv_spawn spawn;
} recipe;

static bool get_recipe(recipe *c, pd_fields_reader *r)
{
    memset(c, 0, sizeof *c);
    c->id = (uint32_t)pd_fields_get_u64(r, UINT32_MAX, "id");
    if (!c->id) pd_fields_fail(r, "id");
    c->member = (uint32_t)pd_fields_get_u64(r, UINT32_MAX, "member");
    pd_fields_get_text(r, c->model, sizeof c->model, "model");
    c->spawn.model = c->model;
    c->spawn.motion = (pd_api_motion)pd_fields_get_u64(r, PD_API_BY_MATCHING, "motion");
    c->spawn.takes_orders = get_flag(r, "orders");
    c->model_hash = pd_fields_get_u64(r, UINT64_MAX, "model");
    c->control = pd_character_control_default();
    c->has_control = get_flag(r, "control");
    if (c->has_control) pd_fields_get_f64(r, (double *)&c->control, CONTROL_COUNT, "control");

    c->spawn.has_body = get_flag(r, "body");
    if (c->spawn.has_body) {
        pd_fields_get_text(r, c->body, sizeof c->body, "body");
        c->spawn.body = c->body;
        c->body_hash = pd_fields_get_u64(r, UINT64_MAX, "body");
        c->spawn.beta_count = (int)pd_fields_get_u64(r, PD_SRV_SNAPSHOT_BETAS, "betas");
        for (int i = 0; i < c->spawn.beta_count; i++) {
            double beta = 0;
            pd_fields_get_f64(r, &beta, 1, "betas");
            c->betas[i] = (float)beta;
        }

        c->spawn.betas = c->betas;
        c->spawn.is_soft = get_flag(r, "soft");
        pd_fields_get_f64(r, &c->spawn.breathing, 1, "breathing");
        if (!(c->spawn.breathing >= 0 && c->spawn.breathing <= PD_SMPL_SOFT_BREATHS))
            pd_fields_fail(r, "breathing");
    }

    c->has_own = get_flag(r, "character");
    if (c->has_own) {
        pd_fields_get_text(r, c->own, sizeof c->own, "character");
        pd_fields_get_text(r, c->own_revision, sizeof c->own_revision, "character");
        c->spawn.character = c->own;
    }

    c->is_observed = get_flag(r, "observed");
    if (c->is_observed) {
        double at[3] = {0};
        pd_fields_get_f64(r, at, 3, "observed");
        c->spawn.position[0] = at[0];
        c->spawn.position[1] = at[1];
        c->spawn.facing = at[2];
        c->spawn.drive = PD_API_DRIVE_OBSERVE;
    }

    return !r->wrong;
}

static bool get_mailbox(pd_srv_character *a, pd_fields_reader *r, const pd_api_host *host, int64_t now_us)
{
    pd_character_snapshot_get_input(&a->input, r);
    a->seq = pd_fields_get_u64(r, UINT64_MAX, "seq");
    a->now_seq = a->seq;
    a->input_us = now_us - (int64_t)pd_fields_get_u64(r, (uint64_t)MOST_AGE_US, "input");
    a->stop_following = get_flag(r, "stop_following");
    if (get_flag(r, "coming")) {
        a->coming = malloc(sizeof *a->coming);
        if (!a->coming) return pd_fields_fail(r, "memory");
        pd_character_snapshot_get_follow(a->coming, r);
    }

    for (int hand = 0; hand < PD_CHARACTER_HANDS; hand++) {
        a->has_reach[hand] = get_flag(r, "reach");
        if (a->has_reach[hand] && pd_character_snapshot_get_reach(&a->reaches[hand], r) &&
            pd_character_reach_check(&a->reaches[hand], NULL) != PD_OK)
            pd_fields_fail(r, "reach");
    }

    a->has_gaze = get_flag(r, "gaze");
    if (a->has_gaze && pd_character_snapshot_get_gaze(&a->gaze, r) &&
        pd_character_gaze_check(&a->gaze, NULL) != PD_OK)
        pd_fields_fail(r, "gaze");
    a->has_sit = get_flag(r, "sit");
    if (a->has_sit && pd_character_snapshot_get_sit(&a->sit, r) &&
        pd_character_sit_check(&a->sit, NULL) != PD_OK)
        pd_fields_fail(r, "sit");
    if (get_flag(r, "play")) {
        a->player = pd_srv_player_new(host);
        if (!a->player) return pd_fields_fail(r, "memory");
        pd_srv_player_get(a->player, r);
    }

    a->has_face = get_flag(r, "face");
    if (a->has_face) {
        if (!a->body && !pd_srv_character_asks_own(a))
            pd_fields_fail(r, "face");
        else if (pd_srv_character_asks_own(a))
            pd_retarget_own_goal_get(&a->own_face->asked, r);
        else
            pd_retarget_live_body_get_goal(&a->face, r);
    }

    if (pd_character_input_check(&a->input, NULL) != PD_OK) pd_fields_fail(r, "input");

    return !r->wrong;
}

/* Reads the state of a character into a new one. */
static bool get_state(pd_srv_character *a, pd_fields_reader *r, const pd_api_host *host, int64_t now_us)
{
    if (!get_mailbox(a, r, host, now_us)) return false;
    if (a->observed) return true;
    const double size = a->motion.size;
    pd_character_snapshot_get_character(&a->motion, r, &a->group->figure);
    if (a->motion.size < size || a->motion.size > size) return pd_fields_fail(r, "size");
    pd_srv_figure_show(a);
    const pd_character_snapshot_clips clips = pd_srv_player_clips(a->player);
    pd_character_snapshot_get_overlay(&a->overlay, r, a->player ? &clips : NULL);
    if (get_flag(r, "follow")) {
        a->follow = malloc(sizeof *a->follow);
        if (!a->follow) return pd_fields_fail(r, "memory");
        pd_character_snapshot_get_follow(a->follow, r);
    }

    if (a->body && !r->wrong) pd_retarget_live_body_get(a->body, r);
    if (a->drive && !r->wrong) pd_retarget_drive_get(a->drive, r);
    if (a->own_face && !r->wrong) pd_retarget_own_live_get(&a->own_face->live, r);

    return !r->wrong;
}

static pd_status is_other(const char *what, const char *id, uint64_t have, uint64_t want, pd_error *err)
{
    if (have == want) return PD_OK;
    return pd_fail(
        err, PD_ERR_NOT_FOUND, what,
        "\"%.64s\" has the content %016llx on this daemon; the snapshot was made with content %016llx", id,
        (unsigned long long)have, (unsigned long long)want);
}

/* Checks that the models of a character have the same content here as where the snapshot was written. */
static pd_status check_models(const pd_srv_stage *stage, const recipe *c, const pd_api_mover *mover,
                              pd_error *err)
{
    const pd_pfnn_model *model = pd_api_mover_motion(mover);
    pd_status status = is_other("/model", c->model, model ? model->content_hash : 0, c->model_hash, err);

    if (status != PD_OK || !c->spawn.has_body) return status;

    pd_api_model body;
    if (!pd_api_reach_model(&body, stage->deps.host, NULL, true, c->body, err))
        return err && err->status != PD_OK
                   ? err->status
                   : pd_fail(err, PD_ERR_NOT_FOUND, "/body/model", "no model \"%.64s\"", c->body);
    const pd_smpl_model *smpl = pd_api_model_body(&body);
    status = is_other("/body/model", c->body, smpl ? smpl->content_hash : 0, c->body_hash, err);
    pd_api_model_release(&body);

    return status;
}

/* Returns a reference to the uploaded character with the same content as where the snapshot was written. */
static pd_api_skeleton *find_own(const pd_srv_stage *stage, const recipe *c,
                                 const pd_srv_snapshot_objects *objects, pd_error *err)
{
    pd_api_skeleton *own = NULL;

    if (objects && objects->character)
        own = objects->character(objects->ctx, c->own, c->own_revision);
    else if (stage->deps.host->skeleton)
        own = stage->deps.host->skeleton(stage->deps.host->ctx, c->own);
    if (own && !strcmp(own->revision, c->own_revision)) return own;
    pd_fail(err, PD_ERR_NOT_FOUND, "/character", "no character \"%.64s\" with the content %s", c->own,
            c->own_revision);
    pd_api_skeleton_release(own);

    return NULL;
}

static pd_api_scene *find_scene(const pd_srv_stage *stage, const char *id, const char *revision,
                                const pd_srv_snapshot_objects *objects, pd_error *err)
{
    pd_api_scene *scene = NULL;

    if (objects && objects->scene)
        scene = objects->scene(objects->ctx, id, revision);
    else if (stage->deps.host->scene)
        scene = stage->deps.host->scene(stage->deps.host->ctx, id);
    if (scene && !strcmp(scene->revision, revision)) return scene;
    pd_fail(err, PD_ERR_NOT_FOUND, "/scene", "no scene \"%.64s\" with the content %s", id, revision);
    pd_api_scene_release(scene);

    return NULL;
}

/* Makes a character and adds it to the session, which is in no list yet. */
static pd_status get_character(pd_srv_stage *stage, pd_srv_session *s, pd_fields_reader *r,
                               const pd_srv_snapshot_objects *objects, pd_error *err)
{
    recipe c;

    if (!get_recipe(&c, r)) return snapshot_wrong(r, err);
    for (const pd_srv_character *a = s->characters; a; a = a->next)
        if (a->id == c.id) {
            pd_fields_fail(r, "id");
            return snapshot_wrong(r, err);
        }
    if (s->room ? !pd_srv_room_member(s->room, c.member) : c.member != 0) {
        pd_fields_fail(r, "member");
        return snapshot_wrong(r, err);
    }

    if (c.has_control) {
        pd_status status = pd_character_control_check(&c.control, "/control", err);
        if (status != PD_OK) return status;
    }

    /* Models, the client's own character and the observer, without the lock. */
    pd_srv_arrival coming = {.spawn = &c.spawn, .control = c.control};
    pd_status status = pd_srv_character_models(stage, &c.spawn, true, err);
    if (status == PD_OK)
        status =
            pd_api_mover_acquire(&coming.mover, stage->deps.host, NULL, true, c.model, c.spawn.motion, err);
    if (status != PD_OK) return status;
    if (c.has_own) {
        coming.own = find_own(stage, &c, objects, err);
        if (!coming.own) status = err->status;
    }

    if (status == PD_OK && coming.own) status = pd_api_mover_fit(&coming.mover, coming.own, err);
    if (status == PD_OK) status = check_models(stage, &c, &coming.mover, err);

    if (status == PD_OK && c.is_observed) {
        const pd_anim_scene *scene = s->scene ? &s->scene->scene : NULL;
        status =
            pd_srv_observed_new(&coming.observed, stage, &c.spawn,
                                pd_anim_scene_height(scene, c.spawn.position[0], c.spawn.position[1]), err);
    }

    pd_srv_character *a = NULL;
    if (status == PD_OK) {
        pthread_mutex_lock(&stage->lock);
        status = pd_srv_character_add(stage, s, &a, &coming, err);
        if (status != PD_OK) pd_srv_observed_drop(stage, coming.observed);
        pthread_mutex_unlock(&stage->lock);
    }

    pd_api_skeleton_release(coming.own);
    pd_api_mover_release(&coming.mover);
    if (status != PD_OK) return status;

    a->id = c.id;
    a->member = c.member;
    return get_state(a, r, stage->deps.host, pd_srv_stage_clock_us(stage)) ? PD_OK : snapshot_wrong(r, err);
}

/* Reads the session itself and its characters. */
static pd_status get_session(pd_srv_stage *stage, pd_srv_session *s, pd_fields_reader *r,
                             const pd_srv_snapshot_objects *objects, pd_error *err)
{
    pd_srv_snapshot_head head;
    char id[PD_API_ID_BYTES], revision[PD_API_REVISION_BYTES], destination[PD_SRV_VMC_TEXT];

    if (!get_head(&head, r)) return snapshot_wrong(r, err);
    memcpy(s->id, head.session, sizeof s->id);
    memcpy(s->token_hash, head.token_hash, sizeof s->token_hash);
    memcpy(s->key, head.key, sizeof s->key);
    s->client = head.client;
    if (get_flag(r, "room")) {
        s->room = pd_srv_room_get(r, pd_srv_stage_clock_us(stage));
        if (!s->room && !r->wrong) return pd_fail(err, PD_ERR_MEMORY, "/session", "out of memory");
    }

    pd_fields_get_f64(r, &s->time, 1, "time");
    s->is_shared = get_flag(r, "shared");
    pd_srv_profile_get(&s->profile, r);
    const uint32_t spawned = (uint32_t)pd_fields_get_u64(r, UINT32_MAX, "spawned");

    /* The other machine's VMC destination may not be permitted here; the session goes on without it. */
    if (get_flag(r, "vmc")) {
        pd_srv_vmc_request request = {.destination = destination};
        pd_fields_get_text(r, destination, sizeof destination, "vmc");
        request.divisor = (int)pd_fields_get_u64(r, MOST_DIVISOR, "vmc");
        request.upper_chest = get_flag(r, "vmc");
        if (request.divisor < 1) pd_fields_fail(r, "vmc");
        if (!r->wrong) pd_srv_vmc_open(&s->vmc, &request, pd_srv_stage_cfg(stage), NULL);
    }

    if (get_flag(r, "scene")) {
        pd_fields_get_text(r, id, sizeof id, "scene");
        pd_fields_get_text(r, revision, sizeof revision, "scene");
        if (r->wrong) return snapshot_wrong(r, err);
        s->scene = find_scene(stage, id, revision, objects, err);
        if (!s->scene) return err->status;
    }

    if (r->wrong) return snapshot_wrong(r, err);
    if (head.characters > pd_srv_stage_cfg(stage)->stream_characters)
        return pd_fail(err, PD_ERR_LIMIT, "/characters",
                       "%d characters; at most %d allowed in a session (stream.characters)", head.characters,
                       pd_srv_stage_cfg(stage)->stream_characters);

    for (int i = 0; i < head.characters; i++) {
        pd_status status = get_character(stage, s, r, objects, err);
        if (status != PD_OK) return status;
    }

    if (!pd_fields_done(r)) return snapshot_wrong(r, err);
    s->spawned = spawned;

    /* Each character was added at the front of the list: reverse it. */
    pd_srv_character *first = NULL;
    while (s->characters) {
        pd_srv_character *a = s->characters;
        s->characters = a->next;
        a->next = first;
        first = a;
    }

    s->characters = first;

    /* Ticks and times continue. */
    s->tick = head.tick;
    s->is_restored = true;

    return PD_OK;
}

/* Adds a session that was read to the stage. Under the lock. */
static pd_status snapshot_enter(pd_srv_stage *stage, pd_srv_session *s, pd_error *err)
{
    if (pd_srv_session_find(stage, s->id))
        return pd_fail(err, PD_ERR_INVALID, "/session", "session %s is here already", s->id);
    if (s->room && pd_srv_room_find(stage, s->room->name))
        return pd_fail(err, PD_ERR_NOT_FOUND, "/room", "the room \"%.64s\" has been begun anew",
                       s->room->name);
    pd_status status = pd_srv_session_enter(stage, s, 0, err);
    if (status != PD_OK) return status;
    s->left_us = pd_srv_stage_clock_us(stage);
    for (const pd_srv_character *a = s->characters; a; a = a->next)
        if (a->id > stage->next_id) stage->next_id = a->id;

    return PD_OK;
}

pd_status pd_srv_snapshot_read(pd_srv_stage *stage, const unsigned char *bytes, size_t size,
                               const pd_srv_snapshot_objects *objects, pd_error *err)
{
    pd_error mine = {0};
    pd_fields_reader r;
    pd_status status = open_snapshot(&r, bytes, size, &mine);
    pd_srv_session *s = status == PD_OK ? calloc(1, sizeof *s) : NULL;

    if (status == PD_OK && !s) status = pd_fail(&mine, PD_ERR_MEMORY, "/session", "out of memory");
    if (status == PD_OK) status = get_session(stage, s, &r, objects, &mine);

    pthread_mutex_lock(&stage->lock);
    if (status == PD_OK) status = snapshot_enter(stage, s, &mine);
    if (status != PD_OK && s) pd_srv_session_discard(stage, s);
    pthread_mutex_unlock(&stage->lock);
    if (status != PD_OK && err) *err = mine;

    return status;
}
