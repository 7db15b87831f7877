#include "server/models/registry_parts.h"

#include "core/base/assert.h"
#include "core/base/machine/cores.h"
#include "core/io/pack/pack.h"
#include "core/io/tensor/safetensors.h"
#include "server/base/clock.h"
#include "server/base/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOADERS_MAX  16 /* most threads that load at the start */
/* Estimated memory of a model as a multiple of its file's size, counted before it is loaded. The largest
 * ratios are 5.4 (person) and 5 (matching). */
#define MEMORY_TIMES 6
#define MAPPED_BYTES ((size_t)64 << 10) /* memory of a model that is mapped from a pack, beside the pack */

/* Reads the identity of a file. Returns false if the file does not exist. */
static bool read_identity(pd_srv_file_seen *out, const char *file)
{
    struct stat about;

    memset(out, 0, sizeof *out);
    if (stat(file, &about)) return false;
    *out = (pd_srv_file_seen){
        .device = about.st_dev, .inode = about.st_ino, .size = about.st_size, .changed = about.st_mtim};

    return true;
}

static bool is_same_file(const pd_srv_file_seen *a, const pd_srv_file_seen *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/* Kind of a file, and its metadata if it has any. A file that cannot be opened, or whose kind is not
 * known, gets the kind of the first row (body), whose reader then reports the error. */
typedef struct file_probe {
    const pd_api_kind *kind;
    pd_safetensors header; /* open if has_header */
    bool has_header;
} file_probe;

static void probe_file(file_probe *out, const pd_srv_registry *registry, const char *file)
{
    *out = (file_probe){.kind = registry->kinds};

    /* A folder can only be of the kind that is read from a folder. */
    struct stat about;
    if (!stat(file, &about) && S_ISDIR(about.st_mode)) {
        for (int k = 0; k < registry->kind_count; k++)
            if (registry->kinds[k].is_folder) {
                out->kind = &registry->kinds[k];
                return;
            }
        return;
    }

    /* A file names its kind in its metadata. */
    out->has_header = pd_safetensors_peek(&out->header, file, NULL) == PD_OK;
    const char *name = out->has_header ? pd_safetensors_get(&out->header, "kind") : NULL;
    for (int k = 0; name && k < registry->kind_count; k++)
        if (!strcmp(name, registry->kinds[k].name)) out->kind = &registry->kinds[k];
}

static void probe_close(file_probe *p)
{
    if (p->has_header) pd_safetensors_deinit(&p->header);
}

pd_status pd_srv_registry_try(const pd_api_kind *kinds, int kind_count, const char *file, pd_error *err)
{
    const pd_srv_registry alone = {.kinds = kinds, .kind_count = kind_count};
    void *model = NULL;
    file_probe p;

    probe_file(&p, &alone, file);
    const pd_status status = p.kind->load(&model, file, err);
    if (status == PD_OK) p.kind->release(model);
    probe_close(&p);

    return status;
}

pd_status pd_srv_registry_probe(pd_srv_registry *registry, pd_srv_model_slot *s, pd_error *err)
{
    file_probe p;
    const bool is_there = read_identity(&s->seen, s->file);

    probe_file(&p, registry, s->file);
    s->kind = p.kind;

    pthread_mutex_lock(&registry->lock);
    const char **const texts[] = {&s->name, &s->licence, &s->provenance};
    static const char *const keys[] = {"name", "licence", "provenance"};
    bool is_full = true;
    for (int i = 0; i < 3; i++) {
        const char *value = p.has_header ? pd_safetensors_get(&p.header, keys[i]) : NULL;
        *texts[i] = pd_srv_registry_intern(registry, value ? value : "");
        is_full &= *texts[i] != NULL;
    }

    pthread_mutex_unlock(&registry->lock);
    probe_close(&p);

    /* A file that is not there is reported by the attempt to load it. */
    if (!is_there) s->is_early = 1;
    return is_full ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
}

void pd_srv_registry_open_pack(pd_srv_registry *registry, const pd_cfg *cfg)
{
    char path[4096];
    pd_error err = {0};

    pd_pack_release(registry->pack);
    registry->pack = NULL;
    pd_srv_models_pack(cfg, path, sizeof path);
    if (*path && pd_pack_open(&registry->pack, path, &err) != PD_OK)
        pd_srv_log_write(registry->log, PD_SRV_WARNING, "pack not used", "file=%s detail=%s", path,
                         err.detail);
}

/* Finds the model that was packed from this content of the slot's file. Logs why there is none. */
static pd_srv_packed_model find_packed(pd_srv_registry *registry, const pd_srv_model_slot *s,
                                       const pd_api_kind *kind)
{
    pd_srv_packed_model found = {NULL, -1};

    if (!kind->map) return found;
    pd_error err = {0};
    pd_pack_source source;

    /* Loading the file reports the error. */
    if (pd_pack_source_of(&source, s->file, NULL) != PD_OK) return found;

    /* The file's own pack comes before that of all models. */
    char beside[4096 + 8];
    const char *why = "no pack holds it";
    snprintf(beside, sizeof beside, "%s.pack", s->file);
    const pd_status status = pd_pack_open(&found.pack, beside, &err);
    if (status == PD_OK) {
        found.number = pd_pack_find(found.pack, &source);
        if (found.number >= 0) return found;
        why = "its pack was made from another file";
        pd_pack_release(found.pack);
        found.pack = NULL;
    } else if (status != PD_ERR_NOT_FOUND) {
        pd_srv_log_write(registry->log, PD_SRV_WARNING, "pack not used", "file=%s detail=%s", beside,
                         err.detail);
    }

    if (registry->pack && pd_pack_is_overwritten(registry->pack)) {
        /* The tables of the pack are no longer those that were checked. A SIGHUP opens the file again. */
        why = "the pack of the models was overwritten while it was mapped";
        pd_pack_release(registry->pack);
        registry->pack = NULL;
    }

    if (registry->pack) {
        found.number = pd_pack_find(registry->pack, &source);
        if (found.number >= 0) {
            found.pack = pd_pack_retain(registry->pack);
            return found;
        }

        const char *name = strrchr(s->file, '/');
        if (pd_pack_find_name(registry->pack, name ? name + 1 : s->file) >= 0)
            why = "the pack of the models was made from another file of this name";
    }

    pd_srv_log_write(registry->log, PD_SRV_INFO, "model is not packed", "id=%s file=%s detail=%s", s->id,
                     s->file, why);

    return found;
}

/* Maps a packed model. Reads its file if it is not packed or the pack is damaged. Takes found.pack. */
static pd_status map_or_load(pd_srv_registry *registry, pd_srv_model_slot *s, pd_srv_packed_model found,
                             pd_error *err)
{
    pd_status status = PD_ERR_NOT_FOUND;

    if (found.pack) {
        status = s->kind->map(&s->resident, found.pack, found.number, err);
        if (status != PD_OK)
            pd_srv_log_write(registry->log, PD_SRV_WARNING, "pack not used", "id=%s where=%s detail=%s",
                             s->id, err->where, err->detail);
        if (status == PD_OK)
            s->pack = found.pack;
        else
            pd_pack_release(found.pack);
    }

    return status == PD_OK ? PD_OK : s->kind->load(&s->resident, s->file, err);
}

pd_status pd_srv_registry_load_slot(pd_srv_registry *registry, pd_srv_model_slot *s,
                                    const pd_srv_packed_model *known, pd_error *err)
{
    int64_t start = pd_srv_now_us();

    PD_ASSERT(!s->resident && !s->pack); /* the load would overwrite the pointers */
    s->is_spoiled = false;

    /* Load the file with the reader of its kind. */
    file_probe p;
    probe_file(&p, registry, s->file);
    probe_close(&p);
    s->kind = p.kind;
    pd_status status = map_or_load(registry, s, known ? *known : find_packed(registry, s, s->kind), err);
    s->state = status == PD_OK ? PD_SRV_MODEL_RESIDENT : PD_SRV_MODEL_FAILED;
    double ms = (double)(pd_srv_now_us() - start) * 1e-3;
    if (status == PD_OK) {
        const size_t mapped = s->kind->mapped ? s->kind->mapped(s->resident) : 0;
        pd_srv_log_write(registry->log, PD_SRV_INFO, "model loaded",
                         "id=%s file=%s bytes=%zu mapped_bytes=%zu ms=%.1f", s->id, s->file,
                         s->kind->bytes(s->resident) + mapped, mapped, ms);
        return PD_OK;
    }

    pd_srv_log_write(registry->log, PD_SRV_ERROR, "model not loaded", "id=%s file=%s where=%s detail=%s",
                     s->id, s->file, err->where, err->detail);

    /* /readyz shows this text to every client, so it has no path and nothing of the file's content. */
    char problem[192];
    snprintf(problem, sizeof problem, "model %s: could not be loaded; the log says why", s->id);
    free(s->problem);
    s->problem = strdup(problem);
    pd_fail(&s->failure, PD_ERR_IO, "", "model \"%s\" could not be loaded; the log says why", s->id);

    return status;
}

typedef struct early_loading {
    pd_srv_registry *registry;
    pd_srv_model_table *table;
    atomic_int next;
    pthread_mutex_t lock;
    pd_error first;
} early_loading;

/* Takes the next slot until none is left, and keeps the first error. Main function of a loading thread. */
static void *loader_main(void *arg)
{
    early_loading *all = arg;

    for (;;) {
        int i = atomic_fetch_add(&all->next, 1);
        if (i >= all->table->count) return NULL;
        pd_error err = {0};
        if (!all->table->slots[i].is_early) continue;
        if (pd_srv_registry_load_slot(all->registry, &all->table->slots[i], NULL, &err) == PD_OK) continue;
        pthread_mutex_lock(&all->lock);
        if (all->first.status == PD_OK) all->first = err;
        pthread_mutex_unlock(&all->lock);
    }
}

void pd_srv_registry_load_early(pd_srv_registry *registry, pd_srv_model_table *t, pd_error *first)
{
    early_loading all = {.registry = registry, .table = t};
    pthread_t threads[LOADERS_MAX];

    /* Start at most one thread for each further slot. */
    int count = 0;
    int wanted = pd_core_count() - 1;
    if (wanted > t->count - 1) wanted = t->count - 1;
    pthread_mutex_init(&all.lock, NULL);
    while (count < wanted && count < LOADERS_MAX && !pthread_create(&threads[count], NULL, loader_main, &all))
        count++;

    /* Take part in the loading, then wait for the others. */
    loader_main(&all);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&all.lock);
    *first = all.first;
}

pd_srv_model_state pd_srv_registry_load_late(pd_srv_registry *registry, pd_srv_model_slot *s)
{
    const pd_srv_registry_hooks *hooks = &registry->hooks;
    pd_error err = {0};

    s->failed_us = pd_srv_now_us();

    /* Refuse a file that has changed since it was listed. */
    pd_srv_file_seen now;
    const bool is_there = read_identity(&now, s->file);
    if (!is_there || !is_same_file(&now, &s->seen)) {
        const char *what = is_there ? "has changed" : "has vanished";
        pd_srv_log_write(registry->log, PD_SRV_ERROR, "model not loaded",
                         "id=%s file=%s detail=the file %s since it was listed", s->id, s->file, what);
        pd_fail(&s->failure, PD_ERR_IO, "",
                "the file of model \"%s\" %s since the daemon listed it; POST /v1/models/%s/reload or SIGHUP "
                "reads it "
                "again",
                s->id, what, s->id);
        return s->state = PD_SRV_MODEL_FAILED;
    }

    /* Count the estimated memory first. A mapped model takes little; if its pack is damaged, the count is
     * corrected after the load. */
    const pd_srv_packed_model found = find_packed(registry, s, s->kind);
    const size_t estimate = found.pack ? MAPPED_BYTES : MEMORY_TIMES * (size_t)now.size;
    if (hooks->take && hooks->take(hooks->ctx, estimate) <= 0) {
        pd_fail(&s->failure, PD_ERR_BUSY, "",
                "model \"%s\" needs about %.0f MiB of memory, which is more than is free now (limits.memory)",
                s->id, (double)estimate / 0x1p20);
        pd_srv_log_write(registry->log, PD_SRV_WARNING, "model not loaded", "id=%s detail=%s", s->id,
                         s->failure.detail);
        pd_pack_release(found.pack);
        return s->state = PD_SRV_MODEL_FAILED;
    }

    /* Load it, then correct the estimate. A failure at a first request does
     * not change whether the daemon is ready. */
    const pd_status status = pd_srv_registry_load_slot(registry, s, &found, &err);
    free(s->problem);
    s->problem = NULL;
    s->counted = status == PD_OK && hooks->take ? s->kind->bytes(s->resident) : 0;
    if (hooks->take && s->counted > estimate) hooks->add(hooks->ctx, s->counted - estimate);
    if (hooks->take && s->counted < estimate) hooks->give(hooks->ctx, estimate - s->counted);

    return s->state;
}
