#ifndef PD_TOOLS_CLIENT_STREAM_H
#define PD_TOOLS_CLIENT_STREAM_H
/* Client of the stream: many WebSocket connections to posed in one libwebsockets context, all on the caller's
 * thread.
 *
 *     connect -> join -> messages ... -> lost -> wait -> connect -> join with the token of `welcome` -> ...
 *
 * A lost connection reconnects by itself: at once, then after 0.1, 0.2, 0.4 ... 5 seconds (each changed at
 * random by up to 20 %, so that a thousand clients do not reconnect together), or after the time that `bye`
 * gave. It resumes its session, or begins a new one when the server has ended it. It is given up when `bye`
 * forbids to reconnect, when the server refuses it (401, 403, 400), or after `tries` failures in a row. A
 * watcher whose session moves from one daemon to another may find none for a moment (`not_found`), and tries
 * again. Each connection sends `ping` once a second, and is closed and opened again after `silence` seconds
 * without a message.
 *
 * Threads  one: all functions are called from, and all callbacks run on, the thread of pd_tool_stream_run.
 * Times    seconds of CLOCK_MONOTONIC; changes of the wall clock have no effect.
 * Errors   ERR_INVALID for an invalid URL; lost and ended connections are reported to `on`.
 */
#include "core/base/buffer.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct pd_tool_stream pd_tool_stream;

typedef enum pd_tool_stream_what {
    PD_TOOL_STREAM_JOINED, /* json: welcome                                      */
    PD_TOOL_STREAM_TEXT,   /* any text, including welcome and pong; json: decoded */
    PD_TOOL_STREAM_BINARY,
    PD_TOOL_STREAM_LOST, /* bytes: the reason as text; the connection reconnects  */
    PD_TOOL_STREAM_ENDED /* bytes: the reason; the connection does not reconnect  */
} pd_tool_stream_what;

/* An event; its pointers are valid during the callback only. */
typedef struct pd_tool_stream_event {
    pd_tool_stream_what what;
    int connection;
    const unsigned char *bytes;
    size_t size;
    const json_t *json; /* NULL unless the text is a JSON object */
    double time;        /* arrival time of the last byte         */
} pd_tool_stream_event;

typedef struct pd_tool_stream_setup {
    const char *url;  /* ws://host:port/v1/stream or wss://...; the path may be absent             */
    const char *key;  /* API key; NULL: none                                                       */
    int connections;  /* largest number of connections                                             */
    int first_tries;  /* attempts before the first join; 0: 1                                      */
    int tries;        /* failed attempts in a row after that; 0: 20                                */
    double silence;   /* seconds without a message until a connection is opened again; 0: 15       */
    double ping;      /* seconds between two pings; 0: 1                                           */
    const char *room; /* name of a room that all connections join as players; NULL: none           */
    int passive;      /* 1: send nothing, not even join; for servers other than posed              */
    bool is_insecure; /* true: any certificate is accepted, for tests with one of their own       */
    void (*on)(void *ctx, const pd_tool_stream_event *event);
    /* Timer, called when due. Returns the time of the next call. NULL: none. */
    double (*at)(void *ctx, double now);
    void *ctx;
} pd_tool_stream_setup;

/* Creates a client without connections. */
pd_status pd_tool_stream_new(pd_tool_stream **out, const pd_tool_stream_setup *setup, pd_error *err);
/* Closes and frees all connections. NULL is allowed. */
void pd_tool_stream_free(pd_tool_stream *stream);

/* Opens connection i, which was not opened before. watch: id of a session to watch; NULL: a session of its
 * own. route: value of the query parameter `session` of the address,
 * by which a router chooses the daemon; NULL: none. */
void pd_tool_stream_connect(pd_tool_stream *stream, int i, const char *watch, const char *route);
/* Serves the connections until the time `until`, until _stop is called,
 * or until all connections have ended. */
void pd_tool_stream_run(pd_tool_stream *stream, double until);
void pd_tool_stream_stop(pd_tool_stream *stream); /* may be called from callbacks and signal handlers */

/* Queue a message. Return false and drop it when the connection has not joined. */
bool pd_tool_stream_text(pd_tool_stream *stream, int i, const char *text, size_t size);
bool pd_tool_stream_binary(pd_tool_stream *stream, int i, const void *bytes, size_t size);
/* Drops the connection without a close frame, as a bad network does; it reconnects. */
void pd_tool_stream_cut(pd_tool_stream *stream, int i);
/* Sends `leave` on every connection and waits up to a second until all have ended. */
void pd_tool_stream_leave(pd_tool_stream *stream);

typedef struct pd_tool_stream_state {
    int joined, ended;  /* 1: the connection has joined now; has ended         */
    int joins, resumes; /* joins so far, including resumes; resumes so far     */
    int lost;           /* number of times that the connection was lost        */
    double round_trip;  /* round trip of the last ping, seconds; 0: none       */
    int is_local;       /* 1: the server is on this host                       */
} pd_tool_stream_state;
pd_tool_stream_state pd_tool_stream_now(const pd_tool_stream *stream, int i);

#endif
