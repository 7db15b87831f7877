/* The face of a user's own character: names of shapes, which of them close lids, requests, snapshots. */
#include "core/retarget/own_face.h"
#include "core/anim/biped.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

typedef struct scene {
    pd_buffer file;
    pd_io_gltf_face shapes;
    pd_error err;
} scene;

static void read_shapes(scene *c, const char *members)
{
    pd_buffer json = {0};
    memset(c, 0, sizeof *c);
    pd_buffer_printf(&json, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{\"mesh\":0},{\"mesh\":1}],%s}",
                     members);
    pd_buffer_add(&json, "", 1);
    avatar_pack(&c->file, (const char *)json.data, NULL, 0);
    if (pd_io_gltf_face_read(&c->shapes, (pd_bytes){c->file.data, c->file.size}, 0, &c->err) != PD_OK)
        fail_msg("%s: %s", c->err.where, c->err.detail);
    pd_buffer_deinit(&json);
}

static void end(scene *c)
{
    pd_io_gltf_face_deinit(&c->shapes);
    pd_buffer_deinit(&c->file);
}

#define TARGETS(names) "{\"extras\":{\"targetNames\":[" names "]},\"primitives\":[{\"targets\":[{},{}]}]}"

static void targets_of_several_meshes_with_one_name_are_one_shape(void **state)
{
    scene c;
    (void)state;
    read_shapes(&c, "\"meshes\":[" TARGETS("\"jawOpen\",\"smile\"") "," TARGETS("\"wide\",\"jawOpen\"") "]");
    assert_int_equal(c.shapes.count, 3);
    assert_string_equal(c.shapes.names[0], "jawOpen");
    assert_string_equal(c.shapes.names[2], "wide");
    assert_int_equal(c.shapes.node_count, 2);
    int binds = 0;
    for (int i = 0; i < c.shapes.bind_count; i++) binds += c.shapes.binds[i].shape == 0;
    assert_int_equal(binds, 2);
    end(&c);
}

/* VRM 0.x counts weights in percent and names meshes, 1.0 names nodes; a target's own name wins. */
static void expressions_of_both_versions_of_vrm_are_shapes(void **state)
{
    static const char meshes[] =
        "\"meshes\":[" TARGETS("\"jawOpen\",\"aa\"") "," TARGETS("\"wide\",\"jawOpen\"") "],\"extensions\":";
    scene c;
    char text[2048];
    (void)state;
    snprintf(
        text, sizeof text,
        "%s{\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"Joy\",\"presetName\":\"joy\","
        "\"binds\":[{\"mesh\":1,\"index\":0,\"weight\":50},{\"mesh\":7,\"index\":0,\"weight\":50},"
        "{\"mesh\":1,\"index\":9,\"weight\":1}]},{\"name\":\"Own\",\"presetName\":\"unknown\",\"binds\":[{"
        "\"mesh\":0,\"index\":1,\"weight\":100}]},{\"name\":\"empty\",\"binds\":[]}]}}}",
        meshes);
    read_shapes(&c, text);
    assert_int_equal(c.shapes.count, 5);
    assert_string_equal(c.shapes.names[3], "joy");
    assert_string_equal(c.shapes.names[4], "Own");
    assert_int_equal(c.shapes.bind_count, 6);
    assert_true(fabsf(c.shapes.binds[4].weight - 0.5f) < 1e-6f);
    end(&c);

    snprintf(
        text, sizeof text,
        "%s{\"VRMC_vrm\":{\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":1,\"index\":0,"
        "\"weight\":1}]},\"blink\":{\"morphTargetBinds\":[{\"node\":2,\"index\":1,\"weight\":0.25}]}},"
        "\"custom\":{\"wink\":{\"morphTargetBinds\":[{\"node\":0,\"index\":0,\"weight\":1}]}}}}}",
        meshes);
    read_shapes(&c, text);
    assert_int_equal(c.shapes.count, 5); /* aa is a target */
    assert_string_equal(c.shapes.names[3], "blink");
    assert_string_equal(c.shapes.names[4], "wink");
    assert_int_equal(c.shapes.bind_count, 5); /* node 0 shows no mesh */
    end(&c);
}

/* Names that are too long, and more of them than there is room for. */
static void names_beyond_the_limits_are_counted(void **state)
{
    pd_buffer text = {0};
    scene c;
    (void)state;
    pd_buffer_text(&text, "\"meshes\":[{},{\"extras\":{\"targetNames\":[");
    for (int i = 0; i < 300; i++) pd_buffer_printf(&text, "%s\"s%d\"", i ? "," : "", i);
    pd_buffer_printf(&text, ",\"%070d\"]},\"primitives\":[{\"targets\":[", 0);
    for (int i = 0; i < 301; i++) pd_buffer_text(&text, i ? ",{}" : "{}");
    pd_buffer_text(&text, "]}]}]");
    pd_buffer_add(&text, "", 1);
    read_shapes(&c, (const char *)text.data);
    assert_int_equal(c.shapes.count, PD_IO_GLTF_FACE_SHAPES);
    assert_int_equal(c.shapes.left_out, 301 - PD_IO_GLTF_FACE_SHAPES);
    pd_buffer_deinit(&text);
    end(&c);
}

/* A figure with a head alone moves in place; the face goes to its request in half a second. A state that was
 * written and read goes on bit for bit. */
static void a_request_is_reached_and_continues_after_a_snapshot(void **state)
{
    static const pd_anim_joint joints[] = {{"head", NULL, {0, 1.5, 0}}};
    pd_retarget_drive *drive = calloc(1, sizeof *drive);
    pd_retarget_own_face face = {.head = 0, .eyes = {-1, -1}};
    pd_retarget_own_live live = {0}, again = {0};
    pd_retarget_face_request request = {.hands = {-1, -1}, .seconds = 0.5, .shape_count = 2};
    pd_retarget_face_unknown unknown;
    pd_retarget_own_goal goal;
    pd_retarget_match match = {.facing = {0, 0, 0, 1}};
    pd_anim_skeleton skeleton;
    pd_fields_writer writer = {0};
    pd_fields_reader reader;
    pd_buffer bytes = {0};
    float weights[PD_IO_GLTF_FACE_SHAPES], theirs[PD_IO_GLTF_FACE_SHAPES];
    scene c;
    (void)state;

    read_shapes(&c, "\"meshes\":[" TARGETS("\"viseme_aa\",\"smile\"") ",{}]");
    face.shapes = c.shapes;
    for (int r = 0; r < PD_OWN_ROLES; r++) face.roles[r] = -1;
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, 1, NULL), PD_OK);
    *drive = (pd_retarget_drive){.file = &skeleton, .match = &match, .unit = 1, .scale = 1};
    drive->rotations[0] = pd_q_identity();
    strcpy(request.shapes[0].name, "smile"), request.shapes[0].weight = 0.8f;
    strcpy(request.shapes[1].name, "viseme_sil"), request.shapes[1].weight = 1;
    assert_int_equal(pd_retarget_own_face_goal(&goal, &unknown, &request, &face, &c.err), PD_OK);
    assert_int_equal(unknown.count, 0);
    pd_retarget_own_live_set(&live, &face, &goal);
    for (int t = 0; t < 15; t++) pd_retarget_own_live_step(&live, &face, drive, NULL, 1.0 / 60);
    pd_retarget_own_live_weights(weights, &live, &face);
    assert_true(weights[1] > 0.39f && weights[1] < 0.41f && weights[0] <= 0);

    pd_fields_begin(&writer);
    pd_retarget_own_live_put(&writer, &live);
    pd_fields_end(&bytes, &writer);
    assert_int_equal(pd_fields_open(&reader, bytes.data, bytes.size), bytes.size);
    assert_true(pd_retarget_own_live_get(&again, &reader));
    for (int t = 0; t < 400; t++) {
        pd_retarget_own_live_step(&live, &face, drive, NULL, 1.0 / 60);
        pd_retarget_own_live_step(&again, &face, drive, NULL, 1.0 / 60);
        pd_retarget_own_live_weights(weights, &live, &face);
        pd_retarget_own_live_weights(theirs, &again, &face);
        assert_memory_equal(weights, theirs, 2 * sizeof *weights);
        assert_true(live.alive.lids == again.alive.lids);
    }
    assert_true(fabsf(weights[1] - 0.8f) < 1e-6f);

    /* what it refuses */
    request.hands[0] = 1;
    assert_int_equal(pd_retarget_own_face_goal(&goal, &unknown, &request, &face, &c.err), PD_ERR_UNSUPPORTED);
    assert_string_equal(c.err.where, "/left_hand");
    request.hands[0] = -1, request.shape_count = 1;
    strcpy(request.shapes[0].name, "smlie");
    assert_int_equal(pd_retarget_own_face_goal(&goal, &unknown, &request, &face, &c.err), PD_ERR_INVALID);
    assert_non_null(strstr(c.err.detail, "did you mean smile?"));
    pd_fields_writer_deinit(&writer);
    pd_buffer_deinit(&bytes);
    free(drive);
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_of_several_meshes_with_one_name_are_one_shape),
        cmocka_unit_test(expressions_of_both_versions_of_vrm_are_shapes),
        cmocka_unit_test(names_beyond_the_limits_are_counted),
        cmocka_unit_test(a_request_is_reached_and_continues_after_a_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
