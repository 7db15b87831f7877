#ifndef PD_SERVER_DEPOT_PLACE_H
#define PD_SERVER_DEPOT_PLACE_H
/* A place that keeps objects beyond the life of a daemon and, where several daemons use it, shows all of them
 * the same objects. There are two implementations of the same functions:
 *
 *     place_redis.c   a Redis; records larger than cluster.blob_bytes go to the folder, if one is configured
 *     place_folder.c  a folder, on this machine or on a volume that several machines mount
 *
 * An object has a kind, an id, a head of a few hundred bytes and a record of any length. A put replaces both
 * at once or fails; it names the revision that it replaces, so that of two puts at the same time one fails
 * with PD_ERR_BUSY and is decided anew.
 *
 * Threads  any. The functions block while they wait for the disk or for Redis (PD_SRV_REDIS_TIMEOUT at most),
 *          so they must not be called on a thread that serves connections or computes ticks.
 * Errors   PD_ERR_NOT_FOUND: there is no such object. PD_ERR_BUSY: its revision is another one.
 *          PD_ERR_LIMIT: no room. PD_ERR_IO: the place cannot be used now; nothing was changed, or, where the
 *          connection broke during the change, it is unknown whether.
 */
#include "api/http/condition.h"
#include "core/base/buffer.h"
#include "server/cluster/redis.h"
#include "server/models/named_store.h"

#define PD_SRV_PLACE_REVISION_BYTES 96  /* size of a revision, with the zero */
#define PD_SRV_PLACE_NOTE_BYTES     768 /* size of a note, with the zero */

/* Revision, owner and note of an object, which are read and written without its record. */
typedef struct pd_srv_place_head {
    char revision[PD_SRV_PLACE_REVISION_BYTES]; /* changes with the object; "": there is no object */
    uint64_t owner;                             /* pd_api_owner.id */
    char note[PD_SRV_PLACE_NOTE_BYTES];         /* a short text; of a job its state as JSON */
} pd_srv_place_head;

/* Words for one kind of object, and its bounds in a place. */
typedef struct pd_srv_place_rule {
    const char *kind; /* name in keys and paths, such as "scenes" */
    pd_srv_named_store_limits limits;
    const char *option, *owner_option; /* options of these limits, for errors */
    double keep_s;                     /* seconds after the put until the object goes; 0: no end */
} pd_srv_place_rule;

typedef struct pd_srv_place pd_srv_place;

typedef struct pd_srv_place_options {
    const char *folder; /* folder for records; "": none */
    /* Redis. url "": none; the folder is then the place. The texts are borrowed. */
    pd_srv_redis_place redis;
    const char *prefix;  /* first part of all keys */
    size_t record_bytes; /* largest record in Redis */
    const char *node;    /* name of this daemon */
} pd_srv_place_options;

typedef void pd_srv_place_visit(void *arg, const char *id, const pd_srv_place_head *head);

/* The functions of an implementation. `expected` is the revision that the object must have, "" for none. */
struct pd_srv_place {
    /* Reads the head and, unless it has the revision `known` (NULL: read the head alone), the record. */
    pd_status (*find)(pd_srv_place *place, pd_srv_place_head *head, pd_buffer *record,
                      const pd_srv_place_rule *rule, const char *id, const char *known, pd_error *err);
    /* Stores an object. */
    pd_status (*put)(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                     const pd_srv_place_head *head, pd_bytes record, const char *expected, pd_error *err);
    /* Replaces revision and note, and leaves the record. */
    pd_status (*mark)(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                      const pd_srv_place_head *head, const char *expected, pd_error *err);
    /* Deletes an object. expected NULL: whatever its revision. */
    pd_status (*drop)(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                      const char *expected, pd_error *err);
    /* Visits all objects of a kind. */
    pd_status (*list)(pd_srv_place *place, const pd_srv_place_rule *rule, pd_srv_place_visit *visit,
                      void *arg, pd_error *err);
    /* Says that this daemon is there; called once a second. */
    pd_status (*beat)(pd_srv_place *place, pd_error *err);
    /* Returns whether the daemon of this name is there. */
    bool (*is_alive)(pd_srv_place *place, const char *node);
    void (*close)(pd_srv_place *place);
};

/* Opens a place. The folder must exist or is made; Redis need not be there. */
pd_status pd_srv_place_folder_open(pd_srv_place **out, const pd_srv_place_options *options, pd_error *err);
pd_status pd_srv_place_redis_open(pd_srv_place **out, const pd_srv_place_options *options, pd_error *err);

/* Time without a beat after which a daemon counts as lost. */
#define PD_SRV_PLACE_LEASE_S 10.0

#endif
