/* Pose networks: which skeletons are people, invariances of the features, the network compared with plain
 * sums, its file, and solver neural. */
#include "tests/support/cmocka.h"

#include "core/anim/biped.h"
#include "core/ik/methods/neural.h"
#include "core/ik/search/solve.h"
#include "tests/support/human.h"
#include "tests/support/pose_networks.h"

#include <stdlib.h>

#define K        PD_IK_NEURAL_JOINTS
#define TRACKERS PD_IK_NEURAL_TRACKERS

static pd_anim_skeleton sk;
static pd_ik_neural_body body;
static pd_rng rng;

static double uniform(double low, double high)
{
    return pd_rng_between(&rng, low, high);
}

static void random_trackers(pd_ik_neural_tracker *t)
{
    for (int i = 0; i < TRACKERS; i++) {
        t[i] = (pd_ik_neural_tracker){.has_position = pd_rng_below(&rng, 2),
                                      .has_rotation = pd_rng_below(&rng, 2)};
        t[i].position = pd_vec3_make(uniform(-1, 1), uniform(0, 2), uniform(-1, 1));
        t[i].rotation = pd_q_from_rotvec(pd_vec3_make(uniform(-1, 1), uniform(-3, 3), uniform(-1, 1)));
    }
    t[pd_rng_below(&rng, TRACKERS)].has_position = 1;
}

/* Inputs of a tracker by their definition: its place in the frame's axes and scale, then two axes of its
 * rotation there. Turned by 90 degrees, +X is ahead. */
static void features_are_the_place_and_two_axes_in_the_frame(void **state)
{
    float x[PD_IK_NEURAL_INPUTS];
    const pd_ik_neural_frame frame = {.origin = {1, 0.5, -2}, .heading = M_PI / 2, .scale = 2};
    pd_ik_neural_tracker trackers[TRACKERS] = {
        {.has_position = 1, .position = {2, 1.5, -1}},
        {.has_rotation = 1, .rotation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), M_PI / 2)}};
    (void)state;
    pd_ik_neural_features(x, &frame, trackers, &body, 0);
    const double place[3] = {-0.5, 0.5, 0.5}, axes[6] = {1, 0, 0, 0, 1, 0};
    for (int c = 0; c < 3; c++) assert_near((double)x[c], place[c], 1e-6);
    assert_true(x[9] == 1 && x[10] == 0);
    for (int c = 3; c < 9; c++) assert_near((double)x[c], 0, 0);
    for (int c = 0; c < 6; c++) assert_near((double)x[PD_IK_NEURAL_PLACE + 3 + c], axes[c], 1e-6);
    assert_true(x[PD_IK_NEURAL_PLACE + 9] == 0 && x[PD_IK_NEURAL_PLACE + 10] == 1);
}

/* ---- persons */

static void persons_are_known_by_smpls_names_and_by_the_motion_skeletons(void **state)
{
    (void)state;
    pd_anim_skeleton biped;
    pd_ik_neural_body other;
    assert_near(body.stature, 1.56 - 0.02, 1e-9);
    assert_near(body.floor, 0.02, 1e-9);
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_ik_neural_body_of(&other, &biped, NULL), PD_OK);
    assert_string_equal(biped.names[other.joint[20]], "LeftHand");
    assert_near(other.offset[12].y, 0.1139 + 0.0899, 1e-9); /* Neck hangs between Spine1 and Neck1 */
    assert_near(other.bone[5], sqrt(0.1132 * 0.1132 + 0.0081 * 0.0081) / other.stature, 1e-9);
}

static void a_skeleton_that_is_not_a_person_is_refused_with_the_missing_bones(void **state)
{
    (void)state;
    pd_anim_joint joints[K];
    pd_anim_skeleton other;
    pd_ik_neural_body unused;
    pd_error err;
    memcpy(joints, human_joints, sizeof joints);
    joints[15].name = "skull";
    joints[23].name = "right_hook";
    pd_anim_skeleton_init(&other, joints, K, NULL);
    assert_int_equal(pd_ik_neural_body_of(&unused, &other, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/skeleton");
    assert_non_null(strstr(err.detail, "head, right_hand"));
    memcpy(joints, human_joints, sizeof joints);
    joints[13].parent = "neck";
    pd_anim_skeleton_init(&other, joints, K, NULL);
    assert_int_equal(pd_ik_neural_body_of(&unused, &other, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(
        strstr(err.detail, "\"left_collar\" hangs below \"neck\"; a person's is below \"spine3\""));
    memcpy(joints, human_joints, sizeof joints);
    for (int k = 0; k < K; k++) joints[k].offset.y = -joints[k].offset.y;
    pd_anim_skeleton_init(&other, joints, K, NULL);
    assert_int_equal(pd_ik_neural_body_of(&unused, &other, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "T-pose"));
}

/* ---- features */

/* All that are missing, where they are six at most; else the first six and that there are more. */
static void missing_names_are_listed_and_a_long_list_is_cut(void **state)
{
    (void)state;
    for (int missing = 1; missing < 12; missing++) {
        pd_anim_skeleton other;
        pd_ik_neural_body unused;
        pd_error err = {0};
        char list[200] = "joints are missing: ";
        pd_anim_skeleton_init(&other, human_joints, K, NULL);
        for (int k = K - missing; k < K; k++) {
            snprintf(other.names[k], sizeof other.names[k], "bone_%d", k);
            if (k - (K - missing) < 6)
                sprintf(list + strlen(list), "%s%s", k > K - missing ? ", " : "", human_joints[k].name);
        }
        if (missing > 6) strcat(list, ", ...");
        assert_int_equal(pd_ik_neural_body_of(&unused, &other, &err), PD_ERR_UNSUPPORTED);
        assert_non_null(strstr(err.detail, strcat(list, ";")));
    }
}

static void moving_and_turning_all_trackers_changes_no_feature_and_moves_the_pose_alike(void **state)
{
    (void)state;
    double largest = 0, away = 0;
    for (int trial = 0; trial < 300; trial++) {
        pd_ik_neural_tracker here[TRACKERS], there[TRACKERS];
        pd_ik_neural_frame a, b;
        float x[PD_IK_NEURAL_INPUTS], moved[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];
        pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), uniform(-3, 3)), q[2][K];
        pd_vec3 way = {uniform(-5, 5), uniform(-5, 5), uniform(-5, 5)}, pelvis[2];
        random_trackers(here);
        here[0].has_rotation = 1;
        for (int i = 0; i < TRACKERS; i++) {
            there[i] = here[i];
            there[i].position = pd_vec3_add(pd_q_rotate(turn, here[i].position), way);
            there[i].rotation = pd_q_mul(turn, here[i].rotation);
        }
        assert_int_equal(pd_ik_neural_frame_of(&a, here, body.stature, 0), 1);
        assert_int_equal(pd_ik_neural_frame_of(&b, there, body.stature, 0), 1);
        pd_ik_neural_features(x, &a, here, &body, 0.1);
        pd_ik_neural_features(moved, &b, there, &body, 0.1 + way.y);
        for (int i = 0; i < PD_IK_NEURAL_INPUTS; i++)
            largest = fmax(largest, fabs((double)(x[i] - moved[i])));
        for (int i = 0; i < PD_IK_NEURAL_OUTPUTS; i++) y[i] = (float)uniform(-1, 1);
        pd_ik_neural_pose_of(q[0], &pelvis[0], &a, y);
        pd_ik_neural_pose_of(q[1], &pelvis[1], &b, y);
        away = fmax(away, pd_vec3_distance(pd_vec3_add(pd_q_rotate(turn, pelvis[0]), way), pelvis[1]));
        away = fmax(away, pd_q_angle(pd_q_mul(turn, q[0][0]), q[1][0]));
        for (int k = 1; k < K; k++) away = fmax(away, pd_q_angle(q[0][k], q[1][k]));
    }
    printf("moved and turned: features %.2g apart, poses %.2g\n", largest, away);
    assert_true(largest < 2e-6 && away < 2e-6);
}

static void features_do_not_depend_on_size(void **state)
{
    (void)state;
    pd_ik_neural_tracker t[TRACKERS];
    pd_ik_neural_frame a, b;
    pd_ik_neural_body big;
    pd_vec3 offsets[K];
    float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_INPUTS];
    for (int k = 0; k < K; k++) offsets[k] = pd_vec3_scale(body.offset[k], 1.5);
    assert_int_equal(pd_ik_neural_body_from(&big, offsets), 1);
    random_trackers(t);
    pd_ik_neural_frame_of(&a, t, body.stature, 0.3);
    pd_ik_neural_features(x, &a, t, &body, 0.2);
    for (int i = 0; i < TRACKERS; i++) t[i].position = pd_vec3_scale(t[i].position, 1.5);
    pd_ik_neural_frame_of(&b, t, big.stature, 0.3);
    pd_ik_neural_features(y, &b, t, &big, 0.3);
    for (int i = 0; i < PD_IK_NEURAL_INPUTS; i++) assert_near(x[i], y[i], 1e-6);
}

static void trackers_without_a_place_have_no_frame_and_one_that_tells_no_heading_takes_the_given(void **state)
{
    (void)state;
    pd_ik_neural_tracker t[TRACKERS] = {{0}};
    pd_ik_neural_frame frame;
    t[0].has_rotation = 1;
    t[0].rotation = pd_q_identity();
    assert_int_equal(pd_ik_neural_frame_of(&frame, t, 1.5, 0), 0);
    t[0] = (pd_ik_neural_tracker){.has_position = 1, .position = {1, 2, 3}};
    assert_int_equal(pd_ik_neural_frame_of(&frame, t, 1.5, 0.7), 1);
    assert_near(frame.heading, 0.7, 0);
    assert_near(frame.origin.z, 3, 0);
    t[2] = (pd_ik_neural_tracker){.has_position = 1,
                                  .position = {1, 1, 2.7}}; /* the left wrist at -Z: faces +X */
    t[3] = (pd_ik_neural_tracker){.has_position = 1, .position = {1, 1, 3.3}};
    assert_int_equal(pd_ik_neural_frame_of(&frame, t, 1.5, 0), 1);
    assert_near(frame.heading, 1.5707963267948966, 1e-9);
}

/* ---- the network */

static double elu(double v)
{
    return v > 0 ? v : expm1(v);
}

static void plain(double *y, const float *x, const pd_ik_neural_weights *w)
{
    double *h = calloc(PD_IK_NEURAL_HIDDEN, sizeof *h), *z = calloc(PD_IK_NEURAL_HIDDEN, sizeof *z);
    double in[PD_IK_NEURAL_INPUTS];
    for (int i = 0; i < PD_IK_NEURAL_INPUTS; i++)
        in[i] = fmax(-6, fmin(6, ((double)x[i] - (double)w->x_mean[i]) / (double)w->x_std[i]));
    for (int l = 0; l < w->blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(w->hidden, w->blocks, l);
        for (int o = 0; o < layer.out; o++) {
            double sum = (double)w->params[layer.bias + (size_t)o];
            for (int i = 0; i < layer.in; i++)
                sum += (double)w->params[layer.weights + (size_t)(o * layer.in + i)] * (l ? h[i] : in[i]);
            if (l > w->blocks)
                y[o] = sum;
            else
                z[o] = elu(sum);
        }
        for (int o = 0; o < w->hidden && l <= w->blocks; o++) h[o] = l ? h[o] + z[o] : z[o];
    }
    free(h), free(z);
}

/* A weight or bias that is not finite is refused, and the error names its layer. Tested with the first and
 * the last number of both in each layer. */
static void a_number_that_is_not_finite_is_named_with_its_layer(void **state)
{
    (void)state;
    pd_ik_neural_weights w;
    pose_networks_make(&w, 8, 3, 1, 5);
    assert_int_equal(pd_ik_neural_weights_check(&w, NULL), PD_OK);
    for (int l = 0; l < w.blocks + 2; l++) {
        const pd_ik_neural_layer layer = pd_ik_neural_layer_of(w.hidden, w.blocks, l);
        const size_t count = (size_t)layer.in * (size_t)layer.out;
        const size_t places[] = {layer.weights, layer.weights + count - 1, layer.bias,
                                 layer.bias + (size_t)layer.out - 1};
        for (int i = 0; i < 4; i++) {
            const char name[] = {i < 2 ? 'W' : 'b', (char)('0' + l), 0};
            const float was = w.params[places[i]];
            pd_error err = {0};
            w.params[places[i]] = NAN;
            assert_int_not_equal(pd_ik_neural_weights_check(&w, &err), PD_OK);
            if (!strstr(err.where, name)) fail_msg("%s is not named: %s: %s", name, err.where, err.detail);
            w.params[places[i]] = was;
        }
    }
    pd_ik_neural_weights_deinit(&w);
}

static void the_network_equals_plain_sums(void **state)
{
    (void)state;
    static const int sizes[][2] = {{64, 2}, {70, 1}, {1, 0}, {200, 3}};
    double worst = 0;
    for (int s = 0; s < 4; s++) {
        pd_ik_neural_weights w, copy;
        pd_ik_neural *network;
        float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];
        double wanted[PD_IK_NEURAL_OUTPUTS];
        pose_networks_make(&w, sizes[s][0], sizes[s][1], 1, 5);
        pose_networks_make(&copy, sizes[s][0], sizes[s][1], 1, 5);
        w.x_mean[3] = copy.x_mean[3] = 0.5f;
        w.x_std[4] = copy.x_std[4] = 0.01f;
        if (s == 1) w.params[7] = copy.params[7] = 0.1f; /* no half: the wide rows run */
        assert_int_equal(pd_ik_neural_build(&network, &copy, NULL), PD_OK);
        assert_int_equal(network->halves != NULL, s != 1);
        float *scratch = aligned_alloc(64, pd_ik_neural_scratch_floats(network) * sizeof *scratch);
        for (int i = 0; i < PD_IK_NEURAL_INPUTS; i++) x[i] = (float)uniform(-2, 2);
        pd_ik_neural_run(y, x, network, scratch);
        plain(wanted, x, &w);
        for (int o = 0; o < PD_IK_NEURAL_OUTPUTS; o++) worst = fmax(worst, fabs((double)y[o] - wanted[o]));
        free(scratch);
        pd_ik_neural_weights_deinit(&w);
        pd_ik_neural_release(network);
    }
    printf("against double: %.2g\n", worst);
    assert_true(worst < 1e-4);
}

/* ---- the file */

static void a_written_network_reads_back_equal(void **state)
{
    (void)state;
    for (int half = 0; half < 2; half++) {
        pd_ik_neural_weights w, again;
        pd_buffer file = {0};
        pose_networks_make(&w, 33, 2, 1, 6);
        if (!half) w.params[0] = 0.1f;
        assert_int_equal(pd_ik_neural_weights_encode(&file, &w, NULL), PD_OK);
        assert_int_equal(pd_ik_neural_weights_parse(&again, file.data, file.size, "file", NULL), PD_OK);
        assert_int_equal(again.hidden, 33);
        assert_int_equal(again.blocks, 2);
        assert_string_equal(again.text.name, "trackers");
        assert_memory_equal(again.params, w.params, pd_ik_neural_param_count(33, 2) * sizeof(float));
        assert_true(file.size < pd_ik_neural_param_count(33, 2) * (half ? 2 : 4) + 8192);
        pd_buffer_deinit(&file);
        pd_ik_neural_weights_deinit(&w);
        pd_ik_neural_weights_deinit(&again);
    }
}

/* Replaces one text of the header by another of the same length. */
static void spoil(const char *from, const char *to, const char *words)
{
    pd_ik_neural_weights w, again;
    pd_buffer file = {0};
    pd_error err;
    pose_networks_make(&w, 20, 1, 1, 6);
    assert_int_equal(pd_ik_neural_weights_encode(&file, &w, NULL), PD_OK);
    char *at = memmem(file.data, file.size, from, strlen(from));
    assert_non_null(at);
    memcpy(at, to, strlen(to));
    assert_int_not_equal(pd_ik_neural_weights_parse(&again, file.data, file.size, "bad", &err), PD_OK);
    if (!strstr(err.where, words) && !strstr(err.detail, words)) fail_msg("%s: %s", err.where, err.detail);
    assert_null(again.params);
    pd_buffer_deinit(&file);
    pd_ik_neural_weights_deinit(&w);
}

static void a_broken_file_is_refused_with_the_place(void **state)
{
    (void)state;
    pd_ik_neural_weights w;
    pd_error err;
    spoil("\"pose-network\"", "\"pose-netw0rk\"", "\"pose-network\" expected");
    spoil("\"1.0\"", "\"2.0\"", "newer posed");
    spoil("\"W1\"", "\"W7\"", "W1");
    spoil("\"b0\"", "\"c0\"", "b0");
    spoil("\"x_std\"", "\"x_sta\"", "x_std");
    pose_networks_make(&w, 20, 1, 1, 6);
    w.params[3] = NAN;
    assert_int_equal(pd_ik_neural_weights_check(&w, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "W0");
    w.params[3] = 0, w.x_std[2] = 0;
    assert_int_equal(pd_ik_neural_weights_check(&w, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "x_std");
    pd_ik_neural_weights_deinit(&w);
    assert_int_equal(pd_ik_neural_weights_init(&w, 5000, 1, &err), PD_ERR_RANGE);
    assert_int_equal(pd_ik_neural_weights_init(&w, 10, 9, &err), PD_ERR_RANGE);
}

/* ---- the solver */

typedef struct asked {
    pd_ik_target targets[5];
    pd_ik_result results[5];
    pd_quat rotations[64];
    pd_vec3 positions[64], moved;
    pd_ik_limit limits[K];
    pd_ik_neural *network;
    pd_arena arena;
    pd_ik_job job;
} asked;

/* Makes a job whose head, wrists and ankles are a little off the T-pose. */
static void ask(asked *a, double spread)
{
    static const int joints[5] = {15, 20, 21, 7, 8};
    pd_vec3 at[K];
    memset(a, 0, sizeof *a);
    a->network = pose_networks_built(64, 1, spread, 9);
    pd_anim_skeleton_forward(at, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    for (int t = 0; t < 5; t++)
        a->targets[t] = (pd_ik_target){.joint = joints[t],
                                       .chain_root = -1,
                                       .has_position = 1,
                                       .position = pd_vec3_scale(at[joints[t]], t ? 0.95 : 0.99)};
    a->targets[0].has_orientation = 1;
    a->targets[0].orientation = pd_q_identity();
    for (int k = 0; k < K; k++) pd_ik_limit_of(&a->limits[k], sk.names[k]);
    a->job = (pd_ik_job){.rotations = a->rotations,
                         .positions = a->positions,
                         .results = a->results,
                         .skeleton = &sk,
                         .targets = a->targets,
                         .target_count = 5,
                         .solver = PD_IK_NEURAL,
                         .moved = &a->moved,
                         .neural.network = a->network};
}

static void run(asked *a)
{
    pd_error err = {0};
    if (pd_ik_job_check(&a->job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_deinit(&a->arena);
    assert_int_equal(pd_arena_init(&a->arena, pd_ik_job_scratch_bytes(&a->job)), 1);
    pd_ik_job_run(&a->job, &a->arena);
    assert_true(a->arena.high <= a->arena.size);
}

static void drop(asked *a)
{
    pd_arena_deinit(&a->arena);
    pd_ik_neural_release(a->network);
}

static void targets_are_reached_from_the_networks_pose(void **state)
{
    (void)state;
    asked a;
    ask(&a, 0);
    run(&a);
    assert_true(a.job.iterations_used <= 2);
    a.job.iterations = 30;
    run(&a);
    assert_int_equal(a.job.status, PD_IK_REACHED);
    assert_int_equal(a.results[0].solver, PD_IK_NEURAL);
    for (int t = 0; t < 5; t++)
        assert_near(pd_vec3_distance(a.positions[a.targets[t].joint], a.targets[t].position), 0, 1e-3);
    drop(&a);
}

/* The root has no joint above it: it is moved itself. */
static void the_network_takes_the_pelvis_as_a_target(void **state)
{
    (void)state;
    asked a;
    ask(&a, 0);
    a.targets[1] = (pd_ik_target){.joint = 0,
                                  .chain_root = -1,
                                  .has_position = 1,
                                  .position = {0.03, 0.93, -0.02},
                                  .has_orientation = 1,
                                  .orientation = {0, 0.0499792, 0, 0.9987503}};
    a.job.iterations = 30;
    run(&a);
    assert_int_equal(a.job.status, PD_IK_REACHED);
    assert_near(pd_vec3_distance(a.positions[0], a.targets[1].position), 0, 1e-3);

    a.job.target_count = 1; /* and alone */
    a.job.targets = &a.targets[1];
    run(&a);
    assert_int_equal(a.job.status, PD_IK_REACHED);
    drop(&a);
}

static void solver_neural_takes_two_steps_by_default(void **state)
{
    (void)state;
    asked a;
    ask(&a, 0.3);
    a.job.tolerance = 1e-9;
    run(&a);
    assert_int_equal(a.job.iterations_used, 2);
    assert_int_equal(a.job.status, PD_IK_BUDGET);
    drop(&a);
}

static void limits_hold_for_every_joint_of_the_answer(void **state)
{
    (void)state;
    double most = 0;
    asked a;
    ask(&a, 2);
    a.job.limits = a.limits;
    for (int trial = 0; trial < 50; trial++) {
        for (int t = 0; t < 5; t++)
            a.targets[t].position = pd_vec3_make(
                uniform(-0.6, 0.6), t ? uniform(0.1, 1.6) : uniform(1.2, 1.6), uniform(-0.6, 0.6));
        a.job.target_count = 1 + trial % 5;
        run(&a);
        for (int k = 0; k < K; k++) most = fmax(most, pd_ik_limit_excess(&a.limits[k], a.rotations[k]));
    }
    printf("beyond a limit by %.2g rad at most\n", most);
    assert_true(most <= 1e-6);
    drop(&a);
}

static void the_answer_turns_and_moves_with_the_targets_and_is_the_same_again(void **state)
{
    (void)state;
    asked a, b;
    ask(&a, 0.4);
    ask(&b, 0.4);
    pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 2.1);
    pd_vec3 way = {3, 0, -2};
    for (int t = 0; t < 5; t++) {
        b.targets[t].position = pd_vec3_add(pd_q_rotate(turn, b.targets[t].position), way);
        b.targets[t].orientation = pd_q_mul(turn, pd_q_identity());
    }
    run(&a);
    run(&b);
    for (int k = 0; k < K; k++)
        assert_near(pd_vec3_distance(pd_vec3_add(pd_q_rotate(turn, a.positions[k]), way), b.positions[k]), 0,
                    1e-5);
    pd_vec3 before[K];
    memcpy(before, a.positions, sizeof before);
    run(&a);
    assert_memory_equal(before, a.positions, sizeof before);
    drop(&a);
    drop(&b);
}

static void kept_targets_stay_at_their_start(void **state)
{
    (void)state;
    asked a;
    ask(&a, 0);
    pd_vec3 at[K];
    pd_anim_skeleton_forward(at, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    a.targets[3] = (pd_ik_target){.joint = 7, .chain_root = -1, .keep = 1};
    a.job.iterations = 30;
    run(&a);
    assert_int_equal(a.job.status, PD_IK_REACHED);
    assert_near(pd_vec3_distance(a.positions[7], at[7]), 0, 1e-3);
    drop(&a);
}

static void no_joint_turns_farther_than_max_rotation_from_the_start(void **state)
{
    (void)state;
    pd_quat start[K];
    asked a;
    ask(&a, 2);
    for (int k = 0; k < K; k++) start[k] = pd_q_from_rotvec(pd_vec3_make(uniform(0, 0.2), 0.1, 0));
    a.job.start = start;
    a.job.max_rotation = 0.05;
    run(&a);
    double most = 0;
    for (int k = 0; k < K; k++) most = fmax(most, pd_q_angle(start[k], a.rotations[k]));
    assert_true(most > 0.04 && most <= 0.05 + 1e-6);
    drop(&a);
}

static void the_network_solves_the_motion_skeleton(void **state)
{
    (void)state;
    pd_anim_skeleton biped;
    pd_vec3 at[31];
    asked a;
    ask(&a, 0.05);
    pd_anim_biped_skeleton(&biped);
    pd_anim_skeleton_forward(at, NULL, &biped, NULL, pd_vec3_make(0, 0, 0));
    const int joints[5] = {PD_BIPED_HEAD, PD_BIPED_L_HAND, PD_BIPED_R_HAND, PD_BIPED_L_FOOT, PD_BIPED_R_FOOT};
    for (int t = 0; t < 5; t++) {
        a.targets[t].joint = joints[t];
        a.targets[t].position = pd_vec3_scale(at[joints[t]], 0.97);
    }
    a.job.skeleton = &biped;
    a.job.iterations = 30;
    run(&a);
    assert_int_equal(a.job.status, PD_IK_REACHED);
    drop(&a);
}

static void refused(asked *a, const char *where, const char *words)
{
    pd_error err = {0};
    assert_int_not_equal(pd_ik_job_check(&a->job, &err), PD_OK);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, words)) fail_msg("%s", err.detail);
}

static void the_neural_solver_is_refused_without_network_person_or_tracker(void **state)
{
    (void)state;
    asked a;
    ask(&a, 0);
    a.job.neural.network = NULL;
    refused(&a, "/solver", "no pose network is loaded");
    a.job.neural.network = a.network;
    a.targets[0] = (pd_ik_target){.joint = 18, .chain_root = -1, .has_position = 1};
    a.job.target_count = 1;
    refused(&a, "/targets", "head, pelvis, wrist, hand, ankle or foot");
    a.targets[0] =
        (pd_ik_target){.joint = 15, .chain_root = -1, .has_orientation = 1, .orientation = {0, 0, 0, 1}};
    refused(&a, "/targets", "no target is the position");
    a.job.moved = NULL;
    refused(&a, "/solver", "moves the root");
    drop(&a);
}

static int set_up(void **state)
{
    (void)state;
    pd_rng_init(&rng, 11);
    human_init(&sk);
    return pd_ik_neural_body_of(&body, &sk, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_the_place_and_two_axes_in_the_frame),
        cmocka_unit_test(persons_are_known_by_smpls_names_and_by_the_motion_skeletons),
        cmocka_unit_test(a_skeleton_that_is_not_a_person_is_refused_with_the_missing_bones),
        cmocka_unit_test(missing_names_are_listed_and_a_long_list_is_cut),
        cmocka_unit_test(moving_and_turning_all_trackers_changes_no_feature_and_moves_the_pose_alike),
        cmocka_unit_test(features_do_not_depend_on_size),
        cmocka_unit_test(
            trackers_without_a_place_have_no_frame_and_one_that_tells_no_heading_takes_the_given),
        cmocka_unit_test(a_number_that_is_not_finite_is_named_with_its_layer),
        cmocka_unit_test(the_network_equals_plain_sums),
        cmocka_unit_test(a_written_network_reads_back_equal),
        cmocka_unit_test(a_broken_file_is_refused_with_the_place),
        cmocka_unit_test(targets_are_reached_from_the_networks_pose),
        cmocka_unit_test(the_network_takes_the_pelvis_as_a_target),
        cmocka_unit_test(solver_neural_takes_two_steps_by_default),
        cmocka_unit_test(limits_hold_for_every_joint_of_the_answer),
        cmocka_unit_test(the_answer_turns_and_moves_with_the_targets_and_is_the_same_again),
        cmocka_unit_test(kept_targets_stay_at_their_start),
        cmocka_unit_test(no_joint_turns_farther_than_max_rotation_from_the_start),
        cmocka_unit_test(the_network_solves_the_motion_skeleton),
        cmocka_unit_test(the_neural_solver_is_refused_without_network_person_or_tracker),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
