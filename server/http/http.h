#ifndef PD_SERVER_HTTP_HTTP_H
#define PD_SERVER_HTTP_HTTP_H
/* HTTP/1.1 by libmicrohttpd: sockets from the door in, pd_api_request out; pd_api_reply in, bytes out.
 *
 * A request: headers -> scope, rate, size (refused before the body is read) -> body, under a limit and an
 * absolute deadline -> pd_api_decode on the http thread -> answered there when done, else the connection is
 * suspended, a worker runs the job and resumes it. exchange.h follows one request through this.
 */
#include "config/config.h"
#include "core/base/error.h"

#include <stddef.h>
#include <sys/socket.h>

typedef struct pd_srv_http pd_srv_http;
struct pd_srv;

pd_status pd_srv_http_start(pd_srv_http **out, struct pd_srv *srv, int threads, pd_error *err);
/* Closes every connection. No request may be waiting for a worker any more. NULL is fine. */
void pd_srv_http_stop(pd_srv_http *http);
/* Takes the socket, from any thread; closes it when it cannot be served. */
void pd_srv_http_adopt(pd_srv_http *http, int fd, const struct sockaddr *address, socklen_t size);

void pd_srv_http_sockaddr(struct sockaddr_storage *out, socklen_t *size, const pd_cfg_address *address);
void pd_srv_http_address_text(const struct sockaddr *address, char *out, size_t size); /* "[::1]:8080" */

#endif
