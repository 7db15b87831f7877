/* Tables of markers as Motive, Vicon Nexus and Qualisys export them. */
#include "core/io/mocap/markers.h"
#include "core/io/mocap/orientations.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TAKE(unit, space)                                                                                    \
    "Format Version,1.23,Take Name,walk,Take Notes,slow, then fast,Capture Frame Rate,30.000000,Export "     \
    "Frame "                                                                                                 \
    "Rate,120.000000,Capture Start Time,2026-11-28 06.00.00.000 AM,Total Frames in Take,2,Total Exported "   \
    "Frames,2,Rotation Type,Quaternion,Length Units," unit ",Coordinate Space," space "\r\n\r\n"

/* A bone, the constraint of a marker that is also there itself, one that is not, two markers. */
#define MOTIVE                                                                                               \
    TAKE("Millimeters", "Global")                                                                            \
    ",Type,Bone,Bone,Bone,Bone,Bone,Bone,Bone,Bone Marker,Bone Marker,Bone Marker,Bone Marker,Bone "         \
    "Marker,Bone "                                                                                           \
    "Marker,Bone Marker,Marker,Marker,Marker,Marker,Marker,Marker\r\n"                                       \
    ",Name,Jim:Hip,Jim:Hip,Jim:Hip,Jim:Hip,Jim:Hip,Jim:Hip,Jim:Hip,Jim:LFHD,Jim:LFHD,Jim:LFHD,Jim:LFHD,Jim:" \
    "C7,"                                                                                                    \
    "Jim:C7,Jim:C7,Jim:LFHD,Jim:LFHD,Jim:LFHD,\"Unlabeled, 1\",\"Unlabeled, 1\",\"Unlabeled, 1\"\r\n"        \
    ",ID,1,1,1,1,1,1,1,2,2,2,2,3,3,3,4,4,4,5,5,5\r\n,Parent,,,,,,,,,,,,,,,,,,,,\r\n"                         \
    ",,Rotation,Rotation,Rotation,Rotation,Position,Position,Position,Position,Position,Position,Marker "    \
    "Quality,Position,Position,Position,Position,Position,Position,Position,Position,Position\r\n"           \
    "Frame,Time (Seconds),X,Y,Z,W,X,Y,Z,X,Y,Z,,X,Y,Z,X,Y,Z,X,Y,Z\r\n"                                        \
    "0,0.000000,0,0,0,1,90,91,92,10,11,12,1,20,1521,-22.5,30,1731,32,-40,41,42\r\n"                          \
    "1,0.008333,0,0,0,1,90,91,92,10,11,12,0,23,1524,25,,,,43,44,45\r\n"

#define NEXUS                                                                                                \
    "\r\n\r\nDevices\r\n1000\r\n,,Force,,\r\nFrame,Sub Frame,Fx,Fy,Fz\r\n,,N,N,N\r\n1,0,7,8,9\r\n\r\n"       \
    "Trajectories\r\n100\r\n,,Jim:LASI,,,,,,Jim:RASI,,\r\nFrame,Sub Frame,X,Y,Z,X',Y',Z',X,Y,Z\r\n"          \
    ",,mm,mm,mm,mm/s,mm/s,mm/s,mm,mm,mm\r\n7,0,100,-200,900.5,1,2,3,300,400,500\r\n"                         \
    "8,0,101,-201,901,1,2,3,,,\r\n\r\nModel Outputs\r\n100\r\n,,Jim:LAnkleAngles,,\r\nFrame,Sub "            \
    "Frame,X,Y,Z\r\n"                                                                                        \
    ",,deg,deg,deg\r\n7,0,1,2,3\r\n"

#define QTM(frames, more)                                                                                    \
    "NO_OF_FRAMES\t" frames "\nNO_OF_CAMERAS\t8\nNO_OF_MARKERS\t2\nFREQUENCY\t200\nNO_OF_ANALOG\t0\nANALOG_" \
    "FREQUENCY\t0\nDESCRIPTION\t--\n"                                                                        \
    "TIME_STAMP\t2026-11-28, 06:00:00\t1.5\nDATA_INCLUDED\t3D\nMARKER_NAMES\tLFHD\tRFHD\t\n" more

static pd_markers markers;
static pd_error err;

static pd_status parse(const char *text)
{
    err = (pd_error){0};
    return pd_markers_parse(&markers, (pd_bytes){(const unsigned char *)text, strlen(text)}, "take", &err);
}

static void expect(const char *text, int count, double rate, const char *const *names, const double *metres)
{
    if (parse(text) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(markers.marker_count, count);
    assert_int_equal(markers.frame_count, 2);
    assert_int_equal(markers.up_axis, -1);
    assert_near(markers.rate, rate, 0);
    for (int i = 0; i < count; i++) assert_string_equal(markers.names[i], names[i]);
    for (int i = 0; i < 6 * count; i++) {
        const double is = (double)markers.positions[i];
        if (isnan(metres[i]) ? !isnan(is) : !(fabs(is - metres[i]) < 1e-6))
            fail_msg("number %d: %g; %g expected", i, is, metres[i]);
    }
    pd_markers_deinit(&markers);
}

static void markers_of_motive_are_read_and_bones_are_not(void **state)
{
    (void)state;
    static const char *const names[] = {"Jim:C7", "Jim:LFHD", "Unlabeled, 1"};
    static const double metres[] = {.020, 1.521, -.0225, .030, 1.731, .032, -.040, .041, .042,
                                    .023, 1.524, .025,   NAN,  NAN,   NAN,  .043,  .044, .045};
    expect(MOTIVE, 3, 120, names, metres);
    expect("\xef\xbb\xbf" MOTIVE, 3, 120, names, metres);
}

static void trajectories_of_nexus_are_read_between_other_blocks(void **state)
{
    (void)state;
    static const char *const names[] = {"Jim:LASI", "Jim:RASI"};
    static const double metres[] = {.1, -.2, .9005, .3, .4, .5, .101, -.201, .901, NAN, NAN, NAN};
    expect(NEXUS, 2, 100, names, metres);

    /* A marker whose name is missing has none. */
    static const char *const unnamed[] = {"a", ""};
    static const double unnamed_metres[] = {.001, .002, .003, 4, 5, 6, .007, .008, .009, 1, 2, 3};
    expect("Trajectories\n100\n,,a\nFrame,Sub "
           "Frame,X,Y,Z,X,Y,Z\n,,mm,mm,mm,m,m,m\n1,0,1,2,3,4,5,6\n2,0,7,8,9,1,2,3\n",
           2, 100, unnamed, unnamed_metres);

    /* With tabs. */
    char tabs[2048];
    snprintf(tabs, sizeof tabs, "%s", strstr(NEXUS, "Trajectories"));
    for (char *p = tabs; *p; p++)
        if (*p == ',') *p = '\t';
    expect(tabs, 2, 100, names, metres);
}

static void rows_of_qualisys_are_read_with_and_without_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"LFHD", "RFHD"};
    static const double metres[] = {-.001, .002, 1.7, .004, .005, 1.6, NAN, NAN, NAN, .007, .008, 1.65};
    expect(QTM("2", "-1\t2\t1700\t4\t5\t1600\n0\t0\t0\t7\t8\t1650\n"), 2, 200, names, metres);
    expect(QTM("2", "TRAJECTORY_TYPES\tMeasured\tMixed\n-"
                    "1\t2\t1700\t4\t5\t1600\t\r\nNaN\tNaN\tNaN\t7\t8\t1650\t\r\n"),
           2, 200, names, metres);
    expect(QTM("2",
               "Frame\tTime\tLFHD X\tLFHD Y\tLFHD Z\tRFHD X\tRFHD Y\tRFHD Z\n1\t0\t-1\t2\t1700\t4\t5\t1600\n"
               "2\t0.005\t\t\t\t7\t8\t1650\n"),
           2, 200, names, metres);

    /* A row in which no marker was seen is a frame. */
    static const double first_unseen[] = {NAN, NAN, NAN, NAN, NAN, NAN, -.001, .002, 1.7, .004, .005, 1.6};
    expect(QTM("2", "\t\t\t\t\t\n-1\t2\t1700\t4\t5\t1600\n"), 2, 200, names, first_unseen);
}

/* Replaces each character of `from` by the one of `to` at its place. */
static void exchange(char *out, size_t size, const char *text, const char *from, const char *to)
{
    snprintf(out, size, "%s", text);
    for (char *p = out; *p; p++) {
        const char *at = strchr(from, *p);
        if (at) *p = to[at - from];
    }
}

/* As spreadsheets save the tables, in countries with a decimal comma too. */
static void semicolons_tabs_and_decimal_commas_are_read_as_commas_and_points_are(void **state)
{
    (void)state;
    static const char *const names[] = {"Jim:C7", "Jim:LFHD", "Unlabeled, 1"};
    static const double metres[] = {.020, 1.521, -.0225, .030, 1.731, .032, -.040, .041, .042,
                                    .023, 1.524, .025,   NAN,  NAN,   NAN,  .043,  .044, .045};
    static const struct {
        const char *from, *to, *unlabeled;
    } rows[] = {{",", ";", "Unlabeled; 1"}, {",.", ";,", "Unlabeled; 1"}, {",.", "\t,", "Unlabeled_ 1"}};
    char text[4096];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const own[] = {names[0], names[1], rows[i].unlabeled};
        exchange(text, sizeof text, MOTIVE, rows[i].from, rows[i].to);
        expect(text, 3, 120, own, metres);
    }

    static const char *const nexus[] = {"Jim:LASI", "Jim:RASI"};
    static const double nexus_metres[] = {.1, -.2, .9005, .3, .4, .5, .101, -.201, .901, NAN, NAN, NAN};
    exchange(text, sizeof text, NEXUS, ",.", ";,");
    expect(text, 2, 100, nexus, nexus_metres);

    static const char *const qualisys[] = {"LFHD", "RFHD"};
    static const double qualisys_metres[] = {-.0015, .002, 1.7, .004, .005, 1.6,
                                             NAN,    NAN,  NAN, .007, .008, 1.65};
    expect(QTM("2", "-1,5\t2\t1700\t4\t5\t1600\n\t\t\t7\t8\t1650\n"), 2, 200, qualisys, qualisys_metres);
}

static void a_trc_may_have_decimal_commas(void **state)
{
    (void)state;
    static const char *const names[] = {"LFHD"};
    static const double metres[] = {.0015, .002, 1.7, -.0025, .002, 1.7};
    expect("PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n100,00\t2\t1\tmm\n"
           "Frame#\tTime\tLFHD\t\t\n\t\tX1\tY1\tZ1\n1\t0,00\t1,5\t2,0\t1700\n2\t0,01\t-2,5\t2\t1700\n",
           1, 100, names, metres);
}

static void lines_may_end_with_cr_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"Jim:LASI", "Jim:RASI"};
    static const double metres[] = {.1, -.2, .9005, .3, .4, .5, .101, -.201, .901, NAN, NAN, NAN};
    char text[2048];
    size_t size = 0;
    for (const char *p = NEXUS; *p; p++)
        if (*p != '\n') text[size++] = *p;
    text[size] = 0;
    expect(text, 2, 100, names, metres);
}

static void a_text_in_utf_16_is_refused_and_leaves_nothing(void **state)
{
    (void)state;
    static const unsigned char text[] = "\xff\xfeT\0r\0a\0j\0";
    memset(&markers, 0x55, sizeof markers);
    assert_int_equal(pd_markers_parse(&markers, (pd_bytes){text, sizeof text - 1}, "take", &err),
                     PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "UTF-16"));
    assert_null(markers.names);
    assert_null(markers.positions);
}

/* A table of Motive without a line of types: what has rotations is a body. */
static void a_table_of_motive_without_types_has_the_markers(void **state)
{
    (void)state;
    static const char *const names[] = {"LFHD"};
    static const double metres[] = {1, 1.5, 2, 1, 1.25, 2};
    expect(
        TAKE("Meters", "Global") ",Name,Hat,Hat,Hat,Hat,Hat,Hat,Hat,LFHD,LFHD,LFHD\r\n"
                                 ",ID,1,1,1,1,1,1,1,2,2,2\r\n"
                                 ",,Rotation,Rotation,Rotation,Rotation,Position,Position,Position,Position,"
                                 "Position,Position\r\n"
                                 "Frame,Time (Seconds),X,Y,Z,W,X,Y,Z,X,Y,Z\r\n"
                                 "0,0,0,0,0,1,7,8,9,1,1.5,2\r\n1,0.008333,0,0,0,1,7,8,9,1,1.25,2\r\n",
        1, 120, names, metres);
}

static void an_error_is_named_by_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
        pd_status status;
    } rows[] = {
        {TAKE("Millimeters", "Local"), "take:1", "Coordinate Space: Local; Global expected",
         PD_ERR_UNSUPPORTED},
        {TAKE("Ells", "Global"), "take:1", "Length Units \"Ells\"", PD_ERR_UNSUPPORTED},
        {TAKE("Meters", "Global"), "take:2", "Frame,Time (Seconds),X,Y,Z expected", PD_ERR_FORMAT},
        {TAKE("Meters",
              "Global") ",Type,Bone,Bone,Bone\n,Name,a,a,a\n,ID,1,1,1\n,,Position,Position,Position\n"
                        "Frame,Time (Seconds),X,Y,Z\n0,0,1,2,3\n",
         "take:7", "no positions of markers", PD_ERR_UNSUPPORTED},
        {TAKE("Meters",
              "Global") ",Type,Marker,Marker,Marker\n,Name,a,a,a\n,ID,1,1,1\n,,Position,Position,Position\n"
                        "Frame,Time (Seconds),X,Y,Z\n0,0,1,2,3\n",
         "take", "1 rows, but its head says 2 frames", PD_ERR_FORMAT},
        {TAKE("Meters",
              "Global") ",Type,Marker,Marker,Marker\n,Name,a,a,a\n,ID,1,1,1\n,,Position,Position,Position\n"
                        "Frame,Time (Seconds),X,Y,Z\n0,0,1,2,3\n1,0.1,1,2,3\n",
         "take", "Export Frame Rate is 120, but its Time has 10", PD_ERR_FORMAT},
        {TAKE("Meters",
              "Global") ",Type,Marker,Marker,Marker\n,Name,a,a,a\n,ID,1,1,1\n,,Position,Position,Position\n"
                        "Frame,Time (Seconds),X,Y,Z\n0,0,1,two,3\n1,0.0083,1,2,3\n",
         "take:8", "a position: \"two\" is not a number", PD_ERR_FORMAT},
        {"Format Version,1.23,Length Units,Meters\n", "take:1", "Capture Frame Rate: 0", PD_ERR_RANGE},
        {"Joints\n100\n,,Jim:a,,\n", "take:3", "no block Trajectories", PD_ERR_UNSUPPORTED},
        {"Trajectories\nfast\n", "take:2", "the rate of the trajectories: \"fast\" is not a number",
         PD_ERR_FORMAT},
        {"Trajectories\n100\n,,a,,\nFrame,Sub Frame,X,Y,Z\n,,ell,ell,ell\n1,0,1,2,3\n", "take:5",
         "unit \"ell\" of column 3", PD_ERR_UNSUPPORTED},
        {"Trajectories\n100\n,,a,,\n1,0,1,2,3\n", "take:4", "Frame,Sub Frame,X,Y,Z expected", PD_ERR_FORMAT},
        {"Trajectories\n100\n,,a,,\nFrame,Sub Frame,X,Y,Z\n,,mm,mm,mm\n", "take:5",
         "rows of positions expected", PD_ERR_FORMAT},
        {QTM("3", "1\t2\t3\t4\t5\t6\n"), "take", "1 rows, but its head says 3 frames", PD_ERR_FORMAT},
        {QTM("1", "1\t2\t3\t4\t5\n"), "take:11",
         "5 cells; 6 expected for 2 markers, or 8 with Frame and Time", PD_ERR_FORMAT},
        {"NO_OF_FRAMES\t1\nNO_OF_MARKERS\t3\nFREQUENCY\t9\nMARKER_NAMES\ta\n1\t2\t3\n", "take:5",
         "NO_OF_MARKERS is 3, but MARKER_NAMES has 1 names", PD_ERR_FORMAT},
        {"NO_OF_FRAMES\t1\nDATA_INCLUDED\t6D\n", "take:2", "DATA_INCLUDED: 6D; 3D expected",
         PD_ERR_UNSUPPORTED},
        {"NO_OF_FRAMES\t1\nMARKER_NAMES\ta\n1\t2\t3\n", "take:3", "FREQUENCY: 0", PD_ERR_RANGE},
        {"NO_OF_FRAMES\t1\nFREQUENCY\t9\n1\t2\t3\n", "take:3", "no MARKER_NAMES", PD_ERR_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_status status = parse(rows[i].text);
        if (status != rows[i].status || strcmp(err.where, rows[i].where) != 0 ||
            !strstr(err.detail, rows[i].detail))
            fail_msg("row %zu: %s: %s: %s", i, pd_status_name(status), err.where, err.detail);
        assert_null(markers.positions);
    }
}

/* The ending is that of readings of sensors, which these are not. */
/* Every cell of MARKER_NAMES is empty, and there are more than the 65,536 that are allowed. */
static void a_line_of_too_many_cells_is_refused(void **state)
{
    enum { CELLS = 70000 };
    static const char head[] = "NO_OF_FRAMES\t1\nFREQUENCY\t100\nMARKER_NAMES";
    static char text[sizeof head + CELLS + 8];
    (void)state;
    memcpy(text, head, sizeof head - 1);
    memset(text + sizeof head - 1, '\t', CELLS);
    strcpy(text + sizeof head - 1 + CELLS, "\n1\t2\t3\n");
    assert_int_equal(
        pd_markers_parse(&markers, (pd_bytes){(const unsigned char *)text, strlen(text)}, "take.tsv", &err),
        PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "65536 columns"));
    pd_markers_deinit(&markers);
}

static void a_table_of_markers_is_refused_as_sensors(void **state)
{
    (void)state;
    pd_orientations sensors;
    assert_int_equal(pd_orientations_parse(&sensors,
                                           (pd_bytes){(const unsigned char *)MOTIVE, strlen(MOTIVE)}, 60,
                                           "take.csv", &err),
                     PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "optical markers of Motive"));
    pd_orientations_deinit(&sensors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markers_of_motive_are_read_and_bones_are_not),
        cmocka_unit_test(trajectories_of_nexus_are_read_between_other_blocks),
        cmocka_unit_test(semicolons_tabs_and_decimal_commas_are_read_as_commas_and_points_are),
        cmocka_unit_test(a_trc_may_have_decimal_commas),
        cmocka_unit_test(lines_may_end_with_cr_alone),
        cmocka_unit_test(a_text_in_utf_16_is_refused_and_leaves_nothing),
        cmocka_unit_test(a_table_of_motive_without_types_has_the_markers),
        cmocka_unit_test(rows_of_qualisys_are_read_with_and_without_numbers),
        cmocka_unit_test(an_error_is_named_by_its_line),
        cmocka_unit_test(a_line_of_too_many_cells_is_refused),
        cmocka_unit_test(a_table_of_markers_is_refused_as_sensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
