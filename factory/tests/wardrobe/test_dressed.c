/* Draws a person with and without a red top. Pixels at the waist must be of cloth in one picture and of skin
 * in the other. */
#include "core/base/executor.h"
#include "factory/wardrobe/dressed.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static double redness(const pd_io_image *p, int x)
{
    const unsigned char *s =
        (const unsigned char *)p->samples + 3 * ((size_t)(p->height / 2) * (size_t)p->width + (size_t)x);
    return (double)s[0] - s[2];
}

static void clothes_cover_the_skin_in_a_picture(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_smpl_model *model;
    pd_io_image picture;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);

    pd_tool_dressed_cell cells[2] = {{.palette = PD_WARDROBE_PALETTE}, {.palette = PD_WARDROBE_PALETTE}};
    assert_int_equal(pd_wardrobe_choose(&cells[0].outfit, w, "none", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_choose(&cells[1].outfit, w, "tee-trousers", NULL), PD_OK);
    const pd_tool_dressed_sheet sheet = {model, w, NULL, cells, 2, 2, 64, 64, &pd_executor_serial};
    assert_int_equal(pd_tool_dressed_render(&picture, &sheet, NULL), PD_OK);
    assert_int_equal(picture.width, 128);
    /* the waist of the dressed one is cloth, not skin */
    assert_true(redness(&picture, 32) > 20);
    assert_true(redness(&picture, 96) != redness(&picture, 32));
    pd_io_image_deinit(&picture);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clothes_cover_the_skin_in_a_picture)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
