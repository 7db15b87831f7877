#ifndef PD_SERVER_BASE_DESCRIPTORS_H
#define PD_SERVER_BASE_DESCRIPTORS_H
/* Fits the limits of connections to the number of file descriptors that the process may have (RLIMIT_NOFILE).
 *
 *     needed = limits.connections + stream.connections + cluster.relays (with cluster.redis) + refused
 *     sockets that are being closed
 *              + descriptors of the daemon itself
 *
 * A connection for which there is no descriptor is neither served nor refused: it waits in the kernel until
 * others close. Therefore the limits are lowered in proportion when the descriptors do not suffice.
 *
 * Threads  pd_srv_descriptors_share is pure.   Errors  ERR_LIMIT at "limits.connections".
 */
#include "core/base/error.h"

#include <stdint.h>

/* Descriptors of the daemon itself: log, listener, event loops, files that are being read. */
#define PD_SRV_DESCRIPTORS_OWN 48
/* Largest number of refused sockets that are being closed (server/http/connections.h); also at most an eighth
 * of the descriptors. */
#define PD_SRV_LINGERS_MAX     512

typedef struct pd_srv_descriptors {
    int64_t limit;   /* descriptors that the process may have       */
    int64_t wanted;  /* descriptors that the configuration needs    */
    int connections; /* HTTP connections that fit                   */
    int streams;     /* streams that fit                            */
    int relays;      /* connections to other daemons that fit       */
    int lingers;     /* refused sockets being closed that fit       */
} pd_srv_descriptors;

/* Computes the numbers of connections that fit into `limit` descriptors. connections, streams, relays:
 * configured limits. connections and streams of the result are at least 4; ERR_LIMIT when the descriptors do
 * not suffice for that. */
pd_status pd_srv_descriptors_share(pd_srv_descriptors *out, int connections, int streams, int relays,
                                   int http_threads, int64_t limit, pd_error *err);
/* Raises the soft limit RLIMIT_NOFILE to `wanted`, or to the hard limit if that is lower. Returns the soft
 * limit that is then in force. */
int64_t pd_srv_descriptors_raise(int64_t wanted);

#endif
