/* Tests dense linear algebra against the definition: products in all transpositions, factors that multiply
 * back, and the Kuhn-Tucker conditions of NNLS. */
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "tests/support/cmocka.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 40

static void fill(double *out, int count, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int i = 0; i < count; i++) out[i] = pd_rng_normal(&rng);
}

/* Computes gram and rhs of min |A x - b|^2, A (rows,n). */
static void normal_equations(double *gram, double *rhs, const double *a, const double *b, int rows, int n)
{
    pd_k_gemm(gram, a, 1, a, 0, n, n, rows, 1, 0);
    pd_k_gemm(rhs, a, 1, b, 0, n, 1, rows, 1, 0);
}

static void products_agree_with_the_definition_in_all_four_transpositions(void **state)
{
    (void)state;
    enum { M = 3, L = 4, K = 5 };
    double a[M * K], b[K * L], at[K * M], bt[L * K];
    fill(a, M * K, 1);
    fill(b, K * L, 2);
    for (int i = 0; i < M * K; i++) at[i % K * M + i / K] = a[i];
    for (int i = 0; i < K * L; i++) bt[i % L * K + i / L] = b[i];
    for (int way = 0; way < 4; way++) {
        double c[M * L];
        for (int i = 0; i < M * L; i++) c[i] = 1;
        pd_k_gemm(c, way & 1 ? at : a, way & 1, way & 2 ? bt : b, way >> 1, M, L, K, 2, 3);
        for (int i = 0; i < M * L; i++) {
            double sum = 3;
            for (int k = 0; k < K; k++) sum += 2 * a[i / L * K + k] * b[k * L + i % L];
            assert_near(c[i], sum, 1e-12);
        }
    }
}

static void a_matrix_times_a_vector_equals_the_product_with_one_column(void **state)
{
    (void)state;
    enum { M = 3, K = 5 };
    double a[M * K], x[K];
    float af[M * K], xf[K], y[K];
    fill(a, M * K, 1), fill(x, K, 2);
    for (int i = 0; i < M * K; i++) af[i] = (float)a[i];
    for (int i = 0; i < K; i++) xf[i] = (float)x[i];
    for (int way = 0; way < 2; way++) {
        pd_k_gemv_f32(y, af, way, xf, M, K);
        for (int r = 0; r < (way ? K : M); r++) {
            double sum = 0;
            for (int c = 0; c < (way ? M : K); c++) sum += (way ? a[c * K + r] : a[r * K + c]) * x[c];
            assert_near((double)y[r], sum, 1e-5);
        }
    }
}

static void a_cholesky_solution_satisfies_the_system(void **state)
{
    (void)state;
    double a[N * 2 * N], gram[N * N], x[N], b[N];
    fill(a, N * 2 * N, 3);
    fill(x, N, 4);
    memset(gram, 0, sizeof gram);
    pd_k_gram_add(gram, a, N, 2 * N);
    pd_k_mirror(gram, N);
    pd_k_gemm(b, gram, 0, x, 0, N, 1, N, 1, 0);
    assert_true(pd_k_cholesky(gram, N));
    pd_k_cholesky_solve(b, gram, N);
    for (int i = 0; i < N; i++) assert_near(b[i], x[i], 1e-9);
}

/* Solves X L^T = A row by row and L^T y = b, and checks that G - X X^T is zero. */
static void triangular_systems_are_solved_from_both_sides(void **state)
{
    double l[N * N] = {0}, x[3 * N], a[3 * N], b[N], y[N], g[N * N] = {0};

    (void)state;
    fill(l, N * N, 5);
    for (int i = 0; i < N; i++) {
        l[i * N + i] = 20;
        for (int k = i + 1; k < N; k++) l[i * N + k] = 1e9; /* never read */
    }
    fill(a, 3 * N, 6);
    memcpy(x, a, sizeof x);
    pd_k_lower_solve_rows(x, l, 3, N);
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int k = 0; k <= i; k++) sum += l[i * N + k] * x[r * N + k];
            assert_near(sum, a[r * N + i], 1e-9);
        }
    fill(b, N, 7);
    memcpy(y, b, sizeof y);
    pd_k_lower_solve_back(y, l, N);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = i; k < N; k++) sum += l[k * N + i] * y[k];
        assert_near(sum, b[i], 1e-9);
    }

    pd_k_gram_add(g, a, 3, N);
    pd_k_gram_subtract(g, a, 3, N);
    for (int i = 0; i < 9; i++) assert_near(g[i], 0, 1e-12);
}

static void a_matrix_that_is_not_positive_definite_has_no_cholesky_factor(void **state)
{
    (void)state;
    double indefinite[4] = {1, 2, 2, 1}, singular[4] = {1, 1, 1, 1}, nothing[4] = {0};
    double broken[1] = {NAN};
    assert_false(pd_k_cholesky(indefinite, 2));
    assert_false(pd_k_cholesky(singular, 2));
    assert_false(pd_k_cholesky(nothing, 2));
    assert_false(pd_k_cholesky(broken, 1));
}

static void the_largest_eigenvalues_come_first_with_their_vectors(void **state)
{
    (void)state;
    enum { COUNT = 7 };
    double a[N * N], gram[N * N], kept[N * N], values[COUNT], vectors[COUNT * N];
    fill(a, N * N, 5);
    memset(gram, 0, sizeof gram);
    pd_k_gram_add(gram, a, N, N);
    pd_k_mirror(gram, N);
    memcpy(kept, gram, sizeof gram);
    assert_true(pd_k_syev_top(values, vectors, gram, N, COUNT));
    for (int k = 0; k < COUNT; k++) {
        double product[N];
        if (k) assert_true(values[k] <= values[k - 1]);
        pd_k_gemm(product, kept, 0, vectors + k * N, 0, N, 1, N, 1, 0);
        for (int i = 0; i < N; i++) assert_near(product[i], values[k] * vectors[k * N + i], 1e-9);
    }
}

static void nnls_finds_a_known_non_negative_solution(void **state)
{
    (void)state;
    enum { ROWS = 100 };
    double a[ROWS * N], b[ROWS], truth[N] = {0}, gram[N * N], rhs[N], x[N];
    double *scratch = malloc(pd_k_nnls_scratch(N) * sizeof *scratch);
    fill(a, ROWS * N, 6);
    for (int i = 0; i < N; i += 5) truth[i] = 1 + i;
    pd_k_gemm(b, a, 0, truth, 0, ROWS, 1, N, 1, 0);
    normal_equations(gram, rhs, a, b, ROWS, N);
    assert_int_equal(pd_k_nnls(x, gram, rhs, N, scratch), N / 5);
    for (int i = 0; i < N; i++) assert_near(x[i], truth[i], 1e-8);
    free(scratch);
}

/* The gradient of the error is 0 where x is positive, and not negative where x is 0. */
static void nnls_meets_the_kuhn_tucker_conditions_when_the_free_solution_is_negative(void **state)
{
    (void)state;
    for (uint64_t seed = 10; seed < 40; seed++) {
        enum { ROWS = 60 };
        double a[ROWS * N], b[ROWS], gram[N * N], rhs[N], x[N], product[N];
        double *scratch = malloc(pd_k_nnls_scratch(N) * sizeof *scratch);
        fill(a, ROWS * N, seed);
        fill(b, ROWS, seed + 1000);
        normal_equations(gram, rhs, a, b, ROWS, N);
        int entries = pd_k_nnls(x, gram, rhs, N, scratch), positive = 0;
        pd_k_gemm(product, gram, 0, x, 0, N, 1, N, 1, 0);
        for (int i = 0; i < N; i++) {
            double gradient = rhs[i] - product[i];
            assert_true(x[i] >= 0);
            assert_true(gradient < 1e-7);
            if (x[i] > 0) assert_near(gradient, 0, 1e-7);
            positive += x[i] > 0;
        }
        assert_int_equal(entries, positive);
        assert_true(positive < N);
        free(scratch);
    }
}

static void nnls_is_zero_when_no_column_points_towards_the_target(void **state)
{
    (void)state;
    double gram[4] = {1, 0, 0, 1}, rhs[2] = {-1, -2}, x[2];
    double *scratch = malloc(pd_k_nnls_scratch(2) * sizeof *scratch);
    assert_int_equal(pd_k_nnls(x, gram, rhs, 2, scratch), 0);
    assert_true(x[0] == 0 && x[1] == 0);
    free(scratch);
}

static void nnls_uses_only_one_of_two_equal_columns(void **state)
{
    (void)state;
    double gram[4] = {1, 1, 1, 1}, rhs[2] = {2, 2}, x[2];
    double *scratch = malloc(pd_k_nnls_scratch(2) * sizeof *scratch);
    assert_int_equal(pd_k_nnls(x, gram, rhs, 2, scratch), 1);
    assert_near(x[0] + x[1], 2, 1e-12);
    free(scratch);
}

/* Computes a product repeatedly, in a process whose address space has room for one work buffer of OpenBLAS
 * and not for two. */
static void *multiply(void *arg)
{
    enum { SIZE = 96 };
    static double a[SIZE * SIZE];
    double *c = malloc(sizeof a);

    for (int i = 0; c && i < 300; i++) pd_k_gemm(c, a, 0, a, 1, SIZE, SIZE, SIZE, 1, 0);
    free(c);
    return arg;
}

/* Returns the exit status of the child process: 0 when all its threads have computed. */
static int compute_with_little_memory(void)
{
    unsigned long pages = 0;
    pthread_t threads[4];
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1 || fclose(file) != 0 || !pd_k_blas_reserve()) return 2;

    const rlim_t most = (rlim_t)pages * 4096 + ((rlim_t)228 << 20);
    if (setrlimit(RLIMIT_AS, &(struct rlimit){most, most}) != 0) return 3;
    for (int t = 0; t < 4; t++)
        if (pthread_create(&threads[t], NULL, multiply, NULL) != 0) return 4;
    for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
    return 0;
}

/* OpenBLAS reserves 128 MiB of address space for each thread that computes,
 * and retries without end if it gets none. */
static void threads_wait_for_each_other_when_memory_suffices_for_one(void **state)
{
    (void)state;
    int status = 0;
    const pid_t child = fork();
    if (!child) {
        alarm(60);
        _exit(compute_with_little_memory());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_agree_with_the_definition_in_all_four_transpositions),
        cmocka_unit_test(a_matrix_times_a_vector_equals_the_product_with_one_column),
#if !defined __SANITIZE_ADDRESS__ &&                                                                         \
    !defined __SANITIZE_THREAD__ /* their shadow takes terabytes of addresses */
        cmocka_unit_test(threads_wait_for_each_other_when_memory_suffices_for_one),
#endif
        cmocka_unit_test(a_cholesky_solution_satisfies_the_system),
        cmocka_unit_test(triangular_systems_are_solved_from_both_sides),
        cmocka_unit_test(a_matrix_that_is_not_positive_definite_has_no_cholesky_factor),
        cmocka_unit_test(the_largest_eigenvalues_come_first_with_their_vectors),
        cmocka_unit_test(nnls_finds_a_known_non_negative_solution),
        cmocka_unit_test(nnls_meets_the_kuhn_tucker_conditions_when_the_free_solution_is_negative),
        cmocka_unit_test(nnls_is_zero_when_no_column_points_towards_the_target),
        cmocka_unit_test(nnls_uses_only_one_of_two_equal_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
