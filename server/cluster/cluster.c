#include "server/cluster/cluster.h"

#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/base/metrics.h"
#include "server/base/process.h"
#include "server/cluster/cluster_parts.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

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

/* Main function of the writing thread. */
static void *cluster_main(void *arg)
{
    pd_srv_cluster *c = arg;

    pthread_setname_np(pthread_self(), "posed-cluster");
    while (!atomic_load(&c->stopping)) {
        /* Keep the connection and this daemon's entry, and answer other daemons. */
        if (!c->redis.context) pd_srv_connection_open(c);
        pd_srv_entry_renew_if_due(c);
        pd_srv_listen_handle_all(c);

        /* Move sessions: here from other daemons, and to them while this one stops. */
        int64_t next = pd_srv_takeover_run_due(c);
        if (c->redis.context && atomic_load(&c->draining)) {
            const int64_t next_move = pd_srv_drain_move_due(c);
            if (next_move < next) next = next_move;
        }

        /* Store checkpoints. */
        const int64_t now = pd_srv_now_us();
        if (c->redis.context && now >= c->next_checkpoint_us) {
            pd_srv_checkpoint_store_all(c);
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
    if (c) c->known = calloc(PD_SRV_KNOWN_OBJECTS, sizeof *c->known);
    if (c) c->password_file = strdup(cfg->cluster_password_file);
    if (!c || !c->known || !c->password_file) {
        if (c) {
            free(c->known);
            free(c->password_file);
        }

        free(c);
        return pd_fail(err, PD_ERR_MEMORY, "cluster", "out of memory");
    }

    /* Copy the settings. */
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
    snprintf(c->node, sizeof c->node, "%s", deps->node ? deps->node : cfg->cluster_node);

    /* The name and the secret are random unless the name is configured. */
    unsigned char random[6];
    if (!*c->node && getrandom(random, sizeof random, 0) == sizeof random)
        pd_srv_hex_encode(c->node, random, sizeof random);

    unsigned char secret[PD_SRV_SECRET_BYTES / 2];
    if (getrandom(secret, sizeof secret, 0) == sizeof secret)
        pd_srv_hex_encode(c->secret, secret, sizeof secret);

    /* Start the threads. */
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&c->lock, NULL);
    const pd_srv_locator_deps locator = {.place = pd_srv_connection_place(c),
                                         .prefix = c->prefix,
                                         .node = c->node,
                                         .wake = deps->wake,
                                         .ctx = deps->ctx};
    c->locator = pd_srv_locator_start(&locator);
    c->has_listener = c->locator && !pthread_create(&c->listener, NULL, pd_srv_listen_main, c);
    c->has_thread = c->has_listener && !pthread_create(&c->thread, NULL, cluster_main, c);

    if (!c->has_thread) {
        pd_srv_cluster_stop(c);
        return pd_srv_thread_error(err, "cluster", "the threads");
    }

    pd_srv_log_write(deps->log, PD_SRV_INFO, "cluster", "node=%s redis=%s address=%s", c->node, c->redis_url,
                     c->url);
    *out = c;

    return PD_OK;
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
    pd_srv_takeover_fail_all(c);
    pd_srv_listen_drop_all(c);
    for (int i = 0; i < c->held_count; i++) free(c->held[i].blobs);
    free(c->held);
    free(c->rooms);
    free(c->known);
    free(c->password_file);
    pd_buffer_deinit(&c->snapshot);
    pd_buffer_deinit(&c->tokens);
    pd_buffer_deinit(&c->blob);
    pd_fields_writer_deinit(&c->writer);
    pthread_cond_destroy(&c->news);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

const pd_cfg *pd_srv_cluster_cfg(const pd_srv_cluster *c)
{
    return &pd_srv_settings_now(c->deps.config)->cfg;
}

void pd_srv_cluster_expiry_text(char out[24], const pd_srv_cluster *c)
{
    const int64_t window = pd_srv_seconds_us(pd_srv_cluster_cfg(c)->stream_resume_window);
    snprintf(out, 24, "%lld", (long long)((window + 2 * c->lease_us + PD_SRV_CHECKPOINT_IDLE_US) / 1000));
}

void pd_srv_cluster_end_span(pd_srv_cluster *c, const char *name, const pd_srv_trace_context *context,
                             const pd_srv_trace_context *parent, const char *session, int64_t began_us,
                             bool is_error)
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
