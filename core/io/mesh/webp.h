#ifndef PD_IO_MESH_WEBP_H
#define PD_IO_MESH_WEBP_H
/* Writes WebP images with libwebp: RGB and RGBA of 8 bits, top row first.
 *
 * Errors   ERR_RANGE: another kind of image, or a side of more than 16383 pixels; ERR_MEMORY.
 */
#include "core/io/mesh/png.h"

/* Appends the image as a WebP file. quality: 0 to 100, lossy. */
pd_status pd_io_webp_write(pd_buffer *out, const pd_io_image *image, float quality, pd_error *err);

#endif
