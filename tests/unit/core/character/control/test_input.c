/* Tests the input of a character: its ranges, the stick beyond the unit disc,
 * and the names of gaits and axes. */
#include "core/character/control/input.h"
#include "tests/support/cmocka.h"

#include <math.h>

static void refused(const pd_character_input *input, const char *where, const char *detail)
{
    pd_error err;
    assert_int_not_equal(pd_character_input_check(input, &err), PD_OK);
    assert_string_equal(err.where, where);
    assert_string_equal(err.detail, detail);
}

static void standing_still_is_the_zeroed_input(void **state)
{
    (void)state;
    pd_character_input still = {0};
    assert_int_equal(pd_character_input_check(&still, NULL), PD_OK);
}

static void an_input_out_of_range_is_refused_by_its_field(void **state)
{
    (void)state;
    refused(&(pd_character_input){.move = {1001, 0}}, "/move/0", "1001; -1000 to 1000 allowed");
    refused(&(pd_character_input){.move = {0, -INFINITY}}, "/move/1", "-inf; -1000 to 1000 allowed");
    refused(&(pd_character_input){.move = {NAN, 0}}, "/move/0", "nan; -1000 to 1000 allowed");
    refused(&(pd_character_input){.speed = 9}, "/speed", "9; 0 to 5 allowed");
    refused(&(pd_character_input){.strafe = -0.5}, "/strafe", "-0.5; 0 to 1 allowed");
    refused(&(pd_character_input){.camera_yaw = INFINITY}, "/camera_yaw", "inf; -1000000 to 1000000 allowed");
    refused(&(pd_character_input){.has_look = 1}, "/look",
            "[0, 0]; a direction of length 1e-9 to 1e9 allowed");
    refused(&(pd_character_input){.gait = 17}, "/gait", "17; auto, walk, jog, run and crouch allowed");
    refused(&(pd_character_input){.axes = -1}, "/axes", "-1; world, character and camera allowed");
}

static void a_stick_beyond_the_unit_disc_counts_as_pushed_to_its_edge(void **state)
{
    (void)state;
    const pd_character_input keys = {.move = {1, 1}}, far = {.move = {-1000, 1000}},
                             half = {.move = {0.3, -0.4}};
    assert_int_equal(pd_character_input_check(&keys, NULL), PD_OK);
    assert_int_equal(pd_character_input_check(&far, NULL), PD_OK);
    assert_near(pd_character_input_push(&keys), 1, 0);
    assert_near(pd_character_input_push(&far), 1, 0);
    assert_near(pd_character_input_push(&half), 0.5, 1e-15);
}

static void gaits_and_axes_have_names(void **state)
{
    (void)state;
    assert_string_equal(pd_character_want_name(PD_CHARACTER_WANT_AUTO), "auto");
    assert_string_equal(pd_character_want_name(PD_CHARACTER_WANT_CROUCH), "crouch");
    assert_string_equal(pd_character_axes_name(PD_CHARACTER_WORLD), "world");
    assert_string_equal(pd_character_axes_name(PD_CHARACTER_CAMERA), "camera");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standing_still_is_the_zeroed_input),
        cmocka_unit_test(an_input_out_of_range_is_refused_by_its_field),
        cmocka_unit_test(a_stick_beyond_the_unit_disc_counts_as_pushed_to_its_edge),
        cmocka_unit_test(gaits_and_axes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
