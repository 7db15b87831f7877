/* The texels of a triangle of a texture, and those beside it. */
#include "core/wardrobe/export/texels.h"

#include <math.h>
#include <string.h>

#include "tests/support/cmocka.h"

enum { SIDE = 16 };

/* How often each texel was visited, and how often as one of the inside. */
typedef struct visits {
    int all[SIDE][SIDE], inside[SIDE][SIDE];
} visits;

static const float lower[3][2] = {{2.2f, 3.1f}, {12.7f, 4.3f}, {5.4f, 13.6f}};

static void visit(void *ctx, const pd_wardrobe_texel *t)
{
    visits *v = ctx;

    assert_in_range(t->x, 0, SIDE - 1);
    assert_in_range(t->y, 0, SIDE - 1);
    v->all[t->y][t->x]++;
    v->inside[t->y][t->x] += t->is_inside;

    /* The weights give the centre back. */
    float sum = 0, at[2] = {0};
    for (int k = 0; k < 3; k++) {
        sum += t->weights[k];
        for (int c = 0; c < 2; c++) at[c] += t->weights[k] * lower[k][c];
    }
    assert_true(fabsf(sum - 1) < 1e-5f);
    assert_true(fabsf(at[0] - (float)t->x - 0.5f) < 1e-4f && fabsf(at[1] - (float)t->y - 0.5f) < 1e-4f);
}

/* Distance of a point from the line through corners k and k + 1, above 0 on the triangle's side. */
static double inside_by(double x, double y, int k)
{
    const float *a = lower[k], *b = lower[(k + 1) % 3];
    const double ex = (double)b[0] - (double)a[0], ey = (double)b[1] - (double)a[1];

    return (ex * (y - (double)a[1]) - ey * (x - (double)a[0])) / hypot(ex, ey);
}

static void every_texel_within_the_margin_is_visited_once(void **state)
{
    (void)state;
    static const float margins[] = {0, 1.5f, 3};

    for (int m = 0; m < 3; m++) {
        visits v;
        memset(&v, 0, sizeof v);
        pd_wardrobe_texels_of(lower, (const int[2]){SIDE, SIDE}, margins[m], visit, &v);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                double least = INFINITY;
                for (int k = 0; k < 3; k++) least = fmin(least, inside_by(x + 0.5, y + 0.5, k));

                /* The box cuts the sharp corners of the margin off. */
                if (v.all[y][x] || least >= 0)
                    assert_int_equal(v.all[y][x], least >= -(double)margins[m] ? 1 : 0);
                assert_int_equal(v.inside[y][x], least >= 0 ? 1 : 0);
            }
    }
}

static void a_triangle_without_area_has_no_texels(void **state)
{
    (void)state;
    static const float line[3][2] = {{2, 2}, {5, 5}, {9, 9}};
    visits v;

    memset(&v, 0, sizeof v);
    pd_wardrobe_texels_of(line, (const int[2]){SIDE, SIDE}, 2, visit, &v);
    for (int i = 0; i < SIDE * SIDE; i++) assert_int_equal(v.all[i / SIDE][i % SIDE], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_texel_within_the_margin_is_visited_once),
        cmocka_unit_test(a_triangle_without_area_has_no_texels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
