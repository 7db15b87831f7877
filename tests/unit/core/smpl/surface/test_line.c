/* Tests section lines: the curve in which a plane cuts a mesh, and its convex hull,
 * along which a girth is measured. */
#include "tests/support/cmocka.h"

#include "core/smpl/surface/line.h"

static const double pi = 3.14159265358979323846;
static const double up[3] = {0, 1, 0};

/* Makes a prism about Y with `sides` sides and a notch:
 * one corner of a ring is pushed in. A tape spans it. */
enum { MOST_SIDES = 1024 };
static float vertices[2 * MOST_SIDES][3];
static uint32_t faces[2 * MOST_SIDES][3], all[2 * MOST_SIDES], gathered[2 * MOST_SIDES];
static double points[4 * MOST_SIDES][2];
static float ranges[2 * MOST_SIDES][2];

static pd_smpl_slab prism(uint32_t sides, double radius)
{
    for (uint32_t i = 0; i < 2 * sides; i++) {
        const uint32_t s = i % sides;
        const double t = 2 * pi * s / sides, r = s == 1 ? 0.5 * radius : radius;
        vertices[i][0] = (float)(r * cos(t)), vertices[i][1] = (float)(i / sides),
        vertices[i][2] = (float)(r * sin(t));
    }
    for (uint32_t s = 0; s < sides; s++) {
        const uint32_t next = (s + 1) % sides;
        const uint32_t corners[2][3] = {{s, s + sides, next}, {next, s + sides, next + sides}};
        memcpy(faces[2 * s], corners, sizeof corners);
        all[2 * s] = 2 * s, all[2 * s + 1] = 2 * s + 1;
    }
    return (pd_smpl_slab){.vertices = vertices[0],
                          .faces = faces[0],
                          .triangles = gathered,
                          .ranges = ranges,
                          .points = points};
}

static double length_of(const pd_smpl_line *line)
{
    double sum = 0;
    for (int i = 0; i < line->count; i++) {
        double p[3], q[3];
        pd_smpl_line_place(p, line->points + i, vertices[0], NULL);
        pd_smpl_line_place(q, line->points + (i + 1) % line->count, vertices[0], NULL);
        sum += sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]) +
                    (q[2] - p[2]) * (q[2] - p[2]));
    }
    return sum;
}

static void a_line_is_as_long_as_the_measured_girth(void **state)
{
    (void)state;
    pd_smpl_line line;
    for (uint32_t sides = 3; sides <= 96; sides++) {
        pd_smpl_slab slab = prism(sides, 0.15);
        pd_smpl_slab_gather(&slab, all, (int)(2 * sides), up, 0.3, 0.3);
        pd_smpl_line_section(&line, &slab, 0.3);
        assert_true(line.is_closed && line.count >= 3);
        assert_near(length_of(&line), pd_smpl_slab_girth(&slab, 0.3), 1e-6);
    }
}

static void points_of_a_section_lie_in_the_plane_and_on_edges(void **state)
{
    (void)state;
    pd_smpl_line line;
    pd_smpl_slab slab = prism(40, 0.15);
    pd_smpl_slab_gather(&slab, all, 80, up, 0.3, 0.3);
    pd_smpl_line_section(&line, &slab, 0.3);
    for (int i = 0; i < line.count; i++) {
        double p[3];
        pd_smpl_line_place(p, line.points + i, vertices[0], NULL);
        assert_near(p[1], 0.3, 1e-6);
        assert_true(line.points[i].t >= 0 && line.points[i].t <= 1 && line.points[i].a < line.points[i].b);
        assert_true(line.points[i].a % 40 != 1 && line.points[i].b % 40 != 1); /* the notch is spanned */
    }
}

static void a_plane_through_vertices_gives_a_line(void **state)
{
    (void)state;
    pd_smpl_line line;
    pd_smpl_slab slab = prism(40, 0.15);
    for (int i = 0; i < 40; i++) vertices[i][1] = i % 2 ? 0.3F : 0.3F + 1e-8F;
    pd_smpl_slab_gather(&slab, all, 80, up, 0.3, 0.3);
    pd_smpl_line_section(&line, &slab, 0.3F);
    assert_near(length_of(&line), pd_smpl_slab_girth(&slab, 0.3F), 1e-5);
}

static void a_line_with_too_many_corners_is_thinned_and_keeps_its_shape(void **state)
{
    (void)state;
    pd_smpl_line line;
    pd_smpl_slab slab = prism(MOST_SIDES, 0.15);
    pd_smpl_slab_gather(&slab, all, 2 * MOST_SIDES, up, 0.5, 0.5);
    pd_smpl_line_section(&line, &slab, 0.5);
    assert_in_range(line.count, PD_SMPL_LINE_MOST / 4, PD_SMPL_LINE_MOST);
    assert_near(length_of(&line), pd_smpl_slab_girth(&slab, 0.5), 3e-3);
}

static void a_plane_beside_the_mesh_has_no_line(void **state)
{
    (void)state;
    pd_smpl_line line = {.count = 7};
    pd_smpl_slab slab = prism(12, 0.15);
    pd_smpl_slab_gather(&slab, all, 24, up, 3, 3);
    pd_smpl_line_section(&line, &slab, 3);
    assert_int_equal(line.count, 0);
}

static void a_line_can_run_through_vertices_and_joints(void **state)
{
    (void)state;
    pd_smpl_line line = {.count = 0};
    const double joints[6] = {0, 0, 0, 1, 2, 3};
    double p[3];
    prism(12, 0.15);
    pd_smpl_line_add_vertex(&line, 14);
    pd_smpl_line_add_joint(&line, 1);
    pd_smpl_line_place(p, line.points, vertices[0], joints);
    assert_near(p[1], 1, 0);
    pd_smpl_line_place(p, line.points + 1, vertices[0], joints);
    assert_near(p[2], 3, 0);
    assert_int_equal(line.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_as_long_as_the_measured_girth),
        cmocka_unit_test(points_of_a_section_lie_in_the_plane_and_on_edges),
        cmocka_unit_test(a_plane_through_vertices_gives_a_line),
        cmocka_unit_test(a_line_with_too_many_corners_is_thinned_and_keeps_its_shape),
        cmocka_unit_test(a_plane_beside_the_mesh_has_no_line),
        cmocka_unit_test(a_line_can_run_through_vertices_and_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
