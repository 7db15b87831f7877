#ifndef PD_SERVER_STREAM_RELAY_LINE_H
#define PD_SERVER_STREAM_RELAY_LINE_H
/* Connections of relays (relay.h) on libwebsockets: WebSockets to other daemons, on the loop of ws.h.
 *
 * A connection sends `Authorization: Posed-Peer SECRET` with the secret of the other daemon's entry in Redis.
 * It is not encrypted: like the connections from the proxy, it belongs into the daemons' own network.
 *
 * Threads  the service thread of ws.h only, after _prepare.
 */
#include "server/stream/relay.h"

struct lws_context;

typedef struct pd_srv_relay_lines pd_srv_relay_lines;

/* Adds the library's part for connections to the context. wake: called when messages were put into outboxes
 * of clients. deps must outlive it. NULL: out of memory. */
pd_srv_relay_lines *pd_srv_relay_lines_prepare(struct lws_context *context, const pd_srv_client_deps *deps,
                                               void (*wake)(void *ctx), void *ctx);
/* Frees it. The context must have been destroyed. NULL is allowed. */
void pd_srv_relay_lines_free(pd_srv_relay_lines *lines);
/* Returns the functions for relays. */
pd_srv_relay_ops pd_srv_relay_lines_ops(pd_srv_relay_lines *lines);

#endif
