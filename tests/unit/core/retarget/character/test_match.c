/* Which joints are a person's: by request, by VRM, by names, by the tree and by shape;
 * what is refused, what is doubted. */
#include "core/retarget/character/match.h"
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

/* The names of Unreal and of Mixamo, with something before and after each of them. */
static void a_prefix_or_suffix_common_to_all_names_is_ignored(void **state)
{
    static const struct {
        const char *before, *after;
        const char *const *names;
    } rows[] = {
        {"SK_Hero_", "", unreal}, {"", "_JNT", unreal}, {"c:rp ", " bind", unreal}, {"DEF-", "", unreal}};
    static char made[PEOPLE_JOINTS][64];
    scene c;
    (void)state;

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        begin(&c, &(people_spec){0}, rows[r].names);
        for (int i = 0; i < PEOPLE_JOINTS; i++) {
            snprintf(made[i], sizeof made[i], "%s%s%s", rows[r].before, rows[r].names[i], rows[r].after);
            c.names[i] = made[i];
        }
        assert_int_equal(run(&c, 0), PD_OK);
        check(&c, PD_MATCH_NAME);
        assert_string_equal(c.match.rig, "unreal");
    }
}

/* A person of Japanese MMD names: lower and upper body are two branches, goals of IK stand below the root,
 * and the legs have doubles with the suffix D that move the mesh. */
static void lower_and_upper_body_may_be_two_branches(void **state)
{
    static const struct {
        const char *name, *up;
        double x, y, z;
    } rows[] = {{"全ての親", NULL, 0, 0, 0},
                {"センター", "全ての親", 0, .6, 0},
                {"腰", "センター", 0, 1, 0},
                {"上半身", "腰", 0, 1.02, 0},
                {"上半身2", "上半身", 0, 1.2, 0},
                {"首", "上半身2", 0, 1.45, 0},
                {"頭", "首", 0, 1.53, 0},
                {"左肩", "上半身2", .04, 1.4, 0},
                {"左腕", "左肩", .17, 1.4, 0},
                {"左ひじ", "左腕", .44, 1.4, 0},
                {"左手首", "左ひじ", .69, 1.4, 0},
                {"右肩", "上半身2", -.04, 1.4, 0},
                {"右腕", "右肩", -.17, 1.4, 0},
                {"右ひじ", "右腕", -.44, 1.4, 0},
                {"右手首", "右ひじ", -.69, 1.4, 0},
                {"下半身", "腰", 0, 1, 0},
                {"左足", "下半身", .09, .92, 0},
                {"左ひざ", "左足", .09, .5, .01},
                {"左足首", "左ひざ", .09, .09, 0},
                {"右足", "下半身", -.09, .92, 0},
                {"右ひざ", "右足", -.09, .5, .01},
                {"右足首", "右ひざ", -.09, .09, 0},
                {"左足ＩＫ", "全ての親", .09, .09, 0},
                {"右足ＩＫ", "全ての親", -.09, .09, 0},
                {"左足D", "下半身", .09, .92, 0},
                {"左ひざD", "左足D", .09, .5, .01},
                {"左足首D", "左ひざD", .09, .09, 0},
                {"右足D", "下半身", -.09, .92, 0},
                {"右ひざD", "右足D", -.09, .5, .01},
                {"右足首D", "右ひざD", -.09, .09, 0}};
    enum { ALL = sizeof rows / sizeof *rows, DOUBLES = ALL - 6 };
    const int counts[] = {DOUBLES, ALL};
    const char *file[ALL];
    pd_anim_joint joints[ALL];
    pd_anim_skeleton s;
    pd_retarget_match match;
    pd_error err = {0};
    (void)state;

    for (int is_named = 1; is_named >= 0; is_named--)
        for (int n = 0; n < 2 - !is_named; n++) {
            for (int i = 0; i < counts[n]; i++) {
                pd_vec3 at = pd_vec3_make(rows[i].x, rows[i].y, rows[i].z);
                for (int k = 0; k < i; k++)
                    if (rows[i].up && !strcmp(rows[i].up, rows[k].name))
                        at = pd_vec3_sub(at, pd_vec3_make(rows[k].x, rows[k].y, rows[k].z));
                joints[i] = (pd_anim_joint){rows[i].name, rows[i].up, at};
                file[i] = is_named ? rows[i].name : "";
            }
            assert_int_equal(pd_anim_skeleton_init(&s, joints, counts[n], &err), PD_OK);
            const pd_retarget_match_job job = {&s, file, NULL, NULL};
            if (pd_retarget_match_run(&match, &job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

            const char *shank = n ? "左ひざD" : "左ひざ";
            assert_string_equal(rows[match.joints[PD_HUMAN_HIPS]].name, "腰");
            assert_string_equal(rows[match.joints[PD_HUMAN_L_LOWER_LEG]].name, shank);
            assert_string_equal(rows[match.joints[PD_HUMAN_R_FOOT]].name, n ? "右足首D" : "右足首");
            assert_string_equal(rows[match.joints[PD_HUMAN_R_HAND]].name, "右手首");
            assert_string_equal(rows[match.joints[PD_HUMAN_L_SHOULDER]].name, "左肩");
            assert_string_equal(rows[match.joints[PD_HUMAN_HEAD]].name, "頭");
        }
}

/* Shoulders without a known name: the joint between chest and arm. */
static void a_shoulder_is_found_by_the_tree(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    c.names[5] = "sh_a", c.names[9] = "sh_b";
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_int_equal(c.match.by[PD_HUMAN_L_SHOULDER], PD_MATCH_TREE);
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

static void names_without_meaning_leave_the_shape_unchanged(void **state)
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
    c.wanted[PD_HUMAN_L_FOOT] = PD_MATCH_OMIT;
    assert_int_equal(run(&c, 0), PD_ERR_INVALID);

    begin(&c, &(people_spec){0}, unreal); /* hands may be left out */
    c.wanted[PD_HUMAN_L_HAND] = PD_MATCH_OMIT;
    assert_int_equal(run(&c, 0), PD_OK);
    assert_int_equal(c.match.joints[PD_HUMAN_L_HAND], -1);
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

static void warnings_name_the_odd_values(void **state)
{
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, unreal);
    c.s.offsets[7] = pd_vec3_scale(c.s.offsets[7], 2);
    assert_int_equal(run(&c, 0), PD_OK);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_L_LOWER_ARM], "2.00 times"));

    begin(&c, &(people_spec){0}, unreal); /* one foot backwards: no exchange of sides */
    c.s.offsets[19].z = -0.13;
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_L_TOES], "backwards"));

    begin(&c, &(people_spec){.turned = pd_q_axis_angle((pd_vec3){1, 0, 0}, 0.5)}, unreal);
    assert_int_equal(run(&c, 0), PD_OK);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_HIPS], "leans"));
}

/* A mirrored file: the joint with the left's name is on the right. */
static void names_of_the_other_side_are_exchanged_and_reported(void **state)
{
    const char *mirrored[PEOPLE_JOINTS];
    char made[PEOPLE_JOINTS][32];
    scene c;
    (void)state;
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        snprintf(made[i], sizeof made[i], "%s", unreal[i]);
        char *end = strlen(made[i]) > 2 ? made[i] + strlen(made[i]) - 2 : made[i];
        if (!strcmp(end, "_l") || !strcmp(end, "_r")) end[1] = end[1] == 'l' ? 'r' : 'l';
        mirrored[i] = made[i];
    }
    begin(&c, &(people_spec){0}, mirrored);
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_near(pd_q_angle(c.match.facing, pd_q_identity()), 0, 1e-6);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_HIPS], "exchanged"));

    /* A caller that names a limb is believed. */
    begin(&c, &(people_spec){0}, mirrored);
    c.wanted[PD_HUMAN_L_FOOT] = 18;
    assert_int_equal(run(&c, 0), PD_OK);
    assert_int_equal(c.match.joints[PD_HUMAN_L_FOOT], 18);
    assert_non_null(strstr(c.match.doubts[PD_HUMAN_L_TOES], "backwards"));
}

/* Joints of bipeds of 3ds Max: thighs below the spine, clavicles below the neck. */
static const struct biped_row {
    const char *name, *up, *other;
    double x, y, z;
} biped[] = {{"Bip01", NULL, "b0", 0, .95, 0},
             {"Bip01 Pelvis", "Bip01", "b1", 0, .95, 0},
             {"Bip01 Spine", "Bip01 Pelvis", "b2", 0, 1.05, 0},
             {"Bip01 Spine1", "Bip01 Spine", "b3", 0, 1.25, 0},
             {"Bip01 Neck", "Bip01 Spine1", "b4", 0, 1.47, 0},
             {"Bip01 Head", "Bip01 Neck", "b5", 0, 1.55, 0},
             {"Bip01 L Clavicle", "Bip01 Neck", "b6", .04, 1.4, 0},
             {"Bip01 L UpperArm", "Bip01 L Clavicle", "b7", .17, 1.4, 0},
             {"Bip01 L Forearm", "Bip01 L UpperArm", "b8", .44, 1.4, 0},
             {"Bip01 L Hand", "Bip01 L Forearm", "b9", .69, 1.4, 0},
             {"Bip01 R Clavicle", "Bip01 Neck", "b10", -.04, 1.4, 0},
             {"Bip01 R UpperArm", "Bip01 R Clavicle", "b11", -.17, 1.4, 0},
             {"Bip01 R Forearm", "Bip01 R UpperArm", "b12", -.44, 1.4, 0},
             {"Bip01 R Hand", "Bip01 R Forearm", "b13", -.69, 1.4, 0},
             {"Bip01 L Thigh", "Bip01 Spine", "b14", .09, .92, 0},
             {"Bip01 L Calf", "Bip01 L Thigh", "b15", .09, .5, .01},
             {"Bip01 L Foot", "Bip01 L Calf", "b16", .09, .09, 0},
             {"Bip01 L Toe0", "Bip01 L Foot", "b17", .09, .02, .12},
             {"Bip01 R Thigh", "Bip01 Spine", "b18", -.09, .92, 0},
             {"Bip01 R Calf", "Bip01 R Thigh", "b19", -.09, .5, .01},
             {"Bip01 R Foot", "Bip01 R Calf", "b20", -.09, .09, 0},
             {"Bip01 R Toe0", "Bip01 R Foot", "b21", -.09, .02, .12}};

static void clavicles_below_the_neck_and_thighs_below_the_spine_are_carried(void **state)
{
    enum { ALL = sizeof biped / sizeof *biped };
    const char *names[ALL];
    pd_anim_joint joints[ALL];
    pd_anim_skeleton s;
    pd_retarget_match match;
    pd_error err = {0};
    (void)state;

    for (int named = 0; named < 2; named++) {
        for (int i = 0; i < ALL; i++) {
            int up = 0;
            while (biped[i].up && strcmp(biped[up].name, biped[i].up)) up++;
            const struct biped_row *p = &biped[up];
            names[i] = named ? biped[i].name : biped[i].other;
            joints[i] = (pd_anim_joint){
                biped[i].other, biped[i].up ? p->other : NULL,
                biped[i].up ? pd_vec3_make(biped[i].x - p->x, biped[i].y - p->y, biped[i].z - p->z)
                            : pd_vec3_make(biped[i].x, biped[i].y, biped[i].z)};
        }
        assert_int_equal(pd_anim_skeleton_init(&s, joints, ALL, &err), PD_OK);
        const pd_retarget_match_job job = {&s, names, NULL, NULL};
        if (pd_retarget_match_run(&match, &job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

        /* Without names the thighs' parent is the hips. */
        const int wanted[][2] = {{6, 3}, {10, 3}, {14, 1}, {18, 1}};
        assert_int_equal(match.carry.count, named ? 4 : 2);
        for (int i = 0; i < match.carry.count; i++) {
            assert_int_equal(match.carry.joints[i], wanted[i][0]);
            assert_int_equal(match.carry.by[i], wanted[i][1]);
        }
        assert_int_equal(match.joints[PD_HUMAN_HIPS], named ? 1 : 2);
        assert_int_equal(match.joints[PD_HUMAN_NECK], 4);
        assert_int_equal(match.joints[PD_HUMAN_L_SHOULDER], 6);
        assert_int_equal(match.joints[PD_HUMAN_SPINE], named ? 2 : 3);
        for (int b = 0; named && b < PD_ANIM_HUMAN_COUNT; b++) assert_string_equal(match.doubts[b], "");
    }
}

/* Synty's upper arm has the name of others' shoulder. Of rigs that have the same names of required bones, the
 * one with more of the others is used. */
static void a_rig_is_chosen_by_all_its_names(void **state)
{
    static const char *const synty[PEOPLE_JOINTS] = {
        "Hips",        "Spine_01",    "Spine_02",   "Neck",       "Head",    "Clavicle_L", "Shoulder_L",
        "Elbow_L",     "Hand_L",      "Clavicle_R", "Shoulder_R", "Elbow_R", "Hand_R",     "UpperLeg_L",
        "LowerLeg_L",  "Ankle_L",     "UpperLeg_R", "LowerLeg_R", "Ankle_R", "Ball_L",     "Ball_R",
        "Finger_01_L", "Finger_01_R", "Head_end",   "tail"};
    static const char *const optitrack[PEOPLE_JOINTS] = {
        "S:Hip",    "S:Ab",     "S:Ab2",       "S:Neck",  "S:Head",  "S:LShoulder", "S:LUArm",
        "S:LFArm",  "S:LHand",  "S:RShoulder", "S:RUArm", "S:RFArm", "S:RHand",     "S:LThigh",
        "S:LShin",  "S:LFoot",  "S:RThigh",    "S:RShin", "S:RFoot", "S:LToe",      "S:RToe",
        "S:LIndex", "S:RIndex", "S:end",       "S:tail"};
    static const char *const smpl[PEOPLE_JOINTS] = {
        "f_Pelvis",  "f_Spine1",  "f_Spine2",   "f_Neck",       "f_Head",    "f_L_Collar", "f_L_Shoulder",
        "f_L_Elbow", "f_L_Wrist", "f_R_Collar", "f_R_Shoulder", "f_R_Elbow", "f_R_Wrist",  "f_L_Hip",
        "f_L_Knee",  "f_L_Ankle", "f_R_Hip",    "f_R_Knee",     "f_R_Ankle", "f_L_Foot",   "f_R_Foot",
        "f_L_Hand",  "f_R_Hand",  "f_end",      "f_tail"};
    scene c;
    (void)state;
    begin(&c, &(people_spec){0}, synty);
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_string_equal(c.match.rig, "synty");
    begin(&c, &(people_spec){0}, smpl);
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_string_equal(c.match.rig, "smpl");
    begin(&c, &(people_spec){0}, optitrack); /* its shoulder is not the upper arm of others */
    assert_int_equal(run(&c, 0), PD_OK);
    check(&c, PD_MATCH_NAME);
    assert_string_equal(c.match.rig, "optitrack");
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) assert_string_equal(c.match.doubts[b], "");
}

static void an_animal_with_names_of_a_person_is_refused_with_the_names(void **state)
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
        cmocka_unit_test(a_prefix_or_suffix_common_to_all_names_is_ignored),
        cmocka_unit_test(lower_and_upper_body_may_be_two_branches),
        cmocka_unit_test(a_shoulder_is_found_by_the_tree),
        cmocka_unit_test(one_unknown_name_is_found_by_shape_or_in_another_rig),
        cmocka_unit_test(names_without_meaning_leave_the_shape_unchanged),
        cmocka_unit_test(vrm_and_requests_win_over_names),
        cmocka_unit_test(a_request_that_is_not_below_its_parent_is_refused),
        cmocka_unit_test(the_rest_pose_is_turned_to_look_along_z),
        cmocka_unit_test(warnings_name_the_odd_values),
        cmocka_unit_test(names_of_the_other_side_are_exchanged_and_reported),
        cmocka_unit_test(clavicles_below_the_neck_and_thighs_below_the_spine_are_carried),
        cmocka_unit_test(a_rig_is_chosen_by_all_its_names),
        cmocka_unit_test(an_animal_with_names_of_a_person_is_refused_with_the_names),
        cmocka_unit_test(every_bone_has_a_name_in_either_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
