#include "server/models/registry.h"

#include "core/base/assert.h"
#include "core/io/tensor/safetensors.h"
#include "server/base/clock.h"
#include "core/base/cores.h"
#include "server/base/log.h"
#include "server/base/metrics.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOADERS_MAX 16

typedef struct slot {
    const char *id, *file;   /* interned */
    const pd_api_kind *kind; /* of the file as it was last read; the first row before that */
    int is_default;          /* of its kind                                                */
    void *resident;          /* NULL: could not be loaded                                  */
    char *problem;           /* why, or NULL                                               */
} slot;

typedef struct table {
    slot *slots;
    int count;
} table;

/* Texts that replies may still point at after a reload took their model away. */
typedef struct text {
    struct text *next;
    char bytes[];
} text;

struct pd_srv_registry {
    pthread_mutex_t lock;    /* of table and texts; held for moments */
    pthread_mutex_t loading; /* one load at a time                   */
    table table;
    text *texts;
    _Atomic uint64_t generation;
    const pd_api_kind *kinds; /* (kind_count) */
    int kind_count;
    pd_srv_log *log;
    pd_srv_metrics *metrics;
};

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
    return registry;
}

static void release_slot(slot *s)
{
    if (s->resident) s->kind->release(s->resident);
    free(s->problem);
}

static void release_table(table *t)
{
    PD_ASSERT(t->count >= 0 && (t->slots || !t->count));
    for (int i = 0; i < t->count; i++) release_slot(&t->slots[i]);
    free(t->slots);
    memset(t, 0, sizeof *t);
}

void pd_srv_registry_free(pd_srv_registry *registry)
{
    if (!registry) return;
    release_table(&registry->table);
    while (registry->texts) {
        text *next = registry->texts->next;
        free(registry->texts);
        registry->texts = next;
    }
    pthread_mutex_destroy(&registry->lock);
    pthread_mutex_destroy(&registry->loading);
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
                          int is_default, pd_error *err)
{
    slot *grown = realloc(t->slots, ((size_t)t->count + 1) * sizeof *grown);
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
    t->slots = grown;
    slot fresh = {.id = intern(registry, id),
                  .file = intern(registry, file),
                  .kind = registry->kinds,
                  .is_default = is_default};
    if (!fresh.id || !fresh.file) return pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
    t->slots[t->count++] = fresh;
    return PD_OK;
}

/* Lists the models of the configuration, then the shipped ones of models_dir whose id is not taken. */
static pd_status list_wanted(pd_srv_registry *registry, table *t, const pd_cfg *cfg, pd_error *err)
{
    char folder[4096];

    /* Models that the configuration names. */
    pd_status status = PD_OK;
    for (int i = 0; i < cfg->model_count && status == PD_OK; i++) {
        const pd_cfg_model *m = &cfg->models[i];
        status = add_slot(registry, t, m->id, m->file, m->is_default, err);
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
            status = add_slot(registry, t, id, files[i], 0, err);
        free(files[i]);
    }

    /* A folder without models is usually a wrong path. */
    if (!count)
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

/* A file that cannot be opened, or is of no known kind, is left to the first row's reader (the body's), whose error says why. */
static const pd_api_kind *kind_of_file(const pd_srv_registry *registry, const char *file)
{
    const pd_api_kind *found = registry->kinds;

    /* A folder can only be of the kind that is read from a folder. */
    struct stat about;
    if (!stat(file, &about) && S_ISDIR(about.st_mode)) {
        for (int k = 0; k < registry->kind_count; k++)
            if (registry->kinds[k].is_folder) return &registry->kinds[k];
        return found;
    }

    /* A file names its kind in its metadata. */
    pd_safetensors header;
    if (pd_safetensors_open(&header, file, NULL) != PD_OK) return found;
    const char *name = pd_safetensors_get(&header, "kind");
    for (int k = 0; name && k < registry->kind_count; k++)
        if (!strcmp(name, registry->kinds[k].name)) found = &registry->kinds[k];
    pd_safetensors_deinit(&header);
    return found;
}

/* Loads one model, logs the result, and keeps a text for /readyz when it fails. */
static pd_status load_slot(pd_srv_registry *registry, slot *s, pd_error *err)
{
    int64_t start = pd_srv_now_us();
    PD_ASSERT(!s->resident); /* else it would be forgotten */

    /* Load the file with the reader of its kind. */
    s->kind = kind_of_file(registry, s->file);
    pd_status status = s->kind->load(&s->resident, s->file, err);
    double ms = (double)(pd_srv_now_us() - start) * 1e-3;
    if (status == PD_OK) {
        pd_srv_log_write(registry->log, PD_SRV_INFO, "model loaded", "id=%s file=%s bytes=%zu ms=%.1f", s->id,
                         s->file, s->kind->bytes(s->resident), ms);
        return PD_OK;
    }
    pd_srv_log_write(registry->log, PD_SRV_ERROR, "model not loaded", "id=%s file=%s where=%s detail=%s",
                     s->id, s->file, err->where, err->detail);

    char problem[192]; /* /readyz shows it to everybody: no path, nothing of the file's content */
    snprintf(problem, sizeof problem, "model %s: could not be loaded; the log says why", s->id);
    free(s->problem);
    s->problem = strdup(problem);
    return status;
}

typedef struct load_all {
    pd_srv_registry *registry;
    table *table;
    atomic_int next;
    pthread_mutex_t lock;
    pd_error first;
} load_all;

/* Thread that takes the next slot until none is left, and keeps the first error. */
static void *loader_main(void *arg)
{
    load_all *all = arg;
    for (;;) {
        int i = atomic_fetch_add(&all->next, 1);
        if (i >= all->table->count) return NULL;
        pd_error err = {0};
        if (load_slot(all->registry, &all->table->slots[i], &err) == PD_OK) continue;
        pthread_mutex_lock(&all->lock);
        if (all->first.status == PD_OK) all->first = err;
        pthread_mutex_unlock(&all->lock);
    }
}

/* Loads every slot of a table, on this thread and up to cores - 1 others. Returns the first error in *first. */
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

pd_status pd_srv_registry_load(pd_srv_registry *registry, const pd_cfg *cfg, pd_error *err)
{
    table fresh = {0}, old;
    pd_error first = {0};

    /* List the wanted models. `lock` is held only for moments, so that requests go on during the load. */
    pthread_mutex_lock(&registry->loading);
    pthread_mutex_lock(&registry->lock);
    pd_status status = list_wanted(registry, &fresh, cfg, &first);
    pthread_mutex_unlock(&registry->lock);
    if (status == PD_OK) {
        /* Load into a fresh table, while requests still use the old one. */
        load_slots(registry, &fresh, &first);
        pthread_mutex_lock(&registry->lock);
        old = registry->table;

        /* Where a file cannot be loaded now, its resident model stays. */
        for (int i = 0; i < fresh.count; i++) {
            slot *s = &fresh.slots[i];
            const slot *before = find_id(&old, s->id);
            if (s->resident || !before || !before->resident || before->file != s->file) continue;
            s->kind = before->kind;
            s->resident = before->resident;
            s->kind->retain(s->resident);
        }

        /* Defaults are chosen after loading: only then the kinds are known. */
        for (int k = 0; k < registry->kind_count; k++) {
            const pd_api_kind *kind = &registry->kinds[k];
            const slot *chosen = default_of(&fresh, kind);
            for (int i = 0; i < fresh.count; i++)
                if (fresh.slots[i].kind == kind) fresh.slots[i].is_default = chosen == &fresh.slots[i];
        }

        /* Replace the table and its generation together; replies made with older generations are then out of date. */
        registry->table = fresh;
        atomic_fetch_add(&registry->generation, 1);
        pthread_mutex_unlock(&registry->lock);

        /* Count reloads, but not the first load. Models still in use are freed with their last reference. */
        for (int i = 0; old.count && i < fresh.count; i++) count_reload(registry, !fresh.slots[i].problem);
        release_table(&old);
    } else {
        release_table(&fresh);
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
    return (pd_api_model){
        .id = s->id, .file = s->file, .kind = s->kind, .is_default = s->is_default, .resident = s->resident};
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
    if (status == PD_OK) loaded = (slot){.id = found->id, .file = found->file, .kind = found->kind};
    pthread_mutex_unlock(&registry->lock);

    if (status == PD_OK) {
        /* Load the file without the lock, so that requests can go on. */
        status = load_slot(registry, &loaded, &mine);
        count_reload(registry, status == PD_OK);
        if (status != PD_OK) free(loaded.problem);
        if (status == PD_ERR_NOT_FOUND) status = mine.status = PD_ERR_IO; /* the file, not the id */
    }
    if (status == PD_OK) {
        pthread_mutex_lock(&registry->lock);
        slot *s = find_slot(registry, loaded.id); /* it may have gone or moved while its file was read */
        if (s && s->file == loaded.file) {
            slot before = *s;
            s->kind = loaded.kind;
            s->resident = loaded.resident;
            s->problem = NULL;
            loaded = before;
            atomic_fetch_add(&registry->generation, 1);
        }
        pthread_mutex_unlock(&registry->lock);
        release_slot(&loaded);
    }
    pthread_mutex_unlock(&registry->loading);
    if (err) *err = mine;
    return status;
}

uint64_t pd_srv_registry_generation(const pd_srv_registry *registry)
{
    return atomic_load(&((pd_srv_registry *)registry)->generation);
}

int pd_srv_registry_acquire(pd_srv_registry *registry, const char *id, pd_api_model *out)
{
    pthread_mutex_lock(&registry->lock);
    const slot *s = find_slot(registry, id);
    int found = s && s->resident;
    if (found) {
        *out = describe(s);
        pd_api_model_retain(out);
    }
    pthread_mutex_unlock(&registry->lock);
    return found;
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
        pd_api_model_retain(&model);
        pthread_mutex_unlock(&registry->lock);
        if (!more) return;
        if (model.resident) visit(arg, &model);
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
        if (s->resident) continue;
        ready = 0;
        snprintf(reason, reason_bytes, "%s", s->problem ? s->problem : s->id);
    }
    pthread_mutex_unlock(&registry->lock);
    return ready;
}
