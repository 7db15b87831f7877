#ifndef PD_SERVER_HTTP_REFUSAL_H
#define PD_SERVER_HTTP_REFUSAL_H
/* Makes refusals, adds the header fields that every reply has, and writes replies as bytes for a socket that
 * libmicrohttpd does not have.
 *
 * Requests are refused in several places: by the front door before they are read (door.h), by the watcher of
 * slow bodies (connections.h), by the exchange (exchange.h) and by the stream (upgrade.h). All of them make
 * their refusals here, so that every refusal has the same fields:
 *
 *     Date                          every reply (RFC 9110, 6.6.1); libmicrohttpd adds it to those that it
 *                                   sends
 *     X-Request-Id                  every reply: the request's own id, or a fresh one
 *     X-Content-Type-Options        every reply
 *     Access-Control-*, Vary        every reply, as access.cors_origins says (Fetch, 3.2)
 *     Cache-Control: private, Vary: Authorization   replies that need a key: a cache for several clients may
 *                                   not keep them (RFC 9111, 3.5)
 *     WWW-Authenticate              401, and 403 for a missing scope (RFC 6750, 3)
 *     Upgrade, Sec-WebSocket-Version  426 (RFC 9110, 15.5.22; RFC 6455, 4.4)
 *     Retry-After                   429 and 503 (RFC 9110, 10.2.3)
 *     Connection: close             replies written by pd_srv_reply_write
 *
 * Threads  any; the functions share nothing.
 */
#include "api/http/api.h"
#include "config/config.h"

#include <stdbool.h>

/* Properties of a request on which the fields of its reply depend. Zeroed: nothing is known. */
typedef struct pd_srv_reply_context {
    char request_id[65]; /* id of the request; "": the reply gets a new one         */
    char origin[192];    /* Origin; "": absent, or longer than this                 */
    bool is_head;        /* true: the method is HEAD, so no body is sent            */
    bool is_preflight;   /* true: the field Access-Control-Request-Method is present */
    bool is_bad_token;   /* true: the client sent a key or token that is not valid   */
    bool is_private;     /* true: the reply is for clients with a key or token alone */
    char wanted[200];    /* Access-Control-Request-Headers of a preflight; "": absent, or longer than this */
    /* Address of the document that says where clients get tokens (RFC 9728); "": there is none. */
    char resource_metadata[256];
    const char *scope; /* scope that the client lacks; NULL: it lacks none         */
} pd_srv_reply_context;

/* Reads the context from the beginning of a request. The end of the head may be missing: an incomplete last
 * line is ignored. */
void pd_srv_reply_context_read(pd_srv_reply_context *out, const char *head, size_t size);

/* Makes *reply a problem document with the fields of its status. retry_s:
 * seconds of Retry-After; 0: no such field. */
void pd_srv_refusal(pd_api_reply *reply, int status, const char *detail, int retry_s,
                    const pd_srv_reply_context *context);

/* Adds X-Request-Id, X-Content-Type-Options and the CORS fields. cfg NULL: pages of other origins may not
 * read the reply. */
void pd_srv_reply_fields(pd_api_reply *reply, const pd_cfg *cfg, const pd_srv_reply_context *context);

/* Appends the policy of a page that may be shown in a frame: "frame-ancestors 'self'" and the origins of
 * access.cors_origins (Content Security Policy 3, 6.4.2). */
void pd_srv_frame_ancestors(pd_buffer *out, const pd_cfg *cfg);

/* Appends the reply as HTTP/1.1 with Date, Content-Length and `Connection:
 * close`; wall_s: seconds since 1970. */
void pd_srv_reply_write(pd_buffer *out, const pd_api_reply *reply, const pd_srv_reply_context *context,
                        int64_t wall_s);

#endif
