/* Tests the text files beside captured clips: phases, gaits, kinds, footsteps,
 * heightmaps, and errors with line numbers. */
#include "core/io/mocap/sidecar.h"
#include "tests/support/cmocka.h"

static pd_error err;

static pd_bytes text_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

static void assert_refused(pd_status status, pd_status wanted, const char *where, const char *words)
{
    assert_int_equal(status, wanted);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, words)) fail_msg("\"%s\" is not in \"%s\"", words, err.detail);
}

static void phases_are_a_number_per_frame(void **state)
{
    (void)state;
    pd_sidecar_table t;
    assert_int_equal(pd_sidecar_phase_parse(&t, text_of("0.0000\r\n0.25\n\n 1e0 \n"), "a.phase", &err),
                     PD_OK);
    assert_int_equal(t.rows, 3);
    assert_int_equal(t.columns, 1);
    assert_near((double)t.values[1], 0.25, 0);
    assert_near((double)t.values[2], 1, 0);
    pd_sidecar_table_deinit(&t);
}

static void gaits_are_eight_numbers_that_become_six(void **state)
{
    (void)state;
    pd_sidecar_table t;
    float six[6];
    const char *text = "1.00000 0 0 0 0 0 0 0\n0.25 0.0625 0.125 0.5 0 0 0 0.0625\n0 0 0 0 .5 .25 .25 0\n";
    assert_int_equal(pd_sidecar_gait_parse(&t, text_of(text), "a.gait", &err), PD_OK);
    assert_int_equal(t.rows, 3);
    assert_int_equal(t.columns, 8);
    pd_sidecar_gait_merge(six, t.values + 8);
    const float walks[6] = {0.25f, 0.0625f, 0.625f, 0, 0, 0.0625f}, crawls[6] = {0, 0, 0, 0.75f, 0.25f, 0};
    for (int i = 0; i < 6; i++) assert_near((double)six[i], (double)walks[i], 0);
    pd_sidecar_gait_merge(six, t.values + 16);
    for (int i = 0; i < 6; i++) assert_near((double)six[i], (double)crawls[i], 0);
    pd_sidecar_table_deinit(&t);
}

static void kinds_are_a_clip_and_a_word_a_line(void **state)
{
    (void)state;
    pd_sidecar_kind row;
    size_t at = 0;
    pd_bytes text = text_of("# what ground there was\n\ncBar,beam\n  aFlat ,\tflat # level\r\nalone\n");
    assert_int_equal(pd_sidecar_kind_next(&row, &at, text, "kinds.csv", &err), 1);
    assert_string_equal(row.clip, "cBar");
    assert_string_equal(row.kind, "beam");
    assert_int_equal(row.line, 3);
    assert_int_equal(pd_sidecar_kind_next(&row, &at, text, "kinds.csv", &err), 1);
    assert_string_equal(row.clip, "aFlat");
    assert_string_equal(row.kind, "flat");
    assert_int_equal(pd_sidecar_kind_next(&row, &at, text, "kinds.csv", &err), -1);
    assert_refused(err.status, PD_ERR_FORMAT, "kinds.csv:5", "'alone' without a kind");
    at = 0;
    assert_int_equal(pd_sidecar_kind_next(&row, &at, text_of("a,b"), "kinds.csv", &err), 1);
    assert_int_equal(pd_sidecar_kind_next(&row, &at, text_of("a,b"), "kinds.csv", &err), 0);
}

static void footsteps_may_be_marked(void **state)
{
    (void)state;
    pd_sidecar_steps s;
    const char *text = "108 0\n198 1 *\n310 0 x*\n310 *\n481\n";
    assert_int_equal(pd_sidecar_steps_parse(&s, text_of(text), "a_footsteps.txt", &err), PD_OK);
    const pd_sidecar_step wanted[] = {{108, 0, 0}, {198, 1, 1}, {310, 0, 1}, {310, -1, 1}, {481, -1, 0}};
    assert_int_equal(s.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(s.items[i].frame, wanted[i].frame);
        assert_int_equal(s.items[i].second, wanted[i].second);
        assert_int_equal(s.items[i].is_marked, wanted[i].is_marked);
    }
    pd_sidecar_steps_deinit(&s);
}

static void a_heightmap_is_a_grid(void **state)
{
    (void)state;
    pd_sidecar_table t;
    assert_int_equal(pd_sidecar_heights_parse(&t, text_of("0 1 2\n-3.5 4 5e2"), "hmp.txt", &err), PD_OK);
    assert_int_equal(t.rows, 2);
    assert_int_equal(t.columns, 3);
    assert_near((double)t.values[3], -3.5, 0);
    assert_near((double)t.values[5], 500, 0);
    pd_sidecar_table_deinit(&t);
}

static void an_error_is_named_with_its_line(void **state)
{
    (void)state;
    pd_sidecar_table t;
    pd_sidecar_steps s;
    assert_refused(pd_sidecar_phase_parse(&t, text_of("0\n\n1.5\n"), "p", &err), PD_ERR_RANGE, "p:3",
                   "0 to 1");
    assert_refused(pd_sidecar_phase_parse(&t, text_of("0\nnan\n"), "p", &err), PD_ERR_FORMAT, "p:2", "'nan'");
    assert_refused(pd_sidecar_phase_parse(&t, text_of("0 1\n"), "p", &err), PD_ERR_FORMAT, "p:1",
                   "more than the allowed 1");
    assert_refused(pd_sidecar_phase_parse(&t, text_of(" \n"), "p", &err), PD_ERR_FORMAT, "p:2", "0 lines");
    assert_refused(pd_sidecar_gait_parse(&t, text_of("0 0 0 0 0 0 0 1\n0 0 1\n"), "g", &err), PD_ERR_FORMAT,
                   "g:2", "8 expected");
    assert_refused(pd_sidecar_gait_parse(&t, text_of("0 0 0\n"), "g", &err), PD_ERR_FORMAT, "g:1",
                   "8 expected");
    assert_refused(pd_sidecar_heights_parse(&t, text_of("1 2 3\n1 2\n"), "h", &err), PD_ERR_FORMAT, "h:2",
                   "3 expected");
    assert_refused(pd_sidecar_heights_parse(&t, text_of("1 2\n"), "h", &err), PD_ERR_FORMAT, "h:2",
                   "at least 2");
    assert_refused(pd_sidecar_heights_parse(&t, text_of("1 2\n1 1e9"), "h", &err), PD_ERR_RANGE, "h:2",
                   "1e9");
    assert_refused(pd_sidecar_steps_parse(&s, text_of("5 1\n4 1\n"), "s", &err), PD_ERR_RANGE, "s:2",
                   "that do not decrease");
    assert_refused(pd_sidecar_steps_parse(&s, text_of("5 1 2\n"), "s", &err), PD_ERR_FORMAT, "s:1", "'2'");
    assert_refused(pd_sidecar_steps_parse(&s, text_of("5.5\n"), "s", &err), PD_ERR_FORMAT, "s:1", "whole");
    assert_refused(pd_sidecar_steps_parse(&s, text_of("-1\n"), "s", &err), PD_ERR_RANGE, "s:1", "'-1'");
    assert_refused(pd_sidecar_steps_parse(&s, text_of("1 1 * *\n"), "s", &err), PD_ERR_FORMAT, "s:1",
                   "follows the mark");
    assert_refused(pd_sidecar_steps_parse(&s, text_of(""), "s", &err), PD_ERR_FORMAT, "s:1",
                   "the file has no footsteps");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_are_a_number_per_frame),
        cmocka_unit_test(gaits_are_eight_numbers_that_become_six),
        cmocka_unit_test(kinds_are_a_clip_and_a_word_a_line),
        cmocka_unit_test(footsteps_may_be_marked),
        cmocka_unit_test(a_heightmap_is_a_grid),
        cmocka_unit_test(an_error_is_named_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
