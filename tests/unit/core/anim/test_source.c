/* Consistency of the tables about free motion capture: left with right, names with joints. */
#include "core/anim/source.h"

#include "core/anim/biped.h"
#include "tests/support/cmocka.h"
#include "tests/support/cmu.h"

/* Returns the source that is found for a skeleton with only these joints. */
static const pd_anim_source *marked(const char *a, const char *b, const char *c, const char *spine,
                                    pd_vec3 offset)
{
    static pd_anim_skeleton skeleton;
    const pd_anim_joint joints[] = {{"top", NULL, {0, 1, 0}},
                                    {a, "top", {0, 0.1, 0}},
                                    {b, "top", {0.1, 0, 0}},
                                    {c, "top", {0, 0.2, 0}},
                                    {spine, "top", offset}};
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, 5, NULL), PD_OK);
    return pd_anim_source_of(&skeleton);
}

static const char *const sources[] = {"biped",        "cmu-bvh",  "cmu-asf",   "cmu-daz", "accad-male",
                                      "accad-female", "100style", "reactidle", "smpl"};
enum { SOURCES = 9 };

static const pd_anim_source *source(int s)
{
    static const char *const marks[SOURCES][4] = {{"LHipJoint", "LeftFingerBase", "LowerBack", "LeftLeg"},
                                                  {"LHipJoint", "LeftFingerBase", "LowerBack", "LeftLeg"},
                                                  {"lhipjoint", "lfemur", "lowerback", "x"},
                                                  {"abdomen", "lShldr", "rButtock", "x"},
                                                  {"ToSpine", "LeftForeArm", "LeftToeBase", "Spine1"},
                                                  {"ToSpine", "LeftForeArm", "LeftToeBase", "Spine1"},
                                                  {"Chest4", "LeftCollar", "LeftToe", "x"},
                                                  {"pelvis", "spine.001", "face", "x"},
                                                  {"left_hip", "spine3", "right_wrist", "x"}};
    pd_vec3 offset = s == 1   ? pd_vec3_make(0.15, -0.4, 0)
                     : s == 4 ? pd_vec3_make(0.3, -0.1, 0)
                              : pd_vec3_make(0.03, -0.4, 0);
    return marked(marks[s][0], marks[s][1], marks[s][2], marks[s][3], offset);
}

static void every_source_is_known_by_its_marks(void **state)
{
    (void)state;
    for (int s = 0; s < SOURCES; s++) {
        assert_non_null(source(s));
        assert_string_equal(source(s)->name, sources[s]);
    }
    assert_null(marked("LHipJoint", "LeftFingerBase", "x", "y", pd_vec3_make(0, 1, 0)));
    assert_null(marked("a", "b", "c", "d", pd_vec3_make(0, 1, 0)));
}

/* A namespace or the name of a subject before all names; one that only some have,
 * or that is a part of the names, stays. */
static void a_prefix_that_all_joints_share_is_removed(void **state)
{
    (void)state;
    static const char *const before[] = {"Bob:", "mixamorig1:", "subject1_", "a|b:", "Char.1_"};
    static const char *const own[] = {"root", "Chest4", "LeftCollar", "LeftToe"};
    for (size_t p = 0; p < sizeof before / sizeof *before; p++)
        for (int some = 0; some < 2; some++) {
            char names[4][PD_ANIM_NAME_BYTES];
            pd_anim_joint joints[4];
            pd_anim_skeleton skeleton;
            for (int j = 0; j < 4; j++) {
                snprintf(names[j], sizeof names[j], "%s%s", some && j == 2 ? "" : before[p], own[j]);
                joints[j] = (pd_anim_joint){names[j], j ? names[0] : NULL, {0, 1, 0}};
            }
            assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, 4, NULL), PD_OK);
            assert_null(pd_anim_source_of(&skeleton));
            pd_anim_source_rename(&skeleton);
            for (int j = 0; j < 4; j++) assert_string_equal(skeleton.names[j], some ? names[j] : own[j]);
            if (!some) assert_string_equal(pd_anim_source_of(&skeleton)->name, "100style");
        }
}

/* "l" for "r", "Left" for "Right", ".L" for ".R" */
static void other_side(char *out, size_t size, const char *name)
{
    static const char *const pairs[][2] = {{"Left", "Right"}, {"left", "right"}, {".L", ".R"}};
    for (size_t i = 0; i < 6; i++) {
        const char *from = pairs[i / 2][i % 2], *to = pairs[i / 2][1 - i % 2], *found = strstr(name, from);
        if (!found) continue;
        snprintf(out, size, "%.*s%s%s", (int)(found - name), name, to, found + strlen(from));
        return;
    }
    snprintf(out, size, "%s", name);
    if (strchr("lrLR", name[0]) && strcmp(name, "root") && strcmp(name, "lowerback") &&
        strcmp(name, "lowerneck") && strcmp(name, "LowerBack"))
        out[0] = name[0] == 'l' ? 'r' : name[0] == 'r' ? 'l' : name[0] == 'L' ? 'R' : 'L';
}

static void mirrored_joints_are_answered_by_mirrored_names(void **state)
{
    (void)state;
    static const int mirror[PD_ANIM_SMPL_JOINTS] = {0,  2,  1,  3,  5,  4,  6,  8,  7,  9,  11, 10,
                                                    12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 23, 22};
    for (int s = 0; s < SOURCES; s++)
        for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
            const char *a = source(s)->smpl[k], *b = source(s)->smpl[mirror[k]];
            char wanted[64], first[64], second[64];
            assert_int_equal(!a, !b);
            if (!a) continue;
            snprintf(first, sizeof first, "%.*s", (int)strcspn(a, "@|"), a);
            other_side(wanted, sizeof wanted, first);
            snprintf(second, sizeof second, "%.*s", (int)strcspn(b, "@|"), b);
            assert_string_equal(second, wanted);
            if (mirror[k] == k) assert_string_equal(first, wanted);
        }
}

static void references_turn_both_sides_alike_or_are_captured(void **state)
{
    (void)state;
    for (int s = 0; s < SOURCES; s++) {
        if (s == 4) continue; /* a frame of capture */
        for (const pd_anim_reference_rotation *rotation = source(s)->reference; rotation->joint; rotation++) {
            char name[64];
            int found = 0;
            other_side(name, sizeof name, rotation->joint);
            for (const pd_anim_reference_rotation *other = source(s)->reference; other->joint; other++) {
                if (strcmp(other->joint, name)) continue;
                assert_near(other->x_deg, rotation->x_deg, 0);
                assert_near(other->y_deg, -rotation->y_deg, 0);
                assert_near(other->z_deg, -rotation->z_deg, 0);
                found++;
            }
            assert_int_equal(found, 1);
        }
    }
}

/* BVH and ASF are two files of one body: the same rotations, units and answers by other names. */
static void both_files_of_cmu_say_the_same(void **state)
{
    (void)state;
    const pd_anim_source *bvh = source(1), *asf = source(2);
    const pd_anim_reference_rotation *a = bvh->reference, *b = asf->reference;
    for (; a->joint && b->joint; a++, b++) {
        assert_near(a->x_deg, b->x_deg, 0);
        assert_near(a->y_deg, b->y_deg, 0);
        assert_near(a->z_deg, b->z_deg, 0);
    }
    assert_true(!a->joint && !b->joint);
    assert_near(bvh->metres_per_unit, asf->metres_per_unit, 0);
    assert_near(bvh->metres_per_unit, 0.0254 / 0.45, 1e-12);
    assert_near(bvh->rate, asf->rate, 0);
}

/* Turning CMU's spread legs by the reference lets them hang straight down. */
static void the_reference_of_cmu_closes_its_legs(void **state)
{
    (void)state;
    pd_anim_skeleton skeleton;
    pd_quat local[PD_ANIM_MAX_JOINTS];
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    assert_int_equal(pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, NULL), PD_OK);
    pd_anim_source_reference(local, &skeleton, pd_anim_source_of(&skeleton));
    pd_anim_skeleton_forward(p, NULL, &skeleton, local, pd_vec3_make(0, 0, 0));
    for (int side = 0; side < 2; side++) {
        pd_vec3 thigh = p[pd_anim_skeleton_find(&skeleton, side ? "RightUpLeg" : "LeftUpLeg")],
                shin = p[pd_anim_skeleton_find(&skeleton, side ? "RightLeg" : "LeftLeg")];
        assert_near(atan2(shin.x - thigh.x, thigh.y - shin.y) * 57.3, 0, 1.5);
    }
}

static void a_reference_is_turned_about_z_then_y_then_x(void **state)
{
    (void)state;
    static const pd_anim_reference_rotation rotations[] = {
        {"left_knee", 20, -50, 70}, {"nobody", 1, 2, 3}, {NULL, 0, 0, 0}};
    const pd_anim_joint joints[] = {{"pelvis", NULL, {0, 1, 0}}, {"left_knee", "pelvis", {0, -1, 0}}};
    pd_anim_source own = *source(8);
    pd_anim_skeleton skeleton;
    pd_quat local[PD_ANIM_MAX_JOINTS];
    own.reference = rotations;
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, 2, NULL), PD_OK);
    pd_anim_source_reference(local, &skeleton, &own);
    pd_vec3 v = pd_vec3_make(0.3, -0.2, 0.9);
    double a = 20 * M_PI / 180, b = -50 * M_PI / 180, c = 70 * M_PI / 180;
    pd_vec3 x = pd_vec3_make(v.x, cos(a) * v.y - sin(a) * v.z, sin(a) * v.y + cos(a) * v.z);
    pd_vec3 y = pd_vec3_make(cos(b) * x.x + sin(b) * x.z, x.y, cos(b) * x.z - sin(b) * x.x);
    pd_vec3 z = pd_vec3_make(cos(c) * y.x - sin(c) * y.y, sin(c) * y.x + cos(c) * y.y, y.z);
    assert_near(pd_vec3_distance(pd_q_rotate(local[1], v), z), 0, 1e-12);
    assert_near(pd_q_angle(local[0], pd_q_identity()), 0, 0);
}

static void bones_that_the_conversion_lost_are_restored_and_others_unchanged(void **state)
{
    (void)state;
    static const struct {
        const char *name, *like;
        double x, y;
    } rows[] = {{"Neck", "Spine1", 0, 1},          {"LeftShoulder", "Spine1", 0, 1},
                {"RightShoulder", "Spine1", 0, 1}, {"LeftFingerBase", "LeftHand", 0.5, 0},
                {"LThumb", "LeftHand", 0.5, 0},    {"RightFingerBase", "RightHand", -0.5, 0},
                {"RThumb", "RightHand", -0.5, 0}};
    pd_anim_skeleton whole, repaired;
    assert_int_equal(pd_anim_skeleton_init(&whole, cmu_joints, CMU_COUNT, NULL), PD_OK);
    const pd_anim_source *cmu = pd_anim_source_of(&whole);
    for (int lost = 0; lost < 2; lost++) {
        repaired = whole;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            int j = pd_anim_skeleton_find(&whole, rows[i].name);
            if (j >= 0) repaired.offsets[j] = lost ? pd_vec3_make(0, 0, 0) : pd_vec3_make(0.01, 0.02, 0.03);
        }
        pd_anim_source_repair(&repaired, cmu);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            int j = pd_anim_skeleton_find(&whole, rows[i].name),
                like = pd_anim_skeleton_find(&whole, rows[i].like);
            if (j < 0 || like < 0) continue;
            double length = pd_vec3_length(whole.offsets[like]);
            pd_vec3 wanted = lost ? pd_vec3_make(rows[i].x * length, rows[i].y * length, 0)
                                  : pd_vec3_make(0.01, 0.02, 0.03);
            assert_near(pd_vec3_distance(repaired.offsets[j], wanted), 0, 1e-12);
        }
    }
}

static void every_source_has_units_a_rate_and_a_line_of_text(void **state)
{
    (void)state;
    for (int s = 0; s < SOURCES; s++) {
        const pd_anim_source *a = source(s);
        assert_true(strlen(a->text) > 3);
        assert_true(a->metres_per_unit == 1 || a->metres_per_unit == 0.01 ||
                    fabs(a->metres_per_unit - 0.0254 / 0.45) < 1e-12);
        assert_true(a->rate == 0 || a->rate == 24 || a->rate == 30 || a->rate == 60 || a->rate == 120);
        assert_true(a->first_frame == 0 || a->first_frame == 1);
    }
}

/* Male 2's files without ToSpine: known by the bones along x; the same joints in a T-pose, or with ToSpine,
 * are not. The reference stands as that of the files with ToSpine does. */
static void accads_files_without_tospine_are_known_by_their_bones(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"Hips", NULL},
                                           {"Spine", "Hips"},
                                           {"Spine1", "Spine"},
                                           {"Neck", "Spine1"},
                                           {"Head", "Neck"},
                                           {"LeftShoulder", "Spine1"},
                                           {"LeftArm", "LeftShoulder"},
                                           {"LeftForeArm", "LeftArm"},
                                           {"LeftHand", "LeftForeArm"},
                                           {"RightShoulder", "Spine1"},
                                           {"RightArm", "RightShoulder"},
                                           {"RightForeArm", "RightArm"},
                                           {"RightHand", "RightForeArm"},
                                           {"LeftUpLeg", "Hips"},
                                           {"LeftLeg", "LeftUpLeg"},
                                           {"LeftFoot", "LeftLeg"},
                                           {"LeftToeBase", "LeftFoot"},
                                           {"RightUpLeg", "Hips"},
                                           {"RightLeg", "RightUpLeg"},
                                           {"RightFoot", "RightLeg"},
                                           {"RightToeBase", "RightFoot"}};
    enum { COUNT = sizeof names / sizeof *names };
    for (int kind = 0; kind < 3; kind++) { /* as captured, a T-pose, with ToSpine */
        pd_anim_joint joints[COUNT + 1];
        pd_anim_skeleton bare, whole;
        pd_quat of_bare[PD_ANIM_MAX_JOINTS], of_whole[PD_ANIM_MAX_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        int count = 0;
        for (int j = 0; j < COUNT; j++) {
            const char *above = names[j][1];
            if (j == 1 && kind == 2)
                joints[count++] = (pd_anim_joint){"ToSpine", "Hips", {0, 7, 0}}, above = "ToSpine";
            joints[count++] = (pd_anim_joint){names[j][0], above,
                                              kind == 1 ? pd_vec3_make(0, 10, 0) : pd_vec3_make(10, 2, 0)};
        }
        assert_int_equal(pd_anim_skeleton_init(kind == 2 ? &whole : &bare, joints, count, NULL), PD_OK);
        const pd_anim_source *found = pd_anim_source_of(kind == 2 ? &whole : &bare);
        if (kind == 1) {
            assert_null(found);
            continue;
        }
        assert_string_equal(found->name, kind ? "accad-male" : "accad-bare");
        pd_anim_source_reference(kind ? of_whole : of_bare, kind ? &whole : &bare, found);
        pd_quat world[PD_ANIM_MAX_JOINTS];
        static pd_quat spines[2];
        pd_anim_skeleton_forward(at, world, kind ? &whole : &bare, kind ? of_whole : of_bare,
                                 pd_vec3_make(0, 0, 0));
        spines[kind / 2] = world[pd_anim_skeleton_find(kind ? &whole : &bare, "Spine")];
        if (kind == 2) assert_true(pd_q_angle(spines[0], spines[1]) < 0.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_source_is_known_by_its_marks),
        cmocka_unit_test(a_prefix_that_all_joints_share_is_removed),
        cmocka_unit_test(mirrored_joints_are_answered_by_mirrored_names),
        cmocka_unit_test(references_turn_both_sides_alike_or_are_captured),
        cmocka_unit_test(both_files_of_cmu_say_the_same),
        cmocka_unit_test(the_reference_of_cmu_closes_its_legs),
        cmocka_unit_test(a_reference_is_turned_about_z_then_y_then_x),
        cmocka_unit_test(bones_that_the_conversion_lost_are_restored_and_others_unchanged),
        cmocka_unit_test(every_source_has_units_a_rate_and_a_line_of_text),
        cmocka_unit_test(accads_files_without_tospine_are_known_by_their_bones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
