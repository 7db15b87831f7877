/* Tests how the constants of the controller are read from JSON: defaults, a preset, values that replace those
 * of the preset, and the place of a wrong value. */
#include "tests/support/cmocka.h"

#include "api/motion/control.h"

#include <string.h>

static pd_api_problems problems;

static int read(pd_character_control *out, const char *text)
{
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    memset(&problems, 0, sizeof problems);
    int good = pd_api_control_read(out, object, "/control", &problems);
    json_decref(object);
    return good;
}

static void without_an_object_the_constants_are_the_usual_ones(void **state)
{
    (void)state;
    pd_character_control control, usual = pd_character_control_default();
    assert_true(pd_api_control_read(&control, NULL, "/control", &problems));
    assert_memory_equal(&control, &usual, sizeof usual);
}

static void given_values_replace_those_of_the_preset(void **state)
{
    (void)state;
    pd_character_control control;
    assert_true(read(&control, "{\"turn_gain\":0.25,\"preset\":\"original\"}"));
    assert_float_equal(control.turn_gain, 0.25, 0);
    assert_float_equal(control.jog_speed, 4.5, 0);
    assert_true(read(&control, "{\"turn_gain\":0.25}"));
    assert_float_equal(control.jog_speed, 2.8, 0);
}

static void wrong_constants_are_told_with_their_place(void **state)
{
    (void)state;
    pd_character_control control;
    assert_false(read(&control, "{\"walk_speed\":9}"));
    assert_string_equal(problems.items[0].where, "/control/walk_speed");
    assert_false(read(&control, "{\"walk_sped\":1}"));
    assert_string_equal(problems.items[0].where, "/control/walk_sped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_object_the_constants_are_the_usual_ones),
        cmocka_unit_test(given_values_replace_those_of_the_preset),
        cmocka_unit_test(wrong_constants_are_told_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
