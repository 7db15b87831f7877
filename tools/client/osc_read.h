#ifndef PD_TOOLS_CLIENT_OSC_READ_H
#define PD_TOOLS_CLIENT_OSC_READ_H
/* Reads datagrams of Open Sound Control 1.0: one message, or a bundle of messages and further bundles.
 *
 *     text     its bytes, a zero, then zeros up to a multiple of 4
 *     number   int32 or float32, big-endian
 *     message  address, "," and a letter for each argument (i, f, s), the arguments
 *     bundle   "#bundle", time tag u64, then for each element its size as int32 and the element
 *
 * Time tags are ignored: all messages count at once.
 *
 * Memory   borrows the datagram, which need not be aligned; allocates nothing.
 * Threads  pure functions.
 * Errors   ERR_FORMAT at "byte N"; ERR_LIMIT: bundles nested deeper than PD_TOOL_OSC_DEPTH.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdint.h>

#define PD_TOOL_OSC_DEPTH     4  /* most bundles inside of each other */
#define PD_TOOL_OSC_ARGUMENTS 16 /* most arguments that are read; messages with more are refused */

typedef struct pd_tool_osc_message {
    const char *address;               /* text of the datagram, ends with a zero */
    char types[PD_TOOL_OSC_ARGUMENTS]; /* (count) i, f or s */
    int count;
    union {
        int32_t number;   /* type i */
        float real;       /* type f, any value */
        const char *text; /* type s, ends with a zero */
    } arguments[PD_TOOL_OSC_ARGUMENTS];
} pd_tool_osc_message;

/* Calls take for each message of the datagram, in order. Messages before a fault have been taken when an
 * error is returned. */
pd_status pd_tool_osc_read(pd_bytes datagram, void (*take)(void *ctx, const pd_tool_osc_message *message),
                           void *ctx, pd_error *err);

#endif
