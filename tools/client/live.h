#ifndef PD_TOOLS_CLIENT_LIVE_H
#define PD_TOOLS_CLIENT_LIVE_H
/* One connection to the stream, for posedctl record and watch.
 *
 * It watches a session, or has one of its own with characters that follow a script (the cues or the path of a roll-out's script; time 0
 * is when all of them have spawned). Inputs are sent at their cue's time, whatever the network does; every second the current one is sent
 * again, so that the server's stream.input_timeout does not stop it.
 *
 * Options that the command needs in its table: PD_TOOL_STREAM_ROWS, PD_TOOL_LIVE_ROWS.
 */
#include "tools/base/command.h"
#include "tools/client/recording.h"
#include "tools/client/session.h"
#include "tools/client/stream.h"
#include "tools/client/stream_options.h"

#define PD_TOOL_LIVE_ROWS                                                                                    \
    {"spawn", "N", "characters of an own session", "1"},                                                     \
        {"model", "ID", "motion network of the characters [the server's default one]", NULL},                \
        {"script", "FILE", "script of the characters' inputs, as for posedctl rollout", NULL},               \
    {                                                                                                        \
        "seconds", "S", "seconds to run [the script's time, else until stopped]", NULL                       \
    }

typedef struct pd_tool_live_hooks {
    /* Every message of either side, and lost lines, at their time (monotonic). */
    void (*message)(void *ctx, pd_tool_record_kind kind, double time, const void *bytes, size_t size);
    void (*tick)(void *ctx, double now); /* twenty times a second and more; may be NULL */
    void *ctx;
} pd_tool_live_hooks;

/* Runs until the time is over or SIGINT or SIGTERM comes, then leaves; keeps session up to date. watch NULL: a session of its own, whose
 * characters walk in a square when there is no script and `wander` is set. Returns 0 or the exit code after saying what is wrong. */
int pd_tool_live_run(pd_tool_session *session, const pd_tool_args *args, const char *watch, int wander,
                     const pd_tool_live_hooks *hooks);

#endif
