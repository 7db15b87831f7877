/* Tests the presets of the controller: every constant is within its range, and the preset `original` has the
 * numbers of the published demo. */
#include "core/character/control/control_preset.h"
#include "tests/support/cmocka.h"

#include <stdio.h>

static void every_constant_of_every_preset_is_within_its_range(void **state)
{
    (void)state;
    for (int p = 0; p < PD_CHARACTER_PRESET_COUNT; p++) {
        pd_error err = {0};
        pd_character_control c = pd_character_control_preset((pd_character_preset)p);
        if (pd_character_control_check(&c, "/control", &err))
            fail_msg("%s: %s: %s", pd_character_preset_name((pd_character_preset)p), err.where, err.detail);
    }
    assert_null(pd_character_preset_name(PD_CHARACTER_PRESET_COUNT));
    for (int i = 0; i < PD_CHARACTER_CONTROL_COUNT;
         i++) { /* a constant without a row in the ranges has 0 to 0 */
        pd_character_control_row row = pd_character_control_row_at(i);
        if (!(row.least < row.most))
            fail_msg("%s has no range in core/character/control/control_preset.h", row.name);
    }
}

static void the_original_walks_and_jogs_as_its_demo(void **state)
{
    (void)state;
    /* seed: 2.5 + 2.5 (trigger + 1) cm a frame, bias .5 and 2, strafing 1 and .5, responsive 2 and 5 to 3 */
    pd_character_control c = pd_character_control_preset(PD_CHARACTER_PRESET_ORIGINAL);
    assert_near(c.walk_speed, 2.5 * 60 / 100, 1e-12);
    assert_near(c.jog_speed, (2.5 + 2.5 * 2) * 60 / 100, 1e-12);
    assert_near(c.bias_position, 0.5, 0);
    assert_near(c.bias_position_strafe, 1, 0);
    assert_near(c.bias_position_responsive, 2, 0);
    assert_near(c.bias_facing, 2, 0);
    assert_near(c.bias_facing_strafe, 0.5, 0);
    assert_near(c.bias_facing_responsive, 5, 0);
    assert_near(c.bias_facing_responsive_strafe, 3, 0);
    assert_near(c.stand_power, 0.25, 0);
    assert_near(c.phase_floor, 0.1, 0);
    assert_near(c.blend_ease, 0, 0);
    assert_near(pd_character_control_preset(PD_CHARACTER_PRESET_PAPER).blend_ease, 1, 0);
}

static void the_preset_game_reads_every_input_as_responsive(void **state)
{
    (void)state;
    const pd_character_control usual = pd_character_control_default();
    const pd_character_control game = pd_character_control_preset(PD_CHARACTER_PRESET_GAME);
    const pd_character_control cinematic = pd_character_control_preset(PD_CHARACTER_PRESET_CINEMATIC);
    assert_memory_equal(&cinematic, &usual, sizeof usual);
    assert_near(game.responsive, 1, 0);
    assert_near(game.turn_limit, usual.turn_limit, 0);
}

static void a_responsive_input_turns_and_brakes_harder_and_keeps_what_a_user_has_chosen(void **state)
{
    (void)state;
    pd_character_control own = pd_character_control_default();
    own.brake = 5;
    const pd_character_control quick = pd_character_control_responsive(&own);
    assert_true(quick.turn_limit > 2 * own.turn_limit && quick.turn_limit_jog > own.turn_limit_jog);
    assert_true(quick.brake_jog > own.brake_jog && quick.jump_ready < own.jump_ready);
    assert_near(quick.brake, 5, 0);
    assert_int_equal(pd_character_control_check(&quick, "", NULL), PD_OK);
}

static void a_number_beyond_its_range_is_named(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_character_control c = pd_character_control_default();
    c.mix_joints = 1.5;
    assert_int_equal(pd_character_control_check(&c, "/control", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/control/mix_joints");
    assert_string_equal(err.detail, "1.5; 0 to 1 allowed");
    c.mix_joints = NAN;
    assert_int_equal(pd_character_control_check(&c, "/control", &err), PD_ERR_RANGE);
}

static void the_table_reads_back_to_the_same_numbers(void **state)
{
    (void)state;
    pd_character_control c = pd_character_control_preset(PD_CHARACTER_PRESET_ORIGINAL);
    pd_buffer text = {0};
    c.walk_speed = 1.0 / 3;
    pd_character_control_write(&text, &c);
    pd_buffer_add(&text, "", 1);
    const char *at = (const char *)text.data;
    for (int i = 0; i < PD_CHARACTER_CONTROL_COUNT; i++) {
        char name[64];
        double value;
        assert_int_equal(sscanf(at, "%63[^:]: %lf #", name, &value), 2);
        assert_string_equal(name, pd_character_control_row_at(i).name);
        assert_near(value, ((const double *)&c)[i], 0);
        at = strchr(at, '\n') + 1;
    }
    assert_int_equal(*at, 0);
    assert_non_null(strstr((const char *)text.data, "mix_joints: 0.5 # 0 to 1. "));
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_constant_of_every_preset_is_within_its_range),
        cmocka_unit_test(the_original_walks_and_jogs_as_its_demo),
        cmocka_unit_test(the_preset_game_reads_every_input_as_responsive),
        cmocka_unit_test(a_responsive_input_turns_and_brakes_harder_and_keeps_what_a_user_has_chosen),
        cmocka_unit_test(a_number_beyond_its_range_is_named),
        cmocka_unit_test(the_table_reads_back_to_the_same_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
