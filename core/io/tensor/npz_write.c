#include "core/io/tensor/npz.h"

#include "core/base/assert.h"
#include "core/io/tensor/npy.h"

#include <string.h>
#include <zlib.h>

/* PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.16: stored members, no zip64. */
#define LOCAL_BYTES   30
#define CENTRAL_BYTES 46
#define END_BYTES     22
#define DATE          0x21 /* 1 January 1980, so that the same arrays give the same bytes */
#define VERSION       20
#define ALIGN         16
#define PAD_ID        0xd935 /* the extra field that Android's zipalign uses */

static void put16(unsigned char *p, size_t value)
{
    p[0] = (unsigned char)value;
    p[1] = (unsigned char)(value >> 8);
}

static void npz_write_put32(unsigned char *p, size_t value)
{
    put16(p, value);
    put16(p + 2, value >> 16);
}

pd_npz_writer pd_npz_begin(pd_buffer *out)
{
    return (pd_npz_writer){.out = out, .start = out->size};
}

static void put_central(pd_npz_writer *w, const unsigned char *local, size_t name_bytes, size_t offset)
{
    unsigned char *p = pd_buffer_extend(&w->directory, CENTRAL_BYTES + name_bytes);

    if (!p) return;
    memset(p, 0, CENTRAL_BYTES);
    memcpy(p, "PK\x01\x02", 4);
    put16(p + 4, VERSION);
    memcpy(p + 6, local + 4, 24); /* without the length of the extra field, which is not repeated here */
    npz_write_put32(p + 42, offset);
    memcpy(p + CENTRAL_BYTES, local + LOCAL_BYTES, name_bytes);
}

void pd_npz_add(pd_npz_writer *w, const char *member, const pd_array *array)
{
    /* Pad the local header so that the elements are aligned in the file, which allows mapping them. */
    size_t name_bytes = strlen(member) + 4;
    size_t offset = w->out->size - w->start;
    size_t extra = 4 + (ALIGN - (offset + LOCAL_BYTES + name_bytes + 4) % ALIGN) % ALIGN;

    PD_ASSERT((offset + LOCAL_BYTES + name_bytes + extra) % ALIGN == 0);
    size_t header = w->out->size;

    if (name_bytes > 1000 || w->count == UINT16_MAX) w->too_large = 1;
    if (w->too_large || !pd_buffer_extend(w->out, LOCAL_BYTES + name_bytes + extra)) return;

    /* Local header: signature, name and padding. */
    unsigned char *p = w->out->data + header;
    memcpy(p, "PK\x03\x04", 4);
    memcpy(p + LOCAL_BYTES, member, name_bytes - 4);
    memcpy(p + LOCAL_BYTES + name_bytes - 4, ".npy", 4);
    memset(p + LOCAL_BYTES + name_bytes, 0, extra);
    put16(p + LOCAL_BYTES + name_bytes, PAD_ID);
    put16(p + LOCAL_BYTES + name_bytes + 2, extra - 4);

    /* The array, and its checksum. */
    size_t body = w->out->size;
    pd_npy_write(w->out, array);
    if (w->out->failed) return;

    size_t size = w->out->size - body;
    w->too_large |= w->out->size - w->start > UINT32_MAX;
    uint32_t crc = (uint32_t)crc32_z(0, w->out->data + body, size);

    /* The 26 bytes that local and central headers share, from "version needed" on. */
    unsigned char *common = w->out->data + header + 4;
    memset(common, 0, 26);
    put16(common, VERSION);
    put16(common + 8, DATE);
    npz_write_put32(common + 10, crc);
    npz_write_put32(common + 14, size);
    npz_write_put32(common + 18, size);
    put16(common + 22, name_bytes);
    put16(common + 24, extra);

    put_central(w, w->out->data + header, name_bytes, offset);
    w->count++;
}

pd_status pd_npz_end(pd_npz_writer *w, pd_error *err)
{
    PD_ASSERT(w->out->size >= w->start);

    /* Central directory. */
    size_t offset = w->out->size - w->start;
    if (w->directory.failed) w->out->failed = 1;
    pd_buffer_add(w->out, w->directory.data, w->directory.size);

    /* End record: number of entries, and where the directory lies. */
    unsigned char *p = pd_buffer_extend(w->out, END_BYTES);
    if (p) {
        memset(p, 0, END_BYTES);
        memcpy(p, "PK\x05\x06", 4);
        put16(p + 8, (size_t)w->count);
        put16(p + 10, (size_t)w->count);
        npz_write_put32(p + 12, w->directory.size);
        npz_write_put32(p + 16, offset);
    }

    /* Sizes of more than 32 bits would need zip64. */
    w->too_large |= w->out->size - w->start > UINT32_MAX;
    pd_buffer_deinit(&w->directory);
    if (w->out->failed) return pd_fail(err, PD_ERR_MEMORY, "npz", "out of memory for the reply");
    if (w->too_large)
        return pd_fail(err, PD_ERR_LIMIT, "npz", "more than the allowed 4 GiB, because ZIP64 is not written");

    return PD_OK;
}
