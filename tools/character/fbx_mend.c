#include "tools/character/fbx_mend.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define START    27 /* after the magic and the version */
#define HEAD     25 /* size of a record's head; that many zeros end a list */
#define DEEPEST  32
#define VERSION  7500
#define MAGIC    "Kaydara FBX Binary  \0\x1a\0"
#define SHAPE    "S\5\0\0\0Shape" /* the last property of a blend shape's geometry */
#define GEOMETRY "Geometry"
#define OBJECTS  "Objects"
#define STACK    "AnimationStack"
#define TICKS    46186158000. /* FBX's units of time in a second */

static const unsigned char zeros[HEAD];
static const unsigned char footer_id[16] = {0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66,
                                            0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e};
static const unsigned char footer_end[16] = {0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e,
                                             0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b};

typedef struct mend {
    pd_bytes in;
    pd_buffer *out;
    pd_error *err;
    const double *ends; /* (end_count) of the animations, seconds */
    int end_count;
    int stack_count; /* animation stacks read so far        */
    bool in_stack;   /* the last of them is being read      */
} mend;

static uint64_t read_u(const unsigned char *at, int bytes)
{
    PD_ASSERT(bytes > 0 && bytes <= 8);
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void write_u(unsigned char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> 8 * i);
}

static pd_status broken(const mend *m, size_t at)
{
    char where[40];
    snprintf(where, sizeof where, "byte %zu", at);
    return pd_fail(m->err, PD_ERR_FORMAT, where,
                   "a record of FBX 7.5 that lies within the one above expected");
}

/* Writes the properties of a record, and repairs name and class of a blend shape's geometry: an id (L and 8
 * bytes), then a string NAME \0 \1 CLASS. Returns the number of written bytes. */
static size_t add_properties(const mend *m, const unsigned char *name, size_t name_bytes,
                             const unsigned char *properties, size_t bytes)
{
    const size_t last = sizeof SHAPE - 1;
    const size_t id = 9, head = 5;
    const size_t class = sizeof GEOMETRY - 1;

    /* Recognise a shape's geometry: id, "S", length of the name, name, class "Shape". */
    const bool is_shape = name_bytes == class && !memcmp(name, GEOMETRY, class) && bytes > id + head + last &&
                          properties[0] == 'L' && properties[id] == 'S' &&
                          !memcmp(properties + bytes - last, SHAPE, last);
    const size_t text = is_shape ? (size_t)read_u(properties + id + 1, 4) : 0;

    /* Cut the name of the shape at the separator 00 01. The class follows the separator. */
    size_t cut = 0;

    PD_ASSERT(!is_shape || bytes > id + head + last);
    for (size_t i = 0; i + 1 < text && id + head + text + last == bytes; i++)
        if (!properties[id + head + i] && properties[id + head + i + 1] == 1) cut = i + 2;

    if (!cut) {
        pd_buffer_add(m->out, properties, bytes);
        return bytes;
    }

    PD_ASSERT(cut <= text);

    /* Write it with the class "Geometry", which other programs require, and with its new length. */
    unsigned char size[4];
    write_u(size, cut + class, 4);
    pd_buffer_add(m->out, properties, id + 1);
    pd_buffer_add(m->out, size, sizeof size);
    pd_buffer_add(m->out, properties + id + head, cut);
    pd_buffer_add(m->out, GEOMETRY, class);
    pd_buffer_add(m->out, SHAPE, last);

    return id + head + cut + class + last;
}

/* Writes the true end of the stack that is being read over the last property of LocalStop and ReferenceStop,
 * 8 bytes after an L. */
static void set_end(mend *m, const unsigned char *properties, size_t bytes)
{
    static const char *const stops[] = {"S\11\0\0\0LocalStop", "S\15\0\0\0ReferenceStop"};
    static const size_t sizes[] = {14, 18};

    if (!m->in_stack || m->stack_count > m->end_count || m->out->failed) return;
    for (int i = 0; i < 2; i++) {
        if (bytes < sizes[i] + 9 || memcmp(properties, stops[i], sizes[i]) != 0 ||
            properties[bytes - 9] != 'L')
            continue;
        PD_ASSERT(m->out->size >= bytes);
        write_u(m->out->data + m->out->size - 8, (uint64_t)llround(m->ends[m->stack_count - 1] * TICKS), 8);
    }
}

/* Copies and repairs the record at *at, which ends at or before `limit`, and advances *at. *is_end: true for
 * the 25 zeros that end a list. Objects always get a list, which may be empty. */
static pd_status add_record(mend *m, size_t *at, size_t limit, int depth, bool is_object, bool *is_end)
{
    PD_ASSERT(depth >= 0 && *at <= limit);
    const size_t begin = *at;
    const unsigned char *in = m->in.data + begin;
    if (limit - begin < HEAD || depth > DEEPEST) return broken(m, begin);

    /* Read the head: end, count and bytes of the properties, then the name. A record of zeros ends a list. */
    const uint64_t end = read_u(in, 8);
    const uint64_t count = read_u(in + 8, 8);
    const uint64_t bytes = read_u(in + 16, 8);
    const size_t name_bytes = in[24];
    *is_end = end == 0;
    if (*is_end) {
        *at += HEAD;
        return PD_OK;
    }

    if (end <= begin || end > limit || end - begin < HEAD + name_bytes ||
        bytes > end - begin - HEAD - name_bytes)
        return broken(m, begin);

    /* Copy the record's head and properties, then the records inside it. */
    const size_t to = m->out->size;
    pd_buffer_add(m->out, in, HEAD + name_bytes);
    const size_t now = add_properties(m, in + HEAD, name_bytes, in + HEAD + name_bytes, (size_t)bytes);
    if (name_bytes == 1 && in[HEAD] == 'P') set_end(m, in + HEAD + name_bytes, (size_t)bytes);
    size_t below = begin + HEAD + name_bytes + (size_t)bytes;
    const bool is_stack =
        is_object && name_bytes == sizeof STACK - 1 && !memcmp(in + HEAD, STACK, name_bytes);
    if (is_stack) {
        m->stack_count++;
        m->in_stack = true;
    }

    /* Write a record of zeros after every list, because assimp omits some. */
    const bool has_list = below < end || !count || is_object;
    const bool has_objects =
        !depth && name_bytes == sizeof OBJECTS - 1 && !memcmp(in + HEAD, OBJECTS, name_bytes);
    bool is_last = false;
    pd_status status = PD_OK;
    while (status == PD_OK && below < end && !is_last)
        status = add_record(m, &below, (size_t)end, depth + 1, has_objects, &is_last);
    if (is_stack) m->in_stack = false;
    if (status == PD_OK && below != end) status = broken(m, below);
    if (status != PD_OK) return status;
    if (has_list) pd_buffer_add(m->out, zeros, HEAD);
    PD_ASSERT(below == end);

    /* Set the new end and length, which are known now. */
    if (!m->out->failed) {
        write_u(m->out->data + to, m->out->size, 8);
        write_u(m->out->data + to + 16, now, 8);
    }

    *at = (size_t)end;

    return PD_OK;
}

pd_status pd_tool_fbx_mend(pd_buffer *out, pd_bytes file, const double *ends, int end_count, pd_error *err)
{
    mend m = {.in = file, .out = out, .err = err, .ends = ends, .end_count = end_count};
    unsigned char version[4];
    size_t at = START;
    bool is_end = false;

    if (file.size < START || memcmp(file.data, MAGIC, 23) || read_u(file.data + 23, 4) != VERSION)
        return pd_fail(err, PD_ERR_FORMAT, "byte 0", "binary FBX of version %d expected", VERSION);
    pd_buffer_add(out, file.data, START);
    while (!is_end) {
        const pd_status status = add_record(&m, &at, file.size, 0, false, &is_end);
        if (status != PD_OK) return status;
    }

    /* Write the footer that FBX readers expect: version, zeros and the fixed id. */
    write_u(version, VERSION, 4);
    pd_buffer_add(out, zeros, HEAD);
    pd_buffer_add(out, footer_id, sizeof footer_id);
    pd_buffer_add(out, zeros, 4);
    pd_buffer_add(out, zeros, 1);
    pd_buffer_align(out, 16, 0);
    pd_buffer_add(out, version, sizeof version);
    for (int i = 0; i < 5; i++) pd_buffer_add(out, zeros, 24);
    pd_buffer_add(out, footer_end, sizeof footer_end);

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu bytes", file.size) : PD_OK;
}
