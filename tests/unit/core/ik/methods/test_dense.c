/* Tests the small dense solvers: factors multiply back to their matrix, solutions solve, and matrices that
 * are not positive definite are refused. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/methods/dense.h"

static pd_rng rng;

/* Makes X X^T of n rows and `columns` columns: positive definite when there are enough of them. */
static void random_gram(double *a, int n, int columns)
{
    double x[20][20];
    for (int r = 0; r < n; r++)
        for (int c = 0; c < columns; c++) x[r][c] = pd_rng_normal(&rng);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            a[r * n + c] = 0;
            for (int k = 0; k < columns; k++) a[r * n + c] += x[r][k] * x[c][k];
        }
}

static double left_over(const double *a, const double *x, const double *b, int n)
{
    double worst = 0;
    for (int r = 0; r < n; r++) {
        double sum = -b[r];
        for (int c = 0; c < n; c++) sum += a[r * n + c] * x[c];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static void cholesky_solves_what_it_factors(void **state)
{
    (void)state;
    for (int n = 1; n <= 12; n++) {
        double a[144], l[144], b[12], x[12];
        random_gram(a, n, n + 4);
        memcpy(l, a, sizeof l);
        for (int r = 0; r < n; r++) x[r] = b[r] = pd_rng_normal(&rng);
        assert_true(pd_ik_cholesky(l, n));
        pd_ik_cholesky_solve(x, l, n);
        assert_true(left_over(a, x, b, n) < 1e-9);
    }
}

static void cholesky_of_six_rows_equals_the_general_one(void **state)
{
    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        double a[36], l[36], six[36], x[6], y[6];
        random_gram(a, 6, 9);
        memcpy(l, a, sizeof l);
        memcpy(six, a, sizeof six);
        for (int r = 0; r < 6; r++) x[r] = y[r] = pd_rng_normal(&rng);
        assert_true(pd_ik_cholesky(l, 6) && pd_ik_cholesky6(six));
        pd_ik_cholesky_solve(x, l, 6);
        pd_ik_cholesky6_solve(y, six);
        for (int r = 0; r < 6; r++) assert_near(x[r], y[r], 1e-9 * fmax(1, fabs(x[r])));
    }
}

static void a_matrix_that_is_not_positive_definite_is_refused(void **state)
{
    (void)state;
    double a[36] = {0}, negative[4] = {1, 2, 2, 1};
    assert_false(pd_ik_cholesky6(a));
    assert_false(pd_ik_cholesky(negative, 2));
    a[0] = NAN;
    assert_false(pd_ik_cholesky(a, 6));
}

/* A row of zeros, at any place, and a pivot of just less and just more than 1e-14 of its diagonal. */
static void a_pivot_of_nothing_is_refused_at_any_place(void **state)
{
    (void)state;
    for (int at = 0; at < 6; at++)
        for (int n = 0; n < 4; n++) {
            double a[36] = {0}, b[36];
            for (int i = 0; i < 6; i++) a[7 * i] = i + 1.5;
            if (n == 0) a[7 * at] = 0;
            if (n == 1) a[7 * at] = -1e-300;
            if (n > 1) { /* rows at - 1 and at alike, the second a little longer */
                if (!at) continue;
                a[7 * at - 7] = a[6 * at + at - 1] = 1;
                a[7 * at] = 1 + (n == 2 ? 0x1p-52 : 0x1p-43);
            }
            memcpy(b, a, sizeof a);
            assert_int_equal(pd_ik_cholesky6(a), n == 3);
            assert_int_equal(pd_ik_cholesky(b, 6), n == 3);
        }
}

static void eigenvectors_are_orthogonal_and_multiply_back(void **state)
{
    (void)state;
    for (int n = 1; n <= 12; n++) {
        double a[144], work[144], values[12], v[144];
        random_gram(a, n, n > 3 ? n - 2 : n); /* with eigenvalues that are zero */
        memcpy(work, a, sizeof work);
        pd_ik_eigen(values, v, work, n);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                double sum = 0, unit = 0;
                for (int k = 0; k < n; k++) {
                    sum += values[k] * v[k * n + r] * v[k * n + c];
                    unit += v[r * n + k] * v[c * n + k];
                }
                assert_near(sum, a[r * n + c], 1e-9);
                assert_near(unit, r == c, 1e-12);
            }
    }
}

static int set_up(void **state)
{
    (void)state;
    pd_rng_init(&rng, 8);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky_solves_what_it_factors),
        cmocka_unit_test(cholesky_of_six_rows_equals_the_general_one),
        cmocka_unit_test(a_matrix_that_is_not_positive_definite_is_refused),
        cmocka_unit_test(a_pivot_of_nothing_is_refused_at_any_place),
        cmocka_unit_test(eigenvectors_are_orthogonal_and_multiply_back),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
