/* Crouched, slowed, bent and climbing copies of a walk whose footsteps are known. */
#include "core/train/augment/arc.h"
#include "core/train/augment/crouch.h"
#include "core/train/motion/feet.h"
#include "core/train/motion/label.h"
#include "core/train/augment/slow.h"
#include "core/train/augment/terrain.h"
#include "core/train/augment/trunk.h"
#include "core/train/augment/terrain_make.h"
#include "tests/support/walk.h"

#include <stdlib.h>

#define DEGREE 0.017453292519943295

static const walk walking = {.frames = 300, .speed = 1.1, .period = 66, .duty = 0.6, .lift = 0.12};
static const walk running = {.frames = 200, .speed = 2.8, .period = 42, .duty = 0.36, .lift = 0.2};
static pd_train_motion walked, ran;

static int setup(void **state)
{
    (void)state;
    walk_make(&walked, &walking), walk_make(&ran, &running);
    walked.source = 5, walked.weight = 2;
    return pd_train_motion_label(&walked, NULL) || pd_train_motion_label(&ran, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_train_motion_deinit(&walked), pd_train_motion_deinit(&ran);
    return 0;
}

static pd_train_feet_quality measured(const pd_train_motion *m)
{
    pd_train_feet_quality q;
    assert_int_equal(pd_train_feet_measure(&q, m, NULL), PD_OK);
    return q;
}

/* What every copy keeps. */
static void feet_are_good(const pd_train_motion *m)
{
    pd_train_feet_quality q = measured(m);
    assert_true(q.planted > 100);
    assert_near(q.slide_p95, 0, 1e-3);
    assert_near(q.height_p95, 0, 1e-3);
    assert_near(q.under_p95, 0, 2e-3);
    assert_near(q.bone_max, 0, 1e-12);
}

static void contacts_are_kept(const pd_train_motion *copy, const pd_train_motion *of)
{
    assert_int_equal(copy->clip.frame_count, of->clip.frame_count);
    assert_memory_equal(copy->contacts, of->contacts, (size_t)of->clip.frame_count * sizeof *of->contacts);
    assert_memory_equal(copy->phase, of->phase, (size_t)of->clip.frame_count * sizeof *of->phase);
}

/* ---- crouch ---- */

static pd_train_motion crouched(const pd_train_motion *of, double depth, double time, int varies)
{
    pd_train_motion m;
    pd_train_crouch how = {depth, time, varies, 3};
    pd_error err = {0};
    if (pd_train_motion_crouch(&m, of, &how, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return m;
}

static void a_crouch_reaches_its_depth_and_leaves_feet_where_they_are(void **state)
{
    (void)state;
    pd_train_motion m = crouched(&walked, 0.25, 1, 0);
    for (int t = 0; t < m.clip.frame_count; t += 7) {
        pd_vec3 a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(a, NULL, &walked.clip, t), pd_anim_clip_pose(b, NULL, &m.clip, t);
        assert_near(a[0].y - b[0].y, 0.25, 1e-9);
        assert_near(a[0].z - b[0].z, 0.30 * 0.25, 1e-6);
        assert_near(pd_vec3_distance(a[PD_BIPED_L_TOE], b[PD_BIPED_L_TOE]), 0, 1e-9);
        assert_near(pd_vec3_distance(a[PD_BIPED_R_FOOT], b[PD_BIPED_R_FOOT]), 0, 1e-9);
    }
    contacts_are_kept(&m, &walked);
    feet_are_good(&m);
    assert_string_equal(m.step, "crouch");
    assert_int_equal(m.source, 5);
    assert_near(m.weight, 2, 0);
    pd_train_motion_deinit(&m);
}

static void the_trunk_of_a_crouch_leans_by_one_and_a_half_of_its_depth(void **state)
{
    (void)state;
    pd_train_motion m = crouched(&walked, 0.2, 1, 0);
    pd_quat a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, a, &walked.clip, 100), pd_anim_clip_pose(NULL, b, &m.clip, 100);
    pd_vec3 lean = pd_q_to_rotvec(pd_q_mul(b[PD_BIPED_CHEST], pd_q_conjugate(a[PD_BIPED_CHEST])));
    assert_near(lean.x, 0.3, 1e-6); /* about the left: forwards */
    assert_near(lean.y, 0, 1e-6);
    pd_train_motion_deinit(&m);
}

static void crouching_takes_over_from_walking_as_the_hips_sink(void **state)
{
    (void)state;
    pd_train_motion m = crouched(&walked, 0.14, 1, 0);
    for (int t = 0; t < m.clip.frame_count; t += 11) {
        const float *g = m.gaits[t], *of = walked.gaits[t];
        double crouch = (0.72 - pd_train_hip_height(&m, t)) / 0.16;
        assert_in_range((int)(1000 * crouch), 100, 999);
        assert_near(g[PD_PFNN_CROUCH], crouch, 1e-6);
        assert_near(g[PD_PFNN_WALK], (1 - crouch) * of[PD_PFNN_WALK] / (1 - of[PD_PFNN_CROUCH]), 1e-6);
        assert_near(g[0] + g[1] + g[2] + g[3], 1, 1e-5);
    }
    pd_train_motion_deinit(&m);
}

static void a_varying_crouch_goes_down_and_up(void **state)
{
    (void)state;
    walk longer = walking;
    pd_train_motion of;
    longer.frames = 1500;
    walk_make(&of, &longer);
    assert_int_equal(pd_train_motion_label(&of, NULL), PD_OK);
    pd_train_motion m = crouched(&of, 0.28, 1, 1);
    double least = 9, most = 0;
    for (int t = 0; t < m.clip.frame_count; t++) {
        least = fmin(least, of.clip.roots[t].y - m.clip.roots[t].y);
        most = fmax(most, of.clip.roots[t].y - m.clip.roots[t].y);
    }
    assert_near(most, 0.28, 0.01);
    assert_true(least < 0.15);
    feet_are_good(&m);
    pd_train_motion_deinit(&m), pd_train_motion_deinit(&of);
}

/* ---- slow ---- */

static void a_slowed_run_takes_longer_and_its_feet_stand_still(void **state)
{
    (void)state;
    pd_train_motion m;
    assert_int_equal(pd_train_motion_slow(&m, &ran, 1.3, "slow", NULL), PD_OK);
    assert_int_equal(m.clip.frame_count, (int)lround(199 * 1.3) + 1);
    assert_near(m.clip.roots[m.clip.frame_count - 1].z, ran.clip.roots[199].z, 0.02);
    assert_near(m.phase[130], ran.phase[100], 1e-9);
    for (int t = 0; t < m.clip.frame_count; t++)
        assert_memory_equal(m.contacts[t], ran.contacts[(int)floor(t / 1.3 + 0.5)], 4);
    feet_are_good(&m);
    pd_train_motion_deinit(&m);
}

static void a_copy_at_the_same_pace_is_the_same_motion(void **state)
{
    (void)state;
    pd_train_motion m;
    assert_int_equal(pd_train_motion_slow(&m, &walked, 1, "slow", NULL), PD_OK);
    contacts_are_kept(&m, &walked);
    for (int t = 0; t < m.clip.frame_count; t++) {
        pd_vec3 a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(a, NULL, &walked.clip, t), pd_anim_clip_pose(b, NULL, &m.clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_near(pd_vec3_distance(a[j], b[j]), 0, 1e-6);
    }
    pd_train_motion_deinit(&m);
}

/* ---- arc ---- */

static double heading(const pd_vec3 *facing, int frame)
{
    return atan2(facing[frame].x, facing[frame].z);
}

static void bends_by(const pd_train_motion *of, double rate_deg, pd_train_ramp ramp, double whole)
{
    pd_train_motion m;
    pd_train_arc how = {rate_deg * DEGREE, ramp};
    assert_int_equal(pd_train_motion_arc(&m, of, &how, NULL), PD_OK);
    int last = m.clip.frame_count - 1;
    pd_vec3 *facing = malloc((size_t)m.clip.frame_count * sizeof *facing);
    assert_int_equal(pd_train_facing(facing, &m, NULL), PD_OK);
    double turned = heading(facing, last - 60) - heading(facing, 60);
    double wanted = whole * rate_deg * DEGREE * (last - 120) / 60;
    assert_near(remainder(turned - wanted, 360 * DEGREE), 0, 2 * DEGREE);
    contacts_are_kept(&m, of);
    feet_are_good(&m);
    free(facing);
    pd_train_motion_deinit(&m);
}

static void an_arc_turns_by_the_asked_angle_to_either_side(void **state)
{
    (void)state;
    bends_by(&walked, 60, PD_TRAIN_RAMP_CONSTANT, 1);
    bends_by(&walked, -100, PD_TRAIN_RAMP_CONSTANT, 1);
    bends_by(&ran, 120, PD_TRAIN_RAMP_CONSTANT, 1);
}

static void a_ramped_arc_turns_by_half_as_much(void **state)
{
    (void)state;
    bends_by(&walked, 80, PD_TRAIN_RAMP_IN, 0.5);
    bends_by(&walked, -80, PD_TRAIN_RAMP_OUT, 0.5);
}

static void a_run_to_the_left_leans_to_the_left_and_keeps_its_speed(void **state)
{
    (void)state;
    pd_train_motion m;
    pd_train_arc how = {90 * DEGREE, PD_TRAIN_RAMP_CONSTANT};
    assert_int_equal(pd_train_motion_arc(&m, &ran, &how, NULL), PD_OK);
    pd_quat r[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, r, &m.clip, 100);
    pd_vec3 up = pd_q_rotate(r[PD_BIPED_HIPS], pd_vec3_make(0, 1, 0));
    pd_vec3 left = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), 150 * DEGREE), pd_vec3_make(1, 0, 0));
    double lean = fmin(0.7 * atan(2.8 * 90 * DEGREE / 9.81), 0.35);
    assert_near(pd_vec3_dot(up, left), sin(lean), 0.02);
    assert_true(pd_vec3_distance(m.clip.roots[100], m.clip.roots[101]) * 60 > 2.2);
    pd_train_motion_deinit(&m);
}

static void walks_ahead_are_straight_and_turns_and_steps_on_the_spot_are_not(void **state)
{
    (void)state;
    pd_train_motion bent, stands;
    pd_train_arc how = {60 * DEGREE, PD_TRAIN_RAMP_CONSTANT};
    const walk standing = {.frames = 300, .period = 60, .duty = 1.1};
    double speed;
    assert_true(pd_train_motion_is_straight(&speed, &walked));
    assert_near(speed, 1.1, 0.01);
    assert_int_equal(pd_train_motion_arc(&bent, &walked, &how, NULL), PD_OK);
    assert_false(pd_train_motion_is_straight(NULL, &bent));
    walk_make(&stands, &standing);
    assert_int_equal(pd_train_motion_label(&stands, NULL), PD_OK);
    assert_false(pd_train_motion_is_straight(NULL, &stands));
    pd_train_motion_deinit(&bent), pd_train_motion_deinit(&stands);
}

/* ---- terrain ---- */

static void planted_feet_stand_on_every_kind_of_ground_to_a_millimetre(void **state)
{
    (void)state;
    static const pd_train_terrain kinds[4] = {PD_TRAIN_TERRAIN_ROLLING, PD_TRAIN_TERRAIN_ROCKY,
                                              PD_TRAIN_TERRAIN_RIDGES, PD_TRAIN_TERRAIN_HILLS};
    for (int k = 0; k < 4; k++) {
        pd_anim_ground map;
        pd_train_terrain_options o = {.kind = kinds[k], .seed = 4, .side = 30, .slope_deg = 18};
        assert_int_equal(pd_train_terrain_make(&map, &o, "", NULL), PD_OK);
        pd_train_laying how = {&map, 3, -2, 0.7, 1};
        pd_train_motion m;
        assert_int_equal(pd_train_motion_terrain(&m, &walked, &how, NULL), PD_OK);
        contacts_are_kept(&m, &walked);
        feet_are_good(&m);
        assert_true(m.ground.rows > 2);
        assert_near(pd_anim_ground_height(&m.ground, m.clip.roots[0].x, m.clip.roots[0].z), 0, 0.01);
        pd_train_motion_deinit(&m);
        pd_anim_ground_deinit(&map);
    }
}

static void on_a_slope_the_hips_rise_with_the_ground_and_the_trunk_leans_into_it(void **state)
{
    (void)state;
    pd_anim_ground map;
    assert_int_equal(pd_anim_ground_init(&map, 2, 2, -20, -20, 40, "", NULL), PD_OK);
    double rise = tan(12 * DEGREE);
    for (int i = 0; i < 4; i++) map.heights[i] = (float)((i / 2 ? 20 : -20) * rise);
    pd_train_laying how = {&map, 0, 0, 0, 1};
    pd_train_motion m;
    assert_int_equal(pd_train_motion_terrain(&m, &walked, &how, NULL), PD_OK);
    double climbed = m.clip.roots[250].y - m.clip.roots[50].y,
           went = m.clip.roots[250].z - m.clip.roots[50].z;
    assert_near(climbed, rise * went, 0.06);
    pd_quat a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, a, &walked.clip, 150), pd_anim_clip_pose(NULL, b, &m.clip, 150);
    pd_vec3 lean = pd_q_to_rotvec(pd_q_mul(b[PD_BIPED_CHEST], pd_q_conjugate(a[PD_BIPED_CHEST])));
    assert_near(lean.x, 0.35 * 12 * DEGREE, 2e-3);
    feet_are_good(&m);
    pd_train_motion_deinit(&m);
    pd_anim_ground_deinit(&map);
}

static void terrain_without_height_changes_nothing(void **state)
{
    (void)state;
    pd_anim_ground map;
    pd_train_terrain_options o = {.kind = PD_TRAIN_TERRAIN_ROCKY, .side = 20};
    assert_int_equal(pd_train_terrain_make(&map, &o, "", NULL), PD_OK);
    pd_train_laying how = {&map, 0, 0, 0, 0};
    pd_train_motion m;
    assert_int_equal(pd_train_motion_terrain(&m, &walked, &how, NULL), PD_OK);
    for (int t = 0; t < m.clip.frame_count; t += 5) {
        pd_vec3 a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(a, NULL, &walked.clip, t), pd_anim_clip_pose(b, NULL, &m.clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_near(pd_vec3_distance(a[j], b[j]), 0, 2e-3);
    }
    pd_train_motion_deinit(&m);
    pd_anim_ground_deinit(&map);
}

/* ---- errors ---- */

static void says(pd_status status, pd_status wanted, const pd_error *err, const char *detail)
{
    assert_int_equal(status, wanted);
    if (!strstr(err->detail, detail)) fail_msg("\"%s\" does not say \"%s\"", err->detail, detail);
}

static void numbers_out_of_range_are_refused_with_the_motion_the_field_and_the_range(void **state)
{
    (void)state;
    pd_train_motion m;
    pd_error err = {0};
    pd_anim_ground none = {0};
    says(pd_train_motion_slow(&m, &walked, 2.5, "slow", &err), PD_ERR_RANGE, &err,
         "time: 2.5; 0.5 to 2 allowed");
    assert_string_equal(err.where, "walk");
    assert_null(m.clip.roots);
    says(pd_train_motion_crouch(&m, &walked, &(pd_train_crouch){.depth = 0.5, .time = 1}, &err), PD_ERR_RANGE,
         &err, "depth: 0.5; 0 to 0.35 allowed");
    says(pd_train_motion_arc(&m, &walked, &(pd_train_arc){.rate = NAN}, &err), PD_ERR_RANGE, &err,
         "rate: nan");
    says(pd_train_motion_terrain(&m, &walked, &(pd_train_laying){.map = &none}, &err), PD_ERR_INVALID, &err,
         "the map is empty");
}

static void motions_without_labels_or_on_uneven_ground_are_refused(void **state)
{
    (void)state;
    pd_train_motion m, bare, uneven;
    pd_error err = {0};
    pd_anim_ground map;
    pd_train_terrain_options o = {.kind = PD_TRAIN_TERRAIN_ROLLING, .side = 20};
    assert_int_equal(pd_train_terrain_make(&map, &o, "", NULL), PD_OK);
    pd_train_laying how = {&map, 0, 0, 0, 1};
    walk_make(&bare, &walking);
    says(pd_train_motion_slow(&m, &bare, 1, "slow", &err), PD_ERR_INVALID, &err, "no labels");
    assert_int_equal(pd_train_motion_terrain(&uneven, &walked, &how, NULL), PD_OK);
    says(pd_train_motion_terrain(&m, &uneven, &how, &err), PD_ERR_INVALID, &err, "uneven ground");
    says(pd_train_motion_arc(&m, &uneven, &(pd_train_arc){0}, &err), PD_ERR_INVALID, &err, "uneven ground");
    pd_train_motion_deinit(&bare), pd_train_motion_deinit(&uneven);
    pd_anim_ground_deinit(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crouch_reaches_its_depth_and_leaves_feet_where_they_are),
        cmocka_unit_test(the_trunk_of_a_crouch_leans_by_one_and_a_half_of_its_depth),
        cmocka_unit_test(crouching_takes_over_from_walking_as_the_hips_sink),
        cmocka_unit_test(a_varying_crouch_goes_down_and_up),
        cmocka_unit_test(a_slowed_run_takes_longer_and_its_feet_stand_still),
        cmocka_unit_test(a_copy_at_the_same_pace_is_the_same_motion),
        cmocka_unit_test(an_arc_turns_by_the_asked_angle_to_either_side),
        cmocka_unit_test(a_ramped_arc_turns_by_half_as_much),
        cmocka_unit_test(a_run_to_the_left_leans_to_the_left_and_keeps_its_speed),
        cmocka_unit_test(walks_ahead_are_straight_and_turns_and_steps_on_the_spot_are_not),
        cmocka_unit_test(planted_feet_stand_on_every_kind_of_ground_to_a_millimetre),
        cmocka_unit_test(on_a_slope_the_hips_rise_with_the_ground_and_the_trunk_leans_into_it),
        cmocka_unit_test(terrain_without_height_changes_nothing),
        cmocka_unit_test(numbers_out_of_range_are_refused_with_the_motion_the_field_and_the_range),
        cmocka_unit_test(motions_without_labels_or_on_uneven_ground_are_refused)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
