/* From a character's own skeleton to SMPL's joints. */
#include "core/retarget/character/human_clip.h"

#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <string.h>

enum { K = PD_ANIM_SMPL_JOINTS };

static void match_of(pd_retarget_match *match, const pd_anim_skeleton *skeleton)
{
    const char *names[PD_ANIM_MAX_JOINTS];
    for (int k = 0; k < skeleton->joint_count; k++) names[k] = skeleton->names[k];
    const pd_retarget_match_job job = {.skeleton = skeleton, .names = names};
    assert_int_equal(pd_retarget_match_run(match, &job, NULL), PD_OK);
}

static void a_body_in_a_t_pose_is_retargeted_unchanged(void **state)
{
    (void)state;
    pd_anim_skeleton human;
    pd_retarget_match match;
    static pd_retarget_human_clip c;
    pd_quat local[K], world[K], got[K];
    pd_vec3 at[K], root;
    human_init(&human);
    match_of(&match, &human);
    assert_int_equal(pd_retarget_human_clip_init(&c, &human, &match, NULL), PD_OK);
    assert_near(c.metres, 1, 0);

    for (int k = 0; k < K; k++)
        local[k] = pd_q_from_rotvec(pd_vec3_make(0.1 * (k % 3), 0.05 * k - 0.5, -0.1));
    pd_anim_skeleton_forward(at, world, &human, local, pd_vec3_make(1, 2, 3));
    pd_retarget_human_clip_frame(got, &root, &c, world, at[0]);
    assert_near(pd_vec3_distance(root, at[0]), 0, 1e-9);

    /* limbs point where they did: the body's own legs and arms are not quite straight at rest */
    pd_vec3 back[K];
    pd_quat turned[K];
    pd_anim_skeleton_forward(back, turned, &c.skeleton, got, root);
    static const int limbs[][2] = {{1, 4}, {4, 7}, {2, 5}, {5, 8}, {16, 18}, {18, 20}, {17, 19}, {19, 21}};
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        const pd_vec3 a = pd_vec3_sub(at[limbs[i][1]], at[limbs[i][0]]),
                      b = pd_vec3_sub(back[limbs[i][1]], back[limbs[i][0]]);
        assert_near(pd_vec3_distance(a, b), 0, 1e-6);
    }
    for (int k = 0; k < 16; k++) assert_string_equal(c.skeleton.names[k], pd_anim_smpl_names[k]);
    const pd_anim_source *source = pd_anim_source_of(&c.skeleton);
    assert_non_null(source);
    assert_true(source->is_ours);
}

/* The same body a hundred times as large, lying about: Z up, looking along X. */
static void size_and_axes_of_the_file_do_not_matter(void **state)
{
    (void)state;
    pd_anim_skeleton human, other;
    pd_retarget_match match;
    static pd_retarget_human_clip plain, c;
    pd_quat world[K], got[K];
    pd_vec3 at[K], root;
    human_init(&human);
    match_of(&match, &human);
    assert_int_equal(pd_retarget_human_clip_init(&plain, &human, &match, NULL), PD_OK);

    const pd_quat lie = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 0, 1), 1.5707963267948966),
                                 pd_q_axis_angle(pd_vec3_make(1, 0, 0), 1.5707963267948966));
    other = human;
    for (int k = 0; k < K; k++) other.offsets[k] = pd_vec3_scale(pd_q_rotate(lie, human.offsets[k]), 100);
    match_of(&match, &other);
    assert_int_equal(pd_retarget_human_clip_init(&c, &other, &match, NULL), PD_OK);
    assert_near(c.metres, 0.01, 0.002);
    for (int k = 0; k < K; k++) world[k] = pd_q_identity();
    pd_anim_skeleton_forward(at, NULL, &other, NULL, pd_vec3_make(0, 0, 0));
    pd_retarget_human_clip_frame(got, &root, &c, world, at[0]);
    pd_quat want[K];
    pd_vec3 unused;
    pd_retarget_human_clip_frame(want, &unused, &plain, world, at[0]);
    for (int k = 0; k < K; k++) assert_near(pd_q_angle(got[k], want[k]), 0, 1e-6);
}

static void missing_bones_are_placed_between_their_neighbours(void **state)
{
    (void)state;
    pd_anim_skeleton human;
    pd_retarget_match match;
    static pd_retarget_human_clip c;
    human_init(&human);
    match_of(&match, &human);
    match.joints[PD_HUMAN_CHEST] = match.joints[PD_HUMAN_NECK] = -1;
    match.joints[PD_HUMAN_L_SHOULDER] = match.joints[PD_HUMAN_R_TOES] = -1;
    assert_int_equal(pd_retarget_human_clip_init(&c, &human, &match, NULL), PD_OK);
    const pd_vec3 lower = c.skeleton.offsets[6], upper = c.skeleton.offsets[9];
    assert_near(pd_vec3_distance(lower, upper), 0, 1e-9); /* half way between spine1 and spine3 */
    assert_true(c.skeleton.offsets[11].z > 0.05 &&
                c.skeleton.offsets[11].y < 0); /* toes in front of the ankle */
    assert_true(c.skeleton.offsets[13].x > 0);

    /* in parts of the leg: 0.06 of it under the ankle, 0.15 before it; a collar on the way to the shoulder;
     * hands 0.35 of a forearm out */
    const pd_vec3 *o = c.skeleton.offsets, toe = o[11], arm = pd_vec3_add(o[13], o[16]);
    const double leg = pd_vec3_length(o[5]) + pd_vec3_length(o[8]);
    assert_near(pd_vec3_distance(toe, pd_vec3_make(0, -0.06 * leg, 0.15 * leg)), 0, 1e-9);
    assert_near(pd_vec3_length(pd_vec3_cross(o[13], arm)), 0, 1e-9);
    assert_true(pd_vec3_dot(o[13], arm) > 0 && pd_vec3_length(o[13]) < pd_vec3_length(arm));
    for (int side = 0; side < 2; side++)
        assert_near(pd_vec3_distance(o[22 + side], pd_vec3_scale(o[20 + side], 0.35)), 0, 1e-9);

    pd_quat world[K], got[K];
    pd_vec3 root;
    for (int k = 0; k < K; k++) world[k] = pd_q_identity();
    world[human.parents[15]] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 1); /* of a neck that is none */
    pd_retarget_human_clip_frame(got, &root, &c, world, pd_vec3_make(0, 0, 0));
    assert_near(pd_q_angle(got[12], pd_q_identity()), 0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_in_a_t_pose_is_retargeted_unchanged),
        cmocka_unit_test(size_and_axes_of_the_file_do_not_matter),
        cmocka_unit_test(missing_bones_are_placed_between_their_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
