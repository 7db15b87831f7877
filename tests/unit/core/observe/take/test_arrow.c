/* Compares the solver of a take's normal equations with the same equations as one dense matrix. */
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "core/observe/take/arrow.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 5, N = 6, M = 4, ALL = FRAMES * N + M };

/* A random arrow of normal equations, and the same as one dense matrix. */
typedef struct scene {
    pd_arena arena;
    pd_observe_arrow arrow;
    double h[ALL * ALL], g[ALL];
} scene;

static void put(scene *s, size_t i, size_t k, double value)
{
    s->h[i * ALL + k] = s->h[k * ALL + i] = value;
}

static void open_scene(scene *s, bool coupled)
{
    pd_observe_arrow *a = &s->arrow;
    pd_rng rng;

    memset(s, 0, sizeof *s);
    pd_rng_init(&rng, 7);
    assert_true(pd_arena_init(&s->arena, pd_observe_arrow_bytes(FRAMES, N, M, coupled)));
    assert_true(pd_observe_arrow_init(a, FRAMES, N, M, coupled, &s->arena));
    assert_true(s->arena.high <= s->arena.size);
    for (size_t f = 0; f < FRAMES; f++)
        for (size_t i = 0; i < N; i++) {
            for (size_t k = 0; k <= i; k++) {
                a->d[(f * N + i) * N + k] = i == k ? 12 : pd_rng_normal(&rng);
                put(s, f * N + i, f * N + k, a->d[(f * N + i) * N + k]);
            }
            a->g[f * N + i] = s->g[f * N + i] = pd_rng_normal(&rng);
            for (size_t k = 0; k < M; k++) {
                a->c[(f * M + k) * N + i] = pd_rng_normal(&rng);
                put(s, FRAMES * N + k, f * N + i, a->c[(f * M + k) * N + i]);
            }
        }
    for (size_t f = 1; f < FRAMES && coupled; f++)
        for (size_t b = 0; b < N / 3; b++)
            for (size_t i = 0; i < 9; i++) {
                a->e[f * (N / 3) + b][i] = pd_rng_normal(&rng);
                put(s, f * N + 3 * b + i / 3, (f - 1) * N + 3 * b + i % 3, a->e[f * (N / 3) + b][i]);
            }
    for (size_t i = 0; i < M; i++) {
        for (size_t k = 0; k <= i; k++) {
            a->s[i * M + k] = i == k ? 40 : pd_rng_normal(&rng);
            put(s, FRAMES * N + i, FRAMES * N + k, a->s[i * M + k]);
        }
        a->h[i] = s->g[FRAMES * N + i] = pd_rng_normal(&rng);
    }
}

static void hold_against_dense(bool coupled, double lambda)
{
    double factor[ALL * ALL], x[ALL], sd[M];
    scene s;

    open_scene(&s, coupled);
    memcpy(factor, s.h, sizeof factor);
    for (size_t i = 0; i < ALL; i++) {
        factor[i * ALL + i] *= 1 + lambda;
        x[i] = -s.g[i];
    }
    assert_true(pd_k_cholesky(factor, ALL));
    pd_k_cholesky_solve(x, factor, ALL);

    assert_true(pd_observe_arrow_solve(&s.arrow, lambda, &pd_executor_serial));
    for (size_t i = 0; i < FRAMES * N; i++) assert_near(s.arrow.x[i], x[i], 1e-8);
    for (size_t i = 0; i < M; i++) assert_near(s.arrow.y[i], x[FRAMES * N + i], 1e-8);

    pd_observe_arrow_shared_sd(sd, &s.arrow);
    for (size_t i = 0; i < M; i++) {
        double unit[ALL] = {0};
        unit[FRAMES * N + i] = 1;
        pd_k_cholesky_solve(unit, factor, ALL);
        assert_near(sd[i], sqrt(unit[FRAMES * N + i]), 1e-8);
    }
    pd_arena_deinit(&s.arena);
}

static void frames_apart_are_solved_as_one_dense_matrix_would_be(void **state)
{
    (void)state;
    hold_against_dense(false, 0);
    hold_against_dense(false, 0.5);
}

static void neighbours_in_time_are_solved_as_one_dense_matrix_would_be(void **state)
{
    (void)state;
    hold_against_dense(true, 0);
    hold_against_dense(true, 0.5);
}

static void backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count; i-- > 0;) task(arg, i, i % 2);
}

static void the_order_of_tasks_changes_no_bit(void **state)
{
    const pd_executor other = {backwards, NULL, 2};
    scene a, b;

    (void)state;
    open_scene(&a, false);
    open_scene(&b, false);
    assert_true(pd_observe_arrow_solve(&a.arrow, 0.1, &pd_executor_serial));
    assert_true(pd_observe_arrow_solve(&b.arrow, 0.1, &other));
    assert_memory_equal(a.arrow.x, b.arrow.x, FRAMES * N * sizeof(double));
    assert_memory_equal(a.arrow.y, b.arrow.y, M * sizeof(double));
    pd_arena_deinit(&a.arena);
    pd_arena_deinit(&b.arena);
}

static void a_matrix_that_is_not_positive_definite_is_refused(void **state)
{
    (void)state;
    for (int coupled = 0; coupled < 2; coupled++) {
        scene s;
        open_scene(&s, coupled);
        s.arrow.d[(2 * N + 3) * N + 3] = -1;
        assert_false(pd_observe_arrow_solve(&s.arrow, 0, &pd_executor_serial));
        pd_arena_deinit(&s.arena);

        open_scene(&s, coupled);
        s.arrow.s[0] = -5;
        assert_false(pd_observe_arrow_solve(&s.arrow, 0, &pd_executor_serial));
        pd_arena_deinit(&s.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_apart_are_solved_as_one_dense_matrix_would_be),
        cmocka_unit_test(neighbours_in_time_are_solved_as_one_dense_matrix_would_be),
        cmocka_unit_test(the_order_of_tasks_changes_no_bit),
        cmocka_unit_test(a_matrix_that_is_not_positive_definite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
