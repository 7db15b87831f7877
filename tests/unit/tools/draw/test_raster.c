/* Tests where a point appears in the picture. The expected pixel is that
 * of a pinhole camera, computed by hand. */
#include "tools/draw/raster.h"

#include "tests/support/cmocka.h"

#include <math.h>

/* A camera on +Z, one metre off the target, that sees 90 degrees of height:
 * half the picture is as high as the distance. */
static void a_point_is_where_a_pinhole_puts_it(void **state)
{
    (void)state;
    const pd_draw_camera front = {.target = {0, 1, 0}, .distance = 1, .fov = (float)(0.5 * M_PI)};
    const int size[2] = {400, 200};
    float at[2];

    assert_int_equal(pd_tool_camera_project(at, &front, (float[3]){0, 1, 0}, size), 1);
    assert_near(at[0], 200, 1e-3);
    assert_near(at[1], 100, 1e-3);
    assert_int_equal(pd_tool_camera_project(at, &front, (float[3]){0.5f, 1.25f, 0}, size), 1);
    assert_near(at[0], 250, 1e-3);
    assert_near(at[1], 75, 1e-3);
    assert_int_equal(pd_tool_camera_project(at, &front, (float[3]){0.5f, 1.25f, -1}, size),
                     1); /* as far again */
    assert_near(at[0], 225, 1e-3);
    assert_near(at[1], 87.5, 1e-3);
    assert_int_equal(pd_tool_camera_project(at, &front, (float[3]){0, 1, 1.5f}, size), 0); /* behind it */

    const pd_draw_camera side = {
        .target = {0, 1, 0}, .distance = 1, .yaw = (float)(0.5 * M_PI), .fov = front.fov};
    assert_int_equal(pd_tool_camera_project(at, &side, (float[3]){0, 1, -0.5f}, size),
                     1); /* from +X, -Z is to its right */
    assert_near(at[0], 250, 1e-3);
    assert_near(at[1], 100, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_where_a_pinhole_puts_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
