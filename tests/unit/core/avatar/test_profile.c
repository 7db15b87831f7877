/* Profiles, and lists of morph targets by group and by name. */
#include "core/avatar/profile.h"

#include "tests/support/cmocka.h"

static void groups_hold_what_their_standards_name(void **state)
{
    (void)state;
    assert_true(pd_avatar_morph_wanted("arkit", "jawOpen"));
    assert_false(pd_avatar_morph_wanted("arkit", "viseme_aa"));
    assert_true(pd_avatar_morph_wanted("visemes", "viseme_sil"));
    assert_false(pd_avatar_morph_wanted("visemes", "jawOpen"));
    assert_true(pd_avatar_morph_wanted("none, all", "jawOpen"));
    assert_false(pd_avatar_morph_wanted("none", "jawOpen"));
    assert_false(pd_avatar_morph_wanted("", "jawOpen"));
}

static void names_are_whole_words(void **state)
{
    (void)state;
    assert_true(pd_avatar_morph_wanted("visemes, jawOpen", "jawOpen"));
    assert_false(pd_avatar_morph_wanted("jawOpenWide", "jawOpen"));
    assert_false(pd_avatar_morph_wanted("jaw", "jawOpen"));
}

static void an_unknown_morph_name_is_found(void **state)
{
    (void)state;
    const char *const names[] = {"jawOpen", "viseme_sil"};
    int length = 0;
    assert_null(pd_avatar_morph_unknown("arkit,visemes,jawOpen", names, 2, &length));
    assert_null(pd_avatar_morph_unknown("", names, 2, &length));
    const char *word = pd_avatar_morph_unknown("arkit, smile ,jawOpen", names, 2, &length);
    assert_int_equal(length, 5);
    assert_memory_equal(word, "smile", 5);
}

/* Mixamo's end joints have Mixamo's names, so only profiles with these names may ask for them; VRM files are
 * in the T-pose. */
static void profiles_have_the_names_and_poses_of_their_programs(void **state)
{
    (void)state;
    for (int id = 0; id < PD_AVATAR_PROFILE_COUNT; id++) {
        const pd_avatar_profile *p = pd_avatar_profile_of((pd_avatar_profile_id)id);
        assert_non_null(p->morphs);
        if (p->has_ends || p->is_bare) assert_int_equal(p->names, PD_NAMES_MIXAMO);
        if (!p->vrm) continue;
        assert_int_equal(p->names, PD_NAMES_VRM);
        assert_false(p->is_a_pose);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_hold_what_their_standards_name),
        cmocka_unit_test(names_are_whole_words),
        cmocka_unit_test(an_unknown_morph_name_is_found),
        cmocka_unit_test(profiles_have_the_names_and_poses_of_their_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
