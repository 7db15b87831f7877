/* Tests operations on clips (mirroring, resampling, smoothing) on motions with a known answer: straight
 * lines, sines, parabolas and impulses. */
#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;

static pd_quat random_quat(pd_rng *rng)
{
    return pd_q_normalize((pd_quat){pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), 2});
}

static void fill(pd_anim_clip *clip, int frames, double rate)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    human_init(&sk);
    assert_int_equal(pd_anim_clip_init(clip, &sk, frames, rate, NULL), PD_OK);
    for (int t = 0; t < frames; t++) {
        for (int k = 0; k < 24; k++) pd_anim_clip_frame(clip, t)[k] = random_quat(&rng);
        clip->roots[t] = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng));
    }
    clip->ends[23] = pd_vec3_make(-0.1, 0.02, 0.03);
}

static void the_root_stands_where_the_clip_says(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_vec3 p[24];
    fill(&clip, 3, 30);
    pd_anim_clip_pose(p, NULL, &clip, 2);
    assert_near(pd_vec3_distance(p[0], clip.roots[2]), 0, 0);
    assert_near(pd_anim_clip_seconds(&clip), 2 / 30.0, 1e-15);
    pd_anim_clip_deinit(&clip);
}

static void mirroring_twice_changes_nothing(void **state)
{
    (void)state;
    pd_anim_clip clip, once, twice;
    fill(&clip, 4, 30);
    assert_int_equal(pd_anim_clip_mirror(&once, &clip, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_mirror(&twice, &once, NULL), PD_OK);
    assert_memory_equal(twice.rotations, clip.rotations, 4 * 24 * sizeof(pd_quat));
    assert_memory_equal(twice.roots, clip.roots, 4 * sizeof(pd_vec3));
    for (int k = 0; k < 24; k++) {
        assert_near(pd_vec3_distance(twice.skeleton.offsets[k], clip.skeleton.offsets[k]), 0, 0);
        assert_near(pd_vec3_distance(twice.ends[k], clip.ends[k]), 0, 0);
    }
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&once), pd_anim_clip_deinit(&twice);
}

static void a_mirrored_clip_has_every_joint_at_its_mirror_image(void **state)
{
    (void)state;
    pd_anim_clip clip, mirrored;
    pd_vec3 p[24], m[24];
    int table[24];
    fill(&clip, 2, 30);
    pd_anim_mirror_table(table, &clip.skeleton);
    assert_int_equal(pd_anim_clip_mirror(&mirrored, &clip, NULL), PD_OK);
    pd_anim_clip_pose(p, NULL, &clip, 1);
    pd_anim_clip_pose(m, NULL, &mirrored, 1);
    for (int k = 0; k < 24; k++) {
        pd_vec3 image = {-p[table[k]].x, p[table[k]].y, p[table[k]].z};
        assert_near(pd_vec3_distance(m[k], image), 0, 1e-12);
    }
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&mirrored);
}

/* Soft-tissue coefficients go where frames go. The second is a sine of 1 Hz,
 * the first the number of its frame. */
static void soft_tissue_goes_along_with_its_frames(void **state)
{
    (void)state;
    pd_anim_clip clip, cut, fast, slow, mirrored;
    fill(&clip, 121, 60);
    assert_int_equal(pd_anim_clip_init_soft(&clip, 2, NULL), PD_OK);
    for (int t = 0; t < 121; t++)
        clip.soft[2 * t] = (float)t, clip.soft[2 * t + 1] = (float)sin(2 * M_PI * t / 60);

    assert_int_equal(pd_anim_clip_cut(&cut, &clip, 7, 30, NULL), PD_OK);
    assert_int_equal(cut.soft_count, 2);
    assert_memory_equal(cut.soft, clip.soft + 14, 60 * sizeof *cut.soft);

    assert_int_equal(pd_anim_clip_resample(&fast, &clip, 120, NULL), PD_OK);
    assert_int_equal(fast.frame_count, 241);
    for (int t = 4; t < 237; t++) {
        assert_near((double)fast.soft[2 * t], t / 2.0, 1e-4);
        assert_near((double)fast.soft[2 * t + 1], sin(2 * M_PI * t / 120), 1e-3);
    }
    assert_int_equal(pd_anim_clip_resample(&slow, &clip, 30, NULL), PD_OK);
    for (int t = 6; t < slow.frame_count - 6; t++) assert_near((double)slow.soft[2 * t], 2.0 * t, 1e-3);

    /* a Gaussian leaves a straight line as it is, and takes exp(-(sigma w)^2/2) of a sine */
    assert_int_equal(pd_anim_clip_smooth(&cut, 2, NULL), PD_OK);
    for (int t = 8; t < 22; t++) {
        assert_near((double)cut.soft[2 * t], t + 7.0, 1e-4);
        assert_near((double)cut.soft[2 * t + 1],
                    exp(-0.5 * pow(2 * 2 * M_PI / 60, 2)) * sin(2 * M_PI * (t + 7) / 60), 1e-3);
    }

    assert_int_equal(pd_anim_clip_mirror(&mirrored, &clip, NULL), PD_OK);
    assert_null(mirrored.soft);
    assert_int_equal(mirrored.soft_count, 0);
    assert_int_equal(pd_anim_clip_init_soft(&clip, 0, NULL), PD_OK);
    assert_null(clip.soft);
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&cut), pd_anim_clip_deinit(&fast);
    pd_anim_clip_deinit(&slow), pd_anim_clip_deinit(&mirrored);
}

static void sides_are_found_in_any_naming(void **state)
{
    (void)state;
    static const pd_anim_joint joints[] = {{"root", NULL, {0, 0, 0}},
                                           {"LHipJoint", "root", {1, 0, 0}},
                                           {"RHipJoint", "root", {1, 0, 0}},
                                           {"LeftLeg", "LHipJoint", {1, 0, 0}},
                                           {"RightLeg", "RHipJoint", {1, 0, 0}},
                                           {"lfemur", "root", {1, 0, 0}},
                                           {"rfemur", "root", {1, 0, 0}},
                                           {"thigh.L", "root", {1, 0, 0}},
                                           {"thigh.R", "root", {1, 0, 0}},
                                           {"lShldr", "root", {1, 0, 0}},
                                           {"rShldr", "root", {1, 0, 0}},
                                           {"collar", "root", {1, 0, 0}},
                                           {"left_toe", "LeftLeg", {1, 0, 0}},
                                           {"right_toe", "root", {1, 0, 0}},
                                           {"mixamorig:LeftArm", "root", {1, 0, 0}},
                                           {"mixamorig:RightArm", "root", {1, 0, 0}}};
    static const int expected[] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 11, 12, 13, 15, 14};
    int table[16];
    assert_int_equal(pd_anim_skeleton_init(&sk, joints, 16, NULL), PD_OK);
    pd_anim_mirror_table(table, &sk);
    for (int j = 0; j < 16; j++) assert_int_equal(table[j], expected[j]);
}

/* Makes a clip in which one joint swings at `hz`. */
static void swing(pd_anim_clip *clip, int frames, double rate, double hz)
{
    human_init(&sk);
    assert_int_equal(pd_anim_clip_init(clip, &sk, frames, rate, NULL), PD_OK);
    for (int t = 0; t < frames; t++) {
        double phase = 2 * M_PI * hz * t / rate;
        pd_anim_clip_frame(clip, t)[16] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.8 * sin(phase));
        clip->roots[t] = pd_vec3_make(t / rate, 0.1 * cos(phase), 0);
    }
}

static void resampling_upwards_stays_on_a_smooth_motion(void **state)
{
    (void)state;
    pd_anim_clip clip, fast, exact;
    swing(&clip, 31, 30, 1);
    assert_int_equal(pd_anim_clip_resample(&fast, &clip, 60, NULL), PD_OK);
    swing(&exact, 61, 60, 1);
    assert_int_equal(fast.frame_count, 61);
    for (int t = 4; t < 57; t++) {
        assert_near(pd_q_angle(pd_anim_clip_frame(&fast, t)[16], pd_anim_clip_frame(&exact, t)[16]), 0, 2e-3);
        assert_near(pd_vec3_distance(fast.roots[t], exact.roots[t]), 0, 3e-4);
    }
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&fast), pd_anim_clip_deinit(&exact);
}

/* 1 / 0.0083333 and 59.9994 are 120 and 60; 29.97 is not 30. */
static void a_rounded_rate_keeps_the_last_frame(void **state)
{
    (void)state;
    static const struct {
        int frames;
        double from, to;
        int expected;
    } rows[] = {{1001, 1 / 0.0083333, 120, 1001}, {1001, 1 / 0.0083333, 60, 501},
                {31, 1 / 0.033333, 30, 31},       {601, 59.9994, 60, 601},
                {4001, 30000 / 1001.0, 30, 4005}, {2, 60, 30, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_anim_clip clip, out;
        swing(&clip, rows[i].frames, rows[i].from, 1);
        assert_int_equal(pd_anim_clip_resample(&out, &clip, rows[i].to, NULL), PD_OK);
        assert_int_equal(out.frame_count, rows[i].expected);
        pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&out);
    }
}

static void resampling_downwards_takes_fast_shaking_out(void **state)
{
    (void)state;
    pd_anim_clip clip, slow;
    double most = 0, kept = 0;
    swing(&clip, 241, 120, 40);
    assert_int_equal(pd_anim_clip_resample(&slow, &clip, 60, NULL), PD_OK);
    for (int t = 10; t < slow.frame_count - 10; t++)
        most = fmax(most, pd_q_angle(pd_anim_clip_frame(&slow, t)[16], pd_q_identity()));
    assert_in_range((int)(1000 * most), 0, 30); /* of 800 */
    pd_anim_clip_deinit(&slow), pd_anim_clip_deinit(&clip);
    swing(&clip, 241, 120, 2);
    assert_int_equal(pd_anim_clip_resample(&slow, &clip, 60, NULL), PD_OK);
    for (int t = 10; t < slow.frame_count - 10; t++)
        kept = fmax(kept, pd_q_angle(pd_anim_clip_frame(&slow, t)[16], pd_q_identity()));
    assert_true(kept > 0.75);
    pd_anim_clip_deinit(&slow), pd_anim_clip_deinit(&clip);
}

static void each_quaternion_of_a_clip_gets_the_sign_nearest_its_previous_frame(void **state)
{
    (void)state;
    pd_anim_clip clip;
    swing(&clip, 20, 30, 1);
    for (int t = 0; t < 20; t += 3) {
        pd_quat *q = &pd_anim_clip_frame(&clip, t)[16];
        *q = (pd_quat){-q->x, -q->y, -q->z, -q->w};
    }
    pd_anim_clip_align_signs(&clip);
    for (int t = 1; t < 20; t++)
        assert_true(pd_q_dot(pd_anim_clip_frame(&clip, t)[16], pd_anim_clip_frame(&clip, t - 1)[16]) > 0);
    pd_anim_clip_deinit(&clip);
}

/* Aligning leaves each quaternion as it was or negates it, to the bit. Tested with random quaternions. */
static void aligned_quaternions_keep_their_rotation(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat was[40][24];
    pd_rng rng;
    int flipped = 0;
    pd_rng_init(&rng, 12);
    fill(&clip, 40, 30);
    for (int t = 0; t < 40; t++)
        for (int k = 0; k < 24; k++) {
            pd_quat *q = &pd_anim_clip_frame(&clip, t)[k];
            *q = pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng),
                                          pd_rng_normal(&rng)});
            was[t][k] = *q;
        }
    pd_anim_clip_align_signs(&clip);
    for (int t = 0; t < 40; t++)
        for (int k = 0; k < 24; k++) {
            pd_quat q = pd_anim_clip_frame(&clip, t)[k], w = was[t][k];
            double sign = q.x == w.x ? 1 : -1;
            assert_true(q.x == sign * w.x && q.y == sign * w.y && q.z == sign * w.z && q.w == sign * w.w);
            if (t) assert_true(pd_q_dot(q, pd_anim_clip_frame(&clip, t - 1)[k]) >= 0);
            if (!t) assert_true(sign == 1);
            flipped += sign < 0;
        }
    assert_true(flipped > 200);
    pd_anim_clip_deinit(&clip);
}

/* One frame that stands out becomes the bell itself: symmetric, of sum 1, of its variance; at the ends the
 * last frame is held. */
static void a_smoothed_impulse_is_the_bell(void **state)
{
    (void)state;
    static const double sigmas[] = {0.6, 1, 2.5};
    for (int i = 0; i < 3; i++) {
        pd_anim_clip clip;
        double sum = 0, square = 0;
        fill(&clip, 61, 30);
        for (int t = 0; t < 61; t++) clip.roots[t] = pd_vec3_make(t == 30, 2, t == 0 ? 1 : 0);
        for (int t = 0; t < 61; t++)
            for (int k = 0; k < 24; k++)
                pd_anim_clip_frame(&clip, t)[k] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.01 * t);
        assert_int_equal(pd_anim_clip_smooth(&clip, sigmas[i], NULL), PD_OK);
        for (int t = 0; t < 61; t++) {
            double bell =
                exp(-0.5 * (t - 30) * (t - 30) / (sigmas[i] * sigmas[i])) / (sigmas[i] * sqrt(2 * M_PI));
            if (sigmas[i] >= 1) assert_near(clip.roots[t].x, bell, 1e-3);
            assert_near(clip.roots[t].x, clip.roots[60 - t].x, 1e-15);
            assert_near(clip.roots[t].y, 2, 1e-12);
            sum += clip.roots[t].x, square += clip.roots[t].x * (t - 30) * (t - 30);
            if (t > 12 && t < 48) /* an even rotation stays what it is */
                assert_near(pd_q_angle(pd_anim_clip_frame(&clip, t)[5],
                                       pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.01 * t)),
                            0, 1e-6);
        }
        assert_near(sum, 1, 1e-12);
        if (sigmas[i] >= 1) assert_near(square, sigmas[i] * sigmas[i], 0.02 * sigmas[i] * sigmas[i]);
        double held = 0.5 + clip.roots[30].x / 2; /* half of the bell and its middle fall on frame 0 */
        assert_near(clip.roots[0].z, held, 1e-12);
        assert_near(clip.ends[23].y, 0.02, 0);
        pd_anim_clip_deinit(&clip);
    }
    pd_anim_clip clip;
    pd_error err;
    fill(&clip, 3, 30);
    assert_int_equal(pd_anim_clip_smooth(&clip, -0.1, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_smooth(&clip, NAN, &err), PD_ERR_RANGE);
    pd_vec3 root = clip.roots[1];
    assert_int_equal(pd_anim_clip_smooth(&clip, 0, &err), PD_OK);
    assert_near(pd_vec3_distance(root, clip.roots[1]), 0, 0);
    pd_anim_clip_deinit(&clip);
}

/* Catmull and Rom's spline goes through every parabola, and through its own points. */
static void resampling_upwards_is_exact_on_a_parabola(void **state)
{
    (void)state;
    pd_anim_clip clip, out;
    fill(&clip, 9, 20);
    for (int t = 0; t < 9; t++) clip.roots[t] = pd_vec3_make(t * t, 3 * t - 1, 2 - 0.5 * t * t);
    assert_int_equal(pd_anim_clip_resample(&out, &clip, 70, NULL), PD_OK);
    assert_int_equal(out.frame_count, 29);
    assert_near(out.rate, 70, 0);
    for (int i = 0; i < 29; i++) {
        double t = i * 20 / 70.0;
        if (t < 1 || t > 7) continue; /* the ends lean on a frame that is held */
        assert_near(out.roots[i].x, t * t, 1e-9);
        assert_near(out.roots[i].y, 3 * t - 1, 1e-9);
        assert_near(out.roots[i].z, 2 - 0.5 * t * t, 1e-9);
    }
    for (int i = 0; i < 9; i += 2) { /* every 7th is a frame of the clip */
        if (7 * i / 2 > 28) continue;
        assert_near(pd_vec3_distance(out.roots[7 * i / 2], clip.roots[i]), 0, 1e-9);
        for (int k = 0; k < 24; k++)
            assert_near(pd_q_angle(pd_anim_clip_frame(&out, 7 * i / 2)[k], pd_anim_clip_frame(&clip, i)[k]),
                        0, 1e-6);
    }
    assert_near(out.ends[23].x, -0.1, 0);
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&out);
}

static void impossible_pieces_are_refused(void **state)
{
    (void)state;
    pd_anim_clip clip, out;
    pd_error err = {0};
    fill(&clip, 5, 30);
    assert_int_equal(pd_anim_clip_cut(&out, &clip, 3, 3, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "3 frames from frame 3 on; frames within the 5 of the clip allowed");
    assert_int_equal(pd_anim_clip_resample(&out, &clip, 1e9, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_smooth(&clip, -1, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_init(&out, &sk, 0, 30, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_init(&out, &sk, 1, NAN, &err), PD_ERR_RANGE);
    pd_anim_clip_deinit(&clip);
}

/* A single letter is a side where it stands alone between marks or begins the name;
 * within a word it is none. */
static void a_single_letter_names_a_side_only_at_the_start_or_end_of_a_word(void **state)
{
    (void)state;
    static const struct {
        const char *left, *right;
        int sides;
    } rows[] = {{"arm.l", "arm.r", 1},
                {"arm_L", "arm_R", 1},
                {"arm-l", "arm-r", 1},
                {"arm:L", "arm:R", 1},
                {"arm l", "arm r", 1},
                {"lArm", "rArm", 1},
                {"hand_l_tip", "hand_r_tip", 1},
                {"skull", "skurr", 0},
                {"pelvis", "pervis", 0},
                {"armLeft", "armRight", 1},
                {"arm.LEFT.x", "arm.RIGHT.x", 1},
                {"ballL", "ballR", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_anim_joint joints[] = {
            {"top", NULL, {0, 0, 0}}, {rows[i].left, "top", {1, 0, 0}}, {rows[i].right, "top", {-1, 0, 0}}};
        int table[3];
        assert_int_equal(pd_anim_skeleton_init(&sk, joints, 3, NULL), PD_OK);
        pd_anim_mirror_table(table, &sk);
        if ((table[1] == 2) != rows[i].sides || table[2] != (rows[i].sides ? 1 : 2))
            fail_msg("%s and %s: %d %d", rows[i].left, rows[i].right, table[1], table[2]);
        assert_int_equal(table[0], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_stands_where_the_clip_says),
        cmocka_unit_test(mirroring_twice_changes_nothing),
        cmocka_unit_test(a_mirrored_clip_has_every_joint_at_its_mirror_image),
        cmocka_unit_test(soft_tissue_goes_along_with_its_frames),
        cmocka_unit_test(sides_are_found_in_any_naming),
        cmocka_unit_test(resampling_upwards_stays_on_a_smooth_motion),
        cmocka_unit_test(a_rounded_rate_keeps_the_last_frame),
        cmocka_unit_test(resampling_downwards_takes_fast_shaking_out),
        cmocka_unit_test(each_quaternion_of_a_clip_gets_the_sign_nearest_its_previous_frame),
        cmocka_unit_test(aligned_quaternions_keep_their_rotation),
        cmocka_unit_test(a_smoothed_impulse_is_the_bell),
        cmocka_unit_test(resampling_upwards_is_exact_on_a_parabola),
        cmocka_unit_test(impossible_pieces_are_refused),
        cmocka_unit_test(a_single_letter_names_a_side_only_at_the_start_or_end_of_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
