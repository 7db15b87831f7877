#include "server/cluster/locate.h"

#include "core/base/assert.h"
#include "server/base/clock.h"

#include <hiredis/hiredis.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEARCHES_MOST 4096
#define RETRY_US      (PD_SRV_SECOND / 4) /* time between two attempts to connect to Redis */

struct pd_srv_search {
    pd_srv_search *next;
    atomic_int references;
    _Atomic pd_srv_search_state state;
    char session[PD_SRV_SESSION_ID];
    pd_srv_location found; /* result; written before `state` */
};

struct pd_srv_locator {
    pd_srv_locator_deps deps;
    pthread_t thread;
    bool is_stopping;
    pthread_mutex_t lock;
    pthread_cond_t news;
    pd_srv_search *first, **last;
    int count;

    /* Used only by the thread. */
    pd_srv_redis redis;
    int64_t retry_us;
};

/* -- addresses ------------------------------------------------------------------------- */

bool pd_srv_url_split(char *host, size_t size, int *port, const char *url)
{
    static const char scheme[] = "http://";

    if (strncmp(url, scheme, sizeof scheme - 1) != 0) return false;
    url += sizeof scheme - 1;

    /* An address of IPv6 stands in brackets. */
    const bool is_six = *url == '[';
    const char *end = is_six ? strchr(++url, ']') : url + strcspn(url, ":/");
    const size_t length = end ? (size_t)(end - url) : 0;
    if (!length || length >= size) return false;
    memcpy(host, url, length);
    host[length] = 0;

    *port = 80;
    end += is_six;
    if (*end != ':') return !*end || *end == '/';
    char *after;
    const long number = strtol(end + 1, &after, 10);
    *port = (int)number;

    return number >= 1 && number <= 65535 && after != end + 1 && (!*after || *after == '/');
}

bool pd_srv_url_is_any(const char *url)
{
    char host[256];
    int port;
    return pd_srv_url_split(host, sizeof host, &port, url) &&
           (!strcmp(host, "0.0.0.0") || !strcmp(host, "::"));
}

/* Finds the numeric address of a daemon's URL. */
static bool resolve(pd_srv_location *out, const char *url)
{
    char host[256];

    if (!pd_srv_url_split(host, sizeof host, &out->port, url) || pd_srv_url_is_any(url)) return false;
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, NULL, &hints, &found)) return false;
    const bool is_numeric =
        !getnameinfo(found->ai_addr, found->ai_addrlen, out->host, sizeof out->host, NULL, 0, NI_NUMERICHOST);
    freeaddrinfo(found);

    return is_numeric;
}

/* -- searches -------------------------------------------------------------------------- */

static void decide(pd_srv_locator *l, pd_srv_search *s, pd_srv_search_state state)
{
    atomic_store(&s->state, state);
    pd_srv_search_release(s);
    l->deps.wake(l->deps.ctx);
}

/* Reads the answer of the script: node, client, shared, key, address and secret of the node. */
static pd_srv_search_state read_answer(pd_srv_location *out, const pd_srv_locator *l, const redisReply *reply)
{
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 6) return PD_SRV_SEARCH_NONE;
    const char *texts[6];
    for (int i = 0; i < 6; i++) {
        if (reply->element[i]->type != REDIS_REPLY_STRING) return PD_SRV_SEARCH_NONE;
        texts[i] = reply->element[i]->str;
    }

    out->watchable.client = strtoull(texts[1], NULL, 10);
    out->watchable.is_shared = !strcmp(texts[2], "1");
    snprintf(out->watchable.key, sizeof out->watchable.key, "%s", texts[3]);
    if (!strcmp(texts[0], l->deps.node)) return PD_SRV_SEARCH_HERE;

    /* A session that no daemon has comes without secret and address. */
    if (strlen(texts[5]) != PD_SRV_SECRET_BYTES - 1 || !resolve(out, texts[4])) return PD_SRV_SEARCH_LOST;
    snprintf(out->node, sizeof out->node, "%s", texts[0]);
    memcpy(out->secret, texts[5], sizeof out->secret);

    return PD_SRV_SEARCH_THERE;
}

/* Asks Redis for a session. Returns the result of the search. */
static pd_srv_search_state look_up(pd_srv_location *out, pd_srv_locator *l, const char *session)
{
    if (!l->redis.context && pd_srv_now_us() >= l->retry_us &&
        pd_srv_redis_open(&l->redis, &l->deps.place, NULL) != PD_OK)
        l->retry_us = pd_srv_now_us() + RETRY_US;
    if (!l->redis.context) return PD_SRV_SEARCH_AWAY;

    const char *const arguments[] = {l->deps.prefix, session};
    redisReply *reply;
    pd_srv_redis_queue_script(&l->redis, PD_SRV_REDIS_LOCATE, 2, arguments, NULL);
    if (pd_srv_redis_answer(&reply, &l->redis, NULL) != PD_OK) return PD_SRV_SEARCH_AWAY;
    const pd_srv_search_state state = read_answer(out, l, reply);
    freeReplyObject(reply);

    return state;
}

/* Takes the first search out of the queue; waits while it is empty. Returns NULL when the locator stops. */
static pd_srv_search *next_search(pd_srv_locator *l)
{
    pthread_mutex_lock(&l->lock);
    while (!l->first && !l->is_stopping) pthread_cond_wait(&l->news, &l->lock);
    pd_srv_search *s = l->is_stopping ? NULL : l->first;
    if (s) {
        l->first = s->next;
        if (!l->first) l->last = &l->first;
        l->count--;
    }

    pthread_mutex_unlock(&l->lock);

    return s;
}

static void *locator_main(void *arg)
{
    pd_srv_locator *l = arg;
    pthread_setname_np(pthread_self(), "posed-locate");
    for (pd_srv_search *s; (s = next_search(l));) decide(l, s, look_up(&s->found, l, s->session));
    return NULL;
}

pd_srv_locator *pd_srv_locator_start(const pd_srv_locator_deps *deps)
{
    pd_srv_locator *l = calloc(1, sizeof *l);

    if (!l) return NULL;
    l->deps = *deps;
    l->last = &l->first;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->news, NULL);
    if (!pthread_create(&l->thread, NULL, locator_main, l)) return l;
    pthread_cond_destroy(&l->news);
    pthread_mutex_destroy(&l->lock);
    free(l);

    return NULL;
}

void pd_srv_locator_stop(pd_srv_locator *l)
{
    if (!l) return;
    pthread_mutex_lock(&l->lock);
    l->is_stopping = true;
    pthread_cond_signal(&l->news);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    for (pd_srv_search *s = l->first, *next; s; s = next) {
        next = s->next;
        decide(l, s, PD_SRV_SEARCH_AWAY);
    }

    pd_srv_redis_close(&l->redis);
    pthread_cond_destroy(&l->news);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

pd_srv_search *pd_srv_locator_ask(pd_srv_locator *l, const char *session)
{
    PD_ASSERT(strlen(session) < PD_SRV_SESSION_ID);
    pd_srv_search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    snprintf(s->session, sizeof s->session, "%s", session);
    atomic_init(&s->references, 2);
    pthread_mutex_lock(&l->lock);
    const bool has_room = l->count < SEARCHES_MOST;
    if (has_room) {
        *l->last = s;
        l->last = &s->next;
        l->count++;
        pthread_cond_signal(&l->news);
    }

    pthread_mutex_unlock(&l->lock);
    if (has_room) return s;
    free(s);

    return NULL;
}

pd_srv_search_state pd_srv_search_get(pd_srv_search *s, pd_srv_location *out)
{
    const pd_srv_search_state state = atomic_load(&s->state);
    if (state != PD_SRV_SEARCH_WAITS) *out = s->found;
    return state;
}

void pd_srv_search_release(pd_srv_search *s)
{
    if (s && atomic_fetch_sub(&s->references, 1) == 1) free(s);
}
