#include "server/server.h"

#include "config/version.h"
#include "core/base/assert.h"
#include "core/kernel/cpu.h"
#include "core/kernel/linalg.h"
#include "api/observe/jobs_run.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "core/base/machine/cores.h"
#include "server/host.h"
#include "server/http/web.h"
#include "server/models/stores.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define REPLIES_KEEP (24u << 20) /* reply memory that is kept to be used again */
#define BODIES_KEEP  (8u << 20)
#define STUCK_US     (10 * PD_SRV_SECOND) /* a thread that makes no step for this time hangs */
#define QUIET_US     100000               /* a drain ends after this time without a request under way */
#define JOBS_END_US  (2 * PD_SRV_SECOND)  /* after a drain, time for the webhooks of jobs that it ended */

/* -- configuration ----------------------------------------------------------- */

/* Checks that an address that is not loopback, which is open to every client, is protected by keys or
 * allowed by access.insecure. */
static pd_status check_exposure(const pd_srv_settings *settings, const char *option, const char *listen,
                                pd_error *err)
{
    pd_cfg_address address;
    pd_status status = pd_cfg_address_parse(&address, listen, err);

    if (status != PD_OK || address.is_loopback || settings->cfg.access_insecure ||
        pd_srv_auth_asks(settings->auth))
        return status;

    return pd_fail(
        err, PD_ERR_INVALID, option,
        "%s is not a loopback address; set access.keys_file or access.jwt_keys, or access.insecure: true",
        listen);
}

/* -- start --------------------------------------------------------------------- */

/* Warns of keys that have expired: requests with them are answered 401. */
static void warn_keys(pd_srv *srv)
{
    pd_buffer names = {0};

    if (pd_srv_auth_over(pd_srv_settings_now(&srv->config)->auth, pd_srv_wall_s(), &names)) {
        pd_buffer_add(&names, "", 1);
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "expired keys", "keys=%s", (char *)names.data);
    }

    pd_buffer_deinit(&names);
}

static int http_threads_of(const pd_cfg *cfg)
{
    return cfg->http_threads ? cfg->http_threads : pd_core_count();
}

/* Lowers the limits of connections to what the descriptors allow. */
static pd_status fit_descriptors(pd_srv *srv, pd_cfg *cfg, pd_error *err)
{
    pd_srv_descriptors *d = &srv->descriptors;

    /* Compute the wanted number of descriptors, then raise the limit and divide the granted number. */
    const int relays = *cfg->cluster_redis ? cfg->cluster_relays : 0;
    pd_status status = pd_srv_descriptors_share(d, cfg->limits_connections, cfg->stream_connections, relays,
                                                http_threads_of(cfg), INT64_MAX, err);
    if (status == PD_OK)
        status = pd_srv_descriptors_share(d, cfg->limits_connections, cfg->stream_connections, relays,
                                          http_threads_of(cfg), pd_srv_descriptors_raise(d->wanted), err);
    if (status != PD_OK) return status;
    cfg->limits_connections = d->connections;
    cfg->stream_connections = d->streams;
    if (*cfg->cluster_redis) cfg->cluster_relays = d->relays;

    return PD_OK;
}

/* Runs a job, and sends its webhook unless it was cancelled. */
static void run_job(void *ctx, pd_api_job *job)
{
    pd_srv *srv = ctx;
    char id[PD_API_ID_BYTES + 8], now[32];
    pd_buffer body = {0};

    pd_api_job_run(job);
    const pd_api_job_state state = pd_api_job_state_of(job);
    const bool is_ended = state == PD_API_JOB_FAILED && pd_cancel_why(&job->cancel) == PD_CANCEL_STOPPING;
    const bool is_left = (is_ended || state == PD_API_JOB_CANCELLED) && atomic_load(&srv->draining);
    if (is_left && srv->depot && pd_srv_depot_job_leave(srv->depot, job)) {
        pd_srv_log_write(srv->log, PD_SRV_INFO, "job left to another daemon or the next start", "job=%s",
                         job->id);
        return;
    }

    if (is_ended)
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "job ended with the daemon", "job=%s webhook=%s", job->id,
                         job->webhook ? "sent" : "none");
    if (srv->depot) {
        pd_srv_depot_job_done(srv->depot, job);
        __atomic_store_n(&job->is_stored, true, __ATOMIC_RELEASE);
    }

    if (!job->webhook || (state != PD_API_JOB_DONE && state != PD_API_JOB_FAILED)) return;

    snprintf(id, sizeof id, "msg_%s", job->id);
    const time_t wall = (time_t)pd_srv_wall_s();
    struct tm utc;
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&wall, &utc));
    pd_api_job_event_json(&body, job, now);
    if (!body.failed)
        pd_srv_webhooks_put(srv->webhooks, &(pd_srv_webhook){.url = job->webhook,
                                                             .id = id,
                                                             .owner = job->owner,
                                                             .body = {body.data, body.size}});
    pd_buffer_deinit(&body);
}

/* Creates the parts that need no threads, the callbacks for the api, and the first threads. */
static pd_status make_parts(pd_srv *srv, pd_error *err)
{
    srv->metrics = pd_srv_metrics_new();
    srv->rate = pd_srv_rate_new();
    srv->wrong_keys = pd_srv_rate_new();
    srv->messages = pd_srv_rate_new();
    srv->kept = pd_api_kept_new();
    srv->refused = pd_srv_refused_new();
    srv->not_modified = pd_srv_not_modified_new();
    srv->reply_cache = pd_srv_reply_cache_new(&srv->host);
    srv->replays = pd_srv_replays_new();
    srv->scenes = pd_srv_scenes_new();
    srv->skeletons = pd_srv_skeletons_new();
    srv->avatars = pd_srv_avatars_new();
    srv->clips = pd_srv_clips_new();
    srv->webhooks = pd_srv_webhooks_new(&srv->config, srv->log);
    srv->tickets = pd_srv_tickets_new();
    srv->replies = pd_srv_buffer_cache_new(REPLIES_KEEP);
    srv->bodies = pd_srv_buffer_cache_new(BODIES_KEEP);
    srv->registry =
        srv->metrics ? pd_srv_registry_new(pd_api_kinds, PD_API_KIND_COUNT, srv->log, srv->metrics) : NULL;

    if (!srv->rate || !srv->wrong_keys || !srv->messages || !srv->kept || !srv->refused ||
        !srv->not_modified || !srv->reply_cache || !srv->replays || !srv->scenes || !srv->skeletons ||
        !srv->avatars || !srv->clips || !srv->webhooks || !srv->tickets || !srv->replies || !srv->bodies ||
        !srv->registry)
        return pd_fail(err, PD_ERR_MEMORY, "start", "out of memory");

    pd_srv_host_init(srv);

    /* The parts that have threads. */
    pd_status status = pd_srv_jobs_start(&srv->jobs, pd_srv_now_us, run_job, srv, err);
    if (status) return status;
    status = pd_srv_reclaim_start(&srv->reclaim, err);
    if (status) return status;

    return pd_srv_connections_start(&srv->connections, &srv->config, srv->metrics, srv->log,
                                    pd_srv_settings_now(&srv->config)->cfg.limits_head_bytes, err);
}

static void wake_ws(void *ctx)
{
    pd_srv_ws_wake(((pd_srv *)ctx)->ws);
}

static void put_text(void *outbox, const void *text, size_t size)
{
    pd_srv_outbox_text(outbox, text, size);
}

static bool put_frame(void *outbox, pd_srv_frame *frame)
{
    return pd_srv_outbox_frame(outbox, frame);
}

static void sweep(void *workers)
{
    pd_srv_workers_sweep(workers);
}

/* Starts the tracer, workers, HTTP, stage and streams, in the order of their dependencies. */
static pd_status start_threads(pd_srv *srv, pd_error *err)
{
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const pd_srv_tracer_options tracing = {cfg->tracing_endpoint, cfg->tracing_ratio, pd_cfg_version_text()};

    if (*cfg->tracing_endpoint && pd_srv_tracer_start(&srv->tracer, &tracing, err) != PD_OK)
        return err->status;
    int cores = pd_core_count();
    srv->worker_count = cfg->workers ? cfg->workers : cores;
    srv->http_thread_count = http_threads_of(cfg);

    /* Workers. A client that has gone has its waiting jobs removed. */
    const pd_srv_workers_options options = {.threads = srv->worker_count,
                                            .queue = cfg->limits_queue,
                                            .wait_seconds = cfg->limits_queue_seconds,
                                            .max_bodies = cfg->batch_max_bodies,
                                            .metrics = srv->metrics};
    pd_status status = pd_srv_workers_start(&srv->workers, &options, err);
    if (status != PD_OK) return status;
    pd_srv_connections_on_gone(srv->connections, sweep, srv->workers);

    /* HTTP threads; they accept nothing before the door opens. */
    const pd_srv_http_deps http = {.config = &srv->config,
                                   .host = &srv->host,
                                   .log = srv->log,
                                   .metrics = srv->metrics,
                                   .tracer = srv->tracer,
                                   .heap = &srv->heap,
                                   .rate = srv->rate,
                                   .wrong_keys = srv->wrong_keys,
                                   .refused = srv->refused,
                                   .not_modified = srv->not_modified,
                                   .reply_cache = srv->reply_cache,
                                   .replays = srv->replays,
                                   .registry = srv->registry,
                                   .replies = srv->replies,
                                   .bodies = srv->bodies,
                                   .connections = srv->connections,
                                   .workers = srv->workers,
                                   .reclaim = srv->reclaim,
                                   .draining = &srv->draining};
    status = pd_srv_http_start(&srv->http, &http, srv->http_thread_count, err);

    if (status != PD_OK) return status;

    /* The stage and ws use each other: the stage starts when both exist. */
    const pd_srv_stage_deps stage = {.config = &srv->config,
                                     .host = &srv->host,
                                     .clock = pd_srv_monotonic_clock,
                                     .tracer = srv->tracer,
                                     .sink = {put_text, put_frame, wake_ws, srv}};
    status = pd_srv_stage_new(&srv->stage, &stage, err);
    if (status != PD_OK) return status;

    pd_srv_stage_take_snapshots(srv->stage, *cfg->cluster_redis != 0);
    const pd_srv_ws_deps ws = {
        .client = {&srv->config, &srv->host, srv->log, &srv->heap, srv->stage, srv->messages, &srv->cluster,
                   NULL},
        .tickets = srv->tickets,
        .connections = srv->connections,
        .upgrades = {srv->metrics, srv->log, srv->rate, srv->wrong_keys, srv->tickets}};
    status = pd_srv_ws_start(&srv->ws, &ws, err);

    return status == PD_OK ? pd_srv_stage_start(srv->stage, err) : status;
}

static bool upgrade(void *ctx, int fd, const struct sockaddr *address, const char *head, size_t size)
{
    return pd_srv_ws_upgrade(ctx, fd, address, head, size);
}

/* Leaves the request to HTTP, which answers 404. Callback `upgrade` of the door at admin.listen. */
static bool no_upgrade(void *ctx, int fd, const struct sockaddr *address, const char *head, size_t size)
{
    (void)ctx;
    (void)fd;
    (void)address;
    (void)head;
    (void)size;

    return false;
}

/* Sets the memory limit for clients, after models have been loaded or released. */
static void limit_memory(pd_srv *srv)
{
    malloc_trim(0);
    pd_srv_memory_limit(&srv->memory, pd_srv_settings_now(&srv->config)->cfg.limits_memory);

    /* Warn when the models leave little for clients. */
    size_t limit = atomic_load(&srv->memory.limit);
    size_t base = atomic_load(&srv->memory.base);
    if (limit < base + PD_SRV_MEMORY_LEAST)
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "limits.memory leaves little beside the models",
                         "limit=%zu resident=%zu for_clients=%zu", limit, base, PD_SRV_MEMORY_LEAST);
}

static pd_srv_log *log_of_broken; /* log of the only server of this process, for failed assertions */

/* Reports a failed assertion. Waits while the log's thread writes it. */
static void log_broken(const char *condition, const char *file, int line)
{
    fprintf(stderr, "posed: %s:%d: broken: %s\n", file, line, condition);
    pd_srv_log_write(log_of_broken, PD_SRV_ERROR, "assertion failed, the process ends",
                     "condition=%s file=%s line=%d", condition, file, line);
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
}

/* A model that the command line names and that cannot be read ends the start: whoever types its name is
 * there to correct it. One of a file or of a variable leaves /readyz at 503,
 * since a later reload may find it. */
static pd_status check_named_models(const pd_srv *srv, pd_error *err)
{
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const char *place = cfg->set_by[PD_CFG_I_models];

    for (int i = 0; i < cfg->model_count && place && *place == '-'; i++) {
        pd_api_model model = {0};
        pd_error why = {0};
        const pd_status there =
            pd_srv_registry_acquire(srv->registry, cfg->models[i].id, false, &model, &why);
        if (there == PD_OK) pd_api_model_release(&model);
        if (there == PD_OK || there == PD_ERR_WAIT) continue;
        const pd_status status =
            pd_srv_registry_try(pd_api_kinds, PD_API_KIND_COUNT, cfg->models[i].file, &why);
        if (status == PD_OK) continue; /* it can be read now */
        return pd_fail(err, status, "--models", "%.64s=%.200s: %.120s", cfg->models[i].id,
                       cfg->models[i].file, why.detail);
    }

    return PD_OK;
}

/* Sets the name of this daemon: the configured one, or a random one. */
static void name_node(pd_srv *srv)
{
    unsigned char random[6];

    snprintf(srv->node, sizeof srv->node, "%s", pd_srv_settings_now(&srv->config)->cfg.cluster_node);
    if (!*srv->node && getrandom(random, sizeof random, 0) == sizeof random)
        pd_srv_hex_encode(srv->node, random, sizeof random);
}

/* Starts every part of the server and opens the doors. */
static pd_status start_parts(pd_srv *srv, pd_error *err)
{
    const pd_srv_settings *settings = pd_srv_settings_now(&srv->config);
    static const char *const kernels[] = {"", "avx512", "avx2", "neon", "ref"}; /* pd_cfg_kernel */
    const char *admin = settings->cfg.admin_listen;

    /* Checks of the configuration that need no part. */
    pd_status status = check_exposure(settings, "listen", settings->cfg.listen, err);
    if (status == PD_OK && *admin) status = check_exposure(settings, "admin.listen", admin, err);
    if (status == PD_OK) status = pd_k_cpu_init(kernels[settings->cfg.kernel], err);
    if (status != PD_OK) return status;

    /* The log comes first: everything after it may write, failed assertions included. */
    status = pd_srv_log_open(&srv->log, settings->cfg.log_file, (pd_srv_log_format)settings->cfg.log_format,
                             (pd_srv_level)settings->cfg.log_level, err);
    if (status != PD_OK) return status;
    log_of_broken = srv->log;
    pd_assert_log = log_broken;

    const pd_srv_descriptors *d = &srv->descriptors;
    if (d->limit < d->wanted)
        pd_srv_log_write(srv->log, PD_SRV_WARNING,
                         "few file descriptors: limits.connections and stream.connections are lowered",
                         "limit=%lld wanted=%lld limits.connections=%lld stream.connections=%lld",
                         (long long)d->limit, (long long)d->wanted, (long long)d->connections,
                         (long long)d->streams);
    if (d->limit < d->wanted && *settings->cfg.cluster_redis)
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "few file descriptors: cluster.relays is lowered",
                         "cluster.relays=%d", d->relays);
    warn_keys(srv);

    /* Bind the ports before the threads start, so that a port in use is found at once.
     * No connection is accepted yet. */
    status = make_parts(srv, err);
    if (status == PD_OK) pd_srv_connections_limit_lingers(srv->connections, srv->descriptors.lingers);
    if (status == PD_OK) status = pd_srv_door_open(&srv->door, &settings->cfg, settings->cfg.listen, err);
    if (status == PD_OK && *admin) status = pd_srv_door_open(&srv->admin_door, &settings->cfg, admin, err);
    if (status == PD_OK) status = start_threads(srv, err);
    if (status != PD_OK) return status;

    /* List the files of the page, and load models; no request can come yet. A model that does not load is
     * logged and keeps /readyz at 503; the others are served. */
    pd_srv_web_list(&srv->assets, &srv->samples, srv->log);
    pd_srv_registry_load(srv->registry, &pd_srv_settings_now(&srv->config)->cfg, NULL);
    limit_memory(srv);
    status = check_named_models(srv, err);
    if (status != PD_OK) return status;

    /* Open the place of what clients store. Jobs of lost daemons are taken over from here on. */
    const pd_srv_depot_deps depot = {.config = &srv->config,
                                     .host = &srv->host,
                                     .log = srv->log,
                                     .node = srv->node,
                                     .stores = {[PD_API_STORED_SCENES] = srv->scenes,
                                                [PD_API_STORED_SKELETONS] = srv->skeletons,
                                                [PD_API_STORED_AVATARS] = srv->avatars,
                                                [PD_API_STORED_CLIPS] = srv->clips},
                                     .jobs = srv->jobs,
                                     .wake = wake_ws,
                                     .ctx = srv};
    name_node(srv);
    status = pd_srv_depot_open(&srv->depot, &depot, err);
    if (status == PD_OK && srv->depot) {
        pd_srv_host_share(srv);
        status = pd_srv_depot_start(srv->depot, err);
    }

    if (status != PD_OK) return status;

    /* Join the cluster when the models are loaded. */
    if (*pd_srv_settings_now(&srv->config)->cfg.cluster_redis) {
        char url[128];
        pd_srv_door_url(srv->door, url, sizeof url);
        const pd_srv_cluster_deps cluster = {.config = &srv->config,
                                             .host = &srv->host,
                                             .log = srv->log,
                                             .stage = srv->stage,
                                             .url = url,
                                             .node = srv->node,
                                             .tracer = srv->tracer,
                                             .wake = wake_ws,
                                             .ctx = srv};
        status = pd_srv_cluster_start(&srv->cluster, &cluster, err);
        if (status != PD_OK) return status;
    }

    /* Open the doors last. The stream is offered at the public one only. */
    const pd_srv_door_deps door = {.metrics = srv->metrics,
                                   .connections = srv->connections,
                                   .http = srv->http,
                                   .upgrade = upgrade,
                                   .ctx = srv->ws};
    if (srv->admin_door) {
        pd_srv_connections_set_admin(srv->connections, pd_srv_door_port(srv->admin_door));
        pd_srv_door_deps admin_door = door;
        admin_door.upgrade = no_upgrade;
        status = pd_srv_door_start(srv->admin_door, &admin_door, err);
        if (status != PD_OK) return status;
    }

    return pd_srv_door_start(srv->door, &door, err);
}

pd_status pd_srv_start(pd_srv **out, pd_cfg *cfg, pd_error *err)
{
    int64_t start = pd_srv_now_us();

    *out = NULL;
    pd_k_blas_serial();
    pd_srv_heap_tune();
    if (!pd_k_blas_reserve()) {
        pd_cfg_deinit(cfg);
        return pd_fail(err, PD_ERR_MEMORY, "start",
                       "linear algebra needs 128 MiB of address space, which the system does not give; raise "
                       "ulimit -v or vm.overcommit_memory");
    }

    pd_srv *srv = calloc(1, sizeof *srv);
    if (!srv) {
        pd_cfg_deinit(cfg);
        return pd_fail(err, PD_ERR_MEMORY, "start", "out of memory");
    }

    /* Take over the configuration. */
    pd_srv_memory_init(&srv->memory, NULL);
    pd_status status = fit_descriptors(srv, cfg, err);
    if (status == PD_OK)
        status = pd_srv_config_replace(&srv->config, cfg, start, err);
    else
        pd_cfg_deinit(cfg);
    if (status != PD_OK) {
        free(srv);
        return status;
    }

    /* Start the parts. On failure, pd_srv_stop ends those that were started. */
    status = start_parts(srv, err);
    if (status != PD_OK) {
        pd_srv_stop(srv);
        return status;
    }

    /* Log the addresses, whose ports may have been chosen by the kernel. */
    pd_srv_door_url(srv->door, srv->url, sizeof srv->url);
    pd_srv_log_write(srv->log, PD_SRV_INFO, "started", "url=%s version=%s workers=%d http_threads=%d ms=%.1f",
                     srv->url, pd_cfg_version_text(), srv->worker_count, srv->http_thread_count,
                     (double)(pd_srv_now_us() - start) * 1e-3);
    if (srv->admin_door) {
        char url[128];
        pd_srv_door_url(srv->admin_door, url, sizeof url);
        pd_srv_log_write(srv->log, PD_SRV_INFO, "administration", "url=%s", url);
    }

    *out = srv;

    return PD_OK;
}

/* -- reload ---------------------------------------------------------------------- */

/* Refuses a new configuration without keys while the daemon listens at a public address. The addresses in
 * use count, because they change only at a restart. */
static pd_status check_running(const pd_srv *srv, const pd_cfg *fresh, pd_error *err)
{
    const pd_srv_door *const doors[] = {srv->door, srv->admin_door};

    for (int i = 0; i < 2; i++) {
        char url[128];
        pd_cfg_address address;
        if (!doors[i] || *fresh->access_keys_file || *fresh->access_jwt_keys || fresh->access_insecure)
            continue;
        pd_srv_door_url(doors[i], url, sizeof url);
        if (pd_cfg_address_parse(&address, url + strlen("http://"), NULL) != PD_OK || address.is_loopback)
            continue;
        return pd_fail(
            err, PD_ERR_INVALID, "access.keys_file",
            "not set, and the daemon listens at %s, which is not a loopback address, until it is restarted",
            url);
    }

    return PD_OK;
}

void pd_srv_refuse(pd_srv *srv, const char *why)
{
    atomic_store(&srv->config_refused, true);
    pd_srv_metrics_count(srv->metrics, PD_SRV_COUNT_reloads_bad);
    pd_srv_log_write(srv->log, PD_SRV_ERROR, "configuration not taken over", "errors=%s", why);
}

void pd_srv_reopen_log(pd_srv *srv)
{
    pd_error err = {0};
    if (pd_srv_log_reopen(srv->log, &err) != PD_OK)
        pd_srv_log_write(srv->log, PD_SRV_ERROR, "log not opened again", "where=%s detail=%s", err.where,
                         err.detail);
}

bool pd_srv_take_over(pd_srv *srv, pd_cfg *fresh)
{
    pd_error err = {0};

    /* Check, then replace. The settings before are held for the comparison below. */
    pd_status status = check_running(srv, fresh, &err);
    if (status == PD_OK) status = fit_descriptors(srv, fresh, &err);
    const pd_srv_settings *before = pd_srv_settings_hold(&srv->config);
    if (status == PD_OK)
        status = pd_srv_config_replace(&srv->config, fresh, pd_srv_now_us(), &err);
    else
        pd_cfg_deinit(fresh);

    /* Name the options that differ but take effect only after a restart. */
    pd_buffer names = {0};
    if (status == PD_OK &&
        pd_cfg_restart_needed(&before->cfg, &pd_srv_settings_now(&srv->config)->cfg, &names)) {
        pd_buffer_add(&names, "", 1);
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "options that need a restart", "options=%s",
                         (char *)names.data);
    }

    pd_buffer_deinit(&names);
    pd_srv_settings_let_go(before);

    /* Refuse the configuration as a whole; the old one stays in force. */
    if (status != PD_OK) {
        char why[sizeof err.where + sizeof err.detail + 2];
        snprintf(why, sizeof why, "%s: %s", err.where, err.detail);
        pd_srv_refuse(srv, why);
        return false;
    }

    /* Pass on the options of parts that keep them. */
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    atomic_store(&srv->config_refused, false);
    pd_srv_log_set_level(srv->log, (pd_srv_level)cfg->log_level);
    pd_srv_workers_limit(srv->workers, &(pd_srv_workers_options){.queue = cfg->limits_queue,
                                                                 .wait_seconds = cfg->limits_queue_seconds,
                                                                 .max_bodies = cfg->batch_max_bodies});
    pd_srv_log_write(srv->log, PD_SRV_INFO, "configuration taken over", "keys=%d token_keys=%d",
                     pd_srv_auth_count(pd_srv_settings_now(&srv->config)->auth),
                     pd_srv_auth_token_keys(pd_srv_settings_now(&srv->config)->auth));
    warn_keys(srv);

    return true;
}

void pd_srv_reload_models(pd_srv *srv)
{
    pd_error err = {0};
    const int64_t start = pd_srv_now_us();
    const pd_srv_settings *settings = pd_srv_settings_hold(&srv->config);
    pd_status status = pd_srv_registry_load(srv->registry, &settings->cfg, &err);

    pd_srv_settings_let_go(settings);
    limit_memory(srv);
    pd_srv_log_write(srv->log, status == PD_OK ? PD_SRV_INFO : PD_SRV_ERROR, "models reloaded",
                     "ok=%d ms=%.1f", status == PD_OK, (double)(pd_srv_now_us() - start) * 1e-3);
}

/* -- stop --------------------------------------------------------------------------- */

/* Returns the number of jobs and webhooks under way. */
static int count_background(pd_srv *srv)
{
    return pd_srv_jobs_unfinished(srv->jobs) + pd_srv_webhooks_unsent(srv->webhooks);
}

/* Waits until no job is under way and every webhook was attempted, until a time or until hurry(arg). Then
 * ends the jobs that are left, and waits for their webhooks for JOBS_END_US at most. */
static void drain_jobs(pd_srv *srv, int64_t until, int (*hurry)(void *arg), void *arg)
{
    const struct timespec nap = {.tv_nsec = 5000000};

    while (count_background(srv) && pd_srv_now_us() < until && !hurry(arg)) nanosleep(&nap, NULL);
    const int left = pd_srv_jobs_unfinished(srv->jobs);
    if (left)
        pd_srv_log_write(srv->log, PD_SRV_WARNING, "jobs do not end within the drain and are ended",
                         "count=%d", left);
    pd_srv_jobs_end(srv->jobs);
    const int64_t end = pd_srv_now_us() + JOBS_END_US;
    while (count_background(srv) && pd_srv_now_us() < end) nanosleep(&nap, NULL);
}

bool pd_srv_drain(pd_srv *srv, int (*hurry)(void *arg), void *arg)
{
    int64_t start = pd_srv_now_us();
    int64_t quiet_since = start;
    int64_t until = start + pd_srv_seconds_us(pd_srv_settings_now(&srv->config)->cfg.drain_timeout);

    atomic_store(&srv->draining, true);
    pd_srv_door_close(srv->door);
    if (srv->admin_door) pd_srv_door_close(srv->admin_door);
    if (srv->depot) pd_srv_depot_drain(srv->depot);

    /* Move the sessions to other daemons before the remaining streams are told that this one stops. */
    bool is_hurried = false;
    if (srv->cluster) {
        pd_srv_ws_hurry(srv->ws);
        is_hurried = pd_srv_cluster_drain(srv->cluster, until, hurry, arg);
    }

    pd_srv_ws_farewell(srv->ws, is_hurried ? 0 : until);

    /* Wait until no request or stream has been under way for QUIET_US. */
    int busy;
    do {
        struct timespec nap = {.tv_nsec = 5000000};
        nanosleep(&nap, NULL);
        int64_t now = pd_srv_now_us();
        busy = pd_srv_connections_busy(srv->connections) + pd_srv_ws_count(srv->ws);
        if (busy) quiet_since = now;
        if (!busy && now - quiet_since >= QUIET_US) break;
        if (now >= until) break;
        is_hurried = is_hurried || hurry(arg);
    } while (!is_hurried);
    drain_jobs(srv, is_hurried ? 0 : until, hurry, arg);
    busy = pd_srv_connections_busy(srv->connections);
    pd_srv_log_write(srv->log, busy ? PD_SRV_WARNING : PD_SRV_INFO, "drained", "unfinished=%d ms=%.1f", busy,
                     (double)(pd_srv_now_us() - start) * 1e-3);

    return !busy;
}

bool pd_srv_is_alive(const pd_srv *srv)
{
    const int64_t now_us = pd_srv_now_us();
    const bool steps = !srv->stage || now_us - pd_srv_stage_stepped_us(srv->stage) < STUCK_US;
    return steps && now_us - pd_srv_connections_polled_us(srv->connections) < STUCK_US;
}

/* Stops the parts in this order: doors, workers (their jobs resume connections), stage and streams, HTTP,
 * then the parts that these used. */
void pd_srv_stop(pd_srv *srv)
{
    if (!srv) return;
    atomic_store(&srv->draining, true);
    if (srv->door) pd_srv_door_close(srv->door);
    if (srv->admin_door) pd_srv_door_close(srv->admin_door);

    /* First, because it wakes ws and workers wait for it. */
    if (srv->registry) pd_srv_registry_halt(srv->registry);
    if (srv->workers) pd_srv_connections_on_gone(srv->connections, NULL, NULL);
    if (srv->workers) pd_srv_workers_halt(srv->workers);
    pd_srv_ws_farewell(srv->ws, 0);    /* from then on no client asks the cluster ... */
    pd_srv_cluster_stop(srv->cluster); /* it wakes ws, too; what clients still ask of it fails */
    srv->cluster = NULL;
    pd_srv_stage_halt(srv->stage); /* it wakes ws ... */
    pd_srv_ws_stop(srv->ws);       /* ... whose clients leave it */
    pd_srv_stage_free(srv->stage);
    pd_srv_http_stop(srv->http);
    pd_srv_workers_free(srv->workers);
    pd_srv_depot_halt(srv->depot); /* it queues jobs, and jobs that end use it */
    pd_srv_jobs_stop(srv->jobs);
    pd_srv_depot_close(srv->depot);
    pd_srv_webhooks_free(srv->webhooks);

    /* All threads that use the parts below have ended. */
    pd_srv_reclaim_stop(srv->reclaim);
    pd_srv_connections_stop(srv->connections);
    pd_srv_door_free(srv->door);
    pd_srv_door_free(srv->admin_door);
    pd_srv_registry_free(srv->registry);
    pd_srv_tickets_free(srv->tickets);
    pd_srv_rate_free(srv->rate);
    pd_srv_rate_free(srv->wrong_keys);
    pd_srv_rate_free(srv->messages);
    pd_srv_refused_free(srv->refused);
    pd_srv_not_modified_free(srv->not_modified);
    pd_srv_reply_cache_free(srv->reply_cache);
    pd_srv_replays_free(srv->replays);
    pd_srv_named_store_free(srv->scenes);
    pd_srv_named_store_free(srv->skeletons);
    pd_srv_named_store_free(srv->avatars);
    pd_srv_named_store_free(srv->clips);
    pd_srv_buffer_cache_free(srv->replies);
    pd_srv_buffer_cache_free(srv->bodies);
    pd_api_assets_deinit(&srv->assets);
    pd_api_assets_deinit(&srv->samples);
    pd_api_kept_free(srv->kept);
    pd_srv_tracer_stop(srv->tracer);
    pd_srv_metrics_free(srv->metrics);
    pd_assert_log = NULL;
    pd_srv_log_close(srv->log);
    pd_srv_config_deinit(&srv->config);
    free(srv);
}
