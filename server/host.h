#ifndef PD_SERVER_HOST_H
#define PD_SERVER_HOST_H
/* The callbacks through which api uses the parts of the server (pd_api_host), and those through which the
 * registry counts the memory of its models.
 *
 * Threads  the callbacks may be called from any thread.
 */
#include "server/server.h"

/* Sets srv->host and the hooks of srv->registry. Called when the registry and the stores exist. */
void pd_srv_host_init(pd_srv *srv);

/* Lets api ask srv->depot for the objects of other daemons. Called before the first request. */
void pd_srv_host_share(pd_srv *srv);

#endif
