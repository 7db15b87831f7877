#ifndef PD_IO_MESH_PNG_H
#define PD_IO_MESH_PNG_H
/* PNG in and out through libspng: grey, RGB and RGBA, 8 or 16 bits, top row first.
 *
 * 16-bit samples are uint16_t in host order on both sides (the file's are big-endian). Reading converts
 * palettes and 1-, 2- and 4-bit greys to 8 bits; grey with alpha becomes RGBA. Limits are checked on the
 * header, before anything is decoded: a small file cannot announce a huge picture.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stddef.h>

typedef struct pd_io_image {
    int width, height;
    int channels;  /* 1 grey, 3 RGB, 4 RGBA                                     */
    int bits;      /* 8 or 16                                                   */
    void *samples; /* (height, width, channels) of uint8_t or uint16_t, packed  */
} pd_io_image;

typedef struct pd_io_png_limits {
    int max_width, max_height; /* zero: 16384 */
} pd_io_png_limits;

pd_status pd_io_png_write(pd_buffer *out, const pd_io_image *image, pd_error *err);
/* Allocates image->samples; pd_io_image_deinit frees it. limits may be NULL. On failure *image is empty. */
pd_status pd_io_png_read(pd_io_image *image, const void *bytes, size_t size, const pd_io_png_limits *limits,
                         pd_error *err);
/* Allocates cleared samples; ERR_MEMORY, or ERR_RANGE for an impossible shape. */
pd_status pd_io_image_init(pd_io_image *image, int width, int height, int channels, int bits, pd_error *err);
void pd_io_image_deinit(pd_io_image *image);

#endif
