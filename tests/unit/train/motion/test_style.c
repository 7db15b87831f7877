/* Tests which people become styles: one name in all folders, and enough motion. */
#include "train/motion/style.h"
#include "tests/support/cmocka.h"
#include "tests/support/stroll.h"

static void a_person_has_one_name_in_all_folders(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"cmu2/acclaim/127/127_03.amc", "cmu-127"},
                                           {"cmu3/acclaim/127/127_33.amc", "cmu-127"},
                                           {"accad/female1/Female1_B03_Walk1.bvh", "accad-female1"},
                                           {"100style/Neutral_FW.bvh", "100style-neutral"},
                                           {"2/a,b c.bvh", "2-a-b-c"},
                                           {"walk.bvh", "walk"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pd_model_name name;
        pd_train_motion_style(name, names[i][0]);
        assert_string_equal(name, names[i][1]);
    }
}

static void a_person_who_moves_too_little_does_not_become_a_style(void **state)
{
    (void)state;
    static const stroll walk = {.frames = 240, .speed = 1.2, .swing = 0.4};
    const stroll walks[] = {walk, walk, walk, walk};
    pd_character_motions list;
    stroll_list(&list, walks, 4);
    strcpy(list.items[0].name, "b/two_1.bvh"), strcpy(list.items[1].name, "a/one_1.bvh");
    strcpy(list.items[2].name, "b/two_2.bvh"), strcpy(list.items[3].name, "c/three_1.bvh");
    for (int t = 0; t < 240; t++) list.items[3].gaits[t][PD_PFNN_STAND] = 1;

    pd_train_styles_find(&list, 2.5); /* .75 of 4 s each: who stands still for all of it is none */
    assert_int_equal(list.styles.count, 2);
    assert_string_equal(list.styles.names[0], "a-one");
    assert_int_equal(pd_train_style_of(&list.styles, "b/two_9.bvh"), 1);
    assert_int_equal(pd_train_style_of(&list.styles, "c/three_1.bvh"), -1);

    pd_train_styles_find(&list, 5);
    assert_int_equal(list.styles.count, 1);
    assert_string_equal(list.styles.names[0], "b-two");
    pd_character_motions_deinit(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_has_one_name_in_all_folders),
        cmocka_unit_test(a_person_who_moves_too_little_does_not_become_a_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
