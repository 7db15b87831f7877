/* Patterns of cloth: pictures that read, of two shades or more, and glass that is see-through. */
#include "factory/wardrobe/pattern.h"
#include "core/io/mesh/png.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void every_pattern_is_a_picture_with_a_name(void **state)
{
    (void)state;
    for (int id = 0; id < PD_FACTORY_PATTERN_COUNT; id++) {
        pd_buffer png = {0};
        pd_io_image image;
        assert_int_equal(strncmp(pd_factory_pattern_name((pd_factory_pattern_id)id), "pattern-", 8), 0);
        assert_int_equal(pd_factory_pattern(&png, (pd_factory_pattern_id)id, NULL), PD_OK);
        assert_int_equal(pd_io_png_read(&image, png.data, png.size, NULL, NULL), PD_OK);
        const unsigned char *samples = image.samples;
        const bool is_glass = id == PD_FACTORY_PATTERN_LENS || id == PD_FACTORY_PATTERN_TINTED;
        assert_int_equal(image.channels, is_glass ? 4 : 3);
        int least = 255, most = 0;
        for (int i = 0; i < image.width * image.height; i++) {
            const int value = samples[i * image.channels + 1];
            least = value < least ? value : least, most = value > most ? value : most;
            if (is_glass) assert_true(samples[4 * i + 3] > 0 && samples[4 * i + 3] < 255);
        }
        assert_true(is_glass ? most == least : most - least > 40);
        pd_io_image_deinit(&image);
        pd_buffer_deinit(&png);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pattern_is_a_picture_with_a_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
