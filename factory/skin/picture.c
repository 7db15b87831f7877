#include "factory/skin/picture.h"

#include "core/base/assert.h"
#include "core/base/file.h"

#include <webp/decode.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

pd_status pd_factory_picture_read(pd_io_image *out, const char *folder, const char *name, pd_error *err)
{
    char path[1024];
    pd_bytes file;
    WebPBitstreamFeatures features;

    *out = (pd_io_image){0};
    snprintf(path, sizeof path, "%s/%s.webp", folder, name);
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;

    /* The header, then the pixels. */
    if (WebPGetFeatures(file.data, file.size, &features) != VP8_STATUS_OK)
        status = pd_fail(err, PD_ERR_FORMAT, path, "no WebP picture; a WebP file expected");
    else if (features.width > PD_FACTORY_PICTURE_MOST || features.height > PD_FACTORY_PICTURE_MOST)
        status = pd_fail(err, PD_ERR_FORMAT, path, "%d x %d pixels; at most %d at a side allowed",
                         features.width, features.height, PD_FACTORY_PICTURE_MOST);
    if (status == PD_OK) status = pd_io_image_init(out, features.width, features.height, 4, 8, err);
    if (status == PD_OK && !WebPDecodeRGBAInto(file.data, file.size, out->samples,
                                               4 * (size_t)out->width * (size_t)out->height, 4 * out->width))
        status =
            pd_fail(err, PD_ERR_FORMAT, path, "its pixels cannot be decoded; a whole WebP file expected");
    pd_file_unmap(&file);
    if (status != PD_OK) pd_io_image_deinit(out);

    return status;
}

float pd_factory_picture_at(const pd_io_image *picture, const float uv[2], int c)
{
    PD_ASSERT(picture->bits == 8 && c >= 0 && c < picture->channels);
    const int size[2] = {picture->width, picture->height};
    int at[2][2];
    float share[2];

    for (int a = 0; a < 2; a++) {
        const float place = fmaxf(0, fminf((float)(size[a] - 1), uv[a] * (float)size[a] - 0.5f));
        at[a][0] = (int)place;
        at[a][1] = at[a][0] + 1 < size[a] ? at[a][0] + 1 : at[a][0];
        share[a] = place - (float)at[a][0];
    }

    const uint8_t *s = picture->samples;
    float rows[2];
    for (int r = 0; r < 2; r++) {
        const size_t row = (size_t)at[1][r] * (size_t)size[0];
        const float left = s[(row + (size_t)at[0][0]) * (size_t)picture->channels + (size_t)c];
        const float right = s[(row + (size_t)at[0][1]) * (size_t)picture->channels + (size_t)c];
        rows[r] = left + share[0] * (right - left);
    }

    return rows[0] + share[1] * (rows[1] - rows[0]);
}
