#include "server/stream/relay.h"

#include "api/stream/message.h"
#include "api/stream/peer.h"
#include "core/base/assert.h"
#include "server/base/metrics.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGAIN_US   (PD_SRV_SECOND / 20) /* time between a search without result and the next one */
#define SOON_US    (PD_SRV_SECOND / 50) /* the same while the session is probably moving to another daemon */
#define MOVES_US   PD_SRV_SECOND        /* time since the loss of the connection in which SOON_US applies */
/* When an open connection has been silent for this time, the session is searched once a second. */
#define SILENT_US  PD_SRV_SECOND
#define CONNECT_US (2 * PD_SRV_SECOND) /* time within which a connection must open */
/* Time for which a new watcher waits for a session that Redis does not know: three checkpoints. */
#define NONE_US    (PD_SRV_SECOND * 3 / 10)
/* NONE_US of a watcher that was served before: Redis may have been emptied,
 * and daemons fill it again within two seconds. */
#define GONE_US    (5 * PD_SRV_SECOND)
#define NORMAL     1000 /* code of a close frame (RFC 6455, 7.4) */

/* A character that was described to a watcher. */
typedef struct known {
    uint32_t id;
    uint64_t hash; /* hash of the description */
} known;

struct pd_srv_watcher {
    pd_srv_watcher *next; /* next watcher of `at`, or of `to` without `at` */
    pd_srv_client *client;
    char ref[PD_API_REF_BYTES]; /* ref of the `join` with which the watcher came */
    pd_srv_relay *at; /* relay that serves the watcher with frames and texts; NULL before `welcome` */
    pd_srv_relay *to; /* relay from which the watcher awaits `welcome`; NULL: none */
    bool is_checked;  /* true: the watcher may watch the session */
    int64_t since_us; /* time since which the watcher awaits `welcome` */
    known *known;     /* (known_count) characters that were described to the watcher */
    int known_count, known_capacity;
    /* Characters with ids up to this one were described by the stage,
     * before the watcher was relayed; 0: none. */
    uint32_t known_until;
};

typedef enum relay_state { SEARCHING, CONNECTING, OPEN } relay_state;

struct pd_srv_relay {
    pd_srv_relay *next;
    pd_srv_relays *all;
    char session[PD_SRV_SESSION_ID];
    pd_api_profile profile;
    relay_state state;
    pd_srv_search *search;     /* search under way; NULL: none */
    pd_srv_location location;  /* result of the last search that found the session */
    bool is_located;           /* true: `location` is valid */
    void *line;                /* connection; NULL: none */
    pd_srv_outbox out;         /* texts to the owner     */
    pd_srv_watcher **watchers; /* (watcher_count) those with `at` or `to` here */
    int watcher_count, watcher_capacity;
    /* (asked_count) a watcher for each `join` that is not answered, oldest first; NULL: the `join` is for all
     * watchers that are served, or its watcher has left. */
    pd_srv_watcher **asked;
    int asked_count, asked_capacity;
    /* Texts `spawned` since the oldest `join` without an answer; each follows its size (size_t). */
    pd_buffer early;
    int64_t next_us;  /* time of the next search                                                        */
    int64_t lost_us;  /* time at which the last connection ended, at first the creation of the relay */
    int64_t heard_us; /* time of the last message, or of the attempt to connect */
    bool has_ended;   /* true: the owner said that the session has ended */
};

struct pd_srv_relays {
    const pd_srv_client_deps *deps;
    pd_srv_relay_ops ops;
    pd_srv_relay *first;
    atomic_int open;
    atomic_ullong frames, bytes, texts, moves, refused;
};

static const pd_api_profile default_profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS |
                                                           PD_API_CHANNEL_CONTACTS,
                                               .divisor = 1,
                                               .rotation_bits = 48};

static const pd_cfg *cfg_of(const pd_srv_relays *all)
{
    return &pd_srv_settings_now(all->deps->config)->cfg;
}

pd_srv_outbox *pd_srv_relay_out(pd_srv_relay *r)
{
    return &r->out;
}

bool pd_srv_watcher_is_served(const pd_srv_watcher *w)
{
    return w->at != NULL;
}

bool pd_srv_watcher_is_fed(const pd_srv_watcher *w)
{
    return w->at && w->at->state == OPEN && !w->at->asked_count;
}

/* -- lists of watchers ----------------------------------------------------------------- */

static bool push_relay(pd_srv_watcher ***list, int *count, int *capacity, pd_srv_watcher *w)
{
    if (*count == *capacity) {
        const int more = 2 * *capacity + 8;
        pd_srv_watcher **grown = realloc(*list, (size_t)more * sizeof(pd_srv_watcher *));
        if (!grown) return false;
        *list = grown;
        *capacity = more;
    }

    (*list)[(*count)++] = w;

    return true;
}

/* Takes a watcher out of a relay. A later answer to its `join` is ignored. */
static void take_out(pd_srv_relay *r, pd_srv_watcher *w)
{
    for (int i = 0; i < r->watcher_count; i++)
        if (r->watchers[i] == w) {
            r->watchers[i] = r->watchers[--r->watcher_count];
            break;
        }
    for (int i = 0; i < r->asked_count; i++)
        if (r->asked[i] == w) r->asked[i] = NULL;
}

static void free_watcher(pd_srv_watcher *w)
{
    if (w->at) take_out(w->at, w);
    if (w->to) take_out(w->to, w);
    w->client->watcher = NULL;
    free(w->known);
    free(w);
}

void pd_srv_relays_leave(pd_srv_client *client)
{
    if (client->watcher) free_watcher(client->watcher);
}

/* -- texts ----------------------------------------------------------------------------- */

static void send_to(const pd_srv_watcher *w, const pd_buffer *text)
{
    pd_srv_outbox_text(&w->client->outbox, text->failed ? NULL : text->data, text->size);
}

/* Notes that a watcher knows a character. Returns true when it did not before. */
static bool note_known(pd_srv_watcher *w, const pd_api_described *d)
{
    for (int i = 0; i < w->known_count; i++)
        if (w->known[i].id == d->id) {
            const bool is_other = w->known[i].hash != d->hash;
            w->known[i].hash = d->hash;
            return is_other;
        }
    if (w->known_count == w->known_capacity) {
        const int more = 2 * w->known_capacity + 8;
        known *grown = realloc(w->known, (size_t)more * sizeof *grown);
        if (!grown) return true; /* the character may then be described twice */
        w->known = grown;
        w->known_capacity = more;
    }

    w->known[w->known_count++] = (known){d->id, d->hash};

    return true;
}

/* Describes to a watcher the characters that it does not know, and forgets those that are not in the list. */
static void catch_up(pd_srv_watcher *w, const pd_api_described *all, int count)
{
    known *before = w->known;
    const int before_count = w->known_count;

    w->known = NULL;
    w->known_count = w->known_capacity = 0;
    for (int i = 0; i < count; i++) {
        bool is_known = false;
        for (int k = 0; k < before_count && !is_known; k++)
            is_known = before[k].id == all[i].id && before[k].hash == all[i].hash;
        is_known |= all[i].id <= w->known_until;
        note_known(w, &all[i]);
        if (!is_known) send_to(w, &all[i].spawned);
    }

    free(before);
    w->known_until = 0;
}

/* Passes a `welcome` on to a watcher. A watcher that was served before gets only the characters that are new.
 * all: (count) characters of the session. */
static void greet(pd_srv_watcher *w, pd_bytes welcome, const pd_api_described *all, int count)
{
    if (w->at) {
        catch_up(w, all, count);
        return;
    }

    pd_srv_outbox_text(&w->client->outbox, welcome.data, welcome.size);
    for (int i = 0; i < count; i++) note_known(w, &all[i]);
}

/* Keeps a text `spawned` for watchers that await `welcome`, because the owner may have written their
 * `welcome` before it spawned the character. */
static void keep_early(pd_srv_relay *r, pd_bytes text)
{
    pd_buffer_add(&r->early, &text.size, sizeof text.size);
    pd_buffer_add(&r->early, text.data, text.size);
    if (r->early.failed || r->early.size > PD_SRV_OUTBOX_TEXTS) pd_buffer_deinit(&r->early);
}

/* Sends a watcher the kept texts about characters that its `welcome` did not describe. */
static void announce_early(const pd_srv_relay *r, pd_srv_watcher *w)
{
    for (size_t at = 0; at < r->early.size;) {
        size_t size;
        memcpy(&size, r->early.data + at, sizeof size);
        at += sizeof size;
        pd_api_described *one;
        const int count = pd_api_described_read(&one, (pd_bytes){r->early.data + at, size});
        if (count && note_known(w, one)) pd_srv_outbox_text(&w->client->outbox, r->early.data + at, size);
        pd_api_described_free(one, count);
        at += size;
    }
}

/* -- joining on the owner -------------------------------------------------------------- */

/* Sends a `join` to the owner. Its answer is for w, or with NULL for all watchers that are served. */
static void ask_for(pd_srv_relay *r, pd_srv_watcher *w)
{
    pd_buffer text = {0};

    PD_ASSERT(r->state == OPEN);
    if (!push_relay(&r->asked, &r->asked_count, &r->asked_capacity, w)) return;
    pd_api_write_watch(&text, w ? w->ref : "", r->session);
    pd_srv_outbox_text(&r->out, text.failed ? NULL : text.data, text.size);
    pd_buffer_deinit(&text);
    r->all->ops.wake(r->all->ops.ctx, r->line);
}

/* Moves a watcher from the relay that served it, if any, to this one, which has received its `welcome`. */
static void settle_relay(pd_srv_relay *r, pd_srv_watcher *w, pd_bytes welcome, const pd_api_described *all,
                         int count)
{
    PD_ASSERT(w->to == r);
    greet(w, welcome, all, count);
    if (w->at && w->at != r) take_out(w->at, w);
    w->at = r;
    w->to = NULL;
    announce_early(r, w);
}

static void take_welcome(pd_srv_relay *r, pd_bytes text)
{
    if (!r->asked_count) return; /* no `join` awaits an answer */
    pd_srv_watcher *w = r->asked[0];
    memmove(r->asked, r->asked + 1, (size_t)--r->asked_count * sizeof(pd_srv_watcher *));
    pd_api_described *all;
    const int count = pd_api_described_read(&all, text);
    if (w)
        settle_relay(r, w, text, all, count);
    else
        for (int i = 0; i < r->watcher_count; i++)
            if (r->watchers[i]->at == r) greet(r->watchers[i], text, all, count);
    pd_api_described_free(all, count);
    r->has_ended = false;
    if (!r->asked_count) pd_buffer_clear(&r->early);
}

/* Closes the connection, if any, and lets the relay search the session again. */
static void disconnect(pd_srv_relay *r, int64_t now_us)
{
    if (r->line) {
        r->all->ops.close(r->all->ops.ctx, r->line);
        atomic_fetch_sub(&r->all->open, 1);
        r->lost_us = now_us;
    }

    r->line = NULL;
    r->state = SEARCHING;
    r->asked_count = 0;
    pd_buffer_clear(&r->early);
    pd_srv_outbox_deinit(&r->out);
    pd_srv_outbox_init(&r->out);
}

/* -- events of the connection ---------------------------------------------------------- */

void pd_srv_relay_opened(pd_srv_relay *r, int64_t now_us)
{
    pd_buffer text = {0};

    PD_ASSERT(r->state == CONNECTING && !r->asked_count);
    r->state = OPEN;
    r->heard_us = now_us;

    /* The owner must know the profile before its first frame. */
    pd_api_write_profile(&text, &r->profile);
    pd_srv_outbox_text(&r->out, text.failed ? NULL : text.data, text.size);
    pd_buffer_deinit(&text);

    /* Send one `join` for all watchers that were served before,
     * and one for each new watcher, with its ref. */
    bool serves = false;
    for (int i = 0; i < r->watcher_count; i++) serves |= r->watchers[i]->at == r;
    if (serves) ask_for(r, NULL);
    for (int i = 0; i < r->watcher_count; i++)
        if (r->watchers[i]->to == r && r->watchers[i]->is_checked) ask_for(r, r->watchers[i]);
}

void pd_srv_relay_text(pd_srv_relay *r, pd_bytes text, int64_t now_us)
{
    r->heard_us = now_us;
    atomic_fetch_add(&r->all->texts, 1);

    /* Handle answers to this daemon and texts about this connection. They are not passed on. */
    if (pd_api_is_of_type(text, "welcome")) {
        take_welcome(r, text);
        return;
    }

    if (pd_api_is_of_type(text, "error") || pd_api_is_of_type(text, "bye")) {
        r->has_ended |= memmem(text.data, text.size, "\"taken_over\"", 12) != NULL;
        r->next_us = now_us + (pd_api_is_of_type(text, "error") ? AGAIN_US : 0);
        disconnect(r, now_us);
        return;
    }

    if (pd_api_is_of_type(text, "stats") || pd_api_is_of_type(text, "pong") ||
        pd_api_is_of_type(text, "done"))
        return;

    /* Pass on all other texts, which are about the session. */
    pd_api_described *one;
    const int count = pd_api_described_read(&one, text);
    if (count && r->asked_count) keep_early(r, text);
    for (int i = 0; i < r->watcher_count; i++) {
        pd_srv_watcher *w = r->watchers[i];
        if (w->at == r && (!count || note_known(w, one)))
            pd_srv_outbox_text(&w->client->outbox, text.data, text.size);
    }

    pd_api_described_free(one, count);
}

void pd_srv_relay_frame(pd_srv_relay *r, pd_bytes bytes, int64_t now_us)
{
    r->heard_us = now_us;
    atomic_fetch_add(&r->all->frames, 1);
    atomic_fetch_add(&r->all->bytes, bytes.size);
    pd_srv_frame *frame = pd_srv_frame_new(r->all->deps->host, bytes.data, bytes.size);
    if (!frame) return; /* out of memory: the watchers lose this frame */
    for (int i = 0; i < r->watcher_count; i++)
        if (r->watchers[i]->at == r)
            pd_srv_outbox_frame(&r->watchers[i]->client->outbox, pd_srv_frame_retain(frame));
    pd_srv_frame_release(frame);
}

void pd_srv_relay_lost(pd_srv_relay *r, int64_t now_us)
{
    PD_ASSERT(r->line);
    const bool was_open = r->state == OPEN;
    r->line = NULL;
    atomic_fetch_sub(&r->all->open, 1);
    r->lost_us = now_us;
    r->next_us = now_us + (was_open ? 0 : AGAIN_US);
    disconnect(r, now_us);
}

/* -- searching ------------------------------------------------------------------------- */

/* Refuses a watcher that was not served yet, and frees it. */
static void refuse_relay(pd_srv_watcher *w, const pd_error *err)
{
    pd_srv_client *client = w->client;
    char ref[PD_API_REF_BYTES];

    memcpy(ref, w->ref, sizeof ref);
    atomic_fetch_add(&client->deps->relays->refused, 1);
    free_watcher(w);
    pd_srv_client_refuse(client, ref, err);
}

/* Refuses the watchers that may not watch the session. Sends a `join` for each of the others if the
 * connection is open. */
static void check_watchers(pd_srv_relay *r)
{
    for (int i = 0; i < r->watcher_count;) {
        pd_srv_watcher *w = r->watchers[i];
        pd_error err = {0};
        if (w->is_checked) {
            i++;
            continue;
        }

        if (pd_srv_client_may_watch(w->client, r->session, &r->location.watchable, &err) != PD_OK) {
            refuse_relay(w, &err);
            continue;
        }

        w->is_checked = true;
        if (r->state == OPEN) ask_for(r, w);
        i++;
    }
}

/* Lets the watchers join the stage, because this daemon has the session now.
 * A watcher that cannot join keeps waiting. */
static void bring_home(pd_srv_relay *r)
{
    for (int i = r->watcher_count - 1; i >= 0; i--) {
        pd_srv_watcher *w = r->watchers[i];
        pd_srv_client *client = w->client;
        pd_buffer welcome = {0};
        pd_error err = {0};
        if (w->to && w->to != r) continue; /* another relay handles it, because its profile changes */
        if (pd_srv_client_come_home(client, r->session, w->ref, &r->profile, &welcome, &err) != PD_OK)
            continue;
        if (welcome.failed)
            pd_srv_outbox_text(&client->outbox, NULL, 0);
        else {
            pd_api_described *all;
            const pd_bytes text = {welcome.data, welcome.size};
            const int count = pd_api_described_read(&all, text);
            greet(w, text, all, count);
            pd_api_described_free(all, count);
        }

        pd_buffer_deinit(&welcome);
        free_watcher(w);
    }
}

/* Connects to the owner, if the limit allows. */
static void connect_to(pd_srv_relay *r, int64_t now_us)
{
    PD_ASSERT(!r->line && r->state == SEARCHING);
    pd_srv_relays *all = r->all;
    r->next_us = now_us + AGAIN_US;
    if (atomic_load(&all->open) >= cfg_of(all)->cluster_relays) return;
    r->line = all->ops.open(all->ops.ctx, r, &r->location);
    if (!r->line) return;
    atomic_fetch_add(&all->open, 1);
    atomic_fetch_add(&all->moves, 1);
    r->state = CONNECTING;
    r->heard_us = now_us;
}

/* Refuses the watchers that have waited too long. state: result of the last search. */
static void lose_patience(pd_srv_relay *r, pd_srv_search_state state, int64_t now_us)
{
    const bool is_none = state == PD_SRV_SEARCH_NONE;
    const bool is_full = !r->line && atomic_load(&r->all->open) >= cfg_of(r->all)->cluster_relays;
    const int64_t lease_us = pd_srv_seconds_us(cfg_of(r->all)->cluster_lease);

    for (int i = r->watcher_count - 1; i >= 0; i--) {
        pd_srv_watcher *w = r->watchers[i];
        pd_error err = {0};

        /* A watcher that was served gets `bye` when the session is gone. */
        if (w->at == r) {
            if (!is_none || (!r->has_ended && now_us - r->lost_us < GONE_US)) continue;
            pd_srv_client *client = w->client;
            free_watcher(w);
            pd_srv_client_bye(client, NORMAL, "taken_over", -1,
                              "the session was resumed elsewhere, or has ended");
            continue;
        }

        if (w->at) continue; /* another relay serves it while it waits for a new profile */

        const int64_t waited_us = now_us - w->since_us;
        if (state == PD_SRV_SEARCH_AWAY)
            pd_fail(&err, PD_ERR_BUSY, "/watch", "sessions of other daemons cannot be reached now: no Redis");
        else if (is_none && waited_us >= NONE_US)
            pd_srv_client_may_watch(w->client, r->session, NULL, &err);
        else if (state == PD_SRV_SEARCH_THERE && is_full)
            pd_fail(&err, PD_ERR_BUSY, "/watch",
                    "the server has %d connections to other daemons, as many as are allowed (cluster.relays)",
                    atomic_load(&r->all->open));
        else if (waited_us >= lease_us + PD_SRV_RELAY_PATIENCE_US)
            pd_fail(&err, PD_ERR_BUSY, "/watch",
                    "no daemon that can be reached now has the session; try again");
        if (err.status != PD_OK) refuse_relay(w, &err);
    }
}

/* Continues with the result of a search. */
static void take_location(pd_srv_relay *r, pd_srv_search_state state, const pd_srv_location *found,
                          int64_t now_us)
{
    const bool is_there = state == PD_SRV_SEARCH_THERE;
    const bool is_known = is_there || state == PD_SRV_SEARCH_HERE || state == PD_SRV_SEARCH_LOST;
    const bool is_elsewhere = is_there && (strcmp(found->node, r->location.node) != 0 ||
                                           strcmp(found->secret, r->location.secret) != 0);

    /* Keep an open connection unless Redis names another owner. */
    const bool moves = state == PD_SRV_SEARCH_LOST && now_us - r->lost_us < MOVES_US;
    r->next_us = now_us + (r->line ? SILENT_US : moves ? SOON_US : AGAIN_US);
    if (r->line && (is_elsewhere || state == PD_SRV_SEARCH_HERE)) disconnect(r, now_us);
    if (r->line) return;

    if (is_known) {
        r->location = *found;
        r->is_located = true;
        check_watchers(r);
    }

    if (state == PD_SRV_SEARCH_HERE) bring_home(r);
    if (is_there && r->watcher_count) connect_to(r, now_us);
    lose_patience(r, state, now_us);
}

static void go_on_relay(pd_srv_relay *r, int64_t now_us)
{
    pd_srv_location found;

    if (!r->watcher_count) return;
    if (r->state == CONNECTING && now_us - r->heard_us > CONNECT_US) {
        disconnect(r, now_us);
        r->next_us = now_us;
    }

    /* Search when there is no connection, and when it is silent. */
    const bool is_due = now_us >= r->next_us && (!r->line || now_us - r->heard_us > SILENT_US);
    if (!r->search && !is_due) return;
    const pd_srv_search_state state = r->all->ops.look(r->all->ops.ctx, &r->search, &found, r->session);
    if (state == PD_SRV_SEARCH_WAITS) return;
    PD_ASSERT(!r->search);
    take_location(r, state, &found, now_us);
}

static void free_relay(pd_srv_relay *r)
{
    PD_ASSERT(!r->watcher_count);
    disconnect(r, 0);
    pd_srv_search_release(r->search);
    pd_srv_outbox_deinit(&r->out);
    pd_buffer_deinit(&r->early);
    free(r->watchers);
    free(r->asked);
    free(r);
}

void pd_srv_relays_poll(pd_srv_relays *all, int64_t now_us)
{
    for (pd_srv_relay **at = &all->first; *at;) {
        pd_srv_relay *r = *at;
        go_on_relay(r, now_us);
        if (r->watcher_count) {
            at = &r->next;
            continue;
        }

        /* The last watcher has left. */
        *at = r->next;
        free_relay(r);
    }
}

/* -- watchers -------------------------------------------------------------------------- */

/* Finds or adds the relay of a session with a profile. NULL: out of memory. */
static pd_srv_relay *relay_of(pd_srv_relays *all, const char *session, const pd_api_profile *profile)
{
    for (pd_srv_relay *r = all->first; r; r = r->next)
        if (!strcmp(r->session, session) && r->profile.channels == profile->channels &&
            r->profile.divisor == profile->divisor && r->profile.rotation_bits == profile->rotation_bits)
            return r;
    pd_srv_relay *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->all = all;
    r->profile = *profile;
    snprintf(r->session, sizeof r->session, "%s", session);
    pd_srv_outbox_init(&r->out);
    r->next = all->first;
    all->first = r;

    return r;
}

/* Lets a watcher wait for the `welcome` of a relay. */
static bool wait_at(pd_srv_relay *r, pd_srv_watcher *w)
{
    if (!push_relay(&r->watchers, &r->watcher_count, &r->watcher_capacity, w)) return false;
    w->to = r;
    if (r->is_located && !w->is_checked)
        check_watchers(r); /* may refuse and free w */
    else if (r->state == OPEN)
        ask_for(r, w);

    return true;
}

pd_status pd_srv_relays_watch(pd_srv_relays *all, pd_srv_client *client, const char *session, const char *ref,
                              int64_t now_us, pd_error *err)
{
    PD_ASSERT(!client->watcher && !client->subscriber);
    if (strlen(session) != PD_SRV_SESSION_ID - 1 || strspn(session, "0123456789abcdef") != strlen(session))
        return pd_srv_client_may_watch(client, session, NULL, err);

    pd_srv_relay *r = relay_of(all, session, &default_profile);
    pd_srv_watcher *w = r ? calloc(1, sizeof *w) : NULL;
    if (!w) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    w->client = client;
    w->since_us = now_us;
    snprintf(w->ref, sizeof w->ref, "%s", ref);
    client->watcher = w;
    if (wait_at(r, w)) {
        pd_srv_relays_poll(all, now_us);
        return PD_OK;
    }

    free_watcher(w);

    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
}

pd_status pd_srv_relays_follow(pd_srv_relays *all, pd_srv_client *client, const pd_srv_moved *moved,
                               int64_t now_us, pd_error *err)
{
    PD_ASSERT(!client->watcher && !client->subscriber);

    /* Replace compact frames by whole ones: a relay drops frames for a slow watcher, and a compact frame
     * cannot be read without the one before it. Its watchers share frames, so none has a budget. */
    pd_api_profile profile = moved->profile;
    profile.compact = profile.budget = 0;
    pd_srv_relay *r = relay_of(all, moved->session, &profile);
    pd_srv_watcher *w = r ? calloc(1, sizeof *w) : NULL;
    if (!w || !push_relay(&r->watchers, &r->watcher_count, &r->watcher_capacity, w)) {
        free(w);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    /* The watcher counts as served, because the stage has served it:
     * the next `welcome` gives it only what is new. */
    w->client = client;
    w->at = r;
    w->is_checked = true;
    w->known_until = moved->last_id;
    client->watcher = w;
    if (r->state == OPEN)
        ask_for(r, NULL);
    else
        r->lost_us = now_us;

    return PD_OK;
}

pd_status pd_srv_relays_profile(pd_srv_relays *all, pd_srv_client *client, const pd_api_profile *profile,
                                pd_error *err)
{
    pd_srv_watcher *w = client->watcher;
    const pd_srv_relay *now = w->to ? w->to : w->at;

    if (profile->compact)
        return pd_fail(err, PD_ERR_INVALID, "/compact",
                       "%d; only 0 allowed here, because the session is on another daemon and its frames are "
                       "relayed",
                       profile->compact);
    if (profile->budget)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/budget",
            "%d; none allowed here, because the session is on another daemon and its watchers share "
            "their frames",
            profile->budget);
    pd_srv_relay *r = relay_of(all, now->session, profile);
    if (!r) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (r == now) return PD_OK;

    /* A watcher waits at one relay at a time. Its present relay serves it meanwhile. */
    if (w->to) take_out(w->to, w);
    w->to = NULL;
    if (r == w->at) return PD_OK;
    if (wait_at(r, w)) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
}

/* -- all of them ----------------------------------------------------------------------- */

pd_srv_relays *pd_srv_relays_new(const pd_srv_client_deps *deps, const pd_srv_relay_ops *ops)
{
    pd_srv_relays *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    all->deps = deps;
    all->ops = *ops;
    return all;
}

void pd_srv_relays_free(pd_srv_relays *all)
{
    if (!all) return;
    for (pd_srv_relay *r = all->first, *next; r; r = next) {
        next = r->next;
        free_relay(r);
    }

    free(all);
}

void pd_srv_relays_metrics(pd_srv_relays *all, pd_buffer *out)
{
    pd_srv_metrics_gauge(out, "posed_cluster_relays",
                         "Connections to other daemons for watchers of their sessions.",
                         atomic_load(&all->open));
    pd_srv_metrics_counter(out, "posed_cluster_relay_connects_total",
                           "Attempts to open a connection to another daemon for watchers of its sessions.",
                           atomic_load(&all->moves));
    pd_srv_metrics_counter(out, "posed_cluster_relayed_frames_total",
                           "Frames received from other daemons for watchers of their sessions.",
                           atomic_load(&all->frames));
    pd_srv_metrics_counter(out, "posed_cluster_relayed_bytes_total",
                           "Bytes of the frames received from other daemons for watchers of their sessions.",
                           atomic_load(&all->bytes));
    pd_srv_metrics_counter(out, "posed_cluster_relayed_texts_total",
                           "Text messages received from other daemons for watchers of their sessions.",
                           atomic_load(&all->texts));
    pd_srv_metrics_counter(out, "posed_cluster_relay_refusals_total",
                           "Watchers for whom the session was not found, not permitted or not reached.",
                           atomic_load(&all->refused));
}
