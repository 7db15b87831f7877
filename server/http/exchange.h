#ifndef PD_SERVER_HTTP_EXCHANGE_H
#define PD_SERVER_HTTP_EXCHANGE_H
/* One HTTP exchange, a request and its reply, as a sequence of libmicrohttpd's callbacks.
 *
 *     open         the request line has arrived: copies path and query
 *     access, 1st  the header fields have arrived: checks key, rate, scope and size. A refusal is sent after
 *                  the body has been read and discarded, so that the connection stays usable; a body over the
 *                  limit is not read: 413, and the connection is closed
 *     access, nth  body bytes, subject to limits.body_bytes, body_timeout and body_min_rate
 *     access, last end of the body: decodes it. The request is answered at once, or the connection is
 *     suspended and a worker gets the job. A
 *                  long body, or one whose decoding makes something large (PD_API_MAKE), is decoded on a
 *                  worker too
 *     done         on the worker: resumes the connection; the http thread then queues the reply
 *     next part    of a long reply (api.h): the connection is suspended again while a worker makes it
 *     completed    the socket has the last byte, or the client has gone: log line, metrics, memory returned
 */
#include "server/http/http.h"

#include <microhttpd.h>
#include <stdint.h>

/* Callbacks for libmicrohttpd; deps is a pd_srv_http_deps. */
void *pd_srv_exchange_open(void *deps, const char *uri, struct MHD_Connection *connection);
enum MHD_Result pd_srv_exchange_access(void *deps, struct MHD_Connection *connection, const char *url,
                                       const char *method, const char *version, const char *upload,
                                       size_t *upload_size, void **context);
void pd_srv_exchange_completed(void *deps, struct MHD_Connection *connection, void **context,
                               enum MHD_RequestTerminationCode code);
/* Returns the deadline of a head whose first bytes arrive now (limits.head_timeout). */
int64_t pd_srv_exchange_head_deadline(const pd_srv_http_deps *deps);

#endif
