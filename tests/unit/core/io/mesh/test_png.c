/* Tests PNG files: every shape is read back to the same samples,
 * and large, cut or changed files are refused. */
#include "core/base/rng.h"
#include "core/io/mesh/png.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pd_io_image noise(int width, int height, int channels, int bits)
{
    pd_io_image image;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    assert_int_equal(pd_io_image_init(&image, width, height, channels, bits, NULL), PD_OK);
    size_t bytes = (size_t)(width * height * channels * bits / 8);
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)image.samples)[i] = (uint8_t)pd_rng_next(&rng);
    return image;
}

static void every_shape_reads_back_to_the_same_samples(void **state)
{
    (void)state;
    const int channels[3] = {1, 3, 4};
    for (int i = 0; i < 6; i++) {
        pd_io_image image = noise(17, 9, channels[i / 2], i % 2 ? 16 : 8), again;
        pd_buffer file = {0};
        pd_error err;
        assert_int_equal(pd_io_png_write(&file, &image, &err), PD_OK);
        assert_memory_equal(file.data, "\x89PNG\r\n\x1a\n", 8);
        assert_int_equal(pd_io_png_read(&again, file.data, file.size, NULL, &err), PD_OK);
        assert_int_equal(again.width, 17);
        assert_int_equal(again.height, 9);
        assert_int_equal(again.channels, image.channels);
        assert_int_equal(again.bits, image.bits);
        assert_memory_equal(again.samples, image.samples, (size_t)(17 * 9 * image.channels * image.bits / 8));
        pd_io_image_deinit(&image);
        pd_io_image_deinit(&again);
        pd_buffer_deinit(&file);
    }
}

/* Filters make ramps small: of a row along x, of columns along y, of both with 16 bits. */
static void smooth_pictures_become_small_and_read_back(void **state)
{
    (void)state;
    for (int ramp = 0; ramp < 3; ramp++) {
        pd_io_image image, again;
        pd_buffer file = {0};
        assert_int_equal(pd_io_image_init(&image, 200, 150, 3, ramp == 2 ? 16 : 8, NULL), PD_OK);
        for (int y = 0; y < 150; y++)
            for (int x = 0; x < 200; x++)
                for (int c = 0; c < 3; c++) {
                    const int at = (y * 200 + x) * 3 + c;
                    if (ramp == 0) ((uint8_t *)image.samples)[at] = (uint8_t)(x + 31 * c + y * y * 13);
                    if (ramp == 1) ((uint8_t *)image.samples)[at] = (uint8_t)(y + x * x * 29 % 251);
                    if (ramp == 2) ((uint16_t *)image.samples)[at] = (uint16_t)(x * 256 + y * 3 + c);
                }
        for (int level = 0; level <= 12; level += 6) {
            pd_buffer_clear(&file);
            assert_int_equal(pd_io_png_write_level(&file, &image, level, NULL), PD_OK);
            assert_int_equal(pd_io_png_read(&again, file.data, file.size, NULL, NULL), PD_OK);
            assert_memory_equal(again.samples, image.samples, (size_t)(200 * 150 * 3 * image.bits / 8));
            if (level) assert_in_range(file.size, 50, 200 * 150 * 3 / 20);
            pd_io_image_deinit(&again);
        }
        pd_io_image_deinit(&image);
        pd_buffer_deinit(&file);
    }
}

/* The header's checksum is not looked at before the limit: the size alone must be enough to refuse. */
static void a_picture_over_the_limit_is_refused_before_it_is_decoded(void **state)
{
    (void)state;
    pd_io_image image = noise(64, 3, 1, 8), again;
    pd_buffer file = {0};
    pd_io_png_limits limits = {63, 100};
    pd_error err;
    assert_int_equal(pd_io_png_write(&file, &image, &err), PD_OK);
    assert_int_equal(pd_io_png_read(&again, file.data, file.size, &limits, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "64 x 3; at most 63 x 100"));
    assert_null(again.samples);
    pd_io_image_deinit(&image);
    pd_buffer_deinit(&file);
}

static void a_cut_or_garbled_file_is_malformed_and_leaves_nothing(void **state)
{
    (void)state;
    pd_io_image image = noise(20, 20, 3, 8), again;
    pd_buffer file = {0};
    pd_error err;
    assert_int_equal(pd_io_png_write(&file, &image, &err), PD_OK);
    for (size_t size = 0; size + 20 < file.size; size += 7) { /* beyond: the end chunk, which no one misses */
        assert_int_equal(pd_io_png_read(&again, file.data, size, NULL, &err), PD_ERR_FORMAT);
        assert_null(again.samples);
    }
    file.data[60] ^= 0x55;
    assert_int_equal(pd_io_png_read(&again, file.data, file.size, NULL, &err), PD_ERR_FORMAT);
    pd_io_image_deinit(&image);
    pd_buffer_deinit(&file);
}

static void impossible_shapes_are_refused(void **state)
{
    (void)state;
    pd_io_image image;
    pd_buffer file = {0};
    assert_int_equal(pd_io_image_init(&image, 0, 5, 3, 8, NULL), PD_ERR_RANGE);
    assert_int_equal(pd_io_image_init(&image, 5, 5, 2, 8, NULL), PD_ERR_RANGE);
    assert_int_equal(pd_io_image_init(&image, 5, 5, 3, 12, NULL), PD_ERR_RANGE);
    assert_int_equal(pd_io_png_write(&file, &image, NULL), PD_ERR_RANGE);
}

/* 3 by 2 pixels become 2 by 1: the mean of four, rounded,
 * and where a column is missing, of the two that there are. */
static void a_smaller_picture_has_the_means(void **state)
{
    (void)state;
    pd_io_image image;
    assert_int_equal(pd_io_image_init(&image, 3, 2, 1, 8, NULL), PD_OK);
    memcpy(image.samples, (uint8_t[]){10, 20, 30, 40, 51, 70}, 6);
    assert_int_equal(pd_io_image_shrink(&image, 3, NULL), PD_OK);
    assert_int_equal(image.width, 3);
    assert_int_equal(pd_io_image_shrink(&image, 2, NULL), PD_OK);
    assert_int_equal(image.width, 2);
    assert_int_equal(image.height, 1);
    assert_int_equal(((uint8_t *)image.samples)[0], 30);
    assert_int_equal(((uint8_t *)image.samples)[1], 50);
    pd_io_image_deinit(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_reads_back_to_the_same_samples),
        cmocka_unit_test(smooth_pictures_become_small_and_read_back),
        cmocka_unit_test(a_picture_over_the_limit_is_refused_before_it_is_decoded),
        cmocka_unit_test(a_cut_or_garbled_file_is_malformed_and_leaves_nothing),
        cmocka_unit_test(impossible_shapes_are_refused),
        cmocka_unit_test(a_smaller_picture_has_the_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
