#include "server/models/registry.h"

#include "core/base/assert.h"
#include "core/io/pack/pack.h"
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/models/registry_parts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A model that failed for lack of memory is tried again after this time. */
#define BUSY_US PD_SRV_SECOND

static void *late_main(void *arg);

pd_srv_registry *pd_srv_registry_new(const pd_api_kind *kinds, int kind_count, pd_srv_log *log,
                                     pd_srv_metrics *metrics)
{
    pd_srv_registry *registry = calloc(1, sizeof *registry);

    if (!registry) return NULL;
    registry->kinds = kinds;
    registry->kind_count = kind_count;
    registry->log = log;
    registry->metrics = metrics;
    pthread_mutex_init(&registry->lock, NULL);
    pthread_mutex_init(&registry->loading, NULL);
    pthread_cond_init(&registry->changed, NULL);
    if (!pthread_create(&registry->loader, NULL, late_main, registry)) return registry;
    free(registry);

    return NULL;
}

void pd_srv_registry_set_hooks(pd_srv_registry *registry, const pd_srv_registry_hooks *hooks)
{
    registry->hooks = *hooks;
}

void pd_srv_registry_halt(pd_srv_registry *registry)
{
    pthread_mutex_lock(&registry->lock);
    const bool was_halted = registry->is_halted;
    registry->is_halted = true;
    pthread_cond_broadcast(&registry->changed);
    pthread_mutex_unlock(&registry->lock);
    if (!was_halted) pthread_join(registry->loader, NULL);
}

static void release_slot(pd_srv_registry *registry, pd_srv_model_slot *s)
{
    if (s->resident) s->kind->release(s->resident);
    pd_pack_release(s->pack);
    if (s->counted) registry->hooks.give(registry->hooks.ctx, s->counted);
    free(s->problem);
}

static void release_table(pd_srv_registry *registry, pd_srv_model_table *t)
{
    PD_ASSERT(t->count >= 0 && (t->slots || !t->count));
    for (int i = 0; i < t->count; i++) release_slot(registry, &t->slots[i]);
    free(t->slots);
    memset(t, 0, sizeof *t);
}

void pd_srv_registry_free(pd_srv_registry *registry)
{
    if (!registry) return;
    pd_srv_registry_halt(registry);
    release_table(registry, &registry->table);
    pd_pack_release(registry->pack);
    while (registry->texts) {
        pd_srv_kept_text *next = registry->texts->next;
        free(registry->texts);
        registry->texts = next;
    }

    pthread_mutex_destroy(&registry->lock);
    pthread_mutex_destroy(&registry->loading);
    pthread_cond_destroy(&registry->changed);
    free(registry);
}

static void count_reload(pd_srv_registry *registry, int good)
{
    pd_srv_metrics_count(registry->metrics, good ? PD_SRV_COUNT_reloads_good : PD_SRV_COUNT_reloads_bad);
}

pd_status pd_srv_registry_load(pd_srv_registry *registry, const pd_cfg *cfg, pd_error *err)
{
    pd_srv_model_table fresh = {0};
    pd_srv_model_table old;
    pd_error first = {0};

    /* List the wanted models. `lock` is held only for moments, so that requests go on during the load. */
    pthread_mutex_lock(&registry->loading);
    pd_srv_registry_open_pack(registry, cfg);
    pthread_mutex_lock(&registry->lock);
    int shipped_count = 0;
    pd_status status = pd_srv_registry_list(registry, &fresh, cfg, &shipped_count, &first);
    pthread_mutex_unlock(&registry->lock);
    for (int i = 0; i < fresh.count && status == PD_OK; i++)
        status = pd_srv_registry_probe(registry, &fresh.slots[i], &first);
    if (status == PD_OK) {
        pd_srv_registry_warn_preload(registry, &fresh, &cfg->preload);
        pthread_mutex_lock(&registry->lock);
        pd_srv_registry_choose_early(registry, &fresh, cfg);
        pthread_mutex_unlock(&registry->lock);

        /* Load into a fresh table, while requests still use the old one. */
        pd_srv_registry_load_early(registry, &fresh, &first);
        pd_srv_registry_log_waiting(registry, &fresh);
        pthread_mutex_lock(&registry->lock);
        old = registry->table;

        /* Keep the resident model if its file cannot be loaded now.
         * Keep a request for a model that waits on disk. */
        for (int i = 0; i < fresh.count; i++) {
            pd_srv_model_slot *s = &fresh.slots[i];
            const pd_srv_model_slot *before = pd_srv_registry_find_id(&old, s->id);
            if (before && before->state == PD_SRV_MODEL_WANTED && s->state == PD_SRV_MODEL_ON_DISK)
                s->state = PD_SRV_MODEL_WANTED;
            if (s->state != PD_SRV_MODEL_FAILED || !before || !before->resident || before->file != s->file)
                continue;
            s->kind = before->kind;
            s->resident = before->resident;
            s->state = PD_SRV_MODEL_RESIDENT;
            s->kind->retain(s->resident);
            s->pack = before->pack ? pd_pack_retain(before->pack) : NULL;
        }

        /* Defaults are chosen again, now that the kinds of all files are known. */
        for (int k = 0; k < registry->kind_count; k++) {
            const pd_api_kind *kind = &registry->kinds[k];
            const pd_srv_model_slot *chosen = pd_srv_registry_default_of(&fresh, kind);
            for (int i = 0; i < fresh.count; i++)
                if (fresh.slots[i].kind == kind) fresh.slots[i].is_default = chosen == &fresh.slots[i];
        }

        /* Replace the table and its generation together;
         * replies made with older generations are then out of date. */
        registry->table = fresh;
        registry->shipped_count = shipped_count;
        atomic_fetch_add(&registry->generation, 1);
        pthread_cond_broadcast(&registry->changed);
        pthread_mutex_unlock(&registry->lock);

        /* Count reloads, but not the first load. Models still in use are freed with their last reference. */
        for (int i = 0; old.count && i < fresh.count; i++)
            if (fresh.slots[i].is_early) count_reload(registry, !fresh.slots[i].problem);
        release_table(registry, &old);
    } else {
        if (registry->table.count) count_reload(registry, false);
        pd_srv_log_write(registry->log, PD_SRV_ERROR, "models not listed", "place=%s detail=%s", first.where,
                         first.detail);
        release_table(registry, &fresh);
    }

    pthread_mutex_unlock(&registry->loading);
    if (err) *err = first;

    return first.status;
}

/* -- asking ---------------------------------------------------------------- */

/* Finds a model by its id, or the default of a kind by that kind's default id. Called with `lock`. */
static pd_srv_model_slot *find_slot(const pd_srv_registry *registry, const char *id)
{
    const pd_srv_model_table *t = &registry->table;
    const pd_api_kind *wanted = NULL;

    for (int k = 0; k < registry->kind_count; k++)
        if (!strcmp(id, registry->kinds[k].default_id)) wanted = &registry->kinds[k];

    for (int i = 0; i < t->count; i++) {
        pd_srv_model_slot *s = &t->slots[i];
        if (wanted ? s->is_default && s->kind == wanted : !strcmp(s->id, id)) return s;
    }

    return NULL;
}

static pd_api_model describe_slot(const pd_srv_model_slot *s)
{
    return (pd_api_model){.id = s->id,
                          .file = s->file,
                          .kind = s->kind,
                          .is_default = s->is_default,
                          .resident = s->resident,
                          .name = s->name,
                          .licence = s->licence,
                          .provenance = s->provenance};
}

pd_status pd_srv_registry_reload(pd_srv_registry *registry, const char *id, const pd_api_access *access,
                                 pd_error *err)
{
    pd_srv_model_slot loaded = {0};
    pd_error mine = {0};
    pd_status status;

    pthread_mutex_lock(&registry->loading);

    /* Copy the slot while the lock is held, and check that the key may use the model. */
    pthread_mutex_lock(&registry->lock);
    const pd_srv_model_slot *found = find_slot(registry, id);
    if (!found)
        status = pd_fail(&mine, PD_ERR_NOT_FOUND, "", "no model \"%s\"", id);
    else
        status = pd_api_access_check(access, PD_API_OBJECT_MODELS, found->id, "", &mine);
    if (status == PD_OK) {
        loaded = *found; /* without the pointers and counts that the slot owns */
        loaded.resident = NULL;
        loaded.problem = NULL;
        loaded.counted = 0;
        loaded.pack = NULL;
        loaded.is_spoiled = false;
        loaded.failure = (pd_error){0};
    }

    pthread_mutex_unlock(&registry->lock);

    if (status == PD_OK) {
        /* Load the file without the lock, so that requests can go on. */
        status = pd_srv_registry_load_slot(registry, &loaded, NULL, &mine);
        count_reload(registry, status == PD_OK);
        if (status != PD_OK) free(loaded.problem);

        /* The file is missing; the id exists. */
        if (status == PD_ERR_NOT_FOUND) status = mine.status = PD_ERR_IO;
    }

    if (status == PD_OK) {
        pthread_mutex_lock(&registry->lock);

        /* A request may have changed the table while the file was read. */
        pd_srv_model_slot *s = find_slot(registry, loaded.id);
        if (s && s->file == loaded.file) {
            pd_srv_model_slot before = *s;
            loaded.is_default = s->is_default;

            /* The memory that was counted for the old model counts for the new one. */
            loaded.counted = s->counted;
            before.counted = 0;
            *s = loaded;
            loaded = before;
            atomic_fetch_add(&registry->generation, 1);
            pthread_cond_broadcast(&registry->changed);
        }

        pthread_mutex_unlock(&registry->lock);
        release_slot(registry, &loaded);
    }

    pthread_mutex_unlock(&registry->loading);
    if (err) *err = mine;

    return status;
}

uint64_t pd_srv_registry_generation(const pd_srv_registry *registry)
{
    return atomic_load(&((pd_srv_registry *)registry)->generation);
}

/* Returns the first wanted slot, or NULL. Called with `lock`. */
static pd_srv_model_slot *find_wanted(pd_srv_model_table *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->slots[i].state == PD_SRV_MODEL_WANTED) return &t->slots[i];
    return NULL;
}

/* Loads wanted models, one after another. Main function of the thread
 * for models that are loaded on request. */
static void *late_main(void *arg)
{
    pd_srv_registry *registry = arg;

    for (;;) {
        /* Sleep until a model is wanted. */
        pthread_mutex_lock(&registry->lock);
        while (!registry->is_halted && !find_wanted(&registry->table))
            pthread_cond_wait(&registry->changed, &registry->lock);
        const bool is_halted = registry->is_halted;
        pthread_mutex_unlock(&registry->lock);
        if (is_halted) return NULL;

        /* `loading` keeps a reload away; it may have loaded the model meanwhile. */
        pd_srv_model_slot loaded = {0};
        pthread_mutex_lock(&registry->loading);
        pthread_mutex_lock(&registry->lock);
        pd_srv_model_slot *s = find_wanted(&registry->table);
        if (s) loaded = *s;
        pthread_mutex_unlock(&registry->lock);
        if (s) {
            const pd_srv_model_state reached = pd_srv_registry_load_late(registry, &loaded);

            /* Publish the result. Tables are replaced only under `loading`, so the slot is still there. */
            pthread_mutex_lock(&registry->lock);
            PD_ASSERT(s->id == loaded.id && s->state == PD_SRV_MODEL_WANTED);
            loaded.is_default = s->is_default;
            *s = loaded;
            if (reached == PD_SRV_MODEL_RESIDENT) atomic_fetch_add(&registry->generation, 1);
            pthread_cond_broadcast(&registry->changed);
            pthread_mutex_unlock(&registry->lock);
        }

        pthread_mutex_unlock(&registry->loading);
        if (s && registry->hooks.changed) registry->hooks.changed(registry->hooks.ctx);
    }
}

/* Returns whether a request for the model starts its loading: it waits on disk, or it failed for lack of
 * memory some time ago. */
static bool is_loadable(const pd_srv_model_slot *s)
{
    return s->state == PD_SRV_MODEL_ON_DISK ||
           (s->state == PD_SRV_MODEL_FAILED && s->failure.status == PD_ERR_BUSY &&
            pd_srv_now_us() - s->failed_us > BUSY_US);
}

pd_status pd_srv_registry_acquire(pd_srv_registry *registry, const char *id, bool may_wait, pd_api_model *out,
                                  pd_error *err)
{
    pd_status status = PD_ERR_WAIT;

    pthread_mutex_lock(&registry->lock);
    while (status == PD_ERR_WAIT) {
        pd_srv_model_slot *s = find_slot(registry, id);
        if (!s) {
            status = pd_fail(err, PD_ERR_NOT_FOUND, "", "no model \"%s\"", id);
        } else if (s->state == PD_SRV_MODEL_RESIDENT) {
            *out = describe_slot(s);
            pd_api_model_retain(out);
            status = PD_OK;
        } else if (s->state == PD_SRV_MODEL_FAILED && !is_loadable(s)) {
            status = pd_fail(err, s->failure.status, "", "%s", s->failure.detail);
        } else if (registry->is_halted) {
            status = pd_fail(err, PD_ERR_BUSY, "", "the server is stopping");
        } else {
            /* Ask the loader for it, and wait if this thread may. */
            if (is_loadable(s)) {
                s->state = PD_SRV_MODEL_WANTED;
                pthread_cond_broadcast(&registry->changed);
            }

            if (!may_wait) {
                pd_fail(err, PD_ERR_WAIT, "", "model \"%s\" is being loaded", s->id);
                break;
            }

            pthread_cond_wait(&registry->changed, &registry->lock);
        }
    }

    pthread_mutex_unlock(&registry->lock);

    return status;
}

void pd_srv_registry_each(pd_srv_registry *registry, void (*visit)(void *arg, const pd_api_model *model),
                          void *arg)
{
    for (int i = 0;; i++) {
        /* Retain each model in turn, so that the visitor runs without the lock
         * and the model cannot be freed meanwhile. */
        pd_api_model model = {0};
        pthread_mutex_lock(&registry->lock);
        int more = i < registry->table.count;
        if (more) model = describe_slot(&registry->table.slots[i]);
        const bool is_served = more && !(registry->table.slots[i].state == PD_SRV_MODEL_FAILED &&
                                         registry->table.slots[i].problem);
        pd_api_model_retain(&model);
        pthread_mutex_unlock(&registry->lock);
        if (!more) return;
        if (is_served) visit(arg, &model);
        pd_api_model_release(&model);
    }
}

int pd_srv_registry_ready(pd_srv_registry *registry, char *reason, size_t reason_bytes)
{
    int ready = 1;

    pthread_mutex_lock(&registry->lock);
    if (!registry->table.count) {
        ready = 0;
        snprintf(reason, reason_bytes, "no model is configured (models) or was found (models_dir)");
    }

    /* Report the first model that could not be loaded. */
    for (int i = 0; i < registry->table.count && ready; i++) {
        const pd_srv_model_slot *s = &registry->table.slots[i];
        if (s->resident || !s->problem) continue;
        ready = 0;
        snprintf(reason, reason_bytes, "%s", s->problem);
    }

    /* A model whose pack was overwritten in place has other numbers than those
     * that were checked when it was mapped. */
    for (int i = 0; i < registry->table.count; i++) {
        pd_srv_model_slot *s = &registry->table.slots[i];
        if (!s->resident || !s->pack || !pd_pack_is_overwritten(s->pack)) continue;
        if (ready)
            snprintf(reason, reason_bytes,
                     "model %s: its pack was overwritten while it was mapped, so that bodies may be wrong; "
                     "POST /v1/models/%s/reload or SIGHUP loads the model again",
                     s->id, s->id);
        if (!s->is_spoiled)
            pd_srv_log_write(registry->log, PD_SRV_ERROR, "pack overwritten",
                             "id=%s file=%s detail=its pack was written to while it was mapped; reload the "
                             "model, and replace packs by rename",
                             s->id, s->file);
        s->is_spoiled = true;
        ready = 0;
    }

    pthread_mutex_unlock(&registry->lock);

    return ready;
}
