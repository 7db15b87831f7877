/* Tests the table of bounds of motion quality: every row names a script of examples/ and a measure, and the
 * generated page lists every measure with its definition. */
#include "tests/support/doc_table.h"

#include "train/evaluate/motion_quality.h"
#include "train/evaluate/kinematics.h"
#include "tools/draw/motion_sheet.h"
#include "tools/measure/motion_bounds.h"

#include <unistd.h>

static void every_row_is_of_a_script_in_examples_and_of_a_measure(void **state)
{
    (void)state;
    for (const pd_tool_motion_bound *t = pd_tool_motion_bounds; t->script; t++) {
        char path[128];
        int is_long = !strcmp(t->script, "endurance");
        snprintf(path, sizeof path, "examples/%s%s.yaml", is_long ? "long/" : "", t->script);
        if (access(path, R_OK)) fail_msg("%s is not there", path);
        if (!pd_train_measure_find(pd_train_quality_rows, t->measure))
            fail_msg("%s: no measure %s", t->script, t->measure);
        assert_ptr_equal(pd_tool_motion_bound_find(t->script, t->measure), t); /* once each */
    }
    assert_null(pd_tool_motion_bound_find("walk", "nothing"));
}

static void the_page_has_every_measure_with_its_definition(void **state)
{
    (void)state;
    pd_buffer rows = {0};
    for (const pd_train_measure_row *r = pd_train_quality_rows; r->name; r++)
        pd_buffer_printf(&rows, "| `%s` | %s | %s |\n", r->name, r->unit, r->definition);
    pd_buffer_add(&rows, "", 1);
    doc_table_is("docs/reference/motion.md", "| measure | unit | definition |\n|---|---|---|\n",
                 (char *)rows.data);
    pd_buffer_deinit(&rows);

    for (const pd_train_measure_row *r = pd_train_kinematics_rows; r->name; r++)
        pd_buffer_printf(&rows, "| `%s` | %s | %s |\n", r->name, r->unit, r->definition);
    pd_buffer_add(&rows, "", 1);
    doc_table_is("docs/reference/motion.md", "| figure | unit | definition |\n|---|---|---|\n",
                 (char *)rows.data);
    pd_buffer_deinit(&rows);
}

static void a_bound_has_one_end_two_or_none(void **state)
{
    (void)state;
    const double most[2] = {NAN, 3}, least[2] = {1, NAN}, both[2] = {1, 3}, none[2] = {NAN, NAN};
    assert_int_equal(pd_tool_motion_within(3, most), 1);
    assert_int_equal(pd_tool_motion_within(3.1, most), 0);
    assert_int_equal(pd_tool_motion_within(1, least), 1);
    assert_int_equal(pd_tool_motion_within(0.9, least), 0);
    assert_int_equal(pd_tool_motion_within(2, both), 1);
    assert_int_equal(pd_tool_motion_within(0, both), 0);
    assert_int_equal(pd_tool_motion_within(7, none), -1);
    assert_int_equal(pd_tool_motion_within(NAN, most), 0);
}

static void every_row_has_something_to_compare_with(void **state)
{
    (void)state;
    for (const pd_tool_motion_bound *t = pd_tool_motion_bounds; t->script; t++)
        if (isnan(t->original) && pd_tool_motion_within(0, t->bound) < 0)
            fail_msg("%s %s: neither a figure of the original nor a bound", t->script, t->measure);
}

/* Returns the number of pixels that are not white. */
static long inked(const pd_io_image *picture)
{
    const uint8_t *bytes = picture->samples;
    long count = 0;
    for (size_t i = 0; i < (size_t)picture->width * (size_t)picture->height; i++)
        count += bytes[3 * i] != 255;
    return count;
}

static void a_sheet_is_drawn_of_any_motion(void **state)
{
    (void)state;
    pd_anim_track t;
    pd_io_image picture;
    assert_int_equal(pd_anim_track_init(&t, 90, 6, 60, NULL), PD_OK);
    t.parents[0] = -1;
    t.toes[0] = 4, t.toes[1] = 5;
    for (int i = 0; i < 90; i++) {
        t.facing[2 * i + 1] = 1;
        for (int k = 0; k < 6; k++) t.joints[3 * (6 * i + k) + 1] = (float)k * 0.2f;
    }
    t.joints[100] = NAN, t.joints[200] = 1e30f; /* is left out */
    assert_int_equal(pd_tool_motion_sheet(&picture, &t, NULL, NULL, "any", NULL), PD_OK);
    assert_true(inked(&picture) > 1000);
    pd_io_image_deinit(&picture);
    pd_anim_track_deinit(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_of_a_script_in_examples_and_of_a_measure),
        cmocka_unit_test(the_page_has_every_measure_with_its_definition),
        cmocka_unit_test(a_bound_has_one_end_two_or_none),
        cmocka_unit_test(every_row_has_something_to_compare_with),
        cmocka_unit_test(a_sheet_is_drawn_of_any_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
