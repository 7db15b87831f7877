/* Tests learned ranges of joints on synthetic clips in which one joint swings by known angles. */
#include "tests/support/cmocka.h"

#include "core/anim/source.h"
#include "train/prior/joint_ranges.h"
#include "tests/support/human.h"

#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295

/* Synthetic clips in which one joint swings, so that its expected range is known. */

enum { CLIPS = 20, FRAMES = 100 };

static pd_anim_skeleton sk;
static pd_anim_clip clips[CLIPS];
static pd_train_pose_clip named[CLIPS];
static char names[CLIPS][16];

static const pd_anim_range *row_named(const pd_anim_range *rows, const char *name)
{
    while (strcmp(rows->name, name)) rows++;
    return rows;
}

static pd_quat *at(int clip, int frame, const char *name)
{
    return pd_anim_clip_frame(&clips[clip], frame) + pd_anim_skeleton_find(&sk, name);
}

/* In every clip the joint turns about one axis, from and to, evenly. */
static void swing(const char *name, int axis, double from_deg, double to_deg)
{
    pd_vec3 about = pd_vec3_make(axis == 0, axis == 1, axis == 2);
    for (int i = 0; i < CLIPS; i++)
        for (int t = 0; t < FRAMES; t++)
            *at(i, t, name) =
                pd_q_axis_angle(about, (from_deg + (to_deg - from_deg) * t / (FRAMES - 1)) * DEGREE);
}

static pd_train_ranges learn(void)
{
    pd_train_ranges made;
    pd_error err = {0};
    if (pd_train_ranges_learn(&made, named, CLIPS, NULL, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return made;
}

static void rest(void)
{
    for (int i = 0; i < CLIPS; i++)
        for (int t = 0; t < FRAMES; t++)
            for (int j = 0; j < 24; j++) pd_anim_clip_frame(&clips[i], t)[j] = pd_q_identity();
}

static void a_pose_within_anatomy_is_unchanged(void **state)
{
    (void)state;
    rest();
    swing("left_hip", 0, -100, 10);
    pd_train_ranges made = learn();
    for (int r = 0; pd_anim_ranges_anatomical[r].name; r++) {
        assert_memory_equal(made.rows[r].min_deg, pd_anim_ranges_anatomical[r].min_deg,
                            sizeof made.rows[r].min_deg);
        assert_memory_equal(made.rows[r].max_deg, pd_anim_ranges_anatomical[r].max_deg,
                            sizeof made.rows[r].max_deg);
    }
    assert_true(made.clips > 0 && made.clips_held_out > 0);
    assert_int_equal(made.clips + made.clips_held_out, CLIPS);
}

/* A hip that goes back to 32 degrees where anatomy has 20: this end moves, its margin with it, and the right
 * hip's is the left's. */
static void a_range_is_extended_to_poses_beyond_its_end(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        rest();
        swing(side ? "right_hip" : "left_hip", 0, -60, 32);
        pd_train_ranges made = learn();
        const pd_anim_range *hip = row_named(made.rows, "hip"),
                            *was = row_named(pd_anim_ranges_anatomical, "hip");
        assert_near(hip->max_deg[0], 32, 1.5);
        assert_near(hip->min_deg[0], was->min_deg[0], 0);
        assert_near(hip->max_deg[1], was->max_deg[1], 0);
        assert_near(hip->max_deg[2], was->max_deg[2], 0);

        pd_train_ranges_score before, after;
        assert_int_equal(pd_train_ranges_judge(&before, pd_anim_ranges_anatomical, named, CLIPS, 1, 1, NULL),
                         PD_OK);
        assert_int_equal(pd_train_ranges_judge(&after, made.rows, named, CLIPS, 1, 1, NULL), PD_OK);
        assert_near(before.rejected, 11.0 / 92, 0.03); /* degrees 21 to 32 of -60 to 32 */
        assert_true(after.rejected < 0.01);
        assert_near(after.by_row[hip - made.rows], after.rejected, 1e-9);
    }
}

/* Twenty degrees beyond anatomy is where belief ends; knees and elbows do not bend backwards at all. */
static void impossible_joint_angles_are_not_learned(void **state)
{
    (void)state;
    rest();
    swing("left_hip", 0, -60, 70);
    swing("left_knee", 0, -60, 90);
    swing("right_elbow", 1, -30,
          90); /* a right elbow flexes about +y: this end is the left one's -90, the other bends back by 30 */
    pd_train_ranges made = learn();
    assert_true(row_named(made.rows, "hip")->max_deg[0] <= 42);
    assert_near(row_named(made.rows, "knee")->min_deg[0], -12, 0);
    assert_near(row_named(made.rows, "elbow")->max_deg[1], 10, 0);
}

/* A joint that a clip holds 12 degrees beyond all the time is the retargeting's error, not the person's. */
static void a_constant_error_of_a_clip_is_left_out(void **state)
{
    (void)state;
    rest();
    swing("left_knee", 0, 0, 60);
    int learned = 0;
    for (int i = 0; i < CLIPS; i++) {
        if (pd_train_pose_is_held_out(names[i], 1) || learned++) continue;
        for (int t = 0; t < FRAMES; t++)
            *at(i, t, "left_collar") = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -0.4);
    }
    pd_train_ranges made = learn();
    int collar = (int)(row_named(made.rows, "collar") - made.rows);
    assert_int_equal(made.left_out[collar], 1);
    assert_near(made.rows[collar].min_deg[2], pd_anim_ranges_anatomical[collar].min_deg[2], 0);
}

static void a_middle_joint_is_its_own_mirror(void **state)
{
    (void)state;
    rest();
    swing("spine3", 1, 0, 35);
    const pd_anim_range *spine = NULL;
    pd_train_ranges made = learn();
    spine = row_named(made.rows, "spine3");
    assert_near(spine->max_deg[1], 35, 2);
    assert_near(spine->min_deg[1], -spine->max_deg[1], 0);
}

static void clips_without_smpls_joints_or_none_at_all_are_refused(void **state)
{
    (void)state;
    static const pd_anim_joint one[1] = {{"root", NULL, {0, 0, 0}}};
    pd_anim_skeleton other;
    pd_anim_clip clip;
    pd_train_ranges made;
    pd_error err = {0};
    assert_int_equal(pd_train_ranges_learn(&made, named, 0, NULL, &err), PD_ERR_INVALID);
    pd_anim_skeleton_init(&other, one, 1, NULL);
    assert_int_equal(pd_anim_clip_init(&clip, &other, 3, 30, NULL), PD_OK);
    pd_train_pose_clip strange = {&clip, names[0]};
    for (int i = 0; i < CLIPS; i++)
        if (!pd_train_pose_is_held_out(names[i], 1)) strange.name = names[i];
    assert_int_equal(pd_train_ranges_learn(&made, &strange, 1, NULL, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, strange.name);
    pd_anim_clip_deinit(&clip);
}

static int set_up(void **state)
{
    (void)state;
    human_init(&sk);
    for (int i = 0; i < CLIPS; i++) {
        if (pd_anim_clip_init(&clips[i], &sk, FRAMES, 10, NULL) != PD_OK) return 1;
        snprintf(names[i], sizeof names[i], "made/%d.bvh", i);
        named[i] = (pd_train_pose_clip){&clips[i], names[i]};
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < CLIPS; i++) pd_anim_clip_deinit(&clips[i]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_within_anatomy_is_unchanged),
        cmocka_unit_test(a_range_is_extended_to_poses_beyond_its_end),
        cmocka_unit_test(impossible_joint_angles_are_not_learned),
        cmocka_unit_test(a_constant_error_of_a_clip_is_left_out),
        cmocka_unit_test(a_middle_joint_is_its_own_mirror),
        cmocka_unit_test(clips_without_smpls_joints_or_none_at_all_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
