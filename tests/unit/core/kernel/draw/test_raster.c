/* Tests the rasteriser's kernel: samples that a triangle covers are compared with geometry in double
 * precision, and every version gives the same bits. */
#include "core/base/rng.h"
#include "core/kernel/draw/raster.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 61, HEIGHT = 40, STRIDE = WIDTH + PD_K_RASTER_LANES, FIRST = 5, LAST = 33, TEXELS = 4 };

static int versions(pd_k_raster_draw *out[3])
{
    int count = 0;
    out[count++] = pd_k_raster_draw_ref;
#if defined(__x86_64__)
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) out[count++] = pd_k_raster_draw_avx2;
    if (pd_k_cpu_has(PD_K_CPU_AVX512)) out[count++] = pd_k_raster_draw_avx512;
#endif
    return count;
}

typedef struct picture {
    float near[HEIGHT * STRIDE];
    uint32_t marks[HEIGHT * STRIDE];
} picture;

/* Computes the barycentric coordinates of a sample's centre. */
static void weigh(double w[3], const pd_k_raster_triangle *t, int x, int y)
{
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        w[k] = (((double)t->x[b] - t->x[a]) * (y + 0.5 - t->y[a]) -
                ((double)t->y[b] - t->y[a]) * (x + 0.5 - t->x[a])) /
               t->area;
    }
}

/* Returns a random triangle, which reaches beyond the picture: large, small, or a sliver. */
static pd_k_raster_triangle random_triangle(pd_rng *rng, int i)
{
    pd_k_raster_triangle t = {.mark = (uint32_t)i + 1};
    const double size = i % 3 == 0   ? 80
                        : i % 3 == 1 ? 6
                                     : 1,
                 x = pd_rng_between(rng, -5, WIDTH + 5), y = pd_rng_between(rng, -5, HEIGHT + 5);
    for (int k = 0; k < 3; k++) {
        t.x[k] = (float)(x + size * pd_rng_between(rng, -0.5, 0.5));
        t.y[k] = (float)(y + (i % 5 == 0 ? 40 : size) * pd_rng_between(rng, -0.5, 0.5));
        t.near[k] = (float)pd_rng_between(rng, 0.5, 2);
    }
    t.area = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (t.y[1] - t.y[0]) * (t.x[2] - t.x[0]);
    return t;
}

static void samples_show_the_nearest_triangle_and_other_rows_are_unchanged(void **state)
{
    (void)state;
    static picture found[3], expected;
    pd_k_raster_draw *all[3];
    const int count = versions(all);
    pd_rng rng;
    pd_rng_init(&rng, 9);
    int unsure = 0, covered = 0;
    for (int round = 0; round < 60; round++) {
        memset(found, 0, sizeof found), memset(&expected, 0, sizeof expected);
        for (int i = 0; i < 12; i++) {
            const pd_k_raster_triangle t = random_triangle(&rng, i);
            for (int v = 0; v < count; v++)
                all[v](&(pd_k_raster_rows){found[v].near + FIRST * STRIDE, found[v].marks + FIRST * STRIDE,
                                           STRIDE, WIDTH, FIRST, LAST},
                       &t, NULL);
            for (int y = FIRST; y < LAST; y++)
                for (int x = 0; x < WIDTH; x++) {
                    double w[3], near = 0;
                    weigh(w, &t, x, y);
                    for (int k = 0; k < 3; k++) near += w[k] * t.near[k];
                    const int at = y * STRIDE + x;
                    if (w[0] < 0 || w[1] < 0 || w[2] < 0 || near <= expected.near[at]) continue;
                    expected.near[at] = (float)near, expected.marks[at] = t.mark;
                }
        }
        for (int v = 1; v < count; v++) assert_memory_equal(&found[v], &found[0], sizeof *found);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const int at = y * STRIDE + x;
                if (y < FIRST || y >= LAST) assert_true(found[0].near[at] == 0 && found[0].marks[at] == 0);
                covered += expected.marks[at] != 0;
                unsure += found[0].marks[at] != expected.marks[at] ||
                          fabsf(found[0].near[at] - expected.near[at]) > 2e-3f * expected.near[at];
            }
    }
    /* Samples on an edge may be covered or not, by rounding. */
    assert_true(covered > 30000);
    assert_true(unsure < covered / 2000);
}

/* The left half of the texture is transparent. A limit of 0 leaves out the left half of the triangle, a limit
 * of 255 all of it. */
static void only_texels_with_alpha_above_the_limit_cover_a_sample(void **state)
{
    (void)state;
    static uint8_t texels[TEXELS * TEXELS * 4];
    static const float open[1] = {0}, shut[1] = {255};
    for (int i = 0; i < TEXELS * TEXELS; i++) texels[4 * i + 3] = i % TEXELS < TEXELS / 2 ? 0 : 255;
    const pd_k_raster_triangle t = {
        .x = {0, 0, 200}, .y = {-80, 120, 20}, .near = {1, 1, 1}, .area = -40000, .mark = 3};
    pd_k_raster_draw *all[3];
    const int count = versions(all);
    for (int v = 0; v < count; v++)
        for (int is_shut = 0; is_shut < 2; is_shut++) {
            static picture p;
            memset(&p, 0, sizeof p);
            /* u is 0.25 at column 0 and 0.75 at column 60; alpha begins at the centre
             * of the second column of texels, 0.375. */
            const pd_k_raster_cover cover = {
                .texels = texels,
                .width = TEXELS,
                .height = TEXELS,
                .uvs = {{0.25f, 0.5f}, {0.25f, 0.5f}, {0.25f + 200 * 0.5f / 60, 0.5f}},
                .limits = is_shut ? shut : open,
                .period = 1};
            all[v](&(pd_k_raster_rows){p.near, p.marks, STRIDE, WIDTH, 0, HEIGHT}, &t, &cover);
            for (int x = 0; x < WIDTH; x++)
                assert_int_equal(p.marks[20 * STRIDE + x], !is_shut && x >= 15 ? 3 : 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_show_the_nearest_triangle_and_other_rows_are_unchanged),
        cmocka_unit_test(only_texels_with_alpha_above_the_limit_cover_a_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
