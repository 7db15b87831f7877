/* Tests how a pose becomes rotations of an avatar's bones. An avatar is posed by the result, and its bones
 * must stand where the joints are. */
#include "core/anim/biped.h"
#include "core/anim/humanoid.h"
#include "core/anim/source.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

static pd_anim_skeleton biped, human;

static int make_figures(void **state)
{
    (void)state;
    pd_anim_biped_skeleton(&biped);
    return pd_anim_skeleton_init(&human, human_joints, 24, NULL);
}

typedef struct posed {
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat world[PD_ANIM_MAX_JOINTS];
} posed;

static pd_quat random_turn(pd_rng *rng, double angle)
{
    pd_vec3 axis = {pd_rng_uniform(rng) - 0.5, pd_rng_uniform(rng) - 0.5, pd_rng_uniform(rng) - 0.5};
    return pd_q_from_rotvec(pd_vec3_scale(axis, 2 * angle));
}

/* Makes a random pose, every joint rotated by up to about `angle`, in world space. */
static void pose(posed *out, const pd_anim_skeleton *s, pd_rng *rng, double angle)
{
    pd_quat local[PD_ANIM_MAX_JOINTS];
    for (int j = 0; j < s->joint_count; j++) local[j] = random_turn(rng, j == s->root ? 3 : angle);
    pd_anim_skeleton_forward(out->at, out->world, s, local, pd_vec3_make(1, 2, 3));
}

/* Poses an avatar by the result: computes the positions of its bones,
 * which `steps` gives in their parents' frames. */
static void avatar(pd_vec3 at[], const pd_anim_humanoid *h, const pd_anim_human_pose *made,
                   const pd_vec3 *steps)
{
    pd_quat world[PD_ANIM_HUMAN_COUNT];
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        int up = h->parents[b];
        pd_quat above = up < 0 ? made->root_rotation : world[up];
        pd_vec3 from = up < 0 ? made->root : at[up], step = up < 0 || !steps ? made->positions[b] : steps[b];
        if (h->joints[b] < 0) continue;
        world[b] = pd_q_mul(above, made->rotations[b]);
        at[b] = pd_vec3_add(from, pd_q_rotate(above, step));
    }
}

static void the_t_pose_is_the_identity(void **state)
{
    (void)state;
    const pd_anim_skeleton *both[] = {&biped, &human};
    for (int i = 0; i < 2; i++) {
        posed rest;
        pd_anim_humanoid h;
        pd_anim_human_pose made;
        assert_int_equal(pd_anim_humanoid_init(&h, both[i], 1, NULL), PD_OK);
        pd_anim_skeleton_forward(rest.at, rest.world, both[i], NULL, pd_vec3_make(0, 0, 0));
        pd_anim_humanoid_pose(&made, &h, rest.at, rest.world, pd_vec3_make(0, -1, 0), 0);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            assert_true(h.joints[b] >= 0);
            assert_near(pd_q_angle(made.rotations[b], pd_q_identity()), 0, 1e-9);
            if (b) assert_near(pd_vec3_distance(made.positions[b], h.offsets[b]), 0, 1e-12);
        }
        assert_near(made.positions[PD_HUMAN_HIPS].y, rest.at[both[i]->root].y + 1, 1e-12);
        assert_true(made.positions[PD_HUMAN_L_UPPER_LEG].x > 0);
    }
}

static void bones_stand_where_their_joints_are(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int round = 0; round < 200; round++) {
        const pd_anim_skeleton *s = round % 2 ? &human : &biped;
        posed now;
        pd_anim_humanoid h;
        pd_anim_human_pose made;
        pd_vec3 at[PD_ANIM_HUMAN_COUNT];
        assert_int_equal(pd_anim_humanoid_init(&h, s, round % 3 > 0, NULL), PD_OK);
        pose(&now, s, &rng, 1);
        pd_anim_humanoid_pose(&made, &h, now.at, now.world, pd_vec3_make(1, 0, 2), round);
        avatar(at, &h, &made, NULL);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            if (h.joints[b] < 0) continue;
            assert_near(pd_vec3_distance(at[b], now.at[h.joints[b]]), 0, 1e-9);
            assert_true(made.rotations[b].w >= 0);
        }
    }
}

/* SMPL's joints are the bones one by one: an avatar of the same bones needs their rotations alone. */
static void rotations_are_enough_where_every_joint_is_a_bone(void **state)
{
    (void)state;
    pd_rng rng;
    posed now;
    pd_anim_humanoid h;
    pd_anim_human_pose made;
    pd_vec3 at[PD_ANIM_HUMAN_COUNT];
    pd_rng_init(&rng, 6);
    assert_int_equal(pd_anim_humanoid_init(&h, &human, 1, NULL), PD_OK);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) assert_int_equal(h.aims[b], -1);
    pose(&now, &human, &rng, 1);
    pd_anim_humanoid_pose(&made, &h, now.at, now.world, pd_vec3_make(0, 0, 0), 0.3);
    avatar(at, &h, &made, h.offsets);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        assert_near(pd_vec3_distance(at[b], now.at[h.joints[b]]), 0, 1e-9);
}

static void a_bone_above_a_collapsed_joint_points_to_the_bone_below(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int upper = 0; upper < 2; upper++) {
        posed now;
        pd_anim_humanoid h;
        pd_anim_human_pose made;
        assert_int_equal(pd_anim_humanoid_init(&h, &biped, upper, NULL), PD_OK);
        assert_int_equal(h.aims[PD_HUMAN_NECK], PD_HUMAN_HEAD);
        assert_int_equal(h.aims[PD_HUMAN_R_LOWER_ARM], PD_HUMAN_R_HAND);
        assert_int_equal(h.aims[PD_HUMAN_L_UPPER_LEG], -1);
        assert_int_equal(h.aims[PD_HUMAN_SPINE], upper ? -1 : PD_HUMAN_CHEST);
        pose(&now, &biped, &rng, 0.5);
        pd_anim_humanoid_pose(&made, &h, now.at, now.world, pd_vec3_make(0, 0, 0), 0);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            int end = h.aims[b];
            if (end < 0) continue;
            pd_vec3 is = pd_vec3_unit_or(made.positions[end], pd_vec3_make(0, 0, 0));
            pd_vec3 rest = pd_vec3_unit_or(h.offsets[end], pd_vec3_make(0, 0, 0));
            assert_near(pd_vec3_distance(is, rest), 0, 1e-9);
        }
    }
}

static void a_skeleton_that_is_not_human_is_refused(void **state)
{
    (void)state;
    const pd_anim_joint joints[] = {{"pelvis", NULL, {0, 0, 0}}, {"tail", "pelvis", {0, 0, -1}}};
    pd_anim_skeleton worm;
    pd_anim_humanoid h;
    pd_error err = {0};
    assert_int_equal(pd_anim_skeleton_init(&worm, joints, 2, NULL), PD_OK);
    assert_int_equal(pd_anim_humanoid_init(&h, &worm, 1, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "spine1"));
}

/* CMU's own zero pose has its legs spread by 20 degrees: its T-pose brings them together. */
static void a_skeleton_whose_rest_is_no_t_pose_is_taken_from_its_t_pose(void **state)
{
    (void)state;
    pd_anim_joint joints[PD_ANIM_BIPED_JOINTS];
    pd_anim_skeleton cmu;
    pd_anim_humanoid h;
    for (int j = 0; j < biped.joint_count; j++)
        joints[j] =
            (pd_anim_joint){biped.names[j], j ? biped.names[biped.parents[j]] : NULL, biped.offsets[j]};
    for (int side = -1; side <= 1; side += 2)
        joints[side > 0 ? PD_BIPED_L_SHIN : PD_BIPED_R_SHIN].offset = pd_vec3_make(side * 0.141, -0.368, 0);
    assert_int_equal(pd_anim_skeleton_init(&cmu, joints, PD_ANIM_BIPED_JOINTS, NULL), PD_OK);
    assert_string_equal(pd_anim_source_of(&cmu)->name, "cmu-bvh");
    assert_int_equal(pd_anim_humanoid_init(&h, &cmu, 1, NULL), PD_OK);
    assert_near(h.offsets[PD_HUMAN_L_LOWER_LEG].x, 0, 0.01);
    assert_near(h.offsets[PD_HUMAN_L_LOWER_LEG].y, -0.394, 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_t_pose_is_the_identity),
        cmocka_unit_test(bones_stand_where_their_joints_are),
        cmocka_unit_test(rotations_are_enough_where_every_joint_is_a_bone),
        cmocka_unit_test(a_bone_above_a_collapsed_joint_points_to_the_bone_below),
        cmocka_unit_test(a_skeleton_that_is_not_human_is_refused),
        cmocka_unit_test(a_skeleton_whose_rest_is_no_t_pose_is_taken_from_its_t_pose),
    };
    return cmocka_run_group_tests(tests, make_figures, NULL);
}
