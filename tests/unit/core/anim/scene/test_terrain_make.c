/* @heavy: takes over five seconds under ASan. */
#include "core/anim/scene/terrain_make.h"
#include "tests/support/cmocka.h"

static const double parts[3] = {0.5, 0.95, 1};

static void make(pd_anim_ground *g, pd_anim_terrain kind, uint64_t seed, double slope_deg)
{
    pd_error err = {0};
    pd_anim_terrain_options o = {.kind = kind, .seed = seed, .slope_deg = slope_deg};
    if (pd_anim_terrain_make(g, &o, "/terrain", &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
}

static void the_same_seed_makes_the_same_ground_and_another_seed_another(void **state)
{
    (void)state;
    for (int kind = 0; kind < PD_ANIM_TERRAIN_COUNT; kind++) {
        pd_anim_ground a, b, c;
        make(&a, (pd_anim_terrain)kind, 7, 0), make(&b, (pd_anim_terrain)kind, 7, 0),
            make(&c, (pd_anim_terrain)kind, 8, 0);
        size_t bytes = (size_t)a.rows * (size_t)a.columns * sizeof *a.heights;
        assert_memory_equal(a.heights, b.heights, bytes);
        int by_slope = kind == PD_ANIM_TERRAIN_HILLS || kind == PD_ANIM_TERRAIN_RAMP; /* nothing is random */
        assert_int_equal(!memcmp(a.heights, c.heights, bytes), by_slope);
        pd_anim_ground_deinit(&a), pd_anim_ground_deinit(&b), pd_anim_ground_deinit(&c);
    }
}

static void hills_ramps_and_ridges_are_as_steep_as_asked(void **state)
{
    (void)state;
    static const pd_anim_terrain kinds[3] = {PD_ANIM_TERRAIN_HILLS, PD_ANIM_TERRAIN_RAMP,
                                             PD_ANIM_TERRAIN_RIDGES};
    for (int k = 0; k < 3; k++)
        for (int slope = 10; slope <= 35; slope += 25) {
            pd_anim_ground g;
            double slopes[3];
            make(&g, kinds[k], 3, slope);
            assert_int_equal(pd_anim_terrain_slopes(slopes, parts, 3, &g, NULL), PD_OK);
            assert_near(slopes[2], slope, 0.3);
            pd_anim_ground_deinit(&g);
        }
}

static void rolling_and_rocky_ground_stays_under_its_slope_for_the_most(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        pd_anim_ground g;
        double slopes[3];
        make(&g, PD_ANIM_TERRAIN_ROLLING, seed, 15);
        assert_int_equal(pd_anim_terrain_slopes(slopes, parts, 3, &g, NULL), PD_OK);
        assert_near(slopes[1], 15, 2.5);
        pd_anim_ground_deinit(&g);
        make(&g, PD_ANIM_TERRAIN_ROCKY, seed, 20);
        assert_int_equal(pd_anim_terrain_slopes(slopes, parts, 3, &g, NULL), PD_OK);
        assert_near(slopes[1], 20, 2.5);
        pd_anim_ground_deinit(&g);
    }
}

static void the_map_has_the_slopes_that_training_wants(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        pd_anim_ground g;
        double slopes[3];
        make(&g, PD_ANIM_TERRAIN_MAP, seed, 0);
        assert_int_equal(g.rows, 801);
        assert_int_equal(pd_anim_terrain_slopes(slopes, parts, 3, &g, NULL), PD_OK);
        assert_near(slopes[0], 13, 2);
        assert_near(slopes[1], 29, 4);
        pd_anim_ground_deinit(&g);
    }
}

static void stairs_and_ramps_begin_with_level_ground_around_the_middle(void **state)
{
    (void)state;
    pd_anim_ground stairs, ramp;
    make(&stairs, PD_ANIM_TERRAIN_STEPS, 5, 0), make(&ramp, PD_ANIM_TERRAIN_RAMP, 5, 20);
    for (double z = -2; z <= 2; z += 0.5) {
        assert_near(pd_anim_ground_height(&stairs, 1, z), 0, 0);
        assert_near(pd_anim_ground_height(&ramp, 1, z), 0, 0);
    }
    assert_near(pd_anim_ground_height(&ramp, 0, 6.5), 4 * tan(20 * 3.14159265358979 / 180), 1e-5);
    pd_anim_ground_deinit(&stairs), pd_anim_ground_deinit(&ramp);
}

static void refused(pd_anim_terrain_options o, pd_status status, const char *detail)
{
    pd_anim_ground g;
    pd_error err = {0};
    assert_int_equal(pd_anim_terrain_make(&g, &o, "/scene/terrain", &err), status);
    assert_string_equal(err.where, "/scene/terrain");
    if (!strstr(err.detail, detail)) fail_msg("\"%s\" does not say \"%s\"", err.detail, detail);
    assert_null(g.heights);
}

static void ground_out_of_range_is_refused_by_the_field_its_value_and_its_range(void **state)
{
    (void)state;
    refused((pd_anim_terrain_options){.kind = (pd_anim_terrain)99}, PD_ERR_RANGE, "kind: 99; 0 to 8 allowed");
    refused((pd_anim_terrain_options){.side = 3}, PD_ERR_RANGE, "side: 3; 4 to 400 allowed");
    refused((pd_anim_terrain_options){.slope_deg = 36}, PD_ERR_RANGE, "slope_deg: 36; 0 to 35 allowed");
    refused((pd_anim_terrain_options){.slope_deg = NAN}, PD_ERR_RANGE, "slope_deg: nan");
    refused((pd_anim_terrain_options){.yaw_deg = 400}, PD_ERR_RANGE, "yaw_deg: 400");
    refused((pd_anim_terrain_options){.cell = 0.01}, PD_ERR_RANGE, "rows: 4097; 2 to 4096 allowed");
}

static void making_stops_when_it_is_cancelled(void **state)
{
    (void)state;
    pd_cancel cancel = {0};
    pd_anim_terrain_options options = {.side = 20, .cancel = &cancel};
    pd_anim_ground ground;
    pd_error err;

    assert_int_equal(pd_anim_terrain_make(&ground, &options, "", &err), PD_OK);
    assert_int_equal(ground.rows, pd_anim_terrain_side(&options));
    pd_anim_ground_deinit(&ground);

    pd_cancel_set(&cancel, PD_CANCEL_GONE);
    assert_int_equal(pd_anim_terrain_make(&ground, &options, "", &err), PD_ERR_LIMIT);
    assert_int_equal(ground.rows, 0);
    assert_null(ground.heights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making_stops_when_it_is_cancelled),
        cmocka_unit_test(the_same_seed_makes_the_same_ground_and_another_seed_another),
        cmocka_unit_test(hills_ramps_and_ridges_are_as_steep_as_asked),
        cmocka_unit_test(rolling_and_rocky_ground_stays_under_its_slope_for_the_most),
        cmocka_unit_test(the_map_has_the_slopes_that_training_wants),
        cmocka_unit_test(stairs_and_ramps_begin_with_level_ground_around_the_middle),
        cmocka_unit_test(ground_out_of_range_is_refused_by_the_field_its_value_and_its_range)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
