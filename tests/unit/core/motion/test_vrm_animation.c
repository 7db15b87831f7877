/* VRM animations: bones by their names in a T-pose, rotations relative to it,
 * hips that go where the clip's do. */
#include "core/motion/vrm_animation.h"

#include "core/anim/biped.h"
#include "core/motion/capture.h"
#include "core/smpl/part/hand.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const float *values(const json_t *root, const unsigned char *bin, const json_t *sampler)
{
    const json_t *accessor = json_array_get(json_object_get(root, "accessors"),
                                            (size_t)json_integer_value(json_object_get(sampler, "output")));
    const json_t *view = json_array_get(json_object_get(root, "bufferViews"),
                                        (size_t)json_integer_value(json_object_get(accessor, "bufferView")));
    return (const float *)(const void *)(bin + json_integer_value(json_object_get(view, "byteOffset")));
}

static void rotations_are_relative_to_a_t_pose(void **state)
{
    (void)state;
    const pd_quat raised = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.5);
    pd_anim_skeleton biped;
    pd_anim_clip clip;
    pd_buffer out = {0};
    pd_error err;
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&clip, &biped, 3, 60, &err), PD_OK);
    for (int t = 0; t < 3; t++) {
        for (int j = 0; j < biped.joint_count; j++) pd_anim_clip_frame(&clip, t)[j] = pd_q_identity();
        pd_anim_clip_frame(&clip, t)[PD_BIPED_L_ARM] = t == 2 ? raised : pd_q_identity();
        clip.roots[t] = pd_vec3_make(t, PD_ANIM_BIPED_REST_HEIGHT, 2 * t);
    }
    assert_int_equal(pd_motion_vrm_animation(&out, &clip, "walk", NULL, NULL, &err), PD_OK);

    uint32_t size;
    memcpy(&size, out.data + 12, 4);
    json_t *root = json_loadb((const char *)out.data + 20, size, 0, NULL);
    const unsigned char *bin = out.data + 28 + size;
    const json_t *extension = json_object_get(json_object_get(root, "extensions"), "VRMC_vrm_animation");
    const json_t *list = json_object_get(json_object_get(extension, "humanoid"), "humanBones");
    assert_string_equal(json_string_value(json_object_get(extension, "specVersion")), "1.0");
    assert_int_equal(json_object_size(list), 21);
    const json_int_t arm = json_integer_value(json_object_get(json_object_get(list, "leftUpperArm"), "node"));
    const json_int_t hips = json_integer_value(json_object_get(json_object_get(list, "hips"), "node"));
    const json_t *node = json_array_get(json_object_get(root, "nodes"), (size_t)hips);
    assert_near(json_real_value(json_array_get(json_object_get(node, "translation"), 1)),
                PD_ANIM_BIPED_REST_HEIGHT, 0.08);

    const json_t *animation = json_array_get(json_object_get(root, "animations"), 0), *channel;
    size_t i;
    int seen = 0;
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        const json_t *target = json_object_get(channel, "target");
        const json_int_t of = json_integer_value(json_object_get(target, "node"));
        const char *path = json_string_value(json_object_get(target, "path"));
        const float *v =
            values(root, bin,
                   json_array_get(json_object_get(animation, "samplers"),
                                  (size_t)json_integer_value(json_object_get(channel, "sampler"))));
        if (of == arm) {
            assert_near(v[3], 1, 1e-6);
            assert_near(fabsf(v[8 + 2]), sin(0.25), 1e-5);
            seen |= 1;
        }
        if (of == hips && !strcmp(path, "translation")) {
            assert_near(v[6] - v[0], 2, 1e-5);
            assert_near(v[8] - v[2], 4, 1e-5);
            seen |= 2;
        }
    }
    assert_int_equal(seen, 3);
    json_decref(root);
    pd_anim_clip_deinit(&clip);
    pd_buffer_deinit(&out);
}

static void a_written_vrma_is_read_again_by_its_name(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-XXXXXX.vrma";
    pd_anim_skeleton biped;
    const pd_anim_skeleton *s = &biped;
    pd_motion_capture capture;
    pd_buffer out = {0};
    pd_anim_clip clip;
    pd_error err;
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&clip, s, 30, 60, &err), PD_OK);
    for (int t = 0; t < clip.frame_count; t++) {
        for (int k = 0; k < s->joint_count; k++) pd_anim_clip_frame(&clip, t)[k] = pd_q_identity();
        clip.roots[t] = pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0.01 * t);
    }
    assert_int_equal(pd_motion_vrm_animation(&out, &clip, "walk", NULL, NULL, &err), PD_OK);

    const int file = mkstemps(path, 5);
    assert_true(file >= 0 && write(file, out.data, out.size) == (ssize_t)out.size);
    close(file);
    assert_int_equal(pd_motion_capture_load(&capture, path, NULL, &err), PD_OK);
    unlink(path);
    assert_int_equal(capture.clip.frame_count, 30);
    assert_near(capture.clip.roots[29].z - capture.clip.roots[0].z, 0.29, 1e-4);
    pd_motion_capture_deinit(&capture);
    pd_anim_clip_deinit(&clip);
    pd_buffer_deinit(&out);
}

static void a_skeleton_that_is_not_a_humanoid_is_refused(void **state)
{
    (void)state;
    const pd_anim_joint one[] = {{"a", NULL, {0, 0, 0}}};
    pd_anim_skeleton s;
    pd_anim_clip clip;
    pd_buffer out = {0};
    pd_error err;
    assert_int_equal(pd_anim_skeleton_init(&s, one, 1, &err), PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &s, 1, 60, &err), PD_OK);
    assert_int_equal(pd_motion_vrm_animation(&out, &clip, "walk", NULL, NULL, &err), PD_ERR_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    pd_anim_clip_deinit(&clip);
}

/* Requests of hands move the 30 bones of fingers, and without one the file has none. */
static void hands_by_name_have_fingers(void **state)
{
    static const int poses[2][2] = {{PD_SMPL_HAND_FIST, -1}, {-1, -1}};
    static const int frames[2] = {0, 2};
    static const double seconds[2] = {0, 0};
    const pd_motion_vrm_hands hands = {.count = 2, .poses = poses, .frames = frames, .seconds = seconds};
    pd_anim_skeleton biped;
    pd_anim_clip clip;
    pd_buffer out = {0};
    pd_error err;
    uint32_t size;
    (void)state;

    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&clip, &biped, 4, 60, &err), PD_OK);
    for (int t = 0; t < 4; t++)
        for (int j = 0; j < biped.joint_count; j++) pd_anim_clip_frame(&clip, t)[j] = pd_q_identity();
    assert_int_equal(pd_motion_vrm_animation(&out, &clip, "walk", NULL, &hands, &err), PD_OK);
    memcpy(&size, out.data + 12, 4);
    json_t *root = json_loadb((const char *)out.data + 20, size, 0, NULL);
    const unsigned char *bin = out.data + 28 + size;
    const json_t *list = json_object_get(
        json_object_get(json_object_get(json_object_get(root, "extensions"), "VRMC_vrm_animation"),
                        "humanoid"),
        "humanBones");
    assert_int_equal(json_object_size(list), 21 + 30);
    const json_int_t left =
        json_integer_value(json_object_get(json_object_get(list, "leftIndexIntermediate"), "node"));
    const json_int_t right =
        json_integer_value(json_object_get(json_object_get(list, "rightIndexIntermediate"), "node"));
    const json_t *animation = json_array_get(json_object_get(root, "animations"), 0), *channel;
    size_t i;
    int seen = 0;

    /* A fist bends the middle joint by 85 degrees more than at rest, which is straight here. */
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        const json_t *target = json_object_get(channel, "target");
        const json_int_t node = json_integer_value(json_object_get(target, "node"));
        if ((node != left && node != right) ||
            strcmp(json_string_value(json_object_get(target, "path")), "rotation") != 0)
            continue;
        const json_t *sampler =
            json_array_get(json_object_get(animation, "samplers"),
                           (size_t)json_integer_value(json_object_get(channel, "sampler")));
        const float *q = values(root, bin, sampler);
        seen++;
        for (int t = 0; t < 4; t++) {
            const double bend = 2 * acos(fmin(1, fabs((double)q[4 * t + 3]))) * 180 / M_PI;
            assert_near(bend, node == left && t < 2 ? 85 + 12.4 : 0, 0.1);
        }
    }

    assert_int_equal(seen, 2);
    json_decref(root);
    pd_buffer_deinit(&out);
    pd_anim_clip_deinit(&clip);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(rotations_are_relative_to_a_t_pose),
        cmocka_unit_test(hands_by_name_have_fingers),
        cmocka_unit_test(a_written_vrma_is_read_again_by_its_name),
        cmocka_unit_test(a_skeleton_that_is_not_a_humanoid_is_refused),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
