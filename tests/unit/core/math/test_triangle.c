/* Tests where a line meets a triangle and which of its points is nearest, on points that are constructed from
 * barycentric weights. */
#include "core/math/triangle.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

typedef struct corners {
    float a[3], b[3], c[3];
} corners;

static corners drawn(pd_rng *rng)
{
    corners t;
    for (int k = 0; k < 3; k++) {
        t.a[k] = (float)pd_rng_between(rng, -1, 1);
        t.b[k] = (float)pd_rng_between(rng, -1, 1);
        t.c[k] = (float)pd_rng_between(rng, -1, 1);
    }
    return t;
}

static void mixed(float out[3], const corners *t, const double w[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (float)(w[0] * (double)t->a[k] + w[1] * (double)t->b[k] + w[2] * (double)t->c[k]);
}

/* A line through a point of the plane, given by its weights,
 * meets the triangle where none of them is negative. */
static void lines_meet_where_the_weights_say(void **state)
{
    (void)state;
    pd_rng rng;
    int met = 0, missed = 0;
    pd_rng_init(&rng, 5);

    for (int i = 0; i < 4000; i++) {
        const corners t = drawn(&rng);
        float on[3], from[3], along[3], normal[3], facing = 0;
        double w[3];
        w[1] = pd_rng_between(&rng, -0.5, 1.2), w[2] = pd_rng_between(&rng, -0.5, 1.2),
        w[0] = 1 - w[1] - w[2];
        mixed(on, &t, w);
        const float far = (float)pd_rng_between(&rng, -2, 2);
        for (int k = 0; k < 3; k++)
            along[k] = (float)pd_rng_between(&rng, -1, 1), from[k] = on[k] - far * along[k];

        /* nearly in its plane, or nearly through an edge: rounding decides */
        pd_triangle_normal(normal, t.a, t.b, t.c);
        const float slant = pd_dot3f(normal, along);
        const double edge = fmin(fmin(fabs(w[0]), fabs(w[1])), fabs(w[2]));
        if (fabsf(slant) < 0.02f || edge < 1e-3) continue;

        const float found = pd_triangle_meet(from, along, t.a, t.b, t.c, &facing);
        if (w[0] < 0 || w[1] < 0 || w[2] < 0) {
            assert_true(isnan(found));
            missed++;
            continue;
        }
        assert_near(found, far, 2e-4);
        assert_near(facing, slant, 1e-5);
        assert_true(pd_triangle_meet(from, along, t.a, t.b, t.c, NULL) == found);
        met++;
    }
    assert_true(met > 500 && missed > 500);
}

static void a_line_in_the_plane_meets_nothing(void **state)
{
    (void)state;
    const float a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, c[3] = {0, 1, 0}, along[3] = {1, 1, 0};
    const float from[3] = {-1, -1, 0}, above[3] = {-1, -1, 0.5f};
    assert_true(isnan(pd_triangle_meet(from, along, a, b, c, NULL)));
    assert_true(isnan(pd_triangle_meet(above, along, a, b, c, NULL)));
    assert_true(isnan(pd_triangle_meet(from, along, a, a, c, NULL)));
}

/* No point of the triangle, by weights of twentieths, is nearer than the nearest. */
static void no_point_is_nearer_than_the_nearest(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 6);

    for (int i = 0; i < 500; i++) {
        const corners t = drawn(&rng);
        float p[3], w[3], on[3];
        for (int k = 0; k < 3; k++) p[k] = (float)pd_rng_between(&rng, -2, 2);
        pd_triangle_nearest(w, p, t.a, t.b, t.c);
        assert_true(w[0] > -1e-6f && w[1] > -1e-6f && w[2] > -1e-6f);
        assert_near(w[0] + w[1] + w[2], 1, 1e-5);
        const float least = pd_triangle_distance(p, w, t.a, t.b, t.c);

        for (int u = 0; u <= 20; u++)
            for (int v = 0; u + v <= 20; v++) {
                float d[3];
                mixed(on, &t, (double[3]){1 - (u + v) / 20.0, u / 20.0, v / 20.0});
                for (int k = 0; k < 3; k++) d[k] = on[k] - p[k];
                assert_true(sqrtf(pd_dot3f(d, d)) > least - 1e-4f);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_meet_where_the_weights_say),
        cmocka_unit_test(a_line_in_the_plane_meets_nothing),
        cmocka_unit_test(no_point_is_nearer_than_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
