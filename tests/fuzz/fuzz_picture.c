/* Fuzzes pictures of all formats under a limit of 512 x 512. An accepted one has the size that its samples
 * say, and 8 bits. */
#include "core/io/mesh/picture.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pd_io_png_limits limits = {512, 512};
    pd_io_image image;
    pd_error err;

    if (pd_io_picture_read(&image, (pd_bytes){data, size}, &limits, &err)) return 0;
    const size_t bytes = (size_t)image.width * (size_t)image.height * (size_t)image.channels;
    if (image.bits != 8 || image.width > 512 || image.height > 512 || !bytes) abort();
    unsigned sum = 0;
    for (size_t i = 0; i < bytes; i++) sum += ((const uint8_t *)image.samples)[i];
    if (sum > 255 * bytes) abort();
    pd_io_image_deinit(&image);

    return 0;
}
