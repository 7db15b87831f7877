/* Tests the axes of joints in WebXR and OpenXR for a person in a T-pose, by the specifications. */
#include "core/retarget/character/xr_axes.h"

#include "tests/support/cmocka.h"

#include <string.h>

/* Checks where the frame's -Z, +Y and +X point, for a person in a T-pose who looks along +Z. */
static void points(pd_retarget_xr_axes axes, pd_vec3 forward, pd_vec3 up, pd_vec3 right)
{
    const pd_quat f = pd_retarget_xr_frame(axes);
    const pd_vec3 wanted[3] = {forward, up, right};
    const pd_vec3 are[3] = {pd_q_rotate(f, pd_vec3_make(0, 0, -1)), pd_q_rotate(f, pd_vec3_make(0, 1, 0)),
                            pd_q_rotate(f, pd_vec3_make(1, 0, 0))};
    for (int i = 0; i < 3; i++) assert_true(pd_vec3_length(pd_vec3_sub(wanted[i], are[i])) < 1e-9);
}

static void frames_point_where_the_specifications_say(void **state)
{
    const pd_vec3 left = {1, 0, 0}, right = {-1, 0, 0}, up = {0, 1, 0}, down = {0, -1, 0}, front = {0, 0, 1},
                  back = {0, 0, -1};
    (void)state;
    points(PD_XR_VIEWER, front, up, right);
    points(PD_XR_LEFT_HAND, left, up, front);    /* fingers, back, thumb */
    points(PD_XR_RIGHT_HAND, right, up, back);   /* the thumb is at -X   */
    points(PD_XR_LEFT_GRIP, front, right, down); /* thumb; +X out of the palm */
    points(PD_XR_RIGHT_GRIP, front, left, up);   /* thumb; +X out of the back */
    points(PD_XR_TRUNK, up, back, right);
    points(PD_XR_LEG, down, front, right);
    points(PD_XR_FOOT, front, up, right);
}

static void bones_take_the_frame_from_their_t_pose(void **state)
{
    pd_anim_humanoid h;
    pd_quat axes[PD_ANIM_HUMAN_COUNT];
    (void)state;
    memset(&h, 0, sizeof h);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) h.rest_inverse[b] = pd_q_identity();
    h.joints[PD_HUMAN_NECK] = -1;
    const pd_quat rest =
        pd_q_axis_angle(pd_vec3_make(0, 0, 1), -1.2); /* a skeleton that rests in an A-pose */
    h.rest_inverse[PD_HUMAN_L_HAND] = pd_q_conjugate(rest);
    pd_retarget_xr_bones(axes, &h);

    assert_true(pd_q_angle(axes[PD_HUMAN_NECK], pd_q_identity()) < 1e-9);
    assert_true(pd_q_angle(pd_q_mul(rest, axes[PD_HUMAN_L_HAND]), pd_retarget_xr_frame(PD_XR_LEFT_HAND)) <
                1e-9);
    assert_true(pd_q_angle(axes[PD_HUMAN_HEAD], pd_retarget_xr_frame(PD_XR_TRUNK)) < 1e-9);
    assert_true(pd_q_angle(axes[PD_HUMAN_R_LOWER_LEG], pd_retarget_xr_frame(PD_XR_LEG)) < 1e-9);
    assert_true(pd_q_angle(axes[PD_HUMAN_R_TOES], pd_retarget_xr_frame(PD_XR_FOOT)) < 1e-9);
    assert_true(pd_q_angle(axes[PD_HUMAN_R_UPPER_ARM], pd_retarget_xr_frame(PD_XR_RIGHT_HAND)) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames_point_where_the_specifications_say),
                                       cmocka_unit_test(bones_take_the_frame_from_their_t_pose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
