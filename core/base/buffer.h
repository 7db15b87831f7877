#ifndef PD_BASE_BUFFER_H
#define PD_BASE_BUFFER_H
/* A growing array of bytes: encoders write into it, sockets send from it.
 *
 * Running out of memory sets `failed` and makes every further call a no-op, so that an encoder checks
 * once, at its end. The block grows by half its size and is kept by pd_buffer_clear: reuse buffers, for fresh large
 * blocks cost page faults. Zero-initialise to begin.
 */
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pd_buffer {
    unsigned char *data;
    size_t size, capacity;
    int failed;
} pd_buffer;

void pd_buffer_deinit(pd_buffer *buffer);
void pd_buffer_clear(pd_buffer *buffer);
/* Room for count more bytes at the end, which become part of the buffer, not cleared; NULL when failed. */
void *pd_buffer_extend(pd_buffer *buffer, size_t count);
/* Makes sure that count more bytes fit without moving; size stays. Returns false when failed. */
bool pd_buffer_reserve(pd_buffer *buffer, size_t count);
void pd_buffer_add(pd_buffer *buffer, const void *bytes, size_t count);
void pd_buffer_text(pd_buffer *buffer, const char *text);
void pd_buffer_printf(pd_buffer *buffer, const char *format, ...) PD_PRINTF(2, 3);
/* RFC 4648, padded. */
void pd_buffer_base64(pd_buffer *buffer, const void *bytes, size_t count);
/* Adds fill bytes until the size is a multiple of alignment. */
void pd_buffer_align(pd_buffer *buffer, size_t alignment, unsigned char fill);

#endif
