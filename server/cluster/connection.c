#include "server/cluster/connection.h"

#include "server/base/clock.h"
#include "server/cluster/cluster_parts.h"

#include <hiredis/hiredis.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* Least time between two lines of the log about failures of Redis that have different reasons. */
#define TOLD_US (5 * PD_SRV_SECOND)

pd_srv_redis_place pd_srv_connection_place(const pd_srv_cluster *c)
{
    return (pd_srv_redis_place){
        .url = c->redis_url, .user = c->user, .password_file = c->password_file, .database = c->database};
}

/* Returns whether two errors have the same reason: the text before a full stop, behind which Redis names
 * the script and the line. */
static bool is_same_reason(const char *a, const char *b)
{
    const size_t size = strcspn(a, ".");
    return size == strcspn(b, ".") && !memcmp(a, b, size);
}

void pd_srv_connection_failed(pd_srv_cluster *c, const pd_error *err)
{
    const int64_t now_us = pd_srv_now_us();

    atomic_fetch_add(&c->troubles, 1);
    atomic_store(&c->is_connected, false);
    if (!c->redis.context && !atomic_load(&c->lost_us)) atomic_store(&c->lost_us, now_us);
    c->retry_us = now_us + PD_SRV_REDIS_RETRY_US;
    if (c->is_away && (now_us < c->told_us + TOLD_US || is_same_reason(c->told, err->detail))) return;
    c->is_away = true;
    c->told_us = now_us;
    snprintf(c->told, sizeof c->told, "%s", err->detail);
    pd_srv_log_write(c->deps.log, PD_SRV_WARNING, "cluster: Redis cannot be used; sessions go on here alone",
                     "detail=%s", err->detail);
}

void pd_srv_connection_works(pd_srv_cluster *c)
{
    atomic_store(&c->is_connected, true);
    if (!c->is_away) return;
    c->is_away = false;
    pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: Redis is back", "sessions=%d", c->held_count);
}

/* Replaces an address of all interfaces (0.0.0.0, [::]), which other daemons cannot use, by the address
 * from which this machine reaches Redis. */
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

void pd_srv_connection_open(pd_srv_cluster *c)
{
    pd_error err = {0};

    if (pd_srv_now_us() < c->retry_us) return;
    const pd_srv_redis_place where = pd_srv_connection_place(c);
    if (pd_srv_redis_open(&c->redis, &where, &err) != PD_OK) {
        pd_srv_connection_failed(c, &err);
        return;
    }

    atomic_store(&c->lost_us, 0);
    name_address(c);

    /* Redis may have lost its data: write the entry and every session again. */
    for (int i = 0; i < c->held_count; i++) c->held[i].stored_us = 0;
    c->next_lease_us = c->next_checkpoint_us = 0;
}

void pd_srv_connection_tell(pd_srv_cluster *c, const char *node, const char *text)
{
    char channel[160];
    pd_error err = {0};
    redisReply *reply;

    snprintf(channel, sizeof channel, "%s:to:%s", c->prefix, node);
    if (pd_srv_redis_ask(&reply, &c->redis, &err, "PUBLISH", channel, text, PD_SRV_REDIS_LAST) == PD_OK)
        freeReplyObject(reply);
    else
        pd_srv_connection_failed(c, &err);
}
