/* Tests the conversion between the axes of programs: forward,
 * up and left must be where each program expects them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "core/math/frame.h"
#include "core/math/quat.h"

static void expect3(const float *p, float x, float y, float z)
{
    assert_true(p[0] == x && p[1] == y && p[2] == z);
}

/* forward (+Z), up (+Y) and the body's left (+X) must come out where each program expects them */
static void forward_up_and_left_come_out_as_each_program_has_them(void **state)
{
    (void)state;
    static const struct {
        pd_frame frame;
        float forward[3], up[3], left[3];
    } wanted[] = {
        {PD_FRAME_GLTF, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
        {PD_FRAME_SMPL, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
        {PD_FRAME_AMASS, {0, -1, 0}, {0, 0, 1}, {1, 0, 0}},
        {PD_FRAME_BLENDER, {0, -1, 0}, {0, 0, 1}, {1, 0, 0}},
        {PD_FRAME_UNITY, {0, 0, 1}, {0, 1, 0}, {-1, 0, 0}},
        {PD_FRAME_UNREAL, {100, 0, 0}, {0, 0, 100}, {0, -100, 0}},
    };
    for (int i = 0; i < PD_FRAME_COUNT; i++) {
        float p[9] = {0, 0, 1, 0, 1, 0, 1, 0, 0};
        pd_frame_points(p, 3, wanted[i].frame);
        expect3(p, wanted[i].forward[0], wanted[i].forward[1], wanted[i].forward[2]);
        expect3(p + 3, wanted[i].up[0], wanted[i].up[1], wanted[i].up[2]);
        expect3(p + 6, wanted[i].left[0], wanted[i].left[1], wanted[i].left[2]);
    }
}

static void left_handed_frames_turn_the_faces_round(void **state)
{
    (void)state;
    for (int i = 0; i < PD_FRAME_COUNT; i++) {
        pd_frame f = (pd_frame)i;
        uint32_t faces[3] = {0, 1, 2};
        pd_frame_faces(faces, 1, f);
        assert_int_equal(pd_frame_is_mirrored(f), !strcmp(pd_frame_describe(f)->handedness, "left"));
        assert_int_equal(faces[1], pd_frame_is_mirrored(f) ? 2 : 1);
    }
}

/* S (R p) = (S R S^-1) (S p): converting before or after turning is the same. */
static void quaternions_turn_converted_points_as_before(void **state)
{
    (void)state;
    for (int i = 0; i < PD_FRAME_COUNT; i++) {
        pd_frame f = (pd_frame)i;
        const pd_quat q = pd_q_from_rotvec(pd_vec3_make(.4, 1.1, -.7));
        const pd_vec3 p = {.3, -.5, .8}, rotated = pd_q_rotate(q, p);
        float qf[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
        float pf[3] = {(float)p.x, (float)p.y, (float)p.z};
        float tf[3] = {(float)rotated.x, (float)rotated.y, (float)rotated.z};
        pd_frame_quaternions(qf, 1, f), pd_frame_directions(pf, 1, f), pd_frame_directions(tf, 1, f);
        const pd_vec3 again =
            pd_q_rotate((pd_quat){qf[0], qf[1], qf[2], qf[3]}, pd_vec3_make(pf[0], pf[1], pf[2]));
        assert_true(pd_vec3_distance(again, pd_vec3_make(tf[0], tf[1], tf[2])) < 2e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_up_and_left_come_out_as_each_program_has_them),
        cmocka_unit_test(left_handed_frames_turn_the_faces_round),
        cmocka_unit_test(quaternions_turn_converted_points_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
