#include "server/models/registry.h"

#include "core/base/assert.h"
#include "core/io/pack/pack.h"
#include "core/io/tensor/safetensors.h"
#include "server/base/clock.h"
#include "core/base/machine/cores.h"
#include "server/base/log.h"
#include "server/base/metrics.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOADERS_MAX  16
/* Estimated memory of a model as a multiple of its file's size, counted before it is loaded. The largest ratios are 5.4 (person) and 5 (matching). */
#define MEMORY_TIMES 6
#define MAPPED_BYTES ((size_t)64 << 10) /* memory of a model that is mapped from a pack, beside the pack */
#define BUSY_US      PD_SRV_SECOND

/* State of a model (registry.h). */
typedef enum state { ON_DISK, WANTED, RESIDENT, FAILED } state;

/* Identifies the content of a file without reading it. */
typedef struct seen {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
} seen;

typedef struct slot {
    const char *id, *file;                   /* interned */
    const char *name, *licence, *provenance; /* interned, from the metadata; "": not known */
    /* Kind in the file when it was last read; before that the first row of `kinds`. */
    const pd_api_kind *kind;
    int is_default; /* 1: default model of its kind */
    int is_early;   /* 1: loaded at the start */
    state state;
    seen seen;            /* identity of the file when it was listed; only for models on disk */
    void *resident;       /* NULL unless state is RESIDENT */
    struct pd_pack *pack; /* pack from which `resident` is mapped, retained; NULL: none */
    bool is_spoiled;      /* the pack was overwritten meanwhile, and the log says so */
    size_t counted;       /* bytes that hooks.take and .add count for it */
    char *problem;    /* reason why the model could not be loaded at the start or on a reload; NULL: none */
    pd_error failure; /* error that requests for a FAILED model get */
    /* Time of the failure; a failure for lack of memory (PD_ERR_BUSY) is valid for BUSY_US. */
    int64_t failed_us;
} slot;

typedef struct table {
    slot *slots;
    int count;
} table;

/* A text that is kept as long as the registry, because replies may point to it after a reload has removed its model. */
typedef struct text {
    struct text *next;
    char bytes[];
} text;

struct pd_srv_registry {
    pthread_mutex_t lock;    /* protects table, texts and is_halted; held for moments */
    pthread_mutex_t loading; /* held during a load; taken before `lock` */
    /* Signalled when a slot becomes WANTED, RESIDENT or FAILED, or is_halted is set. */
    pthread_cond_t changed;
    pthread_t loader; /* loads wanted models */
    bool is_halted;
    pd_srv_registry_hooks hooks;
    table table;
    struct pd_pack *pack; /* pack of all models, or NULL; used under `loading` */
    text *texts;
    _Atomic uint64_t generation;
    const pd_api_kind *kinds; /* (kind_count) */
    int kind_count;
    int shipped_count; /* models of models_dir in the table */
    pd_srv_log *log;
    pd_srv_metrics *metrics;
};

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

static void release_slot(pd_srv_registry *registry, slot *s)
{
    if (s->resident) s->kind->release(s->resident);
    pd_pack_release(s->pack);
    if (s->counted) registry->hooks.give(registry->hooks.ctx, s->counted);
    free(s->problem);
}

static void release_table(pd_srv_registry *registry, table *t)
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
        text *next = registry->texts->next;
        free(registry->texts);
        registry->texts = next;
    }
    pthread_mutex_destroy(&registry->lock);
    pthread_mutex_destroy(&registry->loading);
    pthread_cond_destroy(&registry->changed);
    free(registry);
}

/* Returns the registry's own copy of a text, which lives as long as the registry. Called with `lock`. */
static const char *intern(pd_srv_registry *registry, const char *bytes)
{
    for (text *t = registry->texts; t; t = t->next)
        if (!strcmp(t->bytes, bytes)) return t->bytes;

    /* Make a copy of a text that is not there yet. */
    size_t size = strlen(bytes) + 1;
    text *t = malloc(sizeof *t + size);
    if (!t) return NULL;
    memcpy(t->bytes, bytes, size);
    t->next = registry->texts;
    registry->texts = t;
    return t->bytes;
}

/* -- which models ---------------------------------------------------------- */

static const slot *find_id(const table *t, const char *id)
{
    for (int i = 0; i < t->count; i++)
        if (!strcmp(t->slots[i].id, id)) return &t->slots[i];
    return NULL;
}

/* Adds a model to a table, without loading it. Called with `lock`, since it interns texts. */
static pd_status add_slot(pd_srv_registry *registry, table *t, const char *id, const char *file,
                          int is_default, int is_early, pd_error *err)
{
    slot *grown = realloc(t->slots, ((size_t)t->count + 1) * sizeof *grown);
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
    t->slots = grown;
    slot fresh = {.id = intern(registry, id),
                  .file = intern(registry, file),
                  .kind = registry->kinds,
                  .is_default = is_default,
                  .is_early = is_early};
    if (!fresh.id || !fresh.file) return pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
    t->slots[t->count++] = fresh;
    return PD_OK;
}

/* Returns whether an item of the list is the id, or a beginning of the id followed by '*'. */
static bool is_named(const pd_cfg_list *list, const char *id)
{
    for (int i = 0; i < list->count; i++) {
        const char *item = list->items[i];
        const size_t size = strlen(item);
        const bool is_beginning = size && item[size - 1] == '*';
        if (is_beginning ? !strncmp(id, item, size - 1) : !strcmp(id, item)) return true;
    }
    return false;
}

/* Warns of items of the option preload that name no model, because they have no effect. */
static void warn_preload(const pd_srv_registry *registry, const table *t, const pd_cfg_list *list)
{
    for (int i = 0; i < list->count; i++) {
        const pd_cfg_list one = {&list->items[i], 1};
        bool is_used = false;
        for (int k = 0; k < t->count; k++) is_used |= is_named(&one, t->slots[k].id);
        if (!is_used)
            pd_srv_log_write(registry->log, PD_SRV_WARNING, "preload names no model", "id=%s",
                             list->items[i]);
    }
}

/* Lists the models of the configuration, then the shipped ones of models_dir whose id is not taken. Fails when models_dir had models before and has none
 * now: a volume that is not mounted or a folder that is being replaced, with which a reload would end the service. */
static pd_status list_wanted(pd_srv_registry *registry, table *t, const pd_cfg *cfg, int *shipped_count,
                             pd_error *err)
{
    char folder[4096];

    /* Models that the configuration names. */
    pd_status status = PD_OK;
    for (int i = 0; i < cfg->model_count && status == PD_OK; i++) {
        const pd_cfg_model *m = &cfg->models[i];
        status = add_slot(registry, t, m->id, m->file, m->is_default, !m->is_late, err);
    }
    if (status != PD_OK || !cfg->builtin_models) return status;

    /* Shipped models: the id is the file's name without its ending. */
    pd_srv_models_dir(cfg, folder, sizeof folder);
    char **files = NULL;
    int count = pd_srv_list_models(folder, &files);
    for (int i = 0; i < count; i++) {
        char id[256];
        const char *name = strrchr(files[i], '/') + 1;
        snprintf(id, sizeof id, "%.*s", (int)(strlen(name) - strlen(PD_SRV_MODEL_ENDING)), name);
        if (!pd_cfg_id_valid(id))
            pd_srv_log_write(registry->log, PD_SRV_WARNING, "model left out: its name is no id", "file=%s",
                             files[i]);
        else if (status == PD_OK && !find_id(t, id))
            status = add_slot(registry, t, id, files[i], 0, is_named(&cfg->preload, id), err);
        free(files[i]);
    }
    *shipped_count = count;

    /* A folder without models is usually a wrong path. */
    if (!count && registry->shipped_count && status == PD_OK)
        status = pd_fail(err, PD_ERR_NOT_FOUND, "models_dir",
                         "%s: no file *" PD_SRV_MODEL_ENDING " was found, %d before; the models stay as they "
                         "were. builtin_models: false serves none of them",
                         *folder ? folder : "not found", registry->shipped_count);
    else if (!count)
        pd_srv_log_write(registry->log, PD_SRV_WARNING, "no shipped models", "models_dir=%s ending=%s",
                         *folder ? folder : "not found", PD_SRV_MODEL_ENDING);
    free(files);
    return status;
}

/* Returns the default model of a kind: the one marked as default, then the usual id, then "neutral", then the first. */
static const slot *default_of(const table *t, const pd_api_kind *kind)
{
    const slot *usual = find_id(t, kind->usual_id), *neutral = find_id(t, "neutral");

    for (int i = 0; i < t->count; i++)
        if (t->slots[i].is_default && t->slots[i].kind == kind) return &t->slots[i];
    if (usual && usual->kind == kind) return usual;
    if (neutral && neutral->kind == kind) return neutral;
    for (int i = 0; i < t->count; i++)
        if (t->slots[i].kind == kind) return &t->slots[i];
    return NULL;
}

/* -- loading --------------------------------------------------------------- */

/* Reads the identity of a file. Returns false if the file does not exist. */
static bool look(seen *out, const char *file)
{
    struct stat about;
    memset(out, 0, sizeof *out);
    if (stat(file, &about)) return false;
    *out = (seen){about.st_dev, about.st_ino, about.st_size, about.st_mtim};
    return true;
}

static bool is_same(const seen *a, const seen *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/* Kind of a file, and its metadata if it has any. A file that cannot be opened, or whose kind is not known, gets the kind of the first row (body),
 * whose reader then reports the error. */
typedef struct probe {
    const pd_api_kind *kind;
    pd_safetensors header; /* open if has_header */
    bool has_header;
} probe;

static void probe_file(probe *out, const pd_srv_registry *registry, const char *file)
{
    *out = (probe){.kind = registry->kinds};

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

static void probe_close(probe *p)
{
    if (p->has_header) pd_safetensors_deinit(&p->header);
}

pd_status pd_srv_registry_try(const pd_api_kind *kinds, int kind_count, const char *file, pd_error *err)
{
    const pd_srv_registry alone = {.kinds = kinds, .kind_count = kind_count};
    void *model = NULL;
    probe p;

    probe_file(&p, &alone, file);
    const pd_status status = p.kind->load(&model, file, err);
    if (status == PD_OK) p.kind->release(model);
    probe_close(&p);
    return status;
}

/* Reads kind and metadata of a slot's file without loading the model. Called with `loading`; takes `lock` for moments. */
static pd_status probe_slot(pd_srv_registry *registry, slot *s, pd_error *err)
{
    probe p;
    const bool is_there = look(&s->seen, s->file);
    probe_file(&p, registry, s->file);
    s->kind = p.kind;

    pthread_mutex_lock(&registry->lock);
    const char **const texts[] = {&s->name, &s->licence, &s->provenance};
    static const char *const keys[] = {"name", "licence", "provenance"};
    bool is_full = true;
    for (int i = 0; i < 3; i++) {
        const char *value = p.has_header ? pd_safetensors_get(&p.header, keys[i]) : NULL;
        *texts[i] = intern(registry, value ? value : "");
        is_full &= *texts[i] != NULL;
    }
    pthread_mutex_unlock(&registry->lock);
    probe_close(&p);

    /* A file that is not there is reported by the attempt to load it. */
    if (!is_there) s->is_early = 1;
    return is_full ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
}

/* Opens the pack of all models and closes the previous one. Called with `loading`. */
static void open_pack(pd_srv_registry *registry, const pd_cfg *cfg)
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

/* Place of a model in a pack. pack NULL: no pack has it. */
typedef struct packed {
    pd_pack *pack; /* retained */
    int number;
} packed;

/* Finds the model that was packed from this content of the slot's file. Logs why there is none. */
static packed find_packed(pd_srv_registry *registry, const slot *s, const pd_api_kind *kind)
{
    packed found = {NULL, -1};
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
static pd_status map_or_load(pd_srv_registry *registry, slot *s, packed found, pd_error *err)
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

/* Loads one model, logs the result, and keeps a text for /readyz when it fails. known: what find_packed returned, or NULL. */
static pd_status load_slot(pd_srv_registry *registry, slot *s, const packed *known, pd_error *err)
{
    int64_t start = pd_srv_now_us();
    PD_ASSERT(!s->resident && !s->pack); /* the load would overwrite the pointers */
    s->is_spoiled = false;

    /* Load the file with the reader of its kind. */
    probe p;
    probe_file(&p, registry, s->file);
    probe_close(&p);
    s->kind = p.kind;
    pd_status status = map_or_load(registry, s, known ? *known : find_packed(registry, s, s->kind), err);
    s->state = status == PD_OK ? RESIDENT : FAILED;
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

typedef struct load_all {
    pd_srv_registry *registry;
    table *table;
    atomic_int next;
    pthread_mutex_t lock;
    pd_error first;
} load_all;

/* Takes the next slot until none is left, and keeps the first error. Main function of a loading thread. */
static void *loader_main(void *arg)
{
    load_all *all = arg;
    for (;;) {
        int i = atomic_fetch_add(&all->next, 1);
        if (i >= all->table->count) return NULL;
        pd_error err = {0};
        if (!all->table->slots[i].is_early) continue;
        if (load_slot(all->registry, &all->table->slots[i], NULL, &err) == PD_OK) continue;
        pthread_mutex_lock(&all->lock);
        if (all->first.status == PD_OK) all->first = err;
        pthread_mutex_unlock(&all->lock);
    }
}

/* Loads the early slots of a table, on this thread and up to cores - 1 others. Returns the first error in *first. */
static void load_slots(pd_srv_registry *registry, table *t, pd_error *first)
{
    load_all all = {.registry = registry, .table = t};
    pthread_t threads[LOADERS_MAX];

    /* Start at most one thread for each further slot. */
    int count = 0, wanted = pd_core_count() - 1;
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

static void count_reload(pd_srv_registry *registry, int good)
{
    pd_srv_metrics_count(registry->metrics, good ? PD_SRV_COUNT_reloads_good : PD_SRV_COUNT_reloads_bad);
}

/* Chooses the default of each kind, and marks the models that are loaded now (registry.h): besides the configured ones, the default body and
 * motion network, those that the old table has in memory, and in a cluster all models whose hashes daemons compare. */
static void choose_early(const pd_srv_registry *registry, table *fresh, const pd_cfg *cfg)
{
    const bool is_clustered = cfg->cluster_redis && *cfg->cluster_redis;
    for (int k = 0; k < registry->kind_count; k++) {
        const pd_api_kind *kind = &registry->kinds[k];
        const slot *chosen = default_of(fresh, kind);
        const bool never_waits = k == PD_API_KIND_BODY || k == PD_API_KIND_MOTION;
        const bool is_compared = never_waits || k == PD_API_KIND_MATCHING;
        for (int i = 0; i < fresh->count; i++) {
            slot *s = &fresh->slots[i];
            if (s->kind != kind) continue;
            s->is_default = chosen == s;
            s->is_early |= (never_waits && s->is_default) || (is_compared && is_clustered);
        }
    }
    for (int i = 0; i < fresh->count; i++) {
        slot *s = &fresh->slots[i];
        const slot *before = find_id(&registry->table, s->id);
        s->is_early |= before && before->resident && before->file == s->file;
    }
}

/* Logs in one line the models that wait on disk. */
static void log_waiting(const pd_srv_registry *registry, const table *t)
{
    char ids[512] = "";
    size_t size = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->slots[i].state != ON_DISK || size + strlen(t->slots[i].id) + 2 > sizeof ids) continue;
        size += (size_t)snprintf(ids + size, sizeof ids - size, "%s%s", size ? "," : "", t->slots[i].id);
    }
    if (size)
        pd_srv_log_write(registry->log, PD_SRV_INFO, "models loaded at their first request", "ids=%s", ids);
}

pd_status pd_srv_registry_load(pd_srv_registry *registry, const pd_cfg *cfg, pd_error *err)
{
    table fresh = {0}, old;
    pd_error first = {0};

    /* List the wanted models. `lock` is held only for moments, so that requests go on during the load. */
    pthread_mutex_lock(&registry->loading);
    open_pack(registry, cfg);
    pthread_mutex_lock(&registry->lock);
    int shipped_count = 0;
    pd_status status = list_wanted(registry, &fresh, cfg, &shipped_count, &first);
    pthread_mutex_unlock(&registry->lock);
    for (int i = 0; i < fresh.count && status == PD_OK; i++)
        status = probe_slot(registry, &fresh.slots[i], &first);
    if (status == PD_OK) {
        warn_preload(registry, &fresh, &cfg->preload);
        pthread_mutex_lock(&registry->lock);
        choose_early(registry, &fresh, cfg);
        pthread_mutex_unlock(&registry->lock);

        /* Load into a fresh table, while requests still use the old one. */
        load_slots(registry, &fresh, &first);
        log_waiting(registry, &fresh);
        pthread_mutex_lock(&registry->lock);
        old = registry->table;

        /* Keep the resident model if its file cannot be loaded now. Keep a request for a model that waits on disk. */
        for (int i = 0; i < fresh.count; i++) {
            slot *s = &fresh.slots[i];
            const slot *before = find_id(&old, s->id);
            if (before && before->state == WANTED && s->state == ON_DISK) s->state = WANTED;
            if (s->state != FAILED || !before || !before->resident || before->file != s->file) continue;
            s->kind = before->kind;
            s->resident = before->resident;
            s->state = RESIDENT;
            s->kind->retain(s->resident);
            s->pack = before->pack ? pd_pack_retain(before->pack) : NULL;
        }

        /* Defaults are chosen again, now that the kinds of all files are known. */
        for (int k = 0; k < registry->kind_count; k++) {
            const pd_api_kind *kind = &registry->kinds[k];
            const slot *chosen = default_of(&fresh, kind);
            for (int i = 0; i < fresh.count; i++)
                if (fresh.slots[i].kind == kind) fresh.slots[i].is_default = chosen == &fresh.slots[i];
        }

        /* Replace the table and its generation together; replies made with older generations are then out of date. */
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
static slot *find_slot(const pd_srv_registry *registry, const char *id)
{
    const table *t = &registry->table;
    const pd_api_kind *wanted = NULL;
    for (int k = 0; k < registry->kind_count; k++)
        if (!strcmp(id, registry->kinds[k].default_id)) wanted = &registry->kinds[k];

    for (int i = 0; i < t->count; i++) {
        slot *s = &t->slots[i];
        if (wanted ? s->is_default && s->kind == wanted : !strcmp(s->id, id)) return s;
    }
    return NULL;
}

static pd_api_model describe(const slot *s)
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
    slot loaded = {0};
    pd_error mine = {0};
    pd_status status;
    pthread_mutex_lock(&registry->loading);

    /* Copy the slot while the lock is held, and check that the key may use the model. */
    pthread_mutex_lock(&registry->lock);
    const slot *found = find_slot(registry, id);
    if (!found)
        status = pd_fail(&mine, PD_ERR_NOT_FOUND, "", "no model \"%s\"", id);
    else
        status = pd_api_access_check(access, PD_API_OBJECT_MODELS, found->id, "", &mine);
    if (status == PD_OK) {
        loaded = *found; /* without the pointers and counts that the slot owns */
        loaded.resident = NULL, loaded.problem = NULL, loaded.counted = 0;
        loaded.pack = NULL, loaded.is_spoiled = false;
        loaded.failure = (pd_error){0};
    }
    pthread_mutex_unlock(&registry->lock);

    if (status == PD_OK) {
        /* Load the file without the lock, so that requests can go on. */
        status = load_slot(registry, &loaded, NULL, &mine);
        count_reload(registry, status == PD_OK);
        if (status != PD_OK) free(loaded.problem);
        /* The file is missing; the id exists. */
        if (status == PD_ERR_NOT_FOUND) status = mine.status = PD_ERR_IO;
    }
    if (status == PD_OK) {
        pthread_mutex_lock(&registry->lock);
        /* A request may have changed the table while the file was read. */
        slot *s = find_slot(registry, loaded.id);
        if (s && s->file == loaded.file) {
            slot before = *s;
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

/* Loads a model at its first request. Fills *s, a copy of its slot, and returns its state: RESIDENT or FAILED. */
static state load_late(pd_srv_registry *registry, slot *s)
{
    const pd_srv_registry_hooks *hooks = &registry->hooks;
    pd_error err = {0};
    s->failed_us = pd_srv_now_us();

    /* Refuse a file that has changed since it was listed. */
    seen now;
    const bool is_there = look(&now, s->file);
    if (!is_there || !is_same(&now, &s->seen)) {
        const char *what = is_there ? "has changed" : "has vanished";
        pd_srv_log_write(registry->log, PD_SRV_ERROR, "model not loaded",
                         "id=%s file=%s detail=the file %s since it was listed", s->id, s->file, what);
        pd_fail(&s->failure, PD_ERR_IO, "",
                "the file of model \"%s\" %s since the daemon listed it; POST /v1/models/%s/reload or SIGHUP "
                "reads it "
                "again",
                s->id, what, s->id);
        return s->state = FAILED;
    }

    /* Count the estimated memory first. A mapped model takes little; if its pack is damaged, the count is corrected after the load. */
    const packed found = find_packed(registry, s, s->kind);
    const size_t estimate = found.pack ? MAPPED_BYTES : MEMORY_TIMES * (size_t)now.size;
    if (hooks->take && hooks->take(hooks->ctx, estimate) <= 0) {
        pd_fail(&s->failure, PD_ERR_BUSY, "",
                "model \"%s\" needs about %.0f MiB of memory, which is more than is free now (limits.memory)",
                s->id, (double)estimate / 0x1p20);
        pd_srv_log_write(registry->log, PD_SRV_WARNING, "model not loaded", "id=%s detail=%s", s->id,
                         s->failure.detail);
        pd_pack_release(found.pack);
        return s->state = FAILED;
    }

    /* Load it, then correct the estimate. A failure at a first request does not change whether the daemon is ready. */
    const pd_status status = load_slot(registry, s, &found, &err);
    free(s->problem);
    s->problem = NULL;
    s->counted = status == PD_OK && hooks->take ? s->kind->bytes(s->resident) : 0;
    if (hooks->take && s->counted > estimate) hooks->add(hooks->ctx, s->counted - estimate);
    if (hooks->take && s->counted < estimate) hooks->give(hooks->ctx, estimate - s->counted);
    return s->state;
}

/* Returns the first wanted slot, or NULL. Called with `lock`. */
static slot *find_wanted(table *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->slots[i].state == WANTED) return &t->slots[i];
    return NULL;
}

/* Loads wanted models, one after another. Main function of the thread for models that are loaded on request. */
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
        slot loaded = {0};
        pthread_mutex_lock(&registry->loading);
        pthread_mutex_lock(&registry->lock);
        slot *s = find_wanted(&registry->table);
        if (s) loaded = *s;
        pthread_mutex_unlock(&registry->lock);
        if (s) {
            const state reached = load_late(registry, &loaded);

            /* Publish the result. Tables are replaced only under `loading`, so the slot is still there. */
            pthread_mutex_lock(&registry->lock);
            PD_ASSERT(s->id == loaded.id && s->state == WANTED);
            loaded.is_default = s->is_default;
            *s = loaded;
            if (reached == RESIDENT) atomic_fetch_add(&registry->generation, 1);
            pthread_cond_broadcast(&registry->changed);
            pthread_mutex_unlock(&registry->lock);
        }
        pthread_mutex_unlock(&registry->loading);
        if (s && registry->hooks.changed) registry->hooks.changed(registry->hooks.ctx);
    }
}

/* Returns whether a request for the model starts its loading: it waits on disk, or it failed for lack of memory some time ago. */
static bool is_loadable(const slot *s)
{
    return s->state == ON_DISK || (s->state == FAILED && s->failure.status == PD_ERR_BUSY &&
                                   pd_srv_now_us() - s->failed_us > BUSY_US);
}

pd_status pd_srv_registry_acquire(pd_srv_registry *registry, const char *id, bool may_wait, pd_api_model *out,
                                  pd_error *err)
{
    pd_status status = PD_ERR_WAIT;
    pthread_mutex_lock(&registry->lock);
    while (status == PD_ERR_WAIT) {
        slot *s = find_slot(registry, id);
        if (!s) {
            status = pd_fail(err, PD_ERR_NOT_FOUND, "", "no model \"%s\"", id);
        } else if (s->state == RESIDENT) {
            *out = describe(s);
            pd_api_model_retain(out);
            status = PD_OK;
        } else if (s->state == FAILED && !is_loadable(s)) {
            status = pd_fail(err, s->failure.status, "", "%s", s->failure.detail);
        } else if (registry->is_halted) {
            status = pd_fail(err, PD_ERR_BUSY, "", "the server is stopping");
        } else {
            /* Ask the loader for it, and wait if this thread may. */
            if (is_loadable(s)) {
                s->state = WANTED;
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
        /* Retain each model in turn, so that the visitor runs without the lock and the model cannot be freed
         * meanwhile. */
        pd_api_model model = {0};
        pthread_mutex_lock(&registry->lock);
        int more = i < registry->table.count;
        if (more) model = describe(&registry->table.slots[i]);
        const bool is_served =
            more && !(registry->table.slots[i].state == FAILED && registry->table.slots[i].problem);
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
        const slot *s = &registry->table.slots[i];
        if (s->resident || !s->problem) continue;
        ready = 0;
        snprintf(reason, reason_bytes, "%s", s->problem);
    }

    /* A model whose pack was overwritten in place has other numbers than those that were checked when it was mapped. */
    for (int i = 0; i < registry->table.count; i++) {
        slot *s = &registry->table.slots[i];
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
        s->is_spoiled = true, ready = 0;
    }
    pthread_mutex_unlock(&registry->lock);
    return ready;
}
