/* Faults of motions that were read: of a figure with a hip, a knee and an ankle. */
#include "core/motion/faults.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { FRAMES = 8 };

static char note[512];

/* The hips at `height`, `way` metres farther in each frame,
 * and `jump` farther from frame 5 on; the thigh swings. */
static const char *note_of(double height, double way, double jump, double size, bool has_floor)
{
    static const pd_anim_joint joints[] = {
        {"hips", NULL, {0, 0, 0}}, {"knee", "hips", {0, -0.45, 0}}, {"ankle", "knee", {0, -0.45, 0}}};
    pd_anim_skeleton skeleton;
    pd_anim_clip clip;
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, 3, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, FRAMES, 60, NULL), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        pd_quat *q = pd_anim_clip_frame(&clip, t);
        for (int j = 0; j < 3; j++) q[j] = pd_q_identity();
        q[0] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.05 * t + 0.1);
        clip.roots[t] = pd_vec3_make(0, height, way * t + (t >= 5 ? jump : 0));
    }
    note[0] = 0;
    pd_motion_faults_note(note, sizeof note, &clip, 10, size, has_floor);
    pd_anim_clip_deinit(&clip);
    return note;
}

static void a_motion_on_its_floor_has_no_fault(void **state)
{
    (void)state;
    assert_string_equal(note_of(0.9, 0.02, 0, 1, true), "");
    assert_string_equal(note_of(0.9, 0, 0, 1, true), "");  /* it stands */
    assert_string_equal(note_of(0, 0.02, 0, 1, true), ""); /* it moves below the floor, in a pit perhaps */
    assert_string_equal(note_of(0, 0, 0, 1, false), "");   /* its floor is not known */
}

static void a_root_that_stays_at_zero_above_feet_below_the_floor_is_told(void **state)
{
    (void)state;
    assert_string_equal(note_of(0, 0, 0, 1, true),
                        "the root is at the same place in all frames, with the lowest joint 0.90 m below the "
                        "floor: the file probably lacks the translation of the root");
}

static void a_jump_of_the_root_is_told_by_the_size_of_the_figure(void **state)
{
    (void)state;
    assert_non_null(strstr(note_of(0.9, 0.02, 3, 1, true), "jumps by 3.02 m from frame 14 to frame 15"));
    assert_string_equal(note_of(0.9, 0.02, 3, 0.01, true), ""); /* a giant's step */
    assert_non_null(strstr(note_of(0.9, 0.02, 300, 0.01, true), "the root jumps by 300 m"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_on_its_floor_has_no_fault),
        cmocka_unit_test(a_root_that_stays_at_zero_above_feet_below_the_floor_is_told),
        cmocka_unit_test(a_jump_of_the_root_is_told_by_the_size_of_the_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
