/* Tests files of sensors' orientations: clocks, gaps, trackers, and errors with line numbers. Expected
 * rotations are parts of quarter turns. */
#include "core/io/mocap/orientations.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_status parse(pd_orientations *out, const char *text, double rate, pd_error *err)
{
    return pd_orientations_parse(out, (pd_bytes){(const unsigned char *)text, strlen(text)}, rate, "take.csv",
                                 err);
}

static const float *at(const pd_orientations *o, int frame, int sensor)
{
    return o->readings + 4 * (frame * o->sensor_count + sensor);
}

/* Two sensors whose clocks are half a step apart: one is read as it is, the other halfway between two quarter
 * turns about x. */
static void frames_are_made_for_sensors_of_any_clock(void **state)
{
    const char *text = "time,name,w,x,y,z\n# a comment, with commas\n"
                       "0,a,1,0,0,0\r\n0.05 b 1 0 0 0\n0.1,a,0,0,1,0\n0.15\tb\t0.70710678\t0.70710678\t0\t0\n"
                       "0.2,a,1,0,0,0\n";
    pd_orientations o;
    pd_error err;

    (void)state;
    assert_int_equal(parse(&o, text, 0, &err), PD_OK);
    assert_int_equal(o.sensor_count, 2);
    assert_int_equal(o.frame_count, 3);
    assert_near(o.rate, 10, 1e-6);
    assert_string_equal(o.names[1], "b");
    assert_near(at(&o, 1, 0)[1], 1, 1e-6);
    assert_near(at(&o, 1, 1)[0], sin(M_PI / 8), 1e-6);
    assert_near(at(&o, 1, 1)[3], cos(M_PI / 8), 1e-6);
    pd_orientations_deinit(&o);

    assert_int_equal(parse(&o, text, 20, &err), PD_OK);
    assert_int_equal(o.frame_count, 5);
    assert_near(at(&o, 1, 1)[3], 1, 1e-6);
    pd_orientations_deinit(&o);
}

static void a_sensor_without_readings_counts_as_not_seen(void **state)
{
    pd_orientations o;
    pd_error err;

    (void)state;
    assert_int_equal(parse(&o, "0,a,1,0,0,0\n1,a,1,0,0,0\n0,b,1,0,0,0\n0.1,b,1,0,0,0\n", 10, &err), PD_OK);
    assert_int_equal(o.frame_count, 11);
    assert_near(at(&o, 0, 0)[3], 1, 0);
    assert_true(isnan(at(&o, 5, 0)[0]));
    assert_near(at(&o, 10, 0)[3], 1, 0);
    assert_near(at(&o, 1, 1)[3], 1, 0);
    assert_true(isnan(at(&o, 4, 1)[3]));
    pd_orientations_deinit(&o);

    assert_int_equal(parse(&o, "3,a,2e-2,1,0,0\n", 0, &err), PD_OK);
    assert_int_equal(o.frame_count, 1);
    assert_near(o.start, 3, 0);
    assert_near(o.rate, 60, 0);
    pd_orientations_deinit(&o);
}

/* Halfway between two readings a tracker is in the middle; after its last one it is not seen. */
static void positions_of_trackers_are_read(void **state)
{
    pd_orientations o;
    pd_error err;

    (void)state;
    assert_int_equal(
        parse(&o,
              "time,name,px,py,pz,w,x,y,z\n0,a,1,2,3,1,0,0,0\n0.2,a,2,4,-3,1,0,0,0\n0.4,b,0,0,0,1,0,0,0\n",
              10, &err),
        PD_OK);
    assert_int_equal(o.frame_count, 5);
    const float *at = o.positions + 3 * o.sensor_count;
    assert_near(at[0], 1.5, 1e-6);
    assert_near(at[1], 3, 1e-6);
    assert_near(at[2], 0, 1e-6);
    assert_true(isnan(o.positions[3 * 4 * o.sensor_count]));
    pd_orientations_deinit(&o);

    assert_int_equal(parse(&o, "0,a,1,0,0,0\n", 10, &err), PD_OK);
    assert_null(o.positions);
    pd_orientations_deinit(&o);
}

static void an_error_is_reported_with_its_line(void **state)
{
    static const struct {
        const char *text, *where, *words;
    } rows[] = {
        {"", "take.csv", "no readings"},
        {"time,name,w,x,y,z\n", "take.csv", "no readings"},
        {"0,a,1,0,0,0\nnow,a,1,0,0,0\n", "take.csv:2", "'now' is no time; seconds"},
        {"0\n", "take.csv:1", "no name"},
        {"0,a,1,0,0\n1,a,1,0,0,0\n", "take.csv:1",
         "3 numbers after the name; time, name, w, x, y, z expected, or of a tracker time, name, px, py"},
        {"0,a,1,0,nan,0\n", "take.csv:1", "'nan' is not a number; a number expected (cell 3 after the name)"},
        {"0,a,1,2,3,1,0,0,0\n1,a,1,0,0,0\n", "take.csv:2",
         "4 numbers after the name; 7 expected, as in the first row"},
        {"0,a,1e5,2,3,1,0,0,0\n", "take.csv:1", "position 100000 m of 'a'; -10000 to 10000 allowed"},
        {"0,a,1,0,0.9,0\n", "take.csv:1", "has the length 1.34536; 0.9 to 1.1 allowed"},
        {"0,a,0,0,0,0\n", "take.csv:1", "has the length 0"},
        {"time,LFHD_x,LFHD_y,LFHD_z\n0,12,1700,3,4,5\n", "take.csv:2", "Markers are read from C3D, TRC"},
        {"1,a,1,0,0,0\n1,a,1,0,0,0\n", "take.csv:2", "'a' at 1 s after 1 s"},
        {"0,a,1,0,0,0\n1e-6,a,1,0,0,0\n", "take.csv", "1e+06 readings a second; 0.1 to 10000 allowed"},
        {"0,a,1,0,0,0\n0.001,a,1,0,0,0\n0.002,a,1,0,0,0\n2000,a,1,0,0,0\n5000,b,1,0,0,0\n", "take.csv",
         "frames of 2 sensors"},
        {"0,a_name_of_more_than_thirty_one_letters,1,0,0,0\n", "take.csv:1", "at most 31 allowed"},
        {"1e10,a,1,0,0,0\n", "take.csv:1", "'1e10' is no time"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_orientations o;
        pd_error err = {0};
        assert_int_not_equal(parse(&o, rows[i].text, 0, &err), PD_OK);
        assert_string_equal(err.where, rows[i].where);
        assert_non_null(strstr(err.detail, rows[i].words));
        assert_null(o.names);
    }
}

static void a_file_has_at_most_sixty_four_sensors(void **state)
{
    char text[4096] = "";
    pd_orientations o;
    pd_error err;

    (void)state;
    for (int i = 0; i < 64; i++) sprintf(text + strlen(text), "0,s%d,1,0,0,0\n", i);
    assert_int_equal(parse(&o, text, 0, &err), PD_OK);
    assert_int_equal(o.sensor_count, 64);
    pd_orientations_deinit(&o);
    strcat(text, "0,one_more,1,0,0,0\n");
    assert_int_equal(parse(&o, text, 0, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "take.csv:65");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_made_for_sensors_of_any_clock),
        cmocka_unit_test(a_sensor_without_readings_counts_as_not_seen),
        cmocka_unit_test(positions_of_trackers_are_read),
        cmocka_unit_test(an_error_is_reported_with_its_line),
        cmocka_unit_test(a_file_has_at_most_sixty_four_sensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
