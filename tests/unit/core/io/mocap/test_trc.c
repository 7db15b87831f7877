/* TRC as OpenSim's users have it, and as it is bent. */
#include "core/io/mocap/markers.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define HEAD                                                                                                 \
    "PathFileType\t4\t(X/Y/"                                                                                 \
    "Z)\ttake.trc\r\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\r\n"                   \
    "60.00\t60.00\t3\t2\tmm\t60\r\nFrame#\tTime\tL.Heel\t\t\tR."                                             \
    "Heel\t\t\r\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\r\n\r\n"
#define ROWS "5\t0.067\t100\t-200.5\t3e2\t1\t2\t3\r\n6\t0.083\t\t\t\t4\t5\t6\r\n7\t0.100\t7\t8\t9\t10\t11\r\n"

static pd_markers markers;
static pd_error err;

static pd_status parse(const char *text)
{
    err = (pd_error){0};
    return pd_markers_parse(&markers, (pd_bytes){(const unsigned char *)text, strlen(text)}, "take.trc",
                            &err);
}

static void cells_are_metres_and_empty_ones_unseen(void **state)
{
    (void)state;
    static const float expected[3][2][3] = {
        {{.1f, -.2005f, .3f}, {.001f, .002f, .003f}},
        {{NAN, NAN, NAN}, {.004f, .005f, .006f}},
        {{.007f, .008f, .009f}, {NAN, NAN, NAN}}}; /* the last lacks a cell */
    if (parse(HEAD ROWS) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(markers.marker_count, 2);
    assert_int_equal(markers.frame_count, 3);
    assert_int_equal(markers.first_frame, 5);
    assert_int_equal(markers.up_axis, 1);
    assert_near(markers.rate, 60, 0);
    assert_int_equal(pd_markers_find(&markers, "R.Heel"), 1);
    for (int i = 0; i < 18; i++) {
        const float e = ((const float *)expected)[i];
        assert_true(isnan(e) ? isnan(markers.positions[i]) : fabsf(e - markers.positions[i]) < 1e-7f);
    }
    pd_markers_deinit(&markers);
}

static void what_is_wrong_is_named_by_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
        pd_status status;
    } rows[] = {
        {"", "take.trc:0", "PathFileType expected", PD_ERR_FORMAT},
        {"HIERARCHY\n", "take.trc:1", "PathFileType expected", PD_ERR_FORMAT},
        {"PathFileType\n", "take.trc:1", "names of values expected", PD_ERR_FORMAT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n0\t1\t1\tmm\n", "take.trc:3", "DataRate",
         PD_ERR_RANGE},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\tmany\t1\tmm\n", "take.trc:3", "numbers",
         PD_ERR_FORMAT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1\t1\tell\n", "take.trc:3", "Units",
         PD_ERR_UNSUPPORTED},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1\t1.5\tmm\n", "take.trc:3", "NumMarkers",
         PD_ERR_LIMIT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1e9\t1\tmm\n", "take.trc:3", "NumFrames",
         PD_ERR_LIMIT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1e6\t4000\tmm\n", "take.trc:3", "cells",
         PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2\t3\n", "take.trc:7", "before NumFrames", PD_ERR_FORMAT},
        {HEAD "five\t0\t1\t2\t3\n", "take.trc:7", "frame", PD_ERR_FORMAT},
        {HEAD "5\t0\t1\ttwo\t3\n", "take.trc:7", "no number", PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2e9\t3\n", "take.trc:7", "100000 m", PD_ERR_RANGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_status status = parse(rows[i].text);
        if (status != rows[i].status || strcmp(err.where, rows[i].where) != 0 ||
            !strstr(err.detail, rows[i].detail))
            fail_msg("row %zu: %s: %s: %s", i, pd_status_name(status), err.where, err.detail);
        assert_null(markers.positions);
    }
}

static void what_is_written_is_read_again(void **state)
{
    pd_markers again;
    pd_buffer out = {0};

    (void)state;
    assert_int_equal(parse(HEAD ROWS), PD_OK);
    assert_int_equal(pd_markers_write_trc(&out, &markers, "again.trc", &err), PD_OK);
    assert_int_equal(pd_markers_parse_trc(&again, (pd_bytes){out.data, out.size}, "again.trc", &err), PD_OK);
    assert_int_equal(again.marker_count, markers.marker_count);
    assert_int_equal(again.frame_count, markers.frame_count);
    assert_int_equal(again.first_frame, markers.first_frame);
    assert_near(again.rate, markers.rate, 1e-9);
    assert_string_equal(again.names[0], markers.names[0]);
    for (int i = 0; i < 3 * markers.marker_count * markers.frame_count; i++) {
        assert_int_equal(isnan(again.positions[i]), isnan(markers.positions[i]));
        if (!isnan(again.positions[i]))
            assert_near((double)again.positions[i], (double)markers.positions[i], 1e-6);
    }
    pd_buffer_deinit(&out);
    pd_markers_deinit(&again);
    pd_markers_deinit(&markers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_metres_and_empty_ones_unseen),
        cmocka_unit_test(what_is_wrong_is_named_by_its_line),
        cmocka_unit_test(what_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
