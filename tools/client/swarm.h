#ifndef PD_TOOLS_CLIENT_SWARM_H
#define PD_TOOLS_CLIENT_SWARM_H
/* Load on a stream, and what it was like to be each of the clients.
 *
 *     clients     the first `sessions` of them have characters and steer them; the others watch one of those sessions each
 *     open loop   input n is due at start + n/(inputs per second of all), whatever became of those before it; what it took until a frame
 *                 had it is counted from then, not from when it could be sent: nothing that is slow hides what waits behind it
 *     lateness    arrival - the frame's own time, every frame of every client; the same clock on one host, elsewhere the least there was
 *                 is subtracted, so that what is left is what varies
 *     cuts        lines cut without a word, one after the other; from the cut to the first frame after it is a resume
 *
 * Figures are of the window, which begins when everybody has joined and has a frame.
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
    double patience;               /* seconds that everybody has to come in */
} pd_tool_swarm_setup;

typedef struct pd_tool_swarm_figures {
    int joined, lost; /* at the end; lost: ended, or without a frame in the last second */
    int characters, refused;
    double seconds, connect_seconds; /* of the window; of coming in */
    uint64_t frames, bytes, missing; /* missing: frames that a client should have had and had not, by ticks */
    uint64_t inputs, inputs_unsent;  /* due; due while their client was away */
    uint64_t cuts, resumes, reconnects; /* reconnects: came back to nothing */
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
