/* Repetition of side steps. */
#include "train/augment/side.h"
#include "tests/support/walk.h"

#include <stdio.h>

/* Makes a body whose root goes 0.8 m aside and dips in 74 frames: frames 36 to 110, as
 * Male1_B23_SideStepRight.bvh has it. */
static void make(pd_character_motions *list, const char *name, int frames)
{
    const walk still = {.frames = frames, .speed = 0, .period = 66, .duty = 0.6, .lift = 0.1};
    pd_character_motion motion = {.source = 3};
    walk_make(&motion, &still);
    snprintf(motion.name, sizeof motion.name, "%s", name);
    motion.source = 3, motion.weight = 1;
    for (int t = 0; t < frames; t++) {
        const double part = fmin(fmax((t - 36) / 74.0, 0), 1);
        motion.clip.roots[t] = pd_vec3_make(-0.8 * part, 0.9 - 0.05 * sin(M_PI * part) + 0.02 * part, 0);
    }
    assert_int_equal(pd_character_motions_append(list, &motion, NULL), PD_OK);
}

static void a_step_goes_on_at_each_tempo(void **state)
{
    (void)state;
    pd_character_motions list = {0};
    make(&list, "accad/male1/Male1_B23_SideStepRight.bvh", 214);
    assert_int_equal(pd_train_side_loops(&list, NULL), PD_OK);
    assert_int_equal(list.count, 4);
    double speeds[3];
    for (int i = 1; i < list.count; i++) {
        const pd_character_motion *m = &list.items[i];
        const int last = m->clip.frame_count - 1;
        assert_int_equal(m->source, 3);
        assert_string_equal(m->step, "side");
        assert_true(last >= 8 * 60 && last < 10 * 60);

        /* Each repetition moves 0.8 m to the right without a jump at the seams. The limit of 2.8 cm a frame
         * is 0.8 m in 0.65 s and less than a third more. */
        speeds[i - 1] = -(m->clip.roots[last].x - m->clip.roots[0].x) * 60 / last;
        for (int t = 1; t <= last; t++) {
            assert_true(pd_vec3_distance(m->clip.roots[t], m->clip.roots[t - 1]) < 0.028);
            for (int j = 0; j < m->clip.skeleton.joint_count; j++)
                assert_true(pd_q_angle(pd_anim_clip_frame(&m->clip, t)[j],
                                       pd_anim_clip_frame(&m->clip, t - 1)[j]) < 0.2);
        }
        assert_near(m->clip.roots[last].y, m->clip.roots[0].y, 0.01);
    }
    assert_true(speeds[0] > 0.55 && speeds[1] > speeds[0] && speeds[2] > speeds[1] && speeds[2] < 1.3);
    pd_character_motions_deinit(&list);
}

static void other_clips_and_cut_ones_make_none(void **state)
{
    (void)state;
    pd_character_motions list = {0};
    make(&list, "accad/male1/Male1_B3_Walk.bvh", 214);
    make(&list, "accad/male1/Male1_B23_SideStepRight.bvh", 100);
    assert_int_equal(pd_train_side_loops(&list, NULL), PD_OK);
    assert_int_equal(list.count, 2);
    pd_character_motions_deinit(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_goes_on_at_each_tempo),
        cmocka_unit_test(other_clips_and_cut_ones_make_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
