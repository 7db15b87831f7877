#ifndef PD_IO_MESH_JPEG_H
#define PD_IO_MESH_JPEG_H
/* Reads JPEG images with libjpeg-turbo: grey becomes grey of 8 bits, everything else RGB, top row first.
 *
 * An image whose sides are above the limits is decoded at a half, a quarter or an eighth of its size, if that
 * is within them.
 *
 * Errors   ERR_FORMAT: not a JPEG, damaged, or CMYK; ERR_LIMIT; ERR_MEMORY. A file that ends early, or has
 *          damaged data, is read as far as it goes.
 */
#include "core/io/mesh/png.h"

/* Reads a JPEG file. pd_io_image_deinit frees the samples. limits may be NULL. On failure *image is empty. */
pd_status pd_io_jpeg_read(pd_io_image *image, const void *bytes, size_t size, const pd_io_png_limits *limits,
                          pd_error *err);

#endif
