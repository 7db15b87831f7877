/* Tests what posedctl vmc makes of datagrams: bones, the hips in the world, the person's height, weights. */
#include "tools/client/vmc_figure.h"

#include "core/io/mocap/osc.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <math.h>

static pd_tool_vmc_figure figure;

/* Sends a place as a datagram of its own, in Unity's axes. */
static pd_status send_place(const char *address, const char *name, const float n[7], pd_error *err)
{
    pd_buffer out = {0};
    pd_osc_bundle(&out);
    const size_t opened = pd_osc_open(&out, address, "sfffffff");
    pd_osc_text(&out, name);
    for (int i = 0; i < 7; i++) pd_osc_float(&out, n[i]);
    pd_osc_close(&out, opened);
    const pd_status status = pd_tool_vmc_take(&figure, (pd_bytes){out.data, out.size}, err);
    pd_buffer_deinit(&out);
    return status;
}

static void send_bone(const char *name, float x, float y, float z)
{
    const float n[7] = {x, y, z, 0, 0, 0, 1};
    assert_int_equal(send_place("/VMC/Ext/Bone/Pos", name, n, NULL), PD_OK);
}

static void send_weight(const char *name, float weight)
{
    pd_buffer out = {0};
    pd_osc_bundle(&out);
    size_t opened = pd_osc_open(&out, "/VMC/Ext/Blend/Val", "sf");
    pd_osc_text(&out, name);
    pd_osc_float(&out, weight);
    pd_osc_close(&out, opened);
    pd_osc_close(&out, (opened = pd_osc_open(&out, "/VMC/Ext/Blend/Apply", "")));
    assert_int_equal(pd_tool_vmc_take(&figure, (pd_bytes){out.data, out.size}, NULL), PD_OK);
    pd_buffer_deinit(&out);
}

static json_t *next_message(bool face)
{
    pd_buffer out = {0};
    const bool is_there =
        face ? pd_tool_vmc_face(&out, &figure, 7) : pd_tool_vmc_observe(&out, &figure, 7, 1.5);
    json_t *message = is_there ? json_loadb((const char *)out.data, out.size, 0, NULL) : NULL;
    pd_buffer_deinit(&out);
    return message;
}

static double number_at(const json_t *message, const char *object, const char *name, size_t i)
{
    const json_t *row = json_object_get(json_object_get(message, object), name);
    const json_t *number = json_is_array(row) ? json_array_get(row, i) : row;
    assert_true(json_is_number(number));
    return json_number_value(number);
}

static int start(void **state)
{
    (void)state;
    pd_tool_vmc_init(&figure);
    return 0;
}

static void bones_become_rotations_and_the_hips_a_place_in_our_axes(void **state)
{
    (void)state;
    const float s = sqrtf(.5f);
    const float root[7] = {-2, 0, 1, 0, s, 0, s};    /* a quarter turn about +Y in Unity: to the right */
    const float hips[7] = {0, .9f, .1f, 0, 0, 0, 1}; /* .1 m in front of the root */
    const float arm[7] = {-.1f, 0, 0, 0, 0, s, s};   /* about Unity's +Z */
    assert_int_equal(send_place("/VMC/Ext/Root/Pos", "root", root, NULL), PD_OK);
    assert_int_equal(send_place("/VMC/Ext/Bone/Pos", "LeftUpperArm", arm, NULL), PD_OK);
    assert_null(next_message(false)); /* no hips yet */
    assert_int_equal(send_place("/VMC/Ext/Bone/Pos", "Hips", hips, NULL), PD_OK);
    send_bone("LeftThumbIntermediate", 0, 0, 0);

    json_t *m = next_message(false);
    assert_string_equal(json_string_value(json_object_get(m, "set")), "humanoid");
    assert_int_equal(json_integer_value(json_object_get(m, "id")), 7);

    /* Unity's -x is our +x: the root is at x = 2 and faces our -x, where the hips are .1 m ahead. */
    const double at[3] = {1.9, .9, 1};
    for (size_t i = 0; i < 3; i++) assert_near(number_at(m, "points", "hips", i), at[i], 1e-6);
    assert_near(number_at(m, "orientations", "hips", 1), -(double)s, 1e-6);
    assert_near(number_at(m, "orientations", "leftUpperArm", 2), -(double)s, 1e-6);
    assert_near(number_at(m, "orientations", "leftThumbProximal", 3), 1, 1e-9); /* VRM 1.0's name */
    assert_null(json_object_get(m, "height"));
    json_decref(m);
    assert_null(next_message(false)); /* nothing new */
}

static void the_height_is_that_of_people_with_such_legs(void **state)
{
    (void)state;
    send_bone("Hips", 0, .9f, 0);
    send_bone("LeftUpperLeg", -.1f, -.05f, 0);
    send_bone("LeftLowerLeg", 0, -.38f, 0);
    send_bone("LeftFoot", 0, -.4f, 0);
    json_t *m = next_message(false);
    assert_near(json_number_value(json_object_get(m, "height")), .83 / .486, .01);
    json_decref(m);
}

static void presets_of_vrm_move_arkits_shapes_and_visemes(void **state)
{
    (void)state;
    assert_null(next_message(true));
    send_weight("Blink", .7f);
    send_weight("A", .4f);
    send_weight("jawOpen", 2);
    json_t *m = next_message(true);
    assert_near(number_at(m, "blend_shapes", "eyeBlinkLeft", 0), .7, 1e-6);
    assert_near(number_at(m, "blend_shapes", "eyeBlinkRight", 0), .7, 1e-6);
    assert_near(number_at(m, "blend_shapes", "viseme_aa", 0), .4, 1e-6);
    assert_near(number_at(m, "blend_shapes", "jawOpen", 0), 1, 1e-9);
    assert_null(json_object_get(json_object_get(m, "blend_shapes"), "Blink"));
    json_decref(m);
}

static void numbers_that_no_bone_can_have_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const float rows[][7] = {
        {NAN, 0, 0, 0, 0, 0, 1}, {0, 1e4f, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        assert_int_equal(send_place("/VMC/Ext/Bone/Pos", "Hips", rows[i], &err), PD_ERR_RANGE);
        assert_string_equal(err.where, "Hips");
    }
    assert_null(next_message(false));
}

/* More names than there is room for, one that is too long, and eyes, which are no bone of ours. */
static void what_has_no_place_is_left_out(void **state)
{
    (void)state;
    char name[100];
    for (int i = 0; i < 2 * PD_TOOL_VMC_SHAPES; i++) {
        snprintf(name, sizeof name, "shape%d", i);
        send_weight(name, .5f);
    }
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    send_weight(name, .5f);
    assert_int_equal(figure.shape_count, PD_TOOL_VMC_SHAPES);
    send_bone("LeftEye", 0, 0, 0);
    assert_null(next_message(false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bones_become_rotations_and_the_hips_a_place_in_our_axes, start),
        cmocka_unit_test_setup(the_height_is_that_of_people_with_such_legs, start),
        cmocka_unit_test_setup(presets_of_vrm_move_arkits_shapes_and_visemes, start),
        cmocka_unit_test_setup(numbers_that_no_bone_can_have_are_refused_and_change_nothing, start),
        cmocka_unit_test_setup(what_has_no_place_is_left_out, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
