/* Tests the message observe: points in space and in a picture, trackers and sensors arrive as they were sent,
 * and errors have their place. Distorted pixels are checked by distorting them again with Brown's model. */
#include "api/stream/message.h"
#include "api/stream/observe.h"

#include "core/observe/live/humanoid.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_api_problems problems;
static pd_api_message m;

static int decode(const char *text)
{
    const pd_api_limits limits = {.json_depth = 32, .json_memory = 1 << 20};

    memset(&problems, 0, sizeof problems);
    return pd_api_message_decode(&m, (pd_bytes){(const unsigned char *)text, strlen(text)}, &limits,
                                 &problems);
}

/* Reads an observe message of character 1 with these additional members. */
static int observe(const char *members)
{
    char text[4096];
    snprintf(text, sizeof text, "{\"type\":\"observe\",\"id\":1,%s}", members);
    return decode(text);
}

static void refused(const char *members, const char *pointer, const char *detail)
{
    if (observe(members)) fail_msg("%s", members);
    if (strcmp(problems.items[0].where, pointer)) fail_msg("%s: %s", members, problems.items[0].where);
    if (!strstr(problems.items[0].detail, detail)) fail_msg("%s: %s", members, problems.items[0].detail);
}

#define THREE "\"points\":{\"nose\":[0,1.6,0.1],\"left_hip\":[0.1,1,0],\"right_hip\":[-0.1,1,0]}"
#define FOUR                                                                                                 \
    "\"points\":{\"nose\":[320,100],\"left_hip\":[340,240],\"right_hip\":[300,240],\"left_ankle\":[340,400]" \
    "}"

static const double *at(const char *name)
{
    const pd_observe_set *set = m.sight.set;
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->keypoints[i].name, name)) return m.sight.at[i];
    return NULL;
}

static void points_in_space_are_read_by_name_and_in_order(void **state)
{
    (void)state;
    assert_true(observe("\"time\":3.5,\"seq\":7,\"set\":\"coco17\"," THREE));
    assert_int_equal(m.type, PD_API_MESSAGE_OBSERVE);
    assert_int_equal(m.id, 1);
    assert_int_equal(m.seq, 7);
    assert_string_equal(m.sight.set->name, "coco17");
    assert_near(m.sight.time, 3.5, 0);
    assert_near(m.sight.noise, 0.02, 0);
    assert_true(m.sight.from_hips);
    assert_false(m.sight.in_picture);
    assert_near(at("left_hip")[0], 0.1, 0);
    assert_near(m.sight.confidence[0], 1, 0);
    assert_near(m.sight.confidence[1], 0, 0);

    char text[2048] = "\"time\":1,\"confidence\":[0.5";
    for (int i = 1; i < 33; i++) strcat(text, ",1");
    strcat(text, "],\"points\":[[1,2,3],null");
    for (int i = 2; i < 33; i++) strcat(text, ",[0,1,2]");
    assert_true(observe(strcat(text, "]")));
    assert_string_equal(m.sight.set->name, "mediapipe33");
    assert_near(m.sight.confidence[0], 0.5, 0);
    assert_near(m.sight.confidence[1], 0, 0); /* null, whatever is said of it */
    assert_near(m.sight.at[0][2], 3, 0);
}

static void axes_root_and_mirror_are_as_asked(void **state)
{
    (void)state;
    assert_true(observe("\"time\":1,\"axes\":\"camera\",\"root\":\"seen\",\"noise\":0.05," THREE));
    assert_false(m.sight.from_hips);
    assert_near(m.sight.noise, 0.05, 0);
    assert_near(at("nose")[1], -1.6, 0);
    assert_near(at("nose")[2], -0.1, 0);
    assert_near(at("left_hip")[0], 0.1, 0);
    assert_true(observe("\"time\":1,\"mirror\":true,\"points\":{\"nose\":[0.2,1.6,0],\"left_hip\":[0.1,1,0],"
                        "\"left_knee\":[0.3,0.5,0]}"));
    assert_near(at("nose")[0], -0.2, 0);
    assert_near(at("right_knee")[0], -0.3, 0);
    assert_near(at("right_knee")[1], 0.5, 0);
}

static void points_in_a_picture_need_a_camera(void **state)
{
    (void)state;
    assert_true(observe("\"time\":1,\"camera\":{\"width\":640,\"height\":480}," FOUR));
    assert_true(m.sight.in_picture);
    assert_near(m.sight.camera.fx, 800, 1e-9);
    assert_near(m.sight.camera.cy, 240, 0);
    assert_near(m.sight.noise, 4, 0);
    refused("\"time\":1," FOUR, "/camera", "missing");
    refused("\"time\":1,\"camera\":{\"width\":640}," FOUR, "/camera", "width and height above 0");
    refused("\"time\":1,\"camera\":{\"fx\":-3,\"cx\":1,\"cy\":1}," FOUR, "/camera/fx", "above 0");
    refused("\"time\":1,\"camera\":{\"width\":640,\"height\":480},\"points\":{\"nose\":[1,2],\"left_hip\":[1,"
            "2,3]}",
            "/points/left_hip", "3 numbers, but other points have 2");
}

#define WORN "\"set\":\"webxr83\",\"points\":{\"viewer\":[0,1.6,0.1],\"left-grip\":[0.4,1,0.2]}"

static void trackers_are_read_with_position_and_orientation(void **state)
{
    (void)state;
    assert_true(
        observe("\"time\":1,\"height\":1.2,\"calibrate\":true,\"orientations\":{\"viewer\":[0,1.005,0,0],"
                "\"right-grip\":null}," WORN));
    assert_false(m.sight.from_hips); /* the default of trackers alone */
    assert_near(m.sight.noise, 0.005, 0);
    assert_near(m.sight.height, 1.2, 0);
    assert_true(m.sight.calibrate && m.sight.is_turned[83] && !m.sight.is_turned[84]);
    assert_near(m.sight.orientation[83].y, 1, 1e-12);

    assert_true(observe("\"time\":1," WORN)); /* without orientations too */
    assert_true(m.sight.height == 0 && !m.sight.calibrate && !m.sight.is_turned[83]);

    refused("\"time\":1,\"orientations\":{\"viewer\":[0,0,0.5,0]}," WORN, "/orientations/viewer",
            "length 0.5; 0.99 to 1.01");
    for (int i = 0; i < 4; i++) { /* each of the four counts */
        char text[256], words[64];
        snprintf(text, sizeof text, "\"time\":1,\"orientations\":{\"viewer\":[%d,%d,%d,%d]}," WORN,
                 i == 0 ? -1 : 0, i == 1, i == 2 ? -1 : 0, i == 3);
        assert_true(observe(text));
        snprintf(text, sizeof text, "\"time\":1,\"orientations\":{\"viewer\":[%g,%g,%g,%g]}," WORN,
                 i == 0 ? 1.02 : 0, i == 1 ? -1.02 : 0, i == 2 ? 1.02 : 0, i == 3 ? -1.02 : 0);
        snprintf(words, sizeof words, "length 1.02; 0.99 to 1.01");
        refused(text, "/orientations/viewer", words);
    }
    assert_true(observe("\"time\":1,\"orientations\":{\"viewer\":[0.5,-0.5,0.5,-0.5]}," WORN));
    assert_near(m.sight.orientation[83].w, -0.5, 1e-9);
    refused("\"time\":1,\"orientations\":{\"viewer\":[0,0,1]}," WORN, "/orientations/viewer", "4 numbers");
    refused("\"time\":1,\"orientations\":{\"viewr\":[0,0,0,1]}," WORN, "/orientations", "viewer");
    refused("\"time\":1,\"orientations\":[[0,0,0,1]]," WORN, "/orientations", "1 rows; 83 to 86 expected");
    refused("\"time\":1,\"height\":4," WORN, "/height", "2.5");
    refused("\"time\":1,\"root\":\"hips\"," WORN, "/root", "\"seen\" expected");
    refused("\"time\":1,\"height\":1.7," THREE, "/height", "allowed only with webxr83, openxr70 or openxr84");
    refused("\"time\":1,\"calibrate\":true," THREE, "/calibrate", "on the set mediapipe33");
    refused("\"time\":1,\"camera\":{\"width\":640,\"height\":480},\"set\":\"webxr83\",\"points\":{\"viewer\":"
            "[3,4]}",
            "/points", "3 expected");
}

static void an_observation_without_id_time_or_points_is_refused_at_the_missing_field(void **state)
{
    (void)state;
    char many[4096] = "\"time\":1,\"points\":[[0,0,0]";
    assert_false(decode("{\"type\":\"observe\",\"time\":1," THREE "}"));
    assert_string_equal(problems.items[0].where, "/id");
    refused(THREE, "/time", "missing");
    refused("\"time\":1", "/points", "missing; an array of the 33 keypoints of mediapipe33");
    refused("\"time\":1,\"set\":\"coco\"," THREE, "/set", "; there are coco17, openpose25");
    refused("\"time\":1,\"points\":{\"left_nee\":[0,0,0]}", "/points", "no keypoint \"left_nee\" in the set");
    for (int i = 0; i < 40; i++) strcat(many, ",[0,0,0]");
    refused(strcat(many, "]"), "/points", "41 rows; 33 expected");
    refused("\"time\":1,\"points\":{\"nose\":[0,0]}", "/camera", "missing");
    refused("\"time\":1,\"points\":{\"nose\":[0,\"x\",1]}", "/points/nose",
            "element 1 is a string; a number expected");
    refused("\"time\":1,\"points\":{\"nose\":[1]}", "/points/nose", "2 or 3 numbers or null");
    refused("\"time\":1,\"points\":{\"nose\":[0,0,1e5],\"left_hip\":[0,1,2],\"right_hip\":[3,2,1]}",
            "/points/nose", "coordinate 2 is 100000; -10000 to 10000");
    refused("\"time\":1,\"points\":{\"nose\":[0,0,1],\"left_hip\":[0,1,2]}", "/points",
            "2 seen in space; at least 3");
    refused("\"time\":1,\"confidence\":{\"nose\":0,\"left_hip\":0,\"right_hip\":0}," THREE, "/points",
            "no points, or every confidence is 0");
    refused("\"time\":1,\"confidence\":{\"nose\":1.5}," THREE, "/confidence/nose", "0 to 1");
    refused("\"time\":1,\"confidence\":[1,1]," THREE, "/confidence", "2 rows; 33 expected");
    refused("\"time\":1,\"noise\":0," THREE, "/noise", "0.001");
    refused("\"time\":1,\"axes\":\"up\"," THREE, "/axes", "up");
    refused("\"time\":1e13," THREE, "/time", "1e+12");
    assert_false(observe("\"time\":NaN," THREE));
}

#define BONES "\"set\":\"humanoid\",\"orientations\":{\"hips\":[0,0,0,1],\"leftUpperArm\":[0,0,-0.6,0.8]}"

static void bones_are_rotations_and_a_place_of_the_hips(void **state)
{
    (void)state;
    assert_true(observe("\"time\":3,\"height\":1.5,\"points\":{\"hips\":[1,0.9,2]}," BONES));
    assert_ptr_equal(m.sight.set, &pd_observe_humanoid);
    assert_true(m.sight.is_turned[PD_OBSERVE_HUMANOID_HIPS]);
    assert_near(m.sight.at[PD_OBSERVE_HUMANOID_HIPS][2], 2, 1e-9);
    assert_near(m.sight.height, 1.5, 1e-9);
    assert_true(observe("\"time\":3," BONES));
    assert_true(m.sight.confidence[PD_OBSERVE_HUMANOID_HIPS] == 0);

    refused("\"time\":1,\"set\":\"humanoid\"", "/orientations", "missing");
    refused("\"time\":1,\"set\":\"humanoid\",\"orientations\":{\"hips\":null}", "/orientations",
            "no bone has a rotation");
    refused("\"time\":1,\"set\":\"humanoid\",\"orientations\":{\"hip\":[0,0,0,1]}", "/orientations", "hips");
    refused("\"time\":1,\"set\":\"humanoid\",\"orientations\":{\"hips\":[0,0,0,2]}", "/orientations/hips",
            "0.99 to 1.01");
    refused("\"time\":1,\"points\":{\"head\":[0,1,0]}," BONES, "/points/head", "hips allowed");
    refused("\"time\":1,\"points\":[[0,1,0]]," BONES, "/points", "an object with the point hips");
    refused("\"time\":1,\"points\":{\"hips\":[0,1]}," BONES, "/points/hips", "3 expected");
    refused("\"time\":1,\"height\":1.7," BONES, "/height", "without points.hips");
    refused("\"time\":1,\"calibrate\":true," BONES, "/calibrate", "has no effect");
    refused("\"time\":1,\"noise\":1," BONES, "/noise", "has no effect");
    refused("\"time\":1,\"root\":\"seen\"," BONES, "/root", "has no effect");
}

#define SENSORS                                                                                              \
    "\"set\":\"sensors\",\"orientations\":{\"sensors\":{\"pelvis\":[0,0,0,1],\"LeftForeArm\":[0.6,0,0,0.8]}"

static void sensors_are_orientations_by_bones(void **state)
{
    (void)state;
    const int elbow = pd_observe_sensor_bone("left_elbow");
    assert_true(observe("\"time\":3," SENSORS "}"));
    assert_ptr_equal(m.sight.set, &pd_observe_bones);
    assert_true(m.sight.is_turned[0] && m.sight.is_turned[elbow] && !m.sight.is_turned[1]);
    assert_near(m.sight.orientation[elbow].x, 0.6, 1e-6);
    assert_near(m.sight.noise, 2 * M_PI / 180, 1e-9);
    assert_false(m.sight.is_held[0]);

    /* Its z is up: the world is rotated about x, so that a turn about z becomes one about y. */
    assert_true(observe("\"time\":3,\"calibrate\":true,\"set\":\"sensors\",\"orientations\":{\"sensors\":{"
                        "\"pelvis\":[0,0,0,1],\"LeftForeArm\":[0,0,0.6,0.8]},\"up\":\"z\",\"facing\":90,"
                        "\"noise\":1}"));
    assert_near(m.sight.orientation[elbow].y, 0.6, 1e-6);
    assert_near(m.sight.held[elbow].y, 0.6, 1e-6);
    assert_true(m.sight.is_held[0] && m.sight.is_held[elbow] && !m.sight.is_held[1]);
    assert_near(m.sight.heading, M_PI / 2, 1e-9);
    assert_true(observe("\"time\":3," SENSORS ",\"tpose\":{\"l_lowarm\":[0,0.8,0,0.6]},\"pose\":\"n\"}"));
    assert_near(m.sight.held[elbow].y, 0.8, 1e-6);
    assert_true(m.sight.is_held[elbow] && !m.sight.is_held[0]);
    assert_int_equal(m.sight.pose, PD_OBSERVE_POSE_N);

    assert_true(observe("\"time\":3,\"mirror\":true," SENSORS ",\"facing\":30}"));
    const int other = pd_observe_sensor_bone("right_elbow");
    assert_true(m.sight.is_turned[other] && !m.sight.is_turned[elbow]);
    assert_near(m.sight.heading, -M_PI / 6, 1e-9);

    refused("\"time\":1," SENSORS "},\"noise\":1", "/noise", "orientations");
    refused("\"time\":1," SENSORS "}," THREE, "/points", "has no effect on the set sensors");
    refused("\"time\":1,\"calibrate\":true," SENSORS ",\"tpose\":{}}", "/calibrate", "only one of the two");
    refused("\"time\":1,\"set\":\"sensors\"", "/orientations", "missing");
    refused("\"time\":1,\"set\":\"sensors\",\"orientations\":{\"sensors\":{\"left_nee\":[0,0,0,1]}}",
            "/orientations/sensors/left_nee", "knee");
    refused("\"time\":1,\"set\":\"sensors\",\"orientations\":{\"sensors\":{\"LeftForeArm\":[0,0,0,1],"
            "\"left_elbow\":[0,0,0,1]}}",
            "/orientations/sensors/left_elbow", "second sensor on left_elbow");
    refused("\"time\":1,\"set\":\"sensors\",\"orientations\":{\"sensors\":{\"head\":[0,0,0,2]}}",
            "/orientations/sensors/head", "0.9 to 1.1");
    refused("\"time\":1,\"set\":\"sensors\",\"orientations\":{\"sensors\":{\"head\":null}}",
            "/orientations/sensors", "none has a reading");
    refused("\"time\":1," SENSORS ",\"facing\":400}", "/orientations/facing", "-360 to 360");
}

static void a_spawn_reports_the_model_that_drives_it(void **state)
{
    (void)state;
    assert_true(decode("{\"type\":\"spawn\"}"));
    assert_int_equal(m.spawn.drive, PD_API_DRIVE_MOTION);
    assert_true(decode("{\"type\":\"spawn\",\"drive\":\"observe\",\"body\":{}}"));
    assert_int_equal(m.spawn.drive, PD_API_DRIVE_OBSERVE);
    assert_false(decode("{\"type\":\"spawn\",\"drive\":\"car\"}"));
}

static void the_result_of_an_observation_is_one_message(void **state)
{
    (void)state;
    static const char *const unseen[] = {"left_knee", "left_ankle"};
    pd_buffer out = {0};
    pd_api_write_observed(&out, &(pd_api_observed){.id = 4,
                                                   .time = 2.5,
                                                   .rms = 0.02,
                                                   .solve_ms = 0.75,
                                                   .unseen = unseen,
                                                   .unseen_count = 2,
                                                   .trouble = "a \"reason\""});
    const char text[] =
        "{\"type\":\"observed\",\"id\":4,\"part\":\"body\",\"time\":2.5,\"rms\":0.02,\"solve_ms\":0.750,"
        "\"mirrored\":false,\"unseen\":[\"left_knee\",\"left_ankle\"],\"trouble\":\"a \\\"reason\\\"\"}";
    assert_int_equal(out.size, sizeof text - 1);
    assert_memory_equal(out.data, text, out.size);
    pd_buffer_deinit(&out);

    out = (pd_buffer){0};
    pd_api_write_observed(&out, &(pd_api_observed){.id = 4, .rms = 0.1, .in_turns = true});
    assert_non_null(strstr((const char *)out.data, "\"rms_degrees\":5.7296,"));
    pd_buffer_deinit(&out);
}

/* A list of all places of coco17: of each of them, in the picture or in space. */
static void of_all(char *out, const char *begins, const char *good, int bad, const char *instead)
{
    out += sprintf(out, "\"time\":1,\"set\":\"coco17\",%s", begins);
    for (int i = 0; i < 17; i++) out += sprintf(out, "%s%s", i ? "," : "", i == bad ? instead : good);
    strcpy(out, "]");
}

static void every_point_and_confidence_is_checked(void **state)
{
    (void)state;
    char text[2048], pointer[96];
    static const char
        space[] = "\"points\":[",
        picture[] = "\"camera\":{\"width\":640,\"height\":480},\"points\":[",
        doubt[] = "\"points\":{\"nose\":[0,1,0],\"left_hip\":[0,1,0],\"right_hip\":[0,1,0]},\"confidence\":[";
    static const struct {
        const char *begins, *good, *bad, *where;
    } rows[] = {
        {space, "[0,1,0]", "[0]", "/points/%s"},       {space, "[0,1,0]", "[0,\"x\",0]", "/points/%s"},
        {picture, "[300,200]", "[300]", "/points/%s"}, {picture, "[300,200]", "[300,1e9]", "/points/%s"},
        {doubt, "1", "2", "/confidence/%s"},           {doubt, "0", "-0.1", "/confidence/%s"}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        of_all(text, rows[r].begins, rows[r].good, -1, "");
        if (!observe(text) && rows[r].good[0] != '0') fail_msg("%s: %s", text, problems.items[0].detail);
        const pd_observe_set *set = m.sight.set;
        for (int i = 0; i < 17; i++) {
            of_all(text, rows[r].begins, rows[r].good, i, rows[r].bad);
            snprintf(pointer, sizeof pointer, rows[r].where[1] == 'p' ? "/points/%s" : "/confidence/%s",
                     set->keypoints[i].name);
            refused(text, pointer, "");
        }
    }
}

/* Pixels of a lens with a distortion become those of one without: distorted again, as Brown's model has it
 * with k1 alone, they are the ones that came. */
static void every_pixel_is_freed_from_the_lens(void **state)
{
    (void)state;
    char text[2048], *end = text;
    end += sprintf(end, "\"time\":1,\"set\":\"coco17\",\"camera\":{\"fx\":800,\"fy\":700,\"cx\":320,\"cy\":"
                        "240,\"distortion\":[0.1,0,0,0]},"
                        "\"points\":[");
    for (int i = 0; i < 17; i++) end += sprintf(end, "%s[%d,%d]", i ? "," : "", 20 + 33 * i, 410 - 21 * i);
    strcpy(end, "]");
    if (!observe(text)) fail_msg("%s", problems.items[0].detail);
    for (int i = 0; i < 17; i++) {
        const double x = (m.sight.at[i][0] - 320) / 800, y = (m.sight.at[i][1] - 240) / 700,
                     grown = 1 + 0.1 * (x * x + y * y);
        assert_near(320 + 800 * x * grown, 20 + 33 * i, 1e-3);
        assert_near(240 + 700 * y * grown, 410 - 21 * i, 1e-3);
        assert_true(fabs(m.sight.at[i][0] - (20 + 33 * i)) > 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_in_space_are_read_by_name_and_in_order),
        cmocka_unit_test(axes_root_and_mirror_are_as_asked),
        cmocka_unit_test(points_in_a_picture_need_a_camera),
        cmocka_unit_test(trackers_are_read_with_position_and_orientation),
        cmocka_unit_test(sensors_are_orientations_by_bones),
        cmocka_unit_test(bones_are_rotations_and_a_place_of_the_hips),
        cmocka_unit_test(an_observation_without_id_time_or_points_is_refused_at_the_missing_field),
        cmocka_unit_test(a_spawn_reports_the_model_that_drives_it),
        cmocka_unit_test(the_result_of_an_observation_is_one_message),
        cmocka_unit_test(every_point_and_confidence_is_checked),
        cmocka_unit_test(every_pixel_is_freed_from_the_lens)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
