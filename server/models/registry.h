#ifndef PD_SERVER_MODELS_REGISTRY_H
#define PD_SERVER_MODELS_REGISTRY_H
/* The resident models: loaded at start, shared by all requests, swapped whole on a reload.
 *
 * A request retains the model that it decodes for and ends on it; a reload builds the new one beside the old and
 * swaps a pointer. A file that cannot be loaded keeps the old model and says why. Models that the configuration
 * does not name: every *.safetensors of the shipped folder, its id the file's name without the ending.
 *
 * A file's metadata tell its kind, a folder holds the slices of a motion network.
 * Defaults: of each kind the model marked `default: true`, else the id "default" ("motion"), else "neutral", else the first.
 * Threads  any; loading runs on as many threads as there are cores.
 */
#include "api/http/api.h"
#include "config/config.h"

#include <stdint.h>

typedef struct pd_srv_registry pd_srv_registry;
struct pd_srv_log;
struct pd_srv_metrics;

/* kinds (kind_count) stays the caller's: pd_api_kinds, or more. A file of no kind that is known is read as the first. */
pd_srv_registry *pd_srv_registry_new(const pd_api_kind *kinds, int kind_count, struct pd_srv_log *log,
                                     struct pd_srv_metrics *metrics);
void pd_srv_registry_free(pd_srv_registry *registry); /* NULL is fine */

/* Loads every model of the configuration; those that were resident under the same id and file and cannot be
 * loaded stay. The first error is in *err; the others are logged. The table is in place either way. */
pd_status pd_srv_registry_load(pd_srv_registry *registry, const pd_cfg *cfg, pd_error *err);
/* id: of a model or of a kind's default. access (NULL: everything) is checked with the model's own id. */
pd_status pd_srv_registry_reload(pd_srv_registry *registry, const char *id, const pd_api_access *access,
                                 pd_error *err);
int pd_srv_registry_acquire(pd_srv_registry *registry, const char *id, pd_api_model *out);
void pd_srv_registry_each(pd_srv_registry *registry, void (*visit)(void *arg, const pd_api_model *model),
                          void *arg);
/* Another number after every load and reload: what was derived from the models before holds no longer. */
uint64_t pd_srv_registry_generation(const pd_srv_registry *registry);
/* 1 when every configured model is resident; else 0 and the reason. */
int pd_srv_registry_ready(pd_srv_registry *registry, char *reason, size_t reason_bytes);

/* The shipped folder: cfg->models_dir, else beside the program: ../models (build/posed), then
 * ../share/posed/models (PREFIX/bin/posed). "" when there is none. */
void pd_srv_models_dir(const pd_cfg *cfg, char *out, size_t size);
/* The first of count folders, named from the program's own, that is there; "" when none is. */
void pd_srv_beside_program(const char *const *places, int count, char *out, size_t size);
#define PD_SRV_MODEL_ENDING ".safetensors"
/* Paths of the model files in folder, by name; the caller frees each and the list. */
int pd_srv_list_models(const char *folder, char ***files);

#endif
