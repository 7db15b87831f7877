#include "core/io/mocap/osc.h"

#include "core/base/assert.h"

#include <string.h>

static void osc_put32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static void add32(pd_buffer *out, uint32_t value)
{
    unsigned char *at = pd_buffer_extend(out, 4);
    if (at) osc_put32(at, value);
}

/* Ends a string of that length with 1 to 4 zeros, up to a multiple of 4 bytes. */
static void end_text(pd_buffer *out, size_t length)
{
    static const unsigned char zeros[4];
    pd_buffer_add(out, zeros, 4 - length % 4);
}

void pd_osc_bundle(pd_buffer *out)
{
    pd_osc_text(out, "#bundle");
    add32(out, 0);
    add32(out, 1);
}

size_t pd_osc_open(pd_buffer *out, const char *address, const char *types)
{
    size_t opened = out->size;

    add32(out, 0);
    pd_osc_text(out, address);
    pd_buffer_add(out, ",", 1);
    pd_buffer_text(out, types);
    end_text(out, strlen(types) + 1);

    return opened;
}

void pd_osc_text(pd_buffer *out, const char *text)
{
    pd_buffer_text(out, text);
    end_text(out, strlen(text));
}

void pd_osc_int(pd_buffer *out, int32_t value)
{
    add32(out, (uint32_t)value);
}

void pd_osc_float(pd_buffer *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add32(out, bits);
}

void pd_osc_close(pd_buffer *out, size_t opened)
{
    PD_ASSERT(out->failed || (out->size - opened >= 4 && (out->size - opened) % 4 == 0));
    if (!out->failed) osc_put32(out->data + opened, (uint32_t)(out->size - opened - 4));
}
