/* Tests the choice of poses for correctives from synthetic clips: the number of each kind, their order by
 * distance, and no clip on both sides of the split. */
#include "core/anim/ranges.h"
#include "core/anim/source.h"
#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "train/corrective/poses.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <stdlib.h>

#define CLIPS  40
#define FRAMES 120
#define POSE   (9 * PD_TRAIN_POSE_JOINTS)

static pd_anim_clip clips[CLIPS];
static pd_train_pose_clip named[CLIPS];
static char names[CLIPS][32];

/* Makes clips whose knees and shoulders swing differently. */
static int make_clips(void **state)
{
    (void)state;
    pd_anim_skeleton human;
    pd_rng rng;
    human_init(&human);
    pd_rng_init(&rng, 1);
    for (int i = 0; i < CLIPS; i++) {
        double knee = 2 * pd_rng_uniform(&rng), arm = 1.5 * pd_rng_uniform(&rng),
               twist = pd_rng_uniform(&rng);
        pd_anim_clip_init(&clips[i], &human, FRAMES, 60, NULL);
        for (int t = 0; t < FRAMES; t++) {
            pd_quat *q = pd_anim_clip_frame(&clips[i], t);
            double s = sin(0.05 * t);
            q[0] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.1 * t);
            q[4] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), knee * s * s);
            q[16] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -arm * s * s);
            q[17] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), twist * s);
        }
        snprintf(names[i], sizeof names[i], "take/%d.bvh", i);
        named[i] = (pd_train_pose_clip){&clips[i], names[i]};
    }
    return 0;
}

static int drop_clips(void **state)
{
    (void)state;
    for (int i = 0; i < CLIPS; i++) pd_anim_clip_deinit(&clips[i]);
    return 0;
}

static const pd_train_pose_options few = {.capture_count = 20,
                                          .capture_held_out = 8,
                                          .sweep_steps = 2,
                                          .composite_count = 10,
                                          .composite_held_out = 4};

static const float *pose(const pd_train_poses *poses, int i)
{
    return poses->rotations + (size_t)i * POSE;
}

static void every_kind_comes_in_its_number(void **state)
{
    (void)state;
    pd_train_poses poses;
    int counts[3][2] = {{0}};
    assert_int_equal(pd_train_poses_init(&poses, named, CLIPS, &few, NULL), PD_OK);
    for (int i = 0; i < poses.count; i++) counts[poses.kinds[i]][poses.held_out[i]]++;
    assert_int_equal(counts[PD_TRAIN_POSE_CAPTURE][0], 20);
    assert_int_equal(counts[PD_TRAIN_POSE_CAPTURE][1], 8);
    assert_int_equal(counts[PD_TRAIN_POSE_SWEEP][0], 2 * 62);
    assert_int_equal(counts[PD_TRAIN_POSE_SWEEP][1], 0);
    assert_int_equal(counts[PD_TRAIN_POSE_COMPOSITE][0], 10);
    assert_int_equal(counts[PD_TRAIN_POSE_COMPOSITE][1], 4);
    for (int i = 0; i < poses.count; i++)
        for (int k = 0; k < PD_TRAIN_POSE_JOINTS; k++) {
            double m[9];
            for (int c = 0; c < 9; c++) m[c] = pose(&poses, i)[9 * k + c];
            assert_true(pd_rot_error(m) < 1e-6);
            if (k == 0) assert_near(m[0] + m[4] + m[8], 3, 1e-6);
        }
    pd_train_poses_deinit(&poses);
}

static void no_clip_is_on_both_sides(void **state)
{
    (void)state;
    pd_train_poses poses;
    int side[CLIPS][2] = {{0}};
    assert_int_equal(pd_train_poses_init(&poses, named, CLIPS, &few, NULL), PD_OK);
    for (int i = 0; i < poses.count; i++) {
        int clip;
        if (poses.kinds[i] == PD_TRAIN_POSE_CAPTURE && sscanf(poses.labels[i], "take/%d.bvh", &clip) == 1)
            side[clip][poses.held_out[i]]++;
    }
    for (int i = 0; i < CLIPS; i++) assert_false(side[i][0] && side[i][1]);
    pd_train_poses_deinit(&poses);
}

static double distance(const float *a, const float *b)
{
    double sum = 0;
    for (int i = 0; i < POSE; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/* Each new pose is at least as far from the ones before it as the next one will be. */
static void captured_poses_come_in_the_order_of_their_distance(void **state)
{
    (void)state;
    pd_train_poses poses;
    double before = 1e9;
    float rest[POSE];
    for (int i = 0; i < POSE; i++) rest[i] = i % 9 % 4 == 0;
    assert_int_equal(pd_train_poses_init(&poses, named, CLIPS, &few, NULL), PD_OK);
    for (int i = 0; i < 20; i++) {
        double nearest = distance(pose(&poses, i), rest);
        float mirrored[POSE];
        for (int j = 0; j < i; j++) {
            pd_train_pose_mirror(mirrored, pose(&poses, j));
            nearest = fmin(nearest, fmin(distance(pose(&poses, i), pose(&poses, j)),
                                         distance(pose(&poses, i), mirrored)));
        }
        if (i) assert_true(nearest <= before + 1e-4 && nearest > 0);
        if (i) before = nearest;
    }
    pd_train_poses_deinit(&poses);
}

static void the_same_seed_gives_the_same_bits(void **state)
{
    (void)state;
    pd_train_poses a, b, c;
    pd_train_pose_options other = few;
    other.seed = 7;
    assert_int_equal(pd_train_poses_init(&a, named, CLIPS, &few, NULL), PD_OK);
    assert_int_equal(pd_train_poses_init(&b, named, CLIPS, &few, NULL), PD_OK);
    assert_int_equal(pd_train_poses_init(&c, named, CLIPS, &other, NULL), PD_OK);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.rotations, b.rotations, (size_t)a.count * POSE * sizeof(float));
    assert_true(distance(pose(&a, a.count - 1), pose(&c, c.count - 1)) > 0);
    pd_train_poses_deinit(&a), pd_train_poses_deinit(&b), pd_train_poses_deinit(&c);
}

static void sweeps_and_composites_stay_within_the_ranges(void **state)
{
    (void)state;
    pd_train_poses poses;
    assert_int_equal(pd_train_poses_init(&poses, named, CLIPS, &few, NULL), PD_OK);
    for (int i = 0; i < poses.count; i++)
        for (int k = 1; poses.kinds[i] != PD_TRAIN_POSE_CAPTURE && k < PD_TRAIN_POSE_JOINTS; k++) {
            int side;
            double m[9];
            const pd_anim_range *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], &side);
            for (int c = 0; c < 9; c++) m[c] = pose(&poses, i)[9 * k + c];
            assert_true(pd_anim_range_excess(pd_q_from_matrix(m), range, side) < 1e-3);
        }
    pd_train_poses_deinit(&poses);
}

/* Judges poses: one with a knee bent beyond 100 degrees collapses. */
static double knees_only(void *ctx, const float *rotations)
{
    ++*(int *)ctx;
    double least = fmin(rotations[9 * 4 + 4], rotations[9 * 5 + 4]);
    return least < cos(100 * 0.0174533) ? 0 : 1;
}

static void poses_that_collapse_are_left_out(void **state)
{
    (void)state;
    pd_train_poses poses;
    int asked = 0, bent = 0;
    pd_train_pose_options options = few;
    options.det = knees_only;
    options.ctx = &asked;
    assert_int_equal(pd_train_poses_init(&poses, named, CLIPS, &options, NULL), PD_OK);
    assert_true(asked > poses.count);
    for (int i = 0; i < poses.count; i++) {
        assert_near(knees_only(&asked, pose(&poses, i)), 1, 0);
        bent += poses.kinds[i] == PD_TRAIN_POSE_SWEEP && pose(&poses, i)[9 * 4 + 4] < cos(95 * 0.0174533);
    }
    assert_int_equal(bent, 1); /* the sweep to 145 degrees ends just before */
    pd_train_poses_deinit(&poses);
}

static void a_pose_mirrored_twice_is_itself(void **state)
{
    (void)state;
    pd_train_poses poses;
    float once[POSE], twice[POSE];
    assert_int_equal(pd_train_poses_init(&poses, named, CLIPS, &few, NULL), PD_OK);
    for (int i = 0; i < poses.count; i++) {
        pd_train_pose_mirror(once, pose(&poses, i));
        pd_train_pose_mirror(twice, once);
        assert_memory_equal(twice, pose(&poses, i), sizeof twice);
    }
    assert_near(once[9 * 16], twice[9 * 17], 0);
    assert_near(once[9 * 16 + 1], -twice[9 * 17 + 1], 0);
    assert_near(once[9 * 16 + 5], twice[9 * 17 + 5], 0);
    pd_train_poses_deinit(&poses);
}

static void without_capture_there_are_sweeps_and_composites(void **state)
{
    (void)state;
    pd_train_poses poses;
    assert_int_equal(pd_train_poses_init(&poses, NULL, 0, &few, NULL), PD_OK);
    assert_int_equal(poses.count, 2 * 62 + 14);
    pd_train_poses_deinit(&poses);
    pd_error err = {0};
    pd_train_pose_options bad = few;
    bad.sweep_steps = -1;
    assert_int_equal(pd_train_poses_init(&poses, NULL, 0, &bad, &err), PD_ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_comes_in_its_number),
        cmocka_unit_test(no_clip_is_on_both_sides),
        cmocka_unit_test(captured_poses_come_in_the_order_of_their_distance),
        cmocka_unit_test(the_same_seed_gives_the_same_bits),
        cmocka_unit_test(sweeps_and_composites_stay_within_the_ranges),
        cmocka_unit_test(poses_that_collapse_are_left_out),
        cmocka_unit_test(a_pose_mirrored_twice_is_itself),
        cmocka_unit_test(without_capture_there_are_sweeps_and_composites),
    };
    return cmocka_run_group_tests(tests, make_clips, drop_clips);
}
