/* Joint limits applied to the angles of a chain, compared with the functions
 * of limit.c, which work on single rotations. */
#include "tests/support/cmocka.h"

#include "core/ik/job/problem.h"
#include "core/ik/search/solve.h"
#include "tests/support/human.h"

#include <stdlib.h>

static pd_anim_skeleton sk;
static pd_ik_limit limits[24];
static pd_quat start[24];
static pd_ik_result results[1];
static pd_ik_target target;
static pd_vec3 moved;
static pd_arena arena;
static pd_rng rng;

static int joint(const char *name)
{
    return pd_anim_skeleton_find(&sk, name);
}

/* Makes a job from the pelvis to the left hand: balls with an uneven ellipse, boxes, hinges, one joint that
 * is free, one that is locked. */
static pd_ik_job job_of(void)
{
    for (int j = 0; j < 24; j++) {
        start[j] = pd_q_identity();
        limits[j] = (pd_ik_limit){.kind = PD_IK_BALL,
                                  .frame = pd_ik_limit_frame(pd_vec3_make(0.6, 0.8, j % 3 * 0.5), NULL),
                                  .min = {-0.5, -0.3, -0.9},
                                  .max = {0.7, 0.6, 0.4}};
    }
    limits[joint("spine2")].box = limits[joint("left_wrist")].box = 1;
    limits[joint("left_elbow")].kind = PD_IK_HINGE;
    limits[joint("left_collar")] = (pd_ik_limit){.kind = PD_IK_FREE};
    limits[joint("spine3")].kind = PD_IK_LOCKED;
    limits[joint("spine1")].min[1] = 0; /* an ellipse of three quarters */
    limits[joint("left_shoulder")].min[0] = limits[joint("left_shoulder")].max[0] =
        0.1; /* no twist of its own */
    target = (pd_ik_target){.joint = joint("left_hand"),
                            .chain_root = joint("pelvis"),
                            .has_position = 1,
                            .position = {0.4, 1.5, 0.5},
                            .has_orientation = 1,
                            .orientation = {0.3, -0.2, 0.5, 0.7}};
    return (pd_ik_job){.rotations = start,
                       .results = results,
                       .skeleton = &sk,
                       .targets = &target,
                       .target_count = 1,
                       .limits = limits,
                       .moved = &moved};
}

static void make(pd_ik_problem *p, const pd_ik_job *job)
{
    pd_error err = {0};
    if (pd_ik_job_check(job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_reserve(&arena, pd_ik_problem_bytes(job));
    pd_ik_problem_init(p, job, &arena);
}

static void angles_of(double out[3], const pd_ik_problem *p, const pd_ik_node *node)
{
    for (int c = 0; c < 3; c++) out[c] = node->dof[c] < 0 ? node->angle[c] : p->q[node->dof[c]];
}

static void scatter(pd_ik_problem *p, double size)
{
    for (int i = 0; i < p->n; i++) p->q[i] = size * pd_rng_normal(&rng);
}

static void clamping_a_problem_is_clamping_its_joints(void **state)
{
    (void)state;
    pd_ik_job job = job_of();
    pd_ik_problem p;
    int kinds[4] = {0}, changed = 0;
    make(&p, &job);
    for (int trial = 0; trial < 300; trial++) {
        double before[8][3], expected[3], after[3];
        scatter(&p, trial % 2 ? 0.4 : 2);
        assert_true(p.node_count <= 8);
        for (int k = 0; k < p.node_count; k++) angles_of(before[k], &p, &p.nodes[k]);
        pd_ik_problem_clamp(&p);
        for (int k = 0; k < p.node_count; k++) {
            const pd_ik_node *node = &p.nodes[k];
            const pd_ik_limit *limit = &limits[node->joint];
            angles_of(after, &p, node);
            kinds[limit->kind]++;
            if (limit->kind == PD_IK_FREE) continue;
            for (int c = 0; c < 3; c++)
                expected[c] = fmin(fmax(before[k][c], limit->min[c]),
                                   limit->max[c]); /* the box about an ellipse first */
            pd_ik_limit_clamp(expected, &node->limit);
            for (int c = 0; c < 3; c++) {
                assert_near(after[c], expected[c], 1e-9);
                changed += after[c] != before[k][c];
            }
            assert_near(pd_ik_limit_excess(limit, pd_ik_limit_join(after, limit->frame)), 0, 1e-6);
        }
    }
    assert_true(changed > 500 && kinds[PD_IK_FREE] && kinds[PD_IK_BALL] && kinds[PD_IK_HINGE] &&
                !kinds[PD_IK_LOCKED]);
}

/* A free joint's angles come back to half a turn; where it points to stays. */
static void a_free_joints_angles_come_back_and_its_rotation_stays(void **state)
{
    (void)state;
    pd_ik_job job = job_of();
    pd_ik_problem p;
    int k = 0, far = 0;
    make(&p, &job);
    while (p.nodes[k].joint != joint("left_collar")) k++;
    const pd_ik_node *node = &p.nodes[k];
    for (int trial = 0; trial < 400; trial++) {
        double before[3], after[3];
        scatter(&p, 0.1);
        for (int c = 0; c < 3; c++) p.q[node->dof[c]] = (trial % 4 + 0.3) * pd_rng_normal(&rng);
        angles_of(before, &p, node);
        double swing = hypot(before[1], before[2]);
        pd_ik_problem_clamp(&p);
        angles_of(after, &p, node);
        assert_true(fabs(after[0]) <= M_PI + 1e-12);
        if (swing > 4 * M_PI) {
            assert_true(after[1] == 0 && after[2] == 0);
            continue;
        }
        if (swing < 3 * M_PI) assert_true(hypot(after[1], after[2]) <= M_PI + 1e-9);
        far += swing > M_PI;
        const pd_quat none = pd_q_identity();
        assert_near(pd_q_angle(pd_ik_limit_join(before, none), pd_ik_limit_join(after, none)), 0, 1e-6);
        if (swing < M_PI) assert_true(before[1] == after[1] && before[2] == after[2]);
        if (fabs(before[0]) < M_PI) assert_true(before[0] == after[0]);
    }
    assert_true(far > 30);
}

static double slope(const pd_ik_problem *p, const double *jacobian, int i)
{
    double sum = 0;
    for (int r = 0; r < p->m; r++) sum += jacobian[i * p->m + r] * p->e[r];
    return sum;
}

/* A coordinate at its bound that is pushed outwards is held. At a rim the columns become an orthonormal
 * tangent and normal; a step along them converts back to the same step. */
static void a_variable_at_its_bound_is_held(void **state)
{
    (void)state;
    pd_ik_job job = job_of();
    pd_ik_problem p;
    int held = 0, rims = 0, loose = 0;
    double *jacobian, *vector, *was, *q;
    make(&p, &job);
    jacobian = malloc((size_t)(p.n * p.m) * sizeof *jacobian);
    vector = malloc(3 * (size_t)p.n * sizeof *vector), was = vector + p.n, q = was + p.n;

    for (int trial = 0; trial < 200; trial++) {
        scatter(&p, 1.5);
        pd_ik_problem_clamp(&p);
        pd_ik_problem_pose(&p);
        pd_ik_problem_jacobian(&p);
        memcpy(jacobian, p.jacobian, (size_t)(p.n * p.m) * sizeof *jacobian);
        memcpy(q, p.q, (size_t)p.n * sizeof *q);
        for (int i = 0; i < p.n; i++) vector[i] = was[i] = 1e-3 * pd_rng_normal(&rng);
        pd_ik_problem_hold(&p, vector);

        for (int k = 0; k < p.node_count; k++) {
            const pd_ik_node *node = &p.nodes[k];
            const pd_ik_limit *limit = &limits[node->joint];
            const int iy = node->dof[1], iz = node->dof[2];
            const bool ball = limit->kind == PD_IK_BALL && !limit->box;
            double a[3];
            angles_of(a, &p, node);
            for (int c = 0; c < 3; c++) {
                int i = node->dof[c];
                if (i < 0 || (ball && c)) continue;
                bool low = limit->kind != PD_IK_FREE && p.q[i] <= limit->min[c],
                     high = limit->kind != PD_IK_FREE && p.q[i] >= limit->max[c];
                double g = slope(&p, jacobian, i);
                assert_int_equal(p.held[i], (low && g < 0) || (high && g > 0));
                held += p.held[i], loose += (low || high) && !p.held[i];
            }
            if (!ball || iy < 0 || iz < 0) continue;

            double ay = a[1] < 0 ? -limit->min[1] : limit->max[1],
                   az = a[2] < 0 ? -limit->min[2] : limit->max[2];
            double ny = ay > 0 ? a[1] / (ay * ay) : 0, nz = a[2] / (az * az), length = hypot(ny, nz);
            double rim = (ay > 0 ? a[1] * a[1] / (ay * ay) : 0) + a[2] * a[2] / (az * az);
            ny /= length, nz /= length;
            double outward = ny * slope(&p, jacobian, iy) + nz * slope(&p, jacobian, iz);
            bool at_rim = rim >= 1 - 1e-9 && outward > 0;
            assert_int_equal(p.rim[k][2] != 0, at_rim);
            if (!at_rim) continue;
            rims++;
            assert_int_equal(p.held[iz], 1);
            assert_near(p.rim[k][0], ny, 1e-12);
            assert_near(p.rim[k][1], nz, 1e-12);
            for (int r = 0; r < p.m; r++) {
                double y = jacobian[iy * p.m + r], z = jacobian[iz * p.m + r];
                assert_near(p.jacobian[iy * p.m + r], ny * z - nz * y, 1e-12);
                assert_near(p.jacobian[iz * p.m + r], ny * y + nz * z, 1e-12);
            }
            assert_near(vector[iy], ny * was[iz] - nz * was[iy], 1e-15);
            assert_near(vector[iz], ny * was[iy] + nz * was[iz], 1e-15);
        }

        /* the step is unchanged, and q moves by it as far as the limits permit */
        double most = 0, far = pd_ik_problem_move(&p, vector);
        for (int i = 0; i < p.n; i++) {
            assert_near(vector[i], was[i], 1e-15);
            most = fmax(most, fabs(p.q[i] - q[i]));
            q[i] += was[i];
        }
        assert_near(far, most, 1e-15);
        for (int i = 0; i < p.n; i++) vector[i] = p.q[i], p.q[i] = q[i];
        pd_ik_problem_clamp(&p);
        for (int i = 0; i < p.n; i++) assert_near(p.q[i], vector[i], 1e-12);
    }
    assert_true(held > 50 && loose > 50 && rims > 50);
    free(jacobian), free(vector);
}

/* With max_rotation a joint ends on its way from the start, that far, or where it was when that is nearer. */
static void no_joint_rotates_farther_from_its_start_than_allowed(void **state)
{
    (void)state;
    pd_ik_job job = job_of();
    pd_ik_problem p;
    int cut = 0, kept = 0;
    job.max_rotation = 0.3;
    make(&p, &job);
    for (int trial = 0; trial < 200; trial++) {
        double before[8][3], most = 0;
        scatter(&p, trial % 3 ? 0.8 : 0.12);
        job.max_rotation = 0; /* the limits alone */
        pd_ik_problem_clamp(&p);
        for (int k = 0; k < p.node_count; k++) angles_of(before[k], &p, &p.nodes[k]);
        job.max_rotation = 0.3;
        pd_ik_problem_clamp(&p);
        for (int k = 0; k < p.node_count; k++) {
            const pd_ik_node *node = &p.nodes[k];
            double from[3], after[3], along = 0, square = 0;
            angles_of(after, &p, node);
            for (int c = 0; c < 3; c++) from[c] = node->dof[c] < 0 ? node->angle[c] : p.start[node->dof[c]];
            const pd_quat none = pd_q_identity(), first = pd_ik_limit_join(from, none);
            double far = pd_q_angle(first, pd_ik_limit_join(before[k], none)),
                   now = pd_q_angle(first, pd_ik_limit_join(after, none));
            most = fmax(most, now);
            if (far <= 0.3) {
                for (int c = 0; c < 3; c++) assert_near(after[c], before[k][c], 0);
                kept++;
                continue;
            }
            cut++;
            assert_near(now, 0.3, 1e-4);
            assert_true(now <= 0.3 + 1e-8);
            for (int c = 0; c < 3; c++) {
                along += (after[c] - from[c]) * (before[k][c] - from[c]);
                square += (before[k][c] - from[c]) * (before[k][c] - from[c]);
            }
            for (int c = 0; c < 3; c++)
                assert_near(after[c] - from[c], along / square * (before[k][c] - from[c]), 1e-9);
        }
        assert_near(pd_ik_problem_rotation(&p), most, 1e-9);
    }
    assert_true(cut > 100 && kept > 100);
}

static void joints_at_their_limit_are_reported(void **state)
{
    (void)state;
    pd_ik_job job = job_of();
    pd_ik_problem p;
    unsigned char hits[24];
    make(&p, &job);
    for (int k = 0; k < p.node_count; k++) {
        const pd_ik_node *node = &p.nodes[k];
        const pd_ik_limit *limit = &limits[node->joint];
        for (int place = 0; place < 8; place++) {
            static const double swings[8][2] = {{0, 0}, {0, 0},  {0, 0},     {1, 0},
                                                {0, 1}, {0, -1}, {0.6, 0.8}, {0.59, 0.79}};
            int expected = 0;
            for (int i = 0; i < p.n; i++) p.q[i] = p.start[i];
            if (place == 1 && node->dof[0] >= 0)
                p.q[node->dof[0]] = limit->max[0], expected = PD_IK_HIT_TWIST;
            if (place == 2 && node->dof[0] >= 0)
                p.q[node->dof[0]] = limit->min[0], expected = PD_IK_HIT_TWIST;
            for (int c = 1; c < 3; c++) {
                double s = swings[place][c - 1];
                if (node->dof[c] >= 0) p.q[node->dof[c]] = s < 0 ? -s * limit->min[c] : s * limit->max[c];
            }
            if (place > 2 && node->dof[1] >= 0)
                expected = place < 6 || (place == 6 && !limit->box) ? PD_IK_HIT_SWING : 0;
            if (limit->kind == PD_IK_FREE) expected = 0;
            pd_ik_problem_hits(&p, hits);
            if (limit->min[1] < 0 || !limit->max[1]) assert_int_equal(hits[node->joint], expected);
            for (int j = 0; j < 24; j++)
                if (j != node->joint) assert_false(hits[j] & PD_IK_HIT_SPEED);
        }
    }

    job.max_rotation = 0.2;
    for (int i = 0; i < p.n; i++) p.q[i] = p.start[i];
    const pd_ik_node *last = &p.nodes[p.node_count - 1];
    p.q[last->dof[1]] = 0.2;
    pd_ik_problem_hits(&p, hits);
    assert_int_equal(hits[last->joint] & PD_IK_HIT_SPEED, PD_IK_HIT_SPEED);
    p.q[last->dof[1]] = 0.199;
    pd_ik_problem_hits(&p, hits);
    assert_int_equal(hits[last->joint] & PD_IK_HIT_SPEED, 0);
}

static void a_random_pose_is_inside_and_anywhere_there(void **state)
{
    (void)state;
    pd_ik_job job = job_of();
    job.move_root = 1;
    pd_ik_problem p;
    pd_quat rotations[24];
    pd_vec3 translation;
    double low[64], high[64];
    make(&p, &job);
    for (int i = 0; i < p.n; i++) low[i] = 1e9, high[i] = -1e9;
    for (int trial = 0; trial < 300; trial++) {
        pd_ik_problem_random(&p, &rng);
        job.translation = pd_vec3_make(1, 2, 3);
        pd_ik_problem_write(&p, rotations, &translation);
        assert_near(pd_vec3_distance(translation, job.translation), 0, 0);
        for (int i = 0; i < p.n; i++) low[i] = fmin(low[i], p.q[i]), high[i] = fmax(high[i], p.q[i]);
        for (int k = 0; k < p.node_count; k++) {
            const pd_ik_node *node = &p.nodes[k];
            double a[3];
            angles_of(a, &p, node);
            assert_near(pd_ik_limit_excess(&limits[node->joint], rotations[node->joint]), 0, 1e-6);
            assert_near(pd_q_angle(rotations[node->joint], pd_ik_limit_join(a, node->limit.frame)), 0, 1e-7);
        }
    }
    for (int k = 0; k < p.node_count; k++)
        for (int c = 0; c < 3; c++) {
            const pd_ik_limit *limit = &limits[p.nodes[k].joint];
            int i = p.nodes[k].dof[c];
            if (i < 0) continue;
            double from = limit->kind == PD_IK_FREE ? -2 : limit->min[c],
                   to = limit->kind == PD_IK_FREE ? 2 : limit->max[c];
            assert_true(low[i] >= from && low[i] < from + 0.1 * (to - from));
            assert_true(high[i] <= to && high[i] > to - 0.1 * (to - from));
        }

    /* the root's place is added to the job's */
    for (int c = 0; c < 3; c++) p.q[c] = 0.1 * (c + 1);
    pd_ik_problem_write(&p, rotations, &translation);
    assert_near(pd_vec3_distance(translation, pd_vec3_make(1.1, 2.2, 3.3)), 0, 1e-12);
}

static int setup(void **state)
{
    (void)state;
    human_init(&sk);
    pd_rng_init(&rng, 19);
    return !pd_arena_init(&arena, 0);
}

static int teardown(void **state)
{
    (void)state;
    pd_arena_deinit(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clamping_a_problem_is_clamping_its_joints),
        cmocka_unit_test(a_free_joints_angles_come_back_and_its_rotation_stays),
        cmocka_unit_test(a_variable_at_its_bound_is_held),
        cmocka_unit_test(no_joint_rotates_farther_from_its_start_than_allowed),
        cmocka_unit_test(joints_at_their_limit_are_reported),
        cmocka_unit_test(a_random_pose_is_inside_and_anywhere_there),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
