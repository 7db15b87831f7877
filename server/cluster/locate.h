#ifndef PD_SERVER_CLUSTER_LOCATE_H
#define PD_SERVER_CLUSTER_LOCATE_H
/* Finds the daemon that has a session, for relays (server/stream/relay.h): asks Redis for the session's entry
 * and for the entry of its daemon.
 *
 * The questions have a thread and a connection to Redis of their own, so that a slow Redis or a slow name
 * server delays neither checkpoints nor streams.
 *
 * Threads  any. A search belongs to the caller of _ask until _release.
 */
#include "server/cluster/redis.h"
#include "server/stage/stage.h"

#include <sys/socket.h>

#define PD_SRV_SECRET_BYTES 33 /* 32 hexadecimal digits and the zero */

typedef struct pd_srv_locator pd_srv_locator;
typedef struct pd_srv_search pd_srv_search;

typedef enum pd_srv_search_state {
    PD_SRV_SEARCH_WAITS, /* the search has not ended yet */
    PD_SRV_SEARCH_HERE,  /* this daemon has the session                                         */
    PD_SRV_SEARCH_THERE, /* another daemon has it                                               */
    PD_SRV_SEARCH_LOST,  /* the session exists, but no daemon that can be reached has it now    */
    PD_SRV_SEARCH_NONE,  /* Redis knows no such session                                         */
    PD_SRV_SEARCH_AWAY   /* Redis cannot be asked                                               */
} pd_srv_search_state;

/* The daemon that has a session, and the clients that may watch the session. */
typedef struct pd_srv_location {
    char node[65]; /* name of the daemon; "" unless THERE                                  */
    char host[48]; /* numeric address of the daemon */
    int port;
    /* Secret that other daemons present to the daemon                                    . */
    char secret[PD_SRV_SECRET_BYTES];
    pd_srv_watchable watchable; /* valid for HERE, THERE and LOST                                       */
} pd_srv_location;

typedef struct pd_srv_locator_deps {
    pd_srv_redis_place place; /* borrowed                                              */
    const char *prefix;       /* prefix of all keys; borrowed */
    const char *node;         /* name of this daemon; borrowed                         */
    void (*wake)(void *ctx);  /* called on the locator's thread when a search is decided */
    void *ctx;
} pd_srv_locator_deps;

/* Starts the thread. NULL: out of memory. */
pd_srv_locator *pd_srv_locator_start(const pd_srv_locator_deps *deps);
/* Ends the thread. Searches that wait become AWAY. NULL is allowed. */
void pd_srv_locator_stop(pd_srv_locator *locator);
/* Starts a search for a session. NULL: too many searches wait, or out of memory. */
pd_srv_search *pd_srv_locator_ask(pd_srv_locator *locator, const char *session);
/* Returns the state; *out receives the location when it is decided. */
pd_srv_search_state pd_srv_search_get(pd_srv_search *search, pd_srv_location *out);
/* Releases a search, whatever its state. NULL is allowed. */
void pd_srv_search_release(pd_srv_search *search);

/* Splits a URL "http://HOST:PORT/..." into host and port. The default port is 80.
 * Returns false for any other text. */
bool pd_srv_url_split(char *host, size_t size, int *port, const char *url);
/* Returns true when the host of a URL is the address of every interface (0.0.0.0 or [::]), at which nobody
 * else can be reached. */
bool pd_srv_url_is_any(const char *url);

#endif
