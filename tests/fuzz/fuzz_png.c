/* Fuzzes PNG files under a limit of 512 x 512.
 * An accepted picture writes and reads back to the same pixels. */
#include "core/io/mesh/png.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(const pd_io_image *image)
{
    pd_buffer file = {0};
    pd_io_image again;
    if (pd_io_png_write(&file, image, NULL) || pd_io_png_read(&again, file.data, file.size, NULL, NULL))
        abort();
    size_t bytes = (size_t)image->width * (size_t)image->height * (size_t)(image->channels * image->bits / 8);
    if (memcmp(image->samples, again.samples, bytes)) abort();
    pd_io_image_deinit(&again);
    pd_buffer_deinit(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pd_io_png_limits limits = {512, 512};
    pd_io_image image;
    pd_error err;
    if (pd_io_png_read(&image, data, size, &limits, &err)) return 0;
    round_trip(&image);
    pd_io_image_deinit(&image);
    return 0;
}
