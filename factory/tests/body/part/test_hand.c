/* Principal components of hands, on a rig made of the person's own joints. */
#include "tests/support/cmocka.h"

#include "core/math/quat.h"
#include "core/smpl/part/hand.h"
#include "core/smpl/model.h"
#include "core/smpl/part/part.h"
#include "factory/body/part/hand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BONES = 1 + 2 * (1 + 4 + 15), CHANNELS = 3 };

static pd_smpl_model *model;
static pd_smpl_data data; /* of the same file, to be changed */
static pd_bvh_joint joints[BONES];
static double values[CHANNELS * BONES];
static pd_bvh rig = {
    .joint_count = BONES, .frame_count = 1, .frame_seconds = 1, .joints = joints, .values = values};

/* The rig's axes in the model's: as MakeHuman's, +Z up, and the arm lowered. */
static pd_quat axes;

static int first_of(int hand)
{
    int first, count;
    assert_true(
        pd_smpl_part_find(&first, &count, model, hand ? PD_SMPL_PART_RIGHT_HAND : PD_SMPL_PART_LEFT_HAND));
    return first;
}

static pd_vec3 place(int joint)
{
    const double *p = model->joint_template + 3 * joint;
    return pd_vec3_make(p[0], p[1], p[2]);
}

static int add(const char *name, int parent, pd_vec3 offset)
{
    pd_bvh_joint *j = &joints[rig.channel_count / CHANNELS];
    *j = (pd_bvh_joint){.parent = parent,
                        .offset = pd_q_rotate(pd_q_conjugate(axes), offset),
                        .channel_start = rig.channel_count,
                        .channel_count = CHANNELS,
                        .channels = {PD_BVH_ZROTATION, PD_BVH_YROTATION, PD_BVH_XROTATION}};
    snprintf(j->name, sizeof j->name, "%s", name);
    rig.channel_count += CHANNELS;
    return rig.channel_count / CHANNELS - 1;
}

/* Makes a rig of the wrist, the metacarpals of all fingers but the thumb,
 * and the fingers, without rotations. */
static void build_rig(void)
{
    static const int numbers[5] = {2, 3, 5, 4, 1};
    rig.channel_count = 0;
    memset(values, 0, sizeof values);
    add("root", -1, pd_vec3_make(0, 1, 0));
    for (int h = 0; h < 2; h++) {
        char name[PD_BVH_NAME_BYTES];
        const int first = first_of(h), at = model->data.parents[first];
        snprintf(name, sizeof name, "wrist.%c", "LR"[h]);
        const int wrist = add(name, 0, pd_vec3_make(h ? -0.5 : 0.5, 0, 0));
        for (int f = 0; f < 5; f++) {
            int parent = wrist;
            snprintf(name, sizeof name, "metacarpal%d.%c", f + 1, "LR"[h]);
            if (f < 4) parent = add(name, wrist, pd_vec3_make(0, 0, 0));
            for (int i = 0; i < 3; i++) {
                const int k = first + 3 * f + i;
                snprintf(name, sizeof name, "finger%d-%d.%c", numbers[f], i + 1, "LR"[h]);
                parent = add(name, parent, pd_vec3_sub(place(k), place(i ? k - 1 : at)));
            }
        }
    }
    assert_int_equal(rig.channel_count, CHANNELS * BONES);
}

/* Turns a bone by v, axis-angle of the model's axes. */
static void turn(const char *name, pd_vec3 v)
{
    const int joint = pd_bvh_find(&rig, name);
    assert_true(joint >= 0);
    pd_bvh_zyx_deg(values + CHANNELS * joint, pd_q_from_rotvec(pd_q_rotate(pd_q_conjugate(axes), v)));
}

static int setup(void **state)
{
    (void)state;
    pd_error err;
    if (pd_smpl_model_load(&model, "models/person.safetensors", &err) ||
        pd_smpl_data_load(&data, "models/person.safetensors", &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    axes = pd_q_mul(pd_q_axis_angle(pd_vec3_make(1, 0, 0), -M_PI / 2),
                    pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.7));
    build_rig();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_data_deinit(&data);
    pd_smpl_model_release(model);
    return 0;
}

static void add_pose(pd_factory_hands *hands)
{
    pd_error err;
    if (pd_factory_hands_add_pose(hands, &rig, "pose.bvh", &data, model->joint_template, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static void a_finger_turns_as_the_rigs_does_whatever_its_axes(void **state)
{
    (void)state;
    pd_factory_hands hands = {0};
    build_rig();
    turn("finger2-2.L", pd_vec3_make(0.1, 0.2, -0.9)); /* index, second joint */
    turn("finger1-3.R", pd_vec3_make(0.3, -0.2, 0.4)); /* thumb, third        */
    turn("metacarpal3.R", pd_vec3_make(0, 0, 0.2));    /* of the little finger, with it ... */
    turn("finger5-1.R", pd_vec3_make(0, 0, 0.5));
    add_pose(&hands);
    assert_int_equal(hands.count, 2);
    for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) {
        const double left = a == 3 ? 0.1 : a == 4 ? 0.2 : a == 5 ? -0.9 : 0;
        /* ... and mirrored to a left hand */
        const double right = a == 42 ? 0.3 : a == 43 ? 0.2 : a == 44 ? -0.4 : a == 20 ? -0.7 : 0;
        assert_near(hands.angles[0][a], left, 1e-5);
        assert_near(hands.angles[1][a], right, 1e-5);
    }
    pd_factory_hands_deinit(&hands);
}

static void two_ways_to_move_are_two_components_and_mirrored_to_the_bit(void **state)
{
    (void)state;
    enum { POSES = 7 };
    pd_factory_hands hands = {.count = POSES, .angles = calloc(POSES, sizeof *hands.angles)};
    pd_factory_hands_report report;
    pd_error err;
    for (int s = 0; s < POSES; s++)
        for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++)
            hands.angles[s][a] = (double)data.hands[0].mean[a] + sin(s + 1.0) * (a % 3 == 2 ? -0.3 : 0) +
                                 0.2 * cos(3.0 * s) * (a % 5 == 1 ? 0.3 : 0);
    assert_int_equal(pd_factory_hands_learn(&data, &report, &hands, 2, &err), PD_OK);
    assert_near(report.variance[1], 1, 1e-9);
    assert_true(report.variance[0] < 0.999);
    assert_near(report.left_out_deg[1], 0, 1e-4);

    const pd_smpl_hand *left = &data.hands[0], *right = &data.hands[1];
    assert_int_equal(left->component_count, 2);
    assert_int_equal(right->component_count, 2);
    for (int i = 0; i < 2; i++) {
        double square = 0;
        for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) {
            const float c = left->components[PD_SMPL_HAND_ANGLES * i + a];
            square += (double)c * (double)c;
            assert_true(right->components[PD_SMPL_HAND_ANGLES * i + a] == (a % 3 ? -c : c));
        }
        assert_near(square, 1, 1e-6);
    }
    assert_true(left->components[2] < 0); /* a left hand closes about -z as the coefficient grows */

    /* a pose is its mean and two coefficients */
    float c[2] = {0, 0}, angles[PD_SMPL_HAND_ANGLES];
    for (int i = 0; i < 2; i++)
        for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++)
            c[i] += left->components[PD_SMPL_HAND_ANGLES * i + a] *
                    (float)(hands.angles[3][a] - (double)left->mean[a]);
    pd_smpl_hand_angles(angles, left, c, 2, false);
    for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) assert_near((double)angles[a], hands.angles[3][a], 1e-5);
    pd_factory_hands_deinit(&hands);
}

static void a_count_of_hand_components_beyond_the_poses_is_refused_with_its_range(void **state)
{
    (void)state;
    pd_factory_hands hands = {0};
    pd_error err;
    build_rig();
    add_pose(&hands);
    assert_int_equal(pd_factory_hands_learn(&data, NULL, &hands, 3, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "3 of 2 poses; 1 to 2 allowed"));
    assert_int_equal(pd_factory_hands_learn(&data, NULL, &hands, 0, &err), PD_ERR_RANGE);

    snprintf(joints[pd_bvh_find(&rig, "finger4-2.R")].name, PD_BVH_NAME_BYTES, "somebody");
    assert_int_equal(pd_factory_hands_add_pose(&hands, &rig, "pose.bvh", &data, model->joint_template, &err),
                     PD_ERR_FORMAT);
    assert_string_equal(err.where, "pose.bvh");
    assert_non_null(strstr(err.detail, "finger4-2.R"));
    assert_int_equal(hands.count, 2);

    pd_smpl_data none = data;
    none.joint_count = 24;
    assert_int_equal(pd_factory_hands_learn(&none, NULL, &hands, 1, &err), PD_ERR_INVALID);
    none = data;
    none.hands[1].mean = NULL;
    assert_int_equal(pd_factory_hands_learn(&none, NULL, &hands, 1, &err), PD_ERR_INVALID);
    pd_factory_hands_deinit(&hands);
}

static void the_hands_that_have_a_name_are_within_reach_of_the_shipped_components(void **state)
{
    (void)state;
    const pd_smpl_hand *own = &model->data.hands[0];
    assert_int_equal(own->component_count, 12);
    for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++) {
        float c[12] = {0}, angles[PD_SMPL_HAND_ANGLES], named[PD_SMPL_HAND_ANGLES];
        double most = 0;
        pd_smpl_hand_pose_angles(named, model->joint_template, model->data.parents, first_of(0),
                                 (pd_smpl_hand_pose)p);
        for (int i = 0; i < 12; i++)
            for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++)
                c[i] += own->components[PD_SMPL_HAND_ANGLES * i + a] * (named[a] - own->mean[a]);
        pd_smpl_hand_angles(angles, own, c, 12, false);
        for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) most = fmax(most, fabs((double)(angles[a] - named[a])));
        print_message("%s: %.1f degrees at most\n", pd_smpl_hand_pose_name((pd_smpl_hand_pose)p),
                      most * 180 / M_PI);
        assert_true(most < 10 * M_PI / 180);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finger_turns_as_the_rigs_does_whatever_its_axes),
        cmocka_unit_test(two_ways_to_move_are_two_components_and_mirrored_to_the_bit),
        cmocka_unit_test(a_count_of_hand_components_beyond_the_poses_is_refused_with_its_range),
        cmocka_unit_test(the_hands_that_have_a_name_are_within_reach_of_the_shipped_components),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
