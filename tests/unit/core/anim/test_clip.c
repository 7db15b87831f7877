#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;

static pd_quat random_quat(pd_rng *rng)
{
    return pd_q_normalize((pd_quat){pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), 2});
}

static void fill(pd_anim_clip *clip, int frames, double rate)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    human_init(&sk);
    assert_int_equal(pd_anim_clip_init(clip, &sk, frames, rate, NULL), PD_OK);
    for (int t = 0; t < frames; t++) {
        for (int k = 0; k < 24; k++) pd_anim_clip_frame(clip, t)[k] = random_quat(&rng);
        clip->roots[t] = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng));
    }
    clip->ends[23] = pd_vec3_make(-0.1, 0.02, 0.03);
}

static void the_root_stands_where_the_clip_says(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_vec3 p[24];
    fill(&clip, 3, 30);
    pd_anim_clip_pose(p, NULL, &clip, 2);
    assert_near(pd_vec3_distance(p[0], clip.roots[2]), 0, 0);
    assert_near(pd_anim_clip_seconds(&clip), 2 / 30.0, 1e-15);
    pd_anim_clip_deinit(&clip);
}

static void mirroring_twice_changes_nothing(void **state)
{
    (void)state;
    pd_anim_clip clip, once, twice;
    fill(&clip, 4, 30);
    assert_int_equal(pd_anim_clip_mirror(&once, &clip, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_mirror(&twice, &once, NULL), PD_OK);
    assert_memory_equal(twice.rotations, clip.rotations, 4 * 24 * sizeof(pd_quat));
    assert_memory_equal(twice.roots, clip.roots, 4 * sizeof(pd_vec3));
    for (int k = 0; k < 24; k++) {
        assert_near(pd_vec3_distance(twice.skeleton.offsets[k], clip.skeleton.offsets[k]), 0, 0);
        assert_near(pd_vec3_distance(twice.ends[k], clip.ends[k]), 0, 0);
    }
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&once), pd_anim_clip_deinit(&twice);
}

static void a_mirrored_clip_has_every_joint_at_its_mirror_image(void **state)
{
    (void)state;
    pd_anim_clip clip, mirrored;
    pd_vec3 p[24], m[24];
    int table[24];
    fill(&clip, 2, 30);
    pd_anim_mirror_table(table, &clip.skeleton);
    assert_int_equal(pd_anim_clip_mirror(&mirrored, &clip, NULL), PD_OK);
    pd_anim_clip_pose(p, NULL, &clip, 1);
    pd_anim_clip_pose(m, NULL, &mirrored, 1);
    for (int k = 0; k < 24; k++) {
        pd_vec3 image = {-p[table[k]].x, p[table[k]].y, p[table[k]].z};
        assert_near(pd_vec3_distance(m[k], image), 0, 1e-12);
    }
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&mirrored);
}

static void sides_are_found_in_any_naming(void **state)
{
    (void)state;
    static const pd_anim_joint joints[] = {{"root", NULL, {0, 0, 0}},
                                           {"LHipJoint", "root", {1, 0, 0}},
                                           {"RHipJoint", "root", {1, 0, 0}},
                                           {"LeftLeg", "LHipJoint", {1, 0, 0}},
                                           {"RightLeg", "RHipJoint", {1, 0, 0}},
                                           {"lfemur", "root", {1, 0, 0}},
                                           {"rfemur", "root", {1, 0, 0}},
                                           {"thigh.L", "root", {1, 0, 0}},
                                           {"thigh.R", "root", {1, 0, 0}},
                                           {"lShldr", "root", {1, 0, 0}},
                                           {"rShldr", "root", {1, 0, 0}},
                                           {"collar", "root", {1, 0, 0}},
                                           {"left_toe", "LeftLeg", {1, 0, 0}},
                                           {"right_toe", "root", {1, 0, 0}},
                                           {"mixamorig:LeftArm", "root", {1, 0, 0}},
                                           {"mixamorig:RightArm", "root", {1, 0, 0}}};
    static const int expected[] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 11, 12, 13, 15, 14};
    int table[16];
    assert_int_equal(pd_anim_skeleton_init(&sk, joints, 16, NULL), PD_OK);
    pd_anim_mirror_table(table, &sk);
    for (int j = 0; j < 16; j++) assert_int_equal(table[j], expected[j]);
}

/* One joint turning to and fro at `hz`. */
static void swing(pd_anim_clip *clip, int frames, double rate, double hz)
{
    human_init(&sk);
    assert_int_equal(pd_anim_clip_init(clip, &sk, frames, rate, NULL), PD_OK);
    for (int t = 0; t < frames; t++) {
        double phase = 2 * M_PI * hz * t / rate;
        pd_anim_clip_frame(clip, t)[16] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.8 * sin(phase));
        clip->roots[t] = pd_vec3_make(t / rate, 0.1 * cos(phase), 0);
    }
}

static void resampling_upwards_stays_on_a_smooth_motion(void **state)
{
    (void)state;
    pd_anim_clip clip, fast, exact;
    swing(&clip, 31, 30, 1);
    assert_int_equal(pd_anim_clip_resample(&fast, &clip, 60, NULL), PD_OK);
    swing(&exact, 61, 60, 1);
    assert_int_equal(fast.frame_count, 61);
    for (int t = 4; t < 57; t++) {
        assert_near(pd_q_angle(pd_anim_clip_frame(&fast, t)[16], pd_anim_clip_frame(&exact, t)[16]), 0, 2e-3);
        assert_near(pd_vec3_distance(fast.roots[t], exact.roots[t]), 0, 3e-4);
    }
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&fast), pd_anim_clip_deinit(&exact);
}

static void resampling_downwards_takes_fast_shaking_out(void **state)
{
    (void)state;
    pd_anim_clip clip, slow;
    double most = 0, kept = 0;
    swing(&clip, 241, 120, 40);
    assert_int_equal(pd_anim_clip_resample(&slow, &clip, 60, NULL), PD_OK);
    for (int t = 10; t < slow.frame_count - 10; t++)
        most = fmax(most, pd_q_angle(pd_anim_clip_frame(&slow, t)[16], pd_q_identity()));
    assert_in_range((int)(1000 * most), 0, 30); /* of 800 */
    pd_anim_clip_deinit(&slow), pd_anim_clip_deinit(&clip);
    swing(&clip, 241, 120, 2);
    assert_int_equal(pd_anim_clip_resample(&slow, &clip, 60, NULL), PD_OK);
    for (int t = 10; t < slow.frame_count - 10; t++)
        kept = fmax(kept, pd_q_angle(pd_anim_clip_frame(&slow, t)[16], pd_q_identity()));
    assert_true(kept > 0.75);
    pd_anim_clip_deinit(&slow), pd_anim_clip_deinit(&clip);
}

static void signs_are_aligned_in_time(void **state)
{
    (void)state;
    pd_anim_clip clip;
    swing(&clip, 20, 30, 1);
    for (int t = 0; t < 20; t += 3) {
        pd_quat *q = &pd_anim_clip_frame(&clip, t)[16];
        *q = (pd_quat){-q->x, -q->y, -q->z, -q->w};
    }
    pd_anim_clip_align_signs(&clip);
    for (int t = 1; t < 20; t++)
        assert_true(pd_q_dot(pd_anim_clip_frame(&clip, t)[16], pd_anim_clip_frame(&clip, t - 1)[16]) > 0);
    pd_anim_clip_deinit(&clip);
}

static void impossible_pieces_are_refused(void **state)
{
    (void)state;
    pd_anim_clip clip, out;
    pd_error err = {0};
    fill(&clip, 5, 30);
    assert_int_equal(pd_anim_clip_cut(&out, &clip, 3, 3, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "3 frames from 3 on; the clip has 5");
    assert_int_equal(pd_anim_clip_resample(&out, &clip, 1e9, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_smooth(&clip, -1, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_init(&out, &sk, 0, 30, &err), PD_ERR_RANGE);
    assert_int_equal(pd_anim_clip_init(&out, &sk, 1, NAN, &err), PD_ERR_RANGE);
    pd_anim_clip_deinit(&clip);
}

/* A single letter is a side where it stands alone between marks or begins the name; within a word it is none. */
static void a_letter_is_a_side_only_where_a_word_begins_or_ends(void **state)
{
    (void)state;
    static const struct {
        const char *left, *right;
        int sides;
    } rows[] = {{"arm.l", "arm.r", 1},
                {"arm_L", "arm_R", 1},
                {"arm-l", "arm-r", 1},
                {"arm:L", "arm:R", 1},
                {"arm l", "arm r", 1},
                {"lArm", "rArm", 1},
                {"hand_l_tip", "hand_r_tip", 1},
                {"skull", "skurr", 0},
                {"pelvis", "pervis", 0},
                {"armLeft", "armRight", 1},
                {"arm.LEFT.x", "arm.RIGHT.x", 1},
                {"ballL", "ballR", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_anim_joint joints[] = {
            {"top", NULL, {0, 0, 0}}, {rows[i].left, "top", {1, 0, 0}}, {rows[i].right, "top", {-1, 0, 0}}};
        int table[3];
        assert_int_equal(pd_anim_skeleton_init(&sk, joints, 3, NULL), PD_OK);
        pd_anim_mirror_table(table, &sk);
        if ((table[1] == 2) != rows[i].sides || table[2] != (rows[i].sides ? 1 : 2))
            fail_msg("%s and %s: %d %d", rows[i].left, rows[i].right, table[1], table[2]);
        assert_int_equal(table[0], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_stands_where_the_clip_says),
        cmocka_unit_test(mirroring_twice_changes_nothing),
        cmocka_unit_test(a_mirrored_clip_has_every_joint_at_its_mirror_image),
        cmocka_unit_test(sides_are_found_in_any_naming),
        cmocka_unit_test(resampling_upwards_stays_on_a_smooth_motion),
        cmocka_unit_test(resampling_downwards_takes_fast_shaking_out),
        cmocka_unit_test(signs_are_aligned_in_time),
        cmocka_unit_test(impossible_pieces_are_refused),
        cmocka_unit_test(a_letter_is_a_side_only_where_a_word_begins_or_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
