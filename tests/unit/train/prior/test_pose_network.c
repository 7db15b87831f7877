/* Learning of poses: gradients of the cost and of the whole network compared with finite differences,
 * consistent examples, and training that lowers the cost and does not depend on threads. */
#include "train/prior/pose_network.h"

#include "core/anim/source.h"
#include "core/math/rotation.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tests/support/human.h"

#include <stdlib.h>

#define K       PD_IK_NEURAL_JOINTS
#define OUTPUTS PD_IK_NEURAL_OUTPUTS
#define INPUTS  PD_IK_NEURAL_INPUTS
#define FRAMES  40

static pd_anim_clip clip;
static pd_train_pose_motion motion;
static pd_ik_neural_body body;
static pd_train_pose_world world;
static pd_rng rng;

/* ---- motion */

static void a_pose_stands_on_the_floor_with_its_lower_foot(void **state)
{
    (void)state;
    assert_int_equal(motion.frame_count, FRAMES / 2); /* 60 frames a second, thinned to 30 */
    assert_near(motion.chance[0], 1, 1e-12);
    pd_ik_neural_body big;
    pd_vec3 offsets[K], at[K];
    pd_quat q[K], frames[K];
    for (int k = 0; k < K; k++) {
        offsets[k] = pd_vec3_scale(body.offset[k], 1.2);
        q[k] = pd_q_identity();
    }
    assert_int_equal(pd_ik_neural_body_from(&big, offsets), 1);
    q[1] = q[4] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.7);
    double height = pd_train_pose_height(&big, q, 0);
    pd_train_pose_forward(at, frames, &big, q, pd_vec3_make(0, height, 0));
    assert_near(at[8].y, 1.2 * (0.95 - 0.05 - 0.40 - 0.42) - big.floor,
                1e-9); /* the straight leg carries it */
    assert_true(at[7].y > at[8].y);
    assert_near(pd_train_pose_height(&big, q, 0.1) - height, 0.1 * big.stature, 1e-9);
}

static void a_clip_without_a_joint_is_refused_by_name(void **state)
{
    (void)state;
    pd_anim_joint joints[K];
    pd_anim_skeleton sk;
    pd_anim_clip bad;
    pd_train_pose_motion unused;
    pd_error err;
    memcpy(joints, human_joints, sizeof joints);
    joints[22].name = "left_paw";
    pd_anim_skeleton_init(&sk, joints, K, NULL);
    assert_int_equal(pd_anim_clip_init(&bad, &sk, 3, 30, NULL), PD_OK);
    const pd_anim_clip *clips[] = {&bad};
    assert_int_not_equal(pd_train_pose_motion_init(&unused, clips, 1, 30, &err), PD_OK);
    assert_non_null(strstr(err.detail, "left_hand"));
    pd_anim_clip_deinit(&bad);
    assert_int_equal(pd_train_pose_motion_init(&unused, clips, 0, 30, &err), PD_ERR_RANGE);
}

/* ---- examples */

static void perfect(float *y, const pd_train_pose_answer *a)
{
    for (int k = 0; k < K; k++)
        for (int c = 0; c < 6; c++) y[6 * k + c] = (float)a->local[k][3 * (c % 3) + c / 3];
    for (int c = 0; c < 3; c++) y[6 * K + c] = (float)a->place[0][c];
}

static void an_example_and_its_answer_are_one_pose(void **state)
{
    (void)state;
    double worst = 0;
    for (int n = 0; n < 200; n++) {
        float x[INPUTS], y[OUTPUTS];
        pd_train_pose_answer a;
        pd_train_pose_cost cost = pd_train_pose_cost_default();
        pd_train_pose_example(x, &a, &world, &rng);
        perfect(y, &a);
        worst = fmax(worst, pd_train_pose_cost_of(NULL, y, &a, &cost));
        for (int i = 0; i < PD_IK_NEURAL_TRACKERS; i++) {
            const float *t = x + i * PD_IK_NEURAL_PLACE;
            int k = pd_ik_neural_tracked[i];
            assert_near(t[9], a.seen_place[k], 0);
            assert_near(t[10], a.seen_rotation[k], 0);
            for (int c = 0; c < 3 && a.seen_place[k] > 0; c++) assert_near(t[c], a.place[k][c], 0.05);
            for (int c = 0; c < 6 && a.seen_rotation[k] > 0; c++)
                assert_near(t[3 + c], a.frame[k][3 * (c % 3) + c / 3], 0.3);
        }
    }
    assert_true(worst < 1e-5);
}

static void trackers_are_those_of_their_set(void **state)
{
    (void)state;
    static const int places[5] = {5, 5, 3, 3, 6}, turns[5] = {5, 0, 3, 0, 6};
    pd_vec3 at[K] = {{0, 0, 0}};
    pd_quat frames[K] = {{0, 0, 0, 1}};
    for (int set = 0; set < 5; set++)
        for (int deep = 0; deep < 4; deep++) {
            pd_ik_neural_tracker t[PD_IK_NEURAL_TRACKERS];
            int place = 0, weight = 0;
            pd_train_pose_see(t, (pd_train_pose_set)set, deep, at, frames, NULL);
            for (int i = 0; i < PD_IK_NEURAL_TRACKERS; i++)
                place += t[i].has_position, weight += t[i].has_rotation;
            assert_int_equal(place, places[set]);
            assert_int_equal(weight, turns[set]);
            assert_int_equal(t[4].has_position, deep & 1);
        }
}

/* ---- gradients */

static void the_costs_gradient_is_that_of_finite_differences(void **state)
{
    (void)state;
    const pd_train_pose_cost cost = pd_train_pose_cost_default();
    double worst = 0;
    for (int n = 0; n < 10; n++) {
        float x[INPUTS], y[OUTPUTS], gradient[OUTPUTS], unused[OUTPUTS];
        pd_train_pose_answer a;
        pd_train_pose_example(x, &a, &world, &rng);
        perfect(y, &a);
        for (int o = 0; o < OUTPUTS; o++) y[o] += (float)(0.3 * pd_rng_normal(&rng));
        double at = pd_train_pose_cost_of(gradient, y, &a, &cost);
        assert_near(pd_train_pose_cost_of(NULL, y, &a, &cost), at, 0);
        for (int o = 0; o < OUTPUTS; o++) {
            float was = y[o];
            y[o] = was + 0.001f;
            double up = pd_train_pose_cost_of(unused, y, &a, &cost), above = (double)y[o];
            y[o] = was - 0.001f;
            double down = pd_train_pose_cost_of(unused, y, &a, &cost), below = (double)y[o];
            y[o] = was;
            double slope = (up - down) / (above - below);
            worst = fmax(worst, fabs(slope - (double)gradient[o]) / (0.05 + fabs(slope)));
        }
    }
    printf("cost: gradient off by %.2g\n", worst);
    assert_true(worst < 1e-3);
}

static void outputs_without_a_plane_have_a_cost_and_no_gradient(void **state)
{
    (void)state;
    const pd_train_pose_cost cost = pd_train_pose_cost_default();
    float x[INPUTS], y[OUTPUTS], gradient[OUTPUTS];
    pd_train_pose_answer a;
    pd_train_pose_example(x, &a, &world, &rng);
    perfect(y, &a);
    memset(y + 6 * 5, 0, 6 * sizeof *y);
    y[6 * 7 + 3] = 2 * y[6 * 7], y[6 * 7 + 4] = 2 * y[6 * 7 + 1], y[6 * 7 + 5] = 2 * y[6 * 7 + 2];
    assert_true(isfinite(pd_train_pose_cost_of(gradient, y, &a, &cost)));
    for (int o = 0; o < OUTPUTS; o++) assert_true(isfinite(gradient[o]));
    for (int c = 0; c < 6; c++) assert_near(gradient[6 * 5 + c], 0, 0);
}

static void the_networks_gradient_is_that_of_finite_differences(void **state)
{
    (void)state;
    enum { ROWS = 3, HIDDEN = 7, BLOCKS = 2 };
    const pd_train_pose_cost cost = pd_train_pose_cost_default();
    pd_ik_neural_weights w;
    pd_train_pose_answer answers[ROWS];
    float x[ROWS * INPUTS];
    size_t count = pd_ik_neural_param_count(HIDDEN, BLOCKS);
    float *gradient = calloc(count, sizeof *gradient), *spare = calloc(count, sizeof *spare);
    float *scratch = malloc(pd_train_pose_network_shard_floats(HIDDEN, BLOCKS, ROWS) * sizeof *scratch);
    assert_int_equal(pd_ik_neural_weights_init(&w, HIDDEN, BLOCKS, NULL), PD_OK);
    pd_fixture_normals(w.params, (int)count, 0.4, &rng);
    for (int r = 0; r < ROWS; r++) pd_train_pose_example(x + r * INPUTS, &answers[r], &world, &rng);
    pd_train_pose_network_shard(gradient, &w, x, answers, ROWS, &cost, scratch);
    double worst = 0, size = 0;
    for (size_t i = 0; i < count; i++) size = fmax(size, fabs((double)gradient[i]));
    for (int n = 0; n < 400; n++) {
        size_t i = (size_t)pd_rng_below(&rng, (int)count);
        float was = w.params[i];
        w.params[i] = was + 0.002f;
        double up = pd_train_pose_network_shard(spare, &w, x, answers, ROWS, &cost, scratch);
        w.params[i] = was - 0.002f;
        double down = pd_train_pose_network_shard(spare, &w, x, answers, ROWS, &cost, scratch);
        w.params[i] = was;
        worst = fmax(worst, fabs((up - down) / 0.004 - (double)gradient[i]) / size);
    }
    printf("network: gradient off by %.2g of the largest\n", worst);
    assert_true(worst < 5e-3);
    free(gradient), free(spare), free(scratch);
    pd_ik_neural_weights_deinit(&w);
}

/* ---- training */

static pd_ik_neural_weights trained(const pd_executor *executor, int steps, double *first, double *last)
{
    pd_train_pose_network_options options = pd_train_pose_network_defaults();
    pd_train_pose_network *training;
    pd_ik_neural_weights out;
    options.hidden = 24, options.blocks = 1, options.steps = steps, options.rate = 5e-3;
    assert_int_equal(pd_train_pose_network_create(&training, &world, &options, executor, NULL), PD_OK);
    for (int s = 0; s < steps; s++) {
        *last = pd_train_pose_network_step(training);
        if (!s) *first = *last;
    }
    assert_int_equal(pd_train_pose_network_export(&out, training, NULL), PD_OK);
    pd_train_pose_network_release(training);
    return out;
}

static void training_learns_and_gives_the_same_bits_with_any_threads(void **state)
{
    (void)state;
    double first, last, other_first, other_last;
    pd_ik_neural_weights a = trained(&pd_executor_serial, 12, &first, &last);
    pd_ik_neural_weights b = trained(&pd_fixture_shuffled, 12, &other_first, &other_last);
    printf("cost %.3f, after 12 steps %.3f\n", first, last);
    assert_true(last < 0.97 * first);
    assert_near(last, other_last, 0);
    assert_memory_equal(a.params, b.params, pd_ik_neural_param_count(24, 1) * sizeof(float));
    pd_ik_neural_weights_deinit(&a);
    pd_ik_neural_weights_deinit(&b);
}

static void options_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    pd_train_pose_network_options options = pd_train_pose_network_defaults();
    pd_train_pose_network *training;
    pd_error err;
    options.hidden = 5000;
    assert_int_equal(pd_train_pose_network_create(&training, &world, &options, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "hidden");
    options.hidden = 8, options.steps = 0;
    assert_int_equal(pd_train_pose_network_create(&training, &world, &options, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "steps");
    assert_null(training);
}

static int set_up(void **state)
{
    (void)state;
    pd_anim_skeleton sk;
    pd_rng_init(&rng, 21);
    human_init(&sk);
    if (pd_anim_clip_init(&clip, &sk, FRAMES, 60, NULL) != PD_OK) return 1;
    for (int t = 0; t < FRAMES; t++) {
        pd_quat *q = pd_anim_clip_frame(&clip, t);
        for (int k = 0; k < K; k++)
            q[k] =
                pd_q_from_rotvec(pd_vec3_make(0.3 * sin(0.2 * t + k), 0.2 * sin(0.1 * t), k > 15 ? -0.5 : 0));
        clip.roots[t] = pd_vec3_make(0.01 * t, 0.93, 0);
    }
    const pd_anim_clip *clips[] = {&clip};
    if (pd_train_pose_motion_init(&motion, clips, 1, 30, NULL) != PD_OK) return 1;
    if (pd_ik_neural_body_of(&body, &sk, NULL) != PD_OK) return 1;
    world = (pd_train_pose_world){&motion, &body, 1, {0.2, 0.2, 0.05, 0.005, 0.03}};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_train_pose_motion_deinit(&motion);
    pd_anim_clip_deinit(&clip);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_stands_on_the_floor_with_its_lower_foot),
        cmocka_unit_test(a_clip_without_a_joint_is_refused_by_name),
        cmocka_unit_test(an_example_and_its_answer_are_one_pose),
        cmocka_unit_test(trackers_are_those_of_their_set),
        cmocka_unit_test(the_costs_gradient_is_that_of_finite_differences),
        cmocka_unit_test(outputs_without_a_plane_have_a_cost_and_no_gradient),
        cmocka_unit_test(the_networks_gradient_is_that_of_finite_differences),
        cmocka_unit_test(training_learns_and_gives_the_same_bits_with_any_threads),
        cmocka_unit_test(options_out_of_range_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
