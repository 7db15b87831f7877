/* Reading, planting, reaching and evaluating of feet, compared with the formulas of feet.h and lock.h. */
#include "train/motion/feet.h"

#include "core/base/rng.h"
#include "train/motion/filter.h"
#include "train/motion/lock.h"
#include "tests/support/walk.h"

#include <stdlib.h>

static const walk walking = {
    .frames = 120, .speed = 1.1, .period = 66, .duty = 0.6, .lift = 0.12, .skate = 0.01};

static void make(pd_character_motion *m, const walk *w)
{
    walk_make(m, w);
    assert_int_equal(pd_character_motion_add_labels(m, NULL), PD_OK);
}

static double smooth(double s)
{
    return s * s * (3 - 2 * s);
}

/* ---- series ---- */

static void values_between_masked_frames_go_by_smoothstep_and_hold_at_the_ends(void **state)
{
    (void)state;
    double v[12][2];
    const unsigned char mask[12] = {0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0};
    for (int t = 0; t < 12; t++) v[t][0] = mask[t] ? t * t : -99, v[t][1] = mask[t] ? 5 - t : 99;
    pd_train_fill(v[0], 2, mask, 12);
    static const int from[12] = {2, 2, 2, 2, 2, 2, 6, 7, 7, 9, 9, 9},
                     to[12] = {2, 2, 2, 6, 6, 6, 6, 7, 9, 9, 9, 9};
    for (int t = 0; t < 12; t++) {
        double s = from[t] == to[t] ? 0 : smooth((t - from[t]) / (double)(to[t] - from[t]));
        assert_near(v[t][0], from[t] * from[t] + s * (to[t] * to[t] - from[t] * from[t]), 1e-12);
        assert_near(v[t][1], 5 - from[t] - s * (to[t] - from[t]), 1e-12);
    }
}

static void without_a_masked_frame_all_values_are_zero(void **state)
{
    (void)state;
    double v[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    const unsigned char mask[3] = {0};
    pd_train_fill(v[0], 2, mask, 3);
    for (int t = 0; t < 3; t++)
        for (int c = 0; c < 2; c++) assert_near(v[t][c], 0, 0);
}

static void every_column_is_smoothed_by_itself(void **state)
{
    (void)state;
    double v[30][3], one[3][30];
    for (int t = 0; t < 30; t++)
        for (int c = 0; c < 3; c++) v[t][c] = one[c][t] = sin(t * (c + 1.0));
    assert_int_equal(pd_train_gauss(v[0], 3, 30, 2.5, NULL), PD_OK);
    for (int c = 0; c < 3; c++) {
        assert_int_equal(pd_train_gaussian(one[c], 30, 1, 2.5, NULL), PD_OK);
        for (int t = 0; t < 30; t++) assert_near(v[t][c], one[c][t], 0);
    }
}

/* ---- planting ---- */

static pd_vec3 somewhere(pd_rng *rng)
{
    return pd_vec3_make(pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng));
}

static pd_vec3 towards(pd_vec3 from, pd_vec3 to, double length)
{
    pd_vec3 d = pd_vec3_sub(to, from);
    return pd_vec3_fma(from, length / pd_vec3_length(d), d);
}

static void planted_feet_come_to_their_place_and_swings_follow(void **state)
{
    (void)state;
    enum { T = 40 };
    static unsigned char contacts[T][PD_PFNN_CONTACTS];
    pd_train_feet feet, want, was;
    pd_rng rng;
    pd_rng_init(&rng, 6);
    double bone = pd_vec3_length(pd_vec3_make(pd_anim_biped_joints[PD_BIPED_L_TOE].x,
                                              pd_anim_biped_joints[PD_BIPED_L_TOE].y,
                                              pd_anim_biped_joints[PD_BIPED_L_TOE].z));
    assert_int_equal(pd_train_feet_init(&feet, T, NULL), PD_OK);
    assert_int_equal(pd_train_feet_init(&want, T, NULL), PD_OK);
    assert_int_equal(pd_train_feet_init(&was, T, NULL), PD_OK);
    for (int t = 0; t < T; t++)
        for (int s = 0; s < 2; s++) {
            feet.at[t][s] = (pd_train_foot){somewhere(&rng), somewhere(&rng), pd_q_identity()};
            feet.at[t][s].toe = towards(feet.at[t][s].ankle, feet.at[t][s].toe, bone);
            want.at[t][s] =
                (pd_train_foot){somewhere(&rng), somewhere(&rng), pd_q_axis_angle(pd_vec3_make(0, 1, 0), t)};
            was.at[t][s] = feet.at[t][s];
            contacts[t][2 * s] = t >= 10 + s && t < 16;     /* the heel */
            contacts[t][2 * s + 1] = t >= 13 && t < 20 + s; /* the toe  */
            contacts[t][2 * s + 1] |= t >= 30 && t < 34;
        }
    assert_int_equal(
        pd_train_feet_plant(&feet, &want, (const unsigned char(*)[PD_PFNN_CONTACTS])contacts, NULL), PD_OK);
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < T; t++) {
            const pd_train_foot *f = &feet.at[t][s], *w = &want.at[t][s];
            int heel = contacts[t][2 * s], toe = contacts[t][2 * s + 1];
            assert_near(pd_vec3_distance(f->ankle, f->toe), bone, 1e-9);
            if (toe) {
                assert_near(pd_vec3_distance(f->toe, w->toe), 0, 1e-12);
                assert_near(pd_vec3_distance(f->ankle, towards(w->toe, w->ankle, bone)), 0, 1e-9);
            } else if (heel) {
                assert_near(pd_vec3_distance(f->ankle, w->ankle), 0, 1e-12);
                assert_near(pd_vec3_distance(f->toe, towards(w->ankle, w->toe, bone)), 0, 1e-9);
            }
            if (toe || heel) assert_near(pd_q_angle(f->rotation, w->rotation), 0, 1e-9);
            if (toe || heel) continue;
            int first = 10 + s, last = 19 + s; /* of the first stance; the second is 30 to 33 */
            int from = t < first ? first : t < 30 ? last : 33, to = t < first ? first : t < 30 ? 30 : 33;
            double part = from == to ? 0 : smooth((t - from) / (double)(to - from));
            pd_vec3 a = pd_vec3_sub(feet.at[from][s].ankle, was.at[from][s].ankle);
            pd_vec3 b = pd_vec3_sub(feet.at[to][s].ankle, was.at[to][s].ankle);
            pd_vec3 moved = pd_vec3_fma(a, part, pd_vec3_sub(b, a));
            assert_near(pd_vec3_distance(f->ankle, pd_vec3_add(was.at[t][s].ankle, moved)), 0, 1e-9);
            assert_near(pd_vec3_distance(pd_vec3_sub(f->toe, f->ankle),
                                         pd_vec3_sub(was.at[t][s].toe, was.at[t][s].ankle)),
                        0, 1e-9);
        }
    pd_train_feet_deinit(&feet), pd_train_feet_deinit(&want), pd_train_feet_deinit(&was);
}

/* ---- legs ---- */

static void reading_and_solving_gives_the_same_figure(void **state)
{
    (void)state;
    pd_character_motion m, copy;
    pd_train_feet feet;
    make(&m, &walking), make(&copy, &walking);
    assert_int_equal(pd_train_feet_init(&feet, walking.frames, NULL), PD_OK);
    pd_train_feet_read(&feet, &m.clip);
    pd_train_feet_solve(&copy.clip, &feet);
    for (int t = 0; t < walking.frames; t++) {
        pd_vec3 a[PD_ANIM_MAX_JOINTS], b[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(a, NULL, &m.clip, t), pd_anim_clip_pose(b, NULL, &copy.clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_near(pd_vec3_distance(a[j], b[j]), 0, 1e-5);
    }
    pd_train_feet_deinit(&feet);
    pd_character_motion_deinit(&m), pd_character_motion_deinit(&copy);
}

static void solved_legs_bring_ankles_and_toes_to_their_points_and_keep_the_toes_bend(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_feet feet;
    pd_rng rng;
    pd_rng_init(&rng, 8);
    make(&m, &walking);
    for (int t = 0; t < walking.frames; t++) /* the toe bends against the foot */
        for (int s = 0; s < 2; s++)
            pd_anim_clip_frame(&m.clip, t)[s ? PD_BIPED_R_TOE : PD_BIPED_L_TOE] =
                pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.3);
    assert_int_equal(pd_train_feet_init(&feet, walking.frames, NULL), PD_OK);
    pd_train_feet_read(&feet, &m.clip);
    for (int t = 0; t < walking.frames; t++)
        for (int s = 0; s < 2; s++) {
            pd_train_foot *f = &feet.at[t][s];
            pd_vec3 bone = pd_vec3_sub(f->toe, f->ankle);
            f->ankle.y += 0.05 * pd_rng_uniform(&rng), f->ankle.x += 0.03 * pd_rng_normal(&rng);
            bone = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.2 * pd_rng_normal(&rng)), bone);
            f->toe = pd_vec3_add(f->ankle, bone);
        }
    for (int t = 1; t < walking.frames;
         t += 2) { /* the same rotation by the other sign: not what follows well */
        pd_quat *spine = &pd_anim_clip_frame(&m.clip, t)[PD_BIPED_SPINE];
        *spine = (pd_quat){-spine->x, -spine->y, -spine->z, -spine->w};
    }
    pd_train_feet_solve(&m.clip, &feet);
    for (int t = 1; t < walking.frames; t++)
        for (int j = 0; j < m.clip.skeleton.joint_count; j++)
            assert_true(pd_q_dot(pd_anim_clip_frame(&m.clip, t - 1)[j], pd_anim_clip_frame(&m.clip, t)[j]) >
                        0);
    for (int t = 0; t < walking.frames; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        const pd_quat *q = pd_anim_clip_frame(&m.clip, t);
        pd_anim_clip_pose(p, NULL, &m.clip, t);
        for (int s = 0; s < 2; s++) {
            int foot = s ? PD_BIPED_R_FOOT : PD_BIPED_L_FOOT;
            assert_near(pd_vec3_distance(p[foot], feet.at[t][s].ankle), 0, 1e-6);
            assert_near(pd_vec3_distance(p[foot + 1], feet.at[t][s].toe), 0, 1e-6);
            assert_near(pd_q_angle(q[foot + 1], pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.3)), 0, 1e-6);
        }
    }
    pd_train_feet_deinit(&feet);
    pd_character_motion_deinit(&m);
}

/* The expected drop is the missing length of the leg by Pythagoras, widened by 6 frames and smoothed by 2. */
static void hips_are_lowered_by_the_shortfall_of_the_longest_leg(void **state)
{
    (void)state;
    enum { T = 120 };
    pd_character_motion m;
    pd_train_feet feet;
    double need[T], most = 0, drop = 0, before[T];
    make(&m, &walking);
    assert_int_equal(pd_train_feet_init(&feet, T, NULL), PD_OK);
    pd_train_feet_read(&feet, &m.clip);
    for (int t = 40; t < 50; t++) feet.at[t][1].ankle.z += 0.35;
    feet.at[80][0].ankle.x = 5; /* out of any reach: as low as it is */
    for (int t = 0; t < T; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, NULL, &m.clip, t);
        need[t] = 0, before[t] = m.clip.roots[t].y;
        for (int s = 0; s < 2; s++) {
            int thigh = s ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH;
            double leg = 0.9985 * (pd_vec3_distance(p[thigh], p[thigh + 1]) +
                                   pd_vec3_distance(p[thigh + 1], p[thigh + 2]));
            pd_vec3 a = feet.at[t][s].ankle;
            double dx = a.x - p[thigh].x, dz = a.z - p[thigh].z, left = leg * leg - dx * dx - dz * dz;
            need[t] = fmax(need[t], p[thigh].y - a.y - sqrt(fmax(0, left)));
        }
    }
    double wide[T];
    for (int t = 0; t < T; t++) {
        wide[t] = 0;
        for (int k = -6; k <= 6; k++)
            if (t + k >= 0 && t + k < T) wide[t] = fmax(wide[t], need[t + k]);
    }
    assert_int_equal(pd_train_gaussian(wide, T, 1, 2, NULL), PD_OK);
    assert_int_equal(pd_train_feet_reach(&drop, &m.clip, &feet, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        assert_near(before[t] - m.clip.roots[t].y, wide[t], 1e-9);
        most = fmax(most, wide[t]);
    }
    assert_true(most > 0.1);
    assert_near(drop, most, 1e-12);
    assert_int_equal(pd_train_feet_reach(NULL, &m.clip, &feet, NULL), PD_OK);
    pd_train_feet_deinit(&feet);
    pd_character_motion_deinit(&m);
}

/* ---- how good they are ---- */

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double p95(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, rising);
    return values[(int)(0.95 * (count - 1))];
}

/* Gives the motion a slope of 5 % in z and random contacts, so that no measure is 0. */
static void random_labels(pd_character_motion *m)
{
    pd_rng rng;
    pd_rng_init(&rng, 12);
    assert_int_equal(pd_anim_ground_init(&m->ground, (pd_anim_ground_grid){2, 2, -50, -50, 100}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 4; i++) m->ground.heights[i] = i / 2 ? 2.5F : -2.5F;
    for (int t = 0; t < m->clip.frame_count; t++)
        for (int c = 0; c < 4; c++) m->contacts[t][c] = pd_rng_uniform(&rng) < 0.7;
}

static void feet_are_judged_by_slides_heights_and_depth_under_the_ground(void **state)
{
    (void)state;
    enum { T = 120 };
    pd_character_motion m;
    pd_train_feet_quality q;
    static pd_vec3 p[T][PD_ANIM_MAX_JOINTS];
    static double slide[2 * T], height[2 * T], under[2 * T];
    int slides = 0, heights = 0, unders = 0;
    double jolt = 0, mean = 0, jerk = 0;
    make(&m, &walking), random_labels(&m);
    for (int t = 0; t < T; t++) pd_anim_clip_pose(p[t], NULL, &m.clip, t);
    for (int t = 0; t < T; t++)
        for (int s = 0; s < 2; s++) {
            pd_vec3 toe = p[t][s ? PD_BIPED_R_TOE : PD_BIPED_L_TOE],
                    ankle = p[t][s ? PD_BIPED_R_FOOT : PD_BIPED_L_FOOT];
            double over = toe.y - 0.05 * toe.z - 0.025, rise = ankle.y - 0.05 * ankle.z - 0.060;
            under[unders++] = over < 0 || rise < 0 ? -fmin(over, rise) : 0;
            if (!m.contacts[t][s ? PD_PFNN_RIGHT_TOE : PD_PFNN_LEFT_TOE]) continue;
            height[heights++] = fabs(over);
            if (t && m.contacts[t - 1][s ? PD_PFNN_RIGHT_TOE : PD_PFNN_LEFT_TOE])
                slide[slides++] = 60 * pd_vec3_distance(toe, p[t - 1][s ? PD_BIPED_R_TOE : PD_BIPED_L_TOE]);
        }
    for (int t = 2; t < T; t++)
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            pd_vec3 now = pd_vec3_sub(p[t][j], p[t - 1][j]), then = pd_vec3_sub(p[t - 1][j], p[t - 2][j]);
            jolt = fmax(jolt, pd_vec3_distance(now, then));
            if (t < 3) continue;
            pd_vec3 first = pd_vec3_sub(p[t - 2][j], p[t - 3][j]);
            jerk += pd_vec3_distance(pd_vec3_add(now, first), pd_vec3_scale(then, 2)) * 216000 /
                    PD_ANIM_BIPED_JOINTS / (T - 3);
        }
    for (int i = 0; i < slides; i++) mean += slide[i] / slides;
    assert_int_equal(pd_train_feet_measure(&q, &m, NULL), PD_OK);
    assert_int_equal(q.planted, heights);
    assert_int_equal(q.frames, T);
    assert_true(slides > 20 && p95(under, unders) > 0.01);
    assert_near(q.slide_mean, mean, 1e-6);
    assert_near(q.slide_p95, p95(slide, slides), 1e-6);
    assert_near(q.height_p95, p95(height, heights), 1e-6);
    assert_near(q.under_p95, p95(under, unders), 1e-6);
    assert_near(q.under_max, under[unders - 1], 1e-6);
    assert_near(q.bone_max, 0, 1e-9);
    assert_near(q.jolt_max, jolt, 1e-9);
    assert_near(q.jerk, jerk, 1e-6 * jerk);
    pd_character_motion_deinit(&m);
}

static void stillness_counts_toes_and_heels_that_carry_alone(void **state)
{
    (void)state;
    enum { T = 120 };
    pd_character_motion m;
    pd_train_stillness s;
    pd_vec3 now[PD_ANIM_MAX_JOINTS], before[PD_ANIM_MAX_JOINTS];
    double sum = 0, most = 0;
    int count = 0;
    make(&m, &walking), random_labels(&m);
    m.contacts[0][PD_PFNN_LEFT_TOE] = m.contacts[1][PD_PFNN_LEFT_TOE] = 1;
    m.clip.roots[0].z -= 0.5; /* the largest slide is the first */
    for (int t = 0; t < T; t++) {
        pd_anim_clip_pose(now, NULL, &m.clip, t);
        for (int c = 0; t && c < 4; c++) {
            static const int joints[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
            int both = 1;
            for (int k = t - 1; k <= t; k++) both &= m.contacts[k][c] && (c % 2 || !m.contacts[k][c + 1]);
            if (!both) continue;
            double speed = 60 * pd_vec3_distance(now[joints[c]], before[joints[c]]);
            sum += speed, most = fmax(most, speed), count++;
        }
        memcpy(before, now, sizeof now);
    }
    pd_train_motion_stillness(&s, &m);
    assert_near(s.mean_slide, sum / count, 1e-9);
    assert_near(s.most_slide, most, 1e-9);
    pd_character_motion_deinit(&m);
}

static void feet_without_labels_are_not_judged(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_feet_quality q;
    pd_error err = {0};
    walk_make(&m, &walking);
    memset(&q, 0x55, sizeof q);
    assert_int_equal(pd_train_feet_measure(&q, &m, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "walk");
    assert_int_equal(q.planted, 0);
    pd_character_motion_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_between_masked_frames_go_by_smoothstep_and_hold_at_the_ends),
        cmocka_unit_test(without_a_masked_frame_all_values_are_zero),
        cmocka_unit_test(every_column_is_smoothed_by_itself),
        cmocka_unit_test(planted_feet_come_to_their_place_and_swings_follow),
        cmocka_unit_test(reading_and_solving_gives_the_same_figure),
        cmocka_unit_test(solved_legs_bring_ankles_and_toes_to_their_points_and_keep_the_toes_bend),
        cmocka_unit_test(hips_are_lowered_by_the_shortfall_of_the_longest_leg),
        cmocka_unit_test(feet_are_judged_by_slides_heights_and_depth_under_the_ground),
        cmocka_unit_test(stillness_counts_toes_and_heels_that_carry_alone),
        cmocka_unit_test(feet_without_labels_are_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
