/* Skeletons of requests: of models, motion networks, BVH files and the request itself. */
#include "tests/support/ik_test.h"

static void models_are_listed_as_skeletons(void **state)
{
    (void)state;
    json_t *list = ik_test_asked("GET", "/v1/skeletons", NULL), *array = json_object_get(list, "skeletons");

    assert_int_equal(json_array_size(array), 3); /* two bodies, and a motion model that waits on disk */
    assert_string_equal(ik_test_text_of(json_array_get(array, 0), "id"), "tiny");
    json_decref(list);
    api_refused("GET", "/v1/skeletons/walk", NULL, 409, NULL, "motion model");
    api_refused("GET", "/v1/skeletons/nobody", NULL, 404, NULL, "no model");
}

static void betas_change_the_bones(void **state)
{
    (void)state;
    json_t *rest = ik_test_asked("GET", "/v1/skeletons/default", NULL),
           *big = ik_test_asked("GET", "/v1/skeletons/default?betas=3", NULL);
    json_t *joint = json_array_get(json_object_get(rest, "joints"), 1);

    assert_int_equal(json_array_size(json_object_get(rest, "joints")), 24);
    assert_true(json_is_null(json_object_get(json_array_get(json_object_get(rest, "joints"), 0), "parent")));
    assert_string_equal(ik_test_text_of(joint, "parent"), "pelvis");
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
    json_t *usual = ik_test_asked("GET", "/v1/skeletons/default?betas=5,-5", NULL),
           *unusual = ik_test_asked("GET", "/v1/skeletons/default?betas=0,-7", NULL);
    json_t *warnings = json_object_get(unusual, "warnings");

    assert_null(json_object_get(usual, "warnings"));
    assert_int_equal(json_array_size(warnings), 1);
    assert_string_equal(ik_test_text_of(json_array_get(warnings, 0), "pointer"), "/betas/1");
    assert_memory_equal(ik_test_text_of(json_array_get(warnings, 0), "detail"), "-7; -5 to 5 ", 12);
    json_decref(usual);
    json_decref(unusual);
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
    json_t *want = ik_test_asked(
        "POST", SOLVE,
        "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[5,5,5]}],\"solver\":\"fabrik\"}");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char body[160];
        snprintf(body, sizeof body,
                 "{\"targets\":[{\"joint\":\"%s\",\"position\":[5,5,5]}],\"solver\":\"fabrik\"}", names[i]);
        json_t *got = ik_test_asked("POST", SOLVE, body);
        assert_true(json_equal(json_object_get(got, "pose"), json_object_get(want, "pose")));
        assert_string_equal(ik_test_text_of(got, "status"), "unreachable");
        json_decref(got);
    }
    json_decref(want);
}

static void a_skeleton_may_come_with_the_request(void **state)
{
    (void)state;
    json_t *reply = ik_test_asked(
        "POST", SOLVE,
        "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"parent\":null,\"offset\":[0,0,0]},{\"name\":\"b\","
        "\"parent\":\"a\",\"offset\":[1,0,0]},{\"name\":\"c\",\"parent\":\"b\",\"offset\":[1,0,0]}]},"
        "\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0],\"chain\":\"a\"}]}");

    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
    assert_int_equal(json_array_size(json_object_get(reply, "joints")), 3);
    json_decref(reply);
}

/* Names of the motion skeleton have limits too. */
static void a_motion_networks_bones_are_a_skeleton(void **state)
{
    (void)state;
    api_host_state.motion = rigs_model(8, 3);
    json_t *bones = ik_test_asked("GET", "/v1/skeletons/:motion", NULL);
    assert_int_equal(json_array_size(json_object_get(bones, "joints")), PD_ANIM_BIPED_JOINTS);
    json_decref(bones);
    json_t *reply = ik_test_asked(
        "POST", SOLVE,
        "{\"skeleton\":\":motion\",\"limits\":true,\"targets\":[{\"joint\":\"LeftHand\",\"position\":"
        "[0.3,0.3,0.3]},{\"joint\":\"RightToeBase\",\"keep\":true}]}");
    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
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
    assert_string_equal(ik_test_text_of(reply, "status"), "reached");
    assert_int_equal(json_array_size(json_object_get(reply, "joints")), 4);
    json_decref(reply);
    pd_api_call_release(call);
    api_refused("POST", SOLVE, "{\"skeleton\":{\"bvh\":\"HIERARCHY\\nROOT a\\n{\"},\"targets\":[]}", 400,
                "/skeleton/bvh", "bvh:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_listed_as_skeletons),
        cmocka_unit_test(betas_change_the_bones),
        cmocka_unit_test(a_skeleton_of_unusual_betas_has_a_warning),
        cmocka_unit_test(joints_are_found_by_the_names_of_other_programs),
        cmocka_unit_test(a_skeleton_may_come_with_the_request),
        cmocka_unit_test(a_motion_networks_bones_are_a_skeleton),
        cmocka_unit_test(the_hierarchy_of_a_bvh_file_is_a_skeleton),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
