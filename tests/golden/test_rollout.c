/* Roll-outs of a small network against what they were: 4 s of orders on uneven ground, every half second, and along a path.
 *
 * The network is made from a seed (tests/support/rigs.h), so nothing but the frames is kept: tests/golden/rollout.txt, joints as
 * drawn, metres, 5 decimals. POSED_GOLDEN=write makes it anew, which a change of the controller asks for. */
#include "tests/support/cmocka.h"

#include "core/pfnn/rollout/rollout.h"
#include "tests/support/fixture.h"
#include "tests/support/rigs.h"

#include <stdlib.h>

#define FILE_NAME "tests/golden/rollout.txt"
#define EVERY     30   /* frames */
#define TOLERANCE 1e-4 /* metres */

static void make_ground(pd_anim_ground *ground)
{
    assert_int_equal(pd_anim_ground_init(ground, (pd_anim_ground_grid){40, 40, -10, -10, 0.5}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 1600; i++)
        ground->heights[i] = (float)(0.3 * sin(0.5 * (i % 40)) * cos(0.4 * (i / 40)));
}

static void roll(pd_pfnn_rollout out[2])
{
    static const pd_pfnn_cue cues[] = {{0, {.move = {0, 1}, .gait = PD_PFNN_WANT_WALK}},
                                       {1, {.move = {1, 0}, .gait = PD_PFNN_WANT_JOG}},
                                       {1.5, {.move = {1, 0}, .gait = PD_PFNN_WANT_JOG, .jump = 1}},
                                       {2.5, {.move = {0, -1}, .look = {0, 1}, .has_look = 1, .strafe = 1}},
                                       {3.5, {.gait = PD_PFNN_WANT_CROUCH}}};
    static const pd_pfnn_follow follow = {.points = {{0, 0}, {0, 2}, {2, 2}}, .count = 3, .closed = 1};
    pd_pfnn_model *model = rigs_model(12, 9);
    pd_pfnn_rig rig;
    pd_anim_scene scene = {0};
    make_ground(&scene.ground);
    assert_int_equal(pd_pfnn_rig_init(&rig, model, NULL), PD_OK);
    const pd_pfnn_rollout_job jobs[2] = {{.seconds = 4, .cues = cues, .cue_count = 5, .scene = &scene},
                                         {.seconds = 4, .follow = &follow, .facing = 1}};
    assert_int_equal(pd_pfnn_rollout_run(out, jobs, 2, &rig, &pd_fixture_shuffled, NULL, NULL), PD_OK);
    pd_anim_scene_deinit(&scene);
    pd_pfnn_model_release(model);
}

static void write_golden(const pd_pfnn_rollout *rollouts)
{
    FILE *file = fopen(FILE_NAME, "w");
    assert_non_null(file);
    for (int r = 0; r < 2; r++)
        for (int t = 0; t < rollouts[r].track.frame_count; t += EVERY)
            for (int k = 0; k < 31; k++) {
                const float *p = rollouts[r].track.joints + 3 * (31 * t + k);
                fprintf(file, "%.5f %.5f %.5f\n", (double)p[0], (double)p[1], (double)p[2]);
            }
    fclose(file);
}

static void frames_are_what_they_were(void **state)
{
    (void)state;
    pd_pfnn_rollout rollouts[2];
    double most = 0;
    roll(rollouts);
    const char *goal = getenv("POSED_GOLDEN");
    if (goal && !strcmp(goal, "write")) write_golden(rollouts);
    FILE *file = fopen(FILE_NAME, "r");
    assert_non_null(file);
    for (int r = 0; r < 2; r++)
        for (int t = 0; t < rollouts[r].track.frame_count; t += EVERY)
            for (int i = 0; i < 93; i++) {
                double was;
                assert_int_equal(fscanf(file, "%lf", &was), 1);
                most = fmax(most, fabs(was - (double)rollouts[r].track.joints[93 * t + i]));
            }
    fclose(file);
    print_message("largest difference %.2g m\n", most);
    assert_true(most <= TOLERANCE);
    for (int r = 0; r < 2; r++) pd_pfnn_rollout_deinit(&rollouts[r]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
