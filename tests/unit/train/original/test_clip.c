/* Clips of the original's data, from numbers written here.
 * tests/e2e/original.sh compares their rows with NumPy. */
#include "train/original/clip.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define FRAMES 400

static pd_bvh bvh;
static pd_sidecar_table phase, gait;
static pd_sidecar_steps steps;

/* A figure that stands 90 units up and moves a unit a frame along +z. */
static int make(void **state)
{
    (void)state;
    bvh = (pd_bvh){.joint_count = 31, .channel_count = 3, .frame_count = FRAMES, .frame_seconds = 1 / 120.0};
    bvh.joints = calloc(31, sizeof *bvh.joints), bvh.values = calloc(FRAMES * 3, sizeof *bvh.values);
    for (int j = 0; j < 31; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        snprintf(bvh.joints[j].name, sizeof bvh.joints[j].name, "%s", row->name);
        bvh.joints[j].parent = row->parent;
        bvh.joints[j].offset = pd_vec3_make(100 * row->x, 100 * row->y, 100 * row->z);
    }
    bvh.joints[0].channel_count = 3;
    for (int c = 0; c < 3; c++) bvh.joints[0].channels[c] = (unsigned char)c;
    for (int t = 0; t < FRAMES; t++) bvh.values[3 * t + 1] = 90, bvh.values[3 * t + 2] = t;

    phase = (pd_sidecar_table){FRAMES, 1, calloc(FRAMES, sizeof(float))};
    gait = (pd_sidecar_table){FRAMES, 8, calloc(FRAMES * 8, sizeof(float))};
    for (int t = 0; t < FRAMES; t++) phase.values[t] = (float)(t % 120) / 120, gait.values[8 * t + t % 8] = 1;
    steps = (pd_sidecar_steps){0, calloc(8, sizeof *steps.items)};
    return 0;
}

static int drop(void **state)
{
    (void)state;
    pd_bvh_deinit(&bvh);
    pd_sidecar_table_deinit(&phase), pd_sidecar_table_deinit(&gait), pd_sidecar_steps_deinit(&steps);
    return 0;
}

static void step(int frame, int second, int is_marked)
{
    steps.items[steps.count++] = (pd_sidecar_step){frame, second, is_marked};
}

static pd_train_original_clip clip_of(pd_train_fit_kind kind, double scale)
{
    pd_train_original_clip clip;
    pd_error err = {0};
    const pd_train_original_source source = {"clip", kind, &bvh, &phase, &gait, &steps, scale};
    if (pd_train_original_clip_make(&clip, &source, &err)) fail_msg("%s: %s", err.where, err.detail);
    return clip;
}

static void every_second_frame_is_taken_and_lengths_are_scaled(void **state)
{
    (void)state;
    bvh.frame_count = FRAMES - 1;
    pd_train_original_clip c = clip_of(PD_TRAIN_FIT_WALK, 2);
    assert_int_equal(c.frame_count, 200);
    assert_near(c.positions[31].z, 4, 1e-12);
    assert_near(c.positions[PD_BIPED_L_TOE].x - c.positions[PD_BIPED_R_TOE].x,
                400 * (.0991 - .0069 - .0071 - .0004), 1e-9);
    assert_near(c.phase[3], 6 / 120.0, 1e-7);
    for (int g = 0; g < 6; g++) assert_near(c.gaits[1][g], g == PD_PFNN_JOG, 0);    /* third of eight */
    for (int g = 0; g < 6; g++) assert_near(c.gaits[3][g], g == PD_PFNN_CROUCH, 0); /* seventh: crawl */
    pd_train_original_clip_deinit(&c);
}

static void every_frame_at_60_hz_is_taken_and_other_rates_are_refused(void **state)
{
    (void)state;
    pd_train_original_clip c, none;
    pd_error err = {0};
    bvh.frame_seconds = 0.0166667;
    step(120, 1, 0), step(180, 1, 0);
    c = clip_of(PD_TRAIN_FIT_WALK, 1);
    assert_int_equal(c.frame_count, FRAMES);
    assert_near(c.positions[31].z, 1, 1e-12);
    assert_near(c.phase[3], 3 / 120.0, 1e-7);
    assert_int_equal(c.cycles[0].first, 120);
    assert_int_equal(c.cycles[0].last, 180);
    pd_train_original_clip_deinit(&c);

    const pd_train_original_source source = {"clip", PD_TRAIN_FIT_WALK, &bvh, &phase, &gait, &steps, 0};
    bvh.frame_seconds = 0.01;
    assert_int_equal(pd_train_original_clip_make(&none, &source, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "100 frames a second; 60, 120"));
}

static void in_flat_clips_the_heads_height_says_how_crouched(void **state)
{
    (void)state;
    pd_train_original_clip c = clip_of(PD_TRAIN_FIT_FLAT, 1);
    double head = c.positions[PD_BIPED_HEAD].y;
    assert_true(head > 130);
    assert_near(c.gaits[3][PD_PFNN_CROUCH], 0, 0);
    pd_train_original_clip_deinit(&c);

    for (int t = 0; t < FRAMES; t++) bvh.values[3 * t + 1] = 90 - head + 105;
    c = clip_of(PD_TRAIN_FIT_FLAT, 1);
    assert_near(c.gaits[3][PD_PFNN_CROUCH], 0.5, 1e-9);
    assert_near(c.gaits[199][PD_PFNN_CROUCH], 0.5, 1e-9);
    pd_train_original_clip_deinit(&c);
}

static void cycles_are_those_between_unmarked_lines_with_a_second_to_each_side(void **state)
{
    (void)state;
    step(100, 1, 0), step(140, 1, 0), step(200, 1, 1), step(210, 2, 0), step(230, 2, 0), step(260, -1, 0);
    pd_train_original_clip c = clip_of(PD_TRAIN_FIT_WALK, 0);
    /* frame 50 is too early, 70 to 100 ends at a mark, 100 to 105 begins at one,
     * the line at 130 has no second number */
    assert_int_equal(c.cycle_count, 1);
    assert_int_equal(c.cycles[0].first, 105);
    assert_int_equal(c.cycles[0].last, 115);
    pd_train_original_clip_deinit(&c);

    steps.count = 0;
    step(120, 0, 0), step(276, 0, 0), step(278, 0, 0); /* 60 + 79 rows: frame 138 is the last one */
    c = clip_of(PD_TRAIN_FIT_WALK, 0);
    assert_int_equal(c.cycle_count, 1);
    assert_int_equal(c.cycles[0].last, 138);
    pd_train_original_clip_deinit(&c);
}

static void names_describe_the_ground(void **state)
{
    (void)state;
    assert_int_equal(pd_train_original_kind("LocomotionFlat12_000_mirror"), PD_TRAIN_FIT_JUMP);
    assert_int_equal(pd_train_original_kind("LocomotionFlat02_001"), PD_TRAIN_FIT_FLAT);
    assert_int_equal(pd_train_original_kind("WalkingUpSteps06_000"), PD_TRAIN_FIT_BEAM);
    assert_int_equal(pd_train_original_kind("WalkingUpSteps07_000"), PD_TRAIN_FIT_WALK);
    assert_int_equal(pd_train_original_kind("mine"), PD_TRAIN_FIT_WALK);
}

static void skeletons_and_labels_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    pd_train_original_clip c;
    pd_error err = {0};
    const pd_train_original_source source = {"clip", PD_TRAIN_FIT_WALK, &bvh, &phase, &gait, &steps, 0};
    gait.rows = FRAMES - 1;
    assert_int_equal(pd_train_original_clip_make(&c, &source, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "399 lines of gait for 400 frames"));
    bvh.joints[30].parent = 26;
    assert_int_equal(pd_train_original_clip_make(&c, &source, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "joint 30 is RThumb; RThumb expected, below RightHand"));
    bvh.joint_count = 30;
    assert_int_equal(pd_train_original_clip_make(&c, &source, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "30 joints; 31 allowed"));
    assert_null(c.positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_second_frame_is_taken_and_lengths_are_scaled, make, drop),
        cmocka_unit_test_setup_teardown(every_frame_at_60_hz_is_taken_and_other_rates_are_refused, make,
                                        drop),
        cmocka_unit_test_setup_teardown(in_flat_clips_the_heads_height_says_how_crouched, make, drop),
        cmocka_unit_test_setup_teardown(cycles_are_those_between_unmarked_lines_with_a_second_to_each_side,
                                        make, drop),
        cmocka_unit_test_setup_teardown(names_describe_the_ground, make, drop),
        cmocka_unit_test_setup_teardown(skeletons_and_labels_that_do_not_fit_are_refused, make, drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
