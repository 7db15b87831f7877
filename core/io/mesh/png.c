#include "core/io/mesh/png.h"

#include "core/base/assert.h"
#include "core/base/size.h"

#include <libdeflate.h>
#include <spng.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE    16384
#define TRIAL_ROWS  8
#define DATA_CHUNK  ((size_t)1 << 30) /* a chunk has fewer than 2^31 bytes */
/* Limit of ancillary chunks (texts, profiles): they are not used, so they need little memory. */
#define CHUNK_LIMIT (1u << 20)
#define CACHE_LIMIT (4u << 20)

/* Returns the size of the samples; 0 if it overflows or the shape is invalid. */
static size_t image_bytes(const pd_io_image *image)
{
    size_t bytes;

    if (image->width < 1 || image->height < 1 || (image->bits != 8 && image->bits != 16)) return 0;
    if (image->channels != 1 && image->channels != 3 && image->channels != 4) return 0;
    if (!pd_size_mul(&bytes, (size_t)image->width, (size_t)image->height)) return 0;
    if (!pd_size_mul(&bytes, bytes, (size_t)image->channels * (size_t)image->bits / 8)) return 0;

    return bytes;
}

pd_status pd_io_image_init(pd_io_image *image, int width, int height, int channels, int bits, pd_error *err)
{
    *image =
        (pd_io_image){.width = width, .height = height, .channels = channels, .bits = bits, .samples = NULL};
    size_t bytes = image_bytes(image);
    pd_status status = PD_OK;
    if (!bytes)
        status = pd_fail(err, PD_ERR_RANGE, "image", "%d x %d, %d channels of %d bits", width, height,
                         channels, bits);
    else if (!(image->samples = calloc(1, bytes)))
        status = pd_fail(err, PD_ERR_MEMORY, "image", "out of memory for %d x %d", width, height);
    if (status) *image = (pd_io_image){0};

    return status;
}

void pd_io_image_deinit(pd_io_image *image)
{
    free(image->samples);
    *image = (pd_io_image){0};
}

/* ---- writing ---- */

/* Filters of a row (PNG specification, 9.2): the file contains its bytes, or their differences from the pixel
 * on the left or from the row above. */
enum { NO_FILTER, LEFT_FILTER, ABOVE_FILTER, FILTERS };

/* Writes a row minus its prediction. above: row above; zeros for the first row. */
static void filter_row(unsigned char *out, const unsigned char *row, const unsigned char *above, size_t bytes,
                       size_t pixel, int filter)
{
    if (filter == NO_FILTER) memcpy(out, row, bytes);
    if (filter == LEFT_FILTER) {
        memcpy(out, row, pixel);
        for (size_t i = pixel; i < bytes; i++) out[i] = (unsigned char)(row[i] - row[i - pixel]);
    }

    if (filter == ABOVE_FILTER)
        for (size_t i = 0; i < bytes; i++) out[i] = (unsigned char)(row[i] - above[i]);
}

/* Returns the sum of the magnitudes of the differences, by which filters are compared. */
static unsigned long sum_of(const unsigned char *row, size_t bytes)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < bytes; i++) sum += (unsigned long)(row[i] < 128 ? row[i] : 256 - row[i]);
    return sum;
}

/* Filters all rows into out (height, 1 + bytes), each with a filter that gives small differences.
 * scratch (3, bytes). */
static void filter_rows(unsigned char *out, const pd_io_image *image, int level, unsigned char *scratch)
{
    const size_t pixel = (size_t)image->channels * (size_t)image->bits / 8;
    const size_t bytes = (size_t)image->width * pixel;
    unsigned char *swapped[2] = {scratch, scratch + bytes};
    unsigned char *trial = scratch + 2 * bytes;
    const unsigned char *above = memset(swapped[1], 0, bytes);
    int filter = NO_FILTER;

    for (int y = 0; y < image->height; y++, out += 1 + bytes) {
        const unsigned char *row = (const unsigned char *)image->samples + (size_t)y * bytes;

        /* Numbers of 16 bits are big-endian in the file. */
        if (image->bits == 16) {
            const uint16_t *in = (const uint16_t *)(const void *)row;
            unsigned char *to = swapped[y % 2];
            for (size_t i = 0; i < bytes / 2; i++) {
                to[2 * i] = (unsigned char)(in[i] >> 8);
                to[2 * i + 1] = (unsigned char)in[i];
            }

            row = to;
        }

        /* Every TRIAL_ROWS rows choose the best filter for the first of them. */
        if (y % TRIAL_ROWS == 0 && level != PD_IO_PNG_STORED) {
            unsigned long least = (unsigned long)-1;
            for (int f = NO_FILTER; f < FILTERS; f++) {
                filter_row(trial, row, above, bytes, pixel, f);
                const unsigned long sum = sum_of(trial, bytes);
                if (sum < least) {
                    least = sum;
                    filter = f;
                }
            }
        }

        out[0] = (unsigned char)filter;
        filter_row(out + 1, row, above, bytes, pixel, filter);
        above = row;
    }
}

static void put_number(unsigned char to[4], uint32_t v)
{
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(v >> (24 - 8 * i));
}

/* Appends a chunk: its length, type, content and checksum. */
static void put_chunk(pd_buffer *out, const char type[5], const void *content, size_t size)
{
    unsigned char *to = pd_buffer_extend(out, size + 12);

    if (!to) return;
    put_number(to, (uint32_t)size);
    memcpy(to + 4, type, 4);
    if (size) memcpy(to + 8, content, size);
    put_number(to + 8 + size, libdeflate_crc32(0, to + 4, size + 4));
}

pd_status pd_io_png_write(pd_buffer *out, const pd_io_image *image, pd_error *err)
{
    return pd_io_png_write_level(out, image, PD_IO_PNG_USUAL, err);
}

pd_status pd_io_png_write_level(pd_buffer *out, const pd_io_image *image, int level, pd_error *err)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const unsigned char color_types[5] = {0, SPNG_COLOR_TYPE_GRAYSCALE, 0, SPNG_COLOR_TYPE_TRUECOLOR,
                                                 SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    const size_t bytes = image_bytes(image);

    PD_ASSERT(level >= 0 && level <= 12);
    if (!bytes || image->width > MAX_SIDE || image->height > MAX_SIDE)
        return pd_fail(err, PD_ERR_RANGE, "image",
                       "%d x %d, %d channels of %d bits; sides of 1 to %d allowed", image->width,
                       image->height, image->channels, image->bits, MAX_SIDE);

    /* Filter the rows and compress them in one piece. */
    const size_t row = bytes / (size_t)image->height;
    const size_t plain = bytes + (size_t)image->height;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    const size_t most = compressor ? libdeflate_zlib_compress_bound(compressor, plain) : 0;
    unsigned char *rows = malloc(plain + 3 * row);
    unsigned char *packed = malloc(most + 1);
    size_t size = 0;
    if (compressor && rows && packed) {
        filter_rows(rows, image, level, rows + plain);
        size = libdeflate_zlib_compress(compressor, rows, plain, packed, most);
        PD_ASSERT(size > 0 && size <= most);
    }

    /* Write the chunks of the file. */
    if (size) {
        unsigned char head[13] = {[8] = (unsigned char)image->bits, color_types[image->channels], 0, 0, 0};
        put_number(head, (uint32_t)image->width);
        put_number(head + 4, (uint32_t)image->height);
        pd_buffer_reserve(out, size + 64 + 12 * (size / DATA_CHUNK));
        pd_buffer_add(out, signature, sizeof signature);
        put_chunk(out, "IHDR", head, sizeof head);
        for (size_t at = 0; at < size; at += DATA_CHUNK)
            put_chunk(out, "IDAT", packed + at, size - at < DATA_CHUNK ? size - at : DATA_CHUNK);
        put_chunk(out, "IEND", NULL, 0);
    }

    libdeflate_free_compressor(compressor);
    free(rows);
    free(packed);
    if (!size || out->failed) return pd_fail(err, PD_ERR_MEMORY, "image", "out of memory for the PNG file");

    return PD_OK;
}

/* ---- reading ---- */

/* Sets the shape in which a file with this header is read. Returns libspng's format for it. */
static int choose_format(pd_io_image *image, const struct spng_ihdr *head)
{
    image->bits = head->bit_depth == 16 ? 16 : 8;
    if (head->color_type == SPNG_COLOR_TYPE_GRAYSCALE) {
        image->channels = 1;
        return image->bits == 16 ? SPNG_FMT_PNG : SPNG_FMT_G8;
    }

    if (head->color_type == SPNG_COLOR_TYPE_TRUECOLOR || head->color_type == SPNG_COLOR_TYPE_INDEXED) {
        image->channels = 3;
        return image->bits == 16 ? SPNG_FMT_PNG : SPNG_FMT_RGB8;
    }

    image->channels = 4;

    return image->bits == 16 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
}

static pd_status decode_png(spng_ctx *ctx, pd_io_image *image, const void *bytes, size_t size,
                            const pd_io_png_limits *limits, pd_error *err)
{
    /* Read the head, with limits on chunks, so that a small file cannot make us allocate much memory. */
    int max_width = limits && limits->max_width ? limits->max_width : MAX_SIDE;
    int max_height = limits && limits->max_height ? limits->max_height : MAX_SIDE;
    struct spng_ihdr head;
    size_t need;
    int code = spng_set_chunk_limits(ctx, CHUNK_LIMIT, CACHE_LIMIT);

    if (!code) code = spng_set_png_buffer(ctx, bytes, size);
    if (!code) code = spng_get_ihdr(ctx, &head);
    if (code) return pd_fail(err, PD_ERR_FORMAT, "png", "%s", spng_strerror(code));

    /* Refuse large pictures before memory is taken. */
    if (head.width > (uint32_t)max_width || head.height > (uint32_t)max_height)
        return pd_fail(err, PD_ERR_LIMIT, "png", "%u x %u; at most %d x %d allowed", head.width, head.height,
                       max_width, max_height);

    /* Allocate the samples in the format of the picture. */
    pd_io_image shape = {0};
    int format = choose_format(&shape, &head);
    pd_status status =
        pd_io_image_init(image, (int)head.width, (int)head.height, shape.channels, shape.bits, err);
    if (status) return status;

    /* Decode. */
    code = spng_decoded_image_size(ctx, format, &need);
    if (!code && need != image_bytes(image)) code = SPNG_EINTERNAL;
    if (!code) code = spng_decode_image(ctx, image->samples, need, format, 0);

    return code ? pd_fail(err, PD_ERR_FORMAT, "png", "%s", spng_strerror(code)) : PD_OK;
}

pd_status pd_io_png_read(pd_io_image *image, const void *bytes, size_t size, const pd_io_png_limits *limits,
                         pd_error *err)
{
    *image = (pd_io_image){0};
    spng_ctx *ctx = spng_ctx_new(0);
    if (!ctx) return pd_fail(err, PD_ERR_MEMORY, "png", "out of memory for a PNG decoder");
    pd_status status = decode_png(ctx, image, bytes, size, limits, err);
    spng_ctx_free(ctx);
    if (status) pd_io_image_deinit(image);

    return status;
}

bool pd_io_image_halve(pd_io_image *image)
{
    PD_ASSERT(image->bits == 8);
    const size_t n = (size_t)image->channels;
    const size_t from = (size_t)image->width * n;
    pd_io_image half = *image;
    half.width = (image->width + 1) / 2;
    half.height = (image->height + 1) / 2;
    unsigned char *to = malloc((size_t)half.width * (size_t)half.height * n);
    const unsigned char *source = image->samples;
    if (!to) return false;
    half.samples = to;
    for (int y = 0; y < half.height; y++)
        for (int x = 0; x < half.width; x++) {
            const size_t x0 = 2 * (size_t)x;
            const size_t x1 = 2 * x + 1 < image->width ? x0 + 1 : x0;
            const size_t y0 = 2 * (size_t)y;
            const size_t y1 = 2 * y + 1 < image->height ? y0 + 1 : y0;
            for (size_t c = 0; c < n; c++)
                *to++ =
                    (unsigned char)((source[y0 * from + x0 * n + c] + source[y0 * from + x1 * n + c] +
                                     source[y1 * from + x0 * n + c] + source[y1 * from + x1 * n + c] + 2) /
                                    4);
        }
    free(image->samples);
    *image = half;

    return true;
}

pd_status pd_io_image_shrink(pd_io_image *image, int most, pd_error *err)
{
    PD_ASSERT(image->bits == 8 && most >= 1);
    while (image->width > most || image->height > most)
        if (!pd_io_image_halve(image)) return pd_fail(err, PD_ERR_MEMORY, "image", "out of memory");
    return PD_OK;
}
