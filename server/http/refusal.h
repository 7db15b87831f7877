#ifndef PD_SERVER_HTTP_REFUSAL_H
#define PD_SERVER_HTTP_REFUSAL_H
/* The fields that every reply has, refusals, and replies as bytes for a bare socket.
 *
 * Requests are refused in several places: by the front door before anybody has read them (door.h), by the watcher of slow bodies
 * (connections.h), by the exchange (exchange.h) and by the stream (upgrade.h). All of these refusals are made here, so that a client finds the
 * same fields in each:
 *
 *     Date                          every reply (RFC 9110, 6.6.1); libmicrohttpd adds it to those that it sends
 *     X-Request-Id                  every reply: the request's own id, or a fresh one
 *     X-Content-Type-Options        every reply
 *     Access-Control-*, Vary        every reply, as access.cors_origins says (Fetch, 3.2)
 *     WWW-Authenticate              401 (RFC 9110, 11.6.1)
 *     Upgrade, Sec-WebSocket-Version  426 (RFC 9110, 15.5.22; RFC 6455, 4.4)
 *     Retry-After                   429 and 503 (RFC 9110, 10.2.3)
 *     Connection: close             replies on a bare socket
 *
 * Threads  any; nothing is shared.
 */
#include "api/http/api.h"
#include "config/config.h"

#include <stdbool.h>

/* What of a request the fields of its reply depend on. All zero: nothing of the request is known. */
typedef struct pd_srv_reply_context {
    char request_id[65]; /* "": the reply gets a fresh one      */
    char origin[192];    /* ""; longer ones count as absent     */
    bool is_head;        /* the method is HEAD: no body is sent */
    bool is_preflight;   /* Access-Control-Request-Method is there */
} pd_srv_reply_context;

/* Reads the context from the first bytes of a request, of which the end may be missing: only whole lines count. */
void pd_srv_reply_context_read(pd_srv_reply_context *out, const char *head, size_t size);

/* Makes *reply a problem with the fields of its status. retry_s: seconds of Retry-After; 0: none. */
void pd_srv_refusal(pd_api_reply *reply, int status, const char *detail, int retry_s,
                    const pd_srv_reply_context *context);

/* Adds X-Request-Id, X-Content-Type-Options and the fields of CORS. cfg NULL: no page of another origin may read the reply. */
void pd_srv_reply_fields(pd_api_reply *reply, const pd_cfg *cfg, const pd_srv_reply_context *context);

/* Appends the reply as HTTP/1.1 with Date, Content-Length and `Connection: close`; wall_s: seconds since 1970. */
void pd_srv_reply_write(pd_buffer *out, const pd_api_reply *reply, const pd_srv_reply_context *context,
                        int64_t wall_s);

#endif
