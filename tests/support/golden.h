#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H
/* Compares pictures with reference pictures. POSED_GOLDEN=write makes new ones, which must be looked at.
 *
 * Compilers may round differently, so an edge sample may fall the other way: a pixel may then change by a
 * part of the step between body and background. */
#include "core/base/file.h"
#include "core/io/mesh/png.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN_LARGEST 48  /* of 255, a pixel */
#define GOLDEN_MEAN    0.2 /* of 255          */

static inline void golden_compare(const pd_io_image *got, const pd_io_image *want)
{
    int largest = 0;
    double sum = 0;
    size_t count = 3 * (size_t)want->width * (size_t)want->height;
    assert_int_equal(got->width, want->width);
    assert_int_equal(got->height, want->height);
    for (size_t i = 0; i < count; i++) {
        int difference = abs(((uint8_t *)got->samples)[i] - ((uint8_t *)want->samples)[i]);
        largest = difference > largest ? difference : largest;
        sum += difference;
    }
    printf("largest difference %d of 255, mean %.4f\n", largest, sum / (double)count);
    assert_true(largest <= GOLDEN_LARGEST);
    assert_true(sum / (double)count <= GOLDEN_MEAN);
}

static inline void golden_check(const pd_io_image *got, const char *path)
{
    const char *mode = getenv("POSED_GOLDEN");
    pd_buffer file = {0};
    pd_io_image want;
    pd_bytes bytes;
    pd_error err;
    if (mode && !strcmp(mode, "write")) {
        assert_int_equal(pd_io_png_write(&file, got, &err), PD_OK);
        assert_int_equal(pd_file_write(path, file.data, file.size, &err), PD_OK);
    }
    assert_int_equal(pd_file_map(&bytes, path, &err), PD_OK);
    assert_int_equal(pd_io_png_read(&want, bytes.data, bytes.size, NULL, &err), PD_OK);
    golden_compare(got, &want);
    pd_file_unmap(&bytes);
    pd_buffer_deinit(&file);
    pd_io_image_deinit(&want);
}

#endif
