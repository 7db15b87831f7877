/* Inverse kinematics: the requests and replies around core. */
#include "tests/support/ik_test.h"

static void a_foot_reaches_its_target_and_the_pose_reads_back(void **state)
{
    (void)state;
    json_t *reply = ik_test_asked("POST", SOLVE, "{\"targets\":[" FOOT "]}"), *joints, *pose, *target, *again;
    char *quaternions, *body;

    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
    target = json_array_get(json_object_get(reply, "targets"), 0);
    assert_string_equal(ik_test_text_of(target, "joint"), "left_ankle");
    assert_string_equal(ik_test_text_of(target, "solver"), "two_bone");
    assert_true(json_real_value(json_object_get(target, "position_error")) < 1e-3);
    joints = json_object_get(reply, "joints");
    assert_near(json_number_value(json_array_get(json_array_get(joints, 7), 0)), 0.2, 1e-3);
    pose = json_object_get(json_object_get(reply, "pose"), "quaternions");
    assert_int_equal(json_array_size(pose), 24);
    quaternions = json_dumps(pose, JSON_COMPACT | JSON_REAL_PRECISION(9));
    body = malloc(strlen(quaternions) + 64);
    sprintf(body, "{\"quaternions\":%s}", quaternions);
    again = ik_test_asked("POST", "/v1/models/default/joints", body);
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

static void a_target_out_of_reach_is_an_answer(void **state)
{
    (void)state;
    json_t *reply = ik_test_asked(
        "POST", SOLVE,
        "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[5,5,5]}],\"solver\":\"fabrik\"}");

    assert_string_equal(ik_test_text_of(reply, "status"), "unreachable");
    json_decref(reply);
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
    json_t *reply = ik_test_asked("POST", SOLVE, body),
           *hit = json_array_get(json_object_get(reply, "limits_hit"), 0);
    json_t *q = json_array_get(json_object_get(json_object_get(reply, "pose"), "quaternions"), 0);
    assert_string_equal(ik_test_text_of(reply, "status"), "stalled");
    assert_string_equal(ik_test_text_of(hit, "joint"), "a");
    assert_string_equal(ik_test_text_of(hit, "limit"), "range");
    assert_near(json_number_value(json_array_get(q, 2)), sin(0.25), 1e-6);
    json_decref(reply);
    snprintf(body, sizeof body, arm, ",\"limits\":false");
    reply = ik_test_asked("POST", SOLVE, body);
    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
    assert_int_equal(json_array_size(json_object_get(reply, "limits_hit")), 0);
    json_decref(reply);
}

/* A limit has the ranges that its documents tell:
 * twist of a ball or angle of a hinge, then the two swings. */
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
        json_t *reply = ik_test_asked("POST", SOLVE, body);
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
    json_t *reply = ik_test_asked(
        "POST", SOLVE,
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
    reply = ik_test_asked("POST", SOLVE,
                          "{\"targets\":[" FOOT
                          "],\"continuity\":true,\"dt\":0.016,\"speed\":1,\"limits\":true}");
    assert_string_equal(ik_test_text_of(reply, "status"), "budget");
    assert_string_equal(ik_test_text_of(json_array_get(json_object_get(reply, "limits_hit"), 0), "limit"),
                        "speed");
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

/* A hand beyond the arm: the chain grows when it is asked for and when a target is followed, and the answer
 * says how far. */
static void the_reply_names_the_joint_at_which_a_grown_chain_begins(void **state)
{
    (void)state;
    const json_t *target;
    json_t *reply = ik_test_asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"grow\":true}");
    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
    target = json_array_get(json_object_get(reply, "targets"), 0);
    assert_string_equal(ik_test_text_of(target, "chain"), "spine1");
    json_decref(reply);

    reply = ik_test_asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true}");
    assert_string_not_equal(ik_test_text_of(reply, "status"), "reached");
    assert_null(json_object_get(json_array_get(json_object_get(reply, "targets"), 0), "chain"));
    json_decref(reply);

    reply =
        ik_test_asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"continuity\":true,\"max_step\":0.05}");
    assert_string_equal(ik_test_text_of(reply, "status"), "budget");
    assert_non_null(json_object_get(json_array_get(json_object_get(reply, "targets"), 0), "chain"));
    assert_true(largest_turn(reply) < 0.0502);
    json_decref(reply);

    reply = ik_test_asked(
        "POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"continuity\":true,\"max_step\":0.26,\"grow\":false}");
    assert_null(json_object_get(json_array_get(json_object_get(reply, "targets"), 0), "chain"));
    assert_true(largest_turn(reply) < 5.0 / 60 + 2e-4); /* speed times dt is less */
    json_decref(reply);

    reply = ik_test_asked("POST", SOLVE, "{" FAR_HAND ",\"limits\":true,\"max_step\":0.26,\"smoothness\":5}");
    assert_string_equal(ik_test_text_of(json_array_get(json_object_get(reply, "limits_hit"), 0), "limit"),
                        "speed");
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
        json_t *reply = ik_test_asked("POST", SOLVE, body), *names = json_object_get(reply, "joint_names"),
               *name;
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

static void the_reply_can_be_a_glb_of_the_posed_body(void **state)
{
    (void)state;
    json_t *reply = ik_test_asked("POST", SOLVE, "{\"targets\":[" FOOT "],\"mesh\":\"glb\"}"),
           *mesh = json_object_get(reply, "mesh");

    assert_string_equal(ik_test_text_of(mesh, "type"), "model/gltf-binary");
    assert_memory_equal(ik_test_text_of(mesh, "base64"), "Z2xURgIAAA", 10); /* glTF, version 2 */
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

    json_t *together = ik_test_asked("POST", SOLVE, all);
    for (int i = 0; i < 5; i++) {
        json_t *own = ik_test_asked("POST", SOLVE, alone[i]);
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
    json_t *reply = ik_test_asked("POST", SOLVE, NEURAL FOOT ",{\"joint\":\"left_wrist\",\"keep\":true}]}");
    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
    assert_string_equal(ik_test_text_of(json_array_get(json_object_get(reply, "targets"), 0), "solver"),
                        "neural");
    assert_int_equal(json_array_size(json_object_get(reply, "translation")), 3);
    json_decref(reply);
    reply = ik_test_asked(
        "POST", SOLVE,
        "{\"solver\":\"neural\",\"problems\":[{\"targets\":[" FOOT
        "]},{\"targets\":[{\"joint\":\"head\",\"look_at\":[0,0,9]}]},{\"skeleton\":{\"joints\":[{\"name\":"
        "\"pelvis\"},{\"name\":\"tail\",\"parent\":\"pelvis\",\"offset\":[0,0,1]}]},\"targets\":[{\"joint\":"
        "\"tail\",\"position\":[0,0,1]}]}]}");
    json_t *list = json_object_get(reply, "solutions");
    assert_non_null(ik_test_text_of(json_array_get(list, 0), "status"));
    char *second = json_dumps(json_array_get(list, 1), 0), *third = json_dumps(json_array_get(list, 2), 0);
    assert_non_null(strstr(second, "/problems/1/targets"));
    assert_non_null(strstr(third, "joints are missing: left_hip, right_hip"));
    free(second), free(third);
    json_decref(reply);
    pd_ik_neural_release(api_host_state.neural);
    api_host_state.neural = NULL;
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
    json_t *solved = ik_test_asked("POST", SOLVE, human_request(HAND ",\"style\":\"bent\""));
    const json_t *target = json_array_get(json_object_get(solved, "targets"), 0);
    assert_string_equal(ik_test_text_of(solved, "status"), "reached");
    assert_string_equal(ik_test_text_of(target, "solver"), "example");
    const json_t *knee = json_array_get(json_object_get(json_object_get(solved, "pose"), "quaternions"), 4);
    assert_true(fabs(json_number_value(json_array_get(knee, 3))) < 0.95); /* bent by more than 36 degrees */
    json_decref(solved);

    /* a mixture of styles by their parts, of which only the share counts;
     * one style is that style whatever its part */
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
        answers[i] = ik_test_asked("POST", SOLVE, human_request(field));
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
    json_decref(
        ik_test_asked("POST", SOLVE, human_request(HAND ",\"style\":{\"still\":0.001,\"bent\":1000}")));
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

/* The memory of a reply is estimated before it is made: not less than it takes, and not so much more that
 * requests are refused without need. */
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

/* Returns the angle about z of a joint in a reply's pose. */
static double turn_z(const json_t *reply, int joint)
{
    const json_t *q =
        json_array_get(json_object_get(json_object_get(reply, "pose"), "quaternions"), (size_t)joint);
    return 2 * atan2(json_number_value(json_array_get(q, 2)), json_number_value(json_array_get(q, 3)));
}

/* Two hinges about z whose angles, times their factors, must sum to a value,
 * or to no more: whatever the target wants. */
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

static double joint_of(const json_t *reply, size_t joint, size_t axis)
{
    return json_number_value(json_array_get(json_array_get(json_object_get(reply, "joints"), joint), axis));
}

/* A skeleton that stands elsewhere by its translation has its joints there; targets are in the same space. */
static void a_start_is_moved_by_its_translation(void **state)
{
    (void)state;
    json_t *here = ik_test_asked("POST", SOLVE, "{" FAR_HAND "}"),
           *there = ik_test_asked("POST", SOLVE, "{" FAR_HAND ",\"translation\":[0.5,0,-2]}");
    assert_near(joint_of(there, 0, 0) - joint_of(here, 0, 0), 0.5, 1e-4);
    assert_near(joint_of(there, 0, 2) - joint_of(here, 0, 2), -2, 1e-4);
    assert_near(joint_of(there, 0, 1), joint_of(here, 0, 1), 1e-4);
    json_decref(here), json_decref(there);
}

/* A problem's own start pose takes the place of the shared one,
 * however each is written; the others keep it. */
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
            json_t *both = ik_test_asked("POST", SOLVE, body);
            for (size_t i = 0; i < 2; i++) {
                snprintf(body, sizeof body, "{%s,\"targets\":[" FOOT "]}", i ? all : one);
                json_t *alone = ik_test_asked("POST", SOLVE, body);
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
        cmocka_unit_test(a_foot_reaches_its_target_and_the_pose_reads_back),
        cmocka_unit_test(a_target_out_of_reach_is_an_answer),
        cmocka_unit_test(limits_of_the_request_hold_and_are_named),
        cmocka_unit_test(a_limit_has_the_ranges_that_were_given),
        cmocka_unit_test(a_ball_joint_swings_up_to_its_limit),
        cmocka_unit_test(every_kind_of_target_and_option_is_accepted),
        cmocka_unit_test(the_reply_names_the_joint_at_which_a_grown_chain_begins),
        cmocka_unit_test(the_arm_without_a_target_leaves_the_t_pose),
        cmocka_unit_test(example_takes_the_hosts_pose_prior_and_its_styles),
        cmocka_unit_test(the_reply_can_be_a_glb_of_the_posed_body),
        cmocka_unit_test(a_problem_of_a_batch_has_the_result_that_it_has_alone),
        cmocka_unit_test(problems_of_one_request_do_not_depend_on_their_order_of_work),
        cmocka_unit_test(the_pose_network_answers_and_reports_missing_joints),
        cmocka_unit_test(a_start_is_moved_by_its_translation),
        cmocka_unit_test(a_problem_may_have_a_pose_of_its_own),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
