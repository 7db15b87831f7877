/* Tests the search for triangles that a vertex may have passed through: every version of the kernel keeps the
 * same candidates, and all that meet the conditions of passed.h. */
#include "core/base/rng.h"
#include "core/kernel/body/passed.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdbool.h>

enum { F = 4000, STRIDE = F + PD_K_PASSED_LANES };
static const float tie = 1e-6f;
static float faces[PD_K_PASSED_ROWS * STRIDE];

/* Draws a unit normal and the plane's distance, then a centre on the plane and a radius. */
static void make_plane(float *rows, pd_rng *rng, int f)
{
    double n[3], length = 0, d = 0;
    for (int c = 0; c < 3; c++) n[c] = pd_rng_normal(rng), length += n[c] * n[c];
    for (int c = 0; c < 3; c++) {
        const double at = 0.1 * pd_rng_normal(rng);
        rows[c * STRIDE + f] = (float)(n[c] / sqrt(length)), rows[(4 + c) * STRIDE + f] = (float)at;
        d += at * n[c] / sqrt(length);
    }
    rows[3 * STRIDE + f] = (float)d, rows[7 * STRIDE + f] = (float)(0.01 + 0.01 * pd_rng_uniform(rng));
}

static double along(const float *rows, int f, const float x[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += (double)rows[c * STRIDE + f] * (double)x[c];
    return sum;
}

static double apart(const float *rows, int f, const float x[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += pow((double)rows[c * STRIDE + f] - (double)x[c], 2);
    return sqrt(sum);
}

static void every_version_keeps_the_triangles_that_meet_the_conditions(void **state)
{
    (void)state;
    pd_k_passed_find *versions[2] = {pd_k_passed_find_ref, NULL};
#if defined(__x86_64__)
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) versions[1] = pd_k_passed_find_avx2;
#endif
    pd_rng rng;
    pd_rng_init(&rng, 11);
    const float *now = faces, *rest = faces + 8 * STRIDE;
    for (int f = 0; f < F; f++) make_plane(faces, &rng, f), make_plane(faces + 8 * STRIDE, &rng, f);

    int near = 0, nearer = 0, facing = 0;
    for (int n = 0; n < 20; n++) {
        pd_k_passed_vertex v = {.depth = 0.01f * (float)(1 + n), .tie = tie};
        for (int c = 0; c < 3; c++) {
            v.p[c] = (float)(0.1 * pd_rng_normal(&rng)), v.rest[c] = (float)(0.1 * pd_rng_normal(&rng));
            v.normal[c] = (float)pd_rng_normal(&rng);
        }
        for (int f = 0; f < F; f += PD_K_PASSED_LANES) {
            const unsigned kept = versions[0](faces, STRIDE, (size_t)f, &v);
            if (versions[1]) assert_int_equal(versions[1](faces, STRIDE, (size_t)f, &v), kept);
            for (int i = 0; i < PD_K_PASSED_LANES; i++) {
                const int k = f + i;
                const double behind = (double)now[3 * STRIDE + k] - along(now, k, v.p),
                             far = apart(now + 4 * STRIDE, k, v.p), r = (double)now[7 * STRIDE + k],
                             depth = (double)v.depth,
                             before = apart(rest + 4 * STRIDE, k, v.rest) + (double)rest[7 * STRIDE + k],
                             in_front = along(rest, k, v.rest) - (double)rest[3 * STRIDE + k];
                const bool is_near = behind > 0 && behind < depth && far < depth + r,
                           is_nearer = far - r < before / 2,
                           is_facing = along(now, k, v.normal) < 0 && in_front >= 0;
                const double doubt = fmin(fmin(fabs(behind), fabs(behind - depth)),
                                          fmin(fabs(far - depth - r), fabs(far - r - before / 2)));
                if (doubt < 3e-5 || fabs(in_front) < 3e-5) continue; /* either may be right */
                assert_int_equal(kept >> i & 1, is_near && (is_nearer || is_facing));
                near += is_near, nearer += is_near && is_nearer, facing += is_near && is_facing && !is_nearer;
            }
        }
    }
    print_message("%d near, %d of them nearer than at rest, %d others facing\n", near, nearer, facing);
    assert_true(nearer > 1000 && facing > 100 && near > nearer + facing + 100);
}

/* Compares the search among boxes at random places, three of them empty,
 * with their distances in double precision. */
static void every_version_finds_the_boxes_within_reach(void **state)
{
    (void)state;
    pd_k_passed_reach *versions[2] = {pd_k_passed_reach_ref, NULL};
#if defined(__x86_64__)
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) versions[1] = pd_k_passed_reach_avx2;
#endif
    pd_rng rng;
    pd_rng_init(&rng, 12);
    int within = 0, inside = 0, beyond = 0;
    for (int n = 0; n < 2000; n++) {
        float boxes[6][PD_K_PASSED_LANES], p[3];
        const float far = (float)(0.1 * pd_rng_uniform(&rng));
        for (int c = 0; c < 3; c++) p[c] = (float)(0.1 * pd_rng_normal(&rng));
        for (int i = 0; i < PD_K_PASSED_LANES; i++)
            for (int c = 0; c < 3; c++) {
                const double at = 0.1 * pd_rng_normal(&rng), size = 0.1 * pd_rng_uniform(&rng);
                boxes[c][i] = i < 5 ? (float)at : INFINITY,
                boxes[c + 3][i] = i < 5 ? (float)(at + size) : -INFINITY;
            }

        const unsigned near = versions[0]((const float(*)[PD_K_PASSED_LANES])boxes, p, far);
        if (versions[1])
            assert_int_equal(versions[1]((const float(*)[PD_K_PASSED_LANES])boxes, p, far), near);
        for (int i = 0; i < PD_K_PASSED_LANES; i++) {
            double sum = 0;
            for (int c = 0; c < 3; c++)
                sum += pow(
                    fmax(0, fmax((double)boxes[c][i] - (double)p[c], (double)p[c] - (double)boxes[c + 3][i])),
                    2);
            if (fabs(sqrt(sum) - (double)far) < 1e-6) continue; /* either may be right */
            assert_int_equal(near >> i & 1, sum < (double)far * (double)far);
            inside += sum == 0, within += sum > 0 && (near >> i & 1), beyond += !(near >> i & 1);
        }
    }
    print_message("%d around the point, %d others within reach, %d beyond\n", inside, within, beyond);
    assert_true(inside > 20 && within > 100 && beyond > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_finds_the_boxes_within_reach),
        cmocka_unit_test(every_version_keeps_the_triangles_that_meet_the_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
