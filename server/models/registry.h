#ifndef PD_SERVER_MODELS_REGISTRY_H
#define PD_SERVER_MODELS_REGISTRY_H
/* Holds the models: loads them at the start or at their first request, shares them among all requests and
 * replaces them on a reload.
 *
 * A request retains its model and finishes with it. A reload loads the new model beside the old one and then
 * exchanges a pointer; when a file cannot be loaded, the old model stays and the reason is logged. Besides
 * the configured models, every *.safetensors file of the shipped folder is served, with the file's name
 * without the ending as id. The metadata of a file state its kind; a folder holds the slices of a motion
 * network.
 *
 * Default of a kind   the model marked `default: true`, otherwise the id "default" ("motion" for motion),
 *                     otherwise "neutral", otherwise the first.
 * Loaded at start     the default body and the default motion network; configured models without `preload:
 *                     false`; shipped models that the option preload names; with cluster.redis all bodies and
 *                     all models that move characters, whose hashes daemons compare.
 * Packs               a model whose kind can be packed is mapped from FILE.pack beside its file, or from the
 *                     pack of all models, where a pack holds the present content of the file (its hash and
 *                     size); otherwise it is computed from its file, and a line of the log says why.
 * States of a model   on disk -> wanted -> resident, or failed. A thread of the registry loads wanted models
 *                     one after another. A model that failed stays so until it is reloaded. A file that
 *                     changed or vanished since the start is not loaded: its model would differ from the one
 *                     that was listed.
 * Threads             any; loading at the start uses as many threads as there are cores.
 */
#include "api/http/api.h"
#include "config/config.h"

#include <stdint.h>

typedef struct pd_srv_registry pd_srv_registry;
struct pd_srv_log;
struct pd_srv_metrics;

/* Loads a model from its file and frees it again: whether it is a model that can be loaded.
 * kinds: (kind_count). */
pd_status pd_srv_registry_try(const pd_api_kind *kinds, int kind_count, const char *file, pd_error *err);

/* Creates an empty registry. kinds: (kind_count) pd_api_kinds or a longer table, which must outlive the
 * registry. A file of unknown kind is read as the first. */
pd_srv_registry *pd_srv_registry_new(const pd_api_kind *kinds, int kind_count, struct pd_srv_log *log,
                                     struct pd_srv_metrics *metrics);
void pd_srv_registry_free(pd_srv_registry *registry); /* NULL is allowed */

/* Callbacks of the registry when it loads a model at its first request. Its thread calls them without a lock
 * of the registry. */
typedef struct pd_srv_registry_hooks {
    void *ctx; /* first argument */
    /* Counts the memory of a model before it is loaded, by an estimate. Returns 1 if it fits, otherwise 0 or
     * less: the request is refused. */
    int (*take)(void *ctx, size_t bytes);
    /* Corrects the estimate after the load, and ends the count of a model that is gone. */
    void (*add)(void *ctx, size_t bytes);
    void (*give)(void *ctx, size_t bytes);
    void (*changed)(void *ctx); /* a model was loaded, or could not be */
} pd_srv_registry_hooks;
/* Sets the hooks. Call it before the first load. Without hooks nothing is counted. */
void pd_srv_registry_set_hooks(pd_srv_registry *registry, const pd_srv_registry_hooks *hooks);

/* Lists the models of the configuration, and loads those that are loaded at the start or are resident
 * already. A model that cannot be loaded keeps its old version, if it was loaded from the same file. *err
 * receives the first error; the others are logged. The models that could be loaded are available even when an
 * error is returned. */
pd_status pd_srv_registry_load(pd_srv_registry *registry, const pd_cfg *cfg, pd_error *err);
/* Loads one model again. id: id of a model, or the id of the default of a kind. access (NULL: all) is checked
 * with the model's own id. */
pd_status pd_srv_registry_reload(pd_srv_registry *registry, const char *id, const pd_api_access *access,
                                 pd_error *err);
/* Finds and retains a model, with the contract of pd_api_host.acquire. */
pd_status pd_srv_registry_acquire(pd_srv_registry *registry, const char *id, bool may_wait, pd_api_model *out,
                                  pd_error *err);
/* Calls visit for every model that is resident or on disk;
 * not for those that could not be loaded at the start. */
void pd_srv_registry_each(pd_srv_registry *registry, void (*visit)(void *arg, const pd_api_model *model),
                          void *arg);
/* Ends the loading at first requests: waits for a load under way, and makes threads that wait for a model
 * return PD_ERR_BUSY, now and later. */
void pd_srv_registry_halt(pd_srv_registry *registry);
/* Returns a number that changes with every load and reload, so that results derived from earlier models can
 * be recognized as outdated. */
uint64_t pd_srv_registry_generation(const pd_srv_registry *registry);
/* Returns 1 when every model that was to be loaded at the start is resident, otherwise 0 and the reason. */
int pd_srv_registry_ready(pd_srv_registry *registry, char *reason, size_t reason_bytes);

/* Writes the path of the shipped folder: cfg->models_dir, otherwise, relative to the program, ../models
 * (build/posed) or ../share/posed/models (PREFIX/bin/posed). Writes "" when there is none. */
void pd_srv_models_dir(const pd_cfg *cfg, char *out, size_t size);
/* Writes the path of the pack of models: cfg->models_pack, otherwise, relative to the program, models.pack
 * (build/posed) or ../share/posed/models.pack (PREFIX/bin/posed). Writes "" when there is none. */
void pd_srv_models_pack(const pd_cfg *cfg, char *out, size_t size);
/* Writes the first of `count` folders that exists; places are relative to the program's folder. Writes ""
 * when none exists. */
void pd_srv_beside_program(const char *const *places, int count, char *out, size_t size);
#define PD_SRV_MODEL_ENDING ".safetensors"
/* Lists the model files of a folder, sorted by name, and returns their number.
 * The caller frees each path and the list. */
int pd_srv_list_models(const char *folder, char ***files);

#endif
