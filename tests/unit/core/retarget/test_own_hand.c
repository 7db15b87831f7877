/* Fingers of a user's own character: found by the names of many rigs or by shape, and posed by name. */
#include "core/retarget/own_hand.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { THUMB = 4 };

/* Roots of the fingers of a left hand whose palm looks down and that points along +X, in the order of hand.h:
 * index, middle, pinky, ring, thumb; metres from the wrist. */
static const pd_vec3 roots[5] = {
    {0.09, 0, 0.03}, {0.092, 0, 0.008}, {0.082, 0, -0.032}, {0.088, 0, -0.012}, {0.03, -0.005, 0.03}};

typedef struct hand_scene {
    pd_anim_skeleton skeleton;
    char names[2 + 40][40];
    pd_retarget_own_hand_names given[2 + 40];
    pd_retarget_own_hands hands;
    int count;
} hand_scene;

/* Names of the joints of one rig: finger f of 5 in the order of hand.h, joint k from 1. NULL: no such. */
typedef void (*namer)(char out[40], int f, int k);

static void mixamo(char out[40], int f, int k)
{
    static const char *const fingers[] = {"Index", "Middle", "Pinky", "Ring", "Thumb"};
    snprintf(out, 40, "mixamorig:LeftHand%s%d", fingers[f], k);
}

static void vrm(char out[40], int f, int k)
{
    static const char *const fingers[] = {"Index", "Middle", "Little", "Ring", "Thumb"};
    static const char *const parts[] = {"Proximal", "Intermediate", "Distal", "Tip"};
    static const char *const thumb[] = {"Metacarpal", "Proximal", "Distal", "Tip"};
    snprintf(out, 40, "left%s%s", fingers[f], f == THUMB ? thumb[k - 1] : parts[k - 1]);
}

static void unreal(char out[40], int f, int k)
{
    static const char *const fingers[] = {"index", "middle", "pinky", "ring", "thumb"};
    snprintf(out, 40, "%s_%02d_l", fingers[f], k);
}

static void biped(char out[40], int f, int k)
{
    static const int numbers[] = {1, 2, 4, 3, 0};
    snprintf(out, 40, k == 1 ? "Bip01 L Finger%d" : "Bip01 L Finger%d%d", numbers[f], k - 1);
}

static void japanese(char out[40], int f, int k)
{
    static const char *const fingers[] = {"\xe4\xba\xba\xe6\x8c\x87", "\xe4\xb8\xad\xe6\x8c\x87",
                                          "\xe5\xb0\x8f\xe6\x8c\x87", "\xe8\x96\xac\xe6\x8c\x87",
                                          "\xe8\xa6\xaa\xe6\x8c\x87"};
    snprintf(out, 40, "L_%s_%d", fingers[f], k);
}

static void nameless(char out[40], int f, int k)
{
    snprintf(out, 40, "b%d", 17 * f + 5 * k);
}

/* Makes a hand with straight fingers of 3 joints and an end. of: gives names; side 1: the right hand. */
static void make_hand(hand_scene *c, namer of, int side, int fingers)
{
    static const double lengths[4] = {0, 0.04, 0.025, 0.02};
    pd_anim_joint joints[42];
    int count = 0;

    memset(c, 0, sizeof *c);
    strcpy(c->names[0], "arm");
    strcpy(c->names[1], "palm");
    joints[count++] = (pd_anim_joint){c->names[0], NULL, {0.4, 1.4, 0}};
    joints[count++] = (pd_anim_joint){c->names[1], c->names[0], {0.25, 0, 0}};
    for (int f = 0; f < 5; f++) {
        if (f < THUMB && f >= fingers) continue;
        for (int k = 1; k <= 4; k++) {
            const pd_vec3 way = f == THUMB ? pd_vec3_make(0.7, 0, 0.7) : pd_vec3_make(1, 0, 0);
            of(c->names[count], f, k);
            const pd_vec3 at = k == 1 ? roots[f] : pd_vec3_scale(way, lengths[k - 1]);
            joints[count] = (pd_anim_joint){c->names[count], k == 1 ? c->names[1] : c->names[count - 1], at};
            count++;
        }
    }

    for (int i = 0; i < count; i++)
        if (side) joints[i].offset.x = -joints[i].offset.x;
    pd_error err;
    if (pd_anim_skeleton_init(&c->skeleton, joints, count, &err) != PD_OK) fail_msg("%s", err.detail);
    for (int i = 0; i < count; i++) c->given[i].name = c->names[i];
    const int hands[2] = {side ? -1 : 1, side ? 1 : -1};
    pd_retarget_own_hands_find(&c->hands, &c->skeleton, c->given, hands);
    c->count = count;
}

/* Computes the positions of all joints in a pose. */
static void pose_hand(pd_vec3 at[42], const hand_scene *c, const char *pose)
{
    pd_quat locals[42];
    const int p = pd_smpl_hand_pose_find(pose);

    assert_true(p >= 0);
    for (int i = 0; i < c->count; i++) locals[i] = pd_q_identity();
    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++)
        if (c->hands.joints[i] >= 0) locals[c->hands.joints[i]] = c->hands.poses[p][i];
    pd_anim_skeleton_forward(at, NULL, &c->skeleton, locals, pd_vec3_make(0, 0, 0));
}

/* The tip of a finger below its root: y grows away from the palm. */
static double depth_of_tip(const pd_vec3 at[42], const hand_scene *c, int f, int side)
{
    const int last = c->hands.joints[PD_SMPL_HAND_JOINTS * side + 3 * f + 2];
    const int root = c->hands.joints[PD_SMPL_HAND_JOINTS * side + 3 * f];
    assert_true(last >= 0 && root >= 0);
    return at[last + 1].y - at[root].y;
}

/* All fingers are found, closed to the side of the palm by a fist, and straight when flat; the right hand is
 * the mirror image of the left. */
static void fingers_of_many_rigs_make_a_fist(void **state)
{
    static const namer rigs[] = {mixamo, vrm, unreal, biped, japanese, nameless};
    (void)state;

    for (size_t r = 0; r < sizeof rigs / sizeof *rigs; r++) {
        static hand_scene left, right;
        pd_vec3 at[2][42];
        make_hand(&left, rigs[r], 0, 4);
        make_hand(&right, rigs[r], 1, 4);
        assert_true(left.hands.has[0] && !left.hands.has[1] && right.hands.has[1]);
        for (int f = 0; f < 5; f++)
            for (int k = 0; k < 3; k++) assert_int_equal(left.hands.joints[3 * f + k], 2 + 4 * f + k);

        pose_hand(at[0], &left, "fist");
        pose_hand(at[1], &right, "fist");
        for (int f = 0; f < THUMB; f++) {
            const int tip = left.hands.joints[3 * f + 2] + 1;
            const double reach = at[0][tip].x - at[0][left.hands.joints[3 * f]].x;
            assert_true(depth_of_tip(at[0], &left, f, 0) < -0.005 && reach < 0.01);
        }

        for (int i = 0; i < left.count; i++)
            assert_true(pd_vec3_distance(at[0][i], pd_vec3_make(-at[1][i].x, at[1][i].y, at[1][i].z)) < 1e-6);

        /* Straight fingers stay nearly so in the pose `flat`. */
        pose_hand(at[0], &left, "flat");
        for (int f = 0; f < THUMB; f++) assert_true(fabs(depth_of_tip(at[0], &left, f, 0)) < 0.02);
        pose_hand(at[0], &left, "point");
        assert_true(fabs(depth_of_tip(at[0], &left, 0, 0)) < 0.02);
        assert_true(depth_of_tip(at[0], &left, 1, 0) < -0.005);
    }
}

/* A fist of a hand whose fingers are bent at rest is the same fist. */
static void fingers_bent_at_rest_are_bent_as_far(void **state)
{
    static hand_scene straight, bent;
    pd_vec3 at[2][42];
    (void)state;

    make_hand(&straight, mixamo, 0, 4);
    make_hand(&bent, mixamo, 0, 4);
    for (int f = 0; f < THUMB; f++)
        for (int k = 1; k < 4; k++) {
            pd_vec3 *o = &bent.skeleton.offsets[2 + 4 * f + k];
            *o = pd_q_rotate(pd_q_from_rotvec(pd_vec3_make(0, 0, -0.25 * k)), *o);
        }

    const int hands[2] = {1, -1};
    pd_retarget_own_hands_find(&bent.hands, &bent.skeleton, bent.given, hands);
    pose_hand(at[0], &straight, "fist");
    pose_hand(at[1], &bent, "fist");
    for (int f = 0; f < THUMB; f++)
        assert_true(pd_vec3_distance(at[0][2 + 4 * f + 3], at[1][2 + 4 * f + 3]) < 0.004);
}

/* Three fingers and a thumb are a hand; a thumb alone and a mitten are none. */
static void hands_with_fewer_fingers(void **state)
{
    static hand_scene c;
    (void)state;

    make_hand(&c, mixamo, 0, 3);
    assert_true(c.hands.has[0] && c.hands.joints[9] < 0 && c.hands.joints[6] >= 0);
    make_hand(&c, nameless, 0, 3);
    assert_true(c.hands.has[0]);
    make_hand(&c, mixamo, 0, 1);
    assert_false(c.hands.has[0]);
    make_hand(&c, nameless, 0, 0);
    assert_false(c.hands.has[0]);
    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) assert_int_equal(c.hands.joints[i], -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingers_of_many_rigs_make_a_fist),
        cmocka_unit_test(fingers_bent_at_rest_are_bent_as_far),
        cmocka_unit_test(hands_with_fewer_fingers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
