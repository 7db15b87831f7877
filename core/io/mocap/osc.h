#ifndef PD_IO_MOCAP_OSC_H
#define PD_IO_MOCAP_OSC_H
/* Writes bundles of messages in Open Sound Control 1.0.
 *
 *     text     its bytes, a zero, then zeros up to a multiple of 4
 *     number   int32 or float32, big-endian
 *     message  address, "," and a letter for each argument (i, f, s), the arguments
 *     bundle   "#bundle", time tag u64 (1: at once), then for each message its size as int32 and the message
 *
 * A bundle is one datagram: _bundle, then for each message _open, its arguments in the order of `types`,
 * _close. Every size is a multiple of 4 and so is the bundle's.
 *
 * Memory   appends to the caller's buffer, whose `failed` is set when memory ran out.
 * Threads  one thread at a time for each buffer.
 */
#include "core/base/buffer.h"

#include <stdint.h>

/* Begins a bundle whose messages take effect immediately. */
void pd_osc_bundle(pd_buffer *out);
/* Begins a message with the types of its arguments, "sfff" without the comma.
 * Returns the value to pass to pd_osc_close. */
size_t pd_osc_open(pd_buffer *out, const char *address, const char *types);
/* Append the next argument of the message. */
void pd_osc_text(pd_buffer *out, const char *text);
void pd_osc_int(pd_buffer *out, int32_t value);
void pd_osc_float(pd_buffer *out, float value);
/* Ends a message and writes its size, which is known only now. */
void pd_osc_close(pd_buffer *out, size_t opened);

#endif
