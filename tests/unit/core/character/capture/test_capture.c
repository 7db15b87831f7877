/* Tests the cleaning of captured clips on synthetic ones: a waving figure with known noise, floor and
 * collars. What is added must be removed again. */
#include "core/base/rng.h"
#include "core/character/capture/capture.h"
#include "train/motion/list.h"
#include "tests/support/cmocka.h"
#include "tests/support/cmu.h"
#include "tests/support/drooping.h"
#include "tests/support/fixture.h"

#define CLIPS 5

static pd_character_capture captures[CLIPS];
static const char *const names[CLIPS] = {"b/07_02.bvh", "a/07_01.bvh", "b/07_01.bvh", "b/08_01.bvh",
                                         "a/07_03.bvh"};

/* Makes CMU's skeleton in its reference pose, waving and wandering in marker noise.
 * The floor of folder b is tilted. */
static void make_capture(int index, int frames, double rate)
{
    pd_anim_skeleton skeleton;
    pd_quat reference[PD_ANIM_MAX_JOINTS];
    pd_rng rng;
    pd_character_capture *out = &captures[index];
    pd_rng_init(&rng, 3 + (uint64_t)index);
    assert_int_equal(pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, NULL), PD_OK);
    snprintf(out->name, sizeof out->name, "%s", names[index]);
    out->source = pd_anim_source_of(&skeleton);
    assert_int_equal(pd_anim_clip_init(&out->clip, &skeleton, frames, rate, NULL), PD_OK);
    pd_anim_source_reference(reference, &skeleton, out->source);
    for (int t = 0; t < frames; t++) {
        pd_quat *q = pd_anim_clip_frame(&out->clip, t);
        double x = 0.01 * floor(t / rate), z = floor(1.5 * t / rate);
        for (int j = 0; j < CMU_COUNT; j++) q[j] = reference[j];
        int arm = pd_anim_skeleton_find(&skeleton, "LeftArm");
        q[arm] = pd_q_mul(
            q[arm], pd_q_axis_angle(pd_vec3_make(0, 0, 1), sin(4 * t / rate) + 0.02 * pd_rng_normal(&rng)));
        out->clip.roots[t] = pd_vec3_make(x, 0.95 + (names[index][0] == 'b') * 0.015 * z, z);
    }
}

static void make_captures(void)
{
    for (int i = 0; i < CLIPS; i++) make_capture(i, 601, i == 3 ? 30 : 120);
}

static void free_captures(void)
{
    for (int i = 0; i < CLIPS; i++) pd_character_capture_deinit(&captures[i]);
}

static pd_status capture(pd_character_motions *motions, pd_character_capture_report *report,
                         const pd_character_capture *clips, int count, const pd_executor *executor,
                         pd_error *err)
{
    const pd_character_capture_job job = {.captures = clips, .count = count, .executor = executor};
    return pd_character_motion_capture(motions, report, &job, err);
}

static void motions_are_on_the_biped_at_60_hz(void **state)
{
    (void)state;
    pd_character_motions motions;
    make_captures();
    assert_int_equal(capture(&motions, NULL, captures, CLIPS, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(motions.count, CLIPS);
    for (int i = 0; i < CLIPS; i++) {
        const pd_character_motion *m = &motions.items[i];
        assert_string_equal(m->name, names[i]);
        assert_string_equal(m->step, "capture");
        assert_int_equal(m->source, i);
        assert_near(m->weight, 1, 0);
        assert_near(m->clip.rate, PD_CHARACTER_MOTION_RATE, 0);
        assert_int_equal(m->clip.skeleton.joint_count, PD_ANIM_BIPED_JOINTS);
        assert_near(pd_anim_clip_seconds(&m->clip), pd_anim_clip_seconds(&captures[i].clip), 1e-9);
        assert_null(m->contacts);
    }
    pd_character_motions_deinit(&motions);
    free_captures();
}

/* Returns the mean |third difference| of the left hand, m/s3. */
static double jerk(const pd_anim_clip *clip, int step)
{
    double sum = 0;
    int count = 0, hand = pd_anim_skeleton_find(&clip->skeleton, "LeftHand");
    pd_vec3 p[4][PD_ANIM_MAX_JOINTS];
    for (int t = 0; t + 3 * step < clip->frame_count; t += step, count++) {
        for (int k = 0; k < 4; k++) pd_anim_clip_pose(p[k], NULL, clip, t + k * step);
        pd_vec3 d = pd_vec3_sub(pd_vec3_sub(p[3][hand], p[0][hand]),
                                pd_vec3_scale(pd_vec3_sub(p[2][hand], p[1][hand]), 3));
        sum += pd_vec3_length(d) * pow(clip->rate / step, 3);
    }
    return sum / count;
}

static void noise_of_120_hz_is_filtered(void **state)
{
    (void)state;
    pd_character_motions motions;
    make_captures();
    assert_int_equal(capture(&motions, NULL, captures, CLIPS, &pd_executor_serial, NULL), PD_OK);
    double before = jerk(&captures[0].clip, 2), after = jerk(&motions.items[0].clip, 1);
    if (after > 0.25 * before) fail_msg("jerk of the hand: %.0f before, %.0f after", before, after);
    pd_character_motions_deinit(&motions);
    free_captures();
}

static void clips_of_a_subject_share_a_floor(void **state)
{
    (void)state;
    pd_character_motions motions;
    pd_character_capture_report report;
    make_captures();
    assert_int_equal(capture(&motions, &report, captures, CLIPS, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(report.subject_count, 3);
    assert_string_equal(report.subjects[0].name, "a/07");
    assert_string_equal(report.subjects[1].name, "b/07");
    assert_string_equal(report.subjects[2].name, "b/08");
    assert_int_equal(report.subjects[0].clip_count, 2);
    assert_int_equal(report.subjects[1].clip_count, 2);
    assert_near(report.subjects[0].tilt_z, 0, 1e-4);
    assert_near(report.subjects[1].tilt_z, 0.015, 1e-3);
    assert_true(report.subjects[1].rms < 0.002);
    pd_character_capture_report_deinit(&report);
    pd_character_motions_deinit(&motions);
    free_captures();
}

static void the_order_of_tasks_changes_no_bit(void **state)
{
    (void)state;
    pd_character_motions one, other;
    make_captures();
    assert_int_equal(capture(&one, NULL, captures, CLIPS, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(capture(&other, NULL, captures, CLIPS, &pd_fixture_shuffled, NULL), PD_OK);
    for (int i = 0; i < CLIPS; i++) {
        const pd_anim_clip *a = &one.items[i].clip, *b = &other.items[i].clip;
        size_t frames = (size_t)a->frame_count;
        assert_memory_equal(a->rotations, b->rotations, frames * PD_ANIM_BIPED_JOINTS * sizeof *a->rotations);
        assert_memory_equal(a->roots, b->roots, frames * sizeof *a->roots);
    }
    pd_character_motions_deinit(&one);
    pd_character_motions_deinit(&other);
    free_captures();
}

static void a_clip_without_legs_is_named(void **state)
{
    (void)state;
    pd_character_motions motions;
    pd_error err;
    make_captures();
    snprintf(captures[2].clip.skeleton.names[3], PD_ANIM_NAME_BYTES, "Stick");
    assert_int_equal(capture(&motions, NULL, captures, CLIPS, &pd_executor_serial, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.where, "b/07_01.bvh"));
    assert_int_equal(motions.count, 0);
    assert_int_equal(capture(&motions, NULL, captures, 0, &pd_executor_serial, &err), PD_ERR_INVALID);
    free_captures();
}

static void excluded_clips_have_a_reason(void **state)
{
    (void)state;
    static const char *const out[] = {"cmu/bvh/01_05.bvh",
                                      "bvh/03_01.bvh",
                                      "05_02.bvh",
                                      "cmu/bvh/06_13.bvh",
                                      "cmu/acclaim/16/16_15.amc",
                                      "cmu2/acclaim/127/127_29.amc",
                                      "accad/male1/Male1_A3_SwingArms.bvh",
                                      "accad/female1/Female1_C10_RunBackwardsStopRunForward.bvh"};
    static const char *const used[] = {"cmu/bvh/06_01.bvh",
                                       "cmu/bvh/05_01.bvh",
                                       "cmu2/acclaim/16/16_15.amc",
                                       "cmu2/acclaim/127/127_28.amc",
                                       "accad/male1/Male1_C01_StandToRun.bvh",
                                       "accad/female1/Female1_B12_WalkTurnRight90.bvh",
                                       "reactidle/003_genuine.bvh"};
    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
        if (!pd_train_motion_left_out(out[i], NULL, NULL)) fail_msg("%s is used", out[i]);
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (pd_train_motion_left_out(used[i], NULL, NULL))
            fail_msg("%s: %s", used[i], pd_train_motion_left_out(used[i], NULL, NULL));
}

static void clips_without_an_index_are_added_by_name(void **state)
{
    (void)state;
    assert_true(pd_train_motion_is_added("jlrun/JL_mm_run.bvh"));
    assert_true(pd_train_motion_is_added("cmu3/acclaim/127/127_33.amc"));
    assert_false(pd_train_motion_is_added("jlrun/JL_mm_tpose.bvh"));
    assert_false(pd_train_motion_is_added("cmu2/acclaim/127/127_33.amc"));
}

static void frames_before_the_motion_are_cut(void **state)
{
    (void)state;
    int first = -1;
    assert_null(pd_train_motion_left_out("100style/Neutral_FW.bvh", &first, NULL));
    assert_int_equal(first, 270);
    assert_null(pd_train_motion_left_out("cmu/bvh/06_01.bvh", &first, NULL));
    assert_int_equal(first, 0);
    assert_null(pd_train_motion_left_out("other/take.bvh", &first, NULL));
    assert_int_equal(first, 0);
}

/* Frames of the file, 30 a second: from frame 113 on the woman crosses her feet in each step. */
static void side_steps_are_used_until_they_cross(void **state)
{
    (void)state;
    int first = -1, last = -1;
    assert_null(pd_train_motion_left_out("accad/female1/Female1_B22_SideStepLeft.bvh", &first, &last));
    assert_int_equal(first, 0);
    assert_int_equal(last, 112);
    assert_null(pd_train_motion_left_out("accad/male1/Male1_B22_SideStepLeft.bvh", &first, &last));
    assert_int_equal(last, 0);
}

/* In the second clip of the subject the arms never hang: it gets the collars' rest of the first clip. */
static void collars_of_a_subject_rest_where_its_arms_hang(void **state)
{
    (void)state;
    pd_character_motions motions;
    pd_character_capture clips[2] = {{.name = "a/W_01.bvh"}, {.name = "a/W_02.bvh"}};
    drooping_clip(&clips[0].clip, 31, 14);
    assert_int_equal(pd_anim_clip_cut(&clips[1].clip, &clips[0].clip, DROOPING_HANGS, DROOPING_RAISED, NULL),
                     PD_OK);
    for (int i = 0; i < 2; i++) clips[i].source = pd_anim_source_of(&clips[i].clip.skeleton);
    assert_int_equal(capture(&motions, NULL, clips, 2, &pd_executor_serial, NULL), PD_OK);
    for (int i = 0; i < 2; i++) {
        const pd_anim_clip *clip = &motions.items[i].clip;
        for (int side = 0; side < 2; side++) {
            int collar = pd_anim_skeleton_find(&clip->skeleton, side ? "RightShoulder" : "LeftShoulder");
            pd_vec3 turn = pd_q_to_rotvec(pd_anim_clip_frame(clip, 0)[collar]);
            assert_near(turn.z, (side ? -1 : 1) * (i ? 20 : 0) * 0.017453292519943295, 0.01);
            assert_near(turn.y, 0, 0.01);
        }
    }
    pd_character_motions_deinit(&motions);
    for (int i = 0; i < 2; i++) pd_character_capture_deinit(&clips[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_are_on_the_biped_at_60_hz),
        cmocka_unit_test(noise_of_120_hz_is_filtered),
        cmocka_unit_test(clips_of_a_subject_share_a_floor),
        cmocka_unit_test(the_order_of_tasks_changes_no_bit),
        cmocka_unit_test(a_clip_without_legs_is_named),
        cmocka_unit_test(excluded_clips_have_a_reason),
        cmocka_unit_test(clips_without_an_index_are_added_by_name),
        cmocka_unit_test(frames_before_the_motion_are_cut),
        cmocka_unit_test(side_steps_are_used_until_they_cross),
        cmocka_unit_test(collars_of_a_subject_rest_where_its_arms_hang),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
