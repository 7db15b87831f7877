/* @heavy: takes over five seconds under ASan. */
/* Roll-outs of the shipped network: braking from a jog, climbing stairs, a steep slope on which the hips come
 * down for a leg, and a jump over a gap. */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include "core/character/control/control_preset.h"
#include "core/character/load.h"
#include "core/character/rollout/rollout.h"

#include <stdlib.h>

#define STEP_UP   0.18 /* metres */
#define STEP_DEEP 0.30
#define STEPS     8
#define GAP       8.0 /* metres from the start */

enum { BRAKE, CLIMB, SLOPE, EARLY, AT, LATE, ROLLOUTS };

static pd_pfnn_model *model;
static pd_character_rig rig;
static pd_character_rollout rollouts[ROLLOUTS];

static double stairs(double z)
{
    return STEP_UP * fmin(fmax(ceil((z - 1.5) / STEP_DEEP), 0), STEPS);
}

static double slope(double z)
{
    return z < 1.5 ? 0 : 0.6 * (z - 1.5); /* 31 degrees */
}

/* .9 m wide, 1.5 m deep. */
static double gap(double z)
{
    return z >= GAP && z < GAP + 0.9 ? -1.5 : 0;
}

static void make_ground(pd_anim_ground *ground, double (*height)(double z))
{
    const pd_anim_ground_grid grid = {400, 20, -2, -2, 0.05};
    assert_int_equal(pd_anim_ground_init(ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < ground->rows; r++)
        for (int c = 0; c < ground->columns; c++)
            ground->heights[r * ground->columns + c] = (float)height(-2 + 0.05 * r);
}

static int roll(void **state)
{
    static const pd_character_cue brake[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}},
                                             {3, {.speed = 0}}};
    static const pd_character_cue walk[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK}}};
    static const pd_character_cue brisk[] = {
        {0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK, .speed = 1.2}}};
    static const pd_character_cue jog[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}}};
    static const double marks[] = {GAP - 1.05, GAP - 0.05, GAP + 0.45}; /* the middle of a disc of .75 m */
    pd_anim_scene scenes[5] = {0};
    (void)state;
    if (pd_character_model_load(&model, "models/motion.safetensors", NULL) != PD_OK) return 1;
    if (pd_character_rig_init(&rig, model, NULL) != PD_OK) return 1;
    make_ground(&scenes[0].ground, stairs);
    make_ground(&scenes[1].ground, slope);
    for (int i = 0; i < 3; i++) {
        if (pd_anim_scene_init(&scenes[2 + i], 0, 1, 0, 0, "", NULL) != PD_OK) return 1;
        make_ground(&scenes[2 + i].ground, gap);
        scenes[2 + i].jumps[0] = (pd_anim_jump_area){.at = {0, marks[i]}, .radius = 0.75, .falloff = 1};
    }
    pd_character_rollout_job jobs[ROLLOUTS] = {
        [BRAKE] = {.seconds = 5, .cues = brake, .cue_count = 2},
        [CLIMB] = {.seconds = 5, .cues = walk, .cue_count = 1, .scene = &scenes[0]},
        [SLOPE] = {.seconds = 5, .cues = brisk, .cue_count = 1, .scene = &scenes[1]}};
    for (int i = 0; i < 3; i++)
        jobs[EARLY + i] =
            (pd_character_rollout_job){.seconds = 5, .cues = jog, .cue_count = 1, .scene = &scenes[2 + i]};
    pd_status status =
        pd_character_rollout_run(rollouts, jobs, ROLLOUTS, &rig, &pd_fixture_shuffled, NULL, NULL);
    for (int i = 0; i < 5; i++) pd_anim_scene_deinit(&scenes[i]);
    return status != PD_OK;
}

static int release(void **state)
{
    (void)state;
    for (int r = 0; r < ROLLOUTS; r++) pd_character_rollout_deinit(&rollouts[r]);
    pd_pfnn_model_release(model);
    return 0;
}

static double speed_at(int rollout, double seconds)
{
    const float *v = rollouts[rollout].frames[(int)(60 * seconds)].velocity;
    return hypot((double)v[0], (double)v[1]);
}

static void a_jog_brakes_to_a_stand(void **state)
{
    (void)state;
    assert_true(speed_at(BRAKE, 2.9) > 2);
    assert_true(speed_at(BRAKE, 4.9) < 0.1);
}

static void stairs_are_climbed(void **state)
{
    (void)state;
    const pd_anim_track *track = &rollouts[CLIMB].track;
    assert_true(track->root[3 * (track->frame_count - 1) + 1] > 0.9 * STEPS * STEP_UP);
}

static void hips_come_down_for_a_leg_on_the_slope(void **state)
{
    (void)state;
    const pd_anim_track *track = &rollouts[SLOPE].track;
    double drop = 0;
    for (int t = 0; t < track->frame_count; t++) {
        size_t hips = 3 * (size_t)t * (size_t)track->joint_count + 1;
        drop = fmax(drop, (double)track->joints_pre[hips] - (double)track->joints[hips]);
    }
    print_message("hips down by %.3f m\n", drop);
    assert_true(drop > 0.005);
}

/* Whether the jump is marked before the gap, at its edge or late:
 * no foot comes under its edges, and the hips stay up. */
static void a_gap_is_jumped_where_a_jump_is_marked(void **state)
{
    (void)state;
    for (int r = EARLY; r < ROLLOUTS; r++) {
        const pd_anim_track *track = &rollouts[r].track;
        for (int t = 0; t < track->frame_count; t++)
            for (int j = 0; j < track->joint_count; j++) {
                const float *p = track->joints + 3 * (track->joint_count * t + j);
                if ((double)p[2] > GAP && (double)p[2] < GAP + 0.9) assert_true((double)p[1] > 0);
                if (!j)
                    assert_true((double)p[1] > 0.62 ||
                                t < 30); /* people sink by up to 25 cm and bend their knees by 124 degrees */
            }
        assert_true((double)track->root[3 * (track->frame_count - 1) + 2] > GAP + 3);
    }
}

static pd_vec3 point(const float *p)
{
    return pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

/* Computes the range of the left knee, and the swing of the line through the hips, in the last five seconds
 * of a roll-out, degrees. */
static void ranges_of(double *knee, double *hips, const pd_anim_track *track)
{
    const pd_character_leg *leg = &rig.legs[0];
    double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};
    for (int t = track->frame_count - 300; t < track->frame_count; t++) {
        const float *p = track->joints + (size_t)t * (size_t)track->joint_count * 3;
        pd_vec3 at[4];
        const int joints[4] = {leg->thigh, leg->shin, leg->heel, rig.legs[1].thigh};
        for (int i = 0; i < 4; i++) at[i] = point(p + 3 * joints[i]);
        pd_vec3 thigh = pd_vec3_sub(at[1], at[0]), shank = pd_vec3_sub(at[2], at[1]),
                line = pd_vec3_sub(at[0], at[3]);
        const double now[2] = {atan2(pd_vec3_length(pd_vec3_cross(thigh, shank)), pd_vec3_dot(thigh, shank)),
                               atan2(-line.z, line.x)};
        for (int i = 0; i < 2; i++) least[i] = fmin(least[i], now[i]), most[i] = fmax(most[i], now[i]);
    }
    *knee = (most[0] - least[0]) * 180 / M_PI;
    *hips = (most[1] - least[1]) * 180 / M_PI;
}

/* Knees of walks and hips of jogs go as far as people's do, which means of their strides do not. */
static void knees_and_hips_move_as_far_as_peoples(void **state)
{
    (void)state;
    static const pd_character_cue cues[2] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK}},
                                             {0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}}};
    double knee[2], hips[2];
    for (int mean = 0; mean < 2; mean++) {
        pd_character_rig own = rig;
        pd_character_rollout_job jobs[2] = {{.seconds = 8, .cues = &cues[0], .cue_count = 1},
                                            {.seconds = 8, .cues = &cues[1], .cue_count = 1}};
        pd_character_rollout out[2];
        double other;
        if (mean) own.control.walk_knees = own.control.jog_hips = 0;
        assert_int_equal(pd_character_rollout_run(out, jobs, 2, &own, &pd_fixture_shuffled, NULL, NULL),
                         PD_OK);
        ranges_of(&knee[mean], &other, &out[0].track);
        ranges_of(&other, &hips[mean], &out[1].track);
        for (int i = 0; i < 2; i++) pd_character_rollout_deinit(&out[i]);
    }
    print_message("knee %.1f degrees, %.1f; hips %.1f, %.1f\n", knee[0], knee[1], hips[0], hips[1]);
    assert_true(knee[0] > knee[1] + 4 && knee[0] > 56);
    assert_true(hips[0] > 1.25 * hips[1] && hips[0] > 9);
}

/* Returns the seconds from an order to reverse a run until the root moves the other way. */
static double reversal_of(pd_character_preset preset, int responsive)
{
    const pd_character_cue cues[] = {
        {0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_RUN, .responsive = responsive}},
        {4, {.move = {0, -1}, .gait = PD_CHARACTER_WANT_RUN, .responsive = responsive}}};
    const pd_character_rollout_job job = {.seconds = 7, .cues = cues, .cue_count = 2};
    pd_character_rig own = rig;
    pd_character_rollout r;
    own.control = pd_character_control_preset(preset);
    assert_int_equal(pd_character_rollout_run(&r, &job, 1, &own, &pd_fixture_shuffled, NULL, NULL), PD_OK);

    int t = 240;
    const float *root = r.track.root;
    while (t + 6 < r.track.frame_count && (root[3 * (t + 6) + 2] - root[3 * t + 2]) * 10 > 0) t++;
    pd_character_rollout_deinit(&r);
    return (t + 3 - 240) / 60.0;
}

static void game_and_responsive_inputs_reverse_a_run_in_less_than_half_the_time(void **state)
{
    (void)state;
    const double usual = reversal_of(PD_CHARACTER_PRESET_CINEMATIC, 0);
    const double game = reversal_of(PD_CHARACTER_PRESET_GAME, 0);
    const double responsive = reversal_of(PD_CHARACTER_PRESET_POSED, 1);
    print_message("reversed in %.2f, %.2f and %.2f s\n", usual, game, responsive);
    assert_true(game < 0.4 * usual);
    assert_near(responsive, game, 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_and_responsive_inputs_reverse_a_run_in_less_than_half_the_time),
        cmocka_unit_test(a_jog_brakes_to_a_stand),
        cmocka_unit_test(stairs_are_climbed),
        cmocka_unit_test(hips_come_down_for_a_leg_on_the_slope),
        cmocka_unit_test(a_gap_is_jumped_where_a_jump_is_marked),
        cmocka_unit_test(knees_and_hips_move_as_far_as_peoples)};
    return cmocka_run_group_tests(tests, roll, release);
}
