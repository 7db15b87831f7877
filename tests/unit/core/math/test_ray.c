/* Compares rays with a search along them, where every distance comes from the nearest point of a shape. */
#include "core/math/ray.h"

#include "core/base/rng.h"
#include "core/math/triangle.h"
#include "tests/support/cmocka.h"

#define RAYS   4000
#define STEP   2e-3
#define LENGTH 4.0

static pd_vec3 point(pd_rng *rng, double reach)
{
    return pd_vec3_make(pd_rng_between(rng, -reach, reach), pd_rng_between(rng, -reach, reach),
                        pd_rng_between(rng, -reach, reach));
}

static pd_ray draw(pd_rng *rng, double radius)
{
    const pd_vec3 from = point(rng, 2);
    const pd_vec3 to = point(rng, 0.7);
    return (pd_ray){.from = from,
                    .along = pd_vec3_unit_or(pd_vec3_sub(to, from), pd_vec3_make(0, 0, 1)),
                    .length = LENGTH,
                    .radius = radius};
}

static double segment_distance(pd_vec3 p, pd_vec3 a, pd_vec3 b)
{
    const pd_vec3 axis = pd_vec3_sub(b, a);
    const double s = pd_vec3_dot(pd_vec3_sub(p, a), axis) / fmax(pd_vec3_dot(axis, axis), 1e-300);
    return pd_vec3_distance(p, pd_vec3_fma(a, fmin(fmax(s, 0), 1), axis));
}

static double triangle_distance(pd_vec3 p, pd_vec3 a, pd_vec3 b, pd_vec3 c)
{
    const float at[3] = {(float)p.x, (float)p.y, (float)p.z}, x[3] = {(float)a.x, (float)a.y, (float)a.z},
                y[3] = {(float)b.x, (float)b.y, (float)b.z}, z[3] = {(float)c.x, (float)c.y, (float)c.z};
    float w[3];
    pd_triangle_nearest(w, at, x, y, z);
    return (double)pd_triangle_distance(at, w, x, y, z);
}

static double box_distance(pd_vec3 p, pd_vec3 low, pd_vec3 high)
{
    const pd_vec3 near = pd_vec3_make(fmin(fmax(p.x, low.x), high.x), fmin(fmax(p.y, low.y), high.y),
                                      fmin(fmax(p.z, low.z), high.z));
    return pd_vec3_distance(p, near);
}

/* Expects that t is the first place of the ray within `reach` of a shape, by a search of all steps. */
static void expect_first(double t, const pd_ray *ray, double reach, double (*distance)(pd_vec3, const void *),
                         const void *shape, int counts[2])
{
    double found = NAN, least = INFINITY;

    for (int i = 0; i * STEP <= ray->length && isnan(found); i++) {
        const double d = distance(pd_ray_at(ray, i * STEP), shape);
        least = fmin(least, d);
        if (d <= reach) found = i * STEP;
    }

    counts[!isnan(t)]++;
    if (isnan(t)) {
        assert_true(isnan(found) || found > ray->length - 2 * STEP);
        return;
    }

    /* The search steps over grazes; the place itself then is at the distance. */
    assert_true(t >= 0 && t <= ray->length);
    const double d = distance(pd_ray_at(ray, t), shape);
    assert_true(d <= reach + 1e-5);
    if (t > 0) assert_near(d, reach, 1e-5);
    if (!isnan(found)) assert_true(found >= t - 1e-5 && found - t <= STEP + 1e-5);
}

static double from_segment(pd_vec3 p, const void *shape)
{
    const pd_vec3 *s = shape;
    return segment_distance(p, s[0], s[1]);
}

static double from_triangle(pd_vec3 p, const void *shape)
{
    const pd_vec3 *s = shape;
    return triangle_distance(p, s[0], s[1], s[2]);
}

static double from_box(pd_vec3 p, const void *shape)
{
    const pd_vec3 *s = shape;
    return box_distance(p, s[0], s[1]);
}

static void a_ray_meets_capsules_where_a_search_along_it_does(void **state)
{
    int counts[2] = {0};
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < RAYS; i++) {
        const pd_ray ray = draw(&rng, i % 3 ? 0 : 0.1);
        pd_vec3 s[2] = {point(&rng, 0.6), point(&rng, 0.6)};
        if (i % 20 == 0) s[1] = s[0];                              /* a sphere */
        if (i % 20 == 1) s[1] = pd_vec3_fma(s[0], 0.5, ray.along); /* along the ray */
        const double R = pd_rng_between(&rng, 0.02, 0.4);
        expect_first(pd_ray_capsule(&ray, s[0], s[1], R), &ray, R + ray.radius, from_segment, s, counts);
    }

    assert_true(counts[0] > RAYS / 10 && counts[1] > RAYS / 10);
}

static void a_thick_ray_meets_triangles_where_a_search_along_it_does(void **state)
{
    int counts[2] = {0};
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 6);
    for (int i = 0; i < RAYS; i++) {
        const pd_ray ray = draw(&rng, pd_rng_between(&rng, 0.02, 0.3));
        pd_vec3 s[3] = {point(&rng, 0.6), point(&rng, 0.6), point(&rng, 0.6)};
        if (i % 20 == 0) s[2] = s[1]; /* flat */
        expect_first(pd_ray_triangle(&ray, s[0], s[1], s[2], true), &ray, ray.radius, from_triangle, s,
                     counts);
    }

    assert_true(counts[0] > RAYS / 10 && counts[1] > RAYS / 10);
}

static void a_line_meets_the_front_of_triangles_as_the_plane_test_says(void **state)
{
    int met = 0;
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 7);
    for (int i = 0; i < RAYS; i++) {
        const pd_ray ray = draw(&rng, 0);
        const pd_vec3 a = point(&rng, 0.8), b = point(&rng, 0.8), c = point(&rng, 0.8);
        const float from[3] = {(float)ray.from.x, (float)ray.from.y, (float)ray.from.z},
                    along[3] = {(float)ray.along.x, (float)ray.along.y, (float)ray.along.z},
                    x[3] = {(float)a.x, (float)a.y, (float)a.z}, y[3] = {(float)b.x, (float)b.y, (float)b.z},
                    z[3] = {(float)c.x, (float)c.y, (float)c.z};
        float facing = 0;
        const double expected = (double)pd_triangle_meet(from, along, x, y, z, &facing);
        const bool is_met = expected >= 0 && expected <= LENGTH;
        const double front = pd_ray_triangle(&ray, a, b, c, true);
        const double both = pd_ray_triangle(&ray, a, b, c, false);
        if (fabs(expected) < 1e-3) continue;
        if (is_met != !isnan(both)) { /* only at an edge */
            const double t = is_met ? expected : both;
            const pd_vec3 p = pd_ray_at(&ray, t);
            assert_true(fmin(segment_distance(p, a, b),
                             fmin(segment_distance(p, b, c), segment_distance(p, c, a))) < 1e-4);
            continue;
        }

        if (!is_met) continue;
        assert_near(both, expected, 1e-3);
        assert_int_equal(!isnan(front), facing < 0);
        met++;
    }

    assert_true(met > RAYS / 20);
}

static void a_ray_meets_boxes_where_a_search_along_it_does(void **state)
{
    int counts[2] = {0};
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 8);
    for (int i = 0; i < RAYS; i++) {
        pd_ray ray = draw(&rng, 0);
        if (i % 10 == 0) ray.along = pd_vec3_make(0, i % 20 ? 1 : -1, 0);
        const pd_vec3 low = point(&rng, 0.6);
        const pd_vec3 s[2] = {low, pd_vec3_add(low, pd_vec3_make(pd_rng_between(&rng, 0.1, 0.8), 0.3, 0.4))};
        expect_first(pd_ray_box(&ray, s[0], s[1]), &ray, 1e-9, from_box, s, counts);
    }

    assert_true(counts[0] > RAYS / 50 && counts[1] > RAYS / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_meets_capsules_where_a_search_along_it_does),
        cmocka_unit_test(a_thick_ray_meets_triangles_where_a_search_along_it_does),
        cmocka_unit_test(a_line_meets_the_front_of_triangles_as_the_plane_test_says),
        cmocka_unit_test(a_ray_meets_boxes_where_a_search_along_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
