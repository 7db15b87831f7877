/* The close-ups of bends against a picture that was looked at by eye: tests/golden/compare.png, as test_render.c
 * (POSED_GOLDEN=write makes it anew). The body is the tests' own, so that training a model anew leaves it alone.
 * Largest difference seen between gcc and clang builds: 0. */
#include "core/io/file.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tools/compare.h"

#include <stdlib.h>

#define GOLDEN      "tests/golden/compare.png"
#define LARGEST     48  /* of 255, a pixel */
#define LARGEST_SUM 0.2 /* of 255, mean    */

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

static void compare(const pd_io_image *got, const pd_io_image *want)
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
    assert_true(largest <= LARGEST);
    assert_true(sum / (double)count <= LARGEST_SUM);
}

static void the_bends_look_as_they_did(void **state)
{
    (void)state;
    pd_io_image got = render(&pd_executor_serial), want;
    pd_buffer file = {0};
    pd_bytes bytes;
    pd_error err;
    if (getenv("POSED_GOLDEN") && !strcmp(getenv("POSED_GOLDEN"), "write")) {
        assert_int_equal(pd_io_png_write(&file, &got, &err), PD_OK);
        assert_int_equal(pd_file_write(GOLDEN, file.data, file.size, &err), PD_OK);
    }
    assert_int_equal(got.width, 5 * 112); /* LBS, DQS, LBS+P, DQS+P, target */
    assert_int_equal(pd_file_map(&bytes, GOLDEN, &err), PD_OK);
    assert_int_equal(pd_io_png_read(&want, bytes.data, bytes.size, NULL, &err), PD_OK);
    compare(&got, &want);
    pd_file_unmap(&bytes);
    pd_buffer_deinit(&file);
    pd_io_image_deinit(&got);
    pd_io_image_deinit(&want);
}

static void the_picture_does_not_depend_on_the_executor(void **state)
{
    (void)state;
    pd_io_image one = render(&pd_executor_serial), other = render(&pd_fixture_shuffled);
    assert_memory_equal(one.samples, other.samples, 3 * (size_t)one.width * (size_t)one.height);
    pd_io_image_deinit(&one);
    pd_io_image_deinit(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bends_look_as_they_did),
        cmocka_unit_test(the_picture_does_not_depend_on_the_executor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
