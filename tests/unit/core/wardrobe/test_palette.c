/* Tests the colours of skin and hair: their order, linear values and greying. */
#include "core/wardrobe/palette.h"

#include <math.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void skin_runs_from_dark_to_light(void **state)
{
    (void)state;
    float dark[3], light[3], middle[3];
    pd_wardrobe_skin_color(dark, 0);
    pd_wardrobe_skin_color(light, 1);
    pd_wardrobe_skin_color(middle, 0.5);
    assert_true(fabsf(dark[0] - 0.1070f) < 1e-3f && fabsf(light[2] - 0.3072f) < 1e-3f);
    for (int c = 0; c < 3; c++) assert_true(dark[c] < middle[c] && middle[c] < light[c]);
    assert_true(light[0] > light[1] && light[1] > light[2]);
}

static void colours_are_linear(void **state)
{
    (void)state;
    float white[3], black[3];
    assert_true(fabsf(pd_wardrobe_linear(0.5) - 0.21404f) < 1e-4f);
    assert_true(fabsf(pd_wardrobe_linear(0.02) - 0.02f / 12.92f) < 1e-6f);
    pd_wardrobe_hair_rgb(white, PD_WARDROBE_HAIR_WHITE, 0);
    pd_wardrobe_hair_rgb(black, PD_WARDROBE_HAIR_BLACK, 0);
    assert_true(white[1] > 0.6f && black[1] < 0.01f);
    assert_int_equal(pd_wardrobe_iris_srgb(PD_WARDROBE_IRIS_BLUE)[2], 164);
}

/* More white hairs are lighter, for every colour but white: from the colour itself to white, and with few of
 * them less than the light of both adds up to. */
static void grey_hair_is_between_its_colour_and_white(void **state)
{
    (void)state;
    float white[3];
    pd_wardrobe_hair_rgb(white, PD_WARDROBE_HAIR_WHITE, 0);
    for (int h = 0; h < PD_WARDROBE_HAIR_WHITE; h++) {
        float own[3], all[3], last[3];
        pd_wardrobe_hair_rgb(own, (pd_wardrobe_hair_color)h, 0);
        pd_wardrobe_hair_rgb(all, (pd_wardrobe_hair_color)h, 1);
        memcpy(last, own, sizeof last);
        for (int part = 1; part < 10; part++) {
            float some[3];
            pd_wardrobe_hair_rgb(some, (pd_wardrobe_hair_color)h, part / 10.0);
            for (int c = 0; c < 3; c++) {
                assert_true(some[c] > last[c] && some[c] < own[c] + (float)part / 10 * (white[c] - own[c]));
                last[c] = some[c];
            }
        }
        for (int c = 0; c < 3; c++) assert_true(fabsf(all[c] - white[c]) < 1e-6f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(skin_runs_from_dark_to_light),
                                       cmocka_unit_test(colours_are_linear),
                                       cmocka_unit_test(grey_hair_is_between_its_colour_and_white)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
