#ifndef PD_BASE_BUFFER_H
#define PD_BASE_BUFFER_H
/* A growing array of bytes: encoders append to it, sockets send from it.
 *
 * A buffer of zeros is empty and ready for use. When memory runs out, `failed` is set and every further call
 * does nothing, so an encoder checks `failed` once, at its end. The block grows by half its size.
 * pd_buffer_clear keeps the block: reuse buffers, because fresh large blocks cost page faults.
 *
 * Memory   the buffer owns its block until pd_buffer_deinit. Pointers into it are valid until the next call
 *          that appends.
 * Threads  one thread at a time.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pd_buffer {
    unsigned char *data;   /* (capacity) NULL while nothing was appended */
    size_t size, capacity; /* bytes in use; bytes of the block           */
    int failed;            /* 1: memory ran out, and bytes are missing   */
} pd_buffer;

/* Frees the block. The buffer is then empty and can be used again. */
void pd_buffer_deinit(pd_buffer *buffer);
/* Empties the buffer and resets `failed`; the block stays. */
void pd_buffer_clear(pd_buffer *buffer);
/* Appends `count` bytes that are not initialised and returns where they start,
 * for the caller to fill. NULL when failed. */
void *pd_buffer_extend(pd_buffer *buffer, size_t count);
/* Grows the block so that `count` more bytes fit without moving it;
 * the size does not change. Returns false when failed. */
bool pd_buffer_reserve(pd_buffer *buffer, size_t count);
/* Appends bytes. */
void pd_buffer_add(pd_buffer *buffer, const void *bytes, size_t count);
/* Appends a text without its closing zero. */
void pd_buffer_text(pd_buffer *buffer, const char *text);
/* Appends texts one after the other, up to a NULL: a reply's usual way to write,
 * since printf takes ten times as long. */
void pd_buffer_texts(pd_buffer *buffer, ...) __attribute__((sentinel));
/* Appends a whole number in decimal. */
void pd_buffer_integer(pd_buffer *buffer, long long number);
/* Appends what printf would print, without a closing zero. */
void pd_buffer_printf(pd_buffer *buffer, const char *format, ...) PD_PRINTF(2, 3);
/* Appends bytes of the value `fill` until the size is a multiple of `alignment`. */
void pd_buffer_align(pd_buffer *buffer, size_t alignment, unsigned char fill);

#endif
