#include "core/io/mesh/webp.h"

#include <webp/decode.h>
#include <webp/encode.h>

#define METHOD 1 /* from 0 (fast) to 6 (small); 1 takes half the time of 4 and makes files a tenth larger */

static int put_bytes(const uint8_t *data, size_t size, const WebPPicture *picture)
{
    pd_buffer *out = picture->custom_ptr;
    pd_buffer_add(out, data, size);
    return !out->failed;
}

pd_status pd_io_webp_write(pd_buffer *out, const pd_io_image *image, float quality, pd_error *err)
{
    if (image->bits != 8 || (image->channels != 3 && image->channels != 4) ||
        image->width > WEBP_MAX_DIMENSION || image->height > WEBP_MAX_DIMENSION)
        return pd_fail(err, PD_ERR_RANGE, "image",
                       "%d x %d with %d channels of %d bits; 3 or 4 of 8 bits expected", image->width,
                       image->height, image->channels, image->bits);
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigPreset(&config, WEBP_PRESET_PICTURE, quality) || !WebPPictureInit(&picture))
        return pd_fail(err, PD_ERR_INTERNAL, "image",
                       "libwebp has another version than posed was built with; the same version expected");
    config.method = METHOD;

    /* Encode into the buffer. */
    picture.width = image->width;
    picture.height = image->height;
    picture.writer = put_bytes;
    picture.custom_ptr = out;
    const int stride = image->width * image->channels;
    int good = image->channels == 4 ? WebPPictureImportRGBA(&picture, image->samples, stride)
                                    : WebPPictureImportRGB(&picture, image->samples, stride);
    good = good && WebPEncode(&config, &picture);
    WebPPictureFree(&picture);

    return good && !out->failed ? PD_OK
                                : pd_fail(err, PD_ERR_MEMORY, "image", "out of memory for the WebP file");
}

pd_status pd_io_webp_read(pd_io_image *image, pd_bytes file, const pd_io_png_limits *limits, pd_error *err)
{
    const int wide = limits && limits->max_width ? limits->max_width : WEBP_MAX_DIMENSION;
    const int high = limits && limits->max_height ? limits->max_height : WEBP_MAX_DIMENSION;
    WebPBitstreamFeatures found;

    /* Size and alpha, before anything is decoded. */
    *image = (pd_io_image){0};
    if (WebPGetFeatures(file.data, file.size, &found) != VP8_STATUS_OK || found.has_animation)
        return pd_fail(err, PD_ERR_FORMAT, "WebP", "damaged or animated; one WebP image expected");
    if (found.width > wide || found.height > high)
        return pd_fail(err, PD_ERR_LIMIT, "WebP", "%d x %d pixels; at most %d x %d allowed", found.width,
                       found.height, wide, high);
    const int channels = found.has_alpha ? 4 : 3;
    const pd_status status = pd_io_image_init(image, found.width, found.height, channels, 8, err);
    if (status != PD_OK) return status;

    const int stride = found.width * channels;
    const size_t bytes = (size_t)stride * (size_t)found.height;
    const bool is_read = found.has_alpha
                             ? WebPDecodeRGBAInto(file.data, file.size, image->samples, bytes, stride)
                             : WebPDecodeRGBInto(file.data, file.size, image->samples, bytes, stride);
    if (is_read) return PD_OK;
    pd_io_image_deinit(image);

    return pd_fail(err, PD_ERR_FORMAT, "WebP", "damaged; a WebP image expected");
}
