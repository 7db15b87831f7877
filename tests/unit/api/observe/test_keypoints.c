/* Tests how points, cameras and confidences of keypoints are read. The expected pixel of a distorted point is
 * computed by hand. */
#include "api/observe/keypoints.h"

#include "tests/support/cmocka.h"

#include <string.h>

static pd_api_problems problems;

static json_t *json(const char *text)
{
    json_t *out = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(out);
    memset(&problems, 0, sizeof problems);
    return out;
}

static int point(double out[3], const char *text, int least)
{
    json_t *row = json(text);
    const int count = pd_api_point_read(out, row, least, "/p", &problems);
    json_decref(row);
    return count;
}

static void a_point_has_two_or_three_numbers_or_is_null(void **state)
{
    (void)state;
    double x[3];
    assert_int_equal(point(x, "[1,2,3]", 2), 3);
    assert_near(x[2], 3, 0);
    assert_int_equal(point(x, "[1,2]", 2), 2);
    assert_near(x[2], 0, 0);
    assert_int_equal(point(x, "null", 3), 0);
    assert_int_equal(point(x, "[1,2]", 3), -1);
    assert_string_equal(problems.items[0].where, "/p");
    assert_int_equal(point(x, "[1,2,3,4]", 2), -1);
    assert_int_equal(point(x, "[1,true]", 2), -1);
    assert_int_equal(point(x, "7", 2), -1);
}

static void a_camera_is_known_by_its_picture_or_by_its_numbers(void **state)
{
    (void)state;
    pd_observe_camera c = {0};
    pd_observe_lens lens;
    bool guessed;
    json_t *sized = json("{\"width\":300,\"height\":400,\"translation\":[1,2,3]}");
    assert_true(pd_api_camera_read(&c, &lens, &guessed, sized, "/camera", &problems));
    assert_true(guessed);
    assert_near(c.fx, 500, 1e-12);
    assert_near(c.fy, 500, 1e-12);
    assert_near(c.cx, 150, 0);
    assert_near(c.translation[1], 2, 0);
    json_decref(sized);

    json_t *given = json("{\"fx\":10,\"cx\":1,\"cy\":2,\"rotation\":[[1,0,0],[0,-1,0],[0,0,-1]]}");
    assert_true(pd_api_camera_read(&c, &lens, &guessed, given, "/camera", &problems));
    assert_false(guessed);
    assert_near(c.fy, 10, 0);
    assert_near(c.rotation[4], -1, 0);
    json_decref(given);

    json_t *bent = json("{\"fx\":100,\"cx\":50,\"cy\":50,\"distortion\":[0.1,0,0,0]}");
    double pixel[2] = {50 + 100 * 0.5 * 1.025, 50}; /* x (1 + 0.1 x^2) of x = 0.5 */
    assert_true(pd_api_camera_read(&c, &lens, &guessed, bent, "/camera", &problems));
    assert_true(pd_api_lens_undo(pixel, &lens, &c, "/p", &problems));
    assert_near(pixel[0], 100, 1e-6);
    json_decref(bent);
    problems.count = 0;
    bent = json("{\"fx\":100,\"cx\":50,\"cy\":50,\"distortion\":[-0.5,0,0]}");
    assert_false(pd_api_camera_read(&c, &lens, &guessed, bent, "/camera", &problems));
    assert_string_equal(problems.items[0].detail, "3 numbers; 4 or 5 expected");
    json_decref(bent);
    problems.count = 0;
    lens = (pd_observe_lens){.k1 = -0.5};
    pixel[0] = 50 + 100 * 0.6;
    assert_false(pd_api_lens_undo(pixel, &lens, &c, "/p", &problems));
    assert_string_equal(problems.items[0].where, "/p");
    problems.count = 0;

    json_t *half = json("{\"fx\":10}");
    assert_false(pd_api_camera_read(&c, &lens, &guessed, half, "/camera", &problems));
    assert_string_equal(problems.items[0].where, "/camera");
    json_decref(half);
    json_t *short_one = json("{\"width\":3,\"height\":4,\"rotation\":[1,2]}");
    assert_false(pd_api_camera_read(&c, &lens, &guessed, short_one, "/camera", &problems));
    assert_string_equal(problems.items[0].where, "/camera/rotation");
    json_decref(short_one);
}

static void sets_and_their_elements_are_named(void **state)
{
    (void)state;
    const pd_observe_set *set;
    memset(&problems, 0, sizeof problems);
    assert_true(pd_api_set_read(&set, "h36m17", "", "/set", &problems));
    assert_int_equal(set->count, 17);
    json_t *named = json("{\"pelvis\":1,\"thorax\":2}");
    assert_true(pd_api_elements_check(named, set, NULL, "/points", &problems));
    assert_near(json_number_value(pd_api_element_of(named, 8, "thorax")), 2, 0);
    assert_null(pd_api_element_of(named, 0, "head"));
    json_decref(named);
    json_t *other = json("[1,2]");
    assert_false(pd_api_elements_check(other, set, NULL, "/points", &problems));
    assert_int_equal(json_integer_value(pd_api_element_of(other, 1, "any")), 2);
    json_decref(other);
    assert_false(pd_api_set_read(&set, "h36", ", or an object of places", "/set", &problems));
    assert_non_null(strstr(problems.items[problems.count - 1].detail, "or an object of places"));
}

static void a_confidence_is_between_0_and_1(void **state)
{
    (void)state;
    double c = 0.3;
    assert_true(pd_api_confidence_read(&c, NULL, "/c", &problems));
    assert_near(c, 0.3, 0);
    json_t *good = json("0.75"), *bad = json("-0.5"), *none = json("\"x\"");
    assert_true(pd_api_confidence_read(&c, good, "/c", &problems));
    assert_near(c, 0.75, 0);
    assert_false(pd_api_confidence_read(&c, bad, "/c", &problems));
    assert_false(pd_api_confidence_read(&c, none, "/c", &problems));
    assert_near(c, 0.75, 0);
    json_decref(good);
    json_decref(bad);
    json_decref(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_point_has_two_or_three_numbers_or_is_null),
                                       cmocka_unit_test(a_camera_is_known_by_its_picture_or_by_its_numbers),
                                       cmocka_unit_test(sets_and_their_elements_are_named),
                                       cmocka_unit_test(a_confidence_is_between_0_and_1)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
