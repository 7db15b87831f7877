/* Possible orientations of a surface: frames of axes, and planes of mirror symmetry. */
#include "core/rig/way.h"
#include "tests/support/cmocka.h"

#include <math.h>

static void frames_are_right_handed_and_level(void **state)
{
    (void)state;
    for (int up = PD_RIG_Y; up < PD_RIG_AXES; up++) {
        static const double facing[3] = {0.3, 0.5, -0.7};
        double m[9], y[3];
        assert_true(pd_rig_way_of(m, (pd_rig_axis)up, facing));
        pd_rig_axis_vector(y, (pd_rig_axis)up);
        assert_near(m[3] * y[0] + m[4] * y[1] + m[5] * y[2], 1, 1e-12);
        assert_near(m[6] * y[0] + m[7] * y[1] + m[8] * y[2], 0, 1e-12);
        assert_true(m[6] * facing[0] + m[7] * facing[1] + m[8] * facing[2] > 0.3);
        const double determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                                   m[2] * (m[3] * m[7] - m[4] * m[6]);
        assert_near(determinant, 1, 1e-12);
        assert_false(pd_rig_way_of(m, (pd_rig_axis)up, y));
    }
}

/* A wedge, three long ways of different lengths: its one plane of symmetry is turned by yaw about y. */
static void check_plane(double yaw, double expected)
{
    static const uint32_t faces[8][3] = {{0, 1, 2}, {3, 5, 4}, {0, 3, 1}, {1, 3, 4},
                                         {1, 4, 2}, {2, 4, 5}, {2, 5, 0}, {0, 5, 3}};
    static const double corners[3][2] = {{0.5, -0.2}, {-0.5, -0.2}, {0, 1.1}}; /* x, z */
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    float v[18];
    double ways[PD_RIG_WAYS][9];
    pd_rig_mesh mesh;
    pd_rig_cloud cloud;

    for (int i = 0; i < 6; i++) {
        const double x = corners[i % 3][0], z = corners[i % 3][1];
        v[3 * i] = (float)(cos(yaw) * x + sin(yaw) * z);
        v[3 * i + 1] = i < 3 ? 1 : 0;
        v[3 * i + 2] = (float)(cos(yaw) * z - sin(yaw) * x);
    }
    if (pd_rig_mesh_init(&mesh, v, 6, faces[0], 8, as_it_is, NULL) != PD_OK) {
        uint32_t turned[8][3];
        for (int f = 0; f < 8; f++)
            for (int c = 0; c < 3; c++) turned[f][c] = faces[f][2 - c];
        assert_int_equal(pd_rig_mesh_init(&mesh, v, 6, turned[0], 8, as_it_is, NULL), PD_OK);
    }
    assert_int_equal(pd_rig_cloud_init(&cloud, &mesh, NULL), PD_OK);
    assert_in_range(pd_rig_ways(ways, PD_RIG_Y, &mesh, &cloud), 2, PD_RIG_WAYS);
    /* along the plane one way and the other */
    assert_true(fabs(ways[0][6] * sin(expected) + ways[0][8] * cos(expected)) > 0.998);
    for (int c = 6; c < 9; c++) assert_near(ways[1][c], -ways[0][c], 1e-9);
    if (expected == 0) assert_near(fabs(ways[0][8]), 1, 1e-12);
    pd_rig_cloud_deinit(&cloud);
    pd_rig_mesh_deinit(&mesh);
}

static void the_plane_of_symmetry_is_found_and_snaps_to_axes(void **state)
{
    (void)state;
    check_plane(0, 0);
    check_plane(0.09, 0); /* 5 degrees: the file is drawn along its axes */
    check_plane(0.6, 0.6);
    check_plane(-0.9, -0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames_are_right_handed_and_level),
                                       cmocka_unit_test(the_plane_of_symmetry_is_found_and_snaps_to_axes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
