/* The reader of glTF skins: what is refused says where and why. */
#include "core/io/surface/gltf_skin.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

static void refused_bytes(pd_bytes file, pd_status status, const char *where, const char *words)
{
    pd_io_skin skin;
    pd_error err = {0};
    pd_status got = pd_io_skin_read(&skin, file, NULL, &err);
    if (got != status || strcmp(err.where, where) || !strstr(err.detail, words))
        fail_msg("wanted %s at %s: %s\ngot %s at %s: %s", pd_status_name(status), where, words,
                 pd_status_name(got), err.where, err.detail);
    assert_null(skin.joints);
}

static void refused(const char *json, pd_status status, const char *where, const char *words)
{
    pd_buffer file = {0};
    avatar_pack(&file, json, NULL, 0);
    refused_bytes((pd_bytes){file.data, file.size}, status, where, words);
    pd_buffer_deinit(&file);
}

static void a_file_other_than_a_glb_is_refused(void **state)
{
    (void)state;
    pd_buffer file = {0};
    refused_bytes((pd_bytes){(const unsigned char *)"{}", 2}, PD_ERR_FORMAT, "byte 0", "as a .gltf is");
    refused_bytes((pd_bytes){(const unsigned char *)"solid", 5}, PD_ERR_FORMAT, "byte 0",
                  "not a glTF binary (.glb, .vrm)");
    avatar_make(&file, &(avatar_spec){.vrm = 0});
    refused_bytes((pd_bytes){file.data, file.size - 1}, PD_ERR_FORMAT, "byte 8", "announced");
    file.data[4] = 1;
    refused_bytes((pd_bytes){file.data, file.size}, PD_ERR_UNSUPPORTED, "byte 4", "version 1");
    pd_buffer_deinit(&file);
    refused("[]", PD_ERR_FORMAT, "byte 20", "not a JSON object; one is expected");
    refused("{", PD_ERR_FORMAT, "byte 20", "no JSON at its byte");
}

static void nodes_that_are_no_tree_are_refused(void **state)
{
    (void)state;
    refused("{}", PD_ERR_FORMAT, "/nodes", "0 nodes; 1 to 65536");
    refused("{\"nodes\":[{}]}", PD_ERR_UNSUPPORTED, "/skins", "no skin");
    refused("{\"nodes\":[{\"children\":[1]},{\"children\":[0]}]}", PD_ERR_FORMAT, "/nodes",
            "descendants of themselves");
    refused("{\"nodes\":[{\"children\":[0]}]}", PD_ERR_FORMAT, "/nodes", "descendants of themselves");
    refused("{\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]}", PD_ERR_FORMAT, "/nodes/1/children/0",
            "two parents");
    refused("{\"nodes\":[{\"children\":[5]}]}", PD_ERR_RANGE, "/nodes/0/children/0", "0 to 0");
    refused("{\"nodes\":[{}],\"skins\":[{\"joints\":[]}]}", PD_ERR_FORMAT, "/skins",
            "the skins have no joints");
    refused("{\"nodes\":[{}],\"skins\":[{\"joints\":[1]}]}", PD_ERR_RANGE, "/skins/0/joints/0", "0 to 0");
}

/* Three joints and two below different roots: two skeletons, the larger one first. */
static void joints_without_a_common_node_are_several_skeletons(void **state)
{
    (void)state;
    static const char json[] = "{\"nodes\":[{\"name\":\"sword\",\"children\":[1]},{\"name\":\"tip\"},{"
                               "\"name\":\"hips\",\"children\":[3]},"
                               "{\"name\":\"chest\",\"children\":[4]},{\"name\":\"head\"}],\"skins\":[{"
                               "\"joints\":[0,1]},{\"joints\":[2,3,4]}]}";
    pd_buffer file = {0};
    pd_io_skin skin;
    pd_error err = {0};

    avatar_pack(&file, json, NULL, 0);
    const pd_bytes bytes = {file.data, file.size};
    for (int which = 0; which < 2; which++) {
        const pd_io_skin_options options = {.skin = -1, .skeleton = which};
        if (pd_io_skin_read(&skin, bytes, &options, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(skin.skeleton_count, 2);
        assert_int_equal(skin.joint_count, which ? 2 : 3);
        assert_string_equal(skin.joints[0].name, which ? "sword" : "hips");
        assert_int_equal(skin.other_joints, which ? 3 : 2);
        assert_string_equal(skin.other, which ? "hips" : "sword");
        pd_io_skin_deinit(&skin);
    }
    assert_int_equal(pd_io_skin_read(&skin, bytes, &(pd_io_skin_options){.skin = -1, .skeleton = 2}, &err),
                     PD_ERR_RANGE);
    pd_buffer_deinit(&file);
}

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    refused("{\"nodes\":[{\"rotation\":[0,0,0,0]}]}", PD_ERR_RANGE, "/nodes/0/rotation", "length 0");
    refused("{\"nodes\":[{\"translation\":[0,0]}]}", PD_ERR_FORMAT, "/nodes/0/translation", "3 expected");
    refused("{\"nodes\":[{\"translation\":[0,0,1e12]}]}", PD_ERR_RANGE, "/nodes/0/translation", "1e9");
    refused("{\"nodes\":[{\"scale\":[1,1,\"1\"]}]}", PD_ERR_RANGE, "/nodes/0/scale", "number 2");
}

/* The node of which the joint below it says that it cannot be moved. */
static void uneven(const char *json, const char *where, const char *words)
{
    pd_buffer file = {0};
    pd_io_skin skin;
    pd_error err = {0};
    avatar_pack(&file, json, NULL, 0);
    if (pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(skin.joints[0].uneven, -1);
    assert_int_equal(skin.joints[1].uneven, 0);
    assert_int_equal(pd_io_skin_uneven(0, skin.joints[1].uneven_name, skin.joints[1].uneven_scale,
                                       skin.joints[1].uneven_matrix, &err),
                     PD_ERR_UNSUPPORTED);
    if (strcmp(err.where, where) || !strstr(err.detail, words))
        fail_msg("wanted %s: %s\ngot %s: %s", where, words, err.where, err.detail);
    pd_io_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

static void joints_below_a_scale_that_differs_by_axis_stand_where_it_puts_them(void **state)
{
    (void)state;
    static const char json[] =
        "{\"nodes\":[{\"children\":[1],\"rotation\":[0,0,0.7071067811865476,0.7071067811865476],"
        "\"scale\":[2,3,-5]},{\"translation\":[1,1,1]}],\"skins\":[{\"joints\":[0,1]}]}";
    pd_buffer file = {0};
    pd_io_skin skin;

    /* (1,1,1) scaled is (2,3,-5), a quarter turn about z after that (-3,2,-5); in the frame of the joint
     * above it (2,3,-5) */
    avatar_pack(&file, json, NULL, 0);
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
    assert_near(skin.joints[1].offset.x, 2, 1e-12);
    assert_near(skin.joints[1].offset.y, 3, 1e-12);
    assert_near(skin.joints[1].offset.z, -5, 1e-12);
    pd_io_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

static void scale_above_a_joint_is_the_same_on_all_axes(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_io_skin skin;
    static const char tree[] =
        "{\"nodes\":[{\"children\":[1]%s},{\"name\":\"tip\"%s}],\"skins\":[{\"joints\":[0,1]}]}";
    char json[512];
    snprintf(json, sizeof json, tree, ",\"scale\":[1,2,1]", "");
    uneven(json, "/nodes/0/scale", "1 2 1");
    snprintf(json, sizeof json, tree, ",\"scale\":[-1,-1,-1]", "");
    uneven(json, "/nodes/0/scale", "-1 -1 -1");
    snprintf(json, sizeof json, tree, ",\"matrix\":[1,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "");
    uneven(json, "/nodes/0/matrix", "no rotation with a scale");
    snprintf(json, sizeof json, tree, ",\"matrix\":[0,2,0,0,-2,0,0,0,0,0,2,0,5,0,0,1]",
             ",\"translation\":[1,0,0],\"scale\":[1,2,1]");
    avatar_pack(&file, json, NULL, 0); /* below a tip nothing hangs: its scale says nothing */
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
    assert_near(skin.joints[0].offset.x, 5, 1e-12);
    assert_near(skin.joints[1].offset.x, 2, 1e-12);
    pd_io_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

static void a_scale_that_is_negative_on_two_axes_is_a_half_turn(void **state)
{
    (void)state;
    static const struct {
        const char *scale;
        pd_quat turn;
    } rows[] = {{"-2,-2,2", {0, 0, 1, 0}}, {"2,-2,-2", {1, 0, 0, 0}}, {"-2,2,-2", {0, 1, 0, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char json[256];
        pd_buffer file = {0};
        pd_io_skin skin;
        snprintf(json, sizeof json,
                 "{\"nodes\":[{\"children\":[1],\"scale\":[%s]},{\"children\":[2],\"translation\":[1,2,3]},"
                 "{\"translation\":[1,0,0]}],\"skins\":[{\"joints\":[1,2]}]}",
                 rows[i].scale);
        avatar_pack(&file, json, NULL, 0);
        assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
        for (int k = 0; k < 2; k++) assert_int_equal(skin.joints[k].uneven, -1);
        assert_near(pd_q_angle(skin.joints[0].above, rows[i].turn), 0, 1e-6);
        const pd_vec3 at = pd_vec3_scale(pd_q_rotate(rows[i].turn, pd_vec3_make(1, 2, 3)), 2);
        assert_near(pd_vec3_distance(skin.joints[0].offset, at), 0, 1e-12);
        assert_near(pd_vec3_distance(skin.joints[1].offset, pd_vec3_make(2, 0, 0)), 0, 1e-12);
        assert_int_equal(skin.above_count, 1);
        assert_near(pd_q_angle(skin.above[0].half_turn, rows[i].turn), 0, 1e-6);
        assert_near(skin.above[0].scale, 2, 1e-12);
        pd_io_skin_deinit(&skin);
        pd_buffer_deinit(&file);
    }
}

static void two_hundred_and_fifty_seven_joints_are_too_many(void **state)
{
    (void)state;
    for (int count = 256; count <= 257; count++) {
        pd_buffer json = {0}, file = {0};
        pd_io_skin skin;
        pd_error err = {0};
        pd_buffer_text(&json, "{\"nodes\":[");
        for (int i = 0; i < count; i++)
            pd_buffer_printf(&json, i + 1 < count ? "{\"children\":[%d]}," : "{}", i + 1);
        pd_buffer_text(&json, "],\"skins\":[{\"joints\":[");
        for (int i = 0; i < count; i++) pd_buffer_printf(&json, i ? ",%d" : "%d", i);
        pd_buffer_add(&json, "]}]}", 5);
        avatar_pack(&file, (const char *)json.data, NULL, 0);
        pd_status status = pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, &err);
        assert_int_equal(status, count == 256 ? PD_OK : PD_ERR_LIMIT);
        if (status == PD_OK) assert_int_equal(skin.joint_count, 256);
        pd_io_skin_deinit(&skin);
        pd_buffer_deinit(&json);
        pd_buffer_deinit(&file);
    }
}

static void skins_beside_one_another_hang_under_the_node_above_them(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_io_skin skin;
    const pd_io_skin_options second = {.skin = 1};
    avatar_pack(&file,
                "{\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\",\"children\":[3]},{\"name\":\"all\","
                "\"children\":[0,1]},{}],"
                "\"skins\":[{\"joints\":[0]},{\"joints\":[1,3]}]}",
                NULL, 0);
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
    assert_int_equal(skin.joint_count, 4);
    assert_string_equal(skin.joints[0].name, "all");
    pd_io_skin_deinit(&skin);
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, &second, NULL), PD_OK);
    assert_int_equal(skin.joint_count, 2);
    assert_string_equal(skin.joints[0].name, "b");
    pd_io_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

/* A figure with a skin for each part, whose clavicle moves no vertex: it is a joint all the same. A pivot at
 * the place of the arm is none. */
static void a_bone_between_joints_that_no_skin_lists_is_a_joint(void **state)
{
    (void)state;
    static const char *const names[] = {"hips", "clavicle", "arm"};
    pd_buffer file = {0};
    pd_io_skin skin;
    avatar_pack(&file,
                "{\"nodes\":[{\"name\":\"hips\",\"children\":[1]},"
                "{\"name\":\"clavicle\",\"translation\":[0.04,0.4,0],\"children\":[2]},"
                "{\"name\":\"pivot\",\"translation\":[0.13,0,0],\"children\":[3]},"
                "{\"name\":\"arm\",\"children\":[4]},{\"name\":\"glove\",\"translation\":[0.5,0,0]}],"
                "\"skins\":[{\"joints\":[0]},{\"joints\":[3]}]}",
                NULL, 0);
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
    assert_int_equal(skin.joint_count, 3);
    for (int k = 0; k < 3; k++) assert_string_equal(skin.joints[k].name, names[k]);
    assert_int_equal(skin.joints[2].parent, 1);
    assert_near(skin.joints[2].offset.x, 0.13, 1e-12);
    pd_io_skin_deinit(&skin);

    /* One skin that the caller names is read as it is. */
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, file.size},
                                     &(const pd_io_skin_options){.skin = 1}, NULL),
                     PD_OK);
    assert_int_equal(skin.joint_count, 1);
    pd_io_skin_deinit(&skin);
    pd_buffer_deinit(&file);
}

/* One joint and one matrix, as a file has it with that number in it. */
static void refused_bind(int at, float value, const char *count, const char *where, const char *words)
{
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    char json[512];
    pd_buffer file = {0};
    m[at] = value;
    snprintf(json, sizeof json,
             "{\"nodes\":[{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":0}],\"buffers\":[{"
             "\"byteLength\":64}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":64}],\"accessors\":[{\"bufferView\":0,"
             "\"componentType\":5126,\"count\":%s,\"type\":\"MAT4\"}]}",
             count);
    avatar_pack(&file, json, m, 16);
    refused_bytes((pd_bytes){file.data, file.size}, PD_ERR_RANGE, where, words);
    pd_buffer_deinit(&file);
}

static void bind_matrices_that_cannot_be_undone_are_refused(void **state)
{
    (void)state;
    static const char one[] = "/skins/0/inverseBindMatrices: matrix 0";
    refused_bind(5, NAN, "1", one, "number 5 is not finite; finite numbers expected");
    refused_bind(12, INFINITY, "1", one, "number 12 is not finite; finite numbers expected");
    refused_bind(10, 0, "1", one, "singular");
    refused_bind(0, 1, "2", "/accessors/0", "of the view allowed");
}

/* Two skins over a chain of three joints, the second one in a mesh that lies on its back: its binds are
 * turned by a quarter about x. They are the same rest pose, whether the skins share a joint or not. A joint
 * whose binds really differ stays posed. */
static void skins_in_different_spaces_have_one_rest_pose(void **state)
{
    (void)state;
    static const char *const joints[][2] = {{"[0,1]", "[1,2]"}, {"[0]", "[1,2]"}, {"[0,1]", "[2]"}};
    static const int counts[][2] = {{2, 2}, {1, 2}, {2, 1}};
    static const float own[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                       lying[16] = {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1},
                       other[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    char json[1024];

    for (int is_posed = 0; is_posed < 2; is_posed++)
        for (int i = 0; i < 3 - 2 * is_posed; i++) {
            float m[4 * 16];
            const int first = counts[i][0], count = first + counts[i][1];
            for (int k = 0; k < count; k++) memcpy(m + 16 * k, k < first ? own : lying, sizeof own);
            if (is_posed) memcpy(m + 16 * (count - 1), other, sizeof other);
            snprintf(json, sizeof json,
                     "{\"nodes\":[{\"children\":[1]},{\"translation\":[0,1,0],\"children\":[2]},{"
                     "\"translation\":[0,1,0]}],\"skins\":[{\"joints\":%s,\"inverseBindMatrices\":0},{"
                     "\"joints\":%s,\"inverseBindMatrices\":1}],\"buffers\":[{\"byteLength\":%d}],"
                     "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],\"accessors\":[{\"bufferView\":0,"
                     "\"componentType\":5126,\"count\":%d,\"type\":\"MAT4\"},{\"bufferView\":0,"
                     "\"byteOffset\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"MAT4\"}]}",
                     joints[i][0], joints[i][1], 64 * count, 64 * count, first, 64 * first, count - first);
            pd_buffer file = {0};
            pd_io_skin skin;
            pd_error err = {0};
            avatar_pack(&file, json, m, 16 * count);
            if (pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, &err) != PD_OK)
                fail_msg("%s: %s", err.where, err.detail);
            assert_int_equal(skin.posed, is_posed);
            for (int k = 0; k < 3 - is_posed; k++)
                if (pd_q_angle(skin.joints[k].bind, pd_q_identity()) > 1e-6)
                    fail_msg("skins %d: the bind of joint %d is another", i, k);
            pd_io_skin_deinit(&skin);
            pd_buffer_deinit(&file);
        }
}

/* Bones that a figure does not have are written with node -1 by some exporters,
 * without a node or with null by others. */
static void bones_of_a_vrm_without_a_node_are_left_out(void **state)
{
    (void)state;
    static const char *const bones[] = {
        "\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":\"hips\",\"node\":0},{\"bone\":\"jaw\",\"node\":-1}"
        ",{"
        "\"bone\":\"leftEye\"},{\"bone\":\"spine\",\"node\":1},{\"bone\":\"chest\",\"node\":1}]}}",
        "\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0},\"jaw\":null,\"leftEye\":{},"
        "\"head\":{\"node\":null},\"spine\":{\"node\":1}}}}"};
    for (int i = 0; i < 2; i++) {
        char json[1024];
        pd_buffer file = {0};
        pd_io_skin skin;
        pd_error err = {0};
        snprintf(json, sizeof json,
                 "{\"nodes\":[{\"children\":[1]},{}],\"skins\":[{\"joints\":[0,1]}],\"extensions\":{%s}}",
                 bones[i]);
        avatar_pack(&file, json, NULL, 0);
        if (pd_io_skin_read(&skin, (pd_bytes){file.data, file.size}, NULL, &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(skin.humanoid, 2);
        assert_string_equal(skin.joints[1].bone, "spine");
        pd_io_skin_deinit(&skin);
        pd_buffer_deinit(&file);
    }
    refused("{\"nodes\":[{}],\"skins\":[{\"joints\":[0]}],\"extensions\":{\"VRM\":{\"humanoid\":{"
            "\"humanBones\":[{"
            "\"bone\":\"hips\",\"node\":7}]}}}}",
            PD_ERR_RANGE, "/extensions/VRM/humanoid/humanBones/0/node", "0 to 0");
}

static void any_cut_of_a_good_file_is_refused(void **state)
{
    (void)state;
    pd_buffer file = {0};
    avatar_make(&file, &(avatar_spec){.vrm = 1, .turned = 1});
    for (size_t size = 0; size < file.size; size += 13) {
        pd_io_skin skin;
        assert_int_not_equal(pd_io_skin_read(&skin, (pd_bytes){file.data, size}, NULL, NULL), PD_OK);
    }
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_other_than_a_glb_is_refused),
        cmocka_unit_test(nodes_that_are_no_tree_are_refused),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(joints_without_a_common_node_are_several_skeletons),
        cmocka_unit_test(joints_below_a_scale_that_differs_by_axis_stand_where_it_puts_them),
        cmocka_unit_test(scale_above_a_joint_is_the_same_on_all_axes),
        cmocka_unit_test(a_scale_that_is_negative_on_two_axes_is_a_half_turn),
        cmocka_unit_test(two_hundred_and_fifty_seven_joints_are_too_many),
        cmocka_unit_test(skins_beside_one_another_hang_under_the_node_above_them),
        cmocka_unit_test(a_bone_between_joints_that_no_skin_lists_is_a_joint),
        cmocka_unit_test(bind_matrices_that_cannot_be_undone_are_refused),
        cmocka_unit_test(skins_in_different_spaces_have_one_rest_pose),
        cmocka_unit_test(bones_of_a_vrm_without_a_node_are_left_out),
        cmocka_unit_test(any_cut_of_a_good_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
