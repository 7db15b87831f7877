/* The formats of pictures, recognised by the first bytes of their files. */
#include "core/io/mesh/picture.h"
#include "tests/support/cmocka.h"

#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format_has_its_name_type_and_ending),
        cmocka_unit_test(other_bytes_have_no_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
