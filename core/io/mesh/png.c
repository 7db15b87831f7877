#include "core/io/mesh/png.h"

#include "core/base/assert.h"
#include "core/base/size.h"

#include <spng.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE    16384
/* Limit of ancillary chunks (texts, profiles): they are not used, so they need little memory. */
#define CHUNK_LIMIT (1u << 20)
#define CACHE_LIMIT (4u << 20)

/* 0 when it does not fit or the shape is impossible. */
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
    *image = (pd_io_image){width, height, channels, bits, NULL};
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

static int put_bytes(spng_ctx *ctx, void *user, void *data, size_t length)
{
    pd_buffer *out = user;
    (void)ctx;
    pd_buffer_add(out, data, length);
    return out->failed ? SPNG_IO_ERROR : 0;
}

pd_status pd_io_png_write(pd_buffer *out, const pd_io_image *image, pd_error *err)
{
    return pd_io_png_write_level(out, image, -1, err);
}

pd_status pd_io_png_write_level(pd_buffer *out, const pd_io_image *image, int level, pd_error *err)
{
    size_t bytes = image_bytes(image);
    if (!bytes || image->width > MAX_SIDE || image->height > MAX_SIDE)
        return pd_fail(err, PD_ERR_RANGE, "image",
                       "%d x %d, %d channels of %d bits; sides of 1 to %d allowed", image->width,
                       image->height, image->channels, image->bits, MAX_SIDE);
    spng_ctx *ctx = spng_ctx_new(SPNG_CTX_ENCODER);
    if (!ctx) return pd_fail(err, PD_ERR_MEMORY, "image", "out of memory for a PNG encoder");

    static const uint8_t color_types[5] = {0, SPNG_COLOR_TYPE_GRAYSCALE, 0, SPNG_COLOR_TYPE_TRUECOLOR,
                                           SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    struct spng_ihdr head = {.width = (uint32_t)image->width,
                             .height = (uint32_t)image->height,
                             .bit_depth = (uint8_t)image->bits,
                             .color_type = color_types[image->channels]};
    int code = spng_set_png_stream(ctx, put_bytes, out);
    if (!code && level >= 0) code = spng_set_option(ctx, SPNG_IMG_COMPRESSION_LEVEL, level);
    if (!code && level >= 0)
        code = spng_set_option(ctx, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_NONE | SPNG_FILTER_CHOICE_UP);
    if (!code) code = spng_set_ihdr(ctx, &head);
    /* SPNG_FMT_PNG: samples as the header says, in host order */
    if (!code) code = spng_encode_image(ctx, image->samples, bytes, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);

    spng_ctx_free(ctx);
    if (out->failed) return pd_fail(err, PD_ERR_MEMORY, "image", "out of memory for the PNG file");
    return code ? pd_fail(err, PD_ERR_INTERNAL, "image", "libspng: %s", spng_strerror(code)) : PD_OK;
}

/* The shape that a file with that header is read as; returns libspng's format for it. */
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

static pd_status decode(spng_ctx *ctx, pd_io_image *image, const void *bytes, size_t size,
                        const pd_io_png_limits *limits, pd_error *err)
{
    /* Read the head, with limits on chunks: a small file must not ask for much memory. */
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

    /* Memory in the format that the picture has. */
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
    pd_status status = decode(ctx, image, bytes, size, limits, err);
    spng_ctx_free(ctx);
    if (status) pd_io_image_deinit(image);
    return status;
}

bool pd_io_image_halve(pd_io_image *image)
{
    PD_ASSERT(image->bits == 8);
    const size_t n = (size_t)image->channels, from = (size_t)image->width * n;
    pd_io_image half = *image;
    half.width = (image->width + 1) / 2, half.height = (image->height + 1) / 2;
    unsigned char *to = malloc((size_t)half.width * (size_t)half.height * n);
    const unsigned char *source = image->samples;
    if (!to) return false;
    half.samples = to;
    for (int y = 0; y < half.height; y++)
        for (int x = 0; x < half.width; x++) {
            const size_t x0 = 2 * (size_t)x, x1 = 2 * x + 1 < image->width ? x0 + 1 : x0;
            const size_t y0 = 2 * (size_t)y, y1 = 2 * y + 1 < image->height ? y0 + 1 : y0;
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
