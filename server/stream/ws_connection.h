#ifndef PD_SERVER_STREAM_WS_CONNECTION_H
#define PD_SERVER_STREAM_WS_CONNECTION_H
/* One WebSocket, between libwebsockets and the client (client.h): whole messages in, whatever is due out.
 *
 *     in    fragments -> a message of at most stream.message_bytes -> client; pongs. All count for stream.message_rate, and what the library
 *           keeps to itself (pings) by its bytes (reception.h)
 *     out   texts, ping, newest frame: one lws_write each, while the library has nothing left from before
 *
 * libwebsockets keeps what the socket did not take and sends it by itself. As long as it holds something nothing is taken from the outbox, so
 * that a slow reader's frames are replaced there: behind a full socket (TCP_NOTSENT_LOWAT) waits one message at most.
 * Ends   `bye` is followed by a close frame with its code and reason; then the library hears what the client still says until it closes too.
 *        A client that does not read its bye within two seconds is closed without one; one that was idle, within a quarter of a second.
 * Threads the service thread's alone.
 */
#include "server/stream/client.h"
#include "server/stream/reception.h"

#include <stdbool.h>

struct lws;

typedef struct pd_srv_ws_connection {
    struct lws *wsi;
    pd_srv_client *client;
    size_t index;      /* in the service thread's list           */
    pd_buffer message; /* the fragments so far                   */
    pd_buffer texts;   /* taken from the outbox: sent up to sent */
    size_t sent;
    bool is_heard;   /* a frame has come                       */
    int is_open;     /* from the handshake to the first close  */
    int is_too_long; /* the message: its rest is not kept      */
    int ping_due;    /* a ping waits to be written             */
    int is_corked;   /* TCP_CORK, while several are written    */
    int64_t ends_us; /* 0: not yet; closed then, read or not   */
    pd_srv_reception reception;
    uint64_t taken_in; /* bytes, at the last judgement of the reception */
    int late_frames;   /* that came after its bye                */
} pd_srv_ws_connection;

/* The client becomes the connection's. request: bytes of the upgrade, which lie in the socket. NULL: out of memory, and the client stays the caller's. */
pd_srv_ws_connection *pd_srv_ws_connection_open(pd_srv_client *client, size_t request, int64_t now_us);
/* The socket is gone; the session stays for its resume window. */
void pd_srv_ws_connection_close(pd_srv_ws_connection *connection, int64_t now_us);

/* A piece of a frame, as the library's callback has it. -1: the connection has to be closed: it floods on after its bye. */
int pd_srv_ws_connection_receive(pd_srv_ws_connection *connection, const void *bytes, size_t size,
                                 int64_t now_us);
void pd_srv_ws_connection_pong(pd_srv_ws_connection *connection, const void *bytes, size_t size,
                               int64_t now_us);
/* The client closes. -1: its reason is no text, and the close that answers it (1007, 1002) was handed to the library; else the library answers. */
int pd_srv_ws_connection_closing(pd_srv_ws_connection *connection, const void *payload, size_t size);
/* The library is about to close a connection: when it does so because RFC 6455 was broken, `bye` says how before its close frame. */
void pd_srv_ws_connection_dropped(pd_srv_ws_connection *connection);
bool pd_srv_ws_connection_is_due(const pd_srv_ws_connection *connection); /* 1: _write has something to do */
/* Writes what is due. -1: the connection has to be closed; a reason for it, if any, was handed to the library. may_close: called from the
 * library's callback, where closing begins; elsewhere a close that is due is asked for instead. */
int pd_srv_ws_connection_write(pd_srv_ws_connection *connection, int may_close, int64_t now_us);
/* Ten times a second: silence, stats, an end whose time is over (-1: to be closed now). */
int pd_srv_ws_connection_poll(pd_srv_ws_connection *connection, int64_t now_us);

#endif
