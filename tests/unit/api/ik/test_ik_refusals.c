/* Refusals of IK problems with their places. */
#include "tests/support/ik_test.h"

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

static void a_bad_problem_is_answered_in_its_place(void **state)
{
    (void)state;
    json_t *reply = ik_test_asked("POST", SOLVE,
                                  "{\"problems\":[{\"targets\":[" FOOT
                                  "]},{\"targets\":[]},{\"betas\":[2],\"targets\":[" FOOT "]}]}"),
           *solutions = json_object_get(reply, "solutions"), *error;

    assert_int_equal(json_array_size(solutions), 3);
    assert_string_equal(ik_test_text_of(json_array_get(solutions, 0), "status"), "reached");
    error = json_object_get(json_array_get(solutions, 1), "error");
    assert_int_equal(json_integer_value(json_object_get(error, "status")), 400);
    assert_string_equal(ik_test_text_of(json_array_get(json_object_get(error, "errors"), 0), "pointer"),
                        "/problems/1/targets");
    assert_string_equal(ik_test_text_of(json_array_get(solutions, 2), "status"), "reached");
    json_decref(reply);
    api_refused("POST", SOLVE, "{\"problems\":[]}", 400, "/problems", "empty; 1 to 16 expected");
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

/* Returns the detail of the error at a pointer, "" without one. */
static const char *error_at(json_t *reply, const char *pointer)
{
    const json_t *errors = json_object_get(reply, "errors"), *one;
    size_t i;
    json_array_foreach(
        (json_t *)(uintptr_t)errors, i,
        one) if (!strcmp(ik_test_text_of(one, "pointer"), pointer)) return ik_test_text_of(one, "detail");
    return "";
}

/* Options that some solvers do not read: each solver takes it or refuses it, and the refusal names exactly
 * those that take it. */
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

/* Fields that contradict each other, and incomplete joints of a skeleton:
 * the error at `pointer` contains `words`. */
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
        /* a row without words is one that must be taken there,
         * and yet an error of a wrong text at the last */
        if (i == 1 || i == 3 ? *detail != 0 : !*detail || !strstr(detail, rows[i].words))
            fail_msg("%s: %s", rows[i].body, detail);
        json_decref(reply);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_problems_are_refused_with_their_place),
        cmocka_unit_test(a_bad_problem_is_answered_in_its_place),
        cmocka_unit_test(a_shared_field_must_be_used_by_one_problem),
        cmocka_unit_test(unknown_fields_of_a_limit_or_a_target_are_refused),
        cmocka_unit_test(a_refused_option_names_the_solvers_that_take_it),
        cmocka_unit_test(a_contradiction_is_refused_at_its_field),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
