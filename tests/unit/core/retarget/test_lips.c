/* Shapes that show visemes: Oculus' names, VRM's vowels, ARKit's sums, each by the names of a file. */
#include "core/retarget/lips.h"

#include "tests/support/cmocka.h"

enum { PP = 0, AA = 9, U = 13 };

static const char *name_of(const void *ctx, int i)
{
    return ((const char *const *)ctx)[i];
}

static void bind(pd_retarget_lips *lips, const char *const *names, int count)
{
    pd_retarget_lips_bind(lips, name_of, names, count);
}

static void shapes_named_as_visemes_are_moved_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"jawOpen", "vrc.v_pp", "vrc.v_aa", "vrc.v_ou", "aa", "ou"};
    pd_retarget_lips lips;
    float weights[6] = {0.9f}, visemes[PD_RETARGET_LIPS_VISEMES] = {[PP] = 0.2f, [AA] = 0.5f, [U] = 0.3f};
    bind(&lips, names, 6);
    assert_true(lips.can_speak);
    pd_retarget_lips_add(weights, &lips, visemes);
    const float expected[6] = {0.9f, 0.2f, 0.5f, 0.3f, 0, 0};
    for (int i = 0; i < 6; i++) assert_true(weights[i] == expected[i]);
}

static void vowels_of_vrm_and_of_vroid_speak(void **state)
{
    (void)state;
    static const char *const vrm[] = {"happy", "aa", "ih", "ou", "ee", "oh"};
    static const char *const vroid[] = {"Fcl_MTH_A", "Fcl_MTH_I", "Fcl_MTH_U", "Fcl_MTH_E", "Fcl_MTH_O"};
    pd_retarget_lips lips;
    float weights[6] = {0}, visemes[PD_RETARGET_LIPS_VISEMES] = {[AA] = 1};
    bind(&lips, vrm, 6);
    pd_retarget_lips_add(weights, &lips, visemes);
    assert_true(weights[1] == 1 && weights[0] == 0);
    float other[6] = {0};
    bind(&lips, vroid, 5);
    pd_retarget_lips_add(other, &lips, visemes);
    assert_true(other[0] == 1 && other[1] == 0);
}

static void arkits_shapes_are_summed_and_closed_lips_open_no_jaw(void **state)
{
    (void)state;
    static const char *const names[] = {"jawOpen", "mouthPressLeft", "mouthPressRight", "mouthFunnel"};
    pd_retarget_lips lips;
    float weights[4] = {0}, visemes[PD_RETARGET_LIPS_VISEMES] = {[PP] = 1};
    bind(&lips, names, 4);
    assert_true(lips.can_speak);
    pd_retarget_lips_add(weights, &lips, visemes);
    assert_true(weights[0] == 0 && weights[1] > 0.3f && weights[2] > 0.3f);
    visemes[PP] = 0, visemes[AA] = 0.5f, visemes[U] = 0.5f;
    pd_retarget_lips_add(weights, &lips, visemes);
    assert_true(weights[0] > 0.34f && weights[0] < 0.36f); /* .5 of .6 and .5 of .1 */
}

static void a_face_without_a_mouth_cannot_speak(void **state)
{
    (void)state;
    static const char *const names[] = {"eyeBlinkLeft", "happy"};
    pd_retarget_lips lips;
    float weights[2] = {0}, visemes[PD_RETARGET_LIPS_VISEMES] = {[AA] = 1};
    bind(&lips, names, 2);
    assert_false(lips.can_speak);
    pd_retarget_lips_add(weights, &lips, visemes);
    assert_true(weights[0] == 0 && weights[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_named_as_visemes_are_moved_alone),
        cmocka_unit_test(vowels_of_vrm_and_of_vroid_speak),
        cmocka_unit_test(arkits_shapes_are_summed_and_closed_lips_open_no_jaw),
        cmocka_unit_test(a_face_without_a_mouth_cannot_speak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
