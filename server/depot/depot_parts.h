#ifndef PD_SERVER_DEPOT_DEPOT_PARTS_H
#define PD_SERVER_DEPOT_DEPOT_PARTS_H
/* Parts of a depot that its files share. */
#include "server/depot/depot.h"

#include <pthread.h>
#include <stdatomic.h>

#define PD_SRV_DEPOT_WANTED 32 /* objects that may wait to be fetched, or were fetched a moment ago */

/* An object that a stream needs. */
typedef struct pd_srv_depot_want {
    pd_api_stored kind;
    char id[PD_API_ID_BYTES]; /* "": the place is free */
    int64_t done_us;          /* time at which it was fetched; 0: it waits */
} pd_srv_depot_want;

struct pd_srv_depot {
    pd_srv_depot_deps deps;
    pd_srv_place *place;
    char node[65];
    char start[17];          /* random digits, which tell apart two starts of a daemon of one name */
    atomic_bool is_draining; /* true: it takes no jobs over */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* protects what follows */
    pthread_cond_t news;
    bool is_stopping;
    pd_srv_depot_want wants[PD_SRV_DEPOT_WANTED];
};

/* Returns the rule of a kind, with the limits that are in force now. */
pd_srv_place_rule pd_srv_depot_rule(const pd_srv_depot *depot, pd_api_stored kind);
/* Makes an object again from its record. Returns NULL with the reason in *err. */
void *pd_srv_depot_restore(const pd_srv_depot *depot, const char *id, uint64_t owner, pd_bytes bytes,
                           pd_error *err);
/* Replaces the reason of a place that cannot be used by one for clients. */
pd_status pd_srv_depot_away(pd_error *err);

#endif
