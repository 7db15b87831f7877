#ifndef PD_SERVER_MODELS_REGISTRY_PARTS_H
#define PD_SERVER_MODELS_REGISTRY_PARTS_H
/* The table of models and the parts that fill it. Only registry*.c include this header.
 *
 *     registry       the table: loads and reloads it, answers requests for models, and loads wanted models
 *                    on a thread
 *     registry_list  which models there are, which are defaults, and which are loaded at the start
 *     registry_load  reads a model from its pack or its file
 *
 * Locks  `loading` is held during a whole load, `lock` for moments; `loading` is taken before `lock`.
 */
#include "core/io/pack/pack.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/models/registry.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>

/* State of a model (registry.h). */
typedef enum pd_srv_model_state {
    PD_SRV_MODEL_ON_DISK,
    PD_SRV_MODEL_WANTED,   /* a request waits for it, or has asked for it */
    PD_SRV_MODEL_RESIDENT, /* in memory */
    PD_SRV_MODEL_FAILED    /* could not be loaded */
} pd_srv_model_state;

/* Identifies the content of a file without reading it. */
typedef struct pd_srv_file_seen {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
} pd_srv_file_seen;

/* A model of the table. */
typedef struct pd_srv_model_slot {
    const char *id;   /* interned */
    const char *file; /* interned */
    const char *name; /* interned, from the metadata; "": not known; so are the next two */
    const char *licence;
    const char *provenance;
    /* Kind in the file when it was last read; before that the first row of `kinds`. */
    const pd_api_kind *kind;
    int is_default; /* 1: default model of its kind */
    int is_early;   /* 1: loaded at the start */
    pd_srv_model_state state;
    pd_srv_file_seen seen; /* identity of the file when it was listed; only for models on disk */
    void *resident;        /* NULL unless state is PD_SRV_MODEL_RESIDENT */
    struct pd_pack *pack;  /* pack from which `resident` is mapped, retained; NULL: none */
    bool is_spoiled;       /* the pack was overwritten meanwhile, and the log says so */
    size_t counted;        /* bytes that hooks.take and .add count for it */
    /* reason why the model could not be loaded at the start or on a reload; NULL: none */
    char *problem;
    pd_error failure; /* error that requests for a model in the state FAILED get */
    /* Time of the failure; a failure for lack of memory (PD_ERR_BUSY) is valid for BUSY_US. */
    int64_t failed_us;
} pd_srv_model_slot;

/* All models. */
typedef struct pd_srv_model_table {
    pd_srv_model_slot *slots; /* (count) */
    int count;
} pd_srv_model_table;

/* A text that is kept as long as the registry, because replies may point
 * to it after a reload has removed its model. */
typedef struct pd_srv_kept_text {
    struct pd_srv_kept_text *next;
    char bytes[];
} pd_srv_kept_text;

struct pd_srv_registry {
    pthread_mutex_t lock;    /* protects table, texts and is_halted; held for moments */
    pthread_mutex_t loading; /* held during a load; taken before `lock` */
    /* Signalled when a slot becomes WANTED, RESIDENT or FAILED, or is_halted is set. */
    pthread_cond_t changed;
    pthread_t loader; /* loads wanted models */
    bool is_halted;
    pd_srv_registry_hooks hooks;
    pd_srv_model_table table;
    struct pd_pack *pack; /* pack of all models, or NULL; used under `loading` */
    pd_srv_kept_text *texts;
    _Atomic uint64_t generation;
    const pd_api_kind *kinds; /* (kind_count) */
    int kind_count;
    int shipped_count; /* models of models_dir in the table */
    pd_srv_log *log;
    pd_srv_metrics *metrics;
};

/* -- registry_list.c -- */

/* Returns the registry's own copy of a text, which lives as long as the registry. NULL: out of memory.
 * Called with `lock`. */
const char *pd_srv_registry_intern(pd_srv_registry *registry, const char *bytes);
/* Finds a model by its id; NULL: none has it. */
const pd_srv_model_slot *pd_srv_registry_find_id(const pd_srv_model_table *t, const char *id);
/* Lists the models of the configuration, then the shipped ones of models_dir whose id is not taken. Fails
 * when models_dir had models before and has none now: a volume that is not mounted or a folder that is
 * being replaced, with which a reload would end the service. Called with `lock`. */
pd_status pd_srv_registry_list(pd_srv_registry *registry, pd_srv_model_table *t, const pd_cfg *cfg,
                               int *shipped_count, pd_error *err);
/* Warns of items of the option preload that name no model, because they have no effect. */
void pd_srv_registry_warn_preload(const pd_srv_registry *registry, const pd_srv_model_table *t,
                                  const pd_cfg_list *list);
/* Returns the default model of a kind: the one marked as default, then the usual id, then "neutral", then
 * the first. NULL: no model is of this kind. */
const pd_srv_model_slot *pd_srv_registry_default_of(const pd_srv_model_table *t, const pd_api_kind *kind);
/* Chooses the default of each kind, and marks the models that are loaded now (registry.h): besides the
 * configured ones, the default body and motion network, those that the old table has in memory, and in a
 * cluster all models whose hashes daemons compare. Called with `lock`. */
void pd_srv_registry_choose_early(const pd_srv_registry *registry, pd_srv_model_table *fresh,
                                  const pd_cfg *cfg);
/* Logs in one line the models that wait on disk. */
void pd_srv_registry_log_waiting(const pd_srv_registry *registry, const pd_srv_model_table *t);

/* -- registry_load.c: called with `loading` -- */

/* Place of a model in a pack. pack NULL: no pack has it. */
typedef struct pd_srv_packed_model {
    struct pd_pack *pack; /* retained */
    int number;
} pd_srv_packed_model;

/* Opens the pack of all models and closes the previous one. */
void pd_srv_registry_open_pack(pd_srv_registry *registry, const pd_cfg *cfg);
/* Reads kind and metadata of a slot's file without loading the model. Takes `lock` for moments. */
pd_status pd_srv_registry_probe(pd_srv_registry *registry, pd_srv_model_slot *s, pd_error *err);
/* Loads one model, logs the result, and keeps a text for /readyz when it fails. known: its place in a
 * pack; NULL: looks for it. */
pd_status pd_srv_registry_load_slot(pd_srv_registry *registry, pd_srv_model_slot *s,
                                    const pd_srv_packed_model *known, pd_error *err);
/* Loads the early slots of a table, on this thread and up to cores - 1 others.
 * Returns the first error in *first. */
void pd_srv_registry_load_early(pd_srv_registry *registry, pd_srv_model_table *t, pd_error *first);
/* Loads a model at its first request. Fills *s, a copy of its slot,
 * and returns its state: RESIDENT or FAILED. */
pd_srv_model_state pd_srv_registry_load_late(pd_srv_registry *registry, pd_srv_model_slot *s);

#endif
