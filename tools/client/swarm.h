#ifndef PD_TOOLS_CLIENT_SWARM_H
#define PD_TOOLS_CLIENT_SWARM_H
/* Loads a stream with many clients and measures what each of them receives.
 *
 *     clients     the first `sessions` of them have characters and steer them; the others watch one of those
 *                 sessions each. Players and watchers of one swarm share a thread, so many watchers delay
 *                 what players are measured to get; for players alone, run the watchers as a swarm of their
 *                 own, which reads the ids of the sessions from a file
 *     open loop   input n is due at start + n/(inputs per second of all), whatever happened to earlier
 *                 inputs; the time until a frame answers it is counted from the due time, so that a slow
 *                 server cannot hide a queue
 *     room        all clients are members of one room and steer their own characters. With a budget in the
 *                 profile ticks without a frame do not count as missing
 *     lateness    arrival - time of the frame, for every frame of every client; if the server has another
 *                 clock, minus the smallest such difference, so that only the variation remains
 *     cuts        connections dropped without a close frame, one after the other; the time until the next
 *                 frame is a resume
 *     gaps        of each client whose connection was lost, for whatever reason: the longest time without a
 *                 frame, before, during or after the loss. A session may stand still while the connection
 *                 stays, and the connection may be lost later
 *     jumps       of the first character of every client: how far it moves from frame to frame beyond what a
 *                 walk can do in the ticks between them
 *
 * Figures cover the window, which begins when all clients have joined and received a frame.
 */
#include "tools/client/histogram.h"
#include "tools/client/stream.h"

#define PD_TOOL_SWARM_CHARACTERS 64
#define PD_TOOL_SWARM_SPEED      2.0 /* m/s that walking characters never exceed */

typedef struct pd_tool_swarm_setup {
    const char *url, *key, *model; /* key NULL: none; model NULL: the default */
    const char *profile;           /* `profile` message; NULL: the server's default */
    /* Name of a room that all clients join as players, `spacing` metres from one another; `sessions` then has
     * no effect. NULL: sessions of their own. */
    const char *room;
    double spacing;
    int clients, sessions, spawn; /* sessions 0: every client has one */
    /* File to which the ids of the sessions are written when the window begins; NULL: none. */
    const char *names;
    /* File with the ids of sessions, one a line, which all clients watch; `sessions` and `spawn` then have no
     * effect. NULL: none. */
    const char *watched;
    int passive;      /* 1: the server is not posed; only receive frames */
    bool is_insecure; /* true: any certificate is accepted */
    /* address gets ?session=ROUTE-K for session K, by which a router chooses the daemon; NULL: nothing */
    const char *route;
    double connects, inputs, cuts; /* per second; inputs: per session */
    double seconds;                /* length of the window */
    double patience;               /* seconds within which all clients must join */
} pd_tool_swarm_setup;

typedef struct pd_tool_swarm_figures {
    int joined, lost; /* clients at the end; lost: ended, or without a frame in the last second */
    int characters, refused;
    double seconds, connect_seconds;    /* length of the window; time until all had joined */
    uint64_t seen;                      /* characters in all frames */
    uint64_t frames, bytes, missing;    /* missing: frames that did not arrive, by ticks */
    uint64_t inputs, inputs_unsent;     /* inputs due; inputs due while the client was disconnected */
    uint64_t cuts, resumes, reconnects; /* reconnects: the session had ended */
    uint64_t dropped, skipped_ticks;    /* values of the server's `stats` message */
    double load, tick_late_ms;          /* values of the last `stats` message */
    int same_clock;
    double own_cpu; /* fraction of a core that this program used in the window */
    pd_tool_histogram lateness, answer, resume,
        own_late;         /* own_late: how late this program was with inputs */
    uint64_t interrupted; /* connections that were lost in the window, for whatever reason */
    /* longest time without a frame, in seconds, of clients that were interrupted and receive frames again */
    pd_tool_histogram gap;
    pd_tool_histogram own_gap; /* the same of clients that have characters */
    double longest;            /* longest time without a frame of any client, seconds */
    /* largest distance that a first character moved between two frames beyond PD_TOOL_SWARM_SPEED, metres */
    double jump;
    char reason[160]; /* reason of the first loss */
} pd_tool_swarm_figures;

/* Runs until the window is over, or until SIGINT or SIGTERM ends it. */
pd_status pd_tool_swarm_run(pd_tool_swarm_figures *out, const pd_tool_swarm_setup *setup, pd_error *err);

#endif
