#ifndef PD_TOOLS_CLIENT_STREAM_OPTIONS_H
#define PD_TOOLS_CLIENT_STREAM_OPTIONS_H
/* Options of all commands of the stream: address, API key, content of frames. */
#include "core/base/buffer.h"
#include "tools/base/command.h"

#include <stdbool.h>

#define PD_TOOL_STREAM_ROWS                                                                                  \
    {"url", "URL", "address of the stream", "ws://127.0.0.1:8080/v1/stream"},                                \
        {"key", "KEY", "API key; @FILE: its first line; else $POSED_KEY", NULL},                             \
        {"channels", "LIST",                                                                                 \
         "channels in frames: some of root,joints,rotations,contacts,trajectory,smpl,vertices,face", NULL},  \
        {"divisor", "N", "ticks from one frame to the next", NULL},                                          \
    {                                                                                                        \
        "quantize", "BITS", "bits of a rotation in frames, 48 or 32", NULL                                   \
    }

/* Options of commands that take part of the frames of many characters. */
#define PD_TOOL_BUDGET_ROWS                                                                                  \
    {"budget", "BYTES", "bytes of frames a second: near characters then come more often", NULL},             \
    {                                                                                                        \
        "radius", "METRES", "distance in metres beyond which a budget leaves characters out", NULL           \
    }

/* Returns the API key in static memory, or NULL.
 * Prints an error and returns NULL when its file cannot be read. */
const char *pd_tool_stream_key(const pd_tool_args *args);
/* Writes the `profile` message with a terminating zero, or nothing when no option requires one. Prints an
 * error and returns false for wrong values. */
bool pd_tool_stream_profile(pd_buffer *out, const pd_tool_args *args);

#endif
