#ifndef PD_SERVER_BASE_DESCRIPTORS_H
#define PD_SERVER_BASE_DESCRIPTORS_H
/* File descriptors (RLIMIT_NOFILE) compared with everything that may be open at a time:
 *
 *     limits.connections + stream.connections + refused sockets that are closed gently + the daemon's own
 *
 * Without descriptors a new connection is neither served nor refused but waits in the kernel, for as long as the others stay. So both limits are
 * lowered in proportion where the descriptors do not reach.
 */
#include "core/base/error.h"

#include <stdint.h>

#define PD_SRV_DESCRIPTORS_OWN 48 /* log, listener, loops, files that are being read */
/* Refused sockets (server/http/connections.h); an eighth of the descriptors at most. */
#define PD_SRV_LINGERS_MAX     512

typedef struct pd_srv_descriptors {
    int64_t limit;  /* as raised */
    int64_t wanted; /* by the configuration */
    int connections, streams, lingers;
} pd_srv_descriptors;

/* What a limit allows; connections and streams are at least 4. ERR_LIMIT at "limits.connections" where there is not even that. */
pd_status pd_srv_descriptors_share(pd_srv_descriptors *out, int connections, int streams, int http_threads,
                                   int64_t limit, pd_error *err);
/* Raises RLIMIT_NOFILE, up to its hard limit, to what is wanted; returns what holds. */
int64_t pd_srv_descriptors_raise(int64_t wanted);

#endif
