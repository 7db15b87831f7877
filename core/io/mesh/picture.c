#include "core/io/mesh/picture.h"

#include "core/io/mesh/jpeg.h"
#include "core/io/mesh/webp.h"

#include <stdlib.h>
#include <string.h>

/* A file is of a format if the bytes at its beginning,
 * and those at byte `second_at`, are equal to the row's. */
static const struct {
    const char *first;
    size_t first_bytes;
    const char *second;
    size_t second_at, second_bytes;
    pd_io_picture picture;
} formats[] = {
    {"\x89PNG\r\n\x1a\n", 8, "", 0, 0, {"PNG", "image/png", "png", true}},
    {"\xff\xd8\xff", 3, "", 0, 0, {"JPEG", "image/jpeg", "jpg", true}},
    {"RIFF", 4, "WEBP", 8, 4, {"WebP", "image/webp", "webp", false}},
    {"\xabKTX 20", 7, "", 0, 0, {"KTX 2", "image/ktx2", "ktx2", false}},
    {"DDS ", 4, "", 0, 0, {"DDS", "image/vnd-ms.dds", "dds", false}},
};

const pd_io_picture *pd_io_picture_of(pd_bytes file)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (file.size < formats[i].first_bytes || file.size < formats[i].second_at + formats[i].second_bytes)
            continue;
        if (!memcmp(file.data, formats[i].first, formats[i].first_bytes) &&
            !memcmp(file.data + formats[i].second_at, formats[i].second, formats[i].second_bytes))
            return &formats[i].picture;
    }

    return NULL;
}

/* Keeps the high byte of samples of 16 bits. */
static void narrow_samples(pd_io_image *image)
{
    const size_t count = (size_t)image->width * (size_t)image->height * (size_t)image->channels;
    const uint16_t *wide = image->samples;
    uint8_t *narrow = image->samples;

    for (size_t i = 0; i < count; i++) narrow[i] = (uint8_t)(wide[i] >> 8);
    image->bits = 8;
}

pd_status pd_io_picture_read(pd_io_image *image, pd_bytes file, const pd_io_png_limits *limits, pd_error *err)
{
    const pd_io_picture *format = pd_io_picture_of(file);
    pd_status status;

    *image = (pd_io_image){0};
    if (format && !strcmp(format->ending, "jpg"))
        return pd_io_jpeg_read(image, file.data, file.size, limits, err);
    if (format && !strcmp(format->ending, "webp")) return pd_io_webp_read(image, file, limits, err);
    if (!format || strcmp(format->ending, "png") != 0)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "picture", "%s; PNG, JPEG or WebP expected",
                       format ? format->name : "an unknown format");
    status = pd_io_png_read(image, file.data, file.size, limits, err);
    if (status == PD_OK && image->bits == 16) narrow_samples(image);

    return status;
}
