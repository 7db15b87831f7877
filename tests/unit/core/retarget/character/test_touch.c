/* Tests that hands which touch the body of a figure touch that of an avatar of another shape, on figures of
 * cylinders whose surfaces are known. */
#include "core/retarget/character/touch.h"

#include "core/smpl/model.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pd_vec3 joint(const pd_smpl_model *m, const char *name)
{
    for (int k = 0; k < m->joint_count; k++)
        if (!strcmp(m->data.joint_names[k], name))
            return pd_vec3_make(m->joint_template[3 * k], m->joint_template[3 * k + 1],
                                m->joint_template[3 * k + 2]);
    fail_msg("no joint %s", name);
    return (pd_vec3){0, 0, 0};
}

static pd_vec3 halfway(pd_vec3 a, pd_vec3 b)
{
    return pd_vec3_scale(pd_vec3_add(a, b), 0.5);
}

/* Makes the shipped body in its T-pose, palms down, looking along +Z. */
static pd_retarget_touch_pose body_of(const pd_smpl_model *m)
{
    const pd_vec3 front = {0, 0, 1};
    const pd_vec3 hips = halfway(joint(m, "left_hip"), joint(m, "right_hip")),
                  shoulders = halfway(joint(m, "left_shoulder"), joint(m, "right_shoulder")),
                  waist = halfway(hips, shoulders), head = joint(m, "head");
    return (pd_retarget_touch_pose){
        .parts = {{hips, waist, front},
                  {waist, shoulders, front},
                  {head, pd_vec3_add(head, pd_vec3_make(0, 0.2, 0)), front},
                  {joint(m, "left_hip"), joint(m, "left_knee"), front},
                  {joint(m, "right_hip"), joint(m, "right_knee"), front},
                  {joint(m, "left_shoulder"), joint(m, "left_elbow"), front},
                  {joint(m, "left_elbow"), joint(m, "left_wrist"), front},
                  {joint(m, "right_shoulder"), joint(m, "right_elbow"), front},
                  {joint(m, "right_elbow"), joint(m, "right_wrist"), front}},
        .palms = {pd_vec3_add(joint(m, "left_wrist"), pd_vec3_make(0.08, 0, 0)),
                  pd_vec3_add(joint(m, "right_wrist"), pd_vec3_make(-0.08, 0, 0))}};
}

/* Where joints are and bones rotated so, its parts are: axes from joint to joint, fronts and hands with their
 * bones, palms beside wrists. */
static void parts_lie_between_the_joints_of_the_figure(void **state)
{
    (void)state;
    int joints[PD_ANIM_HUMAN_COUNT];
    pd_vec3 at[PD_ANIM_HUMAN_COUNT];
    pd_quat bones[PD_ANIM_HUMAN_COUNT];
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        joints[b] = PD_ANIM_HUMAN_COUNT - 1 - b;
        at[joints[b]] = pd_vec3_make(b, 0.5 * b * b, -3 * b);
        bones[b] = pd_q_axis_angle(pd_vec3_make(0.6, 0.8, 0), 0.1 * b);
    }
    pd_retarget_touch_pose pose;
    pd_retarget_touch_pose_of(&pose, at, joints, bones, 1.25, 0.07);

#define AT(bone) at[joints[PD_HUMAN_##bone]]
    const pd_vec3 hips = halfway(AT(L_UPPER_LEG), AT(R_UPPER_LEG));
    const pd_vec3 shoulders = halfway(AT(L_UPPER_ARM), AT(R_UPPER_ARM)), waist = halfway(hips, shoulders);
    const struct {
        int part, bone;
        pd_vec3 from, to;
    } rows[] = {{PD_TOUCH_PELVIS, PD_HUMAN_HIPS, hips, waist},
                {PD_TOUCH_CHEST, PD_HUMAN_UPPER_CHEST, waist, shoulders},
                {PD_TOUCH_L_THIGH, PD_HUMAN_L_UPPER_LEG, AT(L_UPPER_LEG), AT(L_LOWER_LEG)},
                {PD_TOUCH_R_THIGH, PD_HUMAN_R_UPPER_LEG, AT(R_UPPER_LEG), AT(R_LOWER_LEG)},
                {PD_TOUCH_L_UPPER_ARM, PD_HUMAN_L_UPPER_ARM, AT(L_UPPER_ARM), AT(L_LOWER_ARM)},
                {PD_TOUCH_R_UPPER_ARM, PD_HUMAN_R_UPPER_ARM, AT(R_UPPER_ARM), AT(R_LOWER_ARM)},
                {PD_TOUCH_L_FOREARM, PD_HUMAN_L_LOWER_ARM, AT(L_LOWER_ARM), AT(L_HAND)},
                {PD_TOUCH_R_FOREARM, PD_HUMAN_R_LOWER_ARM, AT(R_LOWER_ARM), AT(R_HAND)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_retarget_touch_axis *axis = &pose.parts[rows[i].part];
        const pd_vec3 front = pd_q_rotate(bones[rows[i].bone], pd_vec3_make(0, 0, 1));
        assert_near(pd_vec3_distance(axis->from, rows[i].from), 0, 1e-12);
        assert_near(pd_vec3_distance(axis->to, rows[i].to), 0, 1e-12);
        assert_near(pd_vec3_distance(axis->front, front), 0, 1e-12);
    }

    const pd_retarget_touch_axis *head = &pose.parts[PD_TOUCH_HEAD];
    const pd_vec3 up = pd_q_rotate(bones[PD_HUMAN_HEAD], pd_vec3_make(0, 1, 0));
    const pd_vec3 over = pd_vec3_sub(head->to, head->from);
    assert_near(pd_vec3_distance(head->from, AT(HEAD)), 0, 1e-12);
    assert_near(pd_vec3_distance(pd_vec3_unit_or(over, over), up), 0, 1e-12);
    assert_in_range((int)(1000 * pd_vec3_length(over)), 100, 300); /* of a head of 1.25 */
    for (int side = 0; side < 2; side++) {
        const int hand = side ? PD_HUMAN_R_HAND : PD_HUMAN_L_HAND;
        const pd_vec3 out = pd_q_rotate(bones[hand], pd_vec3_make(side ? -0.07 : 0.07, 0, 0));
        assert_near(pd_vec3_distance(pose.palms[side], pd_vec3_add(at[joints[hand]], out)), 0, 1e-12);
        assert_near(pd_q_angle(pose.hands[side], bones[hand]), 0, 1e-7);
    }
#undef AT
}

static void the_mean_body_has_the_measured_thickness(void **state)
{
    pd_smpl_model *m;
    (void)state;
    assert_int_equal(pd_smpl_model_load(&m, "models/default.safetensors", NULL), PD_OK);
    const pd_retarget_touch_pose pose = body_of(m);
    const pd_retarget_girth known = pd_retarget_girth_of_size(1);
    pd_retarget_girth g = known;
    double most = 0;
    pd_retarget_girth_measure(&g, &pose, m->data.v_template, m->vertex_count, PD_RETARGET_GIRTH_SHARE,
                              pd_q_identity());
    for (int k = 0; k < PD_TOUCH_PARTS; k++)
        for (int r = 0; r < PD_RETARGET_TOUCH_RINGS; r++) {
            print_message("%s", r ? "{" : "{{");
            for (int s = 0; s < PD_RETARGET_TOUCH_SECTORS; s++) {
                print_message("%.3f%s", g.radius[k][r][s], s + 1 < PD_RETARGET_TOUCH_SECTORS ? ", " : "}");
                most = fmax(most, fabs(g.radius[k][r][s] - known.radius[k][r][s]));
            }
            print_message("%s", r + 1 < PD_RETARGET_TOUCH_RINGS ? ",\n" : "},\n");
        }
    for (int i = 0; i < 3; i++) {
        print_message("%.3f ", g.hand[i]);
        most = fmax(most, fabs(g.hand[i] - known.hand[i]));
    }
    assert_true(most < 0.004);
    pd_smpl_model_release(m);
}

/* A figure of cylinders: everything `size` times as long and `thick` times as thick,
 * hands at these places. */
static pd_retarget_touch_pose figure(double size, pd_vec3 left, pd_vec3 right)
{
    const pd_vec3 front = {0, 0, 1};
    pd_retarget_touch_pose p = {.palms = {left, right}, .hands = {pd_q_identity(), pd_q_identity()}};
    const double ends[PD_TOUCH_PARTS][6] = {
        {0, .9, 0, 0, 1.15, 0},  {0, 1.15, 0, 0, 1.4, 0},    {0, 1.5, 0, 0, 1.7, 0},
        {.1, .9, 0, .1, .5, 0},  {-.1, .9, 0, -.1, .5, 0},   {.2, 1.4, 0, .4, 1.2, 0},
        {.4, 1.2, 0, .5, 1, .1}, {-.2, 1.4, 0, -.4, 1.2, 0}, {-.4, 1.2, 0, -.5, 1, .1}};
    for (int k = 0; k < PD_TOUCH_PARTS; k++)
        p.parts[k] = (pd_retarget_touch_axis){
            pd_vec3_make(size * ends[k][0], size * ends[k][1], size * ends[k][2]),
            pd_vec3_make(size * ends[k][3], size * ends[k][4], size * ends[k][5]), front};
    return p;
}

static const pd_vec3 far_left = {0.9, 1.3, 0.5}, far_right = {-0.9, 1.3, 0.5};

static void a_hand_on_the_hip_is_on_the_hip_of_the_stout(void **state)
{
    (void)state;
    const pd_retarget_girth thin = pd_retarget_girth_of_size(1), stout = pd_retarget_girth_of_size(1.6);
    pd_retarget_touch_pose source = figure(1, far_left, far_right), target;
    pd_vec3 goals[2];
    double shares[2];
    source.palms[0] = pd_vec3_make(thin.radius[PD_TOUCH_PELVIS][1][2] + thin.hand[1], 1, 0);
    source.hands[0] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -1.5707963); /* fingers down */
    target = figure(1, source.palms[0], far_right);
    target.hands[0] = source.hands[0];
    assert_true(pd_retarget_touch_over(&stout, &target, PD_TOUCH_PELVIS, target.palms[0]) < -0.05);
    pd_retarget_touch_goals(goals, shares, &thin, &source, &stout, &target);
    target.palms[0] = goals[0];
    assert_near(pd_retarget_touch_over(&stout, &target, PD_TOUCH_PELVIS, goals[0]), stout.hand[1], 0.02);
    assert_near(goals[0].y, 1, 0.05); /* as high as it was */
    assert_near(shares[0], 1, 1e-9);
    assert_true(pd_vec3_distance(goals[1], far_right) == 0 && shares[1] == 0);
}

static void hands_that_are_clapped_meet(void **state)
{
    (void)state;
    const pd_retarget_girth g = pd_retarget_girth_of_size(1);
    const pd_retarget_touch_pose source = figure(1, pd_vec3_make(.03, 1.3, .5), pd_vec3_make(-.03, 1.3, .5));
    const pd_retarget_touch_pose target =
        figure(1, pd_vec3_make(.15, 1.35, .5), pd_vec3_make(-.13, 1.3, .55));
    pd_vec3 goals[2];
    double shares[2];
    pd_retarget_touch_goals(goals, shares, &g, &source, &g, &target);
    assert_true(pd_vec3_distance(pd_vec3_sub(goals[0], goals[1]), pd_vec3_make(.06, 0, 0)) < 1e-9);
    assert_near(goals[0].y + goals[1].y, 2.65, 1e-9); /* about their middle */
}

static void hands_that_touch_nothing_are_left_alone(void **state)
{
    (void)state;
    const pd_retarget_girth g = pd_retarget_girth_of_size(1);
    const pd_retarget_touch_pose source = figure(1, far_left, far_right),
                                 target = figure(1.2, pd_vec3_make(1, 1.2, .6), far_right);
    pd_vec3 goals[2];
    double shares[2];
    pd_retarget_touch_goals(goals, shares, &g, &source, &g, &target);
    assert_true(pd_vec3_distance(goals[0], target.palms[0]) == 0 && shares[0] == 0 && shares[1] == 0);
}

static void a_hand_that_touches_nothing_does_not_go_through_the_body(void **state)
{
    (void)state;
    const pd_retarget_girth thin = pd_retarget_girth_of_size(1), stout = pd_retarget_girth_of_size(2);
    pd_retarget_touch_pose source = figure(1, pd_vec3_make(0, 1, 0.25), far_right), target = source;
    pd_vec3 goals[2];
    double shares[2];
    assert_true(pd_retarget_touch_over(&stout, &target, PD_TOUCH_PELVIS, target.palms[0]) < 0.03);
    pd_retarget_touch_goals(goals, shares, &thin, &source, &stout, &target);
    assert_true(pd_retarget_touch_over(&stout, &target, PD_TOUCH_PELVIS, goals[0]) > 0.04);
}

/* A hand that passes over the whole body: no goal leaps. */
static void goals_are_as_smooth_as_the_motion(void **state)
{
    (void)state;
    const pd_retarget_girth thin = pd_retarget_girth_of_size(1), stout = pd_retarget_girth_of_size(1.5);
    pd_vec3 goals[2], before[2] = {{0, 0, 0}, {0, 0, 0}};
    double shares[2], most = 0;
    for (int i = 0; i < 2000; i++) {
        const double t = i / 2000.0;
        const pd_vec3 at = pd_vec3_make(0.5 * sin(9 * t), 0.6 + t, 0.45 * cos(13 * t));
        const pd_retarget_touch_pose source = figure(1, at, far_right), target = figure(1.1, at, far_right);
        pd_retarget_touch_goals(goals, shares, &thin, &source, &stout, &target);
        if (i) most = fmax(most, pd_vec3_distance(goals[0], before[0]));
        memcpy(before, goals, sizeof before);
    }
    print_message("%.1f mm a step of at most 3.8\n", 1e3 * most);
    assert_true(most < 0.03);
}

/* Of two hands in one place the one whose fingers point at the body is farther from it: what they reach is
 * not in it. */
static void fingers_that_point_at_a_body_stay_out_of_it(void **state)
{
    (void)state;
    const pd_retarget_girth thin = pd_retarget_girth_of_size(1), stout = pd_retarget_girth_of_size(1.5);
    pd_retarget_touch_pose source = figure(1, pd_vec3_make(0, 1, 0.21), far_right), target = source;
    pd_vec3 goals[2];
    double shares[2], over[2];
    for (int points = 0; points < 2; points++) {
        /* fingers aside, then back */
        source.hands[0] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), points ? 1.5707963 : 0);
        target.hands[0] = source.hands[0];
        pd_retarget_touch_goals(goals, shares, &thin, &source, &stout, &target);
        over[points] = pd_retarget_touch_over(&stout, &target, PD_TOUCH_PELVIS, goals[0]);
    }
    assert_true(over[1] > stout.hand[0] - 0.04);
    assert_true(over[0] < over[1] - 0.02);
}

static void large_hands_are_known_by_their_mesh(void **state)
{
    pd_smpl_model *m;
    (void)state;
    assert_int_equal(pd_smpl_model_load(&m, "models/default.safetensors", NULL), PD_OK);
    const pd_retarget_touch_pose pose = body_of(m);
    const pd_vec3 wrists[2] = {joint(m, "left_wrist"), joint(m, "right_wrist")};
    pd_retarget_girth g = pd_retarget_girth_of_size(1), large = g;
    float *points = malloc(3 * (size_t)m->vertex_count * sizeof *points);
    assert_non_null(points);

    memcpy(points, m->data.v_template, 3 * (size_t)m->vertex_count * sizeof *points);
    for (int i = 0; i < m->vertex_count; i++)
        for (int side = 0; side < 2; side++) {
            const double at[3] = {wrists[side].x, wrists[side].y, wrists[side].z};
            float *x = points + 3 * (size_t)i;
            if ((double)(side ? -x[0] : x[0]) < fabs(at[0])) continue;
            for (int c = 0; c < 3; c++) x[c] = (float)(at[c] + 1.5 * ((double)x[c] - at[c]));
        }
    pd_retarget_girth_measure(&g, &pose, m->data.v_template, m->vertex_count, PD_RETARGET_GIRTH_SHARE,
                              pd_q_identity());
    pd_retarget_girth_measure(&large, &pose, points, m->vertex_count, PD_RETARGET_GIRTH_SHARE,
                              pd_q_identity());
    for (int c = 0; c < 3; c++) assert_near(large.hand[c] / g.hand[c], 1.5, 0.15);
    free(points);
    pd_smpl_model_release(m);
}

/* A scene whose tree or floor hangs on the hips: more points than the body has,
 * two metres and more away from it. */
static void points_far_from_the_body_do_not_make_it_thicker(void **state)
{
    pd_smpl_model *m;
    (void)state;
    assert_int_equal(pd_smpl_model_load(&m, "models/default.safetensors", NULL), PD_OK);
    const pd_retarget_touch_pose pose = body_of(m);
    const int own = m->vertex_count, all = 3 * own;
    pd_retarget_girth alone = pd_retarget_girth_of_size(1), beside = alone;
    float *points = malloc(3 * (size_t)all * sizeof *points);
    assert_non_null(points);

    memcpy(points, m->data.v_template, 3 * (size_t)own * sizeof *points);
    for (int i = own; i < all; i++) {
        const double turn = 0.1 * i, away = 2 + 0.001 * i;
        const double x[3] = {away * cos(turn), -1 + 0.0001 * i, away * sin(turn)};
        for (int c = 0; c < 3; c++) points[3 * i + c] = (float)x[c];
    }
    pd_retarget_girth_measure(&alone, &pose, points, own, PD_RETARGET_GIRTH_SHARE, pd_q_identity());
    pd_retarget_girth_measure(&beside, &pose, points, all, PD_RETARGET_GIRTH_SHARE, pd_q_identity());
    assert_memory_equal(&beside, &alone, sizeof alone);
    free(points);
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_lie_between_the_joints_of_the_figure),
        cmocka_unit_test(the_mean_body_has_the_measured_thickness),
        cmocka_unit_test(a_hand_on_the_hip_is_on_the_hip_of_the_stout),
        cmocka_unit_test(fingers_that_point_at_a_body_stay_out_of_it),
        cmocka_unit_test(large_hands_are_known_by_their_mesh),
        cmocka_unit_test(points_far_from_the_body_do_not_make_it_thicker),
        cmocka_unit_test(hands_that_are_clapped_meet),
        cmocka_unit_test(hands_that_touch_nothing_are_left_alone),
        cmocka_unit_test(a_hand_that_touches_nothing_does_not_go_through_the_body),
        cmocka_unit_test(goals_are_as_smooth_as_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
