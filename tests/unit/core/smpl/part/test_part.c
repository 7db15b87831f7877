/* Tests the indices of the parts of a pose, and hands by principal components. */
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "core/smpl/data/import.h"
#include "core/smpl/part/part.h"

/* Makes a model of so many joints with their public names and nothing else; free its names. */
static pd_smpl_model named(int joint_count)
{
    pd_smpl_model model = {.joint_count = joint_count};
    model.data.joint_names = calloc((size_t)joint_count, PD_SMPL_NAME_BYTES);
    for (int k = 0; k < joint_count; k++) pd_smpl_joint_name(model.data.joint_names[k], k, joint_count);
    return model;
}

static void expect_part(const pd_smpl_model *model, pd_smpl_part part, int first, int count)
{
    int f, c;
    assert_true(pd_smpl_part_find(&f, &c, model, part));
    if (f != first || c != count)
        fail_msg("%s: %d joints from %d, not %d from %d", pd_smpl_part_name(part), c, f, count, first);
}

static void parts_of_the_pose_have_the_indices_of_smplx(void **state)
{
    (void)state;
    const struct {
        int joints;
        int at[PD_SMPL_PART_COUNT][2]; /* first, count; count 0: not there */
    } models[] = {
        {24, {{0, 1}, {1, 23}}},
        {52, {{0, 1}, {1, 21}, {22, 15}, {37, 15}}},
        {55, {{0, 1}, {1, 21}, {25, 15}, {40, 15}, {0, 0}, {0, 0}, {22, 1}, {23, 1}, {24, 1}}},
        {16, {{0, 1}, {0, 0}, {0, 0}, {0, 0}, {1, 15}}},
        {5, {{0, 1}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {1, 1}, {2, 1}, {3, 1}, {4, 1}}},
        {7, {{0, 1}}},
    };

    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        pd_smpl_model model = named(models[m].joints);
        for (int part = 0; part < PD_SMPL_PART_COUNT; part++) {
            const int *at = models[m].at[part];
            int first, count;
            if (at[1])
                expect_part(&model, (pd_smpl_part)part, at[0], at[1]);
            else
                assert_false(pd_smpl_part_find(&first, &count, &model, (pd_smpl_part)part));
        }
        free(model.data.joint_names);
    }
}

static void a_root_named_like_a_finger_is_not_a_hand(void **state)
{
    (void)state;
    pd_smpl_model model = named(16);
    int first, count;
    strcpy(model.data.joint_names[0], "index1");
    strcpy(model.data.joint_names[1], "index0");
    assert_false(pd_smpl_part_find(&first, &count, &model, PD_SMPL_PART_HAND));
    free(model.data.joint_names);
}

static void a_hand_pose_is_its_mean_plus_its_components(void **state)
{
    (void)state;
    float mean[PD_SMPL_HAND_ANGLES], components[2 * PD_SMPL_HAND_ANGLES], angles[PD_SMPL_HAND_ANGLES];
    for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) {
        mean[a] = 0.01f * (float)a;
        components[a] = a == 3, components[PD_SMPL_HAND_ANGLES + a] = a == 44 ? -2 : 0;
    }
    const pd_smpl_hand hand = {2, mean, components};
    const float c[] = {0.5f, 0.25f};

    pd_smpl_hand_angles(angles, &hand, c, 2, false);
    assert_float_equal(angles[0], 0, 1e-7);
    assert_float_equal(angles[3], 0.03 + 0.5, 1e-6);
    assert_float_equal(angles[44], 0.44 - 0.5, 1e-6);
    pd_smpl_hand_angles(angles, &hand, c, 1, true);
    assert_float_equal(angles[3], 0.5, 1e-6);
    assert_float_equal(angles[44], 0, 1e-7);
}

static void hand_components_are_found_for_their_own_part_only(void **state)
{
    (void)state;
    float mean[PD_SMPL_HAND_ANGLES] = {0};
    pd_smpl_model model = named(55);
    assert_null(pd_smpl_part_hand(&model, PD_SMPL_PART_LEFT_HAND));
    model.data.hands[1].mean = mean;
    assert_null(pd_smpl_part_hand(&model, PD_SMPL_PART_LEFT_HAND));
    assert_ptr_equal(pd_smpl_part_hand(&model, PD_SMPL_PART_RIGHT_HAND), &model.data.hands[1]);
    assert_null(pd_smpl_part_hand(&model, PD_SMPL_PART_JAW));
    free(model.data.joint_names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_the_pose_have_the_indices_of_smplx),
        cmocka_unit_test(a_root_named_like_a_finger_is_not_a_hand),
        cmocka_unit_test(a_hand_pose_is_its_mean_plus_its_components),
        cmocka_unit_test(hand_components_are_found_for_their_own_part_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
