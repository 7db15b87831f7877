/* @heavy: takes over five seconds under ASan. */
/* The pose in which characters start, and the standing pose of the shipped network. */
#include "core/anim/biped.h"
#include "core/character/load.h"
#include "core/character/settle.h"
#include "core/character/rollout/rollout.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

#include <stdlib.h>

#define DEGREE 0.017453292519943295

static pd_pfnn_model *shipped;
static pd_character_rig rig;
static const double origin[2] = {0, 0};

static int setup(void **state)
{
    (void)state;
    return pd_character_model_load(&shipped, "models/motion.safetensors", NULL) ||
           pd_character_rig_init(&rig, shipped, NULL) || !shipped->start;
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(shipped);
    return 0;
}

static double knee_deg(const pd_quat *rotations, int side)
{
    return pd_q_angle(rotations[rig.legs[side].shin], pd_q_identity()) / DEGREE;
}

static void roll(pd_character_rollout *out, double seconds, const pd_character_cue *cues, int count)
{
    const pd_character_rollout_job job = {.seconds = seconds, .cues = cues, .cue_count = count};
    assert_int_equal(pd_character_rollout_run(out, &job, 1, &rig, &pd_executor_serial, NULL, NULL), PD_OK);
}

/* The mean pose has knees of 48 degrees and came up at 124 degrees a second. */
static void a_character_begins_as_it_stands(void **state)
{
    (void)state;
    pd_character c;
    pd_character_rollout idle;
    assert_int_equal(rig.start.row_count, rig.layout.out_count);
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0.5, NULL), PD_OK);
    roll(&idle, 6, NULL, 0);
    for (int side = 0; side < 2; side++) {
        const pd_anim_clip *clip = &idle.clip;
        double peak = 0;
        assert_true(knee_deg(c.pose.rotations, side) < 25);
        assert_true(knee_deg(pd_anim_clip_frame(clip, 0), side) < 25);
        for (int t = 1; t < 60; t++)
            peak = fmax(peak, 60 * fabs(knee_deg(pd_anim_clip_frame(clip, t), side) -
                                        knee_deg(pd_anim_clip_frame(clip, t - 1), side)));
        assert_true(peak < 40);
        for (int t = 0; t < clip->frame_count; t++)
            assert_near(clip->roots[t].y, clip->roots[clip->frame_count - 1].y, 0.02);
    }
    pd_character_rollout_deinit(&idle);
}

static void a_character_settles_to_the_same_bits_again(void **state)
{
    (void)state;
    static pd_character_start first;
    first = rig.start;
    assert_int_equal(pd_character_model_settle(shipped, NULL), PD_OK);
    assert_memory_equal(&first, shipped->start, sizeof first);
}

/* Steps of half a metre from frame to frame. */
static void a_network_that_never_rests_begins_in_its_mean_pose(void **state)
{
    (void)state;
    static pd_character_rig f;
    pd_pfnn_network n;
    pd_pfnn_model *wild;
    pd_character c;
    rigs_network(&n, 8, 3);
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    for (int i = l.out_positions; i < l.out_velocities; i++) n.y_std[i] = 60;
    for (int i = l.in_positions; i < l.in_velocities; i++) n.x_std[i] = 5;
    assert_int_equal(pd_pfnn_model_build(&wild, &n, NULL), PD_OK);
    assert_int_equal(pd_character_model_settle(wild, NULL), PD_OK);
    assert_null(wild->start);
    assert_int_equal(pd_character_rig_init(&f, wild, NULL), PD_OK);
    assert_int_equal(f.start.row_count, 0);
    assert_int_equal(pd_character_init(&c, &f, NULL, origin, 0, NULL), PD_OK);
    const float *hips = wild->network.y_mean + l.out_positions;
    assert_near(c.positions[0].y, (double)hips[1] / 100, 1e-6);
    pd_pfnn_model_release(wild);
}

/* A jog with jumps. Feet count as planted only when they are on the ground,
 * because pictures and streams show them so. */
static void feet_are_planted_on_the_ground_only(void **state)
{
    (void)state;
    static const pd_character_cue cues[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}},
                                            {3, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG, .jump = 1}},
                                            {3.2, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}},
                                            {6, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG, .jump = 1}},
                                            {6.2, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}}};
    pd_character_rollout jumps;
    int planted = 0;
    roll(&jumps, 9, cues, 5);
    for (int t = 0; t < jumps.track.frame_count; t++)
        for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
            const pd_character_leg *leg = &rig.legs[i / 2];
            int joint = i % 2 ? leg->toe : leg->heel;
            double rest = i % 2 ? leg->toe_rest : leg->heel_rest;
            double y = (double)jumps.track.joints[3 * (t * jumps.track.joint_count + joint) + 1];
            if (jumps.track.contacts[4 * t + i] <= 0.5f) continue;
            planted++;
            assert_true(y - rest <= 0.0301);
        }
    assert_true(planted > 200);
    pd_character_rollout_deinit(&jumps);
}

/* ---- how it stands */

#define WINDOW 600 /* frames */
#define BEGIN  60
#define PARTS  6

/* Captured people standing, feet in place: 81 stretches of 10 s of ReActIdle, ACCAD and 100STYLE on this
 * character. Of each the range (97.5 less 2.5 %) of a rotation against its mean, about x, y, z, mrad, or of
 * the hips' place to the left, up, ahead, mm; here 10 and 90 % of the stretches. ReActIdle's root only yaws,
 * so that the hips' pitch and roll are of few; both get the pitch's 24. Rotations are of joint `to` against
 * joint `from`. docs/lab/motion.md has the table with its medians. */
static const struct {
    const char *from, *to;
    double low[3], high[3];
} captured[PARTS] = {
    {NULL, "Hips", {0, 46, 0}, {24, 310, 24}},
    {"Hips", "Spine1", {20, 44, 12}, {92, 197, 64}},
    {"Spine1", "Head", {37, 89, 43}, {403, 1234, 346}},
    {"Spine1", "LeftArm", {59, 31, 29}, {428, 395, 280}},
    {"Spine1", "RightArm", {52, 30, 25}, {481, 385, 320}},
    {NULL, NULL, {5.6, 3.1, 8.7}, {127.5, 18.3, 47.5}},
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double range_of(double *values)
{
    qsort(values, WINDOW, sizeof *values, ascending);
    return values[(int)(0.975 * (WINDOW - 1))] - values[(int)(0.025 * (WINDOW - 1))];
}

static pd_quat part_at(const pd_anim_clip *clip, int frame, int part)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_quat q[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(p, q, clip, frame);
    pd_quat to = q[pd_anim_skeleton_find(&clip->skeleton, captured[part].to)];
    const char *from = captured[part].from;
    return from ? pd_q_inv_mul(q[pd_anim_skeleton_find(&clip->skeleton, from)], to) : to;
}

/* Computes the ranges (3) of a part over a window. */
static void ranges_of(double out[3], const pd_anim_clip *clip, int first, int part)
{
    static double values[3][WINDOW];
    static pd_quat q[WINDOW];
    pd_quat mean = {0, 0, 0, 0};
    for (int i = 0; captured[part].to && i < WINDOW; i++) {
        q[i] = part_at(clip, first + i, part);
        double sign = pd_q_dot(q[i], q[0]) < 0 ? -1 : 1;
        mean.x += sign * q[i].x, mean.y += sign * q[i].y, mean.z += sign * q[i].z, mean.w += sign * q[i].w;
    }
    for (int i = 0; i < WINDOW; i++) {
        pd_vec3 v = captured[part].to ? pd_q_to_rotvec(pd_q_inv_mul(pd_q_normalize(mean), q[i]))
                                      : clip->roots[first + i];
        values[0][i] = 1000 * v.x, values[1][i] = 1000 * v.y, values[2][i] = 1000 * v.z;
    }
    for (int c = 0; c < 3; c++) out[c] = range_of(values[c]);
}

/* The median of windows half of which overlap. */
static void a_standing_character_moves_as_much_as_people_do(void **state)
{
    (void)state;
    pd_character_rollout idle;
    enum { WINDOWS = 9 };
    roll(&idle, BEGIN / 60.0 + 10 + (WINDOWS - 1) * 5, NULL, 0);
    for (int part = 0; part < PARTS; part++) {
        double ranges[3][WINDOWS], one[3];
        for (int w = 0; w < WINDOWS; w++) {
            ranges_of(one, &idle.clip, BEGIN + w * WINDOW / 2, part);
            for (int c = 0; c < 3; c++) ranges[c][w] = one[c];
        }
        for (int c = 0; c < 3; c++) {
            qsort(ranges[c], WINDOWS, sizeof **ranges, ascending);
            double median = ranges[c][WINDOWS / 2];
            print_message("%s %c: %.1f\n", captured[part].to ? captured[part].to : "place", "xyz"[c], median);
            if (median < captured[part].low[c] || median > captured[part].high[c])
                fail_msg("%s, axis %d: %g; captured %g to %g",
                         captured[part].to ? captured[part].to : "place", c, median, captured[part].low[c],
                         captured[part].high[c]);
        }
    }
    pd_character_rollout_deinit(&idle);
}

static void the_feet_of_a_standing_character_stay_where_they_are(void **state)
{
    (void)state;
    pd_character_rollout idle;
    roll(&idle, 12, NULL, 0); /* later a foot steps elsewhere now and then: tests/golden/test_motions.c */
    const pd_anim_track *track = &idle.track;
    for (int side = 0; side < 2; side++) {
        const float *first = track->joints + 3 * (60 * track->joint_count + track->toes[side]);
        for (int t = 60; t < track->frame_count; t++) {
            const float *now = track->joints + 3 * (t * track->joint_count + track->toes[side]);
            assert_true(hypotf(now[0] - first[0], now[2] - first[2]) < 0.005f);
            assert_true(fabsf(now[1] - first[1]) < 0.005f);
        }
    }
    pd_character_rollout_deinit(&idle);
}

/* Rolls out a minute of standing with a variation. */
static void stand(pd_character_rollout *out, uint32_t variation)
{
    const pd_character_rollout_job job = {.seconds = 61, .person.variation = variation};
    assert_int_equal(pd_character_rollout_run(out, &job, 1, &rig, &pd_executor_serial, NULL, NULL), PD_OK);
}

/* Returns the angle between thigh and shank, degrees; 0: straight. */
static double bend_deg(const pd_anim_track *track, int frame, int side)
{
    const pd_character_leg *leg = &rig.legs[side];
    const int joints[3] = {leg->thigh, leg->shin, leg->heel};
    pd_vec3 at[3];
    for (int i = 0; i < 3; i++) {
        const float *p = track->joints + 3 * ((size_t)frame * (size_t)track->joint_count + (size_t)joints[i]);
        at[i] = pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
    }
    const pd_vec3 thigh = pd_vec3_sub(at[1], at[0]), shank = pd_vec3_sub(at[2], at[1]);
    return atan2(pd_vec3_length(pd_vec3_cross(thigh, shank)), pd_vec3_dot(thigh, shank)) / DEGREE;
}

/* Bend of the knees of captured people who stand still: 10 and 90 % of 124 s of 13 clips (ACCAD, ReActIdle),
 * angle between thigh and shank: 4.9 and 18.3 degrees, median 10.7.
 * The network's own are bent by 17 to 20. */
static void knees_are_bent_as_standing_people_bend_them(void **state)
{
    (void)state;
    enum { FRAMES = 3600 };
    static double bends[FRAMES];
    for (uint32_t variation = 0; variation < 3; variation++) {
        pd_character_rollout idle;
        stand(&idle, variation);
        for (int side = 0; side < 2; side++) {
            for (int t = 0; t < FRAMES; t++) bends[t] = bend_deg(&idle.track, BEGIN + t, side);
            qsort(bends, FRAMES, sizeof *bends, ascending);
            print_message("variation %u, knee %d: %.1f degrees\n", variation, side, bends[FRAMES / 2]);
            assert_true(bends[FRAMES / 2] > 4.9 && bends[FRAMES / 2] < 18.3);
        }
        pd_character_rollout_deinit(&idle);
    }
}

/* Returns the distance of the left hand from the mirror image of the right one
 * in the frame of the hips, metres. */
static double asymmetry(const pd_anim_track *track, int frame, const pd_anim_skeleton *skeleton)
{
    const float *j = track->joints + 3 * (size_t)frame * (size_t)track->joint_count;
    pd_vec3 at[4];
    static const char *const names[4] = {"LeftUpLeg", "RightUpLeg", "LeftHand", "RightHand"};
    for (int i = 0; i < 4; i++) {
        const float *p = j + 3 * pd_anim_skeleton_find(skeleton, names[i]);
        at[i] = pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
    }
    const pd_vec3 middle = pd_vec3_scale(pd_vec3_add(at[0], at[1]), .5), across = pd_vec3_sub(at[0], at[1]);
    const pd_vec3 x = pd_vec3_unit_or(pd_vec3_make(across.x, 0, across.z), pd_vec3_make(1, 0, 0));
    const pd_vec3 left = pd_vec3_sub(at[2], middle), right = pd_vec3_sub(at[3], middle);
    const pd_vec3 mirrored = pd_vec3_fma(right, -2 * pd_vec3_dot(right, x), x);
    return pd_vec3_distance(left, mirrored);
}

/* Captured standing people: median of a clip, 10 and 90 % of 18 clips:
 * 29 and 75 mm. An exact mirror image has 0. */
static void arms_are_no_mirror_images_and_characters_differ(void **state)
{
    (void)state;
    enum { FRAMES = 3600, PEOPLE = 3 };
    static double values[FRAMES];
    pd_vec3 hands[PEOPLE];
    for (uint32_t variation = 0; variation < PEOPLE; variation++) {
        pd_character_rollout idle;
        stand(&idle, variation);
        for (int t = 0; t < FRAMES; t++) values[t] = asymmetry(&idle.track, BEGIN + t, &idle.clip.skeleton);
        qsort(values, FRAMES, sizeof *values, ascending);
        assert_true(values[FRAMES / 2] > .029 && values[FRAMES / 2] < .075);

        const int hand = pd_anim_skeleton_find(&idle.clip.skeleton, "LeftHand");
        const float *p = idle.track.joints + 3 * (1800 * idle.track.joint_count + hand);
        hands[variation] = pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
        for (uint32_t other = 0; other < variation; other++)
            assert_true(pd_vec3_distance(hands[variation], hands[other]) > .005);
        pd_character_rollout_deinit(&idle);
    }
}

/* Returns the shipped network for a figure `scale` times as large:
 * lengths are scaled, other values are not. */
static pd_pfnn_model *enlarged(double scale)
{
    pd_pfnn_network n;
    pd_pfnn_model *model;
    float s = (float)scale;
    assert_int_equal(pd_pfnn_network_load(&n, "models/motion.safetensors", NULL), PD_OK);
    const pd_pfnn_layout l = rig.layout;
    const int inputs[][2] = {
        {l.in_x, 2 * l.samples}, {l.in_positions, 6 * l.joints}, {l.in_left, 3 * l.samples}};
    const int outputs[][2] = {{l.out_velocity, 2}, {l.out_x, l.samples}, {l.out_positions, 6 * l.joints}};
    for (int b = 0; b < 3; b++) {
        for (int i = inputs[b][0]; i < inputs[b][0] + inputs[b][1]; i++) n.x_mean[i] *= s, n.x_std[i] *= s;
        for (int i = outputs[b][0]; i < outputs[b][0] + outputs[b][1]; i++) n.y_mean[i] *= s, n.y_std[i] *= s;
    }
    for (int i = 0; i < 3 * l.joints; i++) n.offsets[i] *= s;
    assert_int_equal(pd_pfnn_model_build(&model, &n, NULL), PD_OK);
    assert_int_equal(pd_character_model_settle(model, NULL), PD_OK);
    return model;
}

/* Every figure's toes were put 2.5 cm over the ground, whatever its size:
 * a larger one stood in the ground. */
static void another_figure_stands_at_its_own_height(void **state)
{
    (void)state;
    const double scale = 1.6;
    pd_pfnn_model *large = enlarged(scale);
    pd_character_rig own = rig, other;
    pd_character_rollout small_idle, large_idle;
    assert_non_null(large->start);
    assert_int_equal(pd_character_rig_init(&other, large, NULL), PD_OK);
    assert_near(own.legs[0].toe_rest, PD_ANIM_BIPED_TOE, 0); /* the biped's is known */
    assert_near(other.legs[0].toe_rest, scale * own.legs[0].toe_rest, 0.006);
    assert_near(other.legs[1].heel_rest, scale * own.legs[1].heel_rest, 0.012);

    roll(&small_idle, 3, NULL, 0);
    rig = other;
    roll(&large_idle, 3, NULL, 0);
    rig = own;
    for (int f = 0; f < 2; f++) {
        int toe = 3 * (150 * 31 + other.legs[f].toe) + 1, heel = 3 * (150 * 31 + other.legs[f].heel) + 1;
        const float *a = small_idle.track.joints, *b = large_idle.track.joints;
        assert_near((double)b[toe], scale * (double)a[toe], 0.006);
        assert_near((double)(b[heel] - b[toe]), scale * (double)(a[heel] - a[toe]), 0.012);
    }
    pd_character_rollout_deinit(&small_idle), pd_character_rollout_deinit(&large_idle);
    pd_pfnn_model_release(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_begins_as_it_stands),
        cmocka_unit_test(another_figure_stands_at_its_own_height),
        cmocka_unit_test(a_character_settles_to_the_same_bits_again),
        cmocka_unit_test(a_network_that_never_rests_begins_in_its_mean_pose),
        cmocka_unit_test(feet_are_planted_on_the_ground_only),
        cmocka_unit_test(a_standing_character_moves_as_much_as_people_do),
        cmocka_unit_test(the_feet_of_a_standing_character_stay_where_they_are),
        cmocka_unit_test(knees_are_bent_as_standing_people_bend_them),
        cmocka_unit_test(arms_are_no_mirror_images_and_characters_differ),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
