/* Tests SCAPE: known deformations of triangles are found, and vertices are compared with a dense
 * least-squares solution. */
#include "tests/support/sleeve.h"

#include "core/kernel/linalg.h"
#include "train/learn/triangles.h"

/* Q of A Q = F, for a turn and a stretch that are known. */
static void deformation_of_a_known_triangle_is_found(void **state)
{
    (void)state;
    const double a[3] = {0.1, 0.2, 0.3}, b[3] = {0.4, 0.1, 0.3}, c[3] = {0.2, 0.6, 0.2},
                 half[3] = {0, 0, 1.1};
    double turn[9], before[9], after[9], f[9], q[9], corners[3][3];
    pd_rot_from_axis_angle(turn, half);

    /* The mesh is the turned triangle, 1.2 times as large in all directions. */
    const double *const rest[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        pd_mat3_apply(corners[i], turn, rest[i]);
        for (int n = 0; n < 3; n++) corners[i][n] = 1.2 * corners[i][n] + n;
    }
    assert_true(pd_learn_triangle_frame(before, a, b, c));
    assert_true(pd_learn_triangle_frame(after, corners[0], corners[1], corners[2]));
    assert_true(pd_learn_triangle_change(f, after, before));
    for (int i = 0; i < 9; i++) assert_float_equal(f[i], 1.2 * turn[i], 1e-12);

    /* With A the turn, Q is the stretch: (1 + d)^-1 (1.2 + d) on the diagonal for the damping d = 0.01. */
    pd_learn_triangle_solve(q, turn, f);
    const double diagonal = (1.2 + 0.01 * 1) / 1.01;
    for (int r = 0; r < 3; r++)
        for (int n = 0; n < 3; n++) assert_float_equal(q[3 * r + n], r == n ? diagonal : 0, 1e-12);

    /* A triangle without area has no frame. */
    assert_false(pd_learn_triangle_frame(before, a, a, c));
}

/* The vertices are those that a dense solution of the same sum of squares gives. */
static void vertices_are_the_least_squares_of_the_edges(void **state)
{
    (void)state;
    pd_learn_template tpl;
    sleeve_template(&tpl);
    const size_t v = (size_t)tpl.vertex_count;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    pd_k_sparse factor = {0};
    double *right = calloc(3 * v, sizeof *right), *scratch = malloc(3 * v * sizeof *scratch),
           *rest = malloc(3 * v * sizeof *rest), *dense = calloc(v * v, sizeof *dense),
           *wanted = calloc(3 * v, sizeof *wanted), *column = malloc(v * sizeof *column);
    for (size_t i = 0; i < 3 * v; i++) rest[i] = (double)tpl.vertices[i];

    /* Every triangle has its own deformation as goal, and no vertices reach all of them. Sum of (x_b - x_a -
     * m e)^2 over its edges. */
    for (int f = 0; f < tpl.face_count; f++) {
        const uint32_t *face = tpl.faces + 3 * (size_t)f;
        double m[9];
        for (int i = 0; i < 9; i++) m[i] = (i % 4 == 0) + 0.3 * pd_rng_normal(&rng);
        pd_learn_triangle_want(right, face, rest, m);
        for (int side = 0; side < 3; side++) {
            const size_t a = face[side], b = face[(side + 1) % 3];
            dense[a * v + a] += 1, dense[b * v + b] += 1, dense[a * v + b] -= 1, dense[b * v + a] -= 1;
            for (size_t r = 0; r < 3; r++) {
                double e = 0;
                for (size_t c = 0; c < 3; c++) e += m[3 * r + c] * (rest[3 * b + c] - rest[3 * a + c]);
                wanted[3 * b + r] += e, wanted[3 * a + r] -= e;
            }
        }
    }
    for (size_t i = 0; i < v; i++) {
        dense[i * v + i] += 1e-4;
        for (size_t c = 0; c < 3; c++)
            right[3 * i + c] += 1e-4 * rest[3 * i + c], wanted[3 * i + c] += 1e-4 * rest[3 * i + c];
    }

    assert_true(pd_learn_triangles_factor(&factor, &tpl));
    pd_k_sparse_solve3(right, &factor, scratch);
    assert_true(pd_k_cholesky(dense, (int)v));
    for (size_t c = 0; c < 3; c++) {
        for (size_t i = 0; i < v; i++) column[i] = wanted[3 * i + c];
        pd_k_cholesky_solve(column, dense, (int)v);
        for (size_t i = 0; i < v; i++) assert_float_equal(right[3 * i + c], column[i], 1e-7);
    }
    pd_k_sparse_deinit(&factor);
    free(right), free(scratch), free(rest), free(dense), free(wanted), free(column);
    pd_learn_template_deinit(&tpl);
}

/* joints: 0 middle, 1 left_1, 2 right_1, 3 left_2, 4 right_2, at 0, +-.22, +-.52 m. */
static void a_triangle_is_driven_by_the_two_joints_beside_it(void **state)
{
    (void)state;
    pd_learn_template tpl;
    sleeve_template(&tpl);
    const double joints[15] = {0, 1, 0, 0.22, 1, 0, -0.22, 1, 0, 0.52, 1, 0, -0.52, 1, 0};
    const double at[3] = {0.3, 1, 0};
    assert_int_equal(pd_learn_scape_joints(&tpl, joints, 0, at), 1 << 1 | 1 << 2);
    assert_int_equal(pd_learn_scape_joints(&tpl, joints, 1, at), 1 << 1 | 1 << 3);
    assert_int_equal(pd_learn_scape_joints(&tpl, joints, 4, at), 1 << 4);
    pd_learn_template_deinit(&tpl);
}

/* Bends every part rigidly and stretches its triangles by 1 + 0.3 times the first number of its joint's
 * rotation vector. SCAPE can represent that exactly; skinning with corrections of vertices cannot. */
static double stretched(double *plain, double *matrix)
{
    pd_error err = {0};
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth;
    pd_learn_comparison found = {0};
    pd_rng rng;
    sleeve_template(&tpl);
    sleeve_set(&set, &truth, &tpl, 3, 16, 0, 0, 0, 5);
    pd_rng_init(&rng, 9);

    /* Each mesh again, from triangles. */
    const size_t v = 3 * (size_t)tpl.vertex_count;
    pd_k_sparse factor = {0};
    double *right = malloc(v * sizeof *right), *scratch = malloc(v * sizeof *scratch);
    assert_true(pd_learn_triangles_factor(&factor, &tpl));
    for (int j = 0; j < set.poses.count; j++) {
        pd_learn_pose pose;
        const size_t s = (size_t)set.poses.subjects[j];
        const double *rotations = truth.rotations + 9 * SLEEVE_JOINTS * (size_t)j,
                     *rest = truth.templates + v * s;
        float *mesh = set.poses.vertices + v * (size_t)j;
        pd_learn_pose_set(&pose, &tpl, truth.joints + 3 * SLEEVE_JOINTS * s, rotations);
        for (size_t i = 0; i < v; i++) right[i] = 1e-4 * (double)mesh[i];
        for (int f = 0; f < tpl.face_count; f++) {
            const uint32_t *face = tpl.faces + 3 * (size_t)f;
            const int part = tpl.parts[face[0]];
            double m[9], angle[3] = {0};
            if (part) pd_rot_to_axis_angle(angle, rotations + 9 * part);
            for (int i = 0; i < 9; i++) m[i] = (1 + 0.3 * angle[0]) * pose.world[part][i];
            pd_learn_triangle_want(right, face, rest, m);
        }
        pd_k_sparse_solve3(right, &factor, scratch);
        for (size_t i = 0; i < v; i++) mesh[i] = (float)right[i];
    }
    pd_k_sparse_deinit(&factor);
    free(right), free(scratch);

    /* Two of 16 meshes of each person are held out. */
    int kept = 0;
    for (int j = 0; j < 48; j++) {
        float *mesh = set.poses.vertices + v * (size_t)j;
        if (j % 16 < 14) {
            memmove(set.poses.vertices + v * (size_t)kept, mesh, v * sizeof *mesh);
            set.poses.subjects[kept++] = set.poses.subjects[j];
            continue;
        }
        float *to =
            pd_learn_meshes_add(&set.held_out, set.vertex_count, set.poses.subjects[j], "held out", &err);
        memcpy(to, mesh, v * sizeof *mesh);
    }
    set.poses.count = kept;

    const pd_learn_problem problem = {&tpl, &set, PD_LEARN_LAMBDAS, &pd_executor_serial, NULL, false, false};
    if (pd_learn_compare(&found, &problem, &truth, &err)) fail_msg("%s: %s", err.where, err.detail);
    *plain = found.rows[PD_LEARN_LBS].held_out_mm;
    *matrix = found.rows[PD_LEARN_MATRIX].held_out_mm;
    const double scape = found.rows[PD_LEARN_SCAPE].held_out_mm;
    print_message("LBS %.3f, SCAPE %.3f, in LBS's poses %.3f, R - I %.3f mm\n", *plain, scape,
                  found.rows[PD_LEARN_SCAPE_LBS].held_out_mm, *matrix);
    pd_learn_state_deinit(&truth);
    pd_learn_set_deinit(&set);
    pd_learn_template_deinit(&tpl);
    return scape;
}

static void bodies_of_scape_are_found_by_scape(void **state)
{
    (void)state;
    double plain, matrix, scape = stretched(&plain, &matrix);
    assert_true(scape < 0.3 * plain);
    assert_true(scape < 0.6 * matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deformation_of_a_known_triangle_is_found),
        cmocka_unit_test(vertices_are_the_least_squares_of_the_edges),
        cmocka_unit_test(a_triangle_is_driven_by_the_two_joints_beside_it),
        cmocka_unit_test(bodies_of_scape_are_found_by_scape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
