/* Tests the sheets of people and clothes: how many cells they have, which poses and expressions, and that an
 * unknown sheet is refused by name. */
#include "factory/wardrobe/sheets.h"

#include "core/retarget/lids.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_smpl_model *model;
static pd_wardrobe *wardrobe;
static float rotations[PD_TOOL_SHEET_CELLS][9 * PD_SMPL_MAX_JOINTS];
static pd_tool_dressed_cell cells[PD_TOOL_SHEET_CELLS];

static int setup(void **state)
{
    (void)state;
    for (int i = 0; i < PD_TOOL_SHEET_CELLS; i++) cells[i].rotations = rotations[i];
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK ||
           pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    pd_wardrobe_release(wardrobe);
    return 0;
}

/* Returns the degrees by which the middle joint of the left middle finger is turned: joint 29 of SMPL-X's. */
static double bent(int cell)
{
    const float *m = rotations[cell] + 9 * 29;
    return acos(fmin(1, fmax(-1, ((double)m[0] + m[4] + m[8] - 1) / 2))) * 180 / 3.14159265358979;
}

static void a_street_is_of_twenty_people_whose_hands_rest(void **state)
{
    (void)state;
    int count;
    assert_int_equal(pd_tool_sheet_fill(cells, &count, "street", model, wardrobe, 1, NULL), PD_OK);
    assert_int_equal(count, 20);
    for (int i = 0; i < count; i++) {
        assert_true(fabs(bent(i) - 22) < 0.1);
        assert_true(cells[i].outfit.items[PD_WARDROBE_OUTFIT] >= 0);
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(cells[i].betas, cells[j].betas, sizeof cells[i].betas);
    }
}

static void hands_are_in_all_named_poses(void **state)
{
    (void)state;
    int count;
    assert_int_equal(pd_tool_sheet_fill(cells, &count, "hands", model, wardrobe, 1, NULL), PD_OK);
    assert_int_equal(count, 2 * PD_SMPL_HAND_POSE_COUNT);
    assert_true(fabs(bent(PD_SMPL_HAND_FIST) - 85) < 0.1 && bent(PD_SMPL_HAND_OPEN) < 0.1);
    assert_string_equal(cells[PD_SMPL_HAND_POINT].label, "point");
    assert_non_null(cells[0].close_up);
}

static void faces_have_expressions_of_both_sides_or_of_one(void **state)
{
    (void)state;
    int count;
    assert_int_equal(pd_tool_sheet_fill(cells, &count, "expressions", model, wardrobe, 1, NULL), PD_OK);
    assert_int_equal(count, 12);
    for (int i = 0; i < count; i++) {
        int moved = 0;
        for (int e = 0; e < model->expression_count; e++) moved += cells[i].expression[e] > 0;
        if (!moved) fail_msg("%s has no expression", cells[i].label);
        assert_true(cells[i].is_portrait);
    }
    for (int e = 0; e < model->expression_count; e++) {
        const char *name = model->data.expression_names[e];
        if (strncmp(name, "eyeBlink", 8) != 0) continue;

        /* The lids close as those of each body need it. */
        const bool is_left = !strcmp(name, "eyeBlinkLeft");
        const float both = pd_retarget_lids_factor(model, e, cells[2].betas, model->beta_count),
                    one = pd_retarget_lids_factor(model, e, cells[9].betas, model->beta_count);
        assert_true(cells[2].expression[e] == both && cells[9].expression[e] == (is_left ? one : 0));
    }
}

static void an_unknown_sheet_is_refused_with_the_known_names(void **state)
{
    (void)state;
    pd_error err;
    int count = 3;
    assert_int_equal(pd_tool_sheet_fill(cells, &count, "crowd", model, wardrobe, 1, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(count, 0);
    assert_non_null(strstr(err.detail, "crowd; people, faces"));
}

static void every_head_of_hair_is_seen_from_four_sides(void **state)
{
    (void)state;
    int count;
    assert_int_equal(pd_tool_sheet_fill(cells, &count, "hair", model, wardrobe, 1, NULL), PD_OK);
    assert_true(count >= 20 && count % 4 == 0);
    for (int i = 0; i < count; i++) {
        const int item = cells[i].outfit.items[PD_WARDROBE_HAIR];
        assert_int_equal(wardrobe->items[item].slot, PD_WARDROBE_HAIR);
        assert_string_equal(cells[i].label, wardrobe->items[item].name);
        assert_true((i % 4 == 3) == (cells[i].pitch > 1));
        assert_true(i < 4 || item > cells[i - 4].outfit.items[PD_WARDROBE_HAIR]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_street_is_of_twenty_people_whose_hands_rest),
                                       cmocka_unit_test(every_head_of_hair_is_seen_from_four_sides),
                                       cmocka_unit_test(hands_are_in_all_named_poses),
                                       cmocka_unit_test(faces_have_expressions_of_both_sides_or_of_one),
                                       cmocka_unit_test(an_unknown_sheet_is_refused_with_the_known_names)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
