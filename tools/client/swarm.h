#ifndef PD_TOOLS_CLIENT_SWARM_H
#define PD_TOOLS_CLIENT_SWARM_H
/* Puts load on a stream, and measures what each of the clients gets.
 *
 *     clients     the first `sessions` of them have characters and steer them; the others watch one of those sessions each
 *     open loop   input n is due at start + n/(inputs per second of all), whatever became of those before it; the time until a frame
 *                 answers it counts from then, not from when it could be sent, so that a slow server cannot hide what queues up
 *     lateness    arrival - the frame's own time, every frame of every client; where the server has another clock, minus the least
 *                 there was, so that the variation is left
 *     cuts        connections dropped without a close frame, one after the other; the time from there to the first frame is a resume
 *
 * Figures are of the window, which begins when all clients have joined and have had a frame.
 */
#include "tools/client/histogram.h"
#include "tools/client/stream.h"

#define PD_TOOL_SWARM_CHARACTERS 64

typedef struct pd_tool_swarm_setup {
    const char *url, *key, *model; /* key, model NULL: none, the default */
    const char *profile;           /* a JSON message; NULL: the server's own */
    int clients, sessions, spawn;  /* sessions 0: everybody has one */
    int passive;                   /* the server is not posed: wait for its frames */
    double connects, inputs, cuts; /* a second; inputs: of each character's session */
    double seconds;                /* of the window */
    double patience;               /* seconds within which all have to join */
} pd_tool_swarm_setup;

typedef struct pd_tool_swarm_figures {
    int joined, lost; /* at the end; lost: ended, or without a frame in the last second */
    int characters, refused;
    double seconds, connect_seconds; /* of the window; until all had joined */
    uint64_t frames, bytes, missing; /* missing: frames that a client should have had and had not, by ticks */
    uint64_t inputs, inputs_unsent;  /* due; due while their client was away */
    uint64_t cuts, resumes, reconnects; /* reconnects: their session was gone */
    uint64_t dropped, skipped_ticks;    /* by the server's own `stats` */
    double load, tick_late_ms;          /* of the last stats             */
    int same_clock;
    double own_cpu; /* part of a core that this program used in the window */
    pd_tool_histogram lateness, answer, resume,
        own_late;     /* own_late: how late this program was with inputs */
    char reason[160]; /* of the first that was lost */
} pd_tool_swarm_figures;

pd_status pd_tool_swarm_run(pd_tool_swarm_figures *out, const pd_tool_swarm_setup *setup, pd_error *err);

#endif
