#ifndef PD_SERVER_HTTP_EXCHANGE_H
#define PD_SERVER_HTTP_EXCHANGE_H
/* One request and its answer, as libmicrohttpd's callbacks see them.
 *
 *     open       the request line has come: path and query are copied
 *     access 1   headers: identity, rate, scope, size; a refusal is kept until the body has been read and dropped,
 *                so that the connection survives it (a body over the limit is not read: 413 and a gentle close)
 *     access n   body bytes, under limits.body_bytes, body_timeout, body_min_rate
 *     access     end of the body: decode; answered at once, or suspended and given to a worker. A long body, or one
 *                of which decoding makes something large (PD_API_MAKE), is decoded on a worker
 *     done       on the worker: resumed; the http thread queues the reply
 *     next part  of a long reply (api.h): while it is made the connection is suspended again
 *     completed  the last byte is with the socket, or the client has gone: log line, metrics, memory back
 */
#include "server/http/http.h"

#include <microhttpd.h>
#include <stdint.h>

/* deps is a pd_srv_http_deps. */
void *pd_srv_exchange_open(void *deps, const char *uri, struct MHD_Connection *connection);
enum MHD_Result pd_srv_exchange_access(void *deps, struct MHD_Connection *connection, const char *url,
                                       const char *method, const char *version, const char *upload,
                                       size_t *upload_size, void **context);
void pd_srv_exchange_completed(void *deps, struct MHD_Connection *connection, void **context,
                               enum MHD_RequestTerminationCode code);
int64_t pd_srv_exchange_head_deadline(const pd_srv_http_deps *deps);

#endif
