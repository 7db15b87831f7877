/* Which joints are a person's: by request, by VRM, by names, by the tree and by shape; what is refused, what is doubted. */
#include "core/retarget/avatar/match.h"
#include "tests/support/people.h"

/* Unreal's, by the order of tests/support/people.h. */
static const char *const unreal[PEOPLE_JOINTS] = {
    "pelvis",     "spine_01", "spine_02",   "neck_01",    "head",       "clavicle_l", "upperarm_l",
    "lowerarm_l", "hand_l",   "clavicle_r", "upperarm_r", "lowerarm_r", "hand_r",     "thigh_l",
    "calf_l",     "foot_l",   "thigh_r",    "calf_r",     "foot_r",     "ball_l",     "ball_r",
    "middle_l",   "middle_r", "head_leaf",  "tail"};
static const char *const mixamo[PEOPLE_JOINTS] = {"mixamorig:Hips",
                                                  "mixamorig:Spine",
                                                  "mixamorig:Spine1",
                                                  "mixamorig:Neck",
                                                  "mixamorig:Head",
                                                  "mixamorig:LeftShoulder",
                                                  "mixamorig:LeftArm",
                                                  "mixamorig:LeftForeArm",
                                                  "mixamorig:LeftHand",
                                                  "mixamorig:RightShoulder",
                                                  "mixamorig:RightArm",
                                                  "mixamorig:RightForeArm",
                                                  "mixamorig:RightHand",
                                                  "mixamorig:LeftUpLeg",
                                                  "mixamorig:LeftLeg",
                                                  "mixamorig:LeftFoot",
                                                  "mixamorig:RightUpLeg",
                                                  "mixamorig:RightLeg",
                                                  "mixamorig:RightFoot",
                                                  "mixamorig:LeftToeBase",
                                                  "mixamorig:RightToeBase",
                                                  "mixamorig:LeftHandMiddle1",
                                                  "mixamorig:RightHandMiddle1",
                                                  "mixamorig:HeadTop_End",
                                                  "tail"};

typedef struct scene {
    pd_anim_skeleton s;
    const char *names[PEOPLE_JOINTS], *bones[PEOPLE_JOINTS];
    int wanted[PD_ANIM_HUMAN_COUNT];
    pd_retarget_match match;
    pd_error err;
} scene;

/* names are the file's: the skeleton's own say nothing. */
static void begin(scene *c, const people_spec *spec, const char *const *names)
{
    memset(c, 0, sizeof *c);
    people_make(&c->s, spec);
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        c->names[i] = names ? names[i] : people_name(spec, i);
        c->bones[i] = "";
    }
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) c->wanted[b] = PD_MATCH_OPEN;
}

static pd_status run(scene *c, int vrm)
{
    const pd_retarget_match_job job = {&c->s, c->names, vrm ? c->bones : NULL, c->wanted};
    return pd_retarget_match_run(&c->match, &job, &c->err);
}

static void check(const scene *c, pd_retarget_match_by limbs)
{
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        const pd_anim_human bone = pd_retarget_human_of(people_bone(i)->bone);
        if (bone == PD_HUMAN_NONE) continue;
        if (c->match.joints[bone] != i)
            fail_msg("%s is joint %d, not %d", pd_anim_human_names[bone], c->match.joints[bone], i);
    }
    assert_int_equal(c->match.by[PD_HUMAN_L_LOWER_ARM], limbs);
    assert_int_equal(c->match.by[PD_HUMAN_R_FOOT], limbs);
}

static void joints_are_found_by_the_names_of_their_rig(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_string_equal(c.match.rig, "unreal");
    assert_int_equal(c.match.by[PD_HUMAN_SPINE], PD_MATCH_TREE);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) assert_string_equal(c.match.doubts[b], "");

    begin(&c, &(people_spec){.arms_down = 1}, mixamo);
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_string_equal(c.match.rig, "mixamo");
}

static void one_unknown_name_is_found_by_shape_or_in_another_rig(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    c.names[7] = "bone17";
    assert_int_equal(run(&c, 0), PD_OK);
    assert_int_equal(c.match.joints[PD_HUMAN_L_LOWER_ARM], 7);
    assert_int_equal(c.match.by[PD_HUMAN_L_LOWER_ARM], PD_MATCH_SHAPE);
    assert_int_equal(c.match.by[PD_HUMAN_R_LOWER_ARM], PD_MATCH_NAME);

    begin(&c, &(people_spec){0}, unreal);
    c.names[7] = "forearm.L"; /* rigify's */
    assert_int_equal(run(&c, 0), PD_OK);
    assert_int_equal(c.match.by[PD_HUMAN_L_LOWER_ARM], PD_MATCH_NAME);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_L_LOWER_ARM], "another rig"));
}

static void names_that_say_nothing_leave_the_shape(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){.arms_down = 0.7}, NULL);
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_SHAPE);
    assert_null(c.match.rig);
}

static void vrm_and_requests_win_over_names(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    for (int i = 0; i < PEOPLE_JOINTS; i++) c.bones[i] = i < AVATAR_BONES ? avatar_bones[i].bone : "";
    c.bones[8] = "", c.bones[21] = "leftHand"; /* its finger */
    c.wanted[PD_HUMAN_R_HAND] = 22;
    c.wanted[PD_HUMAN_NECK] = PD_MATCH_OMIT;
    assert_int_equal(run(&c, 1), PD_OK);
    assert_int_equal(c.match.joints[PD_HUMAN_L_HAND], 21);
    assert_int_equal(c.match.by[PD_HUMAN_L_HAND], PD_MATCH_VRM);
    assert_int_equal(c.match.joints[PD_HUMAN_R_HAND], 22);
    assert_int_equal(c.match.by[PD_HUMAN_R_HAND], PD_MATCH_REQUEST);
    assert_int_equal(c.match.joints[PD_HUMAN_NECK], -1);
}

static void a_request_that_is_not_below_its_parent_is_refused(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    c.wanted[PD_HUMAN_L_HAND] = 12; /* the right one */
    assert_int_equal(run(&c, 0), PD_ERR_INVALID);
    assert_string_equal(c.err.where, "/match/LeftHand");
    assert_non_null(strstr(c.err.detail, "hand_r"));

    begin(&c, &(people_spec){0}, unreal);
    c.wanted[PD_HUMAN_L_HAND] = PD_MATCH_OMIT;
    assert_int_equal(run(&c, 0), PD_ERR_INVALID);
}

static void the_rest_pose_is_turned_to_look_along_z(void **state)
{
    static const pd_quat turns[] = {{0, 0, 0, 1},
                                    {0, 1, 0, 0},
                                    {0.70710678, 0, 0, 0.70710678},
                                    {0, 0.70710678, 0, 0.70710678},
                                    {-0.5, -0.5, -0.5, 0.5},
                                    {0, 0.24740396, 0, 0.96891242},   /* half a radian about y */
                                    {0, -0.93203909, 0, 0.36235775}}; /* -2.4 radians          */
    (void)state;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        scene c;
        begin(&c, &(people_spec){.turned = turns[i]}, unreal);
        assert_int_equal(run(&c, 0), PD_OK);
        assert_near(pd_q_angle(pd_q_mul(c.match.facing, turns[i]), pd_q_identity()), 0, 1e-6);
    }
}

static void doubts_say_what_is_odd(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    c.s.offsets[7] = pd_vec3_scale(c.s.offsets[7], 2);
    assert_int_equal(run(&c, 0), PD_OK);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_L_LOWER_ARM], "2.00 times"));

    begin(&c, &(people_spec){0}, unreal);
    c.s.offsets[19].z = c.s.offsets[20].z = -0.13;
    assert_int_equal(run(&c, 0), PD_OK);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_L_TOES], "backwards"));

    begin(&c, &(people_spec){.turned = pd_q_axis_angle((pd_vec3){1, 0, 0}, 0.5)}, unreal);
    assert_int_equal(run(&c, 0), PD_OK);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_HIPS], "leans"));
}

static void an_animal_with_names_of_a_person_is_refused_with_what_was_seen(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    for (int i = 1; i < PEOPLE_JOINTS; i++) /* the trunk lies, the legs stand */
        if (c.s.parents[i] <= 2 && i < 13) c.s.offsets[i] = (pd_vec3){c.s.offsets[i].x, 0, c.s.offsets[i].y};
    assert_int_equal(run(&c, 0), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(c.err.detail, "animal"));
    assert_non_null(strstr(c.err.detail, "25 joints (pelvis, spine_01"));
}

static void every_bone_has_a_name_in_either_case(void **state)
{
    (void)state;
    assert_int_equal(pd_retarget_human_of("leftUpperArm"), PD_HUMAN_L_UPPER_ARM);
    assert_int_equal(pd_retarget_human_of("Hips"), PD_HUMAN_HIPS);
    assert_int_equal(pd_retarget_human_of("leftThumbProximal"), PD_HUMAN_NONE);
    assert_true(pd_retarget_match_is_required(PD_HUMAN_HEAD));
    assert_false(pd_retarget_match_is_required(PD_HUMAN_L_TOES));
    assert_false(pd_retarget_match_is_required(PD_HUMAN_NONE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_found_by_the_names_of_their_rig),
        cmocka_unit_test(one_unknown_name_is_found_by_shape_or_in_another_rig),
        cmocka_unit_test(names_that_say_nothing_leave_the_shape),
        cmocka_unit_test(vrm_and_requests_win_over_names),
        cmocka_unit_test(a_request_that_is_not_below_its_parent_is_refused),
        cmocka_unit_test(the_rest_pose_is_turned_to_look_along_z),
        cmocka_unit_test(doubts_say_what_is_odd),
        cmocka_unit_test(an_animal_with_names_of_a_person_is_refused_with_what_was_seen),
        cmocka_unit_test(every_bone_has_a_name_in_either_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
