/* Skeletons, inverse kinematics and measurements: the requests and replies around core. */
#include "tests/support/api_ask.h"

#include "api/http/call.h"
#include "api/ik/read.h"
#include "core/smpl/measure/measure.h"
#include "tests/support/rigs.h"
#include "tests/support/human.h"
#include "tests/support/pose_networks.h"
#include "tests/support/priors.h"

#define SOLVE "/v1/ik/solve"
#define FOOT  "{\"joint\":\"left_ankle\",\"position\":[0.2,0.3,0.3]}"

/* A trunk with one arm, whose hand is wanted before the breast: farther away than the arm is long. */
#define FAR_HAND                                                                                             \
    "\"skeleton\":{\"joints\":[{\"name\":\"pelvis\",\"offset\":[0,1,0]},"                                    \
    "{\"name\":\"spine1\",\"parent\":\"pelvis\",\"offset\":[0,0.12,0]},"                                     \
    "{\"name\":\"left_collar\",\"parent\":\"spine1\",\"offset\":[0.08,0.31,0]},"                             \
    "{\"name\":\"left_shoulder\",\"parent\":\"left_collar\",\"offset\":[0.11,0.03,0]},"                      \
    "{\"name\":\"left_elbow\",\"parent\":\"left_shoulder\",\"offset\":[0.26,0,0]},"                          \
    "{\"name\":\"left_wrist\",\"parent\":\"left_elbow\",\"offset\":[0.25,0,0]}]},"                           \
    "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.1,1.3,0.58]}]"

static json_t *asked(const char *method, const char *target, const char *body)
{
    pd_api_call *call = api_ask(method, target, body);
    json_t *reply;

    if (api_status(call) != 200)
        fail_msg("%s %s: %.*s", target, body ? body : "", (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    reply = api_json(call);
    pd_api_call_release(call);
    return reply;
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static void models_are_listed_as_skeletons(void **state)
{
    (void)state;
    json_t *list = asked("GET", "/v1/skeletons", NULL), *array = json_object_get(list, "skeletons");

    assert_int_equal(json_array_size(array), 3); /* two bodies, and a motion model that waits on disk */
    assert_string_equal(text_of(json_array_get(array, 0), "id"), "tiny");
    json_decref(list);
    api_refused("GET", "/v1/skeletons/walk", NULL, 409, NULL, "motion model");
    api_refused("GET", "/v1/skeletons/nobody", NULL, 404, NULL, "no model");
}

static void betas_change_the_bones(void **state)
{
    (void)state;
    json_t *rest = asked("GET", "/v1/skeletons/default", NULL),
           *big = asked("GET", "/v1/skeletons/default?betas=3", NULL);
    json_t *joint = json_array_get(json_object_get(rest, "joints"), 1);

    assert_int_equal(json_array_size(json_object_get(rest, "joints")), 24);
    assert_true(json_is_null(json_object_get(json_array_get(json_object_get(rest, "joints"), 0), "parent")));
    assert_string_equal(text_of(joint, "parent"), "pelvis");
    assert_int_equal(json_array_size(json_object_get(joint, "offset")), 3);
    assert_false(json_equal(rest, big));
    json_t *left = json_object_get(json_array_get(json_object_get(rest, "joints"), 18), "range"),
           *right = json_object_get(json_array_get(json_object_get(rest, "joints"), 19), "range");
    assert_null(json_object_get(json_array_get(json_object_get(rest, "joints"), 0), "range"));
    for (int axis = 0; axis < 3; axis++) { /* elbows: the right one's bend is the left one's, mirrored */
        double least = json_number_value(json_array_get(json_object_get(left, "min"), (size_t)axis)),
               most = json_number_value(
                   json_array_get(json_object_get(right, axis ? "max" : "min"), (size_t)axis));
        assert_true(least <= 0 && (axis ? -most : most) == least);
    }
    json_decref(rest);
    json_decref(big);
    api_refused("GET", "/v1/skeletons/default?betas=1,2,3,4,5,6,7,8,9,10,11", NULL, 400, "/betas",
                "0 to 10 allowed");
    api_refused("GET", "/v1/skeletons/default?pose=1", NULL, 400, "/pose", "unknown parameter; known: betas");
}

/* Betas are standard deviations; values beyond 5 are very rare. They are accepted with a warning. */
static void a_skeleton_of_unusual_betas_has_a_warning(void **state)
{
    (void)state;
    json_t *usual = asked("GET", "/v1/skeletons/default?betas=5,-5", NULL),
           *unusual = asked("GET", "/v1/skeletons/default?betas=0,-7", NULL);
    json_t *warnings = json_object_get(unusual, "warnings");

    assert_null(json_object_get(usual, "warnings"));
    assert_int_equal(json_array_size(warnings), 1);
    assert_string_equal(text_of(json_array_get(warnings, 0), "pointer"), "/betas/1");
    assert_memory_equal(text_of(json_array_get(warnings, 0), "detail"), "-7; -5 to 5 ", 12);
    json_decref(usual);
    json_decref(unusual);
}

static void a_foot_reaches_its_target_and_the_pose_reads_back(void **state)
{
    (void)state;
    json_t *reply = asked("POST", SOLVE, "{\"targets\":[" FOOT "]}"), *joints, *pose, *target, *again;
    char *quaternions, *body;

    assert_string_equal(text_of(reply, "status"), "reached");
    target = json_array_get(json_object_get(reply, "targets"), 0);
    assert_string_equal(text_of(target, "joint"), "left_ankle");
    assert_string_equal(text_of(target, "solver"), "two_bone");
    assert_true(json_real_value(json_object_get(target, "position_error")) < 1e-3);
    joints = json_object_get(reply, "joints");
    assert_near(json_number_value(json_array_get(json_array_get(joints, 7), 0)), 0.2, 1e-3);
    pose = json_object_get(json_object_get(reply, "pose"), "quaternions");
    assert_int_equal(json_array_size(pose), 24);
    quaternions = json_dumps(pose, JSON_COMPACT | JSON_REAL_PRECISION(9));
    body = malloc(strlen(quaternions) + 64);
    sprintf(body, "{\"quaternions\":%s}", quaternions);
    again = asked("POST", "/v1/models/default/joints", body);
    for (size_t k = 0; k < 24; k++)
        for (size_t c = 0; c < 3; c++)
            assert_near(
                json_number_value(json_array_get(json_array_get(joints, k), c)),
                json_number_value(json_array_get(
                    json_array_get(
                        json_object_get(json_array_get(json_object_get(again, "bodies"), 0), "joints"), k),
                    c)),
                1e-5);
    free(quaternions);
    free(body);
    json_decref(again);
    json_decref(reply);
}

/* Trackers' goals come with the names of headsets. */
static void joints_are_found_by_the_names_of_other_programs(void **state)
{
    (void)state;
    static const char *const names[] = {"left-hand-wrist",
                                        "XR_BODY_JOINT_LEFT_HAND_WRIST_FB",
                                        "XR_BODY_JOINT_LEFT_WRIST_BD",
                                        "mixamorig:LeftHand",
                                        "hand_l",
                                        "leftHand"};
    json_t *want =
        asked("POST", SOLVE,
              "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[5,5,5]}],\"solver\":\"fabrik\"}");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char body[160];
        snprintf(body, sizeof body,
                 "{\"targets\":[{\"joint\":\"%s\",\"position\":[5,5,5]}],\"solver\":\"fabrik\"}", names[i]);
        json_t *got = asked("POST", SOLVE, body);
        assert_true(json_equal(json_object_get(got, "pose"), json_object_get(want, "pose")));
        assert_string_equal(text_of(got, "status"), "unreachable");
        json_decref(got);
    }
    json_decref(want);
}

static void a_target_out_of_reach_is_an_answer(void **state)
{
    (void)state;
    json_t *reply =
        asked("POST", SOLVE,
              "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[5,5,5]}],\"solver\":\"fabrik\"}");

    assert_string_equal(text_of(reply, "status"), "unreachable");
    json_decref(reply);
}

static void a_skeleton_may_come_with_the_request(void **state)
{
    (void)state;
    json_t *reply = asked(
        "POST", SOLVE,
        "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"parent\":null,\"offset\":[0,0,0]},{\"name\":\"b\","
        "\"parent\":\"a\",\"offset\":[1,0,0]},{\"name\":\"c\",\"parent\":\"b\",\"offset\":[1,0,0]}]},"
        "\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0],\"chain\":\"a\"}]}");

    assert_string_equal(text_of(reply, "status"), "reached");
    assert_int_equal(json_array_size(json_object_get(reply, "joints")), 3);
    json_decref(reply);
}

static void bad_problems_are_refused_with_their_place(void **state)
{
    (void)state;
    api_refused("POST", SOLVE, "{}", 400, "/targets", "missing; 1 to 64 expected");
    api_refused("POST", SOLVE, "{\"targets\":[NaN]}", 400, "/targets/0", "NaN; a finite number expected");
    pd_api_call *call = api_ask("POST", SOLVE, "{\"targets\":[NaN]}"); /* and nothing about targets */
    json_t *problem = api_json(call);
    assert_int_equal(json_array_size(json_object_get(problem, "errors")), 1);
    json_decref(problem);
    pd_api_call_release(call);
    api_refused("POST", SOLVE, "{\"targets\":[]}", 400, "/targets", "0 targets; 1 to 64 allowed");
    api_refused("POST", SOLVE, "{\"targets\":[{}]}", 400, "/targets/0",
                "joint is missing; the name of a joint expected");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"tail\",\"position\":[0,0,0]}]}", 400,
                "/targets/0/joint", "no joint \"tail\" in this skeleton of 24: pelvis, left_hip, ");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"left_hnd\",\"position\":[0,0,0]}]}", 400,
                "/targets/0/joint", "did you mean left_hand?");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\"}]}", 400, "/targets/0",
                "the target has no goal");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"position\":[0,0]}]}", 400,
                "/targets/0/position", "2 numbers; 3 expected");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"orientation\":[0,0,0,0]}]}", 400,
                "/targets/0/orientation", "a quaternion of length 0");
    api_refused("POST", SOLVE,
                "{\"targets\":[{\"joint\":\"head\",\"position\":[0,0,0],\"chain\":\"left_hand\"}]}", 400,
                "/targets/0/chain", "");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"solver\":\"magic\"}", 400, "/solver",
                "\"magic\"; one of auto|two_bone");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"iterations\":1001}", 400, "/iterations",
                "1001; 1 to 1000 allowed (limits.ik_iterations)");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"budget_ms\":101}", 400, "/budget_ms",
                "101; 0.01 to 100 allowed (limits.ik_budget_ms)");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"tolerance\":2}", 400, "/tolerance",
                "2; 1e-09 to 1 allowed");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"position\":[0,0,0],\"weight\":-1}]}", 400,
                "/targets/0/weight", "-1; 0.001 to 1000 allowed");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"distance\":1}]}", 400, "/targets/0",
                "distance_from is missing");
    api_refused("POST", SOLVE,
                "{\"targets\":[{\"joint\":\"head\",\"distance\":1,\"distance_from\":\"head\"}]}", 400,
                "/targets/0/distance_from", "the joint itself");
    api_refused("POST", SOLVE, "{\"solver\":\"ccd\",\"targets\":[{\"joint\":\"head\",\"look_at\":[1,1,1]}]}",
                400, "/targets/0/look_at", "\"ccd\" does not support");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT
                "],\"joint_limits\":[{\"joint\":\"left_knee\",\"kind\":\"hinge\",\"range\":[1,0]}]}",
                400, "/joint_limits/0/range", "1 to 0");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT "],\"joint_limits\":[{\"joint\":\"left_knee\",\"axis\":[0,0,0]}]}", 400,
                "/joint_limits/0/axis", "length 0");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT "],\"joint_limits\":[{\"joint\":\"left_knee\",\"swing\":[1,1,1]}]}",
                400, "/joint_limits/0/swing", "1, 2 or 4");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"joint_gains\":[{\"joint\":\"left_wing\"}]}", 400,
                "/joint_gains/0/joint", "no joint \"left_wing\"");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT "],\"couplings\":[{\"terms\":[]}],\"solver\":\"optimize\"}", 400,
                "/couplings/0", "0 terms; 1 to 8");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT
                "],\"solver\":\"optimize\",\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\"}],"
                "\"equals\":0,\"at_most\":1}]}",
                400, "/couplings/0", "equals given together with at_most");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT
                "],\"solver\":\"optimize\",\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\"}],"
                "\"equals\":45}]}",
                400, "/couplings/0/equals", "45; -6.283 to 6.283 radians allowed");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT "],\"solver\":\"optimize\",\"couplings\":[{\"terms\":[{\"joint\":"
                "\"left_knee\",\"factor\":-2},{\"joint\":\"left_hip\"}],\"at_most\":-19}]}",
                400, "/couplings/0/at_most", "-19; -18.85 to 18.85 radians allowed");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT
                "],\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\"}]}],\"solver\":\"dls\"}",
                400, "/couplings", "\"optimize\" does");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"pose\":[1,2,3]}", 400, "/pose",
                "3 numbers; 72 expected");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"skeleton\":\"nobody\"}", 404, "/skeleton",
                "no skeleton \"nobody\"");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"skeleton\":\"walk\"}", 400, "/skeleton",
                "motion model");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"skeleton\":3}", 400, "/skeleton",
                "the id of a skeleton, or an object");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"skeleton\":{}}", 400, "/skeleton",
                "0 joints; 1 to 256 allowed");
    api_refused("POST", SOLVE,
                "{\"targets\":[" FOOT "],\"skeleton\":{\"joints\":[{\"name\":\"a\",\"parent\":\"b\"}]}}", 400,
                "/skeleton/joints/0/parent", "");
}

/* An arm whose first joint is a hinge: its limit holds, and the reply names it. */
static void limits_of_the_request_hold_and_are_named(void **state)
{
    (void)state;
    static const char arm[] =
        "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"limit\":{\"kind\":\"hinge\",\"axis\":[0,0,1],"
        "\"range\":[-0.5,0.5]}},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[1,0,0]}]},"
        "\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}]%s}";
    char body[512];
    snprintf(body, sizeof body, arm, "");
    json_t *reply = asked("POST", SOLVE, body),
           *hit = json_array_get(json_object_get(reply, "limits_hit"), 0);
    json_t *q = json_array_get(json_object_get(json_object_get(reply, "pose"), "quaternions"), 0);
    assert_string_equal(text_of(reply, "status"), "stalled");
    assert_string_equal(text_of(hit, "joint"), "a");
    assert_string_equal(text_of(hit, "limit"), "range");
    assert_near(json_number_value(json_array_get(q, 2)), sin(0.25), 1e-6);
    json_decref(reply);
    snprintf(body, sizeof body, arm, ",\"limits\":false");
    reply = asked("POST", SOLVE, body);
    assert_string_equal(text_of(reply, "status"), "reached");
    assert_int_equal(json_array_size(json_object_get(reply, "limits_hit")), 0);
    json_decref(reply);
}

/* A limit has the ranges that its documents tell: twist of a ball or angle of a hinge, then the two swings. */
static void a_limit_has_the_ranges_that_were_given(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        pd_ik_kind kind;
        int box;
        double min[3], max[3];
    } rows[] = {
        {"{}", PD_IK_BALL, 0, {-M_PI, -3, -3}, {M_PI, 3, 3}},
        {"{\"kind\":\"free\"}", PD_IK_FREE, 0, {-M_PI, 0, 0}, {M_PI, 0, 0}},
        {"{\"kind\":\"fixed\"}", PD_IK_LOCKED, 0, {-M_PI, 0, 0}, {M_PI, 0, 0}},
        {"{\"kind\":\"hinge\",\"range\":[-1,2]}", PD_IK_HINGE, 0, {-1, 0, 0}, {2, 0, 0}},
        {"{\"kind\":\"hinge\",\"range\":[-6.2832,6.2832]}",
         PD_IK_HINGE,
         0,
         {-2 * M_PI, 0, 0},
         {2 * M_PI, 0, 0}},
        {"{\"twist\":[-0.25,0.5],\"swing\":[0.75]}", PD_IK_BALL, 0, {-0.25, -0.75, -0.75}, {0.5, 0.75, 0.75}},
        {"{\"swing\":[0.25,0.5]}", PD_IK_BALL, 0, {-M_PI, -0.25, -0.5}, {M_PI, 0.25, 0.5}},
        {"{\"swing\":[-0.125,0.25,-0.5,0.75],\"box\":true}",
         PD_IK_BALL,
         1,
         {-M_PI, -0.125, -0.5},
         {M_PI, 0.25, 0.75}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_ik_limit limit;
        pd_api_problems problems = {0};
        json_t *object = json_loads(rows[i].json, 0, NULL);
        assert_true(pd_api_ik_limit_read(&limit, object, "", &problems));
        assert_int_equal(limit.kind, rows[i].kind);
        assert_int_equal(limit.box, rows[i].box);
        for (int c = 0; c < 3; c++)
            if (limit.min[c] != rows[i].min[c] || limit.max[c] != rows[i].max[c])
                fail_msg("%s: %d is %.17g to %.17g", rows[i].json, c, limit.min[c], limit.max[c]);
        json_decref(object);
    }
}

/* A ball without a swing swings freely; one number bounds it all round, two or four each way. */
static void a_ball_joint_swings_up_to_its_limit(void **state)
{
    (void)state;
    static const struct {
        const char *swing;
        double angle; /* of the answer, radians; the target asks for a quarter of a turn */
    } rows[] = {{"", M_PI / 2},
                {",\"swing\":[0.5]", 0.5},
                {",\"swing\":[1.6]", M_PI / 2},
                {",\"swing\":[0.5,0.5]", 0.5},
                {",\"swing\":[1.6,1.6]", M_PI / 2},
                {",\"swing\":[-0.5,0.5,-0.5,0.5]", 0.5},
                {",\"swing\":[-1.6,1.6,-1.6,1.6]", M_PI / 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body,
                 "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"limit\":{\"kind\":\"ball\",\"axis\":[1,0,0],"
                 "\"twist\":[-0.5,0.5]%s}},"
                 "{\"name\":\"b\",\"parent\":\"a\",\"offset\":[1,0,0]}]},\"targets\":[{\"joint\":\"b\","
                 "\"position\":[0,1,0]}]}",
                 rows[i].swing);
        json_t *reply = asked("POST", SOLVE, body);
        const json_t *q = json_array_get(json_object_get(json_object_get(reply, "pose"), "quaternions"), 0);
        const double angle = 2 * acos(fmin(1, fabs(json_number_value(json_array_get(q, 3)))));
        if (fabs(angle - rows[i].angle) > 2e-3)
            fail_msg("%s: %g, expected %g", rows[i].swing, angle, rows[i].angle);
        json_decref(reply);
    }
    api_refused("POST", SOLVE,
                "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"limit\":{\"kind\":\"ball\",\"swing\":[1,1,1]}},"
                "{\"name\":\"b\",\"parent\":"
                "\"a\",\"offset\":[1,0,0]}]},\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}]}",
                400, "/skeleton/joints/0/limit/swing", "3 numbers; 1, 2 or 4 allowed");
}

static void every_kind_of_target_and_option_is_accepted(void **state)
{
    (void)state;
    json_t *reply =
        asked("POST", SOLVE,
              "{\"targets\":[{\"joint\":\"head\",\"look_at\":[0.5,1.2,2],\"priority\":2},"
              "{\"joint\":\"left_hand\",\"distance\":0.5,\"distance_from\":\"right_hand\",\"weight\":2},"
              "{\"joint\":\"right_foot\",\"keep\":true},{\"centre\":[0,0,0.01]}],"
              "\"limits\":true,\"move_root\":true,\"rest_gain\":0.5,\"natural\":\"start\","
              "\"joint_gains\":[{\"joint\":\"head\",\"gain\":3}],\"restarts\":2}");
    json_t *targets = json_object_get(reply, "targets");
    assert_int_equal(json_array_size(targets), 4);
    assert_non_null(json_object_get(json_array_get(targets, 0), "look_error"));
    assert_non_null(json_object_get(json_array_get(targets, 1), "distance_error"));
    assert_non_null(json_object_get(json_array_get(targets, 3), "centre_error"));
    assert_int_equal(json_array_size(json_object_get(reply, "translation")), 3);
    json_decref(reply);
    reply = asked("POST", SOLVE,
                  "{\"targets\":[" FOOT "],\"continuity\":true,\"dt\":0.016,\"speed\":1,\"limits\":true}");
    assert_string_equal(text_of(reply, "status"), "budget");
    assert_string_equal(text_of(json_array_get(json_object_get(reply, "limits_hit"), 0), "limit"), "speed");
    json_decref(reply);
}

static double largest_turn(const json_t *reply)
{
    const json_t *pose = json_object_get(json_object_get(reply, "pose"), "quaternions"), *q;
    size_t i;
    double most = 0;
    json_array_foreach(pose, i, q) most =
        fmax(most, 2 * acos(fmin(1, fabs(json_number_value(json_array_get(q, 3))))));
    return most;
}

/* A hand beyond the arm: the chain grows when it is asked for and when a target is followed, and the answer says how far. */
static void the_reply_names_the_joint_at_which_a_grown_chain_begins(void **state)
{
    (void)state;
    const json_t *target;
    json_t *reply = asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"grow\":true}");
    assert_string_equal(text_of(reply, "status"), "reached");
    target = json_array_get(json_object_get(reply, "targets"), 0);
    assert_string_equal(text_of(target, "chain"), "spine1");
    json_decref(reply);

    reply = asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true}");
    assert_string_not_equal(text_of(reply, "status"), "reached");
    assert_null(json_object_get(json_array_get(json_object_get(reply, "targets"), 0), "chain"));
    json_decref(reply);

    reply = asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"continuity\":true,\"max_step\":0.05}");
    assert_string_equal(text_of(reply, "status"), "budget");
    assert_non_null(json_object_get(json_array_get(json_object_get(reply, "targets"), 0), "chain"));
    assert_true(largest_turn(reply) < 0.0502);
    json_decref(reply);

    reply = asked("POST", SOLVE,
                  "{" FAR_HAND ",\"limits\":true,\"continuity\":true,\"max_step\":0.26,\"grow\":false}");
    assert_null(json_object_get(json_array_get(json_object_get(reply, "targets"), 0), "chain"));
    assert_true(largest_turn(reply) < 5.0 / 60 + 2e-4); /* speed times dt is less */
    json_decref(reply);

    reply = asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"max_step\":0.26,\"smoothness\":5}");
    assert_string_equal(text_of(json_array_get(json_object_get(reply, "limits_hit"), 0), "limit"), "speed");
    double turned = largest_turn(reply);
    assert_true(turned > 0.2 && turned < 0.2602);
    json_decref(reply);
}

/* Without a start pose the other arm of a body hangs; with one, or where it is asked for, it stays. */
static void the_arm_without_a_target_leaves_the_t_pose(void **state)
{
    (void)state;
    static const struct {
        const char *fields;
        int hangs;
    } rows[] = {{"\"limits\":true", 1},
                {"\"others\":\"start\"", 0},
                {"\"others\":\"relaxed\"", 1},
                {"\"pose\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
                 "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]",
                 0}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        char body[1024];
        snprintf(body, sizeof body, "{\"targets\":[" FOOT "],%s}", rows[r].fields);
        json_t *reply = asked("POST", SOLVE, body), *names = json_object_get(reply, "joint_names"), *name;
        const json_t *turns = json_object_get(json_object_get(reply, "pose"), "quaternions");
        size_t i;
        int seen = 0;
        json_array_foreach(names, i, name)
        {
            if (strcmp(json_string_value(name), "right_shoulder")) continue;
            seen = 1;
            assert_int_equal(fabs(json_number_value(json_array_get(json_array_get(turns, i), 3))) < 1 - 1e-6,
                             rows[r].hangs);
        }
        assert_true(seen);
        json_decref(reply);
    }
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"others\":\"stiff\"}", 400, "/others", "relaxed");
}

/* Names of the motion skeleton have limits too. */
static void a_motion_networks_bones_are_a_skeleton(void **state)
{
    (void)state;
    api_host_state.motion = rigs_model(8, 3);
    json_t *bones = asked("GET", "/v1/skeletons/:motion", NULL);
    assert_int_equal(json_array_size(json_object_get(bones, "joints")), PD_ANIM_BIPED_JOINTS);
    json_decref(bones);
    json_t *reply =
        asked("POST", SOLVE,
              "{\"skeleton\":\":motion\",\"limits\":true,\"targets\":[{\"joint\":\"LeftHand\",\"position\":"
              "[0.3,0.3,0.3]},{\"joint\":\"RightToeBase\",\"keep\":true}]}");
    assert_string_equal(text_of(reply, "status"), "reached");
    json_decref(reply);
    api_refused("POST", SOLVE,
                "{\"skeleton\":\":motion\",\"betas\":[1],\"targets\":[{\"joint\":\"LeftHand\",\"position\":["
                "0,0,0]}]}",
                400, "/betas", "has no betas");
    api_refused("GET", "/v1/skeletons/:motion?betas=1", NULL, 400, "/betas",
                "only the skeletons of body models");
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
}

static void the_hierarchy_of_a_bvh_file_is_a_skeleton(void **state)
{
    (void)state;
    static const char text[] =
        "HIERARCHY\\nROOT Hips\\n{\\nOFFSET 0 100 0\\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
        "Xrotation Yrotation\\nJOINT LeftUpLeg\\n{\\nOFFSET 10 0 0\\nCHANNELS 3 Zrotation Xrotation "
        "Yrotation\\nJOINT LeftLeg\\n{\\nOFFSET 0 -40 0\\nCHANNELS 3 Zrotation Xrotation Yrotation\\nJOINT "
        "LeftFoot\\n{\\nOFFSET 0 -40 0\\nCHANNELS 3 Zrotation Xrotation Yrotation\\nEnd Site\\n{\\nOFFSET 0 "
        "0 "
        "10\\n}\\n}\\n}\\n}\\n}\\nMOTION\\nFrames: 1\\nFrame Time: 0.01\\n0 90 0 0 0 0 0 0 0 0 0 0 0 0 0\\n";
    char body[2048];
    snprintf(
        body, sizeof body,
        "{\"skeleton\":{\"bvh\":\"%s\"},\"limits\":true,\"targets\":[{\"joint\":\"LeftFoot\",\"position\":"
        "[0.15,-0.6,0.3]}]}",
        text);
    pd_api_call *call = api_ask("POST", SOLVE, body);
    json_t *reply = api_json(call);
    assert_string_equal(text_of(reply, "status"), "reached");
    assert_int_equal(json_array_size(json_object_get(reply, "joints")), 4);
    json_decref(reply);
    pd_api_call_release(call);
    api_refused("POST", SOLVE, "{\"skeleton\":{\"bvh\":\"HIERARCHY\\nROOT a\\n{\"},\"targets\":[]}", 400,
                "/skeleton/bvh", "bvh:");
}

static void a_bad_problem_is_answered_in_its_place(void **state)
{
    (void)state;
    json_t *reply = asked("POST", SOLVE,
                          "{\"problems\":[{\"targets\":[" FOOT
                          "]},{\"targets\":[]},{\"betas\":[2],\"targets\":[" FOOT "]}]}"),
           *solutions = json_object_get(reply, "solutions"), *error;

    assert_int_equal(json_array_size(solutions), 3);
    assert_string_equal(text_of(json_array_get(solutions, 0), "status"), "reached");
    error = json_object_get(json_array_get(solutions, 1), "error");
    assert_int_equal(json_integer_value(json_object_get(error, "status")), 400);
    assert_string_equal(text_of(json_array_get(json_object_get(error, "errors"), 0), "pointer"),
                        "/problems/1/targets");
    assert_string_equal(text_of(json_array_get(solutions, 2), "status"), "reached");
    json_decref(reply);
    api_refused("POST", SOLVE, "{\"problems\":[]}", 400, "/problems", "empty; 1 to 16 expected");
}

static void the_reply_can_be_a_glb_of_the_posed_body(void **state)
{
    (void)state;
    json_t *reply = asked("POST", SOLVE, "{\"targets\":[" FOOT "],\"mesh\":\"glb\"}"),
           *mesh = json_object_get(reply, "mesh");

    assert_string_equal(text_of(mesh, "type"), "model/gltf-binary");
    assert_memory_equal(text_of(mesh, "base64"), "Z2xURgIAAA", 10); /* glTF, version 2 */
    json_decref(reply);
    api_refused("POST", SOLVE,
                "{\"mesh\":\"glb\",\"skeleton\":{\"joints\":[{\"name\":\"a\"},{\"name\":\"b\",\"parent\":"
                "\"a\",\"offset\":"
                "[1,0,0]}]},\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}]}",
                400, "/mesh", "has no mesh");
}

static void answers_do_not_depend_on_threads(const char *body)
{
    pd_api_call *serial = api_ask("POST", SOLVE, body),
                *shuffled = api_decode("POST", SOLVE, body, (pd_api_request){0});
    pd_arena scratch;

    pd_arena_init(&scratch, 0);
    pd_api_run(&shuffled, 1, &scratch, &pd_fixture_threads);
    pd_arena_deinit(&scratch);
    assert_int_equal(api_status(serial), 200);
    assert_int_equal(pd_api_call_reply(serial)->body.size, pd_api_call_reply(shuffled)->body.size);
    assert_memory_equal(pd_api_call_reply(serial)->body.data, pd_api_call_reply(shuffled)->body.data,
                        pd_api_call_reply(serial)->body.size);
    pd_api_call_release(serial);
    pd_api_call_release(shuffled);
}

static void problems_of_one_request_do_not_depend_on_their_order_of_work(void **state)
{
    (void)state;
#define THREE                                                                                                \
    "\"problems\":[{\"targets\":[" FOOT "]},{\"betas\":[2],\"targets\":[" FOOT "]},{\"targets\":[" FOOT      \
    "],\"solver\":\"fabrik\"}]}"
    answers_do_not_depend_on_threads("{" THREE);
    answers_do_not_depend_on_threads("{\"alternatives\":3," THREE);
    pd_api_call *call = api_decode("POST", SOLVE, "{" THREE, (pd_api_request){0});
    assert_int_equal(pd_api_call_weight(call), 3);
    pd_api_call_release(call);
}

/* Problems of one body share its skeleton; another body's is its own. */
static void a_problem_of_a_batch_has_the_result_that_it_has_alone(void **state)
{
    (void)state;
    static const char *const alone[] = {"{\"targets\":[" FOOT "]}", "{\"betas\":[2],\"targets\":[" FOOT "]}",
                                        "{\"betas\":[2],\"targets\":[" FOOT "]}",
                                        "{\"betas\":[-1],\"targets\":[" FOOT "]}",
                                        "{\"targets\":[" FOOT "]}"};
    char all[1024] = "{\"problems\":[";
    for (int i = 0; i < 5; i++) {
        strcat(all, i ? "," : "");
        strcat(all, alone[i]);
    }
    strcat(all, "]}");

    json_t *together = asked("POST", SOLVE, all);
    for (int i = 0; i < 5; i++) {
        json_t *own = asked("POST", SOLVE, alone[i]);
        json_t *one = json_array_get(json_object_get(together, "solutions"), (size_t)i);
        assert_true(json_equal(json_object_get(own, "joints"), json_object_get(one, "joints")));
        assert_true(json_equal(json_object_get(own, "targets"), json_object_get(one, "targets")));
        assert_non_null(json_object_get(own, "targets"));
        json_decref(own);
    }
    json_decref(together);
}

#define NEURAL "{\"solver\":\"neural\",\"translation\":[0,0.2,0],\"iterations\":30,\"targets\":["

static void the_pose_network_answers_and_reports_missing_joints(void **state)
{
    (void)state;
    api_refused("POST", SOLVE, NEURAL FOOT "]}", 400, "/solver", "no pose network is loaded");
    api_host_state.neural = pose_networks_built(16, 1, 0.1, 2);
    json_t *reply = asked("POST", SOLVE, NEURAL FOOT ",{\"joint\":\"left_wrist\",\"keep\":true}]}");
    assert_string_equal(text_of(reply, "status"), "reached");
    assert_string_equal(text_of(json_array_get(json_object_get(reply, "targets"), 0), "solver"), "neural");
    assert_int_equal(json_array_size(json_object_get(reply, "translation")), 3);
    json_decref(reply);
    reply = asked(
        "POST", SOLVE,
        "{\"solver\":\"neural\",\"problems\":[{\"targets\":[" FOOT
        "]},{\"targets\":[{\"joint\":\"head\",\"look_at\":[0,0,9]}]},{\"skeleton\":{\"joints\":[{\"name\":"
        "\"pelvis\"},{\"name\":\"tail\",\"parent\":\"pelvis\",\"offset\":[0,0,1]}]},\"targets\":[{\"joint\":"
        "\"tail\",\"position\":[0,0,1]}]}]}");
    json_t *list = json_object_get(reply, "solutions");
    assert_non_null(text_of(json_array_get(list, 0), "status"));
    char *second = json_dumps(json_array_get(list, 1), 0), *third = json_dumps(json_array_get(list, 2), 0);
    assert_non_null(strstr(second, "/problems/1/targets"));
    assert_non_null(strstr(third, "joints are missing: left_hip, right_hip"));
    free(second), free(third);
    json_decref(reply);
    pd_ik_neural_release(api_host_state.neural);
    api_host_state.neural = NULL;
}

static void a_body_is_measured_with_definitions(void **state)
{
    (void)state;
    json_t *reply =
        asked("POST", "/v1/models/default/measure", "{\"density\":985,\"bodies\":[{},{\"betas\":[1]}]}");
    json_t *bodies = json_object_get(reply, "bodies"), *definitions = json_object_get(reply, "definitions");
    const double height = json_number_value(json_object_get(json_array_get(bodies, 0), "height"));

    assert_int_equal(json_array_size(bodies), 2);
    assert_true(height > 1 && height < 2.5);
    assert_int_equal(json_object_size(definitions), PD_SMPL_MEASURE_COUNT);
    assert_string_equal(text_of(json_object_get(definitions, "height"), "iso_8559_1"), "stature");
    assert_false(json_equal(json_array_get(bodies, 0), json_array_get(bodies, 1)));
    json_decref(reply);
    api_refused(
        "POST", "/v1/models/default/measure", "{\"pose\":[]}", 400, "/pose",
        "unknown field; known: betas, random, gender, age, height, weight, percentile, population, density");
    api_refused("POST", "/v1/models/default/measure", "{\"density\":1}", 400, "/density",
                "1; 500 to 2000 allowed");
    api_refused("POST", "/v1/models/default/measure", "{\"bodies\":[{\"betas\":[\"x\"]}]}", 400,
                "/bodies/0/betas/0", "; a number from");
}

static void measuring_by_get_is_cacheable(void **state)
{
    (void)state;
    pd_api_call *first = api_ask("GET", "/v1/models/default/measure?betas=1", NULL), *second, *third;

    second = api_decode("GET", "/v1/models/default/measure?betas=1.0", NULL,
                        (pd_api_request){.if_none_match = api_header(first, "ETag")});
    third = api_ask("GET", "/v1/models/default/measure?betas=1&density=1010", NULL);
    assert_int_equal(api_status(second), 304);
    assert_string_not_equal(api_header(first, "ETag"), api_header(third, "ETag"));
    pd_api_call_release(first);
    pd_api_call_release(second);
    pd_api_call_release(third);
}

/* A cache must not answer one request with the reply to another. docs/reference/api.md: it may keep a reply for five minutes. */
static void whatever_changes_a_measurement_changes_its_etag(void **state)
{
    static const char *const targets[] = {
        "/v1/models/default/measure",
        "/v1/models/default/measure?betas=1",
        "/v1/models/default/measure?betas=-1",
        "/v1/models/default/measure?betas=0,1",
        "/v1/models/default/measure?betas=1&density=1010",
        "/v1/models/default/measure?betas=1&lines=true",
    };
    enum { COUNT = sizeof targets / sizeof *targets };
    char etags[2 * COUNT][96] = {{0}};

    (void)state;
    for (int i = 0; i < 2 * COUNT; i++) {
        pd_api_call *call = api_decode("GET", targets[i % COUNT], NULL,
                                       (pd_api_request){.accept_encoding = i < COUNT ? NULL : "zstd"});
        api_finish(call);
        assert_int_equal(api_status(call), 200);
        assert_string_equal(api_header(call, "Cache-Control"), "max-age=300");
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        for (int j = 0; j < i; j++)
            if (!strcmp(etags[i], etags[j]))
                fail_msg("%s and %s have one ETag", targets[i % COUNT], targets[j % COUNT]);
        pd_api_call_release(call);
    }
}

/* Returns a request for the person of tests/support/human.h. */
static const char *human_request(const char *fields)
{
    static char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "{%s,\"skeleton\":{\"joints\":[", fields);

    for (int k = 0; k < 24; k++) {
        const pd_anim_joint *j = &human_joints[k];
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s{\"name\":\"%s\",\"parent\":%s%s%s,\"offset\":[%g,%g,%g]}", k ? "," : "",
                                 j->name, j->parent ? "\"" : "", j->parent ? j->parent : "null",
                                 j->parent ? "\"" : "", j->offset.x, j->offset.y, j->offset.z);
    }
    snprintf(text + used, sizeof text - used, "]}}");
    return text;
}

static void example_takes_the_hosts_pose_prior_and_its_styles(void **state)
{
    (void)state;
#define HAND "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.35,1.25,0.3]}],\"solver\":\"example\""
    api_refused("POST", SOLVE, human_request(HAND), 400, "/solver", "no pose prior is loaded");
    api_host_state.prior = priors_built(4, 3, 1);
    json_t *solved = asked("POST", SOLVE, human_request(HAND ",\"style\":\"bent\""));
    const json_t *target = json_array_get(json_object_get(solved, "targets"), 0);
    assert_string_equal(text_of(solved, "status"), "reached");
    assert_string_equal(text_of(target, "solver"), "example");
    const json_t *knee = json_array_get(json_object_get(json_object_get(solved, "pose"), "quaternions"), 4);
    assert_true(fabs(json_number_value(json_array_get(knee, 3))) < 0.95); /* bent by more than 36 degrees */
    json_decref(solved);

    /* a mixture of styles by their parts, of which only the share counts; one style is that style whatever its part */
    static const char *const styles[] = {"\"bent\"",
                                         "{\"bent\":3}",
                                         "{\"still\":1,\"bent\":3}",
                                         "{\"still\":2,\"bent\":6}",
                                         "{\"still\":3,\"bent\":1}",
                                         "\"still\""};
    json_t *answers[6];
    for (int i = 0; i < 6; i++) {
        char field[256];
        snprintf(field, sizeof field, HAND ",\"style\":%s", styles[i]);
        answers[i] = asked("POST", SOLVE, human_request(field));
    }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++) {
            const bool is_same =
                json_equal(json_object_get(answers[i], "pose"), json_object_get(answers[k], "pose"));
            assert_int_equal(is_same, (i == 1 && k == 0) || (i == 3 && k == 2));
        }
    for (int i = 0; i < 6; i++) json_decref(answers[i]);
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":{}"), 400, "/style",
                "one or two names with their shares");
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":{\"still\":1,\"bent\":1,\"flat\":1}"), 400,
                "/style", "one or two names with their shares");
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":[\"bent\"]"), 400, "/style",
                "one or two names with their shares");
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":{\"still\":0,\"bent\":1}"), 400, "/style",
                "share of \"still\" is not a number from 0.001 to 1000");
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":{\"still\":1,\"bent\":1001}"), 400, "/style",
                "share of \"bent\" is not a number from 0.001 to 1000");
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":{\"still\":1,\"flat\":1}"), 400, "/style",
                "no style \"flat\"");
    json_decref(asked("POST", SOLVE, human_request(HAND ",\"style\":{\"still\":0.001,\"bent\":1000}")));
    api_refused("POST", SOLVE, human_request(HAND ",\"style\":\"flat\""), 400, "/style",
                "there are still, bent");
    api_refused("POST", SOLVE, "{\"targets\":[" FOOT "],\"style\":\"bent\"}", 400, "/style",
                "only solver \"example\" has styles");
    api_refused(
        "POST", SOLVE,
        "{\"solver\":\"example\",\"skeleton\":{\"joints\":[{\"name\":\"a\"},{\"name\":\"b\",\"parent\":\"a\","
        "\"offset\":[0,1,0]}]},\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}]}",
        400, "/skeleton", "joints of the pose prior are missing: left_hip");
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
}

static void fitted_betas_have_the_requested_measurements(void **state)
{
    (void)state;
    json_t *asked_for = asked("GET", "/v1/models/default/measure?betas=0.5,0.3", NULL), *fitted;
    const json_t *body = json_array_get(json_object_get(asked_for, "bodies"), 0);
    const double height = json_number_value(json_object_get(body, "height"));
    char text[96];

    snprintf(text, sizeof text, "{\"measurements\":{\"height\":%.4f}}", height);
    fitted = asked("POST", "/v1/models/default/fit", text);
    assert_string_equal(text_of(fitted, "status"), "matched");
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "measurements"), "height")), height,
                2e-3);
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "residuals"), "height")), 0, 2e-3);
    assert_int_equal(json_array_size(json_object_get(fitted, "betas")), 10);
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "tolerances"), "height")), 0.005,
                1e-9);
    assert_true(json_number_value(json_object_get(fitted, "distance")) > 0);
    assert_true(json_is_number(json_object_get(fitted, "relaxation")));
    json_decref(fitted);

    snprintf(text, sizeof text, "{\"measurements\":{\"height\":%.4f},\"tolerances\":{\"height\":0.001}}",
             height);
    fitted = asked("POST", "/v1/models/default/fit", text);
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "tolerances"), "height")), 0.001,
                1e-9);
    json_decref(fitted);
    json_decref(asked_for);
}

/* Each measurement that is missed is a warning with the wanted and the reached value, and so is a body that hardly anybody has. */
static void missed_measurements_are_warned_of(void **state)
{
    (void)state;
    json_t *fitted = asked("POST", "/v1/models/default/fit",
                           "{\"measurements\":{\"height\":2.6,\"mass\":10},\"tolerances\":{\"mass\":0.1}}");
    const json_t *warnings = json_object_get(fitted, "warnings"), *warning;
    size_t i;
    int missed = 0, rare = 0;
    assert_string_equal(text_of(fitted, "status"), "compromise");
    json_array_foreach(warnings, i, warning)
    {
        const char *at = json_string_value(json_object_get(warning, "pointer")),
                   *detail = json_string_value(json_object_get(warning, "detail"));
        char words[96];
        rare += strstr(detail, "hardly any adult has the body found: its beta ") != NULL;
        if (strncmp(at, "/measurements/", 14)) continue;

        const char *name = at + 14;
        const double wanted = !strcmp(name, "height") ? 2.6 : 10,
                     residual =
                         json_number_value(json_object_get(json_object_get(fitted, "residuals"), name)),
                     tolerance =
                         json_number_value(json_object_get(json_object_get(fitted, "tolerances"), name));
        const char *unit = !strcmp(name, "height") ? "m" : "kg";
        snprintf(words, sizeof words, "the body misses %s: %.4g %s wanted, %.4g %s reached", name, wanted,
                 unit, wanted + residual, unit);
        assert_non_null(strstr(detail, words));
        assert_true(fabs(residual) > tolerance);
        missed++;
    }
    assert_true(missed > 0);
    assert_int_equal(rare, 1);
    json_decref(fitted);

    fitted = asked("POST", "/v1/models/default/fit", "{\"measurements\":{\"height\":2.6},\"beta_count\":1}");
    assert_int_equal(json_array_size(json_object_get(fitted, "warnings")), 2);
    json_decref(fitted);
}

static void bad_measurements_are_refused_with_their_range(void **state)
{
    (void)state;
    static const char fit[] = "/v1/models/default/fit";

    api_refused("POST", fit, "{}", 400, "/measurements", "missing");
    api_refused("POST", fit, "{\"measurements\":{}}", 400, "/measurements", "empty");
    api_refused("POST", fit, "{\"measurements\":[1.8]}", 400, "/measurements",
                "an array; an object expected");
    api_refused("POST", fit, "{\"measurements\":{\"height\":9}}", 400, "/measurements/height",
                "9; 0.5 to 2.6 m allowed");
    api_refused("POST", fit, "{\"measurements\":{\"height\":180}}", 400, "/measurements/height",
                "180; 0.5 to 2.6 m allowed; 180 cm would be 1.8 m");
    api_refused("POST", fit, "{\"measurements\":{\"mass\":0}}", 400, "/measurements/mass",
                "0; 10 to 350 kg allowed");
    api_refused("POST", fit, "{\"measurements\":{\"height\":1.8},\"tolerances\":{\"height\":-1}}", 400,
                "/tolerances/height", "-1; 5e-05 to 0.5 m allowed");
    api_refused("POST", fit, "{\"measurements\":{\"height\":1.8},\"tolerances\":{\"mass\":1}}", 400,
                "/tolerances/mass", "mass is not among the measurements");
    api_refused("POST", fit, "{\"measurements\":{\"heigth\":1.8}}", 400, "/measurements/heigth",
                "unknown field; did you mean height? Known: height");
    api_refused("POST", fit, "{\"measurements\":{\"height\":1.8},\"beta_count\":11}", 400, "/beta_count",
                "11; 0 to 10 allowed");
    api_refused("POST", fit, "{\"joints\":[]}", 400, "/joints", "unknown field");
}

/* The memory of a reply is estimated before it is made: not less than it takes, and not so much more that requests are refused without need. */
static void the_memory_of_a_solution_is_estimated_before_solving(void **state)
{
    (void)state;
    static const char *const asks[][2] = {
        {SOLVE, "{\"targets\":[" FOOT "]}"},
        {SOLVE, "{\"targets\":[" FOOT "],\"mesh\":\"glb\"}"},
        {SOLVE, "{\"problems\":[{\"targets\":[" FOOT "]},{\"targets\":[" FOOT "," FOOT
                "]},{\"targets\":[{\"joint\":\"nobody\",\"position\":[0,0,0]}]}],\"mesh\":\"glb\"}"},
        {"/v1/models/tiny/measure", "{\"bodies\":[{},{\"betas\":[1]},{\"betas\":[-1]}]}"},
        {"/v1/models/tiny/fit", "{\"measurements\":{\"height\":1.7}}"},
    };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        pd_api_call *call = api_decode("POST", asks[i][0], asks[i][1], (pd_api_request){0});
        if (pd_api_call_done(call)) fail_msg("%s %s: done", asks[i][0], asks[i][1]);
        assert_non_null(call->run_bytes);
        const size_t one = call->run_bytes(call, 1), four = call->run_bytes(call, 4);
        const size_t size = api_finish(call)->body.size;
        if (one < size || one > 4 * size + (1 << 20))
            fail_msg("%s %s: %zu bytes, %zu expected", asks[i][0], asks[i][1], size, one);
        assert_true(four >= one && four < 4 * one + 4096);
        pd_api_call_release(call);
    }

    /* and where the account has not that much nothing is solved */
    pd_srv_memory *memory = &api_host_state.memory;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST - 8192);
    pd_api_call *call = api_decode("POST", SOLVE, asks[1][1], (pd_api_request){0});
    assert_int_equal(api_finish(call)->status, 503);
    assert_non_null(memmem(call->reply.body.data, call->reply.body.size, "limits.memory", 13));
    pd_api_call_release(call);
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST - 8192);
    pd_srv_memory_limit(memory, SIZE_MAX);
}

/* Asks and returns the status; where: the pointer of the first error, "" without one. */
static int status_of(char where[64], const char *body)
{
    pd_api_call *call = api_ask("POST", "/v1/ik/solve", body);
    json_t *reply = api_json(call);
    const char *pointer =
        json_string_value(json_object_get(json_array_get(json_object_get(reply, "errors"), 0), "pointer"));
    const int status = api_status(call);
    snprintf(where, 64, "%s", pointer ? pointer : "");
    json_decref(reply);
    pd_api_call_release(call);
    return status;
}

#define WRIST "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,0.3,0.35]}]"

static void a_shared_field_must_be_used_by_one_problem(void **state)
{
    (void)state;
    char where[64];

    /* neither closed form reads restarts; one dls among them does */
    assert_int_equal(status_of(where, "{\"restarts\":3,\"problems\":[{" WRIST
                                      ",\"solver\":\"two_bone\"},{" WRIST ",\"solver\":\"two_bone\"}]}"),
                     400);
    assert_string_equal(where, "/restarts");
    assert_int_equal(status_of(where, "{\"restarts\":3,\"problems\":[{" WRIST
                                      ",\"solver\":\"two_bone\"},{" WRIST ",\"solver\":\"dls\"}]}"),
                     200);
    assert_int_equal(
        status_of(where, "{\"problems\":[{" WRIST "},{" WRIST ",\"solver\":\"two_bone\",\"restarts\":3}]}"),
        200);
}

static void unknown_fields_of_a_limit_or_a_target_are_refused(void **state)
{
    (void)state;
    char where[64];

    assert_int_equal(
        status_of(where,
                  "{" WRIST
                  ",\"joint_limits\":[{\"joint\":\"left_elbow\",\"kind\":\"hinge\",\"swing\":[0.2]}]}"),
        400);
    assert_string_equal(where, "/joint_limits/0/swing");
    assert_int_equal(
        status_of(
            where,
            "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,0.3,0.35],\"look_axis\":[1,0,0]}]}"),
        400);
    assert_string_equal(where, "/targets/0/look_axis");

    /* explicit defaults ask for nothing; a query's or a client's 1.0 is 1 */
    assert_int_equal(
        status_of(
            where,
            "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,0.3,0.35],\"look_axis\":[0,0,1.0]}],"
            "\"solver\":\"two_bone\",\"iterations\":64.0,\"speed\":5,\"grow\":false}"),
        200);
}

/* Returns the angle about z of a joint in a reply's pose. */
static double turn_z(const json_t *reply, int joint)
{
    const json_t *q =
        json_array_get(json_object_get(json_object_get(reply, "pose"), "quaternions"), (size_t)joint);
    return 2 * atan2(json_number_value(json_array_get(q, 2)), json_number_value(json_array_get(q, 3)));
}

/* Two hinges about z whose angles, times their factors, must sum to a value, or to no more: whatever the target wants. */
static void coupled_angles_sum_to_the_requested_angle(void **state)
{
    (void)state;
    static const struct {
        double first, second, sum;
        bool at_most;
    } rows[] = {{1, 1, -0.5, false}, {1, -1, 0.3, false},  {2, 1, 0.25, false}, {1, 1, 0, false},
                {1, 1, -0.9, true},  {-1, 0.5, 0.2, true}, {1, 1, 12, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[1024], bound[64];
        snprintf(bound, sizeof bound, "\"%s\":%g", rows[i].at_most ? "at_most" : "equals", rows[i].sum);
        snprintf(
            body, sizeof body,
            "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\","
            "\"offset\":[0,1,0]},{\"name\":\"c\",\"parent\":\"b\",\"offset\":[0,1,0]}]},"
            "\"joint_limits\":[{\"joint\":\"a\",\"kind\":\"hinge\",\"axis\":[0,0,1],\"range\":[-3,3]},"
            "{\"joint\":\"b\",\"kind\":\"hinge\",\"axis\":[0,0,1],\"range\":[-3,3]}],"
            "\"targets\":[{\"joint\":\"c\",\"position\":[-1.2,0.9,0]}],\"solver\":\"optimize\","
            "\"couplings\":[{\"terms\":[{\"joint\":\"a\",\"factor\":%g},{\"joint\":\"b\",\"factor\":%g}],%s}]"
            "}",
            rows[i].first, rows[i].second, !rows[i].at_most && rows[i].sum == 0 ? "\"equals\":0" : bound);
        pd_api_call *call = api_ask("POST", "/v1/ik/solve", body);
        json_t *reply = api_json(call);
        if (api_status(call) != 200) fail_msg("row %zu: %d", i, api_status(call));
        const double sum = rows[i].first * turn_z(reply, 0) + rows[i].second * turn_z(reply, 1);
        if (rows[i].at_most)
            assert_true(sum <= rows[i].sum + 1e-5);
        else
            assert_near(sum, rows[i].sum, 1e-5);
        /* A bound that does not bind leaves the hand at its target, of which the others keep it away. */
        const json_t *hand = json_array_get(json_object_get(reply, "joints"), 2);
        const double away = hypot(json_number_value(json_array_get(hand, 0)) + 1.2,
                                  json_number_value(json_array_get(hand, 1)) - 0.9);
        if (rows[i].sum == 90) assert_true(away < 1e-3);
        if (i == 0) assert_true(away > 0.05);
        json_decref(reply);
        pd_api_call_release(call);
    }
}

/* Returns the detail of the error at a pointer, "" without one. */
static const char *error_at(json_t *reply, const char *pointer)
{
    const json_t *errors = json_object_get(reply, "errors"), *one;
    size_t i;
    json_array_foreach((json_t *)(uintptr_t)errors, i,
                       one) if (!strcmp(text_of(one, "pointer"), pointer)) return text_of(one, "detail");
    return "";
}

/* Options that some solvers do not read: each solver takes it or refuses it, and the refusal names exactly those that take it. */
static void a_refused_option_names_the_solvers_that_take_it(void **state)
{
    (void)state;
    static const char all[] = "auto two_bone fabrik ccd transpose pinv dls optimize hybrik example neural";
    static const char not_hybrik[] =
        "solver auto, two_bone, fabrik, ccd, transpose, pinv, dls, optimize, example, neural",
                      searching[] = "solver auto, ccd, transpose, pinv, dls, optimize, example, neural";
    static const struct {
        const char *option, *target, *pointer, *taken_by;
    } rows[] = {
        {",\"iterations\":5", "", "/iterations",
         "solver auto, fabrik, ccd, transpose, pinv, dls, optimize, example, neural"},
        {",\"restarts\":2", "", "/restarts", searching},
        {"", ",\"weight\":2", "/targets/0/weight", searching},
        {",\"rest_gain\":0.1", "", "/rest_gain", not_hybrik},
        {",\"smoothness\":0.1", "", "/smoothness", not_hybrik},
        {",\"continuity\":true", "", "/continuity", not_hybrik},
        {",\"max_step\":0.1", "", "/max_step", not_hybrik},
        {",\"others\":\"start\"", "", "/others",
         "solver auto, two_bone, fabrik, ccd, transpose, pinv, dls, optimize"},
        {",\"damping\":\"constant\"", "", "/damping", "solver dls"},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *at = all; *at; at += strcspn(at, " "), at += *at == ' ') {
            char body[512], name[16], wanted[160], list[160];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
            snprintf(
                body, sizeof body,
                "{\"solver\":\"%s\"%s,\"targets\":[{\"joint\":\"left_ankle\",\"position\":[0.2,0.3,0.3]%s}]}",
                name, rows[i].option, rows[i].target);
            /* ", NAME," in ", auto, ...," */
            snprintf(list, sizeof list, ",%s,", rows[i].taken_by + strlen("solver"));
            snprintf(wanted, sizeof wanted, " %s,", name);
            const bool is_taken = strstr(list, wanted) != NULL || (i == 8 && !strcmp(name, "auto"));
            pd_api_call *call = api_ask("POST", SOLVE, body);
            json_t *reply = api_json(call);
            const char *detail = error_at(reply, rows[i].pointer);
            snprintf(wanted, sizeof wanted, "has no effect without %s", rows[i].taken_by);
            if (is_taken ? strstr(detail, "has no effect") != NULL : strcmp(detail, wanted) != 0)
                if (!(i == 2 && !strcmp(name, "hybrik"))) fail_msg("%s: %s", body, detail);
            count += !is_taken;
            json_decref(reply);
            pd_api_call_release(call);
        }
    assert_true(count > 20);
}

/* Fields that contradict each other, and incomplete joints of a skeleton: the error at `pointer` contains `words`. */
static void a_contradiction_is_refused_at_its_field(void **state)
{
    (void)state;
    static const struct {
        const char *body, *pointer, *words;
    } rows[] = {
        {"{\"solver\":\"dls\",\"joint_positions\":[0,0,0]}", "/solver",
         "dls given with joint_positions; only solver hybrik takes joint_positions"},
        {"{\"solver\":\"auto\",\"joint_positions\":[0,0,0]}", "/solver", ""},
        {"{\"solver\":\"hybrik\",\"joint_limits\":[{\"joint\":\"left_knee\",\"kind\":\"hinge\",\"axis\":[1,0,"
         "0]},"
         "{\"joint\":\"left_knee\",\"kind\":\"fixed\"}],\"targets\":[" FOOT "]}",
         "/joint_limits/1/kind",
         "fixed has no effect without solver auto, two_bone, fabrik, ccd, transpose, pinv, dls, optimize"},
        {"{\"solver\":\"dls\",\"joint_limits\":[{\"joint\":\"left_knee\",\"kind\":\"fixed\"}],\"targets\":"
         "[" FOOT "]}",
         "/joint_limits/0/kind", ""},
        {"{\"skeleton\":{\"joints\":[{\"offset\":[0,0,0]}]},\"targets\":[" FOOT "]}", "/skeleton/joints/0",
         "name is missing; a name of 1 to 31 bytes expected"},
        {"{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":7,"
         "\"offset\":[0,1,0]}]}"
         ",\"targets\":[" FOOT "]}",
         "/skeleton/joints/1", "parent is not a name; a string or null expected"},
        {"{" FAR_HAND ",\"translation\":[0,1]}", "/translation", "2"},
        {"{" FAR_HAND ",\"translation\":[0,1,\"x\"]}", "/translation/2", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("POST", SOLVE, rows[i].body);
        json_t *reply = api_json(call);
        const char *detail = error_at(reply, rows[i].pointer);
        /* a row without words is one that must be taken there, and yet an error of a wrong text at the last */
        if (i == 1 || i == 3 ? *detail != 0 : !*detail || !strstr(detail, rows[i].words))
            fail_msg("%s: %s", rows[i].body, detail);
        json_decref(reply);
        pd_api_call_release(call);
    }
}

static double joint_of(const json_t *reply, size_t joint, size_t axis)
{
    return json_number_value(json_array_get(json_array_get(json_object_get(reply, "joints"), joint), axis));
}

/* A skeleton that stands elsewhere by its translation has its joints there; targets are in the same space. */
static void a_start_is_moved_by_its_translation(void **state)
{
    (void)state;
    json_t *here = asked("POST", SOLVE, "{" FAR_HAND "}"),
           *there = asked("POST", SOLVE, "{" FAR_HAND ",\"translation\":[0.5,0,-2]}");
    assert_near(joint_of(there, 0, 0) - joint_of(here, 0, 0), 0.5, 1e-4);
    assert_near(joint_of(there, 0, 2) - joint_of(here, 0, 2), -2, 1e-4);
    assert_near(joint_of(there, 0, 1), joint_of(here, 0, 1), 1e-4);
    json_decref(here), json_decref(there);
}

/* A problem's own start pose takes the place of the shared one, however each is written; the others keep it. */
static void a_problem_may_have_a_pose_of_its_own(void **state)
{
    (void)state;
    static const char *const own[] = {"\"pose\":[%s]", "\"quaternions\":[%s]"};
    char rest[2][1024], bent[2][1024], body[6000];
    for (int kind = 0; kind < 2; kind++) {
        size_t r = 0, b = 0;
        for (int k = 0; k < 24; k++) {
            const char *still = kind ? "[0,0,0,1]" : "0,0,0",
                       *turned = kind ? "[0.38268343,0,0,0.92387953]" : "0.78539816,0,0";
            r += (size_t)snprintf(rest[kind] + r, sizeof rest[kind] - r, "%s%s", k ? "," : "", still);
            b += (size_t)snprintf(bent[kind] + b, sizeof bent[kind] - b, "%s%s", k ? "," : "",
                                  k == 18 ? turned : still);
        }
    }
    for (int shared = 0; shared < 2; shared++)
        for (int mine = 0; mine < 2; mine++) {
            char one[1200], all[1200];
            snprintf(all, sizeof all, own[shared], rest[shared]);
            snprintf(one, sizeof one, own[mine], bent[mine]);
            snprintf(body, sizeof body,
                     "{%s,\"problems\":[{\"targets\":[" FOOT "],%s},{\"targets\":[" FOOT "]}]}", all, one);
            json_t *both = asked("POST", SOLVE, body);
            for (size_t i = 0; i < 2; i++) {
                snprintf(body, sizeof body, "{%s,\"targets\":[" FOOT "]}", i ? all : one);
                json_t *alone = asked("POST", SOLVE, body);
                const json_t *part = json_array_get(json_object_get(both, "solutions"), i);
                for (size_t k = 0; k < 24; k++)
                    for (size_t c = 0; c < 3; c++)
                        assert_near(joint_of(part, k, c), joint_of(alone, k, c), 1e-5);
                json_decref(alone);
            }
            json_decref(both);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coupled_angles_sum_to_the_requested_angle),
        cmocka_unit_test(the_memory_of_a_solution_is_estimated_before_solving),
        cmocka_unit_test(models_are_listed_as_skeletons),
        cmocka_unit_test(betas_change_the_bones),
        cmocka_unit_test(a_skeleton_of_unusual_betas_has_a_warning),
        cmocka_unit_test(a_foot_reaches_its_target_and_the_pose_reads_back),
        cmocka_unit_test(a_target_out_of_reach_is_an_answer),
        cmocka_unit_test(joints_are_found_by_the_names_of_other_programs),
        cmocka_unit_test(a_skeleton_may_come_with_the_request),
        cmocka_unit_test(bad_problems_are_refused_with_their_place),
        cmocka_unit_test(limits_of_the_request_hold_and_are_named),
        cmocka_unit_test(a_limit_has_the_ranges_that_were_given),
        cmocka_unit_test(a_ball_joint_swings_up_to_its_limit),
        cmocka_unit_test(every_kind_of_target_and_option_is_accepted),
        cmocka_unit_test(the_reply_names_the_joint_at_which_a_grown_chain_begins),
        cmocka_unit_test(the_arm_without_a_target_leaves_the_t_pose),
        cmocka_unit_test(a_motion_networks_bones_are_a_skeleton),
        cmocka_unit_test(example_takes_the_hosts_pose_prior_and_its_styles),
        cmocka_unit_test(the_hierarchy_of_a_bvh_file_is_a_skeleton),
        cmocka_unit_test(a_bad_problem_is_answered_in_its_place),
        cmocka_unit_test(the_reply_can_be_a_glb_of_the_posed_body),
        cmocka_unit_test(a_problem_of_a_batch_has_the_result_that_it_has_alone),
        cmocka_unit_test(problems_of_one_request_do_not_depend_on_their_order_of_work),
        cmocka_unit_test(the_pose_network_answers_and_reports_missing_joints),
        cmocka_unit_test(a_body_is_measured_with_definitions),
        cmocka_unit_test(measuring_by_get_is_cacheable),
        cmocka_unit_test(whatever_changes_a_measurement_changes_its_etag),
        cmocka_unit_test(fitted_betas_have_the_requested_measurements),
        cmocka_unit_test(missed_measurements_are_warned_of),
        cmocka_unit_test(bad_measurements_are_refused_with_their_range),
        cmocka_unit_test(a_shared_field_must_be_used_by_one_problem),
        cmocka_unit_test(unknown_fields_of_a_limit_or_a_target_are_refused),
        cmocka_unit_test(a_refused_option_names_the_solvers_that_take_it),
        cmocka_unit_test(a_contradiction_is_refused_at_its_field),
        cmocka_unit_test(a_start_is_moved_by_its_translation),
        cmocka_unit_test(a_problem_may_have_a_pose_of_its_own),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
