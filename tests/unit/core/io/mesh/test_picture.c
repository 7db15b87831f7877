/* The formats of pictures, recognised by the first bytes of their files, and read. */
#include "core/io/mesh/picture.h"
#include "core/io/mesh/jpeg.h"
#include "core/io/mesh/webp.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#define FILE_OF(text) ((pd_bytes){(const unsigned char *)(text), sizeof(text) - 1})

static void each_format_has_its_name_type_and_ending(void **state)
{
    const struct {
        pd_bytes file;
        const char *name, *type, *ending;
        bool is_gltf;
    } rows[] = {{FILE_OF("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "PNG", "image/png", "png", true},
                {FILE_OF("\xff\xd8\xff\xe0\0\x10JFIF"), "JPEG", "image/jpeg", "jpg", true},
                {FILE_OF("RIFF\x10\0\0\0WEBPVP8 "), "WebP", "image/webp", "webp", false},
                {FILE_OF("\xabKTX 20\xbb\r\n\x1a\n"), "KTX 2", "image/ktx2", "ktx2", false},
                {FILE_OF("DDS |\0\0\0"), "DDS", "image/vnd-ms.dds", "dds", false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_io_picture *picture = pd_io_picture_of(rows[i].file);
        assert_non_null(picture);
        assert_string_equal(picture->name, rows[i].name);
        assert_string_equal(picture->type, rows[i].type);
        assert_string_equal(picture->ending, rows[i].ending);
        assert_int_equal(picture->is_gltf, rows[i].is_gltf);
    }
}

static void other_bytes_have_no_format(void **state)
{
    const pd_bytes rows[] = {FILE_OF(""),
                             FILE_OF("\x89PNG"),
                             FILE_OF("\x89PNG\r\n\x1a"),
                             FILE_OF("\xff\xd8"),
                             FILE_OF("RIFF"),
                             FILE_OF("RIFF\0\0\0\0WAVEfmt "),
                             FILE_OF("glTF\2\0\0\0"),
                             {NULL, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_null(pd_io_picture_of(rows[i]));
}

/* Fills a picture whose left half is red and whose right half is blue. */
static void halves(pd_io_image *image, int width, int height, int channels)
{
    assert_int_equal(pd_io_image_init(image, width, height, channels, 8, NULL), PD_OK);
    uint8_t *to = image->samples;
    for (int i = 0; i < width * height; i++, to += channels) {
        to[0] = i % width < width / 2 ? 220 : 20;
        to[1] = 30;
        to[2] = i % width < width / 2 ? 20 : 220;
        if (channels == 4) to[3] = 128;
    }
}

/* Writes a picture as JPEG with libjpeg. */
static void write_jpeg(pd_buffer *out, const pd_io_image *image, int progressive)
{
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;

    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = (unsigned)image->width;
    info.image_height = (unsigned)image->height;
    info.input_components = image->channels;
    info.in_color_space = image->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 95, TRUE);
    if (progressive) jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW)image->samples +
                       (size_t)info.next_scanline * (size_t)image->width * (size_t)image->channels;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    pd_buffer_add(out, bytes, size);
    free(bytes);
}

/* Compares the middle of both halves. */
static void assert_halves(const pd_io_image *image, int channels)
{
    assert_int_equal(image->channels, channels);
    for (int side = 0; side < 2; side++) {
        const size_t at = (size_t)(image->height / 2 * image->width + image->width * (1 + 2 * side) / 4);
        const uint8_t *p = (const uint8_t *)image->samples + at * (size_t)channels;
        assert_true(abs(p[0] - (side ? 20 : 220)) < 8 && abs(p[2] - (side ? 220 : 20)) < 8);
    }
}

static void png_jpeg_and_webp_are_read(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        pd_io_image image, again;
        pd_buffer file = {0};
        pd_error err = {0};
        const int channels = kind == 2 || kind == 3 ? 4 : 3;
        halves(&image, 64, 40, channels);
        if (kind < 2) write_jpeg(&file, &image, kind);
        if (kind == 2 || kind == 4) assert_int_equal(pd_io_webp_write(&file, &image, 95, &err), PD_OK);
        if (kind == 3) assert_int_equal(pd_io_png_write(&file, &image, &err), PD_OK);
        if (pd_io_picture_read(&again, (pd_bytes){file.data, file.size}, NULL, &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(again.width, 64);
        assert_int_equal(again.height, 40);
        assert_halves(&again, channels);
        pd_io_image_deinit(&image);
        pd_io_image_deinit(&again);
        pd_buffer_deinit(&file);
    }
}

/* A JPEG above the limit is decoded smaller; other formats are refused, and so is one far above it. */
static void sizes_above_the_limits(void **state)
{
    const pd_io_png_limits limits = {50, 50}, few = {4, 4};
    pd_io_image image, again;
    pd_buffer jpeg = {0}, webp = {0};
    pd_error err;
    (void)state;

    halves(&image, 160, 80, 3);
    write_jpeg(&jpeg, &image, 0);
    assert_int_equal(pd_io_webp_write(&webp, &image, 95, &err), PD_OK);
    assert_int_equal(pd_io_picture_read(&again, (pd_bytes){jpeg.data, jpeg.size}, &limits, &err), PD_OK);
    assert_int_equal(again.width, 40);
    assert_int_equal(again.height, 20);
    assert_halves(&again, 3);
    pd_io_image_deinit(&again);
    assert_int_equal(pd_io_picture_read(&again, (pd_bytes){jpeg.data, jpeg.size}, &few, &err), PD_ERR_LIMIT);
    assert_int_equal(pd_io_picture_read(&again, (pd_bytes){webp.data, webp.size}, &limits, &err),
                     PD_ERR_LIMIT);
    pd_io_image_deinit(&image);
    pd_buffer_deinit(&jpeg);
    pd_buffer_deinit(&webp);
}

/* Damaged files give an error or a picture, and nothing that leaks. */
static void damaged_pictures_end_with_an_error_or_a_picture(void **state)
{
    pd_io_image image, again;
    pd_buffer file = {0};
    pd_error err;
    (void)state;

    halves(&image, 32, 32, 3);
    write_jpeg(&file, &image, 1);
    for (size_t n = 0; n < file.size; n += 7)
        if (pd_io_picture_read(&again, (pd_bytes){file.data, n}, NULL, &err) == PD_OK)
            pd_io_image_deinit(&again);
        else
            assert_null(again.samples);
    assert_int_equal(pd_io_picture_read(&again, FILE_OF("\xff\xd8\xff\xe0"), NULL, &err), PD_ERR_FORMAT);
    assert_int_equal(pd_io_picture_read(&again, FILE_OF("DDS |"), NULL, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "DDS; PNG, JPEG or WebP expected"));
    pd_io_image_deinit(&image);
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format_has_its_name_type_and_ending),
        cmocka_unit_test(other_bytes_have_no_format),
        cmocka_unit_test(png_jpeg_and_webp_are_read),
        cmocka_unit_test(sizes_above_the_limits),
        cmocka_unit_test(damaged_pictures_end_with_an_error_or_a_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
