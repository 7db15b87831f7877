#include "server/host.h"

#include "config/version.h"
#include "api/avatar/avatars.h"
#include "api/ik/skeletons.h"
#include "api/motion/clips.h"
#include "api/motion/scenes.h"
#include "api/stream/order.h"
#include "server/base/clock.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>

static pd_status host_acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    return pd_srv_registry_acquire(((pd_srv *)ctx)->registry, id, may_wait, out, err);
}

static void host_each(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg)
{
    pd_srv_registry_each(((pd_srv *)ctx)->registry, visit, arg);
}

static pd_status host_reload(void *ctx, const char *id, const pd_api_access *access, pd_error *err)
{
    return pd_srv_registry_reload(((pd_srv *)ctx)->registry, id, access, err);
}

static int host_ready(void *ctx, char *reason, size_t reason_bytes)
{
    pd_srv *srv = ctx;

    if (atomic_load(&srv->draining)) {
        snprintf(reason, reason_bytes, "the server is stopping");
        return 0;
    }

    if (!pd_srv_registry_ready(srv->registry, reason, reason_bytes)) return 0;

    /* Without Redis everything else works, so a proxy must not take the daemon out. */
    if (srv->cluster && !pd_srv_cluster_is_connected(srv->cluster))
        snprintf(reason, reason_bytes,
                 "Redis cannot be used (cluster.redis): sessions of other daemons cannot be resumed here, "
                 "and those "
                 "of this daemon are not stored");

    return 1;
}

static pd_status host_ticket(void *ctx, const void *who, char out[64], pd_error *err)
{
    return pd_srv_tickets_issue(((pd_srv *)ctx)->tickets, who, out, pd_srv_now_us(), err);
}

/* Deletes an item of a store. Another thread releases the last reference, because freeing a large ground
 * takes the kernel 10 ms. */
static int delete_item(pd_srv *srv, pd_api_stored kind, pd_srv_named_store *store, const char *id,
                       const pd_api_owner *who, const pd_api_condition *condition)
{
    void (*release)(void *item) = pd_srv_named_store_kind_of(store)->release;
    void *item = pd_srv_named_store_get(store, id);
    const int result = srv->depot ? pd_srv_depot_delete(srv->depot, kind, id, who, condition)
                                  : pd_srv_named_store_delete(store, id, who, condition);

    pd_srv_reclaim_give(srv->reclaim, release, item);
    return result;
}

/* Puts an item into a store and into the place beyond this daemon, if there is one. */
static pd_status put_item(pd_srv *srv, pd_api_stored kind, pd_srv_named_store *store, void *item,
                          const pd_api_condition *condition, const pd_srv_named_store_limits *limits,
                          int *is_new, pd_error *err)
{
    const pd_api_request *request = condition ? condition->request : NULL;
    pd_srv_restore *restore = request ? request->restores : NULL;

    /* A request that is repeated only makes the item. */
    if (restore) {
        restore->item = item;
        *is_new = 1;
        return PD_OK;
    }

    if (srv->depot && request) return pd_srv_depot_put(srv->depot, kind, item, condition, is_new, err);
    return pd_srv_named_store_put(store, item, condition, limits, is_new, err);
}

static pd_status host_scene_put(void *ctx, pd_api_scene *scene, const pd_api_condition *condition,
                                int *is_new, pd_error *err)
{
    pd_srv *srv = ctx;
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const pd_srv_named_store_limits limits = {cfg->stream_scenes, cfg->stream_owner_scenes,
                                              pd_srv_seconds_us(cfg->limits_unused)};
    return put_item(srv, PD_API_STORED_SCENES, srv->scenes, scene, condition, &limits, is_new, err);
}

static pd_api_scene *host_scene(void *ctx, const char *id)
{
    return pd_srv_named_store_get(((pd_srv *)ctx)->scenes, id);
}

static int host_scene_delete(void *ctx, const char *id, const pd_api_owner *who,
                             const pd_api_condition *condition)
{
    return delete_item(ctx, PD_API_STORED_SCENES, ((pd_srv *)ctx)->scenes, id, who, condition);
}

static void host_each_scene(void *ctx, void (*visit)(void *arg, const char *id, const void *scene), void *arg)
{
    pd_srv_named_store_each(((pd_srv *)ctx)->scenes, visit, arg);
}

static int host_rooms(void *ctx, pd_api_room **out)
{
    pd_srv *srv = ctx;
    const int own = srv->stage ? pd_srv_stage_rooms(out, srv->stage) : 0;
    return srv->cluster ? pd_srv_cluster_rooms(out, own, srv->cluster) : own;
}

static pd_status host_cast(void *ctx, pd_api_hits *out, const pd_api_room_cast *wanted, pd_error *err)
{
    pd_srv *srv = ctx;
    if (!srv->stage) return pd_fail(err, PD_ERR_NOT_FOUND, "", "no room \"%.64s\"", wanted->room);
    return pd_srv_stage_room_cast(srv->stage, out, wanted, err);
}

static pd_status host_order(void *ctx, const pd_api_order *wanted, pd_error *err)
{
    pd_srv *srv = ctx;
    if (!srv->stage) return pd_fail(err, PD_ERR_NOT_FOUND, "", "no room \"%.64s\"", wanted->room);
    return pd_srv_stage_order(srv->stage, wanted, err);
}

static pd_status host_skeleton_put(void *ctx, pd_api_skeleton *skeleton, const pd_api_condition *condition,
                                   int *is_new, pd_error *err)
{
    pd_srv *srv = ctx;
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const pd_srv_named_store_limits limits = {cfg->limits_skeletons, cfg->limits_owner_skeletons,
                                              pd_srv_seconds_us(cfg->limits_unused)};
    return put_item(srv, PD_API_STORED_SKELETONS, srv->skeletons, skeleton, condition, &limits, is_new, err);
}

static pd_api_skeleton *host_skeleton(void *ctx, const char *id)
{
    return pd_srv_named_store_get(((pd_srv *)ctx)->skeletons, id);
}

static int host_skeleton_delete(void *ctx, const char *id, const pd_api_owner *who,
                                const pd_api_condition *condition)
{
    return delete_item(ctx, PD_API_STORED_SKELETONS, ((pd_srv *)ctx)->skeletons, id, who, condition);
}

static void host_each_skeleton(void *ctx, void (*visit)(void *arg, const char *id, const void *skeleton),
                               void *arg)
{
    pd_srv_named_store_each(((pd_srv *)ctx)->skeletons, visit, arg);
}

static pd_status host_avatar_put(void *ctx, pd_api_avatar *avatar, const pd_api_condition *condition,
                                 int *is_new, pd_error *err)
{
    pd_srv *srv = ctx;
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const pd_srv_named_store_limits limits = {cfg->limits_avatars, cfg->limits_owner_avatars,
                                              pd_srv_seconds_us(cfg->limits_unused)};
    return put_item(srv, PD_API_STORED_AVATARS, srv->avatars, avatar, condition, &limits, is_new, err);
}

static pd_api_avatar *host_avatar(void *ctx, const char *id)
{
    return pd_srv_named_store_get(((pd_srv *)ctx)->avatars, id);
}

static int host_avatar_delete(void *ctx, const char *id, const pd_api_owner *who,
                              const pd_api_condition *condition)
{
    return delete_item(ctx, PD_API_STORED_AVATARS, ((pd_srv *)ctx)->avatars, id, who, condition);
}

static void host_each_avatar(void *ctx, void (*visit)(void *arg, const char *id, const void *avatar),
                             void *arg)
{
    pd_srv_named_store_each(((pd_srv *)ctx)->avatars, visit, arg);
}

static pd_status host_clip_put(void *ctx, pd_api_clip *clip, const pd_api_condition *condition, int *is_new,
                               pd_error *err)
{
    pd_srv *srv = ctx;
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const pd_srv_named_store_limits limits = {cfg->stream_clips, cfg->stream_owner_clips,
                                              pd_srv_seconds_us(cfg->limits_unused)};
    return put_item(srv, PD_API_STORED_CLIPS, srv->clips, clip, condition, &limits, is_new, err);
}

static pd_api_clip *host_clip(void *ctx, const char *id)
{
    return pd_srv_named_store_get(((pd_srv *)ctx)->clips, id);
}

static int host_clip_delete(void *ctx, const char *id, const pd_api_owner *who,
                            const pd_api_condition *condition)
{
    return delete_item(ctx, PD_API_STORED_CLIPS, ((pd_srv *)ctx)->clips, id, who, condition);
}

static void host_each_clip(void *ctx, void (*visit)(void *arg, const char *id, const void *clip), void *arg)
{
    pd_srv_named_store_each(((pd_srv *)ctx)->clips, visit, arg);
}

static pd_status host_job_put(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    pd_srv *srv = ctx;
    const pd_cfg *cfg = &pd_srv_settings_now(&srv->config)->cfg;
    const pd_srv_jobs_limits limits = {cfg->limits_jobs, cfg->limits_owner_jobs,
                                       pd_srv_seconds_us(cfg->limits_job_seconds)};
    pd_srv_restore *restore = job->request ? job->request->restores : NULL;

    /* A request that is repeated only makes the job, with the id that it had. */
    *owner_full = false;
    if (restore) {
        snprintf(job->id, sizeof job->id, "%s", restore->id);
        restore->item = pd_api_job_retain(job);
        job->request = NULL;
        return PD_OK;
    }

    /* The request comes first, so that the job is in the place from its beginning. */
    if (srv->depot) {
        if (!pd_srv_jobs_id(job->id))
            return pd_fail(err, PD_ERR_INTERNAL, "jobs", "the system gave no random numbers");
        const pd_status status = pd_srv_depot_job_put(srv->depot, job, err);
        *owner_full = status == PD_ERR_LIMIT;
        if (status != PD_OK) return status;
    }

    job->request = NULL;
    const pd_status status = pd_srv_jobs_put(srv->jobs, job, &limits, owner_full, err);
    if (status != PD_OK && srv->depot)
        pd_srv_depot_job_delete(srv->depot, job->id, &(pd_api_owner){.is_admin = 1});

    return status;
}

static pd_api_job *host_job(void *ctx, const char *id, const pd_api_owner *who)
{
    return pd_srv_jobs_get(((pd_srv *)ctx)->jobs, id, who);
}

static int host_job_delete(void *ctx, const char *id, const pd_api_owner *who)
{
    pd_srv *srv = ctx;

    if (srv->depot) return pd_srv_depot_job_delete(srv->depot, id, who);
    return pd_srv_jobs_delete(((pd_srv *)ctx)->jobs, id, who);
}

static void host_each_job(void *ctx, const pd_api_owner *who, void (*visit)(void *arg, const pd_api_job *job),
                          void *arg)
{
    pd_srv_jobs_each(((pd_srv *)ctx)->jobs, who, visit, arg);
}

static pd_status host_fetch(void *ctx, pd_api_stored kind, const char *id, pd_error *err)
{
    return pd_srv_depot_fetch(((pd_srv *)ctx)->depot, kind, id, err);
}

static bool host_fetch_later(void *ctx, pd_api_stored kind, const char *id)
{
    return pd_srv_depot_fetch_later(((pd_srv *)ctx)->depot, kind, id);
}

void pd_srv_host_share(pd_srv *srv)
{
    srv->host.fetch = host_fetch;
    srv->host.fetch_later = host_fetch_later;
}

static pd_status host_webhook_check(void *ctx, const char *url, pd_error *err)
{
    pd_srv_webhook_target target;
    return pd_srv_webhook_policy_check(&target, pd_srv_settings_now(&((pd_srv *)ctx)->config)->webhooks, url,
                                       err);
}

static int host_memory_take(void *ctx, pd_api_memory_use use, size_t bytes)
{
    pd_srv *srv = ctx;
    int taken = pd_srv_memory_take(&srv->memory, use, bytes);

    /* Drop finished jobs to make room for a new one. */
    if (taken == 0 && use == PD_API_MEMORY_JOBS && pd_srv_jobs_make_room(srv->jobs))
        taken = pd_srv_memory_take(&srv->memory, use, bytes);

    /* Drop all stored replies to make room for any use. */
    if (taken <= 0 && pd_srv_reply_cache_clear(srv->reply_cache))
        taken = pd_srv_memory_take(&srv->memory, use, bytes);
    if (taken <= 0)
        pd_srv_heap_parsed(&srv->heap,
                           SIZE_MAX); /* return freed memory to the system; the next request may then fit */
    return taken;
}

static void host_memory_add(void *ctx, pd_api_memory_use use, size_t bytes)
{
    pd_srv_memory_add(&((pd_srv *)ctx)->memory, use, bytes);
}

static void host_memory_give(void *ctx, pd_api_memory_use use, size_t bytes)
{
    pd_srv_memory_give(&((pd_srv *)ctx)->memory, use, bytes);
}

/* Hooks of the registry, for models that are loaded at their first request. */
static int take_for_model(void *ctx, size_t bytes)
{
    return host_memory_take(ctx, PD_API_MEMORY_MODELS, bytes);
}

static void add_for_model(void *ctx, size_t bytes)
{
    host_memory_add(ctx, PD_API_MEMORY_MODELS, bytes);
}

static void give_for_model(void *ctx, size_t bytes)
{
    host_memory_give(ctx, PD_API_MEMORY_MODELS, bytes);
}

/* Returns unused memory to the system, and wakes the streams that wait for the model.
 * Called after a model was loaded. */
static void model_changed(void *ctx)
{
    malloc_trim(0);
    pd_srv_ws_wake(((pd_srv *)ctx)->ws);
}

static double host_now(void *ctx)
{
    (void)ctx;
    return (double)pd_srv_now_us() * 1e-6;
}

static void write_model(void *arg, const pd_api_model *model)
{
    pd_buffer_printf(arg, "posed_model_resident_bytes{model=\"%s\",kind=\"%s\"} %zu\n", model->id,
                     model->kind->name, pd_api_model_bytes(model) + pd_api_model_mapped(model));
}

static void write_mapped(void *arg, const pd_api_model *model)
{
    pd_buffer_printf(arg, "posed_model_mapped_bytes{model=\"%s\",kind=\"%s\"} %zu\n", model->id,
                     model->kind->name, pd_api_model_mapped(model));
}

/* Writes all metrics of the server as Prometheus text. */
static void host_metrics(void *ctx, pd_buffer *out)
{
    pd_srv *srv = ctx;

    pd_srv_metrics_write(srv->metrics, out);
    pd_srv_metrics_gauge(out, "posed_queue_depth", "Requests that wait for a worker.",
                         pd_srv_workers_waiting(srv->workers));
    pd_srv_metrics_head(out, "posed_queue_seconds", "gauge",
                        "Estimated processor time of the requests that wait, by class.");

    /* Estimated waiting work of each class. */
    static const char *const classes[PD_SRV_CLASS_COUNT] = {"light", "medium", "heavy"};
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++)
        pd_buffer_printf(out, "posed_queue_seconds{class=\"%s\"} %.6f\n", classes[class],
                         pd_srv_workers_waiting_seconds(srv->workers, (pd_srv_class) class));
    pd_srv_metrics_gauge(out, "posed_connections", "Open HTTP connections.",
                         pd_srv_connections_count(srv->connections));
    pd_srv_metrics_gauge(out, "posed_streams", "Open WebSockets of clients.",
                         pd_srv_ws_count(srv->ws) - pd_srv_ws_peers(srv->ws));
    if (srv->stage) pd_srv_stage_metrics(srv->stage, out);
    if (srv->cluster) pd_srv_cluster_metrics(srv->cluster, out);
    if (srv->cluster) pd_srv_ws_metrics(srv->ws, out);
    pd_srv_memory_write(&srv->memory, out);
    pd_srv_tracer_metrics(srv->tracer, out);
    pd_srv_webhooks_metrics(srv->webhooks, out);
    pd_srv_metrics_gauge(out, "posed_workers", "Number of threads that compute.", srv->worker_count);
    pd_srv_metrics_gauge(out, "posed_config_last_reload_successful",
                         "0 after a reload whose configuration or keys were refused.",
                         !atomic_load(&srv->config_refused));
    pd_srv_metrics_gauge(out, "posed_draining", "1 while the server stops.", atomic_load(&srv->draining));
    pd_srv_metrics_head(out, "posed_log_dropped_total", "counter", "Log lines that could not be written.");
    pd_buffer_printf(out, "posed_log_dropped_total %llu\n", (unsigned long long)pd_srv_log_dropped(srv->log));
    pd_srv_metrics_head(out, "posed_model_resident_bytes", "gauge", "Memory of a resident model.");
    pd_srv_registry_each(srv->registry, write_model, out);
    pd_srv_metrics_head(out, "posed_model_mapped_bytes", "gauge",
                        "Part of the model's memory that is mapped from a pack; processes share it.");
    pd_srv_registry_each(srv->registry, write_mapped, out);
    pd_srv_metrics_head(out, "posed_build_info", "gauge",
                        "Always 1; the labels have the version and the commit.");
    pd_buffer_printf(out, "posed_build_info{version=\"%s\",commit=\"%s\"} 1\n", pd_cfg_version_text(),
                     pd_cfg_version_commit());
}

static pd_status host_say(void *ctx, pd_buffer *wav, const char *text, pd_error *err)
{
    pd_srv *srv = ctx;
    const pd_srv_settings *settings = pd_srv_settings_hold(&srv->config);
    const pd_status status = pd_srv_voice_say(&srv->voice, wav, text, &settings->cfg, err);
    pd_srv_settings_let_go(settings);

    return status;
}

void pd_srv_host_init(pd_srv *srv)
{
    const pd_srv_registry_hooks hooks = {.ctx = srv,
                                         .take = take_for_model,
                                         .add = add_for_model,
                                         .give = give_for_model,
                                         .changed = model_changed};

    pd_srv_registry_set_hooks(srv->registry, &hooks);

    srv->host = (pd_api_host){.ctx = srv,
                              .memory_take = host_memory_take,
                              .memory_add = host_memory_add,
                              .memory_give = host_memory_give,
                              .acquire = host_acquire,
                              .each_model = host_each,
                              .reload = host_reload,
                              .ready = host_ready,
                              .metrics = host_metrics,
                              .ticket = host_ticket,
                              .scene_put = host_scene_put,
                              .scene = host_scene,
                              .scene_delete = host_scene_delete,
                              .each_scene = host_each_scene,
                              .clip_put = host_clip_put,
                              .clip = host_clip,
                              .clip_delete = host_clip_delete,
                              .each_clip = host_each_clip,
                              .rooms = host_rooms,
                              .cast = host_cast,
                              .order = host_order,
                              .skeleton_put = host_skeleton_put,
                              .skeleton = host_skeleton,
                              .skeleton_delete = host_skeleton_delete,
                              .each_skeleton = host_each_skeleton,
                              .avatar_put = host_avatar_put,
                              .avatar = host_avatar,
                              .avatar_delete = host_avatar_delete,
                              .each_avatar = host_each_avatar,
                              .job_put = host_job_put,
                              .job = host_job,
                              .job_delete = host_job_delete,
                              .each_job = host_each_job,
                              .webhook_check = host_webhook_check,
                              .say = host_say,
                              .assets = &srv->assets,
                              .samples = &srv->samples,
                              .kept = srv->kept,
                              .now = host_now};
}
