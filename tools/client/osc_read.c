#include "tools/client/osc_read.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BUNDLE_HEAD 16 /* bytes of "#bundle" with its zero, and of the time tag */

typedef struct osc_reading {
    pd_bytes datagram;
    void (*take)(void *ctx, const pd_tool_osc_message *message);
    void *ctx;
    pd_error *err;
} osc_reading;

static pd_status fail_osc(const osc_reading *r, size_t at, const char *what)
{
    char where[32];
    snprintf(where, sizeof where, "byte %zu", at);
    return pd_fail(r->err, PD_ERR_FORMAT, where, "%s", what);
}

static uint32_t osc_word(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Returns the text at *at and moves *at behind its padding; NULL:
 * no zero before `end`, or the padding passes it. */
static const char *take_osc_text(const osc_reading *r, size_t *at, size_t end)
{
    const unsigned char *from = r->datagram.data + *at;
    const unsigned char *zero = *at < end ? memchr(from, 0, end - *at) : NULL;
    if (!zero) return NULL;

    const size_t next = *at + ((size_t)(zero - from) / 4 + 1) * 4;
    if (next > end) return NULL;
    *at = next;

    return (const char *)from;
}

/* Reads the arguments of a message, whose types are known. */
static pd_status read_osc_arguments(pd_tool_osc_message *m, const osc_reading *r, size_t at, size_t end)
{
    for (int i = 0; i < m->count; i++) {
        if (m->types[i] == 's') {
            m->arguments[i].text = take_osc_text(r, &at, end);
            if (!m->arguments[i].text) return fail_osc(r, at, "a text without its end; a zero expected");
            continue;
        }

        if (m->types[i] != 'i' && m->types[i] != 'f')
            return fail_osc(r, at, "an argument of another type; i, f or s expected");
        if (end - at < 4) return fail_osc(r, at, "the message ends within a number; 4 bytes expected");
        const uint32_t bits = osc_word(r->datagram.data + at);
        if (m->types[i] == 'i')
            m->arguments[i].number = (int32_t)bits;
        else
            memcpy(&m->arguments[i].real, &bits, sizeof bits);
        at += 4;
    }

    return PD_OK;
}

static pd_status read_osc_message(const osc_reading *r, size_t at, size_t end)
{
    pd_tool_osc_message m = {.count = 0};
    const size_t begin = at;

    m.address = take_osc_text(r, &at, end);
    if (!m.address || m.address[0] != '/')
        return fail_osc(r, begin, "an address that begins with / expected");
    const char *types = take_osc_text(r, &at, end);
    if (!types || types[0] != ',') return fail_osc(r, at, "types that begin with a comma expected");

    const size_t count = strlen(types + 1);
    if (count > PD_TOOL_OSC_ARGUMENTS) return fail_osc(r, at, "more than 16 arguments; at most 16 allowed");
    m.count = (int)count;
    memcpy(m.types, types + 1, count);
    const pd_status status = read_osc_arguments(&m, r, at, end);
    if (status == PD_OK) r->take(r->ctx, &m);

    return status;
}

/* Reads an element that lies in [at, end). */
static pd_status read_osc_element(const osc_reading *r, size_t at, size_t end, int depth)
{
    static const char bundle[8] = "#bundle";
    if (end - at < BUNDLE_HEAD || memcmp(r->datagram.data + at, bundle, sizeof bundle) != 0)
        return read_osc_message(r, at, end);
    if (depth >= PD_TOOL_OSC_DEPTH)
        return pd_fail(r->err, PD_ERR_LIMIT, "bundle", "nested more than %d deep; at most %d allowed",
                       PD_TOOL_OSC_DEPTH, PD_TOOL_OSC_DEPTH);

    for (at += BUNDLE_HEAD; at < end;) {
        if (end - at < 4) return fail_osc(r, at, "the bundle ends within a size; 4 bytes expected");
        const uint32_t size = osc_word(r->datagram.data + at);
        at += 4;
        if (size > end - at) return fail_osc(r, at - 4, "the size of an element is larger than the bundle");
        const pd_status status = read_osc_element(r, at, at + size, depth + 1);
        if (status != PD_OK) return status;
        at += size;
    }

    return PD_OK;
}

pd_status pd_tool_osc_read(pd_bytes datagram, void (*take)(void *ctx, const pd_tool_osc_message *message),
                           void *ctx, pd_error *err)
{
    const osc_reading r = {.datagram = datagram, .take = take, .ctx = ctx, .err = err};

    return read_osc_element(&r, 0, datagram.size, 0);
}
