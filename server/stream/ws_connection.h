#ifndef PD_SERVER_STREAM_WS_CONNECTION_H
#define PD_SERVER_STREAM_WS_CONNECTION_H
/* One WebSocket: passes whole messages from libwebsockets to the client (client.h), and writes the client's
 * outbox.
 *
 *     in    fragments -> a message of at most stream.message_bytes -> client; pongs. All count for
 *           stream.message_rate; pings, which the library does not report, are limited by their bytes
 *           (reception.h)
 *     out   texts, ping, newest frame: one lws_write each, while the library holds no unsent bytes
 *
 * libwebsockets keeps bytes that the socket did not accept and sends them later. Meanwhile nothing is taken
 * from the outbox, so that frames for a slow reader are replaced there: at most one message waits behind a
 * full socket (TCP_NOTSENT_LOWAT).
 *
 * Ending   after `bye` a close frame with code and reason is sent; the library then reads until the client
 *          closes too. A client that does not read its `bye` within two seconds is closed without a close
 *          frame; an idle client within a quarter of a second.
 * Threads  the service thread only.
 */
#include "server/stream/client.h"
#include "server/stream/reception.h"

#include <stdbool.h>

struct lws;

typedef struct pd_srv_ws_connection {
    struct lws *wsi;
    pd_srv_client *client;
    size_t index;      /* index in the service thread's list                        */
    pd_buffer message; /* fragments of the current message                          */
    pd_buffer texts;   /* texts taken from the outbox                               */
    size_t sent;       /* bytes of `texts` that were sent                           */
    bool is_heard;     /* true: a frame has arrived                                 */
    int is_open;       /* 1 from the handshake to the first close frame             */
    int is_too_long;   /* 1: the current message exceeds the limit and is discarded */
    int ping_due;      /* 1: a ping waits to be written                             */
    int is_corked;     /* 1: TCP_CORK is set, while several messages are written    */
    int64_t ends_us;   /* time at which the socket is closed in any case; 0: none   */
    pd_srv_reception reception;
    uint64_t taken_in; /* bytes received at the last judgement of `reception`       */
    int late_frames;   /* frames that arrived after `bye`                           */
} pd_srv_ws_connection;

/* Creates a connection and takes over the client. request: bytes of the upgrade request. Returns NULL when
 * allocation fails; the caller then keeps the client. */
pd_srv_ws_connection *pd_srv_ws_connection_open(pd_srv_client *client, size_t request, int64_t now_us);
/* Frees a connection whose socket is gone. The session waits for stream.resume_window to be resumed. */
void pd_srv_ws_connection_close(pd_srv_ws_connection *connection, int64_t now_us);

/* Handles a piece of a frame from the library's callback. Returns -1 when the connection must be closed,
 * because it goes on sending after `bye`. */
int pd_srv_ws_connection_receive(pd_srv_ws_connection *connection, const void *bytes, size_t size,
                                 int64_t now_us);
/* Handles a pong. */
void pd_srv_ws_connection_pong(pd_srv_ws_connection *connection, const void *bytes, size_t size,
                               int64_t now_us);
/* Handles the client's close frame. Returns -1 when its payload is invalid: the closing code (1007, 1002) was
 * then passed to the library. Otherwise the library answers by itself. */
int pd_srv_ws_connection_closing(pd_srv_ws_connection *connection, const void *payload, size_t size);
/* Called when the library is about to close a connection. If the reason is a violation of RFC 6455, sends
 * `bye` with the violation before the close frame. */
void pd_srv_ws_connection_dropped(pd_srv_ws_connection *connection);
/* Returns true when _write has something to do. */
bool pd_srv_ws_connection_is_due(const pd_srv_ws_connection *connection);
/* Writes what is due. Returns -1 when the connection must be closed; a reason, if any, was passed to the
 * library. may_close: 1 within the library's callback, where closing is possible; 0 elsewhere: a due close is
 * then requested for the next callback. */
int pd_srv_ws_connection_write(pd_srv_ws_connection *connection, int may_close, int64_t now_us);
/* Checks for silence, due `stats` and an expired end. Call it ten times a second. Returns -1 when the
 * connection must be closed now. */
int pd_srv_ws_connection_poll(pd_srv_ws_connection *connection, int64_t now_us);

#endif
