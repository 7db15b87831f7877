/* Names of known rigs: what is one name, and what a row says of a bone. */
#include "core/retarget/character/rig_names.h"
#include "tests/support/cmocka.h"

#include <string.h>

static const pd_retarget_rig_names *row_of(const char *rig)
{
    for (const pd_retarget_rig_names *row = pd_retarget_rigs; row->rig; row++)
        if (!strcmp(row->rig, rig)) return row;
    fail_msg("no rig %s", rig);
    return NULL;
}

static void case_separators_and_namespaces_do_not_count(void **state)
{
    (void)state;
    assert_int_equal(pd_retarget_rig_same("mixamorig:LeftArm", "LeftArm"), 2);
    assert_int_equal(pd_retarget_rig_same("mixamorigLeftArm", "LeftArm"), 2);
    assert_int_equal(pd_retarget_rig_same("Armature|upper_arm.L", "upperarm_l"), 2);
    assert_int_equal(pd_retarget_rig_same("Bip001 L UpperArm", "Bip01 L UpperArm"), 2);
}

static void numbers_that_exporters_append_count_less(void **state)
{
    (void)state;
    assert_int_equal(pd_retarget_rig_same("LeftArm_08", "LeftArm"), 1);
    assert_int_equal(pd_retarget_rig_same("neck_01", "neck_01"), 2);
    assert_int_equal(pd_retarget_rig_same("LeftArm08", "LeftArm"), 0);
    assert_int_equal(pd_retarget_rig_same("_08", ""), 0);
}

static void other_joints_are_not_the_same(void **state)
{
    (void)state;
    assert_int_equal(pd_retarget_rig_same("LeftForeArm", "LeftArm"), 0);
    assert_int_equal(pd_retarget_rig_same("右腕", "左腕"), 0);
    assert_int_equal(pd_retarget_rig_same("左腕", "左腕"), 2);
    assert_int_equal(pd_retarget_rig_same("thigh_twist_01_l", "thigh_l"), 0);
    assert_int_equal(pd_retarget_rig_same("", "Hips"), 0);
    assert_int_equal(pd_retarget_rig_same("---", "Hips"), 0);
}

static void a_row_says_the_side_in_its_own_word(void **state)
{
    char name[64];
    (void)state;
    assert_true(pd_retarget_rig_name(name, sizeof name, row_of("unreal"), PD_HUMAN_R_LOWER_LEG));
    assert_string_equal(name, "calf_r");
    assert_true(pd_retarget_rig_name(name, sizeof name, row_of("mixamo"), PD_HUMAN_L_TOES));
    assert_string_equal(name, "LeftToeBase");
    assert_true(pd_retarget_rig_name(name, sizeof name, row_of("3ds-biped"), PD_HUMAN_R_HAND));
    assert_string_equal(name, "Bip01 R Hand");
    assert_true(pd_retarget_rig_name(name, sizeof name, row_of("smpl"), PD_HUMAN_HEAD));
    assert_string_equal(name, "head");
    assert_false(pd_retarget_rig_name(name, sizeof name, row_of("makehuman"), PD_HUMAN_L_TOES));
    assert_false(pd_retarget_rig_name(name, sizeof name, row_of("unreal"), PD_HUMAN_CHEST));
    assert_false(pd_retarget_rig_name(name, 4, row_of("unreal"), PD_HUMAN_R_LOWER_LEG));
}

static void names_reduced_once_are_compared_alike(void **state)
{
    static const char *const names[] = {"mixamorig:LeftArm", "LeftArm_08", "neck_01", "neck", "_08", ""};
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            pd_retarget_rig_reduced a, b;
            pd_retarget_rig_reduce(&a, names[i]);
            pd_retarget_rig_reduce(&b, names[k]);
            assert_int_equal(pd_retarget_rig_same_reduced(&a, &b), pd_retarget_rig_same(names[i], names[k]));
        }
    pd_retarget_rig_reduced numbered;
    pd_retarget_rig_reduce(&numbered, "LeftArm_08");
    assert_string_equal(numbered.whole, "leftarm08");
    assert_string_equal(numbered.without_number, "leftarm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_separators_and_namespaces_do_not_count),
        cmocka_unit_test(numbers_that_exporters_append_count_less),
        cmocka_unit_test(other_joints_are_not_the_same),
        cmocka_unit_test(names_reduced_once_are_compared_alike),
        cmocka_unit_test(a_row_says_the_side_in_its_own_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
