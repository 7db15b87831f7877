/* Tests blend shapes in strips: every version of the kernel gives the bits
 * of a sum in the order of the directions. */
#include "core/base/rng.h"
#include "core/kernel/body/strip.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define MOST  (3 * 71)
#define N     7
#define WHOLE ((MOST + PD_K_STRIP - 1) / PD_K_STRIP * PD_K_STRIP)

static int versions(const pd_k_strip *out[2])
{
    int count = 0;
    out[count++] = &pd_k_strip_ref;
#if defined(__x86_64__)
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) out[count++] = &pd_k_strip_avx2;
#endif
    return count;
}

static _Alignas(64) float directions[WHOLE * N];
static float start[MOST], rows[MOST][N], b[N];

static void fill(void)
{
    pd_rng rng;
    pd_rng_init(&rng, 4);
    for (int i = 0; i < N; i++) b[i] = (float)(4 * pd_rng_uniform(&rng) - 2);
    for (int c = 0; c < MOST; c++) {
        start[c] = (float)(2 * pd_rng_uniform(&rng) - 1);
        for (int i = 0; i < N; i++) {
            rows[c][i] = (float)(0.1 * pd_rng_uniform(&rng));
            directions[(c / PD_K_STRIP * N + i) * PD_K_STRIP + c % PD_K_STRIP] = rows[c][i];
        }
    }
}

static void blend_shapes_are_summed_in_order_and_write_nothing_beyond_their_end(void **state)
{
    (void)state;
    const pd_k_strip *all[2];
    const int count = versions(all);
    fill();
    for (int v = 0; v < count; v++)
        for (size_t coordinates = 3; coordinates <= MOST; coordinates += 3)
            for (int used = 0; used <= N; used++) {
                float out[MOST + 1], changed[MOST + 1];
                out[coordinates] = changed[coordinates] = 77;
                all[v]->shape(out, start, directions, N, b, used, coordinates);
                all[v]->change(changed, start, directions + 2 * PD_K_STRIP, N, 0.3f, coordinates);
                for (size_t c = 0; c < coordinates; c++) {
                    float sum = start[c];
                    for (int i = 0; i < used; i++) sum += rows[c][i] * b[i];
                    assert_true(out[c] == sum);
                    assert_true(changed[c] == start[c] + rows[c][2] * 0.3f);
                }
                assert_true(out[coordinates] == 77 && changed[coordinates] == 77);
            }
}

static void the_range_of_y_is_found_wherever_its_ends_are(void **state)
{
    (void)state;
    const pd_k_strip *all[2];
    const int count = versions(all);
    for (int v = 0; v < count; v++)
        for (size_t points = 1; points <= MOST / 3; points++)
            for (size_t at = 0; at < points; at++) {
                float p[MOST], least, greatest;
                for (size_t i = 0; i < 3 * points; i++) p[i] = i % 3 == 1 ? 2 : i % 3 ? 9 : -9;
                p[3 * at + 1] = 1, p[3 * (points - 1 - at) + 1] = at == points - 1 - at ? 1 : 3;
                all[v]->range(&least, &greatest, p, 3 * points);
                assert_true(least == 1);
                assert_true(greatest == (points == 1 ? 1 : at == points - 1 - at ? 2 : 3));
            }
}

static void the_largest_magnitude_is_found_at_any_index_and_with_any_sign(void **state)
{
    (void)state;
    static _Alignas(64) float numbers[3 * PD_K_STRIP];
    const pd_k_strip *all[2];
    const int count = versions(all);
    for (int v = 0; v < count; v++)
        for (int i = 0; i < 3 * PD_K_STRIP; i++) {
            for (int k = 0; k < 3 * PD_K_STRIP; k++) numbers[k] = k % 2 ? -0.5f : 0.25f;
            numbers[i] = i % 3 ? -2 : 2;
            assert_true(all[v]->largest(numbers, 3 * PD_K_STRIP) == 2);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blend_shapes_are_summed_in_order_and_write_nothing_beyond_their_end),
        cmocka_unit_test(the_largest_magnitude_is_found_at_any_index_and_with_any_sign),
        cmocka_unit_test(the_range_of_y_is_found_wherever_its_ends_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
