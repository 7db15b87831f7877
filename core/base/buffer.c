#include "core/base/buffer.h"

#include "core/base/assert.h"
#include "core/base/size.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pd_buffer_deinit(pd_buffer *buffer)
{
    free(buffer->data);
    memset(buffer, 0, sizeof *buffer);
}

void pd_buffer_clear(pd_buffer *buffer)
{
    buffer->size = 0;
    buffer->failed = 0;
}

bool pd_buffer_reserve(pd_buffer *buffer, size_t count)
{
    size_t need;

    PD_ASSERT(buffer->size <= buffer->capacity && (buffer->data || !buffer->capacity));
    if (buffer->failed) return false;
    if (!pd_size_add(&need, buffer->size, count)) return !(buffer->failed = 1);
    if (need <= buffer->capacity) return true;
    size_t grown = buffer->capacity + buffer->capacity / 2 + 256;
    if (grown < need) grown = need;
    unsigned char *data = realloc(buffer->data, grown);
    if (!data) return !(buffer->failed = 1);
    buffer->data = data;
    buffer->capacity = grown;

    return true;
}

void *pd_buffer_extend(pd_buffer *buffer, size_t count)
{
    if (!pd_buffer_reserve(buffer, count)) return NULL;
    PD_ASSERT(buffer->size <= buffer->capacity && count <= buffer->capacity - buffer->size);
    void *end = buffer->data + buffer->size;
    buffer->size += count;
    return end;
}

void pd_buffer_add(pd_buffer *buffer, const void *bytes, size_t count)
{
    if (!count) return; /* there may be no memory yet to point into */
    void *end = pd_buffer_extend(buffer, count);
    if (end) memcpy(end, bytes, count);
}

void pd_buffer_text(pd_buffer *buffer, const char *text)
{
    pd_buffer_add(buffer, text, strlen(text));
}

void pd_buffer_texts(pd_buffer *buffer, ...)
{
    va_list texts;
    va_start(texts, buffer);
    for (const char *text; (text = va_arg(texts, const char *));) pd_buffer_text(buffer, text);
    va_end(texts);
}

void pd_buffer_integer(pd_buffer *buffer, long long number)
{
    char text[20]; /* the sign, and 19 digits */
    size_t at = sizeof text;
    unsigned long long rest = number < 0 ? -(unsigned long long)number : (unsigned long long)number;

    do text[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) text[--at] = '-';
    pd_buffer_add(buffer, text + at, sizeof text - at);
}

void pd_buffer_printf(pd_buffer *buffer, const char *format, ...)
{
    enum { USUAL = 128 }; /* most texts fit, so that they are formatted once */
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    size_t room = pd_buffer_reserve(buffer, USUAL) ? buffer->capacity - buffer->size : 0;
    int length = vsnprintf(room ? (char *)buffer->data + buffer->size : NULL, room, format, args);
    va_end(args);

    if (length >= 0 && (size_t)length >= room && pd_buffer_reserve(buffer, (size_t)length + 1)) {
        room = buffer->capacity - buffer->size;
        length = vsnprintf((char *)buffer->data + buffer->size, room, format, again);
    }

    if (length >= 0 && (size_t)length < room) buffer->size += (size_t)length;
    va_end(again);
}

void pd_buffer_align(pd_buffer *buffer, size_t alignment, unsigned char fill)
{
    PD_ASSERT(alignment > 0);
    size_t over = buffer->size % alignment;
    void *end = over ? pd_buffer_extend(buffer, alignment - over) : NULL;
    if (end) memset(end, fill, alignment - over);
}
