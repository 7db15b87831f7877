/* The rig that is derived from a network's joints: bones, rigid pieces, legs, planted heights, arms. Networks
 * without a usable rig are refused. */
#include "core/character/control/rig.h"

#include "core/anim/ranges.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/databases.h"

#include <stdlib.h>

/* A model without weights: the rig looks at the outside only. */
typedef struct figure {
    pd_pfnn_model model;
    pd_model_name names[80];
    int parents[80];
    float offsets[3 * 80], y_mean[1200], y_std[1200];
    pd_character_start start;
    pd_character_rig rig;
} figure;

static void size_of(figure *f)
{
    pd_pfnn_network *n = &f->model.network;
    pd_pfnn_layout l = pd_pfnn_layout_of(n->sample_count, n->gait_count, n->joint_count);
    pd_pfnn_layout_add_styles(&l, n->style_count);
    n->x_dim = l.in_count, n->y_dim = l.out_count;
}

static figure *figure_of(const pd_anim_biped_joint *joints, int count)
{
    figure *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->model.network = (pd_pfnn_network){.joint_count = count,
                                         .parents = f->parents,
                                         .joint_names = f->names,
                                         .offsets = f->offsets,
                                         .y_mean = f->y_mean,
                                         .y_std = f->y_std,
                                         .sample_count = 12,
                                         .sample_step = 10,
                                         .gait_count = 6,
                                         .frame_rate = 60};
    for (int j = 0; j < count; j++) {
        snprintf(f->names[j], sizeof f->names[j], "%s", joints[j].name);
        f->parents[j] = joints[j].parent;
        f->offsets[3 * j] = (float)joints[j].x;
        f->offsets[3 * j + 1] = (float)joints[j].y;
        f->offsets[3 * j + 2] = (float)joints[j].z;
    }
    size_of(f);
    return f;
}

static figure *biped(void)
{
    return figure_of(pd_anim_biped_joints, PD_ANIM_BIPED_JOINTS);
}

static pd_character_rig *init(figure *f)
{
    pd_error err = {0};
    memset(&f->rig, 85, sizeof f->rig);
    if (pd_character_rig_init(&f->rig, &f->model, &err)) fail_msg("%s: %s", err.where, err.detail);
    return &f->rig;
}

static void expect_vector(pd_vec3 v, double x, double y, double z, double tolerance)
{
    assert_near(v.x, x, tolerance);
    assert_near(v.y, y, tolerance);
    assert_near(v.z, z, tolerance);
}

/* ---- the biped's own */

static void the_bipeds_joints_are_found_by_name(void **state)
{
    (void)state;
    figure *f = biped();
    const pd_character_rig *r = init(f);
    assert_ptr_equal(r->model, &f->model);
    assert_null(r->matching);
    assert_int_equal(r->step, 10);
    assert_int_equal(r->frames, 120);
    assert_int_equal(r->layout.out_count, f->model.network.y_dim);
    assert_int_equal(r->layout.in_count, f->model.network.x_dim);
    assert_int_equal(r->start.row_count, 0);
    pd_character_control control = pd_character_control_default();
    assert_memory_equal(&r->control, &control, sizeof control);

    assert_int_equal(r->foot_count, 2);
    for (int side = 0; side < 2; side++) {
        const pd_character_leg *leg = &r->legs[side];
        assert_int_equal(leg->thigh, side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH);
        assert_int_equal(leg->shin, side ? PD_BIPED_R_SHIN : PD_BIPED_L_SHIN);
        assert_int_equal(leg->heel, side ? PD_BIPED_R_FOOT : PD_BIPED_L_FOOT);
        assert_int_equal(leg->toe, side ? PD_BIPED_R_TOE : PD_BIPED_L_TOE);
        assert_near(leg->toe_rest, PD_ANIM_BIPED_TOE, 1e-12);
        assert_near(leg->heel_rest, PD_ANIM_BIPED_ANKLE, 1e-6);
        expect_vector(leg->knee_axis, 1, 0, 0, 0);
    }

    const pd_character_forearm *arms = r->forearms;
    assert_true(arms[0].elbow == 19 && arms[0].middle == 20 && arms[0].wrist == 21);
    assert_true(arms[1].elbow == 26 && arms[1].middle == 27 && arms[1].wrist == 28);
    static const int hands[PD_CHARACTER_RIG_HANDS] = {21, 28, 22, 29, 23, 30};
    assert_memory_equal(r->hands, hands, sizeof hands);
    assert_true(r->trunk.spine == 12 && r->trunk.chest == 13 && r->trunk.neck == 15 && r->trunk.head == 16);
    assert_true(r->trunk.arms[0] == 18 && r->trunk.arms[1] == 25);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *b = &pd_anim_biped_joints[j];
        assert_int_equal(r->skeleton.parents[j], b->parent);
        assert_string_equal(r->skeleton.names[j], b->name);
        expect_vector(r->skeleton.offsets[j], b->x, b->y, b->z, 1e-7);
    }
    free(f);
}

/* Returns whether a joint is apart from its parent. */
static int is_bone(const pd_anim_skeleton *s, int j)
{
    return s->parents[j] < 0 || s->offsets[j].x != 0 || s->offsets[j].y != 0 || s->offsets[j].z != 0;
}

/* Returns the wrist of the forearm that contains the joint, or -1. */
static int wrist_after(const pd_character_rig *r, int j)
{
    for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++)
        if (r->forearms[i].wrist >= 0 && r->forearms[i].middle == j) return r->forearms[i].wrist;
    return -1;
}

static int drives(const pd_character_rig *r, int j)
{
    return is_bone(&r->skeleton, j) && wrist_after(r, j) < 0;
}

static void bones_have_their_lengths_and_joints_their_ranges(void **state)
{
    (void)state;
    figure *f = biped();
    const pd_character_rig *r = init(f);
    int limited = 0;
    for (int j = 0; j < r->skeleton.joint_count; j++) {
        int side = 0;
        const pd_anim_range *range = pd_anim_range_of_biped(r->skeleton.names[j], &side);
        assert_ptr_equal(r->limits[j].range, range);
        if (range) assert_int_equal(r->limits[j].side, side);
        limited += range != NULL;
        assert_near(r->bones.length[j], pd_vec3_length(r->skeleton.offsets[j]), 0);
    }
    assert_int_equal(limited, r->skeleton.joint_count - 1); /* not the hips */
    assert_int_equal(r->limits[PD_BIPED_R_SHIN].side, -1);
    free(f);
}

static void expect_pieces(const pd_character_rig *r)
{
    const pd_anim_skeleton *s = &r->skeleton;
    int count = 0;
    for (int j = 0; j < s->joint_count; j++) {
        int driver = j;
        while (!drives(r, driver)) driver = s->parents[driver];
        assert_int_equal(r->bones.driver[j], driver);
    }
    for (int j = 0; j < s->joint_count; j++) {
        assert_int_equal(r->bones.first[j], count);
        for (int c = 0; c < s->joint_count; c++) {
            if (c == s->root || !drives(r, c) || r->bones.driver[s->parents[c]] != j) continue;
            if (wrist_after(r, s->parents[c]) >= 0 && wrist_after(r, s->parents[c]) != c) continue;
            assert_true(count < r->bones.first[s->joint_count]);
            assert_int_equal(r->bones.ends[count++], c);
        }
    }
    assert_int_equal(r->bones.first[s->joint_count], count);
}

static void joints_in_one_place_and_forearms_are_one_piece(void **state)
{
    (void)state;
    figure *f = biped();
    const pd_character_rig *r = init(f);
    expect_pieces(r);
    assert_int_equal(r->bones.driver[1], 0);  /* LHipJoint */
    assert_int_equal(r->bones.driver[11], 0); /* LowerBack */
    assert_int_equal(r->bones.driver[12], 12);
    assert_int_equal(r->bones.first[1] - r->bones.first[0], 3); /* thighs and the spine leave the hips */

    for (int side = 0; side < 2; side++) { /* a forearm is one bone, to the wrist: the thumb's is none */
        int elbow = side ? PD_BIPED_R_FOREARM : PD_BIPED_L_FOREARM;
        assert_int_equal(r->bones.driver[elbow + 1], elbow);
        assert_int_equal(r->bones.first[elbow + 1] - r->bones.first[elbow], 1);
        assert_int_equal(r->bones.ends[r->bones.first[elbow]], elbow + 2);
    }

    memset(f->offsets + 3 * 13, 0, 3 * sizeof *f->offsets); /* a piece of three, one below the other */
    memset(f->offsets + 3 * 14, 0, 3 * sizeof *f->offsets);
    expect_pieces(init(f));
    assert_int_equal(f->rig.bones.driver[14], 12);

    f->offsets[3 * 14 + 2] = 2e-6F; /* a bone, if a very short one */
    expect_pieces(init(f));
    assert_int_equal(f->rig.bones.driver[14], 14);
    f->offsets[3 * 14 + 2] = 5e-7F;
    assert_int_equal(init(f)->bones.driver[14], 12);
    free(f);
}

/* ---- bones of a network that has none */

static void a_network_without_bones_takes_them_from_its_mean_pose(void **state)
{
    (void)state;
    figure *f = biped();
    pd_rng rng;
    pd_rng_init(&rng, 6);
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    pd_anim_skeleton s;
    pd_quat local[PD_ANIM_BIPED_JOINTS], turned[PD_ANIM_BIPED_JOINTS];
    pd_vec3 at[PD_ANIM_BIPED_JOINTS];
    pd_anim_biped_skeleton(&s);
    s.offsets[22] = pd_vec3_make(0.0012, 0.0012, 0.0012); /* 2.08 mm: a bone; 1.7 mm is none */
    s.offsets[23] = pd_vec3_make(0.001, 0.001, 0.001);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_vec3 axis = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)};
        local[j] =
            pd_q_axis_angle(pd_vec3_scale(axis, 1 / pd_vec3_length(axis)), pd_rng_between(&rng, -1, 1));
    }
    pd_anim_skeleton_forward(at, turned, &s, local, pd_vec3_make(0.3, 0.9, -0.2));
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_vec3 half = pd_vec3_scale(pd_q_to_rotvec(turned[j]), 0.5);
        const double position[3] = {at[j].x, at[j].y, at[j].z}, rotation[3] = {half.x, half.y, half.z};
        for (int c = 0; c < 3; c++) {
            f->y_mean[l.out_positions + 3 * j + c] = (float)(100 * position[c]);
            f->y_mean[l.out_rotations + 3 * j + c] = (float)rotation[c];
        }
    }

    f->model.network.offsets = NULL;
    const pd_character_rig *r = init(f);
    expect_vector(r->skeleton.offsets[0], 0, 0, 0, 0);
    for (int j = 1; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_vec3 o = j == 23 ? pd_vec3_make(0, 0, 0) : s.offsets[j];
        expect_vector(r->skeleton.offsets[j], o.x, o.y, o.z, 1e-6);
    }
    free(f);
}

/* ---- planted heights */

/* Returns the planted heights of a figure whose settled pose has its joints
 * at these heights, left and right, in metres. */
static const pd_character_leg *rests_of(figure *f, double left_toe, double right_toe, double left_heel,
                                        double right_heel)
{
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, f->model.network.joint_count);
    f->model.start = &f->start;
    f->start.row_count = l.out_count;
    f->start.row[l.out_positions + 3 * PD_BIPED_L_TOE + 1] = (float)(100 * left_toe);
    f->start.row[l.out_positions + 3 * PD_BIPED_R_TOE + 1] = (float)(100 * right_toe);
    f->start.row[l.out_positions + 3 * PD_BIPED_L_FOOT + 1] = (float)(100 * left_heel);
    f->start.row[l.out_positions + 3 * PD_BIPED_R_FOOT + 1] = (float)(100 * right_heel);
    init(f);
    assert_memory_equal(&f->rig.start, &f->start, sizeof f->start);
    assert_near(f->rig.legs[0].toe_rest, f->rig.legs[1].toe_rest, 0);
    assert_near(f->rig.legs[0].heel_rest, f->rig.legs[1].heel_rest, 1e-9);
    return f->rig.legs;
}

static void expect_rests(const pd_character_leg *leg, double toe, double heel)
{
    assert_near(leg->toe_rest, toe, 1e-7);
    assert_near(leg->heel_rest, heel, 1e-7);
}

static void another_figures_feet_are_planted_where_it_settled(void **state)
{
    (void)state;
    figure *f = biped();
    expect_rests(rests_of(f, 0.04, 0.05, 0.08, 0.09), 0.025, 0.06); /* the biped's are known */
    for (int foot = 0; foot < 2; foot++)
        for (int more = 0; more < 2;
             more++) { /* a bone of the feet is longer by 1 mm: the biped; by 3 mm: another */
            free(f);
            f = biped();
            f->offsets[3 * (foot ? PD_BIPED_L_FOOT : PD_BIPED_L_TOE) + 2] += more ? 0.003F : 0.001F;
            const pd_character_leg *leg = rests_of(f, 0.04, 0.05, 0.08, 0.09);
            expect_rests(leg, more ? 0.04 : 0.025, more ? 0.08 : 0.06);
        }

    /* the lower of both sides */
    expect_rests(rests_of(f, 0.05, 0.03, 0.09, 0.07), 0.03, 0.07);
    expect_rests(rests_of(f, 0.03, 0.05, 0.09, 0.07), 0.03, 0.07);

    /* up to where they are believed, and just beyond: then all stay as they were */
    expect_rests(rests_of(f, 0.0051, 0.05, 0.0051, 0.05), 0.0051, 0.0051);
    expect_rests(rests_of(f, 0.149, 0.149, 0.299, 0.299), 0.149, 0.299);
    expect_rests(rests_of(f, 0.0049, 0.05, 0.08, 0.08), 0.025, 0.06);
    expect_rests(rests_of(f, 0.04, 0.04, 0.0049, 0.08), 0.025, 0.06);
    expect_rests(rests_of(f, 0.151, 0.151, 0.2, 0.2), 0.025, 0.06);
    expect_rests(rests_of(f, 0.04, 0.04, 0.301, 0.301), 0.025, 0.06);
    expect_rests(rests_of(f, NAN, NAN, 0.08, 0.08), 0.025, 0.06);

    f->start.row_count = 0; /* it did not settle */
    f->model.start = &f->start;
    init(f);
    expect_rests(f->rig.legs, 0.025, 0.06);
    free(f);
}

/* A heel is over its toe joint by the bone between, and never lower than a toe. */
static void a_heel_is_as_high_over_the_toe_as_the_bone_says(void **state)
{
    (void)state;
    figure *f = biped();
    f->offsets[3 * PD_BIPED_L_TOE + 1] = -0.08F;
    f->offsets[3 * PD_BIPED_R_TOE + 1] = 0.05F;
    init(f);
    assert_near(f->rig.legs[0].heel_rest, 0.105, 1e-7);
    assert_near(f->rig.legs[1].heel_rest, 0.025, 1e-7);
    free(f);
}

/* ---- legs and arms of other names */

static const pd_anim_biped_joint small[10] = {
    {"root", -1, 0, 0, 0, 0, 0}, {"a", 0, 0.1, -0.1, 0, 0, 0},      {"b", 1, 0, -0.4, 0, 0, 0},
    {"c", 2, 0, -0.4, 0, 0, 0},  {"left_foot", 3, 0, 0, 0.1, 0, 0}, {"d", 0, -0.1, -0.1, 0, 0, 0},
    {"e", 5, 0, -0.4, 0, 0, 0},  {"f", 6, 0, -0.4, 0, 0, 0},        {"right_foot", 7, 0, 0, 0.1, 0, 0},
    {"Head", 0, 0, 0.5, 0, 0, 0}};

static void toes_have_several_names_and_legs_three_joints_above_them(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"LeftToeBase", "RightToeBase"},
                                           {"LeftToe", "RightToe"},
                                           {"left_foot", "right_foot"},
                                           {"l_foot", "r_foot"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        figure *f = figure_of(small, 10);
        strcpy(f->names[4], names[i][0]), strcpy(f->names[8], names[i][1]);
        init(f);
        assert_int_equal(f->rig.foot_count, 2);
        assert_true(f->rig.legs[0].thigh == 1 && f->rig.legs[0].shin == 2 && f->rig.legs[0].heel == 3 &&
                    f->rig.legs[0].toe == 4);
        assert_true(f->rig.legs[1].thigh == 5 && f->rig.legs[1].shin == 6 && f->rig.legs[1].heel == 7 &&
                    f->rig.legs[1].toe == 8);
        assert_true(f->rig.trunk.spine == -1 && f->rig.trunk.head == 9);
        expect_pieces(&f->rig);
        assert_true(f->rig.forearms[0].elbow == -1 && f->rig.forearms[1].middle == -1 &&
                    f->rig.forearms[1].wrist == -1);
        for (int h = 0; h < PD_CHARACTER_RIG_HANDS; h++) assert_int_equal(f->rig.hands[h], -1);

        strcpy(f->names[i % 2 ? 4 : 8], "hoof"); /* one foot is none */
        init(f);
        assert_int_equal(f->rig.foot_count, 0);
        free(f);
    }
}

static void a_leg_needs_joints_above_it(void **state)
{
    (void)state;
    for (int cut = 0; cut < 4; cut++) { /* the thigh is the root, or there are fewer joints still */
        pd_anim_biped_joint joints[10];
        memcpy(joints, small, sizeof joints);
        joints[4].parent = cut;
        figure *f = figure_of(joints, 10);
        init(f);
        assert_int_equal(f->rig.foot_count, cut == 3 ? 2 : 0);
        free(f);
    }
}

static void a_forearm_is_three_joints_that_hang_on_one_another(void **state)
{
    (void)state;
    static const int parts[] = {26, 27, 28};
    for (int i = 0; i < 3; i++) {
        figure *f = biped();
        strcpy(f->names[parts[i]], "other");
        init(f);
        assert_int_equal(f->rig.forearms[0].wrist, 21);
        assert_true(f->rig.forearms[1].elbow == -1 && f->rig.forearms[1].middle == -1 &&
                    f->rig.forearms[1].wrist == -1);
        free(f);
    }
    for (int i = 0; i < 2; i++) { /* all there, but not one on the other */
        figure *f = biped();
        f->parents[parts[i + 1]] = 24;
        init(f);
        assert_int_equal(f->rig.forearms[1].elbow, -1);
        free(f);
    }

    figure *low = biped(); /* at the root */
    low->parents[26] = 0;
    assert_int_equal(init(low)->forearms[1].elbow, 26);
    free(low);

    /* an arm that is all there is: an elbow without anything above cannot turn */
    static const pd_anim_biped_joint arm[4] = {{"LeftForeArm", -1, 0, 0, 0, 0, 0},
                                               {"LeftHand", 0, 1, 0, 0, 0, 0},
                                               {"LeftFingerBase", 1, 1, 0, 0, 0, 0},
                                               {"more", 2, 1, 0, 0, 0, 0}};
    figure *f = figure_of(arm, 4);
    assert_int_equal(init(f)->forearms[0].elbow, -1);
    free(f);
}

/* ---- what is refused */

static void expect_refused(figure *f, const char *detail)
{
    pd_error err = {0};
    assert_int_equal(pd_character_rig_init(&f->rig, &f->model, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/model");
    if (!strstr(err.detail, detail)) fail_msg("%s; expected: %s", err.detail, detail);
    free(f);
}

/* Returns a figure of so many joints in a line. */
static figure *line_of(int count)
{
    static char names[80][8];
    pd_anim_biped_joint joints[80];
    for (int j = 0; j < count; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        joints[j] = (pd_anim_biped_joint){names[j], j - 1, 0, 1, 0, 0, 0};
    }
    return figure_of(joints, count);
}

static void networks_over_the_limits_are_refused(void **state)
{
    (void)state;
    figure *f = biped();
    f->model.network.joint_count = 0;
    expect_refused(f, "has no skeleton");
    f = biped();
    f->model.network.parents = NULL;
    expect_refused(f, "has no skeleton");
    f = biped();
    f->model.network.joint_names = NULL;
    expect_refused(f, "has no skeleton");

    for (int count = 1; count <= PD_CHARACTER_RIG_JOINTS; count += PD_CHARACTER_RIG_JOINTS - 1) {
        f = line_of(count);
        assert_int_equal(init(f)->skeleton.joint_count, count);
        free(f);
    }
    expect_refused(line_of(PD_CHARACTER_RIG_JOINTS + 1), "65 joints; 1 to 64 allowed");

    static const struct {
        int samples, step, good;
    } windows[] = {{4, 1, 1},  {3, 1, 0},   {2, 10, 0},  {12, 0, 0}, {4, 32, 1},
                   {4, 33, 0}, {128, 1, 1}, {130, 1, 0}, {64, 2, 1}, {64, 3, 0}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        char detail[64];
        f = biped();
        f->model.network.sample_count = windows[i].samples, f->model.network.sample_step = windows[i].step;
        size_of(f);
        snprintf(detail, sizeof detail, "%d samples %d frames apart; 4 to 128 frames", windows[i].samples,
                 windows[i].step);
        if (!windows[i].good) {
            expect_refused(f, detail);
            continue;
        }
        assert_int_equal(init(f)->frames, windows[i].samples * windows[i].step);
        assert_int_equal(f->rig.step, windows[i].step);
        free(f);
    }
}

static void rows_that_are_not_their_layouts_are_refused(void **state)
{
    (void)state;
    figure *f = biped();
    f->model.network.x_dim++;
    expect_refused(f, "343 inputs and 311 outputs; its layout has 342 and 311");
    f = biped();
    f->model.network.y_dim--;
    expect_refused(f, "342 inputs and 310 outputs; its layout has 342 and 311");

    f = biped(); /* styles stand at the end of the input */
    f->model.network.style_count = 3;
    f->model.network.x_dim += 3;
    assert_int_equal(init(f)->layout.in_count, 345);
    assert_int_equal(f->rig.layout.styles, 3);
    free(f);

    f = line_of(64); /* 32 + 576 numbers with 12 samples; the row is as long as the window makes it */
    f->model.network.sample_count = 128, f->model.network.sample_step = 1;
    size_of(f);
    assert_int_equal(f->model.network.y_dim, 840);
    init(f);
    free(f);
}

static void only_sixty_frames_a_second_are_run(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        static const float rates[] = {60, 59.6F, 60.4F, 59.4F, 60.6F, 30};
        char detail[64];
        figure *f = biped();
        f->model.network.frame_rate = rates[i];
        snprintf(detail, sizeof detail, "%g frames per second; 60 expected", (double)rates[i]);
        if (i > 2) {
            expect_refused(f, detail);
            continue;
        }
        init(f);
        free(f);
    }
}

/* ---- with a database */

static void a_rig_has_the_database_of_its_model(void **state)
{
    (void)state;
    pd_pfnn_model *database = databases_mover(30);
    figure *f = biped();
    init(f);
    assert_null(f->rig.matching);
    free(f);

    pd_character_rig *own = calloc(1, sizeof *own);
    assert_non_null(own);
    assert_int_equal(pd_character_rig_init(own, database, NULL), PD_OK);
    assert_ptr_equal(own->matching, &database->matching->index);
    free(own);
    pd_pfnn_model_release(database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bipeds_joints_are_found_by_name),
        cmocka_unit_test(bones_have_their_lengths_and_joints_their_ranges),
        cmocka_unit_test(joints_in_one_place_and_forearms_are_one_piece),
        cmocka_unit_test(a_network_without_bones_takes_them_from_its_mean_pose),
        cmocka_unit_test(another_figures_feet_are_planted_where_it_settled),
        cmocka_unit_test(a_heel_is_as_high_over_the_toe_as_the_bone_says),
        cmocka_unit_test(toes_have_several_names_and_legs_three_joints_above_them),
        cmocka_unit_test(a_leg_needs_joints_above_it),
        cmocka_unit_test(a_forearm_is_three_joints_that_hang_on_one_another),
        cmocka_unit_test(networks_over_the_limits_are_refused),
        cmocka_unit_test(rows_that_are_not_their_layouts_are_refused),
        cmocka_unit_test(only_sixty_frames_a_second_are_run),
        cmocka_unit_test(a_rig_has_the_database_of_its_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
