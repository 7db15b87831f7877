#include "api/observe/orientations.h"

#include "tests/support/cmocka.h"
#include "tests/support/sight_model.h"

static pd_api_problems problems;

static json_t *json(const char *text)
{
    json_t *out = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(out);
    memset(&problems, 0, sizeof problems);
    return out;
}

static bool moment(pd_observe_sensor_set *set, const char *text)
{
    json_t *object = json(text);
    const bool good = pd_api_orientations_read(set, object, model, "/o", &problems);
    json_decref(object);
    return good;
}

/* Without a T-pose a bone lies as its joint's axes do: a quarter about +Y is one about z where z is up. */
static void a_moment_is_what_bones_lie_as(void **state)
{
    pd_observe_sensor_set s;

    (void)state;
    for (int up = 0; up < 3; up++) {
        char text[256];
        const double q[3] = {up == 0 ? 0.6 : 0, up == 1 ? 0.6 : 0, up == 2 ? 0.6 : 0};
        snprintf(text, sizeof text,
                 "{\"up\":\"%c\",\"sensors\":{\"head\":null,\"left_elbow\":[%g,%g,%g,0.8]}}", "xyz"[up], q[0],
                 q[1], q[2]);
        assert_true(moment(&s, text));
        assert_int_equal(s.count, 2);
        assert_true(isnan(s.at[3 * 2]));
        assert_int_equal(s.parts[1].index, 18);
        const float *at = s.at + 3 * 3;
        assert_near(at[0], 0, 1e-6);
        assert_near(at[1], 2 * atan2(0.6, 0.8), 1e-6);
        assert_near(at[2], 0, 1e-6);
        pd_observe_sensor_set_deinit(&s);
    }
}

/* What was read in the T-pose takes the sensor's own axes away: nothing moved, so the body stands in it. */
static void a_moment_like_the_t_pose_is_the_t_pose(void **state)
{
    pd_observe_sensor_set s;
    double rest[SIGHT_JOINTS][9], turn[3];

    (void)state;
    assert_true(moment(&s, "{\"noise\":5,\"sensors\":{\"left_elbow\":[0.1,0.7,-0.5,0.5]},"
                           "\"tpose\":{\"left_elbow\":[0.1,0.7,-0.5,0.5],\"head\":[0,0,0,1]}}"));
    pd_observe_sensor_rest(rest, model, PD_OBSERVE_POSE_T);
    pd_rot_to_axis_angle(turn, rest[18]);
    for (int c = 0; c < 3; c++) assert_near(s.at[3 + c], turn[c], 1e-6);
    assert_near(s.places[0].sigma, 5 * M_PI / 180, 1e-12);
    pd_observe_sensor_set_deinit(&s);
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    static const struct {
        const char *text, *where, *words;
    } rows[] = {
        {"{}", "/o", "sensors expected"},
        {"{\"sensors\":{}}", "/o", "0 sensors; 1 to 64 allowed"},
        {"{\"sensors\":{\"head\":[0,0,1]}}", "/o/sensors/head", "4 numbers"},
        {"{\"sensors\":{\"head\":[0,0,2,0]}}", "/o/sensors/head", "length 2; 0.9 to 1.1"},
        {"{\"sensors\":{\"head\":[0,0,\"x\",1]}}", "/o/sensors/head", "number 2 is not a number"},
        {"{\"sensors\":{\"head\":[0,0,0,1]},\"tpose\":{}}", "/o", "'head' has no reading"},
        {"{\"sensors\":{\"head\":[0,0,0,1]},\"tpose\":{\"head\":[1]}}", "/o/tpose/head", "4 numbers"},
        {"{\"sensors\":{\"tail\":[0,0,0,1]}}", "/o", "none of 1 sensors ('tail'"},
        {"{\"sensors\":{\"head\":[0,0,0,1]},\"facing\":400}", "/o/facing", "360"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_observe_sensor_set s;
        assert_false(moment(&s, rows[i].text));
        assert_string_equal(problems.items[0].where, rows[i].where);
        if (!strstr(problems.items[0].detail, rows[i].words)) fail_msg("%s", problems.items[0].detail);
        pd_observe_sensor_set_deinit(&s);
    }
}

static bool take(pd_orientations *file, pd_observe_sensor_request *r, const char *text, double noise)
{
    json_t *object = json(text);
    const bool good = pd_api_orientation_take_read(file, r, object, &(pd_api_orientation_world){50, 3, noise},
                                                   "/o", &problems);
    assert_true(!good || pd_api_orientation_take_bytes(object) ==
                             48 * (size_t)file->sensor_count * (size_t)file->frame_count);
    json_decref(object);
    return good;
}

static void a_take_is_read_as_it_was_sent(void **state)
{
    pd_orientations file;
    pd_observe_sensor_request r;

    (void)state;
    assert_true(
        take(&file, &r,
             "{\"names\":[\"head\",\"pelvis\"],\"frames\":[[[0,0,0,1],null],[[0.6,0,0,0.8],[0,0,1,0]]],"
             "\"calibration\":[0,1],\"pose\":\"n\",\"drift\":6}",
             0));
    assert_string_equal(file.names[1], "pelvis");
    assert_int_equal(file.frame_count, 2);
    assert_near(file.rate, 50, 0);
    assert_true(isnan(file.readings[4]));
    assert_near(file.readings[8], 0.6, 1e-6);
    assert_int_equal(r.up, 2);
    assert_int_equal(r.pose, PD_OBSERVE_POSE_N);
    assert_int_equal(r.last, 1);
    assert_true(isnan(r.facing));
    assert_near(r.noise, 2 * M_PI / 180, 1e-12);
    assert_near(r.drift, 0.1 * M_PI / 180, 1e-12);
    pd_orientations_deinit(&file);

    static const struct {
        const char *text, *where;
        double noise;
    } rows[] = {
        {"{\"names\":[\"head\"]}", "/o", 0},
        {"{\"names\":[\"head\"],\"frames\":[]}", "/o", 0},
        {"{\"names\":[7],\"frames\":[[null]]}", "/o/names/0", 0},
        {"{\"names\":[\"a_name_of_more_than_thirty_one_letters\"],\"frames\":[[null]]}", "/o/names/0", 0},
        {"{\"names\":[\"head\"],\"frames\":[[null],[null,null]]}", "/o/frames/1", 0},
        {"{\"names\":[\"head\"],\"frames\":[[null],[[0,0,0,0]]]}", "/o/frames/1/0", 0},
        {"{\"names\":[\"head\"],\"frames\":[[null]],\"calibration\":[0,1]}", "/o/calibration", 0},
        {"{\"names\":[\"head\"],\"frames\":[[null]],\"calibration\":[0]}", "/o/calibration", 0},
        {"{\"names\":[\"head\"],\"frames\":[[null]]}", "/noise", 100},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(take(&file, &r, rows[i].text, rows[i].noise));
        assert_string_equal(problems.items[0].where, rows[i].where);
        pd_orientations_deinit(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_is_what_bones_lie_as),
        cmocka_unit_test(a_moment_like_the_t_pose_is_the_t_pose),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(a_take_is_read_as_it_was_sent),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
