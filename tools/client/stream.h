#ifndef PD_TOOLS_CLIENT_STREAM_H
#define PD_TOOLS_CLIENT_STREAM_H
/* The other end of the stream: many WebSocket connections to posed in one libwebsockets context, all on the caller's thread.
 *
 *     connect -> join -> messages ... -> lost -> wait -> connect -> join with the token of `welcome` -> ...
 *
 * A connection that is lost comes back by itself: at once, then after 0.1, 0.2, 0.4 ... 5 seconds (each 20 % more or less by chance,
 * so that a thousand do not knock together), or when `bye` said so; with its resume token, or without when the server has forgotten the
 * session. It is given up when bye says not to come back, when the server refuses it (401, 403, 400), or after `tries` in a row.
 * Each second it asks `ping`; a connection that was silent for `silence` seconds is cut and made anew.
 *
 * Threads  one: everything is called from, and calls back on, the thread of pd_tool_stream_run.
 * Times    seconds of CLOCK_MONOTONIC, which nobody can set: steps of the wall clock move nothing here.
 * Errors   ERR_INVALID for a URL that is none; lost and ended connections are events of `on`.
 */
#include "core/base/buffer.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct pd_tool_stream pd_tool_stream;

typedef enum pd_tool_stream_what {
    PD_TOOL_STREAM_JOINED, /* json: welcome                                      */
    PD_TOOL_STREAM_TEXT,   /* every text, welcome and pong too; json: decoded    */
    PD_TOOL_STREAM_BINARY,
    PD_TOOL_STREAM_LOST, /* bytes: why, as text; it reconnects                   */
    PD_TOOL_STREAM_ENDED /* bytes: why; it does not reconnect                    */
} pd_tool_stream_what;

/* Borrowed for the call. */
typedef struct pd_tool_stream_event {
    pd_tool_stream_what what;
    int connection;
    const unsigned char *bytes;
    size_t size;
    const json_t *json; /* NULL for what is no object */
    double time;        /* when its last byte arrived */
} pd_tool_stream_event;

typedef struct pd_tool_stream_setup {
    const char *url; /* ws://host:port/v1/stream; path may be absent; wss:// too           */
    const char *key; /* NULL: none                                                         */
    int connections; /* how many there may be                                              */
    int first_tries; /* until it first joined; 0: 1                                        */
    int tries;       /* in a row, afterwards; 0: 20                                        */
    double silence;  /* seconds; 0: 15                                                     */
    double ping;     /* seconds between two; 0: 1                                          */
    int passive;     /* send nothing, not even join: for servers that are not posed        */
    void (*on)(void *ctx, const pd_tool_stream_event *event);
    double (*at)(void *ctx, double now); /* called when due; returns when it is due next; NULL: never   */
    void *ctx;
} pd_tool_stream_setup;

pd_status pd_tool_stream_new(pd_tool_stream **out, const pd_tool_stream_setup *setup, pd_error *err);
void pd_tool_stream_free(pd_tool_stream *stream); /* cuts what is open; NULL is fine */

/* Opens connection i, which was not opened before. watch: the session to look at; NULL: one of its own. */
void pd_tool_stream_connect(pd_tool_stream *stream, int i, const char *watch);
/* Serves until the time, or until _stop was called or everything has ended. */
void pd_tool_stream_run(pd_tool_stream *stream, double until);
void pd_tool_stream_stop(pd_tool_stream *stream); /* from a callback or a signal's handler */
int pd_tool_stream_stopped(const pd_tool_stream *stream);

/* Queues a message; false when the connection has not joined: it is dropped then. */
bool pd_tool_stream_text(pd_tool_stream *stream, int i, const char *text, size_t size);
bool pd_tool_stream_binary(pd_tool_stream *stream, int i, const void *bytes, size_t size);
/* Drops the connection without a close frame, as a bad network does; it reconnects. */
void pd_tool_stream_cut(pd_tool_stream *stream, int i);
/* Sends `leave` on every connection and waits up to a second until all have ended. */
void pd_tool_stream_leave(pd_tool_stream *stream);

typedef struct pd_tool_stream_state {
    int joined, ended;  /* now                                   */
    int joins, resumes; /* so far; resumes are among the joins   */
    int lost;           /* times that it was lost                */
    double round_trip;  /* seconds, of the last ping; 0: none    */
    int is_local;       /* the other end is on this host         */
} pd_tool_stream_state;
pd_tool_stream_state pd_tool_stream_now(const pd_tool_stream *stream, int i);

#endif
