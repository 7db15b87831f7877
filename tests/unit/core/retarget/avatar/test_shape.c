/* A person found by the tree and the rest pose alone. */
#include "core/retarget/avatar/shape.h"
#include "core/retarget/avatar/match.h"
#include "tests/support/people.h"

static int find(int *joints, char why[160], const people_spec *spec, pd_anim_skeleton *s)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    double unsure[PD_ANIM_HUMAN_COUNT];
    people_make(s, spec);
    pd_anim_skeleton_forward(rest, NULL, s, NULL, pd_vec3_make(0, 0, 0));
    return pd_retarget_shape_find(joints, unsure, why, s, rest);
}

static void check(const people_spec *spec)
{
    pd_anim_skeleton s;
    int joints[PD_ANIM_HUMAN_COUNT];
    char why[160];
    if (!find(joints, why, spec, &s)) fail_msg("%s", why);
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        const pd_anim_human bone = pd_retarget_human_of(people_bone(i)->bone);
        if (bone == PD_HUMAN_NONE || bone == PD_HUMAN_SPINE || bone == PD_HUMAN_CHEST) continue;
        if (joints[bone] != i) fail_msg("%s is joint %d, not %d", pd_anim_human_names[bone], joints[bone], i);
    }
}

static void a_person_is_found_in_a_t_pose_and_with_arms_down(void **state)
{
    (void)state;
    check(&(people_spec){.size = 1});
    check(&(people_spec){.arms_down = 0.8});
    check(&(people_spec){.arms_down = 1.3, .knees = 0.2, .feet_out = 0.5});
    check(&(people_spec){.size = 100});
}

static void any_axis_may_be_up_and_in_front(void **state)
{
    (void)state;
    check(&(people_spec){.turned = {0, 1, 0, 0}});                   /* looks along -Z */
    check(&(people_spec){.turned = {0, 0.70710678, 0, 0.70710678}}); /* along +X  */
    check(&(people_spec){.turned = {0.70710678, 0, 0, 0.70710678}}); /* Z is up   */
}

static void a_chain_a_star_and_a_dog_are_no_person(void **state)
{
    (void)state;
    pd_anim_skeleton s;
    pd_vec3 rest[8];
    int joints[PD_ANIM_HUMAN_COUNT];
    double unsure[PD_ANIM_HUMAN_COUNT];
    char why[160] = "";
    static const pd_anim_joint chair[] = {
        {"seat", NULL, {0, 0.4, 0}},         {"back", "seat", {0, 0.5, -0.2}},
        {"leg1", "seat", {0.2, -0.4, 0.2}},  {"leg2", "seat", {-0.2, -0.4, 0.2}},
        {"leg3", "seat", {0.2, -0.4, -0.2}}, {"leg4", "seat", {-0.2, -0.4, -0.2}}};
    assert_int_equal(pd_anim_skeleton_init(&s, chair, 6, NULL), PD_OK);
    pd_anim_skeleton_forward(rest, NULL, &s, NULL, pd_vec3_make(0, 0, 0));
    assert_false(pd_retarget_shape_find(joints, unsure, why, &s, rest));
    assert_true(strlen(why) > 10);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) assert_int_equal(joints[b], -1);

    static const pd_anim_joint one[] = {{"a", NULL, {0, 0, 0}}};
    assert_int_equal(pd_anim_skeleton_init(&s, one, 1, NULL), PD_OK);
    pd_anim_skeleton_forward(rest, NULL, &s, NULL, pd_vec3_make(0, 0, 0));
    assert_false(pd_retarget_shape_find(joints, unsure, why, &s, rest));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_is_found_in_a_t_pose_and_with_arms_down),
        cmocka_unit_test(any_axis_may_be_up_and_in_front),
        cmocka_unit_test(a_chain_a_star_and_a_dog_are_no_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
