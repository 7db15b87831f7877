/* Content-Encoding, where it pays: text of a kilobyte and more. Measured on the default body's 13,380
 * vertices, CPU time on a Zen 5: JSON 375 KB -> 141 KB in 1.6 ms (zstd), 159 KB in 4.3 ms (gzip); raw float32
 * 161 KB -> 148 KB in 0.2 ms (zstd), in 4.9 ms (gzip): not worth it,
 * so float formats are sent as they are. GLB files with quantized arrays are compressed too: the encoding of
 * EXT_meshopt_compression is made to be compressed once more, and their JSON is text. Three dressed people of
 * the page: 2,712 KB -> 2,262 KB (zstd), 2,154 KB (gzip). */
#include "api/http/call.h"
#include "api/http/reply_header.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define LEAST_BYTES 1024
#define KEPT_ZSTD   6 /* levels of what is compressed once and kept */
#define KEPT_GZIP   6

static size_t gzip_into(unsigned char *out, size_t room, const unsigned char *in, size_t size, int level)
{
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)in, .next_out = out};
    size_t written = 0;

    if (size > UINT32_MAX || room > UINT32_MAX) return 0;
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.avail_in = (uInt)size;
    stream.avail_out = (uInt)room;
    if (deflate(&stream, Z_FINISH) == Z_STREAM_END) written = stream.total_out;
    deflateEnd(&stream);

    return written;
}

static size_t zstd_into(unsigned char *out, size_t room, const unsigned char *in, size_t size, int level)
{
    const size_t written = ZSTD_compress(out, room, in, size, level);

    return ZSTD_isError(written) ? 0 : written;
}

static bool is_text(const char *type)
{
    return !strncmp(type, "text/", 5) || !strncmp(type, "application/json", 16) || !strcmp(type, "model/obj");
}

static size_t coded_bound(size_t size, pd_api_coding coding)
{
    return coding == PD_API_ZSTD ? ZSTD_compressBound(size) : compressBound(size) + 18;
}

void pd_api_compressed(pd_buffer *out, pd_bytes content, pd_api_coding coding)
{
    const size_t bound = coded_bound(content.size, coding);

    if (content.size < LEAST_BYTES || !pd_buffer_reserve(out, bound)) return;
    out->size = coding == PD_API_ZSTD ? zstd_into(out->data, bound, content.data, content.size, KEPT_ZSTD)
                                      : gzip_into(out->data, bound, content.data, content.size, KEPT_GZIP);
    if (out->size >= content.size) out->size = 0;
}

static void coding_headers(pd_api_call *call)
{
    pd_api_header_set(&call->reply, "Content-Encoding", call->coding == PD_API_ZSTD ? "zstd" : "gzip");
}

/* Says on which fields of the request a text depends, whether it was compressed or not: a cache that has
 * the plain text must not take it for the only one. A handler that has said it already knows better, and its
 * 304 says the same. */
static void vary_text(pd_api_call *call)
{
    if (!pd_api_header_get(&call->reply, "Vary")) pd_api_vary_by(&call->reply, "Accept");
    pd_api_vary_by(&call->reply, "Accept-Encoding");
}

void pd_api_compress(pd_api_call *call)
{
    pd_buffer *body = &call->reply.body;
    const size_t size = body->size;
    size_t bound, written;

    if (!call->reply.content_type) return;
    if (!is_text(call->reply.content_type) && !call->reply.is_codable) return;
    vary_text(call);
    if (call->coding == PD_API_IDENTITY || body->failed || size < LEAST_BYTES) return;
    bound = coded_bound(size, call->coding);
    if (!pd_buffer_reserve(body, bound)) return;

    /* Compress to the end of the buffer, then move the result over the text. The buffer is kept and reused; a
     * second one would be a new allocation. */
    written = call->coding == PD_API_ZSTD ? zstd_into(body->data + size, bound, body->data, size, 1)
                                          : gzip_into(body->data + size, bound, body->data, size, 1);
    if (!written || written >= size) return;
    PD_ASSERT(written <= bound);
    memmove(body->data, body->data + size, written);
    body->size = written;
    coding_headers(call);
}

/* -- in parts ------------------------------------------------------------- */

/* One stream over all parts of a reply. */
struct pd_api_compressor {
    z_stream zlib;
    ZSTD_CCtx *zstd;
};

void pd_api_compressor_free(struct pd_api_compressor *compressor)
{
    if (!compressor) return;
    if (compressor->zstd)
        ZSTD_freeCCtx(compressor->zstd);
    else
        deflateEnd(&compressor->zlib);
    free(compressor);
}

static struct pd_api_compressor *compressor_new(pd_api_coding coding)
{
    struct pd_api_compressor *c = calloc(1, sizeof *c);

    if (!c) return NULL;

    bool good;
    if (coding == PD_API_ZSTD) {
        c->zstd = ZSTD_createCCtx();
        good = c->zstd && !ZSTD_isError(ZSTD_CCtx_setParameter(c->zstd, ZSTD_c_compressionLevel, 1));
    } else
        good = deflateInit2(&c->zlib, 1, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) == Z_OK;
    if (good) return c;
    ZSTD_freeCCtx(c->zstd);
    free(c);

    return NULL;
}

/* Compresses into the room of *out. Returns 1 when more room is needed,
 * 0 when all of it is written, -1 on failure. */
static int zstd_step(ZSTD_CCtx *stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in, bool is_last)
{
    const size_t left = ZSTD_compressStream2(stream, out, in, is_last ? ZSTD_e_end : ZSTD_e_continue);

    if (ZSTD_isError(left)) return -1;
    return is_last ? left != 0 : in->pos < in->size;
}

static int gzip_step(z_stream *stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in, bool is_last)
{
    stream->next_in = (unsigned char *)(uintptr_t)in->src + in->pos;
    stream->avail_in = (uInt)(in->size - in->pos);
    stream->next_out = (unsigned char *)out->dst + out->pos;
    stream->avail_out = (uInt)(out->size - out->pos);
    const int status = deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH);

    in->pos = in->size - stream->avail_in;
    out->pos = out->size - stream->avail_out;
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return -1;

    return is_last ? status != Z_STREAM_END : stream->avail_in != 0;
}

bool pd_api_compress_part(pd_api_call *call)
{
    pd_buffer *body = &call->reply.body;

    if (!call->compressor) vary_text(call);
    if (call->coding == PD_API_IDENTITY || body->failed) return !body->failed;

    if (!call->compressor) {
        call->compressor = compressor_new(call->coding);
        if (!call->compressor) return false;
        coding_headers(call);
        call->reply.total_bytes = 0;
    }

    /* Compress behind the text, then move the result over it. */
    const size_t size = body->size;
    ZSTD_inBuffer in = {NULL, size, 0};
    ZSTD_outBuffer out = {NULL, 0, 0};
    for (int more = 1; more;) {
        if (!pd_buffer_reserve(body, out.pos + coded_bound(size, call->coding))) return false;
        in.src = body->data; /* the buffer may have moved */
        out.dst = body->data + size;
        out.size = body->capacity - size;
        more = call->coding == PD_API_ZSTD ? zstd_step(call->compressor->zstd, &out, &in, !call->has_more)
                                           : gzip_step(&call->compressor->zlib, &out, &in, !call->has_more);
        if (more < 0) return false;
    }

    PD_ASSERT(in.pos == in.size && size + out.pos <= body->capacity);
    memmove(body->data, body->data + size, out.pos);
    body->size = out.pos;

    return true;
}
