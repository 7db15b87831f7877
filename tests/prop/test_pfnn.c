/* @heavy: takes over five seconds under ASan. */
/* The network's run time compared with the equations in double and with each mode's definition. It gives the
 * same bits for any batch, order of the batch and number of threads. POSED_TEST_SEED changes the networks. */
#include "tests/support/cmocka.h"

#include "core/kernel/motion/pfnn.h"
#include "tests/support/fixture.h"
#include "tests/support/networks.h"

#include <stdlib.h>

#define X 59
#define H 96
#define Y 83 /* two panels, the second a part of one */

static uint64_t seed = 20261120;

static void run(const pd_pfnn_job *job, const pd_pfnn_model *model, const pd_executor *executor)
{
    pd_arena arena;
    size_t bytes = pd_pfnn_job_scratch_bytes(job, model, executor);
    assert_true(pd_arena_init(&arena, bytes));
    pd_pfnn_job_run(job, model, &arena, executor);
    assert_true(arena.high <= bytes);
    assert_int_equal(arena.used, 0);
    pd_arena_deinit(&arena);
}

/* Returns the largest difference from pd_pfnn_ref in standard deviations of the output. */
static double furthest_from_ref(const pd_pfnn_job *job, const pd_pfnn_network *n)
{
    double *y = malloc((size_t)n->y_dim * sizeof *y), worst = 0;
    for (int c = 0; c < job->count; c++) {
        const float *mine = job->y + (size_t)c * (size_t)n->y_dim;
        assert_int_equal(
            pd_pfnn_ref(y, n, job->x + (size_t)c * (size_t)n->x_dim, (double)job->phase[c], job->mode, NULL),
            PD_OK);
        for (int i = 0; i < n->y_dim; i++) {
            double d = fabs(mine[i] - y[i]) / n->y_std[i];
            if (!(d <= worst)) worst = d;
        }
    }
    free(y);
    return worst;
}

static void every_kernel_and_mode_is_within_a_hundred_thousandth_of_the_reference(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    static const int dims[][3] = {{X, H, Y}, {342, 512, 311}, {1, 1, 1}, {64, 128, 64}, {200, 65, 3}};
    for (int c = 0; c < 4; c++) {
        if (pd_k_cpu_init(cpus[c], NULL)) continue;
        for (int mode = 0; mode < PD_PFNN_MODE_COUNT; mode++) {
            double worst = 0;
            for (size_t d = 0; d < sizeof dims / sizeof *dims; d++) {
                pd_pfnn_network n;
                networks_make(&n, dims[d][0], dims[d][1], dims[d][2], seed + d);
                pd_pfnn_model *m = networks_model(dims[d][0], dims[d][1], dims[d][2], seed + d);
                pd_pfnn_job job =
                    networks_job(n.x_mean, n.x_std, n.x_dim, n.y_dim, 13, (pd_pfnn_mode)mode, seed + 7);
                run(&job, m, &pd_executor_serial);
                worst = fmax(worst, furthest_from_ref(&job, &n));
                free(job.y);
                pd_pfnn_model_release(m);
                pd_pfnn_network_deinit(&n);
            }
            print_message("%-6s %-8s: largest difference %.2e standard deviations\n", cpus[c],
                          pd_pfnn_mode_name((pd_pfnn_mode)mode), worst);
            assert_true(worst < 1e-5);
        }
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
}

/* Whatever mode is asked for: a gate has no slices. */
static void experts_that_a_gate_mixes_are_within_a_hundred_thousandth_of_the_reference(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    static const int dims[][3] = {{X, H, Y}, {342, 256, 311}, {3, 1, 1}, {200, 65, 3}};
    for (int c = 0; c < 4; c++) {
        if (pd_k_cpu_init(cpus[c], NULL)) continue;
        double worst = 0;
        for (size_t d = 0; d < 4; d++)
            for (int experts = 2; experts <= PD_PFNN_MAX_CONTROLS; experts += 7) {
                pd_pfnn_network n, packed;
                pd_pfnn_model *m;
                networks_make_gated(&n, dims[d], experts, seed + d);
                networks_make_gated(&packed, dims[d], experts, seed + d);
                assert_int_equal(pd_pfnn_model_build(&m, &packed, NULL), PD_OK);
                pd_pfnn_job job = networks_job(n.x_mean, n.x_std, n.x_dim, n.y_dim, 13,
                                               (pd_pfnn_mode)(d % PD_PFNN_MODE_COUNT), seed + 7);
                run(&job, m, &pd_executor_serial);
                worst = fmax(worst, furthest_from_ref(&job, &n));
                free(job.y);
                pd_pfnn_model_release(m);
                pd_pfnn_network_deinit(&n);
            }
        print_message("%-6s gate    : largest difference %.2e standard deviations\n", cpus[c], worst);
        assert_true(worst < 1e-5);
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
}

static void avx2_and_avx512_give_the_same_bits(void **state)
{
    (void)state;
    if (!pd_k_cpu_has(PD_K_CPU_AVX512)) skip();
    pd_pfnn_model *m = networks_model(X, H, Y, seed);
    for (int mode = 0; mode < PD_PFNN_MODE_COUNT; mode++) {
        pd_pfnn_job job[2];
        for (int v = 0; v < 2; v++) {
            assert_int_equal(pd_k_cpu_init(v ? "avx512" : "avx2", NULL), PD_OK);
            job[v] = networks_job(m->network.x_mean, m->network.x_std, X, Y, 17, (pd_pfnn_mode)mode, seed);
            run(&job[v], m, &pd_executor_serial);
        }
        assert_memory_equal(job[0].y, job[1].y, 17 * Y * sizeof(float));
        free(job[0].y), free(job[1].y);
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
    pd_pfnn_model_release(m);
}

/* Runs `count` of the 100 characters of `all` from `first` on, backwards when asked,
 * and compares them with all's outputs. */
static void expect_part(const pd_pfnn_job *all, const pd_pfnn_model *m, int first, int count, int backwards,
                        const pd_executor *executor)
{
    pd_pfnn_job part = networks_job(m->network.x_mean, m->network.x_std, X, Y, count, all->mode, 0);
    float *x = (float *)part.x, *phase = (float *)part.phase;
    for (int i = 0; i < count; i++) {
        int from = first + (backwards ? count - 1 - i : i);
        memcpy(x + i * X, all->x + from * X, X * sizeof *x);
        phase[i] = all->phase[from];
    }
    run(&part, m, executor);
    for (int i = 0; i < count; i++) {
        int from = first + (backwards ? count - 1 - i : i);
        if (!memcmp(part.y + i * Y, all->y + from * Y, Y * sizeof(float))) continue;
        fail_msg("mode %s: character %d of %d differs from number %d of 100", pd_pfnn_mode_name(all->mode), i,
                 count, from);
    }
    free(part.y);
}

static void a_character_gives_the_same_bits_in_any_batch_order_and_number_of_threads(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    static const int counts[] = {1, 2, 3, 4, 5, 6, 7, 16, 100};
    const pd_executor *executors[] = {&pd_executor_serial, &pd_fixture_shuffled, &pd_fixture_threads};
    pd_pfnn_model *m = networks_model(X, H, Y, seed);
    for (int cpu = 0; cpu < 4; cpu++)
        for (int mode = 0; mode < PD_PFNN_MODE_COUNT; mode++) {
            if (pd_k_cpu_init(cpus[cpu], NULL)) continue;
            pd_pfnn_job all =
                networks_job(m->network.x_mean, m->network.x_std, X, Y, 100, (pd_pfnn_mode)mode, seed);
            run(&all, m, &pd_executor_serial);
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
                for (int e = 0; e < 3; e++)
                    for (int first = 0; first + counts[c] <= 100; first += 37)
                        expect_part(&all, m, first, counts[c], e == 1, executors[e]);
            free(all.y);
        }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
    pd_pfnn_model_release(m);
}

/* A network with a gate ignores the phase, and each character has its own mixture of experts. */
static void experts_give_the_same_bits_in_any_batch_order_number_of_threads_and_phase(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    static const int counts[] = {1, 5, 7, 100};
    const pd_executor *executors[] = {&pd_executor_serial, &pd_fixture_shuffled, &pd_fixture_threads};
    for (int cpu = 0; cpu < 4; cpu++) {
        pd_pfnn_network n;
        pd_pfnn_model *m;
        if (pd_k_cpu_init(cpus[cpu], NULL)) continue;
        networks_make_gated(&n, (int[]){X, H, Y}, 5, seed);
        assert_int_equal(pd_pfnn_network_round(&n, NULL), PD_OK);
        assert_int_equal(pd_pfnn_model_build(&m, &n, NULL), PD_OK);
        assert_non_null(m->layers[0].halves);
        pd_pfnn_job all = networks_job(m->network.x_mean, m->network.x_std, X, Y, 100, PD_PFNN_LINEAR, seed);
        run(&all, m, &pd_executor_serial);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (int e = 0; e < 3; e++)
                for (int first = 0; first + counts[c] <= 100; first += 37)
                    expect_part(&all, m, first, counts[c], e == 1, executors[e]);

        float y[Y], phase = all.phase[3] + 2;
        run(&(pd_pfnn_job){y, all.x + (size_t)3 * X, &phase, 1, PD_PFNN_CUBIC}, m, &pd_executor_serial);
        assert_memory_equal(y, all.y + (size_t)3 * Y, sizeof y);
        free(all.y);
        pd_pfnn_model_release(m);
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
}

static void a_large_crowd_is_cut_into_tasks_without_a_seam(void **state)
{
    (void)state;
    const pd_executor *executors[] = {&pd_executor_serial, &pd_fixture_shuffled};
    pd_pfnn_model *m = networks_model(X, H, Y, seed);
    for (int mode = 0; mode < PD_PFNN_MODE_COUNT; mode++) {
        pd_pfnn_job job[2];
        for (int e = 0; e < 2; e++) {
            job[e] = networks_job(m->network.x_mean, m->network.x_std, X, Y, 2500, (pd_pfnn_mode)mode, seed);
            run(&job[e], m, executors[e]);
        }
        assert_memory_equal(job[0].y, job[1].y, 2500 * Y * sizeof(float));
        free(job[0].y), free(job[1].y);
    }
    pd_pfnn_model_release(m);
}

/* A layer of few outputs is summed in one vector.
 * The same model that takes its padding for outputs sums whole panels. */
static void a_small_networks_padding_changes_nothing(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    pd_pfnn_model *m = networks_model(X, 4, Y, seed);
    for (int cpu = 0; cpu < 4; cpu++) {
        if (pd_k_cpu_init(cpus[cpu], NULL)) continue;
        pd_pfnn_job whole = networks_job(m->network.x_mean, m->network.x_std, X, Y, 100, PD_PFNN_CUBIC, seed);
        for (int l = 0; l < 2; l++) m->layers[l].out = PD_K_PFNN_PANEL;
        run(&whole, m, &pd_executor_serial);
        for (int l = 0; l < 2; l++) m->layers[l].out = 4;
        for (int count = 1; count <= 7; count++)
            for (int first = 0; first < 90; first += 29)
                expect_part(&whole, m, first, count, 0, &pd_executor_serial);
        free(whole.y);
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
    pd_pfnn_model_release(m);
}

/* Few characters read the halves, many the wide rows. */
static void a_network_of_halves_gives_the_same_bits_from_its_narrow_and_its_wide_rows(void **state)
{
    (void)state;
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    for (int cpu = 0; cpu < 4; cpu++) {
        pd_pfnn_network n;
        pd_pfnn_model *m;
        if (pd_k_cpu_init(cpus[cpu], NULL)) continue;
        networks_make(&n, X, H, Y, seed);
        n.layers[0].weights[0] = 3e-7f; /* below the normal halves */
        assert_int_equal(pd_pfnn_network_round(&n, NULL), PD_OK);
        assert_int_equal(pd_pfnn_model_build(&m, &n, NULL), PD_OK);
        assert_non_null(m->layers[0].halves);
        pd_pfnn_job all = networks_job(m->network.x_mean, m->network.x_std, X, Y, 100, PD_PFNN_CUBIC, seed);
        run(&all, m, &pd_executor_serial);
        for (int count = 1; count <= 7; count++)
            for (int first = 0; first < 90; first += 29)
                expect_part(&all, m, first, count, 0, &pd_executor_serial);
        free(all.y);
        pd_pfnn_model_release(m);
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
}

/* Runs one character of `model` at `phase`. y (Y). */
static void run_at(float *y, const pd_pfnn_model *m, const float *x, float phase, pd_pfnn_mode mode)
{
    pd_pfnn_job job = {y, x, &phase, 1, mode};
    run(&job, m, &pd_executor_serial);
}

static double apart(const float *a, const float *b, const pd_pfnn_model *m)
{
    double worst = 0;
    for (int i = 0; i < Y; i++) worst = fmax(worst, fabs((double)a[i] - b[i]) / m->network.y_std[i]);
    return worst;
}

/* Returns the phase half an ulp of float above i/slices of a cycle, so that the slice is i. */
static float phase_of_slice(int i, int slices)
{
    float phase = (float)(6.283185307179586 * i / slices);
    while (pd_pfnn_phase_cycle((double)phase) * slices < i) phase = nextafterf(phase, 7);
    return phase;
}

static void every_mode_equals_cubic_where_its_slices_are(void **state)
{
    (void)state;
    pd_pfnn_model *m = networks_model(X, H, Y, seed);
    pd_pfnn_job job = networks_job(m->network.x_mean, m->network.x_std, X, Y, 1, PD_PFNN_CUBIC, seed);
    for (int mode = 1; mode < PD_PFNN_MODE_COUNT; mode++) {
        int slices = pd_pfnn_mode_slices((pd_pfnn_mode)mode);
        for (int i = 0; i < slices; i++) {
            float exact[Y], cheap[Y], phase = phase_of_slice(i, slices);
            run_at(exact, m, job.x, phase, PD_PFNN_CUBIC);
            run_at(cheap, m, job.x, phase, (pd_pfnn_mode)mode);
            assert_true(apart(exact, cheap, m) < 2e-5);
        }
    }
    free(job.y);
    pd_pfnn_model_release(m);
}

static void between_slices_constant_stays_and_linear_is_nearer(void **state)
{
    (void)state;
    double sums[PD_PFNN_MODE_COUNT] = {0};
    pd_pfnn_model *m = networks_model(X, H, Y, seed);
    pd_pfnn_job job = networks_job(m->network.x_mean, m->network.x_std, X, Y, 1, PD_PFNN_CUBIC, seed);
    for (int i = 0; i < 50; i++) {
        float exact[Y], cheap[Y], at[Y], middle = (float)(6.283185307179586 * (i + 0.5) / 50);
        run_at(exact, m, job.x, middle, PD_PFNN_CUBIC);
        for (int mode = 1; mode < PD_PFNN_MODE_COUNT; mode++) {
            run_at(cheap, m, job.x, middle, (pd_pfnn_mode)mode);
            sums[mode] += apart(exact, cheap, m);
        }
        run_at(at, m, job.x, phase_of_slice(i, 50), PD_PFNN_CONSTANT);
        assert_memory_equal(cheap, at, sizeof at); /* constant is the last mode */
    }
    assert_true(sums[PD_PFNN_LINEAR] > 0);
    assert_true(sums[PD_PFNN_LINEAR] < sums[PD_PFNN_CONSTANT]);
    free(job.y);
    pd_pfnn_model_release(m);
}

static void phases_outside_a_cycle_are_wrapped_and_its_ends_meet(void **state)
{
    (void)state;
    const float two_pi = 6.28318548f;
    const float edges[] = {nextafterf(two_pi, 0),
                           two_pi,
                           nextafterf(two_pi, 7),
                           -1e-30f,
                           -0.0f,
                           -nextafterf(0, 1),
                           1e-7f,
                           -1e-7f,
                           -two_pi,
                           3 * two_pi};
    const float far[] = {1e30f, -1e30f, 3.4e38f, -7, 100};
    pd_pfnn_model *m = networks_model(X, H, Y, seed);
    pd_pfnn_job job = networks_job(m->network.x_mean, m->network.x_std, X, Y, 1, PD_PFNN_CUBIC, seed);
    for (int mode = 0; mode < PD_PFNN_MODE_COUNT; mode++) {
        float start[Y], y[Y];
        run_at(start, m, job.x, 0, mode == PD_PFNN_CONSTANT ? PD_PFNN_CUBIC : (pd_pfnn_mode)mode);
        for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
            run_at(y, m, job.x, edges[i], (pd_pfnn_mode)mode);
            /* constant may be in the last slice, 1/50 before */
            assert_true(apart(start, y, m) < (mode == PD_PFNN_CONSTANT ? 1 : 1e-4));
        }
        for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
            float near[Y], wrapped = (float)pd_pfnn_phase_wrap((double)far[i]);
            run_at(y, m, job.x, far[i], (pd_pfnn_mode)mode);
            run_at(near, m, job.x, wrapped, (pd_pfnn_mode)mode);
            for (int o = 0; o < Y; o++) assert_true(isfinite(y[o]));
            if (mode != PD_PFNN_CONSTANT) assert_true(apart(near, y, m) < 1e-4);
        }
    }
    free(job.y);
    pd_pfnn_model_release(m);
}

static void elu_is_right_from_minus_a_hundred_to_a_hundred(void **state)
{
    (void)state;
    static const char *const cpus[] = {"avx2", "avx512", "neon"};
    enum { N = 64 * 400 };
    static _Alignas(64) float values[N];
    for (int c = 0; c < 3; c++) {
        double worst = 0;
        if (pd_k_cpu_init(cpus[c], NULL)) continue;
        for (int i = 0; i < N; i++) values[i] = (float)(200.0 * i / N - 100);
        values[0] = 0, values[1] = -1e-20f, values[2] = -3e38f, values[3] = 3e38f;
        pd_k_pfnn_get()->elu(values, N);
        assert_true(values[0] == 0 && values[1] == -1e-20f && values[2] == -1 && values[3] == 3e38f);
        for (int i = 4; i < N; i++) {
            float v = (float)(200.0 * i / N - 100);
            double right = v > 0 ? (double)v : expm1((double)v);
            worst = fmax(worst, fabs(values[i] - right) / fmax(1e-30, fabs(right)));
        }
        print_message("%-6s elu: largest relative difference %.2e\n", cpus[c], worst);
        assert_true(worst < 3e-7);
    }
    assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
}

int main(void)
{
    if (getenv("POSED_TEST_SEED")) seed = strtoull(getenv("POSED_TEST_SEED"), NULL, 0);
    print_message("seed %llu (POSED_TEST_SEED)\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_and_mode_is_within_a_hundred_thousandth_of_the_reference),
        cmocka_unit_test(experts_that_a_gate_mixes_are_within_a_hundred_thousandth_of_the_reference),
        cmocka_unit_test(experts_give_the_same_bits_in_any_batch_order_number_of_threads_and_phase),
        cmocka_unit_test(avx2_and_avx512_give_the_same_bits),
        cmocka_unit_test(a_character_gives_the_same_bits_in_any_batch_order_and_number_of_threads),
        cmocka_unit_test(a_small_networks_padding_changes_nothing),
        cmocka_unit_test(a_network_of_halves_gives_the_same_bits_from_its_narrow_and_its_wide_rows),
        cmocka_unit_test(a_large_crowd_is_cut_into_tasks_without_a_seam),
        cmocka_unit_test(every_mode_equals_cubic_where_its_slices_are),
        cmocka_unit_test(between_slices_constant_stays_and_linear_is_nearer),
        cmocka_unit_test(phases_outside_a_cycle_are_wrapped_and_its_ends_meet),
        cmocka_unit_test(elu_is_right_from_minus_a_hundred_to_a_hundred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
