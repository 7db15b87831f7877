/* A person found by the tree and the rest pose alone. */
#include "core/retarget/character/shape.h"
#include "core/retarget/character/match.h"
#include "tests/support/people.h"

#include <stdbool.h>

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

/* Joints of people.h, and a branch below one of them, on both sides if is_pair. */
static const struct attachment {
    const char *what;
    int up;
    bool is_pair;
    int count;
    pd_vec3 at[5];
} attachments[] = {
    {"wings",
     2,
     true,
     5,
     {{.06, 1.35, -.12}, {.35, 1.6, -.25}, {.7, 1.8, -.3}, {1.1, 1.7, -.3}, {1.4, 1.4, -.3}}},
    {"folded wings", 2, true, 4, {{.06, 1.35, -.12}, {.3, 1.5, -.2}, {.45, 1, -.25}, {.4, .4, -.25}}},
    {"a cape", 2, true, 4, {{.16, 1.4, -.1}, {.25, 1.1, -.18}, {.3, .8, -.2}, {.35, .3, -.2}}},
    {"a tail", 0, false, 4, {{0, .9, -.12}, {0, .6, -.3}, {0, .2, -.5}, {0, .02, -.8}}},
    {"long hair", 4, false, 4, {{0, 1.7, -.1}, {0, 1.45, -.16}, {0, 1.2, -.18}, {0, .7, -.2}}},
    {"two tails of hair",
     4,
     true,
     5,
     {{.1, 1.7, -.05}, {.25, 1.6, -.08}, {.3, 1.3, -.1}, {.3, .9, -.1}, {.25, .2, -.1}}},
    {"a scarf", 3, false, 3, {{.05, 1.5, .1}, {.08, 1.2, .14}, {.1, .9, .2}}},
    {"a sword", 12, false, 3, {{-.78, 1.45, .05}, {-.78, 1.45, .6}, {-.78, 1.45, 1.2}}},
    {"ears", 4, true, 3, {{.05, 1.76, 0}, {.07, 2, 0}, {.08, 2.3, 0}}}};

static void a_person_is_found_with_wings_a_cape_a_tail_hair_and_a_sword(void **state)
{
    static char names[10][4] = {"+0", "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9"};
    static const people_spec spec = {0};
    pd_vec3 at[PEOPLE_JOINTS];
    (void)state;

    people_rest(at, &spec);
    for (size_t a = 0; a < sizeof attachments / sizeof *attachments; a++) {
        const struct attachment *what = &attachments[a];
        pd_anim_joint made[PEOPLE_JOINTS + 10];
        pd_vec3 rest[PD_ANIM_MAX_JOINTS];
        pd_anim_skeleton s;
        int joints[PD_ANIM_HUMAN_COUNT], count = PEOPLE_JOINTS;
        double unsure[PD_ANIM_HUMAN_COUNT];
        char why[160];

        for (int i = 0; i < PEOPLE_JOINTS; i++) {
            const int up = people_bone(i)->up;
            made[i] = (pd_anim_joint){people_name(&spec, i), up < 0 ? NULL : people_name(&spec, up),
                                      up < 0 ? at[i] : pd_vec3_sub(at[i], at[up])};
        }
        for (int side = 0; side < (what->is_pair ? 2 : 1); side++)
            for (int i = 0; i < what->count; i++) {
                pd_vec3 x = what->at[i], up = i ? what->at[i - 1] : at[what->up];
                if (side) x.x = -x.x;
                if (side && i) up.x = -up.x;
                made[count] = (pd_anim_joint){
                    names[count - PEOPLE_JOINTS],
                    i ? names[count - PEOPLE_JOINTS - 1] : people_name(&spec, what->up), pd_vec3_sub(x, up)};
                count++;
            }
        assert_int_equal(pd_anim_skeleton_init(&s, made, count, NULL), PD_OK);
        pd_anim_skeleton_forward(rest, NULL, &s, NULL, pd_vec3_make(0, 0, 0));
        if (!pd_retarget_shape_find(joints, unsure, why, &s, rest)) fail_msg("%s: %s", what->what, why);
        for (int i = 0; i < PEOPLE_JOINTS; i++) {
            const pd_anim_human bone = pd_retarget_human_of(people_bone(i)->bone);
            if (bone == PD_HUMAN_NONE || bone == PD_HUMAN_SPINE || bone == PD_HUMAN_CHEST) continue;
            if (strcmp(s.names[joints[bone]], people_name(&spec, i)))
                fail_msg("%s: %s is %s, not %s", what->what, pd_anim_human_names[bone], s.names[joints[bone]],
                         people_name(&spec, i));
        }
    }
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
        cmocka_unit_test(a_person_is_found_with_wings_a_cape_a_tail_hair_and_a_sword),
        cmocka_unit_test(a_chain_a_star_and_a_dog_are_no_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
