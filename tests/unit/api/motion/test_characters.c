/* Users' own characters: read from a file, refused with what was seen. */
#include "api/motion/characters.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

static pd_api_skeleton *read_file(const pd_buffer *file, const pd_fit_avatar_wanted *wanted, int count,
                                  pd_api_problems *p)
{
    *p = (pd_api_problems){0};
    return pd_api_character_read((pd_bytes){file->data, file->size}, wanted, count, 0, "", p);
}

static void a_character_keeps_its_match_and_its_file(void **state)
{
    const avatar_spec spec = {.vrm = 2, .turned = 1};
    pd_buffer file = {0};
    pd_api_problems p;
    (void)state;
    avatar_make(&file, &spec);
    pd_api_skeleton *made = read_file(&file, NULL, 0, &p);
    assert_non_null(made);
    assert_string_equal(made->kind, "vrm");
    assert_int_equal(made->match->by[PD_HUMAN_L_HAND], PD_MATCH_VRM);
    assert_string_equal(pd_api_skeleton_joint_name(made, made->match->joints[PD_HUMAN_L_HAND]), "leftHand");
    assert_int_equal(made->file_bytes, file.size);
    assert_memory_equal(made->file, file.data, file.size);
    pd_api_skeleton_release(made);
    pd_buffer_deinit(&file);
}

static void what_is_no_person_is_refused_with_what_was_seen(void **state)
{
    const avatar_spec spec = {.vrm = 0};
    const pd_fit_avatar_wanted wrong = {"leftHand", "paw"};
    pd_buffer file = {0}, chair = {0};
    pd_api_problems p;
    (void)state;
    avatar_make(&file, &spec);
    assert_null(read_file(&file, &wrong, 1, &p));
    assert_int_equal(p.count, 1);
    assert_non_null(strstr(p.items[0].detail, "/match/leftHand: no joint \"paw\""));

    avatar_pack(&chair,
                "{\"nodes\":[{\"name\":\"seat\",\"children\":[1]},{\"name\":\"back\"}],\"skins\":[{"
                "\"joints\":[0,1]}]}",
                NULL, 0);
    assert_null(read_file(&chair, NULL, 0, &p));
    assert_non_null(strstr(p.items[0].detail, "2 joints (seat, back"));
    pd_buffer_deinit(&file), pd_buffer_deinit(&chair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_keeps_its_match_and_its_file),
        cmocka_unit_test(what_is_no_person_is_refused_with_what_was_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
