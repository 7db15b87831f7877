#ifndef PD_TOOLS_CLIENT_STREAM_OPTIONS_H
#define PD_TOOLS_CLIENT_STREAM_OPTIONS_H
/* Options that all commands of the stream have: where it is, the key, what frames shall hold. */
#include "core/base/buffer.h"
#include "tools/base/command.h"

#include <stdbool.h>

#define PD_TOOL_STREAM_ROWS                                                                                  \
    {"url", "URL", "address of the stream", "ws://127.0.0.1:8080/v1/stream"},                                \
        {"key", "KEY", "API key; @FILE: its first line; else $POSED_KEY", NULL},                             \
        {"channels", "LIST",                                                                                 \
         "channels in frames: some of root,joints,rotations,contacts,trajectory,smpl,vertices", NULL},       \
        {"divisor", "N", "ticks from one frame to the next", NULL},                                          \
    {                                                                                                        \
        "quantize", "BITS", "bits of a rotation in frames, 48 or 32", NULL                                   \
    }

/* The key, or NULL. The text is static. A file that cannot be read is said on stderr and gives NULL. */
const char *pd_tool_stream_key(const pd_tool_args *args);
/* The `profile` message with a closing zero; nothing when no option asks for one. 0 after saying what is wrong. */
bool pd_tool_stream_profile(pd_buffer *out, const pd_tool_args *args);

#endif
