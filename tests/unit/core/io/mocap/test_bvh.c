/* Tests the reader and the writer of BVH: every order of channels, offsets, errors with line numbers, and
 * motions that are read back. */
#include "core/io/mocap/bvh.h"
#include "tests/support/cmocka.h"

#define DEGREE 0.017453292519943295

static pd_bytes bytes_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

/* Writes two joints, with `channels` on the second, whose row follows the root's six zeros. */
static void write_text(char *out, size_t size, const char *channels, const char *row)
{
    snprintf(out, size,
             "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\n"
             "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
             "JOINT arm\n{\nOFFSET 1 2 3\n%s\nEnd Site\n{\nOFFSET 0 0 .5\n}\n}\n}\n"
             "MOTION\nFrames: 1\nFrame Time: .0083333\n0 0 0 0 0 0 %s\n",
             channels, row);
}

static void turn(double m[9], char axis, double degrees)
{
    double c = cos(degrees * DEGREE), s = sin(degrees * DEGREE);
    const double x[9] = {1, 0, 0, 0, c, -s, 0, s, c}, y[9] = {c, 0, s, 0, 1, 0, -s, 0, c},
                 z[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
    memcpy(m, axis == 'X' ? x : axis == 'Y' ? y : z, sizeof x);
}

static void multiply(double out[9], const double a[9], const double b[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            out[3 * r + c] = 0;
            for (int i = 0; i < 3; i++) out[3 * r + c] += a[3 * r + i] * b[3 * i + c];
        }
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    char text[1024] = "\xef\xbb\xbf";
    pd_bvh bvh;
    write_text(text + 3, sizeof text - 3, "CHANNELS 3 Zrotation Xrotation Yrotation", "1 2 3");
    assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", NULL), PD_OK);
    assert_int_equal(bvh.joint_count, 2);
    pd_bvh_deinit(&bvh);
}

static void every_order_of_channels_multiplies_as_written(void **state)
{
    (void)state;
    static const char *const orders[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};
    static const double degrees[3] = {30, -50, 110};
    for (int o = 0; o < 6; o++) {
        char text[1024], channels[96], row[64];
        double m[3][9], ab[9], abc[9], got[9];
        pd_bvh bvh;
        pd_quat q;
        snprintf(channels, sizeof channels, "CHANNELS 3 %crotation %crotation %crotation", orders[o][0],
                 orders[o][1], orders[o][2]);
        snprintf(row, sizeof row, "%g %g %g", degrees[0], degrees[1], degrees[2]);
        write_text(text, sizeof text, channels, row);
        assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", NULL), PD_OK);
        for (int i = 0; i < 3; i++) turn(m[i], orders[o][i], degrees[i]);
        multiply(ab, m[0], m[1]);
        multiply(abc, ab, m[2]);
        pd_bvh_local(&q, NULL, &bvh, 0, 1);
        pd_q_to_matrix(got, q);
        for (int i = 0; i < 9; i++) assert_near(got[i], abc[i], 1e-12);
        pd_bvh_deinit(&bvh);
    }
}

static void position_channels_of_any_joint_take_the_place_of_its_offset(void **state)
{
    (void)state;
    char text[1024];
    pd_bvh bvh;
    pd_vec3 p;
    write_text(text, sizeof text, "CHANNELS 4 Zposition Yrotation Xposition Xrotation", "7 0 5 90");
    assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", NULL), PD_OK);
    pd_bvh_local(NULL, &p, &bvh, 0, 1);
    assert_near(p.x, 5, 0);
    assert_near(p.y, 2, 0); /* no channel: the offset's */
    assert_near(p.z, 7, 0);
    assert_true(bvh.joints[1].has_end);
    assert_near(bvh.joints[1].end.z, 0.5, 0);
    assert_near(bvh.frame_seconds, 1 / 120.0, 0);
    pd_bvh_deinit(&bvh);
}

/* The rates that programs round, with the digits that they write,
 * and frame times that are meant as written. */
static void a_rounded_frame_time_is_the_usual_rate_it_was_rounded_from(void **state)
{
    (void)state;
    static const struct {
        const char *written;
        double rate;
    } rows[] = {{"0.0083333", 120},
                {".00833", 120},
                {"0.033333", 30},
                {"0.0333", 30},
                {"0.03", 1 / 0.03},
                {"0.016667", 60},
                {"0.017", 60},
                {"1.6667e-2", 60},
                {"0.041667", 24},
                {"0.041708", 24000 / 1001.0},
                {"0.0333667", 30000 / 1001.0},
                {"0.01668333", 60000 / 1001.0},
                {"0.02", 50},
                {"0.008", 125},
                {"0.0125", 80},
                {"0.0090909", 1 / 0.0090909},
                {"0.5", 2},
                {"0.0333333333333333", 30},
                {"2", 0.5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        pd_bvh bvh;
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\n"
                 "Frame Time: %s\n1\n",
                 rows[i].written);
        assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", NULL), PD_OK);
        if (fabs(1 / bvh.frame_seconds - rows[i].rate) > 1e-12 * rows[i].rate)
            fail_msg("%s: %.9g frames a second; %.9g expected", rows[i].written, 1 / bvh.frame_seconds,
                     rows[i].rate);
        pd_bvh_deinit(&bvh);
    }
}

static void tabs_and_carriage_returns_are_blanks(void **state)
{
    (void)state;
    static const char text[] =
        "HIERARCHY\r\nROOT\thips\r\n{\r\n\tOFFSET\t1e1 -.5 +2\r\n\tCHANNELS 1 yROTATION\r\n"
        "\tEnd Site\r\n\t{\r\n\tOFFSET 0 1 0\r\n\t}\r\n}\r\nMOTION\r\nFrames:\t2\r\n"
        "Frame Time:\t0.5\r\n90\t\r\n 180\r\n\r\n";
    pd_bvh bvh;
    assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", NULL), PD_OK);
    assert_string_equal(bvh.joints[0].name, "hips");
    assert_near(bvh.joints[0].offset.x, 10, 0);
    assert_near(bvh.joints[0].offset.y, -0.5, 0);
    assert_int_equal(bvh.frame_count, 2);
    assert_near(bvh.values[1], 180, 0);
    pd_bvh_deinit(&bvh);
}

static void lines_of_old_macs_end_with_cr(void **state)
{
    (void)state;
    static const char text[] =
        "HIERARCHY\rROOT a\r{\rOFFSET 0 0 0\rCHANNELS 2 Xrotation Yrotation\r}\rMOTION\r"
        "Frames: 2\rFrame Time: 0.5\r90 1\r180 2\r";
    pd_bvh bvh;
    assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", NULL), PD_OK);
    assert_int_equal(bvh.frame_count, 2);
    assert_near(bvh.values[2], 180, 0);
    pd_bvh_deinit(&bvh);
}

static void expect_refused(const char *text, const char *where, const char *detail)
{
    pd_bvh bvh;
    pd_error err = {0};
    assert_int_not_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", &err), PD_OK);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("\"%s\" does not say \"%s\"", err.detail, detail);
    assert_null(bvh.joints);
    assert_null(bvh.values);
}

#define HEAD "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\n"

static void faults_are_named_with_their_line(void **state)
{
    (void)state;
    expect_refused("", "t:1", "the text ends; HIERARCHY expected");
    expect_refused("<?xml version=\"1.0\"?>\n<robot name=\"r\"/>", "t:1",
                   "descriptions of robots (URDF, MJCF)");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 x 0\n", "t:4", "'x' is not a number");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 nan 0\n", "t:4", "'nan' is not a number");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 7 Xrotation", "t:5", "0 to 6 allowed");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Wrotation", "t:5", "'Wrotation'");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation xrotation", "t:5", "twice");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT a\n{", "t:6",
                   "'a' is given twice; unique names expected");
    expect_refused(HEAD "Frames: -1\n", "t:8", "0 to 10000000 allowed");
    expect_refused(HEAD "Frames: 1\nFrame Time: 0\n", "t:9", "Frame Time 0");
    expect_refused(HEAD "Frames: 2\nFrame Time: 1\n0 0\n", "t:9", "too short");
    expect_refused(HEAD "Frames: 2\nFrame Time: 1\n0 0\n0\n", "t:12", "the text ends");
    expect_refused(HEAD "Frames: 2\nFrame Time: 1\n0\n0 0 0\n", "t:11", "frame 0 has 1 numbers; 2 expected");
    expect_refused(HEAD "Frames: 1\nFrame Time: 1\n0 0 0\n", "t:10", "too many numbers; 2 expected");
    expect_refused(HEAD "Frames: 1\nFrame Time: 1\n0 0\n1 1\n", "t:11", "follows the last of 1 frames");
    expect_refused(HEAD "Frames: 1\nFrame Time: 1\n0 1e400\n", "t:10", "'1e400' is not a number");
    expect_refused(HEAD "Frames: 9000000\nFrame Time: 1\n0 0\n", "t:9", "too short");
    expect_refused(
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 9551615\nFrame Time: 1\n", "t:9",
        "9551615 frames, but the skeleton has no channels; channels expected");
    expect_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nROOT b\n{\n", "t:7",
                   "a second ROOT; one skeleton a file allowed");
    expect_refused("HIERARCHY\nROOT a_name_of_more_than_thirty_one_bytes\n{\n", "t:2", "more than 31 bytes");
}

static void a_long_name_loses_its_namespace(void **state)
{
    static const char *const rows[][2] = {
        {"Armature|mixamorig:RightShoulder", "RightShoulder"},
        {"Skeleton 001:Character 1_RightHandMiddle3", "Character_1_RightHandMiddle3"},
        {"mixamorig:RightShoulder", "mixamorig:RightShoulder"}};
    char text[512];
    pd_error err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_bvh bvh;
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT %s\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n"
                 "{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: .01\n0 0 0\n",
                 rows[i][0]);
        if (pd_bvh_parse(&bvh, bytes_of(text), "t", &err) != PD_OK)
            fail_msg("%s: %s: %s", rows[i][0], err.where, err.detail);
        assert_string_equal(bvh.joints[0].name, rows[i][1]);
        pd_bvh_deinit(&bvh);
    }
    expect_refused("HIERARCHY\nROOT a_namespace_without_any_name_behind_it:\n{\n", "t:2",
                   "more than 31 bytes");
}

static void text_in_utf_16_is_refused_by_its_name(void **state)
{
    (void)state;
    static const char text[] = HEAD "Frames: 1\nFrame Time: 1\n0 0\n";
    for (int order = 0; order < 2; order++)
        for (int has_mark = 0; has_mark < 2; has_mark++) {
            unsigned char wide[2 * sizeof text + 2] = {0};
            size_t size = 0;
            pd_bvh bvh;
            pd_error err = {0};
            if (has_mark) wide[size++] = order ? 0xfe : 0xff, wide[size++] = order ? 0xff : 0xfe;
            for (size_t i = 0; i + 1 < sizeof text; i++, size += 2)
                wide[size + (size_t)order] = (unsigned char)text[i];
            assert_int_equal(pd_bvh_parse(&bvh, (pd_bytes){wide, size}, "t", &err), PD_ERR_FORMAT);
            assert_string_equal(err.where, "t:1");
            assert_string_equal(err.detail, "the text is in UTF-16; UTF-8 or ASCII expected");
        }
}

static void a_million_joints_are_refused_early(void **state)
{
    (void)state;
    static char text[64 * 300];
    size_t length = (size_t)sprintf(text, "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n");
    for (int j = 0; j < 280; j++)
        length += (size_t)sprintf(text + length, "JOINT j%d\n{\nOFFSET 0 0 0\nCHANNELS 0\n", j);
    expect_refused(text, "t:1026", "more than the allowed 256 joints");
}

static void a_written_file_reads_back(void **state)
{
    (void)state;
    char text[1024];
    pd_bvh bvh, again;
    pd_buffer out = {0};
    pd_error err = {0};
    write_text(text, sizeof text, "CHANNELS 3 Zrotation Yrotation Xrotation", "12.5 -7.25 170");
    assert_int_equal(pd_bvh_parse(&bvh, bytes_of(text), "t", &err), PD_OK);
    assert_int_equal(pd_bvh_write(&out, &bvh, &err), PD_OK);
    assert_int_equal(pd_bvh_parse(&again, (pd_bytes){out.data, out.size}, "t", &err), PD_OK);
    assert_int_equal(again.joint_count, 2);
    assert_string_equal(again.joints[1].name, "arm");
    assert_near(again.joints[1].offset.z, 3, 0);
    assert_near(again.joints[1].end.z, 0.5, 0);
    for (int c = 0; c < 9; c++) assert_near(again.values[c], bvh.values[c], 1e-6);
    pd_buffer_deinit(&out);
    pd_bvh_deinit(&bvh);
    pd_bvh_deinit(&again);
}

static void angles_about_z_y_x_give_the_rotation_back(void **state)
{
    (void)state;
    static const double cases[][3] = {{10, 20, 30}, {-170, 80, 100}, {40, 90, 0}, {15, -90, 0}, {0, 0, 180}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_quat z = pd_q_axis_angle(pd_vec3_make(0, 0, 1), cases[i][0] * DEGREE);
        pd_quat y = pd_q_axis_angle(pd_vec3_make(0, 1, 0), cases[i][1] * DEGREE);
        pd_quat x = pd_q_axis_angle(pd_vec3_make(1, 0, 0), cases[i][2] * DEGREE);
        double degrees[3];
        pd_bvh_zyx_deg(degrees, pd_q_mul(z, pd_q_mul(y, x)));
        pd_quat zz = pd_q_axis_angle(pd_vec3_make(0, 0, 1), degrees[0] * DEGREE);
        pd_quat yy = pd_q_axis_angle(pd_vec3_make(0, 1, 0), degrees[1] * DEGREE);
        pd_quat xx = pd_q_axis_angle(pd_vec3_make(1, 0, 0), degrees[2] * DEGREE);
        assert_near(pd_q_angle(pd_q_mul(z, pd_q_mul(y, x)), pd_q_mul(zz, pd_q_mul(yy, xx))), 0, 1e-7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(every_order_of_channels_multiplies_as_written),
        cmocka_unit_test(position_channels_of_any_joint_take_the_place_of_its_offset),
        cmocka_unit_test(a_rounded_frame_time_is_the_usual_rate_it_was_rounded_from),
        cmocka_unit_test(tabs_and_carriage_returns_are_blanks),
        cmocka_unit_test(lines_of_old_macs_end_with_cr),
        cmocka_unit_test(a_long_name_loses_its_namespace),
        cmocka_unit_test(text_in_utf_16_is_refused_by_its_name),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(a_million_joints_are_refused_early),
        cmocka_unit_test(a_written_file_reads_back),
        cmocka_unit_test(angles_about_z_y_x_give_the_rotation_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
