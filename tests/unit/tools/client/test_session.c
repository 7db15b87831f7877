/* Tests the figures that posedctl shows of a stream (missing frames, lateness, sliding feet) on frames that
 * the test makes, and the view of the terminal. */
#include "tests/support/cmocka.h"

#include "tests/support/sessions.h"
#include "tools/client/view.h"

#include <stdlib.h>

static pd_tool_session session;

static pd_status hear(const char *text, pd_error *err)
{
    json_t *json = json_loads(text, 0, NULL);
    pd_status status = pd_tool_session_text(&session, json, err);
    json_decref(json);
    return status;
}

static void see(uint32_t tick, double late, int two)
{
    pd_buffer frame = {0};
    session_frame(&frame, tick, SESSION_CHANNELS, two);
    pd_tool_session_frame(&session, frame.data, frame.size, 50 + tick / 60.0 + late, NULL, NULL);
    pd_buffer_deinit(&frame);
}

static void enter(int same_clock)
{
    pd_tool_session_init(&session, same_clock);
    assert_int_equal(hear(session_welcome, NULL), PD_OK);
    assert_int_equal(hear(session_spawned, NULL), PD_OK);
}

static void frames_that_did_not_come_are_counted_by_their_ticks(void **state)
{
    (void)state;
    enter(1);
    for (uint32_t t = 100; t < 160; t++)
        if (t != 110 && t != 120 && t != 121) see(t, 0.001, 0);
    assert_int_equal(session.frames, 57);
    assert_int_equal(session.missing, 3);
    assert_int_equal(session.broken, 0);
    pd_tool_session_lost(&session); /* what is missing while the line is down is not a drop */
    see(400, 0.001, 0);
    assert_int_equal(session.missing, 3);
}

static void lateness_is_by_the_clock_or_over_the_least(void **state)
{
    (void)state;
    enter(1);
    for (uint32_t t = 100; t < 200; t++) see(t, t % 2 ? 0.004 : 0.002, 0);
    assert_true(fabs(pd_tool_histogram_at(&session.lateness, .99) - 0.004) < 2e-4);
    enter(0);
    for (uint32_t t = 100; t < 200; t++) see(t, 1000 + (t % 2 ? 0.004 : 0.002), 0);
    assert_true(fabs(pd_tool_histogram_at(&session.lateness, .99) - 0.002) < 2e-4);
}

static void feet_that_stand_and_feet_that_slide_are_told_apart(void **state)
{
    (void)state;
    enter(1);
    for (uint32_t t = 100; t < 400; t++) see(t, 0.001, 0);
    pd_tool_character *a = &session.characters[0];
    /* both touch the ground, as they say; the left stands, the right goes along at 1.2 m/s */
    assert_true(fabs(a->slide_sum / a->slide_count - 0.6) < 0.02);
    assert_true(fabs(a->speed - 1.2) < 0.01);
    assert_true(fabs((double)a->toes[0][2] - 0.1) < 2e-4);
}

static void a_character_in_no_frame_any_more_is_gone(void **state)
{
    (void)state;
    enter(1);
    see(100, 0, 1);
    assert_int_equal(session.character_count, 2);
    see(101, 0, 0);
    assert_int_equal(session.character_count, 1);
    assert_int_equal(session.characters[0].id, 7);
}

static void frames_that_cannot_be_are_counted_as_broken(void **state)
{
    (void)state;
    pd_buffer frame = {0};
    enter(1);
    session_frame(&frame, 100, SESSION_CHANNELS, 0);
    for (size_t size = 0; size < frame.size; size++)
        pd_tool_session_frame(&session, frame.data, size, 0, NULL, NULL);
    assert_int_equal(session.broken, frame.size);
    pd_buffer_deinit(&frame);
}

static void a_welcome_that_cannot_be_is_an_error(void **state)
{
    (void)state;
    pd_error err;
    pd_tool_session_init(&session, 1);
    assert_int_equal(hear("{\"type\":\"welcome\",\"tick_rate\":0}", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "welcome/tick_rate");
    assert_int_not_equal(
        hear("{\"type\":\"welcome\",\"tick_rate\":60,\"skeletons\":[{\"joints\":[]}]}", &err), PD_OK);
    assert_string_equal(err.where, "welcome/joints");
    assert_int_equal(hear("[1,2]", &err), PD_OK);
    assert_int_equal(hear("{\"type\":7}", &err), PD_OK);
}

static void check_size(int columns, int rows)
{
    pd_buffer view = {0};
    int lines = 1, length = 0;
    pd_tool_view_draw(&view, &session, 12345.6, columns, rows);
    assert_false(view.failed);
    for (size_t i = 0; i < view.size; i++) {
        length = view.data[i] == '\n' ? 0 : length + 1;
        lines += view.data[i] == '\n';
        assert_true(length <= columns);
        assert_true(view.data[i] == '\n' || (view.data[i] >= ' ' && view.data[i] < 127));
    }
    assert_int_equal(lines, rows);
    pd_buffer_deinit(&view);
}

static void the_view_fits_its_terminal(void **state)
{
    (void)state;
    enter(1);
    check_size(80, 24);
    for (uint32_t t = 100; t < 900; t++) see(t, 3, 1);
    check_size(80, 24);
    check_size(40, 8);
    check_size(200, 60);
    session.characters[1].root[0] = 1e6f; /* somebody far away */
    check_size(80, 24);
    session.characters[1].root[0] = 1e30f;
    check_size(80, 24);
    session.characters[0].root[2] = -1e20f; /* where a metre more is none: found by the fuzzer */
    check_size(80, 24);
    session.characters[1].root[0] = (float)NAN;
    session.characters[0].yaw = (float)INFINITY;
    session.characters[0].gait = 77;
    check_size(80, 24);
}

static void the_view_shows_positions_and_directions_of_people(void **state)
{
    (void)state;
    pd_buffer view = {0};
    enter(1);
    for (uint32_t t = 100; t < 103; t++) see(t, 0.001, 0);
    session.characters[0].contacts = POSED_LEFT_TOE;
    pd_tool_view_draw(&view, &session, 1, 80, 24);
    pd_buffer_add(&view, "", 1);
    const char *text = (const char *)view.data;
    assert_non_null(strchr(text, '@'));
    const char *map = strchr(text, '^'), *left = strchr(map, 'L'), *right = strchr(map, 'r');
    assert_true(left && right && left < right && right - left < 4); /* faces away: its left is at the left */
    assert_true(strchr(text, '^') < strchr(text, '@'));
    assert_non_null(strstr(text, "#7 walk at 0.00 0.04 facing 0 deg"));
    pd_buffer_deinit(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_that_did_not_come_are_counted_by_their_ticks),
        cmocka_unit_test(lateness_is_by_the_clock_or_over_the_least),
        cmocka_unit_test(feet_that_stand_and_feet_that_slide_are_told_apart),
        cmocka_unit_test(a_character_in_no_frame_any_more_is_gone),
        cmocka_unit_test(frames_that_cannot_be_are_counted_as_broken),
        cmocka_unit_test(a_welcome_that_cannot_be_is_an_error),
        cmocka_unit_test(the_view_fits_its_terminal),
        cmocka_unit_test(the_view_shows_positions_and_directions_of_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
