/* Tests textures of cloth, hair, lashes and irises by the colours and coverage of known places. */
#include "factory/skin/texture.h"
#include "core/wardrobe/piece.h"
#include "core/io/mesh/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static pd_io_image drawn(pd_status (*draw)(pd_buffer *, pd_error *))
{
    pd_buffer png = {0};
    pd_io_image image;
    assert_int_equal(draw(&png, NULL), PD_OK);
    assert_int_equal(pd_io_png_read(&image, png.data, png.size, NULL, NULL), PD_OK);
    pd_buffer_deinit(&png);
    return image;
}

static void cloth_is_grey_and_light(void **state)
{
    (void)state;
    pd_io_image i = drawn(pd_factory_texture_cloth);
    const unsigned char *s = i.samples;
    double sum = 0;
    for (int k = 0; k < 3 * i.width * i.height; k += 3) {
        assert_true(s[k] == s[k + 1] && s[k] == s[k + 2] && s[k] > 190);
        sum += s[k];
    }
    sum /= i.width * i.height;
    assert_true(sum > 220 && sum < 245);

    /* Threads change within a thirtieth of the texture, which is at most 1.7 mm:
     * wider ones look like scales. */
    for (int x = 0; x + i.width / 30 < i.width; x++) {
        unsigned char least = 255, most = 0;
        for (int k = x; k < x + i.width / 30; k++) {
            least = s[3 * k] < least ? s[3 * k] : least;
            most = s[3 * k] > most ? s[3 * k] : most;
        }
        assert_true(most - least > 12);
    }
    pd_io_image_deinit(&i);
}

static void strands_run_along_v_and_change_along_u(void **state)
{
    (void)state;
    pd_io_image i = drawn(pd_factory_texture_strands);
    const unsigned char *s = i.samples;
    double along = 0, across = 0, cover[2] = {0};
    assert_int_equal(i.channels, 4);
    for (int y = 0; y + 1 < i.height; y++)
        for (int x = 0; x + 1 < i.width; x++) {
            const int at = 4 * (y * i.width + x);
            across += fabs((double)s[at] - s[at + 4]);
            along += fabs((double)s[at] - s[at + 4 * i.width]);
        }
    assert_true(across > 5 * along);

    /* Whole between root and tips, and gone at both ends. */
    for (int y = 0; y < i.height; y++) {
        const double v = (y + 0.5) / i.height;
        double sum = 0;
        for (int x = 0; x < i.width; x++) sum += s[4 * (y * i.width + x) + 3] / (255.0 * i.width);
        if (v > 0.06 && v < (double)PD_WARDROBE_HAIR_TIP_V) assert_true(sum > 0.9999);
        if (y == 0) cover[0] = sum;
        if (y == i.height - 1) cover[1] = sum;
    }
    assert_true(cover[0] < 0.2 && cover[1] < 0.05);
    pd_io_image_deinit(&i);
}

/* A tuft ends inside of its part of the texture, and shows no hole in its middle; behind it all is covered,
 * up to where hair frays. */
static void a_tuft_of_curls_is_whole_inside_and_clear_outside(void **state)
{
    (void)state;
    pd_io_image i = drawn(pd_factory_texture_curls);
    const unsigned char *s = i.samples;
    const int tuft = (int)(PD_FACTORY_TUFT_V * (float)i.height);
    int last = 0;
    for (int y = 0; y < i.height; y++)
        for (int x = 0; x < i.width; x++) {
            const bool is_covered = s[4 * (y * i.width + x) + 3] >= 128;
            if (y < tuft && (x == 0 || x == i.width - 1 || y == 0 || y == tuft - 1)) assert_false(is_covered);
            if (y < tuft && abs(2 * x - i.width) < i.width / 4 && abs(2 * y - tuft) < tuft / 4)
                assert_true(is_covered);
            if (y >= tuft && (float)y < PD_WARDROBE_HAIR_TIP_V * (float)i.height - 1) assert_true(is_covered);
            last += y == i.height - 1 && is_covered;
        }
    assert_true(last < i.width / 16);
    pd_io_image_deinit(&i);
}

/* Rings lie so densely that no square of 8 x 8 texels is much darker than the whole:
 * gaps look like spots on the head. */
static void curls_leave_no_gaps(void **state)
{
    (void)state;
    enum { SQUARE = 8 };
    pd_io_image i = drawn(pd_factory_texture_curls);
    const unsigned char *s = i.samples;
    const int first = (int)(PD_FACTORY_TUFT_V * (float)i.height) + 1,
              last = (int)(PD_WARDROBE_HAIR_TIP_V * (float)i.height);
    double sum = 0, darkest = 255;
    int squares = 0;
    for (int y = first; y + SQUARE <= last; y += SQUARE)
        for (int x = 0; x + SQUARE <= i.width; x += SQUARE, squares++) {
            double own = 0;
            for (int n = 0; n < SQUARE * SQUARE; n++)
                own += s[4 * ((y + n / SQUARE) * i.width + x + n % SQUARE)] / (double)(SQUARE * SQUARE);
            sum += own, darkest = fmin(darkest, own);
        }
    print_message("curls: mean %.0f, darkest square %.0f\n", sum / squares, darkest);
    assert_true(darkest > 0.75 * sum / squares);
    pd_io_image_deinit(&i);
}

/* Skin shows between the hairs of a beard everywhere; they get fewer from v = 0.6 to 1, and beside v = 1,
 * where the texture repeats, there are none. */
static void whiskers_show_skin_and_get_fewer_towards_the_edge(void **state)
{
    (void)state;
    pd_io_image i = drawn(pd_factory_texture_whiskers);
    const unsigned char *s = i.samples;
    double cover[3] = {0};
    assert_int_equal(i.channels, 4);
    for (int k = 0; k < 3; k++)
        for (int x = 0; x < i.width; x++) {
            static const double at[3] = {0.6, 0.82, 0.96};
            const int y = (int)(at[k] * i.height);
            cover[k] += s[4 * ((size_t)y * (size_t)i.width + (size_t)x) + 3] / 255.0 / i.width;
        }
    assert_true(cover[0] > 0.6 && cover[0] < 0.95);
    assert_true(cover[1] < 0.85 * cover[0] && cover[2] < 0.4 * cover[0]);
    for (int x = 0; x < i.width; x++) assert_int_equal(s[4 * x + 3], 0);
    pd_io_image_deinit(&i);
}

static void lashes_are_dense_at_the_root_and_gone_at_the_tip(void **state)
{
    (void)state;
    pd_io_image i = drawn(pd_factory_texture_lash);
    const unsigned char *s = i.samples;
    int rows[3] = {0};
    assert_int_equal(i.channels, 4);
    for (int x = 0; x < i.width; x++)
        for (int r = 0; r < 3; r++) rows[r] += s[4 * (r * (i.height - 1) / 2 * i.width + x) + 3] >= 128;
    assert_int_equal(rows[0], i.width);
    assert_true(rows[1] > i.width / 8 && rows[1] < i.width * 3 / 4);
    assert_true(rows[2] < i.width / 16);
    pd_io_image_deinit(&i);
}

static void only_the_iris_takes_the_colour(void **state)
{
    (void)state;
    pd_io_image eye;
    pd_buffer png = {0}, out = {0};
    const unsigned char blue[3] = {40, 80, 160};
    assert_int_equal(pd_io_image_init(&eye, 512, 512, 3, 8, NULL), PD_OK);
    memset(eye.samples, 36, 3 * 512 * 512); /* luminance .14: the middle tone of an iris */
    assert_int_equal(pd_io_png_write(&png, &eye, NULL), PD_OK);
    pd_io_image_deinit(&eye);

    assert_int_equal(pd_factory_texture_iris(&out, (pd_bytes){png.data, png.size}, blue, NULL), PD_OK);
    assert_int_equal(pd_io_png_read(&eye, out.data, out.size, NULL, NULL), PD_OK);
    const unsigned char *s = eye.samples;
    const unsigned char *inside = s + 3 * ((int)(0.298 * 256) * 256 + (int)(0.705 * 256)),
                        *outside = s + 3 * (10 * 256 + 10);
    for (int c = 0; c < 3; c++) assert_true(abs(inside[c] - blue[c]) <= 4);
    assert_true(outside[0] == outside[2] && outside[0] == 40);
    pd_io_image_deinit(&eye);
    assert_int_not_equal(pd_factory_texture_iris(&out, (pd_bytes){png.data, 20}, blue, NULL), PD_OK);
    pd_buffer_deinit(&png);
    pd_buffer_deinit(&out);

    const float clear[2] = {0.93f, 0.94f}, white[2] = {0.3f, 0.7f};
    assert_true(pd_factory_texture_is_clear(clear));
    assert_false(pd_factory_texture_is_clear(white));
}

/* In this square only a disc about (.935, .934) is clear. */
static void the_clear_patch_is_one_disc(void **state)
{
    static const struct {
        float uv[2];
        bool clear;
    } rows[] = {{{0.935f, 0.934f}, true}, {{0.87f, 0.934f}, true},  {{0.935f, 0.87f}, true},
                {{0.86f, 0.934f}, false}, {{0.935f, 0.86f}, false}, {{0.1f, 0.934f}, false},
                {{0.935f, 0.1f}, false},  {{0.99f, 0.99f}, false},  {{0.5f, 0.5f}, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(pd_factory_texture_is_clear(rows[i].uv), rows[i].clear);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cloth_is_grey_and_light),
        cmocka_unit_test(strands_run_along_v_and_change_along_u),
        cmocka_unit_test(a_tuft_of_curls_is_whole_inside_and_clear_outside),
        cmocka_unit_test(curls_leave_no_gaps),
        cmocka_unit_test(whiskers_show_skin_and_get_fewer_towards_the_edge),
        cmocka_unit_test(lashes_are_dense_at_the_root_and_gone_at_the_tip),
        cmocka_unit_test(only_the_iris_takes_the_colour),
        cmocka_unit_test(the_clear_patch_is_one_disc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
