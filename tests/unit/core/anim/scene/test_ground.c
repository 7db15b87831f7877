/* Tests heights and slopes of a grid of ground on planes whose slope is known, and that sizes out of range
 * are refused by name. */
#include "core/anim/biped.h"
#include "core/anim/scene/ground.h"
#include "core/pfnn/layout.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void the_ground_is_bilinear_between_its_corners(void **state)
{
    (void)state;
    pd_anim_ground g;
    assert_int_equal(pd_anim_ground_init(&g, (pd_anim_ground_grid){3, 4, -1, 2, 0.5}, "/ground", NULL),
                     PD_OK);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) g.heights[i * 4 + j] = (float)(0.25 * i + 0.5 * j);
    assert_near(pd_anim_ground_height(&g, -1, 2), 0, 1e-7);
    assert_near(pd_anim_ground_height(&g, -0.6, 2.3), 0.25 * 0.6 + 0.5 * 0.8, 1e-7);
    assert_near(pd_anim_ground_height(&g, 0.5, 3), 2, 1e-7);
    pd_vec3 n = pd_anim_ground_normal(&g, -0.25, 2.5); /* rises by 1 a metre along x, 0.5 along z */
    assert_near(n.x / n.y, -1, 1e-6);
    assert_near(n.z / n.y, -0.5, 1e-6);
    pd_anim_ground_deinit(&g);
}

static void the_ground_is_level_beyond_its_edges(void **state)
{
    (void)state;
    pd_anim_ground g, none = {0};
    assert_int_equal(pd_anim_ground_init(&g, (pd_anim_ground_grid){2, 2, 0, 0, 1}, "", NULL), PD_OK);
    g.heights[0] = 1, g.heights[1] = 2, g.heights[2] = 3, g.heights[3] = 4;
    assert_near(pd_anim_ground_height(&g, -50, -50), 1, 1e-9);
    assert_near(pd_anim_ground_height(&g, 1e9, 1e9), 4, 1e-9);
    assert_near(pd_anim_ground_height(&none, 3, 4), 0, 0);
    assert_near(pd_anim_ground_height(NULL, 3, 4), 0, 0);
    pd_anim_ground_deinit(&g);
}

static void a_ground_out_of_range_is_refused_by_name(void **state)
{
    (void)state;
    pd_anim_ground g;
    pd_error err = {0};
    assert_int_equal(pd_anim_ground_init(&g, (pd_anim_ground_grid){5000, 2, 0, 0, 1}, "/ground", &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "/ground");
    assert_non_null(strstr(err.detail, "rows: 5000; 2 to 4096"));
    assert_int_equal(pd_anim_ground_init(&g, (pd_anim_ground_grid){2, 2, 0, 0, 0}, "/ground", &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "cell: 0"));
}

static void the_biped_stands_flat_on_its_soles(void **state)
{
    (void)state;
    pd_anim_skeleton s;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];
    pd_anim_biped_skeleton(&s);
    pd_anim_skeleton_forward(p, NULL, &s, NULL, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0));
    assert_near(p[PD_BIPED_L_FOOT].y, PD_ANIM_BIPED_ANKLE, 2e-3);
    assert_near(p[PD_BIPED_R_TOE].y, PD_ANIM_BIPED_TOE, 2e-3);
    for (int j = 0; j < s.joint_count; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j],
                                  *other = &pd_anim_biped_joints[row->mirror];
        assert_int_equal(other->mirror, j);
        assert_near(row->x, -other->x, 1e-9);
        assert_near(row->y, other->y, 1e-9);
        assert_int_equal(row->masked, other->masked);
    }
}

static void the_layout_of_the_original_has_its_sizes(void **state)
{
    (void)state;
    pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, 31);
    assert_int_equal(l.in_count, 342);
    assert_int_equal(l.out_count, 311);
    assert_int_equal(l.in_gaits, 48);
    assert_int_equal(l.in_positions, 120);
    assert_int_equal(l.in_velocities, 213);
    assert_int_equal(l.in_left, 306);
    assert_int_equal(l.out_positions, 32);
    assert_int_equal(l.out_velocities, 125);
    assert_int_equal(l.out_rotations, 218);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ground_is_bilinear_between_its_corners),
        cmocka_unit_test(the_ground_is_level_beyond_its_edges),
        cmocka_unit_test(a_ground_out_of_range_is_refused_by_name),
        cmocka_unit_test(the_biped_stands_flat_on_its_soles),
        cmocka_unit_test(the_layout_of_the_original_has_its_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
