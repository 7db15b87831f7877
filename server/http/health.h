#ifndef PD_SERVER_HTTP_HEALTH_H
#define PD_SERVER_HTTP_HEALTH_H
#include "core/base/buffer.h"

/* posed --healthcheck: asks the daemon at listen ("127.0.0.1:8080") for /healthz. 0 when it answers 200, else 1; 2: no address. */
int pd_srv_health_check(const char *listen);

/* The arguments of a container's daemon for its health check, which docker and Kubernetes start beside it without them: those of process 1
 * where that is this same program. Writes them to out, each with its zero, and returns how many there are, argv[0] included; 0: process
 * 1 is another program, or cannot be read.
 *
 * proc: normally "/proc". */
int pd_srv_health_arguments(pd_buffer *out, const char *proc);

#endif
