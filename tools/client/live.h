#ifndef PD_TOOLS_CLIENT_LIVE_H
#define PD_TOOLS_CLIENT_LIVE_H
/* Runs one connection to the stream, for posedctl record and watch.
 *
 * It watches a session, or creates one with characters that follow a script (cues or path, as for posedctl
 * rollout; time 0 is when all characters have spawned). An input is sent at the time of its cue, and repeated
 * every second, so that the server's stream.input_timeout does not stop the character.
 *
 * The command's table must contain the options PD_TOOL_STREAM_ROWS and PD_TOOL_LIVE_ROWS.
 */
#include "tools/base/command.h"
#include "tools/client/recording.h"
#include "tools/client/session.h"
#include "tools/client/stream.h"
#include "tools/client/stream_options.h"

#define PD_TOOL_LIVE_ROWS                                                                                    \
    {"spawn", "N", "number of characters in the new session", "1"},                                          \
        {"model", "ID", "motion network of the characters [the server's default one]", NULL},                \
        {"script", "FILE", "script of the characters' inputs, as for posedctl rollout", NULL},               \
    {                                                                                                        \
        "seconds", "S", "seconds to run [the script's time, else until stopped]", NULL                       \
    }

typedef struct pd_tool_live_hooks {
    /* Called for every message of either side, and for lost connections, with their monotonic time. */
    void (*message)(void *ctx, pd_tool_record_kind kind, double time, const void *bytes, size_t size);
    void (*tick)(void *ctx, double now); /* called at least twenty times a second; may be NULL */
    void *ctx;
} pd_tool_live_hooks;

/* Runs until the time is over or SIGINT or SIGTERM arrives, then leaves. Keeps *session up to date. watch:
 * session to watch; NULL: creates one, whose characters walk in a square when there is no script and `wander`
 * is set. Returns 0, or prints an error and returns the exit status. */
int pd_tool_live_run(pd_tool_session *session, const pd_tool_args *args, const char *watch, int wander,
                     const pd_tool_live_hooks *hooks);

#endif
