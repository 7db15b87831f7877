/* Tests whole jobs with every solver: targets within and out of reach, levels,
 * couplings, and limits, which always hold. */
#include "tests/support/cmocka.h"

#include "tests/support/arms.h"
#include "tests/support/human.h"
#include "tests/support/person_job.h"

/* Returns a target that the joints from `root` to `tip` can reach. */
static pd_ik_target reachable(const char *root, const char *tip, int orientation)
{
    pd_quat pose[24], world[24];
    pd_vec3 at[24];
    for (int j = 0; j < 24; j++) {
        double angles[3];
        pose[j] = pd_q_identity();
        if (person.limits[j].kind != PD_IK_BALL && person.limits[j].kind != PD_IK_HINGE) continue;
        for (int c = 0; c < 3; c++)
            angles[c] = person.limits[j].min[c] +
                        (person.limits[j].max[c] - person.limits[j].min[c]) * pd_rng_uniform(&person.rng);
        pd_ik_limit_clamp(angles, &person.limits[j]);
        pose[j] = pd_ik_limit_join(angles, person.limits[j].frame);
    }
    int first = person_joint(root), last = person_joint(tip);
    for (int j = 0; j < 24; j++) {
        int up = last;
        while (up >= 0 && up != j) up = person.skeleton.parents[up];
        if (up < 0 || person.skeleton.depth[j] < person.skeleton.depth[first]) pose[j] = pd_q_identity();
    }
    pd_anim_skeleton_forward(at, world, &person.skeleton, pose, pd_vec3_make(0, 0, 0));
    pd_ik_target t = {.joint = last, .chain_root = first, .has_position = 1, .position = at[last]};
    t.has_orientation = orientation;
    t.orientation = world[last];
    return t;
}

/* At least so many percent of 200 positions that an arm with limits can reach. */
static void every_solver_reaches_the_targets_within_reach_of_an_arm(void **state)
{
    (void)state;
    static const int least[PD_IK_SOLVER_COUNT] = {
        [PD_IK_DLS] = 100, [PD_IK_PINV] = 90,   [PD_IK_TRANSPOSE] = 80,
        [PD_IK_CCD] = 80,  [PD_IK_FABRIK] = 80, [PD_IK_OPTIMIZE] = 99};
    enum { TRIALS = 200 };
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
        int reached = 0, most = 0;
        double worst = 0, turns = 0;
        pd_rng_init(&person.rng, 21);
        for (int i = 0; i < TRIALS; i++) {
            pd_ik_target t = reachable("left_collar", "left_wrist", 0);
            pd_ik_job job = person_job_of(&t, 1, person_all_solvers[s]);
            if (person_all_solvers[s] != PD_IK_DLS && person_all_solvers[s] != PD_IK_OPTIMIZE)
                job.iterations = 300;
            person_job_run(&job);
            reached += job.status == PD_IK_REACHED;
            if (job.status == PD_IK_REACHED) assert_true(person.results[0].position_error <= 1.001e-3);
            worst = fmax(worst, person_excess(&job));
            turns += job.iterations_used;
            if (job.iterations_used > most) most = job.iterations_used;
            assert_int_equal(person.results[0].solver, person_all_solvers[s]);
        }
        printf("%-9s %3d of %d positions of an arm within limits reached, %.1f iterations, %d at most, "
               "limits exceeded by %.1g\n",
               pd_ik_solver_name(person_all_solvers[s]), reached, TRIALS, turns / TRIALS, most, worst);
        assert_true(least[person_all_solvers[s]] > 0); /* every solver has a row */
        if (reached * 100 < least[person_all_solvers[s]] * TRIALS) fail_msg("%d reached", reached);
        assert_true(worst < 1e-6);
    }
}

static void poses_of_a_hand_are_reached_within_limits(void **state)
{
    (void)state;
    enum { TRIALS = 300 };
    int reached = 0;
    double worst = 0;
    pd_rng_init(&person.rng, 22);
    for (int i = 0; i < TRIALS; i++) {
        pd_ik_target t = reachable("left_collar", "left_wrist", 1);
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        person_job_run(&job);
        reached += job.status == PD_IK_REACHED;
        worst = fmax(worst, person_excess(&job));
        assert_int_equal(person.results[0].solver, PD_IK_DLS);
    }
    printf("auto: %d of %d poses of a hand reached, limits exceeded by %.1g\n", reached, TRIALS, worst);
    assert_true(reached >= TRIALS * 995 / 1000);
    assert_true(worst < 1e-6);
}

static void a_target_out_of_reach_is_unreachable_with_the_nearest_pose(void **state)
{
    (void)state;
    pd_ik_target t = {
        .joint = person_joint("left_wrist"), .chain_root = person_joint("left_shoulder"), .has_position = 1};
    t.position = pd_vec3_make(1.5, 1.35, 1.5); /* level, diagonally forward: the arm can point there */
    pd_ik_solver good[] = {PD_IK_AUTO, PD_IK_DLS, PD_IK_OPTIMIZE};
    for (int s = 0; s < 3; s++) {
        pd_ik_job job = person_job_of(&t, 1, good[s]);
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_UNREACHABLE);
        double reach = pd_vec3_distance(person.positions[person_joint("left_shoulder")],
                                        person.positions[person_joint("left_elbow")]) +
                       pd_vec3_distance(person.positions[person_joint("left_elbow")],
                                        person.positions[person_joint("left_wrist")]);
        double far = pd_vec3_distance(person.positions[person_joint("left_shoulder")], t.position);
        printf("%s: %.5f m left, geometry leaves %.5f; %d iterations\n",
               pd_ik_solver_name(person.results[0].solver), person.results[0].position_error, far - reach,
               job.iterations_used);
        assert_near(person.results[0].position_error, far - reach, 2e-3);
        assert_true(person_excess(&job) < 1e-6);
    }
    t.position = pd_vec3_make(-0.35, 1.35, -0.4); /* behind the other shoulder: in length, out of limits */
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_UNREACHABLE);
    assert_true(person_excess(&job) < 1e-6);
    int any = 0;
    for (int j = 0; j < 24; j++) any |= person.hits[j];
    assert_true(any);
}

static void a_straight_chain_with_its_target_on_its_line_is_bent(void **state)
{
    (void)state;
    char names[10][8];
    pd_anim_joint joints[10];
    pd_anim_skeleton human = person.skeleton;
    for (int j = 0; j < 10; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        joints[j] = (pd_anim_joint){names[j], j ? names[j - 1] : NULL, {j ? 0.1 : 0, 0, 0}};
    }
    assert_int_equal(pd_anim_skeleton_init(&person.skeleton, joints, 10, NULL), PD_OK);
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++)
        for (int at = -8; at <= 8; at += 2) {
            pd_ik_target t = {
                .joint = 9, .chain_root = 0, .has_position = 1, .position = {0.1 * at + 0.05, 0, 0}};
            pd_ik_job job = person_job_of(&t, 1, person_all_solvers[s]);
            job.limits = NULL;
            job.iterations = 300;
            person_job_run(&job);
            if (job.status != PD_IK_REACHED)
                fail_msg("%s, target at %g: %s, %g m left", pd_ik_solver_name(person_all_solvers[s]),
                         0.1 * at + 0.05, pd_ik_status_name(job.status), person.results[0].position_error);
        }
    person.skeleton = human;
}

static void heavier_targets_are_missed_by_less(void **state)
{
    (void)state;
    pd_ik_target t[2] = {{.joint = person_joint("left_wrist"),
                          .chain_root = person_joint("left_shoulder"),
                          .has_position = 1,
                          .position = {0.5, 1.6, 0.2}},
                         {.joint = person_joint("left_wrist"),
                          .chain_root = person_joint("left_shoulder"),
                          .has_position = 1,
                          .position = {0.3, 1.2, 0.4}}};
    double before = -1;
    for (double weight = 0.1; weight < 11; weight *= 10) {
        t[0].weight = weight;
        pd_ik_job job = person_job_of(t, 2, PD_IK_AUTO);
        person_job_run(&job);
        assert_int_not_equal(job.status, PD_IK_REACHED);
        double apart = pd_vec3_distance(t[0].position, t[1].position);
        double share = person.results[0].position_error /
                       (person.results[0].position_error + person.results[1].position_error);
        printf("weight %g beside 1: misses by %.3f and %.3f of %.3f m\n", weight,
               person.results[0].position_error, person.results[1].position_error, apart);
        assert_near(share, 1 / (1 + weight), 0.02);
        if (before >= 0) assert_true(person.results[0].position_error < before);
        before = person.results[0].position_error;
    }
}

/* One hinge carries the tip, its place is wanted at -a and its frame at a. With s = 2 / length the sum is w
 * 16 sin^2((q + a) / 2) + (1 - w) (q - a)^2, whose slope is 0 where 8 w sin(q + a) = 2 (1 - w) (a - q). */
static void the_balance_weighs_place_against_orientation(void **state)
{
    (void)state;
    const double a = 0.4, length = 0.7;
    const pd_anim_joint bone[] = {{"base", NULL, {0, 0, 0}}, {"tip", "base", {length, 0, 0}}};
    pd_ik_limit hinge[2] = {{.kind = PD_IK_HINGE,
                             .frame = pd_ik_limit_frame(pd_vec3_make(0, 0, 1), NULL),
                             .min = {-2},
                             .max = {2}},
                            {.kind = PD_IK_LOCKED}};
    pd_anim_skeleton lever;
    pd_anim_skeleton_init(&lever, bone, 2, NULL);
    for (double balance = 0; balance < 0.95; balance += 0.1) { /* 0: .5 */
        const double w = balance > 0 ? balance : 0.5;
        pd_ik_target t = {.joint = 1,
                          .chain_root = 0,
                          .has_position = 1,
                          .position = {length * cos(a), -length * sin(a), 0},
                          .has_orientation = 1,
                          .orientation = pd_q_axis_angle(pd_vec3_make(0, 0, 1), a),
                          .weight = 3,
                          .balance = balance};
        pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
        job.skeleton = &lever;
        job.limits = hinge;
        pd_error err = {0};
        assert_int_equal(pd_ik_job_check(&job, &err), PD_OK);
        pd_arena_reserve(&person.arena, pd_ik_job_scratch_bytes(&job));
        pd_ik_job_run(&job, &person.arena);
        const double q = pd_q_to_rotvec(person.rotations[0]).z;
        assert_near(8 * w * sin(q + a), 2 * (1 - w) * (a - q), 1e-4);
    }
}

static void the_second_level_never_costs_the_first(void **state)
{
    (void)state;
    pd_rng_init(&person.rng, 23);
    double worst = 0, gained = 0;
    for (int i = 0; i < 50; i++) {
        pd_ik_target t[2] = {reachable("left_collar", "left_wrist", 0),
                             reachable("left_collar", "left_elbow", 0)};
        t[1].priority = 2;
        pd_ik_job job = person_job_of(t, 2, PD_IK_DLS);
        person_job_run(&job);
        worst = fmax(worst, person.results[0].position_error);
        double with = person.results[1].position_error;
        job = person_job_of(t, 1, PD_IK_DLS);
        person_job_run(&job);
        gained += pd_vec3_distance(person.positions[t[1].joint], t[1].position) - with;
    }
    printf("priority 2: the first target is off by %.2g m at most, the second nearer by %.3f m on average\n",
           worst, gained / 50);
    assert_true(worst <= 1.001e-3);
    assert_true(gained > 0);
}

static void the_null_space_pulls_to_the_natural_pose_and_leaves_the_hand(void **state)
{
    (void)state;
    pd_rng_init(&person.rng, 24);
    double before = 0, after = 0, worst = 0;
    for (int i = 0; i < 50; i++) {
        pd_ik_target t = reachable("spine1", "left_wrist", 0);
        for (int pass = 0; pass < 2; pass++) {
            pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
            double sum = 0;
            job.rest_gain = pass ? 10 : 0;
            job.natural = PD_IK_NATURAL_REST;
            person_job_run(&job);
            assert_int_equal(job.status, PD_IK_REACHED);
            worst = fmax(worst, person.results[0].position_error);
            assert_true(person_excess(&job) < 1e-6);
            for (int j = 0; j < 24; j++) sum += pow(pd_q_angle(person.rotations[j], pd_q_identity()), 2);
            *(pass ? &after : &before) += sum / 50;
        }
    }
    printf("null space: distance to the natural pose %.3f rad without, %.3f with a gain; hand off by %.2g m "
           "at most\n",
           sqrt(before), sqrt(after), worst);
    assert_true(after < 0.8 * before);
    assert_true(worst <= 1.001e-3);
}

static void a_stiffer_joint_stays_nearer_to_its_natural_angle(void **state)
{
    (void)state;
    double gains[24], turned[2];
    pd_ik_target t = {.joint = person_joint("left_wrist"),
                      .chain_root = person_joint("spine1"),
                      .has_position = 1,
                      .position = {0.35, 1.1, 0.5}};
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < 24; j++) gains[j] = 1;
        gains[person_joint("left_shoulder")] = pass ? 20 : 1;
        pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
        job.rest_gain = 1;
        job.rest_gains = gains;
        job.natural = PD_IK_NATURAL_REST;
        job.iterations = 500;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_REACHED);
        turned[pass] = pd_q_angle(person.rotations[person_joint("left_shoulder")], pd_q_identity());
    }
    assert_true(turned[1] < turned[0]);
}

static void a_body_looks_keeps_a_distance_and_balances_at_once(void **state)
{
    (void)state;
    pd_ik_target t[4] = {
        {.joint = person_joint("head"), .chain_root = -1, .has_look = 1, .look_at = {1.5, 1.2, 2}},
        {.joint = person_joint("left_hand"),
         .chain_root = -1,
         .has_distance = 1,
         .distance = 0.25,
         .distance_to = person_joint("right_hand")},
        {.joint = person_joint("right_hand"),
         .chain_root = -1,
         .has_position = 1,
         .position = {-0.1, 1.2, 0.45}},
        {.joint = person_joint("right_foot"), .chain_root = -1, .keep = 1}};
    pd_ik_job job = person_job_of(t, 4, PD_IK_AUTO);
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    assert_near(pd_vec3_distance(person.positions[person_joint("left_hand")],
                                 person.positions[person_joint("right_hand")]),
                0.25, 1.01e-3);
    pd_ik_target crouch[4] = {{.joint = person_joint("left_ankle"), .chain_root = -1, .keep = 1},
                              {.joint = person_joint("right_ankle"), .chain_root = -1, .keep = 1},
                              {.joint = person_joint("pelvis"),
                               .chain_root = -1,
                               .has_orientation = 1,
                               .orientation = {0, 0, 0, 1}},
                              {.joint = -1, .chain_root = -1, .has_centre = 1, .centre = {0.05, 0, 0.06}}};
    job = person_job_of(crouch, 4, PD_IK_AUTO);
    job.move_root = 1;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    assert_true(pd_vec3_length(person.moved) > 0.01);
    assert_true(person_excess(&job) < 1e-6);
}

static void a_target_in_a_joints_frame_goes_along_with_it(void **state)
{
    (void)state;
    pd_ik_target t[2] = {
        {.joint = person_joint("left_wrist"),
         .chain_root = person_joint("left_collar"),
         .has_position = 1,
         .position = {0.12, 0.05, 0.15},
         .has_frame = 1,
         .frame = person_joint("head")},
        {.joint = person_joint("head"), .chain_root = -1, .has_position = 1, .position = {0.1, 1.45, 0.25}}};
    pd_ik_job job = person_job_of(t, 2, PD_IK_AUTO);
    pd_quat world[24];
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    pd_anim_skeleton_forward(NULL, world, &person.skeleton, person.rotations, pd_vec3_make(0, 0, 0));
    pd_vec3 seen =
        pd_q_rotate(pd_q_conjugate(world[person_joint("head")]),
                    pd_vec3_sub(person.positions[t[0].joint], person.positions[person_joint("head")]));
    assert_near(pd_vec3_distance(seen, t[0].position), 0, 1.01e-3);
}

/* If no pose reaches the targets, every solver returns the nearest pose. */
static void every_solver_ends_at_the_nearest_pose_where_none_reaches(void **state)
{
    (void)state;
    enum { TRIALS = 100 };
    double worst[PD_IK_SOLVER_COUNT] = {0};
    pd_vec3 at[24];
    pd_anim_skeleton_forward(at, NULL, &person.skeleton, NULL, pd_vec3_make(0, 0, 0));
    pd_rng_init(&person.rng, 31);

    for (int i = 0; i < TRIALS; i++) {
        double nearest = INFINITY, miss[sizeof person_all_solvers / sizeof *person_all_solvers];
        pd_vec3 way = {pd_rng_uniform(&person.rng) - 0.3, pd_rng_uniform(&person.rng) - 0.5,
                       pd_rng_uniform(&person.rng) - 0.3};
        pd_ik_target t = {.joint = person_joint("left_wrist"),
                          .chain_root = person_joint("left_collar"),
                          .has_position = 1};
        double far = 0.85 + 2 * pd_rng_uniform(&person.rng);
        t.position = pd_vec3_fma(at[t.chain_root], far / pd_vec3_length(way), way);

        for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
            pd_ik_job job = person_job_of(&t, 1, person_all_solvers[s]);
            person_job_run(&job);
            assert_int_equal(job.status, PD_IK_UNREACHABLE);
            assert_int_equal(person.results[0].solver, person_all_solvers[s]);
            assert_true(person_excess(&job) < 1e-6);
            miss[s] = person.results[0].position_error;
            nearest = fmin(nearest, miss[s]);
        }
        for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++)
            worst[person_all_solvers[s]] = fmax(worst[person_all_solvers[s]], miss[s] - nearest);
    }
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
        printf("out of reach: %-9s is at most %.4f m farther away than the nearest of all solvers\n",
               pd_ik_solver_name(person_all_solvers[s]), worst[person_all_solvers[s]]);
        assert_true(worst[person_all_solvers[s]] < 0.01);
    }
}

/* A target that goes round at 1 m/s, inside the reach, a frame of 16 ms after the other. */
static void a_dragged_target_gives_a_smooth_arm(void **state)
{
    (void)state;
    const double step = 0.016, degree = 0.017453292519943295;
    double worst = 0, missed = 0;
    pd_quat last[24];
    for (int j = 0; j < 24; j++) last[j] = pd_q_identity();
    for (int i = 0; i < 1500; i++) {
        double a = i * step / 0.12; /* radius 0.12 m */
        pd_ik_target t = {.joint = person_joint("left_wrist"),
                          .chain_root = person_joint("left_collar"),
                          .has_position = 1};
        t.position = pd_vec3_make(0.36 + 0.12 * cos(a), 1.2 + 0.12 * sin(a) * cos(0.1 * i * step),
                                  0.28 + 0.12 * sin(a) * sin(0.1 * i * step));
        pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
        memcpy(person.begin, last, sizeof person.begin);
        job.max_rotation = 5 * step;
        person_job_run(&job);
        for (int j = 0; j < 24; j++) worst = fmax(worst, pd_q_angle(person.rotations[j], last[j]) / degree);
        if (i > 50) missed = fmax(missed, person.results[0].position_error);
        assert_true(person_excess(&job) < 1e-6);
        memcpy(last, person.rotations, sizeof last);
    }
    printf("dragged at 1 m/s: a joint turns by %.2f degrees a frame at most, the hand is off by %.4f m at "
           "most\n",
           worst, missed);
    assert_true(worst < 5);
    assert_true(missed < 0.02);
}

/* UNREACHABLE needs a proof: the bones are too short, or one is too long.
 * A search that fails gives STALLED. */
static void a_target_is_unreachable_only_if_the_bones_prove_it(void **state)
{
    (void)state;
    static const pd_anim_joint two_bones[3] = {
        {"a", NULL, {0, 0, 0}}, {"b", "a", {1, 0, 0}}, {"c", "b", {0.4, 0, 0}}};
    static const struct {
        double x;
        pd_ik_status status, limited;
    } places[] = {{1.5, PD_IK_UNREACHABLE, PD_IK_UNREACHABLE},
                  {0.5, PD_IK_UNREACHABLE, PD_IK_UNREACHABLE},
                  {0.7, PD_IK_REACHED, PD_IK_STALLED}};
    pd_ik_limit hinges[24] = {0};
    pd_anim_skeleton_init(&person.skeleton, two_bones, 3, NULL);
    for (int j = 0; j < 3; j++) {
        hinges[j] =
            (pd_ik_limit){.kind = PD_IK_HINGE, .frame = pd_ik_limit_frame(pd_vec3_make(0, 0, 1), NULL)};
        hinges[j].min[0] = -0.5, hinges[j].max[0] = 0.5;
    }
    for (int i = 0; i < 3; i++)
        for (int limited = 0; limited < 2; limited++)
            for (size_t s = 0; s < 1 + sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
                pd_ik_target t = {
                    .joint = 2, .chain_root = 0, .has_position = 1, .position = {places[i].x, 0, 0}};
                pd_ik_job job = person_job_of(&t, 1, s ? person_all_solvers[s - 1] : PD_IK_AUTO);
                job.limits = limited ? hinges : NULL;
                job.iterations = 2000;
                person_job_run(&job);
                pd_ik_status wanted = limited ? places[i].limited : places[i].status;
                if (job.status != wanted && !(wanted == PD_IK_STALLED && job.status == PD_IK_BUDGET))
                    fail_msg("%s at %g, limits %d: %s", pd_ik_solver_name(job.solver), places[i].x, limited,
                             pd_ik_status_name(job.status));
            }
    human_init(&person.skeleton);
}

static void angles_meet_the_equations_of_their_couplings(void **state)
{
    (void)state;
    pd_ik_target t = {.joint = person_joint("head"),
                      .chain_root = person_joint("spine1"),
                      .has_position = 1,
                      .position = {0.12, 1.45, 0.25}};
    pd_ik_coupling same[2] = {{.count = 2,
                               .joint = {person_joint("spine1"), person_joint("spine2")},
                               .angle = {0, 0},
                               .factor = {1, -1}},
                              {.count = 2,
                               .joint = {person_joint("spine2"), person_joint("spine3")},
                               .angle = {2, 2},
                               .factor = {2, -1},
                               .equals = 0.05}};
    pd_ik_job job = person_job_of(&t, 1, PD_IK_OPTIMIZE);
    job.optimize.couplings = same;
    job.optimize.coupling_count = 2;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
    double a[3], b[3], c[3];
    pd_ik_limit_split(a, person.limits[same[0].joint[0]].frame, person.rotations[same[0].joint[0]]);
    pd_ik_limit_split(b, person.limits[same[0].joint[1]].frame, person.rotations[same[0].joint[1]]);
    pd_ik_limit_split(c, person.limits[same[1].joint[1]].frame, person.rotations[same[1].joint[1]]);
    assert_near(a[0] - b[0], 0, 1e-6);
    assert_near(2 * b[2] - c[2], 0.05, 1e-6);
}

/* a^T q <= b: where the free answer breaks it, another one is found. */
static void couplings_bound_a_sum_from_above(void **state)
{
    (void)state;
    double free_sum = 0, bound[] = {-0.1, 0, 0.1, 10};
    pd_ik_target t = {.joint = person_joint("head"),
                      .chain_root = person_joint("spine1"),
                      .has_position = 1,
                      .position = {0.12, 1.45, 0.25}};
    pd_ik_coupling lean = {.count = 2,
                           .joint = {person_joint("spine1"), person_joint("spine2")},
                           .angle = {2, 2},
                           .factor = {1, 2}};

    for (int pass = 0; pass < 5; pass++) {
        pd_ik_job job = person_job_of(&t, 1, PD_IK_OPTIMIZE);
        lean.at_most = true;
        lean.equals = pass ? free_sum + bound[pass - 1] : 100;
        job.optimize.couplings = &lean;
        job.optimize.coupling_count = 1;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_REACHED);

        double a[3], b[3];
        pd_ik_limit_split(a, person.limits[lean.joint[0]].frame, person.rotations[lean.joint[0]]);
        pd_ik_limit_split(b, person.limits[lean.joint[1]].frame, person.rotations[lean.joint[1]]);
        const double sum = a[2] + 2 * b[2];
        if (!pass) free_sum = sum;
        assert_true(sum <= lean.equals + 1e-6);
        if (pass == 1) assert_true(sum < free_sum - 0.09);
    }
}

/* With a coupling that no pose satisfies the result is not REACHED, wherever the target is. */
static void a_coupling_that_cannot_hold_is_not_reached(void **state)
{
    (void)state;
    pd_ik_target t = {.joint = person_joint("head"),
                      .chain_root = person_joint("spine1"),
                      .has_position = 1,
                      .position = {0.12, 1.45, 0.25}};
    pd_ik_coupling far = {.count = 1,
                          .joint = {person_joint("spine1")},
                          .angle = {0},
                          .factor = {1},
                          .equals = -3,
                          .at_most = true};
    pd_ik_job job = person_job_of(&t, 1, PD_IK_OPTIMIZE);
    job.optimize.couplings = &far;
    job.optimize.coupling_count = 1;
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_STALLED);
    far.at_most = false;
    person_job_run(&job);
    assert_int_not_equal(job.status, PD_IK_REACHED);
    far.equals = 3, far.at_most = true; /* which every pose keeps */
    person_job_run(&job);
    assert_int_equal(job.status, PD_IK_REACHED);
}

static void the_same_job_gives_the_same_bits(void **state)
{
    (void)state;
    pd_rng_init(&person.rng, 26);
    for (int i = 0; i < 30; i++) {
        pd_quat first[24];
        pd_ik_target t = reachable("left_collar", "left_wrist", 1);
        pd_ik_job job = person_job_of(&t, 1, person_all_solvers[i % 6]);
        person_job_run(&job);
        memcpy(first, person.rotations, sizeof first);
        person_job_run(&job);
        assert_memory_equal(first, person.rotations, sizeof first);
    }
}

static void arms_of_hinges_reach_every_pose(void **state)
{
    (void)state;
    const arm *arms[] = {&arm_robot, &arm_human};
    pd_anim_skeleton human = person.skeleton;
    for (int k = 0; k < 2; k++) {
        int reached = 0;
        pd_rng_init(&person.rng, 27);
        arm_make(&person.skeleton, person.own_limits, arms[k]);
        for (int i = 0; i < 500; i++) {
            double q[10];
            pd_ik_target t = {
                .joint = arms[k]->hinges, .chain_root = 0, .has_position = 1, .has_orientation = 1};
            arm_random(q, arms[k], &person.rng);
            arm_pose(&t.position, &t.orientation, arms[k], q);
            pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
            job.limits = person.own_limits;
            person_job_run(&job);
            reached += job.status == PD_IK_REACHED;
            assert_true(person_excess(&job) < 1e-6);
        }
        printf("%s: %d of 500 poses reached\n", arms[k]->name, reached);
        assert_true(reached >= 499);
    }
    person.skeleton = human;
}

static int cut_off(void *ctx)
{
    return (*(int *)ctx)-- > 0;
}

static void time_that_runs_out_ends_every_solver(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
        int left = 2;
        pd_ik_target t = {.joint = person_joint("left_wrist"),
                          .chain_root = person_joint("left_collar"),
                          .has_position = 1,
                          .position = {0.2, 1.1, 0.35}};
        pd_ik_job job = person_job_of(&t, 1, person_all_solvers[s]);
        job.tolerance = 1e-9;
        job.keep_going = cut_off;
        job.ctx = &left;
        job.rest_gain = 1;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_BUDGET);
        assert_true(job.iterations_used <= 2);
    }
}

/* Sixty-four targets on a chain of as many joints as there may be: no crash, no NaN, and in time. */
static void the_largest_problems_are_survived(void **state)
{
    (void)state;
    static pd_anim_skeleton big;
    static pd_quat r[PD_ANIM_MAX_JOINTS];
    static pd_anim_joint joints[PD_ANIM_MAX_JOINTS];
    static char names[PD_ANIM_MAX_JOINTS][8];
    static pd_ik_target t[PD_IK_MAX_TARGETS];
    for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        joints[j] = (pd_anim_joint){names[j], j ? names[j - 1] : NULL, {j ? 0.02 : 0, 0, 0.001 * (j % 7)}};
    }
    assert_int_equal(pd_anim_skeleton_init(&big, joints, PD_ANIM_MAX_JOINTS, NULL), PD_OK);
    for (int i = 0; i < PD_IK_MAX_TARGETS; i++)
        t[i] = (pd_ik_target){.joint = 255 - 3 * i,
                              .chain_root = 0,
                              .has_position = 1,
                              .position = {0.1 + 0.03 * (i % 7), 0.2, 0.1}};
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
        int left = 2;
        pd_error err;
        pd_ik_job job = {.rotations = r,
                         .results = person.results,
                         .skeleton = &big,
                         .targets = t,
                         .solver = person_all_solvers[s]};
        job.target_count = PD_IK_MAX_TARGETS;
        job.keep_going = cut_off;
        job.ctx = &left;
        if (job.solver == PD_IK_PINV) {
            assert_int_equal(pd_ik_job_check(&job, &err), PD_ERR_RANGE);
            assert_non_null(strstr(err.detail, "192 rows; at most 120"));
            job.target_count = 40;
        }
        assert_int_equal(pd_ik_job_check(&job, &err), PD_OK);
        pd_arena_reserve(&person.arena, pd_ik_job_scratch_bytes(&job));
        pd_ik_job_run(&job, &person.arena);
        assert_int_equal(job.status, PD_IK_BUDGET);
        for (int j = 0; j < PD_ANIM_MAX_JOINTS; j++) assert_true(pd_q_finite(r[j]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_reaches_the_targets_within_reach_of_an_arm),
        cmocka_unit_test(poses_of_a_hand_are_reached_within_limits),
        cmocka_unit_test(a_target_out_of_reach_is_unreachable_with_the_nearest_pose),
        cmocka_unit_test(a_straight_chain_with_its_target_on_its_line_is_bent),
        cmocka_unit_test(heavier_targets_are_missed_by_less),
        cmocka_unit_test(the_balance_weighs_place_against_orientation),
        cmocka_unit_test(the_second_level_never_costs_the_first),
        cmocka_unit_test(the_null_space_pulls_to_the_natural_pose_and_leaves_the_hand),
        cmocka_unit_test(a_stiffer_joint_stays_nearer_to_its_natural_angle),
        cmocka_unit_test(a_body_looks_keeps_a_distance_and_balances_at_once),
        cmocka_unit_test(a_target_in_a_joints_frame_goes_along_with_it),
        cmocka_unit_test(every_solver_ends_at_the_nearest_pose_where_none_reaches),
        cmocka_unit_test(a_dragged_target_gives_a_smooth_arm),
        cmocka_unit_test(a_target_is_unreachable_only_if_the_bones_prove_it),
        cmocka_unit_test(angles_meet_the_equations_of_their_couplings),
        cmocka_unit_test(couplings_bound_a_sum_from_above),
        cmocka_unit_test(a_coupling_that_cannot_hold_is_not_reached),
        cmocka_unit_test(the_same_job_gives_the_same_bits),
        cmocka_unit_test(arms_of_hinges_reach_every_pose),
        cmocka_unit_test(time_that_runs_out_ends_every_solver),
        cmocka_unit_test(the_largest_problems_are_survived),
    };
    return cmocka_run_group_tests(tests, person_job_set_up, person_job_tear_down);
}
