/* Tests the encoding of vertices in compressed files: every version of the kernel writes the bytes of
 * meshoptimizer's encoder and quantises alike. */
#include "core/base/rng.h"
#include "core/kernel/bytes/vertex_code.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1100

/* Lists the versions that run here; the first is plain C. */
static int versions(const pd_k_vertex_code *out[2])
{
    int count = 0;
    out[count++] = &pd_k_vertex_code_ref;
#if defined(__x86_64__)
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) out[count++] = &pd_k_vertex_code_avx2;
#endif
    return count;
}

/* Fills rows whose numbers change by at most `step` from one to the next; some do not change at all. */
static void fill(unsigned char *rows, size_t bytes, size_t stride, int step, pd_rng *rng)
{
    for (size_t i = 0; i < bytes; i++) {
        const int before = i < stride ? 0 : rows[i - stride];
        const int change = (int)(pd_rng_uniform(rng) * (2 * step + 1)) - step;
        rows[i] = (unsigned char)(before + (i / 700 % 3 ? change : 0));
    }
}

static void encoded_rows_equal_those_of_meshoptimizer(void **state)
{
    (void)state;
    static unsigned char rows[MOST * 16], expected[MOST * 20 + 400], got[MOST * 20 + 400];
    const pd_k_vertex_code *all[2];
    const int version_count = versions(all);
    pd_rng rng;
    pd_rng_init(&rng, 3);
    meshopt_encodeVertexVersion(0);
    for (size_t count = 1; count <= MOST; count += count < 70 ? 1 : 83)
        for (size_t stride = 4; stride <= 16; stride += 4)
            for (int step = 0; step <= 128; step += step < 4 ? 1 : step < 20 ? 5 : 36) {
                fill(rows, count * stride, stride, step, &rng);
                const size_t bound = meshopt_encodeVertexBufferBound(count, stride);
                assert_true(bound <= sizeof got);
                const size_t bytes = meshopt_encodeVertexBuffer(expected, bound, rows, count, stride);
                for (int v = 0; v < version_count; v++) {
                    memset(got, 0xee, sizeof got);
                    assert_int_equal(all[v]->encode(got, rows, count, (int)stride), bytes);
                    assert_memory_equal(got, expected, bytes);
                    for (size_t i = bound; i < sizeof got; i++) assert_int_equal(got[i], 0xee);
                }
            }
}

/* Numbers are multiples of half a step, so that rounding half to even is tested. */
static void numbers_are_quantised_to_the_nearest_step(void **state)
{
    (void)state;
    static float in[3 * 100];
    const float centre[3] = {0.25f, -1, 3};
    const pd_k_vertex_code *all[2];
    const int version_count = versions(all);
    for (int i = 0; i < 300; i++) in[i] = centre[i % 3] + 0.5f * (float)(i - 150);
    in[0] = 1e9f, in[4] = -1e9f;
    for (int v = 0; v < version_count; v++)
        for (size_t count = 0; count <= 100; count += 9) {
            int16_t out[4 * 100 + 4];
            memset(out, 0x55, sizeof out);
            all[v]->positions(out, in, count, centre, 1);
            for (size_t i = 0; i < 3 * count; i++) {
                const double exact = (double)in[i] - (double)centre[i % 3];
                assert_true(out[i / 3 * 4 + i % 3] == rint(fmin(fmax(exact, -32767), 32767)));
            }
            for (size_t i = 0; i < count; i++) assert_int_equal(out[4 * i + 3], 0);
            assert_int_equal(out[4 * count], 0x5555);
        }
}

static void unit_vectors_are_quantised_to_the_nearest_step(void **state)
{
    (void)state;
    static float in[3 * 100];
    const pd_k_vertex_code *all[2];
    const int version_count = versions(all);
    for (int i = 0; i < 300; i++) in[i] = (float)(i - 150) / 127 * 0.5f; /* halves, and beyond +-1 */
    for (int v = 0; v < version_count; v++)
        for (size_t count = 0; count <= 100; count += 7) {
            int8_t out[4 * 100 + 4];
            memset(out, 0x55, sizeof out);
            all[v]->units(out, in, count);
            for (size_t i = 0; i < 3 * count; i++)
                assert_true((float)out[i / 3 * 4 + i % 3] == rintf(127 * fminf(fmaxf(in[i], -1), 1)));
            for (size_t i = 0; i < count; i++) assert_int_equal(out[4 * i + 3], 0);
            assert_int_equal(out[4 * count], 0x55);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoded_rows_equal_those_of_meshoptimizer),
        cmocka_unit_test(numbers_are_quantised_to_the_nearest_step),
        cmocka_unit_test(unit_vectors_are_quantised_to_the_nearest_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
