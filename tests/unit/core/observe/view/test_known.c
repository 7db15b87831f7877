/* Tests that the bones between keypoints of a set are as long as the model's, by the forward pass. */
#include "core/observe/view/known.h"
#include "tests/support/sight.h"

static void bone_lengths_of_a_set_are_those_of_the_model(void **state)
{
    pd_smpl_model *model = sight_model();
    sight_person nobody = {.betas = {0}};
    sight s;
    pd_observe_known known;
    pd_observe_views views = {.camera_count = 0};
    float joints[3 * SIGHT_JOINTS];

    (void)state;
    for (int k = 0; k < SIGHT_JOINTS; k++)
        for (int i = 0; i < 3; i++) nobody.rotations[9 * k + 4 * i] = 1;
    sight_set(&s, model, &nobody, "coco17", 0);
    sight_pose(NULL, joints, model, &nobody);
    pd_observe_known_of(&known, model, s.seen, s.count);
    assert_int_equal(known.bone_count, 10);
    assert_int_equal(known.low_count, 2);
    assert_int_equal(known.high_count, 2);
    /* by the forward pass: the left thigh is from joint 1 to joint 4, COCO's places 11 and 13 */
    double square = 0;
    for (int c = 0; c < 3; c++) square += pow((double)(joints[3 + c] - joints[12 + c]), 2);
    assert_int_equal(known.bones[0].from, 11);
    assert_int_equal(known.bones[0].to, 13);
    assert_near(known.bones[0].length, sqrt(square), 1e-5);
    assert_true(known.low_height > 0.05 && known.low_height < 0.12);
    pd_observe_known_put(&views, &known);
    assert_ptr_equal(views.bones, known.bones);
    assert_int_equal(views.low[0], 15);
    assert_int_equal(views.high[1], 6);

    /* faces alone tell nothing of size */
    pd_observe_known_of(&known, model, s.seen, 5);
    assert_int_equal(known.bone_count, 0);
    assert_int_equal(known.low_count, 0);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bone_lengths_of_a_set_are_those_of_the_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
