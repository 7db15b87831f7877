/* Files of avatars. The body is a tube with the joints of a trunk and an arm; the expected values are the
 * tube's own numbers. */
#include "core/avatar/avatar.h"

#include "tests/support/tube.h"
#include "tests/support/cmocka.h"

#include <jansson.h>

static const char *const morph_names[] = {"jawOpen", "viseme_aa"};
static const pd_io_glb_material skin = {
    .name = "skin", .color = {0.5f, 0.25f, 0.125f}, .roughness = 0.5f, .texture = -1};

typedef struct made {
    pd_buffer file;
    json_t *json;
    const unsigned char *bin;
} made;

static tube *person(void)
{
    static const char *const joints[TUBE_JOINTS] = {"pelvis",        "spine1",     "left_collar",
                                                    "left_shoulder", "left_elbow", "left_wrist"};
    tube *t = tube_create();
    for (int k = 0; k < TUBE_JOINTS; k++) snprintf(t->names[k], sizeof t->names[k], "%s", joints[k]);
    t->rig.morph_names = morph_names;
    t->rig.still_morph = "viseme_sil";
    t->pose.rotations = NULL;
    t->pose.root = t->joints;
    return t;
}

static made write_avatar(tube *t, const pd_avatar_how *how)
{
    const pd_io_glb glb = {
        .mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose, .materials = &skin, .material_count = 1};
    made m = {0};
    pd_error err = {0};
    uint32_t size;
    if (pd_avatar_write(&m.file, &glb, how, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    memcpy(&size, m.file.data + 12, sizeof size);
    m.json = json_loadb((const char *)m.file.data + 20, size, JSON_REJECT_DUPLICATES, NULL);
    m.bin = m.file.data + 28 + size;
    assert_non_null(m.json);
    return m;
}

static void drop(made *m)
{
    json_decref(m->json);
    pd_buffer_deinit(&m->file);
}

static json_t *at(json_t *json, const char *list, size_t index)
{
    return json_array_get(json_object_get(json, list), index);
}

static json_t *primitive(const made *m)
{
    return at(at(m->json, "meshes", 0), "primitives", 0);
}

/* Returns the accessor of the primitive's positions. */
static json_t *positions(const made *m)
{
    const json_t *attributes = json_object_get(primitive(m), "attributes");
    return at(m->json, "accessors", (size_t)json_integer_value(json_object_get(attributes, "POSITION")));
}

static int node_named(const made *m, const char *name)
{
    for (size_t i = 0; i < json_array_size(json_object_get(m->json, "nodes")); i++)
        if (!strcmp(json_string_value(json_object_get(at(m->json, "nodes", i), "name")), name)) return (int)i;
    return -1;
}

static pd_avatar_how plain(const char *morphs)
{
    return (pd_avatar_how){
        .rest = {.names = PD_NAMES_OWN}, .morphs = morphs, .has_atlas = true, .texture_size = 256};
}

static void a_profile_names_joints_and_the_root(void **state)
{
    (void)state;
    tube *t = person();
    pd_avatar_how how = plain("all");
    how.rest.names = PD_NAMES_MIXAMO, how.rest.is_bare = true, how.root = "Armature";
    made m = write_avatar(t, &how);
    assert_int_equal(node_named(&m, "Armature"), 0);
    assert_true(node_named(&m, "Hips") > 0 && node_named(&m, "LeftForeArm") > 0);
    assert_int_equal(node_named(&m, "mixamorig:Hips"), -1);
    assert_string_equal(json_string_value(json_object_get(at(m.json, "scenes", 0), "name")), "Armature");
    assert_int_equal(json_array_size(json_object_get(at(m.json, "meshes", 0), "primitives")), 1);
    drop(&m);
    free(t);
}

/* A target is sparse; its rows are the rig's directions of vertices that it moves,
 * and its other rows are zeros. */
static void chosen_targets_hold_the_rigs_directions(void **state)
{
    (void)state;
    tube *t = person();
    pd_avatar_how how = plain("jawOpen,viseme_sil");
    made m = write_avatar(t, &how);
    const json_t *names = json_object_get(json_object_get(at(m.json, "meshes", 0), "extras"), "targetNames");
    assert_int_equal(json_array_size(names), 2);
    assert_string_equal(json_string_value(json_array_get(names, 0)), "jawOpen");
    assert_string_equal(json_string_value(json_array_get(names, 1)), "viseme_sil");

    const json_t *target = at(primitive(&m), "targets", 0);
    const json_t *accessor =
        at(m.json, "accessors", (size_t)json_integer_value(json_object_get(target, "POSITION")));
    const json_t *sparse = json_object_get(accessor, "sparse");
    const json_t *values =
        at(m.json, "bufferViews",
           (size_t)json_integer_value(json_object_get(json_object_get(sparse, "values"), "bufferView")));
    const size_t count = (size_t)json_integer_value(json_object_get(sparse, "count"));
    assert_int_equal(count, TUBE_V); /* every vertex of the tube is moved: by 0.02 along its normal */
    const unsigned char *rows = m.bin + json_integer_value(json_object_get(values, "byteOffset"));
    for (size_t i = 0; i < count; i++) {
        float d[3];
        memcpy(d, rows + 12 * i, sizeof d);
        assert_near((double)sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), 0.02, 1e-6);
    }
    const json_t *still =
        at(m.json, "accessors",
           (size_t)json_integer_value(json_object_get(at(primitive(&m), "targets", 1), "POSITION")));
    assert_null(json_object_get(still, "bufferView"));
    assert_null(json_object_get(still, "sparse"));
    drop(&m);
    free(t);
}

/* Returns the names of the nodes that have a mesh, with commas between. */
static void mesh_nodes(char *out, size_t bytes, const made *m)
{
    *out = 0;
    for (size_t i = 0; i < json_array_size(json_object_get(m->json, "nodes")); i++) {
        const json_t *node = at(m->json, "nodes", i);
        const size_t used = strlen(out);
        if (json_object_get(node, "mesh"))
            snprintf(out + used, bytes - used, "%s%s", used ? "," : "",
                     json_string_value(json_object_get(node, "name")));
    }
}

/* The joint left_wrist of the tube is the head here. Every triangle is in one mesh, every mesh has one
 * primitive with a material of its own. */
static void ready_player_mes_meshes_have_one_primitive_each(void **state)
{
    (void)state;
    static const struct {
        pd_avatar_mesh_names names;
        const char *morphs, *expected;
    } rows[] = {
        {PD_AVATAR_MESHES_PLAIN, "none", "Avatar"},
        {PD_AVATAR_MESHES_JOINED, "none", "Wolf3D_Avatar"},
        {PD_AVATAR_MESHES_APART, "none", "Wolf3D_Head,Wolf3D_Body"},
        {PD_AVATAR_MESHES_APART, "jawOpen", "Wolf3D_Head"}, /* the rig's target moves every vertex */
    };
    size_t whole = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tube *t = person();
        char nodes[256];
        size_t corners = 0;
        snprintf(t->names[5], sizeof t->names[5], "head");
        pd_avatar_how how = plain(rows[i].morphs);
        how.meshes = rows[i].names;
        made m = write_avatar(t, &how);
        mesh_nodes(nodes, sizeof nodes, &m);
        assert_string_equal(nodes, rows[i].expected);
        for (size_t k = 0; k < json_array_size(json_object_get(m.json, "meshes")); k++) {
            const json_t *mesh = at(m.json, "meshes", k);
            const json_t *primitives = json_object_get(mesh, "primitives");
            assert_int_equal(json_array_size(primitives), 1);
            const json_t *one = json_array_get(primitives, 0);
            assert_int_equal(json_integer_value(json_object_get(one, "material")), k);
            corners += (size_t)json_integer_value(json_object_get(
                at(m.json, "accessors", (size_t)json_integer_value(json_object_get(one, "indices"))),
                "count"));
        }
        if (!i) whole = corners;
        assert_int_equal(corners, whole);
        drop(&m);
        free(t);
    }
}

/* mouthOpen is half of jawOpen; a mix whose parts the rig lacks is left out. */
static void a_mix_is_the_weighted_sum_of_its_parts(void **state)
{
    (void)state;
    tube *t = person();
    const pd_avatar_how how = plain("jawOpen,mouthOpen,mouthSmile");
    made m = write_avatar(t, &how);
    const json_t *names = json_object_get(json_object_get(at(m.json, "meshes", 0), "extras"), "targetNames");
    assert_int_equal(json_array_size(names), 2);
    assert_string_equal(json_string_value(json_array_get(names, 1)), "mouthOpen");
    double most[2] = {0, 0};
    for (size_t k = 0; k < 2; k++) {
        const json_t *a =
            at(m.json, "accessors",
               (size_t)json_integer_value(json_object_get(at(primitive(&m), "targets", k), "POSITION")));
        for (size_t c = 0; c < 3; c++)
            most[k] = fmax(most[k], json_number_value(json_array_get(json_object_get(a, "max"), c)));
    }
    assert_true(most[0] > 0.01);
    assert_near(most[1], most[0] / 2, 1e-6);
    drop(&m);
    free(t);
}

static void the_lowest_vertex_stands_on_the_floor(void **state)
{
    (void)state;
    tube *t = person();
    for (int i = 0; i < TUBE_V; i++) t->rest[3 * i + 1] -= 7;
    for (int k = 0; k < TUBE_JOINTS; k++) t->joints[3 * k + 1] -= 7;
    const pd_avatar_how how = plain("none");
    made m = write_avatar(t, &how);
    const json_t *a = positions(&m);
    assert_near(json_number_value(json_array_get(json_object_get(a, "min"), 1)), 0, 1e-6);
    assert_near(json_number_value(json_array_get(json_object_get(a, "max"), 1)), 1.45, 1e-5);
    const json_t *hips = at(m.json, "nodes", (size_t)node_named(&m, "pelvis"));
    assert_near(json_number_value(json_array_get(json_object_get(hips, "translation"), 1)), 0, 1e-6);
    drop(&m);
    free(t);
}

/* In the A-pose everything behind the left shoulder is turned by 45 degrees about Z:
 * the shoulder joint itself stays. */
static void the_a_pose_turns_the_arm(void **state)
{
    (void)state;
    tube *t = person();
    pd_avatar_how how = plain("none");
    how.rest.is_a_pose = true;
    made m = write_avatar(t, &how);
    const json_t *turn =
        json_object_get(at(m.json, "nodes", (size_t)node_named(&m, "left_shoulder")), "rotation");
    assert_near(json_number_value(json_array_get(turn, 2)), -sin(acos(-1) / 8), 1e-5);
    assert_near(json_number_value(json_array_get(turn, 3)), cos(acos(-1) / 8), 1e-5);
    const json_t *a = positions(&m);
    /* the tube's end, 0.7 m behind the shoulder, goes to the left (+X) */
    assert_true(json_number_value(json_array_get(json_object_get(a, "max"), 0)) > 0.2);
    drop(&m);
    free(t);
}

static void fingers_follow_the_hand_without_bones_of_their_own(void **state)
{
    (void)state;
    tube *t = person();
    snprintf(t->names[4], sizeof t->names[4], "left_wrist");
    snprintf(t->names[5], sizeof t->names[5], "left_index1");
    pd_avatar_how how = plain("none");
    how.rest.no_fingers = true;
    made m = write_avatar(t, &how);
    assert_int_equal(node_named(&m, "left_index1"), -1);
    assert_int_equal(json_array_size(json_object_get(at(m.json, "skins", 0), "joints")), TUBE_JOINTS - 1);
    drop(&m);
    free(t);
}

/* The tube begins at the floor and its pelvis is raised between two rings. The ring below moves to the plane
 * of the pelvis, nothing is lower, and everything above stays,
 * so that the top is as high as that of the whole tube. */
static void the_upper_half_ends_at_the_pelvis(void **state)
{
    (void)state;
    tube *t = person();
    pd_avatar_how how = plain("none");
    how.is_half = true;
    for (int k = 0; k < TUBE_JOINTS; k++) t->joints[3 * k + 1] += 0.67f;
    made m = write_avatar(t, &how);
    const json_t *a = positions(&m);
    assert_near(json_number_value(json_array_get(json_object_get(a, "min"), 1)), 0.67, 1e-6);
    assert_near(json_number_value(json_array_get(json_object_get(a, "max"), 1)), 1.45, 1e-5);
    const json_t *corners =
        at(m.json, "accessors", (size_t)json_integer_value(json_object_get(primitive(&m), "indices")));
    /* Rings at 0.05 r; the triangles between rings 13 and 14 (0.65, 0.70) are the lowest that are kept. */
    assert_int_equal(json_integer_value(json_object_get(corners, "count")),
                     3 * 2 * TUBE_SIDES * (TUBE_RINGS - 1 - 13));
    const json_t *hips = at(m.json, "nodes", (size_t)node_named(&m, "pelvis"));
    assert_near(json_number_value(json_array_get(json_object_get(hips, "translation"), 1)), 0.67, 1e-6);
    assert_int_equal(json_array_size(json_object_get(at(m.json, "skins", 0), "joints")), TUBE_JOINTS);
    drop(&m);
    free(t);
}

static void a_failing_allocation_is_an_error(void **state)
{
    (void)state;
    tube *t = person();
    const pd_io_glb glb = {
        .mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose, .materials = &skin, .material_count = 1};
    pd_buffer out = {.failed = 1};
    pd_error err;
    const pd_avatar_how how = plain("all");
    assert_int_equal(pd_avatar_write(&out, &glb, &how, &err), PD_ERR_MEMORY);
    pd_buffer_deinit(&out);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_names_joints_and_the_root),
        cmocka_unit_test(chosen_targets_hold_the_rigs_directions),
        cmocka_unit_test(ready_player_mes_meshes_have_one_primitive_each),
        cmocka_unit_test(a_mix_is_the_weighted_sum_of_its_parts),
        cmocka_unit_test(the_lowest_vertex_stands_on_the_floor),
        cmocka_unit_test(the_a_pose_turns_the_arm),
        cmocka_unit_test(fingers_follow_the_hand_without_bones_of_their_own),
        cmocka_unit_test(the_upper_half_ends_at_the_pelvis),
        cmocka_unit_test(a_failing_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
