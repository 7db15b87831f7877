#include "server/models/registry_parts.h"

#include "core/base/assert.h"
#include "core/io/pack/pack.h"
#include "server/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *pd_srv_registry_intern(pd_srv_registry *registry, const char *bytes)
{
    for (pd_srv_kept_text *t = registry->texts; t; t = t->next)
        if (!strcmp(t->bytes, bytes)) return t->bytes;

    /* Make a copy of a text that is not there yet. */
    size_t size = strlen(bytes) + 1;
    pd_srv_kept_text *t = malloc(sizeof *t + size);
    if (!t) return NULL;
    memcpy(t->bytes, bytes, size);
    t->next = registry->texts;
    registry->texts = t;

    return t->bytes;
}

const pd_srv_model_slot *pd_srv_registry_find_id(const pd_srv_model_table *t, const char *id)
{
    for (int i = 0; i < t->count; i++)
        if (!strcmp(t->slots[i].id, id)) return &t->slots[i];
    return NULL;
}

/* Adds a model to a table, without loading it. Called with `lock`, since it interns texts. */
static pd_status add_slot(pd_srv_registry *registry, pd_srv_model_table *t, const char *id, const char *file,
                          int is_default, int is_early, pd_error *err)
{
    pd_srv_model_slot *grown = realloc(t->slots, ((size_t)t->count + 1) * sizeof *grown);

    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
    t->slots = grown;
    pd_srv_model_slot fresh = {.id = pd_srv_registry_intern(registry, id),
                               .file = pd_srv_registry_intern(registry, file),
                               .kind = registry->kinds,
                               .is_default = is_default,
                               .is_early = is_early};
    if (!fresh.id || !fresh.file) return pd_fail(err, PD_ERR_MEMORY, "models", "out of memory");
    t->slots[t->count++] = fresh;

    return PD_OK;
}

/* Returns whether an item of the list is the id, or a beginning of the id followed by '*'. */
static bool is_listed(const pd_cfg_list *list, const char *id)
{
    for (int i = 0; i < list->count; i++) {
        const char *item = list->items[i];
        const size_t size = strlen(item);
        const bool is_beginning = size && item[size - 1] == '*';
        if (is_beginning ? !strncmp(id, item, size - 1) : !strcmp(id, item)) return true;
    }

    return false;
}

void pd_srv_registry_warn_preload(const pd_srv_registry *registry, const pd_srv_model_table *t,
                                  const pd_cfg_list *list)
{
    for (int i = 0; i < list->count; i++) {
        const pd_cfg_list one = {&list->items[i], 1};
        bool is_used = false;
        for (int k = 0; k < t->count; k++) is_used |= is_listed(&one, t->slots[k].id);
        if (!is_used)
            pd_srv_log_write(registry->log, PD_SRV_WARNING, "preload names no model", "id=%s",
                             list->items[i]);
    }
}

pd_status pd_srv_registry_list(pd_srv_registry *registry, pd_srv_model_table *t, const pd_cfg *cfg,
                               int *shipped_count, pd_error *err)
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
        else if (status == PD_OK && !pd_srv_registry_find_id(t, id))
            status = add_slot(registry, t, id, files[i], 0, is_listed(&cfg->preload, id), err);
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

const pd_srv_model_slot *pd_srv_registry_default_of(const pd_srv_model_table *t, const pd_api_kind *kind)
{
    const pd_srv_model_slot *usual = pd_srv_registry_find_id(t, kind->usual_id);
    const pd_srv_model_slot *neutral = pd_srv_registry_find_id(t, "neutral");

    for (int i = 0; i < t->count; i++)
        if (t->slots[i].is_default && t->slots[i].kind == kind) return &t->slots[i];
    if (usual && usual->kind == kind) return usual;
    if (neutral && neutral->kind == kind) return neutral;
    for (int i = 0; i < t->count; i++)
        if (t->slots[i].kind == kind) return &t->slots[i];

    return NULL;
}

void pd_srv_registry_choose_early(const pd_srv_registry *registry, pd_srv_model_table *fresh,
                                  const pd_cfg *cfg)
{
    const bool is_clustered = cfg->cluster_redis && *cfg->cluster_redis;

    for (int k = 0; k < registry->kind_count; k++) {
        const pd_api_kind *kind = &registry->kinds[k];
        const pd_srv_model_slot *chosen = pd_srv_registry_default_of(fresh, kind);
        const bool never_waits = k == PD_API_KIND_BODY || k == PD_API_KIND_MOTION;
        const bool is_compared = never_waits || k == PD_API_KIND_MATCHING;
        for (int i = 0; i < fresh->count; i++) {
            pd_srv_model_slot *s = &fresh->slots[i];
            if (s->kind != kind) continue;
            s->is_default = chosen == s;
            s->is_early |= (never_waits && s->is_default) || (is_compared && is_clustered);
        }
    }

    for (int i = 0; i < fresh->count; i++) {
        pd_srv_model_slot *s = &fresh->slots[i];
        const pd_srv_model_slot *before = pd_srv_registry_find_id(&registry->table, s->id);
        s->is_early |= before && before->resident && before->file == s->file;
    }
}

void pd_srv_registry_log_waiting(const pd_srv_registry *registry, const pd_srv_model_table *t)
{
    char ids[512] = "";
    size_t size = 0;

    for (int i = 0; i < t->count; i++) {
        if (t->slots[i].state != PD_SRV_MODEL_ON_DISK || size + strlen(t->slots[i].id) + 2 > sizeof ids)
            continue;
        size += (size_t)snprintf(ids + size, sizeof ids - size, "%s%s", size ? "," : "", t->slots[i].id);
    }

    if (size)
        pd_srv_log_write(registry->log, PD_SRV_INFO, "models loaded at their first request", "ids=%s", ids);
}
