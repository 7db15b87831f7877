#ifndef PD_IO_MESH_WEBP_H
#define PD_IO_MESH_WEBP_H
/* Reads and writes WebP images with libwebp: RGB and RGBA of 8 bits, top row first.
 *
 * Errors   reading: ERR_FORMAT, ERR_LIMIT, ERR_MEMORY. Writing: ERR_RANGE: another kind of image, or a side
 *          of more than 16383 pixels; ERR_MEMORY.
 */
#include "core/base/size.h"
#include "core/io/mesh/png.h"

/* Appends the image as a WebP file. quality: 0 to 100, lossy. */
pd_status pd_io_webp_write(pd_buffer *out, const pd_io_image *image, float quality, pd_error *err);
/* Reads the first picture of a WebP file. pd_io_image_deinit frees the samples. limits may be NULL. On
 * failure *image is empty. */
pd_status pd_io_webp_read(pd_io_image *image, pd_bytes file, const pd_io_png_limits *limits, pd_error *err);

#endif
