/* Sizes and order; what the messages mean is looked at in tests/e2e/vmc.py by a receiver written from the protocol. */
#include "api/stream/vmc.h"

#include "core/anim/biped.h"
#include "tests/support/cmocka.h"

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
    pd_api_vmc_write(&out, ends, &count, &h, &pose, 1.5);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) {
        size_t size = ends[i] - (i ? ends[i - 1] : 0);
        assert_true(size % 4 == 0 && size <= PD_API_VMC_BYTES);
        assert_memory_equal(out.data + ends[i] - size, "#bundle\0\0\0\0\0\0\0\0\1", 16);
    }
    assert_int_equal(ends[count - 1], out.size);
    assert_memory_equal(out.data + out.size - sizeof time, time, sizeof time);
    assert_memory_equal(out.data + 20, "/VMC/Ext/Root/Pos\0\0\0,sfffffff\0\0\0root\0\0\0\0\xbf\x80\0\0", 48);
    pd_buffer_deinit(&out);
}

static void nobody_is_a_datagram_that_says_so(void **state)
{
    (void)state;
    static const unsigned char expected[] =
        "#bundle\0\0\0\0\0\0\0\0\1\0\0\0\x20/VMC/Ext/OK\0,iii\0\0\0\0\0\0\0\0\0\0\0\3\0\0\0\0"
        "\0\0\0\x14/VMC/Ext/T\0\0,f\0\0\0\0\0";
    const pd_anim_humanoid h = {0};
    pd_buffer out = {0};
    size_t ends[PD_API_VMC_BUNDLES];
    int count;
    pd_api_vmc_write(&out, ends, &count, &h, NULL, 0);
    assert_int_equal(count, 1);
    assert_int_equal(out.size, sizeof expected);
    assert_memory_equal(out.data, expected, sizeof expected);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_is_a_few_datagrams_that_end_with_the_time),
        cmocka_unit_test(nobody_is_a_datagram_that_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
