/* Tests the sparse Cholesky solver on graph Laplacians: the known solution is found, and indefinite or too
 * large systems are refused. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/kernel/sparse.h"

#include <math.h>
#include <stdlib.h>

#define N 200

/* Makes a graph Laplacian of random edges plus a diagonal, which is positive definite.
 * Returns the number of entries. */
static int make_matrix(int *start, int *row, double *value, double dense[N][N], double diagonal)
{
    pd_rng rng;
    int count = 0;
    pd_rng_init(&rng, 7);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) dense[i][j] = i == j ? diagonal : 0;
    for (int e = 0; e < 4 * N; e++) {
        int i = pd_rng_below(&rng, N), j = pd_rng_below(&rng, N);
        double w = 0.1 + pd_rng_uniform(&rng);
        if (i == j) continue;
        dense[i][i] += w, dense[j][j] += w, dense[i][j] -= w, dense[j][i] -= w;
    }
    for (int j = 0; j < N; j++) {
        start[j] = count;
        for (int i = j; i < N; i++)
            if (dense[i][j] != 0) row[count] = i, value[count++] = dense[i][j];
    }
    return start[N] = count;
}

static double dense[N][N];
static int start[N + 1], row[N * N];
static double value[N * N];

static void the_solver_finds_the_known_solution_of_a_system(void **state)
{
    (void)state;
    pd_k_sparse factor;
    pd_rng rng;
    double x[N][3], b[N][3], scratch[N][3], worst = 0;
    make_matrix(start, row, value, dense, 0.01);
    assert_true(pd_k_sparse_factor(&factor, N, start, row, value));
    pd_rng_init(&rng, 8);
    for (int i = 0; i < 3 * N; i++) x[i / 3][i % 3] = pd_rng_normal(&rng);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) {
            b[i][c] = 0;
            for (int j = 0; j < N; j++) b[i][c] += dense[i][j] * x[j][c];
        }
    pd_k_sparse_solve3(&b[0][0], &factor, &scratch[0][0]);
    for (int i = 0; i < 3 * N; i++) worst = fmax(worst, fabs(b[i / 3][i % 3] - x[i / 3][i % 3]));
    print_message("largest difference %.2g\n", worst);
    assert_true(worst < 1e-9);
    pd_k_sparse_deinit(&factor);
}

static void an_indefinite_system_is_refused(void **state)
{
    (void)state;
    pd_k_sparse factor;
    make_matrix(start, row, value, dense, -1);
    assert_false(pd_k_sparse_factor(&factor, N, start, row, value));
    assert_null(factor.value);
}

/* A graph of 3,000 vertices with three random edges each: L has 193 entries a row, which take 127,000
 * operations a row. */
static void a_factor_larger_than_its_bound_is_refused(void **state)
{
    enum { many = 3000, edges = 3 * many };
    int *first = calloc(many + 1, sizeof *first), *rows = malloc((many + edges) * sizeof *rows);
    double *values = malloc((many + edges) * sizeof *values);
    const pd_k_sparse_bound few = {120.0 * many, 1e12}, slow = {1e12, 1e5 * many},
                            enough = {400.0 * many, 1e12};
    pd_k_sparse factor;
    pd_rng rng;
    int count = 0;
    (void)state;
    pd_rng_init(&rng, 9);
    for (int j = 0; j < many; j++) {
        first[j] = count;
        rows[count] = j, values[count++] = 50;
        for (int k = 0, last = j; k < 3 && last + 1 < many; k++) {
            last += 1 + pd_rng_below(&rng, (many - last - 1 + 2 - k) / (3 - k));
            rows[count] = last, values[count++] = -1;
        }
    }
    first[many] = count;
    assert_false(pd_k_sparse_factor_within(&factor, many, first, rows, values, &few));
    assert_null(factor.value);
    assert_false(pd_k_sparse_factor_within(&factor, many, first, rows, values, &slow));
    assert_true(pd_k_sparse_factor_within(&factor, many, first, rows, values, &enough));
    print_message("%.0f entries a row\n", (double)factor.start[many] / many);
    pd_k_sparse_deinit(&factor);
    free(first), free(rows), free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solver_finds_the_known_solution_of_a_system),
        cmocka_unit_test(an_indefinite_system_is_refused),
        cmocka_unit_test(a_factor_larger_than_its_bound_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
