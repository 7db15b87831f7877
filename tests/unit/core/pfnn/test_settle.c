/* Where characters begin, and how the shipped network stands. */
#include "core/pfnn/settle.h"
#include "core/pfnn/rollout.h"
#include "tests/support/cmocka.h"
#include "tests/support/figures.h"

#define DEGREE 0.017453292519943295

static pd_pfnn_model *shipped;
static pd_pfnn_figure figure;
static const double origin[2] = {0, 0};

static int setup(void **state)
{
    (void)state;
    return pd_pfnn_model_load(&shipped, "models/motion.safetensors", NULL) ||
           pd_pfnn_figure_init(&figure, shipped, NULL) || pd_pfnn_figure_settle(&figure, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(shipped);
    return 0;
}

static double knee_deg(const pd_quat *rotations, int side)
{
    return pd_q_angle(rotations[figure.legs[side].shin], pd_q_identity()) / DEGREE;
}

static void roll(pd_pfnn_rollout *out, double seconds, const pd_pfnn_cue *cues, int count)
{
    const pd_pfnn_rollout_job job = {.seconds = seconds, .cues = cues, .cue_count = count};
    assert_int_equal(pd_pfnn_rollout_run(out, &job, 1, &figure, &pd_executor_serial, NULL, NULL, NULL),
                     PD_OK);
}

/* The mean pose has knees of 48 degrees and came up at 124 degrees a second. */
static void a_character_begins_as_it_stands(void **state)
{
    (void)state;
    pd_pfnn_character c;
    pd_pfnn_rollout idle;
    assert_int_equal(figure.start.row_count, figure.layout.out_count);
    assert_int_equal(pd_pfnn_character_init(&c, &figure, NULL, origin, 0.5, NULL), PD_OK);
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
    pd_pfnn_rollout_deinit(&idle);
}

static void a_figure_settles_to_the_same_bits_again(void **state)
{
    (void)state;
    static pd_pfnn_start first;
    first = figure.start;
    assert_int_equal(pd_pfnn_figure_settle(&figure, NULL), PD_OK);
    assert_memory_equal(&first, &figure.start, sizeof first);
}

/* Steps of half a metre from frame to frame. */
static void a_network_that_never_rests_begins_in_its_mean_pose(void **state)
{
    (void)state;
    static pd_pfnn_figure f;
    pd_pfnn_network n;
    pd_pfnn_model *wild;
    pd_pfnn_character c;
    figures_network(&n, 8, 3);
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    for (int i = l.out_positions; i < l.out_velocities; i++) n.y_std[i] = 60;
    for (int i = l.in_positions; i < l.in_velocities; i++) n.x_std[i] = 5;
    assert_int_equal(pd_pfnn_model_build(&wild, &n, NULL), PD_OK);
    assert_int_equal(pd_pfnn_figure_init(&f, wild, NULL), PD_OK);
    f.control.phase_floor = 1;
    assert_int_equal(pd_pfnn_figure_settle(&f, NULL), PD_OK);
    assert_int_equal(f.start.row_count, 0);
    assert_int_equal(pd_pfnn_character_init(&c, &f, NULL, origin, 0, NULL), PD_OK);
    const float *hips = wild->network.y_mean + l.out_positions;
    assert_near(c.positions[0].y, (double)hips[1] / 100, 1e-6);
    pd_pfnn_model_release(wild);
}

/* A jog with jumps: sheets and streams mark what is on the ground. */
static void feet_are_planted_on_the_ground_only(void **state)
{
    (void)state;
    static const pd_pfnn_cue cues[] = {{0, {.move = {0, 1}, .gait = PD_PFNN_WANT_JOG}},
                                       {3, {.move = {0, 1}, .gait = PD_PFNN_WANT_JOG, .jump = 1}},
                                       {3.2, {.move = {0, 1}, .gait = PD_PFNN_WANT_JOG}},
                                       {6, {.move = {0, 1}, .gait = PD_PFNN_WANT_JOG, .jump = 1}},
                                       {6.2, {.move = {0, 1}, .gait = PD_PFNN_WANT_JOG}}};
    pd_pfnn_rollout jumps;
    int planted = 0;
    roll(&jumps, 9, cues, 5);
    for (int t = 0; t < jumps.track.frame_count; t++)
        for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
            const pd_pfnn_leg *leg = &figure.legs[i / 2];
            int joint = i % 2 ? leg->toe : leg->heel;
            double rest = i % 2 ? leg->toe_rest : leg->heel_rest;
            double y = (double)jumps.track.joints[3 * (t * jumps.track.joint_count + joint) + 1];
            if (jumps.track.contacts[4 * t + i] <= 0.5f) continue;
            planted++;
            assert_true(y - rest <= 0.0301);
        }
    assert_true(planted > 200);
    pd_pfnn_rollout_deinit(&jumps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_begins_as_it_stands),
        cmocka_unit_test(a_figure_settles_to_the_same_bits_again),
        cmocka_unit_test(a_network_that_never_rests_begins_in_its_mean_pose),
        cmocka_unit_test(feet_are_planted_on_the_ground_only),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
