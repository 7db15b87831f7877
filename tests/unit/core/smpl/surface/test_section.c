/* Tests girths from plane sections: circumferences of cylinders and ellipses,
 * and planes that miss the mesh. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/smpl/surface/section.h"

static const double pi = 3.14159265358979323846;

/* Makes an open tube about Y from rings of an ellipse with half axes a (x) and b (z),
 * whose radii are scaled by grow(y). */
enum { SIDES = 256, RINGS = 41, QUADS = SIDES * (RINGS - 1) };
static float vertices[RINGS * SIDES][3];
static uint32_t faces[2 * QUADS][3], all[2 * QUADS], gathered[2 * QUADS];
static double points[4 * QUADS][2];
static float ranges[2 * QUADS][2];

static pd_smpl_slab tube(double a, double b, double (*grow)(double y))
{
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++) {
            double y = r / (RINGS - 1.0), g = grow ? grow(y) : 1, t = 2 * pi * s / SIDES;
            float *v = vertices[r * SIDES + s];
            v[0] = (float)(g * a * cos(t)), v[1] = (float)y, v[2] = (float)(g * b * sin(t));
        }
    for (uint32_t q = 0; q < QUADS; q++) {
        uint32_t s = q % SIDES, o = q - s, next = o + (s + 1) % SIDES;
        uint32_t corners[2][3] = {{q, q + SIDES, next}, {next, q + SIDES, next + SIDES}};
        memcpy(faces[2 * q], corners, sizeof corners);
        all[2 * q] = 2 * q, all[2 * q + 1] = 2 * q + 1;
    }
    return (pd_smpl_slab){.vertices = vertices[0],
                          .faces = faces[0],
                          .triangles = gathered,
                          .ranges = ranges,
                          .points = points};
}

static const double up[3] = {0, 1, 0};

static void the_girth_of_a_cylinder_is_its_circumference(void **state)
{
    (void)state;
    pd_smpl_slab slab = tube(0.15, 0.15, NULL);
    pd_smpl_slab_gather(&slab, all, 2 * QUADS, up, 0.2, 0.8);
    double polygon = 0.15 * 2 * SIDES * sin(pi / SIDES);
    assert_near(pd_smpl_slab_girth(&slab, 0.5), polygon, 1e-6);
    assert_near(pd_smpl_slab_girth(&slab, 0.31), polygon, 1e-6);
    assert_near(polygon, 2 * pi * 0.15, 1e-4);
}

static void an_oblique_section_of_a_cylinder_is_an_ellipse(void **state)
{
    (void)state;
    pd_smpl_slab slab = tube(0.15, 0.15, NULL);
    double c = cos(0.5), s = sin(0.5), normal[3] = {0, c, s};
    pd_smpl_slab_gather(&slab, all, 2 * QUADS, normal, 0.3, 0.6);
    double a = 0.15 / c, b = 0.15, h = (a - b) * (a - b) / ((a + b) * (a + b)); /* Ramanujan 1914 */
    double ellipse = pi * (a + b) * (1 + 3 * h / (10 + sqrt(4 - 3 * h)));
    assert_near(pd_smpl_slab_girth(&slab, 0.45), ellipse, 2e-4);
}

static void a_plane_beside_the_mesh_measures_nothing(void **state)
{
    (void)state;
    pd_smpl_slab slab = tube(0.15, 0.15, NULL);
    pd_smpl_slab_gather(&slab, all, 2 * QUADS, up, 2, 3);
    assert_int_equal(slab.triangle_count, 0);
    assert_near(pd_smpl_slab_girth(&slab, 2.5), 0, 0);
    assert_near(pd_smpl_slab_extreme(&slab, 2, 3, 1, NULL), 0, 0);
}

static void a_slab_gathers_the_triangles_that_its_planes_can_meet(void **state)
{
    (void)state;
    pd_smpl_slab slab = tube(0.15, 0.15, NULL);
    pd_smpl_slab_gather(&slab, all, 2 * QUADS, up, 0.51, 0.52);
    assert_int_equal(slab.triangle_count, 2 * SIDES);
}

static double hourglass(double y)
{
    return 1 + 4 * (y - 0.4321) * (y - 0.4321);
}

static double barrel(double y)
{
    return 2 - 4 * (y - 0.6543) * (y - 0.6543);
}

static void the_least_and_the_greatest_girth_are_found(void **state)
{
    (void)state;
    double level = 0, one = 0.1 * 2 * SIDES * sin(pi / SIDES);
    pd_smpl_slab slab = tube(0.1, 0.1, hourglass);
    pd_smpl_slab_gather(&slab, all, 2 * QUADS, up, 0.1, 0.9);
    assert_near(pd_smpl_slab_extreme(&slab, 0.1, 0.9, -1, &level), one, 1e-3);
    assert_near(level, 0.4321, 0.025); /* rings are 0.025 apart */
    slab = tube(0.1, 0.1, barrel);
    pd_smpl_slab_gather(&slab, all, 2 * QUADS, up, 0.1, 0.9);
    assert_near(pd_smpl_slab_extreme(&slab, 0.1, 0.9, 1, &level), 2 * one, 1e-3);
    assert_near(level, 0.6543, 0.025);
}

/* Computes a convex hull by gift wrapping (Jarvis 1973). */
static double wrapped(const double (*p)[2], int count)
{
    int first = 0, at;
    for (int i = 1; i < count; i++)
        if (p[i][0] < p[first][0] || (p[i][0] == p[first][0] && p[i][1] < p[first][1])) first = i;
    double length = 0;
    at = first;
    do {
        int next = at == 0;
        for (int i = 0; i < count; i++) {
            double side = (p[next][0] - p[at][0]) * (p[i][1] - p[at][1]) -
                          (p[next][1] - p[at][1]) * (p[i][0] - p[at][0]);
            if (side < 0) next = i;
        }
        length += hypot(p[next][0] - p[at][0], p[next][1] - p[at][1]);
        at = next;
    } while (at != first);
    return length;
}

static void hulls_agree_with_gift_wrapping(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int trial = 0; trial < 500; trial++) {
        static double p[1300][2];
        int count = 3 + pd_rng_below(&rng, trial % 10 ? 197 : 1297);
        for (int i = 0; i < count; i++) {
            double r = trial % 2 ? 1 : sqrt(pd_rng_uniform(&rng)), t = 2 * pi * pd_rng_uniform(&rng);
            p[i][0] = 3 * r * cos(t), p[i][1] = r * sin(t);
        }
        double expected = wrapped((const double(*)[2])p, count);
        assert_near(pd_smpl_hull_perimeter(p, count), expected, 1e-9);
    }
}

/* Cuts a tube by planes of any direction, and computes each crossing of an edge in a frame of its own. */
static void oblique_sections_have_the_girth_of_their_crossings(void **state)
{
    (void)state;
    static double crossings[6 * QUADS][2];
    pd_rng rng;
    pd_rng_init(&rng, 5);
    pd_smpl_slab slab = tube(0.2, 0.1, barrel);
    for (int trial = 0; trial < 30; trial++) {
        double n[3], u[3], v[3], length = 0, level = 0;
        for (int c = 0; c < 3; c++)
            n[c] = trial < 6 ? c == trial % 3 : pd_rng_normal(&rng), length += n[c] * n[c];
        for (int c = 0; c < 3; c++) n[c] *= (trial < 6 && trial > 2 ? -1 : 1) / sqrt(length);
        for (int c = 0; c < 3; c++)
            level += n[c] * (c == 1 ? 0.2 + 0.6 * pd_rng_uniform(&rng) : 0.1 * pd_rng_normal(&rng));
        /* u: n cross the axis that it has least of; v: n cross u */
        double a[3] = {fabs(n[0]) < 0.5, fabs(n[0]) >= 0.5, 0};
        for (int c = 0; c < 3; c++) u[c] = n[(c + 1) % 3] * a[(c + 2) % 3] - n[(c + 2) % 3] * a[(c + 1) % 3];
        length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        for (int c = 0; c < 3; c++) u[c] /= length;
        for (int c = 0; c < 3; c++) v[c] = n[(c + 1) % 3] * u[(c + 2) % 3] - n[(c + 2) % 3] * u[(c + 1) % 3];

        int count = 0;
        for (int f = 0; f < 2 * QUADS; f++)
            for (int e = 0; e < 3; e++) {
                const float *p = vertices[faces[f][e]], *q = vertices[faces[f][(e + 1) % 3]];
                double over = -level, end = -level, share;
                for (int c = 0; c < 3; c++) over += n[c] * (double)p[c], end += n[c] * (double)q[c];
                if (over * end > 0) continue;
                share = over == end ? 0 : over / (over - end);
                double at[2] = {0, 0};
                for (int c = 0; c < 3; c++) {
                    double x = (1 - share) * (double)p[c] + share * (double)q[c];
                    at[0] += u[c] * x, at[1] += v[c] * x;
                }
                memcpy(crossings[count++], at, sizeof at);
            }
        pd_smpl_slab_gather(&slab, all, 2 * QUADS, n, level - 0.01, level + 0.01);
        double girth = pd_smpl_slab_girth(&slab, level);
        assert_near(girth, count > 2 ? wrapped((const double(*)[2])crossings, count) : 0, 1e-6);
        assert_true(trial < 3 || trial > 5 || girth > 0);
        assert_near(pd_smpl_slab_girth(&slab, level + 5), 0, 0);
    }
}

/* Samples 401 levels. The found level may differ from the best by half a per cent of the range. */
static void no_sampled_level_has_a_larger_or_smaller_girth_than_the_found_ones(void **state)
{
    (void)state;
    static const double bounds[][2] = {{0.1, 0.9}, {0.30, 0.5}, {0.05, 0.62}, {0.6, 0.95}};
    for (int shape = 0; shape < 2; shape++) {
        pd_smpl_slab slab = tube(0.1, 0.07, shape ? barrel : hourglass);
        for (size_t i = 0; i < 4; i++)
            for (int sign = -1; sign < 2; sign += 2) {
                double level, best = -1e9, where = 0;
                pd_smpl_slab_gather(&slab, all, 2 * QUADS, up, bounds[i][0], bounds[i][1]);
                double found = pd_smpl_slab_extreme(&slab, bounds[i][0], bounds[i][1], sign, &level);
                for (int k = 0; k <= 400; k++) {
                    double y = bounds[i][0] + (bounds[i][1] - bounds[i][0]) * k / 400,
                           girth = pd_smpl_slab_girth(&slab, y);
                    if (sign * girth > best) best = sign * girth, where = y;
                }
                assert_near(pd_smpl_slab_girth(&slab, level), found, 0);
                assert_true(level >= bounds[i][0] - 1e-12 && level <= bounds[i][1] + 1e-12);
                assert_near(found, sign * best, 2.5e-4);
                /* a parabola between rings: both ends of a shallow one may be all but equal */
                assert_true(fabs(level - where) < 0.006 || fabs(found - sign * best) < 1e-5);
            }
    }
}

static void flat_and_tiny_hulls_have_a_perimeter(void **state)
{
    (void)state;
    double line[5][2] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}, {1, 1}}, same[3][2] = {{1, 2}, {1, 2}, {1, 2}},
           one[1][2] = {{1, 1}};
    assert_near(pd_smpl_hull_perimeter(line, 5), 2 * hypot(3, 3), 1e-12);
    assert_near(pd_smpl_hull_perimeter(same, 3), 0, 0);
    assert_near(pd_smpl_hull_perimeter(one, 1), 0, 0);
    assert_near(pd_smpl_hull_perimeter(one, 0), 0, 0);
}

static void a_length_along_the_back_spans_its_hollows(void **state)
{
    (void)state;
    double back[5][2] = {{4, 0}, {1, 0.5}, {0, 0}, {2, 0.9}, {3, -1}}; /* the hollow at 1 and 2 is spanned */
    assert_near(pd_smpl_hull_lower_length(back, 5), hypot(3, 1) + hypot(1, 1), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_girth_of_a_cylinder_is_its_circumference),
        cmocka_unit_test(an_oblique_section_of_a_cylinder_is_an_ellipse),
        cmocka_unit_test(a_plane_beside_the_mesh_measures_nothing),
        cmocka_unit_test(a_slab_gathers_the_triangles_that_its_planes_can_meet),
        cmocka_unit_test(the_least_and_the_greatest_girth_are_found),
        cmocka_unit_test(hulls_agree_with_gift_wrapping),
        cmocka_unit_test(oblique_sections_have_the_girth_of_their_crossings),
        cmocka_unit_test(no_sampled_level_has_a_larger_or_smaller_girth_than_the_found_ones),
        cmocka_unit_test(flat_and_tiny_hulls_have_a_perimeter),
        cmocka_unit_test(a_length_along_the_back_spans_its_hollows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
