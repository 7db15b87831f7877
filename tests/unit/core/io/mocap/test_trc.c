/* TRC as OpenSim's users have it, and as it is bent. */
#include "core/io/mocap/markers.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
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

static void a_table_in_utf_16_is_refused_by_its_name(void **state)
{
    (void)state;
    static const unsigned char text[] = {0xff, 0xfe, 'F', 0, 'r', 0, 'a', 0};
    err = (pd_error){0};
    assert_int_equal(pd_markers_parse(&markers, (pd_bytes){text, sizeof text}, "take.csv", &err),
                     PD_ERR_FORMAT);
    assert_string_equal(err.where, "take.csv");
    assert_string_equal(err.detail, "the text is in UTF-16; UTF-8 or ASCII expected");
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
    assert_int_equal(markers.up_axis, -1);
    assert_near(markers.rate, 60, 0);
    assert_int_equal(pd_markers_find(&markers, "R.Heel"), 1);
    for (int i = 0; i < 18; i++) {
        const float e = ((const float *)expected)[i];
        assert_true(isnan(e) ? isnan(markers.positions[i]) : fabsf(e - markers.positions[i]) < 1e-7f);
    }
    pd_markers_deinit(&markers);
}

static void cells_may_be_separated_by_commas_or_semicolons(void **state)
{
    (void)state;
    for (const char *separator = ",;"; *separator; separator++) {
        char text[] = HEAD ROWS;
        for (char *c = text; *c; c++)
            if (*c == '\t') *c = *separator;
        if (parse(text) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(markers.frame_count, 3);
        assert_near((double)markers.positions[1], -0.2005, 1e-7);
        pd_markers_deinit(&markers);
    }
}

/* What programs write for a marker that no camera saw. */
static void unseen_markers_are_known_in_every_spelling(void **state)
{
    (void)state;
    static const char *const spellings[] = {"0\t0\t0",
                                            "0.000\t-0.0\t0.00000",
                                            "NaN\tNaN\tNaN",
                                            "-nan(ind)\t-nan(ind)\t-nan(ind)",
                                            "-1.#IND\t-1.#IND\t-1.#IND",
                                            "1.#QNAN\t1.#QNAN\t1.#QNAN",
                                            "-\t-\t-",
                                            "null\tnull\tnull",
                                            "9999999.00000\t9999999.00000\t9999999.00000"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char text[1024];
        snprintf(text, sizeof text, "\xef\xbb\xbf" HEAD "5\t0\t1\t2\t3\t%s\n6\t0\t0\t2\t3\n7\t0\t1\t2\t3\n",
                 spellings[i]);
        if (parse(text) != PD_OK) fail_msg("%s: %s: %s", spellings[i], err.where, err.detail);
        assert_true(isnan(markers.positions[3]) && isnan(markers.positions[5]));
        assert_near(markers.positions[6], 0, 0); /* one zero is a place */
        assert_near(markers.positions[7], .002, 1e-9);
        pd_markers_deinit(&markers);
    }
}

/* Programs leave out rows of frames in which nothing was seen; the others have to stay in time. */
static void missing_rows_are_frames_without_positions(void **state)
{
    (void)state;
    assert_int_equal(parse(HEAD "5\t0.0667\t1\t2\t3\n6\t0.0833\t4\t5\t6\n9\t0.1333\t7\t8\t9\n"), PD_OK);
    assert_int_equal(markers.frame_count, 5);
    assert_int_equal(markers.first_frame, 5);
    assert_string_equal(markers.names[1], "R.Heel");
    assert_near(markers.positions[6], .004, 1e-9);
    assert_true(isnan(markers.positions[12]) && isnan(markers.positions[18]));
    assert_near(markers.positions[24], .007, 1e-9);
    pd_markers_deinit(&markers);

    /* Every third frame of a recording at 60 Hz is a take of 20 Hz, whichever of the two DataRate is. */
    assert_int_equal(parse(HEAD "3\t3\t1\t2\t3\n6\t3.05\t4\t5\t6\n9\t3.1\t7\t8\t9\n"), PD_OK);
    assert_int_equal(markers.frame_count, 3);
    assert_near(markers.rate, 20, 1e-9);
    pd_markers_deinit(&markers);
    assert_int_equal(parse(HEAD "3\t3\t1\t2\t3\n6\t3.01666667\t4\t5\t6\n9\t3.03333333\t7\t8\t9\n"), PD_OK);
    assert_near(markers.rate, 60, 0);
    pd_markers_deinit(&markers);

    /* Of every second frame, one may be missing too. */
    assert_int_equal(parse(HEAD "2\t\t1\t2\t3\n4\t\t4\t5\t6\n8\t\t7\t8\t9\n"), PD_OK);
    assert_int_equal(markers.frame_count, 4);
    assert_true(isnan(markers.positions[12]));
    assert_near(markers.positions[18], .007, 1e-9);
    pd_markers_deinit(&markers);
}

static void an_error_is_named_by_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
        pd_status status;
    } rows[] = {
        {"", "take.trc:0", "PathFileType (TRC), Format Version", PD_ERR_FORMAT},
        {"HIERARCHY\n", "take.trc:1", "PathFileType (TRC), Format Version", PD_ERR_FORMAT},
        {"PathFileType\n", "take.trc:1", "names of values expected", PD_ERR_FORMAT},
        {"PathFileType 4 (X/Y/Z)\n", "take.trc:1", "tabs, commas or semicolons", PD_ERR_FORMAT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n0\t1\t1\tmm\n", "take.trc:3", "DataRate",
         PD_ERR_RANGE},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\tmany\t1\tmm\n", "take.trc:3",
         "NumFrames: \"many\" is not a number; a number expected", PD_ERR_FORMAT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1\t1\tell\n", "take.trc:3", "Units",
         PD_ERR_UNSUPPORTED},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1\t1.5\tmm\n", "take.trc:3", "NumMarkers",
         PD_ERR_LIMIT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1e9\t1\tmm\n", "take.trc:3", "NumFrames",
         PD_ERR_LIMIT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1e6\t4000\tmm\n", "take.trc:3",
         "a cell for each", PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2\t3\n", "take.trc:7", "the text ends early", PD_ERR_FORMAT},
        {HEAD "five\t0\t1\t2\t3\n", "take.trc:7", "frame", PD_ERR_FORMAT},
        {HEAD "5\t0\t1\ttwo\t3\n", "take.trc:7", "a position: \"two\" is not a number; a number expected",
         PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2,5,1\t3\n", "take.trc:7", "is not a number", PD_ERR_FORMAT},
        {"PathFileType\nDataRate  NumFrames  NumMarkers  Units\n60  1  1  mm\n", "take.trc:2", "tabs",
         PD_ERR_FORMAT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1\t1\t\n", "take.trc:3", "Units \"\"",
         PD_ERR_UNSUPPORTED},
        {HEAD ROWS "8\t0.117\t7\t8\t9\n", "take.trc:10", "follows the last frame", PD_ERR_FORMAT},
        {"PathFileType\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t1\t1\tmm\nFrame#\tTime\tA\t\t\tB\n",
         "take.trc:4", "too many names", PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2\t3\n5\t0\t1\t2\t3\n6\t0\t1\t2\t3\n", "take.trc", "frame 5 comes after frame 5",
         PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2\t3\n6\t0\t1\t2\t3\n900\t0\t1\t2\t3\n", "take.trc", "3 rows of 896 frames",
         PD_ERR_FORMAT},
        {HEAD "5\t0\t1\t2\t3\n6\t.01\t1\t2\t3\n7\t.02\t1\t2\t3\n", "take.trc",
         "DataRate is 60, but its Time has 100", PD_ERR_FORMAT},
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

static void a_written_file_is_read_again(void **state)
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
        cmocka_unit_test(a_table_in_utf_16_is_refused_by_its_name),
        cmocka_unit_test(cells_are_metres_and_empty_ones_unseen),
        cmocka_unit_test(cells_may_be_separated_by_commas_or_semicolons),
        cmocka_unit_test(unseen_markers_are_known_in_every_spelling),
        cmocka_unit_test(missing_rows_are_frames_without_positions),
        cmocka_unit_test(an_error_is_named_by_its_line),
        cmocka_unit_test(a_written_file_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
