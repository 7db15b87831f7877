/* Axes of joints at rest, and a morph target that moves nothing. */
#include "tests/support/tube.h"
#include "tests/support/cmocka.h"

#include "core/io/surface/gltf_skin.h"
#include "core/math/rotation.h"

#include <jansson.h>

/* A rotation about x, y and z in turn, by an angle that grows with the joint. */
static void odd_axes(float *out, int count)
{
    for (int k = 0; k < count; k++) {
        double m[9], r[3] = {0};
        r[k % 3] = 0.4 + 0.3 * k;
        pd_rot_from_axis_angle(m, r);
        for (int i = 0; i < 9; i++) out[9 * k + i] = (float)m[i];
    }
}

static pd_buffer written(const pd_io_glb *glb)
{
    pd_buffer out = {0};
    pd_error err = {0};
    if (pd_io_glb_write(&out, glb, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return out;
}

/* With Q_k the world rotation of node k and A_k that of its bind pose, Q_k A_k^-1 turns the skin: it may not
 * depend on A. */
static void the_axes_of_joints_have_no_effect_on_the_skin(void **state)
{
    (void)state;
    tube *t = tube_create();
    float axes[9 * TUBE_JOINTS];
    pd_io_glb glb = {.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose};
    pd_io_skin skins[2];
    for (int with = 0; with < 2; with++) {
        if (with) odd_axes(axes, TUBE_JOINTS), t->pose.axes = axes;
        pd_buffer file = written(&glb);
        assert_int_equal(pd_io_skin_read(&skins[with], (pd_bytes){file.data, file.size}, NULL, NULL), PD_OK);
        pd_buffer_deinit(&file);
    }

    /* World rotations and places of both files. */
    pd_quat world[2][TUBE_JOINTS];
    pd_vec3 place[2][TUBE_JOINTS];
    for (int with = 0; with < 2; with++)
        for (int k = 0; k < TUBE_JOINTS; k++) {
            const pd_io_skin_joint *j = &skins[with].joints[k];
            world[with][k] = k ? pd_q_mul(world[with][k - 1], j->rotation) : j->rotation;
            place[with][k] =
                k ? pd_vec3_add(place[with][k - 1], pd_q_rotate(world[with][k - 1], j->offset)) : j->offset;
        }
    for (int k = 0; k < TUBE_JOINTS; k++) {
        const pd_quat turn = pd_q_mul(world[1][k], pd_q_conjugate(skins[1].joints[k].bind));
        const double same = fabs(turn.x * world[0][k].x + turn.y * world[0][k].y + turn.z * world[0][k].z +
                                 turn.w * world[0][k].w);
        assert_near(same, 1, 1e-6);
        assert_near(pd_vec3_distance(place[0][k], place[1][k]), 0, 1e-6);
        float own[4];
        pd_rot_to_quat_array(own, axes + 9 * k, 1);
        const pd_quat bind = skins[1].joints[k].bind;
        assert_near(fabs(bind.x * (double)own[0] + bind.y * (double)own[1] + bind.z * (double)own[2] +
                         bind.w * (double)own[3]),
                    1, 1e-6);
    }
    for (int with = 0; with < 2; with++) pd_io_skin_deinit(&skins[with]);
    free(t);
}

static json_t *json_of(const pd_buffer *file)
{
    uint32_t size;
    memcpy(&size, file->data + 12, sizeof size);
    return json_loadb((const char *)file->data + 20, size, 0, NULL);
}

/* viseme_sil has to be there by name although nothing moves; it takes no bytes. */
static void a_still_morph_is_named_last_and_takes_no_bytes(void **state)
{
    static const char *const names[] = {"a", "b"};
    (void)state;
    tube *t = tube_create();
    t->rig.morph_names = names;
    pd_io_glb glb = {.mesh = &t->mesh, .rig = &t->rig, .poses = &t->pose};
    size_t bin[2];
    for (int with = 0; with < 2; with++) {
        t->rig.still_morph = with ? "still" : NULL;
        pd_buffer file = written(&glb);
        json_t *json = json_of(&file), *mesh = json_array_get(json_object_get(json, "meshes"), 0);
        bin[with] = (size_t)json_integer_value(
            json_object_get(json_array_get(json_object_get(json, "buffers"), 0), "byteLength"));
        const json_t *texts = json_object_get(json_object_get(mesh, "extras"), "targetNames");
        assert_int_equal(json_array_size(texts), 2 + with);
        assert_int_equal(json_array_size(json_object_get(mesh, "weights")), 2 + with);
        if (with) {
            assert_string_equal(json_string_value(json_array_get(texts, 2)), "still");
            const json_t *target = json_array_get(
                json_object_get(json_array_get(json_object_get(mesh, "primitives"), 0), "targets"), 2);
            const json_t *accessor =
                json_array_get(json_object_get(json, "accessors"),
                               (size_t)json_integer_value(json_object_get(target, "POSITION")));
            assert_null(json_object_get(accessor, "bufferView"));
            assert_int_equal(json_integer_value(json_object_get(accessor, "count")), TUBE_V);
        }
        json_decref(json);
        pd_buffer_deinit(&file);
    }
    assert_int_equal(bin[0], bin[1]);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_axes_of_joints_have_no_effect_on_the_skin),
        cmocka_unit_test(a_still_morph_is_named_last_and_takes_no_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
