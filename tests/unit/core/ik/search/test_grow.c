/* Tests chains that grow when the limb alone does not reach,
 * and the return of the added joints afterwards. */
#include "tests/support/cmocka.h"

#include "core/anim/parts.h"
#include "tests/support/person_job.h"

#define DEGREE 0.017453292519943295
#define STEP   (5.0 / 60) /* radians that a joint may turn in a frame */

static const pd_vec3 near_arm = {0.35, 1.25, 0.35}, near_spine = {-0.1, 1.2, 0.55},
                     near_root = {0.2, 0.2, 0.75};

static pd_ik_target hand_to(pd_vec3 at)
{
    return (pd_ik_target){
        .joint = person_joint("left_wrist"), .chain_root = -1, .has_position = 1, .position = at};
}

/* Returns the wrist of a straight arm that points up from a raised collar bone:
 * a position that the arm alone cannot reach. */
static pd_vec3 near_collar(void)
{
    pd_vec3 at[24];
    pd_quat pose[24];
    for (int j = 0; j < 24; j++) pose[j] = pd_q_identity();
    pose[person_joint("left_collar")] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.45);
    pose[person_joint("left_shoulder")] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.9);
    pd_anim_skeleton_forward(at, NULL, &person.skeleton, pose, pd_vec3_make(0, 0, 0));
    return at[person_joint("left_wrist")];
}

static const char *chain_of(int target)
{
    return person.results[target].chain_root < 0 ? ""
                                                 : person.skeleton.names[person.results[target].chain_root];
}

static double turned(const char *name)
{
    return pd_q_angle(person.rotations[person_joint(name)], pd_q_identity());
}

/* The chain grows only until it reaches the target; joints above it do not move. */
static void the_shortest_chain_that_reaches_is_taken(void **state)
{
    (void)state;
    const struct {
        pd_vec3 at;
        const char *chain;
        bool moves_root;
    } rows[] = {{near_arm, "left_shoulder", false},
                {near_arm, "left_shoulder", true},
                {near_collar(), "left_collar", false},
                {near_spine, "spine1", false},
                {near_root, "pelvis", true}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int pass = 0; pass < 2; pass++) { /* from a start pose and without */
            pd_ik_target t = hand_to(rows[r].at);
            pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
            job.grows = true;
            job.move_root = rows[r].moves_root;
            if (pass) job.start = NULL;
            person_job_run(&job);
            assert_int_equal(job.status, PD_IK_REACHED);
            assert_string_equal(chain_of(0), rows[r].chain);
            assert_true(person_excess(&job) < 1e-6);

            const bool spine = r > 2;
            assert_int_equal(turned("left_collar") > 1e-6, r > 1);
            assert_int_equal(turned("spine1") > 1e-6, spine);
            assert_true(turned("right_shoulder") == 0);
        }

    /* the same targets without: the arm alone */
    pd_ik_target t = hand_to(near_collar());
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    person_job_run(&job);
    assert_int_not_equal(job.status, PD_IK_REACHED);
    assert_int_equal(person.results[0].chain_root, -1);
}

/* A root that stands still is no part of a chain that grows. */
static void a_chain_does_not_grow_to_a_root_that_may_not_move(void **state)
{
    (void)state;
    pd_ik_target t = hand_to(pd_vec3_make(3, 1, 0));
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    job.grows = true;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_UNREACHABLE);
    assert_string_equal(chain_of(0), "spine1");
    assert_true(turned("pelvis") == 0);
}

static void chains_that_are_named_and_limbs_that_reach_do_not_grow(void **state)
{
    (void)state;
    pd_ik_target t[2] = {hand_to(near_spine), hand_to(near_arm)};
    t[0].chain_root = person_joint("left_shoulder");
    t[1].joint = person_joint("right_wrist");
    t[1].position.x *= -1;
    pd_ik_job job = person_job_of(t, 2, PD_IK_AUTO);
    job.grows = true;
    person_job_run(&job);
    assert_int_not_equal(person.results[0].status, PD_IK_REACHED);
    assert_string_equal(chain_of(0), "left_shoulder");
    assert_true(turned("spine1") == 0);

    t[0].chain_root = -1; /* now the left one takes the spine along, and the right one still reaches */
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    assert_string_equal(chain_of(0), "spine1");
    assert_string_equal(chain_of(1), "right_shoulder");
}

/* The answer may overwrite the start pose, with the same bits as in a separate array. */
static void the_start_pose_may_be_the_answers_place(void **state)
{
    (void)state;
    pd_quat apart[24];
    pd_ik_target t = hand_to(near_spine);
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    job.grows = true;
    person.begin[person_joint("left_elbow")] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -0.5);
    person_job_run(&job);
    memcpy(apart, person.rotations, sizeof apart);

    memcpy(person.rotations, person.begin, sizeof person.rotations);
    job.start = person.rotations;
    person_job_run(&job);
    assert_memory_equal(apart, person.rotations, sizeof apart);
}

/* A hand far from a target within its reach comes at the speed of its joints:
 * that is no reason to bend the spine. */
static void a_hand_that_is_on_its_way_does_not_grow(void **state)
{
    (void)state;
    pd_ik_target t = hand_to(near_arm);
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    job.grows = true;
    job.max_rotation = STEP;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_BUDGET);
    assert_string_equal(chain_of(0), "left_shoulder");
    assert_true(turned("spine1") == 0);
}

/* A target beyond the arm's length needs no search by the arm: the chain grows at once, and a chain that
 * grows is not reported as unreachable. */
static void a_hand_that_the_arm_never_brings_there_grows_at_once(void **state)
{
    (void)state;
    pd_ik_target t = hand_to(near_spine);
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    job.grows = true;
    job.max_rotation = STEP;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_BUDGET);
    assert_string_not_equal(chain_of(0), "left_shoulder");
}

/* From a start pose the next longer chain comes before other starts of the arm: that is cheaper, and all
 * stages are counted. */
static void a_chain_grows_before_other_start_poses_are_tried(void **state)
{
    (void)state;
    int grown = 0;
    pd_rng_init(&person.rng, 3);

    for (int i = 0; i < 400; i++) {
        pd_ik_target t = hand_to(pd_vec3_make(pd_rng_between(&person.rng, -0.3, 0.6),
                                              pd_rng_between(&person.rng, 0.9, 1.9),
                                              pd_rng_between(&person.rng, -0.4, 0.4)));
        pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
        person_job_run(&job);
        const int alone = job.iterations_used;
        if (job.status != PD_IK_STALLED) continue;

        job.grows = true;
        person_job_run(&job);
        if (job.status != PD_IK_REACHED || !strcmp(chain_of(0), "left_shoulder")) continue;
        grown++;
        assert_true(job.iterations_used < alone);
        assert_true(job.iterations_used > person.results[0].iterations);
    }
    printf("%d targets that the arm does not find and a longer chain does\n", grown);
    assert_true(grown > 10);
}

/* Beyond the arm's reach a gain keeps the trunk straight, not the arm:
 * else the T-pose of the arm would bend the spine. */
static void the_trunk_of_a_grown_chain_stays_straight(void **state)
{
    (void)state;
    double trunk[2];
    for (int pass = 0; pass < 2; pass++) {
        pd_ik_target t = hand_to(near_spine);
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        job.start = NULL;
        job.grows = true;
        job.rest_gain = 5 * pass;
        job.natural = PD_IK_NATURAL_REST;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_REACHED);
        trunk[pass] = turned("spine1") + turned("spine2") + turned("spine3") + turned("left_collar");
    }
    printf("trunk: %.3f rad, with a gain %.3f\n", trunk[0], trunk[1]);
    assert_true(trunk[1] < 0.9 * trunk[0]);
}

/* rest_gain turns bent joints of the trunk back towards rest.
 * It does not turn the root, whose rotation the caller gave. */
static void rest_gain_does_not_turn_the_root_back(void **state)
{
    (void)state;
    pd_vec3 at[24];
    pd_ik_target t = hand_to(near_arm);
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    person.begin[person_joint("pelvis")] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.5);
    person.begin[person_joint("spine2")] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.1);
    pd_anim_skeleton_forward(at, NULL, &person.skeleton, person.begin, pd_vec3_make(0, 0, 0));
    t.position =
        pd_vec3_add(at[person_joint("left_shoulder")],
                    pd_q_rotate(person.begin[person_joint("pelvis")], pd_vec3_make(0.16, -0.16, 0.35)));
    job.grows = true;
    job.move_root = 1;
    job.rest_gain = 1;
    job.natural = PD_IK_NATURAL_REST;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    assert_true(pd_q_angle(person.rotations[person_joint("pelvis")], person.begin[person_joint("pelvis")]) <
                1e-9);
    assert_near(turned("spine2"), 0.05, 1e-6); /* three degrees at once */
}

static pd_vec3 front(double t)
{
    return pd_vec3_make(0.02 + 0.22 * cos(t), 1.2 + 0.22 * sin(t), 0.4);
}

static pd_vec3 across(double t)
{
    return pd_vec3_make(0.05 + 0.3 * cos(t), 1.15 + 0.15 * sin(2 * t), 0.35);
}

static pd_vec3 side(double t)
{
    double a = 0.5 * (1 - cos(t));
    return pd_vec3_make(0.3 + 0.12 * sin(3.14159265358979 * a), 0.85 + 1.05 * a,
                        0.05 + 0.2 * sin(3.14159265358979 * a));
}

typedef struct streamed {
    int reached, frames, grown;
    double jump, trunk; /* radians: the most of a joint from one frame to the next; spine1 at the end */
} streamed;

/* Follows a path for 5 s at 60 frames a second, after a second to get to its beginning, each frame from the
 * answer before it. */
static streamed stream(pd_vec3 (*path)(double t), bool grows, double max_rotation, double rest_gain,
                       double smoothness)
{
    enum { FRAMES = 300, SETTLES = 60 };
    streamed s = {0};
    pd_quat last[24];
    for (int j = 0; j < 24; j++) last[j] = pd_q_identity();

    for (int i = -SETTLES; i < FRAMES; i++) {
        pd_ik_target t = hand_to(path(i < 0 ? 0 : 2 * 3.14159265358979 * i / FRAMES));
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        job.grows = grows;
        job.max_rotation = max_rotation;
        job.rest_gain = rest_gain;
        job.natural = PD_IK_NATURAL_REST;
        job.smoothness = smoothness;
        memcpy(person.begin, last, sizeof person.begin);
        person_job_run(&job);
        assert_true(person_excess(&job) < 1e-6);

        for (int j = 0; j < 24 && i >= 0; j++)
            s.jump = fmax(s.jump, pd_q_angle(person.rotations[j], last[j]));
        memcpy(last, person.rotations, sizeof last);
        if (i < 0) continue;
        s.frames++;
        s.reached += job.status == PD_IK_REACHED;
        s.grown += grows && person.results[0].chain_root != person_joint("left_shoulder");
    }
    s.trunk = turned("spine1");
    return s;
}

static void a_streamed_hand_is_followed_where_the_arm_alone_does_not_reach(void **state)
{
    (void)state;
    pd_vec3 (*const paths[])(double) = {front, across, side};

    for (int p = 0; p < 3; p++) {
        streamed alone = stream(paths[p], false, STEP, 0, 0), grown = stream(paths[p], true, STEP, 0, 0);
        printf("path %d: %d of %d frames by the arm alone; grown %d of them, %d beyond the arm, a joint "
               "turns by %.2f "
               "degrees at most\n",
               p, alone.reached, alone.frames, grown.reached, grown.grown, grown.jump / DEGREE);
        assert_true(alone.reached < alone.frames * 90 / 100);
        assert_true(grown.reached >= grown.frames * 98 / 100);
        assert_true(grown.grown > 0 && grown.grown < grown.frames);
        assert_true(grown.jump <= STEP + 1e-6);
    }
}

/* Bent once, the spine stays so; with a gain it comes back as far as the hand allows. */
static void rest_gain_returns_the_trunk_to_its_rest_pose(void **state)
{
    (void)state;
    pd_quat last[24];
    double bent = 0, straight[2];

    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < 24; j++) last[j] = pd_q_identity();
        for (int i = 0; i < 240; i++) {
            pd_ik_target t = hand_to(i < 120 ? near_spine : near_arm);
            pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
            job.grows = true;
            job.max_rotation = STEP;
            job.rest_gain = pass;
            job.natural = PD_IK_NATURAL_REST;
            memcpy(person.begin, last, sizeof person.begin);
            person_job_run(&job);
            memcpy(last, person.rotations, sizeof last);
            if (i == 119) {
                assert_int_equal(job.status, PD_IK_REACHED);
                bent = turned("spine1") + turned("spine2") + turned("spine3");
                assert_true(bent > 0.05);
            }
        }
        straight[pass] = turned("spine1") + turned("spine2") + turned("spine3");
    }
    printf("spine: %.3f rad bent, %.3f afterwards, %.4f with a gain\n", bent, straight[0], straight[1]);
    assert_true(straight[0] > 0.02);
    assert_true(straight[1] < 0.1 * straight[0]);
}

/* With smoothness the answer is nearer to the start pose:
 * the angle that the target leaves free does not drift. */
static void smoothness_keeps_free_joints_near_the_start(void **state)
{
    (void)state;
    double sum[2] = {0, 0};
    pd_rng_init(&person.rng, 7);

    for (int i = 0; i < 100; i++) {
        pd_vec3 at =
            pd_vec3_make(pd_rng_between(&person.rng, 0.2, 0.45), pd_rng_between(&person.rng, 1.1, 1.5),
                         pd_rng_between(&person.rng, 0.2, 0.4));
        for (int pass = 0; pass < 2; pass++) {
            pd_ik_target t = hand_to(at);
            pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
            job.smoothness = pass ? 10 : 0;
            person_job_run(&job);
            if (job.status != PD_IK_REACHED) break; /* beyond the arm */
            for (int j = 0; j < 24; j++)
                sum[pass] += pow(pd_q_angle(person.rotations[j], person.begin[j]), 2);
        }
    }
    printf("squared rotations from the start: %.3f, with smoothness %.3f\n", sum[0] / 100, sum[1] / 100);
    assert_true(sum[1] < 0.97 * sum[0]);
}

/* Beside a natural pose: the pull goes to both, and the nearer one of equal gains is in the middle. */
static void smoothness_and_the_natural_pose_share_the_free_joints(void **state)
{
    (void)state;
    double elbow[3];
    for (int pass = 0; pass < 3; pass++) {
        pd_ik_target t = {
            .joint = person_joint("left_collar"), .chain_root = person_joint("left_collar"), .keep = 1};
        pd_ik_target both[2] = {
            t, {.joint = person_joint("left_hand"), .chain_root = person_joint("left_shoulder")}};
        both[1].has_distance = 1; /* which says nothing of where */
        both[1].distance_to = -1;
        pd_ik_job job = person_job_of(both, 2, PD_IK_DLS);
        person.begin[person_joint("left_elbow")] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -1);
        pd_vec3 at[24];
        pd_anim_skeleton_forward(at, NULL, &person.skeleton, person.begin, pd_vec3_make(0, 0, 0));
        both[1].distance_point = at[person_joint("left_elbow")];
        both[1].distance = pd_vec3_distance(at[person_joint("left_hand")], at[person_joint("left_elbow")]);
        job.limits = NULL;
        job.natural = PD_IK_NATURAL_REST;
        job.rest_gain = pass < 2 ? 1 : 0;
        job.smoothness = pass == 0 ? 0 : 1;
        job.iterations = 300;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_REACHED);
        elbow[pass] = pd_q_angle(person.rotations[person_joint("left_elbow")],
                                 person.begin[person_joint("left_elbow")]);
    }
    printf("elbow from the start: %.3f to rest, %.3f to both, %.3f to the start\n", elbow[0], elbow[1],
           elbow[2]);
    assert_true(elbow[0] > elbow[1] + 0.1 && elbow[1] > elbow[2] + 0.1);
    assert_true(elbow[2] < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_chain_that_reaches_is_taken),
        cmocka_unit_test(a_chain_does_not_grow_to_a_root_that_may_not_move),
        cmocka_unit_test(chains_that_are_named_and_limbs_that_reach_do_not_grow),
        cmocka_unit_test(the_start_pose_may_be_the_answers_place),
        cmocka_unit_test(a_hand_that_is_on_its_way_does_not_grow),
        cmocka_unit_test(a_hand_that_the_arm_never_brings_there_grows_at_once),
        cmocka_unit_test(a_chain_grows_before_other_start_poses_are_tried),
        cmocka_unit_test(the_trunk_of_a_grown_chain_stays_straight),
        cmocka_unit_test(rest_gain_does_not_turn_the_root_back),
        cmocka_unit_test(a_streamed_hand_is_followed_where_the_arm_alone_does_not_reach),
        cmocka_unit_test(rest_gain_returns_the_trunk_to_its_rest_pose),
        cmocka_unit_test(smoothness_keeps_free_joints_near_the_start),
        cmocka_unit_test(smoothness_and_the_natural_pose_share_the_free_joints),
    };
    return cmocka_run_group_tests(tests, person_job_set_up, person_job_tear_down);
}
