/* Tests the kernels of training: every version is compared with one in double precision, and avx2 with avx512
 * bit for bit. */
#include "core/base/rng.h"
#include "train/kernel/train.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define COUNT  1024
#define STRIDE 1088

typedef struct arrays {
    _Alignas(64) float blocks[4 * STRIDE], rows[COUNT], w[COUNT], m[COUNT], v[COUNT];
} arrays;

static const pd_k_train *const versions[] = {
#if defined(__x86_64__)
    &pd_k_train_avx2, &pd_k_train_avx512,
#elif defined(__aarch64__)
    &pd_k_train_neon,
#endif
    &pd_k_train_ref};
static const pd_k_cpu cpus[] = {
#if defined(__x86_64__)
    PD_K_CPU_AVX2, PD_K_CPU_AVX512,
#elif defined(__aarch64__)
    PD_K_CPU_NEON,
#endif
    PD_K_CPU_REF};
#define VERSIONS ((int)(sizeof versions / sizeof *versions))

static void fill(arrays *a)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < 4 * STRIDE; i++) a->blocks[i] = (float)pd_rng_normal(&rng);
    for (int i = 0; i < COUNT; i++) {
        a->rows[i] = (float)(1e-3 * pd_rng_normal(&rng));
        a->w[i] = i % 7 ? (float)pd_rng_normal(&rng) : 0;
        a->m[i] = (float)(1e-3 * pd_rng_normal(&rng));
        a->v[i] = (float)(1e-6 * pd_rng_uniform(&rng));
    }
}

static void work(arrays *a, const pd_k_train *k)
{
    const float c[4] = {-0.05F, 0.7F, 0.4F, -0.05F};
    k->scatter_add(a->blocks, STRIDE, a->rows, c, COUNT);
    k->l1_subgradient(a->rows, a->w, 1e-4F, COUNT);
    pd_k_train_adam_job job = {.w = a->w,
                               .m = a->m,
                               .v = a->v,
                               .g = a->rows,
                               .count = COUNT,
                               .b1 = 0.9F,
                               .b2 = 0.999F,
                               .rate = 1e-3F,
                               .eps = 1e-8F};
    k->adam(&job);
    k->multiply(a->m, a->v, COUNT);
}

static void every_kernel_equals_the_reference_in_double(void **state)
{
    (void)state;
    static arrays expected, got;
    fill(&expected);
    work(&expected, &pd_k_train_ref);
    for (int i = 0; i < VERSIONS; i++) {
        if (!pd_k_cpu_has(cpus[i])) continue;
        fill(&got);
        work(&got, versions[i]);
        for (int j = 0; j < 4 * STRIDE; j++) assert_near(got.blocks[j], expected.blocks[j], 1e-6);
        for (int j = 0; j < COUNT; j++) {
            assert_near(got.rows[j], expected.rows[j], 1e-9);
            assert_near(got.m[j], expected.m[j], 1e-9);
            assert_near(got.v[j], expected.v[j], 1e-12);
            assert_near(got.w[j], expected.w[j], 1e-6);
        }
    }
}

static void the_narrow_and_the_wide_version_give_the_same_bits(void **state)
{
    (void)state;
#if defined(__x86_64__)
    static arrays narrow, wide;
    if (!pd_k_cpu_has(PD_K_CPU_AVX512)) skip();
    fill(&narrow), fill(&wide);
    work(&narrow, &pd_k_train_avx2);
    work(&wide, &pd_k_train_avx512);
    assert_memory_equal(&narrow, &wide, sizeof narrow);
#else
    skip();
#endif
}

static void the_l1_subgradient_of_a_zero_weight_is_zero(void **state)
{
    (void)state;
    for (int i = 0; i < VERSIONS; i++) {
        _Alignas(64) float g[64] = {0}, w[64] = {0};
        if (!pd_k_cpu_has(cpus[i])) continue;
        w[1] = 2, w[2] = -0.001F;
        versions[i]->l1_subgradient(g, w, 0.25F, 64);
        assert_near(g[0], 0, 0);
        assert_near(g[1], 0.25, 0);
        assert_near(g[2], -0.25, 0);
    }
}

static void transposing_exchanges_rows_and_columns_and_writes_nothing_else(void **state)
{
    (void)state;
    static _Alignas(64) float in[64 * 64], out[64 * 81];
    const int rows[] = {64, 16, 8, 1, 13, 31};
    for (int i = 0; i < 64 * 64; i++) in[i] = (float)i;
    for (int v = 0; v < VERSIONS; v++)
        for (int n = 0; n < 6 && pd_k_cpu_has(cpus[v]); n++) {
            for (int i = 0; i < 64 * 81; i++) out[i] = -1;
            versions[v]->transpose(out, 81, in, 64, rows[n]);
            for (int o = 0; o < 64; o++)
                for (int r = 0; r < 81; r++)
                    assert_near(out[o * 81 + r], r < rows[n] ? in[r * 64 + o] : -1, 0);
        }
}

static void a_dropped_unit_has_output_zero_and_slope_zero(void **state)
{
    (void)state;
    for (int i = 0; i < VERSIONS; i++) {
        _Alignas(64) float h[64], slope[64], e[64] = {2, -0.5F, 2, -0.5F}, s[64] = {1.25F, 1.25F, 0, 0};
        if (!pd_k_cpu_has(cpus[i])) continue;
        versions[i]->activate(h, slope, e, s, 64);
        const float out[] = {2.5F, -0.625F, 0, 0}, slopes[] = {1.25F, 0.625F, 0, 0};
        for (int u = 0; u < 4; u++) {
            assert_near(h[u], out[u], 0);
            assert_near(e[u], out[u], 0);
            assert_near(slope[u], slopes[u], 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_equals_the_reference_in_double),
        cmocka_unit_test(the_narrow_and_the_wide_version_give_the_same_bits),
        cmocka_unit_test(the_l1_subgradient_of_a_zero_weight_is_zero),
        cmocka_unit_test(a_dropped_unit_has_output_zero_and_slope_zero),
        cmocka_unit_test(transposing_exchanges_rows_and_columns_and_writes_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
