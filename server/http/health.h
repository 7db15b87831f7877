#ifndef PD_SERVER_HTTP_HEALTH_H
#define PD_SERVER_HTTP_HEALTH_H
#include "core/base/buffer.h"

/* Health check of a running daemon, for `posed --healthcheck`. */

/* Requests /healthz from the daemon at listen ("127.0.0.1:8080"). Returns 0 when the reply is 200, 1 when it
 * is not, 2 when `listen` is not an address. */
int pd_srv_health_check(const char *listen);

/* Finds the command line of the daemon in the same container. Docker and Kubernetes start the health check
 * without the daemon's arguments, so they are read from process 1, if that is the same program. Appends the
 * arguments to out, each with its zero, and returns their number with argv[0], or 0 when process 1 is another
 * program or cannot be read. proc: normally "/proc". */
int pd_srv_health_arguments(pd_buffer *out, const char *proc);

#endif
