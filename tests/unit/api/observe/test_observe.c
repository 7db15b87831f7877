/* Observations from the request to the reply, on a body of 200 vertices. tests/unit/core/observe tests the
 * fit on the shipped body. */
#include "tests/support/api_ask.h"
#include "core/math/up.h"
#include "tests/support/priors.h"

#include <math.h>

#define FIT    "/v1/models/default/fit"
#define JOINTS "/v1/models/default/joints"
enum { K = 24 };
static const char *const model_joint_names[K] = {
    "pelvis",     "left_hip",    "right_hip",    "spine1",      "left_knee",     "right_knee",
    "spine2",     "left_ankle",  "right_ankle",  "spine3",      "left_foot",     "right_foot",
    "neck",       "left_collar", "right_collar", "head",        "left_shoulder", "right_shoulder",
    "left_elbow", "right_elbow", "left_wrist",   "right_wrist", "left_hand",     "right_hand"};

/* {"observations":{...}} with the joints of a bent body, all or the first count,
 * as rows; `more` is added to the object. */
static char *request_of(int count, const char *more)
{
    static char text[8192];
    pd_api_call *call = api_ask("POST", JOINTS,
                                "{\"betas\":[0.5,-0.5],\"translation\":[1,2,3],\"digits\":6,\"quaternions\":["
                                "[0,0.38268,0,0.92388],[0,0,0,1],[-0.3,0,0,0.954],"
                                "[0,0,0,1],[0.2,0,0,0.98],[0.4,0,0,0.9165],[0,0,0,1],[0,0,0,1],[0,0,0,1],[0,"
                                "0,0,1],[0,0,0,1],[0,0,0,1],[0,0,0,1],"
                                "[0,0,0,1],[0,0,0,1],[0,0,0,1],[0,0,-0.5,0.866],[0,0,0.5,0.866],[0,-0.3,0,0."
                                "954],[0,0.3,0,0.954],[0,0,0,1],"
                                "[0,0,0,1],[0,0,0,1],[0,0,0,1]]}");
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    const json_t *joints = json_object_get(json_array_get(json_object_get(reply, "bodies"), 0), "joints");
    int used = snprintf(text, sizeof text, "{\"observations\":{\"joints\":[");
    for (size_t k = 0; k < K; k++) {
        const json_t *row = json_array_get(joints, k);
        if (k) used += snprintf(text + used, sizeof text - (size_t)used, ",");
        if ((int)k < count)
            used +=
                snprintf(text + used, sizeof text - (size_t)used, "[%.6f,%.6f,%.6f]",
                         json_number_value(json_array_get(row, 0)), json_number_value(json_array_get(row, 1)),
                         json_number_value(json_array_get(row, 2)));
        else
            used += snprintf(text + used, sizeof text - (size_t)used, "null");
    }
    snprintf(text + used, sizeof text - (size_t)used, "]%s", more);
    json_decref(reply);
    pd_api_call_release(call);
    return text;
}

static double number(const json_t *of, const char *name)
{
    return json_number_value(json_object_get(of, name));
}

/* Returns the reply of a fit to the joints of a bent body, as joints or as keypoints in space, in the axes
 * of a world whose axis `up` is up; said: `up` is in the request. */
static json_t *fit_in_world(pd_up up, bool said, bool as_keypoints)
{
    json_t *request = json_loads(request_of(K, "}}"), 0, NULL);
    json_t *observations = json_object_get(request, "observations");
    json_t *rows = json_object_get(observations, "joints"), *row, *set = json_object(),
           *points = json_object();
    size_t k;

    json_array_foreach(rows, k, row)
    {
        double at[3];
        char name[16];
        for (size_t c = 0; c < 3; c++) at[c] = json_number_value(json_array_get(row, c));
        pd_up_point_back(at, at, up);
        for (size_t c = 0; c < 3; c++) json_array_set_new(row, c, json_real(at[c]));
        snprintf(name, sizeof name, "p%zu", k);
        json_object_set_new(set, name, json_pack("{s:{s:f}}", "joints", model_joint_names[k], 1.0));
        json_object_set(points, name, row);
    }
    if (as_keypoints) {
        json_object_set_new(observations, "keypoints",
                            json_pack("{s:O,s:O,s:f}", "set", set, "points", points, "noise", 0.001));
        json_object_del(observations, "joints");
    }
    if (said) json_object_set_new(observations, "up", json_string(pd_up_names[up]));
    char *text = json_dumps(request, 0);
    pd_api_call *call = api_ask("POST", FIT, text);
    json_t *reply = api_json(call);
    if (api_status(call) != 200) fail_msg("%s: %s", pd_up_names[up], json_dumps(reply, 0));
    pd_api_call_release(call);
    free(text);
    json_decref(set), json_decref(points), json_decref(request);
    return reply;
}

/* Points in any world give the same body, which the reply has with +Y up; points in a camera's axes are
 * turned without a word of the request, and a warning says so. */
static void points_of_every_world_give_the_same_body(void **state)
{
    (void)state;
    api_host_state.prior = priors_built(4, 2, 1);
    for (int kind = 0; kind < 2; kind++) {
        json_t *wanted = fit_in_world(PD_UP_Y, false, kind);
        assert_string_equal(json_string_value(json_object_get(wanted, "up")), "y");
        for (int up = 0; up <= PD_UP_COUNT; up++) {
            const bool said = up < PD_UP_COUNT;
            const pd_up axis = said ? (pd_up)up : PD_UP_MINUS_Y;
            json_t *reply = fit_in_world(axis, said, kind);
            assert_string_equal(json_string_value(json_object_get(reply, "up")), pd_up_names[axis]);
            for (size_t k = 0; k < K; k++)
                for (size_t c = 0; c < 3; c++)
                    assert_near(json_number_value(
                                    json_array_get(json_array_get(json_object_get(reply, "joints"), k), c)),
                                json_number_value(
                                    json_array_get(json_array_get(json_object_get(wanted, "joints"), k), c)),
                                2e-3);
            const json_t *warning = json_array_get(json_object_get(reply, "warnings"), 0);
            const char *detail = json_string_value(json_object_get(warning, "detail"));
            assert_int_equal(!said, detail && strstr(detail, "turned by 180 degrees about x") != NULL);
            json_decref(reply);
        }
        json_decref(wanted);
    }
}

/* A point that the body misses by more than .1 m is named with its wanted and its reached place. */
static void points_that_the_body_misses_are_warned_of(void **state)
{
    (void)state;
    static const double off[] = {0.02, 0.9};
    api_host_state.prior = priors_built(4, 2, 1);
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        json_t *request =
            json_loads(request_of(K, ",\"keep_betas\":true,\"start\":{\"betas\":[0.5,-0.5]}}}"), 0, NULL);
        json_t *rows = json_object_get(json_object_get(request, "observations"), "joints"),
               *row = json_array_get(rows, 4);
        json_array_set_new(row, 1, json_real(json_number_value(json_array_get(row, 1)) - off[i]));
        char *text = json_dumps(request, 0);
        pd_api_call *call = api_ask("POST", FIT, text);
        assert_int_equal(api_status(call), 200);
        json_t *reply = api_json(call);
        const json_t *warning = json_array_get(json_object_get(reply, "warnings"), 0);
        if (!i) assert_null(warning);
        if (i) {
            const char *detail = json_string_value(json_object_get(warning, "detail"));
            char words[64];
            snprintf(words, sizeof words, "(%.3g, %.3g, %.3g) wanted",
                     json_number_value(json_array_get(row, 0)), json_number_value(json_array_get(row, 1)),
                     json_number_value(json_array_get(row, 2)));
            assert_string_equal(json_string_value(json_object_get(warning, "pointer")),
                                "/observations/joints/4");
            assert_non_null(strstr(detail, "the body misses the joint left_knee by "));
            assert_non_null(strstr(detail, words));
            assert_non_null(strstr(detail, "24 points are missed by more than 0.1 m"));
        }
        json_decref(reply), json_decref(request);
        pd_api_call_release(call);
        free(text);
    }
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
}

static void joints_come_back_as_a_body(void **state)
{
    (void)state;
    api_host_state.prior = priors_built(4, 2, 1);
    pd_api_call *call = api_ask("POST", FIT, request_of(K, "},\"mesh\":\"glb\"}"));
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    assert_true(json_is_true(json_object_get(reply, "converged")));
    assert_string_equal(json_string_value(json_object_get(reply, "model")), "tiny");
    assert_string_equal(json_string_value(json_object_get(reply, "status")), "converged");
    assert_true(number(reply, "rms") < 0.002);
    assert_true(json_is_null(json_object_get(reply, "rms_pixels")));
    assert_null(json_object_get(reply, "camera"));
    assert_null(json_object_get(reply, "warnings"));
    assert_int_equal(json_array_size(json_object_get(reply, "betas")), 10);
    assert_int_equal(json_array_size(json_object_get(reply, "betas_sd")), 10);
    assert_int_equal(json_array_size(json_object_get(reply, "pose")), K);
    assert_int_equal(json_array_size(json_object_get(reply, "quaternions")), K);
    assert_int_equal(json_array_size(json_object_get(reply, "joints")), K);
    assert_true(json_array_size(json_object_get(reply, "unseen")) > 0);

    const json_t *places = json_object_get(reply, "observations"), *knee = json_array_get(places, 4);
    assert_int_equal(json_array_size(places), K);
    assert_string_equal(json_string_value(json_object_get(knee, "kind")), "joint");
    assert_string_equal(json_string_value(json_object_get(knee, "name")), "left_knee");
    assert_true(number(knee, "residual") < 0.005);
    assert_near(json_number_value(json_array_get(json_object_get(knee, "at"), 1)),
                json_number_value(json_array_get(json_array_get(json_object_get(reply, "joints"), 4), 1)),
                1e-4);
    assert_memory_equal(json_string_value(json_object_get(json_object_get(reply, "mesh"), "base64")),
                        "Z2xURg", 6);
    json_decref(reply);
    pd_api_call_release(call);
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
}

static void without_a_prior_the_reply_has_a_warning(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", FIT, request_of(8, "}}"));
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    const char *says =
        json_string_value(json_object_get(json_array_get(json_object_get(reply, "warnings"), 0), "detail"));
    assert_non_null(strstr(says, "no pose prior"));
    assert_true(json_is_null(
        json_object_get(json_array_get(json_object_get(reply, "observations"), 12), "residual")));
    json_decref(reply);
    pd_api_call_release(call);
}

static void options_reach_the_solver(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", FIT,
                                request_of(K, ",\"keep_betas\":true,\"start\":{\"betas\":[0.5,-0.5]},"
                                              "\"joints_noise\":0.02,\"weights\":{\"ranges\":0},\"floor\":1,"
                                              "\"fit_scale\":true},\"iterations\":7}"));
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    assert_near(json_number_value(json_array_get(json_object_get(reply, "betas"), 0)), 0.5, 1e-6);
    assert_near(json_number_value(json_array_get(json_object_get(reply, "betas_sd"), 0)), 0, 0);
    assert_near(number(json_object_get(reply, "terms"), "ranges"), 0, 0);
    assert_true(number(reply, "scale") != 1);
    assert_true(number(reply, "iterations") <= 30); /* of two stages, and again with the sides exchanged */
    json_decref(reply);
    pd_api_call_release(call);
}

static void own_keypoints_are_weighted_sums_of_joints_and_vertices(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", FIT,
                                request_of(K, ",\"keypoints\":{\"set\":{\"middle\":{\"joints\":{\"left_hip\":"
                                              "1,\"right_hip\":1}},\"spot\":{\"vertices\":{\"17\":2}}},"
                                              "\"points\":{\"middle\":[1,2,3]},\"noise\":0.5},\"vertices\":{"
                                              "\"index\":[5],\"points\":[[1,2,3]],\"noise\":9}}}"));
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    const json_t *places = json_object_get(reply, "observations"), *joints = json_object_get(reply, "joints");
    assert_int_equal(json_array_size(places), K + 3);
    const json_t *middle = json_array_get(places, K), *spot = json_array_get(places, K + 1),
                 *vertex = json_array_get(places, K + 2);
    assert_string_equal(json_string_value(json_object_get(middle, "name")), "middle");
    assert_string_equal(json_string_value(json_object_get(vertex, "name")), "5");
    assert_near(number(spot, "confidence"), 0, 0);
    for (size_t c = 0; c < 3; c++)
        assert_near(json_number_value(json_array_get(json_object_get(middle, "at"), c)),
                    0.5 * (json_number_value(json_array_get(json_array_get(joints, 1), c)) +
                           json_number_value(json_array_get(json_array_get(joints, 2), c))),
                    2e-5);
    json_decref(reply);
    pd_api_call_release(call);
}

static void points_in_a_picture_need_a_camera_and_the_reply_returns_it(void **state)
{
    static const char points[] = "{\"observations\":{\"keypoints\":{\"set\":\"h36m17\",\"points\":{\"left_"
                                 "hip\":[520,500],\"right_hip\":[480,500],\"left_knee\":[520,640],"
                                 "\"right_knee\":[480,640],\"left_ankle\":[520,780],\"right_ankle\":[480,780]"
                                 ",\"thorax\":[500,340],\"left_shoulder\":[550,350],"
                                 "\"right_shoulder\":[450,350]},\"confidence\":{\"left_hip\":0.5}}";
    char text[2048];

    (void)state;
    snprintf(text, sizeof text, "%s}}", points);
    api_refused("POST", FIT, text, 400, "/observations/camera", "missing");
    snprintf(text, sizeof text, "%s,\"camera\":{\"fx\":900}}}", points);
    api_refused("POST", FIT, text, 400, "/observations/camera", "width and height above 0, or fx, cx and cy");
    snprintf(text, sizeof text, "%s,\"camera\":{\"width\":1000,\"height\":1000}}}", points);
    pd_api_call *call = api_ask("POST", FIT, text);
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    assert_true(json_is_null(json_object_get(reply, "rms")));
    assert_true(json_is_number(json_object_get(reply, "rms_pixels")));
    const json_t *camera = json_object_get(reply, "camera");
    assert_true(json_is_true(json_object_get(camera, "guessed")));
    assert_near(number(camera, "cx"), 500, 0);
    assert_true(number(camera, "fx") > 500);
    assert_int_equal(
        json_array_size(json_object_get(json_array_get(json_object_get(reply, "observations"), 4), "at")), 2);
    assert_near(number(json_array_get(json_object_get(reply, "observations"), 4), "confidence"), 0.5, 1e-9);
    json_decref(reply);
    pd_api_call_release(call);
}

/* Returns the warning of a reply that contains `words`, or NULL. */
static const char *warning_with(const json_t *reply, const char *words)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(reply, "warnings"), i, one)
    {
        const char *text = json_string_value(json_object_get(one, "detail"));
        if (text && strstr(text, words)) return text;
    }
    return NULL;
}

#define SEEN                                                                                                 \
    "{\"observations\":{\"keypoints\":{\"set\":\"h36m17\",\"points\":{\"left_hip\":[520,500],\"right_hip\":" \
    "[480,500],"                                                                                             \
    "\"left_knee\":[520,640],\"right_knee\":[480,640],\"left_ankle\":[520,780],\"right_ankle\":[480,780],"   \
    "\"thorax\":[500,340],\"left_shoulder\":[550,350],\"right_shoulder\":[450,350]"
#define OF(width, height) "}},\"camera\":{\"width\":" width ",\"height\":" height "}}}"

/* Points at exactly 0 or -1, which usually are missing ones,
 * and points outside of the picture give warnings. */
static void improbable_points_give_warnings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *warning;
    } rows[] = {
        {SEEN OF("1000", "1000"), NULL},
        {SEEN ",\"left_wrist\":[0,0],\"right_wrist\":[-1,-1]" OF("1000", "1000"),
         "2 points at exactly 0 or -1"},
        {SEEN OF("640", "480"), "6 of 9 points lie outside"},
        {SEEN OF("920", "560"), "width and height are probably exchanged"},
        {SEEN ",\"left_wrist\":[-4000,400]" OF("1000", "1000"),
         "the body misses the keypoint left_wrist by 4"},
        {SEEN "}},\"camera\":{\"fx\":1e6,\"width\":1000,\"height\":1000}}}",
         "fx is 1e+06 pixels, 0.0573 degrees from edge to edge"},
    };
    static const char *const words[] = {"at exactly", "outside of the picture", "misses",
                                        "from edge to edge"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("POST", FIT, rows[i].text);
        assert_int_equal(api_status(call), 200);
        json_t *reply = api_json(call);
        if (rows[i].warning && !warning_with(reply, rows[i].warning)) fail_msg("row %zu: no warning", i);
        for (size_t w = 0; w < 4 && !rows[i].warning; w++) assert_null(warning_with(reply, words[w]));
        json_decref(reply);
        pd_api_call_release(call);
    }

    /* In space one point may be the root at 0 0 0; several are none. */
    pd_api_call *call = api_ask("POST", FIT,
                                "{\"observations\":{\"joints\":{\"pelvis\":[0,0,0],\"left_hip\":[0,0,0],"
                                "\"right_hip\":[0,0,0]}}}");
    assert_int_equal(api_status(call), 400);
    pd_api_call_release(call);
    api_refused(
        "POST", FIT,
        "{\"observations\":{\"keypoints\":{\"set\":\"h36m17\",\"points\":{\"left_hip\":[0.52,0.5],"
        "\"right_hip\":[0.48,0.5],\"left_knee\":[0.52,0.64],\"right_knee\":[0.48,0.64],\"thorax\":[-1,0.9],"
        "\"left_shoulder\":[0.55,-0.9]}},\"camera\":{\"width\":1000,\"height\":1000}}}",
        400, "/observations", "multiply fractions of a picture by its width and height");
    api_refused("POST", FIT, SEEN ",\"left_wrist\":[560,500,0.9]" OF("1000", "1000"), 400,
                "/observations/keypoints/points/left_wrist", "3 numbers, and 2 at");
}

/* Joints of the bent body in the pictures of two cameras that look at it at a right angle: the fit finds them
 * in space, to which neither picture alone leads. The cameras have different focal lengths and centres, so
 * that confusing the two would show. */
static void two_views_place_the_joints_in_space(void **state)
{
    (void)state;
    static const struct {
        double rotation[9], translation[3], focal, centre;
    } cameras[2] = {{{1, 0, 0, 0, -1, 0, 0, 0, -1}, {-1, 2, 7}, 900, 500},
                    {{0, 0, -1, 0, -1, 0, -1, 0, 0}, {3, 2, 6}, 1400, 700}};
    static const int joint_of[] = {-1, -1, -1, -1, -1, 16, 17, 18, 19, 20, 21, 1, 2, 4, 5, 7, 8}; /* coco17 */
    enum { POINTS = sizeof joint_of / sizeof *joint_of };
    json_t *request = json_loads(request_of(K, "}}"), 0, NULL);
    const json_t *truth = json_object_get(json_object_get(request, "observations"), "joints");
    json_t *views = json_array();
    for (int c = 0; c < 2; c++) {
        json_t *rotation = json_array(), *points = json_array();
        for (int k = 0; k < 9; k++) json_array_append_new(rotation, json_real(cameras[c].rotation[k]));
        for (int i = 0; i < POINTS; i++) {
            double x[3];
            const json_t *joint = json_array_get(truth, (size_t)joint_of[i]);
            for (int r = 0; r < 3 && joint_of[i] >= 0; r++) {
                x[r] = cameras[c].translation[r];
                for (int d = 0; d < 3; d++)
                    x[r] +=
                        cameras[c].rotation[3 * r + d] * json_number_value(json_array_get(joint, (size_t)d));
            }
            if (joint_of[i] < 0) {
                json_array_append_new(points, json_null());
                continue;
            }
            assert_true(x[2] > 1); /* in front of the camera */
            json_array_append_new(points,
                                  json_pack("[f,f]", cameras[c].focal * x[0] / x[2] + cameras[c].centre,
                                            cameras[c].focal * x[1] / x[2] + cameras[c].centre));
        }
        const double *t = cameras[c].translation, f = cameras[c].focal, m = cameras[c].centre;
        json_array_append_new(views, json_pack("{s:{s:f,s:f,s:f,s:f,s:o,s:[f,f,f]},s:o}", "camera", "fx", f,
                                               "fy", f, "cx", m, "cy", m, "rotation", rotation, "translation",
                                               t[0], t[1], t[2], "points", points));
    }
    json_t *asked = json_pack("{s:{s:{s:s,s:f,s:o}}}", "observations", "keypoints", "set", "coco17", "noise",
                              0.5, "views", views);
    char *text = json_dumps(asked, 0);
    pd_api_call *call = api_ask("POST", FIT, text);
    json_t *reply = api_json(call), *joints = json_object_get(reply, "joints");
    if (api_status(call) != 200) fail_msg("%s", (const char *)pd_api_call_reply(call)->body.data);

    double worst = 0;
    for (int i = 5; i < POINTS; i++) {
        double square = 0;
        for (size_t d = 0; d < 3; d++)
            square +=
                pow(json_number_value(json_array_get(json_array_get(joints, (size_t)joint_of[i]), d)) -
                        json_number_value(json_array_get(json_array_get(truth, (size_t)joint_of[i]), d)),
                    2);
        worst = fmax(worst, sqrt(square));
    }
    if (worst > 0.1) fail_msg("%g m apart", worst); /* coco17 has some points beside their joints */
    json_decref(reply), json_decref(request), json_decref(asked);
    pd_api_call_release(call);
    free(text);
}

/* Asks for a fit to the joints of the bent body in a picture of 1000 x 1000 pixels from 4 m away. up: y
 * counts upwards. third: a third number. */
static pd_api_call *fit_to_picture(double focal, bool up, bool third)
{
    static const int joint_of[] = {-1, -1, -1, -1, -1, 16, 17, 18, 19, 20, 21, 1, 2, 4, 5, 7, 8}; /* coco17 */
    json_t *request = json_loads(request_of(K, "}}"), 0, NULL), *points = json_array();
    const json_t *truth = json_object_get(json_object_get(request, "observations"), "joints");
    for (size_t i = 0; i < sizeof joint_of / sizeof *joint_of; i++) {
        const json_t *joint = joint_of[i] < 0 ? NULL : json_array_get(truth, (size_t)joint_of[i]);
        const double z = 7 - json_number_value(json_array_get(joint, 2)),
                     x = 500 + 900 * (json_number_value(json_array_get(joint, 0)) - 1) / z,
                     y = 500 - 900 * (json_number_value(json_array_get(joint, 1)) - 2) / z;
        json_t *row = json_pack("[f,f]", x, up ? 1000 - y : y);
        if (third) json_array_append_new(row, json_real(0.9));
        if (!joint) json_decref(row);
        json_array_append_new(points, joint ? row : json_null());
    }
    json_t *asked = json_pack("{s:{s:{s:f,s:f,s:f},s:{s:s,s:o}}}", "observations", "camera", "width", 1000.0,
                              "height", 1000.0, "fx", focal, "keypoints", "set", "coco17", "points", points);
    char *text = json_dumps(asked, 0);
    pd_api_call *call = api_ask("POST", FIT, text);
    json_decref(request), json_decref(asked);
    free(text);
    return call;
}

static void mistakes_of_a_picture_are_named(void **state)
{
    (void)state;
    static const struct {
        double focal;
        bool up, third;
        int status;
        const char *words; /* NULL: no warning */
    } rows[] = {
        {900, false, false, 200, NULL},
        {900, true, false, 200, "the body is upside down in the picture: y of pixels counts downwards"},
        {900, false, true, 400, "confidences go into keypoints.confidence"},
        {20, false, false, 400, "fx is 20 pixels, 175 degrees from edge to edge"},
    };
    api_host_state.prior = priors_built(4, 2, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = fit_to_picture(rows[i].focal, rows[i].up, rows[i].third);
        pd_buffer reply = {0};
        pd_buffer_add(&reply, pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size);
        pd_buffer_add(&reply, "", 1);
        const char *text = (const char *)reply.data;
        if (api_status(call) != rows[i].status || (rows[i].words && !strstr(text, rows[i].words)) ||
            (!rows[i].words && strstr(text, "upside down")))
            fail_msg("row %zu: %d %s", i, api_status(call), text);
        pd_buffer_deinit(&reply);
        pd_api_call_release(call);
    }
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
}

static void errors_stand_where_the_request_has_them(void **state)
{
    (void)state;
    api_refused("POST", FIT, "{\"observations\":{}}", 400, "/observations",
                "no points, or every confidence is 0");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":{}},\"measurements\":{\"height\":1.8}}", 400,
                "/observations", "given together with measurements");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":{\"left_kne\":[0,0,0]}}}", 400,
                "/observations/joints/left_kne", "did you mean left_knee?");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":[[0,0,0]]}}", 400, "/observations/joints",
                "1 rows; 24 expected");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":7}}", 400, "/observations/joints",
                "neither an object");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":{\"head\":[0,0]}}}", 400,
                "/observations/joints/head", "3 numbers");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":{\"head\":[0,0,\"x\"]}}}", 400,
                "/observations/joints/head", "element 2 is a string; a number expected");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":{\"head\":[0,0,1e7]}}}", 400,
                "/observations/joints/head", "coordinate 2 is 1e+07; -10000 to 10000 allowed");
    api_refused("POST", FIT, "{\"observations\":{\"joints\":{\"head\":[0,0,1],\"neck\":[0,0,0]}}}", 400,
                "/observations", "2 seen in space and 0 in the picture");
    api_refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"points\":[]}}}", 400,
                "/observations/keypoints/set", "missing");
    api_refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"set\":\"coco17\"}}}", 400,
                "/observations/keypoints/points", "missing");
    api_refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"set\":\"coco18\",\"points\":[]}}}", 400,
                "/observations/keypoints/set", "did you mean coco17?");
    api_refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":[[1,2]]}}}",
                400, "/observations/keypoints/points", "1 rows; 17 expected");
    api_refused("POST", FIT,
                "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":{\"noes\":[1,2]}}}}", 400,
                "/observations/keypoints/points", "did you mean nose?");
    api_refused("POST", FIT,
                "{\"observations\":{\"keypoints\":{\"set\":\"h36m17\",\"points\":{\"thorax\":[1,2,3]},"
                "\"confidence\":{\"thorax\":2}}}}",
                400, "/observations/keypoints/confidence/8", "2; 0 to 1 allowed");
    api_refused("POST", FIT,
                "{\"observations\":{\"keypoints\":{\"set\":{\"a\":{\"joints\":{\"left_tail\":1}}},\"points\":"
                "{\"a\":[1,2,3]}}}}",
                400, "/observations/keypoints/set/a", "no joint \"left_tail\"");
    api_refused("POST", FIT,
                "{\"observations\":{\"keypoints\":{\"set\":{\"a\":{\"vertices\":{\"200\":1}}},\"points\":{"
                "\"a\":[1,2,3]}}}}",
                400, "/observations/keypoints/set/a", "vertex \"200\"; 0 to 199 allowed");
    api_refused(
        "POST", FIT,
        "{\"observations\":{\"keypoints\":{\"set\":{\"a\":{\"bones\":{}}},\"points\":{\"a\":[1,2,3]}}}}", 400,
        "/observations/keypoints/set/a", "\"bones\"");
    api_refused("POST", FIT,
                "{\"observations\":{\"keypoints\":{\"set\":{\"a\":{}},\"points\":{\"a\":[1,2,3]}}}}", 400,
                "/observations/keypoints/set/a", "no joint or vertex");
    api_refused("POST", FIT, "{\"observations\":{\"vertices\":{\"index\":[1,2],\"points\":[[0,0,0]]}}}", 400,
                "/observations/vertices", "2 numbers of vertices and 1 points");
    api_refused("POST", FIT, "{\"observations\":{\"vertices\":{\"index\":[200],\"points\":[[0,0,0]]}}}", 400,
                "/observations/vertices/index/0", "200; a whole number 0 to 199 expected");
    static const char *const indices[][2] = {{"true", "true"}, {"null", "null"}, {"\"7\"", "a string"}};
    for (int i = 0; i < 3; i++) {
        char request[160], words[80];
        snprintf(request, sizeof request,
                 "{\"observations\":{\"vertices\":{\"index\":[%s],\"points\":[[0,0,0]]}}}", indices[i][0]);
        snprintf(words, sizeof words, "%s; a whole number 0 to 199 expected", indices[i][1]);
        api_refused("POST", FIT, request, 400, "/observations/vertices/index/0", words);
    }
    api_refused("POST", FIT, request_of(K, ",\"camera\":{\"fx\":1,\"cx\":0,\"cy\":0,\"rotation\":[1,2,3]}}}"),
                400, "/observations/camera/rotation", "9 numbers expected");
    api_refused("POST", FIT, request_of(K, ",\"start\":{\"pose\":[1,2,3]}}}"), 400,
                "/observations/start/pose", "72 expected");
    api_refused("POST", FIT, request_of(K, ",\"start\":{\"betas\":[1e9]}}}"), 400,
                "/observations/start/betas/0", "");
    api_refused("POST", FIT, request_of(K, ",\"weights\":{\"pos\":1}}}"), 400, "/observations/weights/pos",
                "did you mean");
    api_refused("POST", FIT, request_of(K, "},\"beta_count\":11}"), 400, "/beta_count", "0 to 10 allowed");
    api_refused("POST", FIT, "{\"observations\":{\"orientations\":{\"sensors\":5}}}", 400,
                "/observations/orientations",
                "sensors is required, an object with an orientation for each name; tpose, if given, has to "
                "be an object of the same form");
    api_refused("POST", FIT, "{\"observations\":{\"orientations\":{\"sensors\":{},\"tpose\":5}}}", 400,
                "/observations/orientations",
                "sensors is required, an object with an orientation for each name; tpose, if given, has to "
                "be an object of the same form");
    api_refused("POST", FIT, request_of(K, ",\"twists\":[0]}}"), 400, "/observations/twists",
                "given; allowed only with solver hybrik");
    api_refused("POST", FIT, request_of(K, ",\"solver\":\"hybrik\",\"twists\":[0]}}"), 400,
                "/observations/twists", "24 numbers expected");
}

/* A place of one's own has so many parts and no more, and a request so many points. */
static void places_and_points_are_limited_in_number(void **state)
{
    (void)state;
    static const struct {
        const char *before, *item, *after, *pointer, *says;
        int most;
    } rows[] = {{"{\"keypoints\":{\"set\":{\"a\":{\"vertices\":{", "\"%d\":1",
                 "}}},\"points\":{\"a\":[0,1,0]}}}", "/observations/keypoints/set/a",
                 "more than 64 joints and vertices", 64},
                {"{\"vertices\":{\"index\":[", "%d", "],\"points\":[]}}", "/observations",
                 "more than 4096 points", 3000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int over = 0; over < 2; over++) {
            pd_buffer body = {0};
            pd_buffer_printf(&body, "{\"observations\":%s", rows[i].before);
            for (int k = 0; k < rows[i].most + (i ? 2000 * over : over); k++) {
                if (k) pd_buffer_text(&body, ",");
                const char *number = strstr(rows[i].item, "%d");
                pd_buffer_printf(&body, "%.*s%d%s", (int)(number - rows[i].item), rows[i].item, k,
                                 number + 2);
            }
            pd_buffer_printf(&body, "%s}", rows[i].after);
            pd_buffer_add(&body, "", 1);
            pd_api_call *call = api_ask("POST", FIT, (char *)body.data);
            const pd_api_reply *reply = pd_api_call_reply(call);
            const bool is_said =
                memmem(reply->body.data, reply->body.size, rows[i].says, strlen(rows[i].says)) != NULL;
            assert_int_equal(is_said, over);
            pd_api_call_release(call);
            pd_buffer_deinit(&body);
        }
}

/* A start at the solution is kept: fewer steps are needed, and its pose goes into the fit. */
static void a_start_at_the_solution_needs_fewer_steps(void **state)
{
    (void)state;
    json_t *replies[2];
    char more[8192] = "}}";
    for (int i = 0; i < 2; i++) {
        pd_api_call *call = api_ask("POST", FIT, request_of(K, more));
        assert_int_equal(api_status(call), 200);
        replies[i] = api_json(call);
        pd_api_call_release(call);
        char *pose = json_dumps(json_object_get(replies[i], "pose"), JSON_COMPACT),
             *betas = json_dumps(json_object_get(replies[i], "betas"), JSON_COMPACT),
             *place = json_dumps(json_object_get(replies[i], "translation"), JSON_COMPACT);
        snprintf(more, sizeof more, ",\"start\":{\"pose\":%s,\"betas\":%s,\"translation\":%s}}}", pose, betas,
                 place);
        free(pose), free(betas), free(place);
    }
    assert_true(number(replies[1], "iterations") < number(replies[0], "iterations"));
    assert_true(number(replies[1], "rms") <= number(replies[0], "rms") * 1.01);
    json_decref(replies[0]), json_decref(replies[1]);
}

static void a_call_can_be_released_before_it_runs(void **state)
{
    (void)state;
    pd_api_call *call = api_decode("POST", FIT, request_of(K, "}}"), (pd_api_request){0});
    assert_false(pd_api_call_done(call));
    assert_int_equal(pd_api_call_work(call), PD_API_FIT);
    assert_true(pd_api_call_cost(call) > 5 && pd_api_call_cost(call) < 50);
    pd_api_call_release(call);
}

static void joints_in_another_unit_are_refused(void **state)
{
    (void)state;
    api_host_state.prior = priors_built(4, 2, 1);
    json_t *request = json_loads(request_of(K, "}}"), 0, NULL), *row, *number;
    size_t k, c;
    json_array_foreach(json_object_get(json_object_get(request, "observations"), "joints"), k, row)
        json_array_foreach(row, c, number) json_real_set(number, 1000 * json_number_value(number));
    char *text = json_dumps(request, 0);
    api_refused("POST", FIT, text, 400, "/observations", "they look like millimetres");
    free(text);

    /* with fit_scale they are fitted, and scale tells the unit */
    json_object_set_new(json_object_get(request, "observations"), "fit_scale", json_true());
    text = json_dumps(request, 0);
    pd_api_call *call = api_ask("POST", FIT, text);
    free(text);
    json_decref(request);
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    assert_true(json_number_value(json_object_get(reply, "scale")) > 500 &&
                json_number_value(json_object_get(reply, "scale")) < 2000);
    json_decref(reply);
    pd_api_call_release(call);
}

static void fields_without_effect_are_refused_and_defaults_are_not(void **state)
{
    static const struct {
        const char *more, *pointer, *needs;
    } rows[] = {{",\"camera\":{\"width\":100,\"height\":100}}}", "/observations/camera", "in a picture"},
                {",\"start\":{\"betas\":[1]}}}", "/observations/start/betas", "keep_betas"},
                {",\"start\":{\"translation\":[0,1,0]}}}", "/observations/start/translation", "a pose"},
                {",\"solver\":\"hybrik\",\"floor\":0}}", "/observations/floor", "solver likely"},
                {",\"solver\":\"hybrik\",\"robust\":1}}", "/observations/robust", "solver likely"},
                {",\"keep_betas\":true},\"beta_count\":3}", "/beta_count", "has no effect"},
                {"},\"density\":990}", "/density", "measurements"},
                {"},\"tolerances\":{\"height\":0.01}}", "/tolerances", "measurements"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        api_refused("POST", FIT, request_of(K, rows[i].more), 400, rows[i].pointer, rows[i].needs);
    api_refused("POST", FIT, "{\"measurements\":{\"height\":1.8},\"mesh\":\"glb\"}", 400, "/mesh",
                "observations");
    pd_api_call *call = api_ask("POST", FIT, request_of(K, ",\"fit_scale\":false},\"density\":1000}"));
    assert_int_equal(api_status(call), 200);
    pd_api_call_release(call);
}

static void text_other_than_json_is_reported_as_that_alone(void **state)
{
    pd_api_call *call = api_ask("POST", FIT, "{\"observations\":{\"joints\":{\"pelvis\":[NaN,0,0]}}}");

    (void)state;
    assert_int_equal(api_status(call), 400);
    json_t *reply = api_json(call);
    assert_int_equal(json_array_size(json_object_get(reply, "errors")), 1);
    json_decref(reply);
    pd_api_call_release(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_every_world_give_the_same_body),
        cmocka_unit_test(points_that_the_body_misses_are_warned_of),
        cmocka_unit_test(mistakes_of_a_picture_are_named),
        cmocka_unit_test(joints_come_back_as_a_body),
        cmocka_unit_test(without_a_prior_the_reply_has_a_warning),
        cmocka_unit_test(options_reach_the_solver),
        cmocka_unit_test(own_keypoints_are_weighted_sums_of_joints_and_vertices),
        cmocka_unit_test(points_in_a_picture_need_a_camera_and_the_reply_returns_it),
        cmocka_unit_test(improbable_points_give_warnings),
        cmocka_unit_test(two_views_place_the_joints_in_space),
        cmocka_unit_test(errors_stand_where_the_request_has_them),
        cmocka_unit_test(places_and_points_are_limited_in_number),
        cmocka_unit_test(a_start_at_the_solution_needs_fewer_steps),
        cmocka_unit_test(fields_without_effect_are_refused_and_defaults_are_not),
        cmocka_unit_test(joints_in_another_unit_are_refused),
        cmocka_unit_test(text_other_than_json_is_reported_as_that_alone),
        cmocka_unit_test(a_call_can_be_released_before_it_runs),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
