/* Tests what arms do that no target moves: they hang down, within their ranges, as the trunk stands. */
#include "tests/support/cmocka.h"

#include "tests/support/person_job.h"

static pd_vec3 along(const char *from, const char *to)
{
    return pd_vec3_unit_or(
        pd_vec3_sub(person.positions[person_joint(to)], person.positions[person_joint(from)]),
        pd_vec3_make(0, 0, 0));
}

static void assert_hangs(const char *side, bool hangs)
{
    char shoulder[32], elbow[32], wrist[32];
    snprintf(shoulder, sizeof shoulder, "%s_shoulder", side);
    snprintf(elbow, sizeof elbow, "%s_elbow", side);
    snprintf(wrist, sizeof wrist, "%s_wrist", side);
    const pd_vec3 upper = along(shoulder, elbow), fore = along(elbow, wrist);
    if (!hangs) {
        assert_true(upper.y > -0.9);
        return;
    }
    const double out = *side == 'l' ? upper.x : -upper.x;
    assert_true(upper.y < -0.95 && fore.y < -0.85);
    assert_true(out > 0.05 && out < 0.35);
    assert_true(fore.z > upper.z + 0.15); /* forearms hang ahead */
}

static pd_ik_target hand(const char *name, double x)
{
    return (pd_ik_target){
        .joint = person_joint(name), .chain_root = -1, .has_position = 1, .position = {x, 1.3, 0.35}};
}

static void the_arm_without_a_target_hangs_and_the_solved_arm_is_unchanged(void **state)
{
    (void)state;
    for (int pass = 0; pass < 8; pass++) { /* limits, a start pose, growth */
        pd_quat was[24];
        pd_ik_target t = hand("left_wrist", 0.3);
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        t.frame = person_joint("right_hand"); /* not read without has_frame */
        if (pass & 1) job.limits = NULL;
        if (pass & 2) job.start = NULL;
        job.grows = pass & 4;
        person_job_run(&job);
        memcpy(was, person.rotations, sizeof was);
        assert_hangs("right", false);

        job.relaxes = true;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_REACHED);
        assert_hangs("right", true);
        for (int j = 0; j < 24; j++)
            if (j != person_joint("right_shoulder") && j != person_joint("right_elbow"))
                assert_memory_equal(&was[j], &person.rotations[j], sizeof was[j]);
        assert_true(person_excess(&job) < 1e-6);
    }
}

/* Both arms by one word each: as a target, as the frame of one, as the other end of a distance, by an angle
 * that is coupled. */
static void a_limb_with_a_target_does_not_hang_down(void **state)
{
    (void)state;
    pd_ik_target hands[2] = {hand("left_wrist", 0.3), hand("right_hand", -0.3)};
    pd_ik_job job = person_job_of(hands, 2, PD_IK_AUTO);
    job.relaxes = true;
    person_job_run(&job);
    assert_hangs("left", false), assert_hangs("right", false);

    pd_ik_target head = {.joint = person_joint("head"),
                         .chain_root = person_joint("spine1"),
                         .has_look = 1,
                         .look_at = {1, 1.5, 2}};
    job = person_job_of(&head, 1, PD_IK_DLS);
    job.limits = NULL; /* the trunk tilts: within its range one arm would not come down as far */
    job.relaxes = true;
    person_job_run(&job);
    assert_hangs("left", true), assert_hangs("right", true);

    pd_ik_target near = {
        .joint = person_joint("left_hand"), .chain_root = person_joint("left_shoulder"), .has_distance = 1};
    near.distance = 0.8;
    near.distance_to = person_joint("right_hand");
    job = person_job_of(&near, 1, PD_IK_DLS);
    job.relaxes = true;
    person_job_run(&job);
    assert_true(person.rotations[person_joint("right_shoulder")].w == 1);

    pd_ik_target framed = hand("left_hand", 0);
    framed.position = pd_vec3_make(0.2, 0.1, 0.1);
    framed.has_frame = 1;
    framed.frame = person_joint("right_elbow");
    job = person_job_of(&framed, 1, PD_IK_DLS);
    job.relaxes = true;
    person_job_run(&job);
    assert_true(person.rotations[person_joint("right_shoulder")].w == 1);

    pd_ik_coupling bent = {.count = 1,
                           .joint = {person_joint("right_elbow")},
                           .angle = {1},
                           .factor = {1},
                           .equals = 5,
                           .at_most = true};
    job = person_job_of(hands, 1, PD_IK_OPTIMIZE);
    job.relaxes = true;
    job.optimize.couplings = &bent;
    job.optimize.coupling_count = 1;
    person_job_run(&job);
    assert_true(person.rotations[person_joint("right_shoulder")].w == 1);

    pd_ik_target balance = {
        .joint = -1, .chain_root = person_joint("spine1"), .has_centre = 1, .centre = {0, 0, 0.01}};
    pd_ik_target both[2] = {hands[0], balance};
    both[1].joint = person_joint("spine3");
    job = person_job_of(both, 2, PD_IK_DLS);
    job.relaxes = true;
    person_job_run(&job);
    assert_true(person.rotations[person_joint("right_shoulder")].w == 1);
}

/* A free arm hangs vertically when the trunk leans, as far as its ranges permit. */
static void arms_hang_down_as_the_trunk_stands_and_within_their_ranges(void **state)
{
    (void)state;
    pd_ik_target head = {.joint = person_joint("head"),
                         .chain_root = person_joint("spine1"),
                         .has_position = 1,
                         .position = {0, 1.48, 0.25}};
    pd_ik_job job = person_job_of(&head, 1, PD_IK_DLS);
    job.relaxes = true;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    assert_true(pd_q_angle(person.rotations[person_joint("spine1")], pd_q_identity()) > 0.1);
    assert_hangs("left", true), assert_hangs("right", true);

    memcpy(person.own_limits, person.limits, sizeof person.own_limits);
    person.own_limits[person_joint("left_shoulder")].min[2] = -0.4;
    person.own_limits[person_joint("right_shoulder")].kind = PD_IK_LOCKED;
    job.limits = person.own_limits;
    person_job_run(&job);
    assert_true(person_excess(&job) < 1e-6);
    assert_true(along("left_shoulder", "left_elbow").y > -0.7);
    assert_true(person.rotations[person_joint("right_shoulder")].w == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_arm_without_a_target_hangs_and_the_solved_arm_is_unchanged),
        cmocka_unit_test(a_limb_with_a_target_does_not_hang_down),
        cmocka_unit_test(arms_hang_down_as_the_trunk_stands_and_within_their_ranges),
    };
    return cmocka_run_group_tests(tests, person_job_set_up, person_job_tear_down);
}
