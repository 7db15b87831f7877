/* Tests one step of each solver that is a formula. The formula is computed again with plain dense algebra
 * from J and e. */
#include "tests/support/cmocka.h"

#include "core/ik/methods/method.h"
#include "tests/support/human.h"

#include <string.h>

enum { MOST = 64 };

static pd_anim_skeleton sk;
static pd_arena arena;
static pd_quat start[24], pose[24];

typedef struct scene {
    pd_ik_target target;
    pd_ik_job job;
    pd_ik_problem problem;
    double j[MOST][MOST], e[MOST], q[MOST]; /* J (m,n), the residual, the angles before the step */
    int m, n;
} scene;

/* Makes a bent arm, 15 cm and 0.3 rad from its target. No joint has a limit, so that no step is cut. */
static void make(scene *s, const char *root, int orientation)
{
    pd_vec3 at[24];
    pd_quat world[24];
    int tip = pd_anim_skeleton_find(&sk, "left_wrist");
    memset(s, 0, sizeof *s);
    for (int j = 0; j < 24; j++)
        start[j] = pd_q_from_rotvec(pd_vec3_make(0.1, -0.3 - 0.02 * j, 0.2 - 0.01 * j));
    memcpy(pose, start, sizeof pose);
    pd_anim_skeleton_forward(at, world, &sk, start, pd_vec3_make(0, 0, 0));
    s->target =
        (pd_ik_target){.joint = tip, .chain_root = pd_anim_skeleton_find(&sk, root), .has_position = 1};
    s->target.position = pd_vec3_add(at[tip], pd_vec3_make(0.02, -0.03, 0.01));
    s->target.has_orientation = orientation;
    s->target.orientation = pd_q_mul(pd_q_from_rotvec(pd_vec3_make(0.03, 0.02, -0.01)), world[tip]);
    s->job = (pd_ik_job){.rotations = pose, .skeleton = &sk, .targets = &s->target, .target_count = 1};
    s->job.tolerance = 1e-6;
    s->job.start = start;
    pd_arena_reset(&arena);
    pd_arena_reserve(&arena, pd_ik_problem_bytes(&s->job));
    pd_ik_problem_init(&s->problem, &s->job, &arena);
}

static void take_rows(scene *s)
{
    pd_ik_problem *p = &s->problem;
    pd_ik_problem_pose(p);
    pd_ik_problem_jacobian(p);
    s->m = p->m, s->n = p->n;
    assert_true(s->n <= MOST && s->n > s->m);
    for (int r = 0; r < s->m; r++) {
        s->e[r] = p->e[r];
        for (int i = 0; i < s->n; i++) s->j[r][i] = p->jacobian[i * p->m + r];
    }
    memcpy(s->q, p->q, (size_t)s->n * sizeof *s->q);
}

/* Solves a x = b by elimination with the largest pivot. */
static void eliminate(double x[MOST], double a[MOST][MOST], const double b[MOST], int n)
{
    double right[MOST];
    memcpy(right, b, sizeof right);
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
        for (int k = 0; k < n; k++) {
            double t = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = t;
        }
        double t = right[c];
        right[c] = right[pivot];
        right[pivot] = t;
        for (int r = c + 1; r < n; r++) {
            double f = a[r][c] / a[c][c];
            for (int k = c; k < n; k++) a[r][k] -= f * a[c][k];
            right[r] -= f * right[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        x[r] = right[r];
        for (int k = r + 1; k < n; k++) x[r] -= a[r][k] * x[k];
        x[r] /= a[r][r];
    }
}

/* Computes J^T (J J^T + damping I)^-1 v. */
static void inverse_times(double out[MOST], const scene *s, const double v[MOST], double damping)
{
    double a[MOST][MOST], y[MOST];
    for (int r = 0; r < s->m; r++)
        for (int c = 0; c < s->m; c++) {
            a[r][c] = r == c ? damping : 0;
            for (int i = 0; i < s->n; i++) a[r][c] += s->j[r][i] * s->j[c][i];
        }
    eliminate(y, a, v, s->m);
    for (int i = 0; i < s->n; i++) {
        out[i] = 0;
        for (int r = 0; r < s->m; r++) out[i] += s->j[r][i] * y[r];
    }
}

static void expect_step(const scene *s, const double d[MOST], double tolerance)
{
    double length = 0;
    for (int i = 0; i < s->n; i++) {
        assert_near(s->problem.q[i] - s->q[i], d[i], tolerance);
        length += d[i] * d[i];
    }
    assert_true(sqrt(length) > 1e-3); /* there is a step to compare */
}

static void a_step_of_pinv_is_the_pseudoinverse_times_the_error(void **state)
{
    (void)state;
    for (int orientation = 0; orientation < 2; orientation++) {
        scene s;
        double d[MOST];
        pd_ik_search search = {1, 0, 0};
        make(&s, "left_collar", orientation);
        take_rows(&s);
        inverse_times(d, &s, s.e, 0);
        pd_ik_pinv_run(&s.problem, &search);
        assert_int_equal(search.used, 1);
        expect_step(&s, d, 1e-9);
    }
}

/* The constant damping enters squared. */
static void a_step_of_dls_is_damped_by_the_square_of_lambda(void **state)
{
    (void)state;
    static const double lambdas[] = {0.05, 0.3, 2};
    for (int k = 0; k < 6; k++) {
        scene s;
        double d[MOST], lambda = lambdas[k / 2];
        pd_ik_search search = {1, 0, 0};
        make(&s, "left_collar", k % 2);
        s.job.dls.damping = PD_IK_CONSTANT;
        s.job.dls.lambda = lambda;
        take_rows(&s);
        inverse_times(d, &s, s.e, lambda * lambda);
        pd_ik_dls_run(&s.problem, &search);
        assert_int_equal(search.used, 1);
        expect_step(&s, d, 1e-12);
    }
}

/* Adaptive: lambda is 0.03 E + 1e-6, with E = |e|^2, and near the target nothing else is added. */
static void a_step_of_adaptive_dls_is_damped_by_the_error(void **state)
{
    (void)state;
    scene s;
    double d[MOST], squared = 0;
    pd_ik_search search = {1, 0, 0};
    make(&s, "left_collar", 1);
    take_rows(&s);
    for (int r = 0; r < s.m; r++) squared += s.e[r] * s.e[r];
    assert_true(squared < 0.3);
    inverse_times(d, &s, s.e, 0.03 * squared + 1e-6);
    pd_ik_dls_run(&s.problem, &search);
    expect_step(&s, d, 1e-12);
}

static void a_step_of_transpose_minimises_the_linear_model_along_the_gradient(void **state)
{
    (void)state;
    for (int orientation = 0; orientation < 2; orientation++) {
        scene s;
        double d[MOST] = {0}, up = 0, down = 0;
        pd_ik_search search = {1, 0, 0};
        make(&s, "left_collar", orientation);
        take_rows(&s);
        for (int i = 0; i < s.n; i++)
            for (int r = 0; r < s.m; r++) d[i] += s.j[r][i] * s.e[r];
        for (int r = 0; r < s.m; r++) {
            double je = 0;
            for (int i = 0; i < s.n; i++) je += s.j[r][i] * d[i];
            up += s.e[r] * je;
            down += je * je;
        }
        for (int i = 0; i < s.n; i++) d[i] *= up / down;
        pd_ik_transpose_run(&s.problem, &search);
        assert_int_equal(search.used, 1);
        expect_step(&s, d, 1e-12);
    }
}

/* d = J+ e + (J+ J - I) z, z_i = (q_i - q_ci) min(1, alpha_i |q_i - q_ci|):
 * the second part moves no effector. */
static void a_step_of_the_null_space_is_its_projection_of_the_pull(void **state)
{
    (void)state;
    scene s;
    double z[MOST], back[MOST], jz[MOST] = {0}, d[MOST], moves = 0;
    pd_ik_search search = {1, 0, 0};
    make(&s, "spine1", 1);
    pd_vec3 at[24];
    pd_quat world[24];
    pd_anim_skeleton_forward(at, world, &sk, start, pd_vec3_make(0, 0, 0));
    s.target.position = at[s.target.joint]; /* where it is: only the pull moves */
    s.target.orientation = world[s.target.joint];
    pd_ik_problem_retarget(&s.problem);
    s.problem.tolerance = 0.05; /* the arc of a step leaves the straight line */
    for (int i = 0; i < s.problem.n; i++) {
        s.problem.gain[i] = 0.1 + 0.05 * (i % 3);
        s.problem.rest[i] = s.problem.q[i] + (i % 2 ? 0.3 : -0.2);
    }
    take_rows(&s);

    for (int i = 0; i < s.n; i++) {
        double away = s.q[i] - s.problem.rest[i];
        z[i] = away * fmin(1, s.problem.gain[i] * fabs(away));
    }
    for (int r = 0; r < s.m; r++) {
        jz[r] = s.e[r];
        for (int i = 0; i < s.n; i++) jz[r] += s.j[r][i] * z[i];
    }
    inverse_times(back, &s, jz, 0);
    for (int i = 0; i < s.n; i++) d[i] = back[i] - z[i];
    for (int r = 0; r < s.m; r++) {
        double sum = -s.e[r];
        for (int i = 0; i < s.n; i++) sum += s.j[r][i] * d[i];
        moves = fmax(moves, fabs(sum));
    }
    assert_near(moves, 0, 1e-12);

    pd_ik_nullspace_settle(&s.problem, &search);
    assert_int_equal(search.used, 1);
    expect_step(&s, d, 1e-7); /* its J J^T has 1e-9 on the diagonal */
}

static int set_up(void **state)
{
    (void)state;
    human_init(&sk);
    return !pd_arena_init(&arena, 0);
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
        cmocka_unit_test(a_step_of_pinv_is_the_pseudoinverse_times_the_error),
        cmocka_unit_test(a_step_of_dls_is_damped_by_the_square_of_lambda),
        cmocka_unit_test(a_step_of_adaptive_dls_is_damped_by_the_error),
        cmocka_unit_test(a_step_of_transpose_minimises_the_linear_model_along_the_gradient),
        cmocka_unit_test(a_step_of_the_null_space_is_its_projection_of_the_pull),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
