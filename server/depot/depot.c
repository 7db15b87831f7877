#include "core/base/assert.h"
#include "api/http/api.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/base/process.h"
#include "server/depot/depot_jobs.h"
#include "server/depot/depot_parts.h"
#include "server/depot/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define ATTEMPTS 8             /* puts or deletes of an object that others change at the same time */
#define FRESH_US PD_SRV_SECOND /* time for which a fetch for a stream is good */

/* Kinds of objects, with the options that limit them. */
static const struct {
    const char *kind, *option, *owner_option;
    size_t most_at, owner_most_at; /* offsets of the options in pd_cfg */
} rows[PD_API_STORED_COUNT] = {
    [PD_API_STORED_SCENES] = {.kind = "scenes",
                              .option = "stream.scenes",
                              .owner_option = "stream.owner_scenes",
                              .most_at = offsetof(pd_cfg, stream_scenes),
                              .owner_most_at = offsetof(pd_cfg, stream_owner_scenes)},
    [PD_API_STORED_SKELETONS] = {.kind = "skeletons",
                                 .option = "limits.skeletons",
                                 .owner_option = "limits.owner_skeletons",
                                 .most_at = offsetof(pd_cfg, limits_skeletons),
                                 .owner_most_at = offsetof(pd_cfg, limits_owner_skeletons)},
    [PD_API_STORED_AVATARS] = {.kind = "avatars",
                               .option = "limits.avatars",
                               .owner_option = "limits.owner_avatars",
                               .most_at = offsetof(pd_cfg, limits_avatars),
                               .owner_most_at = offsetof(pd_cfg, limits_owner_avatars)},
    [PD_API_STORED_CLIPS] = {.kind = "clips",
                             .option = "stream.clips",
                             .owner_option = "stream.owner_clips",
                             .most_at = offsetof(pd_cfg, stream_clips),
                             .owner_most_at = offsetof(pd_cfg, stream_owner_clips)},
    [PD_API_STORED_JOBS] = {.kind = "jobs",
                            .option = "limits.jobs",
                            .owner_option = "limits.owner_jobs",
                            .most_at = offsetof(pd_cfg, limits_jobs),
                            .owner_most_at = offsetof(pd_cfg, limits_owner_jobs)},
    [PD_API_STORED_RESULTS] = {.kind = "results",
                               .option = "limits.jobs",
                               .owner_option = "limits.jobs",
                               .most_at = offsetof(pd_cfg, limits_jobs),
                               .owner_most_at = offsetof(pd_cfg, limits_jobs)},
};

pd_srv_place_rule pd_srv_depot_rule(const pd_srv_depot *d, pd_api_stored kind)
{
    const pd_cfg *cfg = &pd_srv_settings_now(d->deps.config)->cfg;
    pd_srv_place_rule rule = {
        .kind = rows[kind].kind, .option = rows[kind].option, .owner_option = rows[kind].owner_option};

    memcpy(&rule.limits.most, (const char *)cfg + rows[kind].most_at, sizeof rule.limits.most);
    memcpy(&rule.limits.owner_most, (const char *)cfg + rows[kind].owner_most_at,
           sizeof rule.limits.owner_most);
    rule.limits.unused_us = pd_srv_seconds_us(cfg->limits_unused);
    if (kind == PD_API_STORED_RESULTS) {
        rule.keep_s = cfg->limits_job_seconds;
        rule.limits.unused_us = 0; /* a new result takes the place of the oldest one */
    }

    return rule;
}

pd_status pd_srv_depot_away(pd_error *err)
{
    if (err && err->status == PD_ERR_IO)
        pd_fail(
            err, PD_ERR_BUSY, "",
            "what clients have stored cannot be read or changed now, because %s cannot be used; try again",
            !strcmp(err->where, "store.folder") ? "the folder (store.folder)" : "Redis (cluster.redis)");

    return PD_ERR_BUSY;
}

void *pd_srv_depot_restore(const pd_srv_depot *d, const char *id, uint64_t owner, pd_bytes bytes,
                           pd_error *err)
{
    const pd_srv_settings *settings = pd_srv_settings_hold(d->deps.config);
    pd_srv_restore restore = {.id = id};
    pd_srv_record record;

    if (pd_srv_record_read(&record, bytes, err) == PD_OK) {
        const pd_api_request request = {.method = record.method,
                                        .path = record.path,
                                        .query = record.query,
                                        .content_type = record.content_type,
                                        .body = record.body,
                                        .scopes = ~0u,
                                        .owner = {.id = owner},
                                        .may_wait = true,
                                        .restores = &restore};
        pd_api_call *call = pd_api_decode(&request, d->deps.host, &settings->limits);
        pd_arena scratch = {0};
        if (call && !pd_api_call_done(call)) pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        pd_arena_deinit(&scratch);
        const pd_api_reply *reply = call ? pd_api_call_reply(call) : NULL;
        if (!restore.item)
            pd_fail(err, PD_ERR_FORMAT, "", "\"%.64s\" cannot be made again: status %d %.*s", id,
                    reply ? reply->status : 0,
                    reply ? (int)(reply->body.size < 160 ? reply->body.size : 160) : 0,
                    reply && reply->body.data ? (const char *)reply->body.data : "");
        if (call) pd_api_call_release(call);
        pd_srv_record_deinit(&record);
    }

    pd_srv_settings_let_go(settings);

    return restore.item;
}

/* Returns the revision of the object that is here; "": there is none. */
static void revision_here(char out[PD_SRV_PLACE_REVISION_BYTES], pd_srv_named_store *store, const char *id)
{
    const pd_srv_named_store_kind *kind = pd_srv_named_store_kind_of(store);
    void *item = pd_srv_named_store_get(store, id);

    snprintf(out, PD_SRV_PLACE_REVISION_BYTES, "%s", item ? (const char *)item + kind->revision_at : "");
    kind->release(item);
}

pd_status pd_srv_depot_put(pd_srv_depot *d, pd_api_stored kind, void *item, const pd_api_condition *condition,
                           int *is_new, pd_error *err)
{
    pd_srv_named_store *store = d->deps.stores[kind];
    const pd_srv_named_store_kind *of = pd_srv_named_store_kind_of(store);
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, kind);
    const char *id = (const char *)item + of->id_at;
    pd_srv_place_head head = {.owner = 0};
    pd_srv_place_head there;
    pd_buffer record = {0};

    PD_ASSERT(condition && condition->request);
    snprintf(head.revision, sizeof head.revision, "%s", (const char *)item + of->revision_at);
    memcpy(&head.owner, (const char *)item + of->owner_at, sizeof head.owner);
    pd_srv_record_write(&record, condition->request);
    pd_status status =
        record.failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory") : PD_ERR_BUSY; /* not tried yet */

    /* Decide by what the place has, and decide again when that has changed meanwhile. */
    *is_new = 0;
    for (int i = 0; i < ATTEMPTS && status == PD_ERR_BUSY; i++) {
        status = d->place->find(d->place, &there, NULL, &rule, id, NULL, err);
        if (status != PD_OK && status != PD_ERR_NOT_FOUND) break;
        status = pd_srv_named_store_judge(of, id, head.owner, *there.revision ? &there.owner : NULL,
                                          there.revision, condition, is_new, err);
        if (status == PD_OK)
            status = d->place->put(d->place, &rule, id, &head, (pd_bytes){record.data, record.size},
                                   there.revision, err);
    }

    pd_buffer_deinit(&record);
    if (status == PD_OK) {
        pd_srv_named_store_set(store, item, rule.limits.most);
        return PD_OK;
    }

    of->release(item);

    return status == PD_ERR_IO ? pd_srv_depot_away(err) : status;
}

/* Brings one object to its present state. */
static pd_status fetch_one(pd_srv_depot *d, pd_api_stored kind, const char *id, pd_error *err)
{
    pd_srv_named_store *store = d->deps.stores[kind];
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, kind);
    char known[PD_SRV_PLACE_REVISION_BYTES];
    pd_srv_place_head head;
    pd_buffer record = {0};

    revision_here(known, store, id);
    pd_status status = d->place->find(d->place, &head, &record, &rule, id, known, err);
    if (status == PD_ERR_NOT_FOUND) {
        pd_srv_named_store_delete(store, id, &(pd_api_owner){.is_admin = 1}, NULL);
        status = PD_OK;
    } else if (status == PD_OK && strcmp(known, head.revision) != 0) {
        void *item = pd_srv_depot_restore(d, id, head.owner, (pd_bytes){record.data, record.size}, err);
        if (item) {
            pd_srv_named_store_set(store, item, rule.limits.most);
        } else {
            pd_srv_log_write(d->deps.log, PD_SRV_ERROR, "stored object cannot be made again",
                             "kind=%s id=%s reason=%s", rule.kind, id, err->detail);
            status = PD_ERR_BUSY;
            err->status = PD_ERR_BUSY;
        }
    } else if (status != PD_OK) {
        status = *known ? PD_OK : pd_srv_depot_away(err); /* what is here is served */
    }

    pd_buffer_deinit(&record);

    return status;
}

/* Ids of the objects of a kind, with a comma after each. */
typedef struct id_list {
    pd_buffer here, there;
} id_list;

static void add_there(void *arg, const char *id, const pd_srv_place_head *head)
{
    (void)head;
    pd_buffer_printf(&((id_list *)arg)->there, "%s,", id);
}

static void add_here(void *arg, const char *id, const void *item)
{
    (void)item;
    pd_buffer_printf(&((id_list *)arg)->here, "%s,", id);
}

/* Brings all objects of a kind to their present state. */
static pd_status fetch_all(pd_srv_depot *d, pd_api_stored kind, pd_error *err)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, kind);
    id_list ids = {.here = {0}};

    pd_status status = d->place->list(d->place, &rule, add_there, &ids, err);
    if (status != PD_OK) {
        pd_buffer_deinit(&ids.there);
        return pd_srv_depot_away(err);
    }

    /* Also those that are only here: the fetch removes them. */
    pd_srv_named_store_each(d->deps.stores[kind], add_here, &ids);
    pd_buffer *const lists[] = {&ids.there, &ids.here};
    for (int i = 0; i < 2; i++) {
        char *next = NULL;
        pd_buffer_add(lists[i], "", 1);
        char *id = lists[i]->failed ? NULL : strtok_r((char *)lists[i]->data, ",", &next);
        for (; id && status == PD_OK; id = strtok_r(NULL, ",", &next)) {
            /* One object that cannot be made again does not hide the others. */
            const pd_status one = fetch_one(d, kind, id, err);
            if (one != PD_OK && err->status == PD_ERR_IO) status = one;
        }

        pd_buffer_deinit(lists[i]);
    }

    return status;
}

pd_status pd_srv_depot_fetch(pd_srv_depot *d, pd_api_stored kind, const char *id, pd_error *err)
{
    if (kind >= PD_API_STORED_JOBS) return pd_srv_depot_fetch_jobs(d, id, err);
    return id ? fetch_one(d, kind, id, err) : fetch_all(d, kind, err);
}

int pd_srv_depot_delete(pd_srv_depot *d, pd_api_stored kind, const char *id, const pd_api_owner *who,
                        const pd_api_condition *condition)
{
    const pd_srv_place_rule rule = pd_srv_depot_rule(d, kind);
    pd_srv_place_head there;
    pd_error err = {0};

    for (int i = 0; i < ATTEMPTS; i++) {
        pd_status status = d->place->find(d->place, &there, NULL, &rule, id, NULL, &err);
        if (status == PD_OK && !who->is_admin && there.owner != who->id) return -1;
        if (status == PD_OK && pd_api_condition_fails(condition, there.revision)) return -2;
        if (status == PD_OK) status = d->place->drop(d->place, &rule, id, there.revision, &err);
        if (status == PD_ERR_BUSY) continue;
        if (status != PD_OK && status != PD_ERR_NOT_FOUND) return -3;
        pd_srv_named_store_delete(d->deps.stores[kind], id, &(pd_api_owner){.is_admin = 1}, NULL);
        return status == PD_OK;
    }

    return -3;
}

/* -- the thread ----------------------------------------------------------------------- */

/* Fetches the objects that streams wait for. Called with the lock, which is released meanwhile. */
static void fetch_wanted(pd_srv_depot *d)
{
    for (int i = 0; i < PD_SRV_DEPOT_WANTED && !d->is_stopping; i++) {
        const pd_srv_depot_want want = d->wants[i];
        if (!*want.id || want.done_us) continue;
        pthread_mutex_unlock(&d->lock);
        pd_error err = {0};
        pd_srv_depot_fetch(d, want.kind, want.id, &err);
        pthread_mutex_lock(&d->lock);
        d->wants[i].done_us = pd_srv_now_us();
        pthread_mutex_unlock(&d->lock);
        if (d->deps.wake) d->deps.wake(d->deps.ctx);
        pthread_mutex_lock(&d->lock);
    }
}

static void *depot_main(void *arg)
{
    pd_srv_depot *d = arg;
    int64_t next_us = 0;

    pthread_setname_np(pthread_self(), "posed-depot");
    pthread_mutex_lock(&d->lock);
    while (!d->is_stopping) {
        fetch_wanted(d);

        /* Once a second: say that this daemon is there, and look after the jobs. */
        if (pd_srv_now_us() >= next_us) {
            pthread_mutex_unlock(&d->lock);
            pd_error err = {0};
            d->place->beat(d->place, &err);
            pd_srv_depot_tend_jobs(d);
            next_us = pd_srv_now_us() + PD_SRV_SECOND;
            pthread_mutex_lock(&d->lock);
        }

        bool waits = false;
        for (int i = 0; i < PD_SRV_DEPOT_WANTED; i++) waits |= *d->wants[i].id && !d->wants[i].done_us;
        if (!waits && !d->is_stopping) pd_srv_cond_wait_until(&d->news, &d->lock, next_us);
    }

    pthread_mutex_unlock(&d->lock);

    return NULL;
}

bool pd_srv_depot_fetch_later(pd_srv_depot *d, pd_api_stored kind, const char *id)
{
    const int64_t now = pd_srv_now_us();
    pd_srv_depot_want *free_place = NULL;
    bool waits = true;

    pthread_mutex_lock(&d->lock);
    for (int i = 0; i < PD_SRV_DEPOT_WANTED; i++) {
        pd_srv_depot_want *w = &d->wants[i];
        const bool is_same = w->kind == kind && !strcmp(w->id, id);
        const bool is_old = w->done_us && now - w->done_us > FRESH_US;
        if (is_same && !is_old) {
            waits = !w->done_us;
            pthread_mutex_unlock(&d->lock);
            return waits;
        }

        if (!*w->id || is_old) free_place = w;
    }

    /* When all places are taken, the caller asks again at the next wake. */
    if (free_place) {
        *free_place = (pd_srv_depot_want){.kind = kind};
        snprintf(free_place->id, sizeof free_place->id, "%s", id);
        pthread_cond_signal(&d->news);
    }

    pthread_mutex_unlock(&d->lock);

    return waits;
}

pd_status pd_srv_depot_open(pd_srv_depot **out, const pd_srv_depot_deps *deps, pd_error *err)
{
    const pd_cfg *cfg = &pd_srv_settings_now(deps->config)->cfg;
    /* The folder that systemd gives to a service (systemd.exec, StateDirectory=); the first of several. */
    const char *given = getenv("STATE_DIRECTORY");
    char folder[4097];
    const bool is_configured = *cfg->store_folder != 0;
    snprintf(folder, sizeof folder, "%.*s", given ? (int)strcspn(given, ":") : 0, given ? given : "");
    if (is_configured) snprintf(folder, sizeof folder, "%s", cfg->store_folder);
    const pd_srv_place_options options = {.folder = folder,
                                          .redis = {.url = cfg->cluster_redis,
                                                    .user = cfg->cluster_user,
                                                    .password_file = cfg->cluster_password_file,
                                                    .database = cfg->cluster_database},
                                          .prefix = cfg->cluster_prefix,
                                          .record_bytes = cfg->cluster_blob_bytes,
                                          .node = deps->node};

    *out = NULL;
    if (!*folder && !*cfg->cluster_redis) return PD_OK;
    pd_srv_depot *d = calloc(1, sizeof *d);
    if (!d) return pd_fail(err, PD_ERR_MEMORY, "store", "out of memory");
    d->deps = *deps;
    snprintf(d->node, sizeof d->node, "%s", deps->node);
    unsigned char random[8] = {0};
    if (getrandom(random, sizeof random, 0) == sizeof random)
        pd_srv_hex_encode(d->start, random, sizeof random);
    else
        snprintf(d->start, sizeof d->start, "%llx", (unsigned long long)pd_srv_now_us());
    pd_status status = PD_OK;
    if (*folder) status = pd_srv_place_folder_open(&d->place, &options, err);
    if (status == PD_OK && *cfg->cluster_redis) {
        if (d->place) d->place->close(d->place); /* opened to check the folder */
        status = pd_srv_place_redis_open(&d->place, &options, err);
    }

    if (status != PD_OK) {
        free(d);
        return status;
    }

    pthread_mutex_init(&d->lock, NULL);
    pd_srv_cond_init(&d->news);
    *out = d;

    return PD_OK;
}

pd_status pd_srv_depot_start(pd_srv_depot *d, pd_error *err)
{
    d->has_thread = !pthread_create(&d->thread, NULL, depot_main, d);
    return d->has_thread ? PD_OK : pd_srv_thread_error(err, "store", "its thread");
}

void pd_srv_depot_drain(pd_srv_depot *d)
{
    atomic_store(&d->is_draining, true);
}

void pd_srv_depot_halt(pd_srv_depot *d)
{
    if (!d || !d->has_thread) return;
    pthread_mutex_lock(&d->lock);
    d->is_stopping = true;
    pthread_cond_signal(&d->news);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    d->has_thread = false;
}

void pd_srv_depot_close(pd_srv_depot *d)
{
    if (!d) return;
    pd_srv_depot_halt(d);
    d->place->close(d->place);
    pthread_cond_destroy(&d->news);
    pthread_mutex_destroy(&d->lock);
    free(d);
}
