#ifndef PD_IO_MESH_PNG_H
#define PD_IO_MESH_PNG_H
/* Reads PNG images with libspng and writes them with libdeflate: grey, RGB and RGBA, 8 or 16 bits, top row
 * first.
 *
 * 16-bit samples are uint16_t in host byte order (the file has them big-endian). Reading converts palettes
 * and greys of 1, 2 and 4 bits to 8 bits; grey with alpha becomes RGBA. Limits are checked on the header,
 * before anything is decoded, so that a small file cannot announce a huge image.
 *
 * Errors   ERR_FORMAT, ERR_LIMIT, ERR_RANGE, ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pd_io_image {
    int width, height;
    int channels;  /* 1 grey, 3 RGB, 4 RGBA                                     */
    int bits;      /* 8 or 16                                                   */
    void *samples; /* (height, width, channels) of uint8_t or uint16_t, packed  */
} pd_io_image;

typedef struct pd_io_png_limits {
    int max_width, max_height; /* pixels; 0: 16384 */
} pd_io_png_limits;

/* Appends the image as a PNG file. */
pd_status pd_io_png_write(pd_buffer *out, const pd_io_image *image, pd_error *err);
/* Efforts of libdeflate, 0 to 12. USUAL makes files as small as zlib's 6 did, in a fifth of its time. QUICK
 * takes two thirds of USUAL's time, for a twentieth more bytes: files that are made by request. */
#define PD_IO_PNG_STORED 0 /* without compression */
#define PD_IO_PNG_QUICK  1
#define PD_IO_PNG_USUAL  3
/* Appends the image with an effort. */
pd_status pd_io_png_write_level(pd_buffer *out, const pd_io_image *image, int level, pd_error *err);
/* Reads a PNG file. pd_io_image_deinit frees the samples. limits may be NULL. On failure *image is empty. */
pd_status pd_io_png_read(pd_io_image *image, const void *bytes, size_t size, const pd_io_png_limits *limits,
                         pd_error *err);
/* Makes an image of zeros. ERR_RANGE: width, height, channels or bits that no image can have; ERR_MEMORY. */
pd_status pd_io_image_init(pd_io_image *image, int width, int height, int channels, int bits, pd_error *err);
/* Halves the sides of an image of 8 bits, each new pixel the mean of four. Returns false, with the image
 * unchanged, when out of memory. */
bool pd_io_image_halve(pd_io_image *image);
/* Halves an image of 8 bits until no side is longer than `most` pixels. ERR_MEMORY. */
pd_status pd_io_image_shrink(pd_io_image *image, int most, pd_error *err);
/* Frees the samples and zeroes the struct. */
void pd_io_image_deinit(pd_io_image *image);

#endif
