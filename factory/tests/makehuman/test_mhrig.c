/* Tests the reader of MakeHuman's skeletons: bones, parents and weights, and errors with file and line. */
#include "factory/makehuman/mhrig.h"
#include "tests/support/cmocka.h"

static const char skeleton[] =
    "{\"bones\": {\"root\": {\"parent\": null}, \"arm.L\": {\"parent\": \"root\"}, "
    "\"hand.L\": {\"parent\": \"arm.L\"}}}";
static const char weights[] = "{\"weights\": {\"root\": [[0, 1], [1, 0.25]], \"hand.L\": [[1, 0.75]]}}";

static pd_status parse(pd_factory_mhrig *rig, const char *bones, const char *pairs, pd_error *err)
{
    return pd_factory_mhrig_parse(rig, (pd_bytes){(const unsigned char *)bones, strlen(bones)}, "a.mhskel",
                                  (pd_bytes){(const unsigned char *)pairs, strlen(pairs)}, "a.mhw", 2, err);
}

static void refuse(const char *bones, const char *pairs, const char *where, const char *detail)
{
    pd_factory_mhrig rig;
    pd_error err = {0};
    assert_int_equal(parse(&rig, bones, pairs, &err), PD_ERR_FORMAT);
    assert_int_equal(rig.bone_count, 0);
    assert_null(rig.weights);
    if (!strstr(err.where, where)) fail_msg("where is %s, wanted %s", err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("detail is %s, wanted %s", err.detail, detail);
}

static void bones_keep_their_parents_and_weights(void **state)
{
    (void)state;
    pd_factory_mhrig rig;
    pd_error err = {0};
    assert_int_equal(parse(&rig, skeleton, weights, &err), PD_OK);
    assert_int_equal(rig.bone_count, 3);
    int hand = pd_factory_mhrig_bone(&rig, "hand.L"), arm = pd_factory_mhrig_bone(&rig, "arm.L");
    assert_int_equal(rig.parents[hand], arm);
    assert_int_equal(rig.parents[pd_factory_mhrig_bone(&rig, "root")], -1);
    assert_int_equal(pd_factory_mhrig_bone(&rig, "tail"), -1);
    assert_int_equal(rig.weight_count, 3);
    assert_int_equal(rig.weights[2].bone, hand);
    assert_int_equal(rig.weights[2].vertex, 1);
    assert_near(rig.weights[2].weight, 0.75, 0);
    pd_factory_mhrig_deinit(&rig);
}

static void a_skeleton_that_is_not_json_names_file_and_line(void **state)
{
    (void)state;
    refuse("{\n\"bones\": {", weights, "a.mhskel:2", "end of file");
    refuse("", weights, "a.mhskel", "end of file");
}

static void malformed_bones_are_refused(void **state)
{
    (void)state;
    refuse("{}", weights, "a.mhskel:bones", "object of 1 to 1000");
    refuse("{\"bones\": {}}", weights, "a.mhskel:bones", "object of 1 to 1000");
    refuse("{\"bones\": {\"root\": 3}}", weights, "root",
           "the bone is not an object; an object with parent and head expected");
    refuse("{\"bones\": {\"a\": {\"parent\": 3}}}", weights, ":a", "name or null");
    refuse("{\"bones\": {\"a\": {\"parent\": \"b\"}}}", weights, ":a", "not in the file; the name of a bone");
    refuse("{\"bones\": {\"a name that is far too long for the forty bytes of a bone\": {}}}", weights,
           "a name", "39 bytes");
    refuse("{\"bones\": {\"a\": {}, \"a\": {}}}", weights, "a.mhskel", "stands twice in one object");
}

static void parents_in_a_circle_are_refused(void **state)
{
    (void)state;
    refuse("{\"bones\": {\"a\": {\"parent\": \"b\"}, \"b\": {\"parent\": \"a\"}}}", weights, "a.mhskel",
           "its own ancestor");
    refuse("{\"bones\": {\"a\": {\"parent\": \"a\"}}}", weights, "a.mhskel", "its own ancestor");
}

static void weights_that_lie_are_refused(void **state)
{
    (void)state;
    refuse(skeleton, "{\"weights\": []}", "a.mhw:weights", "object");
    refuse(skeleton, "{\"weights\": {\"tail\": []}}", "a.mhw:tail",
           "not a list of weights, or not a bone of the file; a list of pairs for a bone expected");
    refuse(skeleton, "{\"weights\": {\"root\": 1}}", "a.mhw:root",
           "not a list of weights, or not a bone of the file; a list of pairs for a bone expected");
    refuse(skeleton, "{\"weights\": {\"root\": [[2, 1]]}}", "a.mhw:root", "vertex of the mesh");
    refuse(skeleton, "{\"weights\": {\"root\": [[-1, 1]]}}", "a.mhw:root", "vertex of the mesh");
    refuse(skeleton, "{\"weights\": {\"root\": [[0, 1.5]]}}", "a.mhw:root", "0 to 1");
    refuse(skeleton, "{\"weights\": {\"root\": [[0, -1]]}}", "a.mhw:root", "0 to 1");
    refuse(skeleton, "{\"weights\": {\"root\": [[0.5, 1]]}}", "a.mhw:root", "vertex of the mesh");
    refuse(skeleton, "{\"weights\": {\"root\": [[0]]}}", "a.mhw:root", "a pair");
    refuse(skeleton, "{\"weights\": {\"root\": [0]}}", "a.mhw:root", "a pair");
}

static pd_bytes bytes_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

static pd_status pose_names(const char *text, int most, char (*names)[PD_FACTORY_MHRIG_NAME_BYTES],
                            int *count, pd_error *err)
{
    return pd_factory_mhrig_pose_names(names, count, most, bytes_of(text), "u.json", err);
}

static void frames_have_names(void **state)
{
    (void)state;
    char names[3][PD_FACTORY_MHRIG_NAME_BYTES];
    int count;
    pd_error err = {0};
    assert_int_equal(pose_names("{\"framemapping\": [\"Rest\", \"JawDrop\"]}", 3, names, &count, &err),
                     PD_OK);
    assert_int_equal(count, 2);
    assert_string_equal(names[1], "JawDrop");

    static const char *const bad[] = {"{\"framemapping\": []}",
                                      "{}",
                                      "[",
                                      "{\"framemapping\": [\"a\", 7]}",
                                      "{\"framemapping\": [\"a\", \"b\", \"c\", \"d\"]}",
                                      "{\"framemapping\": [\"0123456789012345678901234567890123456789\"]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(pose_names(bad[i], 3, names, &count, &err), PD_ERR_FORMAT);
        assert_non_null(strstr(err.where, "u.json"));
    }
}

static void a_bone_begins_at_the_mean_of_its_heads_vertices(void **state)
{
    (void)state;
    static const char headed[] =
        "{\"bones\": {\"a\": {\"parent\": null, \"head\": \"x\"}, \"b\": {\"parent\": \"a\"}, "
        "\"c\": {\"parent\": \"a\", \"head\": \"y\"}}, \"joints\": {\"x\": [1, 2], \"y\": [0]}}";
    static const char none[] = "{\"weights\": {}}";
    pd_factory_mhrig rig;
    pd_error err = {0};
    assert_int_equal(pd_factory_mhrig_parse(&rig, bytes_of(headed), "s", bytes_of(none), "w", 3, &err),
                     PD_OK);
    const int c = pd_factory_mhrig_bone(&rig, "c"), a = pd_factory_mhrig_bone(&rig, "a"),
              b = pd_factory_mhrig_bone(&rig, "b");
    assert_int_equal(rig.head_start[a + 1] - rig.head_start[a], 2);
    assert_int_equal(rig.head_vertices[rig.head_start[a] + 1], 2);
    assert_int_equal(rig.head_start[b + 1] - rig.head_start[b], 0);
    assert_int_equal(rig.head_vertices[rig.head_start[c]], 0);
    pd_factory_mhrig_deinit(&rig);
    assert_int_equal(pd_factory_mhrig_parse(&rig, bytes_of(headed), "s", bytes_of(none), "w", 2, &err),
                     PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "a list of vertices of the mesh expected"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_have_names),
        cmocka_unit_test(a_bone_begins_at_the_mean_of_its_heads_vertices),
        cmocka_unit_test(bones_keep_their_parents_and_weights),
        cmocka_unit_test(a_skeleton_that_is_not_json_names_file_and_line),
        cmocka_unit_test(malformed_bones_are_refused),
        cmocka_unit_test(parents_in_a_circle_are_refused),
        cmocka_unit_test(weights_that_lie_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
