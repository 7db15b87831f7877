/* Tests the stance of walks: hips follow planted feet, feet that land are in contact, and a foot is kept
 * until the other one has landed. */
#include "core/character/pose/stance.h"

#include "tests/support/rigs_group.h"

#include <string.h>

static const float all_down[PD_PFNN_CONTACTS] = {1, 1, 1, 1};

/* A plane at the height of 0, as a heightfield. */
static pd_anim_scene plane(void)
{
    static float heights[4];
    return (pd_anim_scene){
        .ground = {.heights = heights, .rows = 2, .columns = 2, .cell = 100, .x = -50, .z = -50}};
}

/* Computes the joints of the rest pose, `up` metres higher and `ahead` metres along z. */
static void stand(pd_vec3 *joints, double up, double ahead)
{
    pd_anim_skeleton_forward(joints, NULL, &rig.skeleton, NULL,
                             pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT + up, ahead));
}

static void hips_come_down_to_planted_feet_that_hang_over_the_ground(void **state)
{
    (void)state;
    const pd_anim_scene scene = plane();
    const pd_character_stance_frame frame = {.share = 1, .is_locked = {true, true}};
    pd_character_stance stance = {0};
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    double before = 0.04, fastest = 0;

    for (int i = 0; i < 60; i++) {
        float contacts[2][PD_PFNN_CONTACTS];
        memcpy(contacts[0], all_down, sizeof all_down);
        memcpy(contacts[1], all_down, sizeof all_down);
        stand(p, 0.04, 0);
        pd_character_stance_run(&stance, p, contacts[0], contacts[1], &frame, &rig, &scene);
        const double over = p[rig.legs[0].toe].y - rig.legs[0].toe_rest;
        fastest = fmax(fastest, fabs(over - before));
        before = over;
    }

    const double lower = fmin(p[rig.legs[0].heel].y - rig.legs[0].heel_rest, before);
    assert_near(lower, 0, 1e-3);
    assert_true(fastest < 0.01);
}

static void on_flat_ground_and_in_a_jog_nothing_moves(void **state)
{
    (void)state;
    const pd_anim_scene scene = plane();
    for (int k = 0; k < 2; k++) {
        const pd_character_stance_frame frame = {.share = k ? 0 : 1, .is_locked = {true, true}};
        pd_character_stance stance = {0};
        float contacts[PD_PFNN_CONTACTS] = {1, 1, 1, 1};
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS], was[PD_CHARACTER_RIG_JOINTS];
        stand(p, 0.1, 0);
        memcpy(was, p, sizeof p);
        for (int i = 0; i < 30; i++)
            pd_character_stance_run(&stance, p, contacts, contacts, &frame, &rig, k ? &scene : NULL);
        for (int j = 0; j < rig.skeleton.joint_count; j++)
            assert_near(pd_vec3_distance(p[j], was[j]), 0, 1e-12);
    }
}

static void a_foot_is_kept_until_the_other_one_has_landed(void **state)
{
    (void)state;
    const pd_anim_scene scene = plane();
    for (int landed = 0; landed < 2; landed++) {
        const pd_character_stance_frame frame = {
            .share = 1, .velocity = {0, 1}, .is_locked = {true, true}, .height = {0, landed ? 0.01 : 0.05}};
        pd_character_stance stance = {0};
        float contacts[PD_PFNN_CONTACTS] = {0}, locks[PD_PFNN_CONTACTS] = {0};
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        stand(p, 0, 0);
        pd_character_stance_run(&stance, p, contacts, locks, &frame, &rig, &scene);
        assert_int_equal(stance.holds[0], !landed);
        assert_true(contacts[1] > 0.5f || landed);
        assert_true(!(locks[1] > 0.5f));
    }
}

/* The body moves on over a foot that is ahead of the hips and slower than them. */
static void a_foot_that_lands_on_the_ground_is_in_contact(void **state)
{
    (void)state;
    const pd_anim_scene scene = plane();
    for (int fast = 0; fast < 2; fast++) {
        const pd_character_stance_frame frame = {.share = 1, .velocity = {0, 1}};
        pd_character_stance stance = {0};
        float contacts[PD_PFNN_CONTACTS] = {0}, locks[PD_PFNN_CONTACTS] = {0};
        for (int i = 0; i < 3; i++) {
            pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
            stand(p, 0, i / 60.0);
            for (int k = 0; k < 2; k++)
                p[k ? rig.legs[0].toe : rig.legs[0].heel].z += 0.3 + (fast ? 2 * i / 60.0 : -i / 60.0);
            pd_character_stance_run(&stance, p, contacts, locks, &frame, &rig, &scene);
        }
        assert_int_equal(locks[1] > 0.5f, !fast);
        assert_int_equal(contacts[3] > 0.5f, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hips_come_down_to_planted_feet_that_hang_over_the_ground),
        cmocka_unit_test(on_flat_ground_and_in_a_jog_nothing_moves),
        cmocka_unit_test(a_foot_is_kept_until_the_other_one_has_landed),
        cmocka_unit_test(a_foot_that_lands_on_the_ground_is_in_contact),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
