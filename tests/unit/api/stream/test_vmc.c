/* Sizes and order of VMC messages. tests/e2e/vmc.py checks their meaning with a receiver that was written
 * from the protocol. */
#include "api/stream/vmc.h"

#include "core/anim/biped.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void a_character_is_a_few_datagrams_that_end_with_the_time(void **state)
{
    (void)state;
    pd_anim_skeleton s;
    pd_anim_humanoid h;
    pd_anim_human_pose pose = {.root = {1, 0, 2}, .root_rotation = {0, 0, 0, 1}};
    pd_buffer out = {0};
    size_t ends[PD_API_VMC_BUNDLES];
    int count;
    static const unsigned char time[] = "/VMC/Ext/T\0\0,f\0\0\x3f\xc0\0"; /* 1.5 */
    pd_anim_biped_skeleton(&s);
    assert_int_equal(pd_anim_humanoid_init(&h, &s, 1, NULL), PD_OK);
    pd_api_vmc_write(&out, ends, &count, &h, &pose, NULL, 1.5);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) {
        size_t size = ends[i] - (i ? ends[i - 1] : 0);
        assert_true(size % 4 == 0 && size <= PD_API_VMC_BYTES);
        assert_memory_equal(out.data + ends[i] - size, "#bundle\0\0\0\0\0\0\0\0\1", 16);
    }
    assert_int_equal(ends[count - 1], out.size);
    assert_memory_equal(out.data + out.size - sizeof time, time, sizeof time);
    assert_memory_equal(out.data + 20, "/VMC/Ext/Root/Pos\0\0\0,sfffffff\0\0\0root\0\0\0\0\xbf\x80\0\0", 44);
    pd_buffer_deinit(&out);
}

/* Returns whether the bundles have a message of this address and name. */
static bool has_message(const pd_buffer *out, const char *address, const char *types, const char *name)
{
    char message[128] = {0};
    size_t size = 0;
    const char *const words[] = {address, types, name};

    for (int i = 0; i < 3; i++) {
        memcpy(message + size, words[i], strlen(words[i]));
        size += strlen(words[i]) / 4 * 4 + 4;
    }

    return memmem(out->data, out->size, message, size) != NULL;
}

static void a_body_with_a_face_sends_its_weights_and_fingers_in_datagrams_that_fit(void **state)
{
    static pd_api_vmc_face face;
    pd_anim_skeleton s;
    pd_anim_humanoid h;
    pd_anim_human_pose pose = {.root_rotation = {0, 0, 0, 1}};
    pd_buffer out = {0};
    size_t ends[PD_API_VMC_BUNDLES];
    int count;

    (void)state;
    pd_anim_biped_skeleton(&s);
    assert_int_equal(pd_anim_humanoid_init(&h, &s, 1, NULL), PD_OK);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) face.fingers[i] = pd_q_identity();
    pd_api_vmc_write(&out, ends, &count, &h, &pose, &face, 1.5);
    for (int i = 0; i < count; i++) assert_true(ends[i] - (i ? ends[i - 1] : 0) <= PD_API_VMC_BYTES);

    static const char *const fingers[] = {"LeftThumbProximal", "LeftIndexDistal", "RightLittleIntermediate",
                                          "RightRingProximal", "RightThumbDistal"};
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++)
        assert_true(has_message(&out, "/VMC/Ext/Bone/Pos", ",sfffffff", fingers[i]));
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        assert_int_equal(has_message(&out, "/VMC/Ext/Blend/Val", ",sf", pd_retarget_face_names[i]),
                         strncmp(pd_retarget_face_names[i], "viseme_", 7) != 0);
    static const char *const usual[] = {"A", "I", "U", "E", "O", "Blink_L", "Blink_R"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        assert_true(has_message(&out, "/VMC/Ext/Blend/Val", ",sf", usual[i]));
    static const char apply[] = "/VMC/Ext/Blend/Apply\0\0\0\0,";
    assert_non_null(memmem(out.data, out.size, apply, sizeof apply - 1));
    pd_buffer_deinit(&out);
}

static void an_empty_scene_is_a_datagram_with_no_character(void **state)
{
    (void)state;
    static const unsigned char expected[] =
        "#bundle\0\0\0\0\0\0\0\0\1\0\0\0\x20/VMC/Ext/OK\0,iii\0\0\0\0\0\0\0\0\0\0\0\3\0\0\0\0"
        "\0\0\0\x14/VMC/Ext/T\0\0,f\0\0\0\0\0";
    const pd_anim_humanoid h = {0};
    pd_buffer out = {0};
    size_t ends[PD_API_VMC_BUNDLES];
    int count;
    pd_api_vmc_write(&out, ends, &count, &h, NULL, NULL, 0);
    assert_int_equal(count, 1);
    assert_int_equal(out.size, sizeof expected);
    assert_memory_equal(out.data, expected, sizeof expected);
    pd_buffer_deinit(&out);
}

static unsigned big(const unsigned char *p)
{
    return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
}

static float number(const unsigned char *p)
{
    unsigned bits = big(p);
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static size_t padded(const char *text)
{
    return strlen(text) / 4 * 4 + 4;
}

/* Checks that a place and a rotation are sent in Unity's frame, which is left-handed: its x is ours negated,
 * so that turns about y and z have the other sense. */
static void is_unity(const unsigned char *p, pd_vec3 at, pd_quat q)
{
    const double wanted[7] = {-at.x, at.y, at.z, q.x, -q.y, -q.z, q.w};
    for (int i = 0; i < 7; i++) assert_near((double)number(p + 4 * i), wanted[i], 1e-6);
}

static void every_bone_is_sent_once_with_its_place_and_turn_in_unitys_frame(void **state)
{
    (void)state;
    pd_anim_skeleton s;
    pd_anim_humanoid h;
    pd_anim_human_pose pose = {.root = {1.5, -2, 3},
                               .root_rotation = pd_q_axis_angle(pd_vec3_make(0.6, 0, 0.8), 0.7)};
    pd_buffer out = {0};
    size_t ends[PD_API_VMC_BUNDLES], at = 0;
    int count, seen[PD_ANIM_HUMAN_COUNT] = {0}, roots = 0, states = 0, times = 0;
    for (int i = 0; i < PD_ANIM_HUMAN_COUNT; i++) {
        pose.positions[i] = pd_vec3_make(0.1 * i, 1 - 0.03 * i, -0.02 * i);
        pose.rotations[i] = pd_q_axis_angle(pd_vec3_make(0.48, -0.6, 0.64), 0.1 * i);
    }
    pd_anim_biped_skeleton(&s);
    assert_int_equal(pd_anim_humanoid_init(&h, &s, 1, NULL), PD_OK);
    pd_api_vmc_write(&out, ends, &count, &h, &pose, NULL, 2.25);
    for (int b = 0; b < count; b++) {
        assert_memory_equal(out.data + at, "#bundle", 8);
        at += 16;
        while (at < ends[b]) {
            size_t size = big(out.data + at);
            const char *address = (const char *)out.data + at + 4, *types = address + padded(address);
            const unsigned char *values = (const unsigned char *)types + padded(types);
            at += 4 + size;
            assert_true(at <= ends[b]);
            if (!strcmp(address, "/VMC/Ext/OK")) {
                assert_string_equal(types, ",iii");
                assert_int_equal(big(values), 1);
                assert_int_equal(big(values + 4), 3);
                assert_int_equal(big(values + 8), 0);
                states++;
                continue;
            }
            if (!strcmp(address, "/VMC/Ext/T")) {
                assert_string_equal(types, ",f");
                assert_near((double)number(values), 2.25, 0);
                times++;
                continue;
            }
            const char *name = (const char *)values;
            assert_string_equal(types, ",sfffffff");
            values += padded(name);
            assert_ptr_equal(values + 28, out.data + at);
            if (!strcmp(address, "/VMC/Ext/Root/Pos")) {
                assert_string_equal(name, "root");
                is_unity(values, pose.root, pose.root_rotation);
                roots++;
                continue;
            }
            assert_string_equal(address, "/VMC/Ext/Bone/Pos");
            int bone = 0;
            while (bone < PD_ANIM_HUMAN_COUNT && strcmp(pd_anim_human_names[bone], name) != 0) bone++;
            assert_true(bone < PD_ANIM_HUMAN_COUNT);
            is_unity(values, pose.positions[bone], pose.rotations[bone]);
            seen[bone]++;
        }
        assert_int_equal(at, ends[b]);
    }
    for (int i = 0; i < PD_ANIM_HUMAN_COUNT; i++) assert_int_equal(seen[i], h.joints[i] >= 0);
    assert_true(roots == 1 && states == 1 && times == 1);
    assert_int_equal(at, out.size);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_with_a_face_sends_its_weights_and_fingers_in_datagrams_that_fit),
        cmocka_unit_test(a_character_is_a_few_datagrams_that_end_with_the_time),
        cmocka_unit_test(an_empty_scene_is_a_datagram_with_no_character),
        cmocka_unit_test(every_bone_is_sent_once_with_its_place_and_turn_in_unitys_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
