#include "server/http/replays.h"

#include "core/base/assert.h"
#include "server/base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A reserved key, or one with its reply. */
typedef struct entry {
    pd_srv_replay_id id;
    int64_t at_us; /* time at which it was reserved, later at which its reply was stored */
    bool is_used, has_reply;
    int status, header_count;
    const char *content_type;
    pd_api_header *headers;
    unsigned char *body;
    size_t body_bytes;
} entry;

struct pd_srv_replays {
    pthread_mutex_t lock;
    entry entries[PD_SRV_REPLAYS];
};

pd_srv_replays *pd_srv_replays_new(void)
{
    pd_srv_replays *r = calloc(1, sizeof *r);
    if (r) pthread_mutex_init(&r->lock, NULL);
    return r;
}

static void empty(entry *e)
{
    free(e->headers);
    free(e->body);
    memset(e, 0, sizeof *e);
}

void pd_srv_replays_free(pd_srv_replays *r)
{
    if (!r) return;
    for (int i = 0; i < PD_SRV_REPLAYS; i++) empty(&r->entries[i]);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* Appends a text with its length, so that no two lists of texts are the same bytes. NULL and "" differ. */
static void add_replays(pd_buffer *out, const char *text)
{
    pd_buffer_printf(out, "%zu%c%s", text ? strlen(text) : 0, text ? ':' : '-', text ? text : "");
}

pd_status pd_srv_replay_id_make(pd_srv_replay_id *out, uint64_t owner, const char *field,
                                const pd_api_request *request)
{
    /* Take the quotes off, and refuse characters that a key cannot have. */
    size_t size = strlen(field);
    const bool is_quoted = size >= 2 && field[0] == '"' && field[size - 1] == '"';

    if (is_quoted) {
        field++;
        size -= 2;
    }

    if (size < 1 || size > PD_SRV_REPLAYS_KEY_CHARS) return PD_ERR_INVALID;
    for (size_t i = 0; i < size; i++)
        if (field[i] <= ' ' || field[i] >= 127 || field[i] == '"' || field[i] == '\\') return PD_ERR_INVALID;

    /* The request is everything that decides what is created.
     * The body may be long, so only its hash is copied. */
    pd_buffer text = {0};
    unsigned char body[PD_SRV_SHA256_BYTES];
    const char *const parts[] = {request->method, request->path, request->query, request->content_type,
                                 request->content_encoding};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) add_replays(&text, parts[i]);
    pd_srv_sha256(body, request->body.data, request->body.size);
    pd_buffer_add(&text, body, sizeof body);

    const pd_status status = text.failed ? PD_ERR_MEMORY : PD_OK;
    out->owner = owner;
    pd_srv_sha256(out->key, field, size);
    if (!status) pd_srv_sha256(out->request, text.data, text.size);
    pd_buffer_deinit(&text);

    return status;
}

static bool is_same_key(const entry *e, const pd_srv_replay_id *id)
{
    return e->is_used && e->id.owner == id->owner && !memcmp(e->id.key, id->key, sizeof id->key);
}

static entry *find_replays(pd_srv_replays *r, const pd_srv_replay_id *id)
{
    for (int i = 0; i < PD_SRV_REPLAYS; i++)
        if (is_same_key(&r->entries[i], id)) return &r->entries[i];
    return NULL;
}

/* Finds a place for a new key: the oldest reply of a client that has too many, else a free place, else the
 * oldest reply of all. NULL: every place that could be taken is reserved. */
static entry *make_room(pd_srv_replays *r, uint64_t owner)
{
    entry *room = NULL, *own = NULL, *oldest = NULL;
    int own_count = 0;

    for (int i = 0; i < PD_SRV_REPLAYS; i++) {
        entry *e = &r->entries[i];
        if (!e->is_used) {
            if (!room) room = e;
            continue;
        }

        own_count += e->id.owner == owner;
        if (!e->has_reply) continue;
        if (!oldest || e->at_us < oldest->at_us) oldest = e;
        if (e->id.owner == owner && (!own || e->at_us < own->at_us)) own = e;
    }

    if (own_count >= PD_SRV_REPLAYS_OWNER) return own;

    return room ? room : oldest;
}

/* Copies a kept reply. Returns false when allocation fails. */
static bool replays_give(pd_api_reply *out, const entry *e)
{
    pd_buffer_add(&out->body, e->body, e->body_bytes);
    if (out->body.failed) {
        pd_buffer_deinit(&out->body);
        return false;
    }

    out->status = e->status;
    out->content_type = e->content_type;
    memcpy(out->headers, e->headers, (size_t)e->header_count * sizeof *e->headers);
    out->header_count = e->header_count;

    return true;
}

pd_srv_replay pd_srv_replays_begin(pd_srv_replays *r, const pd_srv_replay_id *id, int64_t now_us,
                                   pd_api_reply *out)
{
    pd_srv_replay state = PD_SRV_REPLAY_NEW;

    pthread_mutex_lock(&r->lock);

    /* Forget what has been kept long enough. */
    for (int i = 0; i < PD_SRV_REPLAYS; i++) {
        entry *e = &r->entries[i];
        if (e->has_reply && now_us - e->at_us > PD_SRV_REPLAYS_SECONDS * PD_SRV_SECOND) empty(e);
    }

    /* Answer for a key that is known, else reserve a place. */
    entry *e = find_replays(r, id);
    if (e && memcmp(e->id.request, id->request, sizeof id->request) != 0)
        state = PD_SRV_REPLAY_OTHER;
    else if (e && !e->has_reply)
        state = PD_SRV_REPLAY_RUNS;
    else if (e)
        state = replays_give(out, e) ? PD_SRV_REPLAY_KEPT : PD_SRV_REPLAY_FULL;
    else if ((e = make_room(r, id->owner))) {
        empty(e);
        e->id = *id;
        e->at_us = now_us;
        e->is_used = true;
    } else
        state = PD_SRV_REPLAY_FULL;
    pthread_mutex_unlock(&r->lock);

    return state;
}

/* Keeps a copy of a reply. Returns false if it is not to be kept or allocation fails. */
static bool keep_replays(entry *e, const pd_api_reply *reply)
{
    if (reply->status < 200 || reply->status > 299 || reply->body.failed) return false;
    if (reply->body.size > PD_SRV_REPLAYS_BYTES) return false;

    const size_t header_bytes = (size_t)reply->header_count * sizeof *reply->headers;
    e->headers = malloc(header_bytes + 1);
    e->body = malloc(reply->body.size + 1);
    if (!e->headers || !e->body) return false;
    memcpy(e->headers, reply->headers, header_bytes);
    if (reply->body.size) memcpy(e->body, reply->body.data, reply->body.size);
    e->status = reply->status;
    e->content_type = reply->content_type;
    e->header_count = reply->header_count;
    e->body_bytes = reply->body.size;
    e->has_reply = true;

    return true;
}

void pd_srv_replays_end(pd_srv_replays *r, const pd_srv_replay_id *id, int64_t now_us,
                        const pd_api_reply *reply)
{
    pthread_mutex_lock(&r->lock);
    entry *e = find_replays(r, id);
    PD_ASSERT(e && !e->has_reply);
    e->at_us = now_us;
    if (!reply || !keep_replays(e, reply)) empty(e);
    pthread_mutex_unlock(&r->lock);
}
