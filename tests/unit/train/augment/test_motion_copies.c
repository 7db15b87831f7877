/* Crouched, slowed, bent and climbing copies of a walk whose footsteps are known. */
#include "train/augment/arc.h"
#include "train/augment/crouch.h"
#include "train/motion/feet.h"
#include "train/motion/filter.h"
#include "train/motion/label.h"
#include "train/augment/slow.h"
#include "train/augment/terrain.h"
#include "train/augment/trunk.h"
#include "core/anim/scene/terrain_make.h"
#include "tests/support/walk.h"

#include <stdlib.h>

#define DEGREE 0.017453292519943295

static const walk walking = {.frames = 300, .speed = 1.1, .period = 66, .duty = 0.6, .lift = 0.12};
static const walk running = {.frames = 200, .speed = 2.8, .period = 42, .duty = 0.36, .lift = 0.2};
static pd_character_motion walked, ran;

static bool straight(double *speed, const pd_character_motion *motion)
{
    bool found;
    assert_int_equal(pd_train_motion_is_straight(&found, speed, motion, NULL), PD_OK);
    return found;
}

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
    pd_character_motion_deinit(&walked), pd_character_motion_deinit(&ran);
    return 0;
}

static pd_train_feet_quality measured(const pd_character_motion *m)
{
    pd_train_feet_quality q;
    assert_int_equal(pd_train_feet_measure(&q, m, NULL), PD_OK);
    return q;
}

/* Checks the feet of a copy: they do not slide, float or sink, and bones keep their lengths. */
static void feet_are_good(const pd_character_motion *m)
{
    pd_train_feet_quality q = measured(m);
    assert_true(q.planted > 100);
    assert_near(q.slide_p95, 0, 1e-3);
    assert_near(q.height_p95, 0, 1e-3);
    assert_near(q.under_p95, 0, 2e-3);
    assert_near(q.bone_max, 0, 1e-12);
}

static void contacts_are_kept(const pd_character_motion *copy, const pd_character_motion *of)
{
    assert_int_equal(copy->clip.frame_count, of->clip.frame_count);
    assert_memory_equal(copy->contacts, of->contacts, (size_t)of->clip.frame_count * sizeof *of->contacts);
    assert_memory_equal(copy->phase, of->phase, (size_t)of->clip.frame_count * sizeof *of->phase);
}

/* ---- crouch ---- */

static pd_character_motion crouched(const pd_character_motion *of, double depth, double time, int varies)
{
    pd_character_motion m;
    pd_train_crouch how = {depth, time, varies, 3};
    pd_error err = {0};
    if (pd_train_motion_crouch(&m, of, &how, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return m;
}

static void a_crouch_reaches_its_depth_and_leaves_feet_where_they_are(void **state)
{
    (void)state;
    pd_character_motion m = crouched(&walked, 0.25, 1, 0);
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
    pd_character_motion_deinit(&m);
}

static void the_trunk_of_a_crouch_leans_by_one_and_a_half_of_its_depth(void **state)
{
    (void)state;
    pd_character_motion m = crouched(&walked, 0.2, 1, 0);
    pd_quat a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, a, &walked.clip, 100), pd_anim_clip_pose(NULL, b, &m.clip, 100);
    pd_vec3 lean = pd_q_to_rotvec(pd_q_mul(b[PD_BIPED_CHEST], pd_q_conjugate(a[PD_BIPED_CHEST])));
    assert_near(lean.x, 0.3, 1e-6); /* about the left: forwards */
    assert_near(lean.y, 0, 1e-6);
    pd_character_motion_deinit(&m);
}

static void crouching_takes_over_from_walking_as_the_hips_sink(void **state)
{
    (void)state;
    pd_character_motion m = crouched(&walked, 0.14, 1, 0);
    for (int t = 0; t < m.clip.frame_count; t += 11) {
        const float *g = m.gaits[t], *of = walked.gaits[t];
        double crouch = (0.72 - pd_train_hip_height(&m, t)) / 0.16;
        assert_in_range((int)(1000 * crouch), 100, 999);
        assert_near(g[PD_PFNN_CROUCH], crouch, 1e-6);
        assert_near(g[PD_PFNN_WALK], (1 - crouch) * of[PD_PFNN_WALK] / (1 - of[PD_PFNN_CROUCH]), 1e-6);
        assert_near(g[0] + g[1] + g[2] + g[3], 1, 1e-5);
    }
    pd_character_motion_deinit(&m);
}

static void a_varying_crouch_goes_down_and_up(void **state)
{
    (void)state;
    walk longer = walking;
    pd_character_motion of;
    longer.frames = 1500;
    walk_make(&of, &longer);
    assert_int_equal(pd_train_motion_label(&of, NULL), PD_OK);
    pd_character_motion m = crouched(&of, 0.28, 1, 1);
    double least = 9, most = 0;
    for (int t = 0; t < m.clip.frame_count; t++) {
        least = fmin(least, of.clip.roots[t].y - m.clip.roots[t].y);
        most = fmax(most, of.clip.roots[t].y - m.clip.roots[t].y);
    }
    assert_near(most, 0.28, 0.01);
    assert_true(least < 0.15);
    feet_are_good(&m);
    pd_character_motion_deinit(&m), pd_character_motion_deinit(&of);
}

/* ---- slow ---- */

static void a_slowed_run_takes_longer_and_its_feet_stand_still(void **state)
{
    (void)state;
    pd_character_motion m;
    assert_int_equal(pd_train_motion_slow(&m, &ran, 1.3, "slow", NULL), PD_OK);
    assert_int_equal(m.clip.frame_count, (int)lround(199 * 1.3) + 1);
    assert_near(m.clip.roots[m.clip.frame_count - 1].z, ran.clip.roots[199].z, 0.02);
    assert_near(m.phase[130], ran.phase[100], 1e-9);
    for (int t = 0; t < m.clip.frame_count; t++)
        assert_memory_equal(m.contacts[t], ran.contacts[(int)floor(t / 1.3 + 0.5)], 4);
    feet_are_good(&m);
    pd_character_motion_deinit(&m);
}

static void a_copy_at_the_same_pace_is_the_same_motion(void **state)
{
    (void)state;
    pd_character_motion m;
    assert_int_equal(pd_train_motion_slow(&m, &walked, 1, "slow", NULL), PD_OK);
    contacts_are_kept(&m, &walked);
    for (int t = 0; t < m.clip.frame_count; t++) {
        pd_vec3 a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(a, NULL, &walked.clip, t), pd_anim_clip_pose(b, NULL, &m.clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_near(pd_vec3_distance(a[j], b[j]), 0, 1e-6);
    }
    pd_character_motion_deinit(&m);
}

/* ---- arc ---- */

static double heading(const pd_vec3 *facing, int frame)
{
    return atan2(facing[frame].x, facing[frame].z);
}

static void bends_by(const pd_character_motion *of, double rate_deg, pd_train_ramp ramp, double whole)
{
    pd_character_motion m;
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
    pd_character_motion_deinit(&m);
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
    pd_character_motion m;
    pd_train_arc how = {90 * DEGREE, PD_TRAIN_RAMP_CONSTANT};
    assert_int_equal(pd_train_motion_arc(&m, &ran, &how, NULL), PD_OK);
    pd_quat r[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, r, &m.clip, 100);
    pd_vec3 up = pd_q_rotate(r[PD_BIPED_HIPS], pd_vec3_make(0, 1, 0));
    pd_vec3 left = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), 150 * DEGREE), pd_vec3_make(1, 0, 0));
    double lean = fmin(0.7 * atan(2.8 * 90 * DEGREE / 9.81), 0.35);
    assert_near(pd_vec3_dot(up, left), sin(lean), 0.02);
    assert_true(pd_vec3_distance(m.clip.roots[100], m.clip.roots[101]) * 60 > 2.2);
    pd_character_motion_deinit(&m);
}

static void walks_ahead_are_straight_and_turns_and_steps_on_the_spot_are_not(void **state)
{
    (void)state;
    pd_character_motion bent, stands;
    pd_train_arc how = {60 * DEGREE, PD_TRAIN_RAMP_CONSTANT};
    const walk standing = {.frames = 300, .period = 60, .duty = 1.1};
    double speed;
    assert_true(straight(&speed, &walked));
    assert_near(speed, 1.1, 0.01);
    assert_int_equal(pd_train_motion_arc(&bent, &walked, &how, NULL), PD_OK);
    assert_false(straight(NULL, &bent));
    walk_make(&stands, &standing);
    assert_int_equal(pd_train_motion_label(&stands, NULL), PD_OK);
    assert_false(straight(NULL, &stands));
    pd_character_motion_deinit(&bent), pd_character_motion_deinit(&stands);
}

/* ---- terrain ---- */

static void planted_feet_stand_on_every_kind_of_ground_to_a_millimetre(void **state)
{
    (void)state;
    static const pd_anim_terrain kinds[4] = {PD_ANIM_TERRAIN_ROLLING, PD_ANIM_TERRAIN_ROCKY,
                                             PD_ANIM_TERRAIN_RIDGES, PD_ANIM_TERRAIN_HILLS};
    for (int k = 0; k < 4; k++) {
        pd_anim_ground map;
        pd_anim_terrain_options o = {.kind = kinds[k], .seed = 4, .side = 30, .slope_deg = 18};
        assert_int_equal(pd_anim_terrain_make(&map, &o, "", NULL), PD_OK);
        pd_train_laying how = {&map, 3, -2, 0.7, 1};
        pd_character_motion m;
        assert_int_equal(pd_train_motion_terrain(&m, &walked, &how, NULL), PD_OK);
        contacts_are_kept(&m, &walked);
        feet_are_good(&m);
        assert_true(m.ground.rows > 2);
        assert_near(pd_anim_ground_height(&m.ground, m.clip.roots[0].x, m.clip.roots[0].z), 0, 0.01);
        pd_character_motion_deinit(&m);
        pd_anim_ground_deinit(&map);
    }
}

static void on_a_slope_the_hips_rise_with_the_ground_and_the_trunk_leans_into_it(void **state)
{
    (void)state;
    pd_anim_ground map;
    assert_int_equal(pd_anim_ground_init(&map, (pd_anim_ground_grid){2, 2, -20, -20, 40}, "", NULL), PD_OK);
    double rise = tan(12 * DEGREE);
    for (int i = 0; i < 4; i++) map.heights[i] = (float)((i / 2 ? 20 : -20) * rise);
    pd_train_laying how = {&map, 0, 0, 0, 1};
    pd_character_motion m;
    assert_int_equal(pd_train_motion_terrain(&m, &walked, &how, NULL), PD_OK);
    double climbed = m.clip.roots[250].y - m.clip.roots[50].y,
           went = m.clip.roots[250].z - m.clip.roots[50].z;
    assert_near(climbed, rise * went, 0.06);
    pd_quat a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, a, &walked.clip, 150), pd_anim_clip_pose(NULL, b, &m.clip, 150);
    pd_vec3 lean = pd_q_to_rotvec(pd_q_mul(b[PD_BIPED_CHEST], pd_q_conjugate(a[PD_BIPED_CHEST])));
    assert_near(lean.x, 0.35 * 12 * DEGREE, 2e-3);
    feet_are_good(&m);
    pd_character_motion_deinit(&m);
    pd_anim_ground_deinit(&map);
}

static void terrain_without_height_changes_nothing(void **state)
{
    (void)state;
    pd_anim_ground map;
    pd_anim_terrain_options o = {.kind = PD_ANIM_TERRAIN_ROCKY, .side = 20};
    assert_int_equal(pd_anim_terrain_make(&map, &o, "", NULL), PD_OK);
    pd_train_laying how = {&map, 0, 0, 0, 0};
    pd_character_motion m;
    assert_int_equal(pd_train_motion_terrain(&m, &walked, &how, NULL), PD_OK);
    for (int t = 0; t < m.clip.frame_count; t += 5) {
        pd_vec3 a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(a, NULL, &walked.clip, t), pd_anim_clip_pose(b, NULL, &m.clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_near(pd_vec3_distance(a[j], b[j]), 0, 2e-3);
    }
    pd_character_motion_deinit(&m);
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
    pd_character_motion m;
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
    pd_character_motion m, bare, uneven;
    pd_error err = {0};
    pd_anim_ground map;
    pd_anim_terrain_options o = {.kind = PD_ANIM_TERRAIN_ROLLING, .side = 20};
    assert_int_equal(pd_anim_terrain_make(&map, &o, "", NULL), PD_OK);
    pd_train_laying how = {&map, 0, 0, 0, 1};
    walk_make(&bare, &walking);
    says(pd_train_motion_slow(&m, &bare, 1, "slow", &err), PD_ERR_INVALID, &err, "no labels");
    assert_int_equal(pd_train_motion_terrain(&uneven, &walked, &how, NULL), PD_OK);
    says(pd_train_motion_terrain(&m, &uneven, &how, &err), PD_ERR_INVALID, &err, "uneven ground");
    says(pd_train_motion_arc(&m, &uneven, &(pd_train_arc){0}, &err), PD_ERR_INVALID, &err, "uneven ground");
    pd_character_motion_deinit(&bare), pd_character_motion_deinit(&uneven);
    pd_anim_ground_deinit(&map);
}

/* ---- paths by their formulas */

/* Makes a walk that begins and ends standing and moves slightly sideways. */
static void uneven_walk(pd_character_motion *m)
{
    walk w = walking;
    w.still = 90;
    walk_make(m, &w);
    for (int t = 0; t < w.frames; t++) m->clip.roots[t].x += 0.05 * sin(0.05 * t);
    assert_int_equal(pd_train_motion_label(m, NULL), PD_OK);
}

static void turned_by(pd_vec3 *out, pd_vec3 p, double a)
{
    *out = pd_vec3_make(cos(a) * p.x + sin(a) * p.z, p.y, cos(a) * p.z - sin(a) * p.x);
}

static void bent_roots_go_and_lean_by_the_formulas_of_arc(void **state)
{
    (void)state;
    enum { T = 300 };
    static const pd_train_ramp ramps[3] = {PD_TRAIN_RAMP_CONSTANT, PD_TRAIN_RAMP_IN, PD_TRAIN_RAMP_OUT};
    pd_character_motion of;
    uneven_walk(&of);
    for (int round = 0; round < 6; round++) {
        double rate = (round < 3 ? 1.3 : -3.8), v[T], heading[T], lean[T];
        pd_vec3 r[T], way[T], *in = of.clip.roots;
        pd_train_arc how = {rate, ramps[round % 3]};
        pd_character_motion m;
        for (int t = 0; t < T; t++) {
            int a = t > 0 ? t - 1 : t, b = t + 1 < T ? t + 1 : t;
            v[t] = 60 * hypot(in[b].x - in[a].x, in[b].z - in[a].z) / (b - a);
        }
        assert_int_equal(pd_train_gaussian(v, T, 1, 9, NULL), PD_OK);
        r[0] = pd_vec3_make(in[0].x, 0, in[0].z);
        for (int t = 0; t < T; t++) {
            double part = t / (T - 1.0), asked = rate * (round % 3 == 1   ? part
                                                         : round % 3 == 2 ? 1 - part
                                                                          : 1);
            double w = asked * (v[t] < 0.5 ? v[t] / 0.5 : 1), angle = 0.7 * atan(v[t] * w / 9.81);
            lean[t] = angle > 0.35 ? 0.35 : angle < -0.35 ? -0.35 : angle;
            heading[t] = t ? heading[t] : 0;
            if (t + 1 == T) break;
            heading[t + 1] = heading[t] + w / 60;
            turned_by(&r[t + 1], pd_vec3_make(in[t + 1].x - in[t].x, 0, in[t + 1].z - in[t].z),
                      (heading[t] + heading[t + 1]) / 2);
            r[t + 1] = pd_vec3_add(r[t + 1], r[t]);
        }
        assert_int_equal(pd_train_gaussian(lean, T, 1, 8, NULL), PD_OK);
        for (int t = 0; t < T; t++)
            way[t] = t == 0       ? pd_vec3_scale(pd_vec3_sub(r[1], r[0]), 2)
                     : t == T - 1 ? pd_vec3_scale(pd_vec3_sub(r[t], r[t - 1]), 2)
                                  : pd_vec3_sub(r[t + 1], r[t - 1]);
        for (int c = 0; c < 3; c++) assert_int_equal(pd_train_gaussian(&way[0].x + c, T, 3, 9, NULL), PD_OK);
        assert_int_equal(pd_train_motion_arc(&m, &of, &how, NULL), PD_OK);
        for (int t = 0; t < T; t++) {
            double length = pd_vec3_length(way[t]);
            pd_quat over = length > 1e-9 ? pd_q_axis_angle(pd_vec3_scale(way[t], 1 / length), -lean[t])
                                         : pd_q_identity();
            pd_quat hips = pd_q_mul(over, pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), heading[t]),
                                                   pd_anim_clip_frame(&of.clip, t)[0]));
            pd_vec3 root = pd_vec3_add(r[t], pd_q_rotate(over, pd_vec3_make(0, in[t].y, 0)));
            assert_near(m.clip.roots[t].x, root.x, 1e-7);
            assert_near(m.clip.roots[t].z, root.z, 1e-7);
            assert_true(m.clip.roots[t].y <= root.y + 1e-9); /* lowered where a leg is too short */
            if (length > 1e-9) assert_near(pd_q_angle(pd_anim_clip_frame(&m.clip, t)[0], hips), 0, 1e-7);
        }
        pd_character_motion_deinit(&m);
    }
    pd_character_motion_deinit(&of);
}

/* A planted foot stands where the figure's motion has it in the middle of its plant. */
static void planted_feet_of_an_arc_stay_where_the_middle_of_their_plant_puts_them(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_arc how = {1, PD_TRAIN_RAMP_CONSTANT};
    assert_int_equal(pd_train_motion_arc(&m, &walked, &how, NULL), PD_OK);
    int T = m.clip.frame_count, plants = 0;
    for (int side = 0; side < 2; side++)
        for (int t = 1; t < T; t++) {
            const unsigned char *now = walked.contacts[t] + 2 * side,
                                *before = walked.contacts[t - 1] + 2 * side;
            if (!(now[0] || now[1]) || before[0] || before[1]) continue;
            int last = t, ankle = side ? PD_BIPED_R_FOOT : PD_BIPED_L_FOOT;
            while (last + 1 < T &&
                   (walked.contacts[last + 1][2 * side] || walked.contacts[last + 1][2 * side + 1]))
                last++;
            pd_vec3 was[PD_ANIM_MAX_JOINTS], first[PD_ANIM_MAX_JOINTS], end[PD_ANIM_MAX_JOINTS],
                middle[PD_ANIM_MAX_JOINTS];
            int mid = (t + last) / 2;
            pd_anim_clip_pose(was, NULL, &walked.clip, mid), pd_anim_clip_pose(middle, NULL, &m.clip, mid);
            pd_anim_clip_pose(first, NULL, &m.clip, t), pd_anim_clip_pose(end, NULL, &m.clip, last);
            /* as far from the old root as it was, and it does not move */
            assert_near(pd_vec3_distance(first[ankle], end[ankle]),
                        pd_vec3_distance(first[ankle], middle[ankle]) +
                            pd_vec3_distance(middle[ankle], end[ankle]),
                        5e-3);
            assert_near(middle[ankle].y, was[ankle].y, 1e-3);
            plants++;
        }
    assert_true(plants >= 6);
    pd_character_motion_deinit(&m);
}

/* Catmull-Rom goes through its frames, and along parabolas. */
static void slowed_roots_follow_a_parabola_exactly(void **state)
{
    (void)state;
    static const double times[] = {0.6, 1.3, 2};
    pd_character_motion of, m;
    walk_make(&of, &walking);
    assert_int_equal(pd_train_motion_label(&of, NULL), PD_OK);
    int T = of.clip.frame_count;
    for (int t = 0; t < T; t++)
        of.clip.roots[t] = pd_vec3_make(1e-4 * t * t - 0.01 * t, 0.8 + 1e-6 * t * t, 0.02 * t);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pd_train_motion_slow(&m, &of, times[i], "slow", NULL), PD_OK);
        for (int t = 0; t < m.clip.frame_count; t++) {
            double s = t / times[i];
            if (s < 1 || s > T - 2) continue;
            assert_near(m.clip.roots[t].x, 1e-4 * s * s - 0.01 * s, 1e-9);
            assert_near(m.clip.roots[t].y, 0.8 + 1e-6 * s * s, 1e-9);
            assert_near(m.clip.roots[t].z, 0.02 * s, 1e-9);
            int low = (int)floor(s), near = (int)floor(s + 0.5);
            if (low + 1 < T)
                assert_near(m.phase[t], of.phase[low] + (s - low) * (of.phase[low + 1] - of.phase[low]),
                            1e-9);
            assert_memory_equal(m.gaits[t], of.gaits[near], sizeof *m.gaits);
            assert_memory_equal(m.contacts[t], of.contacts[near], sizeof *m.contacts);
        }
        pd_character_motion_deinit(&m);
    }
    pd_character_motion_deinit(&of);
}

static void the_range_of_bent_copies_is_that_of_the_header(void **state)
{
    (void)state;
    static const struct {
        double speed, aside, turn_deg; /* m/s; degrees between way and facing; degrees a second */
        int straight;
    } rows[] = {{0.75, 0, 0, 1}, {0.65, 0, 0, 0}, {1.2, 30, 0, 1},  {1.2, 40, 0, 0}, {1.2, -30, 0, 1},
                {1.2, 0, 20, 1}, {1.2, 0, 30, 0}, {1.2, 0, -20, 1}, {1.2, 0, -30, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        walk w = walking;
        pd_character_motion m;
        w.speed = rows[i].speed;
        walk_make(&m, &w);
        assert_int_equal(pd_train_motion_label(&m, NULL), PD_OK);
        double x = 0, z = 0;
        for (int t = 0; t < w.frames;
             t++) { /* only the root counts: the hips face and go where they are told */
            double faces = rows[i].turn_deg * DEGREE * t / 60, goes = faces + rows[i].aside * DEGREE;
            pd_anim_clip_frame(&m.clip, t)[0] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), faces);
            m.clip.roots[t] = pd_vec3_make(x, 0.84, z);
            x += rows[i].speed / 60 * sin(goes), z += rows[i].speed / 60 * cos(goes);
        }
        double speed = 0;
        assert_int_equal(straight(&speed, &m), rows[i].straight);
        assert_near(speed, rows[i].speed, 1e-3);
        for (int t = 0; t < w.frames; t++)
            m.gaits[t][PD_PFNN_JUMP] = t % 100 < 18 ? 0.6F : 0.4F; /* 18 % of frames */
        assert_int_equal(straight(NULL, &m), rows[i].straight);
        for (int t = 0; t < w.frames; t++) m.gaits[t][PD_PFNN_JUMP] = t % 100 < 22 ? 0.6F : 0.4F;
        assert_int_equal(straight(NULL, &m), 0);
        for (int t = 0; t < w.frames; t++)
            m.gaits[t][PD_PFNN_JUMP] = 0, m.gaits[t][PD_PFNN_CROUCH] = t % 100 < 22 ? 0.6F : 0.4F;
        assert_int_equal(straight(NULL, &m), 0);
        pd_character_motion_deinit(&m);
    }
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
        cmocka_unit_test(motions_without_labels_or_on_uneven_ground_are_refused),
        cmocka_unit_test(bent_roots_go_and_lean_by_the_formulas_of_arc),
        cmocka_unit_test(planted_feet_of_an_arc_stay_where_the_middle_of_their_plant_puts_them),
        cmocka_unit_test(slowed_roots_follow_a_parabola_exactly),
        cmocka_unit_test(the_range_of_bent_copies_is_that_of_the_header)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
