/* Which joint each vertex of a glTF follows, and where that joint has it. */
#include "core/io/surface/gltf_follow.h"
#include "core/io/surface/surface.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { MOST = 8 };

typedef struct seen {
    int count, joints[MOST];
    pd_vec3 at[MOST];
} seen;

static void keep(void *ctx, const pd_io_gltf_followed *vertex)
{
    seen *s = ctx;
    double sum = 0;
    assert_true(s->count < MOST && vertex->count > 0);
    for (int i = 0; i < vertex->count; i++) sum += vertex->weights[i];
    assert_true(sum > 0 && sum <= 1 + 1e-6);
    s->joints[s->count] = vertex->joint;
    s->at[s->count++] = vertex->at;
}

/* Three vertices of a skin of two joints (nodes 1 and 2 below a node of scale 2), then a mesh without a skin
 * on node 3, below joint 2. The bind matrices are the identity and a shift by -1 along y.
 * joints: of the vertices. */
static void make(pd_buffer *out, const float weights[12], const unsigned char joints[12])
{
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,4]}],\"nodes\":["
        "{\"scale\":[2,2,2],\"children\":[1]},{\"translation\":[0,1,0],\"children\":[2]},"
        "{\"translation\":[0,1,0],\"children\":[3]},{\"translation\":[5,0,0],\"mesh\":1},{\"mesh\":0,"
        "\"skin\":0},"
        "{\"mesh\":1}],"
        "\"skins\":[{\"joints\":[1,2],\"inverseBindMatrices\":3}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]},"
        "{\"primitives\":[{\"attributes\":{\"POSITION\":4}}]}],"
        "\"buffers\":[{\"byteLength\":224}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"
        "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":12},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":"
        "48},"
        "{\"buffer\":0,\"byteOffset\":96,\"byteLength\":128}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"},"
        "{\"bufferView\":3,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},"
        "{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}]}";
    float floats[56] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(floats + 9, joints, 12);
    memcpy(floats + 12, weights, 48);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) floats[24 + 16 * k + 5 * i] = 1;
    floats[24 + 16 + 13] = -1;
    avatar_pack(out, json, floats, 56);
}

static pd_status run(seen *s, const pd_buffer *file, const int *nodes, int count, pd_error *err)
{
    const pd_io_gltf_follow job = {nodes, count, keep, s, 0};
    *s = (seen){0};
    return pd_io_gltf_follow_run(&job, (pd_bytes){file->data, file->size}, err);
}

static void is_at(const seen *s, int i, int joint, double x, double y, double z)
{
    assert_int_equal(s->joints[i], joint);
    assert_near(pd_vec3_distance(s->at[i], pd_vec3_make(x, y, z)), 0, 1e-6);
}

static void a_vertex_follows_its_heaviest_joint(void **state)
{
    static const float weights[12] = {0.6f, 0.4f, 0, 0, 0.3f, 0.7f, 0, 0, 0, 0, 0, 0};
    static const unsigned char joints[12] = {0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    static const int both[2] = {1, 2}, upper[1] = {1};
    pd_buffer file = {0};
    pd_error err;
    seen s;
    (void)state;
    make(&file, weights, joints);

    /* world of node 1: 2 x + (0,2,0), of node 2: 2 x + (0,4,0), of node 3: 2 x + (10,4,0); the third vertex
     * has no weight, node 5 is not shown */
    assert_int_equal(run(&s, &file, both, 2, &err), PD_OK);
    assert_int_equal(s.count, 3);
    is_at(&s, 0, 1, 12, 4, 0); /* the mesh on node 3 goes with joint 2 */
    is_at(&s, 1, 0, 2, 2, 0);
    is_at(&s, 2, 1, 0, 4, 0);

    /* a joint that is not asked for counts as the one above it */
    assert_int_equal(run(&s, &file, upper, 1, &err), PD_OK);
    assert_int_equal(s.count, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(s.joints[i], 0);
    is_at(&s, 2, 0, 0, 4, 0);
    assert_int_equal(run(&s, &file, NULL, 0, &err), PD_OK);
    assert_int_equal(s.count, 0);
    pd_buffer_deinit(&file);
}

static void a_skinned_mesh_of_another_scene_is_followed(void **state)
{
    static const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const unsigned char joints[12] = {0};
    static const int both[2] = {1, 2};
    static const char own[] = "\"scene\":0,\"scenes\":[{\"nodes\":[0,4]}],\"nodes\":[",
                      *const others[] = {"\"scenes\":[{},{\"nodes\":[4]}],\"nodes\":[",
                                         "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["};
    pd_buffer file = {0};
    pd_error err;
    (void)state;

    for (int i = 0; i < 2; i++) {
        seen s;
        pd_buffer_clear(&file);
        make(&file, weights, joints);
        char *at = memmem(file.data, file.size, own, sizeof own - 1);
        memset(at, ' ', sizeof own - 1);
        memcpy(at, others[i], strlen(others[i]));
        if (run(&s, &file, both, 2, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(s.count, i ? 4 : 3); /* the scene with node 4 alone; all nodes, as no scene has it */
    }
    pd_buffer_deinit(&file);
}

/* A skin without inverse bind matrices has its vertices in the frames of their joints. Each vertex goes to
 * rest with all of its joints. */
static void vertices_stand_where_all_their_joints_put_them(void **state)
{
    static const float weights[12] = {0.6f, 0.4f, 0, 0, 0.3f, 0.7f, 0, 0, 0, 0, 0, 0};
    static const unsigned char indices[12] = {0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    static const char bind[] = ",\"inverseBindMatrices\":3";
    static const int nodes[2] = {1, 2};
    static const bool all[2] = {true, true}, none[2] = {false, false};
    static const double rest[2][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
                                       {1, 0, 0, 10, 0, 1, 0, 0, 0, 0, 1, 0}};
    /* Joint 0 takes x to 2 x + (0,2,0). Joint 1 takes it to 2 x + (10,4,0),
     * or with its bind matrix to 2 x + (10,2,0). */
    static const float expected[2][12] = {{6, 2, 0, 7, 4, 0, 0, 2, 2, 22, 4, 0},
                                          {6, 2.8f, 0, 7, 5.4f, 0, 0, 2, 2, 22, 4, 0}};
    pd_buffer file = {0};
    pd_io_surface surface;
    (void)state;

    for (int without = 0; without < 2; without++) {
        pd_buffer_clear(&file);
        make(&file, weights, indices);
        if (without) memset(memmem(file.data, file.size, bind, sizeof bind - 1), ' ', sizeof bind - 1);
        const pd_bytes bytes = {file.data, file.size};
        const pd_io_surface_joints joints = {nodes, all, rest, 2}, others = {nodes, none, rest, 2};
        assert_int_equal(pd_io_surface_read_moved(&surface, bytes, 0, &joints, NULL), PD_OK);
        assert_int_equal(surface.vertex_count, 4);
        assert_int_equal(surface.face_count, 1);

        /* The mesh on node 3, which comes first in the file's order, has the last numbers. */
        for (int i = 0; i < 12; i++) assert_near(surface.vertices[(i + 3) % 12], expected[without][i], 1e-5);
        pd_io_surface_deinit(&surface);
        assert_int_equal(pd_io_surface_read_moved(&surface, bytes, 0, &others, NULL), PD_ERR_FORMAT);
    }
    pd_buffer_deinit(&file);
}

static void a_joint_that_the_skin_does_not_have_is_refused(void **state)
{
    static const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const unsigned char joints[12] = {0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};
    static const int both[2] = {1, 2};
    pd_buffer file = {0};
    pd_error err;
    seen s;
    (void)state;
    make(&file, weights, joints);
    assert_int_equal(run(&s, &file, both, 2, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/meshes/0/primitives/0");
    assert_string_equal(err.detail, "joint 2 at vertex 1; 0 to 1 allowed, the joints of the skin");
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_follows_its_heaviest_joint),
        cmocka_unit_test(a_skinned_mesh_of_another_scene_is_followed),
        cmocka_unit_test(vertices_stand_where_all_their_joints_put_them),
        cmocka_unit_test(a_joint_that_the_skin_does_not_have_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
