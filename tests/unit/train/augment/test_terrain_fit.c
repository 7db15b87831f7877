/* Ground fitted to the feet of a known walk, on known patches. */
#include "train/augment/fit.h"
#include "train/motion/label.h"
#include "train/augment/terrain.h"
#include "core/anim/scene/terrain_make.h"
#include "tests/support/fixture.h"
#include "tests/support/walk.h"

#include <stdlib.h>

#define POINTS PD_TRAIN_PATCH_POINTS

static const walk walking = {.frames = 160, .speed = 0.8, .period = 66, .duty = 0.6, .lift = 0.12};
static pd_character_motion walked;
static pd_anim_ground map;
static pd_train_patches patches;

static int setup(void **state)
{
    (void)state;
    pd_anim_terrain_options o = {.seed = 2, .side = 40};
    walk_make(&walked, &walking);
    return pd_train_motion_label(&walked, NULL) || pd_anim_terrain_make(&map, &o, "", NULL) ||
           pd_train_patches_sample(&patches, &map, 1, &(pd_train_patch_plan){.count = 300, .seed = 9}, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_character_motion_deinit(&walked);
    pd_anim_ground_deinit(&map);
    pd_train_patches_deinit(&patches);
    return 0;
}

static pd_train_fit fitted(const pd_character_motion *m, pd_train_fit_kind kind, const pd_executor *executor)
{
    pd_train_fit fit;
    pd_error err = {0};
    pd_train_fit_job job = {.motion = m, .count = m->clip.frame_count, .kind = kind, .seed = 5};
    if (pd_train_fit_cycle(&fit, &job, &patches, executor, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return fit;
}

/* Computes the mean of the planted points, weighted by frames. */
static void plants_mean(double mean[2], const pd_character_motion *m)
{
    static const int joints[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
    double count = 0;
    mean[0] = mean[1] = 0;
    for (int t = 0; t < m->clip.frame_count; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, NULL, &m->clip, t);
        for (int j = 0; j < 4; j++)
            if (m->contacts[t][j]) mean[0] += p[joints[j]].x, mean[1] += p[joints[j]].z, count++;
    }
    mean[0] /= count, mean[1] /= count;
}

/* Makes the walk over one patch, placed as the fit places it. */
static void walk_over(pd_character_motion *out, int patch)
{
    pd_anim_ground g;
    double mean[2], step = PD_TRAIN_PATCH_SIDE / (POINTS - 1);
    assert_int_equal(
        pd_anim_ground_init(&g, (pd_anim_ground_grid){POINTS, POINTS, -1.5, -1.5, step}, "", NULL), PD_OK);
    memcpy(g.heights, patches.heights + (size_t)patch * POINTS * POINTS, POINTS * POINTS * sizeof *g.heights);
    plants_mean(mean, &walked);
    double last = walked.clip.roots[walked.clip.frame_count - 1].z;
    pd_train_laying how = {&g, -mean[0], last / 2 - mean[1], 0, 1};
    assert_int_equal(pd_train_motion_terrain(out, &walked, &how, NULL), PD_OK);
    pd_anim_ground_deinit(&g);
}

static void the_patch_that_the_feet_were_taken_from_fits_best(void **state)
{
    (void)state;
    for (int patch = 10; patch < 300; patch += 97) {
        pd_character_motion m;
        walk_over(&m, patch);
        pd_train_fit fit = fitted(&m, PD_TRAIN_FIT_WALK, &pd_executor_serial);
        assert_int_equal(fit.count, PD_TRAIN_FIT_BEST);
        assert_int_equal(fit.patch[0], patch);
        assert_true(fit.before[0] < 0.006);
        for (int b = 1; b < fit.count; b++) assert_true(fit.error[b] >= fit.error[b - 1]);
        for (int b = 0; b < fit.count; b++) /* E_down is a tenth of the mean square at the plants */
            assert_true(fit.error[b] >= 0.0999 * fit.before[b] * fit.before[b]);
        pd_train_fit_deinit(&fit);
        pd_character_motion_deinit(&m);
    }
}

static void refined_ground_touches_every_plant_to_a_millimetre(void **state)
{
    (void)state;
    pd_train_fit fit = fitted(&walked, PD_TRAIN_FIT_WALK, &pd_executor_serial);
    for (int b = 0; b < fit.count; b++) {
        assert_true(fit.before[b] > 5 * fit.after[b]);
        assert_near(fit.after[b], 0, 1e-3);
    }
    pd_train_fit_deinit(&fit);
}

static void both_kernels_touch_the_plants_by_other_ways(void **state)
{
    (void)state;
    pd_train_fit linear, smooth;
    pd_train_fit_job job = {.motion = &walked, .count = 160};
    assert_int_equal(pd_train_fit_cycle(&linear, &job, &patches, &pd_executor_serial, NULL), PD_OK);
    job.kernel = PD_TRAIN_FIT_MULTIQUADRIC;
    assert_int_equal(pd_train_fit_cycle(&smooth, &job, &patches, &pd_executor_serial, NULL), PD_OK);
    assert_memory_equal(linear.patch, smooth.patch, sizeof linear.patch);
    double most = 0;
    for (int i = 0; i < linear.grounds[0].rows * linear.grounds[0].columns; i++)
        most = fmax(most, fabs((double)linear.grounds[0].heights[i] - (double)smooth.grounds[0].heights[i]));
    assert_true(most > 0.002);
    for (int b = 0; b < smooth.count; b++) {
        assert_true(smooth.before[b] > 2 * smooth.after[b]);
        assert_near(smooth.after[b], 0, 4e-3);
    }
    pd_train_fit_deinit(&linear), pd_train_fit_deinit(&smooth);
}

static void patches_of_other_sizes_keep_their_middle(void **state)
{
    (void)state;
    pd_train_patches p;
    pd_anim_ground slope;
    assert_int_equal(pd_anim_ground_init(&slope, (pd_anim_ground_grid){101, 101, -5, -5, 0.1}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 101 * 101; i++) slope.heights[i] = 0.2f * (float)(i % 101) * 0.1f;
    const pd_train_patch_plan plan = {.count = 3, .points = 128, .side = 5, .seed = 4};
    assert_int_equal(pd_train_patches_sample(&p, &slope, 1, &plan, NULL), PD_OK);
    assert_int_equal(p.points, 128);
    for (int n = 0; n < 3;
         n++) { /* a plane turned: opposite points differ from the middle by as much, and it is 0.2 steep */
        double middle = pd_train_patch_height(&p, n, 0, 0), x = pd_train_patch_height(&p, n, 1, 0) - middle,
               z = pd_train_patch_height(&p, n, 0, 1) - middle;
        assert_near(pd_train_patch_height(&p, n, -1, 0) - middle, -x, 1e-4);
        assert_near(hypot(x, z), 0.2, 1e-4);
    }
    pd_train_patches_deinit(&p);
    pd_anim_ground_deinit(&slope);
}

static void a_jump_asks_for_more_and_a_beam_for_more_than_a_walk(void **state)
{
    (void)state;
    pd_train_fit walk_fit = fitted(&walked, PD_TRAIN_FIT_WALK, &pd_executor_serial);
    pd_train_fit jump = fitted(&walked, PD_TRAIN_FIT_JUMP, &pd_executor_serial);
    pd_train_fit beam = fitted(&walked, PD_TRAIN_FIT_BEAM, &pd_executor_serial);
    assert_true(jump.error[0] > walk_fit.error[0]);
    assert_true(beam.error[0] > walk_fit.error[0]);
    pd_train_fit_deinit(&walk_fit), pd_train_fit_deinit(&jump), pd_train_fit_deinit(&beam);
}

static void beside_the_way_of_a_beam_the_ground_that_falls_off_is_preferred(void **state)
{
    (void)state;
    pd_anim_ground beams;
    pd_train_patches two = {0};
    assert_int_equal(pd_anim_ground_init(&beams, (pd_anim_ground_grid){201, 201, -5, -5, 0.05}, "", NULL),
                     PD_OK);
    assert_int_equal(
        pd_train_patches_sample(&two, &beams, 1, &(pd_train_patch_plan){.count = 2, .seed = 1}, NULL), PD_OK);
    for (int n = 0; n < POINTS * POINTS; n++) /* the second: 0.6 m lower than 0.25 m beside the middle line */
        two.heights[POINTS * POINTS + n] = abs(n % POINTS - POINTS / 2) > 5 ? -0.6f : 0;
    pd_train_fit fit;
    pd_train_fit_job job = {.motion = &walked, .count = 160, .kind = PD_TRAIN_FIT_BEAM};
    assert_int_equal(pd_train_fit_cycle(&fit, &job, &two, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(fit.count, 2);
    assert_int_equal(fit.patch[0], 1);
    pd_train_fit_deinit(&fit);
    job.kind = PD_TRAIN_FIT_WALK;
    assert_int_equal(pd_train_fit_cycle(&fit, &job, &two, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(fit.patch[0], 0);
    pd_train_fit_deinit(&fit);
    pd_train_patches_deinit(&two);
    pd_anim_ground_deinit(&beams);
}

static void flat_ground_and_motions_without_contacts_need_no_patch(void **state)
{
    (void)state;
    pd_train_fit fit = fitted(&walked, PD_TRAIN_FIT_FLAT, &pd_executor_serial);
    assert_int_equal(fit.count, 1);
    assert_int_equal(fit.patch[0], -1);
    assert_near(pd_anim_ground_height(&fit.grounds[0], 0.3, 0.5), 0, 1e-4);
    pd_train_fit_deinit(&fit);
    pd_character_motion floating;
    walk_make(&floating, &walking);
    assert_int_equal(pd_character_motion_add_labels(&floating, NULL), PD_OK);
    fit = fitted(&floating, PD_TRAIN_FIT_WALK, &pd_executor_serial);
    assert_int_equal(fit.patch[0], -1);
    pd_train_fit_deinit(&fit);
    pd_character_motion_deinit(&floating);
}

static void the_fit_does_not_depend_on_the_executor(void **state)
{
    (void)state;
    pd_train_fit a = fitted(&walked, PD_TRAIN_FIT_WALK, &pd_executor_serial);
    pd_train_fit b = fitted(&walked, PD_TRAIN_FIT_WALK, &pd_fixture_shuffled);
    assert_memory_equal(a.patch, b.patch, sizeof a.patch);
    assert_memory_equal(a.error, b.error, sizeof a.error);
    for (int n = 0; n < a.count; n++)
        assert_memory_equal(a.grounds[n].heights, b.grounds[n].heights,
                            (size_t)a.grounds[n].rows * (size_t)a.grounds[n].columns * sizeof(float));
    pd_train_fit_deinit(&a), pd_train_fit_deinit(&b);
}

static void frames_maps_and_counts_out_of_range_are_refused(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_train_fit fit;
    pd_train_patches none;
    pd_train_fit_job job = {.motion = &walked, .first = 100, .count = 61};
    assert_int_equal(pd_train_fit_cycle(&fit, &job, &patches, &pd_executor_serial, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "61 frames from 100 on; frames 0 to 159 allowed"));
    assert_int_equal(pd_train_patches_sample(&none, &map, 1, &(pd_train_patch_plan){.seed = 1}, &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "0 patches; 1 to 100000 allowed"));
    assert_int_equal(pd_train_patches_sample(&none, &(pd_anim_ground){0}, 1,
                                             &(pd_train_patch_plan){.count = 5, .seed = 1}, &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "5 m a side is the least"));
}

static void each_whole_cycle_becomes_its_best_copies(void **state)
{
    (void)state;
    pd_character_motions list = {0};
    pd_character_motion m;
    walk longer = walking;
    longer.frames = 300;
    walk_make(&m, &longer);
    assert_int_equal(pd_train_motion_label(&m, NULL), PD_OK);
    int starts[8], cycles = pd_train_fit_cycles(starts, 8, &m) - 1;
    assert_in_range(cycles, 2, 4);
    assert_int_equal(pd_character_motions_append(&list, &m, NULL), PD_OK);
    pd_train_motion_fit how = {.best = 3, .kind = -1, .patches = {.count = 200, .seed = 1}};
    assert_int_equal(pd_train_motion_fit_all(&list, 1, &map, &how, &pd_executor_serial, NULL, NULL), PD_OK);
    assert_int_equal(list.count, 1 + 3 * cycles);
    for (int i = 1; i < list.count; i++) {
        assert_string_equal(list.items[i].step, "fit");
        assert_true(list.items[i].ground.rows > 2);
        assert_true(list.items[i].clip.frame_count <= 66 + 122);
    }
    pd_character_motions_deinit(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_patch_that_the_feet_were_taken_from_fits_best),
        cmocka_unit_test(refined_ground_touches_every_plant_to_a_millimetre),
        cmocka_unit_test(both_kernels_touch_the_plants_by_other_ways),
        cmocka_unit_test(patches_of_other_sizes_keep_their_middle),
        cmocka_unit_test(a_jump_asks_for_more_and_a_beam_for_more_than_a_walk),
        cmocka_unit_test(beside_the_way_of_a_beam_the_ground_that_falls_off_is_preferred),
        cmocka_unit_test(flat_ground_and_motions_without_contacts_need_no_patch),
        cmocka_unit_test(the_fit_does_not_depend_on_the_executor),
        cmocka_unit_test(frames_maps_and_counts_out_of_range_are_refused),
        cmocka_unit_test(each_whole_cycle_becomes_its_best_copies)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
