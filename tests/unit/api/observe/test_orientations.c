/* Tests how orientations of sensors are read: the frame of a bone with and without a T-pose, the world's up
 * axis, positions of trackers, and the bounds of every field. Expected rotations are quarter turns that are
 * known without the code. */
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

/* Without a T-pose a bone lies as its joint's axes do, and the body faces the axis from which headings count:
 * a turn about +Y is one about z where z is up. */
static void a_moment_is_described_by_the_directions_of_bones(void **state)
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
        assert_near(at[1], 2 * atan2(0.6, 0.8) + pd_up_heading((pd_up)up), 1e-6);
        assert_near(at[2], 0, 1e-6);
        pd_observe_sensor_set_deinit(&s);
    }
}

/* The reading in the T-pose calibrates the sensor's axes.
 * A later equal reading therefore gives the T-pose. */
static void a_reading_equal_to_the_calibration_gives_the_t_pose(void **state)
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

static void an_error_is_reported_with_its_place(void **state)
{
    static const struct {
        const char *text, *where, *words;
    } rows[] = {
        {"{}", "/o", "sensors is required"},
        {"{\"sensors\":{}}", "/o", "0 sensors; 1 to 64 allowed"},
        {"{\"sensors\":{\"head\":[0,0,1]}}", "/o/sensors/head", "4 numbers"},
        {"{\"sensors\":{\"head\":[0,0,2,0]}}", "/o/sensors/head", "length 2; 0.9 to 1.1"},
        {"{\"sensors\":{\"head\":[0,0,\"x\",1]}}", "/o/sensors/head",
         "element 2 is not a number; 4 numbers expected"},
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

/* A take that does not state its axis `up`, which is z. */
static bool take(pd_orientations *file, pd_observe_sensor_request *r, const char *text, double noise)
{
    json_t *object = json(text);
    const pd_api_orientation_world world = {50, PD_UP_COUNT, noise};
    const bool good = pd_api_orientation_take_read(file, r, object, &world, "/o", &problems);

    /* A reading is 4 numbers, and so are its rotation since the calibration and its vector with the
     * confidence: 12 floats. A tracker has 3 numbers of its position and 2 times 4
     * of the places that it gives besides. */
    const size_t floats = json_object_get(object, "positions") ? 23 : 12;
    assert_true(!good || pd_api_orientation_take_bytes(object) ==
                             4 * floats * (size_t)file->sensor_count * (size_t)file->frame_count);
    json_decref(object);
    return good;
}

static void orientations_of_a_take_are_read_with_their_sent_values(void **state)
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

/* Positions are metres by frame and tracker; null is one that was not seen. */
static void positions_of_trackers_are_read_as_they_were_sent(void **state)
{
    static const char text[] =
        "{\"names\":[\"head\",\"LeftHand\"],\"frames\":[[[0,0,0,1],null],[null,null],[null,[0,0,0,1]]],"
        "\"positions\":[[[1,2,3],null],[[4,5,6],[-7,8.5,9]],[[-10000,10000,0],[0,0,0.25]]]}";
    static const double wanted[] = {1, 2, 3, NAN, NAN, NAN, 4, 5, 6, -7, 8.5, 9, -1e4, 1e4, 0, 0, 0, 0.25};
    pd_orientations file;
    pd_observe_sensor_request r;

    (void)state;
    assert_true(take(&file, &r, text, 0));
    for (int i = 0; i < 18; i++)
        if (isnan(wanted[i]))
            assert_true(isnan(file.positions[i]));
        else
            assert_near(file.positions[i], wanted[i], 0);
    assert_int_equal(r.first, 0);
    assert_int_equal(r.last, 0);
    pd_orientations_deinit(&file);

#define TAKE "{\"names\":[\"head\",\"pelvis\"],\"frames\":[[null,null],[null,null]],\"positions\":"
    static const struct {
        const char *positions, *where, *detail;
    } rows[] = {
        {"[[null,null]]}", "/o/positions", "1 frames; 2 expected, as many as orientations"},
        {"[[null,null],[null,null],[null,null]]}", "/o/positions",
         "3 frames; 2 expected, as many as orientations"},
        {"[[null,null],[null]]}", "/o/positions/1",
         "1 positions; 2 expected, null where a tracker was not seen"},
        {"[[null,null],[null,[1,2]]]}", "/o/positions/1/1", "3 numbers (x, y, z) or null expected"},
        {"[[null,7],[null,null]]}", "/o/positions/0/1", "3 numbers (x, y, z) or null expected"},
        {"[[[0,0,10001],null],[null,null]]}", "/o/positions/0/0", "number 2; -10000 to 10000 metres allowed"},
        {"[[[0,-10001,0],null],[null,null]]}", "/o/positions/0/0",
         "number 1; -10000 to 10000 metres allowed"},
        {"[[[\"x\",0,0],null],[null,null]]}", "/o/positions/0/0", "number 0; -10000 to 10000 metres allowed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char all[256];
        snprintf(all, sizeof all, TAKE "%s", rows[i].positions);
        assert_false(take(&file, &r, all, 0));
        assert_string_equal(problems.items[0].where, rows[i].where);
        assert_string_equal(problems.items[0].detail, rows[i].detail);
        pd_orientations_deinit(&file);
    }
}

/* The ends of what is allowed are taken, what is beyond them is not: frames of the calibration pose, the
 * noise, the length of a quaternion and of a name. */
static void a_take_is_read_up_to_the_limits(void **state)
{
    static const struct {
        const char *members;
        double noise;
        const char *where; /* NULL: taken */
    } rows[] = {
        {"[[null]],\"calibration\":[0,0]", 0, NULL},
        {"[[null],[null],[null]],\"calibration\":[1,2]", 0, NULL},
        {"[[null],[null],[null]],\"calibration\":[2,2]", 0, NULL},
        {"[[null],[null],[null]],\"calibration\":[-1,2]", 0, "/o/calibration"},
        {"[[null],[null],[null]],\"calibration\":[2,1]", 0, "/o/calibration"},
        {"[[null],[null],[null]],\"calibration\":[1,3]", 0, "/o/calibration"},
        {"[[null],[null],[null]],\"calibration\":[0,1.5]", 0, "/o/calibration"},
        {"[[null],[null],[null]],\"calibration\":[0.5,1]", 0, "/o/calibration"},
        {"[[null],[null],[null]],\"calibration\":[0,1,2]", 0, "/o/calibration"},
        {"[[null]]", 0.01, NULL},
        {"[[null]]", 57, NULL},
        {"[[null]]", 0.009, "/noise"},
        {"[[null]]", 57.1, "/noise"},
        {"[[null]]", -1, "/noise"},
        {"[[[0,0,0.9001,0]]]", 0, NULL},
        {"[[[0,-1.0999,0,0]]]", 0, NULL},
        {"[[[0,0,0.8999,0]]]", 0, "/o/frames/0/0"},
        {"[[[0,1.1001,0,0]]]", 0, "/o/frames/0/0"},
        {"[[[0.5,0.5,0.5,0.5]]],\"facing\":-90,\"drift\":60", 0, NULL},
    };
    pd_orientations file;
    pd_observe_sensor_request r;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\"names\":[\"head\"],\"frames\":%s}", rows[i].members);
        if (take(&file, &r, text, rows[i].noise) != !rows[i].where) fail_msg("%s", text);
        if (rows[i].where) assert_string_equal(problems.items[0].where, rows[i].where);
        if (!rows[i].where) {
            int first = 0, last = 0;
            const char *pose = strstr(text, "calibration");
            if (pose) assert_int_equal(sscanf(pose, "calibration\":[%d,%d", &first, &last), 2);
            assert_int_equal(r.first, first);
            assert_int_equal(r.last, last);
            assert_near(r.noise, (rows[i].noise > 0 ? rows[i].noise : 2) * M_PI / 180, 1e-12);
            assert_ptr_equal(r.file, &file);
        }
        if (strstr(text, "facing")) {
            assert_near(r.facing, -M_PI / 2, 1e-12);
            assert_near(r.drift, M_PI / 180, 1e-12); /* 60 degrees a minute */
        } else if (!rows[i].where) {
            assert_true(isnan(r.facing));
            assert_near(r.drift, 0, 0);
        }
        if (!rows[i].where && !isnan(file.readings[0])) { /* of unit length */
            double length = 0;
            for (int c = 0; c < 4; c++) length += (double)file.readings[c] * (double)file.readings[c];
            assert_near(length, 1, 1e-6);
        }
        pd_orientations_deinit(&file);
    }

    /* A name has 31 bytes at most. */
    for (int size = 31; size <= 32; size++) {
        char text[128];
        snprintf(text, sizeof text, "{\"names\":[\"%.*s\"],\"frames\":[[null]]}", size,
                 "abcdefghijklmnopqrstuvwxyzabcdefghij");
        assert_int_equal(take(&file, &r, text, 0), size == 31);
        if (size == 32)
            assert_string_equal(problems.items[0].detail, "a name of 32 characters; at most 31 allowed");
        else
            assert_int_equal(strlen(file.names[0]), 31);
        pd_orientations_deinit(&file);
    }

    /* The axis that is up, by its number in the job; without one it is +z. */
    for (int up = 0; up <= PD_UP_COUNT; up++) {
        json_t *object = json("{\"names\":[\"head\"],\"frames\":[[null]]}");
        assert_true(pd_api_orientation_take_read(&file, &r, object, &(pd_api_orientation_world){60, up, 0},
                                                 "/o", &problems));
        assert_int_equal(r.up, up < PD_UP_COUNT ? up : PD_UP_Z);
        assert_near(file.rate, 60, 0);
        json_decref(object);
        pd_orientations_deinit(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_is_described_by_the_directions_of_bones),
        cmocka_unit_test(a_reading_equal_to_the_calibration_gives_the_t_pose),
        cmocka_unit_test(an_error_is_reported_with_its_place),
        cmocka_unit_test(orientations_of_a_take_are_read_with_their_sent_values),
        cmocka_unit_test(positions_of_trackers_are_read_as_they_were_sent),
        cmocka_unit_test(a_take_is_read_up_to_the_limits),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
