#include "server/cluster/cluster.h"

#include "config/version.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/base/metrics.h"
#include "server/base/process.h"
#include "server/base/rate.h"
#include "server/cluster/blob.h"
#include "server/cluster/redis.h"
#include "server/stage/snapshot.h"
#include "server/stage/stage_parts.h"

#include <hiredis/hiredis.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>

#define RETRY_US       (PD_SRV_SECOND / 4) /* time between two attempts to connect to Redis */
#define IDLE_US        (2 * PD_SRV_SECOND) /* time between two checkpoints of a session that does not move */
#define ASK_AGAIN_US   20000 /* time between two attempts of a new takeover to take its session */
/* A takeover tries every ASK_AGAIN_US for this time, then once in this time. */
#define SOON_US        (PD_SRV_SECOND / 4)
/* A takeover fails when its session's daemon has not answered for the lease and this time. */
#define PATIENCE_US    PD_SRV_SECOND
/* An offered session is taken only after this time, because its client may resume it on a third daemon. */
#define OFFER_US       (PD_SRV_SECOND / 2)
#define GIVEN_UP_US    (2 * PD_SRV_SECOND) /* time without a connection to Redis after which a drain ends */
#define HURRY_US       (PD_SRV_SECOND / 4) /* time for moving sessions when the daemon has to end at once */
#define TAKEOVERS_MOST 1024
#define NOTES_MOST     4096
#define DOUBLED_US     (60 * PD_SRV_SECOND) /* between two lines about another daemon of the same name */
/* Least time between two lines of the log about failures of Redis that have different reasons. */
#define TOLD_US        (5 * PD_SRV_SECOND)
#define TARGETS_MOST   64
/* Added to the load of all sessions, so that an idle daemon spreads its sessions too. */
#define LEAST_LOAD     0.01
#define BATCH_MOST     256
/* Longest time spent on the answers of a batch; the daemon's entry is renewed between batches. */
#define BATCH_SECONDS  0.3
#define FRIENDLY_US    300 /* no snapshot begins when a slot of the tick is due within this time */
/* Queued checkpoints are sent at this size, because malloc returns larger blocks to the system each time. */
#define PUSH_BYTES     32768
#define HASH_TEXT      (2 * PD_SRV_SHA256_BYTES + 1)

struct pd_srv_takeover {
    pd_srv_takeover *next;
    atomic_int references;
    _Atomic pd_srv_takeover_state state;
    char token_hash[HASH_TEXT]; /* SHA-256 of the client's token; "": another daemon offered the session */
    char session[PD_SRV_SESSION_ID]; /* id of the session; "" for a token whose session is not known yet */
    int64_t asked_us; /* time at which the session's daemon was last asked to give it up; 0: not yet */
    /* Time of the next attempt; time at which the takeover fails, 0 before the first attempt. */
    int64_t next_us, until_us;
    /* Span `takeover`, and the span of the daemon that offers the session; zeros: none. */
    pd_srv_trace_context trace, parent;
    int64_t began_us;
    pd_error err; /* reason of a failure; written before `state` */
};

/* A message from another daemon. */
typedef struct note {
    struct note *next;
    char text[160];
} note;

/* A session of this daemon, as Redis knows it. */
typedef struct held {
    char session[PD_SRV_SESSION_ID];
    char token_hash[HASH_TEXT];
    pd_srv_watchable watchable;
    uint64_t epoch;
    uint32_t tick;     /* tick of the last checkpoint */
    int64_t stored_us; /* time of the last checkpoint; 0: none, or Redis has lost it */
    int characters;    /* number of characters when `blobs` was made */
    char *blobs;       /* "scene:REVISION:SHA256,character:..."; NULL: none */
    bool is_large;     /* an object is larger than cluster.blob_bytes */
} held;

/* An object whose hash is known. */
typedef struct known_blob {
    char revision[PD_API_REVISION_BYTES], sha[HASH_TEXT];
    size_t size;
} known_blob;
#define KNOWN_MOST 256

/* Daemons that could take sessions over, with their loads. */
typedef struct targets {
    char names[TARGETS_MOST][65];
    double loads[TARGETS_MOST];
    int count;
} targets;

/* The moving of all sessions while this daemon stops. */
typedef struct leaving {
    int64_t began_us, next_us;    /* 0: not begun; time at which the next session moves        */
    char last[PD_SRV_SESSION_ID]; /* id of the session that was the last to be moved, or tried */
    targets to;
    double load;                /* estimated load of one session */
    int moved, tried;           /* sessions moved, and sessions tried, in this round */
    pd_srv_trace_context trace; /* span `drain` */
} leaving;

struct pd_srv_cluster {
    pd_srv_cluster_deps deps;
    char node[65], prefix[65], url[257], redis_url[257], user[65], *password_file;
    char secret[PD_SRV_SECRET_BYTES]; /* secret that other daemons present to this one */
    int database;
    int64_t lease_us, checkpoint_us;
    size_t blob_bytes;
    pthread_t thread, listener;
    pd_srv_locator *locator;
    bool has_thread, has_listener;
    atomic_bool stopping, draining;
    _Atomic int64_t drain_until_us; /* time by which all sessions must have moved */
    pthread_mutex_t lock;           /* protects `takeovers` and `notes` with their counts */
    pthread_cond_t news;
    pd_srv_takeover *takeovers;
    note *notes, **last_note;
    int takeover_count, note_count;

    /* Used only by `thread`. */
    bool has_entry;     /* true: the last renewal wrote the entry */
    int64_t doubled_us; /* time at which another daemon of this name was logged; 0: never */
    pd_srv_redis redis;
    held *held; /* (held_count) sorted by session */
    int held_count, held_capacity;
    known_blob *known; /* (known_count) */
    int known_count;
    int64_t next_lease_us, next_checkpoint_us, retry_us;
    double answer_seconds; /* smoothed time that Redis needs for a checkpoint */
    bool is_away;          /* true: the last use of Redis failed */
    int64_t told_us;       /* time of the last line of the log about a failure of Redis, and its reason */
    char told[sizeof((pd_error *)0)->detail];
    leaving drain;
    pd_buffer snapshot, blob;
    pd_fields_writer writer; /* memory for writing checkpoints */

    /* Metrics. */
    atomic_bool is_connected;
    atomic_uint
        moves; /* begun and ended moves of a drain; odd while one runs, for which a session is off the stage */
    _Atomic int64_t lost_us; /* time since which there is no connection to Redis; 0 while there is one */
    atomic_ullong checkpoints, bytes, fenced, taken_over, takeover_failures, given, moved, troubles;
    _Atomic int64_t checkpoint_ns; /* processor time of checkpoints */
    _Atomic int64_t last_store_us; /* time at which every session had been stored */
};

static const pd_cfg *cfg_of(const pd_srv_cluster *c)
{
    return &pd_srv_settings_now(c->deps.config)->cfg;
}

/* Writes how long Redis keeps a session, in milliseconds: the resume window, and the time after which others know that the session's daemon has ended. */
static void keep_text(char out[24], const pd_srv_cluster *c)
{
    const int64_t window = pd_srv_seconds_us(cfg_of(c)->stream_resume_window);
    snprintf(out, 24, "%lld", (long long)((window + 2 * c->lease_us + IDLE_US) / 1000));
}

/* Returns whether two errors have the same reason: the text before a full stop, behind which Redis names the script and the line. */
static bool is_same_reason(const char *a, const char *b)
{
    const size_t size = strcspn(a, ".");
    return size == strcspn(b, ".") && !memcmp(a, b, size);
}

/* Notes that Redis failed. Logs the first failure after a success, and later ones when their reason differs from that of the last line, because the first
 * reason is often only that the connection was lost. */
static void trouble(pd_srv_cluster *c, const pd_error *err)
{
    const int64_t now_us = pd_srv_now_us();
    atomic_fetch_add(&c->troubles, 1);
    atomic_store(&c->is_connected, false);
    if (!c->redis.context && !atomic_load(&c->lost_us)) atomic_store(&c->lost_us, now_us);
    c->retry_us = now_us + RETRY_US;
    if (c->is_away && (now_us < c->told_us + TOLD_US || is_same_reason(c->told, err->detail))) return;
    c->is_away = true;
    c->told_us = now_us;
    snprintf(c->told, sizeof c->told, "%s", err->detail);
    pd_srv_log_write(c->deps.log, PD_SRV_WARNING, "cluster: Redis cannot be used; sessions go on here alone",
                     "detail=%s", err->detail);
}

static void recovered(pd_srv_cluster *c)
{
    atomic_store(&c->is_connected, true);
    if (!c->is_away) return;
    c->is_away = false;
    pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: Redis is back", "sessions=%d", c->held_count);
}

/* -- takeovers ------------------------------------------------------------------------------ */

/* Lists a takeover for the thread. Returns it with a reference for the caller, or NULL if there is no room. token_hash "": an offer. parent: span of the
 * daemon that offers the session; NULL: none. */
static pd_srv_takeover *add_takeover(pd_srv_cluster *c, const char *token_hash, const char *session,
                                     const pd_srv_trace_context *parent)
{
    pd_srv_takeover *takeover = calloc(1, sizeof *takeover);
    if (!takeover) return NULL;
    atomic_init(&takeover->references, 1);
    snprintf(takeover->token_hash, sizeof takeover->token_hash, "%s", token_hash);
    snprintf(takeover->session, sizeof takeover->session, "%s", session);
    pd_srv_trace_begin(&takeover->trace, c->deps.tracer, parent);
    if (parent) takeover->parent = *parent;
    takeover->began_us = pd_srv_now_us();
    if (!*token_hash) takeover->next_us = takeover->began_us + OFFER_US;
    pthread_mutex_lock(&c->lock);
    const bool has_room = c->takeover_count < TAKEOVERS_MOST;
    if (has_room) {
        atomic_fetch_add(&takeover->references, 1);
        takeover->next = c->takeovers;
        c->takeovers = takeover;
        c->takeover_count++;
        pthread_cond_signal(&c->news);
    }
    pthread_mutex_unlock(&c->lock);
    if (has_room) return takeover;
    free(takeover);
    return NULL;
}

pd_srv_takeover *pd_srv_cluster_take_over(pd_srv_cluster *c, const char *token)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];
    char text[HASH_TEXT];
    pd_srv_sha256(hash, token, strlen(token));
    pd_srv_hex_encode(text, hash, sizeof hash);
    return add_takeover(c, text, "", NULL);
}

pd_srv_takeover_state pd_srv_takeover_get(pd_srv_takeover *takeover, pd_error *err)
{
    const pd_srv_takeover_state state = atomic_load(&takeover->state);
    if (state == PD_SRV_TAKEOVER_FAILED && err) *err = takeover->err;
    return state;
}

void pd_srv_takeover_release(pd_srv_takeover *takeover)
{
    if (takeover && atomic_fetch_sub(&takeover->references, 1) == 1) free(takeover);
}

/* -- sessions that Redis knows --------------------------------------------------------- */

/* Returns the index of a session in c->held, or the index at which it would be inserted. */
static int place_of(const pd_srv_cluster *c, const char *session, bool *is_there)
{
    int low = 0, high = c->held_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (strcmp(c->held[middle].session, session) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *is_there = low < c->held_count && !strcmp(c->held[low].session, session);
    return low;
}

static held *find_held(pd_srv_cluster *c, const char *session)
{
    bool is_there;
    const int at = place_of(c, session, &is_there);
    return is_there ? &c->held[at] : NULL;
}

/* Adds a session, or sets the epoch of one that is there. */
static held *hold(pd_srv_cluster *c, const char *session, uint64_t epoch)
{
    bool is_there;
    int at = place_of(c, session, &is_there);
    if (!is_there) {
        if (c->held_count == c->held_capacity) {
            const int capacity = 2 * c->held_capacity + 64;
            held *grown = realloc(c->held, (size_t)capacity * sizeof *grown);
            if (!grown) return NULL;
            c->held = grown;
            c->held_capacity = capacity;
        }
        memmove(c->held + at + 1, c->held + at, (size_t)(c->held_count - at) * sizeof *c->held);
        c->held_count++;
        c->held[at] = (held){.epoch = epoch};
        snprintf(c->held[at].session, sizeof c->held[at].session, "%s", session);
    }
    c->held[at].epoch = epoch;
    return &c->held[at];
}

static void let_go(pd_srv_cluster *c, const char *session)
{
    bool is_there;
    const int at = place_of(c, session, &is_there);
    if (!is_there) return;
    free(c->held[at].blobs);
    memmove(c->held + at, c->held + at + 1, (size_t)(c->held_count - at - 1) * sizeof *c->held);
    c->held_count--;
}

/* -- blobs ----------------------------------------------------------------------------- */

/* Writes an object into c->blob. Its hash is computed once for each revision. */
static const known_blob *describe(pd_srv_cluster *c, const pd_api_scene *scene, const pd_api_skeleton *own)
{
    PD_ASSERT(scene || own);
    const char *revision = scene ? scene->revision : own->revision;
    unsigned char hash[PD_SRV_SHA256_BYTES];
    for (int i = 0; i < c->known_count; i++)
        if (!strcmp(c->known[i].revision, revision)) return &c->known[i];

    if (scene)
        pd_srv_blob_write_scene(&c->blob, scene);
    else
        pd_srv_blob_write_character(&c->blob, own);
    if (c->blob.failed) return NULL;
    if (c->known_count == KNOWN_MOST) c->known_count = 0;
    known_blob *known = &c->known[c->known_count++];
    snprintf(known->revision, sizeof known->revision, "%s", revision);
    pd_srv_sha256(hash, c->blob.data, c->blob.size);
    pd_srv_hex_encode(known->sha, hash, sizeof hash);
    known->size = c->blob.size;
    return known;
}

/* Lists the objects of a session for its entry. */
static void describe_blobs(pd_srv_cluster *c, held *h, int characters)
{
    pd_srv_snapshot_uses uses;
    pd_buffer text = {0};
    if (h->blobs && h->characters == characters) return;
    if (pd_srv_snapshot_uses_of(&uses, c->deps.stage, h->session)) {
        for (int i = uses.scene ? -1 : 0; i < uses.count; i++) {
            const known_blob *known =
                describe(c, i < 0 ? uses.scene : NULL, i < 0 ? NULL : uses.characters[i]);
            if (!known) continue;
            if (known->size > c->blob_bytes && !h->is_large) {
                h->is_large = true;
                pd_srv_log_write(c->deps.log, PD_SRV_WARNING,
                                 "cluster: an object is too large to be stored; its session can only "
                                 "continue where the object is",
                                 "session=%s bytes=%zu cluster.blob_bytes=%zu", h->session, known->size,
                                 c->blob_bytes);
            }
            if (known->size <= c->blob_bytes)
                pd_buffer_printf(&text, "%s:%s:%s,", i < 0 ? "scene" : "character", known->revision,
                                 known->sha);
        }
    }
    pd_srv_snapshot_uses_deinit(&uses);
    pd_buffer_add(&text, "", 1);
    free(h->blobs);
    h->blobs = text.failed ? NULL : (char *)text.data;
    h->characters = characters;
}

/* Stores an object of a session that Redis does not have. */
static void upload(pd_srv_cluster *c, const char *session, const char *sha)
{
    pd_srv_snapshot_uses uses;
    pd_error err = {0};
    if (pd_srv_snapshot_uses_of(&uses, c->deps.stage, session))
        for (int i = uses.scene ? -1 : 0; i < uses.count; i++) {
            const known_blob *known =
                describe(c, i < 0 ? uses.scene : NULL, i < 0 ? NULL : uses.characters[i]);
            if (!known || strcmp(known->sha, sha) != 0) continue;
            if (i < 0)
                pd_srv_blob_write_scene(&c->blob, uses.scene);
            else
                pd_srv_blob_write_character(&c->blob, uses.characters[i]);
            char key[192], keep[24];
            keep_text(keep, c);
            snprintf(key, sizeof key, "%s:blob:%s", c->prefix, sha);
            const char *const arguments[] = {"SET", key, (const char *)c->blob.data, "PX", keep};
            const size_t sizes[] = {3, strlen(key), c->blob.size, 2, strlen(keep)};
            redisReply *reply;
            pd_srv_redis_queue(&c->redis, 5, arguments, sizes);
            if (pd_srv_redis_answer(&reply, &c->redis, &err) == PD_OK)
                freeReplyObject(reply);
            else
                trouble(c, &err);
            break;
        }
    pd_srv_snapshot_uses_deinit(&uses);
}

/* First argument of find_scene and find_character, which find the objects of a session that is restored. */
typedef struct finder {
    pd_srv_cluster *cluster;
    const char *blobs; /* list of objects from the session's entry (held.blobs) */
} finder;

/* Fetches an object from Redis by its revision. Returns an empty buffer if Redis lacks it, or if its bytes do not have the listed hash. */
static pd_buffer fetch(const finder *f, const char *kind, const char *revision)
{
    char start[96], key[192];
    pd_buffer out = {0};
    pd_error err = {0};
    redisReply *reply;
    snprintf(start, sizeof start, "%s:%s:", kind, revision);
    const char *at = strstr(f->blobs, start);
    if (!at || strlen(at + strlen(start)) < HASH_TEXT - 1) return out;
    snprintf(key, sizeof key, "%s:blob:%.*s", f->cluster->prefix, HASH_TEXT - 1, at + strlen(start));
    if (pd_srv_redis_ask(&reply, &f->cluster->redis, &err, "GET", key, PD_SRV_REDIS_LAST) != PD_OK) {
        trouble(f->cluster, &err);
        return out;
    }
    unsigned char hash[PD_SRV_SHA256_BYTES];
    char text[HASH_TEXT];
    if (reply->type == REDIS_REPLY_STRING) {
        pd_srv_sha256(hash, reply->str, (size_t)reply->len);
        pd_srv_hex_encode(text, hash, sizeof hash);
        if (!strncmp(text, at + strlen(start), HASH_TEXT - 1))
            pd_buffer_add(&out, reply->str, (size_t)reply->len);
    }
    freeReplyObject(reply);
    return out;
}

/* Returns the scene with this revision: this daemon's own if it has it, otherwise the one in Redis. The caller releases it. */
static pd_api_scene *find_scene(void *ctx, const char *id, const char *revision)
{
    const finder *f = ctx;
    const pd_api_host *host = f->cluster->deps.host;
    pd_api_scene *scene = host->scene ? host->scene(host->ctx, id) : NULL;
    if (scene && !strcmp(scene->revision, revision)) return scene;
    pd_api_scene_release(scene);
    scene = NULL;
    pd_buffer bytes = fetch(f, "scene", revision);
    if (bytes.size) pd_srv_blob_read_scene(&scene, (pd_bytes){bytes.data, bytes.size}, NULL);
    pd_buffer_deinit(&bytes);
    return scene;
}

static pd_api_skeleton *find_character(void *ctx, const char *id, const char *revision)
{
    const finder *f = ctx;
    const pd_api_host *host = f->cluster->deps.host;
    pd_api_skeleton *own = host->skeleton ? host->skeleton(host->ctx, id) : NULL;
    if (own && !strcmp(own->revision, revision)) return own;
    pd_api_skeleton_release(own);
    own = NULL;
    pd_buffer bytes = fetch(f, "character", revision);
    if (bytes.size)
        pd_srv_blob_read_character(&own, (pd_bytes){bytes.data, bytes.size},
                                   cfg_of(f->cluster)->limits_json_memory, NULL);
    pd_buffer_deinit(&bytes);
    return own;
}

/* -- the entry of this daemon ---------------------------------------------------------- */

/* Bodies and models that move characters, with the sizes of their files. */
typedef struct models {
    pd_buffer list; /* "motion=1912345,..." */
    /* Hash of ids and sizes, independent of their order: equal on daemons with the same models. */
    uint64_t sum;
    char sum_text[24];
} models;

static void add_model(void *arg, const pd_api_model *model)
{
    models *m = arg;
    struct stat file;
    if (!pd_api_model_moves(model) && model->kind != &pd_api_kinds[PD_API_KIND_BODY]) return;

    /* The size of the file, not a hash of the contents: a model that waits on disk counts as one in memory does. A session that needs other contents
     * is refused when it is restored. */
    const long long bytes = stat(model->file, &file) == 0 ? (long long)file.st_size : -1;
    pd_buffer_printf(&m->list, "%s%s=%lld", m->list.size ? "," : "", model->id, bytes);
    m->sum += pd_hash64(model->id, strlen(model->id), (uint64_t)bytes);
}

/* Returns the list of the models and its checksum. The caller frees the list. */
static models models_of(const pd_srv_cluster *c)
{
    models m = {.sum = 0};
    c->deps.host->each_model(c->deps.host->ctx, add_model, &m);
    pd_buffer_add(&m.list, "", 1);
    snprintf(m.sum_text, sizeof m.sum_text, "%016llx", (unsigned long long)m.sum);
    return m;
}

/* Logs that another daemon writes the entry of this one, which has its name. Sessions would be sent to either of them. before: secret and address that
 * the entry had before a renewal. */
static void check_name(pd_srv_cluster *c, const redisReply *before)
{
    const bool is_read = before->type == REDIS_REPLY_ARRAY && before->elements == 2 &&
                         before->element[0]->type == REDIS_REPLY_STRING &&
                         before->element[1]->type == REDIS_REPLY_STRING;
    /* The first renewal may find the entry of a daemon of this name that has just ended. */
    const bool is_first = !c->has_entry;
    c->has_entry = true;
    if (is_first || !is_read || !before->element[0]->str[0] || !strcmp(before->element[0]->str, c->secret))
        return;
    const int64_t now_us = pd_srv_now_us();
    if (c->doubled_us && now_us - c->doubled_us < DOUBLED_US) return;
    c->doubled_us = now_us;
    pd_srv_log_write(c->deps.log, PD_SRV_ERROR,
                     "cluster: another daemon has this name; give each a cluster.node of its own",
                     "node=%s address=%s", c->node, before->element[1]->str);
}

/* Writes or renews the entry. */
static void renew(pd_srv_cluster *c)
{
    const pd_srv_stage_state now = pd_srv_stage_now(c->deps.stage);
    char keep[24], load[32], sessions[16], characters[16];
    pd_error err = {0};
    redisReply *reply;
    models m = models_of(c);
    snprintf(keep, sizeof keep, "%lld", (long long)(c->lease_us / 1000));
    snprintf(load, sizeof load, "%.4f", now.load);
    snprintf(sessions, sizeof sessions, "%d", now.sessions);
    snprintf(characters, sizeof characters, "%d", now.characters);
    const char *const arguments[] = {c->prefix,    "",
                                     c->node,      keep,
                                     "address",    c->url,
                                     "version",    pd_cfg_version_text(),
                                     "models",     m.list.failed ? "" : (const char *)m.list.data,
                                     "models_sum", m.sum_text,
                                     "load",       load,
                                     "sessions",   sessions,
                                     "characters", characters,
                                     "secret",     c->secret,
                                     "draining",   atomic_load(&c->draining) ? "1" : "0"};
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_RENEW, sizeof arguments / sizeof *arguments, arguments,
                              NULL);
    pd_buffer_deinit(&m.list);
    if (pd_srv_redis_answer(&reply, &c->redis, &err) != PD_OK) {
        trouble(c, &err);
        c->has_entry = false; /* the entry may expire meanwhile, and another daemon may take the name */
        return;
    }
    check_name(c, reply);
    freeReplyObject(reply);
    recovered(c);
}

/* Returns the load of another daemon; INFINITY if it cannot take sessions over because it has other models, is stopping, or is gone. A daemon that is
 * gone is removed from the list of daemons in Redis. */
static double load_of(pd_srv_cluster *c, const char *node, const char *models_sum)
{
    char key[256];
    pd_error err = {0};
    redisReply *entry, *removed;
    double load = INFINITY;
    snprintf(key, sizeof key, "%s:node:%s", c->prefix, node);
    if (pd_srv_redis_ask(&entry, &c->redis, &err, "HMGET", key, "models_sum", "draining", "load",
                         "characters", PD_SRV_REDIS_LAST) != PD_OK)
        return load;

    redisReply **e = entry->element;
    bool is_there = entry->type == REDIS_REPLY_ARRAY && entry->elements == 4;
    for (int i = 0; i < 4 && is_there; i++) is_there = e[i]->type == REDIS_REPLY_STRING;
    if (is_there && !strcmp(e[0]->str, models_sum) && strcmp(e[1]->str, "1") != 0)
        load = strtod(e[2]->str, NULL) + 1e-6 * strtod(e[3]->str, NULL);
    freeReplyObject(entry);
    snprintf(key, sizeof key, "%s:nodes", c->prefix);
    if (!is_there &&
        pd_srv_redis_ask(&removed, &c->redis, &err, "SREM", key, node, PD_SRV_REDIS_LAST) == PD_OK)
        freeReplyObject(removed);
    return load;
}

/* Finds the other daemons with the same models. */
static void find_targets(targets *out, pd_srv_cluster *c)
{
    char all[96];
    pd_error err = {0};
    redisReply *names;
    models m = models_of(c);
    pd_buffer_deinit(&m.list);
    snprintf(all, sizeof all, "%s:nodes", c->prefix);
    out->count = 0;
    if (pd_srv_redis_ask(&names, &c->redis, &err, "SMEMBERS", all, PD_SRV_REDIS_LAST) != PD_OK) {
        trouble(c, &err);
        return;
    }
    for (size_t i = 0; names->type == REDIS_REPLY_ARRAY && i < names->elements && c->redis.context; i++) {
        const char *name = names->element[i]->str;
        if (!name || !strcmp(name, c->node) || strlen(name) > 64 || out->count == TARGETS_MOST) continue;
        const double load = load_of(c, name, m.sum_text);
        if (!isfinite(load)) continue;
        out->loads[out->count] = load;
        snprintf(out->names[out->count++], sizeof out->names[0], "%s", name);
    }
    freeReplyObject(names);
}

/* Returns the name of the least loaded daemon and adds `load` to its load. Returns "" if there is none. */
static const char *choose_target(targets *t, double load)
{
    int least = 0;
    for (int i = 1; i < t->count; i++)
        if (t->loads[i] < t->loads[least]) least = i;
    if (!t->count) return "";
    t->loads[least] += load;
    return t->names[least];
}

/* Sends a message to another daemon. */
static void tell(pd_srv_cluster *c, const char *node, const char *text)
{
    char channel[160];
    pd_error err = {0};
    redisReply *reply;
    snprintf(channel, sizeof channel, "%s:to:%s", c->prefix, node);
    if (pd_srv_redis_ask(&reply, &c->redis, &err, "PUBLISH", channel, text, PD_SRV_REDIS_LAST) == PD_OK)
        freeReplyObject(reply);
    else
        trouble(c, &err);
}

/* -- checkpoints ----------------------------------------------------------------------- */

/* Queues the checkpoint in c->snapshot. */
static void queue_store(pd_srv_cluster *c, const held *h, uint32_t tick, bool is_last)
{
    char epoch[24], keep[24], ticks[16], client[24];
    snprintf(epoch, sizeof epoch, "%llu", (unsigned long long)h->epoch);
    snprintf(ticks, sizeof ticks, "%u", tick);
    snprintf(client, sizeof client, "%llu", (unsigned long long)h->watchable.client);
    keep_text(keep, c);
    const char *const arguments[] = {c->prefix,
                                     h->session,
                                     c->node,
                                     epoch,
                                     h->token_hash,
                                     h->watchable.key,
                                     keep,
                                     ticks,
                                     h->blobs ? h->blobs : "",
                                     (const char *)c->snapshot.data,
                                     is_last ? "1" : "",
                                     client,
                                     h->watchable.is_shared ? "1" : ""};
    enum { COUNT = sizeof arguments / sizeof *arguments };
    size_t sizes[COUNT];
    for (int i = 0; i < COUNT; i++) sizes[i] = i == 9 ? c->snapshot.size : strlen(arguments[i]);
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_STORE, COUNT, arguments, sizes);
    atomic_fetch_add(&c->checkpoints, 1);
    atomic_fetch_add(&c->bytes, c->snapshot.size);
}

typedef enum stored { STORED, FENCED, NOT_STORED } stored;

/* Takes the answer to a checkpoint. */
static stored take_store(pd_srv_cluster *c, const char *session)
{
    pd_error err = {0};
    redisReply *reply;
    if (pd_srv_redis_answer(&reply, &c->redis, &err) != PD_OK) {
        trouble(c, &err);
        return NOT_STORED;
    }
    stored result = STORED;
    if (reply->type == REDIS_REPLY_ARRAY && reply->elements && !reply->element[0]->integer) {
        result = FENCED;
        atomic_fetch_add(&c->fenced, 1);
        pd_srv_log_write(c->deps.log, PD_SRV_WARNING, "cluster: another daemon has the session; it ends here",
                         "session=%s node=%s", session,
                         reply->elements > 2 && reply->element[2]->str ? reply->element[2]->str : "");
    } else if (reply->type == REDIS_REPLY_ARRAY && reply->elements > 1) {
        /* An object is missing; finish_batch uploads it when all answers have been taken. */
        held *h = find_held(c, session);
        if (h) h->stored_us = 0;
        freeReplyObject(reply);
        return result;
    }
    freeReplyObject(reply);
    return result;
}

/* Sessions whose checkpoints were queued, until their answers are taken. */
typedef struct batch {
    char sessions[BATCH_MOST][PD_SRV_SESSION_ID];
    uint32_t ticks[BATCH_MOST];
    int count;
} batch;

/* Uploads the objects of a session that Redis lacks, if any. */
static void upload_missing(pd_srv_cluster *c, const held *h)
{
    pd_error err = {0};
    redisReply *reply;
    char session[PD_SRV_SESSION_ID], key[192];
    if (!h->blobs || !*h->blobs) return;
    memcpy(session, h->session, sizeof session);
    char *copy = strdup(h->blobs), *next = NULL;
    for (char *item = copy ? strtok_r(copy, ",", &next) : NULL; item; item = strtok_r(NULL, ",", &next)) {
        const char *sha = strrchr(item, ':');
        if (!sha || !c->redis.context) continue;
        snprintf(key, sizeof key, "%s:blob:%s", c->prefix, sha + 1);
        if (pd_srv_redis_ask(&reply, &c->redis, &err, "EXISTS", key, PD_SRV_REDIS_LAST) != PD_OK) {
            trouble(c, &err);
            break;
        }
        const bool is_there = reply->integer == 1;
        freeReplyObject(reply);
        if (!is_there) upload(c, session, sha + 1);
    }
    free(copy);
}

/* Takes the answers of a batch. */
static void finish_batch(pd_srv_cluster *c, batch *b)
{
    const int64_t start = pd_srv_now_us();
    bool lacks[BATCH_MOST] = {false};
    for (int i = 0; i < b->count; i++) {
        const stored result = take_store(c, b->sessions[i]);
        held *h = find_held(c, b->sessions[i]);
        if (result == FENCED) {
            pd_srv_snapshot_drop(c->deps.stage, b->sessions[i]);
            let_go(c, b->sessions[i]);
        } else if (h && result == STORED) {
            lacks[i] = !h->stored_us;
            h->tick = b->ticks[i];
            h->stored_us = pd_srv_now_us();
        }
        if (!c->redis.context) break;
    }
    for (int i = 0; i < b->count && c->redis.context; i++) {
        const held *h = lacks[i] ? find_held(c, b->sessions[i]) : NULL;
        if (h) upload_missing(c, h);
    }
    if (b->count) {
        const double each = 1e-6 * (double)(pd_srv_now_us() - start) / b->count;
        c->answer_seconds += 0.5 * (each - c->answer_seconds);
    }
    b->count = 0;
}

/* Returns how many checkpoints Redis answers within BATCH_SECONDS. */
static int batch_size(const pd_srv_cluster *c)
{
    const double size = c->answer_seconds > 0 ? BATCH_SECONDS / c->answer_seconds : BATCH_MOST;
    return size < 1 ? 1 : size > BATCH_MOST ? BATCH_MOST : (int)size;
}

/* Sleeps past the next slot of the tick if it is due within FRIENDLY_US, because a snapshot would delay it. */
static void give_way(const pd_srv_cluster *c)
{
    const int64_t due = atomic_load_explicit(&c->deps.stage->next_us, memory_order_relaxed) - pd_srv_now_us();
    if (due <= 0 || due > FRIENDLY_US) return;
    const struct timespec nap = {.tv_nsec = (long)(due + 50) * 1000};
    nanosleep(&nap, NULL);
}

/* Makes the list of sessions agree with the stage's, and deletes from Redis those that have ended. */
static void agree(pd_srv_cluster *c, const pd_srv_snapshot_entry *list, int count)
{
    for (int i = 0; i < count; i++) {
        held *h = find_held(c, list[i].session);
        if (!h) h = hold(c, list[i].session, 1);
        if (!h || *h->token_hash) continue;
        pd_srv_hex_encode(h->token_hash, list[i].token_hash, sizeof list[i].token_hash);
        h->watchable = list[i].watchable;
    }

    int ended = 0;
    for (int i = 0, k = 0; i < c->held_count && c->redis.context;) {
        while (k < count && strcmp(list[k].session, c->held[i].session) < 0) k++;
        if (k < count && !strcmp(list[k].session, c->held[i].session)) {
            i++;
            continue;
        }
        char epoch[24];
        snprintf(epoch, sizeof epoch, "%llu", (unsigned long long)c->held[i].epoch);
        const char *const arguments[] = {c->prefix, c->held[i].session, c->node, epoch};
        pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_END, 4, arguments, NULL);
        ended++;
        free(c->held[i].blobs);
        memmove(c->held + i, c->held + i + 1, (size_t)(c->held_count - i - 1) * sizeof *c->held);
        c->held_count--;
    }
    for (int i = 0; i < ended && c->redis.context; i++) {
        pd_error err = {0};
        redisReply *reply;
        if (pd_srv_redis_answer(&reply, &c->redis, &err) == PD_OK)
            freeReplyObject(reply);
        else
            trouble(c, &err);
    }
}

static void renew_if_due(pd_srv_cluster *c)
{
    const int64_t now = pd_srv_now_us();
    if (now < c->next_lease_us || !c->redis.context) return;
    c->next_lease_us = now + c->lease_us / 3;
    renew(c);
}

/* Stores every session that has moved since its last checkpoint. */
static void store_all(pd_srv_cluster *c)
{
    static const clockid_t own = CLOCK_THREAD_CPUTIME_ID;
    struct timespec began, ended;
    pd_srv_snapshot_entry *list;
    batch b = {.count = 0};
    clock_gettime(own, &began);
    const int count = pd_srv_snapshot_list(&list, c->deps.stage), size = batch_size(c);
    agree(c, list, count);
    for (int i = 0; i < count && c->redis.context; i++) {
        const pd_srv_snapshot_entry *e = &list[i];
        held *h = find_held(c, e->session);
        if (!h) continue;
        const int64_t now = pd_srv_now_us();
        const bool has_moved = e->characters > 0 && e->tick != h->tick;
        if (h->stored_us && !has_moved && now - h->stored_us < IDLE_US) continue;
        if (e->has_objects) describe_blobs(c, h, e->characters);
        give_way(c);
        if (pd_srv_snapshot_write_listed(&c->snapshot, &c->writer, c->deps.stage, e, NULL) != PD_OK) continue;
        queue_store(c, h, e->tick, false);
        pd_srv_redis_push(&c->redis, PUSH_BYTES);
        memcpy(b.sessions[b.count], e->session, sizeof e->session);
        b.ticks[b.count++] = e->tick;
        if (b.count < size) continue;
        finish_batch(c, &b);
        renew_if_due(c);
    }
    if (c->redis.context) finish_batch(c, &b);
    if (c->redis.context && !c->is_away) atomic_store(&c->last_store_us, pd_srv_now_us());
    free(list);
    clock_gettime(own, &ended);
    atomic_fetch_add(&c->checkpoint_ns,
                     (ended.tv_sec - began.tv_sec) * INT64_C(1000000000) + (ended.tv_nsec - began.tv_nsec));
}

/* -- giving sessions up ------------------------------------------------------------------ */

/* Ends a span of this part that concerns a session. */
static void end_span(pd_srv_cluster *c, const char *name, const pd_srv_trace_context *context,
                     const pd_srv_trace_context *parent, const char *session, int64_t began_us, bool is_error)
{
    pd_srv_span span = {.context = *context,
                        .kind = PD_SRV_SPAN_INTERNAL,
                        .begin_us = began_us,
                        .end_us = pd_srv_now_us(),
                        .is_error = is_error};
    if (!c->deps.tracer) return;
    if (parent) memcpy(span.parent, parent->span, sizeof span.parent);
    snprintf(span.name, sizeof span.name, "%s", name);
    if (*session) pd_srv_span_text(&span, "posed.session", session);
    pd_srv_span_text(&span, "posed.node", c->node);
    pd_srv_trace_end(c->deps.tracer, &span);
}

/* Stops a session at the end of a tick and stores it in Redis without an owner, so that another daemon can take it. Returns false when this daemon does
 * not have it, or when it could not be stored; it then goes on here. */
static bool store_and_stop(pd_srv_cluster *c, const char *session)
{
    held *h = find_held(c, session);
    if (!h || !c->redis.context) return false;
    if (!*h->token_hash) return false;
    /* The session's client is told that it moves as soon as it is off the stage, so Redis must accept writes before. */
    if (c->is_away) renew(c);
    if (c->is_away) return false;
    if (pd_srv_snapshot_take(&c->snapshot, c->deps.stage, session, NULL) != PD_OK) return false;
    pd_srv_snapshot_head head = {.tick = 0};
    pd_srv_snapshot_peek(&head, c->snapshot.data, c->snapshot.size, NULL);
    queue_store(c, h, head.tick, true);
    const stored result = take_store(c, session);
    if (result == NOT_STORED) {
        /* The session goes on in this daemon. Its clients connect here again. */
        finder f = {c, h->blobs ? h->blobs : ""};
        const pd_srv_snapshot_objects objects = {&f, find_scene, find_character};
        pd_error err = {0};
        for (int i = 0; i < 50; i++) { /* until the tick has freed the one that has ended */
            if (pd_srv_snapshot_read(c->deps.stage, c->snapshot.data, c->snapshot.size, &objects, &err) !=
                PD_ERR_INVALID)
                break;
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        }
        return false;
    }
    let_go(c, session);
    return result == STORED;
}

/* Calls store_and_stop within a span `handover`, whose context is written to *trace. */
static bool give_up(pd_srv_cluster *c, const char *session, const pd_srv_trace_context *parent,
                    pd_srv_trace_context *trace)
{
    const int64_t began_us = pd_srv_now_us();
    pd_srv_trace_begin(trace, c->deps.tracer, parent);
    const bool is_given = store_and_stop(c, session);
    end_span(c, "handover", trace, parent, session, began_us, !is_given);
    return is_given;
}

/* Tells another daemon that it may take a session over. target "": there is none, so nothing is sent. */
static void offer(pd_srv_cluster *c, const char *session, const char *target,
                  const pd_srv_trace_context *trace)
{
    char text[128], context[PD_SRV_TRACE_TEXT];
    pd_srv_trace_write(context, trace);
    snprintf(text, sizeof text, "offer %s %s", session, context);
    if (*target && c->redis.context) tell(c, target, text);
}

/* Begins to move the sessions of this daemon to others. */
static void begin_drain(pd_srv_cluster *c, int sessions)
{
    leaving *d = &c->drain;
    d->began_us = d->next_us = pd_srv_now_us();
    pd_srv_trace_begin(&d->trace, c->deps.tracer, NULL);
    renew(c); /* the entry now says that this daemon is draining */
    d->load = (pd_srv_stage_now(c->deps.stage).load + LEAST_LOAD) / (sessions ? sessions : 1);
}

/* Moves a session to another daemon. Returns false when it goes on here. */
static bool move_one(pd_srv_cluster *c, const pd_srv_snapshot_entry *e)
{
    leaving *d = &c->drain;
    pd_srv_trace_context trace;
    held *h = find_held(c, e->session);
    if (!h) return false;
    if (e->has_objects) {
        describe_blobs(c, h, e->characters);
        upload_missing(c, h);
    }
    atomic_fetch_add(&c->moves, 1);
    const bool is_given = give_up(c, e->session, &d->trace, &trace);
    atomic_fetch_add(&c->moves, 1);
    if (!is_given) return false;
    offer(c, e->session, choose_target(&d->to, d->load), &trace);
    c->deps.wake(c->deps.ctx); /* the stream then tells the session's clients */
    return true;
}

/* Ends a round, in which each session was tried once: logs it, and lets the next one begin after RETRY_US. */
static void end_round(pd_srv_cluster *c)
{
    leaving *d = &c->drain;
    atomic_fetch_add(&c->moved, (unsigned long long)d->moved);
    if (d->moved) {
        end_span(c, "drain", &d->trace, NULL, "", d->began_us, d->moved < d->tried);
        pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: sessions moved",
                         "sessions=%d daemons=%d ms=%.1f", d->moved, d->to.count,
                         1e-3 * (double)(pd_srv_now_us() - d->began_us));
    }
    d->moved = d->tried = 0;
    *d->last = 0;
    d->next_us = pd_srv_now_us() + RETRY_US;
}

/* Moves the sessions that are due now, in the order of their ids. Returns the time at which the next one is due.
 *
 * The rate is cluster.drain_rate, so that the handshakes of their clients take a bounded part of the processors. It is higher when otherwise the first
 * half of the time that is left would not be enough for all sessions. The second half is for telling the watchers. */
static int64_t move_due(pd_srv_cluster *c)
{
    leaving *d = &c->drain;
    pd_srv_snapshot_entry *list;
    int64_t now = pd_srv_now_us();
    const int64_t left_us = (atomic_load(&c->drain_until_us) - now) / 2;
    if (left_us > 0 && now < d->next_us) return d->next_us;

    const int count = pd_srv_snapshot_list(&list, c->deps.stage);
    if (!d->began_us) begin_drain(c, count);
    if (c->redis.context) agree(c, list, count);

    /* Looked for again while there is none: the first search may have met a connection that was lost. */
    if (c->redis.context && count && !d->to.count) find_targets(&d->to, c);
    int at = 0;
    while (at < count && strcmp(list[at].session, d->last) <= 0) at++;
    const int64_t step_us = pd_srv_rate_step_us(cfg_of(c)->cluster_drain_rate, count - at, left_us);
    for (; at < count && c->redis.context && (left_us <= 0 || now >= d->next_us); at++) {
        memcpy(d->last, list[at].session, sizeof d->last);
        d->moved += move_one(c, &list[at]);
        d->tried++;
        d->next_us += step_us;
        renew_if_due(c);
        now = pd_srv_now_us();
    }
    free(list);
    if (at == count) end_round(c);
    return d->next_us;
}

/* -- taking sessions over ---------------------------------------------------------------- */

/* Ends a takeover with DONE or FAILED, and wakes the client that waits for it. */
static void decide(pd_srv_cluster *c, pd_srv_takeover *takeover, pd_srv_takeover_state state)
{
    if (state == PD_SRV_TAKEOVER_FAILED && *takeover->token_hash) atomic_fetch_add(&c->takeover_failures, 1);
    end_span(c, "takeover", &takeover->trace, &takeover->parent, takeover->session, takeover->began_us,
             state == PD_SRV_TAKEOVER_FAILED);
    atomic_store(&takeover->state, state);
    c->deps.wake(c->deps.ctx);
}

/* Puts a session that was taken over on the stage. elements: session, epoch, blobs, state. */
static void restore(pd_srv_cluster *c, pd_srv_takeover *takeover, redisReply **elements)
{
    const char *session = elements[0]->str;
    const uint64_t epoch = strtoull(elements[1]->str, NULL, 10);
    const int64_t start = pd_srv_now_us();
    finder f = {c, elements[2]->str ? elements[2]->str : ""};
    const pd_srv_snapshot_objects objects = {&f, find_scene, find_character};
    pd_status status = pd_srv_snapshot_read(c->deps.stage, (const unsigned char *)elements[3]->str,
                                            (size_t)elements[3]->len, &objects, &takeover->err);
    if (status == PD_OK || !strcmp(takeover->err.where, "/session")) {
        held *h = hold(c, session, epoch);
        if (h) h->stored_us = 0;
        if (status == PD_OK)
            atomic_fetch_add(&c->taken_over,
                             1); /* otherwise the stage has the session already, by another takeover */
        pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: session taken over",
                         "session=%s epoch=%llu ms=%.1f", session, (unsigned long long)epoch,
                         1e-3 * (double)(pd_srv_now_us() - start));
        decide(c, takeover, PD_SRV_TAKEOVER_DONE);
        return;
    }

    /* Give the session back: another daemon may have the models and objects that this one lacks. */
    char text[24];
    redisReply *reply;
    pd_error err = {0};
    snprintf(text, sizeof text, "%llu", (unsigned long long)epoch);
    const char *const arguments[] = {c->prefix, session, c->node, text};
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_YIELD, 4, arguments, NULL);
    if (pd_srv_redis_answer(&reply, &c->redis, &err) == PD_OK) freeReplyObject(reply);
    pd_srv_log_write(c->deps.log, PD_SRV_WARNING, "cluster: session not taken over",
                     "session=%s where=%s detail=%s", session, takeover->err.where, takeover->err.detail);
    decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
}

static bool is_word(const redisReply *r, const char *word)
{
    return r->type == REDIS_REPLY_STRING && !strcmp(r->str, word);
}

/* Tries to take a session over. If another daemon still has it, asks that daemon to give it up and sets the time of the next attempt. */
static void pursue(pd_srv_cluster *c, pd_srv_takeover *takeover)
{
    const int64_t now = pd_srv_now_us();
    pd_error err = {0};
    redisReply *reply;
    if (atomic_load(&c->draining)) {
        pd_fail(&takeover->err, PD_ERR_BUSY, "/resume", "the server is stopping");
        decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
        return;
    }
    if (!*takeover->token_hash && find_held(c, takeover->session)) {
        decide(c, takeover, PD_SRV_TAKEOVER_DONE); /* its client resumed it here before the offer was read */
        return;
    }
    if (!takeover->until_us) takeover->until_us = now + c->lease_us + PATIENCE_US;
    const char *const arguments[] = {c->prefix, takeover->session, c->node, takeover->token_hash};
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_TAKE, 4, arguments, NULL);
    if (pd_srv_redis_answer(&reply, &c->redis, &err) != PD_OK) {
        trouble(c, &err);
        pd_fail(&takeover->err, PD_ERR_BUSY, "/resume",
                "sessions of other daemons cannot be reached now: %.160s", err.detail);
        decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
        return;
    }

    redisReply **e = reply->element;
    if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 5 && is_word(e[0], "taken"))
        restore(c, takeover, e + 1);
    else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 3 && is_word(e[0], "held") &&
             !*takeover->token_hash) {
        /* The session's client has resumed it on another daemon meanwhile. */
        pd_fail(&takeover->err, PD_ERR_BUSY, "/resume", "the daemon %.64s has taken the session over",
                e[2]->str);
        decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
    } else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 3 && is_word(e[0], "held")) {
        char text[160], context[PD_SRV_TRACE_TEXT];
        pd_srv_trace_write(context, &takeover->trace);
        snprintf(text, sizeof text, "give %s %s %s", e[1]->str, c->node, context);
        if (now - takeover->asked_us > SOON_US) {
            tell(c, e[2]->str, text);
            takeover->asked_us = now;
        }
        const bool is_new = now < takeover->until_us - c->lease_us - PATIENCE_US + SOON_US;
        takeover->next_us = now + (is_new ? ASK_AGAIN_US : SOON_US);
        if (now > takeover->until_us) {
            pd_fail(&takeover->err, PD_ERR_BUSY, "/resume",
                    "the daemon %.64s has the session and does not give it up; try again", e[2]->str);
            decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
        }
    } else {
        pd_fail(
            &takeover->err, PD_ERR_NOT_FOUND, "/resume",
            "no session has this token; a session ends %g s after its last connection (stream.resume_window)",
            cfg_of(c)->stream_resume_window);
        decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
    }
    freeReplyObject(reply);
}

/* Tries every takeover that is due. Returns the time at which the next one is due. */
static int64_t pursue_all(pd_srv_cluster *c)
{
    pthread_mutex_lock(&c->lock);
    pd_srv_takeover *all = c->takeovers;
    c->takeovers = NULL;
    pthread_mutex_unlock(&c->lock);

    int64_t next_us = INT64_MAX;
    pd_srv_takeover *left = NULL;
    int gone = 0;
    for (pd_srv_takeover *takeover = all, *next; takeover; takeover = next) {
        next = takeover->next;
        if (!c->redis.context) {
            pd_fail(&takeover->err, PD_ERR_BUSY, "/resume",
                    "sessions of other daemons cannot be reached now: no Redis");
            decide(c, takeover, PD_SRV_TAKEOVER_FAILED);
        } else if (takeover->next_us <= pd_srv_now_us())
            pursue(c, takeover);
        if (atomic_load(&takeover->state) == PD_SRV_TAKEOVER_WAITS) {
            if (takeover->next_us < next_us) next_us = takeover->next_us;
            takeover->next = left;
            left = takeover;
        } else {
            pd_srv_takeover_release(takeover);
            gone++;
        }
    }

    pthread_mutex_lock(&c->lock);
    c->takeover_count -= gone;
    while (left) {
        pd_srv_takeover *takeover = left;
        left = takeover->next;
        takeover->next = c->takeovers;
        c->takeovers = takeover;
    }
    pthread_mutex_unlock(&c->lock);
    return next_us;
}

/* -- messages of other daemons ------------------------------------------------------------- */

/* Handles one message:
 *
 *     give SESSION NODE TRACE    NODE asks for a session of this daemon
 *     offer SESSION TRACE        the sender has stored a session that this daemon may take over
 *     given SESSION              the sender has stored a session for which this daemon asked */
static void hear(pd_srv_cluster *c, const char *text)
{
    char session[PD_SRV_SESSION_ID] = "", node[65] = "", context[PD_SRV_TRACE_TEXT] = "", back[64];
    pd_srv_trace_context parent, trace;
    if (sscanf(text, "give %16s %64s %55s", session, node, context) >= 2) {
        pd_srv_trace_parse(&parent, context);
        const bool is_given = give_up(c, session, &parent, &trace);
        atomic_fetch_add(&c->given, is_given);
        snprintf(back, sizeof back, "given %s", session);
        if (is_given) tell(c, node, back);
    } else if (sscanf(text, "offer %16s %55s", session, context) >= 1 && !atomic_load(&c->draining)) {
        pd_srv_trace_parse(&parent, context);
        pd_srv_takeover_release(add_takeover(c, "", session, &parent));
    } else if (sscanf(text, "given %16s", session) == 1) {
        pthread_mutex_lock(&c->lock);
        for (pd_srv_takeover *takeover = c->takeovers; takeover; takeover = takeover->next)
            if (*takeover->token_hash) takeover->next_us = 0;
        pthread_mutex_unlock(&c->lock);
    }
}

static void hear_all(pd_srv_cluster *c)
{
    pthread_mutex_lock(&c->lock);
    note *all = c->notes;
    c->notes = NULL;
    c->last_note = &c->notes;
    c->note_count = 0;
    pthread_mutex_unlock(&c->lock);
    for (note *n = all, *next; n; n = next) {
        next = n->next;
        hear(c, n->text);
        free(n);
    }
}

static pd_srv_redis_place place(const pd_srv_cluster *c)
{
    return (pd_srv_redis_place){c->redis_url, c->user, c->password_file, c->database};
}

/* Hands a message to the thread. Drops it when NOTES_MOST messages wait. */
static void take_note(pd_srv_cluster *c, const redisReply *reply)
{
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 3 || !is_word(reply->element[0], "message") ||
        reply->element[2]->type != REDIS_REPLY_STRING)
        return;
    note *n = calloc(1, sizeof *n);
    if (!n) return;
    snprintf(n->text, sizeof n->text, "%s", reply->element[2]->str);
    pthread_mutex_lock(&c->lock);
    const bool has_room = c->note_count < NOTES_MOST;
    if (has_room) {
        *c->last_note = n;
        c->last_note = &n->next;
        c->note_count++;
        pthread_cond_signal(&c->news);
    }
    pthread_mutex_unlock(&c->lock);
    if (!has_room) free(n);
}

/* Listens to this daemon's channel on a connection of its own. */
static void *listen_main(void *arg)
{
    pd_srv_cluster *c = arg;
    pd_srv_redis redis = {.context = NULL};
    pthread_setname_np(pthread_self(), "posed-hear");
    char channel[160];
    snprintf(channel, sizeof channel, "%s:to:%s", c->prefix, c->node);
    while (!atomic_load(&c->stopping)) {
        redisReply *reply = NULL;
        const pd_srv_redis_place where = place(c);
        if (!redis.context &&
            (pd_srv_redis_open(&redis, &where, NULL) != PD_OK ||
             pd_srv_redis_ask(&reply, &redis, NULL, "SUBSCRIBE", channel, PD_SRV_REDIS_LAST) != PD_OK)) {
            pd_srv_redis_close(&redis);
            nanosleep(&(struct timespec){.tv_nsec = RETRY_US * 1000}, NULL);
            continue;
        }
        if (reply) freeReplyObject(reply);

        /* Handle the messages that were already read, then wait for more. */
        void *ready = NULL;
        if (redisGetReplyFromReader(redis.context, &ready) == REDIS_OK && ready) {
            take_note(c, ready);
            freeReplyObject(ready);
            continue;
        }
        struct pollfd p = {.fd = redis.context->fd, .events = POLLIN};
        if (poll(&p, 1, 100) > 0 && redisBufferRead(redis.context) != REDIS_OK) pd_srv_redis_close(&redis);
    }
    pd_srv_redis_close(&redis);
    return NULL;
}

/* -- the thread ---------------------------------------------------------------------------- */

/* Replaces an address of all interfaces (0.0.0.0, [::]), which other daemons cannot use, by the address from which this machine reaches Redis. */
static void name_address(pd_srv_cluster *c)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char host[256];
    int port;
    if (!pd_srv_url_is_any(c->url) || !pd_srv_url_split(host, sizeof host, &port, c->url)) return;
    if (getsockname(c->redis.context->fd, (struct sockaddr *)&own, &size)) return;
    if (own.ss_family != AF_INET && own.ss_family != AF_INET6) return; /* a socket of this machine */
    if (getnameinfo((const struct sockaddr *)&own, size, host, sizeof host, NULL, 0, NI_NUMERICHOST)) return;
    snprintf(c->url, sizeof c->url, own.ss_family == AF_INET6 ? "http://[%.64s]:%d" : "http://%.64s:%d", host,
             port);
    pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: address for other daemons", "address=%s", c->url);
}

static void connect_redis(pd_srv_cluster *c)
{
    pd_error err = {0};
    if (pd_srv_now_us() < c->retry_us) return;
    const pd_srv_redis_place where = place(c);
    if (pd_srv_redis_open(&c->redis, &where, &err) != PD_OK) {
        trouble(c, &err);
        return;
    }

    atomic_store(&c->lost_us, 0);
    name_address(c);

    /* Redis may have lost its data: write the entry and every session again. */
    for (int i = 0; i < c->held_count; i++) c->held[i].stored_us = 0;
    c->next_lease_us = c->next_checkpoint_us = 0;
}

/* Sleeps until a time, a message or a new takeover. */
static void wait_until(pd_srv_cluster *c, int64_t until_us)
{
    const struct timespec at = {.tv_sec = until_us / PD_SRV_SECOND,
                                .tv_nsec = until_us % PD_SRV_SECOND * 1000};
    pthread_mutex_lock(&c->lock);
    bool has_news = c->notes != NULL;
    for (const pd_srv_takeover *takeover = c->takeovers; takeover && !has_news; takeover = takeover->next)
        has_news = takeover->next_us <= pd_srv_now_us();
    if (!has_news && !atomic_load(&c->stopping)) pthread_cond_timedwait(&c->news, &c->lock, &at);
    pthread_mutex_unlock(&c->lock);
}

static void *cluster_main(void *arg)
{
    pd_srv_cluster *c = arg;
    pthread_setname_np(pthread_self(), "posed-cluster");
    while (!atomic_load(&c->stopping)) {
        if (!c->redis.context) connect_redis(c);
        renew_if_due(c);
        hear_all(c);
        int64_t next = pursue_all(c);
        if (c->redis.context && atomic_load(&c->draining)) {
            const int64_t next_move = move_due(c);
            if (next_move < next) next = next_move;
        }
        const int64_t now = pd_srv_now_us();
        if (c->redis.context && now >= c->next_checkpoint_us) {
            store_all(c);
            c->next_checkpoint_us = now + c->checkpoint_us;
        }
        if (c->next_checkpoint_us < next) next = c->next_checkpoint_us;
        if (!c->redis.context) next = c->retry_us;
        wait_until(c, next);
    }
    return NULL;
}

pd_status pd_srv_cluster_start(pd_srv_cluster **out, const pd_srv_cluster_deps *deps, pd_error *err)
{
    const pd_cfg *cfg = &pd_srv_settings_now(deps->config)->cfg;
    *out = NULL;
    pd_srv_cluster *c = calloc(1, sizeof *c);
    if (c) c->known = calloc(KNOWN_MOST, sizeof *c->known);
    if (c) c->password_file = strdup(cfg->cluster_password_file);
    if (!c || !c->known || !c->password_file) {
        if (c) free(c->known), free(c->password_file);
        free(c);
        return pd_fail(err, PD_ERR_MEMORY, "cluster", "out of memory");
    }
    c->deps = *deps;
    atomic_store(&c->lost_us, pd_srv_now_us());
    c->last_note = &c->notes;
    c->lease_us = pd_srv_seconds_us(cfg->cluster_lease);
    c->checkpoint_us = pd_srv_seconds_us(cfg->cluster_checkpoint);
    c->blob_bytes = cfg->cluster_blob_bytes;
    c->database = cfg->cluster_database;
    snprintf(c->prefix, sizeof c->prefix, "%s", cfg->cluster_prefix);
    snprintf(c->user, sizeof c->user, "%s", cfg->cluster_user);
    snprintf(c->redis_url, sizeof c->redis_url, "%s", cfg->cluster_redis);
    snprintf(c->url, sizeof c->url, "%s", *cfg->cluster_address ? cfg->cluster_address : deps->url);
    snprintf(c->node, sizeof c->node, "%s", cfg->cluster_node);
    unsigned char random[6];
    if (!*c->node && getrandom(random, sizeof random, 0) == sizeof random)
        pd_srv_hex_encode(c->node, random, sizeof random);

    unsigned char secret[PD_SRV_SECRET_BYTES / 2];
    if (getrandom(secret, sizeof secret, 0) == sizeof secret)
        pd_srv_hex_encode(c->secret, secret, sizeof secret);

    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&c->lock, NULL);
    const pd_srv_locator_deps locator = {place(c), c->prefix, c->node, deps->wake, deps->ctx};
    c->locator = pd_srv_locator_start(&locator);
    c->has_listener = c->locator && !pthread_create(&c->listener, NULL, listen_main, c);
    c->has_thread = c->has_listener && !pthread_create(&c->thread, NULL, cluster_main, c);
    if (!c->has_thread) {
        pd_srv_cluster_stop(c);
        return pd_srv_no_thread(err, "cluster", "the threads");
    }
    pd_srv_log_write(deps->log, PD_SRV_INFO, "cluster", "node=%s redis=%s address=%s", c->node, c->redis_url,
                     c->url);
    *out = c;
    return PD_OK;
}

/* Lets the thread move all sessions by until_us. */
static void drain_until(pd_srv_cluster *c, int64_t until_us)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->drain_until_us, until_us);
    atomic_store(&c->draining, true);
    pthread_cond_signal(&c->news);
    pthread_mutex_unlock(&c->lock);
}

/* Returns whether there has been no connection to Redis for so long that a drain does not wait for it. */
static bool is_given_up(pd_srv_cluster *c)
{
    const int64_t lost_us = atomic_load(&c->lost_us);
    return lost_us && pd_srv_now_us() - lost_us > GIVEN_UP_US;
}

/* Returns whether a session is left. One that is being moved counts: it returns to the stage when Redis refuses it. */
static bool has_sessions(pd_srv_cluster *c)
{
    const unsigned before = atomic_load(&c->moves);
    const int count = pd_srv_stage_now(c->deps.stage).sessions;
    return count || before % 2 || atomic_load(&c->moves) != before;
}

bool pd_srv_cluster_drain(pd_srv_cluster *c, int64_t until_us, int (*hurry)(void *arg), void *arg)
{
    bool is_hurried = false;
    drain_until(c, until_us);
    while (pd_srv_now_us() < until_us) {
        /* A command that Redis refuses is no reason to stop: it may concern one session alone. */
        if (!has_sessions(c) || is_given_up(c)) break;
        if (!is_hurried && hurry(arg)) {
            is_hurried = true;
            until_us = pd_srv_now_us() + HURRY_US;
            drain_until(c, 0);
        }
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }

    const int left = pd_srv_stage_now(c->deps.stage).sessions;
    if (left)
        pd_srv_log_write(c->deps.log, PD_SRV_WARNING,
                         "cluster: sessions that could not be moved end with this daemon",
                         "sessions=%d redis=%s", left, atomic_load(&c->is_connected) ? "connected" : "away");
    return is_hurried;
}

void pd_srv_cluster_stop(pd_srv_cluster *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->stopping, true);
    pthread_cond_signal(&c->news);
    pthread_mutex_unlock(&c->lock);
    if (c->has_thread) pthread_join(c->thread, NULL);
    if (c->has_listener) pthread_join(c->listener, NULL);
    pd_srv_locator_stop(c->locator);

    /* Delete the entry, so that others need not wait for the end of the lease. */
    if (c->redis.context) {
        char key[160];
        redisReply *reply;
        snprintf(key, sizeof key, "%s:node:%s", c->prefix, c->node);
        if (pd_srv_redis_ask(&reply, &c->redis, NULL, "DEL", key, PD_SRV_REDIS_LAST) == PD_OK)
            freeReplyObject(reply);
    }
    pd_srv_redis_close(&c->redis);
    for (pd_srv_takeover *takeover = c->takeovers, *next; takeover; takeover = next) {
        next = takeover->next;
        atomic_store(&takeover->state, PD_SRV_TAKEOVER_FAILED);
        pd_srv_takeover_release(takeover);
    }
    for (note *n = c->notes, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    for (int i = 0; i < c->held_count; i++) free(c->held[i].blobs);
    free(c->held);
    free(c->known);
    free(c->password_file);
    pd_buffer_deinit(&c->snapshot);
    pd_buffer_deinit(&c->blob);
    pd_fields_writer_deinit(&c->writer);
    pthread_cond_destroy(&c->news);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

pd_srv_search *pd_srv_cluster_locate(pd_srv_cluster *c, const char *session)
{
    return pd_srv_locator_ask(c->locator, session);
}

bool pd_srv_cluster_is_draining(pd_srv_cluster *c)
{
    return atomic_load(&c->draining);
}

bool pd_srv_cluster_is_connected(pd_srv_cluster *c)
{
    return atomic_load(&c->is_connected);
}

bool pd_srv_cluster_is_peer(const pd_srv_cluster *c, const char *authorization)
{
    static const char scheme[] = PD_SRV_PEER_SCHEME;
    if (!*c->secret || strncmp(authorization, scheme, sizeof scheme - 1) != 0) return false;
    const char *given = authorization + sizeof scheme - 1;
    return strlen(given) == strlen(c->secret) && pd_srv_equal_bytes(given, c->secret, strlen(c->secret));
}

void pd_srv_cluster_metrics(pd_srv_cluster *c, pd_buffer *out)
{
    const int64_t last = atomic_load(&c->last_store_us);
    pd_srv_metrics_gauge(out, "posed_cluster_connected", "1 while Redis can be used.",
                         atomic_load(&c->is_connected));
    pd_srv_metrics_head(out, "posed_cluster_checkpoint_age_seconds", "gauge",
                        "Time since all sessions were stored; -1 before the first time.");
    pd_buffer_printf(out, "posed_cluster_checkpoint_age_seconds %.3f\n",
                     last ? 1e-6 * (double)(pd_srv_now_us() - last) : -1.0);
    pd_srv_metrics_counter(out, "posed_cluster_checkpoints_total", "Checkpoints sent to Redis.",
                           atomic_load(&c->checkpoints));
    pd_srv_metrics_counter(out, "posed_cluster_checkpoint_bytes_total",
                           "Bytes of the checkpoints sent to Redis.", atomic_load(&c->bytes));
    pd_srv_metrics_head(out, "posed_cluster_checkpoint_seconds_total", "counter",
                        "Processor time of these checkpoints.");
    pd_buffer_printf(out, "posed_cluster_checkpoint_seconds_total %.6f\n",
                     1e-9 * (double)atomic_load(&c->checkpoint_ns));
    pd_srv_metrics_counter(out, "posed_cluster_taken_over_total", "Sessions taken over from other daemons.",
                           atomic_load(&c->taken_over));
    pd_srv_metrics_counter(out, "posed_cluster_takeover_failures_total",
                           "Tokens of clients for which no session could be taken over.",
                           atomic_load(&c->takeover_failures));
    pd_srv_metrics_counter(out, "posed_cluster_given_total",
                           "Sessions given to a daemon that asked for them.", atomic_load(&c->given));
    pd_srv_metrics_counter(out, "posed_cluster_moved_total",
                           "Sessions moved to others while this daemon stopped.", atomic_load(&c->moved));
    pd_srv_metrics_counter(out, "posed_cluster_fenced_total",
                           "Sessions that ended here because another daemon had taken them over.",
                           atomic_load(&c->fenced));
    pd_srv_metrics_counter(out, "posed_cluster_troubles_total",
                           "Commands and connections to Redis that failed.", atomic_load(&c->troubles));
}
