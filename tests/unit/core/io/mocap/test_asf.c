/* Tests the readers of ASF and AMC on small skeletons whose poses are known,
 * and their errors with line numbers. */
#include "core/io/mocap/asf.h"
#include "tests/support/cmocka.h"

#define DEGREE 0.017453292519943295

#define UNITS                                                                                                \
    ":version 1.10\n:units\n  mass 1.0\n  length 0.45\n  angle deg\n:documentation\n  any text, even of "    \
    "bones\n"
#define ROOT ":root\n order TX TY TZ RX RY RZ\n axis XYZ\n position 1 2 3\n orientation 0 0 0\n"
#define BONES                                                                                                \
    ":bonedata\n begin\n id 1\n name thigh\n direction 0 -2 0\n length 4\n axis 0 0 20 XYZ\n dof rx ry rz\n" \
    " limits (-160.0 20.0)\n        (-70.0 70.0)\n        (-60.0 70.0)\n end\n"                              \
    " begin\n name shank\n direction 0 0 1\n length 3\n axis 90 0 0 XYZ\n dof rx\n end\n"                    \
    " begin\n name tail\n direction 1 0 0\n length 1\n axis 0 0 0 XYZ\n end\n"
#define TREE ":hierarchy\n begin\n root thigh tail\n thigh shank\n end\n"
#define AMC  "#!OML:ASF\n:FULLY-SPECIFIED\n:DEGREES\n7\nroot 1 1 1 10 20 30\nthigh 40 50 60\nshank 70\n"

static pd_asf asf;

static pd_bytes bytes_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

static pd_quat about(int axis, double degrees)
{
    return pd_q_axis_angle(pd_vec3_make(axis == 0, axis == 1, axis == 2), degrees * DEGREE);
}

static pd_quat xyz(double x, double y, double z)
{
    return pd_q_mul(about(2, z), pd_q_mul(about(1, y), about(0, x)));
}

static void bones_turn_about_their_own_axes(void **state)
{
    (void)state;
    pd_amc amc;
    pd_quat q;
    pd_vec3 p;
    assert_int_equal(pd_asf_parse(&asf, bytes_of(UNITS ROOT BONES TREE), "s", NULL), PD_OK);
    assert_int_equal(pd_amc_parse(&amc, bytes_of(AMC), "m", &asf, NULL), PD_OK);
    assert_int_equal(asf.bone_count, 4);
    assert_int_equal(asf.value_count, 10);
    assert_near(asf.length_unit, 0.45, 0);
    assert_near(asf.bones[1].direction.y, -1, 1e-15);
    assert_int_equal(asf.bones[pd_asf_find(&asf, "shank")].parent, 1);
    assert_int_equal(amc.first_number, 7);
    pd_amc_local(&q, &p, &amc, &asf, 0, 0);
    assert_near(pd_q_angle(q, xyz(10, 20, 30)), 0, 1e-7);
    assert_near(p.z, 4, 0);
    pd_amc_local(&q, NULL, &amc, &asf, 0, 1);
    pd_quat c = xyz(0, 0, 20);
    assert_near(pd_q_angle(q, pd_q_mul(c, pd_q_mul(xyz(40, 50, 60), pd_q_conjugate(c)))), 0, 1e-7);
    pd_amc_local(&q, NULL, &amc, &asf, 0, 2);
    c = xyz(90, 0, 0);
    assert_near(pd_q_angle(q, pd_q_mul(c, pd_q_mul(about(0, 70), pd_q_conjugate(c)))), 0, 1e-7);
    pd_amc_local(&q, NULL, &amc, &asf, 0, 3);
    assert_near(pd_q_angle(q, pd_q_identity()), 0, 0);
    pd_amc_deinit(&amc);
}

static void letters_say_which_axis_turns_first(void **state)
{
    (void)state;
    static const char text[] =
        ":root\n order RZ TX RX\n axis ZYX\n orientation 10 20 30\n:bonedata\n:hierarchy\n";
    pd_amc amc;
    pd_quat q;
    assert_int_equal(pd_asf_parse(&asf, bytes_of(text), "s", NULL), PD_OK);
    pd_quat c = pd_q_mul(about(0, 10), pd_q_mul(about(1, 20), about(2, 30)));
    assert_near(pd_q_angle(asf.bones[0].axis, c), 0, 1e-7);
    assert_int_equal(pd_amc_parse(&amc, bytes_of("1\nroot .5 2 -1.5\n"), "m", &asf, NULL), PD_OK);
    assert_true(amc.radians);
    pd_amc_local(&q, NULL, &amc, &asf, 0, 0);
    pd_quat m =
        pd_q_mul(pd_q_axis_angle(pd_vec3_make(1, 0, 0), -1.5), pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.5));
    assert_near(pd_q_angle(q, pd_q_mul(c, pd_q_mul(m, pd_q_conjugate(c)))), 0, 1e-7);
    pd_amc_deinit(&amc);
}

static void expect(pd_status status, const pd_error *err, const char *where, const char *detail)
{
    assert_int_not_equal(status, PD_OK);
    assert_string_equal(err->where, where);
    if (!strstr(err->detail, detail)) fail_msg("\"%s\" does not say \"%s\"", err->detail, detail);
}

static void bad_skeletons_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
    } rows[] = {
        {"", "s", "an ASF file expected"},
        {"hello", "s", "an ASF file expected"},
        {":root\n order TX QX\n", "s:2", "'QX'"},
        {":root\n order TX tx\n", "s:2", "twice"},
        {":root\n order TX\n axis XXY\n", "s:3", "'XXY'; an order"},
        {ROOT ":bonedata\n begin\n end\n", "s:8", "the bone has no name; one is expected"},
        {ROOT ":bonedata\n begin\n name a\n", "s:9", "the file ends; the end of a bone expected"},
        {ROOT ":bonedata\n begin\n name root\n", "s:8", "bone 'root' is given twice; unique names expected"},
        {ROOT ":bonedata\n begin\n direction 0 0 0\n", "s:8", "the direction has length 0"},
        {ROOT ":bonedata\n begin\n direction 0 nan 0\n", "s:8", "'nan'"},
        {ROOT ":bonedata\n begin\n length 1e30\n", "s:8", "'1e30'"},
        {ROOT ":bonedata\n begin\n axis 0 0 0 XYZW\n", "s:8", "'XYZW'"},
        {ROOT ":bonedata\n begin\n name a\n end\n", "s", "'a' is not connected to the root"},
        {ROOT BONES ":hierarchy\n root thigh tail shank\n thigh shank\n", "s:33", "two parents"},
        {ROOT BONES ":hierarchy\n root tail\n thigh shank\n shank thigh\n", "s",
         "is not connected to the root"},
        {ROOT BONES ":hierarchy\n root root\n", "s:32", "'root'; the name"},
        {ROOT BONES ":hierarchy\n root leg\n", "s:32", "'leg'; the name"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        pd_status status = pd_asf_parse(&asf, bytes_of(rows[i].text), "s", &err);
        expect(status, &err, rows[i].where, rows[i].detail);
        assert_int_equal(asf.bone_count, 0);
    }
}

static void bad_motions_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *detail;
    } rows[] = {
        {"", "m", "an AMC file expected"},
        {"root 1 2 3 4 5 6\n", "m:1", "stands before the first frame"},
        {"1\nroot 1 2 3 4 5 6\nthigh 1 2 3\n", "m:1",
         "frame 1 has no line for bone 'shank'; a line for each bone expected"},
        {AMC "9\n", "m:8", "frame 9 follows frame 7; consecutive numbers expected"},
        {AMC "8\n", "m:8", "frame 8 has no line for bone 'root'; a line for each bone expected"},
        {AMC "arm 1\n", "m:8", "'arm' is not a bone"},
        {AMC "shank 1\n", "m:8", "'shank' is given twice in a frame; one line for each bone expected"},
        {"1\nroot 1 2 3 4 5\n", "m:2", "'root' has 5 numbers; 6 expected"},
        {"1\nroot 1 2 3 4 5 6 7\n", "m:2", "too many numbers; 6 expected"},
        {"1\nroot 1 2 inf 4 5 6\n", "m:2", "'inf' is not a number"},
        {"1.5\n", "m:1", "not a frame number"},
    };
    assert_int_equal(pd_asf_parse(&asf, bytes_of(UNITS ROOT BONES TREE), "s", NULL), PD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_amc amc;
        pd_error err = {0};
        pd_status status = pd_amc_parse(&amc, bytes_of(rows[i].text), "m", &asf, &err);
        expect(status, &err, rows[i].where, rows[i].detail);
        assert_null(amc.values);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_turn_about_their_own_axes),
        cmocka_unit_test(letters_say_which_axis_turns_first),
        cmocka_unit_test(bad_skeletons_are_refused_with_their_line),
        cmocka_unit_test(bad_motions_are_refused_with_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
