/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/search/solve.h"
#include "tests/support/human.h"

/* Properties over random problems. The seed is printed; run it again with it to see the same problems. */

#define SEED 20261120

static pd_arena arena;
static pd_rng rng;

typedef struct solution {
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_ik_result result;
    pd_ik_job job;
} solution;

static pd_vec3 random_vector(double size)
{
    return pd_vec3_make(pd_rng_between(&rng, -size, size), pd_rng_between(&rng, -size, size),
                        pd_rng_between(&rng, -size, size));
}

static pd_quat random_rotation(void)
{
    pd_quat q = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)};
    return pd_q_normalize(q);
}

static void solve(solution *s, const pd_anim_skeleton *sk, const pd_ik_target *target, const pd_quat *start,
                  pd_ik_solver solver)
{
    pd_error err = {0};
    s->job = (pd_ik_job){.rotations = s->rotations, .positions = s->positions, .results = &s->result};
    s->job.skeleton = sk;
    s->job.start = start;
    s->job.targets = target;
    s->job.target_count = 1;
    s->job.solver = solver;
    if (pd_ik_job_check(&s->job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_ik_job_run(&s->job, &arena);
}

/* Makes a random tree of 2 to 12 joints; some bones have no length. */
static void random_tree(pd_anim_skeleton *sk)
{
    char names[12][8];
    pd_anim_joint joints[12];
    int count = 3 + pd_rng_below(&rng, 10);
    for (int j = 0; j < count; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        pd_vec3 offset = random_vector(pd_rng_below(&rng, 8) ? 0.5 : 0);
        joints[j] =
            (pd_anim_joint){names[j], j ? names[j - 1 - pd_rng_below(&rng, j > 1 ? 2 : 1)] : NULL, offset};
    }
    assert_int_equal(pd_anim_skeleton_init(sk, joints, count, NULL), PD_OK);
}

static pd_ik_target random_target(const pd_anim_skeleton *sk)
{
    pd_ik_target target = {.joint = sk->order[sk->joint_count - 1], .chain_root = -1, .has_position = 1};
    target.position = pd_vec3_add(sk->offsets[sk->root], random_vector(1));
    target.has_pole = pd_rng_below(&rng, 2);
    target.pole = random_vector(2);
    target.has_orientation = pd_rng_below(&rng, 2);
    target.orientation = random_rotation();
    return target;
}

static void bones_keep_their_length_and_reported_errors_are_right(void **state)
{
    (void)state;
    int by_status[PD_IK_STATUS_COUNT] = {0};
    for (int trial = 0; trial < 3000; trial++) {
        pd_anim_skeleton sk;
        pd_quat start[12];
        solution s;
        random_tree(&sk);
        for (int j = 0; j < sk.joint_count; j++) start[j] = random_rotation();
        pd_ik_target target = random_target(&sk);
        solve(&s, &sk, &target, trial % 2 ? start : NULL, PD_IK_AUTO);
        for (int j = 0; j < sk.joint_count; j++) {
            assert_near(pd_q_dot(s.rotations[j], s.rotations[j]), 1, 1e-12);
            if (j == sk.root) continue;
            double bone = pd_vec3_distance(s.positions[j], s.positions[sk.parents[j]]);
            assert_near(bone, pd_vec3_length(sk.offsets[j]), 1e-9);
        }
        double error = pd_vec3_distance(s.positions[target.joint], target.position);
        assert_near(error, s.result.position_error, 1e-12);
        if (s.result.status == PD_IK_REACHED) assert_true(error <= 1.0001e-3);
        by_status[s.result.status]++;
    }
    printf("seed %d: %d reached, %d unreachable, %d stalled, %d over budget\n", SEED, by_status[0],
           by_status[1], by_status[2], by_status[3]);
    assert_true(by_status[PD_IK_STALLED] + by_status[PD_IK_BUDGET] < 60);
}

/* Whatever solver, a target out of reach leaves the distance that geometry leaves. */
static void an_unreachable_target_is_missed_by_no_more_than_it_must_be(void **state)
{
    (void)state;
    for (int trial = 0; trial < 1000; trial++) {
        pd_anim_skeleton sk;
        solution s;
        random_tree(&sk);
        pd_ik_target target = random_target(&sk);
        target.has_orientation = 0;
        target.position = pd_vec3_add(sk.offsets[sk.root], pd_vec3_scale(random_vector(1), 20));
        double length = 0;
        for (int j = target.joint; j != sk.root; j = sk.parents[j]) length += pd_vec3_length(sk.offsets[j]);
        double distance = pd_vec3_distance(target.position, sk.offsets[sk.root]);
        if (distance < length) continue;
        solve(&s, &sk, &target, NULL, PD_IK_AUTO);
        assert_near(s.result.position_error, distance - length, 1e-9);
    }
}

/* Turning the start pose and the targets about the model's axes turns the answer: no axis is special. */
static void rotating_the_problem_rotates_the_solution(void **state)
{
    (void)state;
    static const char *const tips[] = {"left_wrist", "right_ankle", "head", "left_hand"};
    pd_anim_skeleton sk;
    human_init(&sk);
    sk.offsets[0] = pd_vec3_make(0, 0, 0); /* the root is the point to turn about */
    double worst = 0;
    for (int trial = 0; trial < 500; trial++) {
        pd_quat start[24], turned[24], turn = random_rotation();
        for (int j = 0; j < 24; j++) turned[j] = start[j] = pd_q_from_rotvec(random_vector(0.5));
        turned[0] = pd_q_mul(turn, start[0]);
        pd_ik_target target = {.chain_root = -1, .has_position = 1, .has_pole = trial % 2};
        target.joint = pd_anim_skeleton_find(&sk, tips[trial % 4]);
        target.position = random_vector(0.6);
        target.pole = random_vector(2);
        solution here, there;
        solve(&here, &sk, &target, start, PD_IK_AUTO);
        target.position = pd_q_rotate(turn, target.position);
        target.pole = pd_q_rotate(turn, target.pole);
        solve(&there, &sk, &target, turned, PD_IK_AUTO);
        for (int j = 0; j < 24; j++) {
            pd_vec3 expected = pd_q_rotate(turn, here.positions[j]);
            worst = fmax(worst, pd_vec3_distance(expected, there.positions[j]));
        }
        assert_int_equal(here.result.status, there.result.status);
    }
    printf("rotated problems: answers at most %.2g m apart\n", worst);
    assert_true(worst < 1e-6);
}

/* Mirrored problems have mirrored answers: elbows and knees have no favourite side. */
static void mirroring_the_problem_mirrors_the_solution(void **state)
{
    (void)state;
    pd_anim_skeleton sk;
    human_init(&sk);
    for (int trial = 0; trial < 300; trial++) {
        solution left, right;
        pd_ik_target target = {.chain_root = -1, .has_position = 1};
        target.position = pd_vec3_add(pd_vec3_make(0.2, 1.4, 0.1), random_vector(0.4));
        target.joint = pd_anim_skeleton_find(&sk, trial % 2 ? "left_wrist" : "left_hand");
        solve(&left, &sk, &target, NULL, PD_IK_AUTO);
        target.position.x = -target.position.x;
        target.joint = pd_anim_skeleton_find(&sk, trial % 2 ? "right_wrist" : "right_hand");
        solve(&right, &sk, &target, NULL, PD_IK_AUTO);
        pd_vec3 elbow = left.positions[pd_anim_skeleton_find(&sk, "left_elbow")];
        elbow.x = -elbow.x;
        pd_vec3 other = right.positions[pd_anim_skeleton_find(&sk, "right_elbow")];
        assert_near(pd_vec3_distance(elbow, other), 0, 1e-9);
    }
}

/* A target that moves in small steps, each answer the next start, moves every joint in small steps. */
static void a_moving_target_never_makes_the_limb_jump(void **state)
{
    (void)state;
    enum { STEPS = 2000 };
    const double pi = 3.14159265358979323846;
    pd_anim_skeleton sk;
    human_init(&sk);
    solution s, last;
    pd_vec3 shoulder = {0.19, 1.41, -0.02};
    pd_ik_target target = {
        .joint = pd_anim_skeleton_find(&sk, "left_wrist"), .chain_root = -1, .has_position = 1};
    double worst = 0;
    for (int i = 0; i <= STEPS;
         i++) { /* twice round the shoulder, behind the back too, in and out of reach */
        double a = 4 * pi * i / STEPS, r = 0.42 + 0.12 * sin(7 * a / 2);
        pd_vec3 direction = pd_vec3_unit_or(pd_vec3_make(cos(a), 0.4 * sin(3 * a), sin(a)), shoulder);
        target.position = pd_vec3_fma(shoulder, r, direction);
        solve(&s, &sk, &target, i ? last.rotations : NULL, PD_IK_AUTO);
        for (int j = 0; j < 24 && i > 0; j++)
            worst = fmax(worst, pd_q_angle(s.rotations[j], last.rotations[j]));
        last = s;
    }
    printf("moving target: local rotations change by at most %.3f rad a step (the target by %.3f m)\n", worst,
           4 * pi / STEPS * 0.6);
    assert_true(worst < 0.3);
}

/* ---- whole problems: several effectors that share joints, limits, any kind of target ---- */

typedef struct whole {
    pd_anim_skeleton sk;
    pd_ik_limit limits[16];
    pd_ik_target targets[4];
    pd_quat start[16], rotations[16];
    pd_vec3 positions[16], moved;
    pd_ik_result results[4];
    pd_ik_job job;
} whole;

static pd_ik_limit random_limit(void)
{
    pd_ik_limit limit = {.kind = (pd_ik_kind)pd_rng_below(&rng, 4), .box = pd_rng_below(&rng, 2)};
    limit.frame = pd_ik_limit_frame(random_vector(1), NULL);
    for (int c = 0; c < 3; c++) {
        limit.min[c] = -pd_rng_between(&rng, 0, 2);
        limit.max[c] = pd_rng_below(&rng, 4) ? pd_rng_between(&rng, 0, 2) : 0;
    }
    return limit;
}

static void random_goal(pd_ik_target *t, const pd_anim_skeleton *sk)
{
    memset(t, 0, sizeof *t);
    t->joint = 1 + pd_rng_below(&rng, sk->joint_count - 1);
    t->chain_root = 0;
    t->weight = pd_rng_between(&rng, 0.1, 10);
    t->priority = 1 + pd_rng_below(&rng, 2);
    int kind = pd_rng_below(&rng, 6);
    t->has_position = kind < 2;
    t->has_orientation = kind == 1 || kind == 2;
    t->has_look = kind == 3;
    t->has_distance = kind == 4;
    t->has_centre = kind == 5;
    t->position = t->look_at = t->distance_point = t->centre = random_vector(1.5);
    t->orientation = random_rotation();
    t->distance = pd_rng_between(&rng, 0, 1);
    t->distance_to = -1;
}

static void make_whole(whole *w)
{
    pd_anim_joint joints[12];
    char names[12][8];
    int count = 3 + pd_rng_below(&rng, 10);
    memset(w, 0, sizeof *w);
    for (int j = 0; j < count; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        joints[j] = (pd_anim_joint){names[j], j ? names[pd_rng_below(&rng, j)] : NULL,
                                    random_vector(pd_rng_below(&rng, 8) ? 0.5 : 0)};
    }
    assert_int_equal(pd_anim_skeleton_init(&w->sk, joints, count, NULL), PD_OK);
    int targets = 1 + pd_rng_below(&rng, 3);
    for (int t = 0; t < targets; t++) random_goal(&w->targets[t], &w->sk);
    for (int j = 0; j < count; j++) {
        w->limits[j] = random_limit();
        w->start[j] = random_rotation();
    }
    w->job = (pd_ik_job){.rotations = w->rotations, .positions = w->positions, .results = w->results};
    w->job.skeleton = &w->sk;
    w->job.start = w->start;
    w->job.targets = w->targets;
    w->job.target_count = targets;
    w->job.limits = pd_rng_below(&rng, 3) ? w->limits : NULL;
    w->job.moved = &w->moved;
    w->job.move_root = !pd_rng_below(&rng, 4);
    w->job.restarts = 2;
    w->job.rest_gain = pd_rng_below(&rng, 2);
    w->job.dls.damping = (pd_ik_damping)pd_rng_below(&rng, 3);
}

static void run_whole(whole *w)
{
    pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&w->job));
    pd_ik_job_run(&w->job, &arena);
    assert_int_equal(arena.used, 0);
}

static void limits_hold_and_no_number_is_nan_for_any_request(void **state)
{
    (void)state;
    static const pd_ik_solver solvers[] = {PD_IK_AUTO, PD_IK_DLS,    PD_IK_PINV,    PD_IK_TRANSPOSE,
                                           PD_IK_CCD,  PD_IK_FABRIK, PD_IK_OPTIMIZE};
    int by_status[PD_IK_STATUS_COUNT] = {0}, refused = 0;
    double worst = 0;
    for (int trial = 0; trial < 3000; trial++) {
        whole w;
        pd_error err;
        make_whole(&w);
        w.job.solver = solvers[trial % 7];
        if (pd_ik_job_check(&w.job, &err) != PD_OK) {
            assert_true(err.where[0] && err.detail[0]);
            refused++;
            continue;
        }
        run_whole(&w);
        by_status[w.job.status]++;
        for (int j = 0; j < w.sk.joint_count; j++) {
            assert_true(pd_q_finite(w.rotations[j]) && pd_vec3_finite(w.positions[j]));
            assert_near(pd_q_dot(w.rotations[j], w.rotations[j]), 1, 1e-9);
        }
        for (int t = 0; t < w.job.target_count && w.job.limits; t++)
            for (int j = w.targets[t].joint; j >= 0; j = w.sk.parents[j]) {
                int turned = pd_q_angle(w.rotations[j], w.start[j]) > 1e-7;
                if (turned) worst = fmax(worst, pd_ik_limit_excess(&w.limits[j], w.rotations[j]));
            }
        if (w.job.status != PD_IK_REACHED) continue;
        for (int t = 0; t < w.job.target_count; t++) {
            const pd_ik_result *r = &w.results[t];
            double error =
                fmax(fmax(r->position_error, r->orientation_error), fmax(r->look_error, r->distance_error));
            assert_true(fmax(error, r->centre_error) <= 1.01e-3);
        }
    }
    printf("3000 whole problems: %d refused, %d reached, %d unreachable, %d stalled, %d over budget; limits "
           "exceeded "
           "by %.2g at most\n",
           refused, by_status[0], by_status[1], by_status[2], by_status[3], worst);
    assert_true(worst < 1e-4);
    assert_true(by_status[PD_IK_REACHED] > 300);
}

/* The whole scene carried by a turn and a way: a root that is free to turn carries it, angles below stay. */
static void moving_the_world_moves_the_answer(void **state)
{
    (void)state;
    double worst = 0;
    for (int trial = 0; trial < 200; trial++) {
        whole a, b;
        pd_vec3 way = random_vector(3);
        make_whole(&a);
        a.job.dls.damping = PD_IK_ADAPTIVE;
        a.job.solver = PD_IK_DLS;
        a.job.restarts = -1;
        if (pd_ik_job_check(&a.job, NULL) != PD_OK) continue;
        memcpy(&b, &a, sizeof b);
        b.job.rotations = b.rotations, b.job.positions = b.positions, b.job.results = b.results;
        b.job.skeleton = &b.sk, b.job.start = b.start, b.job.targets = b.targets, b.job.moved = &b.moved;
        if (b.job.limits) b.job.limits = b.limits;
        b.job.translation = way;
        for (int t = 0; t < b.job.target_count; t++) {
            pd_ik_target *g = &b.targets[t];
            g->position = g->look_at = g->distance_point = g->centre = pd_vec3_add(g->position, way);
        }
        run_whole(&a);
        run_whole(&b);
        if (a.job.status != PD_IK_REACHED) continue; /* a search that fails may part ways by rounding */
        assert_int_equal(b.job.status, PD_IK_REACHED);
        for (int j = 0; j < a.sk.joint_count; j++)
            worst = fmax(worst, pd_vec3_distance(pd_vec3_add(a.positions[j], way), b.positions[j]));
    }
    printf("moved worlds: answers at most %.2g m apart\n", worst);
    assert_true(worst < 1e-3);
}

/* A path of a hand that a body within its limits walks through: every angle from the lowest spine joint to
 * the elbow by a sine of its own. */
typedef struct hand_path {
    double middle[6][3], half[6][3], pace[6][3], phase[6][3];
} hand_path;

static const char *const path_joints[6] = {"spine1",      "spine2",        "spine3",
                                           "left_collar", "left_shoulder", "left_elbow"};

static pd_vec3 path_at(const hand_path *path, const pd_anim_skeleton *sk, const pd_ik_limit *limits, double t)
{
    pd_quat pose[24];
    pd_vec3 at[24];
    for (int j = 0; j < 24; j++) pose[j] = pd_q_identity();

    for (int k = 0; k < 6; k++) {
        const int j = pd_anim_skeleton_find(sk, path_joints[k]);
        double angles[3];
        for (int c = 0; c < 3; c++)
            angles[c] = path->middle[k][c] + path->half[k][c] * sin(path->pace[k][c] * t + path->phase[k][c]);
        pd_ik_limit_clamp(angles, &limits[j]);
        pose[j] = pd_ik_limit_join(angles, limits[j].frame);
    }
    pd_anim_skeleton_forward(at, NULL, sk, pose, pd_vec3_make(0, 0, 0));
    return at[pd_anim_skeleton_find(sk, "left_wrist")];
}

static void random_path(hand_path *path, const pd_anim_skeleton *sk, const pd_ik_limit *limits)
{
    for (int k = 0; k < 6; k++) {
        const pd_ik_limit *limit = &limits[pd_anim_skeleton_find(sk, path_joints[k])];
        for (int c = 0; c < 3; c++) {
            const double half = 0.5 * (limit->max[c] - limit->min[c]), part = k < 4 ? 0.3 : 0.7;
            path->middle[k][c] = limit->min[c] + half;
            path->half[k][c] = part * half;
            path->pace[k][c] = pd_rng_between(&rng, 0.4, 1.6);
            path->phase[k][c] = pd_rng_between(&rng, 0, 6.283);
        }
    }
}

/* With a chain that grows, from the last answer, within the limits:
 * followed, and no joint faster than it may turn. */
static void a_hand_is_followed_along_paths_that_a_body_can_walk_through(void **state)
{
    (void)state;
    enum { PATHS = 40, FRAMES = 300, SETTLES = 60 };
    const double step = 5.0 / 60;
    pd_anim_skeleton sk;
    pd_ik_limit limits[24];
    int reached = 0, frames = 0, worst = FRAMES;
    double jump = 0, over = 0;
    human_init(&sk);
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], sk.names[j]);

    for (int p = 0; p < PATHS; p++) {
        hand_path path;
        pd_quat last[24], rotations[24];
        int own = 0;
        random_path(&path, &sk, limits);
        for (int j = 0; j < 24; j++) last[j] = pd_q_identity();

        for (int i = -SETTLES; i < FRAMES; i++) {
            pd_ik_target target = {.joint = pd_anim_skeleton_find(&sk, "left_wrist"), .chain_root = -1};
            pd_ik_result result;
            pd_ik_job job = {.rotations = rotations, .results = &result, .skeleton = &sk, .start = last};
            target.has_position = 1;
            target.position = path_at(&path, &sk, limits, i < 0 ? 0 : i / 60.0);
            job.targets = &target;
            job.target_count = 1;
            job.limits = limits;
            job.max_rotation = step;
            job.grows = true;
            pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
            pd_ik_job_run(&job, &arena);

            for (int j = 0; j < 24; j++) {
                over = fmax(over, pd_ik_limit_excess(&limits[j], rotations[j]));
                jump = fmax(jump, pd_q_angle(rotations[j], last[j]));
            }
            memcpy(last, rotations, sizeof last);
            own += i >= 0 && job.status == PD_IK_REACHED;
        }
        reached += own;
        frames += FRAMES;
        worst = own < worst ? own : worst;
    }
    printf("seed %d: %d of %d frames reached, of one path %d of %d at least; a joint turns by %.4f rad at "
           "most\n",
           SEED, reached, frames, worst, FRAMES, jump);
    assert_true(reached >= frames * 98 / 100);
    assert_true(jump <= step + 1e-6);
    assert_true(over < 1e-6);
}

static int set_up(void **state)
{
    (void)state;
    pd_rng_init(&rng, SEED);
    return !pd_arena_init(&arena, 1 << 22);
}

static int tear_down(void **state)
{
    (void)state;
    pd_arena_deinit(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_keep_their_length_and_reported_errors_are_right),
        cmocka_unit_test(an_unreachable_target_is_missed_by_no_more_than_it_must_be),
        cmocka_unit_test(rotating_the_problem_rotates_the_solution),
        cmocka_unit_test(mirroring_the_problem_mirrors_the_solution),
        cmocka_unit_test(a_moving_target_never_makes_the_limb_jump),
        cmocka_unit_test(limits_hold_and_no_number_is_nan_for_any_request),
        cmocka_unit_test(moving_the_world_moves_the_answer),
        cmocka_unit_test(a_hand_is_followed_along_paths_that_a_body_can_walk_through),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
