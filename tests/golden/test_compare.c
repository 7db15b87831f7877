/* Compares close-ups of bent joints with tests/golden/compare.png, a picture that was checked by eye, as
 * test_render.c does (POSED_GOLDEN=write writes it again). The body is synthetic, so a newly trained model
 * does not change the picture. Largest difference seen between gcc and clang builds: 0. */
#include "tests/support/fixture.h"
#include "tests/support/golden.h"
#include "tools/draw/compare.h"

static pd_io_image render(const pd_executor *executor)
{
    pd_smpl_model *model = pd_fixture_model(&(pd_fixture){.vertices = 800, .seed = 4});
    const float betas[] = {1};
    const pd_tool_compare compare = {.model = model,
                                     .betas = betas,
                                     .beta_count = 1,
                                     .first = 3, /* knee 120, hip 90 */
                                     .count = 2,
                                     .size = 112,
                                     .scale = 2};
    pd_io_image picture;
    pd_error err = {0};
    if (pd_tool_compare_render(&picture, &compare, executor, &err)) fail_msg("%s: %s", err.where, err.detail);
    pd_smpl_model_release(model);
    return picture;
}

static void pictures_of_bends_are_unchanged(void **state)
{
    (void)state;
    pd_io_image got = render(&pd_fixture_shuffled);
    assert_int_equal(got.width, 5 * 112); /* LBS, DQS, LBS+P, DQS+P, target */
    golden_check(&got, "tests/golden/compare.png");
    pd_io_image_deinit(&got);
}

static void the_picture_does_not_depend_on_the_executor(void **state)
{
    (void)state;
    pd_io_image one = render(&pd_fixture_shuffled), other = render(&pd_fixture_shuffled);
    assert_memory_equal(one.samples, other.samples, 3 * (size_t)one.width * (size_t)one.height);
    pd_io_image_deinit(&one);
    pd_io_image_deinit(&other);
}

static void contact_is_shown_in_three_columns(void **state)
{
    (void)state;
    pd_smpl_model *model = pd_fixture_model(&(pd_fixture){.vertices = 800, .seed = 4});
    pd_tool_compare compare = {.model = model, .contact = 1, .first = 3, .count = 2, .size = 64, .scale = 1};
    pd_io_image picture;
    pd_error err = {0};
    assert_int_equal(pd_tool_compare_render(&picture, &compare, &pd_fixture_shuffled, &err), PD_OK);
    assert_int_equal(picture.width, 3 * 64);
    assert_int_equal(picture.height, 2 * 64);
    pd_io_image_deinit(&picture);
    compare.count = 3;
    assert_int_equal(pd_tool_compare_render(&picture, &compare, &pd_fixture_shuffled, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "compare");
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_of_bends_are_unchanged),
        cmocka_unit_test(the_picture_does_not_depend_on_the_executor),
        cmocka_unit_test(contact_is_shown_in_three_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
